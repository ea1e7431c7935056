//! What all have agreed on is done, or nobody was asked.

use super::ending::append;
use super::looks_back::play;
use super::*;
use alhambra_protocol::UndoPolicy;

fn asking() -> LogEntry {
    two_with(TableOptions { undo: UndoPolicy::Ask, ..TableOptions::default() })
}

fn rule(answer: &ServerMessage) -> &str {
    match answer {
        ServerMessage::Done { .. } => "done",
        ServerMessage::Refused { refusal, .. } => refusal.rule.as_deref().unwrap_or("refused"),
        other => panic!("{other:?}"),
    }
}

fn back(n: usize) -> Request {
    Request::Propose { seat: seat(n), what: ProposalKind::TakeBack { action: 1 } }
}

fn vote(n: usize, number: u32) -> Request {
    Request::Vote { seat: seat(n), number, agree: true }
}

/// Reading the log is answered for by whoever proposes it, before anybody votes.
#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_could_not_be_carried_out_is_never_open() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("downloads_per_minute", "0")]).await;
    let (_, mut people) = begun_as(&server, &remote, asking()).await;
    play(&mut people, 12).await;
    assert_eq!(rule(&people[0].request(back(0)).await.unwrap()), "too_many_looks");
    assert!(people[0].seen().table.proposals.is_empty());
    server.stop().await;
    // With one look the proposal has it, and the vote needs none.
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("downloads_per_minute", "1")]).await;
    let (_, mut people) = begun_as(&server, &remote, asking()).await;
    play(&mut people, 12).await;
    assert_eq!(rule(&people[0].request(back(0)).await.unwrap()), "done");
    assert_eq!(rule(&people[1].request(vote(1, 1)).await.unwrap()), "done");
    people[0].request(Request::Ping).await.unwrap();
    assert_eq!(people[0].seen().game.as_ref().unwrap().action, 0);
    server.stop().await;
}

/// As a server left it that stopped between the last vote and what it was about.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_agreed_can_have_done_what_all_agreed_on() {
    let (_dir, server, remote) = serve().await;
    let (table, mut people) = begun_as(&server, &remote, asking()).await;
    play(&mut people, 12).await;
    assert_eq!(rule(&people[0].request(back(0)).await.unwrap()), "done");
    // Not before the others have agreed.
    assert_eq!(rule(&people[0].request(vote(0, 1)).await.unwrap()), "voted");
    let last = server.hub().store.lines(&table, 0).await.unwrap().len() as u64;
    append(&server, &table, last + 1, &[LogEntry::Voted { number: 1, seat: seat(1), agree: true }]).await;
    server.hub().room(&table).send(Mail::News { seq: last + 1 }).await.unwrap();
    assert_eq!(rule(&people[0].request(vote(0, 1)).await.unwrap()), "done");
    people[1].request(Request::Ping).await.unwrap();
    assert_eq!(people[1].seen().game.as_ref().unwrap().action, 0);
    assert!(people[1].seen().table.proposals.is_empty());
}
