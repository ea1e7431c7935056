//! The payment model against plain re-computation, and the numbers of the rules.

use super::*;
use proptest::prelude::*;

fn denar(values: &[u8]) -> Cards {
    values.iter().map(|&v| CardKind::money(Currency::Denar, v)).collect()
}

fn subsets(hand: &[u8]) -> Vec<Vec<u8>> {
    (0..1u32 << hand.len())
        .map(|set| (0..hand.len()).filter(|i| set >> i & 1 != 0).map(|i| hand[i]).collect())
        .collect()
}

proptest! {
    #[test]
    fn every_minimal_payment_is_found_once_and_in_order(
        hand in proptest::collection::vec(1u8..=9, 0..10), price in 1u8..=20, exact_only: bool
    ) {
        let mut copies = [0u8; 10];
        let hand: Vec<u8> = hand.into_iter().filter(|&v| { copies[v as usize] += 1; copies[v as usize] <= 3 }).collect();
        let mut rules = PayRules::market(price, Currency::Denar);
        rules.exact_only = exact_only;
        let mut found = Vec::new();
        rules.minimal(denar(&hand), |p| found.push(p));
        let mut expected: Vec<Cards> = subsets(&hand)
            .into_iter()
            .filter(|s| {
                let sum: u8 = s.iter().sum();
                let spare = s.iter().min().is_some_and(|least| sum - least >= price);
                sum >= price && !spare && (!exact_only || sum == price)
            })
            .map(|s| denar(&s))
            .collect();
        expected.sort();
        expected.dedup();
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(rules.affordable(denar(&hand)), !found.is_empty());
        for payment in found {
            prop_assert!(rules.check(denar(&hand), payment).is_ok());
        }
    }
}

#[test]
fn the_first_offer_is_exact_when_there_is_one() {
    let rules = PayRules::market(11, Currency::Denar);
    let offers = rules.offers(denar(&[7, 4, 5, 3, 2, 1, 9]));
    assert!(offers[0].exact);
    let last_exact = offers.iter().rposition(|o| o.exact).unwrap();
    assert!(offers[..=last_exact].iter().all(|o| o.exact), "an overpaid offer stands above an exact one");
    assert!(offers.windows(2).all(|w| w[0].exact != w[1].exact || w[0].lost <= w[1].lost));
}

#[test]
fn two_purses_are_not_mixed() {
    let mut rules = PayRules::market(9, Currency::Denar);
    rules.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    let diamond = CardKind::from_number(38);
    let hand = denar(&[4]).plus(Cards::one(diamond));
    assert_eq!(rules.check(hand, hand), Err(Illegal::CardsNotMixed { cards: hand }));
    assert!(!rules.affordable(hand));
}

/// Denar, florin and diamonds in one hand, with the exchange cards of the first two and of denar and ducat.
fn joined(price: u8) -> PayRules {
    let mut rules = PayRules::market(price, Currency::Denar);
    rules.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    for (other, card) in [(Currency::Florin, 48), (Currency::Ducat, 52)] {
        let kinds = KindSet::money(Currency::Denar).or(KindSet::money(other));
        rules.allow(Purse { kinds, with: CardKind::new(card) });
    }
    rules
}

proptest! {
    #[test]
    fn several_purses_give_every_minimal_payment_once_and_in_order(
        hand in proptest::collection::vec(0usize..40, 0..9), price in 0u8..=14, exact_only: bool
    ) {
        let kinds: Vec<u8> = (0..9).chain(18..43).chain([48, 48, 48, 52, 52, 52]).collect();
        let mut held = Cards::EMPTY;
        for i in hand {
            let card = CardKind::from_number(kinds[i % kinds.len()]);
            if held.count(card) < 3 {
                held.add(card);
            }
        }
        let rules = PayRules { exact_only, ..joined(price) };
        let list: Vec<u8> = held.each().map(CardKind::number).collect();
        let cards = |set: &[u8]| -> Cards { set.iter().map(|&k| CardKind::from_number(k)).collect() };
        let mut legal: Vec<Cards> =
            subsets(&list).iter().map(|s| cards(s)).filter(|p| rules.check(held, *p).is_ok()).collect();
        legal.sort();
        legal.dedup();
        let spare = |p: &Cards| legal.iter().any(|less| less != p && p.contains_all(*less));
        let expected: Vec<Cards> = legal.iter().copied().filter(|p| !spare(p)).collect();
        let mut found = Vec::new();
        rules.minimal(held, |p| found.push(p));
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(rules.affordable(held), !found.is_empty());
    }
}

