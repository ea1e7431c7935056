//! The catalogue: frozen numbers, what is known about the box, and sets of pieces.

use alhambra_rules::core::catalogue::{CURRENCY, HAND_KINDS, PIECES, VALUE};
use alhambra_rules::{
    Building, CardClass, CardKind, Currency, Footprint, Piece, PieceId, PieceKind, PieceSet, Provenance,
    Side, Walls, card, classic_piece, red_palace_piece,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn of_kind(kind: PieceKind) -> Vec<&'static Piece> {
    let piece = if kind == PieceKind::Land { red_palace_piece } else { classic_piece };
    kind.pieces().iter().map(piece).collect()
}

fn of_class(class: CardClass) -> Vec<CardKind> {
    CardKind::all().filter(|kind| kind.class() == class).collect()
}

fn tally<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    items.into_iter().for_each(|item| *counts.entry(item).or_default() += 1);
    counts
}

fn walls(letters: &str) -> Walls {
    letters.parse().unwrap()
}

const SINGLES: [&str; 4] = ["N", "E", "S", "W"];
const CORNERS: [&str; 4] = ["NE", "ES", "SW", "NW"];
const TRIPLES: [&str; 4] = ["NES", "ESW", "NSW", "NEW"];

/// Every frozen line must still be there, and every entry must have its line.
fn compare_with_frozen(file: &str, frozen: &str, now: Vec<String>) {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) =
        (frozen.lines().collect(), now.iter().map(String::as_str).collect());
    for line in frozen.lines() {
        let hint = "numbers, keys and classes are frozen for ever, because saved games hold them; \
                    restore the row in data/";
        assert!(new.contains(line), "tests/frozen/{file} says \"{line}\", the catalogue does not: {hint}");
    }
    for line in &now {
        assert!(old.contains(line.as_str()), "\"{line}\" is new: add it at the end of tests/frozen/{file}");
    }
    assert_eq!(frozen.lines().count(), now.len(), "tests/frozen/{file} holds a line twice");
}

#[test]
fn piece_numbers_are_frozen() {
    let line = |piece: &Piece| format!("{} {} {}", piece.id, piece.key, piece.kind.name());
    let mut now: Vec<_> = PieceId::all().map(|id| line(classic_piece(id))).collect();
    now.extend(of_kind(PieceKind::Land).into_iter().map(line));
    compare_with_frozen("pieces.txt", include_str!("frozen/pieces.txt"), now);
}

#[test]
fn card_numbers_are_frozen() {
    let class = |kind: CardKind| serde_json::to_value(kind.class()).unwrap();
    let line = |kind: CardKind| {
        format!("{} {} {}", kind.number(), kind.key(), class(kind).as_str().expect("a plain enum"))
    };
    compare_with_frozen("cards.txt", include_str!("frozen/cards.txt"), CardKind::all().map(line).collect());
}

#[test]
fn tables_are_indexed_by_number() {
    for id in PieceId::all() {
        let (classic, red) = (classic_piece(id), red_palace_piece(id));
        assert_eq!((classic.id, red.id), (id, id));
        assert_eq!(classic == red, classic.kind != PieceKind::Base, "{}", classic.key);
        assert_eq!(PieceId::with_key(classic.key), Some(id));
        assert_eq!(PieceId::with_key(red.key), Some(id));
    }
    for kind in CardKind::all() {
        assert_eq!(card(kind).kind, kind);
        assert_eq!(kind.key().parse(), Ok(kind));
        if kind.in_hand() {
            assert_eq!((VALUE[kind.index()], CURRENCY[kind.index()]), (kind.value(), kind.currency()));
        }
    }
    assert_eq!(PieceId::with_key("no-such-piece"), None);
    assert!("denar-10".parse::<CardKind>().is_err());
}

