//! Looking back: nobody waits for somebody who does, and nobody does without end.

use super::*;
use crate::client::ClientError;
use alhambra_protocol::{Hello, PROTOCOL, UndoPolicy};

pub(super) async fn play(people: &mut [Player; 2], moves: usize) {
    for _ in 0..moves {
        for player in people.iter_mut() {
            player.request(Request::Ping).await.unwrap();
        }
        let n = asked(people);
        let id = people[n].choose(|_| 0).await.unwrap().unwrap();
        assert!(done(&people[n].answer(id).await.unwrap()));
    }
    for player in people.iter_mut() {
        player.request(Request::Ping).await.unwrap();
    }
}

fn history() -> Request {
    Request::History { from: 0, to: u32::MAX }
}

#[tokio::test]
async fn a_table_goes_on_while_somebody_looks_back() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    play(&mut people, 12).await;
    let whole = match people[0].request(history()).await.unwrap() {
        ServerMessage::History { blocks, .. } => blocks,
        other => panic!("{other:?}"),
    };
    assert!(whole.len() > 5);
    // Whoever reads just now keeps all places; a question after the past waits, and only that.
    let places = server.hub().readers.acquire_many(2).await.unwrap();
    let late = people[0].ask(history()).await.unwrap();
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.clone(),
        token: Some(BO.to_owned()),
        name: None,
        after: Some(0),
        step: None,
        eyes: None,
        glance: false,
        texts: true,
    };
    let back = tokio::spawn({
        let remote = remote.clone();
        async move { remote.hello(hello).await }
    });
    for player in &mut people {
        let pong = tokio::time::timeout(Duration::from_secs(5), player.request(Request::Ping)).await;
        assert!(matches!(pong, Ok(Ok(ServerMessage::Pong { .. }))), "{pong:?}");
    }
    assert!(!back.is_finished());
    drop(places);
    match people[0].answer(late).await.unwrap() {
        ServerMessage::History { blocks, .. } => assert_eq!(blocks, whole),
        other => panic!("{other:?}"),
    }
    let back = back.await.unwrap().unwrap();
    let known = back.seen().game.as_ref().unwrap().action;
    assert!(known > 5);
    assert_eq!(back.seen().missed.len() as u32, known);
}

/// However many strangers look at games, a table that has to read its own log does so; and nobody's log lies in memory before
/// there is a place to go through it.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_read_games_keep_no_table_from_going_back() {
    let (_dir, server, remote) = serve().await;
    let hub = server.hub();
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (table, mut people) = begun_as(&server, &remote, made).await;
    play(&mut people, 12).await;
    let crate::store::Store::Lite(lite) = &hub.store else { unreachable!("no other store was asked for") };
    let places = hub.readers.acquire_many(2).await.unwrap();
    let reads = || lite.reads.load(Ordering::Relaxed);
    let before = reads();
    let story = |answer| Mail::Story { token: Some(Box::new(Hashed::of(ANN))), answer };
    let waiting: Vec<_> = (0..5)
        .map(|_| {
            let (hub, table) = (hub.clone(), table.clone());
            tokio::spawn(async move { hub.ask(&table, story).await })
        })
        .collect();
    let late = people[1].ask(history()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(reads(), before, "nobody reads before there is a place");
    let back = people[0].request(Request::Host { command: HostCommand::TakeBack { action: 1 } });
    let back = tokio::time::timeout(Duration::from_secs(5), back).await.expect("it waits for no stranger");
    assert!(done(&back.unwrap()));
    drop(places);
    for story in waiting {
        assert!(story.await.unwrap().is_ok());
    }
    assert!(matches!(people[1].answer(late).await.unwrap(), ServerMessage::History { .. }));
}

/// What another server wrote is not done line by line if it is much: whoever is connected gets the table as it is now.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_far_behind_is_read_anew() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    let said = |n: u64| LogEntry::Said { seat: seat(1), text: format!("line {n}") };
    for (many, heard) in [(20, 20), (1000, 60)] {
        let last = server.hub().store.lines(&table, 0).await.unwrap().len() as u64;
        let lines: Vec<LogEntry> = (1..=many).map(said).collect();
        super::ending::append(&server, &table, last + 1, &lines).await;
        server.hub().room(&table).send(Mail::News { seq: last + many }).await.unwrap();
        people[0].request(Request::Ping).await.unwrap();
        let chat = &people[0].seen().chat;
        assert_eq!(chat.last().unwrap().text, format!("line {many}"));
        let own = chat.iter().filter(|line| line.text.starts_with("line ")).count();
        assert_eq!(own, heard, "after {many} lines");
    }
}

