//! Which modules to begin with: the groups in which they were published, and sets we recommend.

use crate::ModuleId;
use serde::Serialize;

/// Modules that were published together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its name in arguments.
    pub slug: &'static str,
    /// What it was called.
    pub title: &'static str,
    /// The first and the last of its modules, by number.
    pub numbers: (u8, u8),
}

/// Modules that go well together. Why they do is told by whoever shows them, in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Recommended {
    /// Its name in arguments.
    pub slug: &'static str,
    /// What to call it.
    pub title: &'static str,
    /// Its modules, by number.
    pub modules: &'static [u8],
    /// What came out when bots played it.
    pub played: Played,
}

/// What came out of a thousand games of three medium bots, rounded:
/// `alhambra study --sets … --deals 1000 --out games.csv` with the sets below (version 0.2.0, seed 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// How many turns a game has.
    pub turns: u16,
    /// How often somebody is asked in a game.
    pub decisions: u16,
    /// The points of a player.
    pub points: u16,
    /// By how much the winner is ahead of the next.
    pub ahead: u16,
    /// In how many games of a hundred somebody wins who had not scored most in the first two scorings.
    pub overtaken: u16,
}

const fn played(turns: u16, decisions: u16, points: u16, ahead: u16, overtaken: u16) -> Played {
    Played { turns, decisions, points, ahead, overtaken }
}

/// The same deals without any module.
pub const WITHOUT: Played = played(89, 183, 127, 16, 30);

/// The groups of the Mega Box, in its order: six expansions of four modules each, and what came from elsewhere.
pub const GROUPS: [Group; 9] = [
    group("expansion-1", "First expansion: The Vizier's Favour", (1, 4)),
    group("expansion-2", "Second expansion: The City Gates", (5, 8)),
    group("expansion-3", "Third expansion: The Thief's Turn", (9, 12)),
    group("expansion-4", "Fourth expansion: The Treasure Chamber", (13, 16)),
    group("expansion-5", "Fifth expansion: Power of the Sultan", (17, 20)),
    group("expansion-6", "Sixth expansion: The Falconers", (21, 24)),
    group("queenies", "Queenies", (25, 26)),
    group("designers", "Designers' expansions", (27, 40)),
    group("fans", "Fans' expansions", (41, 43)),
];

const fn group(slug: &'static str, title: &'static str, numbers: (u8, u8)) -> Group {
    Group { slug, title, numbers }
}

/// Sets to begin with, the lightest first.
pub const RECOMMENDED: [Recommended; 6] = [
    Recommended {
        slug: "first-step",
        title: "A first step",
        modules: &[2, 6, 25],
        played: played(123, 223, 134, 19, 25),
    },
    Recommended {
        slug: "builders",
        title: "For builders",
        modules: &[4, 32, 33, 43],
        played: played(111, 270, 175, 17, 30),
    },
    Recommended {
        slug: "walls",
        title: "All about walls",
        modules: &[8, 9, 15, 22],
        played: played(108, 268, 151, 19, 33),
    },
    Recommended {
        slug: "bargains",
        title: "Bargains",
        modules: &[11, 19, 24, 42],
        played: played(72, 270, 120, 16, 29),
    },
    Recommended {
        slug: "elbows",
        title: "With elbows",
        modules: &[1, 7, 10, 18],
        played: played(80, 293, 129, 17, 32),
    },
    Recommended {
        slug: "evening",
        title: "A whole evening",
        modules: &[12, 29, 34, 37, 40],
        played: played(89, 522, 121, 18, 31),
    },
];

impl Group {
    /// Its modules, by number.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (self.numbers.0..=self.numbers.1).filter_map(ModuleId::with_number)
    }

    /// The group a module was published in.
    pub fn of(module: ModuleId) -> Option<&'static Group> {
        GROUPS.iter().find(|group| (group.numbers.0..=group.numbers.1).contains(&module.number()))
    }
}

impl Played {
    /// In a sentence without its full stop.
    pub fn told(self) -> String {
        let Played { turns, decisions, points, ahead, overtaken } = self;
        format!(
            "{turns} turns, {decisions} decisions, {points} points each; the winner is {ahead} ahead, and in {overtaken} games \
             of 100 had not scored most in the first two scorings"
        )
    }
}

impl Recommended {
    /// Its modules, by number.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        self.modules.iter().filter_map(|number| ModuleId::with_number(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[test]
    fn every_module_was_published_in_one_group() {
        let all: Vec<ModuleId> = GROUPS.iter().flat_map(Group::modules).collect();
        let boxed =
            ModuleId::ALL.iter().filter(|module| usize::from(module.number()) <= crate::modules::BOX.len());
        assert_eq!(all, boxed.copied().collect::<Vec<_>>());
        for module in &all {
            assert!(Group::of(*module).is_some_and(|group| group.modules().any(|own| own == *module)));
        }
    }

    /// Every set exists and can be played by any number of people.
    #[test]
    fn sets_can_be_played() {
        for set in RECOMMENDED {
            assert_eq!(set.modules().count(), set.modules.len(), "{}", set.slug);
            for players in 2..=6 {
                let setup = set.modules().fold(Setup::players(players), Setup::with);
                setup.check().unwrap_or_else(|why| panic!("{} for {players}: {why}", set.slug));
            }
        }
    }
}
