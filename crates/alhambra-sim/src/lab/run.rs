//! Playing a plan on several threads, with results that come out in the order of the games.

use super::plan::{LabPlan, Shard};
use super::play::play;
use super::row::Played;
use crate::game::BrokenLaw;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;

/// How many games a thread may be ahead of the oldest one that is still being played. Bounds the memory.
const AHEAD: u64 = 256;

/// A plan, or a shard of it, being played.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What is played.
    pub plan: &'a LabPlan,
    /// Which part of it.
    pub shard: Shard,
    /// How many threads play.
    pub threads: usize,
    /// Set by anybody to stop; games that are being played are given up.
    pub stop: Arc<AtomicBool>,
}

/// A game that did what no game may do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {number} (luck {luck}, seated {bots}) broke a law: {why}")]
pub struct BrokenGame {
    /// Which game, from 1.
    pub number: u64,
    /// The seed of its luck.
    pub luck: u64,
    /// Who sat where.
    pub bots: String,
    /// What it did.
    pub why: BrokenLaw,
}

/// What has been played already: the shard's first games, and some of those after them.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// How many of the shard's first games.
    pub first: u64,
    /// Others, by their place in the shard.
    pub later: BTreeMap<u64, Played>,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// Every game was played, or the receiver had enough.
    Complete,
    /// It was stopped. These games were played, but games before them were not.
    Stopped(Vec<Played>),
}

impl Run<'_> {
    /// Plays what is not done. `each` gets the games in order and may end the run.
    ///
    /// # Errors
    /// The game that broke a law; `each` has then got the games before it.
    pub fn play(
        &self,
        done: Done,
        mut each: impl FnMut(Played) -> ControlFlow<()>,
    ) -> Result<Ended, BrokenGame> {
        let games = self.shard.games(self.plan);
        let shared = WorkQueue {
            next: AtomicU64::new(done.first),
            handed: AtomicU64::new(done.first),
            games,
            known: done.later.keys().copied().collect(),
        };
        let mut waiting = done.later;
        let (mut handed, mut enough, mut broken) = (done.first, false, None::<(u64, BrokenGame)>);
        std::thread::scope(|scope| {
            let (to, from) = sync_channel(1024);
            for _ in 0..self.threads.max(1) {
                let to = to.clone();
                scope.spawn(|| self.work(&shared, to));
            }
            drop(to);
            let mut hand_over = |waiting: &mut BTreeMap<u64, Played>, broken: bool| {
                while !enough && !broken {
                    let Some(played) = waiting.remove(&handed) else { break };
                    handed += 1;
                    shared.handed.store(handed, Ordering::Relaxed);
                    if each(played).is_break() {
                        enough = true;
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
            };
            hand_over(&mut waiting, false);
            for (nth, result) in from {
                match result {
                    Ok(played) => {
                        waiting.insert(nth, played);
                        hand_over(&mut waiting, false);
                    }
                    Err(error) => {
                        self.stop.store(true, Ordering::Relaxed);
                        if broken.as_ref().is_none_or(|(first, _)| nth < *first) {
                            broken = Some((nth, error));
                        }
                    }
                }
            }
        });
        match broken {
            Some((_, error)) if !enough => Err(error),
            _ if enough || handed == games => Ok(Ended::Complete),
            _ => Ok(Ended::Stopped(waiting.into_values().collect())),
        }
    }

    fn work(&self, shared: &WorkQueue, to: SyncSender<(u64, Result<Played, BrokenGame>)>) {
        while !self.stop.load(Ordering::Relaxed) {
            let nth = shared.next.fetch_add(1, Ordering::Relaxed);
            if nth >= shared.games {
                break;
            }
            if shared.known.binary_search(&nth).is_ok() {
                continue;
            }
            while nth >= shared.handed.load(Ordering::Relaxed) + AHEAD && !self.stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let game = self.plan.game(self.shard.number(self.plan, nth));
            let result = match play(&game, &self.stop) {
                Ok(None) => break,
                Ok(Some(played)) => Ok(played),
                Err(why) => {
                    let bots = game.bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    Err(BrokenGame { number: game.number + 1, luck: game.seeds.luck, bots, why })
                }
            };
            if to.send((nth, result)).is_err() {
                break;
            }
        }
    }
}

/// What threads have in common.
struct WorkQueue {
    next: AtomicU64,
    handed: AtomicU64,
    games: u64,
    /// Games that need not be played again, ascending.
    known: Vec<u64>,
}
