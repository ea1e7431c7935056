//! Logs in SQLite: one file in the data directory, one writer, every commit synced to disk.
//!
//! The lines of all tables stand in one long log in the order in which they came, each with the number of the line before
//! it at the same table: a commit then writes the end of the log and not a page for every table that went on. Where the
//! last line of a table stands is known in memory and written down now and then; what was not is found again at the end of
//! the log.

use super::{Append, Checkpoint, End, PAGE, StoreError, space};
use crate::private_files;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqlSafeStr, SqliteConnection};
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

mod cut_off;
mod rewriting;
mod rotation;
mod writer;
use writer::{Change, Pen, ROWS, Rest, Writer};

/// The database's file name.
pub(crate) const FILE: &str = "alhambra.db";

/// What leads from each version of the tables to the next. A step is never changed, only followed by another.
/// Their number is the version of the tables; a store of a newer version is refused.
const STEPS: [&str; 3] = ["
CREATE TABLE IF NOT EXISTS lines (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (
    table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, meta TEXT NOT NULL, state BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    table_id TEXT PRIMARY KEY, created INTEGER NOT NULL, expires INTEGER NOT NULL, phase TEXT NOT NULL,
    listed INTEGER NOT NULL, busy INTEGER NOT NULL, summary TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_expiry ON tables (expires) WHERE phase <> 'closed';
CREATE INDEX IF NOT EXISTS tables_listed ON tables (created) WHERE listed;
CREATE INDEX IF NOT EXISTS tables_busy ON tables (table_id) WHERE busy;
", "
CREATE TABLE log (
    n INTEGER PRIMARY KEY, table_id TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, before INTEGER NOT NULL
);
INSERT INTO log SELECT row_number() OVER place, table_id, seq, body, iif(seq = 1, 0, row_number() OVER place - 1)
    FROM lines WINDOW place AS (ORDER BY table_id, seq);
DROP TABLE lines;
CREATE TABLE heads (table_id TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO heads SELECT table_id, max(n) FROM log GROUP BY table_id;
", "
CREATE TABLE ends (table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO ends SELECT table_id, max(seq) FROM log GROUP BY table_id;
CREATE TRIGGER log_goes_on AFTER INSERT ON log BEGIN
    INSERT INTO ends (table_id, seq) VALUES (new.table_id, new.seq)
        ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq;
END;
"];

/// After this many lines it is written down where the last lines of tables stand; as many are read at the next start.
const NOTED: i64 = 16_384;

/// The last lines of this many tables are known without asking.
const KNOWN: usize = 100_000;

/// A SQLite store.
#[derive(Clone, Debug)]
pub(crate) struct Lite {
    writer: Arc<Writer>,
    read: SqlitePool,
    heads: Arc<Mutex<Heads>>,
    dir: Arc<Path>,
    /// Held as long as the store is open, so that no second server writes to the same folder.
    lock: Arc<File>,
    /// How often a log was read, for the tests.
    #[cfg(test)]
    pub(crate) reads: Arc<std::sync::atomic::AtomicU32>,
}

/// Where logs end.
#[derive(Debug, Default)]
struct Heads {
    /// The number of the last line of all.
    last: i64,
    /// The last line for which it is written down.
    noted: i64,
    /// The last lines of tables; those behind `noted` are all here.
    known: HashMap<Arc<str>, Head>,
}

/// The last line of a table: its number, and its place in the table's own log. Before the first it is 0 and 0.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    n: i64,
    seq: u64,
}

/// A line with the number it gets and that of the line before it at its table.
struct Numbered<'a> {
    append: &'a Append,
    n: i64,
    before: i64,
}

impl Lite {
    /// Opens the store of a data directory, which is made if it does not exist. An older store is backed up, then
    /// brought up to date.
    pub(crate) async fn open(dir: &Path) -> Result<Lite, StoreError> {
        Lite::open_by(dir, &STEPS).await
    }

    async fn open_by(dir: &Path, steps: &[&'static str]) -> Result<Lite, StoreError> {
        let failed = |what: String| move |why| StoreError::File { what, why };
        private_files::folder(dir)
            .map_err(failed(format!("cannot make the data directory {}", dir.display())))?;
        let lock = dir.join("lock");
        private_files::file(&lock).map_err(failed(format!("cannot write {}", lock.display())))?;
        let file = File::create(&lock).map_err(failed(format!("cannot write {}", lock.display())))?;
        if file.try_lock().is_err() {
            return Err(StoreError::Locked(dir.to_owned()));
        }
        let path = dir.join(FILE);
        private_files::file(&path).map_err(failed(format!("cannot write {}", path.display())))?;
        let options = |cache: &'static str| {
            SqliteConnectOptions::new()
                .filename(&path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // A commit that was acknowledged survives a power cut.
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(Duration::from_secs(10))
                // What is deleted is gone from the file as well: people may ask for it, and deleting is rare.
                .pragma("secure_delete", "on")
                .pragma("cache_size", cache)
                .pragma("wal_autocheckpoint", "4000")
        };
        // The writer only needs the end of the log and the places it notes now and then.
        let writer = Arc::new(Writer::new(options("-2000")));
        let mut first = writer.open().await?;
        migrate(&mut first.connection, dir, steps).await?;
        // Tables are read once and then live in memory; the system's own cache is enough for that. A connection to a file
        // does not get lost: asking it before every use would only cost time.
        let pool = SqlitePoolOptions::new().max_connections(4).test_before_acquire(false);
        let read = pool.connect_with(options("-1000")).await?;
        first.throw_away().await;
        let store = Lite {
            writer,
            read,
            heads: Arc::default(),
            dir: Arc::from(dir),
            lock: Arc::new(file),
            #[cfg(test)]
            reads: Arc::default(),
        };
        // Finds where the logs end.
        store.writing(async |_| Ok(())).await?;
        Ok(store)
    }

    /// Uses the connection that writes; it is opened if there is none, and kept only if all went well.
    async fn writing<T>(
        &self,
        work: impl AsyncFnOnce(&mut Pen) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (mut place, pen) = self.writer.take().await;
        let mut pen = match pen {
            Some(pen) => pen,
            None => {
                let mut pen = self.writer.open().await?;
                // Whether a write that failed is there after all is not known: only the log can tell.
                catch_up(&mut pen.connection, &self.heads).await?;
                pen
            }
        };
        match work(&mut pen).await {
            Ok(done) => {
                *place = Some(pen);
                Ok(done)
            }
            Err(why) => {
                pen.throw_away().await;
                // What was written after all is to be read from now on; if that fails as well, the next write tries again.
                if let Ok(mut pen) = self.writer.open().await
                    && catch_up(&mut pen.connection, &self.heads).await.is_ok()
                {
                    *place = Some(pen);
                }
                Err(why)
            }
        }
    }

    /// Only the journal writes, one batch after the other.
    pub(super) async fn append(&self, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
        self.writing(async |pen| self.write(batch, pen).await).await
    }

    async fn write(&self, batch: &[Append], pen: &mut Pen) -> Result<Vec<bool>, StoreError> {
        for append in batch {
            if !self.heads().known.contains_key(&append.table) {
                let head = head(&append.table, &mut pen.connection).await?;
                self.heads().known.insert(append.table.clone(), head);
            }
        }
        let (lines, free, note) = self.number(batch);
        let mut changes: Vec<Change<'_>> = lines.chunks(ROWS).map(Change::Lines).collect();
        for Numbered { append, .. } in &lines {
            let Some(along) = &append.along else { continue };
            changes.extend(along.row.as_ref().map(|row| Change::Row(&append.table, row)));
            changes.extend(along.checkpoint.as_ref().map(|it| Change::Checkpoint(&append.table, it)));
        }
        changes.extend(note.then_some(Change::Heads));
        pen.commit(&changes).await?;
        let mut heads = self.heads();
        for line in &lines {
            heads.known.insert(line.append.table.clone(), Head { n: line.n, seq: line.append.seq });
            heads.last = line.n;
        }
        if note {
            heads.noted = heads.last;
            if heads.known.len() > KNOWN {
                heads.known = HashMap::new();
            }
        }
        Ok(free)
    }

    /// Numbers the lines whose place is still free; says which those are, and whether it is time to note where logs end.
    fn number<'a>(&self, batch: &'a [Append]) -> (Vec<Numbered<'a>>, Vec<bool>, bool) {
        let heads = self.heads();
        let mut lines: Vec<Numbered<'a>> = Vec::with_capacity(batch.len());
        let mut free = Vec::with_capacity(batch.len());
        let mut newer: HashMap<&str, Head> = HashMap::with_capacity(batch.len());
        for append in batch {
            let head = newer.get(&*append.table).or_else(|| heads.known.get(&append.table));
            let head = head.copied().unwrap_or_default();
            free.push(append.seq == head.seq + 1);
            if append.seq == head.seq + 1 {
                let n = heads.last + 1 + lines.len() as i64;
                lines.push(Numbered { append, n, before: head.n });
                newer.insert(&append.table, Head { n, seq: append.seq });
            }
        }
        let note = heads.last + lines.len() as i64 - heads.noted > NOTED;
        (lines, free, note)
    }

    fn heads(&self) -> MutexGuard<'_, Heads> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn lines(&self, table: &str, after: u64) -> Result<Vec<(u64, String)>, StoreError> {
        #[cfg(test)]
        self.reads.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let known = self.heads().known.get(table).copied();
        let head = match known {
            Some(head) => head,
            None => head(table, &mut *self.read.acquire().await?).await?,
        };
        let rows = sqlx::query(
            "WITH RECURSIVE back (seq, body, before) AS ( \
                 SELECT seq, body, before FROM log WHERE n = ?1 AND seq > ?2 UNION ALL \
                 SELECT log.seq, log.body, log.before FROM back JOIN log ON log.n = back.before WHERE log.seq > ?2 \
             ) SELECT seq, body FROM back ORDER BY seq",
        )
        .bind(head.n)
        .bind(after as i64)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(|row| Ok((row.try_get::<i64, _>(0)? as u64, row.try_get(1)?))).collect()
    }

    /// Where the log of a table must end. The database writes it down with every line; only this server writes, and a log
    /// that is told anew is told anew to nobody else.
    pub(super) async fn end(&self, table: &str) -> Result<Option<End>, StoreError> {
        let row = sqlx::query("SELECT seq FROM ends WHERE table_id = ?").bind(table);
        let row = row.fetch_optional(&self.read).await?;
        row.map(|row| Ok(End { seq: row.try_get::<i64, _>(0)? as u64, telling: 0 })).transpose()
    }

    pub(super) async fn checkpoint(&self, table: &str) -> Result<Option<Checkpoint>, StoreError> {
        let row = sqlx::query("SELECT seq, meta, state FROM checkpoints WHERE table_id = ?")
            .bind(table)
            .fetch_optional(&self.read)
            .await?;
        let read = |row: sqlx::sqlite::SqliteRow| {
            Ok(Checkpoint {
                seq: row.try_get::<i64, _>(0)? as u64,
                meta: row.try_get(1)?,
                state: row.try_get(2)?,
            })
        };
        row.map(read).transpose()
    }

    async fn texts(&self, sql: impl SqlSafeStr) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(sql).fetch_all(&self.read).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    pub(super) async fn listed(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT summary FROM tables WHERE listed AND phase <> 'closed' ORDER BY created DESC LIMIT 100";
        self.texts(sql).await
    }

    pub(super) async fn summaries(&self) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT summary FROM tables ORDER BY created").await
    }

    pub(super) async fn imports(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM tables WHERE phase = 'imported'";
        let row = sqlx::query(sql).fetch_one(&self.read).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    pub(super) async fn count(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) FROM tables WHERE phase NOT IN ('closed', 'imported')")
            .fetch_one(&self.read)
            .await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// The line that was written last of all.
    pub(super) async fn last_line(&self) -> Result<Option<String>, StoreError> {
        let lines = self.texts("SELECT body FROM log ORDER BY n DESC LIMIT 1").await?;
        Ok(lines.into_iter().next())
    }

    /// There is only one server: whatever is busy is its own.
    pub(super) async fn take_busy(&self, _: &str, _: u64) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT table_id FROM tables WHERE busy").await
    }

    pub(super) async fn lease(&self, _: &str, _: &str, _: u64) -> Result<bool, StoreError> {
        Ok(true)
    }

    pub(super) async fn release(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    pub(super) async fn expired(&self, now: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM tables WHERE phase <> 'closed' AND expires < ? AND table_id > ? \
                   ORDER BY table_id LIMIT ?";
        self.page(sql, now, after).await
    }

    /// A page of tables, from those behind `after`.
    async fn page(&self, sql: &'static str, date: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query(sql).bind(date as i64).bind(after).bind(PAGE as i64);
        let rows = query.fetch_all(&self.read).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    pub(super) async fn overdue(
        &self,
        table: &str,
        now: u64,
    ) -> Result<Option<(String, String)>, StoreError> {
        let sql =
            "SELECT phase, summary FROM tables WHERE table_id = ? AND phase <> 'closed' AND expires < ?";
        let row = sqlx::query(sql).bind(table).bind(now as i64).fetch_optional(&self.read).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    pub(super) async fn close_row(&self, table: &str, summary: &str) -> Result<(), StoreError> {
        self.writing(async |pen| pen.commit(&[Change::CloseRow(table, summary)]).await).await
    }

    pub(super) async fn all(&self) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT table_id FROM tables ORDER BY created").await
    }

    /// Tables that are closed and whose time was over before `before`.
    pub(super) async fn done_before(&self, before: u64, after: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM tables WHERE phase = 'closed' AND expires < ? AND table_id > ? \
                   ORDER BY table_id LIMIT ?";
        self.page(sql, before, after).await
    }

    /// Deletes everything there is of a table. Its room sees to it that nobody writes to it meanwhile.
    pub(super) async fn remove(&self, table: &str) -> Result<(), StoreError> {
        self.writing(async |pen| {
            let known = self.heads().known.get(table).copied();
            let head = match known {
                Some(head) => head,
                None => head(table, &mut pen.connection).await?,
            };
            let rest = [Rest::Row, Rest::Checkpoint, Rest::Head, Rest::End];
            let rest = rest.map(|rest| Change::DropRest(rest, table));
            let changes: Vec<Change<'_>> = rest.into_iter().chain([Change::DropLines(head.n)]).collect();
            pen.commit(&changes).await?;
            self.heads().known.remove(table);
            Ok(())
        })
        .await
    }

    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        self.writing(async |pen| pen.pretend().await).await
    }

    /// Writes something, to find out whether that works again.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        self.writing(async |pen| pen.commit(&[Change::Probe]).await).await
    }

    /// What the database itself finds wrong with its file.
    pub(super) async fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let found = self.texts("PRAGMA integrity_check").await?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// Copies the store into the folder of backups if the newest copy there is older than `every`; keeps the newest `keep`.
    pub(crate) async fn back_up_now_and_then(&self, every: Duration, keep: usize) -> Result<(), StoreError> {
        rotation::back_up(&self.dir, every, keep).await
    }

    /// How many bytes the disk has left for it, if the system says so.
    pub(super) fn room(&self) -> Option<u64> {
        space::left(&self.dir)
    }

    pub(super) async fn close(&self) {
        self.read.close().await;
        self.writer.close().await;
        // A process that ends lets go of it anyway.
        let _ = self.lock.unlock();
    }
}

/// The last line of a table, as it was written down.
async fn head(table: &str, connection: &mut SqliteConnection) -> Result<Head, StoreError> {
    let sql = "SELECT n, seq FROM log WHERE n = (SELECT n FROM heads WHERE table_id = ?)";
    match sqlx::query(sql).bind(table).fetch_optional(connection).await? {
        Some(row) => Ok(Head { n: row.try_get(0)?, seq: row.try_get::<i64, _>(1)? as u64 }),
        None => Ok(Head::default()),
    }
}

/// Finds what is at the end of the log and not written down anywhere else.
async fn catch_up(connection: &mut SqliteConnection, heads: &Mutex<Heads>) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT coalesce(max(n), 0) FROM heads").fetch_one(&mut *connection).await?;
    let noted: i64 = row.try_get(0)?;
    let sql = "SELECT n, table_id, seq FROM log WHERE n > ? ORDER BY n";
    let rows = sqlx::query(sql).bind(noted).fetch_all(connection).await?;
    let mut found = Heads { last: noted, noted, known: HashMap::new() };
    for row in &rows {
        let head = Head { n: row.try_get(0)?, seq: row.try_get::<i64, _>(2)? as u64 };
        found.last = head.n;
        found.known.insert(Arc::from(row.try_get::<&str, _>(1)?), head);
    }
    *heads.lock().unwrap_or_else(PoisonError::into_inner) = found;
    Ok(())
}

