//! What lies in a module's folder beside its rules: words and help in every language, its board, its signs. Whatever is wrong in
//! them stops the build with the file and the row; what is missing is left out, and clients do without.

#[path = "words.rs"]
mod words;

use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::Path;

/// Where the modules lie, from the folder of the crate.
pub(crate) const MODULES: &str = "src/modules";
/// Where editions lie that bring rules of their own.
pub(crate) const EDITIONS: &str = "src/editions";
/// Where the words of the base game lie.
pub(crate) const CORE: &str = "src/core";

/// The shapes of a board.
const SHAPES: [&str; 9] = ["counter", "words", "cards", "tiles", "slots", "track", "pile", "pins", "auction"];
/// What an item may say beside its shape, and the shapes that know it; `*` are all.
const FIELDS: [(&str, &[&str]); 14] = [
    ("as", &["*"]),
    ("key", &["*"]),
    ("keys", &["slots"]),
    ("label", &["*"]),
    ("sign", &["*"]),
    ("act", &["*"]),
    ("of", &["counter"]),
    ("head", &["slots"]),
    ("form", &["track"]),
    ("side", &["pins"]),
    ("bid", &["auction"]),
    ("by", &["auction"]),
    ("out", &["auction"]),
    ("cards", &["auction"]),
];
/// Things shown that an item may name beside its own.
const NAMED: [&str; 6] = ["of", "side", "bid", "by", "out", "cards"];

/// The table of looks, as Rust code.
///
/// # Errors
/// The file, where in it, and what is wrong.
pub(crate) fn generate(modules: &Path, editions: &Path, core: &Path) -> Result<String, String> {
    let mut code = format!("pub(crate) static CORE: &[Words] = &[{}];\n", words::table(&words::read(core)?));
    code.push_str("pub(crate) static LOOKS: &[(&str, Look)] = &[\n");
    for (place, name) in folders(modules)?.into_iter().chain(folders(editions)?) {
        let folder = Path::new(&place).join(&name);
        let slug = slug(&name);
        let words = words::read(&folder)?;
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).ok();
        let (board, drawn) = (read("board.json"), read("signs.svg"));
        let place = |file: &str| format!("{place}/{name}/{file}");
        let ids = match &drawn {
            Some(svg) => signs(svg, &slug).map_err(|why| format!("{}: {why}", place("signs.svg")))?,
            None => Vec::new(),
        };
        if let Some(json) = &board {
            let english = words.iter().find(|(language, _)| language == "en").map(|(_, words)| words);
            check(json, &slug, english.unwrap_or(&Map::new()), &ids)
                .map_err(|why| format!("{}: {why}", place("board.json")))?;
        }
        let text = |file: &str| {
            let path = std::path::absolute(folder.join(file)).unwrap_or_else(|_| folder.join(file));
            format!("include_str!({:?})", path.display().to_string())
        };
        let maybe = |there: bool, file: &str| {
            if there { format!("Some({})", text(file)) } else { "None".to_owned() }
        };
        let help = words::languages(&folder, "help.", ".md").into_iter();
        let help: Vec<String> = help
            .map(|language| format!("({language:?}, {})", text(&format!("help.{language}.md"))))
            .collect();
        let _ = writeln!(
            code,
            "    ({slug:?}, Look {{ board: {}, signs: {}, words: &[{}], help: &[{}] }}),",
            maybe(board.is_some(), "board.json"),
            maybe(drawn.is_some(), "signs.svg"),
            words::table(&words),
            help.join(", ")
        );
    }
    code.push_str("];\n");
    Ok(code)
}

/// The folders in a folder that say something, in order, each with the folder it lies in.
fn folders(place: &Path) -> Result<Vec<(String, String)>, String> {
    let entries =
        std::fs::read_dir(place).map_err(|e| format!("{}: cannot be read: {e}", place.display()))?;
    let mut found: Vec<(String, String)> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| place.join(name).join("words.en.json").exists())
        .map(|name| (place.display().to_string(), name))
        .collect();
    found.sort();
    Ok(found)
}

