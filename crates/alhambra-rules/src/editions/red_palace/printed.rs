//! What no source of ours shows of The Red Palace, and what goes together in any box.

use super::abilities::{ABILITIES, Ability, printed_abilities};
use super::board::{MOST, SLOTS, printed_points, printed_side};
use super::{GUARDS, LANDS};
use crate::core::book::Draft;
use crate::core::catalogue::{CardClass, Column, PieceKind};
use crate::decision::Ref;
use crate::module::{OwnTable, Printed};
use crate::setup::Objection;

pub(super) const PRINTED: &[Printed] = &[
    Printed::Pieces(PieceKind::Land, &[Column::Price, Column::Walls, Column::Watchtowers]),
    Printed::Cards(CardClass::Placement, &[Column::Spots]),
    // The scoring tiles are inferred from cards that look like them.
    Printed::EveryCard(CardClass::ScoreCard, &[Column::Buildings]),
    Printed::Own(&OwnTable {
        rows: &["guard-board.spots"],
        wrong: "seven_numbers_from_the_left",
        print: |_| printed_side(None).map(|spots| spots.to_string()).join(" "),
        read: |_, text| {
            let spots: Option<Vec<u8>> = text.split_whitespace().map(|n| n.parse().ok()).collect();
            spots.filter(|spots| spots.len() == SLOTS && spots.iter().all(|n| (1..=9).contains(n)))
        },
    }),
    Printed::Own(&OwnTable {
        rows: &["guard-board.abilities"],
        wrong: "four_different_abilities",
        print: |_| printed_abilities(None).map(Ability::word).join(" "),
        read: |_, text| {
            let place = |word| Ability::ALL.iter().position(|ability| ability.word() == word);
            let places: Option<Vec<usize>> = text.split_whitespace().map(place).collect();
            let different = |all: &[usize]| all.iter().enumerate().all(|(i, one)| !all[..i].contains(one));
            let four = places.filter(|places| places.len() == ABILITIES && different(places))?;
            Some(four.into_iter().map(|place| place as u8).collect())
        },
    }),
    Printed::Own(&OwnTable {
        rows: &["guard-board.points"],
        wrong: "eight_numbers_that_never_fall",
        print: |_| printed_points(None).map(|points| points.to_string()).join(" "),
        read: |_, text| {
            let points: Option<Vec<u8>> = text.split_whitespace().map(|n| n.parse().ok()).collect();
            let fit = |points: &[u8]| points.is_sorted() && points.iter().all(|n| (1..=MOST).contains(n));
            points.filter(|points| points.len() == SLOTS + 1 && fit(points))
        },
    }),
];

/// The rows of the tables above.
pub(super) const SPOTS_ROW: u8 = 0;
pub(super) const ABILITIES_ROW: u8 = 1;
pub(super) const POINTS_ROW: u8 = 2;

/// Found: a land has at most three walls and two watchtowers, a watchtower stands on a wall, and there is a guard for
/// each, so that nobody ever has to choose (ruling 47).
pub(super) fn fits(corrected: &Draft) -> Result<(), Objection> {
    let lands = || LANDS.iter().map(|land| &corrected.pieces[land.index()]);
    for land in lands() {
        let (walls, towers) = (land.walls[0], land.watchtowers);
        if towers.sides().any(|side| !walls.has(side)) {
            return Err(Objection::of("a_watchtower_without_a_wall", [Ref::text(land.key)]));
        }
        if walls.len() > 3 || towers.len() > 2 {
            return Err(Objection::of("too_many_walls_or_watchtowers", [Ref::text(land.key)]));
        }
    }
    let towers: usize = lands().map(|land| land.watchtowers.len()).sum();
    if towers == GUARDS {
        Ok(())
    } else {
        let counted = [Ref::Number(towers as i32), Ref::Number(GUARDS as i32)];
        Err(Objection::of("a_guard_for_every_watchtower", counted))
    }
}
