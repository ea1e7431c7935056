//! Looking at a recorded game: its moments, what is seen at each, how the chances went, and playing on from one.

use crate::event::EventView;
use crate::message::Reason;
use crate::view::ViewChange;
use alhambra_rules::decision::OptionView;
use alhambra_rules::view::{ModuleView, View};
use alhambra_rules::{Cards, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/tables/{table}/replay`: a game from its set-up to its last action, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Replay {
    /// The table's code.
    pub table: String,
    /// The table's name.
    pub name: String,
    /// Whether the game is over, so that everything may be seen, estimated, exported and played on.
    pub open: bool,
    /// What everybody is called, by seat.
    pub names: Vec<String>,
    /// The name of the imaginary third player.
    pub dirk: String,
    /// Through whose eyes this answer sees: `open`, `public` or the number of a seat.
    pub eyes: String,
    /// Through whose eyes this client may look.
    pub choices: Vec<String>,
    /// The moments: the first is the table after the set-up, every other one the table after an action.
    pub moments: Vec<Moment>,
}

/// A moment of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Moment {
    /// Its number: how many actions have been taken.
    pub n: u32,
    /// Who acted; null for the set-up.
    #[ts(type = "Seat | null")]
    #[schema(value_type = Option<u8>)]
    pub by: Option<Seat>,
    /// The turn being played afterwards.
    pub turn: u32,
    /// Whose turn that is.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub active: Seat,
    /// What happened, as the viewer is told it.
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<EventView>,
    /// Points afterwards, by seat.
    pub scores: Vec<u16>,
    /// What is worth finding again.
    pub marks: Vec<Mark>,
}

/// What is worth finding again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Mark {
    /// A turn begins.
    Turn,
    /// Points were counted.
    Scoring {
        /// Which scoring, 1 to 3.
        round: u8,
    },
    /// An exact payment.
    Exact {
        /// Its number in the row of one turn, from 1.
        chain: u8,
    },
    /// Too much was paid although an exact payment was in hand. Only told when the game is over.
    MissedExact {
        /// How much too much.
        lost: u8,
    },
    /// Somebody else has the most points now.
    Lead {
        /// Who.
        #[ts(type = "Seat")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// The game is over.
    Over,
}

/// `GET /api/tables/{table}/replay/moments`: what is seen at some moments in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplaySlice {
    /// The first moment.
    pub from: u32,
    /// What is seen there.
    #[schema(value_type = Object)]
    pub view: View,
    /// What is different at each of the following moments.
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<ViewChange>,
    /// For open eyes, what every seat holds at each moment, the first included; otherwise empty.
    pub seats: Vec<Vec<OpenSeat>>,
}

/// What only the player of a seat sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenSeat {
    /// The hand.
    #[ts(type = "Card[]")]
    #[schema(value_type = Vec<String>)]
    pub hand: Cards,
    /// What the modules show this player and not everybody.
    #[schema(value_type = Vec<Object>)]
    pub modules: Vec<ModuleView>,
}

/// `GET /api/tables/{table}/replay/shares`: how likely everybody was to win, turn by turn. Bots estimate it in the
/// background, once; ask again until `done` is `total`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Shares {
    /// How many turns are estimated.
    pub done: u32,
    /// How many there are, the end included.
    pub total: u32,
    /// The estimates so far.
    pub turns: Vec<TurnShares>,
    /// The turns that changed most, the greatest change first, when all is estimated.
    pub swings: Vec<Swing>,
}

/// Estimates at the beginning of a turn, from what its player knew; the last is how the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TurnShares {
    /// The moment.
    pub moment: u32,
    /// The turn.
    pub turn: u32,
    /// Whose turn.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Shares of the win, in thousandths, by seat.
    pub shares: Vec<u16>,
}

/// A turn after which its player's chances were quite different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Swing {
    /// The moment at which the turn began.
    pub moment: u32,
    /// The turn.
    pub turn: u32,
    /// Whose turn.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Their share of the win before, in thousandths.
    pub before: u16,
    /// And when the next turn began.
    pub after: u16,
}

/// `GET /api/tables/{table}/replay/advice`: what a bot would have done at a moment, beside what was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayAdvice {
    /// The moment.
    pub moment: u32,
    /// Who had to decide.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// What the bot would have done and why, in a sentence.
    pub why: String,
    /// Why, reason by reason.
    pub reasons: Vec<Reason>,
    /// What the bot would have done.
    pub best: Weighed,
    /// What was done.
    pub done: Weighed,
    /// Whether that is the same.
    pub agrees: bool,
}

/// An answer and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Weighed {
    /// The answer, in words.
    pub words: String,
    /// The same as an option.
    #[schema(value_type = Object)]
    pub what: OptionView,
    /// The player's estimated share of the win, in thousandths; null where nothing had to be compared.
    pub share: Option<u16>,
    /// In how many imagined games it was tried.
    pub games: u32,
}

/// `POST /api/tables/{table}/branch`: play on from a moment of a finished game, against bots. Everything that lay and
/// was held at that moment stays; what is drawn from there on is new luck. The old game is not touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The moment.
    pub moment: u32,
    /// The seat to play; bots have the others.
    #[ts(type = "Seat")]
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The level of the bots.
    pub level: String,
    /// What to be called; left out: as the seat's player was.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// The answer to `POST /api/records`: a record was verified and can be looked at like any finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Imported {
    /// The code of the table it lies on.
    pub table: String,
    /// How many actions it has.
    pub actions: u32,
    /// Whether the game in it came to its end.
    pub over: bool,
}

/// The largest record that can be handed in, in bytes.
pub const MAX_RECORD: usize = 4 * 1024 * 1024;
