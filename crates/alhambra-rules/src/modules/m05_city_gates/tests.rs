//! What scenarios cannot say: options, and every card somewhere throughout whole games.

use super::{Act, CardKind, ModAction};
use crate::core::below::Quarters;
use crate::core::pieces::Standing;
use crate::core::placing;
use crate::{Action, GameState, Io, ModuleId, Quick, Setup};

fn cards(g: &GameState) -> usize {
    let core = &g.core;
    let lying = core.hands.iter().chain([&core.deck.pool, &core.deck.discard, &core.shared.gone]);
    let lying: u8 = lying.map(|cards| cards.count(CardKind::GATE)).sum();
    usize::from(lying + u8::from(g.mods.m05_city_gates.open) + g.mods.m05_city_gates.waiting)
}

/// Players who like gates: whatever has to do with one is chosen first.
fn play(players: usize, seed: u64) -> usize {
    let setup = Setup::players(players).with(ModuleId::CityGates);
    let mut luck = Quick::new(seed);
    let mut dice = Quick::new(seed + 1);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
    let mut actions = Vec::new();
    while let Some(seat) = g.to_move() {
        assert_eq!(cards(&g), players, "a card per player, wherever it is");
        g.legal(seat, &mut actions);
        let gates = actions.iter().position(|a| matches!(a, Action::Module(ModAction::CityGates(_))));
        let shut = actions.iter().position(|a| match *a {
            Action::Place { piece, at, turn } | Action::Add { piece, at, turn } => {
                !g.ground(seat).verdict(crate::core::placing::form(&g, piece, turn)).on_foot.contains(at)
            }
            _ => false,
        });
        let pick = gates.or(shut).unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
        g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
    }
    assert_eq!(cards(&g), players);
    g.core.shared.gates.len()
}

#[test]
fn cards_are_never_lost_and_gates_are_built() {
    let built: usize = (2..=6).flat_map(|players| (0..8).map(move |seed| play(players, seed))).sum();
    assert!(built > 20, "only {built} gates in forty games");
}

#[test]
fn options_are_yes_or_no() {
    let with = |name: &str, value: &str| {
        let mut setup = Setup::players(3).with(ModuleId::CityGates);
        let values = setup.modules.entry(ModuleId::CityGates).or_default();
        values.insert(name.to_owned(), value.to_owned());
        GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).map_err(|e| e.to_string())
    };
    assert!(with("gate_on_existing", "yes").unwrap().mods.m05_city_gates.on_existing);
    assert!(!with("gate_on_existing", "no").unwrap().mods.m05_city_gates.on_existing);
}

#[test]
fn piles_get_the_cards_as_evenly_as_possible() {
    // A-G-4
    for (players, wanted) in [(2, [1, 1, 0]), (3, [1, 1, 1]), (4, [2, 1, 1]), (5, [2, 2, 1]), (6, [2, 2, 2])]
    {
        let setup = Setup::players(players).with(ModuleId::CityGates);
        let g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).unwrap();
        let class = crate::core::deck::SPECIAL.iter().position(|c| *c == crate::CardClass::Gate).unwrap();
        let piles: Vec<u8> = g.core.deck.piles.iter().map(|pile| pile.special[class]).collect();
        assert_eq!(piles[..2], [0, 0]);
        assert_eq!(piles[2..], wanted);
    }
}

#[test]
fn wrong_moments_are_refused() {
    let setup = Setup::players(3).with(ModuleId::CityGates);
    let g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    let check = |act| g.check(seat, &Action::Module(ModAction::CityGates(act))).unwrap_err().to_string();
    assert!(check(Act::Take).contains("no gate card lies open"));
    let build = Act::Build { cell: crate::Cell::FOUNTAIN, side: crate::Side::East };
    assert!(check(build).contains("together with the tile"));
}

/// A palace of the player to move, with a gate card in the hand.
fn palace(tiles: &[(&str, i32, i32)]) -> (GameState, crate::Seat) {
    let setup = Setup::players(3).with(ModuleId::CityGates);
    let mut g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    g.core.hands[seat.index()].add(CardKind::GATE);
    for &(key, x, y) in tiles {
        let (piece, cell) = (crate::PieceId::with_key(key).unwrap(), crate::Cell::at(x, y));
        g.core.palaces[seat.index()].lay(cell, g.piece(piece).walls[0]);
        g.core.pieces.palace[seat.index()].insert(piece);
        g.core.pieces.standing[piece.index()] = Standing { cell, turn: Quarters::ZERO };
    }
    (g, seat)
}

#[test]
fn a_tile_that_is_moved_gets_its_gate_where_that_makes_everything_reached() {
    // A-G-6
    let tower = crate::PieceId::with_key("tower-10-w").unwrap();
    let behind = crate::Cell::at(2, 0);
    let (mut g, seat) = palace(&[("garden-9-e", 1, 0), ("tower-10-w", 0, 1)]);
    assert!(placing::moves(&g, seat, tower, Quarters::ZERO).contains(behind));
    g.core.hands[seat.index()].take(CardKind::GATE);
    assert!(!placing::moves(&g, seat, tower, Quarters::ZERO).contains(behind), "without a card");
    // The tower is all that holds the pavilion: a gate for the tower is none for what it leaves.
    let (g, seat) = palace(&[("garden-9-e", 1, 0), ("tower-10-w", 0, 1), ("pavilion-8", 0, 2)]);
    assert!(!placing::moves(&g, seat, tower, Quarters::ZERO).contains(behind));
}
