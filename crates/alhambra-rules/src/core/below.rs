//! Small numbers with an end: which room, which side, how many quarter turns.
//!
//! What comes from outside is checked once, when it is read: a number that does not exist is refused there, and no
//! rule behind has to think of it.

use serde::{Deserialize, Deserializer, Serialize};

/// A number from 0 to `N - 1`. In JSON and in bytes it is the number itself.
///
/// ```
/// use alhambra_rules::Below;
/// assert_eq!(Below::<3>::new(2).map(Below::get), Some(2));
/// assert_eq!(Below::<3>::new(3), None);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Below<const N: u8>(u8);

/// Clockwise quarter turns of a piece.
pub type Quarters = Below<4>;

impl<const N: u8> Below<N> {
    /// The first one.
    pub const ZERO: Below<N> = Below(0);

    /// This number, if it is small enough.
    pub const fn new(number: u8) -> Option<Below<N>> {
        if number < N { Some(Below(number)) } else { None }
    }

    /// All of them, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Below<N>> + Clone {
        (0..N).map(Below)
    }

    /// The number itself.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Quarters {
    /// The turn that undoes this one.
    #[must_use]
    pub const fn back(self) -> Quarters {
        Below((4 - self.0) % 4)
    }
}

impl<const N: u8> From<Below<N>> for u8 {
    fn from(number: Below<N>) -> u8 {
        number.0
    }
}

impl<const N: u8> std::fmt::Display for Below<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<const N: u8> std::fmt::Debug for Below<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de, const N: u8> Deserialize<'de> for Below<N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Below<N>, D::Error> {
        let number = u8::deserialize(d)?;
        let last = N.saturating_sub(1);
        let too_much = || serde::de::Error::custom(format!("{number} is not from 0 to {last}"));
        Below::new(number).ok_or_else(too_much)
    }
}

#[cfg(feature = "testkit")]
impl<'a, const N: u8> arbitrary::Arbitrary<'a> for Below<N> {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Below<N>> {
        u.choose_index(usize::from(N)).map(|number| Below(number as u8))
    }
}
