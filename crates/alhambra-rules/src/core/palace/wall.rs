//! The outer wall: how long its longest stretch is, and what all its stretches are.
//!
//! A segment is a wall on a border with exactly one covered side. Segments that share a grid point are linked,
//! and the longest trail over links, no segment twice, scores.

use super::plane::{Plane, Tiles};
use super::{CellSet, Palace};
use crate::core::cell::{Cell, GRID, Side};
use serde::Serialize;

impl Palace {
    /// The number of segments in the longest stretch of outer wall.
    ///
    /// Where walls do not cross, as is always so under [`Holes::Area4`](super::Holes::Area4), this takes a few
    /// dozen machine instructions per segment of the answer; otherwise it asks [`Palace::wall_runs`].
    #[must_use]
    pub fn longest_wall(&self) -> u8 {
        self.longest_plain().unwrap_or_else(|| self.longest_run())
    }

    /// The same where no walls cross and at most one ring is closed.
    #[inline]
    fn longest_plain(&self) -> Option<u8> {
        let frame = self.frame();
        if frame.fits::<u64>() {
            longest_chain(&self.tiles::<u64>())
        } else if frame.fits::<u128>() {
            longest_chain(&self.tiles::<u128>())
        } else {
            longest_chain(&self.tiles::<CellSet>())
        }
    }

    #[cold]
    fn longest_run(&self) -> u8 {
        self.wall_runs().first().map_or(0, |run| run.segments.len().min(u8::MAX as usize) as u8)
    }

    /// All outer segments: the covered cell and its side, cells ascending, then sides in order.
    pub fn outer_walls(&self) -> impl Iterator<Item = (Cell, Side)> {
        self.cells().into_iter().flat_map(move |cell| {
            Side::ALL
                .into_iter()
                .filter(move |side| self.walls_between(cell, *side) && !self.contains(cell.next(*side)))
                .map(move |side| (cell, side))
        })
    }

    /// Of the longest stretches of outer wall the one with most of these sections: those it has.
    #[must_use]
    pub fn on_longest_wall(&self, sections: &[(Cell, Side)]) -> Vec<(Cell, Side)> {
        let outer: Vec<(Cell, Side)> = sections.iter().copied().filter(|s| self.is_outer(*s)).collect();
        if outer.is_empty() {
            return outer;
        }
        let Some(longest) = self.longest_plain() else {
            let marked = |at| Marked { at, marked: outer.contains(&at) };
            let best = trails(self.outer_walls().map(marked).collect()).into_iter().next();
            let best = best.into_iter().flat_map(|run| run.0).filter(|segment| segment.marked);
            return best.map(|segment| segment.at).collect();
        };
        let mut best = Vec::new();
        for start in &outer {
            let (length, on) = self.stretch(*start, &outer);
            if length == usize::from(longest) && on.len() > best.len() {
                best = on;
            }
        }
        best
    }

    fn is_outer(&self, (cell, side): (Cell, Side)) -> bool {
        self.walls_between(cell, side) && self.contains(cell) && !self.contains(cell.next(side))
    }

    /// The length of the stretch an outer section belongs to, and which of `marked` are in it, where no walls cross.
    fn stretch(&self, start: (Cell, Side), marked: &[(Cell, Side)]) -> (usize, Vec<(Cell, Side)>) {
        let (mut length, mut on) = (1, vec![start]);
        for clockwise in [true, false] {
            let mut at = start;
            while let Some(next) = self.next_section(at, clockwise) {
                if next == start {
                    return (length, on);
                }
                at = next;
                length += 1;
                on.extend(marked.contains(&at).then_some(at));
            }
        }
        (length, on)
    }

    /// The section an outer one goes on with: straight on, around the tile's own corner, or around the corner of a tile
    /// in the way.
    fn next_section(&self, (cell, side): (Cell, Side), clockwise: bool) -> Option<(Cell, Side)> {
        let turned = |quarters: usize| Side::ALL[(side as usize + quarters) % 4];
        let [ahead, inwards] = if clockwise { [turned(1), turned(3)] } else { [turned(3), turned(1)] };
        let beside = cell.next(ahead);
        let ways = [(beside.next(side), inwards), (beside, side), (cell, ahead)];
        ways.into_iter().find(|section| self.is_outer(*section))
    }

