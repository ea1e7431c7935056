//! Is this a palace at all? For palaces that people type in, and as the slow word on holes.

use super::plane::Plane;
use super::{CellSet, Holes, MAX_SPAN, Palace};
use crate::core::cell::{Cell, GRID, Side, Walls};
use serde::{Deserialize, Serialize};

/// A rule that a whole palace can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PalaceRule {
    /// At most one tile on a cell, and none on the fountain.
    Overlap,
    /// Walls meet walls and open sides meet open sides (V2).
    Border,
    /// Every tile is reached on foot from the fountain (V3).
    OnFoot,
    /// No hole (V5).
    Hole,
    /// At most [`MAX_SPAN`] columns and rows.
    Span,
}

/// One way in which a palace breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PalaceFault {
    /// The broken rule.
    pub rule: PalaceRule,
    /// The cells to point at: for a border the two that disagree, otherwise all that are concerned.
    pub cells: Vec<Cell>,
    /// For a border, the side of each of the two cells; otherwise nothing.
    pub sides: Vec<Side>,
}

impl std::fmt::Display for PalaceFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.rule {
            PalaceRule::Overlap => "more than one tile lies on",
            PalaceRule::Border => "a wall meets an open side between",
            PalaceRule::OnFoot => "no way on foot from the fountain to",
            PalaceRule::Hole => "the palace encloses",
            PalaceRule::Span => return write!(f, "the palace spans more than {MAX_SPAN} columns or rows"),
        })?;
        for (i, cell) in self.cells.iter().enumerate() {
            let gap = if i == 0 { "" } else { "," };
            write!(f, "{gap} {cell}")?;
        }
        Ok(())
    }
}

/// Builds a palace from its tiles, the fountain implied, or says everything that is wrong with it.
///
/// ```
/// use alhambra_rules::{Cell, Holes, PalaceRule, check_tiles};
/// let wall = |text: &str| text.parse().unwrap();
/// assert!(check_tiles(&[(Cell::at(1, 0), wall("E"))], Holes::Area4).is_ok());
/// let faults = check_tiles(&[(Cell::at(1, 0), wall("W"))], Holes::Area4).unwrap_err();
/// assert_eq!(faults[0].rule, PalaceRule::Border);
/// ```
///
/// # Errors
/// Every fault: overlaps, then borders, then what the covered cells as a whole do wrong.
pub fn check_tiles(tiles: &[(Cell, Walls)], holes: Holes) -> Result<Palace, Vec<PalaceFault>> {
    let mut faults = Vec::new();
    let mut palace = Palace::new();
    let mut laid = vec![(Cell::FOUNTAIN, Walls::NONE)];
    let mut doubled = CellSet::EMPTY;
    for &(cell, walls) in tiles {
        if palace.contains(cell) {
            doubled.insert(cell);
        } else {
            palace.lay(cell, Walls::NONE);
            laid.push((cell, walls));
        }
    }
    if !doubled.is_empty() {
        faults.push(PalaceFault {
            rule: PalaceRule::Overlap,
            cells: doubled.iter().collect(),
            sides: Vec::new(),
        });
    }
    laid.sort();
    let walls_of = |cell| laid.binary_search_by_key(&cell, |tile| tile.0).map(|i| laid[i].1).ok();
    for &(cell, walls) in &laid {
        for side in Side::ALL {
            let wall = walls.has(side);
            let neighbour = cell.next(side);
            let theirs = walls_of(neighbour).map(|walls| walls.has(side.opposite()));
            if theirs.is_some_and(|theirs| theirs != wall) {
                if matches!(side, Side::North | Side::East) {
                    faults.push(PalaceFault {
                        rule: PalaceRule::Border,
                        cells: vec![cell, neighbour],
                        sides: vec![side, side.opposite()],
                    });
                }
                // Half a wall still stops everybody who walks.
                palace.set_wall(cell, side, true);
            } else {
                palace.set_wall(cell, side, wall);
            }
        }
    }
    faults.extend(palace.faults(holes));
    if faults.is_empty() { Ok(palace) } else { Err(faults) }
}

