//! The one payment model (rules part 1 §5): what a price may be paid with, and which payments are worth
//! offering.
//!
//! A request for payment is data: a price and the purses it may come from. A purse is a set of kinds that may
//! be mixed; a payment takes cards out of exactly one purse. The base game has one purse per market space;
//! modules add others (diamonds alone, two joined currencies, any mix).

use super::building::Currency;
use super::cards::{Cards, KindSet, value_of};
use super::catalogue::CardKind;
use super::coins::Coins;
use super::seat::Seat;
use crate::illegal::Illegal;
use serde::{Deserialize, Serialize};

/// Kinds that may be mixed in one payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Purse {
    /// What may be laid down.
    pub kinds: KindSet,
    /// A card without value that must be laid down as well (an exchange card). It has to be of use: a payment
    /// that a purse without such a card accepts is refused with one.
    pub with: Option<CardKind>,
}

/// Who gets the money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Payee {
    /// The discard pile.
    #[default]
    Discard,
    /// Another player.
    Seat(Seat),
}

/// How a price may be paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PayRules {
    /// What has to be paid at least.
    pub price: u8,
    /// Whether more than the price is refused.
    pub exact_only: bool,
    /// Who gets the money.
    pub payee: Payee,
    // Apart rather than as pairs: this is copied for every tile somebody looks at.
    kinds: [KindSet; PURSES],
    with: [Option<CardKind>; PURSES],
    purses: u8,
}

/// The most purses a price can have: its currency, diamonds, and its currency joined with each other one.
const PURSES: usize = 6;

impl PayRules {
    /// A price in one currency, paid to the discard pile: the rule of the building market.
    #[inline]
    pub fn market(price: u8, currency: Currency) -> PayRules {
        let mut rules = PayRules { price, ..PayRules::default() };
        rules.allow(Purse { kinds: KindSet::money(currency), with: None });
        rules
    }

    /// Adds a purse.
    ///
    /// # Panics
    /// When more than six purses are added; no combination of modules has that many.
    #[inline]
    pub fn allow(&mut self, purse: Purse) {
        let i = usize::from(self.purses);
        self.kinds[i] = purse.kinds;
        self.with[i] = purse.with;
        self.purses += 1;
    }

