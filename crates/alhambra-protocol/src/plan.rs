//! A plan for tiles that are bought but not yet to be laid, as it is answered.

use crate::decision::{DecisionView, shown};
use crate::words::Names;
use alhambra_rules::analysis::{self, Laid};
use alhambra_rules::{GameState, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What becomes of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlanView {
    /// The step of the game it is about.
    pub step: u64,
    /// The tiles that fit where they were wished, in an order the rules allow.
    pub laid: Vec<Laid>,
    /// Where the other bought tiles could go then; null when there are none, or it cannot be told yet. Its options are
    /// not to be handed in: the decision has not come.
    pub decision: Option<DecisionView>,
}

impl PlanView {
    /// A plan of `seat`, tried on a copy of the game.
    pub fn of(
        game: &GameState,
        step: u64,
        seat: Seat,
        wishes: &[Laid],
        names: &Names,
        texts: bool,
    ) -> PlanView {
        let analysis::Plan { laid, game, decision } = analysis::Plan::of(game, seat, wishes);
        PlanView { step, laid, decision: decision.map(|decision| shown(&game, decision, names, texts)) }
    }
}
