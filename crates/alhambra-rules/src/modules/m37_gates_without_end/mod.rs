//! Module 37, Gates without End: whoever buys arcades gets a key, and at the end of the turn it opens a gate with a
//! bonus for everybody.
//!
//! Keys are face down until they are turned up, so only their number is kept; which key it is is decided then.

mod keys;

use crate::core::agenda::{Filling, What};
use crate::core::below::Below;
use crate::core::building::Building;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::chance::Stream;
use crate::core::palace::{Edge, Form};
use crate::core::payment::Context;
use crate::core::pieces::Space;
use crate::core::purchase::{self, Exactness};
use crate::core::score::{CountBook, Source};
use crate::core::seat::{MAX_SEATS, Scorer, Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::terms::{Terms, Variant};
use crate::core::{placing, turn};
use crate::cx::{Cx, Why};
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Supply, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use crate::{GameState, Illegal};
use keys::{Bonus, KEYS, bonus};
use serde::{Deserialize, Serialize};

/// Module 37.
#[derive(Clone, Copy, Debug)]
pub struct GatesWithoutEnd;

const PLAZAS: PieceSet = PieceKind::Plaza.pieces();

/// Keys, and the supplies of the gate board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Keys nobody has seen yet, in the stack or before a player: bit n is key n.
    unseen: u16,
    /// How many of them lie before each player.
    held: [u8; MAX_SEATS],
    /// Wall pieces left.
    walls: u8,
    /// Who has the semi-building of each type.
    semi: [Option<Seat>; 6],
    /// Whether a semi-building counts without a building of its type too (the switch of AMB-RP-6).
    semi_alone: bool,
}

impl Default for State {
    fn default() -> State {
        State {
            unseen: (1 << KEYS) - 1,
            held: [0; MAX_SEATS],
            walls: keys::WALLS,
            semi: [None; 6],
            semi_alone: false,
        }
    }
}

impl State {
    fn in_stack(&self) -> u32 {
        self.unseen.count_ones() - u32::from(self.held.iter().sum::<u8>())
    }
}

/// What a player does with a key and its bonuses. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Lays the key down (D37.1).
    Turn {
        /// The side at the white gate, counted clockwise from 0.
        side: Below<6>,
    },
    /// Puts up a wooden wall.
    Wall {
        /// The cell.
        cell: Cell,
        /// The side of it.
        side: Side,
    },
    /// Buys a tile of the market for 14 in any mix.
    Buy {
        /// The tile.
        piece: PieceId,
        /// What else was chosen.
        variant: Variant,
    },
    /// Takes a money card of the display.
    Money {
        /// The card.
        card: CardKind,
    },
    /// Takes a semi-building.
    Semi {
        /// Its type.
        building: Building,
    },
    /// Exchanges what lies on two market spaces.
    Swap {
        /// One space.
        one: Space,
        /// The other.
        other: Space,
    },
    /// Takes a plaza.
    Plaza,
    /// Leaves the bonus.
    Pass,
}

/// T85: the keys of the active player, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opening {
    phase: Phase,
    /// Keys still to be turned up; what is won on the way waits for the next turn.
    left: u8,
    /// The key that lies open.
    key: u8,
    /// Its side at the white gate.
    turned: u8,
    /// Players who have had their bonus, from the active one on.
    done: u8,
}

/// How far an opening has come. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Phase {
    /// Scorings that are due, then the next key.
    Settle,
    /// The active player lays the key down.
    Orient,
    /// The players get their bonuses.
    Bonuses,
}

