//! Non-interference over the wire. Two servers have the same table with the same game, only that what one seat cannot
//! know is dealt differently in the second; everybody does the same in both, only that in the second they sometimes try
//! something else first and take it back. Every byte sent to that seat, and to a spectator, must be the same.
//!
//! Each module that hides something is found by the test itself and played alone; forty games here, a thousand with `cargo xtask soak --server`.

use crate::client::{Player, Remote};
use crate::config::{Config, Settings};
use crate::log_entry::{LogEntry, LogLine, Planned};
use crate::secret::{self, Hashed};
use crate::server::Server;
use crate::session::Session;
use crate::store::{Along, Append, Checkpoint};
use crate::table::TableState;
use alhambra_protocol::{Request, Selection, ServerMessage, TableOptions, Windows};
use alhambra_rules::belief::Recall;
use alhambra_rules::record::Entry;
use alhambra_rules::{Action, EditionId, Event, GameState, ModuleId, Quick, Seat, Setup};
use std::collections::BTreeMap;
use std::sync::Arc;

mod hiding;
mod windows;

/// How many moves are compared in one game, at most.
const MOVES: u32 = 40;

/// The only things that may differ: the time of day, in lines of chat, answers to pings, how long a window has been open, and
/// when a table expires.
const TIMES: [&str; 4] = ["\"at\":", "\"now\":", "\"expires\":", "\"age\":"];

/// A server and how to reach it.
struct Twin {
    server: Server,
    remote: Remote,
    _dir: tempfile::TempDir,
}

impl Twin {
    async fn start() -> Twin {
        let dir = tempfile::tempdir().unwrap();
        let flags = [
            ("listen", "127.0.0.1:0".to_owned()),
            ("data_dir", dir.path().display().to_string()),
            ("messages_per_second", "1000000".to_owned()),
            ("downloads_per_minute", "1000000".to_owned()),
        ];
        let settings = Settings::gather(&flags, std::iter::empty(), None).unwrap();
        let server = Server::start(Config::new(&settings).unwrap()).await.unwrap();
        // Windows close when the test says so, and everything is as old in both worlds.
        server.hub().time.hold(0);
        let remote = Remote::at(server.address());
        Twin { server, remote, _dir: dir }
    }

    /// Writes a table to the store, as if it had been played here; the game is as the checkpoint says.
    async fn plant(&self, table: &TableState, lines: &[LogLine]) {
        let id: Arc<str> = Arc::from(table.id.as_str());
        let (meta, state) = table.checkpoint();
        let checkpoint = Some(Checkpoint { seq: table.seq, meta, state });
        let mut along = Some(Box::new(Along { row: None, checkpoint }));
        let append = |(seq, line): (u64, &LogLine)| Append {
            table: id.clone(),
            seq,
            body: serde_json::to_string(line).unwrap(),
            telling: 0,
            along: if seq == table.seq { along.take() } else { None },
        };
        let batch: Vec<Append> = (1..).zip(lines).map(append).collect();
        self.server.hub().store.append(&batch).await.unwrap();
    }

    /// Everybody at the table, and a spectator behind them; from now on what they hear is kept.
    async fn gather(&self, table: &str, tokens: &[String], texts: bool) -> Vec<Player> {
        let mut players = Vec::new();
        for token in tokens.iter().map(Some).chain([None]) {
            players.push(self.remote.sit(table, token.map(String::as_str), texts).await.unwrap());
        }
        for player in &mut players {
            player.request(Request::Ping).await.unwrap();
            player.keep = true;
        }
        players
    }
}

/// One of the two worlds: the game as we know it, and the people at the table.
struct World {
    table: String,
    session: Session,
    players: Vec<Player>,
}

impl World {
    /// The game after an action, the line for the log and what `observer` and spectators notice of it.
    fn after(
        session: &Session,
        seat: Seat,
        action: Action,
        observer: Seat,
    ) -> (Box<GameState>, Entry, Vec<Event>, Noticed) {
        let mut events = Vec::new();
        let (game, entry) = session.after(seat, action, &mut events).unwrap();
        let heard = |viewer: Option<Seat>| -> Vec<Event> {
            events.iter().filter(|event| event.to.includes(viewer)).cloned().collect()
        };
        let noticed = Noticed {
            views: [Some(observer), None].map(|viewer| game.view(viewer)),
            heard: [Some(observer), None].map(heard),
        };
        (game, entry, events, noticed)
    }

