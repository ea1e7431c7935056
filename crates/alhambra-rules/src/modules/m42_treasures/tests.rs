//! A second computation of what a treasure can pay, by trying every subset of cards, over many moments of played
//! games; and what is kept is what scores.

use super::*;
use crate::core::cards::Cards;
use crate::core::catalogue::CardKind;
use crate::core::pieces::Space;
use crate::{Action, Io, Seeded, Setup};
use std::collections::BTreeSet;

/// A small generator of its own: the moves of these games are no part of what is tested.
struct Whim(u64);

impl Whim {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Every sum that some subset of these cards comes to, each subset looked at.
fn sums(cards: &[u8]) -> BTreeSet<u16> {
    (0u32..1 << cards.len())
        .map(|set| {
            cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| u16::from(*v)).sum()
        })
        .collect()
}

/// The values of the cards of one currency.
fn values(hand: Cards, space: usize, g: &GameState) -> Vec<u8> {
    let currency = crate::core::purchase::currency_of(g, Space(space as u8));
    (1..=9)
        .flat_map(|v| std::iter::repeat_n(v, usize::from(hand.count(CardKind::money(currency, v)))))
        .collect()
}

/// Whether the treasure closes the gap that some payment leaves.
fn closes(sums: &BTreeSet<u16>, price: u16, treasure: u16) -> bool {
    sums.iter().any(|sum| *sum < price && sum + treasure >= price)
}

#[test]
fn treasures_pay_what_every_subset_of_cards_says() {
    let (mut moments, mut asked, mut given) = (0, 0, 0);
    for seed in 0..12 {
        let setup = Setup::players(2 + seed as usize % 4).with(ModuleId::Treasures);
        let mut luck = Seeded::new(seed);
        let mut io = Io::silent(&mut luck);
        let mut g = GameState::new(&setup, &mut io).unwrap();
        let mut whim = Whim(seed);
        let mut target = None;
        while let Some(seat) = g.agenda.asking.iter().next() {
            let mut legal = Vec::new();
            g.legal(seat, &mut legal);
            let hand = g.hand(seat);
            match g.agenda.frames.last().map(|f| (f.what, f.step)) {
                Some((What::Turn, Step::T11)) => {
                    moments += 1;
                    let mut expected: Vec<PieceId> = Vec::new();
                    for (space, piece) in g.core.pieces.market.iter().enumerate() {
                        let Some(piece) = *piece else { continue };
                        let (sums, price) =
                            (sums(&values(hand, space, &g)), u16::from(g.core.facts(piece).price));
                        let plain = sums.iter().any(|sum| *sum >= price);
                        if plain || kept(&g, seat).any(|v| closes(&sums, price, v.into())) {
                            expected.push(piece);
                        }
                    }
                    expected.sort_unstable();
                    let found: Vec<PieceId> = legal
                        .iter()
                        .filter_map(
                            |a| if let Action::Target { piece, .. } = a { Some(*piece) } else { None },
                        )
                        .collect();
                    assert_eq!(found, expected);
                }
                Some((What::Buy(deal), Step::P2)) => {
                    asked += 1;
                    target = Some(deal.piece);
                    let space = g.core.pieces.space_of(deal.piece).unwrap();
                    let sums = sums(&values(hand, usize::from(space.0), &g));
                    let price = u16::from(g.core.facts(deal.piece).price);
                    let plain = sums.iter().any(|sum| *sum >= price).then_some(0);
                    let some = kept(&g, seat).filter(|v| closes(&sums, price, (*v).into()));
                    let expected: Vec<Action> = plain
                        .into_iter()
                        .chain(some)
                        .map(|value| Action::Modify { by: ModuleId::Treasures, value })
                        .collect();
                    assert_eq!(legal, expected);
                }
                Some((What::Buy(deal), Step::P3)) if deal.terms.of(ModuleId::Treasures) > 0 => {
                    given += 1;
                    let treasure = u16::from(deal.terms.of(ModuleId::Treasures));
                    let space = g.core.pieces.space_of(target.unwrap()).unwrap();
                    let cards = values(hand, usize::from(space.0), &g);
                    let price = u16::from(g.core.facts(deal.piece).price);
                    // Enough with the treasure, short without, and with no card to spare.
                    let mut expected = BTreeSet::new();
                    for set in 0u32..1 << cards.len() {
                        let laid: Vec<u8> = cards
                            .iter()
                            .enumerate()
                            .filter(|(i, _)| set >> i & 1 != 0)
                            .map(|(_, v)| *v)
                            .collect();
                        let sum: u16 = laid.iter().map(|v| u16::from(*v)).sum();
                        let spare = laid.iter().any(|v| sum - u16::from(*v) + treasure >= price);
                        if sum < price && sum + treasure >= price && !spare {
                            expected.insert(laid);
                        }
                    }
                    let found: BTreeSet<Vec<u8>> = legal
                        .iter()
                        .map(|a| {
                            let Action::Pay { payment } = a else { panic!("{a:?} is no payment") };
                            let mut laid: Vec<u8> =
                                payment.each().map(crate::core::cards::value_of).collect();
                            laid.sort_unstable();
                            laid
                        })
                        .collect();
                    assert_eq!(found, expected);
                }
                _ => {}
            }
            let action = legal[whim.below(legal.len())];
            g.apply(seat, action, &mut io).unwrap();
        }
    }
    assert!(moments > 1000 && asked > 100 && given > 50, "{moments} {asked} {given}");
}

/// At every moment the forecast of the last scoring says what a sum over the set says, and nothing before it.
#[test]
fn what_is_kept_is_forecast() {
    for left in 0..64u8 {
        let setup = Setup::players(3).with(ModuleId::Treasures);
        let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        g.mods.m42_treasures.left[1] = left & SET;
        let sum: i16 = [1, 2, 3, 4, 5].into_iter().filter(|v| left & (1 << v) != 0).sum();
        for round in 1..=3 {
            let points: i16 = g
                .forecast(round)
                .iter()
                .filter(|line| line.to.index() == 1 && line.reason == "score.treasures")
                .map(|line| line.points)
                .sum();
            assert_eq!(points, if round == 3 { sum } else { 0 });
        }
        assert_eq!(Treasures::worth(&g, Seat::new(1).unwrap()), 0, "the third scoring says it already");
    }
}