/// The name in set-ups of what lies in a folder: without the number that modules have.
fn slug(name: &str) -> String {
    let numbered = name.strip_prefix('m').and_then(|rest| rest.split_once('_'));
    let plain = numbered.filter(|(number, _)| number.len() == 2 && number.parse::<u8>().is_ok());
    plain.map_or(name, |(_, rest)| rest).replace('_', "-")
}

/// Whether a board makes sense beside the words and the signs of its module.
///
/// # Errors
/// The row, the item, and what is wrong with it.
pub(crate) fn check(
    json: &str,
    slug: &str,
    words: &Map<String, Value>,
    signs: &[String],
) -> Result<(), String> {
    let board: Map<String, Value> =
        serde_json::from_str(json).map_err(|e| format!("line {}: {e}", e.line()))?;
    if let Some(other) = board.keys().find(|key| !["badge", "rows", "hidden"].contains(&key.as_str())) {
        return Err(format!("a board has badge, rows and hidden, no \"{other}\""));
    }
    let shown = |key: &str| match words.contains_key(&format!("shown.{key}")) {
        true => Ok(()),
        false => Err(format!("the module shows no \"{key}\": words.en.json has no \"shown.{key}\"")),
    };
    if let Some(badge) = board.get("badge") {
        shown(badge.as_str().unwrap_or_default()).map_err(|why| format!("badge: {why}"))?;
    }
    for hidden in board.get("hidden").and_then(Value::as_array).into_iter().flatten() {
        shown(hidden.as_str().unwrap_or_default()).map_err(|why| format!("hidden: {why}"))?;
    }
    let rows = board.get("rows").and_then(Value::as_array).ok_or("rows are a list of lists")?;
    for (r, row) in rows.iter().enumerate() {
        let here = |i: usize, why: String| format!("row {}, item {}: {why}", r + 1, i + 1);
        let items = row.as_array().ok_or(format!("row {}: a row is a list of things", r + 1))?;
        for (i, item) in items.iter().enumerate() {
            let item = item.as_object().ok_or(here(i, "a thing is an object".to_owned()))?;
            one(item, slug, words, signs, &shown).map_err(|why| here(i, why))?;
        }
    }
    Ok(())
}

