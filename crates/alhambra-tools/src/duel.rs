//! One bot against a table of others: how often does it win?
//!
//! ```text
//! cargo xtask bots duel hard medium --games 400 --seed 1
//! ```
//! Seats rotate, and every deal is played once from each seat. Bots are names, those that search also with settings:
//! `hard:games=400,turns=12,answers=12,threads=1,looks=2,apart=4,matters=40,curiosity=35,weights=FILE,network=FILE` (`matters`
//! in ten thousandths, `curiosity` in hundredths; the files written by `fit` and `teach`). `--modules 1,6,22` puts modules on the table,
//! `--edition red-palace` is another game of the family.
//!
//! `--clock cpu` counts time on the processor instead of time on the wall, so that a busy machine makes no difference:
//! a budget of one second for two threads is then two seconds of the whole process. `--first N` begins with the N-th
//! game, so that a long match can be played in parts.

use alhambra_bots::evaluation::{Judge, WEIGHTS, Weights};
use alhambra_bots::network::Network;
use alhambra_bots::search::{Budget, SearchBot};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{EditionId, GameState, Io, ModuleId, Quick, Seat, Seeded, Setup};
use alhambra_sim::lab::{Estimate, ShareByDeal};
use cpu_time::ProcessTime;
use std::collections::VecDeque;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot that plays alone, with settings if it searches (hard:games=400,turns=12)
    one: String,
    /// The bot that has all other seats
    field: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first game, so that a long match can be played in parts
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Another seed is another match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many players
    #[arg(long, value_name = "N", default_value_t = 3)]
    players: usize,
    /// Modules by their numbers: 1,6,22
    #[arg(long, value_name = "LIST")]
    modules: Option<String>,
    /// Which game of the family, by its short name
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = edition)]
    edition: EditionId,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    jobs: u64,
    /// Which clock counts: time on the wall, or of the whole process on the processor
    #[arg(long, value_enum, default_value_t = Clock::Wall)]
    clock: Clock,
    /// The most that 99 of 100 decisions of the one may take, in milliseconds; more is a failure
    #[arg(long, value_name = "MS")]
    p99: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Clock {
    Wall,
    Cpu,
}

fn bot(name: &str, cpu: bool) -> Result<Box<dyn Bot>, String> {
    let (name, list) = name.split_once(':').unwrap_or((name, ""));
    let kind = name.parse::<BotKind>().map_err(|e| e.to_string())?;
    let Some(mut settings) = kind.settings() else { return Ok(kind.make()) };
    for pair in list.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or("settings are key=value")?;
        if key == "weights" {
            settings.judge = Judge::Sum(Box::leak(Box::new(weights(value)?)));
            continue;
        }
        if key == "network" {
            let bytes = std::fs::read(value).map_err(|why| format!("{value}: {why}"))?;
            let network = Network::read(&bytes).ok_or(format!("{value} is no network"))?;
            settings.judge = Judge::Network(Box::leak(network));
            continue;
        }
        let number: u32 = value.parse().map_err(|_| format!("{key}: {value} is no number"))?;
        match key {
            "looks" => settings.looks = number,
            "apart" => settings.apart = number,
            "games" => settings.budget = Budget::games(number),
            "ms" => settings.budget = Budget::time(Duration::from_millis(number.into())),
            "turns" => settings.turns = number,
            "answers" => settings.answers = number as usize,
            "threads" => settings.threads = number as usize,
            "curiosity" => settings.curiosity = number as f32 / 100.0,
            "matters" => settings.matters = number as f32 / 10_000.0,
            other => return Err(format!("there is no setting {other}")),
        }
    }
    if cpu {
        settings.budget.clock = Some(|| ProcessTime::now().as_duration());
        settings.budget.time = settings.budget.time.map(|time| time * settings.threads as u32);
    }
    Ok(Box::new(SearchBot::new(settings)))
}

/// Weights as `fit` writes them.
fn weights(path: &str) -> Result<Weights, String> {
    let text = std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}"))?;
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_ascii_digit() || ".-".contains(c))));
    let mut numbers = words.filter_map(|word| word.parse().ok());
    let mut weights = WEIGHTS;
    for weight in weights.iter_mut().flatten().flatten() {
        *weight = numbers.next().ok_or(format!("{path} has too few weights"))?;
    }
    Ok(weights)
}

/// Who plays whom, at which table.
pub(crate) struct Match {
    one: String,
    field: String,
    games: u64,
    seed: u64,
    setup: Setup,
    jobs: usize,
    first: u64,
    cpu: bool,
}

