//! `cargo xtask bench`: what the engine costs, as one table that can be pasted into a pull request.
//!
//! Instruction counts (callgrind) are the figure to compare: they do not depend on who else uses the machine.
//! Where valgrind is missing, CPU seconds have to do, and the table says so.

mod server;

use crate::shell::{Error, Result, Shell, say};
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games per simulator run
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Leave out the micro-benchmarks of the rules crate
    #[arg(long)]
    no_micro: bool,
    /// The table server instead: moves per CPU second, waiting times, memory per idle socket and game
    #[arg(long, conflicts_with_all = ["games", "no_micro"])]
    server: bool,
    /// Another working tree of the project (git worktree add DIR REVISION): measured in turn with this one, side by side
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
}

/// Instructions per game are the difference between these two runs, so that start-up cancels out.
const COUNTED_GAMES: [u64; 2] = [100, 300];

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    let other = args.against.clone().map(|dir| Shell::open(Some(dir))).transpose()?;
    if args.server {
        let table = server::run(shell, other.as_ref())?;
        print!("\n{table}");
        return write(shell, "bench-server.md", &table);
    }
    if !args.no_micro {
        micro(shell)?;
    }
    let game = shell.build_game()?;
    let before = other.as_ref().map(Shell::build_game).transpose()?;
    let valgrind = shell.program("valgrind", &["--version"]).works();
    say(if valgrind {
        "valgrind is here: instruction counts by callgrind, times as CPU seconds"
    } else {
        "valgrind is not installed: CPU seconds only (apt-get install valgrind for instruction counts)"
    });
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for run in &RUNS {
        // The other tree may not know a module of this run: then it has no row.
        let before = before.as_ref().filter(|before| simulate(shell, before, 1, 1, run).is_ok());
        for (game, name) in before.map(|game| (game, "before, ")).into_iter().chain([(&game, "")]) {
            let counted = if valgrind { instructions_per_game(shell, game, run) } else { None };
            if valgrind && counted.is_none() {
                say("callgrind did not get through: CPU seconds only for this row");
            }
            for threads in run.threads {
                let report = simulate(shell, game, (args.games / run.fewer).max(1), *threads, run)?;
                if name.is_empty() {
                    missed.extend(too_slow(&report, run));
                }
                let name = format!("{name}{}", run.name);
                rows.push(row(&report, &name, *threads, counted.filter(|_| *threads == 1)));
            }
        }
    }
    let mut table = table(&rows);
    if valgrind && let Some([all, one]) = machinery(shell)? {
        let more = (all as f64 / one as f64 - 1.0) * 100.0;
        table += &format!(
            "\nModules that are off: {all} instructions for a base game with all modules compiled in, {one} with \
             module 17 alone, {more:+.1} %.\n"
        );
        if more > MOST_OFF {
            missed.push(format!("modules that are off: {more:+.1} %, promised are at most {MOST_OFF} %"));
        }
    }
    print!("\n{table}");
    write(shell, "bench.md", &table)?;
    if missed.is_empty() {
        Ok(())
    } else {
        Err(Error::new(format!("slower than promised: {}", missed.join("; "))))
    }
}

/// What a run lacks of the games per CPU second that are promised: a figure for a machine that has nothing else to do.
fn too_slow(report: &Value, run: &Run) -> Option<String> {
    let rate = report["games_per_cpu_second"].as_f64()?;
    (rate < run.asked as f64)
        .then(|| format!("{}: {rate:.0} games per CPU second, promised are {}", run.name, run.asked))
}

/// What is measured: a kind of game, and how its bots choose.
struct Run {
    name: &'static str,
    /// What `simulate` is told beside the common words.
    words: &'static str,
    /// So many times fewer games than the base game gets.
    fewer: u64,
    threads: &'static [u32],
    /// The games per CPU second that are promised; 0 where nothing is.
    asked: u64,
}

const fn run_of(name: &'static str, words: &'static str, fewer: u64) -> Run {
    Run { name, words, fewer, threads: &[1], asked: 0 }
}

const fn asked_of(asked: u64, run: Run) -> Run {
    Run { asked, ..run }
}

/// What all modules together may cost a game that has none of them, in percent.
const MOST_OFF: f64 = 3.0;

const RUNS: [Run; 13] = [
    Run { threads: &[1, 2], ..run_of("random", "", 1) },
    Run { threads: &[1, 2], ..run_of("random, full list", "--enumerate", 5) },
    asked_of(8000, run_of("six modules", "--modules 1,2,3,5,6,10", 5)),
    run_of("six later modules", "--modules 9,16,24,29,31,40", 20),
    run_of("sixteen modules", "--modules 1,2,3,5,6,7,8,10,12,13,17,18,22,28,37,41", 20),
    asked_of(600, run_of("all modules", "--modules all", 50)),
    asked_of(12_000, run_of("The Red Palace", "--edition red-palace", 2)),
    run_of("module 22", "--modules 22", 5),
    run_of("module 22, full list", "--modules 22 --enumerate", 50),
    run_of("gates, full list", "--modules 5 --enumerate", 50),
    run_of("camps, full list", "--modules 8 --enumerate", 50),
    run_of("projects, full list", "--modules 28 --enumerate", 50),
    run_of("all modules, full list", "--modules all --enumerate", 200),
];

