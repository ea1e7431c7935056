//! Module 17, New Score Cards: three cards decide what each building type is worth, one for each scoring.
//!
//! Only the values of the majorities change. Ranking, ties and rounding stay as they are.

use crate::GameState;
use crate::core::building::Building;
use crate::core::catalogue::{CardClass, CardKind, Provenance, card};
use crate::core::chance::Stream;
use crate::core::edition::Places;
use crate::core::seat::Seat;
use crate::core::step::{Step, StepSet};
use crate::cx::Cx;
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Touch};
use crate::registry::ModuleId;
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 17.
#[derive(Clone, Copy, Debug)]
pub struct NewScoreCards;

/// The score cards of the three scorings, open from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    slots: [CardKind; 3],
}

impl State {
    /// The building types of a scoring's card, lowest first.
    fn order(self, round: u8) -> &'static [Building] {
        card(self.slots[usize::from(round) - 1]).named
    }
}

impl Module for NewScoreCards {
    const ID: ModuleId = ModuleId::NewScoreCards;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "new-score-cards",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 1,
        touches: &[Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("the orders on the 18 score cards", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::S20]);
    type State = State;
    type Action = Never;
    type Frame = Never;

    /// U14: three of the eighteen, one for each scoring; the others leave the game unseen.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::U14 {
            return;
        }
        let mut left: Vec<CardKind> = score_cards().collect();
        for slot in 0..3 {
            let k = cx.pick(left.len() as u32, Stream::ScoreCards) as usize;
            cx.g.mods.m17_new_score_cards.slots[slot] = left.remove(k);
        }
        let slots = cx.g.mods.m17_new_score_cards.slots;
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "score_cards",
            refs: slots.iter().map(|c| Ref::Card(*c)).collect(),
        });
    }

    /// S20: a type is worth what its position on the card of this scoring says. The card is that of the
    /// scoring's ordinal (R-NS-1), and the last scoring always uses the third (R-NS-2).
    fn table(g: &GameState, round: u8, table: &mut [Places; 6]) {
        let printed = *table;
        for (position, building) in g.mods.m17_new_score_cards.order(round).iter().enumerate() {
            table[building.index()] = printed[position];
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let order = |round| Shown::Ascending(g.mods.m17_new_score_cards.order(round).to_vec());
        vec![("first_scoring", order(1)), ("second_scoring", order(2)), ("third_scoring", order(3))]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let [a, b, c] = g.mods.m17_new_score_cards.slots;
        if a == b || b == c || a == c { Err("a score card lies in two slots".to_owned()) } else { Ok(()) }
    }

    /// Three numbers out of 1 to 18; 0 stands for the printed order of the base game, which no score card has.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let numbers: Vec<&str> = text.split_whitespace().collect();
        if numbers.len() != 3 {
            return Err(format!("three score cards are laid out, not {}", numbers.len()));
        }
        for (slot, number) in numbers.into_iter().enumerate() {
            let missing = || format!("there is no score card {number}, only 1 to 18");
            let number: usize = number.parse().map_err(|_| missing())?;
            let kind = match number {
                // A card without an order changes nothing.
                0 => CardKind::from_number(slot as u8),
                n => score_cards().nth(n - 1).ok_or_else(missing)?,
            };
            g.mods.m17_new_score_cards.slots[slot] = kind;
        }
        Ok(())
    }
}

fn score_cards() -> impl Iterator<Item = CardKind> {
    CardKind::all().filter(|k| k.class() == CardClass::ScoreCard)
}
