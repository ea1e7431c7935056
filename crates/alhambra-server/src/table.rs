//! A table as its log tells it: who sits where, what was agreed, what is put to the vote, what was said.

use crate::log_entry::{LogEntry, LogLine, Planned};
use crate::secret::Hashed;
use crate::session::{Misfit, Reveal, Session, UndoPoint, VisibleGame};
use crate::window::OpenWindow;
use alhambra_protocol::{
    ChatLine, ChatVoice, Clock, Note, Phase, Proposal, PushAddress, SeatInfo, Sitter, TableInfo,
    TableOptions, UndoPolicy,
};
use alhambra_rules::{Event, Player, Seat, SeatSet, Setup, code};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

mod clock;
mod hidden;
mod kept;
mod links;
mod play;
mod presence;
mod seats;
mod stored;
mod talk;
use clock::{ClockChange, ThinkingTime};
pub(crate) use kept::Kept;
pub(crate) use presence::Present;
pub(crate) use talk::Talk;

/// How many lines of chat a snapshot shows.
const CHAT: usize = 60;

/// A day in milliseconds.
pub(crate) const DAY: u64 = 24 * 3_600_000;

/// A table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableState {
    pub(crate) id: String,
    /// The place of the last line in the log.
    pub(crate) seq: u64,
    pub(crate) name: String,
    pub(crate) phase: Phase,
    pub(crate) options: TableOptions,
    pub(crate) setup: Setup,
    pub(crate) seats: Vec<Place>,
    /// Who has the host's powers: the maker's token, or after handing over that of a seat.
    host: Hashed,
    /// Links that show a hand.
    shares: Vec<(Hashed, Seat)>,
    /// Links the host made for spectators.
    #[serde(default)]
    watchers: Vec<Hashed>,
    /// Whether the table's address alone is not enough to watch any more.
    #[serde(default)]
    unwatched: bool,
    /// The last links that were withdrawn, so that whoever comes by them hears it.
    #[serde(default)]
    withdrawn: VecDeque<Hashed>,
    /// The seed the maker chose.
    pub(crate) chosen_seed: Option<u64>,
    seed: Option<u64>,
    /// Where luck comes from after which action.
    #[serde(default)]
    lucks: Vec<(u32, u64)>,
    /// Whether everybody may see everything of a game that is not over.
    #[serde(default)]
    shown: bool,
    /// Whether the game was handed in to be looked at.
    #[serde(default)]
    pub(crate) imported: bool,
    /// Where the table was in its life before it was closed or parked.
    #[serde(default)]
    before: Option<Phase>,
    pub(crate) proposals: Vec<Proposal>,
    next_proposal: u32,
    took_back: bool,
    pub(crate) rematch: Option<String>,
    created: u64,
    touched: u64,
    /// When the game went on last.
    #[serde(default)]
    moved: u64,
    chat: VecDeque<ChatLine>,
    /// How much of its log is talk.
    #[serde(default)]
    pub(crate) talk: Talk,
    clock: ThinkingTime,
    /// The window between turns that is open.
    #[serde(default)]
    pub(crate) window: Option<OpenWindow>,
    /// Counts what everybody has heard of: the log's own numbers would tell of steps behind the veil.
    #[serde(default)]
    told: u64,
    /// The clock as everybody knows it, while somebody's turn is veiled.
    #[serde(skip)]
    open_clock: Option<ThinkingTime>,
    /// How long it is kept.
    #[serde(skip)]
    pub(crate) kept: Kept,
    /// Which telling of the log this was read from.
    #[serde(skip)]
    pub(crate) telling: u64,
    /// The game, stored beside this.
    #[serde(skip)]
    pub(crate) session: Option<Session>,
}

