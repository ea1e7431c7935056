//! How rooms end: not while they are needed, and never two of them for one table. How tables end that cannot be read.

use super::*;
use crate::outbox::outbox;
use crate::store::PAGE;
use crate::store::postgres::Postgres;
use alhambra_protocol::{Hello, PROTOCOL};

const DAY: u64 = 24 * 3_600_000;

/// A table whose game goes on, as another server would have left it: no room of this one has seen it.
async fn left_behind(server: &Server, bots: bool, clock: Clock) -> Arc<str> {
    let hub = server.hub();
    let mut made = two(clock);
    if let LogEntry::Created { seats, .. } = &mut made
        && bots
    {
        seats.fill(Planned::Bot("random".to_owned()));
    }
    let table = hub.clone().create(made.clone()).await.unwrap();
    let agreed = TableState::create(&table, &LogLine { at: hub.now(), entry: made }).unwrap().agreed();
    let (_, header) = crate::session::Session::start(&agreed, 1, &mut Vec::new()).unwrap();
    append(server, &table, 2, &[LogEntry::Started { seed: 1, header }]).await;
    Arc::from(table)
}

/// Writes lines from a place on, as another server would.
pub(super) async fn append(server: &Server, table: &str, first: u64, entries: &[LogEntry]) {
    let hub = server.hub();
    let line = |(seq, entry): (u64, &LogEntry)| Append {
        table: Arc::from(table),
        seq,
        body: serde_json::to_string(&LogLine { at: hub.now(), entry: entry.clone() }).unwrap(),
        telling: 0,
        along: None,
    };
    let lines: Vec<Append> = (first..).zip(entries).map(line).collect();
    for batch in lines.chunks(1000) {
        assert!(hub.store.append(batch).await.unwrap().into_iter().all(|written| written));
    }
}

/// A room that is not known to the server, with its letters.
fn alone(server: &Server, table: &Arc<str>) -> (Room, mpsc::Receiver<Mail>) {
    let (post, mail) = mpsc::channel(8);
    (Room::new(table.clone(), server.hub().clone(), post), mail)
}

#[tokio::test]
async fn a_room_stays_if_its_last_letter_sets_a_bot_thinking_or_finds_a_clock() {
    let (_dir, server, _remote) = serve().await;
    for (bots, clock, stays) in [
        (true, Clock::None, true),
        (false, Clock::PerMove { seconds: 60 }, true),
        (false, Clock::None, false),
    ] {
        let table = left_behind(&server, bots, clock).await;
        let (mut room, mut mail) = alone(&server, &table);
        assert!(server.hub().retire(&table, &mut mail));
        // It comes while the door is closing.
        room.post.send(Mail::Wake).await.unwrap();
        assert_eq!(room.stays_for_the_last_letters(&mut mail).await, stays, "{bots} {clock:?}");
        // Whoever writes to the table finds it again.
        let found = server.hub().room(&table).same_channel(&room.post);
        assert_eq!(found, stays, "{bots} {clock:?}");
    }
}

#[tokio::test]
async fn a_table_never_has_two_rooms() {
    let (_dir, server, _remote) = serve().await;
    let table = left_behind(&server, false, Clock::None).await;
    let (mut room, mut mail) = alone(&server, &table);
    assert!(server.hub().retire(&table, &mut mail));
    // Somebody who had the address of the old room comes in there, somebody else opens a new one.
    let (out, mut unread) = outbox(None);
    let (answer, answered) = oneshot::channel();
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.to_string(),
        token: Some(ANN.to_owned()),
        name: None,
        after: None,
        step: None,
        eyes: None,
        glance: false,
        texts: false,
    };
    let who = IpAddr::from([127, 0, 0, 1]);
    let attach = Attach { key: 1, id: 1, who, hello, out, missed: Missed::default(), answer };
    room.post.send(Mail::Attach(Box::new(attach))).await.unwrap();
    let other = server.hub().room(&table);
    assert!(!room.stays_for_the_last_letters(&mut mail).await, "the other one is the table's");
    answered.await.unwrap().unwrap();
    assert!(server.hub().room(&table).same_channel(&other) && server.hub().open_rooms() == 1);
    // Whoever was let in hears that they shall come back.
    assert!(room.clients.is_empty());
    let heard = format!("{:?}", unread.next().await.unwrap());
    assert!(unread.next().await.is_none(), "{heard}");
}

