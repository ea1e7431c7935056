//! What is printed in the box one game is played with: as we know it, or corrected by its owner.
//!
//! A state says which book by a number. The first numbers are those of the editions; corrected books come behind, are
//! kept as long as the program runs and are never written by number: a packed state and a record hold the corrections.

use super::catalogue::{Card, PIECES, Piece, facts};
use super::edition::Edition;
use crate::registry::ModuleId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What is corrected: by module, the name of a value and what the box says.
pub type Corrections = BTreeMap<ModuleId, BTreeMap<String, String>>;

/// Which book.
pub(crate) type BookId = u8;

/// Room for so many different books; each is some twenty kilobytes.
const ROOM: usize = 64;

/// The number of the first corrected book; no edition has one so high.
pub(crate) const CORRECTED: BookId = 128;

static BOOKS: [OnceLock<Book>; ROOM] = [const { OnceLock::new() }; ROOM];

/// The tables of an edition with corrections in them.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What was corrected.
    pub(crate) said: Corrections,
    /// What it was corrected in.
    pub(crate) edition: &'static Edition,
    /// The pieces, by number.
    pub pieces: Vec<Piece>,
    /// The cards, by number.
    pub cards: Vec<Card>,
    /// Rows of modules' own tables that were corrected.
    pub own: BTreeMap<(ModuleId, u8), Vec<u8>>,
}

/// A draft that is kept.
#[derive(Debug)]
pub(crate) struct Book {
    said: Corrections,
    edition: Edition,
    own: BTreeMap<(ModuleId, u8), Vec<u8>>,
}

impl Draft {
    /// The tables of an edition as they are printed.
    pub(crate) fn of(edition: &'static Edition) -> Draft {
        let (pieces, cards) = (edition.pieces.to_vec(), edition.cards.to_vec());
        Draft { said: BTreeMap::new(), edition, pieces, cards, own: BTreeMap::new() }
    }

    /// Keeps it for the rest of the program, once; `None` if there is no room.
    pub(crate) fn keep(self) -> Option<BookId> {
        let same = |book: &Book| book.said == self.said && book.edition.id == self.edition.id;
        (0..ROOM)
            .find(|slot| same(BOOKS[*slot].get_or_init(|| self.clone().bound())))
            .map(|slot| CORRECTED + slot as u8)
    }

    fn bound(self) -> Book {
        let pieces: Box<[Piece; PIECES]> = self.pieces.try_into().expect("one for every number");
        let pieces: &'static [Piece; PIECES] = Box::leak(pieces);
        let edition = Edition {
            pieces,
            facts: Box::leak(Box::new(facts(pieces))),
            cards: Vec::leak(self.cards),
            ..*self.edition
        };
        Book { said: self.said, edition, own: self.own }
    }
}

/// A corrected book.
fn book(number: BookId) -> Option<&'static Book> {
    BOOKS.get(usize::from(number.checked_sub(CORRECTED)?))?.get()
}

/// The edition as a corrected book prints it.
#[cold]
pub(crate) fn edition(number: BookId) -> Option<&'static Edition> {
    book(number).map(|book| &book.edition)
}

/// What a book corrects; nothing for the printed ones.
pub(crate) fn said(number: BookId) -> Option<&'static Corrections> {
    if number < CORRECTED { None } else { book(number).map(|book| &book.said) }
}

/// A row of a module's own table, where it was corrected.
#[inline]
pub(crate) fn own(number: BookId, module: ModuleId, row: u8) -> Option<&'static [u8]> {
    if number < CORRECTED { None } else { book(number)?.own.get(&(module, row)).map(Vec::as_slice) }
}
