//! What is printed on the culture counters, and how many there are.
//!
//! Found: 7, 8, 9 (of 7 the squares of 9 and 13 are half hidden, of 9 the last section). Reconstructed: 6, 10, 11 and
//! 12/13. The copies follow from the tiles: half as many as there are of the price, 20 in all.

use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;

/// How many sorts of counters there are.
pub(super) const CLASSES: usize = 7;

/// The sections of each counter clockwise from the first: points, and the black squares below them.
const SECTIONS: [[(i16, u8); 6]; CLASSES] = [
    [(0, 2), (1, 2), (2, 2), (3, 3), (5, 4), (8, 5)],
    [(0, 2), (2, 2), (4, 3), (6, 3), (9, 4), (13, 5)],
    [(0, 2), (2, 2), (5, 3), (9, 4), (14, 5), (20, 6)],
    [(0, 2), (3, 2), (6, 3), (10, 4), (15, 5), (21, 6)],
    [(0, 2), (3, 2), (6, 3), (10, 3), (14, 4), (19, 5)],
    [(0, 2), (3, 2), (6, 2), (10, 3), (14, 3), (19, 4)],
    [(0, 2), (3, 2), (6, 2), (9, 3), (12, 3), (16, 3)],
];

const COPIES: [u8; CLASSES] = [3, 3, 4, 4, 3, 2, 1];

/// Buildings that count as having the same price: 6 to 11, and 12 with 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u8);

impl Class {
    /// All, from the cheapest.
    pub(super) fn all() -> impl Iterator<Item = Class> {
        (0..CLASSES as u8).map(Class)
    }

    /// The class number `index`, from the cheapest.
    pub(super) fn at(index: u8) -> Class {
        Class(index.min(CLASSES as u8 - 1))
    }

    /// The class of a price; cheap buildings have none.
    pub(super) fn of_price(price: u8) -> Option<Class> {
        match price {
            6..=11 => Some(Class(price - 6)),
            12 | 13 => Some(Class(6)),
            _ => None,
        }
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its name among the words of the module.
    pub(super) fn word(self) -> &'static str {
        match self.0 {
            0 => "price_6",
            1 => "price_7",
            2 => "price_8",
            3 => "price_9",
            4 => "price_10",
            5 => "price_11",
            _ => "price_12_or_13",
        }
    }

    /// How many counters of it there are.
    pub(super) fn copies(self) -> u8 {
        COPIES[self.index()]
    }

    /// Its sections: as we know them, or as an owner of the box does.
    fn sections(self, rules: &Rules) -> [(i16, u8); 6] {
        let corrected = self.row().and_then(|row| rules.own(ModuleId::ArtOfTheMoors, row));
        match corrected.and_then(|numbers| <[u8; 12]>::try_from(numbers).ok()) {
            Some(numbers) => std::array::from_fn(|i| (i16::from(numbers[2 * i]), numbers[2 * i + 1])),
            None => SECTIONS[self.index()],
        }
    }

    /// Its place among the counters no source of ours shows.
    fn row(self) -> Option<u8> {
        MADE_UP.iter().position(|class| *class == self.0).map(|row| row as u8)
    }

    /// The points of a section.
    pub(super) fn points(self, rules: &Rules, section: u8) -> i16 {
        self.sections(rules)[usize::from(section.min(5))].0
    }

    /// The section for so many buildings: the last one whose squares they fill (R-AM-1).
    pub(super) fn cap(self, rules: &Rules, buildings: u8) -> u8 {
        let reached = self.sections(rules).iter().rposition(|(_, squares)| *squares <= buildings);
        reached.unwrap_or(0) as u8
    }
}

/// The counters no source of ours shows: 6, 10, 11 and 12 with 13.
const MADE_UP: [u8; 4] = [0, 4, 5, 6];

/// They can be corrected: points and squares of every section, both growing, the first of 0 points.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &["counter-6.sections", "counter-10.sections", "counter-11.sections", "counter-12.sections"],
    wrong: "six_sections_of_points_and_squares",
    print: |row| {
        let class = usize::from(MADE_UP[usize::from(row) % MADE_UP.len()]);
        SECTIONS[class].map(|(points, squares)| format!("{points}/{squares}")).join(" ")
    },
    read: |_, text| {
        let pair = |word: &str| {
            let (points, squares) = word.split_once('/')?;
            Some((points.parse().ok()?, squares.parse().ok()?))
        };
        let all: Vec<(u8, u8)> = text.split_whitespace().map(pair).collect::<Option<_>>()?;
        let grow = all.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1);
        let begins = all.first().is_some_and(|first| first.0 == 0 && first.1 >= 1);
        let ends = all.iter().all(|(points, squares)| *points <= 60 && *squares <= 20);
        let sound = all.len() == 6 && grow && begins && ends;
        sound.then(|| all.into_iter().flat_map(|(points, squares)| [points, squares]).collect())
    },
};
