//! A second computation of what coins pay and of what is given back, over many moments of played games.

use super::*;
use crate::core::purchase::currency_of;
use crate::{Action, Io, PieceId, Seeded};
use std::collections::BTreeSet;

/// A small generator of its own: the moves of these games are no part of what is tested.
struct Whim(u64);

impl Whim {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Money of one currency: the values of the cards, and a 0 for every coin.
fn money(cards: Cards, currency: Currency) -> Vec<u8> {
    let mut all = vec![0; usize::from(cards.count(CardKind::coin(currency)))];
    for value in 1..=9 {
        let n = usize::from(cards.count(CardKind::money(currency, value)));
        all.extend(std::iter::repeat_n(value, n));
    }
    all
}

fn worth(money: &[u8]) -> u16 {
    money.iter().map(|value| u16::from(*value).max(1)).sum()
}

/// Every way to lay down some of this money, each once.
fn subsets(money: &[u8]) -> BTreeSet<Vec<u8>> {
    let one = |set: u32| money.iter().enumerate().filter(move |(i, _)| set >> i & 1 != 0).map(|(_, v)| *v);
    (0u32..1 << money.len()).map(|set| one(set).collect()).collect()
}

/// The same as cards.
fn laid(money: &[u8], currency: Currency) -> Cards {
    let card = |value: &u8| match value {
        0 => CardKind::coin(currency),
        value => CardKind::money(currency, *value),
    };
    money.iter().map(card).collect()
}

#[test]
fn coins_pay_and_come_back_as_every_subset_says() {
    let (mut moments, mut with_coins, mut given, mut checked) = (0, 0, 0, 0);
    for seed in 0..24 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::Change);
        let mut luck = Seeded::new(seed);
        let mut io = Io::silent(&mut luck);
        let mut g = GameState::new(&setup, &mut io).unwrap();
        let mut whim = Whim(seed);
        while let Some(seat) = g.agenda.asking.iter().next() {
            let mut legal = Vec::new();
            g.legal(seat, &mut legal);
            let hand = g.hand(seat);
            let mut action = legal[whim.below(legal.len())];
            match g.agenda.frames.last().map(|f| (f.what, f.step)) {
                Some((What::Turn, Step::T11)) => {
                    moments += 1;
                    let mut expected: Vec<PieceId> = on_market(&g)
                        .filter(|(piece, c)| worth(&money(hand, *c)) >= u16::from(g.core.facts(*piece).price))
                        .map(|(piece, _)| piece)
                        .collect();
                    expected.sort_unstable();
                    let targets = legal.iter().filter(|a| matches!(a, Action::Target { .. })).copied();
                    let targets: Vec<Action> = targets.collect();
                    let plain = |piece: &PieceId| Action::Target { piece: *piece, variant: None };
                    assert_eq!(targets, expected.iter().map(plain).collect::<Vec<_>>());
                    // Tiles are bought more often than by mere chance.
                    if !targets.is_empty() && whim.below(3) > 0 {
                        action = targets[whim.below(targets.len())];
                    }
                }
                Some((What::Buy(deal), Step::P3)) => {
                    let (_, currency) = on_market(&g).find(|(piece, _)| *piece == deal.piece).unwrap();
                    let price = u16::from(g.core.facts(deal.piece).price);
                    let own = money(hand, currency);
                    // Rich players have too many subsets.
                    if own.len() <= 12 {
                        let listed: BTreeSet<Cards> = legal
                            .iter()
                            .map(|action| match action {
                                Action::Pay { payment } => *payment,
                                _ => panic!("{action:?} is no payment"),
                            })
                            .collect();
                        let all = subsets(&own);
                        let spare = |m: &Vec<u8>| m.iter().any(|v| worth(m) - u16::from(*v).max(1) >= price);
                        let minimal = all.iter().filter(|m| worth(m) >= price && !spare(m));
                        assert_eq!(listed, minimal.map(|m| laid(m, currency)).collect());
                        // Whatever is enough is accepted, however much it is (CG3).
                        for m in all.iter().filter(|_| whim.below(8) == 0) {
                            checked += 1;
                            let pay = Action::Pay { payment: laid(m, currency) };
                            assert_eq!(g.check(seat, &pay).is_ok(), worth(m) >= price, "{pay:?}");
                        }
                    }
                    let Action::Pay { payment } = &mut action else { panic!("{action:?} is no payment") };
                    if whim.below(4) == 0 {
                        *payment = laid(&own, currency);
                    }
                    let payment = *payment;
                    let coin = CardKind::coin(currency);
                    with_coins += u32::from(payment.count(coin) > 0);
                    let held: u32 = g.rules().seats().map(|s| g.hand(s).only(KindSet::COINS).len()).sum();
                    let in_bag = 24 - held + u32::from(payment.count(coin));
                    let coins = u32::from((worth(&money(payment, currency)) - price) / 2).min(in_bag);
                    let kept = hand.minus(payment);
                    g.apply(seat, action, &mut io).unwrap();
                    assert!(g.hand(seat).contains_all(kept));
                    let got = g.hand(seat).minus(kept);
                    assert_eq!((got.only(KindSet::COINS).len(), got.len()), (coins, coins));
                    given += coins;
                    continue;
                }
                _ => {}
            }
            g.apply(seat, action, &mut io).unwrap();
        }
    }
    assert!(
        moments > 1000 && with_coins > 50 && given > 200 && checked > 1000,
        "{moments} moments, {with_coins} payments with coins, {given} coins, {checked} payments checked"
    );
}

fn on_market(g: &GameState) -> impl Iterator<Item = (PieceId, Currency)> + '_ {
    let pieces = g.core.pieces.market.iter().flatten();
    pieces.map(|piece| (*piece, currency_of(g, g.core.pieces.space_of(*piece).unwrap())))
}

/// Nobody has to remember what lies open: a world dealt without memory leaves every coin where it is.
#[test]
fn coins_stay_where_they_are_when_hands_are_dealt_anew() {
    use crate::belief::Recall;
    let setup = Setup::players(4).with(ModuleId::Change);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(5))).unwrap();
    let coin = Cards::one(CardKind::coin(Currency::Ducat));
    let mut luck = Seeded::new(5);
    Cx { g: &mut g, io: &mut Io::silent(&mut luck) }.receive(Seat::at(2), coin.plus(coin));
    let mut dice = crate::Quick::new(9);
    for recall in [Recall::Full, Recall::None] {
        for observer in g.rules().seats() {
            let world = g.resample(observer, recall, &mut dice);
            for seat in g.rules().seats() {
                assert_eq!(world.hand(seat).only(KindSet::COINS), g.hand(seat).only(KindSet::COINS));
            }
        }
    }
}

#[test]
fn the_option_for_certificates() {
    let with = |name: &str, value: &str| {
        let values = [(name.to_owned(), value.to_owned())].into_iter().collect();
        Change::begin(&Setup::players(3), &values)
    };
    assert!(with("change_vs_certs", "choose").unwrap().choose);
    assert!(!with("change_vs_certs", "both").unwrap().choose);
}
