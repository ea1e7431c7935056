//! PAY: somebody owes a price and chooses the cards. Purchases use the same decision at P3.
//!
//! A price in one currency is paid in one go. A price in any mix has thousands of payments, so the cards are
//! laid down one after the other; `check` still takes a whole payment at once.

use super::agenda::{Bill, Deal, Frame, Move, Outcome, What};
use super::building::Currency;
use super::cards::{Cards, KindSet};
use super::catalogue::CardKind;
use super::house::LastTiles;
use super::payment::{PayRules, Payee, Request};
use super::purchase;
use super::seat::{Seat, SeatSet};
use super::step::Step;
use crate::cx::Cx;
use crate::event::Happened;
use crate::registry::ModuleId;
use crate::shorten::{MOST, best};
use crate::{Action, GameState, Illegal, registry};

/// What is owed: by whom, under which rules, and what already lies on the table.
struct Owed {
    seat: Seat,
    rules: PayRules,
    laid: Cards,
}

fn owed(g: &GameState, frame: &Frame) -> Option<Owed> {
    match frame.what {
        What::Buy(deal) if frame.step == Step::P3 => {
            Some(Owed { seat: deal.seat, rules: purchase::rules(g, &deal), laid: deal.payment })
        }
        What::Pay(bill) if bill.settled => {
            Some(Owed { seat: bill.seat, rules: rules(g, &bill), laid: bill.laid })
        }
        _ => None,
    }
}

/// How a bill may be paid.
pub(crate) fn rules(g: &GameState, bill: &Bill) -> PayRules {
    purchase::quoted(g, &request(bill))
}

fn request(bill: &Bill) -> Request {
    let &Bill { seat, context, price, currency, terms, .. } = bill;
    Request { seat, context, piece: None, price, currency, terms }
}

/// Whether `seat` could pay such a bill in some way.
pub(crate) fn affordable(g: &GameState, bill: &Bill) -> bool {
    super::modifiers::payable(g, &request(bill), &rules(g, bill), bill.asking)
}

/// The most `seat` could lay down for such a bill out of one purse, with the best choice of modifiers: what can be
/// promised before it is owed.
pub(crate) fn reach(g: &GameState, bill: &Bill) -> u16 {
    if g.core.rules.listens.has(Step::P2)
        && let Some((module, values)) = registry::modifiers(g, &request(bill), bill.asking)
    {
        let with = |value| reach(g, &modified(bill, module, value));
        return std::iter::once(0).chain(values).map(with).max().unwrap_or(0);
    }
    let rules = rules(g, bill);
    let funds = rules.funds(g.core.hands[bill.seat.index()]);
    let purses = rules.purses().filter(|purse| purse.with.is_none_or(|card| funds.count(card) > 0));
    purses.map(|purse| funds.only(purse.kinds).total() + u16::from(rules.credit())).max().unwrap_or(0)
}

/// The bill with one more choice.
fn modified(bill: &Bill, module: ModuleId, value: u8) -> Bill {
    Bill { terms: bill.terms.with(module, value), asking: module.number(), ..*bill }
}

/// What the module that is asked about a bill offers and the hand could still pay, 0 being nothing; ascending.
fn modifiers(g: &GameState, bill: &Bill) -> Option<(ModuleId, Vec<u8>)> {
    let asked = registry::modifiers(g, &request(bill), bill.asking.checked_sub(1)?);
    let (module, mut values) = asked.filter(|(module, _)| module.number() == bill.asking)?;
    values.insert(0, 0);
    values.retain(|value| affordable(g, &modified(bill, module, *value)));
    Some((module, values))
}

/// The module that is asked for a modifier at this moment, with what it offers.
pub(crate) fn asked(g: &GameState, frame: &Frame) -> Option<(ModuleId, Vec<u8>)> {
    match frame.what {
        What::Buy(deal) if frame.step == Step::P2 => purchase::modifiers(g, &deal),
        What::Pay(bill) if !bill.settled => modifiers(g, &bill),
        _ => None,
    }
}

