//! The answers to any decision, with what they look worth: rules of thumb where there are some, a try where not.
//!
//! No module is known here. What modules ask, and what they add to the decisions of the base game, is answered
//! by looking at the table after each answer.

use crate::evaluation::{self, Term, WEIGHTS, Weights};
use crate::policy::{self, Care, Ranked};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, DecisionKind, GameState, Io, PieceId, Quick, Seat, Seeded};
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
    let before = LazyCell::new(|| Before::of(&world, seat));
    if world.rules().modules != 0 {
        let tried = Effects { world: &world, seat, luck };
        tried.add_to(out);
    }
    let best = out.iter().map(|(worth, _)| *worth).max().unwrap_or(0);
    let look = Look::Closer { best, questions: legal.len() - thumb.min(legal.len()) <= FEW };
    for action in legal {
        let known = out[..thumb].binary_search_by_key(&action, |(_, action)| *action).is_ok();
        // Taking tiles off again, or swapping them to and fro, wins next to nothing, and two bots that do nothing
        // else would play for ever: only where there is nothing else to do.
        let idle = thumb > 0 && matches!(action, Action::Remove { .. } | Action::Swap { .. });
        if !known && !idle {
            out.push((worth(&world, seat, action, &before, luck, look), action));
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
        Belief::new(game, seat, Recall::Full).module_actions(spare);
    } else {
        return;
    }
    let luck = dice.bits();
    let before = LazyCell::new(|| Before::of(game, seat));
    for seen in 0..spare.len().min(GLANCES) {
        let drawn = seen + dice.below((spare.len() - seen) as u32) as usize;
        spare.swap(seen, drawn);
        out.push((worth(game, seat, spare[seen], &before, luck, Look::Quick), spare[seen]));
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

/// The table before an answer.
struct Before {
    /// How far ahead the seat is.
    ahead: f32,
    /// What its main action looks worth, if that is what is asked.
    open: Option<i32>,
}

impl Before {
    fn of(game: &GameState, seat: Seat) -> Before {
        let asked = main_action(game, seat, game.turn().number);
        Before { ahead: ahead(game, seat), open: asked.then(|| open(game, seat)) }
    }
}

/// How closely an answer is looked at.
#[derive(Clone, Copy)]
enum Look {
    /// In an imagined game.
    Quick,
    /// At the table.
    Closer {
        /// What the best of the rules of thumb looks worth.
        best: i32,
        /// Whether there is time to think about the questions an answer raises.
        questions: bool,
    },
}

/// What an action changes, in hundredths of a point, seen from `seat`, once the questions it raises are answered.
fn worth(world: &GameState, seat: Seat, action: Action, before: &Before, luck: u64, look: Look) -> i32 {
    let mut after = world.clone();
    let mut luck = Seeded::new(luck);
    if after.apply(seat, action, &mut Io::silent(&mut luck)).is_err() {
        return i32::MIN;
    }
    let turn = world.turn().number;
    let care = matches!(look, Look::Closer { questions: true, .. });
    follow_up(&mut after, seat, world, &mut luck, care);
    let changed = ((ahead(&after, seat) - before.ahead) * 100.0 / POINT) as i32;
    let left = main_action(&after, seat, turn);
    let waits = match action {
        Action::Target { piece, .. } if care && left => 100 * more_once_laid(&after, seat, piece, &luck),
        _ => 0,
    };
    changed
        + waits
        + match (before.open, action) {
            // A tile bought on terms and paid exactly leaves the action, as one bought outright does.
            (Some(_), Action::Target { .. }) if left => policy::EXTRA_ACTION,
            // What costs no action comes before the best that does, if it makes anything better. The same glance before
            // and after: nothing looks better each time it is done.
            (Some(open_before), _) if left => {
                let best = if let Look::Closer { best, .. } = look { best } else { open_before };
                best + open(&after, seat) - open_before
            }
            // Of a question before the action: what it leaves to be done.
            (None, _) if left => open(&after, seat),
            _ => 0,
        }
}

/// A point in the middle of the game makes the evaluation's units those of the rules of thumb.
const POINT: f32 = WEIGHTS[1][Term::Score as usize][1] / 10.0;

fn main_action(game: &GameState, seat: Seat, turn: u32) -> bool {
    game.to_move() == Some(seat)
        && game.turn().number == turn
        && game.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction)
}

/// What the best main action looks worth at a glance; nothing is always possible.
fn open(game: &GameState, seat: Seat) -> i32 {
    let mut ranked = Vec::new();
    policy::rank(game, seat, Care::Quick, &mut ranked);
    ranked.retain(|(worth, _)| *worth > 0);
    ranked.sort_unstable_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    ranked.iter().find(|(_, action)| game.check(seat, action).is_ok()).map_or(0, |(worth, _)| *worth)
}

/// No answer raises more questions than this; one that does is judged half done.
const QUESTIONS: usize = 8;
/// Of so many answers to a question the best is looked for, of more only among so many.
const CANDIDATES: usize = 6;
/// With more answers than this there is no time to think about the questions each of them raises.
const FEW: usize = 24;

/// Answers what an action asks in turn: pays as little as possible, lays tiles by the rules of thumb, and takes what a module
/// asks for at its best (with `care`) or as it comes. Others who are asked as part of the same question do without: a bid is
/// judged as if it won.
fn follow_up(game: &mut GameState, seat: Seat, from: &GameState, luck: &mut Seeded, care: bool) {
    let (mut legal, mut ranked) = (Vec::new(), Vec::new());
    let asked = from.pending().map(|pending| pending.kind);
    for _ in 0..QUESTIONS {
        let (Some(to_move), Some(kind)) = (game.to_move(), game.pending().map(|pending| pending.kind)) else {
            return;
        };
        if game.turn().number != from.turn().number {
            return;
        }
        legal.clear();
        game.legal(to_move, &mut legal);
        if to_move != seat {
            let passes = legal.iter().find(|action| action.passes()).copied();
            let (true, Some(pass)) = (asked == Some(kind), passes) else { return };
            game.apply_unchecked(to_move, pass, &mut Io::silent(luck));
            continue;
        }
        let answer = match kind {
            DecisionKind::PlaceTile => {
                if care && let Some(laid) = best_place(game, seat, luck) {
                    game.apply_unchecked(seat, laid, &mut Io::silent(luck));
                    continue;
                }
                policy::rank(game, seat, Care::Quick, &mut ranked);
                let laid = best(&ranked, |action| game.check(seat, action).is_ok());
                laid.or_else(|| legal.first().copied())
            }
            DecisionKind::Payment => legal.iter().min_by_key(|action| cost(action)).copied(),
            DecisionKind::Module if care => best_of(game, seat, &legal, luck),
            DecisionKind::Module => legal.first().copied(),
            _ => return,
        };
        let Some(answer) = answer else { return };
        game.apply_unchecked(seat, answer, &mut Io::silent(luck));
    }
}

fn cost(action: &Action) -> u16 {
    match action {
        Action::Pay { payment } => payment.total(),
        _ => 0,
    }
}

/// The answer after which the table looks best, of some that lie evenly among all.
fn best_of(game: &GameState, seat: Seat, legal: &[Action], luck: &Seeded) -> Option<Action> {
    let some = legal.iter().step_by(legal.len().div_ceil(CANDIDATES).max(1)).copied();
    let mut most: Option<(f32, Action)> = None;
    for action in some {
        let mut after = game.clone();
        let mut luck = *luck;
        after.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
        let looks = ahead(&after, seat);
        if most.is_none_or(|(best, _)| looks > best) {
            most = Some((looks, action));
        }
    }
    most.map(|(_, action)| action)
}

/// What modules make of the answers that rules of thumb know.
struct Effects<'a> {
    world: &'a GameState,
    seat: Seat,
    luck: u64,
}

