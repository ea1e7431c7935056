//! The bots by name.

use crate::search::{Budget, SearchBot, Settings};
use crate::{Bot, EasyBot, MediumBot, RandomBot, UniformBot};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The bots there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// [`RandomBot`]: by lot, first what kind of action and then which one.
    Random,
    /// [`UniformBot`]: by lot from the full list of legal actions.
    Uniform,
    /// [`EasyBot`]: the best of what it notices.
    Easy,
    /// [`MediumBot`]: the action that looks best right now.
    Medium,
    /// [`SearchBot`] with 50 ms for a decision.
    Hard,
    /// [`SearchBot`] with a second for a decision, on all cores.
    Expert,
}

impl BotKind {
    /// All bots, the weakest first.
    pub const ALL: [BotKind; 6] =
        [BotKind::Random, BotKind::Uniform, BotKind::Easy, BotKind::Medium, BotKind::Hard, BotKind::Expert];

    /// The name, as people type it.
    pub const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Uniform => "uniform",
            BotKind::Easy => "easy",
            BotKind::Medium => "medium",
            BotKind::Hard => "hard",
            BotKind::Expert => "expert",
        }
    }

    /// What the bot does, in a few words.
    pub const fn summary(self) -> &'static str {
        match self {
            BotKind::Random => "draws a kind of action, then one of that kind; the fastest",
            BotKind::Uniform => "draws from the full list of legal actions",
            BotKind::Easy => "takes the best of what it notices; to be beaten in a first game",
            BotKind::Medium => "takes what looks best right now: majorities, walls, exact payments",
            BotKind::Hard => "imagines how the game goes on, 50 ms for a decision",
            BotKind::Expert => "imagines more of it, a second for a decision on all cores",
        }
    }

    /// How the bot searches, if it does.
    pub fn settings(self) -> Option<Settings> {
        match self {
            BotKind::Hard => Some(Settings::new(Budget::time(Duration::from_millis(50)), 1)),
            BotKind::Expert => Some(Settings::patient(Budget::time(Duration::from_secs(1)), cores())),
            _ => None,
        }
    }

    /// Hires a bot of this kind.
    pub fn make(self) -> Box<dyn Bot> {
        match (self, self.settings()) {
            (_, Some(settings)) => Box::new(SearchBot::new(settings)),
            (BotKind::Random, _) => Box::new(RandomBot::default()),
            (BotKind::Uniform, _) => Box::new(UniformBot::default()),
            (BotKind::Easy, _) => Box::new(EasyBot::default()),
            _ => Box::new(MediumBot::default()),
        }
    }
}

/// How many threads an expert thinks with.
fn cores() -> usize {
    if cfg!(feature = "threads") { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 }
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
        assert_eq!(
            error,
            "there is no bot \"clever\"; the bots are random, uniform, easy, medium, hard, expert"
        );
    }
}
