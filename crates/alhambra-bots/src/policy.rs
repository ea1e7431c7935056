//! What looks good at a glance: every answer to a decision with its worth in hundredths of a point.
//!
//! The worth adds up what majorities and the longest wall would bring in the scorings that are left, what the
//! hand is good for, and the extra action of an exact payment. Integers throughout: the same game on every
//! machine. The medium bot takes the best; the search tries the best ones first and plays its imagined games
//! with the quick version, which leaves out what costs most and decides least.

use crate::land::Land;
use crate::standing::Standing;
use alhambra_rules::{
    Action, Building, Cards, Cell, CellSet, Currency, DecisionKind, Footprint, GameState, KindSet, PayRules,
    PieceId, PieceKind, Quarters, Seat, Walls,
};

// The numbers were found by letting variants play against each other (one against two, 900 games a step); the
// last set wins 53 % against two of the first guess, and then 42 % against two of that.

/// How much a point counts in the next scoring and the ones after it, where counts will have changed.
const ROUNDS: [i32; 3] = [100, 23, 21];
/// What a segment of the longest wall brings with none to three scorings left.
const SEGMENT: [i32; 4] = [0, 49, 134, 183];
/// What another action in the same turn is worth.
pub(crate) const EXTRA_ACTION: i32 = 588;
/// What a coin in the hand is worth, as long as its currency has not enough for any tile.
const COIN: i32 = 58;
/// What a coin beyond that is worth.
const SPARE_COIN: i32 = 11;
/// No tile costs more; money above it in one currency waits for a second tile.
const DEAREST: i32 = 13;
/// What it is worth that some price could be paid exactly.
const EXACT_PRICE: i32 = 7;
/// What a cell where some tile could be laid is worth.
const ROOM: i32 = 4;
/// Taking a tile out of the reserve costs an action; so much per cent of its worth is left there.
const RESERVED: i32 = 30;
/// So much per cent of a tile's worth is in a hand that can pay it exactly, can pay it, or is on the way there.
const IN_HAND: [i32; 3] = [45, 21, 19];
/// So much per cent of a segment's worth is in a wall of a tile that has no place yet; for quick glances.
const LIKELY_WALL: i32 = 45;

/// The walls of typical tiles, to see how much room a palace has.
const TYPICAL: [Walls; 5] =
    [Walls::NONE, Walls::from_bits(1), Walls::from_bits(2), Walls::from_bits(4), Walls::from_bits(8)];

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// As a player at the table does: every cell, the room that is left, exchanges with the reserve.
    Full,
    /// As in an imagined game, of which there are hundreds.
    Quick,
}

/// An answer and what it looks worth, in hundredths of a point.
pub(crate) type Ranked = (i32, Action);

/// Lists answers to the pending decision of `seat` with their worth, in no order. Empty for decisions the base
/// game does not know. In the main phase `Decline` is worth 0, and what is worth less is not always listed.
pub(crate) fn rank(game: &GameState, seat: Seat, care: Care, out: &mut Vec<Ranked>) {
    out.clear();
    match game.pending().map(|pending| pending.kind) {
        Some(DecisionKind::MainAction) => Glance::new(game, seat, care).main_action(out),
        Some(DecisionKind::PlaceTile) => Glance::new(game, seat, care).place(out),
        _ => {}
    }
}

/// A tile on the market and what it would bring.
#[derive(Clone, Copy)]
struct Wanted {
    piece: PieceId,
    pay: PayRules,
    /// The currency it is paid in.
    currency: Option<Currency>,
    /// What may be laid down with money of this currency, that money included.
    with_money: KindSet,
    /// What pays instead of any currency.
    instead: KindSet,
    worth: i32,
}

/// A purse for each currency, and one for what pays without having any.
const PURSES: usize = Currency::ALL.len() + 1;
const INSTEAD: usize = Currency::ALL.len();

/// One decision, with what was worked out for it.
struct Glance<'g> {
    game: &'g GameState,
    seat: Seat,
    care: Care,
    standing: Standing,
    /// What one more building of a type brings; 0 for types of which the seat could get none.
    gains: [i32; 6],
    /// What one more segment of wall brings.
    segment: i32,
    hand: Cards,
}

