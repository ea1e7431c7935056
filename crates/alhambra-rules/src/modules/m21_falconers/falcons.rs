//! The fifteen falcons: their kinds, and the two colours each asks for.
//!
//! Inferred: every pair of colours once. Found: the white falcon with green and purple. Reconstructed: how the other
//! pairs are shared out among the kinds.

use crate::core::below::Below;
use crate::core::building::Building;
use serde::{Deserialize, Serialize};

/// How many falcons there are, and how many of a kind.
pub(super) const ALL: usize = 15;
pub(super) const OF_A_KIND: usize = 5;

/// The kinds, in the order of the falcons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Black,
    Brown,
    White,
}

impl Kind {
    pub(super) const ALL: [Kind; 3] = [Kind::Black, Kind::Brown, Kind::White];

    /// Its name among the words and the pictures of the module.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Black => "black",
            Kind::Brown => "brown",
            Kind::White => "white",
        }
    }
}

/// A falcon. In JSON and in bytes its number: black, brown, white, five each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
pub struct Falcon(Below<{ ALL as u8 }>);

const COLOURS: [[Building; 2]; ALL] = {
    use Building::{Arcades, Chambers, Garden, Pavilion, Seraglio, Tower};
    [
        [Pavilion, Seraglio],
        [Seraglio, Tower],
        [Arcades, Tower],
        [Arcades, Garden],
        [Chambers, Garden],
        [Arcades, Chambers],
        [Seraglio, Chambers],
        [Seraglio, Garden],
        [Pavilion, Garden],
        [Pavilion, Tower],
        [Seraglio, Arcades],
        [Pavilion, Arcades],
        [Pavilion, Chambers],
        [Chambers, Tower],
        [Garden, Tower],
    ]
};

impl Falcon {
    /// All of them, ascending.
    pub(super) fn all() -> impl Iterator<Item = Falcon> + Clone {
        Below::all().map(Falcon)
    }

    /// Position in tables by falcon.
    pub(super) fn index(self) -> usize {
        self.0.index()
    }

    pub(super) fn kind(self) -> Kind {
        Kind::ALL[self.index() / OF_A_KIND]
    }

    /// The types whose colours it shows.
    pub(super) fn colours(self) -> [Building; 2] {
        COLOURS[self.index()]
    }

    /// Its name among the words of the module: kind and colours.
    pub(super) fn name(self) -> &'static str {
        match self.0.get() {
            0 => "black_blue_red",
            1 => "black_red_purple",
            2 => "black_brown_purple",
            3 => "black_brown_green",
            4 => "black_white_green",
            5 => "brown_brown_white",
            6 => "brown_red_white",
            7 => "brown_red_green",
            8 => "brown_blue_green",
            9 => "brown_blue_purple",
            10 => "white_red_brown",
            11 => "white_blue_brown",
            12 => "white_blue_white",
            13 => "white_white_purple",
            _ => "white_green_purple",
        }
    }
}
