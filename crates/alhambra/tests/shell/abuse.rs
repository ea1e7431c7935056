//! Ten thousand messages that are broken, too large, out of turn, replayed or forged: each is refused with its reason,
//! connections end as `docs/guide/protocol.md` says, and neither the game nor the server's memory is any different.

use crate::server::{Process, asked_for, data, wish};
use alhambra_protocol::{Hello, HostCommand, PROTOCOL, RefusalCode, Request, ServerMessage};
use alhambra_rules::Quick;
use alhambra_server::client::{ClientError, Player, Remote};

/// So many here; many more with `cargo xtask soak --server`.
const MESSAGES: u32 = 10_000;

/// How much the memory of the server may grow over all that after the first fifth, in KB.
const GROWTH: u64 = 4096;

/// How many messages that cannot be read, or that are forged, end a connection.
const STRIKES: u32 = 20;

/// Where messages come from: the host, somebody else at the table, a spectator.
const PEOPLE: u32 = 3;

/// A bad message and what must become of it.
struct Bad {
    text: String,
    /// The code of the refusal.
    code: RefusalCode,
    /// Whether it counts against the connection, and in which account.
    strike: Option<Account>,
    /// Whether it ends the connection at once.
    ends: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Account {
    Unreadable,
    Forged,
}

/// A table with a game that has gone on for a while.
struct Scene {
    remote: Remote,
    table: String,
    tokens: [String; 2],
    step: u64,
    /// The seat that is asked, and messages of both people that were accepted before.
    asked: usize,
    accepted: [Vec<String>; 2],
}

impl Scene {
    async fn set(remote: Remote) -> Scene {
        let mut wish = wish(5, 2);
        // Nobody plays behind a veil, so that all count the same steps.
        wish.options.undo = alhambra_protocol::UndoPolicy::None;
        let made = remote.create(&wish).await.unwrap();
        let table = made.table;
        let joined = remote.join(&table, "Bo").await.unwrap();
        let mut ann = remote.sit(&table, Some(&made.token), true).await.unwrap();
        let mut bo = remote.sit(&table, Some(&joined.token), true).await.unwrap();
        let bot = HostCommand::RemoveSeat { seat: alhambra_rules::Seat::new(2).unwrap() };
        done(ann.request(Request::Host { command: bot }).await);
        done(bo.request(Request::Ready { seat: joined.seat, ready: true }).await);
        done(ann.request(Request::Host { command: HostCommand::Start }).await);
        let mut scene = Scene {
            remote,
            table,
            tokens: [made.token, joined.token],
            step: 0,
            asked: 0,
            accepted: [Vec::new(), Vec::new()],
        };
        let (mut dice, mut people) = (Quick::new(3), [ann, bo]);
        for id in 1000..1060 {
            let asked = scene.look(&mut people).await;
            let (step, decision) = people[asked].decision().unwrap();
            let option = dice.below(decision.options.len() as u32);
            let text = act(id, asked, step, &format!("{{\"type\": \"option\", \"id\": {option}}}"));
            people[asked].say(text.clone()).await.unwrap();
            done(people[asked].answer(id).await);
            scene.accepted[asked].push(text);
        }
        scene.look(&mut people).await;
        assert!(scene.accepted.iter().all(|texts| !texts.is_empty()));
        scene
    }

    /// Finds out who is asked, after everybody has heard everything.
    async fn look(&mut self, people: &mut [Player; 2]) -> usize {
        for player in people.iter_mut() {
            player.request(Request::Ping).await.unwrap();
        }
        self.asked = people.iter().position(|p| p.decision().is_some()).unwrap();
        self.step = people[0].seen().game.as_ref().unwrap().step;
        self.asked
    }

    /// Everything there is to see, for both seats, and the place in the log.
    async fn state(&self) -> String {
        let mut all = String::new();
        for token in &self.tokens {
            let player = self.remote.sit(&self.table, Some(token), true).await.unwrap();
            let seen = player.seen();
            all += &format!("{} {:?} {:?}\n", seen.seq, seen.game, seen.chat);
        }
        all
    }

    async fn sit(&self, who: u32) -> Player {
        let token = self.tokens.get(who as usize).map(String::as_str);
        self.remote.sit(&self.table, token, true).await.unwrap()
    }

