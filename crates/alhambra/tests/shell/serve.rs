//! The server as a program: starting, settings, stopping, backups, and what its log lines say.

use crate::server::{Process, QUICK, alhambra, data, wish};
use alhambra_protocol::{HostCommand, Request, ServerMessage, Spectators};
use alhambra_rules::{Quick, Seat};
use alhambra_server::client::Player;
use std::path::Path;
use std::time::{Duration, Instant};

/// Plays until the connection ends, the game is over, or enough was done; returns how many moves were acknowledged.
async fn play(player: &mut Player, dice: &mut Quick, most: u32) -> u32 {
    let mut done = 0;
    while done < most && player.view().is_some_and(|view| view.winners.is_none()) {
        match player.choose(|n| dice.below(n as u32) as usize).await {
            Ok(Some(id)) => match player.answer(id).await {
                Ok(ServerMessage::Done { .. }) => done += 1,
                _ => return done,
            },
            Ok(None) if player.hear().await.is_ok() => {}
            _ => return done,
        }
    }
    done
}

#[test]
fn settings_are_printed_with_their_origin_and_mistakes_are_named() {
    let out = alhambra()
        .args(["config", "--idle-seconds", "5"])
        .env("ALHAMBRA_DATABASE_URL", "postgres://me:geheim@db/x")
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success());
    assert!(text.lines().any(|l| l.starts_with("idle_seconds") && l.ends_with("(flag)")), "{text}");
    assert!(text.lines().any(|l| l.starts_with("database_url") && l.contains("********")), "{text}");
    assert!(!text.contains("geheim"));
    let out = alhambra().arg("config").env("ALHAMBRA_PORT", "80").output().unwrap();
    let text = String::from_utf8(out.stderr).unwrap();
    assert!(!out.status.success() && text.contains("\"port\""), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_starts_within_two_seconds_and_stops_when_told() {
    let dir = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let mut running = Process::start(&data(&dir.path().join("data")));
    let (status, ..) = running.remote.http("GET", "readyz", "").await.unwrap();
    assert_eq!(status, 200);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let made = running.remote.create(&wish(1, 0)).await.unwrap();
    let mut ann = running.remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let began = Instant::now();
    running.tell_to_stop();
    let told = loop {
        match ann.hear().await {
            Ok(ServerMessage::Bye { retry, .. }) => break retry.is_some(),
            Ok(_) => {}
            Err(_) => break false,
        }
    };
    assert!(told, "sockets are told before the end");
    drop(ann);
    assert!(running.ended(Duration::from_secs(10)), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn it_stops_within_ten_seconds_while_people_play_and_some_do_not_listen() {
    let dir = tempfile::tempdir().unwrap();
    let mut running = Process::start(&data(dir.path()));
    let (mut playing, mut deaf) = (Vec::new(), Vec::new());
    let mut tables = Vec::new();
    for seed in 0..8 {
        let made = running.remote.create(&wish(seed, 0)).await.unwrap();
        let mut ann = running.remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        deaf.push(running.remote.sit(&made.table, None, true).await.unwrap());
        playing.push(tokio::spawn(async move { play(&mut ann, &mut Quick::new(seed), 5000).await }));
        tables.push((made.table, made.token));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    running.tell_to_stop();
    assert!(running.ended(Duration::from_secs(10)), "still there after {:?}", began.elapsed());
    let mut moves = Vec::new();
    for task in playing {
        moves.push(task.await.unwrap());
    }
    drop(deaf);
    // Everything that was acknowledged is there afterwards.
    let again = Process::start(&data(dir.path()));
    for ((table, token), done) in tables.iter().zip(moves) {
        let ann = again.remote.sit(table, Some(token), false).await.unwrap();
        assert!(ann.seen().game.as_ref().unwrap().action >= done);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_people_play_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    let running = Process::start(&data(dir.path()));
    let mut playing = Vec::new();
    for seed in 0..6 {
        let made = running.remote.create(&wish(seed, 0)).await.unwrap();
        let mut ann = running.remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        play(&mut ann, &mut Quick::new(seed), 10).await;
        playing.push(tokio::spawn(async move { play(&mut ann, &mut Quick::new(seed), 5000).await }));
    }
    let copy = dir.path().join("copy.db");
    let run = |words: &[&str], dir: &Path| {
        let out = alhambra().args(words).args(data(dir)).output().unwrap();
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        (out.status.success(), text)
    };
    let file = copy.to_str().unwrap();
    let (fine, text) = run(&["backup", file], dir.path());
    assert!(fine && text.contains("backed up"), "{text}");
    let still_playing = playing.iter().filter(|task| !task.is_finished()).count();
    assert!(still_playing > 0, "the backup was made while games went on");
    assert!(!run(&["backup", file], dir.path()).0, "nothing is overwritten");
    assert!(!run(&["doctor"], dir.path()).0, "the doctor needs the patient for himself");
    assert!(!run(&["restore", file], dir.path()).0, "data is not overwritten either");
    let elsewhere = dir.path().join("elsewhere");
    let (fine, text) = run(&["restore", file], &elsewhere);
    assert!(fine, "{text}");
    let (fine, text) = run(&["doctor"], &elsewhere);
    assert!(fine && text.contains("6 tables, 6 games"), "{text}");
    let restored = Process::start(&data(&elsewhere));
    assert_eq!(restored.remote.http("GET", "readyz", "").await.unwrap().0, 200);
    running.kill();
    for task in playing {
        task.await.unwrap();
    }
    let (fine, text) = run(&["doctor"], dir.path());
    assert!(fine && text.contains("6 tables, 6 games"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_log_line_tells_a_token_a_hand_or_what_was_said() {
    let dir = tempfile::tempdir().unwrap();
    for format in ["text", "json"] {
        let log = dir.path().join(format);
        // Whatever can be logged.
        let flags = QUICK.map(|word| if word == "error" { "trace" } else { word });
        let mut running = Process::spawn(
            alhambra()
                .arg("serve")
                .args(flags)
                .args(["--log-format", format, "--webhooks", "127.0.0.1:9"])
                .args(data(&dir.path().join("data")))
                .stderr(std::fs::File::create(&log).unwrap()),
        );
        let remote = running.remote.clone();
        let mut wish = wish(3, 1);
        wish.options.spectators = Spectators::Hands;
        let made = remote.create(&wish).await.unwrap();
        let joined = remote.join(&made.table, "Bo").await.unwrap();
        let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
        let mut bo = remote.sit(&made.table, Some(&joined.token), true).await.unwrap();
        bo.request(Request::Ready { seat: joined.seat, ready: true }).await.unwrap();
        let webhook = Some("http://127.0.0.1:9/hooks/marzipan".to_owned());
        bo.request(Request::Notify { seat: joined.seat, webhook, push: None }).await.unwrap();
        drop(bo);
        ann.request(Request::Ping).await.unwrap();
        ann.request(Request::Host { command: HostCommand::Start }).await.unwrap();
        ann.request(Request::Chat { text: "Buttermilk at midnight".to_owned() }).await.unwrap();
        let share = Request::ShareHand { seat: Seat::new(0).unwrap() };
        let ServerMessage::Link { token: shared, .. } = ann.request(share).await.unwrap() else {
            panic!("no link")
        };
        let wrong = "feedfacefeedfacefeedfacefeedface";
        assert!(remote.sit(&made.table, Some(wrong), true).await.is_err());
        let broken = format!("{{\"id\": 1, \"request\": {{\"token\": \"{}\"}}}}", made.token);
        ann.say(broken).await.unwrap();
        // Until it is Bo's turn, who is away and cannot be told.
        let _ =
            tokio::time::timeout(Duration::from_millis(500), play(&mut ann, &mut Quick::new(1), 40)).await;
        running.tell_to_stop();
        assert!(running.ended(Duration::from_secs(10)));
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("a webhook was not delivered"), "what is logged: {text}");
        let tokens = [made.token.as_str(), &joined.token, &shared, wrong];
        for secret in tokens.into_iter().chain(["Buttermilk", "midnight", "marzipan", "denar-", "dirham-"]) {
            assert!(!text.contains(secret), "the log tells {secret}");
        }
    }
    let out = alhambra()
        .args(["serve", "--log", "trace", "--database-url", "postgres://me:geheim@127.0.0.1:9/x"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && !text.contains("geheim"), "{text}");
}
