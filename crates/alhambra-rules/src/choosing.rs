//! Which modules to begin with: the groups in which they were published, and sets we recommend. Each edition says which.

use crate::{EditionId, ModuleId, Ref, speech};
use serde::Serialize;

/// Modules that were published together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its name in arguments.
    pub slug: &'static str,
    /// The first and the last of its modules, by number.
    pub numbers: (u8, u8),
}

/// Modules that go well together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Recommended {
    /// Its name in arguments.
    pub slug: &'static str,
    /// Its modules, by number.
    pub modules: &'static [u8],
    /// What came out when bots played it.
    pub played: Played,
}

/// What came out of many games of three medium bots, rounded.
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

pub(crate) const fn played(turns: u16, decisions: u16, points: u16, ahead: u16, overtaken: u16) -> Played {
    Played { turns, decisions, points, ahead, overtaken }
}

impl Group {
    /// What it was called.
    pub fn title(&self, language: &str) -> &'static str {
        speech::anybody(language, &format!("group.{}", self.slug)).unwrap_or(self.slug)
    }

    /// Its modules, by number.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (self.numbers.0..=self.numbers.1).filter_map(ModuleId::with_number)
    }

    /// The group a module was published in.
    pub fn of(edition: EditionId, module: ModuleId) -> Option<&'static Group> {
        edition
            .profile()
            .groups
            .iter()
            .find(|group| (group.numbers.0..=group.numbers.1).contains(&module.number()))
    }
}

impl Played {
    /// In a sentence without its full stop.
    pub fn told(self, language: &str) -> String {
        let Played { turns, decisions, points, ahead, overtaken } = self;
        let numbers = [turns, decisions, points, ahead, overtaken].map(Ref::number);
        speech::sentence(language, &speech::core(language, "set.played"), &numbers)
    }
}

impl Recommended {
    /// What to call it.
    pub fn title(&self, language: &str) -> &'static str {
        speech::anybody(language, &format!("set.{}", self.slug)).unwrap_or(self.slug)
    }

    /// Why its modules go together.
    pub fn why(&self, language: &str) -> &'static str {
        speech::anybody(language, &format!("set.{}.why", self.slug)).unwrap_or_default()
    }

    /// Its modules, by number.
    pub fn modules(&self) -> impl Iterator<Item = ModuleId> + use<> {
        self.modules.iter().filter_map(|number| ModuleId::with_number(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// What an edition has modules for at all: the box, without those of one's own.
    fn offered() -> impl Iterator<Item = EditionId> {
        EditionId::offered().filter(|edition| !edition.profile().groups.is_empty())
    }

    #[test]
    fn every_module_was_published_in_one_group() {
        assert!(offered().count() > 0);
        for edition in offered() {
            let all: Vec<ModuleId> = edition.profile().groups.iter().flat_map(Group::modules).collect();
            let boxed = ModuleId::ALL.iter().filter(|module| module.number() <= crate::modules::BOX);
            assert_eq!(all, boxed.copied().collect::<Vec<_>>());
            for module in &all {
                let group = Group::of(edition, *module);
                assert!(group.is_some_and(|group| group.modules().any(|own| own == *module)));
            }
        }
    }

    /// Every set exists and can be played by any number of people.
    #[test]
    fn sets_can_be_played() {
        for set in EditionId::default().profile().sets {
            assert_eq!(set.modules().count(), set.modules.len(), "{}", set.slug);
            for players in 2..=6 {
                let setup = set.modules().fold(Setup::players(players), Setup::with);
                setup.check().unwrap_or_else(|why| panic!("{} for {players}: {why}", set.slug));
            }
        }
    }

    #[test]
    fn groups_and_sets_are_called_something_in_both_languages() {
        for edition in offered() {
            let profile = edition.profile();
            for group in profile.groups {
                assert_ne!(group.title("en"), group.slug);
                assert!(group.title("pl") == group.title("en"), "English where nothing is said");
            }
            assert!(profile.groups.iter().any(|group| group.title("de") != group.title("en")));
            for set in profile.sets {
                assert!(set.title("en") != set.slug && set.title("de") != set.title("en"), "{}", set.slug);
                assert!(set.why("en").ends_with('.') && set.why("de").ends_with('.'), "{}", set.slug);
                assert_ne!(set.why("de"), set.why("en"), "{}", set.slug);
                for language in ["en", "de"] {
                    let told = set.played.told(language);
                    assert!(told.contains(&set.played.turns.to_string()) && !told.contains('{'), "{told}");
                }
            }
        }
    }
}
