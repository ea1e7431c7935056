//! What if: what laying tiles would change, where bought tiles could go, what the next scoring would bring and what would have
//! changed the last one. Pure questions about copies of a game, for every client alike.

mod attempt;
mod next_scoring;
mod past_scoring;
mod places;
mod plan;

pub use attempt::{Attempt, Tally};
pub use next_scoring::{Addition, NextScoring, Stake};
pub use past_scoring::{Change, PastScoring, WouldHave};
pub use plan::{Laid, Plan};

use crate::GameState;
use crate::decision::Decision;

impl Decision {
    /// The decision with what laying and taking off tiles would change in the majorities.
    #[must_use]
    pub fn foreseen(mut self, game: &GameState) -> Decision {
        let mut places = places::Places::new(game, self.seat);
        for choice in &mut self.options {
            let effects = places.after(choice.action);
            choice.shown.effects.extend(effects);
        }
        self
    }
}
