//! A second account of sites: what they cost, who may finish what, what counts and what is discarded at the end, kept
//! beside many played games.

use super::*;
use crate::core::building::Building;
use crate::core::cards::value_of;
use crate::core::purchase::currency_of;
use crate::core::seat::Scorer;
use crate::{Io, Seeded};
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

fn total(values: &[u8]) -> u16 {
    values.iter().map(|v| u16::from(*v)).sum()
}

/// Every payment that reaches `price` and has no card to spare: each subset is looked at.
fn payments(cards: &[u8], price: u16) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::new();
    for set in 0u32..1 << cards.len() {
        let laid: Vec<u8> =
            cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, v)| *v).collect();
        if total(&laid) >= price && laid.iter().all(|v| total(&laid) - u16::from(*v) < price) {
            all.insert(laid);
        }
    }
    all
}

fn listed(legal: &[Action]) -> BTreeSet<Vec<u8>> {
    let laid = |action: &Action| {
        let Action::Pay { payment } = action else { panic!("{action:?} is no payment") };
        let mut laid: Vec<u8> = payment.each().map(value_of).collect();
        laid.sort_unstable();
        laid
    };
    legal.iter().map(laid).collect()
}

/// What is begun, kept apart from the module: whose, which tile, which currency.
type Notes = Vec<(Seat, PieceId, Currency)>;

/// The buildings of a palace as a naive player counts them: printed, and not noted as begun.
fn finished(g: &GameState, seat: Seat, notes: &Notes) -> [u8; 6] {
    let mut counts = [0; 6];
    for piece in g.core.pieces.palace[seat.index()].iter() {
        if let (Some(building), false) =
            (g.piece(piece).building[0], notes.iter().any(|note| note.1 == piece))
        {
            counts[building.index()] += 1;
        }
    }
    counts
}

fn own(act: Act) -> Action {
    Action::Module(ModAction::BuildingSites(act))
}

