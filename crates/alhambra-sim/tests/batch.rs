//! Batches: the same seed gives the same games, records hold them, bad batches are refused.

use alhambra_bots::BotKind;
use alhambra_rules::{ModuleId, Setup};
use alhambra_sim::records::{parse_record, read_record};
use alhambra_sim::{Batch, BatchError, Watch};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("alhambra-sim-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (setup, bots, games) in [
        (Setup::players(3), vec![BotKind::Random], 300),
        (Setup::players(2), vec![BotKind::Medium, BotKind::Uniform], 20),
        (Setup::players(5).with(ModuleId::NewScoreCards), vec![BotKind::Random], 100),
    ] {
        let one = Batch { bots, games, seed: 9, ..Batch::new(setup, BotKind::Random) };
        let outcome = one.run().unwrap().outcome;
        assert_eq!(outcome.games, games);
        for threads in [2, 3, 500] {
            assert_eq!(Batch { threads, ..one.clone() }.run().unwrap().outcome, outcome, "{threads} threads");
        }
        assert_ne!(Batch { seed: 10, ..one }.run().unwrap().outcome.fingerprint, outcome.fingerprint);
    }
}

#[test]
fn every_win_is_given_out_once() {
    for players in 2..=6 {
        let batch = Batch { games: 60, ..Batch::new(Setup::players(players), BotKind::Random) };
        let report = batch.run().unwrap();
        let wins: f64 = report.outcome.seats.iter().map(|seat| seat.wins).sum();
        assert!((wins - 60.0).abs() < 1e-9, "{wins}");
        assert!(report.games_per_cpu_second() > 0.0 && report.decisions_per_cpu_second() > 0.0);
        for seat in report.outcome.seats {
            let score = seat.score;
            assert!(
                f64::from(score.min) <= score.mean && score.mean <= f64::from(score.max) && score.sd > 0.0
            );
        }
    }
}

#[test]
fn enumerating_makes_random_bots_choose_from_the_full_list() {
    let batch = Batch { games: 10, enumerate: true, ..Batch::new(Setup::players(3), BotKind::Random) };
    let uniform = Batch { games: 10, ..Batch::new(Setup::players(3), BotKind::Uniform) };
    assert_eq!(batch.seated(), [BotKind::Uniform; 3]);
    assert_eq!(batch.run().unwrap().outcome, uniform.run().unwrap().outcome);
}

#[test]
fn records_hold_the_games_of_the_batch() {
    let folder = Folder::new("records");
    let plain =
        Batch { games: 6, ..Batch::new(Setup::players(3).with(ModuleId::NewScoreCards), BotKind::Random) };
    let recorded = Batch { record: Some(folder.0.join("new/games")), threads: 2, ..plain.clone() };
    let outcome = recorded.run().unwrap().outcome;
    assert_eq!(outcome, plain.run().unwrap().outcome, "recording changes nothing");
    let mut points = 0;
    for number in 1..=6 {
        let path = folder.0.join(format!("new/games/game-{number:06}.jsonl"));
        let record = read_record(&path).unwrap();
        let game = record.verify().unwrap();
        assert!(game.is_over());
        points += game.rules().seats().map(|seat| u64::from(game.score(seat))).sum::<u64>();
        assert_eq!(parse_record(&std::fs::read_to_string(&path).unwrap()).unwrap(), record);
    }
    let mean: f64 = outcome.seats.iter().map(|seat| seat.score.mean).sum();
    assert!((points as f64 - 6.0 * mean).abs() < 1e-6);
}

#[test]
fn a_folder_with_something_in_it_is_refused_before_anything_is_played() {
    let folder = Folder::new("full");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("letter.txt"), "mine").unwrap();
    let batch = Batch {
        games: u64::MAX,
        record: Some(folder.0.clone()),
        ..Batch::new(Setup::players(3), BotKind::Random)
    };
    let error = batch.run().unwrap_err();
    assert!(matches!(error, BatchError::NotEmpty { .. }), "{error}");
    let file = Batch { record: Some(folder.0.join("letter.txt")), ..batch };
    assert!(matches!(file.run().unwrap_err(), BatchError::NotWritten { .. }));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing was added");
}

#[test]
fn bad_batches_are_refused_by_name() {
    let good = Batch::new(Setup::players(3), BotKind::Random);
    let refused = |batch: Batch| batch.run().unwrap_err().to_string();
    assert!(refused(Batch { games: 0, ..good.clone() }).starts_with("games:"));
    assert!(refused(Batch { threads: 0, ..good.clone() }).starts_with("threads:"));
    assert_eq!(
        refused(Batch { setup: Setup::players(7), ..good.clone() }),
        "Alhambra is played by 2 to 6, not by 7"
    );
    assert_eq!(
        refused(Batch { setup: Setup::players(1), ..good.clone() }),
        "Alhambra is played by 2 to 6, not by 1"
    );
    assert!(refused(Batch { bots: Vec::new(), ..good.clone() }).starts_with("bots: 0 bots"));
    let two = Batch { bots: vec![BotKind::Medium, BotKind::Random], ..good };
    assert_eq!(refused(two), "bots: 2 bots do not fit 3 players; name one for all, or one for each seat");
}

#[test]
fn a_batch_that_is_ended_reports_what_was_played() {
    let batch = Batch { games: u64::MAX, threads: 2, ..Batch::new(Setup::players(3), BotKind::Random) };
    let watch = Watch::default();
    let report = std::thread::scope(|scope| {
        let playing = scope.spawn(|| batch.run_watched(&watch).unwrap());
        while watch.done.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        watch.stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    assert!(report.outcome.games >= watch.done.load(Ordering::Relaxed));
    let wins: f64 = report.outcome.seats.iter().map(|seat| seat.wins).sum();
    assert!((wins - report.outcome.games as f64).abs() < 1e-6);
}

/// Pages of memory this process has in use.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Forty thousand games that each left 32 bytes behind would fill more than the 256 pages (1 MiB) allowed here.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_games() {
    let batch = Batch { threads: 2, ..Batch::new(Setup::players(3), BotKind::Random) };
    Batch { games: 4000, ..batch.clone() }.run().unwrap();
    let before = resident();
    Batch { games: 40_000, ..batch }.run().unwrap();
    let grown = resident().saturating_sub(before);
    assert!(grown < 256, "{grown} pages more after forty thousand games");
}
