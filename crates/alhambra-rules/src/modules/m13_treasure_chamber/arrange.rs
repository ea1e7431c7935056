//! For scenarios: chests where a text says.

use super::{ALL, ROOM, ROOMS, Spot, State, building, buildings, has_chest, listed, scorers, total};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId};
use crate::core::seat::{Scorer, Seat};

/// See [`super::TreasureChamber`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let rooms = g.mods.m13_treasure_chamber.rooms;
    let mut named = [false; ROOMS];
    g.mods.m13_treasure_chamber = State { bag: ALL, ..State::default() };
    for clause in text.split(';').map(str::trim) {
        let (where_, what) = clause.split_once(':').unwrap_or((clause, ""));
        match where_.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["closed"] => g.mods.m13_treasure_chamber.closed = true,
            ["room", number] => {
                let room = number.parse::<usize>().ok().filter(|n| (1..=ROOMS).contains(n));
                let room = room.ok_or_else(|| format!("there is no room {number}"))? - 1;
                named[room] = true;
                for name in names(what) {
                    let colour = colour(name)?;
                    take(g, colour)?;
                    g.mods.m13_treasure_chamber.rooms[room][colour.index()] += 1;
                }
            }
            ["dirk"] => stand(g, Scorer::Dirk, what)?,
            [seat] => {
                let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
                stand(g, Scorer::Seat(seat), what)?;
            }
            _ => return Err(format!("\"{clause}\" says nothing about chests")),
        }
    }
    for room in (0..ROOMS).filter(|room| !named[*room]) {
        let wanted = rooms[room];
        for colour in super::each(&wanted) {
            take(g, colour)?;
        }
        g.mods.m13_treasure_chamber.rooms[room] = wanted;
    }
    match g.mods.m13_treasure_chamber.rooms.iter().find(|room| ![0, ROOM].contains(&total(room))) {
        Some(room) => Err(format!("a room holds four chests or none, not {}", listed(room))),
        None => Ok(()),
    }
}

fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "empty"))
}

fn colour(name: &str) -> Result<Building, String> {
    let singular = name.strip_suffix('s').unwrap_or(name);
    let found = Building::ALL.into_iter().find(|b| [name, singular].contains(&b.name()));
    found.ok_or_else(|| format!("there are no {name} chests"))
}

fn take(g: &mut GameState, colour: Building) -> Result<(), String> {
    let left = &mut g.mods.m13_treasure_chamber.bag[colour.index()];
    *left = left.checked_sub(1).ok_or_else(|| format!("there are not so many {colour} chests"))?;
    Ok(())
}

/// `2 gardens, tower-9-nw`: any two gardens, and that tower.
fn stand(g: &mut GameState, owner: Scorer, list: &str) -> Result<(), String> {
    for name in names(list) {
        let spots: Vec<Spot> = match name.split_once(' ') {
            None => {
                let piece = PieceId::with_key(name).ok_or_else(|| format!("there is no tile {name}"))?;
                vec![(piece, Half::First)]
            }
            Some((n, kind)) => {
                let (n, kind) =
                    (n.parse::<usize>().map_err(|_| format!("how many is \"{n}\"?"))?, colour(kind)?);
                let free = buildings(g, owner).filter(|(spot, c)| *c == kind && !has_chest(g, *spot));
                let spots: Vec<Spot> = free.map(|(spot, _)| spot).take(n).collect();
                if spots.len() < n {
                    return Err(format!("there are not {n} {kind} tiles to put chests on"));
                }
                spots
            }
        };
        for spot in spots {
            let colour = building(g, spot).ok_or("a chest stands on a building")?;
            take(g, colour)?;
            g.mods.m13_treasure_chamber.on[spot.1.index()].insert(spot.0);
        }
    }
    let standing: usize = scorers(g).map(|owner| super::chests_of(g, owner).count()).sum();
    let on = &g.mods.m13_treasure_chamber.on;
    if standing == on[0].len() + on[1].len() { Ok(()) } else { Err("that tile is in no palace".to_owned()) }
}
