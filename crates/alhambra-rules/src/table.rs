//! A table at which a game is played: the state, its record, its log, and taking back.

use crate::core::chance::{Chance, Noting};
use crate::core::seat::Seat;
use crate::core::state::Barrier;
use crate::cx::Io;
use crate::event::Event;
use crate::pack::Digest;
use crate::record::{Entry, FORMAT, Header, Record, first_digest, next_digest};
use crate::setup::{Objection, Setup, SetupError};
use crate::{Action, GameState, Illegal, Seeded, speech};

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotUndo {
    /// Nothing has been done since new information came up.
    Barrier(Barrier),
    /// Somebody else acted last.
    NotYours,
}

impl CannotUndo {
    /// Why not: the key of its words.
    pub fn objection(&self) -> Objection {
        match self {
            CannotUndo::Barrier(Barrier::Start) => Objection::plain("back_to_start"),
            CannotUndo::Barrier(Barrier::Chance) => Objection::plain("back_to_chance"),
            CannotUndo::Barrier(Barrier::Shown) => Objection::plain("back_to_shown"),
            CannotUndo::Barrier(Barrier::OtherSeat) => Objection::plain("back_to_other_seat"),
            CannotUndo::NotYours => Objection::plain("back_to_acted_since"),
        }
    }

    /// Why not, in a language, without a full stop.
    pub fn told(&self, language: &str) -> String {
        speech::objection(language, None, &self.objection())
    }
}

/// In English; [`CannotUndo::told`] says it in any language.
impl std::fmt::Display for CannotUndo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(speech::ENGLISH))
    }
}

impl std::error::Error for CannotUndo {}

/// A game with its record.
///
/// ```
/// use alhambra_rules::{Setup, table::Table};
/// let mut table = Table::new(Setup::players(2), 1).unwrap();
/// let seat = table.game().to_move().unwrap();
/// let mut actions = Vec::new();
/// table.game().legal(seat, &mut actions);
/// table.apply(seat, actions[0]).unwrap();
/// assert_eq!(table.record().verify().unwrap(), *table.game());
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    record: Record,
    game: GameState,
    chance: Seeded,
    log: Vec<(u32, Event)>,
    /// States to go back to, with the length of record and log they belong to.
    back: Vec<(GameState, usize, usize)>,
}

impl Table {
    /// Sits down to a game whose luck comes from `seed`.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn new(setup: Setup, seed: u64) -> Result<Table, SetupError> {
        let mut chance = Seeded::new(seed);
        let (mut noted, mut events) = (Vec::new(), Vec::new());
        let mut source = Noting { source: &mut chance, noted: &mut noted };
        let game = GameState::new(&setup, &mut Io { chance: &mut source, log: Some(&mut events) })?;
        let digest = first_digest(&setup, Some(seed), &noted, &game);
        let (edition_version, module_versions) = Header::versions(&setup);
        let header = Header {
            alhambra_record: FORMAT,
            edition_version,
            module_versions,
            setup,
            seed: Some(seed),
            chance: noted,
            digest,
        };
        let log = events.into_iter().map(|e| (0, e)).collect();
        Ok(Table { record: Record { header, entries: Vec::new() }, game, chance, log, back: Vec::new() })
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What happened so far, each with the number of the action that led to it (0: set-up).
    pub fn log(&self) -> &[(u32, Event)] {
        &self.log
    }

    /// What was agreed.
    pub fn setup(&self) -> &Setup {
        &self.record.header.setup
    }

