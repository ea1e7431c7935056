//! Imagined games: from a position onwards with quick decisions, for a few rounds, then a look at the table.

use crate::answers;
use crate::evaluation;
use crate::policy::{self, Care, Ranked};
use alhambra_rules::{Action, GameState, Io, MAX_SEATS, Quick, Seat, Seeded};

/// A long game has about two hundred decisions; one far beyond that has lost its way and is judged as it stands.
const MOST_DECISIONS: u32 = 2000;

/// Somebody who plays all seats, quickly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Player {
    pub(crate) ranked: Vec<Ranked>,
    actions: Vec<Action>,
}

impl Player {
    /// Plays on up to the beginning of turn `last` or to the end, and says everybody's share of the win.
    pub(crate) fn play_out(
        &mut self,
        game: &mut GameState,
        luck: &mut Seeded,
        dice: &mut Quick,
        last: u32,
    ) -> [f32; MAX_SEATS] {
        for _ in 0..MOST_DECISIONS {
            let Some(seat) = game.to_move() else { break };
            if game.turn().number >= last {
                break;
            }
            self.step(game, seat, luck, dice);
        }
        evaluation::shares(game)
    }

    /// One quick decision, carried out.
    fn step(&mut self, game: &mut GameState, seat: Seat, luck: &mut Seeded, dice: &mut Quick) {
        policy::rank(game, seat, Care::Quick, &mut self.ranked);
        let chosen = answers::best(&self.ranked, |_| true);
        if let Some(action) = chosen {
            // Modules and house rules may forbid what the rule of thumb likes; the list knows what is left.
            if game.apply(seat, action, &mut Io::silent(luck)).is_ok() {
                return;
            }
        }
        game.legal(seat, &mut self.actions);
        let action = self.any_good(game, seat, dice);
        game.apply_unchecked(seat, action, &mut Io::silent(luck));
    }

    /// The best of three answers drawn by lot: better than chance and still quick.
    fn any_good(&self, game: &GameState, seat: Seat, dice: &mut Quick) -> Action {
        match self.actions[..] {
            [] => Action::Decline,
            [only] => only,
            [..] => {
                let luck = dice.bits();
                let drawn = [(); 3].map(|()| self.actions[dice.below(self.actions.len() as u32) as usize]);
                let ranked = drawn.map(|action| (answers::worth(game, seat, action, luck), action));
                answers::best(&ranked, |_| true).unwrap_or(drawn[0])
            }
        }
    }
}
