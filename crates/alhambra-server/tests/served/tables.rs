//! Tables over real sockets and a real SQLite: playing, coming back, taking back, hosts, spectators, hot-seat.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{
    Clock, Hello, HostCommand, NewSeat, PROTOCOL, Pace, Phase, ProposalKind, RefusalCode, Request, Selection,
    ServerMessage, Spectators, TableOptions, UndoPolicy, View,
};
use alhambra_rules::{Quick, Seat, Setup};
use alhambra_server::client::{Player, Remote};

fn code(message: &ServerMessage) -> Option<RefusalCode> {
    match message {
        ServerMessage::Refused { refusal, .. } => Some(refusal.code),
        _ => None,
    }
}

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// Three people at a table that has begun.
async fn three(remote: &Remote, options: TableOptions) -> (String, [String; 3], [Player; 3]) {
    let made = remote.create(&wish(2, 0, None, options)).await.unwrap();
    let table = made.table;
    let bo = remote.join(&table, "Bo").await.unwrap().token;
    let cy = remote.join(&table, "Cy").await.unwrap().token;
    let mut players = [
        remote.sit(&table, Some(&made.token), true).await.unwrap(),
        remote.sit(&table, Some(&bo), true).await.unwrap(),
        remote.sit(&table, Some(&cy), true).await.unwrap(),
    ];
    let early = players[0].request(Request::Host { command: HostCommand::Start }).await.unwrap();
    assert_eq!(code(&early), Some(RefusalCode::NotNow), "Bo is not ready");
    for n in [1, 2] {
        let ready = Request::Ready { seat: seat(n), ready: true };
        assert!(matches!(players[n].request(ready).await.unwrap(), ServerMessage::Done { .. }));
    }
    let forged = players[1].request(Request::Host { command: HostCommand::Start }).await.unwrap();
    assert_eq!(code(&forged), Some(RefusalCode::NotHost));
    let start = players[0].request(Request::Host { command: HostCommand::Start }).await.unwrap();
    assert!(matches!(start, ServerMessage::Done { .. }), "{start:?}");
    for player in &mut players {
        while player.view().is_none() {
            player.hear().await.unwrap();
        }
    }
    (table, [made.token, bo, cy], players)
}

/// The player whose decision it is, after everybody has heard everything.
async fn decider(players: &mut [Player]) -> usize {
    for player in players.iter_mut() {
        player.request(Request::Ping).await.unwrap();
    }
    players.iter().position(|p| p.decision().is_some()).expect("somebody decides")
}

#[tokio::test]
async fn three_people_play_a_whole_game_and_the_record_replays() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let (table, _, players) = three(&remote, TableOptions::default()).await;
    let early = remote.http("GET", &format!("api/tables/{table}/record"), "").await.unwrap();
    assert_eq!(early.0, 409, "a record tells every hand");
    let tasks = players.into_iter().enumerate().map(|(n, mut player)| {
        tokio::spawn(async move {
            play(&mut player, &mut Quick::new(n as u64), 5000).await;
            player
        })
    });
    let mut ended = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        ended.push(task.await.unwrap());
    }
    let scores = |view: &View| view.players.iter().map(|p| p.score).collect::<Vec<_>>();
    let first = scores(ended[0].view().unwrap());
    assert!(ended.iter().all(|p| scores(p.view().unwrap()) == first));
    let (status, _, text) = remote.http("GET", &format!("api/tables/{table}/record"), "").await.unwrap();
    assert_eq!(status, 200, "{text}");
    let lines: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let closing = lines.last().unwrap();
    assert_eq!(closing["over"], true);
    assert_eq!(closing["scores"], serde_json::json!(first));
    // Whoever comes back sees the same, with every point explained.
    let late = remote.sit(&table, None, true).await.unwrap();
    let game = late.seen().game.as_ref().unwrap();
    assert_eq!(scores(&game.view), first);
    let sum: i32 = game.scores.iter().map(|line| i32::from(line.points)).sum();
    assert_eq!(sum, first.iter().map(|n| i32::from(*n)).sum::<i32>());
    server.stop().await;
    let checkup = alhambra_server::doctor(&config(dir.path(), &[])).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (1, 0), "{checkup:?}");
}

