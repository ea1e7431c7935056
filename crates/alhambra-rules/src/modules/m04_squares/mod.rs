//! Module 4, Squares: tiles that cost nothing but an action. A square counts as one building of its colour for each
//! building of that colour that is joined to it, up to three.
//!
//! The six piles lie beside the market, the top tile open. No order is stored: which tile comes next is decided when it
//! is turned up, so nothing is hidden but chance itself.

use crate::core::agenda::What;
use crate::core::book::Draft;
use crate::core::building::Building;
use crate::core::catalogue::{Column, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::chance::Stream;
use crate::core::placing;
use crate::core::score::CountBook;
use crate::core::seat::{Scorer, Seat};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::turn;
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Supply, Touch, Window};
use crate::registry::{ModAction, ModuleId};
use crate::setup::Objection;
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 4.
#[derive(Clone, Copy, Debug)]
pub struct Squares;

/// All 24.
const SQUARES: PieceSet = PieceKind::Square.pieces();

/// SQ3: nobody has more than these, wherever they are.
const MOST: usize = 3;

/// A-SQ-1: a square counts as no more buildings than these.
const COUNTS_AT_MOST: usize = 3;

/// The open tile of each pile, by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    open: [Option<PieceId>; 6],
}

/// What players do with squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Takes the open square of a pile, as an action (SQ1).
    Take {
        /// Which pile.
        colour: Building,
    },
}

impl Module for Squares {
    const ID: ModuleId = ModuleId::Squares;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "squares",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Palace, Touch::Scoring, Touch::Walls],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("24 squares, so many of each colour, each with a wall", Provenance::Found),
            ("the walls of one pavilion square", Provenance::Found),
            ("the walls of the other 23", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T11, Step::O4, Step::S20]);
    const PRINTED: &'static [Printed] = &[Printed::Pieces(PieceKind::Square, &[Column::Walls])];
    type State = State;
    type Action = Act;
    type Frame = Never;

    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let mut squares = corrected.pieces.iter().filter(|piece| piece.kind == PieceKind::Square);
        match squares.find(|square| square.walls[0].is_empty()) {
            Some(square) => Err(Objection::of("a_square_without_a_wall", [Ref::text(square.key)])),
            None => Ok(()),
        }
    }

    /// All of them begin beside the market.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.aside = supply.aside.or(SQUARES);
    }

    /// U14: the top tile of each pile is turned up.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step == Step::U14 {
            Building::ALL.into_iter().for_each(|colour| turn_up(cx, colour));
        }
    }

    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window == Window::MainAction && owned(g, seat).len() < MOST {
            let colours = Building::ALL.into_iter().filter(|colour| open(g, *colour).is_some());
            out.extend(colours.map(|colour| Action::Module(ModAction::Squares(Act::Take { colour }))));
        }
    }

    fn check(g: &GameState, seat: Seat, Act::Take { colour }: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        if !matches!(g.agenda.frames.last().map(|frame| frame.what), Some(What::Turn)) {
            refused("squares_are_taken_in_your_turn")
        } else if owned(g, seat).len() >= MOST {
            refused("nobody_has_more_than_three")
        } else if open(g, colour).is_none() {
            Err(Illegal::of(Self::ID, "none_of_this_colour_is_left").at(colour))
        } else {
            Ok(())
        }
    }

    /// SQ1, SQ2: it costs nothing and is never exact; at the end of the turn it is laid with the other tiles.
    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, Act::Take { colour }: Act) {
        let Some(piece) = open(cx.g, colour) else { return };
        turn::count_action(cx.g);
        let pieces = &mut cx.g.core.pieces;
        pieces.aside.remove(piece);
        pieces.bought[seat.index()].insert(piece);
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: Some(seat),
            key: "takes",
            refs: vec![Ref::Piece(piece)],
        });
        turn_up(cx, colour);
    }

    fn describe(g: &GameState, _: Seat, Act::Take { colour }: Act) -> Described {
        open(g, colour).map(Ref::Piece).into_iter().collect()
    }

    /// O4: a square is not bought, so it is no gift.
    fn may_give(_: &GameState, _: Seat, pieces: &mut PieceSet) {
        *pieces = pieces.without(SQUARES);
    }

    /// S20: a square counts as each of the buildings joined to it.
    fn counts(g: &GameState, book: &mut CountBook) {
        for seat in g.rules().seats() {
            for square in g.core.pieces.palace[seat.index()].and(SQUARES).iter() {
                if let Some(colour) = colour(g, square) {
                    book.add(Scorer::Seat(seat), colour, 2 * counts_as(g, seat, square, colour) as u8);
                }
            }
        }
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let tops = Building::ALL.into_iter().filter_map(|colour| open(g, colour)).collect();
        let left = Building::ALL.map(|colour| pile(g, colour).len() as i32).to_vec();
        let taken = g.rules().seats().map(|seat| owned(g, seat).len() as i32).collect();
        vec![("open", Shown::Tiles(tops)), ("left", Shown::Numbers(left)), ("taken", Shown::BySeat(taken))]
    }

    fn census(g: &GameState) -> Result<(), String> {
        if let Some(seat) = g.rules().seats().find(|seat| owned(g, *seat).len() > MOST) {
            return Err(format!("seat {} has more than three squares", seat.index()));
        }
        // The piles are turned up at the end of the set-up.
        let begun = g.mods.m04_squares.open.iter().any(Option::is_some);
        match Building::ALL
            .into_iter()
            .find(|colour| open(g, *colour).is_none() && !pile(g, *colour).is_empty())
        {
            Some(colour) if begun => Err(format!("no {colour} square is open, and some are left")),
            _ => Ok(()),
        }
    }

    /// `square-garden-2, square-tower-1`: these are the open ones; of the other piles any.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for colour in Building::ALL {
            if open(g, colour).is_none() {
                g.mods.m04_squares.open[colour.index()] = pile(g, colour).first();
            }
        }
        for key in text.split(',').map(str::trim).filter(|key| *key != "any") {
            let found =
                PieceId::with_key(key).filter(|piece| g.core.pieces.aside.and(SQUARES).contains(*piece));
            let piece = found.ok_or_else(|| format!("no square \"{key}\" is left"))?;
            let colour = colour(g, piece).ok_or("a square has a colour")?;
            g.mods.m04_squares.open[colour.index()] = Some(piece);
        }
        Ok(())
    }
}

