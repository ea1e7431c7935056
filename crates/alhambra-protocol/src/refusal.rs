//! Why something was not done. A refusal always has a reason a player can read.

use crate::things::{Fault, Ref};
use alhambra_rules::{GameState, Illegal, Palace, Seat};
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
    /// The reason in English.
    pub text: String,
    /// What stands against it.
    pub refs: Vec<Ref>,
    /// Why the tile does not fit, if that is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fault: Option<Fault>,
}

impl Refusal {
    /// A refusal in words.
    pub fn new(code: RefusalCode, text: impl Into<String>) -> Refusal {
        Refusal { code, rule: None, text: text.into(), refs: Vec::new(), fault: None }
    }

    /// A refusal by the rules, with cells counted in the palace of `seat`.
    pub fn illegal(why: &Illegal, game: &GameState, seat: Seat) -> Refusal {
        let palace = game.palace(seat);
        let fault = match why {
            Illegal::DoesNotFit { fault, .. } => Some(Fault::of(fault, palace)),
            _ => None,
        };
        let rule = Some(rule(why));
        Refusal { code: RefusalCode::Illegal, rule, text: why.to_string(), refs: refs(why, palace), fault }
    }
}

/// The name of the rule: the variant, as JSON spells it; for modules their own key.
fn rule(why: &Illegal) -> String {
    if let Illegal::Module { key, .. } = why {
        return (*key).to_owned();
    }
    match serde_json::to_value(why) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn refs(why: &Illegal, palace: &Palace) -> Vec<Ref> {
    let number = |n: u16| Ref::Number { number: n.into() };
    let cell = |cell: &alhambra_rules::Cell| Ref::Cell { at: palace.coords(*cell) };
    match why {
        Illegal::NotYourDecision { deciding } => deciding.iter().map(|seat| Ref::Seat { seat }).collect(),
        Illegal::NotOnDisplay { place } => vec![number(u16::from(*place))],
        Illegal::TakeTooMuch { sum, limit } => vec![number(u16::from(*sum)), number(u16::from(*limit))],
        Illegal::TakenAlone { card }
        | Illegal::CardNotAccepted { card }
        | Illegal::CardWithoutUse { card } => {
            vec![Ref::Cards { cards: vec![*card] }]
        }
        Illegal::CardNotHeld { card, held, needed } => {
            vec![Ref::Cards { cards: vec![*card] }, number(u16::from(*held)), number(u16::from(*needed))]
        }
        Illegal::CardsNotMixed { cards } => vec![Ref::Cards { cards: cards.each().collect() }],
        Illegal::TooLittle { paid, price }
        | Illegal::NotExact { paid, price }
        | Illegal::NotShort { paid, price } => {
            vec![number(*paid), number(*price)]
        }
        Illegal::NotForSale { piece }
        | Illegal::NotBought { piece }
        | Illegal::NotInReserve { piece }
        | Illegal::NotInPalace { piece }
        | Illegal::NotTurned { piece }
        | Illegal::NoSuchTerms { piece }
        | Illegal::NotAffordable { piece }
        | Illegal::NotToDirk { piece }
        | Illegal::NotKept { piece } => vec![Ref::Piece { piece: *piece }],
        Illegal::DoesNotFit { cell: at, .. }
        | Illegal::ForbiddenCell { cell: at, .. }
        | Illegal::HoldsOthers { cell: at }
        | Illegal::MustStay { cell: at }
        | Illegal::CannotMove { cell: at }
        | Illegal::SwapDoesNotFit { cell: at } => vec![cell(at)],
        Illegal::GameOver
        | Illegal::NotAskedFor { .. }
        | Illegal::TakeNothing
        | Illegal::Fountain
        | Illegal::NoDirk
        | Illegal::NotAGift
        | Illegal::MustAct
        | Illegal::OnlyMoneyNow
        | Illegal::NothingBorrowed
        | Illegal::NotAskedYet
        | Illegal::NoSuchModifier { .. }
        | Illegal::Module { .. } => Vec::new(),
    }
}
