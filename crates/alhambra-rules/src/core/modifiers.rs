//! Whether a price can be paid with the right choice of modifiers (P2).
//!
//! Modifiers of different modules add up ([`Module::modifiers`](crate::module::Module::modifiers)), so a choice is tried by
//! putting one on top of the other instead of asking all modules anew; and where all of them together would not be
//! enough, which is the case for most prices that are out of reach, none is tried at all.

use super::cards::Cards;
use super::payment::{PayRules, Relief, Request};
use super::step::Step;
use super::terms::Terms;
use crate::GameState;
use crate::registry::{self, ModuleId};

/// Whether modules behind `after` can be answered so that the hand can pay; `plain` are the rules before that.
pub(crate) fn payable(g: &GameState, request: &Request, plain: &PayRules, after: u8) -> bool {
    payable_with(g, g.core.hands[request.seat.index()], request, plain, after)
}

/// The same for these cards.
pub(crate) fn payable_with(
    g: &GameState,
    hand: Cards,
    request: &Request,
    plain: &PayRules,
    after: u8,
) -> bool {
    plain.affordable(plain.funds(hand))
        || g.core.rules.listens.has(Step::P2) && choice_pays(g, hand, request, plain, after)
}

/// Whether some choice lets these cards pay what they do not pay by themselves.
pub(crate) fn choice_pays(
    g: &GameState,
    hand: Cards,
    request: &Request,
    plain: &PayRules,
    after: u8,
) -> bool {
    let (answers, all) = answers(g, request, plain, after);
    !answers.is_empty() && some_pay(g, request, plain, &answers, &all, hand)
}

/// One answer of a module to a request.
struct Answer {
    module: ModuleId,
    value: u8,
    /// What it brings by itself.
    relief: Relief,
    /// What modules behind it could add at best.
    later: Relief,
}

/// All answers, by module, and what the best of each module could bring together.
fn answers(g: &GameState, request: &Request, plain: &PayRules, after: u8) -> (Vec<Answer>, Relief) {
    let mut answers = Vec::new();
    registry::each_modifiers(g, request, after, |module, values| {
        if answers.is_empty() {
            // Room for most choices at once, in a piece of memory that is still quick to get.
            answers.reserve(8);
        }
        answers.extend(values.iter().map(|&value| {
            let relief = with(g, request, plain, module, value).relief(plain);
            Answer { module, value, relief, later: Relief::default() }
        }));
    });
    let (mut later, mut own) = (Relief::default(), Relief::default());
    for i in (0..answers.len()).rev() {
        if answers.get(i + 1).is_some_and(|next| next.module != answers[i].module) {
            (later, own) = (later.and(own), Relief::default());
        }
        answers[i].later = later;
        own = own.best(answers[i].relief);
    }
    (answers, later.and(own))
}

/// Whether some of these answers, at most one of each module, let `hand` pay; `all` is what they could bring at best.
///
/// Where only the price falls and a gap is closed, the best of every module go together and say it all; the modules that
/// give credit or lend cards are tried one by one.
fn some_pay(
    g: &GameState,
    request: &Request,
    pay: &PayRules,
    answers: &[Answer],
    all: &Relief,
    hand: Cards,
) -> bool {
    if !pay.within_reach(hand, all) {
        return false;
    }
    if pay.takes_any_sum() && all.adds_up() {
        return true;
    }
    let Some(first) = answers.first() else { return pay.affordable(pay.funds(hand)) };
    let (own, behind) = answers.split_at(answers.partition_point(|answer| answer.module == first.module));
    some_pay(g, request, pay, behind, &first.later, hand)
        || own.iter().any(|answer| {
            let pay = with(g, request, pay, answer.module, answer.value);
            some_pay(g, request, &pay, behind, &answer.later, hand)
        })
}

/// The rules with one more choice.
fn with(g: &GameState, request: &Request, pay: &PayRules, module: ModuleId, value: u8) -> PayRules {
    let mut pay = *pay;
    let terms = Terms::NONE.with(module, value);
    registry::quote_of(module, g, &Request { terms, ..*request }, &mut pay);
    pay
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::payment::Context;
    use crate::core::purchase;
    use crate::{Action, Io, Quick, Setup};

    /// Every choice tried with all modules asked anew, and every payment listed.
    fn tried(g: &GameState, request: &Request, after: u8) -> bool {
        if let Some((module, values)) = registry::modifiers(g, request, after) {
            return std::iter::once(0).chain(values).any(|value| {
                let terms = request.terms.with(module, value);
                tried(g, &Request { terms, ..*request }, module.number())
            });
        }
        let pay = purchase::quoted(g, request);
        let mut any = false;
        pay.minimal(pay.funds(g.core.hands[request.seat.index()]), |_| any = true);
        any
    }

    #[test]
    fn what_can_be_paid_is_what_trying_everything_finds() {
        let (mut compared, mut paid) = (0, 0);
        for seed in 0..12 {
            let modules = [2, 6, 11, 14, 19, 22, 23, 24, 31, 38, 40, 42];
            let modules = modules.into_iter().filter_map(ModuleId::with_number);
            let setup = modules.fold(Setup::players(3), Setup::with);
            let mut dice = Quick::new(seed);
            let mut luck = Quick::new(seed + 1000);
            let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("a set-up");
            let mut listed: Vec<Action> = Vec::new();
            for _ in 0..400 {
                let Some(seat) = g.to_move() else { break };
                purchase::on_offer(&g, seat, Context::Tile, |offered| {
                    let request = purchase::request(seat, offered);
                    let quick = payable(&g, &request, &offered.pay, 0);
                    assert_eq!(quick, tried(&g, &request, 0), "{offered:?} with {}", g.hand(seat));
                    compared += 1;
                    paid += u32::from(quick);
                });
                g.legal(seat, &mut listed);
                let action = listed[dice.below(listed.len() as u32) as usize];
                g.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
            }
        }
        assert!(paid > 1000 && compared - paid > 1000, "{paid} of {compared}");
    }
}
