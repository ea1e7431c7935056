//! For scenarios: animals where a text says.

use super::animals::{Animal, BOXED, Spot, State};
use crate::GameState;
use crate::core::building::Currency;
use crate::core::catalogue::{Half, PieceId};
use crate::core::cell::Cell;
use crate::core::placing;
use crate::core::seat::Seat;

/// See [`super::AlhambraZoo`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let mut state = State::new();
    let mut stock = None;
    for clause in text.split(';').map(str::trim).filter(|clause| *clause != "empty") {
        if let Some(n) = clause.strip_prefix("face down ") {
            stock = Some(n.parse::<u32>().map_err(|_| format!("\"{n}\" is no number"))?);
            continue;
        }
        let (place, names) =
            clause.split_once(':').ok_or("say \"denar: monkey, pigeon; 0 at 1 0: monkey\"")?;
        let spot = spot(g, place.trim())?;
        for name in names.split(',').map(str::trim) {
            let animal = Animal::ALL.into_iter().find(|animal| animal.name(g.rules()) == name);
            state.fetch(animal.ok_or_else(|| format!("there is no {name}"))?, Some(spot))?;
        }
    }
    // What is not to be drawn any more is out of the game.
    let mut kinds = Animal::ALL.into_iter().rev();
    while stock.is_some_and(|stock| state.stock() > stock) {
        let kind = kinds.next().ok_or("there are not so many animals to leave out")?;
        while stock.is_some_and(|stock| state.stock() > stock) && state.fetch(kind, None).is_ok() {}
    }
    if stock.is_some_and(|stock| state.stock() != stock) {
        return Err(format!("{} animals lie face down, and {BOXED} are in the box", state.stock()));
    }
    g.mods.m36_alhambra_zoo = state;
    Ok(())
}

/// `denar`, `0 at 1 0`, or the key of a tile.
fn spot(g: &GameState, text: &str) -> Result<Spot, String> {
    if let Some(currency) = Currency::ALL.into_iter().find(|currency| currency.name() == text) {
        let space = g.rules().edition().market.iter().position(|space| *space == currency);
        let piece = space.and_then(|space| *g.core.pieces.market.get(space)?);
        return piece.map(|piece| Spot::Tile(piece, Half::First)).ok_or_else(|| format!("no tile on {text}"));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let [seat, "at", x, y] = words.as_slice() else {
        let piece = PieceId::with_key(text).ok_or_else(|| format!("there is no tile {text}"))?;
        return Ok(Spot::Tile(piece, Half::First));
    };
    let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
    let number = |text: &str| text.parse::<i32>().map_err(|_| format!("\"{text}\" is no number"));
    let at = Cell::at(number(x)?, number(y)?);
    match placing::piece_at(g, seat, at) {
        _ if at == Cell::FOUNTAIN => Ok(Spot::Fountain(seat)),
        Some((piece, half)) => Ok(Spot::Tile(piece, Half::BOTH[half.min(1)])),
        None => Err(format!("there is no tile at {at}")),
    }
}
