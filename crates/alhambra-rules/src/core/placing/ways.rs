//! What may be laid, taken off, exchanged and moved: the lists, and the check of one of them.

use super::forms::{
    OFF_BOARDS, SPECIAL, form, ground, is_fountain, move_turns, plain, standing_on, turns, walls,
};
use super::rebuilt::{Rebuilt, holds, holds_with_gate, minded, planned, sound};
use super::{UNKEPT, kept};
use crate::core::agenda::Leaving;
use crate::core::below::Quarters;
use crate::core::catalogue::{Footprint, PieceId, PieceKind, PieceSet};
use crate::core::cell::{Cell, Side};
use crate::core::palace::{CellSet, Form, Ground, Survey, Verdict};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::{Action, GameState, Illegal, registry};

/// Where `piece` may be laid in this turn of it.
pub(crate) fn cells(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
    if by_boards(g, seat, piece) {
        return g.core.palaces[seat.index()].legal_cells(walls(g, piece, turn), g.core.rules.house.holes);
    }
    cells_on(g, seat, &ground(g, seat), piece, turn)
}

/// Whether the boards of a palace alone say where a piece may be laid: it is one whole tile, nothing but whole tiles stands
/// there, and no module has a say. A gate is for those who walk; it lets nothing be laid.
fn by_boards(g: &GameState, seat: Seat, piece: PieceId) -> bool {
    g.core.rules.modules == 0
        || !SPECIAL.contains(piece)
            && g.core.pieces.palace[seat.index()].and(OFF_BOARDS).is_empty()
            && !judged(g, seat, piece)
}

/// Whether some module could have a say in where a piece is laid.
pub(super) fn judged(g: &GameState, seat: Seat, piece: PieceId) -> bool {
    g.core.rules.listens.has(Step::L2) && registry::judges(g, seat, piece)
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
    let special = rules.modules != 0 && !g.core.pieces.reserve[seat.index()].and(NOT_UPRIGHT).is_empty();
    if long || special { None } else { g.core.palaces[seat.index()].survey(rules.house.holes) }
}

/// Pieces that are no whole single tiles, or may be laid in several turns.
const NOT_UPRIGHT: PieceSet = {
    let mut set = SPECIAL;
    let mut i = 0;
    while i < PieceKind::ALL.len() {
        if PieceKind::ALL[i].turns_freely() {
            set = set.or(PieceKind::ALL[i].pieces());
        }
        i += 1;
    }
    set
};

/// Looks a palace over for one tile that is laid upright; `None` where that takes the long way.
#[inline]
pub(crate) fn survey_for(g: &GameState, seat: Seat, piece: PieceId) -> Option<Survey> {
    if by_boards(g, seat, piece) {
        g.core.palaces[seat.index()].survey(g.core.rules.house.holes)
    } else {
        None
    }
}

/// Every cell's verdict for `piece`, with the reasons kept apart.
pub(crate) fn verdict(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> Verdict {
    verdict_on(g, seat, &ground(g, seat), piece, turn)
}

/// The same for a palace that somebody has put together.
pub(super) fn verdict_on(
    g: &GameState,
    seat: Seat,
    ground: &Ground,
    piece: PieceId,
    turn: Quarters,
) -> Verdict {
    let mut verdict = ground.verdict(form(g, piece, turn));
    if judged(g, seat, piece) {
        registry::verdict(g, seat, piece, turn, &mut verdict);
    }
    verdict
}

/// Where `piece` may be laid in this turn of it, in a palace that somebody has put together.
pub(super) fn cells_on(
    g: &GameState,
    seat: Seat,
    ground: &Ground,
    piece: PieceId,
    turn: Quarters,
) -> CellSet {
    if by_boards(g, seat, piece) {
        return ground.palace.legal_cells(walls(g, piece, turn), ground.holes);
    }
    if judged(g, seat, piece) {
        return verdict_on(g, seat, ground, piece, turn).legal();
    }
    ground.legal_cells(form(g, piece, turn))
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

/// Whether the boards alone say what may leave a palace or be replaced: whole tiles only, and no module has a say.
fn quick(g: &GameState, seat: Seat, minded: &CellSet) -> bool {
    minded.is_empty() && plain(g, seat)
}

/// The tiles `seat` may take back into the reserve.
pub(crate) fn removable(g: &GameState, seat: Seat) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Reserve);
    let minded = minded(g, seat);
    if quick(g, seat, &minded) {
        let cells = g.core.palaces[seat.index()].removable(g.core.rules.house.holes);
        return standing_on(g, tiles, &cells);
    }
    let mut set = PieceSet::EMPTY;
    find_removable(g, seat, &minded, tiles, |piece| {
        set.insert(piece);
        false
    });
    set
}

