//! Every edition under all laws, alone and with the modules that go with it, and what an edition refuses.
#![cfg(feature = "testkit")]

use alhambra_rules::code::{BadCode, decode, encode};
use alhambra_rules::laws::{self, Watch};
use alhambra_rules::table::Table;
use alhambra_rules::{
    EditionId, GameState, HOUSE_RULES, Happened, Io, ModuleId, PieceId, Quick, Ref, Seeded, Setup,
    SetupError, Source, drills, speech,
};
use std::collections::BTreeSet;

const ALWAYS: Watch = Watch { every: 1, record: true };
const NOW_AND_THEN: Watch = Watch { every: 41, record: true };

fn others() -> impl Iterator<Item = EditionId> {
    EditionId::ALL.iter().copied().filter(|edition| *edition != EditionId::default())
}

fn play(setup: &Setup, seed: u64, watch: Watch) {
    if let Err(breach) = laws::play(setup, seed, watch) {
        panic!(
            "{}, {} players, {:?}, seed {seed}: {breach}",
            setup.edition,
            setup.players.len(),
            setup.modules
        );
    }
}

#[test]
fn every_edition_obeys_the_laws() {
    for edition in others() {
        for players in 2..=6 {
            for confirm in [false, true] {
                let setup = Setup { confirm, ..Setup::players(players).in_edition(edition) };
                play(&setup, 0, ALWAYS);
                (1..12).for_each(|seed| play(&setup, seed, NOW_AND_THEN));
            }
        }
    }
}

/// Every variant of an edition, alone and with some modules that go with it.
#[test]
fn every_variant_of_an_edition_obeys_the_laws() {
    for edition in others() {
        let Some(rules) = edition.profile().rules else { continue };
        let mut met = BTreeSet::new();
        for seed in 0..24u64 {
            let mut dice = Quick::new(seed);
            let players = 2 + seed as usize % 5;
            let beside = ModuleId::playable(edition).filter(|_| seed % 3 == 2 && dice.below(4) == 0);
            let modules: Vec<ModuleId> = [rules].into_iter().chain(beside).collect();
            let setup = modules.into_iter().fold(Setup::players(players).in_edition(edition), |setup, m| {
                drills::joined(setup, m, |values| dice.below(values as u32) as usize)
            });
            met.extend(setup.modules[&rules].clone());
            play(&setup, seed, NOW_AND_THEN);
        }
        for (option, values) in rules.info().options {
            let all = values.iter().all(|value| met.contains(&((*option).to_owned(), (*value).to_owned())));
            assert!(all, "{edition}: not every value of {option} was played: {met:?}");
        }
    }
}

#[test]
fn modules_of_an_edition_obey_the_laws_in_it() {
    for edition in others() {
        for module in ModuleId::playable(edition) {
            for players in module.info().players.clone() {
                let setup = Setup::players(players).in_edition(edition).with(module);
                if setup.check().is_ok() {
                    (0..3).for_each(|seed| play(&setup, seed, NOW_AND_THEN));
                }
            }
        }
    }
}

// A-31-8: a tile that was built over went to where only a gate would have led; found here, with gates and craftsmen on.
#[test]
fn all_modules_of_an_edition_go_together() {
    for edition in others() {
        for players in 2..=6 {
            let fits = |module: &ModuleId| module.info().players.contains(&players);
            let alone = Setup::players(players).in_edition(edition);
            let setup = ModuleId::playable(edition).filter(fits).fold(alone, Setup::with);
            (0..2).for_each(|seed| play(&setup, seed, NOW_AND_THEN));
        }
    }
}

#[test]
fn what_an_edition_refuses_it_refuses_with_a_reason() {
    for edition in others() {
        for module in ModuleId::ALL {
            let checked = Setup::players(3).in_edition(edition).with(*module).check();
            match module.in_edition(edition) {
                Ok(()) => assert_eq!(checked, Ok(()), "{edition}: {module:?}"),
                Err(why) => {
                    assert_eq!(checked, Err(SetupError::Module { module: *module, why: why.clone() }));
                    for language in ["en", "de"] {
                        let said = speech::objection(language, Some(*module), &why);
                        assert!(said.len() > 10 && !said.contains('_'), "{edition}: {module:?}: {said}");
                    }
                }
            }
        }
        if let Some(rules) = edition.profile().rules {
            assert!(!ModuleId::ALL.contains(&rules), "it cannot be switched on by itself");
            for elsewhere in EditionId::ALL.iter().filter(|other| **other != edition) {
                assert!(Setup::players(3).in_edition(*elsewhere).with(rules).check().is_err());
            }
        }
    }
}

