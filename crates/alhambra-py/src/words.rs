//! Options in words.

use alhambra_rules::speech::{self, ENGLISH, Names, Plainly};
use alhambra_rules::{Action, GameState, Seat};

/// What `action` means for `seat`, in a few words.
pub(crate) fn describe(game: &GameState, seat: Seat, action: Action) -> String {
    let names = &Names::numbered(game);
    speech::action(&Plainly { game, names, language: ENGLISH }, &game.choice(seat, action))
}
