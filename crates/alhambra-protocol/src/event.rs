//! What happened, to animate and to tell.

use crate::words;
use alhambra_rules::{GameState, Happened};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What one step of the game brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EventBlock {
    /// The number of the action in the record, from 1; 0 is the set-up.
    pub action: u32,
    /// What happened, in order.
    pub events: Vec<EventView>,
}

/// An event as one viewer is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EventView {
    /// What happened.
    pub what: Happened,
    /// The same in English; absent if the client asked for no texts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
}

impl EventView {
    /// An event of the engine, told after `game` has come about.
    pub fn of(event: &Happened, game: &GameState, names: &words::Names, texts: bool) -> EventView {
        let text = if texts { words::event(event, game, names) } else { String::new() };
        EventView { what: event.clone(), text }
    }
}
