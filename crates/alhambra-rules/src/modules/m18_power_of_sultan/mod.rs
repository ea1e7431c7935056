//! Module 18, Power of Sultan: cards for sale beside the market, each marked with a building type. Their owner
//! takes a tile of that type for nothing when it is drawn for the market.
//!
//! Everything about the cards is public: which are for sale, who has which, and what they are marked with.

use crate::core::agenda::{Bill, Filling, What};
use crate::core::book::Draft;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, Column, PieceId, Provenance, card as printed};
use crate::core::chance::Stream;
use crate::core::flat::Stack;
use crate::core::payment::Context;
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::{paying, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Supply, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 18.
#[derive(Clone, Copy, Debug)]
pub struct PowerOfSultan;

/// The cards that have been turned up, in that order, and how many of each currency have been used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    open: Stack<SultanCard, ALL>,
    used: [u8; 4],
    /// Whether the other possible die is played with: pavilion opposite garden, seraglio opposite tower.
    other_die: bool,
}

/// A sultan card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct SultanCard {
    card: CardKind,
    mark: Building,
    /// `None` while it is for sale.
    owner: Option<Seat>,
}

impl Default for SultanCard {
    fn default() -> SultanCard {
        SultanCard { card: CardKind::default(), mark: Building::Pavilion, owner: None }
    }
}

/// What players do with sultan cards. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Buys a card that is for sale, as an action. The payment is the next decision.
    Buy {
        /// Which.
        card: CardKind,
        /// What it is marked with.
        mark: Building,
    },
    /// Keeps the mark of the card just bought.
    Keep,
    /// Takes the mark off and rolls the die.
    Roll,
    /// Chooses the mark after the roll.
    Mark {
        /// The symbol rolled, or the one opposite to it.
        mark: Building,
    },
    /// Takes the tile on its way to the market for a card with its mark.
    Claim,
    /// Lets it go to the market, or to somebody else.
    Decline,
}

/// What sultan cards lead to. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// A card is bought; once it is paid, its owner decides about the mark.
    Mark {
        /// The buyer.
        seat: Seat,
        /// Which of the open cards.
        at: u8,
        /// How far the buyer has come.
        so_far: Marking,
    },
    /// A tile was drawn: the holders of a card with its type are asked in turn.
    Claim {
        /// The tile.
        piece: PieceId,
        /// Its type.
        building: Building,
        /// Who is asked first.
        first: Seat,
        /// Who is not asked any more.
        passed: SeatSet,
    },
}

/// How far the owner of a new card has come with its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Marking {
    /// Keep it or roll.
    Fresh,
    /// The die shows this.
    Rolled(Building),
    /// It is settled.
    Settled,
}

/// How many cards there are.
const ALL: usize = 8;

/// The kinds of card, one per currency in their order.
const CARDS: [CardKind; 4] = {
    let mut cards = [CardKind::from_number(0); 4];
    let (mut n, mut number) = (0, 0);
    while n < 4 {
        if let Some(kind) = CardKind::new(number)
            && matches!(kind.class(), CardClass::Sultan)
        {
            cards[n] = kind;
            n += 1;
        }
        number += 1;
    }
    cards
};

/// How many cards go into each of the first three piles.
const PILES: [u8; 3] = [3, 2, 3];

/// What lies opposite on the die, in the order of the types: as ranks that add up to seven.
const OPPOSITE: [Building; 6] = [
    Building::Tower,
    Building::Garden,
    Building::Chambers,
    Building::Arcades,
    Building::Seraglio,
    Building::Pavilion,
];

/// The other die that agrees with what is known: arcades and chambers opposite; garden, arcades and tower
/// around one corner.
const OTHER_OPPOSITE: [Building; 6] = [
    Building::Garden,
    Building::Tower,
    Building::Chambers,
    Building::Arcades,
    Building::Pavilion,
    Building::Seraglio,
];

