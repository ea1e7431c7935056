//! What somebody at the table may see, built from nothing: only what is written here gets out.

use crate::core::building::{Building, Currency};
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Footprint, PieceId, PieceKind};
use crate::core::cell::{Side, Walls};
use crate::core::pieces::{Space, Standing};
use crate::core::placing;
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::state::Gate;
use crate::{GameState, ModuleId, Pending, classic_piece, registry};
use serde::Serialize;

/// The table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Who looks; `None` is a spectator.
    pub viewer: Option<Seat>,
    /// Which turn of the game, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Actions the active player may still take.
    pub actions_left: u8,
    /// Who has to decide what; `None` when the game is over.
    pub pending: Option<Pending>,
    /// Who has won, when the game is over.
    pub winners: Option<SeatSet>,
    /// The players, clockwise from seat 0.
    pub players: Vec<PlayerView>,
    /// Dirk, with two players.
    pub dirk: Option<DirkView>,
    /// The building market.
    pub market: Vec<MarketView>,
    /// What comes to the market next, space by space, where the edition shows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preview: Vec<Option<TileFacts>>,
    /// The open money cards.
    pub display: Vec<CardKind>,
    /// Money cards left face down.
    pub deck: usize,
    /// The discard pile.
    pub discard: Cards,
    /// Tiles left in the tower.
    pub tower: usize,
    /// Scorings held.
    pub scorings: u8,
    /// Scoring cards turned up and not yet scored.
    pub scorings_due: u8,
    /// Whether the game is about to end.
    pub ending: bool,
    /// The viewer's own hand.
    pub hand: Option<Cards>,
    /// What each module shows.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// Points.
    pub score: u16,
    /// How many cards are in the hand.
    pub hand_size: u32,
    /// The palace, fountain included.
    pub palace: Vec<TileView>,
    /// Tiles in the reserve.
    pub reserve: Vec<TileFacts>,
    /// Tiles acquired and not yet placed.
    pub bought: Vec<TileFacts>,
    /// The longest outer wall.
    pub wall: u8,
    /// Buildings of each type in the palace, as the majorities count them, in half units.
    pub counts: [u8; 6],
}

/// What is printed on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileFacts {
    /// The tile.
    pub piece: PieceId,
    /// The building on it.
    pub building: Option<Building>,
    /// Its price.
    pub price: u8,
    /// Its walls; the bastions of a camp.
    pub walls: Walls,
    /// What sort of piece it is; not said of tiles every game has.
    #[serde(skip_serializing_if = "is_plain")]
    pub kind: PieceKind,
    /// The second cell of a piece that covers two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<SecondCell>,
}

/// The second cell of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SecondCell {
    /// Where it lies, seen from the first.
    pub towards: Side,
    /// The building on it.
    pub building: Option<Building>,
    /// Its walls, those put up later among them.
    pub walls: Walls,
}

/// A tile in a palace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileView {
    /// Steps east and north of the fountain.
    pub at: (i32, i32),
    /// The tile, with the walls as it lies.
    pub tile: TileFacts,
    /// Clockwise quarter turns, if any. The right angle of half a cell is in the north-west when it is not turned.
    #[serde(skip_serializing_if = "is_upright")]
    pub turn: u8,
    /// Walls among those of the tile that were put up later.
    #[serde(skip_serializing_if = "has_none")]
    pub wooden: Walls,
    /// Gates on its borders.
    #[serde(skip_serializing_if = "has_none")]
    pub gates: Walls,
}

fn is_plain(kind: &PieceKind) -> bool {
    matches!(kind, PieceKind::Base | PieceKind::Land | PieceKind::Fountain)
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

fn has_none(walls: &Walls) -> bool {
    walls.is_empty()
}

/// Dirk as everybody sees him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DirkView {
    /// His tiles.
    pub tiles: Vec<TileFacts>,
    /// His points.
    pub score: u16,
    /// His buildings of each type, in half units.
    pub counts: [u8; 6],
}

/// A space of the building market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarketView {
    /// Which.
    pub space: Space,
    /// The currency paid here.
    pub currency: Currency,
    /// The tile on it.
    pub tile: Option<TileFacts>,
}

/// What a module shows to a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModuleView {
    /// Which module.
    pub module: ModuleId,
    /// What it shows, each under a name.
    pub shows: Vec<(&'static str, Shown)>,
}

