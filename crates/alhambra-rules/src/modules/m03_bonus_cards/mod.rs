//! Module 3, Bonus Cards: a card counts as one more building while the tile it shows stands in one's palace.
//!
//! Cards stay hidden until they are played, in one's own turn or right before a scoring counts.

use crate::classic_piece;
use crate::core::agenda::{Leaving, What};
use crate::core::catalogue::{CardClass, CardKind, PieceId, PieceKind, Provenance, card as printed};
use crate::core::chance::Stream;
use crate::core::placing;
use crate::core::score::CountBook;
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::{Barrier, Rules};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::{Audience, Happened};
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 3.
#[derive(Clone, Copy, Debug)]
pub struct BonusCards;

/// Where each of the ten cards is, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    cards: [Place; N],
}

/// Where a bonus card is. The order is frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Place {
    /// Not dealt, and seen by nobody.
    #[default]
    Unused,
    /// In a hand, known to its owner only.
    Secret(Seat),
    /// In a hand again after it lay open: everybody knows it is there (A-BO-3).
    Back(Seat),
    /// Open in front of its owner.
    Open(Seat),
}

impl Place {
    /// Whose hand it is in, to be played.
    fn holder(self) -> Option<Seat> {
        match self {
            Place::Secret(seat) | Place::Back(seat) => Some(seat),
            Place::Unused | Place::Open(_) => None,
        }
    }
}

/// What a player can do with bonus cards. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Lays a card open (B1). No action of the turn.
    Play {
        /// The card.
        card: CardKind,
    },
    /// Plays none before this scoring, unless somebody else does.
    Pass,
}

/// S02: everybody with cards is asked in turn until all have passed in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// From whom on to look for somebody to ask.
    next: Seat,
    /// Who has passed since a card was played.
    passed: SeatSet,
}

impl Module for BonusCards {
    const ID: ModuleId = ModuleId::BonusCards;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "bonus-cards",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[("the ten tiles on the cards", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T10, Step::O3, Step::S02, Step::S20]);
    type State = State;
    type Action = Act;
    type Frame = Round;

