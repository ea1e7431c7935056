//! What scenarios cannot say: options, and that the gates are really used in whole games.

use super::keys::WALLS;
use super::{Act, Bonus, ModuleId};
use crate::registry::ModAction;
use crate::{Action, GameState, Io, Quick, Setup};

#[test]
fn options_are_yes_or_no() {
    let with = |name: &str, value: &str| {
        let mut setup = Setup::players(3).with(ModuleId::GatesWithoutEnd);
        let values = setup.modules.entry(ModuleId::GatesWithoutEnd).or_default();
        values.insert(name.to_owned(), value.to_owned());
        GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).map_err(|e| e.to_string())
    };
    assert!(with("semi_needs_building", "no").unwrap().mods.m37_gates_without_end.semi_alone);
    assert!(!with("semi_needs_building", "yes").unwrap().mods.m37_gates_without_end.semi_alone);
}

#[test]
fn outside_an_opening_nothing_is_accepted() {
    let setup = Setup::players(3).with(ModuleId::GatesWithoutEnd);
    let g = GameState::new(&setup, &mut Io::silent(&mut Quick::new(1))).unwrap();
    let seat = g.to_move().unwrap();
    let refused = g.check(seat, &Action::Module(ModAction::GatesWithoutEnd(Act::Pass))).unwrap_err();
    assert!(refused.to_string().contains("key is turned up"));
}

/// Walls and keys are neither lost nor made up; every bonus comes up somewhere.
#[test]
fn supplies_add_up_throughout_whole_games() {
    let mut met = Vec::new();
    for (players, seed) in (2..=6).flat_map(|players| (0..6).map(move |seed| (players, seed))) {
        let setup = Setup::players(players).with(ModuleId::GatesWithoutEnd);
        let (mut luck, mut dice) = (Quick::new(seed), Quick::new(seed + 77));
        let mut g = GameState::new(&setup, &mut Io::silent(&mut luck)).unwrap();
        let mut actions = Vec::new();
        while let Some(seat) = g.to_move() {
            let wooden: usize =
                g.core.shared.wooden.0.iter().map(|walls| walls.on(0).len() + walls.on(1).len()).sum();
            assert_eq!(wooden + usize::from(g.mods.m37_gates_without_end.walls), usize::from(WALLS));
            if let Some(opening) = super::opening(&g).filter(|o| o.phase == super::Phase::Bonuses) {
                met.push(super::bonus(g.rules(), opening.key, opening.turned, seat));
            }
            g.legal(seat, &mut actions);
            let bought = |a: &Action| match *a {
                Action::Buy { piece, .. } => {
                    g.pieces().building[piece.index()] == Some(crate::Building::Arcades)
                }
                _ => false,
            };
            let eager = actions.iter().position(bought);
            let pick = eager.unwrap_or_else(|| dice.below(actions.len() as u32) as usize);
            g.apply(seat, actions[pick], &mut Io::silent(&mut luck)).unwrap();
        }
    }
    for bonus in
        [Bonus::Wall, Bonus::Buy, Bonus::Money, Bonus::Semi, Bonus::Swap, Bonus::Plaza, Bonus::Redesign]
    {
        assert!(met.contains(&bonus), "{bonus:?} never came up");
    }
}
