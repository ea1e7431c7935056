//! Module 19, Caravanserai: a card whose value grows. Its marker moves a space in every turn of its owner, along a
//! track of one currency or aside into another, and is spent whole, as money of that currency.
//!
//! Everything lies open. The value of a marker is money, but no card and no part of a hand.

use crate::core::agenda::{Bill, What};
use crate::core::building::{Building, Currency};
use crate::core::catalogue::{CardClass, CardKind, Column, Half, PieceId, Provenance};
use crate::core::payment::{Context, PayRules, Request};
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 19.
#[derive(Clone, Copy, Debug)]
pub struct Caravanserai;

/// How many cards there are, and how many anybody may have in a game.
const N: usize = 8;
const MOST: usize = 2;

/// The cards.
const CARDS: [CardKind; N] = {
    let mut cards = [CardKind::from_number(0); N];
    let (mut n, mut number) = (0, 0);
    while n < N {
        if let Some(kind) = CardKind::new(number)
            && matches!(kind.class(), CardClass::Caravanserai)
        {
            cards[n] = kind;
            n += 1;
        }
        number += 1;
    }
    cards
};

/// Where a marker stands: on the track from 0 to 5, or aside at 2, 3 or 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Node {
    value: u8,
    aside: bool,
}

impl Node {
    /// Along the track; from a branch there is no way on (R-CV-1).
    fn forward(self) -> Option<Node> {
        (!self.aside && self.value < 5).then_some(Node { value: self.value + 1, aside: false })
    }

    /// Into the branch at this space, of the same value.
    fn sideways(self) -> Option<Node> {
        (!self.aside && (2..=4).contains(&self.value)).then_some(Node { aside: true, ..self })
    }
}

/// Whose the cards are, and where their markers stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    owner: [Option<Seat>; N],
    marker: [Node; N],
}

/// What a player can do with caravanserais. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Buys a card, as an action of one's own turn.
    Buy {
        /// The card.
        card: CardKind,
    },
    /// Moves a marker along its track.
    Forward {
        /// Its card.
        card: CardKind,
    },
    /// Moves a marker into the branch beside it.
    Sideways {
        /// Its card.
        card: CardKind,
    },
    /// Leaves all markers where they are.
    Stay,
}

/// T03: a marker may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    seat: Seat,
    decided: bool,
}

