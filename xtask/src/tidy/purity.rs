//! The rules crate is pure, its core knows no module, and nothing unfinished is left lying about.

use super::text::{code, has_word, module_number, words};
use super::{File, Report, Tree};

const RULES: &str = "crates/alhambra-rules/src/";
const CORE: &str = "crates/alhambra-rules/src/core/";

/// What a pure, deterministic engine has no use for.
const IMPURE: [(&str, &str); 9] = [
    ("HashMap", "its order differs from run to run; use an array, a bit set or BTreeMap"),
    ("HashSet", "its order differs from run to run; use an array, a bit set or BTreeSet"),
    ("f32", "floating point rounds differently elsewhere; count in whole or half points"),
    ("f64", "floating point rounds differently elsewhere; count in whole or half points"),
    ("std::time", "the engine has no clock"),
    ("std::fs", "the engine reads and writes nothing"),
    ("std::net", "the engine reads and writes nothing"),
    ("std::thread", "the engine has no threads"),
    ("rand::", "randomness comes in through `Chance`"),
];

/// Serde attributes that postcard cannot read back.
const SERDE: [&str; 5] = ["untagged", "flatten", "skip_serializing_if", "tag", "content"];

/// Files whose types are only ever written as JSON, for people and the web.
const JSON_ONLY: [&str; 5] = [
    "crates/alhambra-rules/src/view.rs",
    "crates/alhambra-rules/src/decision.rs",
    "crates/alhambra-rules/src/event.rs",
    "crates/alhambra-rules/src/core/palace/fault.rs",
    "crates/alhambra-rules/src/analysis/next_scoring.rs",
];

/// What must not be landed. Written in two halves so that this file does not find itself.
const UNFINISHED: [(&str, &str); 4] = [
    (concat!("#[", "ignore"), "no test is ignored: fix it, or assert today's answer with a FIXME"),
    (concat!("todo", "!("), "finish it or leave it out"),
    (concat!("unimplemented", "!("), "finish it or leave it out"),
    (concat!("dbg", "!("), "left over from debugging"),
];

pub(super) fn check(tree: &Tree, report: &mut Report) {
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let code = code(&file.text);
        unfinished(file, &code, report);
        if file.path.starts_with(RULES) {
            impure(file, &code, report);
            serde_attributes(file, &code, report);
        }
        if file.path.starts_with(CORE) {
            core_names_no_module(file, report);
        }
    }
}

fn unfinished(file: &File, code: &str, report: &mut Report) {
    for (i, line) in code.lines().enumerate() {
        for (mark, why) in UNFINISHED {
            if has_word(line, mark) {
                report.error(&file.path, i + 1, format!("`{mark}`: {why}"));
            }
        }
    }
}

fn impure(file: &File, code: &str, report: &mut Report) {
    for (i, line) in code.lines().enumerate() {
        for (word, why) in IMPURE {
            // A serialiser must say what it does with every type there is; naming one computes nothing.
            let named = line.contains(&format!("serialize_{word}({word})"));
            if has_word(line, word) && !named {
                report.error(&file.path, i + 1, format!("`{word}` in the rules crate: {why}"));
            }
        }
        if let Some(number) = float_literal(line) {
            let message =
                format!("the floating-point number {number} in the rules crate: count in whole points");
            report.error(&file.path, i + 1, message);
        }
    }
}

/// `1.5` and `2f64`, but not the `0.1` of `pair.0.1`, a range or a hexadecimal number.
fn float_literal(line: &str) -> Option<&str> {
    let is_number = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    line.split(|c| !is_number(c)).find(|token| {
        let starts = token.starts_with(|c: char| c.is_ascii_digit());
        let suffixed = !token.starts_with("0x") && (token.ends_with("f64") || token.ends_with("f32"));
        let point = token.find('.').is_some_and(|at| {
            token[at + 1..].starts_with(|c: char| c.is_ascii_digit())
                && token[..at].bytes().all(|b| b.is_ascii_digit())
        });
        starts && (suffixed || point)
    })
}

