//! Module 5, City Gates: a gate opens a double wall, so that a tile nobody could walk to may be laid after all.
//!
//! Gate cards hide in the money deck; the one that lies open is taken instead of money. A gate is built together
//! with the tile that needs it, and both tiles beside it stay where they are for the rest of the game.

use crate::core::agenda::{Leaving, What};
use crate::core::below::Quarters;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, PieceId, PieceSet, Provenance};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::palace::{Form, Ground, Verdict};
use crate::core::pieces::Standing;
use crate::core::placing::{self, Rebuilt};
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::{Gate, Rules};
use crate::core::step::{Step, StepSet};
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Stage, Stepped, Supply, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 5.
#[derive(Clone, Copy, Debug)]
pub struct CityGates;

/// The cards that are in no hand, pile or discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Whether a gate card lies open beside the gates.
    open: bool,
    /// Surplus cards that wait for other cards to be discarded with (A-G-5).
    waiting: u8,
    /// A-G-1: whether gates may also be put into double walls that already stand.
    on_existing: bool,
}

/// What a player can do with gates. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Takes the open gate card instead of money (G2).
    Take,
    /// Says in which double wall the gate is built.
    Build {
        /// A cell beside it.
        cell: Cell,
        /// The side of that cell.
        side: Side,
    },
}

/// A tile was laid that needs a gate and has several walls for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Which {
    seat: Seat,
    piece: PieceId,
    decided: bool,
}

