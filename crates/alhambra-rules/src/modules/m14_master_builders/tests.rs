//! What scenarios cannot say: where the cards begin, what stays secret, and payments held against a plain search of
//! every subset of a hand, redesigns against every cell that was tried, throughout whole games.

use super::*;
use crate::belief::Recall;
use crate::registry::ModAction;
use crate::second_look::laying;
use crate::{Action, Io, PieceId, Quick, Setup};
use std::collections::BTreeSet;

fn game(players: usize, seed: u64) -> (GameState, Quick) {
    let mut luck = Quick::new(seed);
    let setup = Setup::players(players).with(ModuleId::MasterBuilders);
    let game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    (game, luck)
}

/// AT-MB-3.
#[test]
fn piles_and_hands_get_their_cards() {
    let class = crate::core::deck::SPECIAL.iter().position(|c| *c == CardClass::MasterBuilder).unwrap();
    for (players, fifth, boxed) in [(2, 3, 6), (3, 3, 4), (4, 3, 2), (5, 3, 0), (6, 1, 0)] {
        let (g, _) = game(players, 3);
        let piles: Vec<u8> = g.core.deck.piles.iter().map(|pile| pile.special[class]).collect();
        assert_eq!(piles, [0, 0, 3, 0, fifth]);
        let held = |seat: Seat| g.hand(seat).only(KindSet::MASTER_BUILDERS).len();
        assert!(g.rules().seats().all(|seat| held(seat) == 2));
        let undrawn = g.core.deck.pool.only(KindSet::MASTER_BUILDERS).len();
        assert_eq!(undrawn - u32::from(3 + fifth), boxed, "{players} players");
    }
}

/// A-MB-1: everybody has at least 20 without them.
#[test]
fn the_two_cards_are_no_starting_money() {
    for seed in 0..20 {
        let (g, _) = game(4, seed);
        for seat in g.rules().seats() {
            let money = g.hand(seat).only(KindSet::MONEY).total();
            assert!((20..=28).contains(&money));
        }
    }
}

/// Every subset of a hand, by taking and leaving one card after the other.
fn subsets(hand: &[CardKind]) -> Vec<Vec<CardKind>> {
    hand.iter().fold(vec![Vec::new()], |all, card| {
        let with = all.iter().map(|set: &Vec<CardKind>| set.iter().copied().chain([*card]).collect());
        all.iter().cloned().chain(with).collect()
    })
}

/// What a card is worth towards a price in this currency, read off its name.
fn worth(card: CardKind, currency: Currency) -> u16 {
    let name = card.to_string();
    if name == format!("master-builder-{currency}") {
        return 3;
    }
    name.strip_prefix(&format!("{currency} ")).map_or(0, |value| value.parse().unwrap())
}

/// The minimal payments for a tile of the market: in its currency, enough, and no card too many. `None` for a hand that
/// has too many subsets to look at.
fn plainly(g: &GameState, seat: Seat, space: usize) -> Option<BTreeSet<Cards>> {
    let Some(piece) = g.core.pieces.market[space] else { return Some(BTreeSet::new()) };
    let (price, currency) = (u16::from(g.piece(piece).price), g.rules().edition().market[space]);
    let useful: Vec<CardKind> = g.hand(seat).each().filter(|card| worth(*card, currency) > 0).collect();
    let minimal = |set: &Vec<CardKind>| {
        let sum: u16 = set.iter().map(|card| worth(*card, currency)).sum();
        sum >= price && set.iter().all(|card| sum - worth(*card, currency) < price)
    };
    let few = useful.len() <= 12;
    few.then(|| subsets(&useful).into_iter().filter(minimal).map(|set| set.into_iter().collect()).collect())
}