#[test]
fn every_kind_has_its_count() {
    let counts = tally(PieceId::all().map(|id| classic_piece(id).kind.name()));
    let expected = [
        ("base", 54),
        ("camp", 8),
        ("bazaar", 8),
        ("magical", 6),
        ("medina", 9),
        ("ground", 8),
        ("bathhouse", 6),
        ("well", 6),
        ("square", 24),
        ("project", 15),
        ("watchtower", 18),
        ("plaza", 6),
        ("fountain", 6),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
    assert_eq!(PIECES, 174);
    assert_eq!(PieceKind::Land.pieces(), PieceKind::Base.pieces());
    for kind in PieceKind::ALL {
        assert_eq!(PieceKind::ALL[kind as usize], kind);
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
}

#[test]
fn base_tiles_pass_every_known_check() {
    let tiles = of_kind(PieceKind::Base);
    let per_type = tally(tiles.iter().map(|t| t.building[0].unwrap()));
    assert_eq!(per_type.into_values().collect::<Vec<_>>(), [7, 7, 9, 9, 11, 11]);
    assert_eq!(tiles.iter().filter(|t| t.walls[0].is_empty()).count(), 10);
    assert_eq!(tiles.iter().filter(|t| t.price >= 6).count(), 44);
    assert!(tiles.iter().all(|t| t.walls[0].len() <= 3));

    let per_side = tally(tiles.iter().flat_map(|t| t.walls[0].sides()));
    assert_eq!(per_side, Side::ALL.map(|side| (side, 20)).into());
    let patterns = tally(tiles.iter().map(|t| t.walls[0]));
    let expected = |letters: [&str; 4], count| letters.map(|l| (walls(l), count));
    let mut all = BTreeMap::from([(Walls::NONE, 10)]);
    all.extend(expected(SINGLES, 4));
    all.extend(expected(CORNERS, 5));
    all.extend(expected(TRIPLES, 2));
    assert_eq!(patterns, all);

    let per_price = tally(tiles.iter().map(|t| t.price));
    let prices =
        [(2, 1), (3, 2), (4, 3), (5, 4), (6, 6), (7, 7), (8, 9), (9, 8), (10, 6), (11, 5), (12, 2), (13, 1)];
    assert_eq!(per_price, prices.into());
    for name in ["garden 10", "chambers 9 S", "tower 10 W"] {
        assert!(tiles.iter().any(|t| t.name() == name), "the rules mention {name}");
    }
}

#[test]
fn buildings_of_power_are_three_of_each() {
    let powers = tally(of_kind(PieceKind::Base).iter().map(|t| t.extra).filter(|extra| !extra.is_empty()));
    assert_eq!(powers, ["prosperity", "architecture", "wisdom", "strength"].map(|p| (p, 3)).into());
    assert_eq!(classic_piece(PieceId::with_key("chambers-11").unwrap()).extra, "strength");
}

#[test]
fn squares_are_balanced() {
    let squares = of_kind(PieceKind::Square);
    let per_type = tally(squares.iter().map(|s| s.building[0].unwrap()));
    assert_eq!(per_type.into_values().collect::<Vec<_>>(), [3, 3, 4, 4, 5, 5]);
    assert!(squares.iter().all(|s| !s.walls[0].is_empty() && s.price == 0));
    let patterns = tally(squares.iter().map(|s| s.walls[0]));
    let ours = SINGLES.iter().chain(&CORNERS).map(|l| (walls(l), 3)).collect();
    assert_eq!(patterns, ours, "a pattern of our reconstruction: the box wins over this line");
}

#[test]
fn special_tiles_are_complete() {
    let camps: BTreeSet<_> = of_kind(PieceKind::Camp).iter().map(|c| c.walls[0]).collect();
    assert_eq!(camps, SINGLES.iter().chain(&CORNERS).map(|l| walls(l)).collect());

    let bazaars = of_kind(PieceKind::Bazaar);
    assert_eq!(tally(bazaars.iter().map(|b| b.currency.unwrap())), Currency::ALL.map(|c| (c, 2)).into());
    assert_eq!(tally(bazaars.iter().flat_map(|b| b.named)), Building::ALL.each_ref().map(|b| (b, 4)).into());
    assert!(bazaars.iter().all(|b| b.walls[0].is_empty() && b.price == 0 && b.named.len() == 3));

    for (magical, building) in of_kind(PieceKind::Magical).iter().zip(Building::ALL) {
        let base = of_kind(PieceKind::Base);
        let dearest = base.iter().filter(|t| t.building[0] == Some(building)).map(|t| t.price).max().unwrap();
        assert_eq!((magical.building[0], magical.price), (Some(building), dearest + 1));
        assert_eq!(magical.walls[0].len(), building.index() / 2 + 1);
    }

    let prices = |kind| of_kind(kind).iter().map(|p| p.price).collect::<Vec<_>>();
    assert_eq!(prices(PieceKind::Medina), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(prices(PieceKind::Ground), [9, 9, 10, 10, 11, 11, 12, 12]);
    assert_eq!(prices(PieceKind::Bathhouse), [8; 6]);
    assert_eq!(prices(PieceKind::Well), [3, 3, 4, 4, 5, 5]);
    let sides = of_kind(PieceKind::Bathhouse);
    assert_eq!(tally(sides.iter().flat_map(|b| b.named)), Building::ALL.each_ref().map(|b| (b, 4)).into());
    assert_eq!(sides[0].named, [Building::Arcades, Building::Garden, Building::Chambers, Building::Pavilion]);
}

#[test]
fn projects_show_every_pair_once() {
    let projects = of_kind(PieceKind::Project);
    let pairs: BTreeSet<_> = projects.iter().map(|p| p.building).collect();
    assert_eq!(pairs.len(), 15);
    for project in projects {
        let Footprint::Two { towards } = project.footprint else {
            panic!("{} covers two cells", project.key)
        };
        assert!(project.building[0] < project.building[1]);
        assert!(
            !project.walls[0].has(towards) && !project.walls[1].has(towards.opposite()),
            "{}",
            project.key
        );
    }
    let known = classic_piece(PieceId::with_key("project-pavilion-arcades").unwrap());
    assert_eq!(known.footprint, Footprint::Two { towards: Side::South });
    assert_eq!((known.walls, known.provenance), ([walls("E"); 2], Provenance::Found));
}

#[test]
fn watchtowers_are_three_of_each_type_on_half_a_cell() {
    let towers = of_kind(PieceKind::Watchtower);
    assert_eq!(tally(towers.iter().map(|t| t.building[0])), Building::ALL.map(|b| (Some(b), 3)).into());
    assert!(towers.iter().all(|t| t.footprint == Footprint::Half && t.building_type(0).is_none()));
}

#[test]
fn red_palace_lands_have_one_watchtower_per_guard() {
    let lands = of_kind(PieceKind::Land);
    assert_eq!(lands.len(), 54);
    let per_side = tally(lands.iter().flat_map(|l| l.watchtowers.sides()));
    assert_eq!(per_side, Side::ALL.map(|side| (side, 8)).into());
    assert!(lands.iter().all(|l| l.watchtowers.len() <= 2 && l.walls[0].len() <= 3));
    let values = |kind| tally(of_kind(kind).iter().map(|p| (p.price, p.walls[0])));
    assert_eq!(
        values(PieceKind::Land),
        values(PieceKind::Base),
        "our reconstruction keeps the base set's pairs"
    );
}

#[test]
fn money_is_numbered_by_currency_and_value() {
    let mut total = 0;
    for currency in Currency::ALL {
        for value in 1..=9 {
            let kind = CardKind::money(currency, value);
            assert_eq!(kind.number(), currency as u8 * 9 + value - 1);
            assert_eq!(
                (kind.class(), kind.currency(), kind.value()),
                (CardClass::Money, Some(currency), value)
            );
            assert_eq!(kind.key(), format!("{currency}-{value}"));
            total += u32::from(card(kind).copies);
        }
        assert_eq!(CardKind::coin(currency).key(), format!("coin-{currency}"));
        assert_eq!(CardKind::master_builder(currency).key(), format!("master-builder-{currency}"));
    }
    assert_eq!(total, 108);
    assert_eq!(CardKind::all().filter(|k| k.is_money()).count(), 36);
    for value in 3..=9 {
        assert_eq!(CardKind::diamond(value).key(), format!("diamond-{value}"));
    }
    assert_eq!((CardKind::GATE.class(), CardKind::SCORING.class()), (CardClass::Gate, CardClass::Scoring));
}

#[test]
fn every_class_has_its_copies() {
    let mut copies = BTreeMap::<CardClass, u32>::new();
    for kind in CardKind::all() {
        *copies.entry(kind.class()).or_default() += u32::from(card(kind).copies);
    }
    let expected = [
        (CardClass::Money, 108),
        (CardClass::Diamond, 10),
        (CardClass::MasterBuilder, 16),
        (CardClass::Exchange, 6),
        (CardClass::Gate, 6),
        (CardClass::Coin, 24),
        (CardClass::Wall, 8),
        (CardClass::Sultan, 8),
        (CardClass::Character, 10),
        (CardClass::Scoring, 2),
        (CardClass::Thief, 12),
        (CardClass::Bonus, 10),
        (CardClass::Scout, 6),
        (CardClass::Invasion, 4),
        (CardClass::Caravanserai, 8),
        (CardClass::Craftsman, 13),
        (CardClass::ScoreCard, 18),
        (CardClass::Mission, 9),
        (CardClass::Ability, 9),
        (CardClass::Placement, 11),
    ];
    assert_eq!(copies, expected.into());
    let hand = [
        CardClass::Money,
        CardClass::Diamond,
        CardClass::MasterBuilder,
        CardClass::Exchange,
        CardClass::Gate,
        CardClass::Coin,
    ];
    for kind in CardKind::all() {
        assert_eq!(kind.in_hand(), hand.contains(&kind.class()), "{kind}");
        assert_eq!(kind.in_hand(), kind.index() < HAND_KINDS);
    }
}

#[test]
fn cards_say_what_the_box_says() {
    let exchange: BTreeSet<_> =
        of_class(CardClass::Exchange).into_iter().map(|k| card(k).currencies.map(Option::unwrap)).collect();
    assert!(exchange.len() == 6 && exchange.iter().all(|[a, b]| a < b));
    let segments: usize = of_class(CardClass::Wall).into_iter().map(|k| card(k).walls.len()).sum();
    assert_eq!(segments, 12);

    let bonus = of_class(CardClass::Bonus).into_iter().map(|k| (card(k).building, k.value())).collect();
    let wall_less = of_kind(PieceKind::Base).into_iter().filter(|t| t.walls[0].is_empty());
    assert_eq!(wall_less.map(|t| (t.building[0], t.price)).collect::<BTreeSet<_>>(), bonus);

    for position in 0..6 {
        let types = tally(of_class(CardClass::ScoreCard).into_iter().map(|k| card(k).named[position]));
        assert_eq!(types, Building::ALL.map(|b| (b, 3)).into(), "position {position}");
    }
    for kind in of_class(CardClass::Caravanserai) {
        let all: BTreeSet<_> = card(kind).sides.iter().copied().chain(kind.currency()).collect();
        assert_eq!(all.len(), 4, "{kind} shows every currency once");
    }
    for (column, cards) in [9, 11, 13].into_iter().enumerate() {
        let dealt: u8 = of_class(CardClass::Craftsman).into_iter().map(|k| card(k).counts[column]).sum();
        assert_eq!(dealt, cards, "two craftsmen each and one more");
    }
}

#[test]
fn names_are_players_words() {
    let name = |key| classic_piece(PieceId::with_key(key).unwrap()).name();
    assert_eq!(name("garden-10-w"), "garden 10 W");
    assert_eq!(name("camp-ne-8"), "camp 8 NE");
    assert_eq!(name("arcades-9"), "arcades 9");
    assert_eq!(name("magical-tower"), "magical tower 14 NES");
    assert_eq!(name("bazaar-1"), "bazaar dirham seraglio+arcades+garden");
    assert_eq!(name("square-pavilion-3"), "pavilion square SW");
    assert_eq!(name("project-pavilion-arcades"), "project pavilion+arcades E");
    assert_eq!(name("ground-1"), "building ground 9");
    assert_eq!(name("plaza-1"), "plaza");
    assert_eq!(name("fountain-red"), "fountain red");
    assert_eq!(red_palace_piece(PieceId::new(53).unwrap()).name(), "land 13 E");
    let texts = ["denar-7", "diamond-5", "exchange-florin-ducat"].map(|k| k.parse::<CardKind>().unwrap());
    assert_eq!(texts.map(|k| k.to_string()), ["denar 7", "diamond 5", "exchange-florin-ducat"]);
    assert_eq!(format!("{:>8}|", CardKind::money(Currency::Denar, 7)), " denar 7|");
}

#[test]
fn numbers_that_do_not_exist_are_refused() {
    let kind = CardKind::money(Currency::Denar, 7);
    assert_eq!(serde_json::to_string(&kind).unwrap(), "\"denar-7\"");
    assert_eq!(postcard::to_stdvec(&kind).unwrap(), [24]);
    for kind in CardKind::all() {
        let (json, bytes) = (serde_json::to_string(&kind).unwrap(), postcard::to_stdvec(&kind).unwrap());
        assert_eq!(serde_json::from_str::<CardKind>(&json).unwrap(), kind);
        assert_eq!(postcard::from_bytes::<CardKind>(&bytes).unwrap(), kind);
    }
    let error = serde_json::from_str::<CardKind>("\"denar-10\"").unwrap_err().to_string();
    assert!(error.contains("no card \"denar-10\""), "{error}");
    assert!(postcard::from_bytes::<CardKind>(&[60]).is_err(), "60 is free");
    assert!(postcard::from_bytes::<CardKind>(&[200]).is_err());

    let piece = PieceId::new(59).unwrap();
    assert_eq!(serde_json::to_string(&piece).unwrap(), "59");
    assert_eq!(postcard::to_stdvec(&piece).unwrap(), [59]);
    let error = serde_json::from_str::<PieceId>("174").unwrap_err().to_string();
    assert!(error.contains("piece number 174 does not exist"), "{error}");
    assert!(postcard::from_bytes::<PieceId>(&[180]).is_err());

    let too_high = postcard::to_stdvec(&[0u64, 0, 1 << 63]).unwrap();
    assert!(postcard::from_bytes::<PieceSet>(&too_high).is_err());
    assert!(serde_json::from_str::<PieceSet>("[3,3]").is_err());
}

proptest! {
    #[test]
    fn piece_sets_behave_like_sets(
        steps in prop::collection::vec((any::<bool>(), 0..PIECES as u8), 0..400),
        other in prop::collection::btree_set(0..PIECES as u8, 0..100),
    ) {
        let id = |number| PieceId::new(number).unwrap();
        let (mut set, mut model) = (PieceSet::EMPTY, BTreeSet::new());
        for (put, number) in steps {
            let piece = id(number);
            prop_assert_eq!(set.contains(piece), model.contains(&piece));
            if put {
                prop_assert_eq!(set.insert(piece), model.insert(piece));
            } else {
                prop_assert_eq!(set.remove(piece), model.remove(&piece));
            }
        }
        let other_model: BTreeSet<_> = other.into_iter().map(id).collect();
        let other: PieceSet = other_model.iter().copied().collect();
        let pieces: Vec<_> = set.iter().collect();
        prop_assert_eq!(&pieces, &model.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
        prop_assert_eq!(set.first(), model.first().copied());
        for k in 0..=set.len() {
            prop_assert_eq!(set.nth(k), pieces.get(k).copied());
        }
        prop_assert_eq!(set.and(other), (&model & &other_model).into_iter().collect());
        prop_assert_eq!(set.or(other), (&model | &other_model).into_iter().collect());
        prop_assert_eq!(set.without(other), (&model - &other_model).into_iter().collect());
        let (json, bytes) = (serde_json::to_string(&set).unwrap(), postcard::to_stdvec(&set).unwrap());
        prop_assert_eq!(serde_json::from_str::<PieceSet>(&json).unwrap(), set);
        prop_assert_eq!(postcard::from_bytes::<PieceSet>(&bytes).unwrap(), set);
    }

    #[test]
    fn ranges_hold_their_numbers(a in 0..=PIECES as u8, b in 0..=PIECES as u8) {
        let numbers: Vec<_> = PieceSet::range(a..b).iter().map(PieceId::number).collect();
        prop_assert_eq!(numbers, (a..b).collect::<Vec<_>>());
    }
}
