//! Every physical piece and card of the Mega Box and of The Red Palace, under a number that is frozen for ever.
//!
//! Records and checkpoints hold these numbers. They are therefore never changed, never reused, and all given
//! out from the first day, so that a module that arrives later shifts nothing. What is
//! printed on the components stands in the tables of `data/`, with its provenance; `build.rs` checks the tables
//! and turns them into constants. Pieces are printed more than once, with other things on them: an edition names its
//! print, the core none of them.
//!
//! The catalogue knows components, never the rules of a module: a card's value is what is printed on it.

mod card;
mod column;
mod piece;
mod piece_set;

pub use card::{BadCard, CURRENCY, Card, CardClass, CardKind, HAND_KINDS, VALUE};
pub use column::Column;
pub use piece::{Footprint, Half, Piece, PieceId, PieceKind};
pub(crate) use piece_set::select;
pub use piece_set::{Iter, PieceSet};

use serde::{Deserialize, Serialize};

/// How sure we are of a row of the tables. Shown to players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Provenance {
    /// Stated by a source, or read off a picture of the printed component.
    Found,
    /// Printed in no source we have, but forced or nearly forced by what was found.
    Inferred,
    /// Lost to us and made up to fit everything known; never the publisher's data.
    Reconstructed,
}

/// The generated tables: the `PRINTS` of the pieces and the `CARDS`, each indexed by number.
mod tables {
    use super::{Card, CardClass, CardKind, Footprint, Piece, PieceId, PieceKind, Provenance};
    use crate::core::building::{Building, Currency};
    use crate::core::cell::{Side, Walls};

    include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
}

/// How many pieces there are; their numbers are 0 to `PIECES - 1`.
pub const PIECES: usize = tables::PRINTS[0].len();

/// Every piece as it was printed, by number, once for each time it was printed anew.
pub(crate) const PRINTS: &[[Piece; PIECES]; 2] = &tables::PRINTS;

/// Every kind of card, by number; the numbers kept for later are among them.
pub(crate) const CARDS: &[Card] = &tables::CARDS;

/// What the rules ask of a piece all the time, in three bytes instead of a page.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The printed price.
    pub price: u8,
    /// The printed walls of the first cell.
    pub walls: crate::core::cell::Walls,
    /// The type its first cell counts as by itself.
    pub building: Option<crate::core::building::Building>,
}

pub(crate) const fn facts(pieces: &[Piece; PIECES]) -> [Facts; PIECES] {
    let mut all = [Facts { price: 0, walls: crate::core::cell::Walls::NONE, building: None }; PIECES];
    let mut i = 0;
    while i < PIECES {
        all[i] =
            Facts { price: pieces[i].price, walls: pieces[i].walls[0], building: pieces[i].building_type(0) };
        i += 1;
    }
    all
}

/// What is printed on cards of this kind.
///
/// ```
/// use alhambra_rules::{CardKind, Currency, card};
/// assert_eq!(card(CardKind::money(Currency::Denar, 7)).copies, 3);
/// ```
#[inline]
pub const fn card(kind: CardKind) -> &'static Card {
    &tables::CARDS[kind.index()]
}