#[tokio::test]
async fn scorings_are_looked_at_again_and_plans_are_only_thoughts() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 2, None, TableOptions::default())).await.unwrap();
    let mut player = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let early = player.request(Request::Scoring { round: 1 }).await.unwrap();
    assert_eq!(code(&early), Some(RefusalCode::NotFound));
    play(&mut player, &mut Quick::new(3), 1).await;
    while player.decision().is_none() {
        player.hear().await.unwrap();
    }
    let (step, _) = player.decision().unwrap();
    let plan = player.request(Request::Plan { seat: seat(0), step, laid: Vec::new() }).await.unwrap();
    assert!(matches!(&plan, ServerMessage::Plan { plan, .. } if plan.step == step), "{plan:?}");
    let stale =
        player.request(Request::Plan { seat: seat(0), step: step + 1, laid: Vec::new() }).await.unwrap();
    assert_eq!(code(&stale), Some(RefusalCode::Stale));
    let theirs = player.request(Request::Plan { seat: seat(1), step, laid: Vec::new() }).await.unwrap();
    assert_eq!(code(&theirs), Some(RefusalCode::NotYours));
    assert_eq!(player.decision().map(|(step, _)| step), Some(step), "nothing has happened");

    play(&mut player, &mut Quick::new(4), 5000).await;
    let mut watcher = remote.sit(&made.table, None, true).await.unwrap();
    let lines = watcher.seen().game.as_ref().unwrap().scores.clone();
    for round in 1..=3 {
        let answer = watcher.request(Request::Scoring { round }).await.unwrap();
        let ServerMessage::Scoring { scoring, .. } = answer else { panic!("{answer:?}") };
        assert_eq!((scoring.round, scoring.players.len()), (round, 3));
        // Every cell points were given for has its tile.
        for line in lines.iter().filter(|line| line.round == round) {
            let alhambra_protocol::Scorer::Seat(to) = line.to else { continue };
            let palace = &scoring.players[to.index()].palace;
            assert!(line.cells.iter().all(|cell| palace.iter().any(|tile| tile.at == *cell)), "{line:?}");
        }
    }
    let beyond = watcher.request(Request::Scoring { round: 4 }).await.unwrap();
    assert_eq!(code(&beyond), Some(RefusalCode::NotFound));
}

#[tokio::test]
async fn coming_back_shows_what_was_missed_and_stale_choices_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[("idle_seconds", "0")])).await;
    let (table, tokens, mut players) = three(&remote, TableOptions::default()).await;
    let mut dice = Quick::new(5);
    for _ in 0..20 {
        let n = decider(&mut players).await;
        assert_eq!(play(&mut players[n], &mut dice, 1).await, 1);
    }
    let n = decider(&mut players).await;
    let (step, decision) = players[n].decision().unwrap();
    let old = Request::Act { seat: decision.seat, step: step - 1, choice: Selection::Option { id: 0 } };
    assert_eq!(code(&players[n].request(old).await.unwrap()), Some(RefusalCode::Stale));
    let beyond = Request::Act { seat: seat(n), step, choice: Selection::Option { id: 9999 } };
    assert_eq!(code(&players[n].request(beyond).await.unwrap()), Some(RefusalCode::NoSuchOption));
    let other = (n + 1) % 3;
    let theirs = Request::Act { seat: seat(n), step, choice: Selection::Option { id: 0 } };
    assert_eq!(code(&players[other].request(theirs).await.unwrap()), Some(RefusalCode::NotYours));
    // Everybody counts the steps they have been told of.
    let step = players[other].seen().game.as_ref().unwrap().step;
    let early = Request::Act { seat: seat(other), step, choice: Selection::Option { id: 0 } };
    assert_eq!(code(&players[other].request(early).await.unwrap()), Some(RefusalCode::Illegal));
    // A second device with the same token, coming back to the seventh action.
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.to_lowercase(),
        token: Some(tokens[n].clone()),
        name: None,
        after: Some(7),
        step: None,
        eyes: None,
        glance: false,
        texts: false,
    };
    let back = remote.hello(hello).await.unwrap();
    let blocks: Vec<u32> = back.seen().missed.iter().map(|block| block.action).collect();
    assert_eq!(blocks, (8..=20).collect::<Vec<_>>());
    assert_eq!(back.view(), players[n].view());
    assert!(back.decision().is_some_and(|(_, d)| d.options[0].text.is_empty()));
    let wrong = remote.sit(&table, Some("0123456789abcdef0123456789abcdef"), true).await;
    assert!(wrong.is_err_and(|why| why.to_string().contains("not good for this table")));
}

