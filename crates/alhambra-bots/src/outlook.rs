//! How a game is likely to end for everybody, as one seat may see it.

use crate::evaluation::Judge;
use crate::network::Network;
use crate::search::playout::{Horizon, Player};
use alhambra_rules::belief::Belief;
use alhambra_rules::{GameState, MAX_SEATS, Quick, Seeded};

/// How many turns an imagined game goes on before it is judged for the first time; then for a whole round of three.
const TURNS: u32 = 1;
const LOOKS: u32 = 3;

/// Every seat's share of the win, averaged over `worlds` imagined games that agree with the belief.
///
/// ```
/// use alhambra_bots::outlook;
/// use alhambra_rules::belief::{Belief, Recall};
/// use alhambra_rules::{GameState, Io, Quick, Seeded, Setup};
///
/// let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
/// let seat = game.to_move().unwrap();
/// let shares = outlook(&Belief::new(&game, seat, Recall::Full), 8, &mut Quick::new(1));
/// assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01);
/// ```
pub fn outlook(belief: &Belief<'_>, worlds: u32, dice: &mut Quick) -> [f32; MAX_SEATS] {
    let first = belief.turn().number.saturating_add(TURNS);
    let horizon = Horizon { first, looks: LOOKS, apart: 1, judge: Judge::Network(Network::TAUGHT) };
    let mut player = Player::default();
    let mut sums = [0.0; MAX_SEATS];
    for _ in 0..worlds.max(1) {
        let mut world = belief.sample(dice);
        let mut luck = Seeded::new(dice.bits());
        let shares = player.play_out(&mut world, &mut luck, dice, &horizon, &|| false).unwrap_or_default();
        sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
    sums.map(|sum| sum / worlds.max(1) as f32)
}

/// Every seat's share of the win when the game is over; nobody's if Dirk won it.
pub fn outcome(game: &GameState) -> Option<[f32; MAX_SEATS]> {
    let winners = game.winners()?;
    let mut shares = [0.0; MAX_SEATS];
    for seat in winners.iter() {
        shares[seat.index()] = 1.0 / winners.len() as f32;
    }
    Some(shares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BotKind;
    use alhambra_rules::Setup;
    use alhambra_rules::belief::Recall;
    use alhambra_rules::table::Table;

    #[test]
    fn shares_add_up_follow_the_game_and_end_with_the_winner() {
        let mut table = Table::new(Setup::players(3), 4).unwrap();
        let mut bots = [BotKind::Medium.make(), BotKind::Random.make(), BotKind::Random.make()];
        let mut dice = Quick::new(1);
        let mut late = 0.0;
        while let Some(seat) = table.game().to_move() {
            let belief = Belief::new(table.game(), seat, Recall::Full);
            if table.game().scorings() == 2 && late == 0.0 {
                let shares = outlook(&belief, 8, &mut dice);
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01, "{shares:?}");
                assert_eq!(shares[3..], [0.0; MAX_SEATS - 3]);
                late = shares[0];
            }
            assert_eq!(outcome(table.game()), None);
            let action = bots[seat.index()].decide(&belief, &mut dice);
            table.apply(seat, action).unwrap();
        }
        assert!(late > 0.8, "a bot that knows what it does is far ahead of two that draw lots: {late}");
        assert_eq!(outcome(table.game()).unwrap()[0], 1.0);
    }
}
