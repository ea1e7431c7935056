//! A game being played: the state, what can be taken back, and how it is rebuilt from the log.

use alhambra_protocol::ScoreLineView;
use alhambra_rules::record::{Entry, Header, Record};
use alhambra_rules::{
    Action, Chance, Digest, Event, GameState, Happened, Illegal, Io, Noting, Repeating, Seat, Seeded, Setup,
    SetupError,
};
use serde::{Deserialize, Serialize};

/// A game with everything needed to go on.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    /// The game.
    pub(crate) game: Box<GameState>,
    /// Where luck comes from.
    seed: u64,
    /// Counts whatever changed the game.
    pub(crate) step: u64,
    /// How many actions the record has.
    pub(crate) actions: u32,
    /// The digest of the record's last line.
    digest: Digest,
    /// States to go back to, with the digest and the number of score lines there; the first is the oldest.
    back: Vec<(Box<GameState>, Digest, usize)>,
    /// Every point scored.
    pub(crate) scores: Vec<ScoreLineView>,
}

/// A game in storable form, without what can be taken back.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    /// The packed state, kept beside the JSON of everything else.
    #[serde(skip)]
    pub(crate) state: Vec<u8>,
    seed: u64,
    step: u64,
    actions: u32,
    digest: Digest,
    scores: Vec<ScoreLineView>,
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
    #[error("the checkpoint cannot be read: {0}")]
    Checkpoint(String),
}

impl Live {
    /// Sets up a game with this luck; the header is for the log.
    pub(crate) fn start(
        setup: &Setup,
        seed: u64,
        events: &mut Vec<Event>,
    ) -> Result<(Live, Header), SetupError> {
        let (mut chance, mut noted) = (Seeded::new(seed), Vec::new());
        let mut source = Noting { source: &mut chance, noted: &mut noted };
        let game = GameState::new(setup, &mut Io { chance: &mut source, log: Some(events) })?;
        let header = Header::new(setup.clone(), Some(seed), noted, &game);
        Ok((Live::fresh(game, seed, &header, events), header))
    }

    /// A game that has just been set up.
    fn fresh(game: GameState, seed: u64, header: &Header, events: &[Event]) -> Live {
        let (back, scores) = (Vec::new(), Vec::new());
        let mut live =
            Live { game: Box::new(game), seed, step: 1, actions: 0, digest: header.digest, back, scores };
        live.note_scores(events);
        live
    }

    /// The game the log started; chance comes from the log.
    pub(crate) fn restart(header: &Header, seed: u64, events: &mut Vec<Event>) -> Result<Live, Misfit> {
        let mut chance = Repeating::new(&header.chance);
        let game = GameState::new(&header.setup, &mut Io { chance: &mut chance, log: Some(events) })
            .map_err(|why| Misfit::Start(why.to_string()))?;
        if !chance.agrees() {
            return Err(Misfit::Start("its chance is another".to_owned()));
        }
        Ok(Live::fresh(game, seed, header, events))
    }

    /// The game after an action and the line for the log; this one stays as it is.
    pub(crate) fn after(
        &self,
        seat: Seat,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(GameState, Entry), Illegal> {
        let mut game = GameState::clone(&self.game);
        let (mut chance, mut noted) = (Seeded::new(self.seed), Vec::new());
        let mut source = Noting { source: &mut chance as &mut dyn Chance, noted: &mut noted };
        game.apply(seat, action, &mut Io { chance: &mut source, log: Some(events) })?;
        let entry = Entry::new(self.actions + 1, self.digest, seat, action, noted, &game);
        Ok((game, entry))
    }

    /// Goes on to a game that [`after`](Live::after) gave.
    pub(crate) fn advance(&mut self, game: GameState, entry: &Entry, events: &[Event]) {
        let before = &self.game;
        // The first action after somebody else's can be taken back; what was before it cannot.
        let fresh = before.info().last != Some(entry.seat);
        if fresh || game.info().number != before.info().number {
            self.back.clear();
        }
        let quiet = game.info().number == before.info().number + u32::from(fresh);
        let before = std::mem::replace(&mut self.game, Box::new(game));
        if quiet {
            self.back.push((before, self.digest, self.scores.len()));
        }
        self.digest = entry.digest;
        self.actions += 1;
        self.step += 1;
        self.note_scores(events);
    }

    /// Does what a line of the log says.
    pub(crate) fn replay(&mut self, entry: &Entry, events: &mut Vec<Event>) -> Result<(), Misfit> {
        let misfit = |why: String| Misfit::Action { n: entry.n, why };
        if entry.n != self.actions + 1 {
            return Err(misfit(format!("the record has {} actions", self.actions)));
        }
        let mut game = GameState::clone(&self.game);
        let mut chance = Repeating::new(&entry.chance);
        game.apply(entry.seat, entry.action, &mut Io { chance: &mut chance, log: Some(events) })
            .map_err(|why| misfit(why.to_string()))?;
        if !chance.agrees() {
            return Err(misfit("its chance is another".to_owned()));
        }
        self.advance(game, entry, events);
        Ok(())
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
            let Some((game, digest, scores)) = self.back.drain(at..).next() else { return false };
            (self.game, self.digest) = (game, digest);
            // The last scoring brings nothing new to light, so it can be taken back with what led to it.
            self.scores.truncate(scores);
        }
        self.actions = keep;
        self.step += 1;
        true
    }

