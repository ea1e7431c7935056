//! Bots that look one action ahead.

use crate::Bot;
use crate::answers::{self, AT_LEISURE};
use crate::policy::{self, Care, Ranked};
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, Quick};

/// Always takes the action that looks best, without a plan for the next turn.
#[derive(Clone, Debug, Default)]
pub struct MediumBot {
    ranked: Vec<Ranked>,
}

impl Bot for MediumBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        if belief.rules().modules == 0 {
            // In the base game the rules of thumb cover everything worth doing; no list is needed.
            policy::rank(&belief.sample(dice), belief.seat(), Care::Full, &mut self.ranked);
            if let Some(action) = answers::best(&self.ranked, |action| belief.check(action).is_ok()) {
                return action;
            }
        }
        answers::list(belief, dice, &mut self.ranked, AT_LEISURE);
        answers::best(&self.ranked, |_| true).unwrap_or(Action::Decline)
    }
}

/// So many answers in a hundred does the easy bot overlook.
const OVERLOOKED: u32 = 60;

/// Takes the action that looks best among those it notices: like somebody in their first game, who knows what
/// is good but does not see all of it.
#[derive(Clone, Debug, Default)]
pub struct EasyBot {
    ranked: Vec<Ranked>,
}

impl Bot for EasyBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        answers::list(belief, dice, &mut self.ranked, AT_LEISURE);
        let first = self.ranked.first().copied();
        self.ranked.retain(|_| dice.below(100) >= OVERLOOKED);
        let noticed = answers::best(&self.ranked, |_| true);
        noticed.or(first.map(|(_, action)| action)).unwrap_or(Action::Decline)
    }
}
