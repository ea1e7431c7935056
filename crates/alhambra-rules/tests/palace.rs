//! The palace geometry against the worked examples of the rules and against a slow, plain second opinion.

use alhambra_rules::{Cell, CellSet, Holes, Palace, PalaceRule, PlaceFault, Shape, Side, Walls, check_tiles};

const HOLES: [Holes; 3] = [Holes::Area4, Holes::SingleCell, Holes::Area8];

fn walls(text: &str) -> Walls {
    text.parse().unwrap()
}

fn palace(tiles: &[(i32, i32, &str)], holes: Holes) -> Palace {
    let tiles: Vec<_> = tiles.iter().map(|&(x, y, w)| (Cell::at(x, y), walls(w))).collect();
    check_tiles(&tiles, holes).unwrap()
}

const AT_B_9: [(i32, i32, &str); 4] = [(1, 0, "E"), (1, 1, "NE"), (0, 1, "N"), (0, -1, "SW")];

#[test]
fn at_b_9_six_outer_segments_and_a_wall_of_four() {
    let palace = palace(&AT_B_9, Holes::Area4);
    assert_eq!(palace.outer_walls().count(), 6);
    assert_eq!(palace.longest_wall(), 4);
    let runs = palace.wall_runs();
    assert_eq!(
        runs[0].segments,
        [
            (Cell::at(0, 1), Side::North),
            (Cell::at(1, 1), Side::North),
            (Cell::at(1, 1), Side::East),
            (Cell::at(1, 0), Side::East)
        ]
    );
    assert!(!runs[0].closed);
    assert_eq!(runs.iter().map(|run| run.segments.len()).collect::<Vec<_>>(), [4, 2]);
}

#[test]
fn at_b_10_a_double_wall_matches_but_nobody_gets_there() {
    let palace = palace(&AT_B_9, Holes::Area4);
    let verdict = palace.verdict(Shape::one(walls("W")), Holes::Area4);
    let cell = Cell::at(2, 0);
    assert!(verdict.border.contains(cell));
    assert_eq!(verdict.fault(cell), Some(PlaceFault::OnFoot));
    assert!(verdict.legal_but_for_on_foot().contains(cell));
    assert!(!verdict.legal().contains(cell));
}

#[test]
fn at_b_11_a_tile_that_encloses_one_cell() {
    let ring = [(1, 0, ""), (1, 1, ""), (1, 2, ""), (0, 2, ""), (-1, 2, "")];
    for holes in HOLES {
        let palace = palace(&ring, holes);
        let verdict = palace.verdict(Shape::one(Walls::NONE), holes);
        let expected = match holes {
            Holes::Area8 => None,
            _ => Some(PlaceFault::Hole { at: (0, 1) }),
        };
        assert_eq!(verdict.fault(Cell::at(-1, 1)), expected, "{holes:?}");
    }
}

#[test]
fn at_b_12_an_area_open_only_across_a_corner() {
    let tiles = [(1, 0, ""), (1, 1, ""), (1, 2, ""), (0, 2, ""), (-1, 2, ""), (-2, 2, ""), (-2, 1, "")];
    let palace = palace(&tiles, Holes::Area4);
    let cell = Cell::at(-1, 0);
    let legal = |holes| palace.legal_cells(Walls::NONE, holes).contains(cell);
    assert!(!legal(Holes::Area4));
    assert!(legal(Holes::Area8));
    assert!(legal(Holes::SingleCell));
}

#[test]
fn at_b_13_only_the_end_of_a_row_may_leave() {
    let palace = palace(&[(1, 0, ""), (2, 0, "")], Holes::Area4);
    assert_eq!(palace.removable(Holes::Area4), CellSet::one(Cell::at(2, 0)));
}

#[test]
fn a_wall_all_around_scores_every_segment() {
    // The fountain in the middle of a 3×3 block.
    let block = [
        (-1, -1, "SW"),
        (0, -1, "S"),
        (1, -1, "ES"),
        (-1, 0, "W"),
        (1, 0, "E"),
        (-1, 1, "NW"),
        (0, 1, "N"),
        (1, 1, "NE"),
    ];
    let palace = palace(&block, Holes::Area4);
    assert_eq!(palace.longest_wall(), 12);
    let runs = palace.wall_runs();
    assert!(runs.len() == 1 && runs[0].closed && runs[0].segments.len() == 12);
}

