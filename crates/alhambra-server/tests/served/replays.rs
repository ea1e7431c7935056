//! Recorded games over real sockets and a real SQLite: moments, eyes, estimates, advice, handing in, playing on.

use crate::common::{config, play, serve, wish};
use alhambra_protocol::{
    Branch, Created, Imported, Mark, Phase, RefusalCode, Replay, ReplayAdvice, ReplaySlice, Request, Shares,
    Spectators, TableInfo, TableOptions, View,
};
use alhambra_rules::{Quick, Seat, Setup};
use alhambra_server::Server;
use alhambra_server::client::Remote;
use std::time::{Duration, Instant};

/// A server with a finished game of one person and two bots.
async fn finished(dir: &std::path::Path) -> (Server, Remote, String) {
    let (server, remote) = serve(config(dir, &[])).await;
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let made = remote.create(&wish(0, 2, Some(setup), TableOptions::default())).await.unwrap();
    let mut ann = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    play(&mut ann, &mut Quick::new(4), 5000).await;
    assert!(ann.view().unwrap().winners.is_some());
    (server, remote, made.table)
}

/// Status and refusal of a request that must fail.
async fn refused(remote: &Remote, method: &str, path: &str, body: &str) -> (u16, RefusalCode, String) {
    let (status, _, text) = remote.http(method, path, body).await.unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status} {text}"));
    let code = serde_json::from_value(json["refusal"]["code"].clone()).unwrap();
    (status, code, json["refusal"]["text"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_finished_game_is_seen_moment_by_moment_through_any_eyes() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote, table) = finished(dir.path()).await;
    let replay: Replay = remote.json("GET", &format!("api/tables/{table}/replay"), &()).await.unwrap();
    assert_eq!((replay.open, replay.eyes.as_str()), (true, "open"));
    assert_eq!(replay.choices, ["open", "0", "1", "2", "public"]);
    let last = replay.moments.len() as u32 - 1;
    let marks = || replay.moments.iter().flat_map(|moment| &moment.marks);
    assert_eq!(marks().filter(|mark| matches!(mark, Mark::Scoring { .. })).count(), 3);
    for eyes in &replay.choices {
        let path = format!("api/tables/{table}/replay/moments?from={}&to={last}&as={eyes}", last - 50);
        let slice: ReplaySlice = remote.json("GET", &path, &()).await.unwrap();
        assert_eq!(slice.changes.len(), 50);
        let end = slice.changes.into_iter().fold(slice.view, |mut view: View, change| {
            change.apply_to(&mut view);
            view
        });
        assert!(end.winners.is_some());
        let scores: Vec<u16> = end.players.iter().map(|player| player.score).collect();
        assert_eq!(scores, replay.moments.last().unwrap().scores);
        assert_eq!(end.hand.is_some(), eyes.parse::<u8>().is_ok(), "a seat sees its hand");
        assert_eq!(slice.seats.len(), if eyes == "open" { 51 } else { 0 });
    }
    for (query, status, says) in [
        ("?from=99999", 400, "go from 0 to"),
        ("?from=9&to=3", 400, "go from 0 to"),
        ("?from=-1", 400, "from"),
        ("?from=1&as=7", 400, "open, public"),
        ("?from=1&as=%3Cb%3E", 400, "open, public"),
        ("?from=1&more=1", 400, "unknown field"),
    ] {
        let path = format!("api/tables/{table}/replay/moments{query}");
        let (found, _, text) = refused(&remote, "GET", &path, "").await;
        assert!(found == status && text.contains(says), "{query}: {found} {text}");
    }
    let nowhere = refused(&remote, "GET", "api/tables/NOSUCHTB/replay", "").await;
    assert_eq!((nowhere.0, nowhere.1), (404, RefusalCode::NotFound));
}

