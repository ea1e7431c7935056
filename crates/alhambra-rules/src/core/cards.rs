//! Multisets of cards: hands, payments, the discard pile and what is left of the deck.
//!
//! Cards of one kind are interchangeable, so a hand is counts, never a list. The counts (0 to 7 for each of
//! the 64 kinds a hand can hold) are bit-sliced over three words: 24 bytes, subset and sum in a few
//! instructions (ADR 0011).

use super::building::Currency;
use super::catalogue::{CardKind, VALUE, select};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of card kinds a hand can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindSet(pub u64);

impl KindSet {
    /// The nine money cards of one currency.
    pub const fn money(currency: Currency) -> KindSet {
        KindSet(0x1ff << (9 * currency as u32))
    }

    /// All 36 money cards.
    pub const MONEY: KindSet = KindSet(0xf_ffff_ffff);
    /// The diamonds.
    pub const DIAMONDS: KindSet = KindSet(0x7f << 36);
    /// The master builders.
    pub const MASTER_BUILDERS: KindSet = KindSet(0xf << 43);
    /// The exchange cards.
    pub const EXCHANGE: KindSet = KindSet(0x3f << 47);
    /// The coins: they lie open, and no pile ever holds them.
    pub const COINS: KindSet = KindSet(0xf << 54);

    /// Whether `kind` is in the set.
    pub const fn contains(self, kind: CardKind) -> bool {
        kind.number() < 64 && self.0 >> kind.number() & 1 != 0
    }

    /// Everything in either set.
    #[must_use]
    pub const fn or(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

/// A multiset of cards.
///
/// ```
/// use alhambra_rules::{CardKind, Cards, Currency};
/// let hand: Cards = [7, 2, 2].map(|v| CardKind::money(Currency::Denar, v)).into_iter().collect();
/// assert_eq!((hand.len(), hand.total()), (3, 11));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards {
    ones: u64,
    twos: u64,
    fours: u64,
}

/// For each binary digit of a value, the kinds whose value has it: sums become population counts.
const DIGITS: [u64; 4] = {
    let mut digits = [0; 4];
    let mut kind = 0;
    while kind < 64 {
        let mut digit = 0;
        while digit < 4 {
            digits[digit] |= ((VALUE[kind] >> digit & 1) as u64) << kind;
            digit += 1;
        }
        kind += 1;
    }
    digits
};

/// The worth of every set of money cards of one currency, bit n being the card of value n + 1.
///
/// What a purse of one currency holds is asked for every tile of the market at every decision.
static WORTH: [u8; 512] = {
    let mut worth = [0; 512];
    let mut set = 1;
    while set < 512 {
        // The lowest card, and the rest of the set, which stands earlier in the table.
        worth[set] = worth[set & (set - 1)] + set.trailing_zeros() as u8 + 1;
        set += 1;
    }
    worth
};

/// The worth of money of one currency, from its [`planes`](Cards::planes).
#[inline(always)]
pub(crate) fn worth(planes: [u32; 3]) -> u16 {
    let [ones, twos, fours] = planes.map(|set| u16::from(WORTH[set as usize & 511]));
    ones + 2 * twos + 4 * fours
}

/// Sum of the values of a set of kinds.
const fn value_of_set(kinds: u64) -> u32 {
    (kinds & DIGITS[0]).count_ones()
        + 2 * (kinds & DIGITS[1]).count_ones()
        + 4 * (kinds & DIGITS[2]).count_ones()
        + 8 * (kinds & DIGITS[3]).count_ones()
}

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards { ones: 0, twos: 0, fours: 0 };

    /// A single card.
    pub const fn one(kind: CardKind) -> Cards {
        Cards { ones: 1 << kind.number(), twos: 0, fours: 0 }
    }

    /// How many of `kind`.
    #[inline]
    pub const fn count(&self, kind: CardKind) -> u8 {
        let k = kind.number();
        if k >= 64 {
            return 0;
        }
        ((self.ones >> k & 1) | (self.twos >> k & 1) << 1 | (self.fours >> k & 1) << 2) as u8
    }

    /// These cards and `n` copies of a kind that is not among them.
    #[inline]
    pub(crate) const fn with_copies(self, kind: CardKind, n: u8) -> Cards {
        let k = kind.number();
        Cards {
            ones: self.ones | (n as u64 & 1) << k,
            twos: self.twos | (n as u64 >> 1 & 1) << k,
            fours: self.fours | (n as u64 >> 2 & 1) << k,
        }
    }

    /// The money of one currency: kinds held once, twice and four times added together, bit n being value n + 1.
    #[inline]
    pub(crate) fn planes(self, currency: Currency) -> [u32; 3] {
        let shift = 9 * currency as u32;
        [self.ones, self.twos, self.fours].map(|plane| (plane >> shift & 0x1ff) as u32)
    }