    /// A message no one at `who`'s place may send.
    fn bad(&self, dice: &mut Quick, who: u32) -> Bad {
        let n = dice.below(100_000);
        let unreadable = |text: String| Bad {
            text,
            code: RefusalCode::Malformed,
            strike: Some(Account::Unreadable),
            ends: false,
        };
        let forged =
            |text: String, code: RefusalCode| Bad { text, code, strike: Some(Account::Forged), ends: false };
        let plain = |text: String, code: RefusalCode| Bad { text, code, strike: None, ends: false };
        let request = |body: &str| format!("{{\"id\": {n}, \"request\": {body}}}");
        let option = format!("{{\"type\": \"option\", \"id\": {}}}", n % 3);
        let (asked, other, step) = (self.asked, 1 - self.asked, self.step);
        let own = who as usize;
        match dice.below(16) {
            0 => unreadable("{[\"".repeat(1 + n as usize % 300)),
            1 => unreadable(request("{\"type\": \"fly\"}")),
            2 => unreadable(format!("{{\"id\": {n}, \"request\": {{\"type\": \"ping\"}}, \"more\": 1}}")),
            3 => unreadable(format!("{{\"id\": -{n}, \"request\": {{\"type\": \"ping\"}}}}")),
            4 => unreadable(act(n, 7, step, &option)),
            5 => Bad {
                text: format!("{{\"id\": {n}, \"x\": \"{}\"}}", "x".repeat(16_384 + n as usize % 40_000)),
                code: RefusalCode::TooLarge,
                strike: None,
                ends: true,
            },
            // From here on it can be read. A spectator has no seat, so whatever names one is forged.
            _ if own > 1 && dice.below(2) == 0 => {
                forged(act(n, dice.below(2) as usize, step, &option), RefusalCode::NotYours)
            }
            6 | 7 if own < 2 => forged(act(n, 1 - own, step, &option), RefusalCode::NotYours),
            8 if own != 0 => forged(
                request("{\"type\": \"host\", \"command\": {\"type\": \"close\"}}"),
                RefusalCode::NotHost,
            ),
            9 if own < 2 => {
                let old = &self.accepted[own];
                plain(old[n as usize % old.len()].clone(), RefusalCode::Stale)
            }
            10 if own < 2 => plain(act(n, own, step + 1 + u64::from(n), &option), RefusalCode::Stale),
            11 if own == other => plain(act(n, own, step, &option), RefusalCode::Illegal),
            11 | 12 if own == asked => plain(
                act(n, own, step, &format!("{{\"type\": \"option\", \"id\": {}}}", 1000 + n % 60_000)),
                RefusalCode::NoSuchOption,
            ),
            13 if own == asked => plain(
                act(n, own, step, "{\"type\": \"action\", \"action\": {\"take\": 61440}}"),
                RefusalCode::Illegal,
            ),
            14 if own < 2 => plain(
                request(&format!(
                    "{{\"type\": \"vote\", \"seat\": {own}, \"number\": {}, \"agree\": true}}",
                    n + 1
                )),
                RefusalCode::NotFound,
            ),
            15 => plain(
                request(&format!(
                    "{{\"type\": \"hello\", \"protocol\": {PROTOCOL}, \"table\": \"{}\"}}",
                    self.table
                )),
                RefusalCode::NotNow,
            ),
            _ => plain(request("{\"type\": \"rematch\"}"), RefusalCode::NotNow),
        }
    }

    /// A hello nobody should get in with; returns the code of the refusal.
    async fn break_in(&self, dice: &mut Quick) {
        let wrong = format!("{:032x}", u128::from(dice.bits()) << 64 | u128::from(dice.bits()));
        let half = self.tokens[0][..16].to_owned();
        let (table, token) = match dice.below(4) {
            0 => (self.table.clone(), wrong),
            1 => (self.table.clone(), half),
            2 => ("ZZZZZZZZ".to_owned(), self.tokens[0].clone()),
            _ => ("../../etc/passwd".to_owned(), self.tokens[0].clone()),
        };
        let hello = Hello {
            protocol: PROTOCOL,
            table,
            token: Some(token),
            name: None,
            after: None,
            step: None,
            eyes: None,
            glance: false,
            texts: true,
        };
        let refused = self.remote.hello(hello).await;
        assert!(matches!(&refused, Err(ClientError::Bye(why)) if !why.is_empty()), "{refused:?}");
    }

