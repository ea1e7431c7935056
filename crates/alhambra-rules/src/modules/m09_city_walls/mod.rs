//! Module 9, City Walls: cards that let a player put wooden walls on a tile, for good.
//!
//! The cards hide in the money deck and lie open beside the board once they have turned up. Building one is an
//! action: its whole pattern on one tile, wherever that tile is. The walls themselves are the core's.

use crate::core::agenda::What;
use crate::core::cards::Cards;
use crate::core::catalogue::{
    CardClass, CardKind, Footprint, Half, PieceId, PieceKind, PieceSet, Provenance, card as printed,
};
use crate::core::cell::{Cell, Side, Walls};
use crate::core::palace::{Edge, Ground};
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::{placing, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch, Window};
use crate::registry::{ModAction, ModuleId};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 9.
#[derive(Clone, Copy, Debug)]
pub struct CityWalls;

/// Which cards lie open and which have been built: bit n is card n of `CARDS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    open: u8,
    built: u8,
}

/// What a player can do with an open card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Builds the walls of a card on a tile (W2).
    Build {
        /// Which card.
        card: CardKind,
        /// On which tile.
        piece: PieceId,
        /// On which of its cells.
        half: Half,
    },
}

/// The cards, by number.
const CARDS: [CardKind; 8] = {
    let mut cards = [CardKind::from_number(0); 8];
    let (mut n, mut number) = (0, 0);
    while n < 8 {
        if let Some(kind) = CardKind::new(number)
            && matches!(kind.class(), CardClass::Wall)
        {
            cards[n] = kind;
            n += 1;
        }
        number += 1;
    }
    cards
};

/// How many wooden segments there are: exactly those of all cards.
const SEGMENTS: usize = 12;

/// What carries no wooden wall: a camp shows bastions and green, a watchtower its long edge (A-W-4).
const BARE: PieceSet = PieceKind::Camp.pieces().or(PieceKind::Watchtower.pieces());

