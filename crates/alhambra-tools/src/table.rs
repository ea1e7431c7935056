//! The same match over and over: the base game, every other edition, every module alone, and sets of modules by lot.
//!
//! ```text
//! cargo xtask bots table medium random --games 200 --each 0.95
//! ```
//! A line for each match, then the mean and the least. `--each` and `--mean` are what is wanted; less is a failure, and so is
//! more than `--p99` milliseconds. A long table can be played in parts: `--skip` and `--take` count its lines.

use crate::duel::{self, Clock, Match};
use alhambra_rules::{EditionId, ModuleId, Quick, Setup};
use alhambra_sim::lab::Estimate;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot that plays alone, with settings if it searches (hard:games=400,turns=12)
    one: String,
    /// The bot that has all other seats
    field: String,
    /// How many games in each line
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Another seed is another match, with other sets of modules
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many players
    #[arg(long, value_name = "N", default_value_t = 3)]
    players: usize,
    /// How many sets of six modules, by lot
    #[arg(long, value_name = "N", default_value_t = 20)]
    sets: usize,
    /// Lines of the table to leave out at its beginning
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,
    /// Lines of the table to play
    #[arg(long, value_name = "N")]
    take: Option<usize>,
    /// The least share of the win that is wanted in every line
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    each: f64,
    /// The least share of the win that is wanted over all lines
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    mean: f64,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    jobs: u64,
    /// Which clock counts: time on the wall, or of the whole process on the processor
    #[arg(long, value_enum, default_value_t = Clock::Wall)]
    clock: Clock,
    /// The most that 99 of 100 decisions of the one may take in any line, in milliseconds
    #[arg(long, value_name = "MS")]
    p99: Option<u64>,
}

/// How many modules a set has.
const SIX: usize = 6;

/// What is played in each line: its name and the table.
fn lines(players: usize, sets: usize, seed: u64) -> Vec<(String, Setup)> {
    let table = |edition: EditionId| Setup::players(players).in_edition(edition);
    let plain = EditionId::offered().map(|edition| (edition.slug().to_owned(), table(edition)));
    let alone = ModuleId::ALL.iter().filter_map(|module| {
        let setup = Setup::players(players).with(*module);
        setup.check().ok().map(|()| (format!("{} {}", module.number(), module.info().slug), setup))
    });
    let mut dice = Quick::new(seed);
    let by_lot = (0..sets).map(|_| {
        let mut left = ModuleId::ALL.to_vec();
        let mut setup = Setup::players(players);
        let mut on = Vec::new();
        while on.len() < SIX && !left.is_empty() {
            let module = left.swap_remove(dice.below(left.len() as u32) as usize);
            let more = setup.clone().with(module);
            if more.check().is_ok() {
                setup = more;
                on.push(module.number());
            }
        }
        on.sort_unstable();
        (on.iter().map(u8::to_string).collect::<Vec<_>>().join(","), setup)
    });
    plain.chain(alone).chain(by_lot).collect()
}

pub(crate) fn run(args: Args) -> Result<(), String> {
    let all = lines(args.players, args.sets, args.seed);
    let (mut shares, mut low, mut slow) = (Vec::new(), Vec::new(), Vec::new());
    for (name, setup) in all.into_iter().skip(args.skip).take(args.take.unwrap_or(usize::MAX)) {
        let m = Match::new(&args.one, &args.field, setup, args.games, args.seed, args.jobs, args.clock)?;
        let outcome = duel::play_all(&m, |_, _| {});
        let Estimate { value: share, low: from, high: to } = outcome.share;
        println!(
            "{name:32} {:6.1} of {}, share {share:.3} ({from:.3} to {to:.3}), p99 {:.2?}",
            outcome.wins,
            args.games,
            outcome.spent_at(0.99)
        );
        shares.push(share);
        if outcome.too_slow(args.p99) {
            slow.push(name.clone());
        }
        if share < args.each {
            low.push(name);
        }
    }
    if shares.is_empty() {
        return Err("the table has no such line".to_owned());
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    println!("{} lines: mean {mean:.3}, least {least:.3}", shares.len());
    match low.is_empty() {
        false => Err(format!("less than {} of the win: {}", args.each, low.join("; "))),
        true if mean < args.mean => {
            Err(format!("{mean:.3} of the win on average, and {} is wanted", args.mean))
        }
        true if !slow.is_empty() => Err(format!("decisions take too long: {}", slow.join("; "))),
        true => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_every_edition_every_module_and_sets_of_six() {
        let all = lines(3, 20, 1);
        assert_eq!(all.len(), EditionId::offered().count() + ModuleId::ALL.len() + 20);
        assert!(all.iter().rev().take(20).all(|(name, _)| name.split(',').count() == SIX), "{all:?}");
        assert_ne!(lines(3, 20, 2)[all.len() - 1].0, all[all.len() - 1].0);
    }
}
