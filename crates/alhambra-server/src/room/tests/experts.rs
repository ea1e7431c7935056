//! Experts think for people who are there, or who asked for them within their share.

use super::*;

/// A game of experts among themselves, and what plays it while nobody looks.
fn experts() -> LogEntry {
    let bot = || Planned::Bot("expert".to_owned());
    LogEntry::Created {
        name: String::new(),
        seats: vec![bot(), bot()],
        setup: Setup::players(2),
        options: TableOptions::default(),
        seed: None,
        maker: Hashed::of(ANN),
    }
}

/// Who is asked until so many were.
async fn levels(server: &Server, most: usize) -> Vec<String> {
    let asked = &server.hub().bots.asked;
    while asked.lock().unwrap().len() < most {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    asked.lock().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_is_no_way_to_have_more_experts() {
    let dir = tempfile::tempdir().unwrap();
    let more = [("expert_tables_per_address", "1"), ("bot_seconds", "0")];
    let (server, remote) = serve_in(dir.path(), &more).await;
    let hub = server.hub();
    // Nobody is there and nobody is known to have asked for it, as after a restart.
    let table = hub.clone().create(experts()).await.unwrap();
    hub.ask(&table, Mail::Begin).await.unwrap();
    let unknown = levels(&server, 3).await;
    assert!(unknown.iter().all(|level| level == "hard"), "{unknown:?}");
    // Whoever comes has their share.
    let ann = remote.sit(&table, Some(ANN), false).await.unwrap();
    while hub.bots.asked.lock().unwrap().iter().all(|level| level == "hard") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(ann);
    server.stop().await;
}