impl Module for CityWalls {
    const ID: ModuleId = ModuleId::CityWalls;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "city-walls",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Walls, Touch::Palace],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("eight cards with one or two walls, twelve wooden segments", Provenance::Found),
            ("the card with walls in the north and east", Provenance::Found),
            ("the other seven: one for each side, one for each corner", Provenance::Inferred),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::Reveal, Step::T11]);
    type State = State;
    type Action = Act;
    type Frame = Never;

    /// U12: two into each pile but the first; which ones is left to the shuffle.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.rare = CARDS.into_iter().fold(supply.rare, |rare, card| rare.plus(Cards::one(low(card))));
        for pile in 1..5 {
            supply.insert(CardClass::Wall, pile, 2);
        }
    }

    /// W1: it lies open beside the board and takes no place of the display. There may be several.
    fn reveal(cx: &mut Cx<'_, '_>, card: CardKind) -> bool {
        let Some(bit) = bit(card) else { return false };
        cx.g.mods.m09_city_walls.open |= bit;
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "opened",
            refs: vec![Ref::Card(card)],
        });
        true
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        let open = g.mods.m09_city_walls.open;
        if window != Window::MainAction || open == 0 {
            return;
        }
        let room = rooms(g, seat);
        for card in of(open) {
            let wanted = printed(card).walls;
            let fits = room.iter().filter(|room| room.free.or(wanted) == room.free);
            out.extend(fits.map(|room| {
                Action::Module(ModAction::CityWalls(Act::Build { card, piece: room.piece, half: room.half }))
            }));
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let Act::Build { card, piece, half } = act;
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let on_tile = |key| Err(Illegal::of(Self::ID, key).at(piece));
        let open = bit(card).is_some_and(|bit| g.mods.m09_city_walls.open & bit != 0);
        if !matches!(g.agenda.frames.last().map(|frame| frame.what), Some(What::Turn)) {
            return refused("a_city_wall_is_built_in_ones_own_turn");
        }
        if !open {
            return Err(Illegal::of(Self::ID, "that_city_wall_card_does_not_lie_open").at(card));
        }
        let Some(place) = place(g, seat, piece) else {
            return on_tile("walls_are_built_on_a_tile_of_the_own_palace");
        };
        if BARE.contains(piece) {
            return on_tile("camps_and_watchtowers_carry_no_wooden_walls");
        }
        let Some(free) = free(g, &g.ground(seat), piece, half, place) else {
            return on_tile("this_tile_has_only_one_cell");
        };
        let (wanted, built) = (printed(card).walls, walls(g, piece, half));
        if wanted.sides().any(|side| built.has(side)) {
            on_tile("no_wall_is_built_where_there_is_one_already")
        } else if wanted.or(free) != free {
            on_tile("in_a_palace_every_new_wall_faces_an_empty_cell")
        } else {
            Ok(())
        }
    }

    /// W2, W4: the whole pattern, as the tile lies now; the card leaves the game.
    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let Act::Build { card, piece, half } = act;
        let (Some(place), Some(bit)) = (place(cx.g, seat, piece), bit(card)) else { return };
        let Described { mut refs, .. } = Self::describe(cx.g, seat, act);
        turn::count_action(cx.g);
        let state = &mut cx.g.mods.m09_city_walls;
        state.open &= !bit;
        state.built |= bit;
        let core = &mut cx.g.core;
        let (sides, turn) = (printed(card).walls, core.pieces.standing[piece.index()].turn);
        let upright = sides.turned(turn.back());
        core.shared.wooden[piece.index()] = core.shared.wooden[piece.index()].with(half.index(), upright);
        if let Place::Palace = place
            && let Some(cell) = cell(cx.g, piece, half)
        {
            let palace = &mut cx.g.core.palaces[seat.index()];
            sides.sides().for_each(|side| palace.set_wall(cell, side, true));
        }
        cx.emit(|_| {
            refs.truncate(2);
            Happened::Module { by: Self::ID, seat: Some(seat), key: "builds", refs }
        });
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        let Act::Build { card, piece, half } = act;
        let place = place(g, seat, piece);
        let word = match (half, place) {
            (Half::First, Some(Place::Palace)) => "in_the_palace",
            (Half::First, Some(Place::Reserve)) => "in_the_reserve",
            (Half::First, _) => "just_bought",
            (Half::Second, Some(Place::Palace)) => "second_cell_in_the_palace",
            (Half::Second, Some(Place::Reserve)) => "second_cell_in_the_reserve",
            (Half::Second, _) => "second_cell_just_bought",
        };
        let mut refs = vec![Ref::Card(card), Ref::Piece(piece), Ref::Word(Self::ID, word)];
        if let Some(Place::Palace) = place {
            refs.extend(cell(g, piece, half).map(|cell| Ref::Cell(g.at(seat, cell))));
        }
        refs.into()
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let state = &g.mods.m09_city_walls;
        let used: usize = of(state.built).map(|card| printed(card).walls.len()).sum();
        vec![
            ("open_cards", Shown::Cards(of(state.open).collect())),
            ("built", Shown::Cards(of(state.built).collect())),
            ("segments_left", Shown::Number((SEGMENTS - used) as i32)),
        ]
    }

    /// Every card is in one place, and what was built stands on tiles.
    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m09_city_walls;
        for (n, card) in CARDS.into_iter().enumerate() {
            let known = g.core.deck.known.iter().filter(|known| known.card == card).count();
            let here = u8::from(state.open >> n & 1 != 0) + u8::from(state.built >> n & 1 != 0);
            let found = usize::from(here + g.core.deck.rare.count(low(card))) + known;
            if found != 1 {
                return Err(format!("there are {found} cards {card}"));
            }
        }
        let built: usize = of(state.built).map(|card| printed(card).walls.len()).sum();
        let wooden = g.core.shared.wooden.0.iter();
        let standing: usize = wooden.map(|walls| walls.on(0).len() + walls.on(1).len()).sum();
        if standing < built {
            return Err(format!("{built} wooden walls were built, {standing} are there"));
        }
        Ok(())
    }

    /// `open n, ne`: these cards lie open. `built w on garden-9-e`: such a card was built on an upright tile.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

