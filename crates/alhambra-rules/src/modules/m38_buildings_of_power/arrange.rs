//! For scenarios: dice, tiles underneath and powers that wait, as a text says.

use super::{Power, power};
use crate::GameState;
use crate::core::building::Currency;
use crate::core::catalogue::PieceId;
use crate::core::pieces::Space;
use crate::core::purchase;
use crate::core::seat::{Seat, SeatSet};

/// See [`super::BuildingsOfPower`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let tile = |key: &str| PieceId::with_key(key).ok_or_else(|| format!("there is no tile {key}"));
    let seat = |at: &str| at.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {at}?"));
    for clause in text.split(';').map(str::trim) {
        match clause.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["die", key, pips] => {
                let piece = tile(key)?;
                let pips = pips.parse::<u8>().ok().filter(|pips| (1..=6).contains(pips));
                let pips = pips.ok_or("a die shows 1 to 6")?;
                if !matches!(power(g, piece), Some(Power::Strength | Power::Prosperity)) {
                    return Err(format!("{key} carries no die"));
                }
                let die = super::Die { piece, pips, used: false, fresh: false };
                let dice = &mut g.mods.m38_buildings_of_power.dice;
                dice.push(die).map_err(|_| "there are six dice".to_owned())?;
            }
            ["waits", at, key] => {
                let waits = (tile(key)?, seat(at)?);
                let waiting = &mut g.mods.m38_buildings_of_power.waiting;
                waiting.push(waits).map_err(|_| "six powers wait at most".to_owned())?;
            }
            ["under", money, key] => cover(g, money, tile(key)?, SeatSet::one(Seat::default()))?,
            ["under", money, key, "known", at] => cover(g, money, tile(key)?, SeatSet::one(seat(at)?))?,
            _ => return Err(format!("\"{clause}\" says nothing about powers")),
        }
    }
    Ok(())
}

fn cover(g: &mut GameState, money: &str, piece: PieceId, known_to: SeatSet) -> Result<(), String> {
    let currency = Currency::ALL.into_iter().find(|c| c.name() == money);
    let currency = currency.ok_or_else(|| format!("{money} is no currency"))?;
    let spaces = (0..g.core.pieces.market.len()).map(|i| Space(i as u8));
    let space = spaces.into_iter().find(|space| purchase::currency_of(g, *space) == currency);
    let Space(space) = space.ok_or("there is no such space")?;
    let pieces = &mut g.core.pieces;
    if !pieces.tower.remove(piece) && !pieces.gone.contains(piece) {
        return Err("that tile is already somewhere else".to_owned());
    }
    pieces.gone.insert(piece);
    let state = &mut g.mods.m38_buildings_of_power;
    state.under[usize::from(space)] = Some(piece);
    state.known_to[usize::from(space)] = known_to;
    Ok(())
}
