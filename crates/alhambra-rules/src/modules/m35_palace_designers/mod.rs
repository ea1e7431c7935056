//! Module 35, Palace Designers: everybody has a designer in the palace. Whoever builds beside him gets a point, at his
//! feet two, and he walks on to the new tile.
//!
//! Everything lies open. He stands on one cell; the feet point in a direction of the board, however his tile is turned.

use crate::core::agenda::{Leaving, What};
use crate::core::catalogue::{PieceId, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::palace::{CellSet, Form};
use crate::core::placing;
use crate::core::score::Source;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 35.
#[derive(Clone, Copy, Debug)]
pub struct PalaceDesigners;

/// The designers, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    designers: [Designer; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Designer {
    place: Place,
    feet: Side,
}

/// Where a designer stands: on a tile, so that he travels with it when it is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Place {
    #[default]
    Fountain,
    /// A tile, and which half of it.
    Tile(PieceId, u8),
    /// His tile has left the palace.
    Nowhere,
}

/// What a player does with the designer. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Puts him somewhere and turns him.
    Stand {
        /// Where.
        at: Cell,
        /// The side his feet point to.
        feet: Side,
    },
}

/// When a designer is asked for. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scene {
    /// U14, D35.1: one player after the other turns the designer on the fountain.
    Start {
        /// How many have done so, from the player who begins.
        done: u8,
    },
    /// L5, D35.2: he goes to the tile that was laid beside him.
    Follow {
        /// Whose.
        seat: Seat,
        /// The tile.
        piece: PieceId,
    },
    /// V1, D35.3: his tile has left the palace.
    Homeless {
        /// Whose.
        seat: Seat,
    },
    /// Nothing is left to decide.
    Over,
}

