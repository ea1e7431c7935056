//! How likely everybody was to win, turn by turn, and what a bot would have done: worked out in the background for
//! finished games that people look at again, once, and kept for a while.

use crate::bots::ADVISER;
use crate::http::beside;
use crate::hub::Hub;
use crate::replay::Story;
use crate::requests::reasons_of;
use alhambra_bots::{Estimate, outcome, outlook, review};
use alhambra_protocol::{Ref, Refusal, RefusalCode, ReplayAdvice, Shares, Swing, TurnShares, Weighed, Why};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, Digest, GameState, MAX_SEATS, Quick, Seat};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many games are remembered; what is forgotten can be worked out again.
const KEPT: usize = 64;
/// How many imagined games stand behind an estimate.
const WORLDS: u32 = 64;
/// How many great changes are named.
const SWINGS: usize = 8;
/// A change smaller than this, in thousandths, is noise.
const NOISE: u16 = 40;

/// What has been worked out about games.
#[derive(Debug, Default)]
pub(crate) struct Outlooks {
    kept: Mutex<VecDeque<Kept>>,
}

/// What is known of one game. The digest tells games of one table apart that were taken back and went on differently.
#[derive(Debug)]
struct Kept {
    table: String,
    digest: Digest,
    work: Arc<Work>,
}

#[derive(Debug, Default)]
struct Work {
    done: Mutex<Done>,
    /// Held by whoever finds out how much there is to do; all others wait for that and not for one another's games.
    begins: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Done {
    shares: Shares,
    advice: BTreeMap<u32, ReplayAdvice>,
}

impl Work {
    fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outlooks {
    /// What is known of a game.
    fn of(&self, story: &Story) -> Result<Arc<Work>, Refusal> {
        let digest = story.record.entries.last().map_or(story.record.header.digest, |entry| entry.digest);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.iter().find(|k| k.table == story.table && k.digest == digest) {
            return Ok(known.work.clone());
        }
        if kept.len() >= KEPT {
            let idle = kept.iter().position(|k| Arc::strong_count(&k.work) == 1);
            let Some(idle) = idle else {
                return Err(Refusal::new(RefusalCode::Unavailable, Why::GamesLookedAt));
            };
            kept.remove(idle);
        }
        let work = Arc::<Work>::default();
        kept.push_back(Kept { table: story.table.clone(), digest, work: work.clone() });
        Ok(work)
    }
}

/// Everybody's chances so far; the first who asks sets the work going, and it counts as a question to bots.
pub(crate) async fn shares(hub: &Arc<Hub>, who: IpAddr, story: Story) -> Result<Shares, Refusal> {
    let work = hub.outlooks.of(&story)?;
    let _first = work.begins.lock().await;
    if work.done().shares.total == 0 {
        hub.may_be_advised(who)?;
        let turns = beside(hub, move || turns(&story)).await?;
        work.done().shares.total = turns.len() as u32;
        let (hub, work) = (hub.clone(), work.clone());
        tokio::spawn(async move {
            if !estimate(&hub, &work, turns).await {
                // Whoever asks next sets it going once more.
                work.done().shares = Shares::default();
            }
        });
    }
    Ok(work.done().shares.clone())
}

/// The moments at which turns begin, and the last one.
fn turns(story: &Story) -> Result<Vec<(u32, Box<GameState>)>, Refusal> {
    let (mut n, mut turn, mut turns) = (0, 0, Vec::new());
    let last = story.actions();
    story.walk(last, |game, _, _| {
        if game.turn().number != turn || n == last {
            turn = game.turn().number;
            turns.push((n, Box::new(game.clone())));
        }
        n += 1;
    })?;
    Ok(turns)
}

/// Estimates turn after turn, each in a place of its own, so that bots of running games are never kept waiting long; whether it
/// came to an end.
async fn estimate(hub: &Hub, work: &Work, turns: Vec<(u32, Box<GameState>)>) -> bool {
    for (moment, game) in turns {
        let Some(place) = hub.bots.place().await else { return false };
        #[cfg(test)]
        let fails = hub.bots.fails.load(std::sync::atomic::Ordering::Relaxed);
        let (turn, seat, players) = (game.turn().number, game.turn().seat, game.rules().players());
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            #[cfg(test)]
            assert!(!fails, "a fault, for the tests");
            chances(&game, u64::from(moment))
        });
        let Ok(chances) = thought.await else {
            tracing::error!(moment, "an estimate failed; this game has none for now");
            return false;
        };
        let shares = chances[..players].iter().map(|share| thousandths(*share)).collect();
        let known = &mut work.done().shares;
        known.turns.push(TurnShares { moment, turn, seat, shares });
        known.done += 1;
        if known.done == known.total {
            known.swings = swings(&known.turns);
        }
    }
    true
}

