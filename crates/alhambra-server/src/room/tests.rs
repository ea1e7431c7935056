//! Rooms behind the scenes: faults, clocks, and tables whose time is over.

use super::*;
use crate::client::{Player, Remote};
use crate::config::{Config, Settings};
use crate::log_entry::{LogLine, Planned};
use crate::server::Server;
use crate::store::{Along, Append, Row};
use alhambra_protocol::{ChatVoice, Clock, HostCommand, Pace, ProposalKind, Request, TableOptions};
use alhambra_rules::Setup;

mod dates;
mod ending;
mod experts;
mod faults;
mod frozen;
mod full_disk;
mod hidden;
mod imports;
mod leaving;
mod looks_back;
mod shares;
mod stored;
mod votes;
mod writing;

pub(crate) use faults::Faults;

const ANN: &str = "the token of Ann";
const BO: &str = "the token of Bo";

/// A number the soak run sets by a variable.
fn asked_for(variable: &str, otherwise: u32) -> u32 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// A server on a store of its own.
async fn serve() -> (tempfile::TempDir, Server, Remote) {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[]).await;
    (dir, server, remote)
}

/// A server on the store in a folder.
async fn serve_in(dir: &std::path::Path, more: &[(&'static str, &str)]) -> (Server, Remote) {
    serve_at(dir, more, 0).await
}

/// The same while the system's date is that much ahead, in milliseconds.
async fn serve_at(dir: &std::path::Path, more: &[(&'static str, &str)], leap: i64) -> (Server, Remote) {
    let flags = [("listen", "127.0.0.1:0".to_owned()), ("data_dir", dir.display().to_string())].into_iter();
    let more = more.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let hasty = ["tables_per_minute", "messages_per_second", "downloads_per_minute", "hints_per_minute"]
        .map(|name| (name, "100000".to_owned()));
    let flags = flags.chain([("bot_pace_ms", "0".to_owned())]).chain(hasty);
    let flags: Vec<_> = flags.chain(more).collect();
    let settings = Settings::gather(&flags, std::iter::empty(), None).unwrap();
    let config = Config { leap, ..Config::new(&settings).unwrap() };
    let server = Server::start(config).await.unwrap();
    let remote = Remote::at(server.address());
    (server, remote)
}

/// A table of two, with a clock.
fn two(clock: Clock) -> LogEntry {
    LogEntry::Created {
        name: String::new(),
        seats: vec![Planned::Maker("Ann".to_owned()), Planned::Friend("Bo".to_owned(), Hashed::of(BO))],
        setup: Setup::players(2),
        options: TableOptions { clock, ..TableOptions::default() },
        seed: None,
        maker: Hashed::of(ANN),
    }
}

/// Both at a table that has begun.
async fn begun(server: &Server, remote: &Remote, clock: Clock) -> (String, [Player; 2]) {
    begun_as(server, remote, two(clock)).await
}

/// The same at a table that was made like this.
async fn begun_as(server: &Server, remote: &Remote, made: LogEntry) -> (String, [Player; 2]) {
    let table = server.hub().clone().create(made).await.unwrap();
    let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    server.hub().ask(&table, Mail::Begin).await.unwrap();
    let mut people = [ann, bo];
    for player in &mut people {
        while player.view().is_none() {
            player.hear().await.unwrap();
        }
    }
    (table, people)
}

/// A table of two with these options.
fn two_with(options: TableOptions) -> LogEntry {
    let LogEntry::Created { name, seats, setup, seed, maker, .. } = two(Clock::None) else {
        unreachable!("that is what it makes")
    };
    LogEntry::Created { name, seats, setup, options, seed, maker }
}

fn asked(people: &[Player; 2]) -> usize {
    people.iter().position(|p| p.decision().is_some()).unwrap()
}

/// Waits for a note of the table, and says whom it names.
async fn hear_note(player: &mut Player, wanted: &str) -> Vec<String> {
    loop {
        if let ServerMessage::Chat { line } = player.hear().await.unwrap()
            && let ChatVoice::Table { key, names } = line.voice
            && key == wanted
        {
            return names;
        }
    }
}

fn done(answer: &ServerMessage) -> bool {
    matches!(answer, ServerMessage::Done { .. })
}

#[tokio::test]
async fn a_room_that_sleeps_is_small() {
    let (_dir, server, _remote) = serve().await;
    let (post, mail) = mpsc::channel(1);
    let room = Room::run(Arc::from("ABCDEFGH"), server.hub().clone(), post, mail);
    // Beside it there are the letters that may come, some 800 bytes, and its clients.
    let (task, client) = (size_of_val(&room), size_of::<Client>());
    assert!(task <= 1024, "the task of a room takes {task} bytes");
    assert!(client <= 256, "a client takes {client} bytes");
}

#[tokio::test]
async fn a_fault_parks_one_table_with_its_record_and_harms_no_other() {
    let (_dir, server, remote) = serve().await;
    let (faulty, mut there) = begun(&server, &remote, Clock::None).await;
    let (other, mut here) = begun(&server, &remote, Clock::None).await;
    let hub = server.hub();
    hub.room(&faulty).send(Mail::Fault).await.unwrap();
    let refusal = loop {
        if let ServerMessage::Bye { refusal, retry: None } = there[0].hear().await.unwrap() {
            break refusal;
        }
    };
    assert_eq!(refusal.code, RefusalCode::Parked);
    assert_eq!(hub.ask(&faulty, Mail::Info).await.unwrap().phase, Phase::Parked);
    // What was hidden stays hidden: the game is not over.
    let record = hub.ask(&faulty, Mail::Record).await.unwrap_err();
    assert_eq!(record.code, RefusalCode::NotNow);
    let story = |answer| Mail::Story { token: None, answer };
    assert!(!hub.ask(&faulty, story).await.unwrap().open);
    // The other table does not even notice.
    assert_eq!(hub.ask(&other, Mail::Info).await.unwrap().phase, Phase::Playing);
    let n = asked(&here);
    let id = here[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&here[n].answer(id).await.unwrap()));
    // Whoever comes back is told what happened.
    let mut back = remote.sit(&faulty, Some(ANN), true).await.unwrap();
    assert!(back.seen().chat.iter().any(|line| line.text.contains("a fault of the program")));
    // Nothing moves until the host lets it go on, from what was stored last.
    let parked = back.seen().game.clone().unwrap();
    assert_eq!((parked.action, &parked.view), (0, there[0].view().unwrap()));
    let revive = || Request::Host { command: HostCommand::Revive };
    let mut bo = remote.sit(&faulty, Some(BO), true).await.unwrap();
    assert!(!done(&bo.request(revive()).await.unwrap()), "only the host");
    assert!(done(&back.request(revive()).await.unwrap()));
    assert!(!done(&back.request(revive()).await.unwrap()), "once");
    bo.request(Request::Ping).await.unwrap();
    let mut people = [back, bo];
    assert!(people.iter().all(|p| p.seen().table.phase == Phase::Playing));
    let n = asked(&people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
}

#[tokio::test]
async fn whoever_is_out_of_time_may_be_played_by_a_bot_and_take_the_seat_back() {
    let (_dir, server, remote) = serve().await;
    let (_, mut people) = begun(&server, &remote, Clock::PerMove { seconds: 1 }).await;
    let (slow, other) = (asked(&people), 1 - asked(&people));
    let stand_in = || ProposalKind::StandIn { seat: seat(slow), level: "random".to_owned() };
    let propose = |what| Request::Propose { seat: seat(other), what };
    let early = people[other].request(propose(stand_in())).await.unwrap();
    assert!(matches!(early, ServerMessage::Refused { .. }), "there is time left: {early:?}");
    hear_note(&mut people[other], "time_up").await;
    // The slow one is still here, and has no say in this.
    let vote = people[other].request(propose(stand_in())).await.unwrap();
    assert!(done(&vote), "{vote:?}");
    hear_note(&mut people[slow], "stood_in").await;
    let act = people[slow].request(Request::Return { seat: seat(slow) }).await.unwrap();
    assert!(done(&act), "{act:?}");
    people[slow].request(Request::Ping).await.unwrap();
    assert_eq!(people[slow].seen().table.seats[slow].stand_in, None);
    let again = people[slow].request(Request::Return { seat: seat(slow) }).await.unwrap();
    assert!(matches!(again, ServerMessage::Refused { .. }), "{again:?}");
}

#[tokio::test]
async fn whoever_resigns_does_not_come_back_and_of_two_the_other_wins() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let resign = |n| Request::Resign { seat: seat(n) };
    let other = people[0].request(resign(1)).await.unwrap();
    assert!(!done(&other), "nobody resigns for somebody else: {other:?}");
    assert!(done(&people[1].request(resign(1)).await.unwrap()));
    let named = hear_note(&mut people[0], "resigned").await;
    assert_eq!(named, [people[0].seen().table.seats[1].name.clone()]);
    people[0].request(Request::Ping).await.unwrap();
    let info = people[0].seen().table.clone();
    assert_eq!((info.phase, info.conceded_to), (Phase::Closed, Some(seat(0))));
    assert!(info.seats[1].resigned && !info.seats[0].resigned);
    let again = people[1].request(resign(1)).await.unwrap();
    assert!(!done(&again), "the game is over: {again:?}");
    let back = people[1].request(Request::Return { seat: seat(1) }).await.unwrap();
    assert!(!done(&back), "for good: {back:?}");
    let reopen = people[0].request(Request::Host { command: HostCommand::Reopen }).await.unwrap();
    assert!(!done(&reopen), "nobody is left to play against: {reopen:?}");
    // It can never go on, so nothing has to stay hidden.
    assert!(info.shown && info.seed.is_some());
    let record = server.hub().ask(&table, Mail::Record).await.unwrap();
    assert_eq!(record.verify().unwrap().turn().number, 1);
    let story = |answer| Mail::Story { token: None, answer };
    assert!(server.hub().ask(&table, story).await.unwrap().open);
    // It is known after the server has read its log again.
    let info = server.hub().ask(&table, Mail::Info).await.unwrap();
    assert_eq!(info.conceded_to, Some(seat(0)));
}

#[tokio::test]
async fn a_budget_runs_down_over_moves_and_across_a_restart() {
    let line = |at: u64, entry: LogEntry| LogLine { at, entry };
    let (minute, clock) = (60_000, Clock::Budget { seconds: 60, increment: 5 });
    let mut table = TableState::create("ABCDEFGH", &line(0, two(clock))).unwrap();
    let (mut session, header) = crate::session::Session::start(&table.agreed(), 1, &mut Vec::new()).unwrap();
    table.apply(line(1000, LogEntry::Started { seed: 1, header }), None).unwrap();
    let first = session.game.to_move().unwrap();
    assert_eq!(table.next_time_up(), Some((first, 1000 + minute)));
    // Twenty seconds for the first action; whoever acts gets five more.
    let mut at = 21_000;
    let mut left = [minute; 2];
    let mut mover = first;
    for n in 0..6 {
        let mut actions = Vec::new();
        session.game.legal(mover, &mut actions);
        let mut events = Vec::new();
        let (game, entry) = session.after(mover, actions[0], &mut events).unwrap();
        session.advance(game, &entry, &events);
        table.apply(line(at, LogEntry::Acted { entry }), None).unwrap();
        left[mover.index()] = left[mover.index()] - if n == 0 { 20_000 } else { 3000 } + 5000;
        let shown = table.clock(Some(mover), at + 700).unwrap();
        assert_eq!((shown.left, shown.age), (left.to_vec(), 700));
        mover = session.game.to_move().unwrap();
        assert_eq!(shown.running, [mover]);
        assert_eq!(table.next_time_up(), Some((mover, at + left[mover.index()])));
        at += 3000;
    }
    let (meta, state) = table.checkpoint();
    let read = TableState::load(&meta, state).unwrap();
    assert_eq!(read.next_time_up(), table.next_time_up());
    table.apply(line(at + minute, LogEntry::TimeUp { seat: mover }), None).unwrap();
    assert!(table.time_is_up(mover) && table.next_time_up().is_none(), "it is said once");
}

#[test]
fn by_turns_being_away_is_no_reason_and_tables_are_kept_longer() {
    let line = |at: u64, entry: LogEntry| LogLine { at, entry };
    let day = 24 * 3_600_000;
    let play = |pace: Pace, clock: Clock| {
        let mut entry = two(clock);
        if let LogEntry::Created { options, .. } = &mut entry {
            options.pace = pace;
        }
        let mut table = TableState::create("ABCDEFGH", &line(0, entry)).unwrap();
        let lobby = table.expires();
        let (session, header) = crate::session::Session::start(&table.agreed(), 1, &mut Vec::new()).unwrap();
        table.apply(line(1000, LogEntry::Started { seed: 1, header }), None).unwrap();
        (table, session.game.to_move().unwrap(), lobby)
    };
    let here = |seat: Seat| SeatSet::EMPTY.with(seat);
    let (live, mover, lobby) = play(Pace::Live, Clock::None);
    let other = seat(1 - mover.index());
    assert_eq!((lobby, live.expires()), (2 * day, 1000 + 90 * day));
    assert!(live.misses(mover, here(other), 2000).is_ok() && live.misses(mover, here(mover), 2000).is_err());
    assert!(!live.votes(mover, here(other)));
    let (slow, _, lobby) = play(Pace::ByTurns, Clock::None);
    assert_eq!((lobby, slow.expires()), (30 * day, 1000 + 365 * day));
    assert!(slow.misses(mover, here(other), 7 * day).is_err(), "a week has not gone by");
    assert!(slow.misses(mover, here(mover), 1001 + 7 * day).is_ok());
    assert!(slow.misses(other, here(mover), 1001 + 7 * day).is_err(), "nobody waits for them");
    assert!(slow.votes(mover, here(other)), "whoever is away has a vote");
    // With a clock the clock alone decides.
    let (mut timed, ..) = play(Pace::ByTurns, Clock::PerMove { seconds: 2 * 86_400 });
    assert!(timed.misses(mover, here(other), 30 * day).is_err());
    assert_eq!(timed.next_time_up(), Some((mover, 1000 + 2 * day)));
    timed.apply(line(1000 + 2 * day, LogEntry::TimeUp { seat: mover }), None).unwrap();
    assert!(timed.misses(mover, here(mover), 1001 + 2 * day).is_ok());
}

#[tokio::test]
async fn a_table_says_when_it_expires_and_that_it_has() {
    let (_dir, server, remote) = serve().await;
    let hub = server.hub();
    // A table nobody touched for two days, all but three seconds.
    let at = hub.now() - 48 * 3_600_000 + 3000;
    let line = LogLine { at, entry: two(Clock::None) };
    let row = Row { created: at, expires: at + 48 * 3_600_000, phase: "lobby", ..Row::default() };
    let append = Append {
        table: Arc::from("ABCDEFGH"),
        seq: 1,
        body: serde_json::to_string(&line).unwrap(),
        telling: 0,
        along: Some(Box::new(Along { row: Some(row), checkpoint: None })),
    };
    hub.store.append(&[append]).await.unwrap();
    let mut ann = remote.sit("ABCDEFGH", Some(ANN), true).await.unwrap();
    let expires = ann.seen().table.expires;
    assert!((hub.now()..hub.now() + 3001).contains(&expires));
    hub.room("ABCDEFGH").send(Mail::Expire).await.unwrap();
    ann.request(Request::Ping).await.unwrap();
    assert_eq!(ann.seen().table.phase, Phase::Lobby, "not before its time");
    tokio::time::sleep(Duration::from_millis(expires.saturating_sub(hub.now()) + 20)).await;
    assert_eq!(hub.store.expired(hub.now(), "").await.unwrap(), ["ABCDEFGH"]);
    hub.room("ABCDEFGH").send(Mail::Expire).await.unwrap();
    hear_note(&mut ann, "closed").await;
    assert_eq!(ann.seen().table.phase, Phase::Closed);
    let (status, _, body) = remote.http("GET", "api/tables/ABCDEFGH", "").await.unwrap();
    assert!(status == 200 && body.contains("\"phase\":\"closed\""), "{status} {body}");
    assert!(hub.store.expired(hub.now(), "").await.unwrap().is_empty());
    // What is kept longer does not expire.
    let table = hub.clone().create(two(Clock::None)).await.unwrap();
    let mut host = remote.sit(&table, Some(ANN), true).await.unwrap();
    let before = host.seen().table.expires;
    tokio::time::sleep(Duration::from_millis(5)).await;
    let renew = Request::Host { command: alhambra_protocol::HostCommand::Renew };
    assert!(done(&host.request(renew).await.unwrap()));
    assert!(host.seen().table.expires > before);
}

#[tokio::test]
async fn a_date_that_leaps_closes_nothing_and_costs_nobody_their_time() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::Budget { seconds: 60, increment: 0 }).await;
    let (hub, year) = (server.hub(), 365 * 24 * 3_600_000i64);
    for leap in [2 * year, -2 * year, 0] {
        hub.time.leap.store(leap, Ordering::Relaxed);
        hub.room(&table).send(Mail::Expire).await.unwrap();
        let n = asked(&people);
        let id = people[n].choose(|_| 0).await.unwrap().unwrap();
        assert!(done(&people[n].answer(id).await.unwrap()), "{leap}");
        people[1 - n].request(Request::Ping).await.unwrap();
        while people.iter().all(|p| p.decision().is_none()) {
            people[1 - n].hear().await.unwrap();
        }
        let snapshot = remote.sit(&table, Some(ANN), true).await.unwrap();
        let clock = snapshot.seen().game.as_ref().unwrap().clock.clone().unwrap();
        assert!(clock.left.iter().all(|left| *left > 40_000), "{leap}: {clock:?}");
        assert_eq!(snapshot.seen().table.phase, Phase::Playing, "{leap}");
    }
}
