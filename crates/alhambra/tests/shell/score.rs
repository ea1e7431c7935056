//! `alhambra score`, as it is run.

use crate::common::{alhambra, closed_pipe};
use alhambra_rules::calculator::{self, Holding};
use alhambra_rules::core::house::{Majorities, ScoringOrder};
use alhambra_rules::table::Table;
use alhambra_rules::{
    Building, GameState, Happened, ModuleId, Quick, ScoreLine, Scorer, Seat, Setup, Source,
};
use serde_json::{Value, json};

/// Scores one building type for players called A, B, C and so on.
fn counts(round: u8, building: &str, counts: &[u8]) -> Value {
    let players: Vec<Value> = ('A'..)
        .zip(counts)
        .map(|(name, count)| json!({"name": name.to_string(), "buildings": {building: count}, "wall": 0}))
        .collect();
    json!({"round": round, "players": players})
}

fn ask(question: &Value) -> Value {
    let ran = alhambra(&["score"], question.to_string());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    ran.answers().remove(0)
}

fn points(answer: &Value) -> Vec<i64> {
    answer["players"].as_array().unwrap().iter().map(|player| player["points"].as_i64().unwrap()).collect()
}

#[test]
fn majorities_of_the_rulebook() {
    type Case = (&'static str, u8, &'static str, &'static [u8], &'static [i64]);
    let cases: [Case; 8] = [
        ("AT-B-2", 1, "chambers", &[3, 1, 0], &[4, 0, 0]),
        ("AT-B-3", 2, "tower", &[5, 3, 2], &[13, 6, 0]),
        ("AT-B-4", 2, "tower", &[4, 4, 1], &[9, 9, 0]),
        ("AT-B-5", 3, "pavilion", &[4, 3, 1], &[16, 8, 1]),
        ("AT-B-5 with the seven of the base game", 3, "pavilion", &[4, 2, 1], &[16, 8, 1]),
        ("AT-B-6", 3, "tower", &[3, 3, 3, 1], &[13, 13, 13, 0]),
        ("AT-B-7", 1, "pavilion", &[2, 2], &[0, 0]),
        ("AT-B-8", 3, "garden", &[5, 2, 2], &[20, 8, 8]),
    ];
    for (id, round, building, held, right) in cases {
        assert_eq!(points(&ask(&counts(round, building, held))), right, "{id}");
    }
}

/// The calculator and the engine never disagree: every scoring of some games by lot, line for line.
#[test]
fn the_calculator_agrees_with_the_engine() {
    let mut scorings = 0;
    for players in 2..=6 {
        for seed in 0..4 {
            let mut setup = Setup::players(players);
            if seed % 2 == 1 {
                setup.house.majorities = Majorities::TileCount;
                setup.house.unofficial = true;
                setup.house.scoring_order = ScoringOrder::BuildingsFirst;
            }
            let mut table = Table::new(setup, seed).unwrap();
            let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
            while let Some(seat) = table.game().to_move() {
                table.game().legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                let events = table.apply(seat, action).unwrap();
                let lines = events.iter().filter_map(|(_, event)| match &event.what {
                    Happened::Scored { line } => Some(ScoreLine { cells: Vec::new(), ..line.clone() }),
                    _ => None,
                });
                let lines: Vec<ScoreLine> = lines.collect();
                for round in 1..=3 {
                    // After the first two scorings Dirk has got new tiles already.
                    let told: Vec<_> = lines.iter().filter(|line| line.round == round).cloned().collect();
                    if !told.is_empty() && (players > 2 || round == 3) {
                        assert_eq!(told, calculated(table.game(), round), "{players} players, seed {seed}");
                        scorings += 1;
                    }
                }
            }
        }
    }
    assert!(scorings > 40, "{scorings}");
}

fn calculated(game: &GameState, round: u8) -> Vec<ScoreLine> {
    let (rules, counts) = (game.rules(), game.counts());
    let buildings = |of: Scorer| Building::ALL.map(|building| counts.halves(of, building) / 2);
    let holding =
        |seat: Seat| Holding { buildings: buildings(seat.into()), wall: game.palace(seat).longest_wall() };
    let players: Vec<Holding> = rules.seats().map(holding).collect();
    let dirk = rules.dirk().then(|| buildings(Scorer::Dirk));
    calculator::score(rules.edition(), &rules.house, round, &players, dirk)
}

