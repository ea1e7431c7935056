//! A recorded game as the table that is scored: what the engine forecasts, all modules included.

use super::{Answer, Scored, explain};
use crate::failure::Failure;
use crate::replay::game_after;
use crate::words::{self, Names};
use alhambra_rules::{Building, Scorer};
use alhambra_sim::records::read_record;
use std::path::Path;

/// What scoring `round`, or the next one, would bring after entry `at`, or at the end of what was recorded.
pub(super) fn answer(path: &Path, at: Option<usize>, round: Option<u8>) -> Result<Answer, Failure> {
    let record = read_record(path).map_err(|why| Failure::new(why.to_string()))?;
    let entries = record.entries.len();
    let n = at.unwrap_or(entries);
    if n > entries {
        return Err(Failure::new(format!("--at {n}: this game has only {entries} entries"))
            .hint(format!("a number from 0 (after the set-up) to {entries}")));
    }
    let game = game_after(&record, n).map_err(|error| Failure::new(error.to_string()))?;
    let next = game.scorings() + 1;
    let Some(round) = round.or((next <= 3 && !game.is_over()).then_some(next)) else {
        return Err(Failure::new("all three scorings of this game have been held".to_owned())
            .hint("say which one you mean with --round, or go back with --at".to_owned()));
    };
    let names = Names::of(&record.header.setup);
    let (lines, book) = (game.forecast(round), game.counts());
    let scored = |to: Scorer| {
        let lines: Vec<_> = lines.iter().filter(|line| line.to == to).map(explain).collect();
        let wall = if let Scorer::Seat(seat) = to { Some(game.longest_wall(seat)) } else { None };
        let built = |building| book.halves(to, building) / 2;
        Scored {
            name: names.scorer(to).to_owned(),
            points: lines.iter().map(|line| i32::from(line.points)).sum(),
            buildings: Building::ALL.map(|b| (b, built(b))).into_iter().filter(|(_, n)| *n > 0).collect(),
            wall,
            lines,
        }
    };
    let (dirk, players): (Vec<Scorer>, Vec<Scorer>) =
        words::scorers(&game).into_iter().partition(|scorer| *scorer == Scorer::Dirk);
    Ok(Answer {
        round,
        players: players.into_iter().map(scored).collect(),
        dirk: dirk.into_iter().map(scored).next(),
        notes: Vec::new(),
    })
}
