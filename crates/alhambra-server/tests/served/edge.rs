//! The edge of the network, with real sockets: slow, silent, greedy and guessing ones.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{
    ClientMessage, CreateTable, Hello, HostCommand, PROTOCOL, Phase, RefusalCode, Request, ServerMessage,
    TableOptions,
};
use alhambra_rules::Seat;
use alhambra_server::client::{ClientError, Remote};
use futures_util::{SinkExt, StreamExt};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// How long the other side kept a connection open, and what it said.
pub(crate) async fn ends(stream: &mut TcpStream) -> (Duration, String) {
    let (began, mut said) = (Instant::now(), Vec::new());
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut said)).await;
    assert!(read.is_ok(), "the connection is still open after {:?}", began.elapsed());
    (began.elapsed(), String::from_utf8_lossy(&said).into_owned())
}

const POST: &str =
    "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{";

#[tokio::test]
async fn half_a_request_does_not_keep_a_connection() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) =
        serve(config(dir.path(), &[("request_seconds", "1"), ("body_seconds", "1")])).await;
    for part in ["", "GET /api/info HTTP/1.1\r\nHost: x\r\nX-a: b", POST] {
        let mut stream = TcpStream::connect(remote.address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        let (took, _) = ends(&mut stream).await;
        assert!(took > Duration::from_millis(700) && took < Duration::from_secs(4), "{part:?}: {took:?}");
    }
    // A byte now and then does not help.
    for (head, drop) in [("GET /api/info HTTP/1.1\r\nHost: x\r\nX-a: ", "b"), (POST, " ")] {
        let mut stream = TcpStream::connect(remote.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let began = Instant::now();
        while stream.write_all(drop.as_bytes()).await.is_ok() {
            assert!(began.elapsed() < Duration::from_secs(5), "{head:?} is still listened to");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    // A connection that has had its answer and stays silent goes too.
    let mut stream = TcpStream::connect(remote.address).await.unwrap();
    stream.write_all(b"GET /api/info HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let (took, said) = ends(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 200") && took < Duration::from_secs(4), "{took:?} {said}");
}

#[tokio::test]
async fn an_address_has_so_many_connections_before_the_upgrade_and_after() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("connections_per_address", "6")])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let watcher = remote.sit(&made.table, None, false).await.unwrap();
    let mut silent = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(remote.address).await.unwrap();
        stream.write_all(b"GET /").await.unwrap();
        silent.push(stream);
    }
    // The last of them must have been let in before one more is turned away.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut more = TcpStream::connect(remote.address).await.unwrap();
    let (_, said) = ends(&mut more).await;
    assert!(said.starts_with("HTTP/1.1 429"), "{said}");
    assert!(remote.sit(&made.table, None, false).await.is_err());
    drop((silent, watcher));
    tokio::time::sleep(Duration::from_millis(200)).await;
    for _ in 0..3 {
        assert_eq!(remote.http("GET", "healthz", "").await.unwrap().0, 200);
    }
    drop(player);
}

#[tokio::test]
async fn a_server_has_so_many_connections_in_all() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("max_connections", "3")])).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(remote.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut more = TcpStream::connect(remote.address).await.unwrap();
    let (_, said) = ends(&mut more).await;
    assert!(said.starts_with("HTTP/1.1 503"), "{said}");
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(remote.http("GET", "healthz", "").await.unwrap().0, 200);
}

#[tokio::test]
async fn people_behind_a_proxy_are_counted_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    let limits =
        [("connections_per_address", "2"), ("trusted_proxies", "127.0.0.1"), ("tables_per_minute", "2")];
    let (_server, remote) = serve(config(dir.path(), &limits)).await;
    let upgrade = async |whom: &str| {
        let mut stream = TcpStream::connect(remote.address).await.unwrap();
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {whom}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        (String::from_utf8_lossy(&head[9..]).into_owned(), stream)
    };
    let first = upgrade("2001:db8:1::1").await;
    let second = upgrade("[2001:db8:1::2]:4711").await;
    assert_eq!((first.0.as_str(), second.0.as_str()), ("101", "101"));
    assert_eq!(upgrade("2001:db8:1::3").await.0, "429", "one /64 is one address");
    assert_eq!(upgrade("2001:db8:2::3").await.0, "101");
    assert_eq!(upgrade("198.51.100.7:1234").await.0, "101");
    drop((first, second));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(upgrade("2001:db8:1::3").await.0, "101");
    // The same for what they may ask for.
    let body = serde_json::to_string(&wish(1, 0, None, TableOptions::default())).unwrap();
    let create = async |whom: &str| {
        let header = format!("X-Forwarded-For: {whom}\r\n");
        remote.http_with("POST", "api/tables", &header, &body).await.unwrap().0
    };
    let mut statuses = Vec::new();
    for whom in ["192.0.2.1", "192.0.2.1:99", "::ffff:192.0.2.1", "192.0.2.2"] {
        statuses.push(create(whom).await);
    }
    assert_eq!(statuses, [200, 200, 429, 200]);
}

