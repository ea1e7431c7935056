//! Module 29, Palace Staff: whoever takes little money sends a marshal through the palace, and the buildings he enters
//! get servants of their colours. A building of the base game without one costs a point in every scoring.
//!
//! Everything lies open but which servant comes next, and that is decided when it comes.

use crate::core::agenda::{Leaving, What};
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::chance::Stream;
use crate::core::placing;
use crate::core::score::{ScoreSheet, Source};
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 29.
#[derive(Clone, Copy, Debug)]
pub struct PalaceStaff;

/// Servants of each colour, in the order of the buildings.
type Servants = [u8; 6];

/// How many servants of each colour there are, and how many lie open.
const ALL: Servants = [7, 7, 9, 9, 11, 11];
const OPEN: u8 = 6;

/// Money worth less than this leaves the marshal as many steps as it is short of it.
const ENOUGH: u8 = 6;

/// Servants and marshals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Face up, to be had.
    display: Servants,
    /// Face down, in no order.
    stack: Servants,
    marshals: [Place; MAX_SEATS],
    /// Pieces with a servant in their first and in their second building. The colour is the building's.
    on: [PieceSet; 2],
}

/// Where a marshal stands: on a tile, so that he travels with it when it is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Place {
    #[default]
    Fountain,
    /// A tile, and which half of it.
    Tile(PieceId, Half),
}

/// What a player does with the marshal. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// One step.
    Walk {
        /// To which side of his cell.
        side: Side,
    },
    /// Leaves the steps that are left.
    Stay,
}

/// T12a: a marshal on his way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// Whose.
    seat: Seat,
    /// How many steps he has left.
    steps: u8,
}

