//! A person is found under every name they had, and nothing of them is left after they were taken out.

use super::*;
use crate::session::{Session, Transcript};
use alhambra_protocol::{PushAddress, TableOptions};
use alhambra_rules::Quick;

/// A table of Ann and Bo, who is called Bob later: they talk, play, take back and play on.
fn log() -> Vec<LogLine> {
    let seat = |i| Seat::new(i).unwrap();
    let [endpoint, p256dh, auth] =
        ["https://push.example/bos-phone", "bos-key", "bos-secret"].map(str::to_owned);
    let push = PushAddress { endpoint, p256dh, auth };
    let mut deeds = vec![
        LogEntry::Created {
            name: "Friday".to_owned(),
            seats: vec![Planned::Maker("Ann".to_owned()), Planned::Open],
            setup: Setup::players(2),
            options: TableOptions::default(),
            seed: None,
            maker: Hashed::of("ann"),
        },
        LogEntry::Joined { seat: seat(1), name: "Bo".to_owned(), token: Hashed::of("bo") },
        LogEntry::Said { seat: seat(1), text: "hello, I am Bo from Granada".to_owned() },
        LogEntry::Said { seat: seat(0), text: "welcome".to_owned() },
        LogEntry::Renamed { seat: seat(1), name: "Bob".to_owned() },
        LogEntry::Called { name: "bo".to_owned(), text: "I watch as well".to_owned() },
        LogEntry::Notify { seat: seat(1), webhook: Some("https://example.org/bo".to_owned()), push: None },
        LogEntry::Notify { seat: seat(1), webhook: None, push: Some(push) },
    ];
    let mut setup = Setup { confirm: true, ..Setup::players(2) };
    for (player, name) in setup.players.iter_mut().zip(["Ann", "Bob"]) {
        name.clone_into(&mut player.name);
    }
    deeds.push(LogEntry::Agreed { setup: setup.clone() });
    let (mut session, header) = Session::start(&setup, 5, &mut Vec::new()).unwrap();
    deeds.push(LogEntry::Started { seed: 5, header });
    let (mut dice, mut actions, mut undone) = (Quick::new(3), Vec::new(), 0);
    for _ in 0..60 {
        let Some(seat) = session.game.to_move() else { break };
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (game, entry) = session.after(seat, action, &mut Vec::new()).unwrap();
        session.advance(game, &entry, &[]);
        deeds.push(LogEntry::Acted { entry });
        if session.undoable() > 0 && dice.below(4) == 0 {
            let keep = session.actions - 1;
            assert!(session.undo(keep));
            deeds.push(LogEntry::Undone { by: Some(seat), keep, seed: None });
            undone += 1;
        }
    }
    assert!(undone > 2, "{undone}");
    deeds.push(LogEntry::Said { seat: seat(1), text: "well played".to_owned() });
    let line = |(at, entry)| LogLine { at, entry };
    (1000..).zip(deeds).map(line).collect()
}

fn verified(lines: &[LogLine]) -> alhambra_rules::record::Record {
    let mut transcript = Transcript::default();
    lines.iter().for_each(|line| transcript.put(line.entry.clone()));
    let record = transcript.record().unwrap();
    record.verify().unwrap();
    record
}

#[test]
fn what_a_person_left_is_found_under_all_their_names() {
    let found = left("AAAAAAAA", "BO", &log());
    let told: Vec<(&str, &str)> = found.iter().map(|left| (left.what, left.text.as_str())).collect();
    assert_eq!(
        told,
        [
            ("name", "Bo"),
            ("chat", "hello, I am Bo from Granada"),
            ("name", "Bob"),
            ("chat", "I watch as well"),
            ("webhook", "https://example.org/bo"),
            ("push", "https://push.example/bos-phone"),
            ("chat", "well played"),
        ]
    );
    assert!(left("AAAAAAAA", "Cy", &log()).is_empty());
    assert!(erased("Cy", &log()).unwrap().is_none());
}

