//! The agenda: a stack of frames inside the state, the only flow control.
//!
//! A frame is a procedure with the step it has reached and the next module to ask. Nothing here waits or
//! loops over players: a frame asks, and the answer comes in as an action. One module's question is answered
//! before the next module's hook of the same step runs.

use super::below::Quarters;
use super::building::Currency;
use super::cards::Cards;
use super::catalogue::PieceId;
use super::cell::Cell;
use super::flat::Stack;
use super::payment::Context;
use super::pieces::Space;
use super::seat::{Seat, SeatSet};
use super::step::Step;
use super::terms::Terms;
use crate::registry::ModFrame;
use serde::{Deserialize, Serialize};

/// How deep procedures can be nested; the deepest seen in the worst combination is 11.
pub const DEPTH: usize = 16;

/// A purchase under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// The buyer.
    pub seat: Seat,
    /// The tile.
    pub piece: PieceId,
    /// The payment, or what already lies on the table.
    pub payment: Cards,
    /// What was paid.
    pub paid: u16,
    /// The price.
    pub price: u8,
    /// Whether the payment counts as exact.
    pub exact: bool,
    /// Whether exactness gives an extra action here.
    pub extra_action: bool,
    /// Whether nothing is paid at all.
    pub free: bool,
    /// What it is paid as.
    pub context: Context,
    /// What was chosen beside tile and cards.
    pub terms: Terms,
    /// The number of the module that was asked last for a modifier.
    pub asking: u8,
}

impl Deal {
    /// What was paid beyond the price.
    pub fn excess(&self) -> u16 {
        self.paid.saturating_sub(u16::from(self.price))
    }
}

/// A price that is owed, for something that is no tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bill {
    /// Who pays.
    pub seat: Seat,
    /// What for.
    pub context: Context,
    /// How much.
    pub price: u8,
    /// In which currency; `None` leaves it to the payer, or to the context.
    pub currency: Option<Currency>,
    /// Whether exactness gives an extra action.
    pub extra_action: bool,
    /// What lies on the table.
    pub laid: Cards,
    /// Whether that is all.
    pub done: bool,
    /// What was chosen beside the cards.
    pub terms: Terms,
    /// The number of the module that is asked for a modifier, or was asked last.
    pub asking: u8,
    /// Whether all modifiers have been decided, so that only the cards are left.
    pub settled: bool,
    /// Once it is paid: what was paid beyond the price.
    pub excess: u16,
    /// Once it is paid: whether it counts as exact.
    pub exact: bool,
}

/// How a tile comes to leave the place where it lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Leaving {
    /// Off the palace into the reserve.
    #[default]
    Reserve,
    /// To another cell of the same palace, in one effect (A-X-1).
    Moved,
    /// Out of a reserve to another player.
    Sold,
    /// Out of the game.
    Discarded,
    /// From the market back into the tower.
    Returned,
    /// To Dirk, before it was placed.
    Given,
    /// Off the palace into the reserve, because another tile takes its place. Things on it fare as if it had been
    /// taken off; whether it may go is asked apart.
    Swapped,
}

/// The market being filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Filling {
    /// The space looked at.
    pub space: Space,
    /// The tile on its way there.
    pub piece: Option<PieceId>,
    /// Whether only this one space is filled; running out of tiles then does not end the game.
    pub once: bool,
    /// Whether the tower ran out.
    pub failed: bool,
    /// Whether the tile on its way was set for this space before, so that it is not drawn and nobody can claim it.
    pub preset: bool,
    /// The tile that was laid last, from F5 on.
    pub laid: Option<PieceId>,
}

