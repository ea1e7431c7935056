//! How much room a disk has left.

use std::path::Path;

/// The bytes this process may still write to the file system of a folder; nothing where the system does not say.
#[cfg(unix)]
pub(crate) fn left(dir: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(dir).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Elsewhere writes that fail have to tell.
#[cfg(not(unix))]
pub(crate) fn left(_: &Path) -> Option<u64> {
    None
}
