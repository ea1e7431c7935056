//! A shadow of the columns: what may be chosen, what Dirk takes and what counts, found by following the events of
//! played games with lists of names.

use super::*;
use crate::core::score::SCORERS;
use crate::core::seat::Scorer;
use crate::{Action, Io, Quick, Seeded};
use std::collections::{BTreeMap, BTreeSet};

/// A column as a list of names, the topmost first.
type Names = Vec<String>;

fn shown(g: &GameState) -> Vec<Names> {
    let lists = NewBuildingGrounds::view(g, None).into_iter().map(|(_, shown)| g.say_shown(&shown));
    lists.map(|list| list.split(", ").filter(|name| *name != "none").map(str::to_owned).collect()).collect()
}

/// Which column a ground belongs to, by the number on it.
fn number(g: &GameState, ground: PieceId) -> usize {
    usize::from(g.piece(ground).price) - 9
}

fn is_ground(g: &GameState, piece: PieceId) -> bool {
    g.piece(piece).key.starts_with("ground-")
}

/// What taking each building of a column leads to, told apart as far as anybody could care.
fn outcomes(column: &Names, with_dirk: bool) -> BTreeSet<(String, Names)> {
    (0..column.len())
        .map(|i| {
            let mut rest = column.clone();
            let built = rest.remove(i);
            if !with_dirk {
                rest.sort();
            }
            (built, rest)
        })
        .collect()
}

