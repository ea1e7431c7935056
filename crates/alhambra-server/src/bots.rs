//! Bots of the server: bounded in number, time and memory, and never in the way of anybody else's game.

use crate::room::Mail;
use crate::secret;
use alhambra_bots::search::{SearchBot, Settings};
use alhambra_bots::{Advice, Bot, BotKind, advise_within};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, GameState, Quick, Seat};
use futures_util::FutureExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Who gives hints: it searches, and is done before anybody waits for it.
pub(crate) const ADVISER: BotKind = BotKind::Hard;

/// Who gives hints to those who wait a second for a better one.
const PATIENT_ADVISER: BotKind = BotKind::Expert;

/// What a patient adviser needs; where bots have less time, the quick one answers.
const PATIENCE: Duration = Duration::from_secs(2);

/// The most games a bot imagines for one decision: what it remembers grows with them, to some tens of megabytes.
const GAMES: u32 = 200_000;

/// The room bots have to think in.
#[derive(Clone, Debug)]
pub(crate) struct Bots {
    places: Arc<Semaphore>,
    /// Whoever only advises or estimates waits here first: one of them at most stands in the line for places, so that a bot a
    /// game waits for has one of them before it, however many were asked.
    line: Arc<Semaphore>,
    threads: usize,
    time: Duration,
    /// Who was asked, for the tests.
    #[cfg(test)]
    pub(crate) asked: Arc<std::sync::Mutex<Vec<String>>>,
    /// Whether all of them are faulty, for the tests.
    #[cfg(test)]
    pub(crate) fails: Arc<AtomicBool>,
}

/// What a bot is asked: for which seat of which game, how well to play, and with which dice.
pub(crate) struct Asked {
    pub(crate) game: Box<GameState>,
    pub(crate) seat: Seat,
    pub(crate) level: String,
    pub(crate) luck: u64,
}

impl Bots {
    /// Room for `threads` thoughts at once, none longer than `time`.
    pub(crate) fn new(threads: usize, time: Duration) -> Bots {
        Bots {
            places: Arc::new(Semaphore::new(threads)),
            line: Arc::new(Semaphore::new(1)),
            threads,
            time,
            #[cfg(test)]
            asked: Arc::default(),
            #[cfg(test)]
            fails: Arc::default(),
        }
    }

