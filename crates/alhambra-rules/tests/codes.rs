//! Set-up codes: short, readable, and refused when mistyped.

use alhambra_rules::code::{BadCode, NoCode, decode, encode};
use alhambra_rules::{EditionId, HOUSE_RULES, ModuleId, Setup};
use proptest::prelude::*;

/// Any set-up: house rules, modules and options at random.
fn setups() -> impl Strategy<Value = Setup> {
    let picks = proptest::collection::vec(0usize..16, HOUSE_RULES.len() + 64);
    (2usize..=6, any::<bool>(), any::<u64>(), picks).prop_map(|(players, confirm, on, picks)| {
        let mut picks = picks.into_iter();
        let mut house = serde_json::Map::new();
        house.insert("unofficial".to_owned(), true.into());
        for rule in HOUSE_RULES.iter().filter(|rule| rule.option != "dirk") {
            let value = rule.values[picks.next().unwrap() % rule.values.len()];
            let value = value.parse::<bool>().map_or_else(|_| value.into(), serde_json::Value::from);
            house.insert(rule.option.to_owned(), value);
        }
        let house = serde_json::from_value(house.into()).unwrap();
        let mut setup = Setup { confirm, house, ..Setup::players(players) };
        for (i, module) in ModuleId::ALL.iter().enumerate() {
            if on >> i & 1 == 1 {
                let values = setup.modules.entry(*module).or_default();
                for (name, all) in module.info().options {
                    let place = picks.next().unwrap() % all.len();
                    if place > 0 {
                        values.insert((*name).to_owned(), all[place].to_owned());
                    }
                }
            }
        }
        setup
    })
}

proptest! {
    #[test]
    fn a_code_is_short_and_gives_the_set_up_back(setup in setups()) {
        let code = encode(&setup).unwrap();
        prop_assert!(code.len() < 64, "{code}");
        match setup.check() {
            Ok(()) => prop_assert_eq!(decode(&code), Ok(setup)),
            Err(why) => prop_assert_eq!(decode(&code), Err(BadCode::Setup(why))),
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_noticed(setup in setups(), at in 0usize..64, letter in 0usize..32) {
        let code = encode(&setup).unwrap();
        let mut typed: Vec<char> = code.chars().collect();
        let at = at % typed.len();
        let new = "0123456789abcdefghjkmnpqrstvwxyz".chars().nth(letter).unwrap();
        prop_assume!(typed[at] != '-' && typed[at] != new);
        typed[at] = new;
        let typed: String = typed.into_iter().collect();
        prop_assert_eq!(decode(&typed), Err(BadCode::Mistyped));
    }

    #[test]
    fn any_text_is_refused_or_read(text in ".{0,80}") {
        let _: Result<Setup, BadCode> = decode(&text);
    }
}

#[test]
fn codes_are_read_as_people_write_them() {
    let setup = Setup::players(4).with(ModuleId::NewScoreCards);
    let code = encode(&setup).unwrap();
    for typed in [code.to_uppercase(), code.replace('-', ""), code.replace('-', " "), format!(" {code} ")] {
        assert_eq!(decode(&typed), Ok(setup.clone()), "{typed}");
    }
    assert_eq!(decode("u"), Err(BadCode::Letter('u')));
    assert_eq!(decode(""), Err(BadCode::Mistyped));
}

#[test]
fn all_modules_fit() {
    let mut setup = Setup::players(6);
    for module in ModuleId::ALL {
        setup = setup.with(*module);
    }
    let code = encode(&setup).unwrap();
    assert!(code.len() < 64, "{code}");
    assert_eq!(decode(&code), Ok(setup));
}

/// Modules of one's own have numbers beyond the box, as rules of editions do; the latter are here without a line in the registry.
#[test]
fn a_module_that_codes_have_no_room_for_is_named_instead_of_left_out() {
    let strange = Setup::players(3).with(ModuleId::Thieves).with(ModuleId::RedPalace);
    assert_eq!(encode(&strange), Err(NoCode(ModuleId::RedPalace)));
    let why = NoCode(ModuleId::RedPalace);
    assert_eq!(why.to_string(), "The Red Palace: set-up codes have room for the modules of the box alone");
    assert!(
        why.told("de").ends_with(": Aufbaucodes haben nur für die Module der Box Platz"),
        "{}",
        why.told("de")
    );
    // In their edition they are there anyway.
    let palace = EditionId::ALL.iter().find(|edition| edition.profile().rules.is_some()).unwrap();
    let at_home = Setup::players(3).in_edition(*palace);
    assert_eq!(encode(&at_home.clone().with(ModuleId::RedPalace)), encode(&at_home));
}
