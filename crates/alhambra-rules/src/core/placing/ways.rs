//! What may be laid, taken off, exchanged and moved: the lists, and the check of one of them.

use super::forms::{SPECIAL, form, ground, is_fountain, move_turns, plain, standing_on, turns, walls};
use super::plan::{holds, holds_with_gate, planned, sound};
use super::{UNKEPT, kept};
use crate::core::agenda::Leaving;
use crate::core::below::Quarters;
use crate::core::catalogue::{Footprint, PieceId, PieceSet};
use crate::core::cell::Cell;
use crate::core::palace::{CellSet, Ground, Survey, Verdict};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::{Action, GameState, Illegal, registry};

/// Where `piece` may be laid in this turn of it.
pub(crate) fn cells(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
    let special = g.core.rules.modules != 0 && (SPECIAL.contains(piece) || !plain(g, seat));
    if g.core.rules.listens.has(Step::L2) || special {
        return verdict(g, seat, piece, turn).legal();
    }
    g.core.palaces[seat.index()].legal_cells(walls(g, piece, turn), g.core.rules.house.holes)
}

/// Where `piece` may be laid in some turn.
pub(super) fn all_cells(g: &GameState, seat: Seat, piece: PieceId) -> CellSet {
    turns(g, seat, piece).fold(CellSet::EMPTY, |all, turn| all.or(cells(g, seat, piece, turn)))
}

/// Looks a palace over for a list of actions; `None` where modules or house rules take the long way.
pub(crate) fn survey(g: &GameState, seat: Seat) -> Option<Survey> {
    let rules = &g.core.rules;
    let long = rules.listens.has(Step::L2) || rules.listens.has(Step::O1) || !plain(g, seat);
    let long = long || rules.listens.has(Step::O5) || rules.listens.has(Step::L3);
    let special = rules.modules != 0 && {
        let reserve = g.core.pieces.reserve[seat.index()];
        reserve.iter().any(|piece| SPECIAL.contains(piece) || g.core.piece(piece).kind.turns_freely())
    };
    if long || special { None } else { g.core.palaces[seat.index()].survey(rules.house.holes) }
}

/// Every cell's verdict for `piece`, with the reasons kept apart.
pub(crate) fn verdict(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> Verdict {
    let mut verdict = ground(g, seat).verdict(form(g, piece, turn));
    if g.core.rules.listens.has(Step::L2) {
        registry::verdict(g, seat, piece, turn, &mut verdict);
    }
    verdict
}

/// The tiles of a palace that may leave their place in this way as far as modules are concerned.
pub(crate) fn may_leave(g: &GameState, seat: Seat, how: Leaving) -> PieceSet {
    let mut set = g.core.pieces.palace[seat.index()];
    if g.core.rules.modules != 0 {
        set = set.without(UNKEPT);
    }
    if g.core.rules.listens.has(Step::O1) {
        registry::may_leave(g, seat, how, &mut set);
    }
    set
}

/// The bought tiles that may be given to Dirk as far as modules are concerned.
pub(crate) fn may_give(g: &GameState, seat: Seat) -> PieceSet {
    let mut set = g.core.pieces.bought[seat.index()];
    if g.core.rules.listens.has(Step::O4) {
        registry::may_give(g, seat, &mut set);
    }
    set
}

fn quick(g: &GameState, seat: Seat) -> bool {
    !g.core.rules.listens.has(Step::O5) && plain(g, seat)
}

/// The tiles `seat` may take back into the reserve.
pub(crate) fn removable(g: &GameState, seat: Seat) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Reserve);
    if quick(g, seat) {
        let cells = g.core.palaces[seat.index()].removable(g.core.rules.house.holes);
        return standing_on(g, tiles, &cells);
    }
    let mut set = PieceSet::EMPTY;
    find_removable(g, seat, tiles, |piece| {
        set.insert(piece);
        false
    });
    set
}

/// Whether `seat` may take back any tile.
fn any_removable(g: &GameState, seat: Seat) -> bool {
    if quick(g, seat) {
        return !removable(g, seat).is_empty();
    }
    find_removable(g, seat, may_leave(g, seat, Leaving::Reserve), |_| true)
}

