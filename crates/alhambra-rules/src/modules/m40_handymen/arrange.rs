//! For scenarios: handymen where a text says.

use super::SET;
use crate::GameState;
use crate::core::building::Currency;
use crate::core::catalogue::PieceId;
use crate::core::cell::Cell;
use crate::core::pieces::Space;
use crate::core::placing;
use crate::core::purchase;
use crate::core::seat::Seat;

/// See [`super::Handymen`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    for clause in text.split(';').map(str::trim) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let seat = |at: &str| at.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {at}?"));
        match words.as_slice() {
            ["rolled"] => g.mods.m40_handymen.rolled = true,
            [at, "has", n] => {
                let left = n.parse::<u8>().ok().filter(|n| *n <= SET).ok_or("everybody has up to eight")?;
                let state = &mut g.mods.m40_handymen;
                state.gone[seat(at)?.index()] += state.supply[seat(at)?.index()].saturating_sub(left);
                state.supply[seat(at)?.index()] = left;
            }
            [at, "on", money, n] => {
                let currency = Currency::ALL.into_iter().find(|c| c.name() == *money);
                let currency = currency.ok_or_else(|| format!("{money} is no currency"))?;
                let spaces = (0..g.core.pieces.market.len()).map(|i| Space(i as u8));
                let space = spaces.into_iter().find(|space| purchase::currency_of(g, *space) == currency);
                let space = space.ok_or("there is no such space")?;
                let n = n.parse::<u8>().map_err(|_| format!("how many is {n}?"))?;
                take(g, seat(at)?, n)?;
                g.mods.m40_handymen.market[usize::from(space.0)][seat(at)?.index()] += n;
            }
            [at, "on", key] => {
                let piece = PieceId::with_key(key).ok_or_else(|| format!("there is no tile {key}"))?;
                stand(g, seat(at)?, piece)?;
            }
            [at, "at", x, y] => {
                let number = |n: &str| n.parse::<i32>().map_err(|_| format!("{n} is no number"));
                let cell = Cell::at(number(x)?, number(y)?);
                let found = placing::piece_at(g, seat(at)?, cell);
                stand(g, seat(at)?, found.ok_or_else(|| format!("nothing stands at {x} {y}"))?.0)?;
            }
            _ => return Err(format!("\"{clause}\" says nothing about handymen")),
        }
    }
    Ok(())
}

fn take(g: &mut GameState, seat: Seat, n: u8) -> Result<(), String> {
    let supply = &mut g.mods.m40_handymen.supply[seat.index()];
    *supply = supply.checked_sub(n).ok_or("there are not so many handymen")?;
    Ok(())
}

fn stand(g: &mut GameState, seat: Seat, piece: PieceId) -> Result<(), String> {
    if !super::own_tiles(g, seat).contains(piece) {
        return Err("that tile belongs to somebody else".to_owned());
    }
    take(g, seat, 1)?;
    g.mods.m40_handymen.on.insert(piece);
    Ok(())
}
