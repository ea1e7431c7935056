//! A disk without a byte left: what is refused did not happen, what is done is stored, and games go on when there is room.

use super::*;
use crate::store::Store;
use crate::store::lite::tests::{Full, left_behind};
use alhambra_protocol::UndoPolicy;

fn unavailable(answer: &ServerMessage) -> bool {
    matches!(answer, ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::Unavailable)
}

/// How many lines the log of a table would have if the server were killed now.
async fn stored(full: &Full, table: &str) -> usize {
    let (_copy, store) = left_behind(full.path()).await;
    let store = Store::Lite(store);
    let lines = store.lines(table, 0).await.unwrap().len();
    store.close().await;
    lines
}

/// Something that is written for each kind of request that changes a table in the lobby.
fn lobby_requests() -> Vec<Request> {
    let host = |command| Request::Host { command };
    vec![
        Request::Ready { seat: seat(0), ready: false },
        Request::Rename { seat: seat(0), name: "Anna".to_owned() },
        Request::Chat { text: "hello".to_owned() },
        Request::ShareTable,
        host(HostCommand::AddSeat),
        host(HostCommand::SeatBot { seat: seat(2), level: "random".to_owned() }),
        host(HostCommand::RemoveSeat { seat: seat(2) }),
        host(HostCommand::Agree { setup: Setup::players(2) }),
        host(HostCommand::Renew),
        host(HostCommand::Close),
        host(HostCommand::Reopen),
    ]
}

/// What a metric of the server says.
pub(super) async fn metric(server: &Server, name: &str) -> f64 {
    let own = Remote::at(server.metrics_address().unwrap());
    let text = own.http("GET", "metrics", "").await.unwrap().2;
    let line = text.lines().find(|line| line.split(' ').next() == Some(name));
    line.and_then(|line| line.split(' ').nth(1)?.parse().ok())
        .unwrap_or_else(|| panic!("no {name} in {text}"))
}

async fn health(remote: &Remote) -> u16 {
    remote.http("GET", "healthz", "").await.unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_acknowledged_and_afterwards_everything_goes_on() {
    for full in Full::both() {
        let more = [("min_free_mb", "0"), ("metrics_listen", "127.0.0.1:0")];
        let (server, remote) = serve_in(full.path(), &more).await;
        let Store::Lite(lite) = &server.hub().store else { unreachable!("no other store was asked for") };
        assert_eq!(metric(&server, "alhambra_storage_failing").await, 0.0, "said before anything fails");
        let (playing, mut people) = begun(&server, &remote, Clock::None).await;
        let lobby = server.hub().clone().create(two(Clock::None)).await.unwrap();
        let mut host = remote.sit(&lobby, Some(ANN), true).await.unwrap();
        let mut refused = 0;
        for request in lobby_requests() {
            full.set(lite, true);
            // A new table fails in the middle of its transaction; that must not cost the others anything.
            let new = server.hub().clone().create(two(Clock::None)).await;
            assert_eq!(new.unwrap_err().code, RefusalCode::Unavailable);
            let before = (stored(&full, &playing).await, stored(&full, &lobby).await);
            let info = host.seen().table.clone();
            let answer = host.request(request.clone()).await.unwrap();
            assert!(unavailable(&answer), "{request:?}: {answer:?}");
            let n = asked(&people);
            let (shown, options) = (people[n].seen().game.clone().unwrap(), people[n].decision().is_some());
            let id = people[n].choose(|_| 0).await.unwrap().unwrap();
            let answer = people[n].answer(id).await.unwrap();
            assert!(options && unavailable(&answer), "{answer:?}");
            assert_eq!(health(&remote).await, 503);
            assert_eq!(metric(&server, "alhambra_storage_failing").await, 1.0);
            assert_eq!((stored(&full, &playing).await, stored(&full, &lobby).await), before);
            refused += 3;
            full.set(lite, false);
            // The table is as it was, and what was refused can be done again.
            let token = if n == 0 { ANN } else { BO };
            people[n] = remote.sit(&playing, Some(token), true).await.unwrap();
            assert_eq!(people[n].seen().game, Some(shown));
            host.request(Request::Ping).await.unwrap();
            assert_eq!(host.seen().table.seats, info.seats);
            let answer = host.request(request.clone()).await.unwrap();
            assert!(done(&answer) || matches!(answer, ServerMessage::Link { .. }), "{request:?}: {answer:?}");
            let id = people[n].choose(|_| 0).await.unwrap().unwrap();
            let answer = people[n].answer(id).await.unwrap();
            assert!(done(&answer), "{answer:?}");
            let after = (stored(&full, &playing).await, stored(&full, &lobby).await);
            assert_eq!(after, (before.0 + 1, before.1 + 1), "acknowledged and not stored: {request:?}");
            assert_eq!(health(&remote).await, 200);
            assert_eq!(metric(&server, "alhambra_storage_failing").await, 0.0);
            // The next one hears of the turn.
            let other = 1 - n;
            people[other].request(Request::Ping).await.unwrap();
            while people.iter().all(|p| p.decision().is_none()) {
                people[other].hear().await.unwrap();
            }
        }
        assert_eq!(refused, 33);
        let lines = (stored(&full, &playing).await, stored(&full, &lobby).await);
        server.stop().await;
        // A clean stop keeps all of it, too.
        let (server, remote) = serve_in(full.path(), &[]).await;
        let hub = server.hub();
        assert_eq!(hub.store.lines(&playing, 0).await.unwrap().len(), lines.0);
        assert_eq!(hub.store.lines(&lobby, 0).await.unwrap().len(), lines.1);
        remote.sit(&playing, Some(ANN), true).await.unwrap();
        server.stop().await;
    }
}

/// A disk that fills up, the server on it, and one of its tables.
struct Scene<'a> {
    full: &'a Full,
    server: &'a Server,
    remote: &'a Remote,
    table: String,
}