#[test]
fn faults_read_like_a_player_would_say_them() {
    let palace = palace(&AT_B_9, Holes::Area4);
    let says = |text: &str, cell| palace.verdict(Shape::one(walls(text)), Holes::Area4).fault(cell);
    let say =
        |text: &str, x, y| says(text, Cell::at(x, y)).map_or_else(String::new, |fault| fault.to_string());
    assert_eq!(say("N", -1, 0), "");
    assert_eq!(say("", 0, 0), "there is already a tile on (0, 0)");
    assert_eq!(say("", 5, 5), "touches no side of the palace");
    assert_eq!(say("", 2, 0), "the open side to the west meets a wall of (1, 0)");
    assert_eq!(say("S", 1, 2), "no way on foot from the fountain");
    assert_eq!(say("E", -1, 0), "the wall to the east meets an open side of (0, 0)");
    assert_eq!(PlaceFault::Hole { at: (0, 1) }.to_string(), "would enclose the empty cell (0, 1)");
}

#[test]
fn a_typed_in_palace_is_told_everything_at_once() {
    let tiles = [
        (Cell::at(0, 0), Walls::NONE),
        (Cell::at(1, 0), walls("W")),
        (Cell::at(1, 1), walls("S")),
        (Cell::at(4, 4), Walls::NONE),
    ];
    let faults = check_tiles(&tiles, Holes::Area4).unwrap_err();
    let rules: Vec<_> = faults.iter().map(|fault| fault.rule).collect();
    assert_eq!(rules, [PalaceRule::Overlap, PalaceRule::Border, PalaceRule::Border, PalaceRule::OnFoot]);
    assert_eq!(faults[1].cells, [Cell::at(0, 0), Cell::at(1, 0)]);
    assert_eq!(faults[1].sides, [Side::East, Side::West]);
    assert_eq!(faults[3].cells.len(), 3);
    let ring: Vec<_> = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
        .into_iter()
        .map(|(x, y)| (Cell::at(x, y), Walls::NONE))
        .collect();
    for holes in HOLES {
        let faults = check_tiles(&ring, holes).unwrap_err();
        assert_eq!((faults[0].rule, &faults[0].cells[..]), (PalaceRule::Hole, &[Cell::at(1, 1)][..]));
    }
    let row: Vec<_> = (1..31).map(|x| (Cell::at(x, 0), Walls::NONE)).collect();
    assert!(check_tiles(&row[..29], Holes::Area4).is_ok());
    assert_eq!(check_tiles(&row, Holes::Area4).unwrap_err()[0].rule, PalaceRule::Span);
}

#[test]
fn coordinates_follow_the_palace_over_the_edge_of_the_torus() {
    let mut palace = Palace::new();
    for x in 1..29 {
        palace.lay(Cell::at(x, 0), Walls::NONE);
    }
    palace.lay(Cell::at(-1, 0), Walls::NONE);
    assert_eq!(palace.coords(Cell::at(28, 0)), (28, 0));
    assert_eq!(palace.coords(Cell::at(29, -1)), (29, -1));
    assert_eq!(palace.coords(Cell::at(-1, 0)), (-1, 0));
    assert_eq!(palace.coords(Cell::at(-2, 3)), (-2, 3));
    let legal = palace.legal_cells(Walls::NONE, Holes::Area4);
    assert!(!legal.contains(Cell::at(29, 0)) && !legal.contains(Cell::at(-2, 0)));
    assert_eq!(
        palace.verdict(Shape::one(Walls::NONE), Holes::Area4).fault(Cell::at(29, 0)),
        Some(PlaceFault::Span)
    );
}

#[test]
fn lifting_keeps_the_walls_of_the_neighbours() {
    let mut before = Palace::new();
    before.lay(Cell::at(1, 0), walls("N"));
    let mut after = before;
    after.lay(Cell::at(1, 1), walls("SE"));
    after.lift(Cell::at(1, 1));
    assert_eq!(after, before);
}