#[test]
fn sites_cost_count_and_end_as_a_second_account_says() {
    let (mut moments, mut begun, mut ended, mut discarded, mut scarce) = (0, 0, 0, 0, 0);
    for seed in 0..24 {
        let players = 2 + seed as usize % 5;
        let setup = Setup::players(players).with(ModuleId::BuildingSites);
        let mut luck = Seeded::new(seed);
        let mut io = Io::silent(&mut luck);
        let mut g = GameState::new(&setup, &mut io).unwrap();
        let mut whim = Whim(seed);
        let (mut notes, mut gone): (Notes, usize) = (Vec::new(), 0);
        while let Some(seat) = g.agenda.asking.iter().next() {
            let mut legal = Vec::new();
            g.legal(seat, &mut legal);
            let left = 8 - gone - notes.len();
            for s in g.rules().seats() {
                let counted = Building::ALL.map(|b| g.counts().halves(Scorer::Seat(s), b) / 2);
                assert_eq!(counted, finished(&g, s, &notes));
            }
            let of_space = |piece| currency_of(&g, g.core.pieces.space_of(piece).unwrap());
            let mut site = None;
            match g.agenda.frames.last().map(|f| (f.what, f.step)) {
                Some((What::Turn, Step::T11)) => {
                    moments += 1;
                    scarce += u32::from(left == 0);
                    let mut market: Vec<PieceId> = g.core.pieces.market.iter().flatten().copied().collect();
                    market.sort_unstable();
                    let mut expected = Vec::new();
                    for piece in market {
                        let (price, money) =
                            (u16::from(g.core.facts(piece).price), total(&values(&g, seat, of_space(piece))));
                        if money >= price {
                            expected.push(Action::Target { piece, variant: None });
                        }
                        if left > 0 && money >= price / 2 {
                            let variant = Some((ModuleId::BuildingSites, 1));
                            expected.push(Action::Target { piece, variant });
                        }
                    }
                    let mut able: Vec<PieceId> = notes
                        .iter()
                        .filter(|(s, piece, currency)| {
                            let price = u16::from(g.core.facts(*piece).price);
                            *s == seat && total(&values(&g, seat, *currency)) >= price
                        })
                        .map(|note| note.1)
                        .collect();
                    able.sort_unstable();
                    let complete: Vec<Action> =
                        able.into_iter().map(|piece| own(Act::Complete { piece })).collect();
                    let found = |wanted: fn(&Action) -> bool| -> Vec<Action> {
                        legal.iter().copied().filter(wanted).collect()
                    };
                    assert_eq!(found(|a| matches!(a, Action::Target { .. })), expected);
                    assert_eq!(found(|a| matches!(a, Action::Module(_))), complete);
                }
                Some((What::Buy(deal), Step::P3)) => {
                    let whole = u16::from(g.core.facts(deal.piece).price);
                    let as_site = deal.terms.of(ModuleId::BuildingSites) == 1;
                    let price = if as_site { whole / 2 } else { whole };
                    let cards = values(&g, seat, of_space(deal.piece));
                    assert_eq!(listed(&legal), payments(&cards, price));
                    site = as_site.then_some(deal.piece);
                }
                Some((What::Pay(bill), _)) => {
                    assert_eq!(
                        listed(&legal),
                        payments(&values(&g, seat, bill.currency.unwrap()), bill.price.into())
                    );
                }
                Some((What::Module(ModFrame::BuildingSites(drawn)), _)) => {
                    let mut pair = drawn.pair.unwrap().map(|currency| own(Act::Keep { currency })).to_vec();
                    pair.sort_unstable();
                    pair.dedup();
                    assert_eq!(legal, pair);
                }
                _ => {}
            }
            // Sites are begun more often than by mere chance; every other game finishes none of them.
            let finishes =
                |a: &Action| matches!(a, Action::Module(ModAction::BuildingSites(Act::Complete { .. })));
            legal.retain(|a| seed % 2 == 0 || !finishes(a));
            let begins = |a: &&Action| finishes(a) || matches!(a, Action::Target { variant: Some(_), .. });
            let wanted: Vec<Action> = legal.iter().filter(begins).copied().collect();
            let action = match wanted.len() {
                n if n > 0 && whim.below(3) > 0 => wanted[whim.below(n)],
                _ => legal[whim.below(legal.len())],
            };
            let before = g.core.hands;
            let asked = g.agenda.frames.last().map(|f| f.what);
            g.apply(seat, action, &mut io).unwrap();
            match (action, asked) {
                (Action::Module(ModAction::BuildingSites(Act::Complete { piece })), _) => {
                    notes.retain(|note| note.1 != piece);
                    (ended, gone) = (ended + 1, gone + 1);
                }
                (
                    Action::Module(ModAction::BuildingSites(Act::Keep { currency })),
                    Some(What::Module(ModFrame::BuildingSites(drawn))),
                ) => {
                    begun += 1;
                    notes.push((seat, drawn.piece, currency));
                }
                // The last site of the stack is taken without being asked.
                (Action::Pay { .. }, Some(What::Buy(_))) if left == 1 && site.is_some() => {
                    begun += 1;
                    let last = g.mods.m23_building_sites.sites.iter().flatten().last().unwrap();
                    notes.push((seat, last.piece, last.currency));
                }
                _ => {}
            }
            let over = g.agenda.frames.iter().any(|f| f.what == What::End) || g.is_over();
            let placed =
                matches!(action, Action::Place { .. } | Action::Reserve { .. } | Action::Gift { .. });
            if over && placed && g.mods.m23_building_sites.sites.iter().flatten().any(|s| s.shown) {
                for s in g.rules().seats() {
                    let mut kept = before[s.index()];
                    let standing = |piece: &PieceId| g.core.pieces.palace[s.index()].contains(*piece);
                    for (_, _, currency) in notes.iter().filter(|note| note.0 == s && standing(&note.1)) {
                        kept = kept.minus(kept.only(KindSet::money(*currency)));
                    }
                    discarded += before[s.index()].len() - kept.len();
                    assert_eq!(g.hand(s), kept);
                }
            }
        }
    }
    assert!(
        moments > 1000 && begun > 100 && ended > 20 && discarded > 20 && scarce > 20,
        "{moments} moments, {begun} begun, {ended} finished, {discarded} cards discarded, {scarce} without sites"
    );
}

