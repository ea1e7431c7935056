//! Module 27, New Building Grounds: a ground is bought empty, and its buyer chooses at once what stands on it.
//!
//! Twelve buildings lie open in four columns, one for each price. From the choice on, ground and building are one
//! tile, and the core knows which building stands on it; here is only what is left in the columns.

use crate::core::agenda::What;
use crate::core::book::Draft;
use crate::core::building::Building;
use crate::core::catalogue::{Column as Printing, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::chance::Stream;
use crate::core::pieces::Zone;
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Supply, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 27.
#[derive(Clone, Copy, Debug)]
pub struct NewBuildingGrounds;

/// All eight grounds.
const GROUNDS: PieceSet = PieceKind::Ground.pieces();

/// The numbers over the columns: the prices of the grounds, two of each.
const NUMBERS: [u8; 4] = [9, 10, 11, 12];

/// How many buildings a column begins with, and how many there are of each type.
const HEIGHT: usize = 3;
const OF_EACH: usize = 2;

/// The buildings of a column, the topmost first; empty places come last.
type Column = [Option<Building>; HEIGHT];

/// What is left in the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    columns: [Column; NUMBERS.len()],
}

/// A place in a column, counted from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The topmost building.
    First,
    /// The one below it.
    Second,
    /// The third one.
    Third,
}

impl Place {
    const ALL: [Place; HEIGHT] = [Place::First, Place::Second, Place::Third];
}

/// What players decide about grounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Puts a building of its column on the ground just received.
    Build {
        /// Which.
        place: Place,
    },
}

/// Somebody has got a ground and chooses its building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choosing {
    seat: Seat,
    ground: PieceId,
}

