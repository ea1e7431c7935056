//! What is written beside moves has its bounds.

use super::*;
use alhambra_protocol::UndoPolicy;

fn rule(answer: &ServerMessage) -> &str {
    match answer {
        ServerMessage::Done { .. } => "done",
        ServerMessage::Refused { refusal, .. } => refusal.rule.as_deref().unwrap_or("refused"),
        other => panic!("{other:?}"),
    }
}

async fn lines(server: &Server, table: &str) -> usize {
    server.hub().store.lines(table, 0).await.unwrap().len()
}

/// Whoever is asked does something.
async fn act(people: &mut [Player; 2]) -> String {
    for player in people.iter_mut() {
        player.request(Request::Ping).await.unwrap();
    }
    let n = asked(people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    rule(&people[n].answer(id).await.unwrap()).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_move_is_written_now_and_then() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("messages_per_second", "20")]).await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let before = lines(&server, &table).await;
    let mut refused = 0;
    for n in 0..40 {
        let pass = Request::PassWindows { seat: seat(1), pass: n % 2 == 0 };
        refused += usize::from(rule(&people[1].request(pass).await.unwrap()) == "too_much_at_once");
    }
    let written = lines(&server, &table).await - before;
    assert!(refused > 15 && written < 20, "{written} lines, {refused} refused");
    // All of it counts together, and for this seat alone.
    let mut others = Vec::new();
    for _ in 0..3 {
        let told = Request::Notify { seat: seat(1), webhook: None, push: None };
        others.push(rule(&people[1].request(told).await.unwrap()).to_owned());
    }
    assert!(others.contains(&"too_much_at_once".to_owned()), "{others:?}");
    let hello = Request::Chat { text: "hello".to_owned() };
    assert_eq!(rule(&people[0].request(hello).await.unwrap()), "done");
    // Moves are no part of it, whoever makes them.
    let mut moved = 0;
    while moved < 2 || asked(&people) == 0 {
        assert_eq!(act(&mut people).await, "done");
        moved += 1;
        for player in &mut people {
            player.request(Request::Ping).await.unwrap();
        }
    }
    assert_eq!(act(&mut people).await, "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_as_long_as_it_may_be_takes_moves_and_an_end() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (table, people) = begun_as(&server, &remote, made).await;
    drop(people);
    let hub = server.hub();
    let at = hub.now();
    let first = lines(&server, &table).await as u64 + 1;
    let body = |n: u64| {
        let entry = LogEntry::Said { seat: seat(1), text: format!("line {n}") };
        serde_json::to_string(&LogLine { at, entry }).unwrap()
    };
    let said: Vec<Append> = (first..=requests::MOST_LINES)
        .map(|seq| Append { table: Arc::from(&*table), seq, body: body(seq), telling: 0, along: None })
        .collect();
    for batch in said.chunks(1000) {
        assert!(hub.store.append(batch).await.unwrap().into_iter().all(|written| written));
    }
    // As another server would have written it.
    hub.room(&table).send(Mail::News { seq: requests::MOST_LINES }).await.unwrap();
    let began = Instant::now();
    let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    let bo = remote.sit(&table, Some(BO), true).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let mut people = [ann, bo];
    let hello = || Request::Chat { text: "hello".to_owned() };
    assert_eq!(rule(&people[0].request(hello()).await.unwrap()), "log_full");
    assert_eq!(act(&mut people).await, "done");
    people[0].request(Request::Ping).await.unwrap();
    let back = || Request::Host { command: HostCommand::TakeBack { action: 1 } };
    assert_eq!(rule(&people[0].request(back()).await.unwrap()), "log_full");
    assert_eq!(act(&mut people).await, "done");
    let close = Request::Host { command: HostCommand::Close };
    assert_eq!(rule(&people[0].request(close).await.unwrap()), "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_little_room_on_the_disk_games_go_on_and_lobbies_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("min_free_mb", "0")]).await;
    let (playing, people) = begun(&server, &remote, Clock::None).await;
    drop(people);
    let lobby = server.hub().clone().create(two(Clock::None)).await.unwrap();
    server.stop().await;
    let (server, remote) = serve_in(dir.path(), &[("min_free_mb", "1000000000")]).await;
    let mut bo = remote.sit(&lobby, Some(BO), true).await.unwrap();
    let ready = Request::Ready { seat: seat(1), ready: true };
    assert_eq!(rule(&bo.request(ready).await.unwrap()), "disk_nearly_full");
    // Whoever wants to go can.
    assert_eq!(rule(&bo.request(Request::Leave { seat: seat(1) }).await.unwrap()), "done");
    let sit = |answer| {
        Mail::Sit(Box::new(Sit { name: "Cy".to_owned(), seat: None, token: Hashed::of("Cy"), answer }))
    };
    let refusal = server.hub().ask(&lobby, sit).await.unwrap_err();
    assert_eq!(refusal.rule.as_deref(), Some("disk_nearly_full"));
    let ann = remote.sit(&playing, Some(ANN), true).await.unwrap();
    let bo = remote.sit(&playing, Some(BO), true).await.unwrap();
    let mut people = [ann, bo];
    assert_eq!(act(&mut people).await, "done");
    let hello = Request::Chat { text: "hello".to_owned() };
    assert_eq!(rule(&people[0].request(hello).await.unwrap()), "done");
    server.stop().await;
}

/// A code somebody made up costs a look at the store, and no room that stays open.
#[tokio::test(flavor = "multi_thread")]
async fn guessed_codes_leave_no_rooms_open() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("guesses_per_minute", "3")]).await;
    let table = server.hub().clone().create(two(Clock::None)).await.unwrap();
    for _ in 0..20 {
        let code = crate::secret::table_code();
        assert!(remote.sit(&code, Some("any token"), true).await.is_err());
    }
    let gone = async {
        while server.hub().open_rooms() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), gone).await.expect("no room is left open");
    // Whoever has a good token is let in all the same; a bad one tells nobody that there is a table.
    assert!(remote.sit(&table, Some(ANN), true).await.is_ok());
    let bad = remote.sit(&table, Some("any token"), true).await.unwrap_err().to_string();
    let none =
        remote.sit(&crate::secret::table_code(), Some("any token"), true).await.unwrap_err().to_string();
    assert_eq!(bad, none);
}
