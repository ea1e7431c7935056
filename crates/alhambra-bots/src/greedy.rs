//! A bot that looks one action ahead.
//!
//! Every action gets a worth in hundredths of a point, and the best one is taken. The worth adds up what the
//! majorities and the longest wall would bring in the scorings that are left, what the hand is good for, and
//! the extra action of an exact payment. Integers throughout: the same game on every machine.

use crate::{Bot, UniformBot};
use alhambra_rules::belief::Belief;
use alhambra_rules::core::score::{CountBook, SCORERS, ranks};
use alhambra_rules::{
    Action, Building, Cards, Cell, Currency, DecisionKind, GameState, KindSet, MAX_SEATS, Palace, PayRules,
    PieceId, Quick, Scorer, Seat, Walls,
};

/// Always takes the action that looks best, without a plan for the next turn.
#[derive(Clone, Debug, Default)]
pub struct GreedyBot {
    listed: UniformBot,
}

impl Bot for GreedyBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        let kind = belief.pending().map(|pending| pending.kind);
        let chosen = match kind {
            Some(DecisionKind::MainAction) => Thought::new(belief, dice).main_action(),
            Some(DecisionKind::PlaceTile) => Thought::new(belief, dice).place(),
            _ => None,
        };
        // House rules and modules may forbid what the base game allows; the list knows what is left.
        let allowed = chosen.filter(|action| belief.check(action).is_ok());
        allowed.unwrap_or_else(|| self.listed.decide(belief, dice))
    }
}

// The numbers were found by letting variants play against each other (one against two, 900 games a step); the
// last set wins 53 % against two of the first guess, and then 42 % against two of that.

/// How much a point counts in the next scoring and the ones after it, where counts will have changed.
const ROUNDS: [i32; 3] = [100, 23, 21];
/// What a segment of the longest wall brings with none to three scorings left.
const SEGMENT: [i32; 4] = [0, 49, 134, 183];
/// What another action in the same turn is worth.
const EXTRA_ACTION: i32 = 588;
/// What a coin in the hand is worth, as long as its currency has not enough for any tile.
const COIN: i32 = 58;
/// What a coin beyond that is worth.
const SPARE_COIN: i32 = 11;
/// No tile costs more; money above it in one currency waits for a second tile.
const DEAREST: i32 = 13;
/// What it is worth that some price could be paid exactly.
const EXACT_PRICE: i32 = 7;
/// What a cell where some tile could be laid is worth.
const ROOM: i32 = 4;
/// Taking a tile out of the reserve costs an action; so much per cent of its worth is left there.
const RESERVED: i32 = 30;
/// So much per cent of a tile's worth is in a hand that can pay it exactly, can pay it, or is on the way there.
const IN_HAND: [i32; 3] = [45, 21, 19];

/// The walls of typical tiles, to see how much room a palace has.
const TYPICAL: [Walls; 5] =
    [Walls::NONE, Walls::from_bits(1), Walls::from_bits(2), Walls::from_bits(4), Walls::from_bits(8)];

/// A tile on the market and what it would bring.
#[derive(Clone, Copy)]
struct Wanted {
    piece: PieceId,
    pay: PayRules,
    worth: i32,
}

/// One decision, with what was worked out for it.
struct Thought<'a> {
    belief: &'a Belief<'a>,
    /// A world that looks like the true one from this seat; only what everybody sees is read from it.
    world: GameState,
    seat: Seat,
    /// What one more building of each type brings.
    gains: [i32; 6],
    /// What one more segment of wall brings.
    segment: i32,
}