#[tokio::test]
async fn a_proxy_is_known_on_a_socket_for_both_kinds_of_addresses() {
    let dir = tempfile::tempdir().unwrap();
    let limits = [("listen", "[::]:0"), ("trusted_proxies", "127.0.0.1"), ("tables_per_minute", "1")];
    let Ok(server) = alhambra_server::Server::start(config(dir.path(), &limits)).await else {
        eprintln!("no IPv6 on this machine: nothing to test");
        return;
    };
    let remote = Remote::at(([127, 0, 0, 1], server.address().port()).into());
    let body = serde_json::to_string(&wish(1, 0, None, TableOptions::default())).unwrap();
    for whom in ["192.0.2.1", "192.0.2.2"] {
        let header = format!("X-Forwarded-For: {whom}\r\n");
        assert_eq!(remote.http_with("POST", "api/tables", &header, &body).await.unwrap().0, 200, "{whom}");
    }
}

#[tokio::test]
async fn players_come_back_however_many_watch_and_whatever_they_ask() {
    let dir = tempfile::tempdir().unwrap();
    let limits = [("max_spectators", "8"), ("messages_per_second", "5")];
    let (_server, remote) = serve(config(dir.path(), &limits)).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut watchers = Vec::new();
    for _ in 0..8 {
        watchers.push(remote.sit(&made.table, None, false).await.unwrap());
    }
    let why = remote.sit(&made.table, None, false).await.unwrap_err().to_string();
    assert!(why.contains("too many people"), "{why}");
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    // They use up what is theirs: 15 at once each, 75 all together; the player does not notice.
    let mut refused = 0;
    for _ in 0..2 {
        for watcher in &mut watchers {
            for _ in 0..14 {
                watcher.ask(Request::Ping).await.unwrap();
            }
        }
        for _ in 0..10 {
            assert!(matches!(ann.request(Request::Ping).await.unwrap(), ServerMessage::Pong { .. }));
        }
        for watcher in &mut watchers {
            for _ in 0..14 {
                refused += u32::from(matches!(watcher.hear().await.unwrap(), ServerMessage::Refused { .. }));
            }
        }
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    // Somebody who comes again and again stays in; their oldest connection goes.
    let mut last = ann;
    for _ in 0..20 {
        let next = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
        watchers.push(std::mem::replace(&mut last, next));
    }
    assert!(matches!(last.request(Request::Ping).await.unwrap(), ServerMessage::Pong { .. }));
    let oldest = &mut watchers[8];
    let bye = loop {
        match oldest.hear().await {
            Ok(ServerMessage::Bye { refusal, .. }) => break refusal.code,
            Ok(_) => {}
            Err(why) => panic!("{why}"),
        }
    };
    assert_eq!(bye, RefusalCode::Full);
    assert!(refused >= 20, "{refused}");
}

#[tokio::test]
async fn one_seat_does_not_use_up_the_rate_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("messages_per_second", "5")])).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let mut devices = Vec::new();
    for _ in 0..8 {
        devices.push(remote.sit(&made.table, Some(&bo.token), false).await.unwrap());
    }
    for device in &mut devices {
        for _ in 0..14 {
            device.ask(Request::Ping).await.unwrap();
        }
    }
    for _ in 0..10 {
        assert!(matches!(ann.request(Request::Ping).await.unwrap(), ServerMessage::Pong { .. }));
    }
    let answers = devices[7].answer(15).await.unwrap();
    assert!(
        matches!(&answers, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::TooFast),
        "{answers:?}"
    );
}

#[tokio::test]
async fn sockets_that_never_read_are_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let limits = [("send_seconds", "1"), ("connections_per_address", "3")];
    let (_server, remote) = serve(config(dir.path(), &limits)).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let table = made.table.clone();
    let watching = async || {
        let info: alhambra_protocol::TableInfo =
            remote.json("GET", &format!("api/tables/{table}"), &()).await.unwrap();
        info.watching
    };
    // One says hello, asks for a lot, and reads nothing.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut deaf = socket.connect(remote.address).await.unwrap();
    let upgrade = "GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    deaf.write_all(upgrade.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    deaf.read_exact(&mut head).await.unwrap();
    let hello = format!(
        "{{\"id\":1,\"request\":{{\"type\":\"hello\",\"protocol\":{},\"table\":\"{}\",\"texts\":true}}}}",
        alhambra_protocol::PROTOCOL,
        made.table
    );
    deaf.write_all(&frame(&hello)).await.unwrap();
    let began = Instant::now();
    while watching().await == 0 {
        assert!(began.elapsed() < Duration::from_secs(5), "the hello was not understood");
    }
    let look = frame("{\"id\":2,\"request\":{\"type\":\"look\",\"seat\":null}}");
    let began = Instant::now();
    // What nobody reads fills the buffers of both systems; then it counts.
    while watching().await > 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "it is still held");
        let _ = tokio::time::timeout(Duration::from_millis(20), deaf.write_all(&look.repeat(50))).await;
        play(&mut ann, &mut alhambra_rules::Quick::new(5), 1).await;
    }
    // The connection itself goes too, not only its place at the table: there is room for two beside the player again.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let held = TcpStream::connect(remote.address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(remote.http("GET", "healthz", "").await.unwrap().0, 200);
    drop((held, deaf));
}