/// What an observer does not know varies, and all eight sites are always there.
#[test]
fn backs_are_dealt_anew_for_everybody_but_their_owner() {
    use crate::belief::Recall;
    let setup = Setup::players(3).with(ModuleId::BuildingSites);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(8))).unwrap();
    let tiles: Vec<PieceId> = g.core.pieces.tower.iter().take(3).collect();
    for (i, piece) in tiles.iter().enumerate() {
        g.core.pieces.tower.remove(*piece);
        g.core.pieces.reserve[i].insert(*piece);
        g.core.pieces.building[piece.index()] = None;
        add(&mut g, Site { piece: *piece, currency: Currency::ALL[i], shown: i == 2 });
    }
    let mut dice = crate::Quick::new(3);
    let mut seen = BTreeSet::new();
    for _ in 0..200 {
        let world = g.resample(Seat::at(0), Recall::Full, &mut dice);
        BuildingSites::census(&world).unwrap();
        let backs: Vec<Currency> = sites(&world).map(|site| site.currency).collect();
        assert_eq!((backs[0], backs[2]), (Currency::ALL[0], Currency::ALL[2]), "its own, and what was shown");
        seen.insert(backs[1]);
        assert_eq!(world.view(Some(Seat::at(0))), g.view(Some(Seat::at(0))));
    }
    assert_eq!(seen.len(), 4, "any currency may be on the back of another player's site");
}

#[test]
fn the_option_for_coins() {
    let with = |name: &str, value: &str| {
        let values = [(name.to_owned(), value.to_owned())].into_iter().collect();
        BuildingSites::begin(&Setup::players(3), &values)
    };
    assert!(with("end_discard_includes_coins", "yes").unwrap().coins_too);
    assert!(!with("end_discard_includes_coins", "no").unwrap().coins_too);
}

/// T-BS-8, A-P-6: half of what is printed comes first, and what else lowers the price comes off that; the order in
/// which modules say so does not matter.
#[test]
fn other_changes_come_on_top_of_the_half() {
    use crate::core::terms::Terms;
    let setup = Setup::players(3).with(ModuleId::BuildingSites);
    let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let tower = PieceId::with_key("tower-9-es").unwrap();
    let request = Request {
        seat: Seat::at(0),
        context: Context::Tile,
        piece: Some(tower),
        price: 9,
        currency: Some(Currency::Denar),
        terms: Terms::variant(Some((ModuleId::BuildingSites, AS_SITE))),
    };
    let mut first = PayRules::of(&request);
    BuildingSites::quote(&g, &request, &mut first);
    assert_eq!((first.price, first.never_exact), (4, true));
    // A carpenter's two, whoever brings them.
    first.change(ModuleId::BuildingSites, -2);
    let mut last = PayRules::of(&request);
    last.change(ModuleId::BuildingSites, -2);
    BuildingSites::quote(&g, &request, &mut last);
    assert_eq!((first.price, last.price), (2, 2));
}

/// T-BS-9: what has no building type becomes no site, wherever it lies; nor does a building that lies elsewhere.
#[test]
fn only_buildings_on_a_market_space_become_sites() {
    use crate::core::terms::Terms;
    let setup = Setup::players(3).with(ModuleId::BuildingSites);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    g.core.pieces.market.iter_mut().for_each(|space| *space = None);
    let offered = |g: &GameState, key: &str, context| {
        let piece = PieceId::with_key(key);
        assert!(piece.is_some(), "{key}");
        let (price, currency) = (8, Some(Currency::Denar));
        let request = Request { seat: Seat::at(0), context, piece, price, currency, terms: Terms::NONE };
        let mut ways = Vec::new();
        BuildingSites::variants(g, &request, &mut ways);
        !ways.is_empty()
    };
    for (key, possible) in [
        ("tower-9-es", true),
        ("magical-tower", true),
        ("bazaar-1", false),
        ("camp-ne-8", false),
        ("medina-8", false),
        ("ground-1", false),
        ("bathhouse-1", false),
        ("square-tower-1", false),
    ] {
        let piece = PieceId::with_key(key).unwrap();
        g.core.pieces.market[0] = Some(piece);
        g.core.pieces.building[piece.index()] = g.piece(piece).building_type(0);
        assert_eq!(offered(&g, key, Context::Tile), possible, "{key}");
        for context in [Context::OutOfTurn, Context::PlayersTile, Context::SideTile, Context::AnyMixTile] {
            assert!(!offered(&g, key, context), "{key} {context:?}");
        }
        g.core.pieces.market[0] = None;
        assert!(!offered(&g, key, Context::Tile), "{key} is not on the market");
    }
}
