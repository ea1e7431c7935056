//! What whoever runs a server expects: files of their own, a socket file, TLS, orders of the admin; and what a host expects
//! of their table.

use crate::common::{config, serve, wish};
use crate::edge::ends;
use alhambra_protocol::{RefusalCode, Request, ServerMessage, TableOptions};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[cfg(unix)]
#[tokio::test]
async fn data_is_nobody_elses_business() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let settings = config(&data, &[]);
    // One that an older version left open for all is closed.
    {
        let (server, _) = serve(settings.clone()).await;
        server.stop().await;
        std::fs::set_permissions(data.join("alhambra.db"), std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let (server, remote) = serve(settings.clone()).await;
    remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let backup = dir.path().join("copies").join("backup.db");
    std::fs::create_dir(backup.parent().unwrap()).unwrap();
    alhambra_server::backup(&settings, &backup).await.unwrap();
    assert_eq!(mode(&data), 0o700);
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        seen.push(path.file_name().unwrap().to_string_lossy().into_owned());
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
    for name in ["alhambra.db", "alhambra.db-wal", "alhambra.db-shm", "lock"] {
        assert!(seen.iter().any(|it| it == name), "{name}: {seen:?}");
    }
    assert_eq!(mode(&backup), 0o600);
    server.stop().await;
    let other = config(&dir.path().join("other"), &[]);
    alhambra_server::restore(&other, &backup).await.unwrap();
    assert_eq!(mode(&dir.path().join("other")), 0o700);
    assert_eq!(mode(&dir.path().join("other/alhambra.db")), 0o600);
}

#[cfg(unix)]
#[tokio::test]
async fn a_proxy_may_come_by_a_socket_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("alhambra.sock");
    // One that a dead server left behind is no obstacle.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let settings = [("listen_unix", path.to_str().unwrap()), ("tables_per_minute", "1")];
    let (server, _) = serve(config(&dir.path().join("data"), &settings)).await;
    let body = serde_json::to_string(&wish(1, 0, None, TableOptions::default())).unwrap();
    let mut statuses = Vec::new();
    for whom in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
        let mut stream = tokio::net::UnixStream::connect(&path).await.unwrap();
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {whom}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        statuses.push(said.split(' ').nth(1).unwrap().to_owned());
    }
    assert_eq!(statuses, ["200", "429", "200"]);
    let second = alhambra_server::Server::start(config(&dir.path().join("other"), &settings)).await;
    assert!(second.is_err(), "a living server keeps its socket file");
    server.stop().await;
}

