//! The log behind a room: a table is read from it, an entry is written before it is done, and what others wrote is
//! caught up with.

use super::reading::{Before, go_back, read, recorded, unfit, unreadable};
use super::{Client, Mail, Room};
use crate::broadcast;
use crate::journal::Written;
use crate::log_entry::{LogEntry, LogLine};
use crate::personal_data::{self, Left};
use crate::replay::Story;
use crate::secret::Hashed;
use crate::session::{Misfit, Transcript};
use crate::store::{Along, Append, Checkpoint, Row, StoreError};
use crate::table::{Precomputed, Present, TableState};
use alhambra_protocol::{Phase, Ref, Refusal, RefusalCode, TableSummary, Why};
use alhambra_rules::record::{Record, RecordError};
use alhambra_rules::{Seat, SeatSet};
use futures_util::future::BoxFuture;
use std::time::Duration;

/// A checkpoint is written after this many lines, at the next moment when nothing can be taken back.
const CHECKPOINT: u64 = 64;

/// The phase by which records that were handed in to be looked at stand in their rows.
pub(super) const IMPORTED: &str = "imported";

/// With so many lines more than it knows, a table is read anew, beside the tasks of the tables, instead of line by line.
const FAR_BEHIND: u64 = 256;

/// How long after a failed write a table looks whether it can go on.
pub(super) const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// Makes sure that the table is here.
    pub(crate) async fn load(&mut self) -> Result<(), Refusal> {
        if self.faulty {
            return Err(Refusal::new(RefusalCode::Parked, Why::TableFaulty));
        }
        match self.table {
            Some(_) => Ok(()),
            // Reading needs much room, and there is seldom anything to read.
            None => Box::pin(self.load_anew()).await,
        }
    }

    async fn load_anew(&mut self) -> Result<(), Refusal> {
        let read = read(&self.hub, &self.id).await;
        self.nothing_here = matches!(read, Ok(None));
        match read {
            Ok(Some((table, checkpoint))) => {
                self.last_checkpoint = checkpoint;
                let mut table = table;
                if let Some(window) = &mut table.window {
                    window.set_right(self.hub.now());
                }
                // Others may have written while nobody looked: whoever is connected gets everything anew.
                let now = (table.seq, table.told());
                let (news, open_news) = (now != self.told, now.1 != self.told.1);
                self.told = now;
                self.table = Some(Box::new(table));
                if news {
                    self.check_roles();
                    let room = &*self;
                    let step =
                        |c: &Client| room.table.as_ref()?.visible_to(c.viewing).map(|visible| visible.step);
                    // Somebody's veiled turn is news for nobody else.
                    let missed = |c: &&Client| open_news || step(c).is_some_and(|step| step != c.shown);
                    let missed = room.clients.iter().filter(missed);
                    missed
                        .for_each(|c| c.send(&broadcast::snapshot(room, c, None, broadcast::Gap::default())));
                }
                Ok(())
            }
            Ok(None) => Err(Refusal::new(RefusalCode::NotFound, Why::NoSuchTable)),
            Err(why) => Err(why),
        }
    }

    /// Writes an entry, does it, tells everybody. The entry must have been checked.
    pub(crate) async fn commit(
        &mut self,
        entry: LogEntry,
        ahead: Option<Precomputed>,
    ) -> Result<(), Refusal> {
        let gone = || Refusal::new(RefusalCode::Unavailable, Why::TableNotThere);
        let Some(table) = self.table.as_ref() else { return Err(gone()) };
        let (seq, telling) = (table.seq + 1, table.telling);
        let line = LogLine { at: self.hub.now(), entry };
        let body = serde_json::to_string(&line).map_err(|_| gone())?;
        let ends = ahead.as_ref().is_some_and(|a| a.games.last().is_some_and(|(game, _)| game.is_over()));
        let common = match &line.entry {
            LogEntry::Acted { .. } | LogEntry::ActedAll { .. } => !ends,
            LogEntry::Said { .. }
            | LogEntry::Called { .. }
            | LogEntry::Answered { .. }
            | LogEntry::Undone { seed: None, .. } => true,
            _ => false,
        };
        if common {
            // The checkpoint is of the table as it is now; the line follows it.
            let settled = table.session.as_ref().is_none_or(|session| session.settled());
            let due = settled && seq > self.last_checkpoint + CHECKPOINT;
            let along = due.then(|| {
                let (meta, state) = table.checkpoint();
                let checkpoint = Some(Checkpoint { seq: table.seq, meta, state });
                Box::new(Along { row: Some(self.row(table)), checkpoint })
            });
            self.write(Append { table: self.id.clone(), seq, body, telling, along }).await?;
            if due {
                self.last_checkpoint = seq - 1;
            }
            self.apply(line, ahead)
        } else {
            let mut next = table.clone();
            let applied = next.apply(line, ahead).map_err(|why| self.misfit(&why))?;
            let checkpoint = next.session.as_ref().is_none_or(|session| session.settled()).then(|| {
                let (meta, state) = next.checkpoint();
                Checkpoint { seq, meta, state }
            });
            let checkpointed = checkpoint.is_some();
            let along = Some(Box::new(Along { row: Some(self.row(&next)), checkpoint }));
            self.write(Append { table: self.id.clone(), seq, body, telling, along }).await?;
            if checkpointed {
                self.last_checkpoint = seq;
            }
            self.views.see(self.table.as_deref(), &self.clients);
            self.table = Some(next);
            self.broadcast(applied);
            Ok(())
        }
    }

    async fn write(&mut self, append: Append) -> Result<(), Refusal> {
        match self.hub.journal.append(append).await {
            Written::Yes => Ok(()),
            Written::Taken => {
                Box::pin(self.catch_up()).await?;
                Err(Refusal::new(RefusalCode::Stale, Why::TableGoneOn))
            }
            Written::Failed => {
                // The table falls back to what the log says, and goes on by itself when it can be written again.
                self.forget();
                self.wake_later();
                Err(Refusal::new(RefusalCode::Unavailable, Why::NotStored))
            }
        }
    }

    /// Bots and clocks stand still at a table that is not in memory.
    fn wake_later(&self) {
        let post = self.post.clone();
        tokio::spawn(async move {
            tokio::time::sleep(AGAIN).await;
            let _ = post.send(Mail::Wake).await;
        });
    }

    fn apply(&mut self, line: LogLine, ahead: Option<Precomputed>) -> Result<(), Refusal> {
        self.views.see(self.table.as_deref(), &self.clients);
        let applied = match self.table.as_mut() {
            Some(table) => table.apply(line, ahead),
            None => return Ok(()),
        };
        let applied = applied.map_err(|why| self.misfit(&why))?;
        self.broadcast(applied);
        Ok(())
    }

    fn misfit(&mut self, why: &Misfit) -> Refusal {
        self.forget();
        unfit(&self.id, why)
    }

    /// Reads what other servers wrote.
    pub(super) async fn catch_up(&mut self) -> Result<(), Refusal> {
        let Some(table) = self.table.as_ref() else { return self.load().await };
        let (telling, known) = (table.telling, table.seq);
        let end = self.hub.store.end(&self.id).await.map_err(|why| unreadable(&why))?;
        let end = match end {
            Some(end) if end.telling == telling => end,
            _ => return self.told_anew().await,
        };
        if end.seq > known + FAR_BEHIND {
            // Other tables would wait while all of it is done here. Whoever is connected gets the table as it is now.
            self.forget();
            return self.load().await;
        }
        let Some(table) = self.table.as_ref() else { return Ok(()) };
        let after = table.seq;
        let lines = self.hub.store.lines(&self.id, after).await.map_err(|why| unreadable(&why))?;
        let mut before = Before::default();
        for (_, body) in lines {
            let line: LogLine = serde_json::from_str(&body).map_err(|why| unreadable(&why))?;
            let Some(table) = self.table.as_deref() else { return Ok(()) };
            if before.is_needed(table, &line.entry) {
                before = Before::up_to(&self.hub, &self.id, table.seq).await?;
            }
            let Some(table) = self.table.as_deref() else { return Ok(()) };
            let ahead = before.ahead_of(table, &line.entry)?;
            before.put(&line.entry);
            self.apply(line, ahead)?;
        }
        let now = self.hub.now();
        if let Some(window) = self.table.as_mut().and_then(|table| table.window.as_mut()) {
            window.set_right(now);
        }
        Ok(())
    }

    /// The log is not the one that was read: the table was deleted, or something was taken out of it. What is known of it
    /// here counts no more, and whoever is connected comes back to what there is now.
    async fn told_anew(&mut self) -> Result<(), Refusal> {
        self.forget();
        let read = self.load().await;
        match &read {
            Ok(()) => self.send_all_away(changed(), Some(1000)),
            Err(why) if why.code == RefusalCode::NotFound => self.send_all_away(deleted(), None),
            Err(_) => {}
        }
        read
    }

    /// A table in short.
    fn row(&self, table: &TableState) -> Row {
        let info = table.info(&Present::default());
        let summary = TableSummary {
            table: info.id,
            name: info.name,
            phase: info.phase,
            seats: table.seats.iter().map(|p| p.name.clone()).collect(),
            modules: table.setup.modules.keys().copied().collect(),
            created: info.created,
        };
        Row {
            created: info.created,
            expires: info.expires,
            phase: match table.phase {
                _ if table.imported => IMPORTED,
                Phase::Lobby => "lobby",
                Phase::Playing => "playing",
                Phase::Over => "over",
                Phase::Parked => "parked",
                Phase::Closed => "closed",
            },
            listed: table.options.listed && matches!(table.phase, Phase::Lobby | Phase::Playing),
            busy: table.busy(),
            summary: serde_json::to_string(&summary).unwrap_or_default(),
        }
    }

    /// What was played so far, and what somebody with this token may see of it. The log is read beside the room.
    pub(super) async fn story(
        &mut self,
        token: Option<Hashed>,
    ) -> Result<BoxFuture<'static, Result<Story, Refusal>>, Refusal> {
        self.load().await?;
        if self.table.as_ref().is_some_and(|table| table.forgotten(self.hub.now())) {
            self.commit(LogEntry::Looked, None).await?;
        }
        let Some(table) = self.table.as_deref() else {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::TryAgain));
        };
        let open = table.shown();
        let role = token.and_then(|token| table.role(&token));
        if !open && role.is_none() && !table.open_to_watch() {
            return Err(table.not_watched());
        }
        let role = role.unwrap_or_default();
        let (name, setup, last) = (table.name.clone(), table.setup.clone(), table.seq);
        let seats: SeatSet = match open {
            true => (0..setup.players.len()).filter_map(Seat::new).collect(),
            false => role.seats.iter().chain(role.hand).collect(),
        };
        // Whoever asks knows no more of a veiled turn than they would see at the table.
        let eyes =
            table.session.as_ref().and_then(|session| session.veiled()).filter(|seat| seats.contains(*seat));
        let known = table.visible_to(eyes).map_or(0, |visible| visible.actions as usize);
        let (hub, id) = (self.hub.clone(), self.id.clone());
        Ok(Box::pin(async move {
            let mut record = recorded(&hub, &id, last).await?;
            record.entries.truncate(known);
            Ok(Story { table: id.to_string(), name, open, seats, record })
        }))
    }

    /// What somebody of this name left here; it is taken out of the log if that is wished.
    pub(super) async fn person(&mut self, name: &str, erase: bool) -> Result<Vec<Left>, Refusal> {
        let lines = self.hub.store.lines(&self.id, 0).await.map_err(|why| unreadable(&why))?;
        let read = |(_, body): &(u64, String)| serde_json::from_str::<LogLine>(body);
        let lines: Vec<LogLine> =
            lines.iter().map(read).collect::<Result<_, _>>().map_err(|why| unreadable(&why))?;
        let left = personal_data::left(&self.id, name, &lines);
        if !erase || left.is_empty() {
            return Ok(left);
        }
        self.load().await?;
        if self.table.as_ref().is_some_and(|table| table.phase == Phase::Playing) {
            return Err(Refusal::new(RefusalCode::NotNow, Why::GameGoesOn(Ref::text(&self.id))));
        }
        let unfit = |why: RecordError| {
            let why = Why::NotToBeErased(Ref::text(&self.id), Ref::text(why));
            Refusal::new(RefusalCode::NotNow, why)
        };
        let Some(kept) = personal_data::erased(name, &lines).map_err(unfit)? else { return Ok(left) };
        let mut table = retold(&self.id, &kept).map_err(|why| unfit(RecordError::NotARecord(why)))?;
        table.kept = self.hub.config.kept;
        let bodies = kept.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
        let bodies = bodies.map_err(|why| unreadable(&why))?;
        let row = self.row(&table);
        let known = lines.len() as u64;
        if let Err(why) = self.hub.store.rewrite(&self.id, known, &bodies, &row).await {
            // Nobody knows how far that came: the table is what the log says.
            self.forget();
            return Err(unwritten(&why));
        }
        // Whoever is connected comes back to the table as it is told now.
        self.send_all_away(changed(), Some(1000));
        self.forget();
        Ok(left)
    }

    /// The record of the game, if it may be had. The log is read beside the room.
    pub(super) async fn record(&mut self) -> Result<BoxFuture<'static, Result<Record, Refusal>>, Refusal> {
        self.load().await?;
        let Some(table) = self.table.as_deref() else {
            return Err(Refusal::new(RefusalCode::Unavailable, Why::TryAgain));
        };
        if !table.shown() {
            return Err(Refusal::new(RefusalCode::NotNow, Why::RecordWhenOver));
        }
        // What is written after this may be of a game that goes on.
        let (hub, id, last) = (self.hub.clone(), self.id.clone(), table.seq);
        Ok(Box::pin(async move { recorded(&hub, &id, last).await }))
    }
}

