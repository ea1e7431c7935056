//! Who gets how many points at a real table: `cargo run --example score_a_table`.
//!
//! No game is needed, only what lies before everybody: buildings by type (pavilion, seraglio, arcades, chambers, garden,
//! tower) and the longest wall.

use alhambra_rules::calculator::{Holding, score};
use alhambra_rules::{EditionId, HouseRules};

fn main() {
    let names = ["Ann", "Bo", "Cy"];
    let players = [
        Holding { buildings: [2, 0, 1, 0, 3, 1], wall: 7 },
        Holding { buildings: [2, 1, 0, 2, 0, 0], wall: 4 },
        Holding { buildings: [0, 3, 1, 1, 1, 0], wall: 9 },
    ];
    let mut totals = [0; 3];
    for round in 1..=3 {
        let lines = score(EditionId::Classic.profile(), &HouseRules::default(), round, &players, None);
        println!("Scoring {round}");
        for line in lines {
            println!("  {:4} {:>3} for {:?}", names[line.to.index()], line.points, line.source);
            totals[line.to.index()] += line.points;
        }
    }
    println!("If nothing changed until the end: {totals:?}");
}
