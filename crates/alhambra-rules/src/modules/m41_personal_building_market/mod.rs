//! Module 41, Personal Building Market: instead of a reserve everybody has four spaces, one per currency, and the
//! tiles on them are for sale to the others.
//!
//! The core keeps the tiles where reserves are kept; what this module adds is on which space each lies. A space
//! whose tile is no longer in its owner's reserve is free, however the tile came to leave.

use crate::core::agenda::{Leaving, What};
use crate::core::building::Currency;
use crate::core::catalogue::{PieceId, PieceSet, Provenance};
use crate::core::payment::{Context, Payee};
use crate::core::placing;
use crate::core::purchase::Listing;
use crate::core::seat::{MAX_SEATS, Seat, SeatSet};
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::{Described, Ref};
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Stage, Stepped, Touch};
use crate::registry::{ModFrame, ModuleId};
use crate::view::Shown;
use crate::{GameState, Illegal};
use serde::{Deserialize, Serialize};

/// Module 41.
#[derive(Clone, Copy, Debug)]
pub struct PersonalBuildingMarket;

/// The tile last put on each space, by owner and currency, and what had to be discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    spaces: [[Option<PieceId>; 4]; MAX_SEATS],
    discarded: PieceSet,
}

/// Where a tile goes that would go to the reserve. The order is frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// On this free space.
    Store {
        /// Which.
        space: Currency,
    },
    /// All spaces are taken: this tile leaves the game, the new one or the one that makes room for it.
    Discard {
        /// Which.
        piece: PieceId,
    },
}

/// A tile is waiting for its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storing {
    /// Whose.
    seat: Seat,
    /// The tile.
    piece: PieceId,
}

impl Module for PersonalBuildingMarket {
    const ID: ModuleId = ModuleId::PersonalBuildingMarket;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "personal-building-market",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 3,
        touches: &[Touch::Market, Touch::Money],
        rulings: include_str!("RULINGS.md"),
        data: &[("four market tiles for each player, one of each currency", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P1, Step::V1]);
    type State = State;
    type Action = Act;
    type Frame = Storing;

