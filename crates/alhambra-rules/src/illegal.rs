//! Why something is not allowed. A refusal always names the rule and points at what is in the way.

use crate::core::building::{Building, Currency};
use crate::core::cards::Cards;
use crate::core::catalogue::{CardKind, PieceId};
use crate::core::cell::{At, Cell, Side};
use crate::core::palace::PlaceFault;
use crate::core::pieces::Space;
use crate::core::seat::{Seat, SeatSet};
use crate::registry::ModuleId;
use crate::{GameState, Key, Ref, speech};

/// Why an action is refused. The state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    GameOver,
    /// Somebody else has to decide.
    NotYourDecision {
        /// Who has to decide.
        deciding: SeatSet,
    },
    /// Something that closes a gap was offered where nothing is missing.
    NotShort {
        /// What was offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// These terms are not offered for that tile.
    NoSuchTerms {
        /// The tile.
        piece: PieceId,
    },
    /// That modifier is not offered, or the price could not be paid with it.
    NoSuchModifier {
        /// The module that was named.
        by: ModuleId,
        /// Its choice.
        value: u8,
    },
    /// No payment is possible.
    NotAffordable {
        /// The tile.
        piece: PieceId,
    },
    /// A module allows nothing but taking money in this turn.
    OnlyMoneyNow,
    /// A module does not let that tile leave its place.
    MustStay {
        /// The tile.
        cell: Cell,
    },
    /// A tile cannot be moved there.
    CannotMove {
        /// Where to.
        cell: Cell,
    },
    /// The piece must be laid; it is never kept.
    NotKept {
        /// The piece.
        piece: PieceId,
    },
    /// This kind of action does not answer the decision at hand.
    NotAskedFor {
        /// What is asked, as a message key.
        asked: Key,
    },
    /// An answer to a question that something unknown comes before.
    NotAskedYet,
    /// No card was named.
    TakeNothing,
    /// A card that is not on display.
    NotOnDisplay {
        /// The place, counted from 0.
        place: u8,
    },
    /// Several cards worth more than allowed together.
    TakeTooMuch {
        /// What they are worth.
        sum: u8,
        /// What is allowed.
        limit: u8,
    },
    /// A card that goes with no other.
    TakenAlone {
        /// The card.
        card: CardKind,
    },
    /// A tile nobody offers.
    NotForSale {
        /// The tile.
        piece: PieceId,
    },
    /// A card in a payment that is not in the hand.
    CardNotHeld {
        /// The card.
        card: CardKind,
        /// How many are held.
        held: u8,
        /// How many the payment names.
        needed: u8,
    },
    /// A card this price cannot be paid with.
    CardNotAccepted {
        /// The card.
        card: CardKind,
    },
    /// Cards that may not be mixed in one payment.
    CardsNotMixed {
        /// The payment.
        cards: Cards,
    },
    /// A card that only helps with other money, laid down where it helps with nothing.
    CardWithoutUse {
        /// The card.
        card: CardKind,
    },
    /// Others' cards may be laid down, and none is.
    NothingBorrowed,
    /// Less than the price.
    TooLittle {
        /// The sum offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// More than the price where only the exact sum is taken.
    NotExact {
        /// The sum offered.
        paid: u16,
        /// The price.
        price: u16,
    },
    /// A tile that is not among those to be placed.
    NotBought {
        /// The tile.
        piece: PieceId,
    },
    /// A tile that is not in the reserve.
    NotInReserve {
        /// The tile.
        piece: PieceId,
    },
    /// A tile that is not in the palace.
    NotInPalace {
        /// The tile.
        piece: PieceId,
    },
    /// The fountain stays where it is.
    Fountain,
    /// A tile that may not be turned.
    NotTurned {
        /// The tile.
        piece: PieceId,
    },
    /// The tile does not fit there.
    DoesNotFit {
        /// Where.
        cell: Cell,
        /// Why.
        fault: PlaceFault,
    },
    /// Taking the tile away would cut others off or leave a hole.
    HoldsOthers {
        /// Where it stands.
        cell: Cell,
    },
    /// The other tile's walls do not match the neighbours.
    SwapDoesNotFit {
        /// Where.
        cell: Cell,
    },
    /// There is no Dirk at this table.
    NoDirk,
    /// Only bought tiles can be given away.
    NotAGift,
    /// A module keeps that tile from Dirk.
    NotToDirk {
        /// The tile.
        piece: PieceId,
    },
    /// The action is compulsory.
    MustAct,
    /// A module's own reason.
    Module {
        /// Which module.
        by: ModuleId,
        /// The reason, as a message key.
        key: Key,
        /// What is at fault, if it is one thing.
        at: Option<Blamed>,
    },
}

/// What a module's refusal points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blamed {
    /// A cell of the palace of whoever was refused.
    Cell(Cell),
    /// A side of a cell there.
    Edge(Cell, Side),
    /// A tile or another piece.
    Piece(PieceId),
    /// A card.
    Card(CardKind),
    /// A space of the market.
    Space(Space),
    /// Something of a currency.
    Currency(Currency),
    /// Something of a building type.
    Building(Building),
}

