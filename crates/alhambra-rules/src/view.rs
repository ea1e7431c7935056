//! What somebody at the table may see, built from nothing: only what is written here gets out.

use crate::core::building::{Building, Currency};
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Footprint, PieceId, PieceKind};
use crate::core::cell::{At, Side, Walls};
use crate::core::pieces::{Space, Standing};
use crate::core::placing;
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::Gate;
use crate::refs::{Key, Ref, key};
use crate::{GameState, ModuleId, Pending, registry};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// Who looks; null is a spectator.
    pub viewer: Option<Seat>,
    /// Which turn of the game, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Actions the active player may still take.
    pub actions_left: u8,
    /// Who has to decide what; null when the game is over.
    pub asked: Option<Pending>,
    /// Who has won, when the game is over; empty if Dirk did.
    pub winners: Option<SeatSet>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// Dirk, with two players.
    pub dirk: Option<DirkView>,
    /// The building market.
    pub market: Vec<MarketSpace>,
    /// What comes to the market next, space by space, where the edition shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Option<Tile>>>", optional))]
    pub preview: Vec<Option<Tile>>,
    /// The open money cards; option texts count them from the first.
    #[cfg_attr(feature = "typescript", ts(type = "Card[]"))]
    pub display: Vec<CardKind>,
    /// Money cards left face down.
    pub deck: u32,
    /// The discard pile.
    pub discard: Cards,
    /// Tiles left in the tower.
    pub tower: u32,
    /// Scorings held.
    pub scorings: u8,
    /// Scoring cards turned up and not yet scored.
    pub scorings_due: u8,
    /// Whether the game is about to end.
    pub ending: bool,
    /// The viewer's own hand; null for spectators without one.
    pub hand: Option<Cards>,
    /// What each module shows this viewer.
    pub modules: Vec<ModuleView>,
}

/// What differs from viewer to viewer; everything else in a [`View`] is the same for everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnView {
    /// The viewer's own hand.
    pub hand: Option<Cards>,
    /// What each module shows.
    pub modules: Vec<ModuleView>,
}

/// A player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// Points.
    pub score: u16,
    /// How many cards are in the hand.
    pub hand_size: u32,
    /// The palace, fountain included.
    pub palace: Vec<TileAt>,
    /// Tiles in the reserve.
    pub reserve: Vec<Tile>,
    /// Tiles acquired and not yet placed.
    pub bought: Vec<Tile>,
    /// The length of the longest outer wall.
    pub wall: u8,
    /// Where it runs: cells and the side the wall is on, in order.
    #[cfg_attr(feature = "typescript", ts(type = "[Cell, Side][]"))]
    pub longest: Vec<(At, Side)>,
    /// Buildings of each type as the majorities count them, in half units, from pavilion to tower.
    pub counts: [u8; 6],
}

/// A tile, as everybody can read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tile {
    /// Its number; the catalogue tells the rest.
    pub piece: PieceId,
    /// The building that stands on it now.
    pub building: Option<Building>,
    /// Its price; 0 where none is printed.
    pub price: u8,
    /// Its walls: letters out of N, E, S, W; in a palace as the tile lies. The bastions of a camp.
    pub walls: Walls,
    /// What sort of piece it is, if not a building or fountain every game has: camp, project, watchtower …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "string", optional))]
    pub kind: Option<PieceKind>,
    /// The second cell of a piece that covers two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub second: Option<SecondCell>,
}

/// The second cell of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SecondCell {
    /// Where it lies, seen from the first.
    pub towards: Side,
    /// The building on it.
    pub building: Option<Building>,
    /// Its walls.
    pub walls: Walls,
}

/// A tile in a palace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TileAt {
    /// Where.
    #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
    pub at: At,
    /// The tile.
    pub tile: Tile,
    /// Clockwise quarter turns, if any. The right angle of half a cell is in the north-west when it is not turned.
    #[serde(default, skip_serializing_if = "is_upright")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub turn: u8,
    /// Walls among those of the tile that were put up later.
    #[serde(default, skip_serializing_if = "has_none")]
    #[cfg_attr(feature = "typescript", ts(type = "Walls", optional))]
    pub wooden: Walls,
    /// Gates on its borders.
    #[serde(default, skip_serializing_if = "has_none")]
    #[cfg_attr(feature = "typescript", ts(type = "Walls", optional))]
    pub gates: Walls,
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

