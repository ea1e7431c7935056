//! A bot that looks one action ahead.

use crate::policy::{self, Care, Ranked};
use crate::{Bot, generic};
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, Quick};

/// Always takes the action that looks best, without a plan for the next turn.
#[derive(Clone, Debug, Default)]
pub struct MediumBot {
    ranked: Vec<Ranked>,
}

impl Bot for MediumBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        // A world that looks like the true one from this seat.
        let world = belief.sample(dice);
        policy::rank(&world, belief.seat(), Care::Full, &mut self.ranked);
        generic::rank_others(belief, &world, dice, &mut self.ranked);
        generic::best(&self.ranked, |action| belief.check(action).is_ok()).unwrap_or(Action::Decline)
    }
}
