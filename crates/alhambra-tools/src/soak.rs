//! A long run of random games over 2 to 6 players with the laws on: `cargo xtask soak`.
//!
//! Every game has a number, and with the same plan the same number is the same game: `--only N` plays it again.

use alhambra_rules::laws::{self, Breach, Played, Watch};
use alhambra_rules::{EditionId, ModuleId, Quick, Setup, drills};
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const CHUNK: u64 = 16;

/// How many different breaches are gathered before the run ends.
const ENOUGH: usize = 24;

pub(crate) fn run(plan: &Args) -> Result<(), String> {
    let games = plan.games();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pairs = ModuleId::ALL.len() * (ModuleId::ALL.len() - 1) / 2;
    println!(
        "over 2 to 6 players, laws on, {threads} threads: {} games without modules, {} with {pairs} pairs of modules \
         and {SETS} random sets from number {}, {} with everything, {} of The Red Palace",
        plan.plain, plan.with_modules, plan.first_set, plan.everything, plan.red_palace
    );
    let (next, decisions) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let broken: Mutex<BTreeMap<String, (u64, String, u64)>> = Mutex::default();
    let start = Instant::now();
    if plan.only.is_none() {
        // A panic is a breach like any other and is told at the end.
        panic::set_hook(Box::new(|_| {}));
    }
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if first >= games {
                        break;
                    }
                    let chunk = first..(first + CHUNK).min(games);
                    for number in chunk.filter(|number| plan.only.is_none_or(|only| only == *number)) {
                        match played(&plan.setup(number), number) {
                            Ok(played) => {
                                decisions.fetch_add(u64::from(played.decisions), Ordering::Relaxed);
                            }
                            Err(why) => {
                                let mut broken = broken.lock().expect("nobody panics here");
                                let kind: String = why.chars().filter(|c| !c.is_ascii_digit()).collect();
                                let seen = broken.entry(kind).or_insert_with(|| {
                                    eprintln!("game {number}, {}: {why}", told(&plan.setup(number)));
                                    (number, why, 0)
                                });
                                seen.2 += 1;
                                stop.store(broken.len() >= ENOUGH, Ordering::Relaxed);
                            }
                        }
                    }
                }
            });
        }
        scope.spawn(|| {
            let mut told = Duration::ZERO;
            while next.load(Ordering::Relaxed) < games && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(200));
                if start.elapsed() > told + Duration::from_secs(30) {
                    told = start.elapsed();
                    let breaches = broken.lock().expect("nobody panics here").len();
                    println!(
                        "{:>9} games, {breaches} laws broken, {:.0} s",
                        next.load(Ordering::Relaxed),
                        told.as_secs_f64()
                    );
                }
            }
        });
    });
    let broken = broken.into_inner().expect("nobody panics here");
    for (number, why, times) in broken.values() {
        eprintln!("{times} games broke a law as game {number} did: {why}");
    }
    if !broken.is_empty() {
        return Err(format!("{} laws were broken", broken.len()));
    }
    let decisions = decisions.load(Ordering::Relaxed);
    println!(
        "all {games} games ended, {decisions} decisions, no law broken, {:.0} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Who plays what, shortly.
fn told(setup: &Setup) -> String {
    let modules = setup.modules.iter().map(|(module, options)| {
        let options = options.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{}{}", module.number(), options.collect::<String>())
    });
    let modules = modules.collect::<Vec<_>>().join(", ");
    format!("{} players, {:?}, modules {modules}", setup.players.len(), setup.edition)
}

/// A game, and a panic in it as a breach.
fn played(setup: &Setup, number: u64) -> Result<Played, String> {
    match panic::catch_unwind(AssertUnwindSafe(|| laws::play(setup, number, watch(number)))) {
        Ok(result) => result.map_err(|breach: Breach| breach.to_string()),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", words.unwrap_or("without words")))
        }
    }
}

/// How many random sets of modules are played beside the pairs.
const SETS: u64 = 2000;

