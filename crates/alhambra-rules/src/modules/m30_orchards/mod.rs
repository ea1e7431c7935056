//! Module 30, Orchards: every building of the base game comes to the market with a fruit, which its buyer puts on a
//! board. Full groups are worth points at the end of the game.
//!
//! Everything lies open but which fruit comes next, and that is decided when it comes.

use crate::core::agenda::{Filling, Leaving, What};
use crate::core::building::Currency;
use crate::core::catalogue::{PieceId, Provenance};
use crate::core::chance::Stream;
use crate::core::flat::Stack;
use crate::core::pieces::MAX_SPACES;
use crate::core::refill;
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Printed, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::{Shown, Slot, SlotRow};
use crate::{GameState, Illegal};
use boards::{BOARDS, EACH, KINDS, Orchard};
pub use boards::{Fruit, Group};
use serde::{Deserialize, Serialize};

/// Module 30.
#[derive(Clone, Copy, Debug)]
pub struct Orchards;

/// Where the fruit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Face down, in no order.
    supply: [u8; KINDS],
    /// The tiles on the market, and on a preview, with a fruit on them.
    market: Stack<OnMarket, MAX_SPACES>,
    orchards: [Orchard; MAX_SEATS],
    /// R-OR-1: fruit goes along with tiles that are given away at the end.
    on_leftovers: bool,
}

/// A tile on the market and its fruit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct OnMarket {
    piece: PieceId,
    fruit: Fruit,
}

/// What players decide about fruit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Puts the fruit just received on its space in a group.
    Put {
        /// Which group.
        group: Group,
    },
}

/// A fruit on its way from a tile to its new owner's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Harvest {
    seat: Seat,
    /// `None` once it has its place.
    fruit: Option<Fruit>,
}