impl Module for GatesWithoutEnd {
    const ID: ModuleId = ModuleId::GatesWithoutEnd;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "gates-without-end",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 4,
        touches: &[
            Touch::Market,
            Touch::Money,
            Touch::Palace,
            Touch::Walls,
            Touch::Scoring,
            Touch::OthersTurns,
        ],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the order of the gates, six semi-buildings, six plazas", Provenance::Found),
            ("that plazas have no walls", Provenance::Inferred),
            ("the number of keys", Provenance::Reconstructed),
            ("what is on the sides of the keys", Provenance::Reconstructed),
            ("the number of wall pieces", Provenance::Reconstructed),
        ],
        options: &[("semi_needs_building", &["yes", "no"])],
    };
    const VERSION: u16 = 2;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::P7, Step::T85, Step::S20]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&keys::TABLE), Printed::Own(&keys::SUPPLIES)];
    type State = State;
    type Action = Act;
    type Frame = Opening;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { semi_alone: chosen(values, "semi_needs_building", "no"), ..State::default() })
    }

    fn supply(_: &Rules, supply: &mut Supply) {
        supply.aside = supply.aside.or(PLAZAS);
    }

    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        match step {
            Step::U14 => cx.g.mods.m37_gates_without_end.walls = keys::walls(cx.g.rules()),
            Step::P7 => bought(cx),
            Step::T85 => {
                let left = cx.g.mods.m37_gates_without_end.held[cx.g.core.turn.seat.index()];
                if left > 0 {
                    let opening = Opening { phase: Phase::Settle, left, key: 0, turned: 0, done: 0 };
                    cx.push(Step::T85, What::Module(ModFrame::GatesWithoutEnd(opening)));
                }
            }
            _ => {}
        }
    }

    fn step(cx: &mut Cx<'_, '_>, opening: Opening) -> Stepped {
        let active = cx.g.core.turn.seat;
        match opening.phase {
            Phase::Settle => {
                // AMB-37-4: a scoring that is due comes before any further gate.
                if cx.g.core.scorings_due > 0 {
                    turn::due_scorings(cx);
                    return Stepped::Again;
                }
                // AT-37-3: the market could not be filled, so the remaining keys are lost.
                if opening.left == 0 || cx.g.core.ending {
                    return Stepped::Done;
                }
                turn_up(cx, opening);
                Stepped::Ask(SeatSet::one(active))
            }
            Phase::Orient => Stepped::Ask(SeatSet::one(active)),
            Phase::Bonuses => bonuses(cx, opening),
        }
    }

    fn legal(g: &GameState, seat: Seat, opening: Opening, out: &mut Vec<Act>) {
        if opening.phase == Phase::Orient {
            out.extend(Below::all().map(|side| Act::Turn { side }));
            return;
        }
        match bonus(g.rules(), opening.key, opening.turned, seat) {
            Bonus::Wall => out.extend(edges(g, seat)),
            Bonus::Buy => purchase::targets(g, seat, Context::AnyMixTile, |offered| {
                out.push(Act::Buy { piece: offered.piece, variant: offered.terms.iter().next() });
            }),
            Bonus::Money => out.extend(money(g).map(|card| Act::Money { card })),
            Bonus::Semi => out.extend(semis(g).map(|building| Act::Semi { building })),
            Bonus::Swap => out.extend(swaps(g)),
            Bonus::Plaza => out.extend(plaza(g).map(|_| Act::Plaza)),
            Bonus::Redesign | Bonus::One | Bonus::Two => {}
        }
        out.sort_unstable();
        out.dedup();
        out.push(Act::Pass);
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(What::Module(ModFrame::GatesWithoutEnd(opening))) = g.agenda.frames.last().map(|f| f.what)
        else {
            return refused("gates_open_only_when_a_key_is_turned_up");
        };
        let mut legal = Vec::new();
        Self::legal(g, seat, opening, &mut legal);
        match act {
            _ if legal.contains(&act) => Ok(()),
            Act::Wall { cell, side } => {
                Err(Illegal::of(Self::ID, "a_wall_stands_on_an_open_outer_side_of").at((cell, side)))
            }
            Act::Buy { piece, .. } => Err(Illegal::of(Self::ID, "that_tile_is_not_on_the_market").at(piece)),
            Act::Turn { .. } => refused("a_key_has_six_sides"),
            _ => refused("that_is_not_the_bonus_at_this_gate"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        if let What::Module(ModFrame::GatesWithoutEnd(opening)) = &mut cx.top().what {
            if let Act::Turn { side } = act {
                (opening.phase, opening.turned, opening.done) = (Phase::Bonuses, side.get(), 0);
            } else {
                opening.done += 1;
            }
        }
        let Described { refs, .. } = Self::describe(cx.g, seat, act);
        match act {
            Act::Turn { .. } | Act::Pass => {}
            Act::Wall { cell, side } => put_wall(cx, seat, cell, side),
            Act::Buy { piece, variant } => {
                let terms = Terms::variant(variant);
                if let Some(offered) = purchase::offer(cx.g, seat, piece, Context::AnyMixTile, terms) {
                    // AMB-37-3: the tile is placed at once.
                    let gifts = cx.g.core.rules.dirk();
                    cx.place_now(seat, gifts);
                    purchase::begin_unpaid(cx, seat, &offered, Exactness::Nothing);
                }
            }
            Act::Money { card } => {
                let display = &mut cx.g.core.display;
                if let Some(place) = display.iter().position(|shown| *shown == card) {
                    display.remove(place);
                    cx.receive(seat, Cards::one(card));
                }
            }
            Act::Semi { building } => {
                cx.g.mods.m37_gates_without_end.semi[building.index()] = Some(seat);
            }
            Act::Swap { one, other } => {
                cx.g.core.pieces.market.swap(usize::from(one.0), usize::from(other.0));
            }
            Act::Plaza => {
                if let Some(piece) = plaza(cx.g) {
                    cx.g.core.pieces.aside.remove(piece);
                    cx.g.core.pieces.bought[seat.index()].insert(piece);
                    cx.place_now(seat, false);
                }
            }
        }
        let key = match act {
            Act::Turn { .. } => "turns",
            Act::Wall { .. } => "puts_wall",
            Act::Buy { .. } => "buys",
            Act::Money { .. } => "takes_money",
            Act::Semi { .. } => "takes_semi",
            Act::Swap { .. } => "swaps",
            Act::Plaza => "takes_plaza",
            Act::Pass => "leaves",
        };
        cx.emit(|_| told(Some(seat), key, refs));
    }

    fn passes(act: Act) -> bool {
        act == Act::Pass
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        match act {
            Act::Turn { side } => {
                let key = opening(g).map_or(0, |opening| opening.key);
                let bonuses = g.rules().seats_from(seat).map(|seat| bonus(g.rules(), key, side.get(), seat));
                bonuses.map(|bonus| Ref::Word(Self::ID, bonus.word())).collect()
            }
            Act::Wall { cell, side } => [Ref::Cell(g.at(seat, cell)), Ref::Side(side)].into(),
            Act::Buy { piece, variant } => g.target_refs(piece, variant).into(),
            Act::Money { card } => [Ref::Card(card)].into(),
            Act::Semi { building } => [Ref::Building(building)].into(),
            Act::Swap { one, other } => {
                // Somebody may speak of spaces this market does not have.
                let market = turn::edition(g).market;
                let currencies = [one, other].map(|space| market.get(usize::from(space.0)).copied());
                currencies.into_iter().flatten().map(Ref::Currency).collect()
            }
            Act::Plaza | Act::Pass => Described::default(),
        }
    }

    /// S20: half a building on top of at least one in the palace.
    fn counts(g: &GameState, book: &mut CountBook) {
        let state = &g.mods.m37_gates_without_end;
        for (building, owner) in Building::ALL.into_iter().zip(state.semi) {
            let Some(seat) = owner else { continue };
            let standing = g.core.pieces.count(g.core.pieces.palace[seat.index()])[building.index()];
            if standing > 0 || state.semi_alone {
                book.add(Scorer::Seat(seat), building, 1);
            }
        }
    }

    /// AMB-37-2: nobody sees a key before it is turned up.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m37_gates_without_end;
        let held = g.rules().seats().map(|seat| i32::from(state.held[seat.index()])).collect();
        let owned = |seat: Seat| {
            let own = Building::ALL.into_iter().filter(|b| state.semi[b.index()] == Some(seat));
            let own: Vec<Building> = own.collect();
            (!own.is_empty()).then_some((seat, own))
        };
        let turned_up = (0..KEYS).filter(|key| state.unseen >> key & 1 == 0).map(|key| key as i32 + 1);
        let mut shows = vec![
            ("keys_held", Shown::BySeat(held)),
            ("keys_in_stack", Shown::Number(state.in_stack() as i32)),
            ("keys_turned_up", Shown::Numbers(turned_up.collect())),
            ("semi_buildings", Shown::BuildingsBySeat(g.rules().seats().filter_map(owned).collect())),
            ("walls_left", Shown::Number(i32::from(state.walls))),
            ("plazas_left", Shown::Number(g.core.pieces.aside.and(PLAZAS).len() as i32)),
        ];
        match opening(g) {
            Some(opening) if opening.phase == Phase::Orient => {
                shows.push((
                    "open_key",
                    Shown::Words(keys::sides(g.rules(), opening.key).map(Bonus::word).to_vec()),
                ));
            }
            Some(opening) if opening.phase == Phase::Bonuses => {
                let gates = g
                    .rules()
                    .seats()
                    .map(|seat| (seat, vec![bonus(g.rules(), opening.key, opening.turned, seat).word()]));
                shows.push(("gates", Shown::WordsBySeat(gates.collect())));
            }
            _ => {}
        }
        shows
    }

    /// Nobody has more keys than there are, and nobody who does not play has anything.
    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m37_gates_without_end;
        let held: u32 = state.held.iter().map(|n| u32::from(*n)).sum();
        if held > state.unseen.count_ones() || u32::from(state.unseen) >= 1 << KEYS {
            return Err(format!("{held} keys are held, {:#b} are unseen", state.unseen));
        }
        let strangers = state.semi.iter().flatten().any(|seat| seat.index() >= g.rules().players());
        if strangers || state.walls > keys::walls(g.rules()) {
            return Err("a supply of the gate board is wrong".to_owned());
        }
        Ok(())
    }

    /// `keys 0 2`, `semi garden 1`, `walls 0`, `stack 0`, between semicolons.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let seat = |n: &str| n.parse().ok().and_then(Seat::new).ok_or("a seat is a number");
        let number = |n: &str| n.parse::<u8>().map_err(|_| "that is no number");
        let state = &mut g.mods.m37_gates_without_end;
        for part in text.split(';') {
            match part.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["keys", at, n] => state.held[seat(at)?.index()] = number(n)?,
                ["walls", n] => state.walls = number(n)?,
                ["semi", name, at] => {
                    let building = Building::ALL.into_iter().find(|b| b.name() == *name);
                    state.semi[building.ok_or("there is no such building")?.index()] = Some(seat(at)?);
                }
                ["stack", n] => {
                    let keep = u32::from(state.held.iter().sum::<u8>()) + u32::from(number(n)?);
                    state.unseen = ((1u32 << keep.min(KEYS as u32)) - 1) as u16;
                }
                ["semi", "alone"] => state.semi_alone = true,
                _ => return Err(format!("\"{part}\" is nothing of the gate board")),
            }
        }
        Ok(())
    }
}

