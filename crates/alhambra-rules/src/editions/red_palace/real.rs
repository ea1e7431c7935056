//! Scoring for people who play with the box: what the scoring tiles and the guard board say, without a game.

use super::{RED_PALACE, board};
use crate::core::building::Building;
use crate::core::edition::{Guards, Places};
use crate::core::score::{ScoreLine, Source};
use crate::core::seat::Seat;
use crate::registry::ModuleId;

/// What whoever plays with the box counts.
pub(super) const GUARDS: Guards =
    Guards { worth: board::MOST, wall_pieces: super::WALLS as u32, places, points: guard_points };

/// What places are worth in a scoring (1 to 3): by a scoring tile, its lowest row first, or by the classic table.
///
/// ```
/// use alhambra_rules::Building::*;
/// use alhambra_rules::EditionId;
/// let places = EditionId::RedPalace.profile().guards.unwrap().places;
/// let tile = [Pavilion, Chambers, Tower, Seraglio, Arcades, Garden];
/// assert_eq!(places(2, Some(&tile))[Garden as usize], [13, 6, 0]);
/// assert_eq!(places(2, None)[Tower as usize], [13, 6, 0]);
/// ```
///
/// # Panics
/// When `round` is not 1 to 3.
fn places(round: u8, tile: Option<&[Building; 6]>) -> [Places; 6] {
    assert!((1..=3).contains(&round));
    let mut table = RED_PALACE.majorities[usize::from(round) - 1];
    if let Some(tile) = tile {
        board::by_rows(tile, &mut table);
    }
    table
}

/// The points for guards on the longest wall, each worth the number under the last placement tile with a guard.
fn guard_points(seat: Seat, guards: u8, value: u8) -> ScoreLine {
    ScoreLine {
        to: seat.into(),
        round: 3,
        source: Source::Module(ModuleId::RedPalace),
        reason: "score.guards",
        args: vec![i16::from(guards), i16::from(value)],
        points: i16::from(guards) * i16::from(value),
        cells: Vec::new(),
        rank: None,
    }
}
