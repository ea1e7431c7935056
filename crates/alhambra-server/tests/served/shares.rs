//! Nobody has more than their share: of handed in records, of experts, of hints. And what a person left is theirs to have
//! and to have taken out.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{
    ApiError, Branch, CreateTable, HostCommand, Imported, NewSeat, RefusalCode, Request, ServerMessage,
    TableOptions,
};
use alhambra_rules::{Quick, Seat};
use alhambra_server::client::{ClientError, Remote};
use alhambra_server::{Order, admin};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The record of a game that was played here.
async fn recorded(remote: &Remote) -> String {
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    play(&mut player, &mut Quick::new(1), u32::MAX).await;
    remote.http("GET", &format!("api/tables/{}/record", made.table), "").await.unwrap().2
}

async fn hand_in(remote: &Remote, kind: &str, record: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(remote.address).await.unwrap();
    let head = format!(
        "POST /api/records HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{kind}Content-Length: {}\r\n\r\n",
        record.len()
    );
    stream.write_all((head + record).as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A server that does not want the body may close before it has come.
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn refusal(body: &str) -> (RefusalCode, String) {
    let error: ApiError = serde_json::from_str(body).unwrap();
    (error.refusal.code, error.refusal.text)
}

#[tokio::test]
async fn records_are_handed_in_as_json_and_not_without_end() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[("imports_per_day", "3"), ("max_imports", "2")])).await;
    let record = recorded(&remote).await;
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/octet-stream\r\n"] {
        let (status, body) = hand_in(&remote, kind, &record).await;
        let (code, text) = refusal(&body);
        assert_eq!((status, code), (400, RefusalCode::Malformed), "{kind:?}: {text}");
        assert!(text.contains("application/jsonl"), "{text}");
    }
    for kind in ["Content-Type: application/jsonl\r\n", "Content-Type: application/json; charset=utf-8\r\n"] {
        let (status, body) = hand_in(&remote, kind, &record).await;
        assert_eq!(status, 200, "{body}");
        assert!(serde_json::from_str::<Imported>(&body).unwrap().over);
    }
    let (status, _, body) = remote.http("POST", "api/records", &record).await.unwrap();
    assert_eq!(status, 503);
    assert!(refusal(&body).1.contains("as many handed in records as it may"), "{body}");
    server.stop().await;
    // With room for more the day's share is what counts. Handed in records do not use up the tables.
    let (_server, remote) = serve(config(dir.path(), &[("imports_per_day", "1"), ("max_tables", "2")])).await;
    assert_eq!(remote.http("POST", "api/records", &record).await.unwrap().0, 200);
    let (status, _, body) = remote.http("POST", "api/records", &record).await.unwrap();
    assert_eq!((status, refusal(&body).0), (429, RefusalCode::TooFast));
    assert!(body.contains("1 records a day"), "{body}");
    assert!(remote.create(&wish(0, 1, None, TableOptions::default())).await.is_ok());
}

#[tokio::test]
async fn one_address_keeps_few_experts_busy() {
    let dir = tempfile::tempdir().unwrap();
    let more = [("expert_tables_per_address", "1"), ("bot_seconds", "1")];
    let (_server, remote) = serve(config(dir.path(), &more)).await;
    let expert = |level: &str| CreateTable {
        seats: vec![NewSeat::Me { name: "Ann".to_owned() }, NewSeat::Bot { level: level.to_owned() }],
        ..wish(0, 1, None, TableOptions::default())
    };
    let first = remote.create(&expert("expert")).await.unwrap();
    let Err(ClientError::Refused { status: 429, body }) = remote.create(&expert("expert")).await else {
        panic!("two games with experts for one address")
    };
    assert!(body.contains("choose hard"), "{body}");
    remote.create(&expert("medium")).await.unwrap();
    // A game that is closed makes room for the next.
    let mut host = remote.sit(&first.table, Some(&first.token), false).await.unwrap();
    let close = Request::Host { command: alhambra_protocol::HostCommand::Close };
    assert!(matches!(host.request(close).await.unwrap(), ServerMessage::Done { .. }));
    remote.create(&expert("expert")).await.unwrap();
}

#[tokio::test]
async fn what_a_person_left_is_handed_out_and_taken_out() {
    let dir = tempfile::tempdir().unwrap();
    let settings = config(dir.path(), &[]);
    let (server, remote) = serve(settings.clone()).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let joined = remote.join(&made.table, "Bartholomew").await.unwrap();
    let mut guest = remote.sit(&made.table, Some(&joined.token), false).await.unwrap();
    let mut host = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    guest.request(Request::Chat { text: "I live in Granada".to_owned() }).await.unwrap();
    guest.request(Request::Ready { seat: joined.seat, ready: true }).await.unwrap();
    host.request(Request::Host { command: alhambra_protocol::HostCommand::Start }).await.unwrap();
    let person = |erase: bool, name: &str, table: Option<&str>| {
        let (name, table) = (name.to_owned(), table.map(str::to_owned));
        if erase { Order::Erase { name, table } } else { Order::Export { name, table } }
    };
    let told = admin(&settings, &person(false, "bartholomew", None)).await.unwrap();
    assert!(told.contains("Granada") && told.contains("Bartholomew") && told.contains(&made.table), "{told}");
    assert_eq!(admin(&settings, &person(false, "Nobody", None)).await.unwrap(), "");
    // While the game goes on the others need their seat.
    let refused = admin(&settings, &person(true, "Bartholomew", Some(&made.table))).await.unwrap();
    assert!(refused.contains("close the table first") && refused.starts_with("0 things"), "{refused}");
    host.request(Request::Host { command: alhambra_protocol::HostCommand::Close }).await.unwrap();
    let done = admin(&settings, &person(true, "Bartholomew", Some(&made.table))).await.unwrap();
    assert!(done.starts_with("2 things at 1 tables are erased"), "{done}");
    assert_eq!(admin(&settings, &person(false, "Bartholomew", None)).await.unwrap(), "");
    let (_, _, info) = remote.http("GET", &format!("api/tables/{}", made.table), "").await.unwrap();
    assert!(info.contains("Erased 2") && info.contains("Ann") && !info.contains("Barth"), "{info}");
    // The table can be opened again and played on, by the same links.
    let mut host = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let again =
        host.request(Request::Host { command: alhambra_protocol::HostCommand::Reopen }).await.unwrap();
    assert!(matches!(again, ServerMessage::Done { .. }), "{again:?}");
    remote.sit(&made.table, Some(&joined.token), false).await.unwrap();
    server.stop().await;
    // Nothing of it is left in the files, and the doctor finds every game whole.
    for file in std::fs::read_dir(dir.path()).unwrap().flatten().filter(|file| file.path().is_file()) {
        let bytes = std::fs::read(file.path()).unwrap();
        for gone in ["Bartholomew", "Granada"] {
            let found = bytes.windows(gone.len()).any(|part| part == gone.as_bytes());
            assert!(!found, "{gone} is still in {}", file.path().display());
        }
    }
    let checkup = alhambra_server::doctor(&settings).await.unwrap();
    assert!(checkup.faults.is_empty() && checkup.games == 1, "{checkup:?}");
}

