//! What a seat knows, and worlds that agree with it. Bots get a [`Belief`] and nothing else.

use crate::core::below::Quarters;
use crate::core::building::Building;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardClass, PieceId, PieceSet};
use crate::core::chance::Quick;
use crate::core::edition::Places;
use crate::core::palace::{CellSet, Palace, Spots};
use crate::core::payment::PayRules;
use crate::core::pieces::Space;
use crate::core::score::CountBook;
use crate::core::seat::{Scorer, Seat};
use crate::core::state::{Rules, Turn};
use crate::core::step::Step;
use crate::decision::Decision;
use crate::view::View;
use crate::{Action, CardKind, GameState, Illegal, Pending, legal, registry};

/// How well a seat remembers what everybody saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recall {
    /// Every card that was openly dealt or taken is remembered; only what was never shown is unknown.
    Full,
    /// Other hands are unknown altogether, apart from their size.
    None,
}

impl GameState {
    /// A world `observer` cannot tell from this one: what is hidden from them is dealt anew.
    ///
    /// Piles need nothing: their order does not exist before they are drawn from.
    #[must_use]
    pub fn resample(&self, observer: Seat, recall: Recall, dice: &mut Quick) -> GameState {
        let mut world = self.clone();
        let core = &mut world.core;
        core.deck.forget_known(observer);
        core.pieces.forget_known(observer);
        let others = || self.core.rules.seats().filter(|s| *s != observer);
        let mut hidden = [Cards::EMPTY; crate::MAX_SEATS];
        for seat in others() {
            let i = seat.index();
            hidden[i] = match recall {
                Recall::Full => core.hands[i].minus(core.seen[i]),
                // Coins lie open: nobody has to remember them.
                Recall::None => core.hands[i].minus(core.hands[i].only(KindSet::COINS)),
            };
            core.hands[i] = core.hands[i].minus(hidden[i]);
            core.seen[i] = if recall == Recall::None { Cards::EMPTY } else { core.seen[i] };
            core.deck.pool = core.deck.pool.plus(hidden[i]);
        }
        for seat in others() {
            let i = seat.index();
            let mut dealt = Cards::EMPTY;
            for kinds in backs() {
                for _ in 0..hidden[i].only(kinds).len() {
                    let pool = core.deck.pool.only(kinds);
                    let card = pool.nth(dice.below(pool.len()));
                    core.deck.pool.take(card);
                    dealt.add(card);
                }
            }
            core.hands[i] = core.hands[i].plus(dealt);
            if recall == Recall::None {
                // Without memory the world's own "seen" is its hands: nothing of the true ones is left.
                core.seen[i] = core.hands[i];
            }
        }
        core.deck.redraw_known(observer, |n| dice.below(n));
        // Modules first: what they hid came from the tower as well.
        registry::redraw(&mut world, observer, &mut |n| dice.below(n));
        world.core.pieces.redraw_known(observer, |n| dice.below(n));
        world
    }
}

impl GameState {
    /// A world `observer` cannot tell from this one by looking at the table: the other hands are mixed and dealt anew
    /// among the others. The deck stays as it is, so with equal chance both worlds draw the same cards from it.
    #[must_use]
    pub fn mix_hands(&self, observer: Seat, dice: &mut Quick) -> GameState {
        let mut apart = self.clone();
        let deck = std::mem::take(&mut apart.core.deck.pool);
        // What somebody has looked at stays on top as well.
        let known = std::mem::take(&mut apart.core.deck.known);
        let on_top = std::mem::take(&mut apart.core.pieces.on_top);
        let mut world = apart.resample(observer, Recall::None, dice);
        world.core.deck.pool = world.core.deck.pool.plus(deck);
        (world.core.deck.known, world.core.pieces.on_top) = (known, on_top);
        world
    }
}

/// Kinds that cannot be told apart from behind: redrawn among themselves.
fn backs() -> impl Iterator<Item = KindSet> {
    let class = |class: CardClass| {
        let kinds = CardKind::all().filter(move |k| k.in_hand() && k.class() == class);
        KindSet(kinds.fold(0, |set, k| set | 1 << k.number()))
    };
    [
        KindSet::MONEY.or(KindSet::DIAMONDS),
        class(CardClass::MasterBuilder),
        class(CardClass::Exchange),
        class(CardClass::Gate),
    ]
    .into_iter()
}

