//! Any decision, by trying it: what modules ask is answered by looking at the table after each answer.

use crate::evaluation::{self, Term, WEIGHTS};
use crate::policy::Ranked;
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, GameState, Io, Quick, Seat, Seeded};

/// Adds the legal answers that no rule of thumb covers: everything modules offer, and gifts.
///
/// Taking tiles off again is left out where there is anything else to do: it wins next to nothing, and two bots
/// that do nothing else would play for ever.
pub(crate) fn rank_others(belief: &Belief<'_>, world: &GameState, dice: &mut Quick, ranked: &mut Vec<Ranked>) {
    let known = !ranked.is_empty();
    let mut actions = Vec::new();
    belief.legal(&mut actions);
    if known {
        actions.retain(|action| matches!(action, Action::Module(_) | Action::Gift { .. }));
    }
    let luck = dice.bits();
    ranked.extend(actions.into_iter().map(|action| (worth(world, belief.seat(), action, luck), action)));
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
    // Whoever else has to answer in secret does so later; what counts is this seat's own step.
    if after.apply(seat, action, &mut Io::silent(&mut Seeded::new(luck))).is_err() {
        return i32::MIN;
    }
    let [first, last] = WEIGHTS[0][Term::Score as usize];
    ((ahead(&after) - ahead(world)) * 2000.0 / (first + last)) as i32
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
