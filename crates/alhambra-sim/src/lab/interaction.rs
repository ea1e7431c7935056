//! How much players get in each other's way.
//!
//! 1 − Var(sum of all seats) / (n · Var(one seat)): 0 where what one scores says nothing about the others, 1 where every point
//! of one is a point less for the others together, below 0 where all do well or badly together. Intervals by bootstrap over
//! whole deals, as for ratings.

use super::interval::Estimate;
use super::rating::{REPETITIONS, Weights, middle};

/// The points of games, by table; the first entry of every list is what was played, the others are repetitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Interaction {
    tables: Vec<Vec<Sums>>,
    weights: Weights,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: f64,
    seats: f64,
    points: f64,
    /// Squares of the points of seats, and of whole games.
    of_seats: f64,
    of_games: f64,
}

impl Sums {
    /// `None` where nothing varies.
    fn index(&self) -> Option<f64> {
        let mean = self.points / self.seats;
        let seat = self.of_seats / self.seats - mean * mean;
        let sum = self.points / self.games;
        let game = self.of_games / self.games - sum * sum;
        (self.games > 1.0 && seat > 1e-9).then(|| 1.0 - game / (self.seats / self.games * seat))
    }
}

impl Interaction {
    /// Counts in the points of all seats of a game at a table of `deal`.
    pub(super) fn add(&mut self, deal: u64, table: usize, points: impl Iterator<Item = f64>) {
        if self.tables.len() <= table {
            self.tables.resize(table + 1, vec![Sums::default(); REPETITIONS + 1]);
        }
        let mut game = Sums { games: 1.0, ..Sums::default() };
        for points in points {
            game.seats += 1.0;
            game.points += points;
            game.of_seats += points * points;
        }
        game.of_games = game.points * game.points;
        for (sums, weight) in self.tables[table].iter_mut().zip(self.weights.of(deal)) {
            let times = f64::from(*weight);
            sums.games += times * game.games;
            sums.seats += times * game.seats;
            sums.points += times * game.points;
            sums.of_seats += times * game.of_seats;
            sums.of_games += times * game.of_games;
        }
    }

    /// How much more players get in each other's way at one table than at another; `None` where nothing varies.
    pub(super) fn difference(&self, one: usize, other: usize) -> Option<Estimate> {
        let pairs = self.tables.get(one)?.iter().zip(self.tables.get(other)?);
        let mut all = pairs.map(|(one, other)| Some(one.index()? - other.index()?));
        let value = all.next()??;
        Some(middle(value, all.flatten().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::Quick;

    /// Tables 0: by lot, 1: what one has the others lack, 2: all the same.
    #[test]
    fn it_is_nothing_by_lot_one_where_points_are_shared_out_and_negative_together() {
        let (mut dice, mut interaction) = (Quick::new(1), Interaction::default());
        let mut die = || f64::from(dice.below(20));
        for deal in 0..600 {
            let (a, b, c) = (die(), die(), die());
            interaction.add(deal, 0, [a, b, c].into_iter());
            interaction.add(deal, 1, [a, 19.0 - a].into_iter());
            interaction.add(deal, 2, [a, a, a].into_iter());
        }
        let index = |table: usize| interaction.tables[table][0].index().unwrap();
        assert!(index(0).abs() < 0.1, "{}", index(0));
        assert!((index(1) - 1.0).abs() < 1e-9 && (index(2) + 2.0).abs() < 1e-9);
        let more = interaction.difference(1, 0).unwrap();
        assert!(more.low < 1.0 && more.high > more.low && more.low > 0.8, "{more:?}");
        assert_eq!(interaction.difference(3, 0), None);
    }
}