impl Module for Caravanserai {
    const ID: ModuleId = ModuleId::Caravanserai;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "caravanserai",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the track and three of the eight cards", Provenance::Found),
            ("the currencies beside the track on the other five cards", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T03, Step::T11, Step::P2, Step::P3, Step::P4]);
    const PRINTED: &'static [Printed] =
        &[Printed::Cards(CardClass::Caravanserai, &[Column::Currency, Column::Branches])];
    type State = State;
    type Action = Act;
    type Frame = Moving;

    /// DP-CV-3: one, the other, or both, wherever money that is no card is taken.
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        if request.context != Context::Escrow {
            let owned = owned(g, request.seat).count();
            // Without a second one there is nothing to ask about it.
            let choices = (1u8..=3).filter(|choice| usize::from(*choice) < 1 << owned.min(MOST));
            out.extend(choices.filter(|choice| spends(g, request.seat, *choice).is_some()));
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, value: u8) -> &'static str {
        match value {
            1 => "with_the_first_caravanserai",
            2 => "with_the_second_caravanserai",
            _ => "with_both_caravanserais",
        }
    }

    fn quote(g: &GameState, request: &Request, pay: &mut PayRules) {
        for card in spends(g, request.seat, request.terms.of(Self::ID)).into_iter().flatten() {
            let (value, currency) = worth(g, card);
            pay.give_credit(currency, value);
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let running = cx.top().what;
        let (seat, terms) = match running {
            What::Turn if step == Step::T03 => {
                let seat = cx.g.core.turn.seat;
                // Whether there is anything to move is for everybody to see.
                if owned(cx.g, seat).any(|card| moves(cx.g, card).next().is_some()) {
                    let moving = Moving { seat, decided: false };
                    cx.push(Step::T03, What::Module(ModFrame::Caravanserai(moving)));
                }
                return;
            }
            What::Buy(deal) => (deal.seat, deal.terms),
            What::Pay(bill) => (bill.seat, bill.terms),
            _ => return,
        };
        if step != Step::P4 {
            return;
        }
        for card in spends(cx.g, seat, terms.of(Self::ID)).into_iter().flatten() {
            let (value, currency) = worth(cx.g, card);
            cx.g.mods.m19_caravanserai.marker[card] = Node::default();
            cx.emit(|_| told(seat, "spends", vec![Ref::Number(value.into()), Ref::Currency(currency)]));
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction && may_buy(g, seat).is_ok() {
            let open = (0..N).filter(|card| g.mods.m19_caravanserai.owner[*card].is_none());
            out.extend(open.map(|i| Action::Module(ModAction::Caravanserai(Act::Buy { card: CARDS[i] }))));
        }
    }

    fn step(_: &mut Cx<'_, '_>, moving: Moving) -> Stepped {
        if moving.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(moving.seat)) }
    }

    fn legal(g: &GameState, seat: Seat, _: Moving, out: &mut Vec<Act>) {
        out.extend(owned(g, seat).flat_map(|card| moves(g, card).map(|(act, _)| act).collect::<Vec<_>>()));
        out.push(Act::Stay);
        out.sort_unstable();
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let refused_at = |key, card: CardKind| Err(Illegal::of(Self::ID, key).at(card));
        let on_top = g.agenda.frames.last().map(|frame| frame.what);
        let moving = matches!(on_top, Some(What::Module(ModFrame::Caravanserai(_))));
        match act {
            Act::Buy { .. } if on_top != Some(What::Turn) => refused("bought_as_an_action"),
            Act::Buy { card } => match number(card) {
                Some(i) if g.mods.m19_caravanserai.owner[i].is_none() => may_buy(g, seat),
                _ => refused_at("that_card_is_not_for_sale", card),
            },
            Act::Forward { .. } | Act::Sideways { .. } | Act::Stay if !moving => {
                refused("markers_move_when_a_turn_begins")
            }
            Act::Stay => Ok(()),
            Act::Forward { card } | Act::Sideways { card } => {
                let own = number(card).filter(|i| g.mods.m19_caravanserai.owner[*i] == Some(seat));
                match own {
                    None => refused_at("that_card_is_not_yours", card),
                    Some(i) if moves(g, i).any(|(possible, _)| possible == act) => Ok(()),
                    Some(_) => refused_at("the_marker_cannot_go_there", card),
                }
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Buy { card } => {
                let (Some(i), Some(bill)) = (number(card), bill(cx.g, seat)) else { return };
                turn::count_action(cx.g);
                cx.g.mods.m19_caravanserai.owner[i] = Some(seat);
                cx.emit(|_| told(seat, "buys", vec![Ref::Card(card)]));
                cx.push(Step::P3, What::Pay(bill));
            }
            Act::Forward { card } | Act::Sideways { card } => {
                let Some(i) = number(card) else { return };
                let Some((_, node)) = moves(cx.g, i).find(|(possible, _)| *possible == act) else { return };
                cx.g.mods.m19_caravanserai.marker[i] = node;
                let (value, currency) = worth(cx.g, i);
                let refs = vec![Ref::Card(card), Ref::Number(value.into()), Ref::Currency(currency)];
                cx.emit(|_| told(seat, "moves", refs));
                decided(cx);
            }
            Act::Stay => decided(cx),
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Stay
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Buy { card } => [Ref::Card(card)].into(),
            Act::Forward { card } | Act::Sideways { card } => {
                let to = number(card).and_then(|i| {
                    let (_, node) = moves(g, i).find(|(possible, _)| *possible == act)?;
                    Some([Ref::Number(node.value.into()), Ref::Currency(currency_at(g, i, node))])
                });
                std::iter::once(Ref::Card(card)).chain(to.into_iter().flatten()).collect()
            }
            Act::Stay => Described::default(),
        }
    }

    /// E4: what the markers stand on counts as money of its currency.
    fn holdings(g: &GameState, seat: Seat, currency: Currency) -> u16 {
        let values = owned(g, seat).map(|card| worth(g, card)).filter(|(_, of)| *of == currency);
        values.map(|(value, _)| u16::from(value)).sum()
    }

    /// Half a point for each coin: those the markers stand on, and those that are still to come. One marker moves in a turn,
    /// however many cards there are, and a tile of the tower comes with about every turn at the table; some of it is spent
    /// too early or lost in change.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let coins: i16 = owned(g, seat).map(|card| i16::from(worth(g, card).0)).sum();
        let turns = match owned(g, seat).next() {
            Some(_) => g.core.pieces.tower_len() / g.rules().players(),
            None => 0,
        };
        (10 * coins + 7 * turns as i16) / 20
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m19_caravanserai;
        let open = (0..N).filter(|card| state.owner[*card].is_none()).map(|card| CARDS[card]);
        let holders = || g.rules().seats().filter(|seat| owned(g, *seat).next().is_some());
        let cards = |seat| (seat, owned(g, seat).map(|card| CARDS[card]).collect());
        let values = |seat| (seat, owned(g, seat).map(|card| word(worth(g, card))).collect());
        vec![
            ("for_sale", Shown::Cards(open.collect())),
            ("cards", Shown::CardsBySeat(holders().map(cards).collect())),
            ("markers", Shown::WordsBySeat(holders().map(values).collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m19_caravanserai;
        if let Some(seat) = g.rules().seats().find(|seat| owned(g, *seat).count() > MOST) {
            return Err(format!("seat {} has too many caravanserais", seat.index()));
        }
        for (i, node) in state.marker.iter().enumerate() {
            let aside = node.aside && !(2..=4).contains(&node.value);
            if node.value > 5 || aside || state.owner[i].is_none() && *node != Node::default() {
                return Err(format!("the marker of {} stands at {node:?}", CARDS[i]));
            }
        }
        Ok(())
    }

    /// `0: caravanserai-5 2, caravanserai-3 3 aside; 1: caravanserai-1`: cards and where their markers stand.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for clause in text.split(';').map(str::trim) {
            let (seat, cards) = clause.split_once(':').ok_or("say \"0: caravanserai-5 2\"")?;
            let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
            for words in cards.split(',') {
                let mut words = words.split_whitespace();
                let key = words.next().unwrap_or_default();
                let card =
                    key.parse().ok().and_then(number).ok_or_else(|| format!("which card is {key}?"))?;
                let value = words.next().unwrap_or("0").parse().map_err(|_| "a marker stands at 0 to 5")?;
                let aside = words.next() == Some("aside");
                g.mods.m19_caravanserai.owner[card] = Some(seat);
                g.mods.m19_caravanserai.marker[card] = Node { value, aside };
            }
        }
        Ok(())
    }
}

