//! The table as one viewer sees it, and what changed of it.

use crate::decision::DecisionKind;
use crate::shared::SharedPart;
use crate::things::{At, Ref, Tile, seats};
use alhambra_rules::view as engine;
use alhambra_rules::{Building, CardKind, Currency, GameState, ModuleId, PieceId, Seat, Side, Space, Walls};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct View {
    /// Who looks; null is a spectator.
    #[ts(type = "Seat | null")]
    pub viewer: Option<Seat>,
    /// Which turn of the game, from 1.
    pub turn: u32,
    /// Whose turn it is.
    #[ts(type = "Seat")]
    pub active: Seat,
    /// Actions the active player may still take.
    pub actions_left: u8,
    /// Who has to decide what; null when the game is over.
    pub asked: Option<Asked>,
    /// Who has won, when the game is over; empty if Dirk did.
    #[ts(type = "Seat[] | null")]
    pub winners: Option<Vec<Seat>>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// Dirk, with two players.
    pub dirk: Option<DirkView>,
    /// The building market.
    pub market: Vec<MarketSpace>,
    /// What comes to the market next, space by space, where the edition shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Option<Tile>>>", optional)]
    pub preview: Vec<Option<Tile>>,
    /// The open money cards; option texts count them from the first.
    #[ts(type = "Card[]")]
    pub display: Vec<CardKind>,
    /// Money cards left face down.
    pub deck: u32,
    /// The discard pile.
    #[ts(type = "Card[]")]
    pub discard: Vec<CardKind>,
    /// Tiles left in the tower.
    pub tower: u32,
    /// Scorings held.
    pub scorings: u8,
    /// Scoring cards turned up and not yet scored.
    pub scorings_due: u8,
    /// Whether the game is about to end.
    pub ending: bool,
    /// The viewer's own hand; null for spectators without one.
    #[ts(type = "Card[] | null")]
    pub hand: Option<Vec<CardKind>>,
    /// What each module shows this viewer.
    pub modules: Vec<ModuleView>,
}

/// Who has to decide what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Asked {
    /// Who; several for sealed choices.
    #[ts(type = "Seat[]")]
    pub seats: Vec<Seat>,
    /// What.
    pub kind: DecisionKind,
    /// The module that asks, if one does.
    #[ts(type = "ModuleId | null")]
    pub module: Option<ModuleId>,
}

/// A player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerView {
    /// The seat.
    #[ts(type = "Seat")]
    pub seat: Seat,
    /// Points.
    pub score: u16,
    /// How many cards are in the hand.
    pub hand_size: u32,
    /// The palace, fountain included.
    #[ts(as = "Vec<TileAt>")]
    pub palace: SharedPart<Vec<TileAt>>,
    /// Tiles in the reserve.
    pub reserve: Vec<Tile>,
    /// Tiles acquired and not yet placed.
    pub bought: Vec<Tile>,
    /// The length of the longest outer wall.
    pub wall: u8,
    /// Where it runs: cells and the side the wall is on, in order.
    #[ts(type = "[Cell, Side][]")]
    pub longest: SharedPart<Vec<(At, Side)>>,
    /// Buildings of each type as the majorities count them, in half units, from pavilion to tower.
    pub counts: [u8; 6],
}

/// A tile in a palace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TileAt {
    /// Where.
    #[ts(type = "Cell")]
    pub at: At,
    /// The tile.
    pub tile: Tile,
    /// Clockwise quarter turns, if any. The right angle of half a cell is in the north-west when it is not turned.
    #[serde(default, skip_serializing_if = "is_upright")]
    #[ts(as = "Option<u8>", optional)]
    pub turn: u8,
    /// Walls among those of the tile that were put up later.
    #[serde(default, skip_serializing_if = "has_none")]
    #[ts(type = "Walls", optional)]
    pub wooden: Walls,
    /// Gates on its borders.
    #[serde(default, skip_serializing_if = "has_none")]
    #[ts(type = "Walls", optional)]
    pub gates: Walls,
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

