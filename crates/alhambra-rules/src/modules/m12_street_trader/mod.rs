//! Module 12, Street Trader: a trader beside the palace brings citizens. When a building is laid where he stands, a
//! citizen of its colour may move in, and he looks for another place at the end of the turn.
//!
//! Everything lies open but the choice everybody makes at the start.

use crate::core::agenda::{Leaving, What};
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::palace::CellSet;
use crate::core::placing;
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::state::Barrier;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 12.
#[derive(Clone, Copy, Debug)]
pub struct StreetTrader;

/// Citizens of each colour, in the order of the buildings.
type Citizens = [u8; 6];

/// How many citizens of each colour there are, and how many a trader leads.
const COPIES: u8 = 7;
const FOLLOWERS: u8 = 3;

/// What a set of so many different colours is worth.
const SETS: [i16; 7] = [0, 1, 3, 6, 10, 15, 21];

/// Traders and citizens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    supply: Citizens,
    traders: [Trader; MAX_SEATS],
    /// Pieces with a citizen in their first and in their second building. The colour is the building's.
    homes: [PieceSet; 2],
}

/// A trader with those who follow him.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Trader {
    citizens: Citizens,
    /// Where he stands; `None` once he has been pushed aside.
    cell: Option<Cell>,
    /// The half of the tile being laid that pushes him aside.
    pushed: Option<Half>,
}

/// A choice of the start: three different citizens, and the side of the fountain.
type Start = ([Building; 3], Side);

/// What a player can do with the trader. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// U03: chooses in secret whom the trader leads, and where he begins.
    Start {
        /// Three different colours, ascending.
        citizens: [Building; 3],
        /// The side of the fountain.
        side: Side,
    },
    /// TR2: a citizen of the building's colour moves in.
    MoveIn {
        /// Who follows the trader instead; nobody only when nobody is left.
        then: Option<Building>,
    },
    /// TR2: nobody can move in, so a citizen is exchanged.
    Exchange {
        /// Who leaves the trader.
        give: Building,
        /// Who follows him instead.
        take: Building,
    },
    /// Leaves the citizens as they are.
    Stay,
    /// TR3: puts the trader on an empty cell beside the palace.
    Place {
        /// Where.
        at: Cell,
    },
}

/// What is going on with the trader. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scene {
    /// U03: everybody chooses at once; nobody sees what the others have chosen before all have.
    Start {
        /// The choices so far.
        chosen: [Option<Start>; MAX_SEATS],
    },
    /// L4: a tile has pushed the trader aside.
    Pushed {
        /// Whose trader.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Which half of it lies where he stood.
        half: Half,
    },
    /// T50, X1: he looks for a new place.
    Homeless {
        /// Whose trader.
        seat: Seat,
    },
    /// Nothing is left to decide.
    Over,
}

