//! A table as its log tells it: who sits where, what was agreed, what is put to the vote, what was said.

use crate::deed::{Deed, Line, Planned};
use crate::live::{Before, Live, Misfit, Scene, Sight, Stored};
use crate::names;
use crate::secret::Hashed;
use crate::window::Window;
use alhambra_protocol::{
    ChatLine, ChatVoice, Clock, Pace, Phase, Proposal, Refusal, SeatInfo, Sitter, TableInfo, TableOptions,
    UndoPolicy,
};
use alhambra_rules::record::Header;
use alhambra_rules::{Action, Digest, Event, ModuleId, Player, Seat, SeatSet, Setup, code};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

mod clock;
mod hidden;
mod links;
use clock::{Punch, Watch};

/// How many lines of chat a snapshot shows.
const CHAT: usize = 60;
/// What bots are called, seat by seat: short, so that six of them fit beside their palaces. Levels are shown apart.
const BOT_NAMES: [&str; 6] = ["Aixa", "Yusuf", "Zaida", "Tariq", "Layla", "Omar"];

/// How long a table without games or after one is kept, and one that is being played, in milliseconds.
const KEPT_OPEN: u64 = 2 * DAY;
const KEPT_PLAYING: u64 = 90 * DAY;
/// The same for tables that are played by turns.
const KEPT_OPEN_BY_TURNS: u64 = 30 * DAY;
const KEPT_PLAYING_BY_TURNS: u64 = 365 * DAY;
/// How long somebody may be waited for by turns where no clock says so.
const PATIENCE: u64 = 7 * DAY;
const DAY: u64 = 24 * 3_600_000;

/// A table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Table {
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
    clock: Watch,
    /// The window between turns that is open.
    #[serde(default)]
    pub(crate) window: Option<Window>,
    /// Counts what everybody has heard of: the log's own numbers would tell of steps behind the veil.
    #[serde(default)]
    told: u64,
    /// The clock as everybody knows it, while somebody's turn is veiled.
    #[serde(skip)]
    open_clock: Option<Watch>,
    /// The game, stored beside this.
    #[serde(skip)]
    pub(crate) live: Option<Live>,
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
    pub(crate) scenes: Vec<Scene>,
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
    /// What was said or is noted.
    pub(crate) line: Option<ChatLine>,
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
            passes: false,
            waits: false,
            muted: false,
            agrees_to_seed: false,
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

impl Table {
    /// A table from its first line.
    pub(crate) fn create(id: &str, line: &Line) -> Option<Table> {
        let Deed::Created { name, seats, setup, options, seed, maker } = &line.deed else { return None };
        let place = |planned: &Planned| match planned {
            Planned::Maker(name) => {
                Place { ready: true, agrees_to_seed: true, ..Place::person(name.clone(), maker.clone()) }
            }
            Planned::Open => Place::open(),
            Planned::Bot(level) => Place::bot(level.clone()),
            Planned::Friend(name, token) => Place::person(name.clone(), token.clone()),
        };
        let mut table = Table {
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
            before: None,
            proposals: Vec::new(),
            next_proposal: 1,
            took_back: false,
            rematch: None,
            created: line.at,
            touched: line.at,
            moved: line.at,
            chat: VecDeque::new(),
            clock: Watch::default(),
            window: None,
            told: 1,
            open_clock: None,
            live: None,
        };
        table.name_bots();
        Some(table)
    }

