//! Why something is not allowed. A refusal always names the rule and points at what is in the way.

use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::Cell;
use crate::core::palace::PlaceFault;
use crate::core::seat::SeatSet;
use crate::registry::ModuleId;
use serde::Serialize;

/// Why an action is refused. The state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Somebody else has to decide.
    #[error("it is not your decision; waiting for seat {}", first(.deciding))]
    NotYourDecision {
        /// Who has to decide.
        deciding: SeatSet,
    },
    /// Something that closes a gap was offered where nothing is missing.
    #[error("{paid} already covers the price of {price}; nothing is missing")]
    NotShort {
        /// What was offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// These terms are not offered for that tile.
    #[error("those terms are not offered for this tile")]
    NoSuchTerms {
        /// The tile.
        piece: PieceId,
    },
    /// That modifier is not offered, or the price could not be paid with it.
    #[error("{}: that is not offered here, or the price could not be paid with it", .by.info().title)]
    NoSuchModifier {
        /// The module that was named.
        by: ModuleId,
        /// Its choice.
        value: u8,
    },
    /// No payment is possible.
    #[error("the hand cannot pay that price")]
    NotAffordable {
        /// The tile.
        piece: PieceId,
    },
    /// A module allows nothing but taking money in this turn.
    #[error("in this turn only money may be taken")]
    OnlyMoneyNow,
    /// A module does not let that tile leave its place.
    #[error("the tile on {cell} must stay where it is")]
    MustStay {
        /// The tile.
        cell: Cell,
    },
    /// A tile cannot be moved there.
    #[error("that tile cannot be moved to {cell}")]
    CannotMove {
        /// Where to.
        cell: Cell,
    },
    /// The piece must be laid; it is never kept.
    #[error("this piece is laid at once; it cannot be kept or given away")]
    NotKept {
        /// The piece.
        piece: PieceId,
    },
    /// This kind of action does not answer the decision at hand.
    #[error("that is not what is asked now: {asked}")]
    NotAskedFor {
        /// What is asked.
        asked: &'static str,
    },
    /// An answer to a question that something unknown comes before.
    #[error("something new comes up before that; answer it when it is asked")]
    NotAskedYet,
    /// No card was named.
    #[error("take at least one card")]
    TakeNothing,
    /// A card that is not on display.
    #[error("the display has no card at place {place}")]
    NotOnDisplay {
        /// The place, counted from 0.
        place: u8,
    },
    /// Several cards worth more than allowed together.
    #[error("several cards may be taken only up to {limit} together; these are worth {sum}")]
    TakeTooMuch {
        /// What they are worth.
        sum: u8,
        /// What is allowed.
        limit: u8,
    },
    /// A card that goes with no other.
    #[error("{card} is taken alone, without other cards")]
    TakenAlone {
        /// The card.
        card: CardKind,
    },
    /// A tile nobody offers.
    #[error("that tile is not for sale")]
    NotForSale {
        /// The tile.
        piece: PieceId,
    },
    /// A card in a payment that is not in the hand.
    #[error("the payment needs {needed} × {card}, the hand has {held}")]
    CardNotHeld {
        /// The card.
        card: CardKind,
        /// How many are held.
        held: u8,
        /// How many the payment names.
        needed: u8,
    },
    /// A card this price cannot be paid with.
    #[error("{card} is not accepted here")]
    CardNotAccepted {
        /// The card.
        card: CardKind,
    },
    /// Cards that may not be mixed in one payment.
    #[error("these cards may not be mixed in one payment: {cards}")]
    CardsNotMixed {
        /// The payment.
        cards: Cards,
    },
    /// A card that only helps with other money, laid down where it helps with nothing.
    #[error("{card} changes nothing in this payment; leave it in the hand")]
    CardWithoutUse {
        /// The card.
        card: CardKind,
    },
    /// Others' cards may be laid down, and none is.
    #[error("lay down a card that is lent, or do without the loan")]
    NothingBorrowed,
    /// Less than the price.
    #[error("the price is {price}, only {paid} offered")]
    TooLittle {
        /// The sum offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// More than the price where only the exact sum is taken.
    #[error("only exactly {price} is accepted, {paid} offered")]
    NotExact {
        /// The sum offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// A tile that is not among those to be placed.
    #[error("that tile is not waiting to be placed")]
    NotBought {
        /// The tile.
        piece: PieceId,
    },
    /// A tile that is not in the reserve.
    #[error("that tile is not in your reserve")]
    NotInReserve {
        /// The tile.
        piece: PieceId,
    },
    /// A tile that is not in the palace.
    #[error("that tile is not in your palace")]
    NotInPalace {
        /// The tile.
        piece: PieceId,
    },
    /// The fountain stays where it is.
    #[error("the fountain is never moved")]
    Fountain,
    /// A tile that may not be turned.
    #[error("this tile is laid upright only")]
    NotTurned {
        /// The tile.
        piece: PieceId,
    },
    /// The tile does not fit there.
    #[error("at {cell}: {fault}")]
    DoesNotFit {
        /// Where.
        cell: Cell,
        /// Why.
        fault: PlaceFault,
    },
    /// A module forbids the cell.
    #[error("at {cell}: not allowed by {}", .by.info().title)]
    ForbiddenCell {
        /// Where.
        cell: Cell,
        /// By whom.
        by: ModuleId,
    },
    /// Taking the tile away would cut others off or leave a hole.
    #[error("taking the tile at {cell} away would cut off other tiles or leave a hole")]
    HoldsOthers {
        /// Where it stands.
        cell: Cell,
    },
    /// The other tile's walls do not match the neighbours.
    #[error("at {cell}: the walls do not match the neighbours")]
    SwapDoesNotFit {
        /// Where.
        cell: Cell,
    },
    /// There is no Dirk at this table.
    #[error("tiles can be given away only in a two-player game")]
    NoDirk,
    /// Only bought tiles can be given away.
    #[error("only a tile bought this turn can be given to Dirk")]
    NotAGift,
    /// A module keeps that tile from Dirk.
    #[error("that tile cannot be given to Dirk")]
    NotToDirk {
        /// The tile.
        piece: PieceId,
    },
    /// The action is compulsory.
    #[error("an action has to be taken as long as one is possible")]
    MustAct,
    /// A module's own reason.
    #[error("{}: {}", .by.info().title, .key.replace('_', " "))]
    Module {
        /// Which module.
        by: ModuleId,
        /// The reason, as a message key.
        key: &'static str,
    },
}

fn first(seats: &SeatSet) -> String {
    seats.first().map_or_else(|| "nobody".to_owned(), |s| s.index().to_string())
}
