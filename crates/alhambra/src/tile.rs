//! Tiles as people write them in JSON, and whether the box has them.

use crate::input::{Trouble, shown, whole_number};
use alhambra_rules::core::palace::MAX_SPAN;
use alhambra_rules::{Building, Cell, EditionId, Piece, PieceId, PieceKind, Side, Walls};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A tile that stands in a palace.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tile such as {\"at\": [1, 0], \"walls\": \"NE\"}")]
pub(crate) struct Tile {
    /// Steps east and north of the fountain.
    #[serde(deserialize_with = "cell")]
    pub(crate) at: Cell,
    #[serde(default, deserialize_with = "building")]
    pub(crate) building: Option<Building>,
    #[serde(default, deserialize_with = "price")]
    pub(crate) price: Option<u8>,
    #[serde(deserialize_with = "walls")]
    pub(crate) walls: Walls,
    /// Those of its walls that are pieces put on it; The Red Palace.
    #[serde(default, deserialize_with = "walls")]
    pub(crate) pieces: Walls,
    /// Where guards stand on it; The Red Palace.
    #[serde(default, deserialize_with = "walls")]
    pub(crate) guards: Walls,
}

/// A tile that looks for a place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tile such as {\"walls\": \"NE\"}")]
pub(crate) struct LooseTile {
    #[serde(default, deserialize_with = "building")]
    pub(crate) building: Option<Building>,
    #[serde(default, deserialize_with = "price")]
    pub(crate) price: Option<u8>,
    #[serde(deserialize_with = "walls")]
    pub(crate) walls: Walls,
    /// Those of its walls that are pieces put on it; The Red Palace.
    #[serde(default, deserialize_with = "walls")]
    pub(crate) pieces: Walls,
}

impl Tile {
    /// The tile without its place.
    pub(crate) fn loose(&self) -> LooseTile {
        LooseTile { building: self.building, price: self.price, walls: self.walls, pieces: self.pieces }
    }

    /// Whether its guards stand on walls, and the game has guards at all.
    ///
    /// # Errors
    /// Which of them do not.
    pub(crate) fn check_guards(&self, edition: EditionId) -> Result<(), Trouble> {
        let astray: Vec<&str> =
            self.guards.sides().filter(|side| !self.walls.has(*side)).map(Side::name).collect();
        if !self.guards.is_empty() && !has_guards(edition) {
            return Err(Trouble::new("guards", format!("guards belong to {}", with_guards())));
        }
        match astray.is_empty() {
            true => Ok(()),
            false => {
                let message = format!("a guard stands on a wall, and there is none {}", astray.join(", "));
                Err(Trouble::new("guards", message))
            }
        }
    }
}

impl LooseTile {
    /// Which tiles of the box this may be, all alike; none if not enough is said to know.
    ///
    /// # Errors
    /// When the box has no such tile: which ones it has instead.
    pub(crate) fn in_the_box(&self, edition: EditionId) -> Result<Vec<PieceId>, Trouble> {
        if !self.pieces.is_empty() && !has_guards(edition) {
            let message = format!("wall pieces belong to {}", with_guards());
            return Err(Trouble::new("pieces", message));
        }
        if let Some(side) = self.pieces.sides().find(|side| !self.walls.has(*side)) {
            let message = format!("\"walls\" are all walls of the tile, the piece {} too", side.name());
            return Err(Trouble::new("pieces", message));
        }
        let Some(price) = self.price else { return Ok(Vec::new()) };
        // A land may carry any building; a tile of the classic game has its own printed on it.
        let printed = !has_guards(edition);
        let (kind, same_type): (&str, Vec<&Piece>) = match self.building {
            Some(building) if printed => {
                (building.name(), pieces(edition).filter(|p| p.building[0] == Some(building)).collect())
            }
            None if printed => return Ok(Vec::new()),
            _ => ("land", pieces(edition).collect()),
        };
        let own = Walls::from_bits(self.walls.bits() & !self.pieces.bits());
        let same_price: Vec<&Piece> = same_type.iter().copied().filter(|p| p.price == price).collect();
        let found: Vec<PieceId> = same_price.iter().filter(|p| p.walls[0] == own).map(|p| p.id).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        if same_price.is_empty() {
            let all: Vec<String> = same_type.iter().map(|p| p.name()).collect();
            let message = format!("no {kind} costs {price}; the box has {}", all.join(", "));
            return Err(Trouble::new("price", message));
        }
        let mut all: Vec<String> = same_price
            .iter()
            .map(|p| match p.walls[0] {
                Walls::NONE => "\"\" (no walls)".to_owned(),
                walls => format!("\"{walls}\""),
            })
            .collect();
        all.dedup();
        let message = format!(
            "the box has no {kind} {price} with walls \"{own}\"; {kind} {price} comes with {}",
            all.join(" or ")
        );
        Err(Trouble::new("walls", message))
    }
}

