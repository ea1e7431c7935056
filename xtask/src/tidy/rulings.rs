//! Every ruling has a test that names it.
//!
//! A ruling is a table row or heading in a RULINGS.md whose first word is its id: `A-B-5`, `HR-3`, `R7.3`.

use super::text::has_word_of;
use super::{File, Report, Tree};

const BASE: &str = "docs/rules/RULINGS.md";
const FOLDERS: [&str; 2] = ["crates/alhambra-rules/src/modules/", "crates/alhambra-rules/src/editions/"];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    let is_book = |file: &&File| {
        let inside = FOLDERS.iter().any(|folder| file.path.starts_with(folder));
        file.path == BASE || inside && file.path.ends_with("/RULINGS.md")
    };
    let tests: Vec<&str> = tree.files.iter().filter_map(tests_in).collect();
    for book in tree.files.iter().filter(is_book) {
        let mut seen = Vec::new();
        for (i, line) in book.text.lines().enumerate() {
            let Some(id) = id(line) else { continue };
            if seen.contains(&id) {
                report.error(&book.path, i + 1, format!("ruling {id} stands here twice"));
                continue;
            }
            seen.push(id);
            if !tests.iter().any(|text| has_word_of(text, id, is_id_part)) {
                let message =
                    format!("no test or scenario names ruling {id}: write one and cite it in a comment");
                report.error(&book.path, i + 1, message);
            }
        }
    }
}

/// The part of a file that tests something: whole files in test and scenario folders, the end of a source file.
fn tests_in(file: &File) -> Option<&str> {
    let path = file.path.as_str();
    let folder = |name: &str| path.starts_with(&format!("{name}/")) || path.contains(&format!("/{name}/"));
    if path.ends_with("/RULINGS.md") {
        None
    } else if ["tests", "scenarios", "fixtures"].into_iter().any(folder) || path.ends_with("/tests.rs") {
        Some(&file.text)
    } else if path.ends_with(".rs") && path.starts_with("crates/") {
        file.text.find("#[cfg(test)]").map(|at| &file.text[at..])
    } else {
        None
    }
}

/// The id that a table row or a heading starts with.
fn id(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest =
        line.strip_prefix('|').or_else(|| line.starts_with("##").then(|| line.trim_start_matches('#')))?;
    let rest = rest.trim_start().trim_start_matches(['*', '`']);
    let end = rest.find(|c| !is_id_part(c)).unwrap_or(rest.len());
    let id = rest[..end].trim_end_matches(['.', '-']);
    let starts = id.starts_with(|c: char| c.is_ascii_uppercase());
    let parts = id
        .split(['-', '.'])
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()));
    (starts && parts && id.ends_with(|c: char| c.is_ascii_digit())).then_some(id)
}

fn is_id_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || ['-', '.', '_'].contains(&c)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    #[test]
    fn ids_are_recognised() {
        for (line, expected) in [
            ("| A-B-5 | who | … |", Some("A-B-5")),
            ("|HR-12| x |", Some("HR-12")),
            ("## R7.3 The wise man", Some("R7.3")),
            ("### `K-1`: positions", Some("K-1")),
            ("| **G-17** | x |", Some("G-17")),
            ("| Id | Question |", None),
            ("|---|---|", None),
            ("# Rulings for module 7", None),
            ("## Open questions", None),
            ("R7.3 in running text", None),
        ] {
            assert_eq!(id(line), expected, "{line}");
        }
    }

    #[test]
    fn a_ruling_without_test_is_found() {
        let book = "# Rulings\n\n| Id | Question |\n|---|---|\n| A-B-1 | x |\n| A-B-12 | y |\n";
        let twelve = ("crates/alhambra-rules/tests/base.rs", "// A-B-12\n");
        one(&errors(check, &[(BASE, book), twelve]), &["docs/rules/RULINGS.md:5: ", "A-B-1:"]);
        let scenario = ("crates/alhambra-rules/src/modules/m03_x/scenarios/a.txt", "ruling A-B-1.2");
        assert_eq!(errors(check, &[(BASE, book), twelve, scenario]).len(), 1, "another id that starts alike");
        let source =
            ("crates/alhambra-rules/src/core/x.rs", "// A-B-7\n#[cfg(test)]\nmod tests { /* A-B-1 */ }");
        assert_eq!(errors(check, &[(BASE, book), twelve, source]), [""; 0]);
    }

    #[test]
    fn naming_a_ruling_in_the_code_is_no_test() {
        let book = ("crates/alhambra-rules/src/modules/m03_x/RULINGS.md", "## R3.1 x\n");
        let source = ("crates/alhambra-rules/src/modules/m03_x/mod.rs", "// R3.1\n");
        one(&errors(check, &[book, source]), &["m03_x/RULINGS.md:1: ", "R3.1"]);
    }

    #[test]
    fn a_ruling_stands_once() {
        let book = (BASE, "## A-1\n## A-1\n");
        one(&errors(check, &[book, ("fixtures/a.txt", "A-1")]), &["RULINGS.md:2: ", "twice"]);
    }
}
