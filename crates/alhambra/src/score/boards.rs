//! What lies on the boards of an edition with guards at a real table: the scoring tile, half-buildings, the guard board.

use super::{Held, Question};
use crate::input::Trouble;
use crate::tile::{has_guards, with_guards};
use alhambra_rules::calculator::{self, Counted, Holding};
use alhambra_rules::{Building, EditionId, ScoreLine, Seat};

/// Whether what is said about these boards can be.
pub(super) fn check(question: &Question, edition: EditionId) -> Result<(), Trouble> {
    let elsewhere = || format!("this belongs to {}", with_guards());
    if !has_guards(edition) {
        if question.scoring_tile.is_some() {
            return Err(Trouble::new("scoring_tile", elsewhere()));
        }
        if question.guard_value > 0 {
            return Err(Trouble::new("guard_value", elsewhere()));
        }
        for (i, player) in question.players.iter().enumerate() {
            let said = [("half", !player.half.is_empty()), ("guards", player.guards.is_some())];
            if let Some((field, _)) = said.into_iter().find(|(_, said)| *said) {
                return Err(Trouble::new(format!("players[{i}].{field}"), elsewhere()));
            }
        }
        return Ok(());
    }
    if let Some(tile) = &question.scoring_tile
        && let Some(twice) = Building::ALL.into_iter().find(|building| !tile.contains(building))
    {
        let message = format!("a scoring tile shows each type once, and {twice} is missing");
        return Err(Trouble::new("scoring_tile", message));
    }
    let mut taken: Vec<Building> = Vec::new();
    for (i, player) in question.players.iter().enumerate() {
        for half in &player.half {
            if taken.contains(half) {
                let message = format!("there is only one half-building {half} in the box");
                return Err(Trouble::new(format!("players[{i}].half"), message));
            }
            taken.push(*half);
        }
    }
    Ok(())
}

/// The points of everybody, line by line.
pub(super) fn score(
    question: &Question,
    edition: EditionId,
    holdings: &[Held],
    dirk: Option<[u8; 6]>,
) -> Vec<ScoreLine> {
    let Question { round, players, house, scoring_tile, guard_value, .. } = question;
    let Some(guards) = edition.profile().guards else {
        let holding = |held: &Held| Holding { buildings: held.buildings, wall: held.wall };
        let holdings: Vec<Holding> = holdings.iter().map(holding).collect();
        return calculator::score(edition.profile(), house, *round, &holdings, dirk);
    };
    let counted = holdings.iter().zip(players).map(|(held, player)| {
        let mut halves = held.buildings.map(|n| 2 * n);
        player.half.iter().for_each(|building| halves[building.index()] += 1);
        Counted { halves, wall: held.wall }
    });
    let counted: Vec<Counted> = counted.collect();
    let table = (guards.places)(*round, scoring_tile.as_ref());
    let dirk = dirk.map(|buildings| buildings.map(|n| 2 * n));
    let mut lines = calculator::score_by(&table, house, *round, &counted, dirk);
    if *round == 3 {
        let guarded = (0..).map_while(Seat::new).zip(holdings).filter(|(_, held)| held.guards > 0);
        let points = guarded.map(|(seat, held)| (guards.points)(seat, held.guards, *guard_value));
        lines.extend(points.filter(|line| line.points > 0));
    }
    lines
}
