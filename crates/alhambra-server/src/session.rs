//! A game being played: the state, what can be taken back and is not told to the others so long, and how all of it is
//! rebuilt from the log.

use crate::luck;
use alhambra_rules::record::{Entry, Header, RecordError};
use alhambra_rules::{
    Action, Chance, Digest, Event, GameState, Happened, Illegal, Io, MAX_SEATS, Noting, Repeating, ScoreLine,
    Seat, SeatSet, Seeded, Setup, SetupError,
};
use serde::{Deserialize, Serialize};

mod cuts;
mod transcript;
pub(crate) use cuts::Cuts;
pub(crate) use transcript::Transcript;

/// A game with everything needed to go on.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The game.
    pub(crate) game: Box<GameState>,
    /// Where luck comes from.
    seed: u64,
    /// Counts whatever changed the game for everybody.
    step: u64,
    /// How much further each seat has counted: what it does in a turn it can still take back counts for it alone.
    own: [i64; MAX_SEATS],
    /// Whose turn is veiled: the others see the game as it was before what this seat can still take back.
    veiled: Option<Seat>,
    /// How many actions of the record everybody knows of.
    open: u32,
    /// How many actions the record has.
    pub(crate) actions: u32,
    /// The digest of the record's last line.
    digest: Digest,
    /// States to go back to; the first is the oldest.
    back: Vec<UndoPoint>,
    /// Every point scored.
    scores: Vec<ScoreLine>,
    /// Where it was taken back to.
    pub(crate) cuts: Cuts,
}

/// A game before an action, and what happened by the action.
#[derive(Clone, Debug)]
pub(crate) struct UndoPoint {
    game: Box<GameState>,
    digest: Digest,
    /// How many score lines there were.
    scores: usize,
    by: Seat,
    events: Vec<Event>,
}

/// The game as somebody may know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisibleGame<'a> {
    pub(crate) game: &'a GameState,
    /// The step of the one who looks.
    pub(crate) step: u64,
    /// How many actions the record has for them.
    pub(crate) actions: u32,
    pub(crate) scores: &'a [ScoreLine],
}

/// The game somebody decides in. A game is large: it is never handed about by itself.
#[derive(Debug)]
pub(crate) enum DecidedIn<'a> {
    /// As they know it.
    Known(&'a GameState),
    /// As it will be when it is up to them in an open window.
    Ahead(Box<GameState>),
}

impl std::ops::Deref for DecidedIn<'_> {
    type Target = GameState;

    fn deref(&self) -> &GameState {
        match self {
            DecidedIn::Known(game) => game,
            DecidedIn::Ahead(game) => game,
        }
    }
}

/// Something that everybody gets to know.
#[derive(Debug, Default)]
pub(crate) struct Reveal {
    /// The game after it; none for the game as everybody knows it now.
    pub(crate) game: Option<Box<GameState>>,
    pub(crate) events: Vec<Event>,
    pub(crate) by: Option<Seat>,
    /// The number of the last action everybody knows of then.
    pub(crate) action: u32,
    /// How many actions were taken back.
    pub(crate) undone: u32,
}

/// A game in storable form, without what can be taken back.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// The packed state, kept beside the JSON of everything else.
    #[serde(skip)]
    pub(crate) state: Vec<u8>,
    seed: u64,
    step: u64,
    #[serde(default)]
    own: [i64; MAX_SEATS],
    actions: u32,
    digest: Digest,
    scores: Vec<ScoreLine>,
    #[serde(default, skip_serializing_if = "Cuts::is_empty")]
    cuts: Cuts,
}

impl Stored {
    /// With the packed state that was kept beside it.
    pub(crate) fn with(mut self, state: Vec<u8>) -> Stored {
        self.state = state;
        self
    }
}

/// What the log says about a game that does not fit the rules of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Misfit {
    #[error("action {n} of the log does not fit: {why}")]
    Action { n: u32, why: String },
    #[error("the start of the game does not fit: {0}")]
    Start(String),
    #[error("the log takes back what is not there")]
    Undo,
    #[error("{0}")]
    Version(RecordError),
    #[error("the checkpoint cannot be read: {0}")]
    Checkpoint(String),
}

