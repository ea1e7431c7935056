//! The rules of Alhambra as a pure engine: no I/O, no clock, no threads, no global randomness.
//!
//! A [`GameState`] is a game at a decision: a flat value of a few kilobytes that knows whose decision is pending
//! ([`to_move`](GameState::to_move)). Server, bots, replays, hot-seat games and tests all use the same four functions of it:
//!
//! | Function | Asked | Answers |
//! |---|---|---|
//! | [`legal`](GameState::legal) | what can this seat do? | every sensible [`Action`], in an order that never changes; none if the seat is not asked. Payments that differ only in needless cards are not listed. |
//! | [`check`](GameState::check) | may this seat do that? | `Ok`, also for what `legal` did not list, or an [`Illegal`] with the rule and the cells, walls or cards that stand against it |
//! | [`apply`](GameState::apply) | do it | checks it, changes the state and goes on to the next decision: refills, scorings and whatever modules do in between. Chance comes from the [`Io`] that is handed in, and what happened goes there. Refused, nothing has changed. |
//! | [`view`](GameState::view) | what does this seat see? | a [`view::View`] made for one seat, or for a spectator with `None`: nothing that is hidden from them is in it |
//!
//! A whole game by lot, at a table where nobody looks into another hand:
//!
//! ```
//! use alhambra_rules::{GameState, Io, Quick, Seat, Seeded, Setup};
//!
//! let mut luck = Seeded::new(1);
//! let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).unwrap();
//! let mut dice = Quick::new(7);
//! let mut actions = Vec::new();
//! while let Some(seat) = game.to_move() {
//!     game.legal(seat, &mut actions);
//!     let action = actions[dice.below(actions.len() as u32) as usize];
//!     assert!(game.check(seat, &action).is_ok());
//!     game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
//!     assert!(game.view(Some(seat)).hand.is_some() && game.view(None).hand.is_none());
//! }
//! assert!(game.winners().is_some());
//! // A refusal has its reason.
//! let late = game.check(Seat::new(0).unwrap(), &actions[0]).unwrap_err();
//! assert_eq!(late.to_string(), "the game is over");
//! ```
//!
//! Around them: [`Setup`] says who plays with which modules and house rules, [`table::Table`] keeps record and undo,
//! [`record`] reads and verifies recorded games, [`decision`] explains every option for people, [`belief`] is what a bot may
//! know, [`calculator`] counts points at a real table, [`choosing`] says what to begin with, [`code`] packs a set-up into a few letters, [`speech`] makes sentences.
//! Modules and editions are listed by [`ModuleId`] and [`EditionId`]; how one is written is told in CONTRIBUTING.md.
#![forbid(unsafe_code)]

mod action;
pub mod analysis;
pub mod belief;
pub mod calculator;
pub mod choosing;
pub mod code;
pub mod core;
mod cx;
pub mod data;
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
mod refs;
pub mod registry;
#[cfg(feature = "testkit")]
pub mod scenario;
#[cfg(test)]
mod second_look;
mod setup;
mod shorten;
mod shown;
pub mod speech;
pub mod table;
#[cfg(feature = "typescript")]
mod typescript;
pub mod view;

pub use crate::action::Action;
pub use crate::core::below::{Below, Quarters};
pub use crate::core::building::{Building, Currency};
pub use crate::core::cards::{Cards, KindSet};
pub use crate::core::catalogue::{
    BadCard, Card, CardClass, CardKind, Footprint, Half, Piece, PieceId, PieceKind, PieceSet, Provenance,
    card,
};
pub use crate::core::cell::{At, BadWalls, Cell, Side, Walls};
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
pub use crate::editions::classic::classic_piece;
#[cfg(not(lean))]
pub use crate::editions::red_palace::red_palace_piece;
pub use crate::event::{Audience, Event, Happened};
pub use crate::game::{DecisionKind, GameState, Pending};
pub use crate::illegal::{Blamed, Illegal};
pub use crate::look::{Look, Words};
pub use crate::pack::{Digest, Unreadable};
pub use crate::refs::{Key, Ref};
pub use crate::registry::{ModuleId, modules};
pub use crate::setup::{Objection, OptionValues, Player, Setup, SetupError};

/// The example of the README is tested like the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
