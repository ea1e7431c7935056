//! A palace of whole tiles as a map of walls, and where a tile could be laid: every cell is tried, and the whole palace
//! is looked at anew each time. Nothing of the engine's geometry is used.

use super::walking::At;
use crate::classic_piece;
use crate::core::below::Quarters;
use crate::core::catalogue::PieceId;
use crate::{Action, Cell, GameState, Seat};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Walls in the order north, east, south, west.
pub(crate) type Sides = [bool; 4];

/// A palace, cell by cell.
#[derive(Clone)]
pub(crate) struct Sketch(BTreeMap<At, Sides>);

/// The walls of a tile as it lies.
pub(crate) fn sides(piece: PieceId, turn: u8) -> Sides {
    let letters = classic_piece(piece).walls[0].to_string();
    let printed: Vec<bool> = "NESW".chars().map(|side| letters.contains(side)).collect();
    std::array::from_fn(|side| printed[(side + 4 - usize::from(turn)) % 4])
}

fn next((x, y): At, side: usize) -> At {
    [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)][side]
}

/// How tiles lie that nobody may turn.
pub(crate) fn upright(_: PieceId) -> Range<u8> {
    0..1
}

/// Every way to add a tile of the reserve, to exchange one for it, and to take one off.
pub(crate) fn redesigns(g: &GameState, seat: Seat, turns: fn(PieceId) -> Range<u8>) -> BTreeSet<Action> {
    let (plan, pieces) = (Sketch::of(g, seat), &g.core.pieces);
    let lying = |piece: PieceId| turns(piece).map(move |turn| (piece, turn, Quarters::new(turn).unwrap()));
    let reserve = || pieces.reserve[seat.index()].iter().flat_map(lying);
    let mut all = BTreeSet::new();
    for (piece, by, turn) in reserve() {
        let cells = plan.room_for(sides(piece, by));
        all.extend(cells.into_iter().map(|(x, y)| Action::Add { piece, at: Cell::at(x, y), turn }));
    }
    for out in pieces.palace[seat.index()].iter() {
        let at = pieces.standing[out.index()].cell.xy();
        if at == (0, 0) {
            continue;
        }
        if plan.with(at, None).stands() {
            all.insert(Action::Remove { piece: out });
        }
        let fits = |by: u8, piece: PieceId| plan.with(at, Some(sides(piece, by))).stands();
        let over = reserve().filter(|(piece, by, _)| fits(*by, *piece));
        all.extend(over.map(|(piece, _, turn)| Action::Swap { piece, out, turn }));
    }
    all
}

impl Sketch {
    pub(crate) fn of(g: &GameState, seat: Seat) -> Sketch {
        let standing = |piece: PieceId| g.core.pieces.standing[piece.index()];
        let tiles = g.core.pieces.palace[seat.index()].iter();
        Sketch(
            tiles
                .map(|piece| (standing(piece).cell.xy(), sides(piece, standing(piece).turn.get())))
                .collect(),
        )
    }

    /// The same with another tile on a cell, or with none.
    pub(crate) fn with(&self, at: At, sides: Option<Sides>) -> Sketch {
        let mut after = self.clone();
        match sides {
            Some(sides) => after.0.insert(at, sides),
            None => after.0.remove(&at),
        };
        after
    }

    /// Whether it is a palace: borders fit, everything is reached on foot, nothing empty is shut in.
    pub(crate) fn stands(&self) -> bool {
        let fits = self.0.iter().all(|(at, own)| {
            (0..4).all(|side| {
                self.0.get(&next(*at, side)).is_none_or(|other| own[side] == other[(side + 2) % 4])
            })
        });
        fits && self.walked().len() == self.0.len() && self.shut_in() == 0
    }

    /// The empty cells where a tile with these walls could be laid.
    pub(crate) fn room_for(&self, sides: Sides) -> BTreeSet<At> {
        let around: BTreeSet<At> = self.0.keys().flat_map(|at| (0..4).map(|side| next(*at, side))).collect();
        let free = around.into_iter().filter(|at| !self.0.contains_key(at));
        free.filter(|at| self.with(*at, Some(sides)).stands()).collect()
    }

    fn walked(&self) -> BTreeSet<At> {
        let mut reached = BTreeSet::from([(0, 0)]);
        loop {
            let open = |at: &At| {
                let own = self.0[at];
                (0..4).filter(move |side| !own[*side]).map(|side| next(*at, side)).collect::<Vec<_>>()
            };
            let more: BTreeSet<At> =
                reached.iter().flat_map(open).filter(|at| self.0.contains_key(at)).collect();
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                return reached;
            }
        }
    }

    /// Empty cells that cannot be reached from outside over sides.
    fn shut_in(&self) -> usize {
        let xs = self.0.keys().map(|at| at.0);
        let ys = self.0.keys().map(|at| at.1);
        let (west, east) = (xs.clone().min().unwrap() - 1, xs.max().unwrap() + 1);
        let (south, north) = (ys.clone().min().unwrap() - 1, ys.max().unwrap() + 1);
        let inside = |at: At| (west..=east).contains(&at.0) && (south..=north).contains(&at.1);
        let (mut outside, mut todo) = (BTreeSet::from([(west, south)]), vec![(west, south)]);
        while let Some(at) = todo.pop() {
            for there in (0..4).map(|side| next(at, side)) {
                if inside(there) && !self.0.contains_key(&there) && outside.insert(there) {
                    todo.push(there);
                }
            }
        }
        ((east - west + 1) * (north - south + 1)) as usize - self.0.len() - outside.len()
    }
}