#[tokio::test]
async fn taking_back_stops_at_new_information_and_goes_further_by_vote() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { undo: UndoPolicy::Ask, ..TableOptions::default() };
    let (table, tokens, mut players) = three(&remote, options).await;
    let n = decider(&mut players).await;
    let before = players[n].view().unwrap().clone();
    // Taking money ends the actions; the turn is confirmed later, so it can be taken back.
    play(&mut players[n], &mut Quick::new(1), 1).await;
    players[n].request(Request::Ping).await.unwrap();
    let game = players[n].seen().game.clone().unwrap();
    assert!(game.undo.steps >= 1, "{:?}", game.undo);
    let undo = Request::Undo { seat: seat(n), step: game.step, actions: 1 };
    assert!(matches!(players[n].request(undo).await.unwrap(), ServerMessage::Done { .. }));
    assert_eq!(players[n].view().unwrap(), &before);
    let mut dice = Quick::new(2);
    for _ in 0..10 {
        let n = decider(&mut players).await;
        play(&mut players[n], &mut dice, 1).await;
    }
    let n = decider(&mut players).await;
    let other = (n + 1) % 3;
    let game = players[other].seen().game.clone().unwrap();
    let undo = Request::Undo { seat: seat(other), step: game.step, actions: 5 };
    assert_eq!(code(&players[other].request(undo).await.unwrap()), Some(RefusalCode::CannotUndo));
    let known = (game.action, game.step);
    let what = ProposalKind::TakeBack { action: 3 };
    let proposed = players[other].request(Request::Propose { seat: seat(other), what }).await.unwrap();
    assert!(matches!(proposed, ServerMessage::Done { .. }), "{proposed:?}");
    for m in (0..3).filter(|m| *m != other) {
        let vote = Request::Vote { seat: seat(m), number: 1, agree: true };
        let voted = players[m].request(vote).await.unwrap();
        assert!(matches!(voted, ServerMessage::Done { .. }), "{voted:?}");
    }
    for player in &mut players {
        player.request(Request::Ping).await.unwrap();
        assert_eq!(player.seen().game.as_ref().unwrap().action, 2);
        assert!(player.seen().table.took_back);
    }
    let n = decider(&mut players).await;
    assert_eq!(play(&mut players[n], &mut dice, 1).await, 1, "the game goes on from there");
    // Whoever was away hears how far it went back, and what was done since.
    let hello = Hello {
        protocol: PROTOCOL,
        table,
        token: Some(tokens[other].clone()),
        name: None,
        after: Some(known.0),
        step: Some(known.1),
        eyes: Some(seat(other)),
        glance: false,
        texts: false,
    };
    let back = remote.hello(hello).await.unwrap();
    assert_eq!(back.seen().taken_back_to, Some(2));
    assert!(back.seen().missed.iter().all(|block| block.action == 3), "{:?}", back.seen().missed);
}

#[tokio::test]
async fn one_device_for_several_people_shows_one_hand_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let mut wish = wish(0, 1, None, TableOptions::default());
    wish.seats.insert(1, NewSeat::Me { name: "Bo".to_owned() });
    let made = remote.create(&wish).await.unwrap();
    assert_eq!(made.info.phase, Phase::Playing);
    let mut table = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(table.seen().you.seats, [seat(0), seat(1)]);
    assert_eq!(table.view().unwrap().hand, None, "the curtain is down");
    for n in [0, 1] {
        let looked = table.request(Request::Look { seat: Some(seat(n)) }).await.unwrap();
        assert!(matches!(looked, ServerMessage::Snapshot(_)));
        assert!(table.view().unwrap().hand.is_some());
        assert_eq!(table.view().unwrap().viewer, Some(seat(n)));
    }
    let peek = table.request(Request::Look { seat: Some(seat(2)) }).await.unwrap();
    assert_eq!(code(&peek), Some(RefusalCode::NotYours));
    let mut dice = Quick::new(3);
    for _ in 0..30 {
        let view = table.view().unwrap().clone();
        let Some(asked) = view.asked else { break };
        match asked.seats.iter().find(|s| s.index() < 2) {
            Some(own) => {
                table.request(Request::Look { seat: Some(own) }).await.unwrap();
                if table.decision().is_some() {
                    play(&mut table, &mut dice, 1).await;
                }
            }
            None => {
                table.hear().await.unwrap();
            }
        }
    }
    assert!(table.seen().game.as_ref().unwrap().action > 10);
}

