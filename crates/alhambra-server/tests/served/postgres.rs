//! Several servers on one PostgreSQL: moves made on one are seen on the other, and games outlive a server.

use crate::common::postgres::Postgres;
use crate::common::{config, play, serve, wish};
use alhambra_protocol::{HostCommand, Request, ServerMessage, TableOptions};
use alhambra_rules::Quick;
use alhambra_server::client::Player;
use alhambra_server::{Order, admin};
use std::path::Path;

/// Plays until the record has so many actions, whoever does them; nobody stops in the middle of a turn, of which the others
/// would not know.
async fn play_to(mut player: Player, mut dice: Quick, actions: u32) -> Player {
    while player
        .seen()
        .game
        .as_ref()
        .is_some_and(|game| game.view.winners.is_none() && (game.action < actions || game.decision.is_some()))
    {
        match player.decision().is_some() {
            true => assert_eq!(play(&mut player, &mut dice, 1).await, 1),
            false => drop(player.hear().await.unwrap()),
        }
    }
    player
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_their_tables_and_one_may_die() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.url();
    let unused = Path::new("unused");
    let node = |pace: &'static str| config(unused, &[("database_url", &url), ("bot_pace_ms", pace)]);
    let (first, one) = serve(node("0")).await;
    let (second, two) = serve(node("0")).await;
    let made = one.create(&wish(1, 1, None, TableOptions::default())).await.unwrap();
    let bo = two.join(&made.table, "Bo").await.unwrap();
    let mut ann = one.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = two.sit(&made.table, Some(&bo.token), true).await.unwrap();
    bo.request(Request::Ready { seat: alhambra_rules::Seat::new(1).unwrap(), ready: true }).await.unwrap();
    while !ann.seen().table.seats[1].ready {
        ann.hear().await.unwrap();
    }
    // Who is connected to the other server is here as well.
    for player in [&mut ann, &mut bo] {
        while !player.seen().table.seats[..2].iter().all(|seat| seat.here) {
            player.hear().await.unwrap();
        }
    }
    ann.request(Request::Host { command: alhambra_protocol::HostCommand::Start }).await.unwrap();
    while bo.view().is_none() {
        bo.hear().await.unwrap();
    }
    // Both play, each on a server of their own; the bot belongs to whoever looks after the table.
    let ann_plays = tokio::spawn(play_to(ann, Quick::new(1), 60));
    let bo_plays = tokio::spawn(play_to(bo, Quick::new(2), 60));
    let (ann, mut bo) = (ann_plays.await.unwrap(), bo_plays.await.unwrap());
    // The server of Ann goes; she comes back to the other one and the game ends there.
    drop(ann);
    first.stop().await;
    let mut ann = two.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert!(ann.seen().game.as_ref().unwrap().action >= 60);
    let ann_plays = tokio::spawn(async move {
        play(&mut ann, &mut Quick::new(3), 5000).await;
    });
    play(&mut bo, &mut Quick::new(4), 5000).await;
    ann_plays.await.unwrap();
    assert!(bo.view().unwrap().winners.is_some());
    second.stop().await;
    let checkup = alhambra_server::doctor(&node("0")).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (1, 0), "{checkup:?}");
}

