//! The world around the server: a proxy in front of it, and the relay that tells people of their turns.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{HostCommand, Request, ServerMessage, TableOptions};
use alhambra_rules::{Quick, Seat};
use alhambra_server::client::{Player, Remote};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A proxy that passes one path on unchanged, upgrades included, and says for whom.
async fn proxy(upstream: SocketAddr, path: &'static str, client: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let Some((head, rest)) = head(&mut stream).await else { return };
                if !head.split(' ').nth(1).is_some_and(|asked| asked.starts_with(path)) {
                    let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").await;
                    return;
                }
                let mut server = TcpStream::connect(upstream).await.unwrap();
                let head = head.replacen("\r\n", &format!("\r\nX-Forwarded-For: {client}\r\n"), 1);
                server.write_all(head.as_bytes()).await.unwrap();
                server.write_all(&rest).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut stream, &mut server).await;
            });
        }
    });
    address
}

/// The head of a request with its empty line, and what came after it.
async fn head(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut read = Vec::new();
    loop {
        if let Some(end) = read.windows(4).position(|w| w == b"\r\n\r\n") {
            let rest = read.split_off(end + 4);
            return Some((String::from_utf8(read).ok()?, rest));
        }
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
}

#[tokio::test]
async fn behind_a_proxy_pages_tables_and_sockets_lie_under_the_base_path() {
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("base_path", "/games/alhambra/"),
        ("trusted_proxies", "127.0.0.1"),
        ("tables_per_minute", "2"),
        ("public_url", "https://example.org/games/alhambra/"),
    ];
    let (server, direct) = serve(config(dir.path(), &settings)).await;
    assert_eq!(server.url(), "https://example.org/games/alhambra/");
    let at = |address| Remote { address, base: "/games/alhambra/".to_owned() };
    let ann = at(proxy(direct.address, "/games/alhambra/", "203.0.113.1").await);
    let bo = at(proxy(direct.address, "/games/alhambra/", "203.0.113.2").await);
    let (status, _, page) = ann.http("GET", "t/ABCDEFGH", "").await.unwrap();
    assert!(status == 200 && page.contains("<base href=\"/games/alhambra/\">"), "{status} {page}");
    assert_eq!(Remote::at(ann.address).http("GET", "api/info", "").await.unwrap().0, 404);
    // A game through the proxy, moves and all.
    let made = ann.create(&wish(0, 2, None, TableOptions::default())).await.unwrap();
    let mut player = ann.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(play(&mut player, &mut Quick::new(1), 30).await, 30);
    let (status, head, picture) =
        ann.http("GET", &format!("api/tables/{}/qr.svg", made.table), "").await.unwrap();
    assert!(
        status == 200 && head.contains("image/svg+xml") && picture.starts_with("<svg"),
        "{status} {head}"
    );
    assert_eq!(ann.http("GET", "api/tables/ABCDEFGH/qr.svg", "").await.unwrap().0, 404);
    // Limits are for those behind the proxy, each for themselves.
    let body = serde_json::to_string(&wish(1, 0, None, TableOptions::default())).unwrap();
    let statuses = async |remote: &Remote| {
        let mut statuses = Vec::new();
        for _ in 0..3 {
            statuses.push(remote.http("POST", "api/tables", &body).await.unwrap().0);
        }
        statuses
    };
    assert_eq!(statuses(&ann).await, [200, 429, 429]);
    assert_eq!(statuses(&bo).await, [200, 200, 429]);
    assert_eq!(ann.http("GET", "metrics", "").await.unwrap().0, 404);
}

/// A relay that notes what it is told.
async fn relay() -> (SocketAddr, mpsc::UnboundedReceiver<(String, serde_json::Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (told, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let Some((head, mut body)) = head(&mut stream).await else { continue };
            let length = head.lines().find_map(|l| l.strip_prefix("Content-Length: ")?.parse::<usize>().ok());
            while body.len() < length.unwrap_or(0) {
                stream.read_buf(&mut body).await.unwrap();
            }
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
            let first = head.lines().next().unwrap_or_default().to_owned();
            let _ = told.send((first, serde_json::from_slice(&body).unwrap()));
        }
    });
    (address, heard)
}

/// Plays until the other one is asked.
async fn until_not_asked(player: &mut Player, dice: &mut Quick) {
    player.request(Request::Ping).await.unwrap();
    while player.decision().is_some() {
        play(player, dice, 1).await;
        player.request(Request::Ping).await.unwrap();
    }
}

#[tokio::test]
async fn people_who_are_away_are_told_of_their_turn_once_and_nobody_who_looks() {
    let dir = tempfile::tempdir().unwrap();
    let (address, mut heard) = relay().await;
    let host = address.to_string();
    let settings = [("webhooks", host.as_str()), ("public_url", "https://example.org/")];
    let (_server, remote) = serve(config(dir.path(), &settings)).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let token = remote.join(&made.table, "@everyone").await.unwrap().token;
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = remote.sit(&made.table, Some(&token), true).await.unwrap();
    let seat = Seat::new(1).unwrap();
    let notify = |url: String| Request::Notify { seat, webhook: Some(url) };
    let elsewhere = bo.request(notify("http://127.0.0.1:9/x".to_owned())).await.unwrap();
    assert!(matches!(elsewhere, ServerMessage::Refused { .. }), "{elsewhere:?}");
    let noted = bo.request(notify(format!("http://{host}/secret/path"))).await.unwrap();
    assert!(matches!(noted, ServerMessage::Done { .. }), "{noted:?}");
    bo.request(Request::Ready { seat, ready: true }).await.unwrap();
    ann.request(Request::Ping).await.unwrap();
    ann.request(Request::Host { command: HostCommand::Start }).await.unwrap();
    let mut dice = Quick::new(3);
    // While Bo looks, nobody is told anything, however often it is his turn.
    for _ in 0..3 {
        until_not_asked(&mut ann, &mut dice).await;
        until_not_asked(&mut bo, &mut dice).await;
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(heard.try_recv().is_err(), "he is looking");
    drop(bo);
    ann.request(Request::Ping).await.unwrap();
    while ann.seen().table.seats[1].here {
        ann.hear().await.unwrap();
    }
    until_not_asked(&mut ann, &mut dice).await;
    let told = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap().unwrap();
    assert_eq!(told.0, "POST /secret/path HTTP/1.1");
    let text = told.1["content"].as_str().unwrap();
    assert!(text.contains("it is your turn") && text.contains(&made.table), "{text}");
    assert!(text.contains("https://example.org/"), "{text}");
    assert_eq!(told.1["allowed_mentions"]["parse"], serde_json::json!([]), "a name wakes no channel");
    // Something else happens at the table; he knows already.
    ann.request(Request::Chat { text: "hurry".to_owned() }).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(heard.try_recv().is_err(), "once is enough");
    // He comes, acts and goes: the next turn is told again.
    let mut bo = remote.sit(&made.table, Some(&token), true).await.unwrap();
    until_not_asked(&mut bo, &mut dice).await;
    drop(bo);
    ann.request(Request::Ping).await.unwrap();
    while ann.seen().table.seats[1].here {
        ann.hear().await.unwrap();
    }
    until_not_asked(&mut ann, &mut dice).await;
    let again = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap();
    assert!(again.is_some());
}
