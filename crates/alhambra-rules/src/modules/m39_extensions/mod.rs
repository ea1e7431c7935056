//! Module 39, Extensions: three money cards of a combination buy an extension, which lies on a building for ever. An
//! extended building counts as two for majorities.
//!
//! Everything lies open. Low cards are good: with a small enough sum the turn goes on.

use crate::core::agenda::What;
use crate::core::book::Draft;
use crate::core::building::{Building, Currency};
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Half, PieceId, PieceSet, Provenance};
use crate::core::chance::Stream;
use crate::core::payment::Payee;
use crate::core::score::CountBook;
use crate::core::seat::{Scorer, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::core::{paying, placing, turn};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Printed, Stage, Stepped, Touch, Window};
use crate::registry::{ModAction, ModFrame, ModuleId};
use crate::setup::Objection;
use crate::view::{Shown, Slot, SlotRow};
use crate::{Action, GameState, Illegal};
use board::{CARDS, Column, EACH, Name, Row, money};
use serde::{Deserialize, Serialize};

mod board;

/// Module 39.
#[derive(Clone, Copy, Debug)]
pub struct Extensions;

/// Where the extensions are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The tiles on the board, by column and row.
    board: [[Option<Building>; 3]; 4],
    /// Pieces whose first and whose second building is extended.
    on: [PieceSet; 2],
}

/// A building: the piece, and which of its halves.
type Spot = (PieceId, Half);

/// What a player can do. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Buys an extension, as an action of the own turn.
    Extend {
        /// Its column, which says what is paid.
        column: Column,
        /// Its row, which says how much is still matching.
        row: Row,
    },
    /// Lays down one of the three cards: two of the first currency, then one of the second.
    Lay {
        /// The card.
        card: CardKind,
    },
    /// Puts the extension on a building.
    Put {
        /// The tile.
        piece: PieceId,
        /// Which of its buildings.
        half: Half,
    },
    /// Gives it to Dirk for one of his.
    Give {
        /// The tile.
        piece: PieceId,
        /// Which of its buildings.
        half: Half,
    },
}

/// An extension is being bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extending {
    seat: Seat,
    column: Column,
    row: Row,
    /// The cards laid down so far; three of them are paid.
    laid: Cards,
    /// Whether it lies on a building.
    done: bool,
}

impl Module for Extensions {
    const ID: ModuleId = ModuleId::Extensions;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "extensions",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[
            (
                "twelve extensions, two of each type; the column for two florins and a dirham",
                Provenance::Found,
            ),
            ("the other three columns, and the amounts beside the rows", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::T11, Step::S20]);
    const PRINTED: &'static [Printed] = &[Printed::Own(&board::TABLE)];
    type State = State;
    type Action = Act;
    type Frame = Extending;

    /// Columns are told apart by their cards.
    fn fits(corrected: &Draft) -> Result<(), Objection> {
        let mut seen = Vec::new();
        for column in Column::all() {
            let row = corrected.own.get(&(Self::ID, column.get()));
            let name = Name::of_column(board::corrected(column, row.map(Vec::as_slice)));
            if seen.contains(&name) {
                return Err(Objection::of("two_columns_alike", [Ref::Word(Self::ID, name)]));
            }
            seen.push(name);
        }
        Ok(())
    }

