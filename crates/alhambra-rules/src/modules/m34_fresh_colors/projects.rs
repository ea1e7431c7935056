//! What is printed: the sets on the project board, the project tiles and what they take.
//!
//! Found: the board; three projects of each type, one of them starred. Reconstructed: which colours a project takes.

use crate::core::below::Below;
use crate::core::building::{Building, Currency};
use crate::core::state::Rules;
use crate::module::OwnTable;
use crate::registry::ModuleId;
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

    /// The colour tiles it takes: as we know them, or as an owner of the box does.
    pub(super) fn cost(self, rules: &Rules) -> Colours {
        let mut cost = [0; 6];
        match self.corrected(rules) {
            Some(row) => row.iter().for_each(|colour| cost[usize::from(*colour) % 6] += 1),
            None => COSTS[self.0.index()].iter().for_each(|colour| cost[*colour] += 1),
        }
        cost
    }

    /// What an owner of the box says it takes.
    pub(super) fn corrected(self, rules: &Rules) -> Option<&'static [u8]> {
        rules.own(ModuleId::FreshColors, self.0.get())
    }

    /// Its bit in a set of projects.
    pub(super) fn bit(self) -> u32 {
        1 << self.0.get()
    }

    /// The projects of a set.
    pub(super) fn of(set: u32) -> impl Iterator<Item = Project> {
        Project::all().filter(move |project| set & project.bit() != 0)
    }

    /// Its name among the words of the module: by its colours, or by its place where an owner knows others.
    pub(super) fn name(self, rules: &Rules) -> &'static str {
        if self.corrected(rules).is_some() {
            return self.place();
        }
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

    /// Its name where colours would make too many.
    fn place(self) -> &'static str {
        match self.0.get() {
            0 => "pavilion_first_project",
            1 => "pavilion_second_project",
            2 => "pavilion_starred_project",
            3 => "seraglio_first_project",
            4 => "seraglio_second_project",
            5 => "seraglio_starred_project",
            6 => "arcades_first_project",
            7 => "arcades_second_project",
            8 => "arcades_starred_project",
            9 => "chambers_first_project",
            10 => "chambers_second_project",
            11 => "chambers_starred_project",
            12 => "garden_first_project",
            13 => "garden_second_project",
            14 => "garden_starred_project",
            15 => "tower_first_project",
            16 => "tower_second_project",
            _ => "tower_starred_project",
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

/// What projects take, as their owner can correct it: as many tiles as somebody may have.
pub(super) const TABLE: OwnTable = OwnTable {
    rows: &[
        "project-pavilion-1.colours",
        "project-pavilion-2.colours",
        "project-pavilion-starred.colours",
        "project-seraglio-1.colours",
        "project-seraglio-2.colours",
        "project-seraglio-starred.colours",
        "project-arcades-1.colours",
        "project-arcades-2.colours",
        "project-arcades-starred.colours",
        "project-chambers-1.colours",
        "project-chambers-2.colours",
        "project-chambers-starred.colours",
        "project-garden-1.colours",
        "project-garden-2.colours",
        "project-garden-starred.colours",
        "project-tower-1.colours",
        "project-tower-2.colours",
        "project-tower-starred.colours",
    ],
    wrong: "one_to_five_colours",
    print: |row| {
        let names = COSTS[usize::from(row) % COSTS.len()].iter().map(|i| Colour(Building::ALL[*i]).name());
        names.collect::<Vec<_>>().join(" ")
    },
    read: |_, text| {
        let place = |word: &str| Building::ALL.iter().position(|it| Colour(*it).name() == word);
        let colours = text.split_whitespace().map(|word| place(word).map(|i| i as u8));
        let colours: Vec<u8> = colours.collect::<Option<_>>()?;
        (1..=usize::from(MOST)).contains(&colours.len()).then_some(colours)
    },
};
