//! What is true of one edition stands in its folder: how many tiles are in its tower, how many modules its box has, its
//! profile by name. Everybody else asks the profile.

use super::names::own_lines;
use super::text::words;
use super::{File, Report, Tree};

const EDITIONS: &str = "crates/alhambra-rules/src/editions/";

/// Where such words are looked for.
const PLACES: [&str; 3] = ["web/src/", "crates/", "xtask/src/"];

/// The profile of the first edition.
const PROFILE: &str = "CLASSIC";

/// Ways to write how many modules there are in the first box.
const BOX: [&str; 4] = ["1 to 43", "1..=43", "; 43]", "43 modules"];

/// How many tiles the tower of the first edition has; a number like others where no tower is spoken of.
const TILES: &str = "54";
const TOWER: [&str; 5] = ["tower", "TOWER", "TILES", "54 tiles", "0..54"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let files = tree.files.iter().filter(|file| PLACES.iter().any(|place| file.path.starts_with(place)));
    for file in files.filter(|file| looked_at(file)) {
        for (i, line) in own_lines(file) {
            if let Some(found) = of_one_edition(line) {
                let message = format!(
                    "`{found}` is true of one edition: ask its profile, or say it in {EDITIONS} \
                     (docs/adr/0025-editions-as-real-as-modules.md)"
                );
                report.error(&file.path, i + 1, message);
            }
        }
    }
}

fn of_one_edition(line: &str) -> Option<&'static str> {
    let has = |word: &str| words(line).any(|found| found == word);
    let speaks_of_the_tower = || TOWER.iter().any(|word| line.contains(word));
    if has(PROFILE) {
        Some(PROFILE)
    } else if has(TILES) && speaks_of_the_tower() {
        Some(TILES)
    } else {
        BOX.into_iter().find(|phrase| line.contains(phrase))
    }
}

/// Source files outside the editions. Tests say what they like, this file has to, and what people read of the box in the
/// book and in words files is about the first edition on purpose.
fn looked_at(file: &File) -> bool {
    let path = file.path.as_str();
    let source = [".rs", ".ts", ".svelte"].iter().any(|end| path.ends_with(end));
    let test = ["/tests/", "/benches/", "/examples/"].iter().any(|part| path.contains(part))
        || path.ends_with("tests.rs");
    source && !test && !path.starts_with(EDITIONS) && path != "xtask/src/tidy/editions.rs"
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    fn found(path: &str, line: &str) -> Vec<String> {
        let text = format!("first line\n{line}\n");
        errors(check, &[(path, text.as_str())])
    }

    #[test]
    fn what_is_true_of_one_edition_is_found_elsewhere() {
        for (path, line, what) in [
            ("crates/alhambra-rules/src/core/start.rs", "let edition = &CLASSIC;", "`CLASSIC`"),
            ("web/src/story/Gauge.svelte", "along((view.tower / 54) * REACH)", "`54`"),
            ("crates/alhambra-bots/src/x.rs", "const TILES: usize = 54;", "`54`"),
            ("crates/alhambra/src/x.rs", "format!(\"modules have the numbers 1 to 43\")", "`1 to 43`"),
            ("xtask/src/x.rs", "for number in 1..=43 {", "`1..=43`"),
            ("crates/alhambra-rules/src/module.rs", "pub const BOX: [&str; 43] = [", "`; 43]`"),
        ] {
            one(&found(path, line), &[&format!("{path}:2: "), what, "ask its profile"]);
        }
    }

    #[test]
    fn editions_tests_and_other_numbers_are_left_alone() {
        for (path, line) in [
            ("crates/alhambra-rules/src/editions/classic.rs", "tower: PieceSet::range(0..54),"),
            ("crates/alhambra-rules/tests/x.rs", "assert_eq!(tower, 54);"),
            ("crates/alhambra-rules/src/core/cards.rs", "pub const COINS: KindSet = KindSet(0xf << 54);"),
            ("crates/alhambra/src/x.rs", "let classic = EditionId::Classic;"),
            ("crates/alhambra/src/x.rs", "#[cfg(test)]\nmod tests { use x::CLASSIC; }"),
        ] {
            assert_eq!(found(path, line), [""; 0], "{path}: {line}");
        }
    }
}
