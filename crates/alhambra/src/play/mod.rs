//! `alhambra play`: the game in the terminal, against bots or together on one keyboard.
//!
//! `App` is the whole state and knows no terminal; `keys` change it, `draw` paints it, `terminal` connects
//! both with the outside. Rules are
//! asked of the engine, never worked out here.

mod app;
mod board;
mod draw;
mod keys;
mod menu;
mod recap;
mod recording;
mod seats;
mod sheet;
mod terminal;
#[cfg(test)]
mod tests;
mod words;

use crate::failure::Failure;
use crate::which::Which;
use alhambra_rules::{EditionId, Setup};
use app::App;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// What a game in the terminal can be asked for.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// How many play, 2 to 6 [default: 3]
    #[arg(long, short)]
    players: Option<usize>,
    /// Bots, separated by commas (random, uniform, easy, medium, hard, expert), or none; a short list is repeated for the other
    /// seats [default: medium]
    #[arg(long)]
    bots: Option<String>,
    /// Repeat the game with this seed [default: taken from the clock, and shown]
    #[arg(long)]
    seed: Option<u64>,
    /// Which game of the family: classic, or red-palace [default: classic]
    #[arg(long, value_name = "NAME", value_parser = crate::which::edition)]
    edition: Option<EditionId>,
    /// Modules to play with, by their short names or numbers ("alhambra modules" lists them), separated by commas; or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    modules: Vec<Which>,
    /// What is played, as a code of "alhambra setup encode": players, house rules, and modules with their options
    #[arg(long, value_name = "CODE", conflicts_with_all = ["players", "edition", "modules"], value_parser = crate::which::setup_code)]
    setup: Option<Setup>,
    /// Play with what is really printed in a box: a file of "alhambra data export", corrected
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Name of a player, people first; may be repeated
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Save the record of the game here, at its end or on quitting
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Several people on one keyboard, hands hidden at every hand-over; --bots then adds exactly those bots
    #[arg(long)]
    hot_seat: bool,
}

impl Args {
    /// Whether nothing was said about which game is played.
    fn says_no_game(&self) -> bool {
        self.edition.is_none() && self.modules.is_empty() && self.setup.is_none() && self.seed.is_none()
    }
}

pub(crate) fn run(mut args: Args) -> Result<(), Failure> {
    // What was asked for wrongly is said first, then that there is no terminal.
    seats::seated(&args)?;
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err(Failure::new("`alhambra play` needs a terminal, and its input or output is not one")
            .hint("alhambra simulate, which plays without one"));
    }
    if args.says_no_game() {
        args.edition = ask_edition(&mut std::io::stdin().lock(), &mut std::io::stdout())
            .map_err(|e| Failure::new(format!("the terminal failed: {e}")))?;
    }
    let (setup, sitters) = seats::seated(&args)?;
    if let Some(path) = &args.record {
        recording::try_path(path).map_err(|e| unwritable(path, &e))?;
    }
    let seed = args.seed.unwrap_or_else(clock_seed);
    let mut app = App::new(setup, sitters, seed).map_err(|e| Failure::new(e.to_string()))?;
    let played = terminal::play(&mut app);
    // The record is saved first: a game is worth more than the terminal it was played in.
    if let Some(path) = &args.record {
        recording::save_record(path, app.table().record(), app.game()).map_err(|e| unwritable(path, &e))?;
        println!("The record is in {}.", path.display());
    }
    played.map_err(|e| Failure::new(format!("the terminal failed: {e}")).hint("another terminal"))?;
    println!("{}", app.farewell());
    Ok(())
}

/// Asks which game of the family is played, when no argument has said anything about the game. Enter is the first.
fn ask_edition(input: &mut dyn BufRead, out: &mut dyn Write) -> std::io::Result<Option<EditionId>> {
    let editions: Vec<EditionId> = EditionId::offered().collect();
    writeln!(out, "Which game?")?;
    for (number, edition) in (1..).zip(&editions) {
        writeln!(out, "  {number}  {edition}")?;
    }
    loop {
        write!(out, "A number, or Enter for {}: ", EditionId::default())?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(None);
        }
        let chosen = line.trim().parse::<usize>().ok().and_then(|n| editions.get(n.wrapping_sub(1)));
        if let Some(edition) = chosen.or(editions.iter().find(|edition| edition.slug() == line.trim())) {
            return Ok(Some(*edition));
        }
    }
}

fn unwritable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::new(format!("--record: {} cannot be written: {why}", path.display()))
        .hint("--record with a file in a directory that exists")
}

/// Short enough to be typed from a screen.
fn clock_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |d| u64::from(d.subsec_nanos()) ^ d.as_secs()) % 1_000_000
}

#[cfg(test)]
mod asking {
    use super::{Args, ask_edition};
    use alhambra_rules::{EditionId, Setup};

    #[test]
    fn the_edition_is_asked_by_number_or_name() {
        let answer = |typed: &str| {
            let mut out = Vec::new();
            let edition = ask_edition(&mut typed.as_bytes(), &mut out).unwrap();
            (edition, String::from_utf8(out).unwrap())
        };
        assert_eq!(answer("\n").0, None);
        assert_eq!(answer("").0, None, "no more input");
        assert_eq!(answer("2\n").0, Some(EditionId::RedPalace));
        assert_eq!(answer("seven\n0\nred-palace\n").0, Some(EditionId::RedPalace));
        assert!(answer("\n").1.contains("2  The Red Palace"));
    }

    #[test]
    fn whoever_has_said_what_is_played_is_not_asked() {
        assert!(Args::default().says_no_game());
        assert!(!Args { setup: Some(Setup::players(3)), ..Args::default() }.says_no_game());
        assert!(!Args { edition: Some(EditionId::Classic), ..Args::default() }.says_no_game());
    }
}
