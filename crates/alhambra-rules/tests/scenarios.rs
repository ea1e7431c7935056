//! Plays every scenario: those of the base game, those of the modules, and the examples in the modules' help; and
//! keeps account of which modules they show together.
//!
//! One file failing says its name, line and what was expected; all files are played before the test fails.
#![cfg(feature = "testkit")]

use alhambra_rules::ModuleId;
use alhambra_rules::scenario::{check, fenced};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The scenario files of a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    let stray = files.iter().find(|path| path.extension().is_none_or(|e| e != "scn"));
    assert!(stray.is_none(), "{stray:?} would not be played: scenarios are named *.scn");
    files.sort();
    files
}

fn play(files: &[PathBuf]) {
    assert!(!files.is_empty(), "there are no scenarios");
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = fs::read_to_string(path).unwrap();
        // A file stops at its first error; the other scenarios of it are played one by one to report them too.
        for (line, text) in parts(&text) {
            if let Err(mut error) = check(&text) {
                error.line += line;
                wrong.push(error.in_file(&name).to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{} scenarios do not hold:\n{}", wrong.len(), wrong.join("\n"));
}

/// The scenarios of a text, with the number of lines before each.
fn parts(text: &str) -> Vec<(usize, String)> {
    let mut parts: Vec<(usize, String)> = vec![(0, String::new())];
    for (i, line) in text.lines().enumerate() {
        if line.starts_with("scenario ") {
            parts.push((i, String::new()));
        }
        let (_, part) = parts.last_mut().unwrap();
        part.push_str(line);
        part.push('\n');
    }
    let says = |text: &str| text.lines().any(|l| !l.trim().is_empty() && !l.starts_with('#'));
    parts.retain(|(_, text)| says(text));
    parts
}

#[test]
fn base_game() {
    play(&files(&root().join("tests/scenarios")));
}

#[test]
fn modules() {
    play(&below("src/modules"));
}

#[test]
fn editions() {
    play(&below("src/editions"));
}

/// The scenarios of all folders in a folder.
fn below(folder: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join(folder)).unwrap();
    let mut all: Vec<PathBuf> =
        folders.flat_map(|folder| files(&folder.unwrap().path().join("scenarios"))).collect();
    all.sort();
    all
}

#[test]
fn examples_in_the_help() {
    for module in ModuleId::EVERY {
        let blocks = fenced(module.info().help);
        assert!(!blocks.is_empty(), "the help of {} shows no scenario", module.info().title);
        for (line, text) in blocks {
            if let Err(mut error) = check(&text) {
                error.line += line - 1;
                panic!("{}", error.in_file(&format!("help of {}", module.info().slug)));
            }
        }
    }
}

/// Each wrong scenario is reported at the given line with words that say what is wrong.
#[test]
fn wrong_scenarios_are_reported_with_their_line() {
    let wrong = [
        (1, "then seat 0 has 3 points", "expected 3, found 0"),
        (3, "given hand 0 = denar 5\n\nthen hand 0 = denar 6", "expected denar 6, found denar 5"),
        (2, "given players = 4\nthen seat 0 may fly", "nobody understands"),
        (1, "given the moon = full\nthen game goes on", "nobody understands"),
        (1, "perhaps seat 0 wins", "begins with given, when, then"),
        (1, "given hand 5 = denar 1\nthen game goes on", "nobody sits at seat 5"),
        (1, "given hand 0 = denar 10\nthen game goes on", "no card"),
        (1, "given hand 0 = denar 5, denar 5, denar 5, denar 5\nthen game goes on", "no denar 5 left"),
        (2, "given reserve 0 = tower 13\ngiven bought 0 = tower 13\nthen game goes on", "already somewhere"),
        (1, "given reserve 0 = garden 10\nthen game goes on", "say which walls"),
        (1, "given palace 0 has garden 9 E at 2 0\nthen game goes on", "no way on foot"),
        (1, "given palace 0 has seraglio 7 W at 1 0\nthen game goes on", "a wall meets an open side"),
        (1, "given house holes = area9\nthen game goes on", "unknown variant"),
        (1, "given house hats = on\nthen game goes on", "unknown field"),
        (1, "given module hats\nthen game goes on", "there is no module"),
        (2, "given hand 0 = denar 9\ngiven players = 4\nthen game goes on", "come before the table"),
        (2, "then game goes on\ngiven hand 0 = denar 9", "a given comes before"),
        (2, "given display = denar 2\nwhen seat 0 takes denar 3", "no denar 3 on display"),
        (2, "given display = denar 2\nwhen seat 1 takes denar 2", "not your decision"),
        (2, "given display = denar 2\nwhen seat 0 takes denar 2 is refused", "expected a refusal"),
        (
            2,
            "given display = denar 2, denar 4\nwhen seat 0 takes denar 2, denar 4 is refused: too cold",
            "found \"several",
        ),
        (2, "given display = denar 2, denar 6\nthen seat 0 may take denar 2", "found denar 2; denar 6"),
        (1, "when scoring 4\nthen game goes on", "no scoring 4"),
        (2, "when scoring 1\nthen seat 0 scores 4 for chambers", "expected 4, found 0"),
        (2, "when scoring 1\nthen seat 0 scores 4 for hats", "neither wall nor building"),
        (2, "given players = 3\ngiven hand 0 = denar 1", "says nothing"),
        (
            3,
            "scenario one\nthen game goes on\nscenario two\nscenario three\nthen game goes on",
            "says nothing",
        ),
        (4, "scenario one\nthen game goes on\nscenario two\nthen game over", "the game goes on"),
        (1, "given players = 7\nwhen the game is set up", "2 to 6"),
    ];
    for (line, text, what) in wrong {
        let error = match check(text) {
            Err(error) => error,
            Ok(()) => panic!("accepted:\n{text}"),
        };
        // A set-up that makes no sense is noticed when the table is laid, one line later.
        let expected = if text.contains("players = 7") { 2 } else { line };
        assert_eq!(error.line, expected, "{error}\n{text}");
        assert!(error.what.contains(what), "{error} does not say \"{what}\"");
        assert!(error.to_string().contains(&error.sentence), "{error}");
    }
}

#[test]
fn an_error_names_file_line_and_scenario() {
    let error = check("scenario a hand\nthen hand 0 has 1 cards").unwrap_err().in_file("x.scn");
    assert_eq!(error.to_string(), "x.scn:2: in \"a hand\": `then hand 0 has 1 cards`: expected 1, found 0");
}

#[test]
fn the_runner_finds_a_wrong_file() {
    let text = "# A comment\nscenario fine\nthen game goes on\n\nscenario wrong\nthen game over\n";
    let errors: Vec<usize> =
        parts(text).iter().filter_map(|(line, t)| check(t).err().map(|e| e.line + line)).collect();
    assert_eq!(errors, [6]);
}

/// Pairs whose rules never meet: no piece, card, window or count of one concerns the other. The laws play them
/// together all the same.
const APART: &[(u8, u8)] = &[
    (1, 29),
    (1, 39),
    (1, 43),
    (2, 3),
    (2, 4),
    (2, 9),
    (2, 12),
    (2, 20),
    (2, 35),
    (2, 43),
    (3, 6),
    (3, 8),
    (3, 10),
    (3, 11),
    (3, 15),
    (3, 19),
    (3, 20),
    (3, 22),
    (3, 24),
    (3, 26),
    (3, 28),
    (3, 29),
    (3, 30),
    (3, 32),
    (3, 33),
    (3, 36),
    (3, 42),
    (3, 43),
    (4, 6),
    (4, 10),
    (4, 11),
    (4, 18),
    (4, 24),
    (4, 26),
    (4, 30),
    (4, 38),
    (4, 42),
    (5, 6),
    (5, 11),
    (5, 13),
    (5, 15),
    (5, 16),
    (5, 19),
    (5, 20),
    (5, 24),
    (5, 27),
    (5, 30),
    (5, 34),
    (5, 39),
    (5, 42),
    (6, 9),
    (6, 12),
    (6, 20),
    (6, 35),
    (6, 43),
    (7, 20),
    (8, 10),
    (8, 39),
    (9, 11),
    (9, 13),
    (9, 17),
    (9, 18),
    (9, 21),
    (9, 34),
    (9, 39),
    (10, 12),
    (10, 13),
    (10, 15),
    (10, 16),
    (10, 19),
    (10, 20),
    (10, 21),
    (10, 22),
    (10, 23),
    (10, 24),
    (10, 25),
    (10, 26),
    (10, 27),
    (10, 28),
    (10, 30),
    (10, 32),
    (10, 33),
    (10, 34),
    (10, 35),
    (10, 36),
    (10, 38),
    (10, 39),
    (10, 40),
    (10, 41),
    (10, 42),
    (10, 43),
    (11, 12),
    (11, 17),
    (11, 20),
    (11, 35),
    (11, 43),
    (12, 19),
    (12, 20),
    (12, 24),
    (12, 29),
    (12, 30),
    (12, 34),
    (12, 36),
    (12, 38),
    (12, 40),
    (12, 42),
    (12, 43),
    (13, 15),
    (13, 18),
    (13, 20),
    (13, 29),
    (13, 30),
    (13, 36),
    (13, 38),
    (13, 43),
    (14, 17),
    (15, 17),
    (15, 21),
    (15, 34),
    (15, 36),
    (15, 39),
    (16, 17),
    (17, 21),
    (17, 23),
    (17, 29),
    (17, 31),
    (17, 34),
    (17, 36),
    (17, 38),
    (17, 40),
    (18, 21),
    (18, 23),
    (18, 28),
    (18, 39),
    (18, 43),
    (19, 29),
    (19, 36),
    (20, 21),
    (20, 29),
    (20, 31),
    (20, 34),
    (20, 35),
    (20, 36),
    (20, 38),
    (21, 29),
    (21, 30),
    (21, 36),
    (21, 43),
    (23, 28),
    (24, 29),
    (24, 36),
    (26, 27),
    (26, 28),
    (26, 31),
    (28, 30),
    (28, 38),
    (29, 30),
    (29, 34),
    (29, 39),
    (29, 42),
    (29, 43),
    (30, 38),
    (30, 39),
    (30, 40),
    (31, 43),
    (34, 35),
    (34, 36),
    (34, 43),
    (35, 38),
    (35, 39),
    (36, 42),
    (36, 43),
    (40, 43),
];

/// Pairs nobody has looked at yet: they want a scenario, or a place among those that never meet. This list only
/// becomes shorter.
const NOT_YET: &[(u8, u8)] = &[
    (1, 17),
    (2, 17),
    (5, 17),
    (6, 17),
    (8, 17),
    (9, 19),
    (9, 20),
    (9, 24),
    (9, 25),
    (9, 26),
    (9, 27),
    (9, 30),
    (9, 35),
    (9, 42),
    (9, 43),
    (10, 17),
    (11, 21),
    (11, 29),
    (11, 31),
    (11, 34),
    (11, 36),
    (11, 38),
    (11, 39),
    (11, 40),
    (12, 17),
    (14, 19),
    (14, 20),
    (14, 24),
    (14, 25),
    (14, 26),
    (14, 27),
    (14, 30),
    (14, 35),
    (14, 42),
    (14, 43),
    (15, 19),
    (15, 20),
    (15, 24),
    (15, 25),
    (15, 26),
    (15, 27),
    (15, 30),
    (15, 35),
    (15, 42),
    (15, 43),
    (17, 18),
    (17, 19),
    (17, 22),
    (17, 24),
    (17, 30),
    (17, 35),
    (17, 41),
    (17, 42),
    (19, 20),
    (19, 25),
    (19, 26),
    (19, 27),
    (19, 30),
    (19, 35),
    (19, 43),
    (20, 24),
    (20, 25),
    (20, 26),
    (20, 27),
    (20, 30),
    (20, 42),
    (21, 23),
    (23, 29),
    (23, 31),
    (23, 34),
    (23, 36),
    (23, 38),
    (23, 39),
    (23, 40),
    (24, 25),
    (24, 26),
    (24, 27),
    (24, 30),
    (24, 35),
    (24, 43),
    (25, 35),
    (25, 42),
    (25, 43),
    (26, 35),
    (26, 42),
    (26, 43),
    (27, 35),
    (27, 42),
    (27, 43),
    (30, 35),
    (30, 42),
    (30, 43),
    (35, 42),
    (42, 43),
];

/// The acceptance tests of the chapters of these modules: what they are called and how many there are.
const ACCEPTANCE: &[(&str, u8)] = &[
    ("AT-V", 4),
    ("AT-E", 2),
    ("AT-BO", 3),
    ("AT-SQ", 2),
    ("AT-G", 3),
    ("AT-DI", 1),
    ("AT-CH", 7),
    ("AT-CA", 3),
    ("AT-TH", 3),
    ("AT-TR", 3),
    ("AT-TC", 3),
    ("T-BZ", 7),
    ("T-SU", 9),
    ("T-AM", 9),
    ("T-WT", 10),
    ("T-MB", 4),
    ("T-ME", 8),
    ("T-NG", 5),
    ("T-MP", 10),
    ("T-PS", 7),
    ("T-OR", 6),
    ("AT-32", 5),
    ("AT-33", 4),
    ("AT-35", 5),
    ("AT-36", 5),
    ("AT-37", 7),
    ("AT-41", 5),
    ("AT-W", 4),
    ("AT-MB", 3),
    ("AT-I", 3),
    ("T-CV", 7),
    ("T-EC", 6),
    ("AT-42", 5),
    ("AT-CG", 3),
    ("T-BS", 9),
    ("AT-34", 6),
    ("T-FA", 8),
    ("AT-39", 4),
    ("AT-40", 6),
    ("AT-31", 8),
    ("AT-38", 8),
    ("AT-CG", 3),
    ("T-BS", 9),
];

/// A scenario names the acceptance test it plays; where cards of a missing module are needed, a unit test does.
#[test]
fn every_acceptance_test_is_named() {
    let mut text = String::new();
    for folder in fs::read_dir(root().join("src/modules")).unwrap() {
        let folder = folder.unwrap().path();
        let units = Some(folder.join("tests.rs")).filter(|path| path.exists());
        for path in files(&folder.join("scenarios")).into_iter().chain(units) {
            text += &fs::read_to_string(path).unwrap();
        }
    }
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let ids = ACCEPTANCE.iter().flat_map(|(name, n)| (1..=*n).map(move |i| format!("{name}-{i}")));
    let missing: Vec<String> = ids.filter(|id| !words.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "these acceptance tests have no scenario: {missing:?}");
}

/// How many scenarios of the modules have both modules of a pair, by number.
fn shown_together() -> BTreeMap<(u8, u8), usize> {
    let folders = fs::read_dir(root().join("src/modules")).unwrap();
    let all = folders.flat_map(|folder| files(&folder.unwrap().path().join("scenarios")));
    let mut pairs = BTreeMap::new();
    for path in all {
        for (_, text) in parts(&fs::read_to_string(path).unwrap()) {
            let slugs =
                text.lines().filter_map(|l| l.strip_prefix("given module ")?.split_whitespace().next());
            let numbers: BTreeSet<u8> = slugs.map(|s| ModuleId::with_slug(s).unwrap().number()).collect();
            for one in &numbers {
                for other in numbers.range(one + 1..) {
                    *pairs.entry((*one, *other)).or_default() += 1;
                }
            }
        }
    }
    pairs
}

#[test]
fn every_pair_that_meets_has_a_scenario() {
    let shown = shown_together();
    let numbers = || ModuleId::ALL.iter().map(|module| module.number());
    let pairs = numbers().flat_map(|one| numbers().map(move |other| (one, other)));
    let known = |pair: &(u8, u8)| shown.contains_key(pair) || APART.contains(pair) || NOT_YET.contains(pair);
    let missing: Vec<(u8, u8)> = pairs.filter(|pair| pair.0 < pair.1 && !known(pair)).collect();
    assert!(missing.is_empty(), "write a scenario for these pairs, or say that they never meet: {missing:?}");
    let done: Vec<_> =
        NOT_YET.iter().filter(|pair| shown.contains_key(pair) || APART.contains(pair)).collect();
    assert!(done.is_empty(), "these pairs have been looked at; take them off the list: {done:?}");
    let wrong: Vec<_> = APART.iter().filter(|pair| shown.contains_key(pair)).collect();
    assert!(
        wrong.is_empty(),
        "these pairs are said never to meet, but scenarios show them together: {wrong:?}"
    );
}

/// docs/rules/TOGETHER.md is written from the scenarios; `cargo xtask bless` writes it anew.
#[test]
fn the_table_of_pairs_is_up_to_date() {
    let shown = shown_together();
    let numbers: Vec<u8> = ModuleId::ALL.iter().map(|m| m.number()).collect();
    let mut text = String::from(
        "# Modules together\n\n\
         Written by `cargo xtask bless` from the scenarios of the modules; do not edit. ● a scenario shows the pair ·\n\
         – the rules of the two never meet, and only the laws play them together · empty: not looked at yet.\n\n",
    );
    let heads: String = numbers.iter().map(|n| format!(" {n} |")).collect();
    text += &format!("| |{heads}\n|---|{}\n", "---|".repeat(numbers.len()));
    for module in ModuleId::ALL {
        let own = module.number();
        text += &format!("| {own} {} |", module.info().title);
        for &other in &numbers {
            let pair = (own.min(other), own.max(other));
            let mark = if shown.contains_key(&pair) {
                "●"
            } else if APART.contains(&pair) {
                "–"
            } else {
                ""
            };
            text += if mark.is_empty() { " |".to_owned() } else { format!(" {mark} |") }.as_str();
        }
        text.push('\n');
    }
    let path = root().join("../../docs/rules/TOGETHER.md");
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, text, "docs/rules/TOGETHER.md is out of date; write it with `cargo xtask bless`");
}
