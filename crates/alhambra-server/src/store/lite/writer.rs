//! The one connection that writes, and the promise that comes with it: what is reported as written is on the disk.
//!
//! Every change goes through [`Writer::commit`]. A connection on which anything failed is thrown away, whatever the database
//! says about it: after a failure in the middle of a transaction it may be inside one that nobody will ever end, and then
//! takes everything and keeps nothing ([ADR 0019](../../../../../docs/adr/0019-the-promise-of-the-store.md)).

use super::Numbered;
use crate::store::{Checkpoint, Row, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use tokio::sync::{Mutex, MutexGuard};

/// The most rows in one statement.
pub(super) const ROWS: usize = 64;

/// Something that is written. There is no other way to write to the store.
pub(super) enum Change<'a> {
    /// At most [`ROWS`] lines of logs.
    Lines(&'a [Numbered<'a>]),
    /// A table in short.
    Row(&'a str, &'a Row),
    /// A table at some place of its log.
    Checkpoint(&'a str, &'a Checkpoint),
    /// Where the logs end that went on since this was written down last.
    Heads,
    /// Nothing new, to find out whether writing works.
    Probe,
    /// A table is closed in short only, with this summary.
    CloseRow(&'a str, &'a str),
    /// The lines of a table go, back from this one.
    DropLines(i64),
    /// What else there is of a table goes.
    DropRest(Rest, &'a str),
}

/// What there is of a table beside its log.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rest {
    Row,
    Checkpoint,
    Head,
    End,
}

/// The kinds of change, for tests that must forget none.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Lines,
    Row,
    Checkpoint,
    Heads,
    Probe,
    Drop,
}

#[cfg(test)]
impl Kind {
    pub(super) const ALL: [Kind; 6] =
        [Kind::Lines, Kind::Row, Kind::Checkpoint, Kind::Heads, Kind::Probe, Kind::Drop];
}

#[cfg(test)]
impl Change<'_> {
    /// Its kind. A new one has to be named here, in [`Kind::ALL`] and in the tests.
    fn kind(&self) -> Kind {
        match self {
            Change::Lines(_) => Kind::Lines,
            Change::Row(..) | Change::CloseRow(..) => Kind::Row,
            Change::Checkpoint(..) => Kind::Checkpoint,
            Change::Heads => Kind::Heads,
            Change::Probe => Kind::Probe,
            Change::DropLines(_) | Change::DropRest(..) => Kind::Drop,
        }
    }
}

/// The place where the writing connection is kept while nobody uses it.
#[derive(Debug)]
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// None before the first write and after one that failed.
    pen: Mutex<Option<Pen>>,
    #[cfg(test)]
    pub(super) faults: super::tests::Faults,
}

/// A connection that has never failed.
#[derive(Debug)]
pub(super) struct Pen {
    pub(super) connection: SqliteConnection,
    /// How many transactions the database has committed on it, autocommitted statements included.
    commits: Arc<AtomicU64>,
    #[cfg(test)]
    faults: super::tests::Faults,
}

impl Writer {
    pub(super) fn new(options: SqliteConnectOptions) -> Writer {
        Writer {
            options,
            pen: Mutex::new(None),
            #[cfg(test)]
            faults: super::tests::Faults::default(),
        }
    }

    /// Takes the connection for one use. It comes back by [`Writer::put_back`], only if all went well: whoever is interrupted
    /// takes it along.
    pub(super) async fn take(&self) -> (MutexGuard<'_, Option<Pen>>, Option<Pen>) {
        let mut place = self.pen.lock().await;
        let pen = place.take();
        (place, pen)
    }

    /// A new connection.
    pub(super) async fn open(&self) -> Result<Pen, StoreError> {
        let mut connection = self.options.connect().await?;
        let commits = Arc::new(AtomicU64::new(0));
        let counted = commits.clone();
        connection.lock_handle().await?.set_commit_hook(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            true
        });
        Ok(Pen {
            connection,
            commits,
            #[cfg(test)]
            faults: self.faults.clone(),
        })
    }

    pub(super) async fn close(&self) {
        if let Some(pen) = self.pen.lock().await.take() {
            pen.throw_away().await;
        }
    }
}

