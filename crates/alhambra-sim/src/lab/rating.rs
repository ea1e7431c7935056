//! Ratings of bots: the Bradley–Terry model for tables of any size, with bootstrap intervals.
//!
//! Every bot has a strength γ, and a seat wins a game with the probability of its own strength over the sum of
//! all strengths at the table. With two players this is Bradley and Terry's model; with more it is its usual
//! extension to the choice of one winner (Luce). Only who wins counts and not the places behind: winning is
//! what bots play for, a fight for second place says little about it, and "how often does it win against two
//! of those" follows from the ratings directly. A shared win is shared. Elo is 400 · log10 γ.
//!
//! Games of one deal share their luck, so the bootstrap draws whole deals. It does so online: in every
//! imagined repetition each deal counts a Poisson(1) number of times, which depends on the number of the deal
//! only; nothing has to be kept but sums.

use super::interval::Estimate;
use alhambra_rules::Quick;
use std::collections::BTreeMap;

/// How often the tournament is imagined again.
pub const REPETITIONS: usize = 1000;
/// A win in parts that every possible number of winners divides.
pub(super) const WIN: u64 = 60;

/// How often bots met, and who won. The first entry of every list is what was played, the others are the
/// repetitions of the bootstrap.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    tables: BTreeMap<Vec<u8>, Meeting>,
    weights: Weights,
}

#[derive(Clone, Debug)]
struct Meeting {
    games: Vec<u64>,
    /// By bot, in parts of a win.
    wins: Vec<Vec<u64>>,
}

impl Meetings {
    /// Counts a game of `deal`: the bot of every seat, as its number, and its part of the win in 60ths.
    pub fn add(&mut self, deal: u64, seats: &[(usize, u64)]) {
        let bots = seats.iter().map(|seat| seat.0 + 1).max().unwrap_or(0);
        let mut company = vec![0; bots];
        seats.iter().for_each(|seat| company[seat.0] += 1);
        let weights = self.weights.of(deal);
        let new = || Meeting { games: vec![0; REPETITIONS + 1], wins: vec![Vec::new(); bots] };
        let meeting = self.tables.entry(company).or_insert_with(new);
        for (games, weight) in meeting.games.iter_mut().zip(weights) {
            *games += u64::from(*weight);
        }
        for &(bot, won) in seats.iter().filter(|seat| seat.1 > 0) {
            let wins = &mut meeting.wins[bot];
            wins.resize(REPETITIONS + 1, 0);
            for (wins, weight) in wins.iter_mut().zip(weights) {
                *wins += won * u64::from(*weight);
            }
        }
    }

    /// The ratings of `bots` bots.
    pub fn ratings(&self, bots: usize) -> Ratings {
        let elo = |strength: &[f64]| strength.iter().map(|s| 400.0 * s.log10()).collect::<Vec<_>>();
        let found = self.strengths(bots, 0, &vec![1.0; bots]);
        let again = (1..=REPETITIONS).map(|i| elo(&self.strengths(bots, i, &found))).collect();
        Ratings { elo: elo(&found), again }
    }

    /// Hunter's MM algorithm; strengths have the geometric mean 1.
    fn strengths(&self, bots: usize, repetition: usize, from: &[f64]) -> Vec<f64> {
        let mut tables: Vec<(Vec<f64>, f64)> = Vec::new();
        let mut wins = vec![0.0; bots];
        let mut met = vec![false; bots * bots];
        for (company, meeting) in &self.tables {
            let mut seats: Vec<f64> = company.iter().map(|&n| f64::from(n)).collect();
            seats.resize(bots, 0.0);
            for (bot, parts) in meeting.wins.iter().enumerate() {
                wins[bot] += parts.get(repetition).map_or(0.0, |&parts| parts as f64 / WIN as f64);
            }
            for a in 0..bots {
                (0..a).filter(|&b| seats[a] > 0.0 && seats[b] > 0.0).for_each(|b| met[a * bots + b] = true);
            }
            tables.push((seats, meeting.games[repetition] as f64));
        }
        // Whoever never loses would be infinitely strong: every two who met share one more, imagined win.
        for pair in (0..met.len()).filter(|&pair| met[pair]) {
            let (a, b) = (pair / bots, pair % bots);
            let mut seats = vec![0.0; bots];
            (seats[a], seats[b]) = (1.0, 1.0);
            wins[a] += 0.5;
            wins[b] += 0.5;
            tables.push((seats, 1.0));
        }
        climb(&tables, &wins, from)
    }
}

