//! Points, which exist only as explained lines, and the arithmetic of majorities.

use super::building::Building;
use super::cell::{At, Cell};
use super::edition::Places;
use super::seat::{MAX_SEATS, Scorer};
use crate::GameState;
use crate::cx::Why;
use crate::refs::{Key, key};
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// Where points come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ScoreSource"))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The longest wall.
    Wall,
    /// A majority in a building type.
    Majority(Building),
    /// A module.
    Module(ModuleId),
}

/// How a place was shared: the arithmetic behind a majority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ScoreRank"))]
pub struct Rank {
    /// The best place of the tied group, from 1.
    pub place: u8,
    /// How many share it.
    pub tied: u8,
    /// Points of the places they share, in order; places past the table are worth 0.
    pub worth: Vec<u8>,
    /// Points of the places they share, added up.
    pub pot: u16,
    /// What each gets: the pot divided, rounded down.
    pub share: u16,
}

impl Rank {
    /// The arithmetic of a group of `tied` from `place` on, where the table says `places`.
    pub(crate) fn new(place: u8, tied: u8, places: Places) -> Rank {
        let all = places.into_iter().chain(std::iter::repeat(0));
        let worth: Vec<u8> = all.skip(usize::from(place) - 1).take(usize::from(tied)).collect();
        let pot = worth.iter().map(|&points| u16::from(points)).sum();
        Rank { place, tied, worth, pot, share: pot / u16::from(tied) }
    }
}

/// Points with their reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ScoreLineView"))]
pub struct ScoreLine {
    /// Who gets them.
    pub to: Scorer,
    /// In which scoring, 1 to 3.
    pub round: u8,
    /// Where they come from.
    pub source: Source,
    /// A message key for the reason.
    #[serde(deserialize_with = "key::read")]
    pub reason: Key,
    /// The numbers that go with the reason (a wall's length, a count of half buildings).
    pub args: Vec<i16>,
    /// What was added; a deduction that stops at 0 says what was really lost.
    pub points: i16,
    /// The tiles it is about, in the scorer's palace.
    #[cfg_attr(feature = "typescript", ts(type = "Cell[]"))]
    pub cells: Vec<At>,
    /// For majorities, the place and how it was shared.
    pub rank: Option<Rank>,
}

/// What a scoring would bring, line by line: filled by pure queries, awarded by the core and by nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    round: u8,
    by: Source,
    explained: bool,
    /// Each line, and the tiles it is about.
    lines: Vec<(ScoreLine, Vec<Cell>)>,
    kept: Kept,
}

/// What a sheet keeps of what is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Lines,
    /// The scores as they stand, where points are added at once and nobody reads lines.
    Scores([u16; SCORERS]),
    /// Only what the points of each scorer come to.
    Points([i16; SCORERS]),
}

impl ScoreSheet {
    /// An empty sheet for a scoring; whoever only needs the points leaves out the explanations.
    pub(crate) fn new(round: u8, explained: bool) -> ScoreSheet {
        ScoreSheet { round, by: Source::Wall, explained, lines: Vec::new(), kept: Kept::Lines }
    }

    /// A sheet for a scoring that nobody listens to, as in playouts: no lines, only what the scores come to.
    pub(crate) fn silent(round: u8, scores: [u16; SCORERS]) -> ScoreSheet {
        ScoreSheet { kept: Kept::Scores(scores), ..ScoreSheet::new(round, false) }
    }

    /// A sheet for whoever only wants to know the points, which bots ask more often than anything else.
    pub(crate) fn points(round: u8) -> ScoreSheet {
        ScoreSheet { kept: Kept::Points([0; SCORERS]), ..ScoreSheet::new(round, false) }
    }

    /// Where the points of the lines that follow come from.
    pub(crate) fn by(&mut self, source: Source) -> &mut ScoreSheet {
        self.by = source;
        self
    }

    /// Which scoring it is, 1 to 3.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Adds a line; `why` runs only if somebody wants to know.
    pub fn add(&mut self, to: impl Into<Scorer>, points: i16, why: impl FnOnce() -> Why) {
        match &mut self.kept {
            Kept::Lines => {}
            Kept::Scores(scores) => {
                // A deduction stops at 0 (A-B-13), line by line.
                let score = &mut scores[to.into().index()];
                *score = score.saturating_add_signed(points);
                return;
            }
            Kept::Points(sums) => {
                sums[to.into().index()] += points;
                return;
            }
        }
        let Why { reason, args, cells, rank } = if self.explained { why() } else { Why::default() };
        let (round, source) = (self.round, self.by);
        let to = to.into();
        let line = ScoreLine { to, round, source, reason, args, points, cells: Vec::new(), rank };
        self.lines.push((line, cells));
    }

