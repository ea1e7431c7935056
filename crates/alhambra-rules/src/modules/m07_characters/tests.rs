//! What scenarios cannot show: set-up, options, imagined worlds.

use super::*;
use crate::belief::Recall;
use crate::core::deck::SPECIAL;
use crate::{Io, Quick, Seeded, Setup};
use std::collections::BTreeSet;

fn start(players: usize, seed: u64) -> (GameState, Seeded) {
    let setup = Setup::players(players).with(ModuleId::Characters);
    let mut luck = Seeded::new(seed);
    (GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap(), luck)
}

#[test]
fn the_cast_is_that_of_the_cards() {
    let cards: Vec<CardKind> = CardKind::all().filter(|kind| kind.class() == CardClass::Character).collect();
    assert_eq!(cards, Character::ALL.map(Character::card));
    assert_eq!(Character::ALL.map(|c| Character::of(c.card())), Character::ALL.map(Some));
    assert_eq!(Character::of(CardKind::SCORING), None);
    assert_eq!(crate::core::catalogue::card(Character::Entertainer.card()).value, 8);
}

#[test]
fn two_cards_lie_in_each_of_three_piles_and_four_are_left() {
    let class = SPECIAL.iter().position(|c| *c == CardClass::Character).unwrap();
    for players in 2..=6 {
        let (game, _) = start(players, 3);
        assert_eq!(game.core.deck.piles.map(|pile| pile.special[class]), [0, 2, 2, 2, 0]);
        assert_eq!(game.mods.m07_characters.surplus, 4);
    }
}

#[test]
fn both_options_are_read() {
    let with = |name: &str, value: &str| {
        let mut setup = Setup::players(3).with(ModuleId::Characters);
        setup.modules.get_mut(&ModuleId::Characters).unwrap().insert(name.to_owned(), value.to_owned());
        GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).map(|g| g.mods.m07_characters)
    };
    assert!(with("one_hourglass_per_turn", "yes").unwrap().one_hourglass);
    assert!(!with("one_hourglass_per_turn", "no").unwrap().one_hourglass);
    assert!(with("entertainer_points", "at_once").unwrap().entertainer_at_once);
    assert!(!with("entertainer_points", "at_the_end").unwrap().entertainer_at_once);
}

/// A bid was heard by everybody: whoever imagines the bidder's hand imagines one that can pay it, and in no
/// world somebody is asked who cannot answer.
#[test]
fn imagined_bidders_can_pay() {
    let (mut dice, mut actions) = (Quick::new(5), Vec::new());
    let (mut bids, mut hands) = (0, BTreeSet::new());
    for seed in 0..12 {
        let (mut game, mut luck) = start(3 + seed as usize % 3, seed);
        while let Some(seat) = game.to_move() {
            if let Some(auction) = auction::running(&game).filter(|auction| auction.bid > 0) {
                let leader = auction.leader.unwrap();
                for observer in game.rules().seats().filter(|s| *s != leader) {
                    for recall in [Recall::Full, Recall::None] {
                        let world = game.resample(observer, recall, &mut dice);
                        let reach = auction::reach(&world, leader);
                        assert!(reach >= auction.bid, "seed {seed}: {auction:?} with {}", world.hand(leader));
                        let asked = world.to_move().unwrap();
                        world.legal(asked, &mut actions);
                        assert!(!actions.is_empty());
                        hands.insert(world.hand(leader));
                        bids += 1;
                    }
                }
            }
            game.legal(seat, &mut actions);
            // Whoever can bid does, and high: that is what makes hands hard to imagine.
            let high = actions
                .iter()
                .rposition(|a| matches!(a, Action::Module(ModAction::Characters(Act::Bid { .. }))));
            let choice = high.filter(|_| dice.below(2) == 0);
            let choice = choice.unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
            game.apply_unchecked(seat, actions[choice], &mut Io::silent(&mut luck));
        }
    }
    assert!(bids > 100, "only {bids} worlds were looked at");
    assert!(hands.len() > 50, "the bidders' hands are really unknown: {}", hands.len());
}