    /// Lets a bot decide and posts the decision; none if not even a move by lot could be found.
    pub(crate) fn think(
        &self,
        asked: Asked,
        pace: Duration,
        mail: impl FnOnce(Option<Action>) -> Mail + Send + 'static,
        post: &mpsc::Sender<Mail>,
    ) {
        #[cfg(test)]
        self.asked.lock().unwrap().push(asked.level.clone());
        let (bots, post) = (self.clone(), post.clone());
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let Asked { game, seat, level, luck } = asked;
            let decided = AssertUnwindSafe(bots.decide(game, seat, &level, luck)).catch_unwind().await;
            let action = decided.ok();
            // Whoever asked may have gone; the log knows the game.
            let _ = post.send(mail(action)).await;
        });
    }

    /// A place to think in, for work that can wait.
    pub(crate) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places_for_advice(1).await
    }

    /// So many places at once, behind everybody a game waits for.
    async fn places_for_advice(&self, many: usize) -> Option<OwnedSemaphorePermit> {
        let _first_in_line = self.line.acquire().await.ok()?;
        self.places.clone().acquire_many_owned(many.max(1) as u32).await.ok()
    }

    /// What a bot would do for a seat, from what that seat knows, within a short time; `None` if it comes to nothing, or if
    /// there is no room to think for so long.
    pub(crate) async fn advise(&self, game: Box<GameState>, seat: Seat, patient: bool) -> Option<Advice> {
        #[cfg(test)]
        assert!(!self.fails.load(Ordering::Relaxed), "a fault, for the tests");
        let adviser = if patient && self.time >= PATIENCE { PATIENT_ADVISER } else { ADVISER };
        let stop = Arc::new(AtomicBool::new(false));
        let settings = self.within_limits(adviser, stop.clone());
        let threads = settings.as_ref().map_or(1, |settings| settings.threads);
        let place = tokio::time::timeout(self.time, self.places_for_advice(threads)).await.ok()??;
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            let think = || {
                let belief = Belief::new(&game, seat, Recall::Full);
                advise_within(adviser, settings, &belief, &mut Quick::new(secret::number()))
            };
            catch_unwind(AssertUnwindSafe(think)).ok().flatten()
        });
        let thought = tokio::time::timeout(self.time, thought).await;
        stop.store(true, Ordering::Relaxed);
        thought.ok()?.ok()?
    }

    async fn decide(&self, game: Box<GameState>, seat: Seat, level: &str, luck: u64) -> Action {
        #[cfg(test)]
        assert!(!self.fails.load(Ordering::Relaxed), "a fault, for the tests");
        let began = Instant::now();
        let decided = self.consider(&game, seat, level, luck).await;
        metrics::histogram!("alhambra_bot_seconds").record(began.elapsed().as_secs_f64());
        decided.unwrap_or_else(|| in_a_hurry(&game, seat, luck))
    }

    /// What the bot comes to; nothing if it fails or takes too long.
    async fn consider(&self, game: &GameState, seat: Seat, level: &str, luck: u64) -> Option<Action> {
        let kind = level.parse().unwrap_or(BotKind::ALL[0]);
        let stop = Arc::new(AtomicBool::new(false));
        let settings = self.within_limits(kind, stop.clone());
        // Whoever thinks with several threads takes the places of several.
        let threads = settings.as_ref().map_or(1, |settings| settings.threads.max(1));
        let places = self.places.clone().acquire_many_owned(threads as u32);
        let Ok(place) = tokio::time::timeout(self.time, places).await else {
            tracing::warn!(level, "too many bots think at once; a quicker one decides");
            return None;
        };
        let place = place.ok()?;
        let thinker = Box::new(game.clone());
        let thought = tokio::task::spawn_blocking(move || {
            // A thought that does not end in time keeps its place until it does, so that their number stays bounded.
            let _place = place;
            let (belief, mut dice) = (Belief::new(&thinker, seat, Recall::Full), Quick::new(luck));
            let mut bot: Box<dyn Bot> = match settings {
                Some(settings) => Box::new(SearchBot::new(settings)),
                None => kind.make(),
            };
            catch_unwind(AssertUnwindSafe(|| bot.decide(&belief, &mut dice))).ok()
        });
        match tokio::time::timeout(self.time, thought).await {
            Ok(Ok(Some(action))) if game.check(seat, &action).is_ok() => Some(action),
            Ok(_) => {
                tracing::error!(level, "a bot failed; another decides");
                None
            }
            Err(_) => {
                stop.store(true, Ordering::Relaxed);
                tracing::warn!(level, "a bot thought too long; a quicker one decides");
                None
            }
        }
    }

    /// How a bot that searches does so here; nothing for those that do not.
    fn within_limits(&self, kind: BotKind, stop: Arc<AtomicBool>) -> Option<Settings> {
        let mut settings = kind.settings()?;
        // A little less than it has, so that it ends by itself.
        let time = self.time.mul_f32(0.8);
        let budget = &mut settings.budget;
        budget.time = Some(budget.time.map_or(time, |own| own.min(time)));
        budget.games = Some(budget.games.map_or(GAMES, |own| own.min(GAMES)));
        budget.stop = stop;
        settings.threads = settings.threads.min(self.threads);
        Some(settings)
    }
}