macro_rules! blamed {
    ($($kind:ident,)*) => { $(
        impl From<$kind> for Blamed {
            fn from(it: $kind) -> Blamed {
                Blamed::$kind(it)
            }
        }
    )* };
}
blamed! { Cell, Space, Currency, Building, }

impl From<PieceId> for Blamed {
    fn from(piece: PieceId) -> Blamed {
        Blamed::Piece(piece)
    }
}

impl From<CardKind> for Blamed {
    fn from(card: CardKind) -> Blamed {
        Blamed::Card(card)
    }
}

impl From<(Cell, Side)> for Blamed {
    fn from((cell, side): (Cell, Side)) -> Blamed {
        Blamed::Edge(cell, side)
    }
}

/// In English, for whoever has no game at hand; [`speech::refusal`] says it to players.
impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = self.pointing(|cell| cell.xy()).iter().map(speech::bare).collect();
        f.write_str(&speech::refused(speech::ENGLISH, self, &parts, &|it| speech::bare(it)))
    }
}

impl std::error::Error for Illegal {}

impl Illegal {
    /// A module's own reason.
    pub(crate) fn of(by: ModuleId, key: Key) -> Illegal {
        Illegal::Module { by, key, at: None }
    }

    /// A module's own reason, with what is at fault.
    #[must_use]
    pub(crate) fn at(self, it: impl Into<Blamed>) -> Illegal {
        match self {
            Illegal::Module { by, key, .. } => Illegal::Module { by, key, at: Some(it.into()) },
            other => other,
        }
    }

    /// The rule that forbids it, as a message key; of modules their own.
    pub fn key(&self) -> Key {
        match self {
            Illegal::GameOver => "game_over",
            Illegal::NotYourDecision { .. } => "not_your_decision",
            Illegal::NotShort { .. } => "not_short",
            Illegal::NoSuchTerms { .. } => "no_such_terms",
            Illegal::NoSuchModifier { .. } => "no_such_modifier",
            Illegal::NotAffordable { .. } => "not_affordable",
            Illegal::OnlyMoneyNow => "only_money_now",
            Illegal::MustStay { .. } => "must_stay",
            Illegal::CannotMove { .. } => "cannot_move",
            Illegal::NotKept { .. } => "not_kept",
            Illegal::NotAskedFor { .. } => "not_asked_for",
            Illegal::NotAskedYet => "not_asked_yet",
            Illegal::TakeNothing => "take_nothing",
            Illegal::NotOnDisplay { .. } => "not_on_display",
            Illegal::TakeTooMuch { .. } => "take_too_much",
            Illegal::TakenAlone { .. } => "taken_alone",
            Illegal::NotForSale { .. } => "not_for_sale",
            Illegal::CardNotHeld { .. } => "card_not_held",
            Illegal::CardNotAccepted { .. } => "card_not_accepted",
            Illegal::CardsNotMixed { .. } => "cards_not_mixed",
            Illegal::CardWithoutUse { .. } => "card_without_use",
            Illegal::NothingBorrowed => "nothing_borrowed",
            Illegal::TooLittle { .. } => "too_little",
            Illegal::NotExact { .. } => "not_exact",
            Illegal::NotBought { .. } => "not_bought",
            Illegal::NotInReserve { .. } => "not_in_reserve",
            Illegal::NotInPalace { .. } => "not_in_palace",
            Illegal::Fountain => "fountain",
            Illegal::NotTurned { .. } => "not_turned",
            Illegal::DoesNotFit { .. } => "does_not_fit",
            Illegal::HoldsOthers { .. } => "holds_others",
            Illegal::SwapDoesNotFit { .. } => "swap_does_not_fit",
            Illegal::NoDirk => "no_dirk",
            Illegal::NotAGift => "not_a_gift",
            Illegal::NotToDirk { .. } => "not_to_dirk",
            Illegal::MustAct => "must_act",
            Illegal::Module { key, .. } => key,
        }
    }