impl Scene<'_> {
    /// Somebody asks for something while not a byte can be written, and again when it can: first it did not happen, then it did.
    async fn refused_then_done(&self, token: &str, request: impl Fn(&Player) -> Request) {
        let Store::Lite(lite) = &self.server.hub().store else {
            unreachable!("no other store was asked for")
        };
        let mut player = self.remote.sit(&self.table, Some(token), true).await.unwrap();
        let before = stored(self.full, &self.table).await;
        self.full.set(lite, true);
        let asked = request(&player);
        let answer = player.request(asked.clone()).await.unwrap();
        assert!(unavailable(&answer), "{asked:?}: {answer:?}");
        assert_eq!(stored(self.full, &self.table).await, before, "{asked:?}");
        self.full.set(lite, false);
        let mut player = self.remote.sit(&self.table, Some(token), true).await.unwrap();
        let asked = request(&player);
        let answer = player.request(asked.clone()).await.unwrap();
        assert!(done(&answer), "{asked:?}: {answer:?}");
        assert!(stored(self.full, &self.table).await > before, "acknowledged and not stored: {asked:?}");
    }

    /// The token of whoever has something to decide.
    async fn asked(&self) -> &'static str {
        for token in [ANN, BO, "the token of Cy"] {
            if let Ok(player) = self.remote.sit(&self.table, Some(token), true).await
                && player.decision().is_some()
            {
                return token;
            }
        }
        panic!("nobody is asked")
    }
}

fn step(player: &Player) -> u64 {
    player.seen().game.as_ref().unwrap().step
}

fn own(player: &Player) -> Seat {
    player.seen().you.seats[0]
}