/// A seat and who plays it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) sitter: Sitter,
    pub(crate) ready: bool,
    pub(crate) token: Option<Hashed>,
    pub(crate) stand_in: Option<String>,
    pub(crate) webhook: Option<String>,
    /// The browser that is told of their turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) push: Option<Box<PushAddress>>,
    /// Whether they pass in windows between turns without being asked.
    #[serde(default)]
    pub(crate) passes: bool,
    /// Whether they wait for the host's word.
    #[serde(default)]
    pub(crate) waits: bool,
    /// Whether the host has muted them.
    #[serde(default)]
    pub(crate) muted: bool,
    /// Whether they agree to a seed that was chosen.
    #[serde(default)]
    pub(crate) agrees_to_seed: bool,
    /// Whether they gave the game up for good.
    #[serde(default)]
    pub(crate) resigned: bool,
    /// The bot that plays on for them since they left the game, as long as somebody would wait for them.
    #[serde(default)]
    pub(crate) left_to: Option<String>,
    /// When the table heard of them last, in milliseconds since 1970; 0 if it never did.
    #[serde(default)]
    pub(crate) heard: u64,
}

/// What a token is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Role {
    pub(crate) seats: SeatSet,
    /// The hand a spectator link shows.
    pub(crate) hand: Option<Seat>,
    /// Whether it is a link the host made for spectators.
    pub(crate) watch: bool,
    pub(crate) host: bool,
}

impl Role {
    /// Whether it is good for watching only.
    pub(crate) fn watches(&self) -> bool {
        self.seats.is_empty() && !self.host
    }
}

/// What applying a line brought about, for those who watch.
#[derive(Debug, Default)]
pub(crate) struct Applied {
    /// What happened in the game, if it went on.
    pub(crate) events: Vec<Event>,
    /// How many actions were taken back.
    pub(crate) undone: u32,
    /// Who acted.
    pub(crate) by: Option<Seat>,
    /// Whether the game went on.
    pub(crate) played: bool,
    /// What everybody gets to know of the game.
    pub(crate) reveals: Vec<Reveal>,
    /// Whose turn was veiled before.
    pub(crate) was_veiled: Option<Seat>,
    /// Who answered in a window, for nobody else to know.
    pub(crate) answered: Option<Seat>,
    /// Whether the game goes on after a pause, and everybody needs to know what they decide.
    pub(crate) anew: bool,
    /// Whether it was worked out here before it was written, and not read from the log.
    pub(crate) ours: bool,
    /// Whether seats, votes or phase changed.
    pub(crate) table: bool,
    /// Whether seats have other numbers now.
    pub(crate) renumbered: bool,
    /// What was said or is noted.
    pub(crate) line: Option<ChatLine>,
}

/// What a line brings about while it is done.
#[derive(Debug, Default)]
struct Applying {
    applied: Applied,
    /// What the table itself says about it.
    note: Option<Note>,
    /// What can no longer be taken back.
    gone: Vec<UndoPoint>,
    /// Whether somebody passed.
    passed: bool,
    /// What the clock does.
    clock: Option<ClockChange>,
}

impl Place {
    fn open() -> Place {
        Place {
            name: String::new(),
            sitter: Sitter::Open,
            ready: false,
            token: None,
            stand_in: None,
            webhook: None,
            push: None,
            passes: false,
            waits: false,
            muted: false,
            agrees_to_seed: false,
            resigned: false,
            left_to: None,
            heard: 0,
        }
    }

    fn person(name: String, token: Hashed) -> Place {
        Place { name, sitter: Sitter::Person, token: Some(token), ..Place::open() }
    }

    fn bot(level: String) -> Place {
        Place { name: level.clone(), sitter: Sitter::Bot { level }, ready: true, ..Place::open() }
    }

    /// The level of the bot that decides here, if one does.
    pub(crate) fn bot_level(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Bot { level } => Some(level),
            _ => self.stand_in.as_deref(),
        }
    }

    pub(crate) fn is_person(&self) -> bool {
        self.sitter == Sitter::Person
    }
}

