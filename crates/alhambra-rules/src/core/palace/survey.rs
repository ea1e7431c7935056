//! Looking a palace over once to list everything that can be done with many tiles: where each of them fits,
//! what may be taken away, what may be replaced. What does not depend on a tile's walls is worked out only
//! once, on a plane that fits into a register or two.

use super::plane::{Frame, Plane};
use super::remove::cut_cells;
use super::{Holes, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};

/// A palace of ordinary size, with a ring of empty cells around it.
pub(crate) enum Survey {
    /// Up to 6×6 tiles.
    Small(Look<u64>),
    /// Up to 9×9 tiles.
    Large(Look<u128>),
}

/// What was seen of a palace.
pub(crate) struct Look<P> {
    frame: Frame,
    covered: P,
    /// Cells with a covered neighbour behind an open border, by side.
    open: [P; 4],
    /// Cells with a covered neighbour behind a wall, by side.
    walled: [P; 4],
    /// Empty cells where a tile would close no hole.
    free: P,
    /// Tiles the others do not need.
    removable: P,
}

/// Cells of a palace on the plane of a [`Look`].
#[derive(Clone, Copy)]
pub(crate) struct Spots<P> {
    frame: Frame,
    cells: P,
}

impl<P: Plane> Spots<P> {
    #[inline(always)]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        let row = (cell.row() as u32).wrapping_sub(self.frame.row) % GRID as u32;
        let column = (cell.column() as u32).wrapping_sub(self.frame.column) % GRID as u32;
        self.cells.has(row, column)
    }

    /// Calls `each` with every cell, in ascending order.
    #[inline(always)]
    pub(crate) fn each(&self, mut each: impl FnMut(Cell)) {
        let Frame { row, column, height, .. } = self.frame;
        // The frame may lie across the edge of the torus: the rows beyond it have the lower numbers.
        let edge = (GRID as u32 - row).min(height);
        for i in (edge..height).chain(0..edge) {
            let mut bits = self.cells.row(i).rotate_left(column);
            while bits != 0 {
                each(Cell::from_grid((row + i) as usize % GRID, bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
    }
}

impl<P: Plane> Look<P> {
    #[inline(always)]
    fn spots(&self, cells: P) -> Spots<P> {
        Spots { frame: self.frame, cells }
    }

    /// Cells where some border of a tile with these walls would not match its neighbour's.
    #[inline(always)]
    fn clash(&self, walls: Walls) -> P {
        let side = |side: Side| [self.walled, self.open][usize::from(walls.has(side))][side as usize];
        side(Side::North) | side(Side::East) | side(Side::South) | side(Side::West)
    }

    /// The cells where a tile with these walls may be laid.
    #[inline(always)]
    pub(crate) fn legal_cells(&self, walls: Walls) -> Spots<P> {
        let side = |side: Side| [self.open[side as usize], P::EMPTY][usize::from(walls.has(side))];
        let foot = side(Side::North) | side(Side::East) | side(Side::South) | side(Side::West);
        self.spots(foot & self.free & !self.clash(walls))
    }

    /// The cells whose tile may be replaced by one with these walls (the fountain's among them).
    #[inline(always)]
    pub(crate) fn swappable(&self, walls: Walls) -> Spots<P> {
        self.spots(self.covered & !self.clash(walls))
    }

    /// The cells whose tile may be taken away (the fountain's among them).
    #[inline(always)]
    pub(crate) fn removable(&self) -> Spots<P> {
        self.spots(self.removable)
    }
}

impl Palace {
    /// Looks the palace over; `None` when it is too large for this way, or under other hole rules.
    #[inline]
    pub(crate) fn survey(&self, holes: Holes) -> Option<Survey> {
        if holes != Holes::Area4 {
            return None;
        }
        let Frame { row, column, width, height } = self.frame();
        let edge = GRID as u32 - 1;
        let frame = Frame {
            row: (row + edge) % GRID as u32,
            column: (column + edge) % GRID as u32,
            width: width + 2,
            height: height + 2,
        };
        if frame.fits::<u64>() {
            Some(Survey::Small(self.look(frame)))
        } else if frame.fits::<u128>() {
            Some(Survey::Large(self.look(frame)))
        } else {
            None
        }
    }

    #[inline(always)]
    fn look<P: Plane>(&self, frame: Frame) -> Look<P> {
        let (mut covered, mut north, mut east) = (P::EMPTY, P::EMPTY, P::EMPTY);
        let seen = |row: u32| row.rotate_right(frame.column) & ((1 << frame.width) - 1);
        for i in 0..frame.height {
            let r = (frame.row + i) as usize % GRID;
            covered.or_row(i, seen(self.occupied[r]));
            north.or_row(i, seen(self.north[r]));
            east.or_row(i, seen(self.east[r]));
        }
        let (n, e, s, w) = (covered.n(), covered.e(), covered.s(), covered.w());
        let (south, west) = (north.s(), east.w());
        // Empty neighbours in two groups around a cell: a tile there would shut one of them in (V5).
        let a = !n & (e | n.e());
        let b = !e & (s | s.e());
        let c = !s & (w | s.w());
        let d = !w & (n | n.w());
        let holes = (a & b) | (c & d) | ((a | b) & (c | d));
        Look {
            frame,
            covered,
            open: [n & !north, e & !east, s & !south, w & !west],
            walled: [n & north, e & east, s & south, w & west],
            free: !covered & !holes,
            removable: covered & !(n & e & s & w) & !cut_cells(covered, north, east),
        }
    }
}
