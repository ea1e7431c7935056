//! Every module speaks German as well: its help has the same parts, and its words the same keys.

use alhambra_rules::decision::Ref;
use alhambra_rules::{Look, ModuleId, Words, speech};
use serde_json::{Map, Value};
use std::path::Path;

/// The words of a module in a language.
fn words(module: ModuleId, language: &str) -> Map<String, Value> {
    let slug = module.info().slug.replace('-', "_");
    let folder = match ModuleId::ALL.contains(&module) {
        true => format!("modules/m{:02}_{slug}", module.number()),
        // What an edition always has stands in its folder.
        false => format!("editions/{slug}"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let path = path.join(format!("words.{language}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What a help text is made of: headings by level, parts with a bold beginning, points of lists.
fn shape(help: &str) -> Vec<&'static str> {
    let mark = |line: &str| ["## ", "# ", "**", "- "].into_iter().find(|mark| line.starts_with(mark));
    help.split("```").step_by(2).flat_map(str::lines).filter_map(mark).collect()
}

#[test]
fn the_german_help_has_the_parts_of_the_english_one() {
    for module in ModuleId::EVERY {
        let slug = module.info().slug;
        let ((en, english), (de, german)) = (module.look().help("en"), module.look().help("de"));
        assert_eq!((en, de), ("en", "de"), "{slug}");
        assert_eq!(shape(german), shape(english), "{slug}: help.de.md beside help.en.md");
        let title = german.lines().next().unwrap_or_default();
        assert_eq!(title.trim_start_matches("# "), words(*module, "de")["title"], "{slug}");
        let copied = |line: &&str| line.len() > 30 && english.contains(*line);
        let copied: Vec<&str> = german.lines().filter(copied).collect();
        assert!(copied.is_empty(), "{slug}: not translated: {copied:?}");
        assert!(!german.contains("```"), "{slug}: scenarios are played from the English help");
    }
}

#[test]
fn words_have_the_same_keys_in_both_languages() {
    for module in ModuleId::EVERY {
        let info = module.info();
        let (english, german) = (words(*module, "en"), words(*module, "de"));
        let keys = |words: &Map<String, Value>| words.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&german), keys(&english), "{}", info.slug);
        assert_ne!(german["summary"], english["summary"], "{}", info.slug);
        // What is asked before a game is said in words as well: what every option decides, and every value of it.
        for (option, values) in info.options {
            let keys = values.iter().map(|value| format!("option.{option}.{value}"));
            for key in keys.chain([format!("option.{option}")]) {
                let said = (&english[&key], &german[&key]);
                assert!(said.0.as_str().is_some_and(|text| !text.is_empty()), "{}: {key}", info.slug);
                assert!(said.1.as_str().is_some_and(|text| !text.is_empty()), "{}: {key}", info.slug);
            }
        }
    }
}

/// A module whose German is begun. No real one is: all of them are whole in both languages.
static BEGUN: Look = Look {
    board: None,
    signs: None,
    words: &[
        Words { language: "de", said: &[("act.wake", "wecke {a} Wesire"), ("word.awake", "wach")] },
        Words {
            language: "en",
            said: &[
                ("act.sleep", "let {a} viziers sleep"),
                ("act.wake", "wake {a} viziers"),
                ("refuse.no_vizier", "of {a} viziers none is asleep"),
                ("word.awake", "awake"),
            ],
        },
    ],
    help: &[("de", "# Wesire"), ("en", "# Viziers")],
};

#[test]
fn help_comes_in_every_language_there_is_and_else_in_english() {
    assert_eq!(BEGUN.help("de"), ("de", "# Wesire"));
    assert_eq!(BEGUN.help("en"), ("en", "# Viziers"));
    assert_eq!(BEGUN.help("pl"), ("en", "# Viziers"), "what has not been begun says that it is English");
}

#[test]
fn what_a_begun_language_lacks_is_said_in_english_and_nothing_else_is() {
    let say = |language: &str, key: &str| {
        let words = Words::find(BEGUN.words, language, key).unwrap();
        speech::sentence(language, words, &[Ref::number(3)])
    };
    for (key, english, german) in [
        ("act.sleep", "let 3 viziers sleep", None),
        ("act.wake", "wake 3 viziers", Some("wecke 3 Wesire")),
        ("refuse.no_vizier", "of 3 viziers none is asleep", None),
        ("word.awake", "awake", Some("wach")),
    ] {
        assert_eq!(say("en", key), english);
        assert_eq!(say("de", key), german.unwrap_or(english), "{key} in German");
        assert_eq!(say("pl", key), english, "{key} in a language that has not been begun");
    }
    assert_eq!(Words::find(BEGUN.words, "de", "act.dance"), None);
    // What a server hands out to a page is the same, all at once.
    for language in ["en", "de", "pl"] {
        let whole = Words::whole(BEGUN.words, language);
        assert_eq!(whole.len(), 4);
        assert!(whole.iter().all(|(key, words)| Words::find(BEGUN.words, language, key) == Some(*words)));
    }
}
