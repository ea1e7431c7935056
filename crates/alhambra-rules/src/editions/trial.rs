//! An edition for the test kit: other sizes, other tables, another deck. Whatever the core took for granted about the
//! classic game breaks here first.

use crate::core::building::Currency;
use crate::core::catalogue::{self, PieceSet};
use crate::core::edition::Edition;
use crate::editions::EditionId;
use crate::editions::classic::choosing::WITHOUT;
use crate::editions::classic::{FACTS, PRINT, SCORING, SET_UP, TURN, rows};
use crate::module::Stage;

/// A market of six spaces, a display of five, a smaller tower, two cards of each kind.
pub static TRIAL: Edition = Edition {
    id: EditionId::Trial,
    stage: Stage::Planned,
    version: 1,
    tower: PieceSet::range(3..51),
    pieces: PRINT,
    facts: &FACTS,
    cards: catalogue::CARDS,
    market: &[
        Currency::Ducat,
        Currency::Denar,
        Currency::Florin,
        Currency::Dirham,
        Currency::Florin,
        Currency::Denar,
    ],
    preview: 0,
    bag: 0,
    guards: false,
    money_copies: 2,
    display: 5,
    take_limit: 6,
    start_money: 15,
    start_score: 3,
    extra_action_must: true,
    majorities: [rows([2, 0, 0]), rows([6, 2, 0]), rows([12, 6, 2])],
    dirk_tiles: 4,
    set_up: SET_UP,
    turn: TURN,
    scoring: SCORING,
    rules: None,
    groups: &[],
    sets: &[],
    without: WITHOUT,
    refuses: |_| Some("no_modules"),
    fixed: |_| false,
};
