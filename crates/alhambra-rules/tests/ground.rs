//! Camps, half cells and double cells: the worked examples of the rules, and a slow, plain second opinion that
//! lays everything on a table of single cells and looks at all of it again.

use alhambra_rules::core::palace::{Corner, Form, Ground};
use alhambra_rules::{Cell, CellSet, Holes, Palace, PlaceFault, Quarters, Shape, Side, Walls};
use common::asked;
use proptest::prelude::*;

mod common;

fn walls(text: &str) -> Walls {
    text.parse().unwrap()
}

fn tile(text: &str) -> Form {
    Form::Tile(Shape::one(walls(text)))
}

/// A palace from its pieces, each of which must be legal where it is laid.
fn built(pieces: &[(i32, i32, Form)]) -> Ground {
    let mut ground = Ground::new(Palace::new(), Holes::Area4);
    for &(x, y, form) in pieces {
        let cell = Cell::at(x, y);
        assert_eq!(ground.verdict(form).fault(cell), None, "{form:?} at {x} {y}");
        ground.add(form, cell);
    }
    ground
}

fn fault(ground: &Ground, form: Form, x: i32, y: i32) -> Option<PlaceFault> {
    ground.verdict(form).fault(Cell::at(x, y))
}

/// The position of the watchtower examples, in our coordinates (y north).
fn watchtower_position() -> Vec<(i32, i32, Form)> {
    vec![(-1, 0, tile("W")), (1, 0, tile("ES")), (0, -1, tile("ES")), (-1, 1, Form::Half(Corner::Se))]
}

#[test]
fn t_wt_1_the_three_totals_of_the_example() {
    let cases = [
        ((0, 1), (0, 2, Corner::Se), (4, 0)),
        ((0, 1), (-1, -1, Corner::Ne), (7, 2)),
        ((1, 1), (-1, -1, Corner::Ne), (8, 2)),
    ];
    for ((x, y), (hx, hy, corner), expected) in cases {
        let mut pieces = watchtower_position();
        pieces.extend([(x, y, tile("E")), (hx, hy, Form::Half(corner))]);
        let ground = built(&pieces);
        assert_eq!(ground.longest_wall(), expected);
        let (length, long, cells) = ground.runs().remove(0);
        assert_eq!(((length, long), cells.len()), (expected, usize::from(length)));
    }
}

#[test]
fn t_wt_3_a_leg_against_a_wall() {
    let ground = built(&[(1, 0, tile("N"))]);
    let half = Form::Half(Corner::Se);
    assert!(matches!(fault(&ground, half, 1, 1), Some(PlaceFault::Border { side: Side::South, .. })));
    // The shadow may look at the wall, but then it is joined to nothing.
    assert_eq!(fault(&ground, Form::Half(Corner::Nw), 1, 1), Some(PlaceFault::NotAdjacent));
}

#[test]
fn t_wt_4_a_way_on_foot_through_a_half_cell() {
    let ground = built(&[(1, 0, tile("")), (1, -1, Form::Half(Corner::Ne)), (2, -1, tile("N"))]);
    assert!(ground.on_foot().contains(Cell::at(2, -1)));
    let mut without = ground;
    without.remove(Form::Half(Corner::Ne), Cell::at(1, -1));
    assert_eq!(without.fault(), Some(PlaceFault::OnFoot));
}

#[test]
fn steps_on_foot_go_through_open_borders_half_cells_and_gates() {
    let mut ground =
        built(&[(1, 0, tile("")), (1, -1, Form::Half(Corner::Ne)), (2, -1, tile("N")), (2, 0, tile("S"))]);
    let steps = |ground: &Ground, x, y| ground.steps(Cell::at(x, y)).collect::<Vec<_>>();
    assert_eq!(steps(&ground, 1, 0), [Cell::at(2, 0), Cell::at(1, -1), Cell::FOUNTAIN]);
    assert_eq!(steps(&ground, 2, 0), [Cell::at(1, 0)], "a double wall is shut");
    // Three steps round the wall; with a gate in it one.
    let far = Cell::at(2, -1);
    assert_eq!((1..6).find(|n| ground.within(Cell::at(2, 0), *n).contains(far)), Some(3));
    ground.open_gate(Cell::at(2, 0), Side::South);
    assert_eq!(steps(&ground, 2, 0), [far, Cell::at(1, 0)]);
    assert_eq!(steps(&ground, 2, -1), [Cell::at(2, 0), Cell::at(1, -1)]);
    assert_eq!(ground.within(Cell::FOUNTAIN, 20), ground.on_foot());
    assert_eq!(ground.within(Cell::FOUNTAIN, 0), CellSet::one(Cell::FOUNTAIN));
}

