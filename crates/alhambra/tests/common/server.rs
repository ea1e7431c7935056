//! The table server as a process of its own, to be told and killed.
#![allow(dead_code, reason = "every test file uses its own part")]

use alhambra_protocol::{CreateTable, NewSeat, TableOptions};
use alhambra_rules::Setup;
use alhambra_server::client::Remote;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The binary, without the settings of whoever runs the tests.
pub(crate) fn alhambra() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ALHAMBRA_")) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

/// A number the soak run sets by a variable.
pub(crate) fn asked_for(variable: &str, otherwise: u32) -> u32 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Flags for tests: any port, no waiting, no limits.
pub(crate) const QUICK: [&str; 17] = [
    "--listen",
    "127.0.0.1:0",
    "--no-qr",
    "--log",
    "error",
    "--tables-per-minute",
    "100000",
    "--messages-per-second",
    "100000",
    "--connections-per-address",
    "100000",
    "--downloads-per-minute",
    "100000",
    "--guesses-per-minute",
    "100000",
    "--bot-pace-ms",
    "0",
];

/// Where the data lies, as a flag.
pub(crate) fn data(dir: &Path) -> Vec<String> {
    vec!["--data-dir".to_owned(), dir.display().to_string()]
}

/// A running server; it does not outlive its owner.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) remote: Remote,
}

impl Process {
    /// Starts one and waits until it says where it is.
    pub(crate) fn start(flags: &[String]) -> Process {
        Process::spawn(alhambra().arg("serve").args(QUICK).args(flags))
    }

    /// Starts this command and waits until it says where it is.
    pub(crate) fn spawn(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().split('/').next().unwrap();
        Process { remote: Remote::at(address.parse().unwrap_or_else(|_| panic!("{line}"))), child }
    }

    /// `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM.
    pub(crate) fn tell_to_stop(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Waits for the end and says whether it was a good one.
    pub(crate) fn ended(&mut self, within: Duration) -> bool {
        let began = Instant::now();
        while began.elapsed() < within {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Resident memory in KB, as Linux tells it.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        line.and_then(|l| l.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A table of three: so many open seats, the others for bots.
pub(crate) fn wish(seed: u64, open: usize) -> CreateTable {
    let others = std::iter::repeat_n(NewSeat::Open, open)
        .chain(std::iter::repeat_n(NewSeat::Bot { level: "random".to_owned() }, 2 - open));
    CreateTable {
        name: None,
        seats: std::iter::once(NewSeat::Me { name: "Ann".to_owned() }).chain(others).collect(),
        setup: Some(Setup { confirm: true, ..Setup::players(3) }),
        setup_code: None,
        options: TableOptions::default(),
        // Where several people play, a chosen seed is something to agree on.
        seed: (open == 0).then(|| seed.to_string()),
        start: open == 0,
    }
}
