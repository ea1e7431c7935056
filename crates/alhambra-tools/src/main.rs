//! The workbench of the bots: matches, training and trials. `cargo xtask bots` builds it for release and runs it, and
//! `cargo xtask soak` with the laws.
//!
//! One file per tool. What players and researchers use is in the program itself (`alhambra tournament`, `study`); this is
//! for whoever changes the bots.

mod duel;
mod endurance;
mod fit;
mod gather;
mod honesty;
mod judge;
mod playouts;
#[cfg(feature = "laws")]
mod soak;
mod table;
mod teach;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    name = "cargo xtask bots",
    bin_name = "cargo xtask bots",
    about = "The workbench of the bots",
    version
)]
struct Cli {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// One bot against a table of others: how often does it win?
    Duel(duel::Args),
    /// The same match over the base game, every edition, every module alone and sets of modules by lot
    Table(table::Args),
    /// Fit the weights of the evaluation to games that bots played
    Fit(fit::Args),
    /// Play games between bots and keep positions of them, for teaching
    Gather(gather::Args),
    /// Teach the network of the evaluation with positions that were gathered
    Teach(teach::Args),
    /// Does anything hidden change a decision? Many positions, every one seen twice
    Honesty(honesty::Args),
    /// Bots over random table sizes, modules and company: nothing illegal, nothing that does not end
    Endurance(endurance::Args),
    /// What a judgement costs with modules, against the base game
    Judge(judge::Args),
    /// Random games of three and nothing else, for counting instructions
    Playouts(playouts::Args),
    /// Very many random games with every law on (`cargo xtask soak`)
    #[cfg(feature = "laws")]
    Soak(soak::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().tool {
        Tool::Duel(args) => duel::run(args),
        Tool::Table(args) => table::run(args),
        Tool::Fit(args) => fit::run(&args),
        Tool::Gather(args) => gather::run(&args),
        Tool::Teach(args) => teach::run(&args),
        Tool::Honesty(args) => honesty::run(&args),
        Tool::Endurance(args) => endurance::run(&args),
        Tool::Judge(args) => judge::run(&args),
        Tool::Playouts(args) => playouts::run(&args),
        #[cfg(feature = "laws")]
        Tool::Soak(args) => soak::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The commands in the guide are those that exist.
    #[test]
    fn every_command_of_the_guide_is_understood() {
        let guide = include_str!("../../../docs/guide/bots.md");
        let commands: Vec<&str> = guide.split("cargo xtask bots ").skip(1).collect();
        assert!(commands.len() >= 6, "{}", commands.len());
        for command in commands {
            let command = command.split(['`', '\n']).next().unwrap();
            let words = ["bots"].into_iter().chain(command.split_whitespace());
            if let Err(why) = Cli::try_parse_from(words) {
                panic!("cargo xtask bots {command}: {why}");
            }
        }
    }
}