#[tokio::test]
async fn nobody_looks_back_without_end() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("downloads_per_minute", "3")]).await;
    let (table, mut people) = begun(&server, &remote, Clock::None).await;
    play(&mut people, 4).await;
    let mut told = 0;
    for n in 0..8 {
        let request = if n % 2 == 0 { history() } else { Request::Scoring { round: 1 } };
        match people[n % 2].request(request).await.unwrap() {
            ServerMessage::History { .. } => told += 1,
            ServerMessage::Refused { refusal, .. } if refusal.code == RefusalCode::NotFound => told += 1,
            ServerMessage::Refused { refusal, .. } => assert_eq!(refusal.code, RefusalCode::TooFast),
            other => panic!("{other:?}"),
        }
    }
    // One more may have run in meanwhile.
    assert!((3..=4).contains(&told), "{told}");
    // Whoever comes back gets in all the same, only not the story of it.
    let hello = Hello {
        protocol: PROTOCOL,
        table,
        token: Some(ANN.to_owned()),
        name: None,
        after: Some(0),
        step: None,
        eyes: None,
        glance: false,
        texts: true,
    };
    let back: Result<Player, ClientError> = remote.hello(hello).await;
    assert!(back.unwrap().seen().missed.is_empty());
}

/// Somebody who takes back behind new information again and again makes the log long and not slow to read.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_full_of_what_was_taken_back_is_read_once() {
    let (_dir, server, _remote) = serve().await;
    let hub = server.hub();
    let (now, made) =
        (hub.now(), two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() }));
    let at = |entry: LogEntry| LogLine { at: now, entry };
    let agreed = TableState::create("ABCDEFGH", &at(made.clone())).unwrap().agreed();
    let (mut session, header) = crate::session::Session::start(&agreed, 1, &mut Vec::new()).unwrap();
    let mut transcript = crate::session::Transcript::default();
    let mut entries = vec![made, LogEntry::Started { seed: 1, header }];
    transcript.put(entries[1].clone());
    let mut actions = Vec::new();
    let mut act = |session: &mut crate::session::Session| {
        let mover = session.game.to_move().unwrap();
        session.game.legal(mover, &mut actions);
        let mut events = Vec::new();
        let (game, entry) = session.after(mover, actions[0], &mut events).unwrap();
        let gone = session.advance(game, &entry, &events);
        session.veil(None, true, &gone);
        LogEntry::Acted { entry }
    };
    // Far into the game, one back and one forth, each time behind something new.
    while entries.len() < 102 {
        entries.push(act(&mut session));
        transcript.put(entries[entries.len() - 1].clone());
    }
    let keep = session.actions;
    for n in 0..1000 {
        while session.actions - keep <= session.undoable() {
            entries.push(act(&mut session));
            transcript.put(entries[entries.len() - 1].clone());
        }
        let undone = LogEntry::Undone { by: None, keep, seed: Some(n) };
        session.undo_by_log(&mut transcript, keep, Some(n)).unwrap();
        session.veil(None, true, &[]);
        transcript.put(undone.clone());
        entries.push(undone);
    }
    assert!(entries.len() > 2000, "{}", entries.len());
    let append = |(seq, entry): (u64, LogEntry)| Append {
        table: Arc::from("ABCDEFGH"),
        seq,
        body: serde_json::to_string(&at(entry)).unwrap(),
        telling: 0,
        along: None,
    };
    let batch: Vec<Append> = (1..).zip(entries).map(append).collect();
    assert!(hub.store.append(&batch).await.unwrap().into_iter().all(|written| written));
    let crate::store::Store::Lite(lite) = &hub.store else { unreachable!("no other store was asked for") };
    let (before, began) = (lite.reads.load(Ordering::Relaxed), Instant::now());
    let info = hub.ask("ABCDEFGH", Mail::Info).await.unwrap();
    assert!(info.took_back && info.phase == Phase::Playing);
    let (reads, took) = (lite.reads.load(Ordering::Relaxed) - before, began.elapsed());
    assert!(reads <= 2, "the log was read {reads} times");
    assert!(took < Duration::from_secs(5), "{took:?}");
    // The game is the one that was played.
    let record = |answer| Mail::Story { token: Some(Box::new(Hashed::of(ANN))), answer };
    let story = hub.ask("ABCDEFGH", record).await.unwrap();
    assert_eq!(story.record.entries.len() as u32, keep);
    assert_eq!(story.record.verify().unwrap().digest(), session.game.digest());
}

/// Taking back behind new information reads the whole log: it goes the way of looking back.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_back_behind_new_information_without_end() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("downloads_per_minute", "2")]).await;
    let made = two_with(TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() });
    let (_, mut people) = begun_as(&server, &remote, made).await;
    play(&mut people, 12).await;
    let back = Request::Host { command: HostCommand::TakeBack { action: 1 } };
    assert!(done(&people[0].request(back).await.unwrap()));
    let mut answers = Vec::new();
    for _ in 0..3 {
        play(&mut people, 8).await;
        let back = Request::Host { command: HostCommand::TakeBack { action: 1 } };
        answers.push(people[0].request(back).await.unwrap());
    }
    let fast = |answer: &ServerMessage| matches!(answer, ServerMessage::Refused { refusal, .. } if refusal.rule.as_deref() == Some("too_many_looks"));
    assert!(answers.iter().any(fast), "{answers:?}");
    assert!(answers.iter().all(|answer| fast(answer) || done(answer)), "{answers:?}");
}
