//! `cargo xtask bench --server`: real games over real sockets against a server process with its durable log.
//!
//! What is compared is moves per second of the server's own CPU time; waiting times also depend on who else uses the
//! machine, so its load is printed beside them.

use crate::shell::{Error, Result, Shell, say};
use serde_json::Value;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Open files a process needs beside its sockets.
const OTHER_FILES: u64 = 300;
/// The most games at once.
const MANY: u64 = 5000;
/// Games nobody plays, few and many: with so many devices for each person the few have as many sockets as the many. What one
/// more costs is the difference, so that what the server has only once does not count.
const DEVICES: u64 = 5;

/// Runs all of it and returns the table; with another working tree, its programs in turn with ours.
pub(super) fn run(shell: &Shell, other: Option<&Shell>) -> Result<String> {
    let mut programs = vec![("", shell.build_load()?)];
    if let Some(other) = other {
        programs.insert(0, ("before, ", other.build_load()?));
    }
    // Tables leave memory after a second without moves, and the memory is looked at some seconds later.
    let idle = ["--idle-seconds", "1"];
    // One file for each socket, in the server and in the generator alike.
    let games = MANY.min(open_files().saturating_sub(OTHER_FILES) / 3);
    let few = games / DEVICES;
    let many = few * DEVICES;
    let mut rows = Vec::new();
    for words in ["--games 300 --seconds 20".to_owned(), format!("--games {games} --seconds 20 --rate 5000")]
    {
        for (whose, (game, load)) in &programs {
            let name = if words.contains("--rate") { "5,000 moves a second" } else { "as fast as possible" };
            rows.push((format!("{whose}{name}"), measure(shell, game, load, &[], &words)?));
        }
    }
    let mut memory = Vec::new();
    for (whose, (game, load)) in &programs {
        let measure = |words: String| measure(shell, game, load, &idle, &words);
        let there = [
            measure(format!("--games {few} --rest 10 --seconds 0"))?,
            measure(format!("--games {few} --devices {DEVICES} --rest 10 --seconds 0"))?,
            measure(format!("--games {many} --rest 10 --seconds 0"))?,
        ];
        memory.push((*whose, there));
    }
    Ok(table(&memory, &rows))
}

/// A server on a data folder of its own for as long as the generator runs.
fn measure(shell: &Shell, game: &Path, load: &Path, flags: &[&str], words: &str) -> Result<Value> {
    let server = Serving::start(shell, game, flags)?;
    let (address, pid) = (server.address.to_string(), server.child.id().to_string());
    let mut line = vec![address.as_str(), "--json", "--pid", &pid];
    line.extend(words.split(' '));
    say(&format!("load {}", line.join(" ")));
    let text = shell.program(load, &line).output()?;
    serde_json::from_str(&text).map_err(|error| Error::new(format!("load printed no JSON object: {error}")))
}

/// A server process; it ends with its data folder when this goes.
struct Serving {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Serving {
    fn start(shell: &Shell, game: &Path, flags: &[&str]) -> Result<Serving> {
        let failed = |error: std::io::Error| Error::new(format!("cannot start the server: {error}"));
        let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).map_err(failed)?;
        // Not the folder for temporary files: that may lie in memory, and the log is to be durable.
        let data = shell.root().join("out").join(format!("bench-server-{}", std::process::id()));
        let child = Command::new(game)
            .args(["serve", "--listen", &address.to_string(), "--log", "warn"])
            .args(["--tables-per-minute", "1000000", "--messages-per-second", "1000"])
            .args(many_connections(game))
            .arg("--data-dir")
            .arg(&data)
            .args(flags)
            .stdout(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let serving = Serving { child, address, data };
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            if began.elapsed() > Duration::from_secs(20) {
                return Err(Error::new(format!("the server does not answer on {address}")));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(serving)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself, and a folder that stays behind is no failure.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// Connections without a limit; a program from before the limit does not know the word.
fn many_connections(game: &Path) -> &'static [&'static str] {
    let help = Command::new(game).args(["serve", "--help"]).output();
    let known = help.is_ok_and(|help| String::from_utf8_lossy(&help.stdout).contains(LIMIT));
    if known { &[LIMIT, "1000000"] } else { &[] }
}

const LIMIT: &str = "--connections-per-address";

/// How many files a process may have open, as Linux tells it.
fn open_files() -> u64 {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    soft_limit(&limits).unwrap_or(1024)
}

fn soft_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What one more costs, in KB.
fn margin(few: &Value, many: &Value, what: &str) -> f64 {
    let more = |key: &str| number(many, key) - number(few, key);
    more("grown_kb") / more(what).max(1.0)
}

fn number(report: &Value, key: &str) -> f64 {
    report[key].as_f64().unwrap_or(0.0)
}

/// The memory goes by few games, few games with as many sockets as many games have, and many games.
fn table(memory: &[(&str, [Value; 3])], rows: &[(String, Value)]) -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<&str> = load.split(' ').take(3).collect();
    let mut text =
        "Rooms of three people over real sockets, release build, SQLite with a durable log.\n\n".to_owned();
    text += "| run | games | moves | moves / s | moves / server CPU s | p50 ms | p99 ms |\n";
    text += "|---|--:|--:|--:|--:|--:|--:|\n";
    for (name, report) in rows {
        text += &format!(
            "| {name} | {} | {} | {:.0} | {:.0} | {:.1} | {:.1} |\n",
            number(report, "games"),
            number(report, "moves"),
            number(report, "moves") / number(report, "seconds").max(0.001),
            number(report, "moves_per_cpu_second"),
            number(report, "p50_ms"),
            number(report, "p99_ms"),
        );
    }
    for (whose, there) in memory {
        let socket = margin(&there[0], &there[1], "sockets");
        let room = margin(&there[1], &there[2], "games");
        text += &format!(
            "\nMemory for one more ({whose}release build): {socket:.1} KB for an idle socket, {room:.1} KB for an idle \
             game beside its sockets.\n"
        );
    }
    text + &format!("\nLoad of the machine at the end: {}.\n", load.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max open files            20000                20000                files\n";
        assert_eq!(soft_limit(limits), Some(20_000));
        assert_eq!(soft_limit(""), None);
    }

    #[test]
    fn what_the_server_has_once_counts_for_nobody() {
        let report = |games: u64, sockets: u64, grown: u64| serde_json::json!({ "games": games, "sockets": sockets, "grown_kb": grown });
        let there = [report(100, 300, 4500), report(100, 900, 7500), report(300, 900, 8700)];
        let fast = serde_json::json!({ "games": 300, "moves": 100, "seconds": 2, "moves_per_cpu_second": 70, "p50_ms": 1.5, "p99_ms": 9 });
        let text = table(&[("", there)], &[("as fast as possible".to_owned(), fast)]);
        assert!(text.contains("| as fast as possible | 300 | 100 | 50 | 70 | 1.5 | 9.0 |"), "{text}");
        assert!(text.contains("5.0 KB for an idle socket, 6.0 KB for an idle game beside"), "{text}");
    }
}