    /// All stretches of outer wall, the longest first. Every outer segment is in exactly one: where linked walls
    /// do not form a single trail, the longest trail is taken out and the rest is looked at again.
    ///
    /// The longest trail is exact as long as its search takes no more than [`SEARCH_STEPS`] steps; beyond that,
    /// which takes a wall that crosses itself a dozen times, it is the longest one found.
    #[must_use]
    pub fn wall_runs(&self) -> Vec<WallRun> {
        let runs = trails(self.outer_walls().collect()).into_iter();
        runs.map(|(segments, closed)| WallRun { segments, closed }).collect()
    }

    /// The segments of the first of them, without sorting out all the others.
    #[must_use]
    pub fn first_run(&self) -> Vec<(Cell, Side)> {
        let mut left: Vec<(Cell, Side)> = self.outer_walls().collect();
        let (mut best, mut there) = (Vec::new(), Meetings::new());
        // Of linked walls nothing is longer than their longest trail, so the rest of them need not be looked at.
        while left.len() > best.len() {
            let web = Web::around(&left, &mut there);
            left.retain(|section| !web.strands.iter().any(|strand| strand.segments.contains(section)));
            let (run, _) = web.longest_trail();
            if run.len() > best.len() {
                best = run;
            }
        }
        best
    }
}

/// Takes the longest trail out of `left`, then the longest of the rest, until nothing is left; each with whether
/// it ends where it begins. The longest come first.
pub(super) fn trails<S: Segment>(mut left: Vec<S>) -> Vec<(Vec<S>, bool)> {
    let (mut runs, mut there) = (Vec::new(), Meetings::new());
    while !left.is_empty() {
        let run = Web::around(&left, &mut there).longest_trail();
        left.retain(|segment| !run.0.contains(segment));
        runs.push(run);
    }
    let weight = |run: &(Vec<S>, bool)| run.0.iter().map(|segment| segment.weight()).sum::<usize>();
    runs.sort_by_key(|run| std::cmp::Reverse(weight(run)));
    runs
}

/// A piece of outer wall between two grid points.
pub(super) trait Segment: Copy + PartialEq {
    /// Where it begins and ends when walked clockwise around what it stands on.
    fn ends(self) -> [Point; 2];

    /// What it adds to the length of a wall; the longest trail is the one of the greatest weight.
    fn weight(self) -> usize;
}

impl Segment for (Cell, Side) {
    fn ends(self) -> [Point; 2] {
        let [sw, se, nw, ne] = corners(self.0);
        match self.1 {
            Side::North => [nw, ne],
            Side::East => [ne, se],
            Side::South => [se, sw],
            Side::West => [sw, nw],
        }
    }

    fn weight(self) -> usize {
        1
    }
}

/// A segment that may be marked: of equally long trails the one with most marks is the heaviest.
#[derive(Clone, Copy, PartialEq)]
struct Marked {
    at: (Cell, Side),
    marked: bool,
}

impl Segment for Marked {
    fn ends(self) -> [Point; 2] {
        self.at.ends()
    }

    fn weight(self) -> usize {
        // More than all marks together.
        GRID * GRID + usize::from(self.marked)
    }
}

/// A stretch of outer wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WallRun {
    /// Its segments in the order of the trail, clockwise around the palace where there is no crossing.
    pub segments: Vec<(Cell, Side)>,
    /// Whether it ends where it begins.
    pub closed: bool,
}

/// How many choices [`Palace::wall_runs`] tries per stretch before it settles for the best so far.
pub const SEARCH_STEPS: u32 = 1 << 18;