/// Something a module shows. Clients put in names, shapes and colours; as text it is plain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Words of the module, under their keys.
    Words(Vec<&'static str>),
    /// A number.
    Number(i32),
    /// Several numbers.
    Numbers(Vec<i32>),
    /// Some of the players.
    Seats(SeatSet),
    /// A number for each player, by seat.
    BySeat(Vec<i32>),
    /// Words of the module about some of the players.
    WordsBySeat(Vec<(Seat, Vec<&'static str>)>),
    /// Cards.
    Cards(Vec<CardKind>),
    /// Cards of some of the players, by seat.
    CardsBySeat(Vec<(Seat, Vec<CardKind>)>),
    /// Cards with the building type each is marked with.
    Marked(Vec<(CardKind, Building)>),
    /// The same of some of the players, by seat.
    MarkedBySeat(Vec<(Seat, Vec<(CardKind, Building)>)>),
    /// Currencies.
    Currencies(Vec<Currency>),
    /// Building types from the least to the most valuable.
    Ascending(Vec<Building>),
    /// Tiles.
    Tiles(Vec<PieceId>),
    /// Building types, as often as they occur.
    Buildings(Vec<Building>),
    /// Building types of some of the players, by seat.
    BuildingsBySeat(Vec<(Seat, Vec<Building>)>),
    /// Tiles of some of the players, by seat.
    TilesBySeat(Vec<(Seat, Vec<PieceId>)>),
    /// A cell of some of the palaces, by seat.
    CellBySeat(Vec<(Seat, (i32, i32))>),
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, gap: &str) -> String {
            let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
            if items.is_empty() { "none".to_owned() } else { items.join(gap) }
        }
        fn seated<T>(all: &[(Seat, Vec<T>)], one: impl Fn(&T) -> String) -> String {
            let each = |(seat, items): &(Seat, Vec<T>)| {
                format!("{}: {}", seat.index(), list(items.iter().map(&one), ", "))
            };
            list(all.iter().map(each), "; ")
        }
        let spoken = |word: &&'static str| word.replace('_', " ");
        let marked = |(card, mark): &(CardKind, Building)| format!("{} {mark}", card.name());
        f.write_str(&match self {
            Shown::Words(words) => list(words.iter().map(spoken), ", "),
            Shown::WordsBySeat(words) => seated(words, spoken),
            Shown::Number(n) => n.to_string(),
            Shown::Numbers(numbers) => list(numbers, ", "),
            Shown::Seats(seats) => list(seats.iter().map(Seat::index), ", "),
            Shown::BySeat(numbers) => list(numbers, ", "),
            Shown::Cards(cards) => list(cards.iter().map(|card| card.name()), ", "),
            Shown::CardsBySeat(cards) => seated(cards, |card| card.name()),
            Shown::Marked(cards) => list(cards.iter().map(marked), ", "),
            Shown::MarkedBySeat(cards) => seated(cards, marked),
            Shown::Currencies(currencies) => list(currencies, ", "),
            Shown::Ascending(buildings) => list(buildings, " < "),
            Shown::Tiles(tiles) => list(tiles.iter().map(|tile| classic_piece(*tile).name()), ", "),
            Shown::Buildings(buildings) => list(buildings, ", "),
            Shown::BuildingsBySeat(buildings) => seated(buildings, Building::to_string),
            Shown::TilesBySeat(tiles) => seated(tiles, |tile| classic_piece(*tile).name()),
            Shown::CellBySeat(cells) => {
                list(cells.iter().map(|(seat, (x, y))| format!("{}: {x} {y}", seat.index())), "; ")
            }
        })
    }
}

impl GameState {
    /// The table as `viewer` sees it; `None` is a spectator.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        let core = &self.core;
        let counts = self.counts();
        let halves = |of: Scorer| Building::ALL.map(|b| counts.halves(of, b));
        let OwnView { hand, modules } = self.own_view(viewer);
        View {
            viewer,
            turn: core.turn.number,
            active: core.turn.seat,
            actions_left: core.turn.actions_left,
            pending: self.pending(),
            winners: self.winners(),
            players: core.rules.seats().map(|seat| self.player_view(seat, halves(seat.into()))).collect(),
            dirk: core.rules.dirk().then(|| DirkView {
                tiles: core.pieces.dirk.iter().map(|p| self.facts(p)).collect(),
                score: self.score(Scorer::Dirk),
                counts: halves(Scorer::Dirk),
            }),
            market: self.market_view(),
            preview: self.preview().into_iter().map(|piece| piece.map(|piece| self.facts(piece))).collect(),
            display: core.display.to_vec(),
            deck: core.deck.len(),
            discard: core.deck.discard,
            tower: core.pieces.tower_len(),
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
            modules: modules.map(|(module, shows)| ModuleView { module, shows }).collect(),
        }
    }

    fn player_view(&self, seat: Seat, counts: [u8; 6]) -> PlayerView {
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
            TileView {
                at: palace.coords(cell),
                tile,
                turn: turn.get(),
                wooden,
                gates: gates.fold(Walls::NONE, Walls::with),
            }
        };
        PlayerView {
            seat,
            score: self.score(seat),
            hand_size: core.hands[seat.index()].minus(core.hands[seat.index()].only(KindSet::COINS)).len(),
            palace: core.pieces.palace[seat.index()].iter().map(tile).collect(),
            reserve: core.pieces.reserve[seat.index()].iter().map(|p| self.facts(p)).collect(),
            bought: core.pieces.bought[seat.index()].iter().map(|p| self.facts(p)).collect(),
            wall: self.longest_wall(seat),
            counts,
        }
    }

    fn market_view(&self) -> Vec<MarketView> {
        let currencies = self.core.rules.edition().market;
        let spaces = self.core.pieces.market.iter().zip(currencies).enumerate();
        spaces
            .map(|(i, (piece, &currency))| MarketView {
                space: Space(i as u8),
                currency,
                tile: piece.map(|p| self.facts(p)),
            })
            .collect()
    }

    fn facts(&self, piece: PieceId) -> TileFacts {
        let printed = self.piece(piece);
        let wooden = self.core.shared.wooden[piece.index()];
        TileFacts {
            piece,
            building: self.core.pieces.building[piece.index()],
            price: printed.price,
            walls: printed.walls[0].or(wooden.on(0)),
            kind: printed.kind,
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
