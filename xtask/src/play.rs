//! `cargo xtask play`: from a fresh clone to a running game.

use crate::shell::{Result, Shell, say};
use crate::web;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Play in this terminal instead of in a browser
    #[arg(long)]
    pub(crate) terminal: bool,
    /// Handed to `alhambra serve`, or with --terminal to `alhambra play`
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<String>,
}

/// Plays, and ends as the game ended.
pub(crate) fn run(shell: &Shell, args: &Args) -> Result<ExitCode> {
    say("building the game (the first time takes a few minutes, later seconds)");
    if !args.terminal {
        web::build(shell)?;
    }
    let game = shell.build_game()?;
    let command = if args.terminal { "play" } else { "serve" };
    let words: Vec<&str> = [command].into_iter().chain(args.args.iter().map(String::as_str)).collect();
    say(&format!("starting `alhambra {}`", words.join(" ")));
    shell.program(&game, &words).exit_code()
}
