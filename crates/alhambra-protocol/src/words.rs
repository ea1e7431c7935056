//! English sentences for options and events, for clients that ask for them: programs, text mode, logs. Clients with
//! their own languages make sentences of keys and references.

use alhambra_rules::decision::Choice;
use alhambra_rules::speech::{self, ENGLISH, Plainly};
use alhambra_rules::{GameState, Happened, Seat};

pub use alhambra_rules::speech::Names;

/// An option of `seat` as an instruction, with its consequences.
pub fn option(game: &GameState, names: &Names, seat: Seat, choice: &Choice) -> String {
    speech::option(&Plainly { game, names, language: ENGLISH }, seat, choice)
}

/// An event as a sentence without a full stop.
pub fn event(event: &Happened, game: &GameState, names: &Names) -> String {
    speech::event(&Plainly { game, names, language: ENGLISH }, event)
}
