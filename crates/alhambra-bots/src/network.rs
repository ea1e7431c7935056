//! What a position is worth, by a small network that was taught with games of searching players.
//!
//! It reads more than the [`evaluation`] does, type by type and currency by currency, and finds out by
//! itself how things go together: a lead in towers is worth little where six towers are still to come and a rival can
//! pay the one on the market. Everything is seen from one seat and asked for each; the shares of the win are the soft
//! maximum over the seats. One network for every number of scorings held. Plain arithmetic in a fixed order: the same
//! bits on every machine.

use crate::evaluation::{self, TERMS};
use crate::standing::Standing;
use alhambra_rules::{Building, Currency, GameState, KindSet, MAX_SEATS, Walls};

/// How many numbers describe a seat.
pub const INPUTS: usize = 2 * TERMS + 6 * BY_TYPE + 4 * BY_CURRENCY + 18;
const BY_TYPE: usize = 9;
/// How many of them are about one currency.
pub const BY_CURRENCY: usize = 7;
/// Where those begin.
pub const MONEY: usize = 2 * TERMS + 6 * BY_TYPE;
/// How many combinations of them the network looks for.
pub const HIDDEN: usize = 32;

/// What is known of a seat, scaled so that most numbers lie between -1 and 1.
pub type Inputs = [f32; INPUTS];

/// The weights for one number of scorings held.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What each input adds to each combination.
    pub into: [[f32; HIDDEN]; INPUTS],
    /// What each combination begins with.
    pub bias: [f32; HIDDEN],
    /// What each combination is worth, if it is positive.
    pub out: [f32; HIDDEN],
    /// What each input is worth by itself.
    pub skip: [f32; INPUTS],
}

impl Layer {
    /// Nothing learnt yet.
    pub const BLANK: Layer =
        Layer { into: [[0.0; HIDDEN]; INPUTS], bias: [0.0; HIDDEN], out: [0.0; HIDDEN], skip: [0.0; INPUTS] };

    /// The combinations of these inputs, before the negative ones are dropped.
    pub fn combinations(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut sums = self.bias;
        for (input, weights) in inputs.iter().zip(&self.into) {
            if *input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }

    /// How good a seat stands; only differences mean something.
    pub fn standing(&self, inputs: &Inputs) -> f32 {
        let straight: f32 = inputs.iter().zip(&self.skip).map(|(input, weight)| input * weight).sum();
        let combined = self.combinations(inputs);
        straight + combined.iter().zip(&self.out).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>()
    }

    /// All weights, in a fixed order.
    pub fn weights(&mut self) -> impl Iterator<Item = &mut f32> {
        let into = self.into.iter_mut().flatten();
        into.chain(&mut self.bias).chain(&mut self.out).chain(&mut self.skip)
    }
}

/// A network for each number of scorings held.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// For none, one and two scorings held.
    pub layers: [Layer; 3],
}

/// How many bytes [`Network::write`] writes.
const BYTES: usize = 3 * 2 * (INPUTS * HIDDEN + HIDDEN + HIDDEN + INPUTS);

impl Network {
    /// Nothing learnt yet.
    pub const BLANK: Network = Network { layers: [const { Layer::BLANK }; 3] };

