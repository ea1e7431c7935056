//! The extension board: four columns with a combination of cards each, three rows with an amount each.
//!
//! Found: twelve tiles, two of each type; a column for two florins and a dirham with three spaces, of which eleven is
//! enough for two. Reconstructed: the other combinations, and the amounts.

use crate::core::below::Below;
use crate::core::building::{Building, Currency};
use crate::core::cards::KindSet;
use crate::core::catalogue::CardKind;

/// A column of the board, from the left.
pub(super) type Column = Below<4>;

/// A row of the board, from the top.
pub(super) type Row = Below<3>;

/// How many tiles there are of each type.
pub(super) const EACH: usize = 2;

/// How many cards a combination has.
pub(super) const CARDS: u32 = 3;

/// The currency of the first two cards of each column, and that of the third.
const COMBINATIONS: [(Currency, Currency); 4] = [
    (Currency::Florin, Currency::Dirham),
    (Currency::Dirham, Currency::Denar),
    (Currency::Denar, Currency::Ducat),
    (Currency::Ducat, Currency::Florin),
];

/// Up to which sum a purchase is matching.
const AMOUNTS: [u8; 3] = [9, 12, 15];

/// The currency of the first two cards of a column, and that of the third.
pub(super) fn combination(column: Column) -> (Currency, Currency) {
    COMBINATIONS[column.index()]
}

/// Up to which sum a purchase is matching.
pub(super) fn amount(row: Row) -> u8 {
    AMOUNTS[row.index()]
}

/// What counts as a money card of a currency: master builders of it do.
pub(super) fn money(currency: Currency) -> KindSet {
    KindSet::money(currency).or(KindSet(1 << CardKind::master_builder(currency).number()))
}

/// Names among the words of the module.
pub(super) struct Name;

impl Name {
    /// A column.
    pub(super) fn of_column(column: Column) -> &'static str {
        match column.get() {
            0 => "florin_florin_dirham",
            1 => "dirham_dirham_denar",
            2 => "denar_denar_ducat",
            _ => "ducat_ducat_florin",
        }
    }

    /// A tile on a row.
    pub(super) fn of_tile(building: Building, row: Row) -> &'static str {
        match (building, row.get()) {
            (Building::Pavilion, 0) => "pavilion_up_to_9",
            (Building::Pavilion, 1) => "pavilion_up_to_12",
            (Building::Pavilion, _) => "pavilion_up_to_15",
            (Building::Seraglio, 0) => "seraglio_up_to_9",
            (Building::Seraglio, 1) => "seraglio_up_to_12",
            (Building::Seraglio, _) => "seraglio_up_to_15",
            (Building::Arcades, 0) => "arcades_up_to_9",
            (Building::Arcades, 1) => "arcades_up_to_12",
            (Building::Arcades, _) => "arcades_up_to_15",
            (Building::Chambers, 0) => "chambers_up_to_9",
            (Building::Chambers, 1) => "chambers_up_to_12",
            (Building::Chambers, _) => "chambers_up_to_15",
            (Building::Garden, 0) => "garden_up_to_9",
            (Building::Garden, 1) => "garden_up_to_12",
            (Building::Garden, _) => "garden_up_to_15",
            (Building::Tower, 0) => "tower_up_to_9",
            (Building::Tower, 1) => "tower_up_to_12",
            (Building::Tower, _) => "tower_up_to_15",
        }
    }
}