    /// The cards with these [`planes`](Cards::planes).
    #[inline]
    pub(crate) const fn from_planes(planes: [u32; 3], currency: Currency) -> Cards {
        let shift = 9 * currency as u32;
        let [ones, twos, fours] = planes;
        Cards { ones: (ones as u64) << shift, twos: (twos as u64) << shift, fours: (fours as u64) << shift }
    }

    /// Adds one card.
    pub fn add(&mut self, kind: CardKind) {
        *self = self.plus(Cards::one(kind));
    }

    /// Takes one card away, if it is there.
    pub fn take(&mut self, kind: CardKind) -> bool {
        let has = self.count(kind) > 0;
        if has {
            *self = self.minus(Cards::one(kind));
        }
        has
    }

    /// Both together. No kind has more than seven copies in the box, so the sum always fits.
    #[must_use]
    #[inline]
    pub const fn plus(self, other: Cards) -> Cards {
        let carry1 = self.ones & other.ones;
        let half = self.twos ^ other.twos;
        let carry2 = self.twos & other.twos | half & carry1;
        debug_assert!(self.fours & other.fours == 0 && (self.fours | other.fours) & carry2 == 0);
        Cards { ones: self.ones ^ other.ones, twos: half ^ carry1, fours: self.fours | other.fours | carry2 }
    }

    /// What is left without `other`, which must be contained.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Cards) -> Cards {
        let borrow1 = !self.ones & other.ones;
        let half = self.twos ^ other.twos;
        let borrow2 = !self.twos & other.twos | !half & borrow1;
        Cards {
            ones: self.ones ^ other.ones,
            twos: half ^ borrow1,
            fours: self.fours ^ other.fours ^ borrow2,
        }
    }

    /// Whether all of `other` is here.
    #[inline]
    pub const fn contains_all(self, other: Cards) -> bool {
        let borrow1 = !self.ones & other.ones;
        let half = self.twos ^ other.twos;
        let borrow2 = !self.twos & other.twos | !half & borrow1;
        let last = self.fours ^ other.fours;
        (!self.fours & other.fours | !last & borrow2) == 0
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.ones | self.twos | self.fours == 0
    }

    /// The kinds present.
    #[inline]
    pub const fn kinds(self) -> KindSet {
        KindSet(self.ones | self.twos | self.fours)
    }

    /// Only the cards whose kind is in `kinds`.
    #[must_use]
    #[inline]
    pub const fn only(self, kinds: KindSet) -> Cards {
        Cards { ones: self.ones & kinds.0, twos: self.twos & kinds.0, fours: self.fours & kinds.0 }
    }

    /// Sum of the money cards of one currency.
    #[inline]
    pub fn total_of(self, currency: Currency) -> u16 {
        worth(self.planes(currency))
    }

    /// Sum of the values of all cards.
    #[inline]
    pub const fn total(self) -> u16 {
        let mut total = value_of_set(self.ones);
        // Hands seldom hold a kind twice, and nothing else is counted as often.
        if self.twos | self.fours != 0 {
            total += 2 * value_of_set(self.twos) + 4 * value_of_set(self.fours);
        }
        total as u16
    }

    /// The kinds present with their counts, lowest kind first.
    pub fn iter(self) -> impl Iterator<Item = (CardKind, u8)> {
        let mut kinds = self.kinds().0;
        std::iter::from_fn(move || {
            if kinds == 0 {
                return None;
            }
            let kind = CardKind::from_number(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            Some((kind, self.count(kind)))
        })
    }

    /// Every single card, lowest kind first.
    pub fn each(self) -> impl Iterator<Item = CardKind> {
        self.iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, usize::from(n)))
    }

    /// Card number `k` when all cards are numbered in a fixed order: with `k` uniform, a uniform draw.
    ///
    /// # Panics
    /// When there are not more than `k` cards.
    pub fn nth(self, k: u32) -> CardKind {
        let (ones, twos) = (self.ones.count_ones(), 2 * self.twos.count_ones());
        let (plane, k) = if k < ones {
            (self.ones, k)
        } else if k < ones + twos {
            (self.twos, (k - ones) / 2)
        } else {
            (self.fours, (k - ones - twos) / 4)
        };
        CardKind::from_number(select(plane, k) as u8)
    }
}

/// Highest kind first: the order in which the payment solver finds payments.
impl Ord for Cards {
    fn cmp(&self, other: &Cards) -> std::cmp::Ordering {
        let differ = (self.ones ^ other.ones) | (self.twos ^ other.twos) | (self.fours ^ other.fours);
        if differ == 0 {
            return std::cmp::Ordering::Equal;
        }
        let kind = CardKind::from_number(63 - differ.leading_zeros() as u8);
        self.count(kind).cmp(&other.count(kind))
    }
}

