//! Advice: a bot thinks about somebody's decision, knowing no more than they do.

use super::{no, table, visible_game};
use crate::room::{Mail, Room};
use alhambra_bots::{Advice, Estimate};
use alhambra_protocol::{Advised, Hint, Reason, Refusal, RefusalCode, ServerMessage, Why};
use alhambra_rules::{GameState, Seat};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;

/// How many hints bots think about at once at one table.
const MOST_HINTS: usize = 3;

/// Lets a bot think about a decision; the answer comes when it has.
pub(super) fn hint(
    room: &mut Room,
    key: u64,
    id: u32,
    seat: Seat,
    step: u64,
    patient: bool,
) -> Result<(), Refusal> {
    if !table(room)?.options.hints {
        return no(RefusalCode::NotNow, Why::NoHints);
    }
    let game = visible_game(room, seat, step)?.game;
    if !game.pending().is_some_and(|pending| pending.seats.contains(seat)) {
        return no(RefusalCode::NotNow, Why::NothingToDecide);
    }
    // A table has its share of the bots' time: a question for each who asks, and few at once.
    if room.advising.contains(&key) || room.advising.len() >= MOST_HINTS {
        return no(RefusalCode::TooFast, Why::BotStillThinks);
    }
    let Some(client) = room.client(key) else { return Ok(()) };
    room.hub.may_be_advised(client.who)?;
    let texts = client.texts;
    let (game, bots, post) = (Box::new(game.clone()), room.hub.bots.clone(), room.post.clone());
    room.advising.push(key);
    tokio::spawn(async move {
        let think = async {
            let advice = bots.advise(game.clone(), seat, patient).await;
            advice.map(|advice| as_hint(&game, step, advice, texts))
        };
        // Whatever comes of it, the next question is heard.
        let message = match AssertUnwindSafe(think).catch_unwind().await.ok().flatten() {
            Some(hint) => ServerMessage::Hint { id, hint },
            None => {
                let refusal = Refusal::new(RefusalCode::Unavailable, Why::NoIdea);
                ServerMessage::Refused { id: Some(id), refusal }
            }
        };
        // Whoever asked may have gone.
        let _ = post.send(Mail::Advised { key, message: Box::new(message) }).await;
    });
    Ok(())
}

fn as_hint(game: &GameState, step: u64, advice: Advice, texts: bool) -> Hint {
    let seat = advice.seat;
    let decision = game.decision(seat);
    let options = decision.map(|decision| decision.options).unwrap_or_default();
    let advised = |estimate: Estimate| Advised {
        option: options.iter().position(|choice| choice.action == estimate.action).map(|i| i as u16),
        what: estimate.choice.shown,
        words: if texts { estimate.words } else { String::new() },
        share: estimate.share.map(|share| (share.clamp(0.0, 1.0) * 1000.0).round() as u16),
        games: estimate.games,
    };
    let Advice { why, reasons, best, others, .. } = advice;
    let reasons = reasons_of(reasons);
    let why = if texts { why } else { String::new() };
    Hint { step, why, reasons, advised: std::iter::once(best).chain(others).map(advised).collect() }
}

/// A bot's reasons, without their words.
pub(crate) fn reasons_of(reasons: Vec<alhambra_bots::Reason>) -> Vec<Reason> {
    reasons.into_iter().map(|reason| Reason { key: reason.key.to_owned(), refs: reason.refs }).collect()
}