/// However a table comes about, it counts.
#[tokio::test]
async fn a_rematch_and_a_branch_count_as_tables() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("tables_per_minute", "2")])).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let close = || Request::Host { command: HostCommand::Close };
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    ann.request(close()).await.unwrap();
    let ServerMessage::Link { table: next, .. } = ann.request(Request::Rematch).await.unwrap() else {
        panic!()
    };
    // Asked again it is the same table, and no other one.
    let ServerMessage::Link { table: same, .. } = ann.request(Request::Rematch).await.unwrap() else {
        panic!()
    };
    assert_eq!(next, same);
    let mut ann = remote.sit(&next, Some(&made.token), false).await.unwrap();
    ann.request(close()).await.unwrap();
    let third = ann.request(Request::Rematch).await.unwrap();
    assert!(
        matches!(&third, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::TooFast),
        "{third:?}"
    );
    let branch = Branch { moment: 0, seat: Seat::new(0).unwrap(), level: "easy".to_owned(), name: None };
    let (body, path) = (serde_json::to_string(&branch).unwrap(), format!("api/tables/{next}/branch"));
    assert_eq!(remote.http("POST", &path, &body).await.unwrap().0, 429);
}

/// Hints at tables are counted by address, whatever table and connection they are asked from.
#[tokio::test]
async fn one_address_asks_bots_for_few_hints() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("hints_per_minute", "2")])).await;
    let mut answers = Vec::new();
    for _ in 0..4 {
        let made = remote
            .create(&wish(0, 1, None, TableOptions { hints: true, ..TableOptions::default() }))
            .await
            .unwrap();
        let mut player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        while player.decision().is_none() {
            player.hear().await.unwrap();
        }
        let step = player.decision().unwrap().0;
        let hint = Request::Hint { seat: Seat::new(0).unwrap(), step, patient: false };
        answers.push(match player.request(hint).await.unwrap() {
            ServerMessage::Hint { .. } => "a hint".to_owned(),
            ServerMessage::Refused { refusal, .. } => refusal.rule.unwrap(),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(answers[..2], ["a hint", "a hint"]);
    assert!(answers[2..].contains(&"too_many_hints".to_owned()), "{answers:?}");
}

/// A table full of requests, for hints too, is no reason for a bot at another one to be late: each has its share.
#[tokio::test(flavor = "multi_thread")]
async fn one_table_full_of_requests_delays_no_bot_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("bot_threads", "1"), ("bot_seconds", "5")])).await;
    let options = TableOptions { hints: true, ..TableOptions::default() };
    let crowded = remote.create(&wish(0, 1, None, options)).await.unwrap();
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let crowd: Vec<_> = (0..12)
        .map(|n| {
            let (remote, made, asked) = (remote.clone(), crowded.clone(), asked.clone());
            tokio::spawn(async move {
                let mut player = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
                while player.decision().is_none() {
                    player.hear().await.unwrap();
                }
                let (step, seat) = (player.decision().unwrap().0, Seat::new(0).unwrap());
                loop {
                    let request = match n % 3 {
                        0 => Request::Hint { seat, step, patient: false },
                        1 => Request::Plan { seat, step, laid: Vec::new() },
                        _ => Request::History { from: 0, to: u32::MAX },
                    };
                    player.request(request).await.unwrap();
                    asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            })
        })
        .collect();
    let wish = CreateTable {
        seats: vec![
            NewSeat::Me { name: "Ann".to_owned() },
            NewSeat::Bot { level: "easy".to_owned() },
            NewSeat::Bot { level: "medium".to_owned() },
        ],
        ..wish(0, 1, None, TableOptions::default())
    };
    let made = remote.create(&wish).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut dice = Quick::new(6);
    for _ in 0..12 {
        // One hint may stand in the line before a bot; two bots and what a busy machine adds.
        let own = tokio::time::timeout(std::time::Duration::from_secs(10), play(&mut ann, &mut dice, 1));
        assert_eq!(own.await.expect("the bots of this table are not kept waiting"), 1);
    }
    assert!(
        asked.load(std::sync::atomic::Ordering::Relaxed) > 50 && crowd.iter().all(|it| !it.is_finished())
    );
    crowd.iter().for_each(tokio::task::JoinHandle::abort);
}
