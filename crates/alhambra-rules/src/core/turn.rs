//! The turn (T-steps): one action, more for exact payments, placing, refilling, scoring, next player.

use super::agenda::{Frame, Move, What};
use super::edition::Edition;
use super::house::{ExtraAction, ScoringMoment};
use super::seat::{Seat, SeatSet};
use super::step::Step;
use crate::GameState;
use crate::cx::Cx;
use crate::event::Happened;
use crate::module::Window;
use crate::{legal, registry};

/// Runs the steps of a turn up to one that asks, pushes a procedure or concerns a module. Most steps of most
/// turns have nothing to do, so they are run through here in one go.
pub(crate) fn run(cx: &mut Cx<'_, '_>, at: usize, mut step: Step) -> Move {
    let plain = cx.g.core.rules.modules == 0;
    loop {
        match self::step(cx, step) {
            Move::Next => {
                let listening = if plain { 0 } else { cx.listeners(step) };
                if listening != 0 {
                    if !cx.tell_these(at, step, listening) {
                        return Move::Again;
                    }
                    cx.g.agenda.frames[at].asked = 0;
                }
                step = cx.g.core.rules.flow.after(step);
            }
            Move::Goto(next) => step = next,
            other => return other,
        }
        cx.g.agenda.frames[at].step = step;
    }
}

#[inline(always)]
fn step(cx: &mut Cx<'_, '_>, step: Step) -> Move {
    let seat = cx.g.core.turn.seat;
    match step {
        Step::T00 => {
            let turn = &mut cx.g.core.turn;
            turn.number += 1;
            turn.actions_left = 1;
            turn.first_action = true;
            cx.emit(|g| Happened::TurnBegan { seat, turn: g.core.turn.number });
            Move::Next
        }
        Step::T11 => main_action(cx),
        // What was used there has given another action.
        Step::T15 if cx.g.core.turn.actions_left > 0 => Move::Goto(Step::T11),
        // Opened by public facts alone; "pass" goes on (ruling 35).
        Step::T15 if registry::eligible(cx.g, seat, Window::BeforePlacing) => Move::Ask(SeatSet::one(seat)),
        Step::T20 => place_bought(cx),
        Step::T64 if cx.g.core.rules.confirm => Move::Ask(SeatSet::one(seat)),
        // HR-6: a special move before the refill may have used up the tower; then nothing is filled any more.
        Step::T70 if cx.g.core.ending => Move::Next,
        Step::T70 => super::refill::display(cx),
        Step::T75 => fill_market(cx),
        Step::T90 => {
            // Once the window has been shut, this step has had its turn.
            cx.top().asked = 1;
            cx.push(Step::T90, What::Window { place: 0 });
            Move::Again
        }
        // A special move may have used up the tower.
        Step::T95 if cx.g.core.ending => end(cx, false),
        Step::T89 | Step::T95 => due_scorings(cx),
        Step::T99 => {
            let players = cx.g.core.rules.players();
            cx.g.core.turn.seat = seat.left(players);
            Move::Goto(Step::T00)
        }
        _ => Move::Next,
    }
}

/// T11: asks for an action as long as the player has one. Nothing possible is a pass (2.3).
fn main_action(cx: &mut Cx<'_, '_>) -> Move {
    let core = &cx.g.core;
    let seat = core.turn.seat;
    if core.shared.took > 0 && core.rules.listens.has(Step::T12a) {
        let value = std::mem::take(&mut cx.g.core.shared.took);
        cx.push(Step::T12a, What::Moment { seat, value });
        return Move::Again;
    }
    if core.turn.actions_left == 0 {
        return Move::Next;
    }
    // With a card on display there is always something to do; without one it takes a look.
    if core.display.is_empty() && !may_decline(cx.g) && !legal::any_action(cx.g, seat) {
        cx.g.core.turn.actions_left = 0;
        cx.g.core.turn.passed += 1;
        cx.emit(|_| Happened::Passed { seat });
        return Move::Next;
    }
    Move::Ask(SeatSet::one(seat))
}

/// Whether the player may stop instead of acting: only extra actions are optional (A-B-1, HR-12).
pub(crate) fn may_decline(g: &GameState) -> bool {
    let rules = &g.core.rules;
    let must = rules.edition().extra_action_must || rules.house.extra_action == ExtraAction::Mandatory;
    !g.core.turn.first_action && !must
}

