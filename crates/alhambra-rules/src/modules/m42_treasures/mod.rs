//! Module 42, Treasures: everybody has five treasures, worth 1 to 5. One of them closes a gap in the payment for a
//! tile, and the payment counts as exact; those kept score at the end.
//!
//! Everything lies open. A treasure is no money: it goes with whatever is laid down, diamonds included, and nobody
//! is paid with it.

use crate::GameState;
use crate::core::agenda::What;
use crate::core::catalogue::{PieceId, Provenance};
use crate::core::payment::{Context, PayRules, Request};
use crate::core::score::ScoreSheet;
use crate::core::seat::{MAX_SEATS, Seat};
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Touch};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup};
use crate::view::Shown;
use serde::{Deserialize, Serialize};

/// Module 42.
#[derive(Clone, Copy, Debug)]
pub struct Treasures;

/// What the most valuable treasure is worth; there is one of each value from 1 on.
const MOST: u8 = 5;

/// A whole set: a bit for each value.
const SET: u8 = 0b11_1110;

/// Which treasures everybody still has: bit n for the one worth n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    left: [u8; MAX_SEATS],
}

impl Module for Treasures {
    const ID: ModuleId = ModuleId::Treasures;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "treasures",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Money, Touch::Scoring],
        rulings: include_str!("RULINGS.md"),
        data: &[("the 30 treasures: values 1 to 5 for each player", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::P2, Step::P3, Step::P4, Step::S41]);
    type State = State;
    type Action = Never;
    type Frame = Never;

    fn begin(setup: &Setup, _: &OptionValues) -> Result<State, Objection> {
        let mut left = [0; MAX_SEATS];
        left.iter_mut().take(setup.players.len()).for_each(|set| *set = SET);
        Ok(State { left })
    }

    /// D42.1: one treasure, for tiles only. Which of them would do is a matter of the cards laid down (A-42-1).
    fn modifiers(g: &GameState, request: &Request, out: &mut Vec<u8>) {
        if for_tiles(request.context) {
            out.extend(kept(g, request.seat));
        }
    }

    fn say_terms(_: &GameState, _: Option<PieceId>, value: u8) -> &'static str {
        match value {
            0 | 1 => "with_treasure_1",
            2 => "with_treasure_2",
            3 => "with_treasure_3",
            4 => "with_treasure_4",
            _ => "with_treasure_5",
        }
    }

    fn quote(_: &GameState, request: &Request, pay: &mut PayRules) {
        pay.cover = pay.cover.max(request.terms.of(Self::ID));
    }

    /// P4: it leaves the game; whoever is paid gets nothing for it.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        let What::Buy(deal) = cx.top().what else { return };
        let value = deal.terms.of(Self::ID);
        if step != Step::P4 || value == 0 {
            return;
        }
        cx.g.mods.m42_treasures.left[deal.seat.index()] &= !(1 << value);
        cx.emit(|_| Happened::Module {
            by: Self::ID,
            seat: Some(deal.seat),
            key: "gives",
            refs: vec![Ref::Number(i32::from(value))],
        });
    }

    /// S41: with the third scoring, what is kept is worth its value.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if step != Step::S41 || sheet.round() < 3 {
            return;
        }
        for seat in g.rules().seats().filter(|seat| value(g, *seat) > 0) {
            let args = kept(g, seat).map(i16::from);
            sheet.add(seat, value(g, seat), || Why {
                reason: "score.treasures",
                args: args.collect(),
                ..Why::default()
            });
        }
    }

    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        const NAMES: [&str; 5] = ["worth_1", "worth_2", "worth_3", "worth_4", "worth_5"];
        let own = |seat| kept(g, seat).map(|v| NAMES[usize::from(v - 1)]).collect();
        vec![
            ("treasures", Shown::WordsBySeat(g.rules().seats().map(|seat| (seat, own(seat))).collect())),
            ("points", Shown::BySeat(g.rules().seats().map(|seat| i32::from(value(g, seat))).collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let state = &g.mods.m42_treasures;
        let playing = g.rules().seats().count();
        match state.left.iter().enumerate().find(|(i, left)| *left & !SET != 0 || *i >= playing && **left > 0)
        {
            Some((i, left)) => Err(format!("seat {i} has treasures {left:b}")),
            None => Ok(()),
        }
    }

    /// `0: 1 3 5; 1: none`: what these seats still have; the others have everything.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        for clause in text.split(';').map(str::trim) {
            let (seat, values) = clause.split_once(':').ok_or("say \"0: 1 3 5\"")?;
            let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| format!("who is {seat}?"))?;
            let mut left = 0;
            for value in values.split_whitespace().filter(|value| *value != "none") {
                let value = value.parse::<u8>().ok().filter(|value| (1..=MOST).contains(value));
                left |= 1 << value.ok_or("treasures are worth 1 to 5")?;
            }
            g.mods.m42_treasures.left[seat.index()] = left;
        }
        Ok(())
    }
}

/// What is bought is a tile, wherever it lies and whoever sells it; things that are no tiles are not.
fn for_tiles(context: Context) -> bool {
    use Context::{AnyMixTile, AnyOneTile, OutOfTurn, PlayersTile, SideTile, Site, Tile};
    matches!(context, Tile | SideTile | PlayersTile | OutOfTurn | AnyMixTile | AnyOneTile | Site)
}

/// The values of the treasures a seat still has, ascending.
fn kept(g: &GameState, seat: Seat) -> impl Iterator<Item = u8> + use<> {
    let left = g.mods.m42_treasures.left[seat.index()];
    (1..=MOST).filter(move |value| left >> value & 1 != 0)
}

fn value(g: &GameState, seat: Seat) -> i16 {
    kept(g, seat).map(i16::from).sum()
}

#[cfg(test)]
mod tests;
