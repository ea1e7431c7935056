//! What the clients of a table are told.

use crate::room::{Client, Room, book, text};
use crate::table::{Applied, Table};
use alhambra_protocol::words::Names;
use alhambra_protocol::{
    DecisionView, EventBlock, EventView, GameSnapshot, NextScoring, PastScoring, Phase, Refusal, RefusalCode,
    ServerMessage, Shared, Snapshot, UndoPolicy, UndoState, Update, ViewChange, shown,
};
use alhambra_rules::decision::Decision;
use alhambra_rules::view as seen;
use alhambra_rules::{Action, Event, GameState, Happened, Seat};
use axum::extract::ws::Utf8Bytes;
use std::borrow::Cow;

/// The most actions whose events are told at once.
const HISTORY: u32 = 2000;

/// What the clients have been shown last, so that only what changed travels.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// What has been shown to all but whoever plays a veiled turn.
    all: Seen,
    /// What has been shown to the player of a veiled turn.
    veiled: Seen,
    /// The options a seat was offered at a step, so that a choice need not be worked out again.
    pub(crate) offered: Option<(u64, Seat, Vec<Action>)>,
}

/// What some of the clients have been shown.
#[derive(Debug, Default)]
struct Seen {
    /// What all of them see; apart, because most rooms sleep and have none.
    open: Option<Box<seen::View>>,
    /// What each viewer sees beside it.
    own: Vec<(Option<Seat>, seen::OwnView)>,
    /// What the next scoring looked like when it was told last.
    next_scoring: Option<NextScoring>,
}

impl Seen {
    fn see(&mut self, game: &GameState, viewer: Option<Seat>) {
        self.open.get_or_insert_with(|| Box::new(game.view(None)));
        if !self.own.iter().any(|(v, _)| *v == viewer) {
            self.own.push((viewer, game.own_view(viewer)));
        }
    }

    fn of(&self, viewer: Option<Seat>) -> Option<&seen::OwnView> {
        self.own.iter().find(|(v, _)| *v == viewer).map(|(_, own)| own)
    }
}

impl Views {
    /// Makes sure that what every client sees now is at hand.
    pub(crate) fn see(&mut self, table: Option<&Table>, clients: &[Client]) {
        let Some(live) = table.and_then(|t| t.live.as_ref()) else { return };
        for viewer in clients.iter().map(|client| client.viewing) {
            let behind = viewer.is_some() && viewer == live.veiled();
            let seen = if behind { &mut self.veiled } else { &mut self.all };
            seen.see(live.sight(viewer).game, viewer);
        }
    }

    /// Lets go of viewers nobody looks through any more.
    pub(crate) fn keep(&mut self, viewers: impl Iterator<Item = Option<Seat>>) {
        let viewers: Vec<Option<Seat>> = viewers.collect();
        for seen in [&mut self.all, &mut self.veiled] {
            seen.own.retain(|(viewer, _)| viewers.contains(viewer));
        }
    }
}

/// Everything a client needs.
pub(crate) fn snapshot(
    room: &Room,
    client: &Client,
    id: Option<u32>,
    missed: Vec<EventBlock>,
) -> ServerMessage {
    let Some(table) = room.table.as_deref() else {
        // Only called with a table at hand.
        unreachable!("the table has just been loaded")
    };
    let mut here = room.here();
    client.role.seats.iter().for_each(|seat| here = here.with(seat));
    let watching = room.clients.iter().filter(|c| c.role.seats.is_empty()).count() as u32;
    let watching = watching + u32::from(client.role.seats.is_empty());
    ServerMessage::Snapshot(Box::new(Snapshot {
        id,
        seq: table.told(),
        table: table.info(here, watching),
        you: client.you(),
        game: game(room, table, client),
        chat: table.chat(),
        missed,
    }))
}

fn game(room: &Room, table: &Table, client: &Client) -> Option<GameSnapshot> {
    let sight = table.sight(client.viewing)?;
    Some(GameSnapshot {
        step: sight.step,
        action: sight.actions,
        view: sight.game.view(client.viewing),
        decision: decision(table, client.viewing, client.texts),
        undo: undo_state(table, client.viewing),
        scores: sight.scores.to_vec(),
        clock: table.clock(client.viewing, room.shared.now()),
        window: table.window_state(client.viewing, room.shared.now()),
        next_scoring: NextScoring::of(sight.game),
    })
}

/// The decision a viewer is to be shown; those who only look over a shoulder see it as well.
fn decision(table: &Table, viewer: Option<Seat>, texts: bool) -> Option<DecisionView> {
    let (game, decision) = asked(table, viewer)?;
    Some(shown(&game, decision, &Names::of(&table.setup), texts))
}

