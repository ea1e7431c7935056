//! The nine abilities: what each costs and when it can be used.

use super::guards;
use super::{LANDS, PLAZAS, board};
use crate::GameState;
use crate::core::building::{Building, Currency};
use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::{CardKind, Footprint, PieceId, PieceKind};
use crate::core::cell::Side;
use crate::core::modifiers;
use crate::core::placing;
use crate::core::purchase;
use crate::core::seat::Seat;
use crate::core::terms::Terms;
use serde::{Deserialize, Serialize};

/// An ability of the guard board. The order is frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "testkit", derive(arbitrary::Arbitrary))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Ability {
    /// GA1: exchanges the building on a bought land with one on the yard.
    #[default]
    Trade,
    /// GA2: buys a building of the preview.
    Preview,
    /// GA3: a wall piece for a tile that waits to be placed.
    Wall,
    /// GA4: a purchase that was overpaid counts as exact.
    Exact,
    /// GA5: takes a card of the display.
    Cash,
    /// GA6: draws another building for the one just paid.
    Redraw,
    /// GA7: takes a plaza.
    Plaza,
    /// GA8: moves a guard.
    Relocate,
    /// GA9: takes a half-building.
    Half,
}

impl Ability {
    /// All abilities, in their order.
    pub const ALL: [Ability; 9] = [
        Ability::Trade,
        Ability::Preview,
        Ability::Wall,
        Ability::Exact,
        Ability::Cash,
        Ability::Redraw,
        Ability::Plaza,
        Ability::Relocate,
        Ability::Half,
    ];

    /// Those of the printed side of the guard board (reconstructed).
    pub(super) const STARTER: [Ability; ABILITIES] =
        [Ability::Cash, Ability::Exact, Ability::Wall, Ability::Trade];

    /// A word for it.
    pub const fn word(self) -> &'static str {
        [
            "trade_buildings",
            "buy_from_the_preview",
            "wall_piece",
            "count_as_exact",
            "take_cash",
            "draw_another_building",
            "take_a_plaza",
            "move_a_guard",
            "half_building",
        ][self as usize]
    }

    /// How many guards it costs.
    pub(super) const fn guards(self) -> u8 {
        if matches!(self, Ability::Half) { 2 } else { 1 }
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self as u8
    }

    /// Whether it is used between actions; the others belong to a purchase.
    pub(super) const fn at_any_time(self) -> bool {
        !matches!(self, Ability::Preview | Ability::Redraw)
    }

    /// Whether it can be used as far as everybody can see.
    pub(super) fn open(self, g: &GameState, seat: Seat) -> Result<(), &'static str> {
        let state = &g.mods.red_palace;
        if !state.abilities.contains(&self) {
            return Err("not_on_the_guard_board");
        }
        if state.used & self.bit() != 0 {
            return Err("used_once_in_a_turn");
        }
        guards::payable(g, seat, self.guards())?;
        self.fits(g, seat)
    }

    /// Whether the conditions of this one ability hold.
    fn fits(self, g: &GameState, seat: Seat) -> Result<(), &'static str> {
        let state = &g.mods.red_palace;
        let pieces = &g.core.pieces;
        match self {
            Ability::Trade if typed(g, seat).next().is_none() => Err("no_building_waits"),
            Ability::Trade if on_yard(g).next().is_none() => Err("nothing_on_the_yard_to_trade"),
            Ability::Preview if state.preview == [None; 3] => Err("preview_is_empty"),
            Ability::Wall if state.walls == 0 => Err("no_wall_pieces_left"),
            Ability::Wall if edges(g, seat).next().is_none() => Err("no_open_side_waits"),
            Ability::Exact if state.over == 0 => Err("nothing_was_overpaid"),
            Ability::Cash if g.core.display.is_empty() => Err("display_is_empty"),
            Ability::Redraw if board::bag(g) == [0; 6] => Err("bag_is_empty"),
            Ability::Plaza if pieces.aside.and(PLAZAS).is_empty() => Err("no_plazas_left"),
            // With points nobody has a guard to move.
            Ability::Relocate if guards::of(g, seat).nth(1).is_none() => Err("no_further_guard"),
            Ability::Half if state.half.iter().all(Option::is_some) => Err("no_half_buildings_left"),
            _ => Ok(()),
        }
    }

    /// Whether it can be used, the hand included.
    pub(super) fn able(self, g: &GameState, seat: Seat) -> Result<(), &'static str> {
        self.open(g, seat)?;
        self.hand_allows(g, seat)
    }

    /// Whether the hand allows it too.
    pub(super) fn hand_allows(self, g: &GameState, seat: Seat) -> Result<(), &'static str> {
        match self {
            Ability::Trade if trades(g, seat).next().is_none() => Err("no_card_to_discard_for_it"),
            _ => Ok(()),
        }
    }

    /// The abilities used between actions that are [`open`](Ability::open), in no particular order: what they have in
    /// common is looked at once.
    pub(super) fn all_open(g: &GameState, seat: Seat) -> impl Iterator<Item = Ability> + '_ {
        let state = &g.mods.red_palace;
        let most = guards::payable_at_most(g, seat);
        let left = state.abilities.into_iter().filter(move |ability| {
            ability.guards() <= most && state.used & ability.bit() == 0 && ability.at_any_time()
        });
        left.filter(move |ability| ability.fits(g, seat).is_ok())
    }
}

