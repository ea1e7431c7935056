//! Names, wherever one is given: nothing invisible, nothing that turns the text around, nobody twice at a table.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{
    ChatVoice, CreateTable, Hello, HostCommand, NewSeat, PROTOCOL, RefusalCode, Request, ServerMessage,
    TableOptions,
};
use alhambra_rules::{Seat, Setup};
use alhambra_server::client::{ClientError, Player, Remote};

const TURNED: &str = "\u{202e}nnA";
const UNSEEN: &str = "An\u{200b}n";

fn table_for(names: &[&str], open: usize) -> CreateTable {
    let own = names.iter().map(|name| NewSeat::Me { name: (*name).to_owned() });
    let seats = own.chain(std::iter::repeat_n(NewSeat::Open, open)).collect();
    CreateTable { seats, ..wish(1, 0, None, TableOptions::default()) }
}

fn refused<T>(answer: Result<T, ClientError>) -> Option<String> {
    match answer {
        Err(ClientError::Refused { status: 422, body }) => Some(body),
        _ => None,
    }
}

async fn watch_as(remote: &Remote, table: &str, name: &str) -> Player {
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.to_owned(),
        token: None,
        name: Some(name.to_owned()),
        after: None,
        step: None,
        eyes: None,
        glance: false,
        texts: false,
    };
    remote.hello(hello).await.unwrap()
}

async fn voice_of(player: &mut Player, text: &str) -> String {
    player.request(Request::Chat { text: text.to_owned() }).await.unwrap();
    loop {
        let found = player.seen().chat.iter().find(|line| line.text == text).map(|line| line.voice.clone());
        match found {
            Some(ChatVoice::Watcher { name }) => return name,
            Some(other) => panic!("{other:?}"),
            None => drop(player.hear().await.unwrap()),
        }
    }
}

#[tokio::test]
async fn nobody_sits_down_twice_or_unseen() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    // At one keyboard.
    for names in [["Ann", "ann"], ["Ann", "A nn"], ["Ann", "\u{410}nn"]] {
        let why = refused(remote.create(&table_for(&names, 0)).await).expect("two of one name");
        assert!(why.contains("called Ann already"), "{why}");
    }
    for bad in [TURNED, UNSEEN, "\u{3164}", "   ", "a\u{300}\u{300}\u{300}\u{300}\u{300}"] {
        assert!(refused(remote.create(&table_for(&[bad, "Bo"], 0)).await).is_some(), "{bad:?}");
        let titled = CreateTable { name: Some(bad.to_owned()), ..table_for(&["Ann"], 1) };
        assert_eq!(refused(remote.create(&titled).await).is_some(), !bad.trim().is_empty(), "{bad:?}");
    }
    // By the link.
    let made = remote.create(&table_for(&["  Ann \u{a0} "], 3)).await.unwrap();
    assert_eq!(made.info.seats[0].name, "Ann");
    for bad in ["ANN", "\u{410}nn", TURNED, UNSEEN, "", &"x".repeat(41)] {
        assert!(refused(remote.join(&made.table, bad).await).is_some(), "{bad:?}");
    }
    let long = format!("  {}  ", "x".repeat(40));
    assert_eq!(remote.join(&made.table, &long).await.unwrap().info.seats[1].name, "x".repeat(40));
    // Under another name, and beside bots, who have names too.
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    let mut bo_here = remote.sit(&made.table, Some(&bo.token), false).await.unwrap();
    let mut rename = async |name: &str| {
        let request = Request::Rename { seat: bo.seat, name: name.to_owned() };
        bo_here.request(request).await.unwrap()
    };
    for bad in ["ann", TURNED, UNSEEN] {
        let answer = rename(bad).await;
        assert!(
            matches!(&answer, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::BadSetup),
            "{answer:?}"
        );
    }
    assert!(matches!(rename("BO").await, ServerMessage::Done { .. }), "one may write oneself otherwise");
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let bot = HostCommand::SeatBot { seat: Seat::new(3).unwrap(), level: "random".to_owned() };
    ann.request(Request::Host { command: bot }).await.unwrap();
    let bot = ann.request(Request::Look { seat: None }).await.unwrap();
    let ServerMessage::Snapshot(snapshot) = bot else { panic!("{bot:?}") };
    let bot = snapshot.table.seats[3].name.clone();
    assert!(matches!(rename(&bot.to_uppercase()).await, ServerMessage::Refused { .. }), "{bot}");
}