    /// Does what the next line of the log says. A game that has already gone on to the new state (because it was
    /// checked before it was written) is handed in.
    pub(crate) fn apply(&mut self, line: Line, ahead: Option<Ahead>) -> Result<Applied, Misfit> {
        let mut applied = Applied { ours: ahead.is_some(), ..Applied::default() };
        let at = line.at;
        self.seq += 1;
        applied.table = true;
        applied.was_veiled = self.live.as_ref().and_then(Live::veiled);
        let known_clock =
            (self.options.clock != Clock::None && self.open_clock.is_none()).then(|| self.clock.clone());
        let (mut note, mut gone, mut passed, mut clock) = (None, Vec::new(), false, None);
        let at_place = |seats: &mut Vec<Place>, seat: Seat, change: &mut dyn FnMut(&mut Place)| {
            if let Some(place) = seats.get_mut(seat.index()) {
                change(place);
            }
        };
        match line.deed {
            Deed::Created { .. } => {}
            Deed::Joined { seat, name, token } => {
                note = Some(("joined", format!("{name} sits down")));
                self.withdraw(Some(seat));
                let waits = self.options.admission && token != self.host;
                let person = || Place { waits, ..Place::person(name.clone(), token.clone()) };
                at_place(&mut self.seats, seat, &mut |p| *p = person());
            }
            Deed::Left { seat } => {
                note = Some(("left", format!("{} leaves", self.called(seat))));
                self.withdraw(Some(seat));
                if self.phase == Phase::Lobby {
                    at_place(&mut self.seats, seat, &mut |p| *p = Place::open());
                }
            }
            Deed::Renamed { seat, name } => {
                note = Some(("renamed", format!("{} is now called {name}", self.called(seat))));
                at_place(&mut self.seats, seat, &mut |p| p.name.clone_from(&name));
            }
            Deed::Ready { seat, ready } => at_place(&mut self.seats, seat, &mut |p| p.ready = ready),
            Deed::Opened { seat } => {
                note = Some(("opened", format!("the host opens the seat of {}", self.called(seat))));
                self.withdraw(Some(seat));
                at_place(&mut self.seats, seat, &mut |p| *p = Place::open());
            }
            Deed::BotSeated { seat, level } => {
                note = Some(("bot_seated", format!("the host puts a bot on seat {}", seat.index() + 1)));
                self.withdraw(Some(seat));
                at_place(&mut self.seats, seat, &mut |p| *p = Place::bot(level.clone()));
                self.name_bots();
            }
            Deed::Admitted { seat } => {
                note = Some(("admitted", format!("the host lets {} play", self.called(seat))));
                at_place(&mut self.seats, seat, &mut |p| p.waits = false);
            }
            Deed::Muted { seat, mute } => {
                let (whom, says) = (
                    seat.map_or_else(|| "the spectators".to_owned(), |seat| self.called(seat)),
                    if mute { "mutes" } else { "lets talk again" },
                );
                note = Some((if mute { "muted" } else { "unmuted" }, format!("the host {says} {whom}")));
                match seat {
                    Some(seat) => at_place(&mut self.seats, seat, &mut |p| p.muted = mute),
                    None => self.options.silent_spectators = mute,
                }
            }
            Deed::SeatAdded => {
                note = Some(("seat_added", "the host adds a seat".to_owned()));
                self.seats.push(Place::open());
            }
            Deed::SeatRemoved { seat } => {
                note = Some(("seat_removed", format!("the host takes seat {} away", seat.index() + 1)));
                if seat.index() < self.seats.len() {
                    self.seats.remove(seat.index());
                    self.withdraw_removed(seat);
                }
            }
            Deed::Agreed { setup } => {
                note = Some(("agreed", "the host changes the agreement".to_owned()));
                self.setup = setup;
                self.seats.iter_mut().filter(|p| p.is_person()).for_each(|p| p.ready = false);
            }
            Deed::HandedOver { seat } => {
                note = Some(("handed_over", format!("{} is the host now", self.called(seat))));
                if let Some(token) = self.seats.get(seat.index()).and_then(|p| p.token.clone()) {
                    self.host = token;
                }
            }
            Deed::Started { seed, header } => {
                self.live = Some(match ahead {
                    Some(Ahead { started: Some(live), events, .. }) => {
                        applied.events = events;
                        live
                    }
                    _ => Live::restart(&header, seed, &mut applied.events)?,
                });
                self.setup = header.setup;
                self.seed = Some(seed);
                self.lucks = vec![(0, seed)];
                self.phase = Phase::Playing;
                applied.played = true;
                applied.scenes.push(Scene { events: applied.events.clone(), ..Scene::default() });
                clock = Some(Punch::Start);
            }
            Deed::Resumed { seed, header, entries, finished } => {
                let mut live = Live::restart(&header, seed, &mut Vec::new())?;
                for entry in &entries {
                    live.follow(entry, &mut Vec::new())?;
                }
                self.phase = match (live.game.is_over(), finished) {
                    (true, _) => Phase::Over,
                    (false, true) => Phase::Closed,
                    (false, false) => Phase::Playing,
                };
                // What was handed in to be looked at is known to whoever handed it in.
                self.shown = finished;
                self.lucks = match finished {
                    true => header.seed.map(|seed| (0, seed)).into_iter().collect(),
                    false => vec![(live.actions, seed)],
                };
                self.setup = header.setup;
                self.seed = (!finished).then_some(seed);
                self.live = Some(live);
                applied.played = true;
                applied.scenes.push(Scene::default());
                clock = Some(Punch::Start);
            }
            Deed::Acted { entry } => {
                let answered = self.timed_window().is_some();
                passed = entry.action == Action::Pass;
                let live = self.live.as_mut().ok_or(Misfit::Undo)?;
                match ahead {
                    Some(Ahead { game: Some(game), events, .. }) => {
                        gone = live.advance(game, &entry, &events);
                        applied.events = events;
                    }
                    _ => gone = live.follow(&entry, &mut applied.events)?,
                }
                if answered {
                    // The window has closed for everybody.
                    gone.append(&mut live.seal());
                }
                applied.by = Some(entry.seat);
                applied.played = true;
                applied.table = live.game.is_over();
                if live.game.is_over() {
                    self.phase = Phase::Over;
                    self.proposals.clear();
                }
                clock = Some(Punch::Go(Some(entry.seat)));
            }
            Deed::Undone { by, keep, seed } => {
                let live = self.live.as_mut().ok_or(Misfit::Undo)?;
                applied.undone = live.actions.saturating_sub(keep);
                match ahead {
                    Some(Ahead { started: Some(gone_back), .. }) => *live = gone_back,
                    _ if live.undo(keep) => {}
                    _ => return Err(Misfit::Undo),
                }
                applied.by = by;
                applied.played = true;
                applied.table = seed.is_some();
                if let Some(new) = seed {
                    self.took_back = true;
                    self.seed = seed;
                    self.lucks.retain(|(after, _)| *after == 0 || *after < keep);
                    self.lucks.push((keep, new));
                    self.phase = Phase::Playing;
                    let text = format!("back to before action {}", keep + 1);
                    note = Some(("took_back", text));
                }
                clock = Some(Punch::Go(None));
            }
            Deed::Proposed { number, by, what } => {
                note = Some(("proposed", format!("{} puts something to the vote", self.called(by))));
                self.next_proposal = number + 1;
                self.proposals.push(Proposal { number, by, what, agreed: vec![by] });
            }
            Deed::Voted { number, seat, agree } => {
                let says = if agree { "agrees" } else { "does not agree" };
                note = Some(("voted", format!("{} {says}", self.called(seat))));
                match self.proposals.iter_mut().find(|p| p.number == number) {
                    Some(proposal) if agree => proposal.agreed.push(seat),
                    _ => self.proposals.retain(|p| p.number != number),
                }
            }
            Deed::StoodIn { seat, level, by_host } => {
                let who = if by_host { "the host lets" } else { "the table lets" };
                note = Some(("stood_in", format!("{who} a bot play for {}", self.called(seat))));
                at_place(&mut self.seats, seat, &mut |p| p.stand_in = Some(level.clone()));
                self.proposals.clear();
            }
            Deed::Returned { seat } => {
                note = Some(("returned", format!("{} is back", self.called(seat))));
                at_place(&mut self.seats, seat, &mut |p| p.stand_in = None);
            }
            Deed::Shared { seat, token } => {
                note = Some(("shared", format!("{} lets somebody see their hand", self.called(seat))));
                self.shares.push((token, seat));
            }
            Deed::WatchShared { token } => {
                note = Some(("watch_shared", "the host makes a link for spectators".to_owned()));
                self.watchers.push(token);
            }
            Deed::Revoked { hand, by_host } => {
                let who = if by_host { "the host" } else { "their player" };
                note = Some(match hand {
                    Some(seat) => {
                        ("revoked", format!("{who} withdraws the links to the hand of {}", self.called(seat)))
                    }
                    None => ("revoked", "the host withdraws the link for spectators".to_owned()),
                });
                self.withdraw(hand);
            }
            Deed::PassesWindows { seat, pass } => {
                at_place(&mut self.seats, seat, &mut |p| p.passes = pass);
            }
            Deed::Answered { seat, action } => {
                applied.table = false;
                applied.answered = Some(seat);
                if let Some(window) = &mut self.window {
                    window.answer(seat, action);
                }
            }
            Deed::Notify { seat, webhook } => {
                applied.table = false;
                at_place(&mut self.seats, seat, &mut |p| p.webhook.clone_from(&webhook));
            }
            Deed::Said { seat, text } => {
                applied.table = false;
                applied.line = Some(self.say(at, ChatVoice::Seat { seat }, text));
            }
            Deed::Called { name, text } => {
                applied.table = false;
                applied.line = Some(self.say(at, ChatVoice::Watcher { name }, text));
            }
            Deed::TimeUp { seat } => {
                note = Some(("time_up", format!("the time of {} is up", self.called(seat))));
                self.time_runs_out(seat);
            }
            Deed::Rematched { table } => self.rematch = Some(table),
            Deed::Renewed => note = Some(("renewed", "the host keeps the table longer".to_owned())),
            Deed::Closed { by_host } => {
                let who = if by_host { "the host closes the table" } else { "the table is closed" };
                note = Some(("closed", who.to_owned()));
                self.stop(Phase::Closed);
                // Whoever plays alone hides nothing from anybody.
                self.shown |= by_host && self.live.is_some() && self.lone();
            }
            Deed::Parked { why } => {
                note = Some(("parked", format!("the game is stopped: {why}")));
                self.stop(Phase::Parked);
                clock = Some(Punch::Go(None));
            }
            Deed::Revived => {
                note = Some(("revived", "the host lets the game go on".to_owned()));
                applied.anew = true;
                self.go_on(at);
            }
            Deed::Reopened => {
                note = Some(("reopened", "the host opens the table again".to_owned()));
                applied.anew = true;
                self.go_on(at);
            }
            Deed::Shown => {
                note = Some(("shown", "everybody agrees that all of the game may be seen".to_owned()));
                self.shown = true;
                self.proposals.clear();
            }
            Deed::SeedAgreed { seat } => {
                note = Some(("seed_agreed", format!("{} agrees to the seed", self.called(seat))));
                at_place(&mut self.seats, seat, &mut |p| p.agrees_to_seed = true);
            }
            Deed::SeedForgotten => {
                note = Some(("seed_forgotten", "the host leaves the luck to the lot".to_owned()));
                self.chosen_seed = None;
            }
        }
        if applied.played {
            self.moved = at;
            self.window = Window::after(self.window.take(), self.live.as_ref(), passed, at);
        }
        match clock {
            Some(Punch::Start) => self.start_clock(at),
            Some(Punch::Go(acted)) => self.punch_clock(at, acted),
            None => {}
        }
        self.draw_veil(&mut applied, &gone, known_clock);
        let quiet = applied.answered.is_some() || applied.played && applied.scenes.is_empty();
        if !quiet {
            self.touched = self.touched.max(at);
        }
        if let Some((key, text)) = note {
            applied.line = Some(self.say(at, ChatVoice::Table { key: key.to_owned() }, text));
        }
        Ok(applied)
    }

