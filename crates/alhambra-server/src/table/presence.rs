//! Who is there, and since when the others are not.

use super::{Place, TableState};
use alhambra_rules::{Seat, SeatSet};

/// Who is there: seats with a connection, when others went that had one, and how many watch.
#[derive(Debug, Default)]
pub(crate) struct Present<'a> {
    pub(crate) here: SeatSet,
    pub(crate) went: &'a [(Seat, u64)],
    pub(crate) watching: u32,
}

impl Place {
    /// Since when somebody is away: since their last connection went, or as far as the log knows of them.
    pub(super) fn away_since(&self, seat: Seat, present: &Present<'_>) -> Option<u64> {
        let went = present.went.iter().find(|(other, _)| *other == seat).map_or(0, |(_, at)| *at);
        let last = went.max(self.heard);
        (self.is_person() && !present.here.contains(seat) && last > 0).then_some(last)
    }
}

impl TableState {
    /// Notes of whom everybody has heard: in this line, or by what they played.
    pub(super) fn hear_of(&mut self, named: Option<Seat>, played: SeatSet, at: u64) {
        for seat in played.iter() {
            self.at_place(seat, |p| {
                if p.bot_level().is_none() {
                    // Whoever plays has not left.
                    (p.heard, p.left_to) = (p.heard.max(at), None);
                }
            });
        }
        if let Some(seat) = named {
            self.at_place(seat, |p| {
                if p.is_person() {
                    p.heard = p.heard.max(at);
                }
            });
        }
    }
}
