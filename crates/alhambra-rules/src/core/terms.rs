//! Terms of a purchase: what a buyer chooses beside the tile and the cards.
//!
//! A *variant* is another way to buy the same tile, such as a piece bought along with it; there is at most one,
//! because variants exclude each other, and it is chosen with the tile. A *modifier* changes the price or how it
//! may be paid; the modules that have one are asked one after the other, in the order of their numbers. Each
//! choice belongs to the module that offers it; the core only carries it from the choice to the effects.

use crate::registry::ModuleId;
use serde::{Deserialize, Serialize};

/// Another way to buy a tile: the module that offers it, and which of its ways. `None` is the plain purchase.
pub type Variant = Option<(ModuleId, u8)>;

/// How many modules can have a say in one purchase: a variant, and all that list modifiers. The registry refuses to
/// be built if there are more.
pub(crate) const TERMS: usize = 7;

/// The terms chosen for a purchase: at most one value of each module, in the order in which they were chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Terms([(u8, u8); TERMS]);

impl Terms {
    /// No terms: the tile, the cards, nothing else.
    pub const NONE: Terms = Terms([(0, 0); TERMS]);

    /// A purchase in this way, before anybody has been asked for modifiers.
    pub fn variant(variant: Variant) -> Terms {
        variant.map_or(Terms::NONE, |(module, value)| Terms::NONE.with(module, value))
    }

    /// Whether nothing was chosen.
    pub fn is_none(self) -> bool {
        self == Terms::NONE
    }

    /// What was chosen of a module; 0 is nothing.
    pub fn of(self, module: ModuleId) -> u8 {
        self.0.iter().find(|(by, _)| *by == module.number()).map_or(0, |(_, value)| *value)
    }

    /// The modules something was chosen of, a bit each.
    pub(crate) fn modules(self) -> u64 {
        // Free slots have number 0, which no module has.
        self.0.iter().fold(0, |set, (by, _)| set | 1u64.wrapping_shl(u32::from(*by))) & !1
    }

    /// These terms and `value` of one more module; 0 adds nothing.
    ///
    /// # Panics
    /// When more modules have a say than the registry knows.
    #[must_use]
    pub fn with(mut self, module: ModuleId, value: u8) -> Terms {
        if value > 0 {
            let slot = self.0.iter_mut().find(|(by, _)| *by == 0);
            *slot.expect("the registry counts the modules that have a say") = (module.number(), value);
        }
        self
    }

    /// The terms, in the order in which they were chosen.
    pub fn iter(self) -> impl Iterator<Item = (ModuleId, u8)> {
        self.0.into_iter().filter_map(|(by, value)| Some((ModuleId::with_number(by)?, value)))
    }
}
