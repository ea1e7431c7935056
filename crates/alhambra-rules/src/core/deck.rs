//! The money deck: five piles in which special cards hide, drawn lazily.
//!
//! No order is stored. A pile knows how many cards it has left and how many of each special class are among
//! them; what a draw brings is decided when it is made, with exactly the chances of a shuffled pile.

use super::cards::{Cards, KindSet};
use super::catalogue::{CardClass, CardKind};
use super::flat::Stack;
use super::seat::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How many piles the deck is built from.
pub const PILES: usize = 5;

/// Classes of cards that are put into single piles rather than into the deck at large.
pub const SPECIAL: [CardClass; 7] = [
    CardClass::MasterBuilder,
    CardClass::Exchange,
    CardClass::Gate,
    CardClass::Wall,
    CardClass::Sultan,
    CardClass::Character,
    CardClass::Scoring,
];

/// A pile of the deck: how many cards it has left, and how many of them are of each special class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pile {
    /// Cards left.
    pub left: u8,
    /// How many of them are of the classes of [`SPECIAL`].
    pub special: [u8; SPECIAL.len()],
}

/// A card on top of the deck that somebody has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KnownCard {
    /// The card.
    pub card: CardKind,
    /// Who knows it.
    pub known_to: SeatSet,
    /// The pile it was looked at in, 0 being the top one.
    pub pile: u8,
}

/// The money deck with its discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deck {
    /// Cards a hand can hold that have not been drawn (and cards of such classes that stayed in the box).
    pub pool: Cards,
    /// The same for cards no hand can hold, numbered from 64.
    pub rare: Cards,
    /// The piles, top first.
    pub piles: [Pile; PILES],
    /// Cards on top that somebody has looked at, top last.
    pub known: Stack<KnownCard, 8>,
    /// Played cards, open to everybody.
    pub discard: Cards,
    /// HR-3: scoring cards lie on top of their pile instead of being shuffled in.
    pub scoring_on_top: bool,
}

/// Money and diamonds: what a pile is made of apart from special cards.
const PLAIN: KindSet = KindSet::MONEY.or(KindSet::DIAMONDS);

impl Deck {
    /// Cards left face down.
    pub fn len(&self) -> usize {
        self.piles.iter().map(|p| usize::from(p.left)).sum::<usize>() + self.known.len()
    }

    /// Whether no card is left face down.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the next scoring card is, as far as the set-up tells everybody: among the face-down cards from the
    /// first number to the second, counted from 1. `None` when there is none. Cards somebody has looked at count
    /// as face down, so that this says nothing about them.
    pub fn scoring_window(&self) -> Option<(usize, usize)> {
        let scoring = SPECIAL.len() - 1;
        let looked_at = self.known.len();
        let known = self.known.iter().any(|known| known.card.class() == CardClass::Scoring);
        let mut before = 0;
        for pile in self.piles.iter().filter(|pile| pile.left > 0) {
            let left = usize::from(pile.left);
            let top = before == 0;
            if pile.special[scoring] > 0 || (top && known) {
                let first = if top { 1 } else { looked_at + before + 1 };
                let last = if self.scoring_on_top { first } else { looked_at + before + left };
                return Some((first, last));
            }
            before += left;
        }
        None
    }

    /// Turns up the next card; the discard pile is shuffled in when the deck is empty. `None` when both are.
    pub fn draw(&mut self, mut pick: impl FnMut(u32) -> u32) -> Option<CardKind> {
        if let Some(known) = self.known.pop() {
            return Some(known.card);
        }
        match self.piles.iter().position(|p| p.left > 0) {
            Some(pile) => Some(self.draw_from(pile, &mut pick)),
            None if self.reshuffle() => self.draw(pick),
            None => None,
        }
    }

    /// The next card of a pile that has one.
    #[inline]
    fn draw_from(&mut self, pile: usize, mut pick: impl FnMut(u32) -> u32) -> CardKind {
        let pile = &mut self.piles[pile];
        let left = u32::from(pile.left);
        pile.left -= 1;
        // Most piles have none; that is one comparison instead of a sum.
        if pile.special != [0; SPECIAL.len()] {
            let specials: u8 = pile.special.iter().sum();
            let scoring = SPECIAL.len() - 1;
            let mut n = if self.scoring_on_top && pile.special[scoring] > 0 {
                u32::from(specials) - 1
            } else {
                pick(left)
            };
            let class = pile.special.iter().position(|&count| {
                let here = n < u32::from(count);
                n = n.wrapping_sub(u32::from(count));
                here
            });
            if let Some(class) = class {
                pile.special[class] -= 1;
                return self.take_special(class, pick);
            }
        }
        let plain = self.pool.only(PLAIN);
        let card = plain.nth(pick(plain.len()));
        self.pool = self.pool.minus(Cards::one(card));
        card
    }

