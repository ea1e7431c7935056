//! Scoring a round from counts alone, for people who play at a real table.
//!
//! No game is needed: the places come from the edition, the sharing from [`ranks`], so the calculator cannot
//! disagree with the engine.

use crate::core::building::Building;
use crate::core::edition::{Edition, Places};
use crate::core::house::{HouseRules, ScoringOrder, WallPoints};
use crate::core::score::{Rank, SCORERS, ScoreLine, Source, ranks};
use crate::core::seat::{MAX_SEATS, Scorer, Seat};

/// What a player has on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// Buildings of each type in the palace.
    pub buildings: [u8; 6],
    /// The longest outer wall.
    pub wall: u8,
}

/// The points of a scoring (`round` 1 to 3), line by line in the order in which they are awarded.
///
/// `dirk` are the buildings of the imaginary third player. As in the engine, places past the table leave no
/// line; a share that is rounded down to 0 does.
///
/// ```
/// use alhambra_rules::{EditionId, HouseRules};
/// use alhambra_rules::calculator::{Holding, score};
/// let towers = |n| Holding { buildings: [0, 0, 0, 0, 0, n], wall: 0 };
/// let edition = EditionId::default().profile();
/// let lines = score(edition, &HouseRules::default(), 2, &[towers(4), towers(4), towers(1)], None);
/// assert_eq!(lines.iter().map(|line| line.points).collect::<Vec<_>>(), [9, 9]);
/// ```
///
/// # Panics
/// When `round` is not 1 to 3 or there are more than six players.
pub fn score(
    edition: &Edition,
    house: &HouseRules,
    round: u8,
    players: &[Holding],
    dirk: Option<[u8; 6]>,
) -> Vec<ScoreLine> {
    let table = Building::ALL.map(|building| edition.places(round, building));
    let counted = |held: &Holding| Counted { halves: held.buildings.map(|n| 2 * n), wall: held.wall };
    let players: Vec<Counted> = players.iter().map(counted).collect();
    score_by(&table, house, round, &players, dirk.map(|all| all.map(|n| 2 * n)))
}

/// What a player has on the table, in half buildings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Half buildings of each type: two for each in the palace, one for half a building.
    pub halves: [u8; 6],
    /// The longest outer wall.
    pub wall: u8,
}

/// The same as [`score`] with a table of places that lies on the table, and half buildings; `dirk` counts in halves too.
///
/// # Panics
/// As [`score`].
pub fn score_by(
    table: &[Places; 6],
    house: &HouseRules,
    round: u8,
    players: &[Counted],
    dirk: Option<[u8; 6]>,
) -> Vec<ScoreLine> {
    assert!((1..=3).contains(&round) && players.len() <= MAX_SEATS);
    let mut lines = majorities(table, house, round, players, dirk);
    let walls = walls(house, round, players);
    match house.scoring_order {
        ScoringOrder::WallsFirst => drop(lines.splice(..0, walls)),
        ScoringOrder::BuildingsFirst => lines.extend(walls),
    }
    lines
}

fn walls(house: &HouseRules, round: u8, players: &[Counted]) -> Vec<ScoreLine> {
    if house.wall_points == WallPoints::FinalOnly && round < 3 {
        return Vec::new();
    }
    let with_walls = players.iter().enumerate().filter(|(_, player)| player.wall > 0);
    with_walls
        .map(|(i, player)| ScoreLine {
            to: Seat::at(i).into(),
            round,
            source: Source::Wall,
            reason: "score.wall",
            args: vec![i16::from(player.wall)],
            points: i16::from(player.wall),
            cells: Vec::new(),
            rank: None,
        })
        .collect()
}

fn majorities(
    table: &[Places; 6],
    house: &HouseRules,
    round: u8,
    players: &[Counted],
    dirk: Option<[u8; 6]>,
) -> Vec<ScoreLine> {
    let mut lines = Vec::new();
    for building in Building::ALL {
        let count = |i: usize| match players.get(i) {
            Some(player) => player.halves[building.index()],
            None if i == MAX_SEATS => dirk.map_or(0, |dirk| dirk[building.index()]),
            None => 0,
        };
        let counts: [u8; SCORERS] = std::array::from_fn(count);
        let places = |halves: u8| house.places(table[building.index()], round, halves / 2);
        for (i, (place, tied, pot)) in
            ranks(counts, places).into_iter().enumerate().filter_map(|(i, s)| Some((i, s?)))
        {
            if pot == 0 {
                continue;
            }
            let rank = Rank::new(place, tied, places(counts[i]));
            lines.push(ScoreLine {
                to: if i < MAX_SEATS { Seat::at(i).into() } else { Scorer::Dirk },
                round,
                source: Source::Majority(building),
                reason: "score.majority",
                args: vec![i16::from(counts[i])],
                points: rank.share as i16,
                cells: Vec::new(),
                rank: Some(rank),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EditionId;
    use crate::core::house::Majorities;

    fn holding(building: Building, count: u8, wall: u8) -> Holding {
        let mut buildings = [0; 6];
        buildings[building.index()] = count;
        Holding { buildings, wall }
    }

    fn points(
        house: &HouseRules,
        round: u8,
        players: &[Holding],
        dirk: Option<[u8; 6]>,
    ) -> Vec<(Scorer, i16)> {
        let lines = score(EditionId::Classic.profile(), house, round, players, dirk);
        lines.iter().map(|line| (line.to, line.points)).collect()
    }

    #[test]
    fn walls_come_first_unless_the_house_says_otherwise() {
        let players = [holding(Building::Garden, 1, 3), holding(Building::Garden, 0, 0)];
        let (one, mut house) = (Scorer::Seat(Seat::at(0)), HouseRules::default());
        assert_eq!(points(&house, 1, &players, None), [(one, 3), (one, 5)]);
        house.scoring_order = ScoringOrder::BuildingsFirst;
        assert_eq!(points(&house, 1, &players, None), [(one, 5), (one, 3)]);
        house.wall_points = WallPoints::FinalOnly;
        assert_eq!(points(&house, 1, &players, None), [(one, 5)]);
        assert_eq!(points(&house, 3, &players, None), [(one, 20), (one, 3)]);
    }

    #[test]
    fn dirk_contests_majorities() {
        let players = [holding(Building::Tower, 2, 0), holding(Building::Tower, 1, 0)];
        let shares = points(&HouseRules::default(), 2, &players, Some([0, 0, 0, 0, 0, 2]));
        assert_eq!(shares, [(Scorer::Seat(Seat::at(0)), 9), (Scorer::Dirk, 9)]);
    }

    #[test]
    fn the_first_place_may_be_worth_the_tiles() {
        let house = HouseRules { majorities: Majorities::TileCount, unofficial: true, ..Default::default() };
        let players = [5, 3, 3].map(|n| holding(Building::Pavilion, n, 0));
        let shares: Vec<i16> = points(&house, 3, &players, None).into_iter().map(|(_, p)| p).collect();
        assert_eq!(shares, [5, 2, 2], "(2 + 3) / 2 rounded down");
    }
}
