//! What modules do to a game: least squares over differences between games with the same luck.
//!
//! Every deal is played without modules and with a set of them. What differs between the two is put down to
//! the modules of the set, each with its own amount: the amounts that fit best over all deals.

use super::interval::{Estimate, Moments};

/// Least squares without a constant: how much each of several things adds when it is present.
#[derive(Clone, Debug, Default)]
pub struct Regression {
    things: usize,
    products: Vec<f64>,
    sums: Vec<f64>,
    squares: f64,
    n: u64,
}

impl Regression {
    /// Counts in that these things together made a difference of `value`.
    pub fn add(&mut self, present: &[usize], value: f64) {
        let things = present.iter().map(|thing| thing + 1).max().unwrap_or(0);
        if things > self.things {
            self.grow(things);
        }
        for &a in present {
            self.sums[a] += value;
            for &b in present {
                self.products[a * self.things + b] += 1.0;
            }
        }
        self.squares += value * value;
        self.n += 1;
    }

    fn grow(&mut self, things: usize) {
        let old = std::mem::replace(&mut self.products, vec![0.0; things * things]);
        for (i, product) in old.into_iter().enumerate() {
            self.products[i / self.things * things + i % self.things] = product;
        }
        self.sums.resize(things, 0.0);
        self.things = things;
    }

    /// What each thing adds; `None` as long as they cannot be told apart.
    pub fn solve(&self) -> Option<Vec<Estimate>> {
        let k = self.things;
        if self.n <= k as u64 {
            return None;
        }
        let inverse = inverse(&self.products, k)?;
        let amounts: Vec<f64> =
            (0..k).map(|a| (0..k).map(|b| inverse[a * k + b] * self.sums[b]).sum()).collect();
        let explained: f64 = amounts.iter().zip(&self.sums).map(|(a, s)| a * s).sum();
        let variance = ((self.squares - explained) / (self.n - k as u64) as f64).max(0.0);
        let error = |a: usize| (variance * inverse[a * k + a]).sqrt();
        Some(amounts.iter().enumerate().map(|(a, &amount)| Estimate::around(amount, error(a))).collect())
    }
}

/// Gauss and Jordan, with the largest pivot; `None` if there is no inverse.
fn inverse(matrix: &[f64], k: usize) -> Option<Vec<f64>> {
    let mut left = matrix.to_vec();
    let mut right = vec![0.0; k * k];
    (0..k).for_each(|i| right[i * k + i] = 1.0);
    for column in 0..k {
        let pivot =
            (column..k).max_by(|&a, &b| left[a * k + column].abs().total_cmp(&left[b * k + column].abs()))?;
        if left[pivot * k + column].abs() < 1e-9 {
            return None;
        }
        for i in 0..k {
            left.swap(pivot * k + i, column * k + i);
            right.swap(pivot * k + i, column * k + i);
        }
        let by = left[column * k + column];
        for i in 0..k {
            left[column * k + i] /= by;
            right[column * k + i] /= by;
        }
        for row in (0..k).filter(|&row| row != column) {
            let times = left[row * k + column];
            for i in 0..k {
                left[row * k + i] -= times * left[column * k + i];
                right[row * k + i] -= times * right[column * k + i];
            }
        }
    }
    Some(right)
}

/// Differences of whole sets, each against the game without modules.
#[derive(Clone, Debug, Default)]
pub struct Differences(Vec<Moments>);

impl Differences {
    /// Counts in a difference of a set.
    pub fn add(&mut self, set: usize, value: f64) {
        if self.0.len() <= set {
            self.0.resize(set + 1, Moments::default());
        }
        self.0[set].add(value);
    }

    /// The mean difference of a set.
    pub fn of(&self, set: usize) -> Option<Estimate> {
        self.0.get(set).and_then(Moments::estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_that_were_put_in_come_out() {
        let mut regression = Regression::default();
        let amounts = [2.0, -3.0, 10.0];
        for (noise, present) in [
            (0.5, vec![0, 1]),
            (-0.5, vec![0, 1]),
            (0.5, vec![1, 2]),
            (-0.5, vec![1, 2]),
            (0.5, vec![0, 2]),
            (-0.5, vec![0, 2]),
        ] {
            regression
                .add(&present, present.iter().map(|&thing: &usize| amounts[thing]).sum::<f64>() + noise);
        }
        let found = regression.solve().unwrap();
        for (found, right) in found.iter().zip(amounts) {
            assert!((found.value - right).abs() < 1e-9, "{found:?}");
            // X'X is 4 on the diagonal and 2 beside it; its inverse has 3/8 there; RSS 1.5 over 3.
            let error = (0.5_f64 * 0.375).sqrt();
            assert!((found.high - right - super::super::interval::Z95 * error).abs() < 1e-9);
        }
    }

    #[test]
    fn what_always_comes_together_cannot_be_told_apart() {
        let mut regression = Regression::default();
        (0..10).for_each(|i| regression.add(&[0, 1], f64::from(i)));
        assert_eq!(regression.solve(), None);
        regression.add(&[0], 1.0);
        assert!(regression.solve().is_some());
    }

    #[test]
    fn a_set_has_the_mean_of_its_differences() {
        let mut differences = Differences::default();
        [1.0, 2.0, 3.0].into_iter().for_each(|x| differences.add(1, x));
        assert_eq!(differences.of(1).unwrap().value, 2.0);
        assert_eq!(differences.of(0), None);
        assert_eq!(differences.of(7), None);
    }
}
