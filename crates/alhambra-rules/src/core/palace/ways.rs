//! Ways on foot and straight lines: what pawns, animals, baths and wells ask of a palace.

use super::{CellSet, Edge, Ground};
use crate::core::cell::{Cell, Side};

impl Ground {
    /// Whether one can walk from a cell to the next: open ground on both sides of the border, or a gate in it.
    pub fn passes(&self, cell: Cell, side: Side) -> bool {
        let there = (cell.next(side), side.opposite());
        let (here, beyond) = (self.palace.contains(cell), self.palace.contains(there.0));
        // Two whole tiles have one border: the boards know it. Otherwise there is open ground on both sides only where a
        // half cell is one of them.
        let open = if here && beyond {
            !self.palace.walls_between(cell, side)
        } else {
            let leg = |(at, side): (Cell, Side)| {
                self.halves().iter().any(|(cell, corner)| *cell == at && corner.has_leg(side))
            };
            let opens = |whole: bool, at: (Cell, Side)| {
                if whole { !self.palace.walls_between(at.0, at.1) } else { leg(at) }
            };
            !self.halves().is_empty() && opens(here, (cell, side)) && opens(beyond, there)
        };
        open || self.gates().iter().any(|gate| *gate == (cell, side) || *gate == there)
    }

    /// The cells one step on foot from a cell, clockwise from the north.
    pub fn steps(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Side::ALL.into_iter().filter(move |side| self.passes(cell, *side)).map(move |side| cell.next(side))
    }

    /// The cells that at most so many steps on foot lead to, the first one included.
    pub fn within(&self, from: Cell, steps: u8) -> CellSet {
        let (mut reached, mut edge) = (CellSet::one(from), CellSet::one(from));
        for _ in 0..steps {
            let next = edge.iter().flat_map(|cell| self.steps(cell)).filter(|cell| !reached.contains(*cell));
            edge = next.collect();
            if edge.is_empty() {
                break;
            }
            reached = reached.or(edge);
        }
        reached
    }

    /// The cells in a straight line from the one beside `from` on, walls or not, as far as something stands there.
    /// Camps lie outside the palace and end it; half a cell is the last of its line (rules README, decision 9), and
    /// only if the line comes in through a leg: behind the long edge there is nothing (rules part 2 §22.8).
    pub fn line(&self, from: Cell, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let half = move |cell: Cell| self.halves().iter().any(|half| half.0 == cell);
        let cells =
            std::iter::successors(Some(from.next(side)), move |cell| (!half(*cell)).then(|| cell.next(side)));
        cells.take_while(move |cell| {
            matches!(self.edge(*cell, side.opposite()), Some(Edge::Wall | Edge::Open))
        })
    }

    /// The second longest stretch of outer wall, which may be as long as the longest: its length and the cells
    /// along it.
    pub fn second_wall(&self) -> Option<(u8, Vec<Cell>)> {
        self.runs().into_iter().nth(1).map(|(length, _, cells)| (length, cells))
    }
}