    /// B2: the card of a tile that leaves the palace goes back into the hand; a tile that only moves keeps it.
    const FATES: &'static [(Leaving, Fate)] = &[
        (Leaving::Reserve, Fate::ToOwner),
        (Leaving::Sold, Fate::ToOwner),
        (Leaving::Discarded, Fate::ToOwner),
    ];

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        take_back(cx, seat, piece);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U14 => deal(cx),
            Step::S02 => {
                let next = cx.g.core.turn.seat.left(cx.g.core.rules.players());
                let round = Round { next, passed: SeatSet::EMPTY };
                cx.push(Step::S02, What::Module(ModFrame::BonusCards(round)));
            }
            _ => {}
        }
    }

    /// T10: cards are played beside the actions of one's own turn, and are none themselves.
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::Free {
            let plays = playable(g, seat).map(|card| Act::Play { card });
            out.extend(plays.map(|act| Action::Module(ModAction::BonusCards(act))));
        }
    }

    /// Whoever holds a card is asked, whether or not it could be played (A-BO-4).
    fn step(cx: &mut Cx<'_, '_>, round: Round) -> Stepped {
        let mut order = cx.g.core.rules.seats_from(round.next);
        let asked = order.find(|seat| !round.passed.contains(*seat) && hand(cx.g, *seat).next().is_some());
        asked.map_or(Stepped::Done, |seat| Stepped::Ask(SeatSet::one(seat)))
    }

    fn legal(g: &GameState, seat: Seat, _: Round, out: &mut Vec<Act>) {
        out.extend(playable(g, seat).map(|card| Act::Play { card }));
        out.push(Act::Pass);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let refused_at = |key, card: CardKind| Err(Illegal::of(Self::ID, key).at(card));
        match (g.agenda.frames.last().map(|f| f.what), act) {
            (Some(What::Module(_)), Act::Pass) => Ok(()),
            (_, Act::Pass) => refused("only_before_a_scoring_is_anybody_asked_for_bonus_cards"),
            (Some(What::Turn | What::Module(_)), Act::Play { card }) => match tile_of(card) {
                None => refused_at("that_is_no_bonus_card", card),
                Some(_) if !hand(g, seat).any(|c| c == card) => {
                    refused_at("that_card_is_not_in_your_hand", card)
                }
                Some(tile) if !stands(g, seat, tile) => Err(Illegal::NotInPalace { piece: tile }),
                Some(_) => Ok(()),
            },
            _ => refused("bonus_cards_are_played_in_ones_own_turn_or"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        if let Act::Play { card } = act
            && let Some(i) = slot(card)
        {
            // What the others have seen cannot be taken back.
            cx.g.core.info.learned(Barrier::Shown);
            cx.g.mods.m03_bonus_cards.cards[i] = Place::Open(seat);
            cx.emit(|_| told(seat, "plays", &[card]));
        }
        let players = cx.g.core.rules.players();
        if let What::Module(ModFrame::BonusCards(round)) = &mut cx.top().what {
            round.next = seat.left(players);
            round.passed = if act == Act::Pass { round.passed.with(seat) } else { SeatSet::EMPTY };
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Pass
    }

    fn describe(_: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Play { card } => {
                [Ref::Card(card)].into_iter().chain(tile_of(card).map(Ref::Piece)).collect()
            }
            Act::Pass => Described::default(),
        }
    }

    /// S20: only the majorities count a card (A-BO-2).
    fn counts(g: &GameState, book: &mut CountBook) {
        for (i, place) in g.mods.m03_bonus_cards.cards.iter().enumerate() {
            if let (Place::Open(seat), Some(building)) = (*place, printed(CARDS[i]).building)
                && stands(g, seat, TILES[i])
            {
                book.add(Scorer::Seat(seat), building, 2);
            }
        }
    }

    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let by_owner = |at: fn(Seat) -> Place| {
            let owned = |seat: Seat| {
                let cards = g.mods.m03_bonus_cards.cards.iter().zip(CARDS);
                let cards: Vec<_> =
                    cards.filter(|(place, _)| **place == at(seat)).map(|(_, card)| card).collect();
                (!cards.is_empty()).then_some((seat, cards))
            };
            Shown::CardsBySeat(g.rules().seats().filter_map(owned).collect())
        };
        let held = g.rules().seats().map(|seat| hand(g, seat).count() as i32).collect();
        let mut shows = vec![
            ("open", by_owner(Place::Open)),
            ("cards_held", Shown::BySeat(held)),
            ("taken_back", by_owner(Place::Back)),
        ];
        shows.extend(viewer.map(|seat| ("your_cards", Shown::Cards(hand(g, seat).collect()))));
        shows
    }

    /// What the others hold unseen and what was never dealt changes places.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        let cards = &mut g.mods.m03_bonus_cards.cards;
        let hidden = |place: Place| match place {
            Place::Unused => true,
            Place::Secret(seat) => seat != observer,
            Place::Back(_) | Place::Open(_) => false,
        };
        let slots: Vec<usize> = (0..N).filter(|i| hidden(cards[*i])).collect();
        // In an order that says nothing about where they really are: equal knowledge, equal worlds.
        let mut places: Vec<Place> = slots.iter().map(|slot| cards[*slot]).collect();
        places.sort_by_key(|place| if let Place::Secret(seat) = place { seat.index() } else { usize::MAX });
        for slot in slots {
            cards[slot] = places.remove(pick(places.len() as u32) as usize);
        }
    }

    /// A card is in one place by construction. Nobody has more than were dealt, and an open card's tile stands.
    fn census(g: &GameState) -> Result<(), String> {
        let cards = &g.mods.m03_bonus_cards.cards;
        let mut held = [0; crate::MAX_SEATS];
        for (place, card) in cards.iter().zip(CARDS) {
            let (Place::Secret(seat) | Place::Back(seat) | Place::Open(seat)) = *place else { continue };
            held[seat.index()] += 1;
            if seat.index() >= g.rules().players() || held[seat.index()] > dealt(g.rules()) {
                return Err(format!("seat {} has too many bonus cards", seat.index()));
            }
            if matches!(place, Place::Open(_)) && !tile_of(card).is_some_and(|tile| stands(g, seat, tile)) {
                return Err(format!("the bonus card {} is open without its tile", card.name()));
            }
        }
        Ok(())
    }

    /// `0: garden 10, tower 12 open; 1: arcades 9`: all other cards are not dealt.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let mut cards = [Place::Unused; N];
        for part in text.split(';') {
            let (seat, list) = part.split_once(':').ok_or("say \"0: garden 10, tower 12 open; 1: …\"")?;
            let seat = seat.trim().parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
            for words in list.split(',').map(str::trim) {
                let (wanted, place) = match words.strip_suffix(" open") {
                    Some(wanted) => (wanted, Place::Open(seat)),
                    None => (words, Place::Secret(seat)),
                };
                let i = CARDS.iter().position(|card| card.name() == wanted);
                let i = i.ok_or_else(|| format!("there is no bonus card {wanted}"))?;
                if cards[i] != Place::Unused {
                    return Err(format!("there is only one bonus card {wanted}"));
                }
                cards[i] = place;
            }
        }
        g.mods.m03_bonus_cards.cards = cards;
        Ok(())
    }
}

