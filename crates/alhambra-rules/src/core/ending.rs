//! The end of the game (E-steps): due scorings, leftover tiles, the last scoring, the ranking.

use super::agenda::{Move, What};
use super::catalogue::{PieceId, PieceSet};
use super::house::LastTiles;
use super::pieces::Space;
use super::seat::{MAX_SEATS, Scorer, Seat, SeatSet};
use super::step::Step;
use crate::GameState;
use crate::cx::Cx;
use crate::event::Happened;
use crate::registry;

#[inline(never)]
pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step) -> Move {
    match step {
        Step::E1 => super::turn::due_scorings(cx),
        Step::E4 => {
            if cx.g.core.rules.house.last_tiles != LastTiles::None {
                cx.push(Step::E4, What::Leftovers { space: Space(0), chooses: None });
            }
            Move::Next
        }
        Step::E5 => {
            let next = cx.g.core.turn.seat.left(cx.g.core.rules.players());
            let bought = &cx.g.core.pieces.bought;
            match cx.g.core.rules.seats_from(next).find(|s| !bought[s.index()].is_empty()) {
                Some(seat) => {
                    cx.place_now(seat, false);
                    Move::Again
                }
                None => Move::Next,
            }
        }
        Step::E6 => {
            cx.push(Step::S01, What::Score { round: 3 });
            Move::Next
        }
        Step::E7 => {
            cx.emit(|g| Happened::GameOver { winners: winners(g) });
            Move::Done(Default::default())
        }
        _ => Move::Next,
    }
}

/// E4: space by space, what is left goes to whoever has most of the currency; nothing is spent. Of two tiles on a
/// space whoever has most chooses one, and the other goes to whoever has second most; among equals nobody gets it.
#[inline(never)]
pub(crate) fn leftovers(cx: &mut Cx<'_, '_>, space: Space, chooses: Option<(Seat, Option<Seat>)>) -> Move {
    if let Some((seat, _)) = chooses {
        return Move::Ask(SeatSet::one(seat));
    }
    if usize::from(space.0) >= cx.g.core.pieces.market.len() {
        return Move::Done(Default::default());
    }
    let tiles = tiles_on(cx.g, space);
    let held = held(cx.g, space);
    let first = strictly_most(cx.g, &held, None);
    match (tiles.len(), first) {
        (0, _) => {}
        (2.., Some(first)) => {
            let second = strictly_most(cx.g, &held, Some(first));
            cx.top().what = What::Leftovers { space, chooses: Some((first, second)) };
            return Move::Again;
        }
        _ => tiles.iter().for_each(|piece| give(cx, space, piece, first)),
    }
    cx.top().what = What::Leftovers { space: Space(space.0 + 1), chooses: None };
    Move::Again
}

/// The chosen one of two tiles goes to whoever chose, the other to whoever has second most.
pub(crate) fn take(cx: &mut Cx<'_, '_>, piece: PieceId) {
    let What::Leftovers { space, chooses: Some((first, second)) } = cx.top().what else { return };
    let others = tiles_on(cx.g, space).without(PieceSet::EMPTY.with(piece));
    give(cx, space, piece, Some(first));
    others.iter().for_each(|other| give(cx, space, other, second));
    cx.top().what = What::Leftovers { space: Space(space.0 + 1), chooses: None };
}

/// The tiles that lie on a market space.
pub(crate) fn tiles_on(g: &GameState, space: Space) -> PieceSet {
    let top = g.core.pieces.market.get(usize::from(space.0)).copied().flatten();
    let second = if g.core.rules.listens.has(Step::E4) { registry::second_leftover(g, space) } else { None };
    top.into_iter().chain(second).collect()
}

/// What everybody has of the currency of a space.
fn held(g: &GameState, space: Space) -> [u16; MAX_SEATS] {
    let currency = super::purchase::currency_of(g, space);
    let modules = g.core.rules.modules != 0;
    let with_modules = |seat| if modules { registry::holdings(g, seat, currency) } else { 0 };
    let mut held = [0u16; MAX_SEATS];
    for seat in g.core.rules.seats() {
        held[seat.index()] = match g.core.rules.house.last_tiles {
            LastTiles::SpentMajority => g.core.spent[seat.index()][currency.index()],
            _ => g.core.hands[seat.index()].total_of(currency) + with_modules(seat),
        };
    }
    held
}

/// Who has most, if nobody else has as much; `without` one seat that comes before.
fn strictly_most(g: &GameState, held: &[u16; MAX_SEATS], without: Option<Seat>) -> Option<Seat> {
    let seats = || g.core.rules.seats().filter(|seat| Some(*seat) != without);
    let most = seats().map(|seat| held[seat.index()]).max().unwrap_or(0);
    let mut leaders = seats().filter(|seat| held[seat.index()] == most);
    match (leaders.next(), leaders.next()) {
        (Some(seat), None) if most > 0 => Some(seat),
        _ => None,
    }
}

fn give(cx: &mut Cx<'_, '_>, space: Space, piece: PieceId, to: Option<Seat>) {
    let held = held(cx.g, space);
    if let Some(seat) = to {
        let pieces = &mut cx.g.core.pieces;
        match pieces.space_of(piece) {
            Some(space) => pieces.market[usize::from(space.0)] = None,
            // A tile that lay face down under another one is neither on offer nor beside the market.
            None => drop((pieces.aside.remove(piece), pieces.gone.remove(piece))),
        }
        pieces.bought[seat.index()].insert(piece);
    }
    cx.emit(|g| Happened::Leftover { piece, to, held: held[..g.core.rules.players()].to_vec() });
}

/// Who has most points; equal scores share the win. Nobody, if Dirk may win (HR-23) and has more.
pub(crate) fn winners(g: &GameState) -> SeatSet {
    let score = |seat: Seat| g.core.scores[seat.index()];
    let most = g.core.rules.seats().map(score).max().unwrap_or(0);
    if g.core.rules.dirk() && g.core.rules.house.dirk_may_win && g.core.scores[Scorer::Dirk.index()] > most {
        return SeatSet::EMPTY;
    }
    g.core.rules.seats().filter(|s| score(*s) == most).collect()
}
