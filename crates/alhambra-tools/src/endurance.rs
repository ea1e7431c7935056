//! Easy and medium bots over random table sizes, modules and company: nothing illegal, nothing that does not end.
//!
//! ```text
//! cargo xtask bots endurance 100000
//! ```
//! A second number is the first game, so that a long run can be done in parts: `endurance 20000 40000` plays the games
//! from 40,000 to 59,999.

use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, GameState, Io, ModuleId, Quick, Seeded, Setup};
use cpu_time::ThreadTime;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Real games take a few hundred decisions; one that gets here is stuck.
const MOST: u32 = 20_000;

/// What a decision may cost: as much as the bot that searches has. Time on the processor, so that a busy machine
/// makes no difference.
const BUDGET: Duration = Duration::from_millis(50);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games
    #[arg(default_value_t = 1000)]
    games: u64,
    /// The number of the first game
    #[arg(default_value_t = 0)]
    first: u64,
}

/// A decision and the time it took.
fn timed(bot: &mut dyn Bot, belief: &Belief<'_>, dice: &mut Quick) -> (Action, Duration) {
    let start = ThreadTime::now();
    let action = bot.decide(belief, dice);
    (action, start.elapsed())
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let (games, first) = (args.games, args.first);
    let (mut decisions, mut longest, start) = (0u64, Duration::ZERO, Instant::now());
    for seed in first..first + games {
        if seed > first && seed % 1000 == 0 {
            eprintln!("games {first} to {seed}: {decisions} decisions, the longest took {longest:.1?}");
        }
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
        let (mut taken, mut last) = (0, VecDeque::new());
        while let Some(seat) = game.to_move() {
            let (bot, belief) = (&mut bots[seat.index()], Belief::new(&game, seat, Recall::Full));
            let before = dice;
            let (action, mut thought) = timed(&mut **bot, &belief, &mut dice);
            for _ in 0..2 {
                if thought > BUDGET {
                    // On a virtual machine even this clock runs on while another machine has the processor. What
                    // the bot itself needs, it needs every time: the same dice lead to the same thoughts.
                    thought = thought.min(timed(&mut **bot, &belief, &mut { before }).1);
                }
            }
            last.push_back((seat, action));
            if last.len() > 12 {
                last.pop_front();
            }
            longest = longest.max(thought);
            let applied = game.apply(seat, action, &mut Io::silent(&mut luck)).map_err(|why| why.to_string());
            let ends = match taken {
                MOST => Err(format!("it does not end; it went on like this: {last:?}")),
                _ if thought > BUDGET => Err(format!("{action:?} took {thought:.1?}")),
                _ => Ok(()),
            };
            applied
                .and(ends)
                .map_err(|why| format!("game {seed}, decision {taken}, {:?}: {why}", setup.modules.keys()))?;
            taken += 1;
        }
        decisions += u64::from(taken);
    }
    println!(
        "{games} games from {first} on, {decisions} decisions, all legal; the longest took {longest:.1?}; {:.0} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
