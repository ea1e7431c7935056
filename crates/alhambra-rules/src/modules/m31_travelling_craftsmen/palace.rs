//! The Builder and the Brickmaker: what they are asked, step by step, so that no list gets long.

use super::guild::set;
use super::{Act, Scene};
use crate::core::agenda::{Leaving, What};
use crate::core::pieces::Standing;
use crate::core::placing;
use crate::core::step::Step;
use crate::cx::Cx;
use crate::{Action, GameState};

/// The choices in a scene, ascending.
pub(super) fn choices(g: &GameState, scene: Scene, out: &mut Vec<Act>) {
    match scene {
        Scene::Building(seat) => {
            if placing::any_redesign(g, seat, false) {
                out.push(Act::Redesign);
            }
            out.extend(placing::movable(g, seat).map(|piece| Act::Lift { piece }));
            out.push(Act::Leave);
        }
        Scene::Moving(seat, piece) => {
            for turn in placing::move_turns(g, seat, piece) {
                out.extend(placing::moves(g, seat, piece, turn).iter().map(|at| Act::To { at, turn }));
            }
            out.sort_unstable();
            out.push(Act::Leave);
        }
        Scene::Bricks(seat, piece) => {
            for turn in placing::turns(g, seat, piece) {
                let tiles = placing::coverable(g, seat, piece, turn);
                out.extend(tiles.iter().map(|out| Act::Over { out, turn }));
            }
            out.sort_unstable();
            out.push(Act::Leave);
        }
        Scene::Replacing(seat, piece, turn, old) => {
            if placing::may_leave(g, seat, Leaving::Moved).contains(old) {
                let after = placing::built_over(g, seat, piece, turn, old);
                for turn in placing::move_turns(&after, seat, old) {
                    out.extend(
                        placing::moved_aside(&after, seat, old, turn).iter().map(|at| Act::To { at, turn }),
                    );
                }
                out.sort_unstable();
            }
            if placing::may_leave(g, seat, Leaving::Swapped).contains(old) {
                out.push(Act::Keep);
            }
            out.push(Act::Leave);
        }
        Scene::HandOn(_) | Scene::Over => {}
    }
}

/// Does what has been checked. Once called, a craftsman is the one of this turn, whatever comes of it (A-31-2).
pub(super) fn decide(cx: &mut Cx<'_, '_>, scene: Scene, act: Act) {
    match (scene, act) {
        (Scene::Building(seat), Act::Redesign) => {
            set(cx, Scene::Over);
            cx.push(Step::T10, What::Redesign { seat, moves: false, decided: None });
        }
        (Scene::Building(seat), Act::Lift { piece }) => set(cx, Scene::Moving(seat, piece)),
        (Scene::Moving(seat, piece), Act::To { at, turn }) => {
            set(cx, Scene::Over);
            placing::redesign(cx, seat, Action::Move { piece, at, turn });
        }
        (Scene::Bricks(seat, piece), Act::Over { out, turn }) => {
            set(cx, Scene::Replacing(seat, piece, turn, out));
        }
        (Scene::Replacing(seat, piece, turn, old), Act::To { at, turn: old_turn }) => {
            set(cx, Scene::Over);
            placing::build_over(cx, seat, piece, turn, old, Some(Standing { cell: at, turn: old_turn }));
        }
        (Scene::Replacing(seat, piece, turn, old), Act::Keep) => {
            set(cx, Scene::Over);
            placing::build_over(cx, seat, piece, turn, old, None);
        }
        _ => set(cx, Scene::Over),
    }
}
