//! Prices, payments and points held against a naive second computation, over played games.

use super::*;
use crate::core::pieces::Zone;
use crate::core::score::Source;
use crate::second_look::standing::spots;
use crate::{Action, Cards, DecisionKind, Io, Quick, Seeded, Setup};
use std::collections::BTreeMap;

/// The points of a seat, cell by cell: the eight cells around every bazaar. What matched is noted by its sort.
fn by_the_book(g: &GameState, seat: Seat, matched: &mut BTreeMap<&'static str, usize>) -> i16 {
    let spots = spots(g, seat);
    let mut points = 0;
    for ((x, y), bazaar) in spots.iter().filter(|(_, spot)| spot.sort() == "bazaar") {
        let colours: Vec<&str> = g.piece(bazaar.piece).extra.split('+').collect();
        let mut seen: Vec<&str> = Vec::new();
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let Some(spot) = spots.get(&(x + dx, y + dy)) else { continue };
            if let Some(name) = spot.building.as_deref().filter(|name| colours.contains(name)) {
                *matched.entry(spot.sort()).or_default() += 1;
                seen.push(name);
            }
        }
        let n = seen.len();
        seen.sort_unstable();
        seen.dedup();
        points += (n * seen.len()) as i16;
    }
    points
}

/// Every subset of the cards of one currency in a hand that makes exactly this sum.
fn exact_sums(hand: Cards, currency: &str, price: u16) -> bool {
    let values: Vec<u16> = hand
        .each()
        .filter(|card| card.name().starts_with(currency))
        .map(|card| u16::from(card.value()))
        .collect();
    (1u32..1 << values.len()).any(|set| {
        let laid = values.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
        price == laid.map(|(_, value)| *value).sum::<u16>()
    })
}

/// Games of people who love bazaars: what a third scoring would bring, and what can be bought, at every decision.
#[test]
fn played_games_score_and_sell_as_the_book_says() {
    use ModuleId::{MagicalBuildings, MajorConstructionProjects, NewBuildingGrounds};
    let others: [&[ModuleId]; 5] = [
        &[],
        &[MagicalBuildings],
        &[NewBuildingGrounds],
        &[MajorConstructionProjects],
        &[MagicalBuildings, MajorConstructionProjects, NewBuildingGrounds],
    ];
    let (mut states, mut scoring, mut offered, mut matched) = (0, 0, 0, BTreeMap::new());
    for seed in 0..50 {
        let alone = Setup::players(2 + seed as usize / 5 % 5).with(ModuleId::Bazaars);
        let setup = others[seed as usize % others.len()].iter().fold(alone, |setup, m| setup.with(*m));
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            states += 1;
            for round in 1..=3 {
                let lines = g.forecast(round);
                for seat in g.rules().seats() {
                    let own = |line: &&crate::core::score::ScoreLine| {
                        line.source == Source::Module(ModuleId::Bazaars) && line.to == seat.into()
                    };
                    let found: i16 = lines.iter().filter(own).map(|line| line.points).sum();
                    let expected = if round == 3 { by_the_book(&g, seat, &mut matched) } else { 0 };
                    assert_eq!(found, expected, "seat {} in scoring {round}", seat.index());
                    scoring += usize::from(found > 2);
                }
            }
            g.legal(seat, &mut actions);
            if g.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction) {
                for bazaar in PieceKind::Bazaar.pieces().iter() {
                    let printed = g.piece(bazaar);
                    let money = printed.currency.unwrap();
                    let reference = g.core.pieces.market[money.index()].map(|tile| g.piece(tile).price);
                    let beside = g.core.pieces.zone(bazaar) == Some(Zone::Aside);
                    let payable = beside
                        && reference
                            .is_some_and(|price| exact_sums(g.hand(seat), money.name(), price.into()));
                    let listed = actions.contains(&Action::Target { piece: bazaar, variant: None });
                    assert_eq!(listed, payable, "{} for {reference:?} with {}", printed.name(), g.hand(seat));
                    offered += usize::from(listed);
                }
            }
            let bazaar = |action: &&Action| match action {
                Action::Module(_) => true,
                Action::Target { piece, .. }
                | Action::Buy { piece, .. }
                | Action::Place { piece, .. }
                | Action::Add { piece, .. } => g.piece(*piece).kind != PieceKind::Base,
                _ => false,
            };
            let loved: Vec<Action> = actions.iter().filter(bazaar).copied().collect();
            let among = if loved.is_empty() || dice.below(4) == 0 { &actions } else { &loved };
            let action = among[dice.below(among.len() as u32) as usize];
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    let often = |sort| matched.get(sort).is_some_and(|times| *times > 100);
    assert!(
        states > 1000
            && scoring > 500
            && offered > 100
            && ["base", "ground", "magical", "project"].into_iter().all(often),
        "{states} states, {scoring} with points, {offered} offers, matched {matched:?}: too few"
    );
}

