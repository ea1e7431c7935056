//! The contract of a module: one folder, one line in the registry.
//!
//! A module is a type that implements [`Module`]. It declares the steps it listens to; the core calls it
//! there and nowhere else. Queries (`&GameState`) are pure; hooks that do something get a [`Cx`], change the
//! table or push a procedure, and never wait. Defaults do nothing.

use crate::core::agenda::{Leaving, Move};
use crate::core::below::Quarters;
use crate::core::book::Draft;
use crate::core::building::Currency;
use crate::core::cards::Cards;
use crate::core::catalogue::{CardClass, CardKind, Column, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::edition::Places;
use crate::core::palace::{CellSet, Verdict};
use crate::core::payment::{PayRules, Request};
use crate::core::pieces::Space;
use crate::core::placing::{Rebuilt, Turns};
use crate::core::purchase::Listing;
use crate::core::score::{CountBook, ScoreSheet};
use crate::core::seat::{Seat, SeatSet};
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::core::turn::TurnRules;
use crate::cx::Cx;
use crate::decision::Described;
use crate::refs::Key;
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use crate::{Action, GameState, Illegal};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// How far a module has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Not written yet.
    Planned,
    /// Complete by its tests, not yet proven in many games.
    Beta,
    /// Rulings tested, all pairs green, recorded games exist.
    Stable,
}

/// What part of the game a module touches: what people want to know before they switch it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// What can be bought, and where.
    Market,
    /// Money cards and how one pays.
    Money,
    /// What stands in palaces and where it may stand.
    Palace,
    /// Walls and what is on them.
    Walls,
    /// How points are made.
    Scoring,
    /// Things are bid for.
    Auction,
    /// People act while it is not their turn.
    OthersTurns,
    /// Things only one player knows.
    Secrets,
}

impl Touch {
    /// Every part there is.
    pub const ALL: [Touch; 8] = [
        Touch::Market,
        Touch::Money,
        Touch::Palace,
        Touch::Walls,
        Touch::Scoring,
        Touch::Auction,
        Touch::OthersTurns,
        Touch::Secrets,
    ];

    /// Its name in what clients read.
    pub const fn name(self) -> &'static str {
        match self {
            Touch::Market => "market",
            Touch::Money => "money",
            Touch::Palace => "palace",
            Touch::Walls => "walls",
            Touch::Scoring => "scoring",
            Touch::Auction => "auction",
            Touch::OthersTurns => "others_turns",
            Touch::Secrets => "secrets",
        }
    }
}

/// What clients have to know about a module. What players are told stands in its words and its help.
#[derive(Clone, Debug)]
pub struct ModuleInfo {
    /// Its name in lower case with hyphens, part of set-ups and records.
    pub slug: &'static str,
    /// How far it has come.
    pub stage: Stage,
    /// With how many it can be played.
    pub players: RangeInclusive<usize>,
    /// How much it adds to think about: 1 is explained in a sentence, 5 is a game of its own.
    pub weight: u8,
    /// What it touches, the main thing first.
    pub touches: &'static [Touch],
    /// Its rulings, in Markdown.
    pub rulings: &'static str,
    /// How sure we are of its component data.
    pub data: &'static [(&'static str, Provenance)],
    /// Its options and their values, the default first.
    pub options: &'static [(&'static str, &'static [&'static str])],
}