#[test]
fn nothing_of_a_person_is_left_and_the_game_is_the_same() {
    let lines = log();
    let (before, kept) = (verified(&lines), erased("Bo", &lines).unwrap().unwrap());
    let text: String = kept.iter().map(|line| serde_json::to_string(line).unwrap()).collect();
    for gone in ["Bo", "Granada", "well played", "example.org", "bos-", "I watch"] {
        assert!(!text.contains(gone), "{gone} is still there");
    }
    assert!(text.contains("Ann") && text.contains("welcome") && text.contains("Friday"));
    assert_eq!(kept.len(), lines.len());
    let after = verified(&kept);
    assert_eq!(after.verify().unwrap(), before.verify().unwrap());
    assert_ne!(after.header.digest, before.header.digest, "names are part of it");
    assert!(left("", "Bo", &kept).is_empty() && left("", "Bob", &kept).is_empty());
}

/// A hot-seat table, or a record that was handed in: one token for everybody, who are told apart by their names.
fn hot_seat() -> Vec<LogLine> {
    let seat = |i| Seat::new(i).unwrap();
    let maker = |name: &str| Planned::Maker(name.to_owned());
    let setup = Setup { dirk: "Cousin Emil".to_owned(), ..Setup::players(2) };
    let deeds = vec![
        LogEntry::Created {
            name: "Birthday of Zoe Ann".to_owned(),
            seats: vec![maker("Ann"), maker("Bo")],
            setup: setup.clone(),
            options: TableOptions::default(),
            seed: None,
            maker: Hashed::of("both"),
        },
        LogEntry::Said { seat: seat(0), text: "from Ann".to_owned() },
        LogEntry::Said { seat: seat(1), text: "from Bo".to_owned() },
        LogEntry::Renamed { seat: seat(1), name: "Bob".to_owned() },
        LogEntry::Said { seat: seat(1), text: "from Bob".to_owned() },
        LogEntry::Agreed { setup },
    ];
    (1..).zip(deeds).map(|(at, entry)| LogLine { at, entry }).collect()
}

#[test]
fn people_who_share_a_token_are_told_apart() {
    let of = |name: &str| -> Vec<String> {
        left("AAAAAAAA", name, &hot_seat()).into_iter().map(|left| left.text).collect()
    };
    assert_eq!(of("Bo"), ["Bo", "from Bo", "Bob", "from Bob"]);
    assert_eq!(of("Bob"), of("Bo"), "whatever they were called before and after");
    let ann = of("Ann");
    assert_eq!(ann, ["Ann", "Birthday of Zoe Ann", "Cousin Emil", "from Ann", "Cousin Emil"]);
    let kept = erased("Bo", &hot_seat()).unwrap().unwrap();
    let text = serde_json::to_string(&kept.iter().map(|line| &line.entry).collect::<Vec<_>>()).unwrap();
    assert!(!text.contains("Bo") && text.contains("from Ann") && text.contains("Emil"), "{text}");
}

#[test]
fn what_the_table_and_dirk_are_called_is_left_by_whoever_said_so() {
    let kept = erased("Ann", &hot_seat()).unwrap().unwrap();
    let text = serde_json::to_string(&kept.iter().map(|line| &line.entry).collect::<Vec<_>>()).unwrap();
    assert!(!text.contains("Ann") && !text.contains("Emil") && text.contains("from Bob"), "{text}");
    assert!(left("", "Ann", &kept).is_empty());
    // A name in the name of a table, of somebody who does not even sit there.
    assert_eq!(left("", "zoe ann", &hot_seat()).len(), 1);
    assert_eq!(left("", "Emil", &hot_seat()).len(), 0);
    assert_eq!(left("", "cousin emil", &hot_seat()).len(), 2);
    // Everybody's Dirk is nobody's.
    assert!(left("", "Dirk", &log()).is_empty());
}
