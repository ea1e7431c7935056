//! Scoring, offers and places held against a plain second computation over played games.

use super::*;
use crate::classic_piece;
use crate::core::catalogue::Footprint;
use crate::core::score::Source;
use crate::second_look::beside::Beside;
use crate::second_look::play;
use crate::{Action, DecisionKind, Io, Seeded, Setup};
use std::collections::{BTreeMap, BTreeSet};

type At = (i32, i32);

/// North, east, south, west.
const AROUND: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn beyond((x, y): At, side: usize, steps: i32) -> At {
    (x + AROUND[side].0 * steps, y + AROUND[side].1 * steps)
}

/// The type in the name of a piece; `None` for what has none.
fn type_of(g: &GameState, piece: PieceId, second: bool) -> Option<String> {
    let key: Vec<&str> = classic_piece(piece).key.split('-').collect();
    match key[0] {
        "magical" => Some(key[1].to_owned()),
        "project" => Some(key[if second { 2 } else { 1 }].to_owned()),
        "ground" => g.core.pieces.building[piece.index()].map(|building| building.to_string()),
        base if Building::ALL.iter().any(|building| building.name() == base) => Some(base.to_owned()),
        _ => None,
    }
}

/// The whole tiles inside the walls, by cell, with their types.
fn map(g: &GameState, seat: Seat) -> BTreeMap<At, Option<String>> {
    let mut map = BTreeMap::new();
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let facts = classic_piece(piece);
        if ["camp", "watchtower"].iter().any(|outside| facts.key.starts_with(outside)) {
            continue;
        }
        let standing = g.core.pieces.standing[piece.index()];
        let at = standing.cell.xy();
        map.insert(at, type_of(g, piece, false));
        if let Footprint::Two { towards } = facts.footprint {
            let side = (towards as usize + standing.turn.index()) % 4;
            map.insert(beyond(at, side, 1), type_of(g, piece, true));
        }
    }
    map
}

/// What the bathhouses of a palace bring, read off their printed text, cell by cell.
fn by_hand(g: &GameState, seat: Seat) -> i32 {
    let map = map(g, seat);
    let mut points = 0;
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let facts = classic_piece(piece);
        if !facts.key.starts_with("bathhouse-") {
            continue;
        }
        let standing = g.core.pieces.standing[piece.index()];
        for printed in facts.extra.split(' ') {
            let (letter, wanted) = printed.split_once(':').unwrap();
            let side = ("NESW".find(letter).unwrap() + standing.turn.index()) % 4;
            let mut steps = 1;
            while let Some(found) = map.get(&beyond(standing.cell.xy(), side, steps)) {
                if found.as_deref() == Some(wanted) {
                    points += steps;
                    break;
                }
                steps += 1;
            }
        }
    }
    points
}

fn bathhouse(action: &Action) -> bool {
    match action {
        Action::Target { piece, .. }
        | Action::Place { piece, .. }
        | Action::Add { piece, .. }
        | Action::Swap { piece, .. } => KIND.pieces().contains(*piece),
        _ => false,
    }
}

/// In games with everything that can stand in a row the forecast is what looking cell by cell finds.
#[test]
fn every_side_of_every_bathhouse() {
    use ModuleId::{
        Camps, MagicalBuildings, MajorConstructionProjects, Medina, NewBuildingGrounds, Watchtowers,
    };
    let others: [&[ModuleId]; 5] = [
        &[],
        &[Camps, Watchtowers],
        &[MagicalBuildings, NewBuildingGrounds],
        &[MajorConstructionProjects, Medina],
        &[Camps, MagicalBuildings, Medina, Watchtowers, MajorConstructionProjects],
    ];
    let (mut states, mut scored, mut far) = (0, 0, 0);
    for seed in 0..15u64 {
        let mut setup = Setup::players(2 + seed as usize % 5).with(ModuleId::Bathhouses);
        for module in others[seed as usize % others.len()] {
            setup = setup.with(*module);
        }
        play(&setup, seed, bathhouse, |g, _, _, _| {
            states += 1;
            let seats: Vec<Seat> = g.rules().seats().collect();
            let expected: Vec<i32> = seats.iter().map(|seat| by_hand(g, *seat)).collect();
            for round in 1..=3 {
                let mut found = vec![0; expected.len()];
                for line in g.forecast(round) {
                    if line.source == Source::Module(ModuleId::Bathhouses) {
                        found[line.to.index()] += i32::from(line.points);
                        far += usize::from(line.args.iter().any(|steps| *steps > 1));
                        assert_eq!(line.args.iter().sum::<i16>(), line.points);
                        assert_eq!(line.cells.len(), line.args.len() + 1);
                    }
                }
                assert_eq!(found, expected, "seed {seed}, scoring {round}");
            }
            scored += expected.iter().filter(|points| **points > 0).count();
        });
    }
    assert!(
        states > 2000 && scored > 1000 && far > 500,
        "{states} states, {scored} palaces with points, {far} lines from afar: too few"
    );
}

