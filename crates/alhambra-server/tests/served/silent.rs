//! Connections that say nothing: those of people who were banned end, and so do those that only ever ping.

use crate::common::{config, serve, wish};
use alhambra_protocol::{RefusalCode, Request, ServerMessage, TableOptions};
use alhambra_server::client::ClientError;
use alhambra_server::{Order, admin};
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_ban_ends_the_connections_of_those_who_only_listen() {
    let dir = tempfile::tempdir().unwrap();
    let settings = config(dir.path(), &[]);
    let (_server, remote) = serve(settings.clone()).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let mut watcher = remote.sit(&made.table, None, false).await.unwrap();
    let mut player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    admin(&settings, &Order::Ban("192.0.2.1".to_owned())).await.unwrap();
    player.request(Request::Ping).await.unwrap();
    admin(&settings, &Order::Ban("127.0.0.0/8".to_owned())).await.unwrap();
    for there in [&mut watcher, &mut player] {
        let gone = async {
            loop {
                match there.hear().await {
                    Ok(ServerMessage::Bye { refusal, .. }) => assert_eq!(refusal.code, RefusalCode::NotYours),
                    Ok(_) => {}
                    Err(why) => return why,
                }
            }
        };
        let gone = tokio::time::timeout(Duration::from_secs(10), gone).await;
        assert!(matches!(gone, Ok(ClientError::Bye(_) | ClientError::Connection(_))), "{gone:?}");
    }
    assert!(remote.sit(&made.table, None, false).await.is_err());
}

#[tokio::test]
async fn pings_are_messages_too() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("messages_per_second", "5")])).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    // Before a hello as well as behind one.
    for hello in [false, true] {
        let mut socket = remote.socket().await.unwrap();
        if hello {
            let text = format!(
                "{{\"id\":1,\"request\":{{\"type\":\"hello\",\"protocol\":{},\"table\":\"{}\"}}}}",
                alhambra_protocol::PROTOCOL,
                made.table
            );
            socket.send(Message::Text(text.into())).await.unwrap();
        }
        let flood = async {
            let mut pings = 0;
            while socket.send(Message::Ping(vec![7; 100].into())).await.is_ok() && pings < 2000 {
                pings += 1;
                // What comes back is read, so that nothing stands in the way.
                let heard = tokio::time::timeout(Duration::from_millis(1), socket.next()).await;
                if matches!(heard, Ok(None | Some(Err(_) | Ok(Message::Close(_))))) {
                    break;
                }
            }
            pings
        };
        let pings = tokio::time::timeout(Duration::from_secs(20), flood).await.unwrap();
        assert!(pings < 2000, "hello {hello}: {pings} pings were taken");
    }
}

/// They came before they were banned, and said nothing until now.
#[tokio::test]
async fn a_ban_holds_for_whoever_has_not_said_hello() {
    let dir = tempfile::tempdir().unwrap();
    let settings = config(dir.path(), &[]);
    let (_server, remote) = serve(settings.clone()).await;
    let made = remote.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let mut socket = remote.socket().await.unwrap();
    admin(&settings, &Order::Ban("127.0.0.0/8".to_owned())).await.unwrap();
    let text = format!(
        "{{\"id\":1,\"request\":{{\"type\":\"hello\",\"protocol\":{},\"table\":\"{}\",\"token\":\"{}\"}}}}",
        alhambra_protocol::PROTOCOL,
        made.table,
        made.token
    );
    socket.send(Message::Text(text.into())).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(10), socket.next()).await.unwrap();
    let Some(Ok(Message::Text(heard))) = heard else { panic!("{heard:?}") };
    assert!(heard.contains("address_barred") && !heard.contains("snapshot"), "{heard}");
}
