//! Saving the record of a game as JSON Lines: set-up, actions, closing line.

use alhambra_rules::GameState;
use alhambra_rules::record::Record;
use std::io::{self, Write};
use std::path::Path;

/// Whether a record could be written to `path`, asked before a game is played for it.
pub(super) fn try_path(path: &Path) -> io::Result<()> {
    std::fs::OpenOptions::new().append(true).create(true).open(path).map(drop)
}

/// Writes the record of `game` to `path`.
pub(super) fn save_record(path: &Path, record: &Record, game: &GameState) -> io::Result<()> {
    let mut out = io::BufWriter::new(std::fs::File::create(path)?);
    let mut line = |json: serde_json::Result<String>| writeln!(out, "{}", json.map_err(io::Error::other)?);
    line(serde_json::to_string(&record.header))?;
    for entry in &record.entries {
        line(serde_json::to_string(entry))?;
    }
    line(serde_json::to_string(&serde_json::json!({ "closing": record.closing(game) })))?;
    out.flush()
}