impl Module for PowerOfSultan {
    const ID: ModuleId = ModuleId::PowerOfSultan;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "power-of-sultan",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Market, Touch::Money, Touch::Palace, Touch::OthersTurns],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("eight sultan cards at a price of 7, one of them for dirhams", Provenance::Found),
            ("two sultan cards of each currency", Provenance::Reconstructed),
            ("arcades opposite chambers on the die", Provenance::Found),
            ("the other opposite sides of the die", Provenance::Reconstructed),
        ],
        options: &[("die", &["tower", "garden"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::Reveal, Step::T11, Step::F4]);
    const PRINTED: &'static [Printed] = &[Printed::Cards(CardClass::Sultan, &[Column::Copies])];
    type State = State;
    type Action = Act;
    type Frame = Frame;

    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let cards = corrected.cards.iter().filter(|card| card.class == CardClass::Sultan);
        let all: usize = cards.map(|card| usize::from(card.copies)).sum();
        let counted = [Ref::Number(ALL as i32), Ref::Number(all as i32)];
        if all == ALL { Ok(()) } else { Err(Objection::of("so_many_sultan_cards", counted)) }
    }

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { other_die: chosen(values, "die", "garden"), ..State::default() })
    }

    /// U12: three, two and three into the first three piles; which ones is left to the shuffle.
    fn supply(rules: &Rules, supply: &mut Supply) {
        for kind in CARDS {
            for _ in 0..rules.edition().card(kind).copies {
                supply.rare = supply.rare.plus(Cards::one(low(kind)));
            }
        }
        for (pile, n) in PILES.into_iter().enumerate() {
            supply.insert(CardClass::Sultan, pile, n);
        }
    }

    /// A card that turns up lies beside the market and is marked by lot; it takes no place of the display.
    fn reveal(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
        if card.class() != CardClass::Sultan {
            return false;
        }
        // R-SU-2: the symbol on top, nobody chooses.
        let mark = roll(cx);
        let found = SultanCard { card, mark, owner: None };
        cx.g.mods.m18_power_of_sultan.open.push(found).expect("there are eight sultan cards");
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "revealed",
            refs: vec![Ref::Card(card), Ref::Building(mark)],
        });
        true
    }

    /// F4: a tile with a type is offered to the holders of its mark, before it reaches the market.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let (Step::F4, What::Fill(Filling { piece: Some(piece), once, .. })) = (step, cx.top().what) else {
            return;
        };
        let Some(building) = cx.g.core.pieces.building[piece.index()] else { return };
        if !cx
            .g
            .mods
            .m18_power_of_sultan
            .open
            .iter()
            .any(|card| card.owner.is_some() && card.mark == building)
        {
            return;
        }
        // R-SU-6: the player due next comes first. That is the active one while a turn is only about to begin,
        // which is when a single space is filled.
        let active = cx.g.core.turn.seat;
        let first = if once { active } else { active.left(cx.g.core.rules.players()) };
        let asking = Frame::Claim { piece, building, first, passed: SeatSet::EMPTY };
        cx.push(Step::F4, What::Module(ModFrame::PowerOfSultan(asking)));
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window != Window::MainAction || !turn::rules(g, seat).may_buy {
            return;
        }
        let cards = g.mods.m18_power_of_sultan.open.iter().filter(|card| card.owner.is_none());
        let mut buys: Vec<Act> = cards
            .filter(|card| paying::affordable(g, &bill(seat, card.card)))
            .map(|&SultanCard { card, mark, .. }| Act::Buy { card, mark })
            .collect();
        buys.sort_unstable();
        buys.dedup();
        out.extend(buys.into_iter().map(|act| Action::Module(ModAction::PowerOfSultan(act))));
    }

    fn legal(g: &GameState, _: Seat, frame: Frame, out: &mut Vec<Act>) {
        match frame {
            Frame::Mark { so_far: Marking::Fresh, .. } => out.extend([Act::Keep, Act::Roll]),
            Frame::Mark { so_far: Marking::Rolled(shown), .. } => {
                let mut marks = [shown, opposite(g, shown)];
                marks.sort_unstable();
                out.extend(marks.map(|mark| Act::Mark { mark }));
            }
            Frame::Mark { so_far: Marking::Settled, .. } => {}
            Frame::Claim { .. } => out.extend([Act::Claim, Act::Decline]),
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| frame.what);
        let Some(What::Module(ModFrame::PowerOfSultan(frame))) = asked else {
            let Act::Buy { card, mark } = act else { return refused("nothing_of_the_kind_is_asked_now") };
            return if !matches!(asked, Some(What::Turn)) {
                refused("sultan_cards_are_bought_in_ones_own_turn")
            } else if !turn::rules(g, seat).may_buy {
                Err(Illegal::OnlyMoneyNow)
            } else if for_sale(g, card, mark).is_none() {
                Err(Illegal::of(Self::ID, "that_card_is_not_for_sale").at(card))
            } else if !paying::affordable(g, &bill(seat, card)) {
                Err(Illegal::of(Self::ID, "your_hand_cannot_pay_for_that_card").at(card))
            } else {
                Ok(())
            };
        };
        let mut possible = Vec::new();
        Self::legal(g, seat, frame, &mut possible);
        match (frame, act) {
            (_, act) if possible.contains(&act) => Ok(()),
            (Frame::Mark { so_far: Marking::Rolled(_), .. }, Act::Mark { .. }) => {
                refused("the_mark_is_the_symbol_rolled_or_the_one")
            }
            (Frame::Mark { so_far: Marking::Rolled(_), .. }, Act::Roll) => refused("the_die_is_rolled_once"),
            (Frame::Mark { .. }, _) => refused("first_the_mark_of_the_card_just_bought_is_settled"),
            (Frame::Claim { .. }, _) => refused("claim_the_tile"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        if let Act::Buy { card, mark } = act {
            if let Some(at) = for_sale(cx.g, card, mark) {
                turn::count_action(cx.g);
                let buying = Frame::Mark { seat, at: at as u8, so_far: Marking::Fresh };
                cx.push(Step::T11, What::Module(ModFrame::PowerOfSultan(buying)));
                cx.push(Step::P3, What::Pay(bill(seat, card)));
            }
            return;
        }
        let What::Module(ModFrame::PowerOfSultan(frame)) = cx.top().what else { return };
        match frame {
            Frame::Mark { at, .. } => {
                let so_far = decide_mark(cx, seat, usize::from(at), act);
                cx.top().what = What::Module(ModFrame::PowerOfSultan(Frame::Mark { seat, at, so_far }));
            }
            Frame::Claim { piece, building, first, passed } => {
                let claimed = act == Act::Claim;
                let passed =
                    if claimed { SeatSet::all(cx.g.core.rules.players()) } else { passed.with(seat) };
                let asking = Frame::Claim { piece, building, first, passed };
                cx.top().what = What::Module(ModFrame::PowerOfSultan(asking));
                if claimed {
                    claim(cx, seat, building);
                }
            }
        }
    }

    fn step(cx: &mut Cx<'_, '_>, frame: Frame) -> Stepped {
        match frame {
            Frame::Mark { so_far: Marking::Settled, .. } => Stepped::Done,
            Frame::Mark { seat, at, .. } => {
                // It runs for the first time when the card has been paid.
                cx.g.mods.m18_power_of_sultan.open[usize::from(at)].owner = Some(seat);
                Stepped::Ask(SeatSet::one(seat))
            }
            Frame::Claim { building, first, passed, .. } => {
                let mut order = cx.g.core.rules.seats_from(first);
                let asked =
                    order.find(|seat| !passed.contains(*seat) && held(cx.g, *seat, building).is_some());
                asked.map_or(Stepped::Done, |seat| Stepped::Ask(SeatSet::one(seat)))
            }
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Decline
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Buy { card, mark } => [Ref::Card(card), Ref::Building(mark)].into(),
            Act::Keep | Act::Roll => Described::default(),
            Act::Mark { mark } => [Ref::Building(mark)].into(),
            Act::Claim | Act::Decline => match g.agenda.frames.last().map(|frame| frame.what) {
                Some(What::Module(ModFrame::PowerOfSultan(Frame::Claim { piece, .. }))) => {
                    [Ref::Piece(piece)].into()
                }
                _ => Described::default(),
            },
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m18_power_of_sultan;
        let of = |owner: Option<Seat>| {
            let cards = state.open.iter().filter(|card| card.owner == owner);
            cards.map(|card| (card.card, card.mark)).collect::<Vec<_>>()
        };
        let owned = g.rules().seats().map(|seat| (seat, of(Some(seat))));
        let owned = owned.filter(|(_, cards)| !cards.is_empty()).collect();
        let mut shows = vec![
            ("for_sale", Shown::Marked(of(None))),
            ("cards", Shown::MarkedBySeat(owned)),
            ("used", Shown::Number(state.used.iter().map(|n| i32::from(*n)).sum())),
        ];
        match g.agenda.frames.iter().rev().find_map(|frame| match frame.what {
            What::Module(ModFrame::PowerOfSultan(own)) => Some(own),
            _ => None,
        }) {
            Some(Frame::Mark { so_far: Marking::Rolled(shown), .. }) => {
                shows.push(("rolled", Shown::Buildings(vec![shown])));
            }
            Some(Frame::Claim { piece, passed, .. }) if passed != SeatSet::all(g.rules().players()) => {
                shows.push(("drawn", Shown::Tiles(vec![piece])));
            }
            _ => {}
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m18_power_of_sultan;
        for (i, kind) in CARDS.into_iter().enumerate() {
            let open = state.open.iter().filter(|card| card.card == kind).count();
            let known = g.core.deck.known.iter().filter(|known| known.card == kind).count();
            let found = open + known + usize::from(state.used[i] + g.core.deck.rare.count(low(kind)));
            if found != usize::from(g.core.card(kind).copies) {
                return Err(format!("there are {found} cards {kind}"));
            }
        }
        match state
            .open
            .iter()
            .filter_map(|card| card.owner)
            .find(|owner| owner.index() >= g.rules().players())
        {
            Some(owner) => Err(format!("nobody sits at seat {}, who has a sultan card", owner.index())),
            None => Ok(()),
        }
    }

    /// `sale: dirham tower, florin garden; 1: denar tower`: these cards are open, each with its mark. `die garden`
    /// plays with the other die.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        if text == "die garden" {
            g.mods.m18_power_of_sultan.other_die = true;
            return Ok(());
        }
        for part in text.split(';') {
            let (whose, list) = part.split_once(':').ok_or("say \"sale: dirham tower; 1: denar garden\"")?;
            let owner = match whose.trim() {
                "sale" => None,
                seat => Some(seat.parse().ok().and_then(Seat::new).ok_or("a seat is a number")?),
            };
            for words in list.split(',').map(str::trim) {
                let (money, mark) = words.split_once(' ').ok_or("a card is its currency and its mark")?;
                let card = CARDS.into_iter().find(|card| currency(*card) == money);
                let mark = Building::ALL.into_iter().find(|building| building.name() == mark);
                let (Some(card), Some(mark)) = (card, mark) else {
                    return Err(format!("there is no sultan card \"{words}\""));
                };
                if !g.core.deck.rare.take(low(card)) {
                    return Err(format!("there is no {card} left"));
                }
                let open = &mut g.mods.m18_power_of_sultan.open;
                open.push(SultanCard { card, mark, owner }).map_err(|_| "too many cards".to_owned())?;
            }
        }
        Ok(())
    }
}

/// The number under which the deck counts a card that no hand can hold.
const fn low(card: CardKind) -> CardKind {
    CardKind::from_number(card.number() - 64)
}

#[cfg(feature = "testkit")]
fn currency(card: CardKind) -> &'static str {
    printed(card).currency().map_or("", crate::Currency::name)
}

