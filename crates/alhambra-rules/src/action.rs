//! What a player can do.

use crate::core::below::Quarters;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::Cell;
use crate::core::terms::Variant;
use crate::registry::{ModAction, ModuleId};
use serde::{Deserialize, Serialize};

/// A choice handed in by a player.
///
/// The order of variants and fields is frozen: it is the binary form, and it is the order of
/// [`legal`](crate::GameState::legal) lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take these cards of the display (bit 0 is the first card).
    Take(u16),
    /// Buy a tile.
    Buy {
        /// The tile.
        piece: PieceId,
        /// The cards laid down.
        payment: Cards,
    },
    /// Redesign: lay a tile of the reserve.
    Add {
        /// The tile.
        piece: PieceId,
        /// Where.
        at: Cell,
        /// Clockwise quarter turns.
        turn: Quarters,
    },
    /// Redesign: take a tile back into the reserve.
    Remove {
        /// The tile.
        piece: PieceId,
    },
    /// Redesign: a tile of the reserve takes the place of one in the palace.
    Swap {
        /// The tile of the reserve.
        piece: PieceId,
        /// The tile it replaces.
        out: PieceId,
        /// Clockwise quarter turns.
        turn: Quarters,
    },
    /// Decline an extra action.
    Decline,
    /// Lay a bought tile.
    Place {
        /// The tile.
        piece: PieceId,
        /// Where.
        at: Cell,
        /// Clockwise quarter turns.
        turn: Quarters,
    },
    /// Put a bought tile into the reserve.
    Reserve {
        /// The tile.
        piece: PieceId,
    },
    /// Give a bought tile to Dirk.
    Gift {
        /// The tile.
        piece: PieceId,
    },
    /// Confirm the end of the turn.
    EndTurn,
    /// An action of a module.
    Module(ModAction),
    /// No special move.
    Pass,
    /// Buy a tile in this way; modifiers and the payment are the next decisions.
    Target {
        /// The tile.
        piece: PieceId,
        /// The way, if it is not the plain one.
        variant: Variant,
    },
    /// Pay what is owed.
    Pay {
        /// The cards laid down.
        payment: Cards,
    },
    /// Lay down one more card for a price that may be paid in any mix.
    PayCard {
        /// The card.
        card: CardKind,
    },
    /// Redesign: move a tile to another cell of the palace, where that is allowed.
    Move {
        /// The tile.
        piece: PieceId,
        /// Where to.
        at: Cell,
        /// Clockwise quarter turns.
        turn: Quarters,
    },
    /// What goes into a price beside the cards, as the module that is asked offers it.
    Modify {
        /// The module.
        by: ModuleId,
        /// Its choice; 0 is nothing.
        value: u8,
    },
    /// At the end of the game: take this one of two tiles that are left on a market space.
    TakeTile {
        /// The tile.
        piece: PieceId,
    },
}

impl Action {
    /// Whether it does without: answers what was asked and touches nothing.
    pub fn passes(self) -> bool {
        match self {
            Action::Pass | Action::Modify { value: 0, .. } => true,
            Action::Module(own) => crate::registry::passes(own),
            _ => false,
        }
    }

    /// The same with other cards laid down; nothing if its player does not choose what is paid.
    pub fn paid_with(self, payment: Cards) -> Option<Action> {
        match self {
            Action::Buy { piece, .. } => Some(Action::Buy { piece, payment }),
            Action::Pay { .. } => Some(Action::Pay { payment }),
            Action::Module(own) => crate::registry::paid_with(own, payment).map(Action::Module),
            _ => None,
        }
    }
}
