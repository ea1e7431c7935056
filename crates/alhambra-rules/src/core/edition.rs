//! An edition is a profile: tiles, tables, set-up and the order of steps. Mechanism stays in the core.

use super::building::{Building, Currency};
use super::catalogue::{Card, CardKind, Facts, PIECES, Piece, PieceId, PieceSet};
use super::house::{HouseRules, Refill, ScoringOrder, SpecialMoves};
use super::score::ScoreLine;
use super::seat::Seat;
use super::step::{Flow, Step, StepSet};
use crate::choosing::{Group, Played, Recommended};
use crate::editions::EditionId;
use crate::module::Stage;
use crate::refs::Key;
use crate::registry::ModuleId;

/// Points for the first, second and third place in one building type.
pub type Places = [u8; 3];

/// What whoever plays with the box counts in an edition with guards on its walls.
#[derive(Clone, Copy, Debug)]
pub struct Guards {
    /// The most a guard can be worth; nothing as long as none has been placed.
    pub worth: u8,
    /// How many wall pieces there are, which are put on tiles.
    pub wall_pieces: u32,
    /// What places are worth in a scoring (1 to 3): by a scoring tile, its lowest row first, or by the table.
    pub places: fn(u8, Option<&[Building; 6]>) -> [Places; 6],
    /// The points for so many guards on the longest wall, each worth so much.
    pub points: fn(Seat, u8, u8) -> ScoreLine,
}

/// What distinguishes an edition.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    /// Its id.
    pub id: EditionId,
    /// How far it has come; one that cannot be played to the end is offered to nobody.
    pub stage: Stage,
    /// Behaviour version; changes only when the same decisions would lead elsewhere.
    pub version: u16,
    /// The tiles of the tower before modules add theirs.
    pub tower: PieceSet,
    /// Everything printed on each piece in this edition.
    pub pieces: &'static [Piece; PIECES],
    /// Price and walls of each piece.
    pub facts: &'static [Facts; PIECES],
    /// Everything printed on each kind of card.
    pub cards: &'static [Card],
    /// Currency of each market space.
    pub market: &'static [Currency],
    /// How many spaces show the tiles that come to the market next.
    pub preview: usize,
    /// How many buildings of each type are in a bag, where buildings are drawn apart from their tiles; 0 where they
    /// are printed on them.
    pub bag: u8,
    /// What guards bring, where they stand on its walls.
    pub guards: Option<Guards>,
    /// How many money cards there are of each currency and value.
    pub money_copies: u8,
    /// How many cards the display shows.
    pub display: usize,
    /// Several cards may be taken together up to this sum.
    pub take_limit: u8,
    /// Start money is dealt until this sum is reached.
    pub start_money: u16,
    /// Score at the start.
    pub start_score: u16,
    /// Whether an extra action must be taken (house rules may add this).
    pub extra_action_must: bool,
    /// Majority points by round and building type.
    pub majorities: [[Places; 6]; 3],
    /// Tiles Dirk gets at set-up and after the first scoring.
    pub dirk_tiles: usize,
    /// The steps of the set-up.
    pub set_up: &'static [Step],
    /// The steps of a turn: the order of cash and buildings is theirs.
    pub turn: &'static [Step],
    /// The steps of a scoring.
    pub scoring: &'static [Step],
    /// What it adds as mechanism: always on in this edition, never in another.
    pub rules: Option<ModuleId>,
    /// The groups its modules were published in.
    pub groups: &'static [Group],
    /// Sets of modules to begin with.
    pub sets: &'static [Recommended],
    /// What came out when bots played the games of those sets without any module.
    pub without: Played,
    /// Why a module cannot be switched on in it, as a word of its rules; `None` where it can.
    pub refuses: fn(ModuleId) -> Option<Key>,
    /// Whether it has its own rule where others leave a house rule, named by its option, to the table.
    pub fixed: fn(&str) -> bool,
}

impl Edition {
    /// Everything printed on a piece.
    #[inline]
    pub fn piece(&self, id: PieceId) -> &'static Piece {
        &self.pieces[id.index()]
    }

    /// Everything printed on a kind of card.
    #[inline]
    pub fn card(&self, kind: CardKind) -> &'static Card {
        &self.cards[kind.index()]
    }

    /// Points of each place for `building` in `round` (1 to 3), as printed.
    pub fn places(&self, round: u8, building: Building) -> Places {
        self.majorities[usize::from(round) - 1][building.index()]
    }

    /// The order of steps under these house rules, with only those that matter.
    pub(crate) fn flow(&self, house: &HouseRules, listens: StepSet, confirm: bool) -> Flow {
        let mut turn = self.turn.to_vec();
        let mut scoring = self.scoring.to_vec();
        let shift = |step: Step, before: Step, list: &mut Vec<Step>| {
            list.retain(|s| *s != step);
            let at = list.iter().position(|s| *s == before).unwrap_or(list.len());
            list.insert(at, step);
        };
        if house.refill == Refill::StartOfNextTurn {
            shift(Step::T90, Step::T65, &mut turn);
        }
        if house.special_moves == SpecialMoves::ScoringFirst {
            // A second checkpoint: what the special moves turn up is still scored before the next turn (T95).
            shift(Step::T89, Step::T90, &mut turn);
        }
        if house.scoring_order == ScoringOrder::BuildingsFirst {
            shift(Step::S20, Step::S10, &mut scoring);
        }
        let confirm = if confirm { StepSet::of(&[Step::T64]) } else { StepSet::EMPTY };
        let first = StepSet::of(&[Step::T89]);
        let matter = listens.or(CORE_STEPS).or(confirm).or(first);
        let tables: [&[Step]; 11] = [
            self.set_up,
            &turn,
            BUYING,
            PLACING,
            LEAVING,
            &scoring,
            ENDING,
            RESERVING,
            CLOSING,
            TAKING,
            REBUILDING,
        ];
        let mut flow = Flow::chain(&tables, matter);
        flow.cycle(FILLING, matter);
        flow
    }
}

/// Steps in which the core itself does something.
const CORE_STEPS: StepSet = StepSet::of(&[
    Step::U01,
    Step::U02,
    Step::U04,
    Step::U05,
    Step::U06,
    Step::U08,
    Step::U09,
    Step::U10,
    Step::U11,
    Step::U12,
    Step::U13,
    Step::T00,
    Step::T11,
    Step::T20,
    Step::T70,
    Step::T75,
    Step::T95,
    Step::T99,
    Step::P4,
    Step::P6,
    Step::P10,
    Step::L2,
    Step::O2,
    Step::F1,
    Step::F2,
    Step::F5,
    Step::S10,
    Step::S20,
    Step::S60,
    Step::S70,
    Step::E1,
    Step::E4,
    Step::E5,
    Step::E6,
    Step::E7,
]);

const BUYING: &[Step] =
    &[Step::P2, Step::P3, Step::P4, Step::P5, Step::P6, Step::P7, Step::P8, Step::P9, Step::P10, Step::P11];
const PLACING: &[Step] = &[Step::L1, Step::L2, Step::L3, Step::L4, Step::L5, Step::L6];
const LEAVING: &[Step] = &[Step::O2, Step::O3];
const FILLING: &[Step] = &[Step::F1, Step::F2, Step::F3, Step::F4, Step::F5, Step::F6];
const RESERVING: &[Step] = &[Step::V1];
const CLOSING: &[Step] = &[Step::X1];
const TAKING: &[Step] = &[Step::T12a];
const REBUILDING: &[Step] = &[Step::O6];
const ENDING: &[Step] = &[Step::E1, Step::E2, Step::E3, Step::E4, Step::E5, Step::E6, Step::E7];
