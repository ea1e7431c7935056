//! Imagined games: from a position onwards with quick decisions, for a few rounds, then a look at the table.

use crate::answers;
use crate::evaluation::Judge;
use crate::policy::Ranked;
use alhambra_rules::{Action, GameState, Io, MAX_SEATS, Quick, Seat, Seeded};

/// Few turns have ten decisions; a game with many more than that up to the next look has lost its way and is judged
/// as it stands.
const MOST_DECISIONS: u32 = 400;

/// When an imagined game is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    /// At the beginning of which turn for the first time.
    pub(crate) first: u32,
    /// How many times in all.
    pub(crate) looks: u32,
    /// How many turns between two looks.
    pub(crate) apart: u32,
    /// What the looks go by.
    pub(crate) judge: Judge,
}

/// Somebody who plays all seats, quickly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Player {
    pub(crate) ranked: Vec<Ranked>,
    actions: Vec<Action>,
}

impl Player {
    /// Plays on up to the last look or the end, and says everybody's share of the win; `None` if it got late.
    pub(crate) fn play_out(
        &mut self,
        game: &mut GameState,
        luck: &mut Seeded,
        dice: &mut Quick,
        horizon: &Horizon,
        late: &dyn Fn() -> bool,
    ) -> Option<[f32; MAX_SEATS]> {
        let mut sum = [0.0; MAX_SEATS];
        let mut turn = horizon.first;
        for look in 1..=horizon.looks {
            for _ in 0..MOST_DECISIONS {
                let Some(seat) = game.to_move() else { break };
                if game.turn().number >= turn {
                    break;
                }
                if late() {
                    return None;
                }
                self.step(game, seat, luck, dice);
            }
            turn += horizon.apart;
            let shares = horizon.judge.shares(game);
            // What is over stays as it is.
            let times = if game.is_over() { horizon.looks - look + 1 } else { 1 };
            sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share * times as f32);
            if game.is_over() {
                break;
            }
        }
        Some(sum.map(|sum| sum / horizon.looks as f32))
    }

    /// The answers to the pending decision that are worth a thought, in no order.
    pub(crate) fn look(&mut self, game: &GameState, seat: Seat, dice: &mut Quick) {
        answers::quick(game, seat, dice, &mut self.actions, &mut self.ranked);
    }

    /// One quick decision, carried out.
    fn step(&mut self, game: &mut GameState, seat: Seat, luck: &mut Seeded, dice: &mut Quick) {
        self.look(game, seat, dice);
        while let Some(chosen) = answers::best(&self.ranked, |_| true) {
            // Modules and house rules may forbid what the rule of thumb likes.
            if game.apply(seat, chosen, &mut Io::silent(luck)).is_ok() {
                return;
            }
            self.ranked.retain(|(_, action)| *action != chosen);
        }
        self.actions.clear();
        game.legal(seat, &mut self.actions);
        let some = match self.actions.len() {
            0 => Action::Decline,
            n => self.actions[dice.below(n as u32) as usize],
        };
        game.apply_unchecked(seat, some, &mut Io::silent(luck));
    }
}