/// The same without what it offers, which takes longer to find.
pub(crate) fn asking(frame: &Frame) -> Option<ModuleId> {
    match frame.what {
        What::Buy(deal) if frame.step == Step::P2 => ModuleId::with_number(deal.asking),
        What::Pay(bill) if !bill.settled => ModuleId::with_number(bill.asking),
        _ => None,
    }
}

/// PAY: asks for modifiers, then for cards until the bill is paid, then tells the procedure below how.
///
/// What it was paid with beside cards is taken away at P4, and rewards follow at P5, as in a purchase.
pub(crate) fn step(cx: &mut Cx<'_, '_>, step: Step, mut bill: Bill) -> Move {
    match step {
        Step::P4 | Step::P5 => return Move::Next,
        Step::P6 => return Move::Done(Outcome::Paid { excess: bill.excess, exact: bill.exact }),
        _ => {}
    }
    if !bill.settled {
        let listens = cx.g.core.rules.listens.has(Step::P2);
        let next = if listens { registry::modifiers(cx.g, &request(&bill), bill.asking) } else { None };
        bill.settled = next.is_none();
        bill.asking = next.map_or(bill.asking, |(module, _)| module.number());
        cx.top().what = What::Pay(bill);
        if !bill.settled {
            return Move::Ask(SeatSet::one(bill.seat));
        }
    }
    let rules = rules(cx.g, &bill);
    let paid = rules.check(rules.funds(cx.g.core.hands[bill.seat.index()]), bill.laid);
    let Ok(paid) = paid.and_then(|paid| if bill.done { Ok(paid) } else { Err(Illegal::MustAct) }) else {
        return Move::Ask(SeatSet::one(bill.seat));
    };
    hand_over(cx, bill.seat, bill.laid, rules.lent, rules.payee);
    let (seat, extra_action) = (bill.seat, paid.exact && bill.extra_action);
    if extra_action {
        cx.g.core.turn.actions_left += 1;
    }
    cx.emit(|_| Happened::Paid {
        seat,
        payment: bill.laid,
        paid: paid.paid,
        price: rules.price,
        extra_action,
    });
    cx.top().what = What::Pay(Bill { excess: paid.excess, exact: paid.exact, ..bill });
    Move::Goto(Step::P4)
}

/// The ways to go on paying, ascending.
pub(crate) fn list(g: &GameState, frame: &Frame, out: &mut Vec<Action>) {
    if let Some((by, values)) = asked(g, frame) {
        out.extend(values.into_iter().map(|value| Action::Modify { by, value }));
        return;
    }
    let Some(Owed { seat, rules, laid }) = owed(g, frame) else { return };
    let hand = rules.funds(g.core.hands[seat.index()]);
    if rules.any_mix && rules.asks_for_cards() {
        let first = out.len();
        rules.next_cards(hand, laid, |card| out.push(Action::PayCard { card }));
        out[first..].sort_unstable();
    } else {
        let first = out.len();
        rules.minimal(hand, |payment| out.push(Action::Pay { payment }));
        if out.len() - first > MOST {
            // Somebody has hoarded: the best of them are enough to choose from.
            out.truncate(first);
            out.extend(best(&rules, hand, MOST).into_iter().map(|payment| Action::Pay { payment }));
            out[first..].sort_unstable();
        }
    }
}

/// Whether a payment, or the next card of one, is accepted. `None`: not an action of paying.
pub(crate) fn check(g: &GameState, frame: &Frame, action: Action) -> Option<Result<(), Illegal>> {
    if let Some((module, values)) = asked(g, frame) {
        return match action {
            Action::Modify { by, value } if by == module && values.contains(&value) => Some(Ok(())),
            Action::Modify { by, value } => Some(Err(Illegal::NoSuchModifier { by, value })),
            _ => None,
        };
    }
    let Owed { seat, rules, laid } = owed(g, frame)?;
    let hand = rules.funds(g.core.hands[seat.index()]);
    match action {
        Action::Pay { payment } => {
            let rest = hand.minus(laid);
            let whole = if rest.contains_all(payment) {
                rules.check(hand, laid.plus(payment))
            } else {
                rules.check(rest, payment)
            };
            Some(whole.map(|_| ()))
        }
        Action::PayCard { card } if rules.any_mix => {
            let mut possible = false;
            rules.next_cards(hand, laid, |next| possible |= next == card);
            Some(if possible { Ok(()) } else { Err(Illegal::CardNotAccepted { card }) })
        }
        _ => None,
    }
}

