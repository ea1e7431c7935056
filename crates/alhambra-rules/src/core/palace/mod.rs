//! A palace as geometry: which cells are covered and where the walls stand.
//!
//! Three bitboards on the torus say everything the placement rules and the wall score ask about: covered
//! cells, walls on northern borders, walls on eastern borders. Rule V2 makes both sides of a border between
//! two tiles agree, so one bit per border is enough. Which tile stands where is none of this module's
//! business.
//!
//! All questions expect a palace that obeys the rules it is asked under (connected on foot from the fountain,
//! no hole under the same [`Holes`], span at most [`MAX_SPAN`]); [`check_tiles`] builds one from anything.

mod around;
mod cells;
mod check;
mod fault;
mod ground;
mod place;
mod plane;
mod remove;
mod replace;
mod survey;
mod wall;
mod ways;

pub use cells::{CellIter, CellSet};
pub use check::{PalaceFault, PalaceRule, check_tiles};
pub use fault::PlaceFault;
pub use ground::{Corner, Edge, Form, Ground};
pub use place::{Holes, Shape, Verdict};
pub(crate) use plane::Register;
pub use survey::Spots;
pub(crate) use survey::{Listed, Sight, Survey};
pub use wall::{SEARCH_STEPS, WallRun};

use crate::core::cell::{At, Cell, GRID, Side, Walls};
use serde::{Deserialize, Serialize};

/// The most columns or rows a palace may span (ruling B-SPAN). Two empty ones always remain on the torus, so
/// the outside is connected and no tile ever meets the far end of its own palace.
pub const MAX_SPAN: u32 = 30;

/// The covered cells of one palace and the walls on their borders.
///
/// ```
/// use alhambra_rules::{Cell, Holes, Palace};
/// let mut palace = Palace::new();
/// palace.lay(Cell::at(0, 1), "N".parse().unwrap());
/// palace.lay(Cell::at(1, 1), "NE".parse().unwrap());
/// assert_eq!(palace.longest_wall(), 3);
/// assert!(palace.legal_cells("W".parse().unwrap(), Holes::Area4).contains(Cell::at(0, -1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Palace {
    occupied: [u32; GRID],
    north: [u32; GRID],
    east: [u32; GRID],
    rows: u32,
}

impl Default for Palace {
    fn default() -> Palace {
        Palace::new()
    }
}

impl Palace {
    /// Only the fountain, which has no walls.
    #[must_use]
    pub const fn new() -> Palace {
        let mut occupied = [0; GRID];
        occupied[0] = 1;
        Palace { occupied, north: [0; GRID], east: [0; GRID], rows: 1 }
    }

    /// These cells covered, without a wall anywhere.
    fn of(cells: CellSet) -> Palace {
        let rows = cells.0.iter().enumerate().fold(0, |rows, (r, row)| rows | u32::from(*row != 0) << r);
        Palace { occupied: cells.0, north: [0; GRID], east: [0; GRID], rows }
    }

    /// Covers `cell` with a tile that has these walls, whatever was there. Checks nothing.
    pub fn lay(&mut self, cell: Cell, walls: Walls) {
        self.occupied[cell.row()] |= 1 << cell.column();
        self.rows |= 1 << cell.row();
        for side in Side::ALL {
            self.set_wall(cell, side, walls.has(side));
        }
    }

    /// Covers the cells of `shape`, the first of them at `cell`. Checks nothing.
    pub fn lay_shape(&mut self, cell: Cell, shape: Shape) {
        for (cell, walls) in shape.cells(cell) {
            self.lay(cell, walls);
        }
    }

    /// Uncovers `cell`. Walls on its borders stay where a neighbour has them too. Checks nothing.
    pub fn lift(&mut self, cell: Cell) {
        self.occupied[cell.row()] &= !(1 << cell.column());
        if self.occupied[cell.row()] == 0 {
            self.rows &= !(1 << cell.row());
        }
        for side in Side::ALL {
            if !self.contains(cell.next(side)) {
                self.set_wall(cell, side, false);
            }
        }
    }

    /// Raises or razes the wall on one border, for modules whose walls are not printed on tiles. The cell
    /// or its neighbour there must be covered. Checks nothing.
    pub fn set_wall(&mut self, cell: Cell, side: Side, wall: bool) {
        let (board, cell) = match side {
            Side::North => (&mut self.north, cell),
            Side::East => (&mut self.east, cell),
            Side::South => (&mut self.north, cell.next(Side::South)),
            Side::West => (&mut self.east, cell.next(Side::West)),
        };
        let row = &mut board[cell.row()];
        *row = *row & !(1 << cell.column()) | (wall as u32) << cell.column();
    }

    /// Whether `cell` is covered.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.occupied[cell.row()] >> cell.column() & 1 != 0
    }

    /// The covered cells, the fountain included.
    #[must_use]
    pub const fn cells(&self) -> CellSet {
        CellSet(self.occupied)
    }

    /// How many cells are covered, the fountain included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always the fountain")]
    pub fn len(&self) -> usize {
        self.cells().len()
    }

    /// Whether a wall stands on the border of `cell` towards `side`.
    #[must_use]
    pub const fn walls_between(&self, cell: Cell, side: Side) -> bool {
        let (board, cell) = match side {
            Side::North => (&self.north, cell),
            Side::East => (&self.east, cell),
            Side::South => (&self.north, cell.next(Side::South)),
            Side::West => (&self.east, cell.next(Side::West)),
        };
        board[cell.row()] >> cell.column() & 1 != 0
    }

    /// The walls on the four borders of `cell`; for a covered cell, the walls of its tile.
    #[must_use]
    pub fn walls_at(&self, cell: Cell) -> Walls {
        Side::ALL.into_iter().filter(|side| self.walls_between(cell, *side)).fold(Walls::NONE, Walls::with)
    }

    /// Steps east and north from the fountain to `cell`, right even where the palace reaches further than
    /// [`Cell::xy`] can count. An empty cell counts from the end of the palace it is nearer to.
    #[must_use]
    pub fn coords(&self, cell: Cell) -> At {
        (unwrapped(self.columns(), cell.column()), unwrapped(self.rows, cell.row()))
    }

    /// The columns with a covered cell, as bits.
    fn columns(&self) -> u32 {
        self.occupied.iter().fold(0, |all, row| all | row)
    }
}

/// The signed distance of `line` from line 0 when the lines in `used` form one stretch around line 0. The gap
/// behind the stretch is shared between its two ends.
fn unwrapped(used: u32, line: usize) -> i32 {
    let (grid, line) = (GRID as i32, line as i32);
    let (ahead, behind) = (used.trailing_ones() as i32, used.leading_ones() as i32);
    let last = if ahead == grid { grid / 2 - 1 } else { (ahead + grid - 1 - behind) / 2 };
    if line <= last { line } else { line - grid }
}
