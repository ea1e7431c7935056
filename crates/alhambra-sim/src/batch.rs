//! A batch of games, spread over threads.

use crate::game::{self, BrokenLaw, Seeds};
use crate::records::write_record;
use crate::tally::{Outcome, Totals};
use alhambra_bots::{Bot, BotKind};
use alhambra_rules::{GameState, Setup, SetupError};
use cpu_time::ProcessTime;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Many games with the same set-up and the same bots.
///
/// Everything a game depends on is derived from the batch's seed and the number of the game, so the outcome
/// is the same whatever the number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// What is played.
    pub setup: Setup,
    /// One bot for all seats, or one for each.
    pub bots: Vec<BotKind>,
    /// How many games.
    pub games: u64,
    /// Where all luck comes from.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// Whether bots that choose by lot do so from the full list of legal actions.
    pub enumerate: bool,
    /// Where the record of every game goes; a folder that is empty or does not exist yet.
    pub record: Option<PathBuf>,
}

/// Why a batch was not played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Nothing to play.
    #[error("games: at least 1 is needed")]
    Games,
    /// Nobody to play it.
    #[error("threads: at least 1 is needed")]
    Threads,
    /// Neither one bot for all nor one for each.
    #[error("bots: {bots} bots do not fit {players} players; name one for all, or one for each seat")]
    Bots {
        /// How many bots were named.
        bots: usize,
        /// How many play.
        players: usize,
    },
    /// The folder for records holds something already.
    #[error("record: {} is not empty; name a folder that is empty or does not exist yet", .dir.display())]
    NotEmpty {
        /// The folder.
        dir: PathBuf,
    },
    /// A record or its folder cannot be written.
    #[error("record: {} cannot be written: {why}", .path.display())]
    NotWritten {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// A game did what no game may do.
    #[error("game {number} (luck {luck}) broke a law: {why}")]
    Broken {
        /// Which game, from 1.
        number: u64,
        /// The seed of its luck.
        luck: u64,
        /// What it did.
        why: BrokenLaw,
    },
}

/// How far a batch is, and the wish to end it.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Games played so far, a few at a time.
    pub done: Arc<AtomicU64>,
    /// Set by anybody to end the batch after the games that are being played.
    pub stop: Arc<AtomicBool>,
}

/// What came out of a batch and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What came out.
    pub outcome: Outcome,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of all processors, in the program and in the system.
    pub cpu_seconds: f64,
}

impl Report {
    /// Games in a second of processor time.
    pub fn games_per_cpu_second(&self) -> f64 {
        self.outcome.games as f64 / self.cpu_seconds.max(1e-9)
    }

    /// Decisions in a second of processor time.
    pub fn decisions_per_cpu_second(&self) -> f64 {
        self.outcome.decisions_total as f64 / self.cpu_seconds.max(1e-9)
    }
}

impl Batch {
    /// A thousand games with seed 1 on one thread.
    pub fn new(setup: Setup, bot: BotKind) -> Batch {
        Batch { setup, bots: vec![bot], games: 1000, seed: 1, threads: 1, enumerate: false, record: None }
    }

