//! Where logs are kept: SQLite inside the binary, or PostgreSQL shared by several servers. The same calls on both.

pub(crate) mod lite;
mod pg;
mod space;

use alhambra_rules::SeatSet;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use lite::Lite;
pub(crate) use pg::{Pg, Told};

#[cfg(test)]
#[path = "../../tests/common/postgres.rs"]
pub(crate) mod postgres;

/// Why storage does not work.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no.
    #[error("the database does not do what it should: {0}")]
    Database(#[from] sqlx::Error),
    /// Written by a newer program.
    #[error(
        "the data was written by a newer version of this program (data version {found}, this program reads up to {reads}); install the newer version again or restore an older backup"
    )]
    Newer {
        /// The version found.
        found: i64,
        /// The newest version this program reads.
        reads: i64,
    },
    /// Another server has the folder.
    #[error("another server is running on {0}; stop it first, or give this one another data directory")]
    Locked(PathBuf),
    /// A file cannot be made or written.
    #[error("{what}: {why}")]
    File {
        /// What was tried.
        what: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// Not possible with this kind of store.
    #[error("{0}")]
    Unfit(&'static str),
}

/// How many tables are named at once.
pub(crate) const PAGE: usize = 200;

/// Why a log is not written anew.
const GONE_ON: StoreError = StoreError::Unfit("somebody else wrote to the log meanwhile; try again");

/// A line on its way to the log.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) table: Arc<str>,
    pub(crate) seq: u64,
    pub(crate) body: String,
    /// Which telling of the log it belongs to.
    pub(crate) telling: u64,
    /// What is written along with it, now and then.
    pub(crate) along: Option<Box<Along>>,
}

impl Append {
    /// The line a table begins with.
    pub(crate) fn first(table: &str, body: String, along: Along) -> Append {
        Append { table: Arc::from(table), seq: 1, body, telling: 0, along: Some(Box::new(along)) }
    }
}

/// What is written along with a line.
#[derive(Debug, Default)]
pub(crate) struct Along {
    pub(crate) row: Option<Row>,
    pub(crate) checkpoint: Option<Checkpoint>,
}

/// A table in short, for lists and for finding work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) created: u64,
    pub(crate) expires: u64,
    pub(crate) phase: &'static str,
    pub(crate) listed: bool,
    pub(crate) busy: bool,
    /// A [`TableSummary`](alhambra_protocol::TableSummary) as JSON.
    pub(crate) summary: String,
}

/// A table at some place of its log.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) seq: u64,
    pub(crate) meta: String,
    pub(crate) state: Vec<u8>,
}

/// Where a log ends, as it was written down beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The place of its last line.
    pub(crate) seq: u64,
    /// How often the log was written anew: whoever read it before that may not go on with what they know.
    pub(crate) telling: u64,
}

/// A table whose log ends too early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Short {
    pub(crate) table: String,
    /// How many lines it must have had.
    pub(crate) wanted: u64,
    /// The last one that is there.
    pub(crate) last: u64,
}

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Short { wanted, last, .. } = self;
        write!(
            f,
            "its log is cut off: it ends with line {last} and had at least {wanted}; restore a backup, or delete the \
             table with `alhambra admin delete`"
        )
    }
}

/// A store.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Lite(Lite),
    Pg(Pg),
}

macro_rules! both {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            Store::Lite($store) => $call,
            Store::Pg($store) => $call,
        }
    };
}

impl Store {
    /// Writes lines, all durable when this returns; says for each whether its place was still free.
    pub(crate) async fn append(&self, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
        both!(self, s => s.append(batch).await)
    }

    /// The lines of a table after `after`, in order.
    pub(crate) async fn lines(&self, table: &str, after: u64) -> Result<Vec<(u64, String)>, StoreError> {
        both!(self, s => s.lines(table, after).await)
    }

    /// Where the log of a table must end, if there is one.
    pub(crate) async fn end(&self, table: &str) -> Result<Option<End>, StoreError> {
        both!(self, s => s.end(table).await)
    }

    /// The last checkpoint of a table.
    pub(crate) async fn checkpoint(&self, table: &str) -> Result<Option<Checkpoint>, StoreError> {
        both!(self, s => s.checkpoint(table).await)
    }

