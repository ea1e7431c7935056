//! Choosing a cell of the palace: legal cells are numbered, the others say why not.

use super::words;
use crate::words::Names;
use alhambra_rules::decision::{Choice, Decision, Effect};
use alhambra_rules::{Action, At, Cell, GameState, PieceId, Quarters};

/// What the cell is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Laying a bought tile.
    Place,
    /// Laying a tile of the reserve.
    Add,
    /// Taking a tile back.
    Remove,
    /// Replacing a tile by one of the reserve.
    Swap,
}

/// A cell the cursor can stand on.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Steps east and north of the fountain.
    pub(super) at: (i32, i32),
    /// What can be done here; empty where nothing can.
    pub(super) choices: Vec<Choice>,
    /// Why nothing can be done here.
    pub(super) reason: String,
}

impl Spot {
    /// The change in the longest wall.
    pub(super) fn wall(&self) -> Option<(u8, u8)> {
        let effects = self.choices.iter().flat_map(|c| &c.effects);
        effects
            .into_iter()
            .find_map(|e| if let Effect::Wall { from, to } = e { Some((*from, *to)) } else { None })
    }
}

/// A tile looking for its cell.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// What for.
    pub(super) task: Task,
    /// The tile to be laid.
    pub(super) piece: Option<PieceId>,
    /// Legal cells first, numbered from 1; then the others.
    pub(super) spots: Vec<Spot>,
    /// Where the cursor stands.
    pub(super) at: usize,
    /// Digits typed so far.
    pub(super) typed: String,
}

impl Board {
    /// Where a bought tile may go.
    pub(super) fn place(game: &GameState, decision: &Decision, piece: PieceId) -> Board {
        let legal = chosen(decision, |a| matches!(a, Action::Place { piece: p, .. } if p == piece));
        Board::new(game, decision, Task::Place, Some(piece), legal, misfits(game, decision, piece))
    }

    /// Where a tile of the reserve may go.
    pub(super) fn add(game: &GameState, decision: &Decision, piece: PieceId) -> Board {
        let legal = chosen(decision, |a| matches!(a, Action::Add { piece: p, .. } if p == piece));
        Board::new(game, decision, Task::Add, Some(piece), legal, misfits(game, decision, piece))
    }

    /// Which tiles may be taken off.
    pub(super) fn remove(game: &GameState, names: &Names, decision: &Decision) -> Board {
        let legal = chosen(decision, |a| matches!(a, Action::Remove { .. }));
        let refused = Board::tiles_refused(game, names, decision, |piece| Action::Remove { piece });
        Board::new(game, decision, Task::Remove, None, legal, refused)
    }

    /// Which tiles a tile of the reserve may replace.
    pub(super) fn swap(game: &GameState, names: &Names, decision: &Decision, piece: PieceId) -> Board {
        let legal = chosen(decision, |a| matches!(a, Action::Swap { piece: p, .. } if p == piece));
        let swap = |out| Action::Swap { piece, out, turn: Quarters::ZERO };
        let refused = Board::tiles_refused(game, names, decision, swap);
        Board::new(game, decision, Task::Swap, Some(piece), legal, refused)
    }

    fn tiles_refused(
        game: &GameState,
        names: &Names,
        decision: &Decision,
        action: impl Fn(PieceId) -> Action,
    ) -> Vec<(At, String)> {
        let own = game.pieces().palace[decision.seat.index()];
        own.iter()
            .filter_map(|piece| {
                let why = game.check(decision.seat, &action(piece)).err()?;
                let cell = game.pieces().standing[piece.index()].cell;
                Some((game.at(decision.seat, cell), words::refusal(game, names, decision.seat, &why)))
            })
            .collect()
    }

    fn new(
        game: &GameState,
        decision: &Decision,
        task: Task,
        piece: Option<PieceId>,
        legal: Vec<Choice>,
        refused: Vec<(At, String)>,
    ) -> Board {
        let palace = game.palace(decision.seat);
        let mut spots: Vec<Spot> = Vec::new();
        for choice in legal {
            let Some(cell) = cell_of(game, &choice) else { continue };
            let at = palace.coords(cell);
            match spots.iter_mut().find(|s| s.at == at) {
                Some(spot) => spot.choices.push(choice),
                None => spots.push(Spot { at, choices: vec![choice], reason: String::new() }),
            }
        }
        // Numbers run as one reads: from the north-west to the south-east.
        spots.sort_by_key(|s| (-s.at.1, s.at.0));
        let mut others: Vec<Spot> =
            refused.into_iter().map(|(at, reason)| Spot { at, choices: Vec::new(), reason }).collect();
        others.sort_by_key(|s| (-s.at.1, s.at.0));
        spots.extend(others);
        // The best wall is a fair first guess and costs the player nothing to change.
        let best = |s: &Spot| s.wall().map_or(-99, |(from, to)| i32::from(to) - i32::from(from));
        let top = spots.iter().filter(|s| !s.choices.is_empty()).map(best).max();
        let at = spots.iter().position(|s| !s.choices.is_empty() && Some(best(s)) == top).unwrap_or(0);
        Board { task, piece, spots, at, typed: String::new() }
    }

    /// How many cells can be chosen.
    pub(super) fn legal(&self) -> usize {
        self.spots.iter().filter(|s| !s.choices.is_empty()).count()
    }

    /// Where the cursor stands.
    pub(super) fn spot(&self) -> Option<&Spot> {
        self.spots.get(self.at)
    }

    /// Moves the cursor to the nearest cell in a direction, preferring the straight way.
    pub(super) fn go(&mut self, (dx, dy): (i32, i32)) {
        let Some(from) = self.spot().map(|s| s.at) else { return };
        let cost = |to: (i32, i32)| {
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let ahead = x * dx + y * dy;
            let aside = (x * dy).abs() + (y * dx).abs();
            (ahead > 0).then_some(ahead + 2 * aside)
        };
        let best = self.spots.iter().enumerate().filter_map(|(i, s)| cost(s.at).map(|c| (c, i))).min();
        if let Some((_, at)) = best {
            self.at = at;
        }
    }
}

/// Where a tile does not fit, and why.
fn misfits(game: &GameState, decision: &Decision, piece: PieceId) -> Vec<(At, String)> {
    let own = decision.misfits.iter().filter(|misfit| misfit.piece == piece);
    own.map(|misfit| (misfit.at, words::fault(game, &misfit.fault))).collect()
}

fn chosen(decision: &Decision, of: impl Fn(Action) -> bool) -> Vec<Choice> {
    decision.options.iter().filter(|c| of(c.action)).cloned().collect()
}

fn cell_of(game: &GameState, choice: &Choice) -> Option<Cell> {
    let standing = |piece: PieceId| game.pieces().standing[piece.index()].cell;
    match choice.action {
        Action::Place { at, .. } | Action::Add { at, .. } => Some(at),
        Action::Remove { piece } => Some(standing(piece)),
        Action::Swap { out, .. } => Some(standing(out)),
        _ => None,
    }
}
