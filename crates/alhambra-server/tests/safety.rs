//! What must not do harm: broken, forged, hasty messages; hidden cards; foreign pages.

mod common;

use alhambra_protocol::{RefusalCode, ServerMessage, TableOptions};
use alhambra_rules::{ModuleId, Quick, Setup};
use common::{config, play, serve, wish};

#[tokio::test]
async fn malformed_and_forged_messages_are_refused_and_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    while ann.decision().is_none() {
        ann.hear().await.unwrap();
    }
    let before = ann.seen().game.clone();
    let mut dice = Quick::new(9);
    let (mut sent, mut refused) = (0, 0);
    while sent < 2000 {
        let mut fool = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        let step = fool.seen().game.as_ref().unwrap().step;
        loop {
            let text = nonsense(&mut dice, step);
            sent += 1;
            if fool.say(text.clone()).await.is_err() {
                break;
            }
            match fool.hear().await {
                Ok(ServerMessage::Refused { refusal, .. }) => {
                    assert!(!refusal.text.is_empty());
                    refused += 1;
                }
                Ok(ServerMessage::Bye { refusal, .. }) => {
                    assert!(matches!(refusal.code, RefusalCode::TooFast | RefusalCode::TooLarge));
                    break;
                }
                Ok(ServerMessage::Checked { .. } | ServerMessage::Table { .. }) => {}
                Ok(other) => panic!("{text} was answered by {other:?}"),
                Err(_) => break,
            }
        }
    }
    assert!(refused > 1000, "{refused} of {sent}");
    ann.request(alhambra_protocol::Request::Ping).await.unwrap();
    assert_eq!(ann.seen().game, before);
}

/// Messages that are wrong in many ways.
fn nonsense(dice: &mut Quick, step: u64) -> String {
    let n = dice.below(1000);
    match dice.below(12) {
        0 => "{".repeat(n as usize),
        1 => format!("{{\"id\": {n}}}"),
        2 => format!("{{\"id\": {n}, \"request\": {{\"type\": \"fly\"}}}}"),
        3 => format!("{{\"id\": {n}, \"request\": {{\"type\": \"ping\"}}, \"more\": 1}}"),
        4 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"act\", \"seat\": 1, \"step\": {step}, \"choice\": {{\"type\": \"option\", \"id\": 0}}}}}}"
        ),
        5 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"act\", \"seat\": 0, \"step\": {}, \"choice\": {{\"type\": \"option\", \"id\": 0}}}}}}",
            step + u64::from(n) + 1
        ),
        6 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"act\", \"seat\": 0, \"step\": {step}, \"choice\": {{\"type\": \"option\", \"id\": 60000}}}}}}"
        ),
        7 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"act\", \"seat\": 0, \"step\": {step}, \"choice\": {{\"type\": \"action\", \"action\": {{\"take\": {}}}}}}}}}",
            1 << 12 | n
        ),
        8 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"act\", \"seat\": 0, \"step\": {step}, \"choice\": {{\"type\": \"action\", \"action\": {{\"place\": {{\"piece\": {}, \"at\": [{}, 3], \"turn\": 0}}}}}}}}}}",
            n % 54,
            n % 15
        ),
        9 => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"host\", \"command\": {{\"type\": \"start\"}}}}}}"
        ),
        10 => format!("{{\"id\": {n}, \"request\": {{\"type\": \"chat\", \"text\": \"\"}}}}"),
        _ => format!(
            "{{\"id\": {n}, \"request\": {{\"type\": \"vote\", \"seat\": 0, \"number\": {n}, \"agree\": true}}}}"
        ),
    }
}

#[tokio::test]
async fn oversized_messages_end_the_connection_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    ann.say(format!("{{\"id\": 1, \"x\": \"{}\"}}", "x".repeat(20_000))).await.unwrap();
    let end = loop {
        match ann.hear().await {
            Ok(ServerMessage::Bye { refusal, .. }) => break refusal.code,
            Ok(_) => {}
            // The connection may be cut before the reason is read.
            Err(_) => break RefusalCode::TooLarge,
        }
    };
    assert_eq!(end, RefusalCode::TooLarge);
    let (status, _, body) = remote.http("POST", "api/tables", &"x".repeat(100_000)).await.unwrap();
    assert_eq!(status, 413, "{body}");
    let (status, head, body) = remote.http("POST", "api/tables", "{\"seats\": 3}").await.unwrap();
    assert_eq!(status, 400, "{body}");
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
}

