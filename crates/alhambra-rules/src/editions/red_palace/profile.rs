//! The profile: numbers, tables, the order of steps, and what goes together with this edition.

use crate::core::building::Currency;
use crate::core::catalogue::{self, PieceSet, RED_PALACE_FACTS};
use crate::core::edition::Edition;
use crate::core::step::Step;
use crate::editions::EditionId;
use crate::editions::classic::rows;
use crate::module::Stage;
use crate::registry::ModuleId;

/// The profile of The Red Palace.
pub static RED_PALACE: Edition = Edition {
    id: EditionId::RedPalace,
    title: "The Red Palace",
    stage: Stage::Beta,
    version: 1,
    tower: PieceSet::range(0..54),
    pieces: catalogue::RED_PALACE,
    facts: &RED_PALACE_FACTS,
    cards: catalogue::CARDS,
    market: &Currency::ALL,
    preview: 3,
    bag: 9,
    money_copies: 3,
    display: 4,
    take_limit: 5,
    start_money: 20,
    start_score: 5,
    extra_action_must: true,
    majorities: [rows([1, 0, 0]), rows([8, 1, 0]), rows([16, 8, 1])],
    dirk_tiles: 6,
    set_up: SET_UP,
    turn: TURN,
    scoring: SCORING,
    rules: Some(ModuleId::RedPalace),
    refuses,
    fixed,
};

/// Nobody is dealt money and nobody counts it to find out who begins: U08 and U09 are the draft of U07.
const SET_UP: &[Step] = &[
    Step::U01,
    Step::U02,
    Step::U03,
    Step::U04,
    Step::U05,
    Step::U06,
    Step::U07,
    Step::U10,
    Step::U11,
    Step::U12,
    Step::U13,
    Step::U14,
];

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

/// Guards after camps and before bazaars.
const SCORING: &[Step] = &[
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
    Step::S39,
    Step::S40,
    Step::S41,
    Step::S50,
    Step::S55,
    Step::S60,
    Step::S65,
    Step::S70,
    Step::S75,
];

/// Modules that do not go with this edition (rules part 3 §5, rulings 37 and 38), by their numbers: some of them are
/// not written yet.
fn refuses(module: ModuleId) -> Option<&'static str> {
    Some(match module.number() {
        3 => "its cards show tiles with type, price and walls, and here land and building meet by lot",
        7 => "nobody has settled how a character sends a building back to tower and bag",
        17 => "the scoring board of The Red Palace is this module",
        18 => "nobody has settled how a building is claimed from the preview",
        20 => "its counters rest on the prices of the classic tiles",
        22 => {
            "its watchtowers and those of the lands have the same name, and nobody has settled who guards them"
        }
        23 => "nobody has settled what becomes of guards on a building site",
        29 => "its servants are counted for the classic numbers of buildings",
        30 => "its fruit lies on the classic tiles",
        32 | 33 => "its tiles belong to the currency they were drawn for, and the preview has none",
        36 => "nobody has settled what becomes of animals when a building is exchanged",
        37 => "there are only six plazas, and The Red Palace needs them",
        38 => "it replaces tiles that only the classic game has",
        41 => "nobody has settled who commands the guards of a building that is for sale",
        _ => return None,
    })
}

/// Ruling 39: HR-3, HR-9, HR-16, HR-22 and HR-23 may be changed.
fn fixed(option: &str) -> Option<&'static str> {
    let open = matches!(option, "scoring_cards" | "holes" | "two_player_deck" | "dirk" | "dirk_may_win");
    (!open).then_some("The Red Palace has its own rule for this")
}