/// 7 in the currency of the card, like a building (payment context C4).
fn bill(seat: Seat, card: CardKind) -> Bill {
    let printed = printed(card);
    Bill {
        seat,
        context: Context::Thing,
        price: printed.value,
        currency: printed.currency(),
        extra_action: true,
        ..Bill::default()
    }
}

/// Which of the open cards this is, if it is for sale. Cards alike are worth the same.
fn for_sale(g: &GameState, card: CardKind, mark: Building) -> Option<usize> {
    let wanted = SultanCard { card, mark, owner: None };
    g.mods.m18_power_of_sultan.open.iter().position(|open| *open == wanted)
}

/// Which of the open cards lets `seat` claim such a tile: the one turned up first (R-SU-7).
fn held(g: &GameState, seat: Seat, building: Building) -> Option<usize> {
    let own = |card: &SultanCard| card.owner == Some(seat) && card.mark == building;
    g.mods.m18_power_of_sultan.open.iter().position(own)
}

fn roll(cx: &mut Cx<'_, '_>) -> Building {
    Building::ALL[cx.pick(6, Stream::SultanDie) as usize]
}

fn opposite(g: &GameState, shown: Building) -> Building {
    let die = if g.mods.m18_power_of_sultan.other_die { OTHER_OPPOSITE } else { OPPOSITE };
    die[shown.index()]
}

