//! Links for spectators: the host can withdraw each, players those to their own hand, and new ones can be made.

use crate::common::{config, serve, wish};
use alhambra_protocol::{
    HostCommand, RefusalCode, Request, ServerMessage, SpectatorLink, Spectators, TableOptions,
};
use alhambra_rules::Seat;
use alhambra_server::client::{Player, Remote};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn code(message: &ServerMessage) -> Option<RefusalCode> {
    match message {
        ServerMessage::Refused { refusal, .. } => Some(refusal.code),
        _ => None,
    }
}

fn done(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Done { .. })
}

/// Ann, who is the host, and Bo at a table that shows hands to spectators.
async fn two(remote: &Remote) -> (String, Player, Player) {
    let options = TableOptions { spectators: Spectators::Hands, ..TableOptions::default() };
    let made = remote.create(&wish(1, 0, None, options)).await.unwrap();
    let bo = remote.join(&made.table, "Bo").await.unwrap();
    let ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let bo = remote.sit(&made.table, Some(&bo.token), true).await.unwrap();
    (made.table, ann, bo)
}

async fn link(player: &mut Player, request: Request) -> String {
    match player.request(request).await.unwrap() {
        ServerMessage::Link { token, .. } => token,
        other => panic!("{other:?}"),
    }
}

/// Why somebody was sent away.
async fn farewell(player: &mut Player) -> String {
    loop {
        if let ServerMessage::Bye { refusal, retry: None } = player.hear().await.unwrap() {
            return refusal.text;
        }
    }
}

async fn refused(remote: &Remote, table: &str, token: Option<&str>) -> String {
    remote.sit(table, token, true).await.expect_err("the link was withdrawn").to_string()
}

#[tokio::test]
async fn the_host_withdraws_the_link_for_spectators_and_makes_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let (table, mut ann, mut bo) = two(&remote).await;
    let mut watcher = remote.sit(&table, None, true).await.unwrap();
    assert!(watcher.seen().table.links.address);
    let public = || Request::Revoke { link: SpectatorLink::Public };
    assert_eq!(code(&bo.request(public()).await.unwrap()), Some(RefusalCode::NotHost));
    assert_eq!(code(&bo.request(Request::ShareTable).await.unwrap()), Some(RefusalCode::NotHost));
    assert!(done(&ann.request(public()).await.unwrap()));
    let why = "the host has withdrawn this link for spectators";
    assert!(farewell(&mut watcher).await.contains(why));
    assert!(refused(&remote, &table, None).await.contains(why));
    assert_eq!(code(&ann.request(public()).await.unwrap()), Some(RefusalCode::NotNow), "there is none left");
    // Players stay, and can say that it was done.
    bo.request(Request::Ping).await.unwrap();
    assert!(bo.seen().chat.iter().any(|line| line.text.contains("withdraws the link for spectators")));
    let first = link(&mut ann, Request::ShareTable).await;
    let mut watcher = remote.sit(&table, Some(&first), true).await.unwrap();
    assert_eq!(watcher.seen().you.viewing, None);
    assert!(watcher.seen().you.seats.is_empty() && !watcher.seen().you.host);
    let links = watcher.seen().table.links.clone();
    assert!(links.made && !links.address, "{links:?}");
    // That one can be withdrawn as well, and stays so over a restart.
    assert!(done(&ann.request(public()).await.unwrap()));
    assert!(farewell(&mut watcher).await.contains("this link was withdrawn"));
    let second = link(&mut ann, Request::ShareTable).await;
    server.stop().await;
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    assert!(refused(&remote, &table, Some(&first)).await.contains("this link was withdrawn"));
    assert!(refused(&remote, &table, None).await.contains(why));
    remote.sit(&table, Some(&second), true).await.unwrap();
}

#[tokio::test]
async fn links_to_a_hand_are_withdrawn_by_their_player_or_the_host() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (table, mut ann, mut bo) = two(&remote).await;
    let hand = |n| Request::Revoke { link: SpectatorLink::Hand { seat: seat(n) } };
    for by_host in [false, true] {
        let tokens = [
            link(&mut bo, Request::ShareHand { seat: seat(1) }).await,
            link(&mut ann, Request::ShareHand { seat: seat(0) }).await,
        ];
        let mut pupil = remote.sit(&table, Some(&tokens[0]), true).await.unwrap();
        assert_eq!(pupil.seen().table.links.hands, [seat(0), seat(1)]);
        assert_eq!(code(&bo.request(hand(0)).await.unwrap()), Some(RefusalCode::NotHost), "not Bo's hand");
        assert_eq!(code(&pupil.request(hand(1)).await.unwrap()), Some(RefusalCode::NotHost));
        let revoker = if by_host { &mut ann } else { &mut bo };
        assert!(done(&revoker.request(hand(1)).await.unwrap()));
        assert!(farewell(&mut pupil).await.contains("this link was withdrawn"));
        assert!(refused(&remote, &table, Some(&tokens[0])).await.contains("this link was withdrawn"));
        // The other hand is still shown, and everybody may still watch.
        let friend = remote.sit(&table, Some(&tokens[1]), true).await.unwrap();
        assert_eq!(friend.seen().you.viewing, Some(seat(0)));
        remote.sit(&table, None, true).await.unwrap();
        let chat = &friend.seen().chat;
        let noted = |line: &str| chat.iter().any(|l| l.text.contains(line));
        assert!(noted(if by_host {
            "the host withdraws the links"
        } else {
            "the links to the hand of Bo are withdrawn"
        }));
    }
}

