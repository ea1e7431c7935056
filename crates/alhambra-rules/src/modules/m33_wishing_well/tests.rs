//! Scoring, offers and turns held against a plain second computation over played games.

use super::*;
use crate::classic_piece;
use crate::core::catalogue::Footprint;
use crate::core::score::Source;
use crate::second_look::beside::Beside;
use crate::second_look::laying::{Sketch, sides};
use crate::second_look::play;
use crate::{Action, DecisionKind, Io, Seeded, Setup};
use std::collections::{BTreeMap, BTreeSet};

type At = (i32, i32);

/// North, east, south, west.
const AROUND: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The sides that meet in the right angle of a watchtower, by its turn.
const LEGS: [[usize; 2]; 4] = [[0, 3], [0, 1], [1, 2], [2, 3]];

/// Every cell inside the walls; of half cells the sides that lead in.
fn map(g: &GameState, seat: Seat) -> BTreeMap<At, Option<[usize; 2]>> {
    let mut map = BTreeMap::new();
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let facts = classic_piece(piece);
        let standing = g.core.pieces.standing[piece.index()];
        let (x, y) = standing.cell.xy();
        match facts.key.split('-').next().unwrap() {
            "camp" => {}
            "watchtower" => drop(map.insert((x, y), Some(LEGS[standing.turn.index()]))),
            _ => drop(map.insert((x, y), None)),
        }
        if let Footprint::Two { towards } = facts.footprint {
            let (dx, dy) = AROUND[(towards as usize + standing.turn.index()) % 4];
            map.insert((x + dx, y + dy), None);
        }
    }
    map
}

/// What the wells of a palace bring: the number in their name, if so many cells are covered.
fn by_hand(g: &GameState, seat: Seat) -> i32 {
    let map = map(g, seat);
    let mut points = 0;
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let Some(name) = classic_piece(piece).key.strip_prefix("well-") else { continue };
        let price: i32 = name.split('-').next().unwrap().parse().unwrap();
        let standing = g.core.pieces.standing[piece.index()];
        // The spout points south before the well is turned.
        let side = (2 + standing.turn.index()) % 4;
        let (mut x, mut y) = standing.cell.xy();
        let mut tiles = 0;
        loop {
            (x, y) = (x + AROUND[side].0, y + AROUND[side].1);
            match map.get(&(x, y)) {
                None => break,
                Some(None) => tiles += 1,
                Some(Some(legs)) => {
                    tiles += i32::from(legs.contains(&((side + 2) % 4)));
                    break;
                }
            }
        }
        if tiles == price {
            points += price;
        }
    }
    points
}

fn well(action: &Action) -> bool {
    match action {
        Action::Target { piece, .. } | Action::Place { piece, .. } | Action::Add { piece, .. } => {
            KIND.pieces().contains(*piece)
        }
        _ => false,
    }
}

/// In games with everything that can stand in a row the forecast is what counting cell by cell finds.
#[test]
fn every_row_of_every_well() {
    use ModuleId::{Camps, MagicalBuildings, MajorConstructionProjects, Medina, Watchtowers};
    let others: [&[ModuleId]; 4] = [
        &[],
        &[Camps, Watchtowers],
        &[MajorConstructionProjects, MagicalBuildings],
        &[Camps, MagicalBuildings, Medina, Watchtowers, MajorConstructionProjects],
    ];
    let (mut states, mut scored) = (0, 0);
    for seed in 0..20u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::WishingWell);
        for module in others[seed as usize % others.len()] {
            setup = setup.with(*module);
        }
        play(&setup, seed, well, |g, _, _, _| {
            states += 1;
            let expected: Vec<i32> = g.rules().seats().map(|seat| by_hand(g, seat)).collect();
            for round in 1..=3 {
                let mut found = vec![0; expected.len()];
                for line in g.forecast(round) {
                    if line.source == Source::Module(ModuleId::WishingWell) {
                        found[line.to.index()] += i32::from(line.points);
                        assert_eq!((line.args[0], line.cells.len()), (line.points, line.points as usize + 1));
                    }
                }
                assert_eq!(found, expected, "seed {seed}, scoring {round}");
            }
            scored += expected.iter().filter(|points| **points > 0).count();
        });
    }
    assert!(states > 2000 && scored > 200, "{states} states, {scored} palaces with points: too few");
}

