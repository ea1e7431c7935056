//! What is played, as arguments name it: editions and modules, by short name or number.

use alhambra_rules::{EditionId, ModuleId, Setup, code};
use std::str::FromStr;

/// The edition with this name: one that is offered.
///
/// # Errors
/// That there is none, and which there are.
pub(crate) fn edition(name: &str) -> Result<EditionId, String> {
    EditionId::offered().find(|edition| edition.slug() == name).ok_or_else(|| {
        let known: Vec<&str> = EditionId::offered().map(EditionId::slug).collect();
        format!("there is no edition \"{name}\"; there are {}", known.join(", "))
    })
}

/// The set-up a code stands for.
///
/// # Errors
/// Why it stands for none.
pub(crate) fn setup_code(text: &str) -> Result<Setup, String> {
    code::decode(text).map_err(|why| why.to_string())
}

/// The module with this short name or number.
///
/// # Errors
/// That there is none, and which there are.
pub(crate) fn module(name: &str) -> Result<ModuleId, String> {
    let numbered = name.parse().ok().and_then(ModuleId::with_number);
    numbered.or_else(|| ModuleId::with_slug(name)).ok_or_else(|| {
        let known = ModuleId::ALL.iter().map(|module| format!("{} {}", module.number(), module.info().slug));
        let known: Vec<String> = known.collect();
        format!("there is no module \"{name}\" that can be switched on; there are {}", known.join(", "))
    })
}

/// One word of `--modules`: a module, or all that go with the edition and the number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    One(ModuleId),
    All,
}

impl FromStr for Which {
    type Err = String;

    fn from_str(name: &str) -> Result<Which, String> {
        if name == "all" { Ok(Which::All) } else { module(name).map(Which::One) }
    }
}

/// The set-up with these modules. Whether those that were named go with it is for `Setup::check` to say.
pub(crate) fn with(setup: Setup, modules: &[Which]) -> Setup {
    modules.iter().fold(setup, |setup, which| match which {
        Which::One(module) => setup.with(*module),
        Which::All => ModuleId::playable(setup.edition).fold(setup, |setup, module| {
            let more = setup.clone().with(module);
            if more.check().is_ok() { more } else { setup }
        }),
    })
}

/// What is played, in a few words.
pub(crate) fn told(setup: &Setup) -> String {
    let modules: Vec<&str> = setup.modules.keys().map(|module| module.title()).collect();
    let game = match (setup.edition, modules.len()) {
        (EditionId::Classic, 0) => return "the base game".to_owned(),
        (EditionId::Classic, n) if n == ModuleId::ALL.len() => return format!("all {n} modules"),
        (EditionId::Classic, _) => return modules.join(", "),
        (edition, _) => edition.to_string(),
    };
    if modules.is_empty() { game } else { format!("{game} with {}", modules.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_go_by_name_number_and_all_together() {
        let which = |words: &str| words.split(',').map(|word| word.parse().unwrap()).collect::<Vec<Which>>();
        let named = with(Setup::players(3), &which("thieves,6"));
        assert_eq!(named.modules.keys().map(|module| module.number()).collect::<Vec<_>>(), [6, 10]);
        let all = with(Setup::players(3), &which("all"));
        assert_eq!(all.modules.len(), ModuleId::ALL.len());
        assert_eq!(told(&all), "all 43 modules");
        all.check().unwrap();
        let palace = Setup::players(3).in_edition(EditionId::RedPalace);
        let all = with(palace.clone(), &which("all"));
        all.check().unwrap();
        assert!(all.modules.len() > 3 && all.modules.len() < ModuleId::ALL.len());
        assert_eq!(told(&palace), "The Red Palace");
        assert!("hats".parse::<Which>().unwrap_err().contains("there is no module \"hats\""));
    }
}
