//! A second computation of what credit can pay and what may be written down, over many moments of played games.

use super::*;
use crate::core::catalogue::CardKind;
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

/// The values of the cards of one currency in a hand.
fn values(g: &GameState, seat: Seat, currency: Currency) -> Vec<u8> {
    let count = |v| usize::from(g.hand(seat).count(CardKind::money(currency, v)));
    (1..=9).flat_map(|v| std::iter::repeat_n(v, count(v))).collect()
}

/// Every payment that reaches `price` together with `credit` and has no card to spare: each subset is looked at.
fn payments(cards: &[u8], price: u16, credit: u16) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::new();
    for set in 0u32..1 << cards.len() {
        let laid: Vec<u8> =
            cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| *v).collect();
        let sum = credit + laid.iter().map(|v| u16::from(*v)).sum::<u16>();
        if sum >= price && laid.iter().all(|v| sum - u16::from(*v) < price) {
            all.insert(laid);
        }
    }
    all
}

#[test]
fn credit_pays_what_every_subset_of_cards_says() {
    let (mut moments, mut asked, mut spent, mut stored) = (0, 0, 0, 0);
    for seed in 0..16 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::ExchangeCertificates);
        let mut luck = Seeded::new(seed);
        let mut io = Io::silent(&mut luck);
        let mut g = GameState::new(&setup, &mut io).unwrap();
        let mut whim = Whim(seed);
        // What everybody has written down, kept apart from the module.
        let mut notes: Vec<Option<(Currency, u8)>> = vec![None; players];
        while let Some(seat) = g.agenda.asking.iter().next() {
            let mut legal = Vec::new();
            g.legal(seat, &mut legal);
            let note = notes[seat.index()];
            assert_eq!(credit(&g, seat), note);
            let of_space = |piece| currency_of(&g, g.core.pieces.space_of(piece).unwrap());
            match g.agenda.frames.last().map(|f| (f.what, f.step)) {
                Some((What::Turn, Step::T11)) => {
                    moments += 1;
                    let mut expected: Vec<PieceId> = g.core.pieces.market.iter().flatten().copied().collect();
                    expected.retain(|piece| {
                        let (currency, price) = (of_space(*piece), g.core.facts(*piece).price);
                        let cards = values(&g, seat, currency);
                        let credit = note.filter(|(of, _)| *of == currency).map_or(0, |(_, n)| n);
                        !payments(&cards, price.into(), credit.into()).is_empty()
                    });
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
                    let currency = of_space(deal.piece);
                    let (cards, price) = (values(&g, seat, currency), g.core.facts(deal.piece).price);
                    let (of, amount) = note.expect("only who has credit is asked");
                    let mut expected = Vec::new();
                    if !payments(&cards, price.into(), 0).is_empty() {
                        expected.push(0);
                    }
                    if of == currency && !payments(&cards, price.into(), amount.into()).is_empty() {
                        expected.push(1);
                    }
                    let by = ModuleId::ExchangeCertificates;
                    let expected: Vec<Action> =
                        expected.into_iter().map(|value| Action::Modify { by, value }).collect();
                    assert_eq!(legal, expected);
                }
                Some((What::Buy(deal), Step::P3)) => {
                    let with = deal.terms.of(ModuleId::ExchangeCertificates) > 0;
                    let credit = if with { note.unwrap().1 } else { 0 };
                    let cards = values(&g, seat, of_space(deal.piece));
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
                    assert_eq!(found, payments(&cards, g.core.facts(deal.piece).price.into(), credit.into()));
                    if with {
                        spent += 1;
                        notes[seat.index()] = None;
                    }
                }
                Some((What::Module(ModFrame::ExchangeCertificates(storing)), _)) => {
                    stored += 1;
                    assert!(note.is_none() && (1..=6).contains(&storing.amount));
                    let tokens = [1, 2, 2, 3, 3][players - 2];
                    let used = |c| notes.iter().flatten().filter(|(of, _)| *of == c).count();
                    let open = Currency::ALL.into_iter().filter(|c| used(*c) < tokens);
                    let own = |act| Action::Module(crate::registry::ModAction::ExchangeCertificates(act));
                    let mut expected: Vec<Action> =
                        open.map(|currency| own(Act::Store { currency })).collect();
                    expected.push(own(Act::Leave));
                    assert_eq!(legal, expected);
                }
                _ => {}
            }
            let action = legal[whim.below(legal.len())];
            if let (
                Action::Module(crate::registry::ModAction::ExchangeCertificates(Act::Store { currency })),
                Some(f),
            ) = (action, g.agenda.frames.last())
                && let What::Module(ModFrame::ExchangeCertificates(storing)) = f.what
            {
                notes[seat.index()] = Some((currency, storing.amount));
            }
            g.apply(seat, action, &mut io).unwrap();
        }
    }
    assert!(
        moments > 1000 && asked > 100 && spent > 50 && stored > 100,
        "{moments} {asked} {spent} {stored}"
    );
}

#[test]
fn the_option_for_the_end() {
    let with = |name: &str, value: &str| {
        let values = [(name.to_owned(), value.to_owned())].into_iter().collect();
        ExchangeCertificates::begin(&Setup::players(3), &values)
    };
    assert!(with("counts_at_end", "yes").unwrap().counts_at_end);
    assert!(!with("counts_at_end", "no").unwrap().counts_at_end);
}

#[test]
fn credit_is_worth_something_as_long_as_tiles_are_bought() {
    let setup = Setup::players(3).with(ModuleId::ExchangeCertificates);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let me = Seat::default();
    let worth = |g: &mut GameState, credit: Credit| {
        g.mods.m24_exchange_certificates.credit[me.index()] = credit;
        g.worth(me)
    };
    assert_eq!(worth(&mut g, None), 0);
    assert!(worth(&mut g, Some((Currency::Denar, 1))) > 0);
    assert_eq!(worth(&mut g, Some((Currency::Denar, 6))), 3);
    g.core.scorings = 3;
    assert_eq!(g.worth(me), 0, "nothing is bought any more");
}
