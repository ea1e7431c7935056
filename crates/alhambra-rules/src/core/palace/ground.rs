//! A palace with everything that is not a whole tile inside its walls: camps outside them, half cells, gates in
//! double walls.
//!
//! There are few such things, so they are short lists beside the three boards, which hold the whole tiles and
//! nothing else. Every question is answered by the boards first and corrected for the cells the lists touch.

use super::check::{enclosed, lines, there_and_back};
use super::plane::Plane;
use super::wall::{Point, Segment, corners, trails};
use super::{CellSet, Holes, Palace, PlaceFault, Shape};
use crate::core::below::Quarters;
use crate::core::cell::{At, Cell, GRID, Side, Walls};
use crate::core::flat::Stack;
use serde::{Deserialize, Serialize};

/// A corner of a cell. A half cell fills the two sides that meet there; its long edge cuts off the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    /// North and west.
    #[default]
    Nw,
    /// North and east.
    Ne,
    /// South and east.
    Se,
    /// South and west.
    Sw,
}

impl Corner {
    /// All four, clockwise.
    pub const ALL: [Corner; 4] = [Corner::Nw, Corner::Ne, Corner::Se, Corner::Sw];

    /// The right angle of a half cell after so many quarter turns.
    pub const fn turned(turn: Quarters) -> Corner {
        Corner::ALL[turn.index()]
    }

    /// The two sides that meet here: the legs of a half cell.
    pub const fn legs(self) -> [Side; 2] {
        match self {
            Corner::Nw => [Side::North, Side::West],
            Corner::Ne => [Side::North, Side::East],
            Corner::Se => [Side::East, Side::South],
            Corner::Sw => [Side::South, Side::West],
        }
    }

    /// Whether `side` is a leg; otherwise it lies in the shadow of the long edge.
    pub fn has_leg(self, side: Side) -> bool {
        self.legs().contains(&side)
    }
}

/// What is laid, in the turn it is laid in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A tile inside the walls.
    Tile(Shape),
    /// A camp outside the walls, with its bastions.
    Camp(Walls),
    /// Half a cell.
    Half(Corner),
}

impl Form {
    /// The cells it covers when its first cell lies on `cell`.
    pub fn cells(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let shape = match self {
            Form::Tile(shape) => shape,
            Form::Camp(_) | Form::Half(_) => Shape::one(Walls::NONE),
        };
        shape.cells(cell).map(|(cell, _)| cell)
    }

    /// Calls `each` with what it shows on its outer borders: the cell, the side, the edge there.
    #[inline]
    pub(super) fn each_edge(self, cell: Cell, mut each: impl FnMut(Cell, Side, Edge)) {
        let (first, second) = self.walls();
        let inner = second.map(|(towards, _)| towards);
        for side in Side::ALL.into_iter().filter(|side| Some(*side) != inner) {
            each(cell, side, self.shows(first, side));
        }
        if let Some((towards, walls)) = second {
            for side in Side::ALL.into_iter().filter(|side| *side != towards.opposite()) {
                each(cell.next(towards), side, self.shows(walls, side));
            }
        }
    }

    /// The walls or bastions of its first cell; where the second one lies, and its walls.
    pub(super) fn walls(self) -> (Walls, Option<(Side, Walls)>) {
        match self {
            Form::Tile(shape) => (shape.first_walls(), shape.second_walls()),
            Form::Camp(bastions) => (bastions, None),
            Form::Half(_) => (Walls::NONE, None),
        }
    }

    /// What a cell of it with these walls shows on a side.
    pub(super) fn shows(self, walls: Walls, side: Side) -> Edge {
        match self {
            Form::Tile(_) if walls.has(side) => Edge::Wall,
            Form::Tile(_) => Edge::Open,
            Form::Camp(_) if walls.has(side) => Edge::Bastion,
            Form::Camp(_) => Edge::Green,
            Form::Half(corner) if corner.has_leg(side) => Edge::Open,
            Form::Half(_) => Edge::Shadow,
        }
    }
}

/// What a border looks like from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A wall.
    Wall,
    /// Open ground inside the walls.
    Open,
    /// The bastion of a camp.
    Bastion,
    /// A side of a camp without a bastion.
    Green,
    /// Nothing: the empty half behind the long edge of a half cell.
    Shadow,
}

impl Edge {
    /// Whether two edges may face each other.
    pub(super) const fn meets(self, other: Edge) -> bool {
        use Edge::{Bastion, Green, Open, Shadow, Wall};
        matches!(
            (self, other),
            (Shadow, _)
                | (_, Shadow)
                | (Wall, Wall | Bastion)
                | (Bastion, Wall)
                | (Open, Open)
                | (Green, Green)
        )
    }
}