#[test]
fn lines_end_at_gaps_camps_and_with_half_cells() {
    let ground = built(&[
        (1, 0, tile("")),
        (2, 0, tile("S")),
        (3, 0, tile("")),
        (1, -1, Form::Half(Corner::Ne)),
        (2, -1, tile("N")),
    ]);
    let line = |x, y, side| ground.line(Cell::at(x, y), side).collect::<Vec<_>>();
    assert_eq!(line(0, 0, Side::East), [Cell::at(1, 0), Cell::at(2, 0), Cell::at(3, 0)]);
    assert_eq!(line(2, 0, Side::South), [Cell::at(2, -1)], "walls do not matter");
    assert_eq!(line(3, -1, Side::West), [Cell::at(2, -1), Cell::at(1, -1)], "half a cell is the last one");
    let shadowed = built(&[(0, -1, tile("")), (1, 0, tile("")), (1, -1, Form::Half(Corner::Ne))]);
    let south = shadowed.line(Cell::at(1, 1), Side::South).collect::<Vec<_>>();
    assert_eq!(south, [Cell::at(1, 0), Cell::at(1, -1)], "through a leg");
    let east = shadowed.line(Cell::at(-1, -1), Side::East).collect::<Vec<_>>();
    assert_eq!(east, [Cell::at(0, -1)], "not through the side behind the long edge");
    assert!(line(0, 0, Side::North).is_empty());
    let camped = built(&[(1, 0, tile("E")), (2, 0, Form::Camp(walls("W")))]);
    assert_eq!(camped.line(Cell::FOUNTAIN, Side::East).collect::<Vec<_>>(), [Cell::at(1, 0)]);
}

#[test]
fn the_second_wall_may_be_as_long_as_the_longest() {
    let ground = built(&[(1, 0, tile("E")), (-1, 0, tile("W"))]);
    assert_eq!(ground.second_wall().map(|(length, _)| length), Some(1));
    assert_eq!(built(&[(1, 0, tile("E"))]).second_wall(), None);
}

#[test]
fn t_wt_5_a_shadow_must_stay_open() {
    let mut pieces = vec![
        (1, 0, tile("")),
        (0, -1, tile("")),
        (2, 0, tile("")),
        (1, -1, Form::Half(Corner::Nw)),
        (2, -1, tile("")),
    ];
    pieces.push((0, -2, tile("")));
    let ground = built(&pieces);
    assert_eq!(fault(&ground, tile(""), 1, -2), Some(PlaceFault::Hole { at: (1, -1) }));
}

#[test]
fn t_wt_6_nothing_enters_a_shadow() {
    let ground = built(&[(1, 0, tile("")), (1, 1, Form::Half(Corner::Se))]);
    for corner in Corner::ALL {
        let taken = PlaceFault::Occupied { at: (1, 1) };
        assert_eq!(fault(&ground, Form::Half(corner), 1, 1), Some(taken));
    }
}

#[test]
fn r_wt_5_two_half_cells_leg_to_leg() {
    let ground = built(&[(1, 0, tile("")), (1, 1, Form::Half(Corner::Se)), (2, 1, Form::Half(Corner::Sw))]);
    assert_eq!(ground.longest_wall(), (2, 2));
    let back = Form::Half(Corner::Ne);
    // Its western side is a shadow: nothing joins it to the half cell there.
    assert_eq!(fault(&ground, back, 3, 1), Some(PlaceFault::NotAdjacent));
}

