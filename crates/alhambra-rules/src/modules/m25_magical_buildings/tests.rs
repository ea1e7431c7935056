//! Every place and every turn, found by trying all of them on a map of cells, against what the rules list.

use super::*;
use crate::classic_piece;
use crate::core::below::Quarters;
use crate::core::catalogue::PieceId;
use crate::second_look::laying::{Sketch, redesigns, sides};
use crate::second_look::walking::At;
use crate::{Action, Cell, GameState, Io, Quick, Seat, Seeded, Setup};
use std::collections::BTreeSet;

fn magical(piece: PieceId) -> bool {
    classic_piece(piece).key.starts_with("magical-")
}

fn turns(piece: PieceId) -> std::ops::Range<u8> {
    0..if magical(piece) { 4 } else { 1 }
}

/// Every empty cell and turn in which the piece could be laid.
fn places(plan: &Sketch, piece: PieceId) -> BTreeSet<(At, u8)> {
    let lies = |turn: u8| plan.room_for(sides(piece, turn)).into_iter().map(move |at| (at, turn));
    turns(piece).flat_map(lies).collect()
}

/// What may be laid, added, exchanged and taken off.
fn expected(g: &GameState, seat: Seat) -> BTreeSet<Action> {
    let bought = g.core.pieces.bought[seat.index()];
    if !bought.is_empty() && g.pending().is_some_and(|p| p.kind == crate::DecisionKind::PlaceTile) {
        let plan = Sketch::of(g, seat);
        let lay = |piece: PieceId| {
            let found = places(&plan, piece).into_iter();
            found.map(move |((x, y), turn)| {
                let turn = Quarters::new(turn).unwrap();
                Action::Place { piece, at: Cell::at(x, y), turn }
            })
        };
        return bought.iter().flat_map(lay).collect();
    }
    redesigns(g, seat, turns)
}

fn about_laying(action: &Action) -> bool {
    matches!(action, Action::Place { .. } | Action::Add { .. } | Action::Swap { .. } | Action::Remove { .. })
}

fn turn_of(action: &Action) -> u8 {
    match action {
        Action::Place { turn, .. } | Action::Add { turn, .. } | Action::Swap { turn, .. } => turn.get(),
        _ => 0,
    }
}

fn with_magic(action: &Action) -> bool {
    match action {
        Action::Buy { piece, .. }
        | Action::Place { piece, .. }
        | Action::Add { piece, .. }
        | Action::Swap { piece, .. }
        | Action::Remove { piece } => magical(*piece),
        _ => false,
    }
}

/// In played games that love magical buildings, the lists are what trying everything finds.
#[test]
fn every_place_and_turn_is_listed_and_no_other() {
    let (mut states, mut turned) = (0, 0);
    for seed in 0..5 {
        let setup = Setup::players(2 + seed as usize % 5).with(ModuleId::MagicalBuildings);
        let (mut luck, mut dice) = (Seeded::new(seed), Quick::new(seed));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            g.legal(seat, &mut actions);
            let laid: BTreeSet<Action> = actions.iter().copied().filter(about_laying).collect();
            assert_eq!(laid, expected(&g, seat), "seed {seed}, seat {}", seat.index());
            states += 1;
            turned += laid.iter().filter(|action| turn_of(action) > 0).count();
            let loved: Vec<Action> = actions.iter().copied().filter(with_magic).collect();
            let among = if loved.is_empty() || dice.below(3) == 0 { &actions } else { &loved };
            let action = among[dice.below(among.len() as u32) as usize];
            g.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
        }
    }
    assert!(states > 1000 && turned > 1000, "{states} states with {turned} turned tiles are too few");
}

/// T-MB-1 and the whole table: one more than the dearest of the type, 1, 1, 2, 2, 3, 3 walls.
#[test]
fn the_six_tiles() {
    let tiles: Vec<_> = PieceKind::Magical.pieces().iter().map(classic_piece).collect();
    let dearest = |building| {
        let base = PieceKind::Base.pieces().iter().map(classic_piece);
        base.filter(|tile| tile.building[0] == building).map(|tile| tile.price).max().unwrap()
    };
    assert_eq!(tiles.iter().map(|tile| tile.walls[0].len()).collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3]);
    for tile in tiles {
        assert_eq!(tile.price, dearest(tile.building[0]) + 1, "{}", tile.key);
        assert!(tile.kind.turns_freely() && tile.building_type(0).is_some());
    }
    let garden = PieceId::with_key("magical-garden").unwrap();
    assert_eq!(sides(garden, 1), [false, true, true, true]);
    assert_eq!(classic_piece(garden).walls[0].turned(Quarters::new(1).unwrap()).to_string(), "ESW");
}
