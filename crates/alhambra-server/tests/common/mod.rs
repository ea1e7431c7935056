//! A server on loopback with a store of its own.
#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod postgres;

use alhambra_protocol::{CreateTable, NewSeat, ServerMessage, TableOptions};
use alhambra_rules::Setup;
use alhambra_server::client::{Player, Remote};
use alhambra_server::{Config, Server, Settings};
use std::path::Path;

/// A configuration for tests: any port, no waiting.
pub(crate) fn config(dir: &Path, more: &[(&'static str, &str)]) -> Config {
    let mut flags: Vec<(&str, String)> = vec![
        ("listen", "127.0.0.1:0".to_owned()),
        ("data_dir", dir.display().to_string()),
        ("bot_pace_ms", "0".to_owned()),
        ("tables_per_minute", "100000".to_owned()),
        ("messages_per_second", "100000".to_owned()),
        ("downloads_per_minute", "100000".to_owned()),
        ("guesses_per_minute", "100000".to_owned()),
        ("hints_per_minute", "100000".to_owned()),
    ];
    flags.extend(more.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let settings = Settings::gather(&flags, std::iter::empty(), None).unwrap();
    Config::new(&settings).unwrap()
}

/// A running server and how to reach it.
pub(crate) async fn serve(config: Config) -> (Server, Remote) {
    let base = config.base_path.clone();
    let server = Server::start(config).await.unwrap();
    let remote = Remote { base, ..Remote::at(server.address()) };
    (server, remote)
}

/// A table for one and friends.
pub(crate) fn wish(open: usize, bots: usize, setup: Option<Setup>, options: TableOptions) -> CreateTable {
    let me = NewSeat::Me { name: "Ann".to_owned() };
    let others = std::iter::repeat_n(NewSeat::Open, open)
        .chain(std::iter::repeat_n(NewSeat::Bot { level: "random".to_owned() }, bots));
    CreateTable {
        name: Some("Test".to_owned()),
        seats: std::iter::once(me).chain(others).collect(),
        setup,
        setup_code: None,
        options,
        // Where several people play, a chosen seed is something to agree on.
        seed: (open == 0).then(|| "7".to_owned()),
        start: open == 0,
    }
}

/// Plays until the game is over or `most` actions were accepted; returns how many were.
pub(crate) async fn play(player: &mut Player, dice: &mut alhambra_rules::Quick, most: u32) -> u32 {
    let mut done = 0;
    while done < most {
        if player.view().is_some_and(|view| view.winners.is_some()) {
            return done;
        }
        if let Some(id) = player.choose(|n| dice.below(n as u32) as usize).await.unwrap() {
            match player.answer(id).await.unwrap() {
                ServerMessage::Done { .. } => done += 1,
                other => panic!("an offered option was refused: {other:?}"),
            }
        } else if player.hear().await.is_err() {
            return done;
        }
    }
    done
}
