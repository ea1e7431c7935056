//! A run from beginning to end: games are played, written and added up, and the run can be stopped and resumed.

use super::output::{Existing, Output, OutputError};
use super::plan::{LabPlan, Shard};
use super::row::{Head, Played};
use super::run::{BrokenGame, Ended, Run};
use super::sprt::{Claims, Sprt, SprtVerdict};
use super::summary::Summary;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// What is played.
    pub plan: &'a LabPlan,
    /// Which part of it.
    pub shard: Shard,
    /// How many threads play.
    pub threads: usize,
    /// Where the results go, and what to do if something is there.
    pub output: Option<(&'a Path, Existing)>,
    /// A test that ends the run: is the first contestant stronger than the field?
    pub claims: Option<Claims>,
    /// Set by anybody to stop.
    pub stop: Arc<AtomicBool>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// The results have no place.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A game did what no game may do.
    #[error(transparent)]
    Broken(#[from] BrokenGame),
}

/// What a run led to.
#[derive(Debug)]
pub struct Conclusion {
    /// All games added up, those that were there before included.
    pub summary: Summary,
    /// Games that were there before.
    pub before: u64,
    /// Whether every game was played, or the test has decided.
    pub complete: bool,
    /// The test.
    pub sprt: Option<Sprt>,
    /// Where the results are if games are missing.
    pub partial: Option<PathBuf>,
}

impl Contest<'_> {
    /// Makes the run. `each` is called for every game that counts, with the number of games so far.
    ///
    /// # Errors
    /// What is in the way of the results, before anything is played; or the game that broke a law.
    pub fn play(&self, mut each: impl FnMut(u64)) -> Result<Conclusion, ContestError> {
        let mut counted = Counted::new(self);
        let mut output = match self.output {
            None => None,
            Some((path, existing)) => {
                Some(Output::open(path, self.plan, self.shard, existing, |game| counted.add(game))?)
            }
        };
        let before = counted.summary.games();
        let games = self.shard.games(self.plan);
        if let Some(output) = output.as_ref().filter(|output| output.is_complete()) {
            if before < games && !counted.decided() {
                let why = format!("it has {before} of {games} games and cannot be gone on with");
                let path = self.output.map_or(output.partial(), |(path, _)| path).to_owned();
                return Err(OutputError::Other { path, why }.into());
            }
            return Ok(counted.conclude(before, true, None));
        }
        each(before);
        if counted.decided() {
            output.map_or(Ok(()), Output::finish)?;
            return Ok(counted.conclude(before, true, None));
        }
        let done = output.as_mut().map(Output::done).unwrap_or_default();
        let mut failed = None;
        let run = Run { plan: self.plan, shard: self.shard, threads: self.threads, stop: self.stop.clone() };
        let ended = run.play(done, |game| {
            if let Err(why) = output.as_mut().map_or(Ok(()), |output| output.add(&game)) {
                failed = Some(why);
                return ControlFlow::Break(());
            }
            counted.add(&game);
            each(counted.summary.games());
            if counted.decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(why) = failed {
            return Err(why.into());
        }
        match ended? {
            Ended::Complete => {
                output.map_or(Ok(()), Output::finish)?;
                Ok(counted.conclude(before, true, None))
            }
            Ended::Stopped(rest) => {
                for game in &rest {
                    output.as_mut().map_or(Ok(()), |output| output.add(game))?;
                    counted.add(game);
                }
                let partial = output.map(|output| output.partial().to_owned());
                Ok(counted.conclude(before, false, partial))
            }
        }
    }
}

/// What has been counted so far.
struct Counted {
    summary: Summary,
    sprt: Option<Sprt>,
    challenger: String,
    /// The deal at hand: its number, games and wins of the challenger.
    deal: (u64, u64, u64),
    per_deal: u64,
}

impl Counted {
    fn new(session: &Contest<'_>) -> Counted {
        let plan = session.plan;
        Counted {
            summary: Summary::new(Head::of(plan)),
            sprt: session.claims.map(|claims| Sprt::new(claims, plan.players())),
            challenger: plan.contestants().first().map(ToString::to_string).unwrap_or_default(),
            deal: (0, 0, 0),
            per_deal: plan.per_deal(),
        }
    }

    fn add(&mut self, game: &Played) {
        self.summary.add(game);
        let Some(sprt) = &mut self.sprt else { return };
        if self.deal.0 != game.deal {
            self.deal = (game.deal, 0, 0);
        }
        let ours = game.seats.iter().filter(|seat| seat.bot == self.challenger);
        self.deal.1 += 1;
        self.deal.2 += ours.map(|seat| seat.win()).sum::<u64>();
        if self.deal.1 == self.per_deal {
            sprt.add(self.deal.2 as f64 / (super::rating::WIN * self.per_deal) as f64);
        }
    }

    fn decided(&self) -> bool {
        // Only at the end of a deal, so that the file ends with a whole one.
        self.deal.1 == self.per_deal
            && self.sprt.as_ref().is_some_and(|sprt| sprt.verdict() != SprtVerdict::Open)
    }

    fn conclude(self, before: u64, complete: bool, partial: Option<PathBuf>) -> Conclusion {
        Conclusion { summary: self.summary, before, complete, sprt: self.sprt, partial }
    }
}
