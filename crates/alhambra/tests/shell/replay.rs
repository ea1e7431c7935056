//! `alhambra replay`, as it is run.

use crate::common::{alhambra, closed_pipe};
use alhambra_rules::table::Table;
use alhambra_rules::{EditionId, ModuleId, Quick, Seat, Setup};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A game by lot, up to `most` actions.
fn play(setup: Setup, seed: u64, most: usize) -> Table {
    let mut table = Table::new(setup, seed).unwrap();
    let (mut dice, mut actions) = (Quick::new(seed), Vec::new());
    while let Some(seat) = table.game().to_move() {
        if table.record().entries.len() == most {
            break;
        }
        table.game().legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        table.apply(seat, action).unwrap();
    }
    table
}

fn lines(table: &Table) -> Vec<String> {
    let record = table.record();
    let mut lines = vec![serde_json::to_string(&record.header).unwrap()];
    lines.extend(record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
    lines.push(serde_json::to_string(&record.closing(table.game())).unwrap());
    lines
}

/// Writes a record under a name of its own.
fn file(name: &str, lines: &[String]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path
}

fn replay(path: &Path, more: &[&str]) -> crate::common::Ran {
    let mut args = vec!["replay", path.to_str().unwrap()];
    args.extend(more);
    alhambra(&args, "")
}

/// The record with one field of one line changed.
fn changed(lines: &[String], line: usize, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut lines = lines.to_vec();
    let mut value: Value = serde_json::from_str(&lines[line]).unwrap();
    change(&mut value);
    lines[line] = value.to_string();
    lines
}

#[test]
fn a_game_is_told_from_start_to_end() {
    for players in 2..=6 {
        let table = play(Setup::players(players), players as u64, usize::MAX);
        let path = file(&format!("told-{players}.jsonl"), &lines(&table));
        let ran = replay(&path, &[]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let entries = table.record().entries.len();
        for part in [
            &format!("{entries} entries, every digest fits"),
            "Set-up",
            "Turn 1: ",
            " takes ",
            " buys ",
            "Last scoring",
            "Result",
            "   1.",
        ] {
            assert!(ran.out.contains(part), "{part} in\n{}", ran.out);
        }
        let winners = table.game().winners().unwrap();
        let best = table.game().score(winners.first().unwrap());
        assert!(
            ran.out.contains(&format!("win with {best} points"))
                || ran.out.contains(&format!("wins with {best} points"))
        );
        assert_eq!(ran.out.contains("Dirk gets"), players == 2);
    }
}

#[test]
fn the_story_as_json_has_every_entry() {
    let table = play(Setup::players(3).with(ModuleId::NewScoreCards), 4, usize::MAX);
    let path = file("json.jsonl", &lines(&table));
    let answers = replay(&path, &["--format", "json"]).answers();
    let entries = table.record().entries.len();
    assert_eq!(answers.len(), entries + 3);
    assert_eq!(answers[0]["record"]["entries"], entries);
    assert_eq!(answers[0]["record"]["verified"], true);
    assert_eq!(answers[entries + 1]["n"], entries);
    let scores: Vec<u16> = table.game().rules().seats().map(|s| table.game().score(s)).collect();
    assert_eq!(answers[entries + 2]["result"]["scores"], json!(scores));
    // Points exist only as lines: what is told adds up to the score.
    let mut sums = vec![0; 3];
    for answer in &answers[1..=entries + 1] {
        for event in answer["events"].as_array().unwrap() {
            if let Some(seat) = event["line"]["to"]["seat"].as_u64() {
                assert_eq!(event["type"], "scored");
                sums[seat as usize] += event["line"]["points"].as_i64().unwrap();
            }
        }
    }
    assert_eq!(json!(sums), json!(scores));
}

#[test]
fn the_table_at_any_entry() {
    let table = play(Setup::players(2), 9, 60);
    let path = file("at.jsonl", &lines(&table));
    let hand = |n: usize| {
        let so_far = play(Setup::players(2), 9, n);
        so_far.game().hand(Seat::new(1).unwrap()).to_string()
    };
    for n in [0, 1, 30, 60] {
        let n_text = n.to_string();
        let open = replay(&path, &["--at", &n_text]);
        assert_eq!(open.code, Some(0), "{}", open.err);
        for part in ["market", "display", "fountain", "Player 1:", "Player 2:", "Dirk:", "cards in hand"] {
            assert!(open.out.contains(part), "{part} in\n{}", open.out);
        }
        assert!(!open.out.contains("  hand "), "no hands without --as");
        let own = replay(&path, &["--at", &n_text, "--as", "1"]);
        assert!(own.out.contains(&format!("  hand       {}", hand(n))), "{}", own.out);
        assert_eq!(own.out.matches("  hand ").count(), 1);
        assert_eq!(own.out, replay(&path, &["--at", &n_text, "--as", "player 2"]).out, "names will do");
        let view = replay(&path, &["--at", &n_text, "--format", "json"]).answers();
        assert_eq!((&view[0]["at"], &view[0]["view"]["hand"]), (&json!(n), &Value::Null));
    }
    let unfinished = replay(&path, &[]);
    assert!(unfinished.out.contains("The record ends here."), "{}", unfinished.out);
}

#[test]
fn the_table_shows_the_preview() {
    let table = play(Setup::players(3).in_edition(EditionId::RedPalace), 5, 30);
    let path = file("preview.jsonl", &lines(&table));
    let ran = replay(&path, &["--at", "30"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let preview = table.game().preview();
    assert_eq!(preview.len(), 3);
    for (slot, piece) in preview.into_iter().enumerate() {
        let title = if slot == 0 { "preview" } else { "" };
        let tile = piece.map_or_else(|| "–".to_owned(), |piece| table.game().piece_name(piece));
        let line = format!("{title:9} {:7} {tile}\n", slot + 1);
        assert!(ran.out.contains(&line), "{line} in\n{}", ran.out);
    }
    let plain = file("no-preview.jsonl", &lines(&play(Setup::players(3), 5, 10)));
    assert!(!replay(&plain, &["--at", "10"]).out.contains("preview"));
}

#[test]
fn numbers_and_seats_that_do_not_exist_are_refused() {
    let path = file("range.jsonl", &lines(&play(Setup::players(3), 5, 10)));
    let far = replay(&path, &["--at", "11"]);
    assert_eq!((far.code, far.out.as_str()), (Some(1), ""));
    assert!(far.err.contains("--at 11") && far.err.contains("10 entries"), "{}", far.err);
    for nobody in ["3", "6", "-1", "Zoe"] {
        let ran = replay(&path, &[&format!("--as={nobody}")]);
        assert_eq!(ran.code, Some(1));
        assert!(
            ran.err.contains(&format!("--as {nobody}")) && ran.err.contains("2 (Player 3)"),
            "{}",
            ran.err
        );
    }
    assert_eq!(replay(&path, &["--at", "x"]).code, Some(2), "wrong usage");
    assert_eq!(alhambra(&["replay"], "").code, Some(2), "no file");
    let missing = alhambra(&["replay", "no-such-file.jsonl"], "");
    assert!(missing.code == Some(1) && missing.err.contains("no-such-file.jsonl"), "{}", missing.err);
}

/// What is refused, and a part of the reason.
fn refused(name: &str, lines: &[String], reason: &str) {
    let ran = replay(&file(name, lines), &[]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{name}");
    assert!(ran.err.contains(reason) && ran.err.contains(name), "{name}: {}", ran.err);
}

#[test]
fn changed_records_are_refused_with_the_first_bad_entry() {
    let good = lines(&play(Setup::players(3), 6, 40));
    let other = |value: &mut Value| *value = json!("0123456789abcdef");
    refused("digest.jsonl", &changed(&good, 7, |e| other(&mut e["digest"])), "entry 7 ");
    refused(
        "seat.jsonl",
        &changed(&good, 7, |e| e["seat"] = json!(e["seat"].as_u64().unwrap() ^ 1)),
        "entry 7 ",
    );
    refused("number.jsonl", &changed(&good, 7, |e| e["n"] = json!(8)), "entry 7 ");
    refused("field.jsonl", &changed(&good, 7, |e| e["extra"] = json!(1)), "entry 7 ");
    refused("type.jsonl", &changed(&good, 7, |e| e["chance"] = json!("luck")), "entry 7 ");
    refused(
        "two.jsonl",
        &changed(&changed(&good, 9, |e| *e = json!(0)), 5, |e| other(&mut e["digest"])),
        "entry 5 ",
    );
    refused(
        "name.jsonl",
        &changed(&good, 0, |h| h["setup"]["players"][0]["name"] = json!("Eve")),
        "set-up line",
    );
    refused("closing.jsonl", &changed(&good, 41, |c| c["scores"][0] = json!(99)), "closing line");
    let missing = [&good[..7], &good[8..]].concat();
    refused("missing.jsonl", &missing, "entry 7 ");
    refused(
        "swapped.jsonl",
        &[&good[..7], &[good[8].clone(), good[7].clone()], &good[9..]].concat(),
        "entry 7 ",
    );
}

#[test]
fn cut_off_and_foreign_files_are_refused() {
    let good = lines(&play(Setup::players(4), 8, 30));
    refused("cut.jsonl", &good[..20], "cut off after entry 19");
    refused("cut-closing.jsonl", &good[..31], "cut off after entry 30");
    let mut half = good[..20].to_vec();
    let middle = half[19].len() / 2;
    half[19].truncate(middle);
    refused("cut-line.jsonl", &half, "entry 1");
    refused("beyond.jsonl", &[&good[..], &good[30..31]].concat(), "closing line");
    refused("empty.jsonl", &[], "not a record");
    refused("palace.jsonl", &[json!({"tiles": []}).to_string()], "not a record");
    refused("text.jsonl", &["hello".to_owned()], "not a record");
    refused("format.jsonl", &changed(&good, 0, |h| h["alhambra_record"] = json!(9)), "format 9");
    refused("version.jsonl", &changed(&good, 0, |h| h["edition_version"] = json!(9)), "version 9");
    let with_module = lines(&play(Setup::players(4).with(ModuleId::NewScoreCards), 8, 5));
    let newer = changed(&with_module, 0, |h| h["module_versions"]["new-score-cards"] = json!(7));
    refused("module.jsonl", &newer, "version 7 of New Score Cards");
    refused(
        "players.jsonl",
        &changed(&good, 0, |h| h["setup"]["players"] = json!([{"name": "Solo"}])),
        "2 to 6",
    );
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let path = file("pipe.jsonl", &lines(&play(Setup::players(3), 3, usize::MAX)));
    closed_pipe(&["replay", path.to_str().unwrap()], "");
}

#[test]
fn luck_follows_from_its_seed_or_the_first_draw_that_does_not_is_named() {
    let table = play(Setup::players(3), 11, 60);
    let good = file("luck.jsonl", &lines(&table));
    let hash = alhambra_server::commitment(11);
    let ran = replay(&good, &["--verify-luck", "--promise", &hash]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("seed 11") && ran.out.contains(&hash), "{}", ran.out);
    let other = replay(&good, &["--verify-luck", "--promise", &alhambra_server::commitment(12)]);
    assert!(other.code == Some(1) && other.err.contains("was not about the seed 11"), "{}", other.err);
    // The same game with cards that somebody chose: a record in which everything fits but the luck.
    struct Loaded(u32);
    impl alhambra_rules::Chance for Loaded {
        fn pick(&mut self, n: u32, stream: alhambra_rules::Stream, draw: u16) -> u32 {
            self.0 += 1;
            let fair = alhambra_rules::Seeded::new(11).pick(n, stream, draw);
            if self.0 > 40 { (fair + 1) % n } else { fair }
        }
    }
    let setup = Setup::players(3);
    let (mut chance, mut noted) = (Loaded(0), Vec::new());
    let mut source = alhambra_rules::Noting { source: &mut chance, noted: &mut noted };
    let mut game =
        alhambra_rules::GameState::new(&setup, &mut alhambra_rules::Io::silent(&mut source)).unwrap();
    let header = alhambra_rules::record::Header::new(setup, Some(11), noted, &game);
    let (mut record, mut actions) =
        (alhambra_rules::record::Record { header, entries: Vec::new() }, Vec::new());
    let mut digest = record.header.digest;
    for n in 1..=60 {
        let seat = game.to_move().unwrap();
        game.legal(seat, &mut actions);
        let mut noted = Vec::new();
        let mut source = alhambra_rules::Noting { source: &mut chance, noted: &mut noted };
        game.apply(seat, actions[0], &mut alhambra_rules::Io::silent(&mut source)).unwrap();
        let entry = alhambra_rules::record::Entry::new(n, digest, seat, actions[0], noted, &game);
        digest = entry.digest;
        record.entries.push(entry);
    }
    let mut text = vec![serde_json::to_string(&record.header).unwrap()];
    text.extend(record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
    text.push(serde_json::to_string(&record.closing(&game)).unwrap());
    let loaded = file("loaded.jsonl", &text);
    assert_eq!(replay(&loaded, &[]).code, Some(0), "as a game it is fine");
    let ran = replay(&loaded, &["--verify-luck"]);
    assert!(
        ran.code == Some(1) && ran.err.contains("does not follow from the seed"),
        "{}{}",
        ran.out,
        ran.err
    );
}