impl Palace {
    /// What is wrong with this palace as a whole: ways on foot, holes, span. Borders cannot be wrong here, see
    /// [`check_tiles`].
    #[must_use]
    pub fn faults(&self, holes: Holes) -> Vec<PalaceFault> {
        let mut faults = Vec::new();
        let mut report = |rule, cells: CellSet| {
            faults.push(PalaceFault { rule, cells: cells.iter().collect(), sides: Vec::new() });
        };
        let covered = self.cells();
        let lost = covered & !self.on_foot();
        if !lost.is_empty() {
            report(PalaceRule::OnFoot, lost);
        }
        if self.spans_at_most(MAX_SPAN) {
            let shut_in = enclosed(&covered, holes);
            if !shut_in.is_empty() {
                report(PalaceRule::Hole, shut_in);
            }
        } else {
            // On a torus that has closed on itself there is no outside to measure holes against.
            report(PalaceRule::Span, CellSet::EMPTY);
        }
        faults
    }

    /// The covered cells that are reached on foot from the fountain.
    #[must_use]
    pub fn on_foot(&self) -> CellSet {
        self.on_foot_from(CellSet::one(Cell::FOUNTAIN) & self.cells())
    }

    /// The cells of `from`, and the covered cells that are reached on foot from them.
    pub(super) fn on_foot_from(&self, from: CellSet) -> CellSet {
        let mut reached = from & self.cells();
        // The rows into which somebody has just stepped: each is walked along, and only what it newly leads to comes next.
        let mut due = self.rows;
        while due != 0 {
            let r = due.trailing_zeros() as usize;
            due &= due - 1;
            let mut row = reached.0[r];
            if row == 0 {
                continue;
            }
            // The cells one comes into from the west, and those one comes into from the east.
            let eastward = self.occupied[r] & !self.east[r].rotate_left(1);
            let westward = self.occupied[r] & !self.east[r];
            loop {
                let wider = row | (row.rotate_left(1) & eastward) | (row.rotate_right(1) & westward);
                if wider == row {
                    break;
                }
                row = wider;
            }
            reached.0[r] = row;
            let (above, below) = ((r + 1) % GRID, (r + GRID - 1) % GRID);
            let up = row & !self.north[r] & self.occupied[above] & !reached.0[above];
            let down = row & !self.north[below] & self.occupied[below] & !reached.0[below];
            reached.0[above] |= up;
            reached.0[below] |= down;
            due |= u32::from(up != 0) << above | u32::from(down != 0) << below;
        }
        reached | from
    }
}

/// The empty cells that are holes around `covered`, by flooding from a row or column that is all empty.
pub(super) fn enclosed(covered: &CellSet, holes: Holes) -> CellSet {
    let empty = !*covered;
    if holes == Holes::SingleCell {
        return empty & covered.n() & covered.e() & covered.s() & covered.w();
    }
    let free_columns = !covered.0.iter().fold(0, |all, row| all | row);
    let mut outside = CellSet(covered.0.map(|row| if row == 0 { !0 } else { free_columns }));
    let rows = lines(covered);
    loop {
        let mut changed = false;
        for r in there_and_back(rows) {
            let beside = outside.0[(r + 1) % GRID] | outside.0[(r + GRID - 1) % GRID];
            let diagonal = match holes {
                Holes::Area8 => beside.rotate_left(1) | beside.rotate_right(1),
                _ => 0,
            };
            let mut row = outside.0[r] | (beside | diagonal) & empty.0[r];
            loop {
                let wider = row | (row.rotate_left(1) | row.rotate_right(1)) & empty.0[r];
                if wider == row {
                    break;
                }
                row = wider;
            }
            changed |= row != outside.0[r];
            outside.0[r] = row;
        }
        if !changed {
            return empty & !outside;
        }
    }
}

/// The rows with anything in them, a bit each.
pub(super) fn lines(covered: &CellSet) -> u32 {
    covered.0.iter().enumerate().fold(0, |rows, (r, row)| rows | u32::from(*row != 0) << r)
}

/// The rows once south to north and once north to south, so that long shafts fill in one pass.
pub(super) fn there_and_back(rows: u32) -> impl Iterator<Item = usize> {
    let (mut there, mut back) = (rows, rows);
    std::iter::from_fn(move || {
        if there != 0 {
            let r = there.trailing_zeros();
            there &= there - 1;
            return Some(r as usize);
        }
        let r = back.checked_ilog2()?;
        back ^= 1 << r;
        Some(r as usize)
    })
}