#[test]
fn the_tie_of_the_rulebook_is_explained() {
    let answer = ask(&json!({"round": 2, "players": [
        {"name": "Kim", "buildings": {"tower": 4}, "wall": 3},
        {"name": "Nina", "buildings": {"tower": 4}},
        {"name": "Ole", "buildings": {"tower": 2}},
    ]}));
    let line = &answer["players"][0]["lines"][1];
    let expected = [("points", 9), ("count", 4), ("place", 1), ("tied", 2), ("pot", 19), ("share", 9)];
    for (field, value) in expected {
        assert_eq!(line[field], value, "{field}");
    }
    assert_eq!(line["worth"], json!([13, 6]));
    assert_eq!((&line["source"], &line["building"]), (&json!("majority"), &json!("tower")));
    assert!(line["words"].as_str().unwrap().ends_with("(13 + 6) / 2 = 9"), "{line}");
    let wall = &answer["players"][0]["lines"][0];
    assert_eq!((&wall["source"], &wall["points"], &wall["count"]), (&json!("wall"), &json!(3), &json!(3)));
    assert_eq!(points(&answer), [12, 9, 0]);
    let none = ask(&counts(1, "pavilion", &[2, 2]));
    assert!(none["players"][0]["lines"][0]["words"].as_str().unwrap().ends_with("(1 + 0) / 2 = 0"));
}

#[test]
fn palaces_instead_of_counts() {
    let answer = ask(&json!({"round": 3, "players": [
        {"name": "Kim", "tiles": [
            {"at": [1, 0], "building": "garden", "price": 9, "walls": "E"},
            {"at": [1, 1], "building": "tower", "price": 9, "walls": "NE"},
            {"at": [0, 1], "building": "pavilion", "price": 6, "walls": "N"},
            {"at": [0, -1], "building": "seraglio", "price": 5, "walls": "SW"}]},
        {"name": "Nina", "buildings": {"tower": 2}, "wall": 5},
    ]}));
    let kim = &answer["players"][0];
    assert_eq!((&kim["wall"], &kim["points"]), (&json!(4), &json!(4 + 20 + 13 + 16 + 17)));
    assert_eq!(kim["buildings"], json!({"pavilion": 1, "seraglio": 1, "garden": 1, "tower": 1}));
    assert_eq!(points(&answer)[1], 5 + 21);
}

#[test]
fn dirk_contests_and_has_no_wall() {
    let mut question = counts(2, "tower", &[2, 1]);
    question["dirk"] = json!({"buildings": {"tower": 2, "garden": 1}});
    let answer = ask(&question);
    assert_eq!(points(&answer), [9, 0]);
    assert_eq!((&answer["dirk"]["points"], &answer["dirk"]["name"]), (&json!(9 + 12), &json!("Dirk")));
    assert!(answer["dirk"].get("wall").is_none());
}

/// The rulebook's own example (AT-B-5) has eight pavilions, one more than the base game: modules add buildings.
#[test]
fn more_than_the_base_game_has_is_noted() {
    let notes = |counts_of: &[u8]| ask(&counts(3, "pavilion", counts_of)).get("notes").cloned();
    assert_eq!(notes(&[4, 2, 1]), None);
    let note = notes(&[4, 3, 1]).unwrap();
    assert!(note[0].as_str().unwrap().contains("8 pavilion tiles"), "{note}");
}

#[test]
fn house_rules_are_honoured() {
    let mut question = counts(2, "tower", &[5, 3]);
    question["players"][1]["wall"] = json!(6);
    question["house"] = json!({"wall_points": "final_only"});
    assert_eq!(points(&ask(&question)), [13, 6]);
    question["house"] = json!({"majorities": "tilecount_s0", "unofficial": true});
    assert_eq!(points(&ask(&question)), [5, 2 + 6]);
    question["house"] = json!({"scoring_order": "buildings_first"});
    assert_eq!(ask(&question)["players"][1]["lines"][1]["source"], "wall");
}