#[cfg(feature = "testkit")]
mod arrange;

/// Where a tile is that walls may be built on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Palace,
    Reserve,
    Bought,
}

/// A cell of a tile, and the sides of it that may still get a wall, as it lies.
struct Room {
    piece: PieceId,
    half: Half,
    free: Walls,
}

/// Everything of a player that may get a wall, ascending.
fn rooms(g: &GameState, seat: Seat) -> Vec<Room> {
    let pieces = &g.core.pieces;
    let i = seat.index();
    let own = pieces.palace[i].or(pieces.reserve[i]).or(pieces.bought[i]).without(BARE);
    let ground = g.ground(seat);
    let mut rooms = Vec::new();
    for piece in own.iter() {
        let Some(place) = place(g, seat, piece) else { continue };
        for half in Half::BOTH {
            if let Some(free) = free(g, &ground, piece, half, place).filter(|free| !free.is_empty()) {
                rooms.push(Room { piece, half, free });
            }
        }
    }
    rooms
}

fn place(g: &GameState, seat: Seat, piece: PieceId) -> Option<Place> {
    let (pieces, i) = (&g.core.pieces, seat.index());
    if pieces.palace[i].contains(piece) {
        Some(Place::Palace)
    } else if pieces.reserve[i].contains(piece) {
        Some(Place::Reserve)
    } else {
        pieces.bought[i].contains(piece).then_some(Place::Bought)
    }
}

/// The walls of one of its cells as it lies, printed and wooden. What stands nowhere lies upright (A-W-5).
fn walls(g: &GameState, piece: PieceId, half: Half) -> Walls {
    let printed = g.piece(piece).walls[half.index()];
    let turn = g.core.pieces.standing[piece.index()].turn;
    printed.or(g.core.shared.wooden[piece.index()].on(half.index())).turned(turn)
}

/// The cell a half of a standing piece covers.
fn cell(g: &GameState, piece: PieceId, half: Half) -> Option<Cell> {
    let standing = g.core.pieces.standing[piece.index()];
    placing::form(g, piece, standing.turn).cells(standing.cell).nth(half.index())
}

/// The sides that may get a wall: without one, not the border between two halves, and in a palace only towards
/// empty ground, because no tile could stand against half a double wall (W3). `None`: there is no such half.
fn free(g: &GameState, ground: &Ground, piece: PieceId, half: Half, place: Place) -> Option<Walls> {
    let inner = match (g.piece(piece).footprint, half) {
        (Footprint::Two { towards }, Half::First) => Some(towards),
        (Footprint::Two { towards }, Half::Second) => Some(towards.opposite()),
        (_, Half::First) => None,
        (_, Half::Second) => return None,
    };
    let built = walls(g, piece, half);
    let cell = if place == Place::Palace { cell(g, piece, half) } else { None };
    let free = |side: &Side| match place {
        _ if built.has(*side) => false,
        Place::Reserve | Place::Bought => Some(*side) != inner,
        Place::Palace => cell.is_some_and(|cell| {
            let facing = ground.edge(cell.next(*side), side.opposite());
            matches!(facing, None | Some(Edge::Shadow))
        }),
    };
    Some(Side::ALL.into_iter().filter(free).fold(Walls::NONE, Walls::with))
}

/// The number under which the deck counts a card that no hand can hold.
const fn low(card: CardKind) -> CardKind {
    CardKind::from_number(card.number() - 64)
}

/// The bit of a card; `None` if it is no city-wall card.
fn bit(card: CardKind) -> Option<u8> {
    CARDS.iter().position(|own| *own == card).map(|n| 1 << n)
}

/// The cards of a set of bits, ascending.
fn of(bits: u8) -> impl Iterator<Item = CardKind> {
    CARDS.into_iter().enumerate().filter(move |(n, _)| bits >> n & 1 != 0).map(|(_, card)| card)
}

#[cfg(test)]
mod tests;