impl Module for Orchards {
    const ID: ModuleId = ModuleId::Orchards;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "orchards",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Market, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            (
                "seven boards, 56 fruits of seven kinds, the size and the points of the groups",
                Provenance::Found,
            ),
            (
                "which fruit stands on which space of a board, and what the kinds are called",
                Provenance::Reconstructed,
            ),
        ],
        options: &[("fruit_on_leftovers", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::F6, Step::P7, Step::O3, Step::E4, Step::S41]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&boards::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Harvest;

    /// The fruit of a tile that goes from the market back into the tower goes back as well, and is shuffled.
    const FATES: &'static [(Leaving, Fate)] = &[(Leaving::Returned, Fate::ToSupply)];

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        let mut state = State { supply: [EACH; KINDS], ..State::default() };
        state.orchards = std::array::from_fn(|i| Orchard::with_board(i as u8));
        state.on_leftovers = chosen(values, "fruit_on_leftovers", "yes");
        Ok(state)
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::U14, _) => deal_boards(cx),
            // On a preview it has its fruit already.
            (Step::F6, What::Fill(fill)) if refill::was_open(cx.g, &fill) => {}
            (Step::F6, What::Fill(Filling { laid: Some(piece), .. })) => draw(cx, piece),
            (Step::P7, What::Buy(deal)) => {
                if let Some(fruit) = take_off(cx.g, deal.piece) {
                    harvest(cx, deal.seat, fruit);
                }
            }
            (Step::E4, _) => leftovers(cx),
            _ => {}
        }
    }

    fn left(cx: &mut Cx<'_, '_>, _: Seat, piece: PieceId, _: Fate) {
        if let Some(fruit) = take_off(cx.g, piece) {
            put_back(cx, fruit);
        }
    }

    fn step(cx: &mut Cx<'_, '_>, harvest: Harvest) -> Stepped {
        let Harvest { seat, fruit: Some(fruit) } = harvest else { return Stepped::Done };
        let rules = &cx.g.core.rules;
        let mut groups = cx.g.mods.m30_orchards.orchards[seat.index()].groups_for(rules, fruit);
        match (groups.next(), groups.next()) {
            (Some(_), Some(_)) => return Stepped::Ask(SeatSet::one(seat)),
            (Some(group), None) => {
                drop(groups);
                put(cx, seat, fruit, group);
            }
            (None, _) => {
                drop(groups);
                cx.g.mods.m30_orchards.orchards[seat.index()].face_down += 1;
                cx.emit(|_| told(Some(seat), "face_down", vec![word(fruit)]));
            }
        }
        Stepped::Done
    }

    fn legal(g: &GameState, seat: Seat, harvest: Harvest, out: &mut Vec<Act>) {
        if let Some(fruit) = harvest.fruit {
            let groups = g.mods.m30_orchards.orchards[seat.index()].groups_for(g.rules(), fruit);
            out.extend(groups.map(|group| Act::Put { group }));
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(What::Module(ModFrame::Orchards(Harvest { fruit: Some(fruit), .. }))) =
            g.agenda.frames.last().map(|frame| frame.what)
        else {
            return refused("fruit_comes_with_a_purchase");
        };
        let Act::Put { group } = act;
        let mut fitting = g.mods.m30_orchards.orchards[seat.index()].groups_for(g.rules(), fruit);
        if fitting.any(|fits| fits == group) { Ok(()) } else { refused("no_space_for_it_in_that_group") }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let Act::Put { group } = act;
        let What::Module(ModFrame::Orchards(harvest)) = &mut cx.top().what else { return };
        if let Some(fruit) = harvest.fruit.take() {
            put(cx, seat, fruit, group);
        }
    }

    fn describe(g: &GameState, _: Seat, Act::Put { group }: Act) -> Described {
        let fruit = match g.agenda.frames.last().map(|frame| frame.what) {
            Some(What::Module(ModFrame::Orchards(harvest))) => harvest.fruit,
            _ => None,
        };
        fruit.map(word).into_iter().chain([worth_of(group)]).collect()
    }

    /// S41, in the third scoring alone: full groups, and a point for each fruit that found no space.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S41 || sheet.round() != 3 {
            return;
        }
        for seat in g.rules().seats() {
            let orchard = &g.mods.m30_orchards.orchards[seat.index()];
            let full = Group::ALL.into_iter().filter(|group| orchard.is_full(g.rules(), *group));
            let args: Vec<i16> = full.map(|group| i16::from(group.points())).collect();
            if !args.is_empty() {
                let points = args.iter().sum();
                sheet.add(seat, points, || Why { reason: "score.full_groups", args, ..Why::default() });
            }
            let face_down = i16::from(orchard.face_down);
            if face_down > 0 {
                let args = vec![face_down];
                sheet.add(seat, face_down, || Why { reason: "score.face_down", args, ..Why::default() });
            }
        }
    }

    /// A group that is begun is worth the more the fuller it is.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let orchard = &g.mods.m30_orchards.orchards[seat.index()];
        let begun = Group::ALL.into_iter().map(|group| {
            let spaces = orchard.spaces(g.rules(), group);
            let (filled, all) = spaces.fold((0, 0), |(n, all), (_, filled)| (n + i16::from(filled), all + 1));
            if filled == all { 0 } else { i16::from(group.points()) * filled * filled / (all * all) }
        });
        begun.sum()
    }

    /// All of it is public: what is left in the supply follows from what lies open.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m30_orchards;
        let on = |currency| Shown::Words(on_space(g, currency).map(Fruit::name).into_iter().collect());
        let seats = || g.rules().seats();
        let listed = |group: Group, wanted: bool| {
            let own = |seat: Seat| {
                let spaces = state.orchards[seat.index()].spaces(g.rules(), group);
                spaces.filter(|(_, filled)| *filled == wanted).map(|(fruit, _)| fruit.name()).collect()
            };
            let all = seats().map(|seat| (seat, own(seat)));
            Shown::WordsBySeat(all.filter(|(_, fruits): &(Seat, Vec<_>)| !fruits.is_empty()).collect())
        };
        let of = |orchard: fn(&Orchard) -> i32| {
            Shown::BySeat(seats().map(|seat| orchard(&state.orchards[seat.index()])).collect())
        };
        let mut shows = vec![
            ("florin", on(Currency::Florin)),
            ("dirham", on(Currency::Dirham)),
            ("denar", on(Currency::Denar)),
            ("ducat", on(Currency::Ducat)),
            ("boards", of(|orchard| i32::from(orchard.board) + 1)),
            ("missing_for_1", listed(Group::One, false)),
            ("missing_for_2", listed(Group::Two, false)),
            ("missing_for_4", listed(Group::Four, false)),
            ("missing_for_7", listed(Group::Seven, false)),
            ("missing_for_11", listed(Group::Eleven, false)),
            ("missing_for_16", listed(Group::Sixteen, false)),
            ("filled_for_1", listed(Group::One, true)),
            ("filled_for_2", listed(Group::Two, true)),
            ("filled_for_4", listed(Group::Four, true)),
            ("filled_for_7", listed(Group::Seven, true)),
            ("filled_for_11", listed(Group::Eleven, true)),
            ("filled_for_16", listed(Group::Sixteen, true)),
            ("face_down", of(|orchard| i32::from(orchard.face_down))),
            ("groups", Shown::Slots(seats().flat_map(|seat| groups(g, seat)).collect())),
            ("supply", Shown::Number(state.supply.iter().map(|n| i32::from(*n)).sum())),
        ];
        let previewed = ["preview_1", "preview_2", "preview_3"].into_iter().zip(g.preview());
        shows.extend(previewed.map(|(name, piece)| {
            let fruit = piece.and_then(|piece| on_tile(g, piece));
            (name, Shown::Words(fruit.map(Fruit::name).into_iter().collect()))
        }));
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m30_orchards;
        let mut all: u32 = state.supply.iter().map(|n| u32::from(*n)).sum();
        all += state.market.len() as u32;
        all += state.orchards.iter().map(Orchard::len).sum::<u32>();
        let on_the_way =
            |what| matches!(what, What::Module(ModFrame::Orchards(Harvest { fruit: Some(_), .. })));
        all += g.agenda.frames.iter().filter(|frame| on_the_way(frame.what)).count() as u32;
        if all != u32::from(EACH) * KINDS as u32 {
            return Err(format!("there are {all} fruits"));
        }
        // While what is left over is given away, fruit waits for the tiles to have found their owners.
        let lies = |piece| {
            g.core.pieces.space_of(piece).is_some()
                || g.preview().contains(&Some(piece))
                || g.core.pieces.bought.iter().any(|set| set.contains(piece))
        };
        if let Some(tile) = state.market.iter().find(|tile| !lies(tile.piece)) {
            return Err(format!("{} has fruit and is not on the market", g.piece(tile.piece).key));
        }
        for seat in g.rules().seats() {
            let same =
                |other: &Seat| state.orchards[other.index()].board == state.orchards[seat.index()].board;
            if !state.orchards[seat.index()].is_sound() || g.rules().seats().filter(same).count() > 1 {
                return Err(format!("seat {} has no board of its own", seat.index()));
            }
        }
        Ok(())
    }

    /// `denar apple; land-9 fig; 0: board 3, full 1 2 11, fig in 4, 2 face down; rest 2`: fruit on the market and on boards; the
    /// rest of the supply may lie face down with a seat.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

