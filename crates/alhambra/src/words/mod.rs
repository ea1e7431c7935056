//! What happened, in words: one place for all commands, so that a replay and a live game tell the same story.
//! Names are used throughout, never "you": several people may sit at one keyboard, and a log is read by all of
//! them.

use alhambra_rules::speech::{self, ENGLISH, compass};
use alhambra_rules::{Building, ScoreLine, Source};

mod names;
mod telling;

pub(crate) use alhambra_rules::speech::halves;
pub(crate) use names::{Names, scorers};
pub(crate) use telling::{Teller, Told};

/// "1 point", "2 points".
pub(crate) fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// The name of a scoring.
pub(crate) fn scoring(round: u8) -> String {
    speech::scoring(ENGLISH, round)
}

/// What points came from.
pub(crate) fn source(source: Source) -> String {
    speech::source(ENGLISH, source)
}

/// A building type.
pub(crate) fn building(building: Building) -> String {
    source(Source::Majority(building))
}

/// Why a line brings its points.
pub(crate) fn score_line(line: &ScoreLine) -> String {
    speech::score_line(ENGLISH, line)
}

/// Numbers or words one after the other.
pub(crate) fn joined<T: ToString>(each: impl IntoIterator<Item = T>, by: &str) -> String {
    each.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(by)
}

/// A text as the beginning of a line.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Steps east and north of the fountain: "E2 N1".
pub(crate) fn steps(at: (i32, i32)) -> String {
    compass(ENGLISH, at)
}
