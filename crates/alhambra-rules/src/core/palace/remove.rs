//! Which tiles may leave a palace.

use super::ground::Edge;
use super::plane::{Frame, Plane};
use super::{CellSet, Ground, Holes, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};

impl Palace {
    /// The cells, never the fountain, whose tile may be taken away: every other tile is still reached on foot
    /// from the fountain, and the gap it leaves is no hole.
    #[must_use]
    pub fn removable(&self, holes: Holes) -> CellSet {
        let mut removable = self.not_holding();
        let mut rows = self.rows;
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let (here, up, down) =
                (self.occupied[r], self.occupied[(r + 1) % GRID], self.occupied[(r + GRID - 1) % GRID]);
            let flanked = |row: u32| row.rotate_left(1) & row.rotate_right(1);
            // The gap joins the outside through any empty neighbour, because no empty cell was shut in before.
            let shut_in = match holes {
                Holes::Area4 | Holes::SingleCell => up & down & flanked(here),
                Holes::Area8 => up & down & flanked(here & up & down),
            };
            removable.0[r] &= !shut_in;
        }
        removable.remove(Cell::FOUNTAIN);
        removable
    }

    /// The covered cells without which all others are still reached on foot, if all are now.
    fn not_holding(&self) -> CellSet {
        let frame = self.frame();
        if frame.fits::<u64>() {
            self.not_cut::<u64>(frame)
        } else if frame.fits::<u128>() {
            self.not_cut::<u128>(frame)
        } else {
            self.not_cut::<CellSet>(frame)
        }
    }

    #[inline(always)]
    fn not_cut<P: Plane>(&self, frame: Frame) -> CellSet {
        let tiles = self.tiles::<P>();
        (tiles.covered & !cut_cells(tiles.covered, tiles.north, tiles.east)).scatter(frame)
    }
}

impl Ground {
    /// The cells, never the fountain, from which a piece that covers no other cell may be taken away. The whole must be
    /// sound now; pieces of two cells are for [`Ground::fault`] to judge.
    #[must_use]
    pub fn removable(&self) -> CellSet {
        let camps: CellSet = self.camps().iter().map(|camp| camp.0).collect();
        // A half cell leaves no gap: the rest of its cell was outside before.
        let whole = self.palace.cells() | camps;
        let mut removable = self.on_foot_ways().not_holding() | camps;
        removable = removable & !(whole & self.gap_shut_in());
        for (cell, bastions) in self.camps() {
            let leans = |side: &Side| self.edge(cell.next(*side), side.opposite()) == Some(Edge::Wall);
            let mut walls = bastions.sides().filter(leans);
            // The only wall a camp leans on must stay.
            if let (Some(only), None) = (walls.next(), walls.next()) {
                removable.remove(cell.next(only));
            }
        }
        removable.remove(Cell::FOUNTAIN);
        removable
    }

    /// The cells whose gap, if a whole piece left one there, would be shut in: it joins the outside through any empty
    /// neighbour, because nothing was shut in before.
    fn gap_shut_in(&self) -> CellSet {
        let shut = Side::ALL.into_iter().fold(CellSet::ALL, |shut, side| shut & self.blocked(side));
        match self.holes {
            Holes::Area4 | Holes::SingleCell => shut,
            Holes::Area8 => {
                let covered = self.covered();
                let (north, south) = (covered.n(), covered.s());
                shut & north.e() & north.w() & south.e() & south.w()
            }
        }
    }

    /// The palace as people on foot see it: half cells are tiles with two open sides, gates are open borders.
    pub(super) fn on_foot_ways(&self) -> Palace {
        let mut ways = self.palace;
        for &(cell, corner) in self.halves() {
            let open = |side: &Side| {
                corner.has_leg(*side) && self.edge(cell.next(*side), side.opposite()) == Some(Edge::Open)
            };
            let shut = Side::ALL.into_iter().filter(|side| !open(side));
            ways.lay(cell, shut.fold(Walls::NONE, Walls::with));
        }
        for &(cell, side) in self.gates() {
            ways.set_wall(cell, side, false);
        }
        ways
    }
}

/// Open ways between covered cells, seen from both ends.
#[derive(Clone, Copy)]
struct Ways<P> {
    n: P,
    e: P,
    s: P,
    w: P,
}

impl<P: Plane> Ways<P> {
    #[inline(always)]
    fn new(n: P, e: P) -> Ways<P> {
        Ways { n, e, s: n.s(), w: e.w() }
    }

    /// The cells one step away from `from`.
    #[inline(always)]
    fn step(&self, from: P) -> P {
        (from & self.n).s() | (from & self.s).n() | (from & self.e).w() | (from & self.w).e()
    }

    /// The ways that touch no cell of `gone`.
    #[inline(always)]
    fn without(&self, gone: P) -> Ways<P> {
        Ways::new(self.n & !(gone | gone.n()), self.e & !(gone | gone.e()))
    }
}

/// The cells that hold the palace together: without them some others lose their way to each other.
#[inline(always)]
pub(super) fn cut_cells<P: Plane>(covered: P, north: P, east: P) -> P {
    let ways = Ways::new(covered & covered.n() & !north, covered & covered.e() & !east);
    let squares = ways.squares();
    let split = ways.split(squares);
    // Euler: cells − ways + squares is 1 less for every circuit that open squares do not fill. Without one, all
    // ways from a neighbour to another that avoid the cell between them can be drawn together to squares around
    // that cell, so looking at those is enough.
    if covered.count() + squares.count() == ways.n.count() + ways.e.count() + 1 {
        split
    } else {
        cut_around_circuits(ways)
    }
}

impl<P: Plane> Ways<P> {
    /// Open squares of four cells, by their south-western cell.
    #[inline(always)]
    fn squares(&self) -> P {
        self.n & self.e & self.e.n() & self.n.e()
    }

    /// The cells whose neighbours are not all joined around open squares.
    #[inline(always)]
    fn split(&self, squares: P) -> P {
        // One neighbour of each group: the last one before a gap.
        let a = self.n & !squares;
        let b = self.e & !squares.s();
        let c = self.s & !squares.w().s();
        let d = self.w & !squares.w();
        (a & b) | (c & d) | ((a | b) & (c | d))
    }
}

/// The same for any palace, by trying the cells in doubt one by one.
#[cold]
fn cut_around_circuits<P: Plane>(mut ways: Ways<P>) -> P {
    let mut cut = P::EMPTY;

    // Dead ends never cut, and what they hang on does, unless it is a dead end itself (the last two cells).
    // Taking them off again and again leaves only the cells on and between circuits.
    loop {
        let Ways { n, e, s, w } = ways;
        let several = (n & e) | (s & w) | ((n | e) & (s | w));
        let ends = (n | e | s | w) & !several;
        if ends.is_empty() {
            break;
        }
        cut = cut | (ways.step(ends) & several);
        ways = ways.without(ends);
    }

    let mut doubtful = ways.split(ways.squares()) & !cut;
    while !doubtful.is_empty() {
        let cell = doubtful.pick();
        doubtful = doubtful & !cell;
        let goals = ways.step(cell);
        let rest = ways.without(cell);
        let mut reached = goals.pick();
        loop {
            let more = reached | rest.step(reached);
            if (goals & !more).is_empty() {
                break;
            }
            if more == reached {
                cut = cut | cell;
                break;
            }
            reached = more;
        }
    }
    cut
}
