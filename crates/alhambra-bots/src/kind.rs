//! The bots by name.

use crate::search::{Budget, SearchBot, Settings};
use crate::{Bot, MediumBot, RandomBot, UniformBot};
use std::fmt;
use std::str::FromStr;

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// [`RandomBot`]: by lot, first what kind of action and then which one.
    Random,
    /// [`UniformBot`]: by lot from the full list of legal actions.
    Uniform,
    /// [`MediumBot`]: the action that looks best right now.
    Medium,
    /// search
    Hard,
}

impl BotKind {
    /// All bots, the weakest first.
    pub const ALL: [BotKind; 4] = [BotKind::Random, BotKind::Uniform, BotKind::Medium, BotKind::Hard];

    /// The name, as people type it.
    pub const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Uniform => "uniform",
            BotKind::Medium => "medium",
            BotKind::Hard => "hard",
        }
    }

    /// What the bot does, in a few words.
    pub const fn summary(self) -> &'static str {
        match self {
            BotKind::Random => "draws a kind of action, then one of that kind; the fastest",
            BotKind::Uniform => "draws from the full list of legal actions",
            BotKind::Hard => "searches",
            BotKind::Medium => "takes what looks best right now: majorities, walls, exact payments",
        }
    }

    /// Hires a bot of this kind.
    pub fn make(self) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(RandomBot::default()),
            BotKind::Uniform => Box::new(UniformBot::default()),
            BotKind::Medium => Box::new(MediumBot::default()),
            BotKind::Hard => Box::new(SearchBot::new(Settings { budget: Budget::time(std::time::Duration::from_millis(50)), threads: 1, answers: 12, turns: 12 })),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBot {
    name: String,
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = BotKind::ALL.map(BotKind::name).join(", ");
        write!(f, "there is no bot \"{}\"; the bots are {known}", self.name)
    }
}

impl std::error::Error for UnknownBot {}

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<BotKind, UnknownBot> {
        let known = BotKind::ALL.into_iter().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownBot { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        for kind in BotKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let error = "clever".parse::<BotKind>().unwrap_err().to_string();
        assert_eq!(error, "there is no bot \"clever\"; the bots are random, uniform, greedy");
    }
}
