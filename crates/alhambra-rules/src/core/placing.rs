//! Placing tiles (L-steps), taking them off or moving them (O-steps), and the redesign built from these: the procedures.
//! What a palace is made of is in `forms`, what may be done with it in `ways` and `rebuilt`, building over in `over`.

mod forms;
mod looks;
mod over;
mod rebuilt;
mod ways;

pub(crate) use forms::Turns;
pub(crate) use forms::{
    building_on, form, ground, longest_wall, move_turns, open_after, piece_at, turns, unfinished, wall_after,
    walls,
};
pub(crate) use looks::Looks;
pub(crate) use over::{build_over, built_over, coverable, moved_aside};
pub(crate) use rebuilt::Rebuilt;
pub(crate) use ways::{
    any_redesign, cells, check_lay, check_redesign, may_give, may_leave, movable, moves, removable,
    replaceable, survey, survey_for, verdict,
};

use super::agenda::{Leaving, Move, Outcome, What};
use super::catalogue::{PieceId, PieceKind, PieceSet};
use super::palace::Form;
use super::pieces::Standing;
use super::seat::{Seat, SeatSet};
use super::step::Step;
use crate::Action;
use crate::cx::Cx;
use crate::event::Happened;

/// Asks where the bought tiles go, one after the other.
pub(crate) fn ask(cx: &mut Cx<'_, '_>, seat: Seat) -> Move {
    let bought = cx.g.core.pieces.bought[seat.index()];
    if bought.is_empty() {
        return Move::Done(Default::default());
    }
    if !bought.and(UNKEPT).is_empty() && bought.and(UNKEPT) == bought {
        let homeless = |piece: &PieceId| ways::all_cells(cx.g, seat, *piece).is_empty();
        if bought.iter().all(|piece| homeless(&piece)) {
            // Nothing else is left to place, so they will never fit: back to the supply (R-WT-3).
            cx.g.core.pieces.bought[seat.index()] = PieceSet::EMPTY;
            cx.g.core.pieces.aside = cx.g.core.pieces.aside.or(bought);
            for piece in bought.iter() {
                cx.emit(|_| Happened::PutBack { seat, piece });
            }
            return Move::Done(Default::default());
        }
    }
    Move::Ask(SeatSet::one(seat))
}

/// Pieces that are laid at once or not at all: never kept in a reserve, never given away, never rebuilt.
const UNKEPT: PieceSet = PieceKind::Watchtower.pieces();

/// Whether a piece may go to a reserve or to Dirk.
pub(crate) fn kept(piece: PieceId) -> bool {
    !UNKEPT.contains(piece)
}

/// Carries out a placing decision. It has been checked.
pub(crate) fn decide(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    match action {
        Action::Place { piece, at, turn } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            begin_laying(cx, seat, piece, Standing { cell: at, turn }, false);
        }
        Action::Reserve { piece } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            cx.reserve(seat, piece);
        }
        Action::Gift { piece } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            cx.g.core.pieces.dirk.insert(piece);
            cx.emit(|_| Happened::Gift { seat, piece });
            cx.leaves(seat, piece, Leaving::Given);
        }
        _ => {}
    }
}

/// REDESIGN outside the main action: asks once, unless nothing can be done.
#[inline(never)]
pub(crate) fn ask_redesign(cx: &mut Cx<'_, '_>, seat: Seat, moves: bool, decided: Option<bool>) -> Move {
    if let Some(made) = decided {
        return Move::Done(Outcome::Redesigned(made));
    }
    if any_redesign(cx.g, seat, moves) {
        Move::Ask(SeatSet::one(seat))
    } else {
        Move::Done(Outcome::Redesigned(false))
    }
}

/// Carries out a redesign. It has been checked, as a whole (A-B-4).
pub(crate) fn redesign(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    match action {
        Action::Add { piece, at, turn } => {
            cx.g.core.pieces.reserve[seat.index()].remove(piece);
            begin_laying(cx, seat, piece, Standing { cell: at, turn }, false);
        }
        Action::Remove { piece } => {
            cx.tell_reserved(seat, piece);
            cx.push(Step::O2, What::Leave { seat, piece, how: Leaving::Reserve });
        }
        Action::Swap { piece, out, turn } => {
            let at = cx.g.core.pieces.standing[out.index()].cell;
            cx.g.core.pieces.reserve[seat.index()].remove(piece);
            if cx.g.core.rules.modules == 0 {
                leave(cx, Step::O2, seat, out, Leaving::Swapped);
                lay(cx, Step::L2, seat, piece, Standing { cell: at, turn }, false);
                return;
            }
            // The topmost procedure runs first: the old tile leaves, the new one is laid, and only in a palace
            // that is whole again somebody is asked where the old one is kept.
            cx.tell_reserved(seat, out);
            begin_laying(cx, seat, piece, Standing { cell: at, turn }, false);
            cx.push(Step::O2, What::Leave { seat, piece: out, how: Leaving::Swapped });
        }
        Action::Move { piece, at, turn } => {
            begin_laying(cx, seat, piece, Standing { cell: at, turn }, true);
            cx.push(Step::O2, What::Leave { seat, piece, how: Leaving::Moved });
        }
        _ => {}
    }
}

/// PLACE: starts where the first module listens, or with the laying itself.
fn begin_laying(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, to: Standing, moved: bool) {
    if cx.g.core.rules.modules == 0 {
        lay(cx, Step::L2, seat, piece, to, moved);
        return;
    }
    let first = if cx.g.core.rules.listens.has(Step::L1) { Step::L1 } else { Step::L2 };
    cx.push(first, What::Lay { seat, piece, at: to.cell, turn: to.turn, moved });
}

/// PLACE: L2 lays the tile.
pub(crate) fn lay(
    cx: &mut Cx<'_, '_>,
    step: Step,
    seat: Seat,
    piece: PieceId,
    to: Standing,
    moved: bool,
) -> Move {
    if step == Step::L2 {
        let form = form(cx.g, piece, to.turn);
        let core = &mut cx.g.core;
        if let Form::Tile(shape) = form {
            core.palaces[seat.index()].lay_shape(to.cell, shape);
        }
        core.pieces.palace[seat.index()].insert(piece);
        core.pieces.standing[piece.index()] = to;
        if !moved {
            cx.emit(|g| Happened::Placed { seat, piece, at: g.at(seat, to.cell), turn: to.turn.get() });
        } else {
            cx.emit(|g| Happened::Moved { seat, piece, at: g.at(seat, to.cell), turn: to.turn.get() });
        }
    }
    Move::Next
}

/// REMOVE, MOVE: O2 takes the tile off; where it goes is what happens to it.
pub(crate) fn leave(cx: &mut Cx<'_, '_>, step: Step, seat: Seat, piece: PieceId, how: Leaving) -> Move {
    if step == Step::O2 && matches!(how, Leaving::Reserve | Leaving::Swapped | Leaving::Moved) {
        let Standing { cell: at, turn } = cx.g.core.pieces.standing[piece.index()];
        let form = form(cx.g, piece, turn);
        let core = &mut cx.g.core;
        if let Form::Tile(_) = form {
            form.cells(at).for_each(|cell| core.palaces[seat.index()].lift(cell));
        }
        core.pieces.palace[seat.index()].remove(piece);
        core.pieces.standing[piece.index()] = Standing::default();
        if how != Leaving::Moved {
            cx.g.core.pieces.reserve[seat.index()].insert(piece);
            cx.emit(|g| Happened::TakenOff { seat, piece, at: g.at(seat, at) });
            cx.emit(|_| Happened::Reserved { seat, piece });
        }
    }
    Move::Next
}
