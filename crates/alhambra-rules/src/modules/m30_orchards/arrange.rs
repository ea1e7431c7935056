//! For scenarios: fruit where a text says.

use super::boards::{BOARDS, EACH, KINDS, Orchard};
use super::{Fruit, Group, OnMarket};
use crate::GameState;
use crate::core::building::Currency;
use crate::core::catalogue::PieceId;
use crate::core::seat::Seat;

/// See [`super::Orchards`]'s `arrange`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    g.mods.m30_orchards.supply = [EACH; KINDS];
    g.mods.m30_orchards.market.clear();
    g.mods.m30_orchards.orchards = std::array::from_fn(|i| Orchard::with_board(i as u8));
    for clause in text.split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
        match clause.split_once(':') {
            Some((of, list)) => {
                let of = seat(of)?;
                list.split(',').try_for_each(|item| own(g, of, item.trim()))?;
            }
            None => match clause.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["rest", with] => {
                    let with = seat(with)?;
                    let rest: u8 = g.mods.m30_orchards.supply.iter().sum();
                    g.mods.m30_orchards.supply = [0; KINDS];
                    g.mods.m30_orchards.orchards[with.index()].face_down += rest;
                }
                [space, name] => on_market(g, space, name)?,
                _ => return Err(format!("\"{clause}\" says nothing about fruit")),
            },
        }
    }
    Ok(())
}

fn seat(text: &str) -> Result<Seat, String> {
    text.trim().parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {text}?"))
}

fn fruit(name: &str) -> Result<Fruit, String> {
    let found = Fruit::ALL.into_iter().find(|fruit| fruit.name() == name);
    found.ok_or_else(|| format!("there is no fruit \"{name}\""))
}

fn group(points: &str) -> Result<Group, String> {
    let found = Group::ALL.into_iter().find(|group| group.points().to_string() == points);
    found.ok_or_else(|| format!("no group is worth {points}"))
}

fn draw(g: &mut GameState, fruit: Fruit) -> Result<(), String> {
    let left = &mut g.mods.m30_orchards.supply[fruit as usize];
    *left = left.checked_sub(1).ok_or_else(|| format!("there are not so many fruits: {}", fruit.name()))?;
    Ok(())
}

fn on_market(g: &mut GameState, space: &str, name: &str) -> Result<(), String> {
    let wanted = |currency: &Currency| currency.name() == space;
    let at = g.rules().edition().market.iter().position(wanted);
    let piece = at.and_then(|at| g.core.pieces.market[at]).or_else(|| PieceId::with_key(space));
    let piece = piece.ok_or_else(|| format!("there is no tile on the space {space}"))?;
    let fruit = fruit(name)?;
    draw(g, fruit)?;
    let tile = OnMarket { piece, fruit };
    g.mods.m30_orchards.market.push(tile).map_err(|_| "the market is full".to_owned())
}

/// `board 3`, `full 1 2 11`, `fig in 4`, `2 face down`.
fn own(g: &mut GameState, of: Seat, item: &str) -> Result<(), String> {
    match item.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["board", number] => {
            let board = number.parse::<u8>().ok().filter(|n| (1..=BOARDS.len() as u8).contains(n));
            let board = board.ok_or_else(|| format!("there is no board {number}"))? - 1;
            let orchards = &mut g.mods.m30_orchards.orchards;
            let before = orchards[of.index()].board;
            // Whoever had it gets the other one.
            orchards.iter_mut().filter(|other| other.board == board).for_each(|other| other.board = before);
            orchards[of.index()].board = board;
            Ok(())
        }
        ["full", groups @ ..] => groups.iter().try_for_each(|points| {
            let group = group(points)?;
            let spaces: Vec<Fruit> = g.mods.m30_orchards.orchards[of.index()]
                .spaces(g.rules(), group)
                .map(|space| space.0)
                .collect();
            spaces.into_iter().try_for_each(|fruit| put(g, of, fruit, group))
        }),
        [name, "in", points] => put(g, of, fruit(name)?, group(points)?),
        [n, "face", "down"] => {
            let n: u8 = n.parse().map_err(|_| format!("how many is \"{n}\"?"))?;
            for _ in 0..n {
                let most = Fruit::ALL.into_iter().max_by_key(|f| g.mods.m30_orchards.supply[*f as usize]);
                draw(g, most.unwrap_or_default())?;
                g.mods.m30_orchards.orchards[of.index()].face_down += 1;
            }
            Ok(())
        }
        _ => Err(format!("\"{item}\" says nothing about a board")),
    }
}

fn put(g: &mut GameState, of: Seat, fruit: Fruit, group: Group) -> Result<(), String> {
    draw(g, fruit)?;
    if g.mods.m30_orchards.orchards[of.index()].put(&g.core.rules, fruit, group) {
        Ok(())
    } else {
        Err(format!("the group for {} has no space for another {}", group.points(), fruit.name()))
    }
}
