//! What somebody does in a turn is theirs alone as long as they can take it back.

use crate::common::{config, serve, wish};
use alhambra_protocol::{
    Hello, HostCommand, PROTOCOL, Phase, Request, ServerMessage, Spectators, TableOptions, UndoPolicy, View,
};
use alhambra_rules::{Seat, Setup};
use alhambra_server::client::{Player, Remote};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn done(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Done { .. })
}

fn view(player: &Player) -> &View {
    player.view().unwrap()
}

/// Step, action and view, as somebody knows them.
fn known(player: &Player) -> (u64, u32, View) {
    let game = player.seen().game.as_ref().unwrap();
    (game.step, game.action, game.view.clone())
}

/// Two people at a table that asks before a turn ends.
async fn two(remote: &Remote, undo: UndoPolicy) -> (String, [String; 2], [Player; 2]) {
    let setup = Setup { confirm: true, ..Setup::players(2) };
    let options = TableOptions { undo, spectators: Spectators::Hands, ..TableOptions::default() };
    let made = remote.create(&wish(1, 0, Some(setup), options)).await.unwrap();
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    let mut players = [
        remote.sit(&made.table, Some(&made.token), true).await.unwrap(),
        remote.sit(&made.table, Some(&bo.token), true).await.unwrap(),
    ];
    assert!(done(&players[1].request(Request::Ready { seat: seat(1), ready: true }).await.unwrap()));
    assert!(done(&players[0].request(Request::Host { command: HostCommand::Start }).await.unwrap()));
    for player in &mut players {
        while player.view().is_none() {
            player.hear().await.unwrap();
        }
    }
    (made.table, [made.token, bo.token], players)
}

async fn act(player: &mut Player) {
    let id = player.choose(|_| 0).await.unwrap().expect("it is their decision");
    let answer = player.answer(id).await.unwrap();
    assert!(done(&answer), "{answer:?}");
}

/// Everything somebody hears until they have nothing to hear any more.
async fn listen(player: &mut Player) -> Vec<ServerMessage> {
    let (id, mut heard) = (player.ask(Request::Ping).await.unwrap(), Vec::new());
    loop {
        match player.hear().await.unwrap() {
            ServerMessage::Pong { id: answered, .. } if answered == id => return heard,
            message => heard.push(message),
        }
    }
}

async fn undo(player: &mut Player, n: usize, actions: u32) {
    let step = known(player).0;
    assert!(done(&player.request(Request::Undo { seat: seat(n), step, actions }).await.unwrap()));
}

#[tokio::test]
async fn others_see_a_turn_when_it_cannot_be_taken_back_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let (table, tokens, mut players) = two(&remote, UndoPolicy::Turn).await;
    let me = players.iter().position(|p| p.decision().is_some()).unwrap();
    let other = 1 - me;
    let mut watcher = remote.sit(&table, None, true).await.unwrap();
    let mut tablet = remote.sit(&table, Some(&tokens[me]), true).await.unwrap();
    let shared = players[me].request(Request::ShareHand { seat: seat(me) }).await.unwrap();
    let ServerMessage::Link { token: hand, .. } = shared else { panic!("{shared:?}") };
    let mut pupil = remote.sit(&table, Some(&hand), true).await.unwrap();
    listen(&mut players[other]).await;
    listen(&mut watcher).await;
    let before = known(&players[other]);
    // Two things, one taken back, and another: nobody else hears a word of it.
    act(&mut players[me]).await;
    undo(&mut players[me], me, 1).await;
    act(&mut players[me]).await;
    assert!(listen(&mut players[other]).await.is_empty() && listen(&mut watcher).await.is_empty());
    let looked = players[other].request(Request::Look { seat: Some(seat(other)) }).await.unwrap();
    assert!(matches!(looked, ServerMessage::Snapshot(_)));
    assert_eq!(known(&players[other]), before, "coming back shows no more");
    let mut guest = remote.sit(&table, None, true).await.unwrap();
    assert_eq!(known(&guest).0, before.0);
    let told = guest.request(Request::History { from: 1, to: u32::MAX }).await.unwrap();
    assert!(matches!(told, ServerMessage::History { blocks, .. } if blocks.is_empty()));
    let moments = |body: &str| body.matches("\"moment\":").count().max(body.matches("\"n\":").count());
    let (_, _, public) = remote.http("GET", &format!("api/tables/{table}/replay"), "").await.unwrap();
    let header = format!("Authorization: Bearer {}\r\n", tokens[me]);
    let (_, _, mine) =
        remote.http_with("GET", &format!("api/tables/{table}/replay"), &header, "").await.unwrap();
    assert!(moments(&public) < moments(&mine), "{public} and {mine}");
    // Whoever plays sees every step, on every device, and so do those who may see the hand.
    listen(&mut tablet).await;
    listen(&mut pupil).await;
    let mine = known(&players[me]);
    assert_ne!(mine.2, before.2);
    assert_eq!((&known(&tablet), view(&pupil)), (&mine, &mine.2));
    // It stays so when the server starts anew.
    server.stop().await;
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let mut mover = remote.sit(&table, Some(&tokens[me]), true).await.unwrap();
    let mut waiting = remote.sit(&table, Some(&tokens[other]), true).await.unwrap();
    assert_eq!((known(&mover), known(&waiting)), (mine, before.clone()));
    // The end of the turn tells everything at once and in order.
    while mover.decision().is_some() {
        act(&mut mover).await;
    }
    let updates = listen(&mut waiting).await.into_iter().filter_map(|message| match message {
        ServerMessage::Update(update) => Some(*update),
        _ => None,
    });
    let updates: Vec<_> = updates.collect();
    assert!(updates.len() >= 2, "{updates:?}");
    for (n, update) in (1..).zip(&updates) {
        assert_eq!((update.step, update.action), (before.0 + n, before.1 + n as u32));
        assert_eq!((update.by, update.undone), (Some(seat(me)), 0));
    }
    assert!(updates.iter().any(|update| !update.events.is_empty()));
    listen(&mut mover).await;
    assert_eq!(known(&mover).1, known(&waiting).1);
    let spectator = remote.sit(&table, None, true).await.unwrap();
    assert_eq!(view(&spectator).players, view(&waiting).players);
    assert!(waiting.decision().is_some());
}

