//! A module's names stay in its folder: its slug, its actions, what it shows. Whoever else needs to know something of it
//! asks the module; nobody recognises it by name.

use super::{File, Report, Tree};
use std::collections::{BTreeMap, BTreeSet};

const MODULES: &str = "crates/alhambra-rules/src/modules/";

/// Where names of modules are looked for.
const PLACES: [&str; 3] = ["web/src/", "crates/", "xtask/src/"];

/// Files that name modules with a reason.
const EXCEPTIONS: [(&str, &str); 17] = [
    ("crates/alhambra-sim/src/lab/row.rs", "columns of the laboratory: the dice of the bots are a seed"),
    (
        "crates/alhambra-rules/build/catalogue.rs",
        "classes of cards and kinds of pieces have frozen names, some of them a module's",
    ),
    ("crates/alhambra-rules/src/core/catalogue/", "the same, as code"),
    ("crates/alhambra-rules/src/registry.rs", "the registry line"),
    (
        "crates/alhambra-rules/src/editions/",
        "an edition is shaped like a module and has names of its own, some of them the same",
    ),
    ("crates/alhambra-rules/src/drills", "the test kit spoils actions of known modules"),
    ("crates/alhambra-rules/src/scenario", "the test kit's language names what it arranges"),
    ("crates/alhambra-rules/src/second_look/", "the test kit reads the printed names of pieces by itself"),
    ("crates/alhambra-py/src/setting.rs", "an example in an error message"),
    ("crates/alhambra-tools/src/duel.rs", "settings of the searching bots have words of their own"),
    ("web/src/learn/", "lessons are recorded games"),
    ("web/src/protocol/", "written from the protocol"),
    ("xtask/src/new_module.rs", "an example in the help of the command"),
    ("crates/alhambra/src/lab/study.rs", "the same"),
    ("crates/alhambra/src/modules.rs", "the same"),
    ("crates/alhambra/src/simulate.rs", "the same"),
    ("crates/alhambra-sim/src/lab/svg.rs", "classes of its own drawings"),
];

/// The sorts of words whose names are a module's own.
const SORTS: [(&str, &str); 8] = [
    ("act.", "an action"),
    ("said.", "an event"),
    ("score.", "a reason for points"),
    ("shown.", "a thing shown"),
    ("word.", "a word"),
    ("card.", "a card"),
    ("piece.", "a piece"),
    ("refuse.", "a refusal"),
];
const CORE: &str = "crates/alhambra-rules/src/core/words.en.json";

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let common = common(tree);
    let core = core_keys(tree);
    let mut names: BTreeMap<String, (String, &'static str)> = BTreeMap::new();
    let mut slugs: BTreeSet<String> = BTreeSet::new();
    for file in tree.under(MODULES).filter(|file| file.path.ends_with("/words.en.json")) {
        let Some((folder, _)) = file.path[MODULES.len()..].split_once('/') else { continue };
        let Some(slug) = folder.get(4..).map(|name| name.replace('_', "-")) else { continue };
        let Ok(serde_json::Value::Object(words)) = serde_json::from_str(&file.text) else { continue };
        for key in words.keys() {
            for (start, sort) in SORTS {
                let own = |name: &&str| !common.contains(*name) && !core.contains(key.as_str());
                // A reason for points is written with its sort, wherever it is.
                let begin = if start == "score." { 0 } else { start.len() };
                let name = key.starts_with(start).then(|| &key[begin..]);
                if let Some(name) = name.filter(own) {
                    names.entry(name.to_owned()).or_insert_with(|| (slug.clone(), sort));
                }
            }
        }
        slugs.insert(slug);
    }
    let files = tree.files.iter().filter(|file| PLACES.iter().any(|place| file.path.starts_with(place)));
    for file in files.filter(|file| looked_at(file)) {
        for (i, line) in own_lines(file) {
            let found = slug_in(line, &slugs, &file.path)
                .map(|slug| (slug.clone(), slug, "the module"))
                .or_else(|| {
                    // Our own commands speak of building and rolling out, not of games.
                    let mut literals =
                        literals(line, &file.path).filter(|_| !file.path.starts_with("xtask/"));
                    let literal = literals.find(|literal| names.contains_key(*literal))?;
                    let (slug, sort) = &names[literal];
                    Some((literal.to_owned(), slug.clone(), *sort))
                });
            if let Some((name, slug, sort)) = found {
                let message = format!(
                    "`{name}` is {sort} of {slug}: say it in board.json, signs.svg or words.*.json of its folder, or ask \
                     for a flag or a ref (docs/adr/0023-a-module-says-how-it-looks.md)"
                );
                report.error(&file.path, i + 1, message);
            }
        }
    }
}

