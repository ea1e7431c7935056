//! The players' words for cards, tiles, cells and seats.

use crate::classic_piece;
use crate::core::below::Quarters;
use crate::core::building::{Building, Currency};
use crate::core::catalogue::{CardKind, PieceId, PieceKind};
use crate::decision::Choice;
use crate::speech::{self, ENGLISH};
use crate::{Action, Cards, Cell, GameState, ModuleId, Scorer, Seat, Walls, Words};

/// Whether something said is this, or this with more about it behind a colon.
pub(super) fn begins(said: &str, words: &str) -> bool {
    said.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ';']))
}

/// What the modules offer a seat, in words, with the actions.
pub(super) fn offered(game: &GameState, at: Seat) -> Vec<(String, Action)> {
    let choices = game.decision(at).map_or_else(Vec::new, |d| d.options);
    let of_module = |choice: &&Choice| match choice.action {
        Action::Module(_) | Action::Target { variant: Some(_), .. } => true,
        Action::Modify { value, .. } => value > 0,
        _ => false,
    };
    let said = |choice: &Choice| (speech::said(game, at, choice.action), choice.action);
    choices.iter().filter(of_module).map(said).collect()
}

/// Whether a module in play, or the core for it, could ever say something like this: the words of one of its actions with
/// tiles and cards in the blanks that there are, or one of its own words.
pub(super) fn sayable(game: &GameState, words: &str) -> bool {
    if !names_things(game, words) {
        return false;
    }
    let on = ModuleId::EVERY.iter().filter(|module| game.rules().modules & module.bit() != 0);
    let english = on.filter_map(|module| module.look().words(ENGLISH));
    let bought = Words::of_core(ENGLISH).into_iter().flat_map(|core| core.get("act.target"));
    let (mut actions, mut own) = (bought.collect::<Vec<_>>(), Vec::new());
    for (key, text) in english.flat_map(|all| all.said) {
        if key.starts_with("act.") {
            actions.push(*text);
        } else if let Some(word) = key.strip_prefix("word.") {
            own.push(word.replace('_', " "));
        }
    }
    // What follows behind a colon may be left out.
    let whole = |text: &&str| fits(text, words) || !words.contains(':') && fits(cut(text), words);
    own.iter().any(|word| word == words) || actions.iter().any(whole)
}

/// Whether every tile and every card of money that is named exists, written as it is said: a slip of the pen would never
/// be among the choices.
fn names_things(game: &GameState, words: &str) -> bool {
    let words: Vec<&str> = words.split([' ', ',', ':', ';', '+']).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().all(|(i, word)| {
        let Some(number) = words.get(i + 1).and_then(|next| next.parse::<u8>().ok()) else { return true };
        if Currency::ALL.iter().any(|currency| currency.name() == *word) {
            return (1..=9).contains(&number);
        }
        if !Building::ALL.iter().any(|building| building.name() == *word) {
            return true;
        }
        let walls = words.get(i + 2).filter(|walls| walls.chars().all(|side| "NESW".contains(side)));
        let said =
            walls.map_or_else(|| format!("{word} {number}"), |walls| format!("{word} {number} {walls}"));
        let named = |name: String| name == said || name.ends_with(&format!(" {said}"));
        PieceId::all().any(|piece| named(game.piece(piece).name()))
    })
}

fn cut(template: &str) -> &str {
    template.split([':', ';']).next().unwrap_or_default()
}

/// Whether words could be made of a template: what stands between its blanks comes in the same order.
fn fits(template: &str, words: &str) -> bool {
    let literals = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, literal)| literal));
    let literals: Vec<&str> = literals.map(|literal| literal.trim_matches([' ', ',', ':'])).collect();
    let Some(mut rest) = words.strip_prefix(literals[0]) else { return false };
    let mut said = !literals[0].is_empty();
    for literal in literals[1..].iter().filter(|literal| !literal.is_empty()) {
        let Some((_, after)) = rest.split_once(literal) else { return false };
        (rest, said) = (after, true);
    }
    said
}

/// What follows a mark.
pub(super) fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or("", |(_, rest)| rest.trim())
}

/// A whole number.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("\"{}\" is not a number that fits here", text.trim()))
}

/// A seat, by its number.
pub(super) fn seat(text: &str) -> Result<Seat, String> {
    Seat::new(number(text)?).ok_or_else(|| format!("there is no seat {text}"))
}

/// `dirk`, or a seat.
pub(super) fn scorer(text: &str) -> Result<Scorer, String> {
    if text.eq_ignore_ascii_case("dirk") { Ok(Scorer::Dirk) } else { seat(text).map(Scorer::Seat) }
}