impl Session {
    /// Sets up a game with this luck; the header is for the log.
    pub(crate) fn start(
        setup: &Setup,
        seed: u64,
        events: &mut Vec<Event>,
    ) -> Result<(Session, Header), SetupError> {
        let (mut chance, mut noted) = (Seeded::new(seed), Vec::new());
        let mut source = Noting { source: &mut chance, noted: &mut noted };
        let game = GameState::new(setup, &mut Io { chance: &mut source, log: Some(events) })?;
        let header = Header::new(setup.clone(), Some(seed), noted, &game);
        Ok((Session::fresh(game, seed, &header, events), header))
    }

    /// A game that has just been set up.
    fn fresh(game: GameState, seed: u64, header: &Header, events: &[Event]) -> Session {
        let mut session = Session {
            game: Box::new(game),
            seed,
            step: 1,
            own: [0; MAX_SEATS],
            veiled: None,
            open: 0,
            actions: 0,
            digest: header.digest,
            back: Vec::new(),
            scores: Vec::new(),
            cuts: Cuts::default(),
        };
        session.note_scores(events);
        session
    }

    /// The game the log started; chance comes from the log.
    pub(crate) fn restart(header: &Header, seed: u64, events: &mut Vec<Event>) -> Result<Session, Misfit> {
        header.check_versions().map_err(Misfit::Version)?;
        let mut chance = Repeating::new(&header.chance);
        let game = GameState::new(&header.setup, &mut Io { chance: &mut chance, log: Some(events) })
            .map_err(|why| Misfit::Start(why.to_string()))?;
        if !chance.agrees() {
            return Err(Misfit::Start("its chance is another".to_owned()));
        }
        let read = Header::new(header.setup.clone(), header.seed, header.chance.clone(), &game);
        if read.digest != header.digest {
            return Err(Misfit::Start("its digest is another".to_owned()));
        }
        Ok(Session::fresh(game, seed, header, events))
    }

