//! Terms of a purchase: what a buyer chooses beside the tile and the cards, such as a piece bought along with
//! it. Each term belongs to the module that offers it; the core only carries it from the choice to the effects.

use super::flat::Stack;
use crate::registry::ModuleId;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// How many modules can have a say in one purchase.
const TERMS: usize = 3;

/// The terms chosen for a purchase: at most one value of each module, by module number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Terms([(u8, u8); TERMS]);

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Terms, D::Error> {
        let written = <[(u8, u8); TERMS]>::deserialize(d)?;
        let mut terms = Terms::NONE;
        let mut last = 0;
        for (number, value) in written.into_iter().take_while(|term| *term != (0, 0)) {
            let module = ModuleId::with_number(number).filter(|_| number > last && value > 0);
            last = number;
            terms = module.and_then(|module| terms.with(module, value)).unwrap_or(terms);
        }
        // One way to write it, or two actions could mean the same.
        if terms.0 == written {
            Ok(terms)
        } else {
            Err(D::Error::custom("terms are pairs of a module and what is chosen of it, by module number"))
        }
    }
}

#[cfg(feature = "testkit")]
impl<'a> arbitrary::Arbitrary<'a> for Terms {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Terms> {
        let mut terms = Terms::NONE;
        for module in ModuleId::ALL {
            if u.ratio(1, 8)? {
                terms = terms.with(*module, u.int_in_range(1..=u8::MAX)?).unwrap_or(terms);
            }
        }
        Ok(terms)
    }
}

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

/// How many combinations of terms one purchase can have.
const COMBINATIONS: usize = 64;

/// Every combination of terms for one purchase, beginning with none at all.
pub(crate) struct TermList(Stack<Terms, COMBINATIONS>);

impl Default for TermList {
    fn default() -> TermList {
        let mut list = Stack::default();
        list.push(Terms::NONE).expect("there is room for one");
        TermList(list)
    }
}

impl TermList {
    /// A module that stands behind all others so far offers these values, each alone and with every combination.
    ///
    /// # Panics
    /// When there are more combinations than the modules of the box can make.
    pub(crate) fn offer(&mut self, module: ModuleId, values: &[u8]) {
        if values.is_empty() {
            return;
        }
        for i in 0..self.0.len() {
            let before = self.0[i];
            for terms in values.iter().filter_map(|value| before.with(module, *value)) {
                self.0.push(terms).expect("the modules of the box have fewer combinations");
            }
        }
    }
}

impl std::ops::Deref for TermList {
    type Target = [Terms];
    fn deref(&self) -> &[Terms] {
        &self.0
    }
}

impl std::ops::DerefMut for TermList {
    fn deref_mut(&mut self) -> &mut [Terms] {
        &mut self.0
    }
}