impl Module for StreetTrader {
    const ID: ModuleId = ModuleId::StreetTrader;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "street-trader",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Scoring, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[("the 42 citizens and what sets of them are worth", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet =
        StepSet::of(&[Step::U03, Step::T50, Step::L1, Step::L4, Step::O3, Step::X1, Step::S31]);
    type State = State;
    type Action = Act;
    type Frame = Scene;

    /// TR4: the citizen of a building that is taken off goes back to the supply; one that only moves keeps it
    /// (A-X-1).
    const FATES: &'static [(Leaving, Fate)] = &[
        (Leaving::Reserve, Fate::ToSupply),
        (Leaving::Sold, Fate::ToSupply),
        (Leaving::Discarded, Fate::ToSupply),
    ];

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        for half in 0..2 {
            if !cx.g.mods.m12_street_trader.homes[half].remove(piece) {
                continue;
            }
            if let Some(colour) = placing::building_on(cx.g, piece, half) {
                cx.g.mods.m12_street_trader.supply[colour.index()] += 1;
                cx.emit(|_| told(seat, "moves_out", vec![Ref::Piece(piece), Ref::Building(colour)]));
            }
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let scene = |scene| What::Module(ModFrame::StreetTrader(scene));
        match (step, cx.top().what) {
            (Step::U03, _) => cx.push(step, scene(Scene::Start { chosen: [None; MAX_SEATS] })),
            // He is no obstacle, whatever is laid where he stands (TR1); a tile that only moves pushes him as
            // well (G-8).
            (Step::L1, What::Lay { seat, piece, at, turn, .. }) => {
                let trader = trader(cx.g, seat);
                let mut covered = placing::form(cx.g, piece, turn).cells(at);
                if let Some(half) = covered.position(|cell| trader.cell == Some(cell)) {
                    drop(covered);
                    let trader = &mut cx.g.mods.m12_street_trader.traders[seat.index()];
                    trader.cell = None;
                    trader.pushed = Half::BOTH.get(half).copied();
                }
            }
            (Step::L4, What::Lay { seat, piece, .. }) => {
                let pushed = cx.g.mods.m12_street_trader.traders[seat.index()].pushed.take();
                if let Some(half) = pushed {
                    cx.push(step, scene(Scene::Pushed { seat, piece, half }));
                }
            }
            (Step::T50, _) => {
                let seat = cx.g.core.turn.seat;
                cx.push(step, scene(Scene::Homeless { seat }));
            }
            // What was built out of turn ends here (A-X-2).
            (Step::X1, What::Moment { seat, .. }) => cx.push(step, scene(Scene::Homeless { seat })),
            _ => {}
        }
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step == Step::S31 {
            score(g, sheet);
        }
    }

    fn step(cx: &mut Cx<'_, '_>, scene: Scene) -> Stepped {
        match scene {
            Scene::Start { chosen } => {
                let waiting: SeatSet = cx.g.rules().seats().filter(|s| chosen[s.index()].is_none()).collect();
                if !waiting.is_empty() {
                    return Stepped::Ask(waiting);
                }
                begin(cx, &chosen);
                Stepped::Done
            }
            // Where only one answer is possible nobody is asked.
            Scene::Pushed { seat, piece, half } if answers(cx.g, seat, piece, half).len() > 1 => {
                Stepped::Ask(SeatSet::one(seat))
            }
            Scene::Homeless { seat } if trader(cx.g, seat).cell.is_none() => Stepped::Ask(SeatSet::one(seat)),
            Scene::Pushed { .. } | Scene::Homeless { .. } | Scene::Over => Stepped::Done,
        }
    }

    fn legal(g: &GameState, _: Seat, scene: Scene, out: &mut Vec<Act>) {
        match scene {
            Scene::Start { .. } => {
                out.extend(starts().map(|(citizens, side)| Act::Start { citizens, side }));
            }
            Scene::Pushed { seat, piece, half } => out.extend(answers(g, seat, piece, half)),
            Scene::Homeless { seat } => out.extend(places(g, seat).iter().map(|at| Act::Place { at })),
            Scene::Over => {}
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let refused_at = |key, piece: PieceId| Err(Illegal::of(Self::ID, key).at(piece));
        let Some(What::Module(ModFrame::StreetTrader(scene))) = g.agenda.frames.last().map(|f| f.what) else {
            return refused("the_trader_is_moved_only_when_he_is_asked_for");
        };
        match (scene, act) {
            (Scene::Start { .. }, Act::Start { citizens: [a, b, c], .. }) if a < b && b < c => Ok(()),
            (Scene::Start { .. }, Act::Start { .. }) => refused("three_different_citizens"),
            (Scene::Pushed { piece, half, .. }, act) if answers(g, seat, piece, half).contains(&act) => {
                Ok(())
            }
            (Scene::Homeless { .. }, Act::Place { at }) if places(g, seat).contains(at) => Ok(()),
            (Scene::Homeless { .. }, Act::Place { at }) => {
                Err(Illegal::of(Self::ID, "the_trader_stands_on_an_empty_cell_next_to").at(at))
            }
            (Scene::Pushed { piece, .. }, Act::MoveIn { .. }) => {
                refused_at("a_citizen_of_the_buildings_colour_moves_in", piece)
            }
            (Scene::Pushed { piece, .. }, Act::Exchange { .. }) => {
                refused_at("citizens_are_exchanged_for_others_only_where_none_can", piece)
            }
            _ => refused("that_is_not_what_is_asked_of_the_trader_now"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let What::Module(ModFrame::StreetTrader(scene)) = cx.top().what else { return };
        let mut next = Scene::Over;
        match (scene, act) {
            (Scene::Start { mut chosen }, Act::Start { citizens, side }) => {
                chosen[seat.index()] = Some((citizens, side));
                next = Scene::Start { chosen };
            }
            (Scene::Pushed { piece, half, .. }, Act::MoveIn { then }) => {
                move_in(cx, seat, (piece, half), then)
            }
            (Scene::Pushed { .. }, Act::Exchange { give, take }) => {
                let State { supply, traders, .. } = &mut cx.g.mods.m12_street_trader;
                swap(&mut traders[seat.index()].citizens, supply, give);
                swap(supply, &mut traders[seat.index()].citizens, take);
                cx.emit(|_| told(seat, "exchanges", vec![Ref::Building(give), Ref::Building(take)]));
            }
            (Scene::Homeless { .. }, Act::Place { at }) => {
                cx.g.mods.m12_street_trader.traders[seat.index()].cell = Some(at);
                cx.emit(|g| told(seat, "places", vec![Ref::Cell(g.at(seat, at))]));
            }
            _ => {}
        }
        cx.top().what = What::Module(ModFrame::StreetTrader(next));
    }

    fn passes(act: Act) -> bool {
        act == Act::Stay
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Start { citizens, side } => {
                citizens.into_iter().map(Ref::Building).chain([Ref::Side(side)]).collect()
            }
            Act::MoveIn { then } => {
                let next = then.map_or(Ref::Word(Self::ID, "nobody"), Ref::Building);
                pushed_by(g).into_iter().map(Ref::Building).chain([next]).collect()
            }
            Act::Exchange { give, take } => [Ref::Building(give), Ref::Building(take)].into(),
            Act::Stay => Described::default(),
            Act::Place { at } => [Ref::Cell(g.at(seat, at))].into(),
        }
    }

    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m12_street_trader;
        let seats = || g.rules().seats();
        let standing = seats().filter_map(|s| trader(g, s).cell.map(|cell| (s, cell.xy())));
        let led = seats().map(|s| (s, each(&trader(g, s).citizens).collect()));
        let homes = seats().map(|s| (s, homes_of(g, s).map(|(piece, ..)| piece).collect::<Vec<_>>()));
        let housed = seats().map(|s| homes_of(g, s).count() as i32);
        let mut shows = vec![
            ("trader_at", Shown::CellBySeat(standing.collect())),
            ("with_the_trader", Shown::BuildingsBySeat(led.collect())),
            ("supply", Shown::Buildings(each(&state.supply).collect())),
            ("citizens", Shown::BySeat(housed.collect())),
            ("homes", Shown::TilesBySeat(homes.filter(|(_, tiles)| !tiles.is_empty()).collect())),
        ];
        // Until all have chosen, everybody sees nothing but the own choice.
        if let (Some(seat), Some(chosen)) = (viewer, sealed(g))
            && let Some((citizens, side)) = chosen[seat.index()]
        {
            shows.push(("your_choice", Shown::Buildings(citizens.to_vec())));
            shows.push(("your_side", Shown::Words(vec![side_name(side)])));
        }
        shows
    }

    /// Choices that have been made and not yet shown.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        for frame in g.agenda.frames.iter_mut() {
            if let What::Module(ModFrame::StreetTrader(Scene::Start { chosen })) = &mut frame.what {
                let others = chosen.iter_mut().enumerate().filter(|(seat, _)| *seat != observer.index());
                for choice in others.filter_map(|(_, choice)| choice.as_mut()) {
                    let all: Vec<Start> = starts().collect();
                    *choice = all[pick(all.len() as u32) as usize];
                }
            }
        }
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m12_street_trader;
        if sealed(g).is_some() {
            return Ok(());
        }
        let mut found = state.supply;
        let mut living = 0;
        for seat in g.rules().seats() {
            let Trader { citizens, .. } = trader(g, seat);
            if citizens.iter().sum::<u8>() > FOLLOWERS {
                return Err(format!("the trader of seat {} leads {}", seat.index(), listed(&citizens)));
            }
            found = std::array::from_fn(|c| found[c] + citizens[c]);
            for (.., colour) in homes_of(g, seat) {
                found[colour.index()] += 1;
                living += 1;
            }
        }
        if living != state.homes[0].len() + state.homes[1].len() {
            return Err("a citizen lives on a tile that is in no palace".to_owned());
        }
        if found == [COPIES; 6] { Ok(()) } else { Err(format!("there are these citizens: {found:?}")) }
    }

