//! `cargo xtask soak`: the laws over more games than a test run has time for.

use crate::shell::{Result, Shell, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games, spread over all player counts
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
}

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    let games = args.games.to_string();
    let build =
        ["run", "--profile", "soak", "-p", "alhambra-rules", "--features", "testkit", "--example", "soak"];
    let words: Vec<&str> = build.into_iter().chain(["--", "--games", &games]).collect();
    let task = shell.cargo(&words);
    say(task.shown());
    task.run()
}
