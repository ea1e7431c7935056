//! The six building types and the four currencies, in their canonical order.

use serde::{Deserialize, Serialize};

/// A building type, cheapest first; this order is used wherever types are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Building {
    /// Blue, 7 tiles, prices 2 to 8.
    Pavilion,
    /// Red, 7 tiles, prices 3 to 9.
    Seraglio,
    /// Brown, 9 tiles, prices 4 to 10.
    Arcades,
    /// White, 9 tiles, prices 5 to 11.
    Chambers,
    /// Green, 11 tiles, prices 6 to 12.
    Garden,
    /// Purple, 11 tiles, prices 7 to 13.
    Tower,
}

impl Building {
    /// All six, in canonical order.
    pub const ALL: [Building; 6] = [
        Building::Pavilion,
        Building::Seraglio,
        Building::Arcades,
        Building::Chambers,
        Building::Garden,
        Building::Tower,
    ];

    /// Position in the canonical order.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case, as data files and JSON spell it.
    pub const fn name(self) -> &'static str {
        ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"][self as usize]
    }
}

impl std::fmt::Display for Building {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A currency, in the order of the market spaces (data gap DG-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Currency {
    /// Yellow, market space 1.
    Florin,
    /// Green, market space 2.
    Dirham,
    /// Blue, market space 3.
    Denar,
    /// Orange, market space 4.
    Ducat,
}

impl Currency {
    /// All four, in market order.
    pub const ALL: [Currency; 4] = [Currency::Florin, Currency::Dirham, Currency::Denar, Currency::Ducat];

    /// Position in market order.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in lower case, as data files and JSON spell it.
    pub const fn name(self) -> &'static str {
        ["florin", "dirham", "denar", "ducat"][self as usize]
    }
}

impl std::fmt::Display for Currency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
