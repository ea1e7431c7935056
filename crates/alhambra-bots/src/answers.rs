//! The answers to any decision, with what they look worth: rules of thumb where there are some, a try where not.
//!
//! No module is known here. What modules ask, and what they add to the decisions of the base game, is answered
//! by looking at the table after each answer.

use crate::evaluation::{self, Term, WEIGHTS, Weights};
use crate::policy::{self, Care, Ranked};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, DecisionKind, GameState, Io, Quick, Seat, Seeded};
use std::cell::LazyCell;

/// A long game has 200 turns. After so many, bots only do what brings the end nearer: nobody is allowed to go round
/// in circles because it looks a little better each time.
const PATIENCE: u32 = 300;

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
    // Where purchases are split into target and payment the whole purchase is not listed, but taken.
    let whole = |action: &Action| matches!(action, Action::Buy { .. }) && belief.check(action).is_ok();
    out.retain(|(_, action)| legal.binary_search(action).is_ok() || whole(action));
    let thumb = out.len();
    let luck = dice.bits();
    // The table as it is now is the same for all answers.
    let before = LazyCell::new(|| ahead(&world, seat));
    for action in legal {
        let known = out[..thumb].binary_search_by_key(&action, |(_, action)| *action).is_ok();
        // Taking tiles off again, or swapping them to and fro, wins next to nothing, and two bots that do nothing
        // else would play for ever: only where there is nothing else to do.
        let idle = thumb > 0 && matches!(action, Action::Remove { .. } | Action::Swap { .. });
        if !known && !idle {
            out.push((worth(&world, seat, action, *before, luck), action));
        }
    }
    let onward = |action: &Action| {
        let earns = matches!(action, Action::Take(_) | Action::Buy { .. } | Action::Target { .. });
        earns || *action == Action::Decline || action.passes()
    };
    if belief.turn().number > PATIENCE && out.iter().any(|(_, action)| onward(action)) {
        out.retain(|(_, action)| onward(action));
    }
}

/// So many answers of modules are looked at for a quick decision, drawn by lot.
const GLANCES: usize = 3;

/// Lists answers as [`list`] does, but for an imagined game, of which there are hundreds: the rules of thumb, and
/// a few of the answers that only modules know. Not all are legal; `spare` is memory to work in.
pub(crate) fn quick(
    game: &GameState,
    seat: Seat,
    dice: &mut Quick,
    spare: &mut Vec<Action>,
    out: &mut Vec<Ranked>,
) {
    policy::rank(game, seat, Care::Quick, out);
    if out.is_empty() {
        spare.clear();
        game.legal(seat, spare);
        if let [only] = spare[..] {
            out.push((0, only));
            return;
        }
    } else if game.rules().modules != 0 {
        Belief::new(game, seat, Recall::Full).module_actions(true, spare);
    } else {
        return;
    }
    let luck = dice.bits();
    let before = LazyCell::new(|| ahead(game, seat));
    for seen in 0..spare.len().min(GLANCES) {
        let drawn = seen + dice.below((spare.len() - seen) as u32) as usize;
        spare.swap(seen, drawn);
        out.push((worth(game, seat, spare[seen], *before, luck), spare[seen]));
    }
}

/// The evaluation without the question whose turn it is: an answer that ends the turn must not look bad beside
/// the rules of thumb, which do not count that either.
const UNHURRIED: Weights = {
    let mut weights = WEIGHTS;
    let mut held = 0;
    while held < weights.len() {
        weights[held][Term::Tempo as usize] = [0.0; 2];
        held += 1;
    }
    weights
};

/// How far ahead of the others a seat is, on average.
fn ahead(game: &GameState, seat: Seat) -> f32 {
    let all = evaluation::standings(game, &UNHURRIED);
    let players = game.rules().players();
    let others = all[..players].iter().sum::<f32>() - all[seat.index()];
    all[seat.index()] - others / (players - 1).max(1) as f32
}

