//! Luck that does as it is told, as long as it is told something.

use crate::core::cards::{Cards, KindSet};
use crate::core::catalogue::CardKind;
use crate::{Chance, Seeded, Stream};
use std::collections::{BTreeMap, VecDeque};

/// Forced answers first, a seed afterwards.
#[derive(Clone, Debug)]
pub struct ScriptedChance {
    answers: BTreeMap<Stream, VecDeque<u32>>,
    deal: VecDeque<CardKind>,
    pool: Cards,
    fallback: Seeded,
}

impl ScriptedChance {
    /// Nothing forced: the luck of this seed.
    pub fn new(seed: u64) -> ScriptedChance {
        ScriptedChance {
            answers: BTreeMap::new(),
            deal: VecDeque::new(),
            pool: Cards::EMPTY,
            fallback: Seeded::new(seed),
        }
    }

    /// Forces the next answers of a stream.
    pub fn force(&mut self, stream: Stream, answers: impl IntoIterator<Item = u32>) {
        self.answers.entry(stream).or_default().extend(answers);
    }

    /// Forces the next cards drawn from a deck that still holds exactly the plain cards `pool`.
    pub fn deal(&mut self, cards: impl IntoIterator<Item = CardKind>, pool: Cards) {
        self.deal.extend(cards);
        self.pool = pool.only(KindSet::MONEY.or(KindSet::DIAMONDS));
    }
}

impl Chance for ScriptedChance {
    fn pick(&mut self, n: u32, stream: Stream, draw: u16) -> u32 {
        if let Some(answer) = self.answers.get_mut(&stream).and_then(VecDeque::pop_front) {
            return answer.min(n - 1);
        }
        // A draw of a plain card asks for a number below what is left of the pool; other questions differ.
        if stream == Stream::Money && n == self.pool.len() {
            let wanted = self.deal.front().and_then(|c| (0..n).find(|&k| self.pool.nth(k) == *c));
            if let Some(k) = wanted {
                self.deal.pop_front();
                self.pool.take(self.pool.nth(k));
                return k;
            }
        }
        self.fallback.pick(n, stream, draw)
    }
}