impl Module for CityGates {
    const ID: ModuleId = ModuleId::CityGates;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "city-gates",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Money, Touch::Palace, Touch::Walls],
        rulings: include_str!("RULINGS.md"),
        data: &[("the six gates and their cards", Provenance::Found)],
        options: &[("gate_on_existing", &["no", "yes"])],
    };
    const VERSION: u16 = 2;
    const STEPS: StepSet = StepSet::of(&[Step::Reveal, Step::T10, Step::T11, Step::T70, Step::L2, Step::O1]);
    type State = State;
    type Action = Act;
    type Frame = Which;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { on_existing: chosen(values, "gate_on_existing", "yes"), ..State::default() })
    }

    /// U12: a card per player, as evenly as possible into the last three piles, the earlier ones first (A-G-4).
    fn supply(rules: &Rules, supply: &mut Supply) {
        let players = rules.players();
        supply.piles = supply.piles.plus(std::iter::repeat_n(CardKind::GATE, players).collect());
        for (i, pile) in (2..5).enumerate() {
            supply.insert(CardClass::Gate, pile, (players / 3 + usize::from(i < players % 3)) as u8);
        }
    }

    /// G1: the first one lies open until somebody takes it; any other goes to the discard pile.
    fn reveal(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
        if card != CardKind::GATE {
            return false;
        }
        let core = &mut cx.g.core;
        let state = &mut cx.g.mods.m05_city_gates;
        let key = if !state.open {
            state.open = true;
            "opened"
        } else {
            let others = core.deck.discard.each().any(|card| card != CardKind::GATE);
            if core.deck.is_empty() && !others {
                // Nothing but gate cards would be shuffled and turned up for ever (A-G-5).
                state.waiting += 1;
            } else {
                core.deck.discard.add(CardKind::GATE);
            }
            "surplus"
        };
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key,
            refs: vec![Ref::Card(CardKind::GATE)],
        });
        true
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            // The display is as full as it gets.
            Step::T70 => {
                let waiting = std::mem::take(&mut cx.g.mods.m05_city_gates.waiting);
                if waiting == 0 {
                    return;
                }
                let cards = std::iter::repeat_n(CardKind::GATE, usize::from(waiting)).collect();
                cx.g.core.deck.discard = cx.g.core.deck.discard.plus(cards);
            }
            Step::L2 => laid(cx),
            _ => {}
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let own = |act| Action::Module(ModAction::CityGates(act));
        match window {
            // Taking it is taking money (rules README, decision 32).
            Window::TakeMoney if g.mods.m05_city_gates.open => out.push(own(Act::Take)),
            Window::Free if g.mods.m05_city_gates.on_existing && holds_card(g, seat) => {
                let walls = standing_walls(g, seat).into_iter();
                out.extend(walls.map(|(cell, side)| own(Act::Build { cell, side })));
            }
            _ => {}
        }
    }

    fn judges(g: &GameState, seat: Seat, _: PieceId) -> bool {
        holds_card(g, seat)
    }

    /// L2: with a card in the hand, a printed double wall is as good as a way on foot (G3).
    fn verdict(g: &GameState, seat: Seat, piece: PieceId, turn: Quarters, verdict: &mut Verdict) {
        // Another module may have a say where this one has none.
        if !holds_card(g, seat) {
            return;
        }
        let shut = verdict.legal_but_for_on_foot().without(verdict.on_foot);
        for cell in shut.iter() {
            if !doors(g, seat, piece, Standing { cell, turn }, &verdict.ground).is_empty() {
                verdict.on_foot.insert(cell);
            }
        }
    }

    fn opens_gates(g: &GameState, seat: Seat) -> bool {
        holds_card(g, seat)
    }

    /// L2: a tile that is moved may have its gate as well (A-G-6).
    fn openings(rebuilt: &Rebuilt<'_>, out: &mut Vec<(Cell, Side)>) {
        if let Some((piece, to)) = rebuilt.laid.filter(|_| holds_card(rebuilt.game, rebuilt.seat)) {
            out.extend(doors(rebuilt.game, rebuilt.seat, piece, to, &rebuilt.ground));
        }
    }

    /// O1: the tiles beside a gate are never removed, swapped or moved (G4).
    fn may_leave(g: &GameState, seat: Seat, _: Leaving, pieces: &mut PieceSet) {
        for gate in g.core.shared.gates.iter().filter(|gate| gate.seat == seat) {
            for cell in [gate.cell, gate.cell.next(gate.side)] {
                if let Some((piece, _)) = placing::piece_at(g, seat, cell) {
                    pieces.remove(piece);
                }
            }
        }
    }

    fn step(_: &mut Cx<'_, '_>, which: Which) -> Stepped {
        if which.decided { Stepped::Done } else { Stepped::Ask(SeatSet::one(which.seat)) }
    }

    fn legal(g: &GameState, seat: Seat, which: Which, out: &mut Vec<Act>) {
        out.extend(choices(g, seat, which.piece).into_iter().map(|(cell, side)| Act::Build { cell, side }));
        out.sort_unstable();
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let refused_at = |key, edge: (Cell, Side)| Err(Illegal::of(Self::ID, key).at(edge));
        match (g.agenda.frames.last().map(|frame| frame.what), act) {
            (Some(What::Turn), Act::Take) if g.mods.m05_city_gates.open => Ok(()),
            (Some(What::Turn), Act::Take) => refused("no_gate_card_lies_open"),
            (_, Act::Take) => refused("a_gate_card_is_taken_instead_of_money"),
            (Some(What::Module(ModFrame::CityGates(which))), Act::Build { cell, side }) => {
                if choices(g, seat, which.piece).contains(&(cell, side)) {
                    Ok(())
                } else {
                    refused_at("the_gate_belongs_into_a_printed_double_wall_of", (cell, side))
                }
            }
            (Some(What::Turn), Act::Build { cell, side }) if g.mods.m05_city_gates.on_existing => {
                if !holds_card(g, seat) {
                    refused("building_a_gate_takes_a_gate_card")
                } else if standing_walls(g, seat).contains(&(cell, side)) {
                    Ok(())
                } else {
                    refused_at("there_is_no_printed_double_wall_without_a_gate", (cell, side))
                }
            }
            (_, Act::Build { cell, side }) => {
                refused_at("a_gate_is_built_together_with_the_tile_that", (cell, side))
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        match act {
            Act::Take => {
                turn::count_action(cx.g);
                cx.g.mods.m05_city_gates.open = false;
                cx.receive(seat, Cards::one(CardKind::GATE));
                cx.emit(|_| told(seat, "takes", Vec::new()));
            }
            Act::Build { cell, side } => {
                if let What::Module(ModFrame::CityGates(which)) = &mut cx.top().what {
                    which.decided = true;
                    // The gate that has held the palace together while the player thought about it.
                    cx.g.core.shared.gates.pop();
                } else {
                    spend(cx, seat);
                }
                build(cx, seat, cell, side);
                announce(cx, seat, cell, side);
            }
        }
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Take => [Ref::Card(CardKind::GATE)].into(),
            Act::Build { cell, side } => [Ref::Cell(g.at(seat, cell)), Ref::Side(side)].into(),
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m05_city_gates;
        // Taking and using a card is public, so everybody can count them.
        let held = g.rules().seats().map(|seat| i32::from(g.hand(seat).count(CardKind::GATE))).collect();
        let left = g.rules().players() - g.core.shared.gates.len();
        let mut shows = vec![
            ("open_card", Shown::Words(vec![if state.open { "yes" } else { "no" }])),
            ("cards_held", Shown::BySeat(held)),
            ("gates_left", Shown::Number(left as i32)),
        ];
        if state.waiting > 0 {
            shows.push(("cards_set_aside", Shown::Number(i32::from(state.waiting))));
        }
        shows
    }

    /// A card per player, a gate in a palace for every card out of the game, each in a wall of two tiles.
    fn census(g: &GameState) -> Result<(), String> {
        let (core, state) = (&g.core, &g.mods.m05_city_gates);
        let gates = core.shared.gates.len();
        if usize::from(core.shared.gone.count(CardKind::GATE)) != gates {
            return Err(format!("{gates} gates are built, but as many cards have not left the game"));
        }
        let lying = core.hands.iter().chain([&core.deck.pool, &core.deck.discard]);
        let lying: u8 = lying.map(|cards| cards.count(CardKind::GATE)).sum();
        let known = core.deck.known.iter().filter(|known| known.card == CardKind::GATE).count();
        let all = usize::from(lying + u8::from(state.open) + state.waiting) + known + gates;
        if all > core.rules.players() {
            return Err(format!("there are {all} gate cards"));
        }
        for gate in core.shared.gates.iter() {
            let ends = [gate.cell, gate.cell.next(gate.side)];
            let palace = &core.palaces[gate.seat.index()];
            if !palace.walls_between(gate.cell, gate.side) || ends.iter().any(|end| !palace.contains(*end)) {
                return Err(format!("the gate at {} is in no double wall", gate.cell));
            }
        }
        Ok(())
    }

    /// `open`: a gate card lies open. `gates on existing walls`: the option of A-G-1.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(';').map(str::trim) {
            match part {
                "open" => {
                    g.mods.m05_city_gates.open = true;
                    g.core.deck.pool.take(CardKind::GATE);
                }
                "gates on existing walls" => g.mods.m05_city_gates.on_existing = true,
                _ => return Err(format!("\"{part}\" is neither open nor gates on existing walls")),
            }
        }
        Ok(())
    }
}

