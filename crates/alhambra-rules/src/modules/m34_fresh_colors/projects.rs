//! What is printed: the sets on the project board, the project tiles and what they take.
//!
//! Found: the board; three projects of each type, one of them starred. Reconstructed: which colours a project takes.

use crate::core::below::Below;
use crate::core::building::{Building, Currency};
use serde::{Deserialize, Serialize};

/// How many colour tiles there are of each colour, and how many somebody may have.
pub(super) const EACH: u8 = 6;
pub(super) const MOST: u8 = 5;

/// How many projects somebody may have that are not completed yet.
pub(super) const OPEN: usize = 2;

/// Colour tiles, in the order of the buildings: each colour is that of a type.
pub(super) type Colours = [u8; 6];

/// A set of a column: so many tiles of one colour.
pub(super) type Set = (Building, u8);

/// One of the three sets of a column.
pub(super) type Which = Below<3>;

/// The sets of each column, in the order of the currencies.
const SETS: [[Set; 3]; 4] = {
    use Building::{Arcades, Chambers, Garden, Pavilion, Seraglio, Tower};
    [
        [(Tower, 2), (Pavilion, 1), (Arcades, 1)],
        [(Garden, 2), (Tower, 1), (Chambers, 1)],
        [(Chambers, 2), (Pavilion, 2), (Seraglio, 1)],
        [(Seraglio, 2), (Arcades, 2), (Garden, 1)],
    ]
};

/// What is printed in a column.
pub(super) fn set(column: Currency, which: Which) -> Set {
    SETS[column.index()][which.index()]
}

/// A project tile: three of each type, the third of them starred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Project(Below<18>);

/// The colours each project takes, by their places among the buildings.
const COSTS: [&[usize]; 18] = [
    &[0, 1],
    &[0, 2],
    &[0, 3],
    &[1, 2],
    &[1, 3],
    &[1, 4],
    &[2, 3, 5],
    &[2, 4, 0],
    &[2, 5, 1],
    &[3, 4, 0],
    &[3, 5, 1],
    &[3, 0, 2],
    &[4, 5, 1],
    &[4, 0, 2],
    &[4, 1, 3],
    &[5, 0, 2],
    &[5, 1, 3],
    &[5, 2, 4],
];

impl Project {
    /// All of them, by type.
    pub(super) fn all() -> impl Iterator<Item = Project> {
        Below::all().map(Project)
    }

    /// The type of building it decorates.
    pub(super) fn building(self) -> Building {
        Building::ALL[self.0.index() / 3]
    }

    /// Whether it stays in the box with two and three players.
    pub(super) fn starred(self) -> bool {
        self.0.index() % 3 == 2
    }

    /// The colour tiles it takes.
    pub(super) fn cost(self) -> Colours {
        let mut cost = [0; 6];
        COSTS[self.0.index()].iter().for_each(|colour| cost[*colour] += 1);
        cost
    }

    /// Its bit in a set of projects.
    pub(super) fn bit(self) -> u32 {
        1 << self.0.get()
    }

    /// The projects of a set.
    pub(super) fn of(set: u32) -> impl Iterator<Item = Project> {
        Project::all().filter(move |project| set & project.bit() != 0)
    }

    /// Its name among the words of the module.
    pub(super) fn name(self) -> &'static str {
        match self.0.get() {
            0 => "pavilion_for_blue_red",
            1 => "pavilion_for_blue_brown",
            2 => "pavilion_for_blue_white",
            3 => "seraglio_for_red_brown",
            4 => "seraglio_for_red_white",
            5 => "seraglio_for_red_green",
            6 => "arcades_for_brown_white_purple",
            7 => "arcades_for_brown_green_blue",
            8 => "arcades_for_brown_purple_red",
            9 => "chambers_for_white_green_blue",
            10 => "chambers_for_white_purple_red",
            11 => "chambers_for_white_blue_brown",
            12 => "garden_for_green_purple_red",
            13 => "garden_for_green_blue_brown",
            14 => "garden_for_green_red_white",
            15 => "tower_for_purple_blue_brown",
            16 => "tower_for_purple_red_white",
            _ => "tower_for_purple_brown_green",
        }
    }
}

/// A colour, to be spoken of.
pub(super) struct Colour(pub(super) Building);

impl Colour {
    /// Its name among the words of the module.
    pub(super) fn name(self) -> &'static str {
        match self.0 {
            Building::Pavilion => "blue",
            Building::Seraglio => "red",
            Building::Arcades => "brown",
            Building::Chambers => "white",
            Building::Garden => "green",
            Building::Tower => "purple",
        }
    }
}
