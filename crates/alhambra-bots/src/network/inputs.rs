//! The numbers a network reads.

use crate::evaluation::{self, TERMS, Term, Terms};
use crate::policy;
use crate::standing::Standing;
use alhambra_rules::{Building, Cards, Currency, GameState, KindSet, MAX_SEATS, Seat, Walls};

/// How many numbers say how far the game is; they are beside all others.
const WHEN: usize = 7;
/// How many numbers describe a seat as a whole.
pub const WHOLE: usize = 2 * TERMS + 2 * 6 + 16 + WHEN;
/// How many describe its buildings of one type.
pub const OF_TYPE: usize = 16 + WHEN;
/// How many describe its money of one currency.
pub const OF_CURRENCY: usize = 21 + WHEN;

/// What is known of a seat, scaled so that most numbers lie between -1 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// As a whole.
    pub whole: [f32; WHOLE],
    /// By type of building.
    pub types: [[f32; OF_TYPE]; 6],
    /// By currency.
    pub currencies: [[f32; OF_CURRENCY]; 4],
}

/// The four tiles with one wall.
const SINGLE: [Walls; 4] =
    [Walls::from_bits(1), Walls::from_bits(2), Walls::from_bits(4), Walls::from_bits(8)];

/// What one seat could do with one market space.
#[derive(Clone, Copy, Debug, Default)]
struct Purse {
    total: f32,
    cards: f32,
    /// How many prices could be paid exactly.
    prices: f32,
    payable: bool,
    exact: bool,
    /// With one card of the display.
    payable_soon: bool,
    exact_soon: bool,
    /// What its tile would bring in the next and in the last scoring.
    gain: [f32; 2],
}

/// A tile on the market.
#[derive(Clone, Copy, Debug)]
struct Offer {
    building: Option<Building>,
    price: u8,
}

/// The tiles on the market in the currencies of their spaces, at the printed prices.
fn printed_offers(game: &GameState) -> [Option<Offer>; 4] {
    let pieces = game.pieces();
    Currency::ALL.map(|currency| {
        let space = game.rules().edition().market.iter().position(|c| *c == currency);
        let piece = space.and_then(|space| pieces.market[space])?;
        Some(Offer { building: pieces.building[piece.index()], price: game.piece(piece).price })
    })
}

/// The same as modules have it: in the currency a seat may pay, at the price it would pay.
fn offers(game: &GameState, seat: Seat) -> [Option<Offer>; 4] {
    let mut offers = [None; 4];
    for &piece in game.pieces().market.iter().flatten() {
        let Some(pay) = game.price(seat, piece) else { continue };
        let purses = pay.purses().filter(|purse| purse.with.is_none());
        let currency = purses.filter_map(|purse| policy::currency_of(purse.kinds)).next();
        if let Some(currency) = currency {
            let building = game.pieces().building[piece.index()];
            offers[currency.index()].get_or_insert(Offer { building, price: pay.price });
        }
    }
    offers
}

/// A number for a fact.
fn flag(fact: bool) -> f32 {
    f32::from(u8::from(fact))
}

/// Fills a row of inputs from the left.
fn fill<const N: usize>(values: impl IntoIterator<Item = f32>, when: &[f32; WHEN]) -> [f32; N] {
    let mut row = [0.0; N];
    row.iter_mut().zip(values.into_iter().chain(*when)).for_each(|(slot, value)| *slot = value);
    row
}

/// A table, looked over once for all seats.
#[derive(Debug)]
pub struct Seen<'g> {
    game: &'g GameState,
    standing: Standing,
    terms: [Terms; MAX_SEATS],
    held: usize,
    /// The part of the tower that is used up.
    used: f32,
    /// The next scoring.
    next: usize,
    /// What a type brings in the next and the last scoring, now and with one more building.
    points: [[[[f32; 2]; 2]; 6]; MAX_SEATS],
    /// What each seat can buy in each currency.
    offers: [[Option<Offer>; 4]; MAX_SEATS],
    purses: [[Purse; 4]; MAX_SEATS],
    tower: [u8; 6],
    market: [u8; 6],
}

