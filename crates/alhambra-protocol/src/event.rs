//! What happened, to animate and to tell.

use crate::words;
use alhambra_rules::{Building, GameState, Happened, PieceId, PieceKind};
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
    /// What stood on the lands it is about when it happened, where land and building are apart: buildings may change places
    /// later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(type = "[PieceId, Building][]", optional)]
    pub lands: Vec<(PieceId, Building)>,
}

impl EventView {
    /// An event of the engine, told after `game` has come about.
    pub fn of(event: &Happened, game: &GameState, names: &words::Names, texts: bool) -> EventView {
        let text = if texts { words::event(event, game, names) } else { String::new() };
        let stood = |piece: PieceId| Some((piece, game.pieces().building[piece.index()]?));
        let land = |piece: &PieceId| game.piece(*piece).kind == PieceKind::Land;
        let lands = about(event).into_iter().filter(land).filter_map(stood).collect();
        EventView { what: event.clone(), text, lands }
    }
}

/// The tiles an event of the core is about. Modules point at buildings themselves.
fn about(event: &Happened) -> Vec<PieceId> {
    match event {
        Happened::Bought { piece, .. }
        | Happened::Placed { piece, .. }
        | Happened::Moved { piece, .. }
        | Happened::Reserved { piece, .. }
        | Happened::TakenOff { piece, .. }
        | Happened::Gift { piece, .. }
        | Happened::OnMarket { piece, .. }
        | Happened::Leftover { piece, .. } => vec![*piece],
        Happened::DirkDrew { pieces } => pieces.clone(),
        _ => Vec::new(),
    }
}