    /// What somebody does in a turn is theirs alone as long as they can take it back: then everybody hears of it.
    fn draw_veil(&mut self, applied: &mut Applied, gone: &[Before], known_clock: Option<Watch>) {
        // A game that is stopped tells no more than before: it may go on.
        let may_take_back = !self.shown() && self.options.undo != UndoPolicy::None;
        let plays =
            |seat: &Seat| self.seats.get(seat.index()).is_some_and(|place| place.bot_level().is_none());
        if let Some(live) = &mut self.live {
            let veiled = live.undecided().filter(|_| may_take_back).filter(plays);
            match applied.scenes.is_empty() {
                true => applied.scenes = live.veil(veiled, applied.played, gone),
                false => live.begin(),
            }
            self.open_clock = match (live.veiled(), self.open_clock.take()) {
                (Some(_), open) if applied.scenes.is_empty() => open.or(known_clock),
                (Some(_), _) => Some(self.clock.clone()),
                (None, _) => None,
            };
        }
        // What was put to the vote is settled when everybody sees that something was taken back.
        if applied.scenes.iter().any(|scene| scene.undone > 0) {
            applied.table |= !self.proposals.is_empty();
            self.proposals.clear();
        }
        let line = !applied.played && applied.answered.is_none();
        self.told += applied.scenes.len() as u64 + u64::from(line);
    }