impl<'g> Seen<'g> {
    /// Looks a table over.
    pub fn of(game: &'g GameState) -> Seen<'g> {
        let standing = Standing::of(game);
        let (terms, held, used) = evaluation::terms_of(game, &standing);
        let rules = game.rules();
        let pieces = game.pieces();
        let next = standing.rounds().next().unwrap_or(2);
        let mut seen = Seen {
            game,
            standing,
            terms,
            held,
            used,
            next,
            points: [[[[0.0; 2]; 2]; 6]; MAX_SEATS],
            offers: [[None; 4]; MAX_SEATS],
            purses: [[Purse::default(); 4]; MAX_SEATS],
            tower: pieces.count(pieces.tower_set()),
            market: [0; 6],
        };
        for piece in pieces.market.iter().flatten() {
            if let Some(building) = pieces.building[piece.index()] {
                seen.market[building.index()] += 1;
            }
        }
        let printed = printed_offers(game);
        for seat in rules.seats() {
            seen.offers[seat.index()] = if rules.modules == 0 { printed } else { offers(game, seat) };
            for building in Building::ALL {
                seen.points[seat.index()][building.index()] = [0, 2].map(|more| {
                    let points = seen.standing.points(building, seat, more);
                    [points[next].0 as f32 / 10.0, points[2].0 as f32 / 20.0]
                });
            }
            let hand = game.hand(seat);
            seen.purses[seat.index()] = Currency::ALL.map(|currency| seen.purse(seat, hand, currency));
        }
        seen
    }

    /// Scorings held, 2 at most.
    pub fn held(&self) -> usize {
        self.held
    }

    /// What is known of a seat.
    pub fn inputs(&self, seat: Seat) -> Inputs {
        let when = self.when(seat);
        Inputs {
            whole: self.whole(seat, &when),
            types: Building::ALL.map(|building| self.of_type(seat, building, &when)),
            currencies: Currency::ALL.map(|currency| self.of_currency(seat, currency, &when)),
        }
    }

    fn purse(&self, seat: Seat, hand: Cards, currency: Currency) -> Purse {
        let own = hand.only(KindSet::money(currency));
        let sums = own.each().fold(1u64, |sums, card| sums | sums << card.value());
        let total = own.total();
        let offer = self.offers[seat.index()][currency.index()];
        let pays = |total: u16| offer.is_some_and(|offer| total >= u16::from(offer.price));
        let meets = |sums: u64| offer.is_some_and(|offer| sums >> offer.price.min(63) & 1 != 0);
        let (mut payable_soon, mut exact_soon) = (pays(total), meets(sums));
        for card in self.game.display().iter().filter(|card| card.currency() == Some(currency)) {
            payable_soon |= pays(total + u16::from(card.value()));
            exact_soon |= meets(sums << card.value());
        }
        let gain = offer.and_then(|offer| offer.building).map_or([0.0; 2], |building| {
            let [now, then] = self.points[seat.index()][building.index()];
            [then[0] - now[0], then[1] - now[1]]
        });
        Purse {
            total: f32::from(total),
            cards: own.each().count() as f32,
            prices: (sums & 0b11_1111_1111_1100).count_ones() as f32,
            payable: pays(total),
            exact: meets(sums),
            payable_soon,
            exact_soon,
            gain,
        }
    }

    /// How far the game is, seen from a seat.
    fn when(&self, seat: Seat) -> [f32; WHEN] {
        let players = self.game.rules().players();
        let due = self.game.to_move().unwrap_or(self.game.turn().seat);
        let wait = (seat.index() + players - due.index()) % players;
        let tower = self.game.pieces().tower_len() as f32;
        let scoring = match self.game.scoring_window() {
            Some((first, last)) => {
                let (first, last) = (first as f32, last as f32);
                // The chance that it comes with the next five cards.
                let near = ((6.0 - first) / (last - first + 1.0)).clamp(0.0, 1.0);
                [first / 30.0, last / 30.0, near]
            }
            None => [tower / 30.0, tower / 10.0, (1.0 - tower / 8.0).max(0.0)],
        };
        let [first, last, near] = scoring;
        [first, last, near, flag(wait == 0), flag(wait == 1), flag(players == 2), flag(players > 3)]
    }

    fn of_type(&self, seat: Seat, building: Building, when: &[f32; WHEN]) -> [f32; OF_TYPE] {
        let standing = &self.standing;
        let i = building.index();
        let own = f32::from(standing.halves(seat, building));
        let (first, second) = self.rivals(seat, building);
        let [now, then] = self.points[seat.index()][i];
        let place = |round: usize| match standing.rounds().contains(&round) {
            true => standing.first_place(round, building) as f32,
            false => 0.0,
        };
        let sold = |offer: &Option<Offer>| offer.is_some_and(|offer| offer.building == Some(building));
        let purse = |seat: Seat| {
            let offers = self.offers[seat.index()].iter().zip(&self.purses[seat.index()]);
            offers.filter(|(offer, _)| sold(offer)).map(|(_, purse)| purse)
        };
        let rivals = self.game.rules().seats().filter(|other| *other != seat);
        let able = rivals.filter(|rival| purse(*rival).any(|purse| purse.payable)).count();
        fill(
            [
                own / 8.0,
                first / 8.0,
                second / 8.0,
                ((own - first) / 4.0).clamp(-1.0, 1.0),
                ((own - second) / 4.0).clamp(-1.0, 1.0),
                f32::from(self.tower[i]) / 8.0,
                f32::from(self.market[i]) / 2.0,
                flag(purse(seat).any(|purse| purse.payable)),
                flag(purse(seat).any(|purse| purse.exact)),
                able as f32 / 2.0,
                now[0],
                now[1],
                then[0] - now[0],
                then[1] - now[1],
                place(self.next) / 10.0,
                place(2) / 20.0,
            ],
            when,
        )
    }

    /// The most and second most half buildings of a type among the others.
    fn rivals(&self, seat: Seat, building: Building) -> (f32, f32) {
        let (mut first, mut second) = (0.0f32, 0.0f32);
        for other in self.standing.others(seat, building) {
            (first, second) = (first.max(other), second.max(first.min(other)));
        }
        (first, second)
    }

    fn of_currency(&self, seat: Seat, currency: Currency, when: &[f32; WHEN]) -> [f32; OF_CURRENCY] {
        let own = &self.purses[seat.index()][currency.index()];
        let price = self.offers[seat.index()][currency.index()].map_or(0.0, |offer| f32::from(offer.price));
        let seats = self.game.rules().seats();
        let rivals =
            seats.filter(|other| *other != seat).map(|rival| &self.purses[rival.index()][currency.index()]);
        let (mut most, mut payable, mut exact, mut gain) = (0.0f32, 0.0, 0.0, [0.0f32; 2]);
        for rival in rivals {
            most = most.max(rival.total);
            payable += flag(rival.payable) / 2.0;
            exact += flag(rival.exact) / 2.0;
            gain.iter_mut().zip(rival.gain).for_each(|(gain, rival)| *gain = gain.max(rival));
        }
        let [soon, late] = own.gain;
        let if_payable = flag(own.payable);
        let if_exact = flag(own.exact);
        fill(
            [
                (own.total / 13.0).min(2.0),
                own.cards / 4.0,
                own.prices / 10.0,
                price / 13.0,
                ((price - own.total) / 13.0).max(0.0),
                if_payable,
                if_exact,
                flag(own.payable_soon),
                flag(own.exact_soon),
                soon,
                late,
                soon * if_payable,
                late * if_payable,
                soon * if_exact,
                late * if_exact,
                (most / 13.0).min(2.0),
                payable,
                exact,
                gain[0],
                gain[1],
                (own.total / 13.0 - 1.0).max(0.0),
            ],
            when,
        )
    }

    /// The rest: walls, room, points, and the terms of the weighted sum.
    fn whole(&self, seat: Seat, when: &[f32; WHEN]) -> [f32; WHOLE] {
        let game = self.game;
        let rules = game.rules();
        let holes = rules.house.holes;
        let palace = game.palace(seat);
        let rivals = || rules.seats().filter(|other| *other != seat);
        let wall = |seat: Seat| self.terms[seat.index()][Term::Wall as usize] / 2.0;
        let longest = rivals().map(wall).fold(0.0, f32::max);
        // With what modules promise, as in the terms.
        let points = |seat: Seat| self.terms[seat.index()][Term::Score as usize] * 10.0;
        let score = points(seat);
        let best = rivals().map(points).fold(0.0, f32::max);
        let sum: f32 = rivals().map(points).sum();
        let shown: f32 = game.display().iter().map(|card| f32::from(card.value())).sum();
        let players = rules.players();
        let rest = [
            wall(seat),
            wall(seat) - longest,
            palace.legal_cells(Walls::NONE, holes).len() as f32 / 10.0,
            SINGLE.iter().map(|walls| palace.legal_cells(*walls, holes).len()).sum::<usize>() as f32 / 20.0,
            palace.len() as f32 / 15.0,
            score / 60.0,
            (score - best) / 20.0,
            (score - sum / (players - 1).max(1) as f32) / 20.0,
            game.deck_len() as f32 / 100.0,
            game.pieces().tower_len() as f32 / rules.edition().tower.len() as f32,
            shown / 30.0,
            game.display().len() as f32 / 4.0,
            flag(players == 2),
            flag(players == 4),
            flag(players > 4),
            game.hand(seat).each().count() as f32 / 10.0,
        ];
        let types = Building::ALL.into_iter().flat_map(|building| {
            let own = f32::from(self.standing.halves(seat, building));
            [own / 8.0, ((own - self.rivals(seat, building).0) / 4.0).clamp(-1.0, 1.0)]
        });
        let terms = self.terms[seat.index()].iter().flat_map(|term| [term / 4.0, term / 4.0 * self.used]);
        fill(terms.chain(types).chain(rest), when)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::{Io, Seeded, Setup};

    #[test]
    fn every_input_has_a_value_and_every_value_an_input() {
        let game = GameState::new(&Setup::players(4), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let seen = Seen::of(&game);
        assert_eq!(seen.held(), 0);
        for seat in game.rules().seats() {
            let inputs = seen.inputs(seat);
            // The last number of every row says that more than three play: nothing was left out, nothing was too much.
            assert_eq!(inputs.whole[WHOLE - 1], 1.0);
            assert!(inputs.types.iter().all(|row| row[OF_TYPE - 1] == 1.0));
            assert!(inputs.currencies.iter().all(|row| row[OF_CURRENCY - 1] == 1.0));
        }
    }
}
