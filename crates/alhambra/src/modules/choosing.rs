//! Which modules to begin with: the groups in which they were published, and sets we recommend.

use alhambra_rules::ModuleId;
use serde::Serialize;

/// Modules that were published together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Group {
    /// Its name in arguments.
    pub(crate) slug: &'static str,
    /// What it was called.
    pub(crate) title: &'static str,
    /// The first and the last of its modules, by number.
    pub(crate) numbers: (u8, u8),
}

/// Modules that go well together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Recommended {
    /// Its name in arguments.
    pub(crate) slug: &'static str,
    /// What to call it.
    pub(crate) title: &'static str,
    /// Its modules, by number.
    pub(crate) modules: &'static [u8],
    /// Why these.
    pub(crate) reason: &'static str,
    /// What came out when bots played it.
    pub(crate) played: Played,
}

/// What came out of a thousand games of three medium bots, on average and rounded, each dealt like one without modules:
/// `alhambra study --sets … --deals 1000 --players 3 --bots medium --out games.csv` (version 0.2.0, seed 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Played {
    /// How many turns a game has.
    pub(crate) turns: u16,
    /// How often somebody is asked in a game.
    pub(crate) decisions: u16,
    /// The points of a player.
    pub(crate) points: u16,
    /// By how much the winner is ahead of the next.
    pub(crate) ahead: u16,
    /// In how many games of a hundred somebody wins who did not lead after the second scoring.
    pub(crate) overtaken: u16,
}

/// The same games without any module.
pub(crate) const WITHOUT: Played = played(89, 183, 127, 16, 30);

const fn played(turns: u16, decisions: u16, points: u16, ahead: u16, overtaken: u16) -> Played {
    Played { turns, decisions, points, ahead, overtaken }
}

/// The groups of the Mega Box, in its order: six expansions of four modules each, and what came from elsewhere.
pub(crate) const GROUPS: [Group; 9] = [
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
pub(crate) const RECOMMENDED: [Recommended; 6] = [
    Recommended {
        slug: "first-step",
        title: "A first step",
        modules: &[2, 6, 25],
        reason: "Three modules that are explained in a sentence each: paying gets easier, and nothing else changes.",
        played: played(123, 223, 134, 19, 25),
    },
    Recommended {
        slug: "builders",
        title: "For builders",
        modules: &[4, 32, 33, 43],
        reason: "All of them ask how a palace is laid out; nobody does anything to anybody.",
        played: played(101, 236, 162, 18, 27),
    },
    Recommended {
        slug: "walls",
        title: "All about walls",
        modules: &[8, 9, 15, 22],
        reason: "The longest wall is fought over from four sides: what stands on it, beside it, and against it.",
        played: played(107, 264, 150, 19, 32),
    },
    Recommended {
        slug: "bargains",
        title: "Bargains",
        modules: &[11, 19, 24, 42],
        reason: "What is paid too much is never lost; every purchase is a small calculation.",
        played: played(73, 257, 123, 15, 26),
    },
    Recommended {
        slug: "elbows",
        title: "With elbows",
        modules: &[1, 7, 10, 18],
        reason: "People buy, bid, steal and claim in each other's turns: the most talk at the table.",
        played: played(80, 293, 129, 17, 31),
    },
    Recommended {
        slug: "evening",
        title: "A whole evening",
        modules: &[12, 29, 34, 37, 40],
        reason: "Five of the heaviest that stay out of each other's way: on tiles, in palaces, on the market and on a board of their own.",
        played: played(90, 525, 121, 17, 28),
    },
];

impl Group {
    /// The group a module was published in.
    pub(crate) fn of(module: ModuleId) -> Option<&'static Group> {
        GROUPS.iter().find(|group| (group.numbers.0..=group.numbers.1).contains(&module.number()))
    }
}

impl Played {
    /// In a sentence.
    pub(crate) fn told(self) -> String {
        let Played { turns, decisions, points, ahead, overtaken } = self;
        format!(
            "{turns} turns, {decisions} decisions, {points} points each; the winner is {ahead} ahead, and in {overtaken} \
             games of 100 did not lead after the second scoring"
        )
    }
}

impl Recommended {
    /// Its modules, by number.
    pub(crate) fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        self.modules.iter().filter_map(|number| ModuleId::with_number(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::Setup;

    #[test]
    fn every_module_was_published_in_one_group() {
        let of = |group: &Group| (group.numbers.0..=group.numbers.1).filter_map(ModuleId::with_number);
        let all: Vec<ModuleId> = GROUPS.iter().flat_map(of).collect();
        let boxed = ModuleId::ALL
            .iter()
            .filter(|module| usize::from(module.number()) <= alhambra_rules::module::BOX.len());
        assert_eq!(all, boxed.copied().collect::<Vec<_>>());
        for module in &all {
            assert!(Group::of(*module).is_some_and(|group| of(group).any(|own| own == *module)));
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
