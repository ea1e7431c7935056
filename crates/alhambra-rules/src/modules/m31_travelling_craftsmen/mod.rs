//! Module 31, Travelling Craftsmen: everybody has two face-up craftsmen and uses at most one of them in a turn. He then
//! goes to the left neighbour, who first has him face down.
//!
//! What lies face down was face up before, so everybody knows it. Only the third craftsman of whoever begins is unknown,
//! to all: he is drawn when he is turned up.

mod deeds;
mod guild;
mod palace;

pub use guild::Craftsman;

use crate::core::agenda::What;
use crate::core::below::{Below, Quarters};
use crate::core::book::Draft;
use crate::core::catalogue::{CardClass, CardKind, Column, PieceId, Provenance};
use crate::core::cell::Cell;
use crate::core::payment::{Context, PayRules, Request};
use crate::core::placing::Turns;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::turn::TurnRules;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::Objection;
use crate::view::Shown;
use crate::{Action, Blamed, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 31.
#[derive(Clone, Copy, Debug)]
pub struct TravellingCraftsmen;

/// Where the craftsmen are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The two face-up ones of everybody.
    up: [[Craftsman; 2]; MAX_SEATS],
    /// The one that came last, still face down.
    down: [Option<Craftsman>; MAX_SEATS],
    /// Who has a face-down one that nobody has seen yet.
    unseen: Option<Seat>,
    /// Those nobody has seen: the unseen one and what stays out of the game.
    rest: [u8; Craftsman::KINDS],
    /// The one the active player has used in this turn.
    used: Option<Craftsman>,
    /// The tile the Mosaic Artist lets be turned.
    mosaic: Option<PieceId>,
    /// Whether the active player has handed one on, so that nobody is of use any more.
    over: bool,
}

/// What is done with craftsmen. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// The Mosaic Artist: this tile may be laid in any turn.
    Mosaic {
        /// The tile.
        piece: PieceId,
    },
    /// The Blacksmith: six cards on display.
    Forge,
    /// The Goldsmith: cards worth 8 may be taken together.
    Gild,
    /// The Mortar Mixer: two tiles of the market change places.
    Mix {
        /// The first space.
        one: Below<4>,
        /// The second, which comes after it.
        other: Below<4>,
    },
    /// The Builder: a redesign, or a tile is moved.
    Build,
    /// The Builder: an ordinary redesign.
    Redesign,
    /// The Builder: this tile is moved.
    Lift {
        /// The tile.
        piece: PieceId,
    },
    /// The Builder, the Brickmaker: where the tile goes.
    To {
        /// The cell.
        at: Cell,
        /// Clockwise quarter turns.
        turn: Quarters,
    },
    /// The Brickmaker: this bought tile takes the place of another.
    Brick {
        /// The bought tile.
        piece: PieceId,
    },
    /// The Brickmaker: this tile makes room.
    Over {
        /// The old tile.
        out: PieceId,
        /// Clockwise quarter turns of the new one.
        turn: Quarters,
    },
    /// The Brickmaker: the old tile goes into the reserve.
    Keep,
    /// The Builder, the Brickmaker: nothing after all.
    Leave,
    /// The Stonemason: a card of the hand for one of the display.
    Chisel {
        /// The card of the hand.
        give: CardKind,
        /// The card of the display.
        take: CardKind,
    },
    /// D31.2: this one is handed on.
    HandOn {
        /// Which.
        craftsman: Craftsman,
    },
}

/// What a player is asked. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scene {
    /// T60, D31.2: nobody was used, so the player chooses who is handed on.
    HandOn(Seat),
    /// The Builder has been called.
    Building(Seat),
    /// The Builder moves a tile.
    Moving(Seat, PieceId),
    /// The Brickmaker has been called for a bought tile.
    Bricks(Seat, PieceId),
    /// The Brickmaker lays the first tile, turned like this, in the place of the second.
    Replacing(Seat, PieceId, Quarters, PieceId),
    /// Nothing is left to decide.
    Over,
}

