//! Buying a tile (P-steps).
//!
//! In the base game a purchase is one decision: tile and cards. Where modules offer tiles or terms of their own
//! (P1), it is two: first the target with its terms, then the payment for that price. Which of the two it is
//! follows from the modules in play alone, never from a hand.

use super::agenda::{Deal, Frame, Leaving, Move, Outcome, What};
use super::building::Currency;
use super::house::Placement;
use super::payment::{Context, PayRules, Payee, Request};
use super::pieces::{MAX_SPACES, Space};
use super::seat::{Seat, SeatSet};
use super::step::Step;
use super::terms::Terms;
use crate::cx::Cx;
use crate::event::Happened;
use crate::{Cards, GameState, Illegal, PieceId, registry};

/// A tile somebody may buy, with what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The tile.
    pub piece: PieceId,
    /// The market space it lies on, if it lies on one.
    pub space: Option<Space>,
    /// What for it is paid.
    pub context: Context,
    /// The terms the price was made for.
    pub terms: Terms,
    /// What it costs and how it may be paid.
    pub pay: PayRules,
}

/// A tile that a module offers beside the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The tile.
    pub piece: PieceId,
    /// The currency it is paid in.
    pub currency: Currency,
    /// Its price.
    pub price: u8,
    /// What it is paid as.
    pub context: Context,
    /// Who gets the money.
    pub payee: Payee,
}

/// Whether purchases are split into target and payment.
#[inline]
pub(crate) fn split(g: &GameState) -> bool {
    g.core.rules.listens.has(Step::P1)
}

/// Every tile on the market that `seat` can pay for now, by piece number, so that lists come out sorted.
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
            each(&on_market(g, seat, piece, space, Context::Tile, Terms::NONE));
        }
    }
}

/// Every target `seat` can pay for: tiles by number, each with every combination of terms.
pub(crate) fn targets(g: &GameState, seat: Seat, context: Context, mut each: impl FnMut(&Offered)) {
    let hand = g.core.hands[seat.index()];
    on_offer(g, seat, context, |offered| {
        if offered.pay.affordable(hand) {
            each(offered);
        }
    });
}

/// Every target, whether `seat` can pay for it or not: tiles by number, each without terms first.
pub(crate) fn on_offer(g: &GameState, seat: Seat, context: Context, mut each: impl FnMut(&Offered)) {
    let mut pieces: Vec<PieceId> = g.core.pieces.market.iter().flatten().copied().collect();
    if context == Context::Tile {
        let mut listings = Vec::new();
        registry::offers(g, seat, &mut listings);
        pieces.extend(listings.iter().map(|listing| listing.piece));
    }
    pieces.sort_unstable();
    for piece in pieces {
        let Some(plain) = offer(g, seat, piece, context, Terms::NONE) else { continue };
        each(&plain);
        for &terms in &registry::terms(g, &request(g, seat, &plain))[1..] {
            if let Some(offered) = offer(g, seat, piece, context, terms) {
                each(&offered);
            }
        }
    }
}

/// What `seat` would have to pay for `piece` under these terms, if it is for sale.
#[inline]
pub(crate) fn offer(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    context: Context,
    terms: Terms,
) -> Option<Offered> {
    match g.core.pieces.space_of(piece) {
        Some(space) => Some(on_market(g, seat, piece, space, context, terms)),
        None => listed(g, seat, piece, context, terms),
    }
}

/// The same for a tile that a module offers beside the market.
fn listed(g: &GameState, seat: Seat, piece: PieceId, context: Context, terms: Terms) -> Option<Offered> {
    if !split(g) || !matches!(context, Context::Tile | Context::PlayersTile | Context::SideTile) {
        return None;
    }
    let mut listings = Vec::new();
    registry::offers(g, seat, &mut listings);
    let listing = listings.into_iter().find(|listing| listing.piece == piece)?;
    let request = Request {
        seat,
        context: listing.context,
        piece: Some(piece),
        price: listing.price,
        currency: Some(listing.currency),
        terms,
    };
    let mut pay = quoted(g, &request);
    pay.payee = listing.payee;
    Some(Offered { piece, space: None, context: listing.context, terms, pay })
}