    /// U14: one tile on each space, shuffled. They are never replaced (AMB-39-1).
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::U14 {
            return;
        }
        let mut left: Vec<Building> = Building::ALL.into_iter().flat_map(|it| [it; EACH]).collect();
        for column in Column::all() {
            for row in Row::all() {
                let tile = left.remove(cx.pick(left.len() as u32, Stream::Boards) as usize);
                cx.g.mods.m39_extensions.board[column.index()][row.index()] = Some(tile);
            }
        }
    }

    /// D39.1.
    fn actions(g: &GameState, seat: Seat, window: Window, out: &mut Vec<Action>) {
        if window != Window::MainAction {
            return;
        }
        // Most hands have the three cards of few columns.
        for column in Column::all().filter(|column| holds_cards(g, seat, *column)) {
            let rows = Row::all().filter(|row| for_sale(g, seat, column, *row).is_ok());
            let acts = rows.map(|row| Act::Extend { column, row });
            out.extend(acts.map(|act| Action::Module(ModAction::Extensions(act))));
        }
    }

    fn step(cx: &mut Cx<'_, '_>, extending: Extending) -> Stepped {
        let Extending { seat, column, row, laid, done } = extending;
        if done {
            return Stepped::Done;
        }
        if laid.len() == CARDS {
            // Where there is one building only, nobody is asked for it.
            let targets: Vec<Act> = targets(cx.g, seat, column, row).collect();
            if let [only] = targets[..] {
                put(cx, extending, only);
                return Stepped::Again;
            }
        }
        Stepped::Ask(SeatSet::one(seat))
    }

    fn legal(g: &GameState, seat: Seat, extending: Extending, out: &mut Vec<Act>) {
        if extending.laid.len() == CARDS {
            out.extend(targets(g, seat, extending.column, extending.row));
        } else {
            out.extend(next_cards(g, extending).map(|card| Act::Lay { card }));
        }
        out.sort_unstable();
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let asked = g.agenda.frames.last().map(|frame| (frame.what, frame.step));
        let Some((What::Module(ModFrame::Extensions(extending)), _)) = asked else {
            return match (asked, act) {
                (Some((What::Turn, Step::T11)), Act::Extend { column, row }) => {
                    for_sale(g, seat, column, row)
                }
                _ => refused("extensions_are_bought_as_an_action_of_the_own_turn"),
            };
        };
        let paid = extending.laid.len() == CARDS;
        match act {
            Act::Lay { card } if !paid => {
                let left = g.hand(seat).minus(extending.laid);
                match left.only(due(g, extending)).count(card) {
                    0 if left.count(card) == 0 => Err(Illegal::CardNotHeld { card, held: 0, needed: 1 }),
                    0 => Err(Illegal::CardNotAccepted { card }),
                    _ => Ok(()),
                }
            }
            _ if !paid => refused("first_three_cards_are_laid_down"),
            Act::Put { .. } | Act::Give { .. } => {
                let why = Illegal::of(Self::ID, "an_extension_lies_on_a_building_of_its_type_one_on_each");
                match act {
                    _ if targets(g, seat, extending.column, extending.row).any(|target| target == act) => {
                        Ok(())
                    }
                    Act::Put { piece, .. } => Err(why.at(piece)),
                    _ => Err(why),
                }
            }
            Act::Extend { .. } | Act::Lay { .. } => refused("now_the_extension_is_put_on_a_building"),
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        if let Act::Extend { column, row } = act {
            turn::count_action(cx.g);
            let extending = Extending { seat, column, row, laid: Cards::EMPTY, done: false };
            cx.push(Step::T11, What::Module(ModFrame::Extensions(extending)));
            return;
        }
        let What::Module(ModFrame::Extensions(mut extending)) = cx.top().what else { return };
        match act {
            Act::Lay { card } => {
                extending.laid.add(card);
                cx.top().what = What::Module(ModFrame::Extensions(extending));
                if extending.laid.len() == CARDS {
                    pay(cx, extending);
                }
            }
            Act::Put { .. } | Act::Give { .. } => put(cx, extending, act),
            Act::Extend { .. } => {}
        }
    }

    fn describe(g: &GameState, _: Seat, act: Act) -> Described {
        match act {
            Act::Extend { column, row } => {
                let printed = board::column(g.rules(), column);
                let tile = tile(g, column, row).map(|building| Name::of_tile(building, printed, row));
                let refs = tile.into_iter().chain([Name::of_column(printed)]);
                refs.map(|word| Ref::Word(Self::ID, word)).collect()
            }
            Act::Lay { card } => [Ref::Card(card)].into(),
            Act::Put { piece, half } | Act::Give { piece, half } => spot_refs(g, (piece, half)).into(),
        }
    }

    /// S20: an extended building counts once more, in a palace or with Dirk.
    fn counts(g: &GameState, book: &mut CountBook) {
        let on = &g.mods.m39_extensions.on;
        let extended = on[0].or(on[1]);
        let pieces = &g.core.pieces;
        let palaces = g.rules().seats().map(|seat| (Scorer::Seat(seat), pieces.palace[seat.index()]));
        for (scorer, tiles) in palaces.chain([(Scorer::Dirk, pieces.dirk)]) {
            for spot in spots(tiles.and(extended)).filter(|spot| is_extended(g, *spot)) {
                if let Some(building) = building(g, spot) {
                    book.add(scorer, building, 2);
                }
            }
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let printed = |column| board::column(g.rules(), column);
        let column = |two, one| {
            let column = Column::all().find(|it| (printed(*it).two, printed(*it).one) == (two, one))?;
            let names = Row::all()
                .filter_map(|row| tile(g, column, row).map(|it| Name::of_tile(it, printed(column), row)));
            Some(Shown::Words(names.collect()))
        };
        let extended = |tiles: PieceSet| -> Vec<PieceId> {
            spots(tiles).filter(|spot| is_extended(g, *spot)).map(|(piece, _)| piece).collect()
        };
        let own = g.rules().seats().map(|seat| (seat, extended(owned(g, seat))));
        let columns = [
            ("florin_florin_dirham", column(Currency::Florin, Currency::Dirham)),
            ("florin_florin_denar", column(Currency::Florin, Currency::Denar)),
            ("florin_florin_ducat", column(Currency::Florin, Currency::Ducat)),
            ("dirham_dirham_florin", column(Currency::Dirham, Currency::Florin)),
            ("dirham_dirham_denar", column(Currency::Dirham, Currency::Denar)),
            ("dirham_dirham_ducat", column(Currency::Dirham, Currency::Ducat)),
            ("denar_denar_florin", column(Currency::Denar, Currency::Florin)),
            ("denar_denar_dirham", column(Currency::Denar, Currency::Dirham)),
            ("denar_denar_ducat", column(Currency::Denar, Currency::Ducat)),
            ("ducat_ducat_florin", column(Currency::Ducat, Currency::Florin)),
            ("ducat_ducat_dirham", column(Currency::Ducat, Currency::Dirham)),
            ("ducat_ducat_denar", column(Currency::Ducat, Currency::Denar)),
        ];
        let mut shows: Vec<(&'static str, Shown)> =
            columns.into_iter().filter_map(|(name, shown)| Some((name, shown?))).collect();
        // What is called by its row does not say up to which sum it is matching.
        let others: Vec<SlotRow> =
            Column::all().map(printed).filter(|it| !it.has_our_amounts()).map(amounts).collect();
        if !others.is_empty() {
            shows.push(("matching_up_to", Shown::Slots(others)));
        }
        let own = own.filter(|(_, tiles)| !tiles.is_empty()).collect();
        shows.push(("extended", Shown::TilesBySeat(own)));
        if g.rules().dirk() {
            shows.push(("extended_of_dirk", Shown::Tiles(extended(g.core.pieces.dirk))));
        }
        shows
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m39_extensions;
        let extended: Vec<Spot> =
            spots(state.on[0].or(state.on[1])).filter(|spot| is_extended(g, *spot)).collect();
        let left = || state.board.iter().flatten().flatten();
        let all = left().count() + extended.len();
        if all != EACH * Building::ALL.len() {
            return Err(format!("there are {all} extensions"));
        }
        // Where buildings come out of a bag they may change places below an extension.
        for building in Building::ALL.into_iter().filter(|_| g.core.rules.edition().bag == 0) {
            let on_board = left().filter(|tile| **tile == building).count();
            let on_tiles = extended.iter().filter(|spot| self::building(g, **spot) == Some(building)).count();
            if on_board + on_tiles != EACH {
                return Err(format!("there are {} {building} extensions", on_board + on_tiles));
            }
        }
        let pieces = &g.core.pieces;
        let held = g.rules().seats().fold(pieces.dirk.or(pieces.gone), |all, seat| all.or(owned(g, seat)));
        match extended.iter().find(|(piece, _)| !held.contains(*piece)) {
            Some((piece, _)) => Err(format!("{} is extended and belongs to nobody", g.piece(*piece).key)),
            None => Ok(()),
        }
    }

    /// `florin florin dirham: pavilion, arcades, empty; 0: garden-10, tower-12; dirk: tower-11`: a column from the top, and
    /// extended tiles. Spaces that are not named hold what is left, in the order of the types.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        arrange::arrange(g, text)
    }
}

fn tile(g: &GameState, column: Column, row: Row) -> Option<Building> {
    g.mods.m39_extensions.board[column.index()][row.index()]
}

fn spots(tiles: PieceSet) -> impl Iterator<Item = Spot> {
    tiles.iter().flat_map(|piece| Half::BOTH.map(|half| (piece, half)))
}

fn building(g: &GameState, (piece, half): Spot) -> Option<Building> {
    placing::building_on(g, piece, half.index())
}

fn is_extended(g: &GameState, (piece, half): Spot) -> bool {
    g.mods.m39_extensions.on[half.index()].contains(piece)
}

/// The tiles of somebody: in the palace, in reserve, and bought in this turn.
fn owned(g: &GameState, seat: Seat) -> PieceSet {
    let pieces = &g.core.pieces;
    pieces.palace[seat.index()].or(pieces.reserve[seat.index()]).or(pieces.bought[seat.index()])
}

/// Finished buildings of a type among tiles; what is under construction has no type.
fn of_type(g: &GameState, tiles: PieceSet, wanted: Building) -> impl Iterator<Item = Spot> + '_ {
    spots(tiles).filter(move |spot| building(g, *spot) == Some(wanted))
}

