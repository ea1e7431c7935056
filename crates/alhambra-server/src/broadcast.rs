//! What the clients of a table are told.

use crate::room::{Client, Room};
use crate::session::DecidedIn;
use crate::table::{Applied, Role, TableState};
use crate::websocket::Frame;
use alhambra_protocol::words::Names;
use alhambra_protocol::{
    DecisionView, EventBlock, EventView, GameSnapshot, Hello, NextScoring, Phase, Refusal, RefusalCode,
    ServerMessage, SharedPart, Snapshot, UndoPolicy, UndoState, Update, ViewChange, Why, shown,
};
use alhambra_rules::decision::Decision;
use alhambra_rules::table::CannotUndo;
use alhambra_rules::view as seen;
use alhambra_rules::{Action, Event, GameState, Seat};
use std::sync::{Arc, OnceLock};

/// What the clients have been shown last, so that only what changed travels.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// What has been shown to all but whoever plays a veiled turn.
    all: Seen,
    /// What has been shown to the player of a veiled turn.
    veiled: Seen,
    /// The steps of the veiled turn, one after the other, for when all others are told.
    steps: Vec<Arc<Scene>>,
    /// The options a seat was offered at a step, so that a choice need not be worked out again.
    pub(crate) offered: Option<(u64, Seat, Vec<Action>)>,
}

/// What some of the clients have been shown.
#[derive(Debug, Default)]
struct Seen {
    /// What all of them see.
    scene: Option<Arc<Scene>>,
    /// What each viewer sees beside it.
    own: Vec<(Option<Seat>, seen::OwnView)>,
}

/// What everybody may see of the game after some action, worked out once: the player of a veiled turn is told of it first, all
/// others later.
#[derive(Debug)]
struct Scene {
    /// The number of the last action.
    action: u32,
    open: seen::View,
    next_scoring: Option<NextScoring>,
    /// What is new; nothing if it is not known what was before.
    change: Option<SharedPart<ViewChange>>,
    /// What is new of the next scoring.
    new_scoring: Option<SharedPart<Vec<NextScoring>>>,
    /// What happened, without words and with them, as far as somebody wants it.
    events: [OnceLock<Vec<SharedPart<EventView>>>; 2],
}

impl Scene {
    /// The game as it is when somebody comes.
    fn now(game: &GameState, action: u32) -> Scene {
        Scene {
            action,
            open: game.view(None),
            next_scoring: None,
            change: None,
            new_scoring: None,
            events: Default::default(),
        }
    }

    /// What is told after `before`.
    fn after(before: Option<&Scene>, told: &Told<'_>) -> Scene {
        let open = told.game.view_after(before.map(|before| &before.open), None);
        let next_scoring = NextScoring::beside(told.game, &open);
        let known = before.and_then(|before| before.next_scoring.as_ref());
        let new_scoring = (next_scoring.as_ref() != known)
            .then(|| SharedPart::from(next_scoring.iter().cloned().collect::<Vec<_>>()));
        let change = before.map(|before| ViewChange::between(&before.open, &open).into());
        Scene { action: told.action, open, next_scoring, change, new_scoring, events: Default::default() }
    }

    /// What happened, with words or without.
    fn events(&self, told: &Told<'_>, names: &Names, texts: bool) -> &[SharedPart<EventView>] {
        let view = |event: &Event| EventView::of(&event.what, told.game, names, texts).into();
        self.events[usize::from(texts)].get_or_init(|| told.events.iter().map(view).collect())
    }

    /// What is new for a viewer whose own part was `before` and is `after` now; most have nothing of their own in it.
    fn change_for(&self, before: &seen::OwnView, after: &seen::OwnView) -> Option<SharedPart<ViewChange>> {
        let change = self.change.as_ref()?;
        let modules = before.modules != after.modules;
        let same = before.hand == after.hand
            && modules == change.modules.is_some()
            && (!modules || after.modules == self.open.modules);
        Some(if same { change.clone() } else { change.seen_by(before, after).into() })
    }
}

