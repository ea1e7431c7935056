//! What scenarios cannot show: effects of modules that are not in the game, and the components.

use super::*;
use crate::core::below::Quarters;
use crate::core::pieces::Standing;
use crate::{Io, Seeded, Setup};

/// A-X-1: a tile that only moves inside its palace keeps its chest.
#[test]
fn a_tile_that_is_moved_keeps_its_chest() {
    let setup = Setup::players(3).with(ModuleId::TreasureChamber);
    let mut luck = Seeded::new(5);
    let mut io = Io::silent(&mut luck);
    let mut g = GameState::new(&setup, &mut io).unwrap();
    let (seat, piece) = (Seat::default(), PieceId::with_key("garden-11").unwrap());
    let core = &mut g.core;
    core.pieces.tower.remove(piece);
    core.pieces.market.iter_mut().filter(|p| **p == Some(piece)).for_each(|p| *p = None);
    core.pieces.palace[0].insert(piece);
    core.pieces.standing[piece.index()] = Standing { cell: Cell::at(1, 0), turn: Quarters::ZERO };
    core.palaces[0].lay(Cell::at(1, 0), crate::Walls::NONE);
    g.mods.m13_treasure_chamber.on[0].insert(piece);
    let mut cx = Cx { g: &mut g, io: &mut io };
    cx.push(Step::T30, What::Redesign { seat, moves: true, decided: None });
    cx.settle();
    g.apply(seat, Action::Move { piece, at: Cell::at(0, 1), turn: Quarters::ZERO }, &mut io).unwrap();
    assert_eq!(g.core.pieces.standing[piece.index()].cell, Cell::at(0, 1));
    assert_eq!(chests_of(&g, seat.into()).collect::<Vec<_>>(), [(piece, Half::First)]);
    assert_eq!(cells_with_chests(&g, seat.into()), [Cell::at(0, 1)]);
}

#[test]
fn there_are_forty_two_chests() {
    assert_eq!(total(&ALL), 42);
}
