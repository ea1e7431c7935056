//! Group commit: lines of many tables go to disk together, and nobody is told "done" before.

use crate::health::Health;
use crate::store::{Append, Store, StoreError};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// The most lines in one transaction.
const BATCH: usize = 1024;

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is in the log for good.
    Yes,
    /// Another server was first at this place.
    Taken,
    /// The database did not take it; it may try again.
    Failed,
}

/// A line and whom to tell what became of it.
type Waiting = (Append, oneshot::Sender<Written>);

/// The way to the log.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    lanes: Arc<[mpsc::Sender<Waiting>]>,
}

impl Journal {
    /// Starts writing to `store`. SQLite has one writer; PostgreSQL works on several transactions at once.
    pub(crate) fn start(store: &Store, health: &Arc<Health>) -> Journal {
        let lanes = if store.shared() { 4 } else { 1 };
        let lane = |_| {
            let (tx, rx) = mpsc::channel(4 * BATCH);
            tokio::spawn(write(store.clone(), health.clone(), rx));
            tx
        };
        Journal { lanes: (0..lanes).map(lane).collect() }
    }

    /// Writes a line; returns when its fate is known.
    pub(crate) async fn append(&self, append: Append) -> Written {
        let lane = append.table.bytes().map(usize::from).sum::<usize>() % self.lanes.len();
        let (tx, rx) = oneshot::channel();
        if self.lanes[lane].send((append, tx)).await.is_err() {
            return Written::Failed;
        }
        rx.await.unwrap_or(Written::Failed)
    }
}

async fn write(store: Store, health: Arc<Health>, mut rx: mpsc::Receiver<Waiting>) {
    let mut waiting = Vec::with_capacity(BATCH);
    while rx.recv_many(&mut waiting, BATCH).await > 0 {
        let (batch, answers): (Vec<Append>, Vec<_>) = waiting.drain(..).unzip();
        let began = Instant::now();
        let fates = match store.append(&batch).await {
            Ok(written) => {
                health.written();
                let fate = |free: bool| if free { Written::Yes } else { Written::Taken };
                written.into_iter().map(fate).collect()
            }
            Err(why) => one_by_one(&store, &health, &batch, why).await,
        };
        metrics::histogram!("alhambra_commit_seconds").record(began.elapsed().as_secs_f64());
        metrics::counter!("alhambra_lines_total").increment(batch.len() as u64);
        for (answer, fate) in answers.into_iter().zip(fates) {
            // Whoever asked may have gone.
            let _ = answer.send(fate);
        }
    }
}

/// One bad line must not cost the others their place: each is tried alone.
async fn one_by_one(store: &Store, health: &Health, batch: &[Append], why: StoreError) -> Vec<Written> {
    tracing::warn!(lines = batch.len(), %why, "a transaction failed; its lines are tried one by one");
    let mut fates = Vec::with_capacity(batch.len());
    for append in batch {
        fates.push(match store.append(std::slice::from_ref(append)).await {
            Ok(written) => {
                health.written();
                // The transaction may have been written after all, and only its answer was lost.
                match written.first() == Some(&true) || is_there(store, append).await {
                    true => Written::Yes,
                    false => Written::Taken,
                }
            }
            Err(why) => {
                health.failed(&why);
                tracing::error!(table = &*append.table, seq = append.seq, %why, "a line was not written");
                Written::Failed
            }
        });
    }
    fates
}

/// Whether the line at a place is this one, to the letter.
async fn is_there(store: &Store, append: &Append) -> bool {
    let lines = store.lines(&append.table, append.seq - 1).await.unwrap_or_default();
    lines.first().is_some_and(|(seq, body)| *seq == append.seq && *body == append.body)
}
