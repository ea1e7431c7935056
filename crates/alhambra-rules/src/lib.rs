//! The rules of Alhambra as a pure engine.
#![forbid(unsafe_code)]

pub mod core;

pub use crate::core::building::{Building, Currency};
pub use crate::core::cell::{BadWalls, Cell, Side, Walls};
pub use crate::core::palace::{
    CellIter, CellSet, Holes, MAX_SPAN, Palace, PalaceFault, PalaceRule, PlaceFault, SEARCH_STEPS, Shape,
    Verdict, WallRun, check_tiles,
};
pub use crate::core::seat::{MAX_SEATS, Scorer, Seat, SeatSet};