impl Pen {
    /// Writes changes, all of them or none; they are on the disk when this says so.
    pub(super) async fn commit(&mut self, changes: &[Change<'_>]) -> Result<(), StoreError> {
        let before = self.commits.load(Ordering::Relaxed);
        match changes {
            [] => return Ok(()),
            // A statement by itself is a transaction by itself.
            [change] => self.write(change).await?,
            _ => {
                self.say("BEGIN IMMEDIATE").await?;
                for change in changes {
                    self.write(change).await?;
                }
                self.say("COMMIT").await?;
            }
        }
        // A statement that was done inside a transaction somebody left open is done and not written.
        match self.commits.load(Ordering::Relaxed).checked_sub(before) {
            Some(1) => Ok(()),
            _ => Err(StoreError::Unfit("a write was taken and not committed")),
        }
    }

    /// Ends the connection, and whatever it had begun with it.
    pub(super) async fn throw_away(self) {
        if let Err(why) = self.connection.close_hard().await {
            tracing::debug!(%why, "a connection that is given up did not close well");
        }
    }

    /// Begins to write and thinks better of it.
    pub(super) async fn pretend(&mut self) -> Result<(), StoreError> {
        self.say("BEGIN IMMEDIATE").await?;
        self.say("ROLLBACK").await
    }

    /// Runs one statement.
    pub(super) async fn say(&mut self, sql: &'static str) -> Result<(), StoreError> {
        self.run(sqlx::query(sql)).await
    }

    async fn run(
        &mut self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<(), StoreError> {
        #[cfg(test)]
        self.faults.pass()?;
        query.execute(&mut self.connection).await?;
        #[cfg(test)]
        self.faults.pass()?;
        Ok(())
    }

    async fn write(&mut self, change: &Change<'_>) -> Result<(), StoreError> {
        #[cfg(test)]
        assert!(Kind::ALL.contains(&change.kind()), "the tests know every kind of change");
        let query = match change {
            Change::Lines(lines) => {
                let Some(sql) = lines.len().checked_sub(1).and_then(|n| LINES.get(n)) else { return Ok(()) };
                let mut query = sqlx::query(sql.as_str());
                for Numbered { append, n, before } in *lines {
                    query = query.bind(*n).bind(&*append.table).bind(append.seq as i64);
                    query = query.bind(&*append.body).bind(*before);
                }
                query
            }
            Change::Row(table, row) => sqlx::query(
                "INSERT INTO tables (table_id, created, expires, phase, listed, busy, summary) \
                 VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET expires = excluded.expires, \
                 phase = excluded.phase, listed = excluded.listed, busy = excluded.busy, \
                 summary = excluded.summary",
            )
            .bind(*table)
            .bind(row.created as i64)
            .bind(row.expires as i64)
            .bind(row.phase)
            .bind(row.listed)
            .bind(row.busy)
            .bind(&row.summary),
            Change::CloseRow(table, summary) => sqlx::query(
                "UPDATE tables SET phase = 'closed', listed = 0, busy = 0, summary = ? WHERE table_id = ?",
            )
            .bind(*summary)
            .bind(*table),
            Change::Checkpoint(table, checkpoint) => {
                sqlx::query("REPLACE INTO checkpoints (table_id, seq, meta, state) VALUES (?, ?, ?, ?)")
                    .bind(*table)
                    .bind(checkpoint.seq as i64)
                    .bind(&checkpoint.meta)
                    .bind(&checkpoint.state)
            }
            // The largest number is always that of a table's last line: it says up to where they are written down.
            Change::Heads => sqlx::query(
                "REPLACE INTO heads SELECT table_id, max(n) FROM log \
                 WHERE n > (SELECT coalesce(max(n), 0) FROM heads) GROUP BY table_id",
            ),
            // A page is written and synced even though nothing on it is new.
            Change::Probe => sqlx::query("UPDATE schema SET version = version"),
            // Each line knows the one before it at its table; nothing else has to be looked through.
            Change::DropLines(last) => sqlx::query(
                "DELETE FROM log WHERE n IN (WITH RECURSIVE back (n, before) AS ( \
                     SELECT n, before FROM log WHERE n = ?1 UNION ALL \
                     SELECT log.n, log.before FROM back JOIN log ON log.n = back.before \
                 ) SELECT n FROM back)",
            )
            .bind(*last),
            Change::DropRest(rest, table) => sqlx::query(match rest {
                Rest::Row => "DELETE FROM tables WHERE table_id = ?",
                Rest::Checkpoint => "DELETE FROM checkpoints WHERE table_id = ?",
                Rest::Head => "DELETE FROM heads WHERE table_id = ?",
                Rest::End => "DELETE FROM ends WHERE table_id = ?",
            })
            .bind(*table),
        };
        self.run(query).await
    }
}

/// Statements that write this many lines at once, from one on: each call takes a trip to the thread of the database.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rows = |n| ["(?, ?, ?, ?, ?)"].repeat(n).join(", ");
    (1..=ROWS)
        .map(|n| format!("INSERT INTO log (n, table_id, seq, body, before) VALUES {}", rows(n)))
        .collect()
});
