//! Module 40, Handymen: dice decide where a handyman is put. On a market space he shifts the price by one, on an own
//! tile he scores with his neighbours.
//!
//! Everything lies open. A handyman on the market belongs to the space, not to the tile that lies there; one on a tile
//! stays on it in palace and reserve.

mod dice;

use crate::core::agenda::{Leaving, What};
use crate::core::below::Below;
use crate::core::catalogue::{PieceId, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::payment::{Context, PayRules, Request};
use crate::core::pieces::{MAX_SPACES, Space, Standing};
use crate::core::placing;
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::turn::TurnRules;
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 40.
#[derive(Clone, Copy, Debug)]
pub struct Handymen;

/// How many everybody has.
const SET: u8 = 8;

/// Where the handymen are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// With their owners.
    supply: [u8; MAX_SEATS],
    /// On the market spaces, front side up.
    market: [[u8; MAX_SEATS]; MAX_SPACES],
    /// The tiles that carry one, reverse side up; he belongs to whoever the tile belongs to.
    on: PieceSet,
    /// Used and out of the game.
    gone: [u8; MAX_SEATS],
    /// Whether the active player has rolled in this turn.
    rolled: bool,
    /// Spaces whose tile was sold while handymen stood there: bit n is space n.
    sold: u8,
}

/// What is done with dice and handymen. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// D40.1: rolls the first die.
    Roll,
    /// D40.1: rolls none.
    Skip,
    /// D40.2: refuses the result and rolls the next die.
    Refuse,
    /// D40.3: lets the result of the third die go.
    Lose,
    /// Puts a handyman on a market space.
    OnSpace {
        /// Which.
        space: Space,
    },
    /// Puts a handyman on a tile of palace or reserve.
    OnTile {
        /// Which.
        piece: PieceId,
    },
    /// D40.5: takes so many back from a space whose tile was sold, and leaves the others.
    Fetch {
        /// How many.
        count: Below<9>,
    },
}

/// Who is asked what. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scene {
    /// T05: the active player rolls; 0 is a die that has not been rolled.
    Rolling {
        /// Whose turn it is.
        seat: Seat,
        /// The dice.
        dice: [u8; 3],
    },
    /// F1: the handymen on sold spaces, space by space and from the active player clockwise.
    Fetching {
        /// The spaces, a bit each.
        spaces: u8,
        /// How many pairs of space and player have been looked at.
        place: u8,
    },
    /// Nothing is left to decide.
    Over,
}

