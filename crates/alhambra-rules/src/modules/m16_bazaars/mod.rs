//! Module 16, Bazaars: eight tiles without a price of their own. They lie beside the market, cost what the building
//! on the space of their currency costs, to the coin, and reward the right neighbours at the end of the game.
//!
//! Nothing is hidden and nothing is remembered: what lies beside the market and who has built what is seen by all.

use crate::GameState;
use crate::core::building::{Building, Currency};
use crate::core::catalogue::{Column, PieceId, PieceKind, PieceSet, Provenance};
use crate::core::cell::{Cell, Side};
use crate::core::palace::CellSet;
use crate::core::payment::{Context, PayRules, Payee, Request};
use crate::core::placing;
use crate::core::purchase::Listing;
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::state::Rules;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Printed, Stage, Supply, Touch};
use crate::registry::ModuleId;
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 16.
#[derive(Clone, Copy, Debug)]
pub struct Bazaars;

/// All eight.
const BAZAARS: PieceSet = PieceKind::Bazaar.pieces();

/// Nothing: tiles and palaces say it all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {}

impl Module for Bazaars {
    const ID: ModuleId = ModuleId::Bazaars;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "bazaars",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Market, Touch::Scoring, Touch::Palace],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("eight bazaars without walls, with a currency and three colours each", Provenance::Found),
            ("the bazaar of dirham, seraglio, arcades and garden", Provenance::Found),
            ("the three colours seraglio, arcades and tower, but not their currency", Provenance::Found),
            ("currencies and colours of the others", Provenance::Reconstructed),
        ],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::F3, Step::P1, Step::P3, Step::S40]);
    const PRINTED: &'static [Printed] =
        &[Printed::Pieces(PieceKind::Bazaar, &[Column::Currency, Column::Buildings])];
    type State = State;
    type Action = Never;
    type Frame = Never;

    /// U01: all eight, shuffled in with the buildings.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(BAZAARS);
    }

    /// F3: one that is drawn for the market is laid beside it, and another tile is drawn.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::F3 {
            return;
        }
        if let Some((piece, _)) = cx.lay_beside(BAZAARS) {
            cx.emit(|_| Happened::Module {
                by: Self::ID,
                seat: None,
                key: "beside",
                refs: vec![Ref::Piece(piece)],
            });
        }
    }

    /// P1: those beside the market, at the price of the tile on the space of their currency, while there is one.
    fn offers(g: &GameState, _: Seat, out: &mut Vec<Listing>) {
        out.extend(beside(g).iter().filter_map(|piece| {
            Some(Listing {
                piece,
                currency: currency(g, piece)?,
                price: price(g, piece)?,
                context: Context::SideTile,
                payee: Payee::Discard,
                out_of_turn: true,
            })
        }));
    }

    /// P3: to the coin, whatever lowered the price before (R-BZ-2).
    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        pay.exact_only |= request.piece.is_some_and(|piece| BAZAARS.contains(piece));
    }

    /// S40, in the third scoring: for each bazaar its matching neighbours times their colours.
    fn score(g: &GameState, _: Step, sheet: &mut ScoreSheet) {
        if sheet.round() < 3 {
            return;
        }
        for seat in g.rules().seats() {
            for look in looks(g, seat) {
                if look.points() > 0 {
                    sheet.add(seat, look.points(), || Why {
                        reason: "score.bazaar",
                        args: vec![look.matching.len() as i16, look.colours() as i16],
                        cells: std::iter::once(look.cell).chain(look.matching.iter().copied()).collect(),
                        rank: None,
                    });
                }
            }
        }
    }

    /// Some hope for the free cells around: a building or two that match will come while scorings are left.
    fn worth(g: &GameState, seat: Seat) -> i16 {
        let bazaars = looks(g, seat);
        if bazaars.is_empty() {
            return 0;
        }
        let covered = g.ground(seat).covered();
        let come = usize::from(3u8.saturating_sub(g.scorings())).min(2);
        let hope = |look: &Look| around(look.cell).without(covered).len().min(come) * look.colours().max(1);
        bazaars.iter().map(|look| hope(look) as i16).sum()
    }

    /// All of it is public.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let (for_sale, waiting): (Vec<PieceId>, Vec<PieceId>) =
            beside(g).iter().partition(|piece| price(g, *piece).is_some());
        let prices = for_sale.iter().filter_map(|piece| price(g, *piece)).map(i32::from).collect();
        let so_far = |seat| looks(g, seat).iter().map(|look| i32::from(look.points())).sum::<i32>();
        vec![
            ("for_sale", Shown::Tiles(for_sale)),
            ("prices", Shown::Numbers(prices)),
            ("not_for_sale_now", Shown::Tiles(waiting)),
            ("so_far", Shown::BySeat(g.rules().seats().map(so_far).collect())),
        ]
    }

    /// None ever fills a space of the market.
    fn census(g: &GameState) -> Result<(), String> {
        match g.core.pieces.market.iter().flatten().find(|piece| BAZAARS.contains(**piece)) {
            Some(piece) => Err(format!("{} lies on a market space", g.piece(*piece).name())),
            None => Ok(()),
        }
    }

    /// `bazaar-1, bazaar-4`: these lie beside the market.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for key in text.split(',').map(str::trim) {
            let found = PieceId::with_key(key).filter(|piece| BAZAARS.contains(*piece));
            let piece = found.ok_or_else(|| format!("there is no bazaar \"{key}\""))?;
            let pieces = &mut g.core.pieces;
            if !pieces.tower.remove(piece) && !pieces.gone.remove(piece) {
                return Err(format!("{key} is already somewhere else"));
            }
            pieces.aside.insert(piece);
        }
        Ok(())
    }
}