#[tokio::test]
async fn bots_stand_in_people_return_and_play_again() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (table, tokens, players) = three(&remote, TableOptions::default()).await;
    let [mut ann, bo, mut cy] = players;
    let proposal = |seat: Seat| ProposalKind::StandIn { seat, level: "random".to_owned() };
    let here = ann.request(Request::Propose { seat: seat(0), what: proposal(seat(1)) }).await.unwrap();
    assert_eq!(code(&here), Some(RefusalCode::NotNow), "Bo is here");
    drop(bo);
    while ann.seen().table.seats[1].here {
        ann.hear().await.unwrap();
    }
    let asked = ann.request(Request::Propose { seat: seat(0), what: proposal(seat(1)) }).await.unwrap();
    assert!(matches!(asked, ServerMessage::Done { .. }), "{asked:?}");
    let vote = Request::Vote { seat: seat(2), number: 1, agree: true };
    assert!(matches!(cy.request(vote).await.unwrap(), ServerMessage::Done { .. }));
    assert_eq!(cy.seen().table.seats[1].stand_in.as_deref(), Some("random"));
    let mut bo = remote.sit(&table, Some(&tokens[1]), true).await.unwrap();
    assert!(bo.decision().is_none(), "the bot decides");
    assert!(matches!(
        bo.request(Request::Return { seat: seat(1) }).await.unwrap(),
        ServerMessage::Done { .. }
    ));
    assert_eq!(bo.seen().table.seats[1].stand_in, None);
    // The host lets bots finish the game for everybody, and all play again.
    for n in 0..3 {
        let command = HostCommand::StandIn { seat: seat(n), level: "random".to_owned() };
        let done = ann.request(Request::Host { command }).await.unwrap();
        assert!(matches!(done, ServerMessage::Done { .. }), "{done:?}");
    }
    while ann.seen().table.phase != Phase::Over {
        ann.hear().await.unwrap();
    }
    let ServerMessage::Link { table: next, .. } = ann.request(Request::Rematch).await.unwrap() else {
        panic!()
    };
    let ServerMessage::Link { table: same, .. } = cy.request(Request::Rematch).await.unwrap() else {
        panic!()
    };
    assert_eq!(next, same);
    let again = remote.sit(&next, Some(&tokens[1]), true).await.unwrap();
    assert_eq!(again.seen().you.seats, [seat(0)], "Bo has moved up");
    assert_eq!(again.seen().table.phase, Phase::Lobby);
}

#[tokio::test]
async fn by_turns_a_vote_waits_for_whoever_is_away() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let by_turns = TableOptions { pace: Pace::ByTurns, undo: UndoPolicy::Ask, ..TableOptions::default() };
    let hasty = TableOptions { clock: Clock::PerMove { seconds: 60 }, ..by_turns.clone() };
    let refused = remote.create(&wish(2, 0, None, hasty)).await.unwrap_err();
    assert!(refused.to_string().contains("an hour to two weeks"), "{refused}");
    let (table, tokens, players) = three(&remote, by_turns).await;
    let mut players = Vec::from(players);
    let n = decider(&mut players).await;
    // A whole turn: what can still be taken back the others do not know.
    while let Some(id) = players[n].choose(|_| 0).await.unwrap() {
        players[n].answer(id).await.unwrap();
    }
    let [mut ann, bo, mut cy]: [Player; 3] = players.try_into().ok().unwrap();
    drop(bo);
    while ann.seen().table.seats[1].here {
        ann.hear().await.unwrap();
    }
    let what = ProposalKind::StandIn { seat: seat(1), level: "random".to_owned() };
    let away = ann.request(Request::Propose { seat: seat(0), what }).await.unwrap();
    assert_eq!(code(&away), Some(RefusalCode::NotNow), "Bo may be away");
    let what = ProposalKind::TakeBack { action: 1 };
    let asked = ann.request(Request::Propose { seat: seat(0), what }).await.unwrap();
    assert!(matches!(asked, ServerMessage::Done { .. }), "{asked:?}");
    let vote = |n| Request::Vote { seat: seat(n), number: 1, agree: true };
    assert!(matches!(cy.request(vote(2)).await.unwrap(), ServerMessage::Done { .. }));
    let actions = |player: &Player| player.seen().game.as_ref().unwrap().action;
    assert!(actions(&cy) > 0 && cy.seen().table.proposals.len() == 1, "Bo has not voted");
    let mut bo = remote.sit(&table, Some(&tokens[1]), true).await.unwrap();
    assert!(matches!(bo.request(vote(1)).await.unwrap(), ServerMessage::Done { .. }));
    assert!(actions(&bo) == 0 && bo.seen().table.proposals.is_empty());
}

