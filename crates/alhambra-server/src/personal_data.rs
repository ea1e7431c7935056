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
    /// What it is: name, table's name, Dirk's name, chat, webhook, push.
    pub(crate) what: &'static str,
    pub(crate) text: String,
}

/// Somebody at a seat while a log is read.
#[derive(Clone)]
struct Sitting {
    /// Counts those who sat down, so that a second reading finds the same.
    number: usize,
    token: Hashed,
}

/// Who sits where while a log is read, and which of them is the person.
struct Person<'a> {
    name: &'a str,
    /// Those who were called so at some time.
    sittings: Vec<usize>,
    /// The tokens of everybody who was called so at some time.
    tokens: Vec<Hashed>,
    /// The tokens of several seats at once: whoever has one is known by their name alone.
    shared: Vec<Hashed>,
    /// What the person called Dirk.
    dirks: Vec<String>,
    host: Option<Hashed>,
    seats: Vec<Option<Sitting>>,
    sat_down: usize,
}

impl<'a> Person<'a> {
    /// Finds the person in a log.
    fn find(name: &'a str, lines: &[LogLine]) -> Person<'a> {
        let mut person = Person {
            name,
            sittings: Vec::new(),
            tokens: Vec::new(),
            shared: Vec::new(),
            dirks: Vec::new(),
            host: None,
            seats: Vec::new(),
            sat_down: 0,
        };
        for line in lines {
            person.follow(&line.entry);
            person.note_names(&line.entry);
            let held = || person.seats.iter().flatten().map(|sitting| &sitting.token);
            let twice = |token: &&Hashed| held().filter(|other| other == token).count() > 1;
            let shared: Vec<Hashed> = held().filter(twice).cloned().collect();
            person.shared.extend(shared);
        }
        // Only now is it known who the person is at each moment.
        person.begin_again();
        for line in lines {
            person.follow(&line.entry);
            let (LogEntry::Created { setup, .. } | LogEntry::Agreed { setup }) = &line.entry else {
                continue;
            };
            if person.hosts() {
                person.dirks.push(setup.dirk.clone());
            }
        }
        person.begin_again();
        person
    }

    /// Notes whoever is called like the person by a line.
    fn note_names(&mut self, entry: &LogEntry) {
        let named: Vec<(Option<Sitting>, &str)> = match entry {
            LogEntry::Created { seats, .. } => {
                let called = seats.iter().map(|planned| planned.name().unwrap_or_default());
                self.seats.iter().cloned().zip(called).collect()
            }
            LogEntry::Joined { seat, name, .. } | LogEntry::Renamed { seat, name } => {
                vec![(self.at(*seat).cloned(), name)]
            }
            _ => Vec::new(),
        };
        let alike = |(sitting, called): (Option<Sitting>, &str)| sitting.filter(|_| alike(called, self.name));
        for Sitting { number, token } in named.into_iter().filter_map(alike).collect::<Vec<_>>() {
            self.sittings.push(number);
            self.tokens.push(token);
        }
    }

    fn begin_again(&mut self) {
        self.seats.clear();
        (self.sat_down, self.host) = (0, None);
    }

    /// Keeps up with who sits where.
    fn follow(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Created { seats, maker, .. } => {
                self.host = Some(maker.clone());
                for planned in seats {
                    let token = match planned {
                        Planned::Maker(_) => Some(maker.clone()),
                        Planned::Friend(_, token) => Some(token.clone()),
                        Planned::Open | Planned::Bot(_) => None,
                    };
                    let sitting = token.map(|token| self.sit_down(token));
                    self.seats.push(sitting);
                }
            }
            LogEntry::Joined { seat, token, .. } => {
                let sitting = self.sit_down(token.clone());
                self.put(*seat, Some(sitting));
            }
            LogEntry::Opened { seat } | LogEntry::BotSeated { seat, .. } => self.put(*seat, None),
            LogEntry::SeatAdded => self.seats.push(None),
            LogEntry::SeatRemoved { seat } if seat.index() < self.seats.len() => {
                self.seats.remove(seat.index());
            }
            LogEntry::HandedOver { seat } => {
                self.host = self.at(*seat).map(|sitting| sitting.token.clone()).or(self.host.take());
            }
            _ => {}
        }
    }

    fn sit_down(&mut self, token: Hashed) -> Sitting {
        self.sat_down += 1;
        Sitting { number: self.sat_down, token }
    }

    fn put(&mut self, seat: Seat, sitting: Option<Sitting>) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = sitting;
        }
    }

    fn at(&self, seat: Seat) -> Option<&Sitting> {
        self.seats.get(seat.index())?.as_ref()
    }

    /// Whether a token is the person's, and nobody else's.
    fn owns(&self, token: &Hashed) -> bool {
        self.tokens.contains(token) && !self.shared.contains(token)
    }

    /// Whether the person sits there now.
    fn sits(&self, seat: Seat) -> bool {
        self.at(seat).is_some_and(|it| self.sittings.contains(&it.number) || self.owns(&it.token))
    }

    /// Whether the person is the host now: what the table and Dirk are called is the host's to say. Of several who share the
    /// host's token it is the first.
    fn hosts(&self) -> bool {
        let Some(host) = &self.host else { return false };
        let first = self.seats.iter().flatten().find(|sitting| sitting.token == *host);
        self.owns(host) || first.is_some_and(|sitting| self.sittings.contains(&sitting.number))
    }

    /// Whether a name of a table or of Dirk is the person's: they gave it, or it names them.
    fn left_name(&self, name: &str) -> bool {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let own = self.name.split_whitespace().count().max(1);
        let named = || words.windows(own).any(|words| alike(&words.join(" "), self.name));
        !name.is_empty() && (self.hosts() || alike(name, self.name) || named())
    }

    /// Whether what Dirk is called is theirs.
    fn left_dirk(&self, dirk: &str) -> bool {
        let usual = Setup::players(2).dirk == dirk;
        !usual && (self.dirks.iter().any(|own| own == dirk) || alike(dirk, self.name))
    }
}

/// Everything a person left at a table.
pub(crate) fn left(table: &str, name: &str, lines: &[LogLine]) -> Vec<Left> {
    let mut person = Person::find(name, lines);
    let mut found = Vec::new();
    for LogLine { at, entry } in lines {
        person.follow(entry);
        let own: Vec<(&'static str, &str)> = match entry {
            LogEntry::Created { name, seats, setup, .. } => {
                let sitting = (0..).map_while(Seat::new).zip(seats).filter(|(seat, _)| person.sits(*seat));
                let names = sitting.filter_map(|(_, planned)| Some(("name", planned.name()?)));
                let table = person.left_name(name).then_some(("table's name", name.as_str()));
                names.chain(table).chain(dirk(&person, setup)).collect()
            }
            LogEntry::Agreed { setup } => dirk(&person, setup).into_iter().collect(),
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

/// What Dirk is called, if the person said so.
fn dirk<'l>(person: &Person<'_>, setup: &'l Setup) -> Option<(&'static str, &'l str)> {
    person.left_dirk(&setup.dirk).then_some(("Dirk's name", setup.dirk.as_str()))
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
        LogEntry::Created { name, seats, setup, .. } => {
            if person.left_name(name) {
                name.clear();
            }
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
    if person.left_dirk(&setup.dirk) {
        setup.dirk = Setup::players(2).dirk;
    }
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