    /// Summaries of the listed tables, the newest first.
    pub(crate) async fn listed(&self) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.listed().await)
    }

    /// Summaries of all tables, the oldest first.
    pub(crate) async fn summaries(&self) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.summaries().await)
    }

    /// How many records were handed in to be looked at.
    pub(crate) async fn imports(&self) -> Result<u64, StoreError> {
        both!(self, s => s.imports().await)
    }

    /// How many tables are not closed; handed in records are none.
    pub(crate) async fn count(&self) -> Result<u64, StoreError> {
        both!(self, s => s.count().await)
    }

    /// Tables that go on by themselves and that nobody looks after, now taken by this server for so many milliseconds.
    pub(crate) async fn take_busy(&self, node: &str, time: u64) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.take_busy(node, time).await)
    }

    /// Whether this server looks after a table, for so many milliseconds from now.
    pub(crate) async fn lease(&self, table: &str, node: &str, time: u64) -> Result<bool, StoreError> {
        both!(self, s => s.lease(table, node, time).await)
    }

    /// Gives back the tables this server looks after.
    pub(crate) async fn release(&self, node: &str) -> Result<(), StoreError> {
        both!(self, s => s.release(node).await)
    }

    /// Tables whose time is over, in the order of their codes, at most [`PAGE`] of those behind `after`.
    pub(crate) async fn expired(&self, now: u64, after: &str) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.expired(now, after).await)
    }

    /// Phase and summary of a table, as they stand in its row, if by that its time is over and nobody has closed it.
    pub(crate) async fn overdue(
        &self,
        table: &str,
        now: u64,
    ) -> Result<Option<(String, String)>, StoreError> {
        both!(self, s => s.overdue(table, now).await)
    }

    /// Closes a table in its row only: its log stays as it is.
    pub(crate) async fn close_row(&self, table: &str, summary: &str) -> Result<(), StoreError> {
        both!(self, s => s.close_row(table, summary).await)
    }

    /// Every table there is.
    pub(crate) async fn all(&self) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.all().await)
    }

    /// Tables that are closed and whose time was over before `before`, in milliseconds since 1970, likewise.
    pub(crate) async fn done_before(&self, before: u64, after: &str) -> Result<Vec<String>, StoreError> {
        both!(self, s => s.done_before(before, after).await)
    }

    /// Writes the log of a table anew, all of it or nothing; its checkpoint goes.
    /// Nothing happens if it has not the `known` lines any more that were read.
    pub(crate) async fn rewrite(
        &self,
        table: &str,
        known: u64,
        bodies: &[String],
        row: &Row,
    ) -> Result<(), StoreError> {
        both!(self, s => s.rewrite(table, known, bodies, row).await)
    }

    /// Deletes everything there is of a table.
    pub(crate) async fn remove(&self, table: &str) -> Result<(), StoreError> {
        both!(self, s => s.remove(table).await)
    }

    /// Whether it can be written to.
    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        both!(self, s => s.ready().await)
    }

    /// Writes something that changes nothing, to find out whether writing works.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        both!(self, s => s.probe().await)
    }

    /// What the database itself finds wrong with its files, where it can be asked.
    pub(crate) async fn integrity(&self) -> Result<Vec<String>, StoreError> {
        match self {
            Store::Lite(lite) => lite.integrity().await,
            Store::Pg(_) => Ok(Vec::new()),
        }
    }

    /// The tables whose log ends before what else is known of them.
    pub(crate) async fn short(&self) -> Result<Vec<Short>, StoreError> {
        both!(self, s => s.short().await)
    }

    /// The date by the clock all servers on it share, in milliseconds since 1970; none where there is only one server.
    pub(crate) async fn date(&self) -> Result<Option<u64>, StoreError> {
        match self {
            Store::Lite(_) => Ok(None),
            Store::Pg(pg) => pg.date().await.map(Some),
        }
    }

    /// The line that was written last of all, where there is no clock to share.
    pub(crate) async fn last_line(&self) -> Result<Option<String>, StoreError> {
        match self {
            Store::Lite(lite) => lite.last_line().await,
            Store::Pg(_) => Ok(None),
        }
    }

    /// How many bytes its disk has left, where that can be known.
    pub(crate) fn room(&self) -> Option<u64> {
        match self {
            Store::Lite(lite) => lite.room(),
            Store::Pg(_) => None,
        }
    }

    /// Ends all connections.
    pub(crate) async fn close(&self) {
        both!(self, s => s.close().await);
    }

    /// Tells other servers which seats of a table somebody is connected for here.
    pub(crate) async fn announce(&self, table: &str, seats: SeatSet, ask: bool) -> Result<(), StoreError> {
        match self {
            Store::Lite(_) => Ok(()),
            Store::Pg(pg) => pg.announce(Some((table, seats)), ask).await,
        }
    }

    /// Whether other servers may write to it.
    pub(crate) fn shared(&self) -> bool {
        matches!(self, Store::Pg(_))
    }
}
