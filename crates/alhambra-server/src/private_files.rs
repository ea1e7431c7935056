//! Files that are nobody else's business: the database has every hand and every chat in it.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Files made with these options can be read by their owner only.
pub(crate) fn only_ours(options: &mut OpenOptions) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = options;
}

/// Makes a folder, and those above it, that only its owner can enter; one that exists stays as it is.
///
/// # Errors
/// If the system does not allow it.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Sees to it that a file exists and that only its owner can read it. What SQLite makes beside a database has the
/// database's own mode.
///
/// # Errors
/// If the system does not allow it.
pub(crate) fn file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    only_ours(&mut options);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = file.metadata()?;
        if metadata.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    drop(file);
    Ok(())
}
