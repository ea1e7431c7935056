//! Looking a palace over once to list everything that can be done with many tiles: where each of them fits,
//! what may be taken away, what may be replaced. What does not depend on a tile's walls is worked out only
//! once, on a plane that fits into a register or two.

use super::plane::{Frame, Plane, Register};
use super::remove::cut_cells;
use super::{CellSet, Holes, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};

/// A palace of ordinary size, with a ring of empty cells around it.
pub(crate) enum Survey {
    /// Up to 6×6 tiles.
    Small(Sight<u64>),
    /// Up to 9×9 tiles.
    Large(Sight<u128>),
}

impl Survey {
    /// The cells where a tile with these walls may be laid.
    #[inline]
    pub(crate) fn spots(&self, walls: Walls) -> Spots {
        match self {
            Survey::Small(look) => Spots(Layout::Small(look.legal_cells(walls))),
            Survey::Large(look) => Spots(Layout::Large(look.legal_cells(walls))),
        }
    }
}

/// What was seen of a palace.
pub(crate) struct Sight<P> {
    frame: Frame,
    covered: P,
    /// Cells with a covered neighbour, by side.
    near: [P; 4],
    /// Those of them where a wall stands between.
    walled: [P; 4],
    /// Empty cells where a tile would close no hole.
    free: P,
}

/// Cells of a palace on a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<P> {
    frame: Frame,
    cells: P,
}

impl<P: Register> Listed<P> {
    /// Calls `each` with every cell, in ascending order.
    #[inline(always)]
    pub(crate) fn each(&self, mut each: impl FnMut(Cell)) {
        let mut cells = self.cells;
        while !cells.is_empty() {
            each(P::cell(cells.take(), self.frame));
        }
    }

    /// Calls `each` with the [`Sight::bit`] of every cell, in ascending order.
    #[inline(always)]
    pub(crate) fn each_bit(&self, mut each: impl FnMut(usize)) {
        let mut cells = self.cells;
        while !cells.is_empty() {
            each(cells.take() as usize);
        }
    }

    #[inline(always)]
    fn nth(&self, k: usize) -> Option<Cell> {
        let inside = k < self.cells.count() as usize;
        inside.then(|| P::cell(self.cells.nth(k as u32), self.frame))
    }
}

/// The cells where a tile may be laid: what a [`CellSet`] would hold, but quicker to count and to draw from.
#[derive(Clone, Copy, Debug)]
pub struct Spots(Layout);

#[derive(Clone, Copy, Debug)]
enum Layout {
    Small(Listed<u64>),
    Large(Listed<u128>),
    Any(CellSet),
}

impl Spots {
    /// How many cells there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Layout::Small(list) => list.cells.count() as usize,
            Layout::Large(list) => list.cells.count() as usize,
            Layout::Any(cells) => cells.len(),
        }
    }

    /// Whether the tile may not be laid anywhere.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell with `k` smaller ones.
    #[must_use]
    #[inline]
    pub fn nth(&self, k: usize) -> Option<Cell> {
        match &self.0 {
            Layout::Small(list) => list.nth(k),
            Layout::Large(list) => list.nth(k),
            Layout::Any(cells) => cells.nth(k),
        }
    }

    /// Calls `each` with every cell, in ascending order.
    #[inline]
    pub fn each(&self, each: impl FnMut(Cell)) {
        match &self.0 {
            Layout::Small(list) => list.each(each),
            Layout::Large(list) => list.each(each),
            Layout::Any(cells) => cells.iter().for_each(each),
        }
    }
}

impl From<CellSet> for Spots {
    fn from(cells: CellSet) -> Spots {
        Spots(Layout::Any(cells))
    }
}

impl<P: Register> Sight<P> {
    #[inline(always)]
    fn list(&self, cells: P) -> Listed<P> {
        Listed { frame: self.frame, cells }
    }

    /// The place of a cell of the palace in tables by bit; always below 128.
    #[inline(always)]
    pub(crate) fn bit(&self, cell: Cell) -> usize {
        P::bit(cell) & 127
    }

    /// For a tile with these walls: the cells where some border would not match its neighbour's, and those where
    /// some open side has a neighbour.
    #[inline(always)]
    fn borders(&self, walls: Walls) -> (P, P) {
        let (mut clash, mut open) = (P::EMPTY, P::EMPTY);
        for side in Side::ALL {
            let (near, walled) = (self.near[side as usize], self.walled[side as usize]);
            let behind_wall = near & P::all(walls.has(side));
            clash = clash | (walled ^ behind_wall);
            open = open | (near ^ behind_wall);
        }
        (clash, open)
    }

    /// The cells where a tile with these walls may be laid.
    #[inline(always)]
    pub(crate) fn legal_cells(&self, walls: Walls) -> Listed<P> {
        // Where all borders match, an open side has an open neighbour: there is a way on foot.
        let (clash, open) = self.borders(walls);
        self.list(open & self.free & !clash)
    }