/// The most camps, half cells and gates there are in the box.
const CAMPS: usize = 8;
const HALVES: usize = 18;
const GATES: usize = 6;

/// A palace with everything around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The whole tiles.
    pub palace: Palace,
    /// What counts as a hole.
    pub holes: Holes,
    camps: Stack<(Cell, Walls), CAMPS>,
    halves: Stack<(Cell, Corner), HALVES>,
    gates: Stack<(Cell, Side), GATES>,
}

impl Ground {
    /// Only whole tiles so far.
    pub fn new(palace: Palace, holes: Holes) -> Ground {
        let (camps, halves, gates) = Default::default();
        Ground { palace, holes, camps, halves, gates }
    }

    /// Whether the boards alone say everything about laying a tile.
    pub fn is_plain(&self) -> bool {
        self.camps.is_empty() && self.halves.is_empty()
    }

    /// Adds a piece. Checks nothing.
    ///
    /// # Panics
    /// When there are more camps or half cells than the box holds.
    pub fn add(&mut self, form: Form, cell: Cell) {
        match form {
            Form::Tile(shape) => self.palace.lay_shape(cell, shape),
            Form::Camp(bastions) => self.camps.push((cell, bastions)).expect("the box has eight camps"),
            Form::Half(corner) => self.halves.push((cell, corner)).expect("the box has 18 half cells"),
        }
    }

    /// Takes a piece away. Checks nothing.
    pub fn remove(&mut self, form: Form, cell: Cell) {
        match form {
            Form::Tile(_) => form.cells(cell).for_each(|cell| self.palace.lift(cell)),
            Form::Camp(_) => {
                if let Some(i) = self.camps.iter().position(|camp| camp.0 == cell) {
                    self.camps.remove(i);
                }
            }
            Form::Half(_) => {
                if let Some(i) = self.halves.iter().position(|half| half.0 == cell) {
                    self.halves.remove(i);
                }
            }
        }
    }

    /// Opens a gate in the double wall on a border.
    ///
    /// # Panics
    /// When there are more gates than the box holds.
    pub fn open_gate(&mut self, cell: Cell, side: Side) {
        self.gates.push((cell, side)).expect("the box has six gates");
    }

    /// The camps: where, and with which bastions.
    pub fn camps(&self) -> &[(Cell, Walls)] {
        &self.camps
    }

    /// The half cells: where, and how turned.
    pub fn halves(&self) -> &[(Cell, Corner)] {
        &self.halves
    }

    /// The gates: on which border of which cell.
    pub(super) fn gates(&self) -> &[(Cell, Side)] {
        &self.gates
    }

    /// Every cell that anything stands on.
    pub fn covered(&self) -> CellSet {
        let camps = self.camps.iter().map(|camp| camp.0);
        camps.chain(self.halves.iter().map(|half| half.0)).fold(self.palace.cells(), CellSet::with)
    }

    /// What stands on a cell shows towards `side`; `None` where nothing stands.
    pub fn edge(&self, cell: Cell, side: Side) -> Option<Edge> {
        if self.palace.contains(cell) {
            return Some(if self.palace.walls_between(cell, side) { Edge::Wall } else { Edge::Open });
        }
        if let Some((_, bastions)) = self.camps.iter().find(|camp| camp.0 == cell) {
            return Some(if bastions.has(side) { Edge::Bastion } else { Edge::Green });
        }
        let (_, corner) = self.halves.iter().find(|half| half.0 == cell)?;
        Some(if corner.has_leg(side) { Edge::Open } else { Edge::Shadow })
    }

    /// A cell as everybody outside reads it.
    pub(super) fn at(&self, cell: Cell) -> At {
        self.palace.coords(cell)
    }

    /// The first border of `form` at `cell` that meets something it must not.
    pub(super) fn clash(&self, form: Form, cell: Cell) -> Option<PlaceFault> {
        let mut clash = None;
        form.each_edge(cell, |cell, side, own| {
            let neighbour = cell.next(side);
            let Some(theirs) = self.edge(neighbour, side.opposite()) else { return };
            let camps = [own, theirs].iter().any(|edge| matches!(edge, Edge::Bastion | Edge::Green));
            if clash.is_none() && !own.meets(theirs) {
                clash = Some(if camps {
                    PlaceFault::Bastion { at: self.at(cell), side, neighbour: self.at(neighbour) }
                } else {
                    let (at, neighbour) = (self.at(cell), self.at(neighbour));
                    PlaceFault::Border { at, side, neighbour, wall: own == Edge::Wall }
                });
            }
        });
        clash
    }

