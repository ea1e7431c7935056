//! PostgreSQL: versions, and connections that die in the middle of a commit.

use super::*;
use crate::health::Health;
use crate::journal::{Journal, Written};
use crate::store::{Along, Store, postgres};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[tokio::test]
async fn an_older_database_is_copied_and_brought_up_to_date_and_a_newer_one_refused() {
    let Some(server) = postgres::Postgres::start() else { return };
    let store = Pg::open(&server.url(), "one").await.unwrap();
    let line = Append { table: "ABCDEFGH".into(), seq: 1, body: "line".to_owned(), telling: 0, along: None };
    store.append(&[line]).await.unwrap();
    let tomorrow: Vec<&'static str> = STEPS
        .into_iter()
        .chain(["ALTER TABLE lines ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"])
        .collect();
    migrate(&store.pool, &tomorrow).await.unwrap();
    migrate(&store.pool, &tomorrow).await.unwrap();
    let kept = sqlx::query("SELECT body FROM before_version_3_from_2.lines").fetch_all(&store.pool).await;
    assert_eq!(kept.unwrap().len(), 1);
    assert_eq!(store.lines("ABCDEFGH", 0).await.unwrap().len(), 1);
    let refused = Pg::open(&server.url(), "two").await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 3, reads: 2 }), "{refused}");
    store.close().await;
}

/// Passes everything on, until a commit is to be lost.
const PASS: u8 = 0;
/// The next commit does not reach the database.
const LOSE_COMMIT: u8 = 1;
/// The next commit reaches the database, and its answer nobody.
const LOSE_ANSWER: u8 = 2;

/// Stands between a store and its database and cuts the line at the worst moment.
async fn between(to: u16) -> (u16, Arc<AtomicU8>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (port, mode) = (listener.local_addr().unwrap().port(), Arc::new(AtomicU8::new(PASS)));
    let modes = mode.clone();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
            tokio::spawn(pass_on(near, far, modes.clone()));
        }
    });
    (port, mode)
}

async fn pass_on(mut near: TcpStream, mut far: TcpStream, mode: Arc<AtomicU8>) -> std::io::Result<()> {
    let (mut out, mut back) = ([0; 16_384], [0; 16_384]);
    loop {
        tokio::select! {
            n = near.read(&mut out) => {
                let bytes = &out[..n?];
                if bytes.is_empty() {
                    return Ok(());
                }
                let commits = bytes.windows(6).any(|word| word == b"COMMIT");
                let lost = if commits { mode.swap(PASS, Ordering::SeqCst) } else { PASS };
                if lost == LOSE_COMMIT {
                    return Ok(());
                }
                far.write_all(bytes).await?;
                if lost == LOSE_ANSWER {
                    // Until the database has answered, so that the transaction is there for sure.
                    let answered = far.read(&mut back).await?;
                    assert!(answered > 0, "the database answers a commit");
                    return Ok(());
                }
            }
            n = far.read(&mut back) => {
                let bytes = &back[..n?];
                if bytes.is_empty() {
                    return Ok(());
                }
                near.write_all(bytes).await?;
            }
        }
    }
}

/// The address of a database with somebody in between, and what they do.
async fn cut_at_will(server: &postgres::Postgres) -> (String, Arc<AtomicU8>) {
    let url = server.url();
    let port: u16 = url.rsplit(':').next().unwrap().split('/').next().unwrap().parse().unwrap();
    let (between, mode) = between(port).await;
    (url.replace(&format!(":{port}/"), &format!(":{between}/")), mode)
}

