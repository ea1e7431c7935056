//! What options, events and refusals point at.

use alhambra_rules::decision as engine;
use alhambra_rules::view::{Thing, TileFacts};
use alhambra_rules::{
    Building, CardKind, Cell, Currency, GameState, ModuleId, Palace, PieceId, PieceKind, PlaceFault, Seat,
    Side, Space, Walls,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Steps east and north of the fountain.
pub(crate) type At = (i32, i32);

/// Something pointed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ref {
    /// A cell of a palace.
    Cell {
        /// Where.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A tile.
    Piece {
        /// Which.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// Cards.
    Cards {
        /// Which; several of a kind stand several times.
        #[ts(type = "Card[]")]
        cards: Vec<CardKind>,
    },
    /// A player.
    Seat {
        /// Which.
        #[ts(type = "Seat")]
        seat: Seat,
    },
    /// A building type.
    Building {
        /// Which.
        #[ts(type = "Building")]
        building: Building,
    },
    /// A number.
    Number {
        /// Which.
        number: i32,
    },
    /// How the piece is turned.
    Turn {
        /// Clockwise quarters.
        turn: u8,
    },
    /// A side of a cell.
    Side {
        /// Which.
        #[ts(type = "Side")]
        side: Side,
    },
    /// A currency.
    Currency {
        /// Which.
        #[ts(type = "Currency")]
        currency: Currency,
    },
    /// A space of the building market.
    Space {
        /// Which, from 0.
        #[ts(type = "number")]
        space: Space,
    },
    /// Something of a module that is nothing of the above.
    Word {
        /// Which module.
        #[ts(type = "ModuleId")]
        by: ModuleId,
        /// Its message key, English words joined by underscores.
        word: String,
    },
}

impl Ref {
    /// What the engine points at; cells belong to `palace`.
    pub fn of(it: &engine::Ref, palace: &Palace) -> Ref {
        match it {
            engine::Ref::Cell(cell) => Ref::Cell { at: palace.coords(*cell) },
            engine::Ref::Piece(piece) => Ref::Piece { piece: *piece },
            engine::Ref::Card(card) => Ref::Cards { cards: vec![*card] },
            engine::Ref::Cards(cards) => Ref::Cards { cards: cards.each().collect() },
            engine::Ref::Seat(seat) => Ref::Seat { seat: *seat },
            engine::Ref::Building(building) => Ref::Building { building: *building },
            engine::Ref::Number(number) => Ref::Number { number: *number },
            engine::Ref::Turn(turn) => Ref::Turn { turn: *turn },
            engine::Ref::Side(side) => Ref::Side { side: *side },
            engine::Ref::Currency(currency) => Ref::Currency { currency: *currency },
            engine::Ref::Space(space) => Ref::Space { space: *space },
            engine::Ref::Word(by, word) => Ref::Word { by: *by, word: (*word).to_owned() },
        }
    }

    /// A thing that module `by` shows.
    pub(crate) fn thing(it: &Thing, by: ModuleId) -> Ref {
        match *it {
            Thing::Word(word) => Ref::Word { by, word: word.to_owned() },
            Thing::Number(number) => Ref::Number { number },
            Thing::Seat(seat) => Ref::Seat { seat },
            Thing::Building(building) => Ref::Building { building },
            Thing::Currency(currency) => Ref::Currency { currency },
            Thing::Card(card) => Ref::Cards { cards: vec![card] },
            Thing::Tile(piece) => Ref::Piece { piece },
        }
    }
}

/// A tile, as everybody can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Tile {
    /// Its number; the catalogue tells the rest.
    #[ts(type = "PieceId")]
    pub piece: PieceId,
    /// The building that stands on it now.
    #[ts(type = "Building | null")]
    pub building: Option<Building>,
    /// Its price; 0 where none is printed.
    pub price: u8,
    /// Its walls: letters out of N, E, S, W; in a palace as the tile lies. The bastions of a camp.
    #[ts(type = "Walls")]
    pub walls: Walls,
    /// What sort of piece it is, if not a building or fountain every game has: camp, project, watchtower …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "string", optional)]
    pub kind: Option<PieceKind>,
    /// The second cell of a piece that covers two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub second: Option<SecondCell>,
}

/// The second cell of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SecondCell {
    /// Where it lies, seen from the first.
    #[ts(type = "Side")]
    pub towards: Side,
    /// The building on it.
    #[ts(type = "Building | null")]
    pub building: Option<Building>,
    /// Its walls.
    #[ts(type = "Walls")]
    pub walls: Walls,
}

