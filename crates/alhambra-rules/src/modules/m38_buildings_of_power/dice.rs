//! Strength and Prosperity: dice that lie on their tiles and work while these stand in a palace.

use super::{Power, power, told};
use crate::GameState;
use crate::core::catalogue::PieceId;
use crate::core::cell::Cell;
use crate::core::chance::Stream;
use crate::core::house::WallPoints;
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use serde::{Deserialize, Serialize};

/// A die on a tile; which colour follows from the tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Die {
    /// The tile.
    pub piece: PieceId,
    /// What it shows, 1 to 6.
    pub pips: u8,
    /// Whether it was used in this turn.
    pub used: bool,
    /// Whether it was rolled in this turn.
    pub fresh: bool,
}

/// The dice of a player that work: on tiles in the palace, on which a building stands.
pub(super) fn of(g: &GameState, seat: Seat, kind: Power) -> impl Iterator<Item = Die> + '_ {
    let palace = g.core.pieces.palace[seat.index()];
    g.mods.m38_buildings_of_power.dice.iter().copied().filter(move |die| {
        palace.contains(die.piece)
            && power(g, die.piece) == Some(kind)
            && g.core.pieces.building[die.piece.index()].is_some()
    })
}

/// T00: every die may be used again, and those rolled before are no longer new.
pub(super) fn new_turn(cx: &mut Cx<'_, '_>) {
    for die in cx.g.mods.m38_buildings_of_power.dice.iter_mut() {
        (die.used, die.fresh) = (false, false);
    }
}

/// P7: a die of the supply is rolled and stays on the tile.
pub(super) fn roll_for(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    let pips = cx.pick(6, Stream::PowerDice) as u8 + 1;
    let dice = &mut cx.g.mods.m38_buildings_of_power.dice;
    let die = Die { piece, pips, used: false, fresh: true };
    dice.push(die).expect("there are as many dice as tiles, each bought from the market once");
    cx.emit(|_| told(Some(seat), "rolls_for", vec![Ref::Number(pips.into()), Ref::Piece(piece)]));
}

/// The die of a tile goes back to the supply.
pub(super) fn take_away(cx: &mut Cx<'_, '_>, piece: PieceId) {
    let dice = &mut cx.g.mods.m38_buildings_of_power.dice;
    if let Some(place) = dice.iter().position(|die| die.piece == piece) {
        dice.remove(place);
    }
}

/// White dice a player may use now, as their places from 1; of equal ones the first.
pub(super) fn usable(g: &GameState, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    let ready =
        of(g, seat, Power::Prosperity).filter(move |die| g.core.turn.seat == seat && !die.used && !die.fresh);
    let mut shown = 0u8;
    ready
        .filter(move |die| {
            let first = shown >> die.pips & 1 == 0;
            shown |= 1 << die.pips;
            first
        })
        .filter_map(move |die| {
            let place = g.mods.m38_buildings_of_power.dice.iter().position(|other| *other == die)?;
            Some(place as u8 + 1)
        })
}

/// P4: the die is turned down by one; a last pip that is used takes it out of the game.
pub(super) fn use_up(cx: &mut Cx<'_, '_>, seat: Seat, value: u8) {
    let dice = &mut cx.g.mods.m38_buildings_of_power.dice;
    let Some(place) = usize::from(value).checked_sub(1).filter(|place| *place < dice.len()) else { return };
    dice[place].used = true;
    dice[place].pips -= 1;
    let left = dice[place].pips;
    if left == 0 {
        dice.remove(place);
    }
    cx.emit(|_| told(Some(seat), "uses_die", vec![Ref::Number(left.into())]));
}

/// A white die in the words of a purchase.
pub(super) fn named(g: &GameState, value: u8) -> &'static str {
    const NAMES: [&str; 6] = [
        "1_less_with_the_white_1",
        "1_less_with_the_white_2",
        "1_less_with_the_white_3",
        "1_less_with_the_white_4",
        "1_less_with_the_white_5",
        "1_less_with_the_white_6",
    ];
    let die = g.mods.m38_buildings_of_power.dice.get(usize::from(value).wrapping_sub(1));
    NAMES[usize::from(die.map_or(1, |die| die.pips.clamp(1, 6))) - 1]
}

/// What a die shows, as a word of the module.
pub(super) fn word(pips: u8) -> &'static str {
    ["pips_1", "pips_2", "pips_3", "pips_4", "pips_5", "pips_6"][usize::from(pips.clamp(1, 6)) - 1]
}

/// What the second longest wall of a player brings, and where it runs: up to the sum of the black dice.
pub(super) fn second_wall(g: &GameState, seat: Seat, round: u8) -> (u16, Vec<Cell>) {
    let most: u8 = of(g, seat, Power::Strength).map(|die| die.pips).sum();
    let counts = g.core.rules.house.wall_points != WallPoints::FinalOnly || round >= 3;
    if most == 0 || !counts {
        return (0, Vec::new());
    }
    match g.ground(seat).second_wall() {
        Some((length, cells)) => (u16::from(length.min(most)), cells),
        None => (0, Vec::new()),
    }
}

/// S10: the second longest wall, beside the longest one that the core scores.
pub(super) fn score(g: &GameState, sheet: &mut ScoreSheet) {
    for seat in g.rules().seats() {
        if g.mods.m38_buildings_of_power.dice.is_empty() {
            return;
        }
        let (points, cells) = second_wall(g, seat, sheet.round());
        let most: u8 = of(g, seat, Power::Strength).map(|die| die.pips).sum();
        if points > 0 {
            sheet.add(seat, points as i16, || Why {
                reason: "score.second_wall",
                args: vec![points as i16, i16::from(most)],
                cells,
                rank: None,
            });
        }
    }
}
