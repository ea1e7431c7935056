//! The laws, on every build: whole games at random with everything checked at every decision.
#![cfg(feature = "testkit")]

use alhambra_rules::laws::{self, Watch};
use alhambra_rules::{ModuleId, Setup, drills};
use common::asked;
use proptest::prelude::*;

mod common;

const ALWAYS: Watch = Watch { every: 1, record: true };
const NOW_AND_THEN: Watch = Watch { every: 41, record: true };

fn games(players: usize, watch: Watch, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for confirm in [false, true] {
            let setup = Setup { confirm, ..Setup::players(players) };
            if let Err(breach) = laws::play(&setup, seed, watch) {
                panic!("{players} players, seed {seed}, confirm {confirm}: {breach}");
            }
        }
    }
}

#[test]
fn two_players_with_dirk() {
    games(2, ALWAYS, 0..2);
    games(2, NOW_AND_THEN, 2..40);
}

#[test]
fn three_players() {
    games(3, ALWAYS, 0..2);
    games(3, NOW_AND_THEN, 2..40);
}

#[test]
fn four_players() {
    games(4, ALWAYS, 0..2);
    games(4, NOW_AND_THEN, 2..40);
}

#[test]
fn five_players() {
    games(5, ALWAYS, 0..2);
    games(5, NOW_AND_THEN, 2..40);
}

#[test]
fn six_players() {
    games(6, ALWAYS, 0..2);
    games(6, NOW_AND_THEN, 2..40);
}

const SETS: Watch = Watch { every: 61, record: true };

fn together(modules: &[ModuleId], players: usize, seeds: std::ops::Range<u64>) {
    let range = |m: &&ModuleId| m.info().players.contains(&players);
    let setup = modules.iter().filter(range).fold(Setup::players(players), |setup, m| setup.with(*m));
    for seed in seeds {
        if let Err(breach) = laws::play(&setup, seed, SETS) {
            panic!("{modules:?} with {players} players, seed {seed}: {breach}");
        }
    }
}

#[test]
fn all_modules_together() {
    (2..=6).for_each(|players| together(ModuleId::ALL, players, 0..2));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..asked() })]

    #[test]
    fn any_set_of_modules(bits: u64, players in 2usize..=6, seed: u64) {
        let on = ModuleId::ALL.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, m)| *m);
        together(&on.collect::<Vec<_>>(), players, seed..seed.saturating_add(1));
    }
}

/// Any agreement a table can come to: every field of the house rules takes every value.
fn agreements() -> impl Strategy<Value = Setup> {
    let fields: Vec<(&'static str, &'static [&'static str])> = alhambra_rules::HOUSE_RULES
        .iter()
        .filter(|rule| rule.option != "dirk")
        .map(|rule| (rule.option, rule.values))
        .collect();
    (2usize..=6, proptest::collection::vec(0usize..8, fields.len())).prop_map(move |(players, picks)| {
        let mut house = serde_json::Map::new();
        house.insert("unofficial".to_owned(), true.into());
        for ((option, values), pick) in fields.iter().zip(picks) {
            let value = values[pick % values.len()];
            let value = match value {
                "true" => true.into(),
                "false" => false.into(),
                text => serde_json::Value::from(text),
            };
            house.insert((*option).to_owned(), value);
        }
        let house = serde_json::from_value(house.into()).expect("listed values are accepted");
        Setup { house, ..Setup::players(players) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..asked() })]

    #[test]
    fn any_house_rules_play_to_the_end(setup in agreements(), seed: u64) {
        if let Err(breach) = laws::play(&setup, seed, NOW_AND_THEN) {
            prop_assert!(false, "{:?}: {breach}", setup.house);
        }
    }
}

// The fuzzers' drills as plain loops, for machines without a fuzzer.
proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..asked() })]

    #[test]
    fn drill_legal_vs_check(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        drills::legal_vs_check(&bytes);
    }

    #[test]
    fn drill_apply_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        drills::apply_never_panics(&bytes);
    }

    #[test]
    fn drill_record_roundtrip(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        drills::record_roundtrip(&bytes);
    }

    #[test]
    fn drill_view_noninterference(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        drills::view_noninterference(&bytes);
    }
}

/// Every value of every option of every module, one game each, with the laws on.
#[test]
fn every_option_of_every_module() {
    for &module in ModuleId::ALL {
        for (option, values) in module.info().options {
            for value in *values {
                let players = 2 + usize::from(module.number()) % 5;
                let players = players.clamp(*module.info().players.start(), *module.info().players.end());
                let mut setup = Setup::players(players).with(module);
                let chosen = setup.modules.entry(module).or_default();
                chosen.insert((*option).to_owned(), (*value).to_owned());
                let refused = setup.check().is_err();
                // Where a value needs other tables or house rules, its module says so; its tests play it.
                if !refused && let Err(breach) = laws::play(&setup, 1, SETS) {
                    panic!("{} with {option} = {value}: {breach}", module.info().slug);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..asked() })]

    #[test]
    fn any_house_rules_with_any_modules(setup in agreements(), bits: u64, seed: u64) {
        let players = setup.players.len();
        let on = ModuleId::ALL.iter().filter(|m| bits >> (m.number() - 1) & 1 != 0);
        // Modules that these house rules do not go with are left out one by one.
        let setup = on.filter(|m| m.info().players.contains(&players)).fold(setup, |setup, module| {
            let with = setup.clone().with(*module);
            if with.check().is_ok() { with } else { setup }
        });
        if let Err(breach) = laws::play(&setup, seed, SETS) {
            prop_assert!(false, "{:?} with {:?}: {breach}", setup.house, setup.on().map(|(m, _)| m.number()).collect::<Vec<_>>());
        }
    }
}
