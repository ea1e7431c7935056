//! `alhambra simulate` as somebody at a shell meets it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn simulate(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    command.arg("simulate").args(words.split_whitespace()).output().unwrap()
}

fn printed(words: &str) -> String {
    let output = simulate(words);
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && complaints.is_empty(), "{words}: {complaints}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(words: &str) -> Value {
    serde_json::from_str(&printed(&format!("{words} --format json"))).unwrap()
}

/// The command must fail with this exit code and say all of these words.
fn refused(words: &str, code: i32, says: &[&str]) {
    let output = simulate(words);
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{words}: {complaints}");
    assert!(output.stdout.is_empty(), "{words} printed a result");
    for said in says {
        assert!(complaints.contains(said), "{words} should say {said:?}, but says\n{complaints}");
    }
    assert!(!complaints.contains("panicked"), "{complaints}");
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("alhambra-cli-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn the_json_object_has_what_scripts_read() {
    let report = json("--players 4 --games 30 --seed 5 --threads 2 --modules new-score-cards --bots random");
    assert_eq!(report["schema"], "alhambra-simulate/1");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((report["games"].as_u64(), report["seed"].as_u64()), (Some(30), Some(5)));
    assert_eq!((report["players"].as_u64(), report["threads"].as_u64()), (Some(4), Some(2)));
    for number in ["seconds", "cpu_seconds", "games_per_cpu_second", "decisions_per_cpu_second"] {
        assert!(report[number].as_f64().is_some_and(|n| n > 0.0), "{number}: {}", report[number]);
    }
    assert!(report["setup"]["modules"]["new-score-cards"].is_object());
    assert_eq!(report["bots"].as_array().map(Vec::len), Some(4));
    let seats = report["seats"].as_array().unwrap();
    assert_eq!(seats.len(), 4);
    assert!(seats[3]["score"]["mean"].as_f64().unwrap() > 0.0 && seats[0]["wins"].is_number());
    for of in ["decisions", "turns"] {
        let [min, mean, max] = ["min", "mean", "max"].map(|key| report[of][key].as_f64().unwrap());
        assert!(0.0 < min && min <= mean && mean <= max);
    }
}

#[test]
fn the_same_seed_gives_the_same_results_on_any_number_of_threads() {
    let results = |threads: u8| {
        let report = json(&format!("--games 50 --seed 3 --threads {threads}"));
        ["fingerprint", "seats", "turns", "decisions"].map(|key| report[key].clone())
    };
    let one = results(1);
    assert_eq!(one, results(2));
    assert_eq!(one, results(3));
    assert_ne!(one[0], json("--games 50 --seed 4")["fingerprint"]);
}

#[test]
fn the_table_can_be_read() {
    let text = printed("--games 20 --bots medium,random,uniform --threads 1");
    assert!(text.starts_with("20 games of 3 players, the base game, seed 1\n"), "{text}");
    for words in
        ["seat", "medium", "random", "uniform", "A game takes", "CPU-seconds", "1 thread,", "Fingerprint"]
    {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colour in a pipe");
}

#[test]
fn enumerating_is_what_the_uniform_bot_does() {
    let full = json("--games 10 --enumerate");
    assert_eq!(full["enumerate"], true);
    assert_eq!(full["bots"][0], "uniform");
    assert_eq!(full["fingerprint"], json("--games 10 --bots uniform")["fingerprint"]);
}

#[test]
fn records_are_written_into_a_new_folder_only() {
    let dir = folder("records");
    let words = format!("--games 3 --record {}", dir.display());
    let text = printed(&words);
    assert!(text.contains("game-000001.jsonl"), "{text}");
    let mut names: Vec<_> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["game-000001.jsonl", "game-000002.jsonl", "game-000003.jsonl"]);
    for name in &names {
        alhambra_sim::records::read_record(&dir.join(name)).unwrap();
    }
    refused(&words, 1, &["record:", "is not empty", "try:"]);
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 3);
    let file = dir.join(&names[0]);
    refused(&format!("--games 3 --record {}", file.display()), 1, &["record:", "cannot be written"]);
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn bad_input_is_named_with_what_would_be_right() {
    refused("--players 1", 2, &["--players", "2..=6"]);
    refused("--players 7", 2, &["--players", "2..=6"]);
    refused("--players many", 2, &["--players", "many"]);
    refused("--games 0", 2, &["--games", "1.."]);
    refused("--threads 0", 2, &["--threads", "1..=1024"]);
    refused("--bots clever", 2, &["--bots", "clever", "random, uniform, easy, medium, hard, expert"]);
    refused("--bots random,,random", 2, &["--bots"]);
    refused("--modules nonsense", 2, &["--modules", "nonsense", "new-score-cards"]);
    refused("--seed -1", 2, &["--seed"]);
    refused("--seed x", 2, &["--seed"]);
    refused("--format xml", 2, &["--format", "json"]);
    refused("--colour red", 2, &["--colour"]);
    refused("--bots random,random", 1, &["bots:", "2 bots do not fit 3 players", "try:"]);
    refused("--players 2 --bots random,medium,random", 1, &["bots:", "3 bots do not fit 2 players"]);
}

#[test]
fn help_shows_bots_and_examples() {
    let help = printed("--help");
    for words in ["--enumerate", "Examples:", "medium,random,random", "[default: 3]", "[default: 1000]"] {
        assert!(help.contains(words), "{words} is missing in\n{help}");
    }
    for kind in alhambra_bots::BotKind::ALL {
        assert!(help.contains(&format!("{:<8} {}", kind.name(), kind.summary())), "{kind}");
    }
}