/// The longest chain of outer segments; `None` where walls cross or several rings are closed.
///
/// Every segment has at most one clockwise successor, so a chain of k+1 segments begins wherever a chain of k
/// segments begins at the successor: shrink the set of beginnings until none is left. Only where two tiles meet
/// at a corner may two segments point at each other or away from each other.
#[inline(always)]
fn longest_chain<P: Plane>(tiles: &Tiles<P>) -> Option<u8> {
    let covered = tiles.covered;
    let north = tiles.north & !covered.n();
    let east = tiles.east & !covered.e();
    let south = tiles.south & !covered.s();
    let west = tiles.west & !covered.w();
    let (beyond_south, beyond_west, beyond_east) = (south.n(), west.n(), east.n());
    let crossings =
        (north & (beyond_south.e() | beyond_south.w())) | (east & beyond_west.e()) | (west & beyond_east.w());
    if !crossings.is_empty() {
        return None;
    }
    let all = north.count() + east.count() + south.count() + west.count();
    let (mut n, mut e, mut s, mut w) = (north, east, south, west);
    for length in 0..=all {
        if (n | e | s | w).is_empty() {
            return Some(length.min(u8::MAX as u32) as u8);
        }
        // Straight on, around the tile's own corner, or around the corner of a tile in the way.
        (n, e, s, w) = (
            n & (n.e() | e | w.n().e()),
            e & (e.s() | s | n.s().e()),
            s & (s.w() | w | e.s().w()),
            w & (w.n() | n | s.n().w()),
        );
    }
    closed_ring(all, n, e, s, w)
}

/// All segments, if they are one closed ring: what never shrinks away is closed. A ring around tiles makes four
/// more turns right than left, a ring around a hole four fewer, and a connected palace has one ring around its
/// tiles at most.
#[cold]
fn closed_ring<P: Plane>(all: u32, n: P, e: P, s: P, w: P) -> Option<u8> {
    let rings = n.count() + e.count() + s.count() + w.count();
    let right = (n & e).count() + (e & s).count() + (s & w).count() + (w & n).count();
    let left =
        (n & w.n().e()).count() + (e & n.s().e()).count() + (s & e.s().w()).count() + (w & s.n().w()).count();
    (rings == all && right == left + 4).then_some(all.min(u8::MAX as u32) as u8)
}

/// A grid point, named by the cell whose south-western corner it is.
pub(super) type Point = usize;

/// The corners of a cell: south-west, south-east, north-west, north-east.
pub(super) fn corners(cell: Cell) -> [Point; 4] {
    let point = |cell: Cell| cell.row() * GRID + cell.column();
    let north = cell.next(Side::North);
    [point(cell), point(cell.next(Side::East)), point(north), point(north.next(Side::East))]
}

/// The segments that meet at each point: four along the grid and four across cells at most. Its memory is used again for one
/// group of segments after the other.
struct Meetings {
    segments: Vec<[u16; 8]>,
    n: Vec<u8>,
}

impl Meetings {
    fn new() -> Meetings {
        Meetings { segments: vec![[0; 8]; GRID * GRID], n: vec![0; GRID * GRID] }
    }

    fn push(&mut self, at: Point, i: usize) {
        self.segments[at][usize::from(self.n[at])] = i as u16;
        self.n[at] += 1;
    }

    fn at(&self, point: Point) -> impl Iterator<Item = usize> + use<> {
        self.segments[point].into_iter().take(usize::from(self.n[point])).map(usize::from)
    }

    /// Of two segments the other one.
    fn other(&self, at: Point, i: usize) -> usize {
        let segments = self.segments[at];
        usize::from(segments[(usize::from(segments[0]) == i) as usize])
    }
}

/// One connected group of segments, with stretches that offer no choice drawn together into strands.
struct Web<S> {
    strands: Vec<Strand<S>>,
    /// For every point with a choice or an end, the strands there.
    at: Vec<Vec<usize>>,
}

struct Strand<S> {
    segments: Vec<S>,
    weight: usize,
    /// Indices into [`Web::at`].
    ends: [usize; 2],
}