impl<'g> Glance<'g> {
    fn new(game: &'g GameState, seat: Seat, care: Care) -> Glance<'g> {
        let standing = Standing::of(game);
        let segment = SEGMENT[standing.rounds().len()];
        let hand = game.hand(seat);
        let mut glance = Glance { game, seat, care, standing, gains: [0; 6], segment, hand };
        // Only of what the seat could get: nothing is asked more often than this.
        let pieces = game.pieces();
        let own = pieces.reserve[seat.index()].iter().chain(pieces.bought[seat.index()].iter());
        let mut known = [false; 6];
        for piece in pieces.market.iter().flatten().copied().chain(own) {
            if let Some(building) = glance.building(piece)
                && !std::mem::replace(&mut known[building.index()], true)
            {
                let gain = glance.majority(building, 2) - glance.majority(building, 0);
                glance.gains[building.index()] = gain;
            }
        }
        glance
    }

    /// What the majorities of one type are worth with `more` half buildings.
    fn majority(&self, building: Building, more: i8) -> i32 {
        let count = i32::from(self.standing.halves(self.seat, building)) + i32::from(more);
        let players = self.game.rules().players() as i32;
        let mut worth = 0;
        let points = self.standing.points(building, self.seat, more);
        for (round, weight) in self.standing.rounds().zip(ROUNDS) {
            let (mine, theirs) = points[round];
            // A building that changes no place yet is a step towards the first one.
            let steps = self.standing.first_place(round, building) * count / 18;
            // What the others get hurts as well, but only one of them is the rival.
            worth += weight * (mine + steps) - weight * theirs / players;
        }
        worth
    }

    fn building(&self, piece: PieceId) -> Option<Building> {
        self.game.pieces().building[piece.index()]
    }

    fn building_worth(&self, piece: PieceId) -> i32 {
        self.building(piece).map_or(0, |building| self.gains[building.index()])
    }

    /// What the majorities change by when one tile takes the place of another.
    fn exchange_worth(&self, piece: PieceId, out: PieceId) -> i32 {
        let lost = |building| self.majority(building, 0) - self.majority(building, -2);
        match (self.building(piece), self.building(out)) {
            (new, old) if new == old => 0,
            (_, old) => self.building_worth(piece) - old.map_or(0, lost),
        }
    }

    /// Whether a tile is one cell: its walls say what it does to a palace. What is not (camps, half and double cells) is
    /// tried on the table instead.
    fn is_plain(&self, piece: PieceId) -> bool {
        let tile = self.game.piece(piece);
        matches!(tile.footprint, Footprint::One) && tile.kind != PieceKind::Camp
    }

    fn walls(&self, piece: PieceId) -> Walls {
        self.game.walls(piece)
    }

    /// Calls `each` with the cells and turns for a tile and what laying it so brings beyond the building itself.
    fn cells(&self, piece: PieceId, room: bool, mut each: impl FnMut(i32, Cell, Quarters)) {
        let land = Land::of(self.game, self.seat);
        let walls = self.walls(piece);
        let rooms = room && self.care == Care::Full;
        let worth = |land: &Land| {
            self.segment * i32::from(land.longest_wall()) + if rooms { room_left(land) } else { 0 }
        };
        let now = worth(&land);
        if !self.is_plain(piece) {
            // For a quick glance it adds no wall, wherever it lies; a closer look tries it on the table.
            if self.care == Care::Quick {
                self.game.cells_for(self.seat, piece).iter().for_each(|at| each(0, at, Quarters::ZERO));
            }
            return;
        }
        let mut turned = |turn: Quarters, cells: CellSet| {
            for at in cells.iter() {
                let mut land = land;
                land.lay(at, walls.turned(turn));
                each(worth(&land) - now, at, turn);
            }
        };
        turned(Quarters::ZERO, self.game.cells_for(self.seat, piece));
        if self.care == Care::Full && self.game.rules().modules != 0 {
            for turn in self.game.turns(self.seat, piece).filter(|turn| *turn != Quarters::ZERO) {
                turned(turn, self.game.cells_turned(self.seat, piece, turn));
            }
        }
    }

    fn main_action(&self, out: &mut Vec<Ranked>) {
        let wanted = self.wanted();
        if self.game.check(self.seat, &Action::Decline).is_ok() {
            out.push((0, Action::Decline));
        }
        let now = self.purses_worth(self.hand, &wanted, None);
        self.takes(&wanted, now, out);
        self.purchases(&wanted, now, out);
        self.redesigns(out);
    }

    fn wanted(&self) -> Vec<Wanted> {
        let tiles = self.game.pieces().market.iter().flatten().filter_map(|&piece| {
            let pay = self.game.price(self.seat, piece)?;
            let building = self.building_worth(piece);
            let worth = match self.care {
                Care::Quick => building + self.walls(piece).len() as i32 * self.segment * LIKELY_WALL / 100,
                Care::Full => {
                    let mut wall = (!self.is_plain(piece)).then_some(0);
                    self.cells(piece, false, |worth, _, _| wall = wall.max(Some(worth)));
                    wall.map_or(building * RESERVED / 100, |wall| building + wall)
                }
            };
            let (mut paid_in, mut instead) = (None, KindSet::default());
            for kinds in pay.purses().filter(|purse| purse.with.is_none()).map(|purse| purse.kinds) {
                match currency_of(kinds) {
                    Some(currency) if paid_in.is_none() => paid_in = Some((currency, kinds)),
                    None if kinds.0 & KindSet::MONEY.0 == 0 => instead = instead.or(kinds),
                    _ => {}
                }
            }
            let (currency, with_money) = paid_in.unzip();
            let with_money = with_money.unwrap_or_default();
            Some(Wanted { piece, pay, currency, with_money, instead, worth: worth.max(0) })
        });
        tiles.collect()
    }

    /// What each purse is good for while these tiles are on the market.
    fn purses_worth(&self, hand: Cards, wanted: &[Wanted], but: Option<PieceId>) -> [i32; PURSES] {
        let mut worth = [0; PURSES];
        for currency in Currency::ALL {
            worth[currency.index()] = self.purse_worth(hand, currency, wanted, but);
        }
        worth[INSTEAD] = self.worth_instead(hand, wanted, but);
        worth
    }

    /// What the money of one currency is good for while these tiles are on the market.
    fn purse_worth(&self, hand: Cards, currency: Currency, wanted: &[Wanted], but: Option<PieceId>) -> i32 {
        let money = KindSet::money(currency);
        let own = hand.only(money);
        let total = i32::from(own.total());
        let sums = sums(own);
        let mut worth = coins_worth(total, sums);
        for tile in wanted.iter().filter(|tile| tile.currency == Some(currency) && Some(tile.piece) != but) {
            worth += match tile.with_money == money {
                true => in_hand(tile, total, sums),
                false => {
                    let own = hand.only(tile.with_money);
                    in_hand(tile, i32::from(own.total()), self::sums(own))
                }
            };
        }
        worth
    }

    /// What cards are good for that have a value but none of the four currencies. They pay for any tile, but only for one.
    fn worth_instead(&self, hand: Cards, wanted: &[Wanted], but: Option<PieceId>) -> i32 {
        if self.game.rules().modules == 0 {
            return 0;
        }
        let own = hand.minus(hand.only(KindSet::MONEY));
        if own.total() == 0 {
            return 0;
        }
        let paid = |tile: &Wanted| {
            let own = own.only(tile.instead);
            in_hand(tile, i32::from(own.total()), sums(own))
        };
        let tiles = wanted.iter().filter(|tile| Some(tile.piece) != but);
        coins_worth(i32::from(own.total()), sums(own)) + tiles.map(paid).max().unwrap_or(0)
    }

    fn takes(&self, wanted: &[Wanted], now: [i32; PURSES], out: &mut Vec<Ranked>) {
        let display = self.game.display();
        let limit = self.game.rules().edition().take_limit;
        for set in 1..1u16 << display.len() {
            let mut after = self.hand;
            let (mut sum, mut touched) = (0, 0u8);
            for (_, card) in display.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0) {
                after.add(*card);
                // A card without value is taken alone.
                sum += if card.value() == 0 { limit + 1 } else { card.value() };
                touched |= 1 << card.currency().map_or(INSTEAD, Currency::index);
            }
            if set.is_power_of_two() || sum <= limit {
                let gained = |currency: Currency| match touched >> currency.index() & 1 {
                    0 => 0,
                    _ => self.purse_worth(after, currency, wanted, None) - now[currency.index()],
                };
                let instead = match touched >> INSTEAD & 1 {
                    0 => 0,
                    _ => self.worth_instead(after, wanted, None) - now[INSTEAD],
                };
                let money: i32 = Currency::ALL.map(gained).iter().sum();
                out.push((money + instead, Action::Take(set)));
            }
        }
    }

