//! Records: set-up, actions, chance and digests. Replayable for ever, and the attachment of every bug report.
//!
//! A record is text: JSON Lines. The first line is the set-up with the chance of the set-up; then one line for
//! each action with the chance it met; the last line closes the record. Every line carries a digest that
//! depends on all lines before it, so a changed or shortened record is noticed at the first bad line.

use crate::core::chance::{Drawn, Repeating};
use crate::core::seat::Seat;
use crate::cx::Io;
use crate::event::Event;
use crate::pack::Digest;
use crate::setup::{Setup, SetupError};
use crate::{Action, GameState, Illegal, ModuleId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format of records this version writes and reads.
pub const FORMAT: u16 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format.
    pub alhambra_record: u16,
    /// Behaviour version of the edition.
    pub edition_version: u16,
    /// Behaviour versions of the modules.
    pub module_versions: BTreeMap<ModuleId, u16>,
    /// What was agreed.
    pub setup: Setup,
    /// The seed the game was played with, if it came from one.
    pub seed: Option<u64>,
    /// Chance during set-up.
    pub chance: Vec<Drawn>,
    /// Digest after set-up.
    pub digest: Digest,
}

/// A line for one action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Number of the action, from 1.
    pub n: u32,
    /// Who acted.
    pub seat: Seat,
    /// What they did.
    pub action: Action,
    /// Chance it met.
    pub chance: Vec<Drawn>,
    /// Digest afterwards.
    pub digest: Digest,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// How many actions there are.
    pub entries: u32,
    /// Whether the game was over.
    pub over: bool,
    /// The scores by seat.
    pub scores: Vec<u16>,
    /// The digest of the last line before this one.
    pub digest: Digest,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The actions.
    pub entries: Vec<Entry>,
}

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The file is empty or something else altogether.
    #[error("this is not a record of a game: {0}")]
    NotARecord(String),
    /// Another format.
    #[error("this record has format {found}, this version reads format {FORMAT}")]
    Format {
        /// The format found.
        found: u16,
    },
    /// Rules that have changed since.
    #[error("this record was played with version {found} of {what}, this program has version {here}")]
    Version {
        /// The edition or module.
        what: String,
        /// The version in the record.
        found: u16,
        /// Our version.
        here: u16,
    },
    /// The set-up is refused.
    #[error("the set-up of this record is refused: {0}")]
    Setup(#[from] SetupError),
    /// The set-up does not lead to the state it says.
    #[error("the set-up line was changed: {0}")]
    SetupChanged(&'static str),
    /// A line cannot be read.
    #[error("entry {n} cannot be read: {why}")]
    Unreadable {
        /// Which.
        n: u32,
        /// Why.
        why: String,
    },
    /// An action that is not allowed.
    #[error("entry {n} is not allowed: {why}")]
    NotAllowed {
        /// Which.
        n: u32,
        /// Why.
        why: Illegal,
    },
    /// An entry that does not lead to the state it says.
    #[error("entry {n} was changed: {why}")]
    Changed {
        /// Which.
        n: u32,
        /// What does not fit.
        why: &'static str,
    },
    /// The closing line is missing.
    #[error("the record is cut off after entry {n}: the closing line is missing")]
    CutOff {
        /// The last entry.
        n: u32,
    },
}

/// The digest of a line: depends on the line before, on what the line says, and on the state after it.
fn chain(before: Digest, says: &impl Serialize, game: &GameState) -> Digest {
    let mut bytes = before.0.to_le_bytes().to_vec();
    bytes.extend(postcard::to_stdvec(says).unwrap_or_default());
    bytes.extend(game.pack());
    Digest::of(&bytes)
}

/// The digest of the set-up line.
pub(crate) fn first_digest(setup: &Setup, seed: Option<u64>, chance: &[Drawn], game: &GameState) -> Digest {
    chain(Digest(0), &(FORMAT, setup, seed, chance), game)
}

/// The digest of the line of an action. Chance counts as well as the state: two answers may lead to the same
/// card, and still only one was given.
pub(crate) fn next_digest(
    before: Digest,
    seat: Seat,
    action: Action,
    chance: &[Drawn],
    game: &GameState,
) -> Digest {
    chain(before, &(seat, action, chance), game)
}

impl Header {
    /// The first line for a game that has just been set up, for keepers of their own logs.
    pub fn new(setup: Setup, seed: Option<u64>, chance: Vec<Drawn>, game: &GameState) -> Header {
        let digest = first_digest(&setup, seed, &chance, game);
        let (edition_version, module_versions) = Header::versions(&setup);
        Header { alhambra_record: FORMAT, edition_version, module_versions, setup, seed, chance, digest }
    }

    /// The behaviour versions a game with this set-up is played with now.
    pub fn versions(setup: &Setup) -> (u16, BTreeMap<ModuleId, u16>) {
        let edition = setup.edition.profile().version;
        (edition, setup.on().map(|(module, _)| (module, module.version())).collect())
    }

    /// Whether this program plays and replays games of these versions.
    ///
    /// # Errors
    /// Which version is another.
    pub fn check_versions(&self) -> Result<(), RecordError> {
        if self.alhambra_record != FORMAT {
            return Err(RecordError::Format { found: self.alhambra_record });
        }
        let (edition, modules) = Header::versions(&self.setup);
        if edition != self.edition_version {
            let what = format!("the {} edition", self.setup.edition).to_lowercase();
            return Err(RecordError::Version { what, found: self.edition_version, here: edition });
        }
        if self.module_versions.len() != modules.len() {
            return Err(RecordError::SetupChanged("it names versions of other modules than it uses"));
        }
        for (module, here) in modules {
            let found = self.module_versions.get(&module).copied().unwrap_or(0);
            if found != here {
                return Err(RecordError::Version { what: module.title().to_owned(), found, here });
            }
        }
        Ok(())
    }
}

impl Entry {
    /// The line for an action that has just led to `game`, for keepers of their own logs; `before` is the digest of
    /// the line before.
    pub fn new(
        n: u32,
        before: Digest,
        seat: Seat,
        action: Action,
        chance: Vec<Drawn>,
        game: &GameState,
    ) -> Entry {
        let digest = next_digest(before, seat, action, &chance, game);
        Entry { n, seat, action, chance, digest }
    }
}

/// A replay in progress.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    game: GameState,
    digest: Digest,
    done: usize,
}