    /// The game after an action and the line for the log; this one stays as it is.
    pub(crate) fn after(
        &self,
        seat: Seat,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(Box<GameState>, Entry), Illegal> {
        let mut game = self.game.clone();
        let (mut chance, mut noted) = (Seeded::new(self.seed), Vec::new());
        let mut source = Noting { source: &mut chance as &mut dyn Chance, noted: &mut noted };
        game.apply(seat, action, &mut Io { chance: &mut source, log: Some(events) })?;
        let entry = Entry::new(self.actions + 1, self.digest, seat, action, noted, &game);
        Ok((game, entry))
    }

    /// Goes on to a game that [`after`](Session::after) gave; returns what cannot be taken back any more.
    pub(crate) fn advance(
        &mut self,
        game: Box<GameState>,
        entry: &Entry,
        events: &[Event],
    ) -> Vec<UndoPoint> {
        let (was, now) = (self.game.info(), game.info());
        // The first action after somebody else's can be taken back; what was before it cannot.
        let fresh = was.last != Some(entry.seat);
        let mut gone = Vec::new();
        if fresh || now.number != was.number {
            gone = std::mem::take(&mut self.back);
        }
        let before = UndoPoint {
            game: std::mem::replace(&mut self.game, game),
            digest: self.digest,
            scores: self.scores.len(),
            by: entry.seat,
            events: events.to_vec(),
        };
        let quiet = now.number == was.number + u32::from(fresh);
        if quiet { &mut self.back } else { &mut gone }.push(before);
        self.digest = entry.digest;
        self.actions += 1;
        self.note_scores(events);
        gone
    }

    /// Does what the next line of the log says, and holds it against its digest.
    pub(crate) fn follow(
        &mut self,
        entry: &Entry,
        events: &mut Vec<Event>,
    ) -> Result<Vec<UndoPoint>, Misfit> {
        let before = self.digest;
        let gone = self.replay(entry, events)?;
        let chance = entry.chance.clone();
        let read = Entry::new(entry.n, before, entry.seat, entry.action, chance, &self.game);
        match read.digest == entry.digest {
            true => Ok(gone),
            false => Err(Misfit::Action { n: entry.n, why: "its digest is another".to_owned() }),
        }
    }

    /// Does what a line of the log says.
    pub(crate) fn replay(
        &mut self,
        entry: &Entry,
        events: &mut Vec<Event>,
    ) -> Result<Vec<UndoPoint>, Misfit> {
        let misfit = |why: String| Misfit::Action { n: entry.n, why };
        if entry.n != self.actions + 1 {
            return Err(misfit(format!("the record has {} actions", self.actions)));
        }
        let mut game = self.game.clone();
        let mut chance = Repeating::new(&entry.chance);
        game.apply(entry.seat, entry.action, &mut Io { chance: &mut chance, log: Some(events) })
            .map_err(|why| misfit(why.to_string()))?;
        if !chance.agrees() {
            return Err(misfit("its chance is another".to_owned()));
        }
        Ok(self.advance(game, entry, events))
    }

    /// The seat that alone can go on and could still take back what it did last.
    pub(crate) fn undecided(&self) -> Option<Seat> {
        let last = self.back.last()?.by;
        (self.game.pending()?.seats == SeatSet::one(last)).then_some(last)
    }

    /// Nothing that was done so far can be taken back any more; returns what could.
    pub(crate) fn seal(&mut self) -> Vec<UndoPoint> {
        std::mem::take(&mut self.back)
    }

    /// Draws the veil anew after something happened: what `veiled` can still take back is known to that seat alone,
    /// everything else to all. `played` is whether the game went on, `gone` what can not be taken back any more.
    /// Returns what everybody gets to know by it, in order.
    pub(crate) fn veil(&mut self, veiled: Option<Seat>, played: bool, gone: &[UndoPoint]) -> Vec<Reveal> {
        let (was, before) = (self.veiled, self.open);
        self.open = match veiled {
            // What everybody has seen they have seen, even if it could be taken back.
            Some(_) => self.open.clamp(self.actions - self.back.len() as u32, self.actions),
            None => self.actions,
        };
        self.veiled = veiled.filter(|_| self.open < self.actions);
        let veiled = self.veiled;
        let reveals = match before.checked_sub(self.open) {
            Some(0) => Vec::new(),
            Some(undone) => vec![Reveal { action: self.open, undone, ..Reveal::default() }],
            None => self.unveil(before, gone),
        };
        self.step += reveals.len() as u64;
        // Whoever plays behind the veil hears of every step as it is taken, and of none twice.
        let own = was.filter(|seat| Some(*seat) != veiled).into_iter().chain(veiled);
        for seat in own {
            self.own[seat.index()] += i64::from(played) - reveals.len() as i64;
        }
        reveals
    }

    /// A game that has just been set up or read: everybody sees it as it is.
    pub(crate) fn begin(&mut self) {
        (self.veiled, self.open) = (None, self.actions);
    }

    /// The actions after the first `known` up to where the veil is now.
    fn unveil(&self, known: u32, gone: &[UndoPoint]) -> Vec<Reveal> {
        let first = self.actions - (gone.len() + self.back.len()) as u32;
        let trail = (first + 1..=self.open).zip(gone.iter().chain(&self.back));
        let mut reveals: Vec<Reveal> = Vec::new();
        for (action, before) in trail.skip((known - first) as usize) {
            // What was before this action is what the one before it led to.
            if let Some(last) = reveals.last_mut() {
                last.game = Some(before.game.clone());
            }
            let (by, events) = (Some(before.by), before.events.clone());
            reveals.push(Reveal { game: None, events, by, action, undone: 0 });
        }
        reveals
    }

    /// How many of its actions only `seat` knows of.
    pub(crate) fn unseen(&self, seat: Seat) -> u32 {
        if self.veiled == Some(seat) { self.actions - self.open } else { 0 }
    }

    /// The seat whose turn is veiled.
    pub(crate) fn veiled(&self) -> Option<Seat> {
        self.veiled
    }

    /// What a bot of this seat throws its dice with now.
    pub(crate) fn luck_of_bots(&self, seat: Seat) -> u64 {
        luck::of_bots(self.seed, self.actions, seat)
    }

    /// The game as a viewer may know it.
    pub(crate) fn visible_to(&self, viewer: Option<Seat>) -> VisibleGame<'_> {
        let own = viewer.map_or(0, |seat| self.own[seat.index()]);
        let step = self.step.wrapping_add_signed(own);
        let known = self.back.len() - (self.actions - self.open) as usize;
        match self.back.get(known).filter(|_| self.veiled != viewer) {
            Some(open) => VisibleGame {
                game: &open.game,
                step,
                actions: self.open,
                scores: &self.scores[..open.scores],
            },
            None => VisibleGame { game: &self.game, step, actions: self.actions, scores: &self.scores },
        }
    }

