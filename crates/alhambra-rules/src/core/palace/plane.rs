//! Small pictures of a palace that fit into one or two registers.
//!
//! Cut cells and wall runs need many passes over the board. A palace of twenty tiles hardly ever leaves a box
//! of 8×8 cells, so the passes are written once for any [`Plane`] and run on a single `u64` when they can.

use super::{CellSet, Palace};
use crate::core::catalogue::select;
use crate::core::cell::{Cell, GRID};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A torus of cells with one bit each. `n`, `e`, `s` and `w` give, for every cell, the bit of its neighbour there.
/// At least one row and one column stay empty, so that no palace meets its own far end. Complements may have stray
/// bits beyond the last cell, so they must be masked before they are moved.
pub(crate) trait Plane:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Columns, and rows as well.
    const LINES: u32;
    const EMPTY: Self;
    fn n(self) -> Self;
    fn e(self) -> Self;
    fn s(self) -> Self;
    fn w(self) -> Self;
    /// Some single cell of a set that is not empty.
    fn pick(self) -> Self;
    fn count(self) -> u32;
    /// The cells of a board with these rows; they fit the plane.
    fn gather(row: impl Fn(usize) -> u32) -> Self;
    /// The cells back on the board; all of them lie inside `frame`.
    fn scatter(self, frame: Frame) -> CellSet;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// A plane in a register: ascending bits are ascending cells.
///
/// A board numbers its lines 0, 1, 2 … from the fountain on and 31, 30, 29 … behind it. The plane leaves out the
/// lines in the middle, which are empty, and keeps the order of the others.
pub(crate) trait Register: Plane + BitXor<Output = Self> {
    const FOUNTAIN: Self;
    /// Every cell, or none.
    fn all(are: bool) -> Self;
    /// The bit of a cell.
    fn bit(cell: Cell) -> usize;
    /// The cell of a bit inside `frame`.
    fn cell(bit: u32, frame: Frame) -> Cell;
    /// The lowest bit of a set that is not empty; it is taken out.
    fn take(&mut self) -> u32;
    /// The bit with `k` lower ones.
    fn nth(self, k: u32) -> u32;
}

const fn first_column(lines: u32) -> u128 {
    let (mut bits, mut row) = (0, 0);
    while row < lines {
        bits |= 1 << (row * lines);
        row += 1;
    }
    bits
}

/// Where a line of the board lies on a plane with `lines` of them.
#[inline(always)]
const fn folded(line: usize, lines: usize) -> usize {
    if line < GRID / 2 { line } else { line + lines - GRID }
}

/// The line of the board that lies there; `end` is the first one ahead of the fountain that is not in the frame.
#[inline(always)]
const fn unfolded(line: u32, lines: u32, end: u32) -> usize {
    (if line < end { line } else { line + GRID as u32 - lines }) as usize
}

/// [`select`] for two words.
#[inline]
const fn select_wide(plane: u128, k: u32) -> u32 {
    let low = plane as u64;
    let here = low.count_ones();
    if k < here { select(low, k) } else { 64 + select((plane >> 64) as u64, k - here) }
}

