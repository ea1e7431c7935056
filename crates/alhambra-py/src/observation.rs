//! What a seat sees, as numbers: one flat array of 16-bit integers in named sections.
//!
//! Everything is read off the seat's [`View`] and what everybody saw go into a hand, and nothing else. Players stand in the order of the table,
//! beginning with the one who looks, so that every seat sees itself in row 0.

use crate::options::word;
use alhambra_rules::view::{Shown, Tile, TileAt, View};
use alhambra_rules::{Building, CardKind, Cards, DecisionKind, GameState, PieceId, Seat, Setup, Side, Walls};

/// Kinds of card a hand can hold.
const KINDS: usize = 64;
/// Spaces the market has room for.
const SPACES: usize = 8;
/// The row of the market where tiles begin that come to it next, in editions that show them.
const PREVIEW: usize = 5;
/// Numbers for a tile of the market.
const TILE: usize = 16;
/// Room for every piece of the box.
const PIECES: usize = 192;
/// Numbers about a player.
const PLAYER: usize = 16;
/// Planes of a palace.
const PLANES: usize = 9;
/// Cells a plane reaches from the fountain in each direction.
const REACH: i32 = 10;
/// Rows and columns of a plane.
const SPAN: usize = 2 * REACH as usize + 1;
/// Numbers about the table.
const TABLE: usize = 20;
/// Dirk: whether he plays, his points, his buildings.
const DIRK: usize = 8;
/// Room for the number of every module.
const NUMBERS: usize = 64;
/// Things a module shows that have room, and the numbers of each.
const SHOWN: (usize, usize) = (20, 18);

/// Where the sections of an observation are; it depends on how many play and how many modules are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    players: usize,
    modules: usize,
}

impl Layout {
    pub(crate) fn of(setup: &Setup) -> Layout {
        Layout { players: setup.players.len(), modules: setup.modules.len() }
    }

    /// The sections in their order, each with its shape.
    pub(crate) fn sections(self) -> Vec<(&'static str, Vec<usize>)> {
        vec![
            ("table", vec![TABLE]),
            ("hand", vec![KINDS]),
            ("display", vec![KINDS]),
            ("discard", vec![KINDS]),
            ("market", vec![SPACES, TILE]),
            ("where", vec![PIECES]),
            ("players", vec![self.players, PLAYER]),
            ("dirk", vec![DIRK]),
            ("palaces", vec![self.players, PLANES, SPAN, SPAN]),
            ("modules", vec![self.modules, SHOWN.0, SHOWN.1]),
            ("marked", vec![self.modules, PIECES]),
            ("known", vec![self.players, KINDS]),
            ("on", vec![NUMBERS]),
        ]
    }

    /// How many numbers an observation has.
    pub(crate) fn len(self) -> usize {
        self.sections().iter().map(|(_, shape)| shape.iter().product::<usize>()).sum()
    }

    /// Writes what a seat sees; `out` has [`len`](Layout::len) numbers.
    pub(crate) fn write(self, game: &GameState, seat: Seat, out: &mut [i16]) {
        let view = &game.view(Some(seat));
        out.fill(0);
        let mut rest = out;
        let mut next = |n: usize| -> &mut [i16] {
            let (section, behind) = std::mem::take(&mut rest).split_at_mut(n);
            rest = behind;
            section
        };
        let seen = Seen { game, view, players: self.players };
        seen.table(next(TABLE));
        seen.cards(view.hand.unwrap_or(Cards::EMPTY), next(KINDS));
        seen.cards(view.display.iter().copied().collect(), next(KINDS));
        seen.cards(view.discard, next(KINDS));
        seen.market(next(SPACES * TILE));
        seen.places(next(PIECES));
        seen.players(next(self.players * PLAYER));
        seen.dirk(next(DIRK));
        seen.palaces(next(self.players * PLANES * SPAN * SPAN));
        seen.modules(next(self.modules * SHOWN.0 * SHOWN.1));
        seen.marked(next(self.modules * PIECES));
        seen.known(next(self.players * KINDS));
        seen.on(next(NUMBERS));
    }
}

fn small(n: impl TryInto<i16>) -> i16 {
    n.try_into().unwrap_or(i16::MAX)
}

fn building(on: Option<Building>) -> i16 {
    on.map_or(0, |b| b.index() as i16 + 1)
}

