//! How answers went in the same imagined worlds, and when two of them can be told apart.
//!
//! What counts is the difference between two answers in the same world: the luck of the deal is in both and drops
//! out, so far fewer games tell them apart than two averages would need.

/// Added up over worlds.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisitCounts {
    answers: Vec<Sum>,
    /// The squares of the differences of every two answers, row by row; only the part below the diagonal is used.
    squares: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    share: f64,
    worlds: u32,
}

/// Before so many worlds, a difference says nothing about how much differences vary.
const FEWEST: u32 = 32;
/// The truth is hardly ever more standard errors away from what was seen.
const DOUBT: f64 = 3.0;

impl VisitCounts {
    /// Forgets everything.
    pub(crate) fn begin(&mut self, answers: usize) {
        self.answers.clear();
        self.answers.resize(answers, Sum::default());
        self.squares.clear();
        self.squares.resize(answers * answers, 0.0);
    }

    /// Adds one world, in which these answers brought these shares. Answers may be left out, but then for good.
    pub(crate) fn add(&mut self, answers: &[usize], shares: &[f32]) {
        let row = self.answers.len();
        for (n, (&a, &share)) in answers.iter().zip(shares).enumerate() {
            self.answers[a].share += f64::from(share);
            self.answers[a].worlds += 1;
            for (&b, other) in answers.iter().zip(shares).take(n) {
                let difference = f64::from(share - other);
                self.squares[a.max(b) * row + a.min(b)] += difference * difference;
            }
        }
    }

    /// Adds the worlds of another thread.
    pub(crate) fn merge(&mut self, other: &VisitCounts) {
        for (sum, other) in self.answers.iter_mut().zip(&other.answers) {
            sum.share += other.share;
            sum.worlds += other.worlds;
        }
        self.squares.iter_mut().zip(&other.squares).for_each(|(sum, other)| *sum += other);
    }

    /// In how many worlds an answer was tried.
    pub(crate) fn worlds(&self, answer: usize) -> u32 {
        self.answers[answer].worlds
    }

    /// The share of an answer, on average.
    pub(crate) fn mean(&self, answer: usize) -> f64 {
        let Sum { share, worlds } = self.answers[answer];
        share / f64::from(worlds.max(1))
    }

    /// Whether an answer is not worth another thought beside the leader: it is hardly better, or only by so little
    /// that it does not matter. Both were tried in the same worlds.
    pub(crate) fn settled(&self, leader: usize, answer: usize, matters: f32) -> bool {
        let worlds = self.worlds(answer);
        if worlds < FEWEST {
            return false;
        }
        let behind = self.mean(leader) - self.mean(answer);
        let row = self.answers.len();
        let square = self.squares[leader.max(answer) * row + leader.min(answer)] / f64::from(worlds);
        let error = ((square - behind * behind).max(0.0) / f64::from(worlds)).sqrt();
        DOUBT * error <= behind + f64::from(matters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares that swing a lot from world to world, the second always a little below the first, the third at times.
    fn tried(worlds: u32, matters: f32) -> [bool; 2] {
        let mut tally = VisitCounts::default();
        tally.begin(3);
        for world in 0..worlds {
            let luck = (world * 37 % 100) as f32 / 200.0;
            let third = if world % 2 == 0 { 0.2 } else { -0.19 };
            tally.add(&[2, 0, 1], &[0.2 + luck + third, 0.2 + luck, 0.19 + luck]);
        }
        let mean = tally.mean(0);
        assert!((0.2..0.7).contains(&mean), "{mean}");
        [tally.settled(0, 1, matters), tally.settled(0, 2, matters)]
    }

    #[test]
    fn luck_that_is_in_both_answers_hides_no_difference() {
        assert_eq!(tried(FEWEST - 1, 0.0), [false, false], "too early to say anything");
        assert_eq!(tried(FEWEST, 0.0), [true, false], "a little worse every time is worse");
    }

    #[test]
    fn what_makes_no_difference_is_not_looked_into_for_ever() {
        assert_eq!(tried(2000, 0.002), [true, false]);
        assert_eq!(tried(2000, 0.02), [true, true]);
    }

    #[test]
    fn threads_add_up() {
        let (mut one, mut other, mut both) =
            (VisitCounts::default(), VisitCounts::default(), VisitCounts::default());
        for tally in [&mut one, &mut other, &mut both] {
            tally.begin(2);
        }
        for world in 0..40 {
            let shares = [0.5 + (world % 7) as f32 / 100.0, 0.5];
            if world % 2 == 0 {
                one.add(&[0, 1], &shares)
            } else {
                other.add(&[0, 1], &shares)
            }
            both.add(&[0, 1], &shares);
        }
        one.merge(&other);
        assert_eq!(one.worlds(1), 40);
        assert!((one.mean(0) - both.mean(0)).abs() < 1e-9);
        assert_eq!(one.settled(0, 1, 0.0), both.settled(0, 1, 0.0));
    }
}