#[test]
fn an_exchange_card_without_use_is_refused() {
    let rules = joined(9);
    let card = CardKind::from_number(48);
    let florin = CardKind::money(Currency::Florin, 4);
    let hand = denar(&[5, 4]).plus([florin, card].into_iter().collect());
    let idle = denar(&[5, 4]).plus(Cards::one(card));
    assert_eq!(rules.check(hand, idle), Err(Illegal::CardWithoutUse { card }));
    let useful: Cards = [CardKind::money(Currency::Denar, 5), florin, card].into_iter().collect();
    assert_eq!(rules.check(hand, useful), Ok(Paid { paid: 9, excess: 0, exact: true }));
    let alone = Cards::one(card);
    assert_eq!(rules.check(hand, alone), Err(Illegal::CardWithoutUse { card }));
    assert_eq!(joined(0).check(hand, alone), Err(Illegal::CardWithoutUse { card }));
}

#[test]
fn what_diamonds_could_pay_is_kept() {
    let nine = denar(&[9]).plus(Cards::one(CardKind::diamond(9)));
    let offers = joined(9).offers(nine);
    assert_eq!(offers[0].payment, denar(&[9]), "a diamond pays on every space");
    assert_eq!((offers[0].keeps, offers[1].keeps), (4, 1));
}

