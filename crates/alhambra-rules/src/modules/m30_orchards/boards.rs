//! The seven fruit boards, and how much of one is filled.
//!
//! Found: how many boards, groups and spaces there are. Reconstructed: which fruit stands on which space.

use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// A kind of fruit. The order is frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fruit {
    /// An apple.
    #[default]
    Apple,
    /// An orange.
    Orange,
    /// A pomegranate.
    Pomegranate,
    /// A fig.
    Fig,
    /// A grape.
    Grape,
    /// A date.
    Date,
    /// A lemon.
    Lemon,
}

use Fruit::{Apple, Date, Fig, Grape, Lemon, Orange, Pomegranate};

impl Fruit {
    /// All seven, in their order.
    pub const ALL: [Fruit; KINDS] = [Apple, Orange, Pomegranate, Fig, Grape, Date, Lemon];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Apple => "apple",
            Orange => "orange",
            Pomegranate => "pomegranate",
            Fig => "fig",
            Grape => "grape",
            Date => "date",
            Lemon => "lemon",
        }
    }
}

/// How many kinds of fruit there are, and how many tiles of each.
pub(super) const KINDS: usize = 7;
pub(super) const EACH: u8 = 8;

/// A group of spaces, called by what it is worth when it is full. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// One space, 1 point.
    One,
    /// Two spaces, 2 points.
    Two,
    /// Three spaces, 4 points.
    Four,
    /// Four spaces, 7 points.
    Seven,
    /// Five spaces, 11 points.
    Eleven,
    /// Six spaces, 16 points.
    Sixteen,
}

impl Group {
    /// All six, in their order.
    pub const ALL: [Group; 6] =
        [Group::One, Group::Two, Group::Four, Group::Seven, Group::Eleven, Group::Sixteen];

    /// What it is worth when it is full.
    pub const fn points(self) -> u8 {
        [1, 2, 4, 7, 11, 16][self as usize]
    }
}

/// How many spaces a board has.
pub(super) const SPACES: usize = 21;

/// The fruit of every group, board by board.
pub(super) const BOARDS: [[&[Fruit]; 6]; KINDS] = [
    [
        &[Apple],
        &[Orange, Fig],
        &[Pomegranate, Date, Lemon],
        &[Apple, Orange, Fig, Grape],
        &[Apple, Pomegranate, Grape, Date, Lemon],
        &[Orange, Pomegranate, Fig, Grape, Date, Lemon],
    ],
    [
        &[Orange],
        &[Pomegranate, Grape],
        &[Fig, Lemon, Apple],
        &[Orange, Pomegranate, Grape, Date],
        &[Orange, Fig, Date, Lemon, Apple],
        &[Pomegranate, Fig, Grape, Date, Lemon, Apple],
    ],
    [
        &[Pomegranate],
        &[Fig, Date],
        &[Grape, Apple, Orange],
        &[Pomegranate, Fig, Date, Lemon],
        &[Pomegranate, Grape, Lemon, Apple, Orange],
        &[Fig, Grape, Date, Lemon, Apple, Orange],
    ],
    [
        &[Fig],
        &[Grape, Lemon],
        &[Date, Orange, Pomegranate],
        &[Fig, Grape, Lemon, Apple],
        &[Fig, Date, Apple, Orange, Pomegranate],
        &[Grape, Date, Lemon, Apple, Orange, Pomegranate],
    ],
    [
        &[Grape],
        &[Date, Apple],
        &[Lemon, Pomegranate, Fig],
        &[Grape, Date, Apple, Orange],
        &[Grape, Lemon, Orange, Pomegranate, Fig],
        &[Date, Lemon, Apple, Orange, Pomegranate, Fig],
    ],
    [
        &[Date],
        &[Lemon, Orange],
        &[Apple, Fig, Grape],
        &[Date, Lemon, Orange, Pomegranate],
        &[Date, Apple, Pomegranate, Fig, Grape],
        &[Lemon, Apple, Orange, Pomegranate, Fig, Grape],
    ],
    [
        &[Lemon],
        &[Apple, Pomegranate],
        &[Orange, Grape, Date],
        &[Lemon, Apple, Pomegranate, Fig],
        &[Lemon, Orange, Fig, Grape, Date],
        &[Apple, Orange, Pomegranate, Fig, Grape, Date],
    ],
];

