//! Placing tiles (L-steps), taking them off or moving them (O-steps), and the redesign built from these.

use super::agenda::{Leaving, Move, Outcome, What};
use super::below::Quarters;
use super::building::Building;
use super::catalogue::{Footprint, PieceId, PieceKind, PieceSet};
use super::cell::{Cell, Side, Walls};
use super::palace::{CellSet, Corner, Edge, Form, Ground, Shape, Survey, Verdict};
use super::pieces::Standing;
use super::seat::{Seat, SeatSet};
use super::step::Step;
use crate::cx::Cx;
use crate::event::Happened;
use crate::{Action, GameState, Illegal, registry};

/// Asks where the bought tiles go, one after the other.
pub(crate) fn ask(cx: &mut Cx<'_, '_>, seat: Seat) -> Move {
    let bought = cx.g.core.pieces.bought[seat.index()];
    if bought.is_empty() {
        return Move::Done(Default::default());
    }
    if !bought.and(UNKEPT).is_empty() && bought.and(UNKEPT) == bought {
        let homeless = |piece: &PieceId| all_cells(cx.g, seat, *piece).is_empty();
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

/// Whether there is anything to redesign; most palaces have a tile that may be taken off.
pub(crate) fn any_redesign(g: &GameState, seat: Seat, with_moves: bool) -> bool {
    let reserve = g.core.pieces.reserve[seat.index()];
    let added = |piece: PieceId, turn: Quarters| {
        !cells(g, seat, piece, turn).is_empty() || !replaceable(g, seat, piece, turn).is_empty()
    };
    let moved =
        |piece: PieceId| move_turns(g, seat, piece).any(|turn| !moves(g, seat, piece, turn).is_empty());
    !removable(g, seat).is_empty()
        || reserve.iter().any(|piece| turns(g, seat, piece).any(|turn| added(piece, turn)))
        || (with_moves && may_leave(g, seat, Leaving::Moved).iter().any(moved))
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
            cx.emit(|_| Happened::Placed { seat, piece, at: to.cell, turn: to.turn.get() });
        } else {
            cx.emit(|_| Happened::Moved { seat, piece, at: to.cell, turn: to.turn.get() });
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
            cx.emit(|_| Happened::TakenOff { seat, piece, at });
            cx.emit(|_| Happened::Reserved { seat, piece });
        }
    }
    Move::Next
}

/// The walls of the first cell of a tile as it would be laid.
pub(crate) fn walls(g: &GameState, piece: PieceId, turn: Quarters) -> Walls {
    let walls = g.core.facts(piece).walls;
    if g.core.rules.modules == 0 {
        return if turn == Quarters::ZERO { walls } else { walls.turned(turn) };
    }
    walls.or(g.core.shared.wooden[piece.index()].on(0)).turned(turn)
}

/// What a piece is as it would be laid.
pub(crate) fn form(g: &GameState, piece: PieceId, turn: Quarters) -> Form {
    if g.core.rules.modules == 0 {
        return Form::Tile(Shape::one(walls(g, piece, turn)));
    }
    let facts = g.core.piece(piece);
    match (facts.kind, facts.footprint) {
        (PieceKind::Camp, _) => Form::Camp(facts.walls[0].turned(turn)),
        (_, Footprint::Half) => Form::Half(Corner::turned(turn)),
        (_, Footprint::Two { towards }) => {
            let towards = Side::ALL[(towards as usize + turn.index()) % 4];
            let second = facts.walls[1].or(g.core.shared.wooden[piece.index()].on(1)).turned(turn);
            Form::Tile(Shape::two(walls(g, piece, turn), second, towards))
        }
        _ => Form::Tile(Shape::one(walls(g, piece, turn))),
    }
}

/// In which turns a piece may be laid; upright is always among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns(u8);

impl Turns {
    /// Upright only.
    pub const UPRIGHT: Turns = Turns(1);
    /// Turned in any way.
    pub const ANY: Turns = Turns(0b1111);

    /// Lets the piece be turned in any way.
    pub fn free(&mut self) {
        *self = Turns::ANY;
    }
}

/// The turns in which `seat` may lay a piece, each different from those before it.
pub(crate) fn turns(g: &GameState, seat: Seat, piece: PieceId) -> impl Iterator<Item = Quarters> + use<'_> {
    let free = g.core.rules.modules != 0 && g.core.piece(piece).kind.turns_freely();
    let mut turns = if free { Turns::ANY } else { Turns::UPRIGHT };
    if g.core.rules.listens.has(Step::L3) {
        registry::turns(g, seat, piece, &mut turns);
    }
    let has_sides = g.core.rules.modules != 0 && g.core.piece(piece).kind.has_sides();
    let earlier = |turn: Quarters| Quarters::all().take(turn.index());
    let another = move |turn: &Quarters| {
        has_sides || earlier(*turn).all(|earlier| form(g, piece, earlier) != form(g, piece, *turn))
    };
    Quarters::all().filter(move |turn| turns.0 >> turn.get() & 1 != 0).filter(another)
}

