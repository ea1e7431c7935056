//! The project's own commands: everything a contributor runs, written in Rust instead of shell.
//!
//! One file per command. `shell` runs programs and finds the checkout, `tools` installs what is missing.

mod bench;
mod bill;
mod bless;
mod bots;
mod dist;
mod format;
mod new_module;
mod play;
mod python;
mod semver;
mod shell;
mod site;
mod soak;
mod test;
mod throwaway;
mod tidy;
mod tools;
mod web;

use clap::{Parser, Subcommand};
use shell::{Result, Shell};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "The project's own commands", version)]
struct Cli {
    /// Work on this checkout instead of the one xtask belongs to
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything and serve the game on this machine; with --terminal, play it right here
    Play(play::Args),
    /// Install what is missing, then run every check of the project
    Test(test::Args),
    /// Format every Rust file, also those cargo fmt does not find, and the web client
    Fmt(format::Args),
    /// Write the golden playthroughs anew and show what changed
    Bless,
    /// Measure the engine and the simulator, one table
    Bench(bench::Args),
    /// The workbench of the bots: duel, table, fit, gather, teach, honesty, endurance, judge, playouts
    Bots(bots::Args),
    /// Play very many random games with every law switched on, or besiege the server
    Soak(soak::Args),
    /// Build the Python package and run its tests, in a virtual environment of its own
    Python,
    /// Our own checks: layers, purity, names and editions in their folders, English, glossary, length of functions, rulings,
    /// dependencies
    Tidy,
    /// Make what people install: binary, Debian package, wheel, container image, checksums
    Dist(dist::Args),
    /// Make the guides, rules, modules and decisions into one book, every link checked
    Site,
    /// Take the pictures of README and guide anew, the moving one of a turn and those of the table
    Picture,
    /// Hold the rules crate to what its last release promised
    Semver,
    /// Scaffold the folder and the registry line of a module
    NewModule(new_module::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let shell = Shell::open(cli.root)?;
    match cli.command {
        Command::Play(args) => return play::run(&shell, &args),
        Command::Test(args) => test::run(&shell, &args)?,
        Command::Fmt(args) => format::run(&shell, &args)?,
        Command::Bless => bless::run(&shell)?,
        Command::Bench(args) => bench::run(&shell, &args)?,
        Command::Bots(args) => return bots::run(&shell, &args),
        Command::Soak(args) => soak::run(&shell, &args)?,
        Command::Python => python::run(&shell)?,
        Command::Tidy => tidy::run(&shell)?,
        Command::Dist(args) => dist::run(&shell, &args)?,
        Command::Site => site::run(&shell)?,
        Command::Picture => web::picture(&shell)?,
        Command::Semver => semver::run(&shell)?,
        Command::NewModule(args) => new_module::run(&shell, &args)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_after_the_dashes_reach_the_game() {
        let cli = Cli::try_parse_from(["xtask", "play", "--", "--players", "3"]).unwrap();
        let Command::Play(args) = cli.command else { panic!("not play") };
        assert_eq!(args.args, ["--players", "3"]);
    }

    #[test]
    fn what_follows_bots_is_the_workbenchs_own() {
        let cli = Cli::try_parse_from(["xtask", "bots", "duel", "hard", "medium", "--games", "60", "--help"])
            .unwrap();
        let Command::Bots(args) = cli.command else { panic!("not bots") };
        assert_eq!(args.args(), ["duel", "hard", "medium", "--games", "60", "--help"]);
    }
}
