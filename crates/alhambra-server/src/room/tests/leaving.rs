//! Leaving a game that goes on, coming back to it, and since when somebody is away.

use super::*;
use alhambra_protocol::{SeatInfo, Spectators, TableInfo};

fn leave(n: usize) -> Request {
    Request::Leave { seat: seat(n) }
}

async fn info(server: &Server, table: &str) -> TableInfo {
    server.hub().ask(table, Mail::Info).await.unwrap()
}

fn stand_ins(info: &TableInfo) -> Vec<Option<&str>> {
    info.seats.iter().map(|seat| seat.stand_in.as_deref()).collect()
}

/// Plays for one of two until it has been their turn and is again: the other's seat goes on without their player.
async fn play_alone(player: &mut Player) {
    let first = player.view().unwrap().turn;
    while player.view().unwrap().turn < first + 3 {
        if player.decision().is_some() {
            let id = player.choose(|_| 0).await.unwrap().unwrap();
            assert!(done(&player.answer(id).await.unwrap()));
        } else {
            player.hear().await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_at_once_for_a_guest_who_leaves_until_they_come_back() {
    let (_dir, server, remote) = serve().await;
    let (table, [mut ann, mut bo]) = begun(&server, &remote, Clock::None).await;
    assert!(done(&bo.request(leave(1)).await.unwrap()));
    assert_eq!(hear_note(&mut ann, "left").await, ["Bo"]);
    assert_eq!(stand_ins(&info(&server, &table).await), [None, Some("medium")]);
    play_alone(&mut ann).await;
    // Who has left has left.
    let lines = async || server.hub().store.lines(&table, 0).await.unwrap();
    let left = async || lines().await.iter().filter(|(_, body)| body.contains("\"left\"")).count();
    assert!(done(&bo.request(leave(1)).await.unwrap()));
    assert_eq!(left().await, 1, "it is written once");
    // Their token is good still, and the seat is theirs again.
    drop(bo);
    let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
    assert!(done(&bo.request(Request::Return { seat: seat(1) }).await.unwrap()));
    assert_eq!(stand_ins(&info(&server, &table).await), [None, None]);
    let again = bo.request(Request::Return { seat: seat(1) }).await.unwrap();
    assert!(!done(&again), "{again:?}");
    // They can leave once more.
    assert!(done(&bo.request(leave(1)).await.unwrap()));
    assert_eq!(stand_ins(&info(&server, &table).await), [None, Some("medium")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn by_turns_too_and_the_last_who_leaves_is_waited_for_until_somebody_comes_back() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { pace: Pace::ByTurns, ..TableOptions::default() });
    let (table, [mut ann, mut bo]) = begun_as(&server, &remote, made).await;
    // The host leaves; nobody has to wait a week.
    assert!(done(&ann.request(leave(0)).await.unwrap()));
    assert_eq!(stand_ins(&info(&server, &table).await), [Some("medium"), None]);
    play_alone(&mut bo).await;
    // Now nobody would wait for Bo: no bots play the game out behind both their backs.
    assert!(done(&bo.request(leave(1)).await.unwrap()));
    assert_eq!(stand_ins(&info(&server, &table).await), [Some("medium"), None]);
    assert!(done(&ann.request(Request::Return { seat: seat(0) }).await.unwrap()));
    assert_eq!(stand_ins(&info(&server, &table).await), [None, Some("medium")]);
    ann.request(Request::Ping).await.unwrap();
    play_alone(&mut ann).await;
    // All of it is in the log.
    server.hub().room(&table).send(Mail::Fault).await.unwrap();
    assert_eq!(stand_ins(&info(&server, &table).await), [None, Some("medium")]);
}

#[tokio::test]
async fn nobody_plays_for_whoever_plays_alone() {
    let (_dir, server, remote) = serve().await;
    let LogEntry::Created { name, setup, options, seed, maker, .. } = two(Clock::None) else {
        unreachable!("that is what it makes")
    };
    let seats = vec![Planned::Maker("Ann".to_owned()), Planned::Friend("Bo".to_owned(), Hashed::of(ANN))];
    let made = LogEntry::Created { name, seats, setup, options, seed, maker };
    let table = server.hub().clone().create(made).await.unwrap();
    let mut both = remote.sit(&table, Some(ANN), true).await.unwrap();
    both.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    server.hub().ask(&table, Mail::Begin).await.unwrap();
    for n in [1, 0] {
        assert!(done(&both.request(leave(n)).await.unwrap()));
        assert_eq!(stand_ins(&info(&server, &table).await), [None, None]);
    }
    // Coming back says so and changes nothing else.
    assert!(done(&both.request(Request::Return { seat: seat(0) }).await.unwrap()));
}

#[test]
fn an_older_log_lets_nobody_play_for_whoever_left() {
    let line = |at: u64, entry: LogEntry| LogLine { at, entry };
    let mut table = TableState::create("ABCDEFGH", &line(0, two(Clock::None))).unwrap();
    let (_, header) = crate::session::Session::start(&table.agreed(), 1, &mut Vec::new()).unwrap();
    table.apply(line(1, LogEntry::Started { seed: 1, header }), None).unwrap();
    let left: LogLine = serde_json::from_str(r#"{"at":2,"deed":{"left":{"seat":1}}}"#).unwrap();
    table.apply(left, None).unwrap();
    assert!(table.seats.iter().all(|place| place.stand_in.is_none() && place.left_to.is_none()));
}

/// Point 3 of the siege, in a game that goes on.
#[tokio::test]
async fn leaving_a_game_ends_the_links_to_the_hand_and_the_token_stays_good() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { spectators: Spectators::Hands, ..TableOptions::default() });
    let (table, [mut ann, mut bo]) = begun_as(&server, &remote, made).await;
    let share = Request::ShareHand { seat: seat(1) };
    let ServerMessage::Link { token: link, .. } = bo.request(share).await.unwrap() else { panic!("no link") };
    let mut friend = remote.sit(&table, Some(&link), true).await.unwrap();
    assert!(friend.view().unwrap().hand.is_some() && friend.seen().you.viewing == Some(seat(1)));
    assert!(done(&bo.request(leave(1)).await.unwrap()));
    let refusal = loop {
        if let ServerMessage::Bye { refusal, .. } = friend.hear().await.unwrap() {
            break refusal;
        }
    };
    assert_eq!(refusal.rule.as_deref(), Some("link_withdrawn"));
    assert!(remote.sit(&table, Some(&link), true).await.is_err());
    ann.request(Request::Ping).await.unwrap();
    assert!(ann.seen().table.links.hands.is_empty());
    let back = remote.sit(&table, Some(BO), true).await.unwrap();
    assert_eq!(back.seen().you.seats, [seat(1)]);
    assert!(back.view().unwrap().hand.is_some());
}

/// What everybody is told of a seat, once it says so.
async fn until(player: &mut Player, n: usize, wanted: impl Fn(&SeatInfo) -> bool) -> SeatInfo {
    while !wanted(&player.seen().table.seats[n]) {
        player.hear().await.unwrap();
    }
    player.seen().table.seats[n].clone()
}

#[tokio::test]
async fn whoever_comes_later_hears_since_when_somebody_is_away() {
    let (dir, server, remote) = serve().await;
    let (table, [mut ann, bo]) = begun(&server, &remote, Clock::None).await;
    let now = server.hub().now();
    assert!(ann.seen().table.seats.iter().all(|seat| seat.here && seat.away_since.is_none()));
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(bo);
    let away = until(&mut ann, 1, |seat| !seat.here).await.away_since.unwrap();
    assert!((now + 20..=server.hub().now()).contains(&away), "{away} is not after {now}");
    // Whoever loads the page later is told the same, also over HTTP.
    tokio::time::sleep(Duration::from_millis(20)).await;
    let later = remote.sit(&table, Some(ANN), true).await.unwrap();
    assert_eq!(later.seen().table.seats[1].away_since, Some(away));
    assert_eq!(info(&server, &table).await.seats[1].away_since, Some(away));
    let bo = remote.sit(&table, Some(BO), true).await.unwrap();
    assert_eq!(until(&mut ann, 1, |seat| seat.here).await.away_since, None);
    drop((bo, later, ann));
    server.stop().await;
    // After a restart the log knows when they were heard of last.
    let (server, remote) = serve_in(dir.path(), &[]).await;
    let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    let seats = &ann.seen().table.seats;
    assert_eq!(seats[0].away_since, None);
    assert!(seats[1].away_since.is_some_and(|at| at > 0 && at <= now), "{:?}", seats[1]);
    server.stop().await;
}