/// What is accepted is the price and nothing else, for every set of cards of a hand.
#[test]
fn only_the_exact_price_is_accepted() {
    let setup = Setup::players(3).with(ModuleId::Bazaars);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(3))).unwrap();
    let bazaar = PieceId::with_key("bazaar-6").unwrap();
    if !beside(&g).contains(bazaar) {
        Bazaars::arrange(&mut g, "bazaar-6").unwrap();
    }
    let seat = g.to_move().unwrap();
    let price = u16::from(price(&g, bazaar).unwrap());
    let hand: Cards = ["denar 1", "denar 2", "denar 3", "denar 5", "denar 8", "denar 9", "florin 9"]
        .map(|card| card.replace(' ', "-").parse().unwrap())
        .into_iter()
        .collect();
    g.core.hands[seat.index()] = hand;
    let cards: Vec<_> = hand.each().collect();
    let mut accepted = 0;
    for set in 0u32..1 << cards.len() {
        let chosen = || cards.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).map(|(_, card)| *card);
        let payment: Cards = chosen().collect();
        let right = chosen().all(|card| card.name().starts_with("denar"))
            && chosen().map(|card| u16::from(card.value())).sum::<u16>() == price;
        assert_eq!(g.check(seat, &Action::Buy { piece: bazaar, payment }).is_ok(), right, "{payment}");
        accepted += usize::from(right);
    }
    assert!(accepted > 0, "no set of cards makes {price}");
}

/// The data: two of each currency, every colour on four, three colours each, no walls and no price.
#[test]
fn eight_bazaars_share_currencies_and_colours_evenly() {
    let tiles: Vec<_> = BAZAARS.iter().map(crate::classic_piece).collect();
    assert_eq!(tiles.len(), 8);
    for currency in Currency::ALL {
        assert_eq!(tiles.iter().filter(|tile| tile.currency == Some(currency)).count(), 2, "{currency}");
    }
    for building in Building::ALL {
        assert_eq!(tiles.iter().filter(|tile| tile.named.contains(&building)).count(), 4, "{building}");
    }
    for tile in tiles {
        let mut colours = tile.named.to_vec();
        colours.dedup();
        assert_eq!((colours.len(), tile.price, tile.walls[0].is_empty()), (3, 0, true), "{}", tile.key);
        assert!(!tile.kind.turns_freely() && tile.building_type(0).is_none(), "{}", tile.key);
    }
}

/// What stands is in the forecast of the third scoring; what may still come is worth something, less and less.
#[test]
fn a_bazaar_waits_for_neighbours() {
    let setup = Setup::players(3).with(ModuleId::Bazaars);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(5))).unwrap();
    let seat = Seat::at(0);
    assert_eq!(Bazaars::worth(&g, seat), 0);
    for (key, x) in [("garden-11", 1), ("bazaar-6", 2)] {
        let piece = PieceId::all().find(|piece| g.piece(*piece).key == key).unwrap();
        let cell = Cell::at(x, 0);
        g.core.pieces.tower.remove(piece);
        g.core.pieces.aside.remove(piece);
        for space in g.core.pieces.market.iter_mut().filter(|space| **space == Some(piece)) {
            *space = None;
        }
        g.core.pieces.palace[0].insert(piece);
        g.core.pieces.standing[piece.index()].cell = cell;
        g.core.palaces[0].lay(cell, crate::Walls::NONE);
    }
    assert_eq!((Bazaars::worth(&g, seat), g.module_points(3)[0]), (2, 1));
    g.core.scorings = 2;
    assert_eq!(Bazaars::worth(&g, seat), 1);
    g.core.scorings = 3;
    assert_eq!(Bazaars::worth(&g, seat), 0);
}

#[test]
fn what_lies_beside_the_market_is_arranged() {
    let setup = Setup::players(3).with(ModuleId::Bazaars);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    assert!(Bazaars::arrange(&mut g, "tower-12").unwrap_err().contains("no bazaar"));
    let drawn = g.core.pieces.tower.and(BAZAARS).first().unwrap();
    let key = g.piece(drawn).key;
    Bazaars::arrange(&mut g, key).unwrap();
    assert!(beside(&g).contains(drawn));
    assert!(Bazaars::arrange(&mut g, key).unwrap_err().contains("already somewhere"));
    g.core.pieces.aside.remove(drawn);
    g.core.pieces.market[0] = Some(drawn);
    assert!(Bazaars::census(&g).unwrap_err().contains("on a market space"));
}

/// What is drawn and said of a bazaar follows the table of pieces: a corrected tile is corrected there and here.
#[test]
fn bazaars_are_drawn_and_named_as_they_are_printed() {
    let (words, signs) = (include_str!("words.en.json"), include_str!("signs.svg"));
    for tile in BAZAARS.iter().map(crate::classic_piece) {
        let named = words.lines().find(|line| line.contains(&format!("\"piece.{}\"", tile.key)));
        let named =
            named.unwrap_or_else(|| panic!("words.en.json does not name {}", tile.key)).to_lowercase();
        let drawn =
            signs.lines().find(|line| line.contains(&format!("\"bazaars-piece-{}-turned\"", tile.key)));
        let drawn = drawn.unwrap_or_else(|| panic!("signs.svg does not draw {}", tile.key));
        let money = tile.currency.unwrap().name();
        assert!(named.contains(money) && drawn.contains(&format!("#m-{money}-coin")), "{}", tile.key);
        for building in Building::ALL {
            let shown = tile.named.contains(&building);
            assert_eq!(named.contains(building.name()), shown, "{named} and {building}");
            assert_eq!(drawn.contains(&format!("#i-{building}\"")), shown, "{drawn} and {building}");
        }
    }
}