/// The bazaars beside the market.
fn beside(g: &GameState) -> PieceSet {
    g.core.pieces.aside.and(BAZAARS)
}

/// The currency a bazaar is paid in.
fn currency(g: &GameState, bazaar: PieceId) -> Option<Currency> {
    g.piece(bazaar).currency
}

/// What a bazaar costs now: the price printed on the tile on the space of its currency, whatever tile that is
/// (R-BZ-1). There is none while the space is empty.
fn price(g: &GameState, bazaar: PieceId) -> Option<u8> {
    let wanted = currency(g, bazaar)?;
    let space = g.rules().edition().market.iter().position(|currency| *currency == wanted)?;
    let tile = g.core.pieces.market.get(space).copied().flatten()?;
    Some(g.core.facts(tile).price)
}

/// The eight cells around one.
fn around(cell: Cell) -> CellSet {
    let (north, south) = (cell.next(Side::North), cell.next(Side::South));
    let row = |cell: Cell| [cell.next(Side::West), cell, cell.next(Side::East)];
    [row(north), row(cell), row(south)].into_iter().flatten().filter(|other| *other != cell).collect()
}

/// A bazaar in a palace, as it would score.
struct Look {
    cell: Cell,
    /// The cells around it with a building of one of its colours.
    matching: Vec<Cell>,
    /// Those colours, a bit each.
    seen: u8,
}

impl Look {
    fn colours(&self) -> usize {
        self.seen.count_ones() as usize
    }

    /// Neighbours times colours.
    fn points(&self) -> i16 {
        (self.matching.len() * self.colours()) as i16
    }
}

/// The bazaars of a palace. Whatever counts as a building of a colour matches, on a tile of the base game or not; walls,
/// ways and what lies outside the walls do not matter (R-BZ-3).
fn looks(g: &GameState, seat: Seat) -> Vec<Look> {
    let pieces = &g.core.pieces;
    let palace = pieces.palace[seat.index()];
    let mut looks = Vec::new();
    for bazaar in palace.and(BAZAARS).iter() {
        let cell = pieces.standing[bazaar.index()].cell;
        let (near, named) = (around(cell), g.piece(bazaar).named);
        let mut look = Look { cell, matching: Vec::new(), seen: 0 };
        for (at, building) in palace.iter().flat_map(|piece| buildings(g, piece)) {
            if near.contains(at) && named.contains(&building) {
                look.matching.push(at);
                look.seen |= 1 << building as u8;
            }
        }
        looks.push(look);
    }
    looks
}

/// The buildings on a piece in a palace, each with its cell.
fn buildings(g: &GameState, piece: PieceId) -> impl Iterator<Item = (Cell, Building)> + '_ {
    let standing = g.core.pieces.standing[piece.index()];
    let cells = placing::form(g, piece, standing.turn).cells(standing.cell).enumerate();
    cells.filter_map(move |(half, cell)| Some((cell, placing::building_on(g, piece, half)?)))
}

#[cfg(test)]
mod tests;