    /// Goes on, as the server does.
    fn advance(&mut self, game: Box<GameState>, entry: &Entry, events: &[Event]) {
        let gone = self.session.advance(game, entry, events);
        let veiled = self.session.undecided();
        self.session.veil(veiled, true, &gone);
    }

    /// Takes the last action back.
    async fn undo(&mut self, seat: Seat, number: u32) {
        let undo = Request::Undo { seat, step: self.session.visible_to(Some(seat)).step, actions: 1 };
        let answer = self.ask(seat.index(), undo).await;
        assert!(matches!(answer, ServerMessage::Done { .. }), "game {number}: {answer:?}");
        let keep = self.session.actions - 1;
        assert!(self.session.undo(keep));
        let veiled = self.session.undecided();
        self.session.veil(veiled, true, &[]);
    }

    async fn act(&mut self, seat: Seat, action: Action, number: u32) {
        let step = self.session.visible_to(Some(seat)).step;
        let act = Request::Act { seat, step, choice: Selection::Action { action } };
        let answer = self.ask(seat.index(), act).await;
        assert!(matches!(answer, ServerMessage::Done { .. }), "game {number}: {answer:?}");
    }

    /// Does something that nobody else may notice before it is taken back; whether there was such a thing.
    async fn try_out(&mut self, seat: Seat, number: u32, dice: &mut Quick) -> bool {
        let mut actions = Vec::new();
        self.session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (mut events, mut after) = (Vec::new(), self.session.clone());
        let (game, entry) = self.session.after(seat, action, &mut events).unwrap();
        after.advance(game.clone(), &entry, &events);
        if after.undecided() != Some(seat) {
            return false;
        }
        self.act(seat, action, number).await;
        self.advance(game, &entry, &events);
        true
    }

    async fn ask(&mut self, who: usize, request: Request) -> ServerMessage {
        self.players[who].request(request).await.unwrap()
    }
}

/// What the rules let a seat and a spectator know of an action.
#[derive(PartialEq)]
struct Noticed {
    views: [alhambra_rules::view::View; 2],
    heard: [Vec<Event>; 2],
}

/// What was compared.
#[derive(Default)]
struct Counts {
    games: u32,
    different: u32,
    moves: u32,
    undone: u32,
    tried: u32,
    messages: usize,
    bytes: usize,
    parted: u32,
    /// Windows that closed by themselves, and what was answered in them.
    windows: u32,
    answered: u32,
    /// What was openly shown where the worlds went apart without chance.
    shown: BTreeMap<String, u32>,
}

/// What was told, in short.
fn shown(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| format!("{:?}", event.what)).collect()
}

/// How many sorts of games there are.
fn sorts(known: &[ModuleId]) -> usize {
    known.len() + 3 + 2 * (EditionId::offered().count() - 1)
}

fn setup(game: u32, known: &[ModuleId], dice: &mut Quick) -> Setup {
    let players = 3 + dice.below(3) as usize;
    let mut base = Setup { confirm: dice.below(2) == 0, ..Setup::players(players) };
    // Each alone, all of them, any of them, none of them; and other editions with none and with any of those they allow.
    let sort = game as usize % sorts(known);
    let editions: Vec<EditionId> = EditionId::offered().skip(1).collect();
    if let Some(n) = sort.checked_sub(known.len() + 3) {
        base = base.in_edition(editions[n / 2]);
    }
    let chosen: Vec<ModuleId> = match sort {
        n if n < known.len() => vec![known[n]],
        n if n == known.len() => known.to_vec(),
        n if n == known.len() + 1 || n > known.len() + 2 && (n - known.len()).is_multiple_of(2) => {
            known.iter().copied().filter(|_| dice.below(2) == 0).collect()
        }
        _ => Vec::new(),
    };
    let mut setup = base;
    for module in chosen {
        let more = setup.clone().with(module);
        if more.check().is_ok() {
            setup = more;
        }
    }
    setup
}

