//! What a judgement costs with modules, against the base game.
//!
//! ```text
//! cargo xtask bots judge 2000 --most 2.5
//! ```
//! Positions of games by lot, of the base game and with every module that goes together (or `--modules`), are judged by the
//! network over and over; what counts is time on the processor.

use alhambra_bots::evaluation::Judge;
use alhambra_bots::network::Network;
use alhambra_bots::{Bot, RandomBot};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{GameState, Io, ModuleId, Quick, Seeded, Setup};
use cpu_time::ProcessTime;
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many positions of each
    #[arg(default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Modules by their numbers: 1,6,22 [default: all that go together]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    modules: Vec<u8>,
    /// So many times the cost of the base game is allowed; more is a failure
    #[arg(long, value_name = "TIMES", default_value_t = f64::INFINITY)]
    most: f64,
}

/// Every module that goes with those before it.
fn everything() -> Setup {
    ModuleId::ALL.iter().fold(Setup::players(3), |setup, module| {
        let more = setup.clone().with(*module);
        if more.check().is_ok() { more } else { setup }
    })
}

/// Positions of games by lot, some turns apart.
fn positions(setup: &Setup, n: usize) -> Vec<GameState> {
    let mut found = Vec::new();
    for seed in 0.. {
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut bot = RandomBot::default();
        let mut game = GameState::new(setup, &mut Io::silent(&mut luck)).expect("it was checked");
        let mut decisions = 0;
        while let Some(seat) = game.to_move() {
            decisions += 1;
            if decisions % 16 == 0 {
                found.push(game.clone());
            }
            if found.len() == n {
                return found;
            }
            let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
        }
    }
    found
}

/// What a judgement takes on average: the least of a few rounds, because others use the machine as well.
fn cost(judge: Judge, positions: &[GameState]) -> Duration {
    let round = |_| {
        let start = ProcessTime::now();
        let sum: f32 = positions.iter().map(|game| judge.shares(game)[0]).sum();
        assert!(sum.is_finite());
        start.elapsed() / positions.len() as u32
    };
    (0..5).map(round).min().unwrap_or_default()
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let module = |number: &u8| ModuleId::with_number(*number).ok_or(format!("there is no module {number}"));
    let modules = args.modules.iter().map(module).collect::<Result<Vec<_>, _>>()?;
    let setup = match &modules[..] {
        [] => everything(),
        some => some.iter().fold(Setup::players(3), |setup, module| setup.with(*module)),
    };
    setup.check().map_err(|why| why.to_string())?;
    let n = args.positions as usize;
    let (base, with) = (positions(&Setup::players(3), n), positions(&setup, n));
    let mut most: f64 = 0.0;
    for (name, judge) in [("weighted sum", Judge::QUICK), ("network", Judge::Network(Network::TAUGHT))] {
        let (plain, modules) = (cost(judge, &base), cost(judge, &with));
        let times = modules.as_secs_f64() / plain.as_secs_f64().max(1e-9);
        println!(
            "{name:12} {plain:>8.2?} in the base game, {modules:>8.2?} with {} modules: {times:.2} times",
            setup.modules.len()
        );
        most = most.max(if name == "network" { times } else { 0.0 });
    }
    if most > args.most {
        Err(format!("{most:.2} times the base game, and {} are allowed", args.most))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_of_the_table_that_was_asked_for() {
        assert!(everything().modules.len() > 35 && everything().check().is_ok());
        let found = positions(&Setup::players(3).with(ModuleId::Diamonds), 30);
        assert_eq!(found.len(), 30);
        assert!(found.iter().all(|game| game.rules().modules != 0 && !game.is_over()));
        assert!(cost(Judge::QUICK, &found) > Duration::ZERO);
    }
}
