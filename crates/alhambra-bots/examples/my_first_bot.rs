//! A bot of our own in a few lines, and a match against one of the house:
//! `cargo run --release -p alhambra-bots --example my_first_bot`.

use alhambra_bots::{Bot, BotKind};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Action, Cards, GameState, Io, Quick, Seeded, Setup};

/// Buys whenever it can, the more exactly paid the better; else it takes what is most money.
struct Spender;

impl Bot for Spender {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        let mut actions = Vec::new();
        belief.legal(&mut actions);
        let price = |piece| belief.price(piece).map_or(0, |pay| u32::from(pay.price));
        let value =
            |cards: Cards| cards.iter().map(|(card, n)| u32::from(card.value()) * u32::from(n)).sum::<u32>();
        let worth = |action: &Action| match action {
            // Paying too much loses money; a tile is worth what it costs.
            Action::Buy { piece, payment } => 1000 + 2 * price(*piece) - value(*payment).min(100),
            Action::Place { .. } | Action::Pay { .. } => 500,
            Action::Take(_) => 100,
            _ => 0,
        };
        let best = actions.iter().map(worth).max().unwrap_or(0);
        let equal: Vec<Action> = actions.iter().copied().filter(|action| worth(action) == best).collect();
        equal[dice.below(equal.len() as u32) as usize]
    }
}

fn main() {
    println!("the spender wins {} of 50 games against a player by lot", wins(50));
}

/// How many of so many games our bot wins alone.
fn wins(games: u64) -> u32 {
    let mut won = 0;
    for seed in 0..games {
        let mut luck = Seeded::new(seed);
        let mut game = GameState::new(&Setup::players(2), &mut Io::silent(&mut luck)).expect("two can play");
        let mut players: [Box<dyn Bot>; 2] = [Box::new(Spender), BotKind::Random.make()];
        let mut dice = Quick::new(seed);
        while let Some(seat) = game.to_move() {
            // A bot never sees the game itself, only what its seat may know.
            let action = players[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply(seat, action, &mut Io::silent(&mut luck)).expect("a bot does what is allowed");
        }
        let winners = game.winners().expect("the game is over");
        won += u32::from(winners.iter().any(|seat| seat.index() == 0) && winners.len() == 1);
    }
    won
}

#[test]
fn spending_beats_playing_by_lot() {
    assert!(wins(20) > 12);
}
