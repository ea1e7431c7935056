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

use crate::decision::{Decision, Effect};
use crate::{Action, Best, GameState, Seat};

impl Decision {
    /// The decision with what laying and taking off tiles would change in the majorities, where the palace could grow
    /// then, and how tiles would be paid for at best.
    #[must_use]
    pub fn foreseen(mut self, game: &GameState) -> Decision {
        let (seat, mut open) = (self.seat, None);
        let mut places = places::Places::new(game, seat);
        for choice in &mut self.options {
            let effects = &mut choice.shown.effects;
            effects.extend_from_slice(places.after(choice.action));
            effects.extend(outlook(game, seat, choice.action, &mut open));
        }
        self
    }
}

/// What somebody who thinks about an action would count on the table: where the palace can still grow, and how the best
/// payment for a tile would come out. `open` are the open sides of the palace as it is, once they are counted.
fn outlook(game: &GameState, seat: Seat, action: Action, open: &mut Option<u8>) -> Option<Effect> {
    if let Action::Target { piece, variant } = action {
        return game.best_deal(seat, piece, variant).map(|best| match best {
            Best::Exact => Effect::Exact,
            Best::Lost(amount) => Effect::Lost { amount },
        });
    }
    let to = game.open_sides_after(seat, action)?;
    let from = *open.get_or_insert_with(|| game.open_sides(seat));
    Some(Effect::Open { from, to })
}
