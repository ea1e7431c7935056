//! Module 38, Buildings of Power: twelve base tiles have a power. Strength and Prosperity carry a die, Architecture and
//! Wisdom let their buyer look at tiles or cards at the end of the turn.
//!
//! What was looked at lies on top of tower or deck and is known to one player; the core keeps that. A tile under a market
//! tile belongs to the space and comes up when the space is filled.

mod dice;
mod looking;

use crate::core::agenda::{Leaving, What};
use crate::core::book::Draft;
use crate::core::catalogue::{CardKind, Column, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::flat::Stack;
use crate::core::payment::{Context, PayRules, Request};
use crate::core::pieces::{MAX_SPACES, Space};
use crate::core::purchase;
use crate::core::score::ScoreSheet;
use crate::core::seat::{Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Fate, Module, ModuleInfo, Printed, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::Objection;
use crate::view::Shown;
use crate::{GameState, Illegal};
use dice::Die;
use serde::{Deserialize, Serialize};

/// Module 38.
#[derive(Clone, Copy, Debug)]
pub struct BuildingsOfPower;

/// What a building can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    Architecture,
    Wisdom,
    Strength,
    Prosperity,
}

/// Dice on tiles, tiles under tiles, and powers that wait for the end of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The black and white dice that lie on tiles.
    dice: Stack<Die, 6>,
    /// The tile face down on each market space. It is in no tower and on no offer; it counts as out of the game.
    under: [Option<PieceId>; MAX_SPACES],
    /// Who knows it.
    known_to: [SeatSet; MAX_SPACES],
    /// Architecture and Wisdom that were bought and not used yet, with their buyers.
    waiting: Stack<(PieceId, Seat), 6>,
}

/// What is done with a power. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// D38.4: the power of this building.
    Use {
        /// The building.
        piece: PieceId,
    },
    /// D38.1, D38.2: no power, or no more.
    Skip,
    /// Wisdom: the scoring card is resolved now.
    Score,
    /// Wisdom: this card is kept.
    Keep {
        /// The card.
        card: CardKind,
    },
    /// Wisdom: none of them can be kept.
    KeepNone,
    /// Wisdom: this card goes back next, from the top down.
    PutCard {
        /// The card.
        card: CardKind,
    },
    /// Architecture: this tile goes under the one on that space.
    Hide {
        /// The tile.
        piece: PieceId,
        /// The space.
        space: Space,
    },
    /// Architecture: this tile goes back next, from the top down.
    PutTile {
        /// The tile.
        piece: PieceId,
    },
}

/// What the buyer is asked. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scene {
    /// T80: which power is used.
    Asking(Seat),
    /// The top cards of the deck have been looked at.
    Wisdom {
        /// By whom.
        seat: Seat,
        /// How many.
        n: u8,
        /// Whether a scoring card was resolved.
        scored: bool,
    },
    /// The top tiles of the tower have been looked at.
    Architecture {
        /// By whom.
        seat: Seat,
        /// How many.
        n: u8,
    },
    /// The cards go back, the top one first.
    Cards {
        /// By whom.
        seat: Seat,
        /// How many.
        n: u8,
        /// How many have their place.
        done: u8,
    },
    /// The tiles go back, the top one first.
    Tiles {
        /// By whom.
        seat: Seat,
        /// How many.
        n: u8,
        /// How many have their place.
        done: u8,
    },
    /// Nothing is left to decide.
    Over,
}