fn has_none(walls: &Walls) -> bool {
    walls.is_empty()
}

/// Dirk as everybody sees him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DirkView {
    /// His tiles.
    pub tiles: Vec<Tile>,
    /// His points.
    pub score: u16,
    /// His buildings of each type, in half units.
    pub counts: [u8; 6],
}

/// A space of the building market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MarketSpace {
    /// Which, from 0.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub space: Space,
    /// The currency paid here.
    pub currency: Currency,
    /// The tile on it.
    pub tile: Option<Tile>,
}

/// What a module shows to a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModuleView {
    /// Which module.
    pub module: ModuleId,
    /// What it shows.
    pub shows: Vec<ShownItem>,
}

/// Something a module shows, under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShownItem {
    /// The name, a message key.
    #[serde(deserialize_with = "key::read")]
    pub name: Key,
    /// What is shown.
    pub shown: Shown,
}

/// What a module shows. Clients put in names, shapes and colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", content = "is", rename_all = "snake_case")]
pub enum Shown {
    /// Words of the module, as message keys.
    Words(#[serde(deserialize_with = "key::list")] Vec<Key>),
    /// A number.
    Number(i32),
    /// Several numbers.
    Numbers(Vec<i32>),
    /// Some of the players.
    Seats(SeatSet),
    /// A number for each player, by seat.
    BySeat(Vec<i32>),
    /// Words of the module about some of the players, as message keys.
    WordsBySeat(
        #[serde(deserialize_with = "key::by_seat")]
        #[cfg_attr(feature = "typescript", ts(type = "[Seat, string[]][]"))]
        Vec<(Seat, Vec<Key>)>,
    ),
    /// Cards.
    Cards(#[cfg_attr(feature = "typescript", ts(type = "Card[]"))] Vec<CardKind>),
    /// Cards of some of the players.
    CardsBySeat(
        #[cfg_attr(feature = "typescript", ts(type = "[Seat, Card[]][]"))] Vec<(Seat, Vec<CardKind>)>,
    ),
    /// Cards with the building type each is marked with.
    Marked(#[cfg_attr(feature = "typescript", ts(type = "[Card, Building][]"))] Vec<(CardKind, Building)>),
    /// The same of some of the players.
    MarkedBySeat(
        #[cfg_attr(feature = "typescript", ts(type = "[Seat, [Card, Building][]][]"))]
        Vec<(Seat, Vec<(CardKind, Building)>)>,
    ),
    /// Currencies.
    Currencies(#[cfg_attr(feature = "typescript", ts(type = "Currency[]"))] Vec<Currency>),
    /// Building types from the least to the most valuable.
    Ascending(#[cfg_attr(feature = "typescript", ts(type = "Building[]"))] Vec<Building>),
    /// Tiles.
    Tiles(#[cfg_attr(feature = "typescript", ts(type = "PieceId[]"))] Vec<PieceId>),
    /// Building types, as often as they occur.
    Buildings(#[cfg_attr(feature = "typescript", ts(type = "Building[]"))] Vec<Building>),
    /// Building types of some of the players.
    BuildingsBySeat(
        #[cfg_attr(feature = "typescript", ts(type = "[Seat, Building[]][]"))] Vec<(Seat, Vec<Building>)>,
    ),
    /// Tiles of some of the players.
    TilesBySeat(
        #[cfg_attr(feature = "typescript", ts(type = "[Seat, PieceId[]][]"))] Vec<(Seat, Vec<PieceId>)>,
    ),
    /// A cell of some of the palaces.
    CellBySeat(#[cfg_attr(feature = "typescript", ts(type = "[Seat, Cell][]"))] Vec<(Seat, At)>),
    /// So many of so many.
    Counter {
        /// How many.
        n: i32,
        /// Of how many.
        of: i32,
    },
    /// Rows of places: what lies there, or what belongs there.
    Slots(Vec<SlotRow>),
    /// Ways of stops with somebody or something on them.
    Tracks(Vec<Track>),
    /// A stack, closed or with its top open.
    Pile {
        /// How many lie in it.
        n: i32,
        /// What lies open on top.
        top: Option<Ref>,
    },
    /// Things that stand on the table itself.
    Pins(Vec<Pin>),
}

/// A row of places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SlotRow {
    /// Whose it is; nobody's if everybody uses it.
    pub seat: Option<Seat>,
    /// What stands before it.
    pub side: Option<Ref>,
    /// The places.
    pub cells: Vec<Slot>,
    /// What it is worth when it is full.
    pub worth: Option<i32>,
}

/// A place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Slot {
    /// What lies there.
    pub holds: Option<Ref>,
    /// What belongs there.
    pub wants: Option<Ref>,
}

/// A way of stops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Track {
    /// Whose it is; nobody's if everybody uses it.
    pub seat: Option<Seat>,
    /// What it is of.
    pub of: Option<Ref>,
    /// What is printed on the stops.
    pub stops: Vec<i32>,
    /// Who or what stands at which stop, counted from 0; without a player it is the only marker.
    #[cfg_attr(feature = "typescript", ts(type = "[Seat | null, number][]"))]
    pub at: Vec<(Option<Seat>, u8)>,
    /// The last stop that can be reached for now.
    pub cap: Option<u8>,
    /// What else can be had at a stop.
    pub branches: Vec<(u8, Ref)>,
}

/// Something that stands on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pin {
    /// Where.
    pub on: On,
    /// Which picture of the module.
    #[serde(deserialize_with = "key::read")]
    pub sign: Key,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// The building type whose colour it has.
    pub building: Option<Building>,
    /// A number on it.
    pub n: Option<i32>,
    /// The side it faces.
    pub side: Option<Side>,
}

/// What a pin stands on. Cells count from the fountain of the palace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum On {
    /// A cell of a palace.
    Cell {
        /// Whose palace.
        of: Seat,
        /// Which cell.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
    /// A piece, wherever it lies.
    Piece {
        /// Which.
        piece: PieceId,
    },
    /// A side of a cell of a palace.
    Edge {
        /// Whose palace.
        of: Seat,
        /// Which cell.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
        /// Which side.
        side: Side,
    },
    /// The north-west corner of a cell of a palace.
    Corner {
        /// Whose palace.
        of: Seat,
        /// Which cell.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
    /// A space of the building market.
    Space {
        /// Which, from 0.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        space: Space,
    },
}

impl GameState {
    /// The table as `viewer` sees it; `None` is a spectator.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        self.view_after(None, viewer)
    }

    /// The same for whoever has what was seen at another moment of this game: what is the same now is not worked out again.
    pub fn view_after(&self, before: Option<&View>, viewer: Option<Seat>) -> View {
        let core = &self.core;
        let known = |seat: Seat| before.and_then(|before| before.players.get(seat.index()));
        let player = |seat: Seat, counts| self.player_view(seat, counts, known(seat));
        let counts = self.counts();
        let halves = |of: Scorer| Building::ALL.map(|b| counts.halves(of, b));
        let OwnView { hand, modules } = self.own_view(viewer);
        View {
            viewer,
            turn: core.turn.number,
            active: core.turn.seat,
            actions_left: core.turn.actions_left,
            asked: self.pending(),
            winners: self.winners(),
            players: core.rules.seats().map(|seat| player(seat, halves(seat.into()))).collect(),
            dirk: core.rules.dirk().then(|| DirkView {
                tiles: core.pieces.dirk.iter().map(|p| self.facts(p)).collect(),
                score: self.score(Scorer::Dirk),
                counts: halves(Scorer::Dirk),
            }),
            market: self.market_view(),
            preview: self.preview().into_iter().map(|piece| piece.map(|piece| self.facts(piece))).collect(),
            display: core.display.to_vec(),
            deck: core.deck.len() as u32,
            discard: core.deck.discard,
            tower: core.pieces.tower_len() as u32,
            scorings: core.scorings,
            scorings_due: core.scorings_due,
            ending: core.ending,
            hand,
            modules,
        }
    }

    /// The part of [`view`](GameState::view) that is not the same for everybody.
    pub fn own_view(&self, viewer: Option<Seat>) -> OwnView {
        let modules = registry::views(self, viewer).into_iter();
        OwnView {
            hand: viewer.map(|seat| self.core.hands[seat.index()]),
            modules: modules.map(|(module, shows)| ModuleView { module, shows: items(shows) }).collect(),
        }
    }

    fn player_view(&self, seat: Seat, counts: [u8; 6], before: Option<&PlayerView>) -> PlayerView {
        let core = &self.core;
        let palace = &core.palaces[seat.index()];
        let tile = |piece: PieceId| {
            let Standing { cell, turn } = core.pieces.standing[piece.index()];
            let mut tile = self.facts(piece);
            tile.walls = placing::walls(self, piece, turn);
            if let Some(second) = &mut tile.second {
                second.towards = Side::ALL[(second.towards as usize + turn.index()) % 4];
                second.walls = second.walls.turned(turn);
            }
            let wooden = core.shared.wooden[piece.index()].on(0).turned(turn);
            let gates = Side::ALL.into_iter().filter(|side| {
                let here = |gate: &Gate| {
                    let across = (gate.cell.next(gate.side), gate.side.opposite());
                    gate.seat == seat && [(gate.cell, gate.side), across].contains(&(cell, *side))
                };
                core.shared.gates.iter().any(here)
            });
            TileAt {
                at: palace.coords(cell),
                tile,
                turn: turn.get(),
                wooden,
                gates: gates.fold(Walls::NONE, Walls::with),
            }
        };
        let tiles: Vec<TileAt> = core.pieces.palace[seat.index()].iter().map(tile).collect();
        let longest = match before.filter(|before| before.palace == tiles) {
            // The same tiles stand within the same walls.
            Some(before) => before.longest.clone(),
            None => palace.first_run().into_iter().map(|(c, side)| (palace.coords(c), side)).collect(),
        };
        PlayerView {
            seat,
            score: self.score(seat),
            hand_size: core.hands[seat.index()].minus(core.hands[seat.index()].only(KindSet::COINS)).len(),
            palace: tiles,
            reserve: core.pieces.reserve[seat.index()].iter().map(|p| self.facts(p)).collect(),
            bought: core.pieces.bought[seat.index()].iter().map(|p| self.facts(p)).collect(),
            wall: self.longest_wall(seat),
            longest,
            counts,
        }
    }

    fn market_view(&self) -> Vec<MarketSpace> {
        let currencies = self.core.rules.edition().market;
        let spaces = self.core.pieces.market.iter().zip(currencies).enumerate();
        spaces
            .map(|(i, (piece, &currency))| MarketSpace {
                space: Space(i as u8),
                currency,
                tile: piece.map(|p| self.facts(p)),
            })
            .collect()
    }

    /// What everybody can see of a tile that lies open.
    pub fn facts(&self, piece: PieceId) -> Tile {
        let printed = self.piece(piece);
        let wooden = self.core.shared.wooden[piece.index()];
        Tile {
            piece,
            building: self.core.pieces.building[piece.index()],
            price: printed.price,
            walls: printed.walls[0].or(wooden.on(0)),
            kind: Some(printed.kind).filter(|kind| !kind.is_everyday()),
            second: match printed.footprint {
                Footprint::Two { towards } => Some(SecondCell {
                    towards,
                    building: printed.building_type(1),
                    walls: printed.walls[1].or(wooden.on(1)),
                }),
                Footprint::One | Footprint::Half => None,
            },
        }
    }
}

fn items(shows: Vec<(Key, Shown)>) -> Vec<ShownItem> {
    shows.into_iter().map(|(name, shown)| ShownItem { name, shown }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Io, Quick, Seeded, Setup};

    /// Whatever was seen before, and however long ago: what is seen now is the same.
    #[test]
    fn what_is_known_already_changes_nothing() {
        let modules = [&[][..], &[ModuleId::CityGates, ModuleId::Camps, ModuleId::Watchtowers]];
        for (seed, modules) in modules.into_iter().enumerate() {
            let setup = modules.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
            let mut chance = Seeded::new(seed as u64);
            let mut game = GameState::new(&setup, &mut Io::silent(&mut chance)).unwrap();
            let (mut dice, mut actions) = (Quick::new(7), Vec::new());
            let (first, mut last) = (game.view(None), game.view(None));
            while let Some(seat) = game.to_move() {
                game.legal(seat, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.apply(seat, action, &mut Io::silent(&mut chance)).unwrap();
                let now = game.view(None);
                assert_eq!(game.view_after(Some(&first), None), now);
                assert_eq!(game.view_after(Some(&last), None), now);
                last = now;
            }
        }
    }
}