fn climb(tables: &[(Vec<f64>, f64)], wins: &[f64], from: &[f64]) -> Vec<f64> {
    let mut strength = from.to_vec();
    for _ in 0..10_000 {
        let mut share = vec![0.0; strength.len()];
        for (seats, games) in tables {
            let sum: f64 = seats.iter().zip(&strength).map(|(n, s)| n * s).sum();
            share.iter_mut().zip(seats).for_each(|(share, n)| *share += games * n / sum);
        }
        let mut next: Vec<f64> = (0..strength.len())
            .map(|bot| if share[bot] > 0.0 { wins[bot] / share[bot] } else { 1.0 })
            .collect();
        let mean = (next.iter().map(|s| s.ln()).sum::<f64>() / next.len().max(1) as f64).exp();
        next.iter_mut().for_each(|s| *s /= mean);
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    strength
}

/// Ratings with what the bootstrap made of them.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    again: Vec<Vec<f64>>,
}

impl Ratings {
    /// Elo of a bot; the mean of all bots is 0.
    pub fn elo(&self, bot: usize) -> Estimate {
        self.interval(self.elo[bot], |elo| elo[bot])
    }

    /// How much stronger `a` is than `b`. Narrower than the two intervals suggest: both move together.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        self.interval(self.elo[a] - self.elo[b], |elo| elo[a] - elo[b])
    }

    fn interval(&self, value: f64, of: impl Fn(&[f64]) -> f64) -> Estimate {
        middle(value, self.again.iter().map(|elo| of(elo)).collect())
    }
}

/// A figure with what 95 % of its repetitions lie within.
pub(super) fn middle(value: f64, mut again: Vec<f64>) -> Estimate {
    again.sort_by(f64::total_cmp);
    let at = |part: f64| again.get((part * again.len() as f64) as usize).copied().unwrap_or(value);
    Estimate { value, low: at(0.025), high: at(0.975) }
}

/// How often the deal at hand counts in every repetition.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    deal: Option<u64>,
    weights: Vec<u8>,
}

impl Weights {
    pub(super) fn of(&mut self, deal: u64) -> &[u8] {
        if self.deal != Some(deal) {
            let mut source = Quick::new(deal ^ 0x6275_7473_7472_6170);
            self.deal = Some(deal);
            self.weights.clear();
            self.weights.push(1);
            self.weights.extend((0..REPETITIONS).map(|_| poisson(source.bits())));
        }
        &self.weights
    }
}

