//! What a position is worth, by a small network that was taught with games it played against itself.
//!
//! It reads more than the weighted sum of the [`evaluation`] does and finds out by itself how things go together: a lead in
//! towers is worth little where six towers are still to come and a rival can pay the one on the market. What it has learnt
//! about one type of building holds for all types, and what about one currency for all currencies; what they bring is among
//! the inputs. Everything is seen from one seat and asked for each; the shares of the win are the soft maximum over
//! the seats. One network for every number of scorings held. Plain arithmetic in a fixed order: the same bits on every
//! machine.

mod inputs;

pub use inputs::{Inputs, OF_CURRENCY, OF_TYPE, Seen, WHOLE};

use crate::evaluation;
use alhambra_rules::{GameState, MAX_SEATS};

/// How many combinations of the numbers of a seat, a type and a currency the network looks for.
const COMBINATIONS: [usize; 3] = [32, 16, 16];

/// A sum of inputs, and of combinations of them as far as they are positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<const I: usize, const H: usize> {
    /// What each input adds to each combination.
    pub into: [[f32; H]; I],
    /// What each combination begins with.
    pub bias: [f32; H],
    /// What each combination is worth, if it is positive.
    pub out: [f32; H],
    /// What each input is worth by itself.
    pub skip: [f32; I],
}

impl<const I: usize, const H: usize> Layer<I, H> {
    const BLANK: Self = Layer { into: [[0.0; H]; I], bias: [0.0; H], out: [0.0; H], skip: [0.0; I] };

    /// The combinations of these inputs, before the negative ones are dropped.
    pub fn combinations(&self, inputs: &[f32; I]) -> [f32; H] {
        let mut sums = self.bias;
        for (input, weights) in inputs.iter().zip(&self.into) {
            if *input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }

    fn worth(&self, inputs: &[f32; I]) -> f32 {
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

/// The weights for one number of scorings held.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// For the seat as a whole.
    pub whole: Layer<WHOLE, { COMBINATIONS[0] }>,
    /// For every type of building alike.
    pub of_type: Layer<OF_TYPE, { COMBINATIONS[1] }>,
    /// For every currency alike.
    pub of_currency: Layer<OF_CURRENCY, { COMBINATIONS[2] }>,
}

impl Stage {
    /// Nothing learnt yet.
    pub const BLANK: Stage = Stage { whole: Layer::BLANK, of_type: Layer::BLANK, of_currency: Layer::BLANK };

    /// How good a seat stands; only differences mean something.
    pub fn standing(&self, inputs: &Inputs) -> f32 {
        let types: f32 = inputs.types.iter().map(|inputs| self.of_type.worth(inputs)).sum();
        let currencies: f32 = inputs.currencies.iter().map(|inputs| self.of_currency.worth(inputs)).sum();
        self.whole.worth(&inputs.whole) + types + currencies
    }

    /// All weights, in a fixed order.
    pub fn weights(&mut self) -> impl Iterator<Item = &mut f32> {
        self.whole.weights().chain(self.of_type.weights()).chain(self.of_currency.weights())
    }
}

/// A network for each number of scorings held.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// For none, one and two scorings held.
    pub stages: [Stage; 3],
}

/// How many bytes [`Network::write`] writes.
const BYTES: usize = 3 * 2 * (size(WHOLE, 0) + size(OF_TYPE, 1) + size(OF_CURRENCY, 2));

const fn size(inputs: usize, layer: usize) -> usize {
    (inputs + 2) * COMBINATIONS[layer] + inputs
}

impl Network {
    /// Nothing learnt yet.
    pub const BLANK: Network = Network { stages: [const { Stage::BLANK }; 3] };

    /// Taught with games it played against itself; see `docs/guide/bots.md` for how.
    pub const TAUGHT: &'static Network = {
        static TAUGHT: Network = Network::decode(include_bytes!("taught.bin"));
        &TAUGHT
    };

    /// Reads what [`Network::write`] wrote; `None` if it is not that.
    pub fn read(bytes: &[u8]) -> Option<Box<Network>> {
        bytes.try_into().ok().map(|bytes| Box::new(Network::decode(bytes)))
    }

    const fn decode(bytes: &[u8; BYTES]) -> Network {
        const fn fill(numbers: &mut [f32], bytes: &[u8; BYTES], at: &mut usize) {
            let mut i = 0;
            while i < numbers.len() {
                numbers[i] = i16::from_le_bytes([bytes[*at], bytes[*at + 1]]) as f32 / STEPS;
                *at += 2;
                i += 1;
            }
        }
        const fn layer<const I: usize, const H: usize>(
            layer: &mut Layer<I, H>,
            bytes: &[u8; BYTES],
            at: &mut usize,
        ) {
            fill(layer.into.as_flattened_mut(), bytes, at);
            fill(&mut layer.bias, bytes, at);
            fill(&mut layer.out, bytes, at);
            fill(&mut layer.skip, bytes, at);
        }
        let mut network = Network::BLANK;
        let (mut held, mut at) = (0, 0);
        while held < 3 {
            let stage = &mut network.stages[held];
            layer(&mut stage.whole, bytes, &mut at);
            layer(&mut stage.of_type, bytes, &mut at);
            layer(&mut stage.of_currency, bytes, &mut at);
            held += 1;
        }
        network
    }

    /// The weights as two bytes each.
    pub fn write(&mut self) -> Vec<u8> {
        let rounded = |weight: &mut f32| ((*weight * STEPS).round() as i16).to_le_bytes();
        self.stages.iter_mut().flat_map(Stage::weights).flat_map(rounded).collect()
    }

    /// Every seat's share of the win, as estimated, or as it came out.
    pub fn shares(&self, game: &GameState) -> [f32; MAX_SEATS] {
        if game.is_over() {
            return evaluation::outcome_shares(game);
        }
        let seen = Seen::of(game);
        let stage = &self.stages[seen.held()];
        let mut standings = [0.0; MAX_SEATS];
        for seat in game.rules().seats() {
            standings[seat.index()] = stage.standing(&seen.inputs(seat));
        }
        evaluation::soft_maximum(standings, game.rules().players())
    }
}

/// A weight of one is kept as so many steps.
const STEPS: f32 = 2048.0;

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
        assert_eq!(bytes, include_bytes!("taught.bin"));
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
}