/// Whether `seat` may take back any tile.
fn any_removable(g: &GameState, seat: Seat) -> bool {
    let minded = minded(g, seat);
    if quick(g, seat, &minded) {
        return !removable(g, seat).is_empty();
    }
    let tiles = may_leave(g, seat, Leaving::Reserve);
    any_dead_end(g, seat, &minded, tiles) || find_removable(g, seat, &minded, tiles, |_| true)
}

/// Whether one of these tiles holds no other for a reason that is seen at once: it is a whole tile away from everything that
/// is none, at most one open side leads on from it, and some side lies free. In nearly every palace there is one.
fn any_dead_end(g: &GameState, seat: Seat, minded: &CellSet, tiles: PieceSet) -> bool {
    let palace = &g.core.palaces[seat.index()];
    let mut apart = *minded;
    let mut keep_away = |cell: Cell| {
        apart.insert(cell);
        Side::ALL.into_iter().for_each(|side| apart.insert(cell.next(side)));
    };
    for piece in g.core.pieces.palace[seat.index()].and(OFF_BOARDS).iter() {
        keep_away(g.core.pieces.standing[piece.index()].cell);
    }
    g.core.shared.gates.iter().filter(|gate| gate.seat == seat).for_each(|gate| keep_away(gate.cell));
    tiles.without(SPECIAL).iter().any(|piece| {
        let cell = g.core.pieces.standing[piece.index()].cell;
        let (mut ways, mut free) = (0, false);
        for side in Side::ALL {
            let covered = palace.contains(cell.next(side));
            free |= !covered;
            ways += u8::from(covered && !palace.walls_between(cell, side));
        }
        free && ways <= 1 && cell != Cell::FOUNTAIN && !apart.contains(cell)
    })
}

/// Calls `enough` with one tile after the other that may be taken off, until it says so; whether it did.
fn find_removable(
    g: &GameState,
    seat: Seat,
    minded: &CellSet,
    tiles: PieceSet,
    mut enough: impl FnMut(PieceId) -> bool,
) -> bool {
    let ground = ground(g, seat);
    let cells = ground.removable();
    // One look at the palace answers for everything that covers one cell; what modules mind and pieces of two take the
    // long way.
    let leaves = |piece: PieceId| {
        let two = matches!(g.core.piece(piece).footprint, Footprint::Two { .. });
        if two {
            return goes(g, seat, &ground, piece);
        }
        let cell = g.core.pieces.standing[piece.index()].cell;
        cells.contains(cell)
            && (!minded.contains(cell) || !is_fountain(g, piece) && approved(g, seat, &ground, piece))
    };
    tiles.iter().any(|piece| leaves(piece) && enough(piece))
}

/// Whether modules let a palace be without a tile that holds no other.
fn approved(g: &GameState, seat: Seat, ground: &Ground, piece: PieceId) -> bool {
    planned(g, seat, ground, Some(piece), None).is_some_and(|(rebuilt, _)| holds(&rebuilt, true))
}

/// Whether a tile that modules let go may be taken off.
fn goes(g: &GameState, seat: Seat, ground: &Ground, piece: PieceId) -> bool {
    !is_fountain(g, piece) && sound(g, seat, ground, Some(piece), None)
}

/// The tiles of the palace that `piece`, turned like this, may replace.
pub(crate) fn replaceable(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Swapped);
    replaced(g, seat, &ground(g, seat), &minded(g, seat), tiles, piece, turn)
}