    /// How many of the last actions can be taken back without new information being lost.
    pub(crate) fn undoable(&self) -> u32 {
        self.back.len() as u32
    }

    /// Takes back to where the record has `keep` actions, if that is possible without the log.
    pub(crate) fn undo(&mut self, keep: u32) -> bool {
        let Some(actions) = self.actions.checked_sub(keep) else { return false };
        let Some(at) = self.back.len().checked_sub(actions as usize) else { return false };
        if actions > 0 {
            let Some(before) = self.back.drain(at..).next() else { return false };
            (self.game, self.digest) = (before.game, before.digest);
            // The last scoring brings nothing new to light, so it can be taken back with what led to it.
            self.scores.truncate(before.scores);
        }
        self.actions = keep;
        true
    }

    /// Goes back with the help of the log, of which `transcript` has all up to now.
    pub(crate) fn undo_by_log(
        &mut self,
        transcript: &mut Transcript,
        keep: u32,
        seed: Option<u64>,
    ) -> Result<(), Misfit> {
        let mut session = transcript.game_after(keep)?;
        session.seed = seed.unwrap_or(self.seed);
        (session.step, session.own, session.open, session.veiled) =
            (self.step, self.own, self.open, self.veiled);
        session.cuts = std::mem::take(&mut self.cuts);
        *self = session;
        Ok(())
    }

    fn note_scores(&mut self, events: &[Event]) {
        for event in events {
            if let Happened::Scored { line } = &event.what {
                self.scores.push(line.clone());
            }
        }
    }

    /// Notes who saw actions disappear: `behind` by what was taken back so that `keep` were left, all others by what they
    /// were told.
    pub(crate) fn note_cuts(&mut self, behind: &[Seat], keep: Option<u32>, reveals: &[Reveal]) {
        let told = reveals.iter().filter(|reveal| reveal.undone > 0).map(|reveal| reveal.action).min();
        if keep.is_none() && told.is_none() {
            return;
        }
        for eyes in (0..MAX_SEATS).map(Seat::new).chain([None]) {
            let own = eyes.is_some_and(|seat| behind.contains(&seat));
            let left = if own { keep } else { told };
            if let Some(left) = left {
                let step = self.visible_to(eyes).step;
                self.cuts.put(eyes, step, left);
            }
        }
    }

    /// Whether nothing can be taken back: the moment for a checkpoint.
    pub(crate) fn settled(&self) -> bool {
        self.back.is_empty()
    }

    /// In storable form.
    pub(crate) fn store(&self) -> Stored {
        Stored {
            state: self.game.pack(),
            seed: self.seed,
            step: self.step,
            own: self.own,
            actions: self.actions,
            digest: self.digest,
            scores: self.scores.clone(),
            cuts: self.cuts.clone(),
        }
    }

    /// From storable form.
    pub(crate) fn load(stored: Stored) -> Result<Session, Misfit> {
        let game = GameState::unpack(&stored.state).map_err(|why| Misfit::Checkpoint(why.to_string()))?;
        Ok(Session {
            game: Box::new(game),
            seed: stored.seed,
            step: stored.step,
            own: stored.own,
            veiled: None,
            open: stored.actions,
            actions: stored.actions,
            digest: stored.digest,
            back: Vec::new(),
            scores: stored.scores,
            cuts: stored.cuts,
        })
    }
}

#[cfg(test)]
mod tests;
