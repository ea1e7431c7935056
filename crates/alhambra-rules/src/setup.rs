//! What a table agrees on before the game, and why some agreements are refused.

use crate::core::house::{HouseRules, Majorities};
use crate::editions::EditionId;
use crate::refs::{Key, Ref};
use crate::registry::ModuleId;
use crate::speech;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Too few or too many players.
    Players(usize),
    /// A name that is empty or too long.
    Name {
        /// The seat, from 0.
        seat: usize,
    },
    /// Dirk's name is empty or too long.
    DirkName,
    /// A house rule no rulebook supports.
    Unofficial {
        /// Which.
        rule: &'static str,
    },
    /// A house rule that this edition does not leave open.
    House {
        /// The option.
        rule: &'static str,
    },
    /// A module that does not go with this many players, or with something else that was agreed.
    Module {
        /// Which module.
        module: ModuleId,
        /// Why.
        why: Objection,
    },
}

/// What somebody has against something that was written: the key of its words (`refuse.…`), and what it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The reason, as a message key.
    pub key: Key,
    /// What it is about, in the order of the blanks of its words.
    pub refs: Vec<Ref>,
}

impl Objection {
    /// A reason that points at something.
    pub(crate) fn of(key: Key, refs: impl IntoIterator<Item = Ref>) -> Objection {
        Objection { key, refs: refs.into_iter().collect() }
    }

    /// A reason that needs nothing else.
    pub(crate) fn plain(key: Key) -> Objection {
        Objection { key, refs: Vec::new() }
    }
}

/// In English; [`SetupError::told`] says it in any language.
impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(speech::ENGLISH))
    }
}

impl std::error::Error for SetupError {}

impl SetupError {
    /// What is wrong, in a language.
    pub fn told(&self, language: &str) -> String {
        match self {
            SetupError::Module { module, why } => speech::unplayable(language, *module, why),
            _ => speech::objection(language, None, &self.objection()),
        }
    }

    /// The module it is about.
    pub fn by(&self) -> Option<ModuleId> {
        if let SetupError::Module { module, .. } = self { Some(*module) } else { None }
    }

    /// What is wrong: a key, and what it points at.
    pub fn objection(&self) -> Objection {
        match self {
            SetupError::Players(n) => Objection::of("player_count", [Ref::Number(*n as i32)]),
            SetupError::Name { seat } => Objection::of("player_name", [Ref::Number(*seat as i32 + 1)]),
            SetupError::DirkName => Objection::plain("dirk_name"),
            SetupError::Unofficial { rule } => Objection::of("unofficial_rule", [Ref::text(rule)]),
            SetupError::House { rule } => Objection::of("rule_of_the_edition", [Ref::text(rule)]),
            SetupError::Module { why, .. } => why.clone(),
        }
    }
}

/// Whether every option is one of those there are, with one of its values.
///
/// # Errors
/// The first that is not, and what there is.
pub(crate) fn check_options(known: &[(&str, &[&str])], values: &OptionValues) -> Result<(), Objection> {
    for (name, value) in values {
        let Some((_, all)) = known.iter().find(|(known, _)| known == name) else {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            return Err(match names.is_empty() {
                true => Objection::of("no_options", [Ref::text(name)]),
                false => Objection::of("unknown_option", [Ref::text(name), Ref::text(names.join(", "))]),
            });
        };
        if !all.contains(&value.as_str()) {
            let parts = [Ref::text(name), Ref::text(all.join(", ")), Ref::text(value)];
            return Err(Objection::of("unknown_value", parts));
        }
    }
    Ok(())
}

/// Whether an option was given this value; what is not said has its default, the first of its values.
pub(crate) fn chosen(values: &OptionValues, name: &str, value: &str) -> bool {
    values.get(name).is_some_and(|given| given == value)
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
            if (self.edition.profile().fixed)(rule.option) {
                return Err(SetupError::House { rule: rule.option });
            }
        }
        for (module, values) in self.on() {
            let refused = |why| SetupError::Module { module, why };
            let players = &module.info().players;
            module.in_edition(self.edition).map_err(refused)?;
            if !players.contains(&self.players.len()) {
                let bounds = [players.start(), players.end()].map(|n| Ref::Number(*n as i32));
                return Err(refused(Objection::of("number_of_players", bounds)));
            }
            crate::registry::check_options(module, self, values).map_err(refused)?;
        }
        crate::data::check(self)
    }
}
