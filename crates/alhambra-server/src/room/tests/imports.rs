//! Records that were handed in to be looked at: a month after the last look they go, and nothing of them stays.

use super::*;
use crate::store::postgres::Postgres;
use alhambra_protocol::Imported;
use alhambra_rules::table::Table;

const DAY: u64 = 24 * 3_600_000;

/// A game of a few actions, as `alhambra replay` writes it.
pub(super) fn record() -> String {
    let mut table = Table::new(Setup::players(2), 6).unwrap();
    let mut actions = Vec::new();
    for _ in 0..10 {
        let seat = table.game().to_move().unwrap();
        table.game().legal(seat, &mut actions);
        table.apply(seat, actions[0]).unwrap();
    }
    crate::records::text(table.record())
}

pub(super) async fn hand_in(remote: &Remote) -> String {
    let (status, _, body) = remote.http("POST", "api/records", &record()).await.unwrap();
    assert_eq!(status, 200, "{body}");
    serde_json::from_str::<Imported>(&body).unwrap().table
}

/// Hands in two records and looks at one of them when its month is nearly over.
async fn nobody_uses_one_of_two(server: &Server, remote: &Remote) {
    let hub = server.hub();
    let (forgotten, used) = (hand_in(remote).await, hand_in(remote).await);
    let there = async |table: &str, days: u64| -> bool {
        hub.time.later.store(days * DAY, Ordering::Relaxed);
        hub.expire().await;
        // What was told before is done when this is answered.
        let info = hub.ask(table, Mail::Info).await;
        let lines = hub.store.lines(table, 0).await.unwrap().len();
        let listed = hub.store.all().await.unwrap().iter().any(|other| other == table);
        assert_eq!((lines > 0, listed), (info.is_ok(), info.is_ok()), "{table} after {days} days: {info:?}");
        info.is_ok()
    };
    assert!(there(&forgotten, 29).await && there(&used, 29).await, "not before its time");
    assert_eq!(hub.store.imports().await.unwrap(), 2);
    let replay = format!("api/tables/{used}/replay");
    assert_eq!(remote.http("GET", &replay, "").await.unwrap().0, 200);
    assert!(!there(&forgotten, 31).await && there(&used, 31).await, "only what nobody looked at");
    assert_eq!(hub.store.imports().await.unwrap(), 1);
    let (status, _, body) = remote.http("GET", &format!("api/tables/{forgotten}/replay"), "").await.unwrap();
    assert!(status == 404 && body.contains("no_such_table"), "{status} {body}");
    assert!(there(&used, 58).await, "the month begins anew with every look");
    assert!(!there(&used, 60).await);
    assert_eq!((hub.store.imports().await.unwrap(), hub.store.all().await.unwrap().len()), (0, 0));
}

#[tokio::test]
async fn a_record_nobody_looks_at_any_more_is_removed() {
    let (_dir, server, remote) = serve().await;
    nobody_uses_one_of_two(&server, &remote).await;
    server.stop().await;
}

#[tokio::test]
async fn a_record_nobody_looks_at_any_more_is_removed_from_postgresql() {
    let Some(postgres) = Postgres::start() else { return };
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("database_url", &postgres.url())]).await;
    nobody_uses_one_of_two(&server, &remote).await;
    server.stop().await;
}
