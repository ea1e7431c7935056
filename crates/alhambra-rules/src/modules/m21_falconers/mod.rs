//! Module 21, Falconers: falcons perch where four tiles of a palace meet, for a money card each. Falcons of the same
//! kind score the more, the more there are.
//!
//! Everything lies open. A corner is named by the cell in its south-west: the other three lie north, east and
//! north-east of it.

use crate::core::agenda::What;
use crate::core::book::Draft;
use crate::core::building::Building;
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::palace::CellSet;
use crate::core::payment::Payee;
use crate::core::score::ScoreSheet;
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::turn::TurnRules;
use crate::core::{paying, placing, turn};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::{On, Pin, Shown};
use crate::{Action, GameState, Illegal};
use falcons::{ALL, Falcon, Kind, Pair};
use serde::{Deserialize, Serialize};

mod falcons;

/// Module 21.
#[derive(Clone, Copy, Debug)]
pub struct Falconers;

/// Where the falcons are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Whose palace each falcon is in and at which corner; the others are in the supply.
    perches: [Option<(Seat, Cell)>; ALL],
    /// The turn in which falcons were bought last.
    turn: u32,
    /// Whether every finished building with a type gives its colour (the switch of R-FA-4).
    every_type: bool,
}

/// What a player can do. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Buys a falcon: the first one is the only action of the turn.
    Buy {
        /// Which.
        falcon: Falcon,
    },
    /// Puts it on a corner.
    Perch {
        /// The cell in the south-west of the corner.
        at: Cell,
    },
    /// Pays for it.
    Pay {
        /// With which card.
        card: CardKind,
    },
    /// Buys no more.
    Stop,
}

/// How far somebody has come with buying falcons. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Buying {
    /// Where this falcon perches.
    Place(Seat, Falcon),
    /// What is paid for it.
    Price(Seat, Falcon, Cell),
    /// Whether another one is bought.
    More(Seat),
    /// No more.
    Over,
}

/// What a falcon is paid with (21.4): cards that are money, whatever they are worth.
const MONEY: KindSet = KindSet::MONEY.or(KindSet::DIAMONDS).or(KindSet::MASTER_BUILDERS);