impl Seen {
    fn see(&mut self, game: &GameState, viewer: Option<Seat>) {
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
    pub(crate) fn see(&mut self, table: Option<&TableState>, clients: &[Client]) {
        let Some(session) = table.and_then(|t| t.session.as_ref()) else { return };
        for viewer in clients.iter().map(|client| client.viewing) {
            let behind = viewer.is_some() && viewer == session.veiled();
            let seen = if behind { &mut self.veiled } else { &mut self.all };
            let visible = session.visible_to(viewer);
            seen.scene.get_or_insert_with(|| Arc::new(Scene::now(visible.game, visible.actions)));
            seen.see(visible.game, viewer);
        }
    }

    /// Keeps a step of the veiled turn for when the others hear of it. Where something was taken back, or several steps were
    /// told as one, they are worked out anew then.
    fn note_step(&mut self, scene: &Arc<Scene>, undone: u32) {
        let last = self.steps.last().or(self.all.scene.as_ref());
        match undone == 0 && last.is_some_and(|last| last.action + 1 == scene.action) {
            true => self.steps.push(scene.clone()),
            false => self.steps.clear(),
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
pub(crate) fn snapshot(room: &Room, client: &Client, id: Option<u32>, gap: Gap) -> ServerMessage {
    let Some(table) = room.table.as_deref() else {
        // Only called with a table at hand.
        unreachable!("the table has just been loaded")
    };
    let mut present = room.present();
    present.here = present.here.iter().chain(client.role.seats.iter()).collect();
    present.watching += u32::from(client.role.seats.is_empty());
    ServerMessage::Snapshot(Box::new(Snapshot {
        id,
        seq: table.told(),
        table: table.info(&present),
        you: client.you(),
        game: game(room, table, client),
        chat: table.chat(client.texts),
        missed: gap.missed,
        taken_back_to: gap.taken_back_to,
    }))
}

fn game(room: &Room, table: &TableState, client: &Client) -> Option<GameSnapshot> {
    let visible = table.visible_to(client.viewing)?;
    Some(GameSnapshot {
        step: visible.step,
        action: visible.actions,
        view: visible.game.view(client.viewing),
        decision: decision(table, client.viewing, client.texts),
        undo: undo_state(table, client.viewing, client.texts),
        scores: visible.scores.to_vec(),
        clock: table.clock(client.viewing, room.hub.now()),
        window: table.window_state(client.viewing, room.hub.now()),
        next_scoring: NextScoring::of(visible.game),
    })
}

/// The decision a viewer is to be shown; those who only look over a shoulder see it as well.
fn decision(table: &TableState, viewer: Option<Seat>, texts: bool) -> Option<DecisionView> {
    let (game, decision) = asked(table, viewer)?;
    Some(shown(&game, decision, &Names::of(&table.setup), texts))
}

/// What a viewer has to decide, and in which game.
fn asked(table: &TableState, viewer: Option<Seat>) -> Option<(DecidedIn<'_>, Decision)> {
    let visible = table.visible_to(viewer).filter(|_| table.phase == Phase::Playing)?;
    let seat = viewer?;
    if table.seats.get(seat.index())?.bot_level().is_some() {
        return None;
    }
    let game = match table.timed_window() {
        // While a window is open everybody it asks is asked at once.
        Some(_) if table.has_answered(seat) => return None,
        Some(_) => DecidedIn::Ahead(table.asked_in_window(seat)?),
        None => DecidedIn::Known(visible.game),
    };
    let decision = game.decision(seat)?;
    Some((game, decision))
}

/// What a viewer is told of taking back.
fn undo_state(table: &TableState, viewer: Option<Seat>, texts: bool) -> UndoState {
    let (steps, barrier) = undoable(table, viewer);
    let (key, why) = barrier.unzip();
    let why = why.filter(|_| texts).map(|why| why.text.into());
    UndoState { steps, key: key.map(Into::into), why }
}

/// How much a viewer can take back, and why no more, if there is anything before: the barrier by its name, and as a refusal.
pub(crate) fn undoable(table: &TableState, viewer: Option<Seat>) -> (u32, Option<(&'static str, Refusal)>) {
    use alhambra_rules::core::state::Barrier;
    let (Some(session), Some(seat)) = (&table.session, viewer) else { return (0, None) };
    if table.options.undo == UndoPolicy::None {
        return (0, Some(("never", Refusal::new(RefusalCode::CannotUndo, Why::NeverTakenBack))));
    }
    let info = session.game.info();
    if table.options.undo == UndoPolicy::Free {
        return (session.visible_to(viewer).actions, None);
    }
    if info.last != Some(seat) {
        return (0, Some(("acted_since", CannotUndo::NotYours.into())));
    }
    let name = match info.barrier {
        Barrier::Start => "start",
        Barrier::Chance => "chance",
        Barrier::Shown => "shown",
        Barrier::OtherSeat => "other_seat",
    };
    (session.undoable(), Some((name, CannotUndo::Barrier(info.barrier).into())))
}

/// Tells everybody how the game went on, as far as they may know.
pub(crate) fn update(room: &mut Room, applied: &Applied) {
    let mut views = std::mem::take(&mut room.views);
    send_updates(room, &mut views, applied);
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

fn send_updates(room: &Room, views: &mut Views, applied: &Applied) {
    let Some(table) = room.table.as_deref() else { return };
    let Some(session) = &table.session else { return };
    let behind: Vec<Seat> = applied.was_veiled.into_iter().chain(session.veiled()).collect();
    let is_behind = |viewer: Option<Seat>| viewer.is_some_and(|seat| behind.contains(&seat));
    let before = std::mem::take(&mut views.veiled);
    // Whoever plays behind the veil hears of every step as it is taken.
    let mut own = Seen::default();
    if applied.played {
        for seat in (0..).map_while(Seat::new).take(table.seats.len()).filter(|seat| behind.contains(seat)) {
            let viewer = Some(seat);
            let visible = session.visible_to(viewer);
            let seen = if applied.was_veiled == viewer { &before } else { &views.all };
            let told = Told {
                game: visible.game,
                events: &applied.events,
                by: applied.by,
                action: visible.actions,
                undone: applied.undone,
                more: 0,
            };
            let scene = Arc::new(Scene::after(seen.scene.as_deref(), &told));
            views.note_step(&scene, applied.undone);
            let seen = if applied.was_veiled == viewer { &before } else { &views.all };
            let now = send_update(room, &mut views.offered, seen, scene, |v| v == viewer, &told);
            if session.veiled() == viewer {
                own = now;
            }
        }
    } else if applied.was_veiled == session.veiled() {
        own = before;
    }
    views.veiled = own;
    // All others hear of it when it cannot be taken back any more: everything at once, and in order.
    let open = session.visible_to(None);
    for (more, reveal) in (0..applied.reveals.len() as u64).rev().zip(&applied.reveals) {
        let told = Told {
            game: reveal.game.as_deref().unwrap_or(open.game),
            events: &reveal.events,
            by: reveal.by.or(applied.by),
            action: reveal.action,
            undone: reveal.undone,
            more,
        };
        let known = views.steps.iter().find(|step| step.action == told.action && told.undone == 0);
        let before = views.all.scene.as_deref();
        let scene = known.cloned().unwrap_or_else(|| Arc::new(Scene::after(before, &told)));
        views.all = send_update(room, &mut views.offered, &views.all, scene, |v| !is_behind(v), &told);
    }
    let known = open.actions;
    views.steps.retain(|step| step.action > known);
}

/// Tells some of the clients, and returns what they have seen then.
fn send_update(
    room: &Room,
    offered: &mut Option<(u64, Seat, Vec<Action>)>,
    before: &Seen,
    scene: Arc<Scene>,
    to: impl Fn(Option<Seat>) -> bool,
    told: &Told<'_>,
) -> Seen {
    let Some(table) = room.table.as_deref() else { return Seen::default() };
    // Most clients have words of their own.
    let spoken = room.clients.iter().any(|client| client.texts);
    let names = if spoken { Names::of(&table.setup) } else { Names::default() };
    let now = room.hub.now();
    let mut seen = Seen { scene: Some(scene.clone()), own: Vec::with_capacity(before.own.len()) };
    // Clients with the same eyes and the same taste get the same text.
    let mut said: Vec<(Option<Seat>, bool, Frame)> = Vec::with_capacity(room.clients.len());
    for client in room.clients.iter().filter(|client| to(client.viewing)) {
        let (viewer, texts) = (client.viewing, client.texts);
        if let Some((.., frame)) = said.iter().find(|(v, t, _)| (*v, *t) == (viewer, texts)) {
            client.send_frame(frame.clone());
            continue;
        }
        seen.see(told.game, viewer);
        let own = before.of(viewer).zip(seen.of(viewer));
        let Some(change) = own.and_then(|(before, now)| scene.change_for(before, now)) else {
            // A game that has just begun: everything is new.
            if told.more == 0 {
                client.send(&snapshot(room, client, None, Gap::default()));
            }
            continue;
        };
        let asked = if told.more == 0 { asked(table, viewer) } else { None };
        let step = table.visible_to(viewer).map_or(0, |visible| visible.step) - told.more;
        if let Some((_, decision)) = &asked {
            let actions = decision.options.iter().map(|choice| choice.action).collect();
            *offered = Some((step, decision.seat, actions));
        }
        let decision = asked.map(|(game, decision)| shown(&game, decision, &names, texts));
        let events = told.events.iter().zip(scene.events(told, &names, texts));
        let heard = events.filter(|(event, _)| event.to.includes(viewer));
        let message = ServerMessage::Update(Box::new(Update {
            seq: table.told() - told.more,
            step,
            action: told.action,
            by: told.by,
            undone: told.undone,
            events: heard.map(|(_, shown)| shown.clone()).collect(),
            change,
            decision,
            undo: undo_state(table, viewer, texts),
            clock: table.clock(viewer, now),
            window: table.window_state(viewer, now),
            next_scoring: scene.new_scoring.clone(),
        }));
        let frame = Frame::of(&message);
        client.send_frame(frame.clone());
        said.push((viewer, texts, frame));
    }
    seen
}

/// What lies between what a client knows and what there is.
#[derive(Debug, Default)]
pub(crate) struct Gap {
    pub(crate) missed: Vec<EventBlock>,
    pub(crate) taken_back_to: Option<u32>,
}

/// To where something was taken back since the step a client names.
pub(crate) fn taken_back(table: &TableState, role: Role, hello: &Hello) -> Option<u32> {
    // Nobody hears how often others took something back where only they could see it.
    let own = hello.eyes.is_none_or(|eyes| role.seats.contains(eyes) || role.hand == Some(eyes));
    let cuts = &table.session.as_ref()?.cuts;
    cuts.since(hello.eyes, hello.step.filter(|_| own)?)
}