/// What the admin does at one server holds at the other, which still has the table in memory and people at it.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_erased_or_deleted_at_one_server_does_not_come_back_from_another() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.url();
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let settings = dirs.each_ref().map(|dir| config(dir.path(), &[("database_url", &url)]));
    let [(_first, one), (_second, two)] =
        [serve(settings[0].clone()).await, serve(settings[1].clone()).await];
    let made = one.create(&wish(1, 0, None, TableOptions::default())).await.unwrap();
    let joined = two.join(&made.table, "Bartholomew").await.unwrap();
    let mut guest = two.sit(&made.table, Some(&joined.token), true).await.unwrap();
    let said = guest.request(Request::Chat { text: "I live in Granada".to_owned() }).await.unwrap();
    assert!(matches!(said, ServerMessage::Done { .. }));
    let ready = |n: u32| Request::Ready { seat: joined.seat, ready: n.is_multiple_of(2) };
    let person = |erase: bool| {
        let (name, table) = ("Bartholomew".to_owned(), Some(made.table.clone()));
        if erase { Order::Erase { name, table } } else { Order::Export { name, table } }
    };
    let done = admin(&settings[0], &person(true)).await.unwrap();
    assert!(done.starts_with("2 things"), "{done}");
    // The other server hears of it, and sends everybody to what there is now; or they write, and are refused.
    for n in 0..200 {
        match guest.request(ready(n)).await {
            Ok(ServerMessage::Done { .. }) => panic!("the other server still knows the table as it was"),
            Ok(ServerMessage::Bye { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let mut guest = two.sit(&made.table, Some(&joined.token), true).await.unwrap();
    assert_eq!(guest.seen().table.seats[1].name, "Erased 2");
    // A hundred lines are enough for everything that is written now and then.
    for n in 0..100 {
        assert!(matches!(guest.request(ready(n)).await.unwrap(), ServerMessage::Done { .. }));
    }
    for settings in &settings {
        assert_eq!(admin(settings, &person(false)).await.unwrap(), "");
        let list = admin(settings, &Order::List).await.unwrap();
        assert!(list.contains(&made.table) && !list.contains("Bartholomew"), "{list}");
    }
    let mut ann = one.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(ann.seen().table.seats[1].name, "Erased 2");
    ann.request(Request::Ping).await.unwrap();
    assert!(!format!("{:?}", ann.seen()).contains("Bartholomew"));
    admin(&settings[0], &Order::Delete(made.table.clone())).await.unwrap();
    for n in 0..200 {
        match guest.request(ready(n)).await {
            Ok(ServerMessage::Done { .. }) => panic!("the other server plays on at a table that was deleted"),
            Ok(ServerMessage::Bye { .. }) | Err(_) => break,
            Ok(_) => {}
        }
    }
    for (remote, settings) in [(&one, &settings[0]), (&two, &settings[1])] {
        let (status, ..) = remote.http("GET", &format!("api/tables/{}", made.table), "").await.unwrap();
        assert_eq!(status, 404);
        assert!(!admin(settings, &Order::List).await.unwrap().contains(&made.table));
    }
    let mut host = ann;
    let close = host.request(Request::Host { command: HostCommand::Close }).await;
    assert!(!matches!(close, Ok(ServerMessage::Done { .. })), "{close:?}");
}

/// Whoever comes to another server asks before it can know who is connected elsewhere, and decides nothing alone.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_decides_alone_because_their_server_has_not_heard_of_the_others_yet() {
    use alhambra_protocol::{ProposalKind, UndoPolicy};
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.url();
    let unused = Path::new("unused");
    let node = || config(unused, &[("database_url", &url)]);
    let [(_first, one), (_second, two)] = [serve(node()).await, serve(node()).await];
    let options = TableOptions { undo: UndoPolicy::Ask, ..TableOptions::default() };
    let made = one.create(&wish(1, 0, None, options)).await.unwrap();
    let bo = one.join(&made.table, "Bo").await.unwrap();
    let mut ann = one.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut there = one.sit(&made.table, Some(&bo.token), true).await.unwrap();
    there.request(Request::Ready { seat: bo.seat, ready: true }).await.unwrap();
    drop(there);
    ann.request(Request::Host { command: HostCommand::Start }).await.unwrap();
    // Ann stays at her server; there is something to be taken back.
    let mut there = one.sit(&made.table, Some(&bo.token), true).await.unwrap();
    while there.seen().game.as_ref().is_none_or(|game| game.action < 2) {
        for player in [&mut ann, &mut there] {
            player.request(Request::Ping).await.unwrap();
            if player.decision().is_some() {
                play(player, &mut Quick::new(1), 1).await;
            }
        }
    }
    drop(there);
    let back = || Request::Propose { seat: bo.seat, what: ProposalKind::TakeBack { action: 1 } };
    let mut player = two.sit(&made.table, Some(&bo.token), true).await.unwrap();
    let answer = player.request(back()).await.unwrap();
    let ServerMessage::Refused { refusal, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(refusal.rule.as_deref(), Some("try_again"));
    // A moment later it is known that Ann is there, and she is asked.
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let answer = player.request(back()).await.unwrap();
    assert!(matches!(answer, ServerMessage::Done { .. }), "{answer:?}");
    player.request(Request::Ping).await.unwrap();
    assert_eq!((player.seen().table.proposals.len(), player.seen().table.took_back), (1, false));
}
