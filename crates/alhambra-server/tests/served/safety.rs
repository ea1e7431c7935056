//! What must not do harm: large and hasty messages, crowded tables, foreign pages.

use crate::common::{config, serve, wish};
use alhambra_protocol::{RefusalCode, Request, ServerMessage, TableOptions};

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
            Err(why) => panic!("closed without a reason: {why}"),
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

#[tokio::test]
async fn a_table_has_a_limit_of_its_own_however_many_ask() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("messages_per_second", "5")])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let calm = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    // Each stays within its own limit of 15 at once; the table has 75 and 25 more each second.
    let mut watchers = Vec::new();
    for _ in 0..12 {
        watchers.push(remote.sit(&made.table, None, false).await.unwrap());
    }
    let mut texts = Vec::new();
    for watcher in &mut watchers {
        for _ in 0..12 {
            watcher.ask(Request::Ping).await.unwrap();
        }
    }
    for watcher in &mut watchers {
        for number in 1..=12 {
            if let ServerMessage::Refused { refusal, .. } = watcher.answer(number + 1).await.unwrap() {
                assert_eq!(refusal.code, RefusalCode::TooFast);
                texts.push(refusal.to_string());
            }
        }
    }
    assert!((10..=69).contains(&texts.len()), "{}", texts.len());
    assert!(texts.iter().all(|text| text.contains("this table")), "{texts:?}");
    // Nobody is sent away for the haste of others, and other tables do not notice.
    let mut ann = remote.sit(&calm.table, Some(&calm.token), true).await.unwrap();
    assert!(matches!(ann.request(Request::Ping).await.unwrap(), ServerMessage::Pong { .. }));
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(matches!(watchers[0].request(Request::Ping).await.unwrap(), ServerMessage::Pong { .. }));
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
        [("healthz", 200), ("readyz", 200), ("metrics", 404), ("", 200), ("api/openapi.json", 200)]
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
