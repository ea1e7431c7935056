//! Every pair of modules under all laws, one test for each module: they run side by side, and what breaks says with
//! which other module. A module that comes new has its test without a line here.

use alhambra_rules::laws::{self, Watch};
use alhambra_rules::{ModuleId, Setup};
use libtest_mimic::{Arguments, Failed, Trial};

const WATCH: Watch = Watch { every: 61, record: true };

fn main() {
    let trials = ModuleId::ALL.iter().map(|&module| {
        let name = format!("m{:02}_{}", module.number(), module.info().slug.replace('-', "_"));
        Trial::test(name, move || with_every_other(module))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// Alone at every table size, and with every module behind it in the box at one size each; `cargo xtask soak` plays
/// all of them at every size, again and again.
fn with_every_other(module: ModuleId) -> Result<(), Failed> {
    let mut broken = Vec::new();
    let mut play = |setup: Setup, with: &str, seed: u64| {
        let players = setup.players.len();
        if let Err(breach) = laws::play(&setup, seed, WATCH) {
            broken.push(format!("{with}, {players} players, seed {seed}: {breach}"));
        }
    };
    for players in module.info().players.clone() {
        (0..6).for_each(|seed| play(Setup::players(players).with(module), "alone", seed));
    }
    for &other in ModuleId::ALL.iter().filter(|other| **other > module) {
        let players = 2 + usize::from(module.number() + other.number()) % 5;
        let fits = |module: ModuleId| module.info().players.contains(&players);
        if fits(module) && fits(other) {
            let setup = Setup::players(players).with(module).with(other);
            play(setup, &format!("with {}", other.info().slug), 0);
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n").into()) }
}
