//! The date leaps while the server is away: nobody loses their time, no window stays open, nothing is deleted.

use super::*;
use crate::room::reading::read;
use alhambra_rules::ModuleId;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// What the clock of a table says, and when it runs out.
async fn clock(server: &Server, table: &str) -> (Vec<u64>, u64) {
    let (table, _) = read(server.hub(), table).await.unwrap().unwrap();
    let clock = table.clock(None, server.hub().now()).unwrap();
    (clock.left, table.next_time_up().unwrap().1.saturating_sub(server.hub().now()))
}

#[tokio::test]
async fn a_clock_goes_on_where_it_was_whatever_the_date_is_after_a_restart() {
    let mut dice = alhambra_rules::Quick::new(14);
    let any = (0..asked_for("ALHAMBRA_TEST_LEAPS", 0)).map(|_| {
        let leap = i64::from(dice.below(2_000_000_000)) * 20;
        if dice.below(2) == 0 { leap } else { -leap }
    });
    for leap in [-HOUR, HOUR, 400 * DAY, -400 * DAY].into_iter().chain(any) {
        let dir = tempfile::tempdir().unwrap();
        let (server, remote) = serve_in(dir.path(), &[]).await;
        let (table, people) = begun(&server, &remote, Clock::Budget { seconds: 600, increment: 0 }).await;
        drop(people);
        server.stop().await;
        let (server, remote) = serve_at(dir.path(), &[], leap).await;
        let mut people = [
            remote.sit(&table, Some(ANN), true).await.unwrap(),
            remote.sit(&table, Some(BO), true).await.unwrap(),
        ];
        for player in &mut people {
            player.request(Request::Ping).await.unwrap();
        }
        let (left, due) = clock(&server, &table).await;
        assert!(left.iter().all(|left| *left > 590_000), "{leap}: {left:?}");
        assert!((590_000..=600_000).contains(&due), "{leap}: the time is up in {due} ms");
        let n = asked(&people);
        let id = people[n].choose(|_| 0).await.unwrap().unwrap();
        assert!(done(&people[n].answer(id).await.unwrap()));
        // Once more, with the right date.
        drop(people);
        server.stop().await;
        let (server, remote) = serve_in(dir.path(), &[]).await;
        remote.sit(&table, Some(ANN), true).await.unwrap().request(Request::Ping).await.unwrap();
        let (left, _) = clock(&server, &table).await;
        assert!(left.iter().all(|left| *left > 580_000), "{leap}: {left:?}");
        server.stop().await;
    }
}

#[tokio::test]
async fn by_turns_days_go_by_and_a_date_that_leapt_leaves_everybody_an_hour() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[]).await;
    let LogEntry::Created { name, seats, setup, options, seed, maker } =
        two(Clock::PerMove { seconds: 3 * 86_400 })
    else {
        unreachable!("that is what it makes")
    };
    let options = TableOptions { pace: Pace::ByTurns, ..options };
    let entry = LogEntry::Created { name, seats, setup, options, seed, maker };
    let table = server.hub().clone().create(entry).await.unwrap();
    let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    server.hub().ask(&table, Mail::Begin).await.unwrap();
    drop(bo);
    server.stop().await;
    for (leap, least, most) in [(DAY, 47 * HOUR, 49 * HOUR), (400 * DAY, HOUR / 2, HOUR)] {
        let (server, remote) = serve_at(dir.path(), &[], leap).await;
        remote.sit(&table, Some(ANN), true).await.unwrap().request(Request::Ping).await.unwrap();
        let (_, due) = clock(&server, &table).await;
        assert!((least as u64..=most as u64).contains(&due), "{leap}: {due}");
        server.stop().await;
    }
}

/// The lines of a table of three up to a window between two turns, written by a date that is an hour ahead.
pub(super) fn up_to_a_window(now: u64) -> Vec<LogLine> {
    let friend = |(name, token): (&str, &str)| Planned::Friend(name.to_owned(), Hashed::of(token));
    let seats = [("Ann", ANN), ("Bo", BO), ("Cy", "the token of Cy")].map(friend);
    let line = |entry| LogLine { at: now + HOUR as u64, entry };
    let mut lines = vec![line(LogEntry::Created {
        name: String::new(),
        seats: seats.to_vec(),
        setup: Setup::players(3).with(ModuleId::ViziersFavour),
        options: TableOptions::default(),
        seed: None,
        maker: Hashed::of(ANN),
    })];
    let mut table = TableState::create("ABCDEFGH", &lines[0]).unwrap();
    let (_, header) = crate::session::Session::start(&table.agreed(), 5, &mut Vec::new()).unwrap();
    lines.push(line(LogEntry::Started { seed: 5, header }));
    table.apply(lines[1].clone(), None).unwrap();
    let (mut dice, mut actions) = (alhambra_rules::Quick::new(5), Vec::new());
    while table.timed_window().is_none() {
        let session = table.session.as_ref().unwrap();
        let seat = session.game.to_move().unwrap();
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (_, entry) = session.after(seat, action, &mut Vec::new()).unwrap();
        lines.push(line(LogEntry::Acted { entry }));
        table.apply(lines[lines.len() - 1].clone(), None).unwrap();
        assert!(lines.len() < 400, "no window opened");
    }
    lines
}

#[tokio::test]
async fn a_window_that_another_date_opened_closes_in_its_time() {
    let dir = tempfile::tempdir().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let lines = up_to_a_window(now);
    let before = lines.len() as u64;
    let (_kept, server, remote) = stored::with(&lines).await;
    let mut ann = remote.sit("ABCDEFGH", Some(ANN), true).await.unwrap();
    let closed = async {
        while server.hub().store.lines("ABCDEFGH", before).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(12), closed).await.expect("the window is open still");
    ann.request(Request::Ping).await.unwrap();
    drop(dir);
}

/// A server that starts with a date a year ahead deletes nothing that is not old, and closes nothing.
#[tokio::test]
async fn a_date_ahead_at_the_start_deletes_and_closes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[]).await;
    let (closed, mut people) = begun(&server, &remote, Clock::None).await;
    assert!(done(&people[0].request(Request::Host { command: HostCommand::Close }).await.unwrap()));
    let (playing, others) = begun(&server, &remote, Clock::None).await;
    drop((people, others));
    server.stop().await;
    // Also at the second such start, when lines were written by the wrong date.
    for _ in 0..2 {
        let (server, remote) = serve_at(dir.path(), &[], 400 * DAY).await;
        let hub = server.hub();
        assert_eq!(hub.purge_surely(30).await.unwrap(), 0);
        assert_eq!(hub.store.expired(hub.time.sure(), "").await.unwrap(), Vec::<String>::new());
        hub.room(&playing).send(Mail::Expire).await.unwrap();
        let mut ann = remote.sit(&playing, Some(ANN), true).await.unwrap();
        assert_eq!(ann.seen().table.phase, Phase::Playing);
        ann.request(Request::Chat { text: "what day is it?".to_owned() }).await.unwrap();
        assert_eq!(hub.ask(&closed, Mail::Info).await.unwrap().phase, Phase::Closed);
        drop(ann);
        server.stop().await;
    }
    // What is old by a date that is sure is deleted.
    let (server, _remote) = serve_in(dir.path(), &[]).await;
    server.hub().time.leap.store(400 * DAY, Ordering::Relaxed);
    assert_eq!(server.hub().purge(30).await.unwrap(), 0);
    server.stop().await;
}