/// The turns in which a tile of the palace may be moved: as it lies, unless it turns freely (rules part 3 §1.7).
pub(crate) fn move_turns(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
) -> impl Iterator<Item = Quarters> + use<'_> {
    let free = g.core.rules.modules != 0 && g.core.piece(piece).kind.turns_freely();
    let lies = g.core.pieces.standing[piece.index()].turn;
    turns(g, seat, piece).filter(move |_| free).chain(std::iter::once(lies).filter(move |_| !free))
}

/// Pieces that the boards of a palace do not describe as whole single cells.
const SPECIAL: PieceSet =
    PieceKind::Camp.pieces().or(PieceKind::Watchtower.pieces()).or(PieceKind::Project.pieces());

/// Whether a piece is a whole single tile inside the walls.
#[inline]
pub(crate) fn is_whole(g: &GameState, piece: PieceId) -> bool {
    g.core.rules.modules == 0 || !SPECIAL.contains(piece)
}

/// Whether a palace is made of whole single tiles only, with nothing around it.
#[inline]
fn plain(g: &GameState, seat: Seat) -> bool {
    g.core.rules.modules == 0
        || (g.core.pieces.palace[seat.index()].and(SPECIAL).is_empty()
            && g.core.shared.gates.iter().all(|gate| gate.seat != seat))
}

/// A palace with everything around it.
pub(crate) fn ground(g: &GameState, seat: Seat) -> Ground {
    let mut ground = Ground::new(g.core.palaces[seat.index()], g.core.rules.house.holes);
    if plain(g, seat) {
        return ground;
    }
    for piece in g.core.pieces.palace[seat.index()].and(SPECIAL).iter() {
        let Standing { cell, turn } = g.core.pieces.standing[piece.index()];
        let form = form(g, piece, turn);
        if !matches!(form, Form::Tile(_)) {
            ground.add(form, cell);
        }
    }
    for gate in g.core.shared.gates.iter().filter(|gate| gate.seat == seat) {
        ground.open_gate(gate.cell, gate.side);
    }
    ground
}