#[test]
fn bad_input_names_the_field_and_the_fix() {
    let table =
        |first: Value| json!({"round": 1, "players": [first, {"name": "B", "buildings": {"tower": 6}}]});
    let with = |field: &str, value: Value| {
        let mut question = counts(1, "tower", &[1, 1]);
        question[field] = value;
        question
    };
    let garden = json!({"at": [1, 0], "building": "garden", "price": 9, "walls": "E"});
    let player = |n: usize| json!({"name": n.to_string(), "buildings": {}});
    let cases = [
        (with("round", json!(0)), "round", "from 1 to 3"),
        (with("round", json!(4)), "round", "from 1 to 3"),
        (with("round", json!("two")), "round", "whole number"),
        (json!({"players": []}), "round", "missing"),
        (json!({"round": 1}), "players", "missing"),
        (with("players", json!([player(1)])), "players", "2 to 6"),
        (with("players", (0..7).map(player).collect()), "players", "2 to 6"),
        (with("players", json!({})), "players", "list"),
        (with("extra", json!(1)), "extra", "unknown field"),
        (with("house", json!({"wallpoints": "never"})), "house.wallpoints", "unknown field"),
        (with("house", json!({"wall_points": "never"})), "house.wall_points", "final_only"),
        (with("house", json!({"majorities": "tilecount_s0"})), "house", "unofficial"),
        (with("dirk", json!({"buildings": {"tower": 24}})), "dirk.buildings.tower", "26 tower tiles"),
        (with("dirk", json!({"wall": 3})), "dirk.wall", "unknown field"),
        (table(json!({"name": "B", "buildings": {}})), "players[1].name", "two players called"),
        (table(json!({"name": " ", "buildings": {}})), "players[0].name", "1 to 40"),
        (table(json!({"buildings": {}})), "players[0].name", "missing"),
        (table(json!({"name": 7, "buildings": {}})), "players[0].name", "string"),
        (table(json!({"name": "A"})), "players[0].buildings", "or \"tiles\""),
        (
            table(json!({"name": "A", "buildings": {"tower": 20}})),
            "players[1].buildings.tower",
            "all modules together 25",
        ),
        (
            table(json!({"name": "A", "buildings": {"pavilion": 22}})),
            "players[0].buildings.pavilion",
            "the base game has 7",
        ),
        (
            table(json!({"name": "A", "buildings": {"tower": -1}})),
            "players[0].buildings.tower",
            "whole number",
        ),
        (
            table(json!({"name": "A", "buildings": {"tower": 1.5}})),
            "players[0].buildings.tower",
            "whole number",
        ),
        (
            table(json!({"name": "A", "buildings": {"castle": 1}})),
            "players[0].buildings.castle",
            "\"pavilion\"",
        ),
        (
            table(json!({"name": "A", "buildings": {}, "wall": -1})),
            "players[0].wall",
            "a wall is a whole number from 0 on, not -1",
        ),
        // Said before the edition is known: what no edition has is refused without a number of one of them.
        (
            table(json!({"name": "A", "buildings": {}, "wall": 200})),
            "players[0].wall",
            "no edition has that much",
        ),
        (
            table(json!({"name": "A", "buildings": {}, "wall": 81})),
            "players[0].wall",
            "the tiles of the box have 80",
        ),
        (table(json!({"name": "A", "buildings": {}, "tiles": []})), "players[0].tiles", "not both"),
        (table(json!({"name": "A", "tiles": [], "wall": 3})), "players[0].wall", "leave it out"),
        (
            table(json!({"name": "A", "tiles": [{"at": [1, 0], "walls": ""}]})),
            "players[0].tiles[0].building",
            "missing",
        ),
        (
            table(json!({"name": "A", "tiles": [{"at": [2, 0], "building": "garden", "walls": ""}]})),
            "players[0].tiles",
            "on foot",
        ),
        (
            table(json!({"name": "A", "tiles": [{"at": [0, 0], "walls": ""}]})),
            "players[0].tiles[0].at",
            "fountain",
        ),
        (
            with("players", json!([{"name": "A", "tiles": [garden]}, {"name": "B", "tiles": [garden]}])),
            "players[1].tiles[0]",
            "in the palace of A",
        ),
    ];
    for (question, field, part) in cases {
        let ran = alhambra(&["score", "-"], question.to_string());
        assert_eq!(ran.code, Some(1), "{question}: {}", ran.out);
        let error = &ran.answers()[0]["error"];
        assert_eq!(error["field"], field, "{question}: {error}");
        assert!(error["message"].as_str().unwrap().contains(part), "{question}: {error}");
    }
    let mut three = counts(1, "tower", &[1, 1, 1]);
    three["dirk"] = json!({"buildings": {}});
    assert_eq!(alhambra(&["score"], three.to_string()).answers()[0]["error"]["field"], "dirk");
}

