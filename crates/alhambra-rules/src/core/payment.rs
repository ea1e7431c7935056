//! The one payment model (rules part 1 §5): what a price may be paid with, and which payments are worth
//! offering.
//!
//! A request for payment is data: who pays, for what, and which terms were chosen. Core and modules turn it
//! into [`PayRules`]: a price with what changes it, the purses it may come from, who gets it. A purse is a set
//! of kinds that may be mixed; a payment takes cards out of exactly one purse. The base game has one purse per
//! market space; modules add others (diamonds alone, two joined currencies).

use super::building::Currency;
use super::cards::{Cards, KindSet, value_of};
use super::catalogue::{CardKind, PieceId};
use super::coins::Coins;
use super::flat::Stack;
use super::seat::Seat;
use super::terms::{TERMS, Terms};
use crate::illegal::Illegal;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// What is paid for. It decides what may be paid with and what exactness is worth (rules part 1 §5.4). Stored
/// by position: new ones go to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Context {
    /// A tile on a market space, in one's own turn (C1).
    #[default]
    Tile,
    /// A tile beside the market (C2, C3).
    SideTile,
    /// A tile another player offers (C8).
    PlayersTile,
    /// A tile bought out of turn, for the exact price (C9).
    OutOfTurn,
    /// A tile for a flat price in any mix of currencies (C10).
    AnyMixTile,
    /// Something bought like a building that is no tile, in one currency (C4, C7).
    Thing,
    /// Something bought like a building that is no tile, in any one currency (C5).
    AnyOneThing,
    /// Something paid in any mix of currencies, without rewards (C11).
    AnyMix,
    /// The winning bid of an auction, in any one currency (C13).
    Auction,
    /// A bid that lies on the table until it wins or is beaten: cards of any one currency (C14).
    Escrow,
    /// A tile as a building site, never exact (C6).
    Site,
    /// A tile for the exact price, in any one currency (C17).
    AnyOneTile,
}

/// A request for payment, before anybody has said how it may be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who pays.
    pub seat: Seat,
    /// What for.
    pub context: Context,
    /// The tile, if it is one.
    pub piece: Option<PieceId>,
    /// The price before terms change it.
    pub price: u8,
    /// The currency asked for; `None` leaves it to the payer.
    pub currency: Option<Currency>,
    /// What the payer has chosen to change the price or the payment.
    pub terms: Terms,
}

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
    /// What has to be paid at least, all changes included.
    pub price: u8,
    /// Whether more than the price is refused.
    pub exact_only: bool,
    /// Whether paying the price exactly counts as nothing special.
    pub never_exact: bool,
    /// Whether any currencies may be mixed; the cards are then chosen one after the other.
    pub any_mix: bool,
    /// Who gets the money.
    pub payee: Payee,
    /// A gap of up to this much is closed, and the payment is exact. The cards must then be short.
    pub cover: u8,
    /// Cards of others that may be laid down like one's own; at least one of them must be. Of equal cards these
    /// go first.
    pub lent: Cards,
    credit: u8,
    credit_in: u8,
    base: u8,
    changes: Stack<(u8, i8), CHANGES>,
    // Apart rather than as pairs: this is copied for every tile somebody looks at.
    kinds: [KindSet; PURSES],
    with: [Option<CardKind>; PURSES],
    purses: u8,
}

/// The most purses a price can have: its currency, diamonds, and its currency joined with each other one.
const PURSES: usize = 6;

/// How many modules can change one price: those whose terms were chosen.
const CHANGES: usize = TERMS;

impl PayRules {
    /// A price in one currency, paid to the discard pile: the rule of the building market.
    #[inline]
    pub fn market(price: u8, currency: Currency) -> PayRules {
        let mut rules = PayRules { price, base: price, ..PayRules::default() };
        rules.allow(Purse { kinds: KindSet::money(currency), with: None });
        rules
    }

    /// A price in whichever one currency the payer likes.
    pub fn any_one(price: u8) -> PayRules {
        let mut rules = PayRules { price, base: price, ..PayRules::default() };
        for currency in Currency::ALL {
            rules.allow(Purse { kinds: KindSet::money(currency), with: None });
        }
        rules
    }