impl TableState {
    /// A table from its first line.
    pub(crate) fn create(id: &str, line: &LogLine) -> Option<TableState> {
        let LogEntry::Created { name, seats, setup, options, seed, maker } = &line.entry else { return None };
        let place = |planned: &Planned| match planned {
            Planned::Maker(name) => {
                let place = Place::person(name.clone(), maker.clone());
                Place { ready: true, agrees_to_seed: true, heard: line.at, ..place }
            }
            Planned::Open => Place::open(),
            Planned::Bot(level) => Place::bot(level.clone()),
            Planned::Friend(name, token) => Place::person(name.clone(), token.clone()),
        };
        let mut table = TableState {
            id: id.to_owned(),
            seq: 1,
            name: name.clone(),
            phase: Phase::Lobby,
            options: options.clone(),
            setup: setup.clone(),
            seats: seats.iter().map(place).collect(),
            host: maker.clone(),
            shares: Vec::new(),
            watchers: Vec::new(),
            unwatched: false,
            withdrawn: VecDeque::new(),
            chosen_seed: *seed,
            seed: None,
            lucks: Vec::new(),
            shown: false,
            imported: false,
            before: None,
            proposals: Vec::new(),
            next_proposal: 1,
            took_back: false,
            rematch: None,
            created: line.at,
            touched: line.at,
            moved: line.at,
            chat: VecDeque::new(),
            talk: Talk::default(),
            clock: ThinkingTime::default(),
            window: None,
            told: 1,
            open_clock: None,
            kept: Kept::default(),
            telling: 0,
            session: None,
        };
        table.name_bots();
        Some(table)
    }

    /// Does what the next line of the log says. A game that has already gone on to the new state (because it was
    /// checked before it was written) is handed in.
    pub(crate) fn apply(&mut self, line: LogLine, ahead: Option<Precomputed>) -> Result<Applied, Misfit> {
        let mut applied = Applied { ours: ahead.is_some(), table: true, ..Applied::default() };
        let at = line.at;
        self.seq += 1;
        applied.was_veiled = self.session.as_ref().and_then(Session::veiled);
        let before = self.session.as_ref().map_or(0, |session| session.actions);
        let known_clock =
            (self.options.clock != Clock::None && self.open_clock.is_none()).then(|| self.clock.clone());
        let (heard_of, in_window) = (line.entry.heard_of(), self.timed_window().is_some());
        let applying = self.happens(at, line.entry, ahead, applied)?;
        let Applying { mut applied, note, gone, passed, clock } = applying;
        if applied.played {
            self.moved = at;
            self.window = OpenWindow::after(self.window.take(), self.session.as_ref(), passed, at);
        }
        self.change_clock(at, clock);
        self.draw_veil(&mut applied, &gone, known_clock);
        // In a window those who said nothing pass as well.
        let played = applied.reveals.iter().filter(|reveal| !in_window && reveal.undone == 0);
        let played: SeatSet = played.filter_map(|reveal| reveal.by.or(applied.by)).collect();
        self.hear_of(heard_of, played, at);
        if let Some(session) = &mut self.session {
            let behind: Vec<Seat> = applied.was_veiled.into_iter().chain(session.veiled()).collect();
            let keep = (applied.undone > 0).then(|| before.saturating_sub(applied.undone));
            session.note_cuts(&behind, keep, &applied.reveals);
        }
        let quiet = applied.answered.is_some() || applied.played && applied.reveals.is_empty();
        if !quiet {
            self.touched = self.touched.max(at);
        }
        // A note is a key: whoever asked for texts gets it in English when it is sent.
        if let Some(note) = note {
            applied.line = Some(self.say(at, note.voice(), String::new()));
        }
        Ok(applied)
    }

