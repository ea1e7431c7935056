//! What each mission looks for in a palace.
//!
//! A building is what the chapter counts as one: fountain, squares, plazas, bathhouses, wells, camps and sites that
//! are not finished are none, and a line of buildings ends at them.

use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::PieceKind;
use crate::core::cell::{Cell, Side};
use crate::core::palace::{CellSet, Ground};
use crate::core::placing;
use crate::core::seat::Seat;
use crate::core::step::Step;
use serde::{Deserialize, Serialize};

/// A mission tile. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mission {
    /// Rows with at least three buildings in a line.
    Rows,
    /// Columns with at least three buildings in a line.
    Columns,
    /// Buildings of the base game beside one of the same type.
    Neighbours,
    /// The second longest wall.
    SecondWall,
    /// The longest diagonal line of buildings.
    Diagonal,
    /// Double walls.
    DoubleWalls,
    /// Different building types.
    Variety,
    /// The way to the building that is furthest away.
    Way,
    /// Blocks of two by two buildings.
    Blocks,
}

impl Mission {
    /// All nine.
    pub(super) const ALL: [Mission; 9] = [
        Mission::Rows,
        Mission::Columns,
        Mission::Neighbours,
        Mission::SecondWall,
        Mission::Diagonal,
        Mission::DoubleWalls,
        Mission::Variety,
        Mission::Way,
        Mission::Blocks,
    ];

    /// Its name among the words of the module.
    pub(super) fn word(self) -> &'static str {
        match self {
            Mission::Rows => "rows",
            Mission::Columns => "columns",
            Mission::Neighbours => "neighbours",
            Mission::SecondWall => "second_wall",
            Mission::Diagonal => "diagonal",
            Mission::DoubleWalls => "double_walls",
            Mission::Variety => "variety",
            Mission::Way => "way",
            Mission::Blocks => "blocks",
        }
    }

    /// The key of its reason for points.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Mission::Rows => "score.rows",
            Mission::Columns => "score.columns",
            Mission::Neighbours => "score.neighbours",
            Mission::SecondWall => "score.second_wall",
            Mission::Diagonal => "score.diagonal",
            Mission::DoubleWalls => "score.double_walls",
            Mission::Variety => "score.variety",
            Mission::Way => "score.way",
            Mission::Blocks => "score.blocks",
        }
    }

    /// When it is scored: walls with the walls, so that whoever is paid by them is paid for it.
    pub(super) fn step(self) -> Step {
        if self == Mission::SecondWall { Step::S10 } else { Step::S41 }
    }

    /// What it brings for as much as this.
    pub(super) fn points(self, count: i16, dear_blocks: bool) -> i16 {
        match self {
            Mission::Rows | Mission::Columns | Mission::Neighbours | Mission::DoubleWalls => 3 * count,
            Mission::Diagonal => 2 * count,
            Mission::SecondWall | Mission::Way => count,
            Mission::Variety => VARIETY[count.clamp(0, 6) as usize],
            Mission::Blocks => (if dear_blocks { 3 } else { 2 }) * count,
        }
    }
}

/// What so many different building types bring.
const VARIETY: [i16; 7] = [0, 0, 1, 3, 6, 10, 15];

/// A palace as the caliph looks at it.
#[derive(Debug)]
pub(super) struct Look<'a> {
    g: &'a GameState,
    seat: Seat,
    ground: Ground,
    /// The cells with a building.
    buildings: CellSet,
}

