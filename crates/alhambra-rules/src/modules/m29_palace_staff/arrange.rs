//! For scenarios: servants and marshals where a text says.

use super::{ALL, OPEN, Place, State, total};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId};
use crate::core::cell::Cell;
use crate::core::placing;
use crate::core::seat::Seat;

/// See [`super::PalaceStaff`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let mut state = State { stack: ALL, ..State::default() };
    for clause in text.split(';').map(str::trim) {
        if let Some(names) = clause.strip_prefix("open:") {
            for name in listed(names) {
                let colour = Building::ALL.into_iter().find(|b| b.name() == name);
                let colour = colour.ok_or_else(|| format!("there are no {name} servants"))?;
                hire(&mut state, colour)?;
                state.display[colour.index()] += 1;
            }
        } else if let Some(names) = clause.strip_prefix("servants:") {
            for name in listed(names) {
                let (key, half) = match name.strip_suffix(" second") {
                    Some(key) => (key, Half::Second),
                    None => (name, Half::First),
                };
                let piece = PieceId::with_key(key).ok_or_else(|| format!("there is no tile {key}"))?;
                let colour = placing::building_on(g, piece, half.index());
                hire(&mut state, colour.ok_or_else(|| format!("there is no building on {name}"))?)?;
                state.on[half.index()].insert(piece);
            }
        } else {
            let words: Vec<&str> = clause.split_whitespace().collect();
            let [seat, "at", x, y] = words.as_slice() else {
                return Err(format!(
                    "\"{clause}\" says nothing about servants; say \"open: garden; 0 at 1 0\""
                ));
            };
            let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
            let number = |text: &str| text.parse::<i32>().map_err(|_| format!("\"{text}\" is no number"));
            let at = Cell::at(number(x)?, number(y)?);
            state.marshals[seat.index()] = match placing::piece_at(g, seat, at) {
                _ if at == Cell::FOUNTAIN => Place::Fountain,
                Some((piece, half)) => Place::Tile(piece, Half::BOTH[half.min(1)]),
                None => return Err(format!("there is no tile at {at}")),
            };
        }
    }
    if total(&state.display) > OPEN {
        return Err(format!("no more than {OPEN} servants lie open"));
    }
    g.mods.m29_palace_staff = state;
    Ok(())
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "nobody"))
}

/// Takes a servant of a colour from those who lie face down.
fn hire(state: &mut State, colour: Building) -> Result<(), String> {
    let left = &mut state.stack[colour.index()];
    *left = left.checked_sub(1).ok_or_else(|| format!("there are not so many {colour} servants"))?;
    Ok(())
}