#[test]
fn a_palace_survives_both_formats() {
    let palace = palace(&AT_B_9, Holes::Area4);
    let json = serde_json::to_string(&palace).unwrap();
    assert_eq!(serde_json::from_str::<Palace>(&json).unwrap(), palace);
    let bytes = postcard::to_stdvec(&palace).unwrap();
    assert_eq!(postcard::from_bytes::<Palace>(&bytes).unwrap(), palace);
    assert_eq!(serde_json::to_string(&HOLES).unwrap(), r#"["area4","single_cell","area8"]"#);
}

/// The walls of the 54 base tiles and how many have them.
const BASE: [(&str, usize); 13] = [
    ("", 10),
    ("E", 4),
    ("ES", 5),
    ("ESW", 2),
    ("N", 4),
    ("NE", 5),
    ("NES", 2),
    ("NEW", 2),
    ("NSW", 2),
    ("NW", 5),
    ("S", 4),
    ("SW", 5),
    ("W", 4),
];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * n) >> 32
    }

    fn tile(&mut self) -> Walls {
        let mut k = self.below(BASE.iter().map(|b| b.1).sum());
        for (text, count) in BASE {
            if k < count {
                return walls(text);
            }
            k -= count;
        }
        unreachable!()
    }
}

/// A palace on an endless sheet of squared paper, and the rules in their own words.
#[derive(Clone)]
struct Paper {
    grid: Vec<Option<Walls>>,
    tiles: Vec<(i32, i32)>,
}

const PAPER: i32 = 80;

impl Paper {
    fn new() -> Paper {
        let mut paper = Paper { grid: vec![None; (PAPER * PAPER) as usize], tiles: Vec::new() };
        paper.lay(0, 0, Walls::NONE);
        paper
    }

    fn index(x: i32, y: i32) -> usize {
        ((y + PAPER / 2) * PAPER + x + PAPER / 2) as usize
    }

    fn at(&self, x: i32, y: i32) -> Option<Walls> {
        self.grid[Paper::index(x, y)]
    }

    fn lay(&mut self, x: i32, y: i32, walls: Walls) {
        self.grid[Paper::index(x, y)] = Some(walls);
        self.tiles.push((x, y));
    }

    fn lift(&mut self, x: i32, y: i32) {
        self.grid[Paper::index(x, y)] = None;
        self.tiles.retain(|tile| *tile != (x, y));
    }

    fn step(x: i32, y: i32, side: Side) -> (i32, i32) {
        match side {
            Side::North => (x, y + 1),
            Side::East => (x + 1, y),
            Side::South => (x, y - 1),
            Side::West => (x - 1, y),
        }
    }

    fn limits(&self) -> [i32; 4] {
        let xs = || self.tiles.iter().map(|t| t.0);
        let ys = || self.tiles.iter().map(|t| t.1);
        [xs().min().unwrap(), xs().max().unwrap(), ys().min().unwrap(), ys().max().unwrap()]
    }

    fn borders_match(&self) -> bool {
        self.tiles.iter().all(|&(x, y)| {
            Side::ALL.into_iter().all(|side| {
                let (nx, ny) = Paper::step(x, y, side);
                let mine = self.at(x, y).unwrap().has(side);
                self.at(nx, ny).is_none_or(|theirs| theirs.has(side.opposite()) == mine)
            })
        })
    }

    fn all_on_foot(&self) -> bool {
        let mut reached = vec![(0, 0)];
        let mut seen = [(0, 0)].into_iter().collect::<std::collections::BTreeSet<_>>();
        while let Some((x, y)) = reached.pop() {
            for side in Side::ALL {
                let (nx, ny) = Paper::step(x, y, side);
                let open = !self.at(x, y).unwrap().has(side)
                    && self.at(nx, ny).is_some_and(|theirs| !theirs.has(side.opposite()));
                if open && seen.insert((nx, ny)) {
                    reached.push((nx, ny));
                }
            }
        }
        seen.len() == self.tiles.len()
    }