proptest! {
    #[test]
    fn step_by_step_every_minimal_mix_is_reached_once(
        hand in proptest::collection::vec(0u8..36, 0..8), price in 1u8..=14, cover in 0u8..=5, credit in 0u8..=6,
    ) {
        let hand: Cards = hand.into_iter().map(CardKind::from_number).fold(Cards::EMPTY, |mut all, card| {
            if all.count(card) < 3 {
                all.add(card);
            }
            all
        });
        let mut rules = PayRules { cover, ..PayRules::any_mix(price) };
        if credit > 0 {
            rules.give_credit(Currency::Denar, credit);
        }
        prop_assume!(rules.asks_for_cards());
        let mut expected = Vec::new();
        rules.minimal(hand, |payment| expected.push(payment));
        let (mut found, mut open) = (Vec::new(), vec![Cards::EMPTY]);
        while let Some(laid) = open.pop() {
            if rules.check(hand, laid).is_ok() {
                found.push(laid);
                continue;
            }
            let mut next = 0;
            rules.next_cards(hand, laid, |card| {
                next += 1;
                open.push(laid.plus(Cards::one(card)));
            });
            prop_assert!(next > 0 || laid.is_empty(), "stuck with {laid} of {hand}");
        }
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn credit_and_cover_are_part_of_the_one_model(
        hand in proptest::collection::vec(1u8..=9, 0..7), price in 0u8..=14, credit in 0u8..=5, cover in 0u8..=5,
        exact_only: bool,
    ) {
        let mut copies = [0u8; 10];
        let hand: Vec<u8> = hand.into_iter().filter(|&v| { copies[v as usize] += 1; copies[v as usize] <= 3 }).collect();
        let mut rules = PayRules { cover, exact_only, ..PayRules::market(price, Currency::Denar) };
        if credit > 0 {
            rules.give_credit(Currency::Denar, credit);
        }
        let mut legal: Vec<Cards> =
            subsets(&hand).iter().map(|s| denar(s)).filter(|p| rules.check(denar(&hand), *p).is_ok()).collect();
        legal.sort();
        legal.dedup();
        let spare = |p: &Cards| legal.iter().any(|less| less != p && p.contains_all(*less));
        let expected: Vec<Cards> = legal.iter().copied().filter(|p| !spare(p)).collect();
        let mut found = Vec::new();
        rules.minimal(denar(&hand), |p| found.push(p));
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(rules.affordable(denar(&hand)), !found.is_empty());
    }
}

#[test]
fn credit_goes_with_its_own_currency_only() {
    let diamond = CardKind::diamond(4);
    let exchange = CardKind::from_number(47);
    let both = KindSet::money(Currency::Denar).or(KindSet::money(Currency::Dirham));
    let mut rules = PayRules::market(9, Currency::Denar);
    rules.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    rules.allow(Purse { kinds: both, with: Some(exchange) });
    let hand = denar(&[4]).plus([diamond, exchange].into_iter().collect());
    let (mut own, mut other, mut foreign) = (rules, rules, rules);
    own.give_credit(Currency::Denar, 5);
    assert_eq!(own.check(hand, denar(&[4])), Ok(Paid { paid: 9, excess: 0, exact: true }));
    assert!(own.check(hand, Cards::one(diamond)).is_err(), "I1: diamonds go with nothing else");
    other.give_credit(Currency::Dirham, 5);
    assert!(other.check(hand, denar(&[4])).is_err(), "two currencies without an exchange card");
    assert!(other.check(hand, denar(&[4]).plus(Cards::one(exchange))).is_ok());
    foreign.give_credit(Currency::Florin, 9);
    assert!(!foreign.affordable(hand), "no purse holds florins");
}

#[test]
fn a_card_that_overshoots_what_is_covered_is_not_offered() {
    // Without the bound a 9 for a price of 8 led to a decision without an answer.
    let rules = PayRules { cover: 3, ..PayRules::any_mix(8) };
    let hand = denar(&[9, 6]);
    let mut next = Vec::new();
    rules.next_cards(hand, Cards::EMPTY, |card| next.push(card.value()));
    assert_eq!(next, [6]);
    assert!(rules.check(hand, denar(&[6])).is_ok());
}

#[test]
fn a_card_after_which_all_others_overshoot_is_not_offered() {
    // 8 and 7, or 8 and 6, are no gap of 1 any more; 7 and 6 are.
    let rules = PayRules { cover: 1, ..PayRules::any_mix(14) };
    let hand = denar(&[8, 7, 6]);
    let mut next = Vec::new();
    rules.next_cards(hand, Cards::EMPTY, |card| next.push(card.value()));
    assert_eq!(next, [7]);
}

#[test]
fn credit_of_a_joined_currency_pays_with_the_joining_card_alone() {
    let exchange = CardKind::from_number(47);
    let both = KindSet::money(Currency::Denar).or(KindSet::money(Currency::Dirham));
    for exact_only in [false, true] {
        let mut rules = PayRules { exact_only, ..PayRules::market(5, Currency::Denar) };
        rules.allow(Purse { kinds: both, with: Some(exchange) });
        rules.give_credit(Currency::Dirham, 5);
        let mut found = Vec::new();
        rules.minimal(Cards::one(exchange), |payment| found.push(payment));
        assert_eq!(found, [Cards::one(exchange)]);
        assert!(rules.affordable(Cards::one(exchange)) && !rules.affordable(Cards::EMPTY));
        assert!(rules.check(Cards::one(exchange), Cards::one(exchange)).is_ok());
    }
}

#[test]
fn cards_that_are_lent_are_laid_down_like_ones_own() {
    let rules = PayRules { lent: denar(&[3]), ..PayRules::market(8, Currency::Denar) };
    let hand = denar(&[5, 8]);
    let funds = rules.funds(hand);
    assert_eq!(rules.check(funds, denar(&[5, 3])), Ok(Paid { paid: 8, excess: 0, exact: true }), "AT-31-8");
    assert_eq!(rules.check(funds, denar(&[8])), Err(Illegal::NothingBorrowed));
    let mut found = Vec::new();
    rules.minimal(funds, |payment| found.push(payment));
    assert_eq!(found, [denar(&[5, 3])]);
}

#[test]
fn changes_of_a_price_add_up_in_any_order_and_stop_at_nothing() {
    let by = ModuleId::ALL[0];
    let price = |changes: &[i8]| {
        let mut rules = PayRules::market(4, Currency::Denar);
        changes.iter().for_each(|amount| rules.change(by, *amount));
        rules.price
    };
    assert_eq!((price(&[-6, 3]), price(&[3, -6]), price(&[-6])), (1, 1, 0));
    let mut rules = PayRules::market(8, Currency::Denar);
    rules.change(by, 6);
    let (base, mut changes) = rules.pipeline();
    assert_eq!((base, changes.next(), rules.price), (8, Some((by, 6)), 14), "AT-P-12");
}

#[test]
fn coins_go_with_the_money_of_their_currency() {
    let mut rules = PayRules::any_one(5);
    rules.allow(Purse { kinds: KindSet::DIAMONDS, with: None });
    rules.mix_in(|currency| KindSet(1 << CardKind::coin(currency).number()));
    let hand = denar(&[4])
        .plus([CardKind::coin(Currency::Denar), CardKind::coin(Currency::Florin)].into_iter().collect());
    let fits: Cards = denar(&[4]).plus(Cards::one(CardKind::coin(Currency::Denar)));
    assert!(rules.check(hand, fits).is_ok());
    assert!(rules.check(hand, hand).is_err(), "two currencies");
}

#[test]
fn refusals_name_the_card_or_the_sum() {
    let rules = PayRules::market(10, Currency::Denar);
    let hand = denar(&[5, 6]);
    assert_eq!(rules.check(hand, hand).unwrap(), Paid { paid: 11, excess: 1, exact: false });
    assert_eq!(rules.check(hand, denar(&[6])), Err(Illegal::TooLittle { paid: 6, price: 10 }));
    let nine = CardKind::money(Currency::Denar, 9);
    assert_eq!(rules.check(hand, denar(&[9])), Err(Illegal::CardNotHeld { card: nine, held: 0, needed: 1 }));
    let florin = Cards::one(CardKind::money(Currency::Florin, 9));
    assert!(matches!(rules.check(florin, florin), Err(Illegal::CardNotAccepted { .. })));
}

#[test]
fn a_price_of_nothing_is_paid_with_nothing() {
    let rules = PayRules::market(0, Currency::Denar);
    assert_eq!(rules.offers(Cards::EMPTY)[0].payment, Cards::EMPTY);
    assert!(rules.check(Cards::EMPTY, Cards::EMPTY).is_ok());
}
