//! What scenarios cannot say: where the cards begin, every refusal, and the list of walls that can be built held
//! against a plain second computation throughout whole games.

use super::*;
use crate::{Io, Quick, Setup};
use std::collections::BTreeMap;

fn game(players: usize, others: &[ModuleId], seed: u64) -> (GameState, Quick) {
    let setup = others.iter().fold(Setup::players(players).with(ModuleId::CityWalls), |s, m| s.with(*m));
    let mut luck = Quick::new(seed);
    let game = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    (game, luck)
}

/// A palace as a map from cells to their walls, in the order north, east, south, west.
type Map = BTreeMap<(i32, i32), [bool; 4]>;

const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The walls of a cell of a tile as it lies, from the catalogue and the wooden walls, side by side.
fn sides(g: &GameState, piece: PieceId, half: usize) -> [bool; 4] {
    let turn = g.core.pieces.standing[piece.index()].turn.index();
    let (printed, wooden) = (g.piece(piece).walls[half], g.core.shared.wooden[piece.index()].on(half));
    std::array::from_fn(|i| {
        let side = Side::ALL[(i + 4 - turn) % 4];
        printed.has(side) || wooden.has(side)
    })
}

/// The whole tiles of a palace, and the cells of everything else that stands around it.
fn map(g: &GameState, seat: Seat) -> (Map, Vec<(i32, i32)>) {
    let (mut tiles, mut others) = (Map::new(), Vec::new());
    for piece in g.core.pieces.palace[seat.index()].iter() {
        let standing = g.core.pieces.standing[piece.index()];
        let (x, y) = standing.cell.xy();
        if g.piece(piece).kind == PieceKind::Camp {
            others.push((x, y));
            continue;
        }
        tiles.insert((x, y), sides(g, piece, 0));
        if let Footprint::Two { towards } = g.piece(piece).footprint {
            let (dx, dy) = STEPS[(towards as usize + standing.turn.index()) % 4];
            tiles.insert((x + dx, y + dy), sides(g, piece, 1));
        }
    }
    (tiles, others)
}

/// Whether every border has two walls or none.
fn borders_match(map: &Map) -> bool {
    map.iter().all(|(&(x, y), walls)| {
        STEPS.iter().enumerate().all(|(i, (dx, dy))| {
            map.get(&(x + dx, y + dy)).is_none_or(|theirs| theirs[(i + 2) % 4] == walls[i])
        })
    })
}

/// Every card on every piece of the box, tried out wall by wall on a copy of the palace.
fn plainly(g: &GameState, seat: Seat) -> Vec<Act> {
    let (tiles, camps) = map(g, seat);
    let pieces = &g.core.pieces;
    let mut acts = Vec::new();
    for card in CardKind::all() {
        let open = card.class() == CardClass::Wall
            && g.core.deck.rare.count(low(card)) == 0
            && !CARDS
                .iter()
                .enumerate()
                .any(|(n, c)| *c == card && g.mods.m09_city_walls.built >> n & 1 != 0);
        if !open {
            continue;
        }
        for piece in PieceId::all() {
            let standing = pieces.standing[piece.index()];
            let two = match g.piece(piece).footprint {
                Footprint::Two { towards } => Some(towards as usize),
                Footprint::One => None,
                Footprint::Half => continue,
            };
            if g.piece(piece).kind == PieceKind::Camp {
                continue;
            }
            for half in Half::BOTH {
                if half == Half::Second && two.is_none() {
                    continue;
                }
                let wanted: Vec<usize> = (0..4).filter(|i| printed(card).walls.has(Side::ALL[*i])).collect();
                let now = sides(g, piece, half.index());
                let inner = two.map(|to| (to + standing.turn.index() + 2 * half.index()) % 4);
                if wanted.iter().any(|i| now[*i] || Some(*i) == inner) {
                    continue;
                }
                let fits = if pieces.palace[seat.index()].contains(piece) {
                    let (mut x, mut y) = standing.cell.xy();
                    if let (Half::Second, Some(to)) = (half, two) {
                        let (dx, dy) = STEPS[(to + standing.turn.index()) % 4];
                        (x, y) = (x + dx, y + dy);
                    }
                    let mut after = tiles.clone();
                    let cell = after.get_mut(&(x, y)).expect("it stands there");
                    wanted.iter().for_each(|i| cell[*i] = true);
                    let camp = |i: &usize| camps.contains(&(x + STEPS[*i].0, y + STEPS[*i].1));
                    borders_match(&after) && !wanted.iter().any(camp)
                } else {
                    pieces.reserve[seat.index()].contains(piece)
                        || pieces.bought[seat.index()].contains(piece)
                };
                if fits {
                    acts.push(Act::Build { card, piece, half });
                }
            }
        }
    }
    acts
}

