//! What modules show, spelled with the engine's own names: for scenarios, and for programs that only want to know whether it is
//! the same. People are told by [`speech::shown`].

use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::seat::Seat;
use crate::refs::Ref;
use crate::speech;
use crate::view::{On, Pin, Shown, Slot, SlotRow, Track};

impl GameState {
    /// What a module shows, spelled as scenarios write it. Tiles have the names they have in this game: a number alone names
    /// none, because editions print different tiles.
    pub fn say_shown(&self, shown: &Shown) -> String {
        let spoken = |word: &&'static str| word.replace('_', " ");
        let marked = |(card, mark): &(CardKind, Building)| format!("{} {mark}", card.name());
        let tile = |piece: &PieceId| self.piece_name(*piece);
        match shown {
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
            Shown::Tiles(tiles) => list(tiles.iter().map(tile), ", "),
            Shown::Buildings(buildings) => list(buildings, ", "),
            Shown::BuildingsBySeat(buildings) => seated(buildings, Building::to_string),
            Shown::TilesBySeat(tiles) => seated(tiles, tile),
            Shown::CellBySeat(cells) => {
                list(cells.iter().map(|(seat, (x, y))| format!("{}: {x} {y}", seat.index())), "; ")
            }
            Shown::Counter { n, of } => format!("{n} of {of}"),
            Shown::Slots(rows) => list(rows.iter().map(|row| self.say_row(row)), "; "),
            Shown::Tracks(tracks) => list(tracks.iter().map(|track| self.say_track(track)), "; "),
            Shown::Pile { n, top: None } => n.to_string(),
            Shown::Pile { n, top: Some(top) } => format!("{n}, {} on top", self.say_ref(top)),
            Shown::Pins(pins) => list(pins.iter().map(|pin| self.say_pin(pin)), "; "),
        }
    }

    /// One thing a module shows, spelled in the same way.
    pub fn say_ref(&self, it: &Ref) -> String {
        match it {
            Ref::Cell((x, y)) => format!("{x} {y}"),
            Ref::Piece(piece) => self.piece_name(*piece),
            Ref::Card(card) => card.name(),
            Ref::Seat(seat) => seat.index().to_string(),
            other => speech::bare(other),
        }
    }

    fn say_row(&self, row: &SlotRow) -> String {
        let place = |slot: &Slot| match (&slot.holds, &slot.wants) {
            (Some(thing), _) => self.say_ref(thing),
            (None, Some(thing)) => format!("({})", self.say_ref(thing)),
            (None, None) => "-".to_owned(),
        };
        let seat = row.seat.map(|seat| format!("{}: ", seat.index())).unwrap_or_default();
        let side = row.side.as_ref().map(|side| format!("{}: ", self.say_ref(side))).unwrap_or_default();
        let worth = row.worth.map(|worth| format!(" = {worth}")).unwrap_or_default();
        let cells: Vec<String> = row.cells.iter().map(place).collect();
        format!("{seat}{side}{}{worth}", cells.join(" "))
    }

    fn say_track(&self, track: &Track) -> String {
        let seat = track.seat.map(|seat| format!("{}: ", seat.index())).unwrap_or_default();
        let of = track.of.as_ref().map(|of| format!("{}: ", self.say_ref(of))).unwrap_or_default();
        let stop = |at: u8| track.stops.get(usize::from(at)).copied().unwrap_or_default();
        let marker = |(seat, at): &(Option<Seat>, u8)| match seat {
            Some(seat) => format!("{} at {}", seat.index(), stop(*at)),
            None => format!("at {}", stop(*at)),
        };
        let at: Vec<String> = track.at.iter().map(marker).collect();
        let cap = track.cap.map(|cap| format!(" up to {}", stop(cap))).unwrap_or_default();
        format!("{seat}{of}{}{cap}", at.join(", "))
    }

    fn say_pin(&self, pin: &Pin) -> String {
        let on = match pin.on {
            On::Cell { of, at: (x, y) } | On::Corner { of, at: (x, y) } => {
                format!("{}: {x} {y}", of.index())
            }
            On::Edge { of, at: (x, y), side } => format!("{}: {x} {y} {side:?}", of.index()),
            On::Piece { piece } => self.piece_name(piece),
            On::Space { space } => format!("space {}", space.0 + 1),
        };
        let n = pin.n.map(|n| format!(" {n}")).unwrap_or_default();
        format!("{} {on}{n}", pin.sign.replace('_', " "))
    }
}

/// A list; "none" where there is nothing.
pub(crate) fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, gap: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(gap) }
}

fn seated<T>(all: &[(Seat, Vec<T>)], one: impl Fn(&T) -> String) -> String {
    let each =
        |(seat, items): &(Seat, Vec<T>)| format!("{}: {}", seat.index(), list(items.iter().map(&one), ", "));
    list(all.iter().map(each), "; ")
}