    /// Why a tile does not fit, if that is it.
    pub fn fault(&self) -> Option<PlaceFault> {
        if let Illegal::DoesNotFit { fault, .. } = self { Some(*fault) } else { None }
    }

    /// What stands against it, for `seat`.
    pub fn refs(&self, game: &GameState, seat: Seat) -> Vec<Ref> {
        self.pointing(|cell| game.at(seat, cell))
    }

    /// The module that forbids it.
    pub fn by(&self) -> Option<ModuleId> {
        match *self {
            Illegal::Module { by, .. }
            | Illegal::NoSuchModifier { by, .. }
            | Illegal::DoesNotFit { fault: PlaceFault::NotAllowed { by, .. }, .. } => Some(by),
            _ => None,
        }
    }

    fn pointing(&self, at: impl Fn(Cell) -> At) -> Vec<Ref> {
        let number = |n: u16| Ref::Number(n.into());
        let cell = |cell: Cell| Ref::Cell(at(cell));
        match self {
            Illegal::NotYourDecision { deciding } => deciding.iter().map(Ref::Seat).collect(),
            Illegal::NotOnDisplay { place } => vec![number(u16::from(*place))],
            Illegal::TakeTooMuch { sum, limit } => vec![number(u16::from(*sum)), number(u16::from(*limit))],
            Illegal::TakenAlone { card }
            | Illegal::CardNotAccepted { card }
            | Illegal::CardWithoutUse { card } => {
                vec![Ref::Card(*card)]
            }
            Illegal::CardNotHeld { card, held, needed } => {
                vec![Ref::Card(*card), number(u16::from(*held)), number(u16::from(*needed))]
            }
            Illegal::CardsNotMixed { cards } => vec![Ref::Cards(*cards)],
            Illegal::TooLittle { paid, price }
            | Illegal::NotExact { paid, price }
            | Illegal::NotShort { paid, price } => {
                vec![number(*paid), number(*price)]
            }
            Illegal::NotForSale { piece }
            | Illegal::NotBought { piece }
            | Illegal::NotInReserve { piece }
            | Illegal::NotInPalace { piece }
            | Illegal::NotTurned { piece }
            | Illegal::NoSuchTerms { piece }
            | Illegal::NotAffordable { piece }
            | Illegal::NotToDirk { piece }
            | Illegal::NotKept { piece } => vec![Ref::Piece(*piece)],
            Illegal::DoesNotFit { cell: at, .. }
            | Illegal::HoldsOthers { cell: at }
            | Illegal::MustStay { cell: at }
            | Illegal::CannotMove { cell: at }
            | Illegal::SwapDoesNotFit { cell: at } => vec![cell(*at)],
            Illegal::GameOver
            | Illegal::NotAskedFor { .. }
            | Illegal::TakeNothing
            | Illegal::Fountain
            | Illegal::NoDirk
            | Illegal::NotAGift
            | Illegal::MustAct
            | Illegal::OnlyMoneyNow
            | Illegal::NothingBorrowed
            | Illegal::NotAskedYet
            | Illegal::NoSuchModifier { .. }
            | Illegal::Module { at: None, .. } => Vec::new(),
            Illegal::Module { at: Some(blamed), .. } => match *blamed {
                Blamed::Cell(at) => vec![cell(at)],
                Blamed::Edge(at, side) => vec![cell(at), Ref::Side(side)],
                Blamed::Piece(piece) => vec![Ref::Piece(piece)],
                Blamed::Card(card) => vec![Ref::Card(card)],
                Blamed::Space(space) => vec![Ref::Space(space)],
                Blamed::Currency(currency) => vec![Ref::Currency(currency)],
                Blamed::Building(building) => vec![Ref::Building(building)],
            },
        }
    }
}
