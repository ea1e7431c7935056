//! The table: everything on it, flat. No seed, no hidden order, no heap.

use super::book::{self, BookId};
use super::cards::Cards;
use super::catalogue::{CardKind, Facts, PieceId};
use super::cell::{Cell, Side, Walls};
use super::chance::Stream;
use super::deck::Deck;
use super::edition::Edition;
use super::flat::{Arr, Stack};
use super::house::HouseRules;
use super::palace::Palace;
use super::pieces::{PIECES, Pieces};
use super::score::SCORERS;
use super::seat::{MAX_SEATS, Seat};
use super::step::{Flow, StepSet};
use crate::editions::EditionId;
use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// What was agreed before the game. Only the first five fields are written; the rest follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Agreed", into = "Agreed")]
pub struct Rules {
    /// How many play.
    pub players: u8,
    /// Which edition.
    pub edition: EditionId,
    /// The house rules.
    pub house: HouseRules,
    /// The modules that are on: bit n is module n.
    pub modules: u64,
    /// Whether the end of a turn is confirmed before new cards and tiles appear.
    pub confirm: bool,
    /// What is printed on the components: the number of the edition, or of a book an owner of the box has corrected.
    pub(crate) book: BookId,
    /// The steps some module listens to.
    pub listens: StepSet,
    /// The order of steps.
    pub flow: Flow,
}

/// The part of [`Rules`] that is written.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Agreed {
    players: u8,
    edition: EditionId,
    house: HouseRules,
    modules: u64,
    confirm: bool,
}

impl From<Rules> for Agreed {
    fn from(r: Rules) -> Agreed {
        Agreed {
            players: r.players,
            edition: r.edition,
            house: r.house,
            modules: r.modules,
            confirm: r.confirm,
        }
    }
}

impl From<Agreed> for Rules {
    fn from(a: Agreed) -> Rules {
        Rules::new(a.players, a.edition, a.house, a.modules, a.confirm)
    }
}

impl Rules {
    /// The rules of a game; `modules` has bit n for module n.
    pub(crate) fn new(
        players: u8,
        edition: EditionId,
        house: HouseRules,
        modules: u64,
        confirm: bool,
    ) -> Rules {
        let listens = crate::registry::listens(modules);
        let flow = edition.profile().flow(&house, listens, confirm);
        Rules { players, edition, house, modules, confirm, book: edition.number(), listens, flow }
    }

    /// The same rules with modules that listen to these steps only, after what was agreed with them.
    pub(crate) fn hear(&mut self, listens: StepSet) {
        if self.listens == listens {
            return;
        }
        self.listens = listens;
        self.flow = self.edition.profile().flow(&self.house, listens, self.confirm);
    }

    /// How many play.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The edition's profile, with what an owner of the box has corrected.
    #[inline]
    pub fn edition(&self) -> &'static Edition {
        match EditionId::numbered(self.book) {
            Some(edition) => edition,
            None => book::edition(self.book).unwrap_or_else(|| self.edition.profile()),
        }
    }

    /// A row of a module's own table, where an owner of the box has corrected it.
    #[inline]
    pub(crate) fn own(&self, module: ModuleId, row: u8) -> Option<&'static [u8]> {
        book::own(self.book, module, row)
    }

    /// The seats at the table, from `first` clockwise.
    pub fn seats_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (players, first) = (self.players(), first.index());
        let around = move |i: usize| if i < players { i } else { i - players };
        (first..first + players).map(move |i| Seat::at(around(i)))
    }

    /// The seats at the table, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats_from(Seat::default())
    }

    /// Whether Dirk plays along.
    pub fn dirk(&self) -> bool {
        self.players == 2
    }
}

/// The turn that is being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// Which turn of the game, from 1.
    pub number: u32,
    /// Actions the player may still take.
    pub actions_left: u8,
    /// Whether the next action is the compulsory one.
    pub first_action: bool,
    /// Players in a row who could do nothing.
    pub passed: u8,
    /// Whether an empty display is being filled (HR-7).
    pub refilling: bool,
}

/// Why nothing before this point can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    /// The game began.
    #[default]
    Start,
    /// Something was drawn, shuffled or rolled.
    Chance,
    /// Something hidden was shown.
    Shown,
    /// Somebody else decided.
    OtherSeat,
}