/// What a viewer has to decide, and in which game.
fn asked(table: &Table, viewer: Option<Seat>) -> Option<(Cow<'_, GameState>, Decision)> {
    let sight = table.sight(viewer).filter(|_| table.phase == Phase::Playing)?;
    let seat = viewer?;
    if table.seats.get(seat.index())?.bot_level().is_some() {
        return None;
    }
    let game = match table.timed_window() {
        // While a window is open everybody it asks is asked at once.
        Some(_) if table.has_answered(seat) => return None,
        Some(_) => Cow::Owned(*table.asked_in_window(seat)?),
        None => Cow::Borrowed(sight.game),
    };
    let decision = game.decision(seat)?;
    Some((game, decision))
}

/// What a viewer can take back.
pub(crate) fn undo_state(table: &Table, viewer: Option<Seat>) -> UndoState {
    use alhambra_rules::core::state::Barrier;
    let (Some(live), Some(seat)) = (&table.live, viewer) else { return UndoState::default() };
    let until = |steps: u32, key: &'static str, why: &'static str| UndoState {
        steps,
        key: Some(key.into()),
        why: Some(why.into()),
    };
    if table.options.undo == UndoPolicy::None {
        return until(0, "never", "this table does not take back");
    }
    let info = live.game.info();
    if table.options.undo == UndoPolicy::Free {
        return UndoState { steps: live.sight(viewer).actions, ..UndoState::default() };
    }
    if info.last != Some(seat) {
        return until(0, "acted_since", "another player has acted since");
    }
    let (key, why) = match info.barrier {
        Barrier::Start => ("start", "the game has just begun"),
        Barrier::Chance => ("chance", "something new has been drawn since"),
        Barrier::Shown => ("shown", "something hidden has been shown since"),
        Barrier::OtherSeat => ("other_seat", "another player acted before"),
    };
    until(live.undoable(), key, why)
}

/// Tells everybody how the game went on, as far as they may know.
pub(crate) fn update(room: &mut Room, applied: &Applied) {
    let mut views = std::mem::take(&mut room.views);
    tell_views(room, &mut views, applied);
    room.views = views;
}

/// Something that happened, for some of the clients.
struct Told<'a> {
    game: &'a GameState,
    events: &'a [Event],
    by: Option<Seat>,
    action: u32,
    undone: u32,
    /// How much more follows at once.
    more: u64,
}

fn tell_views(room: &Room, views: &mut Views, applied: &Applied) {
    let Some(table) = room.table.as_deref() else { return };
    let Some(live) = &table.live else { return };
    let behind: Vec<Seat> = applied.was_veiled.into_iter().chain(live.veiled()).collect();
    let is_behind = |viewer: Option<Seat>| viewer.is_some_and(|seat| behind.contains(&seat));
    let before = std::mem::take(&mut views.veiled);
    // Whoever plays behind the veil hears of every step as it is taken.
    let mut own = Seen::default();
    if applied.played {
        for seat in (0..).map_while(Seat::new).take(table.seats.len()).filter(|seat| behind.contains(seat)) {
            let viewer = Some(seat);
            let sight = live.sight(viewer);
            let seen = if applied.was_veiled == viewer { &before } else { &views.all };
            let told = Told {
                game: sight.game,
                events: &applied.events,
                by: applied.by,
                action: sight.actions,
                undone: applied.undone,
                more: 0,
            };
            let now = tell_some(room, &mut views.offered, seen, |v| v == viewer, &told);
            if live.veiled() == viewer {
                own = now;
            }
        }
    } else if applied.was_veiled == live.veiled() {
        own = before;
    }
    views.veiled = own;
    // All others hear of it when it cannot be taken back any more: everything at once, and in order.
    let open = live.sight(None);
    for (more, scene) in (0..applied.scenes.len() as u64).rev().zip(&applied.scenes) {
        let told = Told {
            game: scene.game.as_deref().unwrap_or(open.game),
            events: &scene.events,
            by: scene.by.or(applied.by),
            action: scene.action,
            undone: scene.undone,
            more,
        };
        views.all = tell_some(room, &mut views.offered, &views.all, |v| !is_behind(v), &told);
    }
}

