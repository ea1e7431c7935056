//! Module 13, Treasure Chamber: chests are bought by the room and stand on buildings of their colour. Whoever
//! has most of them scores.
//!
//! Everything lies open: what is in the bag follows from what is not.

use crate::core::agenda::{Bill, Leaving, What};
use crate::core::below::Below;
use crate::core::building::Building;
use crate::core::catalogue::{Half, PieceId, PieceSet, Provenance};
use crate::core::cell::Cell;
use crate::core::chance::Stream;
use crate::core::edition::Places;
use crate::core::payment::Context;
use crate::core::score::{Rank, SCORERS, ScoreSheet, ranks};
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing, turn};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 13.
#[derive(Clone, Copy, Debug)]
pub struct TreasureChamber;

/// Chests of each colour, in the order of the buildings.
type Chests = [u8; 6];

/// All chests there are.
const ALL: Chests = [5, 5, 7, 7, 9, 9];

/// How many rooms there are, how many chests a full one holds, and what they cost together.
const ROOMS: usize = 3;
const ROOM: u8 = 4;
const PRICE: u8 = 8;

/// A room, from 0.
type Room = Below<{ ROOMS as u8 }>;

/// What the places are worth in each scoring (DG-5).
const POINTS: [Places; 3] = [[7, 0, 0], [14, 7, 0], [22, 14, 7]];

/// Where the chests are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    rooms: [Chests; ROOMS],
    bag: Chests,
    /// Bought in this turn and not yet given out.
    held: Chests,
    /// Pieces with a chest on their first and on their second building. Its colour is the building's.
    on: [PieceSet; 2],
    /// Whether the bag was once too empty to fill a room; no room is filled any more (TC4).
    closed: bool,
}

impl State {
    fn put(&mut self, colour: Building, (piece, half): Spot) {
        self.held[colour.index()] -= 1;
        self.on[half.index()].insert(piece);
    }
}

/// A building: the piece, and which of its halves.
type Spot = (PieceId, Half);

/// What a player can do with chests. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Buys the chests of a room, as an action of one's own turn (TC1).
    Buy {
        /// The room.
        room: Room,
    },
    /// Puts a chest on a building of its colour (TC2, TC3).
    Put {
        /// The tile.
        piece: PieceId,
        /// Which of its buildings.
        half: Half,
    },
    /// Takes no more of what came round; never the buyer (A-TC-1).
    PassOn,
}

/// T40: the chests go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sharing {
    /// Whose turn it is to take some, counted from the buyer.
    place: u8,
}