impl Module for Handymen {
    const ID: ModuleId = ModuleId::Handymen;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "handymen",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Market, Touch::Money, Touch::Scoring, Touch::OthersTurns],
        rulings: include_str!("RULINGS.md"),
        data: &[("eight handymen for each player and three dice", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[
        Step::T00,
        Step::T05,
        Step::T12,
        Step::P2,
        Step::P3,
        Step::P4,
        Step::F1,
        Step::O3,
        Step::S38,
    ]);
    type State = State;
    type Action = Act;
    type Frame = Scene;

    /// He goes home when his tile goes to somebody else or out of the game (rules part 3 §1.7).
    const FATES: &'static [(Leaving, Fate)] =
        &[(Leaving::Sold, Fate::ToOwner), (Leaving::Discarded, Fate::ToOwner)];

    fn begin(setup: &Setup, _: &OptionValues) -> Result<State, Objection> {
        let mut state = State::default();
        state.supply.iter_mut().take(setup.players.len()).for_each(|supply| *supply = SET);
        Ok(state)
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::T00, _) => cx.g.mods.m40_handymen.rolled = false,
            (Step::T05, _) => {
                let seat = cx.g.core.turn.seat;
                // Without a handyman there is nothing to roll for.
                if cx.g.mods.m40_handymen.supply[seat.index()] > 0 {
                    let scene = Scene::Rolling { seat, dice: [0; 3] };
                    cx.push(step, What::Module(ModFrame::Handymen(scene)));
                }
            }
            (Step::P4, What::Buy(deal)) => bought(cx, deal.seat, deal.piece, deal.terms.of(Self::ID)),
            // Before any tile is laid, whichever space comes first (rules README, decision 24).
            (Step::F1, _) => {
                let spaces = std::mem::take(&mut cx.g.mods.m40_handymen.sold);
                if spaces != 0 {
                    let scene = Scene::Fetching { spaces, place: 0 };
                    cx.push(step, What::Module(ModFrame::Handymen(scene)));
                }
            }
            _ => {}
        }
    }

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        let state = &mut cx.g.mods.m40_handymen;
        if state.on.remove(piece) {
            state.supply[seat.index()] += 1;
            cx.emit(|_| told(seat, "returns", vec![Ref::Piece(piece)]));
        }
    }

    /// T12: whoever has rolled takes money and does nothing else.
    fn turn_rules(g: &GameState, seat: Seat, rules: &mut TurnRules) {
        if g.core.turn.seat == seat && g.mods.m40_handymen.rolled {
            rules.narrow_to_money();
        }
    }

    /// D40.4: so many of the own handymen on the space, all of them for less or all for more (A-40-3).
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        if let Some(space) = on_space(g, request) {
            let own = g.mods.m40_handymen.market[usize::from(space.0)][request.seat.index()];
            out.extend((1..=own).chain(SET + 1..=SET + own));
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, value: u8) -> &'static str {
        const LESS: [&str; 8] = [
            "1_less_by_handymen",
            "2_less_by_handymen",
            "3_less_by_handymen",
            "4_less_by_handymen",
            "5_less_by_handymen",
            "6_less_by_handymen",
            "7_less_by_handymen",
            "8_less_by_handymen",
        ];
        const MORE: [&str; 8] = [
            "1_more_by_handymen",
            "2_more_by_handymen",
            "3_more_by_handymen",
            "4_more_by_handymen",
            "5_more_by_handymen",
            "6_more_by_handymen",
            "7_more_by_handymen",
            "8_more_by_handymen",
        ];
        match shift(value) {
            less @ ..=0 => LESS[usize::from(less.unsigned_abs().clamp(1, SET)) - 1],
            more => MORE[usize::from(more.unsigned_abs().clamp(1, SET)) - 1],
        }
    }

    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        let value = request.terms.of(Self::ID);
        if value > 0 {
            pay.change(Self::ID, shift(value));
        }
    }

    /// S38: the largest group in a palace, a point for each of its handymen.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S38 {
            return;
        }
        for seat in g.rules().seats() {
            let group = largest_group(g, seat);
            if !group.is_empty() {
                sheet.add(seat, group.len() as i16, || Why {
                    reason: "score.handymen",
                    args: vec![group.len() as i16],
                    cells: group.iter().map(|piece| g.core.pieces.standing[piece.index()].cell).collect(),
                    rank: None,
                });
            }
        }
    }

    /// One on the market may save a card.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let waiting: u8 = g.mods.m40_handymen.market.iter().map(|space| space[seat.index()]).sum();
        i16::from(waiting.div_ceil(2))
    }

    fn step(cx: &mut Cx<'_, '_>, scene: Scene) -> Stepped {
        match scene {
            Scene::Rolling { seat, dice } if dice[0] > 0 && !dice::any_target(cx.g, seat, dice) => {
                // Nothing fits: the next die is rolled without asking, after the third the results are lost.
                match dice::roll(cx, seat, dice) {
                    Some(dice) => set(cx, Scene::Rolling { seat, dice }),
                    None => {
                        cx.emit(|_| told(seat, "fails", Vec::new()));
                        set(cx, Scene::Over);
                    }
                }
                Stepped::Again
            }
            _ => match asked(cx.g, scene) {
                Some((seat, _)) => Stepped::Ask(SeatSet::one(seat)),
                None => Stepped::Done,
            },
        }
    }

    fn legal(g: &GameState, _: Seat, scene: Scene, out: &mut Vec<Act>) {
        match scene {
            Scene::Rolling { dice: [0, ..], .. } => out.extend([Act::Roll, Act::Skip]),
            Scene::Rolling { seat, dice } => {
                out.push(if dice[2] == 0 { Act::Refuse } else { Act::Lose });
                dice::targets(g, seat, dice, out);
            }
            Scene::Fetching { .. } => {
                let standing = asked(g, scene).map_or(0, |(_, space)| count(g, scene, space));
                let counts = Below::all().filter(|count: &Below<9>| count.get() <= standing);
                out.extend(counts.map(|count| Act::Fetch { count }));
            }
            Scene::Over => {}
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let scene = match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::Handymen(scene))) => scene,
            _ => return refused("the_dice_are_rolled_at_the_start_of_a_turn"),
        };
        let mut legal = Vec::new();
        Self::legal(g, seat, scene, &mut legal);
        match act {
            _ if legal.contains(&act) => Ok(()),
            Act::Fetch { .. } => refused("not_so_many_of_your_handymen_stand_there"),
            Act::OnSpace { space } => Err(Illegal::of(Self::ID, "the_dice_do_not_give_that_price").at(space)),
            Act::OnTile { piece } => Err(Illegal::of(Self::ID, "the_dice_do_not_give_that_price").at(piece)),
            _ => refused("that_is_not_asked_now"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, _: Seat, act: Act) {
        let What::Module(ModFrame::Handymen(scene)) = cx.top().what else { return };
        match scene {
            Scene::Rolling { seat, dice } => dice::decide(cx, seat, dice, act),
            Scene::Fetching { .. } => fetch(cx, scene, act),
            Scene::Over => {}
        }
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Roll | Act::Skip | Act::Refuse | Act::Lose => Described::default(),
            Act::OnSpace { space } => {
                let piece = g.core.pieces.market.get(usize::from(space.0)).copied().flatten();
                std::iter::once(Ref::Space(space)).chain(piece.map(Ref::Piece)).collect()
            }
            Act::OnTile { piece } => [Ref::Piece(piece)].into(),
            Act::Fetch { count } => {
                let scene = g.agenda.frames.last().and_then(|frame| match frame.what {
                    What::Module(ModFrame::Handymen(scene)) => asked(g, scene),
                    _ => None,
                });
                let space = scene.map(|(_, space)| Ref::Space(space));
                std::iter::once(Ref::Number(count.get().into())).chain(space).collect()
            }
        }
    }

    fn passes(act: Act) -> bool {
        matches!(act, Act::Skip | Act::Lose)
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        const SPACES: [&str; 4] = ["on_space_1", "on_space_2", "on_space_3", "on_space_4"];
        let state = &g.mods.m40_handymen;
        let by_seat = |of: &dyn Fn(Seat) -> i32| Shown::BySeat(g.rules().seats().map(of).collect());
        let tiles = g.rules().seats().map(|seat| (seat, own_tiles(g, seat).and(state.on).iter().collect()));
        let mut shows = vec![
            ("supply", by_seat(&|seat| state.supply[seat.index()].into())),
            ("on_tiles", Shown::TilesBySeat(tiles.collect())),
            ("largest_group", by_seat(&|seat| largest_group(g, seat).len() as i32)),
            ("used_up", by_seat(&|seat| state.gone[seat.index()].into())),
        ];
        for (name, on) in SPACES.into_iter().zip(&state.market) {
            shows.push((name, by_seat(&|seat| on[seat.index()].into())));
        }
        if let Some(What::Module(ModFrame::Handymen(Scene::Rolling { dice, .. }))) =
            g.agenda.frames.last().map(|frame| frame.what)
        {
            let rolled = dice.iter().filter(|die| **die > 0).map(|die| i32::from(*die));
            shows.push(("dice", Shown::Numbers(rolled.collect())));
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m40_handymen;
        let mut standing = PieceSet::EMPTY;
        for seat in g.rules().seats() {
            let on = own_tiles(g, seat).and(state.on);
            standing = standing.or(on);
            let i = seat.index();
            let market: u8 = state.market.iter().map(|space| space[i]).sum();
            let all = usize::from(state.supply[i] + market + state.gone[i]) + on.len();
            if all != usize::from(SET) {
                return Err(format!("seat {i} has {all} handymen"));
            }
        }
        if standing == state.on { Ok(()) } else { Err("a handyman stands on nobody's tile".to_owned()) }
    }

    /// `0 on denar 2; 1 on garden-9-e; 0 at 0 0; 2 has 3; rolled`: handymen on a market space, on a tile, on the tile
    /// at a cell, what somebody has left, and a turn for money only.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;

/// By how much a modifier changes the price: up to eight less, then up to eight more.
fn shift(value: u8) -> i8 {
    if value <= SET { -(value as i8) } else { (value - SET).min(SET) as i8 }
}

/// The market space a tile is bought from; handymen are of no use beside the market or with another player.
fn on_space(g: &GameState, request: &Request) -> Option<Space> {
    use Context::{AnyMixTile, OutOfTurn, Site, Tile};
    let from_market = matches!(request.context, Tile | OutOfTurn | AnyMixTile | Site);
    request.piece.filter(|_| from_market).and_then(|piece| g.core.pieces.space_of(piece))
}

/// P4: used ones leave the game; whoever else stands there is asked before the space gets a new tile.
fn bought(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, value: u8) {
    let Some(space) = cx.g.core.pieces.space_of(piece) else { return };
    let used = shift(value).unsigned_abs();
    let state = &mut cx.g.mods.m40_handymen;
    let on = &mut state.market[usize::from(space.0)];
    on[seat.index()] = on[seat.index()].saturating_sub(used);
    state.gone[seat.index()] += used;
    if on.iter().any(|count| *count > 0) {
        state.sold |= 1 << space.0;
    }
    if used > 0 {
        cx.emit(|_| told(seat, "uses", vec![Ref::Number(used.into())]));
    }
}

/// Who is asked in a scene, and about which space.
fn asked(g: &GameState, scene: Scene) -> Option<(Seat, Space)> {
    match scene {
        Scene::Rolling { seat, .. } => Some((seat, Space::default())),
        Scene::Fetching { spaces, place } => {
            let spaces = (0..MAX_SPACES as u8).filter(move |space| spaces >> space & 1 != 0);
            let first = g.core.turn.seat;
            let pairs =
                spaces.flat_map(|space| g.rules().seats_from(first).map(move |seat| (seat, Space(space))));
            let here = |(seat, space): &(Seat, Space)| {
                g.mods.m40_handymen.market[usize::from(space.0)][seat.index()] > 0
            };
            pairs.skip(usize::from(place)).find(here)
        }
        Scene::Over => None,
    }
}

/// How many of the asked player's stand on a space.
fn count(g: &GameState, scene: Scene, space: Space) -> u8 {
    asked(g, scene).map_or(0, |(seat, _)| g.mods.m40_handymen.market[usize::from(space.0)][seat.index()])
}

fn fetch(cx: &mut Cx<'_, '_>, scene: Scene, act: Act) {
    let (Some((seat, space)), Act::Fetch { count }) = (asked(cx.g, scene), act) else { return };
    let state = &mut cx.g.mods.m40_handymen;
    state.market[usize::from(space.0)][seat.index()] -= count.get();
    state.supply[seat.index()] += count.get();
    cx.emit(|_| told(seat, "fetches", vec![Ref::Number(count.get().into()), Ref::Space(space)]));
    let Scene::Fetching { spaces, .. } = scene else { return };
    // On to the pair behind this one; those without a handyman are passed over when somebody is asked.
    let players = cx.g.rules().players();
    let before = (0..space.0).filter(|earlier| spaces >> earlier & 1 != 0).count() * players;
    let place = cx.g.rules().seats_from(cx.g.core.turn.seat).position(|other| other == seat).unwrap_or(0);
    set(cx, Scene::Fetching { spaces, place: (before + place + 1) as u8 });
}

/// The tiles of palace and reserve.
fn own_tiles(g: &GameState, seat: Seat) -> PieceSet {
    g.core.pieces.palace[seat.index()].or(g.core.pieces.reserve[seat.index()])
}

/// The cells a tile of a palace covers.
fn cells(g: &GameState, piece: PieceId) -> impl Iterator<Item = Cell> + use<> {
    let Standing { cell, turn } = g.core.pieces.standing[piece.index()];
    placing::form(g, piece, turn).cells(cell)
}

/// The most tiles with handymen that lie side by side in a palace, walls or not.
fn largest_group(g: &GameState, seat: Seat) -> PieceSet {
    let mut left = g.core.pieces.palace[seat.index()].and(g.mods.m40_handymen.on);
    let mut largest = PieceSet::EMPTY;
    while let Some(first) = left.first() {
        left.remove(first);
        let mut group = PieceSet::EMPTY.with(first);
        let mut edge = vec![first];
        while let Some(piece) = edge.pop() {
            let around: Vec<Cell> =
                cells(g, piece).flat_map(|cell| Side::ALL.map(|side| cell.next(side))).collect();
            let near: PieceSet =
                left.iter().filter(|other| cells(g, *other).any(|cell| around.contains(&cell))).collect();
            left = left.without(near);
            group = group.or(near);
            edge.extend(near.iter());
        }
        if group.len() > largest.len() {
            largest = group;
        }
    }
    largest
}

fn set(cx: &mut Cx<'_, '_>, scene: Scene) {
    cx.top().what = What::Module(ModFrame::Handymen(scene));
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Handymen, seat: Some(seat), key, refs }
}