/// Whether `seat` may choose a tile under these terms and pay for it.
///
/// # Errors
/// What stands against it.
pub(crate) fn check_target(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    context: Context,
    terms: Terms,
) -> Result<Offered, Illegal> {
    let plain = offer(g, seat, piece, context, Terms::NONE).ok_or(Illegal::NotForSale { piece })?;
    if !registry::terms(g, &request(g, seat, &plain)).contains(&terms) {
        return Err(Illegal::NoSuchTerms { piece });
    }
    let offered = offer(g, seat, piece, context, terms).ok_or(Illegal::NotForSale { piece })?;
    if offered.pay.affordable(g.core.hands[seat.index()]) {
        Ok(offered)
    } else {
        Err(Illegal::NotAffordable { piece })
    }
}

/// Whether `seat` could pay for the tile on a space.
#[inline]
pub(crate) fn affordable(g: &GameState, seat: Seat, space: Space) -> Option<PieceId> {
    let piece = (*g.core.pieces.market.get(usize::from(space.0))?)?;
    let hand = g.core.hands[seat.index()];
    let within_reach = if g.core.rules.listens.has(Step::P3) {
        on_market(g, seat, piece, space, Context::Tile, Terms::NONE).pay.affordable(hand)
    } else {
        hand.total_of(currency_of(g, space)) >= u16::from(g.core.facts(piece).price)
    };
    within_reach.then_some(piece)
}

#[inline]
fn on_market(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    space: Space,
    context: Context,
    terms: Terms,
) -> Offered {
    let currency = currency_of(g, space);
    let price = if context == Context::AnyMixTile { FLAT_PRICE } else { g.core.facts(piece).price };
    let pay = if g.core.rules.listens.has(Step::P3) || context != Context::Tile {
        quoted(g, &Request { seat, context, piece: Some(piece), price, currency: Some(currency), terms })
    } else {
        PayRules::market(price, currency)
    };
    Offered { piece, space: Some(space), context, terms, pay }
}

/// The price of a tile that is paid in any mix, whatever is printed on it (rules part 1 §5.3).
const FLAT_PRICE: u8 = 14;

/// How a request may be paid, modules included.
pub(crate) fn quoted(g: &GameState, request: &Request) -> PayRules {
    let mut pay = PayRules::of(request);
    if g.core.rules.listens.has(Step::P3) {
        registry::quote(g, request, &mut pay);
    }
    pay
}

fn request(g: &GameState, seat: Seat, offered: &Offered) -> Request {
    Request {
        seat,
        context: offered.context,
        piece: Some(offered.piece),
        price: offered.pay.pipeline().0,
        currency: offered.space.map(|space| currency_of(g, space)),
        terms: offered.terms,
    }
}

/// The currency of a market space.
pub(crate) fn currency_of(g: &GameState, space: Space) -> Currency {
    super::turn::edition(g).market[usize::from(space.0)]
}

/// What exactness is worth in a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exactness {
    /// Another action.
    ExtraAction,
    /// Nothing.
    Nothing,
}

/// Starts a purchase whose payment has been chosen and checked.
#[inline]
pub(crate) fn begin(cx: &mut Cx<'_, '_>, seat: Seat, offered: &Offered, payment: Cards, worth: Exactness) {
    let mut deal = deal(seat, offered, worth);
    pay(&mut deal, &offered.pay, payment);
    if cx.g.core.rules.modules == 0 && cx.g.core.rules.house.placement == Placement::EndOfTurn {
        // Nobody can come in between, so it needs no frame.
        hand_over(cx, &deal);
        take_off_offer(cx, &deal);
        cx.g.agenda.last = close(cx, &deal);
        return;
    }
    cx.push(Step::P4, What::Buy(deal));
}

