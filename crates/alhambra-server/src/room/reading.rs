//! Reading a log: the table it leads to, and the record of its game. Long logs are read on threads of their own.

use crate::hub::Hub;
use crate::log_entry::{LogEntry, LogLine};
use crate::session::{Misfit, Session, Transcript};
use crate::table::{Precomputed, TableState};
use alhambra_protocol::{Ref, Refusal, RefusalCode, Why};
use alhambra_rules::record::{Record, RecordError};

/// So many lines are read where a place is free for it, because many such logs at once would fill the memory.
const LONG: u64 = 1000;

/// Why a log cannot be followed by this program: begun with other versions, or damaged.
pub(super) fn unfit(table: &str, why: &Misfit) -> Refusal {
    tracing::error!(table, %why, "the log does not fit the rules");
    match why {
        Misfit::Version(why) => other_version(why),
        _ => Refusal::new(RefusalCode::Parked, Why::LogUnfit(Ref::text(why))),
    }
}

/// A line that does not say what it should: another program wrote it, or it is damaged.
fn garbled(table: &str, why: &serde_json::Error) -> Refusal {
    tracing::error!(table, %why, "a line of a log cannot be read");
    Refusal::new(RefusalCode::Parked, Why::LogUnfit(Ref::text(why)))
}

/// A log that misses lines tells another game than the one that was played.
fn cut_off(table: &str, missing: u64) -> Refusal {
    tracing::error!(table, missing, "a log is cut off");
    Refusal::new(RefusalCode::Parked, Why::LogCutOff(Ref::number(missing)))
}

/// A game of another version is neither played on nor told: it would be another game.
fn other_version(why: &RecordError) -> Refusal {
    Refusal::new(RefusalCode::Parked, Why::OtherProgram(Ref::text(why)))
}

/// A log cannot be read, or it does not say what it should.
pub(crate) fn unreadable(why: &dyn std::fmt::Display) -> Refusal {
    tracing::error!(%why, "a log cannot be read");
    Refusal::new(RefusalCode::Unavailable, Why::LogUnreadable)
}

/// What was played before the lines that are being read, as far as these need it: they do where something is taken back
/// behind new information. However often that is, the log is read once.
#[derive(Default)]
pub(super) struct Before {
    transcript: Option<Transcript>,
}

impl Before {
    /// What the lines after a place need.
    async fn of(hub: &Hub, id: &str, after: u64, lines: &[(u64, String)]) -> Result<Before, Refusal> {
        // A line of chat may say it too; that costs a little time and nothing else.
        if !lines.iter().any(|(_, body)| body.contains("\"undone\"")) {
            return Ok(Before::default());
        }
        match after {
            0 => Ok(Before { transcript: Some(Transcript::default()) }),
            _ => Before::up_to(hub, id, after).await,
        }
    }

    /// What was played up to a place.
    pub(super) async fn up_to(hub: &Hub, id: &str, last: u64) -> Result<Before, Refusal> {
        let _place = hub.own_readers.acquire().await.map_err(|why| unreadable(&why))?;
        let lines = hub.store.lines(id, 0).await.map_err(|why| unreadable(&why))?;
        let transcript = off_the_room(move || told(&lines, last)).await?;
        Ok(Before { transcript: Some(transcript) })
    }

    /// Whether an entry takes back behind new information, and what was played before is not known.
    pub(super) fn is_needed(&self, table: &TableState, entry: &LogEntry) -> bool {
        self.transcript.is_none() && goes_far_back(table, entry)
    }

    /// What an entry needs before it can be done: going back behind new information.
    pub(super) fn ahead_of(
        &mut self,
        table: &TableState,
        entry: &LogEntry,
    ) -> Result<Option<Precomputed>, Refusal> {
        let (LogEntry::Undone { keep, seed, .. }, Some(session)) = (entry, &table.session) else {
            return Ok(None);
        };
        if !goes_far_back(table, entry) {
            return Ok(None);
        }
        let transcript = self.transcript.as_mut().ok_or_else(|| unreadable(&"the game never began"))?;
        go_back(session.clone(), transcript, *keep, *seed).map(Some)
    }

    /// The next line.
    pub(super) fn put(&mut self, entry: &LogEntry) {
        if let Some(transcript) = &mut self.transcript {
            transcript.put(entry.clone());
        }
    }
}

/// Whether an entry takes back more than can be without the log.
fn goes_far_back(table: &TableState, entry: &LogEntry) -> bool {
    let (LogEntry::Undone { keep, .. }, Some(session)) = (entry, &table.session) else { return false };
    session.actions.saturating_sub(*keep) > session.undoable()
}

