//! For scenarios: which scouts lie open, which card comes next and who knows it.

use super::{Building, Seat, Side};
use crate::GameState;

/// `scouts garden, tower; next w; next w seen by 0, 2; face up n; camps attacked`.
pub(super) fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
    let state = &mut g.mods.m15_invaders;
    for part in text.split(';').map(str::trim) {
        let words: Vec<&str> = part.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["scouts", names @ ..] => {
                (state.pile, state.scouts) = (0b11_1111, 0);
                for name in names.iter().filter(|name| **name != "none") {
                    let scout = Building::ALL.into_iter().find(|b| b.name() == *name);
                    let scout = scout.ok_or_else(|| format!("there is no building \"{name}\""))?;
                    state.scouts |= 1 << scout.index();
                }
                state.pile &= !state.scouts;
            }
            ["next", from] => state.top = Some(side(from)?),
            ["next", from, "seen", "by", seats @ ..] => {
                state.top = Some(side(from)?);
                for at in seats {
                    let seat = at.parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
                    state.seen_by = state.seen_by.with(seat);
                }
            }
            ["face", "up", from] => {
                (state.face_up, state.scouts) = (true, 0);
                state.top = Some(side(from)?);
            }
            ["camps", "attacked"] => state.camps_attacked = true,
            _ => return Err(format!("\"{part}\" is nothing of the invaders")),
        }
    }
    Ok(())
}

fn side(letter: &str) -> Result<Side, String> {
    let named = |side: &Side| side.letter().to_ascii_lowercase().to_string() == letter;
    Side::ALL.into_iter().find(named).ok_or_else(|| format!("\"{letter}\" is no side: n, e, s or w"))
}