    fn purchases(&self, wanted: &[Wanted], now: [i32; PURSES], out: &mut Vec<Ranked>) {
        let total: i32 = now.iter().sum();
        for tile in wanted.iter().filter(|tile| tile.pay.affordable(self.hand)) {
            tile.pay.minimal(self.hand, |payment| {
                let exact = payment.total() == u16::from(tile.pay.price);
                let left = self.hand.minus(payment);
                let purse = |currency| self.purse_worth(left, currency, wanted, Some(tile.piece));
                let kept: i32 = match tile.currency {
                    // Other currencies are not touched.
                    Some(currency) if payment.total_of(currency) == payment.total() => {
                        total - now[currency.index()] + purse(currency)
                    }
                    _ => self.purses_worth(left, wanted, Some(tile.piece)).iter().sum(),
                };
                let worth = tile.worth + kept - total + if exact { EXTRA_ACTION } else { 0 };
                out.push((worth, Action::Buy { piece: tile.piece, payment }));
            });
        }
    }

    fn redesigns(&self, out: &mut Vec<Ranked>) {
        for piece in self.game.pieces().reserve[self.seat.index()].iter() {
            let building = self.building_worth(piece);
            self.cells(piece, true, |worth, at, turn| {
                out.push((building + worth, Action::Add { piece, at, turn }))
            });
            if self.care == Care::Full {
                self.swaps(piece, out);
            }
        }
    }

