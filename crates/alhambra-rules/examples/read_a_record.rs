//! Goes through a recorded game and holds every line against its digest:
//! `cargo run -p alhambra-rules --example read_a_record -- game.jsonl`. Without a file it records one first.

use alhambra_rules::record::{Entry, Record};
use alhambra_rules::table::Table;
use alhambra_rules::{Quick, Setup};

/// A game by lot, as a record.
fn recorded() -> Record {
    let mut table = Table::new(Setup::players(2), 11).expect("two can play");
    let (mut dice, mut actions) = (Quick::new(5), Vec::new());
    while let Some(seat) = table.game().to_move() {
        table.game().legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        table.apply(seat, action).expect("what is listed is allowed");
    }
    table.record().clone()
}

/// A record is JSON Lines: the agreement, an action a line, and a closing line, which is not needed to replay it.
fn read(text: &str) -> Result<Record, serde_json::Error> {
    let mut lines = text.lines();
    let header = serde_json::from_str(lines.next().unwrap_or_default())?;
    let entries = lines.map_while(|line| serde_json::from_str::<Entry>(line).ok()).collect();
    Ok(Record { header, entries })
}

fn main() {
    let record = match std::env::args().nth(1) {
        Some(path) => {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
            read(&text).unwrap_or_else(|why| panic!("{path} is no record: {why}"))
        }
        None => recorded(),
    };
    match record.verify() {
        Ok(game) => {
            println!("{} actions, all of them allowed, every digest right", record.entries.len());
            for (player, seen) in record.header.setup.players.iter().zip(game.view(None).players) {
                println!("{:10} {:>3} points", player.name, seen.score);
            }
        }
        Err(why) => println!("the record does not hold: {why}"),
    }
}

#[test]
fn a_record_holds_until_somebody_changes_it() {
    let mut record = recorded();
    assert!(record.verify().is_ok());
    record.entries.swap(0, 1);
    assert!(record.verify().is_err());
}

#[test]
fn the_record_of_the_first_release_is_read() {
    let record = read(include_str!("../../../fixtures/frozen/0.2.0/record.jsonl")).unwrap();
    assert!(record.verify().is_ok() && !record.entries.is_empty());
}
