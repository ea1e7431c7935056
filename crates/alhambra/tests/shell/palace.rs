//! `alhambra palace`, as it is run.

use crate::common::{alhambra, closed_pipe};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

/// The answer to one question.
fn ask(question: &Value) -> Value {
    let ran = alhambra(&["palace"], question.to_string());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let mut answers = ran.answers();
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

fn open(cells: &[(i32, i32)]) -> Value {
    cells.iter().map(|(x, y)| json!({"at": [x, y], "walls": ""})).collect()
}

/// The board of AT-B-9.
fn board() -> Value {
    json!([
        {"at": [1, 0], "building": "garden", "price": 9, "walls": "E"},
        {"at": [1, 1], "building": "tower", "price": 9, "walls": "NE"},
        {"at": [0, 1], "building": "pavilion", "price": 6, "walls": "N"},
        {"at": [0, -1], "building": "seraglio", "price": 5, "walls": "SW"},
    ])
}

fn refusal(answer: &Value, cell: [i32; 2]) -> &Value {
    let refused = answer["refused"].as_array().unwrap();
    refused.iter().find(|refused| refused["cell"] == json!(cell)).unwrap_or(&Value::Null)
}

#[test]
fn at_b_9_walls() {
    let answer = ask(&json!({"tiles": board()}));
    assert_eq!((&answer["legal"], &answer["longest_wall"]), (&json!(true), &json!(4)));
    assert_eq!(answer["faults"], json!([]));
    let runs = answer["runs"].as_array().unwrap();
    let lengths: Vec<u64> = runs.iter().map(|run| run["length"].as_u64().unwrap()).collect();
    assert_eq!(lengths, [4, 2], "6 outer segments");
    assert!(runs.iter().all(|run| run["closed"] == false));
    assert_eq!(runs[0]["segments"][0], json!({"cell": [0, 1], "side": "north"}));
    assert_eq!(answer["removable"], json!([[0, -1], [0, 1], [1, 0], [1, 1]]));
    assert!(answer.get("cells").is_none(), "nothing was probed");
}

#[test]
fn at_b_10_no_way_on_foot() {
    let answer = ask(&json!({"tiles": board(), "probe": {"building": "tower", "price": 10, "walls": "W"}}));
    assert_eq!(answer["cells"], json!([[-1, 0], [-1, 1]]));
    let refused = refusal(&answer, [2, 0]);
    assert_eq!(refused["rule"], "on_foot");
    assert!(refused["words"].as_str().unwrap().contains("on foot"));
    let border = refusal(&answer, [0, 2]);
    assert_eq!(
        (&border["rule"], &border["side"], &border["because_of"]),
        (&json!("border"), &json!("south"), &json!([0, 1]))
    );

    let mut tiles = board();
    tiles.as_array_mut().unwrap().push(json!({"at": [2, 0], "building": "tower", "price": 10, "walls": "W"}));
    let answer = ask(&json!({"tiles": tiles}));
    assert_eq!(answer["legal"], false);
    assert_eq!(
        (&answer["faults"][0]["rule"], &answer["faults"][0]["cells"]),
        (&json!("on_foot"), &json!([[2, 0]]))
    );
}

#[test]
fn at_b_11_no_holes() {
    let tiles = open(&[(1, 0), (1, 1), (1, 2), (0, 2), (-1, 2)]);
    let answer = ask(&json!({"tiles": tiles, "probe": {"walls": ""}}));
    let refused = refusal(&answer, [-1, 1]);
    assert_eq!((&refused["rule"], &refused["because_of"]), (&json!("hole"), &json!([0, 1])));
    assert!(answer["cells"].as_array().unwrap().contains(&json!([2, 0])));
}

#[test]
fn at_b_12_corners_do_not_open_a_hole() {
    let tiles = open(&[(1, 0), (1, 1), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1)]);
    let ask = |holes: &str| ask(&json!({"tiles": tiles, "probe": {"walls": ""}, "holes": holes}));
    assert_eq!(refusal(&ask("area4"), [-1, 0])["rule"], "hole");
    assert!(ask("area8")["cells"].as_array().unwrap().contains(&json!([-1, 0])));
    assert!(ask("single_cell")["cells"].as_array().unwrap().contains(&json!([-1, 0])));
}

#[test]
fn at_b_13_nothing_is_cut_off() {
    assert_eq!(ask(&json!({"tiles": open(&[(1, 0), (2, 0)])}))["removable"], json!([[2, 0]]));
}

