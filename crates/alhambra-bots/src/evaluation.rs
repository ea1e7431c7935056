//! What a position is worth: every seat's share of the win, from named terms with fitted weights.
//!
//! A term is a number for one seat, read off the table: its points, what the majorities would bring in each
//! scoring to come, its wall, its money. A weighted sum of the terms says how good a seat stands, and the shares
//! are the soft maximum over the seats. Terms are read through the engine's own queries (counts, tables, walls,
//! scores), so what a module changes there is seen here.

use crate::network::Network;
use crate::policy;
use crate::standing::Standing;
use alhambra_rules::{Building, Currency, GameState, KindSet, MAX_SEATS, PieceId, Seat};

/// The terms, in the order of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Term {
    /// Points so far.
    Score,
    /// What the majorities of the first scoring would bring now; 0 after it.
    FirstScoring,
    /// The same for the second scoring.
    SecondScoring,
    /// The same for the last scoring.
    LastScoring,
    /// What the majorities of the next scoring bring on average, if leads are lost now and then.
    NextHope,
    /// What the majorities of the last scoring bring on average, if leads are lost often.
    LastHope,
    /// Buildings, each as much as the first place of its type: steps towards places.
    Steps,
    /// The longest wall.
    Wall,
    /// Coins, up to the dearest tile in each currency.
    Money,
    /// Coins beyond that.
    SpareMoney,
    /// How many prices could be paid exactly, over all currencies.
    Exactness,
    /// What tiles on the market could be paid exactly now.
    WithinReach,
    /// Tiles in the reserve.
    Reserve,
    /// How soon the seat is to move: 1 at once, 0 last.
    Tempo,
}

/// How many terms there are.
pub const TERMS: usize = 14;

/// The terms of one seat, scaled so that most lie between 0 and 10.
pub type Terms = [f32; TERMS];

/// The weight of every term at the beginning and at the end of a stretch between scorings.
pub type Weights = [[[f32; 2]; TERMS]; 3];

/// Fitted by `cargo xtask bots fit medium 20000` to 266,348 positions of games of
/// medium bots (cross-entropy on games left aside 0.8786; knowing nothing but the number of players gives 1.10).
/// What stands out: early on, buildings themselves (`Steps`) and exact money (`Exactness`) decide, because the places
/// will change; towards a scoring the places as they stand take over, and in the last stretch the score does.
pub const WEIGHTS: Weights = include!("weights.in");

/// How many points ahead at the end make a win likely instead of certain: a playout is a guess, and a game lost
/// by two points there was nearly won.
const NARROW: f32 = 6.0;

/// What modules promise every seat beyond what it has scored: what each of them would add in the scorings to come as
/// things stand, and what it says a seat has begun.
pub(crate) fn promised(game: &GameState, rounds: std::ops::Range<usize>) -> [i16; MAX_SEATS] {
    let mut promised = [0; MAX_SEATS];
    if game.rules().modules == 0 {
        return promised;
    }
    for round in rounds {
        let points = game.module_points(round as u8 + 1);
        promised.iter_mut().zip(points).for_each(|(promised, points)| *promised += points);
    }
    for seat in game.rules().seats() {
        promised[seat.index()] += game.worth(seat);
    }
    promised
}

/// The terms of every seat and how far the game has come: scorings held, and the part of the tower that is used up.
pub fn terms(game: &GameState) -> ([Terms; MAX_SEATS], usize, f32) {
    terms_of(game, &Standing::of(game))
}

