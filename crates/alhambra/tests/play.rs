//! `alhambra play` from outside.

use std::process::{Command, Stdio};

#[test]
fn without_a_terminal_it_says_so_and_what_to_do() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    let done = command.args(["play", "--seed", "1"]).stdin(Stdio::null()).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1));
    assert!(said.contains("needs a terminal") && said.contains("alhambra simulate"), "{said}");
    assert!(done.stdout.is_empty());
}

#[test]
fn an_unknown_bot_is_refused_with_the_known_ones() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    let done =
        command.args(["play", "--bots", "clever"]).stdin(Stdio::null()).output().expect("the binary runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1));
    assert!(said.contains("\"clever\"") && said.contains("random") && said.contains("greedy"), "{said}");
}