/// What an action changes, in hundredths of a point, seen from `seat`, once the questions it raises are answered;
/// `before` is how far ahead the seat is without it.
fn worth(world: &GameState, seat: Seat, action: Action, before: f32, luck: u64) -> i32 {
    let mut after = world.clone();
    let mut luck = Seeded::new(luck);
    if after.apply(seat, action, &mut Io::silent(&mut luck)).is_err() {
        return i32::MIN;
    }
    follow_up(&mut after, seat, world.turn().number, &mut luck);
    // A point in the middle of the game makes the evaluation's units those of the rules of thumb.
    let point = WEIGHTS[1][Term::Score as usize][1] / 10.0;
    let changed = ((ahead(&after, seat) - before) * 100.0 / point) as i32;
    // A tile bought on terms and paid exactly leaves the action, as one bought outright does.
    let kept = matches!(action, Action::Target { .. }) && main_action(&after, seat, world.turn().number);
    changed + if kept { policy::EXTRA_ACTION } else { 0 }
}

fn main_action(game: &GameState, seat: Seat, turn: u32) -> bool {
    game.to_move() == Some(seat)
        && game.turn().number == turn
        && game.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction)
}

/// No answer raises more questions than this; one that does is judged half done.
const QUESTIONS: usize = 6;

/// Answers what an action asks its seat in turn, without much thought: pays as little as possible, lays tiles by the
/// rules of thumb, else does what comes first in the list.
fn follow_up(game: &mut GameState, seat: Seat, turn: u32, luck: &mut Seeded) {
    let (mut legal, mut ranked) = (Vec::new(), Vec::new());
    for _ in 0..QUESTIONS {
        let kind = game.pending().map(|pending| pending.kind);
        let raised =
            matches!(kind, Some(DecisionKind::Payment | DecisionKind::PlaceTile | DecisionKind::Module));
        if !raised || game.to_move() != Some(seat) || game.turn().number != turn {
            return;
        }
        policy::rank(game, seat, Care::Quick, &mut ranked);
        let laid = best(&ranked, |action| game.check(seat, action).is_ok());
        legal.clear();
        game.legal(seat, &mut legal);
        let cost = |action: &Action| match action {
            Action::Pay { payment } => payment.total(),
            _ => 0,
        };
        let cheapest = || legal.iter().min_by_key(|action| cost(action)).copied();
        let Some(answer) = laid.or_else(cheapest) else { return };
        game.apply_unchecked(seat, answer, &mut Io::silent(luck));
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{ModuleId, Setup};

    /// Plays quick decisions with these modules, and counts how often something only modules know was chosen.
    fn chosen(modules: &[ModuleId]) -> usize {
        let setup = modules.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
        let (mut dice, mut luck) = (Quick::new(1), Seeded::new(1));
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let (mut spare, mut ranked, mut chosen) = (Vec::new(), Vec::new(), 0);
        while let Some(seat) = game.to_move() {
            let main = game.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction);
            quick(&game, seat, &mut dice, &mut spare, &mut ranked);
            let allowed = |action: &Action| game.check(seat, action).is_ok();
            let action = best(&ranked, allowed).unwrap_or_else(|| {
                spare.clear();
                game.legal(seat, &mut spare);
                spare[0]
            });
            chosen += usize::from(main && matches!(action, Action::Module(_) | Action::Target { .. }));
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
        chosen
    }

    #[test]
    fn imagined_games_use_what_modules_offer() {
        assert_eq!(chosen(&[]), 0);
        let modules = [
            ModuleId::ViziersFavour,
            ModuleId::CityGates,
            ModuleId::Characters,
            ModuleId::TreasureChamber,
            ModuleId::PowerOfSultan,
            ModuleId::MajorConstructionProjects,
        ];
        let used: Vec<usize> = modules.iter().map(|module| chosen(&[*module])).collect();
        assert!(used.iter().sum::<usize>() > 0, "{used:?}");
    }
}
