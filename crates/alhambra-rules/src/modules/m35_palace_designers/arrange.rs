//! For scenarios: designers where a text says.

use super::{Designer, Place};
use crate::GameState;
use crate::core::cell::{Cell, Side};
use crate::core::placing;
use crate::core::seat::Seat;

/// See [`super::PalaceDesigners`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    for clause in text.split(';').map(str::trim) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let [seat, "at", x, y, "feet", side] = words.as_slice() else {
            return Err(format!("\"{clause}\" says nothing about designers; say \"0 at 1 0 feet north\""));
        };
        let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
        let number = |text: &str| text.parse::<i32>().map_err(|_| format!("\"{text}\" is no number"));
        let at = Cell::at(number(x)?, number(y)?);
        let feet = Side::ALL.into_iter().find(|s| super::side_name(*s) == *side);
        let feet = feet.ok_or_else(|| format!("{side} is no side"))?;
        let place = match placing::piece_at(g, seat, at) {
            _ if at == Cell::FOUNTAIN => Place::Fountain,
            Some((piece, half)) if g.palace(seat).contains(at) => Place::Tile(piece, half as u8),
            _ => return Err(format!("there is no tile at {at}")),
        };
        g.mods.m35_palace_designers.designers[seat.index()] = Designer { place, feet };
    }
    Ok(())
}
