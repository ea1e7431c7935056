//! What the clients of a table are told.

use crate::room::{Client, Room, book, text};
use crate::table::{Applied, Table};
use alhambra_protocol::words::Names;
use alhambra_protocol::{
    DecisionView, EventBlock, EventView, GameSnapshot, NextScoring, PastScoring, Phase, Refusal, RefusalCode,
    ServerMessage, Shared, Snapshot, UndoPolicy, UndoState, Update, View, ViewChange,
};
use alhambra_rules::view as engine;
use alhambra_rules::{Action, Event, GameState, Happened, Seat};
use axum::extract::ws::Utf8Bytes;

/// The most actions whose events are told at once.
const HISTORY: u32 = 2000;

/// What the clients have been shown last, by viewer, so that only what changed travels.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// What everybody sees.
    open: Option<engine::View>,
    /// What each viewer sees beside it.
    own: Vec<(Option<Seat>, engine::OwnView)>,
    /// What the next scoring looked like when it was told last.
    next_scoring: Option<NextScoring>,
    /// The options a seat was offered at a step, so that a choice need not be worked out again.
    pub(crate) offered: Option<(u64, Seat, Vec<Action>)>,
}

impl Views {
    /// Makes sure that what every client sees now is at hand.
    pub(crate) fn see(&mut self, table: Option<&Table>, clients: &[Client]) {
        let Some(live) = table.and_then(|t| t.live.as_ref()) else { return };
        self.open.get_or_insert_with(|| live.game.view(None));
        for client in clients {
            if !self.own.iter().any(|(viewer, _)| *viewer == client.viewing) {
                self.own.push((client.viewing, live.game.own_view(client.viewing)));
            }
        }
    }

    /// Lets go of viewers nobody looks through any more.
    pub(crate) fn keep(&mut self, viewers: impl Iterator<Item = Option<Seat>>) {
        let viewers: Vec<Option<Seat>> = viewers.collect();
        self.own.retain(|(viewer, _)| viewers.contains(viewer));
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
        seq: table.seq,
        table: table.info(here, watching),
        you: client.you(),
        game: game(room, table, client),
        chat: table.chat(),
        missed,
    }))
}

fn game(room: &Room, table: &Table, client: &Client) -> Option<GameSnapshot> {
    let live = table.live.as_ref()?;
    Some(GameSnapshot {
        step: live.step,
        action: live.actions,
        view: View::of(&live.game, client.viewing),
        decision: decision(table, client.viewing, client.texts),
        undo: undo_state(table, client.viewing),
        scores: live.scores.clone(),
        clock: table.clock(room.shared.now()),
        next_scoring: NextScoring::of(&live.game),
    })
}

