//! A palace cell by cell, as it is printed: which type stands where, and which walls are around it. Types are read off names.

use super::laying::Sides;
use super::walking::At;
use crate::core::building::Building;
use crate::core::catalogue::{Footprint, PieceId};
use crate::{GameState, Seat, classic_piece};
use std::collections::BTreeMap;

/// North, east, south, west.
const AROUND: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// What is on a cell.
pub(crate) struct Spot {
    /// The piece.
    pub(crate) piece: PieceId,
    /// The type that stands there.
    pub(crate) building: Option<String>,
    /// The walls around it, north, east, south, west.
    pub(crate) sides: Sides,
}

impl Spot {
    /// What sort of piece it is, as its name begins: `base` for the tiles everybody knows.
    pub(crate) fn sort(&self) -> &'static str {
        let first = classic_piece(self.piece).key.split('-').next().unwrap();
        if Building::ALL.iter().any(|building| building.name() == first) { "base" } else { first }
    }
}

/// The cell beyond a side.
pub(crate) fn beyond((x, y): At, side: usize) -> At {
    (x + AROUND[side].0, y + AROUND[side].1)
}

/// The type in the name of a piece, on one of its cells; `None` for what has none.
fn type_of(g: &GameState, piece: PieceId, half: usize) -> Option<String> {
    let key: Vec<&str> = classic_piece(piece).key.split('-').collect();
    match key[0] {
        "magical" => Some(key[1].to_owned()),
        "project" => Some(key[1 + half].to_owned()),
        "ground" => g.core.pieces.building[piece.index()].map(|building| building.to_string()),
        base if Building::ALL.iter().any(|building| building.name() == base) => Some(base.to_owned()),
        _ => None,
    }
}

/// Every whole cell of a palace. Camps and watchtowers are none.
pub(crate) fn spots(g: &GameState, seat: Seat) -> BTreeMap<At, Spot> {
    let mut spots = BTreeMap::new();
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let printed = classic_piece(piece);
        if ["camp-", "watchtower-"].iter().any(|sort| printed.key.starts_with(sort)) {
            continue;
        }
        let standing = g.core.pieces.standing[piece.index()];
        let turn = standing.turn.index();
        let sides = |half: usize| -> Sides {
            let letters = printed.walls[half].to_string();
            let walled =
                |side: usize| "NESW".chars().nth(side).is_some_and(|letter| letters.contains(letter));
            std::array::from_fn(|side| walled((side + 4 - turn) % 4))
        };
        let mut at = standing.cell.xy();
        for half in 0..2 {
            spots.insert(at, Spot { piece, building: type_of(g, piece, half), sides: sides(half) });
            let Footprint::Two { towards } = printed.footprint else { break };
            at = beyond(at, (towards as usize + turn) % 4);
        }
    }
    spots
}