/// Where the extension of a space may lie: on own buildings of its type and, with two players, on Dirk's.
fn targets(g: &GameState, seat: Seat, column: Column, row: Row) -> impl Iterator<Item = Act> + '_ {
    tile(g, column, row).into_iter().flat_map(move |wanted| {
        let plain = move |spot: &Spot| !is_extended(g, *spot);
        let own =
            of_type(g, owned(g, seat), wanted).filter(plain).map(|(piece, half)| Act::Put { piece, half });
        let dirk = of_type(g, g.core.pieces.dirk, wanted).filter(plain);
        own.chain(dirk.map(|(piece, half)| Act::Give { piece, half }))
    })
}

/// Whether a hand has the three cards that an extension of a column costs.
fn holds_cards(g: &GameState, seat: Seat, column: Column) -> bool {
    let board::Printed { two, one, .. } = board::column(g.rules(), column);
    let held = |currency| g.hand(seat).only(money(currency)).len();
    held(two) >= 2 && held(one) >= 1
}

/// Whether `seat` may buy an extension now.
fn for_sale(g: &GameState, seat: Seat, column: Column, row: Row) -> Result<(), Illegal> {
    let refused = |key| Err(Illegal::of(ModuleId::Extensions, key));
    let Some(wanted) = tile(g, column, row) else { return refused("there_is_no_extension_on_that_space") };
    if !turn::rules(g, seat).may_buy {
        // A turn in which no tile may be bought has no room for other purchases either.
        Err(Illegal::OnlyMoneyNow)
    } else if of_type(g, owned(g, seat), wanted).next().is_none() {
        // AMB-39-4: to give it to Dirk one must have such a building, too.
        refused("you_have_no_building_of_that_type")
    } else if targets(g, seat, column, row).next().is_none() {
        refused("every_building_of_that_type_is_extended")
    } else if !holds_cards(g, seat, column) {
        refused("your_hand_has_no_such_three_cards")
    } else {
        Ok(())
    }
}

