//! What happened, told to those who may know it. Events are output: the state never depends on them.

use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::At;
use crate::core::pieces::Space;
use crate::core::score::ScoreLine;
use crate::core::seat::{Seat, SeatSet};
use crate::refs::{Key, Ref, key};
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// Who is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Everybody, spectators included.
    #[default]
    All,
    /// One seat only.
    Seat(Seat),
    /// Everybody but one seat.
    Others(Seat),
}

impl Audience {
    /// Whether a viewer at `seat` (or a spectator) is told.
    pub fn includes(self, viewer: Option<Seat>) -> bool {
        match self {
            Audience::All => true,
            Audience::Seat(seat) => viewer == Some(seat),
            Audience::Others(seat) => viewer != Some(seat),
        }
    }
}

/// An event and who is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who is told.
    pub to: Audience,
    /// What happened.
    pub what: Happened,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Happening"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Happened {
    /// Start money was dealt, open to all.
    StartMoney {
        /// To whom.
        seat: Seat,
        /// Which cards.
        cards: Cards,
    },
    /// Somebody begins the game.
    Begins {
        /// Who.
        seat: Seat,
    },
    /// A turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// Which turn of the game, from 1.
        turn: u32,
    },
    /// Money was taken from the display.
    TookMoney {
        /// By whom.
        seat: Seat,
        /// Which cards.
        cards: Cards,
    },
    /// A tile was bought.
    Bought {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// The payment.
        payment: Cards,
        /// What was paid.
        paid: u16,
        /// What it cost.
        price: u8,
        /// Whether this gives an extra action.
        extra_action: bool,
    },
    /// A price was paid for something that is no tile.
    Paid {
        /// By whom.
        seat: Seat,
        /// The payment.
        payment: Cards,
        /// What was paid.
        paid: u16,
        /// What it cost.
        price: u8,
        /// Whether this gives an extra action.
        extra_action: bool,
    },
    /// The top card of the deck went into a hand; only its owner sees which.
    Drew {
        /// By whom.
        seat: Seat,
        /// The card, for its owner.
        card: Option<CardKind>,
    },
    /// A tile was moved inside a palace.
    Moved {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Where it stands now.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
        /// Clockwise quarter turns, if any.
        #[serde(default, skip_serializing_if = "is_upright")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
        turn: u8,
    },
    /// A piece that fits nowhere went back to the supply.
    PutBack {
        /// By whom.
        seat: Seat,
        /// The piece.
        piece: PieceId,
    },
    /// A tile left the game.
    Discarded {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
    },
    /// A tile was laid in a palace.
    Placed {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Where.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
        /// Clockwise quarter turns, if any.
        #[serde(default, skip_serializing_if = "is_upright")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u8>", optional))]
        turn: u8,
    },
    /// A tile went to a reserve.
    Reserved {
        /// Whose.
        seat: Seat,
        /// The tile.
        piece: PieceId,
    },
    /// A tile was taken off a palace.
    TakenOff {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
        /// Where it stood.
        #[cfg_attr(feature = "typescript", ts(type = "Cell"))]
        at: At,
    },
    /// A tile was given to Dirk.
    Gift {
        /// By whom.
        seat: Seat,
        /// The tile.
        piece: PieceId,
    },
    /// An extra action was declined.
    Declined {
        /// By whom.
        seat: Seat,
    },
    /// Nothing was possible.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A card was turned up for the display.
    Displayed {
        /// The card.
        card: CardKind,
    },
    /// A card that was turned up had no place to go and went to the discard pile.
    PutBy {
        /// The card.
        card: CardKind,
    },
    /// The discard pile was shuffled into the deck.
    Reshuffled,
    /// A scoring card was turned up.
    ScoringCard,
    /// A tile was laid on the market.
    OnMarket {
        /// The tile.
        piece: PieceId,
        /// Where.
        space: Space,
        /// The currency it is paid in.
        currency: Currency,
    },
    /// The game is about to end: the market could not be filled, or everybody has had to pass.
    EndTriggered {
        /// Whether it is because nobody could do anything (ruling B-PASS).
        everybody_passed: bool,
    },
    /// Dirk got tiles.
    DirkDrew {
        /// Which.
        #[cfg_attr(feature = "typescript", ts(type = "PieceId[]"))]
        pieces: Vec<PieceId>,
    },
    /// A scoring began.
    ScoringBegan {
        /// Which, 1 to 3.
        round: u8,
    },
    /// Points were scored.
    Scored {
        /// Which, and why.
        line: ScoreLine,
    },
    /// A leftover tile went to whoever had most of its currency.
    Leftover {
        /// The tile.
        piece: PieceId,
        /// Who got it; `None` when it was a tie.
        to: Option<Seat>,
        /// What each seat held.
        held: Vec<u16>,
    },
    /// The game is over.
    GameOver {
        /// Who won; empty if Dirk did.
        winners: SeatSet,
    },
    /// Something of a module.
    Module {
        /// Which module.
        by: ModuleId,
        /// Who did it, if somebody did.
        seat: Option<Seat>,
        /// The key of its words (`said.…` in `words.<language>.json`).
        #[serde(deserialize_with = "key::read")]
        key: Key,
        /// What it points at.
        refs: Vec<Ref>,
    },
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}
