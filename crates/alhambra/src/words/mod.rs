//! What happened, in words: one place for all commands, so that a replay and a live game tell the same story.
//! Names are used throughout, never "you": several people may sit at one keyboard, and a log is read by all of
//! them.

use alhambra_rules::speech::{ENGLISH, compass};

mod names;
mod points;
mod telling;

pub(crate) use names::{Names, scorers};
pub(crate) use points::{score_line, source};
pub(crate) use telling::{Teller, Told};

/// "1 point", "2 points".
pub(crate) fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// A number of half buildings: "½", "2", "2½".
pub(crate) fn halves(n: u8) -> String {
    match (n / 2, n % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// "1st", "2nd", "3rd", "4th".
pub(crate) fn ordinal(place: u8) -> String {
    match place {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        n => format!("{n}th"),
    }
}

/// The name of a scoring.
pub(crate) fn scoring(round: u8) -> &'static str {
    match round {
        1 => "first scoring",
        2 => "second scoring",
        _ => "last scoring",
    }
}

/// "Ann", "Ann and Bo", "Ann, Bo and Cy".
pub(crate) fn list(words: &[&str]) -> String {
    match words {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Numbers or words one after the other.
pub(crate) fn joined<T: ToString>(each: impl IntoIterator<Item = T>, by: &str) -> String {
    each.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(by)
}

/// A key of the engine as a reader's words: `bonus_cards` is "bonus cards".
pub(crate) fn key(key: &str) -> String {
    key.replace('_', " ")
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
