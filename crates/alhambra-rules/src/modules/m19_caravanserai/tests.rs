//! A second computation of markers, prices and payments, over many moments of played games.

use super::*;
use crate::core::cards::value_of;
use crate::core::purchase::currency_of;
use crate::{Io, Seeded, Setup};
use std::collections::BTreeSet;

/// A small generator of its own: the moves of these games are no part of what is tested.
struct Whim(u64);

impl Whim {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The cards as they are printed, by hand: the currency of the track and those beside 2, 3 and 4.
const PRINTED: [[Currency; 4]; 8] = {
    use Currency::{Denar, Dirham, Ducat, Florin};
    [
        [Dirham, Ducat, Florin, Denar],
        [Dirham, Denar, Florin, Ducat],
        [Denar, Dirham, Ducat, Florin],
        [Denar, Florin, Ducat, Dirham],
        [Ducat, Dirham, Denar, Florin],
        [Ducat, Florin, Dirham, Denar],
        [Florin, Denar, Dirham, Ducat],
        [Florin, Ducat, Denar, Dirham],
    ]
};

/// What the cards of a seat are worth, read off the printed table.
fn purse(g: &GameState, seat: Seat) -> Vec<(u16, Currency)> {
    let state = &g.mods.m19_caravanserai;
    let own = (0..8).filter(|i| state.owner[*i] == Some(seat));
    own.map(|i| {
        let node = state.marker[i];
        (node.value.into(), PRINTED[i][if node.aside { usize::from(node.value) - 1 } else { 0 }])
    })
    .collect()
}

/// Every way to pay a price in `currency`: which caravans, and cards with none to spare; each subset is looked at.
fn ways(g: &GameState, seat: Seat, currency: Currency, price: u16) -> BTreeSet<(u8, Vec<u8>)> {
    let caravans = purse(g, seat);
    let cards: Vec<u8> = (1..=9)
        .flat_map(|v| std::iter::repeat_n(v, usize::from(g.hand(seat).count(CardKind::money(currency, v)))))
        .collect();
    let mut all = BTreeSet::new();
    for choice in 0u8..1 << caravans.len() {
        let used: Vec<_> =
            caravans.iter().enumerate().filter(|(i, _)| choice >> i & 1 != 0).map(|(_, c)| *c).collect();
        if used.iter().any(|(value, of)| *value == 0 || *of != currency) {
            continue;
        }
        let credit: u16 = used.iter().map(|(value, _)| value).sum();
        for set in 0u32..1 << cards.len() {
            let laid: Vec<u8> =
                cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| *v).collect();
            let sum = credit + laid.iter().map(|v| u16::from(*v)).sum::<u16>();
            if sum >= price && laid.iter().all(|v| sum - u16::from(*v) < price) {
                all.insert((choice, laid));
            }
        }
    }
    all
}

fn laid(action: &Action) -> Vec<u8> {
    let Action::Pay { payment } = action else { panic!("{action:?} is no payment") };
    let mut values: Vec<u8> = payment.each().map(value_of).collect();
    values.sort_unstable();
    values
}