impl Module for BuildingsOfPower {
    const ID: ModuleId = ModuleId::BuildingsOfPower;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "buildings-of-power",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 4,
        touches: &[Touch::Market, Touch::Money, Touch::Palace, Touch::Walls, Touch::Scoring, Touch::Secrets],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the four powers, three black dice, three white and a red one", Provenance::Found),
            ("three buildings of each power", Provenance::Inferred),
            (
                "which tiles have which power: chambers 11 is known, the others are ours",
                Provenance::Reconstructed,
            ),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[
        Step::T00,
        Step::P2,
        Step::P3,
        Step::P4,
        Step::P7,
        Step::F2,
        Step::O3,
        Step::T80,
        Step::S10,
        Step::E3,
        Step::E4,
    ]);
    const PRINTED: &'static [Printed] = &[Printed::EveryPiece(PieceKind::Base, &[Column::Power])];
    type State = State;
    type Action = Act;
    type Frame = Scene;

    /// There are three dice of each of two colours, and twelve tiles in all.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        for power in ["architecture", "prosperity", "strength", "wisdom"] {
            let base = corrected.pieces.iter().filter(|piece| piece.kind == PieceKind::Base);
            let n = base.filter(|piece| piece.extra == power).count();
            if n != 3 {
                return Err(Objection::of(
                    "three_tiles_of_each_power",
                    [Ref::Number(n as i32), Ref::text(power)],
                ));
            }
        }
        Ok(())
    }

    /// With Dirk, and out of the game, a tile has no die; it goes along with one that is sold (decision 27).
    const FATES: &'static [(Leaving, Fate)] =
        &[(Leaving::Given, Fate::ToSupply), (Leaving::Discarded, Fate::ToSupply)];

    fn left(cx: &mut Cx<'_, '_>, _: Seat, piece: PieceId, _: Fate) {
        dice::take_away(cx, piece);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match (step, cx.top().what) {
            (Step::T00, _) => dice::new_turn(cx),
            (Step::P4, What::Buy(deal)) => dice::use_up(cx, deal.seat, deal.terms.of(Self::ID)),
            (Step::P7, What::Buy(deal)) if deal.context != Context::PlayersTile => {
                bought(cx, deal.seat, deal.piece);
            }
            (Step::T80, What::Turn) => {
                let seat = cx.g.core.turn.seat;
                if waiting(cx.g, seat).next().is_some() {
                    cx.push(step, What::Module(ModFrame::BuildingsOfPower(Scene::Asking(seat))));
                }
            }
            (Step::E3, _) => turn_up(cx),
            _ => {}
        }
    }

    /// D38.3: one white die that was there at the start of the own turn and was not used in it.
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        use Context::{PlayersTile, SideTile, Site, Tile};
        if matches!(request.context, Tile | SideTile | PlayersTile | Site) {
            out.extend(dice::usable(g, request.seat));
        }
    }

    fn say_terms(g: &GameState, _: Option<PieceId>, value: u8) -> &'static str {
        dice::named(g, value)
    }

    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        if request.terms.of(Self::ID) > 0 {
            pay.change(Self::ID, -1);
        }
    }

    /// F2: the tile under the one that was bought. A tile that is only exchanged before a turn is replaced from the
    /// tower (rules part 1, 6.7).
    fn preset(cx: &mut Cx<'_, '_>, space: Space) -> Option<PieceId> {
        if matches!(cx.top().what, What::Fill(fill) if fill.once) {
            return None;
        }
        let state = &mut cx.g.mods.m38_buildings_of_power;
        let piece = state.under[usize::from(space.0)].take()?;
        state.known_to[usize::from(space.0)] = SeatSet::EMPTY;
        cx.g.core.pieces.gone.remove(piece);
        cx.g.core.info.learned(crate::core::state::Barrier::Shown);
        Some(piece)
    }

    /// E4: given away with the tile above it, unless it would have been laid beside the market.
    fn second_leftover(g: &GameState, space: Space) -> Option<PieceId> {
        let beside = |piece: &PieceId| {
            matches!(g.piece(*piece).kind, PieceKind::Bazaar | PieceKind::Bathhouse | PieceKind::Well)
        };
        under(g, space).filter(|piece| !beside(piece))
    }

    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step == Step::S10 {
            dice::score(g, sheet);
        }
    }

    fn more_walls(g: &GameState, seat: Seat, round: u8) -> u16 {
        dice::second_wall(g, seat, round).0
    }

    /// A white die saves about half of its pips.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let saved: u8 = dice::of(g, seat, Power::Prosperity).map(|die| die.pips.div_ceil(2)).sum();
        i16::from(saved)
    }

    fn step(cx: &mut Cx<'_, '_>, scene: Scene) -> Stepped {
        match looking::asked(cx.g, scene) {
            Some(seat) => Stepped::Ask(SeatSet::one(seat)),
            None => Stepped::Done,
        }
    }

    fn legal(g: &GameState, _: Seat, scene: Scene, out: &mut Vec<Act>) {
        looking::choices(g, scene, out);
    }

    fn check(g: &GameState, _: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(What::Module(ModFrame::BuildingsOfPower(scene))) = g.agenda.frames.last().map(|f| f.what)
        else {
            return refused("powers_are_used_at_the_end_of_the_turn");
        };
        let mut legal = Vec::new();
        looking::choices(g, scene, &mut legal);
        match act {
            _ if legal.contains(&act) => Ok(()),
            Act::Hide { piece, .. } => {
                let key = "only_a_tile_just_drawn_goes_under_a_market_tile_without_one";
                Err(Illegal::of(Self::ID, key).at(piece))
            }
            Act::Keep { card } | Act::PutCard { card } => {
                Err(Illegal::of(Self::ID, "that_card_is_not_among_those_drawn_or_cannot_be_kept").at(card))
            }
            Act::PutTile { piece } => {
                Err(Illegal::of(Self::ID, "that_tile_is_not_among_those_drawn").at(piece))
            }
            _ => refused("that_is_not_asked_now"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, _: Seat, act: Act) {
        if let What::Module(ModFrame::BuildingsOfPower(scene)) = cx.top().what {
            looking::decide(cx, scene, act);
        }
    }

    fn describe(_: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Skip | Act::Score | Act::KeepNone => Described::default(),
            Act::Use { piece } | Act::PutTile { piece } => [Ref::Piece(piece)].into(),
            Act::Keep { card } | Act::PutCard { card } => [Ref::Card(card)].into(),
            Act::Hide { piece, space } => [Ref::Piece(piece), Ref::Space(space)].into(),
        }
    }

    fn passes(act: Act) -> bool {
        act == Act::Skip
    }

    /// Dice and covered spaces are open; what lies under a tile, on top of tower or deck is seen by who has looked.
    fn view(g: &GameState, viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        const SHOWN: [&str; 4] = ["under_space_1", "under_space_2", "under_space_3", "under_space_4"];
        let state = &g.mods.m38_buildings_of_power;
        let dice = |power| {
            let own = |seat| (seat, dice::of(g, seat, power).map(|die| dice::word(die.pips)).collect());
            Shown::WordsBySeat(g.rules().seats().map(own).collect())
        };
        let covered = (0..g.core.pieces.market.len() as u8).map(Space);
        let hidden = covered.clone().filter(|space| under(g, *space).is_some());
        let mut shows = vec![
            ("black_dice", dice(Power::Strength)),
            ("white_dice", dice(Power::Prosperity)),
            ("tiles_under", Shown::Currencies(hidden.map(|space| purchase::currency_of(g, space)).collect())),
        ];
        let powers = state.waiting.iter().map(|(piece, _)| *piece).collect::<Vec<_>>();
        if !powers.is_empty() {
            shows.push(("powers_to_come", Shown::Tiles(powers)));
        }
        let Some(viewer) = viewer else { return shows };
        for (name, space) in SHOWN.into_iter().zip(covered) {
            let knows = state.known_to[usize::from(space.0)].contains(viewer);
            if let (true, Some(piece)) = (knows, under(g, space)) {
                shows.push((name, Shown::Tiles(vec![piece])));
            }
        }
        let tower = g.core.pieces.on_top.iter().rev().take_while(|known| known.known_to.contains(viewer));
        let tower: Vec<PieceId> = tower.map(|known| known.piece).collect();
        if !tower.is_empty() {
            shows.push(("top_of_the_tower", Shown::Tiles(tower)));
        }
        let deck = g.core.deck.known.iter().rev().take_while(|known| known.known_to.contains(viewer));
        let deck: Vec<CardKind> = deck.map(|known| known.card).collect();
        if !deck.is_empty() {
            shows.push(("top_of_the_deck", Shown::Cards(deck)));
        }
        shows
    }

    /// A tile under another one may be any that the observer has not seen.
    fn redraw(g: &mut GameState, observer: Seat, pick: &mut dyn FnMut(u32) -> u32) {
        let (pieces, state) = (&mut g.core.pieces, &mut g.mods.m38_buildings_of_power);
        let unknown = |known: &SeatSet| !known.contains(observer);
        let hidden = || state.under.iter().zip(&state.known_to).filter(|(_, known)| unknown(known));
        // All of them go back before any is drawn: nothing of how they lay is left.
        for old in hidden().filter_map(|(old, _)| *old) {
            pieces.gone.remove(old);
            pieces.tower.insert(old);
        }
        for (under, known) in state.under.iter_mut().zip(&state.known_to) {
            if under.is_some() && unknown(known) {
                *under = pieces.tower.nth(pick(pieces.tower.len() as u32) as usize);
                for drawn in under.iter() {
                    pieces.tower.remove(*drawn);
                    pieces.gone.insert(*drawn);
                }
            }
        }
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m38_buildings_of_power;
        for colour in [Power::Strength, Power::Prosperity] {
            let dice = state.dice.iter().filter(|die| power(g, die.piece) == Some(colour)).count();
            if dice > 3 {
                return Err(format!("there are {dice} dice of {colour:?}"));
            }
        }
        let strange = |die: &&Die| !(1..=6).contains(&die.pips) || power(g, die.piece).is_none();
        if let Some(die) = state.dice.iter().find(strange) {
            return Err(format!("a die with {} pips lies on {}", die.pips, g.piece(die.piece).name()));
        }
        let mut hidden = PieceSet::EMPTY;
        for (piece, known) in
            state.under.iter().zip(&state.known_to).filter_map(|(p, k)| Some((*p)?).zip(Some(k)))
        {
            if !hidden.insert(piece) || known.is_empty() {
                return Err(format!(
                    "{} lies under two tiles, or nobody put it there",
                    g.piece(piece).name()
                ));
            }
        }
        Ok(())
    }

    /// `die garden-12-s 3; under denar tower-12; under denar tower-12 known 1; waits 0 garden-11`: dice on tiles, a tile
    /// under another one (known to seat 0 where nothing is said), a power that waits for its buyer.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;

/// What a tile can do.
fn power(g: &GameState, piece: PieceId) -> Option<Power> {
    let printed = g.piece(piece);
    if printed.kind != PieceKind::Base {
        return None;
    }
    Some(match printed.extra {
        "architecture" => Power::Architecture,
        "wisdom" => Power::Wisdom,
        "strength" => Power::Strength,
        "prosperity" => Power::Prosperity,
        _ => return None,
    })
}

/// P7: a die is rolled at once; the other powers wait for the end of the buyer's turn.
fn bought(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    match power(cx.g, piece) {
        Some(Power::Strength | Power::Prosperity) => dice::roll_for(cx, seat, piece),
        Some(Power::Architecture | Power::Wisdom) => {
            let waiting = &mut cx.g.mods.m38_buildings_of_power.waiting;
            waiting.push((piece, seat)).expect("there are six such tiles, each bought from the market once");
        }
        None => {}
    }
}

/// The powers a player may use at the end of the turn.
fn waiting(g: &GameState, seat: Seat) -> impl Iterator<Item = PieceId> + '_ {
    let all = g.mods.m38_buildings_of_power.waiting.iter();
    all.filter(move |(_, buyer)| *buyer == seat).map(|(piece, _)| *piece)
}

/// The tile under the one on a space, as long as it lies there.
fn under(g: &GameState, space: Space) -> Option<PieceId> {
    let piece = g.mods.m38_buildings_of_power.under.get(usize::from(space.0)).copied().flatten();
    piece.filter(|piece| g.core.pieces.gone.contains(*piece))
}

/// E3: before leftovers are given away everybody sees what lies underneath (AMB-38-4).
fn turn_up(cx: &mut Cx<'_, '_>) {
    for space in (0..cx.g.core.pieces.market.len() as u8).map(Space) {
        if let Some(piece) = under(cx.g, space) {
            let everybody = cx.g.core.rules.seats().collect();
            cx.g.mods.m38_buildings_of_power.known_to[usize::from(space.0)] = everybody;
            cx.g.core.info.learned(crate::core::state::Barrier::Shown);
            cx.emit(|_| told(None, "turned_up", vec![Ref::Piece(piece), Ref::Space(space)]));
        }
    }
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::BuildingsOfPower, seat, key, refs }
}
