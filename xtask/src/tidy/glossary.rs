//! One word for one thing: what players read follows docs/guide/glossary.md, in both languages.

use super::text::is_word;
use super::{File, Report, Tree};

const GLOSSARY: &str = "docs/guide/glossary.md";

/// Sentences that list names out of files and records, which are the same in every language.
const NAMES: [&str; 1] = ["refuse.six_bonuses_clockwise"];

/// What ends a clause: words for one thing do not reach beyond it.
const ENDS: [char; 8] = ['.', ':', ';', ',', '!', '?', '(', ')'];

/// How many letters `…` stands for.
const GAP: usize = 40;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let Some(glossary) = tree.text(GLOSSARY) else { return };
    let terms = terms(glossary);
    if terms.is_empty() {
        return report.error(GLOSSARY, 1, "no line of the table names what is not said");
    }
    for file in &tree.files {
        let Some((language, said)) = said(file) else { continue };
        let said: Vec<char> = said.chars().collect();
        let small: Vec<char> = said.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
        for term in &terms {
            for word in &term.not[language] {
                // As written if it has a capital: German nouns differ from verbs by nothing else.
                let text = if word.chars().any(char::is_uppercase) { &said } else { &small };
                for line in found(text, word) {
                    let message = format!("\"{word}\" is not said: \"{}\" ({GLOSSARY})", term.name[language]);
                    report.error(&file.path, line, message);
                }
            }
        }
    }
}

/// A line of the glossary: a thing's name and what it is not called, in English and German.
struct Term {
    name: [String; 2],
    not: [Vec<String>; 2],
}

fn terms(glossary: &str) -> Vec<Term> {
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let [english, german, _, not_english, not_german, ..] = cells[..] else { return None };
        let not = [quoted(not_english), quoted(not_german)];
        let name = [english.to_owned(), german.to_owned()];
        not.iter().any(|words: &Vec<String>| !words.is_empty()).then_some(Term { name, not })
    };
    glossary.lines().filter_map(row).collect()
}

/// What a file says to players, in English (0) or German (1), with everything else gone and every line where it was.
fn said(file: &File) -> Option<(usize, String)> {
    let (path, name) = (file.path.as_str(), file.path.rsplit('/').next().unwrap_or_default());
    let lines = |of: fn(&str) -> String| file.text.lines().map(|line| of(line) + ".\n").collect();
    let language = |of: [&str; 2]| of.iter().position(|known| *known == name);
    if path.starts_with("crates/alhambra-rules/src/") {
        if let Some(language) = language(["words.en.json", "words.de.json"]) {
            return Some((language, lines(sentence)));
        }
        return language(["help.en.md", "help.de.md"]).map(|language| (language, prose(&file.text)));
    }
    if path.starts_with("web/src/words/") {
        let language = language(["en.ts", "de.ts"]).or((name == "sentences.de.ts").then_some(1))?;
        return Some((language, lines(message)));
    }
    if path.starts_with("crates/alhambra/src/") && !path.contains("/tests") {
        return match name.rsplit('.').next() {
            Some("txt") => Some((0, prose(&file.text))),
            Some("rs") => Some((0, lines(literals))),
            _ => None,
        };
    }
    (path == "docs/guide/playing.md").then(|| (0, prose(&file.text)))
}

/// The words of a line `"key": "words",` of a words file.
fn sentence(line: &str) -> String {
    let (key, words) = line.split_once("\": ").unwrap_or_default();
    let key = key.trim().trim_start_matches('"');
    if key == "title" || NAMES.contains(&key) { String::new() } else { words.to_owned() }
}

/// The words of a line `'key': 'words',` of the client; a long message has a line of its own.
fn message(line: &str) -> String {
    let line = line.trim();
    let key = line.split("':").next().unwrap_or_default();
    if line.starts_with("//") || NAMES.iter().any(|name| key.ends_with(&name.replace("refuse.", "why."))) {
        return String::new();
    }
    let quote = if line.starts_with('"') { "\":" } else { "':" };
    if line.starts_with(['\'', '"']) {
        line.split_once(quote).map_or(line, |(_, words)| words).to_owned()
    } else {
        line.to_owned()
    }
}

/// What stands in quotes in a line of code.
fn literals(line: &str) -> String {
    if line.trim_start().starts_with("//") {
        return String::new();
    }
    line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(". ")
}

/// Text without headings, scenarios and code. Paragraphs are broken into lines anywhere.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut out = String::new();
    for line in text.lines() {
        let fence = line.starts_with("```");
        fenced ^= fence;
        if fenced || fence || line.starts_with("# ") || line.is_empty() {
            out += ".\n";
            continue;
        }
        let code: Vec<&str> = line.split('`').step_by(2).collect();
        out += &code.join(".");
        out.push('\n');
    }
    out
}

