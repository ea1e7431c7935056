//! The laboratory's commands: what `tournament`, `study` and `merge` have in common.

pub(crate) mod merge;
pub(crate) mod study;
mod told;
pub(crate) mod tournament;

use crate::failure::Failure;
use crate::out;
use alhambra_rules::{EditionId, Setup};
use alhambra_sim::lab::{
    Claims, Conclusion, Contest, ContestError, Existing, Findings, LabPlan, Page, Shard, Sprt, check_free,
    poster, report,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of every command that plays.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// How many play
    #[arg(long, value_name = "2-6", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// Which game of the family: classic, or red-palace
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = crate::which::edition, conflicts_with = "setup")]
    edition: EditionId,
    /// What is played, as a code of "alhambra setup encode": players, house rules and modules
    #[arg(long, value_name = "CODE", conflicts_with = "players", value_parser = crate::which::setup_code)]
    setup: Option<Setup>,
    /// Where all luck comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads play [default: one for each core, fewer for bots that use several]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Play only this part of the deals, such as 2/4; "alhambra merge" puts the parts together
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Write a row for every seat of every game into this file, .csv or .parquet
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a report with plots, one HTML page that needs nothing else
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Go on with an interrupted run: the same command as before, with this word
    #[arg(long, requires = "out")]
    resume: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = out::Format::Text)]
    format: out::Format,
}

/// What is asked for beside the games.
struct Asked<'a> {
    title: &'a str,
    /// Where a poster goes.
    poster: Option<&'a Path>,
}

impl Common {
    /// The set-up that was asked for.
    fn base(&self) -> Setup {
        self.setup.clone().unwrap_or_else(|| Setup::players(self.players.into()).in_edition(self.edition))
    }

    fn existing(&self) -> Existing {
        match (self.force, self.resume) {
            (true, _) => Existing::Replace,
            (_, true) => Existing::Resume,
            _ => Existing::Refuse,
        }
    }

    fn threads(&self, plan: &LabPlan) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let each = plan.contestants().into_iter().map(|bot| bot.threads()).max().unwrap_or(1);
        self.threads.map_or((cores / each).max(1), usize::from)
    }

    /// Plays a plan, shows how far it is, and says what came out.
    fn play(&self, plan: &LabPlan, asked: &Asked<'_>, claims: Option<Claims>) -> Result<(), Failure> {
        let existing = self.existing();
        let mut written: Vec<&Path> = self.out.as_deref().into_iter().collect();
        for path in [self.report.as_deref(), asked.poster].into_iter().flatten() {
            if written.contains(&path) {
                let why = format!("{}: one would replace the other", path.display());
                return Err(Failure::new(why).hint("different names"));
            }
            check_free(path, existing).map_err(|why| failure(&why))?;
            written.push(path);
        }
        let stop = stop_on_signal()?;
        let session = Contest {
            plan,
            shard: self.shard,
            threads: self.threads(plan),
            output: self.out.as_deref().map(|path| (path, existing)),
            claims,
            stop,
        };
        let games = self.shard.games(plan);
        let bar = progress(games);
        let mut first = true;
        let concluded = session.play(|done| {
            if std::mem::take(&mut first) {
                // What was there before says nothing about the rate.
                bar.set_position(done);
                bar.reset_eta();
            }
            bar.set_position(done);
        });
        bar.finish_and_clear();
        let concluded = concluded.map_err(|why| match why {
            ContestError::Output(why) => failure(&why),
            ContestError::Broken(why) => {
                Failure::new(why.to_string()).hint("tell us, with this line and the command you typed")
            }
        })?;
        self.conclude(concluded, asked, games)
    }

    fn conclude(&self, concluded: Conclusion, asked: &Asked<'_>, games: u64) -> Result<(), Failure> {
        let title = asked.title;
        let Conclusion { summary, before, complete, sprt, partial } = concluded;
        let findings = summary.findings();
        if let Some(path) = &self.report {
            // A shard is complete for itself and still not all of the plan.
            let missing = !complete || !self.shard.is_whole();
            write_report(path, &findings, title, missing, sprt.clone())?;
        }
        if let Some(path) = asked.poster {
            write_poster(path, &findings, title)?;
        }
        let text = match self.format {
            out::Format::Json => json(&findings, complete, sprt.as_ref())?,
            out::Format::Text => told::text(&findings, title, sprt.as_ref()),
        };
        out::print(|out| out.write_all(text.as_bytes()))?;
        if complete {
            if before > 0 && before == findings.games {
                eprintln!("Nothing was left to play: these are the {before} games of before.");
            }
            return Ok(());
        }
        let stopped = format!("interrupted: {} of {games} games were played", findings.games);
        Err(match partial {
            Some(path) => Failure::new(format!("{stopped}; they are in {}", path.display()))
                .hint("the same command with --resume to go on"),
            None => Failure::new(format!("{stopped} and not kept in a file"))
                .hint("--out games.csv, to go on with --resume after an interruption"),
        })
    }
}

fn failure(why: &impl std::fmt::Display) -> Failure {
    Failure::new(why.to_string())
}

/// Writes the page; whether it may be written was checked before.
fn write_report(
    path: &Path,
    findings: &Findings,
    title: &str,
    partial: bool,
    sprt: Option<Sprt>,
) -> Result<(), Failure> {
    let html = report(findings, &Page { title, command: &command(), partial, sprt });
    write(path, &html)
}

/// Writes the picture of what modules do; whether it may be written was checked before.
fn write_poster(path: &Path, findings: &Findings, title: &str) -> Result<(), Failure> {
    write(path, &poster(findings, title, &command()))
}

/// As it was typed.
fn command() -> String {
    let words: Vec<String> = std::env::args().skip(1).collect();
    format!("alhambra {}", words.join(" "))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|why| Failure::new(format!("{}: {why}", path.display())))
}

/// The JSON object; its schema only grows.
#[derive(Serialize)]
struct Printed<'a> {
    schema: &'static str,
    complete: bool,
    sprt: Option<PrintedTest>,
    #[serde(flatten)]
    findings: &'a Findings,
}

#[derive(Serialize)]
struct PrintedTest {
    #[serde(flatten)]
    claims: Claims,
    deals: u64,
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
    verdict: alhambra_sim::lab::SprtVerdict,
}

fn json(findings: &Findings, complete: bool, sprt: Option<&Sprt>) -> Result<String, Failure> {
    let sprt = sprt.map(|sprt| PrintedTest {
        claims: sprt.claims(),
        deals: sprt.deals(),
        log_likelihood_ratio: sprt.log_likelihood(),
        bounds: sprt.bounds(),
        verdict: sprt.verdict(),
    });
    let printed = Printed { schema: "alhambra-lab/1", complete, sprt, findings };
    let text = serde_json::to_string_pretty(&printed);
    text.map(|text| text + "\n").map_err(|why| Failure::new(format!("the result has no JSON form: {why}")))
}

/// A bar on standard error with rate and time left; nothing where nobody looks.
pub(crate) fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A flag that Ctrl-C and a batch system's "terminate" set. A second Ctrl-C ends the program at once.
pub(crate) fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone())
            .and_then(|_| signal_hook::flag::register(signal, stop.clone()))
            .map_err(|why| Failure::new(format!("Ctrl-C cannot be watched: {why}")))?;
    }
    Ok(stop)
}