impl Module for TreasureChamber {
    const ID: ModuleId = ModuleId::TreasureChamber;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "treasure-chamber",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Money, Touch::Palace, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("the 42 chests and what most of them are worth", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T11, Step::T40, Step::O3, Step::S25]);
    type State = State;
    type Action = Act;
    type Frame = Sharing;

    /// TC5: the chest of a building that is taken off goes back to the bag; one that only moves keeps it (A-X-1).
    const FATES: &'static [(Leaving, Fate)] = &[
        (Leaving::Reserve, Fate::ToSupply),
        (Leaving::Sold, Fate::ToSupply),
        (Leaving::Discarded, Fate::ToSupply),
    ];

    fn left(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, _: Fate) {
        for half in Half::BOTH {
            if !cx.g.mods.m13_treasure_chamber.on[half.index()].remove(piece) {
                continue;
            }
            if let Some(colour) = building(cx.g, (piece, half)) {
                cx.g.mods.m13_treasure_chamber.bag[colour.index()] += 1;
                cx.emit(|_| told(Some(seat), "back", vec![Ref::Building(colour)]));
            }
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U14 => {
                cx.g.mods.m13_treasure_chamber.bag = ALL;
                refill(cx);
            }
            // T40 stands behind all placing of the turn, extra redesigns included (A-TC-2).
            Step::T40 if total(&cx.g.mods.m13_treasure_chamber.held) > 0 => {
                cx.push(Step::T40, What::Module(ModFrame::TreasureChamber(Sharing { place: 0 })));
            }
            _ => {}
        }
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step == Step::S25 {
            score(g, sheet);
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction {
            let rooms = Room::all().filter(|room| for_sale(g, seat, *room).is_ok());
            out.extend(rooms.map(|room| Action::Module(ModAction::TreasureChamber(Act::Buy { room }))));
        }
    }

    fn legal(g: &GameState, _: Seat, sharing: Sharing, out: &mut Vec<Act>) {
        if let Some(taker) = taker(g, sharing.place) {
            let spots = Building::ALL.into_iter().flat_map(|colour| wanted(g, taker, colour));
            out.extend(spots.map(|(piece, half)| Act::Put { piece, half }));
            out.sort_unstable();
        }
        if sharing.place > 0 {
            out.push(Act::PassOn);
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        match (g.agenda.frames.last().map(|f| f.what), act) {
            (Some(What::Turn), Act::Buy { room }) => for_sale(g, seat, room),
            (_, Act::Buy { .. }) => refused("chests_are_bought_as_an_action_of_ones_own_turn"),
            (Some(What::Module(ModFrame::TreasureChamber(sharing))), act) => match act {
                Act::PassOn if sharing.place == 0 => {
                    refused("the_buyer_puts_as_many_chests_on_buildings_as_possible")
                }
                Act::Put { piece, half } => {
                    let colour = building(g, (piece, half));
                    let fits = |colour| wanted(g, seat.into(), colour).any(|spot| spot == (piece, half));
                    if colour.is_some_and(fits) {
                        Ok(())
                    } else {
                        Err(Illegal::of(Self::ID, "a_chest_stands_on_a_building_of_its_colour").at(piece))
                    }
                }
                _ => Ok(()),
            },
            _ => refused("chests_are_given_out_at_the_end_of_the"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Buy { room } => {
                turn::count_action(cx.g);
                let state = &mut cx.g.mods.m13_treasure_chamber;
                let chests = std::mem::take(&mut state.rooms[room.index()]);
                state.held = std::array::from_fn(|c| state.held[c] + chests[c]);
                cx.emit(|_| told(Some(seat), "buys", with_chests(room, &chests)));
                cx.push(Step::P3, What::Pay(bill(seat)));
            }
            Act::Put { piece, half } => {
                if let Some(colour) = building(cx.g, (piece, half)) {
                    put(cx, seat.into(), colour, (piece, half));
                }
            }
            Act::PassOn => {
                if let What::Module(ModFrame::TreasureChamber(sharing)) = &mut cx.top().what {
                    sharing.place += 1;
                }
            }
        }
    }

    /// TC2, TC3: the buyer, then one after the other to the left; nobody is asked where there is nothing to decide.
    fn step(cx: &mut Cx<'_, '_>, sharing: Sharing) -> Stepped {
        let Some(taker) = taker(cx.g, sharing.place) else {
            tidy_up(cx);
            return Stepped::Done;
        };
        // Dirk takes what he can, and so must the buyer where chests are enough for all buildings.
        if taker == Scorer::Dirk || sharing.place == 0 {
            settle(cx, taker);
        }
        match taker {
            Scorer::Seat(seat)
                if Building::ALL.into_iter().any(|c| wanted(cx.g, taker, c).next().is_some()) =>
            {
                Stepped::Ask(SeatSet::one(seat))
            }
            _ => {
                let next = Sharing { place: sharing.place + 1 };
                cx.top().what = What::Module(ModFrame::TreasureChamber(next));
                Stepped::Again
            }
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::PassOn
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Buy { room } => [Ref::Number(i32::from(room.get()) + 1)].into(),
            Act::Put { piece, half } => {
                let colour = building(g, (piece, half)).map(Ref::Building);
                [Ref::Piece(piece)].into_iter().chain(colour).collect()
            }
            Act::PassOn => Described::default(),
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m13_treasure_chamber;
        let with_chest = |of: Scorer| -> Vec<PieceId> { chests_of(g, of).map(|(piece, _)| piece).collect() };
        let own = g.rules().seats().map(|seat| (seat, with_chest(seat.into())));
        let mut shows = vec![
            ("room_1", shown(&state.rooms[0])),
            ("room_2", shown(&state.rooms[1])),
            ("room_3", shown(&state.rooms[2])),
            ("bag", shown(&state.bag)),
            ("rooms_are", Shown::Words(vec![if state.closed { "not_filled_again" } else { "filled_again" }])),
            ("to_share", shown(&state.held)),
            ("chests", Shown::BySeat(g.rules().seats().map(|s| with_chest(s.into()).len() as i32).collect())),
            ("on_tiles", Shown::TilesBySeat(own.filter(|(_, tiles)| !tiles.is_empty()).collect())),
        ];
        if g.rules().dirk() {
            shows.push(("on_tiles_of_dirk", Shown::Tiles(with_chest(Scorer::Dirk))));
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m13_treasure_chamber;
        let mut found: Chests = std::array::from_fn(|c| {
            state.bag[c] + state.held[c] + state.rooms.iter().map(|room| room[c]).sum::<u8>()
        });
        let mut standing = 0;
        for owner in scorers(g) {
            for spot in chests_of(g, owner) {
                standing += 1;
                if let Some(colour) = building(g, spot) {
                    found[colour.index()] += 1;
                }
            }
        }
        if standing != state.on[0].len() + state.on[1].len() {
            return Err("a chest stands on a tile that is in no palace".to_owned());
        }
        if let Some(room) = state.rooms.iter().find(|room| ![0, ROOM].contains(&total(room))) {
            return Err(format!("a room holds {}", listed(room)));
        }
        if found == ALL { Ok(()) } else { Err(format!("there are other chests than 42: {}", listed(&found))) }
    }

    /// `room 1: garden, garden, seraglio, chambers; room 2: empty; 0: 2 gardens, tower-9-nw; dirk: 3 towers; closed`:
    /// chests in rooms and on buildings. The rest is in the bag; a room that is not named stays as it is.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

fn total(chests: &Chests) -> u8 {
    chests.iter().sum()
}

fn each(chests: &Chests) -> impl Iterator<Item = Building> + '_ {
    Building::ALL.into_iter().flat_map(|c| std::iter::repeat_n(c, usize::from(chests[c.index()])))
}

fn shown(chests: &Chests) -> Shown {
    Shown::Buildings(each(chests).collect())
}

fn listed(chests: &Chests) -> String {
    crate::shown::list(each(chests), ", ")
}

/// A room and its chests, to be pointed at.
fn with_chests(room: Room, chests: &Chests) -> Vec<Ref> {
    std::iter::once(Ref::Number(i32::from(room.get()) + 1)).chain(each(chests).map(Ref::Building)).collect()
}

/// Everybody who can have chests.
fn scorers(g: &GameState) -> impl Iterator<Item = Scorer> + use<> {
    let dirk = g.rules().dirk().then_some(Scorer::Dirk);
    g.rules().seats().map(Scorer::Seat).chain(dirk)
}

fn bill(seat: Seat) -> Bill {
    Bill { seat, context: Context::AnyMix, price: PRICE, ..Bill::default() }
}

/// TC1: whether `seat` may buy a room and pay for it.
fn for_sale(g: &GameState, seat: Seat, room: Room) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::TreasureChamber, key));
    if total(&g.mods.m13_treasure_chamber.rooms[room.index()]) == 0 {
        refused("that_room_is_empty")
    } else if !turn::rules(g, seat).may_buy {
        // A turn in which no tile may be bought has no room for other purchases either.
        Err(Illegal::OnlyMoneyNow)
    } else if !paying::affordable(g, &bill(seat)) {
        refused("the_chests_of_a_room_cost_8_together")
    } else {
        Ok(())
    }
}

/// Who takes chests at this place: the buyer, Dirk with two players, then the others to the left (TC3).
fn taker(g: &GameState, place: u8) -> Option<Scorer> {
    let mut others = g.rules().seats_from(g.core.turn.seat).map(Scorer::Seat);
    let buyer = others.next();
    let dirk = g.rules().dirk().then_some(Scorer::Dirk);
    buyer.into_iter().chain(dirk).chain(others).nth(usize::from(place))
}

fn building(g: &GameState, (piece, half): Spot) -> Option<Building> {
    placing::building_on(g, piece, half.index())
}

/// The buildings somebody has, each half of a tile by itself. What is under construction or no building at all
/// has no colour.
fn buildings(g: &GameState, of: Scorer) -> impl Iterator<Item = (Spot, Building)> + '_ {
    let tiles = match of {
        Scorer::Seat(seat) => g.core.pieces.palace[seat.index()],
        Scorer::Dirk => g.core.pieces.dirk,
    };
    let spots = tiles.iter().flat_map(|piece| Half::BOTH.map(|half| (piece, half)));
    spots.filter_map(|spot| building(g, spot).map(|colour| (spot, colour)))
}

