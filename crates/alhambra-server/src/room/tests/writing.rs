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

/// Lets a log grow by so many such lines, as other servers would have written them.
async fn grow(server: &Server, table: &str, entry: &LogEntry, many: usize) {
    let last = lines(server, table).await;
    super::ending::append(server, table, last as u64 + 1, &vec![entry.clone(); many]).await;
    server.hub().room(table).send(Mail::News { seq: (last + many) as u64 }).await.unwrap();
}

/// Ann and Bo, who come back.
async fn back(remote: &Remote, table: &str) -> [Player; 2] {
    [remote.sit(table, Some(ANN), true).await.unwrap(), remote.sit(table, Some(BO), true).await.unwrap()]
}

async fn says(player: &mut Player, request: Request) -> String {
    rule(&player.request(request).await.unwrap()).to_owned()
}

fn hello() -> Request {
    Request::Chat { text: "hello".to_owned() }
}

fn host(command: HostCommand) -> Request {
    Request::Host { command }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_as_long_as_it_may_be_takes_moves_and_what_a_game_needs() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (table, people) = begun_as(&server, &remote, made).await;
    drop(people);
    let filling = LogEntry::PassesWindows { seat: seat(1), pass: true };
    let most = requests::MOST_LINES as usize;
    grow(&server, &table, &filling, most - lines(&server, &table).await).await;
    let began = Instant::now();
    let mut people = back(&remote, &table).await;
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    super::looks_back::play(&mut people, 6).await;
    let take_back = || host(HostCommand::TakeBack { action: 1 });
    assert_eq!(says(&mut people[0], take_back()).await, "log_full");
    assert_eq!(says(&mut people[1], Request::PassWindows { seat: seat(1), pass: false }).await, "log_full");
    assert_eq!(says(&mut people[0], hello()).await, "done", "talk has room of its own");
    assert_eq!(act(&mut people).await, "done");
    // Nobody is kept from leaving and coming back, nor from a game that goes on.
    assert_eq!(says(&mut people[1], Request::Leave { seat: seat(1) }).await, "done");
    assert_eq!(says(&mut people[1], Request::Return { seat: seat(1) }).await, "done");
    for command in [HostCommand::Renew, HostCommand::Close, HostCommand::Reopen] {
        assert_eq!(says(&mut people[0], host(command)).await, "done");
    }
    server.hub().room(&table).send(Mail::Fault).await.unwrap();
    drop(people);
    let mut people = back(&remote, &table).await;
    assert_eq!(says(&mut people[0], host(HostCommand::Revive)).await, "done");
    // When that has used up its reserve the host's own is still there, and so are moves and the end.
    grow(&server, &table, &filling, requests::RESERVE as usize).await;
    drop(people);
    let mut people = back(&remote, &table).await;
    assert_eq!(says(&mut people[1], Request::Leave { seat: seat(1) }).await, "log_full");
    assert_eq!(act(&mut people).await, "done");
    for command in [HostCommand::Close, HostCommand::Reopen, HostCommand::Close] {
        assert_eq!(says(&mut people[0], host(command)).await, "done");
    }
    grow(&server, &table, &filling, requests::RESERVE as usize).await;
    assert_eq!(says(&mut people[0], host(HostCommand::Reopen)).await, "log_full");
}

/// Point 1 of an audit: those who watch filled the log, and the game stood still.
#[tokio::test(flavor = "multi_thread")]
async fn talk_fills_its_own_share_of_the_log_and_those_who_watch_another() {
    let (_dir, server, remote) = serve().await;
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (table, people) = begun_as(&server, &remote, made).await;
    drop(people);
    let called = LogEntry::Called { name: "a spectator".to_owned(), text: "x".to_owned() };
    grow(&server, &table, &called, requests::MOST_TALK as usize).await;
    let mut people = back(&remote, &table).await;
    let mut watcher = remote.sit(&table, None, true).await.unwrap();
    assert_eq!(says(&mut watcher, hello()).await, "chat_full");
    assert_eq!(says(&mut people[1], hello()).await, "done");
    let said = LogEntry::Said { seat: seat(1), text: "x".to_owned() };
    grow(&server, &table, &said, requests::MOST_TALK as usize).await;
    drop(people);
    let mut people = back(&remote, &table).await;
    assert_eq!(says(&mut people[0], hello()).await, "chat_full");
    // The game does not notice.
    super::looks_back::play(&mut people, 6).await;
    assert_eq!(says(&mut people[0], host(HostCommand::TakeBack { action: 1 })).await, "done");
    // It is known after the log was read again.
    server.hub().room(&table).send(Mail::Fault).await.unwrap();
    drop(people);
    let mut people = back(&remote, &table).await;
    assert_eq!(says(&mut people[0], host(HostCommand::Revive)).await, "done");
    assert_eq!(says(&mut people[0], hello()).await, "chat_full");
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_again_and_again_is_written_now_and_then() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("messages_per_second", "20")]).await;
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (_, mut people) = begun_as(&server, &remote, made).await;
    let mut answers = Vec::new();
    for _ in 0..50 {
        // Whether there is anything to take back is found out behind that.
        answers.push(says(&mut people[0], Request::Undo { seat: seat(0), step: 0, actions: 9 }).await);
    }
    assert_eq!(answers[..40].iter().filter(|answer| *answer == "too_much_at_once").count(), 0);
    assert!(answers.iter().any(|answer| answer == "too_much_at_once"), "{answers:?}");
    // What else is written and what is played has its own.
    assert_eq!(says(&mut people[0], hello()).await, "done");
    assert_eq!(act(&mut people).await, "done");
}

/// Games that were stopped go on, are kept or are shown, however little room there is.
#[tokio::test(flavor = "multi_thread")]
async fn with_little_room_on_the_disk_stopped_games_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("min_free_mb", "0")]).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let (table, mut people) = begun(&server, &remote, Clock::None).await;
        match tables.len() {
            0 => server.hub().room(&table).send(Mail::Fault).await.unwrap(),
            _ => assert_eq!(says(&mut people[0], host(HostCommand::Close)).await, "done"),
        }
        tables.push(table);
    }
    assert_eq!(server.hub().ask(&tables[0], Mail::Info).await.unwrap().phase, Phase::Parked);
    server.stop().await;
    let (server, remote) = serve_in(dir.path(), &[("min_free_mb", "1000000000")]).await;
    for (table, command) in tables.iter().zip([HostCommand::Revive, HostCommand::Reopen]) {
        let mut people = back(&remote, table).await;
        assert_eq!(says(&mut people[0], host(command)).await, "done");
        people[1].request(Request::Ping).await.unwrap();
        assert_eq!(act(&mut people).await, "done");
    }
    let mut people = back(&remote, &tables[2]).await;
    assert_eq!(says(&mut people[0], host(HostCommand::Renew)).await, "done");
    assert_eq!(says(&mut people[0], hello()).await, "disk_nearly_full");
    let show = Request::Propose { seat: seat(0), what: ProposalKind::Show };
    assert_eq!(says(&mut people[0], show).await, "done");
    assert_eq!(says(&mut people[1], Request::Vote { seat: seat(1), number: 1, agree: true }).await, "done");
    assert!(server.hub().ask(&tables[2], Mail::Info).await.unwrap().shown);
    server.stop().await;
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
