//! A palace as a plan: dotted borders are open, heavy ones are outer walls, thin ones are walls between two
//! tiles, which score nothing. The screen of the game and the pages of a replay show the same plan.

use crate::theme::Theme;
use alhambra_rules::view::TileAt;
use alhambra_rules::{Building, Side, Walls};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::BTreeMap;

/// The letter that stands for a building type.
pub(crate) fn letter(building: Building) -> char {
    ['P', 'S', 'A', 'C', 'G', 'T'][building.index()]
}

/// The least and the greatest column, and the same for rows.
pub(crate) fn bounds(cells: impl Iterator<Item = (i32, i32)> + Clone) -> [(i32, i32); 2] {
    let ends = |of: fn((i32, i32)) -> i32| {
        let all = cells.clone().map(of);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    [ends(|cell| cell.0), ends(|cell| cell.1)]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Border {
    None,
    Open,
    Inner,
    Outer,
}

/// Columns and rows from one cell to the next.
pub(crate) const SMALL: (i32, i32) = (7, 2);
pub(crate) const LARGE: (i32, i32) = (9, 3);

/// What is to be drawn, and where.
pub(crate) struct FloorPlan {
    pub(crate) walls: BTreeMap<(i32, i32), Walls>,
    pub(crate) longest: Vec<((i32, i32), Side)>,
    pub(crate) pitch: (i32, i32),
    /// The cell in the north-west corner of the window, and how many columns and rows it shows.
    pub(crate) corner: (i32, i32),
    pub(crate) size: (i32, i32),
    /// Where the window begins on the screen.
    pub(crate) origin: (i32, i32),
    pub(crate) area: Rect,
    pub(crate) theme: Theme,
}

impl FloorPlan {
    /// Writes a tile into its cell; `numbered` keeps the fountain's second row free.
    pub(crate) fn tile(&self, buf: &mut Buffer, tile: &TileAt, numbered: bool) {
        let (at, facts) = (tile.at, &tile.tile);
        let style = self.theme.building(facts.building);
        let price = if facts.price > 0 { facts.price.to_string() } else { String::new() };
        let fountain = facts.building.is_none() && at == (0, 0);
        if self.pitch == LARGE {
            let name = facts.building.map_or(if fountain { "fountain" } else { "tile" }, Building::name);
            self.text(buf, at, 0, name, style);
            let water = fountain && !numbered;
            self.text(buf, at, 1, if water { "≈≈≈≈" } else { &price }, style);
        } else if fountain {
            self.text(buf, at, 0, "≈≈≈≈", style);
        } else {
            let letter = facts.building.map_or('?', letter);
            self.text(buf, at, 0, &format!("{letter} {price}"), style);
        }
    }

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

    /// Puts a character, if it is inside.
    pub(crate) fn put(&self, buf: &mut Buffer, x: i32, y: i32, symbol: char, style: Style) {
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

    /// Draws all borders.
    pub(crate) fn borders(&self, buf: &mut Buffer) {
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
    pub(crate) fn text(&self, buf: &mut Buffer, cell: (i32, i32), row: i32, text: &str, style: Style) {
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
}
