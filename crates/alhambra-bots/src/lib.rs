//! Players for Alhambra. A bot sees a [`Belief`], never the true state.
//!
//! ```
//! use alhambra_bots::{Bot, BotKind};
//! use alhambra_rules::belief::{Belief, Recall};
//! use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
//!
//! let mut bot = "medium".parse::<BotKind>().unwrap().make();
//! let mut luck = Seeded::new(1);
//! let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).unwrap();
//! let seat = game.to_move().unwrap();
//! let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut Quick::new(1));
//! assert!(game.check(seat, &action).is_ok());
//! ```
#![forbid(unsafe_code)]

mod answers;
mod closer;
pub mod evaluation;
mod explain;
mod kind;
mod land;
mod medium;
pub mod network;
mod outlook;
mod policy;
mod random;
pub mod search;
mod standing;

pub use explain::{Advice, Estimate, Reason, advise, advise_within, review};
pub use kind::{BotKind, UnknownBot};
pub use medium::{EasyBot, MediumBot};
pub use outlook::{outcome, outlook};
pub use random::{RandomBot, UniformBot};

use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, Quick};

/// Somebody who decides for a seat.
pub trait Bot: Send {
    /// What to do. Called only when the belief's seat has to decide.
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action;
}
