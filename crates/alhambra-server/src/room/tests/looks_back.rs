//! Looking back: nobody waits for somebody who does, and nobody does without end.

use super::*;
use crate::client::ClientError;
use alhambra_protocol::{Hello, PROTOCOL};

async fn play(people: &mut [Player; 2], moves: usize) {
    for _ in 0..moves {
        for player in people.iter_mut() {
            player.request(Request::Ping).await.unwrap();
        }
        let n = asked(people);
        let id = people[n].choose(|_| 0).await.unwrap().unwrap();
        assert!(done(&people[n].answer(id).await.unwrap()));
    }
    for player in people.iter_mut() {
        player.request(Request::Ping).await.unwrap();
    }
}

fn history() -> Request {
    Request::History { from: 0, to: u32::MAX }
}

#[tokio::test]
async fn a_table_goes_on_while_somebody_looks_back() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    play(&mut people, 12).await;
    let whole = match people[0].request(history()).await.unwrap() {
        ServerMessage::History { blocks, .. } => blocks,
        other => panic!("{other:?}"),
    };
    assert!(whole.len() > 5);
    // Whoever reads just now keeps all places; a question after the past waits, and only that.
    let places = server.hub().readers.acquire_many(2).await.unwrap();
    let late = people[0].ask(history()).await.unwrap();
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.clone(),
        token: Some(BO.to_owned()),
        name: None,
        after: Some(0),
        step: None,
        eyes: None,
        glance: false,
        texts: true,
    };
    let back = tokio::spawn({
        let remote = remote.clone();
        async move { remote.hello(hello).await }
    });
    for player in &mut people {
        let pong = tokio::time::timeout(Duration::from_secs(5), player.request(Request::Ping)).await;
        assert!(matches!(pong, Ok(Ok(ServerMessage::Pong { .. }))), "{pong:?}");
    }
    assert!(!back.is_finished());
    drop(places);
    match people[0].answer(late).await.unwrap() {
        ServerMessage::History { blocks, .. } => assert_eq!(blocks, whole),
        other => panic!("{other:?}"),
    }
    let back = back.await.unwrap().unwrap();
    let known = back.seen().game.as_ref().unwrap().action;
    assert!(known > 5);
    assert_eq!(back.seen().missed.len() as u32, known);
}

#[tokio::test]
async fn nobody_looks_back_without_end() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("downloads_per_minute", "3")]).await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    play(&mut people, 4).await;
    let mut told = 0;
    for n in 0..8 {
        let request = if n % 2 == 0 { history() } else { Request::Scoring { round: 1 } };
        match people[n % 2].request(request).await.unwrap() {
            ServerMessage::History { .. } => told += 1,
            ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::NotFound => told += 1,
            ServerMessage::Refused { refusal, .. } => assert_eq!(refusal.code, RefusalCode::TooFast),
            other => panic!("{other:?}"),
        }
    }
    // One more may have run in meanwhile.
    assert!((3..=4).contains(&told), "{told}");
    // Whoever comes back gets in all the same, only not the story of it.
    let hello = Hello {
        protocol: PROTOCOL,
        table,
        token: Some(ANN.to_owned()),
        name: None,
        after: Some(0),
        step: None,
        eyes: None,
        glance: false,
        texts: true,
    };
    let back: Result<Player, ClientError> = remote.hello(hello).await;
    assert!(back.unwrap().seen().missed.is_empty());
}
