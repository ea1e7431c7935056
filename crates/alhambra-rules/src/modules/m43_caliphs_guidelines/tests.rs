//! The missions held against a plain second count over played games, and the option.

use super::*;
use crate::core::building::Building;
use crate::core::catalogue::PieceKind;
use crate::core::cell::Side;
use crate::second_look::walking::{At, beside, building, map, passes};
use crate::{Io, Quick, Seeded};
use std::collections::{BTreeMap, BTreeSet};

/// A palace as a plain map, read from the pieces alone.
#[derive(Default)]
struct Plain {
    /// Cells inside the walls with the sides that are shut; half cells are shut but for their legs.
    shut: BTreeMap<At, Vec<Side>>,
    whole: BTreeSet<At>,
    buildings: BTreeSet<At>,
    /// Types of buildings, those of the base game marked.
    types: BTreeMap<At, (Building, bool)>,
    /// Where one can go from each cell.
    steps: BTreeMap<At, Vec<At>>,
}

fn plain(g: &GameState, seat: Seat) -> Plain {
    let mut plain = Plain::default();
    let cells = map(g, seat);
    for (at, stands) in &cells {
        let facts = g.piece(stands.piece);
        let goes = Side::ALL.into_iter().filter(|side| passes(g, seat, &cells, *at, *side));
        plain.steps.insert(*at, goes.map(|side| beside(*at, side)).collect());
        plain.shut.insert(*at, stands.shut.clone());
        if facts.kind == PieceKind::Watchtower {
            continue;
        }
        plain.whole.insert(*at);
        let building = building(g, stands.piece, stands.half);
        if let Some(building) = building {
            plain.types.insert(*at, (building, facts.kind == PieceKind::Base));
        }
        if building.is_some() || [PieceKind::Medina, PieceKind::Bazaar].contains(&facts.kind) {
            plain.buildings.insert(*at);
        }
    }
    plain
}

impl Plain {
    /// Maximal lines of cells of a set in a direction.
    fn lines(set: &BTreeSet<At>, (dx, dy): At) -> Vec<Vec<At>> {
        let begins = set.iter().filter(|(x, y)| !set.contains(&(x - dx, y - dy)));
        begins
            .map(|(x, y)| (0..).map(|i| (x + i * dx, y + i * dy)).take_while(|c| set.contains(c)).collect())
            .collect()
    }

    /// Every shortest way from the fountain to `to`, by the number of buildings on it.
    fn ways(&self, distance: &BTreeMap<At, usize>, to: At) -> BTreeSet<usize> {
        let own = usize::from(self.buildings.contains(&to));
        if to == (0, 0) {
            return BTreeSet::from([0]);
        }
        let before = self.steps[&to].iter().filter(|c| distance.get(c) == Some(&(distance[&to] - 1)));
        before.flat_map(|c| self.ways(distance, *c)).map(|n| n + own).collect()
    }

    fn way(&self) -> usize {
        let mut distance = BTreeMap::from([((0, 0), 0)]);
        for n in 0.. {
            let edge: Vec<At> = distance.iter().filter(|(_, d)| **d == n).map(|(c, _)| *c).collect();
            if edge.is_empty() {
                break;
            }
            for there in edge.iter().flat_map(|c| &self.steps[c]) {
                distance.entry(*there).or_insert(n + 1);
            }
        }
        let far = self.buildings.iter().map(|c| distance[c]).max().unwrap_or(0);
        let ends = self.buildings.iter().filter(|c| distance[c] == far);
        ends.flat_map(|c| self.ways(&distance, *c)).max().unwrap_or(0)
    }