    /// Goes back with the help of the log: `header` and all entries up to now, taken back ones left out.
    pub(crate) fn undo_by_log(
        &mut self,
        header: &Header,
        entries: &[Entry],
        keep: u32,
        seed: Option<u64>,
    ) -> Result<(), Misfit> {
        let seed = seed.unwrap_or(self.seed);
        let mut events = Vec::new();
        let mut live = Live::restart(header, seed, &mut events)?;
        for entry in entries.iter().take(keep as usize) {
            events.clear();
            live.replay(entry, &mut events)?;
        }
        if live.actions != keep {
            return Err(Misfit::Undo);
        }
        live.step = self.step + 1;
        *self = live;
        Ok(())
    }

    fn note_scores(&mut self, events: &[Event]) {
        for event in events {
            if let Happened::Scored(line) = &event.what {
                self.scores.push(ScoreLineView::of(line, &self.game));
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
            actions: self.actions,
            digest: self.digest,
            scores: self.scores.clone(),
        }
    }

    /// From storable form.
    pub(crate) fn load(stored: Stored) -> Result<Live, Misfit> {
        let game = GameState::unpack(&stored.state).map_err(|why| Misfit::Checkpoint(why.to_string()))?;
        Ok(Live {
            game: Box::new(game),
            seed: stored.seed,
            step: stored.step,
            actions: stored.actions,
            digest: stored.digest,
            back: Vec::new(),
            scores: stored.scores,
        })
    }
}

/// The record of a game: what is left of its actions when taken-back ones are gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    /// The first line and the seed, once the game has begun.
    pub(crate) start: Option<(Header, u64)>,
    /// The actions that count.
    pub(crate) entries: Vec<Entry>,
}

impl Book {
    /// Puts in a line of the log.
    pub(crate) fn put(&mut self, deed: crate::deed::Deed) {
        use crate::deed::Deed;
        match deed {
            Deed::Started { seed, header } => self.start = Some((header, seed)),
            Deed::Resumed { seed, header, entries, .. } => {
                (self.start, self.entries) = (Some((header, seed)), entries);
            }
            Deed::Acted { entry } => self.entries.push(entry),
            Deed::Undone { keep, .. } => self.entries.truncate(keep as usize),
            _ => {}
        }
    }

    /// As a record, for `alhambra replay`.
    pub(crate) fn record(self) -> Option<Record> {
        let (header, _) = self.start?;
        Some(Record { header, entries: self.entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{Drawn, Quick};

    /// Plays to the end, taking back now and then, and holds the log against the game.
    #[test]
    fn the_log_leads_to_the_same_game_and_undo_to_the_same_states() {
        let setup = Setup { confirm: true, ..Setup::players(3) };
        let mut events = Vec::new();
        let (mut live, header) = Live::start(&setup, 11, &mut events).unwrap();
        let mut book = Book::default();
        book.put(crate::deed::Deed::Started { seed: 11, header: header.clone() });
        let (mut dice, mut actions, mut undone) = (Quick::new(3), Vec::new(), 0);
        while let Some(seat) = live.game.to_move() {
            live.game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            events.clear();
            let before = live.clone();
            let (game, entry) = live.after(seat, action, &mut events).unwrap();
            live.advance(game, &entry, &events);
            book.put(crate::deed::Deed::Acted { entry });
            if live.undoable() > 0 && dice.below(4) == 0 {
                let keep = live.actions - 1;
                assert!(live.undo(keep));
                book.put(crate::deed::Deed::Undone { by: Some(seat), keep, seed: None });
                assert_eq!((live.game.digest(), live.digest), (before.game.digest(), before.digest));
                undone += 1;
            }
        }
        assert!(undone > 5);
        let mut again = live.clone();
        again.undo_by_log(&header, &book.entries, live.actions, None).unwrap();
        assert_eq!((again.game.digest(), &again.scores), (live.game.digest(), &live.scores));
        let stored = live.store();
        let json = serde_json::to_vec(&stored).unwrap();
        let read: Stored = serde_json::from_slice(&json).unwrap();
        let loaded = Live::load(read.with(stored.state)).unwrap();
        assert_eq!(loaded.game, live.game);
        assert_eq!(book.record().unwrap().verify().unwrap(), *live.game);
    }

    #[test]
    fn going_back_behind_new_information_brings_new_luck() {
        let setup = Setup::players(2);
        let (mut live, header) = Live::start(&setup, 1, &mut Vec::new()).unwrap();
        let mut entries = Vec::new();
        let mut actions = Vec::new();
        while entries.len() < 12 {
            let seat = live.game.to_move().unwrap();
            live.game.legal(seat, &mut actions);
            let mut events = Vec::new();
            let (game, entry) = live.after(seat, actions[0], &mut events).unwrap();
            live.advance(game, &entry, &events);
            entries.push(entry);
        }
        let step = live.step;
        assert!(!live.clone().undo(2));
        live.undo_by_log(&header, &entries, 2, Some(99)).unwrap();
        assert_eq!((live.actions, live.step), (2, step + 1));
        let drawn: Vec<Drawn> = entries[2].chance.clone();
        let (_, entry) = live.after(entries[2].seat, entries[2].action, &mut Vec::new()).unwrap();
        assert_ne!(entry.chance, drawn, "the same draws would tell what is coming");
    }
}
