//! Rules of thumb with modules on the table: walls as the game has them, money of no currency.

use super::*;
use crate::evaluation::{self, Term};
use crate::{Bot, RandomBot};
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Io, ModuleId, Quick, Seeded, Setup};

/// Plays games by lot with these modules and shows every decision before it is made.
fn watched(modules: &[ModuleId], games: u64, mut watch: impl FnMut(&GameState, Seat)) {
    let setup = modules.iter().fold(Setup::players(3), |setup, module| setup.with(*module));
    for seed in 0..games {
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        while let Some(seat) = game.to_move() {
            watch(&game, seat);
            let action = RandomBot::default().decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
            game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
}

/// Half cells and wooden walls are not on the boards of a palace: whoever reads these finds other walls than the game.
#[test]
fn places_are_ranked_by_the_wall_of_the_game() {
    let (mut compared, mut otherwise) = (0, 0);
    let mut out = Vec::new();
    watched(&[ModuleId::Camps, ModuleId::Watchtowers, ModuleId::CityWalls], 120, |game, seat| {
        rank(game, seat, Care::Quick, &mut out);
        for piece in game.pieces().bought[seat.index()].iter() {
            let glance = Glance::new(game, seat, Care::Quick);
            if !glance.is_plain(piece) {
                continue;
            }
            let laid = out.iter().filter_map(|(worth, action)| match *action {
                Action::Place { piece: laid, at, .. } if laid == piece => Some((*worth, at)),
                _ => None,
            });
            let laid: Vec<(i32, Cell)> = laid.collect();
            let wall = |at: Cell| i32::from(game.wall_with(seat, piece, at));
            let Some(&(most, best)) = laid.iter().max_by_key(|(worth, _)| *worth) else { continue };
            for &(worth, at) in &laid {
                assert_eq!(most - worth, glance.segment * (wall(best) - wall(at)), "{piece:?} at {at:?}");
                let mut boards = *game.palace(seat);
                boards.lay(at, game.piece(piece).walls[0]);
                otherwise += u32::from(i32::from(boards.longest_wall()) != wall(at));
            }
            compared += 1;
        }
    });
    assert!(compared > 1000 && otherwise >= 3, "{compared} compared, {otherwise} otherwise");
}

#[test]
fn a_diamond_is_worth_taking() {
    let (mut seen, mut out) = (0, Vec::new());
    watched(&[ModuleId::Diamonds], 4, |game, seat| {
        for care in [Care::Full, Care::Quick] {
            rank(game, seat, care, &mut out);
            for (worth, action) in &out {
                let Action::Take(set) = action else { continue };
                let mut taken = game.display().iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
                if taken.all(|(_, card)| KindSet::DIAMONDS.contains(*card)) {
                    assert!(*worth > 0, "{action:?} is worth {worth}");
                    seen += 1;
                }
            }
        }
    });
    assert!(seen > 20, "{seen}");
}

/// What is within reach is what could be bought exactly, at the price of this game and with what pays it here.
#[test]
fn within_reach_is_what_the_game_lets_one_pay_exactly() {
    let (mut within, mut otherwise) = (0, 0);
    watched(&[ModuleId::Diamonds, ModuleId::Change], 4, |game, seat| {
        let hand = game.hand(seat);
        let exactly = |hand: Cards| {
            let market = game.pieces().market.iter().flatten().filter_map(|piece| game.price(seat, *piece));
            let exact = |pay: &PayRules| {
                let mut any = false;
                pay.minimal(hand, |payment| any |= payment.total() == u16::from(pay.price));
                any
            };
            market.filter(exact).count()
        };
        let (terms, ..) = evaluation::terms(game);
        let told = terms[seat.index()][Term::WithinReach as usize] as usize;
        assert_eq!(told, exactly(hand));
        within += told;
        otherwise += told - exactly(hand.only(KindSet::MONEY));
    });
    assert!(within > 50 && otherwise > 5, "{within} within reach, {otherwise} by other means");
}
