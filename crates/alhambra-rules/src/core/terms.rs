//! Terms of a purchase: what a buyer chooses beside the tile and the cards, such as a piece bought along with
//! it. Each term belongs to the module that offers it; the core only carries it from the choice to the effects.

use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// How many modules can have a say in one purchase.
const TERMS: usize = 3;

/// The terms chosen for a purchase: at most one value of each module, by module number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Terms([(u8, u8); TERMS]);

impl Terms {
    /// No terms: the tile, the cards, nothing else.
    pub const NONE: Terms = Terms([(0, 0); TERMS]);

    /// Whether nothing was chosen.
    pub fn is_none(self) -> bool {
        self == Terms::NONE
    }

    /// What was chosen of a module; 0 is nothing.
    pub fn of(self, module: ModuleId) -> u8 {
        self.0.iter().find(|(by, _)| *by == module.number()).map_or(0, |(_, value)| *value)
    }

    /// These terms and `value` of a module that stands behind all others so far; `None` when there are too many.
    pub(crate) fn with(mut self, module: ModuleId, value: u8) -> Option<Terms> {
        let slot = self.0.iter_mut().find(|(by, _)| *by == 0)?;
        *slot = (module.number(), value);
        Some(self)
    }

    /// The terms, by module number.
    pub fn iter(self) -> impl Iterator<Item = (ModuleId, u8)> {
        self.0.into_iter().filter_map(|(by, value)| Some((ModuleId::with_number(by)?, value)))
    }
}