#[tokio::test]
async fn a_running_game_shows_everybody_only_what_they_may_see() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let closed = TableOptions { spectators: Spectators::None, ..TableOptions::default() };
    let made = remote.create(&wish(1, 0, None, closed)).await.unwrap();
    let table = made.table.clone();
    let early = refused(&remote, "GET", &format!("api/tables/{table}/replay"), "").await;
    assert_eq!(early.1, RefusalCode::NotYours, "nobody may watch");
    let bo = remote.join(&table, "Bo").await.unwrap().token;
    let lobby = asked(&remote, &table, Some(&bo), "replay").await;
    assert_eq!(lobby.0, 404, "no game was played yet: {}", lobby.1);
    let mut ann = remote.sit(&table, Some(&made.token), false).await.unwrap();
    let mut guest = remote.sit(&table, Some(&bo), false).await.unwrap();
    let ready = Request::Ready { seat: Seat::new(1).unwrap(), ready: true };
    guest.request(ready).await.unwrap();
    let start = alhambra_protocol::HostCommand::Start;
    ann.request(Request::Host { command: start }).await.unwrap();
    for _ in 0..20 {
        for player in [&mut ann, &mut guest] {
            player.request(Request::Ping).await.unwrap();
            if player.decision().is_some() {
                play(player, &mut Quick::new(2), 1).await;
            }
        }
    }
    let (status, text) = asked(&remote, &table, Some(&bo), "replay").await;
    assert_eq!(status, 200, "{text}");
    let replay: Replay = serde_json::from_str(&text).unwrap();
    assert_eq!((replay.open, replay.choices.as_slice()), (false, &["1".to_owned(), "public".to_owned()][..]));
    guest.request(Request::Ping).await.unwrap();
    let last = replay.moments.len() - 1;
    let (_, text) = asked(&remote, &table, Some(&bo), &format!("replay/moments?from={last}")).await;
    let slice: ReplaySlice = serde_json::from_str(&text).unwrap();
    assert_eq!(&slice.view, guest.view().unwrap(), "what the seat sees at the table");
    assert!(slice.seats.is_empty());
    // Nobody else's eyes, nothing that reads hands, neither with a wrong token nor with none.
    for path in
        ["replay?as=open", "replay?as=0", "replay/moments?from=3&as=0", "replay/moments?from=3&as=open"]
    {
        assert_eq!(asked(&remote, &table, Some(&bo), path).await.0, 403, "{path}");
        assert_eq!(asked(&remote, &table, None, path).await.0, 403, "{path}");
        assert_eq!(asked(&remote, &table, Some("0123"), path).await.0, 403, "{path}");
    }
    for path in ["replay/shares", "replay/advice?at=1", "replay/moves.csv", "replay/scores.csv", "record"] {
        assert_eq!(asked(&remote, &table, Some(&bo), path).await.0, 409, "{path}");
    }
    let branch = Branch { moment: 3, seat: Seat::new(0).unwrap(), level: "easy".to_owned(), name: None };
    let body = serde_json::to_string(&branch).unwrap();
    let path = format!("api/tables/{table}/branch");
    let (status, ..) = refused(&remote, "POST", &path, &body).await;
    assert_eq!(status, 403, "without a token nothing is told about this table");
}

/// A request with a token in its header.
async fn asked(remote: &Remote, table: &str, token: Option<&str>, path: &str) -> (u16, String) {
    let header = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let (status, _, text) =
        remote.http_with("GET", &format!("api/tables/{table}/{path}"), &header, "").await.unwrap();
    (status, text)
}

