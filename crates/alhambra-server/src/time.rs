//! The time of the server: the date it started at and what has gone by since, whatever becomes of the system's clock.
//!
//! Windows, budgets and leases count what has gone by. A date that leaps, forward or back, must neither cost anybody their
//! time nor close a table. Servers that share a database share its clock. Whatever is deleted or closed for its age goes by
//! a date that is sure: a server that starts with one far ahead of what it saw last believes it little by little.

use std::path::PathBuf;
#[cfg(test)]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The file that keeps the date that was sure, in milliseconds since 1970.
const FILE: &str = "date";

/// A difference that is worth a line in the log, in milliseconds.
const LEAP: i64 = 60_000;

/// How fast a date is believed that is ahead of what was seen last: a day in an hour.
const BELIEF: u64 = 25;

/// By how much the clock follows that of the database at once, in milliseconds: never so much that anybody notices.
const STEP: i64 = 500;

/// What the date begins from.
#[derive(Debug, Default)]
pub(crate) struct Before {
    /// The date of a clock that several servers share.
    pub(crate) shared: Option<u64>,
    /// The date of the last line that was written.
    pub(crate) last_line: Option<u64>,
    /// Where the date that is sure is kept.
    pub(crate) folder: PathBuf,
    /// By how much the tests move the system's date.
    #[cfg(test)]
    pub(crate) leap: i64,
}

/// A clock that never leaps.
#[derive(Debug)]
pub(crate) struct Time {
    began: u64,
    at: Instant,
    /// By how much it follows the clock of the database by now.
    followed: AtomicI64,
    /// The date that was sure at the start.
    sure: u64,
    /// Where it is kept, if the system's date is all there is.
    file: Option<PathBuf>,
    /// Whether somebody has been told that the date is ahead of what was seen last.
    said: AtomicBool,
    /// By how much the system's date was ahead when it was looked at last, in milliseconds.
    ahead: AtomicI64,
    /// By how much the tests move the system's date.
    #[cfg(test)]
    pub(crate) leap: AtomicI64,
    /// How much has gone by, where the tests say so.
    #[cfg(test)]
    held: std::sync::Mutex<Option<u64>>,
    /// How many more milliseconds have gone by for the tests, by either reckoning.
    #[cfg(test)]
    pub(crate) later: AtomicU64,
}