#[tokio::test]
async fn tls_from_files() {
    use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
    let dir = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (chain, key) = (dir.path().join("chain.pem"), dir.path().join("key.pem"));
    std::fs::write(&chain, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let (chain, key) = (chain.to_str().unwrap(), key.to_str().unwrap());
    let settings = [("tls_cert", chain), ("tls_key", key), ("request_seconds", "1")];
    let (server, remote) = serve(config(&dir.path().join("data"), &settings)).await;
    assert!(server.url().starts_with("https://"), "{}", server.url());
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(made.cert.der().to_vec())).unwrap();
    let client = ClientConfig::builder_with_provider(std::sync::Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(std::sync::Arc::new(client));
    let stream = TcpStream::connect(remote.address).await.unwrap();
    let mut stream = connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap();
    stream.write_all(b"GET /api/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut said = Vec::new();
    let _ = stream.read_to_end(&mut said).await;
    assert!(said.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&said));
    // Whoever says nothing, or nothing that is TLS, is not waited for.
    for part in ["", "GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = TcpStream::connect(remote.address).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        assert!(ends(&mut stream).await.0 < Duration::from_secs(4));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn whoever_runs_the_server_looks_after_it_by_a_socket_of_their_own() {
    use alhambra_server::{Order, admin};
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let settings = config(dir.path(), &[("trusted_proxies", "127.0.0.1")]);
    assert!(admin(&settings, &Order::Health).await.is_err(), "there is no server yet");
    let (server, remote) = serve(settings.clone()).await;
    let mode = std::fs::metadata(dir.path().join("admin.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(admin(&settings, &Order::Health).await.unwrap(), "ready\n");
    let made = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let list = admin(&settings, &Order::List).await.unwrap();
    assert!(list.lines().count() == 1 && list.contains(&made.table), "{list}");
    admin(&settings, &Order::Close(made.table.to_lowercase())).await.unwrap();
    let why = admin(&settings, &Order::Close(made.table.clone())).await.unwrap_err();
    assert!(why.contains("the table is closed"), "{why}");
    assert!(admin(&settings, &Order::Close("00000000".to_owned())).await.is_err());
    // Whatever was closed long enough ago goes; so does any table by its code, and nobody else.
    let running = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let other = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    assert_eq!(admin(&settings, &Order::Purge(1)).await.unwrap(), "0 tables are deleted\n");
    let mut watcher = remote.sit(&running.table, None, false).await.unwrap();
    admin(&settings, &Order::Delete(running.table.clone())).await.unwrap();
    let bye = loop {
        if let ServerMessage::Bye { refusal, .. } = watcher.hear().await.unwrap() {
            break refusal.code;
        }
    };
    assert_eq!(bye, RefusalCode::NotFound);
    assert_eq!(remote.http("GET", &format!("api/tables/{}", running.table), "").await.unwrap().0, 404);
    assert!(admin(&settings, &Order::Delete(running.table.clone())).await.is_err());
    assert!(remote.sit(&other.table, Some(&other.token), false).await.is_ok());
    let list = admin(&settings, &Order::List).await.unwrap();
    assert!(list.lines().count() == 2 && !list.contains(&running.table), "{list}");
    // A ban holds behind a proxy and without one, and outlives the server.
    let from = async |whom: &str| {
        let header = format!("X-Forwarded-For: {whom}\r\n");
        remote.http_with("GET", "api/info", &header, "").await.unwrap().0
    };
    assert_eq!(from("192.0.2.7").await, 200);
    admin(&settings, &Order::Ban("192.0.2.0/24".to_owned())).await.unwrap();
    assert!(admin(&settings, &Order::Ban("somewhere".to_owned())).await.is_err());
    assert_eq!((from("192.0.2.7").await, from("192.0.3.7").await), (403, 200));
    let mut player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    admin(&settings, &Order::Ban("127.0.0.1".to_owned())).await.unwrap();
    let answer = player.request(Request::Ping).await.unwrap();
    assert!(matches!(&answer, ServerMessage::Bye { .. }), "{answer:?}");
    let mut stream = TcpStream::connect(remote.address).await.unwrap();
    assert!(ends(&mut stream).await.1.starts_with("HTTP/1.1 403"));
    server.stop().await;
    let (_server, remote) = serve(settings.clone()).await;
    assert_eq!(admin(&settings, &Order::Bans).await.unwrap(), "192.0.2.0/24\n127.0.0.1/32\n");
    admin(&settings, &Order::Unban("127.0.0.1".to_owned())).await.unwrap();
    assert_eq!(remote.http("GET", "api/info", "").await.unwrap().0, 200);
}

#[tokio::test]
async fn a_host_lets_people_in_and_keeps_the_peace() {
    use alhambra_protocol::HostCommand;
    use alhambra_rules::Seat;
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { admission: true, silent_spectators: true, ..TableOptions::default() };
    let wish = alhambra_protocol::CreateTable { seed: None, ..wish(1, 0, None, options) };
    let made = remote.create(&wish).await.unwrap();
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    assert!(bo.info.seats[1].waits && !bo.info.seats[0].waits);
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let mut bo = remote.sit(&made.table, Some(&bo.token), false).await.unwrap();
    let mut cy = remote.sit(&made.table, None, false).await.unwrap();
    let seat = Seat::new(1).unwrap();
    let why = |answer: ServerMessage| match answer {
        ServerMessage::Refused { refusal, .. } => refusal.to_string(),
        ServerMessage::Done { .. } => "done".to_owned(),
        other => panic!("{other:?}"),
    };
    let host = |command| Request::Host { command };
    let talk = || Request::Chat { text: "hello".to_owned() };
    let ready = || Request::Ready { seat, ready: true };
    assert_eq!(why(bo.request(ready()).await.unwrap()), "the host has to let you play first");
    assert_eq!(why(ann.request(host(HostCommand::Start)).await.unwrap()), "Bo waits to be let in");
    assert_eq!(
        why(bo.request(host(HostCommand::Admit { seat })).await.unwrap()),
        "only the host may do that"
    );
    assert_eq!(why(ann.request(host(HostCommand::Admit { seat })).await.unwrap()), "done");
    assert_eq!(why(ann.request(host(HostCommand::Admit { seat })).await.unwrap()), "nobody waits there");
    assert_eq!(why(bo.request(ready()).await.unwrap()), "done");
    assert_eq!(why(ann.request(host(HostCommand::Start)).await.unwrap()), "done");
    // Whoever talks too much.
    assert_eq!(why(cy.request(talk()).await.unwrap()), "spectators do not talk at this table");
    assert_eq!(why(bo.request(talk()).await.unwrap()), "done");
    let mute = |seat, mute| host(HostCommand::Mute { seat, mute });
    assert_eq!(why(ann.request(mute(Some(seat), true)).await.unwrap()), "done");
    assert_eq!(why(bo.request(talk()).await.unwrap()), "the host has muted you");
    assert_eq!(why(ann.request(mute(Some(seat), false)).await.unwrap()), "done");
    assert_eq!(why(ann.request(mute(None, false)).await.unwrap()), "done");
    assert_eq!(why(bo.request(talk()).await.unwrap()), "done");
    assert_eq!(why(cy.request(talk()).await.unwrap()), "done");
    assert!(!ann.seen().table.seats[1].muted);
}

/// A table that was closed before its game goes on with whom the host had let in, and under the same host.
#[tokio::test]
async fn whoever_was_never_let_in_takes_no_table_over_by_playing_again() {
    use alhambra_protocol::{HostCommand, Sitter};
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { admission: true, ..TableOptions::default() };
    let made = remote.create(&wish(2, 0, None, options)).await.unwrap();
    let (bo, cy) =
        (remote.join(&made.table, "Bo").await.unwrap(), remote.join(&made.table, "Cy").await.unwrap());
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    let admit = HostCommand::Admit { seat: bo.seat };
    for command in [admit, HostCommand::Close] {
        let answer = ann.request(Request::Host { command }).await.unwrap();
        assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
    }
    let mut waiting = remote.sit(&made.table, Some(&cy.token), false).await.unwrap();
    let answer = waiting.request(Request::Rematch).await.unwrap();
    let ServerMessage::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(refusal.rule.as_deref(), Some("own_people_only"));
    let mut friend = remote.sit(&made.table, Some(&bo.token), false).await.unwrap();
    let answer = friend.request(Request::Rematch).await.unwrap();
    let ServerMessage::Link { table: next, .. } = answer else { panic!("{answer:?}") };
    let there = remote.sit(&next, Some(&made.token), false).await.unwrap();
    assert!(there.seen().you.host && there.seen().you.seats.len() == 1);
    let friend = remote.sit(&next, Some(&bo.token), false).await.unwrap();
    assert!(!friend.seen().you.host && friend.seen().you.seats.len() == 1);
    assert!(there.seen().table.seats.iter().any(|seat| seat.sitter == Sitter::Open));
    assert!(!there.seen().table.seats.iter().any(|seat| seat.name == "Cy"));
    assert!(remote.sit(&next, Some(&cy.token), false).await.is_err(), "they join like anybody else");
}
