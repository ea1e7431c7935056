//! A palace as a small drawing: heavy lines are walls.

use alhambra_rules::view::TileView;
use alhambra_rules::{Side, Walls};

/// Letters inside a cell.
const WIDTH: usize = 8;

/// The lines of the drawing, north on top, with coordinates.
pub(super) fn palace(tiles: &[TileView]) -> Vec<String> {
    let bounds = |of: fn(&TileView) -> i32| {
        let values = tiles.iter().map(of);
        (values.clone().min().unwrap_or_default(), values.max().unwrap_or_default())
    };
    let ((west, east), (south, north)) = (bounds(|t| t.at.0), bounds(|t| t.at.1));
    let (columns, rows) = ((east - west + 1) as usize, (north - south + 1) as usize);
    let mut sheet = Sheet::new(columns, rows);
    for tile in tiles {
        let (column, row) = ((tile.at.0 - west) as usize, (north - tile.at.1) as usize);
        sheet.tile(column, row, tile.tile.walls, &label(tile));
    }
    let mut lines = vec![header(west, columns)];
    for (i, line) in sheet.lines().into_iter().enumerate() {
        let y = if i % 2 == 1 { (north - (i / 2) as i32).to_string() } else { String::new() };
        lines.push(format!("{y:>4} {line}").trim_end().to_owned());
    }
    lines
}

fn header(west: i32, columns: usize) -> String {
    let numbers = (0..columns).map(|c| format!(" {:^WIDTH$}", west + c as i32));
    format!("     {}", numbers.collect::<String>()).trim_end().to_owned()
}

/// "gar 10", "fountain", or the beginning of a module tile's kind.
fn label(tile: &TileView) -> String {
    let facts = &tile.tile;
    match facts.building {
        Some(building) if facts.price > 0 => format!("{} {}", &building.name()[..3], facts.price),
        Some(building) => building.name().to_owned(),
        None if tile.at == (0, 0) => "fountain".to_owned(),
        None => format!("tile {}", facts.piece),
    }
}

/// Letters on squared paper: grid points, borders between them, and text in the cells.
struct Sheet {
    columns: usize,
    rows: usize,
    covered: Vec<bool>,
    text: Vec<String>,
    /// A wall from the grid point (column, row) to the east, and one to the south.
    across: Vec<bool>,
    down: Vec<bool>,
}

impl Sheet {
    fn new(columns: usize, rows: usize) -> Sheet {
        let points = (columns + 1) * (rows + 1);
        Sheet {
            columns,
            rows,
            covered: vec![false; points],
            text: vec![String::new(); points],
            across: vec![false; points],
            down: vec![false; points],
        }
    }

    fn point(&self, column: usize, row: usize) -> usize {
        row * (self.columns + 1) + column
    }

    fn tile(&mut self, column: usize, row: usize, walls: Walls, label: &str) {
        let here = self.point(column, row);
        let (east, south) = (self.point(column + 1, row), self.point(column, row + 1));
        self.covered[here] = true;
        self.text[here] = label.to_owned();
        self.across[here] |= walls.has(Side::North);
        self.across[south] |= walls.has(Side::South);
        self.down[here] |= walls.has(Side::West);
        self.down[east] |= walls.has(Side::East);
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in 0..=self.rows {
            let mut line = String::new();
            for column in 0..=self.columns {
                line.push(self.corner(column, row));
                let wall = column < self.columns && self.across[self.point(column, row)];
                line.extend(std::iter::repeat_n(if wall { '━' } else { ' ' }, WIDTH));
            }
            lines.push(line.trim_end().to_owned());
            if row == self.rows {
                break;
            }
            let mut line = String::new();
            for column in 0..=self.columns {
                let here = self.point(column, row);
                line.push(if self.down[here] { '┃' } else { ' ' });
                line.push_str(&format!("{:^WIDTH$}", self.text[here]));
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// The walls that meet in a grid point; a dot where only open sides of tiles do.
    fn corner(&self, column: usize, row: usize) -> char {
        let here = self.point(column, row);
        let north = row > 0 && self.down[self.point(column, row - 1)];
        let west = column > 0 && self.across[self.point(column - 1, row)];
        let arms = [north, self.across[here], self.down[here], west];
        let index = arms.iter().rev().fold(0, |index, arm| index << 1 | usize::from(*arm));
        if index > 0 {
            return [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'][index];
        }
        let around = [(column, row), (column.wrapping_sub(1), row)];
        let above = around.map(|(column, row)| (column, row.wrapping_sub(1)));
        let tile = |(column, row): (usize, usize)| {
            column < self.columns && row < self.rows && self.covered[self.point(column, row)]
        };
        if around.into_iter().chain(above).any(tile) { '·' } else { ' ' }
    }
}
