//! A stored game of the present format, and what becomes of games of other versions and of checkpoints with a fallen bit.
//!
//! `cargo xtask bless` plays and writes it anew; that is needed when the rules of a module in it or the form of what is
//! written change, and then games that are under way end with the program they were begun with.

use super::*;
use crate::session::Session;
use crate::table::Precomputed;
use alhambra_protocol::Spectators;
use alhambra_rules::record::{FORMAT, Header};
use alhambra_rules::{EditionId, ModuleId, Quick};
use std::path::{Path, PathBuf};

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file() -> PathBuf {
    root().join("fixtures/stored/table.jsonl")
}

/// As many modules as go together.
fn setup() -> Setup {
    let mut setup = Setup { confirm: true, ..Setup::players(3) };
    for module in ModuleId::ALL {
        let more = setup.clone().with(*module);
        if more.check().is_ok() {
            setup = more;
        }
    }
    setup
}

/// Plays the game that is kept: people, a bot, links, chat, steps taken back, luck that is drawn anew.
pub(super) fn play(setup: Setup) -> Vec<LogLine> {
    let options = TableOptions { spectators: Spectators::Hands, ..TableOptions::default() };
    let made = LogEntry::Created {
        name: "Kept".to_owned(),
        seats: vec![
            Planned::Maker("Ann".to_owned()),
            Planned::Friend("Bo".to_owned(), Hashed::of(BO)),
            Planned::Bot("random".to_owned()),
        ],
        setup,
        options,
        seed: Some(11),
        maker: Hashed::of(ANN),
    };
    let mut lines = vec![LogLine { at: 1_700_000_000_000, entry: made }];
    let mut table = TableState::create("ABCDEFGH", &lines[0]).unwrap();
    let mut put = |table: &mut TableState, entry: LogEntry, ahead: Option<Precomputed>| {
        let line = LogLine { at: lines.last().unwrap().at + 1000, entry };
        lines.push(line.clone());
        table.apply(line, ahead).unwrap();
    };
    put(&mut table, LogEntry::SeedAgreed { seat: seat(1) }, None);
    put(&mut table, LogEntry::Ready { seat: seat(1), ready: true }, None);
    put(&mut table, LogEntry::Shared { seat: seat(1), token: Hashed::of("a link") }, None);
    let (_, header) = Session::start(&table.agreed(), 11, &mut Vec::new()).unwrap();
    put(&mut table, LogEntry::Started { seed: 11, header }, None);
    let (mut dice, mut actions) = (Quick::new(4), Vec::new());
    for n in 0..150 {
        let session = table.session.as_ref().unwrap();
        let Some(mover) = session.game.to_move() else { break };
        session.game.legal(mover, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (_, entry) = session.after(mover, action, &mut Vec::new()).unwrap();
        put(&mut table, LogEntry::Acted { entry }, None);
        let session = table.session.as_ref().unwrap();
        if n % 10 == 9 && session.undoable() > 0 {
            let keep = session.actions - 1;
            put(&mut table, LogEntry::Undone { by: Some(mover), keep, seed: None }, None);
        }
        if n % 50 == 0 {
            put(&mut table, LogEntry::Said { seat: seat(0), text: format!("line {n}") }, None);
        }
    }
    lines
}

fn kept() -> Vec<LogLine> {
    if std::env::var_os("ALHAMBRA_BLESS").is_some() {
        let text: String =
            play(setup()).iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        std::fs::create_dir_all(file().parent().unwrap()).unwrap();
        std::fs::write(file(), text).unwrap();
        std::fs::write(root().join(VERSIONS), versions()).unwrap();
    }
    let text = std::fs::read_to_string(file()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const VERSIONS: &str = "docs/guide/versions.md";

/// What this program plays, as the guide shows it.
fn versions() -> String {
    let mut text = "# Versions this program plays\n\n\
        Games are played, replayed and stored with the version of the rules they were begun with. This program plays the versions\n\
        below and refuses others at load, in replays and in `alhambra doctor`, with the reason; nothing is guessed. A running game of\n\
        another version goes on with the program it was begun with. Written by `cargo xtask bless`; a test holds it to the code.\n\n\
        | What | Version |\n|---|---|\n"
        .to_owned();
    let (edition, _) = Header::versions(&Setup::players(3));
    text += &format!("| form of records | {FORMAT} |\n| base game, classic edition | {edition} |\n");
    for edition in EditionId::offered().filter(|edition| *edition != EditionId::default()) {
        text += &format!("| {edition}, an edition | {} |\n", edition.profile().version);
    }
    for module in ModuleId::EVERY {
        text += &format!("| {} {} | {} |\n", module.number(), module.title(), module.version());
    }
    text
}

/// A server whose store has one table with these lines and nothing else.
pub(super) async fn with(lines: &[LogLine]) -> (tempfile::TempDir, Server, Remote) {
    let (dir, server, remote) = serve().await;
    let row = Row { created: 1, expires: u64::MAX >> 1, phase: "playing", ..Row::default() };
    let append = |(n, line): (usize, &LogLine)| Append {
        table: Arc::from("ABCDEFGH"),
        seq: n as u64 + 1,
        body: serde_json::to_string(line).unwrap(),
        telling: 0,
        along: (n == 0).then(|| Box::new(Along { row: Some(row.clone()), checkpoint: None })),
    };
    let batch: Vec<Append> = lines.iter().enumerate().map(append).collect();
    server.hub().store.append(&batch).await.unwrap();
    (dir, server, remote)
}

pub(super) fn config(dir: &Path) -> Config {
    let flags = [("data_dir", dir.display().to_string())];
    Config::new(&Settings::gather(&flags, std::iter::empty(), None).unwrap()).unwrap()
}

#[tokio::test]
async fn the_stored_game_is_read_played_on_and_found_well() {
    let lines = kept();
    assert_eq!(std::fs::read_to_string(root().join(VERSIONS)).unwrap(), versions(), "cargo xtask bless");
    let (dir, server, remote) = with(&lines).await;
    let bo = remote.sit("ABCDEFGH", Some(BO), true).await.unwrap_or_else(|why| {
        panic!("the stored game is not readable any more: {why}; if versions were raised on purpose, cargo xtask bless")
    });
    assert_eq!(bo.seen().table.luck.chosen.as_deref(), Some("11"));
    let game = bo.seen().game.clone().unwrap();
    assert!(game.action > 50, "{}", game.action);
    let mut pupil = remote.sit("ABCDEFGH", Some("a link"), true).await.unwrap();
    assert_eq!(pupil.seen().you.viewing, Some(seat(1)));
    let ann = remote.sit("ABCDEFGH", Some(ANN), true).await.unwrap();
    let mut people = [ann, bo];
    let mut moves = 0;
    while moves < 5 && people[0].view().is_some_and(|view| view.winners.is_none()) {
        for player in &mut people {
            player.request(Request::Ping).await.unwrap();
            if let Some(id) = player.choose(|_| 0).await.unwrap() {
                assert!(done(&player.answer(id).await.unwrap()));
                moves += 1;
            }
        }
    }
    pupil.request(Request::Ping).await.unwrap();
    server.stop().await;
    let checkup = crate::doctor(&config(dir.path())).await.unwrap();
    assert_eq!((checkup.games, checkup.faults.len()), (1, 0), "{checkup:?}");
}

/// A file that lost its end: the server starts, says so, and plays on with all other tables.
#[tokio::test]
async fn a_server_starts_on_a_log_that_is_cut_off_and_counts_it() {
    use sqlx::ConnectOptions as _;
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve_in(dir.path(), &[]).await;
    let (whole, people) = begun(&server, &remote, Clock::None).await;
    drop(people);
    let (cut, people) = begun(&server, &remote, Clock::None).await;
    drop(people);
    server.stop().await;
    let file = dir.path().join("alhambra.db");
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let last = "DELETE FROM log WHERE n = (SELECT max(n) FROM log WHERE table_id = ?)";
    assert_eq!(sqlx::query(last).bind(&cut).execute(&mut connection).await.unwrap().rows_affected(), 1);
    sqlx::Connection::close(connection).await.unwrap();
    let (server, remote) = serve_in(dir.path(), &[("metrics_listen", "127.0.0.1:0")]).await;
    assert_eq!(super::full_disk::metric(&server, "alhambra_short_logs").await, 1.0);
    let why = remote.sit(&cut, Some(ANN), true).await.unwrap_err().to_string();
    assert!(why.contains("cut off") || why.contains("missing"), "{why}");
    let ann = remote.sit(&whole, Some(ANN), true).await.unwrap();
    assert_eq!(ann.seen().table.phase, Phase::Playing);
    server.stop().await;
}

#[tokio::test]
async fn a_game_of_another_version_is_refused_with_that_reason_wherever_it_is_met() {
    let lines = kept();
    let begun = lines.iter().position(|line| matches!(line.entry, LogEntry::Started { .. })).unwrap();
    for other in ["edition", "module", "format"] {
        let mut lines = lines.clone();
        let LogEntry::Started { header, .. } = &mut lines[begun].entry else {
            unreachable!("it was found there")
        };
        let reason = match other {
            "edition" => {
                header.edition_version += 1;
                format!("version {}", header.edition_version)
            }
            "module" => {
                let version = header.module_versions.values_mut().next().unwrap();
                *version += 1;
                format!("version {version}")
            }
            _ => {
                header.alhambra_record += 1;
                format!("format {}", header.alhambra_record)
            }
        };
        let (dir, server, remote) = with(&lines).await;
        let why = remote.sit("ABCDEFGH", Some(ANN), true).await.unwrap_err().to_string();
        assert!(why.contains(&reason), "{why}");
        for path in ["", "/record", "/replay"] {
            let (status, _, body) =
                remote.http("GET", &format!("api/tables/ABCDEFGH{path}"), "").await.unwrap();
            assert!(status == 503 && body.contains(&reason), "{path}: {status} {body}");
        }
        server.stop().await;
        let checkup = crate::doctor(&config(dir.path())).await.unwrap();
        assert_eq!(checkup.faults.len(), 1);
        assert!(checkup.faults[0].1.contains(&reason), "{checkup:?}");
    }
}

#[test]
fn a_checkpoint_of_another_version_is_not_used() {
    let lines = kept();
    let mut table = TableState::create("ABCDEFGH", &lines[0]).unwrap();
    for line in &lines[1..] {
        table.apply(line.clone(), None).unwrap();
    }
    let (meta, state) = table.checkpoint();
    assert_eq!(TableState::load(&meta, state.clone()).unwrap().seq, table.seq);
    // Wherever a bit falls over, the log decides.
    let mut dice = Quick::new(60);
    for n in 0..asked_for("ALHAMBRA_TEST_FLIPS", 600) {
        let (mut meta, mut state) = (meta.clone().into_bytes(), state.clone());
        let bytes = if n % 2 == 0 { &mut meta } else { &mut state };
        let at = dice.below(bytes.len() as u32) as usize;
        bytes[at] ^= 1 << dice.below(8);
        let Ok(meta) = String::from_utf8(meta) else { continue };
        assert!(TableState::load(&meta, state).is_err(), "bit {n} was not noticed");
    }
}

#[tokio::test]
async fn a_changed_line_of_the_log_is_noticed_and_a_changed_checkpoint_costs_nothing() {
    let lines = kept();
    let (_dir, server, remote) = with(&lines).await;
    let seen = remote.sit("ABCDEFGH", Some(BO), true).await.unwrap().seen().game.clone().unwrap();
    let checkpoint =
        crate::store::Checkpoint { seq: 90, meta: "0123456789abcdef [{}]".to_owned(), state: vec![1; 500] };
    let said = LogLine {
        at: lines.last().unwrap().at + 1,
        entry: LogEntry::Said { seat: seat(0), text: "so".to_owned() },
    };
    let append = Append {
        table: Arc::from("ABCDEFGH"),
        seq: lines.len() as u64 + 1,
        body: serde_json::to_string(&said).unwrap(),
        telling: 0,
        along: Some(Box::new(Along { row: None, checkpoint: Some(checkpoint) })),
    };
    server.hub().store.append(&[append]).await.unwrap();
    let (table, from) = crate::room::reading::read(server.hub(), "ABCDEFGH").await.unwrap().unwrap();
    assert_eq!((table.seq, from), (lines.len() as u64 + 1, 0));
    assert_eq!(table.visible_to(Some(seat(1))).unwrap().actions, seen.action);
    let last = lines.iter().rposition(|line| matches!(line.entry, LogEntry::Acted { .. })).unwrap();
    let mut changed = lines.clone();
    let LogEntry::Acted { entry } = &mut changed[last].entry else { unreachable!("it was found there") };
    entry.digest.0 ^= 1;
    let (_dir, _server, remote) = with(&changed).await;
    let why = remote.sit("ABCDEFGH", Some(BO), true).await.unwrap_err().to_string();
    assert!(why.contains("does not fit"), "{why}");
}