    /// Does the deed itself.
    fn happens(
        &mut self,
        at: u64,
        entry: LogEntry,
        ahead: Option<Precomputed>,
        applied: Applied,
    ) -> Result<Applying, Misfit> {
        let mut applying = Applying { applied, ..Applying::default() };
        match entry {
            entry @ (LogEntry::Joined { .. }
            | LogEntry::Left { .. }
            | LogEntry::Renamed { .. }
            | LogEntry::Ready { .. }
            | LogEntry::Opened { .. }
            | LogEntry::BotSeated { .. }
            | LogEntry::Admitted { .. }
            | LogEntry::Muted { .. }
            | LogEntry::SeatAdded
            | LogEntry::SeatRemoved { .. }
            | LogEntry::Agreed { .. }
            | LogEntry::HandedOver { .. }
            | LogEntry::StoodIn { .. }
            | LogEntry::Returned { .. }
            | LogEntry::Resigned { .. }
            | LogEntry::PassesWindows { .. }
            | LogEntry::Notify { .. }
            | LogEntry::SeedAgreed { .. }
            | LogEntry::SeedForgotten) => self.seats_change(entry, &mut applying),
            entry @ (LogEntry::Proposed { .. }
            | LogEntry::Voted { .. }
            | LogEntry::Shared { .. }
            | LogEntry::WatchShared { .. }
            | LogEntry::Revoked { .. }
            | LogEntry::Said { .. }
            | LogEntry::Called { .. }) => self.people_talk(at, entry, &mut applying),
            entry @ (LogEntry::Started { .. }
            | LogEntry::Resumed { .. }
            | LogEntry::Acted { .. }
            | LogEntry::ActedAll { .. }
            | LogEntry::Undone { .. }
            | LogEntry::Answered { .. }
            | LogEntry::TimeUp { .. }
            | LogEntry::Awoke { .. }
            | LogEntry::Closed { .. }
            | LogEntry::Parked { .. }
            | LogEntry::Revived
            | LogEntry::Reopened
            | LogEntry::Shown) => self.game_goes_on(at, entry, ahead, &mut applying)?,
            LogEntry::Rematched { table } => self.rematch = Some(table),
            LogEntry::Looked => applying.applied.table = false,
            LogEntry::Renewed => applying.note = Some(Note::Renewed),
            LogEntry::Created { .. } => {}
        }
        Ok(applying)
    }

    /// What somebody does in a turn is theirs alone as long as they can take it back: then everybody hears of it.
    fn draw_veil(&mut self, applied: &mut Applied, gone: &[UndoPoint], known_clock: Option<ThinkingTime>) {
        // A game that is stopped tells no more than before: it may go on.
        let may_take_back = !self.shown() && self.options.undo != UndoPolicy::None;
        let plays =
            |seat: &Seat| self.seats.get(seat.index()).is_some_and(|place| place.bot_level().is_none());
        if let Some(session) = &mut self.session {
            let veiled = session.undecided().filter(|_| may_take_back).filter(plays);
            match applied.reveals.is_empty() {
                true => applied.reveals = session.veil(veiled, applied.played, gone),
                false => session.begin(),
            }
            self.open_clock = match (session.veiled(), self.open_clock.take()) {
                (Some(_), open) if applied.reveals.is_empty() => open.or(known_clock),
                (Some(_), _) => Some(self.clock.clone()),
                (None, _) => None,
            };
        }
        // What was put to the vote is settled when everybody sees that something was taken back.
        if applied.reveals.iter().any(|reveal| reveal.undone > 0) {
            applied.table |= !self.proposals.is_empty();
            self.proposals.clear();
        }
        let line = !applied.played && applied.answered.is_none();
        self.told += applied.reveals.len() as u64 + u64::from(line);
    }

    /// Counts what everybody has heard of.
    pub(crate) fn told(&self) -> u64 {
        self.told
    }

