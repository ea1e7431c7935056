//! A plan for tiles that are bought but not yet to be laid: where they could go when the turn is over.

use crate::decision::Decision;
use crate::{Action, At, DecisionKind, GameState, Io, PieceId, Seat, Seeded};
use serde::{Deserialize, Serialize};

/// So many answers lead from an action to the tiles at the most; modules may ask in between.
const STEPS: usize = 4;

/// A bought tile and where it is to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Laid {
    /// The tile.
    pub piece: PieceId,
    /// Where.
    #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
    pub at: At,
    /// Clockwise quarter turns.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
    pub turn: u8,
}

/// What becomes of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The tiles that fit where they were wished, in an order the rules allow.
    pub laid: Vec<Laid>,
    /// The game as it would be then.
    pub game: GameState,
    /// Where the other bought tiles could go then; none when there are none, or it cannot be told yet.
    pub decision: Option<Decision>,
}

impl Plan {
    /// Tries a plan of `seat` on a copy of the game: the rest of the turn is given up, and the tiles laid.
    pub fn of(game: &GameState, seat: Seat, wishes: &[Laid]) -> Plan {
        let mut plan = Plan { laid: Vec::new(), game: game.clone(), decision: None };
        let game = &mut plan.game;
        if game.pieces().bought[seat.index()].iter().next().is_none() || !come_to_placing(game, seat) {
            return plan;
        }
        let mut left = wishes.to_vec();
        // Some tiles only fit beside others: go round until nothing more fits.
        while let Some(i) = left.iter().position(|wish| lay(game, seat, wish)) {
            plan.laid.push(left.remove(i));
        }
        plan.decision = game.decision(seat).filter(|decision| decision.kind == DecisionKind::PlaceTile);
        plan
    }
}

/// Gives up what is left of the turn, until tiles are to be laid; whether it came to that.
fn come_to_placing(game: &mut GameState, seat: Seat) -> bool {
    for _ in 0..STEPS {
        match game.decision(seat) {
            None => return false,
            Some(decision) if decision.kind == DecisionKind::PlaceTile => return true,
            Some(decision) => {
                let idle = |action: &Action| match action {
                    Action::Decline => 0,
                    Action::Pass => 1,
                    Action::Take(_) => 2,
                    _ => 3,
                };
                let actions = decision.options.iter().map(|choice| choice.action);
                let Some(action) = actions.min_by_key(idle).filter(|action| idle(action) < 3) else {
                    return false;
                };
                if !apply(game, seat, action) {
                    return false;
                }
            }
        }
    }
    false
}

fn lay(game: &mut GameState, seat: Seat, wish: &Laid) -> bool {
    let Some(decision) = game.decision(seat) else { return false };
    let palace = game.palace(seat);
    let found = decision.options.iter().map(|choice| choice.action).find(|action| match action {
        Action::Place { piece, at, turn } => {
            (*piece, palace.coords(*at), turn.get()) == (wish.piece, wish.at, wish.turn)
        }
        _ => false,
    });
    found.is_some_and(|action| apply(game, seat, action))
}

fn apply(game: &mut GameState, seat: Seat, action: Action) -> bool {
    let mut chance = Seeded::new(0);
    game.apply(seat, action, &mut Io { chance: &mut chance, log: None }).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Quick, Setup};

    /// Whatever is planned after a purchase can be done when the turn ends, in the order the plan gives.
    #[test]
    fn plans_come_true() {
        let (mut planned, mut done) = (0, 0);
        for seed in 0..40 {
            let setup = Setup { confirm: true, ..Setup::players(3) };
            let (mut chance, mut dice) = (Seeded::new(seed), Quick::new(seed));
            let mut game = GameState::new(&setup, &mut Io::silent(&mut chance)).unwrap();
            let mut plan: Option<Plan> = None;
            while let Some(seat) = game.to_move() {
                let decision = game.decision(seat).unwrap();
                let bought = game.pieces().bought[seat.index()].iter().next();
                if decision.kind == DecisionKind::MainAction && bought.is_some() {
                    let first = Plan::of(&game, seat, &[]);
                    let options = &first.decision.as_ref().unwrap().options;
                    let place = options.iter().find(|option| option.key == "place");
                    let wish = place.map(wish);
                    let second = Plan::of(&game, seat, wish.as_slice());
                    assert_eq!(second.laid, wish.into_iter().collect::<Vec<_>>(), "what is offered fits");
                    planned += second.laid.len();
                    plan = Some(second).filter(|plan| !plan.laid.is_empty());
                    // The rest of the turn is given up, so that the palace stays as it was.
                    let decline = decision.options.iter().find(|choice| choice.key == "decline").unwrap();
                    game.apply(seat, decline.action, &mut Io::silent(&mut chance)).unwrap();
                    continue;
                }
                if let Some(plan) = plan.take() {
                    for wish in &plan.laid {
                        assert!(lay(&mut game, seat, wish), "a planned tile fits");
                        done += 1;
                    }
                    continue;
                }
                let exact = decision
                    .options
                    .iter()
                    .position(|choice| choice.effects.contains(&crate::decision::Effect::ExtraAction));
                let i = exact.unwrap_or_else(|| dice.below(decision.options.len() as u32) as usize);
                game.apply(seat, decision.options[i].action, &mut Io::silent(&mut chance)).unwrap();
            }
        }
        assert!(planned > 100 && planned == done, "{planned} planned, {done} done");
    }

    fn wish(option: &crate::decision::Choice) -> Laid {
        let mut laid = Laid { piece: PieceId::default(), at: (0, 0), turn: 0 };
        for r in &option.refs {
            match r {
                crate::Ref::Piece(piece) => laid.piece = *piece,
                crate::Ref::Cell(at) => laid.at = *at,
                crate::Ref::Turn(turn) => laid.turn = *turn,
                _ => {}
            }
        }
        laid
    }

    #[test]
    fn nothing_bought_is_nothing_to_plan() {
        let setup = Setup::players(2);
        let game = GameState::new(&setup, &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seat = game.to_move().unwrap();
        let wish = Laid { piece: PieceId::default(), at: (0, 1), turn: 0 };
        let plan = Plan::of(&game, seat, &[wish]);
        assert_eq!((plan.laid, plan.decision), (Vec::new(), None));
    }
}
