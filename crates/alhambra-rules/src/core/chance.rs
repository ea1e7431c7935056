//! Chance: the only source of randomness, in numbered streams.
//!
//! The state holds no seed and no hidden order. It asks for a number below `n` and says from which stream
//! and as which draw of that stream, so switching a module on never disturbs another component's luck, undo
//! needs no generator state, and two variants of a game can share their random numbers.

use serde::{Deserialize, Serialize};

macro_rules! streams {
    ($($number:literal $name:ident $doc:literal),* $(,)?) => {
        /// A component that is shuffled, drawn or rolled. Numbers are frozen (ADR 0003).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Stream { $(#[doc = $doc] $name = $number),* }

        impl Stream {
            /// All streams, by number.
            pub const ALL: [Stream; Stream::COUNT] = [$(Stream::$name),*];
            /// How many streams there are.
            pub const COUNT: usize = [$($number),*].len();
        }
    };
}

streams! {
    0 Tower "The tower of building tiles.",
    1 Money "The money deck.",
    2 Start "Who begins.",
    3 Market "The order of the market spaces (HR-5).",
    4 Coins "The bag of coins.",
    5 Chests "The bag of treasure chests.",
    6 Characters "Which characters take part.",
    7 Scouts "The scout cards.",
    8 Invasion "The invasion cards.",
    9 Squares "The six piles of squares.",
    10 Bonus "The bonus cards.",
    11 Thieves "The thief cards.",
    12 MasterBuilders "The master-builder cards.",
    13 SultanDie "The sultan's die.",
    14 ScoreCards "The new score cards.",
    15 PowerDice "The dice of the buildings of power.",
    16 HandymenDice "The handymen's dice.",
    17 Keys "The key tiles.",
    18 Fruit "The fruit of the orchards.",
    19 Animals "The animals of the zoo.",
    20 Projects "The major construction projects.",
    21 Craftsmen "The travelling craftsmen.",
    22 Bag "Bags of tiles: building sites, grounds, The Red Palace.",
    23 Boards "Boards and orders laid out at the start: caravanserai, missions, orchards, guard board.",
    24 Servants "The servants of the palace staff.",
    25 Colours "The colour projects.",
}

impl Serialize for Stream {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        (*self as u8).serialize(s)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Stream, D::Error> {
        let number = u8::deserialize(d)?;
        Stream::ALL
            .get(usize::from(number))
            .copied()
            .ok_or_else(|| serde::de::Error::custom(format!("there is no chance stream {number}")))
    }
}

/// The source of randomness of a game.
pub trait Chance {
    /// A number below `n` (`n` ≥ 1): draw number `draw` of `stream`.
    fn pick(&mut self, n: u32, stream: Stream, draw: u16) -> u32;
}

/// Chance from a seed: the answer depends on seed, stream and draw number only.
///
/// The mixing is ours and frozen, because libraries may change how they sample between versions.
#[derive(Clone, Copy, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// Chance for this seed.
    pub const fn new(seed: u64) -> Seeded {
        Seeded(mix(seed ^ 0x6a09_e667_f3bc_c908))
    }
}

impl Chance for Seeded {
    fn pick(&mut self, n: u32, stream: Stream, draw: u16) -> u32 {
        below(n, mix(self.0 ^ ((stream as u64) << 32 | u64::from(draw)).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

/// A finaliser with full avalanche (the constants of SplitMix64).
const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Maps 64 random bits to a number below `n`; the bias is below n / 2^64.
const fn below(n: u32, bits: u64) -> u32 {
    ((bits as u128 * n as u128) >> 64) as u32
}

/// A quick generator for playouts and bots, where nobody replays single draws.
#[derive(Clone, Copy, Debug)]
pub struct Quick(u64);

impl Quick {
    /// A generator starting from this seed.
    pub const fn new(seed: u64) -> Quick {
        Quick(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `n` (`n` ≥ 1).
    pub const fn below(&mut self, n: u32) -> u32 {
        below(n, self.bits())
    }
}

impl Chance for Quick {
    fn pick(&mut self, n: u32, _: Stream, _: u16) -> u32 {
        self.below(n)
    }
}

/// One answer of chance, as records keep it: stream, how many answers were possible, the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn(pub Stream, pub u32, pub u32);

/// Passes questions on and notes the answers.
#[allow(missing_debug_implementations)]
pub struct Noting<'a> {
    /// Who really answers.
    pub source: &'a mut dyn Chance,
    /// What was answered so far.
    pub noted: &'a mut Vec<Drawn>,
}

impl Chance for Noting<'_> {
    fn pick(&mut self, n: u32, stream: Stream, draw: u16) -> u32 {
        let answer = self.source.pick(n, stream, draw);
        self.noted.push(Drawn(stream, n, answer));
        answer
    }
}

/// Repeats noted answers, and notices when the questions are not the same any more.
#[derive(Clone, Debug)]
pub struct Repeating<'a> {
    left: std::slice::Iter<'a, Drawn>,
    differs: bool,
}

impl<'a> Repeating<'a> {
    /// Repeats these answers in order.
    pub fn new(noted: &'a [Drawn]) -> Repeating<'a> {
        Repeating { left: noted.iter(), differs: false }
    }

    /// Whether every question so far was the noted one and no answer is left over.
    pub fn agrees(&self) -> bool {
        !self.differs && self.left.as_slice().is_empty()
    }
}

impl Chance for Repeating<'_> {
    fn pick(&mut self, n: u32, stream: Stream, _: u16) -> u32 {
        match self.left.next() {
            Some(&Drawn(s, m, answer)) if s == stream && m == n && answer < n => answer,
            _ => {
                self.differs = true;
                0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_do_not_disturb_each_other() {
        let mut a = Seeded::new(5);
        let first = a.pick(1000, Stream::Tower, 0);
        a.pick(1000, Stream::Money, 0);
        assert_eq!(a.pick(1000, Stream::Tower, 0), first);
        assert_ne!(
            (0..8).map(|d| a.pick(1000, Stream::Tower, d)).collect::<Vec<_>>(),
            (0..8).map(|d| a.pick(1000, Stream::Money, d)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_answer_comes_up_about_equally_often() {
        let mut counts = [0u32; 10];
        for seed in 0..100 {
            let mut chance = Seeded::new(seed);
            for draw in 0..100 {
                counts[chance.pick(10, Stream::Tower, draw) as usize] += 1;
            }
        }
        assert!(counts.iter().all(|&c| (850..1150).contains(&c)), "{counts:?}");
    }

    #[test]
    fn the_answers_of_a_seed_are_frozen() {
        let mut chance = Seeded::new(1);
        let answers: Vec<u32> = (0..6).map(|d| chance.pick(54, Stream::Tower, d)).collect();
        assert_eq!(answers, FROZEN);
    }

    // Records and published studies name seeds; these answers must never change.
    const FROZEN: [u32; 6] = [27, 29, 42, 51, 17, 43];
}
