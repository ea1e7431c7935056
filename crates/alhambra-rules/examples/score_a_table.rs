//! Who gets how many points at a real table: `cargo run -p alhambra-rules --example score_a_table`.
//!
//! No game is needed, only what lies before everybody: buildings by type (pavilion, seraglio, arcades, chambers, garden,
//! tower) and the longest wall.

use alhambra_rules::calculator::{Holding, score};
use alhambra_rules::speech::{ENGLISH, source};
use alhambra_rules::{EditionId, HouseRules};

fn main() {
    println!("If nothing changed until the end: {:?}", totals());
}

/// What three scorings bring to everybody, if nobody builds any more.
fn totals() -> [i16; 3] {
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
            println!(
                "  {:4} {:>3} for {}",
                names[line.to.index()],
                line.points,
                source(ENGLISH, line.source)
            );
            totals[line.to.index()] += line.points;
        }
    }
    totals
}

#[test]
fn points_are_those_of_the_rulebook() {
    // Added up by hand with the table of the box: Ann gets 19, 42 and 74, Bo 8, 21 and 44, Cy 12, 33 and 63.
    assert_eq!(totals(), [135, 73, 108]);
}