/// What the next card may be.
fn due(g: &GameState, extending: Extending) -> KindSet {
    let board::Printed { two, one, .. } = board::column(g.rules(), extending.column);
    money(if extending.laid.len() < 2 { two } else { one })
}

/// The cards to lay down next, ascending. Of the two of the same currency the higher one comes first, so that each
/// combination comes up once; whoever began with the lowest may go on with any.
fn next_cards(g: &GameState, extending: Extending) -> impl Iterator<Item = CardKind> + use<> {
    let laid = extending.laid;
    let left = g.hand(extending.seat).minus(laid).only(due(g, extending));
    let kinds = || left.iter().map(|(card, _)| card);
    let follows = |first: CardKind, rest: Cards| rest.iter().any(|(card, _)| card <= first);
    let listed: Vec<CardKind> = match laid.each().next() {
        None => kinds().filter(|card| follows(*card, left.minus(Cards::one(*card)))).collect(),
        Some(first) if laid.len() == 1 && follows(first, left) => {
            kinds().filter(|card| *card <= first).collect()
        }
        Some(_) => kinds().collect(),
    };
    listed.into_iter()
}

/// AMB-39-3: a sum up to the amount is matching, and the turn goes on.
fn pay(cx: &mut Cx<'_, '_>, extending: Extending) {
    let Extending { seat, column, row, laid, .. } = extending;
    let sum: u8 = laid.each().map(CardKind::value).sum();
    paying::hand_over(cx, seat, laid, Cards::EMPTY, Payee::Discard);
    let matching = sum <= board::column(cx.g.rules(), column).amount(row);
    if matching {
        cx.g.core.turn.actions_left += 1;
    }
    let key = if matching { "pays_matching" } else { "pays_too_much" };
    cx.emit(|g| {
        let printed = board::column(g.rules(), column);
        let name =
            tile(g, column, row).map_or("an_extension", |building| Name::of_tile(building, printed, row));
        let refs = vec![Ref::Cards(laid), Ref::Number(i32::from(sum)), Ref::Word(Extensions::ID, name)];
        told(seat, key, refs)
    });
}

