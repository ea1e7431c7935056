//! What is hidden stays hidden until the game is over or everybody agrees; luck can be checked.

use super::*;
use alhambra_protocol::UndoPolicy;
use alhambra_rules::Quick;

fn refusal(answer: ServerMessage) -> Refusal {
    match answer {
        ServerMessage::Refused { refusal, .. } => refusal,
        other => panic!("{other:?}"),
    }
}

fn host(command: HostCommand) -> Request {
    Request::Host { command }
}

/// Whether the record can be had, and whether open eyes are allowed.
async fn to_be_had(remote: &Remote, table: &str) -> (u16, u16) {
    let record = remote.http("GET", &format!("api/tables/{table}/record"), "").await.unwrap().0;
    let open = remote.http("GET", &format!("api/tables/{table}/replay?as=open"), "").await.unwrap().0;
    (record, open)
}

#[tokio::test]
async fn a_closed_game_stays_veiled_until_all_agree_and_then_it_cannot_go_on() {
    let (_dir, server, remote) = serve().await;
    let (table, [mut ann, mut bo]) = begun(&server, &remote, Clock::None).await;
    assert!(done(&ann.request(host(HostCommand::Close)).await.unwrap()));
    assert_eq!(to_be_had(&remote, &table).await, (409, 403));
    let info = ann.seen().table.clone();
    assert!((info.phase, info.shown, info.seed) == (Phase::Closed, false, None));
    assert!(info.luck.committed.iter().all(|it| it.seed.is_none()) && !info.luck.committed.is_empty());
    // Taking back is no way around it.
    let back = ann.request(host(HostCommand::TakeBack { action: 1 })).await.unwrap();
    assert_eq!(refusal(back).code, RefusalCode::NotNow);
    let what = ProposalKind::TakeBack { action: 1 };
    let back = ann.request(Request::Propose { seat: seat(0), what }).await.unwrap();
    assert_eq!(refusal(back).code, RefusalCode::NotNow);
    assert_eq!(server.hub().ask(&table, Mail::Info).await.unwrap().phase, Phase::Closed);
    // As long as nobody has seen anything, it may go on.
    assert!(!done(&bo.request(host(HostCommand::Reopen)).await.unwrap()), "only the host");
    assert!(done(&ann.request(host(HostCommand::Reopen)).await.unwrap()));
    bo.request(Request::Ping).await.unwrap();
    let mut people = [ann, bo];
    let n = asked(&people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
    let [mut ann, mut bo] = people;
    let show = |n| Request::Propose { seat: seat(n), what: ProposalKind::Show };
    let early = ann.request(show(0)).await.unwrap();
    assert_eq!(refusal(early).code, RefusalCode::NotNow, "the game is on");
    assert!(done(&ann.request(host(HostCommand::Close)).await.unwrap()));
    // Whoever is away is waited for.
    drop(bo);
    assert!(done(&ann.request(show(0)).await.unwrap()));
    assert_eq!(to_be_had(&remote, &table).await, (409, 403));
    bo = remote.sit(&table, Some(BO), true).await.unwrap();
    let number = bo.seen().table.proposals[0].number;
    assert!(done(&bo.request(Request::Vote { seat: seat(1), number, agree: true }).await.unwrap()));
    assert_eq!(to_be_had(&remote, &table).await, (200, 200));
    let again = ann.request(host(HostCommand::Reopen)).await.unwrap();
    assert!(refusal(again).text.contains("cannot go on"));
    let info = server.hub().ask(&table, Mail::Info).await.unwrap();
    let seed: u64 = info.seed.unwrap().parse().unwrap();
    assert_eq!(info.luck.committed[0].hash, crate::commitment(seed));
    assert!(info.shown);
}

#[tokio::test]
async fn whoever_plays_alone_sees_everything_when_they_close_it() {
    let (_dir, _server, remote) = serve().await;
    let wish =
        r#"{"seats":[{"type":"me","name":"Ann"},{"type":"bot","level":"random"}],"start":true,"seed":"7"}"#;
    let made: alhambra_protocol::Created =
        serde_json::from_str(&remote.http("POST", "api/tables", wish).await.unwrap().2).unwrap();
    assert_eq!(made.info.luck.chosen.as_deref(), Some("7"));
    assert_eq!(to_be_had(&remote, &made.table).await, (409, 403));
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert!(done(&ann.request(host(HostCommand::Close)).await.unwrap()));
    assert_eq!(to_be_had(&remote, &made.table).await, (200, 200));
    assert!(refusal(ann.request(host(HostCommand::Reopen)).await.unwrap()).text.contains("cannot go on"));
}

#[tokio::test]
async fn nobody_takes_back_what_all_have_seen_at_the_end() {
    let (_dir, server, remote) = serve().await;
    let mut entry = two(Clock::None);
    if let LogEntry::Created { options, .. } = &mut entry {
        options.undo = UndoPolicy::Free;
    }
    let table = server.hub().clone().create(entry).await.unwrap();
    let ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    server.hub().ask(&table, Mail::Begin).await.unwrap();
    let (mut people, mut dice) = ([ann, bo], Quick::new(5));
    while people[0].view().is_none_or(|view| view.winners.is_none()) {
        for player in &mut people {
            player.request(Request::Ping).await.unwrap();
            if let Some(id) = player.choose(|n| dice.below(n as u32) as usize).await.unwrap() {
                assert!(done(&player.answer(id).await.unwrap()));
            }
        }
    }
    assert_eq!(to_be_had(&remote, &table).await, (200, 200));
    let game = people[0].seen().game.clone().unwrap();
    let back = people[0].request(host(HostCommand::TakeBack { action: 1 })).await.unwrap();
    assert_eq!(refusal(back).code, RefusalCode::CannotUndo);
    let undo = Request::Undo { seat: seat(0), step: game.step, actions: 1 };
    assert_eq!(refusal(people[0].request(undo).await.unwrap()).code, RefusalCode::NotNow);
}

#[tokio::test]
async fn a_chosen_seed_is_known_to_all_and_needs_everybody() {
    let (_dir, server, remote) = serve().await;
    let wish = r#"{"seats":[{"type":"me","name":"Ann"},{"type":"open"}],"seed":"7"}"#;
    let made: alhambra_protocol::Created =
        serde_json::from_str(&remote.http("POST", "api/tables", wish).await.unwrap().2).unwrap();
    let joined = remote.join(&made.table, "Bo").await.unwrap();
    assert_eq!(joined.info.luck.chosen.as_deref(), Some("7"), "everybody knows it");
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = remote.sit(&made.table, Some(&joined.token), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    let start = || host(HostCommand::Start);
    let text = refusal(ann.request(start()).await.unwrap()).text;
    assert_eq!(text, "Bo has not agreed to the seed that was chosen");
    let agree = |seed: &str| Request::AgreeToSeed { seat: seat(1), seed: seed.to_owned() };
    assert!(!done(&ann.request(agree("7")).await.unwrap()), "nobody agrees for somebody else");
    assert!(!done(&bo.request(agree("8")).await.unwrap()), "that is not the one");
    assert!(done(&bo.request(agree("7")).await.unwrap()));
    // Whoever sits down later has agreed to nothing.
    bo.request(Request::Leave { seat: seat(1) }).await.unwrap();
    let joined = remote.join(&made.table, "Cy").await.unwrap();
    let mut cy = remote.sit(&made.table, Some(&joined.token), true).await.unwrap();
    cy.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    assert!(refusal(ann.request(start()).await.unwrap()).text.starts_with("Cy has not agreed"));
    assert!(done(&cy.request(agree("7")).await.unwrap()));
    assert!(done(&ann.request(start()).await.unwrap()));
    let info = server.hub().ask(&made.table, Mail::Info).await.unwrap();
    assert_eq!(info.luck.chosen.as_deref(), Some("7"));
    assert_eq!(info.luck.committed[0].hash, crate::commitment(7));
    // Or the host leaves it to the lot.
    let made: alhambra_protocol::Created =
        serde_json::from_str(&remote.http("POST", "api/tables", wish).await.unwrap().2).unwrap();
    let joined = remote.join(&made.table, "Bo").await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    let mut bo = remote.sit(&made.table, Some(&joined.token), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    assert!(done(&ann.request(host(HostCommand::ForgetSeed)).await.unwrap()));
    assert!(done(&ann.request(start()).await.unwrap()));
    let info = server.hub().ask(&made.table, Mail::Info).await.unwrap();
    assert_eq!(info.luck.chosen, None);
    assert_ne!(info.luck.committed[0].hash, crate::commitment(7));
    // Going back behind new information is new luck, with a promise of its own.
    let mut people = [ann, bo];
    people[0].request(Request::Ping).await.unwrap();
    people[1].request(Request::Ping).await.unwrap();
    let n = asked(&people);
    let id = people[n].choose(|_| 0).await.unwrap().unwrap();
    assert!(done(&people[n].answer(id).await.unwrap()));
    for _ in 0..30 {
        for player in &mut people {
            player.request(Request::Ping).await.unwrap();
            if let Some(id) = player.choose(|_| 0).await.unwrap() {
                assert!(done(&player.answer(id).await.unwrap()));
            }
        }
    }
    assert!(done(&people[0].request(host(HostCommand::TakeBack { action: 2 })).await.unwrap()));
    let luck = server.hub().ask(&made.table, Mail::Info).await.unwrap().luck;
    let after: Vec<u32> = luck.committed.iter().map(|it| it.after).collect();
    assert_eq!(after, [0, 1]);
    assert_ne!(luck.committed[0].hash, luck.committed[1].hash);
}

#[tokio::test]
async fn what_another_server_wrote_is_read_before_a_token_is_refused() {
    let Some(postgres) = crate::store::postgres::Postgres::start() else { return };
    let url = postgres.url();
    let nodes = [
        serve_in(std::path::Path::new("unused"), &[("database_url", &url), ("tables_per_minute", "10000")])
            .await,
        serve_in(std::path::Path::new("unused"), &[("database_url", &url), ("tables_per_minute", "10000")])
            .await,
    ];
    for _ in 0..40 {
        let table = nodes[0].0.hub().clone().create(two(Clock::None)).await.unwrap();
        // Both have the table in memory.
        let ann = nodes[1].1.sit(&table, Some(ANN), true).await.unwrap();
        let mut maker = nodes[0].1.sit(&table, Some(ANN), true).await.unwrap();
        assert!(done(&maker.request(host(HostCommand::AddSeat)).await.unwrap()));
        let joined = nodes[0].1.join(&table, "Cy").await.unwrap();
        let cy = nodes[1].1.sit(&table, Some(&joined.token), true).await.unwrap();
        assert_eq!(cy.seen().you.seats, [seat(2)]);
        drop(ann);
    }
    for (server, _) in nodes {
        server.stop().await;
    }
}

#[tokio::test]
async fn by_turns_the_host_decides_nothing_alone_about_those_who_are_away() {
    let (_dir, server, remote) = serve().await;
    let mut entry = two(Clock::None);
    if let LogEntry::Created { options, .. } = &mut entry {
        (options.pace, options.undo) = (Pace::ByTurns, UndoPolicy::Ask);
    }
    let table = server.hub().clone().create(entry).await.unwrap();
    let mut ann = remote.sit(&table, Some(ANN), true).await.unwrap();
    let mut bo = remote.sit(&table, Some(BO), true).await.unwrap();
    bo.request(Request::Ready { seat: seat(1), ready: true }).await.unwrap();
    assert!(done(&ann.request(host(HostCommand::Start)).await.unwrap()));
    for _ in 0..20 {
        for player in [&mut ann, &mut bo] {
            player.request(Request::Ping).await.unwrap();
            if let Some(id) = player.choose(|_| 0).await.unwrap() {
                assert!(done(&player.answer(id).await.unwrap()));
            }
        }
    }
    drop(bo);
    let stand_in = HostCommand::StandIn { seat: seat(1), level: "random".to_owned() };
    assert_eq!(refusal(ann.request(host(stand_in)).await.unwrap()).code, RefusalCode::NotNow);
    let back = ann.request(host(HostCommand::TakeBack { action: 1 })).await.unwrap();
    assert_eq!(refusal(back).code, RefusalCode::CannotUndo);
    let actions = ann.seen().game.as_ref().unwrap().action;
    let what = ProposalKind::TakeBack { action: 1 };
    assert!(done(&ann.request(Request::Propose { seat: seat(0), what }).await.unwrap()));
    let info = server.hub().ask(&table, Mail::Info).await.unwrap();
    assert_eq!((info.proposals.len(), info.took_back), (1, false), "it waits for Bo");
    assert_eq!(ann.seen().game.as_ref().unwrap().action, actions);
}