/// A currency by name.
pub(super) fn currency(text: &str) -> Result<Currency, String> {
    let found = Currency::ALL.into_iter().find(|c| c.name() == text);
    found.ok_or_else(|| format!("\"{text}\" is no currency; they are florin, dirham, denar and ducat"))
}

/// A building type, one or many of it.
pub(super) fn building(text: &str) -> Option<Building> {
    Building::ALL.into_iter().find(|b| b.name() == text || text.strip_suffix('s') == Some(b.name()))
}

/// `denar 5`, `scoring`, or the key of any other card.
pub(super) fn card(text: &str) -> Result<CardKind, String> {
    let key = text.split_whitespace().collect::<Vec<_>>().join("-");
    key.parse().map_err(|e: crate::BadCard| e.to_string())
}

/// Items between commas; `nothing` is none.
pub(super) fn list<T>(text: &str, item: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let text = text.trim();
    if matches!(text, "" | "nothing" | "nobody" | "none") {
        return Ok(Vec::new());
    }
    text.split(',').map(|part| item(part.trim())).collect()
}

/// Cards a hand can hold.
pub(super) fn cards(text: &str) -> Result<Cards, String> {
    let mut cards = Cards::EMPTY;
    for kind in list(text, card)? {
        if !kind.in_hand() || cards.count(kind) == 7 {
            return Err(format!("no hand can hold this many {kind}"));
        }
        cards.add(kind);
    }
    Ok(cards)
}

/// `1 0`.
pub(super) fn cell(text: &str) -> Result<Cell, String> {
    let mut parts = text.split_whitespace();
    let (Some(x), Some(y), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(format!("\"{text}\" is no cell; cells are written x y"));
    };
    let (x, y): (i32, i32) = (number(x)?, number(y)?);
    let fits = |v| (-16..=15).contains(&v);
    if fits(x) && fits(y) { Ok(Cell::at(x, y)) } else { Err(format!("cell {x} {y} is too far away")) }
}

/// `tower 10 W`, `garden 11 -`, `tower 13`, `fountain 0`, or the key of a piece.
pub(super) fn tile(text: &str) -> Result<PieceId, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (kind, price, walls) = match words.as_slice() {
        ["fountain", seat] => {
            let nth = number::<usize>(seat)?;
            return PieceKind::Fountain
                .pieces()
                .nth(nth)
                .ok_or_else(|| format!("there is no fountain {nth}"));
        }
        [key] => return PieceId::with_key(key).ok_or_else(|| format!("there is no tile \"{key}\"")),
        [kind, price] => (*kind, number::<u8>(price)?, None),
        [kind, price, "-"] => (*kind, number(price)?, Some(Walls::NONE)),
        [kind, price, walls] => {
            (*kind, number(price)?, Some(walls.parse::<Walls>().map_err(|e| e.to_string())?))
        }
        _ => return Err(format!("\"{text}\" is no tile; tiles are written like tower 10 W")),
    };
    let building = building(kind).ok_or_else(|| format!("\"{kind}\" is no building"))?;
    let mut found = PieceKind::Base.pieces().iter().filter(|id| {
        let facts = classic_piece(*id);
        facts.building[0] == Some(building)
            && facts.price == price
            && walls.is_none_or(|w| w == facts.walls[0])
    });
    match (found.next(), found.next()) {
        (Some(piece), None) => Ok(piece),
        (None, _) => Err(format!("there is no tile {text}")),
        (Some(_), Some(_)) => Err(format!("there are several tiles {text}; say which walls (- for none)")),
    }
}

/// `camp-ne-8 turned 1`: what is turned, and by how many quarters.
pub(super) fn turned(text: &str) -> Result<(&str, Quarters), String> {
    match text.split_once(" turned ") {
        None => Ok((text, Quarters::ZERO)),
        Some((what, n)) => Ok((what, Quarters::new(number(n)?).ok_or("a tile has four turns, 0 to 3")?)),
    }
}

/// How a tile is written here.
pub(super) fn name(piece: PieceId) -> String {
    let facts = classic_piece(piece);
    match facts.kind {
        PieceKind::Base if facts.walls[0].is_empty() => format!("{} -", facts.name()),
        PieceKind::Base => facts.name(),
        _ => facts.key.to_owned(),
    }
}

/// Several things, as they are written here.
pub(super) fn names(pieces: impl Iterator<Item = PieceId>) -> String {
    joined(pieces.map(name), ", ")
}

/// Texts in a row; `nothing` if there are none.
pub(super) fn joined(texts: impl Iterator<Item = String>, gap: &str) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(gap) }
}
