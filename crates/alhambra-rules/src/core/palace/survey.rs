//! Looking at a palace once to lay many tiles: what does not depend on a tile's walls is worked out only once.

use super::place::RowBorders;
use super::{Holes, Palace};
use crate::core::cell::{Cell, Side, Walls};

/// Palaces of more rows are looked at tile by tile; they are rare.
const ROWS: usize = 14;

/// Where tiles could be laid, as far as it is the same for all of them.
pub(crate) struct Survey {
    rows: [(u8, u32, RowBorders); ROWS],
    n: usize,
}

impl Survey {
    /// Calls `each` with every cell where a tile with these walls may be laid, in ascending order.
    #[inline]
    pub(crate) fn legal_cells(&self, walls: Walls, mut each: impl FnMut(Cell)) {
        for (row, free, borders) in &self.rows[..self.n] {
            let mut cells = borders.view(walls).fits() & free;
            while cells != 0 {
                each(Cell::from_grid(usize::from(*row), cells.trailing_zeros() as usize));
                cells &= cells - 1;
            }
        }
    }
}

/// The borders of a tile with its neighbours: which are open and which are walls.
#[derive(Clone, Copy, Default)]
pub(crate) struct Joints {
    open: u8,
    walled: u8,
}

impl Joints {
    /// Whether a tile with these walls could take the place of the one that stands there.
    #[inline]
    pub(crate) fn accept(self, walls: Walls) -> bool {
        (self.open & walls.bits()) | (self.walled & !walls.bits()) == 0
    }
}

impl Palace {
    /// Looks the palace over; `None` when it is too large for the short way.
    #[inline]
    pub(crate) fn survey(&self, holes: Holes) -> Option<Survey> {
        let mut around = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        if around.count_ones() as usize > ROWS {
            return None;
        }
        let mut survey = Survey { rows: [(0, 0, RowBorders::default()); ROWS], n: 0 };
        let mut columns = 0;
        while around != 0 {
            let r = around.trailing_zeros() as usize;
            around &= around - 1;
            columns |= self.occupied[r];
            let free = !self.occupied[r] & !self.row_holes(r, holes);
            survey.rows[survey.n] = (r as u8, free, self.row_borders(r));
            survey.n += 1;
        }
        (!self.near_span(columns)).then_some(survey)
    }

    /// The borders of the tile at `cell` with its neighbours.
    #[inline]
    pub(crate) fn joints(&self, cell: Cell) -> Joints {
        let mut joints = Joints::default();
        for side in Side::ALL {
            let covered = u8::from(self.contains(cell.next(side))) << side as u8;
            let wall = u8::from(self.walls_between(cell, side)) << side as u8;
            joints.open |= covered & !wall;
            joints.walled |= covered & wall;
        }
        joints
    }
}
