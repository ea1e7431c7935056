//! Module 28, Major Construction Projects: tiles of two cells and two buildings, won by a bid that stands for a
//! whole round.
//!
//! All projects lie beside the market; which one is turned up next is decided when it is. The cards of a bid lie
//! open under its marker, in the core's escrow.

use crate::core::agenda::{Bill, What};
use crate::core::book::Draft;
use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::{Column, Footprint, Half, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::chance::Stream;
use crate::core::paying;
use crate::core::payment::{Context, PayRules, Payee};
use crate::core::score::{SCORERS, ranks};
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Supply, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 28.
#[derive(Clone, Copy, Debug)]
pub struct MajorConstructionProjects;

/// All projects.
const PROJECTS: PieceSet = PieceKind::Project.pieces();

/// The least a first bid must come to.
const LEAST: u16 = 15;

/// So many payments are listed before those that only differ in change are left out; `check` accepts all.
const LISTED: usize = 128;

/// What lies open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The project that is turned up.
    open: Option<PieceId>,
    /// Whose bid stands.
    bidder: Option<Seat>,
    /// R-MP-1: the winner may bid for the next project without using an action.
    free_bid: bool,
}

/// Bidding. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Lays these cards under one's marker.
    Bid {
        /// The cards, all of one currency.
        payment: Cards,
    },
    /// Makes no free bid.
    Pass,
}

/// The winner is asked for a free bid (R-MP-1, option `free_bid`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FreeBid {
    seat: Seat,
    decided: bool,
}

