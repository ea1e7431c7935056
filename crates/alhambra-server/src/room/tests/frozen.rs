//! The store as releases left it (`docs/guide/promises.md`): this program opens it and goes on playing.
//!
//! Each folder of `fixtures/frozen` is a release. `cargo xtask bless` writes the one of the present version if there is none;
//! what is there is never written anew. Records, codes and the protocol are held by the tests of alhambra-protocol.

use super::stored::{config, play, root, with};
use super::*;
use std::path::PathBuf;

const STORE: &str = "store.db";

/// A database with a game of the base rules under way, as this program leaves it behind.
async fn freeze(to: &std::path::Path) {
    let (dir, server, _) = with(&play(Setup::players(3))).await;
    server.stop().await;
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    std::fs::copy(dir.path().join("alhambra.db"), to).unwrap();
}

#[tokio::test]
async fn the_store_of_every_release_is_opened_and_played_on() {
    let frozen = root().join("fixtures/frozen");
    let own = frozen.join(env!("CARGO_PKG_VERSION")).join(STORE);
    if std::env::var_os("ALHAMBRA_BLESS").is_some() && !own.exists() {
        freeze(&own).await;
    }
    assert!(own.exists(), "nothing is frozen for this version: cargo xtask bless");
    let stores: Vec<PathBuf> =
        std::fs::read_dir(&frozen).unwrap().map(|entry| entry.unwrap().path().join(STORE)).collect();
    for store in stores {
        let dir = tempfile::tempdir().unwrap();
        std::fs::copy(&store, dir.path().join("alhambra.db")).unwrap();
        let (server, remote) = serve_in(dir.path(), &[]).await;
        match remote.sit("ABCDEFGH", Some(ANN), true).await {
            Ok(mut ann) => {
                assert!(ann.seen().game.as_ref().unwrap().action > 50, "{}", store.display());
                let said = ann.seen().chat.iter().filter(|line| line.text.starts_with("line ")).count();
                assert_eq!(said, 3, "{}", store.display());
                let mut bo = remote.sit("ABCDEFGH", Some(BO), true).await.unwrap();
                for player in [&mut ann, &mut bo] {
                    player.request(Request::Ping).await.unwrap();
                    if let Some(id) = player.choose(|_| 0).await.unwrap() {
                        assert!(done(&player.answer(id).await.unwrap()), "{}", store.display());
                    }
                }
            }
            // Rules may change, with a version of their own; then the table says so, and stays as it is.
            Err(why) => assert!(why.to_string().contains("version"), "{}: {why}", store.display()),
        }
        server.stop().await;
        let checkup = crate::doctor(&config(dir.path())).await.unwrap();
        let faults = checkup.faults.iter().filter(|(_, why)| !why.contains("version")).count();
        assert_eq!((checkup.games, faults), (1, 0), "{}: {checkup:?}", store.display());
    }
}