/// A game as one seat knows it. The true state is behind it and out of reach; what comes out is what the seat
/// may see, what it may do, and worlds that agree with both.
#[derive(Clone, Copy, Debug)]
pub struct Belief<'a> {
    truth: &'a GameState,
    seat: Seat,
    recall: Recall,
}

impl<'a> Belief<'a> {
    /// What `seat` knows of `game`.
    #[inline]
    pub fn new(game: &'a GameState, seat: Seat, recall: Recall) -> Belief<'a> {
        Belief { truth: game, seat, recall }
    }

    /// Whose belief it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees.
    pub fn view(&self) -> View {
        self.truth.view(Some(self.seat))
    }

    /// Who has to decide what.
    #[inline]
    pub fn pending(&self) -> Option<Pending> {
        self.truth.pending()
    }

    /// The decision of the seat, with choices and consequences.
    pub fn decision(&self) -> Option<Decision> {
        self.truth.decision(self.seat)
    }

    /// What the seat may do.
    pub fn legal(&self, out: &mut Vec<Action>) {
        self.truth.legal(self.seat, out);
    }

    /// Only what modules add to the seat's main action, in no particular order; empty at any other decision.
    pub fn module_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        legal::module_actions(self.truth, self.seat, out);
    }

    /// Only what one module adds to it, quicker than all: the first that adds anything, from the `from`-th of those in play
    /// on and around.
    pub fn actions_of_one(&self, from: u32, out: &mut Vec<Action>) {
        out.clear();
        legal::actions_of_one(self.truth, self.seat, from, out);
    }

    /// A tile to be bought on terms, if the seat could pay for any: the first from the `from`-th on offer on and around.
    pub fn some_target(&self, from: u32) -> Option<Action> {
        legal::some_target(self.truth, self.seat, from)
    }

    /// Whether some module may have narrowed what can be done in this turn; otherwise every tile can be bought that the
    /// hand can pay for, and money taken as printed.
    #[inline]
    pub fn may_be_narrowed(&self) -> bool {
        self.truth.rules().listens.has(Step::T12)
    }