macro_rules! register_plane {
    ($register:ty, $lines:literal, $select:ident) => {
        impl Plane for $register {
            const LINES: u32 = $lines;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn n(self) -> Self {
                self >> $lines | (self & ((1 << $lines) - 1)) << ($lines * ($lines - 1))
            }
            #[inline(always)]
            fn e(self) -> Self {
                const LAST: $register = (first_column($lines) as $register) << ($lines - 1);
                self >> 1 & !LAST | self << ($lines - 1) & LAST
            }
            #[inline(always)]
            fn s(self) -> Self {
                const LAST: u32 = $lines * ($lines - 1);
                (self & ((1 << LAST) - 1)) << $lines | self >> LAST
            }
            #[inline(always)]
            fn w(self) -> Self {
                const FIRST: $register = first_column($lines) as $register;
                // All but the first column of a row, and never more than the last row.
                const OTHERS: $register = FIRST * ((1 << $lines) - 2);
                self << 1 & OTHERS | self >> ($lines - 1) & FIRST
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
            fn gather(row: impl Fn(usize) -> u32) -> Self {
                let mut plane = 0;
                for i in 0..$lines {
                    // Of two rows that fall together one is empty, and so it is with columns.
                    let both = row(i) | row(i + GRID - $lines);
                    let both = (both | both >> (GRID - $lines)) & ((1 << $lines) - 1);
                    plane |= <$register>::from(both) << ($lines * i);
                }
                plane
            }
            #[inline(always)]
            fn scatter(self, frame: Frame) -> CellSet {
                let (top, right) = frame.ends();
                let mut cells = CellSet::EMPTY;
                for i in 0..$lines {
                    let row = (self >> ($lines * i)) as u32 & ((1 << $lines) - 1);
                    let behind = row >> right << right;
                    cells.0[unfolded(i, $lines, top)] |= row ^ behind | behind << (GRID - $lines);
                }
                cells
            }
        }

        impl Register for $register {
            const FOUNTAIN: Self = 1;
            #[inline(always)]
            fn all(are: bool) -> Self {
                <$register>::from(are).wrapping_neg()
            }
            #[inline(always)]
            fn bit(cell: Cell) -> usize {
                folded(cell.row(), $lines) * $lines + folded(cell.column(), $lines)
            }
            #[inline(always)]
            fn cell(bit: u32, frame: Frame) -> Cell {
                let (top, right) = frame.ends();
                let row = unfolded(bit / $lines, $lines, top);
                Cell::from_grid(row, unfolded(bit % $lines, $lines, right))
            }
            #[inline(always)]
            fn take(&mut self) -> u32 {
                let bit = self.trailing_zeros();
                *self &= *self - 1;
                bit
            }
            #[inline(always)]
            fn nth(self, k: u32) -> u32 {
                $select(self, k)
            }
        }
    };
}

register_plane!(u64, 8, select);
register_plane!(u128, 11, select_wide);

impl Plane for CellSet {
    const LINES: u32 = GRID as u32;
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
    fn gather(row: impl Fn(usize) -> u32) -> Self {
        CellSet(std::array::from_fn(row))
    }
    fn scatter(self, _: Frame) -> CellSet {
        self
    }
}

/// The box a palace lies in: its most south-western row and column and its size. The fountain is inside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    row: u32,
    column: u32,
    width: u32,
    height: u32,
}

impl Frame {
    /// Whether a palace in this box can be laid out on the plane.
    pub(super) fn fits<P: Plane>(&self) -> bool {
        self.width < P::LINES && self.height < P::LINES
    }

    /// Whether there is room for a ring of empty cells around it as well.
    #[inline]
    pub(super) fn fits_with_ring<P: Plane>(&self) -> bool {
        self.width + 2 <= P::LINES && self.height + 2 <= P::LINES
    }

    /// The box with one more line on every side.
    #[inline]
    pub(super) fn with_ring(self) -> Frame {
        const EDGE: u32 = GRID as u32 - 1;
        Frame {
            row: (self.row + EDGE) % GRID as u32,
            column: (self.column + EDGE) % GRID as u32,
            width: self.width + 2,
            height: self.height + 2,
        }
    }

    /// The first row in the north and the first column in the east that are outside.
    #[inline(always)]
    fn ends(self) -> (u32, u32) {
        ((self.row + self.height) % GRID as u32, (self.column + self.width) % GRID as u32)
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
    /// The box around the palace. A palace in several pieces, or without a fountain, gets the whole torus: only
    /// one stretch of lines around the fountain can be cut out of it.
    #[inline]
    pub(super) fn frame(&self) -> Frame {
        let (rows, columns) = (self.rows, self.columns());
        let (low, left) = (rows & !rows.rotate_left(1), columns & !columns.rotate_left(1));
        if low.is_power_of_two() && left.is_power_of_two() && rows & columns & 1 != 0 {
            Frame {
                row: low.trailing_zeros(),
                column: left.trailing_zeros(),
                width: columns.count_ones(),
                height: rows.count_ones(),
            }
        } else {
            Frame { row: 0, column: 0, width: GRID as u32, height: GRID as u32 }
        }
    }

    #[inline(always)]
    pub(super) fn tiles<P: Plane>(&self) -> Tiles<P> {
        let (covered, north, east) = (&self.occupied, &self.north, &self.east);
        Tiles {
            covered: P::gather(|r| covered[r]),
            north: P::gather(|r| covered[r] & north[r]),
            east: P::gather(|r| covered[r] & east[r]),
            south: P::gather(|r| covered[r] & north[(r + GRID - 1) % GRID]),
            west: P::gather(|r| covered[r] & east[r].rotate_left(1)),
        }
    }
}
