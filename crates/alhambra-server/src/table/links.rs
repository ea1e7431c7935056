//! Links for spectators: which are good, and why others are not (any more).

use super::TableState;
use crate::secret::Hashed;
use alhambra_protocol::{Refusal, RefusalCode, SpectatorLinks, Spectators, Why};
use alhambra_rules::{Seat, SeatSet};

/// How many links to one hand, or to a table, are good at once.
const LINKS: usize = 16;

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
        self.forget_oldest_withdrawn();
    }

    /// With one link too many the oldest one ends, as if it had been withdrawn.
    pub(super) fn end_oldest_links(&mut self) {
        for seat in (0..).map_while(Seat::new).take(self.seats.len()) {
            let own = self.shares.iter().filter(|(_, shown)| *shown == seat).count();
            let mut beyond = own.saturating_sub(LINKS);
            let ends = self.shares.extract_if(.., |(_, shown)| {
                let ends = *shown == seat && beyond > 0;
                beyond -= usize::from(ends);
                ends
            });
            self.withdrawn.extend(ends.map(|(token, _)| token));
        }
        let beyond = self.watchers.len().saturating_sub(LINKS);
        self.withdrawn.extend(self.watchers.drain(..beyond));
        self.forget_oldest_withdrawn();
    }

    fn forget_oldest_withdrawn(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_entry::{LogEntry, LogLine, Planned};
    use alhambra_protocol::TableOptions;
    use alhambra_rules::Setup;

    #[test]
    fn with_one_link_too_many_the_oldest_ends() {
        let entry = LogEntry::Created {
            name: String::new(),
            seats: vec![Planned::Maker("Ann".to_owned()), Planned::Open],
            setup: Setup::players(2),
            options: TableOptions { spectators: Spectators::Hands, ..TableOptions::default() },
            seed: None,
            maker: Hashed::of("ann"),
        };
        let mut table = TableState::create("ABCDEFGH", &LogLine { at: 0, entry }).unwrap();
        let (ann, bo) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        let link = |what: &str, n: usize| Hashed::of(&format!("{what} {n}"));
        table
            .apply(LogLine { at: 1, entry: LogEntry::Shared { seat: bo, token: link("bo", 0) } }, None)
            .unwrap();
        for n in 0..1000 {
            for entry in [
                LogEntry::Shared { seat: ann, token: link("hand", n) },
                LogEntry::WatchShared { token: link("table", n) },
            ] {
                table.apply(LogLine { at: 2, entry }, None).unwrap();
            }
        }
        for what in ["hand", "table"] {
            let good: Vec<usize> = (0..1000).filter(|n| table.role(&link(what, *n)).is_some()).collect();
            assert_eq!(good, (1000 - LINKS..1000).collect::<Vec<_>>());
            assert!(table.not_good(&link(what, 1000 - LINKS - 1)).text.contains("withdrawn"));
        }
        assert!(table.role(&link("bo", 0)).is_some(), "each hand has its own");
        assert!(table.shares.len() <= 2 * LINKS && table.withdrawn.len() <= WITHDRAWN);
    }
}