impl<S: Segment> Web<S> {
    /// The group of the first segment of `all`.
    fn around(all: &[S], there: &mut Meetings) -> Web<S> {
        for (i, segment) in all.iter().enumerate() {
            for point in segment.ends() {
                there.push(point, i);
            }
        }
        let mut group = vec![0];
        let mut seen = vec![false; all.len()];
        seen[0] = true;
        let mut next = 0;
        while let Some(&i) = group.get(next) {
            next += 1;
            for point in all[i].ends() {
                for j in there.at(point) {
                    if !seen[j] {
                        seen[j] = true;
                        group.push(j);
                    }
                }
            }
        }
        group.sort_unstable();

        // Strands begin at every point that is no mere link; in a plain ring there is none, so take the first.
        let mut knots: Vec<Point> =
            group.iter().flat_map(|i| all[*i].ends()).filter(|point| there.n[*point] != 2).collect();
        if knots.is_empty() {
            knots.push(all[0].ends()[0]);
        }
        knots.sort_unstable();
        knots.dedup();
        let mut web = Web { strands: Vec::new(), at: vec![Vec::new(); knots.len()] };
        let mut drawn = vec![false; all.len()];
        // Clockwise first: a plain chain is then walked in that direction.
        for clockwise in [true, false] {
            for (from, &knot) in knots.iter().enumerate() {
                for first in there.at(knot) {
                    if drawn[first] || (clockwise && all[first].ends()[0] != knot) {
                        continue;
                    }
                    let (mut segments, mut point, mut i) = (Vec::new(), knot, first);
                    let to = loop {
                        drawn[i] = true;
                        segments.push(all[i]);
                        let [a, b] = all[i].ends();
                        point = if a == point { b } else { a };
                        if let Ok(to) = knots.binary_search(&point) {
                            break to;
                        }
                        i = there.other(point, i);
                    };
                    web.at[from].push(web.strands.len());
                    web.at[to].push(web.strands.len());
                    let weight = segments.iter().map(|segment: &S| segment.weight()).sum();
                    web.strands.push(Strand { segments, weight, ends: [from, to] });
                }
            }
        }
        all.iter().flat_map(|segment| segment.ends()).for_each(|point| there.n[point] = 0);
        web
    }

    /// The longest way over strands without using one twice.
    ///
    /// It uses everything and returns, or it begins and ends at points with an odd number of strands: at any
    /// other end a strand would be left to go on with. Of 2k odd points at least k-1 strands must stay unused,
    /// which often proves the first try to be the best.
    fn longest_trail(&self) -> (Vec<S>, bool) {
        let mut odd: Vec<usize> = (0..self.at.len()).filter(|point| self.at[*point].len() % 2 == 1).collect();
        odd.sort_by_key(|point| !self.at[*point].iter().any(|i| self.strands[*i].ends[0] == *point));
        let mut lengths: Vec<usize> = self.strands.iter().map(|strand| strand.weight).collect();
        let all: usize = lengths.iter().sum();
        lengths.sort_unstable();
        let spare: usize = lengths.iter().take((odd.len() / 2).saturating_sub(1)).sum();
        let mut search = Search {
            web: self,
            used: vec![false; self.strands.len()],
            trail: Vec::new(),
            best: Vec::new(),
            best_length: 0,
            bound: all - spare,
            steps: SEARCH_STEPS,
        };
        let starts = if odd.is_empty() { vec![0] } else { odd };
        let mut start = starts[0];
        for from in starts {
            let before = search.best_length;
            search.go(from, 0, all);
            if search.best_length > before {
                start = from;
            }
        }

        let mut segments = Vec::new();
        let mut point = start;
        for &i in &search.best {
            let strand = &self.strands[i];
            if strand.ends[0] == point {
                segments.extend(&strand.segments);
                point = strand.ends[1];
            } else {
                segments.extend(strand.segments.iter().rev());
                point = strand.ends[0];
            }
        }
        (segments, point == start)
    }
}

struct Search<'a, S> {
    web: &'a Web<S>,
    used: Vec<bool>,
    trail: Vec<usize>,
    best: Vec<usize>,
    best_length: usize,
    bound: usize,
    steps: u32,
}

impl<S: Segment> Search<'_, S> {
    /// Goes on from `point` with `length` behind and `left` unused.
    fn go(&mut self, point: usize, length: usize, left: usize) {
        if length > self.best_length {
            self.best_length = length;
            self.best.clone_from(&self.trail);
        }
        for &i in &self.web.at[point] {
            if self.used[i] {
                continue;
            }
            if self.best_length == self.bound || length + left <= self.best_length || self.steps == 0 {
                return;
            }
            self.steps -= 1;
            let strand = &self.web.strands[i];
            self.used[i] = true;
            self.trail.push(i);
            let next = strand.ends[(strand.ends[0] == point) as usize];
            self.go(next, length + strand.weight, left - strand.weight);
            self.trail.pop();
            self.used[i] = false;
        }
    }
}