/// Those of these tiles of a palace, which somebody has put together, whose place `piece`, turned like this, may take.
pub(super) fn replaced(
    g: &GameState,
    seat: Seat,
    ground: &Ground,
    minded: &CellSet,
    tiles: PieceSet,
    piece: PieceId,
    turn: Quarters,
) -> PieceSet {
    if quick(g, seat, minded) && !SPECIAL.contains(piece) {
        let cells = g.core.palaces[seat.index()].swappable(walls(g, piece, turn));
        return standing_on(g, tiles, &cells);
    }
    if tiles.is_empty() {
        return tiles;
    }
    // Few tiles have the borders for it: the boards rule out most, and only the others are looked at one by one.
    let meeting = ground.palace.meeting(form(g, piece, turn));
    let fits = |out: &PieceId| {
        meeting.contains(g.core.pieces.standing[out.index()].cell)
            && fits_for(g, seat, ground, minded, piece, *out, turn)
    };
    tiles.iter().filter(fits).collect()
}

/// Whether `piece` may take the place of `out`: the same cells (R-MP-2), and the whole stays sound.
fn fits_for(
    g: &GameState,
    seat: Seat,
    ground: &Ground,
    minded: &CellSet,
    piece: PieceId,
    out: PieceId,
    turn: Quarters,
) -> bool {
    let standing = g.core.pieces.standing[out.index()];
    let to = Standing { cell: standing.cell, turn };
    let (new, old) = (form(g, piece, turn), form(g, out, standing.turn));
    if !kept(piece) || is_fountain(g, out) || !new.cells(to.cell).eq(old.cells(to.cell)) {
        return false;
    }
    // On the same cells it has the same neighbours: whoever does not meet them as they are fits in no way.
    if !ground.suits(new, to.cell) {
        return false;
    }
    // A tile that takes the place of a tile changes nothing for the others; only modules have more to say.
    let exchange = matches!((new, old), (Form::Tile(_), Form::Tile(_)));
    if exchange && new.cells(to.cell).all(|cell| !minded.contains(cell)) {
        return true;
    }
    sound(g, seat, ground, Some(out), Some((piece, to)))
}

/// Where a tile of the palace may be moved in one effect, in this turn of it.
pub(crate) fn moves(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
    moves_minding(g, seat, &minded(g, seat), piece, turn)
}