#[test]
fn columns_and_counts_follow_the_rulebook() {
    let (mut states, mut chosen, mut dirks) = (0, 0, 0);
    for seed in 0..40u64 {
        let players = [2, 2, 3, 4, 5, 6][seed as usize % 6];
        let setup = Setup::players(players).with(ModuleId::NewBuildingGrounds);
        let (mut luck, mut dice, mut log) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        let mut g = GameState::new(&setup, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
        // Dirk's first tiles are drawn before anybody can look: put back on top what he has taken.
        let mut columns = shown(&g);
        let mut on: BTreeMap<PieceId, String> = BTreeMap::new();
        for event in log.drain(..).rev() {
            if let Happened::Module { by: ModuleId::NewBuildingGrounds, key: "dirk_builds", refs, .. } =
                event.what
            {
                let [Ref::Building(building), Ref::Piece(ground)] = refs[..] else { panic!("{refs:?}") };
                columns[number(&g, ground)].insert(0, building.name().to_owned());
            }
        }
        assert!(columns.iter().all(|column| column.len() == 3));
        let first: Vec<PieceId> = g.core.pieces.dirk.iter().filter(|p| is_ground(&g, *p)).collect();
        for ground in first {
            on.insert(ground, columns[number(&g, ground)].remove(0));
            dirks += 1;
        }
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            states += 1;
            assert_eq!(shown(&g), columns, "seed {seed}");
            let mut counts = [[0; 6]; SCORERS];
            let piles = g.rules().seats().map(|s| (Scorer::Seat(s), g.core.pieces.palace[s.index()]));
            for (of, pile) in piles.chain([(Scorer::Dirk, g.core.pieces.dirk)]) {
                for piece in pile.iter() {
                    let name = match on.get(&piece) {
                        Some(name) => name.clone(),
                        None => g.piece(piece).key.split('-').next().unwrap().to_owned(),
                    };
                    if let Some(building) = Building::ALL.into_iter().find(|b| b.name() == name) {
                        counts[of.index()][building.index()] += 2;
                    }
                }
            }
            let book = g.counts();
            for seat in g.rules().seats() {
                let found = Building::ALL.map(|b| i32::from(book.halves(seat.into(), b)));
                assert_eq!(found, counts[seat.index()], "seat {} of seed {seed}", seat.index());
            }
            let dirk = Building::ALL.map(|b| i32::from(book.halves(Scorer::Dirk, b)));
            assert_eq!(dirk, counts[Scorer::Dirk.index()]);

            g.legal(seat, &mut actions);
            let choosing = g.pending().is_some_and(|p| p.module == Some(ModuleId::NewBuildingGrounds));
            let waiting: Vec<PieceId> = g.core.pieces.bought[seat.index()]
                .iter()
                .filter(|p| is_ground(&g, *p) && !on.contains_key(p))
                .collect();
            if choosing {
                let ground = asked(&g).unwrap().ground;
                assert!(waiting.contains(&ground));
                let column = number(&g, ground);
                let mut found = BTreeSet::new();
                for action in &actions {
                    let mut after = g.clone();
                    after.apply(seat, *action, &mut Io::silent(&mut Seeded::new(1))).unwrap();
                    let mut rest = shown(&after)[column].clone();
                    if players > 2 {
                        rest.sort();
                    }
                    let built = after.core.pieces.building[ground.index()].unwrap().name().to_owned();
                    assert!(found.insert((built, rest)), "two choices come to the same");
                }
                assert_eq!(found, outcomes(&columns[column], players == 2));
                chosen += 1;
            } else {
                assert!(waiting.is_empty(), "a ground waits for its building");
            }
            let loved: Vec<Action> = actions
                .iter()
                .filter(|a| match a {
                    Action::Buy { piece, .. } | Action::Place { piece, .. } => is_ground(&g, *piece),
                    _ => false,
                })
                .copied()
                .collect();
            let among = if loved.is_empty() || dice.below(4) == 0 { &actions } else { &loved };
            let action = among[dice.below(among.len() as u32) as usize];
            g.apply(seat, action, &mut Io { chance: &mut luck, log: Some(&mut log) }).unwrap();
            for event in log.drain(..) {
                match event.what {
                    Happened::DirkDrew { pieces } => {
                        for ground in pieces.into_iter().filter(|p| is_ground(&g, *p)) {
                            let column = number(&g, ground);
                            columns[column].remove(0);
                            // Which of two grounds in one draw gets which building is all the same.
                            let built = g.core.pieces.building[ground.index()].unwrap().name().to_owned();
                            on.insert(ground, built);
                            dirks += 1;
                        }
                    }
                    Happened::Module { by: ModuleId::NewBuildingGrounds, key: "builds", refs, .. } => {
                        let [Ref::Building(building), Ref::Piece(ground)] = refs[..] else { panic!() };
                        let column = number(&g, ground);
                        if !choosing {
                            // Taken by itself: all that were left are the same.
                            assert_eq!(outcomes(&columns[column], players == 2).len(), 1);
                        }
                        columns[column] = shown(&g)[column].clone();
                        on.insert(ground, building.name().to_owned());
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(
        states > 1000 && chosen > 50 && dirks > 20,
        "{states} states, {chosen} choices, {dirks} of Dirk's"
    );
}

/// Every column of three types, with every place taken: those below move up, and nothing is lost.
#[test]
fn taking_a_building_moves_those_below_it_up() {
    let some = |n: usize| Some(Building::ALL[n]);
    let column = [some(0), some(3), some(5)];
    assert_eq!(without(column, Place::First), [some(3), some(5), None]);
    assert_eq!(without(column, Place::Second), [some(0), some(5), None]);
    assert_eq!(without(column, Place::Third), [some(0), some(3), None]);
    assert_eq!(without([some(0), None, None], Place::First), [None; 3]);
}

/// Four numbers with two grounds each, none with walls; twelve buildings, laid out by lot.
#[test]
fn the_components() {
    let grounds: Vec<_> = GROUNDS.iter().map(crate::classic_piece).collect();
    let prices: Vec<u8> = grounds.iter().map(|ground| ground.price).collect();
    assert_eq!(prices, [9, 9, 10, 10, 11, 11, 12, 12]);
    assert!(grounds.iter().all(|ground| ground.walls[0].is_empty() && ground.building_type(0).is_none()));
    let laid = |seed| {
        let setup = Setup::players(3).with(ModuleId::NewBuildingGrounds);
        let g = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap();
        NewBuildingGrounds::census(&g).unwrap();
        g.mods.m27_new_building_grounds.columns
    };
    assert_ne!(laid(1), laid(2));
}

/// With other tiles a column could run dry: the ground then stays without a building (rules 27.10).
#[test]
fn an_empty_column_leaves_a_ground_as_it_is() {
    let setup = Setup::players(3).with(ModuleId::NewBuildingGrounds);
    let mut luck = Seeded::new(3);
    let mut io = Io::silent(&mut luck);
    let mut g = GameState::new(&setup, &mut io).unwrap();
    let ground = PieceId::with_key("ground-1").unwrap();
    g.mods.m27_new_building_grounds.columns[0] = [None; HEIGHT];
    g.agenda = crate::core::agenda::Agenda::default();
    let mut cx = Cx { g: &mut g, io: &mut io };
    choose(&mut cx, Seat::default(), ground);
    cx.settle();
    assert_eq!(g.to_move(), None);
    assert_eq!(g.core.pieces.building[ground.index()], None);
}
