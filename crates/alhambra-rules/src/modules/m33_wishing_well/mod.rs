//! Module 33, Wishing Well: six tiles beside the market, each with a spout. In a palace one scores its printed price
//! if exactly so many tiles lie in a row from the spout.
//!
//! Where tiles beside the market lie and how they are sold, how they turn and what a straight line is, the core knows.

use crate::GameState;
use crate::core::beside::Beside;
use crate::core::catalogue::{PieceId, PieceKind, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::purchase::{Listing, currency_of};
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 33.
#[derive(Clone, Copy, Debug)]
pub struct WishingWell;

const KIND: PieceKind = PieceKind::Well;

/// Where the spout of a well that is not turned points.
const SPOUT: Side = Side::South;

/// The wells beside the market.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    beside: Beside,
}

impl Module for WishingWell {
    const ID: ModuleId = ModuleId::WishingWell;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "wishing-well",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Palace, Touch::Market],
        rulings: include_str!("RULINGS.md"),
        data: &[("six wells for 3, 3, 4, 4, 5 and 5, without walls, with one spout", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::F3, Step::P1, Step::S35]);
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
        cx.g.mods.m33_wishing_well.beside.lay(KIND, piece, space);
        let currency = currency_of(cx.g, space);
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "beside",
            refs: vec![Ref::Piece(piece), Ref::Currency(currency)],
        });
    }

    fn offers(g: &GameState, _: Seat, out: &mut Vec<Listing>) {
        g.mods.m33_wishing_well.beside.offers(g, KIND, out);
    }

    /// S35, in every scoring: a well whose row is as long as its printed price. Dirk has no palace.
    fn score(g: &GameState, _: Step, sheet: &mut ScoreSheet) {
        for seat in g.rules().seats() {
            for well in built(g, seat).iter().filter(|well| well.full()) {
                sheet.add(seat, well.price, || Why {
                    reason: "score.well",
                    args: vec![well.price],
                    cells: std::iter::once(well.cell).chain(well.row.iter().copied()).collect(),
                    rank: None,
                });
            }
        }
    }

    /// A row that is too short and can grow has been begun; the nearer it is, the more it is worth, in every scoring to
    /// come.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let scorings = i16::from(3u8.saturating_sub(g.scorings()));
        let begun = |well: &Well| {
            let tiles = well.row.len() as i16;
            if well.grows && tiles < well.price { scorings * tiles * tiles / well.price } else { 0 }
        };
        built(g, seat).iter().map(begun).sum()
    }

    /// All of it is public: what lies beside the spaces, and what the palaces would bring now.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let points = |seat: Seat| -> i32 {
            built(g, seat).iter().filter(|well| well.full()).map(|well| i32::from(well.price)).sum()
        };
        let mut shows = g.mods.m33_wishing_well.beside.shows(g, KIND);
        shows.push(("so_far", Shown::BySeat(g.rules().seats().map(points).collect())));
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        g.mods.m33_wishing_well.beside.census(g, KIND)
    }

    /// `denar well-3-1, florin well-5-2`: what lies beside the spaces.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        g.mods.m33_wishing_well.beside = Beside::arranged(g, KIND, text)?;
        Ok(())
    }
}

/// A well that stands in a palace.
struct Well {
    cell: Cell,
    /// The printed price, whatever was paid (AMB-33-2).
    price: i16,
    /// The tiles in a row from its spout.
    row: Vec<Cell>,
    /// Whether the ground at the end of the row is free.
    grows: bool,
}

impl Well {
    fn full(&self) -> bool {
        self.row.len() as i16 == self.price
    }
}

/// The wells of a palace. Every tile in the row counts, whatever it is and whatever walls are between (AMB-33-1); a
/// gap, and what lies outside the walls, ends it, and half a cell is its last (rules README, decision 9).
fn built(g: &GameState, seat: Seat) -> Vec<Well> {
    let own = g.core.pieces.palace[seat.index()].and(KIND.pieces());
    if own.is_empty() {
        return Vec::new();
    }
    let ground = g.ground(seat);
    let well = |piece: PieceId| {
        let standing = g.core.pieces.standing[piece.index()];
        let side = Side::ALL[(SPOUT as usize + standing.turn.index()) % 4];
        let row: Vec<Cell> = ground.line(standing.cell, side).collect();
        let end = row.last().copied().unwrap_or(standing.cell).next(side);
        let grows = !ground.covered().contains(end);
        Well { cell: standing.cell, price: i16::from(g.core.facts(piece).price), row, grows }
    };
    own.iter().map(well).collect()
}

#[cfg(test)]
mod tests;
