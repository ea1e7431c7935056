//! T05: up to three dice, and what their sums and differences fit.

use super::{Act, Scene, own_tiles, set, told};
use crate::GameState;
use crate::core::catalogue::PieceId;
use crate::core::chance::Stream;
use crate::core::pieces::Space;
use crate::core::placing;
use crate::core::seat::Seat;
use crate::cx::Cx;
use crate::decision::Ref;

/// The prices the dice stand for: bit n is price n. Each die is added or taken away; nothing costs 0.
fn values(dice: [u8; 3]) -> u32 {
    // All sums at once: bit 32 + n is the sum n, so that a die moves them all up and all down.
    let sums = dice[1..].iter().filter(|die| **die > 0);
    let sums = sums.fold(1u64 << (32 + dice[0]), |sums, die| sums << die | sums >> die);
    // A sum below 0 stands for the same price as the one above.
    let (above, below) = ((sums >> 32) as u32, (sums.reverse_bits() >> 31) as u32);
    (above | below) & !1
}

/// Three equal dice fit anything.
fn wild(dice: [u8; 3]) -> bool {
    dice[2] > 0 && dice.iter().all(|die| *die == dice[0])
}

/// The tiles that may be chosen with these dice: by the number printed on them.
fn fitting(g: &GameState, dice: [u8; 3]) -> impl Fn(PieceId) -> bool + '_ {
    let prices = if wild(dice) { !0 } else { values(dice) };
    move |piece| prices >> g.core.facts(piece).price & 1 != 0
}

/// Where a handyman may be put: market spaces first, then the own tiles without one. Nobody works on a watchtower
/// (rules part 2, 22.8).
pub(super) fn targets(g: &GameState, seat: Seat, dice: [u8; 3], out: &mut Vec<Act>) {
    let fits = fitting(g, dice);
    let market = g.core.pieces.market.iter().enumerate();
    let spaces = market.filter(|(_, piece)| piece.is_some_and(&fits));
    out.extend(spaces.map(|(i, _)| Act::OnSpace { space: Space(i as u8) }));
    let free = own_tiles(g, seat).without(g.mods.m40_handymen.on);
    let tiles = free.iter().filter(|piece| placing::kept(*piece) && fits(*piece));
    out.extend(tiles.map(|piece| Act::OnTile { piece }));
}

pub(super) fn any_target(g: &GameState, seat: Seat, dice: [u8; 3]) -> bool {
    let fits = fitting(g, dice);
    let free = own_tiles(g, seat).without(g.mods.m40_handymen.on);
    g.core.pieces.market.iter().flatten().any(|piece| fits(*piece))
        || free.iter().any(|piece| placing::kept(piece) && fits(piece))
}

/// Rolls the next die, if one is left.
pub(super) fn roll(cx: &mut Cx<'_, '_>, seat: Seat, mut dice: [u8; 3]) -> Option<[u8; 3]> {
    let next = dice.iter().position(|die| *die == 0)?;
    dice[next] = cx.pick(6, Stream::HandymenDice) as u8 + 1;
    let rolled = dice[next];
    cx.emit(|_| told(seat, "rolls", vec![Ref::Number(rolled.into())]));
    Some(dice)
}

/// Carries out what the player has decided about the dice.
pub(super) fn decide(cx: &mut Cx<'_, '_>, seat: Seat, dice: [u8; 3], act: Act) {
    match act {
        Act::Roll | Act::Refuse => {
            // From the first die on the turn is for money only.
            cx.g.mods.m40_handymen.rolled = true;
            let scene = roll(cx, seat, dice).map_or(Scene::Over, |dice| Scene::Rolling { seat, dice });
            return set(cx, scene);
        }
        Act::OnSpace { space } => {
            let state = &mut cx.g.mods.m40_handymen;
            state.supply[seat.index()] -= 1;
            state.market[usize::from(space.0)][seat.index()] += 1;
            cx.emit(|g| told(seat, "puts_on_market", pointed(g, seat, act)));
        }
        Act::OnTile { piece } => {
            let state = &mut cx.g.mods.m40_handymen;
            state.supply[seat.index()] -= 1;
            state.on.insert(piece);
            cx.emit(|g| told(seat, "puts_on_tile", pointed(g, seat, act)));
        }
        Act::Lose => cx.emit(|_| told(seat, "lets_go", Vec::new())),
        Act::Skip | Act::Fetch { .. } => {}
    }
    set(cx, Scene::Over);
}

/// What somebody's act points at.
fn pointed(g: &GameState, seat: Seat, act: Act) -> Vec<Ref> {
    use crate::module::Module;
    super::Handymen::describe(g, seat, act).refs
}