    /// Whether this can be played.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), BatchError> {
        self.setup.check()?;
        let players = self.setup.players.len();
        if self.bots.len() != 1 && self.bots.len() != players {
            return Err(BatchError::Bots { bots: self.bots.len(), players });
        }
        if self.games == 0 {
            return Err(BatchError::Games);
        }
        if self.threads == 0 {
            return Err(BatchError::Threads);
        }
        match &self.record {
            Some(dir) => check_folder(dir),
            None => Ok(()),
        }
    }

    /// Plays all games.
    ///
    /// # Errors
    /// What is wrong with the batch, which record could not be written, or which game broke a law.
    pub fn run(&self) -> Result<Report, BatchError> {
        self.run_watched(&Watch::default())
    }

    /// Plays all games while somebody watches, who may end it: then the report is of the games played so far.
    ///
    /// # Errors
    /// As for [`run`](Batch::run).
    pub fn run_watched(&self, watch: &Watch) -> Result<Report, BatchError> {
        self.check()?;
        if let Some(dir) = &self.record {
            let failed = |why| BatchError::NotWritten { path: dir.clone(), why };
            std::fs::create_dir_all(dir).map_err(failed)?;
        }
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let tally = self.play_all(watch)?;
        Ok(Report {
            outcome: tally.outcome(self.setup.players.len()),
            seconds: wall.elapsed().as_secs_f64(),
            cpu_seconds: cpu.elapsed().as_secs_f64(),
        })
    }

    /// The bot of every seat, as it plays in this batch.
    pub fn seated(&self) -> Vec<BotKind> {
        let seats = 0..self.setup.players.len();
        let named = seats.filter_map(|seat| self.bots.get(if self.bots.len() == 1 { 0 } else { seat }));
        named
            .map(|&kind| if kind == BotKind::Random && self.enumerate { BotKind::Uniform } else { kind })
            .collect()
    }

    fn play_all(&self, watch: &Watch) -> Result<Totals, BatchError> {
        let shared = Progress { next: AtomicU64::new(0), stop: AtomicBool::new(false) };
        let threads = self.threads.min(usize::try_from(self.games).unwrap_or(usize::MAX));
        let results = std::thread::scope(|scope| {
            let workers: Vec<_> = (1..threads).map(|_| scope.spawn(|| self.work(&shared, watch))).collect();
            // This thread plays too: a batch on one thread starts none.
            let mut results = vec![self.work(&shared, watch)];
            results.extend(workers.into_iter().map(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            results
        });
        let mut all = Totals::default();
        let mut first: Option<(u64, BatchError)> = None;
        for result in results {
            match result {
                Ok(tally) => all.merge(&tally),
                Err(failed) if first.as_ref().is_none_or(|(number, _)| failed.0 < *number) => {
                    first = Some(failed);
                }
                Err(_) => {}
            }
        }
        first.map_or(Ok(all), |(_, error)| Err(error))
    }

    /// Plays chunks of games until none is left; an error comes with the number of its game.
    fn work(&self, shared: &Progress, watch: &Watch) -> Result<Totals, (u64, BatchError)> {
        let mut tally = Totals::default();
        // Virtual calls cost nothing that could be measured against an enum of bots (instructions per game ±0.5 %).
        let mut bots: Vec<_> = self.seated().into_iter().map(BotKind::make).collect();
        let chunk = (self.games / (self.threads as u64 * 64)).clamp(1, 256);
        while !shared.stop.load(Ordering::Relaxed) {
            let from = shared.next.fetch_add(chunk, Ordering::Relaxed);
            if from >= self.games {
                break;
            }
            let to = self.games.min(from.saturating_add(chunk));
            for number in from..to {
                if watch.stop.load(Ordering::Relaxed) {
                    return Ok(tally);
                }
                if let Err(error) = self.game(number, &mut bots, &mut tally) {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Err((number, error));
                }
            }
            watch.done.fetch_add(to - from, Ordering::Relaxed);
        }
        Ok(tally)
    }

    fn game(&self, number: u64, bots: &mut [Box<dyn Bot>], tally: &mut Totals) -> Result<(), BatchError> {
        let seeds = Seeds::of(self.seed, number);
        let broken = |why| BatchError::Broken { number: number + 1, luck: seeds.luck, why };
        let play = std::panic::AssertUnwindSafe(|| match &self.record {
            None => {
                let ended = |game: &GameState, decisions| tally.add(number, game, decisions);
                game::play(&self.setup, bots, seeds, ended)?.map_err(broken)
            }
            Some(dir) => {
                let table = game::play_recorded(&self.setup, bots, seeds)?.map_err(broken)?;
                tally.add(number, table.game(), table.record().entries.len() as u32);
                let path = dir.join(format!("game-{:06}.jsonl", number + 1));
                write_record(&path, table.record(), table.game())
                    .map_err(|why| BatchError::NotWritten { path, why })
            }
        });
        // A panic is a bug of ours; the game it happened in is what one needs to find it.
        std::panic::catch_unwind(play).unwrap_or_else(|_| Err(broken(BrokenLaw::Panic)))
    }
}

/// What threads have in common: the next game, and whether somebody has given up.
struct Progress {
    next: AtomicU64,
    stop: AtomicBool,
}

fn check_folder(dir: &Path) -> Result<(), BatchError> {
    match std::fs::read_dir(dir) {
        Ok(mut files) => match files.next() {
            None => Ok(()),
            Some(_) => Err(BatchError::NotEmpty { dir: dir.to_owned() }),
        },
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(why) => Err(BatchError::NotWritten { path: dir.to_owned(), why }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::belief::Belief;
    use alhambra_rules::{Action, Quick};

    /// Takes its tiles off and puts them back, for ever.
    struct Fidget;

    impl Bot for Fidget {
        fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
            let mut actions = Vec::new();
            belief.legal(&mut actions);
            let fidgets = |action: &&Action| matches!(action, Action::Add { .. } | Action::Remove { .. });
            let any = actions[dice.below(actions.len() as u32) as usize];
            actions.iter().find(fidgets).copied().unwrap_or(any)
        }
    }

    struct Clumsy;

    impl Bot for Clumsy {
        fn decide(&mut self, _: &Belief<'_>, _: &mut Quick) -> Action {
            panic!("dropped the cards")
        }
    }

    struct Cheat;

    impl Bot for Cheat {
        fn decide(&mut self, _: &Belief<'_>, _: &mut Quick) -> Action {
            Action::Take(u16::MAX)
        }
    }

    fn broken(bot: fn() -> Box<dyn Bot>, record: Option<PathBuf>) -> String {
        let batch = Batch { record, ..Batch::new(Setup::players(2), BotKind::Random) };
        let mut bots = [bot(), bot()];
        batch.game(6, &mut bots, &mut Totals::default()).unwrap_err().to_string()
    }

    #[test]
    fn a_game_that_breaks_a_law_is_named_with_its_luck() {
        let luck = Seeds::of(1, 6).luck;
        let name = format!("game 7 (luck {luck}) broke a law: ");
        assert_eq!(
            broken(|| Box::new(Fidget), None),
            format!("{name}it did not end within 100000 decisions")
        );
        assert_eq!(broken(|| Box::new(Clumsy), None), format!("{name}it panicked"));
        let cheated = broken(|| Box::new(Cheat), Some(PathBuf::new()));
        assert!(cheated.starts_with(&format!("{name}decision 1 was not legal: ")), "{cheated}");
    }
}