/// Counts new information: what was done under the same number can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Info {
    /// Grows whenever something new becomes known.
    pub number: u32,
    /// What made it grow last.
    pub barrier: Barrier,
    /// Who decided last.
    pub last: Option<Seat>,
}

impl Info {
    /// New information came up: nothing before it can be taken back.
    pub(crate) fn learned(&mut self, barrier: Barrier) {
        self.number += 1;
        self.barrier = barrier;
    }
}

/// A gate in the double wall between two tiles of a palace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gate {
    /// Whose palace.
    pub seat: Seat,
    /// A cell on one side of it.
    pub cell: Cell,
    /// The side of that cell it is on.
    pub side: Side,
}

/// The wooden walls of a piece, as if it lay upright: four bits for its first cell, four for its second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wooden(u8);

impl Wooden {
    /// Those of one of its cells.
    pub const fn on(self, half: usize) -> Walls {
        Walls::from_bits(self.0 >> (4 * half))
    }

    /// These walls and some on one of its cells.
    #[must_use]
    pub const fn with(self, half: usize, walls: Walls) -> Wooden {
        Wooden(self.0 | walls.bits() << (4 * half))
    }
}

/// Components that several modules use and the base game does not. They are packed only in games with
/// modules, so that the base game's digests never depend on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shared {
    /// Gates in double walls.
    pub gates: Stack<Gate, 6>,
    /// Walls put up on a piece beyond the printed ones.
    pub wooden: Arr<Wooden, PIECES>,
    /// Cards lying on the table under somebody's marker; they are in no hand.
    pub escrow: Cards,
    /// Cards a hand could hold that have left the game.
    pub gone: Cards,
    /// The sum of money just taken, until modules that care have been told.
    pub took: u8,
}

/// Everything on the table that is not a module's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Core {
    /// What was agreed before the game.
    pub rules: Rules,
    /// The palaces.
    pub palaces: [Palace; MAX_SEATS],
    /// Where every tile is.
    pub pieces: Pieces,
    /// The hands.
    pub hands: [Cards; MAX_SEATS],
    /// The part of each hand that everybody saw enter it and has not seen leave.
    pub seen: [Cards; MAX_SEATS],
    /// The money deck.
    pub deck: Deck,
    /// The open money cards.
    pub display: Stack<CardKind, 12>,
    /// The turn.
    pub turn: Turn,
    /// Points; the last entry is Dirk's.
    pub scores: [u16; SCORERS],
    /// Money spent by seat and currency, counted only where HR-15 asks for it.
    pub spent: [[u16; 4]; MAX_SEATS],
    /// The players' ages, for HR-1; 255 where none was given.
    pub ages: [u8; MAX_SEATS],
    /// Scorings held.
    pub scorings: u8,
    /// Scoring cards turned up and not yet scored.
    pub scorings_due: u8,
    /// Whether the market could not be filled.
    pub ending: bool,
    /// How often each stream of chance was asked.
    pub draws: Arr<u16, { Stream::COUNT }>,
    /// New information so far.
    pub info: Info,
    /// Components of the core that only modules use.
    #[serde(skip)]
    pub shared: Shared,
}

impl Core {
    pub(crate) fn new(rules: Rules) -> Core {
        Core {
            rules,
            palaces: [Palace::new(); MAX_SEATS],
            pieces: Pieces::default(),
            hands: Default::default(),
            seen: Default::default(),
            deck: Deck::default(),
            display: Stack::default(),
            turn: Turn::default(),
            scores: [0; SCORERS],
            spent: [[0; 4]; MAX_SEATS],
            ages: [u8::MAX; MAX_SEATS],
            scorings: 0,
            scorings_due: 0,
            ending: false,
            draws: Arr::default(),
            info: Info::default(),
            shared: Shared::default(),
        }
    }

    /// Price and walls of a piece.
    pub(crate) fn facts(&self, id: PieceId) -> Facts {
        self.rules.edition().facts[id.index()]
    }

    /// Everything printed on a kind of card.
    pub(crate) fn card(&self, kind: CardKind) -> &'static super::catalogue::Card {
        self.rules.edition().card(kind)
    }

    /// Everything printed on a piece.
    pub fn piece(&self, id: PieceId) -> &'static super::catalogue::Piece {
        self.rules.edition().piece(id)
    }
}
