//! The answers to any decision, with what they look worth: rules of thumb where there are some, a try where not.
//!
//! No module is known here. What modules ask, and what they add to the decisions of the base game, is answered
//! by looking at the table after each answer.

use crate::evaluation::{self, Term, WEIGHTS};
use crate::policy::{self, Care, Ranked};
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, GameState, Io, Quick, Seat, Seeded};

/// Lists the answers of the belief's seat with their worth in hundredths of a point; all of them are legal. Empty
/// only if nothing is asked.
pub(crate) fn list(belief: &Belief<'_>, dice: &mut Quick, out: &mut Vec<Ranked>) {
    // A world that looks like the true one from this seat.
    let world = belief.sample(dice);
    let seat = belief.seat();
    policy::rank(&world, seat, Care::Full, out);
    let mut legal = Vec::new();
    belief.legal(&mut legal);
    out.sort_unstable_by_key(|(_, action)| *action);
    out.dedup_by_key(|(_, action)| *action);
    out.retain(|(_, action)| legal.binary_search(action).is_ok());
    let thumb = out.len();
    let luck = dice.bits();
    for action in legal {
        let known = out[..thumb].binary_search_by_key(&action, |(_, action)| *action).is_ok();
        // Taking tiles off again, or swapping them to and fro, wins next to nothing, and two bots that do nothing
        // else would play for ever: only where there is nothing else to do.
        let idle = thumb > 0 && matches!(action, Action::Remove { .. } | Action::Swap { .. });
        if !known && !idle {
            out.push((worth(&world, seat, action, luck), action));
        }
    }
}

/// What an action changes, in hundredths of a point, seen from `seat`.
pub(crate) fn worth(world: &GameState, seat: Seat, action: Action, luck: u64) -> i32 {
    let ahead = |game: &GameState| {
        let all = evaluation::standings(game, &WEIGHTS);
        let players = game.rules().players();
        let others = all[..players].iter().sum::<f32>() - all[seat.index()];
        all[seat.index()] - others / (players - 1).max(1) as f32
    };
    let mut after = world.clone();
    if after.apply(seat, action, &mut Io::silent(&mut Seeded::new(luck))).is_err() {
        return i32::MIN;
    }
    // A point in the middle of the game makes the evaluation's units those of the rules of thumb.
    let point = WEIGHTS[1][Term::Score as usize][1] / 10.0;
    ((ahead(&after) - ahead(world)) * 100.0 / point) as i32
}

/// The best of these that is allowed; the first of several that look the same.
pub(crate) fn best(ranked: &[Ranked], allowed: impl Fn(&Action) -> bool) -> Option<Action> {
    let mut best: Option<Ranked> = None;
    for &(worth, action) in ranked {
        if best.is_none_or(|(most, _)| worth > most) && allowed(&action) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}
