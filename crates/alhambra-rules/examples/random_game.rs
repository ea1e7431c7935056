//! A whole game by lot, with everything that was scored: `cargo run --example random_game -- 7`.
//!
//! Four calls are all there is: `legal` lists what a seat may do, `check` says why something may not be done, `apply` does
//! it, `view` says what somebody at the table sees.

use alhambra_rules::{Event, GameState, Happened, Io, Quick, Seeded, Setup};

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let setup = Setup::players(3);
    // Chance comes from outside: the same seed and the same actions are the same game on every machine.
    let mut luck = Seeded::new(seed);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("three can play");
    let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
    let mut log: Vec<Event> = Vec::new();
    while let Some(seat) = game.to_move() {
        game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let mut io = Io { chance: &mut luck, log: Some(&mut log) };
        game.apply(seat, action, &mut io).expect("what is listed is allowed");
    }
    for event in &log {
        if let Happened::Scored(line) = &event.what {
            println!("scoring {}: {:?} gets {:>2} for {:?}", line.round, line.to, line.points, line.source);
        }
    }
    for player in game.view(None).players {
        println!("{:?}: {} points, a wall of {}", player.seat, player.score, player.wall);
    }
    println!("the winner is {:?}", game.winners().expect("the game is over"));
}