impl<'a> Thought<'a> {
    fn new(belief: &'a Belief<'a>, dice: &mut Quick) -> Thought<'a> {
        let world = belief.sample(dice);
        let segment = SEGMENT[3 - usize::from(world.scorings().min(3))];
        let mut thought = Thought { belief, world, seat: belief.seat(), gains: [0; 6], segment };
        let book = thought.world.counts();
        thought.gains = Building::ALL
            .map(|building| thought.standing(&book, building, 1) - thought.standing(&book, building, 0));
        thought
    }

    /// What the majorities of one type are worth with the buildings that stand and wait, and `more` of them.
    fn standing(&self, book: &CountBook, building: Building, more: i8) -> i32 {
        let me = self.seat.index();
        let mut counts: [u8; SCORERS] = std::array::from_fn(|i| book.halves(scorer(i), building));
        let waiting = self.world.pieces().count(self.belief.bought())[building.index()];
        counts[me] = (counts[me] + 2 * waiting).saturating_add_signed(2 * more);
        let mut worth = 0;
        for (round, weight) in (self.world.scorings() + 1..=3).zip(ROUNDS) {
            let places = self.world.places(round, building, counts[me]);
            let points = ranks(counts, |halves| self.world.places(round, building, halves))
                .map(|rank| rank.map_or(0, |(_, tied, pot)| i32::from(pot) / i32::from(tied)));
            // What the others get hurts as well, but only one of them is the rival.
            let theirs = points.iter().sum::<i32>() - points[me];
            // A building that changes no place yet is a step towards the first one.
            let steps = i32::from(places[0]) * i32::from(counts[me]) / 18;
            worth += weight * (points[me] + steps) - weight * theirs / self.world.rules().players() as i32;
        }
        worth
    }

    fn building(&self, piece: PieceId) -> Option<Building> {
        self.world.pieces().building[piece.index()]
    }

    fn building_worth(&self, piece: PieceId) -> i32 {
        self.building(piece).map_or(0, |building| self.gains[building.index()])
    }

    /// What the majorities change by when one tile takes the place of another.
    fn exchange_worth(&self, piece: PieceId, out: PieceId) -> i32 {
        let book = self.world.counts();
        let lost = |building| self.standing(&book, building, 0) - self.standing(&book, building, -1);
        match (self.building(piece), self.building(out)) {
            (new, old) if new == old => 0,
            (_, old) => self.building_worth(piece) - old.map_or(0, lost),
        }
    }

    fn walls(&self, piece: PieceId) -> Walls {
        self.world.piece(piece).walls[0]
    }

    fn palace(&self) -> &Palace {
        self.world.palace(self.seat)
    }

    /// What a palace is worth apart from its buildings: the longest wall.
    fn wall_worth(&self, palace: &Palace) -> i32 {
        self.segment * i32::from(palace.longest_wall())
    }

    /// How much room a palace leaves for what comes.
    fn room(&self, palace: &Palace) -> i32 {
        let holes = self.world.rules().house.holes;
        let cells: usize = TYPICAL.iter().map(|walls| palace.legal_cells(*walls, holes).len().min(12)).sum();
        ROOM * cells as i32
    }

    /// The best cell for a tile and what laying it there brings beyond the building itself.
    fn best_cell(&self, piece: PieceId, room: bool) -> Option<(i32, Cell)> {
        let palace = self.palace();
        let walls = self.walls(piece);
        let worth = |palace: &Palace| self.wall_worth(palace) + if room { self.room(palace) } else { 0 };
        let now = worth(palace);
        let after = |at: Cell| {
            let mut palace = *palace;
            palace.lay(at, walls);
            worth(&palace) - now
        };
        self.belief.cells_for(piece).iter().map(|at| (after(at), at)).max()
    }

    fn main_action(&self) -> Option<Action> {
        let hand = self.belief.hand();
        let wanted = self.wanted();
        let mut best = Best::default();
        if self.world.turn().first_action {
            best.floor = i32::MIN;
        } else if self.belief.check(&Action::Decline).is_ok() {
            best.offer(0, Action::Decline);
        }
        self.takes(hand, &wanted, &mut best);
        self.purchases(hand, &wanted, &mut best);
        self.redesigns(&mut best);
        best.action
    }

    fn wanted(&self) -> Vec<Wanted> {
        let tiles = self.belief.market().filter_map(|piece| {
            let pay = self.belief.price(piece)?;
            let building = self.building_worth(piece);
            let worth = match self.best_cell(piece, false) {
                Some((wall, _)) => building + wall,
                None => building * RESERVED / 100,
            };
            Some(Wanted { piece, pay, worth: worth.max(0) })
        });
        tiles.collect()
    }

    /// What a hand is good for while these tiles are on the market.
    fn hand_worth(&self, hand: Cards, wanted: &[Wanted], but: Option<PieceId>) -> i32 {
        let mut worth = 0;
        for currency in Currency::ALL {
            let own = hand.only(KindSet::money(currency));
            let total = i32::from(own.total_of(currency));
            let sums = sums(own);
            worth += COIN * total.min(DEAREST) + SPARE_COIN * (total - DEAREST).max(0);
            worth += EXACT_PRICE * (sums & 0b11_1111_1111_1100).count_ones() as i32;
            for tile in wanted.iter().filter(|tile| Some(tile.piece) != but) {
                if !tile.pay.purses().any(|purse| purse.kinds == KindSet::money(currency)) {
                    continue;
                }
                let price = i32::from(tile.pay.price);
                worth += if sums >> price.min(63) & 1 != 0 {
                    tile.worth * IN_HAND[0] / 100
                } else if total >= price {
                    tile.worth * IN_HAND[1] / 100
                } else {
                    tile.worth * IN_HAND[2] / 100 * total / price.max(1)
                };
            }
        }
        worth
    }

    fn takes(&self, hand: Cards, wanted: &[Wanted], best: &mut Best) {
        let display = self.belief.display();
        let limit = self.belief.rules().edition().take_limit;
        let now = self.hand_worth(hand, wanted, None);
        for set in 1..1u16 << display.len() {
            let cards = display.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
            let mut after = hand;
            let mut sum = 0;
            for (_, card) in cards {
                after.add(*card);
                // A card without value is taken alone.
                sum += if card.value() == 0 { limit + 1 } else { card.value() };
            }
            if set.is_power_of_two() || sum <= limit {
                best.offer(self.hand_worth(after, wanted, None) - now, Action::Take(set));
            }
        }
    }

    fn purchases(&self, hand: Cards, wanted: &[Wanted], best: &mut Best) {
        let now = self.hand_worth(hand, wanted, None);
        for tile in wanted {
            if !tile.pay.affordable(hand) {
                continue;
            }
            tile.pay.minimal(hand, |payment| {
                let exact = payment.total() == u16::from(tile.pay.price);
                let left = self.hand_worth(hand.minus(payment), wanted, Some(tile.piece)) - now;
                let worth = tile.worth + left + if exact { EXTRA_ACTION } else { 0 };
                best.offer(worth, Action::Buy { piece: tile.piece, payment });
            });
        }
    }

    fn redesigns(&self, best: &mut Best) {
        for piece in self.belief.reserve().iter() {
            let building = self.building_worth(piece);
            if let Some((worth, at)) = self.best_cell(piece, true) {
                best.offer(building + worth, Action::Add { piece, at, turn: 0 });
            }
            self.swaps(piece, best);
        }
    }

    /// Swaps that leave a longer wall, or the dearer tile under an equal one. Others might look good in turns,
    /// to and fro, and a game in which nobody does anything else would never end.
    fn swaps(&self, piece: PieceId, best: &mut Best) {
        let rank = |palace: &Palace, tile| (palace.longest_wall(), self.world.piece(tile).price);
        for out in self.belief.replaceable(piece).iter() {
            let at = self.world.pieces().standing[out.index()].cell;
            let mut palace = *self.palace();
            palace.lift(at);
            palace.lay(at, self.walls(piece));
            if rank(&palace, piece) > rank(self.palace(), out) {
                let wall = self.wall_worth(&palace) - self.wall_worth(self.palace());
                best.offer(self.exchange_worth(piece, out) + wall, Action::Swap { piece, out, turn: 0 });
            }
        }
    }

    fn place(&self) -> Option<Action> {
        let mut best = Best { floor: i32::MIN, action: None };
        for piece in self.belief.bought().iter() {
            // Its own gain already counts it as built.
            let building = self.building_worth(piece);
            best.offer(building * RESERVED / 100, Action::Reserve { piece });
            if let Some((worth, at)) = self.best_cell(piece, true) {
                best.offer(building + worth, Action::Place { piece, at, turn: 0 });
            }
        }
        best.action
    }
}

/// The best action so far; of two that are worth the same the first stays.
#[derive(Default)]
struct Best {
    floor: i32,
    action: Option<Action>,
}

impl Best {
    fn offer(&mut self, worth: i32, action: Action) {
        if self.action.is_none() && worth >= self.floor || worth > self.floor {
            self.floor = worth;
            self.action = Some(action);
        }
    }
}

fn scorer(index: usize) -> Scorer {
    match Seat::new(index) {
        Some(seat) if index < MAX_SEATS => Scorer::Seat(seat),
        _ => Scorer::Dirk,
    }
}

/// The sums that cards of one currency can pay exactly, as bits.
fn sums(cards: Cards) -> u64 {
    cards.each().fold(1, |sums, card| sums | sums << card.value())
}
