//! Random games of three and nothing else, for counting instructions and a first look at the speed.
//!
//! ```text
//! cargo run --release -p alhambra-bots --example playouts -- 100000
//! cargo run --release -p alhambra-bots --example playouts -- 20000 1,2,3,5,6,10
//! cargo run --release -p alhambra-bots --example playouts -- 20000 "" uniform
//! ```

use alhambra_bots::BotKind;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, ModuleId, Quick, Seeded, Setup};
use std::time::Instant;

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(1000u64);
    let modules = std::env::args().nth(2).unwrap_or_default();
    let modules = modules.split(',').filter_map(|number| ModuleId::with_number(number.parse().ok()?));
    let setup = modules.fold(Setup::players(3), Setup::with);
    let bot = std::env::args().nth(3).unwrap_or("random".to_owned());
    let mut bot = bot.parse::<BotKind>().expect("a bot of this name").make();
    let mut decisions = 0u64;
    let began = Instant::now();
    for game in 0..games {
        let mut source = Quick::new(game + 1);
        let (mut luck, mut dice) = (Seeded::new(source.bits()), Quick::new(source.bits()));
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("three may play");
        while let Some(seat) = game.to_move() {
            let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
            decisions += 1;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{games} games, {decisions} decisions, {:.0} games a second", games as f64 / seconds);
}