/// Starts a purchase whose payment is still to be chosen.
pub(crate) fn begin_unpaid(cx: &mut Cx<'_, '_>, seat: Seat, offered: &Offered, worth: Exactness) {
    cx.push(Step::P3, What::Buy(deal(seat, offered, worth)));
}

/// Starts a purchase that costs nothing and counts as exact.
pub(crate) fn begin_free(cx: &mut Cx<'_, '_>, seat: Seat, offered: &Offered, worth: Exactness) {
    let deal = Deal { exact: true, free: true, ..deal(seat, offered, worth) };
    cx.push(Step::P4, What::Buy(deal));
}

fn deal(seat: Seat, offered: &Offered, worth: Exactness) -> Deal {
    Deal {
        seat,
        piece: offered.piece,
        context: offered.context,
        terms: offered.terms,
        price: offered.pay.price,
        extra_action: worth == Exactness::ExtraAction,
        ..Deal::default()
    }
}

/// Notes in a deal what a payment, which has been checked, comes to.
pub(crate) fn pay(deal: &mut Deal, rules: &PayRules, payment: Cards) {
    let outcome = rules.outcome(payment);
    *deal = Deal { payment, paid: outcome.paid, exact: outcome.exact, ..*deal };
}

/// How the deal may be paid; the tile is still on offer.
pub(crate) fn rules(g: &GameState, deal: &Deal) -> PayRules {
    offer(g, deal.seat, deal.piece, deal.context, deal.terms).map_or_else(PayRules::default, |o| o.pay)
}

pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step, deal: Deal) -> Move {
    match step {
        Step::P3 => Move::Ask(SeatSet::one(deal.seat)),
        Step::P4 => {
            hand_over(cx, &deal);
            Move::Next
        }
        Step::P6 => {
            take_off_offer(cx, &deal);
            Move::Next
        }
        Step::P10 => {
            let outcome = close(cx, &deal);
            if cx.g.core.rules.house.placement == Placement::Immediate {
                let gifts = cx.g.core.rules.dirk();
                return cx.become_frame(Frame::new(Step::T20, What::Placing { seat: deal.seat, gifts }));
            }
            if cx.g.core.rules.listens.has(Step::P11) { Move::Next } else { Move::Done(outcome) }
        }
        _ => Move::Next,
    }
}

/// P4: the money goes to whoever gets it.
fn hand_over(cx: &mut Cx<'_, '_>, deal: &Deal) {
    let &Deal { seat, piece, payment, paid, price, .. } = deal;
    let payee = if split(cx.g) { rules(cx.g, deal).payee } else { Payee::Discard };
    super::paying::hand_over(cx, seat, payment, payee);
    let extra_action = deal.exact && deal.extra_action;
    cx.emit(|_| Happened::Bought { seat, piece, payment, paid, price, extra_action });
}

/// P6: the tile goes from wherever it was on offer to the tiles that are to be placed.
fn take_off_offer(cx: &mut Cx<'_, '_>, deal: &Deal) {
    let &Deal { seat, piece, .. } = deal;
    let pieces = &mut cx.g.core.pieces;
    if let Some(space) = pieces.space_of(piece) {
        pieces.market[usize::from(space.0)] = None;
    } else if let Some(owner) = pieces.take_from_reserve(piece) {
        cx.leaves(owner, piece, Leaving::Sold);
    } else {
        pieces.aside.remove(piece);
    }
    cx.g.core.pieces.bought[seat.index()].insert(piece);
}

/// P10: exactness is worth another action.
fn close(cx: &mut Cx<'_, '_>, deal: &Deal) -> Outcome {
    if deal.exact && deal.extra_action {
        cx.g.core.turn.actions_left += 1;
    }
    Outcome::Bought { piece: deal.piece, excess: deal.excess(), exact: deal.exact }
}