impl Time {
    /// Takes the date from the database or the system, once.
    pub(crate) fn start(before: &Before) -> Time {
        let mut time = Time {
            began: 0,
            at: Instant::now(),
            followed: AtomicI64::new(0),
            sure: 0,
            file: None,
            said: AtomicBool::new(false),
            ahead: AtomicI64::new(0),
            #[cfg(test)]
            leap: AtomicI64::new(before.leap),
            #[cfg(test)]
            held: std::sync::Mutex::default(),
            #[cfg(test)]
            later: AtomicU64::new(0),
        };
        time.began = before.shared.unwrap_or_else(|| time.system());
        time.sure = time.began;
        if before.shared.is_none() {
            let file = before.folder.join(FILE);
            let kept = std::fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok());
            time.sure = kept.or(before.last_line).unwrap_or(time.began).min(time.began);
            time.file = Some(file);
        }
        time
    }

    /// Milliseconds since 1970, by the date the server started at.
    pub(crate) fn now(&self) -> u64 {
        let now = self.began + self.gone();
        now.saturating_add_signed(self.followed.load(Ordering::Relaxed))
    }

    /// How much has gone by since the start.
    fn gone(&self) -> u64 {
        #[cfg(test)]
        if let Some(held) = *self.held.lock().unwrap() {
            return held;
        }
        let gone = self.at.elapsed().as_millis() as u64;
        #[cfg(test)]
        let gone = gone + self.later.load(Ordering::Relaxed);
        gone
    }

    /// Time stands still for the tests, and goes on by so much.
    #[cfg(test)]
    pub(crate) fn hold(&self, more: u64) {
        let gone = self.gone();
        *self.held.lock().unwrap() = Some(gone + more);
    }

    /// From when on time was measured by this clock: what was written before may be of another.
    pub(crate) fn measured_from(&self) -> u64 {
        // A clock that is shared was there before this server.
        if self.file.is_some() { self.began } else { 0 }
    }

    /// Follows the clock of the database, by little at a time.
    pub(crate) fn follow(&self, date: u64) {
        let behind = date as i64 - self.now() as i64;
        self.followed.fetch_add(behind.clamp(-STEP, STEP), Ordering::Relaxed);
    }

    /// Milliseconds since 1970, as the system says.
    fn system(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_millis() as u64);
        #[cfg(test)]
        let now =
            now.saturating_add_signed(self.leap.load(Ordering::Relaxed)) + self.later.load(Ordering::Relaxed);
        now
    }

    /// The earlier of both reckonings.
    pub(crate) fn earliest(&self) -> u64 {
        self.now().min(self.system())
    }

    /// A date that has certainly come: what is old by it may be closed or deleted.
    pub(crate) fn sure(&self) -> u64 {
        self.earliest().min(self.sure.saturating_add(self.gone().saturating_mul(BELIEF)))
    }

    /// Keeps the date that is sure for the next start.
    pub(crate) fn keep(&self) {
        let Some(file) = &self.file else { return };
        // Another file takes its place, so that there is always a whole one. Without it the log tells.
        let fresh = file.with_extension("new");
        let mut options = std::fs::OpenOptions::new();
        options.create(true).write(true).truncate(true);
        crate::private_files::only_ours(&mut options);
        let text = format!("{}\n", self.sure());
        let kept = options
            .open(&fresh)
            .and_then(|mut written| std::io::Write::write_all(&mut written, text.as_bytes()))
            .and_then(|()| std::fs::rename(&fresh, file));
        if let Err(why) = kept {
            tracing::debug!(%why, "the date cannot be kept");
        }
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
        let hours = self.now().saturating_sub(self.sure()) / 3_600_000;
        if hours > 24 && !self.said.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                node,
                hours,
                "the date is far ahead of what was seen last; what is old by it is closed and deleted later"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: u64 = 365 * 24 * 3_600_000;

    #[test]
    fn a_date_far_ahead_of_what_was_seen_last_is_not_sure() {
        let dir = tempfile::tempdir().unwrap();
        let start = |leap: i64, last_line| {
            let folder = dir.path().to_owned();
            Time::start(&Before { shared: None, last_line, folder, leap })
        };
        let right = start(0, None);
        assert!(right.now() - right.sure() < 1000, "nothing is known: the date is believed");
        right.keep();
        let ahead = start(YEAR as i64, Some(right.now() + YEAR));
        assert!(ahead.now() > right.now() + YEAR - 1000);
        assert!(ahead.sure() < right.now() + 60_000, "what was kept counts, not what was written since");
        ahead.keep();
        // Once it is right again, nothing is left of it; and one that is behind is believed at once.
        assert!(start(0, None).sure() < right.now() + 60_000);
        let behind = start(-(YEAR as i64), None);
        assert!(behind.sure() < right.now() - YEAR + 60_000);
        // A store without the file: the last line tells.
        std::fs::remove_file(dir.path().join(FILE)).unwrap();
        assert!(start(YEAR as i64, Some(right.now())).sure() < right.now() + 60_000);
    }

    #[test]
    fn a_shared_clock_is_followed_and_never_leaps() {
        let shared = Some(1_000_000);
        let time = Time::start(&Before { shared, ..Before::default() });
        assert!((1_000_000..1_001_000).contains(&time.now()));
        assert_eq!(time.measured_from(), 0);
        time.follow(9_000_000);
        assert!((1_000_400..1_002_000).contains(&time.now()));
        time.follow(time.now() - 100);
        assert!((1_000_000..1_002_000).contains(&time.now()));
    }
}