/// The longest run of outer walls that touch, segment by segment.
fn longest(map: &Map) -> usize {
    // Each segment as its two end points, the corners of cell (x, y) being (x, y) to (x + 1, y + 1).
    const ENDS: [[(i32, i32); 2]; 4] =
        [[(0, 1), (1, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1)]];
    let mut segments = Vec::new();
    for (&(x, y), walls) in map {
        for i in (0..4).filter(|i| walls[*i] && !map.contains_key(&(x + STEPS[*i].0, y + STEPS[*i].1))) {
            segments.push(ENDS[i].map(|(dx, dy)| (x + dx, y + dy)));
        }
    }
    let mut best = 0;
    while let Some(first) = segments.pop() {
        let mut run = vec![first];
        while let Some(at) = segments.iter().position(|s| run.iter().flatten().any(|end| s.contains(end))) {
            run.push(segments.swap_remove(at));
        }
        best = best.max(run.len());
    }
    best
}

/// Players who like walls. Every state is looked at; how many, and how many walls were built in the end.
fn play(players: usize, others: &[ModuleId], seed: u64) -> (usize, usize) {
    let (mut g, mut luck) = game(players, others, seed);
    let mut dice = Quick::new(seed + 1);
    let (mut actions, mut states) = (Vec::new(), 0);
    while let Some(seat) = g.to_move() {
        g.legal(seat, &mut actions);
        let own =
            |a: &Action| if let Action::Module(ModAction::CityWalls(act)) = a { Some(*act) } else { None };
        let listed: Vec<Act> = actions.iter().filter_map(own).collect();
        if g.mods.m09_city_walls.open != 0 && g.agenda.frames.last().unwrap().step == Step::T11 {
            assert_eq!(listed, plainly(&g, seat), "{others:?}, {players} players, seed {seed}");
            states += 1;
        }
        for at in g.rules().seats() {
            let (tiles, _) = map(&g, at);
            assert!(borders_match(&tiles));
            assert_eq!(usize::from(g.longest_wall(at)), longest(&tiles));
        }
        CityWalls::census(&g).unwrap();
        // Cards stay open for a while, so that several of them lie there.
        let eager = dice.below(4) == 0 && !listed.is_empty();
        let pick = if eager {
            let k = dice.below(listed.len() as u32) as usize;
            actions.iter().position(|a| own(a) == Some(listed[k])).unwrap()
        } else {
            dice.below(actions.len() as u32) as usize
        };
        g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
    }
    let wooden: usize =
        g.core.shared.wooden.0.iter().map(|walls| walls.on(0).len() + walls.on(1).len()).sum();
    let built: usize = of(g.mods.m09_city_walls.built).map(|card| printed(card).walls.len()).sum();
    assert_eq!(built, wooden);
    (states, built)
}

#[test]
fn the_list_of_walls_is_what_a_plain_search_finds() {
    let (mut states, mut built) = (0, 0);
    let sets: [&[ModuleId]; 3] = [&[], &[ModuleId::Camps], &[ModuleId::MajorConstructionProjects]];
    for others in sets {
        for (players, seed) in (2..=6).flat_map(|players| (0..3).map(move |seed| (players, seed))) {
            let (s, b) = play(players, others, seed);
            (states, built) = (states + s, built + b);
        }
    }
    assert!(states > 1000 && built > 200, "{states} states, {built} walls");
}

#[test]
fn whatever_is_handed_in_is_accepted_only_if_it_is_listed() {
    let (mut g, mut luck) = game(4, &[ModuleId::MajorConstructionProjects, ModuleId::Camps], 3);
    let mut dice = Quick::new(9);
    let (mut actions, mut n) = (Vec::new(), 0);
    while let Some(seat) = g.to_move() {
        g.legal(seat, &mut actions);
        n += 1;
        if n % 60 == 0 {
            for card in CardKind::all() {
                for piece in PieceId::all() {
                    for half in Half::BOTH {
                        let action = Action::Module(ModAction::CityWalls(Act::Build { card, piece, half }));
                        assert_eq!(g.check(seat, &action).is_ok(), actions.contains(&action), "{action:?}");
                    }
                }
            }
        }
        let pick = dice.below(actions.len() as u32) as usize;
        g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
    }
}

