//! What was promised with a release: one file of each form, read for ever (`docs/guide/promises.md`).
//!
//! Each folder of `fixtures/frozen` is a release. `cargo xtask bless` writes the one of the present version if there is
//! none; what is there is never written anew. The store of a release is held by the server's own tests.

use alhambra_protocol::{ClientMessage, Hello, PROTOCOL, ProposalKind, Request, Selection, typescript};
use alhambra_rules::code::{decode, encode};
use alhambra_rules::record::{Closing, Entry, Header, Record, RecordError};
use alhambra_rules::table::Table;
use alhambra_rules::{ModuleId, Quick, Setup};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn frozen() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/frozen")
}

/// A file of every release, with its text; `now` writes that of the present one.
fn kept(name: &str, now: impl FnOnce() -> String) -> Vec<(PathBuf, String)> {
    let own = frozen().join(env!("CARGO_PKG_VERSION")).join(name);
    if std::env::var_os("ALHAMBRA_BLESS").is_some() && !own.exists() {
        std::fs::create_dir_all(own.parent().unwrap()).unwrap();
        std::fs::write(&own, now()).unwrap();
    }
    let releases = std::fs::read_dir(frozen()).unwrap().map(|entry| entry.unwrap().path().join(name));
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file);
        (file.clone(), text.unwrap_or_else(|why| panic!("{}: {why}", file.display())))
    };
    let kept: Vec<(PathBuf, String)> = releases.map(read).collect();
    assert!(
        kept.iter().any(|(file, _)| *file == own),
        "nothing is frozen for this version: cargo xtask bless"
    );
    kept
}

/// A game of three to its end, by lot.
fn record() -> String {
    let mut table = Table::new(Setup::players(3), 11).unwrap();
    let (mut dice, mut actions) = (Quick::new(5), Vec::new());
    while let Some(seat) = table.game().to_move() {
        table.game().legal(seat, &mut actions);
        table.apply(seat, actions[dice.below(actions.len() as u32) as usize]).unwrap();
    }
    let (record, closing) = (table.record(), table.record().closing(table.game()));
    let entries = record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap());
    let lines = std::iter::once(serde_json::to_string(&record.header).unwrap()).chain(entries);
    lines.chain([serde_json::to_string(&closing).unwrap()]).map(|line| line + "\n").collect()
}

#[test]
fn records_are_read_for_ever_and_replayed_as_long_as_their_rules_are_played() {
    for (file, text) in kept("record.jsonl", record) {
        let lines: Vec<&str> = text.lines().collect();
        let [first, entries @ .., last] = &lines[..] else { panic!("{} is cut off", file.display()) };
        let header: Header = serde_json::from_str(first).unwrap();
        let entries: Vec<Entry> = entries.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let closing: Closing = serde_json::from_str(last).unwrap();
        let record = Record { header, entries };
        match record.verify() {
            Ok(game) => assert_eq!(record.closing(&game), closing, "{}", file.display()),
            // Rules may change, with a version of their own; the form of records may not.
            Err(RecordError::Version { found, here, .. }) if here > found => {}
            Err(why) => panic!("{}: {why}", file.display()),
        }
    }
}

/// Set-ups of every kind with their codes.
fn codes() -> String {
    let mut setups: Vec<Setup> = (2..=6).map(Setup::players).collect();
    setups.extend(ModuleId::ALL.iter().map(|module| Setup::players(4).with(*module)));
    let mut many = Setup { confirm: true, ..Setup::players(5) };
    for module in ModuleId::ALL {
        let more = many.clone().with(*module);
        if more.check().is_ok() {
            many = more;
        }
    }
    setups.push(many);
    let fit = setups.iter().filter(|setup| setup.check().is_ok());
    fit.map(|setup| format!("{} {}\n", encode(setup).unwrap(), serde_json::to_string(setup).unwrap()))
        .collect()
}

#[test]
fn codes_mean_what_they_meant() {
    for (file, text) in kept("codes.txt", codes) {
        assert!(text.lines().count() > 40, "{}", file.display());
        for line in text.lines() {
            let (code, setup) = line.split_once(' ').unwrap();
            let setup: Setup = serde_json::from_str(setup).unwrap();
            assert_eq!(decode(code), Ok(setup), "{}: {code}", file.display());
        }
    }
}