    /// Puts the cards on top that others have looked at and `observer` has not back into the piles they come from, so that
    /// hands are dealt anew from all that is hidden. [`redraw_known`](Deck::redraw_known) must follow.
    pub(crate) fn forget_known(&mut self, observer: Seat) {
        let unknown = |known: &KnownCard| !known.known_to.contains(observer);
        for i in 0..self.known.len() {
            let KnownCard { card, pile, .. } = self.known[i];
            if !unknown(&self.known[i]) {
                continue;
            }
            if card.in_hand() {
                self.pool.add(card);
            } else {
                self.rare.add(CardKind::from_number(card.number() - 64));
            }
            let pile = &mut self.piles[usize::from(pile) % PILES];
            pile.left += 1;
            if let Some(class) = SPECIAL.iter().position(|class| *class == card.class()) {
                pile.special[class] += 1;
            }
        }
    }

    /// Other cards of their piles take the places of those that were put back.
    pub(crate) fn redraw_known(&mut self, observer: Seat, mut pick: impl FnMut(u32) -> u32) {
        let unknown = |known: &KnownCard| !known.known_to.contains(observer);
        for i in 0..self.known.len() {
            if unknown(&self.known[i]) {
                self.known[i].card = self.draw_from(usize::from(self.known[i].pile) % PILES, &mut pick);
            }
        }
    }

    /// Which card of a class of [`SPECIAL`] it is: any that is still in the box or deck, with equal chances.
    fn take_special(&mut self, class: usize, mut pick: impl FnMut(u32) -> u32) -> CardKind {
        let (shift, mask) = MEMBERS[class];
        let high = shift > 0;
        let pool = if high { &mut self.rare } else { &mut self.pool };
        let among = pool.only(mask);
        let n = if among.len() > 1 { pick(among.len()) } else { 0 };
        let low = among.nth(n);
        *pool = pool.minus(Cards::one(low));
        CardKind::from_number(low.number() + shift)
    }

    /// The discard pile becomes the deck, in one pile. Whether there was anything to shuffle.
    fn reshuffle(&mut self) -> bool {
        if self.discard.is_empty() {
            return false;
        }
        let mut pile = Pile { left: self.discard.len() as u8, ..Pile::default() };
        for (kind, n) in self.discard.iter() {
            if let Some(class) = SPECIAL.iter().position(|c| *c == kind.class()) {
                pile.special[class] += n;
            }
        }
        self.pool = self.pool.plus(self.discard);
        self.discard = Cards::EMPTY;
        self.piles = [Pile::default(); PILES];
        self.piles[PILES - 1] = pile;
        true
    }

    /// Cuts the cards left into piles whose sizes differ by at most one, larger ones on top (HR-21).
    pub fn cut(&mut self) {
        let n = self.pool.only(PLAIN).len() as usize;
        for (i, pile) in self.piles.iter_mut().enumerate() {
            *pile = Pile { left: (n / PILES + usize::from(i < n % PILES)) as u8, ..Pile::default() };
        }
    }

    /// Puts `n` cards of a special class into pile `pile`.
    pub fn insert(&mut self, pile: usize, class: CardClass, n: u8) {
        if let Some(class) = SPECIAL.iter().position(|c| *c == class) {
            self.piles[pile].special[class] += n;
            self.piles[pile].left += n;
        }
    }
}

/// The kinds of each class of [`SPECIAL`], as a set counted from 0 or, for cards no hand can hold, from 64.
const MEMBERS: [(u8, KindSet); SPECIAL.len()] = {
    let mut members = [(0, KindSet(0)); SPECIAL.len()];
    let mut class = 0;
    while class < SPECIAL.len() {
        let mut number = 0;
        while number < 128 {
            // Not every number is a card.
            if let Some(kind) = CardKind::new(number)
                && kind.class() as u8 == SPECIAL[class] as u8
            {
                let shift = number & 64;
                members[class] = (shift, members[class].1.or(KindSet(1 << (number - shift))));
            }
            number += 1;
        }
        class += 1;
    }
    members
};
