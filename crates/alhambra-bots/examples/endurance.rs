//! Easy and medium bots over random table sizes, modules and company: nothing illegal, nothing that does not end.
//!
//! ```text
//! cargo run --release -p alhambra-bots --example endurance -- 100000
//! ```

use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, ModuleId, Quick, Seeded, Setup};
use std::time::{Duration, Instant};

/// Real games take a few hundred decisions; one that gets here is stuck.
const MOST: u32 = 20_000;

fn main() -> Result<(), String> {
    let typed = std::env::args().nth(1).unwrap_or_else(|| "1000".to_owned());
    let games: u64 = typed.parse().map_err(|_| format!("{typed} is no number of games"))?;
    let (mut decisions, mut longest, start) = (0u64, Duration::ZERO, Instant::now());
    for seed in 0..games {
        let mut dice = Quick::new(seed);
        let mut setup = Setup::players(2 + dice.below(5) as usize);
        setup.confirm = dice.below(4) == 0;
        for &module in ModuleId::ALL {
            let more = setup.clone().with(module);
            if dice.below(2) == 0 && more.check().is_ok() {
                setup = more;
            }
        }
        let mut bots: Vec<Box<dyn Bot>> = (0..setup.players.len())
            .map(|_| [BotKind::Easy, BotKind::Medium][dice.below(2) as usize].make())
            .collect();
        let mut luck = Seeded::new(seed);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).map_err(|why| why.to_string())?;
        let mut taken = 0;
        while let Some(seat) = game.to_move() {
            let thinking = Instant::now();
            let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            longest = longest.max(thinking.elapsed());
            let applied = game.apply(seat, action, &mut Io::silent(&mut luck)).map_err(|why| why.to_string());
            let ends = if taken == MOST { Err("it does not end".to_owned()) } else { Ok(()) };
            applied
                .and(ends)
                .map_err(|why| format!("game {seed}, decision {taken}, {:?}: {why}", setup.modules.keys()))?;
            taken += 1;
        }
        decisions += u64::from(taken);
    }
    println!(
        "{games} games, {decisions} decisions, all legal; the longest took {longest:.1?}; {:.0} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
