//! Where every piece is.
//!
//! Each zone is a set of pieces, and each piece remembers its cell and turn: drawing from the tower and
//! walking a reserve are set operations (ADR 0010). The census law checks that no piece is in two zones.

use super::below::Quarters;
use super::building::Building;
use super::catalogue::{PRINTS, PieceId, PieceKind, PieceSet};
use super::cell::Cell;
use super::flat::{Arr, Stack};
use super::seat::{MAX_SEATS, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The pieces with a building on each of two cells; the same in every edition.
const PROJECTS: PieceSet = PieceKind::Project.pieces();

/// How many pieces the catalogue may hold.
pub const PIECES: usize = 192;

/// The most spaces a shared market can have.
pub const MAX_SPACES: usize = 8;

/// A space of the shared building market, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Space(pub u8);

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Space, D::Error> {
        match u8::deserialize(d)? {
            space if usize::from(space) < MAX_SPACES => Ok(Space(space)),
            space => Err(serde::de::Error::custom(format!("no market has a space {space}"))),
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Space {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Space> {
        u.choose_index(MAX_SPACES).map(|space| Space(space as u8))
    }
}

/// Where a piece can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// Face down in the tower.
    Tower,
    /// On offer.
    Market,
    /// With Dirk.
    Dirk,
    /// Laid aside face up by a module (bazaars beside the market and the like).
    Aside,
    /// Out of the game.
    Gone,
    /// In a palace.
    Palace(Seat),
    /// In a reserve.
    Reserve(Seat),
    /// Acquired this turn and not yet placed.
    Bought(Seat),
}

/// Where a piece stands in a palace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// Its cell (the first one, if it covers two).
    pub cell: Cell,
    /// Clockwise quarter turns.
    pub turn: Quarters,
}

/// A tile on top of the tower that somebody has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KnownPiece {
    /// The tile.
    pub piece: PieceId,
    /// Who knows it.
    pub known_to: SeatSet,
}

/// All pieces of a game and where they are. A piece in no zone stayed in the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pieces {
    /// Face down in the tower, in no order: the order is decided when a tile is drawn.
    pub tower: PieceSet,
    /// Tiles on top of the tower that somebody has looked at, top last.
    pub on_top: Stack<KnownPiece, 8>,
    /// With Dirk.
    pub dirk: PieceSet,
    /// Laid aside face up by a module.
    pub aside: PieceSet,
    /// Out of the game.
    pub gone: PieceSet,
    /// In each palace, fountain included.
    pub palace: [PieceSet; MAX_SEATS],
    /// In each reserve.
    pub reserve: [PieceSet; MAX_SEATS],
    /// Acquired and not yet placed.
    pub bought: [PieceSet; MAX_SEATS],
    /// The spaces of the shared market.
    pub market: Stack<Option<PieceId>, MAX_SPACES>,
    /// Cell and turn of the pieces in palaces.
    pub standing: Arr<Standing, PIECES>,
    /// The building on each piece now (The Red Palace pairs land and building; grounds choose one).
    pub building: Arr<Option<Building>, PIECES>,
}

impl Pieces {
    /// Where `piece` is; `None` means in the box.
    pub fn zone(&self, piece: PieceId) -> Option<Zone> {
        let fixed = [
            (self.tower_set(), Zone::Tower),
            (self.dirk, Zone::Dirk),
            (self.aside, Zone::Aside),
            (self.gone, Zone::Gone),
        ];
        if let Some((_, zone)) = fixed.into_iter().find(|(set, _)| set.contains(piece)) {
            return Some(zone);
        }
        if self.market.contains(&Some(piece)) {
            return Some(Zone::Market);
        }
        (0..MAX_SEATS).map(Seat::at).find_map(|seat| {
            let i = seat.index();
            if self.palace[i].contains(piece) {
                Some(Zone::Palace(seat))
            } else if self.reserve[i].contains(piece) {
                Some(Zone::Reserve(seat))
            } else if self.bought[i].contains(piece) {
                Some(Zone::Bought(seat))
            } else {
                None
            }
        })
    }

    /// Everything face down in the tower, looked at or not.
    pub fn tower_set(&self) -> PieceSet {
        self.on_top.iter().fold(self.tower, |mut set, known| {
            set.insert(known.piece);
            set
        })
    }

    /// How many tiles are left in the tower.
    pub fn tower_len(&self) -> usize {
        self.tower.len() + self.on_top.len()
    }

    /// Takes the next tile from the tower.
    pub fn draw(&mut self, pick: impl FnOnce(u32) -> u32) -> Option<PieceId> {
        if let Some(known) = self.on_top.pop() {
            return Some(known.piece);
        }
        let left = self.tower.len();
        if left == 0 {
            return None;
        }
        let piece = self.tower.nth(pick(left as u32) as usize)?;
        self.tower.remove(piece);
        Some(piece)
    }

    /// Puts the tiles on top that others have looked at and `observer` has not back into the tower, so that everything
    /// hidden is drawn anew from all of it. [`redraw_known`](Pieces::redraw_known) must follow.
    pub(crate) fn forget_known(&mut self, observer: Seat) {
        for known in self.on_top.iter().filter(|known| !known.known_to.contains(observer)) {
            self.tower.insert(known.piece);
        }
    }

    /// Other tiles take the places of those that were put back.
    pub(crate) fn redraw_known(&mut self, observer: Seat, mut pick: impl FnMut(u32) -> u32) {
        let unknown = |known: &KnownPiece| !known.known_to.contains(observer);
        for i in 0..self.on_top.len() {
            if unknown(&self.on_top[i])
                && let Some(piece) = self.tower.nth(pick(self.tower.len() as u32) as usize)
            {
                self.tower.remove(piece);
                self.on_top[i].piece = piece;
            }
        }
    }

    /// The space `piece` lies on.
    pub fn space_of(&self, piece: PieceId) -> Option<Space> {
        self.market.iter().position(|p| *p == Some(piece)).map(|i| Space(i as u8))
    }

    /// Takes `piece` out of whosever reserve it is in, and says whose.
    pub(crate) fn take_from_reserve(&mut self, piece: PieceId) -> Option<Seat> {
        let owner = self.reserve.iter().position(|reserve| reserve.contains(piece))?;
        self.reserve[owner].remove(piece);
        Some(Seat::at(owner))
    }

    /// The piece at `cell` of a palace.
    pub fn at(&self, seat: Seat, cell: Cell) -> Option<PieceId> {
        self.palace[seat.index()].iter().find(|p| self.standing[p.index()].cell == cell)
    }

    /// Every set of pieces, for the census.
    #[cfg(feature = "testkit")]
    pub(crate) fn sets(&self) -> impl Iterator<Item = PieceSet> {
        let market: PieceSet = self.market.iter().flatten().copied().collect();
        [self.tower_set(), self.dirk, self.aside, self.gone, market]
            .into_iter()
            .chain(self.palace)
            .chain(self.reserve)
            .chain(self.bought)
    }

    /// How many of each building type stand in a palace.
    pub fn count(&self, set: PieceSet) -> [u8; 6] {
        let mut counts = [0; 6];
        for piece in set.iter() {
            if let Some(building) = self.building[piece.index()] {
                counts[building.index()] += 1;
            }
            if let (true, Some(second)) =
                (PROJECTS.contains(piece), PRINTS[0][piece.index()].building_type(1))
            {
                counts[second.index()] += 1;
            }
        }
        counts
    }
}
