//! A decision as one client is sent it.

use crate::words::{self, Names};
use alhambra_rules::GameState;
use alhambra_rules::decision::{Decision, OptionView};

/// A decision without the actions behind its options.
pub type DecisionView = Decision<OptionView>;

/// What a client is shown of a decision: in words if `texts`, and with what would come of each option.
pub fn shown(game: &GameState, decision: Decision, names: &Names, texts: bool) -> DecisionView {
    let decision = if texts { decision.spoken(&words::plainly(game, names)) } else { decision };
    decision.foreseen(game).shown()
}
