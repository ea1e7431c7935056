//! How the game begins, goes on, is taken back and stops.

use super::clock::ClockChange;
use super::{Applying, Note, Precomputed, TableState};
use crate::log_entry::LogEntry;
use crate::session::{Misfit, Reveal, Session};
use alhambra_protocol::Phase;
use alhambra_rules::record::{Entry, Header};
use alhambra_rules::{Action, Seat};

impl TableState {
    /// Does a line of the log that is about the game.
    pub(super) fn game_goes_on(
        &mut self,
        at: u64,
        entry: LogEntry,
        ahead: Option<Precomputed>,
        applying: &mut Applying,
    ) -> Result<(), Misfit> {
        match entry {
            LogEntry::Started { seed, header } => self.start(seed, header, ahead, applying)?,
            LogEntry::Resumed { seed, header, entries, finished } => {
                self.resume(seed, header, &entries, finished, applying)?
            }
            LogEntry::Acted { entry } => self.act(&[entry], ahead, applying)?,
            LogEntry::ActedAll { keep, entries } => {
                let session = self.session.as_mut().ok_or(Misfit::Undo)?;
                applying.applied.undone = session.actions.saturating_sub(keep);
                if applying.applied.undone > 0 && !session.undo(keep) {
                    return Err(Misfit::Undo);
                }
                self.act(&entries, ahead, applying)?;
            }
            LogEntry::Undone { by, keep, seed } => self.undo(by, keep, seed, ahead, applying)?,
            LogEntry::Answered { seat, action } => {
                applying.applied.table = false;
                applying.applied.answered = Some(seat);
                if let Some(window) = &mut self.window {
                    window.answer(seat, action);
                }
            }
            LogEntry::Awoke { counted } => {
                applying.applied.anew = true;
                self.awaken(at, counted);
            }
            LogEntry::TimeUp { seat } => {
                applying.note = Some(Note::TimeUp(self.called(seat)));
                self.time_runs_out(seat);
            }
            LogEntry::Closed { by_host } => {
                applying.note = Some(match by_host {
                    true => Note::HostClosed,
                    false => Note::Closed,
                });
                self.stop(Phase::Closed);
                // Whoever plays alone hides nothing from anybody; and a game that was given up cannot go on with what is seen.
                let hides_nothing = by_host && self.lone() || self.given_up();
                self.shown |= self.session.is_some() && hides_nothing;
            }
            LogEntry::Parked { why } => {
                applying.note = Some(Note::Parked(why));
                self.stop(Phase::Parked);
                applying.clock = Some(ClockChange::Go(None));
            }
            LogEntry::Revived => {
                applying.note = Some(Note::Revived);
                applying.applied.anew = true;
                self.go_on(at);
            }
            LogEntry::Reopened => {
                applying.note = Some(Note::Reopened);
                applying.applied.anew = true;
                self.go_on(at);
            }
            LogEntry::Shown => {
                applying.note = Some(Note::Shown);
                self.shown = true;
                self.proposals.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// The game begins.
    fn start(
        &mut self,
        seed: u64,
        header: Header,
        ahead: Option<Precomputed>,
        applying: &mut Applying,
    ) -> Result<(), Misfit> {
        self.session = Some(match ahead {
            Some(Precomputed { started: Some(session), events, .. }) => {
                applying.applied.events = events;
                session
            }
            _ => Session::restart(&header, seed, &mut applying.applied.events)?,
        });
        self.setup = header.setup;
        self.seed = Some(seed);
        self.lucks = vec![(0, seed)];
        self.phase = Phase::Playing;
        applying.applied.played = true;
        applying
            .applied
            .reveals
            .push(Reveal { events: applying.applied.events.clone(), ..Reveal::default() });
        applying.clock = Some(ClockChange::Start);
        Ok(())
    }

    /// The game goes on from a record, or is only there to be looked at.
    fn resume(
        &mut self,
        seed: u64,
        header: Header,
        entries: &[Entry],
        finished: bool,
        applying: &mut Applying,
    ) -> Result<(), Misfit> {
        let mut session = Session::restart(&header, seed, &mut Vec::new())?;
        for entry in entries {
            session.follow(entry, &mut Vec::new())?;
        }
        self.phase = match (session.game.is_over(), finished) {
            (true, _) => Phase::Over,
            (false, true) => Phase::Closed,
            (false, false) => Phase::Playing,
        };
        // What was handed in to be looked at is known to whoever handed it in.
        self.shown = finished;
        self.imported = finished;
        self.lucks = match finished {
            true => header.seed.map(|seed| (0, seed)).into_iter().collect(),
            false => vec![(session.actions, seed)],
        };
        self.setup = header.setup;
        self.seed = (!finished).then_some(seed);
        self.session = Some(session);
        applying.applied.played = true;
        applying.applied.reveals.push(Reveal::default());
        applying.clock = Some(ClockChange::Start);
        Ok(())
    }

    /// Somebody acts, perhaps several times at once.
    fn act(
        &mut self,
        entries: &[Entry],
        ahead: Option<Precomputed>,
        applying: &mut Applying,
    ) -> Result<(), Misfit> {
        let answered = self.timed_window().is_some();
        let session = self.session.as_mut().ok_or(Misfit::Undo)?;
        let mut games = ahead.map(|ahead| ahead.games).unwrap_or_default().into_iter();
        for entry in entries {
            let mut events = Vec::new();
            let mut gone = match games.next() {
                Some((game, known)) => {
                    events = known;
                    session.advance(game, entry, &events)
                }
                None => session.follow(entry, &mut events)?,
            };
            applying.gone.append(&mut gone);
            applying.applied.events.append(&mut events);
            applying.applied.by = Some(entry.seat);
            applying.passed = entry.action == Action::Pass;
        }
        if answered {
            // The window has closed for everybody.
            applying.gone.append(&mut session.seal());
        }
        applying.applied.played = true;
        applying.applied.table = session.game.is_over();
        if session.game.is_over() {
            self.phase = Phase::Over;
            self.proposals.clear();
        }
        applying.clock = Some(ClockChange::Go(applying.applied.by));
        Ok(())
    }

    /// Actions are taken back.
    fn undo(
        &mut self,
        by: Option<Seat>,
        keep: u32,
        seed: Option<u64>,
        ahead: Option<Precomputed>,
        applying: &mut Applying,
    ) -> Result<(), Misfit> {
        let session = self.session.as_mut().ok_or(Misfit::Undo)?;
        applying.applied.undone = session.actions.saturating_sub(keep);
        match ahead {
            Some(Precomputed { started: Some(gone_back), .. }) => *session = gone_back,
            _ if session.undo(keep) => {}
            _ => return Err(Misfit::Undo),
        }
        applying.applied.by = by;
        applying.applied.played = true;
        applying.applied.table = seed.is_some();
        if let Some(new) = seed {
            self.took_back = true;
            self.seed = seed;
            self.lucks.retain(|(after, _)| *after == 0 || *after < keep);
            self.lucks.push((keep, new));
            self.phase = Phase::Playing;
            applying.note = Some(Note::TookBack((keep + 1).to_string()));
        }
        applying.clock = Some(ClockChange::Go(None));
        Ok(())
    }
}
