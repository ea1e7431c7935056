//! Players for Alhambra. A bot sees a [`Belief`](alhambra_rules::belief::Belief), never the true state.
#![forbid(unsafe_code)]

mod random;

pub use random::{RandomBot, UniformBot};

use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, Quick};

/// Somebody who decides for a seat.
pub trait Bot: Send {
    /// What to do. Called only when the belief's seat has to decide.
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action;
}
