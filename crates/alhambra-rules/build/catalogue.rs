//! What the tables in `data/` must look like, and the Rust code made from them.

#[path = "csv.rs"]
mod csv;

use csv::Row;
use std::collections::HashSet;
use std::fmt::Write;

/// The three tables, relative to the crate.
pub(crate) const FILES: [&str; 3] = ["data/pieces.csv", "data/red_palace_lands.csv", "data/cards.csv"];

const PIECE_COLUMNS: &[&str] = &[
    "number",
    "key",
    "kind",
    "building",
    "building2",
    "price",
    "walls",
    "walls2",
    "currency",
    "towards",
    "extra",
    "provenance",
    "note",
];
const LAND_COLUMNS: &[&str] = &["number", "key", "price", "walls", "watchtowers", "provenance", "note"];
const CARD_COLUMNS: &[&str] = &[
    "number",
    "key",
    "class",
    "currency",
    "currency2",
    "building",
    "value",
    "walls",
    "extra",
    "copies",
    "provenance",
    "note",
];

const BUILDINGS: &[&str] = &["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];
const CURRENCIES: &[&str] = &["florin", "dirham", "denar", "ducat"];
const PROVENANCES: &[&str] = &["found", "inferred", "reconstructed"];
const KINDS: &[&str] = &[
    "base",
    "camp",
    "bazaar",
    "magical",
    "medina",
    "ground",
    "bathhouse",
    "well",
    "square",
    "project",
    "watchtower",
    "plaza",
    "fountain",
];
const CLASSES: &[&str] = &[
    "money",
    "diamond",
    "master_builder",
    "exchange",
    "gate",
    "coin",
    "free",
    "wall",
    "sultan",
    "character",
    "scoring",
    "thief",
    "bonus",
    "scout",
    "invasion",
    "caravanserai",
    "craftsman",
    "score_card",
    "mission",
    "ability",
    "placement",
];
/// Classes whose value is always printed.
const VALUED: &[&str] =
    &["money", "diamond", "master_builder", "coin", "sultan", "bonus", "ability", "placement"];
const POWERS: &[&str] = &["", "prosperity", "architecture", "wisdom", "strength"];
const FOUNTAINS: &[&str] = &["green", "white", "blue", "orange", "yellow", "red"];
const CHARACTERS: &[&str] = &["once", "round", "scoring"];

/// Room for pieces in a `PieceSet`.
const MOST_PIECES: usize = 192;

/// Rust code with the tables, or what is wrong and where.
pub(crate) fn generate(pieces: &str, lands: &str, cards: &str) -> Result<String, String> {
    let [piece_file, land_file, card_file] = FILES;
    let piece_rows = csv::read(piece_file, PIECE_COLUMNS, pieces)?;
    let land_rows = csv::read(land_file, LAND_COLUMNS, lands)?;
    let card_rows = csv::read(card_file, CARD_COLUMNS, cards)?;
    if piece_rows.len() > MOST_PIECES {
        return Err(format!("{piece_file}: {} pieces, there is room for {MOST_PIECES}", piece_rows.len()));
    }
    // Lands and base tiles share their numbers, but no key.
    let mut keys = HashSet::new();
    let pieces = code(&piece_rows, &mut keys, piece)?;
    let lands = code(&land_rows, &mut keys, land)?;
    let cards = code(&card_rows, &mut HashSet::new(), card)?;
    let base = piece_rows.iter().take_while(|row| row.text("kind") == "base").count();
    if lands.len() != base {
        return Err(format!("{land_file}: {} lands must replace {base} base tiles", lands.len()));
    }
    let mut out = String::new();
    let second_print: Vec<_> = lands.iter().chain(&pieces[base..]).cloned().collect();
    let [(ty, first), (_, second)] = [pieces, second_print].map(|print| rows("Piece", &print));
    // Writing to a string cannot fail.
    let _ = writeln!(out, "pub(super) static PRINTS: [{ty}; 2] = [\n{first},\n{second}\n];");
    let (ty, cards) = rows("Card", &cards);
    let _ = writeln!(out, "pub(super) static CARDS: {ty} = {cards};");
    Ok(out)
}

/// The type of a table and the table.
fn rows(of: &str, entries: &[String]) -> (String, String) {
    (format!("[{of}; {}]", entries.len()), format!("[\n{}\n]", entries.join(",\n")))
}

/// The code of every row, after checking that numbers have no gap and keys are unique.
fn code(
    rows: &[Row],
    keys: &mut HashSet<String>,
    entry: fn(&Row) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    let mut entries = Vec::new();
    for (expected, row) in rows.iter().enumerate() {
        if usize::from(row.number("number")?) != expected {
            let why = format!("is out of order: number {expected} comes here, without gap or repetition");
            return Err(row.bad("number", &why));
        }
        let key = row.text("key");
        let slug = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if row.text("class") != "free" {
            if key.is_empty() || !key.chars().all(slug) {
                return Err(row.bad("key", "is not made of small letters, digits and hyphens"));
            }
            if !keys.insert(key.to_owned()) {
                return Err(row.bad("key", "is used twice"));
            }
        }
        entries.push(entry(row)?);
    }
    Ok(entries)
}

fn piece(row: &Row) -> Result<String, String> {
    let kind = row.one_of("kind", KINDS)?;
    let footprint = match kind {
        "project" => format!("Two {{ towards: Side::{} }}", side(row)?),
        "watchtower" => "Half".to_owned(),
        _ => "One".to_owned(),
    };
    if kind != "project" {
        row.empty(&["building2", "walls2", "towards"], "a piece that does not cover two cells")?;
    }
    match kind {
        "base" | "magical" | "square" | "watchtower" => row.one_of("building", BUILDINGS).map(drop)?,
        "project" => {
            row.one_of("building", BUILDINGS)?;
            row.one_of("building2", BUILDINGS)?;
        }
        _ => row.empty(&["building"], &format!("kind {kind}"))?,
    }
    match kind {
        "bazaar" => row.one_of("currency", CURRENCIES).map(drop)?,
        _ => row.empty(&["currency"], &format!("kind {kind}"))?,
    }
    match kind {
        "base" | "camp" | "magical" | "medina" | "ground" | "bathhouse" | "well" => {
            row.number("price").map(drop)?
        }
        _ => row.empty(&["price"], &format!("kind {kind}"))?,
    }
    let mut named = Vec::new();
    match kind {
        "bazaar" => named = list(row, '+', &["", "", ""], BUILDINGS)?,
        "bathhouse" => named = list(row, ' ', &["N:", "E:", "S:", "W:"], BUILDINGS)?,
        "base" => row.one_of("extra", POWERS).map(drop)?,
        "fountain" => row.one_of("extra", FOUNTAINS).map(drop)?,
        _ => row.empty(&["extra"], &format!("kind {kind}"))?,
    }
    Ok(format!(
        "Piece {{ id: PieceId({}), key: {:?}, kind: PieceKind::{}, building: [{}, {}], price: {}, walls: \
         [Walls::from_bits({}), Walls::from_bits({})], watchtowers: Walls::NONE, footprint: \
         Footprint::{footprint}, currency: {}, extra: {:?}, named: &[{}], {} }}",
        row.number("number")?,
        row.text("key"),
        variant(kind),
        option("Building", row, "building", BUILDINGS)?,
        option("Building", row, "building2", BUILDINGS)?,
        row.number_or_0("price")?,
        row.walls("walls")?,
        row.walls("walls2")?,
        option("Currency", row, "currency", CURRENCIES)?,
        row.text("extra"),
        variants("Building", &named),
        origin(row)?,
    ))
}

fn land(row: &Row) -> Result<String, String> {
    let (walls, watchtowers) = (row.walls("walls")?, row.walls("watchtowers")?);
    if watchtowers & !walls != 0 {
        return Err(row.bad("watchtowers", "has a watchtower where the land has no wall"));
    }
    Ok(format!(
        "Piece {{ id: PieceId({}), key: {:?}, kind: PieceKind::Land, building: [None, None], price: {}, \
         walls: [Walls::from_bits({walls}), Walls::NONE], watchtowers: Walls::from_bits({watchtowers}), \
         footprint: Footprint::One, currency: None, extra: \"\", named: &[], {} }}",
        row.number("number")?,
        row.text("key"),
        row.number("price")?,
        origin(row)?,
    ))
}

fn card(row: &Row) -> Result<String, String> {
    let class = row.one_of("class", CLASSES)?;
    if class == "free" {
        row.empty(
            &["key", "provenance", "copies", "currency", "building", "value", "walls"],
            "a free number",
        )?;
    } else if row.number("copies")? == 0 {
        return Err(row.bad("copies", "must be at least 1"));
    }
    match class {
        "exchange" => row.one_of("currency2", CURRENCIES).map(drop)?,
        _ => row.empty(&["currency2"], &format!("class {class}"))?,
    }
    match class {
        "money" | "master_builder" | "exchange" | "coin" | "sultan" | "thief" | "caravanserai" => {
            row.one_of("currency", CURRENCIES)?;
        }
        _ => row.empty(&["currency"], &format!("class {class}"))?,
    }
    match class {
        "bonus" | "scout" => row.one_of("building", BUILDINGS).map(drop)?,
        _ => row.empty(&["building"], &format!("class {class}"))?,
    }
    match class {
        "wall" | "invasion" if row.walls("walls")? != 0 => {}
        "wall" | "invasion" => return Err(row.bad("walls", "must name a direction")),
        _ => row.empty(&["walls"], &format!("class {class}"))?,
    }
    if VALUED.contains(&class) {
        row.number("value")?;
    }
    let (mut named, mut sides, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    match class {
        "score_card" => named = list(row, '>', &["", "", "", "", "", ""], BUILDINGS)?,
        "caravanserai" => sides = list(row, ' ', &["2:", "3:", "4:"], CURRENCIES)?,
        "craftsman" => {
            counts = numbers(row, &["4:", "5:", "6:"])?;
            if counts[2] != row.number("copies")? {
                return Err(row.bad("extra", "must give all copies to six players"));
            }
        }
        "mission" if !row.text("extra").is_empty() => counts = numbers(row, &["2:", "3:", "4:", "5:", "6:"])?,
        "character" => row.one_of("extra", CHARACTERS).map(drop)?,
        _ => row.empty(&["extra"], &format!("class {class}"))?,
    }
    let origin = if class == "free" { FREE.to_owned() } else { origin(row)? };
    Ok(format!(
        "Card {{ kind: CardKind({}), key: {:?}, class: CardClass::{}, currencies: [{}, {}], building: {}, \
         value: {}, walls: Walls::from_bits({}), copies: {}, extra: {:?}, named: &[{}], sides: &[{}], \
         counts: &{counts:?}, {origin} }}",
        row.number("number")?,
        row.text("key"),
        variant(class),
        option("Currency", row, "currency", CURRENCIES)?,
        option("Currency", row, "currency2", CURRENCIES)?,
        option("Building", row, "building", BUILDINGS)?,
        row.number_or_0("value")?,
        row.walls("walls")?,
        row.number_or_0("copies")?,
        row.text("extra"),
        variants("Building", &named),
        variants("Currency", &sides),
    ))
}

/// A free number has no provenance; the lookup never hands it out.
const FREE: &str = "provenance: Provenance::Reconstructed, note: \"\"";

fn origin(row: &Row) -> Result<String, String> {
    let provenance = variant(row.one_of("provenance", PROVENANCES)?);
    Ok(format!("provenance: Provenance::{provenance}, note: {:?}", row.text("note")))
}

fn side(row: &Row) -> Result<&'static str, String> {
    Ok(match row.one_of("towards", &["N", "E", "S", "W"])? {
        "N" => "North",
        "E" => "East",
        "S" => "South",
        _ => "West",
    })
}

/// The parts of the cell `extra`, each with its label taken off.
fn parts<'a>(row: &'a Row, between: char, labels: &[&str]) -> Result<Vec<&'a str>, String> {
    let parts: Vec<_> = row.text("extra").split(between).collect();
    let bare = labels.iter().zip(&parts).map_while(|(label, part)| part.strip_prefix(label));
    let bare: Vec<_> = bare.collect();
    if parts.len() == labels.len() && bare.len() == labels.len() {
        return Ok(bare);
    }
    let shape = labels.iter().map(|label| format!("{label}…")).collect::<Vec<_>>();
    Err(row.bad("extra", &format!("must look like \"{}\"", shape.join(&between.to_string()))))
}

