//! The world around the server: a proxy in front of it, and the relay that tells people of their turns.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{HostCommand, PushAddress, Request, ServerMessage, TableOptions};
use alhambra_rules::{Quick, Seat};
use alhambra_server::client::{Player, Remote};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
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

/// A relay that notes what it is told: heads and bodies.
async fn relay() -> (SocketAddr, mpsc::UnboundedReceiver<(String, Vec<u8>)>) {
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
            let _ = told.send((head, body));
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

/// The second person has gone: once that is known, the first plays until that person is asked.
async fn play_on_alone(ann: &mut Player, dice: &mut Quick) {
    ann.request(Request::Ping).await.unwrap();
    while ann.seen().table.seats[1].here {
        ann.hear().await.unwrap();
    }
    until_not_asked(ann, dice).await;
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
    let notify = |url: String| Request::Notify { seat, webhook: Some(url), push: None };
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
    play_on_alone(&mut ann, &mut dice).await;
    let told = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap().unwrap();
    assert!(told.0.starts_with("POST /secret/path HTTP/1.1\r\n"), "{}", told.0);
    let told: serde_json::Value = serde_json::from_slice(&told.1).unwrap();
    let text = told["content"].as_str().unwrap();
    assert!(text.contains("it is your turn") && text.contains(&made.table), "{text}");
    assert!(text.contains("https://example.org/"), "{text}");
    assert_eq!(told["allowed_mentions"]["parse"], serde_json::json!([]), "a name wakes no channel");
    // Something else happens at the table; he knows already.
    ann.request(Request::Chat { text: "hurry".to_owned() }).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(heard.try_recv().is_err(), "once is enough");
    // He comes, acts and goes: the next turn is told again.
    let mut bo = remote.sit(&made.table, Some(&token), true).await.unwrap();
    until_not_asked(&mut bo, &mut dice).await;
    drop(bo);
    play_on_alone(&mut ann, &mut dice).await;
    let again = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap();
    assert!(again.is_some());
}

/// Reads what was sealed for a browser, by the standards and not by the server's code: RFC 8188 and 8291.
fn read(browser: EphemeralPrivateKey, auth: &[u8], sent: &[u8]) -> serde_json::Value {
    struct Bytes(usize);
    impl KeyType for Bytes {
        fn len(&self) -> usize {
            self.0
        }
    }
    let derive = |salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize| {
        let mut key = vec![0; length];
        let derived = Salt::new(HKDF_SHA256, salt).extract(secret);
        derived.expand(info, Bytes(length)).unwrap().fill(&mut key).unwrap();
        key
    };
    let public = browser.compute_public_key().unwrap();
    let (salt, sender, body) = (&sent[..16], &sent[21..86], &sent[86..]);
    assert_eq!((&sent[16..20], sent[20]), (&4096_u32.to_be_bytes()[..], 65));
    let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
    let shared = agree_ephemeral(browser, &theirs, |secret| {
        derive(auth, secret, &[b"WebPush: info\0", public.as_ref(), sender], 32)
    })
    .unwrap();
    let key = derive(salt, &shared, &[b"Content-Encoding: aes128gcm\0"], 16);
    let nonce = derive(salt, &shared, &[b"Content-Encoding: nonce\0"], 12);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
    let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
    let mut body = body.to_vec();
    let text = key.open_in_place(nonce, Aad::empty(), &mut body).expect("it was sealed for this browser");
    serde_json::from_slice(text.strip_suffix(&[2]).expect("there is one record")).unwrap()
}

#[tokio::test]
async fn browsers_are_told_of_turns_in_a_way_only_they_can_read() {
    let dir = tempfile::tempdir().unwrap();
    let (address, mut heard) = relay().await;
    let host = address.to_string();
    let settings = [("push_contact", "mailto:host@example.org"), ("push_services", host.as_str())];
    let (_server, remote) = serve(config(dir.path(), &settings)).await;
    let info: serde_json::Value =
        serde_json::from_str(&remote.http("GET", "api/info", "").await.unwrap().2).unwrap();
    let key = info["push_key"].as_str().unwrap().to_owned();
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let token = remote.join(&made.table, "Bo").await.unwrap().token;
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = remote.sit(&made.table, Some(&token), true).await.unwrap();
    let seat = Seat::new(1).unwrap();
    let browser = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let push = |endpoint: String| PushAddress {
        endpoint,
        p256dh: BASE64.encode(browser.compute_public_key().unwrap()),
        auth: BASE64.encode([5; 16]),
    };
    let notify = |push| Request::Notify { seat, webhook: None, push: Some(push) };
    let elsewhere = bo.request(notify(push("http://127.0.0.1:9/x".to_owned()))).await.unwrap();
    assert!(matches!(elsewhere, ServerMessage::Refused { .. }), "{elsewhere:?}");
    let noted = bo.request(notify(push(format!("http://{host}/bos/browser")))).await.unwrap();
    assert!(matches!(noted, ServerMessage::Done { .. }), "{noted:?}");
    bo.request(Request::Ready { seat, ready: true }).await.unwrap();
    ann.request(Request::Ping).await.unwrap();
    ann.request(Request::Host { command: HostCommand::Start }).await.unwrap();
    let mut dice = Quick::new(3);
    until_not_asked(&mut ann, &mut dice).await;
    until_not_asked(&mut bo, &mut dice).await;
    drop(bo);
    play_on_alone(&mut ann, &mut dice).await;
    let (head, body) = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await.unwrap().unwrap();
    assert!(head.starts_with("POST /bos/browser HTTP/1.1\r\n"), "{head}");
    for line in ["Content-Encoding: aes128gcm", "TTL: 86400", &format!("Topic: {}", made.table)] {
        assert!(head.lines().any(|l| l == line), "{line} is missing: {head}");
    }
    assert!(head.contains(&format!(", k={key}\r\n")), "{head}");
    assert!(!String::from_utf8_lossy(&body).contains("Bo"), "the service reads nothing");
    let told = read(browser, &[5; 16], &body);
    assert_eq!(told, serde_json::json!({ "table": made.table, "name": "Bo" }));
}

#[tokio::test]
async fn without_a_contact_no_browser_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (_, _, info) = remote.http("GET", "api/info", "").await.unwrap();
    assert!(!info.contains("push_key"), "{info}");
    assert!(!dir.path().join("push.key").exists());
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let [endpoint, p256dh, auth] = ["https://push.example/x", "", ""].map(str::to_owned);
    let push = Some(PushAddress { endpoint, p256dh, auth });
    let seat = Seat::new(0).unwrap();
    let answer = ann.request(Request::Notify { seat, webhook: None, push }).await.unwrap();
    let ServerMessage::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(refusal.text, "this server does not tell browsers of turns");
}