/// Tells some of the clients, and returns what they have seen then.
fn tell_some(
    room: &Room,
    offered: &mut Option<(u64, Seat, Vec<Action>)>,
    before: &Seen,
    to: impl Fn(Option<Seat>) -> bool,
    told: &Told<'_>,
) -> Seen {
    let Some(table) = room.table.as_deref() else { return Seen::default() };
    let (names, now) = (Names::of(&table.setup), room.shared.now());
    let next_scoring = NextScoring::of(told.game);
    let other = (next_scoring != before.next_scoring)
        .then(|| Shared::from(next_scoring.iter().cloned().collect::<Vec<_>>()));
    let open = Box::new(told.game.view(None));
    let change = before.open.as_ref().map(|before| ViewChange::between(before, &open));
    let mut seen = Seen { open: Some(open), own: Vec::with_capacity(before.own.len()), next_scoring };
    // What happened, without words and with them, as far as somebody wants it.
    let mut events: [Vec<Shared<EventView>>; 2] = Default::default();
    // Clients with the same eyes and the same taste get the same text.
    let mut said: Vec<(Option<Seat>, bool, Utf8Bytes)> = Vec::with_capacity(room.clients.len());
    for client in room.clients.iter().filter(|client| to(client.viewing)) {
        let (viewer, texts) = (client.viewing, client.texts);
        if let Some((.., text)) = said.iter().find(|(v, t, _)| (*v, *t) == (viewer, texts)) {
            client.send_text(text.clone());
            continue;
        }
        seen.see(told.game, viewer);
        let (Some(change), Some(now_own), Some(before_own)) = (&change, seen.of(viewer), before.of(viewer))
        else {
            // A game that has just begun: everything is new.
            if told.more == 0 {
                client.send(&snapshot(room, client, None, Vec::new()));
            }
            continue;
        };
        let asked = if told.more == 0 { asked(table, viewer) } else { None };
        let step = table.sight(viewer).map_or(0, |sight| sight.step) - told.more;
        if let Some((_, decision)) = &asked {
            let actions = decision.options.iter().map(|choice| choice.action).collect();
            *offered = Some((step, decision.seat, actions));
        }
        let decision = asked.map(|(game, decision)| shown(&game, decision, &names, texts));
        let events = &mut events[usize::from(texts)];
        if events.is_empty() {
            let view = |event: &Event| EventView::of(&event.what, told.game, &names, texts).into();
            *events = told.events.iter().map(view).collect();
        }
        let heard = told.events.iter().zip(&*events).filter(|(event, _)| event.to.includes(viewer));
        let message = ServerMessage::Update(Box::new(Update {
            seq: table.told() - told.more,
            step,
            action: told.action,
            by: told.by,
            undone: told.undone,
            events: heard.map(|(_, shown)| shown.clone()).collect(),
            change: change.seen_by(before_own, now_own),
            decision,
            undo: undo_state(table, viewer),
            clock: table.clock(viewer, now),
            window: table.window_state(viewer, now),
            next_scoring: other.clone(),
        }));
        let text = text(&message);
        client.send_text(text.clone());
        said.push((viewer, texts, text));
    }
    seen
}

/// What a client has not seen since an action it names.
pub(crate) async fn missed(room: &Room, client: &Client, after: u32) -> Result<Vec<EventBlock>, Refusal> {
    let sight = room.table.as_ref().and_then(|table| table.sight(client.viewing));
    let actions = sight.map_or(0, |sight| sight.actions);
    if after >= actions {
        return Ok(Vec::new());
    }
    history(room, client, after + 1, actions).await
}

/// What happened from one action to another, as a client may know it.
pub(crate) async fn history(
    room: &Room,
    client: &Client,
    from: u32,
    to: u32,
) -> Result<Vec<EventBlock>, Refusal> {
    let Some(table) = room.table.as_deref() else { return Ok(Vec::new()) };
    let Some(sight) = table.sight(client.viewing) else { return Ok(Vec::new()) };
    let to = to.min(sight.actions);
    let book = book(&room.shared, &room.id, table.seq).await?;
    let Some((header, _)) = &book.start else { return Ok(Vec::new()) };
    let from = from.max(to.saturating_sub(HISTORY));
    let names = Names::of(&table.setup);
    let block = |action: u32, events: &[Event], game: &GameState| EventBlock {
        action,
        events: events
            .iter()
            .filter(|event| event.to.includes(client.viewing))
            .map(|event| EventView::of(&event.what, game, &names, client.texts))
            .collect(),
    };
    let mut blocks = Vec::new();
    let mut events = Vec::new();
    let misfit = |why: crate::live::Misfit| crate::room::unreadable(&why);
    let mut live = crate::live::Live::restart(header, 0, &mut events).map_err(misfit)?;
    if from == 0 {
        blocks.push(block(0, &events, &live.game));
    }
    for entry in book.entries.iter().take(to as usize) {
        events.clear();
        live.replay(entry, &mut events).map_err(misfit)?;
        if entry.n >= from {
            blocks.push(block(entry.n, &events, &live.game));
        }
    }
    Ok(blocks)
}

/// A scoring that was held, with the palaces as they were then; everybody may know that.
pub(crate) async fn past_scoring(
    room: &Room,
    viewer: Option<Seat>,
    round: u8,
) -> Result<PastScoring, Refusal> {
    let missing = || Refusal::new(RefusalCode::NotFound, "this scoring has not been held");
    let table = room.table.as_deref().ok_or_else(missing)?;
    let known = table.sight(viewer).ok_or_else(missing)?.actions;
    let book = book(&room.shared, &room.id, table.seq).await?;
    let (header, _) = book.start.as_ref().ok_or_else(missing)?;
    let mut events = Vec::new();
    let misfit = |why: crate::live::Misfit| crate::room::unreadable(&why);
    let mut live = crate::live::Live::restart(header, 0, &mut events).map_err(misfit)?;
    for entry in book.entries.iter().take(known as usize) {
        events.clear();
        live.replay(entry, &mut events).map_err(misfit)?;
        let held = |event: &Event| matches!(event.what, Happened::ScoringBegan { round: n } if n == round);
        if events.iter().any(held) {
            return Ok(PastScoring::of(&live.game, round));
        }
    }
    Err(missing())
}
