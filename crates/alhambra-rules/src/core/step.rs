//! The timeline: every step of set-up, turn, purchase, placement, refill, scoring and ending has a frozen
//! number (rules part 1 §4 and engine finding F11). A module listens to steps; nothing else runs it.

use super::flat::Arr;
use serde::{Deserialize, Serialize};

macro_rules! steps {
    ($($number:literal $name:ident $doc:literal),* $(,)?) => {
        /// A step of the timeline. Numbers are frozen; new steps are appended.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Step { #[default] $(#[doc = $doc] $name = $number),* }

        impl Step {
            /// All steps, by number.
            pub const ALL: [Step; Step::COUNT] = [$(Step::$name),*];
            /// How many steps there are.
            pub const COUNT: usize = [$($number),*].len();
        }
    };
}

steps! {
    0 U01 "Set-up: the tower.",
    1 U02 "Set-up: players, fountains, start scores.",
    2 U03 "Set-up: sealed choices before any tile is seen.",
    3 U04 "Set-up: the first market.",
    4 U05 "Set-up: Dirk's first tiles.",
    5 U06 "Set-up: the money deck.",
    6 U07 "Set-up: cards dealt before the start money.",
    7 U08 "Set-up: start money.",
    8 U09 "Set-up: start player.",
    9 U10 "Set-up: the display.",
    10 U11 "Set-up: five piles.",
    11 U12 "Set-up: special cards go into the piles.",
    12 U13 "Set-up: the piles are stacked.",
    13 U14 "Set-up: everything else of the modules.",
    14 T00 "A turn begins.",
    15 T01 "Before the turn: exchange a market tile.",
    16 T02 "A standing bid is won.",
    17 T03 "Caravans move.",
    18 T04 "A poor player draws.",
    19 T05 "Dice before the action.",
    20 T10 "Free effects during the action phase.",
    21 T11 "The main action.",
    22 T12 "The action is carried out.",
    23 T12a "After taking money.",
    24 T13 "The action is counted.",
    25 T20 "Bought tiles are placed.",
    26 T30 "Redesigns at the end of the turn.",
    27 T40 "Things bought this turn are shared out.",
    28 T45 "Animals move.",
    29 T50 "The trader finds a new place.",
    30 T55 "Culture counters.",
    31 T60 "Craftsmen are passed on.",
    32 T64 "The player confirms the end of the turn.",
    33 T65 "Small displays are filled.",
    34 T70 "The money display is filled.",
    35 T75 "The market is filled.",
    36 T80 "Powers after the refill.",
    37 T85 "Key tiles.",
    38 T90 "Special moves between turns.",
    39 T95 "Scoring checkpoint.",
    40 T99 "The next player.",
    41 P1 "Purchase: target, variant, modifiers.",
    42 P2 "Purchase: price.",
    43 P3 "Purchase: payment.",
    44 P4 "Purchase: the money goes where it belongs.",
    45 P5 "Purchase: rewards for overpaying.",
    46 P6 "Purchase: the tile changes hands.",
    47 P7 "Purchase: effects of the tile.",
    48 P8 "Purchase: a scout looks.",
    49 P9 "Purchase: a miser is paid.",
    50 P10 "Purchase: extra action.",
    51 P11 "Purchase: exactness is settled later.",
    52 L1 "Placing: what lies on the cell is lifted.",
    53 L2 "Placing: the tile is laid.",
    54 L3 "Placing: the tile is turned.",
    55 L4 "Placing: citizens.",
    56 L5 "Placing: designers.",
    57 L6 "Placing: what travels with the tile.",
    58 O1 "Leaving the board: may it?",
    59 O2 "Leaving the board: what happens to things on it.",
    60 O3 "Leaving the board: choices.",
    61 V1 "A tile goes to the reserve.",
    62 X1 "End of a move out of turn.",
    63 F1 "Filling the market: an empty space.",
    64 F2 "Filling the market: where the tile comes from.",
    65 F3 "Filling the market: tiles that go aside.",
    66 F4 "Filling the market: claims.",
    67 F5 "Filling the market: the tile is laid.",
    68 F6 "Filling the market: things put on the tile.",
    69 F9 "Filling the market: nothing left.",
    70 S01 "Scoring: a wise man names a type.",
    71 S02 "Scoring: cards played before counting.",
    72 S10 "Scoring: walls.",
    73 S20 "Scoring: majorities.",
    74 S25 "Scoring: chests.",
    75 S30 "Scoring: camps.",
    76 S31 "Scoring: citizens.",
    77 S32 "Scoring: culture counters.",
    78 S33 "Scoring: falcons.",
    79 S34 "Scoring: bathhouses.",
    80 S35 "Scoring: wishing wells.",
    81 S36 "Scoring: completed projects.",
    82 S37 "Scoring: animals.",
    83 S38 "Scoring: handymen.",
    84 S40 "Scoring: bazaars.",
    85 S41 "Scoring: bonuses at the end of the game.",
    86 S50 "Scoring: medinas.",
    87 S55 "Scoring: servants.",
    88 S60 "Scoring: the round is over.",
    89 S65 "Scoring: invasion.",
    90 S70 "Scoring: Dirk's new tiles.",
    91 S75 "Scoring: new scouts.",
    92 E0 "Ending: nothing more happens in turns.",
    93 E1 "Ending: scorings still due.",
    94 E2 "Ending: site tiles are shown.",
    95 E3 "Ending: servants.",
    96 E4 "Ending: leftover tiles are given away.",
    97 E5 "Ending: they are placed.",
    98 E6 "Ending: the third scoring.",
    99 E7 "Ending: the ranking.",
    100 Reveal "A card of the money deck is turned up.",
    101 T15 "After the last action, before placing.",
    102 O4 "Leaving: may it be given to Dirk?",
    103 O5 "Leaving the board: is the palace sound without it?",
    104 T89 "Scoring checkpoint before the special moves (HR-20).",
    105 S39 "Scoring: guards.",
    106 O6 "The building on a land is another one.",
}