/// A text as a WebSocket frame of a client.
fn frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend((text.len() as u16).to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    frame
}

#[tokio::test]
async fn answers_nobody_reads_are_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) =
        serve(config(dir.path(), &[("send_seconds", "1"), ("connections_per_address", "2")])).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut deaf = socket.connect(remote.address).await.unwrap();
    // More than the system keeps for somebody who does not read.
    let ask = "GET /api/catalogue HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400);
    deaf.write_all(ask.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let first = TcpStream::connect(remote.address).await.unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    // Its place is free again.
    assert_eq!(remote.http("GET", "healthz", "").await.unwrap().0, 200);
    drop((deaf, first));
}

#[tokio::test]
async fn metrics_are_served_where_the_settings_say_and_nowhere_else() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    assert_eq!(remote.http("GET", "metrics", "").await.unwrap().0, 404);
    assert!(server.metrics_address().is_none());
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[("metrics_listen", "127.0.0.1:0")])).await;
    assert_eq!(remote.http("GET", "metrics", "").await.unwrap().0, 404);
    let own = Remote::at(server.metrics_address().unwrap());
    assert_eq!(own.http("GET", "metrics", "").await.unwrap().0, 200);
    assert_eq!(own.http("GET", "api/info", "").await.unwrap().0, 404);
}

#[tokio::test]
async fn records_are_fetched_so_often_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("downloads_per_minute", "3")])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    play(&mut ann, &mut alhambra_rules::Quick::new(3), u32::MAX).await;
    let record = format!("api/tables/{}/record", made.table);
    let mut statuses = Vec::new();
    for path in [&record, &format!("api/tables/{}/replay/moves.csv", made.table), &record, &record, &record] {
        statuses.push(remote.http("GET", path, "").await.unwrap().0);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
}

#[tokio::test]
async fn guessing_codes_is_slow_and_does_not_lock_out_players() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("guesses_per_minute", "5")])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut statuses = Vec::new();
    for n in 0..4 {
        statuses.push(remote.http("GET", &format!("api/tables/0000000{n}"), "").await.unwrap().0);
    }
    let why = remote.sit("00000009", None, false).await.unwrap_err();
    assert!(matches!(&why, ClientError::Bye(text) if text.contains("no such table")), "{why}");
    for n in 4..7 {
        statuses.push(remote.http("GET", &format!("api/tables/0000000{n}/record"), "").await.unwrap().0);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 429, 429, 429]);
    // Now nothing is told, whether there is such a table or not.
    assert_eq!(remote.http("GET", &format!("api/tables/{}", made.table), "").await.unwrap().0, 429);
    for (table, token) in [(made.table.as_str(), None), (&made.table, Some("x")), ("00000009", Some("x"))] {
        let why = remote.sit(table, token, false).await.unwrap_err();
        assert!(matches!(&why, ClientError::Bye(text) if text.contains("wait a minute")), "{why}");
    }
    assert!(remote.sit(&made.table, Some(&made.token), false).await.is_ok(), "a good token is no guess");
}