async fn migrate(
    connection: &mut SqliteConnection,
    dir: &Path,
    steps: &[&'static str],
) -> Result<(), StoreError> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)")
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query("SELECT max(version) FROM schema").fetch_one(&mut *connection).await?;
    let found: Option<i64> = row.try_get(0)?;
    let wanted = steps.len() as i64;
    match found {
        Some(found) if found > wanted => return Err(StoreError::Newer { found, reads: wanted }),
        Some(found) if found == wanted => return Ok(()),
        Some(older) => {
            let folder = dir.join("backups");
            private_files::folder(&folder)
                .map_err(|why| StoreError::File { what: format!("cannot make {}", folder.display()), why })?;
            // A start that was cut off in the middle must not stand in the way of the next one.
            let free = |n: &u32| !folder.join(backup_name(older, wanted, *n)).exists();
            let n = (1..).find(free).unwrap_or(1);
            let copied = folder.join(backup_name(older, wanted, n));
            copy(connection, &copied).await?;
            tracing::info!(from = older, to = wanted, backup = %copied.display(), "the database is brought up to date");
        }
        None => {}
    }
    let mut tx = connection.begin().await?;
    for step in steps.iter().skip(found.unwrap_or(0).max(0) as usize) {
        sqlx::raw_sql(*step).execute(&mut *tx).await?;
    }
    sqlx::query("INSERT INTO schema (version) VALUES (?)").bind(wanted).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}