/// Ruling 39: a house rule stays at its default where the edition has its own rule.
#[test]
fn house_rules_of_the_red_palace() {
    let mut open = Vec::new();
    for rule in HOUSE_RULES.iter().filter(|rule| rule.values.len() > 1) {
        let value =
            rule.values[1].parse::<bool>().map_or_else(|_| rule.values[1].into(), serde_json::Value::from);
        let house = serde_json::json!({ rule.option: value, "unofficial": true });
        let house = serde_json::from_value(house).unwrap();
        let setup = Setup { house, ..Setup::players(3).in_edition(EditionId::RedPalace) };
        match setup.check() {
            Ok(()) => open.push(rule.id),
            Err(SetupError::House { rule: refused, .. }) => assert_eq!(refused, rule.option),
            Err(other) => panic!("{}: {other}", rule.id),
        }
    }
    assert_eq!(open, ["HR-3", "HR-16", "HR-9", "HR-23"], "HR-22 is a name and always open");
}

/// What happened in a game by lot, deed by deed.
fn story(edition: EditionId, seed: u64) -> Vec<(u32, Happened)> {
    let mut table = Table::new(Setup::players(3).in_edition(edition), seed).unwrap();
    let mut dice = Quick::new(seed);
    let mut actions = Vec::new();
    while let Some(seat) = table.game().to_move() {
        table.game().legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        table.apply(seat, action).unwrap();
    }
    table.log().iter().map(|(n, event)| (*n, event.what.clone())).collect()
}

/// The order of steps is a table of the edition and nothing the core takes for granted.
#[test]
fn the_order_of_steps_is_that_of_the_edition() {
    for (edition, walls_first, cash_first) in [
        (EditionId::Classic, true, true),
        (EditionId::RedPalace, true, false),
        (EditionId::Trial, false, false),
    ] {
        let (mut scorings, mut refills) = (0, 0);
        for seed in 0..4 {
            let story = story(edition, seed);
            for deed in story.chunk_by(|(n, _), (next, _)| n == next).skip(1) {
                let at = |wanted: &dyn Fn(&Happened) -> bool| deed.iter().position(|(_, what)| wanted(what));
                let from = |wanted: fn(Source) -> bool| {
                    at(&|what| matches!(what, Happened::Scored { line } if wanted(line.source)))
                };
                let walls = from(|source| source == Source::Wall);
                if let Some((walls, types)) = walls.zip(from(|it| matches!(it, Source::Majority(_)))) {
                    assert_eq!(walls < types, walls_first, "{edition}, seed {seed}: {deed:?}");
                    scorings += 1;
                }
                let cash = at(&|what| matches!(what, Happened::Displayed { .. }));
                let tiles = at(&|what| matches!(what, Happened::OnMarket { .. }));
                if let Some((cash, tiles)) = cash.zip(tiles) {
                    assert_eq!(cash < tiles, cash_first, "{edition}, seed {seed}: {deed:?}");
                    refills += 1;
                }
            }
        }
        assert!(scorings > 0 && refills > 0, "{edition}: {scorings} scorings, {refills} refills");
    }
    // Modules are played in that order as well.
    assert!(ModuleId::playable(EditionId::Trial).count() > 2);
}

/// Editions print different things on a piece, so that nothing is said of one by its number alone.
#[test]
fn a_piece_without_a_game_is_a_number() {
    let piece = Ref::Piece(PieceId::new(12).unwrap());
    assert_eq!(speech::sentence("en", "no room for {a}", &[piece]), "no room for piece 12");
}

#[test]
fn codes_and_json_know_the_edition() {
    for edition in others() {
        let mut setup = Setup::players(4).in_edition(edition);
        if let Some(module) = ModuleId::playable(edition).next() {
            setup = setup.with(module);
        }
        assert_eq!(decode(&encode(&setup).unwrap()), Ok(setup.clone()), "{edition}");
        let json = serde_json::to_string(&setup).unwrap();
        assert!(json.contains(edition.slug()), "{json}");
        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
        // Options of what the edition always has are part of the code.
        if let Some(rules) = edition.profile().rules {
            let (name, values) = rules.info().options[0];
            setup.modules.entry(rules).or_default().insert(name.to_owned(), values[1].to_owned());
            assert_eq!(decode(&encode(&setup).unwrap()), Ok(setup));
        }
    }
    let unknown = encode(&Setup::players(4)).unwrap();
    assert_eq!(decode(&unknown), Ok(Setup::players(4)));
    assert!(matches!(decode("zzzzz"), Err(BadCode::Mistyped)));
}

#[test]
fn only_what_can_be_played_to_the_end_is_offered() {
    assert!(EditionId::offered().any(|edition| edition == EditionId::Classic));
    assert!(EditionId::offered().all(|edition| edition != EditionId::Trial));
}

#[test]
fn sizes_are_those_of_the_edition() {
    let mut luck = Seeded::new(1);
    let game = |setup: &Setup, luck: &mut Seeded| GameState::new(setup, &mut Io::silent(luck)).unwrap();
    let trial = game(&Setup::players(3).in_edition(EditionId::Trial), &mut luck);
    let view = trial.view(None);
    assert_eq!((view.market.len(), view.display.len()), (6, 5));
    assert!(view.players.iter().all(|player| player.score == 3));
    assert_eq!(view.tower, 48 - 6);
    let two = game(&Setup::players(2).in_edition(EditionId::Trial), &mut luck);
    assert_eq!(two.view(None).dirk.unwrap().tiles.len(), 4);
}
