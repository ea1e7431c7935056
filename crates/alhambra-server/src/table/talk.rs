//! What is put to the vote, who may watch by which link, and what is said.

use super::{Applying, TableState};
use crate::log_entry::LogEntry;
use alhambra_protocol::{ChatVoice, Proposal};

impl TableState {
    /// Does a line of the log that is about votes, links or talk.
    pub(super) fn people_talk(&mut self, at: u64, entry: LogEntry, applying: &mut Applying) {
        match entry {
            LogEntry::Proposed { number, by, what } => {
                applying.note = Some(("proposed", format!("{} puts something to the vote", self.called(by))));
                self.next_proposal = number + 1;
                self.proposals.push(Proposal { number, by, what, agreed: vec![by] });
            }
            LogEntry::Voted { number, seat, agree } => {
                let says = if agree { "agrees" } else { "does not agree" };
                applying.note = Some(("voted", format!("{} {says}", self.called(seat))));
                match self.proposals.iter_mut().find(|p| p.number == number) {
                    Some(proposal) if agree => proposal.agreed.push(seat),
                    _ => self.proposals.retain(|p| p.number != number),
                }
            }
            LogEntry::Shared { seat, token } => {
                applying.note =
                    Some(("shared", format!("{} lets somebody see their hand", self.called(seat))));
                self.shares.push((token, seat));
            }
            LogEntry::WatchShared { token } => {
                applying.note = Some(("watch_shared", "the host makes a link for spectators".to_owned()));
                self.watchers.push(token);
            }
            LogEntry::Revoked { hand, by_host } => {
                let who = if by_host { "the host" } else { "their player" };
                applying.note = Some(match hand {
                    Some(seat) => {
                        ("revoked", format!("{who} withdraws the links to the hand of {}", self.called(seat)))
                    }
                    None => ("revoked", "the host withdraws the link for spectators".to_owned()),
                });
                self.withdraw(hand);
            }
            LogEntry::Said { seat, text } => {
                applying.applied.table = false;
                applying.applied.line = Some(self.say(at, ChatVoice::Seat { seat }, text));
            }
            LogEntry::Called { name, text } => {
                applying.applied.table = false;
                applying.applied.line = Some(self.say(at, ChatVoice::Watcher { name }, text));
            }
            _ => {}
        }
    }
}
