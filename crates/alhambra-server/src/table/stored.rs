//! A table as a checkpoint: a bit that fell over is noticed, and then the log decides.

use super::TableState;
use crate::session::{Misfit, Session, Stored};
use alhambra_rules::record::Header;
use alhambra_rules::{Digest, ModuleId};

impl TableState {
    /// The JSON of everything but the game's state, and that state, for a checkpoint.
    pub(crate) fn checkpoint(&self) -> (String, Vec<u8>) {
        let stored = self.session.as_ref().map(Session::store);
        let state = stored.as_ref().map_or_else(Vec::new, |s| s.state.clone());
        let json = serde_json::to_string(&(self, stored, Header::versions(&self.setup))).unwrap_or_default();
        (format!("{} {json}", seal(&json, &state)), state)
    }

    /// A table from its checkpoint, if that is to the last bit what was written, by a program that plays as this one does.
    pub(crate) fn load(meta: &str, state: Vec<u8>) -> Result<TableState, Misfit> {
        let unfit = |why: &str| Misfit::Checkpoint(why.to_owned());
        let (sealed, json) = meta.split_once(' ').ok_or_else(|| unfit("it has no seal"))?;
        if sealed != seal(json, &state) {
            return Err(unfit("it is not what was written"));
        }
        let (mut table, stored, versions): (TableState, Option<Stored>, Versions) =
            serde_json::from_str(json).map_err(|why| unfit(&why.to_string()))?;
        if versions != Header::versions(&table.setup) {
            return Err(unfit("it was written by a program with other versions"));
        }
        table.session = stored.map(|stored| Session::load(stored.with(state))).transpose()?;
        Ok(table)
    }
}

/// The versions of edition and modules.
type Versions = (u16, std::collections::BTreeMap<ModuleId, u16>);

/// The digest of a checkpoint: a bit that fell over is noticed, and the log decides.
fn seal(json: &str, state: &[u8]) -> String {
    let mut bytes = json.as_bytes().to_vec();
    bytes.extend_from_slice(state);
    format!("{:016x}", Digest::of(&bytes).0)
}
