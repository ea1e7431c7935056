//! Module 32, Bathhouses: six tiles beside the market, each with a building type on every side. In a palace a side
//! scores as many points as the first building of its type is away.
//!
//! Where tiles beside the market lie and how they are sold, how they turn and what a straight line is, the core knows;
//! here is what a bathhouse sees.

use crate::GameState;
use crate::core::beside::Beside;
use crate::core::building::Building;
use crate::core::catalogue::{Column, PieceId, PieceKind, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::palace::{CellSet, Ground};
use crate::core::placing;
use crate::core::purchase::{Listing, currency_of};
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 32.
#[derive(Clone, Copy, Debug)]
pub struct Bathhouses;

const KIND: PieceKind = PieceKind::Bathhouse;

/// The bathhouses beside the market.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    beside: Beside,
}

impl Module for Bathhouses {
    const ID: ModuleId = ModuleId::Bathhouses;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "bathhouses",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Scoring, Touch::Palace, Touch::Market],
        rulings: include_str!("RULINGS.md"),
        data: &[
            (
                "six bathhouses for 8 each, without walls, a different building on every side",
                Provenance::Found,
            ),
            ("the four buildings of the first bathhouse", Provenance::Found),
            ("the four buildings of the other five", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::F3, Step::P1, Step::S34]);
    const PRINTED: &'static [Printed] = &[Printed::Pieces(KIND, &[Column::Buildings])];
    type State = State;
    type Action = Never;
    type Frame = Never;

    /// U01: all six, shuffled in with the buildings.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(KIND.pieces());
    }

    /// F3: one that is drawn goes beside the space, which gets another tile.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::F3 {
            return;
        }
        let Some((piece, space)) = cx.lay_beside(KIND.pieces()) else { return };
        cx.g.mods.m32_bathhouses.beside.lay(KIND, piece, space);
        let currency = currency_of(cx.g, space);
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "beside",
            refs: vec![Ref::Piece(piece), Ref::Currency(currency)],
        });
    }

    fn offers(g: &GameState, _: Seat, out: &mut Vec<Listing>) {
        g.mods.m32_bathhouses.beside.offers(g, KIND, out);
    }

    /// S34, in every scoring (AMB-32-1): bathhouse by bathhouse, the four sides together. Dirk has no palace.
    fn score(g: &GameState, _: Step, sheet: &mut ScoreSheet) {
        for seat in g.rules().seats() {
            for (cell, sides) in built(g, seat) {
                let seen: Vec<(i16, Cell)> = sides.iter().filter_map(Outlook::seen).collect();
                let points = seen.iter().map(|(points, _)| points).sum();
                if points > 0 {
                    sheet.add(seat, points, || Why {
                        reason: "score.bathhouse",
                        args: seen.iter().map(|(points, _)| *points).collect(),
                        cells: std::iter::once(cell).chain(seen.iter().map(|(_, cell)| *cell)).collect(),
                        rank: None,
                    });
                }
            }
        }
    }

    /// A side that sees no building of its type waits for one at the end of its row: a quarter of what it would bring in the
    /// scorings to come, rounded.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let scorings = i16::from(3u8.saturating_sub(g.scorings()));
        let waits =
            |side: &Outlook| if side.waits { (scorings * (side.row.len() as i16 + 1) + 2) / 4 } else { 0 };
        built(g, seat).iter().flat_map(|(_, sides)| sides).map(waits).sum()
    }

    /// All of it is public: what lies beside the spaces, and what the palaces would bring now.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let points = |seat: Seat| -> i32 {
            let sides = built(g, seat).into_iter().flat_map(|(_, sides)| sides);
            sides.filter_map(|side| side.seen()).map(|(points, _)| i32::from(points)).sum()
        };
        let mut shows = g.mods.m32_bathhouses.beside.shows(g, KIND);
        shows.push(("so_far", Shown::BySeat(g.rules().seats().map(points).collect())));
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        g.mods.m32_bathhouses.beside.census(g, KIND)
    }

    /// `denar bathhouse-1, florin bathhouse-2`: what lies beside the spaces.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        g.mods.m32_bathhouses.beside = Beside::arranged(g, KIND, text)?;
        Ok(())
    }
}

/// What a side of a bathhouse looks at.
struct Outlook {
    /// The tiles in a row from it.
    row: Vec<Cell>,
    /// The first of them with a building of its type.
    first: Option<usize>,
    /// Whether there is none, but could be: the ground at the end of the row is free.
    waits: bool,
}

impl Outlook {
    /// What the side brings, and for which tile: the first neighbour is one away.
    fn seen(&self) -> Option<(i16, Cell)> {
        self.first.map(|first| (first as i16 + 1, self.row[first]))
    }
}

/// The bathhouses of a palace: where they stand, and what their sides look at, clockwise from the north.
fn built(g: &GameState, seat: Seat) -> Vec<(Cell, [Outlook; 4])> {
    let own = g.core.pieces.palace[seat.index()].and(KIND.pieces());
    if own.is_empty() {
        return Vec::new();
    }
    let ground = g.ground(seat);
    let of_type = Building::ALL.map(|building| of_type(g, seat, building));
    let standing = |piece: PieceId| g.core.pieces.standing[piece.index()];
    own.iter()
        .map(|piece| {
            let named = g.piece(piece).named;
            let turn = standing(piece).turn.index();
            let cell = standing(piece).cell;
            // What is printed in the north looks east after one quarter turn.
            let look = |side: Side| {
                outlook(&ground, cell, side, of_type[named[(side as usize + 4 - turn) % 4].index()])
            };
            (cell, Side::ALL.map(look))
        })
        .collect()
}

/// From tile to tile, whatever they are and whatever walls are between them; only a gap, and what lies outside the
/// walls, ends it (AMB-32-2, AMB-32-3).
fn outlook(ground: &Ground, cell: Cell, side: Side, wanted: CellSet) -> Outlook {
    let row: Vec<Cell> = ground.line(cell, side).collect();
    let first = row.iter().position(|cell| wanted.contains(*cell));
    let end = row.last().copied().unwrap_or(cell).next(side);
    Outlook { waits: first.is_none() && !ground.covered().contains(end), row, first }
}

/// The cells of a palace with a finished building of a type.
fn of_type(g: &GameState, seat: Seat, wanted: Building) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let standing = g.core.pieces.standing[piece.index()];
        for (half, cell) in placing::form(g, piece, standing.turn).cells(standing.cell).enumerate() {
            if placing::building_on(g, piece, half) == Some(wanted) {
                cells.insert(cell);
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests;
