//! The rules of Alhambra as a pure engine.
#![forbid(unsafe_code)]

pub mod core;

pub use crate::core::building::{Building, Currency};
pub use crate::core::catalogue::{
    BadCard, Card, CardClass, CardKind, Footprint, Piece, PieceId, PieceKind, PieceSet, Provenance, card,
    classic_piece, red_palace_piece,
};
pub use crate::core::cell::{BadWalls, Cell, Side, Walls};
pub use crate::core::seat::{MAX_SEATS, Scorer, Seat, SeatSet};
