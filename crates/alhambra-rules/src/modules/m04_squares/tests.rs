//! Counts and choices held against a naive second computation, over played games, and the cases no scenario can lay.

use super::*;
use crate::core::pieces::Zone;
use crate::second_look::standing::{Spot, beyond, spots};
use crate::second_look::walking::At;
use crate::{DecisionKind, Io, Quick, Seeded, Setup, classic_piece};
use std::collections::BTreeMap;

/// The name of the colour of a square, read off its key.
fn colour_of(key: &str) -> Option<&str> {
    key.strip_prefix("square-")?.split('-').next()
}

/// How many buildings of a type a seat has, cell by cell: every square is held against the four cells around it, and the
/// walls are those printed on the two tiles as they lie. What was joined is noted by its sort.
fn by_the_book(
    spots: &BTreeMap<At, Spot>,
    wanted: &str,
    joined: &mut BTreeMap<&'static str, usize>,
) -> usize {
    let typed = |spot: &Spot| spot.building.as_deref() == Some(wanted);
    let mut count = spots.values().filter(|spot| typed(spot)).count();
    for (at, square) in spots {
        if colour_of(classic_piece(square.piece).key) != Some(wanted) {
            continue;
        }
        let open = |side: &usize| {
            let spot = spots.get(&beyond(*at, *side)).filter(|spot| typed(spot))?;
            (!square.sides[*side] && !spot.sides[(side + 2) % 4]).then(|| spot.sort())
        };
        let neighbours: Vec<&'static str> = (0..4).filter_map(|side| open(&side)).collect();
        for sort in &neighbours {
            *joined.entry(sort).or_default() += 1;
        }
        count += neighbours.len().min(3);
    }
    count
}

/// Games of people who love squares: what the majorities count, and who may take what, at every decision.
#[test]
fn played_games_count_and_offer_as_the_book_says() {
    use ModuleId::{MagicalBuildings, MajorConstructionProjects, NewBuildingGrounds};
    let others: [&[ModuleId]; 5] = [
        &[],
        &[MagicalBuildings],
        &[NewBuildingGrounds],
        &[MajorConstructionProjects],
        &[MagicalBuildings, MajorConstructionProjects, NewBuildingGrounds],
    ];
    let (mut states, mut joined, mut full) = (0, BTreeMap::new(), 0);
    for seed in 0..60 {
        let alone = Setup::players(2 + seed as usize / 5 % 5).with(ModuleId::Squares);
        let setup = others[seed as usize % others.len()].iter().fold(alone, |setup, m| setup.with(*m));
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            states += 1;
            let counts = g.counts();
            for seat in g.rules().seats() {
                let spots = spots(&g, seat);
                for building in Building::ALL {
                    let expected = by_the_book(&spots, building.name(), &mut joined);
                    let found = usize::from(counts.halves(seat.into(), building));
                    assert_eq!(found, 2 * expected, "{building} of seat {}", seat.index());
                }
            }
            g.legal(seat, &mut actions);
            let mine = |piece: &PieceId| {
                colour_of(g.piece(*piece).key).is_some()
                    && matches!(
                        g.core.pieces.zone(*piece),
                        Some(Zone::Palace(of) | Zone::Reserve(of) | Zone::Bought(of)) if of == seat
                    )
            };
            let main = g.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction);
            let have = PieceId::all().filter(mine).count();
            for colour in Building::ALL {
                let key = format!("square-{colour}-");
                let left = PieceId::all().any(|piece| {
                    g.piece(piece).key.starts_with(&key) && g.core.pieces.zone(piece) == Some(Zone::Aside)
                });
                let act = Action::Module(ModAction::Squares(Act::Take { colour }));
                assert_eq!(actions.contains(&act), main && left && have < 3, "{colour} with {have} squares");
                assert_eq!(g.check(seat, &act).is_ok(), main && left && have < 3, "{colour} with {have}");
                full += usize::from(main && have == 3);
            }
            let square = |action: &&Action| match action {
                Action::Module(_) => true,
                Action::Place { piece, .. }
                | Action::Add { piece, .. }
                | Action::Buy { piece, .. }
                | Action::Target { piece, .. } => g.piece(*piece).kind != PieceKind::Base,
                _ => false,
            };
            let loved: Vec<Action> = actions.iter().filter(square).copied().collect();
            let among = if loved.is_empty() || dice.below(4) > 0 { &actions } else { &loved };
            let action = among[dice.below(among.len() as u32) as usize];
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    let often = |sort| joined.get(sort).is_some_and(|times| *times > 100);
    assert!(
        states > 1000 && ["base", "ground", "magical", "project"].into_iter().all(often) && full > 300,
        "{states} states, joined {joined:?}, {full} full hands: too few"
    );
}

