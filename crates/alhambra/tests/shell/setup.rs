//! `alhambra setup` through the binary.

use crate::common::alhambra;

#[test]
fn a_code_and_back() {
    let code = alhambra(&["setup", "encode", "--players", "4", "--modules", "thieves,diamonds"], "");
    assert_eq!(code.code, Some(0), "{}", code.err);
    let code = code.out.trim();
    assert!(code.len() < 64, "{code}");
    let told = alhambra(&["setup", "decode", code], "").out;
    for part in ["4 players", "Thieves", "Diamonds"] {
        assert!(told.contains(part), "{part} in\n{told}");
    }
    let json = alhambra(&["setup", "decode", code, "--format", "json"], "").out;
    assert_eq!(alhambra(&["setup", "encode", "-"], &json).out.trim(), code);
}

#[test]
fn house_rules_and_options_are_kept() {
    let setup = r#"{"players":[{"name":"Ann"},{"name":"Bo"},{"name":"Cy"}],"house":{"holes":"area8"},
                    "modules":{"thieves":{"after_own_turn":"no"}},"confirm":true}"#;
    let code = alhambra(&["setup", "encode", "-"], setup).out;
    let told = alhambra(&["setup", "decode", code.trim()], "").out;
    for part in ["3 players", "after_own_turn = no", "HR-9", "area8", "confirmed"] {
        assert!(told.contains(part), "{part} in\n{told}");
    }
}

#[test]
fn bad_input_is_named() {
    let code = alhambra(&["setup", "encode"], "").out;
    let mistyped = code.trim().replacen(|c: char| c.is_ascii_digit(), "z", 1);
    for (args, input, part) in [
        (vec!["setup", "decode", mistyped.as_str()], "", "mistyped"),
        (vec!["setup", "decode", "u"], "", "no \"u\""),
        (vec!["setup", "encode", "-"], r#"{"players":[],"colour":1}"#, "colour"),
        (vec!["setup", "encode", "-"], r#"{"players":[{"name":"Ann"}]}"#, "2 to 6"),
        (vec!["setup", "encode", "no-such-file.json"], "", "cannot read no-such-file.json"),
    ] {
        let ran = alhambra(&args, input);
        assert_eq!(ran.code, Some(1), "{args:?}");
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    let unknown = alhambra(&["setup", "encode", "--modules", "dragons"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("dragons") && unknown.err.contains("thieves"), "{}", unknown.err);
}