fn write_walls(walls: Walls, out: &mut [i16]) {
    for (side, wall) in Side::ALL.into_iter().zip(out) {
        *wall = i16::from(walls.has(side));
    }
}

/// A view being written down.
struct Seen<'a> {
    game: &'a GameState,
    view: &'a View,
    players: usize,
}

impl Seen<'_> {
    /// The seat counted from the one who looks; from seat 0 for spectators.
    fn place(&self, seat: Seat) -> usize {
        let me = self.view.viewer.map_or(0, Seat::index);
        (seat.index() + self.players - me) % self.players
    }

    fn table(&self, out: &mut [i16]) {
        let view = self.view;
        let (asked, kind, module) = match view.asked {
            None => (false, 0, 0),
            Some(pending) => {
                let asked = view.viewer.is_some_and(|me| pending.seats.contains(me));
                match pending.kind {
                    DecisionKind::MainAction => (asked, 1, 0),
                    DecisionKind::PlaceTile => (asked, 2, 0),
                    DecisionKind::ConfirmTurn => (asked, 3, 0),
                    DecisionKind::Module => (asked, 4, pending.module.map_or(0, |module| module.number())),
                    DecisionKind::SpecialMove => (asked, 5, 0),
                    DecisionKind::Payment => (asked, 6, 0),
                    DecisionKind::Redesign => (asked, 7, 0),
                    DecisionKind::BeforePlacing => (asked, 8, 0),
                    DecisionKind::Leftover => (asked, 9, 0),
                }
            }
        };
        let numbers = [
            self.players as i16,
            view.viewer.map_or(-1, |me| me.index() as i16),
            small(view.turn),
            self.place(view.active) as i16,
            view.actions_left.into(),
            i16::from(asked),
            kind,
            module.into(),
            small(view.deck),
            small(view.discard.len()),
            small(view.tower),
            view.scorings.into(),
            view.scorings_due.into(),
            view.ending.into(),
            i16::from(view.winners.is_some()),
        ];
        out[..numbers.len()].copy_from_slice(&numbers);
    }

    fn cards(&self, cards: Cards, out: &mut [i16]) {
        for (kind, count) in cards.iter() {
            out[kind.index()] = count.into();
        }
    }

    /// The cards everybody knows each of the others to have; of oneself all.
    fn known(&self, out: &mut [i16]) {
        for player in &self.view.players {
            let own = self.view.hand.filter(|_| self.view.viewer == Some(player.seat));
            let at = self.place(player.seat) * KINDS;
            self.cards(own.unwrap_or_else(|| self.game.seen(player.seat)), &mut out[at..at + KINDS]);
        }
    }

    /// Ones for the modules that are on, by their numbers.
    fn on(&self, out: &mut [i16]) {
        for module in &self.view.modules {
            if let Some(flag) = out.get_mut(usize::from(module.module.number())) {
                *flag = 1;
            }
        }
    }

    fn market(&self, out: &mut [i16]) {
        for (offer, row) in self.view.market.iter().zip(out.chunks_exact_mut(TILE)) {
            row[0] = offer.currency.index() as i16 + 1;
            if let Some(tile) = &offer.tile {
                self.tile(tile, row);
            }
        }
        let rows = out.chunks_exact_mut(TILE).skip(PREVIEW);
        for (piece, row) in self.game.preview().into_iter().zip(rows) {
            if let Some(piece) = piece {
                self.tile(&self.game.facts(piece), row);
            }
        }
    }

    fn tile(&self, tile: &Tile, row: &mut [i16]) {
        row[1] = i16::from(tile.piece.number()) + 1;
        row[2] = tile.kind.map_or(0, |kind| kind as i16);
        row[3] = building(tile.building);
        row[4] = tile.price.into();
        write_walls(tile.walls, &mut row[5..9]);
        if let Some(second) = &tile.second {
            row[9] = second.towards as i16 + 1;
            row[10] = building(second.building);
            write_walls(second.walls, &mut row[11..15]);
        }
    }

    /// 0 unknown, 1–6 palaces, 7–12 reserves, 13–18 bought, 19–26 market spaces, 27 Dirk, 28–30 what comes to the market next.
    fn places(&self, out: &mut [i16]) {
        for player in &self.view.players {
            let place = self.place(player.seat) as i16;
            player.palace.iter().for_each(|t| out[t.tile.piece.index()] = 1 + place);
            player.reserve.iter().for_each(|t| out[t.piece.index()] = 7 + place);
            player.bought.iter().for_each(|t| out[t.piece.index()] = 13 + place);
        }
        for offer in &self.view.market {
            if let Some(tile) = &offer.tile {
                out[tile.piece.index()] = 19 + i16::from(offer.space.0);
            }
        }
        for tile in self.view.dirk.iter().flat_map(|dirk| &dirk.tiles) {
            out[tile.piece.index()] = 27;
        }
        for (space, piece) in self.game.preview().into_iter().enumerate() {
            if let Some(piece) = piece {
                out[piece.index()] = 28 + space as i16;
            }
        }
    }

    fn players(&self, out: &mut [i16]) {
        for player in &self.view.players {
            let at = self.place(player.seat) * PLAYER;
            let row = &mut out[at..at + PLAYER];
            let asked = self.view.asked.is_some_and(|pending| pending.seats.contains(player.seat));
            let won = self.view.winners.is_some_and(|winners| winners.contains(player.seat));
            let beyond = player.palace.iter().filter(|tile| cell(tile.at).is_none()).count();
            row[..5].copy_from_slice(&[
                small(player.score),
                small(player.hand_size),
                player.wall.into(),
                i16::from(asked),
                i16::from(won),
            ]);
            row[5..11].copy_from_slice(&player.counts.map(i16::from));
            row[11] = small(player.palace.len());
            row[12] = small(player.reserve.len());
            row[13] = small(player.bought.len());
            row[14] = small(beyond);
        }
    }

    fn dirk(&self, out: &mut [i16]) {
        if let Some(dirk) = &self.view.dirk {
            (out[0], out[1]) = (1, small(dirk.score));
            out[2..8].copy_from_slice(&dirk.counts.map(i16::from));
        }
    }

    fn palaces(&self, out: &mut [i16]) {
        const PALACE: usize = PLANES * SPAN * SPAN;
        for player in &self.view.players {
            let at = self.place(player.seat) * PALACE;
            let planes = &mut out[at..at + PALACE];
            player.palace.iter().for_each(|tile| laid(tile, planes));
        }
    }

    fn modules(&self, out: &mut [i16]) {
        for (module, rows) in self.view.modules.iter().zip(out.chunks_exact_mut(SHOWN.0 * SHOWN.1)) {
            for (item, row) in module.shows.iter().zip(rows.chunks_exact_mut(SHOWN.1)) {
                for (value, cell) in self.shown(&item.shown).into_iter().zip(row) {
                    *cell = value;
                }
            }
        }
    }

    /// For each tile a module points at, which of the things it shows does so, counted from 1.
    fn marked(&self, out: &mut [i16]) {
        for (module, row) in self.view.modules.iter().zip(out.chunks_exact_mut(PIECES)) {
            for (n, item) in module.shows.iter().enumerate() {
                let mut mark = |tiles: &[PieceId]| tiles.iter().for_each(|t| row[t.index()] = n as i16 + 1);
                match &item.shown {
                    Shown::Tiles(tiles) => mark(tiles),
                    Shown::TilesBySeat(by_seat) => by_seat.iter().for_each(|(_, tiles)| mark(tiles)),
                    _ => {}
                }
            }
        }
    }

    /// Players in the order of the table, things by their number from 1, lists of tiles and buildings by how many
    /// there are, words and what belongs to single players as a number that stands for them.
    fn shown(&self, shown: &Shown) -> Vec<i16> {
        let by_seat = |each: &mut dyn Iterator<Item = (Seat, i16)>| {
            let mut all = vec![0; self.players];
            each.for_each(|(seat, n)| all[self.place(seat)] = n);
            all
        };
        let clamped = |n: &i32| (*n).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        match shown {
            Shown::Number(n) => vec![clamped(n)],
            Shown::Seats(set) => by_seat(&mut set.iter().map(|seat| (seat, 1))),
            Shown::BySeat(numbers) => {
                let seats = (0..self.players).filter_map(Seat::new);
                by_seat(&mut seats.zip(numbers.iter().map(clamped)))
            }
            Shown::WordsBySeat(all) => {
                by_seat(&mut all.iter().map(|(seat, own)| (*seat, word(&own.join(" ")))))
            }
            Shown::CardsBySeat(all) => by_seat(&mut all.iter().map(|(seat, own)| (*seat, combined(own)))),
            Shown::MarkedBySeat(all) => by_seat(&mut all.iter().map(|(seat, own)| (*seat, combined(own)))),
            Shown::BuildingsBySeat(all) => by_seat(&mut all.iter().map(|(seat, own)| (*seat, combined(own)))),
            Shown::TilesBySeat(tiles) => {
                by_seat(&mut tiles.iter().map(|(seat, tiles)| (*seat, small(tiles.len()))))
            }
            Shown::CellBySeat(cells) => {
                let mut all = vec![0; 3 * self.players];
                for (seat, (x, y)) in cells {
                    let at = 3 * self.place(*seat);
                    all[at..at + 3].copy_from_slice(&[1, clamped(x), clamped(y)]);
                }
                all
            }
            Shown::Counter { n, of } => vec![clamped(n), clamped(of)],
            Shown::Pile { n, top } => {
                vec![clamped(n), top.as_ref().map_or(0, |top| word(&self.game.say_ref(top)))]
            }
            // Rows, ways and what stands on the table: one number that stands for exactly this.
            Shown::Slots(_) | Shown::Tracks(_) | Shown::Pins(_) => vec![word(&self.game.say_shown(shown))],
            Shown::Cards(cards) => cards.iter().map(|card| i16::from(card.number()) + 1).collect(),
            Shown::Currencies(all) => all.iter().map(|currency| currency.index() as i16 + 1).collect(),
            Shown::Ascending(all) => all.iter().map(|b| building(Some(*b))).collect(),
            Shown::Buildings(all) => {
                let mut counts = vec![0; Building::ALL.len()];
                all.iter().for_each(|b| counts[b.index()] += 1);
                counts
            }
            Shown::Tiles(tiles) => vec![small(tiles.len())],
            Shown::Words(words) => words.iter().map(|own| word(own)).collect(),
            Shown::Numbers(numbers) => numbers.iter().map(clamped).collect(),
            Shown::Marked(cards) => {
                let both = |(card, mark): &(CardKind, Building)| {
                    [i16::from(card.number()) + 1, building(Some(*mark))]
                };
                cards.iter().flat_map(both).collect()
            }
        }
    }
}