/// How many bonus cards there are.
const N: usize = 10;

/// The ten cards, by number.
const CARDS: [CardKind; N] = {
    let mut cards = [CardKind::from_number(0); N];
    let (mut n, mut number) = (0, 0);
    while n < N {
        if let Some(kind) = CardKind::new(number)
            && matches!(kind.class(), CardClass::Bonus)
        {
            cards[n] = kind;
            n += 1;
        }
        number += 1;
    }
    cards
};

/// The tile each card shows: the base tile of its building and price that has no wall.
const TILES: [PieceId; N] = {
    let mut tiles = [pictured(CARDS[0]); N];
    let mut i = 1;
    while i < N {
        tiles[i] = pictured(CARDS[i]);
        i += 1;
    }
    tiles
};

const fn pictured(card: CardKind) -> PieceId {
    let mut number = 0;
    while let Some(id) = PieceId::new(number) {
        let piece = classic_piece(id);
        if let (PieceKind::Base, [Some(building), _], Some(wanted)) =
            (piece.kind, piece.building, printed(card).building)
            && building as u8 == wanted as u8
            && piece.price == printed(card).value
            && piece.walls[0].is_empty()
        {
            return id;
        }
        number += 1;
    }
    panic!("every bonus card shows a tile of the catalogue")
}

fn slot(card: CardKind) -> Option<usize> {
    CARDS.iter().position(|c| *c == card)
}

fn tile_of(card: CardKind) -> Option<PieceId> {
    slot(card).map(|i| TILES[i])
}

/// The unplayed cards of a seat, ascending.
fn hand(g: &GameState, seat: Seat) -> impl Iterator<Item = CardKind> + '_ {
    let cards = g.mods.m03_bonus_cards.cards.iter().zip(CARDS);
    cards.filter(move |(place, _)| place.holder() == Some(seat)).map(|(_, card)| card)
}

/// Those whose tile stands in the palace of `seat`.
fn playable(g: &GameState, seat: Seat) -> impl Iterator<Item = CardKind> + '_ {
    hand(g, seat).filter(move |card| tile_of(*card).is_some_and(|tile| stands(g, seat, tile)))
}

fn stands(g: &GameState, seat: Seat, tile: PieceId) -> bool {
    g.core.pieces.palace[seat.index()].contains(tile) && !placing::unfinished(g, tile, 0)
}

/// How many cards each player gets.
fn dealt(rules: &Rules) -> usize {
    match rules.players() {
        ..=3 => 3,
        4..=5 => 2,
        _ => 1,
    }
}

/// U14: the cards nobody gets stay face down and are not used.
fn deal(cx: &mut Cx<'_, '_>) {
    let mut left: Vec<usize> = (0..N).collect();
    for seat in cx.g.core.rules.seats() {
        for _ in 0..dealt(&cx.g.core.rules) {
            let k = cx.pick(left.len() as u32, Stream::Bonus) as usize;
            cx.g.mods.m03_bonus_cards.cards[left.remove(k)] = Place::Secret(seat);
        }
        cx.emit_to(Audience::Seat(seat), |g| told(seat, "dealt", &hand(g, seat).collect::<Vec<_>>()));
    }
}

/// O3: the card of a tile that leaves goes back into the hand (B2).
fn take_back(cx: &mut Cx<'_, '_>, seat: Seat, tile: PieceId) {
    let cards = &mut cx.g.mods.m03_bonus_cards.cards;
    if let Some(i) = TILES.iter().position(|t| *t == tile)
        && cards[i] == Place::Open(seat)
    {
        cards[i] = Place::Back(seat);
        cx.emit(|_| told(seat, "taken_back", &[CARDS[i]]));
    }
}

fn told(seat: Seat, key: &'static str, cards: &[CardKind]) -> Happened {
    Happened::Module {
        by: ModuleId::BonusCards,
        seat: Some(seat),
        key,
        refs: cards.iter().map(|card| Ref::Card(*card)).collect(),
    }
}

#[cfg(test)]
mod tests;
