//! The end of the game (E-steps): due scorings, leftover tiles, the last scoring, the ranking.

use super::agenda::{Move, What};
use super::catalogue::PieceId;
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
            for space in 0..cx.g.core.pieces.market.len() {
                if let Some(piece) = cx.g.core.pieces.market[space] {
                    give_leftover(cx, Space(space as u8), piece);
                }
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

/// E4: a leftover tile goes to whoever has strictly most of its currency; nothing is spent.
fn give_leftover(cx: &mut Cx<'_, '_>, space: Space, piece: PieceId) {
    let rule = cx.g.core.rules.house.last_tiles;
    if rule == LastTiles::None {
        return;
    }
    let currency = super::purchase::currency_of(cx.g, space);
    let mut held = [0u16; MAX_SEATS];
    for seat in cx.g.core.rules.seats() {
        held[seat.index()] = match rule {
            LastTiles::SpentMajority => cx.g.core.spent[seat.index()][currency.index()],
            _ => cx.g.core.hands[seat.index()].total_of(currency) + registry::holdings(cx.g, seat, currency),
        };
    }
    let most = held.iter().copied().max().unwrap_or(0);
    let mut leaders = cx.g.core.rules.seats().filter(|s| held[s.index()] == most);
    let winner = match (leaders.next(), leaders.next()) {
        (Some(seat), None) if most > 0 => Some(seat),
        _ => None,
    };
    if let Some(seat) = winner {
        cx.g.core.pieces.market[usize::from(space.0)] = None;
        cx.g.core.pieces.bought[seat.index()].insert(piece);
    }
    cx.emit(|g| Happened::Leftover { piece, to: winner, held: held[..g.core.rules.players()].to_vec() });
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
