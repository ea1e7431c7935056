//! `alhambra hint`, as it is run.

use crate::common::{Ran, alhambra, closed_pipe};
use alhambra_rules::table::Table;
use alhambra_rules::{Quick, Setup};
use std::path::{Path, PathBuf};

/// A whole game by lot, with its record written under a name of its own.
fn game(name: &str) -> (PathBuf, Table) {
    let mut table = Table::new(Setup::players(3), 5).unwrap();
    let (mut dice, mut actions) = (Quick::new(5), Vec::new());
    while let Some(seat) = table.game().to_move() {
        table.game().legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        table.apply(seat, action).unwrap();
    }
    let record = table.record();
    let mut lines = vec![serde_json::to_string(&record.header).unwrap()];
    lines.extend(record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
    lines.push(serde_json::to_string(&record.closing(table.game())).unwrap());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    (path, table)
}

fn hint(path: &Path, more: &[&str]) -> Ran {
    let mut args = vec!["hint", path.to_str().unwrap()];
    args.extend(more);
    alhambra(&args, "")
}

#[test]
fn a_hint_is_a_sentence_and_a_list_with_shares() {
    let (path, _) = game("hint-text.jsonl");
    for bot in ["medium", "hard"] {
        let ran = hint(&path, &["--at", "0", "--bot", bot]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let lines: Vec<&str> = ran.out.lines().collect();
        assert_eq!(lines[0], format!("Player 3, asked of the {bot} bot"), "{}", ran.out);
        assert!(lines[1].contains(": ") && lines[1].ends_with('.'), "{}", ran.out);
        assert!(lines[3].contains("share of the win"), "{}", ran.out);
        assert!(lines[4].starts_with('▸') && lines[4].contains('%'), "{}", ran.out);
        assert!(lines.len() > 8, "no alternatives: {}", ran.out);
        let (_, window) = lines.last().unwrap().split_once("Scoring 1 is among the next ").unwrap();
        let numbers: Vec<u32> = window.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert!(numbers.len() == 2 && numbers[0] < numbers[1] && numbers[1] < 108, "{}", ran.out);
    }
}

#[test]
fn a_hint_for_programs_names_a_legal_action() {
    let (path, _) = game("hint-json.jsonl");
    let ran = hint(&path, &["--at", "30", "--bot", "medium", "--format", "json"]);
    let answer = &ran.answers()[0];
    assert_eq!((&answer["at"], &answer["bot"]), (&30.into(), &"medium".into()));
    let action = serde_json::from_value(answer["best"]["action"].clone()).unwrap();
    let seat = serde_json::from_value(answer["seat"].clone()).unwrap();
    let record = alhambra_sim::records::read_record(&path).unwrap();
    let mut replay = alhambra_rules::record::Replay::new(&record, None).unwrap();
    while replay.done() < 30 {
        replay.next(None).unwrap();
    }
    assert_eq!(replay.game().check(seat, &action), Ok(()));
    let next: alhambra_rules::analysis::NextScoring =
        serde_json::from_value(answer["next_scoring"].clone()).unwrap();
    assert_eq!(Some(next), alhambra_rules::analysis::NextScoring::of(replay.game()));
    for part in [&answer["best"], &answer["others"][0]] {
        let share = part["share"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share) && part["words"].is_string(), "{part}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_what_would() {
    let (path, table) = game("hint-refused.jsonl");
    let entries = table.record().entries.len();
    let last = entries.to_string();
    let cases: [(&[&str], &[&str]); 5] = [
        (&["--at", "100000"], &["--at 100000", &last]),
        (&["--at", &last], &["the game is over"]),
        (&["--at", "0", "--bot", "clever"], &["clever", "random, uniform, easy, medium, hard, expert"]),
        (&["--at", "0", "--as", "nobody"], &["nobody at this table"]),
        (&[], &["--at"]),
    ];
    for (args, parts) in cases {
        let ran = hint(&path, args);
        assert!(ran.code.is_some_and(|code| code == 1 || code == 2), "{args:?}: {}", ran.out);
        for part in parts {
            assert!(ran.err.contains(part), "{args:?} does not say {part}: {}", ran.err);
        }
    }
    // Player 3 begins this game.
    let ran = hint(&path, &["--at", "0", "--as", "Player 1"]);
    assert!(ran.err.contains("Player 1 has nothing to decide here"), "{}", ran.err);
    assert!(hint(Path::new("no-such-file.jsonl"), &["--at", "0"]).err.contains("no-such-file.jsonl"));
    closed_pipe(&["hint", path.to_str().unwrap(), "--at", "0", "--bot", "medium"], "");
}
