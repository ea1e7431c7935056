//! Keeps account of which modules scenarios show together, and of why the rules of the others never meet; and plays the
//! knots, where many modules meet at once.
#![cfg(feature = "testkit")]

use alhambra_rules::ModuleId;
use alhambra_rules::core::step::Step;
use alhambra_rules::module::Touch;
use reading::{files, parts, play, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[path = "common/scenarios.rs"]
mod reading;

/// Pairs by number, the smaller one first.
type Pairs = &'static [(u8, u8)];

/// Why the rules of two modules never meet: a word, what it means, and the pairs for which only a reader of both chapters
/// can say so. The laws play them together all the same.
const NAMED: &[(&str, &str, Pairs)] = &[
    (
        "no money",
        "a gate card is taken instead of money and pays for nothing",
        &[(5, 6), (5, 11), (5, 19), (5, 24), (5, 34), (5, 39), (5, 42)],
    ),
    (
        "theft",
        "a thief takes a card of the display between two turns; nothing is bought or paid",
        &[
            (10, 13),
            (10, 19),
            (10, 21),
            (10, 23),
            (10, 24),
            (10, 28),
            (10, 34),
            (10, 39),
            (10, 40),
            (10, 41),
            (10, 42),
        ],
    ),
    (
        "own price",
        "each has a price of its own, and nothing of the other pays or lowers it",
        &[(13, 18), (18, 21), (18, 39)],
    ),
    (
        "no walk",
        "the marshal walks when cards are taken; this takes none",
        &[(19, 29), (24, 29), (29, 34), (29, 39), (29, 42)],
    ),
    (
        "heedless",
        "both are found on the same tiles, and neither asks for the other",
        &[
            (5, 13),
            (9, 13),
            (9, 21),
            (12, 29),
            (12, 36),
            (12, 38),
            (13, 29),
            (13, 36),
            (21, 29),
            (21, 36),
            (30, 40),
            (35, 38),
        ],
    ),
    (
        "tiles only",
        "missions count tiles, types and walls, not what stands on a tile",
        &[(12, 43), (13, 43), (21, 43), (29, 43), (36, 43)],
    ),
    ("in the end", "missions count the palace as it stands, however it was rebuilt", &[(14, 43)]),
    ("wall-less", "a gate needs a printed wall, and these tiles have none", &[(5, 16), (5, 27)]),
    ("inside", "a gate stands between two tiles, invaders come from outside", &[(5, 15)]),
    ("alike", "to the one the tiles of the other are like any others", &[(4, 38), (26, 27), (26, 28)]),
    (
        "placed alike",
        "a claimed tile is placed like a bought one, and that is all this looks at",
        &[(4, 18), (9, 18), (18, 28), (18, 43)],
    ),
    ("not bought", "what the sultan claims is never bought, so it is never a site", &[(18, 23)]),
];

/// What follows from what the two declare: the word for it.
fn derived(one: ModuleId, other: ModuleId) -> Option<&'static str> {
    let theirs = other.info().touches;
    let common: Vec<Touch> = one.info().touches.iter().filter(|t| theirs.contains(t)).copied().collect();
    if common.is_empty() {
        return Some("elsewhere");
    }
    let scoring = Step::ALL.into_iter().filter(|s| (Step::S01..=Step::S75).contains(s));
    let apart = !scoring.chain([Step::S39]).any(|s| one.steps().has(s) && other.steps().has(s));
    let harmless = |touch: &Touch| match touch {
        Touch::Scoring => apart,
        Touch::Secrets => true,
        _ => false,
    };
    match common.iter().all(harmless) {
        false => None,
        true if common.contains(&Touch::Scoring) => Some("own points"),
        true => Some("own secrets"),
    }
}

/// What the derived words mean.
const DERIVED: &[(&str, &str)] = &[
    ("elsewhere", "the two touch nothing in common"),
    ("own points", "all they have in common is that they score, in different steps of a scoring"),
    ("own secrets", "all they have in common is that each has secrets, of its own"),
];

fn named(pair: (u8, u8)) -> Option<&'static str> {
    NAMED.iter().find(|(.., pairs)| pairs.contains(&pair)).map(|(word, ..)| *word)
}

