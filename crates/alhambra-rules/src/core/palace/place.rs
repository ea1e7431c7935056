//! Where a tile may be laid, and why not elsewhere.

use super::check::enclosed;
use super::fault::PlaceFault;
use super::ground::{Form, Ground};
use super::plane::Plane;
use super::{CellSet, MAX_SPAN, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};
use crate::registry::ModuleId;
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

    pub(super) fn first_walls(self) -> Walls {
        self.first
    }

    /// Where the second cell lies, and its walls.
    pub(super) fn second_walls(self) -> Option<(Side, Walls)> {
        self.second
    }

    /// Where the second cell lies, seen from the first.
    #[must_use]
    pub fn towards(self) -> Option<Side> {
        self.second.map(|(towards, _)| towards)
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

    /// The cells next to the palace where a tile would close a hole.
    fn closing(&self, holes: Holes) -> CellSet {
        let mut closing = CellSet::EMPTY;
        let mut rows = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            closing.0[r] = self.row_holes(r, holes);
        }
        closing
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
        Ground::new(*self, holes).verdict(Form::Tile(shape))
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

    /// The cells where a tile with these walls would meet a border that does not match.
    pub(super) fn clashes(&self, walls: Walls) -> CellSet {
        let mut clashes = CellSet::EMPTY;
        let mut rows = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            clashes.0[r] = self.row_view(r, walls).clash;
        }
        clashes
    }

    pub(super) fn views(&self, walls: Walls) -> (CellSet, CellSet, CellSet) {
        let (mut touch, mut clash, mut foot) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        let mut rows = self.rows | self.rows.rotate_left(1) | self.rows.rotate_right(1);
        while rows != 0 {
            let r = rows.trailing_zeros() as usize;
            rows &= rows - 1;
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

impl Ground {
    /// Where `form` covers empty ground next to something, fits its borders, and is reached on foot.
    fn fits(&self, form: Form) -> (CellSet, CellSet, CellSet) {
        match form {
            Form::Tile(shape) if self.is_plain() => self.palace.fits(shape),
            _ => {
                let looked = self.look(form);
                (looked.next_to, looked.border, looked.on_foot)
            }
        }
    }

    /// The cells among `next_to` where `form` keeps within the span; `whole` is everything there is.
    fn within_span(&self, form: Form, next_to: CellSet, whole: &Palace) -> CellSet {
        match form {
            Form::Tile(shape) if shape.towards().is_some() => {
                next_to.iter().filter(|cell| self.spans(form, *cell)).collect()
            }
            _ => next_to & whole.within_span(),
        }
    }

    /// Where there is room for `form`: on empty ground next to something, with borders that fit, within the span. The
    /// same cells that [`Ground::takes`] accepts.
    pub fn room(&self, form: Form) -> CellSet {
        let (next_to, border, _) = self.fits(form);
        let whole = if self.is_plain() { self.palace } else { Palace::of(self.covered()) };
        self.within_span(form, next_to, &whole) & border
    }

    /// The cells where `form` could make a palace whole again of which something was taken away, as far as there is room:
    /// beside every part that has lost its way, or on the place that is shut in. Elsewhere it certainly does not.
    pub(crate) fn mending(&self, form: Form) -> CellSet {
        let ways = self.on_foot_ways();
        let reached = ways.on_foot_from(CellSet::one(Cell::FOUNTAIN));
        let mut lost = ways.cells() & !reached;
        // A form of two cells is where either of them is.
        let second = if let Form::Tile(shape) = form { shape.towards() } else { None };
        let either = |cells: CellSet| second.map_or(cells, |towards| cells | cells.with_neighbour(towards));
        if lost.is_empty() {
            // What is shut in stays so, whatever is laid elsewhere.
            return self.gap().map_or(CellSet::ALL, |gap| either(CellSet::one(gap)));
        }
        let empty = !self.covered();
        let beside = |part: CellSet| either(part.n() | part.e() | part.s() | part.w());
        let mut mending = empty & beside(reached);
        while let Some(cell) = lost.first().filter(|_| !mending.is_empty()) {
            let part = ways.on_foot_from(CellSet::one(cell));
            mending = mending & beside(part);
            lost = lost & !part;
        }
        mending
    }

    /// Everything the rules say about laying `form`, for every cell at once.
    #[must_use]
    pub fn verdict(&self, form: Form) -> Verdict {
        let (next_to, border, on_foot) = self.fits(form);
        let whole = if self.is_plain() { self.palace } else { Palace::of(self.covered()) };
        let no_hole = if self.plain_holes(form) {
            self.without_holes(form, next_to, &whole)
        } else {
            // The long way, so only where it can matter; elsewhere an earlier reason is given.
            (next_to & !border) | self.without_holes(form, next_to & border, &whole)
        };
        let span = self.within_span(form, next_to, &whole);
        Verdict {
            next_to,
            border,
            on_foot,
            no_hole,
            span,
            allowed: CellSet::ALL,
            refusals: Vec::new(),
            ground: *self,
            form,
        }
    }

    /// Whether only whole cells can be shut in, or shut something in.
    fn plain_holes(&self, form: Form) -> bool {
        self.halves().is_empty() && !matches!(form, Form::Half(_))
    }

    /// Those of these cells, all next to something, where `form` shuts nothing in; `whole` is everything there is.
    fn without_holes(&self, form: Form, cells: CellSet, whole: &Palace) -> CellSet {
        let two = if let Form::Tile(shape) = form { shape.towards() } else { None };
        match two {
            _ if !self.plain_holes(form) => {
                let easy = match form {
                    _ if two.is_some() || self.holes != Holes::Area4 => CellSet::EMPTY,
                    Form::Half(corner) => self.halves_beside_the_outside(corner),
                    // Away from the long edges of half cells a whole cell whose empty neighbours stay together shuts
                    // nothing in.
                    _ => !self.before_long_edges() & !whole.closing(self.holes),
                };
                let shuts_in = |cell: &Cell| {
                    !easy.contains(*cell) && {
                        let mut after = *self;
                        after.add(form, *cell);
                        after.gap().is_some()
                    }
                };
                cells.iter().filter(|cell| !shuts_in(cell)).collect()
            }
            None => cells & !whole.closing(self.holes),
            Some(towards) => {
                let open = |cell: &Cell| !whole.two_close_hole(*cell, cell.next(towards), self.holes);
                cells.iter().filter(open).collect()
            }
        }
    }

    /// The cells where `form` may be laid: the same as `verdict(..).legal()`, without the reasons against the others.
    #[must_use]
    pub fn legal_cells(&self, form: Form) -> CellSet {
        let (_, border, on_foot) = match form {
            Form::Tile(shape) if self.is_plain() => self.palace.fits(shape),
            _ => {
                let looked = self.look(form);
                (looked.next_to, looked.border, looked.on_foot)
            }
        };
        let fitting = border & on_foot;
        if fitting.is_empty() {
            return fitting;
        }
        let whole = if self.is_plain() { self.palace } else { Palace::of(self.covered()) };
        self.within_span(form, self.without_holes(form, fitting, &whole), &whole)
    }
}

impl Palace {
    /// Where `shape` covers empty cells next to the palace, fits its borders, and is reached on foot.
    pub(super) fn fits(&self, shape: Shape) -> (CellSet, CellSet, CellSet) {
        let empty = !self.cells();
        let (mut touch, mut clash, mut foot) = self.views(shape.first);
        let mut free = empty;
        if let Some((towards, walls)) = shape.second {
            let second = self.views(walls);
            free = free & empty.with_neighbour(towards);
            touch = touch | second.0.with_neighbour(towards);
            clash = clash | second.1.with_neighbour(towards);
            foot = foot | second.2.with_neighbour(towards);
        }
        let next_to = free & touch;
        (next_to, next_to & !clash, next_to & foot)
    }
}

/// The answer for one form on every cell, reason by reason.
///
/// A cell stands for the first cell of the form. The masks `border`, `on_foot`, `no_hole` and `span` only
/// speak about cells in `next_to`. Modules forbid cells, and may forgive what a mask lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The form covers only empty cells and has a covered neighbour.
    pub next_to: CellSet,
    /// All touching borders match (V2).
    pub border: CellSet,
    /// Some touching border is open on both sides (V3); for a camp, some bastion leans on a wall.
    pub on_foot: CellSet,
    /// No empty area is shut in (V5).
    pub no_hole: CellSet,
    /// The palace does not grow over more than [`MAX_SPAN`] columns or rows.
    pub span: CellSet,
    allowed: CellSet,
    refusals: Vec<(ModuleId, &'static str, CellSet)>,
    /// What it was asked about.
    pub ground: Ground,
    /// What is to be laid.
    pub form: Form,
}

impl Verdict {
    /// Where the form may be laid.
    #[must_use]
    pub fn legal(&self) -> CellSet {
        self.legal_but_for_on_foot() & self.on_foot
    }

    /// Where the form may be laid if somebody finds a way on foot, say through a gate.
    #[must_use]
    pub fn legal_but_for_on_foot(&self) -> CellSet {
        self.next_to & self.border & self.no_hole & self.span & self.allowed
    }

    /// A module does not allow these cells, and says why.
    pub fn forbid(&mut self, by: ModuleId, why: &'static str, cells: CellSet) {
        self.allowed = self.allowed & !cells;
        self.refusals.push((by, why, cells));
    }

    /// Why the form may not be laid on `cell`: the first reason in the order of [`PlaceFault`].
    #[must_use]
    pub fn fault(&self, cell: Cell) -> Option<PlaceFault> {
        if !self.next_to.contains(cell) {
            let covered = self.ground.covered();
            let occupied = self.form.cells(cell).find(|cell| covered.contains(*cell));
            return Some(match occupied {
                Some(cell) => PlaceFault::Occupied { at: self.ground.at(cell) },
                None => PlaceFault::NotAdjacent,
            });
        }
        if !self.border.contains(cell) {
            return self.ground.clash(self.form, cell);
        }
        if !self.on_foot.contains(cell) {
            return Some(match self.form {
                Form::Camp(_) => PlaceFault::NoBastion { at: self.ground.at(cell) },
                Form::Tile(_) | Form::Half(_) => PlaceFault::OnFoot,
            });
        }
        if !self.no_hole.contains(cell) {
            let mut after = self.ground;
            after.add(self.form, cell);
            return after.gap().map(|cell| PlaceFault::Hole { at: self.ground.at(cell) });
        }
        if !self.span.contains(cell) {
            return Some(PlaceFault::Span);
        }
        let refusal = self.refusals.iter().find(|(_, _, cells)| cells.contains(cell));
        refusal.map(|&(by, why, _)| PlaceFault::NotAllowed { by, why })
    }
}
