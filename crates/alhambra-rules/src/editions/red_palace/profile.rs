//! The profile: numbers, tables, the order of steps, and what goes together with this edition.

use super::real;
use crate::core::building::Currency;
use crate::core::catalogue::{self, Facts, PIECES, PRINTS, Piece, PieceId, PieceSet, facts};
use crate::core::edition::Edition;
use crate::core::step::Step;
use crate::editions::EditionId;
use crate::editions::classic::choosing::{GROUPS, SETS, WITHOUT};
use crate::editions::classic::rows;
use crate::module::Stage;
use crate::refs::Key;
use crate::registry::ModuleId;

/// Every piece as The Red Palace prints it, by number.
const PRINT: &[Piece; PIECES] = &PRINTS[1];

/// Price and walls of every piece.
static FACTS: [Facts; PIECES] = facts(PRINT);

/// The piece as The Red Palace prints it: lands in place of the base tiles, the other pieces as in the Mega Box.
///
/// ```
/// use alhambra_rules::{PieceId, PieceKind, red_palace_piece};
/// assert_eq!(red_palace_piece(PieceId::new(0).unwrap()).kind, PieceKind::Land);
/// ```
#[inline]
pub const fn red_palace_piece(id: PieceId) -> &'static Piece {
    &PRINT[id.index()]
}

/// The profile of The Red Palace.
pub static RED_PALACE: Edition = Edition {
    id: EditionId::RedPalace,
    stage: Stage::Beta,
    version: 1,
    tower: PieceSet::range(0..54),
    pieces: PRINT,
    facts: &FACTS,
    cards: catalogue::CARDS,
    market: &Currency::ALL,
    preview: 3,
    bag: 9,
    guards: Some(real::GUARDS),
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
    // Its modules are those of the box.
    groups: GROUPS,
    sets: SETS,
    without: WITHOUT,
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

/// Modules that do not go with this edition (rules part 3 §5, rulings 37 and 38), by their numbers: an edition
/// names no module.
fn refuses(module: ModuleId) -> Option<Key> {
    let word = match module.number() {
        3 => "its_cards_show_whole_tiles",
        17 => "the_scoring_board_is_this_module",
        18 => "its_tiles_are_claimed_before_they_lie_open",
        20 => "its_counters_rest_on_classic_prices",
        22 => "its_walls_run_across_half_a_tile",
        23 => "an_unfinished_building_forgets_its_type",
        32 | 33 => "the_preview_has_no_currency",
        37 => "the_plazas_are_needed",
        38 => "it_replaces_classic_tiles",
        _ => return None,
    };
    Some(word)
}

/// Ruling 39: HR-3, HR-9, HR-16, HR-22 and HR-23 may be changed.
fn fixed(option: &str) -> bool {
    !matches!(option, "scoring_cards" | "holes" | "two_player_deck" | "dirk" | "dirk_may_win")
}
