//! Scoring, offers and turns held against a plain second computation over played games.

use super::*;
use crate::core::building::Currency;
use crate::core::catalogue::{Footprint, classic_piece};
use crate::core::score::Source;
use crate::{Action, Cards, DecisionKind, Event, Io, Quick, Seeded, Setup};
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

/// A game of people who love wells; `look` sees every decision.
fn play(setup: &Setup, seed: u64, mut look: impl FnMut(&GameState, Seat, &[Action], &[Event])) {
    let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
    let mut log = Vec::new();
    let mut g = GameState::new(setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
    let mut actions = Vec::new();
    while let Some(seat) = g.to_move() {
        g.legal(seat, &mut actions);
        look(&g, seat, &actions, &log);
        let loved: Vec<Action> = actions.iter().copied().filter(well).collect();
        let laid: Vec<Action> =
            actions.iter().copied().filter(|action| matches!(action, Action::Place { .. })).collect();
        let among = match (dice.below(4), loved.is_empty(), laid.is_empty()) {
            (0, ..) | (_, true, true) => &actions,
            (_, false, _) => &loved,
            (_, true, false) => &laid,
        };
        let action = among[dice.below(among.len() as u32) as usize];
        log.clear();
        g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
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
        play(&setup, seed, |g, _, _, _| {
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

/// Every way to pay with the cards of a hand, for every well beside a space, and every turn when one is laid.
#[test]
fn every_offer_every_subset_of_a_hand_and_every_turn() {
    let (mut offers, mut bought, mut laid) = (0, 0, 0);
    for seed in 0..48u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::WishingWell);
        let mut drawn: Vec<PieceId> = Vec::new();
        let mut beside: BTreeMap<PieceId, Currency> = BTreeMap::new();
        play(&setup, seed, |g, seat, actions, log| {
            for event in log {
                match &event.what {
                    Happened::Module { by: ModuleId::WishingWell, refs, .. } => match refs[..] {
                        [Ref::Piece(piece), Ref::Currency(_)] => drawn.push(piece),
                        _ => panic!("a well that is drawn is named with its space: {refs:?}"),
                    },
                    Happened::OnMarket { currency, .. } => {
                        beside.extend(drawn.drain(..).map(|piece| (piece, *currency)));
                    }
                    Happened::Bought { piece, .. } if beside.remove(piece).is_some() => bought += 1,
                    _ => {}
                }
            }
            // A space that could not be filled any more says nothing, and then the game is over.
            if g.core.ending {
                return;
            }
            let shown: BTreeSet<PieceId> = beside.keys().copied().collect();
            assert_eq!(shown, g.core.pieces.aside.iter().collect(), "seed {seed}");
            match g.pending().map(|pending| pending.kind) {
                Some(DecisionKind::PlaceTile) => {
                    for piece in g.core.pieces.bought[seat.index()].and(KIND.pieces()).iter() {
                        let places = actions.iter().filter_map(|action| match action {
                            Action::Place { piece: which, at, turn } if *which == piece => {
                                Some((*at, turn.get()))
                            }
                            _ => None,
                        });
                        let places: BTreeSet<(Cell, u8)> = places.collect();
                        let cells: BTreeSet<Cell> = places.iter().map(|(cell, _)| *cell).collect();
                        // Where it fits in one turn it fits in all of them: it has no walls.
                        assert_eq!(places.len(), 4 * cells.len(), "seed {seed}: {places:?}");
                        laid += u32::from(!cells.is_empty());
                    }
                }
                Some(DecisionKind::MainAction) => {
                    let hand = g.hand(seat);
                    let cards: Vec<_> = hand.each().collect();
                    for piece in KIND.pieces().iter() {
                        let target = actions.contains(&Action::Target { piece, variant: None });
                        let Some(currency) = beside.get(&piece) else {
                            assert!(!target && g.price(seat, piece).is_none(), "seed {seed}");
                            continue;
                        };
                        offers += 1;
                        let price: u8 = classic_piece(piece).key[5..6].parse().unwrap();
                        let rules = g.price(seat, piece).expect("what lies beside the market is for sale");
                        let mut any = false;
                        for way in 0..1u32 << cards.len().min(10) {
                            let paid: Vec<_> =
                                (0..cards.len()).filter(|i| way >> i & 1 != 0).map(|i| cards[i]).collect();
                            let sum: u8 = paid.iter().map(|card| card.value()).sum();
                            let fits =
                                sum >= price && paid.iter().all(|card| card.currency() == Some(*currency));
                            let payment: Cards = paid.into_iter().collect();
                            assert_eq!(rules.check(hand, payment).is_ok(), fits, "seed {seed}: {payment}");
                            any |= fits;
                        }
                        assert!(cards.len() > 10 || target == any, "seed {seed}: {hand}, {price} {currency}");
                    }
                }
                _ => {}
            }
        });
    }
    assert!(
        offers > 300 && bought > 30 && laid > 30,
        "{offers} offers, {bought} bought, {laid} to be laid: too few"
    );
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
    let row = [("tower-12", 0), ("garden-11", 1), ("seraglio-9", 0), ("pavilion-8", 0)];
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
