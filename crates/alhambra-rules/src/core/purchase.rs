//! Buying a tile (P-steps).
//!
//! In the base game a purchase is one decision: tile and cards. Where modules offer tiles, variants or modifiers
//! (P1, P2), it is several: first the target with its variant, then each module that can change the price, one
//! after the other, then the payment. Which it is follows from the modules in play and from public facts alone,
//! never from a hand; what a hand could not pay for in any way is not listed.

use super::agenda::{Deal, Frame, Leaving, Move, Outcome, What};
use super::building::Currency;
use super::house::Placement;
use super::modifiers;
use super::payment::{Context, PayRules, Payee, Request};
use super::pieces::{MAX_SPACES, Space};
use super::seat::{Seat, SeatSet};
use super::step::Step;
use super::terms::{Terms, Variant};
use crate::cx::Cx;
use crate::event::Happened;
use crate::registry::ModuleId;
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
    /// The currency it is paid in.
    pub currency: Currency,
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
    /// Whether it may also be bought out of turn, for the exact price.
    pub out_of_turn: bool,
}

/// Whether purchases are split into target and payment.
#[inline]
pub(crate) fn split(g: &GameState) -> bool {
    g.core.rules.listens.has(Step::P1) || g.core.rules.listens.has(Step::P2)
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

/// Every target `seat` can pay for in some way: tiles by number, each in every variant.
pub(crate) fn targets(g: &GameState, seat: Seat, context: Context, mut each: impl FnMut(&Offered)) {
    on_offer(g, seat, context, |offered| {
        if payable(g, seat, offered, 0) {
            each(offered);
        }
    });
}

/// One of them: the first from the `from`-th on offer on and around.
pub(crate) fn some_target(g: &GameState, seat: Seat, context: Context, from: u32) -> Option<Offered> {
    let mut all = Vec::with_capacity(ROOM);
    on_offer(g, seat, context, |offered| all.push(*offered));
    let from = from as usize % all.len().max(1);
    let (before, behind) = all.split_at(from);
    behind.iter().chain(before).find(|offered| payable(g, seat, offered, 0)).copied()
}

/// How many targets there mostly are at most.
const ROOM: usize = 16;

/// Whether modules behind `after` can be answered so that `seat` can pay.
fn payable(g: &GameState, seat: Seat, offered: &Offered, after: u8) -> bool {
    let hand = g.core.hands[seat.index()];
    // What the hand pays by itself needs no choice, and mostly nobody offers one.
    offered.pay.affordable(offered.pay.funds(hand))
        || g.core.rules.listens.has(Step::P2)
            && modifiers::choice_pays(g, hand, &request(seat, offered), &offered.pay, after)
}

/// How the best payment comes out that modules behind `after` can be answered for: exactly, or with the least lost;
/// `None` if in no way.
pub(crate) fn best(g: &GameState, seat: Seat, offered: &Offered, after: u8) -> Option<Best> {
    if g.core.rules.listens.has(Step::P2)
        && let Some((module, values)) = registry::modifiers(g, &request(seat, offered), after)
    {
        let mut found = None;
        for value in std::iter::once(0).chain(values) {
            let with = best(g, seat, &modified(g, seat, offered, module, value), module.number());
            found = found.into_iter().chain(with).min();
            // Nothing is better than exactly, and there may be many ways.
            if found == Some(Best::Exact) {
                break;
            }
        }
        return found;
    }
    let offers = offered.pay.offers(offered.pay.funds(g.core.hands[seat.index()]));
    offers.first().map(|offer| if offer.exact { Best::Exact } else { Best::Lost(offer.lost) })
}

/// How a payment comes out, the better the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Best {
    /// Exactly.
    Exact,
    /// This much beyond the price.
    Lost(u16),
}

/// The same offer with one more choice.
fn modified(g: &GameState, seat: Seat, offered: &Offered, module: ModuleId, value: u8) -> Offered {
    if value == 0 {
        return *offered;
    }
    let terms = offered.terms.with(module, value);
    let mut pay = quoted(g, &Request { terms, ..request(seat, offered) });
    pay.payee = offered.pay.payee;
    Offered { terms, pay, ..*offered }
}

/// Where a tile is on offer.
enum Source {
    Space(Space),
    Listing(Listing),
}