#[tokio::test]
async fn a_log_whose_rewriting_is_cut_off_is_the_old_one_or_the_new_one() {
    let Some(server) = postgres::Postgres::start() else { return };
    let (url, mode) = cut_at_will(&server).await;
    let store = Pg::open(&url, "one").await.unwrap();
    let row = |summary: &str| Row { phase: "closed", summary: summary.to_owned(), ..Row::default() };
    let line = |seq: u64| {
        let along = Some(Box::new(Along { row: Some(row("before")), checkpoint: None }));
        Append { table: "ABCDEFGH".into(), seq, body: format!("line {seq}"), telling: 0, along }
    };
    store.append(&(1..=5).map(line).collect::<Vec<_>>()).await.unwrap();
    let (old, anew) = (["line 1", "line 2", "line 3", "line 4", "line 5"], ["line A", "line B"]);
    let bodies = anew.map(str::to_owned);
    for (lost, told, summary) in [(LOSE_COMMIT, &old[..], "before"), (LOSE_ANSWER, &anew[..], "anew")] {
        mode.store(lost, Ordering::SeqCst);
        store.rewrite("ABCDEFGH", 5, &bodies, &row("anew")).await.unwrap_err();
        assert_eq!(mode.load(Ordering::SeqCst), PASS, "it was committed in another way");
        let lines = store.lines("ABCDEFGH", 0).await.unwrap();
        assert_eq!(lines.iter().map(|(_, body)| body.as_str()).collect::<Vec<_>>(), told);
        assert_eq!(store.summaries().await.unwrap(), [summary]);
    }
    store.close().await;
}

#[tokio::test]
async fn a_connection_that_dies_while_it_commits_neither_loses_nor_doubles_a_line() {
    let Some(server) = postgres::Postgres::start() else { return };
    let (url, mode) = cut_at_will(&server).await;
    let store = Store::Pg(Pg::open(&url, "one").await.unwrap());
    let health = Arc::new(Health::new(0));
    let journal = Journal::start(&store, &health);
    let line = |seq: u64| {
        let row = crate::store::Row { phase: "lobby", ..Default::default() };
        let along = Some(Box::new(crate::store::Along { row: Some(row), checkpoint: None }));
        Append { table: "ABCDEFGH".into(), seq, body: format!("line {seq}"), telling: 0, along }
    };
    for (seq, lost) in (1..).zip([PASS, LOSE_COMMIT, PASS, LOSE_ANSWER, LOSE_COMMIT, LOSE_ANSWER, PASS]) {
        mode.store(lost, Ordering::SeqCst);
        assert_eq!(journal.append(line(seq)).await, Written::Yes, "line {seq}, {lost}");
        assert_eq!(mode.load(Ordering::SeqCst), PASS, "line {seq} was committed in another way");
        // A place is given once, whoever asks for it again.
        let other = Append { body: "another line".to_owned(), ..line(seq) };
        assert_eq!(journal.append(other).await, Written::Taken);
    }
    let lines = store.lines("ABCDEFGH", 0).await.unwrap();
    let expected: Vec<(u64, String)> = (1..8).map(|seq| (seq, format!("line {seq}"))).collect();
    assert_eq!(lines, expected);
    assert!(!health.failing());
    // A database that is gone is no answer, and nothing is acknowledged.
    drop(server);
    assert_eq!(journal.append(line(8)).await, Written::Failed);
    assert!(health.failing());
}

