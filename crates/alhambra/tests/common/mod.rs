//! Running the built binary.
#![allow(dead_code, reason = "every test file uses its own part")]

use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// What a run of `alhambra` left behind.
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Ran {
    /// The answers, one JSON document per line.
    pub(crate) fn answers(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(parse).collect()
    }
}

/// The binary under test, started with pipes on all sides.
pub(crate) fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// Runs `alhambra` with these arguments and this standard input.
pub(crate) fn alhambra(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_owned();
    // In a thread of its own: a command that answers while it reads would fill both pipes.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { out: text(done.stdout), err: text(done.stderr), code: done.status.code() }
}

/// Starts `alhambra` and closes the pipe it writes to: must not end in a panic.
pub(crate) fn closed_pipe(args: &[&str], input: &str) {
    let mut child = start(args);
    drop(child.stdout.take());
    if let Some(mut stdin) = child.stdin.take() {
        drop(stdin.write_all(input.as_bytes()));
    }
    let done = child.wait_with_output().expect("the binary ends");
    let err = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
}