#[tokio::test]
async fn the_access_log_names_addresses_and_no_secrets() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("access.log");
    let settings = [
        ("access_log", log.to_str().unwrap()),
        ("trusted_proxies", "127.0.0.1"),
        ("guesses_per_minute", "1"),
    ];
    let (server, remote) = serve(config(&dir.path().join("data"), &settings)).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let path = format!("api/tables/{}?token={}", made.table, made.token);
    let whom = "X-Forwarded-For: 203.0.113.9, 198.51.100.7:1234\r\n";
    assert_eq!(remote.http_with("GET", &path, whom, "").await.unwrap().0, 200);
    assert_eq!(remote.http_with("GET", "api/tables/00000000", whom, "").await.unwrap().0, 404);
    assert_eq!(remote.http_with("GET", "api/tables/00000000", whom, "").await.unwrap().0, 429);
    let _ = remote.sit(&made.table, Some("not a token"), false).await;
    server.stop().await;
    let mut text = String::new();
    for _ in 0..50 {
        text = std::fs::read_to_string(&log).unwrap();
        if text.contains("HELLO") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    assert!(lines.iter().all(|line| line.len() == 6), "{text}");
    assert!(lines.iter().all(|line| line[0].starts_with("20") && line[0].ends_with('Z')), "{text}");
    let told: Vec<String> = lines.iter().map(|line| line[1..5].join(" ")).collect();
    for expected in [
        "127.0.0.1 POST /api/tables 200",
        "198.51.100.7 GET /api/tables/{table} 200",
        "198.51.100.7 GET /api/tables/{table} 404",
        "198.51.100.7 GET /api/tables/{table} 429",
        "127.0.0.1 HELLO /api/socket not_yours",
    ] {
        assert!(told.iter().any(|line| line == expected), "{expected} is missing in\n{text}");
    }
    for secret in [&made.token, &made.table, "token"] {
        assert!(!text.contains(secret), "{secret} stands in\n{text}");
    }
}

/// Whoever says goodbye is answered, at the door and at a table.
#[tokio::test]
async fn a_goodbye_is_answered() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let hello = Request::Hello(Hello {
        protocol: PROTOCOL,
        table: made.table,
        token: Some(made.token),
        name: None,
        after: None,
        step: None,
        eyes: None,
        glance: false,
        texts: false,
    });
    let hello = serde_json::to_string(&ClientMessage { id: 1, request: hello }).unwrap();
    for arrives in [false, true] {
        let mut socket = remote.socket().await.unwrap();
        if arrives {
            socket.send(Message::text(hello.clone())).await.unwrap();
            assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))));
        }
        socket.close(None).await.unwrap();
        let mut answered = false;
        while let Some(message) = socket.next().await {
            answered |= matches!(message.expect("not cut off"), Message::Close(_));
        }
        assert!(answered, "arrived: {arrives}");
    }
}

/// A room and the task of a socket write to one connection: whoever pings all the time and takes little at once hears everything
/// that everybody else hears, once and in order.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_pings_all_the_time_hears_everything_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote
        .create(&CreateTable { start: false, ..wish(0, 2, None, TableOptions::default()) })
        .await
        .unwrap();
    let mut watching = Vec::new();
    for calm in [true, false, false, false] {
        let socket = TcpSocket::new_v4().unwrap();
        if !calm {
            socket.set_recv_buffer_size(4096).unwrap();
        }
        let stream = socket.connect(remote.address).await.unwrap();
        let address = format!("ws://{}/api/socket", remote.address);
        let (mut socket, _) = tokio_tungstenite::client_async(address, stream).await.unwrap();
        let hello = Request::Hello(Hello {
            protocol: PROTOCOL,
            table: made.table.clone(),
            token: None,
            name: None,
            after: None,
            step: None,
            eyes: None,
            glance: false,
            texts: true,
        });
        let hello = serde_json::to_string(&ClientMessage { id: 1, request: hello }).unwrap();
        socket.send(Message::text(hello)).await.unwrap();
        assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))));
        watching.push(tokio::spawn(async move {
            let (mut heard, mut pongs, mut n) = (Vec::new(), 0_u32, 0_u8);
            loop {
                if !calm {
                    n = n.wrapping_add(1);
                    socket.feed(Message::Ping(vec![n; 100].into())).await.unwrap();
                    socket.flush().await.unwrap();
                }
                match socket.next().await.expect("the game is not over").expect("every frame is whole") {
                    Message::Pong(_) => pongs += 1,
                    Message::Text(text) => match serde_json::from_str(&text).expect("every message is whole")
                    {
                        ServerMessage::Update(update) => heard.push((update.seq, update.step, update.action)),
                        ServerMessage::Table { table, .. } if table.phase == Phase::Over => {
                            return (heard, pongs);
                        }
                        _ => {}
                    },
                    other => panic!("{other:?}"),
                }
            }
        }));
    }
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let seat = Seat::new(0).unwrap();
    for command in [HostCommand::Start, HostCommand::StandIn { seat, level: "random".to_owned() }] {
        let answer = ann.request(Request::Host { command }).await.unwrap();
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
    }
    let listening = tokio::spawn(async move { while ann.hear().await.is_ok() {} });
    let mut all = Vec::new();
    for one in watching {
        all.push(one.await.unwrap());
    }
    listening.abort();
    let calm = &all[0].0;
    assert!(calm.len() > 100, "{}", calm.len());
    assert!(calm.is_sorted_by(|one, next| one.1 < next.1), "every step once and in order");
    for (heard, pongs) in &all[1..] {
        assert!(heard == calm, "heard otherwise");
        assert!(*pongs > 100, "{pongs}");
    }
}
