//! The text of an update. Most of it is the same for everybody at the table: that is written once, and put together with
//! what is one viewer's own.

use alhambra_protocol::words::Names;
use alhambra_protocol::{ClockState, DecisionText, EventView, UndoState, ViewChange};
use alhambra_rules::decision::Decision;
use alhambra_rules::view::ModuleView;
use alhambra_rules::{Cards, Event, GameState, Seat};
use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

/// What one viewer sees and others do not.
#[derive(Debug)]
pub(crate) struct Own {
    hand: Option<Cards>,
    modules: Vec<ModuleView>,
}

impl Own {
    pub(crate) fn of(game: &GameState, viewer: Option<Seat>) -> Own {
        Own { hand: viewer.map(|seat| game.hand(seat)), modules: game.module_views(viewer) }
    }

    /// What is different in `now`.
    pub(crate) fn change(&self, now: &Own) -> ViewChange {
        ViewChange::own((self.hand, &self.modules), (now.hand, &now.modules))
    }
}

/// The numbers of an update, which everybody is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "update")]
pub(crate) struct Step {
    pub(crate) seq: u64,
    pub(crate) step: u64,
    pub(crate) action: u32,
    pub(crate) by: Option<Seat>,
    pub(crate) undone: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<ClockState>,
}

/// An update being told: an [`Update`](alhambra_protocol::Update), with its common parts already in writing.
pub(crate) struct News<'a> {
    step: Vec<u8>,
    change: Vec<u8>,
    events: &'a [Event],
    /// The events in writing, without and with English texts, once somebody is told them.
    written: [Vec<Vec<u8>>; 2],
    game: &'a GameState,
    names: &'a Names,
}

impl<'a> News<'a> {
    /// `change` is what everybody sees.
    pub(crate) fn new(
        step: &Step,
        change: &ViewChange,
        events: &'a [Event],
        game: &'a GameState,
        names: &'a Names,
    ) -> News<'a> {
        let (step, change) = (written(step), written(change));
        News { step, change, events, written: [Vec::new(), Vec::new()], game, names }
    }

    /// The update of one viewer; `own` is what only they see to be different.
    pub(crate) fn text(
        &mut self,
        viewer: Option<Seat>,
        texts: bool,
        own: &ViewChange,
        decision: Option<&Decision>,
        undo: &UndoState,
    ) -> Utf8Bytes {
        let events = &mut self.written[usize::from(texts)];
        if events.is_empty() {
            let told = |event: &Event| written(&EventView::of(&event.what, self.game, self.names, texts));
            *events = self.events.iter().map(told).collect();
        }
        let mut text = Vec::with_capacity(self.step.len() + self.change.len() + 1024);
        text.extend_from_slice(open(&self.step));
        text.extend_from_slice(b",\"events\":[");
        let told = self.events.iter().zip(events).filter(|(event, _)| event.to.includes(viewer));
        for (n, (_, event)) in told.enumerate() {
            if n > 0 {
                text.push(b',');
            }
            text.extend_from_slice(event);
        }
        text.extend_from_slice(b"],\"change\":");
        let own = written(own);
        match (self.change.as_slice(), own.as_slice()) {
            (b"{}", change) | (change, b"{}") => text.extend_from_slice(change),
            (common, own) => {
                text.extend_from_slice(open(common));
                text.push(b',');
                text.extend_from_slice(&own[1..]);
            }
        }
        text.extend_from_slice(b",\"decision\":");
        let (game, names) = (self.game, self.names);
        write(&mut text, &decision.map(|decision| DecisionText { game, decision, names, texts }));
        text.extend_from_slice(b",\"undo\":");
        write(&mut text, undo);
        text.push(b'}');
        text.shrink_to_fit();
        Utf8Bytes::try_from(text).unwrap_or_default()
    }
}

/// An object in writing without its closing brace.
fn open(object: &[u8]) -> &[u8] {
    object.strip_suffix(b"}").unwrap_or(object)
}

fn written(value: &impl Serialize) -> Vec<u8> {
    let mut text = Vec::with_capacity(512);
    write(&mut text, value);
    text
}

/// Writing to memory cannot fail, and every type here has a plain form.
fn write(text: &mut Vec<u8>, value: &impl Serialize) {
    let _ = serde_json::to_writer(text, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::Live;
    use alhambra_protocol::{DecisionView, ServerMessage, Update};
    use alhambra_rules::{ModuleId, Quick, Setup};

    /// Plays with modules that hide things, and holds every text against the update it stands for.
    #[test]
    fn what_is_put_together_says_the_same_as_the_whole() {
        let modules = ModuleId::ALL.iter().map(|module| (*module, Default::default()));
        let mut setup = Setup::players(3);
        for (module, options) in modules {
            setup.modules.insert(module, options);
            if setup.check().is_err() {
                setup.modules.remove(&module);
            }
        }
        assert!(setup.modules.len() > 5, "only {} modules fit together", setup.modules.len());
        let (mut live, header) = Live::start(&setup, 5, &mut Vec::new()).unwrap();
        let names = Names::of(&header.setup);
        let viewers = [None, Seat::new(0), Seat::new(1), Seat::new(2)];
        let (mut dice, mut actions, mut differed) = (Quick::new(8), Vec::new(), 0);
        while let Some(seat) = live.game.to_move() {
            live.game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            let mut events = Vec::new();
            let before = viewers.map(|viewer| live.game.view(viewer));
            let (game, entry) = live.after(seat, action, &mut events).unwrap();
            live.advance(game, &entry, &events);
            let game = &live.game;
            let (step, action) = (live.step, live.actions);
            let numbers = Step { seq: step + 7, step, action, by: Some(seat), undone: 0, clock: None };
            let public = ViewChange::public(&before[0], &game.view(None), game);
            let mut news = News::new(&numbers, &public, &events, game, &names);
            let mut texts_told = Vec::new();
            for (viewer, before) in viewers.into_iter().zip(&before) {
                for texts in [false, true] {
                    let own = Own { hand: before.hand, modules: before.modules.clone() };
                    let own = own.change(&Own::of(game, viewer));
                    let decision = viewer.and_then(|seat| game.decision(seat));
                    let undo = UndoState { steps: live.undoable(), why: Some("\"so\"".to_owned()) };
                    let text = news.text(viewer, texts, &own, decision.as_ref(), &undo);
                    let told = events.iter().filter(|event| event.to.includes(viewer));
                    let decision = decision.map(|d| DecisionView::of(game, &d, &names, texts));
                    let whole = Update {
                        seq: step + 7,
                        step,
                        action,
                        by: Some(seat),
                        undone: 0,
                        events: told.map(|e| EventView::of(&e.what, game, &names, texts)).collect(),
                        change: ViewChange::between(before, &game.view(viewer), game),
                        decision,
                        undo,
                        clock: None,
                    };
                    let read: ServerMessage = serde_json::from_str(&text).unwrap();
                    assert_eq!(read, ServerMessage::Update(Box::new(whole)));
                    texts_told.push(text);
                }
            }
            differed += usize::from(texts_told[0] != texts_told[2]);
        }
        assert!(differed > 20, "everybody was told the same in all but {differed} steps");
    }
}