/// Calls `enough` with one tile after the other that may be taken off, until it says so; whether it did.
fn find_removable(
    g: &GameState,
    seat: Seat,
    tiles: PieceSet,
    mut enough: impl FnMut(PieceId) -> bool,
) -> bool {
    let ground = ground(g, seat);
    let cells = ground.removable();
    // One look at the palace answers for everything that covers one cell; modules and pieces of two take the long way.
    let asked = g.core.rules.listens.has(Step::O5);
    let leaves = |piece: PieceId| {
        let two = matches!(g.core.piece(piece).footprint, Footprint::Two { .. });
        if two {
            return goes(g, seat, &ground, piece);
        }
        cells.contains(g.core.pieces.standing[piece.index()].cell)
            && (!asked || !is_fountain(g, piece) && approved(g, seat, &ground, piece))
    };
    tiles.iter().any(|piece| leaves(piece) && enough(piece))
}

/// Whether modules let a palace be without a tile that holds no other.
fn approved(g: &GameState, seat: Seat, ground: &Ground, piece: PieceId) -> bool {
    planned(g, seat, ground, Some(piece), None).is_some_and(|(plan, _)| holds(&plan, true))
}

/// Whether a tile that modules let go may be taken off.
fn goes(g: &GameState, seat: Seat, ground: &Ground, piece: PieceId) -> bool {
    !is_fountain(g, piece) && sound(g, seat, ground, Some(piece), None)
}

/// The tiles of the palace that `piece`, turned like this, may replace.
pub(crate) fn replaceable(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Swapped);
    if quick(g, seat) && !SPECIAL.contains(piece) {
        let cells = g.core.palaces[seat.index()].swappable(walls(g, piece, turn));
        return standing_on(g, tiles, &cells);
    }
    let ground = ground(g, seat);
    tiles.iter().filter(|out| fits_for(g, seat, &ground, piece, *out, turn)).collect()
}

/// Whether `piece` may take the place of `out`: the same cells (R-MP-2), and the whole stays sound.
pub(super) fn fits_for(
    g: &GameState,
    seat: Seat,
    ground: &Ground,
    piece: PieceId,
    out: PieceId,
    turn: Quarters,
) -> bool {
    let standing = g.core.pieces.standing[out.index()];
    let to = Standing { cell: standing.cell, turn };
    kept(piece)
        && !is_fountain(g, out)
        && form(g, piece, turn).cells(to.cell).eq(form(g, out, standing.turn).cells(to.cell))
        && sound(g, seat, ground, Some(out), Some((piece, to)))
}

/// Where a tile of the palace may be moved in one effect, in this turn of it.
pub(crate) fn moves(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
    let mut cells = CellSet::EMPTY;
    if may_leave(g, seat, Leaving::Moved).contains(piece) {
        find_moves(g, seat, &ground(g, seat), None, piece, turn, |cell| {
            cells = cells.with(cell);
            false
        });
    }
    cells
}

/// The tiles of a palace that may be moved somewhere, in some turn of theirs.
pub(crate) fn movable(g: &GameState, seat: Seat) -> impl Iterator<Item = PieceId> + use<'_> {
    let before = ground(g, seat);
    // One look at the palace says which tiles hold no others.
    let loose = before.removable();
    may_leave(g, seat, Leaving::Moved).iter().filter(move |piece| {
        move_turns(g, seat, *piece)
            .any(|turn| find_moves(g, seat, &before, Some(&loose), *piece, turn, |_| true))
    })
}