impl Effects<'_> {
    /// Adds what modules award or promise for each answer, tried on the table; what a purchase would be good for once the tile
    /// is laid counts as well.
    fn add_to(&self, out: &mut [Ranked]) {
        let now = gained(self.world, self.seat);
        let mut laid: Vec<(PieceId, bool, i32)> = Vec::new();
        for (worth, action) in out {
            let mut after = self.world.clone();
            let mut luck = Seeded::new(self.luck);
            let done = after.apply(self.seat, *action, &mut Io::silent(&mut luck));
            // What a scoring brings by itself is no effect of the answer before it.
            if done.is_err() || after.scorings() != self.world.scorings() {
                continue;
            }
            let mut change = gained(&after, self.seat) - now;
            if let Action::Buy { piece, .. } = *action {
                // The same tile for other cards is laid in the same place; but too many of them may raise a question.
                let asks = asked(&after) == Some(DecisionKind::Module);
                let known = laid.iter().find(|(other, asked, _)| (*other, *asked) == (piece, asks));
                change += known.map(|(_, _, more)| *more).unwrap_or_else(|| {
                    let more = more_once_laid(&after, self.seat, piece, &luck);
                    laid.push((piece, asks, more));
                    more
                });
            }
            *worth = worth.saturating_add(100 * change);
        }
    }
}

