//! A scoring looked at again: the palaces as they were, and what would have changed it.

use crate::core::score::{SCORERS, ranks};
use crate::view::PlayerView;
use crate::{Building, GameState, Scorer, Seat};
use serde::{Deserialize, Serialize};

/// So many more buildings are looked at.
const REACH: u8 = 3;

/// A scoring that was held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PastScoring {
    /// Which, 1 to 3.
    pub round: u8,
    /// The players as they were after it.
    pub players: Vec<PlayerView>,
    /// What a few more buildings would have changed, by building type and seat.
    pub would_have: Vec<WouldHave>,
}

/// What a few more buildings of a type would have brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WouldHave {
    /// Whom.
    pub seat: Seat,
    /// The type.
    pub building: Building,
    /// How many more: the fewest that bring anything.
    pub more: u8,
    /// The points more.
    pub gained: u16,
    /// What others would have had more, or less.
    pub others: Vec<Change>,
}

/// Points somebody would have had more or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Change {
    /// Who.
    pub to: Scorer,
    /// How many more; less than 0 is less.
    pub points: i16,
}

impl PastScoring {
    /// A scoring as it stood when `game` came about, right after it.
    pub fn of(game: &GameState, round: u8) -> PastScoring {
        PastScoring { round, players: game.view(None).players, would_have: would_have(game, round) }
    }
}

/// What a few more buildings would have changed in the scoring `round`, held now.
fn would_have(game: &GameState, round: u8) -> Vec<WouldHave> {
    let (setup, book) = (game.rules(), game.counts());
    let mut scorers: Vec<Scorer> = setup.seats().map(Scorer::Seat).collect();
    scorers.extend(setup.dirk().then_some(Scorer::Dirk));
    let mut found = Vec::new();
    for building in Building::ALL {
        let mut counts = [0; SCORERS];
        for (count, scorer) in counts.iter_mut().zip(&scorers) {
            *count = book.halves(*scorer, building);
        }
        let points = |counts: [u8; SCORERS]| {
            let ranks = ranks(counts, |halves| game.places(round, building, halves));
            ranks.map(|rank| rank.map_or(0, |(_, tied, pot)| pot / u16::from(tied)) as i16)
        };
        let now = points(counts);
        for seat in setup.seats() {
            let with = |more: u8| {
                let mut counts = counts;
                counts[seat.index()] += 2 * more;
                points(counts)
            };
            let gained = |then: &[i16; SCORERS]| then[seat.index()] - now[seat.index()];
            let Some((more, then)) =
                (1..=REACH).map(|more| (more, with(more))).find(|(_, then)| gained(then) > 0)
            else {
                continue;
            };
            let others =
                scorers.iter().enumerate().filter(|(i, _)| *i != seat.index() && then[*i] != now[*i]);
            let others = others.map(|(i, scorer)| Change { to: *scorer, points: then[i] - now[i] });
            let others = others.collect();
            found.push(WouldHave { seat, building, more, gained: gained(&then) as u16, others });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Io, Quick, Seeded, Setup};

    /// A first building of a type nobody has is worth its first place, and takes nothing from anybody.
    #[test]
    fn the_first_building_of_a_type() {
        let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let all = would_have(&game, 1);
        assert_eq!(all.len(), 18, "six types, three seats");
        for would in all {
            let first = u16::from(game.places(1, would.building, 2)[0]);
            assert_eq!((would.more, would.gained), (1, first));
            assert!(would.others.is_empty(), "{would:?}");
        }
    }

    /// What is foretold agrees with the stakes of the next scoring when the building really comes.
    #[test]
    fn a_laid_tile_brings_what_it_would_have_brought() {
        let mut compared = 0;
        for seed in 0..6 {
            let mut chance = Seeded::new(seed);
            let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut chance)).unwrap();
            let mut dice = Quick::new(seed);
            let mut actions = Vec::new();
            while let Some(seat) = game.to_move() {
                let Some(before) = crate::analysis::NextScoring::of(&game) else { break };
                let would = would_have(&game, before.round);
                let counts = game.counts();
                game.legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
                let Some(after) = crate::analysis::NextScoring::of(&game) else { break };
                if after.round != before.round {
                    continue;
                }
                for (i, building) in Building::ALL.into_iter().enumerate() {
                    let halves = |book: &crate::core::score::CountBook, s: Seat| {
                        book.halves(Scorer::Seat(s), building)
                    };
                    let now = game.counts();
                    let alone = game
                        .rules()
                        .seats()
                        .all(|s| halves(&now, s) == halves(&counts, s) + if s == seat { 2 } else { 0 });
                    if !alone {
                        continue;
                    }
                    let points = |next: &crate::analysis::NextScoring| {
                        next.majorities[i].standing[seat.index()].map_or(0, |(_, _, points)| points)
                    };
                    let gained = points(&after) - points(&before);
                    let found =
                        would.iter().find(|w| w.seat == seat && w.building == building && w.more == 1);
                    assert_eq!(found.map_or(0, |w| w.gained), gained, "{building} in game {seed}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 50, "{compared}");
    }
}