/// The colour of a square.
fn colour(g: &GameState, square: PieceId) -> Option<Building> {
    g.piece(square).building[0]
}

/// The squares of a pile that are left, the open one among them.
fn pile(g: &GameState, of: Building) -> PieceSet {
    g.core.pieces.aside.and(SQUARES).iter().filter(|square| colour(g, *square) == Some(of)).collect()
}

/// The open tile of a pile.
fn open(g: &GameState, of: Building) -> Option<PieceId> {
    g.mods.m04_squares.open[of.index()].filter(|square| g.core.pieces.aside.contains(*square))
}

/// The squares somebody has, laid, kept or waiting to be laid (A-SQ-3).
fn owned(g: &GameState, seat: Seat) -> PieceSet {
    let pieces = &g.core.pieces;
    let i = seat.index();
    pieces.palace[i].or(pieces.reserve[i]).or(pieces.bought[i]).and(SQUARES)
}

/// The next tile of a pile is turned up, if there is one.
fn turn_up(cx: &mut Cx<'_, '_>, of: Building) {
    let left = pile(cx.g, of);
    let next = match left.len() {
        0 => None,
        n => left.nth(cx.pick(n as u32, Stream::Squares) as usize),
    };
    cx.g.mods.m04_squares.open[of.index()] = next;
    if let Some(piece) = next {
        cx.emit(|_| Happened::Module {
            by: ModuleId::Squares,
            seat: None,
            key: "turned_up",
            refs: vec![Ref::Piece(piece)],
        });
    }
}

/// SQ4: as how many buildings a square in a palace counts. A gate lets people through, but the walls are still there
/// (A-SQ-2).
fn counts_as(g: &GameState, seat: Seat, square: PieceId, of: Building) -> usize {
    let cell = g.core.pieces.standing[square.index()].cell;
    let palace = &g.core.palaces[seat.index()];
    let joined = |side: Side| {
        let next = cell.next(side);
        !palace.walls_between(cell, side) && palace.contains(next) && building_at(g, seat, next) == Some(of)
    };
    Side::ALL.into_iter().filter(|side| joined(*side)).count().min(COUNTS_AT_MOST)
}

/// The building that stands on a cell.
fn building_at(g: &GameState, seat: Seat, cell: Cell) -> Option<Building> {
    let (piece, half) = placing::piece_at(g, seat, cell)?;
    placing::building_on(g, piece, half)
}

#[cfg(test)]
mod tests;
