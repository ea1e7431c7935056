//! Whether storage does what it should: told to `/healthz`, to the metrics, and to whoever wants a new table.

use crate::store::{Store, StoreError};
use alhambra_protocol::{Refusal, RefusalCode, Why};
use std::sync::atomic::{AtomicBool, Ordering};

/// How storage is.
#[derive(Debug)]
pub(crate) struct Health {
    /// Whether the last write failed.
    failing: AtomicBool,
    /// With fewer bytes left on the disk there are no new tables; games go on.
    least: u64,
}

impl Health {
    /// Storage that has done nothing wrong yet, and what has to be left of it for new tables.
    pub(crate) fn new(least: u64) -> Health {
        Health { failing: AtomicBool::new(false), least }
    }

    /// Something was written.
    pub(crate) fn written(&self) {
        if self.failing.load(Ordering::Relaxed) && self.failing.swap(false, Ordering::Relaxed) {
            metrics::gauge!("alhambra_storage_failing").set(0.0);
            tracing::info!("storage can be written again");
        }
    }

    /// Something could not be written.
    pub(crate) fn failed(&self, why: &StoreError) {
        metrics::counter!("alhambra_failed_writes_total").increment(1);
        if !self.failing.swap(true, Ordering::Relaxed) {
            metrics::gauge!("alhambra_storage_failing").set(1.0);
            tracing::error!(%why, "storage cannot be written; nothing is acknowledged until it can");
        }
    }

    /// Whether the last write failed.
    pub(crate) fn failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// Looks after storage: tries whether it can be written again, and tells how much room there is.
    pub(crate) async fn look_after(&self, store: &Store) {
        if let Some(left) = store.room() {
            metrics::gauge!("alhambra_storage_free_bytes").set(left as f64);
        }
        if self.failing() {
            match store.probe().await {
                Ok(()) => self.written(),
                Err(why) => self.failed(&why),
            }
        }
    }

    /// Whether anything may be written where no game goes on.
    pub(crate) fn room_for_lines(&self, store: &Store) -> Result<(), Refusal> {
        match store.room() {
            Some(left) if left < self.least => {
                Err(Refusal::new(RefusalCode::Unavailable, Why::DiskNearlyFull))
            }
            _ => Ok(()),
        }
    }

    /// Whether there may be something new, which can wait; what has begun goes on as long as anything can be written.
    pub(crate) fn room_for_more(&self, store: &Store) -> Result<(), Refusal> {
        if self.failing() {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::StorageFailing));
        }
        if store.room().is_some_and(|left| left < self.least) {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::DiskFull));
        }
        Ok(())
    }
}