/// A decision that takes no time: by rules of thumb, or if these fail by lot.
fn in_a_hurry(game: &GameState, seat: Seat, luck: u64) -> Action {
    let mut dice = Quick::new(luck);
    let belief = Belief::new(game, seat, Recall::Full);
    let quick = catch_unwind(AssertUnwindSafe(|| BotKind::Medium.make().decide(&belief, &mut dice)));
    let mut actions = Vec::new();
    match quick {
        Ok(action) if game.check(seat, &action).is_ok() => action,
        _ => {
            game.legal(seat, &mut actions);
            let chosen = dice.below(actions.len().max(1) as u32);
            actions.get(chosen as usize).copied().unwrap_or(Action::Pass)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{Io, ModuleId, Seeded, Setup};

    #[tokio::test(flavor = "multi_thread")]
    async fn bots_keep_to_their_time_and_to_their_number() {
        let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seat = game.to_move().unwrap();
        // An expert would like a second; it has a tenth of it.
        let bots = Bots::new(2, Duration::from_millis(100));
        let began = Instant::now();
        let thoughts: Vec<_> = (0..8)
            .map(|_| {
                let (bots, game) = (bots.clone(), Box::new(game.clone()));
                tokio::spawn(async move { bots.decide(game, seat, "expert", 1).await })
            })
            .collect();
        for thought in thoughts {
            game.check(seat, &thought.await.unwrap()).unwrap();
        }
        // Waiting for a place and thinking: twice the time at most, and what a busy machine adds.
        assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
        // Whoever was cut off makes room soon.
        let free = tokio::time::timeout(Duration::from_secs(2), bots.places.acquire_many(2)).await;
        assert!(free.is_ok_and(|places| places.is_ok()));
        let settings = bots.within_limits(BotKind::Expert, Arc::default()).unwrap();
        assert!(settings.threads <= 2 && settings.budget.games == Some(GAMES), "{settings:?}");
    }

    /// However much advice is asked for, a bot a game waits for plays as well as it can.
    #[tokio::test(flavor = "multi_thread")]
    async fn hints_do_not_make_bots_play_worse() {
        let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seat = game.to_move().unwrap();
        // Fifty patient hints take as many seconds; a bot may wait for three.
        let bots = Bots::new(1, Duration::from_secs(3));
        for patient in [false, true] {
            let hints: Vec<_> = (0..50)
                .map(|_| {
                    let (bots, game) = (bots.clone(), Box::new(game.clone()));
                    tokio::spawn(async move { bots.advise(game, seat, patient).await })
                })
                .collect();
            // All of them ask before it does.
            while bots.places.available_permits() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            let began = Instant::now();
            let decided = bots.consider(&game, seat, "hard", 1).await;
            assert!(decided.is_some(), "a quicker bot had to decide ({patient}, {:?})", began.elapsed());
            assert!(hints.iter().any(|hint| !hint.is_finished()), "they were done before");
            hints.iter().for_each(tokio::task::JoinHandle::abort);
        }
    }

    /// Statement 40 of the product design: nobody has to step in for a bot, whatever is on the table.
    #[tokio::test(flavor = "multi_thread")]
    async fn every_level_decides_by_itself_and_in_time_with_every_module_on_the_table() {
        let mut setup = Setup::players(4);
        for module in ModuleId::ALL {
            let more = setup.clone().with(*module);
            if more.check().is_ok() {
                setup = more;
            }
        }
        assert!(setup.modules.len() > 40, "{} modules go together", setup.modules.len());
        let mut luck = Seeded::new(7);
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        // What a server gives them unless it is told otherwise (`bot_seconds`).
        let bots = Bots::new(2, Duration::from_secs(10));
        let (mut dice, mut actions, mut kinds) =
            (Quick::new(3), Vec::new(), std::collections::BTreeSet::new());
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            let kind =
                game.decision(seat).map(|decision| format!("{:?} {:?}", decision.kind, decision.module));
            // Every kind of question once, where there is something to choose.
            if actions.len() > 1 && kinds.insert(kind) {
                for level in BotKind::ALL {
                    let decided = bots.consider(&game, seat, level.name(), 5).await;
                    let decided =
                        decided.unwrap_or_else(|| panic!("{level:?} was too slow or failed at {kinds:?}"));
                    game.check(seat, &decided).unwrap();
                }
            }
            if kinds.len() == 8 {
                return;
            }
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
        panic!("hardly anything was asked: {kinds:?}");
    }

    #[tokio::test]
    async fn an_unknown_level_still_plays() {
        let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seat = game.to_move().unwrap();
        let action =
            Bots::new(1, Duration::from_secs(5)).decide(Box::new(game.clone()), seat, "deep blue", 1).await;
        game.check(seat, &action).unwrap();
    }
}