    /// What the scores come to on a silent sheet.
    pub(crate) fn scores(&self) -> Option<[u16; SCORERS]> {
        if let Kept::Scores(scores) = self.kept { Some(scores) } else { None }
    }

    /// What the points come to on a sheet for points.
    pub(crate) fn sums(&self) -> [i16; SCORERS] {
        if let Kept::Points(sums) = self.kept { sums } else { [0; SCORERS] }
    }

    /// What was added, about palaces of `g`.
    pub(crate) fn into_lines(self, g: &GameState) -> Vec<ScoreLine> {
        let located =
            |(line, cells): (ScoreLine, Vec<Cell>)| ScoreLine { cells: g.cells_of(line.to, cells), ..line };
        self.lines.into_iter().map(located).collect()
    }
}

/// How many scorers there can be: six seats and Dirk.
pub const SCORERS: usize = MAX_SEATS + 1;

/// Buildings of each type and scorer, in half units, as the majorities count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountBook {
    halves: [[u8; 6]; SCORERS],
}

impl CountBook {
    /// Adds `halves` half buildings.
    pub fn add(&mut self, to: Scorer, building: Building, halves: u8) {
        self.halves[to.index()][building.index()] += halves;
    }

    /// Half buildings of a type.
    pub fn halves(&self, of: Scorer, building: Building) -> u8 {
        self.halves[of.index()][building.index()]
    }
}

/// The place of each scorer in one building type: `None` for those without any (ruling A-B-9).
///
/// `counts` are in any unit; only their order matters. The places of a tied group are added up and divided,
/// rounded down; places past the table are worth nothing.
pub fn ranks<const N: usize>(counts: [u8; N], places: impl Fn(u8) -> Places) -> [Option<(u8, u8, u16)>; N] {
    let mut ranks = [None; N];
    // Those who have any; most tables are smaller than N.
    let (mut some, mut n) = ([0; N], 0);
    for count in counts.into_iter().filter(|count| *count > 0) {
        some[n] = count;
        n += 1;
    }
    for (i, &count) in counts.iter().enumerate() {
        if count == 0 {
            continue;
        }
        let (mut better, mut tied) = (0, 0);
        for &other in &some[..n] {
            better += usize::from(other > count);
            tied += usize::from(other == count);
        }
        if better >= 3 {
            continue;
        }
        let pot: u16 = places(count).iter().skip(better).take(tied).map(|&p| u16::from(p)).sum();
        ranks[i] = Some((better as u8 + 1, tied as u8, pot));
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points<const N: usize>(counts: [u8; N], places: Places) -> [u16; N] {
        ranks(counts, |_| places).map(|r| r.map_or(0, |(_, tied, pot)| pot / u16::from(tied)))
    }

    #[test]
    fn a_rank_shows_its_arithmetic() {
        let rank = |worth: &[u8], place, pot, share| {
            let tied = worth.len() as u8;
            Rank { place, tied, worth: worth.to_vec(), pot, share }
        };
        assert_eq!(Rank::new(1, 1, [13, 6, 0]), rank(&[13], 1, 13, 13));
        assert_eq!(Rank::new(1, 2, [13, 6, 0]), rank(&[13, 6], 1, 19, 9));
        assert_eq!(Rank::new(3, 3, [21, 13, 6]), rank(&[6, 0, 0], 3, 6, 2), "places past the table");
    }

    #[test]
    fn majorities_of_the_rulebook() {
        assert_eq!(points([3, 1, 0], [4, 0, 0]), [4, 0, 0], "AT-B-2");
        assert_eq!(points([5, 3, 2], [13, 6, 0]), [13, 6, 0], "AT-B-3");
        assert_eq!(points([4, 4, 1], [13, 6, 0]), [9, 9, 0], "AT-B-4");
        assert_eq!(points([4, 3, 1], [16, 8, 1]), [16, 8, 1], "AT-B-5");
        assert_eq!(points([3, 3, 3, 1], [21, 13, 6]), [13, 13, 13, 0], "AT-B-6");
        assert_eq!(points([2, 2], [1, 0, 0]), [0, 0], "AT-B-7");
        assert_eq!(points([5, 2, 2], [20, 12, 5]), [20, 8, 8], "AT-B-8");
        assert_eq!(points([0, 0, 0], [21, 13, 6]), [0, 0, 0], "A-B-9");
    }
}
