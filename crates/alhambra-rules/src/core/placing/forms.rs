//! What lies in a palace: pieces as they are laid, turned and taken together.

use crate::core::below::Quarters;
use crate::core::building::Building;
use crate::core::catalogue::{Footprint, PieceId, PieceKind, PieceSet};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::palace::{CellSet, Corner, Edge, Form, Ground, Shape};
use crate::core::pieces::Standing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use crate::{GameState, registry};

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
    // Most pieces are whole single tiles, about which the short table says everything.
    if !SPECIAL.contains(piece) {
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
pub(super) const SPECIAL: PieceSet =
    PieceKind::Camp.pieces().or(PieceKind::Watchtower.pieces()).or(PieceKind::Project.pieces());

/// Pieces that the boards of a palace do not hold at all.
pub(super) const OFF_BOARDS: PieceSet = PieceKind::Camp.pieces().or(PieceKind::Watchtower.pieces());

/// Whether a palace is made of whole single tiles only, with nothing around it.
#[inline]
pub(super) fn plain(g: &GameState, seat: Seat) -> bool {
    g.core.rules.modules == 0
        || (g.core.pieces.palace[seat.index()].and(SPECIAL).is_empty()
            && g.core.shared.gates.iter().all(|gate| gate.seat != seat))
}

/// A palace with everything around it.
pub(crate) fn ground(g: &GameState, seat: Seat) -> Ground {
    let mut ground = Ground::new(g.core.palaces[seat.index()], g.core.rules.house.holes);
    // What covers whole cells inside the walls is on the boards already.
    for piece in g.core.pieces.palace[seat.index()].and(OFF_BOARDS).iter() {
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

pub(super) fn is_fountain(g: &GameState, piece: PieceId) -> bool {
    g.core.piece(piece).kind == PieceKind::Fountain
}

pub(super) fn standing_on(g: &GameState, set: PieceSet, cells: &CellSet) -> PieceSet {
    set.iter().filter(|p| cells.contains(g.core.pieces.standing[p.index()].cell)).collect()
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
        let faces = |side: &&Side| {
            ground.edge(cell, **side) == Some(Edge::Open) && !covered.contains(cell.next(**side))
        };
        Side::ALL.iter().filter(faces).count() as u8
    };
    covered.iter().map(open).sum()
}
