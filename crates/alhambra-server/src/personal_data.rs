//! What a person left in the log of a table: told to whoever asks for it, or taken out.
//!
//! There are no accounts, so a person is whoever sat at the table under a name: with all they said, whatever they were
//! called before and after. The log stays a log: a line is kept with nothing of theirs in it, and the digests of the game
//! are worked out anew, since the names at the seats are part of the first one.

use crate::log_entry::{LogEntry, LogLine, Planned};
use crate::names::alike;
use crate::secret::Hashed;
use alhambra_rules::record::{Entry, Header, RecordError};
use alhambra_rules::{Digest, GameState, Io, Repeating, Seat, Setup};
use serde::Serialize;

/// What stands in the place of words that were taken out.
const ERASED: &str = "(erased)";

/// Something a person left at a table.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Left {
    pub(crate) table: String,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What it is: name, chat, webhook, push.
    pub(crate) what: &'static str,
    pub(crate) text: String,
}

/// Who sits where while a log is read, and which of them is the person.
struct Person<'a> {
    name: &'a str,
    /// The tokens of everybody who was called so at some time.
    tokens: Vec<Hashed>,
    seats: Vec<Option<Hashed>>,
}

impl<'a> Person<'a> {
    /// Finds the person in a log.
    fn find(name: &'a str, lines: &[LogLine]) -> Person<'a> {
        let mut person = Person { name, tokens: Vec::new(), seats: Vec::new() };
        for line in lines {
            person.follow(&line.entry);
            let named: Vec<(Option<Hashed>, &str)> = match &line.entry {
                LogEntry::Created { seats, .. } => person
                    .seats
                    .iter()
                    .cloned()
                    .zip(seats.iter().map(|s| s.name().unwrap_or_default()))
                    .collect(),
                LogEntry::Joined { name, token, .. } => vec![(Some(token.clone()), name)],
                LogEntry::Renamed { seat, name } => vec![(person.at(*seat).cloned(), name)],
                _ => Vec::new(),
            };
            for (token, called) in named {
                person.tokens.extend(token.filter(|_| alike(called, name)));
            }
        }
        person.seats.clear();
        person
    }

    /// Keeps up with who sits where.
    fn follow(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Created { seats, maker, .. } => {
                let token = |planned: &Planned| match planned {
                    Planned::Maker(_) => Some(maker.clone()),
                    Planned::Friend(_, token) => Some(token.clone()),
                    Planned::Open | Planned::Bot(_) => None,
                };
                self.seats = seats.iter().map(token).collect();
            }
            LogEntry::Joined { seat, token, .. } => self.put(*seat, Some(token.clone())),
            LogEntry::Opened { seat } | LogEntry::BotSeated { seat, .. } => self.put(*seat, None),
            LogEntry::SeatAdded => self.seats.push(None),
            LogEntry::SeatRemoved { seat } if seat.index() < self.seats.len() => {
                self.seats.remove(seat.index());
            }
            _ => {}
        }
    }

    fn put(&mut self, seat: Seat, token: Option<Hashed>) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = token;
        }
    }

    fn at(&self, seat: Seat) -> Option<&Hashed> {
        self.seats.get(seat.index())?.as_ref()
    }

    /// Whether the person sits there now.
    fn sits(&self, seat: Seat) -> bool {
        self.at(seat).is_some_and(|token| self.tokens.contains(token))
    }
}

/// Everything a person left at a table.
pub(crate) fn left(table: &str, name: &str, lines: &[LogLine]) -> Vec<Left> {
    let mut person = Person::find(name, lines);
    let mut found = Vec::new();
    for LogLine { at, entry } in lines {
        person.follow(entry);
        let own: Vec<(&'static str, &str)> = match entry {
            LogEntry::Created { seats, .. } => {
                let sitting = (0..).map_while(Seat::new).zip(seats).filter(|(seat, _)| person.sits(*seat));
                sitting.filter_map(|(_, planned)| Some(("name", planned.name()?))).collect()
            }
            LogEntry::Joined { seat, name, .. } | LogEntry::Renamed { seat, name } if person.sits(*seat) => {
                vec![("name", name)]
            }
            LogEntry::Said { seat, text } if person.sits(*seat) => vec![("chat", text)],
            LogEntry::Called { name, text } if alike(name, person.name) => vec![("chat", text)],
            LogEntry::Notify { seat, webhook, push } if person.sits(*seat) => {
                let webhook = webhook.as_deref().map(|url| ("webhook", url));
                let push = push.as_ref().map(|push| ("push", push.endpoint.as_str()));
                webhook.into_iter().chain(push).collect()
            }
            _ => Vec::new(),
        };
        let left = |(what, text): (&'static str, &str)| Left {
            table: table.to_owned(),
            at: *at,
            what,
            text: text.to_owned(),
        };
        found.extend(own.into_iter().map(left));
    }
    found
}