/// An action of the main phase was taken.
pub(crate) fn count_action(g: &mut GameState) {
    let turn = &mut g.core.turn;
    turn.actions_left -= 1;
    turn.first_action = false;
    turn.passed = 0;
}

fn place_bought(cx: &mut Cx<'_, '_>) -> Move {
    let core = &cx.g.core;
    let seat = core.turn.seat;
    if core.pieces.bought[seat.index()].is_empty() {
        return Move::Next;
    }
    let gifts = core.rules.dirk();
    cx.push(Step::T20, What::Placing { seat, gifts });
    Move::Again
}

/// T75: fills the market; if that fails, or everybody has had to pass, the game ends.
fn fill_market(cx: &mut Cx<'_, '_>) -> Move {
    let core = &mut cx.g.core;
    // Nobody has been able to do anything for a whole round, and nothing would change (B-PASS).
    let everybody_passed = usize::from(core.turn.passed) >= core.rules.players();
    core.ending |= everybody_passed;
    if core.ending {
        return end(cx, everybody_passed);
    }
    if core.pieces.market.iter().all(Option::is_some) {
        return Move::Next;
    }
    super::refill::begin_market(cx);
    Move::Again
}

/// The turns are over; what is left is the end of the game.
fn end(cx: &mut Cx<'_, '_>, everybody_passed: bool) -> Move {
    cx.emit(|_| Happened::EndTriggered { everybody_passed });
    cx.become_frame(Frame::new(Step::E1, What::End))
}

/// T90: asks the player due next first and the one who has just finished last. After every move all are asked
/// again; nobody is, once the game is ending (rules part 1 §4.2).
pub(crate) fn window(cx: &mut Cx<'_, '_>, place: u8) -> Move {
    let rules = &cx.g.core.rules;
    let next = cx.g.core.turn.seat.left(rules.players());
    let order = rules.seats_from(next).enumerate().skip(usize::from(place));
    let asked = if cx.g.core.ending {
        None
    } else {
        // Public facts decide who is asked, never what a hand could do (the leak rule, 2.12).
        order.into_iter().find(|(_, seat)| registry::eligible(cx.g, *seat, Window::BetweenTurns))
    };
    match asked {
        Some((place, seat)) => {
            cx.top().what = What::Window { place: place as u8 };
            Move::Ask(SeatSet::one(seat))
        }
        None => Move::Done(Default::default()),
    }
}

/// T95: scores one due scoring card after the other.
pub(crate) fn due_scorings(cx: &mut Cx<'_, '_>) -> Move {
    let core = &mut cx.g.core;
    if core.scorings_due == 0 {
        return Move::Next;
    }
    core.scorings_due -= 1;
    // Rounds are counted, not read off the card, so nothing can score round 2 before round 1.
    let round = core.scorings + 1;
    cx.push(Step::S01, What::Score { round });
    Move::Again
}

/// A scoring card was turned up.
pub(crate) fn scoring_card(cx: &mut Cx<'_, '_>) {
    cx.g.core.scorings_due += 1;
    cx.emit(|_| Happened::ScoringCard);
    if cx.g.core.rules.house.scoring_moment == ScoringMoment::Immediate {
        due_scorings(cx);
    }
}

/// What a player may do in the main phase beyond the printed rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnRules {
    /// Several cards may be taken together up to this sum.
    pub take_limit: u8,
    /// Whether tiles may be bought.
    pub may_buy: bool,
    /// Whether the palace may be redesigned.
    pub may_redesign: bool,
    /// Whether taking money is the only action there is, of the core or of any module.
    pub only_money: bool,
}

impl TurnRules {
    /// Narrows the turn to taking money, whatever else modules offer as an action.
    pub fn narrow_to_money(&mut self) {
        (self.may_buy, self.may_redesign, self.only_money) = (false, false, true);
    }
}

/// What `seat` may do in this turn.
pub(crate) fn rules(g: &GameState, seat: Seat) -> TurnRules {
    let take_limit = edition(g).take_limit;
    let mut rules = TurnRules { take_limit, may_buy: true, may_redesign: true, only_money: false };
    if g.core.rules.listens.has(Step::T12) {
        registry::turn_rules(g, seat, &mut rules);
    }
    rules
}

/// The edition of the game being played.
pub(crate) fn edition(g: &GameState) -> &'static Edition {
    g.core.rules.edition()
}