/// A table of friends whose game has gone on for a while, and the lines of its log.
fn table(
    setup: &Setup,
    tokens: &[String],
    seed: u64,
    moves: u32,
    dice: &mut Quick,
) -> (TableState, Vec<LogLine>) {
    // At every other table windows close by themselves, as they do where nobody wishes otherwise.
    let windows = if seed.is_multiple_of(2) { Windows::Open } else { Windows::Timed };
    let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let line = |entry: LogEntry| LogLine { at, entry };
    let friend = |(n, token): (usize, &String)| Planned::Friend(format!("Player {n}"), Hashed::of(token));
    let mut lines = vec![line(LogEntry::Created {
        name: String::new(),
        seats: tokens.iter().enumerate().map(friend).collect(),
        setup: setup.clone(),
        options: TableOptions { windows, ..TableOptions::default() },
        seed: None,
        maker: Hashed::of(&tokens[0]),
    })];
    let mut table = TableState::create(&secret::table_code(), &lines[0]).unwrap();
    let (_, header) = Session::start(&table.agreed(), seed, &mut Vec::new()).unwrap();
    lines.push(line(LogEntry::Started { seed, header }));
    table.apply(lines[1].clone(), None).unwrap();
    let mut actions = Vec::new();
    for _ in 0..moves {
        let session = table.session.as_ref().unwrap();
        let Some(seat) = session.game.to_move() else { break };
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let (game, entry) = session.after(seat, action, &mut Vec::new()).unwrap();
        if game.is_over() {
            break;
        }
        lines.push(line(LogEntry::Acted { entry }));
        table.apply(lines[lines.len() - 1].clone(), None).unwrap();
    }
    (table, lines)
}

/// Plays one game on both servers and compares what one seat and a spectator hear.
async fn compare(twins: &[Twin; 2], number: u32, known: &[ModuleId], tally: &mut Counts) {
    let mut dice = Quick::new(u64::from(number) ^ 0x77_1e5);
    let setup = setup(number, known, &mut dice);
    let tokens: Vec<String> = setup.players.iter().map(|_| secret::token()).collect();
    let observer = Seat::new(dice.below(tokens.len() as u32) as usize).unwrap();
    let (spy, watcher) = (observer.index(), tokens.len());
    let [mut one, mut two] = worlds(twins, number, &setup, &tokens, observer, &mut dice, tally).await;
    for world in [&mut one, &mut two] {
        world.ask(spy, Request::Look { seat: Some(observer) }).await;
        world.ask(watcher, Request::Look { seat: None }).await;
    }
    for _ in 0..MOVES {
        let worlds = [&mut one, &mut two];
        let timed = !number.is_multiple_of(2) && windows::is_open(&worlds[0].session);
        let go_on = match timed {
            true => {
                windows::answer_in_both(twins, worlds, number, (observer, watcher), &mut dice, tally).await
            }
            false => {
                let [one, two] = worlds;
                play_in_both(one, two, number, observer, watcher, &mut dice, tally).await
            }
        };
        if !go_on {
            break;
        }
    }
    for who in [spy, watcher] {
        for world in [&mut one, &mut two] {
            world.ask(who, Request::History { from: 0, to: u32::MAX }).await;
            world.ask(who, Request::Ping).await;
        }
        let (heard, other) = (&one.players[who].heard, &two.players[who].heard);
        assert_eq!(heard.len(), other.len(), "game {number}");
        for (a, b) in heard.iter().zip(other) {
            assert_eq!(timeless(a), timeless(b), "game {number}, {:?}", setup.modules.keys());
            tally.messages += 1;
            tally.bytes += a.len();
        }
    }
}

/// The same table on both servers; in the second, what the observer cannot see is another.
async fn worlds(
    twins: &[Twin; 2],
    number: u32,
    setup: &Setup,
    tokens: &[String],
    observer: Seat,
    dice: &mut Quick,
    tally: &mut Counts,
) -> [World; 2] {
    let moves = dice.below(160);
    let (mut table, lines) = table(setup, tokens, u64::from(number), moves, dice);
    let truth = table.session.as_ref().unwrap().game.clone();
    twins[0].plant(&table, &lines).await;
    // Mostly the others' cards change hands; now and then what lies in the deck is mixed in as well.
    let other = match dice.below(4) {
        0 => truth.resample(observer, Recall::None, dice),
        _ => truth.mix_hands(observer, dice),
    };
    tally.games += 1;
    tally.different += u32::from(other != *truth);
    *table.session.as_mut().unwrap().game = other;
    twins[1].plant(&table, &lines).await;

    let mut worlds = Vec::new();
    for twin in twins {
        let hub = twin.server.hub();
        let stored = hub.store.checkpoint(&table.id).await.unwrap().unwrap();
        let session = TableState::load(&stored.meta, stored.state).unwrap().session.unwrap();
        let players = twin.gather(&table.id, tokens, number.is_multiple_of(2)).await;
        worlds.push(World { table: table.id.clone(), session, players });
    }
    worlds.try_into().ok().unwrap()
}

