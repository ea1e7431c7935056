//! Module 2, Currency Exchange Cards: six cards in the money deck, each showing two currencies, with which a
//! tile may be paid in both of them.
//!
//! Everything else is the core's: a card without value goes to the display, is taken alone, kept in the hand,
//! discarded with the payment and shuffled in again.

use crate::GameState;
use crate::core::cards::KindSet;
use crate::core::catalogue::{CardClass, CardKind, Provenance, card};
use crate::core::payment::{PayRules, Purse, Request};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch};
use crate::registry::ModuleId;

/// Module 2.
#[derive(Clone, Copy, Debug)]
pub struct CurrencyExchangeCards;

impl Module for CurrencyExchangeCards {
    const ID: ModuleId = ModuleId::CurrencyExchangeCards;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "currency-exchange-cards",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 1,
        touches: &[Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the card of florin and denar", Provenance::Found),
            ("the other five pairs of currencies", Provenance::Inferred),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P3]);
    type State = ();
    type Action = Never;
    type Frame = Never;

    /// U12: two into each of the second, third and fourth pile; which ones is left to the shuffle.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.piles = supply.piles.plus(CARDS.into_iter().collect());
        for pile in 1..=3 {
            supply.insert(CardClass::Exchange, pile, 2);
        }
    }

    /// P3: a card that shows the currency asked for joins the other one to it (A-P-3).
    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        let (Some(currency), false) = (request.currency, pay.any_mix) else { return };
        for kind in CARDS {
            let shown = card(kind).currencies;
            if shown.contains(&Some(currency)) {
                let kinds = shown.into_iter().flatten().map(KindSet::money).fold(KindSet(0), KindSet::or);
                pay.allow(Purse { kinds, with: Some(kind) });
            }
        }
    }
}

/// One card for each pair of currencies.
const CARDS: [CardKind; 6] = {
    let mut cards = [CardKind::from_number(47); 6];
    let mut i = 1;
    while i < cards.len() {
        cards[i] = CardKind::from_number(47 + i as u8);
        i += 1;
    }
    cards
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::building::Currency;
    use crate::core::deck::SPECIAL;
    use crate::{Cards, Io, Seeded, Setup};

    #[test]
    fn there_is_one_card_for_each_pair_of_currencies() {
        let exchange: Vec<CardKind> = CardKind::all().filter(|k| k.class() == CardClass::Exchange).collect();
        assert_eq!(exchange, CARDS);
        assert_eq!(CARDS.into_iter().collect::<Cards>().kinds(), KindSet::EXCHANGE);
        for currency in Currency::ALL {
            assert_eq!(CARDS.iter().filter(|k| card(**k).currencies.contains(&Some(currency))).count(), 3);
        }
    }

    #[test]
    fn two_cards_lie_in_each_of_three_piles() {
        for players in 2..=6 {
            let setup = Setup::players(players).with(ModuleId::CurrencyExchangeCards);
            let game = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(3))).unwrap();
            let class = SPECIAL.iter().position(|c| *c == CardClass::Exchange).unwrap();
            assert_eq!(game.core.deck.piles.map(|pile| pile.special[class]), [0, 2, 2, 2, 0]);
        }
    }
}