    fn has_hole(&self, holes: Holes) -> bool {
        let [west, east, south, north] = self.limits();
        let (width, height) = (east - west + 3, north - south + 3);
        let spot = |x: i32, y: i32| ((y - south + 1) * width + x - west + 1) as usize;
        if holes == Holes::SingleCell {
            return (south..=north).any(|y| {
                (west..=east).any(|x| {
                    self.at(x, y).is_none()
                        && Side::ALL.into_iter().all(|side| {
                            let (nx, ny) = Paper::step(x, y, side);
                            self.at(nx, ny).is_some()
                        })
                })
            });
        }
        let mut seen = vec![false; (width * height) as usize];
        let mut flood = vec![(west - 1, south - 1)];
        seen[0] = true;
        let mut outside = 1;
        while let Some((x, y)) = flood.pop() {
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let (nx, ny) = (x + dx, y + dy);
                    let far = dx != 0 && dy != 0 && holes == Holes::Area4;
                    let off = nx < west - 1 || nx > east + 1 || ny < south - 1 || ny > north + 1;
                    if far || off || self.at(nx, ny).is_some() || seen[spot(nx, ny)] {
                        continue;
                    }
                    seen[spot(nx, ny)] = true;
                    outside += 1;
                    flood.push((nx, ny));
                }
            }
        }
        outside + self.tiles.len() as i32 != width * height
    }

    fn too_wide(&self) -> bool {
        let [west, east, south, north] = self.limits();
        east - west >= 30 || north - south >= 30
    }

    fn valid(&self, holes: Holes) -> bool {
        self.borders_match() && self.all_on_foot() && !self.too_wide() && !self.has_hole(holes)
    }

    fn may_lay(&self, shape: &[(i32, i32, Walls)], holes: Holes) -> bool {
        if shape.iter().any(|&(x, y, _)| self.at(x, y).is_some()) {
            return false;
        }
        let mut after = self.clone();
        for &(x, y, walls) in shape {
            after.lay(x, y, walls);
        }
        after.valid(holes)
    }

    /// Every empty cell next to a tile.
    fn fringe(&self) -> Vec<(i32, i32)> {
        let mut fringe: Vec<_> = self
            .tiles
            .iter()
            .flat_map(|&(x, y)| Side::ALL.map(|side| Paper::step(x, y, side)))
            .filter(|&(x, y)| self.at(x, y).is_none())
            .collect();
        fringe.sort_unstable();
        fringe.dedup();
        fringe
    }

    fn removable(&self, holes: Holes) -> CellSet {
        let may_leave = |&(x, y): &(i32, i32)| {
            let mut after = self.clone();
            after.lift(x, y);
            (x, y) != (0, 0) && after.valid(holes)
        };
        self.tiles.iter().copied().filter(may_leave).map(|(x, y)| Cell::at(x, y)).collect()
    }

    fn swappable(&self, walls: Walls, holes: Holes) -> CellSet {
        let may_change = |&(x, y): &(i32, i32)| {
            let mut after = self.clone();
            after.lift(x, y);
            after.lay(x, y, walls);
            (x, y) != (0, 0) && after.valid(holes)
        };
        self.tiles.iter().copied().filter(may_change).map(|(x, y)| Cell::at(x, y)).collect()
    }

    fn longest_wall(&self) -> usize {
        let mut segments = Vec::new();
        for &(x, y) in &self.tiles {
            for side in self.at(x, y).unwrap().sides() {
                let (nx, ny) = Paper::step(x, y, side);
                if self.at(nx, ny).is_none() {
                    segments.push(match side {
                        Side::North => ((x, y + 1), (x + 1, y + 1)),
                        Side::East => ((x + 1, y), (x + 1, y + 1)),
                        Side::South => ((x, y), (x + 1, y)),
                        Side::West => ((x, y), (x, y + 1)),
                    });
                }
            }
        }
        type Point = (i32, i32);
        fn go(point: Point, segments: &[(Point, Point)], used: &mut Vec<bool>) -> usize {
            let mut best = 0;
            for i in 0..segments.len() {
                let (a, b) = segments[i];
                if used[i] || (a != point && b != point) {
                    continue;
                }
                used[i] = true;
                best = best.max(1 + go(if a == point { b } else { a }, segments, used));
                used[i] = false;
            }
            best
        }
        let mut used = vec![false; segments.len()];
        let starts: std::collections::BTreeSet<_> = segments.iter().flat_map(|s| [s.0, s.1]).collect();
        starts.into_iter().map(|point| go(point, &segments, &mut used)).max().unwrap_or(0)
    }

    fn compare(&self, palace: &Palace, walls: Walls, holes: Holes) {
        let picture = || format!("{holes:?} {walls:?} {:?}", self.tiles);
        assert_eq!(palace.len(), self.tiles.len());
        for &(x, y) in &self.tiles {
            assert_eq!(palace.coords(Cell::at(x, y)), (x, y), "{}", picture());
            assert_eq!(Some(palace.walls_at(Cell::at(x, y))), self.at(x, y), "{}", picture());
        }
        let tiles: Vec<_> = self.tiles.iter().filter(|tile| **tile != (0, 0)).collect();
        let tiles: Vec<_> =
            tiles.into_iter().map(|&(x, y)| (Cell::at(x, y), self.at(x, y).unwrap())).collect();
        assert_eq!(check_tiles(&tiles, holes).as_ref(), Ok(palace), "{}", picture());
        let legal: CellSet = self
            .fringe()
            .into_iter()
            .filter(|&(x, y)| self.may_lay(&[(x, y, walls)], holes))
            .map(|(x, y)| Cell::at(x, y))
            .collect();
        let verdict = palace.verdict(Shape::one(walls), holes);
        assert_eq!(palace.legal_cells(walls, holes), legal, "{}", picture());
        assert_eq!(verdict.legal(), legal, "{}", picture());
        for (x, y) in self.fringe() {
            assert_eq!(verdict.fault(Cell::at(x, y)).is_none(), legal.contains(Cell::at(x, y)));
            assert_eq!(palace.coords(Cell::at(x, y)), (x, y), "{}", picture());
        }
        assert_eq!(palace.removable(holes), self.removable(holes), "{}", picture());
        assert_eq!(palace.swappable(walls), self.swappable(walls, holes), "{}", picture());
        let longest = self.longest_wall();
        assert_eq!(palace.longest_wall() as usize, longest, "{}", picture());
        let runs = palace.wall_runs();
        assert_eq!(runs.first().map_or(0, |run| run.segments.len()), longest, "{}", picture());
        let first = runs.first().map_or_else(Vec::new, |run| run.segments.clone());
        assert_eq!(palace.first_run(), first, "{}", picture());
        let mut listed: Vec<_> = runs.iter().flat_map(|run| &run.segments).copied().collect();
        listed.sort_unstable();
        assert!(listed.into_iter().eq(palace.outer_walls()), "{}", picture());
    }

    fn compare_two_cells(&self, palace: &Palace, dice: &mut Dice, holes: Holes) {
        let (first, second, towards) = (dice.tile(), dice.tile(), Side::ALL[dice.below(4)]);
        let verdict = palace.verdict(Shape::two(first, second, towards), holes);
        let first = Walls::from_bits(first.bits() & !(1 << towards as u8));
        let second = Walls::from_bits(second.bits() & !(1 << towards.opposite() as u8));
        let mut starts = self.fringe();
        starts.extend(self.fringe().into_iter().map(|(x, y)| Paper::step(x, y, towards.opposite())));
        let legal: CellSet = starts
            .into_iter()
            .filter(|&(x, y)| {
                let (sx, sy) = Paper::step(x, y, towards);
                self.may_lay(&[(x, y, first), (sx, sy, second)], holes)
            })
            .map(|(x, y)| Cell::at(x, y))
            .collect();
        assert_eq!(verdict.legal(), legal, "{holes:?} {:?}", self.tiles);
    }
}

