//! Module 6, Diamonds: ten cards of a fifth currency, which pays on every space of the market but never
//! together with another.
//!
//! Everything else is the core's: diamonds are shuffled, dealt, taken and discarded like money.

use crate::GameState;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Provenance, card};
use crate::core::payment::{PayRules, Purse, Request};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch};
use crate::registry::ModuleId;

/// Module 6.
#[derive(Clone, Copy, Debug)]
pub struct Diamonds;

impl Module for Diamonds {
    const ID: ModuleId = ModuleId::Diamonds;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "diamonds",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 1,
        touches: &[Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[("the values of the ten diamonds", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P3]);
    type State = ();
    type Action = Never;
    type Frame = Never;

    /// U06: all ten, with two players as well.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.deck = supply.deck.plus(diamonds());
    }

    /// P3: diamonds pay in any currency, alone (A-DI-1, A-DI-2).
    fn quote(_: &GameState, _: &Request, pay: &mut PayRules) {
        pay.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    }
}

fn diamonds() -> Cards {
    let kinds = (3..=9).map(CardKind::diamond);
    kinds.flat_map(|kind| std::iter::repeat_n(kind, usize::from(card(kind).copies))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_diamonds_worth_sixty() {
        let values: Vec<u8> = diamonds().each().map(CardKind::value).collect();
        assert_eq!(values, [3, 4, 5, 5, 6, 6, 7, 7, 8, 9]);
        assert_eq!(diamonds().only(KindSet::DIAMONDS), diamonds());
    }
}
