//! The sequential test "is this bot stronger than that one": it stops as soon as the games say enough.
//!
//! Wald's test, generalised as engine testers use it: every deal gives one number, the challenger's share of the
//! wins over all seats of that deal. Deals are independent even though the games of a deal share their luck, and a
//! shared win is no special case. How shares are distributed is taken from the games themselves; each claim bends
//! that distribution as little as it must to have the mean it claims, and the two bent ones are compared.

use serde::Serialize;
use std::collections::BTreeMap;

/// Deals before the test may stop: before that the spread between deals is not known well enough.
const AT_LEAST: u64 = 20;
/// A whole share, in parts that every share of up to six seats is a number of.
const WHOLE: f64 = 3600.0;
/// How much every possible number of wins counts before any game: none may have the probability 0.
const BEFOREHAND: f64 = 0.1;

/// Two claims about a difference in Elo, and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Claims {
    /// The challenger is only this much stronger.
    pub elo0: f64,
    /// The challenger is this much stronger.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// Why claims cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadClaims {
    /// Not two numbers.
    #[error("sprt: \"{0}\" is not two numbers of Elo with a comma between them, such as 0,50")]
    NotTwoNumbers(String),
    /// The second is not above the first.
    #[error("sprt: the second claim must be above the first, such as 0,50")]
    Order,
    /// Nobody differs by that much.
    #[error("sprt: claims lie between -2000 and 2000 Elo")]
    Far,
    /// A probability of error that is none.
    #[error("sprt: {0} must lie between 0 and 0.5")]
    Risk(&'static str),
}

impl std::str::FromStr for Claims {
    type Err = BadClaims;

    fn from_str(text: &str) -> Result<Claims, BadClaims> {
        let numbers =
            text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        let (elo0, elo1) = numbers.ok_or_else(|| BadClaims::NotTwoNumbers(text.to_owned()))?;
        let claims = Claims { elo0, elo1, alpha: 0.05, beta: 0.05 };
        claims.check().map(|()| claims)
    }
}

impl Claims {
    /// Whether these claims can be tested.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), BadClaims> {
        if ![self.elo0, self.elo1].iter().all(|elo| elo.abs() <= 2000.0) {
            return Err(BadClaims::Far);
        }
        if self.elo1 <= self.elo0 {
            return Err(BadClaims::Order);
        }
        let fine = |risk: f64| risk > 0.0 && risk < 0.5;
        match (fine(self.alpha), fine(self.beta)) {
            (true, true) => Ok(()),
            (false, _) => Err(BadClaims::Risk("alpha")),
            _ => Err(BadClaims::Risk("beta")),
        }
    }

    /// The share of wins of a challenger that is `elo` stronger, alone against the others.
    pub fn share(elo: f64, players: usize) -> f64 {
        let odds = 10f64.powf(elo / 400.0);
        odds / (odds + players as f64 - 1.0)
    }
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// Go on playing.
    Open,
    /// The lower claim is accepted: the challenger is not that much stronger.
    Lower,
    /// The higher claim is accepted: the challenger is stronger.
    Higher,
}

/// A running test.
#[derive(Clone, Debug)]
pub struct Sprt {
    claims: Claims,
    players: usize,
    deals: u64,
    /// How often each share came up.
    shares: BTreeMap<u16, f64>,
}

impl Sprt {
    /// A test of a challenger alone against `players` − 1 others.
    pub fn new(claims: Claims, players: usize) -> Sprt {
        let whole_wins = (0..=players).map(|wins| (part(wins as f64 / players.max(1) as f64), BEFOREHAND));
        Sprt { claims, players, deals: 0, shares: whole_wins.collect() }
    }

    /// The claims.
    pub fn claims(&self) -> Claims {
        self.claims
    }

    /// Counts a deal in: the challenger's share of its wins.
    pub fn add(&mut self, share: f64) {
        self.deals += 1;
        *self.shares.entry(part(share)).or_default() += 1.0;
    }

    /// Deals counted.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The logarithm of how much likelier the games are under the higher claim.
    pub fn log_likelihood(&self) -> f64 {
        if self.deals == 0 {
            return 0.0;
        }
        let [s0, s1] = [self.claims.elo0, self.claims.elo1].map(|elo| Claims::share(elo, self.players));
        let (bend0, bend1) = (self.bend(s0), self.bend(s1));
        let shares = self.shares.iter().map(|(&part, &times)| (f64::from(part) / WHOLE, times));
        shares.map(|(at, times)| times * ((1.0 + bend0 * (at - s0)) / (1.0 + bend1 * (at - s1))).ln()).sum()
    }