/// Grows palaces by random tiles, with removals and swaps in between, and compares at every size.
fn grow(seed: u64, games: usize, turns: usize, holes: Holes, drift: i32) -> (usize, i32) {
    let mut dice = Dice(seed | 1);
    let (mut compared, mut widest) = (0, 0);
    for _ in 0..games {
        let (mut palace, mut paper) = (Palace::new(), Paper::new());
        let towards = Side::ALL[dice.below(4)];
        for turn in 0..turns {
            // Half the tiles open, or the walls soon stop a palace that only wants to go one way.
            let tile = if drift > 0 && dice.below(2) == 0 { Walls::NONE } else { dice.tile() };
            let legal: Vec<_> =
                palace.legal_cells(tile, holes).iter().map(|cell| palace.coords(cell)).collect();
            if !legal.is_empty() {
                let mut spots: Vec<_> = (0..=drift).map(|_| legal[dice.below(legal.len())]).collect();
                spots.sort_by_key(|&(x, y)| match towards {
                    Side::North => -y,
                    Side::East => -x,
                    Side::South => y,
                    Side::West => x,
                });
                let (x, y) = spots[0];
                palace.lay(Cell::at(x, y), tile);
                paper.lay(x, y, tile);
            }
            if dice.below(6) == 0 {
                let cells = palace.removable(holes);
                if let Some(cell) = cells.nth(dice.below(cells.len().max(1))) {
                    let (x, y) = palace.coords(cell);
                    palace.lift(cell);
                    paper.lift(x, y);
                }
            }
            if dice.below(6) == 0 {
                let tile = dice.tile();
                let cells = palace.swappable(tile);
                if let Some(cell) = cells.nth(dice.below(cells.len().max(1))) {
                    let (x, y) = palace.coords(cell);
                    palace.lay(cell, tile);
                    paper.lift(x, y);
                    paper.lay(x, y, tile);
                }
            }
            // Long palaces cost the second opinion most and say little new from one turn to the next.
            if turns <= 24 || turn % 8 == 7 {
                paper.compare(&palace, dice.tile(), holes);
                compared += 1;
                let [west, east, south, north] = paper.limits();
                widest = widest.max(east - west + 1).max(north - south + 1);
                if turn % 3 == 2 {
                    paper.compare_two_cells(&palace, &mut dice, holes);
                }
            }
        }
    }
    (compared, widest)
}

