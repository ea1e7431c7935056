//! Statistics of many games. Everything is added up in integers, so the order in which games end and the
//! number of threads that play them change nothing.

use alhambra_rules::{GameState, MAX_SEATS, SeatSet};
use serde::Serialize;

/// A win in parts that every possible number of winners divides.
const WIN: u64 = 60;

/// Smallest, largest and sum of some number.
#[derive(Clone, Copy, Debug)]
struct Sum {
    min: u32,
    max: u32,
    sum: u64,
    squares: u64,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { min: u32::MAX, max: 0, sum: 0, squares: 0 }
    }
}

impl Sum {
    fn add(&mut self, value: u32) {
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.sum += u64::from(value);
        self.squares += u64::from(value) * u64::from(value);
    }

    fn merge(&mut self, other: &Sum) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn spread(&self, games: u64) -> Spread {
        Spread { mean: self.mean(games), min: self.min.min(self.max), max: self.max }
    }

    fn mean(&self, games: u64) -> f64 {
        self.sum as f64 / games.max(1) as f64
    }

    fn scores(&self, games: u64) -> Scores {
        // n·Σx² − (Σx)² is exact in integers and never negative.
        let n = u128::from(games.max(1));
        let parts = n * u128::from(self.squares) - u128::from(self.sum) * u128::from(self.sum);
        let Spread { mean, min, max } = self.spread(games);
        Scores { mean, sd: (parts as f64).sqrt() / n as f64, min, max }
    }
}

/// What one thread has counted so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    games: u64,
    decisions: Sum,
    turns: Sum,
    wins: [u64; MAX_SEATS],
    scores: [Sum; MAX_SEATS],
    fingerprint: u64,
}

impl Totals {
    /// Counts a finished game.
    pub(crate) fn add(&mut self, number: u64, game: &GameState, decisions: u32) {
        self.games += 1;
        self.decisions.add(decisions);
        self.turns.add(game.turn().number);
        let winners = game.winners().unwrap_or(SeatSet::EMPTY);
        let share = WIN / winners.len().max(1) as u64;
        let mut print = mix(number ^ u64::from(decisions) << 40);
        for seat in game.rules().seats() {
            let score = game.score(seat);
            self.scores[seat.index()].add(u32::from(score));
            self.wins[seat.index()] += if winners.contains(seat) { share } else { 0 };
            print = mix(print ^ u64::from(score));
        }
        self.fingerprint = self.fingerprint.wrapping_add(print);
    }

    /// Adds what another thread has counted.
    pub(crate) fn merge(&mut self, other: &Totals) {
        self.games += other.games;
        self.decisions.merge(&other.decisions);
        self.turns.merge(&other.turns);
        for seat in 0..MAX_SEATS {
            self.wins[seat] += other.wins[seat];
            self.scores[seat].merge(&other.scores[seat]);
        }
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
    }

    pub(crate) fn outcome(&self, players: usize) -> Outcome {
        let seats = (0..players).map(|seat| SeatOutcome {
            wins: self.wins[seat] as f64 / WIN as f64,
            win_share: self.wins[seat] as f64 / (WIN * self.games.max(1)) as f64,
            score: self.scores[seat].scores(self.games),
        });
        Outcome {
            games: self.games,
            decisions_total: self.decisions.sum,
            decisions: self.decisions.spread(self.games),
            turns: self.turns.spread(self.games),
            seats: seats.collect(),
            fingerprint: format!("{:016x}", self.fingerprint),
        }
    }
}

/// Spreads the bits of a number.
const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ x >> 29
}

/// What came out of many games. Equal for equal set-up, bots, number of games and seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// How many games were played to the end.
    pub games: u64,
    /// Decisions of all games together.
    pub decisions_total: u64,
    /// Decisions in a game.
    pub decisions: Spread,
    /// Turns in a game.
    pub turns: Spread,
    /// The seats in order.
    pub seats: Vec<SeatOutcome>,
    /// Sixteen hex digits over the result of every game: two runs with the same digits had the same games.
    pub fingerprint: String,
}

/// Mean and limits of some number of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub min: u32,
    /// The largest.
    pub max: u32,
}

/// The scores of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The lowest.
    pub min: u32,
    /// The highest.
    pub max: u32,
}

/// How one seat fared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatOutcome {
    /// Wins; a shared win counts as its share.
    pub wins: f64,
    /// Wins per game.
    pub win_share: f64,
    /// Points at the end.
    pub score: Scores,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_are_those_of_the_textbook() {
        let (mut a, mut b) = (Sum::default(), Sum::default());
        [2, 4, 4, 4].into_iter().for_each(|x| a.add(x));
        [5, 5, 7, 9].into_iter().for_each(|x| b.add(x));
        a.merge(&b);
        assert_eq!(a.scores(8), Scores { mean: 5.0, sd: 2.0, min: 2, max: 9 });
    }

    #[test]
    fn nothing_played_is_not_a_division_by_nothing() {
        let outcome = Totals::default().outcome(2);
        assert_eq!(outcome.turns, Spread { mean: 0.0, min: 0, max: 0 });
        assert_eq!(outcome.seats[1].win_share, 0.0);
    }
}
