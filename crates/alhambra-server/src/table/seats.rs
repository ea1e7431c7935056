//! Who sits where, under which name, and what the host decides about it.

use super::{Applying, DAY, Place, TableState};
use crate::log_entry::LogEntry;
use crate::names;
use alhambra_protocol::{Clock, Pace, Phase, Refusal, Sitter};
use alhambra_rules::{Seat, SeatSet};

/// What bots are called, seat by seat: short, so that six of them fit beside their palaces. Levels are shown apart.
const BOT_NAMES: [&str; 6] = ["Aixa", "Yusuf", "Zaida", "Tariq", "Layla", "Omar"];
/// How long somebody may be waited for by turns where no clock says so.
const PATIENCE: u64 = 7 * DAY;

impl TableState {
    /// Does a line of the log that is about seats.
    pub(super) fn seats_change(&mut self, entry: LogEntry, applying: &mut Applying) {
        match entry {
            LogEntry::Joined { seat, name, token } => {
                applying.note = Some(("joined", format!("{name} sits down")));
                self.withdraw(Some(seat));
                let waits = self.options.admission && token != self.host;
                self.at_place(seat, |p| *p = Place { waits, ..Place::person(name, token) });
            }
            LogEntry::Left { seat } => {
                applying.note = Some(("left", format!("{} leaves", self.called(seat))));
                self.withdraw(Some(seat));
                if self.phase == Phase::Lobby {
                    self.at_place(seat, |p| *p = Place::open());
                }
            }
            LogEntry::Renamed { seat, name } => {
                applying.note = Some(("renamed", format!("{} is now called {name}", self.called(seat))));
                self.at_place(seat, |p| p.name = name);
            }
            LogEntry::Ready { seat, ready } => self.at_place(seat, |p| p.ready = ready),
            LogEntry::StoodIn { seat, level, by_host } => {
                let who = if by_host { "the host lets" } else { "the table lets" };
                applying.note = Some(("stood_in", format!("{who} a bot play for {}", self.called(seat))));
                self.at_place(seat, |p| p.stand_in = Some(level));
                self.proposals.clear();
            }
            LogEntry::Returned { seat } => {
                applying.note = Some(("returned", format!("{} is back", self.called(seat))));
                self.at_place(seat, |p| p.stand_in = None);
            }
            LogEntry::Resigned { seat, level } => {
                applying.note = Some(("resigned", format!("{} resigns", self.called(seat))));
                self.at_place(seat, |p| (p.resigned, p.stand_in) = (true, Some(level)));
                self.proposals.clear();
            }
            LogEntry::PassesWindows { seat, pass } => {
                self.at_place(seat, |p| p.passes = pass);
            }
            LogEntry::Notify { seat, webhook } => {
                applying.applied.table = false;
                self.at_place(seat, |p| p.webhook = webhook);
            }
            LogEntry::SeedAgreed { seat } => {
                applying.note = Some(("seed_agreed", format!("{} agrees to the seed", self.called(seat))));
                self.at_place(seat, |p| p.agrees_to_seed = true);
            }
            LogEntry::SeedForgotten => {
                applying.note = Some(("seed_forgotten", "the host leaves the luck to the lot".to_owned()));
                self.chosen_seed = None;
            }
            other => self.host_decides(other, applying),
        }
    }

    /// Does a line of the log by which the host decides about seats.
    fn host_decides(&mut self, entry: LogEntry, applying: &mut Applying) {
        match entry {
            LogEntry::Opened { seat } => {
                applying.note = Some(("opened", format!("the host opens the seat of {}", self.called(seat))));
                self.withdraw(Some(seat));
                self.at_place(seat, |p| *p = Place::open());
            }
            LogEntry::BotSeated { seat, level } => {
                applying.note =
                    Some(("bot_seated", format!("the host puts a bot on seat {}", seat.index() + 1)));
                self.withdraw(Some(seat));
                self.at_place(seat, |p| *p = Place::bot(level));
                self.name_bots();
            }
            LogEntry::Admitted { seat } => {
                applying.note = Some(("admitted", format!("the host lets {} play", self.called(seat))));
                self.at_place(seat, |p| p.waits = false);
            }
            LogEntry::Muted { seat, mute } => {
                let (whom, says) = (
                    seat.map_or_else(|| "the spectators".to_owned(), |seat| self.called(seat)),
                    if mute { "mutes" } else { "lets talk again" },
                );
                applying.note =
                    Some((if mute { "muted" } else { "unmuted" }, format!("the host {says} {whom}")));
                match seat {
                    Some(seat) => self.at_place(seat, |p| p.muted = mute),
                    None => self.options.silent_spectators = mute,
                }
            }
            LogEntry::SeatAdded => {
                applying.note = Some(("seat_added", "the host adds a seat".to_owned()));
                self.seats.push(Place::open());
            }
            LogEntry::SeatRemoved { seat } => {
                applying.note =
                    Some(("seat_removed", format!("the host takes seat {} away", seat.index() + 1)));
                if seat.index() < self.seats.len() {
                    self.seats.remove(seat.index());
                    self.withdraw_removed(seat);
                }
            }
            LogEntry::Agreed { setup } => {
                applying.note = Some(("agreed", "the host changes the agreement".to_owned()));
                self.setup = setup;
                self.seats.iter_mut().filter(|p| p.is_person()).for_each(|p| p.ready = false);
            }
            LogEntry::HandedOver { seat } => {
                applying.note = Some(("handed_over", format!("{} is the host now", self.called(seat))));
                if let Some(token) = self.seats.get(seat.index()).and_then(|p| p.token.clone()) {
                    self.host = token;
                }
            }
            _ => {}
        }
    }

