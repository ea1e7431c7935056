//! Random base games and nothing else, for counting instructions.
//!
//! ```text
//! cargo run --release -p alhambra-bots --example playouts -- 1000
//! ```

use alhambra_bots::BotKind;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(1000u64);
    let mut bot = "random".parse::<BotKind>().expect("there is a random bot").make();
    let mut decisions = 0u64;
    for game in 0..games {
        let mut source = Quick::new(game + 1);
        let (mut luck, mut dice) = (Seeded::new(source.bits()), Quick::new(source.bits()));
        let mut game =
            GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).expect("three may play");
        while let Some(seat) = game.to_move() {
            let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
            decisions += 1;
        }
    }
    println!("{games} games, {decisions} decisions");
}
