//! For scenarios: extensions where a text says.

use super::board::{Column, EACH, Name, Row, column};
use super::{State, building};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId};

/// See [`super::Extensions`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let mut left: Vec<Building> = Building::ALL.into_iter().flat_map(|it| [it; EACH]).collect();
    let mut state = State::default();
    let mut named = [[false; 3]; 4];
    for clause in text.split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
        let (place, list) = clause.split_once(':').ok_or_else(|| format!("where is \"{clause}\"?"))?;
        let column =
            Column::all().find(|it| Name::of_column(column(g.rules(), *it)).replace('_', " ") == place);
        let items = list.split(',').map(str::trim);
        if let Some(column) = column {
            for (row, item) in Row::all().zip(items) {
                named[column.index()][row.index()] = true;
                if item != "empty" {
                    let kind = Building::ALL.into_iter().find(|building| building.name() == item);
                    let kind = kind.ok_or_else(|| format!("there is no extension \"{item}\""))?;
                    take(&mut left, kind)?;
                    state.board[column.index()][row.index()] = Some(kind);
                }
            }
            continue;
        }
        // Whose tile it is, the table says; the census looks that it is somebody's.
        for item in items {
            let (key, half) = match item.split_once(' ') {
                Some((key, "second")) => (key, Half::Second),
                _ => (item, Half::First),
            };
            let piece = PieceId::with_key(key).ok_or_else(|| format!("there is no tile {key}"))?;
            let kind = building(g, (piece, half)).ok_or_else(|| format!("{item} is no building"))?;
            take(&mut left, kind)?;
            state.on[half.index()].insert(piece);
        }
    }
    let mut rest = left.into_iter();
    for column in Column::all() {
        for row in Row::all().filter(|row| !named[column.index()][row.index()]) {
            state.board[column.index()][row.index()] = rest.next();
        }
    }
    g.mods.m39_extensions = state;
    Ok(())
}

fn take(left: &mut Vec<Building>, kind: Building) -> Result<(), String> {
    let at = left.iter().position(|tile| *tile == kind);
    let at = at.ok_or_else(|| format!("there are only {EACH} extensions {kind}"))?;
    left.remove(at);
    Ok(())
}
