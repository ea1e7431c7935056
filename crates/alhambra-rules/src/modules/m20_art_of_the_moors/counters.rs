//! What is printed on the culture counters, and how many there are.
//!
//! Found: 7, 8, 9 (of 7 the squares of 9 and 13 are half hidden, of 9 the last section). Reconstructed: 6, 10, 11 and
//! 12/13. The copies follow from the tiles: half as many as there are of the price, 20 in all.

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

    /// The points of a section.
    pub(super) fn points(self, section: u8) -> i16 {
        SECTIONS[self.index()][usize::from(section.min(5))].0
    }

    /// The section for so many buildings: the last one whose squares they fill (R-AM-1).
    pub(super) fn cap(self, buildings: u8) -> u8 {
        let reached = SECTIONS[self.index()].iter().rposition(|(_, squares)| *squares <= buildings);
        reached.unwrap_or(0) as u8
    }
}