#[test]
fn t_wt_8_of_equally_long_walls_the_one_with_more_long_edges() {
    let ground = built(&[
        (1, 0, tile("N")),
        (2, 0, tile("NS")),
        (3, 0, tile("NES")),
        (-1, 0, tile("N")),
        (-2, 0, tile("N")),
        (-3, 0, tile("NSW")),
        (-2, -1, Form::Half(Corner::Ne)),
    ]);
    let runs: Vec<(u8, u8)> = ground.runs().iter().map(|run| (run.0, run.1)).collect();
    assert_eq!((runs, ground.longest_wall()), (vec![(6, 1), (6, 0)], (6, 1)));
}

#[test]
fn t_wt_10_length_alone_decides() {
    let ground = built(&[
        (1, 0, tile("")),
        (2, 0, tile("NS")),
        (3, 0, tile("NS")),
        (4, 0, tile("NES")),
        (-1, 0, tile("")),
        (-2, 0, tile("NSW")),
        (-1, 1, Form::Half(Corner::Se)),
        (-1, -1, Form::Half(Corner::Ne)),
        (0, -1, Form::Half(Corner::Nw)),
    ]);
    let runs: Vec<(u8, u8)> = ground.runs().iter().map(|run| (run.0, run.1)).collect();
    assert_eq!((runs, ground.longest_wall()), (vec![(7, 0), (6, 3)], (7, 0)));
}

#[test]
fn a_camp_touches_no_leg_but_may_look_at_a_shadow() {
    for (corner, fits) in [(Corner::Se, false), (Corner::Sw, true)] {
        let ground = built(&[(1, 0, tile("")), (2, 0, tile("N")), (1, 1, Form::Half(corner))]);
        let fault = fault(&ground, Form::Camp(walls("S")), 2, 1);
        assert_eq!(fault.is_none(), fits, "{fault:?}");
    }
}

/// A closed ring of half cells and walls counts every segment once.
#[test]
fn a_ring_with_long_edges() {
    let ground = built(&[
        (1, 0, tile("")),
        (1, 1, Form::Half(Corner::Sw)),
        (0, 1, Form::Half(Corner::Se)),
        (0, -1, Form::Half(Corner::Ne)),
        (1, -1, Form::Half(Corner::Nw)),
        (-1, 0, tile("NSW")),
        (2, 0, tile("NES")),
    ]);
    assert_eq!(ground.longest_wall(), (10, 4));
    assert_eq!(ground.runs().len(), 1);
}

/// Four camps fill a courtyard; at its open corner two tiles meet diagonally, so that walls cross there.
#[test]
fn walls_that_cross_in_front_of_camps_are_all_counted() {
    let camp = |text: &str| Form::Camp(walls(text));
    let ground = built(&[
        (1, 0, tile("N")),
        (2, 0, tile("N")),
        (3, 0, tile("")),
        (3, 1, tile("W")),
        (0, 1, tile("E")),
        (0, 2, tile("E")),
        (0, 3, tile("")),
        (1, 3, tile("S")),
        (2, 3, tile("ES")),
        (1, 1, camp("SW")),
        (1, 2, camp("NW")),
        (2, 1, camp("ES")),
        (2, 2, camp("NE")),
        (3, 2, tile("NW")),
    ]);
    assert_eq!(ground.longest_wall(), (10, 0));
    let mut with_half = ground;
    with_half.add(Form::Half(Corner::Ne), Cell::at(-1, 0));
    let runs: Vec<(u8, u8)> = with_half.runs().iter().map(|run| (run.0, run.1)).collect();
    assert_eq!(runs, [(10, 0), (1, 1)]);
}

#[test]
fn at_ca_3_how_camps_touch() {
    let ground = built(&[(1, 0, tile("E")), (1, 1, tile("E"))]);
    let camp = |text: &str| Form::Camp(walls(text));
    assert!(matches!(fault(&ground, camp("E"), -1, 0), Some(PlaceFault::Bastion { side: Side::East, .. })));
    assert!(matches!(fault(&ground, camp("E"), 2, 0), Some(PlaceFault::Bastion { side: Side::West, .. })));
    let ground = built(&[(1, 0, tile("E")), (1, 1, tile("E")), (2, 0, camp("W"))]);
    assert_eq!(fault(&ground, camp("W"), 2, 1), None);
    assert!(matches!(fault(&ground, camp("SW"), 2, 1), Some(PlaceFault::Bastion { side: Side::South, .. })));
    // A-CA-2: green to green alone holds no camp.
    assert_eq!(fault(&ground, camp("E"), 3, 0), Some(PlaceFault::NoBastion { at: (3, 0) }));
    // Nobody walks through a camp.
    assert_eq!(ground.on_foot(), ground.palace.cells());
}