#[test]
fn a_closed_ring_counts_every_segment() {
    let answer = ask(&json!({"tiles": [
        {"at": [0, 1], "walls": "NEW"}, {"at": [0, -1], "walls": "ESW"},
        {"at": [1, 0], "walls": "NES"}, {"at": [-1, 0], "walls": "NSW"},
    ]}));
    assert_eq!((&answer["legal"], &answer["longest_wall"]), (&json!(true), &json!(12)));
    assert_eq!((&answer["runs"][0]["length"], &answer["runs"][0]["closed"]), (&json!(12), &json!(true)));
}

#[test]
fn illegal_palaces_are_answered() {
    let border = ask(&json!({"tiles": [{"at": [1, 0], "walls": "W"}], "probe": {"walls": ""}}));
    assert_eq!(border["faults"][0]["rule"], "border");
    assert_eq!(border["faults"][0]["cells"], json!([[0, 0], [1, 0]]));
    assert_eq!(border["faults"][0]["sides"], json!(["east", "west"]));
    for unknown in ["longest_wall", "runs", "removable", "cells", "refused"] {
        assert_eq!(border.get(unknown), Some(&Value::Null), "{unknown}");
    }
    let twice = ask(&json!({"tiles": open(&[(1, 0), (1, 0)])}));
    assert_eq!((&twice["faults"][0]["rule"], &twice["longest_wall"]), (&json!("overlap"), &Value::Null));
    let ring = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
    let hole = ask(&json!({"tiles": open(&ring)}));
    assert_eq!((&hole["faults"][0]["rule"], &hole["faults"][0]["cells"]), (&json!("hole"), &json!([[1, 1]])));
    assert_eq!(hole["longest_wall"], 0, "no two tiles disagree, so the wall has a length");
    let far = ask(&json!({"tiles": [{"at": [3, 0], "walls": "NE"}]}));
    assert_eq!((&far["faults"][0]["rule"], &far["longest_wall"]), (&json!("on_foot"), &json!(2)));
    let row: Vec<(i32, i32)> = (-15..=15).filter(|x| *x != 0).map(|x| (x, 0)).collect();
    assert_eq!(ask(&json!({"tiles": open(&row)}))["faults"][0]["rule"], "span");
}

#[test]
fn the_longest_palace_counts_its_cells_right() {
    let row: Vec<(i32, i32)> = (-14..=15).filter(|x| *x != 0).map(|x| (x, 0)).collect();
    let answer = ask(&json!({"tiles": open(&row), "probe": {"walls": ""}}));
    assert_eq!(answer["legal"], true);
    assert_eq!(refusal(&answer, [16, 0])["rule"], "span");
    assert_eq!(refusal(&answer, [-15, 0])["rule"], "span");
    assert_eq!(answer["removable"], json!([[-14, 0], [15, 0]]));
}

