//! Saving the record of a game as JSON Lines: set-up, actions, closing line.

use alhambra_rules::GameState;
use alhambra_rules::record::Record;
use std::io;
use std::path::Path;

/// Whether a record could be written to `path`, asked before a game is played for it.
pub(super) fn try_path(path: &Path) -> io::Result<()> {
    std::fs::OpenOptions::new().append(true).create(true).open(path).map(drop)
}

/// Writes the record of `game` to `path`.
pub(super) fn save_record(path: &Path, record: &Record, game: &GameState) -> io::Result<()> {
    alhambra_sim::records::write_record(path, record, game)
}
