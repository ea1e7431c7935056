//! Bots that choose by lot.

use crate::Bot;
use alhambra_rules::belief::Belief;
use alhambra_rules::{Action, Cards, DecisionKind, PieceId, PieceSet, Quarters, Quick, Space};

/// Chooses uniformly from the full list of legal actions.
#[derive(Clone, Debug, Default)]
pub struct UniformBot {
    actions: Vec<Action>,
}

impl Bot for UniformBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        belief.legal(&mut self.actions);
        match self.actions.len() {
            // A decision without options would be a broken law; declining is the least harmful answer.
            0 => Action::Decline,
            n => self.actions[dice.below(n as u32) as usize],
        }
    }
}

/// Chooses at random without listing everything: first what kind of action, then which one.
///
/// Nearly always it looks for something to buy first, now and then it redesigns, otherwise it takes money.
/// Every answer is legal; decisions of modules are chosen from the list.
#[derive(Clone, Debug, Default)]
pub struct RandomBot {
    listed: UniformBot,
}

impl Bot for RandomBot {
    fn decide(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Action {
        let modules = belief.rules().modules != 0;
        let chosen = match belief.pending().map(|p| p.kind) {
            Some(DecisionKind::MainAction) if modules && dice.below(8) == 0 => {
                self.module_action(belief, dice)
            }
            Some(DecisionKind::MainAction) => main_action(belief, dice)
                .filter(|action| !belief.may_be_narrowed() || belief.check(action).is_ok()),
            // Everybody is asked after every turn; looking at all special moves each time would be most of the work.
            Some(DecisionKind::SpecialMove) => Some(Action::Pass).filter(|_| dice.below(16) != 0),
            // So it is at the end of a turn.
            Some(DecisionKind::BeforePlacing) => Some(Action::Pass).filter(|_| dice.below(4) != 0),
            Some(DecisionKind::Redesign) => Some(redesign_any(belief, dice).unwrap_or(Action::Decline)),
            Some(DecisionKind::PlaceTile) if modules => place_any(belief, dice),
            Some(DecisionKind::PlaceTile) => place(belief, dice),
            _ => None,
        };
        chosen.unwrap_or_else(|| self.listed.decide(belief, dice))
    }
}

impl RandomBot {
    /// One of the things that modules add, or an ordinary action if there is none.
    fn module_action(&mut self, belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
        // Everything that modules add is a long list: one of them is asked, or for one tile on terms.
        if dice.below(4) == 0
            && let Some(target) = belief.some_target(dice.below(16))
        {
            return Some(target);
        }
        let on = belief.rules().modules.count_ones();
        belief.actions_of_one(dice.below(on), &mut self.listed.actions);
        match self.listed.actions.len() {
            0 => main_action(belief, dice).filter(|action| belief.check(action).is_ok()),
            n => Some(self.listed.actions[dice.below(n as u32) as usize]),
        }
    }
}

fn main_action(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let chosen = match dice.below(64) {
        0..60 => buy(belief, dice),
        60 if belief.rules().modules != 0 => redesign_any(belief, dice),
        60 => redesign(belief, dice),
        61 => Some(Action::Decline).filter(|a| belief.check(a).is_ok()),
        _ => None,
    };
    chosen.or_else(|| take(belief, dice))
}

fn buy(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let hand = belief.hand();
    let spaces = belief.rules().edition().market.len() as u32;
    // The first tile within reach from a random space on.
    let piece = belief.first_affordable(Space(dice.below(spaces) as u8))?;
    // One of the minimal payments, each with the same chance: the k-th replaces the choice with chance 1/k.
    let mut payment = Cards::EMPTY;
    let mut found = 0;
    belief.price(piece)?.minimal(hand, |candidate| {
        found += 1;
        if dice.below(found) == 0 {
            payment = candidate;
        }
    });
    (found > 0).then_some(Action::Buy { piece, payment })
}

fn take(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let display = belief.display();
    if display.is_empty() {
        return None;
    }
    let set = dice.below((1 << display.len()) - 1) as u16 + 1;
    let cards = display.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
    let sum: u32 = cards.map(|(_, card)| u32::from(card.value())).sum();
    let limit = u32::from(belief.rules().edition().take_limit);
    // A card without value counts as too much to go with others.
    let alone = display.iter().any(|card| card.value() == 0);
    Some(Action::Take(if sum <= limit && !alone { set } else { set & set.wrapping_neg() }))
}

fn redesign(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let reserve = belief.reserve();
    let among = |n: usize, dice: &mut Quick| dice.below(n as u32) as usize;
    if !reserve.is_empty() {
        let piece = reserve.nth(among(reserve.len(), dice))?;
        let cells = belief.cells_for(piece);
        if !cells.is_empty() {
            let at = cells.nth(among(cells.len(), dice))?;
            return Some(Action::Add { piece, at, turn: Quarters::ZERO });
        }
        let others = belief.replaceable(piece);
        if !others.is_empty() {
            return Some(Action::Swap {
                piece,
                out: others.nth(among(others.len(), dice))?,
                turn: Quarters::ZERO,
            });
        }
    }
    let removable = belief.removable();
    (!removable.is_empty())
        .then(|| removable.nth(among(removable.len(), dice)))
        .flatten()
        .map(|piece| Action::Remove { piece })
}

/// Some redesign, with pieces that turn and modules that have a say; a few are tried.
fn redesign_any(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let (reserve, tiles) = (belief.reserve(), belief.tiles());
    let one_of = |set: PieceSet, dice: &mut Quick| set.nth(dice.below(set.len().max(1) as u32) as usize);
    let turned = |piece: PieceId, dice: &mut Quick| {
        let turns = belief.turns(piece).count() as u32;
        belief.turns(piece).nth(dice.below(turns) as usize).unwrap_or_default()
    };
    let laid = |piece: PieceId, turn: Quarters, dice: &mut Quick| {
        let cells = belief.cells_turned(piece, turn);
        cells.nth(dice.below(cells.len().max(1) as u32) as usize)
    };
    (0..3).find_map(|_| {
        let action = match dice.below(4) {
            0 => Action::Remove { piece: one_of(tiles, dice)? },
            1 => {
                let piece = one_of(tiles, dice)?;
                let turn = turned(piece, dice);
                Action::Move { piece, at: laid(piece, turn, dice)?, turn }
            }
            2 => {
                let piece = one_of(reserve, dice)?;
                Action::Swap { piece, out: one_of(tiles, dice)?, turn: turned(piece, dice) }
            }
            _ => {
                let piece = one_of(reserve, dice)?;
                let turn = turned(piece, dice);
                Action::Add { piece, at: laid(piece, turn, dice)?, turn }
            }
        };
        Some(action).filter(|action| belief.check(action).is_ok())
    })
}

/// Like [`place`], with pieces that turn or cannot be kept among the bought ones.
fn place_any(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let bought = belief.bought();
    let piece = bought.nth(dice.below(bought.len() as u32) as usize)?;
    let (mut turns, mut n) = ([Quarters::ZERO; 4], 0);
    for turn in belief.turns(piece) {
        turns[n] = turn;
        n += 1;
    }
    let turn = turns[dice.below(n as u32) as usize];
    let at = if turn == Quarters::ZERO {
        let spots = belief.spots_for(piece);
        spots.nth(dice.below(spots.len() as u32 + 1) as usize)
    } else {
        let cells = belief.cells_turned(piece, turn);
        cells.nth(dice.below(cells.len() as u32 + 1) as usize)
    };
    match at {
        Some(at) => Some(Action::Place { piece, at, turn }),
        // A piece that is never kept is left to the list, which knows what else there is.
        None => Some(Action::Reserve { piece }).filter(|action| belief.check(action).is_ok()),
    }
}

fn place(belief: &Belief<'_>, dice: &mut Quick) -> Option<Action> {
    let bought = belief.bought();
    let piece = bought.nth(dice.below(bought.len() as u32) as usize)?;
    let spots = belief.spots_for(piece);
    let k = dice.below(spots.len() as u32 + 1) as usize;
    Some(match spots.nth(k) {
        Some(at) => Action::Place { piece, at, turn: Quarters::ZERO },
        None => Action::Reserve { piece },
    })
}
