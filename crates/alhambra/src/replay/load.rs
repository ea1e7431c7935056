//! Reading a record file.

use crate::failure::Failure;
use alhambra_rules::record::{Closing, Entry, FORMAT, Header, Record, RecordError};
use serde_json::Value;
use std::path::Path;

/// Reads a record and verifies every entry.
///
/// # Errors
/// When the file cannot be read, or the first thing in it that does not fit.
pub(super) fn read_record(path: &Path) -> Result<Record, Failure> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    parse(&bytes).map_err(|why| Failure::new(format!("{name}: {why}")))
}

fn parse(bytes: &[u8]) -> Result<Record, String> {
    let mut lines = bytes.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let header = header(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    let mut record = Record { header, entries: Vec::new() };
    let mut stopped = None;
    for line in lines.by_ref() {
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) => record.entries.push(entry),
            Err(why) => {
                stopped = Some((line, why));
                break;
            }
        }
    }
    // A changed entry comes before the place where reading stopped.
    let game = record.verify().map_err(|error| error.to_string())?;
    let n = record.entries.len() as u32;
    let Some((line, why)) = stopped else { return Err(RecordError::CutOff { n }.to_string()) };
    match serde_json::from_slice::<Closing>(line) {
        Ok(closing) if closing != record.closing(&game) => {
            Err("the closing line was changed: it does not fit the entries".to_owned())
        }
        Ok(_) if lines.next().is_some() => Err("something follows the closing line".to_owned()),
        Ok(_) => Ok(record),
        Err(_) if why.is_eof() && lines.next().is_none() => Err(RecordError::CutOff { n }.to_string()),
        Err(_) => Err(RecordError::Unreadable { n: n + 1, why: why.to_string() }.to_string()),
    }
}

fn header(line: &[u8]) -> Result<Header, RecordError> {
    let not = |why: &str| RecordError::NotARecord(why.to_owned());
    if line.is_empty() {
        return Err(not("the file is empty"));
    }
    let value: Value = serde_json::from_slice(line).map_err(|_| not("the first line is not JSON"))?;
    // The format comes first: what else another format has is none of our business.
    let format = value.get("alhambra_record").and_then(Value::as_u64);
    match format.and_then(|n| u16::try_from(n).ok()) {
        None => Err(not("the first line has no \"alhambra_record\"")),
        Some(found) if found != FORMAT => Err(RecordError::Format { found }),
        Some(_) => serde_json::from_slice(line)
            .map_err(|why| RecordError::NotARecord(format!("the first line cannot be read: {why}"))),
    }
}
