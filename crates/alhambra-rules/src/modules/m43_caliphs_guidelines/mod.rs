//! Module 43, Caliph's Guidelines: three missions lie beside the market, and whoever has built as the caliph wishes
//! is rewarded at the end of the game.
//!
//! Nobody decides anything and nothing is hidden: what a palace fulfils is counted in `missions`.

use crate::GameState;
use crate::core::catalogue::Provenance;
use crate::core::chance::Stream;
use crate::core::score::ScoreSheet;
use crate::core::seat::Seat;
use crate::core::step::{Step, StepSet};
use crate::cx::{Cx, Why};
use crate::decision::Ref;
use crate::event::Happened;
use crate::module::{Module, ModuleInfo, Never, Stage, Touch};
use crate::registry::ModuleId;
use crate::setup::{Objection, OptionValues, Setup, chosen};
use crate::view::Shown;
use missions::{Look, Mission};
use serde::{Deserialize, Serialize};

mod missions;

/// Module 43.
#[derive(Clone, Copy, Debug)]
pub struct CaliphsGuidelines;

/// The missions of this game, open from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// `None` until they are laid out.
    laid: [Option<Mission>; 3],
    /// Whether a block brings what its tile shows instead of what the text says (AMB-43-1).
    dear_blocks: bool,
}

impl Module for CaliphsGuidelines {
    const ID: ModuleId = ModuleId::CaliphsGuidelines;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "caliphs-guidelines",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 2,
        touches: &[Touch::Scoring, Touch::Palace, Touch::Walls],
        rulings: include_str!("RULINGS.md"),
        data: &[
            ("the nine missions and what they are worth", Provenance::Found),
            ("2 points for a block, where its tile shows 3", Provenance::Inferred),
        ],
        options: &[("block_points", &["2", "3"])],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::of(&[Step::U14, Step::S10, Step::S41]);
    type State = State;
    type Action = Never;
    type Frame = Never;

    fn begin(_: &Setup, values: &OptionValues) -> Result<State, Objection> {
        Ok(State { dear_blocks: chosen(values, "block_points", "3"), ..State::default() })
    }

    /// U14: three of the nine; the others leave the game.
    fn at(cx: &mut Cx<'_, '_>, step: Step) {
        if step != Step::U14 {
            return;
        }
        let mut left = Mission::ALL.to_vec();
        for slot in 0..3 {
            let k = cx.pick(left.len() as u32, Stream::Boards) as usize;
            cx.g.mods.m43_caliphs_guidelines.laid[slot] = Some(left.remove(k));
        }
        cx.emit(|g| Happened::Module {
            by: Self::ID,
            seat: None,
            key: "missions",
            refs: laid(g).map(|mission| Ref::Word(Self::ID, mission.word())).collect(),
        });
    }

    /// Once, with the third scoring: the second wall together with the walls (S10), the others at S41. Dirk has no
    /// palace.
    fn score(g: &GameState, step: Step, sheet: &mut ScoreSheet) {
        if sheet.round() < 3 || !laid(g).any(|mission| mission.step() == step) {
            return;
        }
        for seat in g.rules().seats() {
            let look = Look::at(g, seat);
            for mission in laid(g).filter(|mission| mission.step() == step) {
                let (count, cells) = look.fulfilled(mission);
                let points = mission.points(count, g.mods.m43_caliphs_guidelines.dear_blocks);
                if points > 0 {
                    sheet.add(seat, points, || Why {
                        reason: mission.reason(),
                        args: vec![count],
                        cells: cells.iter().collect(),
                        rank: None,
                    });
                }
            }
        }
    }

    /// S10: whoever is paid for all points for walls is paid for these too.
    fn more_walls(g: &GameState, seat: Seat, round: u8) -> u16 {
        if round == 3 && laid(g).any(|mission| mission == Mission::SecondWall) {
            Look::at(g, seat).fulfilled(Mission::SecondWall).0.unsigned_abs()
        } else {
            0
        }
    }

    /// All of it is public, what the palaces would bring now included.
    fn view(g: &GameState, _: Option<Seat>) -> Vec<(&'static str, Shown)> {
        let so_far = g.rules().seats().map(|seat| i32::from(so_far(g, seat)));
        vec![
            ("missions", Shown::Words(laid(g).map(Mission::word).collect())),
            ("so_far", Shown::BySeat(so_far.collect())),
        ]
    }

    fn census(g: &GameState) -> Result<(), String> {
        let missions: Vec<Mission> = laid(g).collect();
        let twice = (1..missions.len()).any(|i| missions[..i].contains(&missions[i]));
        match missions.len() {
            0 | 3 if !twice => Ok(()),
            _ => Err(format!("these missions lie beside the market: {missions:?}")),
        }
    }

    /// `rows, second wall, blocks`: the three missions.
    #[cfg(feature = "testkit")]
    fn arrange(g: &mut GameState, text: &str) -> Result<(), String> {
        let mut laid = [None; 3];
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        if names.len() != laid.len() {
            return Err(format!("three missions are laid out, not {}", names.len()));
        }
        for (slot, name) in laid.iter_mut().zip(names) {
            let found = Mission::ALL.into_iter().find(|m| m.word().replace('_', " ") == name);
            *slot = Some(found.ok_or_else(|| format!("there is no mission \"{name}\""))?);
        }
        g.mods.m43_caliphs_guidelines.laid = laid;
        Ok(())
    }
}

/// The missions beside the market.
fn laid(g: &GameState) -> impl Iterator<Item = Mission> + use<> {
    g.mods.m43_caliphs_guidelines.laid.into_iter().flatten()
}

/// What the missions would bring a palace as it stands.
fn so_far(g: &GameState, seat: Seat) -> i16 {
    let look = Look::at(g, seat);
    let dear = g.mods.m43_caliphs_guidelines.dear_blocks;
    laid(g).map(|mission| mission.points(look.fulfilled(mission).0, dear)).sum()
}

#[cfg(test)]
mod tests;