/// Why everybody is sent away from a table something was taken out of.
fn changed() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, Why::TableChanged)
}

/// Why everybody is sent away from a table that is no more.
pub(super) fn deleted() -> Refusal {
    Refusal::new(RefusalCode::NotFound, Why::TableDeleted)
}

/// A table from lines that are not stored yet: what is written must be readable.
fn retold(id: &str, lines: &[LogLine]) -> Result<TableState, String> {
    let mut table =
        lines.first().and_then(|line| TableState::create(id, line)).ok_or("the log has no beginning")?;
    let mut transcript = Transcript::default();
    for line in &lines[1..] {
        let behind = match (&line.entry, &table.session) {
            (LogEntry::Undone { keep, seed, .. }, Some(session))
                if session.actions.saturating_sub(*keep) > session.undoable() =>
            {
                Some(go_back(session.clone(), &mut transcript, *keep, *seed).map_err(|why| why.text)?)
            }
            _ => None,
        };
        table.apply(line.clone(), behind).map_err(|why| why.to_string())?;
        transcript.put(line.entry.clone());
    }
    Ok(table)
}

/// A log could not be changed; it is whole, as it was or as it should be.
pub(super) fn unwritten(why: &StoreError) -> Refusal {
    tracing::error!(%why, "a log cannot be changed");
    Refusal::new(RefusalCode::Unavailable, Why::NotStored)
}