    /// Lengths of the stretches of outer wall of a palace without half cells, walked along its outline.
    fn walls(&self) -> Vec<usize> {
        // Every outer side as a step between grid points, clockwise around its tile, walled or not.
        let mut sides: BTreeMap<At, Vec<(At, bool)>> = BTreeMap::new();
        for (x, y) in self.whole.iter().copied() {
            let corners = [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)];
            for (i, side) in Side::ALL.into_iter().enumerate() {
                if !self.whole.contains(&beside((x, y), side)) {
                    let wall = self.shut[&(x, y)].contains(&side);
                    sides.entry(corners[i]).or_default().push((corners[(i + 1) % 4], wall));
                }
            }
        }
        let mut lengths = Vec::new();
        while let Some((&start, _)) = sides.iter().find(|(_, next)| !next.is_empty()) {
            let mut ring = Vec::new();
            let mut at = start;
            while let Some((next, wall)) = sides.get_mut(&at).and_then(Vec::pop) {
                ring.push(wall);
                at = next;
            }
            if ring.iter().all(|wall| *wall) {
                lengths.push(ring.len());
                continue;
            }
            let open = ring.iter().position(|wall| !wall).unwrap();
            ring.rotate_left(open);
            lengths.extend(ring.split(|wall| !wall).map(<[bool]>::len).filter(|n| *n > 0));
        }
        lengths.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
        lengths
    }

    /// Points of a mission; `None` where this count does not know (walls beside half cells).
    fn points(&self, mission: Mission) -> Option<usize> {
        let built = &self.buildings;
        let of_three = |by: At, line: fn(&At) -> i32| {
            let lines = Plain::lines(built, by).into_iter().filter(|line| line.len() >= 3);
            3 * lines.map(|cells| line(&cells[0])).collect::<BTreeSet<i32>>().len()
        };
        let pairs = |fits: &dyn Fn(At, At) -> bool| {
            let all = self.whole.iter().flat_map(|&(x, y)| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))]);
            all.filter(|(a, b)| self.whole.contains(b) && fits(*a, *b)).count()
        };
        Some(match mission {
            Mission::Rows => of_three((1, 0), |c| c.1),
            Mission::Columns => of_three((0, 1), |c| c.0),
            Mission::Neighbours => {
                let base = |c: At| self.types.get(&c).filter(|t| t.1).map(|t| t.0);
                3 * pairs(&|a, b| base(a).is_some() && base(a) == base(b))
            }
            Mission::SecondWall if self.whole.len() < self.shut.len() => return None,
            Mission::SecondWall => self.walls().get(1).copied().unwrap_or(0),
            Mission::Diagonal => {
                let mut set = built.clone();
                set.insert((0, 0));
                let lines = [Plain::lines(&set, (1, 1)), Plain::lines(&set, (1, -1))].concat();
                2 * lines.iter().map(Vec::len).filter(|n| *n >= 2).max().unwrap_or(0)
            }
            Mission::DoubleWalls => {
                let shows = |c: At, side: Side| self.shut[&c].contains(&side);
                3 * pairs(&|a, b| {
                    let sides = if a.0 < b.0 { (Side::East, Side::West) } else { (Side::North, Side::South) };
                    shows(a, sides.0) && shows(b, sides.1)
                })
            }
            Mission::Variety => {
                [0, 0, 1, 3, 6, 10, 15][self.types.values().map(|t| t.0).collect::<BTreeSet<_>>().len()]
            }
            Mission::Way => self.way(),
            Mission::Blocks => {
                let whole = |(x, y): &&At| {
                    [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|(i, j)| built.contains(&(x + i, y + j)))
                };
                2 * built.iter().filter(whole).count()
            }
        })
    }
}