/// The host's powers over links go with everything else to whoever hosts next; what was made before stays good.
#[tokio::test]
async fn whoever_hands_over_has_no_say_in_links_any_more() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (table, mut ann, mut bo) = two(&remote).await;
    let made = link(&mut ann, Request::ShareTable).await;
    let hand = link(&mut bo, Request::ShareHand { seat: seat(1) }).await;
    let mut watcher = remote.sit(&table, Some(&made), true).await.unwrap();
    let over = Request::Host { command: HostCommand::HandOver { seat: seat(1) } };
    assert!(done(&ann.request(over.clone()).await.unwrap()));
    ann.request(Request::Ping).await.unwrap();
    bo.request(Request::Ping).await.unwrap();
    assert!(!ann.seen().you.host && bo.seen().you.host);
    let public = || Request::Revoke { link: SpectatorLink::Public };
    let to_hand = || Request::Revoke { link: SpectatorLink::Hand { seat: seat(1) } };
    for request in [Request::ShareTable, public(), to_hand(), over] {
        let answer = ann.request(request.clone()).await.unwrap();
        assert_eq!(code(&answer), Some(RefusalCode::NotHost), "{request:?}");
    }
    remote.sit(&table, Some(&made), true).await.unwrap();
    remote.sit(&table, Some(&hand), true).await.unwrap();
    // The new host has it, also over links the old one made.
    assert!(done(&bo.request(public()).await.unwrap()));
    assert!(farewell(&mut watcher).await.contains("this link was withdrawn"));
    let next = link(&mut bo, Request::ShareTable).await;
    remote.sit(&table, Some(&next), true).await.unwrap();
    // To their own hand everybody makes links and withdraws them.
    link(&mut ann, Request::ShareHand { seat: seat(0) }).await;
    let own = Request::Revoke { link: SpectatorLink::Hand { seat: seat(0) } };
    assert!(done(&ann.request(own).await.unwrap()));
}

#[tokio::test]
async fn links_to_a_hand_end_with_the_seat_however_it_is_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let host = |command| Request::Host { command };
    let bot = || "random".to_owned();
    let ways = [
        (false, Request::Leave { seat: seat(1) }),
        (true, host(HostCommand::OpenSeat { seat: seat(1) })),
        (true, host(HostCommand::SeatBot { seat: seat(1), level: bot() })),
        (true, host(HostCommand::RemoveSeat { seat: seat(1) })),
    ];
    for (by_host, way) in ways {
        let options = TableOptions { spectators: Spectators::Hands, ..TableOptions::default() };
        let made = remote.create(&wish(2, 0, None, options)).await.unwrap();
        let (bo_token, cy_token) = (
            remote.join(&made.table, "Bo").await.unwrap().token,
            remote.join(&made.table, "Cy").await.unwrap().token,
        );
        let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
        let mut bo = remote.sit(&made.table, Some(&bo_token), true).await.unwrap();
        let mut cy = remote.sit(&made.table, Some(&cy_token), true).await.unwrap();
        let gone = link(&mut bo, Request::ShareHand { seat: seat(1) }).await;
        let kept = link(&mut cy, Request::ShareHand { seat: seat(2) }).await;
        let mut pupil = remote.sit(&made.table, Some(&gone), true).await.unwrap();
        let mut friend = remote.sit(&made.table, Some(&kept), true).await.unwrap();
        let giver = if by_host { &mut ann } else { &mut bo };
        assert!(done(&giver.request(way.clone()).await.unwrap()), "{way:?}");
        assert!(farewell(&mut pupil).await.contains("this link was withdrawn"), "{way:?}");
        assert!(refused(&remote, &made.table, Some(&gone)).await.contains("withdrawn"), "{way:?}");
        assert!(refused(&remote, &made.table, Some(&bo_token)).await.contains("not good"), "{way:?}");
        // Whoever had the seat is a spectator now, at this very socket.
        bo.request(Request::Ping).await.unwrap();
        assert!(bo.seen().you.seats.is_empty() && bo.seen().you.viewing.is_none(), "{way:?}");
        // The link of somebody else stays with their hand, even if they move up.
        let moved = matches!(&way, Request::Host { command: HostCommand::RemoveSeat { .. } });
        let place = if moved { 1 } else { 2 };
        friend.request(Request::Ping).await.unwrap();
        assert_eq!(friend.seen().you.viewing, Some(seat(place)), "{way:?}");
        let friend = remote.sit(&made.table, Some(&kept), true).await.unwrap();
        assert_eq!(friend.seen().you.viewing, Some(seat(place)), "{way:?}");
        if matches!(way, Request::Leave { .. }) {
            // The next one on that seat is nobody else's business.
            remote.join(&made.table, "Di").await.unwrap();
            assert!(refused(&remote, &made.table, Some(&gone)).await.contains("withdrawn"));
        }
    }
}