impl Module for NewBuildingGrounds {
    const ID: ModuleId = ModuleId::NewBuildingGrounds;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "new-building-grounds",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Market, Touch::Palace, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("eight grounds, twelve buildings, two of each type, and four numbers", Provenance::Found),
            ("grounds for 10 and for 12, the one for 10 without walls", Provenance::Found),
            (
                "that the price of a ground is the number of its column, and two grounds have each",
                Provenance::Inferred,
            ),
            ("grounds for 9 and for 11, and that no ground has walls", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U01, Step::U05, Step::P7, Step::S70, Step::E4]);
    const PRINTED: &'static [Printed] =
        &[Printed::Pieces(PieceKind::Ground, &[Printing::Price, Printing::Walls])];
    type State = State;
    type Action = Act;
    type Frame = Choosing;

    /// A column has three buildings, so no more than three grounds can have its number.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let grounds = || corrected.pieces.iter().filter(|piece| piece.kind == PieceKind::Ground);
        if let Some(ground) = grounds().find(|ground| !NUMBERS.contains(&ground.price)) {
            let price = Ref::Number(ground.price.into());
            return Err(Objection::of("no_column_of_that_number", [Ref::text(ground.key), price]));
        }
        let crowded = |number: &&u8| grounds().filter(|ground| ground.price == **number).count() > HEIGHT;
        match NUMBERS.iter().find(crowded) {
            Some(number) => {
                let counted = [Ref::Number(HEIGHT as i32), Ref::Number((*number).into())];
                Err(Objection::of("too_many_grounds_in_a_column", counted))
            }
            None => Ok(()),
        }
    }

    /// The buildings in a fixed order; U01 shuffles them.
    fn begin(_: &Setup, _: &OptionValues) -> Result<State, Objection> {
        Ok(State { columns: columns(Building::ALL.into_iter().flat_map(|b| [b; OF_EACH])) })
    }

    /// U01: all eight, shuffled in with the buildings.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(GROUNDS);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U01, _) => lay_out(cx),
            (Step::U05 | Step::S70, _) => serve_dirk(cx),
            (Step::P7, What::Buy(deal)) if GROUNDS.contains(deal.piece) => choose(cx, deal.seat, deal.piece),
            (Step::E4, _) => leftovers(cx),
            _ => {}
        }
    }

    /// Nobody is asked where there is nothing to decide.
    fn step(cx: &mut Cx<'_, '_>, Choosing { seat, ground }: Choosing) -> Stepped {
        if cx.g.core.pieces.building[ground.index()].is_some() {
            return Stepped::Done;
        }
        match offered(cx.g, ground)[..] {
            [] => Stepped::Done,
            [only] => {
                build(cx, Some(seat), ground, only);
                Stepped::Done
            }
            _ => Stepped::Ask(SeatSet::one(seat)),
        }
    }

    fn legal(g: &GameState, _: Seat, choosing: Choosing, out: &mut Vec<Act>) {
        out.extend(offered(g, choosing.ground).into_iter().map(|place| Act::Build { place }));
    }

    fn check(g: &GameState, _: Seat, Act::Build { place }: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        match asked(g) {
            None => refused("a_building_is_chosen_when_a_ground_is_received"),
            Some(choosing) if at(g, choosing.ground, place).is_none() => {
                Err(Illegal::of(Self::ID, "that_place_of_the_column_is_empty").at(choosing.ground))
            }
            Some(_) => Ok(()),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, Act::Build { place }: Act) {
        if let Some(choosing) = asked(cx.g) {
            build(cx, Some(seat), choosing.ground, place);
        }
    }

    fn describe(g: &GameState, _: Seat, Act::Build { place }: Act) -> Described {
        let building = asked(g).and_then(|choosing| at(g, choosing.ground, place));
        building.map(Ref::Building).into_iter().chain([Ref::Number(place as i32 + 1)]).collect()
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let [nine, ten, eleven, twelve] = g.mods.m27_new_building_grounds.columns;
        let left = |column: Column| Shown::Buildings(column.into_iter().flatten().collect());
        vec![
            ("column_9", left(nine)),
            ("column_10", left(ten)),
            ("column_11", left(eleven)),
            ("column_12", left(twelve)),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let columns = g.mods.m27_new_building_grounds.columns;
        if columns.iter().any(|column| column.iter().skip_while(|b| b.is_some()).any(Option::is_some)) {
            return Err("a column has a gap".to_owned());
        }
        let on_grounds = GROUNDS.iter().filter_map(|ground| g.core.pieces.building[ground.index()]);
        let mut all: Vec<Building> = columns.into_iter().flatten().flatten().chain(on_grounds).collect();
        all.sort_unstable();
        if !all.iter().copied().eq(Building::ALL.into_iter().flat_map(|b| [b; OF_EACH])) {
            return Err(format!("the buildings under construction are {all:?}"));
        }
        for ground in GROUNDS.iter() {
            let built = g.core.pieces.building[ground.index()].is_some();
            let fits = match g.core.pieces.zone(ground) {
                Some(Zone::Palace(_) | Zone::Reserve(_) | Zone::Dirk) => built,
                Some(Zone::Tower | Zone::Market) | None => !built,
                Some(Zone::Bought(_) | Zone::Aside | Zone::Gone) => true,
            };
            if !fits {
                return Err(format!("{} has a building where it should not, or none", g.piece(ground).key));
            }
        }
        Ok(())
    }

    /// `10: garden, seraglio, tower; ground-3 arcades`: columns from the top, and what stands on grounds. The rest of
    /// the buildings fill the columns that are not named.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// Buildings in columns, the first three in the first.
fn columns(buildings: impl IntoIterator<Item = Building>) -> [Column; NUMBERS.len()] {
    let mut columns = [[None; HEIGHT]; NUMBERS.len()];
    for (place, building) in columns.iter_mut().flatten().zip(buildings) {
        *place = Some(building);
    }
    columns
}

/// U01: three buildings by lot under each number.
fn lay_out(cx: &mut Cx<'_, '_>) {
    let mut bag: Vec<Building> = Building::ALL.into_iter().flat_map(|b| [b; OF_EACH]).collect();
    let mut drawn = Vec::new();
    while !bag.is_empty() {
        let k = cx.pick(bag.len() as u32, Stream::Bag) as usize;
        drawn.push(bag.remove(k));
    }
    cx.g.mods.m27_new_building_grounds.columns = columns(drawn);
}

/// The column whose number is the price of a ground.
fn column_of(g: &GameState, ground: PieceId) -> Option<usize> {
    NUMBERS.iter().position(|number| *number == g.piece(ground).price)
}

/// The building at a place of a ground's column.
fn at(g: &GameState, ground: PieceId, place: Place) -> Option<Building> {
    g.mods.m27_new_building_grounds.columns[column_of(g, ground)?][place as usize]
}

/// The places worth choosing: of equal buildings the topmost, unless Dirk could meet another order afterwards.
fn offered(g: &GameState, ground: PieceId) -> Vec<Place> {
    let Some(column) = column_of(g, ground).map(|i| g.mods.m27_new_building_grounds.columns[i]) else {
        return Vec::new();
    };
    let same = |one: Place, other: Place| {
        column[one as usize] == column[other as usize]
            && (!g.rules().dirk() || without(column, one) == without(column, other))
    };
    let mut places: Vec<Place> = Vec::new();
    for place in Place::ALL.into_iter().filter(|place| column[*place as usize].is_some()) {
        if !places.iter().any(|earlier| same(*earlier, place)) {
            places.push(place);
        }
    }
    places
}

/// A column after a building has been taken out: those below it move up.
fn without(mut column: Column, place: Place) -> Column {
    column[place as usize] = None;
    column[place as usize..].rotate_left(1);
    column
}

/// The ground whose building is being chosen.
fn asked(g: &GameState) -> Option<Choosing> {
    match g.agenda.frames.last()?.what {
        What::Module(ModFrame::NewBuildingGrounds(choosing)) => Some(choosing),
        _ => None,
    }
}

fn choose(cx: &mut Cx<'_, '_>, seat: Seat, ground: PieceId) {
    if cx.g.core.pieces.building[ground.index()].is_none() {
        cx.push(Step::P7, What::Module(ModFrame::NewBuildingGrounds(Choosing { seat, ground })));
    }
}

/// R-NG-2: whoever gets a ground at the end chooses as well, before it is placed; the player who would be next is first.
fn leftovers(cx: &mut Cx<'_, '_>) {
    let next = cx.g.core.turn.seat.left(cx.g.core.rules.players());
    let seats: Vec<Seat> = cx.g.core.rules.seats_from(next).collect();
    // What is pushed last is asked first.
    for seat in seats.into_iter().rev() {
        let received = cx.g.core.pieces.bought[seat.index()].and(GROUNDS);
        received.iter().for_each(|ground| choose(cx, seat, ground));
    }
}

/// Dirk takes the topmost building for each ground that comes to him from the tower. Two grounds of one column are both
/// his, so it is all the same which of them gets which (R-NG-3).
fn serve_dirk(cx: &mut Cx<'_, '_>) {
    for ground in cx.g.core.pieces.dirk.and(GROUNDS).iter() {
        let empty = cx.g.core.pieces.building[ground.index()].is_none();
        if empty && at(cx.g, ground, Place::First).is_some() {
            build(cx, None, ground, Place::First);
        }
    }
}

/// The building goes on the ground; from now on they are one tile.
fn build(cx: &mut Cx<'_, '_>, seat: Option<Seat>, ground: PieceId, place: Place) {
    let (Some(i), Some(building)) = (column_of(cx.g, ground), at(cx.g, ground, place)) else { return };
    let columns = &mut cx.g.mods.m27_new_building_grounds.columns;
    columns[i] = without(columns[i], place);
    cx.g.core.pieces.building[ground.index()] = Some(building);
    let key = match seat {
        Some(_) => "builds",
        None => "dirk_builds",
    };
    cx.emit(|_| {
        let refs = vec![Ref::Building(building), Ref::Piece(ground)];
        Happened::Module { by: ModuleId::NewBuildingGrounds, seat, key, refs }
    });
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