/// Source files outside the modules; tests and pictures of games say what they like.
fn looked_at(file: &File) -> bool {
    let path = file.path.as_str();
    let source = [".rs", ".ts", ".svelte", ".css"].iter().any(|end| path.ends_with(end));
    let test = path.contains("/tests/")
        || path.contains("/benches/")
        || path.contains("/examples/")
        || path.ends_with("tests.rs");
    source
        && !test
        && !path.starts_with(MODULES)
        && !EXCEPTIONS.iter().any(|(start, _)| path.starts_with(start))
}

/// The lines of a file with their numbers from 0, without the tests at its end.
pub(super) fn own_lines(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let rust = file.path.ends_with(".rs");
    file.text.lines().enumerate().take_while(move |(_, line)| !(rust && line.trim() == "#[cfg(test)]"))
}

/// A slug in a line: one of several words wherever it stands, one of a single word as a literal, as the beginning of one
/// (module, dot, action) or as a key of an object.
fn slug_in(line: &str, slugs: &BTreeSet<String>, path: &str) -> Option<String> {
    let long = line.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
    if let Some(slug) = long.into_iter().find(|word| word.contains('-') && slugs.contains(*word)) {
        return Some(slug.to_owned());
    }
    let literal = literals(line, path).map(|literal| literal.split('.').next().unwrap_or_default());
    let key = line
        .trim_start()
        .split_once(':')
        .map(|(key, _)| key)
        .filter(|_| !path.ends_with(".rs") && !path.ends_with(".css"));
    literal.chain(key).find(|name| slugs.contains(*name)).map(str::to_owned)
}

/// What stands between equal quotes in a line and could be a key; the name of a class of styles is none.
fn literals<'a>(line: &'a str, path: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let quotes: &[char] = if path.ends_with(".rs") { &['"'] } else { &['"', '\'', '`'] };
    line.char_indices().filter(|(_, c)| quotes.contains(c)).filter_map(move |(at, quote)| {
        if line[..at].ends_with("class=") {
            return None;
        }
        let rest = &line[at + 1..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ['_', '-', '.'].contains(&c)))?;
        (end > 0 && rest[end..].starts_with(quote)).then(|| &rest[..end])
    })
}

/// The keys the base game has words for.
fn core_keys(tree: &Tree) -> BTreeSet<String> {
    let words = serde_json::from_str::<serde_json::Value>(tree.text(CORE).unwrap_or_default());
    let words = words.ok().and_then(|words| words.as_object().cloned()).unwrap_or_default();
    words.into_iter().map(|(key, _)| key).collect()
}

