//! What modules show, in words.

use super::{Speaker, of_core, of_module, thing};
use crate::ModuleId;
use crate::core::building::Building;
use crate::core::catalogue::CardKind;
use crate::core::seat::Seat;
use crate::refs::Ref;
use crate::view::{On, Pin, Shown, Slot, SlotRow, Track};

/// What a thing is called that a module shows.
pub fn shown_name(language: &str, by: ModuleId, name: &str) -> String {
    of_module(language, by, &format!("shown.{name}")).map_or_else(|| name.replace('_', " "), str::to_owned)
}

/// What a module shows, in one line.
pub fn shown(speaker: &impl Speaker, by: ModuleId, shown: &Shown) -> String {
    let said = Said { speaker, by };
    let refs = |all: &mut dyn Iterator<Item = Ref>, gap: &str| said.list(all.map(|it| said.thing(&it)), gap);
    match shown {
        Shown::Words(words) => refs(&mut words.iter().map(|word| Ref::Word(by, word)), ", "),
        Shown::WordsBySeat(all) => said.seated(all, |word| said.thing(&Ref::Word(by, word))),
        Shown::Number(n) => n.to_string(),
        Shown::Numbers(numbers) => said.list(numbers.iter().map(i32::to_string), ", "),
        Shown::Seats(seats) if seats.is_empty() => said.word("none", &[]),
        Shown::Seats(seats) => speaker.list(&seats.iter().map(|seat| speaker.seat(seat)).collect::<Vec<_>>()),
        Shown::BySeat(numbers) => {
            let seats = (0..).map_while(Seat::new).zip(numbers);
            said.list(seats.map(|(seat, n)| format!("{} {n}", speaker.seat(seat))), ", ")
        }
        Shown::Cards(cards) => refs(&mut cards.iter().copied().map(Ref::Card), ", "),
        Shown::CardsBySeat(all) => said.seated(all, |card| said.thing(&Ref::Card(*card))),
        Shown::Marked(cards) => said.list(cards.iter().map(|card| said.marked(card)), ", "),
        Shown::MarkedBySeat(all) => said.seated(all, |card| said.marked(card)),
        Shown::Currencies(all) => refs(&mut all.iter().copied().map(Ref::Currency), ", "),
        Shown::Ascending(all) => refs(&mut all.iter().copied().map(Ref::Building), " < "),
        Shown::Tiles(tiles) => refs(&mut tiles.iter().copied().map(Ref::Piece), ", "),
        Shown::TilesBySeat(all) => said.seated(all, |piece| said.thing(&Ref::Piece(*piece))),
        Shown::Buildings(all) => refs(&mut all.iter().copied().map(Ref::Building), ", "),
        Shown::BuildingsBySeat(all) => said.seated(all, |it| said.thing(&Ref::Building(*it))),
        Shown::CellBySeat(all) => {
            said.list(all.iter().map(|(seat, at)| said.owned(*seat, &speaker.cell(*at))), "; ")
        }
        Shown::Counter { n, of } => said.word("of", &[n.to_string(), of.to_string()]),
        Shown::Slots(rows) => said.list(rows.iter().map(|row| said.row(row)), "; "),
        Shown::Tracks(tracks) => said.list(tracks.iter().map(|track| said.track(track)), "; "),
        Shown::Pile { n, top: None } => n.to_string(),
        Shown::Pile { n, top: Some(top) } => said.word("on_top", &[n.to_string(), said.thing(top)]),
        Shown::Pins(pins) => said.list(pins.iter().map(|pin| said.pin(pin)), "; "),
    }
}

/// Who says it, and of which module.
struct Said<'a, S: Speaker> {
    speaker: &'a S,
    by: ModuleId,
}

impl<S: Speaker> Said<'_, S> {
    fn thing(&self, it: &Ref) -> String {
        thing(self.speaker, it)
    }

    /// A word of the base game with its blanks filled.
    fn word(&self, key: &str, parts: &[String]) -> String {
        of_core(self.speaker.language(), &format!("word.{key}"), parts)
    }

    fn list(&self, items: impl Iterator<Item = String>, gap: &str) -> String {
        let items: Vec<String> = items.collect();
        if items.is_empty() { self.word("none", &[]) } else { items.join(gap) }
    }

    fn owned(&self, seat: Seat, what: &str) -> String {
        format!("{}: {what}", self.speaker.seat(seat))
    }

    /// What some of the players have, each with the name.
    fn seated<T>(&self, all: &[(Seat, Vec<T>)], one: impl Fn(&T) -> String) -> String {
        let own =
            |(seat, items): &(Seat, Vec<T>)| self.owned(*seat, &self.list(items.iter().map(&one), ", "));
        self.list(all.iter().map(own), "; ")
    }

    fn marked(&self, (card, mark): &(CardKind, Building)) -> String {
        format!("{} {}", self.thing(&Ref::Card(*card)), self.thing(&Ref::Building(*mark)))
    }

    fn row(&self, row: &SlotRow) -> String {
        let place = |slot: &Slot| match (&slot.holds, &slot.wants) {
            (Some(thing), _) => self.thing(thing),
            (None, Some(thing)) => format!("({})", self.thing(thing)),
            (None, None) => "–".to_owned(),
        };
        let cells: Vec<String> = row.cells.iter().map(place).collect();
        let worth = row.worth.map_or_else(String::new, |worth| format!(" = {worth}"));
        self.before(row.seat, row.side.as_ref(), format!("{}{worth}", cells.join(" ")))
    }

    fn track(&self, track: &Track) -> String {
        let stop = |at: u8| track.stops.get(usize::from(at)).copied().unwrap_or_default().to_string();
        let marker = |(seat, at): &(Option<Seat>, u8)| match seat {
            Some(seat) => format!("{} {}", self.speaker.seat(*seat), stop(*at)),
            None => stop(*at),
        };
        let at = track.at.iter().map(marker).collect::<Vec<_>>().join(", ");
        let at = match track.cap {
            Some(cap) => self.word("up_to", &[at, stop(cap)]),
            None => at,
        };
        self.before(track.seat, track.of.as_ref(), at)
    }

    /// Whose it is and what stands before it.
    fn before(&self, seat: Option<Seat>, side: Option<&Ref>, what: String) -> String {
        let what = side.map_or(what.clone(), |side| format!("{}: {what}", self.thing(side)));
        seat.map_or(what.clone(), |seat| self.owned(seat, &what))
    }

    fn pin(&self, pin: &Pin) -> String {
        let speaker = self.speaker;
        let at = |of: Seat, cell: (i32, i32)| format!("{} {}", speaker.seat(of), speaker.cell(cell));
        let on = match pin.on {
            On::Cell { of, at: cell } | On::Corner { of, at: cell } => at(of, cell),
            On::Edge { of, at: cell, side } => format!("{} {}", at(of, cell), self.thing(&Ref::Side(side))),
            On::Piece { piece } => self.thing(&Ref::Piece(piece)),
            On::Space { space } => self.thing(&Ref::Space(space)),
        };
        let what = match pin.building {
            Some(building) => self.thing(&Ref::Building(building)),
            None => self.thing(&Ref::Word(self.by, pin.sign)),
        };
        let whose = pin.seat.map(|seat| speaker.seat(seat));
        let n = pin.n.map(|n| n.to_string());
        whose.into_iter().chain([what, on]).chain(n).collect::<Vec<_>>().join(" ")
    }
}