/// Every way to pay with the cards of a hand, for every bathhouse that lies beside a space.
#[test]
fn every_offer_and_every_subset_of_a_hand() {
    let (mut offers, mut payments, mut bought) = (0, 0, 0);
    for seed in 0..48u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::Bathhouses);
        let mut beside = Beside::of(ModuleId::Bathhouses);
        play(&setup, seed, bathhouse, |g, seat, actions, log| {
            let main = g.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction);
            if beside.hear(g, log) && main {
                let tried = beside.every_payment(g, seat, actions, KIND, |_| 8);
                (offers, payments) = (offers + tried.0, payments + tried.1);
            }
        });
        bought += beside.bought;
    }
    assert!(
        offers > 1000 && payments > 10_000 && bought > 10,
        "{offers} offers, {payments} payments, {bought} bought: too few"
    );
}

/// Every cell next to a palace in every turn: a bathhouse shows an open side everywhere, so it may not look at a wall,
/// needs one neighbour, and shuts nothing in.
#[test]
fn every_place_in_all_four_turns() {
    let (mut states, mut places) = (0, 0);
    for seed in 0..240u64 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::Bathhouses);
        play(&setup, seed, bathhouse, |g, seat, actions, _| {
            let placing = g.pending().is_some_and(|pending| pending.kind == DecisionKind::PlaceTile);
            let pieces = &g.core.pieces;
            let held = if placing { pieces.bought[seat.index()] } else { pieces.reserve[seat.index()] };
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
                let around = open_cells(g, seat);
                let expected: BTreeSet<(At, u8)> =
                    around.into_iter().flat_map(|at| (0..4).map(move |turn| (at, turn))).collect();
                if placing || g.pending().is_some_and(|pending| pending.kind == DecisionKind::MainAction) {
                    assert_eq!(found, expected, "seed {seed}");
                    states += 1;
                    places += found.len();
                }
            }
        });
    }
    assert!(states > 1000 && places > 10_000, "{states} states with {places} places: too few");
}

/// The free cells where a tile without walls may be laid.
fn open_cells(g: &GameState, seat: Seat) -> BTreeSet<At> {
    let mut walls: BTreeMap<At, String> = BTreeMap::new();
    for piece in g.core.pieces.palace[seat.index()].iter() {
        walls.insert(
            g.core.pieces.standing[piece.index()].cell.xy(),
            classic_piece(piece).walls[0].to_string(),
        );
    }
    let around: BTreeSet<At> = walls.keys().flat_map(|at| (0..4).map(|side| beyond(*at, side, 1))).collect();
    let free = around.into_iter().filter(|at| !walls.contains_key(at));
    let open = |at: &At| {
        (0..4).all(|side| {
            let facing = "SWNE".chars().nth(side).unwrap();
            walls.get(&beyond(*at, side, 1)).is_none_or(|letters| !letters.contains(facing))
        })
    };
    let keeps_open = |at: &At| {
        let covered: BTreeSet<At> = walls.keys().copied().chain([*at]).collect();
        let (west, east) =
            (covered.iter().map(|c| c.0).min().unwrap() - 1, covered.iter().map(|c| c.0).max().unwrap() + 1);
        let (south, north) =
            (covered.iter().map(|c| c.1).min().unwrap() - 1, covered.iter().map(|c| c.1).max().unwrap() + 1);
        let (mut outside, mut todo) = (BTreeSet::from([(west, south)]), vec![(west, south)]);
        while let Some(cell) = todo.pop() {
            for there in (0..4).map(|side| beyond(cell, side, 1)) {
                let inside = (west..=east).contains(&there.0) && (south..=north).contains(&there.1);
                if inside && !covered.contains(&there) && outside.insert(there) {
                    todo.push(there);
                }
            }
        }
        outside.len() + covered.len() == ((east - west + 1) * (north - south + 1)) as usize
    };
    free.filter(open).filter(keeps_open).collect()
}