#[test]
fn mid_game_palaces_agree_with_the_second_opinion() {
    let compared: usize =
        HOLES.into_iter().map(|holes| grow(0xA1 + holes as u64 * 77, 350, 22, holes, 0).0).sum();
    assert!(compared >= 20_000, "{compared}");
}

#[test]
fn drifting_palaces_agree_with_the_second_opinion() {
    for holes in HOLES {
        let (compared, widest) = grow(0xD1F + holes as u64 * 77, 40, 96, holes, 14);
        assert!(compared >= 450 && widest == 30, "{compared} {widest}");
    }
}

#[test]
fn walls_that_cross_are_walked_only_once() {
    // Two tiles that meet at a corner with walls on all four borders there: eight segments in two rings that
    // share a point are one trail. Imported palaces may look like this.
    let mut palace = Palace::new();
    palace.lift(Cell::FOUNTAIN);
    palace.lay(Cell::at(5, 5), walls("NESW"));
    palace.lay(Cell::at(6, 6), walls("NESW"));
    let runs = palace.wall_runs();
    assert_eq!((palace.longest_wall(), runs.len(), runs[0].closed), (8, 1, true));
    // Without the outer corner of one of them four arms meet: two must be left out.
    palace.lay(Cell::at(6, 6), walls("SW"));
    palace.lay(Cell::at(5, 5), walls("NE"));
    let runs = palace.wall_runs();
    assert_eq!((palace.longest_wall(), runs.len(), runs[0].closed), (2, 2, false));
}

#[test]
fn a_ring_within_a_ring_counts_by_itself() {
    // Ten tiles around a yard of two cells, walled on the outside and towards the yard.
    let mut palace = Palace::new();
    palace.lift(Cell::FOUNTAIN);
    let cells: CellSet = (5..9)
        .flat_map(|x| (5..8).map(move |y| Cell::at(x, y)))
        .filter(|cell| ![Cell::at(6, 6), Cell::at(7, 6)].contains(cell))
        .collect();
    for cell in &cells {
        let free = Side::ALL.into_iter().filter(|side| !cells.contains(cell.next(*side)));
        palace.lay(cell, free.fold(Walls::NONE, Walls::with));
    }
    let runs: Vec<_> = palace.wall_runs().iter().map(|run| (run.segments.len(), run.closed)).collect();
    assert_eq!(runs, [(14, true), (6, true)]);
    assert_eq!(palace.longest_wall(), 14);
}
