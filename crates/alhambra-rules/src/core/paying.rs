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
use super::terms::Terms;
use crate::cx::Cx;
use crate::event::Happened;
use crate::{Action, GameState, Illegal};

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
        What::Pay(bill) => Some(Owed { seat: bill.seat, rules: rules(g, &bill), laid: bill.laid }),
        _ => None,
    }
}

/// How a bill may be paid.
pub(crate) fn rules(g: &GameState, bill: &Bill) -> PayRules {
    purchase::quoted(g, &request(bill))
}

fn request(bill: &Bill) -> Request {
    let &Bill { seat, context, price, currency, .. } = bill;
    Request { seat, context, piece: None, price, currency, terms: Terms::NONE }
}

/// Whether `seat` could pay such a bill.
pub(crate) fn affordable(g: &GameState, bill: &Bill) -> bool {
    rules(g, bill).affordable(g.core.hands[bill.seat.index()])
}

/// PAY: asks until the bill is paid, then tells the procedure below how.
pub(crate) fn step(cx: &mut Cx<'_, '_>, bill: Bill) -> Move {
    let rules = rules(cx.g, &bill);
    let paid = rules.check(cx.g.core.hands[bill.seat.index()], bill.laid);
    let Ok(paid) = paid.and_then(|paid| if bill.done { Ok(paid) } else { Err(Illegal::MustAct) }) else {
        return Move::Ask(SeatSet::one(bill.seat));
    };
    hand_over(cx, bill.seat, bill.laid, rules.payee);
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
    Move::Done(Outcome::Paid { excess: paid.excess, exact: paid.exact })
}

/// The ways to go on paying, ascending.
pub(crate) fn list(g: &GameState, frame: &Frame, out: &mut Vec<Action>) {
    let Some(Owed { seat, rules, laid }) = owed(g, frame) else { return };
    let hand = g.core.hands[seat.index()];
    if rules.any_mix && rules.price > 0 {
        let first = out.len();
        rules.next_cards(hand, laid, |card| out.push(Action::PayCard { card }));
        out[first..].sort_unstable();
    } else {
        rules.minimal(hand, |payment| out.push(Action::Pay { payment }));
    }
}

/// Whether a payment, or the next card of one, is accepted. `None`: not an action of paying.
pub(crate) fn check(g: &GameState, frame: &Frame, action: Action) -> Option<Result<(), Illegal>> {
    let Owed { seat, rules, laid } = owed(g, frame)?;
    let hand = g.core.hands[seat.index()];
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

/// Lays down cards that have been checked.
pub(crate) fn decide(cx: &mut Cx<'_, '_>, seat: Seat, action: Action) {
    let Some(Owed { rules, laid, .. }) = cx.g.agenda.frames.last().and_then(|frame| owed(cx.g, frame)) else {
        return;
    };
    let laid = match action {
        Action::Pay { payment } => laid.plus(payment),
        Action::PayCard { card } => laid.plus(Cards::one(card)),
        _ => return,
    };
    let hand = cx.g.core.hands[seat.index()];
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

/// Cards leave a hand for whoever is paid. Everybody sees them.
pub(crate) fn hand_over(cx: &mut Cx<'_, '_>, seat: Seat, payment: Cards, payee: Payee) {
    cx.give_up(seat, payment);
    let core = &mut cx.g.core;
    if core.rules.house.last_tiles == LastTiles::SpentMajority {
        for currency in Currency::ALL {
            let builder = CardKind::master_builder(currency);
            let builders = u16::from(payment.count(builder)) * u16::from(builder.value());
            core.spent[seat.index()][currency.index()] += payment.total_of(currency) + builders;
        }
    }
    // However they were used: master builders leave the game, exchange cards go to the discard pile (§5.2).
    let builders = payment.only(KindSet::MASTER_BUILDERS);
    core.shared.gone = core.shared.gone.plus(builders);
    let rest = payment.minus(builders);
    match payee {
        Payee::Discard => core.deck.discard = core.deck.discard.plus(rest),
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
