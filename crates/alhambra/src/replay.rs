//! `alhambra replay`: verifies a recorded game and tells it.

mod draw;
mod luck;
mod story;
mod table;

use crate::failure::Failure;
use crate::out::{self, Format};
use crate::words::{Names, Teller};
use alhambra_rules::record::{Record, RecordError, Replay};
use alhambra_rules::{Cards, Event, GameState, Seat};
use alhambra_sim::records::read_record;
use serde::Serialize;
use std::path::PathBuf;

const HELP: &str = "\
The whole file is verified first: every entry must be allowed and lead to the state its digest says. A file
that was changed, cut off, or played with other rules is refused with the first bad entry, exit code 1.

Seats are counted from 0, clockwise; a player's name will do as well.

Examples:
  alhambra replay game.jsonl                      the game, step by step
  alhambra replay game.jsonl --at 0               the table after the set-up
  alhambra replay game.jsonl --at 40 --as 1       the table after entry 40, with the hand of seat 1
  alhambra replay game.jsonl --format json        one line of JSON for each entry
  alhambra replay game.jsonl --verify-luck        whether every draw follows from the seed of the game
  alhambra replay game.jsonl --verify-luck --promise 3f2a…
                                                  and whether that is the seed the server promised at the start";

/// Arguments of `alhambra replay`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The record of a game
    file: PathBuf,
    /// Show the table after entry N (0: after the set-up)
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Show what this player can see: a seat, counted from 0, or a name
    #[arg(long = "as", value_name = "SEAT")]
    viewer: Option<String>,
    /// Draw everything again and see whether it follows from the seed
    #[arg(long, conflicts_with_all = ["at", "viewer", "format"])]
    verify_luck: bool,
    /// Where luck was drawn anew after something was taken back, as the page of the table says
    #[arg(long, value_name = "ACTION:SEED", requires = "verify_luck")]
    luck: Vec<luck::NewLuck>,
    /// The hash the table showed before the seed was known; several in their order
    #[arg(long, value_name = "HASH", requires = "verify_luck")]
    promise: Vec<String>,
    /// text for people, json for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let record = read_record(&args.file).map_err(|why| Failure::new(why.to_string()))?;
    if args.verify_luck {
        let verified = luck::verify(&record, &args.luck, &args.promise)?;
        return out::print(|out| luck::write(&verified, out));
    }
    let viewer = args.viewer.as_deref().map(|typed| seat(&record, typed)).transpose()?;
    let shown = Drawn { names: Names::of(&record.header.setup), record: &record, viewer };
    let refused = |error: RecordError| Failure::new(error.to_string());
    match args.at {
        None => {
            let steps = shown.steps().map_err(refused)?;
            out::print(|out| match args.format {
                Format::Text => story::write(&shown, &steps, out),
                Format::Json => story::write_json(&shown, &steps, out),
            })
        }
        Some(n) => {
            let entries = record.entries.len();
            if n > entries {
                return Err(Failure::new(format!("--at {n}: this game has only {entries} entries"))
                    .hint(format!("a number from 0 (after the set-up) to {entries}")));
            }
            let game = game_after(&record, n).map_err(refused)?;
            out::print(|out| match args.format {
                Format::Text => table::write(&shown, n, &game, out),
                Format::Json => {
                    #[derive(Serialize)]
                    struct At<V> {
                        at: usize,
                        entries: usize,
                        view: V,
                    }
                    serde_json::to_writer(&mut *out, &At { at: n, entries, view: game.view(viewer) })?;
                    writeln!(out)
                }
            })
        }
    }
}

/// A verified record and who looks at it.
#[derive(Debug)]
struct Drawn<'a> {
    record: &'a Record,
    names: Names,
    viewer: Option<Seat>,
}

/// What an entry led to; the set-up is step 0.
#[derive(Debug)]
struct Step {
    game: GameState,
    events: Vec<Event>,
}

impl Drawn<'_> {
    /// Tells in full what led to `game`.
    fn teller<'t>(&'t self, game: &'t GameState) -> Teller<'t> {
        let (cards, tile) = (|cards: Cards| cards.to_string(), table::name);
        Teller { names: &self.names, game, at_once: true, cards, tile }
    }

    /// Every step with the events the viewer is told.
    fn steps(&self) -> Result<Vec<Step>, RecordError> {
        let mut events = Vec::new();
        let mut replay = Replay::new(self.record, Some(&mut events))?;
        let mut steps = vec![self.step(&replay, events)];
        loop {
            let mut events = Vec::new();
            if replay.next(Some(&mut events))?.is_none() {
                return Ok(steps);
            }
            steps.push(self.step(&replay, events));
        }
    }

    fn step(&self, replay: &Replay<'_>, mut events: Vec<Event>) -> Step {
        events.retain(|event| event.to.includes(self.viewer));
        Step { game: replay.game().clone(), events }
    }
}

/// The game after entry `n` of a record; 0 is after the set-up.
pub(crate) fn game_after(record: &Record, n: usize) -> Result<GameState, RecordError> {
    let mut replay = Replay::new(record, None)?;
    while replay.done() < n && replay.next(None)?.is_some() {}
    Ok(replay.game().clone())
}

/// The seat that was typed, as a number from 0 or as a name.
pub(crate) fn seat(record: &Record, typed: &str) -> Result<Seat, Failure> {
    let players = &record.header.setup.players;
    let named = players.iter().position(|player| player.name.to_lowercase() == typed.to_lowercase());
    let index = named.or_else(|| typed.parse().ok()).filter(|index| *index < players.len());
    index.and_then(Seat::new).ok_or_else(|| {
        let seats: Vec<String> =
            players.iter().enumerate().map(|(i, p)| format!("{i} ({})", p.name)).collect();
        Failure::new(format!("--as {typed}: nobody at this table has that seat or name"))
            .hint(seats.join(", "))
    })
}