/// P7: arcades bring a key, face down, as long as there are any.
fn bought(cx: &mut Cx<'_, '_>) {
    let What::Buy(deal) = cx.top().what else { return };
    let state = &mut cx.g.mods.m37_gates_without_end;
    if cx.g.core.pieces.building[deal.piece.index()] == Some(Building::Arcades) && state.in_stack() > 0 {
        state.held[deal.seat.index()] += 1;
        cx.emit(|_| told(Some(deal.seat), "key", Vec::new()));
    }
}

/// Turns up the next key: any that nobody has seen, each with the same chance.
fn turn_up(cx: &mut Cx<'_, '_>, opening: Opening) {
    let unseen = cx.g.mods.m37_gates_without_end.unseen;
    let k = cx.pick(unseen.count_ones().max(1), Stream::Keys) as usize;
    let key = (0..KEYS as u8).filter(|key| unseen >> key & 1 != 0).nth(k).unwrap_or(0);
    let active = cx.g.core.turn.seat;
    let state = &mut cx.g.mods.m37_gates_without_end;
    state.unseen &= !(1 << key);
    state.held[active.index()] -= 1;
    let next = Opening { phase: Phase::Orient, left: opening.left - 1, key, ..opening };
    cx.top().what = What::Module(ModFrame::GatesWithoutEnd(next));
    cx.emit(|g| {
        let words = keys::sides(g.rules(), key).map(Bonus::word);
        let refs = words.map(|word| Ref::Word(ModuleId::GatesWithoutEnd, word)).to_vec();
        told(Some(active), "turned_up", refs)
    });
}