/// Calls `enough` with one cell after the other to which a tile may be moved, until it says so; whether it did. `loose`
/// are the cells of tiles that hold no others, where somebody has looked.
fn find_moves(
    g: &GameState,
    seat: Seat,
    before: &Ground,
    loose: Option<&CellSet>,
    piece: PieceId,
    turn: Quarters,
    mut enough: impl FnMut(Cell) -> bool,
) -> bool {
    let from = g.core.pieces.standing[piece.index()];
    if is_fountain(g, piece) {
        return false;
    }
    let mut rest = *before;
    rest.remove(form(g, piece, from.turn), from.cell);
    let verdict = rest.verdict(form(g, piece, turn));
    // A rest that stands by itself takes the tile like any other: then only modules have a say in it.
    let two = matches!(g.core.piece(piece).footprint, Footprint::Two { .. });
    let stands = match loose {
        Some(loose) if !two => loose.contains(from.cell),
        _ => rest.fault().is_none(),
    };
    let rules = &g.core.rules;
    let (asked, gates) = (rules.listens.has(Step::O5), rules.listens.has(Step::L2));
    let legal = verdict.legal();
    let near = if stands && !gates { legal } else { verdict.next_to.and(verdict.border).and(verdict.span) };
    let holds_there = |cell: Cell| {
        let to = Standing { cell, turn };
        if to == from {
            return false;
        }
        let fits = stands && legal.contains(cell);
        if fits && !asked {
            return true;
        }
        let Some((plan, exchanged)) = planned(g, seat, before, Some(piece), Some((piece, to))) else {
            return false;
        };
        // Where the rest stands, what does not fit like any other tile fits by taking its own old place, or with a gate.
        (fits || exchanged || !stands) && holds(&plan, fits || exchanged) || holds_with_gate(&plan)
    };
    near.iter().any(|cell| holds_there(cell) && enough(cell))
}

/// Whether there is anything to redesign; most palaces have a tile that may be taken off.
pub(crate) fn any_redesign(g: &GameState, seat: Seat, with_moves: bool) -> bool {
    let reserve = g.core.pieces.reserve[seat.index()];
    let added = |piece: PieceId, turn: Quarters| {
        !cells(g, seat, piece, turn).is_empty() || !replaceable(g, seat, piece, turn).is_empty()
    };
    any_removable(g, seat)
        || reserve.iter().any(|piece| turns(g, seat, piece).any(|turn| added(piece, turn)))
        || with_moves && movable(g, seat).next().is_some()
}

/// Whether `piece` may be laid at `at`.
pub(crate) fn check_lay(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    at: Cell,
    turn: Quarters,
) -> Result<(), Illegal> {
    check_turn(g, seat, piece, turn)?;
    match verdict(g, seat, piece, turn).fault(at) {
        None => Ok(()),
        Some(fault) => Err(Illegal::DoesNotFit { cell: at, fault }),
    }
}

/// A turn that looks like an earlier one is not another turn.
fn check_turn(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> Result<(), Illegal> {
    if turns(g, seat, piece).any(|possible| possible == turn) {
        Ok(())
    } else {
        Err(Illegal::NotTurned { piece })
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
        } else if is_fountain(g, piece) {
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
            if !may_leave(g, seat, Leaving::Reserve).contains(piece) {
                Err(Illegal::MustStay { cell })
            } else if goes(g, seat, &ground(g, seat), piece) {
                Ok(())
            } else {
                Err(Illegal::HoldsOthers { cell })
            }
        }
        Action::Swap { piece, out, turn } => {
            in_reserve(piece)?;
            in_palace(out)?;
            check_turn(g, seat, piece, turn)?;
            let cell = pieces.standing[out.index()].cell;
            if !may_leave(g, seat, Leaving::Swapped).contains(out) {
                Err(Illegal::MustStay { cell })
            } else if fits_for(g, seat, &ground(g, seat), piece, out, turn) {
                Ok(())
            } else {
                Err(Illegal::SwapDoesNotFit { cell })
            }
        }
        Action::Move { piece, at, turn } => {
            in_palace(piece)?;
            if !move_turns(g, seat, piece).any(|possible| possible == turn) {
                return Err(Illegal::NotTurned { piece });
            }
            if !may_leave(g, seat, Leaving::Moved).contains(piece) {
                let cell = pieces.standing[piece.index()].cell;
                Err(Illegal::MustStay { cell })
            } else if moves(g, seat, piece, turn).contains(at) {
                Ok(())
            } else {
                Err(Illegal::CannotMove { cell: at })
            }
        }
        _ => Err(Illegal::NotAskedFor { asked: "redesign" }),
    }
}
