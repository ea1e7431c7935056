//! `alhambra simulate`: bots play many games, and what came out is printed.

use crate::failure::Failure;
use crate::which::{self, Which, edition};
use alhambra_bots::BotKind;
use alhambra_rules::{EditionId, Setup};
use alhambra_sim::{Batch, BatchError, Outcome, Report, SeatOutcome, Watch};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const EXAMPLES: &str = "\
Bots:
  random   draws a kind of action, then one of that kind; the fastest
  uniform  draws from the full list of legal actions
  easy     takes the best of what it notices; to be beaten in a first game
  medium   takes what looks best right now: majorities, walls, exact payments
  hard     imagines how the game goes on, 50 ms for a decision
  expert   imagines more of it, a second for a decision on all cores

Examples:
  alhambra simulate
      a thousand games of three random bots
  alhambra simulate --bots medium,random,random --games 200
      how much better is the medium bot?
  alhambra simulate --players 4 --modules new-score-cards --format json
      one JSON object for a script
  alhambra simulate --games 10 --record games
      ten games to look at with \"alhambra replay games/game-000001.jsonl\"

The same seed gives the same games, whatever the number of threads; only hard and expert, who think by the
clock, may decide otherwise another time.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Args {
    /// How many play
    #[arg(long, value_name = "2-6", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Who plays: one bot for all seats, or one for each, separated by commas
    #[arg(long, value_name = "BOT,…", default_value = "random", value_delimiter = ',', num_args = 1)]
    bots: Vec<BotKind>,
    /// Where all luck comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Let random bots choose from the full list of legal actions at every decision
    #[arg(long)]
    enumerate: bool,
    /// Write a record of every game into this folder, which must be empty or new
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Which game of the family: classic, or red-palace
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = edition)]
    edition: EditionId,
    /// Modules to play with, by their short names or numbers ("alhambra modules" lists them), separated by commas; or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1)]
    modules: Vec<Which>,
    /// Play with what is really printed in a box: a file of "alhambra data export", corrected
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// A table to read
    Text,
    /// One JSON object
    Json,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let setup = which::with(Setup::players(args.players.into()).in_edition(args.edition), &args.modules);
    let batch = Batch {
        setup: crate::data::with(setup, args.data.as_ref())?,
        bots: args.bots,
        games: args.games,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
        enumerate: args.enumerate,
        record: args.record,
    };
    let report = watched(&batch)?;
    let text = match args.format {
        Format::Text => table(&batch, &report),
        Format::Json => json(&batch, &report)?,
    };
    crate::out::print(|out| out.write_all(text.as_bytes()))?;
    if report.outcome.games < batch.games {
        let played = report.outcome.games;
        return Err(Failure::new(format!("interrupted: {played} of {} games were played", batch.games))
            .hint("alhambra tournament --out, whose runs can be resumed"));
    }
    Ok(())
}

/// Plays the batch with a bar on the terminal; Ctrl-C ends it with what was played.
fn watched(batch: &Batch) -> Result<Report, Failure> {
    let watch = Watch { stop: crate::lab::stop_on_signal()?, ..Watch::default() };
    let bar = crate::lab::progress(batch.games);
    let over = AtomicBool::new(bar.is_hidden());
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                bar.set_position(watch.done.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let played = batch.run_watched(&watch);
        over.store(true, Ordering::Relaxed);
        played
    });
    bar.finish_and_clear();
    played.map_err(failure)
}

fn failure(error: BatchError) -> Failure {
    let hint = match &error {
        BatchError::Bots { .. } => "--bots medium,random,random for three seats, or --bots random for all",
        BatchError::NotEmpty { .. } => "--record with a new folder",
        BatchError::NotWritten { .. } => "--record with a folder you may write to",
        BatchError::Broken { .. } => "tell us, with this line and the command you typed",
        BatchError::Setup(_) => "alhambra modules",
        BatchError::Games | BatchError::Threads => "alhambra simulate --help",
    };
    Failure::new(error.to_string()).hint(hint)
}

/// The JSON object; its schema only grows.
#[derive(Serialize)]
struct Printed<'a> {
    schema: &'static str,
    version: &'static str,
    players: usize,
    bots: Vec<&'static str>,
    seed: u64,
    threads: usize,
    enumerate: bool,
    complete: bool,
    seconds: f64,
    cpu_seconds: f64,
    games_per_cpu_second: f64,
    decisions_per_cpu_second: f64,
    #[serde(flatten)]
    outcome: &'a Outcome,
    setup: &'a Setup,
}

fn json(batch: &Batch, report: &Report) -> Result<String, Failure> {
    let printed = Printed {
        schema: "alhambra-simulate/1",
        version: env!("CARGO_PKG_VERSION"),
        players: batch.setup.players.len(),
        bots: batch.seated().into_iter().map(BotKind::name).collect(),
        seed: batch.seed,
        threads: batch.threads,
        enumerate: batch.enumerate,
        complete: report.outcome.games == batch.games,
        seconds: report.seconds,
        cpu_seconds: report.cpu_seconds,
        games_per_cpu_second: report.games_per_cpu_second(),
        decisions_per_cpu_second: report.decisions_per_cpu_second(),
        outcome: &report.outcome,
        setup: &batch.setup,
    };
    let text = serde_json::to_string_pretty(&printed);
    text.map(|text| text + "\n").map_err(|why| Failure::new(format!("the result has no JSON form: {why}")))
}

fn table(batch: &Batch, report: &Report) -> String {
    let Outcome { games, decisions, turns, seats, fingerprint, .. } = &report.outcome;
    let players = batch.setup.players.len();
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{words}");
    };
    let played = which::told(&batch.setup);
    line(format_args!("{} of {players} players, {played}, seed {}", count(*games, "game"), batch.seed));
    line(format_args!(""));
    line(format_args!("seat  bot           wins   share   points    ± sd   lowest  highest"));
    for (seat, (bot, SeatOutcome { wins, win_share, score })) in batch.seated().iter().zip(seats).enumerate()
    {
        line(format_args!(
            "{:>4}  {bot:<8} {wins:>9.1} {:>5.1} % {:>8.1} {:>7.1} {:>8} {:>8}",
            seat + 1,
            100.0 * win_share,
            score.mean,
            score.sd,
            score.min,
            score.max
        ));
    }
    line(format_args!(""));
    line(format_args!(
        "A game takes {:.1} turns ({} to {}) and {:.1} decisions ({} to {}).",
        turns.mean, turns.min, turns.max, decisions.mean, decisions.min, decisions.max
    ));
    line(format_args!(
        "{:.2} s on {}, {:.2} CPU-seconds: {:.0} games and {:.0} decisions per CPU-second.",
        report.seconds,
        count(batch.threads as u64, "thread"),
        report.cpu_seconds,
        report.games_per_cpu_second(),
        report.decisions_per_cpu_second()
    ));
    line(format_args!("Fingerprint of all results: {fingerprint}"));
    if let Some(dir) = &batch.record {
        line(format_args!("Records: {}", dir.join("game-000001.jsonl").display()));
    }
    text
}

fn count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
