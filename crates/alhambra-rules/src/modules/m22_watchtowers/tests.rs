//! The strict rule about shadows, the options, and a watchtower that finds no place.

use super::*;
use crate::core::below::Quarters;
use crate::core::pieces::Standing;
use crate::{Action, Illegal, Io, PlaceFault, Seeded};

fn game(strict: &str) -> GameState {
    let mut setup = Setup::players(3).with(ModuleId::Watchtowers);
    let values = [("strict_shadow".to_owned(), strict.to_owned())].into_iter().collect();
    setup.modules.insert(ModuleId::Watchtowers, values);
    GameState::new(&setup, &mut Io::silent(&mut Seeded::new(2))).unwrap()
}

fn key(key: &str) -> PieceId {
    PieceId::with_key(key).unwrap()
}

/// Lays a piece in the palace of the seat whose turn it is, wherever it comes from, if it fits.
fn lay(game: &mut GameState, piece: &str, x: i32, y: i32, turn: u8) -> Option<PlaceFault> {
    let turn = Quarters::new(turn).unwrap();
    let (seat, piece) = (game.core.turn.seat, key(piece));
    let cell = Cell::at(x, y);
    if let Err(Illegal::DoesNotFit { fault, .. }) = placing::check_lay(game, seat, piece, cell, turn) {
        return Some(fault);
    }
    if let Form::Tile(shape) = placing::form(game, piece, turn) {
        game.core.palaces[seat.index()].lay_shape(cell, shape);
    }
    game.core.pieces.tower.remove(piece);
    game.core.pieces.aside.remove(piece);
    game.core.pieces.palace[seat.index()].insert(piece);
    game.core.pieces.standing[piece.index()] = Standing { cell, turn };
    None
}

/// T-WT-5, R-WT-1.
#[test]
fn the_strict_rule_keeps_cells_across_a_shadow_empty() {
    for strict in ["no", "yes"] {
        let mut game = game(strict);
        let first = [("tower-11", 1, 0, 0), ("pavilion-8", 0, -1, 0), ("garden-10", 2, 0, 0)];
        for (piece, x, y, turn) in first {
            assert_eq!(lay(&mut game, piece, x, y, turn), None);
        }
        assert_eq!(lay(&mut game, "watchtower-tower-1", 1, -1, 0), None);
        // A second watchtower may look at the shadow with a leg, unless the strict rule keeps it away.
        let second =
            placing::verdict(&game, game.core.turn.seat, key("watchtower-garden-1"), Quarters::ZERO).legal();
        assert_eq!(second.contains(Cell::at(2, -1)), strict == "no");
        let across = lay(&mut game, "arcades-9", 2, -1, 0);
        if strict == "yes" {
            let by = ModuleId::Watchtowers;
            assert_eq!(across, Some(PlaceFault::NotAllowed { by, why: ACROSS_SHADOW }));
            continue;
        }
        assert_eq!(across, None);
        assert_eq!(lay(&mut game, "chambers-10", 0, -2, 0), None);
        assert!(matches!(lay(&mut game, "chambers-11", 1, -2, 0), Some(PlaceFault::Hole { .. })));
    }
}

/// T-WT-1: the position of the example stands under the strict rule as well.
#[test]
fn the_example_is_legal_under_the_strict_rule() {
    let mut game = game("yes");
    let pieces = [
        ("tower-10-w", -1, 0, 0),
        ("chambers-6-es", 1, 0, 0),
        ("seraglio-6-es", 0, -1, 0),
        ("watchtower-tower-1", -1, 1, 2),
    ];
    for (piece, x, y, turn) in pieces {
        assert_eq!(lay(&mut game, piece, x, y, turn), None, "{piece}");
    }
}

#[test]
fn gaps_are_counted_by_area() {
    for holes in [Holes::SingleCell, Holes::Area8] {
        let mut setup = Setup::players(3);
        setup.house.holes = holes;
        assert!(setup.with(ModuleId::Watchtowers).check().unwrap_err().to_string().contains("HR-9"));
    }
}

/// R-WT-3: as long as there is a place, it must be laid; without one it goes back.
#[test]
fn a_watchtower_without_a_place_goes_back() {
    let mut game = game("no");
    let (seat, watchtower) = (game.core.turn.seat, key("watchtower-garden-1"));
    game.core.pieces.aside.remove(watchtower);
    game.core.pieces.bought[seat.index()].insert(watchtower);
    let mut luck = Seeded::new(3);
    // The seat finishes its action; there is no garden to lean on.
    game.apply(seat, Action::Take(1), &mut Io::silent(&mut luck)).unwrap();
    assert_ne!(game.to_move(), Some(seat));
    assert!(game.core.pieces.aside.contains(watchtower));
}

/// Cells that are refused to a watchtower are refused in all four turns.
#[test]
fn no_cell_is_offered_and_refused() {
    let mut game = game("no");
    assert_eq!(lay(&mut game, "tower-11", 1, 0, 0), None);
    let (seat, watchtower) = (game.core.turn.seat, key("watchtower-tower-1"));
    game.core.pieces.aside.remove(watchtower);
    game.core.pieces.bought[seat.index()].insert(watchtower);
    game.apply(seat, Action::Take(1), &mut Io::silent(&mut Seeded::new(3))).unwrap();
    let decision = game.decision(seat).unwrap();
    let offered: CellSet = decision
        .options
        .iter()
        .filter_map(|choice| if let Action::Place { at, .. } = choice.action { Some(at) } else { None })
        .collect();
    let refused: CellSet = decision.misfits.iter().map(|misfit| Cell::at(misfit.at.0, misfit.at.1)).collect();
    assert!(offered.contains(Cell::at(1, 1)) && refused.contains(Cell::at(0, -1)));
    assert!(offered.and(refused).is_empty());
}