impl Module for PalaceDesigners {
    const ID: ModuleId = ModuleId::PalaceDesigners;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "palace-designers",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Palace, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("six designers, 2 points at the straight edge and 1 at the others", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::L5, Step::O3, Step::V1]);
    type State = State;
    type Action = Act;
    type Frame = Scene;

    /// His tile leaves the palace; with one that only moves he travels (G-7, G-8).
    const FATES: &'static [(Leaving, Fate)] =
        &[(Leaving::Reserve, Fate::Asks), (Leaving::Swapped, Fate::Asks)];

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        let designer = &mut cx.g.mods.m35_palace_designers.designers[seat.index()];
        if matches!(designer.place, Place::Tile(own, _) if own == piece) {
            designer.place = Place::Nowhere;
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let scene = |scene| What::Module(ModFrame::PalaceDesigners(scene));
        match (step, cx.top().what) {
            (Step::U14, _) => cx.push(step, scene(Scene::Start { done: 0 })),
            (Step::L5, What::Lay { seat, piece, moved: false, .. }) if !displaced(cx.g, seat) => {
                if let Some((at, points)) = reached(cx.g, seat, piece) {
                    reward(cx, seat, at, points);
                    cx.push(step, scene(Scene::Follow { seat, piece }));
                }
            }
            // After an exchange, so that he may go to the new tile (AMB-35-1).
            (Step::V1, What::Reserve { seat, .. }) if standing(cx.g, seat).is_none() => {
                cx.push(step, scene(Scene::Homeless { seat }));
            }
            _ => {}
        }
    }

    fn step(cx: &mut Cx<'_, '_>, scene: Scene) -> Stepped {
        match asked(cx.g, scene) {
            Some(seat) => Stepped::Ask(SeatSet::one(seat)),
            None => Stepped::Done,
        }
    }

    fn legal(g: &GameState, _: Seat, scene: Scene, out: &mut Vec<Act>) {
        let sides = |at: Cell| Side::ALL.map(|feet| Act::Stand { at, feet });
        out.extend(cells(g, scene).iter().flat_map(sides));
    }

    fn check(g: &GameState, _: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let refused_at = |key, cell: Cell| Err(Illegal::of(Self::ID, key).at(cell));
        let Some(What::Module(ModFrame::PalaceDesigners(scene))) = g.agenda.frames.last().map(|f| f.what)
        else {
            return refused("the_designer_moves_only_when_he_is_asked_for");
        };
        let Act::Stand { at, .. } = act;
        match scene {
            _ if cells(g, scene).contains(at) => Ok(()),
            Scene::Start { .. } => refused_at("the_designer_begins_on_the_fountain", at),
            Scene::Follow { .. } => refused_at("the_designer_goes_to_the_tile_just_laid", at),
            Scene::Homeless { .. } => refused_at("the_designer_stands_on_a_tile_inside_the_walls", at),
            Scene::Over => refused("the_designer_moves_only_when_he_is_asked_for"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::PalaceDesigners(scene)) = cx.top().what else { return };
        let Act::Stand { at, feet } = act;
        let place = match placing::piece_at(cx.g, seat, at) {
            Some((piece, half)) if at != Cell::FOUNTAIN => Place::Tile(piece, half as u8),
            _ => Place::Fountain,
        };
        cx.g.mods.m35_palace_designers.designers[seat.index()] = Designer { place, feet };
        cx.emit(|g| {
            let Described { refs, .. } = Self::describe(g, seat, act);
            Happened::Module { by: Self::ID, seat: Some(seat), key: "stands", refs }
        });
        let next = match scene {
            Scene::Start { done } => Scene::Start { done: done + 1 },
            _ => Scene::Over,
        };
        cx.top().what = What::Module(ModFrame::PalaceDesigners(next));
    }

    fn describe(g: &GameState, seat: Seat, Act::Stand { at, feet }: Act) -> Described {
        [Ref::Cell(g.at(seat, at)), Ref::Side(feet)].into()
    }

    /// What he may soon bring: most where there is room at his feet.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let Some(cell) = standing(g, seat) else { return 0 };
        let covered = g.ground(seat).covered();
        let free = |side: &Side| !covered.contains(cell.next(*side));
        let feet = g.mods.m35_palace_designers.designers[seat.index()].feet;
        i16::from(free(&feet)) + i16::from(Side::ALL.iter().any(free))
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let here = |seat: Seat| standing(g, seat).map(|cell| (seat, g.palace(seat).coords(cell)));
        let feet = |seat: Seat| g.mods.m35_palace_designers.designers[seat.index()].feet;
        let standing: Vec<(Seat, (i32, i32))> = g.rules().seats().filter_map(here).collect();
        let turned = standing.iter().map(|(seat, _)| (*seat, vec![side_name(feet(*seat))])).collect();
        vec![("designer_at", Shown::CellBySeat(standing)), ("feet", Shown::WordsBySeat(turned))]
    }

    fn census(g: &GameState) -> Result<(), String> {
        for seat in g.rules().seats() {
            let leaving = g.agenda.frames.iter().any(|frame| match frame.what {
                What::Reserve { seat: of, .. } | What::Leave { seat: of, .. } => of == seat,
                What::Module(ModFrame::PalaceDesigners(Scene::Homeless { seat: of })) => of == seat,
                _ => false,
            });
            let own = g.core.pieces.palace[seat.index()];
            match g.mods.m35_palace_designers.designers[seat.index()].place {
                Place::Nowhere if !leaving => {
                    return Err(format!("the designer of seat {} stands nowhere", seat.index()));
                }
                Place::Tile(piece, _) if !own.contains(piece) || standing(g, seat).is_none() => {
                    return Err(format!("the designer of seat {} stands outside the palace", seat.index()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `0 at 1 0 feet north; 2 at 0 0 feet east`: where designers stand. All others stand on the fountain, feet north.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// The cell on which a designer stands.
fn standing(g: &GameState, seat: Seat) -> Option<Cell> {
    match g.mods.m35_palace_designers.designers[seat.index()].place {
        Place::Fountain => Some(Cell::FOUNTAIN),
        Place::Tile(piece, half) => {
            let standing = g.core.pieces.standing[piece.index()];
            placing::form(g, piece, standing.turn).cells(standing.cell).nth(usize::from(half))
        }
        Place::Nowhere => None,
    }
}

/// The cells inside the walls that a tile of a palace covers. Camps stand outside, and a watchtower is no tile one
/// stands on (AMB-35-3).
fn covered(g: &GameState, piece: PieceId) -> Option<impl Iterator<Item = Cell> + use<>> {
    let standing = g.core.pieces.standing[piece.index()];
    let form = placing::form(g, piece, standing.turn);
    matches!(form, Form::Tile(_)).then(|| form.cells(standing.cell))
}

/// Where a tile just laid touches the designer's cell, and what that is worth. Walls between do not matter.
fn reached(g: &GameState, seat: Seat, piece: PieceId) -> Option<(Cell, i16)> {
    let cell = standing(g, seat)?;
    let feet = g.mods.m35_palace_designers.designers[seat.index()].feet;
    covered(g, piece)?.find_map(|at| {
        let side = Side::ALL.into_iter().find(|side| cell.next(*side) == at)?;
        Some((at, if side == feet { 2 } else { 1 }))
    })
}

/// Whether his own tile was built over and is about to lie elsewhere: what is laid then took his place, not one beside
/// him (A-35-7).
fn displaced(g: &GameState, seat: Seat) -> bool {
    let Place::Tile(own, _) = g.mods.m35_palace_designers.designers[seat.index()].place else { return false };
    g.agenda.frames.iter().any(|f| matches!(f.what, What::Lay { piece, moved: true, .. } if piece == own))
}

/// At once, not in a scoring: the line belongs to the scoring that comes next.
fn reward(cx: &mut Cx<'_, '_>, seat: Seat, at: Cell, points: i16) {
    let round = (cx.g.core.scorings + 1).min(3);
    cx.award(seat, round, Source::Module(ModuleId::PalaceDesigners), points, |_| Why {
        reason: if points == 2 { "score.at_the_feet" } else { "score.beside" },
        args: Vec::new(),
        cells: vec![at],
        rank: None,
    });
}

/// Who is asked in a scene.
fn asked(g: &GameState, scene: Scene) -> Option<Seat> {
    match scene {
        Scene::Start { done } => {
            let left = usize::from(done) < g.rules().players();
            g.rules().seats_from(g.core.turn.seat).nth(usize::from(done)).filter(|_| left)
        }
        Scene::Follow { seat, .. } | Scene::Homeless { seat } => Some(seat),
        Scene::Over => None,
    }
}

/// Where the designer may stand in a scene.
fn cells(g: &GameState, scene: Scene) -> CellSet {
    match scene {
        Scene::Start { .. } => CellSet::one(Cell::FOUNTAIN),
        // The owner chooses the half of a large tile.
        Scene::Follow { piece, .. } => covered(g, piece).into_iter().flatten().collect(),
        Scene::Homeless { seat } => g.palace(seat).cells(),
        Scene::Over => CellSet::EMPTY,
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