    /// How far the distribution must be bent to have this mean: every probability is divided by
    /// 1 + bend · (share − mean). The most likely distribution with that mean has this form.
    fn bend(&self, mean: f64) -> f64 {
        // Between the two bends at which a probability would become infinite; 0 and 1 are among the shares.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            let slope: f64 = self
                .shares
                .iter()
                .map(|(&part, times)| {
                    let off = f64::from(part) / WHOLE - mean;
                    times * off / (1.0 + middle * off)
                })
                .sum();
            if slope > 0.0 { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    }

    /// The lower and the upper bound at which the test stops.
    pub fn bounds(&self) -> (f64, f64) {
        let Claims { alpha, beta, .. } = self.claims;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// What the test says.
    pub fn verdict(&self) -> SprtVerdict {
        let (low, high) = self.bounds();
        match self.log_likelihood() {
            _ if self.deals() < AT_LEAST => SprtVerdict::Open,
            ratio if ratio >= high => SprtVerdict::Higher,
            ratio if ratio <= low => SprtVerdict::Lower,
            _ => SprtVerdict::Open,
        }
    }
}

fn part(share: f64) -> u16 {
    (share.clamp(0.0, 1.0) * WHOLE).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::Quick;

    #[test]
    fn shares_are_those_of_the_ratings() {
        assert!((Claims::share(0.0, 3) - 1.0 / 3.0).abs() < 1e-12);
        assert!((Claims::share(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert!((Claims::share(350.0, 3) - 0.7894).abs() < 1e-4);
    }

    #[test]
    fn the_ratio_is_that_of_the_formula() {
        // Two players, 0 against 100 Elo: 0.5 against 0.640065; a hundred deals, sixty wins.
        let mut test = Sprt::new("0,100".parse().unwrap(), 2);
        for deal in 0..100 {
            test.add(if deal % 5 < 3 { 1.0 } else { 0.0 });
        }
        // Two outcomes have only one distribution for each mean, so the ratio is that of coins; the shares that
        // count beforehand add a little.
        let s1 = 0.640_065_f64;
        let right = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
        assert!((test.log_likelihood() - right).abs() < 0.05, "{} {right}", test.log_likelihood());
        let (low, high) = test.bounds();
        assert!((low + 2.9444).abs() < 1e-4 && (high - 2.9444).abs() < 1e-4);
    }

    /// How many of `tests` tests with coins of this strength accept the higher claim, and how long they take.
    fn accepted(claims: Claims, elo: f64, tests: u32, seed: u64) -> (u32, f64) {
        let (mut dice, mut higher, mut deals) = (Quick::new(seed), 0, 0);
        for _ in 0..tests {
            let mut test = Sprt::new(claims, 2);
            while test.verdict() == SprtVerdict::Open {
                let wins = (0..2)
                    .filter(|_| f64::from(dice.below(1 << 24)) < Claims::share(elo, 2) * f64::from(1 << 24));
                test.add(wins.count() as f64 / 2.0);
            }
            higher += u32::from(test.verdict() == SprtVerdict::Higher);
            deals += test.deals();
        }
        (higher, deals as f64 / f64::from(tests))
    }

    #[test]
    fn wrong_answers_are_as_rare_as_promised() {
        for (claims, seed) in [("0,60", 1), ("100,200", 2), ("-50,50", 3), ("300,400", 4)] {
            let claims: Claims = claims.parse().unwrap();
            let (wrong, deals) = accepted(claims, claims.elo0, 1000, seed);
            // 5 % of 1000, and three standard deviations.
            assert!(wrong <= 71, "{claims:?}: {wrong} of 1000 wrongly accepted, {deals} deals each");
            let (right, _) = accepted(claims, claims.elo1, 1000, seed + 10);
            assert!(right >= 929, "{claims:?}: {right} of 1000 rightly accepted");
            let clear = accepted(claims, claims.elo1 + 200.0, 100, seed + 20);
            assert!(clear.0 == 100 && clear.1 < deals, "what is clear is decided sooner: {clear:?}");
        }
    }

    #[test]
    fn a_row_of_wins_is_enough_and_a_few_are_not() {
        let mut test = Sprt::new("0,100".parse().unwrap(), 3);
        (0..AT_LEAST - 1).for_each(|_| test.add(1.0));
        assert_eq!(test.verdict(), SprtVerdict::Open);
        test.add(1.0);
        assert_eq!(test.verdict(), SprtVerdict::Higher);
    }

    #[test]
    fn claims_that_make_no_sense_are_refused() {
        assert!(matches!("50".parse::<Claims>(), Err(BadClaims::NotTwoNumbers(_))));
        assert!(matches!("a,b".parse::<Claims>(), Err(BadClaims::NotTwoNumbers(_))));
        assert_eq!("50,50".parse::<Claims>(), Err(BadClaims::Order));
        assert_eq!("0,9999".parse::<Claims>(), Err(BadClaims::Far));
        assert_eq!("nan,1".parse::<Claims>(), Err(BadClaims::Far));
        let risky = Claims { alpha: 0.7, ..Claims::from_str("0,1").unwrap() };
        assert_eq!(risky.check(), Err(BadClaims::Risk("alpha")));
    }

    use std::str::FromStr;
}