/// Points a seat has and is promised by modules, beyond what the others have on average.
fn gained(game: &GameState, seat: Seat) -> i32 {
    let rounds = usize::from(game.scorings().min(3))..3;
    let promised = evaluation::promised(game, rounds);
    let points = |seat: Seat| i32::from(game.score(seat)) + i32::from(promised[seat.index()]);
    let rules = game.rules();
    let others: i32 = rules.seats().filter(|other| *other != seat).map(points).sum();
    points(seat) - others / (rules.players() as i32 - 1).max(1)
}

fn asked(game: &GameState) -> Option<DecisionKind> {
    game.pending().map(|pending| pending.kind)
}

/// So many places are tried for a tile with a building, those that look best.
const PLACES: usize = 4;
/// So many for one that has none: only modules know where it is good for something.
const PLACES_EVENLY: usize = 32;

/// Places to try for a bought tile, with what they look worth.
fn places(game: &GameState, seat: Seat, piece: PieceId) -> Vec<Ranked> {
    let of_piece = |action: &Action| matches!(action, Action::Place { piece: laid, .. } if *laid == piece);
    if game.pieces().building[piece.index()].is_none() {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        legal.retain(of_piece);
        let apart = legal.len().div_ceil(PLACES_EVENLY).max(1);
        return legal.into_iter().step_by(apart).map(|action| (0, action)).collect();
    }
    let mut ranked = Vec::new();
    policy::rank(game, seat, Care::Quick, &mut ranked);
    ranked.retain(|(_, action)| of_piece(action));
    ranked.sort_unstable_by_key(|(worth, action)| (std::cmp::Reverse(*worth), *action));
    ranked.truncate(PLACES);
    ranked
}

/// What modules award and promise more with a bought tile in the best of a few places, and with what they ask before it
/// answered.
fn more_once_laid(bought: &GameState, seat: Seat, piece: PieceId, luck: &Seeded) -> i32 {
    let now = gained(bought, seat);
    let mut game = bought.clone();
    let (mut luck, mut legal) = (*luck, Vec::new());
    for _ in 0..QUESTIONS {
        if asked(&game) != Some(DecisionKind::Module) || game.to_move() != Some(seat) {
            break;
        }
        legal.clear();
        game.legal(seat, &mut legal);
        let Some(answer) = best_of(&game, seat, &legal, &luck) else { break };
        game.apply_unchecked(seat, answer, &mut Io::silent(&mut luck));
    }
    let mut most = gained(&game, seat);
    if asked(&game) == Some(DecisionKind::MainAction) && game.to_move() == Some(seat) {
        let done = game.apply(seat, Action::Decline, &mut Io::silent(&mut luck));
        if done.is_err() {
            return most - now;
        }
    }
    if game.to_move() == Some(seat) && asked(&game) == Some(DecisionKind::PlaceTile) {
        for (_, action) in places(&game, seat, piece) {
            most = most.max(gained_after(&game, seat, action, &luck).unwrap_or(most));
        }
    }
    most - now
}

/// Where a tile without a building is good for most; of one with a building, the rules of thumb know.
fn best_place(game: &GameState, seat: Seat, luck: &Seeded) -> Option<Action> {
    let piece = game.pieces().bought[seat.index()].first()?;
    if game.pieces().building[piece.index()].is_some() {
        return None;
    }
    let tried = places(game, seat, piece).into_iter();
    let tried: Vec<Ranked> =
        tried.filter_map(|(_, action)| Some((gained_after(game, seat, action, luck)?, action))).collect();
    best(&tried, |_| true)
}

/// What a seat would have gained after an answer; `None` if a scoring came in between.
fn gained_after(game: &GameState, seat: Seat, action: Action, luck: &Seeded) -> Option<i32> {
    let (mut after, mut luck) = (game.clone(), *luck);
    after.apply(seat, action, &mut Io::silent(&mut luck)).ok()?;
    (after.scorings() == game.scorings()).then(|| gained(&after, seat))
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