/// The same where who has what is known already.
pub(crate) fn terms_of(game: &GameState, standing: &Standing) -> ([Terms; MAX_SEATS], usize, f32) {
    let rules = game.rules();
    let pieces = game.pieces();
    let players = rules.players();
    let due = game.to_move().unwrap_or(game.turn().seat);
    let promised = promised(game, standing.rounds());
    let mut all = [[0.0; TERMS]; MAX_SEATS];
    for seat in rules.seats() {
        let terms = &mut all[seat.index()];
        let mut set = |term: Term, value: f32| terms[term as usize] = value;
        // What modules will add is as good as scored; a deduction stops at nothing.
        let score = (game.score(seat) as i16 + promised[seat.index()]).max(0);
        set(Term::Score, f32::from(score) / 10.0);
        let rounds = [Term::FirstScoring, Term::SecondScoring, Term::LastScoring];
        let points = Building::ALL.map(|building| standing.points(building, seat, 0));
        for round in standing.rounds() {
            let sum: i32 = points.iter().map(|points| points[round].0).sum();
            set(rounds[round], sum as f32 / 10.0);
        }
        if let Some(next) = standing.rounds().next() {
            let hope = |round: usize, slack: f32| -> f32 {
                Building::ALL.map(|building| standing.hope(round, building, seat, slack)).iter().sum()
            };
            set(Term::NextHope, hope(next, 1.5) / 10.0);
            set(Term::LastHope, hope(2, 4.0) / 10.0);
        }
        let steps = Building::ALL.map(|building| {
            let first = if standing.rounds().is_empty() { 0 } else { standing.first_place(2, building) };
            first * i32::from(standing.halves(seat, building))
        });
        set(Term::Steps, steps.iter().sum::<i32>() as f32 / 180.0);
        set(Term::Wall, f32::from(game.longest_wall(seat)) / 5.0);
        let (mut money, mut spare, mut exact, mut reach) = (0, 0, 0, 0);
        let hand = game.hand(seat);
        for currency in Currency::ALL {
            let own = hand.only(KindSet::money(currency));
            let total = i32::from(own.total());
            money += total.min(13);
            spare += (total - 13).max(0);
            let sums = own.each().fold(1u64, |sums, card| sums | sums << card.value());
            exact += (sums & 0b11_1111_1111_1100).count_ones();
            let space = rules.edition().market.iter().position(|c| *c == currency);
            if let Some(piece) = space.and_then(|space| pieces.market[space]).filter(|_| rules.modules == 0) {
                reach += (sums >> game.piece(piece).price.min(63) & 1) as i32;
            }
        }
        if rules.modules != 0 {
            // Modules change prices and what pays them.
            let offered = pieces.market.iter().flatten();
            reach += offered.filter(|piece| pays_exactly(game, seat, **piece)).count() as i32;
            // Cards with a value and no currency of their own are a purse as well.
            let other = hand.minus(hand.only(KindSet::MONEY));
            let total: i32 = other.iter().map(|(card, n)| i32::from(card.value()) * i32::from(n)).sum();
            money += total.min(13);
            spare += (total - 13).max(0);
        }
        set(Term::Money, money as f32 / 10.0);
        set(Term::SpareMoney, spare as f32 / 10.0);
        set(Term::Exactness, exact as f32 / 10.0);
        set(Term::WithinReach, reach as f32);
        set(Term::Reserve, pieces.reserve[seat.index()].len() as f32);
        let wait = (seat.index() + players - due.index()) % players;
        set(Term::Tempo, 1.0 - wait as f32 / (players - 1) as f32);
    }
    let tower = game.pieces().tower_len() as f32;
    (all, standing.rounds().start.min(2), (1.0 - tower / rules.edition().tower.len() as f32).clamp(0.0, 1.0))
}

/// Whether cards in a hand make up the price of a tile exactly, as this game has it.
fn pays_exactly(game: &GameState, seat: Seat, piece: PieceId) -> bool {
    let Some(pay) = game.price(seat, piece) else { return false };
    let hand = game.hand(seat);
    let makes = |kinds: KindSet| policy::sums(hand.only(kinds)) >> pay.price.min(63) & 1 != 0;
    pay.purses().any(|purse| purse.with.is_none() && makes(purse.kinds))
}

/// How good each seat stands; only differences mean something.
pub fn standings(game: &GameState, weights: &Weights) -> [f32; MAX_SEATS] {
    let (all, held, used) = terms(game);
    let mut sums = [0.0; MAX_SEATS];
    for (sum, terms) in sums.iter_mut().zip(&all).take(game.rules().players()) {
        for (term, [first, last]) in terms.iter().zip(&weights[held]) {
            *sum += term * (first + (last - first) * used);
        }
    }
    sums
}

/// Who says what a position is worth.
#[derive(Clone, Copy, Debug)]
pub enum Judge {
    /// The weighted sum of the terms.
    Sum(&'static Weights),
    /// A network.
    Network(&'static Network),
}

impl Judge {
    /// In a microsecond.
    pub const QUICK: Judge = Judge::Sum(&WEIGHTS);

    /// Every seat's share of the win, as estimated, or as it came out.
    pub fn shares(&self, game: &GameState) -> [f32; MAX_SEATS] {
        match self {
            Judge::Sum(weights) => shares(game, weights),
            Judge::Network(network) => network.shares(game),
        }
    }
}

/// Every seat's share of the win, as estimated, or as it came out.
pub fn shares(game: &GameState, weights: &Weights) -> [f32; MAX_SEATS] {
    if game.is_over() {
        return outcome_shares(game);
    }
    soft_maximum(standings(game, weights), game.rules().players())
}

/// The shares of a game that is over.
pub(crate) fn outcome_shares(game: &GameState) -> [f32; MAX_SEATS] {
    let mut standings = [0.0; MAX_SEATS];
    for seat in game.rules().seats() {
        standings[seat.index()] = f32::from(game.score(seat)) / NARROW;
    }
    soft_maximum(standings, game.rules().players())
}

/// Shares in proportion to the exponential; seats that do not play get none.
pub fn soft_maximum(values: [f32; MAX_SEATS], players: usize) -> [f32; MAX_SEATS] {
    let most = values[..players].iter().copied().fold(f32::MIN, f32::max);
    let mut shares = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for (share, value) in shares.iter_mut().zip(values).take(players) {
        *share = exp(value - most);
        sum += *share;
    }
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// The exponential of a number that is not positive, by plain arithmetic: the same bits on every machine, which
/// the mathematical library does not promise. Exact to a few parts in a thousand.
fn exp(x: f32) -> f32 {
    // (1 + x/256)^256, with the second-order term that makes up for stopping there.
    let x = x.max(-60.0) / 256.0;
    let mut power = 1.0 + x + x * x / 2.0;
    for _ in 0..8 {
        power *= power;
    }
    power
}
