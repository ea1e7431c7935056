//! Refilling the money display (REVEAL) and the market (FILL_MARKET, F-steps).

use super::agenda::{Filling, Frame, Move, Outcome, What};
use super::cards::Cards;
use super::catalogue::{CardClass, CardKind, PieceId};
use super::house::MoneyRefill;
use super::pieces::Space;
use super::seat::Seat;
use super::step::Step;
use super::turn;
use crate::GameState;
use crate::cx::Cx;
use crate::event::{Audience, Happened};
use crate::registry;

/// T70: one card at a time until the display is full or no card is left.
pub(crate) fn display(cx: &mut Cx<'_, '_>) -> Move {
    if cx.g.core.rules.house.money_refill == MoneyRefill::WhenEmpty {
        if !cx.g.core.display.is_empty() && !cx.g.core.turn.refilling {
            return Move::Next;
        }
        // A scoring in the middle (HR-10) comes back to a display that is no longer empty.
        cx.g.core.turn.refilling = true;
    }
    fill_display(cx, turn::edition(cx.g).display)
}

/// Turns up cards until the display has `size` of them or no card is left.
pub(crate) fn fill_display(cx: &mut Cx<'_, '_>, size: usize) -> Move {
    let depth = cx.g.agenda.frames.len();
    // Fewer than four, not "up to four": a display made larger by a module is neither trimmed nor topped up.
    while cx.g.core.display.len() < size {
        if reveal(cx) == Revealed::NoneLeft {
            break;
        }
        if cx.g.agenda.frames.len() > depth {
            return Move::Again;
        }
    }
    cx.g.core.turn.refilling = false;
    Move::Next
}

/// What turning up a card came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revealed {
    /// It went to the display, or a module or the scoring took it.
    Card,
    /// Deck and discard pile are empty.
    NoneLeft,
}

/// Turns up the next card of the deck for the display.
fn reveal(cx: &mut Cx<'_, '_>) -> Revealed {
    let Some(card) = cx.draw_card() else { return Revealed::NoneLeft };
    turned_up(cx, card);
    Revealed::Card
}

fn turned_up(cx: &mut Cx<'_, '_>, card: CardKind) {
    match card.class() {
        CardClass::Money => to_display(cx, card),
        CardClass::Scoring => turn::scoring_card(cx),
        _ if cx.g.core.rules.listens.has(Step::Reveal) && registry::reveal(cx, card) => {}
        _ => to_display(cx, card),
    }
}

/// Draws cards until a money card goes into the hand of `seat`, unseen by the others. Other cards are treated
/// as if they had been turned up for the display.
#[inline(never)]
pub(crate) fn draw_to_hand(cx: &mut Cx<'_, '_>, seat: Seat) -> Move {
    let depth = cx.g.agenda.frames.len();
    // Kept apart until the draw is over: otherwise the same cards could be shuffled and drawn for ever.
    let mut put_by = Cards::EMPTY;
    let onward = loop {
        let Some(card) = cx.draw_card() else { break Move::Done(Outcome::Done) };
        match card.class() {
            CardClass::Money | CardClass::Diamond | CardClass::MasterBuilder => {
                cx.g.core.hands[seat.index()].add(card);
                cx.emit_to(Audience::Seat(seat), |_| Happened::Drew { seat, card: Some(card) });
                cx.emit_to(Audience::Others(seat), |_| Happened::Drew { seat, card: None });
                break Move::Done(Outcome::Done);
            }
            // A-E-3: never more cards on display than a refill would lay there.
            CardClass::Exchange if cx.g.core.display.len() >= turn::edition(cx.g).display => {
                put_by.add(card);
                cx.emit(|_| Happened::PutBy { card });
            }
            _ => turned_up(cx, card),
        }
        if cx.g.agenda.frames.len() > depth {
            break Move::Again;
        }
    };
    let discard = &mut cx.g.core.deck.discard;
    *discard = discard.plus(put_by);
    onward
}

fn to_display(cx: &mut Cx<'_, '_>, card: CardKind) {
    cx.g.core.display.push(card).expect("a display never holds more than twelve cards");
    cx.emit(|_| Happened::Displayed { card });
}