/// Which of the eight a card is.
fn number(card: CardKind) -> Option<usize> {
    CARDS.iter().position(|kind| *kind == card)
}

/// The currency of the track of a card.
fn main(g: &GameState, card: usize) -> Currency {
    g.core.card(CARDS[card]).currency().unwrap_or(Currency::Florin)
}

fn currency_at(g: &GameState, card: usize, node: Node) -> Currency {
    let sides = g.core.card(CARDS[card]).sides;
    match sides.get(usize::from(node.value).wrapping_sub(2)) {
        Some(side) if node.aside => *side,
        _ => main(g, card),
    }
}

/// What the marker of a card is worth now.
fn worth(g: &GameState, card: usize) -> (u8, Currency) {
    let node = g.mods.m19_caravanserai.marker[card];
    (node.value, currency_at(g, card, node))
}

/// The cards of a seat, in the order of their numbers: the first and the second caravanserai.
fn owned(g: &GameState, seat: Seat) -> impl Iterator<Item = usize> + '_ {
    (0..N).filter(move |card| g.mods.m19_caravanserai.owner[*card] == Some(seat))
}

/// The cards a choice spends: 1 the first, 2 the second, 3 both. A marker on 0 cannot be spent.
fn spends(g: &GameState, seat: Seat, choice: u8) -> Option<impl Iterator<Item = usize> + use<>> {
    if choice == 0 {
        return None;
    }
    let mut cards = owned(g, seat);
    let cards: [Option<usize>; MOST] = std::array::from_fn(|_| cards.next());
    let chosen = cards.into_iter().enumerate().filter(move |(i, _)| choice >> i & 1 != 0);
    let chosen = chosen.filter_map(|(_, card)| card);
    let whole = chosen.clone().count() == choice.count_ones() as usize;
    (whole && chosen.clone().all(|card| worth(g, card).0 > 0)).then_some(chosen)
}

