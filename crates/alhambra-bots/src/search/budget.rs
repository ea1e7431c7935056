//! How long to think: by the clock, by the number of imagined games, or until somebody says stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend on one decision.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most time on the wall.
    pub time: Option<Duration>,
    /// The most imagined games. With a limit here and none on time, the same seed leads to the same decision.
    pub games: Option<u32>,
    /// Set by anybody to end the search at once with what it has.
    pub stop: Arc<AtomicBool>,
    /// Another clock than the one on the wall: the time that has passed since anything, the same on all threads.
    /// For measurements that a busy machine must not disturb.
    pub clock: Option<fn() -> Duration>,
}

impl Budget {
    /// Time only.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), games: None, stop: Arc::default(), clock: None }
    }

    /// A number of imagined games only.
    pub fn games(games: u32) -> Budget {
        Budget { time: None, games: Some(games), stop: Arc::default(), clock: None }
    }
}

/// So much of the time is planned; the rest is for the imagined game under way when it runs out.
const PLANNED: f32 = 0.95;

/// A budget being spent.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    own: Option<(fn() -> Duration, Duration)>,
    time: Option<Duration>,
    pub(crate) games: Option<u32>,
    stop: Arc<AtomicBool>,
}

impl Clock {
    pub(crate) fn start(budget: &Budget) -> Clock {
        let own = budget.clock.map(|clock| (clock, clock()));
        Clock {
            start: Instant::now(),
            own,
            time: budget.time,
            games: budget.games,
            stop: budget.stop.clone(),
        }
    }

    /// Whether the search must end.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether this part of the time (1 is all of it) is used up, or the search must end.
    pub(crate) fn past(&self, part: f32) -> bool {
        self.stopped() || self.time.is_some_and(|time| self.elapsed() >= time.mul_f32(part * PLANNED))
    }

    fn elapsed(&self) -> Duration {
        match self.own {
            Some((clock, start)) => clock().saturating_sub(start),
            None => self.start.elapsed(),
        }
    }
}