#[tokio::test]
async fn spectators_see_what_they_may_and_chat_is_heard_by_all() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { spectators: Spectators::Hands, listed: true, ..TableOptions::default() };
    let (table, _, mut players) = three(&remote, options).await;
    let listed = remote.http("GET", "api/tables", "").await.unwrap().2;
    assert!(listed.contains(&table), "{listed}");
    let mut watcher = remote.sit(&table, None, true).await.unwrap();
    assert_eq!(watcher.view().unwrap().hand, None);
    assert!(watcher.decision().is_none());
    let ServerMessage::Link { token, .. } =
        players[1].request(Request::ShareHand { seat: seat(1) }).await.unwrap()
    else {
        panic!()
    };
    let mut pupil = remote.sit(&table, Some(&token), true).await.unwrap();
    players[1].request(Request::Ping).await.unwrap();
    assert_eq!(pupil.view().unwrap().hand, players[1].view().unwrap().hand);
    let step = pupil.seen().game.as_ref().unwrap().step;
    let forged = Request::Act { seat: seat(1), step, choice: Selection::Option { id: 0 } };
    assert_eq!(code(&pupil.request(forged).await.unwrap()), Some(RefusalCode::NotYours));
    // What turns the text around is left out; everything else is heard as it was said.
    let text = "<b>hello</b> \u{202e}all".to_owned();
    players[0].request(Request::Chat { text }).await.unwrap();
    while watcher.seen().chat.last().is_none_or(|line| line.text != "<b>hello</b> all") {
        watcher.hear().await.unwrap();
    }
    let long = players[0].request(Request::Chat { text: "x".repeat(501) }).await.unwrap();
    assert_eq!(code(&long), Some(RefusalCode::BadSetup));
    let ServerMessage::History { blocks, .. } =
        watcher.request(Request::History { from: 0, to: 100 }).await.unwrap()
    else {
        panic!()
    };
    assert_eq!(blocks[0].action, 0);
    assert!(!blocks[0].events.is_empty());
}

