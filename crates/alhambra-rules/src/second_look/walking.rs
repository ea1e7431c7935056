//! A palace cell by cell, read off its tiles without the boards the rules use: what stands where, and who can walk.

use crate::core::catalogue::{Footprint, PieceId, PieceKind};
use crate::{Building, GameState, Seat, Side};
use std::collections::BTreeMap;

pub(crate) type At = (i32, i32);

/// What stands on a cell: which piece and half, and the sides that let nobody through.
pub(crate) struct Stands {
    pub(crate) piece: PieceId,
    pub(crate) half: usize,
    pub(crate) shut: Vec<Side>,
}

/// A palace cell by cell. Walls are those printed and those added, turned like the tile; a half cell is open only
/// towards its two legs, and camps stand outside.
pub(crate) fn map(g: &GameState, seat: Seat) -> BTreeMap<At, Stands> {
    let mut cells = BTreeMap::new();
    let turned = |side: Side, turn: usize| Side::ALL[(side as usize + turn) % 4];
    let inside = |piece: &PieceId| g.piece(*piece).kind != PieceKind::Camp;
    for piece in g.core.pieces.palace[seat.index()].iter().filter(inside) {
        let (facts, standing) = (g.piece(piece), g.core.pieces.standing[piece.index()]);
        let turn = standing.turn.index();
        let second = match facts.footprint {
            Footprint::Two { towards } => Some(standing.cell.next(turned(towards, turn))),
            _ => None,
        };
        for (half, cell) in [Some(standing.cell), second].into_iter().flatten().enumerate() {
            let wooden = g.core.shared.wooden[piece.index()].on(half);
            let walled = |side: &Side| facts.walls[half].has(*side) || wooden.has(*side);
            let shut: Vec<Side> = match facts.kind {
                // A watchtower that stands upright fills the corner in the north and west.
                PieceKind::Watchtower => vec![Side::East, Side::South],
                _ => Side::ALL.into_iter().filter(walled).collect(),
            };
            let shut = shut.into_iter().map(|side| turned(side, turn)).collect();
            cells.insert(cell.xy(), Stands { piece, half, shut });
        }
    }
    cells
}

/// The cell on a side of another.
pub(crate) fn beside((x, y): At, side: Side) -> At {
    match side {
        Side::North => (x, y + 1),
        Side::East => (x + 1, y),
        Side::South => (x, y - 1),
        Side::West => (x - 1, y),
    }
}

/// Whether one can walk from a cell to a side: nothing shut on either side of the border, or a gate in it.
pub(crate) fn passes(g: &GameState, seat: Seat, map: &BTreeMap<At, Stands>, from: At, side: Side) -> bool {
    let (to, back) = (beside(from, side), Side::ALL[(side as usize + 2) % 4]);
    let (Some(here), Some(there)) = (map.get(&from), map.get(&to)) else { return false };
    let gate = |cell: At, side: Side| {
        let own = |gate: &crate::core::state::Gate| {
            gate.seat == seat && (gate.cell.xy(), gate.side) == (cell, side)
        };
        g.core.shared.gates.iter().any(own)
    };
    !here.shut.contains(&side) && !there.shut.contains(&back) || gate(from, side) || gate(to, back)
}

/// The type of building on a half of a piece.
pub(crate) fn building(g: &GameState, piece: PieceId, half: usize) -> Option<Building> {
    let facts = g.piece(piece);
    match facts.kind {
        // What is bought for half its price is none before it is finished.
        PieceKind::Base | PieceKind::Magical if g.core.pieces.building[piece.index()].is_none() => None,
        PieceKind::Base | PieceKind::Magical | PieceKind::Project => facts.building[half],
        PieceKind::Ground => g.core.pieces.building[piece.index()],
        _ => None,
    }
}