    /// The purses; a payment fits one of them.
    #[inline]
    pub fn purses(&self) -> impl Iterator<Item = Purse> + '_ {
        let all = self.kinds.iter().zip(&self.with).take(usize::from(self.purses));
        all.map(|(&kinds, &with)| Purse { kinds, with })
    }

    /// Whether `payment` out of `hand` pays this price.
    ///
    /// # Errors
    /// Which card is not held or not accepted, or how much is missing.
    pub fn check(&self, hand: Cards, payment: Cards) -> Result<Paid, Illegal> {
        if let Some((card, n)) = payment.iter().find(|&(card, n)| hand.count(card) < n) {
            return Err(Illegal::CardNotHeld { card, held: hand.count(card), needed: n });
        }
        let fits = |purse: Purse| match purse.with {
            None => within(payment, purse.kinds),
            Some(card) => {
                payment.count(card) > 0 && {
                    let money = payment.minus(Cards::one(card));
                    within(money, purse.kinds) && !self.plain(money)
                }
            }
        };
        if !self.purses().any(fits) {
            return Err(self.misfit(payment));
        }
        let paid = payment.total();
        let price = u16::from(self.price);
        if paid < price {
            return Err(Illegal::TooLittle { paid, price });
        }
        if paid > price && self.exact_only {
            return Err(Illegal::NotExact { paid, price });
        }
        Ok(Paid { paid, excess: paid - price })
    }

    /// Whether a purse that asks for no other card accepts these.
    fn plain(&self, cards: Cards) -> bool {
        self.purses().any(|purse| purse.with.is_none() && within(cards, purse.kinds))
    }

    /// Why no purse accepts a payment.
    fn misfit(&self, payment: Cards) -> Illegal {
        let open = |purse: &Purse| purse.with.is_none_or(|card| payment.count(card) > 0);
        let accepted = |card: &CardKind| {
            self.purses().filter(open).any(|p| p.kinds.contains(*card) || p.with == Some(*card))
        };
        if let Some(card) = payment.each().find(|card| !accepted(card)) {
            return Illegal::CardNotAccepted { card };
        }
        let idle = |card: &CardKind| payment.count(*card) > 0 && self.plain(payment.minus(Cards::one(*card)));
        match self.purses().filter_map(|purse| purse.with).find(idle) {
            Some(card) => Illegal::CardWithoutUse { card },
            None => Illegal::CardsNotMixed { cards: payment },
        }
    }

    /// Calls `found` with every minimal payment out of `hand`, in ascending order and each once: no card of it
    /// could be left out. Cards of one kind are counted, so no two payments differ by identical cards only.
    pub fn minimal(&self, hand: Cards, mut found: impl FnMut(Cards)) {
        if self.price == 0 {
            if self.plain(Cards::EMPTY) {
                found(Cards::EMPTY);
            }
            return;
        }
        if self.purses == 1 {
            let only = Purse { kinds: self.kinds[0], with: self.with[0] };
            return self.minimal_from(only, hand, &mut found);
        }
        // Kinds of different purses interleave (coins stand above exchange cards, those above diamonds).
        let mut all = Vec::new();
        for purse in self.purses() {
            self.minimal_from(purse, hand, &mut |payment| all.push(payment));
        }
        all.sort_unstable();
        all.dedup();
        all.into_iter().for_each(found);
    }

    fn minimal_from(&self, purse: Purse, hand: Cards, found: &mut impl FnMut(Cards)) {
        let money = hand.only(purse.kinds);
        let (price, reach) = (u16::from(self.price), money.total());
        if reach < price {
            return;
        }
        if let (None, Some(coins)) = (purse.with, Coins::only(hand, purse.kinds)) {
            return coins.minimal(price, self.exact_only, found);
        }
        let search = Search::new(price, self.exact_only, money);
        match purse.with {
            None => search.pick(0, Cards::EMPTY, 0, u16::MAX, reach, found),
            Some(card) if hand.count(card) == 0 => {}
            // What a plain purse pays it pays without this card.
            Some(card) => search.pick(0, Cards::EMPTY, 0, u16::MAX, reach, &mut |money: Cards| {
                if !self.plain(money) {
                    found(money.with_copies(card, 1));
                }
            }),
        }
    }

    /// Whether `hand` can pay at all.
    #[inline]
    pub fn affordable(&self, hand: Cards) -> bool {
        if !self.exact_only {
            return self.purses().any(|purse| {
                purse.with.is_none_or(|card| hand.count(card) > 0)
                    && hand.only(purse.kinds).total() >= u16::from(self.price)
            });
        }
        let mut any = false;
        self.minimal(hand, |_| any = true);
        any
    }

    /// The payments worth offering, best first: exact, then least lost, then the one that keeps the most
    /// prices payable exactly, then the fewest cards.
    pub fn offers(&self, hand: Cards) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.minimal(hand, |payment| {
            let paid = payment.total();
            let left = hand.minus(payment);
            offers.push(Offer {
                payment,
                paid,
                lost: paid - u16::from(self.price),
                exact: paid == u16::from(self.price),
                keeps: Currency::ALL.into_iter().map(|c| exact_prices(left, c)).sum(),
            });
        });
        offers.sort_by_key(|o| (!o.exact, o.lost, std::cmp::Reverse(o.keeps), o.payment.len(), o.payment));
        offers
    }
}

/// What an accepted payment came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The sum of all cards.
    pub paid: u16,
    /// What was paid beyond the price.
    pub excess: u16,
}