/// A Poisson number with mean 1 from random bits.
fn poisson(bits: u64) -> u8 {
    let mut left = (bits >> 11) as f64 / (1u64 << 53) as f64;
    let mut chance = (-1.0_f64).exp();
    let mut n = 0;
    while left >= chance && n < 20 {
        left -= chance;
        n += 1;
        chance /= f64::from(n);
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strengths for wins between single bots, without the imagined shared wins.
    fn strengths(matrix: &[&[f64]]) -> Vec<f64> {
        let bots = matrix.len();
        let mut tables = Vec::new();
        for a in 0..bots {
            for b in 0..a {
                let mut seats = vec![0.0; bots];
                (seats[a], seats[b]) = (1.0, 1.0);
                tables.push((seats, matrix[a][b] + matrix[b][a]));
            }
        }
        let wins: Vec<f64> = matrix.iter().map(|row| row.iter().sum()).collect();
        climb(&tables, &wins, &vec![1.0; bots])
    }

    #[test]
    fn two_bots_have_the_odds_of_their_wins() {
        let found = strengths(&[&[0.0, 75.0], &[25.0, 0.0]]);
        assert!((found[0] / found[1] - 3.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn a_matrix_made_from_strengths_gives_them_back() {
        // 1, 2 and 4, sixty games a pair: 20:40, 12:48 and 20:40.
        let found = strengths(&[&[0.0, 20.0, 12.0], &[40.0, 0.0, 20.0], &[48.0, 40.0, 0.0]]);
        assert!((found[1] / found[0] - 2.0).abs() < 1e-6 && (found[2] / found[1] - 2.0).abs() < 1e-6);
    }

    #[test]
    fn the_maximum_of_an_uneven_matrix_is_where_the_slope_is_zero() {
        let matrix: [&[f64]; 3] = [&[0.0, 3.0, 8.0], &[7.0, 0.0, 4.0], &[1.0, 5.0, 0.0]];
        let found = strengths(&matrix);
        for a in 0..3 {
            let expected: f64 = (0..3)
                .filter(|&b| b != a)
                .map(|b| (matrix[a][b] + matrix[b][a]) * found[a] / (found[a] + found[b]))
                .sum();
            assert!((expected - matrix[a].iter().sum::<f64>()).abs() < 1e-5, "bot {a}");
        }
    }

    #[test]
    fn one_against_two_is_rated_by_the_share_of_wins() {
        let mut meetings = Meetings::default();
        // 79 of 100 against two: odds of 0.79 / 0.21 against both, twice that against one.
        for deal in 0..10_000 {
            let won = if deal % 100 < 79 { [60, 0, 0] } else { [0, 60, 0] };
            meetings.add(deal, &[(0, won[0]), (1, won[1]), (1, won[2])]);
        }
        let found = meetings.ratings(2).difference(0, 1);
        let right = 400.0 * (2.0 * 0.79 / 0.21_f64).log10();
        assert!((found.value - right).abs() < 0.5, "{found:?}, {right}");
        assert!((found.low..found.high).contains(&right));
        // The standard error of the log odds is 1 / √(n p q).
        let width = 400.0 / 10.0_f64.ln() / (10_000.0 * 0.79 * 0.21_f64).sqrt() * 2.0 * 1.96;
        assert!(((found.high - found.low) / width - 1.0).abs() < 0.15, "{found:?}, {width}");
    }

    #[test]
    fn shared_wins_are_shared_and_nobody_is_infinite() {
        let mut meetings = Meetings::default();
        for deal in 0..50 {
            meetings.add(deal, &[(0, 30), (1, 30)]);
            meetings.add(deal, &[(2, 60), (1, 0)]);
        }
        let found = meetings.ratings(3);
        assert!(found.difference(0, 1).value.abs() < 1e-6);
        let best = found.difference(2, 1);
        assert!((best.value - 400.0 * (50.5 / 0.5_f64).log10()).abs() < 1e-3, "{best:?}");
        assert!(best.low.is_finite() && best.high.is_finite());
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        // True odds 2:1; about 95 of 100 intervals should hold the true difference.
        let (mut dice, mut held) = (Quick::new(3), 0);
        for tournament in 0..100u64 {
            let mut meetings = Meetings::default();
            for deal in 0..200 {
                let won = if dice.below(3) < 2 { 60 } else { 0 };
                meetings.add(tournament * 1000 + deal, &[(0, won), (1, 60 - won)]);
            }
            let found = meetings.ratings(2).difference(0, 1);
            held += u32::from((found.low..found.high).contains(&(400.0 * 2.0_f64.log10())));
        }
        assert!((89..=99).contains(&held), "{held} of 100");
    }

    #[test]
    fn weights_of_the_bootstrap_have_mean_and_variance_one() {
        let mut weights = Weights::default();
        let all: Vec<f64> = (0..100).flat_map(|deal| weights.of(deal)[1..].to_vec()).map(f64::from).collect();
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let variance = all.iter().map(|w| (w - mean).powi(2)).sum::<f64>() / n;
        assert!((mean - 1.0).abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }
}
