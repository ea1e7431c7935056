//! The compact binary form of a state, for checkpoints and digests.

use crate::GameState;
use crate::core::agenda::Agenda;
use crate::core::book;
use crate::core::state::Core;
use crate::data;
use crate::registry::ModStates;
use crate::speech::{self, ENGLISH};
use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize};

/// Bytes that are not a state of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are not a game of this version: {0}")]
pub struct Unreadable(String);

/// A fingerprint, written as sixteen hex digits because JavaScript cannot count that far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(xxhash_rust::xxh3::xxh3_64(bytes))
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Digest, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(d)?;
        let fine = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        match u64::from_str_radix(&text, 16) {
            Ok(value) if fine => Ok(Digest(value)),
            _ => Err(serde::de::Error::custom(format!(
                "a digest is sixteen hex digits in lower case, not \"{text}\""
            ))),
        }
    }
}

/// Stands where a module's number stands, for what the core keeps for modules.
const SHARED: u8 = 0;

/// The same for what an owner of the box has corrected.
const CORRECTIONS: u8 = 255;

/// Room for most packed states, so that the bytes need not move while they are written.
const PACKED: usize = 4096;

/// Where packed states are written to. Nearly everything in a state is a number of one byte, which is pushed and not copied.
struct Bytes(Vec<u8>);

impl Flavor for Bytes {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        match bytes {
            [byte] => self.0.push(*byte),
            _ => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

/// Core, agenda and the modules that are on: a module that is off leaves no trace.
#[derive(Serialize, Deserialize)]
struct Packed<C, A> {
    core: C,
    agenda: A,
    modules: Vec<(u8, Vec<u8>)>,
}

impl GameState {
    /// The state as bytes.
    pub fn pack(&self) -> Vec<u8> {
        let mut modules = self.mods.pack(self.core.rules.modules);
        if self.core.rules.modules != 0 {
            modules.push((SHARED, postcard::to_stdvec(&self.core.shared).unwrap_or_default()));
        }
        if let Some(said) = book::said(self.core.rules.book) {
            modules.push((CORRECTIONS, postcard::to_stdvec(said).unwrap_or_default()));
        }
        // Writing to memory cannot fail, and every type here has a plain derived form.
        let packed = Packed { core: &self.core, agenda: &self.agenda, modules };
        postcard::serialize_with_flavor(&packed, Bytes(Vec::with_capacity(PACKED))).unwrap_or_default()
    }

    /// The state these bytes hold.
    ///
    /// # Errors
    /// When they are cut short, changed, or of another version.
    pub fn unpack(bytes: &[u8]) -> Result<GameState, Unreadable> {
        let mut packed: Packed<Core, Agenda> =
            postcard::from_bytes(bytes).map_err(|e| Unreadable(e.to_string()))?;
        if let Some(i) = packed.modules.iter().position(|(number, _)| *number == SHARED) {
            let (_, bytes) = packed.modules.remove(i);
            packed.core.shared = postcard::from_bytes(&bytes).map_err(|e| Unreadable(e.to_string()))?;
        }
        if let Some(i) = packed.modules.iter().position(|(number, _)| *number == CORRECTIONS) {
            let (_, bytes) = packed.modules.remove(i);
            let said = postcard::from_bytes(&bytes).map_err(|e| Unreadable(e.to_string()))?;
            let unplayable = |(by, why)| Unreadable(speech::unplayable(ENGLISH, by, &why));
            let book = data::keep(packed.core.rules.edition, &said).map_err(unplayable)?;
            packed.core.rules.book = book;
        }
        let rules = &packed.core.rules;
        if !(2..=6).contains(&rules.players) {
            return Err(Unreadable(format!("{} players", rules.players)));
        }
        let on = packed
            .modules
            .iter()
            .fold(0u64, |set, (number, _)| set | 1u64.checked_shl((*number).into()).unwrap_or(0));
        if on != rules.modules {
            return Err(Unreadable("the modules do not match the set-up".to_owned()));
        }
        let mods = ModStates::unpack(&packed.modules).map_err(Unreadable)?;
        packed.core.rules.hear(crate::registry::heard(on, &mods));
        Ok(GameState { core: packed.core, agenda: packed.agenda, mods })
    }

    /// A fingerprint of core, agenda and the modules that are on.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.pack())
    }
}
