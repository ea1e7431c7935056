//! What scenarios cannot show: who sees what before all have chosen, rare states, and whole games.

use super::*;
use crate::belief::Recall;
use crate::core::below::Quarters;
use crate::core::pieces::Standing;
use crate::registry::ModAction;
use crate::{Action, Io, Quick, Seeded, Setup};
use std::collections::BTreeSet;

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn start(players: usize, seed: u64) -> GameState {
    let setup = Setup::players(players).with(ModuleId::StreetTrader);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(seed))).unwrap()
}

fn play(g: &mut GameState, at: Seat, act: Act) {
    let action = Action::Module(ModAction::StreetTrader(act));
    g.apply(at, action, &mut Io::silent(&mut Seeded::new(9))).unwrap();
}

/// A game after the start, with everybody's first choice.
fn begun(players: usize) -> GameState {
    let mut g = start(players, 1);
    for i in 0..players {
        let (citizens, side) = starts().next().unwrap();
        play(&mut g, seat(i), Act::Start { citizens, side });
    }
    g
}

/// Puts a tile into the palace of seat 0.
fn lay(g: &mut GameState, key: &str, cell: Cell) -> PieceId {
    let piece = PieceId::with_key(key).unwrap();
    let core = &mut g.core;
    core.pieces.tower.remove(piece);
    core.pieces.market.iter_mut().filter(|p| **p == Some(piece)).for_each(|p| *p = None);
    core.pieces.palace[0].insert(piece);
    core.pieces.standing[piece.index()] = Standing { cell, turn: Quarters::ZERO };
    core.palaces[0].lay(cell, crate::classic_piece(piece).walls[0]);
    piece
}

#[test]
fn eighty_ways_to_begin() {
    let all: Vec<Start> = starts().collect();
    assert_eq!(all.len(), 80);
    assert!(all.is_sorted());
    let mut g = start(2, 1);
    let twice = [Building::Garden, Building::Garden, Building::Tower];
    let action = Action::Module(ModAction::StreetTrader(Act::Start { citizens: twice, side: Side::North }));
    assert!(g.apply(seat(0), action, &mut Io::silent(&mut Seeded::new(1))).is_err());
}

/// A sealed choice shows in no other view, and worlds that agree with what a seat knows differ in it.
#[test]
fn a_sealed_choice_is_secret() {
    let mut g = start(3, 1);
    let citizens = [Building::Seraglio, Building::Garden, Building::Tower];
    play(&mut g, seat(2), Act::Start { citizens, side: Side::West });
    let mut dice = Quick::new(1);
    let mut worlds = BTreeSet::new();
    for _ in 0..200 {
        let world = g.resample(seat(0), Recall::Full, &mut dice);
        assert_eq!(world.view(Some(seat(0))), g.view(Some(seat(0))));
        worlds.insert(format!("{:?}", sealed(&world).unwrap()[2]));
        let own = g.resample(seat(2), Recall::Full, &mut dice);
        assert_eq!(sealed(&own), sealed(&g), "one's own choice is known to oneself");
    }
    assert!(worlds.len() > 40, "the choice is really unknown: {}", worlds.len());
}

/// TR2: with an empty supply the citizen moves in and nobody joins the trader.
#[test]
fn nobody_left_to_join_the_trader() {
    let mut g = begun(3);
    g.mods.m12_street_trader.supply = [0; 6];
    let pavilion = PieceId::with_key("pavilion-8").unwrap();
    assert_eq!(answers(&g, seat(0), pavilion, Half::First), [Act::MoveIn { then: None }, Act::Stay]);
    let tower = PieceId::with_key("tower-11").unwrap();
    assert_eq!(answers(&g, seat(0), tower, Half::First), [Act::Stay], "and nobody can be exchanged");
}

/// A-X-1, G-8, A-TR-4: a tile that is moved keeps its citizen; moved to the trader's cell it pushes him aside,
/// and where somebody lives nobody else moves in.
#[test]
fn a_tile_that_is_moved_keeps_its_citizen() {
    let mut g = begun(3);
    let home = lay(&mut g, "pavilion-8", Cell::at(1, 0));
    let state = &mut g.mods.m12_street_trader;
    state.homes[0].insert(home);
    state.supply[Building::Pavilion.index()] -= 1;
    let mut luck = Seeded::new(5);
    let mut io = Io::silent(&mut luck);
    let mut cx = Cx { g: &mut g, io: &mut io };
    cx.g.core.turn.seat = seat(0);
    cx.push(Step::T30, What::Redesign { seat: seat(0), moves: true, decided: None });
    cx.settle();
    g.apply(seat(0), Action::Move { piece: home, at: Cell::at(0, 1), turn: Quarters::ZERO }, &mut io)
        .unwrap();
    assert!(g.mods.m12_street_trader.homes[0].contains(home));
    assert_eq!(trader(&g, seat(0)).cell, None);
    let mut acts = Vec::new();
    g.legal(seat(0), &mut acts);
    let moves_in = |a: &Action| matches!(a, Action::Module(ModAction::StreetTrader(Act::MoveIn { .. })));
    let exchanges = |a: &Action| matches!(a, Action::Module(ModAction::StreetTrader(Act::Exchange { .. })));
    assert!(!acts.iter().any(moves_in) && acts.iter().any(exchanges), "{acts:?}");
}

#[test]
fn sets_are_counted_level_by_level() {
    assert_eq!(worth(&[0; 6]), 0);
    assert_eq!(worth(&[1, 3, 0, 2, 2, 0]), 17, "AT-TR-1");
    assert_eq!(worth(&[1; 6]), 21, "AT-TR-2");
    assert_eq!(worth(&[7, 0, 0, 0, 0, 0]), 7);
}

/// In whole games the trader is on an empty cell whenever he is on the board, and between turns he always is.
#[test]
fn the_trader_never_stands_under_a_tile() {
    for seed in 0..6 {
        let mut g = start(2 + seed as usize % 5, seed);
        let (mut luck, mut dice, mut actions) = (Seeded::new(seed), Quick::new(seed), Vec::new());
        while let Some(at) = g.to_move() {
            g.legal(at, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            g.apply(at, action, &mut Io::silent(&mut luck)).unwrap();
            for owner in g.rules().seats().filter(|_| sealed(&g).is_none()) {
                let cell = trader(&g, owner).cell;
                assert!(cell.is_none_or(|cell| !g.ground(owner).covered().contains(cell)), "seed {seed}");
                assert!(
                    cell.is_some() || owner == at || g.is_over(),
                    "seed {seed}: only while it is decided"
                );
            }
        }
    }
}

/// A stored game names one of two halves, in the byte it always was, or it is not read.
#[test]
fn a_third_half_of_a_tile_is_not_read() {
    let piece = PieceId::new(0).unwrap();
    let pushed = |half| Scene::Pushed { seat: seat(0), piece, half };
    for half in Half::BOTH {
        let mut bytes = postcard::to_stdvec(&pushed(half)).unwrap();
        assert_eq!(bytes.last(), Some(&(half.index() as u8)));
        assert_eq!(postcard::from_bytes::<Scene>(&bytes).unwrap(), pushed(half));
        *bytes.last_mut().unwrap() = 2;
        assert!(postcard::from_bytes::<Scene>(&bytes).is_err());
    }
}