/// U14: a board for everybody; the others stay in the box.
fn deal_boards(cx: &mut Cx<'_, '_>) {
    let mut left: Vec<u8> = (0..BOARDS.len() as u8).collect();
    for seat in cx.g.core.rules.seats() {
        let board = left.remove(cx.pick(left.len() as u32, Stream::Boards) as usize);
        cx.g.mods.m30_orchards.orchards[seat.index()].board = board;
        cx.emit(|_| told(Some(seat), "gets_board", vec![Ref::Number(i32::from(board) + 1)]));
    }
}

/// F6: a fruit for a building of the base game that has come to the market, as long as there is one (R-OR-2). Nothing
/// else brings one (P-BASE).
fn draw(cx: &mut Cx<'_, '_>, piece: PieceId) {
    let left: u32 = cx.g.mods.m30_orchards.supply.iter().map(|n| u32::from(*n)).sum();
    if !cx.g.piece(piece).kind.is_everyday() || left == 0 {
        return;
    }
    let k = cx.pick(left, Stream::Fruit) as usize;
    let state = &mut cx.g.mods.m30_orchards;
    let face_down = |fruit: Fruit| std::iter::repeat_n(fruit, usize::from(state.supply[fruit as usize]));
    let Some(fruit) = Fruit::ALL.into_iter().flat_map(face_down).nth(k) else { return };
    state.supply[fruit as usize] -= 1;
    state.market.push(OnMarket { piece, fruit }).expect("one tile for each space");
    cx.emit(|_| told(None, "drawn", vec![Ref::Piece(piece), word(fruit)]));
}

