//! `given`: what is agreed, and the table as it is laid.

use super::table::ScenarioTable;
use super::words::{after, card, list, number};
use super::{Play, ScriptedChance};
use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::CardKind;
use crate::core::house::{HouseRules, TwoPlayerDeck};
use crate::cx::Cx;
use crate::module::Supply;
use crate::{EditionId, GameState, Io, ModuleId, Setup, Stream, registry};
use serde::Deserialize;
use serde::de::value::{Error, MapDeserializer};

/// The set-up being agreed on and, from the first thing that lies on it, the table.
pub(super) struct Draft {
    setup: Setup,
    house: Vec<(String, String)>,
    arrange: Vec<(ModuleId, String)>,
    chance: ScriptedChance,
    deal: Vec<CardKind>,
    table: Option<ScenarioTable>,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft {
            setup: Setup::players(3),
            house: Vec::new(),
            arrange: Vec::new(),
            chance: ScriptedChance::new(1),
            deal: Vec::new(),
            table: None,
        }
    }
}

impl Draft {
    pub(super) fn given(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let agreed = match words.as_slice() {
            ["players", "=", n] => {
                let players = Setup::players(number(n)?).players;
                self.setup.players = players;
                true
            }
            ["edition", "=", slug] => {
                let unknown = || format!("there is no edition \"{slug}\"");
                self.setup.edition = EditionId::with_slug(slug).ok_or_else(unknown)?;
                true
            }
            ["ages", "=", ..] => {
                let ages = list(after(text, "="), |a| if a == "-" { Ok(None) } else { number(a).map(Some) })?;
                for (player, age) in self.setup.players.iter_mut().zip(ages) {
                    player.age = age;
                }
                true
            }
            ["house", rule, "=", value] => {
                self.agree(rule, value)?;
                true
            }
            ["module", slug, ..] => {
                let unknown = || format!("there is no module \"{slug}\"");
                let module = ModuleId::with_slug(slug).ok_or_else(unknown)?;
                let options = self.setup.modules.entry(module).or_default();
                if let ["with", option, "=", value @ ..] = &words[2..] {
                    options.insert((*option).to_owned(), value.join(" "));
                }
                if words.get(2) == Some(&"=") {
                    self.arrange.push((module, after(text, "=").to_owned()));
                }
                true
            }
            ["turns", "are", "confirmed"] => {
                self.setup.confirm = true;
                true
            }
            ["dirk", "is", "called", ..] => {
                after(text, "called").clone_into(&mut self.setup.dirk);
                true
            }
            ["chance", stream, "=", ..] => {
                let named = |s: &&Stream| format!("{s:?}").eq_ignore_ascii_case(stream);
                let found = Stream::ALL.iter().find(named);
                let stream = found.ok_or_else(|| format!("there is no stream \"{stream}\""))?;
                self.chance.force(*stream, list(after(text, "="), number)?);
                true
            }
            ["deal", "=", ..] => {
                self.deal = list(after(text, "="), card)?;
                true
            }
            _ => false,
        };
        if agreed {
            return match self.table {
                Some(_) => Err("players, house rules, modules and chance come before the table".to_owned()),
                None => Ok(()),
            };
        }
        let table = match &mut self.table {
            Some(table) => table,
            none => none.insert(ScenarioTable::bare(&self.setup)?),
        };
        // A refused sentence leaves no trace.
        let mut next = table.clone();
        next.given(&words, text)?;
        *table = next;
        Ok(())
    }

    /// Adds a house rule, read as set-ups are read: names and values that do not exist are refused.
    fn agree(&mut self, rule: &str, value: &str) -> Result<(), String> {
        let mut pairs = self.house.clone();
        let flag = |value| match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{rule} is true or false, not {value}")),
        };
        let (dirk_may_win, unofficial) = (self.setup.house.dirk_may_win, self.setup.house.unofficial);
        if !matches!(rule, "dirk_may_win" | "unofficial") {
            pairs.push((rule.to_owned(), value.to_owned()));
        }
        let map = MapDeserializer::<_, Error>::new(pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())));
        let read = HouseRules::deserialize(map).map_err(|e| e.to_string())?;
        let dirk_may_win = if rule == "dirk_may_win" { flag(value)? } else { dirk_may_win };
        let unofficial = if rule == "unofficial" { flag(value)? } else { unofficial };
        self.setup.house = HouseRules { dirk_may_win, unofficial, ..read };
        self.house = pairs;
        Ok(())
    }

    /// A game from the beginning, with the forced deal.
    pub(super) fn set_up(&mut self) -> Result<Play, String> {
        if self.table.is_some() {
            return Err("a game that is set up lays its own table".to_owned());
        }
        if !self.deal.is_empty() {
            let few = self.setup.players.len() == 2
                && self.setup.house.two_player_deck == TwoPlayerDeck::SeventyTwo;
            let one = || Currency::ALL.into_iter().flat_map(|c| (1..=9).map(move |v| CardKind::money(c, v)));
            let copies = self.setup.edition.profile().money_copies - u8::from(few);
            let pool: Cards = (0..copies).flat_map(|_| one()).collect();
            let mut supply = Supply::default();
            registry::supply(ScenarioTable::bare(&self.setup)?.rules(), &mut supply);
            self.chance.deal(self.deal.iter().copied(), pool.plus(supply.deck));
        }
        let mut chance = self.chance.clone();
        let mut log = Vec::new();
        let game = GameState::new(&self.setup, &mut Io { chance: &mut chance, log: Some(&mut log) });
        let mut game = game.map_err(|e| e.to_string())?;
        self.arranged(&mut game)?;
        Ok(Play { game, chance, log })
    }

    /// The table as it was laid, played on to the first decision.
    pub(super) fn table(&mut self) -> Result<Play, String> {
        let table = match self.table.take() {
            Some(table) => table,
            None => ScenarioTable::bare(&self.setup)?,
        };
        let mut game = table.finished()?;
        self.arranged(&mut game)?;
        let mut play = Play { game, chance: self.chance.clone(), log: Vec::new() };
        play.with_io(|g, io| Cx { g, io }.settle());
        play.census()?;
        Ok(play)
    }

    fn arranged(&self, game: &mut GameState) -> Result<(), String> {
        let said = |module| self.arrange.iter().any(|(other, _)| *other == module);
        // What the edition always has looks after its own, even where nothing is said about it.
        if let Some(rules) = self.setup.edition.profile().rules.filter(|rules| !said(*rules)) {
            registry::arrange(rules, game, "")?;
        }
        self.arrange.iter().try_for_each(|(module, text)| registry::arrange(*module, game, text))
    }
}
