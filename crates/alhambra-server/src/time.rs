//! The time of the server: the date it started at and what has gone by since, whatever becomes of the system's clock.
//!
//! Windows, budgets and leases count what has gone by. A date that leaps, forward or back, must neither cost anybody their
//! time nor close a table.

#[cfg(test)]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock that never leaps.
#[derive(Debug)]
pub(crate) struct Time {
    began: u64,
    at: Instant,
    /// By how much the system's date was ahead when it was looked at last, in milliseconds.
    ahead: AtomicI64,
    /// By how much the tests move the system's date.
    #[cfg(test)]
    pub(crate) leap: AtomicI64,
    /// How many more milliseconds have gone by for the tests, by either reckoning.
    #[cfg(test)]
    pub(crate) later: AtomicU64,
}

/// A difference that is worth a line in the log, in milliseconds.
const LEAP: i64 = 60_000;

impl Time {
    /// Takes the date from the system, once.
    pub(crate) fn start() -> Time {
        let mut time = Time {
            began: 0,
            at: Instant::now(),
            ahead: AtomicI64::new(0),
            #[cfg(test)]
            leap: AtomicI64::new(0),
            #[cfg(test)]
            later: AtomicU64::new(0),
        };
        time.began = time.system();
        time
    }

    /// Milliseconds since 1970, by the date the server started at.
    pub(crate) fn now(&self) -> u64 {
        let now = self.began + self.at.elapsed().as_millis() as u64;
        #[cfg(test)]
        let now = now + self.later.load(Ordering::Relaxed);
        now
    }

    /// Milliseconds since 1970, as the system says.
    fn system(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_millis() as u64);
        #[cfg(test)]
        let now =
            now.saturating_add_signed(self.leap.load(Ordering::Relaxed)) + self.later.load(Ordering::Relaxed);
        now
    }

    /// Whether something is over by either reckoning.
    pub(crate) fn is_past(&self, at: u64) -> bool {
        at < self.now() && at < self.system()
    }

    /// Says so when the system's date has leapt.
    pub(crate) fn look(&self, node: &str) {
        let ahead = self.system() as i64 - self.now() as i64;
        let before = self.ahead.swap(ahead, Ordering::Relaxed);
        if (ahead - before).abs() > LEAP {
            tracing::warn!(
                node,
                seconds = (ahead - before) / 1000,
                "the date of this machine has leapt; games do not notice"
            );
        }
    }
}