    /// An empty place that is shut in, if there is one.
    pub fn gap(&self) -> Option<Cell> {
        if self.halves.is_empty() {
            return enclosed(&self.covered(), self.holes).first();
        }
        if self.holes == Holes::SingleCell {
            return self.shut_in_cell();
        }
        self.shut_in_facet()
    }

    /// The cells with nothing empty across `side`: what stands there fills the border.
    pub(super) fn blocked(&self, side: Side) -> CellSet {
        let faces_away = |half: &&(Cell, Corner)| !half.1.has_leg(side.opposite());
        let open: CellSet = self.halves.iter().filter(faces_away).map(|half| half.0).collect();
        (self.covered() & !open).with_neighbour(side)
    }

    /// The cells in front of the long edge of a half cell.
    pub(super) fn before_long_edges(&self) -> CellSet {
        let before = |&(cell, corner): &(Cell, Corner)| {
            Side::ALL.into_iter().filter(move |side| !corner.has_leg(*side)).map(move |side| cell.next(side))
        };
        self.halves.iter().flat_map(before).collect()
    }

    /// Cells where a half cell shuts nothing in, seen from their neighbours alone: what it leaves empty meets an empty
    /// cell, and an empty cell at a leg has a way round the corner to one of those.
    pub(super) fn halves_beside_the_outside(&self, corner: Corner) -> CellSet {
        let empty = !self.covered();
        let [one, other] = corner.legs();
        let beside = |side: Side| empty.with_neighbour(side);
        // Behind a leg lies a side of the long edge; the cell round the corner is beside both the leg and that side.
        let round = |leg: Side, long: Side| {
            beside(leg) & beside(long) & empty.with_neighbour(leg).with_neighbour(long)
        };
        let held = |leg: Side, long: Side| self.blocked(leg) | round(leg, long);
        (beside(one.opposite()) | beside(other.opposite()))
            & held(one, other.opposite())
            & held(other, one.opposite())
    }

    /// With half cells, where only single cells count as holes: an empty cell, or what is empty of a half cell, that has
    /// no way out across any side.
    fn shut_in_cell(&self) -> Option<Cell> {
        let covered = self.covered();
        let blocked = |cell: Cell, side: Side| {
            covered.contains(cell.next(side))
                && self.edge(cell.next(side), side.opposite()) != Some(Edge::Shadow)
        };
        let beside = covered | covered.n() | covered.e() | covered.s() | covered.w();
        let empty =
            (beside & !covered).iter().find(|cell| Side::ALL.into_iter().all(|side| blocked(*cell, side)));
        let behind = |&(cell, corner): &(Cell, Corner)| {
            let mut outward = Side::ALL.into_iter().filter(|side| !corner.has_leg(*side));
            outward.all(|side| blocked(cell, side)).then_some(cell)
        };
        empty.or_else(|| self.halves.iter().find_map(behind))
    }

    /// The same with half cells: every cell has four facets, one per side, and a half cell leaves two of them
    /// empty, which meet in its free corner (rules part 2 §22.2). So what is empty of a cell hangs together, and
    /// it is entered across every side that is not a leg.
    fn shut_in_facet(&self) -> Option<Cell> {
        let covered = self.covered();
        let mut enters = [!covered; 4];
        let mut empty = !covered;
        for &(cell, corner) in self.halves.iter() {
            empty.insert(cell);
            for side in Side::ALL.into_iter().filter(|side| !corner.has_leg(*side)) {
                enters[side as usize].insert(cell);
            }
        }
        let [north, east, south, west] = enters;
        let mut reached = self.outside();
        let rows = lines(&covered);
        loop {
            let mut changed = false;
            for r in there_and_back(rows) {
                let (above, below) = ((r + 1) % GRID, (r + GRID - 1) % GRID);
                let mut row = reached.0[r]
                    | (reached.0[below] & north.0[below] & south.0[r])
                    | (reached.0[above] & south.0[above] & north.0[r]);
                if self.holes == Holes::Area8 {
                    // Whole empty cells also meet at their corners.
                    let beside = reached.0[below] & !covered.0[below] | reached.0[above] & !covered.0[above];
                    row |= (beside.rotate_left(1) | beside.rotate_right(1)) & !covered.0[r];
                }
                loop {
                    let wider = row
                        | ((row & east.0[r]).rotate_left(1) & west.0[r])
                        | ((row & west.0[r]).rotate_right(1) & east.0[r]);
                    if wider == row {
                        break;
                    }
                    row = wider;
                }
                changed |= row != reached.0[r];
                reached.0[r] = row;
            }
            if !changed {
                return (empty & !reached).first();
            }
        }
    }

