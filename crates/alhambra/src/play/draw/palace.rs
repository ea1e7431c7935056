//! A palace as a plan: dotted borders are open, heavy ones are outer walls, thin ones are walls between two
//! tiles, which score nothing.

use super::Theme;
use crate::play::board::Board;
use crate::play::words;
use alhambra_rules::view::TileView;
use alhambra_rules::{Piece, Side, WallRun, Walls};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
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
pub(super) struct Shown<'a> {
    /// Its tiles.
    pub(super) tiles: &'a [TileView],
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    None,
    Open,
    Inner,
    Outer,
}

/// Columns and rows from one cell to the next.
const SMALL: (i32, i32) = (7, 2);
const LARGE: (i32, i32) = (9, 3);

struct Plan {
    walls: BTreeMap<(i32, i32), Walls>,
    longest: Vec<((i32, i32), Side)>,
    pitch: (i32, i32),
    /// The cell in the north-west corner of the window, and how many columns and rows it shows.
    corner: (i32, i32),
    size: (i32, i32),
    /// Where the window begins on the screen.
    origin: (i32, i32),
    area: Rect,
    theme: Theme,
}

/// Draws a palace; with a board, its numbered cells too.
pub(super) fn palace(shown: Shown<'_>, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Shown { tiles, board, ghost, hints, longest, focus } = shown;
    let mut walls: BTreeMap<(i32, i32), Walls> = tiles.iter().map(|t| (t.at, t.tile.walls)).collect();
    let spots = board.map_or(&[][..], |b| &b.spots);
    let all = || walls.keys().copied().chain(spots.iter().map(|s| s.at)).chain(hints.iter().copied());
    let (x0, x1) = (all().map(|a| a.0).min().unwrap_or(0), all().map(|a| a.0).max().unwrap_or(0));
    let (y0, y1) = (all().map(|a| a.1).min().unwrap_or(0), all().map(|a| a.1).max().unwrap_or(0));
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
    let plan = Plan { walls, longest, pitch, corner: (left, top), size, origin, area, theme };
    plan.borders(buf);
    for tile in tiles {
        let (letter, name) = match tile.tile.building {
            Some(building) => (words::letter(building).to_string(), building.name().to_owned()),
            None if tile.at == (0, 0) => ("≈≈".to_owned(), "fountain".to_owned()),
            None => ("?".to_owned(), "tile".to_owned()),
        };
        let price = if tile.tile.price > 0 { tile.tile.price.to_string() } else { String::new() };
        let style = theme.building(tile.tile.building);
        let at = board.and_then(|b| b.spots.iter().position(|s| s.at == tile.at));
        if large {
            let second = match (at, tile.tile.building) {
                (None, None) => "≈≈≈≈".to_owned(),
                _ => price.clone(),
            };
            plan.text(buf, tile.at, 0, &name, style);
            plan.text(buf, tile.at, 1, &second, style);
        } else if letter.starts_with('≈') {
            plan.text(buf, tile.at, 0, "≈≈≈≈", style);
        } else {
            plan.text(buf, tile.at, 0, &format!("{letter} {price}"), style);
        }
    }
    for at in hints {
        plan.text(buf, at, 0, "◦", theme.good());
    }
    if let Some(board) = board {
        plan.spots(buf, board, tiles);
    }
    if let Some(ghost) = ghost.filter(|_| large) {
        plan.text(buf, ghost.at, 0, &ghost.name, theme.cursor());
    }
    plan.more(buf, (x0, x1), (y0, y1));
}

/// A single tile, for the hand that holds it.
pub(super) fn single(piece: &Piece, theme: Theme, area: Rect, buf: &mut Buffer) {
    let walls = BTreeMap::from([((0, 0), piece.walls[0])]);
    let origin = (i32::from(area.x), i32::from(area.y));
    let plan =
        Plan { walls, longest: Vec::new(), pitch: SMALL, corner: (0, 0), size: (1, 1), origin, area, theme };
    plan.borders(buf);
    let building = piece.building_type(0);
    let letter = building.map_or('?', words::letter);
    plan.text(buf, (0, 0), 0, &format!("{letter} {}", piece.price), theme.building(building));
}