/// The players get their bonuses, from the active one clockwise; in the end display and market are filled.
fn bonuses(cx: &mut Cx<'_, '_>, mut opening: Opening) -> Stepped {
    let active = cx.g.core.turn.seat;
    loop {
        let next = cx.g.core.rules.seats_from(active).nth(usize::from(opening.done));
        let Some(seat) = next else {
            opening.phase = Phase::Settle;
            cx.top().what = What::Module(ModFrame::GatesWithoutEnd(opening));
            // What is pushed last runs first: money before tiles.
            if cx.g.core.pieces.market.iter().any(Option::is_none) {
                cx.push(Step::F1, What::Fill(Filling::default()));
            }
            cx.push(Step::T70, What::Display { size: 0 });
            return Stepped::Again;
        };
        let bonus = bonus(&cx.g.core.rules, opening.key, opening.turned, seat);
        let asks = match bonus {
            Bonus::One => points(cx, seat, 1),
            Bonus::Two => points(cx, seat, 2),
            Bonus::Redesign => {
                opening.done += 1;
                cx.top().what = What::Module(ModFrame::GatesWithoutEnd(opening));
                cx.closing(seat);
                cx.push(Step::T30, What::Redesign { seat, moves: true, decided: None });
                return Stepped::Again;
            }
            // Only what everybody sees decides whether a player is asked (2.12).
            Bonus::Wall => edges(cx.g, seat).next().is_some(),
            Bonus::Buy | Bonus::Swap => cx.g.core.pieces.market.iter().any(Option::is_some),
            Bonus::Money => money(cx.g).next().is_some(),
            Bonus::Semi => semis(cx.g).next().is_some(),
            Bonus::Plaza => plaza(cx.g).is_some(),
        };
        if asks {
            cx.top().what = What::Module(ModFrame::GatesWithoutEnd(opening));
            return Stepped::Ask(SeatSet::one(seat));
        }
        opening.done += 1;
    }
}