    fn at_place(&mut self, seat: Seat, change: impl FnOnce(&mut Place)) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            change(place);
        }
    }

    /// Every seat has a name for its bot; one that a person here has already goes to nobody else.
    pub(super) fn name_bots(&mut self) {
        for i in 0..self.seats.len() {
            if !matches!(self.seats[i].sitter, Sitter::Bot { .. }) {
                continue;
            }
            let taken = |name: &str| {
                let others = self.seats.iter().enumerate().filter(|(k, p)| *k < i || p.is_person());
                others.into_iter().any(|(_, p)| names::alike(&p.name, name))
            };
            let names = BOT_NAMES.iter().cycle().skip(i).take(BOT_NAMES.len());
            let name = names.into_iter().find(|name| !taken(name));
            self.seats[i].name = name.map_or_else(|| format!("Bot {}", i + 1), |name| (*name).to_owned());
        }
    }

    /// Whether nobody else here is called like that.
    pub(crate) fn free_name(&self, name: &str, but: Option<Seat>) -> Result<(), Refusal> {
        let others = self.seats.iter().enumerate().filter(|(i, _)| but.is_none_or(|seat| seat.index() != *i));
        names::not_taken(name, others.map(|(_, place)| place.name.as_str()).filter(|name| !name.is_empty()))
    }

    /// Whether the host sits there.
    pub(crate) fn hosts(&self, place: &Place) -> bool {
        place.token.as_ref() == Some(&self.host)
    }

    /// Who has won because every other seat resigned.
    pub(crate) fn conceded_to(&self) -> Option<Seat> {
        let mut left = (0..).map_while(Seat::new).zip(&self.seats).filter(|(_, p)| !p.resigned);
        let (seat, _) = left.next()?;
        (self.seats.len() > 1 && left.next().is_none()).then_some(seat)
    }

    /// Whether nobody goes on who could want to: one seat is left, or every person has resigned.
    pub(crate) fn given_up(&self) -> bool {
        let persons = self.seats.iter().filter(|p| p.is_person());
        self.conceded_to().is_some() || persons.into_iter().all(|p| p.resigned)
    }

    /// The people who play and have not left their seat to a bot.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = (0..).map_while(Seat::new).zip(&self.seats);
        seats.filter(|(_, p)| p.is_person() && p.stand_in.is_none()).map(|(seat, _)| seat)
    }

    /// The people who play, also those whose seat a bot has for now.
    pub(crate) fn persons(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = (0..).map_while(Seat::new).zip(&self.seats);
        seats.filter(|(_, p)| p.is_person()).map(|(seat, _)| seat)
    }

    /// Why the others may let a bot stand in for somebody, or why not: `here` are the seats with a connection.
    pub(crate) fn misses(&self, seat: Seat, here: SeatSet, now: u64) -> Result<(), &'static str> {
        let waited = self.options.clock == Clock::None && self.asked().contains(&seat);
        let fair = match self.options.pace {
            _ if self.time_is_up(seat) => true,
            Pace::Live => !here.contains(seat),
            Pace::ByTurns => waited && now > self.moved + PATIENCE,
        };
        match (fair, self.options.pace) {
            (true, _) => Ok(()),
            (false, Pace::Live) => Err("a bot can stand in for people who are away or out of time"),
            (false, Pace::ByTurns) => {
                Err("by turns a bot can stand in for people who are out of time or awaited for a week")
            }
        }
    }

    /// Whether something that is put to the vote waits for somebody; by turns nobody is passed over for being away.
    pub(crate) fn votes(&self, seat: Seat, here: SeatSet) -> bool {
        self.options.pace == Pace::ByTurns || here.contains(seat)
    }
}