#[tokio::test]
async fn a_record_can_be_handed_in_and_the_first_bad_entry_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote, table) = finished(dir.path()).await;
    let (_, _, record) = remote.http("GET", &format!("api/tables/{table}/record"), "").await.unwrap();
    let (status, _, text) = remote.http("POST", "api/records", &record).await.unwrap();
    assert_eq!(status, 200, "{text}");
    let imported: Imported = serde_json::from_str(&text).unwrap();
    assert!(imported.over && imported.table != table);
    let path = |table: &str| format!("api/tables/{table}/replay");
    let first: Replay = remote.json("GET", &path(&table), &()).await.unwrap();
    let second: Replay = remote.json("GET", &path(&imported.table), &()).await.unwrap();
    assert_eq!(first.moments, second.moments, "the same game");
    let same = remote.http("GET", &format!("api/tables/{}/record", imported.table), "").await.unwrap().2;
    assert_eq!(same, record, "to the byte");
    let lines: Vec<&str> = record.lines().collect();
    let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    changed[9] = changed[9].replace("\"digest\":\"", "\"digest\":\"0");
    let cut = lines[..30].join("\n");
    for (body, says) in [
        (changed.join("\n"), "entry 9 "),
        (cut, "cut off after entry 29"),
        ("{\"alhambra_record\": 99}".to_owned(), "format 99"),
        ("<html>".to_owned(), "not JSON"),
        (String::new(), "empty"),
    ] {
        let (status, code, text) = refused(&remote, "POST", "api/records", &body).await;
        assert!(status == 422 && code == RefusalCode::BadSetup && text.contains(says), "{status} {text}");
    }
    let large = "x".repeat(alhambra_protocol::MAX_RECORD + 1);
    let (status, code, _) = refused(&remote, "POST", "api/records", &large).await;
    assert_eq!((status, code), (413, RefusalCode::TooLarge));
    server.stop().await;
    let checkup = alhambra_server::doctor(&config(dir.path(), &[])).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (2, 0), "{checkup:?}");
}

#[tokio::test]
async fn chances_are_estimated_once_in_the_background_and_a_bot_says_what_it_would_have_done() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote, table) = finished(dir.path()).await;
    let path = format!("api/tables/{table}/replay/shares");
    let began = Instant::now();
    let shares = loop {
        let shares: Shares = remote.json("GET", &path, &()).await.unwrap();
        assert_eq!(shares.done as usize, shares.turns.len());
        if shares.done == shares.total {
            break shares;
        }
        assert!(shares.swings.is_empty() && began.elapsed() < Duration::from_secs(120));
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let replay: Replay = remote.json("GET", &format!("api/tables/{table}/replay"), &()).await.unwrap();
    let turns = replay.moments.iter().flat_map(|m| &m.marks).filter(|mark| **mark == Mark::Turn).count();
    assert_eq!(shares.turns.len(), turns + 1, "every turn, and the end");
    for turn in &shares.turns {
        let sum: u16 = turn.shares.iter().sum();
        assert!((990..=1010).contains(&sum), "{turn:?}");
    }
    let end = shares.turns.last().unwrap();
    assert!(end.shares.contains(&1000) || end.shares.contains(&500), "{end:?}");
    assert!(!shares.swings.is_empty());
    let again: Shares = remote.json("GET", &path, &()).await.unwrap();
    assert_eq!(again, shares);
    let moment = shares.swings[0].moment;
    let path = format!("api/tables/{table}/replay/advice?at={moment}");
    let advice: ReplayAdvice = remote.json("GET", &path, &()).await.unwrap();
    assert_eq!((advice.moment, advice.seat), (moment, shares.swings[0].seat));
    assert!(advice.why.ends_with('.') && !advice.done.words.is_empty(), "{advice:?}");
    assert_eq!(advice.agrees, advice.best == advice.done);
    for bad in ["", "?at=99999", "?at=x"] {
        let path = format!("api/tables/{table}/replay/advice{bad}");
        assert_eq!(refused(&remote, "GET", &path, "").await.0, 400, "{bad}");
    }
}

