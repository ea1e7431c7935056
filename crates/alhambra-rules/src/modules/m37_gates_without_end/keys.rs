//! The key tiles and the gate board.

use crate::core::seat::{MAX_SEATS, Seat};
use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;

/// What a side of a key gives. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    /// A redesign in which a tile may also be moved.
    Redesign,
    /// A wooden wall.
    Wall,
    /// A tile of the market for 14 in any mix of currencies.
    Buy,
    /// A money card of the display.
    Money,
    /// A semi-building.
    Semi,
    /// Two market spaces are exchanged.
    Swap,
    /// A plaza.
    Plaza,
    /// One point.
    One,
    /// Two points.
    Two,
}

use Bonus::{Buy, Money, One, Plaza, Redesign, Semi, Swap, Two, Wall};

impl Bonus {
    /// All of them, in their order.
    const ALL: [Bonus; 9] = [Redesign, Wall, Buy, Money, Semi, Swap, Plaza, One, Two];

    /// In players' words, as a key.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Redesign => "redesign",
            Wall => "wall",
            Buy => "buy_for_14",
            Money => "money_card",
            Semi => "semi-building",
            Swap => "market_swap",
            Plaza => "plaza",
            One => "1_point",
            Two => "2_points",
        }
    }
}

/// How many keys there are.
pub(super) const KEYS: usize = 9;

/// The sides of every key, clockwise. Reconstructed, apart from the run money, redesign, swap: every bonus is on
/// six keys, no key has one twice.
const SIDES: [[Bonus; 6]; KEYS] = [
    [Swap, One, Buy, Two, Semi, Plaza],
    [Money, One, Wall, Two, Semi, Plaza],
    [Money, Redesign, Wall, Buy, Semi, Plaza],
    [Money, Redesign, Swap, Buy, Two, Plaza],
    [Money, Redesign, Swap, One, Two, Semi],
    [Redesign, Swap, One, Wall, Semi, Plaza],
    [Money, Swap, One, Wall, Buy, Plaza],
    [Money, Redesign, One, Wall, Buy, Two],
    [Redesign, Swap, Wall, Buy, Two, Semi],
];

/// The gate of each seat, counted clockwise from the white one: white, red, yellow, green, blue, orange. The seats
/// have the colours of their fountains: green, white, blue, orange, yellow, red.
const GATE: [usize; MAX_SEATS] = [3, 0, 4, 5, 2, 1];

/// What `seat` gets from a key laid so that its side number `turned` is at the white gate.
pub(super) fn bonus(rules: &Rules, key: u8, turned: u8, seat: Seat) -> Bonus {
    sides(rules, key)[(GATE[seat.index()] + usize::from(turned)) % 6]
}

/// The sides of a key, clockwise.
pub(super) fn sides(rules: &Rules, key: u8) -> [Bonus; 6] {
    let corrected =
        rules.own(ModuleId::GatesWithoutEnd, key).and_then(|sides| <[u8; 6]>::try_from(sides).ok());
    match corrected {
        Some(sides) => sides.map(|bonus| Bonus::ALL[usize::from(bonus) % Bonus::ALL.len()]),
        None => SIDES[usize::from(key) % KEYS],
    }
}

/// The keys as their owner can correct them.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &[
        "key-1.sides",
        "key-2.sides",
        "key-3.sides",
        "key-4.sides",
        "key-5.sides",
        "key-6.sides",
        "key-7.sides",
        "key-8.sides",
        "key-9.sides",
    ],
    wrong: "six_bonuses_clockwise",
    print: |key| SIDES[usize::from(key) % KEYS].map(Bonus::word).join(" "),
    read: |_, text| {
        let place = |word: &str| Bonus::ALL.iter().position(|bonus| bonus.word() == word).map(|i| i as u8);
        let sides: Option<Vec<u8>> = text.split_whitespace().map(place).collect();
        sides.filter(|sides| sides.len() == 6)
    },
};

/// How many wall pieces there are (reconstructed).
pub(super) const WALLS: u8 = 6;

/// The number of the row about them, behind those of the keys.
const WALLS_ROW: u8 = KEYS as u8;

/// How many wall pieces there are, or how many their owner has counted.
pub(super) fn walls(rules: &Rules) -> u8 {
    let corrected = rules.own(ModuleId::GatesWithoutEnd, WALLS_ROW);
    corrected.and_then(|row| row.first().copied()).unwrap_or(WALLS)
}

/// The supplies of the gate board as their owner can correct them.
pub(super) const SUPPLIES: OwnTable = OwnTable {
    rows: &["gate-board.walls"],
    wrong: "so_many_wall_pieces",
    print: |_| WALLS.to_string(),
    read: |_, text| text.parse().ok().filter(|n| (1..=24).contains(n)).map(|n: u8| vec![n]),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bonus_is_on_six_keys() {
        for bonus in [Redesign, Wall, Buy, Money, Semi, Swap, Plaza, One, Two] {
            let on = SIDES.iter().map(|sides| sides.iter().filter(|side| **side == bonus).count());
            let on: Vec<usize> = on.collect();
            assert_eq!((on.iter().sum::<usize>(), on.iter().max()), (6, Some(&1)), "{bonus:?}");
        }
    }

    #[test]
    fn colours_stand_around_the_board_in_order() {
        let order = ["white", "red", "yellow", "green", "blue", "orange"];
        let fountains = crate::PieceKind::Fountain.pieces();
        for (seat, fountain) in fountains.iter().enumerate() {
            assert_eq!(order[GATE[seat]], crate::classic_piece(fountain).extra);
        }
    }
}
