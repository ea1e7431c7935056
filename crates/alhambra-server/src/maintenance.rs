//! Keeping the data well: backups while games go on, restoring, and a doctor who replays every game.

use crate::config::Config;
use crate::log_entry::LogLine;
use crate::server;
use crate::session::Transcript;
use crate::store::{StoreError, lite};
use std::path::Path;

/// Copies the built-in database into a new file, also while a server runs on it.
///
/// # Errors
/// If that cannot be done; PostgreSQL has its own tools for it.
pub async fn backup(config: &Config, to: &Path) -> Result<(), StoreError> {
    if config.database_url.is_some() {
        return Err(StoreError::Unfit("PostgreSQL is backed up with its own tools: pg_dump --format=custom"));
    }
    lite::backup(&config.data_dir, to).await
}

/// Makes a data directory from a backup.
///
/// # Errors
/// If there is data already or the backup does not fit.
pub async fn restore(config: &Config, from: &Path) -> Result<(), StoreError> {
    if config.database_url.is_some() {
        return Err(StoreError::Unfit("PostgreSQL is restored with its own tools: pg_restore"));
    }
    lite::restore(from, &config.data_dir).await
}

/// What the doctor found.
#[derive(Clone, Debug, Default)]
pub struct Checkup {
    /// How many tables were looked at.
    pub tables: usize,
    /// How many games were replayed.
    pub games: usize,
    /// How many actions they had.
    pub actions: usize,
    /// What is wrong: table and reason.
    pub faults: Vec<(String, String)>,
}

/// Lets the database look at its own file, reads every log and replays every game, digests included. Changes nothing.
///
/// # Errors
/// If the store cannot be read at all.
pub async fn doctor(config: &Config) -> Result<Checkup, StoreError> {
    let store = server::open(config, "doctor").await?;
    let mut checkup = Checkup::default();
    let damage = store.integrity().await?;
    checkup.faults.extend(damage.into_iter().map(|what| ("the database".to_owned(), what)));
    let short = store.short().await?;
    checkup.faults.extend(short.into_iter().map(|short| (short.table.clone(), short.to_string())));
    for table in store.all().await? {
        checkup.tables += 1;
        match examine(&store.lines(&table, 0).await?) {
            Ok(Some(actions)) => {
                checkup.games += 1;
                checkup.actions += actions;
            }
            Ok(None) => {}
            Err(why) => checkup.faults.push((table, why)),
        }
    }
    store.close().await;
    Ok(checkup)
}

/// Replays the game of a log; `None` if there was none.
fn examine(lines: &[(u64, String)]) -> Result<Option<usize>, String> {
    let mut transcript = Transcript::default();
    for (place, (seq, body)) in (1..).zip(lines) {
        if *seq != place {
            return Err(format!("line {place} is missing"));
        }
        let line: LogLine =
            serde_json::from_str(body).map_err(|why| format!("line {seq} cannot be read: {why}"))?;
        transcript.put(line.entry);
    }
    match transcript.record() {
        Some(record) => {
            record.verify().map_err(|why| why.to_string())?;
            Ok(Some(record.entries.len()))
        }
        None => Ok(None),
    }
}
