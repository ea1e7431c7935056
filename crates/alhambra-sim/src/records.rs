//! Record files: a recorded game as JSON Lines. The first line is the set-up, then one line for each action,
//! and the last line closes the record.
//!
//! Reading a file replays it. What comes back is therefore a game that was really played like this; a file
//! that was changed or cut short is refused, and the error names the first entry that does not fit.

use alhambra_rules::GameState;
use alhambra_rules::record::{Closing, Entry, FORMAT, Header, Record, RecordError};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Why the text of a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The set-up or an entry is wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Every entry fits, but the closing line speaks of another game.
    #[error("the closing line was changed: {why}")]
    Closing {
        /// What does not fit.
        why: String,
    },
    /// Something stands behind the end of the record.
    #[error("the record ends with its closing line in line {line}, but more follows; delete what follows")]
    Beyond {
        /// The line with the closing line, from 1.
        line: usize,
    },
}

/// Why a record file is refused.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// The file is not the record of a game, or was changed.
    #[error("{}: {why}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The first thing that is wrong.
        why: BadRecord,
    },
}

/// Reads a record file and replays it.
///
/// # Errors
/// The file, and the first thing in it that does not fit.
pub fn read_record(path: &Path) -> Result<Record, ReadError> {
    let bytes = std::fs::read(path).map_err(|why| ReadError::File { path: path.to_owned(), why })?;
    parse(&bytes).map_err(|why| ReadError::Refused { path: path.to_owned(), why })
}

/// Reads the text of a record and replays it.
///
/// # Errors
/// The first thing that does not fit.
///
/// ```
/// use alhambra_rules::{Setup, table::Table};
/// use alhambra_sim::records::{parse_record, record_text};
/// let table = Table::new(Setup::players(3), 1).unwrap();
/// let text = record_text(table.record(), table.game());
/// assert_eq!(&parse_record(&text).unwrap(), table.record());
/// assert!(parse_record(text.lines().next().unwrap()).is_err());
/// ```
pub fn parse_record(text: &str) -> Result<Record, BadRecord> {
    parse(text.as_bytes())
}

/// The text of a record; `game` is the game it leads to.
pub fn record_text(record: &Record, game: &GameState) -> String {
    let mut text = String::new();
    add_line(&mut text, &record.header);
    for entry in &record.entries {
        add_line(&mut text, entry);
    }
    add_line(&mut text, &record.closing(game));
    text
}

/// Writes a record file; `game` is the game the record leads to. An existing file is replaced.
///
/// # Errors
/// When the file cannot be written.
pub fn write_record(path: &Path, record: &Record, game: &GameState) -> std::io::Result<()> {
    std::fs::write(path, record_text(record, game))
}

fn add_line(text: &mut String, line: &impl Serialize) {
    let line =
        serde_json::to_string(line).expect("the parts of a record are plain and always have a JSON form");
    text.push_str(&line);
    text.push('\n');
}

/// How far reading came before it met something that is no entry.
enum Stop {
    /// A closing line; `last` if nothing follows it.
    Closing { closing: Closing, last: bool },
    /// A closing line that cannot be read.
    BadClosing(String),
    /// Something that is no line of a record.
    Unreadable(String),
    /// The end of the text.
    CutOff,
}

// Bytes and not text, so that even a byte that is no UTF-8 is reported with its entry.
fn parse(bytes: &[u8]) -> Result<Record, BadRecord> {
    let end = bytes.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |last| last + 1);
    let ends_in_newline = end < bytes.len();
    let mut lines = bytes[..end].split(|b| *b == b'\n').peekable();
    let first = lines.next().filter(|line| !line.is_empty());
    let header = header(first.ok_or_else(|| RecordError::NotARecord("the file is empty".to_owned()))?)?;
    let mut entries = Vec::new();
    let stop = loop {
        let Some(line) = lines.next() else { break Stop::CutOff };
        let last = lines.peek().is_none();
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) => entries.push(entry),
            Err(why) => break stop(line, &why, last, ends_in_newline),
        }
    };
    let record = Record { header, entries };
    // Replayed before anything else is said: an entry that was changed comes before the place where reading
    // stopped.
    let game = record.verify()?;
    let n = record.entries.len() as u32;
    match stop {
        Stop::Closing { last: false, .. } => Err(BadRecord::Beyond { line: n as usize + 2 }),
        Stop::Closing { closing, .. } => {
            check_closing(&closing, &record.closing(&game))?;
            Ok(record)
        }
        Stop::BadClosing(why) => Err(BadRecord::Closing { why }),
        Stop::Unreadable(why) => Err(RecordError::Unreadable { n: n + 1, why }.into()),
        Stop::CutOff => Err(RecordError::CutOff { n }.into()),
    }
}

fn header(line: &[u8]) -> Result<Header, RecordError> {
    let other = |why: String| Err(RecordError::NotARecord(why));
    // The format comes first: the other fields of another format are none of our business.
    let value: serde_json::Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(why) if why.is_eof() && line.starts_with(b"{\"alhambra_record\"") => {
            return Err(RecordError::CutOff { n: 0 });
        }
        Err(_) => return other("the first line is not JSON".to_owned()),
    };
    match value.get("alhambra_record").map(|format| format.as_u64().and_then(|n| u16::try_from(n).ok())) {
        None => return other("the first line has no \"alhambra_record\"".to_owned()),
        Some(None) => {
            return other("\"alhambra_record\" in the first line is not the number of a format".to_owned());
        }
        Some(Some(found)) if found != FORMAT => return Err(RecordError::Format { found }),
        Some(Some(_)) => {}
    }
    serde_json::from_slice(line).or_else(|why| other(format!("the first line cannot be read: {why}")))
}

/// What a line is that is no entry.
fn stop(line: &[u8], why: &serde_json::Error, last: bool, ends_in_newline: bool) -> Stop {
    let closing = serde_json::from_slice::<Closing>(line);
    let value = serde_json::from_slice::<serde_json::Value>(line).unwrap_or_default();
    match closing {
        Ok(closing) => Stop::Closing { closing, last },
        Err(why) if last && value.get("entries").is_some() => Stop::BadClosing(why.to_string()),
        // Every line is written with its newline; half a line at the very end was cut off.
        Err(half) if last && !ends_in_newline && (why.is_eof() || half.is_eof()) => Stop::CutOff,
        Err(_) => Stop::Unreadable(why.to_string()),
    }
}

fn check_closing(found: &Closing, right: &Closing) -> Result<(), BadRecord> {
    let why = if found.entries != right.entries {
        format!("it counts {} entries, there are {}", found.entries, right.entries)
    } else if found.over != right.over {
        format!("it says the game is{} over", if found.over { "" } else { " not" })
    } else if found.scores != right.scores {
        format!("it has the scores {:?}, the game leads to {:?}", found.scores, right.scores)
    } else if found.digest != right.digest {
        format!("it has the digest {}, the last entry has {}", found.digest, right.digest)
    } else {
        return Ok(());
    };
    Err(BadRecord::Closing { why })
}