fn serde_attributes(file: &File, code: &str, report: &mut Report) {
    if JSON_ONLY.contains(&file.path.as_str()) {
        return;
    }
    for (start, _) in code.match_indices("serde(") {
        let end = code[start..].find(")]").map_or(code.len(), |at| start + at);
        let mut at = start;
        for piece in code[start..end].split_inclusive(['(', ',', ')']) {
            let name = piece.trim_start();
            let first = words(name).next().unwrap_or_default();
            if SERDE.contains(&first) {
                let line = code[..at + piece.len() - name.len()].matches('\n').count() + 1;
                let message = format!(
                    "serde attribute `{first}`: postcard cannot read it back; only {} may use it",
                    JSON_ONLY.join(" and ")
                );
                report.error(&file.path, line, message);
            }
            at += piece.len();
        }
    }
}

fn core_names_no_module(file: &File, report: &mut Report) {
    // Comments count too: a core that explains itself by a module depends on it.
    for (i, line) in file.text.lines().enumerate() {
        let named = words(line).find(|word| module_number(word).is_some());
        if let Some(name) = named.or(has_word(line, "modules::").then_some("modules::")) {
            let message = format!("core/ names a module (`{name}`): offer a hook or a query instead");
            report.error(&file.path, i + 1, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{errors, one};
    use super::*;

    const LIB: &str = "crates/alhambra-rules/src/lib.rs";

    #[test]
    fn impure_words_are_found_with_their_line() {
        for (line, word) in [
            ("use std::collections::HashMap;", "HashMap"),
            ("let s: HashSet<u8>;", "HashSet"),
            ("fn f() -> f64;", "f64"),
            ("use std::time::Instant;", "std::time"),
            ("std::fs::read(p)", "std::fs"),
            ("use std::net::TcpStream;", "std::net"),
            ("std::thread::spawn(f)", "std::thread"),
            ("rand::random()", "rand::"),
        ] {
            let text = format!("//! Fine.\n{line}\n");
            one(&errors(check, &[(LIB, &text)]), &["src/lib.rs:2: ", &format!("`{word}`")]);
        }
    }

    #[test]
    fn floats_without_a_name_are_found() {
        for line in ["let x = 1.5;", "let x = 2f64 + y;", "f(0.5)"] {
            assert!(!errors(check, &[(LIB, line)]).is_empty(), "{line}");
        }
        for line in ["pair.0.1", "for i in 0..5", "0x1f32", "let x = 1.max(2);", "// 1.5 and HashMap", "v1.0"]
        {
            assert_eq!(errors(check, &[(LIB, line)]), [""; 0], "{line}");
        }
    }

    #[test]
    fn other_crates_may_be_impure() {
        let text = "use std::collections::HashMap; const X: f64 = 1.5;";
        assert!(errors(check, &[("crates/alhambra-sim/src/lib.rs", text)]).is_empty());
    }

    #[test]
    fn serde_attributes_postcard_cannot_read_are_found() {
        for attribute in
            ["untagged", "flatten", "skip_serializing_if = \"x\"", "tag = \"t\"", "content = \"c\""]
        {
            let text = format!("#[serde(\n    deny_unknown_fields,\n    {attribute}\n)]\nstruct S;\n");
            let found = errors(check, &[(LIB, &text)]);
            one(&found, &["src/lib.rs:3: ", "postcard"]);
            assert!(errors(check, &[("crates/alhambra-rules/src/view.rs", &text)]).is_empty());
        }
        let fine = "#[serde(rename = \"tag\", deny_unknown_fields)]\nstruct S { content: u8, tag: u8 }\n";
        assert!(errors(check, &[(LIB, fine)]).is_empty());
    }

    #[test]
    fn the_core_names_no_module_not_even_in_a_comment() {
        let core = "crates/alhambra-rules/src/core/market.rs";
        for line in ["use crate::modules::x;", "m07_characters::auction()", "// as m07_characters wants it"] {
            one(&errors(check, &[(core, line)]), &["core/market.rs:1: ", "core/ names a module"]);
        }
        assert!(errors(check, &[(core, "let sum07_x = modules;")]).is_empty());
        assert!(errors(check, &[("crates/alhambra-rules/src/registry.rs", "m07_x")]).is_empty());
    }

    #[test]
    fn unfinished_work_is_found_everywhere() {
        for (mark, _) in UNFINISHED {
            let text = format!("fn f() {{\n    {mark}\n}}\n");
            one(&errors(check, &[("xtask/src/x.rs", &text)]), &["xtask/src/x.rs:2: ", mark]);
        }
        assert!(errors(check, &[("x.rs", "my_todo!(); // todo!()")]).is_empty());
    }
}