impl Module for MajorConstructionProjects {
    const ID: ModuleId = ModuleId::MajorConstructionProjects;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "major-construction-projects",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 4,
        touches: &[Touch::Money, Touch::Palace, Touch::Walls, Touch::Scoring, Touch::Auction],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("15 projects; pavilion above arcades with the wall in the east", Provenance::Found),
            ("that every pair of different buildings occurs once", Provenance::Inferred),
            ("lie and walls of the other 14", Provenance::Reconstructed),
        ],
        options: &[("free_bid", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T02, Step::T11]);
    const PRINTED: &'static [Printed] =
        &[Printed::Pieces(PieceKind::Project, &[Column::Towards, Column::Walls, Column::SecondWalls])];
    type State = State;
    type Action = Act;
    type Frame = FreeBid;

    fn fits(corrected: &Draft) -> Result<(), Objection> {
        for piece in &corrected.pieces {
            if let Footprint::Two { towards } = piece.footprint
                && (piece.walls[0].has(towards) || piece.walls[1].has(towards.opposite()))
            {
                return Err(Objection::of("a_wall_between_two_halves", [Ref::text(piece.key)]));
            }
        }
        Ok(())
    }

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { free_bid: chosen(values, "free_bid", "yes"), ..State::default() })
    }

    fn supply(_: &Rules, supply: &mut Supply) {
        supply.aside = supply.aside.or(PROJECTS);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U14 => turn_up(cx),
            Step::T02 => claim(cx),
            _ => {}
        }
    }

    /// T11: a bid is an action; the canonical ones have no card too many.
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction && turn::rules(g, seat).may_buy && may_bid(g, seat).is_ok() {
            let own = |payment| Action::Module(ModAction::MajorConstructionProjects(Act::Bid { payment }));
            out.extend(bids(g, seat).into_iter().map(own));
        }
    }

    /// Whether or not the hand could pay: otherwise the question would tell about it (2.12).
    fn step(_: &mut Cx<'_, '_>, frame: FreeBid) -> Stepped {
        if frame.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(frame.seat)) }
    }

    fn legal(g: &GameState, seat: Seat, _: FreeBid, out: &mut Vec<Act>) {
        if may_bid(g, seat).is_ok() {
            out.extend(bids(g, seat).into_iter().map(|payment| Act::Bid { payment }));
        }
        out.push(Act::Pass);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let payment = match (act, asked(g)) {
            (Act::Pass, Asked::FreeBid) => return Ok(()),
            (Act::Pass, _) => return refused("only_a_free_bid_is_passed_on"),
            (_, Asked::Other) => return refused("a_bid_is_an_action_of_ones_own_turn"),
            (_, Asked::Turn) if !turn::rules(g, seat).may_buy => return Err(Illegal::OnlyMoneyNow),
            (Act::Bid { payment }, _) => payment,
        };
        may_bid(g, seat).or_else(refused)?;
        price(g, seat).check(g.core.hands[seat.index()], payment).map(|_| ())
    }

    /// The cards go under the marker; whoever was beaten takes cards and marker back at once (28.5, rule 1).
    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match &mut cx.top().what {
            What::Module(ModFrame::MajorConstructionProjects(free)) => free.decided = true,
            _ => turn::count_action(cx.g),
        }
        let Act::Bid { payment } = act else { return };
        give_back(cx);
        cx.give_up(seat, payment);
        cx.g.core.shared.escrow = payment;
        cx.g.mods.m28_major_construction_projects.bidder = Some(seat);
        let total = payment.total();
        let refs = vec![Ref::Number(i32::from(total)), Ref::Cards(payment)];
        cx.emit(|_| told(seat, "bids", refs));
    }

    /// A bid that stands will mostly win; money that would do for one is on the way there.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let state = &g.mods.m28_major_construction_projects;
        let Some(open) = state.open else { return 0 };
        if state.bidder == Some(seat) {
            return brings(g, seat, open) * 3 / 4;
        }
        let needed = least(g);
        let hand = g.core.hands[seat.index()];
        match Currency::ALL.map(|currency| hand.total_of(currency)).into_iter().max() {
            Some(most) if most >= needed => brings(g, seat, open) / 4,
            _ => 0,
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Pass
    }

    fn describe(_: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Bid { payment } => Described {
                refs: vec![Ref::Number(payment.total().into()), Ref::Cards(payment)],
                pays: Some(payment),
            },
            Act::Pass => Described::default(),
        }
    }

    fn paid_with(act: Act, payment: Cards) -> Option<Act> {
        match act {
            Act::Bid { .. } => Some(Act::Bid { payment }),
            Act::Pass => None,
        }
    }

    /// Everything is public, the cards of a bid as well (R-MP-3); only the order of the stack does not exist.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m28_major_construction_projects;
        let mut shows = vec![
            ("project", Shown::Tiles(state.open.into_iter().collect())),
            ("projects_left", Shown::Number(stack(g).len() as i32)),
        ];
        if let Some(bidder) = state.bidder {
            shows.push(("bidder", Shown::Seats(SeatSet::one(bidder))));
            shows.push(("bid", Shown::Cards(g.core.shared.escrow.each().collect())));
            shows.push(("total", Shown::Number(i32::from(standing(g)))));
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m28_major_construction_projects;
        if state.bidder.is_some() == g.core.shared.escrow.is_empty() {
            return Err("cards lie under a marker exactly while a bid stands".to_owned());
        }
        if state.bidder.is_some() && (state.open.is_none() || standing(g) < LEAST) {
            return Err(format!("a bid of {} stands for {:?}", standing(g), state.open));
        }
        match state.open {
            Some(open) if !g.core.pieces.aside.contains(open) => {
                Err(format!("project {open} lies elsewhere"))
            }
            None if !stack(g).is_empty() => Err("no project is turned up".to_owned()),
            _ => Ok(()),
        }
    }

    /// `open project-pavilion-arcades; left 3; bid 1: denar 9, denar 7`: each part may be missing. The cards of
    /// a bid come out of the bidder's hand; projects beyond those left are out of the game.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(';').map(str::trim) {
            let (what, rest) =
                part.split_once(' ').ok_or("say \"open …; left 3; bid 1: denar 9, denar 7\"")?;
            match what {
                "open" => {
                    let piece = PieceId::with_key(rest).ok_or_else(|| format!("there is no tile {rest}"))?;
                    if !g.core.pieces.aside.and(PROJECTS).contains(piece) {
                        return Err(format!("{rest} is no project beside the market"));
                    }
                    g.mods.m28_major_construction_projects.open = Some(piece);
                }
                "left" => {
                    let left: usize = rest.parse().map_err(|_| format!("{rest} is no number"))?;
                    for piece in stack(g).iter().skip(left) {
                        g.core.pieces.aside.remove(piece);
                        g.core.pieces.gone.insert(piece);
                    }
                }
                "bid" => {
                    let (seat, cards) = rest.split_once(':').ok_or("say \"bid 1: denar 9, denar 7\"")?;
                    let seat = seat.trim().parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
                    let mut payment = Cards::EMPTY;
                    for card in cards.split(',') {
                        let key = card.split_whitespace().collect::<Vec<_>>().join("-");
                        payment.add(key.parse().map_err(|e: crate::BadCard| e.to_string())?);
                    }
                    price(g, seat).check(g.core.hands[seat.index()], payment).map_err(|e| e.to_string())?;
                    let hand = &mut g.core.hands[seat.index()];
                    *hand = hand.minus(payment);
                    g.core.shared.escrow = payment;
                    g.mods.m28_major_construction_projects.bidder = Some(seat);
                }
                _ => return Err(format!("\"{what}\" is none of open, left and bid")),
            }
        }
        Ok(())
    }
}

/// What the decision at hand is about.
enum Asked {
    Turn,
    FreeBid,
    Other,
}

fn asked(g: &GameState) -> Asked {
    match g.agenda.frames.last().map(|frame| frame.what) {
        Some(What::Turn) => Asked::Turn,
        Some(What::Module(ModFrame::MajorConstructionProjects(_))) => Asked::FreeBid,
        _ => Asked::Other,
    }
}

/// The projects that lie face down.
fn stack(g: &GameState) -> PieceSet {
    let all = g.core.pieces.aside.and(PROJECTS);
    g.mods.m28_major_construction_projects.open.map_or(all, |open| all.without(PieceSet::EMPTY.with(open)))
}

/// What the bid that stands comes to.
fn standing(g: &GameState) -> u16 {
    g.core.shared.escrow.total()
}