/// Everything people do in a game, from its start to its end.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_no_deed_of_a_game_is_acknowledged_either() {
    for full in Full::both() {
        let (server, remote) = serve_in(full.path(), &[("min_free_mb", "0")]).await;
        let scene = async |undo: UndoPolicy| {
            let LogEntry::Created { name, seats, setup, options, seed, maker } = two(Clock::None) else {
                unreachable!("that is what it makes")
            };
            let options = TableOptions { undo, ..options };
            let entry = LogEntry::Created { name, seats, setup, options, seed, maker };
            let table = server.hub().clone().create(entry).await.unwrap();
            let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
            assert!(done(&bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap()));
            Scene { full: &full, server: &server, remote: &remote, table }
        };
        let first = || alhambra_protocol::Selection::Option { id: 0 };
        let free = scene(UndoPolicy::Free).await;
        free.refused_then_done(ANN, |_| Request::Host { command: HostCommand::Start }).await;
        let asked = free.asked().await;
        let all = |player: &Player| {
            let (step, decision) = player.decision().unwrap();
            let choice = alhambra_protocol::Selection::Option { id: decision.options[0].id };
            Request::ActAll { seat: decision.seat, step, undo: 0, choices: vec![choice] }
        };
        free.refused_then_done(asked, all).await;
        free.refused_then_done(asked, |p| Request::Undo { seat: own(p), step: step(p), actions: 1 }).await;
        free.refused_then_done(BO, |p| Request::Notify { seat: own(p), webhook: None, push: None }).await;
        free.refused_then_done(BO, |p| Request::PassWindows { seat: own(p), pass: true }).await;
        free.refused_then_done(BO, |p| Request::Resign { seat: own(p) }).await;

        let ask = scene(UndoPolicy::Ask).await;
        server.hub().ask(&ask.table, Mail::Begin).await.unwrap();
        let asked = ask.asked().await;
        let other = if asked == ANN { BO } else { ANN };
        // Both have to be there, so that one of them cannot decide alone.
        let here = [
            remote.sit(&ask.table, Some(ANN), true).await.unwrap(),
            remote.sit(&ask.table, Some(BO), true).await.unwrap(),
        ];
        let act = |p: &Player| {
            let (step, decision) = p.decision().unwrap();
            Request::Act { seat: decision.seat, step, choice: first() }
        };
        ask.refused_then_done(asked, act).await;
        let again = ask.asked().await;
        if again == asked {
            // Whatever a turn asks for more; what is put to the vote everybody must know of.
            while ask.asked().await == asked {
                let mut player = remote.sit(&ask.table, Some(asked), true).await.unwrap();
                let next = act(&player);
                assert!(done(&player.request(next).await.unwrap()));
            }
        }
        let back = |p: &Player| Request::Propose { seat: own(p), what: ProposalKind::TakeBack { action: 1 } };
        ask.refused_then_done(asked, back).await;
        let vote = |p: &Player| {
            let number = p.seen().table.proposals[0].number;
            Request::Vote { seat: own(p), number, agree: false }
        };
        ask.refused_then_done(other, vote).await;
        drop(here);

        let lines = dates::up_to_a_window(server.hub().now());
        let append = |(seq, line): (u64, &LogLine)| Append {
            table: Arc::from("ABCDEFGH"),
            seq,
            body: serde_json::to_string(line).unwrap(),
            telling: 0,
            along: None,
        };
        let batch: Vec<Append> = (1..).zip(&lines).map(append).collect();
        server.hub().store.append(&batch).await.unwrap();
        let window = Scene { full: &full, server: &server, remote: &remote, table: "ABCDEFGH".to_owned() };
        let asked = window.asked().await;
        window.refused_then_done(asked, act).await;
        assert_eq!(health(&remote).await, 200);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_left_is_erased_whole_or_not_at_all() {
    for full in Full::both() {
        let (server, remote) = serve_in(full.path(), &[("min_free_mb", "0")]).await;
        let hub = server.hub();
        let Store::Lite(lite) = &hub.store else { unreachable!("no other store was asked for") };
        let (table, mut people) = begun(&server, &remote, Clock::None).await;
        let text = "I live in Granada".to_owned();
        assert!(done(&people[1].request(Request::Chat { text }).await.unwrap()));
        assert!(done(&people[0].request(Request::Host { command: HostCommand::Close }).await.unwrap()));
        let erase = |answer| Mail::Person(Box::new(Wanted { name: "Bo".to_owned(), erase: true, answer }));
        let before = hub.store.lines(&table, 0).await.unwrap();
        full.set(lite, true);
        let refusal = hub.ask(&table, erase).await.unwrap_err();
        assert_eq!((refusal.code, refusal.rule.as_deref()), (RefusalCode::Unavailable, Some("not_stored")));
        full.set(lite, false);
        // All of it is there still: for the server, for whoever finds what a killed one left, and for the people.
        assert_eq!(hub.store.lines(&table, 0).await.unwrap(), before);
        let (_copy, left) = left_behind(full.path()).await;
        let left = Store::Lite(left);
        assert_eq!(left.lines(&table, 0).await.unwrap(), before);
        left.close().await;
        let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
        assert_eq!(ann.seen().table.seats[1].name, "Bo");
        assert!(ann.seen().chat.iter().any(|line| line.text.contains("Granada")));
        // Asked again when there is room it is done, and the others keep the rest.
        assert!(hub.ask(&table, erase).await.unwrap().iter().any(|left| left.text.contains("Granada")));
        let after = hub.store.lines(&table, 0).await.unwrap();
        assert!(!after.is_empty() && !after.iter().any(|(_, body)| body.contains("Granada")));
        server.stop().await;
        let (server, remote) = serve_in(full.path(), &[]).await;
        assert_eq!(server.hub().store.lines(&table, 0).await.unwrap(), after);
        let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
        assert_eq!(ann.seen().table.seats[1].name, "Erased 2");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_go_on_by_themselves_when_there_is_room_again() {
    let dir = tempfile::tempdir().unwrap();
    let full = Full::Faults(dir);
    let (server, remote) = serve_in(full.path(), &[]).await;
    let Store::Lite(lite) = &server.hub().store else { unreachable!("no other store was asked for") };
    let bot = || Planned::Bot("random".to_owned());
    let entry = LogEntry::Created {
        name: String::new(),
        seats: vec![bot(), bot(), bot()],
        setup: Setup::players(3),
        options: TableOptions::default(),
        seed: None,
        maker: Hashed::of(ANN),
    };
    let table = server.hub().clone().create(entry).await.unwrap();
    server.hub().ask(&table, Mail::Begin).await.unwrap();
    full.set(lite, true);
    let mut ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    while health(&remote).await == 200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    full.set(lite, false);
    // Nobody asks for anything.
    while ann.view().is_none_or(|view| view.winners.is_none()) {
        ann.hear().await.unwrap();
    }
    assert_eq!(health(&remote).await, 200);
}

#[tokio::test]
async fn bots_among_themselves_wait_for_somebody_who_looks() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("unattended_minutes", "0")]).await;
    let bots = r#"{"seats":[{"type":"bot","level":"random"},{"type":"bot","level":"random"}],"start":true}"#;
    let made: alhambra_protocol::Created =
        serde_json::from_str(&remote.http("POST", "api/tables", bots).await.unwrap().2).unwrap();
    let lines = async || server.hub().store.lines(&made.table, 0).await.unwrap().len();
    let before = lines().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(lines().await, before);
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    while ann.view().is_none_or(|view| view.winners.is_none()) {
        ann.hear().await.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn with_little_room_left_there_are_no_new_tables_and_games_go_on() {
    let dir = tempfile::tempdir().unwrap();
    // More than any disk has.
    let (server, remote) = serve_in(dir.path(), &[("min_free_mb", "1000000000000")]).await;
    let wish = r#"{"seats":[{"type":"me","name":"Ann"},{"type":"open"}]}"#;
    let (status, _, body) = remote.http("POST", "api/tables", wish).await.unwrap();
    assert!(status == 503 && body.contains("nearly full"), "{status} {body}");
    server.stop().await;
    let (server, remote) = serve_in(dir.path(), &[]).await;
    let looked_at = super::imports::hand_in(&remote).await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let record = server.hub().ask(&table, Mail::Begin).await;
    assert!(record.is_err());
    drop(people);
    server.stop().await;
    let more = [("min_free_mb", "1000000000000"), ("metrics_listen", "127.0.0.1:0")];
    let (server, remote) = serve_in(dir.path(), &more).await;
    people = [
        remote.sit(&table, Some(ANN), true).await.unwrap(),
        remote.sit(&table, Some(BO), true).await.unwrap(),
    ];
    let n = asked(&people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
    // Nor is there room for games handed in, or for the next one.
    let mut host = people.into_iter().next().unwrap();
    assert!(done(&host.request(Request::Host { command: HostCommand::Close }).await.unwrap()));
    let next = host.request(Request::Rematch).await.unwrap();
    assert!(unavailable(&next), "{next:?}");
    let branch = r#"{"moment":0,"seat":0,"level":"easy"}"#;
    let branch = ("POST", format!("api/tables/{looked_at}/branch"), branch.to_owned());
    let import = ("POST", "api/records".to_owned(), super::imports::record());
    for (verb, path, body) in [branch, import] {
        let (status, _, body) = remote.http(verb, &path, &body).await.unwrap();
        assert!(status == 503 && body.contains("disk_full"), "{path}: {status} {body}");
    }
    assert_eq!(remote.http("GET", &format!("api/tables/{looked_at}/replay"), "").await.unwrap().0, 200);
    assert!(metric(&server, "alhambra_storage_free_bytes").await > 0.0);
    assert_eq!(health(&remote).await, 200, "little room is no fault");
    server.stop().await;
}