/// One number for a list of things that has to do with one of the players: 0 for an empty one, otherwise one that stands
/// for exactly these things.
fn combined<T: serde::Serialize>(things: &[T]) -> i16 {
    if things.is_empty() { 0 } else { word(&serde_json::to_string(things).unwrap_or_default()) }
}

/// The place of a cell in a plane: rows from north to south, columns from west to east.
fn cell((x, y): (i32, i32)) -> Option<usize> {
    let inside = |n: i32| (-REACH..=REACH).contains(&n);
    (inside(x) && inside(y)).then(|| (REACH - y) as usize * SPAN + (x + REACH) as usize)
}

/// Planes: building (1–6, 7 without a type), price, walls N E S W, gates as bits, turn, a second piece on the cell.
fn laid(tile: &TileAt, planes: &mut [i16]) {
    let mut put = |at: (i32, i32), on: Option<Building>, walls: Walls| {
        let Some(cell) = cell(at) else { return };
        let plane = |n: usize| n * SPAN * SPAN + cell;
        let code = on.map_or(7, |b| b.index() as i16 + 1);
        if planes[plane(0)] != 0 {
            planes[plane(8)] = code;
            return;
        }
        planes[plane(0)] = code;
        planes[plane(1)] = tile.tile.price.into();
        for (n, side) in Side::ALL.into_iter().enumerate() {
            planes[plane(2 + n)] = i16::from(walls.has(side));
        }
        planes[plane(6)] = tile.gates.bits().into();
        planes[plane(7)] = tile.turn.into();
    };
    put(tile.at, tile.tile.building, tile.tile.walls);
    if let Some(second) = &tile.tile.second {
        let (x, y) = tile.at;
        let at = match second.towards {
            Side::North => (x, y + 1),
            Side::East => (x + 1, y),
            Side::South => (x, y - 1),
            Side::West => (x - 1, y),
        };
        put(at, second.building, second.walls);
    }
}
