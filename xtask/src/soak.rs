//! `cargo xtask soak`: the laws over more games than a test run has time for, and the server under siege.

use crate::shell::{Result, Shell, Task, say};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many base games, spread over all player counts [default: a million; with --server a thousand]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many more with modules, half of them with pairs and half with 2,000 random sets
    #[arg(long, value_name = "N", default_value_t = 40_000, conflicts_with = "server")]
    with_modules: u64,
    /// How many more of The Red Palace, every fourth of them without modules
    #[arg(long, value_name = "N", default_value_t = 20_000, conflicts_with = "server")]
    red_palace: u64,
    /// How many more with every module at once
    #[arg(long, value_name = "N", default_value_t = 2_000, conflicts_with = "server")]
    everything: u64,
    /// The table server instead: killed again and again, its traffic read for hidden cards, flooded, its dates and bytes wrong
    #[arg(long)]
    server: bool,
    /// A module to throw away instead: made in a copy of the tree, and seen offered, drawn, played and told
    #[arg(long, conflicts_with = "server")]
    module: bool,
    /// Only whether medium bots use every module, over so many deals
    #[arg(long, value_name = "N", conflicts_with_all = ["server", "module"])]
    used: Option<u64>,
    /// How often the server is killed and its date leaps; a thousand times as many bits fall over
    #[arg(long, value_name = "N", default_value_t = 100, requires = "server")]
    kills: u32,
    /// How many broken and forged messages the server gets
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "server")]
    messages: u32,
}

pub(crate) fn run(shell: &Shell, args: &Args) -> Result<()> {
    if args.module {
        return crate::throwaway::run(shell);
    }
    let tasks = match args.used {
        Some(deals) => vec![used(shell, deals)],
        None if args.server => server(shell, args),
        None => vec![laws(shell, args), used(shell, DEALS_USED)],
    };
    for task in tasks {
        say(task.shown());
        task.run()?;
    }
    Ok(())
}

/// Deals over which medium bots must use every module, where nothing else is said.
const DEALS_USED: u64 = 200;

fn used(shell: &Shell, deals: u64) -> Task {
    let words = ["test", "--release", "-p", "alhambra-sim", "--test", "used", "--", "--nocapture"];
    shell.cargo(&words).env("ALHAMBRA_TEST_GAMES", &deals.to_string())
}

fn laws(shell: &Shell, args: &Args) -> Task {
    let (games, more) = (args.games.unwrap_or(1_000_000).to_string(), args.with_modules.to_string());
    let (red_palace, everything) = (args.red_palace.to_string(), args.everything.to_string());
    let build = ["run", "--profile", "soak", "-p", "alhambra-tools", "--features", "laws"];
    let plan = ["--", "soak", "--games", &games, "--with-modules", &more];
    let editions = ["--everything", &everything, "--red-palace", &red_palace];
    let words: Vec<&str> = build.into_iter().chain(plan).chain(editions).collect();
    shell.cargo(&words)
}

/// The tests of the same name, only longer.
fn server(shell: &Shell, args: &Args) -> Vec<Task> {
    let (games, kills) = (args.games.unwrap_or(1000).to_string(), args.kills.to_string());
    let killed = ["test", "-p", "alhambra", "--test", "killed", "--", "--nocapture", "--test-threads=1"];
    let wire =
        ["test", "-p", "alhambra-server", "--features", "client", "--lib", "wire", "--", "--nocapture"];
    let inside =
        |name| ["test", "-p", "alhambra-server", "--features", "client", "--lib", name, "--", "--nocapture"];
    let abuse = ["test", "-p", "alhambra", "--test", "shell", "abuse", "--", "--nocapture"];
    let messages = args.messages.to_string();
    vec![
        shell.cargo(&killed).env("ALHAMBRA_TEST_KILLS", &kills),
        shell.cargo(&wire).env("ALHAMBRA_TEST_GAMES", &games),
        shell.cargo(&abuse).env("ALHAMBRA_TEST_MESSAGES", &messages),
        // Bits that fall over in what is stored, and dates that leap while the server is away.
        shell
            .cargo(&inside("room::tests::stored"))
            .env("ALHAMBRA_TEST_FLIPS", &(args.kills * 1000).to_string()),
        shell.cargo(&inside("room::tests::dates")).env("ALHAMBRA_TEST_LEAPS", &kills),
    ]
}
