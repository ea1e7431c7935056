//! The record of a game, put together from its log.

use super::{Misfit, Session};
use crate::log_entry::LogEntry;
use alhambra_rules::record::{Entry, Header, Record};

/// The record of a game: what is left of its actions when taken-back ones are gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    /// The first line and the seed, once the game has begun.
    pub(crate) start: Option<(Header, u64)>,
    /// The actions that count.
    pub(crate) entries: Vec<Entry>,
    /// The game where it was gone back to last. Who goes back again and again goes back to about there: the way from the
    /// start is gone once.
    foothold: Option<Box<Session>>,
}

impl Transcript {
    /// Puts in a line of the log.
    pub(crate) fn put(&mut self, entry: LogEntry) {
        match entry {
            LogEntry::Started { seed, header } => self.start = Some((header, seed)),
            LogEntry::Resumed { seed, header, entries, .. } => {
                (self.start, self.entries) = (Some((header, seed)), entries);
                self.foothold = None;
            }
            LogEntry::Acted { entry } => self.entries.push(entry),
            LogEntry::ActedAll { keep, entries } => {
                self.keep(keep);
                self.entries.extend(entries);
            }
            LogEntry::Undone { keep, .. } => self.keep(keep),
            _ => {}
        }
    }

    fn keep(&mut self, keep: u32) {
        self.entries.truncate(keep as usize);
        self.foothold.take_if(|at| at.actions > keep);
    }

    /// The game after the first `keep` of its actions.
    pub(crate) fn game_after(&mut self, keep: u32) -> Result<Session, Misfit> {
        let (header, seed) = self.start.as_ref().ok_or(Misfit::Undo)?;
        let mut session = match self.foothold.take().filter(|at| at.actions <= keep) {
            Some(session) => *session,
            None => Session::restart(header, *seed, &mut Vec::new())?,
        };
        let mut events = Vec::new();
        for entry in self.entries.iter().take(keep as usize).skip(session.actions as usize) {
            events.clear();
            session.replay(entry, &mut events)?;
        }
        if session.actions != keep {
            return Err(Misfit::Undo);
        }
        self.foothold = Some(Box::new(session.clone()));
        Ok(session)
    }

    /// As a record, for `alhambra replay`.
    pub(crate) fn record(self) -> Option<Record> {
        let (header, _) = self.start?;
        Some(Record { header, entries: self.entries })
    }
}