impl Match {
    /// A match, if there are such bots and such a table.
    pub(crate) fn new(
        one: &str,
        field: &str,
        setup: Setup,
        games: u64,
        seed: u64,
        jobs: u64,
        clock: Clock,
    ) -> Result<Match, String> {
        setup.check().map_err(|why| why.to_string())?;
        let cpu = clock == Clock::Cpu;
        bot(one, cpu)?;
        bot(field, cpu)?;
        if cpu && jobs > 1 {
            return Err("the processor's clock counts the whole process: one job, please".to_owned());
        }
        let (one, field) = (one.to_owned(), field.to_owned());
        Ok(Match { one, field, games, seed, setup, jobs: jobs as usize, first: 0, cpu })
    }

    fn players(&self) -> usize {
        self.setup.players.len()
    }
}

/// How a match went.
pub(crate) struct Outcome {
    /// Games won, shared wins in parts.
    pub(crate) wins: f64,
    /// The share of the win; the games of one deal, one from each seat, are not independent, its deals are.
    pub(crate) share: Estimate,
    /// What every decision of the one took, the shortest first.
    pub(crate) spent: Vec<Duration>,
}

/// What one job has played: every game with its win, and what every decision of the one took.
type Job = (Vec<(u64, f64)>, Vec<Duration>);

impl Outcome {
    /// Puts games together, in any order; as many of them as there are players have the same deal.
    fn of(mut won: Vec<(u64, f64)>, players: u64, spent: Vec<Duration>) -> Outcome {
        won.sort_by_key(|(number, _)| *number);
        let mut share = ShareByDeal::default();
        won.iter().for_each(|(number, win)| share.add(number / players, *win));
        Outcome { wins: won.iter().map(|(_, win)| win).sum(), share: share.estimate(), spent }
    }

    /// What so large a part of all decisions took at most.
    pub(crate) fn spent_at(&self, part: f64) -> Duration {
        self.spent[((self.spent.len() - 1) as f64 * part) as usize]
    }

    /// Whether 99 of 100 decisions took more than is allowed.
    pub(crate) fn too_slow(&self, p99: Option<u64>) -> bool {
        p99.is_some_and(|most| self.spent_at(0.99) > Duration::from_millis(most))
    }
}

/// An edition that can be played, by its short name.
pub(crate) fn edition(name: &str) -> Result<EditionId, String> {
    let known = || EditionId::offered().map(EditionId::slug).collect::<Vec<_>>().join(", ");
    EditionId::offered()
        .find(|edition| edition.slug() == name)
        .ok_or_else(|| format!("there is no edition \"{name}\"; there are {}", known()))
}

/// Modules by their numbers.
fn modules(list: &str) -> Result<Vec<ModuleId>, String> {
    let by_number = |typed: &str| {
        let found = ModuleId::ALL.iter().find(|module| module.number().to_string() == typed);
        found.copied().ok_or(format!("there is no module {typed}"))
    };
    list.split(',').map(by_number).collect()
}

fn agreed(args: Args) -> Result<Match, String> {
    let on = args.modules.as_deref().map(modules).transpose()?.unwrap_or_default();
    // Set-ups know two to six; anything else is refused below, in the words of the rules.
    let table = Setup::players(args.players).in_edition(args.edition);
    let setup = on.into_iter().fold(table, Setup::with);
    let m = Match::new(&args.one, &args.field, setup, args.games, args.seed, args.jobs, args.clock)?;
    Ok(Match { first: args.first, ..m })
}

/// The time, by the clock that counts.
fn now(cpu: bool) -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    if cpu { ProcessTime::now().as_duration() } else { START.elapsed() }
}

/// Real games take a few hundred decisions; one that gets here is stuck.
const MOST: u32 = 20_000;