/// What the names of copies begin with that are made before the database is brought up to date.
const BEFORE: &str = "before-version-";

fn backup_name(from: i64, to: i64, n: u32) -> String {
    format!("{BEFORE}{to}-from-{from}-{n}.db")
}

/// A consistent copy of a database into a new file, while others write.
async fn copy(connection: &mut SqliteConnection, to: &Path) -> Result<(), StoreError> {
    // SQLite fills a file that is there and empty.
    private_files::file(to)
        .map_err(|why| StoreError::File { what: format!("cannot write {}", to.display()), why })?;
    sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy().into_owned()).execute(connection).await?;
    Ok(())
}

/// Copies the store of a data directory into a new file, also while a server runs on it.
///
/// # Errors
/// If there is no store, or the file exists already or cannot be written.
pub(crate) async fn backup(dir: &Path, to: &Path) -> Result<(), StoreError> {
    let path = existing(dir)?;
    if to.exists() {
        let why = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(StoreError::File { what: format!("{} is not overwritten", to.display()), why });
    }
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(30));
    let mut connection = options.connect().await?;
    copy(&mut connection, to).await?;
    connection.close().await?;
    Ok(())
}

/// Makes a data directory from a backup. The directory must hold no store yet.
///
/// # Errors
/// If there is one, or the backup cannot be read.
pub(crate) async fn restore(from: &Path, dir: &Path) -> Result<(), StoreError> {
    let target = dir.join(FILE);
    // A write-ahead log that is left over would be taken for that of the backup and written into it.
    for file in ["", "-wal", "-shm", "-journal"].map(|end| dir.join(format!("{FILE}{end}"))) {
        if file.exists() {
            let why = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            let what = format!("{} is of another database; move it away first", file.display());
            return Err(StoreError::File { what, why });
        }
    }
    private_files::folder(dir)
        .map_err(|why| StoreError::File { what: format!("cannot make {}", dir.display()), why })?;
    // Under its own name only when it is there as a whole.
    let half = dir.join(format!("{FILE}.restoring"));
    let copied = std::fs::copy(from, &half)
        .and_then(|_| File::options().write(true).open(&half)?.sync_all())
        .and_then(|()| std::fs::rename(&half, &target));
    copied.map_err(|why| StoreError::File { what: format!("cannot copy {}", from.display()), why })?;
    // Opening it checks version and shape.
    Lite::open(dir).await?.close().await;
    Ok(())
}

fn existing(dir: &Path) -> Result<PathBuf, StoreError> {
    let path = dir.join(FILE);
    if path.exists() {
        return Ok(path);
    }
    let why = std::io::Error::from(std::io::ErrorKind::NotFound);
    Err(StoreError::File { what: format!("there is no {FILE} in {}", dir.display()), why })
}

#[cfg(test)]
pub(crate) mod tests;
