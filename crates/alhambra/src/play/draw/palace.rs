//! The plan of a palace on the screen: a window of it, the cursor, the cells to choose from.

use super::Theme;
use crate::plan::{FloorPlan, LARGE, SMALL, bounds, letter};
use crate::play::board::Board;
use alhambra_rules::view::TileAt;
use alhambra_rules::{Piece, WallRun, Walls};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::BTreeMap;

/// A tile that is not laid yet.
#[derive(Clone, Debug)]
pub(super) struct Ghost {
    /// Where it would lie.
    pub(super) at: (i32, i32),
    /// Its walls.
    pub(super) walls: Walls,
    /// What it is.
    pub(super) name: String,
}

/// What is shown of a palace.
#[derive(Debug)]
pub(super) struct Drawn<'a> {
    /// Its tiles.
    pub(super) tiles: &'a [TileAt],
    /// Cells to choose from.
    pub(super) board: Option<&'a Board>,
    /// A tile as if it lay there.
    pub(super) ghost: Option<Ghost>,
    /// Cells to be marked.
    pub(super) hints: Vec<(i32, i32)>,
    /// The longest wall.
    pub(super) longest: Option<&'a WallRun>,
    /// The cell in the middle, where the palace is larger than the screen.
    pub(super) focus: (i32, i32),
}

/// Draws a palace; with a board, its numbered cells too.
pub(super) fn palace(shown: Drawn<'_>, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Drawn { tiles, board, ghost, hints, longest, focus } = shown;
    let mut walls: BTreeMap<(i32, i32), Walls> = tiles.iter().map(|t| (t.at, t.tile.walls)).collect();
    let spots = board.map_or(&[][..], |b| &b.spots);
    let all = walls.keys().copied().chain(spots.iter().map(|s| s.at)).chain(hints.iter().copied());
    let [(x0, x1), (y0, y1)] = bounds(all);
    let fits = |p: (i32, i32)| ((i32::from(area.width) - 1) / p.0, (i32::from(area.height) - 1) / p.1);
    let large = fits(LARGE).0 > x1 - x0 && fits(LARGE).1 > y1 - y0;
    let pitch = if large { LARGE } else { SMALL };
    let room = fits(pitch);
    let focus = board.and_then(Board::spot).map_or(focus, |s| s.at);
    // A palace larger than the window is shown around the cursor.
    let window = |low: i32, high: i32, room: i32, focus: i32| {
        if high - low < room {
            (low, high)
        } else {
            let first = (focus - room / 2).clamp(low, high - room + 1);
            (first, first + room - 1)
        }
    };
    let (left, right) = window(x0, x1, room.0, focus.0);
    let (bottom, top) = window(y0, y1, room.1, focus.1);
    if let Some(ghost) = &ghost {
        walls.insert(ghost.at, ghost.walls);
    }
    let size = (right - left + 1, top - bottom + 1);
    let origin = (
        i32::from(area.x) + (i32::from(area.width) - size.0 * pitch.0 - 1).max(0) / 2,
        i32::from(area.y) + (i32::from(area.height) - size.1 * pitch.1 - 1).max(0) / 2,
    );
    let longest = longest.map_or_else(Vec::new, |r| r.segments.iter().map(|(c, s)| (c.xy(), *s)).collect());
    let plan = FloorPlan { walls, longest, pitch, corner: (left, top), size, origin, area, theme };
    plan.borders(buf);
    for tile in tiles {
        plan.tile(buf, tile, spots.iter().any(|s| s.at == tile.at));
    }
    for at in hints {
        plan.text(buf, at, 0, "◦", theme.good());
    }
    if let Some(board) = board {
        self::spots(&plan, buf, board, tiles);
    }
    if let Some(ghost) = ghost.filter(|_| large) {
        plan.text(buf, ghost.at, 0, &ghost.name, theme.cursor());
    }
    more(&plan, buf, (x0, x1), (y0, y1));
}

/// A single tile, for the hand that holds it.
pub(super) fn single(piece: &Piece, theme: Theme, area: Rect, buf: &mut Buffer) {
    let walls = BTreeMap::from([((0, 0), piece.walls[0])]);
    let origin = (i32::from(area.x), i32::from(area.y));
    let plan = FloorPlan {
        walls,
        longest: Vec::new(),
        pitch: SMALL,
        corner: (0, 0),
        size: (1, 1),
        origin,
        area,
        theme,
    };
    plan.borders(buf);
    let building = piece.building_type(0);
    let letter = building.map_or('?', letter);
    plan.text(buf, (0, 0), 0, &format!("{letter} {}", piece.price), theme.building(building));
}

/// The cells to choose from, with their numbers.
fn spots(plan: &FloorPlan, buf: &mut Buffer, board: &Board, tiles: &[TileAt]) {
    // On a large plan the price keeps the lower row, so numbers of laid tiles go to the upper one.
    for (i, spot) in board.spots.iter().enumerate() {
        let here = i == board.at;
        let style = if here { plan.theme.cursor() } else { plan.theme.good() };
        let tile = tiles.iter().find(|t| t.at == spot.at).map(|t| &t.tile);
        let label = tile.and_then(|t| t.building.map(|b| format!("{}{}", letter(b), t.price)));
        let change = spot.wall().map(|(from, to)| i32::from(to) - i32::from(from));
        let text = match (spot.choices.is_empty(), change, here) {
            // A small plan has no second row: the number stands beside what lies there.
            (false, _, _) if plan.pitch == SMALL && label.is_some() => {
                let (open, close) = if here { ("[", "]") } else { ("", "") };
                let gap = if here { "" } else { " " };
                format!("{open}{}{gap}{}{close}", i + 1, label.unwrap_or_default())
            }
            (true, _, false) if plan.walls.contains_key(&spot.at) => continue,
            (true, _, false) => "·".to_owned(),
            (true, _, true) => "[ · ]".to_owned(),
            (false, None, false) => format!("{}", i + 1),
            (false, None, true) => format!("[{}]", i + 1),
            (false, Some(n), false) if i < 9 => format!("{} ({n:+})", i + 1),
            (false, Some(n), false) => format!("{}({n:+})", i + 1),
            (false, Some(n), true) if i < 9 => format!("[{} {n:+}]", i + 1),
            (false, Some(n), true) => format!("[{}{n:+}]", i + 1),
        };
        let style = if spot.choices.is_empty() && !here { plan.theme.faint() } else { style };
        let row = i32::from(plan.pitch == LARGE && plan.walls.contains_key(&spot.at));
        plan.text(buf, spot.at, row, &format!("{text:^0$}", (plan.pitch.0 - 1) as usize), style);
    }
}

/// Says on which sides the palace goes on outside the window.
fn more(plan: &FloorPlan, buf: &mut Buffer, (x0, x1): (i32, i32), (y0, y1): (i32, i32)) {
    let (left, top) = plan.corner;
    let (right, bottom) = (left + plan.size.0 - 1, top - plan.size.1 + 1);
    let (mid_x, mid_y) =
        (i32::from(plan.area.x + plan.area.width / 2), i32::from(plan.area.y + plan.area.height / 2));
    let style = plan.theme.strong();
    if x0 < left {
        plan.put(buf, i32::from(plan.area.x), mid_y, '◂', style);
    }
    if x1 > right {
        plan.put(buf, i32::from(plan.area.right()) - 1, mid_y, '▸', style);
    }
    if y1 > top {
        plan.put(buf, mid_x, i32::from(plan.area.y), '▴', style);
    }
    if y0 < bottom {
        plan.put(buf, mid_x, i32::from(plan.area.bottom()) - 1, '▾', style);
    }
}
