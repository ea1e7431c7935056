//! Intervals: how far a measured figure can be trusted.

use serde::Serialize;

/// The standard normal deviation that 95 % lie within.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A mean with its standard error, two-sided.
    pub fn around(value: f64, standard_error: f64) -> Estimate {
        Estimate { value, low: value - Z95 * standard_error, high: value + Z95 * standard_error }
    }

    /// Whether zero lies outside the interval.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// A share of `n` trials with Wilson's interval, which stays inside 0 to 1 and holds for few trials and for
/// shares near the ends. A shared win varies less than a whole one, so with shared wins it is a little wide.
///
/// ```
/// use alhambra_sim::lab::wilson;
/// let share = wilson(8.0, 10);
/// assert!((share.low - 0.4902).abs() < 1e-4 && (share.high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson(successes: f64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    around_share(successes / n as f64, n as f64)
}

/// Wilson's interval around a share that is known as well as from `n` independent trials.
fn around_share(p: f64, n: f64) -> Estimate {
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).max(0.0).sqrt();
    Estimate { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Numbers that come in deals: the games of one deal have the same luck and are not independent, its deals are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ByDeal {
    deal: u64,
    /// Sum and count of the deal at hand.
    now: (f64, f64),
    /// Of the deals before it: how many, sums, counts, and the sums of their products.
    deals: u64,
    sums: (f64, f64),
    products: (f64, f64, f64),
}

impl ByDeal {
    fn add(&mut self, deal: u64, value: f64) {
        if deal != self.deal {
            *self = self.whole();
            self.deal = deal;
        }
        self.now = (self.now.0 + value, self.now.1 + 1.0);
    }

    /// With the deal at hand among the others.
    fn whole(&self) -> ByDeal {
        let (sum, count) = self.now;
        if count == 0.0 {
            return *self;
        }
        let (ss, st, tt) = self.products;
        ByDeal {
            deal: self.deal,
            now: (0.0, 0.0),
            deals: self.deals + 1,
            sums: (self.sums.0 + sum, self.sums.1 + count),
            products: (ss + sum * sum, st + sum * count, tt + count * count),
        }
    }

    /// Of whole deals: the mean, and how far the deals are from having it, squared and added up.
    fn mean(&self) -> (f64, f64) {
        let ((sum, count), (ss, st, tt)) = (self.sums, self.products);
        let mean = sum / count;
        (mean, ss - 2.0 * mean * st + mean * mean * tt)
    }

    /// Of whole deals: the variance of the mean.
    fn variance(&self, squares: f64) -> f64 {
        let deals = self.deals as f64;
        squares.max(0.0) * deals / (deals - 1.0).max(1.0) / (self.sums.1 * self.sums.1)
    }
}

/// A share of trials that come in deals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShareByDeal(ByDeal);

impl ShareByDeal {
    /// Counts a trial in. Those of a deal come one after the other.
    pub fn add(&mut self, deal: u64, success: f64) {
        self.0.add(deal, success);
    }

    /// The share with its interval: Wilson's, for as many independent trials as would vary like these deals. Where nothing
    /// varies, or there is one deal only, as if every deal were one trial.
    pub fn estimate(&self) -> Estimate {
        let all = self.0.whole();
        let trials = all.sums.1;
        if trials == 0.0 {
            return wilson(0.0, 0);
        }
        let (p, squares) = all.mean();
        // What rounding leaves of nothing is nothing.
        let varies = all.deals >= 2 && squares > 1e-9 * trials && p > 0.0 && p < 1.0;
        around_share(p, if varies { p * (1.0 - p) / all.variance(squares) } else { all.deals as f64 })
    }
}

/// The mean of numbers that come in deals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanByDeal {
    /// Numbers far from 0 would lose the digits that matter in sums of squares: they are counted from the first one.
    from: f64,
    off: ByDeal,
}

impl MeanByDeal {
    /// Counts a number in. Those of a deal come one after the other.
    pub fn add(&mut self, deal: u64, value: f64) {
        if self.off == ByDeal::default() {
            self.from = value;
        }
        self.off.add(deal, value - self.from);
    }

