//! The fifteen falcons: their kinds, and the two colours each asks for.
//!
//! Inferred: every pair of colours once. Found: the white falcon with green and purple. Reconstructed: how the other
//! pairs are shared out among the kinds.

use crate::core::below::Below;
use crate::core::building::Building;
use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;
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

/// Two types by whose colours a falcon is known, in the order of the buildings.
pub(super) type Pair = [Building; 2];

/// A falcon. In JSON and in bytes its number: black, brown, white, five each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
pub struct Falcon(Below<{ ALL as u8 }>);

/// The types whose colours are printed on each.
const COLOURS: [Pair; ALL] = {
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

    /// The types whose colours it shows: as we know them, or as an owner of the box does.
    pub(super) fn colours(self, rules: &Rules) -> Pair {
        self.printed(rules.own(ModuleId::Falconers, self.0.get()))
    }

    /// The same by its row of the table, if that was corrected.
    pub(super) fn printed(self, row: Option<&[u8]>) -> Pair {
        match row {
            Some([one, other]) => [one, other].map(|number| Building::ALL[usize::from(*number) % 6]),
            _ => COLOURS[self.index()],
        }
    }

    /// Its name among the words of the module: kind and colours.
    pub(super) fn name(self, rules: &Rules) -> &'static str {
        named(self.kind(), self.colours(rules))
    }
}

/// A falcon of a kind with two colours.
pub(super) fn named(kind: Kind, colours: Pair) -> &'static str {
    match kind {
        Kind::Black => black(colours),
        Kind::Brown => brown(colours),
        Kind::White => white(colours),
    }
}

fn black([one, other]: Pair) -> &'static str {
    use Building::{Arcades, Chambers, Garden, Pavilion, Seraglio, Tower};
    match (one, other) {
        (Pavilion, Seraglio) => "black_blue_red",
        (Pavilion, Arcades) => "black_blue_brown",
        (Pavilion, Chambers) => "black_blue_white",
        (Pavilion, Garden) => "black_blue_green",
        (Pavilion, Tower) => "black_blue_purple",
        (Seraglio, Arcades) => "black_red_brown",
        (Seraglio, Chambers) => "black_red_white",
        (Seraglio, Garden) => "black_red_green",
        (Seraglio, Tower) => "black_red_purple",
        (Arcades, Chambers) => "black_brown_white",
        (Arcades, Garden) => "black_brown_green",
        (Arcades, Tower) => "black_brown_purple",
        (Chambers, Garden) => "black_white_green",
        (Chambers, Tower) => "black_white_purple",
        _ => "black_green_purple",
    }
}

fn brown([one, other]: Pair) -> &'static str {
    use Building::{Arcades, Chambers, Garden, Pavilion, Seraglio, Tower};
    match (one, other) {
        (Pavilion, Seraglio) => "brown_blue_red",
        (Pavilion, Arcades) => "brown_blue_brown",
        (Pavilion, Chambers) => "brown_blue_white",
        (Pavilion, Garden) => "brown_blue_green",
        (Pavilion, Tower) => "brown_blue_purple",
        (Seraglio, Arcades) => "brown_red_brown",
        (Seraglio, Chambers) => "brown_red_white",
        (Seraglio, Garden) => "brown_red_green",
        (Seraglio, Tower) => "brown_red_purple",
        (Arcades, Chambers) => "brown_brown_white",
        (Arcades, Garden) => "brown_brown_green",
        (Arcades, Tower) => "brown_brown_purple",
        (Chambers, Garden) => "brown_white_green",
        (Chambers, Tower) => "brown_white_purple",
        _ => "brown_green_purple",
    }
}

fn white([one, other]: Pair) -> &'static str {
    use Building::{Arcades, Chambers, Garden, Pavilion, Seraglio, Tower};
    match (one, other) {
        (Pavilion, Seraglio) => "white_blue_red",
        (Pavilion, Arcades) => "white_blue_brown",
        (Pavilion, Chambers) => "white_blue_white",
        (Pavilion, Garden) => "white_blue_green",
        (Pavilion, Tower) => "white_blue_purple",
        (Seraglio, Arcades) => "white_red_brown",
        (Seraglio, Chambers) => "white_red_white",
        (Seraglio, Garden) => "white_red_green",
        (Seraglio, Tower) => "white_red_purple",
        (Arcades, Chambers) => "white_brown_white",
        (Arcades, Garden) => "white_brown_green",
        (Arcades, Tower) => "white_brown_purple",
        (Chambers, Garden) => "white_white_green",
        (Chambers, Tower) => "white_white_purple",
        _ => "white_green_purple",
    }
}

/// The colours in the order of the types that have them.
const NAMES: [&str; 6] = ["blue", "red", "brown", "white", "green", "purple"];

/// The falcons as their owner can correct them. The last of the white ones is known.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &[
        "falcon-black-1.colours",
        "falcon-black-2.colours",
        "falcon-black-3.colours",
        "falcon-black-4.colours",
        "falcon-black-5.colours",
        "falcon-brown-1.colours",
        "falcon-brown-2.colours",
        "falcon-brown-3.colours",
        "falcon-brown-4.colours",
        "falcon-brown-5.colours",
        "falcon-white-1.colours",
        "falcon-white-2.colours",
        "falcon-white-3.colours",
        "falcon-white-4.colours",
    ],
    wrong: "two_colours_in_order",
    print: |row| COLOURS[usize::from(row) % ALL].map(|building| NAMES[building.index()]).join(" "),
    read: |_, text| {
        let place = |word: &str| NAMES.iter().position(|name| *name == word).map(|i| i as u8);
        let pair: Vec<u8> = text.split_whitespace().map(place).collect::<Option<_>>()?;
        matches!(pair[..], [one, other] if one < other).then_some(pair)
    },
};
