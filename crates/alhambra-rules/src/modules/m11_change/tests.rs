//! A second computation of what coins pay and of what is given back, over many moments of played games.

use super::*;
use crate::core::purchase::currency_of;
use crate::{Action, Io, Seeded};
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
            let at_main =
                matches!(g.agenda.frames.last().map(|f| (f.what, f.step)), Some((What::Turn, Step::T11)));
            let hand = g.hand(seat);
            if at_main {
                moments += 1;
                for (piece, currency) in on_market(&g) {
                    let price = u16::from(g.core.facts(piece).price);
                    let own = money(hand, currency);
                    if own.len() > 11 {
                        // Rich players have too many subsets.
                        continue;
                    }
                    let enough = |laid: &Vec<u8>| worth(laid) >= price;
                    let all = subsets(&own);
                    let spare =
                        |laid: &Vec<u8>| laid.iter().any(|v| worth(laid) - u16::from(*v).max(1) >= price);
                    let expected: BTreeSet<Cards> = all
                        .iter()
                        .filter(|laid| enough(laid) && !spare(laid))
                        .map(|money| laid(money, currency))
                        .collect();
                    let listed: BTreeSet<Cards> = legal
                        .iter()
                        .filter_map(|action| match action {
                            Action::Buy { piece: bought, payment } if *bought == piece => Some(*payment),
                            _ => None,
                        })
                        .collect();
                    assert_eq!(listed, expected, "{currency} {price} with {hand}");
                    // Whatever is enough is accepted, however much it is (CG3).
                    for money in all.iter().filter(|_| whim.below(8) == 0) {
                        checked += 1;
                        let buy = Action::Buy { piece, payment: laid(money, currency) };
                        assert_eq!(g.check(seat, &buy).is_ok(), enough(money), "{buy:?}");
                    }
                }
            }
            // Tiles are bought whenever one can be, and now and then with the whole purse.
            let buys: Vec<Action> =
                legal.iter().copied().filter(|a| matches!(a, Action::Buy { .. })).collect();
            let mut action = legal[whim.below(legal.len())];
            if !buys.is_empty() && whim.below(3) > 0 {
                action = buys[whim.below(buys.len())];
            }
            if let Action::Buy { piece, payment } = &mut action {
                let (_, currency) = on_market(&g).find(|(p, _)| p == piece).unwrap();
                if whim.below(4) == 0 {
                    *payment = laid(&money(hand, currency), currency);
                }
                let coin = CardKind::coin(currency);
                with_coins += u32::from(payment.count(coin) > 0);
                let paid = worth(&money(*payment, currency));
                let price = u16::from(g.core.facts(*piece).price);
                let others: u32 = g.rules().seats().map(|s| g.hand(s).only(KindSet::COINS).len()).sum();
                let in_bag = 24 - others + u32::from(payment.count(coin));
                let coins = u32::from((paid - price) / 2).min(in_bag);
                let expected = hand.minus(*payment);
                g.apply(seat, action, &mut io).unwrap();
                let got = g.hand(seat).minus(expected);
                assert!(g.hand(seat).contains_all(expected));
                assert_eq!((got.only(KindSet::COINS).len(), got.len()), (coins, coins));
                given += coins;
                continue;
            }
            g.apply(seat, action, &mut io).unwrap();
        }
    }
    assert!(
        moments > 1000 && with_coins > 50 && given > 200 && checked > 1000,
        "{moments} moments, {with_coins} payments with coins, {given} coins, {checked} payments checked"
    );
}

fn on_market(g: &GameState) -> impl Iterator<Item = (crate::PieceId, Currency)> + '_ {
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
fn options_that_make_no_sense_are_refused() {
    let with = |name: &str, value: &str| {
        let values = [(name.to_owned(), value.to_owned())].into_iter().collect();
        Change::begin(&Setup::players(3), &values)
    };
    assert!(with("change_vs_certs", "neither").is_err());
    assert!(with("certs", "both").is_err());
    assert!(with("change_vs_certs", "choose").unwrap().choose);
    assert!(!with("change_vs_certs", "both").unwrap().choose);
}