fn holds_card(g: &GameState, seat: Seat) -> bool {
    g.core.hands[seat.index()].count(CardKind::GATE) > 0
}

/// L2: a tile that was laid or moved to where nobody can walk gets its gate (A-G-6). A tile with a way on foot has no use
/// for one (A-G-3); so one gate is always enough (G5).
fn laid(cx: &mut Cx<'_, '_>) {
    let What::Lay { seat, piece, .. } = cx.top().what else { return };
    let standing = cx.g.core.pieces.standing[piece.index()];
    if cx.g.ground(seat).on_foot().contains(standing.cell) {
        return;
    }
    let doors = useful(cx.g, seat, piece);
    let Some(&(cell, side)) = doors.first() else { return };
    spend(cx, seat);
    build(cx, seat, cell, side);
    if doors.len() == 1 {
        announce(cx, seat, cell, side);
    } else {
        cx.push(Step::L2, What::Module(ModFrame::CityGates(Which { seat, piece, decided: false })));
    }
}

/// The double walls of a tile that stands, a gate in which lets everybody walk everywhere. Where a tile was moved they
/// need not be all of them: it may have held together what it left.
fn useful(g: &GameState, seat: Seat, piece: PieceId) -> Vec<(Cell, Side)> {
    let ground = g.ground(seat);
    let mut doors = doors(g, seat, piece, g.core.pieces.standing[piece.index()], &ground);
    doors.retain(|&(cell, side)| {
        let mut opened = ground;
        opened.open_gate(cell, side);
        opened.unsteady().is_none()
    });
    doors
}

