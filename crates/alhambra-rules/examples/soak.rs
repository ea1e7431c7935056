//! A long run of random games over 2 to 6 players with the laws on: `cargo xtask soak`.

use alhambra_rules::laws::{self, Watch};
use alhambra_rules::{ModuleId, Quick, Setup};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const CHUNK: u64 = 64;

fn main() -> ExitCode {
    let plan = match Plan::from_arguments() {
        Ok(plan) => plan,
        Err(complaint) => {
            eprintln!("soak: {complaint}; usage: soak [--games N] [--with-modules N]");
            return ExitCode::from(2);
        }
    };
    let games = plan.plain + plan.with_modules;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pairs = ModuleId::ALL.len() * (ModuleId::ALL.len() - 1) / 2;
    println!(
        "over 2 to 6 players, laws on, {threads} threads: {} games without modules, and {} with {pairs} pairs \
         of modules, all together, and {SUBSETS} random sets",
        plan.plain, plan.with_modules
    );
    let (next, decisions, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let broken = Mutex::new(None);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if first >= games {
                        break;
                    }
                    for seed in first..(first + CHUNK).min(games) {
                        match laws::play(&plan.setup(seed), seed, watch(seed)) {
                            Ok(played) => {
                                decisions.fetch_add(u64::from(played.decisions), Ordering::Relaxed);
                            }
                            Err(breach) => {
                                stop.store(true, Ordering::Relaxed);
                                *broken.lock().expect("nobody panics here") = Some((seed, breach));
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
                    println!("{:>9} games, {:.0} s", next.load(Ordering::Relaxed), told.as_secs_f64());
                }
            }
        });
    });
    if let Some((seed, breach)) = broken.into_inner().expect("nobody panics here") {
        eprintln!("game {seed} ({:?}): {breach}", plan.setup(seed));
        return ExitCode::FAILURE;
    }
    let decisions = decisions.load(Ordering::Relaxed);
    println!(
        "all {games} games ended, {decisions} decisions, no law broken, {:.0} s",
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// How many random sets of modules are played beside the pairs.
const SUBSETS: u64 = 300;

/// How many games of each sort.
struct Plan {
    plain: u64,
    with_modules: u64,
}

impl Plan {
    /// Table sizes in turn, every fourth round confirmed turn by turn. First the games without modules, then those
    /// with: in turn a pair (or all together) and one of the random sets.
    fn setup(&self, seed: u64) -> Setup {
        let players = 2 + (seed % 5) as usize;
        let round = seed / 5;
        let modules: Vec<ModuleId> = match seed.checked_sub(self.plain) {
            None => Vec::new(),
            Some(n) if n / 5 % 2 == 0 => pair(n / 10),
            Some(n) => subset(n / 10 % SUBSETS),
        };
        let fits = |module: &&ModuleId| module.info().players.contains(&players);
        let setup = modules.iter().filter(fits).fold(Setup::players(players), |setup, m| setup.with(*m));
        Setup { confirm: round.is_multiple_of(4), ..setup }
    }

    fn from_arguments() -> Result<Plan, String> {
        let mut plan = Plan { plain: 1_000_000, with_modules: 20_000 };
        let mut args = std::env::args().skip(1);
        while let Some(name) = args.next() {
            let number = match name.as_str() {
                "--games" => &mut plan.plain,
                "--with-modules" => &mut plan.with_modules,
                other => return Err(format!("there is no option {other}")),
            };
            let value = args.next().ok_or_else(|| format!("{name} takes a number"))?;
            *number = value.parse().map_err(|_| format!("{name} takes a number, not \"{value}\""))?;
        }
        Ok(plan)
    }
}

/// Every pair of modules, and after the last pair all modules together.
fn pair(k: u64) -> Vec<ModuleId> {
    let all = ModuleId::ALL;
    let pairs =
        all.iter().enumerate().flat_map(|(i, one)| all[i + 1..].iter().map(move |other| [*one, *other]));
    let n = (all.len() * (all.len() - 1) / 2) as u64;
    pairs.into_iter().nth((k % (n + 1)) as usize).map_or_else(|| all.to_vec(), |pair| pair.to_vec())
}

/// The `k`-th random set, of three modules or more; the same in every run.
fn subset(k: u64) -> Vec<ModuleId> {
    let mut dice = Quick::new(0x50a4 + k);
    let mut left = ModuleId::ALL.to_vec();
    let n = 3 + dice.below(left.len() as u32 - 3) as usize;
    (0..n).map(|_| left.remove(dice.below(left.len() as u32) as usize)).collect()
}

/// Every hundredth game is watched closely and replayed from its record; the others at every 97th decision.
fn watch(seed: u64) -> Watch {
    let closely = seed.is_multiple_of(101);
    Watch { every: if closely { 3 } else { 97 }, record: closely }
}
