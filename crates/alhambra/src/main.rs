//! Alhambra in the terminal: play, simulate, replay, and tools for people at a real table.
#![forbid(unsafe_code)]

mod data;
mod failure;
mod hint;
mod input;
mod lab;
mod modules;
mod out;
mod palace;
mod plan;
mod play;
mod replay;
mod score;
mod serve;
mod setup;
mod simulate;
mod theme;
mod tile;
mod which;
mod words;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// A table server makes messages of a few kilobytes all the time, on several threads: a tenth of its work was the system's
/// allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Alhambra, the board game by Dirk Henn: rules enforced and explained, bots, replays and a laboratory.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the terminal, against bots or together on one keyboard
    Play(play::Args),
    /// Let bots play many games and print what came out
    Simulate(simulate::Args),
    /// Let bots play each other and rate them
    Tournament(lab::tournament::Args),
    /// Find out what modules do to the game
    Study(lab::study::Args),
    /// Put the results of several shards together
    Merge(lab::merge::Args),
    /// Verify a recorded game and show it step by step
    Replay(replay::Args),
    /// What a bot would do in a recorded game, and why
    Hint(hint::Args),
    /// Check palaces: legal or not, longest wall, where a tile may go
    Palace(palace::Args),
    /// Score a round for people at a real table
    Score(score::Args),
    /// List the modules, or explain one
    Modules(modules::Args),
    /// What is printed in the box and may be wrong here, as a file its owner can correct
    Data(data::Args),
    /// A set-up as a short code, and back
    Setup(setup::Args),
    /// Serve tables: friends join by a link
    Serve(serve::Args),
    /// Print the server's settings and where they come from
    Config(serve::Flags),
    /// Copy the server's database, also while games go on
    Backup(serve::FileArgs),
    /// Make a data directory from a backup
    Restore(serve::FileArgs),
    /// Replay every stored game and say what is wrong
    Doctor(serve::Flags),
    /// Ask the running server whether it can take work
    #[cfg(unix)]
    Health(serve::Flags),
    /// Look after the running server: tables, bans
    #[cfg(unix)]
    Admin(serve::AdminArgs),
    /// Print completions for your shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(args) => play::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Tournament(args) => lab::tournament::run(args),
        Command::Study(args) => lab::study::run(args),
        Command::Merge(args) => lab::merge::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Hint(args) => hint::run(args),
        Command::Palace(args) => palace::run(args),
        Command::Score(args) => score::run(args),
        Command::Modules(args) => modules::run(args),
        Command::Data(args) => data::run(&args),
        Command::Setup(args) => setup::run(args),
        Command::Serve(args) => serve::run(&args),
        Command::Config(flags) => serve::print_config(&flags),
        Command::Backup(args) => serve::backup(&args),
        Command::Restore(args) => serve::restore(&args),
        Command::Doctor(flags) => serve::doctor(&flags),
        #[cfg(unix)]
        Command::Health(flags) => serve::health(&flags),
        #[cfg(unix)]
        Command::Admin(args) => serve::admin(&args),
        Command::Completions { shell } => {
            // The generator panics when it cannot write, so it writes where it always can.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "alhambra", &mut script);
            out::print(|out| out.write_all(&script))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