/// Requests as clients send them.
fn requests() -> String {
    let hello = Hello {
        protocol: PROTOCOL,
        table: "KUMQUATS".to_owned(),
        token: Some("0123456789abcdef".to_owned()),
        name: Some("Ann".to_owned()),
        after: Some(41),
        step: None,
        eyes: None,
        glance: false,
        texts: false,
    };
    let setup = Setup::players(2);
    let seat = Table::new(setup, 1).unwrap().game().to_move().unwrap();
    let option = |id| Selection::Option { id };
    let requests = [
        Request::Hello(hello),
        Request::Look { seat: Some(seat) },
        Request::Look { seat: None },
        Request::Act { seat, step: 7, choice: option(3) },
        Request::Check { seat, step: 7, choice: option(3) },
        Request::ActAll { seat, step: 7, undo: 1, choices: vec![option(3), option(0)] },
        Request::Undo { seat, step: 8, actions: 1 },
        Request::Chat { text: "Well built!".to_owned() },
        Request::Ready { seat, ready: true },
        Request::Propose { seat, what: ProposalKind::TakeBack { action: 40 } },
        Request::Ping,
    ];
    let messages =
        requests.into_iter().enumerate().map(|(n, request)| ClientMessage { id: n as u32 + 1, request });
    messages.map(|message| serde_json::to_string(&message).unwrap() + "\n").collect()
}

#[test]
fn requests_of_older_clients_are_read() {
    for (file, text) in kept("requests.jsonl", requests) {
        for line in text.lines() {
            let read = serde_json::from_str::<ClientMessage>(line);
            assert!(read.is_ok(), "{}: {line}: {:?}", file.display(), read.err());
        }
    }
}

#[test]
fn what_older_clients_read_is_still_sent() {
    for (file, text) in kept("types.txt", || facts(&typescript::document()).into_iter().collect()) {
        // Another version of the conversation is another promise: its clients are told to reload.
        if !text.lines().any(|line| line == format!("PROTOCOL = {PROTOCOL}")) {
            continue;
        }
        let now = facts(&typescript::document());
        let gone: Vec<&str> = text.lines().filter(|line| !now.contains(&format!("{line}\n"))).collect();
        assert!(
            gone.is_empty(),
            "{} promises what is not there any more (add instead, or raise PROTOCOL): {gone:#?}",
            file.display()
        );
    }
}

/// The types of the protocol, one line for every member of every alternative, so that what is added takes no line away.
fn facts(document: &str) -> BTreeSet<String> {
    let mut facts = BTreeSet::from([format!("PROTOCOL = {PROTOCOL}\n")]);
    let bare = without_comments(document);
    for declared in bare.split("export type ").skip(1) {
        let declared = declared.split("export const").next().unwrap();
        let (name, body) = declared.split_once('=').unwrap();
        for variant in parts(body.trim().trim_end_matches(';'), '|') {
            let (inner, rest) = match variant.strip_prefix('{').and_then(|rest| rest.rsplit_once('}')) {
                Some((inner, rest)) => (inner, rest.trim()),
                None => ("", variant),
            };
            let members: Vec<String> = parts(&inner.replace(';', ","), ',')
                .into_iter()
                .map(|member| member.replace('"', ""))
                .collect();
            let tag = members.iter().find_map(|member| member.strip_prefix("type: "));
            let place = tag.map_or(name.trim().to_owned(), |tag| format!("{}.{tag}", name.trim()));
            if !rest.is_empty() {
                facts.insert(format!("{place} {rest}\n"));
            }
            facts.extend(members.iter().map(|member| format!("{place} has {member}\n")));
        }
    }
    facts
}

/// A text cut at a sign, outside of brackets; each part on one line.
fn parts(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, sign) in text.char_indices() {
        match sign {
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth -= 1,
            sign if sign == at && depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The document without comments, its space evened out.
fn without_comments(document: &str) -> String {
    let mut bare = String::new();
    for (i, part) in document.split("/*").enumerate() {
        bare += if i == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) };
    }
    let lines = bare.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_added_is_no_loss_and_what_is_changed_is_one() {
    let before = facts(
        "/** A\n * thing. */\nexport type A = { \"type\": \"x\", n: number, } | { \"type\": \"y\" } & B;\nexport type C = \"a\" | \"b\";\n",
    );
    let more = facts(
        "export type A = { \"type\": \"x\", n: number, m: string } | { \"type\": \"y\" } & B | { \"type\": \"z\" };\nexport type C = \"a\" | \"b\" | \"c\";",
    );
    assert!(before.is_subset(&more), "{before:?} {more:?}");
    assert!(before.contains("A.x has n: number\n") && before.contains("A.y & B\n"), "{before:?}");
    for other in
        ["{ \"type\": \"x\", n: string, } | { \"type\": \"y\" } & B", "{ \"type\": \"x\", n: number }"]
    {
        let less = facts(&format!("export type A = {other};\nexport type C = \"a\" | \"b\";"));
        assert!(!before.is_subset(&less), "{less:?}");
    }
}
