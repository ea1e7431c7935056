//! `cargo xtask play`: from a fresh clone to a running game.

use crate::shell::{Result, Shell, say};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Handed to `alhambra play`
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<String>,
}

/// Plays, and ends as the game ended.
pub(crate) fn run(shell: &Shell, args: &Args) -> Result<ExitCode> {
    say("building the game (the first time takes a few minutes, later seconds)");
    let game = shell.build_game()?;
    let words: Vec<&str> = ["play"].into_iter().chain(args.args.iter().map(String::as_str)).collect();
    say(&format!("starting `alhambra {}`", words.join(" ")));
    shell.program(&game, &words).exit_code()
}
