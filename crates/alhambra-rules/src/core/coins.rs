//! Minimal payments out of the money of one currency: what nearly every purchase asks for.
//!
//! Nine kinds with values 1 to 9 and few cards of each fit into one word, and paying from the highest card down
//! makes every payment minimal as soon as it is enough: each of its cards is worth at least the last one.

use super::building::Currency;
use super::cards::{Cards, KindSet, worth};

/// The money of one currency in a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins {
    currency: Currency,
    /// The kinds held, bit n being the card of value n + 1.
    kinds: u32,
    /// How many of each: the planes of [`Cards`] behind each other, nine bits each.
    held: u32,
}

/// Copies of the first kind, spread over the planes.
const COPIES: [u32; 8] = {
    let mut copies = [0; 8];
    let mut n = 0;
    while n < 8 {
        copies[n] = (n & 1 | (n >> 1 & 1) << 9 | (n >> 2) << 18) as u32;
        n += 1;
    }
    copies
};

impl Coins {
    /// The money of this currency in `hand`.
    #[inline]
    pub(crate) fn of(hand: Cards, currency: Currency) -> Coins {
        let [ones, twos, fours] = hand.planes(currency);
        Coins { currency, kinds: ones | twos | fours, held: ones | twos << 9 | fours << 18 }
    }

    /// The same, if exactly these kinds may be laid down and they are the money of one currency.
    pub(crate) fn only(hand: Cards, kinds: KindSet) -> Option<Coins> {
        let currency = Currency::ALL.into_iter().find(|currency| KindSet::money(*currency) == kinds)?;
        Some(Coins::of(hand, currency))
    }

    /// Calls `found` with every minimal payment of a price above 0, in ascending order.
    #[inline]
    pub(crate) fn minimal(self, price: u16, exact_only: bool, found: &mut impl FnMut(Cards)) {
        if self.below(9) >= price {
            Paying { coins: self, exact_only }.pay(self.kinds, price, 0, found);
        }
    }

    #[inline(always)]
    fn copies(self, kind: u32) -> u16 {
        let bits = self.held >> kind;
        (bits & 1 | bits >> 8 & 2 | bits >> 16 & 4) as u16
    }

    /// What the kinds below `kind` are worth together.
    #[inline(always)]
    fn below(self, kind: u32) -> u16 {
        let lower = (1 << kind) - 1;
        worth([self.held & lower, self.held >> 9 & lower, self.held >> 18 & lower])
    }
}

struct Paying {
    coins: Coins,
    exact_only: bool,
}

impl Paying {
    /// Pays what is still `due` with these kinds, which are worth as much, on top of what is `paid`.
    fn pay(&self, kinds: u32, due: u16, paid: u32, found: &mut impl FnMut(Cards)) {
        let kind = kinds.ilog2();
        let (rest, value) = (kinds ^ 1 << kind, kind as u16 + 1);
        let below = self.coins.below(kind);
        if below >= due {
            self.pay(rest, due, paid, found);
        }
        let mut due = due;
        for n in 1..=self.coins.copies(kind) {
            let paid = paid | COPIES[usize::from(n) & 7] << kind;
            if due <= value {
                if due == value || !self.exact_only {
                    let planes = [paid & 0x1ff, paid >> 9 & 0x1ff, paid >> 18];
                    found(Cards::from_planes(planes, self.coins.currency));
                }
                return;
            }
            due -= value;
            if below >= due {
                self.pay(rest, due, paid, found);
            }
        }
    }
}
