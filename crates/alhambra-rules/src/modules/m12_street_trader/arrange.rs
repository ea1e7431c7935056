//! For scenarios: traders and citizens where a text says.

use super::{COPIES, Citizens, State, Trader, homes_of};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::PieceId;
use crate::core::cell::Cell;
use crate::core::placing;
use crate::core::seat::Seat;

/// See [`super::StreetTrader`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let traders = g.mods.m12_street_trader.traders;
    g.mods.m12_street_trader = State { traders, ..State::default() };
    for clause in text.split(';').map(str::trim) {
        let (whose, list) = clause.split_once(':').ok_or("say \"0 at 1 0: garden, tower\"")?;
        let words: Vec<&str> = whose.split_whitespace().collect();
        let [seat, rest @ ..] = words.as_slice() else { return Err(format!("whose is \"{clause}\"?")) };
        let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
        let names = list.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "nobody"));
        match rest {
            ["at", x, y] => {
                let number = |text: &str| text.parse::<i32>().map_err(|_| format!("\"{text}\" is no number"));
                lead(g, seat, Some(Cell::at(number(x)?, number(y)?)), names)?;
            }
            ["aside"] => lead(g, seat, None, names)?,
            ["houses"] => house(g, seat, names)?,
            _ => return Err(format!("\"{clause}\" says nothing about traders")),
        }
    }
    let mut used: Citizens = [0; 6];
    for seat in g.rules().seats() {
        let led = g.mods.m12_street_trader.traders[seat.index()].citizens;
        used = std::array::from_fn(|c| used[c] + led[c]);
        homes_of(g, seat).for_each(|(.., colour)| used[colour.index()] += 1);
    }
    for colour in Building::ALL {
        let left = COPIES.checked_sub(used[colour.index()]);
        g.mods.m12_street_trader.supply[colour.index()] =
            left.ok_or_else(|| format!("there are not so many {colour} citizens"))?;
    }
    Ok(())
}

fn colour(name: &str) -> Result<Building, String> {
    let singular = name.strip_suffix('s').unwrap_or(name);
    let found = Building::ALL.into_iter().find(|b| [name, singular].contains(&b.name()));
    found.ok_or_else(|| format!("there are no {name} citizens"))
}

fn lead<'a>(
    g: &mut GameState,
    seat: Seat,
    cell: Option<Cell>,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    let mut trader = Trader { cell, ..Trader::default() };
    for name in names {
        trader.citizens[colour(name)?.index()] += 1;
    }
    g.mods.m12_street_trader.traders[seat.index()] = trader;
    Ok(())
}

/// `2 gardens, tower-9-nw`: somebody lives in any two gardens, and in that tower.
fn house<'a>(g: &mut GameState, seat: Seat, names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    for name in names {
        let palace = g.core.pieces.palace[seat.index()];
        let empty = |piece: &PieceId| !g.mods.m12_street_trader.homes[0].contains(*piece);
        let pieces: Vec<PieceId> = match name.split_once(' ') {
            None => vec![PieceId::with_key(name).ok_or_else(|| format!("there is no tile {name}"))?],
            Some((n, kind)) => {
                let (n, kind) =
                    (n.parse::<usize>().map_err(|_| format!("how many is \"{n}\"?"))?, colour(kind)?);
                let fits = |piece: &PieceId| placing::building_on(g, *piece, 0) == Some(kind);
                let pieces: Vec<PieceId> = palace.iter().filter(empty).filter(fits).take(n).collect();
                if pieces.len() < n {
                    return Err(format!("there are not {n} {kind} tiles to live in"));
                }
                pieces
            }
        };
        for piece in pieces {
            if !palace.contains(piece) {
                return Err(format!("{name} is not in the palace"));
            }
            g.mods.m12_street_trader.homes[0].insert(piece);
        }
    }
    Ok(())
}