/// A player's orchard: which board, which of its spaces are filled, and what lies face down beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Orchard {
    /// Which board, from 0.
    pub(super) board: u8,
    /// Fruit that found no space.
    pub(super) face_down: u8,
    /// The filled spaces, a bit each, group after group.
    filled: u32,
}

impl Orchard {
    /// An empty one.
    pub(super) fn with_board(board: u8) -> Orchard {
        Orchard { board, ..Orchard::default() }
    }

    /// The spaces of a group: their fruit, and whether they are filled.
    pub(super) fn spaces(&self, rules: &Rules, group: Group) -> impl Iterator<Item = (Fruit, bool)> + use<> {
        let (filled, first) = (self.filled, first(group));
        let fruits = fruits(rules, self.board, group).enumerate();
        fruits.map(move |(i, fruit)| (fruit, filled >> (first + i) & 1 != 0))
    }

    /// The groups with an empty space for a fruit.
    pub(super) fn groups_for(&self, rules: &Rules, fruit: Fruit) -> impl Iterator<Item = Group> {
        let fits = move |group: &Group| self.spaces(rules, *group).any(|space| space == (fruit, false));
        Group::ALL.into_iter().filter(fits)
    }

    /// Puts a fruit on its empty space in a group; `false` if there is none.
    pub(super) fn put(&mut self, rules: &Rules, fruit: Fruit, group: Group) -> bool {
        let place = self.spaces(rules, group).position(|space| space == (fruit, false));
        if let Some(i) = place {
            self.filled |= 1 << (first(group) + i);
        }
        place.is_some()
    }

    /// Whether every space of a group is filled.
    pub(super) fn is_full(&self, rules: &Rules, group: Group) -> bool {
        self.spaces(rules, group).all(|(_, filled)| filled)
    }

    /// How many fruits it has, those face down included.
    pub(super) fn len(&self) -> u32 {
        self.filled.count_ones() + u32::from(self.face_down)
    }

    /// Whether board and spaces exist.
    pub(super) fn is_sound(&self) -> bool {
        usize::from(self.board) < BOARDS.len() && self.filled >> SPACES == 0
    }
}

/// What is printed on the spaces of a group: as we made it up, or as an owner of the box knows it.
fn fruits(rules: &Rules, board: u8, group: Group) -> impl Iterator<Item = Fruit> + use<> {
    let printed = BOARDS[usize::from(board) % KINDS][group as usize];
    let corrected = rules.own(ModuleId::Orchards, board);
    let corrected = corrected.and_then(|all| all.get(first(group)..first(group) + printed.len()));
    let known = move |i: usize| corrected.map(|own| Fruit::ALL[usize::from(own[i]) % KINDS]);
    printed.iter().enumerate().map(move |(i, fruit)| known(i).unwrap_or(*fruit))
}

/// What stands between two groups in a file.
const NEXT: &str = "/";

/// The boards as their owner can correct them.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &[
        "fruit-board-1.spaces",
        "fruit-board-2.spaces",
        "fruit-board-3.spaces",
        "fruit-board-4.spaces",
        "fruit-board-5.spaces",
        "fruit-board-6.spaces",
        "fruit-board-7.spaces",
    ],
    wrong: "six_groups_of_fruit",
    print: |board| {
        let spelled = |group: &[Fruit]| group.iter().map(|fruit| fruit.name()).collect::<Vec<_>>().join(" ");
        BOARDS[usize::from(board) % KINDS].map(spelled).join(" / ")
    },
    read: |_, text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let groups: Vec<&[&str]> = words.split(|word| *word == NEXT).collect();
        let sized =
            groups.len() == Group::ALL.len() && groups.iter().zip(1..).all(|(group, n)| group.len() == n);
        let number = |name: &&str| Fruit::ALL.iter().position(|fruit| fruit.name() == *name).map(|n| n as u8);
        let all: Vec<u8> = groups.concat().iter().map(number).collect::<Option<_>>()?;
        let every = (0..KINDS as u8).all(|kind| all.contains(&kind));
        (sized && every).then_some(all)
    },
};

/// The number of a group's first space.
const fn first(group: Group) -> usize {
    let n = group as usize;
    n * (n + 1) / 2
}
