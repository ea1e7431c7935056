//! Tiles as people write them in JSON, and whether the box has them.

use crate::input::{Trouble, shown, whole_number};
use alhambra_rules::core::edition::Edition;
use alhambra_rules::core::palace::MAX_SPAN;
use alhambra_rules::{Building, Cell, EditionId, Piece, PieceId, PieceKind, Walls};
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
}

impl Tile {
    /// The tile without its place.
    pub(crate) fn loose(&self) -> LooseTile {
        LooseTile { building: self.building, price: self.price, walls: self.walls }
    }
}

impl LooseTile {
    /// Which tile of the box this is; `None` if not enough is said to know.
    ///
    /// # Errors
    /// When the box has no such tile: which ones it has instead.
    pub(crate) fn in_the_box(&self) -> Result<Option<PieceId>, Trouble> {
        let Some(price) = self.price else { return Ok(None) };
        let Some(building) = self.building else { return Ok(None) };
        let same_type: Vec<&Piece> = pieces().filter(|p| p.building[0] == Some(building)).collect();
        let same_price: Vec<&Piece> = same_type.iter().copied().filter(|p| p.price == price).collect();
        if let Some(piece) = same_price.iter().find(|p| p.walls[0] == self.walls) {
            return Ok(Some(piece.id));
        }
        if same_price.is_empty() {
            let all: Vec<String> = same_type.iter().map(|p| p.name()).collect();
            let message = format!("no {building} costs {price}; the box has {}", all.join(", "));
            return Err(Trouble::new("price", message));
        }
        let all: Vec<String> = same_price
            .iter()
            .map(|p| match p.walls[0] {
                Walls::NONE => "\"\" (no walls)".to_owned(),
                walls => format!("\"{walls}\""),
            })
            .collect();
        let message = format!(
            "the box has no {building} {price} with walls \"{}\"; {building} {price} comes with {}",
            self.walls,
            all.join(" or ")
        );
        Err(Trouble::new("walls", message))
    }
}

/// The edition whose tiles print their buildings: what people at a real table are asked about here.
fn edition() -> &'static Edition {
    EditionId::default().profile()
}

/// The tiles of the tower.
fn pieces() -> impl Iterator<Item = &'static Piece> {
    edition().tower.iter().map(|piece| edition().piece(piece))
}

/// How many tiles of a type the base game has.
pub(crate) fn in_base_game(building: Building) -> u32 {
    pieces().filter(|p| p.building[0] == Some(building)).count() as u32
}

/// How many buildings of a type there can be with every module of the box: a building ground may become any.
pub(crate) fn in_mega_box(building: Building) -> u32 {
    let of_type = |piece: &Piece| match piece.kind {
        PieceKind::Ground => 1,
        _ => (0..2).filter(|half| piece.building_type(*half) == Some(building)).count() as u32,
    };
    edition().pieces.iter().map(of_type).sum()
}

/// How many wall sides all tiles of the box have together.
pub(crate) fn walls_in_box() -> u32 {
    pieces().map(|p| p.walls[0].len() as u32).sum()
}

/// Which tiles have been named already, and where: there is only one of each.
#[derive(Debug, Default)]
pub(crate) struct Named(Vec<(PieceId, String)>);

impl Named {
    /// Notes a tile at a place told in words.
    ///
    /// # Errors
    /// When the tile does not exist, or has been named before.
    pub(crate) fn note(&mut self, tile: &LooseTile, place: impl Into<String>) -> Result<(), Trouble> {
        let Some(piece) = tile.in_the_box()? else { return Ok(()) };
        if let Some((_, before)) = self.0.iter().find(|(p, _)| *p == piece) {
            let name = edition().piece(piece).name();
            let message = format!("there is only one {name} in the box, and it is already {before}");
            return Err(Trouble::new("", message));
        }
        self.0.push((piece, place.into()));
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
    let low = pieces().map(|p| p.price).min().unwrap_or_default();
    let high = pieces().map(|p| p.price).max().unwrap_or_default();
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
