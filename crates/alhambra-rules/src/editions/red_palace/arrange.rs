//! A position of The Red Palace for a scenario.

use super::{Ability, LANDS, PLAZAS, Post, State, board};
use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{PieceId, PieceSet};
use crate::core::seat::Seat;

/// Sentences between semicolons: `land-9 tower`, `preview 3 land-12`, `preview empty`, `abilities cash wall half exact`,
/// `spots 1 2 3 3 4 4 5`, `placed 3`, `guard land-9 E`, `fresh land-9`, `half garden 0`, `tiles 1 8 5`, `classic`,
/// `half with building`, `walls 0`, `plazas 0`, `used cash`, `over 1`, `bag garden tower`. Lands without a building get one afterwards.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    for piece in g.core.pieces.tower_set().and(LANDS).iter() {
        g.core.pieces.building[piece.index()] = None;
    }
    let dirk = g.core.pieces.dirk;
    g.mods.red_palace.manned = settled(g).or(g.mods.red_palace.manned.and(dirk));
    let aside = g.core.pieces.aside;
    for slot in &mut g.mods.red_palace.preview {
        *slot = slot.filter(|piece| aside.contains(*piece));
    }
    let mut in_bag = None;
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words.as_slice() {
            ["preview", ..] => preview(g, &words)?,
            ["bag", names @ ..] => {
                let mut wanted = [0; 6];
                for name in names {
                    wanted[building(name)?.index()] += 1;
                }
                in_bag = Some(wanted);
            }
            ["plazas", n] => {
                let spare: Vec<PieceId> =
                    g.core.pieces.aside.and(PLAZAS).iter().skip(usize::from(number(n)?)).collect();
                spare.into_iter().for_each(|piece| put_away(g, piece));
            }
            [key, name] if key.starts_with("land-") => {
                g.core.pieces.building[land(key)?.index()] = Some(building(name)?);
            }
            _ => on_boards(&mut g.mods.red_palace, &words)?,
        }
    }
    fill_lands(g);
    in_bag.map_or(Ok(()), |wanted| empty_bag(g, wanted))
}

/// What is written on cardboard: abilities, placement tiles, guards, scoring tiles.
fn on_boards(state: &mut State, words: &[&str]) -> Result<(), String> {
    match words {
        ["abilities", names @ ..] => {
            for (slot, name) in state.abilities.iter_mut().zip(names) {
                *slot = ability(name)?;
            }
        }
        ["used", name] => state.used |= ability(name)?.bit(),
        ["over", n] => state.over = number(n)?,
        ["spots", spots @ ..] => {
            for (slot, n) in state.spots.iter_mut().zip(spots) {
                *slot = number(n)?;
            }
        }
        ["placed", n] => state.placed = number(n)?,
        ["walls", n] => state.walls = number(n)?,
        ["half", "with", "building"] => state.half_with_building = true,
        ["half", name, at] => {
            let seat = at.parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
            state.half[building(name)?.index()] = Some(seat);
        }
        ["classic"] => state.classic = true,
        ["tiles", numbers @ ..] => {
            for (slot, n) in state.tiles.iter_mut().zip(numbers) {
                let tile = board::scoring_tiles().nth(usize::from(number(n)?).wrapping_sub(1));
                *slot = tile.ok_or("there are 18 scoring tiles")?;
            }
        }
        ["guard", key, side] => {
            let side = crate::Side::ALL.into_iter().find(|s| s.letter().to_string() == *side);
            let side = side.ok_or("a side is N, E, S or W")?;
            let post = Post { piece: land(key)?, half: Default::default(), side };
            state.posts.push(post).map_err(|_| "there are 32 guards")?;
            state.posts.sort_unstable();
        }
        ["fresh", key] => drop(state.manned.remove(land(key)?)),
        _ => return Err(format!("\"{}\" is nothing of The Red Palace", words.join(" "))),
    }
    Ok(())
}

fn preview(g: &mut GameState, words: &[&str]) -> Result<(), String> {
    let (slot, key) = match words {
        ["preview", "empty"] => {
            let previewed = std::mem::take(&mut g.mods.red_palace.preview);
            previewed.into_iter().flatten().for_each(|piece| put_away(g, piece));
            return Ok(());
        }
        ["preview", slot, key] => (slot, key),
        _ => return Err("say \"preview empty\" or \"preview 3 land-12\"".to_owned()),
    };
    let (slot, piece) = (usize::from(number(slot)?), land(key)?);
    let preview = &mut g.mods.red_palace.preview;
    for other in preview.iter_mut().filter(|other| **other == Some(piece)) {
        *other = None;
    }
    let slot = preview.get_mut(slot.wrapping_sub(1)).ok_or("the preview has spaces 1 to 3")?;
    if let Some(old) = slot.replace(piece) {
        put_away(g, old);
    }
    g.core.pieces.tower.remove(piece);
    g.core.pieces.gone.remove(piece);
    g.core.pieces.aside.insert(piece);
    Ok(())
}

/// Out of the game, and its building back into the bag.
fn put_away(g: &mut GameState, piece: PieceId) {
    g.core.pieces.aside.remove(piece);
    g.core.pieces.building[piece.index()] = None;
    g.core.pieces.gone.insert(piece);
}

/// Lands that lie with somebody.
fn settled(g: &GameState) -> PieceSet {
    let pieces = &g.core.pieces;
    let own =
        (0..crate::MAX_SEATS).fold(pieces.dirk, |all, i| all.or(pieces.palace[i]).or(pieces.reserve[i]));
    own.and(LANDS)
}

/// Every land on the table has a building; of which type, if nothing was said, is what the bag has most of.
fn fill_lands(g: &mut GameState) {
    let pieces = &g.core.pieces;
    let market: PieceSet = pieces.market.iter().flatten().copied().collect();
    let bought = pieces.bought.iter().fold(market, |all, set| all.or(*set));
    for piece in settled(g).or(bought).or(pieces.aside).and(LANDS).iter() {
        if g.core.pieces.building[piece.index()].is_none() {
            let left = board::bag(g);
            g.core.pieces.building[piece.index()] = Building::ALL.into_iter().max_by_key(|b| left[b.index()]);
        }
    }
}

/// What is not to be in the bag stands on lands that are gone.
fn empty_bag(g: &mut GameState, wanted: [u8; 6]) -> Result<(), String> {
    let gone = g.core.pieces.gone.and(LANDS);
    for (kind, wanted) in Building::ALL.into_iter().zip(wanted) {
        while board::bag(g)[kind.index()] > wanted {
            let bare = gone.iter().find(|piece| g.core.pieces.building[piece.index()].is_none());
            let bare = bare.ok_or("too few lands are gone for such a bag")?;
            g.core.pieces.building[bare.index()] = Some(kind);
        }
    }
    Ok(())
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("\"{text}\" is no number"))
}

fn land(key: &str) -> Result<PieceId, String> {
    PieceId::with_key(key).ok_or_else(|| format!("there is no tile \"{key}\""))
}

fn building(name: &str) -> Result<Building, String> {
    let found = Building::ALL.into_iter().find(|building| building.name() == name);
    found.ok_or_else(|| format!("there is no building \"{name}\""))
}

fn ability(name: &str) -> Result<Ability, String> {
    let found = Ability::ALL.into_iter().find(|ability| format!("{ability:?}").to_lowercase() == name);
    found.ok_or_else(|| format!("there is no ability \"{name}\""))
}
