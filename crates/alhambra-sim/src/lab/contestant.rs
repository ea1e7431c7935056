//! Who takes part: a bot, and for bots that search what they may spend on a decision.

use alhambra_bots::search::{Budget, SearchBot};
use alhambra_bots::{Bot, BotKind, UnknownBot};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest a contestant may think about a decision.
const MAX_MILLIS: u64 = 600_000;
/// The most games a contestant may imagine for a decision.
const MAX_IMAGINED: u32 = 10_000_000;

/// A bot in the laboratory: `medium`, `hard`, `hard@200ms`, `hard@500` (500 imagined games a decision).
///
/// With a number of imagined games a bot decides the same every time, on any machine; by the clock it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contestant {
    kind: BotKind,
    thinking: Option<Thinking>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Thinking {
    Millis(u64),
    Imagined(u32),
}

/// Why somebody cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadContestant {
    /// Nobody has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownBot),
    /// A budget for a bot that needs none.
    #[error("{bot} does not search and takes no budget; those that do are {}", searching())]
    NoBudget {
        /// The bot.
        bot: BotKind,
    },
    /// A budget that cannot be.
    #[error(
        "\"{budget}\" is no budget: 1ms to {MAX_MILLIS}ms of time such as hard@200ms, or 1 to {MAX_IMAGINED} \
         imagined games such as hard@500"
    )]
    Budget {
        /// As it was written.
        budget: String,
    },
}

fn searching() -> String {
    let searching = BotKind::ALL.into_iter().filter(|kind| kind.settings().is_some());
    searching.map(BotKind::name).collect::<Vec<_>>().join(", ")
}

impl Contestant {
    /// The bot.
    pub fn kind(self) -> BotKind {
        self.kind
    }

    /// How many threads it thinks with.
    pub fn threads(self) -> usize {
        match self.thinking {
            Some(Thinking::Imagined(_)) => 1,
            _ => self.kind.settings().map_or(1, |settings| settings.threads),
        }
    }

    /// Whether the same seed leads to the same decisions: not if it thinks by the clock.
    pub fn repeats(self) -> bool {
        self.kind.settings().is_none() || matches!(self.thinking, Some(Thinking::Imagined(_)))
    }

    /// Hires the bot. A search ends at once when `stop` is set.
    pub fn make(self, stop: &Arc<AtomicBool>) -> Box<dyn Bot> {
        let Some(mut settings) = self.kind.settings() else { return self.kind.make() };
        match self.thinking {
            Some(Thinking::Millis(millis)) => settings.budget = Budget::time(Duration::from_millis(millis)),
            Some(Thinking::Imagined(games)) => settings.budget = Budget::games(games),
            None => {}
        }
        settings.budget.stop = stop.clone();
        settings.threads = self.threads();
        Box::new(SearchBot::new(settings))
    }
}

impl From<BotKind> for Contestant {
    fn from(kind: BotKind) -> Contestant {
        Contestant { kind, thinking: None }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thinking {
            None => f.pad(self.kind.name()),
            Some(Thinking::Millis(millis)) => f.pad(&format!("{}@{millis}ms", self.kind)),
            Some(Thinking::Imagined(games)) => f.pad(&format!("{}@{games}", self.kind)),
        }
    }
}

impl FromStr for Contestant {
    type Err = BadContestant;

    fn from_str(text: &str) -> Result<Contestant, BadContestant> {
        let Some((name, budget)) = text.split_once('@') else {
            return Ok(Contestant::from(text.parse::<BotKind>()?));
        };
        let kind: BotKind = name.parse()?;
        if kind.settings().is_none() {
            return Err(BadContestant::NoBudget { bot: kind });
        }
        let bad = || BadContestant::Budget { budget: budget.to_owned() };
        let thinking = match budget.strip_suffix("ms") {
            Some(millis) => {
                let millis = millis.parse().ok().filter(|millis| (1..=MAX_MILLIS).contains(millis));
                Thinking::Millis(millis.ok_or_else(bad)?)
            }
            None => {
                let games = budget.parse().ok().filter(|games| (1..=MAX_IMAGINED).contains(games));
                Thinking::Imagined(games.ok_or_else(bad)?)
            }
        };
        Ok(Contestant { kind, thinking: Some(thinking) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were_written() {
        for kind in BotKind::ALL {
            assert_eq!(kind.name().parse::<Contestant>().unwrap(), Contestant::from(kind));
        }
        for name in ["hard", "hard@200ms", "expert@500", "medium"] {
            assert_eq!(name.parse::<Contestant>().unwrap().to_string(), name);
        }
        assert!(!"hard".parse::<Contestant>().unwrap().repeats());
        let fixed: Contestant = "expert@500".parse().unwrap();
        assert!(fixed.repeats() && fixed.threads() == 1);
    }

    #[test]
    fn impossible_contestants_are_refused_with_what_is_possible() {
        let refused = |text: &str| text.parse::<Contestant>().unwrap_err().to_string();
        assert!(refused("clever").contains("there is no bot \"clever\""));
        assert!(refused("clever@5").contains("there is no bot \"clever\""));
        assert!(refused("random@5").contains("takes no budget; those that do are hard, expert"));
        for budget in ["hard@0", "hard@0ms", "hard@-3", "hard@", "hard@ms", "hard@99999999ms", "hard@3s"] {
            assert!(refused(budget).contains("is no budget"), "{budget}");
        }
    }
}
