//! The web client: built before cargo, because the server carries it inside, and tested in a real browser.

use crate::shell::{Error, Result, Shell, Task, say};
use crate::tools;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Whether this checkout has a web client at all.
pub(crate) fn exists(shell: &Shell) -> bool {
    shell.root().join("web/package.json").exists()
}

/// Fetches the packages the lock file names, unless they are there, and builds `web/dist`.
///
/// # Errors
/// If Node is missing or too old, or the build fails.
pub(crate) fn build(shell: &Shell) -> Result<()> {
    if !exists(shell) {
        return Ok(());
    }
    packages(shell)?;
    npm(shell, &["run", "build"]).run()
}

/// Formats the client, or fails where something would be changed.
///
/// # Errors
/// If Node is missing or too old, or something is not formatted.
pub(crate) fn format(shell: &Shell, check: bool) -> Result<()> {
    if !exists(shell) {
        return Ok(());
    }
    packages(shell)?;
    let task = npm(shell, &["run", if check { "format:check" } else { "format" }]);
    say(task.shown());
    task.run()
}

fn packages(shell: &Shell) -> Result<()> {
    node(shell)?;
    let (lock, installed) =
        (path(shell, "package-lock.json"), path(shell, "node_modules/.package-lock.json"));
    if !newer(&installed, &lock) {
        let task = npm(shell, &["ci", "--no-audit", "--no-fund"]);
        say(&format!("packages of the web client: {}", task.shown()));
        task.run()?;
    }
    Ok(())
}

/// Types, lints and unit tests of the client.
pub(crate) fn checks(shell: &Shell) -> [(&'static str, Task); 3] {
    [
        ("web types", npm(shell, &["run", "check"])),
        ("web lints", npm(shell, &["run", "lint"])),
        ("web tests", npm(shell, &["test"])),
    ]
}

/// A real server and a real browser: whole tables through the page.
///
/// # Errors
/// If no browser can be had, the server does not start, or a test fails.
pub(crate) fn browser(shell: &Shell) -> Result<()> {
    let game = shell.built_game()?;
    beside_a_server(shell, &game, &["run", "e2e"])?;
    // The pictures the tests took, on a few sheets, to be looked at by people.
    let chromium = tools::chromium(shell)?;
    npm(shell, &["run", "sheets"]).env("CHROMIUM", &chromium.to_string_lossy()).run()
}

/// The pictures of README and guide, taken anew at a real table.
///
/// # Errors
/// If no browser can be had or the server does not start, or if the picture has become too large.
pub(crate) fn picture(shell: &Shell) -> Result<()> {
    build(shell)?;
    let game = shell.build_game()?;
    beside_a_server(shell, &game, &["run", "pictures"])?;
    say("what is in docs/pictures is new: look at it before you commit it");
    Ok(())
}

/// Runs a script of the client beside a server of its own.
fn beside_a_server(shell: &Shell, game: &Path, words: &[&str]) -> Result<()> {
    let chromium = tools::chromium(shell)?;
    let data = std::env::temp_dir().join(format!("alhambra-browser-{}", std::process::id()));
    let server = Server::start(game, &data)?;
    let result = npm(shell, words)
        .env("ALHAMBRA_URL", &server.address)
        .env("CHROMIUM", &chromium.to_string_lossy())
        // Some tests stop and start a server of their own.
        .env("GAME", &game.to_string_lossy())
        .run();
    drop(server);
    // Left over folders are only clutter.
    let _: std::io::Result<()> = std::fs::remove_dir_all(&data);
    result
}

/// A server of our own, stopped when it goes out of sight.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(game: &Path, data: &Path) -> Result<Server> {
        let data = data.to_string_lossy();
        // Tests come faster than people, and all from one address.
        let words =
            ["serve", "--listen", "127.0.0.1:0", "--no-qr", "--bot-pace-ms", "20", "--data-dir", &*data];
        let limits = [
            "--tables-per-minute",
            "100000",
            "--messages-per-second",
            "10000",
            "--downloads-per-minute",
            "10000",
            "--hints-per-minute",
            "10000",
            "--guesses-per-minute",
            "10000",
        ];
        let mut command = Command::new(game);
        command.args(words).args(limits).stdout(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| Error::new(format!("the server does not start: {error}")))?;
        let (tell, told) = mpsc::channel();
        let stdout = child.stdout.take();
        // Read to the end: a server whose output nobody reads would stand still one day.
        std::thread::spawn(move || {
            for line in
                stdout.map(BufReader::new).into_iter().flat_map(BufRead::lines).map_while(std::io::Result::ok)
            {
                let address = line.find("http://").and_then(|at| line[at..].split_whitespace().next());
                if let Some(address) = address {
                    // Whoever waited may have given up.
                    let _: std::result::Result<(), _> = tell.send(address.to_owned());
                }
            }
        });
        let address = told.recv_timeout(Duration::from_secs(20)).ok();
        let mut server = Server { child, address: String::new() };
        server.address = address.ok_or_else(|| Error::new("the server has not said where it listens"))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to stop.
        let _: std::io::Result<()> = self.child.kill();
        let _: std::io::Result<_> = self.child.wait();
    }
}

fn node(shell: &Shell) -> Result<()> {
    let missing =
        "Node 20.19 or newer with npm is needed for the web client: apt-get install --yes nodejs npm";
    let version = shell.program("node", &["--version"]).output().map_err(|_| Error::new(missing))?;
    let mut numbers = version.trim().trim_start_matches('v').split('.').map(|n| n.parse().unwrap_or(0u32));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found >= (20, 19) {
        Ok(())
    } else {
        Err(Error::new(format!("{missing} (this is {})", version.trim())))
    }
}

fn npm(shell: &Shell, words: &[&str]) -> Task {
    let words: Vec<&str> = ["--prefix", "web"].into_iter().chain(words.iter().copied()).collect();
    shell.program("npm", &words)
}

fn path(shell: &Shell, file: &str) -> PathBuf {
    shell.root().join("web").join(file)
}

/// Whether `file` exists and is no older than `than`.
fn newer(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    time(file).is_some_and(|file| time(than).is_none_or(|than| file >= than))
}
