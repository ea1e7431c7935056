//! Where a tile may be laid, and why not elsewhere.

use super::check::enclosed;
use super::plane::Plane;
use super::{CellSet, MAX_SPAN, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};
use serde::{Deserialize, Serialize};

/// What counts as a hole in a palace (house rule HR-9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holes {
    /// Any empty area without an orthogonal way to the outside.
    #[default]
    Area4,
    /// Only a single empty cell with four covered neighbours.
    SingleCell,
    /// Any empty area without a way to the outside, where ways may also lead over corners.
    Area8,
}

/// What is laid: one cell, or two neighbouring cells with an open border between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape {
    first: Walls,
    second: Option<(Side, Walls)>,
}

impl Shape {
    /// A tile of one cell.
    #[must_use]
    pub const fn one(walls: Walls) -> Shape {
        Shape { first: walls, second: None }
    }

    /// A tile of two cells, the second one across the side `towards` of the first. The border between them is
    /// open, whatever the walls say.
    #[must_use]
    pub const fn two(first: Walls, second: Walls, towards: Side) -> Shape {
        Shape {
            first: Walls::from_bits(first.bits() & !(1 << towards as u8)),
            second: Some((towards, Walls::from_bits(second.bits() & !(1 << towards.opposite() as u8)))),
        }
    }

    /// The cells it covers and their walls when its first cell lies on `cell`.
    pub fn cells(self, cell: Cell) -> impl Iterator<Item = (Cell, Walls)> {
        let second = self.second.map(|(towards, walls)| (cell.next(towards), walls));
        std::iter::once((cell, self.first)).chain(second)
    }
}

/// What one row of the board says about a cell with certain walls.
struct RowView {
    /// Cells with a covered neighbour.
    touch: u32,
    /// Cells where some border does not match.
    clash: u32,
    /// Cells with an open way to a neighbour, if its border matches.
    foot: u32,
}

/// All ones if there is a wall on `side`.
#[inline(always)]
const fn wanted(walls: Walls, side: Side) -> u32 {
    (walls.has(side) as u32).wrapping_neg()
}

impl Palace {
    #[inline(always)]
    fn row_view(&self, r: usize, walls: Walls) -> RowView {
        let south = (r + GRID - 1) % GRID;
        let here = self.occupied[r];
        let sides = [
            (self.occupied[(r + 1) % GRID], self.north[r], wanted(walls, Side::North)),
            (here.rotate_right(1), self.east[r], wanted(walls, Side::East)),
            (self.occupied[south], self.north[south], wanted(walls, Side::South)),
            (here.rotate_left(1), self.east[r].rotate_left(1), wanted(walls, Side::West)),
        ];
        let mut view = RowView { touch: 0, clash: 0, foot: 0 };
        for (neighbour, wall, wanted) in sides {
            view.touch |= neighbour;
            view.clash |= neighbour & (wall ^ wanted);
            view.foot |= neighbour & !(wall | wanted);
        }
        view
    }

    /// The cells of row `r` where a tile next to the palace would close a hole, exactly.
    ///
    /// The palace is connected. So when the empty neighbours of a new tile fall into two groups around it, the
    /// palace joins what lies between the groups, and with the new tile it is a ring that shuts one group in.
    /// With a single group nothing changes for anybody. No flood is needed. For ways over corners the same
    /// holds with covered neighbours in place of empty ones.
    #[inline(always)]
    fn row_holes(&self, r: usize, holes: Holes) -> u32 {
        let up = self.occupied[(r + 1) % GRID];
        let here = self.occupied[r];
        let down = self.occupied[(r + GRID - 1) % GRID];
        let invert = match holes {
            Holes::Area4 => !0,
            Holes::Area8 => 0,
            Holes::SingleCell => {
                let far_up = self.occupied[(r + 2) % GRID];
                let far_down = self.occupied[(r + GRID - 2) % GRID];
                let flanked = |row: u32| row.rotate_left(1) & row.rotate_right(1) & !row;
                let shaft = up & down & !here;
                return (flanked(up) & far_up)
                    | (flanked(down) & far_down)
                    | (shaft & here.rotate_right(1)).rotate_right(1)
                    | (shaft & here.rotate_left(1)).rotate_left(1);
            }
        };
        let (up, here, down) = (up ^ invert, here ^ invert, down ^ invert);
        let (n, e, s, w) = (up, here.rotate_right(1), down, here.rotate_left(1));
        // One end of a group each: a neighbour that is not joined to the next one around the corner.
        let a = n & !(e & up.rotate_right(1));
        let b = e & !(s & down.rotate_right(1));
        let c = s & !(w & down.rotate_left(1));
        let d = w & !(n & up.rotate_left(1));
        (a & b) | (c & d) | ((a | b) & (c | d))
    }