/// Instructions for a base game with all modules compiled in, and with a single one: what machinery costs that is
/// there but off.
fn machinery(shell: &Shell) -> Result<Option<[u64; 2]>> {
    let mut counts = Vec::new();
    for lean in [false, true] {
        let tools = shell.build_tools(lean)?;
        let playouts = |games: u64| vec!["playouts".to_owned(), games.to_string()];
        let Some(count) = counted(shell, &tools, playouts) else { return Ok(None) };
        counts.push(count);
    }
    Ok(Some([counts[0], counts[1]]))
}

fn micro(shell: &Shell) -> Result<()> {
    if !shell.root().join("crates/alhambra-rules/benches").exists() {
        say("crates/alhambra-rules has no benches yet");
        return Ok(());
    }
    // The star keeps cargo from starting the unit tests as benchmarks as well.
    let task = shell.cargo(&["bench", "-p", "alhambra-rules", "--features", "testkit", "--bench", "*"]);
    say(task.shown());
    task.run()
}

fn words(games: u64, threads: u32, run: &Run) -> Vec<String> {
    let line = format!(
        "simulate --players 3 --bots random --seed 1 --format json --games {games} --threads {threads}"
    );
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    words.extend(run.words.split_whitespace().map(str::to_owned));
    words
}

fn simulate(shell: &Shell, game: &Path, games: u64, threads: u32, run: &Run) -> Result<Value> {
    let words = words(games, threads, run);
    say(&format!("alhambra {}", words.join(" ")));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = shell.program(game, &words).output()?;
    serde_json::from_str(&text)
        .map_err(|error| Error::new(format!("simulate printed no JSON object: {error}")))
}

fn instructions_per_game(shell: &Shell, game: &Path, run: &Run) -> Option<u64> {
    counted(shell, game, |games| words(games, 1, run))
}

fn counted(shell: &Shell, game: &Path, words: impl Fn(u64) -> Vec<String>) -> Option<u64> {
    let [few, many] = COUNTED_GAMES.map(|games| {
        let out = std::env::temp_dir().join(format!("alhambra-callgrind-{}", std::process::id()));
        let file = format!("--callgrind-out-file={}", out.display());
        let program = game.to_string_lossy().into_owned();
        let mut line = vec!["--tool=callgrind".to_owned(), file, program];
        line.extend(words(games));
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let printed = shell.program("valgrind", &line).complaints();
        // The profile itself is not wanted; a leftover file is no failure.
        let _ = std::fs::remove_file(&out);
        collected(&printed?)
    });
    Some(many?.saturating_sub(few?) / (COUNTED_GAMES[1] - COUNTED_GAMES[0]))
}

/// The number behind callgrind's `Collected :`.
fn collected(printed: &str) -> Option<u64> {
    let line = printed.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.split_whitespace().next()?.parse().ok()
}

fn row(report: &Value, name: &str, threads: u32, instructions: Option<u64>) -> [String; 8] {
    let number = |key: &str, digits: usize| match report[key].as_f64() {
        Some(value) => format!("{value:.digits$}"),
        None => "–".to_owned(),
    };
    [
        name.to_owned(),
        number("games", 0),
        threads.to_string(),
        number("seconds", 2),
        number("cpu_seconds", 2),
        number("games_per_cpu_second", 0),
        number("decisions_per_cpu_second", 0),
        instructions.map_or("–".to_owned(), |count| count.to_string()),
    ]
}

fn table(rows: &[[String; 8]]) -> String {
    let mut text = "Three players, random bots, release build.\n\n".to_owned();
    text += "| run | games | threads | seconds | CPU s | games / CPU s | decisions / CPU s | instructions / game |\n";
    text += "|---|--:|--:|--:|--:|--:|--:|--:|\n";
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text
}

fn write(shell: &Shell, name: &str, table: &str) -> Result<()> {
    let out = shell.root().join("out");
    let file = out.join(name);
    std::fs::create_dir_all(&out)
        .and_then(|()| std::fs::write(&file, table))
        .map_err(|error| Error::new(format!("cannot write {}: {error}", file.display())))?;
    say(&format!("written to out/{name}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callgrinds_count_is_read() {
        let printed =
            "==7== Callgrind, a call-graph\n==7== Events    : Ir\n==7== Collected : 8123456\n==7==\n";
        assert_eq!(collected(printed), Some(8_123_456));
        assert_eq!(collected("nothing"), None);
    }

    #[test]
    fn what_is_slower_than_promised_is_named() {
        let run = asked_of(600, run_of("all modules", "--modules all", 50));
        let report = |rate: f64| serde_json::json!({ "games_per_cpu_second": rate });
        assert_eq!(too_slow(&report(600.0), &run), None);
        let missed = "all modules: 599 games per CPU second, promised are 600";
        assert_eq!(too_slow(&report(599.2), &run).as_deref(), Some(missed));
        assert_eq!(too_slow(&report(1.0), &run_of("random", "", 1)), None);
    }

    #[test]
    fn a_row_shows_what_the_report_has() {
        let report =
            serde_json::json!({ "seconds": 1.5, "cpu_seconds": 1.25, "games_per_cpu_second": 41234.5 });
        let row = row(&report, RUNS[1].name, 2, None);
        assert_eq!(
            row,
            ["random, full list", "–", "2", "1.50", "1.25", "41234", "–", "–"].map(str::to_owned)
        );
        assert!(table(&[row]).ends_with("| random, full list | – | 2 | 1.50 | 1.25 | 41234 | – | – |\n"));
    }
}