/// How many games of each sort, in this order.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Without modules
    #[arg(long = "games", value_name = "N", default_value_t = 1_000_000)]
    plain: u64,
    /// With modules, half of them with pairs and half with random sets
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    with_modules: u64,
    /// With all modules together
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    everything: u64,
    /// Of The Red Palace
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    red_palace: u64,
    /// The number of the first random set
    #[arg(long, value_name = "N", default_value_t = 0)]
    first_set: u64,
    /// Play this game again and no other
    #[arg(long, value_name = "N")]
    only: Option<u64>,
}

impl Args {
    fn games(&self) -> u64 {
        self.plain + self.with_modules + self.everything + self.red_palace
    }

    /// Table sizes in turn, every fourth round confirmed turn by turn. What the edition always has comes first: its variants
    /// are options like any others.
    fn setup(&self, number: u64) -> Setup {
        let players = 2 + (number % 5) as usize;
        let mut dice = Quick::new(0x0b7 + number);
        let (edition, modules) = self.sort(number);
        // Half of the games are played as the box says, the others with options as they come.
        let options = dice.below(2) == 1;
        let table = Setup { confirm: (number / 5).is_multiple_of(4), ..Setup::players(players) };
        let rules = edition.profile().rules.filter(|_| options);
        let modules = modules.into_iter().filter(|module| module.info().players.contains(&players));
        rules.into_iter().chain(modules).fold(table.in_edition(edition), |setup, module| match options {
            true => drills::joined(setup, module, |values| dice.below(values as u32) as usize),
            false => {
                let joined = setup.clone().with(module);
                if joined.check().is_ok() { joined } else { setup }
            }
        })
    }

    fn sort(&self, number: u64) -> (EditionId, Vec<ModuleId>) {
        let set = |n: u64| subset(self.first_set + n % SETS);
        let mut n = number;
        for (games, sort) in [self.plain, self.with_modules, self.everything].into_iter().zip(0..) {
            if n < games {
                let modules = match sort {
                    0 => Vec::new(),
                    1 if (n / 5).is_multiple_of(2) => pair(n / 10),
                    1 => set(n / 10),
                    _ => ModuleId::ALL.to_vec(),
                };
                return (EditionId::Classic, modules);
            }
            n -= games;
        }
        (EditionId::RedPalace, if n.is_multiple_of(4) { Vec::new() } else { set(n) })
    }
}

/// Every pair of modules in turn.
fn pair(k: u64) -> Vec<ModuleId> {
    let all = ModuleId::ALL;
    let pairs =
        all.iter().enumerate().flat_map(|(i, one)| all[i + 1..].iter().map(move |other| [*one, *other]));
    let n = (all.len() * (all.len() - 1) / 2) as u64;
    pairs.into_iter().nth((k % n) as usize).map_or_else(Vec::new, |pair| pair.to_vec())
}

/// The `k`-th random set, of three modules or more; the same in every run.
fn subset(k: u64) -> Vec<ModuleId> {
    let mut dice = Quick::new(0x50a4 + k);
    let mut left = ModuleId::ALL.to_vec();
    let n = 3 + dice.below(left.len() as u32 - 2) as usize;
    (0..n).map(|_| left.remove(dice.below(left.len() as u32) as usize)).collect()
}

/// Every hundredth game is watched closely and replayed from its record; the others at every 97th decision.
fn watch(number: u64) -> Watch {
    let closely = number.is_multiple_of(101);
    Watch { every: if closely { 3 } else { 97 }, record: closely }
}

#[cfg(test)]
mod tests {
    use super::Args;
    use alhambra_rules::EditionId;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_of_the_red_palace_is_soaked() {
        let plan =
            Args { plain: 0, with_modules: 0, everything: 0, red_palace: 80, first_set: 0, only: None };
        let rules = EditionId::RedPalace.profile().rules.unwrap();
        let said = |number| plan.setup(number).modules.get(&rules).cloned();
        let met: BTreeSet<_> = (0..80).filter_map(said).flatten().collect();
        for (option, values) in rules.info().options {
            for value in *values {
                assert!(
                    met.contains(&((*option).to_owned(), (*value).to_owned())),
                    "{option} = {value}: {met:?}"
                );
            }
        }
        assert!((0..80).any(|number| said(number).is_none()), "half of the games are as the box says");
        assert!((0..80).all(|number| plan.setup(number).check().is_ok()));
    }
}
