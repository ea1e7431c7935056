//! A palace as it would be after a redesign, and whether it may look like that.

use super::forms::{building_on, form, piece_at};
use crate::core::building::Building;
use crate::core::catalogue::PieceId;
use crate::core::cell::{Cell, Side};
use crate::core::palace::{CellSet, Ground};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::{GameState, registry};

/// A palace as it would be after a redesign, for modules that have a say in it.
#[derive(Clone, Copy, Debug)]
pub struct Rebuilt<'a> {
    /// The game as it stands.
    pub game: &'a GameState,
    /// Whose palace.
    pub seat: Seat,
    /// The tile that leaves its place.
    pub out: Option<PieceId>,
    /// The tile that is laid, and where.
    pub laid: Option<(PieceId, Standing)>,
    /// The palace afterwards.
    pub ground: Ground,
}

impl Rebuilt<'_> {
    /// The cells on which something else, or nothing, would stand.
    pub fn changed(&self) -> CellSet {
        let standing = |piece: PieceId| self.game.core.pieces.standing[piece.index()];
        let pieces = self.out.map(|out| (out, standing(out))).into_iter().chain(self.laid);
        pieces.flat_map(|(piece, at)| form(self.game, piece, at.turn).cells(at.cell)).collect()
    }

    /// The building that would stand on a cell.
    pub fn building_at(&self, cell: Cell) -> Option<Building> {
        let (game, seat) = (self.game, self.seat);
        if let Some((piece, to)) = self.laid
            && let Some(half) = form(game, piece, to.turn).cells(to.cell).position(|c| c == cell)
        {
            return building_on(game, piece, half);
        }
        let (piece, half) = piece_at(game, seat, cell)?;
        if Some(piece) == self.out { None } else { building_on(game, piece, half) }
    }
}

/// The cells of a palace where a change could matter to a module: elsewhere none has a say in a redesign (O5).
pub(super) fn minded(g: &GameState, seat: Seat) -> CellSet {
    if g.core.rules.listens.has(Step::O5) { registry::minds(g, seat) } else { CellSet::EMPTY }
}

/// Whether a palace is sound after `out` has left and `laid` has been laid, whichever there is. `before` is the palace as it
/// stands.
pub(super) fn sound(
    g: &GameState,
    seat: Seat,
    before: &Ground,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> bool {
    planned(g, seat, before, out, laid).is_some_and(|(rebuilt, exchanged)| holds(&rebuilt, exchanged))
}

/// A palace after `out` has left and `laid` has been laid, and whether a tile only took the place of another; `None`
/// where there is no room.
pub(super) fn planned<'a>(
    g: &'a GameState,
    seat: Seat,
    before: &Ground,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> Option<(Rebuilt<'a>, bool)> {
    let mut ground = *before;
    let mut left = None;
    if let Some(out) = out {
        let Standing { cell, turn } = g.core.pieces.standing[out.index()];
        let form = form(g, out, turn);
        ground.remove(form, cell);
        left = Some((form, cell));
    }
    // The rest may be in two parts until the new piece joins them again, so only the result must hold.
    let mut exchanged = false;
    if let Some((piece, to)) = laid {
        let form = form(g, piece, to.turn);
        exchanged = left.is_some_and(|(old, cell)| cell == to.cell && before.replaces(form, old, cell));
        if !exchanged && !ground.takes(form, to.cell) {
            return None;
        }
        ground.add(form, to.cell);
    }
    Some((Rebuilt { game: g, seat, out, laid, ground }, exchanged))
}

/// Whether a palace may look like this. A tile that only took the place of another changes nothing for the others.
pub(super) fn holds(rebuilt: &Rebuilt<'_>, exchanged: bool) -> bool {
    (exchanged || rebuilt.ground.fault().is_none())
        && (!rebuilt.game.core.rules.listens.has(Step::O5) || registry::sound(rebuilt).is_ok())
}

/// Whether a palace may look like this once a module opens a gate together with the tile that is laid, which nobody
/// could walk to otherwise.
pub(super) fn holds_with_gate(rebuilt: &Rebuilt<'_>) -> bool {
    let Some((_, to)) = rebuilt.laid.filter(|_| rebuilt.game.core.rules.listens.has(Step::L2)) else {
        return false;
    };
    let mut borders = Vec::new();
    registry::openings(rebuilt, &mut borders);
    if borders.is_empty() {
        return false;
    }
    let opened = |&(cell, side): &(Cell, Side)| {
        let mut rebuilt = *rebuilt;
        rebuilt.ground.open_gate(cell, side);
        holds(&rebuilt, false)
    };
    !rebuilt.ground.on_foot().contains(to.cell) && borders.iter().any(opened)
}