fn has_none(walls: &Walls) -> bool {
    walls.is_empty()
}

/// Dirk as everybody sees him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DirkView {
    /// His tiles.
    pub tiles: Vec<Tile>,
    /// His points.
    pub score: u16,
    /// His buildings of each type, in half units.
    pub counts: [u8; 6],
}

/// A space of the building market.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MarketSpace {
    /// Which, from 0.
    #[ts(type = "number")]
    pub space: Space,
    /// The currency paid here.
    #[ts(type = "Currency")]
    pub currency: Currency,
    /// The tile on it.
    pub tile: Option<Tile>,
}

/// What a module shows to a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModuleView {
    /// Which module.
    #[ts(type = "ModuleId")]
    pub module: ModuleId,
    /// What it shows.
    pub shows: Vec<ShownItem>,
}

/// Something a module shows, under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownItem {
    /// The name, a message key.
    pub name: String,
    /// What is shown.
    pub shown: Shown,
}

/// What a module shows. Clients put in names, shapes and colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", content = "is", rename_all = "snake_case")]
pub enum Shown {
    /// Words of the module, as message keys.
    Words(Vec<String>),
    /// A number.
    Number(i32),
    /// Several numbers.
    Numbers(Vec<i32>),
    /// Some of the players.
    Seats(#[ts(type = "Seat[]")] Vec<Seat>),
    /// A number for each player, by seat.
    BySeat(Vec<i32>),
    /// Words of the module about some of the players, as message keys.
    WordsBySeat(#[ts(type = "[Seat, string[]][]")] Vec<(Seat, Vec<String>)>),
    /// Cards.
    Cards(#[ts(type = "Card[]")] Vec<CardKind>),
    /// Cards of some of the players.
    CardsBySeat(#[ts(type = "[Seat, Card[]][]")] Vec<(Seat, Vec<CardKind>)>),
    /// Cards with the building type each is marked with.
    Marked(#[ts(type = "[Card, Building][]")] Vec<(CardKind, Building)>),
    /// The same of some of the players.
    MarkedBySeat(#[ts(type = "[Seat, [Card, Building][]][]")] Vec<(Seat, Vec<(CardKind, Building)>)>),
    /// Currencies.
    Currencies(#[ts(type = "Currency[]")] Vec<Currency>),
    /// Building types from the least to the most valuable.
    Ascending(#[ts(type = "Building[]")] Vec<Building>),
    /// Tiles.
    Tiles(#[ts(type = "PieceId[]")] Vec<PieceId>),
    /// Building types, as often as they occur.
    Buildings(#[ts(type = "Building[]")] Vec<Building>),
    /// Building types of some of the players.
    BuildingsBySeat(#[ts(type = "[Seat, Building[]][]")] Vec<(Seat, Vec<Building>)>),
    /// Tiles of some of the players.
    TilesBySeat(#[ts(type = "[Seat, PieceId[]][]")] Vec<(Seat, Vec<PieceId>)>),
    /// A cell of some of the palaces.
    CellBySeat(#[ts(type = "[Seat, Cell][]")] Vec<(Seat, At)>),
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SlotRow {
    /// Whose it is; nobody's if everybody uses it.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// What stands before it.
    pub side: Option<Ref>,
    /// The places.
    pub cells: Vec<Slot>,
    /// What it is worth when it is full.
    pub worth: Option<i32>,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Slot {
    /// What lies there.
    pub holds: Option<Ref>,
    /// What belongs there.
    pub wants: Option<Ref>,
}

/// A way of stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Track {
    /// Whose it is; nobody's if everybody uses it.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// What it is of.
    pub of: Option<Ref>,
    /// What is printed on the stops.
    pub stops: Vec<i32>,
    /// Who or what stands at which stop, counted from 0; without a player it is the only marker.
    #[ts(type = "[Seat | null, number][]")]
    pub at: Vec<(Option<Seat>, u8)>,
    /// The last stop that can be reached for now.
    pub cap: Option<u8>,
    /// What else can be had at a stop.
    pub branches: Vec<(u8, Ref)>,
}

/// Something that stands on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Pin {
    /// Where.
    pub on: On,
    /// Which picture of the module.
    pub sign: String,
    /// Whose it is.
    #[ts(type = "Seat | null")]
    pub seat: Option<Seat>,
    /// The building type whose colour it has.
    #[ts(type = "Building | null")]
    pub building: Option<Building>,
    /// A number on it.
    pub n: Option<i32>,
    /// The side it faces.
    #[ts(type = "Side | null")]
    pub side: Option<Side>,
}

/// What a pin stands on. Cells count from the fountain of the palace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum On {
    /// A cell of a palace.
    Cell {
        /// Whose palace.
        #[ts(type = "Seat")]
        of: Seat,
        /// Which cell.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A piece, wherever it lies.
    Piece {
        /// Which.
        #[ts(type = "PieceId")]
        piece: PieceId,
    },
    /// A side of a cell of a palace.
    Edge {
        /// Whose palace.
        #[ts(type = "Seat")]
        of: Seat,
        /// Which cell.
        #[ts(type = "Cell")]
        at: At,
        /// Which side.
        #[ts(type = "Side")]
        side: Side,
    },
    /// The north-west corner of a cell of a palace.
    Corner {
        /// Whose palace.
        #[ts(type = "Seat")]
        of: Seat,
        /// Which cell.
        #[ts(type = "Cell")]
        at: At,
    },
    /// A space of the building market.
    Space {
        /// Which, from 0.
        #[ts(type = "number")]
        space: Space,
    },
}

/// The parts of a [`View`] that are different now; what is absent has not changed.
///
/// Parts that may be null in the view travel in a list of at most one, so that "null now" and "not changed" differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct ViewChange {
    /// [`View::turn`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// [`View::active`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Seat", optional)]
    pub active: Option<Seat>,
    /// [`View::actions_left`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions_left: Option<u8>,
    /// [`View::asked`]: empty when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Vec<Asked>>,
    /// [`View::winners`]: empty when there are none yet (after a taking back).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Seat[][]", optional)]
    pub winners: Option<Vec<Vec<Seat>>>,
    /// The players that changed, whole: put each at its seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<Vec<PlayerView>>", optional)]
    pub players: Option<SharedPart<Vec<PlayerView>>>,
    /// [`View::dirk`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dirk: Option<DirkView>,
    /// [`View::market`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<Vec<MarketSpace>>", optional)]
    pub market: Option<SharedPart<Vec<MarketSpace>>>,
    /// [`View::preview`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<Vec<Option<Tile>>>,
    /// [`View::display`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Card[]", optional)]
    pub display: Option<Vec<CardKind>>,
    /// [`View::deck`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<u32>,
    /// [`View::discard`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Card[]", optional)]
    pub discard: Option<SharedPart<Vec<CardKind>>>,
    /// [`View::tower`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tower: Option<u32>,
    /// [`View::scorings`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scorings: Option<u8>,
    /// [`View::scorings_due`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scorings_due: Option<u8>,
    /// [`View::ending`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<bool>,
    /// [`View::hand`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "Card[]", optional)]
    pub hand: Option<Vec<CardKind>>,
    /// [`View::modules`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modules: Option<Vec<ModuleView>>,
}

impl View {
    /// What `viewer` sees of `game`.
    pub fn of(game: &GameState, viewer: Option<Seat>) -> View {
        let engine = game.view(viewer);
        View {
            viewer,
            turn: engine.turn,
            active: engine.active,
            actions_left: engine.actions_left,
            asked: asked(&engine),
            winners: engine.winners.map(seats),
            players: engine.players.iter().map(|p| player(p, palace(game, p))).collect(),
            dirk: engine.dirk.as_ref().map(dirk),
            market: engine.market.iter().map(space).collect(),
            preview: engine.preview.iter().map(|facts| facts.as_ref().map(Tile::from)).collect(),
            deck: engine.deck as u32,
            discard: engine.discard.each().collect(),
            tower: engine.tower as u32,
            scorings: engine.scorings,
            scorings_due: engine.scorings_due,
            ending: engine.ending,
            hand: engine.hand.map(|h| h.each().collect()),
            modules: engine.modules.iter().map(module).collect(),
            display: engine.display,
        }
    }

    /// Puts in what changed.
    pub fn apply(&mut self, change: ViewChange) {
        fn put<T>(to: &mut T, new: Option<T>) {
            if let Some(new) = new {
                *to = new;
            }
        }
        put(&mut self.turn, change.turn);
        put(&mut self.active, change.active);
        put(&mut self.actions_left, change.actions_left);
        put(&mut self.asked, change.asked.map(|asked| asked.into_iter().next()));
        put(&mut self.winners, change.winners.map(|winners| winners.into_iter().next()));
        for player in change.players.into_iter().flat_map(SharedPart::into_inner) {
            if let Some(old) = self.players.get_mut(player.seat.index()) {
                *old = player;
            }
        }
        put(&mut self.dirk, change.dirk.map(Some));
        put(&mut self.market, change.market.map(SharedPart::into_inner));
        put(&mut self.preview, change.preview);
        put(&mut self.display, change.display);
        put(&mut self.deck, change.deck);
        put(&mut self.discard, change.discard.map(SharedPart::into_inner));
        put(&mut self.tower, change.tower);
        put(&mut self.scorings, change.scorings);
        put(&mut self.scorings_due, change.scorings_due);
        put(&mut self.ending, change.ending);
        put(&mut self.hand, change.hand.map(Some));
        put(&mut self.modules, change.modules);
    }
}

impl ViewChange {
    /// What is different for a viewer who saw `before` and now sees `after`, a view of `game`.
    pub fn between(before: &engine::View, after: &engine::View, game: &GameState) -> ViewChange {
        ViewChange::since(before, after, game, &mut Palaces::default())
    }

    /// The same with the help of what is known of the palaces `before`; afterwards it is that of the palaces `after`.
    pub fn since(
        before: &engine::View,
        after: &engine::View,
        game: &GameState,
        palaces: &mut Palaces,
    ) -> ViewChange {
        fn new<A: PartialEq, T>(before: &A, after: &A, shown: impl FnOnce(&A) -> T) -> Option<T> {
            (before != after).then(|| shown(after))
        }
        let old = |p: &engine::PlayerView| before.players.get(p.seat.index());
        let players = after.players.iter().filter(|p| old(p) != Some(p));
        let players: Vec<PlayerView> = players.map(|p| player(p, palaces.of(game, old(p), p))).collect();
        ViewChange {
            turn: new(&before.turn, &after.turn, |n| *n),
            active: new(&before.active, &after.active, |seat| *seat),
            actions_left: new(&before.actions_left, &after.actions_left, |n| *n),
            asked: new(&before.pending, &after.pending, |_| asked(after).into_iter().collect()),
            winners: new(&before.winners, &after.winners, |w| w.map(seats).into_iter().collect()),
            players: (!players.is_empty()).then(|| SharedPart::from(players)),
            dirk: new(&before.dirk, &after.dirk, |d| d.as_ref().map(dirk)).flatten(),
            market: new(&before.market, &after.market, |m| m.iter().map(space).collect::<Vec<_>>().into()),
            preview: new(&before.preview, &after.preview, |p| {
                p.iter().map(|facts| facts.as_ref().map(Tile::from)).collect()
            }),
            display: new(&before.display, &after.display, Clone::clone),
            deck: new(&before.deck, &after.deck, |n| *n as u32),
            discard: new(&before.discard, &after.discard, |cards| cards.each().collect::<Vec<_>>().into()),
            tower: new(&before.tower, &after.tower, |n| *n as u32),
            scorings: new(&before.scorings, &after.scorings, |n| *n),
            scorings_due: new(&before.scorings_due, &after.scorings_due, |n| *n),
            ending: new(&before.ending, &after.ending, |e| *e),
            hand: new(&before.hand, &after.hand, |h| h.map(|h| h.each().collect())).flatten(),
            modules: new(&before.modules, &after.modules, |m| m.iter().map(module).collect()),
        }
    }

    /// The same for another viewer, whose own part was `before` and is `after` now; what is the same for everybody is
    /// shared.
    pub fn seen_by(&self, before: &engine::OwnView, after: &engine::OwnView) -> ViewChange {
        let hand = (before.hand != after.hand).then_some(after.hand).flatten();
        let other = before.modules != after.modules;
        ViewChange {
            hand: hand.map(|hand| hand.each().collect()),
            modules: other.then(|| after.modules.iter().map(module).collect()),
            ..self.clone()
        }
    }
}

fn asked(view: &engine::View) -> Option<Asked> {
    let pending = view.pending?;
    let (kind, module) = DecisionKind::of(pending.kind);
    Some(Asked { seats: seats(pending.seats), kind, module })
}

/// A palace as it is shown, and where its longest wall runs.
type ShownPalace = (SharedPart<Vec<TileAt>>, SharedPart<Vec<(At, Side)>>);

/// What was shown of the palaces last: most moves change none, and then none is worked out or written out again.
#[derive(Clone, Debug, Default)]
pub struct Palaces(Vec<Option<ShownPalace>>);

impl Palaces {
    /// The palace of a player, as it was shown already if it is the same.
    fn of(
        &mut self,
        game: &GameState,
        before: Option<&engine::PlayerView>,
        now: &engine::PlayerView,
    ) -> ShownPalace {
        let seat = now.seat.index();
        self.0.resize(self.0.len().max(seat + 1), None);
        let same = before.is_some_and(|before| before.palace == now.palace && before.wall == now.wall);
        let known = self.0[seat].take().filter(|_| same);
        let shown = known.unwrap_or_else(|| palace(game, now));
        self.0[seat] = Some(shown.clone());
        shown
    }
}

fn palace(game: &GameState, view: &engine::PlayerView) -> ShownPalace {
    let palace = game.palace(view.seat);
    let longest = palace.wall_runs().into_iter().next().map_or_else(Vec::new, |run| run.segments);
    let tile = |t: &engine::TileView| TileAt {
        at: t.at,
        tile: Tile::from(&t.tile),
        turn: t.turn,
        wooden: t.wooden,
        gates: t.gates,
    };
    let tiles: Vec<TileAt> = view.palace.iter().map(tile).collect();
    let longest: Vec<(At, Side)> =
        longest.into_iter().map(|(cell, side)| (palace.coords(cell), side)).collect();
    (tiles.into(), longest.into())
}

fn player(view: &engine::PlayerView, (palace, longest): ShownPalace) -> PlayerView {
    PlayerView {
        seat: view.seat,
        score: view.score,
        hand_size: view.hand_size,
        palace,
        reserve: view.reserve.iter().map(Tile::from).collect(),
        bought: view.bought.iter().map(Tile::from).collect(),
        wall: view.wall,
        longest,
        counts: view.counts,
    }
}

fn dirk(view: &engine::DirkView) -> DirkView {
    DirkView { tiles: view.tiles.iter().map(Tile::from).collect(), score: view.score, counts: view.counts }
}

fn space(view: &engine::MarketView) -> MarketSpace {
    MarketSpace { space: view.space, currency: view.currency, tile: view.tile.as_ref().map(Tile::from) }
}

fn module(view: &engine::ModuleView) -> ModuleView {
    let by = view.module;
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let item = |(name, shown): &(&'static str, engine::Shown)| ShownItem {
        name: (*name).to_owned(),
        shown: match shown {
            engine::Shown::Words(words) => Shown::Words(owned(words)),
            engine::Shown::Numbers(numbers) => Shown::Numbers(numbers.clone()),
            engine::Shown::Number(n) => Shown::Number(*n),
            engine::Shown::Seats(set) => Shown::Seats(seats(*set)),
            engine::Shown::BySeat(numbers) => Shown::BySeat(numbers.clone()),
            engine::Shown::WordsBySeat(words) => {
                Shown::WordsBySeat(words.iter().map(|(seat, words)| (*seat, owned(words))).collect())
            }
            engine::Shown::Cards(cards) => Shown::Cards(cards.clone()),
            engine::Shown::CardsBySeat(cards) => Shown::CardsBySeat(cards.clone()),
            engine::Shown::Marked(cards) => Shown::Marked(cards.clone()),
            engine::Shown::MarkedBySeat(cards) => Shown::MarkedBySeat(cards.clone()),
            engine::Shown::Currencies(currencies) => Shown::Currencies(currencies.clone()),
            engine::Shown::Ascending(buildings) => Shown::Ascending(buildings.clone()),
            engine::Shown::Tiles(tiles) => Shown::Tiles(tiles.clone()),
            engine::Shown::Buildings(buildings) => Shown::Buildings(buildings.clone()),
            engine::Shown::BuildingsBySeat(buildings) => Shown::BuildingsBySeat(buildings.clone()),
            engine::Shown::TilesBySeat(tiles) => Shown::TilesBySeat(tiles.clone()),
            engine::Shown::CellBySeat(cells) => Shown::CellBySeat(cells.clone()),
            engine::Shown::Counter { n, of } => Shown::Counter { n: *n, of: *of },
            engine::Shown::Slots(rows) => Shown::Slots(rows.iter().map(|row| slots(row, by)).collect()),
            engine::Shown::Tracks(tracks) => Shown::Tracks(tracks.iter().map(|way| track(way, by)).collect()),
            engine::Shown::Pile { n, top } => {
                Shown::Pile { n: *n, top: top.as_ref().map(|top| Ref::thing(top, by)) }
            }
            engine::Shown::Pins(pins) => Shown::Pins(pins.iter().map(pin).collect()),
        },
    };
    ModuleView { module: view.module, shows: view.shows.iter().map(item).collect() }
}
fn slots(row: &engine::SlotRow, by: ModuleId) -> SlotRow {
    let thing = |thing: &engine::Thing| Ref::thing(thing, by);
    let slot = |slot: &engine::Slot| Slot {
        holds: slot.holds.as_ref().map(thing),
        wants: slot.wants.as_ref().map(thing),
    };
    SlotRow {
        seat: row.seat,
        side: row.side.as_ref().map(thing),
        cells: row.cells.iter().map(slot).collect(),
        worth: row.worth,
    }
}

fn track(way: &engine::Track, by: ModuleId) -> Track {
    Track {
        seat: way.seat,
        of: way.of.as_ref().map(|thing| Ref::thing(thing, by)),
        stops: way.stops.clone(),
        at: way.at.clone(),
        cap: way.cap,
        branches: way.branches.iter().map(|(stop, thing)| (*stop, Ref::thing(thing, by))).collect(),
    }
}

fn pin(pin: &engine::Pin) -> Pin {
    let on = match pin.on {
        engine::On::Cell(of, at) => On::Cell { of, at },
        engine::On::Piece(piece) => On::Piece { piece },
        engine::On::Edge(of, at, side) => On::Edge { of, at, side },
        engine::On::Corner(of, at) => On::Corner { of, at },
        engine::On::Space(space) => On::Space { space },
    };
    Pin { on, sign: pin.sign.to_owned(), seat: pin.seat, building: pin.building, n: pin.n, side: pin.side }
}