    /// The cells where a tile with these walls may be laid; the same as `verdict(..).legal()`, only faster.
    #[must_use]
    pub fn legal_cells(&self, walls: Walls, holes: Holes) -> CellSet {
        match holes {
            Holes::Area4 => self.legal_rows(walls, Holes::Area4),
            Holes::SingleCell => self.legal_rows(walls, Holes::SingleCell),
            Holes::Area8 => self.legal_rows(walls, Holes::Area8),
        }
    }

    /// Inlined once per hole rule, so that the rule is a constant inside.
    #[inline(always)]
    fn legal_rows(&self, walls: Walls, holes: Holes) -> CellSet {
        let mut legal = CellSet::EMPTY;
        let mut columns = 0;
        let mut rows = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            columns |= self.occupied[r];
            let view = self.row_view(r, walls);
            legal.0[r] = view.foot & !view.clash & !self.occupied[r] & !self.row_holes(r, holes);
        }
        if self.near_span(columns) {
            legal = legal & self.within_span();
        }
        legal
    }

    /// Whether the palace, which covers these columns, may not grow in some direction any more.
    pub(super) fn near_span(&self, columns: u32) -> bool {
        self.rows.count_ones() >= MAX_SPAN || columns.count_ones() >= MAX_SPAN
    }

    /// The cells that do not stretch the palace over more than [`MAX_SPAN`] columns or rows.
    fn within_span(&self) -> CellSet {
        let used = self.columns();
        let columns = if used.count_ones() < MAX_SPAN { !0 } else { used };
        let rows = if self.rows.count_ones() < MAX_SPAN { !0 } else { self.rows };
        CellSet(std::array::from_fn(|r| if rows >> r & 1 != 0 { columns } else { 0 }))
    }

    /// The cells, never the fountain, whose tile may be replaced by one with these walls. Matching borders keep
    /// every way open that was open, and the covered cells stay the same, so nothing else can go wrong.
    #[must_use]
    pub fn swappable(&self, walls: Walls) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let mut rows = self.rows;
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            cells.0[r] = self.occupied[r] & !self.row_view(r, walls).clash;
        }
        cells.remove(Cell::FOUNTAIN);
        cells
    }

    /// Everything the rules say about laying `shape`, for every cell at once.
    #[must_use]
    pub fn verdict(&self, shape: Shape, holes: Holes) -> Verdict {
        let empty = !self.cells();
        let (mut touch, mut clash, mut foot) = self.views(shape.first);
        let mut free = empty;
        if let Some((towards, walls)) = shape.second {
            let seen_from_first = |set: CellSet| match towards {
                Side::North => set.n(),
                Side::East => set.e(),
                Side::South => set.s(),
                Side::West => set.w(),
            };
            let second = self.views(walls);
            free = free & seen_from_first(empty);
            touch = touch | seen_from_first(second.0);
            clash = clash | seen_from_first(second.1);
            foot = foot | seen_from_first(second.2);
        }
        let next_to = free & touch;
        let (no_hole, span) = match shape.second {
            None => {
                let holes = CellSet(std::array::from_fn(|r| self.row_holes(r, holes)));
                (next_to & !holes, next_to & self.within_span())
            }
            Some((towards, _)) => {
                let spans = |cell: &Cell| {
                    let mut after = *self;
                    after.lay_shape(*cell, shape);
                    after.spans_at_most(MAX_SPAN)
                };
                let whole = |cell: &Cell| !self.two_close_hole(*cell, cell.next(towards), holes);
                (next_to.iter().filter(whole).collect(), next_to.iter().filter(spans).collect())
            }
        };
        Verdict {
            next_to,
            border: next_to & !clash,
            on_foot: next_to & foot,
            no_hole,
            span,
            allowed: CellSet::ALL,
            palace: *self,
            shape,
            holes,
        }
    }

    /// Whether covering both cells closes a hole. Laid one after the other they are two single tiles, if one of
    /// them touches the palace and closes nothing by itself; only a pocket that both fill together needs a flood.
    fn two_close_hole(&self, first: Cell, second: Cell, holes: Holes) -> bool {
        for (a, b) in [(first, second), (second, first)] {
            let touches = Side::ALL.into_iter().any(|side| self.contains(a.next(side)));
            if touches && self.row_holes(a.row(), holes) >> a.column() & 1 == 0 {
                let mut half = *self;
                half.lay(a, Walls::NONE);
                return half.row_holes(b.row(), holes) >> b.column() & 1 != 0;
            }
        }
        !enclosed(&self.cells().with(first).with(second), holes).is_empty()
    }

    fn views(&self, walls: Walls) -> (CellSet, CellSet, CellSet) {
        let (mut touch, mut clash, mut foot) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for r in 0..GRID {
            let view = self.row_view(r, walls);
            (touch.0[r], clash.0[r], foot.0[r]) = (view.touch, view.clash, view.foot);
        }
        (touch, clash, foot)
    }

    /// Whether the palace has at most this many columns and rows; it must be in one piece.
    pub(super) fn spans_at_most(&self, lines: u32) -> bool {
        self.rows.count_ones() <= lines && self.columns().count_ones() <= lines
    }
}