    /// `0 at 1 0: garden, seraglio, seraglio; 0 houses: 2 gardens, tower-9-nw; 1 aside: tower`: where traders stand
    /// and whom they lead, and who has moved in. All others are in the supply.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

fn trader(g: &GameState, seat: Seat) -> Trader {
    g.mods.m12_street_trader.traders[seat.index()]
}

fn each(citizens: &Citizens) -> impl Iterator<Item = Building> + '_ {
    Building::ALL.into_iter().flat_map(|c| std::iter::repeat_n(c, usize::from(citizens[c.index()])))
}

fn listed(citizens: &Citizens) -> String {
    crate::shown::list(each(citizens), ", ")
}

/// The choices of the start that are still secret, if there are any.
fn sealed(g: &GameState) -> Option<[Option<Start>; MAX_SEATS]> {
    g.agenda.frames.iter().find_map(|frame| match frame.what {
        What::Module(ModFrame::StreetTrader(Scene::Start { chosen })) => Some(chosen),
        _ => None,
    })
}

/// Every choice of the start, ascending.
fn starts() -> impl Iterator<Item = Start> {
    let all = Building::ALL;
    let threes = (0..6)
        .flat_map(move |a| (a + 1..6).flat_map(move |b| (b + 1..6).map(move |c| [all[a], all[b], all[c]])));
    threes.flat_map(|three| Side::ALL.map(|side| (three, side)))
}