    /// The mean with its interval; `None` for fewer than two deals.
    pub fn estimate(&self) -> Option<Estimate> {
        let all = self.off.whole();
        if all.deals < 2 {
            return None;
        }
        let (mean, squares) = all.mean();
        Some(Estimate::around(self.from + mean, all.variance(squares).sqrt()))
    }
}

/// Count, mean and spread of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Counts a number in.
    pub fn add(&mut self, value: f64) {
        // Welford's way: sums of squares would lose the digits that matter.
        self.n += 1;
        let off = value - self.mean;
        self.mean += off / self.n as f64;
        self.squares += off * (value - self.mean);
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.n
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of a sample.
    pub fn sd(&self) -> f64 {
        if self.n < 2 { 0.0 } else { (self.squares / (self.n - 1) as f64).sqrt() }
    }

    /// The mean with its interval; `None` for fewer than two numbers.
    pub fn estimate(&self) -> Option<Estimate> {
        (self.n >= 2).then(|| Estimate::around(self.mean, self.sd() / (self.n as f64).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_that_of_the_textbook() {
        let none = wilson(0.0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let half = wilson(50.0, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4, "{half:?}");
        assert_eq!(wilson(0.0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn deals_count_as_they_vary() {
        let (mut alike, mut apart, mut same) =
            (ShareByDeal::default(), ShareByDeal::default(), ShareByDeal::default());
        for deal in 0..60 {
            for seat in 0..3 {
                // Whoever gets a good deal wins all three games of it; or one of three, whatever the deal.
                alike.add(deal, f64::from(u8::from(deal % 3 == 0)));
                apart.add(deal, f64::from(u8::from((deal + seat) % 3 == 0 && deal > 0)));
                same.add(deal, f64::from(u8::from(seat == 0)));
            }
        }
        let width = |share: &ShareByDeal| share.estimate().high - share.estimate().low;
        let trials = wilson(60.0, 180);
        assert!((alike.estimate().value - 1.0 / 3.0).abs() < 1e-12);
        let deals = wilson(20.0, 60);
        assert!((width(&alike) - (deals.high - deals.low)).abs() < 0.003, "{:?}", alike.estimate());
        assert!(width(&apart) < (trials.high - trials.low) / 3.0, "{:?}", apart.estimate());
        assert_eq!(same.estimate(), wilson(20.0, 60), "nothing varies: as if every deal were one trial");
        assert_eq!(ShareByDeal::default().estimate(), wilson(0.0, 0));
    }

    #[test]
    fn games_of_a_deal_are_no_independent_numbers() {
        let lengths = [52.0, 60.0, 55.0, 71.0, 64.0, 58.0];
        let (mut single, mut moments, mut thrice) =
            (MeanByDeal::default(), Moments::default(), MeanByDeal::default());
        assert_eq!(single.estimate(), None);
        for (deal, length) in lengths.into_iter().enumerate() {
            single.add(deal as u64, length);
            moments.add(length);
            // The same deal played three times says nothing new.
            (0..3).for_each(|_| thrice.add(deal as u64, length));
        }
        let (one, plain, three) =
            (single.estimate().unwrap(), moments.estimate().unwrap(), thrice.estimate().unwrap());
        for (a, b) in [(one.value, plain.value), (one.low, plain.low), (one.high, three.high)] {
            assert!((a - b).abs() < 1e-9, "{one:?} {plain:?} {three:?}");
        }
    }

    #[test]
    fn moments_are_those_of_the_textbook() {
        let mut moments = Moments::default();
        assert_eq!(moments.estimate(), None);
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| moments.add(x));
        assert_eq!((moments.count(), moments.mean()), (8, 5.0));
        assert!((moments.sd() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        let mean = moments.estimate().unwrap();
        assert!((mean.high - 5.0 - Z95 * (32.0_f64 / 56.0).sqrt()).abs() < 1e-12 && mean.is_clear());
    }
}