#[test]
fn a_gate_opens_a_double_wall() {
    let mut ground = Ground::new(Palace::new(), Holes::Area4);
    ground.add(tile("E"), Cell::at(1, 0));
    ground.add(tile("W"), Cell::at(2, 0));
    assert_eq!(ground.fault(), Some(PlaceFault::OnFoot));
    for (x, side) in [(1, Side::East), (2, Side::West)] {
        let mut gated = ground;
        gated.open_gate(Cell::at(x, 0), side);
        assert_eq!(gated.fault(), None);
    }
}

#[test]
fn t_mp_5_and_6_a_double_cell() {
    let project = Form::Tile(Shape::two(walls("E"), walls("E"), Side::South));
    let ground = built(&[(1, 0, project)]);
    assert_eq!(ground.longest_wall(), (2, 0));
    assert_eq!(ground.covered().len(), 3);
    let ground = built(&[(-1, 0, tile(""))]);
    assert!(matches!(fault(&ground, project, -2, 0), Some(PlaceFault::Border { side: Side::East, .. })));
}

// The second opinion.

/// Offset of the fountain in the plain table, and its size.
const MID: i32 = 20;
const SIZE: i32 = 2 * MID;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stuff {
    Tile(Walls),
    Camp(Walls),
    Half(Corner),
}

#[derive(Clone)]
struct Plain {
    cells: Vec<Option<Stuff>>,
    holes: Holes,
}

type Spot = (i32, i32);

fn next((x, y): Spot, side: Side) -> Spot {
    match side {
        Side::North => (x, y + 1),
        Side::East => (x + 1, y),
        Side::South => (x, y - 1),
        Side::West => (x - 1, y),
    }
}

fn stuff(form: Form, (x, y): Spot) -> Vec<(Spot, Stuff)> {
    match form {
        Form::Tile(shape) => {
            let cells = shape.cells(Cell::at(x, y));
            let spots = [(x, y), shape.towards().map_or((x, y), |side| next((x, y), side))];
            cells.zip(spots).map(|((_, walls), spot)| (spot, Stuff::Tile(walls))).collect()
        }
        Form::Camp(bastions) => vec![((x, y), Stuff::Camp(bastions))],
        Form::Half(corner) => vec![((x, y), Stuff::Half(corner))],
    }
}

impl Plain {
    fn new(holes: Holes) -> Plain {
        let mut plain = Plain { cells: vec![None; (SIZE * SIZE) as usize], holes };
        plain.set((0, 0), Some(Stuff::Tile(Walls::NONE)));
        plain
    }

    fn at(&self, (x, y): Spot) -> Option<Stuff> {
        let inside = (-MID..MID).contains(&x) && (-MID..MID).contains(&y);
        if inside { self.cells[((y + MID) * SIZE + x + MID) as usize] } else { None }
    }

    fn set(&mut self, (x, y): Spot, stuff: Option<Stuff>) {
        self.cells[((y + MID) * SIZE + x + MID) as usize] = stuff;
    }

    fn spots(&self) -> Vec<Spot> {
        let all = (-MID..MID).flat_map(|y| (-MID..MID).map(move |x| (x, y)));
        all.filter(|spot| self.at(*spot).is_some()).collect()
    }

    /// `w`all, `o`pen, `b`astion, `g`reen, or `-` for a shadow.
    fn side(&self, spot: Spot, side: Side) -> Option<char> {
        Some(match self.at(spot)? {
            Stuff::Tile(walls) if walls.has(side) => 'w',
            Stuff::Tile(_) => 'o',
            Stuff::Camp(bastions) if bastions.has(side) => 'b',
            Stuff::Camp(_) => 'g',
            Stuff::Half(corner) if has_leg(corner, side) => 'o',
            Stuff::Half(_) => '-',
        })
    }