/// Plays a game and says the share of the win of the seat that plays alone.
fn play(m: &Match, one: &mut dyn Bot, field: &mut dyn Bot, number: u64, spent: &mut Vec<Duration>) -> f64 {
    let alone = Seat::new(number as usize % m.players()).unwrap();
    let mut source = Quick::new(m.seed.wrapping_mul(1 << 32).wrapping_add(number / m.players() as u64));
    let mut luck = Seeded::new(source.bits());
    let mut dice = Quick::new(source.bits() ^ number);
    let mut game = GameState::new(&m.setup, &mut Io::silent(&mut luck)).unwrap();
    let (mut taken, mut last) = (0, VecDeque::new());
    while let Some(seat) = game.to_move() {
        let belief = Belief::new(&game, seat, Recall::Full);
        let action = if seat == alone {
            let start = now(m.cpu);
            let action = one.decide(&belief, &mut dice);
            spent.push(now(m.cpu) - start);
            action
        } else {
            field.decide(&belief, &mut dice)
        };
        game.apply(seat, action, &mut Io::silent(&mut luck)).expect("bots move legally");
        taken += 1;
        last.push_back((seat, action));
        if last.len() > 12 {
            last.pop_front();
        }
        assert!(taken < MOST, "game {number} does not end; it went on like this: {last:?}");
    }
    let winners = game.winners().unwrap();
    if winners.contains(alone) { 1.0 / winners.len() as f64 } else { 0.0 }
}

fn report(m: &Match, outcome: &Outcome) {
    let elo = |s: f64| 400.0 * (s * (m.players() as f64 - 1.0) / (1.0 - s)).log10();
    let Estimate { value, low, high } = outcome.share;
    println!(
        "{} against {} × {}: {} of {} games, share {value:.3} ({low:.3} to {high:.3}), Elo {:+.0} ({:+.0} to {:+.0})",
        m.one,
        m.players() - 1,
        m.field,
        outcome.wins,
        m.games,
        elo(value),
        elo(low),
        elo(high),
    );
}

/// Plays all games of a match; `told` hears after every one how many a job has won and played.
pub(crate) fn play_all(m: &Match, told: impl Fn(f64, u64) + Sync) -> Outcome {
    let next = AtomicU64::new(m.first);
    let job = || {
        let (mut one, mut field) = (bot(&m.one, m.cpu).unwrap(), bot(&m.field, m.cpu).unwrap());
        let (mut won, mut sum, mut spent) = (Vec::new(), 0.0, Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= m.first + m.games {
                break (won, spent);
            }
            let win = play(m, &mut *one, &mut *field, number, &mut spent);
            won.push((number, win));
            sum += win;
            told(sum, won.len() as u64);
        }
    };
    let parts: Vec<Job> = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..m.jobs).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().map(|job| job.join().unwrap()).collect()
    });
    let (mut won, mut spent) = (Vec::new(), Vec::new());
    for (some, took) in parts {
        won.extend(some);
        spent.extend(took);
    }
    spent.sort();
    Outcome::of(won, m.players() as u64, spent)
}

pub(crate) fn run(args: Args) -> Result<(), String> {
    let p99 = args.p99;
    let m = agreed(args)?;
    let start = Instant::now();
    let outcome = play_all(&m, |wins, games| {
        if games % 10 == 0 {
            eprintln!("… {wins} of {games}");
        }
    });
    report(&m, &outcome);
    let at = |part: f64| outcome.spent_at(part);
    let mean = outcome.spent.iter().sum::<Duration>() / outcome.spent.len() as u32;
    println!(
        "{:.0} s; a decision of {}: mean {mean:.2?}, median {:.2?}, p99 {:.2?}, longest {:.2?}",
        start.elapsed().as_secs_f64(),
        m.one,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    match (outcome.too_slow(p99), p99) {
        (true, Some(most)) => Err(format!("{} needs more than {most} ms: p99 {:.2?}", m.one, at(0.99))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_decision_in_a_hundred_may_take_longer() {
        let took = |long: usize| {
            let spent =
                (0..100).map(|i| Duration::from_millis(if i + long < 100 { 50 } else { 90 })).collect();
            Outcome::of(vec![(0, 0.0)], 3, spent)
        };
        assert!(!took(1).too_slow(Some(55)), "one of a hundred");
        assert!(took(2).too_slow(Some(55)), "two of a hundred");
        assert!(!took(2).too_slow(Some(90)) && !took(2).too_slow(None));
    }

    /// Whoever wins one game of every deal, whichever, is known to win a third better than 60 tosses would say.
    #[test]
    fn the_interval_is_that_of_whole_deals_in_any_order() {
        let won = |deal: u64, seat: u64| f64::from(u8::from((deal + seat).is_multiple_of(3) && deal > 0));
        let games = (0..60).rev().map(|number| (number, won(number / 3, number % 3)));
        let found = Outcome::of(games.collect(), 3, Vec::new());
        assert_eq!(found.wins, 19.0);
        let tossed = alhambra_sim::lab::wilson(19.0, 60);
        assert!(found.share.high - found.share.low < (tossed.high - tossed.low) / 2.0, "{:?}", found.share);
    }
}
