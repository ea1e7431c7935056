//! Module 15, Invaders: after every scoring an attack comes from one direction, and open outer sides cost points.
//!
//! Nobody knows the direction before the card is turned up, unless a scout has looked. Which card lies on top is
//! decided when somebody first looks at it, as with every pile.

mod attack;

use crate::core::agenda::What;
use crate::core::building::Building;
use crate::core::catalogue::{CardKind, Provenance};
use crate::core::cell::Side;
use crate::core::chance::Stream;
use crate::core::payment::Context;
use crate::core::score::ScoreSheet;
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Barrier;
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::Ref;
use crate::event::{Audience, Happened};
use crate::module::{Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 15.
#[derive(Clone, Copy, Debug)]
pub struct Invaders;

/// The two small piles, and who has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Invasion cards that have not been turned up: bit n is side n.
    hidden: u8,
    /// The top card, once somebody has looked at it.
    top: Option<Side>,
    /// Who has looked at it.
    seen_by: SeatSet,
    /// The attack that is being counted.
    attack: Option<Side>,
    /// Scouts in the pile: bit n is building n.
    pile: u8,
    /// Scouts that lie open.
    scouts: u8,
    /// The variant: the next card lies face up, and there are no scouts.
    face_up: bool,
    /// A-CA-4: whether camps are attacked too.
    camps_attacked: bool,
}

impl Default for State {
    fn default() -> State {
        State {
            hidden: 0b1111,
            top: None,
            seen_by: SeatSet::EMPTY,
            attack: None,
            pile: 0b11_1111,
            scouts: 0,
            face_up: false,
            camps_attacked: false,
        }
    }
}

/// What the buyer does with a scout. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Looks at the top invasion card.
    Look,
    /// Lets the scout go.
    Leave,
}

/// P8: a scout offers to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scouting {
    seat: Seat,
    building: Building,
    decided: bool,
}

/// Scouts that lie open at a time.
const SCOUTS: usize = 2;

impl Module for Invaders {
    const ID: ModuleId = ModuleId::Invaders;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "invaders",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Walls, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("four invasion cards, one for each direction, and what an open side costs", Provenance::Found),
            ("six scouts, one for each building type", Provenance::Inferred),
        ],
        options: &[("invasion_card", &["face_down", "face_up"]), ("camps_attacked", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::P8, Step::S60, Step::S65, Step::S75]);
    type State = State;
    type Action = Act;
    type Frame = Scouting;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State {
            face_up: chosen(values, "invasion_card", "face_up"),
            camps_attacked: chosen(values, "camps_attacked", "yes"),
            ..State::default()
        })
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U14, _) => prepare(cx),
            (Step::P8, What::Buy(deal)) => {
                use Context::{AnyOneTile, OutOfTurn, PlayersTile, Tile};
                let usual = matches!(deal.context, Tile | PlayersTile | OutOfTurn | AnyOneTile);
                let building = cx.g.core.pieces.building[deal.piece.index()];
                let open = |b: &Building| cx.g.mods.m15_invaders.scouts >> b.index() & 1 != 0;
                if let (true, true, Some(building)) = (usual, deal.exact, building.filter(open)) {
                    let scouting = Scouting { seat: deal.seat, building, decided: false };
                    cx.push(Step::P8, What::Module(ModFrame::Invaders(scouting)));
                }
            }
            // The round is over: the card is turned up, and S65 counts what it costs.
            (Step::S60, What::Score { .. }) => attack(cx),
            (Step::S65, _) => cx.g.mods.m15_invaders.attack = None,
            (Step::S75, What::Score { round: 1 | 2 }) => prepare(cx),
            _ => {}
        }
    }

    /// S65: the open sides of everybody. Before the card is turned up nobody can say anything, unless it lies face
    /// up. Dirk has no palace.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        let state = &g.mods.m15_invaders;
        let known = state.attack.or(state.top.filter(|_| state.face_up));
        if let (Step::S65, Some(from)) = (step, known) {
            g.rules().seats().for_each(|seat| attack::score(g, seat, from, sheet));
        }
    }

    /// What the next attack will take on average, as far as the seat knows its direction.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let state = &g.mods.m15_invaders;
        let round = g.core.scorings + 1;
        if state.face_up || round > 3 {
            // Of a card that lies open, `score` says everything.
            return 0;
        }
        let looked = state.top.filter(|_| state.seen_by.contains(seat));
        let possible: Vec<Side> = match looked {
            Some(side) => vec![side],
            None => sides(state.hidden).collect(),
        };
        let sum: i16 = possible.iter().map(|side| attack::loss(g, seat, *side, round)).sum();
        -sum / possible.len().max(1) as i16
    }

    fn step(_: &mut Cx<'_, '_>, scouting: Scouting) -> Stepped {
        if scouting.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(scouting.seat)) }
    }

    fn legal(_: &GameState, _: Seat, _: Scouting, out: &mut Vec<Act>) {
        out.extend([Act::Look, Act::Leave]);
    }

    fn check(g: &GameState, _: Seat, _: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::Invaders(_))) => Ok(()),
            _ => refused("a_scout_looks_when_a_building_of_his_type"),
        }
    }

    /// I1: the scout is gone either way (A-I-2).
    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::Invaders(scouting)) = &mut cx.top().what else { return };
        scouting.decided = true;
        let building = scouting.building;
        cx.g.mods.m15_invaders.scouts &= !(1 << building.index());
        match act {
            Act::Look => {
                let side = top(cx);
                // Even where the card was decided before, somebody learns it now.
                cx.g.core.info.learned(Barrier::Shown);
                let seen_by = &mut cx.g.mods.m15_invaders.seen_by;
                *seen_by = seen_by.with(seat);
                cx.emit(|_| told(Some(seat), "looks", vec![Ref::Building(building)]));
                cx.emit_to(Audience::Seat(seat), |_| told(Some(seat), "sees", vec![Ref::Card(card(side))]));
            }
            Act::Leave => {
                cx.emit(|_| told(Some(seat), "leaves", vec![Ref::Building(building)]));
            }
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Leave
    }

    /// Everything but the face of the top card, which only those see who have looked.
    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m15_invaders;
        let past = Side::ALL.into_iter().filter(|side| state.hidden >> *side as u8 & 1 == 0);
        let mut shows = vec![("past_attacks", Shown::Cards(past.map(card).collect()))];
        if !state.face_up {
            shows.push(("scouts", Shown::Buildings(buildings(state.scouts).collect())));
            shows.push(("scouts_to_come", Shown::Buildings(buildings(state.pile).collect())));
            shows.push(("have_looked", Shown::Seats(state.seen_by)));
        }
        let knows = state.face_up || viewer.is_some_and(|seat| state.seen_by.contains(seat));
        if let (Some(side), true) = (state.top, knows) {
            shows.push(("next_attack", Shown::Cards(vec![card(side)])));
        }
        shows
    }

    /// A card the observer has not looked at may be any that has not been turned up.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        let state = &mut g.mods.m15_invaders;
        if state.top.is_some() && !state.face_up && !state.seen_by.contains(observer) {
            let k = pick(state.hidden.count_ones().max(1));
            state.top = sides(state.hidden).nth(k as usize);
        }
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m15_invaders;
        if state.hidden >> 4 != 0 || (state.pile | state.scouts) >> 6 != 0 || state.pile & state.scouts != 0 {
            return Err("an invasion card or a scout is there twice".to_owned());
        }
        match state.top {
            Some(side) if state.hidden >> side as u8 & 1 == 0 => {
                Err(format!("{} lies on top and was turned up", name(side)))
            }
            None if state.seen_by != SeatSet::EMPTY => Err("somebody has looked at no card".to_owned()),
            _ => Ok(()),
        }
    }

    /// `scouts garden, tower; next w; next w seen by 0, 2; face up n; camps attacked`.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