/// Different names in the cell `extra`.
fn list(
    row: &Row,
    between: char,
    labels: &[&str],
    names: &'static [&'static str],
) -> Result<Vec<&'static str>, String> {
    let mut found = Vec::new();
    for part in parts(row, between, labels)? {
        let name = names.iter().find(|name| **name == part).copied();
        let why = || row.bad("extra", &format!("names {part}, which is none of {}", names.join(", ")));
        let name = name.ok_or_else(why)?;
        if found.contains(&name) {
            return Err(row.bad("extra", &format!("names {name} twice")));
        }
        found.push(name);
    }
    Ok(found)
}

/// Labelled numbers in the cell `extra`.
fn numbers(row: &Row, labels: &[&str]) -> Result<Vec<u8>, String> {
    let number = |part: &str| {
        part.parse()
            .map_err(|_| row.bad("extra", &format!("holds {part}, which is not a number from 0 to 255")))
    };
    parts(row, ' ', labels)?.into_iter().map(number).collect()
}

fn option(ty: &str, row: &Row, column: &str, names: &[&'static str]) -> Result<String, String> {
    if row.text(column).is_empty() {
        return Ok("None".to_owned());
    }
    Ok(format!("Some({ty}::{})", variant(row.one_of(column, names)?)))
}

fn variants(ty: &str, names: &[&str]) -> String {
    names.iter().map(|name| format!("{ty}::{}", variant(name))).collect::<Vec<_>>().join(", ")
}

/// `master_builder` as Rust spells a variant: `MasterBuilder`.
fn variant(name: &str) -> String {
    let word = |w: &str| w[..1].to_uppercase() + &w[1..];
    name.split('_').map(word).collect()
}
