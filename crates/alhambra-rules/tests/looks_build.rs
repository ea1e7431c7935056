//! Whatever is wrong in a module's board or signs must stop the build with the row or line and the reason.

#[path = "../build/looks.rs"]
mod looks;

use serde_json::{Map, Value};
use std::path::Path;

fn words() -> Map<String, Value> {
    let text = r#"{"shown.points": "points", "shown.cards": "cards", "shown.bid": "bid", "act.buy": "buy", "board.mine": "mine"}"#;
    serde_json::from_str(text).unwrap()
}

fn checked(board: &str) -> Result<(), String> {
    let signs = ["toys-sign", "toys-chest", "toys-semi-tower"].map(str::to_owned);
    looks::check(board, "toys", &words(), &signs)
}

#[test]
fn the_folders_are_accepted_and_every_module_is_there() {
    let [modules, editions, core] = [looks::MODULES, looks::EDITIONS, looks::CORE].map(Path::new);
    let code = looks::generate(modules, editions, core).unwrap();
    for module in alhambra_rules::ModuleId::EVERY {
        assert!(code.contains(&format!("    ({:?}, Look {{", module.info().slug)), "{module:?}");
        assert!(module.look().words("en").is_some(), "{module:?}");
    }
}

#[test]
fn a_board_may_use_every_shape() {
    for shape in ["counter", "words", "cards", "tiles", "slots", "track", "pile", "pins"] {
        let board = format!(r#"{{"badge": "points", "rows": [[{{"as": "{shape}", "key": "cards"}}]]}}"#);
        assert_eq!(checked(&board), Ok(()), "{shape}");
    }
    let more = r#"{"rows": [[{"as": "auction", "key": "cards", "bid": "bid", "act": "buy"},
        {"as": "counter", "key": "points", "sign": "chest", "label": "board.mine", "of": "bid"},
        {"as": "slots", "keys": ["points", "cards"], "head": ["coin:florin", "sign:semi"]}]], "hidden": ["bid"]}"#;
    assert_eq!(checked(more), Ok(()));
}

#[test]
fn wrong_boards_are_named_with_row_and_item() {
    let cases = [
        (
            r#"{"as": "cunter", "key": "points"}"#,
            "row 1, item 1: there is no shape \"cunter\"; the shapes are counter",
        ),
        (r#"{"as": "counter"}"#, "row 1, item 1: say which thing it is"),
        (r#"{"as": "counter", "key": "gold"}"#, "row 1, item 1: the module shows no \"gold\""),
        (r#"{"as": "counter", "key": "points", "colour": "red"}"#, "there is no \"colour\""),
        (
            r#"{"as": "counter", "key": "points", "form": "ring"}"#,
            "\"form\" belongs to track, not to counter",
        ),
        (r#"{"as": "track", "key": "points", "form": "spiral"}"#, "no \"spiral\""),
        (r#"{"as": "cards", "key": "cards", "act": "sell"}"#, "the module has no action \"sell\""),
        (r#"{"as": "cards", "key": "cards", "sign": "crown"}"#, "signs.svg has no symbol \"toys-crown\""),
        (
            r#"{"as": "cards", "key": "cards", "label": "board.yours"}"#,
            "words.en.json has no \"board.yours\"",
        ),
        (r#"{"as": "auction", "key": "cards"}"#, "where its highest \"bid\" is shown"),
        (r#"{"as": "slots", "keys": "cards"}"#, "\"keys\" is a list of texts"),
        (r#"{"as": "slots", "keys": ["cards"], "head": ["gold"]}"#, "a head is coin:, type:, sign: or word:"),
    ];
    for (item, complaint) in cases {
        let found = checked(&format!(r#"{{"rows": [[{item}]]}}"#)).expect_err(item);
        assert!(found.contains(complaint), "{item}: {found}");
    }
    let second = r#"{"rows": [[{"as": "counter", "key": "points"}], [{"as": "counter", "key": "points"}, {"as": "x"}]]}"#;
    assert!(checked(second).unwrap_err().starts_with("row 2, item 2: "));
    for (board, complaint) in [
        ("{\n\"rows\": [\n", "line 3: "),
        (r#"{"rows": 3}"#, "rows are a list of lists"),
        (r#"{"rows": [3]}"#, "row 1: a row is a list"),
        (r#"{"rows": [], "title": "x"}"#, "no \"title\""),
        (r#"{"rows": [], "badge": "gold"}"#, "badge: the module shows no \"gold\""),
        (r#"{"rows": [], "hidden": ["gold"]}"#, "hidden: the module shows no \"gold\""),
    ] {
        let found = checked(board).expect_err(board);
        assert!(found.contains(complaint), "{board}: {found}");
    }
}

#[test]
fn signs_hold_shapes_and_nothing_else() {
    let good = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<!-- <script> -->\n<symbol id=\"toys-sign\" viewBox=\"0 0 9 9\">\
                <path d=\"M0,0\" fill=\"url(#gold)\"/><use href=\"#f-round\"/></symbol>\n</svg>\n";
    assert_eq!(looks::signs(good, "toys"), Ok(vec!["toys-sign".to_owned()]));
    let cases = [
        ("<svg>\n<script>x</script></svg>", "line 2: <script> has no place"),
        ("<svg><g onclick=\"x\"/></svg>", "line 1: \"onclick\" is not allowed"),
        ("<svg><g style=\"fill:red\"/></svg>", "\"style\" is not allowed"),
        ("<svg><use href=\"https://example.org/x.svg#y\"/></svg>", "points out of the page"),
        ("<svg><path fill=\"url(https://example.org/x)\"/></svg>", "points out of the page"),
        ("<svg><symbol id=\"other-sign\" viewBox=\"0 0 1 1\"/></svg>", "must begin with \"toys-\""),
        ("<svg><symbol id=\"toys-a\"/></svg>", "a symbol has an id and a viewBox"),
        ("<svg><g id=\"toys-a\"/><g id=\"toys-a\"/></svg>", "\"toys-a\" is there twice"),
        ("<!DOCTYPE svg><svg/>", "<!DOCTYPE has no place"),
        ("<svg><path d=x/></svg>", "attributes are name=\"value\""),
        ("<svg", "a tag never ends"),
        ("<!-- ", "a comment never ends"),
    ];
    for (svg, complaint) in cases {
        let found = looks::signs(svg, "toys").expect_err(svg);
        assert!(found.contains(complaint), "{svg}: {found}");
    }
}

/// A language is begun with one file: nobody names the languages there are.
#[test]
fn words_and_help_are_found_in_whatever_language_they_lie() {
    let modules = Path::new(env!("CARGO_TARGET_TMPDIR")).join("looks-of-a-begun-language");
    let folder = modules.join("m44_toys");
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in [
        ("words.en.json", r#"{"title": "Toys"}"#),
        ("words.pl.json", r#"{"title": "Zabawki"}"#),
        ("help.en.md", "# Toys"),
        ("help.pl.md", "# Zabawki"),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let nothing = modules.join("m44_toys");
    let code = looks::generate(&modules, &nothing, &nothing).unwrap();
    let toys = code.lines().find(|line| line.contains("(\"toys\", Look {")).unwrap();
    for part in [
        "Words { language: \"en\"",
        "Words { language: \"pl\"",
        "(\"en\", include_str!",
        "(\"pl\", include_str!",
    ] {
        assert!(toys.contains(part), "{part} in {toys}");
    }
    assert!(toys.contains("help.pl.md"), "{toys}");
}