    /// A price in any mix of currencies.
    pub fn any_mix(price: u8) -> PayRules {
        let mut rules = PayRules { price, base: price, any_mix: true, ..PayRules::default() };
        rules.allow(Purse { kinds: KindSet::MONEY, with: None });
        rules
    }

    /// What the core says about a request, before modules have been asked.
    pub(crate) fn of(request: &Request) -> PayRules {
        let price = request.price;
        let mut rules = match (request.context, request.currency) {
            (Context::AnyMix | Context::AnyMixTile, _) => PayRules::any_mix(price),
            (Context::AnyOneTile, _) => PayRules::any_one(price),
            (_, Some(currency)) => PayRules::market(price, currency),
            (_, None) => PayRules::any_one(price),
        };
        rules.exact_only = matches!(request.context, Context::OutOfTurn | Context::AnyOneTile);
        rules.never_exact = request.context == Context::Site;
        rules
    }

    /// Raises (or lowers) the price. The changes add up and the price stops at 0, so their order does not
    /// matter (rules part 1 §5.3).
    ///
    /// # Panics
    /// When more modules change one price than the box has modules that can.
    pub fn change(&mut self, by: ModuleId, amount: i8) {
        self.changes.push((by.number(), amount)).expect("a module changes a price once");
        let sum: i16 = self.changes.iter().map(|(_, amount)| i16::from(*amount)).sum();
        self.price = (i16::from(self.base) + sum).clamp(0, i16::from(u8::MAX)) as u8;
    }

    /// Adds value of a currency that counts as paid without being cards. It is spent whole, so only purses that
    /// hold money of this currency are left to pay from.
    pub fn give_credit(&mut self, currency: Currency, value: u8) {
        self.credit = self.credit.saturating_add(value);
        self.credit_in |= 1 << currency as u8;
    }

    /// What counts as paid without being cards.
    pub fn credit(&self) -> u8 {
        self.credit
    }

    /// What can be laid down out of a hand: the hand and what is lent.
    pub(crate) fn funds(&self, hand: Cards) -> Cards {
        if self.lent.is_empty() { hand } else { hand.plus(self.lent) }
    }

    /// Whether a payment uses what is lent, if anything is.
    fn borrows(&self, payment: Cards) -> bool {
        self.lent.is_empty() || payment.kinds().0 & self.lent.kinds().0 != 0
    }

    /// The price before anything changed it, and what changed it.
    pub fn pipeline(&self) -> (u8, impl Iterator<Item = (ModuleId, i8)> + '_) {
        let changes = self.changes.iter();
        (self.base, changes.filter_map(|(by, amount)| Some((ModuleId::with_number(*by)?, *amount))))
    }

    /// Lets kinds that carry a currency go into every purse that holds money of that currency.
    pub fn mix_in(&mut self, kinds: impl Fn(Currency) -> KindSet) {
        let joined = Currency::ALL.map(|currency| (KindSet::money(currency).0, kinds(currency).0));
        for purse in &mut self.kinds[..usize::from(self.purses).min(PURSES)] {
            for (money, kinds) in joined {
                purse.0 |= if purse.0 & money != 0 { kinds } else { 0 };
            }
        }
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
        all.filter(|(kinds, _)| self.holds_credit(**kinds)).map(|(&kinds, &with)| Purse { kinds, with })
    }

    /// Whether credit may be mixed with these kinds.
    #[inline]
    fn holds_credit(&self, kinds: KindSet) -> bool {
        self.credit_in == 0
            || Currency::ALL
                .into_iter()
                .filter(|currency| self.credit_in >> *currency as u8 & 1 != 0)
                .all(|currency| kinds.0 & KindSet::money(currency).0 != 0)
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
        if !self.borrows(payment) {
            return Err(Illegal::NothingBorrowed);
        }
        let outcome = self.outcome(payment);
        let (paid, price) = (outcome.paid, u16::from(self.price));
        if self.cover > 0 && paid >= price {
            // It stands in for money that is missing; nothing may be missing without it (§5.5).
            return Err(Illegal::NotShort { paid, price });
        }
        if paid + u16::from(self.cover) < price {
            return Err(Illegal::TooLittle { paid, price });
        }
        if paid > price && self.exact_only {
            return Err(Illegal::NotExact { paid, price });
        }
        Ok(outcome)
    }