    /// Taught with games of searching players; see `docs/guide/bots.md` for how.
    pub const TAUGHT: &'static Network = {
        static TAUGHT: Network = Network::decode(include_bytes!("network.bin"));
        &TAUGHT
    };

    /// Reads what [`Network::write`] wrote; `None` if it is not that.
    pub fn read(bytes: &[u8]) -> Option<Box<Network>> {
        bytes.try_into().ok().map(|bytes| Box::new(Network::decode(bytes)))
    }

    const fn decode(bytes: &[u8; BYTES]) -> Network {
        const fn next(bytes: &[u8; BYTES], at: &mut usize) -> f32 {
            *at += 2;
            i16::from_le_bytes([bytes[*at - 2], bytes[*at - 1]]) as f32 / STEPS
        }
        const fn fill(numbers: &mut [f32], bytes: &[u8; BYTES], at: &mut usize) {
            let mut i = 0;
            while i < numbers.len() {
                numbers[i] = next(bytes, at);
                i += 1;
            }
        }
        let mut network = Network::BLANK;
        let (mut held, mut at) = (0, 0);
        while held < 3 {
            let layer = &mut network.layers[held];
            fill(layer.into.as_flattened_mut(), bytes, &mut at);
            fill(&mut layer.bias, bytes, &mut at);
            fill(&mut layer.out, bytes, &mut at);
            fill(&mut layer.skip, bytes, &mut at);
            held += 1;
        }
        network
    }

    /// The weights as two bytes each.
    pub fn write(&mut self) -> Vec<u8> {
        let rounded = |weight: &mut f32| ((*weight * STEPS).round() as i16).to_le_bytes();
        self.layers.iter_mut().flat_map(Layer::weights).flat_map(rounded).collect()
    }

    /// Every seat's share of the win, as estimated, or as it came out.
    pub fn shares(&self, game: &GameState) -> [f32; MAX_SEATS] {
        if game.is_over() {
            return evaluation::outcome_shares(game);
        }
        let (inputs, held) = inputs(game);
        let mut standings = [0.0; MAX_SEATS];
        let players = game.rules().players();
        for (standing, inputs) in standings.iter_mut().zip(&inputs).take(players) {
            *standing = self.layers[held].standing(inputs);
        }
        evaluation::soft_maximum(standings, players)
    }
}

/// A weight of one is kept as so many steps.
const STEPS: f32 = 2048.0;

/// The four tiles with one wall.
const SINGLE: [Walls; 4] =
    [Walls::from_bits(1), Walls::from_bits(2), Walls::from_bits(4), Walls::from_bits(8)];