/// One move in both worlds, with what curious people ask meanwhile; `false` when they part or the game is over.
async fn play_in_both(
    one: &mut World,
    two: &mut World,
    number: u32,
    observer: Seat,
    watcher: usize,
    dice: &mut Quick,
    tally: &mut Counts,
) -> bool {
    let Some(pending) = one.session.game.pending() else { return false };
    let seats: Vec<Seat> = pending.seats.iter().collect();
    let seat = seats[dice.below(seats.len() as u32) as usize];
    let mut actions = Vec::new();
    one.session.game.legal(seat, &mut actions);
    // What somebody can do may depend on their hand; we follow what is possible in both worlds.
    actions.retain(|action| two.session.game.check(seat, action).is_ok());
    if actions.is_empty() {
        tally.parted += 1;
        return false;
    }
    let action = actions[dice.below(actions.len() as u32) as usize];
    let after = |session: &Session| World::after(session, seat, action, observer);
    let (after_one, after_two) = (after(&one.session), after(&two.session));
    if after_one.3 != after_two.3 {
        // Another card was drawn or shown to all: from here on these are different games by right. Without
        // chance and without showing anything they must not be.
        if after_one.1.chance.is_empty() && after_two.1.chance.is_empty() {
            let [mine, theirs] = [&after_one.3.heard, &after_two.3.heard].map(|heard| shown(&heard[0]));
            assert_ne!(mine, theirs, "game {number}: {action:?} of {seat:?} betrays what is hidden");
            *tally.shown.entry(format!("{mine:?} or {theirs:?} by {action:?}")).or_default() += 1;
        }
        tally.parted += 1;
        return false;
    }
    let tried = seat != observer && dice.below(3) == 0 && two.try_out(seat, number, dice).await;
    for world in [&mut *one, &mut *two] {
        world.be_curious(observer, watcher, action, seats.contains(&observer)).await;
    }
    if tried {
        two.undo(seat, number).await;
        tally.tried += 1;
    }
    for (world, (game, entry, events, _)) in [(&mut *one, after_one), (&mut *two, after_two)] {
        world.act(seat, action, number).await;
        world.advance(game, &entry, &events);
    }
    tally.moves += 1;
    if one.session.undoable() > 0 && two.session.undoable() > 0 && dice.below(6) == 0 {
        for world in [&mut *one, &mut *two] {
            world.undo(seat, number).await;
        }
        tally.undone += 1;
    }
    true
}

impl World {
    /// Somebody who is curious learns nothing by asking, however far somebody else's turn has come.
    async fn be_curious(&mut self, observer: Seat, watcher: usize, action: Action, asked: bool) {
        let (spy, step) = (observer.index(), self.session.visible_to(Some(observer)).step);
        let check = Request::Check { seat: observer, step, choice: Selection::Action { action } };
        self.ask(spy, check).await;
        if !asked {
            let act = Request::Act { seat: observer, step, choice: Selection::Action { action } };
            self.ask(spy, act).await;
        }
        self.ask(spy, Request::Plan { seat: observer, step, laid: Vec::new() }).await;
        let known = self.session.visible_to(None).actions;
        self.ask(spy, Request::History { from: known, to: u32::MAX }).await;
        self.ask(watcher, Request::Look { seat: None }).await;
    }
}

/// A message without the time of day.
fn timeless(text: &str) -> String {
    TIMES.iter().fold(text.to_owned(), |text, key| {
        let mut parts = text.split(key);
        let mut left = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            left += key;
            left += part.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        left
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_byte_on_the_wire_depends_on_what_a_seat_must_not_know() {
    let games = std::env::var("ALHAMBRA_TEST_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(40u32);
    let began = std::time::Instant::now();
    let twins = [Twin::start().await, Twin::start().await];
    let known = hiding::modules();
    println!("something is hidden in {known:?}");
    let mut tally = Counts::default();
    for number in 0..games.max(sorts(&known) as u32) {
        compare(&twins, number, &known, &mut tally).await;
    }
    let Counts { games, different, moves, undone, tried, messages, bytes, parted, windows, answered, shown } =
        tally;
    for (what, times) in &shown {
        println!("{times} times {what}");
    }
    println!(
        "{games} games, {different} with other hidden cards, {moves} moves and {undone} taken back, {tried} more \
         tried out in one world only, {windows} windows with {answered} answers, {messages} messages with {bytes} bytes compared, all \
         equal; {parted} games went apart by right, after {:.1} s",
        began.elapsed().as_secs_f64()
    );
    assert!(different * 10 >= games * 9, "hidden cards differ in {different} of {games} games");
    assert!(windows >= games / 10 && answered > windows, "{windows} windows with {answered} answers");
    assert!(tried >= games, "{tried} things were tried out in {games} games");
    assert!(moves >= games * 5, "{moves} moves in {games} games");
}
