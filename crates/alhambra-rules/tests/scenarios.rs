//! Plays every scenario: those of the base game, those of the modules, and the examples in the modules' help.
//!
//! One file failing says its name, line and what was expected; all files are played before the test fails.
#![cfg(feature = "testkit")]

use alhambra_rules::ModuleId;
use alhambra_rules::scenario::{check, fenced};
use reading::{files, parts, play, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

#[path = "common/scenarios.rs"]
mod reading;

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
        let blocks = fenced(module.look().help("en").1);
        assert!(!blocks.is_empty(), "the help of {} shows no scenario", module.title());
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
        // An old wording is no choice for ever, so it must not pass as one that is not offered now.
        (
            2,
            "given module thieves = 0: denar\nthen seat 0 may not choose snatch denar 4",
            "no module in play has words for that",
        ),
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
    ("AT-43-M", 9),
    ("AT-P", 17),
    ("AT-X", 8),
    ("AT-RP", 18),
];

/// The tests that the design of an edition asks for beyond those of its chapter: how many there are.
const DESIGN_TESTS: u8 = 25;

/// A scenario names the acceptance test it plays; where cards of a missing module are needed, a unit test does.
#[test]
fn every_acceptance_test_is_named() {
    let mut paths = files(&root().join("tests/scenarios"));
    for folder in ["src/modules", "src/editions"].map(|folder| fs::read_dir(root().join(folder)).unwrap()) {
        for folder in folder {
            let folder = folder.unwrap().path();
            paths.extend(files(&folder.join("scenarios")));
            paths.extend(Some(folder.join("tests.rs")).filter(|path| path.exists()));
        }
    }
    let text: String = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    // "AT-43-M1" has no hyphen before its number.
    let joined = |name: &str| if name.ends_with("-M") { "" } else { "-" };
    let ids =
        ACCEPTANCE.iter().flat_map(|(name, n)| (1..=*n).map(move |i| format!("{name}{}{i}", joined(name))));
    // The register of part 1 §11.
    let ids = ids.chain((1..=35).map(|i| format!("GWT-{i:02}")));
    let missing: Vec<String> = ids.filter(|id| !words.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "these acceptance tests have no scenario: {missing:?}");
    let text = text.to_lowercase();
    let named: BTreeSet<&str> = text
        .split("design test ")
        .skip(1)
        .map(|after| after.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default())
        .collect();
    let missing: Vec<u8> = (1..=DESIGN_TESTS).filter(|n| !named.contains(n.to_string().as_str())).collect();
    assert!(missing.is_empty(), "these tests of the design have no scenario: {missing:?}");
}