/// A-32-10: a site covers its cell, but its building does not stand yet. Worth: such a side still waits.
#[test]
fn a_building_that_is_not_finished_is_passed_over() {
    let setup = Setup::players(3).with(ModuleId::Bathhouses);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
    let key = |key: &str| PieceId::with_key(key).unwrap();
    // The first bathhouse looks at a garden in the east.
    let row = [("bathhouse-1", 1), ("garden-11", 2), ("tower-12", 3), ("garden-10", 4)];
    for (name, x) in row {
        let (piece, cell) = (key(name), Cell::at(x, 0));
        g.core.palaces[0].lay(cell, crate::Walls::NONE);
        g.core.pieces.palace[0].insert(piece);
        g.core.pieces.standing[piece.index()] = crate::core::pieces::Standing { cell, ..Default::default() };
    }
    let east = |g: &GameState| {
        let sides = built(g, Seat::at(0)).remove(0).1;
        (sides[1].seen().map(|(points, _)| points), sides[1].waits)
    };
    assert_eq!(east(&g), (Some(1), false));
    // North and south have a free cell next to them, and in the west stands the fountain: a quarter of 3 × 1, 3 × 1 and 3 × 2.
    assert_eq!(Bathhouses::worth(&g, Seat::at(0)), 1 + 1 + 2);
    g.core.pieces.building[key("garden-11").index()] = None;
    assert_eq!(east(&g), (Some(3), false));
    g.core.pieces.building[key("garden-10").index()] = None;
    assert_eq!(east(&g), (None, true));
    assert_eq!(Bathhouses::worth(&g, Seat::at(0)), 1 + 1 + 2 + 3);
    g.core.scorings = 3;
    assert_eq!(Bathhouses::worth(&g, Seat::at(0)), 0);
}

#[test]
fn six_bathhouses_for_eight_with_four_types_each() {
    let tiles: Vec<_> = KIND.pieces().iter().map(classic_piece).collect();
    assert_eq!(tiles.len(), 6);
    for tile in &tiles {
        let types: BTreeSet<Building> = tile.named.iter().copied().collect();
        assert_eq!((tile.price, tile.walls[0].len(), types.len()), (8, 0, 4), "{}", tile.key);
        assert!(tile.building_type(0).is_none() && tile.kind.turns_freely() && !tile.kind.on_market());
    }
    for building in Building::ALL {
        assert_eq!(tiles.iter().filter(|tile| tile.named.contains(&building)).count(), 4, "{building}");
    }
}

/// What is drawn and said of a bathhouse follows the table of pieces: a corrected side is corrected there and here.
#[test]
fn the_sides_are_drawn_and_said_as_they_are_printed() {
    let (words, signs) = (include_str!("words.en.json"), include_str!("signs.svg"));
    for tile in KIND.pieces().iter().map(classic_piece) {
        let names: Vec<&str> = tile.named.iter().map(|building| building.name()).collect();
        let said =
            format!("\"piece.{}\": \"Bathhouse {{price}} (clockwise: {})\"", tile.key, names.join(", "));
        assert!(words.contains(&said), "words.en.json has no {said}");
        let drawn =
            signs.lines().find(|line| line.contains(&format!("\"bathhouses-piece-{}-turned\"", tile.key)));
        let drawn = drawn.unwrap_or_else(|| panic!("signs.svg does not draw {}", tile.key));
        let sides: Vec<&str> = drawn.split("#i-").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(sides, names, "{}", tile.key);
    }
}