/// The log without anything of a person; `None` if they left nothing there.
///
/// # Errors
/// If the game cannot be told again: it was played with other versions of the rules.
pub(crate) fn erased(name: &str, lines: &[LogLine]) -> Result<Option<Vec<LogLine>>, RecordError> {
    if left("", name, lines).is_empty() {
        return Ok(None);
    }
    let mut person = Person::find(name, lines);
    let mut game: Option<Retold> = None;
    let mut kept = Vec::with_capacity(lines.len());
    for LogLine { at, entry } in lines.iter().cloned() {
        person.follow(&entry);
        let entry = without(&person, entry);
        kept.push(LogLine { at, entry: retell(&mut game, entry)? });
    }
    Ok(Some(kept))
}

/// A line without anything of the person.
fn without(person: &Person<'_>, mut entry: LogEntry) -> LogEntry {
    let other = |seat: Seat| format!("Erased {}", seat.index() + 1);
    match &mut entry {
        LogEntry::Created { seats, setup, .. } => {
            for (seat, planned) in (0..).map_while(Seat::new).zip(seats) {
                if let Planned::Maker(name) | Planned::Friend(name, _) = planned
                    && person.sits(seat)
                {
                    *name = other(seat);
                }
            }
            rename(person, setup);
        }
        LogEntry::Joined { seat, name, .. } | LogEntry::Renamed { seat, name } if person.sits(*seat) => {
            *name = other(*seat);
        }
        LogEntry::Said { seat, text } if person.sits(*seat) => ERASED.clone_into(text),
        LogEntry::Called { name, text } if alike(name, person.name) => {
            "somebody".clone_into(name);
            ERASED.clone_into(text);
        }
        LogEntry::Notify { seat, webhook, push } if person.sits(*seat) => (*webhook, *push) = (None, None),
        LogEntry::Agreed { setup } => rename(person, setup),
        LogEntry::Started { header, .. } | LogEntry::Resumed { header, .. } => {
            rename(person, &mut header.setup)
        }
        _ => {}
    }
    entry
}

/// Takes the person's names out of an agreement: at their seat, and wherever they are called so.
fn rename(person: &Person<'_>, setup: &mut Setup) {
    for (seat, player) in (0..).map_while(Seat::new).zip(&mut setup.players) {
        if person.sits(seat) || alike(&player.name, person.name) {
            player.name = format!("Erased {}", seat.index() + 1);
        }
    }
}

/// A game told again, line by line, with other names.
struct Retold {
    header: Header,
    entries: Vec<Entry>,
    game: GameState,
}

impl Retold {
    fn begin(header: &Header) -> Result<Retold, RecordError> {
        header.check_versions()?;
        let mut chance = Repeating::new(&header.chance);
        let game = GameState::new(&header.setup, &mut Io::silent(&mut chance))?;
        let header = Header::new(header.setup.clone(), header.seed, header.chance.clone(), &game);
        Ok(Retold { header, entries: Vec::new(), game })
    }

    fn digest(&self) -> Digest {
        self.entries.last().map_or(self.header.digest, |entry| entry.digest)
    }

    fn act(&mut self, entry: &Entry) -> Result<Entry, RecordError> {
        let Entry { n, seat, action, .. } = *entry;
        let mut chance = Repeating::new(&entry.chance);
        let done = self.game.apply(seat, action, &mut Io::silent(&mut chance));
        done.map_err(|why| RecordError::NotAllowed { n, why })?;
        let entry = Entry::new(n, self.digest(), seat, action, entry.chance.clone(), &self.game);
        self.entries.push(entry.clone());
        Ok(entry)
    }

    fn go_back(&mut self, keep: u32) -> Result<(), RecordError> {
        let entries: Vec<Entry> = self.entries.drain(..).take(keep as usize).collect();
        *self = Retold::begin(&self.header)?;
        entries.iter().try_for_each(|entry| self.act(entry).map(|_| ()))
    }
}

/// The same line with digests that fit what is told before it.
fn retell(game: &mut Option<Retold>, mut entry: LogEntry) -> Result<LogEntry, RecordError> {
    match &mut entry {
        LogEntry::Started { header, .. } => {
            let begun = Retold::begin(header)?;
            header.clone_from(&begun.header);
            *game = Some(begun);
        }
        LogEntry::Resumed { header, entries, .. } => {
            let mut begun = Retold::begin(header)?;
            for entry in entries.iter_mut() {
                *entry = begun.act(entry)?;
            }
            header.clone_from(&begun.header);
            *game = Some(begun);
        }
        LogEntry::Acted { entry } => {
            if let Some(game) = game {
                *entry = game.act(entry)?;
            }
        }
        LogEntry::ActedAll { keep, entries } => {
            if let Some(game) = game {
                game.go_back(*keep)?;
                for entry in entries.iter_mut() {
                    *entry = game.act(entry)?;
                }
            }
        }
        LogEntry::Undone { keep, .. } => {
            if let Some(game) = game {
                game.go_back(*keep)?;
            }
        }
        _ => {}
    }
    Ok(entry)
}

#[cfg(test)]
mod tests;