#[tokio::test]
async fn nobody_speaks_under_the_name_of_somebody_at_the_table() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&table_for(&["Ann"], 1)).await.unwrap();
    for (name, heard) in
        [("Cy", "Cy"), ("ann", "a spectator"), ("\u{410}nn", "a spectator"), (TURNED, "a spectator")]
    {
        let mut watcher = watch_as(&remote, &made.table, name).await;
        assert_eq!(
            voice_of(&mut watcher, &format!("I am {heard}, said {}", name.len())).await,
            heard,
            "{name}"
        );
    }
    let mut watcher = watch_as(&remote, &made.table, "Cy").await;
    watcher.request(Request::Chat { text: " look \u{202e}there\u{2069}".to_owned() }).await.unwrap();
    while !watcher.seen().chat.iter().any(|line| line.text == "look there") {
        watcher.hear().await.unwrap();
    }
}

#[tokio::test]
async fn records_bring_no_bad_names() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let record = |names: [&str; 3]| {
        let named = |name: &str| alhambra_rules::Player { name: name.to_owned(), age: None };
        let setup =
            alhambra_rules::Setup { players: names.map(named).into(), ..alhambra_rules::Setup::players(3) };
        let mut table = alhambra_rules::table::Table::new(setup, 6).unwrap();
        let mut actions = Vec::new();
        for _ in 0..20 {
            let seat = table.game().to_move().unwrap();
            table.game().legal(seat, &mut actions);
            table.apply(seat, actions[actions.len() / 2]).unwrap();
        }
        let record = table.record();
        let mut lines = vec![serde_json::to_string(&record.header).unwrap()];
        lines.extend(record.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()));
        lines.push(serde_json::to_string(&record.closing(table.game())).unwrap());
        lines.join("\n")
    };
    let (status, _, body) = remote.http("POST", "api/records", &record(["Ann", TURNED, "Cy"])).await.unwrap();
    assert_eq!(status, 422, "{body}");
    let (status, _, body) =
        remote.http("POST", "api/records", &record(["hard", "hard", "Hard"])).await.unwrap();
    assert_eq!(status, 200, "{body}");
    let table: serde_json::Value = serde_json::from_str(&body).unwrap();
    let path = format!("api/tables/{}", table["table"].as_str().unwrap());
    let (_, _, body) = remote.http("GET", &path, "").await.unwrap();
    let info: serde_json::Value = serde_json::from_str(&body).unwrap();
    let names: Vec<&str> =
        info["setup"]["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["hard", "hard 2", "Hard 3"]);
}

#[tokio::test]
async fn strangers_do_not_talk_at_closed_tables() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    play(&mut ann, &mut alhambra_rules::Quick::new(3), 2).await;
    let mut stranger = watch_as(&remote, &made.table, "Cy").await;
    let talk = || Request::Chat { text: "hello".to_owned() };
    assert!(matches!(stranger.request(talk()).await.unwrap(), ServerMessage::Done { .. }));
    ann.request(Request::Host { command: HostCommand::Close }).await.unwrap();
    for mut stranger in [stranger, watch_as(&remote, &made.table, "Di").await] {
        let answer = stranger.request(talk()).await.unwrap();
        assert!(
            matches!(&answer, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::NotNow),
            "{answer:?}"
        );
    }
    assert!(matches!(ann.request(talk()).await.unwrap(), ServerMessage::Done { .. }), "its people may");
    // A record that was handed in has no people, and each line would keep it for another month.
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    play(&mut ann, &mut alhambra_rules::Quick::new(3), u32::MAX).await;
    let (_, _, record) = remote.http("GET", &format!("api/tables/{}/record", made.table), "").await.unwrap();
    let (status, _, body) = remote.http("POST", "api/records", &record).await.unwrap();
    assert_eq!(status, 200, "{body}");
    let imported: alhambra_protocol::Imported = serde_json::from_str(&body).unwrap();
    let mut stranger = watch_as(&remote, &imported.table, "Di").await;
    let answer = stranger.request(talk()).await.unwrap();
    let ServerMessage::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(refusal.rule.as_deref(), Some("closed_to_talk"));
}

