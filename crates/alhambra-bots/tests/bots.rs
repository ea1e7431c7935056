//! Bots move legally, and the greedy one is better than chance.

use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, HOUSE_RULES, HouseRules, Io, ModuleId, Quick, Seat, Seeded, Setup};

/// Plays a game in which every action is checked.
fn play(setup: &Setup, bots: &mut [Box<dyn Bot>], seed: u64) -> GameState {
    let mut luck = Seeded::new(seed);
    let mut dice = Quick::new(seed ^ 0xd1ce);
    let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).unwrap();
    let mut decisions = 0;
    while let Some(seat) = game.to_move() {
        let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        let applied = game.apply(seat, action, &mut Io::silent(&mut luck));
        assert_eq!(applied, Ok(()), "seed {seed}, decision {decisions}: {action:?}");
        decisions += 1;
        assert!(decisions < 100_000, "seed {seed} does not end");
    }
    game
}

fn table(kinds: &[BotKind]) -> Vec<Box<dyn Bot>> {
    kinds.iter().map(|kind| kind.make()).collect()
}

#[test]
fn bots_move_legally_at_every_table() {
    for players in 2..=6 {
        for setup in [Setup::players(players), Setup::players(players).with(ModuleId::NewScoreCards)] {
            for kind in BotKind::ALL {
                let mut bots = table(&vec![kind; players]);
                for seed in 0..12 {
                    play(&setup, &mut bots, seed);
                }
            }
        }
    }
}

#[test]
fn bots_move_legally_when_turns_are_confirmed_and_company_is_mixed() {
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let mut bots = table(&[BotKind::Greedy, BotKind::Uniform, BotKind::Random]);
    for seed in 0..20 {
        play(&setup, &mut bots, seed);
    }
}

#[test]
fn bots_move_legally_under_every_house_rule() {
    for rule in HOUSE_RULES.iter().filter(|rule| rule.option != "dirk") {
        for value in rule.values {
            let value = value.parse().map_or_else(|_| (*value).into(), serde_json::Value::Bool);
            let agreed = serde_json::json!({ rule.option: value, "unofficial": true });
            let house: HouseRules = serde_json::from_value(agreed).unwrap();
            for (players, kind) in [2, 3].into_iter().flat_map(|n| BotKind::ALL.map(|kind| (n, kind))) {
                let setup = Setup { house, ..Setup::players(players) };
                let mut bots = table(&vec![kind; players]);
                for seed in 0..4 {
                    play(&setup, &mut bots, seed);
                }
            }
        }
    }
}

#[test]
fn the_greedy_bot_wins_nine_games_of_ten_against_two_random_ones() {
    let setup = Setup::players(3);
    let mut wins = 0;
    for seed in 0..200 {
        // Every seat has its turn, so that the order of play decides nothing.
        let mut kinds = [BotKind::Random; 3];
        let greedy = seed as usize % 3;
        kinds[greedy] = BotKind::Greedy;
        let game = play(&setup, &mut table(&kinds), seed);
        let winners = game.winners().unwrap();
        wins += u32::from(winners.len() == 1 && winners.contains(Seat::new(greedy).unwrap()));
    }
    assert!(wins >= 180, "only {wins} of 200");
}

#[test]
fn the_greedy_bot_decides_by_what_its_seat_may_know() {
    let setup = Setup::players(3);
    let mut luck = Seeded::new(4);
    let mut dice = Quick::new(4);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let mut bot = BotKind::Greedy.make();
    while let Some(seat) = game.to_move() {
        let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        // In another world that the seat cannot tell from this one it does the same, whatever it rolls.
        let other = game.resample(seat, Recall::None, &mut dice);
        assert_eq!(bot.decide(&Belief::new(&other, seat, Recall::None), &mut dice), action);
        game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
    }
}
