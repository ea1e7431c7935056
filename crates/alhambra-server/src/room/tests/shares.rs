//! Estimates of games that people look at again: they count, and one that failed is tried again.

use super::imports::hand_in;
use super::*;
use alhambra_protocol::Shares;

async fn shares(remote: &Remote, table: &str) -> (u16, String) {
    let (status, _, body) =
        remote.http("GET", &format!("api/tables/{table}/replay/shares"), "").await.unwrap();
    (status, body)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_counts_as_a_question_to_bots_when_its_work_begins() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[("hints_per_minute", "1")]).await;
    let (first, second) = (hand_in(&remote).await, hand_in(&remote).await);
    assert_eq!(shares(&remote, &first).await.0, 200);
    let (status, body) = shares(&remote, &second).await;
    assert!(status == 429 && body.contains("too_many_hints"), "{status} {body}");
    // What is worked out already costs nothing.
    for _ in 0..5 {
        assert_eq!(shares(&remote, &first).await.0, 200);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_that_failed_is_tried_again() {
    let (_dir, server, remote) = serve().await;
    let table = hand_in(&remote).await;
    let known = async || serde_json::from_str::<Shares>(&shares(&remote, &table).await.1).unwrap();
    let fails = &server.hub().bots.fails;
    fails.store(true, Ordering::Relaxed);
    assert!(known().await.total > 0);
    tokio::time::sleep(Duration::from_millis(300)).await;
    fails.store(false, Ordering::Relaxed);
    let estimated = async {
        while known().await.done == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), estimated).await.expect("it is tried again");
    server.stop().await;
}