fn has_chest(g: &GameState, (piece, half): Spot) -> bool {
    g.mods.m13_treasure_chamber.on[half.index()].contains(piece)
}

/// The buildings with a chest.
fn chests_of(g: &GameState, of: Scorer) -> impl Iterator<Item = Spot> + '_ {
    buildings(g, of).map(|(spot, _)| spot).filter(|spot| has_chest(g, *spot))
}

/// The buildings without a chest that could take one of those going round.
fn wanted(g: &GameState, of: Scorer, colour: Building) -> impl Iterator<Item = Spot> + '_ {
    let any = g.mods.m13_treasure_chamber.held[colour.index()] > 0;
    let all = any.then(|| buildings(g, of)).into_iter().flatten();
    all.filter(move |(spot, c)| *c == colour && !has_chest(g, *spot)).map(|(spot, _)| spot)
}

fn put(cx: &mut Cx<'_, '_>, owner: Scorer, colour: Building, spot: Spot) {
    cx.g.mods.m13_treasure_chamber.put(colour, spot);
    let who = match owner {
        Scorer::Seat(seat) => Some(seat),
        Scorer::Dirk => None,
    };
    let key = match owner {
        Scorer::Seat(_) => "puts",
        Scorer::Dirk => "dirk_puts",
    };
    cx.emit(|_| told(who, key, vec![Ref::Piece(spot.0), Ref::Building(colour)]));
}