/// The double walls of a tile, laid or to be laid, that could carry a gate: printed on both sides, with another
/// tile inside the walls behind them.
fn doors(g: &GameState, seat: Seat, piece: PieceId, to: Standing, ground: &Ground) -> Vec<(Cell, Side)> {
    let form = placing::form(g, piece, to.turn);
    let mut doors = Vec::new();
    if !matches!(form, Form::Tile(_)) {
        return doors;
    }
    for (half, cell) in form.cells(to.cell).enumerate() {
        for side in g.piece(piece).walls[half].turned(to.turn).sides() {
            let next = cell.next(side);
            let other = ground.palace.contains(next) && !form.cells(to.cell).any(|own| own == next);
            if other && printed(g, seat, next).has(side.opposite()) {
                doors.push((cell, side));
            }
        }
    }
    doors
}

/// Where the gate of a tile that has just been laid may be; one that stands for it while the player thinks is not asked.
fn choices(g: &GameState, seat: Seat, piece: PieceId) -> Vec<(Cell, Side)> {
    let mut before = g.clone();
    before.core.shared.gates.pop();
    useful(&before, seat, piece)
}

/// The walls printed on a cell of a palace, as it lies.
fn printed(g: &GameState, seat: Seat, cell: Cell) -> Walls {
    placing::piece_at(g, seat, cell).map_or(Walls::NONE, |(piece, half)| {
        g.piece(piece).walls[half].turned(g.core.pieces.standing[piece.index()].turn)
    })
}

/// The printed double walls of a palace without a gate, each once, ascending.
fn standing_walls(g: &GameState, seat: Seat) -> Vec<(Cell, Side)> {
    let palace = &g.core.palaces[seat.index()];
    let gated = |cell: Cell, side: Side| {
        g.core.shared.gates.iter().any(|gate| {
            let other = (gate.cell.next(gate.side), gate.side.opposite());
            gate.seat == seat && [(gate.cell, gate.side), other].contains(&(cell, side))
        })
    };
    let mut walls = Vec::new();
    for cell in palace.cells().iter() {
        for side in [Side::North, Side::East] {
            let next = cell.next(side);
            let double = palace.contains(next)
                && printed(g, seat, cell).has(side)
                && printed(g, seat, next).has(side.opposite());
            if double && !gated(cell, side) {
                walls.push((cell, side));
            }
        }
    }
    walls.sort_unstable();
    walls
}

/// G4: the card leaves the game.
fn spend(cx: &mut Cx<'_, '_>, seat: Seat) {
    let card = Cards::one(CardKind::GATE);
    cx.give_up(seat, card);
    cx.g.core.shared.gone = cx.g.core.shared.gone.plus(card);
}

fn build(cx: &mut Cx<'_, '_>, seat: Seat, cell: Cell, side: Side) {
    let gate = Gate { seat, cell, side };
    cx.g.core.shared.gates.push(gate).expect("there are as many gates as cards");
}

fn announce(cx: &mut Cx<'_, '_>, seat: Seat, cell: Cell, side: Side) {
    cx.emit(|g| told(seat, "builds", vec![Ref::Cell(g.at(seat, cell)), Ref::Side(side)]));
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::CityGates, seat: Some(seat), key, refs }
}

#[cfg(test)]
mod tests;