impl From<&TileFacts> for Tile {
    fn from(facts: &TileFacts) -> Tile {
        let everyday = matches!(facts.kind, PieceKind::Base | PieceKind::Land | PieceKind::Fountain);
        let second = facts.second.as_ref();
        Tile {
            piece: facts.piece,
            building: facts.building,
            price: facts.price,
            walls: facts.walls,
            kind: (!everyday).then_some(facts.kind),
            second: second.map(|s| SecondCell { towards: s.towards, building: s.building, walls: s.walls }),
        }
    }
}

/// Why a tile does not fit on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Fault {
    /// A cell is already covered.
    Occupied {
        /// That cell.
        #[ts(type = "Cell")]
        at: At,
    },
    /// The tile would not touch the palace.
    NotAdjacent,
    /// A wall meets an open side.
    Border {
        /// The cell of the new tile at that border.
        #[ts(type = "Cell")]
        at: At,
        /// The side of the new tile that does not match.
        #[ts(type = "Side")]
        side: Side,
        /// The covered cell across that side.
        #[ts(type = "Cell")]
        neighbour: At,
        /// Whether the wall is on the new tile; otherwise it is on the neighbour.
        wall: bool,
    },
    /// No open border leads to the tile.
    OnFoot,
    /// An empty area would be shut in.
    Hole {
        /// A cell of that area.
        #[ts(type = "Cell")]
        at: At,
    },
    /// The palace would grow too wide or too tall.
    Span,
    /// A module in play forbids it.
    NotAllowed {
        /// Which.
        #[ts(type = "ModuleId")]
        by: ModuleId,
        /// Why, in English.
        why: String,
    },
    /// A camp and a building meet otherwise than bastion to wall, or two camps otherwise than green to green.
    Camp {
        /// The cell of the new piece at that border.
        #[ts(type = "Cell")]
        at: At,
        /// The side at fault.
        #[ts(type = "Side")]
        side: Side,
        /// The covered cell across that side.
        #[ts(type = "Cell")]
        neighbour: At,
    },
    /// No bastion of a camp leans on a wall.
    CampAlone {
        /// The camp.
        #[ts(type = "Cell")]
        at: At,
    },
}

impl Fault {
    /// The engine's fault, with cells counted in `palace`.
    pub fn of(fault: &PlaceFault, palace: &Palace) -> Fault {
        let at = |cell: &Cell| palace.coords(*cell);
        match fault {
            PlaceFault::Occupied { cell } => Fault::Occupied { at: at(cell) },
            PlaceFault::NotAdjacent => Fault::NotAdjacent,
            PlaceFault::Border { cell, side, neighbour, wall } => {
                Fault::Border { at: at(cell), side: *side, neighbour: at(neighbour), wall: *wall }
            }
            PlaceFault::OnFoot => Fault::OnFoot,
            PlaceFault::Hole { cell } => Fault::Hole { at: at(cell) },
            PlaceFault::Span => Fault::Span,
            PlaceFault::NotAllowed { by, why } => Fault::NotAllowed { by: *by, why: (*why).to_owned() },
            PlaceFault::Camp { cell, side, neighbour } => {
                Fault::Camp { at: at(cell), side: *side, neighbour: at(neighbour) }
            }
            PlaceFault::CampAlone { cell } => Fault::CampAlone { at: at(cell) },
        }
    }
}

/// Seats as a list.
pub(crate) fn seats(set: alhambra_rules::SeatSet) -> Vec<Seat> {
    set.iter().collect()
}

/// A cell of a seat's palace; a seat that does not exist has the cells of an empty one.
pub(crate) fn at(game: &GameState, seat: Seat, cell: Cell) -> At {
    game.palace(seat).coords(cell)
}
