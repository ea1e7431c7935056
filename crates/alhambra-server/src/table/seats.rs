//! Who sits where, under which name, and what the host decides about it.

use super::{Applying, DAY, Note, Place, TableState};
use crate::log_entry::LogEntry;
use crate::names;
use crate::secret::Hashed;
use alhambra_protocol::{Clock, Pace, Phase, Refusal, Sitter, Why};
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
                applying.note = Some(Note::Joined(name.clone()));
                self.withdraw(Some(seat));
                let waits = self.options.admission && token != self.host;
                self.at_place(seat, |p| *p = Place { waits, ..Place::person(name, token) });
            }
            LogEntry::Left { seat, level } => {
                applying.note = Some(Note::Left(self.called(seat)));
                self.withdraw(Some(seat));
                if self.phase == Phase::Lobby {
                    self.at_place(seat, |p| *p = Place::open());
                } else if level.is_some() {
                    self.at_place(seat, |p| p.left_to = level);
                    self.play_for_those_who_left();
                }
            }
            LogEntry::Renamed { seat, name } => {
                let before = self.called(seat);
                applying.note = Some(Note::Renamed(before, name.clone()));
                self.at_place(seat, |p| p.name = name);
            }
            LogEntry::Ready { seat, ready } => self.at_place(seat, |p| p.ready = ready),
            LogEntry::StoodIn { seat, level, by_host } => {
                applying.note = Some(match by_host {
                    true => Note::HostStoodIn(self.called(seat)),
                    false => Note::StoodIn(self.called(seat)),
                });
                self.at_place(seat, |p| p.stand_in = Some(level));
                self.proposals.clear();
            }
            LogEntry::Returned { seat } => {
                applying.note = Some(Note::Returned(self.called(seat)));
                self.at_place(seat, |p| (p.stand_in, p.left_to) = (None, None));
                self.play_for_those_who_left();
            }
            LogEntry::Resigned { seat, level } => {
                applying.note = Some(Note::Resigned(self.called(seat)));
                self.at_place(seat, |p| (p.resigned, p.stand_in) = (true, Some(level)));
                self.proposals.clear();
            }
            LogEntry::PassesWindows { seat, pass } => {
                self.at_place(seat, |p| p.passes = pass);
            }
            LogEntry::Notify { seat, webhook, push } => {
                applying.applied.table = false;
                self.at_place(seat, |p| (p.webhook, p.push) = (webhook, push.map(Box::new)));
            }
            LogEntry::SeedAgreed { seat } => {
                applying.note = Some(Note::SeedAgreed(self.called(seat)));
                self.at_place(seat, |p| p.agrees_to_seed = true);
            }
            LogEntry::SeedForgotten => {
                applying.note = Some(Note::SeedForgotten);
                self.chosen_seed = None;
            }
            other => self.host_decides(other, applying),
        }
    }

    /// Does a line of the log by which the host decides about seats.
    fn host_decides(&mut self, entry: LogEntry, applying: &mut Applying) {
        match entry {
            LogEntry::Opened { seat } => {
                applying.note = Some(Note::Opened(self.called(seat)));
                self.withdraw(Some(seat));
                self.at_place(seat, |p| *p = Place::open());
            }
            LogEntry::BotSeated { seat, level } => {
                applying.note = Some(Note::BotSeated((seat.index() + 1).to_string()));
                self.withdraw(Some(seat));
                self.at_place(seat, |p| *p = Place::bot(level));
                self.name_bots();
            }
            LogEntry::Admitted { seat } => {
                applying.note = Some(Note::Admitted(self.called(seat)));
                self.at_place(seat, |p| p.waits = false);
            }
            LogEntry::Muted { seat, mute } => {
                applying.note = Some(match (seat.map(|seat| self.called(seat)), mute) {
                    (Some(name), true) => Note::Muted(name),
                    (Some(name), false) => Note::Unmuted(name),
                    (None, true) => Note::WatchersMuted,
                    (None, false) => Note::WatchersUnmuted,
                });
                match seat {
                    Some(seat) => self.at_place(seat, |p| p.muted = mute),
                    None => self.options.silent_spectators = mute,
                }
            }
            LogEntry::SeatAdded => {
                applying.note = Some(Note::SeatAdded);
                self.seats.push(Place::open());
            }
            LogEntry::SeatRemoved { seat } => {
                applying.note = Some(Note::SeatRemoved((seat.index() + 1).to_string()));
                if seat.index() < self.seats.len() {
                    applying.applied.renumbered = true;
                    self.seats.remove(seat.index());
                    self.withdraw_removed(seat);
                }
            }
            LogEntry::Agreed { setup } => {
                applying.note = Some(Note::Agreed);
                self.setup = setup;
                self.seats.iter_mut().filter(|p| p.is_person()).for_each(|p| p.ready = false);
            }
            LogEntry::HandedOver { seat } => {
                applying.note = Some(Note::HandedOver(self.called(seat)));
                if let Some(token) = self.seats.get(seat.index()).and_then(|p| p.token.clone()) {
                    self.host = token;
                }
            }
            _ => {}
        }
    }

    /// A bot plays for whoever left the game, as soon as somebody plays on who would wait for them. While nobody does the
    /// game waits, and nothing is played behind their backs.
    fn play_for_those_who_left(&mut self) {
        let plays = |place: &Place| place.is_person() && place.stand_in.is_none() && place.left_to.is_none();
        let playing: Vec<_> = self.seats.iter().filter(|p| plays(p)).map(|p| p.token.clone()).collect();
        let waited_for = |place: &Place| playing.iter().any(|token| *token != place.token);
        let mut stood_in = false;
        for i in 0..self.seats.len() {
            let place = &self.seats[i];
            if place.left_to.is_some() && place.stand_in.is_none() && waited_for(place) {
                self.seats[i].stand_in = self.seats[i].left_to.clone();
                stood_in = true;
            }
        }
        if stood_in {
            self.proposals.clear();
        }
    }

    pub(super) fn at_place(&mut self, seat: Seat, change: impl FnOnce(&mut Place)) {
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
        let dirk = Some(self.setup.dirk.as_str()).filter(|_| self.seats.len() == 2);
        let taken = others.map(|(_, place)| place.name.as_str()).chain(dirk);
        names::not_taken(name, taken.filter(|name| !name.is_empty()))
    }

    /// The token of the host.
    pub(crate) fn hosted_by(&self) -> &Hashed {
        &self.host
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
    pub(crate) fn misses(&self, seat: Seat, here: SeatSet, now: u64) -> Result<(), Why> {
        let waited = self.options.clock == Clock::None && self.asked().contains(&seat);
        let fair = match self.options.pace {
            _ if self.time_is_up(seat) => true,
            Pace::Live => !here.contains(seat),
            Pace::ByTurns => waited && now > self.moved + PATIENCE,
        };
        match (fair, self.options.pace) {
            (true, _) => Ok(()),
            (false, Pace::Live) => Err(Why::StandInLive),
            (false, Pace::ByTurns) => Err(Why::StandInByTurns),
        }
    }

    /// Whether something that is put to the vote waits for somebody; by turns nobody is passed over for being away.
    pub(crate) fn votes(&self, seat: Seat, here: SeatSet) -> bool {
        self.options.pace == Pace::ByTurns || here.contains(seat)
    }
}