    /// Swaps that leave a longer wall, or the dearer tile under an equal one. Others might look good in turns,
    /// to and fro, and a game in which nobody does anything else would never end.
    fn swaps(&self, piece: PieceId, out: &mut Vec<Ranked>) {
        let now = self.game.longest_wall(self.seat);
        for old in self.game.replaceable(self.seat, piece).iter() {
            let then = self.game.wall_swapped(self.seat, piece, old, Quarters::ZERO);
            if (then, self.game.piece(piece).price) > (now, self.game.piece(old).price) {
                let wall = i32::from(then) - i32::from(now);
                let worth = self.exchange_worth(piece, old) + self.segment * wall;
                out.push((worth, Action::Swap { piece, out: old, turn: Quarters::ZERO }));
            }
        }
    }

    fn place(&self, out: &mut Vec<Ranked>) {
        for piece in self.game.pieces().bought[self.seat.index()].iter() {
            if self.care == Care::Full && !self.is_plain(piece) {
                // The reserve and every place are tried on the table, and held against each other there.
                continue;
            }
            // Its own gain already counts it as built.
            let building = self.building_worth(piece);
            out.push((building * RESERVED / 100, Action::Reserve { piece }));
            self.cells(piece, true, |worth, at, turn| {
                out.push((building + worth, Action::Place { piece, at, turn }));
            });
        }
    }
}

/// The one currency whose money is among these kinds.
pub(crate) fn currency_of(kinds: KindSet) -> Option<Currency> {
    let money = kinds.0 & KindSet::MONEY.0;
    Currency::ALL.into_iter().find(|currency| KindSet::money(*currency).0 == money)
}

/// What cards are good for whatever is on the market.
fn coins_worth(total: i32, sums: u64) -> i32 {
    let coins = COIN * total.min(DEAREST) + SPARE_COIN * (total - DEAREST).max(0);
    coins + EXACT_PRICE * (sums & 0b11_1111_1111_1100).count_ones() as i32
}

/// How much of a tile's worth is in cards that pay for it.
fn in_hand(tile: &Wanted, total: i32, sums: u64) -> i32 {
    let price = i32::from(tile.pay.price);
    if sums >> price.min(63) & 1 != 0 {
        tile.worth * IN_HAND[0] / 100
    } else if total >= price {
        tile.worth * IN_HAND[1] / 100
    } else {
        tile.worth * IN_HAND[2] / 100 * total / price.max(1)
    }
}

/// How much room a palace leaves for what comes.
fn room_left(land: &Land) -> i32 {
    let cells: usize = TYPICAL.iter().map(|walls| land.cells(*walls).len().min(12)).sum();
    ROOM * cells as i32
}

/// The sums that cards can pay exactly, as bits.
pub(crate) fn sums(cards: Cards) -> u64 {
    cards.each().fold(1, |sums, card| sums | sums << card.value())
}

#[cfg(test)]
mod tests;