/// Every way to pay with the cards of a hand, for every well beside a space.
#[test]
fn every_offer_and_every_subset_of_a_hand() {
    let (mut offers, mut bought) = (0, 0);
    for seed in 0..160u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::WishingWell);
        let mut beside = Beside::of(ModuleId::WishingWell);
        play(&setup, seed, well, |g, seat, actions, log| {
            let main = g.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction);
            if beside.hear(g, log) && main {
                let price = |piece: PieceId| classic_piece(piece).key[5..6].parse().unwrap();
                offers += beside.every_payment(g, seat, actions, KIND, price).0;
            }
        });
        bought += beside.bought;
    }
    assert!(offers > 1000 && bought > 100, "{offers} offers, {bought} bought: too few");
}

/// Every cell next to a palace, the whole palace looked at anew each time: where a well that waits or is kept can be laid,
/// and that it can lie there in all four turns.
#[test]
fn every_place_in_all_four_turns() {
    let (mut states, mut places) = (0, 0);
    for seed in 0..160u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::WishingWell);
        play(&setup, seed, well, |g, seat, actions, _| {
            let held = match g.pending().map(|pending| pending.kind) {
                Some(DecisionKind::PlaceTile) => g.core.pieces.bought[seat.index()],
                Some(DecisionKind::MainAction) => g.core.pieces.reserve[seat.index()],
                _ => return,
            };
            for piece in held.and(KIND.pieces()).iter() {
                let found: BTreeSet<(At, u8)> = actions
                    .iter()
                    .filter_map(|action| match action {
                        Action::Place { piece: laid, at, turn } | Action::Add { piece: laid, at, turn } => {
                            (*laid == piece).then(|| (at.xy(), turn.get()))
                        }
                        _ => None,
                    })
                    .collect();
                let plan = Sketch::of(g, seat);
                let room = |turn| plan.room_for(sides(piece, turn)).into_iter().map(move |at| (at, turn));
                assert_eq!(found, (0..4).flat_map(room).collect(), "seed {seed}");
                (states, places) = (states + 1, places + found.len());
            }
        });
    }
    assert!(states > 1000 && places > 10_000, "{states} states with {places} places: too few");
}

/// A row that is short and can grow is worth something before it scores, one that is too long or shut is not.
#[test]
fn a_row_that_is_begun() {
    let setup = Setup::players(3).with(ModuleId::WishingWell);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let stand = |g: &mut GameState, key: &str, x: i32, turn: u8| {
        let (piece, cell) = (PieceId::with_key(key).unwrap(), Cell::at(x, 0));
        g.core.palaces[0].lay(cell, crate::Walls::NONE);
        g.core.pieces.palace[0].insert(piece);
        let turn = crate::core::below::Quarters::new(turn).unwrap();
        g.core.pieces.standing[piece.index()] = crate::core::pieces::Standing { cell, turn };
    };
    let seat = Seat::at(0);
    // South turned by three quarters is east.
    stand(&mut g, "well-3-1", 1, 3);
    assert_eq!((WishingWell::worth(&g, seat), built(&g, seat)[0].row.len()), (0, 0));
    let row = [("tower-12", 1), ("garden-11", 4), ("seraglio-9", 0), ("pavilion-8", 0)];
    for (i, (key, worth)) in row.into_iter().enumerate() {
        stand(&mut g, key, 2 + i as i32, 0);
        assert_eq!(WishingWell::worth(&g, seat), worth, "{} tiles", i + 1);
        assert_eq!(built(&g, seat)[0].full(), i + 1 == 3);
    }
}

#[test]
fn six_wells_for_three_four_and_five() {
    let tiles: Vec<_> = KIND.pieces().iter().map(classic_piece).collect();
    assert_eq!(tiles.iter().map(|tile| tile.price).collect::<Vec<_>>(), [3, 3, 4, 4, 5, 5]);
    for tile in tiles {
        assert!(tile.walls[0].is_empty() && tile.building_type(0).is_none(), "{}", tile.key);
        assert!(tile.kind.turns_freely() && !tile.kind.on_market(), "{}", tile.key);
    }
}
