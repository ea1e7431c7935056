//! Who has how many buildings, and what that is worth in the scorings to come.

use alhambra_rules::core::score::SCORERS;
use alhambra_rules::{Building, GameState, Scorer, Seat};

/// Buildings of everybody and the tables of the scorings, read off a game once and asked many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// How many score: the players, and Dirk where he plays.
    scorers: usize,
    /// Half buildings by type and scorer.
    counts: [[u8; SCORERS]; 6],
    /// Points of the places by scoring and type.
    places: [[[i32; 3]; 6]; 3],
    /// Scorings held.
    held: usize,
}

impl Standing {
    /// Palaces as they stand, and bought tiles as if they were laid already.
    pub(crate) fn of(game: &GameState) -> Standing {
        let held = usize::from(game.scorings().min(3));
        let rules = game.rules();
        let mut standing =
            Standing { scorers: rules.players(), counts: [[0; SCORERS]; 6], places: [[[0; 3]; 6]; 3], held };
        let book = game.counts();
        for building in Building::ALL {
            for seat in rules.seats() {
                standing.counts[building.index()][seat.index()] = book.halves(seat.into(), building);
            }
        }
        for seat in rules.seats() {
            let bought = game.pieces().bought[seat.index()];
            if !bought.is_empty() {
                for (counts, n) in standing.counts.iter_mut().zip(game.pieces().count(bought)) {
                    counts[seat.index()] += 2 * n;
                }
            }
        }
        if rules.dirk() {
            for building in Building::ALL {
                standing.counts[building.index()][standing.scorers] = book.halves(Scorer::Dirk, building);
            }
            standing.scorers += 1;
        }
        for round in held..3 {
            for building in Building::ALL {
                let halves = standing.counts[building.index()].iter().copied().max().unwrap_or(0);
                standing.places[round][building.index()] =
                    game.places(round as u8 + 1, building, halves).map(i32::from);
            }
        }
        standing
    }

    /// The scorings still to come, from 0 to 2.
    pub(crate) fn rounds(&self) -> std::ops::Range<usize> {
        self.held..3
    }

    /// Half buildings of a type.
    pub(crate) fn halves(&self, seat: Seat, building: Building) -> u8 {
        self.counts[building.index()][seat.index()]
    }

    /// Half buildings of a type that everybody else has.
    pub(crate) fn others(&self, seat: Seat, building: Building) -> impl Iterator<Item = f32> {
        let counts = self.counts[building.index()].into_iter().take(self.scorers).enumerate();
        counts.filter(move |(i, _)| *i != seat.index()).map(|(_, count)| f32::from(count))
    }

    /// What first place in a type is worth in a scoring.
    pub(crate) fn first_place(&self, round: usize, building: Building) -> i32 {
        self.places[round][building.index()][0]
    }

    /// The points of a seat and of all others together for one type, in every scoring to come, if the seat had `more`
    /// half buildings of it than it has.
    pub(crate) fn points(&self, building: Building, seat: Seat, more: i8) -> [(i32, i32); 3] {
        let mut counts = self.counts[building.index()];
        counts[seat.index()] = counts[seat.index()].saturating_add_signed(more);
        let counts = &counts[..self.scorers];
        let mut points = [(0, 0); 3];
        for (i, &own) in counts.iter().enumerate() {
            if own == 0 {
                continue;
            }
            // Places are the same in all scorings, only what they bring is not.
            let (mut better, mut tied) = (0, 0);
            for &count in counts {
                better += usize::from(count > own);
                tied += usize::from(count == own);
            }
            if better >= 3 {
                continue;
            }
            for round in self.rounds() {
                let places = &self.places[round][building.index()];
                let share = match tied {
                    1 => places[better],
                    _ => places[better..].iter().take(tied).sum::<i32>() / tied as i32,
                };
                let (mine, theirs) = &mut points[round];
                *(if i == seat.index() { mine } else { theirs }) += share;
            }
        }
        points
    }

    /// What one type is worth to a seat in a scoring on average, if the counts still change: the difference to
    /// every other scorer is a lead that holds with some chance, more safely the larger it is. `slack` says how
    /// large a lead, in half buildings, holds three times out of four.
    pub(crate) fn hope(&self, round: usize, building: Building, seat: Seat, slack: f32) -> f32 {
        let counts = &self.counts[building.index()][..self.scorers];
        let own = f32::from(counts[seat.index()]);
        // The chance that nobody, one or two others are ahead.
        let mut ahead = [1.0, 0.0, 0.0];
        for (i, &other) in counts.iter().enumerate() {
            if i != seat.index() {
                let lead = (own - f32::from(other)) / slack;
                // A sigmoid without the mathematical library: 1/2 at 0, 3/4 at 1.
                let holds = 0.5 + 0.5 * lead / (1.0 + lead.abs());
                ahead = [
                    ahead[0] * holds,
                    ahead[1] * holds + ahead[0] * (1.0 - holds),
                    ahead[2] * holds + ahead[1] * (1.0 - holds),
                ];
            }
        }
        let places = &self.places[round][building.index()];
        // Without a building there is no place, however many others have none either.
        let any = own / (own + slack / 2.0);
        any * (0..3).map(|place| ahead[place] * places[place] as f32).sum::<f32>()
    }
}
