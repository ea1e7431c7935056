//! Tiles beside the market that belong to the space they were drawn for.
//!
//! They are paid in its currency and stay until somebody buys them, whatever becomes of the tile on the space. Any
//! number may lie beside one space.

use super::building::Currency;
use super::catalogue::{PieceId, PieceKind};
use super::payment::{Context, Payee};
use super::pieces::Space;
use super::purchase::{Listing, currency_of};
use crate::GameState;
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// The most tiles of one kind that can lie beside the market.
const TILES: usize = 6;

/// For the tiles of a kind, in their order, the space each was drawn for. Of a tile that does not lie beside the
/// market it says nothing: that tile is in the tower or has been bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beside([Option<Space>; TILES]);

impl Beside {
    /// A tile has been laid beside the space it was drawn for.
    pub(crate) fn lay(&mut self, kind: PieceKind, piece: PieceId, space: Space) {
        if let Some(place) = kind.pieces().iter().position(|other| other == piece) {
            self.0[place] = Some(space);
        }
    }

    /// The tiles beside the market, each with its space, by number.
    pub(crate) fn tiles(self, g: &GameState, kind: PieceKind) -> impl Iterator<Item = (PieceId, Space)> {
        let aside = g.core.pieces.aside;
        let spaces = kind.pieces().iter().zip(self.0);
        spaces.filter_map(move |(piece, space)| aside.contains(piece).then_some((piece, space?)))
    }

    /// P1: all of them are for sale at the printed price, in the currency of their space, also out of turn; a tile on
    /// the space is not needed for that.
    pub(crate) fn offers(self, g: &GameState, kind: PieceKind, out: &mut Vec<Listing>) {
        out.extend(self.tiles(g, kind).map(|(piece, space)| Listing {
            piece,
            currency: currency_of(g, space),
            price: g.core.facts(piece).price,
            context: Context::SideTile,
            payee: Payee::Discard,
            out_of_turn: true,
        }));
    }

    /// What lies beside each space, under the name of its currency.
    pub(crate) fn shows(self, g: &GameState, kind: PieceKind) -> Vec<(&'static str, Shown)> {
        let beside = |currency: Currency| {
            let tiles = self.tiles(g, kind).filter(|(_, space)| currency_of(g, *space) == currency);
            (currency.name(), Shown::Tiles(tiles.map(|(piece, _)| piece).collect()))
        };
        Currency::ALL.map(beside).into()
    }

    /// Whether it is known of every tile beside the market which space it was drawn for.
    ///
    /// # Errors
    /// The tile that has none.
    pub(crate) fn census(self, g: &GameState, kind: PieceKind) -> Result<(), String> {
        let aside = g.core.pieces.aside.and(kind.pieces());
        let known = |(piece, space): (PieceId, Space)| {
            (usize::from(space.0) < g.core.pieces.market.len()).then_some(piece)
        };
        let known = self.tiles(g, kind).filter_map(known).collect();
        match aside.without(known).first() {
            Some(piece) => Err(format!("{} lies beside no space", g.piece(piece).key)),
            None => Ok(()),
        }
    }

    /// For scenarios, `denar bathhouse-1, denar bathhouse-2`: lays tiles beside spaces, out of the tower or out of the
    /// tiles the scenario left out of it.
    ///
    /// # Errors
    /// What the text gets wrong.
    #[cfg(feature = "testkit")]
    pub(crate) fn arranged(g: &mut GameState, kind: PieceKind, text: &str) -> Result<Beside, String> {
        let mut beside = Beside::default();
        for words in text.split(',').map(str::trim) {
            let (money, key) = words.split_once(' ').ok_or("say the currency of the space, then the tile")?;
            let space = g.core.rules.edition().market.iter().position(|currency| currency.name() == money);
            let space = space.ok_or_else(|| format!("there is no space for \"{money}\""))?;
            let piece = PieceId::with_key(key).filter(|piece| kind.pieces().contains(*piece));
            let piece = piece.ok_or_else(|| format!("\"{key}\" is no {}", kind.name()))?;
            let pieces = &mut g.core.pieces;
            if !(pieces.tower.remove(piece) || pieces.gone.remove(piece)) {
                return Err(format!("{key} is already somewhere else"));
            }
            pieces.aside.insert(piece);
            beside.lay(kind, piece, Space(space as u8));
        }
        Ok(beside)
    }
}
