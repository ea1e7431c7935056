//! A whole game by lot, with everything that was scored: `cargo run -p alhambra-rules --example random_game -- 7`.
//!
//! Four calls are all there is: `legal` lists what a seat may do, `check` says why something may not be done, `apply` does
//! it, `view` says what somebody at the table sees.

use alhambra_rules::speech::{ENGLISH, source};
use alhambra_rules::{Event, GameState, Happened, Io, Quick, Scorer, Seeded, Setup};

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    play(seed);
}

fn play(seed: u64) -> GameState {
    let setup = Setup::players(3);
    // Chance comes from outside: the same seed and the same actions are the same game on every machine.
    let mut luck = Seeded::new(seed);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("three can play");
    let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
    let mut log: Vec<Event> = Vec::new();
    // The game always knows whose decision is pending; nobody's is the end.
    while let Some(seat) = game.to_move() {
        game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let mut io = Io { chance: &mut luck, log: Some(&mut log) };
        game.apply(seat, action, &mut io).expect("what is listed is allowed");
    }
    let name = |seat: usize| setup.players[seat].name.as_str();
    for event in &log {
        // Points exist only as lines like these.
        if let Happened::Scored { line } = &event.what {
            let who = match line.to {
                Scorer::Seat(seat) => name(seat.index()),
                Scorer::Dirk => "Dirk",
            };
            println!("scoring {}: {who} {:+} for {}", line.round, line.points, source(ENGLISH, line.source));
        }
    }
    for player in game.view(None).players {
        println!("{}: {} points, a wall of {}", name(player.seat.index()), player.score, player.wall);
    }
    for winner in game.winners().expect("the game is over").iter() {
        println!("{} wins", name(winner.index()));
    }
    game
}

#[test]
fn the_same_seed_is_the_same_game() {
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}