#[tokio::test]
async fn a_record_is_of_the_game_as_it_was_when_it_was_asked_for() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let n = asked(&people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
    assert!(done(&people[1].request(Request::Resign { seat: seat(1) }).await.unwrap()));
    let (mut room, _mail) = alone(&server, &Arc::from(&*table));
    let reading = room.record().await.unwrap();
    let lines = server.hub().store.lines(&table, 0).await.unwrap();
    let mut entries = lines.iter().map(|(_, body)| serde_json::from_str::<LogLine>(body).unwrap().entry);
    let acted = entries.rfind(|entry| matches!(entry, LogEntry::Acted { .. })).unwrap();
    append(&server, &table, lines.len() as u64 + 1, &[acted]).await;
    assert_eq!(reading.await.unwrap().entries.len(), 1);
}

/// Rows of tables that no program of this version can read, more than are named at once, and among them a record.
async fn unreadable(server: &Server) {
    let garbled = |n: usize| Append {
        table: Arc::from(format!("A{n:07}")),
        seq: 1,
        body: r#"{"at":1,"deed":"of_tomorrow"}"#.to_owned(),
        telling: 0,
        along: Some(Box::new(Along {
            row: Some(Row {
                expires: DAY,
                phase: if n == 0 { "imported" } else { "playing" },
                busy: true,
                listed: true,
                ..Row::default()
            }),
            checkpoint: None,
        })),
    };
    let batch: Vec<Append> = (0..PAGE + 20).map(garbled).collect();
    server.hub().store.append(&batch).await.unwrap();
}

async fn what_cannot_be_read_hides_nothing(server: &Server) {
    let hub = server.hub();
    unreadable(server).await;
    let readable = hub.clone().create(two(Clock::None)).await.unwrap();
    hub.time.later.store(3 * DAY, Ordering::Relaxed);
    let all = async {
        while hub.store.count().await.unwrap() > 0 || hub.store.imports().await.unwrap() > 0 {
            hub.expire().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all).await.expect("all of them are over");
    assert_eq!(hub.ask(&readable, Mail::Info).await.unwrap().phase, Phase::Closed);
    assert!(hub.store.listed().await.unwrap().is_empty());
    // What this program cannot read it does not touch; only what was handed in is gone.
    assert_eq!(hub.store.all().await.unwrap().len(), PAGE + 20);
    assert_eq!(hub.store.lines("A0000001", 0).await.unwrap().len(), 1);
    assert!(hub.store.lines("A0000000", 0).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_cannot_be_read_end_by_their_rows_and_hide_no_others() {
    let (_dir, server, _remote) = serve().await;
    what_cannot_be_read_hides_nothing(&server).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_cannot_be_read_end_by_their_rows_in_postgresql() {
    let Some(postgres) = Postgres::start() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (server, _remote) = serve_in(dir.path(), &[("database_url", &postgres.url())]).await;
    what_cannot_be_read_hides_nothing(&server).await;
    server.stop().await;
}

#[tokio::test]
async fn tables_are_kept_as_long_as_the_settings_say() {
    let dir = tempfile::tempdir().unwrap();
    let more = [("keep_open_days", "5"), ("keep_playing_days", "7")];
    let (server, remote) = serve_in(dir.path(), &more).await;
    let lobby = server.hub().clone().create(two(Clock::None)).await.unwrap();
    let (playing, people) = begun(&server, &remote, Clock::None).await;
    drop(people);
    let phases = async |days: u64| {
        server.hub().time.later.store(days * DAY, Ordering::Relaxed);
        server.hub().expire().await;
        let phase = async |table: &str| server.hub().ask(table, Mail::Info).await.unwrap().phase;
        (phase(&lobby).await, phase(&playing).await)
    };
    assert_eq!(phases(4).await, (Phase::Lobby, Phase::Playing));
    assert_eq!(phases(6).await, (Phase::Closed, Phase::Playing));
    assert_eq!(phases(8).await, (Phase::Closed, Phase::Closed));
    server.stop().await;
}