impl Module for PalaceStaff {
    const ID: ModuleId = ModuleId::PalaceStaff;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "palace-staff",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Money, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("54 servants in six colours, six marshals, a display of six", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet =
        StepSet::of(&[Step::U14, Step::T12a, Step::T65, Step::O1, Step::O3, Step::S55, Step::E3]);
    type State = State;
    type Action = Act;
    type Frame = Round;

    /// A servant stays on his tile wherever it goes with its owner, and goes along when it is sold. With a tile that
    /// leaves the game, or goes to Dirk, he goes back to the others (G-7, R-PS-5).
    const FATES: &'static [(Leaving, Fate)] =
        &[(Leaving::Discarded, Fate::ToSupply), (Leaving::Given, Fate::ToSupply)];

    fn begin(_: &Setup, _: &OptionValues) -> Result<State, Objection> {
        Ok(State { stack: ALL, ..State::default() })
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U14 | Step::T65, _) => fill(cx),
            (Step::T12a, What::Moment { seat, value }) if (1..ENOUGH).contains(&value) => {
                let round = Round { seat, steps: ENOUGH - value };
                cx.push(step, What::Module(ModFrame::PalaceStaff(round)));
            }
            (Step::E3, _) => last_deduction(cx),
            _ => {}
        }
    }

    fn step(cx: &mut Cx<'_, '_>, Round { seat, steps }: Round) -> Stepped {
        let moves = steps > 0 && ways(cx.g, seat).next().is_some();
        if moves { Stepped::Ask(SeatSet::one(seat)) } else { Stepped::Done }
    }

    fn legal(g: &GameState, seat: Seat, _: Round, out: &mut Vec<Act>) {
        out.extend(ways(g, seat).map(|side| Act::Walk { side }));
        out.push(Act::Stay);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(What::Module(ModFrame::PalaceStaff(_))) = g.agenda.frames.last().map(|f| f.what) else {
            return refused("the_marshal_walks_after_little_money_was_taken");
        };
        match act {
            Act::Walk { side } if !ways(g, seat).any(|way| way == side) => {
                Err(Illegal::of(Self::ID, "the_marshal_has_no_way_on_foot_there")
                    .at((standing(g, seat), side)))
            }
            _ => Ok(()),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::PalaceStaff(round)) = &mut cx.top().what else { return };
        match act {
            Act::Stay => round.steps = 0,
            Act::Walk { side } => {
                round.steps -= 1;
                walk(cx, seat, side);
            }
        }
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Walk { side } => [Ref::Cell(g.at(seat, standing(g, seat).next(side)))].into(),
            Act::Stay => Described::default(),
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Stay
    }

    /// The tile under a marshal may not come into the reserve, nor leave in any other way; it may be moved (R-PS-4).
    fn may_leave(g: &GameState, seat: Seat, how: Leaving, pieces: &mut PieceSet) {
        if let Place::Tile(piece, _) = g.mods.m29_palace_staff.marshals[seat.index()]
            && how != Leaving::Moved
        {
            pieces.remove(piece);
        }
    }

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        for half in Half::BOTH {
            if !cx.g.mods.m29_palace_staff.on[half.index()].remove(piece) {
                continue;
            }
            if let Some(colour) = placing::building_on(cx.g, piece, half.index()) {
                cx.g.mods.m29_palace_staff.stack[colour.index()] += 1;
                cx.emit(|_| told(Some(seat), "back", vec![Ref::Piece(piece), Ref::Building(colour)]));
            }
        }
    }

    /// S55, after everything else that brings or costs points but an invasion. The third deduction comes earlier, at
    /// E3.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S55 || sheet.round() == 3 {
            return;
        }
        for seat in g.rules().seats() {
            let without = without_servant(g, seat).len() as i16;
            if without > 0 {
                sheet.add(seat, -without, || why(g, seat));
            }
        }
    }

    /// The deduction before the third scoring, which is no part of it.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let without = without_servant(g, seat).len() as i16;
        if g.core.scorings < 2 || g.core.ending { 0 } else { -without }
    }

    /// All of it is public: who lies face down follows from who lies open.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m29_palace_staff;
        let seats = || g.rules().seats();
        let standing = seats().map(|seat| (seat, g.palace(seat).coords(standing(g, seat))));
        let served = seats().map(|seat| (seat, served(g, seat).map(|(piece, _)| piece).collect::<Vec<_>>()));
        let without = seats().map(|seat| without_servant(g, seat).len() as i32);
        vec![
            ("display", Shown::Buildings(each(&state.display).collect())),
            ("face_down", Shown::Buildings(each(&state.stack).collect())),
            ("marshal_at", Shown::CellBySeat(standing.collect())),
            ("on_tiles", Shown::TilesBySeat(served.filter(|(_, tiles)| !tiles.is_empty()).collect())),
            ("without_servant", Shown::BySeat(without.collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m29_palace_staff;
        let mut found: Servants = std::array::from_fn(|c| state.display[c] + state.stack[c]);
        let mut working = 0;
        for seat in g.rules().seats() {
            for (piece, half) in served(g, seat) {
                let Some(colour) = placing::building_on(g, piece, half.index()) else {
                    return Err(format!("{} has a servant and no building", g.piece(piece).key));
                };
                found[colour.index()] += 1;
                working += 1;
            }
            let moving = |piece| {
                g.agenda.frames.iter().any(|frame| match frame.what {
                    What::Lay { piece: own, moved, .. } => own == piece && moved,
                    _ => false,
                })
            };
            if let Place::Tile(piece, _) = state.marshals[seat.index()]
                && !g.core.pieces.palace[seat.index()].contains(piece)
                && !moving(piece)
            {
                return Err(format!("the marshal of seat {} stands outside the palace", seat.index()));
            }
        }
        if working != state.on[0].len() + state.on[1].len() {
            return Err("a servant works on a tile that nobody has".to_owned());
        }
        if total(&state.display) > OPEN {
            return Err(format!("{} servants lie open", total(&state.display)));
        }
        if found == ALL { Ok(()) } else { Err(format!("there are these servants: {found:?}")) }
    }

    /// `open: garden, tower; 0 at 1 0; servants: garden-9-e, project-garden-tower second`: who lies open, where marshals
    /// stand and which buildings have servants. Marshals nobody speaks of stand on their fountains, and all other
    /// servants lie face down.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

fn total(servants: &Servants) -> u8 {
    servants.iter().sum()
}

fn each(servants: &Servants) -> impl Iterator<Item = Building> + '_ {
    Building::ALL.into_iter().flat_map(|c| std::iter::repeat_n(c, usize::from(servants[c.index()])))
}

/// U14, T65: as many servants come up as are missing, and as there are.
fn fill(cx: &mut Cx<'_, '_>) {
    let State { display, stack, .. } = &cx.g.mods.m29_palace_staff;
    let missing = OPEN.saturating_sub(total(display)).min(total(stack));
    let mut come = [0; 6];
    for _ in 0..missing {
        let left = total(&cx.g.mods.m29_palace_staff.stack);
        let k = cx.pick(u32::from(left), Stream::Servants) as usize;
        let State { display, stack, .. } = &mut cx.g.mods.m29_palace_staff;
        let drawn = each(stack).nth(k);
        if let Some(colour) = drawn {
            stack[colour.index()] -= 1;
            display[colour.index()] += 1;
            come[colour.index()] += 1;
        }
    }
    if missing > 0 {
        cx.emit(|_| told(None, "come", each(&come).map(Ref::Building).collect()));
    }
}

/// The cell on which a marshal stands.
fn standing(g: &GameState, seat: Seat) -> Cell {
    match g.mods.m29_palace_staff.marshals[seat.index()] {
        Place::Fountain => Cell::FOUNTAIN,
        Place::Tile(piece, half) => {
            let standing = g.core.pieces.standing[piece.index()];
            let mut cells = placing::form(g, piece, standing.turn).cells(standing.cell);
            cells.nth(half.index()).unwrap_or_default()
        }
    }
}

/// The sides to which a marshal has a way on foot.
fn ways(g: &GameState, seat: Seat) -> impl Iterator<Item = Side> + use<> {
    let (ground, cell) = (g.ground(seat), standing(g, seat));
    Side::ALL.into_iter().filter(move |side| ground.passes(cell, *side))
}

/// A step, and a servant for the building entered: without a choice, if it has none and one of its colour lies open
/// (R-PS-1, R-PS-2).
fn walk(cx: &mut Cx<'_, '_>, seat: Seat, side: Side) {
    let to = standing(cx.g, seat).next(side);
    let tile = placing::piece_at(cx.g, seat, to).filter(|_| to != Cell::FOUNTAIN);
    let place = tile.map(|(piece, half)| (piece, Half::BOTH[half.min(1)]));
    let state = &mut cx.g.mods.m29_palace_staff;
    state.marshals[seat.index()] = place.map_or(Place::Fountain, |(piece, half)| Place::Tile(piece, half));
    cx.emit(|g| told(Some(seat), "walks", vec![Ref::Cell(g.at(seat, to))]));
    let Some((piece, half)) = place else { return };
    let Some(colour) = placing::building_on(cx.g, piece, half.index()) else { return };
    let State { display, on, .. } = &mut cx.g.mods.m29_palace_staff;
    if display[colour.index()] > 0 && !on[half.index()].contains(piece) {
        display[colour.index()] -= 1;
        on[half.index()].insert(piece);
        cx.emit(|_| told(Some(seat), "gains", vec![Ref::Building(colour), Ref::Piece(piece)]));
    }
}

/// The buildings of a seat with a servant, in the palace, in the reserve or on their way.
fn served(g: &GameState, seat: Seat) -> impl Iterator<Item = (PieceId, Half)> + '_ {
    let (pieces, i) = (&g.core.pieces, seat.index());
    let own = pieces.palace[i].or(pieces.reserve[i]).or(pieces.bought[i]);
    let on = &g.mods.m29_palace_staff.on;
    let halves = Half::BOTH.into_iter().flat_map(move |half| own.iter().map(move |piece| (piece, half)));
    halves.filter(|(piece, half)| on[half.index()].contains(*piece))
}

/// The finished buildings of the base game in a palace that have no servant (P-BASE, P-UNFIN).
fn without_servant(g: &GameState, seat: Seat) -> PieceSet {
    let base = g.core.pieces.palace[seat.index()].and(PieceKind::Base.pieces());
    let finished = |piece: &PieceId| g.core.pieces.building[piece.index()].is_some();
    base.without(g.mods.m29_palace_staff.on[0]).iter().filter(finished).collect()
}

fn why(g: &GameState, seat: Seat) -> Why {
    let without = without_servant(g, seat);
    let cells = without.iter().map(|piece| g.core.pieces.standing[piece.index()].cell).collect();
    Why { reason: "score.without_servant", args: vec![without.len() as i16], cells, rank: None }
}

/// E3: what the third scoring would deduct is deducted before the leftover tiles are given away.
fn last_deduction(cx: &mut Cx<'_, '_>) {
    for seat in cx.g.core.rules.seats() {
        let without = without_servant(cx.g, seat).len() as i16;
        if without > 0 {
            cx.award(seat, 3, Source::Module(ModuleId::PalaceStaff), -without, |g| why(g, seat));
        }
    }
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::PalaceStaff, seat, key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
