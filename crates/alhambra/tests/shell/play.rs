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