/// Dirk's name comes from whoever makes the table, and everybody reads it.
#[tokio::test]
async fn dirk_has_a_name_like_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let called = |dirk: &str| Setup { dirk: dirk.to_owned(), ..Setup::players(2) };
    for bad in [TURNED, UNSEEN, "ann", "\u{410}nn"] {
        let wish = CreateTable { setup: Some(called(bad)), ..table_for(&["Ann"], 1) };
        assert!(refused(remote.create(&wish).await).is_some(), "{bad:?}");
    }
    let wish = CreateTable { setup: Some(called(" Dirk  the Elder ")), ..table_for(&["Ann"], 1) };
    let made = remote.create(&wish).await.unwrap();
    assert_eq!(made.info.setup.dirk, "Dirk the Elder");
    assert!(refused(remote.join(&made.table, "dirk the elder").await).is_some());
    assert!(remote.join(&made.table, "Dirk").await.is_ok());
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    for bad in [TURNED, "DIRK"] {
        let command = HostCommand::Agree { setup: called(bad) };
        let answer = ann.request(Request::Host { command }).await.unwrap();
        assert!(
            matches!(&answer, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::BadSetup),
            "{answer:?}"
        );
    }
    // With three nobody meets him.
    let wish = CreateTable {
        setup: Some(Setup { dirk: "Ann".to_owned(), ..Setup::players(3) }),
        ..table_for(&["Ann"], 2)
    };
    assert!(remote.create(&wish).await.is_ok());
}

/// Two play with Dirk: nobody of them is called like him, however they came to be two.
#[tokio::test]
async fn nobody_becomes_a_second_dirk() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&table_for(&["Ann"], 2)).await.unwrap();
    let dirk = remote.join(&made.table, "Dirk").await.unwrap();
    let mut there = remote.sit(&made.table, Some(&dirk.token), false).await.unwrap();
    there.request(Request::Ready { seat: dirk.seat, ready: true }).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let host = |command| Request::Host { command };
    let seat = |n| Seat::new(n).unwrap();
    let refused = |answer: &ServerMessage| matches!(answer, ServerMessage::Refused { refusal, .. } if refusal.text.contains("Dirk"));
    let answer = ann.request(host(HostCommand::RemoveSeat { seat: seat(2) })).await.unwrap();
    assert!(refused(&answer), "{answer:?}");
    // Without him they are two who may be.
    let answer = ann.request(host(HostCommand::RemoveSeat { seat: seat(1) })).await.unwrap();
    assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
    let why = remote.join(&made.table, "D I R K").await;
    assert!(why.is_err());
}

/// Whoever is called otherwise later, or sits there later, has not said what was said before.
#[tokio::test]
async fn a_line_of_chat_keeps_its_speaker() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&table_for(&["Ann"], 1)).await.unwrap();
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    let mut there = remote.sit(&made.table, Some(&bo.token), false).await.unwrap();
    there.request(Request::Chat { text: "it was me".to_owned() }).await.unwrap();
    there.request(Request::Rename { seat: bo.seat, name: "Bea".to_owned() }).await.unwrap();
    there.request(Request::Chat { text: "and me".to_owned() }).await.unwrap();
    there.request(Request::Leave { seat: bo.seat }).await.unwrap();
    remote.join(&made.table, "Cy").await.unwrap();
    let speakers = async |remote: &Remote| -> Vec<Option<String>> {
        let ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        let lines = ann.seen().chat.clone().into_iter();
        let voices = lines.map(|line| line.voice);
        voices
            .filter_map(|voice| if let ChatVoice::Seat { name, .. } = voice { Some(name) } else { None })
            .collect()
    };
    let heard = [Some("Bo".to_owned()), Some("Bea".to_owned())];
    assert_eq!(speakers(&remote).await, heard);
    // The log tells the same.
    server.stop().await;
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    assert_eq!(speakers(&remote).await, heard);
}
