//! `alhambra play` from outside.

use crate::common::alhambra;

#[test]
fn without_a_terminal_it_says_so_and_what_to_do() {
    let ran = alhambra(&["play", "--seed", "1"], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("needs a terminal") && ran.err.contains("alhambra simulate"), "{}", ran.err);
}

#[test]
fn an_unknown_bot_is_refused_with_the_known_ones() {
    let ran = alhambra(&["play", "--bots", "clever"], "");
    assert_eq!(ran.code, Some(1));
    for part in ["\"clever\"", "random", "medium"] {
        assert!(ran.err.contains(part), "{part} in {}", ran.err);
    }
}

#[test]
fn a_setup_code_that_is_none_is_refused_before_anything_else() {
    let ran = alhambra(&["play", "--setup", "hats"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("--setup") && ran.err.contains("code"), "{}", ran.err);
    let code = alhambra(&["setup", "encode", "--players", "2", "--modules", "camps"], "").out;
    let ran = alhambra(&["play", "--setup", code.trim()], "");
    assert_eq!(ran.code, Some(1), "a code is understood, and then there is no terminal: {}", ran.err);
    assert!(ran.err.contains("needs a terminal"), "{}", ran.err);
}
