//! Turns the words of the server's refusals and of the notes in its chat into Rust: one alternative for every key, with a place
//! for each of its blanks. So nothing is said that has no words, or with other values than its words have room for.
#![forbid(unsafe_code)]

#[path = "../alhambra-rules/build/words.rs"]
mod words;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// A sort of sentences the server says.
struct Sort {
    /// Where the words lie, from the folder of the crate.
    folder: &'static str,
    /// What every key begins with, in all words files alike.
    prefix: &'static str,
    /// What the enum is called, and what it is.
    name: &'static str,
    about: &'static str,
    /// What stands in the blanks.
    value: &'static str,
    /// The file that comes of it.
    out: &'static str,
}

const SORTS: [Sort; 2] = [
    Sort {
        folder: "src/refusal",
        prefix: "refuse.",
        name: "Why",
        about: "Why the server refuses something",
        value: "Ref",
        out: "refusals.rs",
    },
    Sort {
        folder: "src/note",
        prefix: "note.",
        name: "Note",
        about: "What a table notes in its chat",
        value: "String",
        out: "notes.rs",
    },
];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../alhambra-rules/build/words.rs");
    SORTS.iter().for_each(|sort| println!("cargo::rerun-if-changed={}", sort.folder));
    match SORTS.iter().try_for_each(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn run(sort: &Sort) -> Result<(), String> {
    let Sort { folder, prefix, .. } = sort;
    let all = words::read(Path::new(folder))?;
    let english = all.iter().find(|(language, _)| language == "en").map(|(_, words)| words);
    let english = english.ok_or_else(|| format!("{folder}/words.en.json is missing"))?;
    let mut keys = Vec::new();
    for (key, text) in english {
        let here = |why: &str| format!("{folder}/words.en.json: \"{key}\" {why}");
        let name = key.strip_prefix(prefix).filter(|name| is_key(name));
        let blanks = blanks(text.as_str().unwrap_or_default());
        if !blanks.iter().copied().eq(('a'..='f').take(blanks.len())) {
            return Err(here("has blanks that do not begin with {a}"));
        }
        keys.push((name.ok_or_else(|| here(&format!("does not begin with {prefix}")))?, text, blanks.len()));
    }
    for (language, words) in &all {
        for (key, text) in words {
            let same = |other| blanks_of(text) == blanks_of(other);
            if !english.get(key).is_some_and(same) {
                return Err(format!(
                    "{folder}/words.{language}.json: \"{key}\" is not said in English, or with other blanks"
                ));
            }
        }
    }
    keys.sort_by_key(|(key, ..)| *key);
    let out = std::env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?;
    let code = format!("{}{}", alternatives(sort, &keys), table(&all));
    std::fs::write(Path::new(&out).join(sort.out), code).map_err(|e| format!("{}: {e}", sort.out))
}

fn is_key(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// The blanks of some words, each once, in order of the alphabet.
fn blanks(text: &str) -> Vec<char> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let mut found: Vec<char> = inside.filter_map(|(blank, _)| blank.chars().next()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn blanks_of(text: &serde_json::Value) -> Vec<char> {
    blanks(text.as_str().unwrap_or_default())
}

/// The enum of what is said, with the key and the values of each.
fn alternatives(sort: &Sort, keys: &[(&str, &serde_json::Value, usize)]) -> String {
    let Sort { name: sort, about, value, .. } = sort;
    let (mut alternatives, mut parts) = (String::new(), String::new());
    for (key, text, blanks) in keys {
        let name: String = key.split('_').map(capital).collect();
        let values = ["a", "b", "c", "d", "e", "f"][..*blanks].join(", ");
        let types = vec![*value; *blanks].join(", ");
        let (types, bound) = match blanks {
            0 => (types, values.clone()),
            _ => (format!("({types})"), format!("({values})")),
        };
        let text = text.as_str().unwrap_or_default();
        let _ = writeln!(alternatives, "    #[doc = {text:?}]\n    {name}{types},");
        let _ = writeln!(parts, "            {sort}::{name}{bound} => ({key:?}, vec![{values}]),");
    }
    let list: String = keys.iter().map(|(key, ..)| format!("{key:?}, ")).collect();
    format!(
        "/// {about}, one alternative for every key in `words.en.json`, with what its blanks are filled with.\n\
         #[derive(Clone, Debug, PartialEq, Eq)]\npub enum {sort} {{\n{alternatives}}}\n\n\
         impl {sort} {{\n    /// The keys of all of them.\n    pub const KEYS: &'static [&'static str] = &[{list}];\n\n    \
         /// The key, and the values in the order of the blanks.\n    \
         fn parts(self) -> (&'static str, Vec<{value}>) {{\n        match self {{\n{parts}        }}\n    }}\n}}\n\n"
    )
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn table(all: &[words::Words]) -> String {
    format!("static WORDS: &[Words] = &[{}];\n", words::table(all))
}
