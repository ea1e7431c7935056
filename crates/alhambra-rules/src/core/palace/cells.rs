//! Sets of cells.

use super::plane::Plane;
use crate::core::cell::{Cell, GRID, Side};
use serde::{Deserialize, Serialize};
use std::ops::{BitAnd, BitOr, Not};

/// A set of cells, one word per row of the torus.
///
/// ```
/// use alhambra_rules::{Cell, CellSet};
/// let set: CellSet = [Cell::at(2, 0), Cell::at(1, 0)].into_iter().collect();
/// assert_eq!(set.nth(1), Some(Cell::at(2, 0)));
/// assert_eq!(set.len(), 2);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellSet(pub(super) [u32; GRID]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; GRID]);
    /// Every cell of the torus.
    pub const ALL: CellSet = CellSet([!0; GRID]);

    /// Just one cell.
    #[must_use]
    pub fn one(cell: Cell) -> CellSet {
        CellSet::EMPTY.with(cell)
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.row()] >> cell.column() & 1 != 0
    }

    /// Puts `cell` into the set.
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.row()] |= 1 << cell.column();
    }

    /// Takes `cell` out of the set.
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.row()] &= !(1 << cell.column());
    }

    /// This set and `cell`.
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> CellSet {
        self.insert(cell);
        self
    }

    /// How many cells are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The first cell, in ascending order.
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        self.nth(0)
    }

    /// The cell with `k` smaller cells in the set.
    #[must_use]
    pub fn nth(&self, k: usize) -> Option<Cell> {
        let mut k = k as u32;
        for (row, &bits) in self.0.iter().enumerate() {
            let here = bits.count_ones();
            if k < here {
                let rest = (0..k).fold(bits, |rest, _| rest & (rest - 1));
                return Some(Cell::from_grid(row, rest.trailing_zeros() as usize));
            }
            k -= here;
        }
        None
    }

    /// The cells in ascending order.
    #[must_use]
    pub fn iter(&self) -> CellIter {
        CellIter { rows: self.0, row: 0 }
    }

    /// The cells in both sets.
    #[must_use]
    pub fn and(self, other: CellSet) -> CellSet {
        self & other
    }

    /// The cells in either set.
    #[must_use]
    pub fn or(self, other: CellSet) -> CellSet {
        self | other
    }

    /// The cells in this set and not in `other`.
    #[must_use]
    pub fn without(self, other: CellSet) -> CellSet {
        self & !other
    }
}

impl CellSet {
    /// The cells whose neighbour across `side` is in the set.
    #[must_use]
    pub fn with_neighbour(self, side: Side) -> CellSet {
        match side {
            Side::North => self.n(),
            Side::East => self.e(),
            Side::South => self.s(),
            Side::West => self.w(),
        }
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(std::array::from_fn(|r| self.0[r] & other.0[r]))
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(std::array::from_fn(|r| self.0[r] | other.0[r]))
    }
}

impl Not for CellSet {
    type Output = CellSet;
    fn not(self) -> CellSet {
        CellSet(self.0.map(|row| !row))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, CellSet::with)
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellIter;
    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl IntoIterator for &CellSet {
    type Item = Cell;
    type IntoIter = CellIter;
    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::xy)).finish()
    }
}

/// The cells of a [`CellSet`] in ascending order.
#[derive(Clone, Debug)]
pub struct CellIter {
    rows: [u32; GRID],
    row: usize,
}

impl Iterator for CellIter {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        while let Some(bits) = self.rows.get_mut(self.row) {
            if *bits != 0 {
                let column = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Cell::from_grid(self.row, column));
            }
            self.row += 1;
        }
        None
    }
}