/// The amounts of a column, from the top.
fn amounts(column: board::Printed) -> SlotRow {
    let amount = |row| Slot { holds: Some(Ref::Number(i32::from(column.amount(row)))), wants: None };
    let side = Some(Ref::Word(Extensions::ID, Name::of_column(column)));
    SlotRow { side, cells: Row::all().map(amount).collect(), ..SlotRow::default() }
}

/// The extension leaves the board and lies on a building.
fn put(cx: &mut Cx<'_, '_>, extending: Extending, act: Act) {
    let (Act::Put { piece, half } | Act::Give { piece, half }) = act else { return };
    let Extending { seat, column, row, .. } = extending;
    let state = &mut cx.g.mods.m39_extensions;
    state.board[column.index()][row.index()] = None;
    state.on[half.index()].insert(piece);
    cx.top().what = What::Module(ModFrame::Extensions(Extending { done: true, ..extending }));
    let key = if matches!(act, Act::Give { .. }) { "extends_for_dirk" } else { "extends" };
    cx.emit(|g| told(seat, key, spot_refs(g, (piece, half))));
}

fn building_of_other(g: &GameState, (piece, half): Spot) -> Option<Building> {
    placing::building_on(g, piece, 1 - half.index())
}

/// The tile, and which of its buildings where it has two.
fn spot_refs(g: &GameState, spot: Spot) -> Vec<Ref> {
    let which = building(g, spot).filter(|_| building_of_other(g, spot).is_some());
    std::iter::once(Ref::Piece(spot.0)).chain(which.map(Ref::Building)).collect()
}

fn told(seat: Seat, key: &'static str, refs: Vec<Ref>) -> Happened {
    Happened::Module { by: ModuleId::Extensions, seat: Some(seat), key, refs }
}

#[cfg(feature = "testkit")]
mod arrange;
#[cfg(test)]
mod tests;
