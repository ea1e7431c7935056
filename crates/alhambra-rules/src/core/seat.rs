//! Seats around the table, and who scores.

use serde::{Deserialize, Serialize};

/// The most players a table can have.
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Seat(u8);

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Seat, D::Error> {
        let index = u8::deserialize(d)?;
        Seat::new(usize::from(index))
            .ok_or_else(|| serde::de::Error::custom(format!("there is no seat {index}, only 0 to 5")))
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Seat {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Seat> {
        u.choose_index(MAX_SEATS).map(Seat::at)
    }
}

impl Seat {
    /// The seat with this index.
    ///
    /// ```
    /// use alhambra_rules::Seat;
    /// assert_eq!(Seat::new(2).map(Seat::index), Some(2));
    /// assert_eq!(Seat::new(6), None);
    /// ```
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// The seat with this index; indices past the last seat wrap around.
    pub(crate) const fn at(index: usize) -> Seat {
        Seat((index % MAX_SEATS) as u8)
    }

    /// Position at the table, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `players`.
    pub const fn left(self, players: usize) -> Seat {
        let next = self.0 as usize + 1;
        Seat(if next < players { next as u8 } else { 0 })
    }
}

/// A set of seats. In JSON a list in seat order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_seq(self.iter()) } else { self.0.serialize(s) }
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<SeatSet, D::Error> {
        if d.is_human_readable() {
            return Ok(Vec::<Seat>::deserialize(d)?.into_iter().collect());
        }
        match u8::deserialize(d)? {
            bits if bits < 1 << MAX_SEATS => Ok(SeatSet(bits)),
            bits => Err(serde::de::Error::custom(format!("seats {bits:#b} go beyond the six of a table"))),
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for SeatSet {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<SeatSet> {
        u.choose_index(1 << MAX_SEATS).map(|bits| SeatSet(bits as u8))
    }
}

impl SeatSet {
    /// Nobody.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Everybody at a table of `players`.
    pub const fn all(players: usize) -> SeatSet {
        SeatSet(((1u16 << players) - 1) as u8)
    }

    /// Just one seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// This set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set with `seat` taken out.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).map(Seat::at).filter(move |s| self.contains(*s))
    }

    /// The lowest seat in the set.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

/// Somebody who takes part in majorities: a player, or Dirk in a two-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// A player.
    Seat(Seat),
    /// The imaginary third player of a two-player game.
    Dirk,
}

impl Scorer {
    /// Index into per-scorer tables: seats first, then Dirk.
    pub const fn index(self) -> usize {
        match self {
            Scorer::Seat(seat) => seat.index(),
            Scorer::Dirk => MAX_SEATS,
        }
    }
}

impl From<Seat> for Scorer {
    fn from(seat: Seat) -> Scorer {
        Scorer::Seat(seat)
    }
}
