//! Backups the server makes by itself, the oldest of which go.

use super::{BEFORE, FILE, backup, space};
use crate::private_files;
use crate::store::StoreError;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What the names of these backups begin with; others in the same folder are left alone.
const NAME: &str = "auto-";

/// The backups in a folder, the oldest first, with the time each was made at.
fn made(folder: &Path) -> Vec<(u64, PathBuf)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix(NAME)?.strip_suffix(".db")?;
        Some((name.parse().ok()?, path.clone()))
    };
    let mut made: Vec<(u64, PathBuf)> = files.filter_map(read).collect();
    made.sort();
    made
}

/// The copies that were made before the database was brought up to date.
fn before_updates(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(BEFORE) && name.ends_with(".db")
    };
    files.filter(ours).collect()
}

/// A backup with a date that is still to come was made by another date, before now. It is called by today's, and stays
/// the newest: otherwise one would be due for years, or a new one every minute, each in the place of one that is older.
fn not_after(now: u64, made: Vec<(u64, PathBuf)>) -> std::io::Result<()> {
    let first = made.partition_point(|(at, _)| *at <= now);
    let known: Vec<u64> = made[..first].iter().map(|(at, _)| *at).collect();
    let mut at = now + 1;
    // From the newest back, each a second before the next, past those that are there.
    for (_, path) in made[first..].iter().rev() {
        at = (1..at).rev().find(|at| !known.contains(at)).unwrap_or_default();
        let named = path.with_file_name(format!("{NAME}{at}.db"));
        std::fs::rename(path, &named)?;
        tracing::warn!(backup = %named.display(), "a backup had a date that is still to come");
    }
    Ok(())
}

pub(super) async fn back_up(dir: &Path, every: Duration, keep: usize) -> Result<(), StoreError> {
    let folder = dir.join("backups");
    let failed = |what: &Path| {
        let what = format!("cannot write {}", what.display());
        move |why| StoreError::File { what, why }
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs());
    not_after(now, made(&folder)).map_err(failed(&folder))?;
    let newest = made(&folder).last().map(|(at, _)| *at);
    if newest.is_some_and(|at| now.saturating_sub(at) < every.as_secs()) {
        return Ok(());
    }
    private_files::folder(&folder).map_err(failed(&folder))?;
    let size = std::fs::metadata(dir.join(FILE)).map_or(0, |file| file.len());
    if space::left(&folder).is_some_and(|left| left < size.saturating_mul(2)) {
        return Err(StoreError::Unfit("there is not enough room for a backup beside the database"));
    }
    let half = folder.join("auto.half");
    let _ = std::fs::remove_file(&half);
    backup(dir, &half).await?;
    let whole = folder.join(format!("{NAME}{now}.db"));
    std::fs::rename(&half, &whole).map_err(failed(&whole))?;
    let all = made(&folder);
    let beyond = all.len().saturating_sub(keep.max(1));
    for (_, old) in all.iter().take(beyond) {
        std::fs::remove_file(old).map_err(failed(old))?;
    }
    // What was deleted or erased goes with the backups: a copy from before an update is no longer kept than they are.
    let oldest = all.get(beyond).map_or(0, |(at, _)| *at);
    for old in before_updates(&folder).into_iter().filter(|_| beyond > 0) {
        let made = std::fs::metadata(&old).and_then(|file| file.modified()).map_err(failed(&old))?;
        if made.duration_since(UNIX_EPOCH).map_or(0, |at| at.as_secs()) < oldest {
            std::fs::remove_file(&old).map_err(failed(&old))?;
        }
    }
    tracing::info!(backup = %whole.display(), "backed up");
    Ok(())
}