    fn borders_match(&self, spots: &[Spot]) -> bool {
        spots.iter().all(|&spot| {
            Side::ALL.into_iter().all(|side| {
                let (mine, theirs) = (self.side(spot, side), self.side(next(spot, side), side.opposite()));
                match (mine, theirs) {
                    (_, None) | (None, _) | (Some('-'), _) | (_, Some('-')) => true,
                    (Some(a), Some(b)) => matches!((a, b), ('w', 'b') | ('b', 'w')) || a == b && a != 'b',
                }
            })
        })
    }

    fn all_reached(&self) -> bool {
        let walkers: Vec<Spot> =
            self.spots().into_iter().filter(|s| !matches!(self.at(*s), Some(Stuff::Camp(_)))).collect();
        let mut reached = vec![(0, 0)];
        let mut i = 0;
        while i < reached.len() {
            let spot = reached[i];
            i += 1;
            for side in Side::ALL {
                let there = next(spot, side);
                let open =
                    self.side(spot, side) == Some('o') && self.side(there, side.opposite()) == Some('o');
                if open && !reached.contains(&there) {
                    reached.push(there);
                }
            }
        }
        reached.len() == walkers.len()
    }

    fn camps_lean(&self) -> bool {
        self.spots().into_iter().filter(|s| matches!(self.at(*s), Some(Stuff::Camp(_)))).all(|spot| {
            let leans = |side: &Side| {
                self.side(spot, *side) == Some('b')
                    && self.side(next(spot, *side), side.opposite()) == Some('w')
            };
            Side::ALL.iter().any(leans)
        })
    }

    /// Whether an empty place cannot reach the edge of the table.
    fn has_hole(&self) -> bool {
        if self.holes == Holes::SingleCell {
            let all = (-MID + 1..MID - 1).flat_map(|y| (-MID + 1..MID - 1).map(move |x| (x, y)));
            return all
                .filter(|s| self.at(*s).is_none())
                .any(|s| Side::ALL.iter().all(|side| self.at(next(s, *side)).is_some()));
        }
        let index = |(x, y): Spot, side: Side| (((y + MID) * SIZE + x + MID) * 4) as usize + side as usize;
        let empty = |spot: Spot, side: Side| match self.at(spot) {
            None => true,
            Some(Stuff::Half(corner)) => !has_leg(corner, side),
            Some(_) => false,
        };
        let mut seen = vec![false; (SIZE * SIZE * 4) as usize];
        let mut open = vec![((-MID, -MID), Side::North)];
        seen[index((-MID, -MID), Side::North)] = true;
        while let Some((spot, side)) = open.pop() {
            let around = [Side::ALL[(side as usize + 1) % 4], Side::ALL[(side as usize + 3) % 4]];
            let mut to: Vec<(Spot, Side)> = around.map(|beside| (spot, beside)).to_vec();
            to.push((next(spot, side), side.opposite()));
            if self.holes == Holes::Area8 {
                for beside in around {
                    let corner = next(next(spot, side), beside);
                    to.extend(Side::ALL.map(|facet| (corner, facet)));
                }
            }
            for ((x, y), side) in to {
                let inside = (-MID..MID).contains(&x) && (-MID..MID).contains(&y);
                if inside && empty((x, y), side) && !seen[index((x, y), side)] {
                    seen[index((x, y), side)] = true;
                    open.push(((x, y), side));
                }
            }
        }
        let all = (-MID..MID).flat_map(|y| (-MID..MID).map(move |x| (x, y)));
        all.flat_map(|s| Side::ALL.map(|side| (s, side)))
            .any(|(s, side)| empty(s, side) && !seen[index(s, side)])
    }

    fn sound(&self) -> bool {
        self.borders_match(&self.spots()) && self.all_reached() && self.camps_lean() && !self.has_hole()
    }

