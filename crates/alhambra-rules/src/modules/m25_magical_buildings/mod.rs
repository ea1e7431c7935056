//! Module 25, Magical Buildings: six tiles that are laid in any of the four turns, each time they are laid.
//!
//! Turning is the core's business, as it is for every piece of a kind that turns freely. All the module adds is the
//! tiles: they count as buildings of their type, and nobody has to remember anything but how they stand.

use crate::core::catalogue::{PieceKind, Provenance};
use crate::core::state::Rules;
use crate::core::step::StepSet;
use crate::module::{Module, ModuleInfo, Never, Stage, Supply, Touch};
use crate::registry::ModuleId;

/// Module 25.
#[derive(Clone, Copy, Debug)]
pub struct MagicalBuildings;

impl Module for MagicalBuildings {
    const ID: ModuleId = ModuleId::MagicalBuildings;
    const INFO: &'static ModuleInfo = &ModuleInfo {
        slug: "magical-buildings",
        stage: Stage::Beta,
        players: 2..=6,
        weight: 1,
        touches: &[Touch::Palace, Touch::Walls, Touch::Market],
        rulings: include_str!("RULINGS.md"),
        data: &[("the six magical buildings with their prices and walls", Provenance::Found)],
        options: &[],
    };
    const VERSION: u16 = 1;
    const STEPS: StepSet = StepSet::EMPTY;
    type State = ();
    type Action = Never;
    type Frame = Never;

    /// U01: all six, shuffled in with the buildings. The orientation tiles of the box only remember a turn, which a
    /// standing tile does by itself.
    fn supply(_: &Rules, supply: &mut Supply) {
        supply.tower = supply.tower.or(PieceKind::Magical.pieces());
    }
}

#[cfg(test)]
mod tests;