/// Every target, whether `seat` can pay for it or not: tiles by number, each in the plain way first.
pub(crate) fn on_offer(g: &GameState, seat: Seat, context: Context, mut each: impl FnMut(&Offered)) {
    let market = g.core.pieces.market.iter().enumerate();
    let on_spaces = market.filter_map(|(i, piece)| Some(((*piece)?, Source::Space(Space(i as u8)))));
    let mut pieces: Vec<(PieceId, Source)> = on_spaces.collect();
    if matches!(context, Context::Tile | Context::OutOfTurn) {
        let mut listings = Vec::new();
        registry::offers(g, seat, &mut listings);
        listings.retain(|listing| context == Context::Tile || listing.out_of_turn);
        pieces.extend(listings.into_iter().map(|listing| (listing.piece, Source::Listing(listing))));
    }
    pieces.sort_unstable_by_key(|(piece, _)| *piece);
    for (piece, source) in pieces {
        let plain = match source {
            Source::Space(space) => on_market(g, seat, piece, space, context, Terms::NONE),
            Source::Listing(listing) => from_listing(g, seat, &listing, context, Terms::NONE),
        };
        each(&plain);
        for (module, value) in registry::variants(g, &request(seat, &plain)) {
            each(&modified(g, seat, &plain, module, value));
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

/// How a tile is paid for in one's own turn, if it is for sale.
#[inline]
pub(crate) fn price(g: &GameState, seat: Seat, piece: PieceId) -> Option<PayRules> {
    match g.core.pieces.space_of(piece) {
        // Nobody has a say in it: what is printed.
        Some(space) if !g.core.rules.listens.has(Step::P3) => {
            Some(PayRules::market(g.core.facts(piece).price, currency_of(g, space)))
        }
        _ => offer(g, seat, piece, Context::Tile, Terms::NONE).map(|offered| offered.pay),
    }
}

/// The same for a tile that a module offers beside the market.
fn listed(g: &GameState, seat: Seat, piece: PieceId, context: Context, terms: Terms) -> Option<Offered> {
    use Context::{AnyOneTile, PlayersTile, SideTile, Tile};
    let own_turn = matches!(context, Tile | PlayersTile | SideTile | AnyOneTile);
    if g.core.rules.modules == 0 || !(own_turn || context == Context::OutOfTurn) {
        return None;
    }
    let mut listings = Vec::new();
    registry::offers(g, seat, &mut listings);
    let listing = listings.into_iter().find(|l| l.piece == piece && (own_turn || l.out_of_turn))?;
    Some(from_listing(g, seat, &listing, context, terms))
}

/// What such a tile costs: in one's own turn as its module says, out of turn as the occasion says.
fn from_listing(g: &GameState, seat: Seat, listing: &Listing, context: Context, terms: Terms) -> Offered {
    let &Listing { piece, currency, price, payee, .. } = listing;
    let context = if context == Context::OutOfTurn { context } else { listing.context };
    let currency_asked = asked_for(context, currency);
    let mut pay =
        quoted(g, &Request { seat, context, piece: Some(piece), price, currency: currency_asked, terms });
    pay.payee = payee;
    Offered { piece, space: None, context, currency, terms, pay }
}

/// Whether `seat` may buy a tile in this way and can pay for it somehow.
///
/// # Errors
/// What stands against it.
pub(crate) fn check_target(
    g: &GameState,
    seat: Seat,
    piece: PieceId,
    context: Context,
    variant: Variant,
) -> Result<Offered, Illegal> {
    let plain = offer(g, seat, piece, context, Terms::NONE).ok_or(Illegal::NotForSale { piece })?;
    let offered = match variant {
        None => plain,
        Some(way) if !registry::variants(g, &request(seat, &plain)).contains(&way) => {
            return Err(Illegal::NoSuchTerms { piece });
        }
        Some((module, value)) => modified(g, seat, &plain, module, value),
    };
    if payable(g, seat, &offered, 0) { Ok(offered) } else { Err(Illegal::NotAffordable { piece }) }
}

/// Whether `seat` could pay for the tile on a space.
#[inline]
pub(crate) fn affordable(g: &GameState, seat: Seat, space: Space) -> Option<PieceId> {
    let piece = (*g.core.pieces.market.get(usize::from(space.0))?)?;
    let (currency, price) = (currency_of(g, space), g.core.facts(piece).price);
    let within_reach = if g.core.rules.listens.has(Step::P3) {
        let (context, terms) = (Context::Tile, Terms::NONE);
        let request = Request { seat, context, piece: Some(piece), price, currency: Some(currency), terms };
        modifiers::payable(g, &request, &quoted(g, &request), 0)
    } else {
        g.core.hands[seat.index()].total_of(currency) >= u16::from(price)
    };
    within_reach.then_some(piece)
}

/// The tile on a space, if the cards of `seat` pay for it by themselves.
fn by_itself(g: &GameState, seat: Seat, space: Space) -> Option<PieceId> {
    let piece = (*g.core.pieces.market.get(usize::from(space.0))?)?;
    let pay = on_market(g, seat, piece, space, Context::Tile, Terms::NONE).pay;
    pay.affordable(pay.funds(g.core.hands[seat.index()])).then_some(piece)
}

/// The first tile that the cards of `seat` pay for by themselves, without anything modules could add, from a space on and
/// around the market.
#[inline]
pub(crate) fn first_affordable(g: &GameState, seat: Seat, from: Space) -> Option<PieceId> {
    let spaces = g.core.pieces.market.len();
    let from = usize::from(from.0).min(spaces);
    if g.core.rules.listens.has(Step::P3) {
        return (from..spaces)
            .chain(0..from)
            .map(|i| Space(i as u8))
            .find_map(|space| by_itself(g, seat, space));
    }
    // Nobody has a say in prices: what is printed, in the money of the space.
    let (edition, hand) = (super::turn::edition(g), &g.core.hands[seat.index()]);
    let market = g.core.pieces.market.iter().zip(edition.market);
    let within_reach = |&(piece, &currency): &(&Option<PieceId>, &Currency)| {
        piece.is_some_and(|piece| hand.total_of(currency) >= u16::from(edition.facts[piece.index()].price))
    };
    let first = market.clone().skip(from).find(within_reach);
    let first = first.or_else(|| market.take(from).find(within_reach));
    first.and_then(|(piece, _)| *piece)
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
    Offered { piece, space: Some(space), context, currency, terms, pay }
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

pub(crate) fn request(seat: Seat, offered: &Offered) -> Request {
    Request {
        seat,
        context: offered.context,
        piece: Some(offered.piece),
        price: offered.pay.pipeline().0,
        currency: asked_for(offered.context, offered.currency),
        terms: offered.terms,
    }
}

/// The currency of a request; none where the buyer chooses one.
fn asked_for(context: Context, currency: Currency) -> Option<Currency> {
    (context != Context::AnyOneTile).then_some(currency)
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
    let first = if cx.g.core.rules.listens.has(Step::P2) { Step::P2 } else { Step::P3 };
    cx.push(first, What::Buy(deal(seat, offered, worth)));
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
        Step::P2 => ask_modifier(cx, deal),
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

/// P2: asks the next module that has modifiers for this purchase.
fn ask_modifier(cx: &mut Cx<'_, '_>, deal: Deal) -> Move {
    let offered = offer(cx.g, deal.seat, deal.piece, deal.context, deal.terms);
    let next = offered.and_then(|o| registry::modifiers(cx.g, &request(deal.seat, &o), deal.asking));
    let Some((module, _)) = next else {
        // Everything is chosen, so this is what it costs.
        let price = rules(cx.g, &deal).price;
        cx.top().what = What::Buy(Deal { price, ..deal });
        return Move::Next;
    };
    cx.top().what = What::Buy(Deal { asking: module.number(), ..deal });
    Move::Ask(SeatSet::one(deal.seat))
}

/// P2: what the module that is asked offers and the hand could still pay, 0 being nothing; ascending.
pub(crate) fn modifiers(g: &GameState, deal: &Deal) -> Option<(ModuleId, Vec<u8>)> {
    let offered = offer(g, deal.seat, deal.piece, deal.context, deal.terms)?;
    let asked = registry::modifiers(g, &request(deal.seat, &offered), deal.asking.checked_sub(1)?);
    let (module, mut values) = asked.filter(|(module, _)| module.number() == deal.asking)?;
    values.insert(0, 0);
    values.retain(|value| {
        payable(g, deal.seat, &modified(g, deal.seat, &offered, module, *value), deal.asking)
    });
    Some((module, values))
}

/// P4: the money goes to whoever gets it.
fn hand_over(cx: &mut Cx<'_, '_>, deal: &Deal) {
    let &Deal { seat, piece, payment, paid, price, .. } = deal;
    if split(cx.g) {
        let rules = rules(cx.g, deal);
        super::paying::hand_over(cx, seat, payment, rules.lent, rules.payee);
    } else {
        super::paying::hand_over(cx, seat, payment, Cards::EMPTY, Payee::Discard);
    }
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
