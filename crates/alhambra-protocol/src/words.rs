//! English sentences for options and events, for clients that ask for them: programs, text mode, logs. Clients with
//! their own languages make sentences of keys and references.

use alhambra_rules::speech::{self, ENGLISH, Plainly};
use alhambra_rules::{GameState, Happened};

pub use alhambra_rules::speech::Names;

/// Somebody who speaks English.
pub(crate) fn plainly<'a>(game: &'a GameState, names: &'a Names) -> Plainly<'a> {
    Plainly { game, names, language: ENGLISH }
}

/// An event as a sentence without a full stop.
pub fn event(event: &Happened, game: &GameState, names: &Names) -> String {
    speech::event(&plainly(game, names), event)
}