    /// What a payment that has been checked comes to.
    #[inline]
    pub(crate) fn outcome(&self, payment: Cards) -> Paid {
        let paid = payment.total() + u16::from(self.credit);
        let price = u16::from(self.price);
        let exact = (paid == price || self.cover > 0) && !self.never_exact;
        Paid { paid, excess: paid.saturating_sub(price), exact }
    }

    /// What the cards alone have to come to: at least the first, and less than the second.
    #[inline]
    fn range(&self) -> (u16, u16) {
        let price = u16::from(self.price).saturating_sub(u16::from(self.credit));
        match (self.cover, self.exact_only) {
            (0, false) => (price, u16::MAX),
            (0, true) => (price, price + 1),
            (cover, _) => (price.saturating_sub(u16::from(cover)), price),
        }
    }

    /// Whether cards have to be laid down at all.
    pub(crate) fn asks_for_cards(&self) -> bool {
        self.range().0 > 0
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
    /// could be left out. Cards of one kind are counted, so no two payments differ by identical cards only; and where
    /// coins of several currencies go together, those of the first currency go first, for they are all worth 1.
    pub fn minimal(&self, hand: Cards, mut found: impl FnMut(Cards)) {
        let (least, below) = self.range();
        if least == 0 {
            // Even with nothing laid down there may be too much: a whole credit for a lower price.
            let spent = u16::from(self.credit);
            let fits = !self.exact_only || spent <= u16::from(self.price);
            if !fits || below == 0 || !self.lent.is_empty() {
                return;
            }
            if self.plain(Cards::EMPTY) {
                return found(Cards::EMPTY);
            }
            // Credit of a second currency needs the card that joins it, even where no money is laid down with it.
            let joining = self.purses().filter_map(|purse| purse.with).filter(|card| hand.count(*card) > 0);
            let mut joining: Vec<Cards> = joining.map(Cards::one).collect();
            joining.sort_unstable();
            joining.dedup();
            return joining.into_iter().for_each(found);
        }
        let mut found = |payment| {
            if self.borrows(payment) {
                found(payment);
            }
        };
        if self.purses == 1 && self.holds_credit(self.kinds[0]) {
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
        let (price, below) = self.range();
        let reach = money.total();
        if reach < price {
            return;
        }
        let most = below - 1;
        if let (None, 0, Some(coins)) = (purse.with, self.cover, Coins::only(hand, purse.kinds)) {
            return coins.minimal(price, self.exact_only, found);
        }
        let search = Search::new(price, most, money);
        let mut found = |payment: Cards| {
            if coins_in_order(money, payment) {
                found(payment);
            }
        };
        let found = &mut found;
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

    /// The cards that can be laid down next when `laid` already lies there: never one that is worth more than
    /// the last, so that every minimal payment is reached in exactly one order, and never one after which the
    /// rest of the hand is too little or, where too much is refused, only goes beyond it.
    pub(crate) fn next_cards(&self, hand: Cards, laid: Cards, mut found: impl FnMut(CardKind)) {
        let order = |card: CardKind| (value_of(card), card.number());
        let last = laid.each().map(order).min().unwrap_or((u8::MAX, u8::MAX));
        let rest = hand.minus(laid);
        // With cover the cards stay below the price: one that overshoots could not be answered any more.
        let (least, below) = self.range();
        let room = below.saturating_sub(laid.total());
        for card in CardKind::all().filter(|card| rest.count(*card) > 0 && order(*card) <= last) {
            let fits = |purse: Purse| {
                purse.with.is_none() && purse.kinds.contains(card) && within(laid, purse.kinds) && {
                    let usable = rest.only(purse.kinds).each().filter(|other| order(*other) <= order(card));
                    // The first of them is this card.
                    let values = usable.map(value_of);
                    if below == u16::MAX {
                        return laid.total() + values.map(u16::from).sum::<u16>() >= least;
                    }
                    let with_card = laid.total() + u16::from(value_of(card));
                    let mut others: Vec<u8> = values.collect();
                    if let Some(i) = others.iter().position(|value| *value == value_of(card)) {
                        others.swap_remove(i);
                    }
                    let sums = others.into_iter().fold(1u128, |sums, value| sums | sums << value);
                    (0..128).any(|sum| sums >> sum & 1 != 0 && (least..below).contains(&(with_card + sum)))
                }
            };
            if value_of(card) > 0 && u16::from(value_of(card)) < room && self.purses().any(fits) {
                found(card);
            }
        }
    }

    /// Whether `hand` can pay at all.
    #[inline]
    pub fn affordable(&self, hand: Cards) -> bool {
        if !self.exact_only && self.cover == 0 && self.credit_in == 0 && self.lent.is_empty() {
            let price = u16::from(self.price).saturating_sub(u16::from(self.credit));
            // Most tiles are out of reach, or within reach of the first purse: both are seen at one glance.
            let held = hand.kinds();
            let pays = |i: usize| {
                self.with[i].is_none_or(|card| held.contains(card))
                    && hand.only(self.kinds[i]).total() >= price
            };
            return hand.total() >= price && (0..usize::from(self.purses).min(PURSES)).any(pays);
        }
        let (least, below) = self.range();
        if self.lent.is_empty() && least > 0 && least < 128 {
            // Any cards between the two bounds will do: what can be left out of them is left out.
            let within = !0u128 << least & if below < 128 { (1 << below) - 1 } else { !0 };
            return self.purses().any(|purse| {
                let money = hand.only(purse.kinds);
                // What a purse with a card of its own pays counts, even where a plain one pays it as well.
                let held = purse.with.is_none_or(|card| hand.count(card) > 0);
                held && (below > 127 && money.total() >= least
                    || money.each().map(value_of).fold(1u128, |sums, value| sums | sums << value) & within
                        != 0)
            });
        }
        if !self.within_reach(hand, &Relief::default()) {
            return false;
        }
        let mut any = false;
        self.minimal(hand, |_| any = true);
        any
    }

    /// Whether `hand` could pay if all of `relief` came on top: a look that may be too hopeful and never too strict.
    #[inline]
    pub(crate) fn within_reach(&self, hand: Cards, relief: &Relief) -> bool {
        let funds = self.funds(hand).plus(relief.lent);
        let given = relief.less + u16::from(self.credit) + u16::from(self.cover.max(relief.cover));
        let price = u16::from(self.price).saturating_sub(given);
        let held = funds.kinds();
        let pays = |i: usize| {
            let kinds = self.kinds[i];
            // Credit counts in purses that hold money of its currency only.
            let credit = |currency: Currency| match kinds.0 & KindSet::money(currency).0 {
                0 => 0,
                _ => relief.credit[currency as usize],
            };
            self.with[i].is_none_or(|card| held.contains(card))
                && self.holds_credit(kinds)
                && funds.only(kinds).total() + Currency::ALL.into_iter().map(credit).sum::<u16>() >= price
        };
        (0..usize::from(self.purses).min(PURSES)).any(pays)
    }

    /// Whether any cards of a purse will do that are worth enough: then [`within_reach`](PayRules::within_reach) is right,
    /// not only hopeful, as long as what is still to be chosen [adds up](Relief::adds_up).
    pub(crate) fn takes_any_sum(&self) -> bool {
        !self.exact_only && self.cover == 0 && self.lent.is_empty()
    }

    /// How much easier than `plain` these rules are to meet, each way by itself.
    pub(crate) fn relief(&self, plain: &PayRules) -> Relief {
        let credit = u16::from(self.credit.saturating_sub(plain.credit));
        let given_in = |i: usize| if self.credit_in >> i & 1 != 0 { credit } else { 0 };
        Relief {
            less: u16::from(plain.price.saturating_sub(self.price)),
            credit: std::array::from_fn(given_in),
            cover: self.cover,
            lent: self.lent,
            either: false,
        }
    }

    /// The payments worth offering, best first: exact, then least lost, then the one that keeps the most
    /// prices payable exactly, then the fewest cards.
    pub fn offers(&self, hand: Cards) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.minimal(hand, |payment| {
            let Ok(Paid { paid, excess, exact }) = self.check(hand, payment) else { return };
            let left = hand.minus(payment);
            offers.push(Offer {
                payment,
                paid,
                lost: excess,
                exact,
                keeps: Currency::ALL.into_iter().map(|c| exact_prices(left, c)).sum(),
            });
        });
        offers.sort_by_key(|o| (!o.exact, o.lost, std::cmp::Reverse(o.keeps), o.payment.len(), o.payment));
        offers
    }
}

/// What choices still to be made could bring at best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relief {
    less: u16,
    /// By currency.
    credit: [u16; 4],
    cover: u8,
    lent: Cards,
    /// Whether some of it cannot be had together, because one question has one answer.
    either: bool,
}

impl Relief {
    /// Whether it is nothing but a lower price and a gap that is closed. Cards that are too few for the price without the
    /// one, and not with both, are all laid down: less than the price, as closing a gap asks for (§5.5).
    pub(crate) fn adds_up(&self) -> bool {
        !self.either && self.credit == [0; 4] && self.lent.is_empty()
    }