/// What is printed on a module's components and no source of ours shows: an owner of the box can correct it
/// ([`data`](crate::data)).
#[derive(Clone, Copy, Debug)]
pub enum Printed {
    /// These values of the pieces of a kind, on those that are marked as reconstructed.
    Pieces(PieceKind, &'static [Column]),
    /// These values of all pieces of a kind, where the pieces themselves are known.
    EveryPiece(PieceKind, &'static [Column]),
    /// These values of the cards of a class, on those that are marked as reconstructed.
    Cards(CardClass, &'static [Column]),
    /// These values of all cards of a class, where what one of them says decides about the others.
    EveryCard(CardClass, &'static [Column]),
    /// A table of the module itself.
    Own(&'static OwnTable),
}

/// A table a module keeps itself, row by row as text. The rows of several tables are numbered one after the other, in the
/// order of [`Module::PRINTED`].
#[derive(Debug)]
pub struct OwnTable {
    /// The names of the rows, in their order: key and column, such as `key-1.sides`.
    pub rows: &'static [&'static str],
    /// What is said to a text that makes no sense: a key of the module's refusals, with the row and the text to point at.
    pub wrong: Key,
    /// A row as it is printed here.
    pub print: fn(u8) -> String,
    /// A row out of a text; `None` if it makes no sense.
    pub read: fn(u8, &str) -> Option<Vec<u8>>,
}

/// When a module offers actions beside the core's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// T11: the main action.
    MainAction,
    /// T10: things done beside the main action, which are no action themselves.
    Free,
    /// T20: placing bought tiles.
    Placing,
    /// T90: special moves between turns.
    BetweenTurns,
    /// T15: after the last action, before placing.
    BeforePlacing,
    /// T11 as well: what the action of taking money can take beside the display. It is left in a turn for money only.
    TakeMoney,
}

impl Window {
    /// The step a module listens to for this window.
    pub const fn step(self) -> Step {
        match self {
            Window::MainAction | Window::TakeMoney => Step::T11,
            Window::Free => Step::T10,
            Window::Placing => Step::T20,
            Window::BetweenTurns => Step::T90,
            Window::BeforePlacing => Step::T15,
        }
    }
}

/// What a module puts into tower and deck at set-up.
#[derive(Clone, Debug, Default)]
pub struct Supply {
    /// Tiles for the tower.
    pub tower: PieceSet,
    /// Pieces that begin beside the board.
    pub aside: PieceSet,
    /// Cards shuffled into the deck at large before start money is dealt.
    pub deck: Cards,
    /// Cards of special classes that a hand can hold and that go into single piles.
    pub piles: Cards,
    /// Cards of special classes that no hand can hold, counted from 64.
    pub rare: Cards,
    inserts: Vec<(CardClass, usize, u8)>,
}

impl Supply {
    /// Puts `n` cards of `class` into pile `pile` (0 is the top one).
    pub fn insert(&mut self, class: CardClass, pile: usize, n: u8) {
        self.inserts.push((class, pile, n));
    }

    /// What goes into which pile.
    pub(crate) fn inserted(&self) -> impl Iterator<Item = (CardClass, usize, u8)> + '_ {
        self.inserts.iter().copied()
    }
}

/// What the step of a module's procedure leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// The procedure is finished.
    Done,
    /// Run it again when what it pushed has finished.
    Again,
    /// These seats have to decide.
    Ask(SeatSet),
}

impl From<Stepped> for Move {
    fn from(stepped: Stepped) -> Move {
        match stepped {
            Stepped::Done => Move::Done(Default::default()),
            Stepped::Again => Move::Again,
            Stepped::Ask(seats) => Move::Ask(seats),
        }
    }
}

/// What becomes of a thing on a tile that leaves its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Back to the common supply.
    ToSupply,
    /// Back to whom it belongs.
    ToOwner,
    /// Its owner decides.
    Asks,
    /// Out of the game.
    Lost,
}

/// The type of what a module does not have: actions of a module without decisions, frames of one without
/// procedures. There is no value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Default for Never {
    fn default() -> Never {
        unreachable!("there is no value of Never, so nothing can ask for one")
    }
}

impl Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl<'de> Deserialize<'de> for Never {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Never, D::Error> {
        Err(serde::de::Error::custom("this module has nothing of this kind"))
    }
}

/// What the fuzzers ask of actions: that any value can be made of it (feature `testkit`). A derive gives it.
#[cfg(feature = "testkit")]
pub trait Anything: for<'a> arbitrary::Arbitrary<'a> {}
#[cfg(feature = "testkit")]
impl<T: for<'a> arbitrary::Arbitrary<'a>> Anything for T {}

/// What the fuzzers ask of actions; nothing where there are none.
#[cfg(not(feature = "testkit"))]
pub trait Anything {}
#[cfg(not(feature = "testkit"))]
impl<T> Anything for T {}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Never {
    fn arbitrary(_: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Never> {
        Err(arbitrary::Error::IncorrectFormat)
    }
}

/// The rules of a module.
///
/// What is written of a module (state, actions, frames) only grows at the end of its types; anything else
/// raises `VERSION`.
pub trait Module: 'static {
    /// Its number in the box.
    const ID: ModuleId;
    /// What players are told.
    const INFO: &'static ModuleInfo;
    /// Behaviour version; raised when the same decisions would lead elsewhere.
    const VERSION: u16;
    /// How many of its options, the last ones, came after the form of set-up codes was frozen: they stand at the end of a
    /// code, and only where one of them is chosen.
    const LATER_OPTIONS: usize = 0;
    /// The steps it listens to.
    const STEPS: StepSet;
    /// O3: what becomes of the things it keeps on tiles when a tile leaves its place; ways that are not in the
    /// list leave them where they are (rules part 3 §1.7).
    const FATES: &'static [(Leaving, Fate)] = &[];
    /// What is printed on its components and can be corrected by whoever has the box.
    const PRINTED: &'static [Printed] = &[];
    /// Its part of the state: small, flat, private to its folder.
    type State: Copy + Default + Eq + Hash + Debug + Serialize + for<'de> Deserialize<'de>;
    /// Its actions; [`Never`] if it has none. Reading one refuses whatever can never be right, such as a third half.
    type Action: Copy + Ord + Hash + Debug + Serialize + for<'de> Deserialize<'de> + Anything;
    /// Its procedures; [`Never`] if it has none.
    type Frame: Copy + Eq + Hash + Debug + Serialize + for<'de> Deserialize<'de>;

