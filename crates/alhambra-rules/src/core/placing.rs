//! Placing tiles (L-steps), taking them off again (O-steps), and the redesign built from both.

use super::agenda::{Move, What};
use super::catalogue::{Footprint, PieceId, PieceKind, PieceSet};
use super::cell::{Cell, Walls};
use super::palace::{CellSet, Shape, Survey, Verdict};
use super::pieces::Standing;
use super::seat::{Seat, SeatSet};
use super::step::Step;
use crate::cx::Cx;
use crate::event::Happened;
use crate::{Action, GameState, Illegal, registry};

/// Asks where the bought tiles go, one after the other.
pub(crate) fn ask(cx: &mut Cx<'_, '_>, seat: Seat) -> Move {
    if cx.g.core.pieces.bought[seat.index()].is_empty() {
        Move::Done(Default::default())
    } else {
        Move::Ask(SeatSet::one(seat))
    }
}

/// Carries out a placing decision. It has been checked.
pub(crate) fn decide(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    match action {
        Action::Place { piece, at, turn } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            begin_laying(cx, seat, piece, at, turn);
        }
        Action::Reserve { piece } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            cx.reserve(seat, piece);
        }
        Action::Gift { piece } => {
            cx.g.core.pieces.bought[seat.index()].remove(piece);
            cx.g.core.pieces.dirk.insert(piece);
            cx.emit(|_| Happened::Gift { seat, piece });
        }
        _ => {}
    }
}

/// Carries out a redesign. It has been checked, as a whole (A-B-4).
pub(crate) fn redesign(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    match action {
        Action::Add { piece, at, turn } => {
            cx.g.core.pieces.reserve[seat.index()].remove(piece);
            begin_laying(cx, seat, piece, at, turn);
        }
        Action::Remove { piece } => cx.push(Step::O2, What::Leave { seat, piece }),
        Action::Swap { piece, out, turn } => {
            let at = cx.g.core.pieces.standing[out.index()].cell;
            cx.g.core.pieces.reserve[seat.index()].remove(piece);
            if cx.g.core.rules.modules == 0 {
                leave(cx, Step::O2, seat, out);
                lay(cx, Step::L2, seat, piece, at, turn);
                return;
            }
            // The topmost procedure runs first: the old tile leaves, then the new one is laid.
            begin_laying(cx, seat, piece, at, turn);
            cx.push(Step::O2, What::Leave { seat, piece: out });
        }
        _ => {}
    }
}

/// PLACE: starts where the first module listens, or with the laying itself.
fn begin_laying(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, at: Cell, turn: u8) {
    if cx.g.core.rules.modules == 0 {
        lay(cx, Step::L2, seat, piece, at, turn);
        return;
    }
    let first = if cx.g.core.rules.listens.has(Step::L1) { Step::L1 } else { Step::L2 };
    cx.push(first, What::Lay { seat, piece, at, turn });
}

/// PLACE: L2 lays the tile.
pub(crate) fn lay(cx: &mut Cx<'_, '_>, step: Step, seat: Seat, piece: PieceId, at: Cell, turn: u8) -> Move {
    if step == Step::L2 {
        let walls = walls(cx.g, piece, turn);
        let core = &mut cx.g.core;
        core.palaces[seat.index()].lay(at, walls);
        core.pieces.palace[seat.index()].insert(piece);
        core.pieces.standing[piece.index()] = Standing { cell: at, turn };
        cx.emit(|_| Happened::Placed { seat, piece, at });
    }
    Move::Next
}

/// REMOVE: O2 takes the tile off and puts it into the reserve.
pub(crate) fn leave(cx: &mut Cx<'_, '_>, step: Step, seat: Seat, piece: PieceId) -> Move {
    if step == Step::O2 {
        let core = &mut cx.g.core;
        let at = core.pieces.standing[piece.index()].cell;
        core.palaces[seat.index()].lift(at);
        core.pieces.palace[seat.index()].remove(piece);
        core.pieces.standing[piece.index()] = Standing::default();
        cx.emit(|_| Happened::TakenOff { seat, piece, at });
        cx.reserve(seat, piece);
    }
    Move::Next
}

/// The walls of a tile as it would be laid.
pub(crate) fn walls(g: &GameState, piece: PieceId, turn: u8) -> Walls {
    let walls = g.core.facts(piece).walls;
    if turn == 0 { walls } else { walls.turned(turn) }
}