/// Words that belong to everybody: the protocol's members and values, the engine's keys and the client's own use them. What only
/// a comment says belongs to nobody.
fn common(tree: &Tree) -> BTreeSet<String> {
    // Every currency is drawn as a coin.
    let mut words = BTreeSet::from(["coin".to_owned()]);
    for path in ["web/src/protocol/index.ts", "crates/alhambra-rules/src/decision.rs"] {
        let code = tree.text(path).unwrap_or_default().lines();
        let code =
            code.filter(|line| !["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark)));
        for line in code {
            words.extend(literals(line, path).map(str::to_owned));
            let member = line.trim_start().split_once(':').map(|(name, _)| name.trim_end_matches('?'));
            words.extend(member.filter(|name| !name.contains(' ')).map(str::to_owned));
        }
    }
    let parts = |key: &str| key.split('.').map(str::to_owned).collect::<Vec<_>>();
    words.extend(core_keys(tree).iter().flat_map(|key| parts(key)));
    for line in tree.text("web/src/words/en.ts").unwrap_or_default().lines() {
        let keys = line.trim_start().strip_prefix('\'').and_then(|rest| rest.split_once('\''));
        words.extend(keys.into_iter().flat_map(|(key, _)| parts(key)));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const WORDS: (&str, &str) = (
        "crates/alhambra-rules/src/modules/m10_thieves/words.en.json",
        r#"{"title": "Thieves", "act.steal": "steal", "act.buy": "buy", "shown.your_thieves": "yours", "word.awake": "awake",
            "card.thief": "thief", "piece.hideout": "hideout", "refuse.no_thief": "no thief", "refuse.must_act": "act",
            "said.crept": "crept", "score.loot": "loot: {a}"}"#,
    );
    const CHAMBER: (&str, &str) = (
        "crates/alhambra-rules/src/modules/m13_treasure_chamber/words.en.json",
        r#"{"act.pass_on": "pass on"}"#,
    );
    const PROTOCOL: (&str, &str) =
        ("web/src/protocol/index.ts", "/** steal, awake */\nexport type Key = \"take\" | \"pass\";");
    const BASE: (&str, &str) = (CORE, r#"{"act.buy": "buy", "refuse.must_act": "you must act"}"#);

    fn found(path: &str, line: &str) -> Vec<String> {
        let text = format!("first line\n{line}\n");
        let files = [WORDS, CHAMBER, PROTOCOL, BASE, (path, text.as_str())];
        errors(check, &files)
    }

    #[test]
    fn names_of_modules_are_found_wherever_they_stand() {
        for (path, line, name) in [
            (
                "web/src/game/Chooser.svelte",
                "const ON = ['treasure-chamber.buy'];",
                "`treasure-chamber` is the module",
            ),
            ("web/src/game/x.ts", "  // like treasure-chamber does", "`treasure-chamber` is the module"),
            ("web/src/game/x.ts", "if (act === 'thieves.steal') {}", "`thieves` is the module"),
            ("web/src/game/x.ts", "  thieves: 'M4,34',", "`thieves` is the module"),
            (
                "web/src/game/x.ts",
                "if (name === \"your_thieves\") {}",
                "`your_thieves` is a thing shown of thieves",
            ),
            (
                "crates/alhambra-server/src/broadcast.rs",
                "if act == \"pass_on\" {",
                "`pass_on` is an action of treasure-chamber",
            ),
            // What only a comment of the protocol says is a module's all the same.
            ("web/src/game/x.ts", "if (act === 'steal') {}", "`steal` is an action of thieves"),
            ("web/src/game/x.ts", "if (word === 'awake') {}", "`awake` is a word of thieves"),
            ("web/src/game/x.ts", "if (card.key === 'thief') {}", "`thief` is a card of thieves"),
            ("web/src/game/x.ts", "if (tile.key === 'hideout') {}", "`hideout` is a piece of thieves"),
            ("web/src/game/x.ts", "if (rule === 'no_thief') {}", "`no_thief` is a refusal of thieves"),
            ("web/src/game/x.ts", "if (key === 'crept') {}", "`crept` is an event of thieves"),
            (
                "web/src/game/x.ts",
                "line.reason === 'score.loot'",
                "`score.loot` is a reason for points of thieves",
            ),
        ] {
            one(&found(path, line), &[&format!("{path}:2: "), name, "board.json"]);
        }
    }

    #[test]
    fn words_of_everybody_tests_and_exceptions_are_left_alone() {
        for (path, line) in [
            ("web/src/game/x.ts", "if (key === 'buy') {}"),
            ("web/src/game/x.ts", "if (rule === 'must_act') {}"),
            ("web/src/game/x.ts", "the thieves of the night"),
            ("web/src/game/x.ts", "const HOARD = 'loot';"),
            ("web/src/learn/lessons.ts", "'thieves'"),
            ("web/tests/unit/x.ts", "'thieves'"),
            ("crates/alhambra-server/tests/x.rs", "\"thieves\""),
            ("crates/alhambra-rules/src/modules/m10_thieves/mod.rs", "\"thieves\""),
            ("crates/alhambra-server/src/x.rs", "#[cfg(test)]\nmod tests { const X: &str = \"thieves\"; }"),
        ] {
            assert_eq!(found(path, line), [""; 0], "{path}: {line}");
        }
    }
}