/// Takes the fruit off a tile of the market, if there is one.
fn take_off(g: &mut GameState, piece: PieceId) -> Option<Fruit> {
    let market = &mut g.mods.m30_orchards.market;
    let at = market.iter().position(|tile| tile.piece == piece)?;
    Some(market.remove(at).fruit)
}

/// The fruit goes to a board; its owner is asked only if there is a choice.
fn harvest(cx: &mut Cx<'_, '_>, seat: Seat, fruit: Fruit) {
    let fruit = Some(fruit);
    cx.push(Step::P7, What::Module(ModFrame::Orchards(Harvest { seat, fruit })));
}

/// E4: what was given away was not bought (R-OR-1).
fn leftovers(cx: &mut Cx<'_, '_>) {
    for seat in cx.g.core.rules.seats() {
        for piece in cx.g.core.pieces.bought[seat.index()].iter() {
            let Some(fruit) = take_off(cx.g, piece) else { continue };
            if cx.g.mods.m30_orchards.on_leftovers {
                harvest(cx, seat, fruit);
            } else {
                put_back(cx, fruit);
            }
        }
    }
}

fn put_back(cx: &mut Cx<'_, '_>, fruit: Fruit) {
    cx.g.mods.m30_orchards.supply[fruit as usize] += 1;
    cx.emit(|_| told(None, "back", vec![word(fruit)]));
}

fn put(cx: &mut Cx<'_, '_>, seat: Seat, fruit: Fruit, group: Group) {
    cx.g.mods.m30_orchards.orchards[seat.index()].put(&cx.g.core.rules, fruit, group);
    cx.emit(|_| told(Some(seat), "puts", vec![word(fruit), worth_of(group)]));
    if cx.g.mods.m30_orchards.orchards[seat.index()].is_full(cx.g.rules(), group) {
        cx.emit(|_| told(Some(seat), "fills", vec![worth_of(group)]));
    }
}

/// The fruit on a space of the market.
fn on_space(g: &GameState, currency: Currency) -> Option<Fruit> {
    let at = g.rules().edition().market.iter().position(|space| *space == currency)?;
    on_tile(g, (*g.core.pieces.market.get(at)?)?)
}

/// The fruit on a tile that has not been bought yet.
fn on_tile(g: &GameState, piece: PieceId) -> Option<Fruit> {
    g.mods.m30_orchards.market.iter().find(|tile| tile.piece == piece).map(|tile| tile.fruit)
}

fn word(fruit: Fruit) -> Ref {
    Ref::Word(ModuleId::Orchards, fruit.name())
}

fn worth_of(group: Group) -> Ref {
    Ref::Number(i32::from(group.points()))
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Orchards, seat, key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
mod boards;
/// The groups of a seat's board as they lie.
fn groups(g: &GameState, seat: Seat) -> impl Iterator<Item = SlotRow> {
    let orchard = &g.mods.m30_orchards.orchards[seat.index()];
    Group::ALL.into_iter().map(move |group| {
        let space = |(fruit, filled): (Fruit, bool)| Slot {
            holds: filled.then(|| word(fruit)),
            wants: Some(word(fruit)),
        };
        SlotRow {
            seat: Some(seat),
            cells: orchard.spaces(g.rules(), group).map(space).collect(),
            worth: Some(group.points().into()),
            ..SlotRow::default()
        }
    })
}

#[cfg(test)]
mod tests;
