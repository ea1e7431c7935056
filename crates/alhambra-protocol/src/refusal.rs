//! Why something was not done. A refusal always has a reason: a key, what it points at, and words for both in every language.
//!
//! The reasons of rules and set-ups are the engine's, and so are their words. Those of the server are the alternatives of
//! [`Why`]; their words lie beside this file in `refusal/words.<language>.json`, and the build script makes [`Why`] of the
//! English ones.

use alhambra_rules::code::BadCode;
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::table::CannotUndo;
use alhambra_rules::{GameState, Illegal, ModuleId, Objection, PlaceFault, Ref, Seat, SetupError, Words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use ts_rs::TS;

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

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
    /// The reason as a message key: the rule that forbids it, or why the server does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The module that refuses, or a set-up is refused for; its words come before those of the base game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<ModuleId>,
    /// The reason in English; empty over the socket unless the client asked for texts.
    pub text: String,
    /// What stands against it, in the order of the blanks of its words.
    pub refs: Vec<Ref>,
    /// Why the tile does not fit, if that is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fault: Option<PlaceFault>,
}

impl Refusal {
    /// A refusal by the server.
    pub fn new(code: RefusalCode, why: Why) -> Refusal {
        let (key, refs) = why.parts();
        let text = said(ENGLISH, key, &refs).unwrap_or_default();
        Refusal { code, rule: Some(key.to_owned()), by: None, text, refs, fault: None }
    }

    /// The reason in a language. What the rules refuse is said in English, and by its key to whoever asked for no texts: its
    /// words are the engine's and need the game.
    pub fn told(&self, language: &str) -> String {
        let rule = self.rule.as_deref().unwrap_or_default();
        let own = said(language, rule, &self.refs).filter(|_| self.by.is_none());
        own.unwrap_or_else(|| if self.text.is_empty() { rule } else { &self.text }.to_owned())
    }

    /// The same without its English, for clients that make their own sentences.
    pub(crate) fn without_text(&self) -> Refusal {
        Refusal { text: String::new(), ..self.clone() }
    }

    /// A refusal by the rules, with cells counted in the palace of `seat`.
    pub fn illegal(why: &Illegal, game: &GameState, seat: Seat) -> Refusal {
        Refusal {
            code: RefusalCode::Illegal,
            rule: Some(why.key().to_owned()),
            by: why.by(),
            text: why.to_string(),
            refs: why.refs(game, seat),
            fault: why.fault(),
        }
    }
}

/// In English; [`Refusal::told`] says it in any language.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(ENGLISH))
    }
}

/// The words for everything the server refuses in a language, by `refuse.` and the key; in English where it has none.
pub fn refusals(language: &str) -> BTreeMap<&'static str, &'static str> {
    Words::whole(WORDS, language)
}

fn said(language: &str, key: &str, refs: &[Ref]) -> Option<String> {
    let words = Words::find(WORDS, language, &format!("refuse.{key}"))?;
    Some(speech::sentence(language, words, refs))
}

impl From<&SetupError> for Refusal {
    fn from(why: &SetupError) -> Refusal {
        bad_setup(why.by(), why.objection(), why.to_string())
    }
}

impl From<CannotUndo> for Refusal {
    fn from(why: CannotUndo) -> Refusal {
        Refusal { code: RefusalCode::CannotUndo, ..bad_setup(None, why.objection(), why.to_string()) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{Blamed, Cell, Io, Seeded, Setup, Side};

    #[test]
    fn everything_the_server_refuses_is_said_in_english_and_german() {
        for language in ["en", "de"] {
            let words = WORDS.iter().find(|words| words.language == language).unwrap();
            let said: Vec<&str> =
                words.said.iter().filter_map(|(key, _)| key.strip_prefix("refuse.")).collect();
            assert_eq!(said, Why::KEYS, "{language}");
            let hollow = words.said.iter().find(|(_, text)| text.trim().is_empty() || text.ends_with('.'));
            assert_eq!(hollow, None, "{language}: a refusal is said without a full stop");
        }
    }

    /// Several modules may refuse under one key, and a price may be changed by several.
    #[test]
    fn a_refusal_by_the_rules_names_its_module_and_what_is_at_fault() {
        let setup = Setup::players(3).with(ModuleId::CityWalls);
        let game = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seat = game.to_move().unwrap();
        let own = Illegal::Module {
            by: ModuleId::CityWalls,
            key: "this_tile_has_only_one_cell",
            at: Some(Blamed::Edge(Cell::at(1, 0), Side::East)),
        };
        let refusal = Refusal::illegal(&own, &game, seat);
        assert_eq!(refusal.by, Some(ModuleId::CityWalls));
        assert_eq!(refusal.refs, [Ref::Cell((1, 0)), Ref::Side(Side::East)]);
        let modifier = Illegal::NoSuchModifier { by: ModuleId::CityWalls, value: 1 };
        assert_eq!(Refusal::illegal(&modifier, &game, seat).by, Some(ModuleId::CityWalls));
        assert_eq!(Refusal::illegal(&Illegal::MustAct, &game, seat).by, None);
    }

    #[test]
    fn a_refusal_is_said_by_its_key_in_any_language() {
        let seat = Refusal::new(RefusalCode::NotNow, Why::SeatOpen(Ref::number(2)));
        assert_eq!(seat.text, "seat 2 is open: fill it, seat a bot or remove it");
        assert_eq!(
            seat.told("de"),
            "Platz 2 ist frei: Lade jemanden ein, setz einen Bot hin oder nimm ihn weg"
        );
        assert_eq!(seat.told("pl"), seat.text, "English where a language has no words");
        // Whoever asked for no texts says it by themselves.
        let silent = seat.without_text();
        assert_eq!((silent.text.as_str(), silent.to_string()), ("", seat.text));
        let program = Refusal::new(RefusalCode::Parked, Why::OtherProgram(Ref::text("version 7")));
        assert_eq!(program.to_string(), "version 7; it goes on with the program it was begun with");
    }
}