/// U03: all have chosen, and everything is shown at once.
fn begin(cx: &mut Cx<'_, '_>, chosen: &[Option<Start>; MAX_SEATS]) {
    cx.g.core.info.learned(Barrier::Shown);
    cx.g.mods.m12_street_trader.supply = [COPIES; 6];
    for seat in cx.g.core.rules.seats() {
        let Some((citizens, side)) = chosen[seat.index()] else { continue };
        let State { supply, traders, .. } = &mut cx.g.mods.m12_street_trader;
        let trader = &mut traders[seat.index()];
        trader.cell = Some(Cell::FOUNTAIN.next(side));
        citizens.into_iter().for_each(|citizen| swap(supply, &mut trader.citizens, citizen));
        cx.emit(|g| {
            let Described { refs, .. } = StreetTrader::describe(g, seat, Act::Start { citizens, side });
            told(seat, "begins", refs)
        });
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

/// One citizen goes from here to there.
fn swap(from: &mut Citizens, to: &mut Citizens, citizen: Building) {
    from[citizen.index()] -= 1;
    to[citizen.index()] += 1;
}

/// What the owner of a trader who was pushed aside may do (TR2), ascending; to do nothing is always among it.
fn answers(g: &GameState, seat: Seat, piece: PieceId, half: Half) -> Vec<Act> {
    let State { supply, homes, .. } = &g.mods.m12_street_trader;
    let with = trader(g, seat).citizens;
    let some = |citizens: &Citizens| Building::ALL.into_iter().filter(|c| citizens[c.index()] > 0).collect();
    let (followers, left): (Vec<Building>, Vec<Building>) = (some(&with), some(supply));
    // A watchtower moves the trader and nothing else (rules part 2, watchtowers and Street Trader).
    if g.piece(piece).kind == PieceKind::Watchtower {
        return vec![Act::Stay];
    }
    let colour = placing::building_on(g, piece, half.index());
    let lives_here = homes[half.index()].contains(piece);
    let mut acts = match colour {
        Some(colour) if followers.contains(&colour) && !lives_here => {
            let mut acts: Vec<Act> = left.iter().map(|then| Act::MoveIn { then: Some(*then) }).collect();
            if acts.is_empty() {
                acts.push(Act::MoveIn { then: None });
            }
            acts
        }
        // Nobody can move in (A-TR-4).
        _ => {
            let pairs = followers.iter().flat_map(|give| left.iter().map(move |take| (*give, *take)));
            pairs
                .filter(|(give, take)| give != take)
                .map(|(give, take)| Act::Exchange { give, take })
                .collect()
        }
    };
    acts.push(Act::Stay);
    acts
}

/// The colour of the building that has pushed the trader aside.
fn pushed_by(g: &GameState) -> Option<Building> {
    match g.agenda.frames.last()?.what {
        What::Module(ModFrame::StreetTrader(Scene::Pushed { piece, half, .. })) => {
            placing::building_on(g, piece, half.index())
        }
        _ => None,
    }
}

fn move_in(cx: &mut Cx<'_, '_>, seat: Seat, (piece, half): (PieceId, Half), then: Option<Building>) {
    let Some(colour) = placing::building_on(cx.g, piece, half.index()) else { return };
    let State { supply, traders, homes } = &mut cx.g.mods.m12_street_trader;
    let followers = &mut traders[seat.index()].citizens;
    followers[colour.index()] -= 1;
    homes[half.index()].insert(piece);
    if let Some(then) = then {
        swap(supply, followers, then);
    }
    cx.emit(|_| {
        let next = then.map_or(Ref::Word(ModuleId::StreetTrader, "nobody"), Ref::Building);
        told(seat, "moves_in", vec![Ref::Piece(piece), Ref::Building(colour), next])
    });
}

/// TR3: every empty cell next to a tile, camps included (A-TR-3).
fn places(g: &GameState, seat: Seat) -> CellSet {
    let covered = g.ground(seat).covered();
    let around = covered.iter().flat_map(|cell| Side::ALL.map(|side| cell.next(side)));
    around.collect::<CellSet>().without(covered)
}

/// The buildings of a palace in which somebody lives: the piece, which half of it, and the colour.
fn homes_of(g: &GameState, seat: Seat) -> impl Iterator<Item = (PieceId, usize, Building)> + '_ {
    let homes = &g.mods.m12_street_trader.homes;
    let spots = g.core.pieces.palace[seat.index()].iter().flat_map(|piece| [(piece, 0), (piece, 1)]);
    spots
        .filter(|(piece, half)| homes[*half].contains(*piece))
        .filter_map(|(piece, half)| placing::building_on(g, piece, half).map(|colour| (piece, half, colour)))
}

/// The cells of these buildings.
fn home_cells(g: &GameState, seat: Seat) -> Vec<Cell> {
    let cell = |(piece, half, _): (PieceId, usize, Building)| {
        let standing = g.core.pieces.standing[piece.index()];
        placing::form(g, piece, standing.turn).cells(standing.cell).nth(half)
    };
    homes_of(g, seat).filter_map(cell).collect()
}

/// TR5: sets of different colours, as large as possible: the colours with a first citizen, with a second, …
fn worth(living: &Citizens) -> i16 {
    let set = |k: u8| SETS[living.iter().filter(|n| **n >= k).count()];
    (1..=COPIES).map(set).sum()
}

/// S31. Those who still follow a trader live nowhere.
fn score(g: &GameState, sheet: &mut ScoreSheet) {
    for seat in g.core.rules.seats() {
        let mut living = [0; 6];
        homes_of(g, seat).for_each(|(.., colour)| living[colour.index()] += 1);
        let points = worth(&living);
        if points > 0 {
            sheet.add(seat, points, || Why {
                reason: "score.citizens",
                args: living.map(i16::from).to_vec(),
                cells: home_cells(g, seat),
                rank: None,
            });
        }
    }
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::StreetTrader, seat: Some(seat), key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