    /// The game as a viewer may know it.
    pub(crate) fn visible_to(&self, viewer: Option<Seat>) -> Option<VisibleGame<'_>> {
        Some(self.session.as_ref()?.visible_to(viewer))
    }

    fn say(&mut self, at: u64, voice: ChatVoice, text: String) -> ChatLine {
        let turn = self.visible_to(None).map_or(0, |visible| visible.game.turn().number);
        let line = ChatLine { seq: self.told, at, voice, text, turn };
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        line
    }

    /// What was said last, with the texts of notes or without.
    pub(crate) fn chat(&self, texts: bool) -> Vec<ChatLine> {
        let told = |line: ChatLine| if texts { line.with_text() } else { line };
        self.chat.iter().cloned().map(told).collect()
    }

    /// What somebody is called.
    pub(crate) fn called(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map_or_else(String::new, |p| p.name.clone())
    }

    /// What a token is good for; `None` if it is good for nothing here.
    pub(crate) fn role(&self, token: &Hashed) -> Option<Role> {
        let seats = (0..).map_while(Seat::new).zip(&self.seats);
        let own: SeatSet =
            seats.filter(|(_, p)| p.token.as_ref() == Some(token)).map(|(seat, _)| seat).collect();
        let hand = self.shares.iter().find(|(share, _)| share == token).map(|(_, seat)| *seat);
        let (host, watch) = (self.host == *token, self.watchers.contains(token));
        (host || watch || hand.is_some() || !own.is_empty()).then_some(Role { seats: own, hand, watch, host })
    }

    /// The agreement with the names at the seats.
    pub(crate) fn agreed(&self) -> Setup {
        let player = |(i, place): (usize, &Place)| Player {
            name: if place.name.is_empty() { format!("Player {}", i + 1) } else { place.name.clone() },
            age: None,
        };
        Setup { players: self.seats.iter().enumerate().map(player).collect(), ..self.setup.clone() }
    }

    /// The number of the next proposal.
    pub(crate) fn next_proposal(&self) -> u32 {
        self.next_proposal
    }

    /// The table as everybody sees it.
    pub(crate) fn info(&self, present: &Present<'_>) -> TableInfo {
        let setup = self.agreed();
        let hub = |place: &Place| {
            place.token.is_some() && self.seats.iter().filter(|p| p.token == place.token).count() > 1
        };
        let seats = (0..).map_while(Seat::new).zip(&self.seats).map(|(seat, place)| SeatInfo {
            seat,
            name: place.name.clone(),
            sitter: place.sitter.clone(),
            ready: place.ready,
            here: present.here.contains(seat),
            away_since: place.away_since(seat, present),
            stand_in: place.stand_in.clone(),
            hot_seat: hub(place),
            passes: place.passes,
            waits: place.waits,
            muted: place.muted,
            agrees_to_seed: place.agrees_to_seed,
            resigned: place.resigned,
        });
        let host = self.role(&self.host).and_then(|role| role.seats.first());
        TableInfo {
            id: self.id.clone(),
            name: self.name.clone(),
            phase: self.phase,
            options: self.options.clone(),
            setup_code: code::encode(&setup).ok(),
            setup,
            seats: seats.collect(),
            host,
            watching: present.watching,
            links: self.links(),
            proposals: self.proposals.clone(),
            took_back: self.took_back,
            seed: self.seed.filter(|_| self.shown()).map(|seed| seed.to_string()),
            luck: self.luck(),
            shown: self.shown(),
            conceded_to: self.conceded_to(),
            rematch: self.rematch.clone(),
            created: self.created,
            expires: self.expires(),
        }
    }

    /// Whether the table goes on by itself: a bot has to decide or a clock runs.
    pub(crate) fn busy(&self) -> bool {
        self.phase == Phase::Playing
            && (self.options.clock != Clock::None || self.seats.iter().any(|p| p.bot_level().is_some()))
    }
}

/// What was worked out before a line was written, so that it need not be done twice.
#[derive(Debug, Default)]
pub(crate) struct Precomputed {
    /// The game that was started, or the one gone back to.
    pub(crate) started: Option<Session>,
    /// What happened at the start.
    pub(crate) events: Vec<Event>,
    /// The game after each action, and what happened in it.
    pub(crate) games: Vec<(Box<alhambra_rules::GameState>, Vec<Event>)>,
}