/// A-SQ-1: all squares have a wall, so four joined buildings need one without; the limit holds all the same.
#[test]
fn four_joined_buildings_count_as_three() {
    let setup = Setup::players(3).with(ModuleId::Squares);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let seat = Seat::at(0);
    let middle = Cell::at(2, 0);
    let around = [(1, 0), (3, 0), (2, 1), (2, -1)].map(|(x, y)| Cell::at(x, y));
    let square = PieceId::with_key("square-garden-1").unwrap();
    let gardens = ["garden-10", "garden-11", "garden-9-e", "garden-12-s"];
    let gardens = gardens.map(|key| PieceId::with_key(key).unwrap());
    for (piece, cell) in gardens.into_iter().zip(around).chain([(square, middle)]) {
        g.core.pieces.tower.remove(piece);
        g.core.pieces.aside.remove(piece);
        for space in g.core.pieces.market.iter_mut().filter(|space| **space == Some(piece)) {
            *space = None;
        }
        g.core.pieces.palace[0].insert(piece);
        g.core.pieces.standing[piece.index()].cell = cell;
        g.core.palaces[0].lay(cell, crate::Walls::NONE);
    }
    assert_eq!(counts_as(&g, seat, square, Building::Garden), 3);
    g.core.palaces[0].set_wall(middle, Side::North, true);
    assert_eq!(counts_as(&g, seat, square, Building::Garden), 3);
    g.core.palaces[0].set_wall(middle, Side::East, true);
    assert_eq!(counts_as(&g, seat, square, Building::Garden), 2);
}

/// The data: so many of each colour, each with a wall, each of eight patterns three times.
#[test]
fn twenty_four_squares_with_a_wall_each() {
    let tiles: Vec<_> = SQUARES.iter().map(crate::classic_piece).collect();
    assert_eq!(tiles.len(), 24);
    for (building, n) in Building::ALL.into_iter().zip([3, 3, 4, 4, 5, 5]) {
        let own: Vec<_> = tiles.iter().filter(|tile| tile.building[0] == Some(building)).collect();
        assert_eq!(own.len(), n, "{building}");
        let mut walls: Vec<String> = own.iter().map(|tile| tile.walls[0].to_string()).collect();
        walls.sort_unstable();
        walls.dedup();
        assert_eq!(walls.len(), n, "two {building} squares have the same walls");
    }
    let mut patterns: Vec<String> = tiles.iter().map(|tile| tile.walls[0].to_string()).collect();
    patterns.sort_unstable();
    for pattern in patterns.chunks(3) {
        assert!(pattern.iter().all(|walls| *walls == pattern[0] && !walls.is_empty()), "{pattern:?}");
    }
    assert!(tiles.iter().all(|tile| tile.price == 0 && tile.building_type(0).is_none()));
    assert!(tiles.iter().all(|tile| !tile.kind.turns_freely()));
}

/// Refusals say why, and the census knows what cannot be.
#[test]
fn refusals_and_census() {
    let setup = Setup::players(2).with(ModuleId::Squares);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(2))).unwrap();
    let seat = g.to_move().unwrap();
    let take = Act::Take { colour: Building::Garden };
    assert!(Squares::check(&g, seat, take).is_ok());
    assert!(Squares::arrange(&mut g, "square-red-1").unwrap_err().contains("no square"));
    let refused = |g: &GameState, why: &str| {
        let found = Squares::check(g, seat, take).unwrap_err().to_string();
        assert!(found.contains(why), "{found}");
    };
    let mut empty = g.clone();
    for square in pile(&g, Building::Garden).iter() {
        empty.core.pieces.aside.remove(square);
        empty.core.pieces.gone.insert(square);
    }
    refused(&empty, "no square of this colour");
    let mut closed = g.clone();
    closed.mods.m04_squares.open[Building::Garden.index()] = None;
    assert!(Squares::census(&closed).unwrap_err().contains("no garden square is open"));
    for square in pile(&g, Building::Tower).iter().take(4) {
        g.core.pieces.aside.remove(square);
        g.core.pieces.reserve[seat.index()].insert(square);
    }
    refused(&g, "nobody has more than three");
    assert!(Squares::census(&g).unwrap_err().contains("more than three"));
}