/// Whether land and building are apart in this edition, and guards stand on walls.
pub(crate) fn has_guards(edition: EditionId) -> bool {
    edition.profile().guards.is_some()
}

/// Which edition has guards and boards, and how to ask for it.
pub(crate) fn with_guards() -> String {
    let edition = EditionId::offered().find(|edition| has_guards(*edition)).unwrap_or_default();
    format!("{edition}: --edition {}", edition.slug())
}

/// The tiles of the tower.
fn pieces(edition: EditionId) -> impl Iterator<Item = &'static Piece> {
    let profile = edition.profile();
    profile.tower.iter().map(|piece| profile.piece(piece))
}

/// How many buildings of a type there are without modules.
pub(crate) fn in_base_game(edition: EditionId, building: Building) -> u32 {
    match edition.profile().bag {
        0 => pieces(edition).filter(|p| p.building[0] == Some(building)).count() as u32,
        each => u32::from(each),
    }
}

/// How many buildings of a type there can be with every module of the edition: a building ground may become any.
pub(crate) fn in_mega_box(edition: EditionId, building: Building) -> u32 {
    let of_type = |piece: &Piece| match piece.kind {
        PieceKind::Ground => 1,
        _ => (0..2).filter(|half| piece.building_type(*half) == Some(building)).count() as u32,
    };
    let printed: u32 = edition.profile().pieces.iter().map(of_type).sum();
    printed + u32::from(edition.profile().bag)
}

/// How many wall sides all tiles of the box have together, and the pieces that can be put on them.
pub(crate) fn walls_in_box(edition: EditionId) -> u32 {
    let pieces_apart = edition.profile().guards.map_or(0, |guards| guards.wall_pieces);
    pieces(edition).map(|p| p.walls[0].len() as u32).sum::<u32>() + pieces_apart
}

/// The largest number of `of` in any edition: what can be read at all; the edition is asked afterwards.
fn most(of: impl Fn(EditionId) -> u32) -> i64 {
    EditionId::offered().map(|edition| i64::from(of(edition))).max().unwrap_or_default()
}

/// Reads a number of buildings.
pub(crate) fn count<'de, D: Deserializer<'de>>(d: D) -> Result<u8, D::Error> {
    let of = |edition| Building::ALL.into_iter().map(|b| in_mega_box(edition, b)).max().unwrap_or_default();
    amount(Value::deserialize(d)?, "a number of buildings", most(of)).map_err(D::Error::custom)
}

/// Reads the length of a wall.
pub(crate) fn wall<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u8>, D::Error> {
    let value = Value::deserialize(d)?;
    if value.is_null() {
        return Ok(None);
    }
    amount(value, "a wall", most(walls_in_box)).map(Some).map_err(D::Error::custom)
}

