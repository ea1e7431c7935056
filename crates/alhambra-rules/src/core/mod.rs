//! Mechanism: what the game is made of. Nothing here names a module.

pub mod building;
pub mod cell;
pub mod flat;
pub mod palace;
pub mod seat;
