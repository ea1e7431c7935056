//! BUILD OVER: a tile takes the place of another, which moves or is kept.

use super::begin_laying;
use super::forms::{form, ground};
use super::rebuilt::{minded, sound};
use super::ways::{cells, may_leave, replaced};
use crate::GameState;
use crate::core::agenda::{Leaving, What};
use crate::core::below::Quarters;
use crate::core::catalogue::{PieceId, PieceSet};
use crate::core::cell::Cell;
use crate::core::palace::{CellSet, Form};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::cx::Cx;

/// BUILD OVER: the tiles of the palace on whose cells `piece`, turned like this, may be laid. The exchange must be allowed
/// like any other; the old tile may then be moved or go to the reserve, unless a module bars both.
pub(crate) fn coverable(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Moved).or(may_leave(g, seat, Leaving::Swapped));
    replaced(g, seat, &ground(g, seat), &minded(g, seat), tiles, piece, turn)
}

/// BUILD OVER: the game as it would be with `piece` on the cells of `out`, which then waits to be laid anew. Asked for
/// [`coverable`] tiles only.
pub(crate) fn built_over(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    turn: Quarters,
    out: PieceId,
) -> GameState {
    let mut after = g.clone();
    let old = after.core.pieces.standing[out.index()];
    if let form @ Form::Tile(_) = form(g, out, old.turn) {
        form.cells(old.cell).for_each(|cell| after.core.palaces[seat.index()].lift(cell));
    }
    let pieces = &mut after.core.pieces;
    pieces.palace[seat.index()].remove(out);
    pieces.bought[seat.index()].remove(piece);
    pieces.palace[seat.index()].insert(piece);
    pieces.standing[piece.index()] = Standing { cell: old.cell, turn };
    if let Form::Tile(shape) = form(g, piece, turn) {
        after.core.palaces[seat.index()].lay_shape(old.cell, shape);
    }
    after
}

/// BUILD OVER: where the old tile may be moved in the game that [`built_over`] gave. The palace must be sound as it then
/// stands: what a module would only build with it is no way there.
pub(crate) fn moved_aside(after: &GameState, seat: Seat, old: PieceId, turn: Quarters) -> CellSet {
    let ground = ground(after, seat);
    let stands = |cell: &Cell| sound(after, seat, &ground, None, Some((old, Standing { cell: *cell, turn })));
    cells(after, seat, old, turn).iter().filter(stands).collect()
}

/// BUILD OVER: lays a bought tile on the cells of another, which moves to `to`, or into the reserve. It has been checked
/// with [`coverable`] and [`built_over`].
pub(crate) fn build_over(
    cx: &mut Cx<'_, '_>,
    seat: Seat,
    piece: PieceId,
    turn: Quarters,
    out: PieceId,
    to: Option<Standing>,
) {
    let at = cx.g.core.pieces.standing[out.index()].cell;
    let new = Standing { cell: at, turn };
    let Some(to) = to else {
        cx.g.core.pieces.bought[seat.index()].remove(piece);
        // As in an exchange: the old tile leaves, the new one is laid, then somebody is asked where the old one is kept.
        cx.tell_reserved(seat, out);
        begin_laying(cx, seat, piece, new, false);
        cx.push(Step::O2, What::Leave { seat, piece: out, how: Leaving::Swapped });
        return;
    };
    // Both change their places at once, so that no question of a module finds a palace with a gap, or a tile nowhere.
    // The procedures that follow lay them down again where they are, and tell everybody.
    *cx.g = built_over(cx.g, seat, piece, turn, out);
    let form = form(cx.g, out, to.turn);
    let core = &mut cx.g.core;
    if let Form::Tile(shape) = form {
        core.palaces[seat.index()].lay_shape(to.cell, shape);
    }
    core.pieces.palace[seat.index()].insert(out);
    core.pieces.standing[out.index()] = to;
    begin_laying(cx, seat, out, to, true);
    begin_laying(cx, seat, piece, new, false);
    cx.leaves(seat, out, Leaving::Moved);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Io, Quick, Setup};

    fn named(key: &str) -> PieceId {
        PieceId::with_key(key).expect("a tile of the box")
    }

    /// A table with these tiles in the palace of the player to move, and one that waits to be placed. Some module is on,
    /// as the procedure is for modules only.
    fn table(tiles: &[(&str, i32, i32)], bought: &str) -> (GameState, Seat) {
        let setup = Setup::players(3).with(crate::ModuleId::NewScoreCards);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).expect("a table");
        let seat = g.to_move().expect("somebody begins");
        let waiting = named(bought);
        let mut all: PieceSet = g.core.pieces.market.iter().flatten().copied().collect();
        all = all.or(g.core.pieces.tower);
        for (key, x, y) in tiles {
            let (piece, cell) = (named(key), Cell::at(*x, *y));
            all.remove(piece);
            let standing = Standing { cell, turn: Quarters::ZERO };
            let form = form(&g, piece, Quarters::ZERO);
            let Form::Tile(shape) = form else { panic!("{key} is no tile") };
            g.core.palaces[seat.index()].lay_shape(cell, shape);
            g.core.pieces.palace[seat.index()].insert(piece);
            g.core.pieces.standing[piece.index()] = standing;
        }
        all.remove(waiting);
        g.core.pieces.market.iter_mut().for_each(|space| *space = None);
        g.core.pieces.tower = all;
        g.core.pieces.bought[seat.index()].insert(waiting);
        (g, seat)
    }

    #[test]
    fn a_tile_is_built_over_and_the_old_one_moves_or_is_kept() {
        for to in [None, Some(Standing { cell: Cell::at(0, 1), turn: Quarters::ZERO })] {
            let (mut g, seat) = table(&[("garden-11", 1, 0), ("tower-12", 2, 0)], "chambers-11");
            let (new, old) = (named("chambers-11"), named("garden-11"));
            assert!(
                coverable(&g, seat, new, Quarters::ZERO).contains(old),
                "it holds the others, but is replaced"
            );
            let after = built_over(&g, seat, new, Quarters::ZERO, old);
            assert!(cells(&after, seat, old, Quarters::ZERO).contains(Cell::at(0, 1)));
            assert!(!cells(&after, seat, old, Quarters::ZERO).contains(Cell::at(1, 0)), "taken");
            let mut luck = Quick::new(2);
            let mut io = Io::silent(&mut luck);
            g.agenda.frames.clear();
            let mut cx = Cx { g: &mut g, io: &mut io };
            build_over(&mut cx, seat, new, Quarters::ZERO, old, to);
            cx.settle();
            assert_eq!(g.core.pieces.at(seat, Cell::at(1, 0)), Some(new));
            assert_eq!(g.core.pieces.reserve[seat.index()].contains(old), to.is_none());
            assert_eq!(g.core.pieces.at(seat, Cell::at(0, 1)), to.map(|_| old));
            assert_eq!(g.core.palaces[seat.index()].len(), if to.is_some() { 4 } else { 3 });
            assert!(g.core.pieces.bought[seat.index()].is_empty());
        }
    }

    #[test]
    fn the_fountain_and_walls_that_do_not_fit_are_not_built_over() {
        let (g, seat) = table(&[("garden-11", 1, 0), ("tower-12", 2, 0)], "tower-13-e");
        let new = named("tower-13-e");
        let fits: Vec<PieceId> = coverable(&g, seat, new, Quarters::ZERO).iter().collect();
        assert_eq!(fits, [named("tower-12")], "the wall in the east meets no open side there only");
    }
}