impl Plan {
    fn border(&self, cell: (i32, i32), side: Side) -> Border {
        let next = match side {
            Side::North => (cell.0, cell.1 + 1),
            Side::East => (cell.0 + 1, cell.1),
            Side::South => (cell.0, cell.1 - 1),
            Side::West => (cell.0 - 1, cell.1),
        };
        match (self.walls.get(&cell), self.walls.get(&next)) {
            (None, None) => Border::None,
            (Some(a), Some(b)) if a.has(side) || b.has(side.opposite()) => Border::Inner,
            (Some(a), None) if a.has(side) => Border::Outer,
            (None, Some(b)) if b.has(side.opposite()) => Border::Outer,
            _ => Border::Open,
        }
    }

    fn in_longest(&self, cell: (i32, i32), side: Side) -> bool {
        let (next, back) = match side {
            Side::North => ((cell.0, cell.1 + 1), Side::South),
            Side::West => ((cell.0 - 1, cell.1), Side::East),
            other => (cell, other),
        };
        self.longest.contains(&(cell, side)) || self.longest.contains(&(next, back))
    }

    fn put(&self, buf: &mut Buffer, x: i32, y: i32, symbol: char, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        if self.area.contains((x, y).into()) {
            buf[(x, y)].set_char(symbol).set_style(style);
        }
    }

    /// North-west corner of a cell on the screen, its borders included.
    fn corner_of(&self, cell: (i32, i32)) -> (i32, i32) {
        (
            self.origin.0 + (cell.0 - self.corner.0) * self.pitch.0,
            self.origin.1 + (self.corner.1 - cell.1) * self.pitch.1,
        )
    }

    fn borders(&self, buf: &mut Buffer) {
        for column in 0..=self.size.0 {
            for row in 0..=self.size.1 {
                let cell = (self.corner.0 + column, self.corner.1 - row);
                let (x, y) = self.corner_of(cell);
                let north = self.border(cell, Side::North);
                let west = self.border(cell, Side::West);
                if column < self.size.0 {
                    let style = self.style(north, cell, Side::North);
                    for i in 1..self.pitch.0 {
                        self.put_border(buf, x + i, y, north, ['┄', '─', '━'], style);
                    }
                }
                if row < self.size.1 {
                    let style = self.style(west, cell, Side::West);
                    for i in 1..self.pitch.1 {
                        self.put_border(buf, x, y + i, west, ['┊', '│', '┃'], style);
                    }
                }
                self.joint(buf, cell, (x, y));
            }
        }
    }

    fn style(&self, border: Border, cell: (i32, i32), side: Side) -> Style {
        match border {
            Border::Outer => self.theme.wall(self.in_longest(cell, side)),
            _ => self.theme.faint(),
        }
    }

    fn put_border(&self, buf: &mut Buffer, x: i32, y: i32, border: Border, lines: [char; 3], style: Style) {
        match border {
            Border::None => {}
            Border::Open => self.put(buf, x, y, lines[0], style),
            Border::Inner => self.put(buf, x, y, lines[1], style),
            Border::Outer => self.put(buf, x, y, lines[2], style),
        }
    }