impl Module for Falconers {
    const ID: ModuleId = ModuleId::Falconers;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "falconers",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Scoring, Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[
            (
                "five falcons of each kind, and what they score; the white one with green and purple",
                Provenance::Found,
            ),
            ("each pair of colours once", Provenance::Inferred),
            ("which kind has which of the other pairs", Provenance::Reconstructed),
        ],
        options: &[("colours_from", &["base_game", "every_type"])],
    };
    const VERSION: u16 = 2;
    const LATER_OPTIONS: usize = 1;
    const STEPS: StepSet = StepSet::of(&[Step::T11, Step::T12, Step::L1, Step::O2, Step::S33]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&falcons::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Buying;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { every_type: chosen(values, "colours_from", "every_type"), ..State::default() })
    }

    /// Falcons are told apart by kind and colours.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let mut seen = Vec::new();
        for falcon in Falcon::all() {
            let row = corrected.own.get(&(Self::ID, falcon.index() as u8));
            let colours = falcon.printed(row.map(Vec::as_slice));
            let name = falcons::named(falcon.kind(), colours);
            if seen.contains(&name) {
                return Err(Objection::of("two_falcons_alike", [Ref::Word(Self::ID, name)]));
            }
            seen.push(name);
        }
        Ok(())
    }

    /// R-FA-3: a falcon goes back as soon as one of its four tiles is gone. Where a tile is built over and moves in one
    /// step, nothing was ever gone; but what is laid on one of the four cells has replaced what was there (A-FA-8).
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::O2, What::Leave { seat, .. }) => fly_home(cx, seat, &CellSet::EMPTY),
            (Step::L1, What::Lay { seat, piece, at, turn, .. }) => {
                fly_home(cx, seat, &placing::form(cx.g, piece, turn).cells(at).collect());
            }
            _ => {}
        }
    }

    /// R-FA-2: no redesign follows in a turn in which falcons were bought.
    fn turn_rules(g: &GameState, seat: Seat, rules: &mut TurnRules) {
        if g.mods.m21_falconers.turn == g.core.turn.number && g.core.turn.seat == seat {
            rules.may_redesign = false;
        }
    }

    /// DP-FA-1.
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction && may_begin(g, seat).is_ok() {
            let acts = for_sale(g, seat).map(|falcon| Act::Buy { falcon });
            out.extend(acts.map(|act| Action::Module(ModAction::Falconers(act))));
        }
    }

    fn step(cx: &mut Cx<'_, '_>, buying: Buying) -> Stepped {
        match buying {
            Buying::Over => Stepped::Done,
            // Open facts decide whether there is a question: how many cards a hand has, not which.
            Buying::More(seat) if hand_size(cx.g, seat) == 0 || placeable(cx.g, seat).next().is_none() => {
                Stepped::Done
            }
            Buying::Place(seat, _) | Buying::Price(seat, ..) | Buying::More(seat) => {
                Stepped::Ask(SeatSet::one(seat))
            }
        }
    }

    /// DP-FA-2, one question after the other.
    fn legal(g: &GameState, seat: Seat, buying: Buying, out: &mut Vec<Act>) {
        match buying {
            Buying::Place(_, falcon) => {
                out.extend(corners_for(g, seat, falcon).map(|at| Act::Perch { at }));
                out.sort_unstable();
            }
            Buying::Price(..) => out.extend(purse(g, seat).iter().map(|(card, _)| Act::Pay { card })),
            Buying::More(_) => {
                out.extend(for_sale(g, seat).map(|falcon| Act::Buy { falcon }));
                out.push(Act::Stop);
            }
            Buying::Over => {}
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| frame.what);
        let Some(What::Module(ModFrame::Falconers(buying))) = asked else {
            let Act::Buy { falcon } = act else { return refused("no_falcon_is_being_bought") };
            may_begin(g, seat)?;
            return buyable(g, seat, falcon);
        };
        match (buying, act) {
            (Buying::Place(_, falcon), Act::Perch { at }) => {
                if corners_for(g, seat, falcon).any(|corner| corner == at) {
                    Ok(())
                } else {
                    let key = "a_falcon_perches_where_four_tiles_meet_and_show_its_colours";
                    Err(Illegal::of(Self::ID, key).at(at))
                }
            }
            (Buying::Price(..), Act::Pay { card }) if !MONEY.contains(card) => {
                Err(Illegal::CardNotAccepted { card })
            }
            (Buying::Price(..), Act::Pay { card }) => match g.hand(seat).count(card) {
                0 => Err(Illegal::CardNotHeld { card, held: 0, needed: 1 }),
                _ => Ok(()),
            },
            (Buying::More(_), Act::Buy { falcon }) => buyable(g, seat, falcon),
            (Buying::More(_), Act::Stop) => Ok(()),
            (Buying::Place(..), _) => refused("first_the_falcon_finds_its_place"),
            (Buying::Price(..), _) => refused("a_falcon_costs_one_money_card"),
            (Buying::More(_) | Buying::Over, _) => refused("buy_another_falcon_or_no_more"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let asked = cx.top().what;
        let buying = match asked {
            What::Module(ModFrame::Falconers(buying)) => Some(buying),
            _ => None,
        };
        let next = match (buying, act) {
            (_, Act::Buy { falcon }) => {
                // Where there is one corner only, nobody is asked for it.
                let mut corners = corners_for(cx.g, seat, falcon);
                match (corners.next(), corners.next()) {
                    (Some(at), None) => Buying::Price(seat, falcon, at),
                    _ => Buying::Place(seat, falcon),
                }
            }
            (Some(Buying::Place(_, falcon)), Act::Perch { at }) => Buying::Price(seat, falcon, at),
            (Some(Buying::Price(_, falcon, at)), Act::Pay { card }) => {
                perch(cx, seat, falcon, at, card);
                Buying::More(seat)
            }
            _ => Buying::Over,
        };
        let frame = What::Module(ModFrame::Falconers(next));
        if buying.is_some() {
            cx.top().what = frame;
        } else {
            turn::count_action(cx.g);
            cx.g.core.turn.actions_left = 0;
            cx.g.mods.m21_falconers.turn = cx.g.core.turn.number;
            cx.push(Step::T11, frame);
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Stop
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Buy { falcon } => [word(g, falcon)].into(),
            Act::Perch { at } => [at, around(at)[3]].map(|cell| Ref::Cell(g.at(seat, cell))).into(),
            Act::Pay { card } => [Ref::Card(card)].into(),
            Act::Stop => Described::default(),
        }
    }

    /// S33: n falcons of a kind are worth n times n plus one.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S33 {
            return;
        }
        for seat in g.rules().seats() {
            for kind in Kind::ALL {
                let corners: Vec<Cell> =
                    perched(g, seat).filter(|(falcon, _)| falcon.kind() == kind).map(|(_, at)| at).collect();
                let n = corners.len() as i16;
                if n > 0 {
                    sheet.add(seat, n * (n + 1), || {
                        let reason = match kind {
                            Kind::Black => "score.black",
                            Kind::Brown => "score.brown",
                            Kind::White => "score.white",
                        };
                        let cells: CellSet = corners.iter().flat_map(|at| around(*at)).collect();
                        Why { reason, args: vec![n], cells: cells.iter().collect(), rank: None }
                    });
                }
            }
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let left = |kind: Kind| {
            let all = Falcon::all().filter(|falcon| falcon.kind() == kind && is_free(g, *falcon));
            Shown::Words(all.map(|falcon| falcon.name(g.rules())).collect())
        };
        let seats = || g.rules().seats();
        let own = |seat: Seat| (seat, perched(g, seat).map(|(falcon, _)| falcon.name(g.rules())).collect());
        // The north-west corner of the cell east of the one that names it.
        let pin = |seat: Seat, falcon: Falcon, at: Cell| Pin {
            on: On::Corner { of: seat, at: g.at(seat, at.next(Side::East)) },
            sign: falcon.kind().name(),
            seat: Some(seat),
            building: None,
            n: None,
            side: None,
        };
        let mut pins = Vec::new();
        for seat in seats() {
            pins.extend(perched(g, seat).map(|(falcon, at)| pin(seat, falcon, at)));
        }
        vec![
            ("black", left(Kind::Black)),
            ("brown", left(Kind::Brown)),
            ("white", left(Kind::White)),
            (
                "falcons",
                Shown::WordsBySeat(
                    seats().map(own).filter(|(_, own): &(Seat, Vec<_>)| !own.is_empty()).collect(),
                ),
            ),
            ("falcons_at", Shown::Pins(pins)),
            ("points", Shown::BySeat(seats().map(|seat| points(g, seat).into()).collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m21_falconers;
        let playing = g.rules().seats().count();
        for falcon in Falcon::all() {
            let Some((seat, at)) = state.perches[falcon.index()] else { continue };
            let name = falcon.name(g.rules());
            if seat.index() >= playing {
                return Err(format!("{name} perches with somebody who does not play"));
            }
            if !shown_at(&colours(g, seat), falcon.colours(g.rules()), at)
                || !around(at).iter().all(|cell| g.palace(seat).contains(*cell))
            {
                return Err(format!("{name} perches at {at}, where it may not"));
            }
            if state.perches.iter().filter(|other| **other == Some((seat, at))).count() > 1 {
                return Err(format!("two falcons perch at {at}"));
            }
        }
        Ok(())
    }

    /// `0: black blue red at 0 0, white green purple at 1 0; 1: …`: falcons with the cell in the south-west of their corner;
    /// `every type`: the switch of R-FA-4.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for clause in text.split(';').map(str::trim) {
            if clause == "every type" {
                g.mods.m21_falconers.every_type = true;
                continue;
            }
            let (seat, list) = clause.split_once(':').ok_or("say \"0: black blue red at 0 0\"")?;
            let seat =
                seat.trim().parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
            for item in list.split(',').map(str::trim) {
                let (name, at) = item.split_once(" at ").ok_or_else(|| format!("where is \"{item}\"?"))?;
                let called = |falcon: &Falcon| falcon.name(g.rules()).replace('_', " ");
                let falcon = Falcon::all().find(|falcon| called(falcon) == name);
                let falcon = falcon.ok_or_else(|| format!("there is no falcon \"{name}\""))?;
                let numbers: Vec<i32> = at.split_whitespace().filter_map(|n| n.parse().ok()).collect();
                let [x, y] = numbers[..] else { return Err(format!("\"{at}\" is no cell")) };
                g.mods.m21_falconers.perches[falcon.index()] = Some((seat, Cell::at(x, y)));
            }
        }
        Ok(())
    }
}

/// The four cells around a corner: south-west, south-east, north-west, north-east.
fn around(at: Cell) -> [Cell; 4] {
    let north = at.next(Side::North);
    [at, at.next(Side::East), north, north.next(Side::East)]
}

/// Where finished buildings stand that give a colour, by type: those of the base game, or all that have a type (R-FA-4).
fn colours(g: &GameState, seat: Seat) -> [CellSet; 6] {
    let mut cells = [CellSet::EMPTY; 6];
    let every_type = g.mods.m21_falconers.every_type;
    for piece in g.core.pieces.palace[seat.index()].iter() {
        if !every_type && !g.piece(piece).kind.is_everyday() {
            continue;
        }
        let standing = g.core.pieces.standing[piece.index()];
        for (half, cell) in placing::form(g, piece, standing.turn).cells(standing.cell).enumerate() {
            if let Some(building) = placing::building_on(g, piece, half) {
                cells[building.index()].insert(cell);
            }
        }
    }
    cells
}

/// Whether the four tiles around a corner show both colours.
fn shown_at(colours: &[CellSet; 6], both: Pair, at: Cell) -> bool {
    let shows = |building: Building| around(at).iter().any(|cell| colours[building.index()].contains(*cell));
    both.into_iter().all(shows)
}

/// The corners of a palace where four whole tiles meet and no falcon perches. Camps lie outside the walls and watchtowers
/// fill half a cell: neither is one of the four (R-FA-5).
fn corners(g: &GameState, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
    let palace = g.palace(seat);
    let free = move |at: &Cell| !g.mods.m21_falconers.perches.contains(&Some((seat, *at)));
    let meets = move |at: &Cell| around(*at).iter().all(|cell| palace.contains(*cell));
    palace.cells().iter().filter(meets).filter(free)
}

fn corners_for(g: &GameState, seat: Seat, falcon: Falcon) -> impl Iterator<Item = Cell> + '_ {
    let colours = colours(g, seat);
    let both = falcon.colours(g.rules());
    corners(g, seat).filter(move |at| shown_at(&colours, both, *at))
}

