//! Sets of pieces, three words wide.

use super::{PIECES, PieceId};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Range;

/// A set of pieces. In JSON a list of numbers, ascending.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSet([u64; 3]);

const _: () = assert!(PIECES <= 192, "a PieceSet has room for 192 pieces");

impl PieceSet {
    /// No piece at all.
    pub const EMPTY: PieceSet = PieceSet([0; 3]);

    /// Every piece there is.
    pub const ALL: PieceSet = PieceSet::range(0..PIECES as u8);

    /// The pieces with these numbers.
    ///
    /// ```
    /// use alhambra_rules::PieceSet;
    /// const FIRST: PieceSet = PieceSet::range(0..8);
    /// assert_eq!(FIRST.len(), 8);
    /// ```
    ///
    /// # Panics
    /// When the range goes past the last piece; in a constant, that stops the build.
    pub const fn range(numbers: Range<u8>) -> PieceSet {
        assert!(numbers.end as usize <= PIECES, "the range goes past the last piece");
        let mut set = PieceSet::EMPTY;
        let mut number = numbers.start;
        while number < numbers.end {
            set = set.with(PieceId(number));
            number += 1;
        }
        set
    }

    /// Puts a piece in; whether it was new.
    #[inline]
    pub const fn insert(&mut self, piece: PieceId) -> bool {
        let new = !self.contains(piece);
        self.0[piece.index() >> 6] |= 1 << (piece.0 & 63);
        new
    }

    /// Takes a piece out; whether it was there.
    #[inline]
    pub const fn remove(&mut self, piece: PieceId) -> bool {
        let there = self.contains(piece);
        self.0[piece.index() >> 6] &= !(1 << (piece.0 & 63));
        there
    }

    /// This set with a piece put in.
    #[must_use]
    #[inline]
    pub const fn with(mut self, piece: PieceId) -> PieceSet {
        self.insert(piece);
        self
    }

    /// Whether the piece is in the set.
    #[inline]
    pub const fn contains(self, piece: PieceId) -> bool {
        self.0[piece.index() >> 6] >> (piece.0 & 63) & 1 != 0
    }

    /// How many pieces are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        let [a, b, c] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones()) as usize
    }

    /// Whether there is no piece in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }

    /// The pieces in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: PieceSet) -> PieceSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        PieceSet([a & x, b & y, c & z])
    }

    /// The pieces in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: PieceSet) -> PieceSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        PieceSet([a | x, b | y, c | z])
    }

    /// The pieces that are not in the other set.
    #[must_use]
    #[inline]
    pub const fn without(self, other: PieceSet) -> PieceSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        PieceSet([a & !x, b & !y, c & !z])
    }

    /// The lowest piece.
    #[inline]
    pub const fn first(self) -> Option<PieceId> {
        self.nth(0)
    }

    /// The piece with `k` lower ones in the set: `set.iter().nth(k)` without the walk. Drawing from a pile is
    /// one random number and this.
    #[inline]
    pub const fn nth(self, k: usize) -> Option<PieceId> {
        let mut k = k;
        let mut word = 0;
        while word < 3 {
            let here = self.0[word].count_ones() as usize;
            if k < here {
                return Some(PieceId(word as u8 * 64 + select(self.0[word], k as u32) as u8));
            }
            k -= here;
            word += 1;
        }
        None
    }

    /// Calls `each` with every piece, ascending: what [`iter`](PieceSet::iter) does, for the hottest loops.
    #[inline(always)]
    pub fn each(self, mut each: impl FnMut(PieceId)) {
        let [mut bits, b, c] = self.0;
        while bits != 0 {
            each(PieceId(bits.trailing_zeros() as u8));
            bits &= bits - 1;
        }
        // The tiles of the base game are all in the first word.
        if b | c != 0 {
            for (word, mut bits) in [(64, b), (128, c)] {
                while bits != 0 {
                    each(PieceId(word + bits.trailing_zeros() as u8));
                    bits &= bits - 1;
                }
            }
        }
    }

    /// The pieces, ascending.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter { set: self, word: 0 }
    }
}

/// The position of the set bit with `k` lower ones; `k` is below the number of set bits.
///
/// Counts the bits of all eight bytes at once, adds them up from the lowest byte, finds the byte by one
/// subtraction, and only then looks at single bits (Vigna, broadword select).
pub(crate) const fn select(word: u64, k: u32) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = EACH << 7;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = bytes.wrapping_mul(EACH);
    // A byte keeps its top bit where the sum up to it is above k; sums are at most 64, so nothing is borrowed.
    let above = ((sums | TOP) - (k as u64 + 1) * EACH) & TOP;
    let shift = above.trailing_zeros() & !7;
    let before = (sums << 8 >> shift & 0xff) as u32;
    let mut byte = word >> shift & 0xff;
    let mut skip = k - before;
    while skip > 0 {
        byte &= byte - 1;
        skip -= 1;
    }
    shift + byte.trailing_zeros()
}

/// The pieces of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter {
    set: PieceSet,
    word: u8,
}

impl Iterator for Iter {
    type Item = PieceId;

    #[inline]
    fn next(&mut self) -> Option<PieceId> {
        while self.word < 3 {
            let bits = &mut self.set.0[self.word as usize];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Some(PieceId(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.set.len(), Some(self.set.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for PieceSet {
    type Item = PieceId;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<T: IntoIterator<Item = PieceId>>(pieces: T) -> PieceSet {
        pieces.into_iter().fold(PieceSet::EMPTY, PieceSet::with)
    }
}

impl Extend<PieceId> for PieceSet {
    fn extend<T: IntoIterator<Item = PieceId>>(&mut self, pieces: T) {
        *self = pieces.into_iter().fold(*self, PieceSet::with);
    }
}

impl std::fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(PieceId::number)).finish()
    }
}

impl Serialize for PieceSet {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.iter()) } else { self.0.serialize(s) }
    }
}

impl<'de> Deserialize<'de> for PieceSet {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<PieceSet, D::Error> {
        if d.is_human_readable() {
            let pieces = Vec::<PieceId>::deserialize(d)?;
            let set: PieceSet = pieces.iter().copied().collect();
            if set.len() != pieces.len() {
                return Err(D::Error::custom("a set names a piece twice"));
            }
            Ok(set)
        } else {
            let set = PieceSet(<[u64; 3]>::deserialize(d)?);
            if set.and(PieceSet::ALL) != set {
                return Err(D::Error::custom("a set holds pieces that do not exist"));
            }
            Ok(set)
        }
    }
}