/// A procedure. The order of variants is frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The turns of the game, one after the other.
    #[default]
    Turn,
    /// Set-up.
    SetUp,
    /// BUY.
    Buy(Deal),
    /// Bought tiles of a seat wait to be placed.
    Placing {
        /// Whose.
        seat: Seat,
        /// Whether they may be given to Dirk.
        gifts: bool,
    },
    /// PLACE: a tile is laid.
    Lay {
        /// In whose palace.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Where.
        at: Cell,
        /// Clockwise quarter turns.
        turn: Quarters,
        /// Whether it only moves inside its palace: nothing is added then (G-8).
        moved: bool,
    },
    /// REMOVE, MOVE: a tile leaves where it lies.
    Leave {
        /// Whose.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Where to.
        how: Leaving,
    },
    /// RESERVE: a tile has come into a reserve.
    Reserve {
        /// Whose.
        seat: Seat,
        /// The tile.
        piece: PieceId,
    },
    /// FILL_MARKET.
    Fill(Filling),
    /// SCORE.
    Score {
        /// Which scoring, 1 to 3.
        round: u8,
    },
    /// The end of the game.
    End,
    /// A module's procedure.
    Module(ModFrame),
    /// Special moves between turns: one player after the other is asked.
    Window {
        /// Who is asked, counted from the player due next.
        place: u8,
    },
    /// The money display is filled outside a turn's own refill.
    Display {
        /// How many cards it then has; 0 is what the edition says.
        size: u8,
    },
    /// PAY.
    Pay(Bill),
    /// REDESIGN, outside the main action; it may be declined.
    Redesign {
        /// Whose palace.
        seat: Seat,
        /// Whether a tile may also be moved.
        moves: bool,
        /// Once the player has decided: whether something was redesigned.
        decided: Option<bool>,
    },
    /// A single step of the timeline in which modules may act: CLOSING, or after money was taken.
    Moment {
        /// Whose moment.
        seat: Seat,
        /// A number that goes with it, such as the sum of the cards taken.
        value: u8,
    },
    /// The top card of the deck goes into a hand, unseen by the others.
    Draw {
        /// Whose.
        seat: Seat,
    },
    /// E4: the tiles that are left on the market are given away, space by space.
    Leftovers {
        /// The space looked at.
        space: Space,
        /// Who chooses one of two tiles, and who gets the other, if anybody does.
        chooses: Option<(Seat, Option<Seat>)>,
    },
    /// Where lands and buildings are apart: another building stands on a land, and modules that keep something on
    /// buildings are told.
    Rebuilt {
        /// The land.
        piece: PieceId,
        /// The land that has its building now; `None` if that went back and another one was drawn.
        with: Option<PieceId>,
    },
}

/// A procedure with the step it has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The step.
    pub step: Step,
    /// 0: the core's part is to be done. n: modules below n have had their turn.
    pub asked: u8,
    /// The procedure.
    pub what: What,
}

impl Frame {
    /// A procedure at its first step.
    pub const fn new(step: Step, what: What) -> Frame {
        Frame { step, asked: 0, what }
    }
}

/// What a finished procedure leaves for the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Nothing worth telling.
    #[default]
    Done,
    /// A purchase, with what was paid beyond the price.
    Bought {
        /// The tile.
        piece: PieceId,
        /// What was paid beyond the price.
        excess: u16,
        /// Whether it counted as exact.
        exact: bool,
    },
    /// The market was filled, or not.
    Filled(bool),
    /// A bill was paid.
    Paid {
        /// What was paid beyond the price.
        excess: u16,
        /// Whether it counted as exact.
        exact: bool,
    },
    /// A redesign was made, or declined.
    Redesigned(bool),
}

/// What is going on, innermost last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Agenda {
    /// The procedures.
    pub frames: Stack<Frame, DEPTH>,
    /// Who has to decide.
    pub asking: SeatSet,
    /// What the last finished procedure left.
    pub last: Outcome,
}

/// What the core's part of a step leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Move {
    /// The core's part is done; now the modules that listen, then the next step.
    Next,
    /// The core's part is done again when the frames just pushed have finished.
    Again,
    /// Somebody has to decide.
    Ask(SeatSet),
    /// On with another step.
    Goto(Step),
    /// The procedure is finished.
    Done(Outcome),
}