/// All pairs, the smaller number first.
fn pairs() -> impl Iterator<Item = (ModuleId, ModuleId)> {
    let all = || ModuleId::ALL.iter().copied();
    all().flat_map(move |one| all().map(move |other| (one, other))).filter(|(a, b)| a.number() < b.number())
}

/// More modules than this and a scenario says little about any two of them.
const FEW: usize = 3;

/// How many scenarios of the modules have both modules of a pair, by number, and few others. The knots are not among them.
fn shown_together() -> BTreeMap<(u8, u8), usize> {
    let folders = fs::read_dir(root().join("src/modules")).unwrap();
    let all = folders.flat_map(|folder| files(&folder.unwrap().path().join("scenarios")));
    let mut pairs = BTreeMap::new();
    for path in all {
        for (_, text) in parts(&fs::read_to_string(path).unwrap()) {
            let slugs =
                text.lines().filter_map(|l| l.strip_prefix("given module ")?.split_whitespace().next());
            let numbers: BTreeSet<u8> = slugs.map(|s| ModuleId::with_slug(s).unwrap().number()).collect();
            for one in numbers.iter().filter(|_| numbers.len() <= FEW) {
                for other in numbers.range(one + 1..) {
                    *pairs.entry((*one, *other)).or_default() += 1;
                }
            }
        }
    }
    pairs
}

#[test]
fn knots() {
    play(&files(&root().join("tests/together")));
}

#[test]
fn every_pair_that_meets_has_a_scenario() {
    let shown = shown_together();
    let number = |(one, other): (ModuleId, ModuleId)| (one.number(), other.number());
    let known = |pair: &(ModuleId, ModuleId)| {
        shown.contains_key(&number(*pair))
            || derived(pair.0, pair.1).is_some()
            || named(number(*pair)).is_some()
    };
    let missing: Vec<_> = pairs().filter(|pair| !known(pair)).map(number).collect();
    assert!(missing.is_empty(), "write a scenario for these pairs, or say why they never meet: {missing:?}");
    let listed = |pair: &(ModuleId, ModuleId)| named(number(*pair)).is_some();
    let wrong: Vec<_> = pairs().filter(listed).map(number).filter(|p| shown.contains_key(p)).collect();
    assert!(
        wrong.is_empty(),
        "these pairs are said never to meet, but scenarios show them together: {wrong:?}"
    );
    let said = pairs().filter(listed).filter(|(one, other)| derived(*one, *other).is_some()).map(number);
    let said: Vec<_> = said.collect();
    assert!(
        said.is_empty(),
        "that these never meet follows from what they touch, no list is needed: {said:?}"
    );
}

/// docs/rules/TOGETHER.md is written from the scenarios; `cargo xtask bless` writes it anew.
#[test]
fn the_table_of_pairs_is_up_to_date() {
    let shown = shown_together();
    let mark = |one: ModuleId, other: ModuleId| {
        let (one, other) = if one.number() < other.number() { (one, other) } else { (other, one) };
        let pair = (one.number(), other.number());
        if one == other {
            ""
        } else if shown.contains_key(&pair) {
            "●"
        } else {
            derived(one, other).or(named(pair)).unwrap_or_default()
        }
    };
    let mut text = String::from(
        "# Modules together\n\n\
         Written by `cargo xtask bless` from the scenarios of the modules; do not edit. ● a scenario with the pair and at most\n\
         one more module shows it; a word says why the rules of the two never meet, so that only the laws play them together.\n\
         What many modules do at once is in the knots, `crates/alhambra-rules/tests/together`.\n\n",
    );
    let all = DERIVED.iter().map(|(word, meaning)| (word, meaning, "; this follows from what they declare"));
    for (word, meaning, source) in all.chain(NAMED.iter().map(|(word, meaning, _)| (word, meaning, ""))) {
        let times = pairs().filter(|(one, other)| mark(*one, *other) == *word).count();
        text += &format!("- **{word}**: {meaning}{source} ({times})\n");
    }
    let heads: String = ModuleId::ALL.iter().map(|m| format!(" {} |", m.number())).collect();
    text += &format!("\n| |{heads}\n|---|{}\n", "---|".repeat(ModuleId::ALL.len()));
    for module in ModuleId::ALL {
        text += &format!("| {} {} |", module.number(), module.title());
        for other in ModuleId::ALL {
            let mark = mark(*module, *other);
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