#[tokio::test]
async fn hasty_connections_are_slowed_down_and_then_closed() {
    let dir = tempfile::tempdir().unwrap();
    let limits = [("messages_per_second", "5"), ("tables_per_minute", "3")];
    let (_server, remote) = serve(config(dir.path(), &limits)).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut refused = 0;
    let closed = loop {
        let _ = ann.say("{\"id\": 1, \"request\": {\"type\": \"ping\"}}".to_owned()).await;
        match ann.hear().await {
            Ok(ServerMessage::Refused { refusal, .. }) if refusal.code == RefusalCode::TooFast => {
                refused += 1
            }
            Ok(ServerMessage::Bye { refusal, .. }) => break refusal.code == RefusalCode::TooFast,
            Ok(_) => {}
            Err(_) => break true,
        }
    };
    assert!(closed && refused >= 15, "{refused}");
    let mut statuses = Vec::new();
    for _ in 0..5 {
        let body = serde_json::to_string(&wish(1, 0, None, TableOptions::default())).unwrap();
        statuses.push(remote.http("POST", "api/tables", &body).await.unwrap().0);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

/// Two games that differ only in what one seat may not know look the same to that seat.
///
/// Ann and a bot-free table of one: the traffic of a spectator does not depend on Ann's hidden cards beyond what she
/// shows, which is tested in the engine by resampling; here the wire is held to the views.
#[tokio::test]
async fn the_wire_carries_nothing_but_the_viewers_own_view() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let modules = ModuleId::ALL.iter().copied().filter(|m| m.info().players.contains(&3));
    let setup = modules.fold(Setup::players(3), Setup::with);
    let made = remote.create(&wish(0, 2, Some(setup), TableOptions::default())).await.unwrap();
    let mut watcher = remote.sit(&made.table, None, true).await.unwrap();
    watcher.keep = true;
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    play(&mut ann, &mut Quick::new(4), 60).await;
    watcher.request(alhambra_protocol::Request::Ping).await.unwrap();
    assert!(watcher.heard.len() > 30);
    for text in &watcher.heard {
        let message: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(message["decision"].is_null(), "{text}");
        assert!(message["change"]["hand"].is_null(), "{text}");
        assert!(!text.contains(&made.token));
    }
}

#[tokio::test]
async fn foreign_pages_open_no_socket_and_metrics_stay_at_home() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("base_path", "/games/alhambra/")])).await;
    let upgrade = async |origin: &str| {
        let mut stream = tokio::net::TcpStream::connect(remote.address).await.unwrap();
        let request = format!(
            "GET /games/alhambra/api/socket HTTP/1.1\r\nHost: play.example\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        String::from_utf8_lossy(&head).into_owned()
    };
    assert_eq!(upgrade("https://play.example").await, "HTTP/1.1 101");
    assert_eq!(upgrade("https://evil.example").await, "HTTP/1.1 403");
    for (path, expected) in
        [("healthz", 200), ("readyz", 200), ("metrics", 200), ("", 200), ("api/openapi.json", 200)]
    {
        let (status, _, body) = remote.http("GET", path, "").await.unwrap();
        assert_eq!(status, expected, "{path}: {body}");
    }
    let bare = alhambra_server::client::Remote::at(remote.address);
    assert_eq!(bare.http("GET", "healthz", "").await.unwrap().0, 200);
    assert_eq!(bare.http("GET", "api/info", "").await.unwrap().0, 404);
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    assert!(
        remote.sit(&made.table, Some(&made.token), true).await.is_ok(),
        "the socket lies under the base path"
    );
    let (_, _, page) = remote.http("GET", "t/ABCDEFGH", "").await.unwrap();
    assert!(page.contains("<base href=\"/games/alhambra/\">"), "{page}");
}
