//! Why something was not done. A refusal always has a reason a player can read.

use alhambra_rules::code::BadCode;
use alhambra_rules::{GameState, Illegal, ModuleId, Objection, PlaceFault, Ref, Seat, SetupError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What kind of reason it is; clients act on these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The rules of the game forbid it.
    Illegal,
    /// The game has gone on since: look at the newer decision.
    Stale,
    /// There is no such option in this decision.
    NoSuchOption,
    /// Not with this token.
    NotYours,
    /// Only the host may.
    NotHost,
    /// Nothing can be taken back (any more).
    CannotUndo,
    /// The message cannot be read.
    Malformed,
    /// The message is too large.
    TooLarge,
    /// Too many messages; wait and send again.
    TooFast,
    /// Not in this phase of the table.
    NotNow,
    /// The table or the seat does not exist.
    NotFound,
    /// No seat is free.
    Full,
    /// The agreement of the table is not playable, or a value is out of bounds.
    BadSetup,
    /// This game is parked after a fault of the program; its record is safe.
    Parked,
    /// The server is shutting down or cannot write; try again.
    Unavailable,
}

/// A refusal with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Refusal {
    /// What kind of reason.
    pub code: RefusalCode,
    /// The rule that forbids it, a message key, where the rules do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The module a set-up is refused for; its words come before those of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<ModuleId>,
    /// The reason in English.
    pub text: String,
    /// What stands against it.
    pub refs: Vec<Ref>,
    /// Why the tile does not fit, if that is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fault: Option<PlaceFault>,
}

impl Refusal {
    /// A refusal in words.
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Refusal {
        Refusal { code, rule: None, by: None, text: text.into(), refs: Vec::new(), fault: None }
    }

    /// A refusal by the rules, with cells counted in the palace of `seat`.
    pub fn illegal(why: &Illegal, game: &GameState, seat: Seat) -> Refusal {
        Refusal {
            code: RefusalCode::Illegal,
            rule: Some(why.key().to_owned()),
            by: None,
            text: why.to_string(),
            refs: why.refs(game, seat),
            fault: why.fault(),
        }
    }
}

impl From<&SetupError> for Refusal {
    fn from(why: &SetupError) -> Refusal {
        bad_setup(why.by(), why.objection(), why.to_string())
    }
}

impl From<&BadCode> for Refusal {
    fn from(why: &BadCode) -> Refusal {
        bad_setup(why.by(), why.objection(), why.to_string())
    }
}

fn bad_setup(by: Option<ModuleId>, why: Objection, text: String) -> Refusal {
    let Objection { key, refs } = why;
    Refusal { code: RefusalCode::BadSetup, rule: Some(key.to_owned()), by, text, refs, fault: None }
}