impl Serialize for Step {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() {
            s.collect_str(&format_args!("{self:?}"))
        } else {
            (*self as u8).serialize(s)
        }
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Step, D::Error> {
        use serde::de::Error;
        if d.is_human_readable() {
            let name = std::borrow::Cow::<'de, str>::deserialize(d)?;
            let found = Step::ALL.into_iter().find(|s| format!("{s:?}") == *name);
            found.ok_or_else(|| D::Error::custom(format!("there is no step {name}")))
        } else {
            let number = u8::deserialize(d)?;
            let found = Step::ALL.get(usize::from(number)).copied();
            found.ok_or_else(|| D::Error::custom(format!("there is no step {number}")))
        }
    }
}

/// A set of steps. Two words rather than one of 128 bits: whether a step is in it is asked at every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepSet([u64; 2]);

const _: () = assert!(Step::COUNT <= 128, "a StepSet has room for 128 steps");

impl StepSet {
    /// No step.
    pub const EMPTY: StepSet = StepSet([0; 2]);

    /// These steps.
    pub const fn of(steps: &[Step]) -> StepSet {
        let mut set = [0; 2];
        let mut i = 0;
        while i < steps.len() {
            set[steps[i] as usize >> 6] |= 1 << (steps[i] as u8 & 63);
            i += 1;
        }
        StepSet(set)
    }

    /// Whether `step` is in the set.
    #[inline]
    pub const fn has(self, step: Step) -> bool {
        self.0[step as usize >> 6 & 1] >> (step as u8 & 63) & 1 != 0
    }

    /// Everything in either set.
    #[must_use]
    pub const fn or(self, other: StepSet) -> StepSet {
        let ([a, b], [x, y]) = (self.0, other.0);
        StepSet([a | x, b | y])
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: StepSet) -> StepSet {
        let ([a, b], [x, y]) = (self.0, other.0);
        StepSet([a & !x, b & !y])
    }
}

impl Step {
    /// Steps in which modules are only asked: what they list, what they charge, where they let something lie, what they
    /// score. The answers are hooks of their own, so nobody is told that such a step has come.
    pub const QUESTIONS: StepSet = StepSet::of(&[
        Step::T10,
        Step::T11,
        Step::T12,
        Step::T15,
        Step::T90,
        Step::P1,
        Step::P2,
        Step::P3,
        Step::L3,
        Step::O1,
        Step::O4,
        Step::O5,
        Step::F2,
        Step::Reveal,
        Step::S10,
        Step::S20,
        Step::S25,
        Step::S30,
        Step::S31,
        Step::S32,
        Step::S33,
        Step::S34,
        Step::S35,
        Step::S36,
        Step::S37,
        Step::S38,
        Step::S39,
        Step::S40,
        Step::S41,
        Step::S50,
        Step::S55,
    ]);
}

/// For every step the next one that matters in this game: a step nobody listens to costs nothing.
///
/// Built at set-up from the edition's tables, the house rules and the modules that are on; frames remember
/// steps, never positions in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flow(Arr<Step, 128>);

impl Flow {
    /// Chains each table, keeping only steps in `matter`; the last one leads to itself.
    pub fn chain(tables: &[&[Step]], matter: StepSet) -> Flow {
        let mut flow = Flow::default();
        for table in tables {
            for (i, &step) in table.iter().enumerate() {
                let next = table[i + 1..].iter().copied().find(|s| matter.has(*s));
                flow.0[step as usize] = next.unwrap_or(step);
            }
        }
        flow
    }

    /// Chains a table whose last step leads back to its first.
    pub(crate) fn cycle(&mut self, table: &[Step], matter: StepSet) {
        let ring = || table.iter().chain(table).copied();
        for (i, &step) in table.iter().enumerate() {
            self.0[step as usize] = ring().skip(i + 1).find(|s| matter.has(*s)).unwrap_or(step);
        }
    }

    /// The step after `step`.
    pub fn after(&self, step: Step) -> Step {
        self.0[step as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_positions() {
        for (i, step) in Step::ALL.into_iter().enumerate() {
            assert_eq!(step as usize, i);
        }
    }

    #[test]
    fn a_step_nobody_listens_to_is_jumped_over() {
        let flow = Flow::chain(&[&[Step::T00, Step::T01, Step::T11]], StepSet::of(&[Step::T00, Step::T11]));
        assert_eq!(flow.after(Step::T00), Step::T11);
        assert_eq!(flow.after(Step::T01), Step::T11);
    }
}