    /// The cells whose tile may be replaced by one with these walls.
    #[inline(always)]
    pub(crate) fn swappable(&self, walls: Walls) -> Listed<P> {
        self.but_fountain(self.covered & !self.borders(walls).0)
    }

    /// The cells whose tile may be taken away: those the others do not need, with an empty neighbour.
    #[inline(always)]
    pub(crate) fn removable(&self) -> Listed<P> {
        let [n, e, s, w] = self.near;
        let cut = cut_cells(self.covered, self.walled[0], self.walled[1]);
        self.but_fountain(self.covered & !((n & e & s & w) | cut))
    }

    #[inline(always)]
    fn but_fountain(&self, cells: P) -> Listed<P> {
        self.list(cells & !P::FOUNTAIN)
    }
}

impl Palace {
    /// Looks the palace over; `None` when it is too large for this way, or under other hole rules.
    #[inline]
    pub(crate) fn survey(&self, holes: Holes) -> Option<Survey> {
        if holes != Holes::Area4 {
            return None;
        }
        let frame = self.frame();
        if frame.fits_with_ring::<u64>() {
            Some(Survey::Small(self.look(frame.with_ring())))
        } else if frame.fits_with_ring::<u128>() {
            Some(Survey::Large(self.look(frame.with_ring())))
        } else {
            None
        }
    }

    /// Whether every wall stands on the border of a covered cell.
    fn walls_stand_on_tiles(&self) -> bool {
        (0..GRID).all(|r| {
            let (here, up) = (self.occupied[r], self.occupied[(r + 1) % GRID]);
            self.north[r] & !(here | up) == 0 && self.east[r] & !(here | here.rotate_right(1)) == 0
        })
    }

    #[inline(always)]
    fn look<P: Register>(&self, frame: Frame) -> Sight<P> {
        debug_assert!(self.walls_stand_on_tiles(), "a wall far from all tiles would show up elsewhere");
        let covered = P::gather(|r| self.occupied[r]);
        let north = P::gather(|r| self.north[r]);
        let east = P::gather(|r| self.east[r]);
        let near = [covered.n(), covered.e(), covered.s(), covered.w()];
        let [n, e, s, w] = near;
        // Empty neighbours in two groups around a cell: a tile there would shut one of them in (V5).
        let a = !n & (e | e.n());
        let b = !e & (s | e.s());
        let c = !s & (w | w.s());
        let d = !w & (n | w.n());
        let holes = (a & b) | (c & d) | ((a | b) & (c | d));
        let walled = [n & north, e & east, s & north.s(), w & east.w()];
        Sight { frame, covered, near, walled, free: !(covered | holes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::chance::Quick;

    fn listed<P: Register>(list: Listed<P>) -> Vec<Cell> {
        let mut cells = Vec::new();
        list.each(|cell| cells.push(cell));
        cells
    }

    fn agrees<P: Register>(palace: &Palace, look: &Sight<P>, walls: Walls) {
        let legal = palace.legal_cells(walls, Holes::Area4);
        assert_eq!(listed(look.legal_cells(walls)), legal.iter().collect::<Vec<_>>());
        assert_eq!(listed(look.swappable(walls)), palace.swappable(walls).iter().collect::<Vec<_>>());
        let removable = palace.removable(Holes::Area4);
        assert_eq!(listed(look.removable()), removable.iter().collect::<Vec<_>>());
        look.removable().each_bit(|bit| assert!(removable.iter().any(|cell| look.bit(cell) == bit)));
        let spots = palace.survey(Holes::Area4).map_or(legal.into(), |survey| survey.spots(walls));
        assert_eq!(spots.len(), legal.len());
        for k in 0..=spots.len() {
            assert_eq!(spots.nth(k), legal.nth(k));
        }
    }

    #[test]
    fn a_look_sees_what_the_rows_say() {
        let mut dice = Quick::new(7);
        let (mut small, mut large) = (0, 0);
        for game in 0..200 {
            let mut palace = Palace::new();
            for _ in 0..game % 40 {
                let walls = Walls::from_bits((dice.below(16) & dice.below(16)) as u8);
                let cells = palace.legal_cells(walls, Holes::Area4);
                if let Some(cell) = cells.nth(dice.below(cells.len().max(1) as u32) as usize) {
                    palace.lay(cell, walls);
                }
            }
            for bits in 0..16 {
                match palace.survey(Holes::Area4) {
                    Some(Survey::Small(look)) => agrees(&palace, &look, Walls::from_bits(bits)),
                    Some(Survey::Large(look)) => agrees(&palace, &look, Walls::from_bits(bits)),
                    None => continue,
                }
            }
            match palace.survey(Holes::Area4) {
                Some(Survey::Small(_)) => small += 1,
                Some(Survey::Large(_)) => large += 1,
                None => {}
            }
        }
        assert!(small > 50 && large > 20, "{small} small and {large} large palaces");
    }
}