    /// Counts what everybody has heard of.
    pub(crate) fn told(&self) -> u64 {
        self.told
    }

    /// The game as a viewer may know it.
    pub(crate) fn sight(&self, viewer: Option<Seat>) -> Option<Sight<'_>> {
        Some(self.live.as_ref()?.sight(viewer))
    }

    fn say(&mut self, at: u64, voice: ChatVoice, text: String) -> ChatLine {
        let turn = self.sight(None).map_or(0, |sight| sight.game.turn().number);
        let line = ChatLine { seq: self.told, at, voice, text, turn };
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        line
    }

    /// What was said last.
    pub(crate) fn chat(&self) -> Vec<ChatLine> {
        self.chat.iter().cloned().collect()
    }

    /// What somebody is called.
    pub(crate) fn called(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map_or_else(String::new, |p| p.name.clone())
    }

    /// Every seat has a name for its bot; one that a person here has already goes to nobody else.
    fn name_bots(&mut self) {
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

    /// When the table is closed if nothing happens.
    pub(crate) fn expires(&self) -> u64 {
        self.touched
            + match (self.options.pace, self.phase) {
                (Pace::Live, Phase::Playing) => KEPT_PLAYING,
                (Pace::Live, _) => KEPT_OPEN,
                (Pace::ByTurns, Phase::Playing) => KEPT_PLAYING_BY_TURNS,
                (Pace::ByTurns, _) => KEPT_OPEN_BY_TURNS,
            }
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

    /// The table as everybody sees it; `here` are the seats with a connection, `watching` the spectators.
    pub(crate) fn info(&self, here: SeatSet, watching: u32) -> TableInfo {
        let setup = self.agreed();
        let shared = |place: &Place| {
            place.token.is_some() && self.seats.iter().filter(|p| p.token == place.token).count() > 1
        };
        let seats = (0..).map_while(Seat::new).zip(&self.seats).map(|(seat, place)| SeatInfo {
            seat,
            name: place.name.clone(),
            sitter: place.sitter.clone(),
            ready: place.ready,
            here: here.contains(seat),
            stand_in: place.stand_in.clone(),
            hot_seat: shared(place),
            passes: place.passes,
            waits: place.waits,
            muted: place.muted,
            agrees_to_seed: place.agrees_to_seed,
        });
        let host = self.role(&self.host).and_then(|role| role.seats.first());
        TableInfo {
            id: self.id.clone(),
            name: self.name.clone(),
            phase: self.phase,
            options: self.options.clone(),
            setup_code: code::encode(&setup),
            setup,
            seats: seats.collect(),
            host,
            watching,
            links: self.links(),
            proposals: self.proposals.clone(),
            took_back: self.took_back,
            seed: self.seed.filter(|_| self.shown()).map(|seed| seed.to_string()),
            luck: self.luck(),
            shown: self.shown(),
            rematch: self.rematch.clone(),
            created: self.created,
            expires: self.expires(),
        }
    }

    /// The JSON of everything but the game's state, and that state, for a checkpoint.
    pub(crate) fn checkpoint(&self) -> (String, Vec<u8>) {
        let stored = self.live.as_ref().map(Live::store);
        let state = stored.as_ref().map_or_else(Vec::new, |s| s.state.clone());
        let json = serde_json::to_string(&(self, stored, Header::versions(&self.setup))).unwrap_or_default();
        (format!("{} {json}", seal(&json, &state)), state)
    }

    /// A table from its checkpoint, if that is to the last bit what was written, by a program that plays as this one does.
    pub(crate) fn load(meta: &str, state: Vec<u8>) -> Result<Table, Misfit> {
        let unfit = |why: &str| Misfit::Checkpoint(why.to_owned());
        let (sealed, json) = meta.split_once(' ').ok_or_else(|| unfit("it has no seal"))?;
        if sealed != seal(json, &state) {
            return Err(unfit("it is not what was written"));
        }
        let (mut table, stored, versions): (Table, Option<Stored>, Versions) =
            serde_json::from_str(json).map_err(|why| unfit(&why.to_string()))?;
        if versions != Header::versions(&table.setup) {
            return Err(unfit("it was written by a program with other versions"));
        }
        table.live = stored.map(|stored| Live::load(stored.with(state))).transpose()?;
        Ok(table)
    }

    /// Whether the table goes on by itself: a bot has to decide or a clock runs.
    pub(crate) fn busy(&self) -> bool {
        self.phase == Phase::Playing
            && (self.options.clock != Clock::None || self.seats.iter().any(|p| p.bot_level().is_some()))
    }
}

/// The versions of edition and modules.
type Versions = (u16, std::collections::BTreeMap<ModuleId, u16>);

/// The digest of a checkpoint: a bit that fell over is noticed, and the log decides.
fn seal(json: &str, state: &[u8]) -> String {
    let mut bytes = json.as_bytes().to_vec();
    bytes.extend_from_slice(state);
    format!("{:016x}", Digest::of(&bytes).0)
}

/// What was worked out before a line was written, so that it need not be done twice.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// The game that was started, or the one gone back to.
    pub(crate) started: Option<Live>,
    /// The game after the action.
    pub(crate) game: Option<Box<alhambra_rules::GameState>>,
    /// What happened.
    pub(crate) events: Vec<Event>,
}