/// Lays down cards, or chooses a modifier, that have been checked.
pub(crate) fn decide(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    if let Action::Modify { by, value } = action {
        match &mut cx.top().what {
            What::Buy(deal) => deal.terms = deal.terms.with(by, value),
            What::Pay(bill) => bill.terms = bill.terms.with(by, value),
            _ => {}
        }
        return;
    }
    let Some(Owed { rules, laid, .. }) = cx.g.agenda.frames.last().and_then(|frame| owed(cx.g, frame)) else {
        return;
    };
    let laid = match action {
        Action::Pay { payment } => laid.plus(payment),
        Action::PayCard { card } => laid.plus(Cards::one(card)),
        _ => return,
    };
    let hand = rules.funds(cx.g.core.hands[seat.index()]);
    let enough = rules.check(hand, laid).is_ok();
    let frame = cx.top();
    match &mut frame.what {
        What::Buy(deal) if enough => {
            purchase::pay(deal, &rules, laid);
            frame.step = Step::P4;
        }
        What::Buy(Deal { payment, .. }) => *payment = laid,
        What::Pay(bill) => {
            bill.laid = laid;
            bill.done = enough;
        }
        _ => {}
    }
}

/// Cards are paid: first those of the display that are lent, the rest out of the hand. Everybody sees them.
pub(crate) fn hand_over(cx: &mut Cx<'_, '_>, seat: Seat, payment: Cards, lent: Cards, payee: Payee) {
    let mut own = payment;
    if !lent.is_empty() {
        for card in payment.each().filter(|card| lent.count(*card) > 0) {
            let place = cx.g.core.display.iter().position(|shown| *shown == card);
            if let Some(place) = place {
                cx.g.core.display.remove(place);
                own.take(card);
            }
        }
    }
    cx.give_up(seat, own);
    let core = &mut cx.g.core;
    if core.rules.house.last_tiles == LastTiles::SpentMajority {
        for currency in Currency::ALL {
            let builder = CardKind::master_builder(currency);
            let builders = u16::from(payment.count(builder)) * u16::from(builder.value());
            let coins = u16::from(payment.count(CardKind::coin(currency)));
            core.spent[seat.index()][currency.index()] += payment.total_of(currency) + builders + coins;
        }
    }
    lay_by(cx, payment, payee);
}

/// Cards leave a hand for nothing in return, shown to everybody: each kind goes where it belongs.
pub(crate) fn discard(cx: &mut Cx<'_, '_>, seat: Seat, cards: Cards) {
    cx.give_up(seat, cards);
    lay_by(cx, cards, Payee::Discard);
}

/// Where paid cards go, kind by kind.
fn lay_by(cx: &mut Cx<'_, '_>, payment: Cards, payee: Payee) {
    let core = &mut cx.g.core;
    if core.rules.modules == 0 {
        // Nothing but money of the deck, and nobody but the pile to get it.
        core.deck.discard = core.deck.discard.plus(payment);
        return;
    }
    // However they were used: master builders leave the game, exchange cards go to the discard pile (§5.2).
    let builders = payment.only(KindSet::MASTER_BUILDERS);
    core.shared.gone = core.shared.gone.plus(builders);
    let rest = payment.minus(builders);
    match payee {
        // Coins that nobody has are in their bag.
        Payee::Discard => core.deck.discard = core.deck.discard.plus(rest.minus(rest.only(KindSet::COINS))),
        Payee::Seat(to) => {
            let exchange = rest.only(KindSet::EXCHANGE);
            core.deck.discard = core.deck.discard.plus(exchange);
            core.hands[to.index()] = core.hands[to.index()].plus(rest.minus(exchange));
            core.seen[to.index()] = core.seen[to.index()].plus(rest.minus(exchange));
        }
    }
}

/// What is owed at this moment, and what already lies on the table.
pub(crate) fn at_hand(g: &GameState) -> Option<(PayRules, Cards)> {
    let owed = owed(g, g.agenda.frames.last()?)?;
    Some((owed.rules, owed.laid))
}