/// Where the marker of a card can go.
fn moves(g: &GameState, card: usize) -> impl Iterator<Item = (Act, Node)> + use<> {
    let (node, kind) = (g.mods.m19_caravanserai.marker[card], CARDS[card]);
    let forward = node.forward().map(|node| (Act::Forward { card: kind }, node));
    let sideways = node.sideways().map(|node| (Act::Sideways { card: kind }, node));
    forward.into_iter().chain(sideways)
}

/// The types of finished buildings in a palace (R-CV-2, R-CV-3): neither the reserve nor what waits to be placed.
fn types(g: &GameState, seat: Seat) -> usize {
    let has = |building: &Building| {
        let pieces = g.core.pieces.palace[seat.index()];
        let built = |piece: PieceId| Half::BOTH.map(|half| placing::building_on(g, piece, half.index()));
        pieces.iter().any(|piece| built(piece).contains(&Some(*building)))
    };
    Building::ALL.iter().filter(|building| has(building)).count()
}

/// What the next card costs this seat, if it may have one: the first with four types, the second with five.
fn price(g: &GameState, seat: Seat) -> Option<u8> {
    match (owned(g, seat).count(), types(g, seat)) {
        (0, 4) => Some(8),
        (0 | 1, 5) => Some(4),
        (0 | 1, 6) => Some(2),
        _ => None,
    }
}

/// In any one currency, like a building (payment context C5).
fn bill(g: &GameState, seat: Seat) -> Option<Bill> {
    let price = price(g, seat)?;
    Some(Bill { seat, context: Context::AnyOneThing, price, extra_action: true, ..Bill::default() })
}

fn may_buy(g: &GameState, seat: Seat) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::Caravanserai, key));
    match bill(g, seat) {
        _ if owned(g, seat).count() >= MOST => refused("two_caravanserais_at_most"),
        None => refused("not_enough_building_types"),
        // A turn in which no tile may be bought has no room for other purchases either.
        Some(_) if !turn::rules(g, seat).may_buy => Err(Illegal::OnlyMoneyNow),
        Some(bill) if !paying::affordable(g, &bill) => refused("the_card_costs_more"),
        Some(_) => Ok(()),
    }
}

fn decided(cx: &mut Cx<'_, '_>) {
    if let What::Module(ModFrame::Caravanserai(moving)) = &mut cx.top().what {
        moving.decided = true;
    }
}

/// A value as a word of this module.
fn word((value, currency): (u8, Currency)) -> &'static str {
    const WORDS: [[&str; 6]; 4] = [
        ["nothing", "1_florin", "2_florin", "3_florin", "4_florin", "5_florin"],
        ["nothing", "1_dirham", "2_dirham", "3_dirham", "4_dirham", "5_dirham"],
        ["nothing", "1_denar", "2_denar", "3_denar", "4_denar", "5_denar"],
        ["nothing", "1_ducat", "2_ducat", "3_ducat", "4_ducat", "5_ducat"],
    ];
    WORDS[currency.index()][usize::from(value.min(5))]
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Caravanserai, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