    /// The better of two answers to one question, each way by itself.
    #[must_use]
    pub(crate) fn best(self, other: Relief) -> Relief {
        let rivals = |one: Relief, two: Relief| one.less > two.less && one.cover < two.cover;
        Relief {
            either: self.either || other.either || rivals(self, other) || rivals(other, self),
            less: self.less.max(other.less),
            credit: std::array::from_fn(|i| self.credit[i].max(other.credit[i])),
            cover: self.cover.max(other.cover),
            lent: if other.lent.is_empty() { self.lent } else { other.lent },
        }
    }

    /// Both of two answers to different questions.
    #[must_use]
    pub(crate) fn and(self, other: Relief) -> Relief {
        let credit = std::array::from_fn(|i| self.credit[i] + other.credit[i]);
        let either = self.either || other.either;
        Relief { less: self.less + other.less, credit, either, ..self.best(other) }
    }
}

/// What an accepted payment came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The sum of everything laid down.
    pub paid: u16,
    /// What was paid beyond the price.
    pub excess: u16,
    /// Whether it counts as exact.
    pub exact: bool,
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
    /// Whether it counts as exact.
    pub exact: bool,
    /// How many prices from 2 to 13, over all four currencies, the rest of the hand could pay exactly.
    pub keeps: u32,
}

/// Whether all cards are of these kinds.
#[inline]
fn within(cards: Cards, kinds: KindSet) -> bool {
    cards.kinds().0 & !kinds.0 == 0
}

/// Whether coins of a later currency are laid down only when there are no more of an earlier one.
fn coins_in_order(held: Cards, laid: Cards) -> bool {
    let coins = laid.only(KindSet::COINS);
    coins.is_empty() || {
        let last = Currency::ALL.into_iter().rev().find(|c| coins.count(CardKind::coin(*c)) > 0);
        let left = |c: Currency| held.count(CardKind::coin(c)) > laid.count(CardKind::coin(c));
        last.is_none_or(|last| !Currency::ALL[..last.index()].iter().any(|c| left(*c)))
    }
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
    /// What a payment may come to at most.
    most: u16,
    money: Cards,
    /// The kinds that can be laid down, highest first.
    kinds: [u8; 64],
    n: usize,
}

impl Search {
    fn new(price: u16, most: u16, money: Cards) -> Search {
        let mut search = Search { price, most, money, kinds: [0; 64], n: 0 };
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
                if sum - least < self.price && sum <= self.most {
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
mod tests;
