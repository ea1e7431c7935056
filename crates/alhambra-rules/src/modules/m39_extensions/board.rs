//! The extension board: four columns with a combination of cards each, three rows with an amount each.
//!
//! Found: twelve tiles, two of each type; a column for two florins and a dirham with three spaces, of which eleven is
//! enough for two. Reconstructed: the other combinations, and the amounts.

use crate::core::below::Below;
use crate::core::building::{Building, Currency};
use crate::core::cards::KindSet;
use crate::core::catalogue::CardKind;
use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;

/// A column of the board, from the left.
pub(super) type Column = Below<4>;

/// A row of the board, from the top.
pub(super) type Row = Below<3>;

/// How many tiles there are of each type.
pub(super) const EACH: usize = 2;

/// How many cards a combination has.
pub(super) const CARDS: u32 = 3;

/// What is printed on a column: the currency of its first two cards, that of the third, and up to which sum a purchase
/// is matching, from the top.
#[derive(Clone, Copy)]
pub(super) struct Printed {
    pub(super) two: Currency,
    pub(super) one: Currency,
    amounts: [u8; 3],
}

const fn printed(two: Currency, one: Currency) -> Printed {
    Printed { two, one, amounts: [9, 12, 15] }
}

const COLUMNS: [Printed; 4] = [
    printed(Currency::Florin, Currency::Dirham),
    printed(Currency::Dirham, Currency::Denar),
    printed(Currency::Denar, Currency::Ducat),
    printed(Currency::Ducat, Currency::Florin),
];

/// The least and the most that three cards can be worth.
const SUMS: std::ops::RangeInclusive<u8> = 3..=27;

/// A column as we know it, or as an owner of the box does.
pub(super) fn column(rules: &Rules, column: Column) -> Printed {
    corrected(column, rules.own(ModuleId::Extensions, column.get()))
}

/// The same by its row of the table, if that was corrected.
pub(super) fn corrected(column: Column, row: Option<&[u8]>) -> Printed {
    let currency = |number: u8| Currency::ALL[usize::from(number) % 4];
    match row {
        Some(&[two, one, a, b, c]) => Printed { two: currency(two), one: currency(one), amounts: [a, b, c] },
        _ => COLUMNS[column.index()],
    }
}

impl Printed {
    /// Up to which sum a purchase is matching.
    pub(super) fn amount(self, row: Row) -> u8 {
        self.amounts[row.index()]
    }

    /// Whether the amounts are those we made up: then tiles are called by them.
    pub(super) fn has_our_amounts(self) -> bool {
        self.amounts == COLUMNS[0].amounts
    }
}

/// What counts as a money card of a currency: master builders of it do.
pub(super) fn money(currency: Currency) -> KindSet {
    KindSet::money(currency).or(KindSet(1 << CardKind::master_builder(currency).number()))
}

/// Names among the words of the module.
pub(super) struct Name;

impl Name {
    /// A column.
    pub(super) fn of_column(Printed { two, one, .. }: Printed) -> &'static str {
        use Currency::{Denar, Dirham, Ducat, Florin};
        match (two, one) {
            (Florin, Dirham) => "florin_florin_dirham",
            (Florin, Denar) => "florin_florin_denar",
            (Florin, Ducat) => "florin_florin_ducat",
            (Dirham, Florin) => "dirham_dirham_florin",
            (Dirham, Denar) => "dirham_dirham_denar",
            (Dirham, Ducat) => "dirham_dirham_ducat",
            (Denar, Florin) => "denar_denar_florin",
            (Denar, Dirham) => "denar_denar_dirham",
            (Denar, Ducat) => "denar_denar_ducat",
            (Ducat, Florin) => "ducat_ducat_florin",
            (Ducat, Dirham) => "ducat_ducat_dirham",
            _ => "ducat_ducat_denar",
        }
    }

    /// A tile on a row: with its amount, or with its place where an owner knows another.
    pub(super) fn of_tile(building: Building, column: Printed, row: Row) -> &'static str {
        if !column.has_our_amounts() {
            return Name::by_place(building, row);
        }
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

    fn by_place(building: Building, row: Row) -> &'static str {
        match (building, row.get()) {
            (Building::Pavilion, 0) => "pavilion_top_row",
            (Building::Pavilion, 1) => "pavilion_middle_row",
            (Building::Pavilion, _) => "pavilion_bottom_row",
            (Building::Seraglio, 0) => "seraglio_top_row",
            (Building::Seraglio, 1) => "seraglio_middle_row",
            (Building::Seraglio, _) => "seraglio_bottom_row",
            (Building::Arcades, 0) => "arcades_top_row",
            (Building::Arcades, 1) => "arcades_middle_row",
            (Building::Arcades, _) => "arcades_bottom_row",
            (Building::Chambers, 0) => "chambers_top_row",
            (Building::Chambers, 1) => "chambers_middle_row",
            (Building::Chambers, _) => "chambers_bottom_row",
            (Building::Garden, 0) => "garden_top_row",
            (Building::Garden, 1) => "garden_middle_row",
            (Building::Garden, _) => "garden_bottom_row",
            (Building::Tower, 0) => "tower_top_row",
            (Building::Tower, 1) => "tower_middle_row",
            (Building::Tower, _) => "tower_bottom_row",
        }
    }
}

/// The columns as their owner can correct them.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &["extensions-1.column", "extensions-2.column", "extensions-3.column", "extensions-4.column"],
    wrong: "three_cards_and_three_amounts",
    print: |row| {
        let Printed { two, one, amounts: [a, b, c] } = COLUMNS[usize::from(row) % COLUMNS.len()];
        format!("{two} {two} {one} {a} {b} {c}")
    },
    read: |_, text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[first, second, third, ref amounts @ ..] = &words[..] else { return None };
        let number = |name: &str| Currency::ALL.iter().position(|it| it.name() == name).map(|i| i as u8);
        let (two, one) = (number(first)?, number(third)?);
        let amounts: Vec<u8> = amounts.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let &[a, b, c] = &amounts[..] else { return None };
        let ascend = a < b && b < c && SUMS.contains(&a) && SUMS.contains(&c);
        (first == second && two != one && ascend).then(|| vec![two, one, a, b, c])
    },
};