#[tokio::test]
async fn a_bot_that_takes_over_and_tables_without_undo_have_no_veil() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (_, _, mut players) = two(&remote, UndoPolicy::None).await;
    let me = players.iter().position(|p| p.decision().is_some()).unwrap();
    let before = known(&players[1 - me]);
    act(&mut players[me]).await;
    listen(&mut players[1 - me]).await;
    assert_eq!(known(&players[1 - me]).0, before.0 + 1);
    // At a table with undo the host lets a bot play on: what was done so far is told first.
    let (_, _, mut players) = two(&remote, UndoPolicy::Turn).await;
    let me = players.iter().position(|p| p.decision().is_some()).unwrap();
    let before = known(&players[1 - me]);
    act(&mut players[me]).await;
    assert!(!listen(&mut players[1 - me]).await.iter().any(|m| matches!(m, ServerMessage::Update(_))));
    let command = HostCommand::StandIn { seat: seat(me), level: "random".to_owned() };
    assert!(done(&players[0].request(Request::Host { command }).await.unwrap()));
    while known(&players[1 - me]).1 <= before.1 + 1 {
        players[1 - me].hear().await.unwrap();
    }
    assert_eq!(players[1 - me].seen().table.phase, Phase::Playing);
}

#[tokio::test]
async fn whoever_was_away_hears_that_something_else_was_done_in_the_place_of_what_they_saw() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let (table, tokens, mut players) = two(&remote, UndoPolicy::Turn).await;
    let me = players.iter().position(|p| p.decision().is_some()).unwrap();
    act(&mut players[me]).await;
    listen(&mut players[me]).await;
    let (step, action, _) = known(&players[me]);
    assert_eq!(action, 1);
    let hello = |who: usize, step, eyes| Hello {
        protocol: PROTOCOL,
        table: table.clone(),
        token: Some(tokens[who].clone()),
        name: None,
        after: Some(1),
        step,
        eyes,
        glance: false,
        texts: false,
    };
    let told = |back: &Player| {
        let seen = back.seen();
        (seen.taken_back_to, seen.missed.iter().map(|block| block.action).collect::<Vec<_>>())
    };
    let back = remote.hello(hello(me, Some(step), Some(seat(me)))).await.unwrap();
    assert_eq!(told(&back), (None, vec![]), "nothing was taken back");
    // Meanwhile, on another device: the first action is another now, under the same number.
    undo(&mut players[me], me, 1).await;
    let id = players[me].choose(|_| 1).await.unwrap().unwrap();
    assert!(done(&players[me].answer(id).await.unwrap()));
    let back = remote.hello(hello(me, Some(step), Some(seat(me)))).await.unwrap();
    assert_eq!(told(&back), (Some(0), vec![1]));
    let back = remote.hello(hello(1 - me, Some(step), Some(seat(me)))).await.unwrap();
    assert_eq!(told(&back), (None, vec![]), "nobody else hears of it");
    let back = remote.hello(hello(1 - me, Some(0), Some(seat(1 - me)))).await.unwrap();
    assert_eq!(told(&back), (None, vec![]), "they never saw it");
    // It stays so when the server starts anew, and from the next checkpoint.
    server.stop().await;
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let mut back = remote.hello(hello(me, Some(step), Some(seat(me)))).await.unwrap();
    assert_eq!(told(&back), (Some(0), vec![1]));
    let now = known(&back).0;
    act(&mut back).await;
    let again = remote.hello(hello(me, Some(now), Some(seat(me)))).await.unwrap();
    assert_eq!(told(&again), (None, vec![2]), "what was taken back before is known");
}