impl<'a> Replay<'a> {
    /// Sets the game up as recorded; `log` gets the events.
    ///
    /// # Errors
    /// When the set-up is refused, of another version, or was changed.
    pub fn new(record: &'a Record, log: Option<&mut Vec<Event>>) -> Result<Replay<'a>, RecordError> {
        let header = &record.header;
        header.check_versions()?;
        let mut chance = Repeating::new(&header.chance);
        let game = GameState::new(&header.setup, &mut Io { chance: &mut chance, log })?;
        if !chance.agrees() {
            return Err(RecordError::SetupChanged("its chance does not fit the rules"));
        }
        let digest = first_digest(&header.setup, header.seed, &header.chance, &game);
        if digest != header.digest {
            return Err(RecordError::SetupChanged("its digest does not fit"));
        }
        Ok(Replay { record, game, digest, done: 0 })
    }

    /// The game after the entries replayed so far.
    pub fn game(&self) -> &GameState {
        &self.game
    }

    /// How many entries have been replayed.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Replays the next entry; `None` when there is none left.
    ///
    /// # Errors
    /// When the entry is not allowed or was changed.
    pub fn next(&mut self, log: Option<&mut Vec<Event>>) -> Result<Option<&'a Entry>, RecordError> {
        let Some(entry) = self.record.entries.get(self.done) else { return Ok(None) };
        let n = self.done as u32 + 1;
        if entry.n != n {
            return Err(RecordError::Changed { n, why: "its number is out of order" });
        }
        let mut chance = Repeating::new(&entry.chance);
        self.game
            .apply(entry.seat, entry.action, &mut Io { chance: &mut chance, log })
            .map_err(|why| RecordError::NotAllowed { n, why })?;
        if !chance.agrees() {
            return Err(RecordError::Changed { n, why: "its chance does not fit the rules" });
        }
        self.digest = next_digest(self.digest, entry.seat, entry.action, &entry.chance, &self.game);
        if self.digest != entry.digest {
            return Err(RecordError::Changed { n, why: "its digest does not fit" });
        }
        self.done += 1;
        Ok(Some(entry))
    }
}

impl Record {
    /// Replays the whole record and returns the game it leads to.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn verify(&self) -> Result<GameState, RecordError> {
        let mut replay = Replay::new(self, None)?;
        while replay.next(None)?.is_some() {}
        Ok(replay.game)
    }

    /// The closing line for this record and the game it leads to.
    pub fn closing(&self, game: &GameState) -> Closing {
        Closing {
            entries: self.entries.len() as u32,
            over: game.is_over(),
            scores: game.rules().seats().map(|s| game.score(s)).collect(),
            digest: self.entries.last().map_or(self.header.digest, |e| e.digest),
        }
    }
}
