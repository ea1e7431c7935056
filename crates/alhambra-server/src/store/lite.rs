//! Logs in SQLite: one file in the data directory, one writer, every commit synced to disk.

use super::{Append, Checkpoint, SCHEMA, StoreError};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Row as _, SqlSafeStr};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The database's file name.
pub(crate) const FILE: &str = "alhambra.db";

/// What leads from each version of the tables to the next. A step is never changed, only followed by another.
const STEPS: [&str; SCHEMA as usize] = ["
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
"];

/// A SQLite store.
#[derive(Clone, Debug)]
pub(crate) struct Lite {
    write: SqlitePool,
    read: SqlitePool,
    /// Held as long as the store is open, so that no second server writes to the same folder.
    lock: Arc<File>,
}

impl Lite {
    /// Opens the store of a data directory, which is made if it does not exist. An older store is backed up, then
    /// brought up to date.
    pub(crate) async fn open(dir: &Path) -> Result<Lite, StoreError> {
        Lite::open_by(dir, &STEPS).await
    }

    async fn open_by(dir: &Path, steps: &[&'static str]) -> Result<Lite, StoreError> {
        let failed = |what: String| move |why| StoreError::File { what, why };
        std::fs::create_dir_all(dir)
            .map_err(failed(format!("cannot make the data directory {}", dir.display())))?;
        let lock = dir.join("lock");
        let file = File::create(&lock).map_err(failed(format!("cannot write {}", lock.display())))?;
        if file.try_lock().is_err() {
            return Err(StoreError::Locked(dir.to_owned()));
        }
        let path = dir.join(FILE);
        let options = || {
            SqliteConnectOptions::new()
                .filename(&path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // A commit that was acknowledged survives a power cut.
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(std::time::Duration::from_secs(10))
                .pragma("cache_size", "-16000")
                .pragma("wal_autocheckpoint", "4000")
        };
        let write = SqlitePoolOptions::new().max_connections(1).connect_with(options()).await?;
        migrate(&write, dir, steps).await?;
        let read = SqlitePoolOptions::new().max_connections(4).connect_with(options()).await?;
        Ok(Lite { write, read, lock: Arc::new(file) })
    }

    pub(super) async fn append(&self, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
        // One statement for any number of lines: a list as JSON, taken apart by SQLite.
        let list: Vec<(&str, u64, &str)> = batch.iter().map(|a| (&*a.table, a.seq, &*a.body)).collect();
        let list = serde_json::to_string(&list).unwrap_or_default();
        let insert = "INSERT INTO lines (table_id, seq, body) \
                      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
        if batch.iter().all(|a| a.along.is_none()) {
            sqlx::query(insert).bind(list).execute(&self.write).await?;
            return Ok(vec![true; batch.len()]);
        }
        let mut tx = self.write.begin().await?;
        sqlx::query(insert).bind(list).execute(&mut *tx).await?;
        for append in batch {
            let Some(along) = &append.along else { continue };
            if let Some(row) = &along.row {
                sqlx::query(
                    "INSERT INTO tables (table_id, created, expires, phase, listed, busy, summary) \
                     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET expires = excluded.expires, \
                     phase = excluded.phase, listed = excluded.listed, busy = excluded.busy, summary = excluded.summary",
                )
                .bind(&*append.table)
                .bind(row.created as i64)
                .bind(row.expires as i64)
                .bind(row.phase)
                .bind(row.listed)
                .bind(row.busy)
                .bind(&row.summary)
                .execute(&mut *tx)
                .await?;
            }
            if let Some(checkpoint) = &along.checkpoint {
                sqlx::query("REPLACE INTO checkpoints (table_id, seq, meta, state) VALUES (?, ?, ?, ?)")
                    .bind(&*append.table)
                    .bind(checkpoint.seq as i64)
                    .bind(&checkpoint.meta)
                    .bind(&checkpoint.state)
                    .execute(&mut *tx)
                    .await?;
            }
        }
        tx.commit().await?;
        Ok(vec![true; batch.len()])
    }

    pub(super) async fn lines(&self, table: &str, after: u64) -> Result<Vec<(u64, String)>, StoreError> {
        let rows = sqlx::query("SELECT seq, body FROM lines WHERE table_id = ? AND seq > ? ORDER BY seq")
            .bind(table)
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

async fn migrate(pool: &SqlitePool, dir: &Path, steps: &[&'static str]) -> Result<(), StoreError> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)").execute(pool).await?;
    let row = sqlx::query("SELECT max(version) FROM schema").fetch_one(pool).await?;
    let found: Option<i64> = row.try_get(0)?;
    let wanted = steps.len() as i64;
    match found {
        Some(found) if found > wanted => return Err(StoreError::Newer { found }),
        Some(found) if found == wanted => return Ok(()),
        Some(older) => {
            let folder = dir.join("backups");
            std::fs::create_dir_all(&folder)
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
    std::fs::create_dir_all(dir)
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
        Append { table: Arc::from("ABCDEFGH"), seq, body: format!("line {seq}"), along: None }
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
            .chain(["ALTER TABLE lines ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"])
            .collect();
        let store = Lite::open_by(dir.path(), &tomorrow).await.unwrap();
        let row =
            sqlx::query("SELECT count(*), min(colour) FROM lines").fetch_one(&store.read).await.unwrap();
        assert_eq!((row.get::<i64, _>(0), row.get::<String, _>(1)), (2, "red".to_owned()));
        store.append(&[line(3)]).await.unwrap();
        store.close().await;
        Lite::open_by(dir.path(), &tomorrow).await.unwrap().close().await;
        let backups: Vec<_> = std::fs::read_dir(dir.path().join("backups")).unwrap().flatten().collect();
        assert_eq!(backups.len(), 1, "once, before the step");
        // Today's program refuses what tomorrow's has written, says why, and leaves it alone.
        let refused = Lite::open(dir.path()).await.unwrap_err();
        assert!(matches!(refused, StoreError::Newer { found: 2 }), "{refused}");
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
