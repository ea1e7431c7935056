//! Bids beyond the canonical ones, long lists, and the option.

use super::*;
use crate::core::building::Currency;
use crate::core::catalogue::CardKind;
use crate::{Io, Seeded};

fn game(options: &[(&str, &str)]) -> GameState {
    let mut setup = Setup::players(3).with(ModuleId::MajorConstructionProjects);
    let values = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    setup.modules.insert(ModuleId::MajorConstructionProjects, values);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(4))).unwrap()
}

fn money(cards: &[(Currency, u8)]) -> Cards {
    cards.iter().map(|&(currency, value)| CardKind::money(currency, value)).collect()
}

fn bid(payment: Cards) -> Action {
    Action::Module(ModAction::MajorConstructionProjects(Act::Bid { payment }))
}

/// R-MP-8, T-MP-1, T-MP-4: one currency, at least 15, as many cards as one likes.
#[test]
fn any_cards_of_one_currency_that_reach_the_minimum() {
    let mut game = game(&[]);
    let seat = game.core.turn.seat;
    let (denar, dirham) = (Currency::Denar, Currency::Dirham);
    game.core.hands[seat.index()] = money(&[(denar, 9), (denar, 7), (denar, 5), (dirham, 8), (dirham, 6)]);
    let check = |cards: &[(Currency, u8)]| game.check(seat, &bid(money(cards)));
    assert_eq!(check(&[(denar, 9), (denar, 7)]), Ok(()));
    assert_eq!(check(&[(denar, 9), (denar, 7), (denar, 5)]), Ok(()));
    assert_eq!(check(&[(denar, 9), (denar, 5)]), Err(Illegal::TooLittle { paid: 14, price: 15 }));
    assert!(matches!(check(&[(denar, 9), (dirham, 8)]), Err(Illegal::CardsNotMixed { .. })));
    let other = game.core.turn.seat.left(3);
    assert!(game.check(other, &bid(money(&[(denar, 9), (denar, 7)]))).is_err());
}

#[test]
fn a_full_hand_has_a_short_list() {
    let mut game = game(&[]);
    let seat = game.core.turn.seat;
    let all = Currency::ALL.into_iter().flat_map(|c| (1..=9).map(move |v| CardKind::money(c, v)));
    game.core.hands[seat.index()] = all.flat_map(|card| [card; 3]).collect();
    for least in [15, 30, 60] {
        // What stands is held by somebody else.
        game.core.shared.escrow = (0..least / 10).map(|_| CardKind::diamond(9)).collect();
        let listed = bids(&game, seat);
        assert!(!listed.is_empty() && listed.len() <= 4 * 9, "{} bids", listed.len());
        assert!(listed.is_sorted());
    }
}

/// R-MP-1: with the option the winner is asked before the action, and keeps it.
#[test]
fn a_free_bid_for_the_winner() {
    for option in ["no", "yes"] {
        let mut game = game(&[("free_bid", option)]);
        let mut luck = Seeded::new(5);
        let bidder = game.core.turn.seat;
        let cards = money(&[(Currency::Denar, 9), (Currency::Denar, 7)]);
        game.core.hands[bidder.index()] = game.core.hands[bidder.index()].plus(cards);
        game.apply(bidder, bid(cards), &mut Io::silent(&mut luck)).unwrap();
        while game.to_move() != Some(bidder) {
            let seat = game.to_move().unwrap();
            game.apply(seat, Action::Take(1), &mut Io::silent(&mut luck)).unwrap();
        }
        assert_eq!(game.core.pieces.bought[bidder.index()].and(PROJECTS).len(), 1);
        let pass = Action::Module(ModAction::MajorConstructionProjects(Act::Pass));
        let asked = game.apply(bidder, pass, &mut Io::silent(&mut luck));
        assert_eq!(asked.is_ok(), option == "yes");
        assert_eq!((game.core.turn.actions_left, game.core.turn.first_action), (1, true));
    }
}

/// Every pair of different buildings once, five buildings of each type.
#[test]
fn fifteen_pairs() {
    let projects: Vec<_> = PROJECTS.iter().map(crate::classic_piece).collect();
    assert_eq!(projects.len(), 15);
    for building in crate::Building::ALL {
        assert_eq!(projects.iter().filter(|p| p.building.contains(&Some(building))).count(), 5);
    }
    assert!(projects.iter().all(|p| p.building[0] != p.building[1]));
}
