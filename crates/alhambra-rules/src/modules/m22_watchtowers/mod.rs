//! Module 22, Watchtowers: bought along with a building, laid over half a cell; the wall runs along the long edge.
//!
//! The geometry of half cells is the core's. Here are the surcharge, the colour that must stand at a leg, and
//! what watchtowers in the longest wall score.

use crate::GameState;
use crate::core::agenda::What;
use crate::core::below::Quarters;
use crate::core::building::Building;
use crate::core::catalogue::{PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::house::WallPoints;
use crate::core::palace::{CellSet, Corner, Form, Ground, Holes, Verdict};
use crate::core::payment::{Context, PayRules, Request};
use crate::core::placing::{self, Rebuilt};
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 22.
#[derive(Clone, Copy, Debug)]
pub struct Watchtowers;

/// All watchtowers, three of each colour.
const WATCHTOWERS: PieceSet = PieceKind::Watchtower.pieces();

/// What is agreed about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// R-WT-1: nothing at all stands across a shadow side.
    strict_shadow: bool,
}

impl Module for Watchtowers {
    const ID: ModuleId = ModuleId::Watchtowers;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "watchtowers",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Palace, Touch::Walls, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("18 triangular watchtowers, three of each colour, the wall on the long edge", Provenance::Found),
            (
                "that a watchtower takes half a cell, its short edges along two sides of it",
                Provenance::Inferred,
            ),
        ],
        options: &[("strict_shadow", &["no", "yes"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P1, Step::P3, Step::P7, Step::L2, Step::O5, Step::S10]);
    type State = State;
    type Action = Never;
    type Frame = Never;

    fn begin(setup: &Setup, values: &OptionValues) -> Result<State, Objection> {
        if setup.house.holes != Holes::Area4 {
            return Err(Objection::plain("needs_gaps_by_area"));
        }
        Ok(State { strict_shadow: chosen(values, "strict_shadow", "yes") })
    }

    fn supply(_: &Rules, supply: &mut Supply) {
        supply.aside = supply.aside.or(WATCHTOWERS);
    }

    /// P1: one of its colour with a building of the base game, as long as there is one (22.5, rule 1; R-WT-2).
    fn variants(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        let bought = matches!(request.context, Context::Tile | Context::OutOfTurn | Context::PlayersTile);
        if bought && request.piece.is_some_and(|piece| companion(g, piece).is_some()) {
            out.push(WITH);
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, _: u8) -> &'static str {
        "with_a_watchtower"
    }

    /// P3: the surcharge is part of the price, so exactness and overpaying look at the sum.
    fn quote(g: &GameState, request: &Request, pay: &mut PayRules) {
        if request.terms.of(Self::ID) == WITH {
            pay.change(Self::ID, surcharge(g));
        }
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step == Step::S10 {
            score(g, sheet);
        }
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::P7, What::Buy(deal)) if deal.terms.of(Self::ID) == WITH => {
                let Some(watchtower) = companion(cx.g, deal.piece) else { return };
                cx.g.core.pieces.aside.remove(watchtower);
                cx.g.core.pieces.bought[deal.seat.index()].insert(watchtower);
                cx.emit(|_| Happened::Module {
                    by: Self::ID,
                    seat: Some(deal.seat),
                    key: "gets",
                    refs: vec![Ref::Piece(watchtower)],
                });
            }
            _ => {}
        }
    }

    fn judges(g: &GameState, _: Seat, piece: PieceId) -> bool {
        WATCHTOWERS.contains(piece) || g.mods.m22_watchtowers.strict_shadow
    }

    /// L2: a leg on a building of the own colour, and with the strict rule nothing across a shadow.
    fn verdict(g: &GameState, seat: Seat, piece: PieceId, _: Quarters, verdict: &mut Verdict) {
        if let (Form::Half(corner), Some(colour)) = (verdict.form, colour(g, piece)) {
            let own = buildings(g, seat, colour);
            let supported = |cell: &Cell| corner.legs().iter().any(|leg| own.contains(cell.next(*leg)));
            let alone = verdict.next_to.iter().filter(|cell| !supported(cell)).collect();
            verdict.forbid(Self::ID, NO_SUPPORT, alone);
        }
        if g.mods.m22_watchtowers.strict_shadow {
            let (ground, form) = (verdict.ground, verdict.form);
            let shaded = verdict.next_to.iter().filter(|cell| {
                let mut after = ground;
                after.add(form, *cell);
                across_shadow(&after).is_some()
            });
            let shaded = shaded.collect();
            verdict.forbid(Self::ID, ACROSS_SHADOW, shaded);
        }
    }

    /// What stands at a leg, or across a shadow that must stay empty.
    fn minds(g: &GameState, seat: Seat) -> CellSet {
        let own = g.core.pieces.palace[seat.index()].and(WATCHTOWERS);
        match g.mods.m22_watchtowers.strict_shadow {
            true if !own.is_empty() => CellSet::ALL,
            _ => own.iter().flat_map(|piece| legs(g, piece)).collect(),
        }
    }

    /// O1: every watchtower keeps a building of its colour at a leg (22.5, rule 5).
    fn sound(rebuilt: &Rebuilt<'_>) -> Result<(), &'static str> {
        let g = rebuilt.game;
        let own = g.core.pieces.palace[rebuilt.seat.index()].and(WATCHTOWERS);
        if own.is_empty() {
            return Ok(());
        }
        let changed = rebuilt.changed();
        for piece in own.iter() {
            // What stands at its legs stays as it was, and held it.
            if !legs(g, piece).into_iter().any(|leg| changed.contains(leg)) {
                continue;
            }
            let supported = |cell: Cell| rebuilt.building_at(cell) == colour(g, piece);
            if !legs(g, piece).into_iter().any(supported) {
                return Err(NO_SUPPORT);
            }
        }
        if g.mods.m22_watchtowers.strict_shadow && across_shadow(&rebuilt.ground).is_some() {
            return Err(ACROSS_SHADOW);
        }
        Ok(())
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let left = g.core.pieces.aside.and(WATCHTOWERS).iter().filter_map(|piece| colour(g, piece));
        let standing = g.rules().seats().filter_map(|seat| {
            let own = g.core.pieces.palace[seat.index()].and(WATCHTOWERS);
            (!own.is_empty()).then(|| (seat, own.iter().collect()))
        });
        vec![
            ("supply", Shown::Buildings(left.collect())),
            ("surcharge", Shown::Number(surcharge(g).into())),
            ("standing", Shown::TilesBySeat(standing.collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        for seat in g.rules().seats() {
            let pieces = &g.core.pieces;
            if !pieces.reserve[seat.index()].and(WATCHTOWERS).is_empty() {
                return Err(format!("seat {} has a watchtower in the reserve", seat.index()));
            }
            for piece in pieces.palace[seat.index()].and(WATCHTOWERS).iter() {
                let own = colour(g, piece).map_or(CellSet::EMPTY, |colour| buildings(g, seat, colour));
                if !legs(g, piece).into_iter().any(|cell| own.contains(cell)) {
                    return Err(format!("nothing of its colour stands at {}", g.piece(piece).key));
                }
            }
            if g.mods.m22_watchtowers.strict_shadow && across_shadow(&g.ground(seat)).is_some() {
                return Err(format!("something stands across a shadow of seat {}", seat.index()));
            }
        }
        Ok(())
    }

    /// `tower 0, garden 1`: so many of a colour are left; the others are out of the game.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(',').map(str::trim) {
            let (name, left) = part.split_once(' ').ok_or("say \"tower 0, garden 1\"")?;
            let building = Building::ALL.into_iter().find(|b| b.name() == name);
            let building = building.ok_or_else(|| format!("there is no building \"{name}\""))?;
            let left: usize = left.parse().map_err(|_| format!("\"{left}\" is no number"))?;
            let of_colour = |piece: &PieceId| colour(g, *piece) == Some(building);
            let all: Vec<PieceId> = g.core.pieces.aside.and(WATCHTOWERS).iter().filter(of_colour).collect();
            for &piece in all.iter().skip(left) {
                g.core.pieces.aside.remove(piece);
                g.core.pieces.gone.insert(piece);
            }
        }
        Ok(())
    }
}

/// The one choice beside tile and cards: a watchtower along with it.
const WITH: u8 = 1;

const NO_SUPPORT: &str = "a_watchtower_needs_a_building_of_its_colour_at";
const ACROSS_SHADOW: &str = "the_cells_across_the_empty_half_of_a_watchtower";

/// The colour of a watchtower.
fn colour(g: &GameState, piece: PieceId) -> Option<Building> {
    g.piece(piece).building[0]
}

/// The watchtower that would come with a tile: only buildings of the base game have one (P-BASE).
fn companion(g: &GameState, piece: PieceId) -> Option<PieceId> {
    let facts = g.piece(piece);
    let wanted = facts.building[0].filter(|_| facts.kind == PieceKind::Base)?;
    g.core.pieces.aside.and(WATCHTOWERS).iter().find(|watchtower| colour(g, *watchtower) == Some(wanted))
}

/// What a watchtower adds to the price: less with every scoring that has been held (R-WT-4).
fn surcharge(g: &GameState) -> i8 {
    match g.core.scorings {
        0 => 6,
        1 => 4,
        _ => 2,
    }
}

/// The cells of a palace with a building of this type.
fn buildings(g: &GameState, seat: Seat, wanted: Building) -> CellSet {
    let own = g.core.pieces.palace[seat.index()].iter();
    own.flat_map(|piece| {
        let standing = g.core.pieces.standing[piece.index()];
        let cells = placing::form(g, piece, standing.turn).cells(standing.cell).enumerate();
        cells.filter(move |(half, _)| placing::building_on(g, piece, *half) == Some(wanted))
    })
    .map(|(_, cell)| cell)
    .collect()
}

/// The cells at the legs of a watchtower that stands.
fn legs(g: &GameState, piece: PieceId) -> [Cell; 2] {
    let standing = g.core.pieces.standing[piece.index()];
    Corner::turned(standing.turn).legs().map(|leg| standing.cell.next(leg))
}

/// Something that stands across a shadow side.
fn across_shadow(ground: &Ground) -> Option<Cell> {
    let covered = ground.covered();
    ground.halves().iter().find_map(|&(cell, corner)| {
        let shadows = Side::ALL.into_iter().filter(|side| !corner.has_leg(*side));
        shadows.map(|side| cell.next(side)).find(|there| covered.contains(*there))
    })
}

/// S10: 2 for each watchtower in the longest wall; of equally long walls the one with most of them counts
/// (R-WT-6). Where walls do not score, neither do these.
fn score(g: &GameState, sheet: &mut ScoreSheet) {
    if g.core.rules.house.wall_points == WallPoints::FinalOnly && sheet.round() < 3 {
        return;
    }
    for seat in g.core.rules.seats() {
        let (_, long) = placing::longest_wall(g, seat);
        if long > 0 {
            sheet.add(seat, 2 * i16::from(long), || {
                let ground = g.ground(seat);
                let run = ground.runs().into_iter().next().map_or_else(Vec::new, |run| run.2);
                let halves: CellSet = ground.halves().iter().map(|half| half.0).collect();
                let cells = run.into_iter().filter(|cell| halves.contains(*cell)).collect();
                Why { reason: "score.watchtowers", args: vec![i16::from(long)], cells, rank: None }
            });
        }
    }
}

#[cfg(test)]
mod tests;