fn moves_minding(g: &GameState, seat: Seat, minded: &CellSet, piece: PieceId, turn: Quarters) -> CellSet {
    let mut cells = CellSet::EMPTY;
    if may_leave(g, seat, Leaving::Moved).contains(piece) {
        find_moves(g, seat, &ground(g, seat), None, minded, piece, turn, |cell| {
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
    let minded = minded(g, seat);
    let mut far = Far { g, before, barred: minded, known: Vec::new() };
    may_leave(g, seat, Leaving::Moved).iter().filter(move |piece| {
        loose.contains(g.core.pieces.standing[piece.index()].cell) && far.takes(*piece)
            || move_turns(g, seat, *piece)
                .any(|turn| find_moves(g, seat, &before, Some(&loose), &minded, *piece, turn, |_| true))
    })
}

/// Whether a tile that holds no others may be moved to a cell apart from it, which is seen in the palace as it stands: what
/// lies there does not touch the place that becomes empty, and an empty place more shuts nothing in.
struct Far<'a> {
    g: &'a GameState,
    before: Ground,
    /// Where modules have a say.
    barred: CellSet,
    /// Tiles with the same walls have one answer.
    known: Vec<(Form, CellSet)>,
}

impl Far<'_> {
    fn takes(&mut self, piece: PieceId) -> bool {
        let Standing { cell, turn } = self.g.core.pieces.standing[piece.index()];
        let form = form(self.g, piece, turn);
        if SPECIAL.contains(piece) || is_fountain(self.g, piece) || self.barred.contains(cell) {
            return false;
        }
        let cells = match self.known.iter().find(|known| known.0 == form) {
            Some((_, cells)) => *cells,
            None => {
                let cells = self.before.legal_cells(form).without(self.barred);
                self.known.push((form, cells));
                cells
            }
        };
        let row = CellSet::one(cell).with(cell.next(Side::East)).with(cell.next(Side::West));
        !cells
            .without(row)
            .without(row.with_neighbour(Side::North))
            .without(row.with_neighbour(Side::South))
            .is_empty()
    }
}

/// Calls `enough` with one cell after the other to which a tile may be moved, until it says so; whether it did. `loose`
/// are the cells of tiles that hold no others, where somebody has looked; `minded` those where modules have a say.
#[allow(clippy::too_many_arguments)]
fn find_moves(
    g: &GameState,
    seat: Seat,
    before: &Ground,
    loose: Option<&CellSet>,
    minded: &CellSet,
    piece: PieceId,
    turn: Quarters,
    mut enough: impl FnMut(Cell) -> bool,
) -> bool {
    let from = g.core.pieces.standing[piece.index()];
    if is_fountain(g, piece) {
        return false;
    }
    let (old, new) = (form(g, piece, from.turn), form(g, piece, turn));
    let mut rest = *before;
    rest.remove(old, from.cell);
    // A rest that stands by itself takes the tile like any other: then only modules have a say in it.
    let two = matches!(g.core.piece(piece).footprint, Footprint::Two { .. });
    let stands = match loose {
        Some(loose) if !two => loose.contains(from.cell),
        _ => rest.fault().is_none(),
    };
    let narrowed = g.core.rules.listens.has(Step::L2);
    let touched = |form: Form, cell: Cell| form.cells(cell).any(|cell| minded.contains(cell));
    let lifted = touched(old, from.cell);
    let gates = narrowed && registry::opens_gates(g, seat);
    let moved = |cell: Cell| {
        let mut ground = rest;
        ground.add(new, cell);
        Rebuilt { game: g, seat, out: Some(piece), laid: Some((piece, Standing { cell, turn })), ground }
    };
    let fitting = if stands { rest.legal_cells(new) } else { CellSet::EMPTY };
    let elsewhere = |cell: &Cell| Standing { cell: *cell, turn } != from;
    let fits = |cell: Cell| !(lifted || touched(new, cell)) || holds(&moved(cell), true);
    if fitting.iter().filter(elsewhere).any(|cell| fits(cell) && enough(cell)) {
        return true;
    }
    let mending = if stands { CellSet::EMPTY } else { rest.mending(new) };
    let turned = turn != from.turn && (narrowed || !stands);
    if mending.is_empty() && !turned && !gates {
        return false;
    }
    // Without a gate only a few cells are left, and room is looked for on these alone.
    let own = if turned { CellSet::one(from.cell) } else { CellSet::EMPTY };
    let left = mending.or(own);
    let others = if gates || left.len() > FEW {
        rest.room(new)
    } else {
        left.iter().filter(|cell| rest.takes(new, *cell)).collect()
    };
    let others = others.without(fitting);
    // What does not fit like any other tile mends the rest, takes its own old place, or comes with a gate.
    let holds_there = |cell: Cell| {
        let exchanged = cell == from.cell && before.replaces(new, old, cell);
        if !(exchanged || gates || mending.contains(cell)) {
            return false;
        }
        let rebuilt = moved(cell);
        (exchanged || mending.contains(cell)) && holds(&rebuilt, exchanged) || holds_with_gate(&rebuilt)
    };
    others.iter().filter(elsewhere).any(|cell| holds_there(cell) && enough(cell))
}

/// From so many cells on, one look at all of them is quicker than one at each.
const FEW: usize = 8;

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
            } else if fits_for(g, seat, &ground(g, seat), &CellSet::ALL, piece, out, turn) {
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
            } else if moves_minding(g, seat, &CellSet::ALL, piece, turn).contains(at) {
                Ok(())
            } else {
                Err(Illegal::CannotMove { cell: at })
            }
        }
        _ => Err(Illegal::NotAskedFor { asked: "redesign" }),
    }
}
