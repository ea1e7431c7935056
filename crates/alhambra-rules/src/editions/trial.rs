//! An edition for the test kit: other sizes, other tables, another deck. Whatever the core took for granted about the
//! classic game breaks here first.

use crate::core::building::Currency;
use crate::core::catalogue::{self, PieceSet};
use crate::core::edition::Edition;
use crate::core::step::Step;
use crate::editions::EditionId;
use crate::editions::classic::choosing::WITHOUT;
use crate::editions::classic::{FACTS, PRINT, SET_UP, rows};
use crate::module::Stage;
use crate::refs::Key;
use crate::registry::ModuleId;

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
    guards: None,
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
    refuses,
    fixed: |_| false,
};

/// Buildings are refilled before cash.
const TURN: &[Step] = &[
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
    Step::T75,
    Step::T70,
    Step::T80,
    Step::T85,
    Step::T90,
    Step::T95,
    Step::T99,
];

/// Majorities before walls.
const SCORING: &[Step] = &[
    Step::S01,
    Step::S02,
    Step::S20,
    Step::S10,
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

/// Only some modules go with it, by their numbers: those that are played with any deck, any market and any order of steps.
fn refuses(module: ModuleId) -> Option<Key> {
    (!matches!(module.number(), 1 | 4 | 6 | 9)).then_some("no_modules")
}
