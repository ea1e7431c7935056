//! The web client's types are those of this crate.

use alhambra_protocol::typescript;
use std::path::Path;

#[test]
fn the_types_of_the_web_client_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/index.ts");
    let now = typescript::document();
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &now).unwrap();
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == now, "web/src/protocol/index.ts is out of date: run `cargo xtask bless`");
}

#[test]
fn every_type_that_is_named_is_declared() {
    let text = typescript::document();
    let declared = |name: &str| {
        text.contains(&format!("export type {name} ")) || text.contains(&format!("export const {name} "))
    };
    let code: String = text.lines().filter(|l| !l.trim_start().starts_with(['*', '/'])).collect();
    let code = without_comments_and_texts(&code);
    for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let named = word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
        if named && !["Array", "PROTOCOL", "MAX_CHAT", "MAX_NAME", "MAX_RECORD"].contains(&word) {
            assert!(declared(word), "{word} is used and not declared");
        }
    }
}

/// The code without comments and without texts in quotes.
fn without_comments_and_texts(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(start) = rest.find("/*") {
        out += &rest[..start];
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    out += rest;
    out.split('"').step_by(2).collect()
}