/// A-CH-7: a tile the Dancer has sent back can come up again like any other of the tower.
#[test]
fn the_old_tile_is_anywhere_in_the_tower() {
    let (game, _) = start(3, 2);
    let old = game.core.pieces.market[0].unwrap();
    let seat = game.core.turn.seat;
    let mut turns = BTreeSet::new();
    for seed in 0..60 {
        let (mut game, mut chance) = (game.clone(), Seeded::new(seed));
        let mut io = Io::silent(&mut chance);
        let mut cx = Cx { g: &mut game, io: &mut io };
        cx.push(Step::T01, What::Module(ModFrame::Characters(Procedure::Dancer { seat })));
        cx.settle();
        let dance = Action::Module(ModAction::Characters(Act::Dance { space: Space(0) }));
        cx.g.apply(seat, dance, cx.io).unwrap();
        assert_ne!(cx.g.core.pieces.market[0], Some(old));
        assert_eq!(cx.g.core.pieces.tower_len(), 50);
        turns.insert((0..50).find(|_| cx.draw_tile() == Some(old)).unwrap());
    }
    assert!(turns.len() > 20, "it comes back at any time: {turns:?}");
}

/// A-CH-9: no tile has come, so the old one lies down again; that is not the end of the game.
#[test]
fn without_a_new_tile_the_old_one_stays() {
    let (mut game, mut luck) = start(3, 2);
    let seat = game.core.turn.seat;
    let old = game.core.pieces.market[1].take().unwrap();
    game.core.pieces.aside.insert(old);
    let mut io = Io::silent(&mut luck);
    let mut cx = Cx { g: &mut game, io: &mut io };
    let dancing = Procedure::Dancing { seat, space: Space(1), old };
    cx.push(Step::T01, What::Module(ModFrame::Characters(dancing)));
    cx.g.agenda.last = crate::core::agenda::Outcome::Filled(false);
    cx.settle();
    assert_eq!(game.core.pieces.market[1], Some(old));
    assert!(!game.core.pieces.aside.contains(old) && !game.core.ending);
    assert_eq!(game.to_move(), Some(seat));
}

#[test]
fn wrong_answers_are_refused_with_their_reason() {
    let (game, _) = start(3, 2);
    let seat = game.to_move().unwrap();
    let why = |act| game.check(seat, &Action::Module(ModAction::Characters(act))).unwrap_err().to_string();
    let card = CardKind::money(crate::core::building::Currency::Denar, 1);
    assert!(why(Act::Bid { amount: 1 }).contains("higher than the last"));
    assert!(why(Act::Pass).contains("nothing to pass"));
    assert!(why(Act::Keep).contains("right after the auction"));
    assert!(why(Act::Exchange).contains("right after the auction"));
    assert!(why(Act::Dance { space: Space(0) }).contains("before her owner's turn"));
    assert!(why(Act::Beg).contains("at most two money cards"));
    assert!(why(Act::Change { give: card, take: card }).contains("Moneychanger"));
    assert!(why(Act::CallTrader).contains("one hourglass"));
    let piece = game.core.pieces.market[0].unwrap();
    assert!(why(Act::Patron { piece, variant: None }).contains("Rich Patron"));
    assert!(why(Act::Pocket { card }).contains("10 or more"));
    assert!(why(Act::Name { building: Building::Tower }).contains("start of a scoring"));
}

/// At T15 the Moneychanger is asked for; whoever owns the Patron as well has no action left for which he could pay.
#[test]
fn after_the_last_action_the_patron_pays_for_nothing() {
    let (mut game, _) = start(3, 4);
    let seat = game.to_move().unwrap();
    for character in [Character::RichPatron, Character::Moneychanger] {
        game.mods.m07_characters.put(character, Place::With(seat));
    }
    let piece = game.core.pieces.market.iter().flatten().next().copied().unwrap();
    let patron = Action::Module(ModAction::Characters(Act::Patron { piece, variant: None }));
    assert_eq!(game.check(seat, &patron), Ok(()));
    game.agenda.frames.last_mut().unwrap().step = Step::T15;
    game.core.turn.actions_left = 0;
    assert!(game.check(seat, &patron).is_err());
    let trader = Action::Module(ModAction::Characters(Act::CallTrader));
    assert!(game.check(seat, &trader).is_err());
}