    /// The first thing that is wrong with laying `form` at `spot`, as a word.
    fn verdict(&self, form: Form, spot: Spot) -> &'static str {
        let new = stuff(form, spot);
        if new.iter().any(|(spot, _)| self.at(*spot).is_some()) {
            return "occupied";
        }
        let mut after = self.clone();
        new.iter().for_each(|&(spot, stuff)| after.set(spot, Some(stuff)));
        let joined = new.iter().any(|&(spot, _)| {
            Side::ALL.into_iter().any(|side| {
                let theirs = self.side(next(spot, side), side.opposite());
                after.side(spot, side) != Some('-') && theirs.is_some_and(|theirs| theirs != '-')
            })
        });
        let spots: Vec<Spot> = new.iter().map(|(spot, _)| *spot).collect();
        if !joined {
            "apart"
        } else if !after.borders_match(&spots) {
            "border"
        } else if !after.all_reached() || !after.camps_lean() {
            "unreached"
        } else if after.has_hole() {
            "hole"
        } else {
            "fine"
        }
    }

    /// The longest trail of outer wall, by trying every one: its length and the long edges in it.
    fn longest_wall(&self) -> (u8, u8) {
        let mut segments: Vec<(Spot, Spot, bool)> = Vec::new();
        for spot @ (x, y) in self.spots() {
            let (sw, se, nw, ne) = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1));
            if let Some(Stuff::Half(corner)) = self.at(spot) {
                let falls = matches!(corner, Corner::Ne | Corner::Sw);
                segments.push(if falls { (nw, se, true) } else { (ne, sw, true) });
                continue;
            }
            for (side, a, b) in
                [(Side::North, nw, ne), (Side::East, ne, se), (Side::South, se, sw), (Side::West, sw, nw)]
            {
                let facing = self.side(next(spot, side), side.opposite());
                if self.side(spot, side) == Some('w') && !matches!(facing, Some('w' | 'o')) {
                    segments.push((a, b, false));
                }
            }
        }
        fn go(at: Spot, segments: &[(Spot, Spot, bool)], used: &mut [bool], score: (u8, u8)) -> (u8, u8) {
            let mut best = score;
            for i in 0..segments.len() {
                let (a, b, long) = segments[i];
                if used[i] || (a != at && b != at) {
                    continue;
                }
                used[i] = true;
                let on = if a == at { b } else { a };
                best = best.max(go(on, segments, used, (score.0 + 1, score.1 + u8::from(long))));
                used[i] = false;
            }
            best
        }
        let points =
            segments.iter().flat_map(|(a, b, _)| [*a, *b]).collect::<std::collections::BTreeSet<_>>();
        let mut used = vec![false; segments.len()];
        points.into_iter().map(|point| go(point, &segments, &mut used, (0, 0))).max().unwrap_or((0, 0))
    }
}

fn has_leg(corner: Corner, side: Side) -> bool {
    match side {
        Side::North => matches!(corner, Corner::Nw | Corner::Ne),
        Side::East => matches!(corner, Corner::Ne | Corner::Se),
        Side::South => matches!(corner, Corner::Se | Corner::Sw),
        Side::West => matches!(corner, Corner::Nw | Corner::Sw),
    }
}

fn word(fault: Option<PlaceFault>) -> &'static str {
    match fault {
        None => "fine",
        Some(PlaceFault::Occupied { .. }) => "occupied",
        Some(PlaceFault::NotAdjacent) => "apart",
        Some(PlaceFault::Border { .. } | PlaceFault::Bastion { .. }) => "border",
        Some(PlaceFault::OnFoot | PlaceFault::NoBastion { .. }) => "unreached",
        Some(PlaceFault::Hole { .. }) => "hole",
        Some(other) => panic!("{other:?} cannot happen here"),
    }
}

/// What is laid next: any piece there could be.
fn forms(halves: bool) -> BoxedStrategy<Form> {
    let some_walls = (0u8..16, 0u8..16).prop_map(|(a, b)| Walls::from_bits(a & b));
    let turned = |text: &'static str| {
        (0u8..4).prop_map(move |turn| Form::Camp(walls(text).turned(Quarters::new(turn).unwrap())))
    };
    let two = (some_walls.clone(), some_walls.clone(), 0usize..4)
        .prop_map(|(a, b, side)| Form::Tile(Shape::two(a, b, Side::ALL[side])));
    let half = (0usize..4).prop_map(|corner| Form::Half(Corner::ALL[corner]));
    let one = some_walls.prop_map(|walls| Form::Tile(Shape::one(walls)));
    let square = prop_oneof![5 => one, 2 => two, 2 => turned("N"), 2 => turned("NE")];
    if halves { prop_oneof![11 => square, 3 => half].boxed() } else { square.boxed() }
}

