//! Looking at a palace once to lay many tiles: what does not depend on a tile's walls is worked out only once.

use super::place::RowBorders;
use super::{Holes, Palace};
use crate::core::cell::{Cell, GRID, Walls};

/// Palaces of more rows are looked at tile by tile; they are rare.
const ROWS: usize = 14;

/// Where tiles could be laid, as far as it is the same for all of them.
pub(crate) struct Survey {
    row: [u8; ROWS],
    free: [u32; ROWS],
    borders: [RowBorders; ROWS],
    n: usize,
}

impl Survey {
    /// Calls `each` with every cell where a tile with these walls may be laid, in ascending order.
    #[inline]
    pub(crate) fn legal_cells(&self, walls: Walls, mut each: impl FnMut(Cell)) {
        for i in 0..self.n.min(ROWS) {
            let mut cells = self.borders[i].view(walls).fits() & self.free[i];
            while cells != 0 {
                each(Cell::from_grid(usize::from(self.row[i]), cells.trailing_zeros() as usize));
                cells &= cells - 1;
            }
        }
    }
}

/// The borders of a tile with its neighbours: open ones in the lower four bits, walls in the upper four.
#[derive(Clone, Copy)]
pub(crate) struct Joints(u8);

impl Joints {
    /// No neighbour at all.
    pub(crate) const NONE: Joints = Joints(0);

    /// Whether a tile with these walls could take the place of the one that stands there.
    #[inline]
    pub(crate) fn accept(self, walls: Walls) -> bool {
        self.0 & (walls.bits() | !walls.bits() << 4) == 0
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
        let mut survey = Survey { row: [0; ROWS], free: [0; ROWS], borders: [RowBorders::NONE; ROWS], n: 0 };
        let mut columns = 0;
        while around != 0 {
            let r = around.trailing_zeros() as usize;
            around &= around - 1;
            columns |= self.occupied[r];
            survey.row[survey.n] = r as u8;
            survey.free[survey.n] = !self.occupied[r] & !self.row_holes(r, holes);
            survey.borders[survey.n] = self.row_borders(r);
            survey.n += 1;
        }
        (!self.near_span(columns)).then_some(survey)
    }

    /// The borders of the tile at `cell` with its neighbours.
    #[inline]
    pub(crate) fn joints(&self, cell: Cell) -> Joints {
        let (r, c) = (cell.row(), cell.column());
        let (up, down) = ((r + 1) % GRID, (r + GRID - 1) % GRID);
        let bit = |row: u32, column: usize| (row >> (column & 31) & 1) as u8;
        let (east, west) = (c + 1, c + 31);
        let covered = bit(self.occupied[up], c)
            | bit(self.occupied[r], east) << 1
            | bit(self.occupied[down], c) << 2
            | bit(self.occupied[r], west) << 3;
        let walls = bit(self.north[r], c)
            | bit(self.east[r], c) << 1
            | bit(self.north[down], c) << 2
            | bit(self.east[r], west) << 3;
        Joints((covered & !walls) | (covered & walls) << 4)
    }
}
