//! For scenarios: cards that lie open, and walls that were built before.

use super::{CARDS, low, printed};
use crate::GameState;
use crate::core::catalogue::{CardKind, Half, PieceId};
use crate::core::pieces::Zone;

/// `open n, ne; built w on garden-9-e`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    for part in text.split(';').map(str::trim) {
        let (verb, rest) = part.split_once(' ').ok_or("say \"open n, ne; built w on garden-9-e\"")?;
        match (verb, rest.split_once(" on ")) {
            ("open", None) => {
                for name in rest.split(',').map(str::trim) {
                    let (n, _) = take(g, name)?;
                    g.mods.m09_city_walls.open |= 1 << n;
                }
            }
            ("built", Some((name, piece))) => {
                let (n, card) = take(g, name)?;
                let piece = PieceId::with_key(piece).ok_or_else(|| format!("there is no tile {piece}"))?;
                g.mods.m09_city_walls.built |= 1 << n;
                build(g, card, piece);
            }
            _ => return Err(format!("\"{part}\" is neither open nor built")),
        }
    }
    Ok(())
}

/// Takes a card out of the deck.
fn take(g: &mut GameState, name: &str) -> Result<(usize, CardKind), String> {
    let card: CardKind = format!("wall-{name}").parse().map_err(|e: crate::BadCard| e.to_string())?;
    let n = CARDS.iter().position(|own| *own == card).ok_or("that is no city-wall card")?;
    if g.core.deck.rare.take(low(card)) { Ok((n, card)) } else { Err(format!("{card} is somewhere else")) }
}

/// Puts the walls on an upright tile, wherever it is.
fn build(g: &mut GameState, card: CardKind, piece: PieceId) {
    let (i, walls) = (piece.index(), printed(card).walls);
    g.core.shared.wooden[i] = g.core.shared.wooden[i].with(Half::First.index(), walls);
    if let Some(Zone::Palace(seat)) = g.core.pieces.zone(piece) {
        let cell = g.core.pieces.standing[i].cell;
        walls.sides().for_each(|side| g.core.palaces[seat.index()].set_wall(cell, side, true));
    }
}
