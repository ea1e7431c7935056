//! For scenarios: buildings in columns and on grounds, as a text says.

use super::{Column, GROUNDS, HEIGHT, NUMBERS, OF_EACH};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::PieceId;

/// See [`super::NewBuildingGrounds`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let mut bag: Vec<Building> = Building::ALL.into_iter().flat_map(|b| [b; OF_EACH]).collect();
    let mut named: [Option<Vec<Building>>; NUMBERS.len()] = Default::default();
    for clause in text.split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
        match clause.split_once(':') {
            Some((number, list)) => {
                let column = NUMBERS.iter().position(|n| n.to_string() == number.trim());
                let column = column.ok_or_else(|| format!("there is no column {number}"))?;
                let all = list.split(',').map(str::trim).filter(|name| !name.is_empty());
                named[column] = Some(all.map(|name| take(&mut bag, name)).collect::<Result<_, _>>()?);
            }
            None => {
                let (key, name) = clause.split_once(' ').ok_or("say \"ground-3 arcades\"")?;
                let ground = PieceId::with_key(key).filter(|piece| GROUNDS.contains(*piece));
                let ground = ground.ok_or_else(|| format!("there is no ground {key}"))?;
                g.core.pieces.building[ground.index()] = Some(take(&mut bag, name)?);
            }
        }
    }
    for (i, named) in named.into_iter().enumerate() {
        let buildings = named.unwrap_or_else(|| {
            let rest = bag.len().min(HEIGHT);
            bag.drain(..rest).collect()
        });
        let mut column: Column = [None; HEIGHT];
        for (place, building) in column.iter_mut().zip(&buildings) {
            *place = Some(*building);
        }
        g.mods.m27_new_building_grounds.columns[i] = column;
    }
    if bag.is_empty() { Ok(()) } else { Err(format!("no place is left for {bag:?}")) }
}

fn take(bag: &mut Vec<Building>, name: &str) -> Result<Building, String> {
    let at = bag.iter().position(|building| building.name() == name);
    at.map(|at| bag.remove(at)).ok_or_else(|| format!("there is no other {name} under construction"))
}
