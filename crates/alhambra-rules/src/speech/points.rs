//! Points and where they come from, with the arithmetic behind them.

use super::{blank_of, core, filled, of_core, of_module, source};
use crate::core::score::{Rank, ScoreLine, Source};

/// A scoring by its number: "first scoring".
pub fn scoring(language: &str, round: u8) -> String {
    core(language, &format!("scoring.{round}"))
}

/// A place: "1st".
pub fn place(language: &str, place: u8) -> String {
    core(language, &format!("place.{place}"))
}

/// A number of half buildings: "½", "2", "2½".
pub fn halves(n: u8) -> String {
    match (n / 2, n % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// What brings points, and how they are counted, without a full stop.
pub fn score_line(language: &str, line: &ScoreLine) -> String {
    let why = score_reason(language, line);
    match (line.source, &line.rank) {
        (Source::Majority(_), Some(rank)) => of_core(language, "score.placed", &[why, share(language, rank)]),
        (Source::Module(_), _) => of_core(language, "score.module", &[source(language, line.source), why]),
        _ => why,
    }
}

/// How points are counted, where it is known what brings them: the length of a wall, the buildings of a type, or what a
/// module says of it.
pub fn score_reason(language: &str, line: &ScoreLine) -> String {
    let numbers: Vec<String> = line.args.iter().map(i16::to_string).collect();
    match line.source {
        Source::Wall => of_core(language, line.reason, &numbers),
        Source::Majority(_) => {
            let n = halves(line.args.first().map_or(0, |n| *n as u8));
            of_core(language, line.reason, &[n, source(language, line.source)])
        }
        Source::Module(by) => {
            // A module without words still has its numbers.
            let words = of_module(language, by, line.reason).unwrap_or("{all}");
            filled(words, &|blank| match blank {
                "all" => Some(numbers.join(", ")),
                _ => blank_of(&numbers, blank),
            })
        }
    }
}

/// "1st place = 13", or "1st and 2nd place shared by 2: (13 + 6) / 2 = 9".
fn share(language: &str, Rank { place: first, tied, worth, share, .. }: &Rank) -> String {
    let worth: Vec<String> = worth.iter().map(u8::to_string).collect();
    let (from, to) = (place(language, *first), place(language, first + tied - 1));
    let (tied, share) = (tied.to_string(), share.to_string());
    match worth.len() {
        1 => of_core(language, "score.alone", &[from, share]),
        2 => of_core(language, "score.shared_by_two", &[from, to, worth.join(" + "), share]),
        _ => of_core(language, "score.shared", &[from, to, tied, worth.join(" + "), share]),
    }
}
