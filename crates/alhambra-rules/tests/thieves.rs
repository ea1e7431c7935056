//! Thieves: set-up, options, secrets, refusals.

use alhambra_rules::belief::Recall;
use alhambra_rules::{GameState, Io, ModuleId, Quick, Seat, Seeded, Setup, SetupError};
use std::collections::BTreeSet;

fn game(players: usize) -> GameState {
    let setup = Setup::players(players).with(ModuleId::Thieves);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(4))).unwrap()
}

fn shown(game: &GameState, viewer: Option<Seat>, name: &str) -> Option<String> {
    let view = game.view(viewer);
    let module = view.modules.iter().find(|m| m.module == ModuleId::Thieves)?;
    module.shows.iter().find(|item| item.name == name).map(|item| game.say_shown(&item.shown))
}

#[test]
fn everybody_gets_the_right_number() {
    for (players, each) in [(2, 4), (3, 4), (4, 3), (5, 2), (6, 2)] {
        let held = shown(&game(players), None, "thieves_held").unwrap();
        assert_eq!(held, vec![each.to_string(); players].join(", "), "{players} players");
    }
}

#[test]
fn only_the_owner_sees_which() {
    let game = game(3);
    assert_eq!(shown(&game, None, "your_thieves"), None);
    let mine = |i| shown(&game, Seat::new(i), "your_thieves").unwrap();
    assert_eq!(mine(0).split(", ").count(), 4);
    let mut dice = Quick::new(1);
    let mut worlds = BTreeSet::new();
    for _ in 0..50 {
        let world = game.resample(Seat::new(0).unwrap(), Recall::Full, &mut dice);
        assert_eq!(shown(&world, Seat::new(0), "your_thieves"), shown(&game, Seat::new(0), "your_thieves"));
        worlds.insert(shown(&world, Seat::new(1), "your_thieves").unwrap());
    }
    assert!(worlds.len() > 5, "the thieves of the others are really unknown: {worlds:?}");
}

#[test]
fn options_are_checked() {
    let with = |name: &str, value: &str| {
        let mut setup = Setup::players(3).with(ModuleId::Thieves);
        setup.modules.get_mut(&ModuleId::Thieves).unwrap().insert(name.to_owned(), value.to_owned());
        setup.check()
    };
    assert_eq!(with("after_own_turn", "no"), Ok(()));
    let why = |result: Result<(), SetupError>| result.unwrap_err().to_string();
    assert!(why(with("after_own_turn", "maybe")).contains("one of yes, no"));
    assert!(why(with("speed", "fast")).contains("no option"));
    let mut setup = Setup::players(3).with(ModuleId::Thieves);
    setup.house.money_refill = alhambra_rules::core::house::MoneyRefill::WhenEmpty;
    assert!(why(setup.check()).contains("HR-7"));
}

#[test]
fn a_set_up_in_which_nobody_could_steal_is_refused() {
    // A-TH-1: of two, one has just finished and the other is due next.
    let mut setup = Setup::players(2).with(ModuleId::Thieves);
    setup.modules.get_mut(&ModuleId::Thieves).unwrap().insert("after_own_turn".to_owned(), "no".to_owned());
    assert!(setup.check().unwrap_err().to_string().contains("nobody could ever steal"));
}