impl<'a> Look<'a> {
    pub(super) fn at(g: &'a GameState, seat: Seat) -> Look<'a> {
        let buildings = cells_where(g, seat, |kind, building| match kind {
            PieceKind::Medina | PieceKind::Bazaar => true,
            PieceKind::Base | PieceKind::Land | PieceKind::Magical => building.is_some(),
            PieceKind::Ground | PieceKind::Project => building.is_some(),
            PieceKind::Fountain | PieceKind::Square | PieceKind::Plaza => false,
            PieceKind::Bathhouse | PieceKind::Well | PieceKind::Camp | PieceKind::Watchtower => false,
        });
        Look { g, seat, ground: g.ground(seat), buildings }
    }

    /// How much of a mission the palace fulfils, and where.
    pub(super) fn fulfilled(&self, mission: Mission) -> (i16, CellSet) {
        match mission {
            Mission::Rows => self.lines(Side::East),
            Mission::Columns => self.lines(Side::North),
            Mission::Neighbours => self.neighbours(),
            Mission::SecondWall => self.second_wall(),
            Mission::Diagonal => self.diagonal(),
            Mission::DoubleWalls => self.double_walls(),
            Mission::Variety => self.variety(),
            Mission::Way => self.way(),
            Mission::Blocks => self.blocks(),
        }
    }

    /// M1, M2: rows or columns with three buildings in a line or more; once for each, walls or not.
    fn lines(&self, side: Side) -> (i16, CellSet) {
        let all = self.buildings;
        let second = all.with_neighbour(side);
        let first = all.and(second).and(second.with_neighbour(side));
        let middle = first.with_neighbour(side.opposite());
        let cells = first.or(middle).or(middle.with_neighbour(side.opposite()));
        let lines = cells.iter().fold(0u32, |lines, cell| {
            lines | 1 << if side == Side::East { cell.row() } else { cell.column() }
        });
        (lines.count_ones() as i16, cells)
    }

    /// M3: pairs of neighbours of the same type, walls or not (AMB-43-2).
    fn neighbours(&self) -> (i16, CellSet) {
        let (mut pairs, mut cells) = (0, CellSet::EMPTY);
        for building in Building::ALL {
            let own = cells_where(self.g, self.seat, |kind, found| {
                found == Some(building) && matches!(kind, PieceKind::Base | PieceKind::Land)
            });
            for side in [Side::North, Side::East] {
                let first = own.and(own.with_neighbour(side));
                pairs += first.len();
                cells = cells.or(first).or(first.with_neighbour(side.opposite()));
            }
        }
        (pairs as i16, cells)
    }

    /// M4: the second longest wall; it may be as long as the longest. Long edges of half cells count 1.
    fn second_wall(&self) -> (i16, CellSet) {
        let second = self.ground.second_wall();
        second.map_or((0, CellSet::EMPTY), |(length, cells)| (length.into(), cells.into_iter().collect()))
    }

    /// M5: the longest diagonal line; the fountain counts in it, and one tile is no line (decision 31).
    fn diagonal(&self) -> (i16, CellSet) {
        let all = self.buildings.with(Cell::FOUNTAIN);
        let mut best = (1, CellSet::EMPTY);
        for up in [Side::North, Side::South] {
            let diagonal = |set: CellSet| set.with_neighbour(Side::East).with_neighbour(up);
            let (mut length, mut ends) = (1, all);
            loop {
                let longer = all.and(diagonal(ends));
                if longer.is_empty() {
                    break;
                }
                (length, ends) = (length + 1, longer);
            }
            if length > best.0
                && let Some(end) = ends.first()
            {
                let line = std::iter::successors(Some(end), |cell| Some(cell.next(Side::East).next(up)));
                best = (length, line.take(length as usize).collect());
            }
        }
        if best.0 > 1 { best } else { (0, CellSet::EMPTY) }
    }

    /// M6: borders with a wall on both sides. A gate in it leaves the walls where they are.
    fn double_walls(&self) -> (i16, CellSet) {
        let palace = &self.ground.palace;
        let (mut walls, mut cells) = (0, CellSet::EMPTY);
        for cell in palace.cells() {
            for side in [Side::North, Side::East] {
                if palace.walls_between(cell, side) && palace.contains(cell.next(side)) {
                    walls += 1;
                    cells = cells.with(cell).with(cell.next(side));
                }
            }
        }
        (walls, cells)
    }

    /// M7: how many of the six types stand in the palace.
    fn variety(&self) -> (i16, CellSet) {
        let cells = |wanted| cells_where(self.g, self.seat, |_, building| building == Some(wanted));
        let all = Building::ALL.map(cells);
        let types = all.iter().filter(|cells| !cells.is_empty()).count();
        (types as i16, all.into_iter().fold(CellSet::EMPTY, CellSet::or))
    }

    /// M8: the buildings along a shortest way on foot from the fountain to a building that is furthest away; of
    /// several such ways the one with most buildings. What is no building is walked over and counts nothing.
    fn way(&self) -> (i16, CellSet) {
        // Wave after wave, as the steps from the fountain grow: the most buildings on a shortest way to each cell.
        let mut waves: Vec<Vec<(Cell, i16)>> = vec![vec![(Cell::FOUNTAIN, 0)]];
        let mut seen = CellSet::one(Cell::FOUNTAIN);
        while let Some(last) = waves.last() {
            let mut next: Vec<(Cell, i16)> = Vec::new();
            for &(cell, count) in last {
                for there in self.ground.steps(cell).filter(|there| !seen.contains(*there)) {
                    let count = count + i16::from(self.buildings.contains(there));
                    match next.iter_mut().find(|(known, _)| *known == there) {
                        Some((_, best)) => *best = count.max(*best),
                        None => next.push((there, count)),
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            seen = next.iter().fold(seen, |seen, (cell, _)| seen.with(*cell));
            waves.push(next);
        }
        let built = |wave: &Vec<(Cell, i16)>| wave.iter().any(|(cell, _)| self.buildings.contains(*cell));
        let Some(far) = waves.iter().rposition(built) else { return (0, CellSet::EMPTY) };
        let ends = waves[far].iter().filter(|(cell, _)| self.buildings.contains(*cell));
        let Some(&(end, count)) = ends.max_by_key(|(_, count)| *count) else { return (0, CellSet::EMPTY) };
        // Back along a way with that many buildings.
        let (mut at, mut left, mut cells) = (end, count, CellSet::EMPTY);
        for wave in waves[..far].iter().rev() {
            if self.buildings.contains(at) {
                cells.insert(at);
                left -= 1;
            }
            let before =
                wave.iter().find(|(cell, count)| *count == left && self.ground.steps(*cell).any(|c| c == at));
            at = before.map_or(at, |(cell, _)| *cell);
        }
        (count, cells)
    }

    /// M9: squares of four buildings; they may overlap, walls or not.
    fn blocks(&self) -> (i16, CellSet) {
        let wide = self.buildings.and(self.buildings.with_neighbour(Side::East));
        let corners = wide.and(wide.with_neighbour(Side::North));
        let beside = corners.with_neighbour(Side::West);
        let below = corners.or(beside);
        (corners.len() as i16, below.or(below.with_neighbour(Side::South)))
    }
}

/// The cells of a palace where this holds for the kind of piece and the building on it.
fn cells_where(g: &GameState, seat: Seat, holds: impl Fn(PieceKind, Option<Building>) -> bool) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let standing = g.core.pieces.standing[piece.index()];
        let kind = g.piece(piece).kind;
        for (half, cell) in placing::form(g, piece, standing.turn).cells(standing.cell).enumerate() {
            if holds(kind, placing::building_on(g, piece, half)) {
                cells.insert(cell);
            }
        }
    }
    cells
}
