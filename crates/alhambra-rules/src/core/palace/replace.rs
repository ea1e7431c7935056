//! Where a piece meets whole tiles as it must: a look at the boards that spares most of the closer ones.

use super::{CellSet, Form, Palace};
use crate::core::cell::Side;

impl Palace {
    /// The cells where `form`, on empty ground or in the place of what lies there, meets no whole tile with a border it must
    /// not meet. Nothing is said about camps, half cells and the rest of the palace: those who pass are looked at one by one.
    pub(crate) fn meeting(&self, form: Form) -> CellSet {
        match form {
            Form::Tile(shape) => {
                let first = self.clashes(shape.first_walls());
                // The border inside a tile of two is open, before and after.
                let second = shape.second_walls();
                let second = second.map(|(towards, walls)| self.clashes(walls).with_neighbour(towards));
                !second.map_or(first, |second| first | second)
            }
            // A side without a bastion meets no tile at all.
            Form::Camp(bastions) => Side::ALL
                .into_iter()
                .filter(|side| !bastions.has(*side))
                .fold(!self.clashes(bastions), |cells, side| cells & !self.cells().with_neighbour(side)),
            // What stands beside a leg is open to it; behind the long edge anything may stand.
            Form::Half(corner) => {
                corner.legs().into_iter().fold(CellSet::ALL, |cells, leg| cells & !self.walled(leg))
            }
        }
    }

    /// The cells with a whole tile across `side` and a wall in between.
    fn walled(&self, side: Side) -> CellSet {
        let walls = match side {
            Side::North => CellSet(self.north),
            Side::East => CellSet(self.east),
            Side::South => CellSet(self.north).with_neighbour(Side::South),
            Side::West => CellSet(self.east).with_neighbour(Side::West),
        };
        self.cells().with_neighbour(side) & walls
    }
}
