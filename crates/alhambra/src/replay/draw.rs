//! The plan of a palace as lines of text.

use crate::plan::{FloorPlan, LARGE, bounds};
use crate::theme::Theme;
use crate::words::steps;
use alhambra_rules::view::TileAt;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The lines of the plan, north on top, with steps from the fountain along two sides.
pub(super) fn palace(tiles: &[TileAt]) -> Vec<String> {
    let [(west, east), (south, north)] = bounds(tiles.iter().map(|tile| tile.at));
    let size = (east - west + 1, north - south + 1);
    let area = Rect::new(0, 0, (size.0 * LARGE.0 + 1) as u16, (size.1 * LARGE.1 + 1) as u16);
    let plan = FloorPlan {
        walls: tiles.iter().map(|tile| (tile.at, tile.tile.walls)).collect(),
        longest: Vec::new(),
        pitch: LARGE,
        corner: (west, north),
        size,
        origin: (0, 0),
        area,
        theme: Theme { colour: false },
    };
    let mut buf = Buffer::empty(area);
    plan.borders(&mut buf);
    for tile in tiles {
        plan.tile(&mut buf, tile, false);
    }
    let label = |at: (i32, i32)| if at == (0, 0) { "0".to_owned() } else { steps(at) };
    let columns = (west..=east).map(|x| format!(" {:^1$}", label((x, 0)), LARGE.0 as usize - 1));
    let mut lines = vec![format!("     {}", columns.collect::<String>()).trim_end().to_owned()];
    for row in 0..area.height {
        let (cell, inside) = (i32::from(row) / LARGE.1, i32::from(row) % LARGE.1);
        let y = if inside == 1 { label((0, north - cell)) } else { String::new() };
        let line: String = (0..area.width).map(|column| buf[(column, row)].symbol()).collect();
        lines.push(format!("{y:>4} {line}").trim_end().to_owned());
    }
    lines
}