/// How many abilities there are in a game.
pub(super) const ABILITIES: usize = 4;

/// The abilities of the printed side of the guard board, or those its owner says are printed there.
pub(super) fn printed_abilities(corrected: Option<&[u8]>) -> [Ability; ABILITIES] {
    let places: Option<[u8; ABILITIES]> = corrected.and_then(|places| places.try_into().ok());
    places
        .map_or(Ability::STARTER, |places| places.map(|i| Ability::ALL[usize::from(i) % Ability::ALL.len()]))
}

/// The buildings of a seat that wait to be placed. What another owner has had stands there in wood and is traded no more
/// (AMB-RP-18).
fn typed(g: &GameState, seat: Seat) -> impl Iterator<Item = PieceId> + '_ {
    let bought = g.core.pieces.bought[seat.index()].and(LANDS).without(g.mods.red_palace.manned);
    bought.iter().filter(|piece| g.core.pieces.building[piece.index()].is_some())
}

/// The buildings on the yard with the currency of their space.
fn on_yard(g: &GameState) -> impl Iterator<Item = (PieceId, Currency)> + '_ {
    let spaces = g.core.pieces.market.iter().zip(g.core.rules.edition().market);
    spaces
        .filter_map(|(piece, currency)| piece.map(|piece| (piece, *currency)))
        .filter(|(piece, _)| LANDS.contains(*piece) && g.core.pieces.building[piece.index()].is_some())
}

/// Cards that are cash: money, and master builders, who are money of their currency (AMB-RP-28).
const CASH: KindSet = KindSet::MONEY.or(KindSet::MASTER_BUILDERS);

/// The cash cards of a currency.
fn cash(currency: Currency) -> KindSet {
    KindSet::money(currency).or(KindSet(1 << CardKind::master_builder(currency).number()))
}

/// GA1: what can be traded for what, and paid for with a card of the hand.
pub(super) fn trades(g: &GameState, seat: Seat) -> impl Iterator<Item = (PieceId, PieceId)> + '_ {
    let hand = g.core.hands[seat.index()];
    typed(g, seat).flat_map(move |mine| {
        let held = move |(_, currency): &(PieceId, Currency)| !hand.only(cash(*currency)).is_empty();
        on_yard(g).filter(held).map(move |(theirs, _)| (mine, theirs))
    })
}

/// GA1: the cards that can be discarded for a building of the yard.
pub(super) fn trade_cards(g: &GameState, seat: Seat, theirs: PieceId) -> impl Iterator<Item = CardKind> {
    let space = g.core.pieces.space_of(theirs);
    let kinds = space.map_or(KindSet(0), |space| cash(purchase::currency_of(g, space)));
    g.core.hands[seat.index()].only(kinds).iter().map(|(card, _)| card)
}

/// GA2: the cards that can be discarded so that the rest of the hand pays the exact price (ruling 44).
pub(super) fn spare_cards(g: &GameState, seat: Seat, piece: PieceId) -> impl Iterator<Item = CardKind> + '_ {
    let hand = g.core.hands[seat.index()];
    let request = board::request(g, seat, piece);
    let pay = purchase::quoted(g, &request);
    // What the whole hand cannot pay it cannot pay without a card.
    let payable = modifiers::payable_with(g, hand, &request, &pay, 0);
    // An exchange card is no cash card; a diamond may serve as any (AMB-RP-28).
    let any = if payable { hand.only(CASH.or(KindSet::DIAMONDS)) } else { Cards::EMPTY };
    any.iter()
        .map(|(card, _)| card)
        .filter(move |card| modifiers::payable_with(g, hand.minus(Cards::one(*card)), &request, &pay, 0))
}

/// GA2: the buildings of the preview the hand can pay for.
pub(super) fn previews(g: &GameState, seat: Seat) -> impl Iterator<Item = PieceId> + '_ {
    let preview = g.mods.red_palace.preview.into_iter().flatten();
    preview.filter(move |piece| spare_cards(g, seat, *piece).next().is_some())
}

/// GA3: the open sides of tiles that wait to be placed. A camp has bastions, no walls (AMB-RP-8), and a square is no
/// building that was bought (AMB-RP-22).
pub(super) fn edges(g: &GameState, seat: Seat) -> impl Iterator<Item = (PieceId, Side)> + '_ {
    let tiles = g.core.pieces.bought[seat.index()].iter().filter(|piece| {
        let printed = g.core.piece(*piece);
        let neither = matches!(printed.kind, PieceKind::Camp | PieceKind::Square);
        !neither && printed.footprint == Footprint::One
    });
    tiles.flat_map(|piece| {
        let walls = placing::walls(g, piece, Default::default());
        Side::ALL.into_iter().filter(move |side| !walls.has(*side)).map(move |side| (piece, side))
    })
}

/// GA9: the half-buildings that are left.
pub(super) fn halves(g: &GameState) -> impl Iterator<Item = Building> + '_ {
    Building::ALL.into_iter().filter(|building| g.mods.red_palace.half[building.index()].is_none())
}

/// The offer of a building of the preview.
pub(super) fn preview_offer(g: &GameState, seat: Seat, piece: PieceId) -> Option<purchase::Offered> {
    purchase::offer(g, seat, piece, super::FROM_PREVIEW, Terms::NONE)
}