/// The lines in which words begin with what is searched for.
fn found(text: &[char], word: &str) -> Vec<usize> {
    let parts: Vec<Vec<char>> = word.split('…').map(|part| part.chars().collect()).collect();
    let mut lines = Vec::new();
    let mut line = 1;
    for at in 0..text.len() {
        if text[at] == '\n' {
            line += 1;
        } else if stands(text, at, &parts) {
            lines.push(line);
        }
    }
    lines
}

fn stands(text: &[char], at: usize, parts: &[Vec<char>]) -> bool {
    let Some((part, rest)) = parts.split_first() else { return true };
    if !begins(text, at, part) {
        return false;
    }
    let end = at + part.len();
    if rest.is_empty() {
        return true;
    }
    let within = text[end..].iter().take(GAP).take_while(|c| !ENDS.contains(c)).count();
    (end..=end + within).any(|next| stands(text, next, rest))
}

/// Whether `part` stands at `at`, at the beginning of a word; a line's end counts as a blank.
fn begins(text: &[char], at: usize, part: &[char]) -> bool {
    let Some(here) = text.get(at..at + part.len()) else { return false };
    let inside = at > 0 && is_word(text[at - 1]) && part.first().is_some_and(|c| is_word(*c));
    !inside && here.iter().zip(part).all(|(a, b)| a == b || (*a == '\n' && *b == ' '))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const TABLE: &str = "| English | German | What | Not in English | Not in German |\n|-|-|-|-|-|\n\
                         | rebuild | umbauen | an action | `redesign` | `umgestalt` |\n\
                         | market | Bauhof | four stalls | | `Markt` |\n\
                         | exact | passend | | `back into the reserve` | `genau…zahl`, `: genau` |\n";
    const WORDS: &str = "crates/alhambra-rules/src/modules/m14_master_builders/words.en.json";

    fn of(path: &str, text: &str) -> Vec<String> {
        errors(check, &[(GLOSSARY, TABLE), (path, text)])
    }

    #[test]
    fn a_wrong_word_is_found_with_file_and_line() {
        let words = "{\n  \"title\": \"Master Builders\",\n  \"act.play\": \"Redesigns with {a}\"\n}\n";
        one(&of(WORDS, words), &[WORDS, ":3: ", "\"redesign\" is not said: \"rebuild\""]);
        let german = WORDS.replace(".en.", ".de.");
        one(&of(&german, "  \"a\": \"auf dem Markt\","), &["\"Markt\" is not said: \"Bauhof\""]);
        one(&of(&german, "  \"a\": \"{b}: genau\","), &["\"passend\""]);
        one(&of(&german, "  \"a\": \"wenn du genau den Preis zahlst\","), &["\"genau…zahl\""]);
    }

    #[test]
    fn help_lessons_and_terminal_are_read() {
        let help = "crates/alhambra-rules/src/editions/red_palace/help.en.md";
        one(&of(help, "# Redesign\n\nIt goes back into\nthe reserve.\n"), &[":3: "]);
        one(
            &of("web/src/words/en.ts", "  'game.redesign': 'Take it off',\n  'learn.a':\n    'Redesign it',"),
            &[":3: "],
        );
        one(&of("web/src/words/sentences.de.ts", "  'redesign {}': 'umgestalten',"), &["umbauen"]);
        one(&of("crates/alhambra/src/play/menu.rs", "// redesign\nredesign(\"Redesign\")"), &[":2: "]);
        one(&of("crates/alhambra/src/play/draw/help.txt", "  r  redesign\n"), &[":1: "]);
        one(&of("docs/guide/playing.md", "`redesign` is to redesign"), &[":1: "]);
    }

    #[test]
    fn keys_titles_scenarios_and_other_words_are_none() {
        let none = |path: &str, text: &str| assert_eq!(of(path, text), [""; 0], "{text}");
        none(WORDS, "  \"asked.redesign\": \"rebuild the palace\",");
        none(WORDS, "  \"refuse.six_bonuses_clockwise\": \"{a} is not six of redesign, wall\",");
        let german = WORDS.replace(".en.", ".de.");
        none(&german, "  \"title\": \"Markt\",\n  \"a\": \"der Jahrmarkt, genau so. Eine Zahl\",");
        none(&german.replace("words", "help").replace("json", "md"), "# Markt\n\n```scenario\nMarkt\n```\n");
        none("crates/alhambra/src/play/tests/screens.rs", "\"redesign\"");
        none("docs/rules/RULINGS.md", "redesign");
    }

    #[test]
    fn a_glossary_that_cannot_be_read_is_no_silence() {
        one(&errors(check, &[(GLOSSARY, "# Glossary\n")]), &["no line of the table"]);
    }
}