#[test]
fn a_page_for_people() {
    let question = counts(2, "tower", &[4, 4, 1]);
    let ran = alhambra(&["score", "--format", "text"], question.to_string());
    assert_eq!(ran.code, Some(0));
    for part in [
        "Second scoring",
        "tower            9     9     ·",
        "together         9     9     0",
        "4 × tower, 1st and 2nd place shared by 2: (13 + 6) / 2 = 9",
    ] {
        assert!(ran.out.contains(part), "{part} in\n{}", ran.out);
    }
    let bad = alhambra(&["score", "--format", "text"], "{\"round\":1,\"players\":[]}");
    assert_eq!((bad.code, bad.out.as_str()), (Some(1), ""));
    assert!(bad.err.contains("line 1, players: "), "{}", bad.err);
    assert_eq!(alhambra(&["score", "--format", "pdf"], "").code, Some(2));
}

#[test]
fn several_scorings_at_once() {
    let (one, three) = (counts(1, "garden", &[2, 1]), counts(3, "garden", &[2, 1]));
    let ran = alhambra(&["score"], format!("{one}\n{three}\n"));
    assert_eq!(ran.answers().iter().map(points).collect::<Vec<_>>(), [[5, 0], [20, 12]]);
    closed_pipe(&["score"], &format!("{one}\n").repeat(3000));
}

#[test]
fn the_example_of_the_help_works() {
    let help = alhambra(&["score", "--help"], "").out;
    let (start, end) = (help.find("{\"round\"").unwrap(), help.find("{\"pavilion\": 1}}}").unwrap());
    let ran = alhambra(&["score"], &help[start..end + 17]);
    assert_eq!(points(&ran.answers()[0]), [7 + 8 + 9, 5 + 9]);
}