/// Every mission against the plain count, in games with every module that changes what stands in palaces.
#[test]
fn missions_agree_with_a_plain_count() {
    let (mut looked, mut scored, mut unknown) = (0, BTreeMap::new(), 0);
    for seed in 0..60u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::CaliphsGuidelines);
        if !seed.is_multiple_of(3) {
            for module in ModuleId::ALL.iter().filter(|m| !(u64::from(m.number()) + seed).is_multiple_of(3)) {
                setup = setup.with(*module);
            }
        }
        let Ok(mut g) = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))) else { continue };
        let (mut luck, mut dice, mut actions) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut turn = 0;
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            // Whoever can build, builds; otherwise palaces stay small.
            let builds: Vec<_> =
                actions.iter().filter(|a| matches!(a, crate::Action::Place { .. })).collect();
            let list: Vec<_> = if builds.is_empty() { actions.iter().collect() } else { builds };
            let action = *list[dice.below(list.len() as u32) as usize];
            g.apply(at, action, &mut Io::silent(&mut luck)).unwrap();
            if g.core.turn.number == turn {
                continue;
            }
            turn = g.core.turn.number;
            for seat in g.rules().seats() {
                let (plain, look) = (plain(&g, seat), Look::at(&g, seat));
                for mission in Mission::ALL {
                    let (count, cells) = look.fulfilled(mission);
                    let points = mission.points(count, false);
                    match plain.points(mission) {
                        Some(expected) => assert_eq!(
                            points as usize,
                            expected,
                            "{mission:?} of seat {} in game {seed}, turn {turn}: {:?}",
                            seat.index(),
                            plain.shut
                        ),
                        None => unknown += 1,
                    }
                    assert_eq!(count > 0, !cells.is_empty(), "{mission:?} shows where");
                    *scored.entry(mission.word()).or_insert(0) += usize::from(points > 0);
                }
                looked += 1;
            }
        }
    }
    assert!(looked > 1000 && scored.len() == 9, "{looked} palaces: {scored:?}");
    assert!(scored.values().all(|n| *n > 50), "every mission is fulfilled now and then: {scored:?}");
    assert!(unknown * 3 < looked, "{unknown} of {looked} walls could not be counted");
}

/// The reward is the sum of what is shown, once, in the third scoring.
#[test]
fn what_is_shown_is_what_the_third_scoring_brings() {
    for seed in 0..12u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::CaliphsGuidelines);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap();
        let (mut luck, mut dice, mut actions) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut log = Vec::new();
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            g.apply(at, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        }
        for seat in g.rules().seats() {
            let lines = log.iter().filter_map(|event| match &event.what {
                Happened::Scored { line } if line.to == seat.into() => Some(line),
                _ => None,
            });
            let own = crate::core::score::Source::Module(ModuleId::CaliphsGuidelines);
            let lines: Vec<_> = lines.filter(|line| line.source == own).collect();
            assert!(lines.iter().all(|line| line.round == 3));
            assert_eq!(lines.iter().map(|line| line.points).sum::<i16>(), so_far(&g, seat), "game {seed}");
        }
    }
}

/// AMB-43-1: by the option a block brings what its tile shows.
#[test]
fn the_option_for_blocks() {
    let begin = |name: &str, value: &str| {
        let mut setup = Setup::players(3);
        let values = [(name.to_owned(), value.to_owned())].into_iter().collect();
        setup.modules.insert(ModuleId::CaliphsGuidelines, values);
        GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1)))
    };
    let points = |value| {
        let g = begin("block_points", value).unwrap();
        Mission::Blocks.points(3, g.mods.m43_caliphs_guidelines.dear_blocks)
    };
    assert_eq!((points("2"), points("3")), (6, 9));
    assert!(begin("block_points", "4").is_err());
    assert!(begin("blocks", "2").is_err());
}

/// Every mission comes up, and in every place.
#[test]
fn any_three_missions_may_lie_open() {
    let mut seen = [[false; 9]; 3];
    for seed in 0..400 {
        let setup = Setup::players(3).with(ModuleId::CaliphsGuidelines);
        let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap();
        let missions: Vec<Mission> = laid(&g).collect();
        assert_eq!(missions.len(), 3);
        missions.iter().enumerate().for_each(|(slot, m)| seen[slot][*m as usize] = true);
        CaliphsGuidelines::census(&g).unwrap();
    }
    assert_eq!(seen, [[true; 9]; 3]);
}
