//! What a table agrees on before the game, and why some agreements are refused.

use crate::core::house::{HouseRules, Majorities};
use crate::editions::EditionId;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Options of one module: names and values.
pub type OptionValues = BTreeMap<String, String>;

/// A player at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What to call them.
    pub name: String,
    /// Their age, if they care to tell: the youngest begins when nothing else decides (HR-1).
    #[serde(default)]
    pub age: Option<u8>,
}

/// What a table agrees on.
///
/// ```
/// use alhambra_rules::Setup;
/// assert!(Setup::players(3).check().is_ok());
/// assert!(Setup::players(7).check().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Which game of the family.
    #[serde(default)]
    pub edition: EditionId,
    /// Who plays, clockwise.
    pub players: Vec<Player>,
    /// Modules that are on, by slug, with their options.
    #[serde(default)]
    pub modules: BTreeMap<ModuleId, OptionValues>,
    /// House rules.
    #[serde(default)]
    pub house: HouseRules,
    /// The name of the imaginary third player (HR-22).
    #[serde(default = "dirk")]
    pub dirk: String,
    /// Whether players confirm the end of their turn, so that a whole turn can be taken back.
    #[serde(default)]
    pub confirm: bool,
}

fn dirk() -> String {
    "Dirk".to_owned()
}

/// Why a set-up is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many players.
    #[error("players: Alhambra is played by 2 to 6, not by {0}")]
    Players(usize),
    /// A name that is empty or too long.
    #[error("players: the name of player {} must have 1 to 40 characters", .seat + 1)]
    Name {
        /// The seat, from 0.
        seat: usize,
    },
    /// Dirk's name is empty or too long.
    #[error("dirk: the name must have 1 to 40 characters")]
    DirkName,
    /// A house rule no rulebook supports.
    #[error("house: {rule} is supported by no rulebook; set \"unofficial\" to true if you really want it")]
    Unofficial {
        /// Which.
        rule: &'static str,
    },
    /// A house rule that this edition does not leave open.
    #[error("house: {}: {reason}", .rule)]
    House {
        /// The option.
        rule: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A module that does not go with this many players, or with something else that was agreed.
    #[error("modules: {}: {reason}", .module.info().title)]
    Module {
        /// Which module.
        module: ModuleId,
        /// Why.
        reason: String,
    },
}

impl Setup {
    /// The base game for `n` players named Player 1, Player 2 and so on.
    pub fn players(n: usize) -> Setup {
        Setup {
            edition: EditionId::default(),
            players: (1..=n).map(|i| Player { name: format!("Player {i}"), age: None }).collect(),
            modules: BTreeMap::new(),
            house: HouseRules::default(),
            dirk: dirk(),
            confirm: false,
        }
    }

    /// This set-up with a module on.
    #[must_use]
    pub fn with(mut self, module: ModuleId) -> Setup {
        self.modules.insert(module, OptionValues::new());
        self
    }

    /// This set-up in another edition.
    #[must_use]
    pub fn in_edition(mut self, edition: EditionId) -> Setup {
        self.edition = edition;
        self
    }

    /// Everything that is on, with its options, by number: the modules that were chosen, and what the edition always
    /// has.
    pub fn on(&self) -> impl Iterator<Item = (ModuleId, &OptionValues)> {
        static PLAIN: OptionValues = OptionValues::new();
        let rules = self.edition.profile().rules.filter(|rules| !self.modules.contains_key(rules));
        // Rules of editions have higher numbers than modules.
        self.modules
            .iter()
            .map(|(module, values)| (*module, values))
            .chain(rules.map(|rules| (rules, &PLAIN)))
    }

    /// Whether a game can be played like this.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SetupError> {
        if !(2..=6).contains(&self.players.len()) {
            return Err(SetupError::Players(self.players.len()));
        }
        let fine = |name: &str| (1..=40).contains(&name.trim().chars().count());
        if let Some(seat) = self.players.iter().position(|p| !fine(&p.name)) {
            return Err(SetupError::Name { seat });
        }
        if !fine(&self.dirk) {
            return Err(SetupError::DirkName);
        }
        if self.house.majorities == Majorities::TileCount && !self.house.unofficial {
            return Err(SetupError::Unofficial { rule: "HR-13 majorities = tilecount_s0" });
        }
        for rule in self.house.changed() {
            if let Some(reason) = (self.edition.profile().fixed)(rule.option) {
                return Err(SetupError::House { rule: rule.option, reason });
            }
        }
        for (module, values) in self.on() {
            let info = module.info();
            module
                .in_edition(self.edition)
                .map_err(|reason| SetupError::Module { module, reason: reason.to_owned() })?;
            if !info.players.contains(&self.players.len()) {
                let reason = format!("is for {} to {} players", info.players.start(), info.players.end());
                return Err(SetupError::Module { module, reason });
            }
            crate::registry::check_options(module, self, values)
                .map_err(|reason| SetupError::Module { module, reason })?;
        }
        crate::data::check(self)
    }
}
