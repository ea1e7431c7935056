//! Words in every language, as they lie in a folder: `words.<language>.json`.

use serde_json::{Map, Value};
use std::path::Path;

/// What is said in one language: which, and its words by key.
pub(crate) type Words = (String, Map<String, Value>);

/// The words of a folder, by language.
///
/// # Errors
/// The file, and what is wrong with it.
pub(crate) fn read(folder: &Path) -> Result<Vec<Words>, String> {
    let mut found = Vec::new();
    for language in languages(folder, "words.", ".json") {
        let path = folder.join(format!("words.{language}.json"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let words = serde_json::from_str::<Map<String, Value>>(&text)
            .map_err(|e| format!("{}:{}: {e}", path.display(), e.line()))?;
        if let Some((key, _)) = words.iter().find(|(_, value)| !value.is_string()) {
            return Err(format!("{}: \"{key}\" is no text", path.display()));
        }
        found.push((language, words));
    }
    Ok(found)
}

/// The languages a folder has a file for, in order: what stands in the files' names between these two.
pub(crate) fn languages(folder: &Path, before: &str, after: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut found: Vec<String> =
        names.filter_map(|name| Some(name.strip_prefix(before)?.strip_suffix(after)?.to_owned())).collect();
    found.sort();
    found
}

/// Words by language, as Rust code: each list in the order of its keys, so that one can be looked up.
pub(crate) fn table(words: &[Words]) -> String {
    let list = |all: &Map<String, Value>| {
        let mut pairs: Vec<(&String, &str)> =
            all.iter().filter_map(|(key, text)| Some((key, text.as_str()?))).collect();
        pairs.sort();
        pairs.iter().map(|(key, text)| format!("({key:?}, {text:?})")).collect::<Vec<_>>().join(", ")
    };
    let one = |(language, all): &Words| format!("Words {{ language: {language:?}, said: &[{}] }}", list(all));
    words.iter().map(one).collect::<Vec<_>>().join(", ")
}