/// The answer for one shape on every cell, reason by reason.
///
/// A cell stands for the first cell of the shape. The masks `border`, `on_foot`, `no_hole` and `span` only
/// speak about cells in `next_to`. Modules narrow `allowed`, and may forgive what a mask lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The shape covers only empty cells and has a covered neighbour.
    pub next_to: CellSet,
    /// All touching borders match (V2).
    pub border: CellSet,
    /// Some touching border is open on both sides (V3).
    pub on_foot: CellSet,
    /// No empty area is shut in (V5).
    pub no_hole: CellSet,
    /// The palace does not grow over more than [`MAX_SPAN`] columns or rows.
    pub span: CellSet,
    /// What modules have not forbidden.
    pub allowed: CellSet,
    palace: Palace,
    shape: Shape,
    holes: Holes,
}

impl Verdict {
    /// Where the shape may be laid.
    #[must_use]
    pub fn legal(&self) -> CellSet {
        self.legal_but_for_on_foot() & self.on_foot
    }

    /// Where the shape may be laid if somebody finds a way on foot, say through a city gate.
    #[must_use]
    pub fn legal_but_for_on_foot(&self) -> CellSet {
        self.next_to & self.border & self.no_hole & self.span & self.allowed
    }

    /// Why the shape may not be laid on `cell`: the first reason in the order of [`PlaceFault`].
    #[must_use]
    pub fn fault(&self, cell: Cell) -> Option<PlaceFault> {
        if !self.next_to.contains(cell) {
            let occupied = self.shape.cells(cell).find(|(cell, _)| self.palace.contains(*cell));
            return Some(match occupied {
                Some((cell, _)) => PlaceFault::Occupied { cell },
                None => PlaceFault::NotAdjacent,
            });
        }
        if !self.border.contains(cell) {
            return self.clash(cell);
        }
        if !self.on_foot.contains(cell) {
            return Some(PlaceFault::OnFoot);
        }
        if !self.no_hole.contains(cell) {
            let mut after = self.palace;
            after.lay_shape(cell, self.shape);
            return enclosed(&after.cells(), self.holes).first().map(|cell| PlaceFault::Hole { cell });
        }
        if !self.span.contains(cell) {
            return Some(PlaceFault::Span);
        }
        if !self.allowed.contains(cell) {
            return Some(PlaceFault::NotAllowed);
        }
        None
    }

    fn clash(&self, cell: Cell) -> Option<PlaceFault> {
        self.shape.cells(cell).find_map(|(cell, walls)| {
            Side::ALL.into_iter().find_map(|side| {
                let neighbour = cell.next(side);
                let wall = walls.has(side);
                (self.palace.contains(neighbour) && self.palace.walls_between(cell, side) != wall)
                    .then_some(PlaceFault::Border { cell, side, neighbour, wall })
            })
        })
    }
}

/// Why a tile may not be laid, in the order in which reasons are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceFault {
    /// A cell is already covered.
    Occupied {
        /// That cell.
        cell: Cell,
    },
    /// The tile would not touch the palace.
    NotAdjacent,
    /// A wall meets an open side.
    Border {
        /// The cell of the new tile at that border.
        cell: Cell,
        /// The side of the new tile that does not match, the first in the order N, E, S, W.
        side: Side,
        /// The covered cell across that side.
        neighbour: Cell,
        /// Whether the wall is on the new tile; otherwise it is on the neighbour.
        wall: bool,
    },
    /// No open border leads to the tile.
    OnFoot,
    /// An empty area would be shut in.
    Hole {
        /// A cell of that area.
        cell: Cell,
    },
    /// The palace would grow over more than [`MAX_SPAN`] columns or rows.
    Span,
    /// A module in play forbids it.
    NotAllowed,
}

impl std::fmt::Display for PlaceFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlaceFault::Occupied { cell } => write!(f, "there is already a tile on {cell}"),
            PlaceFault::NotAdjacent => f.write_str("touches no side of the palace"),
            PlaceFault::Border { side, neighbour, wall, .. } => {
                let side = ["north", "east", "south", "west"][*side as usize];
                if *wall {
                    write!(f, "the wall to the {side} meets an open side of {neighbour}")
                } else {
                    write!(f, "the open side to the {side} meets a wall of {neighbour}")
                }
            }
            PlaceFault::OnFoot => f.write_str("no way on foot from the fountain"),
            PlaceFault::Hole { cell } => write!(f, "would enclose the empty cell {cell}"),
            PlaceFault::Span => write!(f, "the palace would span more than {MAX_SPAN} columns or rows"),
            PlaceFault::NotAllowed => f.write_str("a module in play does not allow it"),
        }
    }
}

impl std::error::Error for PlaceFault {}