/// The inputs of every seat, and the scorings held.
pub fn inputs(game: &GameState) -> ([Inputs; MAX_SEATS], usize) {
    let standing = Standing::of(game);
    let (terms, held, used) = evaluation::terms_of(game, &standing);
    let rules = game.rules();
    let players = rules.players();
    let pieces = game.pieces();
    let tower = pieces.count(pieces.tower_set());
    let mut market = [0u8; 6];
    for piece in pieces.market.iter().flatten() {
        if let Some(building) = pieces.building[piece.index()] {
            market[building.index()] += 1;
        }
    }
    let mut walls = [0.0; MAX_SEATS];
    rules.seats().for_each(|seat| walls[seat.index()] = f32::from(game.palace(seat).longest_wall()));
    let shown: f32 = game.display().iter().map(|card| f32::from(card.value())).sum();
    let next = standing.rounds().next().unwrap_or(2);
    let due = game.to_move().unwrap_or(game.turn().seat);
    let mut all = [[0.0; INPUTS]; MAX_SEATS];
    for seat in rules.seats() {
        let mut slots = all[seat.index()].iter_mut();
        let mut put = |value: f32| {
            if let Some(slot) = slots.next() {
                *slot = value;
            }
        };
        for term in terms[seat.index()] {
            put(term / 4.0);
            put(term / 4.0 * used);
        }
        for building in Building::ALL {
            let own = f32::from(standing.halves(seat, building));
            let (mut first, mut second) = (0.0f32, 0.0f32);
            for other in standing.others(seat, building) {
                (first, second) = (first.max(other), second.max(first.min(other)));
            }
            let points = standing.points(building, seat, 0);
            put(own / 8.0);
            put(first / 8.0);
            put(second / 8.0);
            put(((own - first) / 4.0).clamp(-1.0, 1.0));
            put(((own - second) / 4.0).clamp(-1.0, 1.0));
            put(f32::from(tower[building.index()]) / 8.0);
            put(f32::from(market[building.index()]) / 2.0);
            put(points[next].0 as f32 / 10.0);
            put(points[2].0 as f32 / 20.0);
        }
        let hand = game.hand(seat);
        for currency in Currency::ALL {
            let own = hand.only(KindSet::money(currency));
            let total = f32::from(own.total());
            let sums = own.each().fold(1u64, |sums, card| sums | sums << card.value());
            put((total / 13.0).min(2.0));
            put(own.each().count() as f32 / 4.0);
            let space = rules.edition().market.iter().position(|c| *c == currency);
            let tile = space.and_then(|space| pieces.market[space]);
            let price = tile.map_or(u8::MAX, |piece| game.piece(piece).price);
            let payable = tile.is_some() && own.total() >= u16::from(price);
            let exact = tile.is_some() && sums >> price.min(63) & 1 != 0;
            let building = tile.and_then(|piece| pieces.building[piece.index()]);
            let gain = |round: usize| {
                building.map_or(0.0, |building| {
                    let [now, then] = [0, 2].map(|more| standing.points(building, seat, more)[round].0);
                    (then - now) as f32
                })
            };
            let (soon, late) = if payable { (gain(next) / 10.0, gain(2) / 20.0) } else { (0.0, 0.0) };
            put(f32::from(u8::from(payable)));
            put(f32::from(u8::from(exact)));
            put(soon);
            put(late);
            put(if exact { soon } else { 0.0 });
        }
        let palace = game.palace(seat);
        let holes = rules.house.holes;
        let rivals = || rules.seats().filter(|other| *other != seat);
        let wall = walls[seat.index()];
        let longest = rivals().map(|other| walls[other.index()]).fold(0.0, f32::max);
        put(wall / 10.0);
        put((wall - longest) / 10.0);
        put(palace.legal_cells(Walls::NONE, holes).len() as f32 / 10.0);
        put(SINGLE.iter().map(|walls| palace.legal_cells(*walls, holes).len()).sum::<usize>() as f32 / 20.0);
        put(palace.len() as f32 / 15.0);
        let score = f32::from(game.score(seat));
        let best = rivals().map(|other| f32::from(game.score(other))).fold(0.0, f32::max);
        let sum: f32 = rivals().map(|other| f32::from(game.score(other))).sum();
        put(score / 60.0);
        put((score - best) / 20.0);
        put((score - sum / (players - 1).max(1) as f32) / 20.0);
        put(game.deck_len() as f32 / 100.0);
        put(pieces.tower_len() as f32 / 54.0);
        put(shown / 30.0);
        put(game.display().len() as f32 / 4.0);
        put(f32::from(u8::from(players == 2)));
        put(f32::from(u8::from(players == 4)));
        put(f32::from(u8::from(players > 4)));
        let wait = (seat.index() + players - due.index()) % players;
        put(f32::from(u8::from(wait == 0)));
        put(f32::from(u8::from(wait == 1)));
        put(1.0);
    }
    (all, held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, MediumBot};
    use alhambra_rules::belief::{Belief, Recall};
    use alhambra_rules::{Io, Quick, Seeded, Setup};

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let mut taught = Network::TAUGHT.clone();
        let bytes = taught.write();
        assert_eq!(bytes, include_bytes!("network.bin"));
        assert_eq!(Network::read(&bytes).as_deref(), Some(&taught));
        assert_eq!(Network::read(&bytes[1..]), None);
    }

    /// Over 60 games of medium bots with everybody's share asked after the second scoring: whoever wins was thought to win
    /// far more often than one time in three.
    #[test]
    fn the_network_knows_who_will_win() {
        let (mut bot, mut dice) = (MediumBot::default(), Quick::new(1));
        let mut thought = 0.0;
        for seed in 0..60 {
            let mut luck = Seeded::new(seed);
            let mut game = GameState::new(&Setup::players(3), &mut Io::silent(&mut luck)).unwrap();
            let mut shares = None;
            while let Some(seat) = game.to_move() {
                if game.scorings() == 2 && shares.is_none() {
                    shares = Some(Network::TAUGHT.shares(&game));
                }
                let action = bot.decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
                game.apply(seat, action, &mut Io::silent(&mut luck)).unwrap();
            }
            let shares = shares.expect("every game goes on after the second scoring");
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01, "{shares:?}");
            let winners = game.winners().unwrap();
            thought += winners.iter().map(|seat| shares[seat.index()]).sum::<f32>() / winners.len() as f32;
        }
        assert!(thought > 60.0 * 0.45, "{thought}");
    }

    #[test]
    fn every_input_is_filled_for_those_who_play() {
        let game = GameState::new(&Setup::players(3), &mut Io::silent(&mut Seeded::new(1))).unwrap();
        let (inputs, held) = inputs(&game);
        assert_eq!(held, 0);
        // The last one is always 1: nothing was left out, nothing was too much.
        assert!(inputs[..3].iter().all(|inputs| inputs[INPUTS - 1] == 1.0));
        assert_eq!(inputs[3], [0.0; INPUTS]);
    }
}
