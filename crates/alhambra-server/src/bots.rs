//! Bots of the server: bounded in number and in time, and never in the way of anybody else's game.

use crate::room::Mail;
use crate::secret;
use alhambra_bots::{Advice, BotKind, advise};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, GameState, Quick, Seat};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Who gives hints: it searches, and is done before anybody waits for it.
pub(crate) const ADVISER: BotKind = BotKind::Hard;

/// The room bots have to think in.
#[derive(Clone, Debug)]
pub(crate) struct Bots {
    threads: Arc<Semaphore>,
    time: Duration,
}

impl Bots {
    /// Room for `threads` thoughts at once, none longer than `time`.
    pub(crate) fn new(threads: usize, time: Duration) -> Bots {
        Bots { threads: Arc::new(Semaphore::new(threads)), time }
    }

    /// Lets a bot decide and posts the decision.
    pub(crate) fn think(
        &self,
        game: Box<GameState>,
        seat: Seat,
        level: String,
        pace: Duration,
        mail: impl FnOnce(Action) -> Mail + Send + 'static,
        post: &mpsc::Sender<Mail>,
    ) {
        let (bots, post) = (self.clone(), post.clone());
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let action = bots.decide(game, seat, &level).await;
            // Whoever asked may have gone; the log knows the game.
            let _ = post.send(mail(action)).await;
        });
    }

    /// A place to think in, for work that can wait.
    pub(crate) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.threads.clone().acquire_owned().await.ok()
    }

    /// What a bot would do for a seat, from what that seat knows, within a short time; `None` if it comes to nothing.
    pub(crate) async fn advise(&self, game: Box<GameState>, seat: Seat) -> Option<Advice> {
        let permit = self.threads.clone().acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let think = || {
                let belief = Belief::new(&game, seat, Recall::Full);
                advise(ADVISER, &belief, &mut Quick::new(secret::number()))
            };
            std::panic::catch_unwind(AssertUnwindSafe(think)).ok().flatten()
        });
        tokio::time::timeout(self.time, thought).await.ok()?.ok()?
    }

    async fn decide(&self, game: Box<GameState>, seat: Seat, level: &str) -> Action {
        let began = Instant::now();
        let kind = level.parse().unwrap_or(BotKind::ALL[0]);
        let Ok(permit) = self.threads.clone().acquire_owned().await else { return Action::Pass };
        let thinker = game.clone();
        let thought = tokio::task::spawn_blocking(move || {
            // A thought that takes too long keeps its place until it ends, so that their number stays bounded.
            let _permit = permit;
            std::panic::catch_unwind(AssertUnwindSafe(|| decide(&thinker, seat, kind))).ok()
        });
        let decided = match tokio::time::timeout(self.time, thought).await {
            Ok(Ok(Some(action))) if game.check(seat, &action).is_ok() => Some(action),
            Ok(_) => {
                tracing::error!(level, "a bot failed; a random action is taken instead");
                None
            }
            Err(_) => {
                tracing::warn!(level, "a bot thought too long; a random action is taken instead");
                None
            }
        };
        metrics::histogram!("alhambra_bot_seconds").record(began.elapsed().as_secs_f64());
        decided.unwrap_or_else(|| any(&game, seat))
    }
}

fn decide(game: &GameState, seat: Seat, kind: BotKind) -> Action {
    kind.make().decide(&Belief::new(game, seat, Recall::Full), &mut Quick::new(secret::number()))
}

/// Any legal action.
fn any(game: &GameState, seat: Seat) -> Action {
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    let chosen = Quick::new(secret::number()).below(actions.len().max(1) as u32);
    actions.get(chosen as usize).copied().unwrap_or(Action::Pass)
}