    /// V1: a tile has come into a reserve and needs a space.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let (Step::V1, What::Reserve { seat, piece }) = (step, cx.top().what) else { return };
        // Where it lay before, if it has been here already, says nothing any more.
        for space in &mut cx.g.mods.m41_personal_building_market.spaces[seat.index()] {
            if *space == Some(piece) {
                *space = None;
            }
        }
        let spaces: Vec<Currency> = free(cx.g, seat).collect();
        if let [only] = spaces[..] {
            // AMB-41-5: where there is one space there is no question.
            store(cx, seat, piece, only);
        } else {
            let storing = ModFrame::PersonalBuildingMarket(Storing { seat, piece });
            cx.push(Step::V1, What::Module(storing));
        }
    }

    /// Done once the tile lies on a space, or has left the game.
    fn step(cx: &mut Cx<'_, '_>, Storing { seat, piece }: Storing) -> Stepped {
        let waits =
            cx.g.core.pieces.reserve[seat.index()].contains(piece) && space_of(cx.g, seat, piece).is_none();
        if waits { Stepped::Ask(SeatSet::one(seat)) } else { Stepped::Done }
    }

    fn legal(g: &GameState, seat: Seat, Storing { piece, .. }: Storing, out: &mut Vec<Act>) {
        out.extend(free(g, seat).map(|space| Act::Store { space }));
        if out.is_empty() {
            let stored = Currency::ALL.into_iter().filter_map(|space| tile_on(g, seat, space));
            let mut tiles: Vec<PieceId> = stored.chain([piece]).collect();
            tiles.sort_unstable();
            out.extend(tiles.into_iter().map(|piece| Act::Discard { piece }));
        }
    }

    fn check(g: &GameState, seat: Seat, act: Act) -> Result<(), Illegal> {
        let refused = |key| Err(Illegal::of(Self::ID, key));
        let Some(storing) = waiting(g) else { return refused("no_tile_is_waiting_for_a_space") };
        let mut possible = Vec::new();
        Self::legal(g, seat, storing, &mut possible);
        match act {
            act if possible.contains(&act) => Ok(()),
            Act::Store { space } => Err(Illegal::of(Self::ID, "that_space_is_taken").at(space)),
            Act::Discard { .. } if free(g, seat).next().is_some() => {
                refused("nothing_is_discarded_while_a_space_is_free")
            }
            Act::Discard { piece } => {
                Err(Illegal::of(Self::ID, "that_tile_is_neither_on_your_spaces_nor_waiting").at(piece))
            }
        }
    }

    fn apply(cx: &mut Cx<'_, '_>, seat: Seat, act: Act) {
        let Some(Storing { piece, .. }) = waiting(cx.g) else { return };
        match act {
            Act::Store { space } => store(cx, seat, piece, space),
            Act::Discard { piece: unwanted } => {
                if let Some(space) = space_of(cx.g, seat, unwanted) {
                    store(cx, seat, piece, space);
                }
                discard(cx, seat, unwanted);
            }
        }
    }

    /// P1: what lies on the others' spaces. A tile without a price cannot be sold, nor can a building that is not
    /// finished (rules README, decision 21).
    fn offers(g: &GameState, seat: Seat, out: &mut Vec<Listing>) {
        for owner in g.rules().seats().filter(|owner| *owner != seat) {
            for currency in Currency::ALL {
                let Some(piece) = tile_on(g, owner, currency) else { continue };
                let price = g.core.facts(piece).price;
                if price > 0 && !placing::unfinished(g, piece, 0) {
                    let (context, payee) = (Context::PlayersTile, Payee::Seat(owner));
                    out.push(Listing { piece, currency, price, context, payee, out_of_turn: false });
                }
            }
        }
    }

    fn describe(g: &GameState, seat: Seat, act: Act) -> Described {
        let Some(Storing { piece, .. }) = waiting(g) else { return Described::default() };
        match act {
            Act::Store { space } => [Ref::Piece(piece), Ref::Currency(space)].into(),
            Act::Discard { piece: unwanted } => match space_of(g, seat, unwanted) {
                None => [Ref::Piece(unwanted)].into(),
                Some(_) => {
                    [Ref::Piece(unwanted), Ref::Word(Self::ID, "to_make_room_for"), Ref::Piece(piece)].into()
                }
            },
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let on = |currency: Currency| {
            let tiles = g.rules().seats().filter_map(|seat| Some((seat, vec![tile_on(g, seat, currency)?])));
            (currency.name(), Shown::TilesBySeat(tiles.collect()))
        };
        let mut shows: Vec<_> = Currency::ALL.map(on).into();
        shows.push((
            "discarded",
            Shown::Tiles(g.mods.m41_personal_building_market.discarded.iter().collect()),
        ));
        shows.extend(waiting(g).map(|storing| ("to_store", Shown::Tiles(vec![storing.piece]))));
        shows
    }

    /// Every tile of a reserve lies on exactly one space of its owner, unless it is only about to be put there.
    fn census(g: &GameState) -> Result<(), String> {
        for seat in g.rules().seats() {
            let spaces = g.mods.m41_personal_building_market.spaces[seat.index()];
            for piece in g.core.pieces.reserve[seat.index()].iter() {
                let coming = g.agenda.frames.iter().any(|frame| frame.what == What::Reserve { seat, piece });
                let times = spaces.iter().filter(|space| **space == Some(piece)).count();
                if times > 1 || times == 0 && !coming {
                    let name = g.piece(piece).name();
                    return Err(format!("{name} lies on {times} personal spaces of seat {}", seat.index()));
                }
            }
        }
        let lost = g.mods.m41_personal_building_market.discarded;
        match lost.iter().find(|piece| !g.core.pieces.gone.contains(*piece)) {
            Some(piece) => Err(format!("{} was discarded and is still there", g.piece(piece).name())),
            None => Ok(()),
        }
    }

    /// `0: ducat garden 10 W, florin tower 12; 1: …`: on which spaces the tiles of the reserves lie.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for part in text.split(';') {
            let (seat, list) = part.split_once(':').ok_or("say \"0: ducat garden 10 W; 1: …\"")?;
            let seat = seat.trim().parse().ok().and_then(Seat::new).ok_or("a seat is a number")?;
            for words in list.split(',').map(str::trim) {
                let (space, tile) = words.split_once(' ').ok_or("say the currency, then the tile")?;
                let space = Currency::ALL.into_iter().find(|currency| currency.name() == space);
                let space = space.ok_or_else(|| format!("\"{words}\" begins with no currency"))?;
                let mut reserve = g.core.pieces.reserve[seat.index()].iter();
                let piece = reserve.find(|piece| g.piece(*piece).name() == tile);
                let piece =
                    piece.ok_or_else(|| format!("{tile} is not in the reserve of seat {}", seat.index()))?;
                g.mods.m41_personal_building_market.spaces[seat.index()][space.index()] = Some(piece);
            }
        }
        Ok(())
    }
}

/// The tile on a space.
fn tile_on(g: &GameState, seat: Seat, space: Currency) -> Option<PieceId> {
    let put = g.mods.m41_personal_building_market.spaces[seat.index()][space.index()];
    put.filter(|piece| g.core.pieces.reserve[seat.index()].contains(*piece))
}

/// The space a tile lies on.
fn space_of(g: &GameState, seat: Seat, piece: PieceId) -> Option<Currency> {
    Currency::ALL.into_iter().find(|space| tile_on(g, seat, *space) == Some(piece))
}

/// The spaces without a tile.
fn free(g: &GameState, seat: Seat) -> impl Iterator<Item = Currency> + '_ {
    Currency::ALL.into_iter().filter(move |space| tile_on(g, seat, *space).is_none())
}

/// The tile somebody is asked about.
fn waiting(g: &GameState) -> Option<Storing> {
    match g.agenda.frames.last()?.what {
        What::Module(ModFrame::PersonalBuildingMarket(storing)) => Some(storing),
        _ => None,
    }
}

fn store(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId, space: Currency) {
    cx.g.mods.m41_personal_building_market.spaces[seat.index()][space.index()] = Some(piece);
    cx.emit(|_| Happened::Module {
        by: ModuleId::PersonalBuildingMarket,
        seat: Some(seat),
        key: "stores",
        refs: vec![Ref::Piece(piece), Ref::Currency(space)],
    });
}

/// A tile leaves the game, and what lies on it with it or back to where it belongs.
fn discard(cx: &mut Cx<'_, '_>, seat: Seat, piece: PieceId) {
    cx.g.core.pieces.reserve[seat.index()].remove(piece);
    cx.g.core.pieces.gone.insert(piece);
    cx.g.mods.m41_personal_building_market.discarded.insert(piece);
    cx.emit(|_| Happened::Discarded { seat, piece });
    cx.leaves(seat, piece, Leaving::Discarded);
}

#[cfg(test)]
mod tests;
