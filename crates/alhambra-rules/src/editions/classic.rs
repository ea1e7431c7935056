//! The classic game, as the Mega Box plays it.

use crate::core::building::Currency;
use crate::core::catalogue::{self, Facts, PIECES, PRINTS, Piece, PieceId, PieceSet, facts};
use crate::core::edition::{Edition, Places};
use crate::core::step::Step;
use crate::editions::EditionId;
use crate::module::Stage;

pub(crate) mod choosing;
use choosing::{GROUPS, SETS, WITHOUT};

/// Every piece as the Mega Box prints it, by number.
pub(super) const PRINT: &[Piece; PIECES] = &PRINTS[0];

/// Price and walls of every piece.
pub(super) static FACTS: [Facts; PIECES] = facts(PRINT);

/// The piece as the Mega Box prints it.
///
/// ```
/// use alhambra_rules::{PieceId, classic_piece};
/// assert_eq!(classic_piece(PieceId::new(0).unwrap()).name(), "pavilion 2 NEW");
/// ```
#[inline]
pub const fn classic_piece(id: PieceId) -> &'static Piece {
    &PRINT[id.index()]
}

/// The classic profile.
pub static CLASSIC: Edition = Edition {
    id: EditionId::Classic,
    stage: Stage::Stable,
    version: 2,
    tower: PieceSet::range(0..54),
    pieces: PRINT,
    facts: &FACTS,
    cards: catalogue::CARDS,
    market: &Currency::ALL,
    preview: 0,
    bag: 0,
    guards: None,
    money_copies: 3,
    display: 4,
    take_limit: 5,
    start_money: 20,
    start_score: 0,
    extra_action_must: false,
    majorities: [rows([1, 0, 0]), rows([8, 1, 0]), rows([16, 8, 1])],
    dirk_tiles: 6,
    set_up: SET_UP,
    turn: TURN,
    scoring: SCORING,
    rules: None,
    groups: GROUPS,
    sets: SETS,
    without: WITHOUT,
    refuses: |_| None,
    fixed: |_| false,
};

/// How many modules the Mega Box has; they are numbered from 1.
pub const BOX: u8 = 43;

/// Each building type is worth one point more than the one before it, in every place that counts.
pub(super) const fn rows(pavilion: Places) -> [Places; 6] {
    let mut rows = [pavilion; 6];
    let mut i = 1;
    while i < 6 {
        let mut place = 0;
        while place < 3 {
            if pavilion[place] > 0 {
                rows[i][place] = pavilion[place] + i as u8;
            }
            place += 1;
        }
        i += 1;
    }
    rows
}

pub(super) const SET_UP: &[Step] = &[
    Step::U01,
    Step::U02,
    Step::U03,
    Step::U04,
    Step::U05,
    Step::U06,
    Step::U07,
    Step::U08,
    Step::U09,
    Step::U10,
    Step::U11,
    Step::U12,
    Step::U13,
    Step::U14,
];

pub(super) const TURN: &[Step] = &[
    Step::T00,
    Step::T01,
    Step::T02,
    Step::T03,
    Step::T04,
    Step::T05,
    Step::T11,
    Step::T15,
    Step::T20,
    Step::T30,
    Step::T40,
    Step::T45,
    Step::T50,
    Step::T55,
    Step::T60,
    Step::T64,
    Step::T65,
    Step::T70,
    Step::T75,
    Step::T80,
    Step::T85,
    Step::T90,
    Step::T95,
    Step::T99,
];

pub(super) const SCORING: &[Step] = &[
    Step::S01,
    Step::S02,
    Step::S10,
    Step::S20,
    Step::S25,
    Step::S30,
    Step::S31,
    Step::S32,
    Step::S33,
    Step::S34,
    Step::S35,
    Step::S36,
    Step::S37,
    Step::S38,
    Step::S40,
    Step::S41,
    Step::S50,
    Step::S55,
    Step::S60,
    Step::S65,
    Step::S70,
    Step::S75,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::building::Building;

    #[test]
    fn the_table_is_the_printed_one() {
        let places = |round, building| CLASSIC.places(round, building);
        assert_eq!(places(1, Building::Chambers), [4, 0, 0]);
        assert_eq!(places(2, Building::Tower), [13, 6, 0]);
        assert_eq!(places(2, Building::Pavilion), [8, 1, 0]);
        assert_eq!(places(3, Building::Pavilion), [16, 8, 1]);
        assert_eq!(places(3, Building::Tower), [21, 13, 6]);
    }
}
