//! Logs in SQLite: one file in the data directory, one writer, every commit synced to disk.
//!
//! The lines of all tables stand in one long log in the order in which they came, each with the number of the line before
//! it at the same table: a commit then writes the end of the log and not a page for every table that went on. Where the
//! last line of a table stands is known in memory and written down now and then; what was not is found again at the end of
//! the log.

use crate::private;
use super::{Append, Checkpoint, Row, StoreError};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection as _, Row as _, SqlSafeStr, SqliteConnection};
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The database's file name.
pub(crate) const FILE: &str = "alhambra.db";

/// What leads from each version of the tables to the next. A step is never changed, only followed by another.
/// Their number is the version of the tables; a store of a newer version is refused.
const STEPS: [&str; 2] = ["
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
"];

/// After this many lines it is written down where the last lines of tables stand; as many are read at the next start.
const NOTED: i64 = 16_384;

/// The last lines of this many tables are known without asking.
const KNOWN: usize = 100_000;

/// A SQLite store.
#[derive(Clone, Debug)]
pub(crate) struct Lite {
    write: SqlitePool,
    read: SqlitePool,
    heads: Arc<Mutex<Heads>>,
    /// Held as long as the store is open, so that no second server writes to the same folder.
    lock: Arc<File>,
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
        private::folder(dir)
            .map_err(failed(format!("cannot make the data directory {}", dir.display())))?;
        let lock = dir.join("lock");
        private::file(&lock).map_err(failed(format!("cannot write {}", lock.display())))?;
        let file = File::create(&lock).map_err(failed(format!("cannot write {}", lock.display())))?;
        if file.try_lock().is_err() {
            return Err(StoreError::Locked(dir.to_owned()));
        }
        let path = dir.join(FILE);
        private::file(&path).map_err(failed(format!("cannot write {}", path.display())))?;
        let options = |cache: &'static str| {
            SqliteConnectOptions::new()
                .filename(&path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // A commit that was acknowledged survives a power cut.
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(std::time::Duration::from_secs(10))
                .pragma("cache_size", cache)
                .pragma("wal_autocheckpoint", "4000")
        };
        // A connection to a file does not get lost: asking it before every use would only cost time.
        let pool = |most| SqlitePoolOptions::new().max_connections(most).test_before_acquire(false);
        // The writer only needs the end of the log and the places it notes now and then.
        let write = pool(1).connect_with(options("-2000")).await?;
        migrate(&write, dir, steps).await?;
        // Tables are read once and then live in memory; the system's own cache is enough for that.
        let read = pool(4).connect_with(options("-1000")).await?;
        let heads = Arc::<Mutex<Heads>>::default();
        catch_up(&mut *write.acquire().await?, &heads).await?;
        Ok(Lite { write, read, heads, lock: Arc::new(file) })
    }

    /// Only the journal writes, one batch after the other.
    pub(super) async fn append(&self, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
        let mut connection = self.write.acquire().await?;
        for append in batch {
            if !self.heads().known.contains_key(&append.table) {
                let head = head(&append.table, &mut connection).await?;
                self.heads().known.insert(append.table.clone(), head);
            }
        }
        let (lines, free, note) = self.number(batch);
        let written = write(&lines, note, &mut connection).await;
        if let Err(why) = written {
            // Whether it was written is not known: only the log can tell.
            catch_up(&mut connection, &self.heads).await?;
            return Err(why);
        }
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

    async fn texts(&self, sql: impl SqlSafeStr, number: Option<u64>) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query(sql);
        let query = match number {
            Some(number) => query.bind(number as i64),
            None => query,
        };
        let rows = query.fetch_all(&self.read).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    pub(super) async fn listed(&self) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT summary FROM tables WHERE listed AND phase <> 'closed' ORDER BY created DESC LIMIT 100";
        self.texts(sql, None).await
    }

    pub(super) async fn summaries(&self) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT summary FROM tables ORDER BY created", None).await
    }

    pub(super) async fn count(&self) -> Result<u64, StoreError> {
        let row =
            sqlx::query("SELECT count(*) FROM tables WHERE phase <> 'closed'").fetch_one(&self.read).await?;
        Ok(row.try_get::<i64, _>(0)? as u64)
    }

    /// There is only one server: whatever is busy is its own.
    pub(super) async fn take_busy(&self, _: &str, _: u64, _: u64) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT table_id FROM tables WHERE busy", None).await
    }

    pub(super) async fn lease(&self, _: &str, _: &str, _: u64, _: u64) -> Result<bool, StoreError> {
        Ok(true)
    }

    pub(super) async fn release(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    pub(super) async fn expired(&self, now: u64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM tables WHERE phase <> 'closed' AND expires < ? LIMIT 200";
        self.texts(sql, Some(now)).await
    }

    pub(super) async fn all(&self) -> Result<Vec<String>, StoreError> {
        self.texts("SELECT table_id FROM tables ORDER BY created", None).await
    }

    pub(super) async fn ready(&self) -> Result<(), StoreError> {
        let mut connection = self.write.acquire().await?;
        // Begins to write and thinks better of it.
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        sqlx::query("ROLLBACK").execute(&mut *connection).await?;
        Ok(())
    }

    pub(super) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
        // A process that ends lets go of it anyway.
        let _ = self.lock.unlock();
    }
}

