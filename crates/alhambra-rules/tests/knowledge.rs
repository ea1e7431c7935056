//! What is hidden really varies, and nothing else does.

use alhambra_rules::belief::Recall;
use alhambra_rules::{Cards, GameState, Io, ModuleId, Quick, Seat, Seeded, Setup};
use std::collections::BTreeSet;

fn midgame(players: usize) -> GameState {
    let mut luck = Seeded::new(11);
    let mut game = GameState::new(&Setup::players(players), &mut Io::silent(&mut luck)).unwrap();
    let mut dice = Quick::new(5);
    let mut actions = Vec::new();
    for _ in 0..60 {
        let seat = game.to_move().unwrap();
        game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
    }
    game
}

#[test]
fn without_memory_other_hands_vary_and_keep_their_size() {
    let game = midgame(4);
    let me = Seat::new(1).unwrap();
    let mut dice = Quick::new(3);
    let mut seen: Vec<BTreeSet<Cards>> = vec![BTreeSet::new(); 4];
    for _ in 0..200 {
        let world = game.resample(me, Recall::None, &mut dice);
        for seat in game.rules().seats() {
            assert_eq!(world.hand(seat).len(), game.hand(seat).len());
            seen[seat.index()].insert(world.hand(seat));
        }
    }
    for seat in game.rules().seats() {
        let worlds = seen[seat.index()].len();
        if seat == me {
            assert_eq!(worlds, 1, "my own hand changed");
        } else {
            assert!(worlds > 50, "seat {} has only {worlds} different hands", seat.index());
        }
    }
}

#[test]
fn with_full_memory_the_base_game_hides_no_hand() {
    let game = midgame(3);
    let mut dice = Quick::new(3);
    for seat in game.rules().seats() {
        assert_eq!(game.resample(seat, Recall::Full, &mut dice), game);
    }
}

#[test]
fn the_future_is_open() {
    // The deck has no order: two lucks lead to different cards from the very same state.
    let game = midgame(3);
    let seat = game.to_move().unwrap();
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    let futures: BTreeSet<Vec<String>> = (0..20)
        .map(|seed| {
            let mut next = game.clone();
            next.apply(seat, actions[0], &mut Io::silent(&mut Seeded::new(seed))).unwrap();
            next.display().iter().map(ToString::to_string).collect()
        })
        .collect();
    assert!(futures.len() > 5, "{futures:?}");
}

/// Dealing anew forgets how things really are: two worlds that look alike to somebody are dealt anew alike, by the same
/// dice. Every module alone, and many sets of them.
#[test]
fn dealing_anew_forgets_how_things_really_are() {
    let mut wrong = Vec::new();
    let mut dice = Quick::new(77);
    for n in 0..ModuleId::ALL.len() + 60 {
        let mut setup = Setup::players(2 + dice.below(3) as usize);
        for (i, &module) in ModuleId::ALL.iter().enumerate() {
            let more = setup.clone().with(module);
            let wanted = if n < ModuleId::ALL.len() { i == n } else { dice.below(3) == 0 };
            if wanted && more.check().is_ok() {
                setup = more;
            }
        }
        let mut luck = Seeded::new(n as u64);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        'game: while let Some(seat) = game.to_move() {
            for recall in [Recall::Full, Recall::None] {
                if dice.below(6) > 0 {
                    continue;
                }
                let other = game.resample(seat, recall, &mut dice);
                let roll = dice.bits();
                let [here, there] =
                    [&game, &other].map(|world| world.resample(seat, recall, &mut Quick::new(roll)));
                if here != there {
                    let [here, there] = [here, there].map(|world| format!("{world:#?}"));
                    let differs = here.lines().zip(there.lines()).find(|(a, b)| a != b);
                    wrong.push(format!("{recall:?}, {:?}: {differs:?}", setup.modules.keys()));
                    break 'game;
                }
            }
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
