//! The rules of Alhambra as a pure engine: no I/O, no clock, no threads, no global randomness.
//!
//! A [`GameState`] says who must decide what; somebody hands in an [`Action`]. Server, bots, replays,
//! hot-seat games and tests all use the same four calls: [`legal`](GameState::legal),
//! [`check`](GameState::check), [`apply`](GameState::apply) and [`view`](GameState::view).
//!
//! ```
//! use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
//!
//! let mut luck = Seeded::new(1);
//! let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).unwrap();
//! let mut dice = Quick::new(7);
//! let mut actions = Vec::new();
//! while let Some(seat) = game.to_move() {
//!     game.legal(seat, &mut actions);
//!     let action = actions[dice.below(actions.len() as u32) as usize];
//!     game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
//! }
//! assert!(game.winners().is_some());
//! ```
#![forbid(unsafe_code)]

mod action;
pub mod belief;
pub mod calculator;
pub mod code;
pub mod core;
mod cx;
pub mod decision;
#[cfg(feature = "testkit")]
pub mod drills;
pub mod editions;
mod event;
mod game;
mod illegal;
#[cfg(feature = "testkit")]
pub mod laws;
mod legal;
#[cfg(all(test, feature = "testkit"))]
mod limits;
mod look;
pub mod module;
mod pack;
pub mod record;
pub mod registry;
#[cfg(feature = "testkit")]
pub mod scenario;
mod setup;
pub mod speech;
pub mod table;
pub mod view;

pub use crate::action::Action;
pub use crate::core::below::{Below, Quarters};
pub use crate::core::building::{Building, Currency};
pub use crate::core::cards::{Cards, KindSet};
pub use crate::core::catalogue::{
    BadCard, Card, CardClass, CardKind, Footprint, Half, Piece, PieceId, PieceKind, PieceSet, Provenance,
    card, classic_piece, red_palace_piece,
};
pub use crate::core::cell::{BadWalls, Cell, Side, Walls};
pub use crate::core::chance::{Chance, Drawn, Noting, Quick, Repeating, Seeded, Stream};
pub use crate::core::house::{HOUSE_RULES, HouseRule, HouseRules};
pub use crate::core::palace::{
    CellIter, CellSet, Holes, MAX_SPAN, Palace, PalaceFault, PalaceRule, PlaceFault, SEARCH_STEPS, Shape,
    Spots, Verdict, WallRun, check_tiles,
};
pub use crate::core::payment::{Offer, Paid, PayRules};
pub use crate::core::pieces::{Space, Zone};
pub use crate::core::purchase::Best;
pub use crate::core::score::{Rank, ScoreLine, Source};
pub use crate::core::seat::{MAX_SEATS, Scorer, Seat, SeatSet};
pub use crate::cx::{Cx, Io, Why};
pub use crate::editions::EditionId;
pub use crate::event::{Audience, Event, Happened};
pub use crate::game::{DecisionKind, GameState, Pending};
pub use crate::illegal::Illegal;
pub use crate::look::{Look, Words};
pub use crate::pack::{Digest, Unreadable};
pub use crate::registry::{ModuleId, modules};
pub use crate::setup::{OptionValues, Player, Setup, SetupError};