    /// The state at the start, from the options of the set-up, which are among those it has.
    ///
    /// # Errors
    /// What it has against something that was agreed.
    fn begin(_setup: &Setup, _values: &OptionValues) -> Result<Self::State, Objection> {
        Ok(Self::State::default())
    }

    /// Whether it can be played with components like these.
    ///
    /// # Errors
    /// What does not go together.
    fn fits(_corrected: &Draft) -> Result<(), Objection> {
        Ok(())
    }

    /// Steps it has nothing to do in after what was agreed, so that nobody waits for it there.
    fn idle(_state: &Self::State) -> StepSet {
        StepSet::EMPTY
    }

    /// U01, U06, U12: what it adds to tower and deck.
    fn supply(_rules: &Rules, _supply: &mut Supply) {}

    /// Any step of `STEPS` with a moment of its own: may change the table, push procedures. Steps that are questions
    /// ([`Step::QUESTIONS`]) have hooks of their own and do not come here.
    fn at(_cx: &mut Cx<'_, '_>, _step: Step) {}

    /// Reveal: a special card was turned up for the display. `true`: the module took it.
    fn reveal(_cx: &mut Cx<'_, '_>, _card: CardKind) -> bool {
        false
    }

    /// T10, T11, T15, T20, T90: actions it offers beside the core's, ascending.
    fn actions(_g: &GameState, _seat: Seat, _window: Window, _out: &mut Vec<Action>) {}

    /// T15, T90: whether `seat` is asked in this window. Only public facts may decide (the leak rule, 2.12).
    fn eligible(_g: &GameState, _seat: Seat, _window: Window) -> bool {
        false
    }

    /// What its action points at, in the order of the blanks of its words (`act.…` in `words.<language>.json`), and
    /// what it pays.
    fn describe(_g: &GameState, _seat: Seat, _action: Self::Action) -> Described {
        Described::default()
    }

    /// The same action with other cards laid down, where its player chooses what is paid.
    fn paid_with(_action: Self::Action, _payment: Cards) -> Option<Self::Action> {
        None
    }

    /// Whether its action does without: answers what was asked and touches nothing. Clients keep it apart from the
    /// others, and let it be given in advance.
    fn passes(_action: Self::Action) -> bool {
        false
    }

    /// P1: tiles it offers to `seat` beside the market.
    fn offers(_g: &GameState, _seat: Seat, _out: &mut Vec<Listing>) {}

    /// P1: other ways to buy a tile, as numbers from 1, ascending; a purchase has at most one. Public facts decide.
    fn variants(_g: &GameState, _request: &Request, _out: &mut Vec<u8>) {}

    /// P2: what the payer may choose that changes a price or how it is paid, as numbers from 1, ascending. Public
    /// facts decide, never what other modules were answered: modifiers add up, so [`quote`](Module::quote) of a module that
    /// has some says nothing without one, and puts its own on top of what is there. The core leaves out what could
    /// not be paid, and adds 0, nothing.
    fn modifiers(_g: &GameState, _request: &Request, _out: &mut Vec<u8>) {}

