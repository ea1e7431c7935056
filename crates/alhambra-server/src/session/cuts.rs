//! Where a game was taken back to, so that whoever was away can drop what they still know of it: the number of an action
//! says nothing about which action it is, once another was done in its place.

use alhambra_rules::Seat;
use serde::{Deserialize, Serialize};

/// Where the game was taken back to, for everybody who looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Cuts(Vec<Cut>);

/// One time somebody saw actions disappear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cut {
    /// Through whose eyes; none for those who see what everybody sees.
    eyes: Option<Seat>,
    /// Their step after it.
    step: u64,
    /// How many actions were left.
    keep: u32,
}

impl Cuts {
    /// Whether nothing was taken back.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes that these eyes saw the game go back.
    pub(crate) fn put(&mut self, eyes: Option<Seat>, step: u64, keep: u32) {
        // What went back further says all that one before it could say.
        self.0.retain(|cut| cut.eyes != eyes || cut.keep < keep);
        self.0.push(Cut { eyes, step, keep });
    }

    /// How many actions were never taken back since these eyes counted `step`; none if nothing was.
    pub(crate) fn since(&self, eyes: Option<Seat>, step: u64) -> Option<u32> {
        self.0.iter().filter(|cut| cut.eyes == eyes && cut.step > step).map(|cut| cut.keep).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_way_back_since_a_step_is_told_and_little_is_kept() {
        let (mut cuts, me) = (Cuts::default(), Seat::new(1));
        assert_eq!((cuts.since(me, 0), cuts.is_empty()), (None, true));
        for (step, keep) in [(5, 40), (9, 12), (14, 30), (20, 31)] {
            cuts.put(me, step, keep);
        }
        assert_eq!(
            [0, 8, 9, 13, 14, 19, 20].map(|step| cuts.since(me, step)),
            [Some(12), Some(12), Some(30), Some(30), Some(31), Some(31), None]
        );
        assert_eq!(cuts.0.len(), 3, "the first says nothing more");
        assert_eq!(cuts.since(None, 0), None, "others have heard nothing");
    }
}