/// The decision a viewer is to be shown; those who only look over a shoulder see it as well.
fn decision(table: &Table, viewer: Option<Seat>, texts: bool) -> Option<DecisionView> {
    let live = table.live.as_ref().filter(|_| table.phase == Phase::Playing)?;
    let seat = viewer?;
    if table.seats.get(seat.index())?.bot_level().is_some() {
        return None;
    }
    let decision = live.game.decision(seat)?;
    Some(DecisionView::of(&live.game, &decision, &Names::of(&table.setup), texts))
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
        return UndoState { steps: live.actions, ..UndoState::default() };
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

/// Tells everybody how the game went on.
pub(crate) fn update(room: &mut Room, applied: &Applied) {
    let mut views = std::mem::take(&mut room.views);
    tell_views(room, &mut views, applied);
    room.views = views;
}

fn tell_views(room: &Room, views: &mut Views, applied: &Applied) {
    let Some(table) = room.table.as_deref() else { return };
    let Some(live) = &table.live else { return };
    let names = Names::of(&table.setup);
    let clock = table.clock(room.shared.now());
    let next_scoring = NextScoring::of(&live.game);
    let other = (next_scoring != views.next_scoring)
        .then(|| Shared::from(next_scoring.iter().cloned().collect::<Vec<_>>()));
    let open = live.game.view(None);
    let change = views.open.as_ref().map(|before| ViewChange::between(before, &open, &live.game));
    let before = std::mem::take(&mut views.own);
    // What happened, without words and with them, as far as somebody wants it.
    let mut events: [Vec<Shared<EventView>>; 2] = Default::default();
    // Clients with the same eyes and the same taste get the same text.
    let mut told: Vec<(Option<Seat>, bool, Utf8Bytes)> = Vec::with_capacity(room.clients.len());
    let playing = table.phase == Phase::Playing;
    for client in &room.clients {
        let (viewer, texts) = (client.viewing, client.texts);
        if let Some((.., text)) = told.iter().find(|(v, t, _)| (*v, *t) == (viewer, texts)) {
            client.send_text(text.clone());
            continue;
        }
        if !views.own.iter().any(|(v, _)| *v == viewer) {
            views.own.push((viewer, live.game.own_view(viewer)));
        }
        let now = views.own.iter().find(|(v, _)| *v == viewer);
        let before = before.iter().find(|(v, _)| *v == viewer);
        let (Some(change), Some((_, now)), Some((_, before))) = (&change, now, before) else {
            // A game that has just begun: everything is new.
            client.send(&snapshot(room, client, None, Vec::new()));
            continue;
        };
        let asked = viewer.filter(|seat| {
            playing && table.seats.get(seat.index()).is_some_and(|place| place.bot_level().is_none())
        });
        let decision = asked.and_then(|seat| live.game.decision(seat));
        let shown = decision.as_ref().map(|d| DecisionView::of(&live.game, d, &names, texts));
        if let Some(decision) = decision {
            let actions = decision.choices.iter().map(|choice| choice.action).collect();
            views.offered = Some((live.step, decision.seat, actions));
        }
        let events = &mut events[usize::from(texts)];
        if events.is_empty() {
            let view = |event: &Event| EventView::of(&event.what, &live.game, &names, texts).into();
            *events = applied.events.iter().map(view).collect();
        }
        let heard = applied.events.iter().zip(&*events).filter(|(event, _)| event.to.includes(viewer));
        let message = ServerMessage::Update(Box::new(Update {
            seq: table.seq,
            step: live.step,
            action: live.actions,
            by: applied.by,
            undone: applied.undone,
            events: heard.map(|(_, shown)| shown.clone()).collect(),
            change: change.seen_by(before, now),
            decision: shown,
            undo: undo_state(table, viewer),
            clock: clock.clone(),
            next_scoring: other.clone(),
        }));
        let text = text(&message);
        client.send_text(text.clone());
        told.push((viewer, texts, text));
    }
    views.open = Some(open);
    views.next_scoring = next_scoring;
}

/// What a client has not seen since an action it names.
pub(crate) async fn missed(room: &Room, client: &Client, after: u32) -> Result<Vec<EventBlock>, Refusal> {
    let actions = room.table.as_ref().and_then(|t| t.live.as_ref()).map_or(0, |live| live.actions);
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
    if table.live.is_none() {
        return Ok(Vec::new());
    }
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
pub(crate) async fn past_scoring(room: &Room, round: u8) -> Result<PastScoring, Refusal> {
    let missing = || Refusal::new(RefusalCode::NotFound, "this scoring has not been held");
    let table = room.table.as_deref().ok_or_else(missing)?;
    let book = book(&room.shared, &room.id, table.seq).await?;
    let (header, _) = book.start.as_ref().ok_or_else(missing)?;
    let mut events = Vec::new();
    let misfit = |why: crate::live::Misfit| crate::room::unreadable(&why);
    let mut live = crate::live::Live::restart(header, 0, &mut events).map_err(misfit)?;
    for entry in &book.entries {
        events.clear();
        live.replay(entry, &mut events).map_err(misfit)?;
        let held = |event: &Event| matches!(event.what, Happened::ScoringBegan { round: n } if n == round);
        if events.iter().any(held) {
            return Ok(PastScoring::of(&live.game, round));
        }
    }
    Err(missing())
}