#[tokio::test]
async fn a_stopped_server_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let made = remote.create(&wish(0, 2, Some(setup), TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    play(&mut ann, &mut Quick::new(1), 40).await;
    loop {
        if ann.decision().is_some() {
            break;
        }
        ann.hear().await.unwrap();
    }
    let (view, undo) = (ann.view().unwrap().clone(), ann.seen().game.as_ref().unwrap().undo.clone());
    server.stop().await;
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(ann.view().unwrap(), &view);
    assert_eq!(ann.seen().game.as_ref().unwrap().undo, undo, "what could be taken back still can");
    play(&mut ann, &mut Quick::new(2), 5000).await;
    assert!(ann.view().unwrap().winners.is_some());
    // While it runs the data can be copied, and the copy is whole.
    let copy = dir.path().join("copy.db");
    alhambra_server::backup(&config(dir.path(), &[]), &copy).await.unwrap();
    assert!(
        alhambra_server::backup(&config(dir.path(), &[]), &copy).await.is_err(),
        "nothing is overwritten"
    );
    let elsewhere = tempfile::tempdir().unwrap();
    alhambra_server::restore(&config(elsewhere.path(), &[]), &copy).await.unwrap();
    let checkup = alhambra_server::doctor(&config(elsewhere.path(), &[])).await.unwrap();
    assert_eq!((checkup.tables, checkup.games, checkup.faults.len()), (1, 1, 0), "{checkup:?}");
    let second = alhambra_server::Server::start(config(dir.path(), &[])).await;
    assert!(second.is_err_and(|why| why.to_string().contains("another server is running")));
    server.stop().await;
}

#[tokio::test]
async fn a_bot_advises_whoever_has_to_decide_where_the_table_agreed_on_it() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let without = remote.create(&wish(0, 1, None, TableOptions::default())).await.unwrap();
    let mut player = remote.sit(&without.table, Some(&without.token), true).await.unwrap();
    let asks = |step| Request::Hint { seat: seat(0), step, patient: false };
    let refused = player.request(asks(1)).await.unwrap();
    assert_eq!(code(&refused), Some(RefusalCode::NotNow), "this table plays without hints");

    let options = TableOptions { hints: true, ..TableOptions::default() };
    let (_, _, mut players) = three(&remote, options).await;
    let n = decider(&mut players).await;
    let (step, decision) = players[n].decision().unwrap();
    let options: Vec<u16> = decision.options.iter().map(|option| option.id).collect();
    let hint = players[n].request(Request::Hint { seat: seat(n), step, patient: false }).await.unwrap();
    let ServerMessage::Hint { hint, .. } = hint else { panic!("{hint:?}") };
    assert_eq!(hint.step, step);
    assert!(hint.why.ends_with('.') && hint.advised.len() > 1, "{hint:?}");
    assert!(hint.advised.iter().all(|advised| options.contains(&advised.option.unwrap())), "{hint:?}");
    assert!(hint.advised.iter().all(|advised| advised.share.is_none_or(|share| share <= 1000)), "{hint:?}");
    let stale =
        players[n].request(Request::Hint { seat: seat(n), step: step + 1, patient: false }).await.unwrap();
    assert_eq!(code(&stale), Some(RefusalCode::Stale));
    let other = (n + 1) % 3;
    let idle =
        players[other].request(Request::Hint { seat: seat(other), step, patient: false }).await.unwrap();
    assert_eq!(code(&idle), Some(RefusalCode::NotNow), "nothing to decide");
    let spying = players[other].request(Request::Hint { seat: seat(n), step, patient: false }).await.unwrap();
    assert_eq!(code(&spying), Some(RefusalCode::NotYours), "a hint would tell of another's hand");
    // What is asked too often is refused before any bot thinks.
    let again = players[n].request(Request::Hint { seat: seat(n), step, patient: true }).await.unwrap();
    assert!(matches!(again, ServerMessage::Hint { .. }), "{again:?}");
    let fast = players[n].request(Request::Hint { seat: seat(n), step, patient: false }).await.unwrap();
    assert_eq!(code(&fast), Some(RefusalCode::TooFast));
}

#[tokio::test]
async fn updates_tell_the_same_outlook_as_a_snapshot() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let (table, tokens, mut players) = three(&remote, TableOptions::default()).await;
    let mut dice = Quick::new(8);
    let mut rounds = std::collections::BTreeSet::new();
    for round in 0..40 {
        for _ in 0..10 {
            let n = decider(&mut players).await;
            play(&mut players[n], &mut dice, 1).await;
        }
        if round % 5 == 0 {
            decider(&mut players).await;
            let fresh = remote.sit(&table, Some(&tokens[0]), false).await.unwrap();
            let next_scoring = &fresh.seen().game.as_ref().unwrap().next_scoring;
            assert_eq!(next_scoring, &players[0].seen().game.as_ref().unwrap().next_scoring);
            rounds.extend(next_scoring.as_ref().map(|next_scoring| next_scoring.round));
        }
    }
    assert!(rounds.len() > 1, "a scoring was held meanwhile: {rounds:?}");
}

#[tokio::test]
async fn a_look_at_ones_own_table_is_not_coming_back() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { spectators: Spectators::None, ..TableOptions::default() };
    let (table, tokens, players) = three(&remote, options).await;
    let mut players = Vec::from(players);
    assert!(remote.sit(&table, None, true).await.is_err(), "nobody may watch");
    let away = 2;
    drop(players.remove(away));
    let (first, there) = (&mut players[0], |player: &Player| player.seen().table.seats[away].here);
    while there(first) {
        first.hear().await.unwrap();
    }
    let hello = Hello {
        protocol: PROTOCOL,
        table: table.clone(),
        token: Some(tokens[away].clone()),
        name: None,
        after: None,
        step: None,
        eyes: None,
        glance: true,
        texts: false,
    };
    let mut look = remote.hello(hello).await.unwrap();
    assert_eq!(look.view().unwrap().players.len(), 3, "whose turn it is, and how it stands");
    let id = first.ask(Request::Ping).await.unwrap();
    first.answer(id).await.unwrap();
    assert!(!there(first), "nobody hears of it");
    let asked = look.request(Request::Chat { text: "Here!".to_owned() }).await;
    assert!(!matches!(asked, Ok(ServerMessage::Done { .. })), "it is a look and no more: {asked:?}");
}