/// Whether there is something to bid for, and nothing of one's own to raise.
fn may_bid(g: &GameState, seat: Seat) -> Result<(), &'static str> {
    let state = &g.mods.m28_major_construction_projects;
    if state.open.is_none() {
        Err("there_is_no_project_left_to_bid_for")
    } else if state.bidder == Some(seat) {
        Err("your_own_bid_stands")
    } else {
        Ok(())
    }
}

/// The least the next bid must come to.
fn least(g: &GameState) -> u16 {
    if standing(g) > 0 { standing(g) + 1 } else { LEAST }
}

/// What one more building of both types brings a seat in the scorings to come: the places it gains, of which half are lost
/// again before a later scoring, and a step towards the first.
fn brings(g: &GameState, seat: Seat, project: PieceId) -> i16 {
    let book = g.counts();
    let mut scorers: Vec<Scorer> = g.rules().seats().map(Scorer::Seat).collect();
    scorers.extend(g.rules().dirk().then_some(Scorer::Dirk));
    let next = g.core.scorings + 1;
    let mut twice = 0;
    for building in Half::BOTH.into_iter().filter_map(|half| g.piece(project).building_type(half.index())) {
        let mut counts = [0; SCORERS];
        scorers.iter().for_each(|scorer| counts[scorer.index()] = book.halves(*scorer, building));
        let own = Scorer::Seat(seat).index();
        let mut more = counts;
        more[own] += 2;
        for round in next..=3 {
            let points = |counts| {
                let ranks = ranks(counts, |halves| g.places(round, building, halves));
                ranks[own].map_or(0, |(_, tied, pot)| (pot / u16::from(tied)) as i16)
            };
            let weight = if round == next { 2 } else { 1 };
            twice += weight * (points(more) - points(counts));
            twice += i16::from(g.places(round, building, more[own])[0]) / 4;
        }
    }
    twice / 2
}

/// What a bid must come to: 15, or more than the one that stands, in any one currency (payment context C14).
fn price(g: &GameState, seat: Seat) -> PayRules {
    let price = least(g).min(u16::from(u8::MAX)) as u8;
    paying::rules(g, &Bill { seat, context: Context::Escrow, price, ..Bill::default() })
}

/// The bids worth listing, ascending. Of too many, those that come to the same in the same currency are
/// represented by the first.
fn bids(g: &GameState, seat: Seat) -> Vec<Cards> {
    let mut bids = Vec::new();
    price(g, seat).minimal(g.core.hands[seat.index()], |payment| bids.push(payment));
    if bids.len() > LISTED {
        let mut listed = Vec::new();
        bids.retain(|bid| {
            let alike = (bid.each().next().map(|card| (card.class(), card.currency())), bid.total());
            let new = !listed.contains(&alike);
            listed.push(alike);
            new
        });
    }
    bids
}

/// Cards and marker of the bid that stands go back to whose they are.
fn give_back(cx: &mut Cx<'_, '_>) {
    let cards = std::mem::take(&mut cx.g.core.shared.escrow);
    if let Some(beaten) = cx.g.mods.m28_major_construction_projects.bidder.take() {
        cx.receive(beaten, cards);
        cx.emit(|_| told(beaten, "outbid", vec![Ref::Cards(cards)]));
    }
}

/// Turns up the next project, if one is left (R-MP-5).
fn turn_up(cx: &mut Cx<'_, '_>) {
    cx.g.mods.m28_major_construction_projects.open = None;
    let stack = stack(cx.g);
    if stack.is_empty() {
        return;
    }
    let open = stack.nth(cx.pick(stack.len() as u32, Stream::Projects) as usize);
    cx.g.mods.m28_major_construction_projects.open = open;
    if let Some(piece) = open {
        cx.emit(|_| Happened::Module {
            by: ModuleId::MajorConstructionProjects,
            seat: None,
            key: "turned_up",
            refs: vec![Ref::Piece(piece)],
        });
    }
}

/// T02: a bid that still stands when the bidder's turn begins has won. The tile waits to be placed like one that
/// was bought (R-MP-6), and the next project is turned up.
fn claim(cx: &mut Cx<'_, '_>) {
    let seat = cx.g.core.turn.seat;
    let state = cx.g.mods.m28_major_construction_projects;
    let (Some(piece), true) = (state.open, state.bidder == Some(seat)) else { return };
    let payment = std::mem::take(&mut cx.g.core.shared.escrow);
    cx.g.mods.m28_major_construction_projects.bidder = None;
    // From the table as if from the hand: everything that is paid goes the same way (28.5, rule 2).
    cx.receive(seat, payment);
    paying::hand_over(cx, seat, payment, Cards::EMPTY, Payee::Discard);
    cx.g.core.pieces.aside.remove(piece);
    cx.g.core.pieces.bought[seat.index()].insert(piece);
    cx.emit(|_| told(seat, "wins", vec![Ref::Piece(piece), Ref::Cards(payment)]));
    turn_up(cx);
    if state.free_bid && cx.g.mods.m28_major_construction_projects.open.is_some() {
        let frame = FreeBid { seat, decided: false };
        cx.push(Step::T02, What::Module(ModFrame::MajorConstructionProjects(frame)));
    }
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::MajorConstructionProjects, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