    /// Whether the seat may do this.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.truth.check(self.seat, action)
    }

    /// The seat's own hand.
    #[inline]
    pub fn hand(&self) -> Cards {
        self.truth.hand(self.seat)
    }

    /// The open money cards.
    #[inline]
    pub fn display(&self) -> &'a [CardKind] {
        self.truth.display()
    }

    /// The tiles on the building market.
    #[inline]
    pub fn market(&self) -> impl Iterator<Item = PieceId> + use<'a> {
        self.truth.pieces().market.iter().flatten().copied()
    }

    /// The seat's reserve.
    #[inline]
    pub fn reserve(&self) -> PieceSet {
        self.truth.pieces().reserve[self.seat.index()]
    }

    /// The seat's tiles that wait to be placed.
    #[inline]
    pub fn bought(&self) -> PieceSet {
        self.truth.pieces().bought[self.seat.index()]
    }

    /// The tiles that stand in the seat's palace.
    #[inline]
    pub fn tiles(&self) -> PieceSet {
        self.truth.pieces().palace[self.seat.index()]
    }

    /// What the seat would have to pay for a tile; `None` if it is not for sale.
    #[inline]
    pub fn price(&self, piece: PieceId) -> Option<PayRules> {
        self.truth.price(self.seat, piece)
    }

    /// The tile on a market space, if there is one and the seat could pay for it.
    #[inline]
    pub fn affordable(&self, space: Space) -> Option<PieceId> {
        self.truth.affordable(self.seat, space)
    }

    /// The first tile on the market that the seat's cards pay for by themselves, from a space on and around.
    #[inline]
    pub fn first_affordable(&self, from: Space) -> Option<PieceId> {
        self.truth.first_affordable(self.seat, from)
    }

    /// Where the seat may lay a tile.
    #[inline]
    pub fn cells_for(&self, piece: PieceId) -> CellSet {
        self.truth.cells_for(self.seat, piece)
    }

    /// Where the seat may lay a tile after so many quarter turns.
    pub fn cells_turned(&self, piece: PieceId, turn: Quarters) -> CellSet {
        self.truth.cells_turned(self.seat, piece, turn)
    }

    /// The turns in which a piece may be laid; 0 is upright and always among them.
    pub fn turns(&self, piece: PieceId) -> impl Iterator<Item = Quarters> + use<'a> {
        self.truth.turns(self.seat, piece)
    }

    /// The longest outer wall of a palace.
    pub fn longest_wall(&self, seat: Seat) -> u8 {
        self.truth.longest_wall(seat)
    }

    /// The same cells as [`cells_for`](Belief::cells_for), quicker to count and to draw from.
    #[inline]
    pub fn spots_for(&self, piece: PieceId) -> Spots {
        legal::spots(self.truth, self.seat, piece)
    }

    /// The tiles the seat may take back into the reserve.
    pub fn removable(&self) -> PieceSet {
        self.truth.removable(self.seat)
    }

    /// The tiles of the palace that a tile of the reserve may replace.
    pub fn replaceable(&self, piece: PieceId) -> PieceSet {
        self.truth.replaceable(self.seat, piece)
    }

    /// What was agreed before the game.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.truth.rules()
    }

    /// The turn being played.
    pub fn turn(&self) -> &'a Turn {
        self.truth.turn()
    }

    /// A palace; they are open to everybody.
    pub fn palace(&self, seat: Seat) -> &'a Palace {
        self.truth.palace(seat)
    }

    /// Buildings as the majorities would count them now.
    pub fn counts(&self) -> CountBook {
        self.truth.counts()
    }

    /// What the places of a building type are worth in a scoring to those with `halves` half buildings of it.
    pub fn places(&self, round: u8, building: Building, halves: u8) -> Places {
        self.truth.places(round, building, halves)
    }

    /// Points so far.
    pub fn score(&self, of: impl Into<Scorer>) -> u16 {
        self.truth.score(of)
    }

    /// Scorings held so far.
    pub fn scorings(&self) -> u8 {
        self.truth.scorings()
    }

    /// A world that agrees with everything the seat knows.
    pub fn sample(&self, dice: &mut Quick) -> GameState {
        self.truth.resample(self.seat, self.recall, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::deck::KnownCard;
    use crate::core::pieces::KnownPiece;
    use crate::core::seat::SeatSet;
    use crate::{Currency, Io, Seeded, Setup};
    use std::collections::BTreeSet;

    /// Somebody has looked at the top card and the top tile: to the others they are like any other.
    #[test]
    fn what_one_seat_has_looked_at_is_dealt_anew_for_the_others() {
        let mut game =
            GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(4))).expect("a plain game");
        let (looker, other) = (Seat::at(0), Seat::at(1));
        let known_to = SeatSet::one(looker);
        let card = CardKind::money(Currency::Denar, 7);
        assert!(game.core.deck.pool.take(card));
        game.core.deck.piles[0].left -= 1;
        game.core.deck.known.push(KnownCard { card, known_to, pile: 0 }).expect("room");
        let piece = game.core.pieces.tower.iter().next().expect("a tile");
        game.core.pieces.tower.remove(piece);
        game.core.pieces.on_top.push(KnownPiece { piece, known_to }).expect("room");
        let mut dice = Quick::new(1);
        let (mut cards, mut tiles) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..100 {
            let own = game.resample(looker, Recall::Full, &mut dice);
            assert_eq!(own, game, "whoever looked knows");
            let world = game.resample(other, Recall::Full, &mut dice);
            cards.insert(world.core.deck.known[0].card);
            tiles.insert(world.core.pieces.on_top[0].piece);
            assert_eq!(world.deck_len(), game.deck_len());
            let all = |g: &GameState| {
                (g.core.deck.pool.plus(Cards::one(g.core.deck.known[0].card)), g.core.pieces.tower_set())
            };
            assert_eq!(all(&world), all(&game), "nothing is lost or doubled");
            assert_eq!(world.view(Some(other)), game.view(Some(other)));
        }
        assert!(cards.len() > 10 && tiles.len() > 10, "{} cards, {} tiles", cards.len(), tiles.len());
    }
}
