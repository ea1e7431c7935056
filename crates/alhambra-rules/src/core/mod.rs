//! Mechanism: what the game is made of. Nothing here names a module.

pub mod agenda;
pub mod building;
pub mod cards;
pub mod catalogue;
pub mod cell;
pub mod chance;
pub(crate) mod coins;
pub mod deck;
pub mod edition;
pub(crate) mod ending;
pub mod flat;
pub mod house;
pub mod palace;
pub mod payment;
pub mod pieces;
pub(crate) mod placing;
pub mod purchase;
pub(crate) mod refill;
pub mod score;
pub(crate) mod scoring;
pub mod seat;
pub(crate) mod start;
pub mod state;
pub mod step;
pub(crate) mod turn;