/// The most rows in one statement.
const ROWS: usize = 64;

/// Statements that write this many lines at once, from one on: each call takes a trip to the thread of the database.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rows = |n| ["(?, ?, ?, ?, ?)"].repeat(n).join(", ");
    (1..=ROWS)
        .map(|n| format!("INSERT INTO log (n, table_id, seq, body, before) VALUES {}", rows(n)))
        .collect()
});

/// Writes lines and what goes along with them; all of it or nothing.
async fn write(
    lines: &[Numbered<'_>],
    note: bool,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    if lines.len() <= ROWS && !note && lines.iter().all(|line| line.append.along.is_none()) {
        // A statement by itself is a transaction by itself.
        return insert(lines, connection).await;
    }
    let mut tx = connection.begin().await?;
    for some in lines.chunks(ROWS) {
        insert(some, &mut tx).await?;
    }
    for line in lines {
        let Some(along) = &line.append.along else { continue };
        if let Some(row) = &along.row {
            put_row(&line.append.table, row, &mut tx).await?;
        }
        if let Some(checkpoint) = &along.checkpoint {
            sqlx::query("REPLACE INTO checkpoints (table_id, seq, meta, state) VALUES (?, ?, ?, ?)")
                .bind(&*line.append.table)
                .bind(checkpoint.seq as i64)
                .bind(&checkpoint.meta)
                .bind(&checkpoint.state)
                .execute(&mut *tx)
                .await?;
        }
    }
    if note {
        // The largest number is always that of a table's last line: it says up to where they are written down.
        sqlx::query(
            "REPLACE INTO heads SELECT table_id, max(n) FROM log \
             WHERE n > (SELECT coalesce(max(n), 0) FROM heads) GROUP BY table_id",
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Writes at most [`ROWS`] lines.
async fn insert(lines: &[Numbered<'_>], connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let Some(sql) = lines.len().checked_sub(1).and_then(|n| LINES.get(n)) else { return Ok(()) };
    let mut query = sqlx::query(sql.as_str());
    for Numbered { append, n, before } in lines {
        query = query.bind(*n).bind(&*append.table).bind(append.seq as i64).bind(&*append.body).bind(*before);
    }
    query.execute(connection).await?;
    Ok(())
}

async fn put_row(table: &str, row: &Row, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tables (table_id, created, expires, phase, listed, busy, summary) \
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET expires = excluded.expires, \
         phase = excluded.phase, listed = excluded.listed, busy = excluded.busy, summary = excluded.summary",
    )
    .bind(table)
    .bind(row.created as i64)
    .bind(row.expires as i64)
    .bind(row.phase)
    .bind(row.listed)
    .bind(row.busy)
    .bind(&row.summary)
    .execute(connection)
    .await?;
    Ok(())
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

async fn migrate(pool: &SqlitePool, dir: &Path, steps: &[&'static str]) -> Result<(), StoreError> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)").execute(pool).await?;
    let row = sqlx::query("SELECT max(version) FROM schema").fetch_one(pool).await?;
    let found: Option<i64> = row.try_get(0)?;
    let wanted = steps.len() as i64;
    match found {
        Some(found) if found > wanted => return Err(StoreError::Newer { found, reads: wanted }),
        Some(found) if found == wanted => return Ok(()),
        Some(older) => {
            let folder = dir.join("backups");
            private::folder(&folder)
                .map_err(|why| StoreError::File { what: format!("cannot make {}", folder.display()), why })?;
            // A start that was cut off in the middle must not stand in the way of the next one.
            let free = |n: &u32| !folder.join(backup_name(older, wanted, *n)).exists();
            let n = (1..).find(free).unwrap_or(1);
            let copied = folder.join(backup_name(older, wanted, n));
            copy(pool, &copied).await?;
            tracing::info!(from = older, to = wanted, backup = %copied.display(), "the database is brought up to date");
        }
        None => {}
    }
    let mut tx = pool.begin().await?;
    for step in steps.iter().skip(found.unwrap_or(0).max(0) as usize) {
        sqlx::raw_sql(*step).execute(&mut *tx).await?;
    }
    sqlx::query("INSERT INTO schema (version) VALUES (?)").bind(wanted).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}

fn backup_name(from: i64, to: i64, n: u32) -> String {
    format!("before-version-{to}-from-{from}-{n}.db")
}

/// A consistent copy of a database into a new file, while others write.
async fn copy(pool: &SqlitePool, to: &Path) -> Result<(), StoreError> {
    // SQLite fills a file that is there and empty.
    private::file(to).map_err(|why| StoreError::File { what: format!("cannot write {}", to.display()), why })?;
    sqlx::query("VACUUM INTO ?").bind(to.to_string_lossy().into_owned()).execute(pool).await?;
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
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(std::time::Duration::from_secs(30));
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    copy(&pool, to).await?;
    pool.close().await;
    Ok(())
}

/// Makes a data directory from a backup. The directory must hold no store yet.
///
/// # Errors
/// If there is one, or the backup cannot be read.
pub(crate) async fn restore(from: &Path, dir: &Path) -> Result<(), StoreError> {
    let target = dir.join(FILE);
    if target.exists() {
        let why = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(StoreError::File { what: format!("{} is not overwritten", target.display()), why });
    }
    private::folder(dir)
        .map_err(|why| StoreError::File { what: format!("cannot make {}", dir.display()), why })?;
    std::fs::copy(from, &target)
        .map_err(|why| StoreError::File { what: format!("cannot copy {}", from.display()), why })?;
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
mod tests {
    use super::*;

    fn line(seq: u64) -> Append {
        line_at("ABCDEFGH", seq)
    }

    fn line_at(table: &str, seq: u64) -> Append {
        Append { table: Arc::from(table), seq, body: format!("line {seq} of {table}"), along: None }
    }

    async fn bodies(store: &Lite, table: &str, after: u64) -> Vec<String> {
        store.lines(table, after).await.unwrap().into_iter().map(|(_, body)| body).collect()
    }

    #[tokio::test]
    async fn lines_of_many_tables_are_told_apart_and_a_place_is_given_once() {
        let dir = tempfile::tempdir().unwrap();
        let store = Lite::open(dir.path()).await.unwrap();
        let first = [line_at("A", 1), line_at("B", 1), line_at("A", 2)];
        assert_eq!(store.append(&first).await.unwrap(), [true; 3]);
        let second = [line_at("B", 1), line_at("B", 2), line_at("A", 4), line_at("C", 2)];
        assert_eq!(store.append(&second).await.unwrap(), [false, true, false, false]);
        // More than are noted at once, so that some ends of logs are written down and some are not.
        for round in 0..(NOTED as u64 / 1000 + 3) {
            let many: Vec<Append> =
                (0..1000).map(|n| line_at(&format!("T{}", n % 500), 2 * round + 1 + n / 500)).collect();
            assert!(store.append(&many).await.unwrap().iter().all(|free| *free));
        }
        store.append(&[line_at("B", 3)]).await.unwrap();
        let Heads { noted, last, .. } = *store.heads();
        assert!(noted > 0 && noted < last);
        store.close().await;
        for _ in 0..2 {
            let store = Lite::open(dir.path()).await.unwrap();
            assert_eq!(bodies(&store, "A", 0).await, ["line 1 of A", "line 2 of A"]);
            assert_eq!(bodies(&store, "B", 1).await, ["line 2 of B", "line 3 of B"]);
            assert!(bodies(&store, "C", 0).await.is_empty());
            let long = store.lines("T7", 0).await.unwrap();
            assert!(long.iter().zip(1..).all(|((seq, _), place)| *seq == place) && long.len() > 30);
            assert_eq!(store.append(&[line_at("A", 2), line_at("T7", 1)]).await.unwrap(), [false; 2]);
            store.close().await;
        }
    }

    #[tokio::test]
    async fn a_store_of_the_first_version_keeps_its_lines() {
        let dir = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new().filename(dir.path().join(FILE)).create_if_missing(true);
        let old = SqlitePoolOptions::new().connect_with(options).await.unwrap();
        migrate(&old, dir.path(), &STEPS[..1]).await.unwrap();
        for (table, seq) in [("B", 1), ("A", 2), ("A", 1), ("B", 2), ("B", 3)] {
            let sql = "INSERT INTO lines (table_id, seq, body) VALUES (?, ?, ?)";
            let query = sqlx::query(sql).bind(table).bind(seq).bind(format!("line {seq} of {table}"));
            query.execute(&old).await.unwrap();
        }
        old.close().await;
        let store = Lite::open(dir.path()).await.unwrap();
        assert_eq!(store.append(&[line_at("A", 3), line_at("B", 3)]).await.unwrap(), [true, false]);
        assert_eq!(bodies(&store, "A", 0).await, ["line 1 of A", "line 2 of A", "line 3 of A"]);
        assert_eq!(bodies(&store, "B", 2).await, ["line 3 of B"]);
        store.close().await;
    }

    #[tokio::test]
    async fn an_older_store_is_backed_up_and_brought_up_to_date_and_a_newer_one_refused() {
        let dir = tempfile::tempdir().unwrap();
        let store = Lite::open(dir.path()).await.unwrap();
        store.append(&[line(1), line(2)]).await.unwrap();
        store.close().await;
        // The program of tomorrow has one step more.
        let tomorrow: Vec<&'static str> = STEPS
            .into_iter()
            .chain(["ALTER TABLE log ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"])
            .collect();
        let store = Lite::open_by(dir.path(), &tomorrow).await.unwrap();
        let row = sqlx::query("SELECT count(*), min(colour) FROM log").fetch_one(&store.read).await.unwrap();
        assert_eq!((row.get::<i64, _>(0), row.get::<String, _>(1)), (2, "red".to_owned()));
        store.append(&[line(3)]).await.unwrap();
        store.close().await;
        Lite::open_by(dir.path(), &tomorrow).await.unwrap().close().await;
        let backups: Vec<_> = std::fs::read_dir(dir.path().join("backups")).unwrap().flatten().collect();
        assert_eq!(backups.len(), 1, "once, before the step");
        // Today's program refuses what tomorrow's has written, says why, and leaves it alone.
        let refused = Lite::open(dir.path()).await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { found: 3, reads: 2 }), "{refused}");
        assert!(refused.to_string().contains("newer version"), "{refused}");
        // The way back is the backup.
        let back = dir.path().join("back");
        restore(&backups[0].path(), &back).await.unwrap();
        let store = Lite::open(&back).await.unwrap();
        assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 2);
        store.close().await;
        let store = Lite::open_by(dir.path(), &tomorrow).await.unwrap();
        assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 3);
        store.close().await;
    }
}
