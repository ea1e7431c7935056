//! Any action of any module at any moment: the fuzzers' drills as a plain loop, and the values that once got through.
#![cfg(feature = "testkit")]

use alhambra_rules::drills::{self, Tried};
use alhambra_rules::record::Entry;
use alhambra_rules::registry::ModAction;
use alhambra_rules::table::Table;
use alhambra_rules::{Action, EditionId, ModuleId, Quick, Setup};
use arbitrary::Unstructured;

fn bytes(n: usize, dice: &mut Quick) -> Vec<u8> {
    (0..n).map(|_| dice.bits() as u8).collect()
}

/// Refused without a trace or carried out without a panic, at every depth of games with any modules. Every module must
/// be met while it has something to offer, or the drill would try nothing but what nobody asked for.
#[test]
fn anything_can_be_handed_in() {
    let mut dice = Quick::new(14);
    let mut tried = Tried::default();
    let missing = |tried: &Tried| {
        let often = |module: ModuleId| tried.in_time.get(&module).is_some_and(|times| *times > 10);
        ModuleId::EVERY.iter().copied().find(|module| has_actions(*module) && !often(*module))
    };
    for round in 0..MOST_ROUNDS {
        if round >= ROUNDS && missing(&tried).is_none() {
            break;
        }
        let depth = dice.below(4000) as usize;
        tried.add(drills::any_action(&bytes(depth, &mut dice)));
    }
    assert!(tried.refused > 10_000 && tried.unreadable > 1_000 && tried.accepted > 1_000, "{tried:?}");
    assert_eq!(missing(&tried), None, "was hardly ever met: {tried:?}");
}

const ROUNDS: u32 = 600;

/// Some modules ask only together with others, or only by an option: they take longer to meet.
const MOST_ROUNDS: u32 = 8000;

fn has_actions(module: ModuleId) -> bool {
    ModAction::any_of(module, &mut Unstructured::new(&[7; 64])).is_ok()
}

/// The variants of an edition are reached behind bits that no seed in the repository has set like this: those lead where they
/// always led.
#[test]
fn variants_of_an_edition_are_reached_and_seeds_lead_where_they_led() {
    let rules = EditionId::RedPalace.profile().rules.unwrap();
    let mut bytes = vec![1, 0x40 | 0x20 | 0x04];
    bytes.resize(2 + ModuleId::ALL.len(), 0);
    bytes.extend([1, 1, 1]);
    let setup = drills::agreed(&bytes);
    assert_eq!(setup.edition, EditionId::RedPalace);
    let said: Vec<&str> = setup.modules[&rules].values().map(String::as_str).collect();
    assert_eq!(said, ["printed", "yes", "classic"]);

    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut palaces = 0;
    for folder in std::fs::read_dir(seeds).unwrap() {
        for seed in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let setup = drills::agreed(&std::fs::read(seed.unwrap().path()).unwrap());
            palaces += usize::from(setup.edition == EditionId::RedPalace);
            assert!(!setup.modules.contains_key(&rules));
        }
    }
    assert!(palaces > 5, "{palaces}");
}

#[test]
fn any_record_can_be_handed_in() {
    let mut dice = Quick::new(41);
    for _ in 0..150 {
        let depth = dice.below(1500) as usize;
        drills::any_record(&bytes(depth, &mut dice));
    }
}

/// Reading `json` must fail with words that name the fault.
fn unreadable(json: &str, names: &str) {
    match serde_json::from_str::<Action>(json) {
        Ok(value) => panic!("accepted {json} as {value:?}"),
        Err(error) => assert!(error.to_string().contains(names), "{json}: {error} does not say {names}"),
    }
}

/// What no table has is refused when it is read: no rule behind has to think of it.
#[test]
fn what_does_not_exist_cannot_be_read() {
    unreadable(r#"{"module":{"treasure-chamber":{"put":{"piece":0,"half":2}}}}"#, "2 is not from 0 to 1");
    unreadable(r#"{"module":{"treasure-chamber":{"put":{"piece":174,"half":0}}}}"#, "174");
    unreadable(r#"{"module":{"treasure-chamber":{"buy":{"room":3}}}}"#, "3 is not from 0 to 2");
    unreadable(r#"{"module":{"gates-without-end":{"turn":{"side":6}}}}"#, "6 is not from 0 to 5");
    unreadable(r#"{"module":{"gates-without-end":{"swap":{"one":0,"other":8}}}}"#, "no market has a space 8");
    unreadable(r#"{"module":{"characters":{"dance":{"space":255}}}}"#, "no market has a space 255");
    unreadable(r#"{"module":{"characters":{"pocket":{"card":"denar-0"}}}}"#, "denar-0");
    unreadable(r#"{"module":{"city-gates":{"build":{"cell":[16,0],"side":"north"}}}}"#, "outside");
    unreadable(r#"{"module":{"city-gates":{"build":{"cell":[0,0],"side":"up"}}}}"#, "unknown variant `up`");
    unreadable(r#"{"place":{"piece":3,"at":[1,0],"turn":4}}"#, "4 is not from 0 to 3");
    unreadable(r#"{"move":{"piece":3,"at":[1,0],"turn":-1}}"#, "-1");
    unreadable(r#"{"target":{"piece":3,"variant":["hats",1]}}"#, "no module \"hats\"");
    unreadable(r#"{"modify":{"by":"thieves","value":256}}"#, "256");
}

/// The same in a record somebody hands in, as text and as bytes.
#[test]
fn a_record_with_a_third_half_is_refused() {
    let setup = Setup::players(3).with(ModuleId::TreasureChamber);
    let table = Table::new(setup, 6).unwrap();
    let seat = table.game().to_move().unwrap();
    let half: Action =
        serde_json::from_str(r#"{"module":{"treasure-chamber":{"put":{"piece":0,"half":1}}}}"#).unwrap();
    let entry = Entry::new(1, table.record().header.digest, seat, half, Vec::new(), table.game());
    let text = serde_json::to_string(&entry).unwrap();
    assert!(text.contains(r#""half":1"#), "{text}");
    assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
    let error = serde_json::from_str::<Entry>(&text.replace(r#""half":1"#, r#""half":2"#)).unwrap_err();
    assert!(error.to_string().contains("2 is not from 0 to 1"), "{error}");
    let mut bytes = postcard::to_stdvec(&half).unwrap();
    assert_eq!(postcard::from_bytes::<Action>(&bytes).unwrap(), half);
    *bytes.last_mut().unwrap() = 2;
    assert!(postcard::from_bytes::<Action>(&bytes).is_err());
    let mut record = table.record().clone();
    record.entries.push(entry);
    assert!(record.verify().is_err(), "nobody is asked for chests here");
}
