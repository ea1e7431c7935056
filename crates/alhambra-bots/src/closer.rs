//! A closer look at an answer with modules on the table: what they award and promise after it, what a tile would be good for
//! once it is laid, and the best answer to what they ask.

use crate::answers::{LAID, QUESTIONS, TRIED, Tried, ahead, best};
use crate::evaluation;
use crate::policy::{self, Care, Ranked};
use alhambra_rules::{Action, DecisionKind, GameState, Io, PieceId, Seat, Seeded};

/// Of so many answers to a question the best is looked for, of more only among so many.
const CANDIDATES: usize = 6;

/// What modules make of the answers that rules of thumb know.
pub(crate) struct Effects<'a> {
    tried: &'a Tried<'a>,
    /// What the seat has gained so far.
    now: i32,
}

impl<'a> Effects<'a> {
    pub(crate) fn of(tried: &'a Tried<'a>) -> Effects<'a> {
        Effects { tried, now: gained(tried.world, tried.seat) }
    }

    /// Adds what modules award or promise for each answer, tried on the table, the best-looking first; then, of purchases, what
    /// they would be good for once the tile is laid.
    pub(crate) fn add_to(&self, out: &mut [Ranked]) {
        let Tried { seat, until, .. } = *self.tried;
        let mut order: Vec<usize> = (0..out.len()).collect();
        order.sort_by_key(|i| (std::cmp::Reverse(out[*i].0), *i));
        // Purchases, and whether they raise a question.
        let mut bought: Vec<(usize, PieceId, bool)> = Vec::new();
        for i in order {
            let (worth, action) = &mut out[i];
            if let Some((after, _)) = self.after(*action) {
                *worth = worth.saturating_add(100 * (gained(&after, seat) - self.now));
                if let Action::Buy { piece, .. } = *action {
                    bought.push((i, piece, asked(&after) == Some(DecisionKind::Module)));
                }
            }
            if until(TRIED) {
                break;
            }
        }
        let mut laid: Vec<(PieceId, bool, i32)> = Vec::new();
        bought.sort_by_key(|(i, ..)| (std::cmp::Reverse(out[*i].0), *i));
        for (i, piece, asks) in bought {
            // The same tile for other cards is laid in the same place; but too many of them may raise a question.
            let known = laid.iter().find(|(other, asked, _)| (*other, *asked) == (piece, asks));
            let more = match known {
                Some((.., more)) => *more,
                None if until(LAID) => 0,
                None => {
                    let Some((after, luck)) = self.after(out[i].1) else { continue };
                    let more = more_once_laid(&after, seat, piece, &luck);
                    laid.push((piece, asks, more));
                    more
                }
            };
            out[i].0 = out[i].0.saturating_add(100 * more);
        }
    }

    /// The table after an answer; what a scoring brings by itself is no effect of the answer before it.
    fn after(&self, action: Action) -> Option<(GameState, Seeded)> {
        let Tried { world, seat, luck, .. } = *self.tried;
        let (mut after, mut luck) = (world.clone(), Seeded::new(luck));
        after.apply(seat, action, &mut Io::silent(&mut luck)).ok()?;
        (after.scorings() == world.scorings()).then_some((after, luck))
    }
}

/// The answer after which the table looks best, of some that lie evenly among all.
pub(crate) fn best_of(game: &GameState, seat: Seat, legal: &[Action], luck: &Seeded) -> Option<Action> {
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
pub(crate) fn more_once_laid(bought: &GameState, seat: Seat, piece: PieceId, luck: &Seeded) -> i32 {
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

/// The table with a bought tile laid where modules make most of it; `None` if it cannot be laid in this turn.
pub(crate) fn laid_at_best(bought: &GameState, seat: Seat, piece: PieceId) -> Option<GameState> {
    let (mut game, mut luck) = (bought.clone(), Seeded::new(1));
    if asked(&game) == Some(DecisionKind::MainAction) && game.to_move() == Some(seat) {
        game.apply(seat, Action::Decline, &mut Io::silent(&mut luck)).ok()?;
    }
    if asked(&game) != Some(DecisionKind::PlaceTile) || game.to_move() != Some(seat) {
        return None;
    }
    let tried = places(&game, seat, piece).into_iter();
    let tried: Vec<Ranked> =
        tried.filter_map(|(_, action)| Some((gained_after(&game, seat, action, &luck)?, action))).collect();
    game.apply(seat, best(&tried, |_| true)?, &mut Io::silent(&mut luck)).ok()?;
    Some(game)
}

/// Where a tile without a building is good for most; of one with a building, the rules of thumb know.
pub(crate) fn best_place(game: &GameState, seat: Seat, luck: &Seeded) -> Option<Action> {
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