/// What a server still knows of a table that was deleted or told anew is written nowhere.
#[tokio::test]
async fn a_line_needs_the_one_before_it_and_the_log_its_writer_has_read() {
    let Some(server) = postgres::Postgres::start() else { return };
    let one = Pg::open(&server.url(), "one").await.unwrap();
    let two = Pg::open(&server.url(), "two").await.unwrap();
    let line = |seq: u64, telling: u64| {
        let row = crate::store::Row { phase: "lobby", summary: format!("old {seq}"), ..Default::default() };
        let checkpoint = Checkpoint { seq, meta: format!("old {seq}"), state: Vec::new() };
        let along = crate::store::Along { row: Some(row), checkpoint: Some(checkpoint) };
        let body = format!("old {seq}");
        Append { table: "ABCDEFGH".into(), seq, body, telling, along: Some(Box::new(along)) }
    };
    let first = [line(1, 0), line(2, 0), line(3, 0)];
    assert_eq!(one.append(&first).await.unwrap(), [true; 3]);
    assert_eq!(two.append(&[line(5, 0)]).await.unwrap(), [false], "there is no line 4");
    assert_eq!(two.end("ABCDEFGH").await.unwrap(), Some(End { seq: 3, telling: 0 }));
    let row = crate::store::Row { phase: "closed", summary: "new".to_owned(), ..Default::default() };
    let bodies = |n: usize| (1..=n).map(|n| format!("new {n}")).collect::<Vec<_>>();
    assert!(one.rewrite("ABCDEFGH", 2, &bodies(2), &row).await.is_err(), "somebody wrote a third");
    one.rewrite("ABCDEFGH", 3, &bodies(3), &row).await.unwrap();
    assert_eq!(two.append(&[line(4, 0)]).await.unwrap(), [false], "it knows the old telling");
    assert_eq!(two.summaries().await.unwrap(), ["new"]);
    assert!(two.checkpoint("ABCDEFGH").await.unwrap().is_none());
    assert_eq!(two.append(&[line(4, 1)]).await.unwrap(), [true]);
    two.remove("ABCDEFGH").await.unwrap();
    for stale in [line(5, 1), line(5, 0), line(2, 0)] {
        assert_eq!(one.append(&[stale]).await.unwrap(), [false], "there is no such table");
    }
    assert!(one.all().await.unwrap().is_empty() && one.lines("ABCDEFGH", 0).await.unwrap().is_empty());
    // Written at the same moment by many, a place is given once.
    let (mut tasks, writers) = (tokio::task::JoinSet::new(), 8);
    one.append(&[line(1, 0)]).await.unwrap();
    for n in 0..writers {
        let store = if n % 2 == 0 { one.clone() } else { two.clone() };
        let next = line(2, 0);
        tasks.spawn(async move { store.append(&[next]).await.unwrap()[0] });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|written| *written).count(), 1);
    // A tail that is lost is noticed.
    sqlx::query("DELETE FROM lines WHERE seq = 2").execute(&one.pool).await.unwrap();
    let short = one.short().await.unwrap();
    assert_eq!((short.len(), short[0].wanted, short[0].last), (1, 2, 1));
}

/// Leases are dates of the database: what servers take for the time has no part in them.
#[tokio::test]
async fn leases_go_by_the_clock_of_the_database() {
    let Some(server) = postgres::Postgres::start() else { return };
    let store = Pg::open(&server.url(), "one").await.unwrap();
    let row = crate::store::Row { phase: "playing", busy: true, ..Default::default() };
    let along = crate::store::Along { row: Some(row), checkpoint: None };
    store.append(&[Append::first("ABCDEFGH", "{}".to_owned(), along)]).await.unwrap();
    assert_eq!(store.take_busy("one", 60_000).await.unwrap(), ["ABCDEFGH"]);
    assert!(store.take_busy("two", 60_000).await.unwrap().is_empty());
    assert!(!store.lease("ABCDEFGH", "two", 60_000).await.unwrap());
    assert!(store.lease("ABCDEFGH", "one", 60_000).await.unwrap());
    // By a clock that was years ahead.
    let date = store.date().await.unwrap() as i64;
    let sql = "UPDATE tables SET lease = $1";
    sqlx::query(sql).bind(date + 100_000_000_000).execute(&store.pool).await.unwrap();
    assert!(store.lease("ABCDEFGH", "two", 60_000).await.unwrap());
    assert!(!store.lease("ABCDEFGH", "one", 60_000).await.unwrap());
    sqlx::query(sql).bind(date - 1).execute(&store.pool).await.unwrap();
    assert_eq!(store.take_busy("one", 60_000).await.unwrap(), ["ABCDEFGH"]);
    store.close().await;
}
