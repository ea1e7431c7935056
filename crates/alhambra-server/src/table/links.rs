//! Links for spectators: which are good, and why others are not (any more).

use super::TableState;
use crate::secret::Hashed;
use alhambra_protocol::{Refusal, RefusalCode, SpectatorLinks, Spectators, Why};
use alhambra_rules::{Seat, SeatSet};

/// How many withdrawn links are remembered.
const WITHDRAWN: usize = 64;

impl TableState {
    /// Makes links worthless.
    pub(super) fn withdraw(&mut self, hand: Option<Seat>) {
        match hand {
            Some(seat) => {
                let gone = self.shares.extract_if(.., |(_, shown)| *shown == seat).map(|(token, _)| token);
                self.withdrawn.extend(gone);
            }
            None => {
                self.withdrawn.extend(self.watchers.drain(..));
                self.unwatched = true;
            }
        }
        let beyond = self.withdrawn.len().saturating_sub(WITHDRAWN);
        self.withdrawn.drain(..beyond);
    }

    /// A seat was taken away: links to its hand are worthless, and the others stay with their players, who move up.
    pub(super) fn withdraw_removed(&mut self, removed: Seat) {
        self.withdraw(Some(removed));
        for (_, seat) in self.shares.iter_mut().filter(|(_, seat)| seat.index() > removed.index()) {
            *seat = Seat::new(seat.index() - 1).unwrap_or(*seat);
        }
    }

    /// Whether the table's address is enough to watch.
    pub(crate) fn open_to_watch(&self) -> bool {
        self.options.spectators != Spectators::None && !self.unwatched
    }

    /// Why somebody who only wants to watch may not.
    pub(crate) fn not_watched(&self) -> Refusal {
        if self.options.spectators == Spectators::None {
            return Refusal::new(RefusalCode::NotYours, Why::NobodyWatches);
        }
        Refusal::new(RefusalCode::NotYours, Why::WatchingWithdrawn)
    }

    /// Why a token is good for nothing here.
    pub(crate) fn not_good(&self, token: &Hashed) -> Refusal {
        if self.withdrawn.contains(token) {
            return Refusal::new(RefusalCode::NotYours, Why::LinkWithdrawn);
        }
        Refusal::new(RefusalCode::NotYours, Why::LinkNotGood)
    }

    /// The links that let people watch.
    pub(crate) fn links(&self) -> SpectatorLinks {
        let hands: SeatSet = self.shares.iter().map(|(_, seat)| *seat).collect();
        SpectatorLinks {
            address: self.open_to_watch(),
            made: !self.watchers.is_empty(),
            hands: hands.iter().collect(),
        }
    }
}