    /// Where four cells meet. Heavy arms win: an outer wall is what one looks for.
    fn joint(&self, buf: &mut Buffer, cell: (i32, i32), (x, y): (i32, i32)) {
        const HEAVY: [char; 16] =
            [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];
        const LIGHT: [char; 16] =
            [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
        let arms = [
            (self.border((cell.0, cell.1 + 1), Side::West), (cell.0, cell.1 + 1), Side::West),
            (self.border(cell, Side::North), cell, Side::North),
            (self.border(cell, Side::West), cell, Side::West),
            (self.border((cell.0 - 1, cell.1), Side::North), (cell.0 - 1, cell.1), Side::North),
        ];
        let set = |of: &dyn Fn(Border) -> bool| {
            arms.iter().enumerate().fold(0, |set, (i, a)| set | usize::from(of(a.0)) << i)
        };
        let heavy = set(&|b| b == Border::Outer);
        let any = set(&|b| b != Border::None);
        if heavy != 0 {
            let longest = arms.iter().any(|a| a.0 == Border::Outer && self.in_longest(a.1, a.2));
            self.put(buf, x, y, HEAVY[heavy], self.theme.wall(longest));
        } else if any != 0 {
            self.put(buf, x, y, LIGHT[any], self.theme.faint());
        }
    }

    /// Writes into the middle of a cell.
    fn text(&self, buf: &mut Buffer, cell: (i32, i32), row: i32, text: &str, style: Style) {
        let inside = |v: i32, first: i32, size: i32| (first..first + size).contains(&v);
        if !inside(cell.0, self.corner.0, self.size.0) || !inside(-cell.1, -self.corner.1, self.size.1) {
            return;
        }
        let (x, y) = self.corner_of(cell);
        let room = self.pitch.0 - 1;
        let length = text.chars().count() as i32;
        let first = x + 1 + (room - length).max(0) / 2;
        for (i, symbol) in text.chars().take(room as usize).enumerate() {
            self.put(buf, first + i as i32, y + 1 + row, symbol, style);
        }
    }

    fn spots(&self, buf: &mut Buffer, board: &Board, tiles: &[TileView]) {
        // On a large plan the price keeps the lower row, so numbers of laid tiles go to the upper one.
        for (i, spot) in board.spots.iter().enumerate() {
            let here = i == board.at;
            let style = if here { self.theme.cursor() } else { self.theme.good() };
            let tile = tiles.iter().find(|t| t.at == spot.at).map(|t| &t.tile);
            let label = tile.and_then(|t| t.building.map(|b| format!("{}{}", words::letter(b), t.price)));
            let change = spot.wall().map(|(from, to)| i32::from(to) - i32::from(from));
            let text = match (spot.choices.is_empty(), change, here) {
                // A small plan has no second row: the number stands beside what lies there.
                (false, _, _) if self.pitch == SMALL && label.is_some() => {
                    let (open, close) = if here { ("[", "]") } else { ("", "") };
                    let gap = if here { "" } else { " " };
                    format!("{open}{}{gap}{}{close}", i + 1, label.unwrap_or_default())
                }
                (true, _, false) if self.walls.contains_key(&spot.at) => continue,
                (true, _, false) => "·".to_owned(),
                (true, _, true) => "[ · ]".to_owned(),
                (false, None, false) => format!("{}", i + 1),
                (false, None, true) => format!("[{}]", i + 1),
                (false, Some(n), false) if i < 9 => format!("{} ({n:+})", i + 1),
                (false, Some(n), false) => format!("{}({n:+})", i + 1),
                (false, Some(n), true) if i < 9 => format!("[{} {n:+}]", i + 1),
                (false, Some(n), true) => format!("[{}{n:+}]", i + 1),
            };
            let style = if spot.choices.is_empty() && !here { self.theme.faint() } else { style };
            let row = i32::from(self.pitch == LARGE && self.walls.contains_key(&spot.at));
            self.text(buf, spot.at, row, &format!("{text:^0$}", (self.pitch.0 - 1) as usize), style);
        }
    }

    /// Says on which sides the palace goes on outside the window.
    fn more(&self, buf: &mut Buffer, (x0, x1): (i32, i32), (y0, y1): (i32, i32)) {
        let (left, top) = self.corner;
        let (right, bottom) = (left + self.size.0 - 1, top - self.size.1 + 1);
        let (mid_x, mid_y) =
            (i32::from(self.area.x + self.area.width / 2), i32::from(self.area.y + self.area.height / 2));
        let style = self.theme.strong();
        if x0 < left {
            self.put(buf, i32::from(self.area.x), mid_y, '◂', style);
        }
        if x1 > right {
            self.put(buf, i32::from(self.area.right()) - 1, mid_y, '▸', style);
        }
        if y1 > top {
            self.put(buf, mid_x, i32::from(self.area.y), '▴', style);
        }
        if y0 < bottom {
            self.put(buf, mid_x, i32::from(self.area.bottom()) - 1, '▾', style);
        }
    }
}