#[tokio::test]
async fn a_finished_game_goes_on_from_a_moment_against_bots_and_stays_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote, table) = finished(dir.path()).await;
    let record = format!("api/tables/{table}/record");
    let before = remote.http("GET", &record, "").await.unwrap().2;
    let replay: Replay = remote.json("GET", &format!("api/tables/{table}/replay"), &()).await.unwrap();
    let moment = replay.moments.len() as u32 / 2;
    let seat = Seat::new(1).unwrap();
    let path = format!("api/tables/{table}/branch");
    let wish = Branch { moment, seat, level: "easy".to_owned(), name: Some("Zoë".to_owned()) };
    let made: Created = remote.json("POST", &path, &wish).await.unwrap();
    assert_eq!((made.info.phase, made.info.seats[1].name.as_str()), (Phase::Playing, "Zoë"));
    let mut zoe = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(zoe.seen().you.seats, [seat]);
    let then = format!("api/tables/{table}/replay/moments?from={moment}&as=1");
    let then: ReplaySlice = remote.json("GET", &then, &()).await.unwrap();
    assert!(zoe.seen().game.as_ref().unwrap().action >= moment);
    if zoe.seen().game.as_ref().unwrap().action == moment {
        assert_eq!(zoe.view().unwrap(), &then.view, "everything lies as it lay");
    }
    play(&mut zoe, &mut Quick::new(1), 5000).await;
    assert!(zoe.view().unwrap().winners.is_some());
    assert_eq!(remote.http("GET", &record, "").await.unwrap().2, before, "the old game is as it was");
    let (_, _, new) = remote.http("GET", &format!("api/tables/{}/record", made.table), "").await.unwrap();
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), new.lines().collect());
    let action = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["action"].clone();
    assert!((1..=moment as usize).all(|n| action(old[n]) == action(new[n])), "the same game up to there");
    assert!(new[0].contains("Zoë") && new[0].contains("\"seed\":null"));
    let bad = |moment: u32, seat: usize, level: &str| {
        format!("{{\"moment\": {moment}, \"seat\": {seat}, \"level\": \"{level}\"}}")
    };
    let last = replay.moments.len() as u32 - 1;
    for (body, status) in [
        (bad(last, 0, "easy"), 409),
        (bad(last + 1, 0, "easy"), 400),
        (bad(1, 5, "easy"), 400),
        (bad(1, 0, "god"), 422),
        ("{}".to_owned(), 400),
    ] {
        let (found, _, text) = refused(&remote, "POST", &path, &body).await;
        assert_eq!(found, status, "{body}: {text}");
    }
    // The same after a restart, when everything is read from the log.
    server.stop().await;
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let again = remote.sit(&made.table, Some(&made.token), true).await.unwrap();
    assert_eq!(again.view(), zoe.view());
    server.stop().await;
    let checkup = alhambra_server::doctor(&config(dir.path(), &[])).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (2, 0), "{checkup:?}");
}

#[tokio::test]
async fn with_the_same_seed_bots_play_the_same_game_again() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let mut games = Vec::new();
    for seed in ["7", "7", "8"] {
        let mut wish = wish(0, 2, Some(Setup::players(3)), TableOptions::default());
        wish.seats.remove(0);
        (wish.setup, wish.seed) = (Some(Setup::players(2)), Some(seed.to_owned()));
        let made = remote.create(&wish).await.unwrap();
        let over = async || {
            let info: TableInfo =
                remote.json("GET", &format!("api/tables/{}", made.table), &()).await.unwrap();
            info.phase == Phase::Over
        };
        let began = Instant::now();
        while !over().await {
            assert!(began.elapsed() < Duration::from_secs(60), "the game ends");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (_, _, record) =
            remote.http("GET", &format!("api/tables/{}/record", made.table), "").await.unwrap();
        games.push(record.lines().skip(1).map(str::to_owned).collect::<Vec<_>>());
    }
    assert!(games[0].len() > 60 && games[0] == games[1], "the same again");
    assert_ne!(games[0], games[2], "another seed, another game");
}

#[tokio::test]
async fn moves_and_points_can_be_had_as_tables() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote, table) = finished(dir.path()).await;
    let replay: Replay = remote.json("GET", &format!("api/tables/{table}/replay"), &()).await.unwrap();
    let get = async |name: &str| {
        remote.http("GET", &format!("api/tables/{table}/replay/{name}.csv"), "").await.unwrap()
    };
    let (status, head, moves) = get("moves").await;
    assert!(status == 200 && head.contains("text/csv") && head.contains("attachment"), "{head}");
    assert_eq!(moves.lines().count(), replay.moments.len() + 1);
    assert!(moves.starts_with("moment,turn,seat,player,what,points Ann,"), "{}", &moves[..80]);
    let (_, _, scores) = get("scores").await;
    let points = |line: &str| line.rsplit(',').next().unwrap().parse::<u32>().unwrap();
    let sum: u32 = scores.lines().skip(1).map(points).sum();
    assert_eq!(sum, replay.moments.last().unwrap().scores.iter().map(|n| u32::from(*n)).sum::<u32>());
}