/// One thing on a board.
fn one(
    item: &Map<String, Value>,
    slug: &str,
    words: &Map<String, Value>,
    signs: &[String],
    shown: &dyn Fn(&str) -> Result<(), String>,
) -> Result<(), String> {
    let shape = item.get("as").and_then(Value::as_str).unwrap_or_default();
    if !SHAPES.contains(&shape) {
        return Err(format!("there is no shape \"{shape}\"; the shapes are {}", SHAPES.join(", ")));
    }
    for (field, value) in item {
        match FIELDS.iter().find(|(name, _)| name == field) {
            Some((_, of)) if of.contains(&"*") || of.contains(&shape) => {}
            Some((_, of)) => return Err(format!("\"{field}\" belongs to {}, not to {shape}", of.join(", "))),
            None => return Err(format!("there is no \"{field}\"")),
        }
        let several = ["keys", "head"].contains(&field.as_str());
        let texts = value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
        if several && !texts || !several && !value.is_string() {
            return Err(format!("\"{field}\" is {}", if several { "a list of texts" } else { "a text" }));
        }
    }
    let text = |field: &str| item.get(field).and_then(Value::as_str);
    let all = |field: &str| -> Vec<&str> {
        let values = item.get(field).and_then(Value::as_array);
        values.into_iter().flatten().filter_map(Value::as_str).collect()
    };
    if item.contains_key("key") == item.contains_key("keys") {
        return Err("say which thing it is: \"key\", or \"keys\" for a table of several".to_owned());
    }
    for key in text("key").into_iter().chain(all("keys")).chain(NAMED.iter().filter_map(|field| text(field)))
    {
        shown(key)?;
    }
    if let Some(label) = text("label")
        && !label.is_empty()
        && !words.contains_key(label)
    {
        return Err(format!("words.en.json has no \"{label}\" for its label"));
    }
    if let Some(act) = text("act")
        && !words.contains_key(&format!("act.{act}"))
    {
        return Err(format!("the module has no action \"{act}\": words.en.json has no \"act.{act}\""));
    }
    if let Some(form) = text("form")
        && !["line", "branch", "ring"].contains(&form)
    {
        return Err(format!("a track is a line, a branch or a ring, no \"{form}\""));
    }
    // A picture may be there once for each building type or card.
    let one_of = |id: &String, name: &str| {
        let rest = id.strip_prefix(slug).and_then(|rest| rest.strip_prefix('-')?.strip_prefix(name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let sign = |name: &str| match signs.iter().any(|id| one_of(id, name)) {
        true => Ok(()),
        false => Err(format!("signs.svg has no symbol \"{slug}-{name}\"")),
    };
    text("sign").map_or(Ok(()), sign)?;
    for head in all("head") {
        match head.split_once(':') {
            Some(("coin" | "type", _)) => {}
            Some(("sign", name)) => sign(name)?,
            Some(("word", key)) if words.contains_key(&format!("word.{key}")) => {}
            _ => return Err(format!("a head is coin:, type:, sign: or word: and what, not \"{head}\"")),
        }
    }
    if !item.contains_key("bid") && shape == "auction" {
        return Err("an auction says where its highest \"bid\" is shown".to_owned());
    }
    Ok(())
}

/// What may stand in signs.svg: shapes and nothing that could do something.
const ELEMENTS: [&str; 18] = [
    "svg",
    "symbol",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polygon",
    "polyline",
    "use",
    "text",
    "defs",
    "pattern",
    "clipPath",
    "linearGradient",
    "radialGradient",
    "stop",
];

/// The names of the symbols of a signs.svg.
///
/// # Errors
/// The line, and what is wrong with it.
pub(crate) fn signs(svg: &str, slug: &str) -> Result<Vec<String>, String> {
    let mut ids: Vec<String> = Vec::new();
    for (n, tag) in tags(svg)? {
        let here = |why: String| format!("line {n}: {why}");
        let (name, attributes) = tag;
        if !ELEMENTS.contains(&name.as_str()) {
            return Err(here(format!("<{name}> has no place among signs")));
        }
        for (key, value) in &attributes {
            if key == "style" || key == "class" || key.starts_with("on") {
                return Err(here(format!("\"{key}\" is not allowed: say it with fill, stroke and the like")));
            }
            if key.ends_with("href") && !value.starts_with('#')
                || value.contains("url(") && !value.starts_with("url(#")
            {
                return Err(here(format!("{key}=\"{value}\" points out of the page")));
            }
            if key == "id" {
                if !value.starts_with(&format!("{slug}-")) {
                    return Err(here(format!("\"{value}\" must begin with \"{slug}-\"")));
                }
                if ids.contains(value) {
                    return Err(here(format!("\"{value}\" is there twice")));
                }
                ids.push(value.clone());
            }
        }
        let has = |key: &str| attributes.iter().any(|(name, _)| name == key);
        if name == "symbol" && !(has("id") && has("viewBox")) {
            return Err(here("a symbol has an id and a viewBox".to_owned()));
        }
    }
    Ok(ids)
}

/// An element's name with its attributes.
type Tag = (String, Vec<(String, String)>);

/// The opening tags of a document, with the lines they stand on. Comments are passed over; everything else that is no
/// plain tag is refused.
fn tags(svg: &str) -> Result<Vec<(usize, Tag)>, String> {
    let mut found = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let line = 1 + svg[..svg.len() - rest.len()].matches('\n').count();
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").ok_or(format!("line {line}: a comment never ends"))?.1;
            continue;
        }
        let end = rest.find('>').ok_or(format!("line {line}: a tag never ends"))?;
        let inside = rest[1..end].trim_end_matches('/');
        rest = &rest[end + 1..];
        if inside.starts_with('/') {
            continue;
        }
        let (name, attributes) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        if name.starts_with(['!', '?']) {
            return Err(format!("line {line}: <{name} has no place among signs"));
        }
        let mut pairs = Vec::new();
        let mut left = attributes.trim();
        while !left.is_empty() {
            let bad = || format!("line {line}: <{name}>: attributes are name=\"value\"");
            let (key, after) = left.split_once("=\"").ok_or_else(bad)?;
            let (value, after) = after.split_once('"').ok_or_else(bad)?;
            pairs.push((key.trim().to_owned(), value.to_owned()));
            left = after.trim();
        }
        found.push((line, (name.to_owned(), pairs)));
    }
    Ok(found)
}
