//! Looking a palace with modules over for a whole list: it is put together once, and pieces that look alike as they would be
//! laid have one answer.

use super::forms::{form, ground};
use super::rebuilt::minded;
use super::ways::{cells_on, judged, may_leave, replaced};
use crate::GameState;
use crate::core::agenda::Leaving;
use crate::core::below::Quarters;
use crate::core::catalogue::{PieceId, PieceSet};
use crate::core::palace::{CellSet, Form, Ground};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;

/// A palace as it stands, with what was found out about it.
pub(crate) struct Looks<'a> {
    g: &'a GameState,
    seat: Seat,
    ground: Ground,
    /// The tiles that may leave for another one as far as modules are concerned.
    leaving: PieceSet,
    /// Where modules mind what changes, and those of these tiles that stand there.
    minded: CellSet,
    watched: PieceSet,
    cells: Vec<(Form, CellSet)>,
    replaceable: Vec<(Form, PieceSet)>,
}

impl Looks<'_> {
    /// The palace of a seat, before anything has been asked about it.
    pub(crate) fn new(g: &GameState, seat: Seat) -> Looks<'_> {
        let (leaving, minded) = (may_leave(g, seat, Leaving::Swapped), minded(g, seat));
        let minds = |piece: &PieceId| {
            let Standing { cell, turn } = g.core.pieces.standing[piece.index()];
            form(g, *piece, turn).cells(cell).any(|cell| minded.contains(cell))
        };
        let watched =
            if minded.is_empty() { PieceSet::EMPTY } else { leaving.iter().filter(minds).collect() };
        let (cells, replaceable) = (Vec::new(), Vec::new());
        Looks { g, seat, ground: ground(g, seat), leaving, minded, watched, cells, replaceable }
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
        let Looks { g, seat, ref ground, ref minded, leaving, watched, .. } = *self;
        // A module that minds a tile looks at the piece that comes instead.
        let asked = replaced(g, seat, ground, minded, watched, piece, turn);
        let form = form(g, piece, turn);
        if let Some((_, tiles)) = self.replaceable.iter().find(|known| known.0 == form) {
            return asked.or(*tiles);
        }
        let tiles = replaced(g, seat, ground, minded, leaving.without(watched), piece, turn);
        self.replaceable.push((form, tiles));
        asked.or(tiles)
    }
}