/// The buyer keeps the mark, or rolls once and chooses between two (R-SU-1).
fn decide_mark(cx: &mut Cx<'_, '_>, seat: Seat, at: usize, act: Act) -> Marking {
    match act {
        Act::Roll => {
            let shown = roll(cx);
            cx.emit(|_| told(seat, "rolls", vec![Ref::Building(shown)]));
            Marking::Rolled(shown)
        }
        Act::Mark { mark } => {
            cx.g.mods.m18_power_of_sultan.open[at].mark = mark;
            cx.emit(|_| told(seat, "marks", vec![Ref::Building(mark)]));
            Marking::Settled
        }
        _ => {
            cx.emit(|_| told(seat, "keeps", Vec::new()));
            Marking::Settled
        }
    }
}

/// The card leaves the game, and the tile is placed at once. Nothing is bought (R-SU-4).
fn claim(cx: &mut Cx<'_, '_>, seat: Seat, building: Building) {
    let (Some(at), Some(piece)) = (held(cx.g, seat, building), cx.take_drawn()) else { return };
    let state = &mut cx.g.mods.m18_power_of_sultan;
    let SultanCard { card, .. } = state.open.remove(at);
    if let Some(i) = CARDS.iter().position(|kind| *kind == card) {
        state.used[i] += 1;
    }
    cx.g.core.pieces.bought[seat.index()].insert(piece);
    cx.emit(|_| told(seat, "claims", vec![Ref::Piece(piece), Ref::Card(card)]));
    let gifts = cx.g.core.rules.dirk();
    cx.place_now(seat, gifts);
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::PowerOfSultan, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