/// A game by lot with every module, its record in a file of its own, and the game after each entry.
fn recorded(name: &str) -> (std::path::PathBuf, Vec<GameState>) {
    let setup = ModuleId::ALL.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
    let mut table = Table::new(setup, 3).unwrap();
    let (mut dice, mut actions) = (Quick::new(3), Vec::new());
    let mut games = vec![table.game().clone()];
    while let Some(seat) = table.game().to_move() {
        table.game().legal(seat, &mut actions);
        table.apply(seat, actions[dice.below(actions.len() as u32) as usize]).unwrap();
        games.push(table.game().clone());
    }
    let record = table.record();
    let mut lines = vec![serde_json::to_string(&record.header).unwrap()];
    lines.extend(record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
    lines.push(serde_json::to_string(&record.closing(table.game())).unwrap());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    (path, games)
}

/// In a recorded game the calculator says what the engine forecasts, modules included.
#[test]
fn a_recorded_game_is_scored_by_the_forecast() {
    let (path, games) = recorded("score-game.jsonl");
    let path = path.to_str().unwrap();
    let mut modules = 0;
    for at in [0, games.len() / 3, games.len() / 2, games.len() * 2 / 3] {
        let ran = alhambra(&["score", "--game", path, "--at", &at.to_string()], "");
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        let answer = ran.answers().remove(0);
        let round = games[at].scorings() + 1;
        assert_eq!(answer["round"], round);
        let forecast = games[at].forecast_points(round);
        assert_eq!(points(&answer), forecast[..3].iter().map(|p| i64::from(*p)).collect::<Vec<_>>());
        let text = alhambra(&["score", "--game", path, "--at", &at.to_string(), "--format", "text"], "").out;
        for line in games[at].forecast(round) {
            if let Source::Module(module) = line.source {
                modules += 1;
                assert!(text.contains(module.title()), "{module:?} is missing in\n{text}");
            }
        }
    }
    assert!(modules > 5, "only {modules} lines of modules");
}

#[test]
fn a_game_that_is_over_needs_to_be_told_which_scoring() {
    let (path, games) = recorded("score-over.jsonl");
    let path = path.to_str().unwrap();
    let ran = alhambra(&["score", "--game", path], "");
    assert_ne!(ran.code, Some(0));
    assert!(ran.err.contains("all three scorings") && ran.err.contains("--round"), "{}", ran.err);
    let ran = alhambra(&["score", "--game", path, "--round", "3"], "");
    let forecast = games.last().unwrap().forecast_points(3);
    assert_eq!(points(&ran.answers()[0]), forecast[..3].iter().map(|p| i64::from(*p)).collect::<Vec<_>>());
    let ran = alhambra(&["score", "--game", path, "--at", "100000"], "");
    assert!(ran.err.contains("has only"), "{}", ran.err);
    let ran = alhambra(&["score", "--at", "3"], "");
    assert!(ran.err.contains("--game"), "{}", ran.err);
}

/// The examples of The Red Palace: chambers in the third row, a tie of towers, gardens in the second row, half a garden,
/// and guards on the longest wall.
#[test]
fn the_red_palace_at_a_real_table() {
    let ask = |question: &Value| {
        let ran = alhambra(&["score", "--edition", "red-palace"], question.to_string());
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        ran.answers().remove(0)
    };
    let tile = json!(["pavilion", "garden", "chambers", "seraglio", "arcades", "tower"]);
    let with = |round: u8, building: &str, held: &[u8]| {
        let mut question = counts(round, building, held);
        question["scoring_tile"] = tile.clone();
        question
    };
    assert_eq!(points(&ask(&with(1, "chambers", &[3, 1, 0]))), [3, 0, 0], "AT-RP-6");
    assert_eq!(points(&ask(&with(2, "tower", &[4, 4, 1]))), [9, 9, 0], "AT-RP-7");
    assert_eq!(points(&ask(&with(3, "garden", &[3, 2, 1]))), [17, 9, 2], "AT-RP-8");
    assert_eq!(points(&ask(&counts(3, "tower", &[3, 2, 1]))), [21, 13, 6], "the classic table");
    let mut half = with(1, "garden", &[2, 2]);
    half["players"][1]["half"] = json!(["garden"]);
    let answer = ask(&half);
    assert_eq!(points(&answer), [0, 2], "AT-RP-9");
    assert!(answer["players"][1]["lines"][0]["words"].as_str().unwrap().starts_with("2½"), "{answer}");
    let mut guarded = counts(3, "tower", &[0, 0]);
    guarded["players"][0]["wall"] = json!(5);
    guarded["players"][0]["guards"] = json!(3);
    guarded["guard_value"] = json!(4);
    assert_eq!(points(&ask(&guarded)), [5 + 12, 0], "AT-RP-10");
    guarded["round"] = json!(2);
    assert_eq!(points(&ask(&guarded)), [5, 0], "guards count at the end only");

    // A whole palace: guards on the wall of two, none of them on the other one.
    let tiles = json!([
        {"at": [1, 0], "building": "garden", "price": 9, "walls": "E", "guards": "E"},
        {"at": [1, 1], "building": "garden", "price": 13, "walls": "E", "guards": "E"},
        {"at": [-1, 0], "building": "tower", "price": 10, "walls": "W", "guards": "W"},
        {"at": [0, -1], "walls": ""},
    ]);
    let answer = ask(&json!({"round": 3, "guard_value": 8, "scoring_tile": tile, "players": [
        {"name": "Kim", "tiles": tiles}, {"name": "Nina", "buildings": {}}
    ]}));
    assert_eq!(points(&answer), [2 + 17 + 21 + 16, 0]);
    assert_eq!(answer["players"][0]["buildings"], json!({"garden": 2, "tower": 1}), "a plaza is no building");
}

#[test]
fn what_the_red_palace_does_not_have() {
    let refused = |edition: &str, question: Value, words: &str| {
        let ran = alhambra(&["score", "--edition", edition], question.to_string());
        assert_eq!(ran.code, Some(1), "{words}: {}", ran.out);
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    };
    let mut question = counts(3, "tower", &[1, 0]);
    question["guard_value"] = json!(3);
    refused("classic", question.clone(), "--edition red-palace");
    question["guard_value"] = json!(13);
    refused("red-palace", question.clone(), "from 0 to 12");
    question["guard_value"] = json!(3);
    question["players"][0]["guards"] = json!(2);
    refused("red-palace", question.clone(), "wall of 0");
    question["scoring_tile"] = json!(["tower", "tower", "garden", "pavilion", "arcades", "chambers"]);
    refused("red-palace", question, "seraglio is missing");
    let mut halves = counts(3, "tower", &[1, 0]);
    halves["players"][0]["half"] = json!(["tower"]);
    halves["players"][1]["half"] = json!(["tower"]);
    refused("red-palace", halves, "only one half-building tower");
    let tile = |tile: Value| json!({"round": 1, "players": [{"name": "A", "tiles": [tile]}, {"name": "B", "buildings": {}}]});
    refused(
        "red-palace",
        tile(json!({"at": [1, 0], "building": "tower", "price": 13, "walls": "W"})),
        r#"\"E\""#,
    );
    refused(
        "red-palace",
        tile(json!({"at": [1, 0], "building": "tower", "price": 13, "walls": "E", "guards": "N"})),
        "a guard stands on a wall",
    );
}