fn is_free(g: &GameState, falcon: Falcon) -> bool {
    g.mods.m21_falconers.perches[falcon.index()].is_none()
}

/// The falcons of the supply that would find a corner.
fn placeable(g: &GameState, seat: Seat) -> impl Iterator<Item = Falcon> + '_ {
    let colours = colours(g, seat);
    let corners: Vec<Cell> = corners(g, seat).collect();
    let finds = move |falcon: &Falcon| {
        let both = falcon.colours(g.rules());
        corners.iter().any(|at| shown_at(&colours, both, *at))
    };
    Falcon::all().filter(move |falcon| is_free(g, *falcon)).filter(finds)
}

/// The same, if there is a card to pay with.
fn for_sale(g: &GameState, seat: Seat) -> impl Iterator<Item = Falcon> + '_ {
    let pays = !purse(g, seat).is_empty();
    placeable(g, seat).filter(move |_| pays)
}

fn purse(g: &GameState, seat: Seat) -> Cards {
    g.hand(seat).only(MONEY)
}

fn hand_size(g: &GameState, seat: Seat) -> u32 {
    let hand = g.hand(seat);
    hand.minus(hand.only(KindSet::COINS)).len()
}

/// Whether this is the moment for the first falcon: the first action of the turn, which may be a purchase.
fn may_begin(g: &GameState, seat: Seat) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::Falconers, key));
    let main = g.agenda.frames.last().is_some_and(|f| f.what == What::Turn && f.step == Step::T11);
    if !main || !g.core.turn.first_action {
        return refused("falcons_are_the_first_and_only_action_of_a_turn");
    }
    if turn::rules(g, seat).may_buy { Ok(()) } else { Err(Illegal::OnlyMoneyNow) }
}

