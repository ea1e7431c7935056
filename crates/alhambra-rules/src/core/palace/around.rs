//! How something that is laid meets what stands around it: on every cell at once, or on one.

use super::ground::{Edge, Form, Ground};
use super::{CellSet, MAX_SPAN, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};

/// The answer for one form on every cell, reason by reason; what [`super::Verdict`] is made from.
pub(super) struct Looked {
    pub next_to: CellSet,
    pub border: CellSet,
    pub on_foot: CellSet,
}

/// What the neighbours of every cell say about one cell of a form lying there.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// There is a neighbour.
    pub touch: CellSet,
    /// Some neighbour has a border that does not match.
    pub clash: CellSet,
    /// A neighbour is reached on foot; a camp leans on one.
    pub foot: CellSet,
}

/// All ones, or nothing.
const fn all_if(condition: bool) -> u32 {
    (condition as u32).wrapping_neg()
}

impl Palace {
    /// What whole tiles say about a camp or half a cell with these edges, clockwise from the north.
    fn around(&self, edges: [Edge; 4]) -> Around {
        let masks = edges.map(|own| {
            let reached = |theirs: Edge| all_if(own.reaches(theirs));
            [
                all_if(own != Edge::Shadow),
                all_if(!own.meets(Edge::Wall)),
                all_if(!own.meets(Edge::Open)),
                reached(Edge::Wall),
                reached(Edge::Open),
            ]
        });
        let none = CellSet::EMPTY;
        let mut around = Around { touch: none, clash: none, foot: none };
        let mut rows = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let (above, below) = ((r + 1) % GRID, (r + GRID - 1) % GRID);
            let here = self.occupied[r];
            let sides = [
                (self.occupied[above], self.north[r]),
                (here.rotate_right(1), self.east[r]),
                (self.occupied[below], self.north[below]),
                (here.rotate_left(1), self.east[r].rotate_left(1)),
            ];
            for ((tiles, wall), [touch, at_wall, at_open, foot_wall, foot_open]) in
                sides.into_iter().zip(masks)
            {
                let (walled, open) = (tiles & wall, tiles & !wall);
                around.touch.0[r] |= tiles & touch;
                around.clash.0[r] |= walled & at_wall | open & at_open;
                around.foot.0[r] |= walled & foot_wall | open & foot_open;
            }
        }
        around
    }
}

impl Edge {
    /// Whether somebody walks across a border that looks like this, or a camp leans on the other side of it.
    const fn reaches(self, theirs: Edge) -> bool {
        matches!((self, theirs), (Edge::Open, Edge::Open) | (Edge::Bastion, Edge::Wall))
    }
}

impl Ground {
    /// Looks at every cell for `form`: the boards answer for whole tiles, and each of the few camps and half cells for the
    /// cells around it.
    pub(super) fn look(&self, form: Form) -> Looked {
        let empty = !self.covered();
        let (first, second) = form.walls();
        let mut around = self.around(form, first);
        let mut free = empty;
        if let Some((towards, walls)) = second {
            let there = self.around(form, walls);
            free = free & empty.with_neighbour(towards);
            around.touch = around.touch | there.touch.with_neighbour(towards);
            around.clash = around.clash | there.clash.with_neighbour(towards);
            around.foot = around.foot | there.foot.with_neighbour(towards);
        }
        let next_to = free & around.touch;
        Looked { next_to, border: next_to & !around.clash, on_foot: next_to & around.foot }
    }

    /// The same for one cell of a form, with these walls.
    fn around(&self, form: Form, walls: Walls) -> Around {
        let edges = Side::ALL.map(|side| form.shows(walls, side));
        let mut around = match form {
            Form::Tile(_) => {
                let (touch, clash, foot) = self.palace.views(walls);
                Around { touch, clash, foot }
            }
            Form::Camp(_) | Form::Half(_) => self.palace.around(edges),
        };
        let mut beside = |cell: Cell, side: Side, theirs: Edge| {
            let (at, own) = (cell.next(side), edges[side.opposite() as usize]);
            if own == Edge::Shadow || theirs == Edge::Shadow {
                return;
            }
            around.touch.insert(at);
            if !own.meets(theirs) {
                around.clash.insert(at);
            }
            if own.reaches(theirs) {
                around.foot.insert(at);
            }
        };
        for &(cell, bastions) in self.camps() {
            for side in Side::ALL {
                beside(cell, side, if bastions.has(side) { Edge::Bastion } else { Edge::Green });
            }
        }
        for &(cell, corner) in self.halves() {
            // Behind the long edge there is nothing to meet.
            for side in corner.legs() {
                beside(cell, side, Edge::Open);
            }
        }
        around
    }

    /// Whether a tile that covers the same cells as another may take its place. It meets the same neighbours with the
    /// same borders as the old one, so the ways on foot, the outside and what camps lean on stay as they are.
    pub fn replaces(&self, new: Form, old: Form, cell: Cell) -> bool {
        matches!((new, old), (Form::Tile(_), Form::Tile(_)))
            && new.cells(cell).eq(old.cells(cell))
            && self.suits(new, cell)
    }

    /// Whether `form` at `cell` touches something around it and fits all of that, whatever lies on its own cells.
    pub(crate) fn suits(&self, form: Form, cell: Cell) -> bool {
        let (mut touches, mut fits) = (false, true);
        form.each_edge(cell, |at, side, own| {
            let Some(theirs) = self.edge(at.next(side), side.opposite()) else { return };
            touches |= own != Edge::Shadow && theirs != Edge::Shadow;
            fits &= own.meets(theirs);
        });
        touches && fits
    }

    /// Whether `form` at `cell` lies on empty ground next to something, fits all borders and the span; whether it
    /// is reached, and whether it shuts something in, is not asked.
    pub fn takes(&self, form: Form, cell: Cell) -> bool {
        let free = form.cells(cell).all(|cell| !self.holds(cell));
        free && self.suits(form, cell) && self.spans(form, cell)
    }

    /// Whether anything stands on a cell.
    fn holds(&self, cell: Cell) -> bool {
        self.palace.contains(cell)
            || self.camps().iter().any(|camp| camp.0 == cell)
            || self.halves().iter().any(|half| half.0 == cell)
    }

    /// Whether laying `form` at `cell` keeps the palace within its span.
    pub(super) fn spans(&self, form: Form, cell: Cell) -> bool {
        // Each thing beside the whole tiles adds a column and a row at most, and so does each cell of the form.
        let more = (self.camps().len() + self.halves().len() + 2) as u32;
        self.palace.spans_at_most(MAX_SPAN - more)
            || Palace::of(form.cells(cell).fold(self.covered(), CellSet::with)).spans_at_most(MAX_SPAN)
    }
}
