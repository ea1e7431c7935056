//! Cells of a palace, their sides, and the walls on them.
//!
//! A palace lies on a 32×32 torus with the fountain at (0, 0), x east and y north. No palace may span more
//! than 30 columns or rows (ruling B-SPAN), so the torus never closes on itself.

use super::below::Quarters;
use serde::{Deserialize, Serialize};

/// Width and height of the torus a palace lies on.
pub const GRID: usize = 32;

/// Steps east and north of the fountain, as everybody outside reads a cell: right even where a palace reaches further than
/// [`Cell::xy`] can count.
pub type At = (i32, i32);

/// A cell of a palace. The fountain is at [`Cell::FOUNTAIN`].
///
/// In JSON a cell is `[x, y]`, x east, y north, each in -16..=15.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Where every palace begins.
    pub const FOUNTAIN: Cell = Cell(0);

    /// The cell `x` steps east and `y` steps north of the fountain (modulo the torus).
    ///
    /// ```
    /// use alhambra_rules::Cell;
    /// assert_eq!(Cell::at(-1, 2).xy(), (-1, 2));
    /// ```
    pub const fn at(x: i32, y: i32) -> Cell {
        Cell(((y & 31) << 5 | (x & 31)) as u16)
    }

    pub(crate) const fn from_grid(row: usize, column: usize) -> Cell {
        Cell((row << 5 | column) as u16)
    }

    /// Steps east and north of the fountain, each in -16..=15.
    pub const fn xy(self) -> At {
        let (x, y) = ((self.0 & 31) as i32, (self.0 >> 5) as i32);
        (if x > 15 { x - 32 } else { x }, if y > 15 { y - 32 } else { y })
    }

    /// Row on the torus, counted north from the fountain's row.
    pub const fn row(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// Column on the torus, counted east from the fountain's column.
    pub const fn column(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The neighbour across `side`.
    #[must_use]
    pub const fn next(self, side: Side) -> Cell {
        let (x, y) = (self.0 & 31, self.0 >> 5);
        let (x, y) = match side {
            Side::North => (x, (y + 1) & 31),
            Side::East => ((x + 1) & 31, y),
            Side::South => (x, (y + 31) & 31),
            Side::West => ((x + 31) & 31, y),
        };
        Cell(y << 5 | x)
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { self.xy().serialize(s) } else { self.0.serialize(s) }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Cell, D::Error> {
        if d.is_human_readable() {
            let (x, y) = <(i32, i32)>::deserialize(d)?;
            let fits = |v| (-16..=15).contains(&v);
            if !fits(x) || !fits(y) {
                return Err(serde::de::Error::custom(format!("cell [{x}, {y}] is outside -16..=15")));
            }
            Ok(Cell::at(x, y))
        } else {
            let raw = u16::deserialize(d)?;
            if raw as usize >= GRID * GRID {
                return Err(serde::de::Error::custom(format!("cell number {raw} does not exist")));
            }
            Ok(Cell(raw))
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Cell {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Cell> {
        u.choose_index(GRID * GRID).map(|number| Cell(number as u16))
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (x, y) = self.xy();
        write!(f, "({x}, {y})")
    }
}

/// A side of a cell, in the canonical order N, E, S, W.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Side {
    /// Towards larger y.
    #[default]
    North,
    /// Towards larger x.
    East,
    /// Towards smaller y.
    South,
    /// Towards smaller x.
    West,
}

impl Side {
    /// All four, in canonical order.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side facing this one.
    #[must_use]
    pub const fn opposite(self) -> Side {
        [Side::South, Side::West, Side::North, Side::East][self as usize]
    }

    /// The name in lower case, as JSON spells it.
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// N, E, S or W.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

/// The walls of one cell: a set of sides. In JSON and data files, letters in the order N, E, S, W.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walls(u8);

impl Walls {
    /// No wall at all.
    pub const NONE: Walls = Walls(0);

    /// The set with these bits: 1 north, 2 east, 4 south, 8 west.
    pub const fn from_bits(bits: u8) -> Walls {
        Walls(bits & 15)
    }

    /// Bits: 1 north, 2 east, 4 south, 8 west.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is a wall on `side`.
    pub const fn has(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 != 0
    }

    /// These walls and one on `side`.
    #[must_use]
    pub const fn with(self, side: Side) -> Walls {
        Walls(self.0 | 1 << side as u8)
    }

    /// All walls of both.
    #[must_use]
    pub const fn or(self, other: Walls) -> Walls {
        Walls(self.0 | other.0)
    }

    /// The walls after turning the tile clockwise by `quarters`.
    ///
    /// ```
    /// use alhambra_rules::{Quarters, Walls};
    /// assert_eq!("NW".parse::<Walls>().unwrap().turned(Quarters::new(1).unwrap()).to_string(), "NE");
    /// ```
    #[must_use]
    pub const fn turned(self, quarters: Quarters) -> Walls {
        let q = quarters.get();
        Walls((self.0 << q | self.0 >> (4 - q)) & 15)
    }

    /// How many sides have a wall.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no side has a wall.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides with a wall, in canonical order.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |s| self.has(*s))
    }
}

impl std::fmt::Display for Walls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.sides().map(Side::letter).collect::<String>())
    }
}

impl std::fmt::Debug for Walls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Walls({self})")
    }
}

/// A text that is not a set of sides.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("walls are letters out of N, E, S, W, each at most once, not \"{0}\"")]
pub struct BadWalls(String);

impl std::str::FromStr for Walls {
    type Err = BadWalls;

    fn from_str(text: &str) -> Result<Walls, BadWalls> {
        let mut walls = Walls::NONE;
        for letter in text.chars() {
            match Side::ALL.into_iter().find(|s| s.letter() == letter) {
                Some(side) if !walls.has(side) => walls = walls.with(side),
                _ => return Err(BadWalls(text.to_owned())),
            }
        }
        Ok(walls)
    }
}

impl Serialize for Walls {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.collect_str(self) } else { self.0.serialize(s) }
    }
}

impl<'de> Deserialize<'de> for Walls {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Walls, D::Error> {
        if d.is_human_readable() {
            let text = std::borrow::Cow::<'de, str>::deserialize(d)?;
            text.parse().map_err(serde::de::Error::custom)
        } else {
            match u8::deserialize(d)? {
                bits @ 0..=15 => Ok(Walls(bits)),
                bits => Err(serde::de::Error::custom(format!("wall bits {bits} do not exist"))),
            }
        }
    }
}