fn buyable(g: &GameState, seat: Seat, falcon: Falcon) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::Falconers, key));
    if !is_free(g, falcon) {
        refused("that_falcon_perches_already")
    } else if corners_for(g, seat, falcon).next().is_none() {
        refused("no_free_corner_of_four_tiles_shows_both_colours")
    } else if purse(g, seat).is_empty() {
        refused("a_falcon_costs_one_money_card")
    } else {
        Ok(())
    }
}

/// A falcon is paid for and takes its place.
fn perch(cx: &mut Cx<'_, '_>, seat: Seat, falcon: Falcon, at: Cell, card: CardKind) {
    paying::hand_over(cx, seat, Cards::one(card), Cards::EMPTY, Payee::Discard);
    cx.g.mods.m21_falconers.perches[falcon.index()] = Some((seat, at));
    cx.emit(|g| told(seat, "buys", vec![word(g, falcon), Ref::Card(card), Ref::Cell(g.at(seat, at))]));
}

/// Falcons whose four tiles are four no more, or of whose cells one is built on anew, go back to the supply.
fn fly_home(cx: &mut Cx<'_, '_>, seat: Seat, anew: &CellSet) {
    for falcon in Falcon::all() {
        let Some((owner, at)) = cx.g.mods.m21_falconers.perches[falcon.index()] else { continue };
        let stands = |cell: &Cell| cx.g.palace(seat).contains(*cell) && !anew.contains(*cell);
        if owner != seat || around(at).iter().all(stands) {
            continue;
        }
        cx.g.mods.m21_falconers.perches[falcon.index()] = None;
        cx.emit(|g| told(seat, "loses", vec![word(g, falcon)]));
    }
}

/// The falcons in a palace, with their corners.
fn perched(g: &GameState, seat: Seat) -> impl Iterator<Item = (Falcon, Cell)> + '_ {
    let state = &g.mods.m21_falconers;
    Falcon::all().filter_map(move |falcon| {
        let (owner, at) = state.perches[falcon.index()]?;
        (owner == seat).then_some((falcon, at))
    })
}

fn points(g: &GameState, seat: Seat) -> i16 {
    let count = |kind| perched(g, seat).filter(|(falcon, _)| falcon.kind() == kind).count() as i16;
    Kind::ALL.into_iter().map(count).map(|n| n * (n + 1)).sum()
}

fn word(g: &GameState, falcon: Falcon) -> Ref {
    Ref::Word(ModuleId::Falconers, falcon.name(g.rules()))
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Falconers, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
