//! Functions short enough to be read at once. Files are formatted, so a function ends where a brace stands under its
//! beginning.

use super::text::{code, words};
use super::{Report, Tree};

/// The most lines of a function.
const LONG: usize = 80;

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs") && !is_test(&file.path)) {
        for Function { name, line, lines } in functions(&file.text) {
            if lines <= LONG {
                continue;
            }
            let message =
                format!("`{name}` has {lines} lines: tell it as several shorter stories ({LONG} at most)");
            report.error(&file.path, line, message);
        }
    }
}

/// A test may tell a whole game.
fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

struct Function {
    name: String,
    /// Where it begins, from 1.
    line: usize,
    lines: usize,
}

/// Every function that has a body of several lines.
fn functions(source: &str) -> Vec<Function> {
    let bare = code(source);
    let lines: Vec<&str> = bare.lines().collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let mut said = words(line);
        let Some(name) = said.by_ref().skip_while(|word| *word != "fn").nth(1) else { continue };
        let before = line.split("fn ").next().unwrap_or_default();
        // `fn` in a type or in the middle of an expression begins nothing.
        if !before.trim().is_empty() && !before.trim_start().starts_with(is_modifier) {
            continue;
        }
        let indent: String = line.chars().take_while(|c| *c == ' ').collect();
        let body = lines[first..].iter().position(|line| line.ends_with(['{', ';', '}']));
        let Some(body) = body.filter(|at| lines[first + at].ends_with('{')) else { continue };
        let end = format!("{indent}}}");
        let Some(last) = lines[first + body + 1..].iter().position(|line| line.trim_end() == end) else {
            continue;
        };
        found.push(Function { name: name.to_owned(), line: first + 1, lines: body + last + 2 });
    }
    found
}

fn is_modifier(first: char) -> bool {
    // pub, const, async, unsafe, extern
    ['p', 'c', 'a', 'u', 'e'].contains(&first)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    fn of(lines: usize) -> String {
        let body = "        // fn inside() {\n".repeat(lines - 4);
        format!(
            "impl X {{\n    pub(crate) async fn long(\n        &self,\n    ) {{\n{body}    }}\n\n    fn short() {{}}\n}}\n"
        )
    }

    #[test]
    fn long_functions_are_found_and_tests_are_left_alone() {
        let found = |path: &str, lines: usize| errors(check, &[(path, &of(lines))]);
        one(&found("crates/x/src/lib.rs", LONG + 1), &["crates/x/src/lib.rs:2: `long` has 81 lines"]);
        assert_eq!(found("crates/x/src/lib.rs", LONG), [""; 0]);
        assert_eq!(found("crates/x/tests/all.rs", LONG + 1), [""; 0]);
        assert_eq!(found("crates/x/src/room/tests.rs", LONG + 1), [""; 0]);
        one(&found("crates/alhambra-rules/src/laws.rs", LONG + 1), &["crates/alhambra-rules/src/laws.rs:2"]);
    }
}
