//! Small pictures of a palace that fit into one or two registers.
//!
//! Cut cells and wall runs need many passes over the board. A palace of twenty tiles hardly ever leaves a box
//! of 8×8 cells, so the passes are written once for any [`Plane`] and run on a single `u64` when they can.

use super::{CellSet, Palace};
use crate::core::cell::GRID;
use std::ops::{BitAnd, BitOr, Not};

/// A rectangle of cells with one bit each. `n`, `e`, `s` and `w` give, for every cell, the bit of its neighbour
/// there. Complements may have stray bits outside the rectangle, so they must be masked before they are moved.
pub(crate) trait Plane:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const WIDTH: u32;
    const HEIGHT: u32;
    const EMPTY: Self;
    fn n(self) -> Self;
    fn e(self) -> Self;
    fn s(self) -> Self;
    fn w(self) -> Self;
    /// Some single cell of a set that is not empty.
    fn pick(self) -> Self;
    fn count(self) -> u32;
    fn or_row(&mut self, row: u32, bits: u32);
    fn row(&self, row: u32) -> u32;
    /// Whether the cell in this row and column is in the set.
    fn has(&self, row: u32, column: u32) -> bool;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

const fn first_column(width: u32, height: u32) -> u128 {
    let (mut bits, mut row) = (0, 0);
    while row < height {
        bits |= 1 << (row * width);
        row += 1;
    }
    bits
}

macro_rules! register_plane {
    ($register:ty, $width:literal, $height:literal) => {
        impl Plane for $register {
            const WIDTH: u32 = $width;
            const HEIGHT: u32 = $height;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn n(self) -> Self {
                self >> $width
            }
            #[inline(always)]
            fn e(self) -> Self {
                const LAST: $register = (first_column($width, $height) as $register) << ($width - 1);
                (self >> 1) & !LAST
            }
            #[inline(always)]
            fn s(self) -> Self {
                self << $width
            }
            #[inline(always)]
            fn w(self) -> Self {
                const FIRST: $register = first_column($width, $height) as $register;
                (self << 1) & !FIRST
            }
            #[inline(always)]
            fn pick(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn or_row(&mut self, row: u32, bits: u32) {
                *self |= (bits as $register) << (row * $width);
            }
            #[inline(always)]
            fn row(&self, row: u32) -> u32 {
                (*self >> (row * $width)) as u32 & ((1 << $width) - 1)
            }
            #[inline(always)]
            fn has(&self, row: u32, column: u32) -> bool {
                *self >> (row * $width + column) & 1 != 0
            }
        }
    };
}

register_plane!(u64, 8, 8);
register_plane!(u128, 11, 11);

impl Plane for CellSet {
    const WIDTH: u32 = GRID as u32;
    const HEIGHT: u32 = GRID as u32;
    const EMPTY: Self = CellSet::EMPTY;
    fn n(self) -> Self {
        CellSet(std::array::from_fn(|r| self.0[(r + 1) % GRID]))
    }
    fn e(self) -> Self {
        CellSet(self.0.map(|row| row.rotate_right(1)))
    }
    fn s(self) -> Self {
        CellSet(std::array::from_fn(|r| self.0[(r + GRID - 1) % GRID]))
    }
    fn w(self) -> Self {
        CellSet(self.0.map(|row| row.rotate_left(1)))
    }
    fn pick(self) -> Self {
        self.first().map_or(CellSet::EMPTY, CellSet::one)
    }
    fn count(self) -> u32 {
        self.len() as u32
    }
    fn or_row(&mut self, row: u32, bits: u32) {
        self.0[row as usize] |= bits;
    }
    fn row(&self, row: u32) -> u32 {
        self.0[row as usize]
    }
    fn has(&self, row: u32, column: u32) -> bool {
        self.0[row as usize] >> column & 1 != 0
    }
}

/// The box a palace lies in: its most south-western row and column and its size.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Frame {
    pub(super) fn fits<P: Plane>(&self) -> bool {
        self.width <= P::WIDTH && self.height <= P::HEIGHT
    }
}

/// The tiles of a palace on a plane: covered cells, and those with a wall on each side.
pub(super) struct Tiles<P> {
    pub(super) covered: P,
    pub(super) north: P,
    pub(super) east: P,
    pub(super) south: P,
    pub(super) west: P,
}

impl Palace {
    /// The box around the palace. A palace in several pieces gets the whole torus: only stretches without a gap
    /// can be cut out of it.
    #[inline]
    pub(super) fn frame(&self) -> Frame {
        let columns = self.columns();
        let (low, left) = (self.rows & !self.rows.rotate_left(1), columns & !columns.rotate_left(1));
        if low.is_power_of_two() && left.is_power_of_two() {
            Frame {
                row: low.trailing_zeros(),
                column: left.trailing_zeros(),
                width: columns.count_ones(),
                height: self.rows.count_ones(),
            }
        } else {
            Frame { row: 0, column: 0, width: GRID as u32, height: GRID as u32 }
        }
    }

    #[inline(always)]
    pub(super) fn tiles<P: Plane>(&self, frame: Frame) -> Tiles<P> {
        let mut tiles =
            Tiles { covered: P::EMPTY, north: P::EMPTY, east: P::EMPTY, south: P::EMPTY, west: P::EMPTY };
        for i in 0..frame.height {
            let r = (frame.row + i) as usize % GRID;
            let south = (r + GRID - 1) % GRID;
            let covered = self.occupied[r];
            let seen = |bits: u32| (bits & covered).rotate_right(frame.column);
            tiles.covered.or_row(i, seen(covered));
            tiles.north.or_row(i, seen(self.north[r]));
            tiles.east.or_row(i, seen(self.east[r]));
            tiles.south.or_row(i, seen(self.north[south]));
            tiles.west.or_row(i, seen(self.east[r].rotate_left(1)));
        }
        tiles
    }

    /// The cells of a plane cut out by `frame`, back on the torus.
    #[inline(always)]
    pub(super) fn unframed<P: Plane>(frame: Frame, plane: P) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for i in 0..frame.height {
            cells.0[(frame.row + i) as usize % GRID] = plane.row(i).rotate_left(frame.column);
        }
        cells
    }
}