    /// Cells in rows or columns without anything. There are always such lines on the torus, and they cross.
    fn outside(&self) -> CellSet {
        let covered = self.covered();
        let columns = covered.0.iter().fold(0, |all, row| all | row);
        CellSet(covered.0.map(|row| if row == 0 { !0 } else { !columns }))
    }

    /// The cells inside the walls that are reached on foot from the fountain, half cells and gates included.
    pub fn on_foot(&self) -> CellSet {
        let plain = self.halves.is_empty() && self.gates.is_empty();
        let ways = if plain { self.palace } else { self.on_foot_ways() };
        ways.on_foot_from(CellSet::one(Cell::FOUNTAIN))
    }

    /// The first thing that is wrong with the whole: a tile nobody reaches, a camp that leans on nothing, a
    /// place that is shut in.
    pub fn fault(&self) -> Option<PlaceFault> {
        self.unsteady().or_else(|| self.gap().map(|cell| PlaceFault::Hole { at: self.at(cell) }))
    }

    /// A tile nobody reaches, or a camp that leans on nothing.
    pub fn unsteady(&self) -> Option<PlaceFault> {
        let inside = self.halves.iter().map(|half| half.0).fold(self.palace.cells(), CellSet::with);
        if !(inside & !self.on_foot()).is_empty() {
            return Some(PlaceFault::OnFoot);
        }
        let leans = |&(cell, bastions): &(Cell, Walls)| {
            bastions.sides().any(|side| self.edge(cell.next(side), side.opposite()) == Some(Edge::Wall))
        };
        let alone = self.camps.iter().find(|camp| !leans(camp));
        alone.map(|&(cell, _)| PlaceFault::NoBastion { at: self.at(cell) })
    }

    /// The longest outer wall: its length, and how many long edges of half cells are in it. Of equally long ones
    /// the one with most of them counts (rules README, decision 7).
    pub fn longest_wall(&self) -> (u8, u8) {
        if self.halves.is_empty() {
            return (self.palace.longest_wall(), 0);
        }
        self.runs().into_iter().map(|run| (run.0, run.1)).max().unwrap_or((0, 0))
    }

    /// All stretches of outer wall: length, long edges in it, and the cells along it; the longest first, and of
    /// equally long ones the one with most long edges.
    ///
    /// Half cells close no gap, so the outline they help to make never crosses itself; but a camp may fill a gap
    /// in front of walls, and these walls may cross.
    pub fn runs(&self) -> Vec<(u8, u8, Vec<Cell>)> {
        let outer = |&(cell, side): &(Cell, Side)| {
            let facing = self.edge(cell.next(side), side.opposite());
            self.palace.walls_between(cell, side) && !matches!(facing, Some(Edge::Wall | Edge::Open))
        };
        let sides = |cell: Cell| Side::ALL.into_iter().map(move |side| (cell, side));
        let straight = self.palace.cells().into_iter().flat_map(sides).filter(outer);
        let long = self.halves.iter().map(|&(cell, corner)| Stretch::Long(cell, corner));
        let trails = trails(straight.map(|(cell, side)| Stretch::Straight(cell, side)).chain(long).collect());
        let run = |(stretches, _): (Vec<Stretch>, bool)| {
            let long = stretches.iter().filter(|s| matches!(s, Stretch::Long(..))).count();
            let cells = stretches.iter().map(|s| s.cell()).collect();
            (stretches.len().min(255) as u8, long as u8, cells)
        };
        trails.into_iter().map(run).collect()
    }
}

/// A segment of outer wall where there are half cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stretch {
    /// The side of a tile.
    Straight(Cell, Side),
    /// The long edge of a half cell.
    Long(Cell, Corner),
}

impl Stretch {
    fn cell(self) -> Cell {
        match self {
            Stretch::Straight(cell, _) | Stretch::Long(cell, _) => cell,
        }
    }
}

impl Segment for Stretch {
    fn ends(self) -> [Point; 2] {
        match self {
            Stretch::Straight(cell, side) => (cell, side).ends(),
            Stretch::Long(cell, corner) => {
                let [sw, se, nw, ne] = corners(cell);
                match corner {
                    Corner::Nw => [ne, sw],
                    Corner::Ne => [se, nw],
                    Corner::Se => [sw, ne],
                    Corner::Sw => [nw, se],
                }
            }
        }
    }

    /// Length decides, then the number of long edges (R-WT-6, rules README, decision 7).
    fn weight(self) -> usize {
        match self {
            Stretch::Straight(..) => 256,
            Stretch::Long(..) => 257,
        }
    }
}
