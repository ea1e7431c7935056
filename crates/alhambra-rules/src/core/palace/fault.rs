//! Why a tile may not be laid.

use super::MAX_SPAN;
use crate::core::cell::{At, Side};
use crate::refs::{Key, Ref, key};
use crate::registry::ModuleId;
use crate::speech;
use serde::{Deserialize, Serialize};

/// Why a tile may not be laid, in the order in which reasons are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Fault"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PlaceFault {
    /// A cell is already covered.
    Occupied {
        /// That cell.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
    /// The tile would not touch the palace.
    NotAdjacent,
    /// A wall meets an open side.
    Border {
        /// The cell of the new tile at that border.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
        /// The side of the new tile that does not match, the first in the order N, E, S, W.
        side: Side,
        /// The covered cell across that side.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        neighbour: At,
        /// Whether the wall is on the new tile; otherwise it is on the neighbour.
        wall: bool,
    },
    /// No open border leads to the tile.
    OnFoot,
    /// An empty area would be shut in.
    Hole {
        /// A cell of that area.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
    /// The palace would grow over more than [`MAX_SPAN`] columns or rows.
    Span,
    /// A module in play forbids it.
    NotAllowed {
        /// Which.
        by: ModuleId,
        /// Why.
        #[serde(deserialize_with = "key::read")]
        why: Key,
    },
    /// A piece with bastions and a building meet otherwise than bastion to wall, or two such pieces otherwise than green to
    /// green.
    Bastion {
        /// The cell of the new piece at that border.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
        /// The side at fault.
        side: Side,
        /// The covered cell across that side.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        neighbour: At,
    },
    /// No bastion leans on a wall.
    NoBastion {
        /// The piece that should have one.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
}

impl PlaceFault {
    /// What is said of it, as a message key, and what it points at.
    pub fn telling(&self) -> (Key, Vec<Ref>) {
        match *self {
            PlaceFault::Occupied { at } => ("occupied", vec![Ref::Cell(at)]),
            PlaceFault::NotAdjacent => ("not_adjacent", Vec::new()),
            PlaceFault::Border { side, neighbour, wall, .. } => (
                if wall { "border.wall" } else { "border.open" },
                vec![Ref::Side(side), Ref::Cell(neighbour)],
            ),
            PlaceFault::OnFoot => ("on_foot", Vec::new()),
            PlaceFault::Hole { at } => ("hole", vec![Ref::Cell(at)]),
            PlaceFault::Span => ("span", vec![Ref::Number(MAX_SPAN as i32)]),
            PlaceFault::NotAllowed { .. } => ("not_allowed", Vec::new()),
            PlaceFault::Bastion { side, neighbour, .. } => {
                ("bastion", vec![Ref::Side(side), Ref::Cell(neighbour)])
            }
            PlaceFault::NoBastion { at } => ("no_bastion", vec![Ref::Cell(at)]),
        }
    }
}

/// In English, for whoever has no game at hand; [`speech::fault`] says it to players.
impl std::fmt::Display for PlaceFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&speech::misfit(speech::ENGLISH, self, &|it| speech::bare(it)))
    }
}

impl std::error::Error for PlaceFault {}
