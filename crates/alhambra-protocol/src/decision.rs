//! A decision as one client is sent it.

use crate::words::{self, Names};
use alhambra_rules::GameState;
use alhambra_rules::decision::{Decision, OptionView};

/// A decision without the actions behind its options.
pub type DecisionView = Decision<OptionView>;

/// What a client is shown of a decision: with what tiles would change in the majorities, and in words if `texts`.
pub fn shown(game: &GameState, decision: Decision, names: &Names, texts: bool) -> DecisionView {
    let decision = decision.foreseen(game);
    let decision = if texts { decision.spoken(&words::plainly(game, names)) } else { decision };
    decision.shown()
}