    /// What such a choice means, for people: a key made of the words that follow "buy …".
    fn say_terms(_g: &GameState, _piece: Option<PieceId>, _value: u8) -> &'static str {
        "on_terms"
    }

    /// P2, P3: changes a price, or how it may be paid.
    fn quote(_g: &GameState, _request: &Request, _pay: &mut PayRules) {}

    /// T12: changes what the active player may do in the main phase.
    fn turn_rules(_g: &GameState, _seat: Seat, _rules: &mut TurnRules) {}

    /// L2: whether [`verdict`](Module::verdict) could say anything about this piece as things stand. Where nobody could,
    /// nobody is asked, and the boards alone tell where it may lie; a law holds every list against `check`, which always
    /// asks.
    fn judges(_g: &GameState, _seat: Seat, _piece: PieceId) -> bool {
        true
    }

    /// L2: narrows or widens where a piece may be laid.
    fn verdict(_g: &GameState, _seat: Seat, _piece: PieceId, _turn: Quarters, _verdict: &mut Verdict) {}

    /// L2: whether `seat` could open a gate together with a tile that is moved; [`openings`](Module::openings) says where.
    fn opens_gates(_g: &GameState, _seat: Seat) -> bool {
        false
    }

    /// L2: double walls, each with a cell beside it, in which a gate could be opened together with the tile that is moved in
    /// this redesign.
    fn openings(_rebuilt: &Rebuilt<'_>, _out: &mut Vec<(Cell, Side)>) {}

    /// L3: adds turns in which a piece may be laid.
    fn turns(_g: &GameState, _seat: Seat, _piece: PieceId, _turns: &mut Turns) {}

    /// O1: takes out pieces that may not leave their place in this way: taken off, moved, or replaced.
    fn may_leave(_g: &GameState, _seat: Seat, _how: Leaving, _pieces: &mut PieceSet) {}

    /// O4: takes out pieces that may not be given to Dirk.
    fn may_give(_g: &GameState, _seat: Seat, _pieces: &mut PieceSet) {}

    /// F2: the tile that was set for a market space before and is laid there instead of one from the tower. The
    /// module no longer keeps it after this.
    fn preset(_cx: &mut Cx<'_, '_>, _space: Space) -> Option<PieceId> {
        None
    }

    /// The tiles that come to the market next, space by space, where an edition shows them.
    fn preview(_g: &GameState, _out: &mut Vec<Option<PieceId>>) {}

    /// E4: a second tile that lies on a market space and is given away with the one on top.
    fn second_leftover(_g: &GameState, _space: Space) -> Option<PieceId> {
        None
    }

    /// O5: the cells of a palace where a change could matter to [`sound`](Module::sound). Where a list is made and only
    /// other cells change, nobody is asked; a law holds every list against `check`, which always asks.
    fn minds(_g: &GameState, _seat: Seat) -> CellSet {
        CellSet::ALL
    }

    /// O5: whether a palace may look like this after a redesign.
    ///
    /// # Errors
    /// Why not.
    fn sound(_rebuilt: &Rebuilt<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// O3: a tile has left its place, and `FATES` says what becomes of what lay on it.
    fn left(_cx: &mut Cx<'_, '_>, _seat: Seat, _piece: PieceId, _fate: Fate) {}

    /// S20: buildings counted on top of the tiles, in half units.
    fn counts(_g: &GameState, _book: &mut CountBook) {}

    /// S20: other points for the places.
    fn table(_g: &GameState, _round: u8, _table: &mut [Places; 6]) {}

    /// S10 to S75: what it would score in this step as things stand, for everybody. The core awards what the sheet
    /// says, and clients and bots ask the same before it comes to that.
    fn score(_g: &GameState, _step: Step, _sheet: &mut ScoreSheet) {}

    /// What `seat` holds or has begun that will score later, in points and roughly: by public facts and what the
    /// seat knows itself. For bots and hints, which ask [`score`](Module::score) about every scoring to come: what it says of
    /// any of them is not counted again.
    fn worth(_g: &GameState, _seat: Seat) -> i16 {
        0
    }

    /// S10: points it gives for the length of walls beside the longest one, which are among those of
    /// [`score`](Module::score); this is for whoever counts all points for walls.
    fn more_walls(_g: &GameState, _seat: Seat, _round: u8) -> u16 {
        0
    }

    /// E4: money of a currency it holds for a seat.
    fn holdings(_g: &GameState, _seat: Seat, _currency: Currency) -> u16 {
        0
    }

    /// The decisions of its own procedure, ascending.
    fn legal(_g: &GameState, _seat: Seat, _frame: Self::Frame, _out: &mut Vec<Self::Action>) {}

    /// Whether its action is allowed, in a window of the core or in its own procedure.
    ///
    /// # Errors
    /// Why not.
    fn check(_g: &GameState, _seat: Seat, _action: Self::Action) -> Result<(), Illegal> {
        Err(Illegal::of(Self::ID, "not_possible_now"))
    }

    /// Carries out its action, which has been checked.
    fn apply(_cx: &mut Cx<'_, '_>, _seat: Seat, _action: Self::Action) {}

    /// Runs its procedure.
    fn step(_cx: &mut Cx<'_, '_>, _frame: Self::Frame) -> Stepped {
        Stepped::Done
    }

    /// What a viewer may see of it, each thing under a name.
    fn view(_g: &GameState, _viewer: Option<Seat>) -> Vec<(&'static str, Shown)> {
        Vec::new()
    }

    /// Puts what `observer` cannot see back into the dark and redraws it, in its state and in its frames on the
    /// agenda (sealed choices).
    fn redraw(_g: &mut GameState, _observer: Seat, _pick: &mut dyn FnMut(u32) -> u32) {}

    /// Whether every component of it is somewhere exactly once.
    ///
    /// # Errors
    /// What is missing or there twice.
    fn census(_g: &GameState) -> Result<(), String> {
        Ok(())
    }

    /// For scenarios: arranges its state as the text after `given module … =` says.
    ///
    /// # Errors
    /// What the text gets wrong.
    #[cfg(feature = "testkit")]
    fn arrange(_g: &mut GameState, text: &str) -> Result<(), String> {
        Err(format!("{} cannot be arranged as \"{text}\"", Self::INFO.slug))
    }
}
