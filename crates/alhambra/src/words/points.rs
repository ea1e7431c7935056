//! Where points come from, with the arithmetic behind them.

use super::{halves, joined, key, ordinal};
use alhambra_rules::{Building, Rank, ScoreLine, Source};

/// What points came from.
pub(crate) fn source(source: Source) -> &'static str {
    match source {
        Source::Wall => "longest wall",
        Source::Majority(building) => building.name(),
        Source::Module(module) => module.title(),
    }
}

/// Why a line brings its points.
pub(crate) fn score_line(line: &ScoreLine) -> String {
    let number = line.args.first().copied().unwrap_or_default();
    match (line.source, &line.rank) {
        (Source::Wall, _) => format!("{} of {number}", source(line.source)),
        (Source::Majority(building), Some(rank)) => {
            format!("{}, {}", buildings(number as u8, building), share(rank))
        }
        (Source::Majority(_), None) => source(line.source).to_owned(),
        (Source::Module(_), _) => format!("{} ({})", source(line.source), key(line.reason)),
    }
}

/// "1st place = 13", or "1st and 2nd place shared by 2: (13 + 6) / 2 = 9".
fn share(Rank { place, tied, worth, share, .. }: &Rank) -> String {
    let first = ordinal(*place);
    if *tied == 1 {
        return format!("{first} place = {share}");
    }
    let to = if *tied == 2 { "and" } else { "to" };
    let (last, sum) = (ordinal(place + tied - 1), joined(worth, " + "));
    format!("{first} {to} {last} place shared by {tied}: ({sum}) / {tied} = {share}")
}

/// "½ tower", "1 garden", "2½ chambers".
fn buildings(number: u8, building: Building) -> String {
    let name = building.name();
    let name = match (number, name.strip_suffix('s')) {
        (..=2, Some(singular)) => singular.to_owned(),
        (..=2, None) | (_, Some(_)) => name.to_owned(),
        (_, None) => format!("{name}s"),
    };
    format!("{} {name}", halves(number))
}
