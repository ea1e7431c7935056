//! The record of a game, put together from its log.

use crate::log_entry::LogEntry;
use alhambra_rules::record::{Entry, Header, Record};

/// The record of a game: what is left of its actions when taken-back ones are gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// The first line and the seed, once the game has begun.
    pub(crate) start: Option<(Header, u64)>,
    /// The actions that count.
    pub(crate) entries: Vec<Entry>,
}

impl Transcript {
    /// Puts in a line of the log.
    pub(crate) fn put(&mut self, entry: LogEntry) {
        match entry {
            LogEntry::Started { seed, header } => self.start = Some((header, seed)),
            LogEntry::Resumed { seed, header, entries, .. } => {
                (self.start, self.entries) = (Some((header, seed)), entries);
            }
            LogEntry::Acted { entry } => self.entries.push(entry),
            LogEntry::ActedAll { keep, entries } => {
                self.entries.truncate(keep as usize);
                self.entries.extend(entries);
            }
            LogEntry::Undone { keep, .. } => self.entries.truncate(keep as usize),
            _ => {}
        }
    }

    /// As a record, for `alhambra replay`.
    pub(crate) fn record(self) -> Option<Record> {
        let (header, _) = self.start?;
        Some(Record { header, entries: self.entries })
    }
}