/// Players who like master builders. How many states had one in a hand, and how many were played for a redesign.
fn play(players: usize, seed: u64) -> (usize, usize) {
    let (mut g, mut luck) = game(players, seed);
    let mut dice = Quick::new(seed + 1);
    let (mut actions, mut states, mut played) = (Vec::new(), 0, 0);
    // The turn in which somebody was asked last.
    let mut asked_in = 0;
    while let Some(seat) = g.to_move() {
        for currency in Currency::ALL {
            assert_eq!(everywhere(&g, CardKind::master_builder(currency)), 4);
        }
        assert!(g.core.deck.discard.only(KindSet::MASTER_BUILDERS).is_empty(), "they never come back");
        g.legal(seat, &mut actions);
        let frame = *g.agenda.frames.last().unwrap();
        if let (Step::T11, What::Turn) = (frame.step, frame.what) {
            let mut looked_at = true;
            for space in 0..4 {
                let bought = actions.iter().filter_map(|a| match *a {
                    Action::Buy { piece, payment } if g.core.pieces.market[space] == Some(piece) => {
                        Some(payment)
                    }
                    _ => None,
                });
                let Some(plain) = plainly(&g, seat, space) else {
                    looked_at = false;
                    continue;
                };
                assert_eq!(bought.collect::<BTreeSet<Cards>>(), plain, "seed {seed}");
            }
            states += usize::from(looked_at && held(&g, seat).next().is_some());
        }
        if let What::Module(ModFrame::MasterBuilders(Redesigning::Asks(asked))) = frame.what {
            assert_eq!((asked, g.core.turn.seat), (seat, seat));
            assert!(asked_in < g.core.turn.number, "once in a turn");
            asked_in = g.core.turn.number;
            let hand = g.hand(seat);
            let own =
                |c: &Currency| hand.each().any(|card| card.to_string() == format!("master-builder-{c}"));
            let plays = Currency::ALL.into_iter().filter(own).map(|currency| Act::Play { currency });
            let listed = plays.chain([Act::Pass]).map(|act| Action::Module(ModAction::MasterBuilders(act)));
            assert_eq!(actions, listed.collect::<Vec<_>>());
        }
        let redesigns = matches!(frame.what, What::Redesign { .. });
        if redesigns {
            let mut tried: Vec<Action> =
                laying::redesigns(&g, seat, laying::upright).into_iter().chain([Action::Decline]).collect();
            tried.sort();
            assert_eq!(actions, tried, "seed {seed}");
            assert!(actions.len() > 1, "nobody is asked where nothing can be done");
        }
        let eager = actions.iter().position(|a| match a {
            Action::Module(ModAction::MasterBuilders(act)) => *act != Act::Pass,
            Action::Buy { payment, .. } => dice.below(2) == 0 && payment.len() < 3,
            _ => redesigns && *a != Action::Decline,
        });
        let pick = eager.unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
        played += usize::from(redesigns && actions[pick] != Action::Decline);
        let (turn, active) = (g.core.turn.number, g.core.turn.seat);
        g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
        if g.core.turn.number > turn && asked_in < turn {
            // Nothing in palace and hand has changed since they could have been asked.
            let holds = g.hand(active).each().any(|card| card.to_string().starts_with("master-builder"));
            let could = !laying::redesigns(&g, active, laying::upright).is_empty();
            assert!(!(holds && could), "seed {seed}: turn {turn} went by without a question");
        }
    }
    (states, played)
}

#[test]
fn payments_are_what_a_plain_search_finds() {
    let (mut states, mut played) = (0, 0);
    for (players, seed) in (2..=6).flat_map(|players| (0..24).map(move |seed| (players, seed))) {
        let (s, p) = play(players, seed);
        (states, played) = (states + s, played + p);
    }
    assert!(states > 1000 && played > 100, "{states} states, {played} redesigns");
}

#[test]
fn whatever_is_paid_is_accepted_only_if_it_is_enough_of_one_currency() {
    let (mut g, mut luck) = game(3, 4);
    let mut dice = Quick::new(2);
    let (mut actions, mut tried) = (Vec::new(), 0);
    while let Some(seat) = g.to_move() {
        g.legal(seat, &mut actions);
        let frame = *g.agenda.frames.last().unwrap();
        let hand: Vec<CardKind> = g.hand(seat).each().collect();
        if frame.step == Step::T11 && matches!(frame.what, What::Turn) && hand.len() <= 10 {
            for (space, piece) in g.core.pieces.market.iter().enumerate() {
                let Some(piece) = *piece else { continue };
                let (price, currency) = (u16::from(g.piece(piece).price), g.rules().edition().market[space]);
                for set in subsets(&hand) {
                    let fits = set.iter().all(|card| worth(*card, currency) > 0)
                        && set.iter().map(|card| worth(*card, currency)).sum::<u16>() >= price;
                    let payment = set.into_iter().collect();
                    assert_eq!(g.check(seat, &Action::Buy { piece, payment }).is_ok(), fits);
                    tried += 1;
                }
            }
        }
        let pick = dice.below(actions.len() as u32) as usize;
        g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
    }
    assert!(tried > 10_000, "{tried}");
}

/// A-MB-4: how many is open, which ones is not.
#[test]
fn the_others_do_not_know_which_ones() {
    let (g, _) = game(3, 1);
    let (me, other) = (Seat::at(0), Seat::at(1));
    let mut dice = Quick::new(1);
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        let world = g.resample(me, Recall::Full, &mut dice);
        let builders = |g: &GameState, seat: Seat| g.hand(seat).only(KindSet::MASTER_BUILDERS);
        assert_eq!(builders(&world, me), builders(&g, me));
        assert_eq!(builders(&world, other).len(), 2);
        assert_eq!(MasterBuilders::view(&world, Some(me)), MasterBuilders::view(&g, Some(me)));
        seen.insert(builders(&world, other));
    }
    assert!(seen.len() > 4, "{} hands", seen.len());
}

#[test]
fn every_refusal_says_why() {
    let (mut g, _) = game(3, 1);
    let seat = g.to_move().unwrap();
    let why = |g: &GameState, act| {
        g.check(seat, &Action::Module(ModAction::MasterBuilders(act))).unwrap_err().to_string()
    };
    assert!(why(&g, Act::Pass).contains("end of one's own turn"), "{}", why(&g, Act::Pass));
    let asks = What::Module(ModFrame::MasterBuilders(Redesigning::Asks(seat)));
    g.agenda.frames.push(crate::core::agenda::Frame::new(Step::T30, asks)).unwrap();
    for currency in Currency::ALL {
        let held = g.hand(seat).count(CardKind::master_builder(currency)) > 0;
        let act = Act::Play { currency };
        if held {
            assert!(g.check(seat, &Action::Module(ModAction::MasterBuilders(act))).is_ok());
        } else {
            assert!(why(&g, act).contains("no master builder of that currency"));
        }
    }
    assert!(g.check(seat, &Action::Remove { piece: PieceId::default() }).is_err());
}