impl PartialOrd for Cards {
    fn partial_cmp(&self, other: &Cards) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl FromIterator<CardKind> for Cards {
    fn from_iter<T: IntoIterator<Item = CardKind>>(cards: T) -> Cards {
        let mut all = Cards::EMPTY;
        for card in cards {
            all.add(card);
        }
        all
    }
}

impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("no cards");
        }
        for (i, kind) in self.each().enumerate() {
            write!(f, "{}{kind}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() {
            s.collect_seq(self.each())
        } else {
            (self.ones, self.twos, self.fours).serialize(s)
        }
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Cards, D::Error> {
        if d.is_human_readable() {
            let list = Vec::<CardKind>::deserialize(d)?;
            let mut cards = Cards::EMPTY;
            for kind in list {
                if kind.number() >= 64 {
                    return Err(D::Error::custom(format!("{kind} is not held in a hand")));
                }
                if cards.count(kind) == 7 {
                    return Err(D::Error::custom(format!("there are not eight {kind} in the box")));
                }
                cards.add(kind);
            }
            Ok(cards)
        } else {
            let (ones, twos, fours) = Deserialize::deserialize(d)?;
            let cards = Cards { ones, twos, fours };
            match (0..64).find(|&k| cards.kinds().0 >> k & 1 != 0 && CardKind::new(k).is_none()) {
                Some(k) => Err(D::Error::custom(format!("there is no card of kind {k}"))),
                None => Ok(cards),
            }
        }
    }
}

/// Mostly a few cards, now and then any counts that can be written.
#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Cards {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Cards> {
        let kinds: Vec<CardKind> = CardKind::all().filter(|kind| kind.in_hand()).collect();
        let mut cards = Cards::EMPTY;
        if u.ratio(1, 8)? {
            for kind in kinds {
                cards = cards.with_copies(kind, u.int_in_range(0..=7)?);
            }
            return Ok(cards);
        }
        for _ in 0..u.choose_index(8)? {
            let kind = *u.choose(&kinds)?;
            if cards.count(kind) < 7 {
                cards.add(kind);
            }
        }
        Ok(cards)
    }
}

/// The value of a card kind below 64, straight from the table.
pub(crate) const fn value_of(kind: CardKind) -> u8 {
    VALUE[kind.number() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn money() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(0u8..36, 0..40).prop_map(|mut kinds| {
            kinds.sort_unstable();
            let mut kept = Vec::new();
            for k in kinds {
                if kept.iter().filter(|&&o| o == k).count() < 3 {
                    kept.push(k);
                }
            }
            kept
        })
    }

    fn cards(kinds: &[u8]) -> Cards {
        kinds.iter().map(|&k| CardKind::from_number(k)).collect()
    }

    proptest! {
        #[test]
        fn counts_behave_like_lists(a in money(), b in money()) {
            let (x, y) = (cards(&a), cards(&b));
            prop_assert_eq!(x.len() as usize, a.len());
            prop_assert_eq!(x.total(), a.iter().map(|k| u16::from(k % 9) + 1).sum::<u16>());
            for currency in Currency::ALL {
                prop_assert_eq!(x.total_of(currency), x.only(KindSet::money(currency)).total());
            }
            let held = |of: &[u8], k| of.iter().filter(|&&o| o == k).count();
            prop_assert_eq!(x.contains_all(y), (0..36).all(|k| held(&a, k) >= held(&b, k)));
            prop_assert_eq!(x.plus(y).minus(y), x);
            prop_assert_eq!(x.plus(y).len(), x.len() + y.len());
            let mut drawn: Vec<u8> = (0..x.len()).map(|k| x.nth(k).number()).collect();
            drawn.sort_unstable();
            prop_assert_eq!(drawn, a);
            let json = serde_json::to_string(&x).unwrap();
            prop_assert_eq!(serde_json::from_str::<Cards>(&json).unwrap(), x);
        }
    }

    #[test]
    fn the_highest_kind_decides_the_order() {
        assert!(cards(&[8]) > cards(&[7, 7, 7, 6]));
        assert!(cards(&[8, 8]) > cards(&[8, 7]));
    }

    #[test]
    fn cards_that_do_not_exist_are_refused() {
        assert!(serde_json::from_str::<Cards>(r#"["denar-10"]"#).is_err());
        assert!(serde_json::from_str::<Cards>(r#"["scoring"]"#).is_err());
        let bytes = postcard::to_stdvec(&(1u64 << 60, 0u64, 0u64)).unwrap();
        assert!(postcard::from_bytes::<Cards>(&bytes).is_err());
    }
}
