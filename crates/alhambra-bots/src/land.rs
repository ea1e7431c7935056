//! What a palace stands on, as far as rules of thumb ask: how long its wall is and where tiles fit.

use alhambra_rules::core::palace::{Form, Ground};
use alhambra_rules::{Cell, CellSet, GameState, Holes, Palace, Seat, Shape, Walls};

/// A palace to lay tiles in for a try.
#[derive(Clone, Copy)]
pub(crate) enum Land {
    /// Nothing but whole tiles: the boards of the palace say everything, and quickly.
    Boards(Palace, Holes),
    /// With something around it that the wall follows and that is in the way: half cells, camps.
    Ground(Ground),
}

impl Land {
    pub(crate) fn of(game: &GameState, seat: Seat) -> Land {
        let boards = Land::Boards(*game.palace(seat), game.rules().house.holes);
        if game.rules().modules == 0 {
            return boards;
        }
        let ground = game.ground(seat);
        if ground.is_plain() { boards } else { Land::Ground(ground) }
    }

    /// Lays a tile of one cell. Checks nothing.
    pub(crate) fn lay(&mut self, at: Cell, walls: Walls) {
        match self {
            Land::Boards(palace, _) => palace.lay(at, walls),
            Land::Ground(ground) => ground.add(Form::Tile(Shape::one(walls)), at),
        }
    }

    /// The longest outer wall.
    pub(crate) fn longest_wall(&self) -> u8 {
        match self {
            Land::Boards(palace, _) => palace.longest_wall(),
            Land::Ground(ground) => ground.longest_wall().0,
        }
    }

    /// Where a tile with these walls fits.
    pub(crate) fn cells(&self, walls: Walls) -> CellSet {
        match self {
            Land::Boards(palace, holes) => palace.legal_cells(walls, *holes),
            Land::Ground(ground) => ground.legal_cells(Form::Tile(Shape::one(walls))),
        }
    }
}
