//! How long a table is kept without a sign of life.

use super::{DAY, TableState};
use alhambra_protocol::{Pace, Phase};

/// How long tables are kept without a sign of life, in milliseconds: a setting, so nothing of it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Tables without games or after one, and those that are being played.
    pub(crate) open: u64,
    pub(crate) playing: u64,
    /// The same for tables that are played by turns.
    pub(crate) open_by_turns: u64,
    pub(crate) playing_by_turns: u64,
    /// Records that were handed in.
    pub(crate) imported: u64,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept {
            open: 2 * DAY,
            playing: 90 * DAY,
            open_by_turns: 30 * DAY,
            playing_by_turns: 365 * DAY,
            imported: 30 * DAY,
        }
    }
}

impl TableState {
    /// When the table is closed if nothing happens.
    pub(crate) fn expires(&self) -> u64 {
        let kept = &self.kept;
        self.touched
            + match (self.options.pace, self.phase) {
                _ if self.imported => kept.imported,
                (Pace::Live, Phase::Playing) => kept.playing,
                (Pace::Live, _) => kept.open,
                (Pace::ByTurns, Phase::Playing) => kept.playing_by_turns,
                (Pace::ByTurns, _) => kept.open_by_turns,
            }
    }

    /// Whether it is time to note that somebody looks at a record that was handed in.
    pub(crate) fn forgotten(&self, now: u64) -> bool {
        self.imported && now > self.touched + DAY.min(self.kept.imported / 2)
    }
}
