//! What an attack costs.

use crate::GameState;
use crate::core::cell::{Cell, Side};
use crate::core::palace::{Edge, Ground};
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::cx::Why;

/// In the last round each open side of the two neighbouring directions costs this much.
const BESIDE: i16 = 1;

/// I2, I3: what `seat` loses to an attack from this side after scoring `round`.
pub(super) fn loss(g: &GameState, seat: Seat, from: Side, round: u8) -> i16 {
    let (main, beside) = hit(g, seat, from, round);
    main.len() as i16 * i16::from(round) + beside.len() as i16 * BESIDE
}

/// The line of `seat`, if anything is lost.
pub(super) fn score(g: &GameState, seat: Seat, from: Side, sheet: &mut ScoreSheet) {
    let round = sheet.round();
    let (main, beside) = hit(g, seat, from, round);
    let loss = main.len() as i16 * i16::from(round) + beside.len() as i16 * BESIDE;
    if loss == 0 {
        return;
    }
    sheet.add(seat, -loss, || {
        let mut args = vec![main.len() as i16, i16::from(round)];
        let reason = if round < 3 {
            "score.invasion"
        } else {
            args.push(beside.len() as i16);
            "score.last_invasion"
        };
        Why { reason, args, cells: [main.clone(), beside.clone()].concat(), rank: None }
    });
}

/// The cells with an open side towards the attack, and in the last round those with one beside it.
fn hit(g: &GameState, seat: Seat, from: Side, round: u8) -> (Vec<Cell>, Vec<Cell>) {
    let ground = g.ground(seat);
    let camps = g.mods.m15_invaders.camps_attacked;
    let beside = if round < 3 {
        Vec::new()
    } else {
        let [one, other] = [1, 3].map(|turn| Side::ALL[(from as usize + turn) % 4]);
        [open(&ground, one, camps), open(&ground, other, camps)].concat()
    };
    (open(&ground, from, camps), beside)
}

/// The cells whose side in this direction is open to the outside: no wall, and nothing in front of it (A-I-1). What
/// looks into the empty half of a half cell is outside; a half cell itself is no building.
fn open(ground: &Ground, side: Side, camps: bool) -> Vec<Cell> {
    let exposed = |cell: &Cell| {
        let bare = matches!(ground.edge(*cell, side), Some(Edge::Open | Edge::Green));
        bare && matches!(ground.edge(cell.next(side), side.opposite()), None | Some(Edge::Shadow))
    };
    let tiles = ground.palace.cells();
    let outside = ground.camps().iter().map(|camp| camp.0).filter(|_| camps);
    tiles.iter().chain(outside).filter(exposed).collect()
}
