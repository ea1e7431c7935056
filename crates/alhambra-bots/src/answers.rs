//! The answers to any decision, with what they look worth: rules of thumb where there are some, a try where not.
//!
//! No module is known here. What modules ask, and what they add to the decisions of the base game, is answered
//! by looking at the table after each answer.

use crate::closer::{Effects, best_of, best_place, more_once_laid};
use crate::evaluation::{self, Term, WEIGHTS, Weights};
use crate::policy::{self, Care, Ranked};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, DecisionKind, GameState, Io, Quick, Seat, Seeded};
use std::cell::LazyCell;

/// A long game has 200 turns. After so many, bots only do what brings the end nearer: nobody is allowed to go round
/// in circles because it looks a little better each time.
const PATIENCE: u32 = 300;

/// Whether a part of the time for listing is used up (1 is all of it). Always `false` where a number of games is the
/// limit or there is none: the same seed then lists the same.
pub(crate) type Until<'a> = &'a dyn Fn(f32) -> bool;

/// Lists as long as it takes.
pub(crate) const AT_LEISURE: Until<'static> = &|_| false;

/// When the steps of listing end, as parts of its time: rules of thumb tried on the table, tiles to buy laid for a try, a
/// glance at what only modules know, and a closer look at the best of it.
pub(crate) const TRIED: f32 = 0.4;
pub(crate) const LAID: f32 = 0.6;
const GLANCED: f32 = 0.8;
const LOOKED: f32 = 1.0;

/// What an answer is worth that nobody had the time to look at: less than anything that was looked at.
const UNSEEN: i32 = i32::MIN / 2;

/// Lists the answers of the belief's seat with their worth in hundredths of a point; all of them are legal. Empty
/// only if nothing is asked.
pub(crate) fn list(belief: &Belief<'_>, dice: &mut Quick, out: &mut Vec<Ranked>, until: Until<'_>) {
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
    let tried = Tried { world: &world, seat, luck: dice.bits(), until };
    if world.rules().modules != 0 {
        Effects::of(&tried).add_to(out);
    }
    let few = legal.len() - thumb.min(legal.len()) <= FEW;
    legal.retain(|action| {
        let known = out.binary_search_by_key(action, |(_, action)| *action).is_ok();
        // Taking tiles off again, or swapping them to and fro, wins next to nothing, and two bots that do nothing
        // else would play for ever: only where there is nothing else to do.
        let idle = thumb > 0 && matches!(action, Action::Remove { .. } | Action::Swap { .. });
        !known && !idle
    });
    tried.add_unknown(&legal, few, out);
    let onward = |action: &Action| {
        let earns = matches!(action, Action::Take(_) | Action::Buy { .. } | Action::Target { .. });
        earns || *action == Action::Decline || action.passes()
    };
    if belief.turn().number > PATIENCE && out.iter().any(|(_, action)| onward(action)) {
        out.retain(|(_, action)| onward(action));
    }
}

/// What answers are tried on.
pub(crate) struct Tried<'a> {
    /// A world that looks like the true one from the seat.
    pub(crate) world: &'a GameState,
    pub(crate) seat: Seat,
    pub(crate) luck: u64,
    pub(crate) until: Until<'a>,
}

impl Tried<'_> {
    /// Adds the answers that no rule of thumb knows, in their order, each with what it looks worth. With modules all of them
    /// get a glance, by lot, and then the best of them a closer look, as far as the time goes.
    fn add_unknown(&self, unknown: &[Action], few: bool, out: &mut Vec<Ranked>) {
        let best = out.iter().map(|(worth, _)| *worth).max().unwrap_or(0);
        // The table as it is now is the same for all answers.
        let before = LazyCell::new(|| Before::of(self.world, self.seat));
        let looks = |action: Action, questions: bool| {
            let look = Look::Closer { best, questions };
            worth(self.world, self.seat, action, &before, self.luck, look)
        };
        if self.world.rules().modules == 0 {
            out.extend(unknown.iter().map(|action| (looks(*action, few), *action)));
            return;
        }
        let first = out.len();
        out.extend(unknown.iter().map(|action| (UNSEEN, *action)));
        let out = &mut out[first..];
        let mut order: Vec<usize> = (0..out.len()).collect();
        let mut dice = Quick::new(self.luck);
        for seen in 0..order.len() {
            let drawn = seen + dice.below((order.len() - seen) as u32) as usize;
            order.swap(seen, drawn);
            let (worth, action) = &mut out[order[seen]];
            *worth = looks(*action, false);
            if (self.until)(GLANCED) {
                break;
            }
        }
        order.sort_by_key(|i| (std::cmp::Reverse(out[*i].0), *i));
        for i in order.into_iter().take(FEW) {
            if (self.until)(LOOKED) {
                break;
            }
            let (worth, action) = &mut out[i];
            *worth = looks(*action, true);
        }
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
pub(crate) fn ahead(game: &GameState, seat: Seat) -> f32 {
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
pub(crate) const QUESTIONS: usize = 8;
/// So many answers that only modules know get a closer look, with thought about the questions each of them raises.
const FEW: usize = 24;

/// Answers what an action asks in turn: pays as little as possible, lays tiles by the rules of thumb, and takes what a module
/// asks for at its best (with `care`) or as it comes. Others who are asked before the turn is over do without, if they may: a
/// bid is judged as if it won, also one that begins an auction. What could be done besides is left.
fn follow_up(game: &mut GameState, seat: Seat, from: &GameState, luck: &mut Seeded, care: bool) {
    let (mut legal, mut ranked) = (Vec::new(), Vec::new());
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
            let Some(pass) = legal.iter().find(|action| action.passes()).copied() else { return };
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
            DecisionKind::SpecialMove | DecisionKind::BeforePlacing | DecisionKind::Redesign => {
                legal.iter().find(|action| action.passes() || **action == Action::Decline).copied()
            }
            DecisionKind::MainAction | DecisionKind::ConfirmTurn | DecisionKind::Leftover => return,
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

    /// What modules ask before a bought tile is laid is no reason to judge a purchase half done: afterwards nobody has a tile in
    /// hand.
    #[test]
    fn an_answer_is_followed_up_past_questions_that_may_be_left() {
        let setup = [ModuleId::Characters, ModuleId::TravellingCraftsmen, ModuleId::Thieves]
            .into_iter()
            .fold(Setup::players(3), Setup::with);
        let (mut dice, mut followed, mut left) = (Quick::new(5), 0, 0);
        let mut legal = Vec::new();
        for seed in 0..6 {
            let mut luck = Seeded::new(seed);
            let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
            while let Some(seat) = game.to_move() {
                let kind = game.pending().map(|pending| pending.kind);
                if matches!(kind, Some(DecisionKind::BeforePlacing | DecisionKind::SpecialMove)) {
                    let mut after = game.clone();
                    follow_up(&mut after, seat, &game, &mut Seeded::new(1), false);
                    let same = after.to_move() == Some(seat) && after.turn().number == game.turn().number;
                    followed += 1;
                    left += u32::from(same && after.pending().map(|pending| pending.kind) == kind);
                }
                legal.clear();
                game.legal(seat, &mut legal);
                let action = legal[dice.below(legal.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
            }
        }
        assert!(followed > 10 && left == 0, "{left} of {followed} were left as they were");
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
