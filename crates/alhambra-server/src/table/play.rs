//! How the game begins, goes on, is taken back and stops.

use super::clock::Punch;
use super::{Ahead, Doing, Table};
use crate::deed::Deed;
use crate::live::{Live, Misfit, Scene};
use alhambra_protocol::Phase;
use alhambra_rules::record::{Entry, Header};
use alhambra_rules::{Action, Seat};

impl Table {
    /// Does a line of the log that is about the game.
    pub(super) fn game_goes_on(
        &mut self,
        at: u64,
        deed: Deed,
        ahead: Option<Ahead>,
        doing: &mut Doing,
    ) -> Result<(), Misfit> {
        match deed {
            Deed::Started { seed, header } => self.start(seed, header, ahead, doing)?,
            Deed::Resumed { seed, header, entries, finished } => {
                self.resume(seed, header, &entries, finished, doing)?
            }
            Deed::Acted { entry } => self.act(&[entry], ahead, doing)?,
            Deed::ActedAll { keep, entries } => {
                let live = self.live.as_mut().ok_or(Misfit::Undo)?;
                doing.applied.undone = live.actions.saturating_sub(keep);
                if doing.applied.undone > 0 && !live.undo(keep) {
                    return Err(Misfit::Undo);
                }
                self.act(&entries, ahead, doing)?;
            }
            Deed::Undone { by, keep, seed } => self.undo(by, keep, seed, ahead, doing)?,
            Deed::Answered { seat, action } => {
                doing.applied.table = false;
                doing.applied.answered = Some(seat);
                if let Some(window) = &mut self.window {
                    window.answer(seat, action);
                }
            }
            Deed::TimeUp { seat } => {
                doing.note = Some(("time_up", format!("the time of {} is up", self.called(seat))));
                self.time_runs_out(seat);
            }
            Deed::Closed { by_host } => {
                let who = if by_host { "the host closes the table" } else { "the table is closed" };
                doing.note = Some(("closed", who.to_owned()));
                self.stop(Phase::Closed);
                // Whoever plays alone hides nothing from anybody.
                self.shown |= by_host && self.live.is_some() && self.lone();
            }
            Deed::Parked { why } => {
                doing.note = Some(("parked", format!("the game is stopped: {why}")));
                self.stop(Phase::Parked);
                doing.clock = Some(Punch::Go(None));
            }
            Deed::Revived => {
                doing.note = Some(("revived", "the host lets the game go on".to_owned()));
                doing.applied.anew = true;
                self.go_on(at);
            }
            Deed::Reopened => {
                doing.note = Some(("reopened", "the host opens the table again".to_owned()));
                doing.applied.anew = true;
                self.go_on(at);
            }
            Deed::Shown => {
                doing.note = Some(("shown", "everybody agrees that all of the game may be seen".to_owned()));
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
        ahead: Option<Ahead>,
        doing: &mut Doing,
    ) -> Result<(), Misfit> {
        self.live = Some(match ahead {
            Some(Ahead { started: Some(live), events, .. }) => {
                doing.applied.events = events;
                live
            }
            _ => Live::restart(&header, seed, &mut doing.applied.events)?,
        });
        self.setup = header.setup;
        self.seed = Some(seed);
        self.lucks = vec![(0, seed)];
        self.phase = Phase::Playing;
        doing.applied.played = true;
        doing.applied.scenes.push(Scene { events: doing.applied.events.clone(), ..Scene::default() });
        doing.clock = Some(Punch::Start);
        Ok(())
    }

    /// The game goes on from a record, or is only there to be looked at.
    fn resume(
        &mut self,
        seed: u64,
        header: Header,
        entries: &[Entry],
        finished: bool,
        doing: &mut Doing,
    ) -> Result<(), Misfit> {
        let mut live = Live::restart(&header, seed, &mut Vec::new())?;
        for entry in entries {
            live.follow(entry, &mut Vec::new())?;
        }
        self.phase = match (live.game.is_over(), finished) {
            (true, _) => Phase::Over,
            (false, true) => Phase::Closed,
            (false, false) => Phase::Playing,
        };
        // What was handed in to be looked at is known to whoever handed it in.
        self.shown = finished;
        self.imported = finished;
        self.lucks = match finished {
            true => header.seed.map(|seed| (0, seed)).into_iter().collect(),
            false => vec![(live.actions, seed)],
        };
        self.setup = header.setup;
        self.seed = (!finished).then_some(seed);
        self.live = Some(live);
        doing.applied.played = true;
        doing.applied.scenes.push(Scene::default());
        doing.clock = Some(Punch::Start);
        Ok(())
    }

    /// Somebody acts, perhaps several times at once.
    fn act(&mut self, entries: &[Entry], ahead: Option<Ahead>, doing: &mut Doing) -> Result<(), Misfit> {
        let answered = self.timed_window().is_some();
        let live = self.live.as_mut().ok_or(Misfit::Undo)?;
        let mut games = ahead.map(|ahead| ahead.games).unwrap_or_default().into_iter();
        for entry in entries {
            let mut events = Vec::new();
            let mut gone = match games.next() {
                Some((game, known)) => {
                    events = known;
                    live.advance(game, entry, &events)
                }
                None => live.follow(entry, &mut events)?,
            };
            doing.gone.append(&mut gone);
            doing.applied.events.append(&mut events);
            doing.applied.by = Some(entry.seat);
            doing.passed = entry.action == Action::Pass;
        }
        if answered {
            // The window has closed for everybody.
            doing.gone.append(&mut live.seal());
        }
        doing.applied.played = true;
        doing.applied.table = live.game.is_over();
        if live.game.is_over() {
            self.phase = Phase::Over;
            self.proposals.clear();
        }
        doing.clock = Some(Punch::Go(doing.applied.by));
        Ok(())
    }

    /// Actions are taken back.
    fn undo(
        &mut self,
        by: Option<Seat>,
        keep: u32,
        seed: Option<u64>,
        ahead: Option<Ahead>,
        doing: &mut Doing,
    ) -> Result<(), Misfit> {
        let live = self.live.as_mut().ok_or(Misfit::Undo)?;
        doing.applied.undone = live.actions.saturating_sub(keep);
        match ahead {
            Some(Ahead { started: Some(gone_back), .. }) => *live = gone_back,
            _ if live.undo(keep) => {}
            _ => return Err(Misfit::Undo),
        }
        doing.applied.by = by;
        doing.applied.played = true;
        doing.applied.table = seed.is_some();
        if let Some(new) = seed {
            self.took_back = true;
            self.seed = seed;
            self.lucks.retain(|(after, _)| *after == 0 || *after < keep);
            self.lucks.push((keep, new));
            self.phase = Phase::Playing;
            let text = format!("back to before action {}", keep + 1);
            doing.note = Some(("took_back", text));
        }
        doing.clock = Some(Punch::Go(None));
        Ok(())
    }
}
