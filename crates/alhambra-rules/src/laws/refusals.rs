//! `check` and `apply` agree about whatever is handed in, and what is refused leaves no trace.

use super::{Breach, breach, census};
use crate::core::below::Quarters;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId, PieceSet};
use crate::core::cell::Cell;
use crate::core::chance::Quick;
use crate::core::seat::{MAX_SEATS, Seat};
use crate::{Action, GameState, Io, drills};
use arbitrary::Unstructured;

/// A refused action changes nothing, and `check` and `apply` agree about every action.
///
/// # Errors
/// The action that shows otherwise.
pub fn refusals(game: &GameState, seat: Seat, dice: &mut Quick) -> Result<(), Breach> {
    let action = any_action(game, seat, dice);
    let by = Seat::at(dice.below(MAX_SEATS as u32) as usize);
    agree(game, by, action, *dice)?;
    match derived(game, seat, *dice) {
        Some((by, action)) => agree(game, by, action, *dice),
        None => Ok(()),
    }
}

fn agree(game: &GameState, by: Seat, action: Action, mut luck: Quick) -> Result<(), Breach> {
    let checked = game.check(by, &action);
    let mut copy = game.clone();
    let applied = copy.apply(by, action, &mut Io::silent(&mut luck));
    if checked != applied {
        return breach("check and apply agree", format!("{action:?}: {checked:?} against {applied:?}"));
    }
    if applied.is_ok() {
        return census(&copy);
    }
    if copy != *game {
        return breach("a refused action changes nothing", format!("{action:?}"));
    }
    Ok(())
}

/// Whatever the types of actions can hold, of modules and of every card, or something listed with a part of it changed. The
/// dice are a copy: games that are repeated by their number do not go on otherwise for it.
fn derived(game: &GameState, seat: Seat, mut dice: Quick) -> Option<(Seat, Action)> {
    let bytes: Vec<u8> = (0..64).map(|_| dice.bits() as u8).collect();
    let mut listed = Vec::new();
    game.legal(seat, &mut listed);
    drills::attempt(seat, &listed, &mut Unstructured::new(&bytes)).ok().flatten()
}

/// Any action at all, mostly nonsense, now and then nearly right.
pub fn any_action(game: &GameState, seat: Seat, dice: &mut Quick) -> Action {
    let mut below = |n: usize| dice.below(n as u32) as usize;
    let near = below(2) == 0;
    let own = |sets: &[PieceSet; MAX_SEATS]| sets[seat.index()];
    let mut piece = |set: PieceSet| match set.nth(below(set.len().max(1))) {
        Some(piece) if near => piece,
        _ => PieceId::new(below(174) as u8).unwrap_or_default(),
    };
    let market: PieceSet = game.core.pieces.market.iter().flatten().copied().collect();
    let (reserve, palace, bought) =
        (own(&game.core.pieces.reserve), own(&game.core.pieces.palace), own(&game.core.pieces.bought));
    let (for_sale, stored, standing, waiting) = (piece(market), piece(reserve), piece(palace), piece(bought));
    let at = if near {
        let around = game.palace(seat).cells();
        around.nth(below(around.len())).unwrap_or_default().next(crate::Side::ALL[below(4)])
    } else {
        Cell::at(below(32) as i32, below(32) as i32)
    };
    let turn = Quarters::new(below(32) as u8).unwrap_or_default();
    match below(12) {
        10 => Action::Move { piece: standing, at, turn },
        11 => Action::Target { piece: for_sale, variant: None },
        0 => Action::Take(below(1 << 16) as u16),
        1 => Action::Take(below(16) as u16),
        2 | 3 => {
            let hand: Vec<CardKind> = game.hand(seat).each().collect();
            let mut payment = Cards::EMPTY;
            for _ in 0..below(5) {
                let card = if near && !hand.is_empty() {
                    hand[below(hand.len())]
                } else {
                    CardKind::new(below(58) as u8).unwrap_or_default()
                };
                if payment.count(card) < 3 {
                    payment.add(card);
                }
            }
            [Action::Buy { piece: for_sale, payment }, Action::Pay { payment }][below(2)]
        }
        4 => Action::Add { piece: stored, at, turn },
        5 => Action::Remove { piece: standing },
        6 => Action::Swap { piece: stored, out: standing, turn },
        7 => Action::Place { piece: waiting, at, turn },
        8 => [Action::Decline, Action::EndTurn][below(2)],
        _ => [Action::Reserve { piece: waiting }, Action::Gift { piece: waiting }][below(2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModuleId, Seeded, Setup};
    use std::collections::BTreeSet;

    /// Actions of modules, what is asked about a price, and cards beyond those of money are among what the law tries.
    #[test]
    fn the_law_tries_whatever_the_types_can_hold() {
        let all = ModuleId::ALL.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
        let (mut luck, mut dice) = (Seeded::new(4), Quick::new(4));
        let mut game = GameState::new(&all, &mut Io::silent(&mut luck)).unwrap();
        let (mut tried, mut actions) = (BTreeSet::new(), Vec::new());
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            for _ in 0..4 {
                dice.bits();
                match derived(&game, seat, dice) {
                    Some((_, Action::Module(_))) => drop(tried.insert("module")),
                    Some((_, Action::Modify { .. })) => drop(tried.insert("modify")),
                    Some((_, Action::PayCard { card })) if card.number() >= 58 => {
                        tried.insert("other cards");
                    }
                    Some((_, Action::Pay { payment } | Action::Buy { payment, .. }))
                        if payment.each().any(|card| card.number() >= 58) =>
                    {
                        tried.insert("other cards");
                    }
                    _ => {}
                }
            }
            let action = actions[dice.below(actions.len() as u32) as usize];
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
        assert_eq!(tried.into_iter().collect::<Vec<_>>(), ["modify", "module", "other cards"]);
    }
}
