//! Looking a palace with modules over for a whole list: it is put together once, and pieces that look alike as they would be
//! laid have one answer.

use super::forms::{form, ground};
use super::ways::{cells_on, judged, may_leave, replaced};
use crate::GameState;
use crate::core::agenda::Leaving;
use crate::core::below::Quarters;
use crate::core::catalogue::{PieceId, PieceSet};
use crate::core::palace::{CellSet, Form, Ground};
use crate::core::seat::Seat;
use crate::core::step::Step;

/// A palace as it stands, with what was found out about it.
pub(crate) struct Looks<'a> {
    g: &'a GameState,
    seat: Seat,
    ground: Ground,
    /// The tiles that may leave for another one as far as modules are concerned.
    leaving: PieceSet,
    cells: Vec<(Form, CellSet)>,
    replaceable: Vec<(Form, PieceSet)>,
}

impl Looks<'_> {
    /// The palace of a seat, before anything has been asked about it.
    pub(crate) fn new(g: &GameState, seat: Seat) -> Looks<'_> {
        let leaving = may_leave(g, seat, Leaving::Swapped);
        Looks { g, seat, ground: ground(g, seat), leaving, cells: Vec::new(), replaceable: Vec::new() }
    }

    /// Where `piece` may be laid in this turn of it.
    pub(crate) fn cells(&mut self, piece: PieceId, turn: Quarters) -> CellSet {
        let look = || cells_on(self.g, self.seat, &self.ground, piece, turn);
        // A module that has a say looks at the piece itself.
        if judged(self.g, self.seat, piece) {
            return look();
        }
        let form = form(self.g, piece, turn);
        if let Some((_, cells)) = self.cells.iter().find(|known| known.0 == form) {
            return *cells;
        }
        let cells = look();
        self.cells.push((form, cells));
        cells
    }

    /// The tiles of the palace that `piece`, turned like this, may replace.
    pub(crate) fn replaceable(&mut self, piece: PieceId, turn: Quarters) -> PieceSet {
        let look = || replaced(self.g, self.seat, &self.ground, self.leaving, piece, turn);
        if self.g.core.rules.listens.has(Step::O5) {
            return look();
        }
        let form = form(self.g, piece, turn);
        if let Some((_, tiles)) = self.replaceable.iter().find(|known| known.0 == form) {
            return *tiles;
        }
        let tiles = look();
        self.replaceable.push((form, tiles));
        tiles
    }
}