    /// An HTTP request that must be refused.
    async fn knock(&self, dice: &mut Quick) {
        let join = format!("api/tables/{}/join", self.table);
        let record = format!("api/tables/{}/record", self.table);
        let large = "x".repeat(70_000);
        let (method, path, body, expected) = match dice.below(8) {
            0 => ("POST", "api/tables", "{\"seats\": 3}", 400),
            1 => ("POST", "api/tables", large.as_str(), 413),
            2 => ("POST", "api/tables", "{\"seats\": [], \"options\": {}, \"start\": true}", 422),
            3 => ("POST", join.as_str(), "{\"name\": \"Eve\"}", 409),
            4 => ("POST", join.as_str(), "{\"name\": 5}", 400),
            5 => ("GET", record.as_str(), "", 409),
            6 => ("GET", "api/tables/ABCDEFGH", "", 404),
            _ => ("DELETE", "api/tables", "", 405),
        };
        let (status, _, answer) = self.remote.http(method, path, body).await.unwrap();
        assert_eq!(status, expected, "{method} {path}: {answer}");
    }
}

fn act(id: u32, seat: usize, step: u64, choice: &str) -> String {
    format!(
        "{{\"id\": {id}, \"request\": {{\"type\": \"act\", \"seat\": {seat}, \"step\": {step}, \"choice\": {choice}}}}}"
    )
}

fn done(answer: Result<ServerMessage, ClientError>) {
    assert!(matches!(answer, Ok(ServerMessage::Done { .. })), "{answer:?}");
}

/// The next refusal, and whether it is the last word.
async fn refusal(player: &mut Player) -> (RefusalCode, bool) {
    loop {
        match player.hear().await.expect("a reason comes before the end") {
            ServerMessage::Refused { refusal, .. } => {
                assert!(!refusal.text.is_empty());
                return (refusal.code, false);
            }
            ServerMessage::Bye { refusal, retry } => {
                assert!(!refusal.text.is_empty() && retry.is_none());
                return (refusal.code, true);
            }
            // People come and go.
            ServerMessage::Table { .. } | ServerMessage::Snapshot(_) => {}
            other => panic!("a bad message was answered by {other:?}"),
        }
    }
}

/// Sends bad messages on one connection until it is closed; returns how many.
async fn pester(scene: &Scene, dice: &mut Quick, most: u32) -> u32 {
    let who = dice.below(PEOPLE);
    let mut player = scene.sit(who).await;
    let (mut sent, mut unreadable, mut forged) = (0, 0, 0);
    while sent < most {
        let bad = scene.bad(dice, who);
        sent += 1;
        player.say(bad.text.clone()).await.unwrap();
        let (code, last) = refusal(&mut player).await;
        assert_eq!(code, bad.code, "{}", &bad.text[..bad.text.len().min(300)]);
        assert_eq!(last, bad.ends);
        if last {
            break;
        }
        match bad.strike {
            Some(Account::Unreadable) => unreadable += 1,
            Some(Account::Forged) => forged += 1,
            None => {}
        }
        if unreadable > STRIKES || forged > STRIKES {
            assert_eq!(refusal(&mut player).await, (RefusalCode::TooFast, true), "enough is enough");
            assert!(player.hear().await.is_err(), "the connection is closed");
            break;
        }
    }
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_refused_and_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start(&data(dir.path()));
    let scene = Scene::set(process.remote.clone()).await;
    let before = scene.state().await;
    let mut dice = Quick::new(11);
    let (mut sent, mut memory) = (0, 0);
    let messages = asked_for("ALHAMBRA_TEST_MESSAGES", MESSAGES);
    while sent < messages {
        sent += match dice.below(8) {
            0 => {
                scene.break_in(&mut dice).await;
                1
            }
            1 => {
                scene.knock(&mut dice).await;
                1
            }
            2 => {
                let mut player = scene.sit(0).await;
                player.say_bytes(vec![0xff; 100]).await.unwrap();
                assert_eq!(refusal(&mut player).await, (RefusalCode::Malformed, true));
                1
            }
            _ => pester(&scene, &mut dice, 60).await,
        };
        if memory == 0 && sent > messages / 5 {
            memory = process.memory();
        }
    }
    let grown = process.memory().saturating_sub(memory);
    println!("{sent} bad messages, all refused; memory {memory} KB, {grown} KB more at the end");
    assert!(grown <= GROWTH, "{grown} KB more after {sent} bad messages");
    assert_eq!(scene.state().await, before, "something has changed");
}