fn compare(holes: Holes, steps: &[(Form, u16)]) -> Result<(), TestCaseError> {
    let mut ground = Ground::new(Palace::new(), holes);
    let mut plain = Plain::new(holes);
    let mut laid: Vec<(Form, Spot)> = Vec::new();
    for &(form, pick) in steps {
        let (camps, halves) = (ground.camps().len(), ground.halves().len());
        if matches!(form, Form::Camp(_)) && camps == 8 || matches!(form, Form::Half(_)) && halves == 18 {
            continue;
        }
        let verdict = ground.verdict(form);
        let spots = plain.spots();
        let (xs, ys) = (spots.iter().map(|s| s.0), spots.iter().map(|s| s.1));
        let (west, east) = (xs.clone().min().unwrap() - 2, xs.max().unwrap() + 2);
        let (south, north) = (ys.clone().min().unwrap() - 2, ys.max().unwrap() + 2);
        let mut legal = CellSet::EMPTY;
        for (x, y) in (south..=north).flat_map(|y| (west..=east).map(move |x| (x, y))) {
            let (fast, slow) = (word(verdict.fault(Cell::at(x, y))), plain.verdict(form, (x, y)));
            prop_assert_eq!(fast, slow, "{:?} at {} {} after {:?}", form, x, y, &laid);
            if slow == "fine" {
                legal.insert(Cell::at(x, y));
            }
        }
        prop_assert_eq!(verdict.legal(), legal, "{:?} after {:?}", form, &laid);
        let Some(cell) = legal.nth(usize::from(pick) % legal.len().max(1)) else { continue };
        let spot = cell.xy();
        ground.add(form, cell);
        stuff(form, spot).into_iter().for_each(|(spot, stuff)| plain.set(spot, Some(stuff)));
        laid.push((form, spot));
        prop_assert_eq!(ground.fault(), None, "after {:?}", &laid);
        if holes == Holes::Area4 {
            prop_assert_eq!(ground.longest_wall(), plain.longest_wall(), "after {:?}", &laid);
        }
    }
    for &(form, spot) in &laid {
        let (mut rest, mut bare) = (ground, plain.clone());
        rest.remove(form, Cell::at(spot.0, spot.1));
        stuff(form, spot).into_iter().for_each(|(spot, _)| bare.set(spot, None));
        prop_assert_eq!(rest.fault().is_none(), bare.sound(), "without {:?} of {:?}", (form, spot), &laid);
        prop_assert_eq!(rest.covered().len(), bare.spots().len());
        let cell = Cell::at(spot.0, spot.1);
        if form.cells(cell).count() == 1 {
            let quick = ground.removable().contains(cell);
            prop_assert_eq!(quick, bare.sound(), "take off {:?} of {:?}", (form, spot), &laid);
        }
        for walls in (0..16).map(Walls::from_bits) {
            let new = Form::Tile(Shape::one(walls));
            let mut after = rest;
            after.add(new, cell);
            let alike = matches!(form, Form::Tile(_)) && form.cells(cell).count() == 1;
            let slow = alike && rest.takes(new, cell) && after.fault().is_none();
            let quick = ground.replaces(new, form, cell);
            prop_assert_eq!(quick, slow, "{:?} for {:?} of {:?}", new, (form, spot), &laid);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..asked() })]

    #[test]
    fn everything_agrees_with_the_plain_table(
        steps in proptest::collection::vec((forms(true), any::<u16>()), 1..26),
    ) {
        compare(Holes::Area4, &steps)?;
    }

    #[test]
    fn camps_and_double_cells_under_every_hole_rule(
        steps in proptest::collection::vec((forms(false), any::<u16>()), 1..26),
        holes in prop_oneof![Just(Holes::Area4), Just(Holes::SingleCell), Just(Holes::Area8)],
    ) {
        compare(holes, &steps)?;
    }
}