/// Puts down every chest whose place is no question: all buildings of its colour get one. With Dirk it never is.
fn settle(cx: &mut Cx<'_, '_>, taker: Scorer) {
    for colour in Building::ALL {
        let chests = usize::from(cx.g.mods.m13_treasure_chamber.held[colour.index()]);
        let spots: Vec<Spot> = wanted(cx.g, taker, colour).collect();
        if spots.len() <= chests || taker == Scorer::Dirk {
            spots.into_iter().take(chests).for_each(|spot| put(cx, taker, colour, spot));
        }
    }
}

/// What nobody could use goes back into the bag, then the room is filled (TC3, TC4).
fn tidy_up(cx: &mut Cx<'_, '_>) {
    let state = &mut cx.g.mods.m13_treasure_chamber;
    let rest = std::mem::take(&mut state.held);
    state.bag = std::array::from_fn(|c| state.bag[c] + rest[c]);
    if total(&rest) > 0 {
        cx.emit(|_| told(None, "rest", each(&rest).map(Ref::Building).collect()));
    }
    refill(cx);
}

/// TC4: empty rooms get four chests each; once there are too few, no room is filled any more.
fn refill(cx: &mut Cx<'_, '_>) {
    for room in Room::all() {
        let state = &mut cx.g.mods.m13_treasure_chamber;
        if state.closed || total(&state.rooms[room.index()]) > 0 {
            continue;
        }
        if total(&state.bag) < ROOM {
            state.closed = true;
            cx.emit(|_| told(None, "closed", Vec::new()));
            continue;
        }
        for _ in 0..ROOM {
            let left = total(&cx.g.mods.m13_treasure_chamber.bag);
            let k = cx.pick(u32::from(left), Stream::Chests) as usize;
            let state = &mut cx.g.mods.m13_treasure_chamber;
            let drawn = each(&state.bag).nth(k);
            if let Some(colour) = drawn {
                state.bag[colour.index()] -= 1;
                state.rooms[room.index()][colour.index()] += 1;
            }
        }
        cx.emit(|g| {
            let chests = &g.mods.m13_treasure_chamber.rooms[room.index()];
            told(None, "filled", with_chests(room, chests))
        });
    }
}

/// S25, TC6: most chests, ties shared like those of buildings. Dirk takes part (A-TC-3).
fn score(g: &GameState, sheet: &mut ScoreSheet) {
    let places = POINTS[usize::from(sheet.round().clamp(1, 3)) - 1];
    let mut counts = [0; SCORERS];
    for owner in scorers(g) {
        counts[owner.index()] = chests_of(g, owner).count() as u8;
    }
    for owner in scorers(g) {
        let count = counts[owner.index()];
        let Some((place, tied, pot)) = ranks(counts, |_| places)[owner.index()].filter(|rank| rank.2 > 0)
        else {
            continue;
        };
        let share = (pot / u16::from(tied)) as i16;
        sheet.add(owner, share, || Why {
            reason: "score.chests",
            args: vec![i16::from(count)],
            cells: cells_with_chests(g, owner),
            rank: Some(Rank::new(place, tied, places)),
        });
    }
}

fn cells_with_chests(g: &GameState, owner: Scorer) -> Vec<Cell> {
    if owner == Scorer::Dirk {
        return Vec::new();
    }
    let cell = |(piece, half): Spot| {
        let standing = g.core.pieces.standing[piece.index()];
        placing::form(g, piece, standing.turn).cells(standing.cell).nth(half.index())
    };
    chests_of(g, owner).filter_map(cell).collect()
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::TreasureChamber, seat, key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
