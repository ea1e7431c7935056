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
    /// What every decision of the one took, the shortest first.
    pub(crate) spent: Vec<Duration>,
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

/// The share of the win and its 95 % Wilson interval.
pub(crate) fn interval(wins: f64, games: f64) -> (f64, f64, f64) {
    let share = wins / games;
    let z: f64 = 1.96;
    let middle = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
    let half =
        z / (1.0 + z * z / games) * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    (share, middle - half, middle + half)
}

fn report(m: &Match, wins: f64) {
    let games = m.games as f64;
    let (share, from, to) = interval(wins, games);
    let elo = |s: f64| 400.0 * (s * (m.players() as f64 - 1.0) / (1.0 - s)).log10();
    println!(
        "{} against {} × {}: {wins} of {games} games, share {share:.3} ({from:.3} to {to:.3}), Elo {:+.0} ({:+.0} to {:+.0})",
        m.one,
        m.players() - 1,
        m.field,
        elo(share),
        elo(from),
        elo(to),
    );
}

/// Plays all games of a match; `told` hears after every one how many a job has won and played.
pub(crate) fn play_all(m: &Match, told: impl Fn(f64, u64) + Sync) -> Outcome {
    let next = AtomicU64::new(m.first);
    let job = || {
        let (mut one, mut field) = (bot(&m.one, m.cpu).unwrap(), bot(&m.field, m.cpu).unwrap());
        let (mut wins, mut games, mut spent) = (0.0, 0, Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= m.first + m.games {
                break (wins, spent);
            }
            wins += play(m, &mut *one, &mut *field, number, &mut spent);
            games += 1;
            told(wins, games);
        }
    };
    let parts: Vec<(f64, Vec<Duration>)> = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..m.jobs).map(|_| scope.spawn(job)).collect();
        jobs.into_iter().map(|job| job.join().unwrap()).collect()
    });
    let wins = parts.iter().map(|part| part.0).sum();
    let mut spent: Vec<Duration> = parts.into_iter().flat_map(|part| part.1).collect();
    spent.sort();
    Outcome { wins, spent }
}

pub(crate) fn run(args: Args) -> Result<(), String> {
    let m = agreed(args)?;
    let start = Instant::now();
    let Outcome { wins, spent } = play_all(&m, |wins, games| {
        if games % 10 == 0 {
            eprintln!("… {wins} of {games}");
        }
    });
    report(&m, wins);
    let at = |part: f64| spent[((spent.len() - 1) as f64 * part) as usize];
    let mean = spent.iter().sum::<Duration>() / spent.len() as u32;
    println!(
        "{:.0} s; a decision of {}: mean {mean:.2?}, median {:.2?}, p99 {:.2?}, longest {:.2?}",
        start.elapsed().as_secs_f64(),
        m.one,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
