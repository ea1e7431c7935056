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
    let mut sums = vec![i32::from(dice[0])];
    for die in dice[1..].iter().filter(|die| **die > 0).map(|die| i32::from(*die)) {
        sums = sums.iter().flat_map(|sum| [sum + die, sum - die]).collect();
    }
    sums.iter().fold(0, |set, sum| set | 1 << sum.unsigned_abs()) & !1
}

/// Three equal dice fit anything.
fn wild(dice: [u8; 3]) -> bool {
    dice[2] > 0 && dice.iter().all(|die| *die == dice[0])
}

/// Whether a tile may be chosen with these dice: by the number printed on it.
fn fits(g: &GameState, dice: [u8; 3], piece: PieceId) -> bool {
    wild(dice) || values(dice) >> g.piece(piece).price & 1 != 0
}

/// Where a handyman may be put: market spaces first, then the own tiles without one. Nobody works on a watchtower
/// (rules part 2, 22.8).
pub(super) fn targets(g: &GameState, seat: Seat, dice: [u8; 3], out: &mut Vec<Act>) {
    let market = g.core.pieces.market.iter().enumerate();
    let spaces = market.filter(|(_, piece)| piece.is_some_and(|piece| fits(g, dice, piece)));
    out.extend(spaces.map(|(i, _)| Act::OnSpace { space: Space(i as u8) }));
    let free = own_tiles(g, seat).without(g.mods.m40_handymen.on);
    let tiles = free.iter().filter(|piece| placing::kept(*piece) && fits(g, dice, *piece));
    out.extend(tiles.map(|piece| Act::OnTile { piece }));
}

pub(super) fn any_target(g: &GameState, seat: Seat, dice: [u8; 3]) -> bool {
    let mut out = Vec::new();
    targets(g, seat, dice, &mut out);
    !out.is_empty()
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