#[test]
fn bad_input_names_the_field_and_the_fix() {
    let garden = |walls: &str| json!({"at": [1, 0], "building": "garden", "price": 9, "walls": walls});
    let tile = |field: &str, value: Value| {
        let mut tile = garden("E");
        tile[field] = value;
        json!({"tiles": [tile]})
    };
    let twice = json!({"at": [0, 1], "building": "garden", "price": 9, "walls": "E"});
    let cases = [
        (json!({"tiles": [garden("W")]}), "tiles[0].walls", "garden 9 comes with \"E\""),
        (tile("price", json!(5)), "tiles[0].price", "garden 6 ESW"),
        (tile("price", json!(14)), "tiles[0].price", "from 2 to 13"),
        (tile("price", json!("9")), "tiles[0].price", "whole number"),
        (tile("price", json!(-9)), "tiles[0].price", "whole number"),
        (tile("price", json!(9.5)), "tiles[0].price", "whole number"),
        (tile("building", json!("castle")), "tiles[0].building", "pavilion"),
        (tile("building", json!(3)), "tiles[0].building", "pavilion"),
        (tile("walls", json!("X")), "tiles[0].walls", "N, E, S, W"),
        (tile("walls", json!("NN")), "tiles[0].walls", "at most once"),
        (tile("walls", json!("n")), "tiles[0].walls", "N, E, S, W"),
        (tile("walls", json!(["N"])), "tiles[0].walls", "such as \"NE\""),
        (tile("at", json!([1.5, 0])), "tiles[0].at", "whole numbers"),
        (tile("at", json!([1])), "tiles[0].at", "[x, y]"),
        (tile("at", json!({"x": 1, "y": 0})), "tiles[0].at", "[x, y]"),
        (tile("at", json!([16, 0])), "tiles[0].at", "30 columns or rows"),
        (tile("at", json!([0, -16])), "tiles[0].at", "30 columns or rows"),
        (tile("at", json!([0, 0])), "tiles[0].at", "fountain"),
        (tile("at", json!([i64::MAX, i64::MAX])), "tiles[0].at", "too far"),
        (tile("colour", json!("green")), "tiles[0].colour", "\"walls\""),
        (json!({"tiles": [{"at": [1, 0]}]}), "tiles[0].walls", "missing"),
        (json!({"tiles": [{"walls": ""}]}), "tiles[0].at", "missing"),
        (json!({"tiles": [garden("E"), twice.clone()]}), "tiles[1]", "only one garden 9 E"),
        (
            json!({"tiles": [twice.clone()], "probe": {"building": "garden", "price": 9, "walls": "E"}}),
            "probe",
            "(0, 1)",
        ),
        (
            json!({"tiles": [], "probe": {"building": "tower", "price": 7, "walls": ""}}),
            "probe.walls",
            "\"NEW\"",
        ),
        (json!({"tiles": [], "probe": {"at": [1, 0], "walls": ""}}), "probe.at", "unknown field"),
        (json!({"tiles": [], "probe": {}}), "probe.walls", "missing"),
        (json!({"tiles": {}}), "tiles", "list"),
        (json!({"tiles": [7]}), "tiles[0]", "a tile such as"),
        (json!({}), "tiles", "missing"),
        (json!({"tiles": [], "walls": ""}), "walls", "unknown field"),
        (json!({"tiles": [], "holes": "big"}), "holes", "single_cell"),
    ];
    for (question, field, part) in cases {
        let ran = alhambra(&["palace", "-"], question.to_string());
        assert_eq!(ran.code, Some(1), "{question}");
        let error = &ran.answers()[0]["error"];
        assert_eq!((&error["line"], &error["field"]), (&json!(1), &json!(field)), "{question}: {error}");
        assert!(error["message"].as_str().unwrap().contains(part), "{question}: {error}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
    }
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let fine = r#"{"tiles":[]}"#;
    let input = format!("{fine}\n\n{{\"tiles\":\n{fine}\nnonsense\n7\n{{\"tiles\":[],\"tiles\":[]}}\n{fine}");
    let ran = alhambra(&["palace"], &input);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<Option<u64>> = ran.answers().iter().map(|a| a["error"]["line"].as_u64()).collect();
    assert_eq!(lines, [None, Some(3), None, Some(5), Some(6), Some(7), None]);
    assert!(ran.err.contains("4 of 7"), "{}", ran.err);

    let first = alhambra(&["palace"], format!("{{\"tiles\":[\n{fine}\n{fine}\n"));
    let lines: Vec<Option<u64>> = first.answers().iter().map(|a| a["error"]["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1), None, None], "a broken first line is no document of several lines");
}

#[test]
fn documents_over_several_lines_and_arrays() {
    let palace = json!({"tiles": board()});
    for text in [
        serde_json::to_string_pretty(&palace).unwrap(),
        serde_json::to_string_pretty(&json!([palace])).unwrap(),
        json!([palace]).to_string(),
        format!("\u{feff}{palace}\r\n"),
    ] {
        let ran = alhambra(&["palace"], &text);
        assert_eq!(ran.code, Some(0), "{}", ran.out);
        assert_eq!(ran.answers().len(), 1);
        assert_eq!(ran.answers()[0]["longest_wall"], 4);
    }
    let several = alhambra(&["palace"], format!("{0}\n{0}", serde_json::to_string_pretty(&palace).unwrap()));
    assert_eq!((several.code, several.answers().len()), (Some(0), 2));
    let mixed =
        alhambra(&["palace"], "[{\"tiles\": []},\n {\"tiles\": [{\"at\": [1, 0], \"walls\": \"Q\"}]}]");
    assert_eq!(mixed.answers()[1]["error"]["field"], "[1].tiles[0].walls");
    assert_eq!(mixed.answers()[1]["error"]["line"], 2);
    let broken = alhambra(&["palace"], "{\n  \"tiles\": [}\n}\n");
    assert_eq!((broken.code, &broken.answers()[0]["error"]["line"]), (Some(1), &json!(2)));
}

#[test]
fn files_and_nothing_at_all() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("palace-question.json");
    std::fs::write(&path, json!({"tiles": board()}).to_string()).unwrap();
    assert_eq!(alhambra(&["palace", path.to_str().unwrap()], "").answers()[0]["longest_wall"], 4);
    let missing = alhambra(&["palace", "no-such-file.json"], "");
    assert!(missing.code == Some(1) && missing.err.contains("no-such-file.json"), "{}", missing.err);
    let nothing = alhambra(&["palace"], "\n");
    assert!(nothing.code == Some(1) && nothing.err.contains("empty"), "{}", nothing.err);
    assert_eq!(alhambra(&["palace", "--wrong"], "").code, Some(2));
    let mut bytes = alhambra(&["palace"], b"\xff\xfe{}\n{\"tiles\":[]}\n").answers();
    assert_eq!(bytes.remove(0)["error"]["line"], 1);
    assert_eq!(bytes[0]["legal"], true);
}

#[test]
fn a_thousand_palaces_take_no_time() {
    let question = json!({"tiles": board(), "probe": {"building": "tower", "price": 11, "walls": "N"}});
    let input = format!("{question}\n").repeat(1000);
    let start = Instant::now();
    let ran = alhambra(&["palace"], &input);
    let took = start.elapsed();
    assert_eq!((ran.code, ran.answers().len()), (Some(0), 1000));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn answers_come_line_by_line() {
    let mut child = crate::common::start(&["palace"]);
    let mut asking = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        asking.write_all(b"{\"tiles\":[{\"at\":[0,1],\"walls\":\"N\"}]}\n").unwrap();
        // Standard input stays open: the answer has to come anyway.
        assert!(answers.next().unwrap().unwrap().contains("\"longest_wall\":1"));
    }
    drop(asking);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_no_failure() {
    closed_pipe(&["palace"], &"{\"tiles\":[]}\n".repeat(5000));
}

#[test]
fn the_example_of_the_help_works() {
    let help = alhambra(&["palace", "--help"], "");
    assert_eq!(help.code, Some(0));
    let (start, end) = (help.out.find("{\"tiles\"").unwrap(), help.out.find("\"area4\"}").unwrap());
    let ran = alhambra(&["palace"], &help.out[start..end + 8]);
    assert_eq!(ran.answers()[0]["legal"], true, "{}", ran.out);
}

/// Lands are told by price and walls, whatever stands on them; there are as many alike as the box has.
#[test]
fn lands_of_the_red_palace() {
    let ask = |question: Value| {
        let ran = alhambra(&["palace", "--edition", "red-palace"], question.to_string());
        (ran.code, ran.answers().remove(0))
    };
    // Ruling 48: two walls of two sections; the one with two guards counts.
    let tiles = json!([
        {"at": [1, 0], "price": 9, "walls": "E", "guards": "E"},
        {"at": [1, 1], "price": 13, "walls": "E"},
        {"at": [-1, 0], "building": "garden", "price": 10, "walls": "W", "guards": "W"},
        {"at": [-1, 1], "building": "garden", "price": 10, "walls": "W", "guards": "W"},
    ]);
    let (code, answer) = ask(json!({"tiles": tiles, "probe": {"price": 8, "walls": "NE", "pieces": "N"}}));
    assert_eq!((code, &answer["legal"], &answer["longest_wall"]), (Some(0), &json!(true), &json!(2)));
    assert_eq!(answer["guards_on_longest_wall"], 2);
    assert!(answer["cells"].as_array().is_some_and(|cells| !cells.is_empty()), "{answer}");
    let third = json!({"at": [-1, -1], "building": "tower", "price": 10, "walls": "W"});
    let mut more = tiles.clone();
    more.as_array_mut().unwrap().push(third);
    let (code, answer) = ask(json!({"tiles": more}));
    assert_eq!(code, Some(1));
    assert!(answer["error"]["message"].as_str().unwrap().contains("only 2 land 10 W"), "{answer}");
    let ran =
        alhambra(&["palace"], json!({"tiles": [{"at": [1, 0], "walls": "E", "guards": "E"}]}).to_string());
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("--edition red-palace"), "{}", ran.out);
}
