//! What is true of one edition stands in its folder: how many tiles are in its tower, how many modules its box has, its
//! profile by name. Everybody else asks the profile, and takes an edition from a set-up or a list and not by its name.

use super::names::own_lines;
use super::text::words;
use super::{File, Report, Tree};
use std::collections::BTreeSet;

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

/// Files that name an edition with a reason.
const EXCEPTIONS: [(&str, &str); 9] = [
    ("crates/alhambra-rules/src/lib.rs", "what is printed on pieces is handed out by edition"),
    ("crates/alhambra-rules/src/code.rs", "codes have a place for every module of the first box"),
    ("crates/alhambra-rules/src/registry", "what an edition adds has its registry line"),
    ("crates/alhambra-server/src/http/catalogue.rs", "what can be asked for is described with an example"),
    ("crates/alhambra-tools/src/", "the workbench plays each edition as it likes"),
    ("crates/alhambra/src/palace.rs", "the help of a command describes the files it reads"),
    ("crates/alhambra/src/score.rs", "the same"),
    ("web/src/learn/", "lessons are recorded games"),
    ("xtask/src/", "our own commands play and measure each edition"),
];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let slugs = slugs(tree);
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
            let named = named(line, &slugs).filter(|_| !excepted(&file.path));
            if let Some(slug) = named {
                let message = format!(
                    "the edition {slug} by its name: take it from the set-up, or ask the profile for what it has \
                     (docs/adr/0025-editions-as-real-as-modules.md)"
                );
                report.error(&file.path, i + 1, message);
            }
        }
    }
}

fn excepted(path: &str) -> bool {
    EXCEPTIONS.iter().any(|(start, _)| path.starts_with(start))
}

/// The names of the editions, as set-ups spell them. The first is what is played where nothing is said, and its name is a word
/// like others.
fn slugs(tree: &Tree) -> BTreeSet<String> {
    let names = tree.under(EDITIONS).filter_map(|file| {
        let name = file.path[EDITIONS.len()..].split('/').next()?;
        Some(name.strip_suffix(".rs").unwrap_or(name).replace('_', "-"))
    });
    names.filter(|name| name != "mod" && name != "classic").collect()
}

/// The edition a line names: its folder in a path of Rust, or its slug between quotes. Comments, and the help of a command that
/// is made of them, may.
fn named(line: &str, slugs: &BTreeSet<String>) -> Option<String> {
    if line.trim_start().starts_with("//") {
        return None;
    }
    let of_path = |name: &str| line.contains(&format!("editions::{}", name.replace('-', "_")));
    let quoted = |name: &str| ['"', '\'', '`'].iter().any(|q| line.contains(&format!("{q}{name}{q}")));
    let spelled = |name: &str| name.contains('-') && words_with_hyphens(line).any(|word| word == name);
    let found = slugs.iter().find(|name| of_path(name) || quoted(name) || spelled(name));
    let first = line.contains("editions::classic").then(|| "classic".to_owned());
    found.cloned().or(first)
}

fn words_with_hyphens(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
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
    fn an_edition_is_not_known_by_its_name() {
        let folder = "crates/alhambra-rules/src/editions/red_palace/mod.rs";
        let found = |path: &str, line: &str| errors(check, &[(folder, "//! It.\n"), (path, line)]);
        for (path, line) in [
            ("crates/alhambra/src/tile.rs", "use alhambra_rules::editions::red_palace::WALL_PIECES;"),
            ("crates/alhambra-bots/src/x.rs", "use alhambra_rules::editions::classic::BOX;"),
            ("crates/alhambra/src/tile.rs", "let message = \"guards: --edition red-palace\";"),
            ("web/src/screens/Agreed.svelte", "t(`edition.${edition as 'red-palace'}`)"),
        ] {
            one(&found(path, line), &[&format!("{path}:1: "), "by its name"]);
        }
        for (path, line) in [
            ("crates/alhambra/src/play/mod.rs", "/// Which game of the family: classic, or red-palace"),
            ("crates/alhambra-tools/src/x.rs", "run(\"--edition red-palace\")"),
            ("web/src/learn/progress.ts", "{ edition: 'red-palace', lessons: PALACE },"),
            ("crates/alhambra-rules/src/code.rs", "use crate::editions::classic::BOX;"),
            ("web/src/words/en.ts", "'new.about': 'the red palace on the hill',"),
        ] {
            assert_eq!(found(path, line), [""; 0], "{path}: {line}");
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