impl Module for TravellingCraftsmen {
    const ID: ModuleId = ModuleId::TravellingCraftsmen;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "travelling-craftsmen",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Money, Touch::Palace, Touch::Market],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("nine craftsmen and what they do", Provenance::Found),
            ("one of each for two to four players, two more for five and for six", Provenance::Inferred),
            ("who is there twice with five and six: one of the four is known", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 2;
    const STEPS: StepSet = StepSet::of(&[
        Step::U14,
        Step::T00,
        Step::T10,
        Step::T12,
        Step::T15,
        Step::T20,
        Step::T60,
        Step::P2,
        Step::P3,
        Step::P4,
        Step::L3,
    ]);
    const PRINTED: &'static [Printed] = &[Printed::EveryCard(CardClass::Craftsman, &[Column::Counts])];
    type State = State;
    type Action = Act;
    type Frame = Scene;

    /// Two craftsmen for everybody, and one more.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        for (column, players) in [4u8, 5, 6].into_iter().enumerate() {
            let cards = corrected.cards.iter().filter(|card| card.class == CardClass::Craftsman);
            let (all, needed) = (cards.map(|card| card.counts[column]).sum::<u8>(), 2 * players + 1);
            if all != needed {
                let counted = [players, needed, all].map(|n| Ref::Number(n.into()));
                return Err(Objection::of("so_many_craftsmen", counted));
            }
        }
        Ok(())
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U14, _) => guild::deal(cx),
            (Step::T00, _) => {
                let state = &mut cx.g.mods.m31_travelling_craftsmen;
                (state.used, state.mosaic, state.over) = (None, None, false);
            }
            (Step::P4, What::Buy(deal)) => match deal.terms.of(Self::ID) {
                0 => {}
                COINER => guild::uses(cx, deal.seat, Craftsman::Coiner),
                _ => guild::uses(cx, deal.seat, Craftsman::Carpenter),
            },
            (Step::T60, What::Turn) => {
                let seat = cx.g.core.turn.seat;
                match cx.g.mods.m31_travelling_craftsmen.used {
                    Some(craftsman) => guild::hand_on(cx, seat, craftsman),
                    None => cx.push(step, What::Module(ModFrame::TravellingCraftsmen(Scene::HandOn(seat)))),
                }
            }
            _ => {}
        }
    }

    /// T12: once the Goldsmith has been called. A higher limit, not a second one beside that of others.
    fn turn_rules(g: &GameState, seat: Seat, rules: &mut TurnRules) {
        let called = g.mods.m31_travelling_craftsmen.used == Some(Craftsman::Goldsmith);
        if called && g.core.turn.seat == seat {
            rules.take_limit = rules.take_limit.max(GOLDSMITHS_LIMIT);
        }
    }

    /// L3: the tile the Mosaic Artist has been called for.
    fn turns(g: &GameState, seat: Seat, piece: PieceId, turns: &mut Turns) {
        let state = &g.mods.m31_travelling_craftsmen;
        if state.mosaic == Some(piece) && g.core.turn.seat == seat && !state.over {
            turns.free();
        }
    }

    /// P2: the Carpenter takes off 1 or 2, the Coiner pays with the display. They are bound to the own turn.
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        use Context::{PlayersTile, SideTile, Site, Tile};
        if !matches!(request.context, Tile | SideTile | PlayersTile | Site) {
            return;
        }
        if guild::ready(g, request.seat, Craftsman::Carpenter) {
            out.extend([1, 2]);
        }
        if guild::ready(g, request.seat, Craftsman::Coiner) && !deeds::open_money(g).is_empty() {
            out.push(COINER);
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, value: u8) -> &'static str {
        match value {
            0 | 1 => "1_less_by_the_carpenter",
            2 => "2_less_by_the_carpenter",
            _ => "with_the_coiner",
        }
    }

    fn quote(g: &GameState, request: &Request, pay: &mut PayRules) {
        match request.terms.of(Self::ID) {
            0 => {}
            COINER => pay.lent = deeds::open_money(g),
            less => pay.change(Self::ID, -(less as i8)),
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let own = |act| Action::Module(ModAction::TravellingCraftsmen(act));
        let mut acts = Vec::new();
        deeds::list(g, seat, window, &mut acts);
        out.extend(acts.into_iter().map(own));
    }

    /// T15: an unused craftsman whom everybody can see to be of use (rules README, decision 35).
    fn eligible(g: &GameState, seat: Seat, window: Window) -> bool {
        window == Window::BeforePlacing && deeds::of_use(g, seat)
    }

    fn step(_: &mut Cx<'_, '_>, scene: Scene) -> Stepped {
        match scene {
            Scene::HandOn(seat)
            | Scene::Building(seat)
            | Scene::Moving(seat, _)
            | Scene::Bricks(seat, _)
            | Scene::Replacing(seat, ..) => Stepped::Ask(SeatSet::one(seat)),
            Scene::Over => Stepped::Done,
        }
    }

    fn legal(g: &GameState, seat: Seat, scene: Scene, out: &mut Vec<Act>) {
        match scene {
            Scene::HandOn(_) => {
                let mut both = g.mods.m31_travelling_craftsmen.up[seat.index()].to_vec();
                both.sort_unstable();
                both.dedup();
                out.extend(both.into_iter().map(|craftsman| Act::HandOn { craftsman }));
            }
            scene => palace::choices(g, scene, out),
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let mut legal = Vec::new();
        let frame = g.agenda.frames.last().map(|frame| (frame.what, frame.step));
        match frame {
            Some((What::Module(ModFrame::TravellingCraftsmen(scene)), _)) => {
                Self::legal(g, seat, scene, &mut legal);
            }
            Some((What::Turn, Step::T15)) => deeds::list(g, seat, Window::BeforePlacing, &mut legal),
            Some((What::Turn, _)) => deeds::list(g, seat, Window::Free, &mut legal),
            Some((What::Placing { .. }, _)) => deeds::list(g, seat, Window::Placing, &mut legal),
            _ => {}
        }
        if legal.contains(&act) {
            return Ok(());
        }
        let at: Option<Blamed> = match act {
            Act::Mosaic { piece } | Act::Lift { piece } | Act::Brick { piece } => Some(piece.into()),
            Act::Over { out, .. } => Some(out.into()),
            Act::To { at, .. } => Some(at.into()),
            Act::Chisel { give, .. } => Some(give.into()),
            _ => None,
        };
        let refused_there =
            |key| Err(at.map_or(Illegal::of(Self::ID, key), |at| Illegal::of(Self::ID, key).at(at)));
        let scene = matches!(frame, Some((What::Module(ModFrame::TravellingCraftsmen(_)), _)));
        match deeds::needs(act) {
            _ if scene => refused_there("that_is_not_among_what_the_craftsman_can_do"),
            Some(craftsman) if guild::ready(g, seat, craftsman) => {
                refused_there("the_craftsman_is_of_no_use_there")
            }
            Some(_) => refused("one_face_up_craftsman_is_used_in_the_own_turn"),
            None => refused("no_craftsman_has_been_called"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match (act, cx.top().what) {
            (Act::HandOn { craftsman }, _) => {
                guild::set(cx, Scene::Over);
                guild::hand_on(cx, seat, craftsman);
            }
            (act, What::Module(ModFrame::TravellingCraftsmen(scene))) => palace::decide(cx, scene, act),
            (act, _) => deeds::act(cx, seat, act),
        }
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        deeds::describe(g, seat, act)
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    /// Everything lies open but the one nobody has seen.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m31_travelling_craftsmen;
        let seats = || g.rules().seats();
        let up = seats().map(|seat| (seat, state.up[seat.index()].map(Craftsman::word).to_vec()));
        let down = seats().filter_map(|seat| Some((seat, vec![state.down[seat.index()]?.word()])));
        vec![
            ("face_up", Shown::WordsBySeat(up.collect())),
            ("face_down", Shown::WordsBySeat(down.collect())),
            ("unseen", Shown::Seats(state.unseen.map_or(SeatSet::EMPTY, SeatSet::one))),
            ("used_this_turn", Shown::Words(state.used.map(Craftsman::word).into_iter().collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        guild::census(g)
    }

    /// `0: carpenter, coiner; 1: builder, blacksmith down goldsmith; unseen none`: who lies where. The others keep what
    /// they were dealt; nobody has a third one but those named.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        guild::arrange(g, text)
    }
}

/// With the Goldsmith, several cards may be taken together up to this sum.
const GOLDSMITHS_LIMIT: u8 = 8;

/// The modifier of the Coiner; 1 and 2 are what the Carpenter takes off.
const COINER: u8 = 3;

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::TravellingCraftsmen, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