#[test]
fn every_refusal_says_why() {
    let (mut g, _) = game(3, &[], 1);
    let seat = g.to_move().unwrap();
    let piece = |key| PieceId::with_key(key).unwrap();
    let fountain = g.core.pieces.palace[seat.index()].first().unwrap();
    let why = |g: &GameState, card: &str, piece: PieceId, half: Half| {
        let act = Act::Build { card: card.parse().unwrap(), piece, half };
        g.check(seat, &Action::Module(ModAction::CityWalls(act))).unwrap_err().to_string()
    };
    assert!(why(&g, "wall-n", fountain, Half::First).contains("does not lie open"));
    assert!(why(&g, "denar-5", fountain, Half::First).contains("does not lie open"));
    g.mods.m09_city_walls.open = 0b1111_1111;
    g.core.pieces.reserve[seat.index()].insert(piece("camp-n-5"));
    g.core.pieces.reserve[seat.index()].insert(piece("garden-10-n"));
    g.core.pieces.tower.remove(piece("garden-10-n"));
    assert!(why(&g, "wall-n", piece("tower-13-e"), Half::First).contains("own palace"));
    assert!(why(&g, "wall-n", piece("camp-n-5"), Half::First).contains("camps and watchtowers"));
    assert!(why(&g, "wall-n", fountain, Half::Second).contains("only one cell"));
    assert!(why(&g, "wall-ne", piece("garden-10-n"), Half::First).contains("one already"));
    g.core.palaces[seat.index()].lay(Cell::at(1, 0), Walls::NONE);
    assert!(why(&g, "wall-e", fountain, Half::First).contains("empty cell"));
    g.agenda.frames.push(crate::core::agenda::Frame::new(Step::T90, What::Window { place: 0 })).unwrap();
    assert!(why(&g, "wall-n", fountain, Half::First).contains("own turn"));
}

#[test]
fn two_cards_lie_in_each_pile_but_the_first() {
    let class = crate::core::deck::SPECIAL.iter().position(|c| *c == CardClass::Wall).unwrap();
    for players in 2..=6 {
        let (g, _) = game(players, &[], 1);
        let piles: Vec<u8> = g.core.deck.piles.iter().map(|pile| pile.special[class]).collect();
        assert_eq!(piles, [0, 2, 2, 2, 2]);
    }
}

#[test]
fn the_cards_use_up_the_segments() {
    assert_eq!(CARDS.iter().map(|card| printed(*card).walls.len()).sum::<usize>(), SEGMENTS);
    assert!(CARDS.iter().all(|card| printed(*card).copies == 1));
}

/// A-W-5: the wall turns with the tile.
#[test]
fn a_wall_on_a_turned_tile_turns_with_it() {
    use crate::core::below::Quarters;
    use crate::core::pieces::Standing;
    let (mut g, mut luck) = game(3, &[], 1);
    let seat = g.to_move().unwrap();
    // A wall in the north: turned by two quarters it is in the south.
    let (piece, turn) = (PieceId::with_key("magical-pavilion").unwrap(), Quarters::new(2).unwrap());
    let cell = Cell::at(1, 0);
    g.core.palaces[seat.index()].lay(cell, placing::walls(&g, piece, turn));
    g.core.pieces.palace[seat.index()].insert(piece);
    g.core.pieces.standing[piece.index()] = Standing { cell, turn };
    g.core.deck.rare.take(low(CARDS[1]));
    g.mods.m09_city_walls.open = 0b10;
    let act = Act::Build { card: "wall-e".parse().unwrap(), piece, half: Half::First };
    g.apply(seat, Action::Module(ModAction::CityWalls(act)), &mut Io::silent(&mut luck)).unwrap();
    assert!(g.palace(seat).walls_at(cell).has(Side::East));
    assert!(placing::walls(&g, piece, turn).has(Side::East));
    assert!(placing::walls(&g, piece, Quarters::new(3).unwrap()).has(Side::South));
}
