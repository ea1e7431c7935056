//! What is hidden at a table and until when, and where its luck comes from.

use super::{Phase, TableState};
use crate::luck;
use crate::secret::Hashed;
use alhambra_protocol::{Commitment, Luck, Sitter};

impl TableState {
    /// Whether everybody may see everything: the game is over, or everybody agreed.
    pub(crate) fn shown(&self) -> bool {
        self.shown || self.session.as_ref().is_some_and(|session| session.game.is_over())
    }

    /// Whether at most one person plays here, on however many seats.
    pub(crate) fn lone(&self) -> bool {
        let mut tokens = self.tokens();
        let first = tokens.next();
        tokens.all(|token| Some(token) == first)
    }

    /// The tokens of people, one for each seat.
    fn tokens(&self) -> impl Iterator<Item = &Hashed> {
        self.seats.iter().filter(|place| place.is_person()).filter_map(|place| place.token.as_ref())
    }

    /// The table is closed or parked; where it was before is kept.
    pub(super) fn stop(&mut self, phase: Phase) {
        if !matches!(self.phase, Phase::Closed | Phase::Parked) {
            self.before = Some(self.phase);
        }
        self.phase = phase;
        self.proposals.clear();
    }

    /// The table goes on where it was. The time in between counts for nobody.
    pub(super) fn go_on(&mut self, at: u64) {
        let otherwise = match &self.session {
            None => Phase::Lobby,
            Some(session) if session.game.is_over() => Phase::Over,
            Some(_) => Phase::Playing,
        };
        self.phase = self.before.take().unwrap_or(otherwise);
        self.proposals.clear();
        self.restart_clock(at);
        if let Some(window) = &mut self.window {
            window.reopen(at);
        }
    }

    /// What is known of the luck of the game.
    pub(super) fn luck(&self) -> Luck {
        let committed = |(after, seed): &(u32, u64)| Commitment {
            after: *after,
            hash: luck::commitment(*seed),
            seed: self.shown().then(|| seed.to_string()),
        };
        Luck {
            chosen: self.chosen_seed.map(|seed| seed.to_string()),
            committed: self.lucks.iter().map(committed).collect(),
        }
    }

    /// Somebody who has not agreed to the seed that was chosen.
    pub(crate) fn disagrees(&self) -> Option<&str> {
        let asked = self.chosen_seed.is_some() && !self.lone();
        let against = |place: &&super::Place| place.sitter == Sitter::Person && !place.agrees_to_seed;
        self.seats.iter().find(against).filter(|_| asked).map(|place| place.name.as_str())
    }
}