#[test]
fn caravans_pay_and_move_as_a_table_and_every_subset_of_cards_say() {
    let own = |act| Action::Module(ModAction::Caravanserai(act));
    let (mut moments, mut moved, mut asked, mut spent, mut bought) = (0, 0, 0, 0, 0);
    for seed in 0..16 {
        let setup = Setup::players(2 + seed as usize % 4).with(ModuleId::Caravanserai);
        let mut luck = Seeded::new(seed);
        let mut io = Io::silent(&mut luck);
        let mut g = GameState::new(&setup, &mut io).unwrap();
        // Half of the games begin with cards on the table, so that there is much to move and to spend.
        if seed % 2 == 0 {
            for seat in g.rules().seats() {
                for i in [seat.index() * 2, seat.index() * 2 + 1].into_iter().filter(|i| *i < N) {
                    g.mods.m19_caravanserai.owner[i] = Some(seat);
                }
            }
        }
        let mut whim = Whim(seed);
        while let Some(seat) = g.agenda.asking.iter().next() {
            let mut legal = Vec::new();
            g.legal(seat, &mut legal);
            match g.agenda.frames.last().map(|f| (f.what, f.step)) {
                Some((What::Turn, Step::T11)) => {
                    moments += 1;
                    let mut expected: Vec<PieceId> = g.core.pieces.market.iter().flatten().copied().collect();
                    expected.retain(|piece| {
                        let currency = currency_of(&g, g.core.pieces.space_of(*piece).unwrap());
                        !ways(&g, seat, currency, g.core.facts(*piece).price.into()).is_empty()
                    });
                    expected.sort_unstable();
                    let found: Vec<PieceId> = legal
                        .iter()
                        .filter_map(
                            |a| if let Action::Target { piece, .. } = a { Some(*piece) } else { None },
                        )
                        .collect();
                    assert_eq!(found, expected);
                    // The price of a card, from the types in the palace.
                    let kinds: BTreeSet<Building> = g.core.pieces.palace[seat.index()]
                        .iter()
                        .filter_map(|piece| g.core.pieces.building[piece.index()])
                        .collect();
                    let price = [None, None, None, None, Some(8), Some(4), Some(2)][kinds.len()];
                    let cards = purse(&g, seat).len();
                    let price = price.filter(|_| cards == 0 || cards == 1 && kinds.len() > 4);
                    let payable = price.is_some_and(|price| {
                        Currency::ALL.into_iter().any(|c| !ways(&g, seat, c, price).is_empty())
                    });
                    let free = g.mods.m19_caravanserai.owner.iter().filter(|owner| owner.is_none()).count();
                    let on_sale = legal
                        .iter()
                        .filter(|a| matches!(a, Action::Module(ModAction::Caravanserai(Act::Buy { .. }))))
                        .count();
                    assert_eq!(on_sale, if payable { free } else { 0 });
                }
                Some((What::Module(ModFrame::Caravanserai(_)), _)) => {
                    moved += 1;
                    let mut expected = vec![own(Act::Stay)];
                    for i in (0..8).filter(|i| g.mods.m19_caravanserai.owner[*i] == Some(seat)) {
                        let node = g.mods.m19_caravanserai.marker[i];
                        let card = CARDS[i];
                        if !node.aside && node.value < 5 {
                            expected.push(own(Act::Forward { card }));
                        }
                        if !node.aside && [2, 3, 4].contains(&node.value) {
                            expected.push(own(Act::Sideways { card }));
                        }
                    }
                    expected.sort_unstable();
                    assert_eq!(legal, expected);
                }
                Some((What::Buy(deal), step @ (Step::P2 | Step::P3))) => {
                    let currency = currency_of(&g, g.core.pieces.space_of(deal.piece).unwrap());
                    let ways = ways(&g, seat, currency, g.core.facts(deal.piece).price.into());
                    if step == Step::P2 {
                        asked += 1;
                        let choices: BTreeSet<u8> = ways.into_iter().map(|(choice, _)| choice).collect();
                        let by = ModuleId::Caravanserai;
                        let expected: Vec<Action> =
                            choices.into_iter().map(|value| Action::Modify { by, value }).collect();
                        assert_eq!(legal, expected);
                    } else {
                        let chosen = deal.terms.of(ModuleId::Caravanserai);
                        spent += usize::from(chosen > 0);
                        let expected: BTreeSet<Vec<u8>> = ways
                            .into_iter()
                            .filter(|(choice, _)| *choice == chosen)
                            .map(|(_, l)| l)
                            .collect();
                        assert_eq!(legal.iter().map(laid).collect::<BTreeSet<_>>(), expected);
                    }
                }
                Some((What::Pay(_), _)) => bought += 1,
                _ => {}
            }
            let action = legal[whim.below(legal.len())];
            g.apply(seat, action, &mut io).unwrap();
        }
    }
    assert!(
        moments > 1000 && moved > 200 && asked > 100 && spent > 50 && bought > 0,
        "{moments} {moved} {asked} {spent} {bought}"
    );
}

#[test]
fn the_cards_are_those_of_the_table() {
    let setup = Setup::players(3).with(ModuleId::Caravanserai);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    for (i, [main, two, three, four]) in PRINTED.into_iter().enumerate() {
        assert_eq!(super::main(&g, i), main);
        let beside = |value| currency_at(&g, i, Node { value, aside: true });
        assert_eq!([beside(2), beside(3), beside(4)], [two, three, four]);
        assert_eq!(CARDS[i].key(), format!("caravanserai-{}", i + 1));
    }
}
