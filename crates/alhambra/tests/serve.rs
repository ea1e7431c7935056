//! The server as a program: starting, settings, and being killed at the worst moment.

use alhambra_protocol::{CreateTable, NewSeat, ServerMessage, TableOptions};
use alhambra_rules::{Quick, Setup};
use alhambra_server::client::{Player, Remote};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often the server is killed; `ALHAMBRA_TEST_KILLS` says otherwise.
const KILLS: u32 = 8;

fn alhambra() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alhambra"));
    // Settings of whoever runs the tests must not get in.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ALHAMBRA_")) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

struct Running {
    child: Child,
    remote: Remote,
}

fn start(dir: &Path) -> Running {
    let flags = ["--listen", "127.0.0.1:0", "--no-qr", "--log", "warn"];
    let more = ["--tables-per-minute", "100000", "--messages-per-second", "100000", "--bot-pace-ms", "0"];
    let mut child = alhambra()
        .arg("serve")
        .args(flags)
        .args(more)
        .arg("--data-dir")
        .arg(dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
    Running { remote: Remote::at(address.parse().unwrap_or_else(|_| panic!("{line}"))), child }
}

fn kill(mut running: Running) {
    running.child.kill().unwrap();
    running.child.wait().unwrap();
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
    let mut running = start(&dir.path().join("data"));
    let (status, ..) = running.remote.http("GET", "readyz", "").await.unwrap();
    assert_eq!(status, 200);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let made = running.remote.create(&wish(1)).await.unwrap();
    let mut ann = running.remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let began = Instant::now();
    let pid = running.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let told = loop {
        match ann.hear().await {
            Ok(ServerMessage::Bye { retry, .. }) => break retry.is_some(),
            Ok(_) => {}
            Err(_) => break false,
        }
    };
    assert!(told, "sockets are told before the end");
    drop(ann);
    let status = running.child.wait().unwrap();
    assert!(status.success() && began.elapsed() < Duration::from_secs(10), "{status}");
}

fn wish(seed: u64) -> CreateTable {
    CreateTable {
        name: None,
        seats: vec![
            NewSeat::Me { name: "Ann".to_owned() },
            NewSeat::Bot { level: "random".to_owned() },
            NewSeat::Bot { level: "random".to_owned() },
        ],
        setup: Some(Setup { confirm: true, ..Setup::players(3) }),
        setup_code: None,
        options: TableOptions::default(),
        seed: Some(seed.to_string()),
        start: true,
    }
}

/// A person and the last action that was acknowledged to them.
struct Person {
    table: String,
    token: String,
    acknowledged: u32,
    dice: Quick,
}

impl Person {
    /// Plays until the server dies; remembers what was acknowledged.
    async fn play(mut self, remote: Remote) -> Person {
        let Ok(mut player) = remote.sit(&self.table, Some(&self.token), false).await else { return self };
        let game = player.seen().game.as_ref().unwrap();
        assert!(
            game.action >= self.acknowledged,
            "{} lost: {} < {}",
            self.table,
            game.action,
            self.acknowledged
        );
        while let Ok(Some(action)) = self.decide(&mut player).await {
            self.acknowledged = action;
        }
        self
    }

    async fn decide(&mut self, player: &mut Player) -> Result<Option<u32>, ()> {
        loop {
            if player.view().is_some_and(|view| view.winners.is_some()) {
                return Ok(None);
            }
            let dice = &mut self.dice;
            match player.choose(|n| dice.below(n as u32) as usize).await.map_err(|_| ())? {
                Some(id) => match player.answer(id).await.map_err(|_| ())? {
                    ServerMessage::Done { .. } => return Ok(player.seen().game.as_ref().map(|g| g.action)),
                    other => panic!("an offered option was refused: {other:?}"),
                },
                None => {
                    player.hear().await.map_err(|_| ())?;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_it_loses_no_acknowledged_move() {
    let kills = std::env::var("ALHAMBRA_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS);
    let dir = tempfile::tempdir().unwrap();
    let mut running = start(dir.path());
    let mut people = Vec::new();
    for seed in 0..10 {
        let made = running.remote.create(&wish(seed)).await.unwrap();
        people.push(Person { table: made.table, token: made.token, acknowledged: 0, dice: Quick::new(seed) });
    }
    let mut dice = Quick::new(77);
    for _ in 0..kills {
        let tasks: Vec<_> =
            people.drain(..).map(|person| tokio::spawn(person.play(running.remote.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(50 + u64::from(dice.below(250)))).await;
        kill(running);
        for task in tasks {
            people.push(task.await.unwrap());
        }
        let began = Instant::now();
        running = start(dir.path());
        // Every table is back, with everything that was acknowledged.
        for person in &people {
            let player = running.remote.sit(&person.table, Some(&person.token), false).await.unwrap();
            assert!(player.seen().game.as_ref().unwrap().action >= person.acknowledged);
        }
        assert!(began.elapsed() < Duration::from_secs(3), "back after {:?}", began.elapsed());
    }
    assert!(people.iter().map(|p| p.acknowledged).sum::<u32>() > 50);
    kill(running);
    let out = alhambra().arg("doctor").arg("--data-dir").arg(dir.path()).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && text.contains("10 games"), "{text}");
}
