//! What scenarios cannot show yet: payments that need modules of their own.

use super::*;
use crate::core::cards::Cards;
use crate::core::catalogue::CardKind;
use crate::core::paying;
use crate::core::payment::PayRules;
use crate::{Io, Seeded, Setup};

fn ducats(values: &[u8]) -> Cards {
    values.iter().map(|v| CardKind::money(Currency::Ducat, *v)).collect()
}

/// Seat 0 lays down cards for a tile of seat 1; what each has and what lies on the discard pile afterwards.
fn handed_over(payment: Cards) -> (Cards, Cards, GameState) {
    let setup = Setup::players(3).with(ModuleId::PersonalBuildingMarket);
    let mut luck = Seeded::new(3);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let [buyer, owner] = [0, 1].map(|i| Seat::new(i).unwrap());
    g.core.hands[0] = payment;
    g.core.seen[0] = Cards::EMPTY;
    let before = g.core.hands[1];
    let mut io = Io::silent(&mut luck);
    paying::hand_over(&mut Cx { g: &mut g, io: &mut io }, buyer, payment, Cards::EMPTY, Payee::Seat(owner));
    (g.core.hands[1].minus(before), g.core.deck.discard, g)
}

/// AT-41-4: a master builder leaves the game however it is used; the owner gets the rest.
#[test]
fn a_master_builder_is_not_handed_over() {
    let builder = Cards::one(CardKind::master_builder(Currency::Ducat));
    let (got, discarded, g) = handed_over(ducats(&[7]).plus(builder));
    assert_eq!((got, discarded), (ducats(&[7]), Cards::EMPTY));
    assert_eq!(g.core.shared.gone, builder);
    assert!(g.core.hands[0].is_empty());
}

/// AT-41-5: a treasure closes the gap, the payment is exact, and the owner gets what lies in cards.
#[test]
fn a_treasure_brings_the_owner_nothing() {
    let mut rules = PayRules::market(9, Currency::Ducat);
    rules.cover = 3;
    let paid = rules.check(ducats(&[7]), ducats(&[7])).unwrap();
    assert!(paid.exact);
    assert_eq!(handed_over(ducats(&[7])).0, ducats(&[7]));
}

/// AMB-41-3: coins go to the owner like cards.
#[test]
fn coins_go_to_the_owner() {
    let coin = Cards::one(CardKind::coin(Currency::Ducat));
    assert_eq!(handed_over(ducats(&[4]).plus(coin)).0, ducats(&[4]).plus(coin));
}