fn thousandths(share: f32) -> u16 {
    (share.clamp(0.0, 1.0) * 1000.0).round() as u16
}

/// Everybody's chances from what the one to decide knew, or how the game ended.
fn chances(game: &GameState, seed: u64) -> [f32; MAX_SEATS] {
    outcome(game).unwrap_or_else(|| {
        let seat = game.to_move().unwrap_or(game.turn().seat);
        outlook(&Belief::new(game, seat, Recall::Full), WORLDS, &mut Quick::new(seed))
    })
}

/// The turns that changed most for the one who played them.
fn swings(turns: &[TurnShares]) -> Vec<Swing> {
    let change = |(turn, next): (&TurnShares, &TurnShares)| {
        let of = |turn_shares: &TurnShares, seat: Seat| turn_shares.shares.get(seat.index()).copied();
        let (before, after) = (of(turn, turn.seat)?, of(next, turn.seat)?);
        Some(Swing { moment: turn.moment, turn: turn.turn, seat: turn.seat, before, after })
    };
    let mut swings: Vec<Swing> = turns.iter().zip(turns.iter().skip(1)).filter_map(change).collect();
    swings.retain(|swing| swing.before.abs_diff(swing.after) >= NOISE);
    swings.sort_by_key(|swing| std::cmp::Reverse(swing.before.abs_diff(swing.after)));
    swings.truncate(SWINGS);
    swings
}

/// What a bot would have done at a moment, beside what was done.
pub(crate) async fn advice(
    hub: &Arc<Hub>,
    who: IpAddr,
    story: Story,
    moment: u32,
) -> Result<ReplayAdvice, Refusal> {
    let Some(next) = story.record.entries.get(moment as usize) else {
        let last = Ref::number(story.actions().saturating_sub(1));
        return Err(Refusal::new(RefusalCode::Malformed, Why::MomentsOfAdvice(last)));
    };
    let (seat, done) = (next.seat, next.action);
    let work = hub.outlooks.of(&story)?;
    if let Some(known) = work.done().advice.get(&moment) {
        return Ok(known.clone());
    }
    // What is known costs nobody anything.
    hub.may_be_advised(who)?;
    let failed = || Refusal::new(RefusalCode::Unavailable, Why::NothingToSay);
    let place = hub.bots.place().await.ok_or_else(failed)?;
    let thought = tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut game = None;
        story.walk(moment, |now, _, _| game = Some(now.clone())).ok()?;
        consider(&game?, seat, done, moment)
    });
    let advice = thought.await.ok().flatten().ok_or_else(failed)?;
    work.done().advice.insert(moment, advice.clone());
    Ok(advice)
}

fn consider(game: &GameState, seat: Seat, done: Action, moment: u32) -> Option<ReplayAdvice> {
    let belief = Belief::new(game, seat, Recall::Full);
    let (advice, done) = review(ADVISER, &belief, done, &mut Quick::new(u64::from(moment)))?;
    let agrees = advice.best.action == done.action;
    let weighed = |estimate: Estimate| Weighed {
        what: estimate.choice.shown,
        words: estimate.words,
        share: estimate.share.map(thousandths),
        games: estimate.games,
    };
    let (best, done) = (weighed(advice.best), weighed(done));
    let reasons = reasons_of(advice.reasons);
    Some(ReplayAdvice { moment, seat, why: advice.why, reasons, best, done, agrees })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_changes_come_first_and_noise_is_left_out() {
        let turn = |moment, seat, shares: [u16; 2]| TurnShares {
            moment,
            turn: moment + 1,
            seat: Seat::new(seat).unwrap(),
            shares: shares.to_vec(),
        };
        let turns = [
            turn(0, 0, [500, 500]),
            turn(1, 1, [480, 520]),
            turn(2, 0, [580, 420]),
            turn(3, 1, [300, 700]),
            turn(4, 1, [0, 1000]),
        ];
        let found: Vec<(u32, u16, u16)> =
            swings(&turns).iter().map(|s| (s.moment, s.before, s.after)).collect();
        assert_eq!(found, [(3, 700, 1000), (2, 580, 300), (1, 520, 420)]);
    }
}