/// How many of something. A number is read before its edition is known, so that nothing is said here of what one edition
/// has; that is looked at afterwards.
fn amount(value: Value, what: &str, most: i64) -> Result<u8, String> {
    let number = value.as_i64().filter(|n| *n >= 0);
    let number =
        number.ok_or_else(|| format!("{what} is a whole number from 0 on, not {}", shown(&value)))?;
    let far = || format!("{what} is never {number}: no edition has that much");
    u8::try_from(number).ok().filter(|n| i64::from(*n) <= most).ok_or_else(far)
}

/// Which tiles have been named already, and where: there are only so many of each.
#[derive(Debug)]
pub(crate) struct Named {
    edition: EditionId,
    tiles: Vec<(PieceId, String)>,
}

impl Named {
    /// Nothing has been named yet.
    pub(crate) fn new(edition: EditionId) -> Named {
        Named { edition, tiles: Vec::new() }
    }

    /// Notes a tile at a place told in words.
    ///
    /// # Errors
    /// When the tile does not exist, or all like it have been named before.
    pub(crate) fn note(&mut self, tile: &LooseTile, place: impl Into<String>) -> Result<(), Trouble> {
        let alike = tile.in_the_box(self.edition)?;
        let before = |piece: &PieceId| self.tiles.iter().find(|(named, _)| named == piece);
        match (alike.iter().find(|piece| before(piece).is_none()), alike.last()) {
            (Some(piece), _) => self.tiles.push((*piece, place.into())),
            (None, Some(last)) => {
                let name = self.edition.profile().piece(*last).name();
                let where_else = before(last).map_or("", |(_, place)| place);
                let n = if alike.len() == 1 { "one".to_owned() } else { alike.len().to_string() };
                let message = format!("there is only {n} {name} in the box, and it is already {where_else}");
                return Err(Trouble::new("", message));
            }
            (None, None) => {}
        }
        Ok(())
    }
}

fn cell<'de, D: Deserializer<'de>>(d: D) -> Result<Cell, D::Error> {
    const FAR: i64 = 15;
    let value = Value::deserialize(d)?;
    let whole = match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => x.as_i64().zip(y.as_i64()),
        _ => None,
    };
    let (x, y) = whole.ok_or_else(|| {
        D::Error::custom(format!(
            "a cell is [x, y], two whole numbers, x east and y north of the fountain, not {}",
            shown(&value)
        ))
    })?;
    if x.abs() > FAR || y.abs() > FAR {
        return Err(D::Error::custom(format!(
            "[{x}, {y}] is too far away: x and y run from -{FAR} to {FAR}, as no palace may span more than \
             {MAX_SPAN} columns or rows"
        )));
    }
    if (x, y) == (0, 0) {
        return Err(D::Error::custom("[0, 0] is the fountain, which is always there; leave it out"));
    }
    Ok(Cell::at(x as i32, y as i32))
}

fn building<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Building>, D::Error> {
    let value = Value::deserialize(d)?;
    if value.is_null() {
        return Ok(None);
    }
    let found = Building::ALL.into_iter().find(|b| value.as_str() == Some(b.name()));
    found.map(Some).ok_or_else(|| {
        let names = Building::ALL.map(Building::name).join(", ");
        D::Error::custom(format!("a building is one of {names}, not {}", shown(&value)))
    })
}

fn price<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u8>, D::Error> {
    let prices = || EditionId::offered().flat_map(pieces).map(|p| p.price);
    let low = prices().min().unwrap_or_default();
    let high = prices().max().unwrap_or_default();
    let value = Value::deserialize(d)?;
    if value.is_null() {
        return Ok(None);
    }
    let price = whole_number(value, "a price", i64::from(low)..=i64::from(high));
    price.map(|n| Some(n as u8)).map_err(D::Error::custom)
}

fn walls<'de, D: Deserializer<'de>>(d: D) -> Result<Walls, D::Error> {
    let value = Value::deserialize(d)?;
    match value.as_str() {
        Some(text) => text.parse().map_err(D::Error::custom),
        None => Err(D::Error::custom(format!(
            "walls are a text such as \"NE\", or \"\" for none, not {}",
            shown(&value)
        ))),
    }
}
