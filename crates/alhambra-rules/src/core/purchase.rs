//! Buying a tile (P-steps).

use super::agenda::{Deal, Frame, Move, Outcome, What};
use super::building::Currency;
use super::house::{LastTiles, Placement};
use super::payment::{PayRules, Payee};
use super::pieces::{MAX_SPACES, Space};
use super::seat::Seat;
use super::step::Step;
use crate::cx::Cx;
use crate::event::Happened;
use crate::{GameState, PieceId, registry};

/// A tile somebody may buy, with what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The tile.
    pub piece: PieceId,
    /// The market space it lies on, if it lies on one.
    pub space: Option<Space>,
    /// What it costs and how it may be paid.
    pub pay: PayRules,
}

/// Everything `seat` can pay for now, by piece number, so that lists of actions come out sorted.
pub(crate) fn offers(g: &GameState, seat: Seat, mut each: impl FnMut(&Offered)) {
    let mut spaces = [(u8::MAX, Space(0)); MAX_SPACES];
    let mut n = 0;
    for (i, piece) in g.core.pieces.market.iter().enumerate() {
        if let Some(piece) = piece {
            let at = spaces[..n].partition_point(|(number, _)| *number < piece.number());
            spaces.copy_within(at..n, at + 1);
            spaces[at] = (piece.number(), Space(i as u8));
            n += 1;
        }
    }
    for &(_, space) in &spaces[..n] {
        // Most tiles are out of reach most of the time; that is quickly seen.
        if let Some(piece) = affordable(g, seat, space) {
            each(&offered(g, seat, piece, space));
        }
    }
}

/// What `seat` would have to pay for `piece`, if it is for sale.
pub(crate) fn offer(g: &GameState, seat: Seat, piece: PieceId) -> Option<Offered> {
    g.core.pieces.space_of(piece).map(|space| offered(g, seat, piece, space))
}

/// Whether `seat` could pay for the tile on a space.
#[inline]
pub(crate) fn affordable(g: &GameState, seat: Seat, space: Space) -> Option<PieceId> {
    let piece = (*g.core.pieces.market.get(usize::from(space.0))?)?;
    let hand = g.core.hands[seat.index()];
    let within_reach = if g.core.rules.listens.has(Step::P3) {
        offered(g, seat, piece, space).pay.affordable(hand)
    } else {
        hand.total_of(currency_of(g, space)) >= u16::from(g.core.facts(piece).price)
    };
    within_reach.then_some(piece)
}

#[inline]
fn offered(g: &GameState, seat: Seat, piece: PieceId, space: Space) -> Offered {
    let currency = currency_of(g, space);
    let mut pay = PayRules::market(g.core.facts(piece).price, currency);
    if g.core.rules.listens.has(Step::P3) {
        registry::quote(g, seat, piece, currency, &mut pay);
    }
    Offered { piece, space: Some(space), pay }
}

/// The currency of a market space.
pub(crate) fn currency_of(g: &GameState, space: Space) -> Currency {
    super::turn::edition(g).market[usize::from(space.0)]
}

/// Starts a purchase; `extra_action` says whether exactness is worth one here. The payment has been checked.
pub(crate) fn begin(
    cx: &mut Cx<'_, '_>,
    seat: Seat,
    offered: &Offered,
    payment: crate::Cards,
    extra_action: bool,
) {
    let paid = payment.total();
    let deal = Deal {
        seat,
        piece: offered.piece,
        payment,
        paid,
        price: offered.pay.price,
        exact: paid == u16::from(offered.pay.price),
        extra_action,
    };
    cx.push(Step::P4, What::Buy(deal));
}

pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step, deal: Deal) -> Move {
    let Deal { seat, piece, payment, .. } = deal;
    match step {
        Step::P4 => {
            let payee = offer(cx.g, seat, piece).map_or(Payee::Discard, |o| o.pay.payee);
            let core = &mut cx.g.core;
            core.hands[seat.index()] = core.hands[seat.index()].minus(payment);
            let seen = &mut core.seen[seat.index()];
            if seen.contains_all(payment) {
                *seen = seen.minus(payment);
            } else {
                // Cards nobody had seen leave the unseen part of the hand.
                payment.each().for_each(|card| {
                    seen.take(card);
                });
            }
            if core.rules.house.last_tiles == LastTiles::SpentMajority {
                for currency in Currency::ALL {
                    core.spent[seat.index()][currency.index()] += payment.total_of(currency);
                }
            }
            match payee {
                Payee::Discard => core.deck.discard = core.deck.discard.plus(payment),
                Payee::Seat(to) => {
                    core.hands[to.index()] = core.hands[to.index()].plus(payment);
                    core.seen[to.index()] = core.seen[to.index()].plus(payment);
                }
            }
            let extra_action = deal.exact && deal.extra_action;
            cx.emit(|_| Happened::Bought {
                seat,
                piece,
                payment,
                paid: deal.paid,
                price: deal.price,
                extra_action,
            });
            Move::Next
        }
        Step::P6 => {
            let pieces = &mut cx.g.core.pieces;
            if let Some(space) = pieces.space_of(piece) {
                pieces.market[usize::from(space.0)] = None;
            }
            pieces.bought[seat.index()].insert(piece);
            Move::Next
        }
        Step::P10 => {
            if deal.exact && deal.extra_action {
                cx.g.core.turn.actions_left += 1;
            }
            let excess = deal.paid.saturating_sub(u16::from(deal.price));
            let outcome = Outcome::Bought { piece, excess, exact: deal.exact };
            if cx.g.core.rules.house.placement == Placement::Immediate {
                let gifts = cx.g.core.rules.dirk();
                return cx.become_frame(Frame::new(Step::T20, What::Placing { seat, gifts }));
            }
            if cx.g.core.rules.listens.has(Step::P11) { Move::Next } else { Move::Done(outcome) }
        }
        _ => Move::Next,
    }
}