/// FILL_MARKET: empty spaces in order, one tile each. A space that cannot be filled is noted; the others are
/// still filled, and one check afterwards decides about the end (rules README, decision 20).
pub(crate) fn begin_market(cx: &mut Cx<'_, '_>) {
    if cx.g.core.rules.modules != 0 {
        return cx.push(Step::F1, What::Fill(Filling::default()));
    }
    // Nobody can come in between, so it needs neither a frame nor steps.
    let mut failed = false;
    for i in 0..cx.g.core.pieces.market.len() {
        if cx.g.core.pieces.market[i].is_some() {
            continue;
        }
        match cx.draw_tile() {
            Some(piece) => lay_on_market(cx, piece, Space(i as u8)),
            None => failed = true,
        }
    }
    cx.g.core.ending |= failed;
    cx.g.agenda.last = Outcome::Filled(!failed);
}

fn lay_on_market(cx: &mut Cx<'_, '_>, piece: PieceId, space: Space) {
    cx.g.core.pieces.market[usize::from(space.0)] = Some(piece);
    cx.emit(|g| {
        let currency = turn::edition(g).market[usize::from(space.0)];
        Happened::OnMarket { piece, space, currency }
    });
}

/// The same where modules may have a say: up to a step in which one of them begins something.
#[inline(never)]
pub(crate) fn market(cx: &mut Cx<'_, '_>, at: usize, mut step: Step, mut fill: Filling) -> Move {
    loop {
        let onward = fill_step(cx, step, &mut fill);
        match onward {
            Move::Next if cx.listeners(step) == 0 => step = cx.g.core.rules.flow.after(step),
            Move::Next => {
                cx.g.agenda.frames[at] = Frame::new(step, What::Fill(fill));
                if !cx.tell(at, step, 0) {
                    return Move::Again;
                }
                // What they did to the tile on its way.
                let What::Fill(told) = cx.top().what else { return Move::Again };
                (fill, step) = (told, cx.g.core.rules.flow.after(step));
            }
            Move::Goto(next) => step = next,
            other => return other,
        }
    }
}

#[inline]
fn fill_step(cx: &mut Cx<'_, '_>, step: Step, fill: &mut Filling) -> Move {
    let spaces = cx.g.core.pieces.market.len();
    match step {
        Step::F1 => {
            (fill.laid, fill.preset) = (None, false);
            let market = &cx.g.core.pieces.market;
            while usize::from(fill.space.0) < spaces && market[usize::from(fill.space.0)].is_some() {
                fill.space.0 += 1;
            }
            if usize::from(fill.space.0) >= spaces {
                cx.g.core.ending |= fill.failed && !fill.once;
                return Move::Done(Outcome::Filled(!fill.failed));
            }
            Move::Next
        }
        Step::F2 => {
            let set =
                if cx.g.core.rules.listens.has(Step::F2) { registry::preset(cx, fill.space) } else { None };
            fill.preset = set.is_some();
            fill.piece = set.or_else(|| cx.draw_tile());
            if fill.piece.is_none() {
                fill.failed = true;
                fill.space = next(fill, spaces);
                Move::Goto(Step::F1)
            } else {
                Move::Next
            }
        }
        // A tile that was set for this space is not drawn, so nobody can claim it.
        Step::F4 if fill.preset => Move::Goto(Step::F5),
        Step::F5 => {
            // A module has taken the tile on its way: the space gets the next one.
            let Some(piece) = fill.piece.take() else { return Move::Goto(Step::F2) };
            lay_on_market(cx, piece, fill.space);
            fill.laid = Some(piece);
            fill.space = next(fill, spaces);
            Move::Next
        }
        _ => Move::Next,
    }
}

/// F6 for tiles that have come up on a preview, in this order: modules lay on them what they lay on tiles of the market.
/// Nothing is filled by that.
pub(crate) fn come_up(cx: &mut Cx<'_, '_>, pieces: impl DoubleEndedIterator<Item = PieceId>) {
    let space = Space(cx.g.core.pieces.market.len() as u8);
    for piece in pieces.rev() {
        let fill = Filling { space, once: true, laid: Some(piece), ..Filling::default() };
        cx.push(Step::F6, What::Fill(fill));
    }
}

/// Whether the tile that is being laid has lain open on a preview before: what is laid on tiles lies on it already.
pub(crate) fn was_open(g: &GameState, fill: &Filling) -> bool {
    fill.preset && turn::edition(g).preview > 0
}

/// The space to look at next; past the last one when only one was to be filled.
fn next(fill: &Filling, spaces: usize) -> Space {
    if fill.once { Space(spaces as u8) } else { Space(fill.space.0 + 1) }
}