    /// Does an action and returns what happened.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<&[(u32, Event)], Illegal> {
        let before = self.game.clone();
        let mut chance = self.chance;
        let (mut noted, mut events) = (Vec::new(), Vec::new());
        let mut source = Noting { source: &mut chance as &mut dyn Chance, noted: &mut noted };
        self.game.apply(seat, action, &mut Io { chance: &mut source, log: Some(&mut events) })?;
        let digest = next_digest(self.last_digest(), seat, action, &noted, &self.game);
        let n = self.record.entries.len() as u32 + 1;
        // The first action after somebody else's can be taken back; what was before it cannot.
        let fresh = before.info().last != Some(seat);
        if fresh || self.game.info().number != before.info().number {
            self.back.clear();
        }
        if self.game.info().number == before.info().number + u32::from(fresh) {
            self.back.push((before, self.record.entries.len(), self.log.len()));
        }
        self.record.entries.push(Entry { n, seat, action, chance: noted, digest });
        let first = self.log.len();
        self.log.extend(events.into_iter().map(|e| (n, e)));
        Ok(&self.log[first..])
    }

    /// Does several answers of one seat, such as a tile, its modifiers and its payment: all of them or none.
    ///
    /// Nobody can answer what is not asked yet, so nothing new may come up in between: whoever could hand in
    /// answers beyond a draw would learn from the refusal what was drawn.
    ///
    /// # Errors
    /// Which answer is refused, counted from 0, and why; nothing has changed then.
    pub fn apply_all(&mut self, seat: Seat, actions: &[Action]) -> Result<&[(u32, Event)], (usize, Illegal)> {
        let mut tried = self.game.clone();
        let mut chance = self.chance;
        for (i, action) in actions.iter().enumerate() {
            let known = tried.info();
            tried.check(seat, action).map_err(|why| (i, why))?;
            if i + 1 < actions.len() {
                tried.apply_unchecked(seat, *action, &mut Io::silent(&mut chance));
                let fresh = known.last != Some(seat);
                if tried.info().number != known.number + u32::from(fresh) {
                    return Err((i + 1, Illegal::NotAskedYet));
                }
            }
        }
        let first = self.log.len();
        for (i, action) in actions.iter().enumerate() {
            self.apply(seat, *action).map_err(|why| (i, why))?;
        }
        Ok(&self.log[first..])
    }

    /// Takes the last action of `seat` back.
    ///
    /// # Errors
    /// When something new has become known since, or somebody else acted.
    pub fn undo(&mut self, seat: Seat) -> Result<(), CannotUndo> {
        if self.record.entries.last().is_some_and(|e| e.seat != seat) {
            return Err(CannotUndo::NotYours);
        }
        let (game, entries, log) = self.back.pop().ok_or(CannotUndo::Barrier(self.game.info().barrier))?;
        self.game = game;
        self.record.entries.truncate(entries);
        self.log.truncate(log);
        Ok(())
    }

    /// How many actions can be taken back.
    pub fn undoable(&self) -> usize {
        self.back.len()
    }

    fn last_digest(&self) -> Digest {
        self.record.entries.last().map_or(self.record.header.digest, |e| e.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::Cards;
    use crate::registry::ModuleId;

    /// A game in which a purchase is a tile and then a payment.
    fn split() -> Table {
        Table::new(Setup::players(3).with(ModuleId::Watchtowers), 3).unwrap()
    }

    /// A tile somebody can buy, and a payment for it.
    fn purchase(table: &Table, seat: Seat) -> Option<[Action; 2]> {
        let mut targets = Vec::new();
        table.game().legal(seat, &mut targets);
        let target = *targets.iter().find(|action| matches!(action, Action::Target { .. }))?;
        let mut asked = table.clone();
        asked.apply(seat, target).unwrap();
        let mut payments = Vec::new();
        asked.game().legal(seat, &mut payments);
        Some([target, payments[0]])
    }

    fn until_somebody_can_buy(table: &mut Table) -> (Seat, [Action; 2]) {
        loop {
            let seat = table.game().to_move().unwrap();
            if let Some(answers) = purchase(table, seat) {
                return (seat, answers);
            }
            table.apply(seat, Action::Take(1)).unwrap();
        }
    }

    #[test]
    fn a_tile_and_its_payment_are_handed_in_together() {
        let mut table = split();
        let (seat, answers) = until_somebody_can_buy(&mut table);
        let mut apart = table.clone();
        for action in answers {
            apart.apply(seat, action).unwrap();
        }
        table.apply_all(seat, &answers).unwrap();
        assert_eq!(table.game(), apart.game());
        assert_eq!(table.record().entries, apart.record().entries);
        assert_eq!(table.undoable(), apart.undoable());
    }

    #[test]
    fn all_answers_are_refused_with_the_first_reason() {
        let mut table = split();
        let (seat, [target, _]) = until_somebody_can_buy(&mut table);
        let before = (table.game().clone(), table.record().entries.len(), table.log().len());
        let nothing = Action::Pay { payment: Cards::EMPTY };
        let (at, why) = table.apply_all(seat, &[target, nothing]).unwrap_err();
        assert_eq!(at, 1, "{why}");
        let (at, _) = table.apply_all(seat, &[nothing, target]).unwrap_err();
        assert_eq!(at, 0);
        assert_eq!((table.game().clone(), table.record().entries.len(), table.log().len()), before);
    }

    #[test]
    fn nothing_is_answered_beyond_a_draw() {
        // Taking money ends the turn, and the display is filled: what comes after it is not known yet.
        let mut table = Table::new(Setup::players(2), 3).unwrap();
        let seat = table.game().to_move().unwrap();
        let before = table.game().clone();
        let refused = table.apply_all(seat, &[Action::Take(1), Action::Take(1)]);
        assert_eq!(refused.unwrap_err(), (1, Illegal::NotAskedYet));
        assert_eq!(table.game(), &before);
    }
}