/// A payment worth offering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The cards.
    pub payment: Cards,
    /// Their sum.
    pub paid: u16,
    /// What is paid beyond the price.
    pub lost: u16,
    /// Whether the sum is the price.
    pub exact: bool,
    /// How many prices from 2 to 13, over all four currencies, the rest of the hand could pay exactly.
    pub keeps: u32,
}

/// Whether all cards are of these kinds.
#[inline]
fn within(cards: Cards, kinds: KindSet) -> bool {
    cards.kinds().0 & !kinds.0 == 0
}

/// How many prices of the building market (2 to 13) in one currency these cards could pay exactly, with money
/// of that currency or with diamonds.
pub fn exact_prices(cards: Cards, currency: Currency) -> u32 {
    let sums = |kinds| {
        let values = cards.only(kinds).each().map(value_of);
        values.fold(1u64, |sums, value| sums | sums << value)
    };
    let payable = sums(KindSet::money(currency)) | sums(KindSet::DIAMONDS);
    (payable & 0b11_1111_1111_1100).count_ones()
}

/// Depth-first search over kinds, highest first, for payments without a spare card.
struct Search {
    price: u16,
    exact_only: bool,
    money: Cards,
    /// The kinds that can be laid down, highest first.
    kinds: [u8; 64],
    n: usize,
}

impl Search {
    fn new(price: u16, exact_only: bool, money: Cards) -> Search {
        let mut search = Search { price, exact_only, money, kinds: [0; 64], n: 0 };
        let mut left = money.kinds().0;
        while left != 0 {
            let kind = 63 - left.leading_zeros() as u8;
            left &= !(1 << kind);
            search.kinds[search.n] = kind;
            search.n += 1;
        }
        search
    }

    /// Decides about kind `i` and those after it, worth `reach` together; `sum` is paid so far, its cheapest
    /// card being worth `least`.
    fn pick(&self, i: usize, paid: Cards, sum: u16, least: u16, reach: u16, found: &mut impl FnMut(Cards)) {
        if i == self.n {
            return;
        }
        let kind = CardKind::from_number(self.kinds[i & 63]);
        let copies = self.money.count(kind);
        let value = u16::from(value_of(kind));
        let after = reach - value * u16::from(copies);
        if sum + after >= self.price {
            self.pick(i + 1, paid, sum, least, after, found);
        }
        let least = least.min(value);
        let mut sum = sum;
        for n in 1..=copies {
            sum += value;
            if sum >= self.price {
                // A covering payment is minimal if its cheapest card is needed; more cards never help.
                if sum - least < self.price && !(self.exact_only && sum > self.price) {
                    found(paid.with_copies(kind, n));
                }
                return;
            }
            if sum + after >= self.price {
                self.pick(i + 1, paid.with_copies(kind, n), sum, least, after, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(rules.check(hand, useful), Ok(Paid { paid: 9, excess: 0 }));
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

    #[test]
    fn refusals_name_the_card_or_the_sum() {
        let rules = PayRules::market(10, Currency::Denar);
        let hand = denar(&[5, 6]);
        assert_eq!(rules.check(hand, hand).unwrap(), Paid { paid: 11, excess: 1 });
        assert_eq!(rules.check(hand, denar(&[6])), Err(Illegal::TooLittle { paid: 6, price: 10 }));
        let nine = CardKind::money(Currency::Denar, 9);
        assert_eq!(
            rules.check(hand, denar(&[9])),
            Err(Illegal::CardNotHeld { card: nine, held: 0, needed: 1 })
        );
        let florin = Cards::one(CardKind::money(Currency::Florin, 9));
        assert!(matches!(rules.check(florin, florin), Err(Illegal::CardNotAccepted { .. })));
    }

    #[test]
    fn a_price_of_nothing_is_paid_with_nothing() {
        let rules = PayRules::market(0, Currency::Denar);
        assert_eq!(rules.offers(Cards::EMPTY)[0].payment, Cards::EMPTY);
        assert!(rules.check(Cards::EMPTY, Cards::EMPTY).is_ok());
    }
}