/// Where `piece` may be laid in this turn of it.
pub(crate) fn cells(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> CellSet {
    let special = g.core.rules.modules != 0 && (SPECIAL.contains(piece) || !plain(g, seat));
    if g.core.rules.listens.has(Step::L2) || special {
        return verdict(g, seat, piece, turn).legal();
    }
    g.core.palaces[seat.index()].legal_cells(walls(g, piece, turn), g.core.rules.house.holes)
}

/// Where `piece` may be laid in some turn.
fn all_cells(g: &GameState, seat: Seat, piece: PieceId) -> CellSet {
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

/// A palace as it would be after a redesign, for modules that have a say in it.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
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

impl Plan<'_> {
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

/// The piece that covers a cell of a palace, and with which half.
pub(crate) fn piece_at(g: &GameState, seat: Seat, cell: Cell) -> Option<(PieceId, usize)> {
    g.core.pieces.palace[seat.index()].iter().find_map(|piece| {
        let Standing { cell: at, turn } = g.core.pieces.standing[piece.index()];
        if at == cell || !SPECIAL.contains(piece) {
            return (at == cell).then_some((piece, 0));
        }
        form(g, piece, turn).cells(at).position(|covered| covered == cell).map(|half| (piece, half))
    })
}

/// The building on one half of a piece.
pub(crate) fn building_on(g: &GameState, piece: PieceId, half: usize) -> Option<Building> {
    match half {
        0 => g.core.pieces.building[piece.index()],
        half => g.core.piece(piece).building_type(half),
    }
}

/// Whether what is printed as a building on one half of a piece does not count as one yet.
pub(crate) fn unfinished(g: &GameState, piece: PieceId, half: usize) -> bool {
    g.core.piece(piece).building_type(half).is_some() && building_on(g, piece, half).is_none()
}

/// Whether a palace is sound after `out` has left and `laid` has been laid, whichever there is. `before` is the palace as it
/// stands.
fn sound(
    g: &GameState,
    seat: Seat,
    before: &Ground,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> bool {
    planned(g, seat, before, out, laid).is_some_and(|(plan, exchanged)| holds(&plan, exchanged))
}

/// A palace after `out` has left and `laid` has been laid, and whether a tile only took the place of another; `None`
/// where there is no room.
fn planned<'a>(
    g: &'a GameState,
    seat: Seat,
    before: &Ground,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> Option<(Plan<'a>, bool)> {
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
    Some((Plan { game: g, seat, out, laid, ground }, exchanged))
}

/// Whether a palace may look like this. A tile that only took the place of another changes nothing for the others.
fn holds(plan: &Plan<'_>, exchanged: bool) -> bool {
    (exchanged || plan.ground.fault().is_none())
        && (!plan.game.core.rules.listens.has(Step::O5) || registry::sound(plan).is_ok())
}

/// Whether a palace may look like this once a module opens a gate together with the tile that is laid, which nobody
/// could walk to otherwise.
fn holds_with_gate(plan: &Plan<'_>) -> bool {
    let Some((_, to)) = plan.laid.filter(|_| plan.game.core.rules.listens.has(Step::L2)) else {
        return false;
    };
    let mut borders = Vec::new();
    registry::openings(plan, &mut borders);
    let opened = |&(cell, side): &(Cell, Side)| {
        let mut plan = *plan;
        plan.ground.open_gate(cell, side);
        holds(&plan, false)
    };
    !borders.is_empty() && !plan.ground.on_foot().contains(to.cell) && borders.iter().any(opened)
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
    let ground = ground(g, seat);
    let cells = ground.removable();
    // One look at the palace answers for everything that covers one cell; modules and pieces of two take the long way.
    let asked = g.core.rules.listens.has(Step::O5);
    let leaves = |piece: &PieceId| {
        let two = matches!(g.core.piece(*piece).footprint, Footprint::Two { .. });
        (two || cells.contains(g.core.pieces.standing[piece.index()].cell))
            && (!(two || asked) || goes(g, seat, &ground, *piece))
    };
    tiles.iter().filter(leaves).collect()
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
fn fits_for(
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
    let from = g.core.pieces.standing[piece.index()];
    if !may_leave(g, seat, Leaving::Moved).contains(piece) || is_fountain(g, piece) {
        return CellSet::EMPTY;
    }
    let before = ground(g, seat);
    let mut rest = before;
    rest.remove(form(g, piece, from.turn), from.cell);
    let verdict = rest.verdict(form(g, piece, turn));
    // A rest that stands by itself takes the tile like any other, if no module has a say in it.
    let quick = rest.fault().is_none() && !g.core.rules.listens.has(Step::O5);
    let (legal, gates) = (verdict.legal(), g.core.rules.listens.has(Step::L2));
    let near = if quick && !gates { legal } else { verdict.next_to.and(verdict.border).and(verdict.span) };
    let sound = |cell: &Cell| {
        let to = Standing { cell: *cell, turn };
        let plan = || planned(g, seat, &before, Some(piece), Some((piece, to)));
        let holds = |(plan, exchanged)| holds(&plan, exchanged) || holds_with_gate(&plan);
        to != from && (quick && legal.contains(*cell) || plan().is_some_and(holds))
    };
    near.iter().filter(sound).collect()
}

/// BUILD OVER: the tiles of the palace on whose cells `piece`, turned like this, may be laid. The exchange must be allowed
/// like any other; the old tile may then be moved or go to the reserve, unless a module bars both.
pub(crate) fn coverable(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters) -> PieceSet {
    let tiles = may_leave(g, seat, Leaving::Moved).or(may_leave(g, seat, Leaving::Swapped));
    let ground = ground(g, seat);
    tiles.iter().filter(|out| fits_for(g, seat, &ground, piece, *out, turn)).collect()
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

fn is_fountain(g: &GameState, piece: PieceId) -> bool {
    g.core.piece(piece).kind == PieceKind::Fountain
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
        _ => Err(Illegal::NotAskedFor { asked: "a redesign" }),
    }
}

/// The longest outer wall of a palace, and how many long edges of half cells are in it.
pub(crate) fn longest_wall(g: &GameState, seat: Seat) -> (u8, u8) {
    if plain(g, seat) {
        return (g.core.palaces[seat.index()].longest_wall(), 0);
    }
    ground(g, seat).longest_wall()
}

/// A palace after laying a piece, taking one off, or both.
fn ground_after(
    g: &GameState,
    seat: Seat,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> Ground {
    let mut ground = ground(g, seat);
    if let Some(out) = out {
        let Standing { cell, turn } = g.core.pieces.standing[out.index()];
        ground.remove(form(g, out, turn), cell);
    }
    if let Some((piece, to)) = laid {
        ground.add(form(g, piece, to.turn), to.cell);
    }
    ground
}

/// The longest wall after laying a piece, taking one off, or both.
pub(crate) fn wall_after(
    g: &GameState,
    seat: Seat,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> u8 {
    ground_after(g, seat, out, laid).longest_wall().0
}

/// How many sides without a wall face empty ground, after laying a piece, taking one off, or both: where the palace can
/// still grow on foot.
pub(crate) fn open_after(
    g: &GameState,
    seat: Seat,
    out: Option<PieceId>,
    laid: Option<(PieceId, Standing)>,
) -> u8 {
    let ground = ground_after(g, seat, out, laid);
    let covered = ground.covered();
    let open = |cell: Cell| {
        let faces = |side: &Side| {
            ground.edge(cell, *side) == Some(Edge::Open)
                && !covered.contains(cell.next(*side))
        };
        Side::ALL.iter().filter(|side| faces(side)).count() as u8
    };
    covered.iter().map(open).sum()
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