/// Long work on a thread of its own: other tables do not wait for it. A fault of it is a fault here.
async fn off_the_room<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(why) if why.is_panic() => std::panic::resume_unwind(why.into_panic()),
        Err(why) => Err(unreadable(&why)),
    }
}

/// The game gone back to, with the help of the log.
pub(crate) fn go_back(
    mut session: Session,
    transcript: &mut Transcript,
    keep: u32,
    seed: Option<u64>,
) -> Result<Precomputed, Refusal> {
    session.undo_by_log(transcript, keep, seed).map_err(|why| unreadable(&why))?;
    Ok(Precomputed { started: Some(session), ..Precomputed::default() })
}

/// The record of a game from its log, up to a place.
pub(super) async fn recorded(hub: &Hub, id: &str, last: u64) -> Result<Record, Refusal> {
    // A place before the lines: those of many long logs at once would fill the memory.
    let _place = hub.readers.acquire().await.map_err(|why| unreadable(&why))?;
    let lines = hub.store.lines(id, 0).await.map_err(|why| unreadable(&why))?;
    let record = off_the_room(move || told(&lines, last)).await?.record();
    record.ok_or_else(|| Refusal::new(RefusalCode::NotFound, Why::NoGamePlayed))
}

/// The actions of a game from the lines of its log, up to a place.
pub(crate) fn told(lines: &[(u64, String)], last: u64) -> Result<Transcript, Refusal> {
    let mut transcript = Transcript::default();
    for (_, body) in lines.iter().filter(|(seq, _)| *seq <= last) {
        let line: LogLine = serde_json::from_str(body).map_err(|why| unreadable(&why))?;
        if let LogEntry::Started { header, .. } | LogEntry::Resumed { header, .. } = &line.entry {
            header.check_versions().map_err(|why| other_version(&why))?;
        }
        transcript.put(line.entry);
    }
    Ok(transcript)
}

/// A table from its log, and the place of the checkpoint it began from.
pub(crate) async fn read(hub: &Hub, id: &str) -> Result<Option<(TableState, u64)>, Refusal> {
    // First of all: what is read after it goes on from there, or is of a later telling, and then the next write finds out.
    let end = hub.store.end(id).await.map_err(|why| unreadable(&why))?;
    let checkpoint = hub.store.checkpoint(id).await.map_err(|why| unreadable(&why))?;
    let begun = checkpoint.and_then(|c| match TableState::load(&c.meta, c.state) {
        Ok(table) => Some((table, c.seq)),
        Err(why) => {
            // The log is the truth; a checkpoint of another version is only a slower start.
            tracing::info!(table = id, %why, "a checkpoint is not used");
            None
        }
    });
    let (after, table, checkpoint) = match begun {
        Some((table, seq)) => (seq, Some(table), seq),
        None => (0, None, 0),
    };
    let long = end.is_some_and(|end| end.seq > after + LONG);
    let place = if long { hub.own_readers.acquire().await.ok() } else { None };
    let lines = hub.store.lines(id, after.saturating_sub(1)).await.map_err(|why| unreadable(&why))?;
    // The line the checkpoint stands on must be there too, and none may be missing behind it.
    if let Some(missing) = (after.max(1)..).zip(&lines).find(|(place, (seq, _))| place != seq) {
        return Err(cut_off(id, missing.0));
    }
    if lines.is_empty() && after > 0 {
        return Err(cut_off(id, after));
    }
    // Nor may the last ones: what was played there would be played once more, and otherwise.
    let last = lines.last().map_or(0, |(seq, _)| *seq);
    if end.is_some_and(|end| last < end.seq) {
        return Err(cut_off(id, last + 1));
    }
    // What is still missing takes a place by itself.
    let place = if after == 0 { place } else { None };
    let before = Before::of(hub, id, after, &lines).await?;
    let id = id.to_owned();
    let mut table = off_the_room(move || follow(&id, table, after, lines, before)).await?;
    drop(place);
    if let Some(table) = &mut table {
        table.kept = hub.config.kept;
        table.telling = end.map_or(table.telling, |end| end.telling);
    }
    Ok(table.map(|table| (table, checkpoint)))
}

/// The table after these lines of its log.
fn follow(
    id: &str,
    mut table: Option<TableState>,
    after: u64,
    lines: Vec<(u64, String)>,
    mut before: Before,
) -> Result<Option<TableState>, Refusal> {
    for (_, body) in lines.into_iter().filter(|(seq, _)| *seq > after) {
        let line: LogLine = serde_json::from_str(&body).map_err(|why| garbled(id, &why))?;
        match &mut table {
            None => table = TableState::create(id, &line),
            Some(table) => {
                let ahead = before.ahead_of(table, &line.entry)?;
                before.put(&line.entry);
                table.apply(line, ahead).map_err(|why| unfit(id, &why))?;
            }
        }
    }
    Ok(table)
}