#[cfg(feature = "testkit")]
mod arrange;

/// Two scouts are laid open, or the next card with the variant; what lay there before is out of the game.
fn prepare(cx: &mut Cx<'_, '_>) {
    if cx.g.mods.m15_invaders.face_up {
        if cx.g.mods.m15_invaders.hidden != 0 {
            let side = top(cx);
            cx.emit(|_| told(None, "next", vec![Ref::Card(card(side))]));
        }
        return;
    }
    cx.g.mods.m15_invaders.scouts = 0;
    for _ in 0..SCOUTS {
        let pile = cx.g.mods.m15_invaders.pile;
        if pile == 0 {
            break;
        }
        let k = cx.pick(pile.count_ones(), Stream::Scouts) as usize;
        let Some(scout) = buildings(pile).nth(k) else { break };
        let state = &mut cx.g.mods.m15_invaders;
        state.pile &= !(1 << scout.index());
        state.scouts |= 1 << scout.index();
    }
    let scouts = cx.g.mods.m15_invaders.scouts;
    cx.emit(|_| {
        let refs = buildings(scouts).map(Ref::Building).collect();
        told(None, "scouts", refs)
    });
}

/// I2: the top card is turned up. The fourth card is never reached in a game.
fn attack(cx: &mut Cx<'_, '_>) {
    if cx.g.mods.m15_invaders.hidden == 0 {
        return;
    }
    let side = top(cx);
    // Everybody learns it now, also where a scout had seen it.
    cx.g.core.info.learned(Barrier::Shown);
    let state = &mut cx.g.mods.m15_invaders;
    (state.top, state.seen_by, state.attack) = (None, SeatSet::EMPTY, Some(side));
    state.hidden &= !(1 << side as u8);
    cx.emit(|_| told(None, "attack", vec![Ref::Card(card(side))]));
}

/// The top card; it is any of those that are left, until somebody has looked.
fn top(cx: &mut Cx<'_, '_>) -> Side {
    if let Some(side) = cx.g.mods.m15_invaders.top {
        return side;
    }
    let hidden = cx.g.mods.m15_invaders.hidden;
    let k = cx.pick(hidden.count_ones().max(1), Stream::Invasion) as usize;
    let side = sides(hidden).nth(k).unwrap_or(Side::North);
    cx.g.mods.m15_invaders.top = Some(side);
    side
}

fn sides(bits: u8) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(move |side| bits >> *side as u8 & 1 != 0)
}

fn buildings(bits: u8) -> impl Iterator<Item = Building> {
    Building::ALL.into_iter().filter(move |building| bits >> building.index() & 1 != 0)
}

/// The invasion card of a direction.
fn card(side: Side) -> CardKind {
    const FIRST: u8 = 107;
    CardKind::from_number(FIRST + side as u8)
}

/// "an attack from the north".
fn name(side: Side) -> String {
    format!("an attack from the {}", ["north", "east", "south", "west"][side as usize])
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Invaders, seat, key, refs }
}

#[cfg(test)]
mod tests;