/// Points are booked at once; nobody is asked whether they want them.
fn points(cx: &mut Cx<'_, '_>, seat: Seat, points: i16) -> bool {
    let round = (cx.g.core.scorings + 1).min(3);
    let by = Source::Module(ModuleId::GatesWithoutEnd);
    cx.award(seat, round, by, points, |_| Why { reason: "score.gate", args: vec![points], ..Why::default() });
    false
}

/// The open outer sides of the tiles of a palace; an inner side would get a wall on one tile only (AT-37-7).
fn edges(g: &GameState, seat: Seat) -> impl Iterator<Item = Act> + '_ {
    let left = g.mods.m37_gates_without_end.walls > 0;
    let ground = g.ground(seat);
    let forms = g.core.pieces.palace[seat.index()].iter().map(move |piece| {
        let standing = g.core.pieces.standing[piece.index()];
        (placing::form(g, piece, standing.turn), standing.cell)
    });
    let tiles = forms.filter(move |(form, _)| left && matches!(form, Form::Tile(_)));
    // Each cell of a large tile has sides of its own (A-37-9).
    tiles.flat_map(|(form, at)| form.cells(at)).flat_map(move |cell| {
        let outer = move |side: &Side| {
            let facing = ground.edge(cell.next(*side), side.opposite());
            matches!(facing, None | Some(Edge::Shadow)) && ground.edge(cell, *side) == Some(Edge::Open)
        };
        Side::ALL.into_iter().filter(outer).map(move |side| Act::Wall { cell, side })
    })
}

/// The wall stays on its tile, wherever the tile goes.
fn put_wall(cx: &mut Cx<'_, '_>, seat: Seat, cell: Cell, side: Side) {
    let Some((piece, half)) = placing::piece_at(cx.g, seat, cell) else { return };
    let core = &mut cx.g.core;
    let turn = core.pieces.standing[piece.index()].turn;
    let upright = Walls::NONE.with(side).turned(turn.back());
    core.shared.wooden[piece.index()] = core.shared.wooden[piece.index()].with(half, upright);
    core.palaces[seat.index()].set_wall(cell, side, true);
    cx.g.mods.m37_gates_without_end.walls -= 1;
    cx.closing(seat);
}

/// The money on display: no exchange card, which is not money.
fn money(g: &GameState) -> impl Iterator<Item = CardKind> + '_ {
    let is_money = |card: &CardKind| {
        matches!(card.class(), CardClass::Money | CardClass::Diamond | CardClass::MasterBuilder)
    };
    g.display().iter().copied().filter(is_money)
}

fn semis(g: &GameState) -> impl Iterator<Item = Building> + '_ {
    let state = &g.mods.m37_gates_without_end;
    Building::ALL.into_iter().filter(|building| state.semi[building.index()].is_none())
}

/// Pairs of market spaces; one of the two may be empty (AT-37-5).
fn swaps(g: &GameState) -> impl Iterator<Item = Act> + '_ {
    let market = &g.core.pieces.market;
    let pairs = (0..market.len()).flat_map(move |one| (one + 1..market.len()).map(move |other| (one, other)));
    pairs
        .filter(|(one, other)| market[*one].is_some() || market[*other].is_some())
        .map(|(one, other)| Act::Swap { one: Space(one as u8), other: Space(other as u8) })
}

fn plaza(g: &GameState) -> Option<PieceId> {
    g.core.pieces.aside.and(PLAZAS).first()
}

/// The opening that is going on, below whatever a bonus has led to.
fn opening(g: &GameState) -> Option<Opening> {
    g.agenda.frames.iter().rev().find_map(|frame| match frame.what {
        What::Module(ModFrame::GatesWithoutEnd(opening)) => Some(opening),
        _ => None,
    })
}

fn told(seat: Option<Seat>, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::GatesWithoutEnd, seat, key, refs }
}

#[cfg(test)]
mod tests;