/// Where `piece` may be laid, upright.
pub(crate) fn cells(g: &GameState, seat: Seat, piece: PieceId) -> CellSet {
    if g.core.rules.listens.has(Step::L2) {
        return verdict(g, seat, piece, 0).legal();
    }
    g.core.palaces[seat.index()].legal_cells(walls(g, piece, 0), g.core.rules.house.holes)
}

/// Looks a palace over for a list of actions; `None` where modules or house rules take the long way.
pub(crate) fn survey(g: &GameState, seat: Seat) -> Option<Survey> {
    let rules = &g.core.rules;
    if rules.listens.has(Step::L2) { None } else { g.core.palaces[seat.index()].survey(rules.house.holes) }
}

/// Every cell's verdict for `piece`, with the reasons kept apart.
pub(crate) fn verdict(g: &GameState, seat: Seat, piece: PieceId, turn: u8) -> Verdict {
    let facts = g.core.piece(piece);
    let shape = match facts.footprint {
        Footprint::Two { towards } => Shape::two(facts.walls[0], facts.walls[1], towards),
        _ => Shape::one(facts.walls[0].turned(turn)),
    };
    let mut verdict = g.core.palaces[seat.index()].verdict(shape, g.core.rules.house.holes);
    if g.core.rules.listens.has(Step::L2) {
        registry::verdict(g, seat, piece, turn, &mut verdict);
    }
    verdict
}

/// The tiles of a palace that may leave it as far as modules are concerned.
pub(crate) fn may_leave(g: &GameState, seat: Seat) -> PieceSet {
    let mut set = g.core.pieces.palace[seat.index()];
    if g.core.rules.listens.has(Step::O1) {
        registry::may_leave(g, seat, &mut set);
    }
    set
}

/// The tiles `seat` may take back into the reserve.
pub(crate) fn removable(g: &GameState, seat: Seat) -> PieceSet {
    let cells = g.core.palaces[seat.index()].removable(g.core.rules.house.holes);
    standing_on(g, may_leave(g, seat), &cells)
}

/// The tiles of the palace that `piece` may replace.
pub(crate) fn replaceable(g: &GameState, seat: Seat, piece: PieceId) -> PieceSet {
    let cells = g.core.palaces[seat.index()].swappable(walls(g, piece, 0));
    standing_on(g, may_leave(g, seat), &cells)
}

fn standing_on(g: &GameState, set: PieceSet, cells: &CellSet) -> PieceSet {
    set.iter().filter(|p| cells.contains(g.core.pieces.standing[p.index()].cell)).collect()
}

/// Whether `piece` may be laid at `at`.
pub(crate) fn check_lay(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    at: Cell,
    turn: u8,
) -> Result<(), Illegal> {
    if turn != 0 {
        return Err(Illegal::NotTurned { piece });
    }
    match verdict(g, seat, piece, turn).fault(at) {
        None => Ok(()),
        Some(fault) => Err(Illegal::DoesNotFit { cell: at, fault }),
    }
}

/// Whether a redesign is allowed; only its result counts (A-B-4).
pub(crate) fn check_redesign(g: &GameState, seat: Seat, action: Action) -> Result<(), Illegal> {
    let pieces = &g.core.pieces;
    let in_reserve = |piece| {
        if pieces.reserve[seat.index()].contains(piece) {
            Ok(())
        } else {
            Err(Illegal::NotInReserve { piece })
        }
    };
    let in_palace = |piece: PieceId| {
        if !pieces.palace[seat.index()].contains(piece) {
            Err(Illegal::NotInPalace { piece })
        } else if g.core.piece(piece).kind == PieceKind::Fountain {
            Err(Illegal::Fountain)
        } else {
            Ok(())
        }
    };
    match action {
        Action::Add { piece, at, turn } => {
            in_reserve(piece)?;
            check_lay(g, seat, piece, at, turn)
        }
        Action::Remove { piece } => {
            in_palace(piece)?;
            let cell = pieces.standing[piece.index()].cell;
            if removable(g, seat).contains(piece) { Ok(()) } else { Err(Illegal::HoldsOthers { cell }) }
        }
        Action::Swap { piece, out, turn } => {
            in_reserve(piece)?;
            in_palace(out)?;
            if turn != 0 {
                return Err(Illegal::NotTurned { piece });
            }
            let cell = pieces.standing[out.index()].cell;
            if replaceable(g, seat, piece).contains(out) {
                Ok(())
            } else {
                Err(Illegal::SwapDoesNotFit { cell })
            }
        }
        _ => Err(Illegal::NotAskedFor { asked: "a redesign" }),
    }
}
