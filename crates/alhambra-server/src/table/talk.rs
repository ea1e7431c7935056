//! What is put to the vote, who may watch by which link, and what is said.

use super::{Doing, Table};
use crate::deed::Deed;
use alhambra_protocol::{ChatVoice, Proposal};

impl Table {
    /// Does a line of the log that is about votes, links or talk.
    pub(super) fn people_talk(&mut self, at: u64, deed: Deed, doing: &mut Doing) {
        match deed {
            Deed::Proposed { number, by, what } => {
                doing.note = Some(("proposed", format!("{} puts something to the vote", self.called(by))));
                self.next_proposal = number + 1;
                self.proposals.push(Proposal { number, by, what, agreed: vec![by] });
            }
            Deed::Voted { number, seat, agree } => {
                let says = if agree { "agrees" } else { "does not agree" };
                doing.note = Some(("voted", format!("{} {says}", self.called(seat))));
                match self.proposals.iter_mut().find(|p| p.number == number) {
                    Some(proposal) if agree => proposal.agreed.push(seat),
                    _ => self.proposals.retain(|p| p.number != number),
                }
            }
            Deed::Shared { seat, token } => {
                doing.note = Some(("shared", format!("{} lets somebody see their hand", self.called(seat))));
                self.shares.push((token, seat));
            }
            Deed::WatchShared { token } => {
                doing.note = Some(("watch_shared", "the host makes a link for spectators".to_owned()));
                self.watchers.push(token);
            }
            Deed::Revoked { hand, by_host } => {
                let who = if by_host { "the host" } else { "their player" };
                doing.note = Some(match hand {
                    Some(seat) => {
                        ("revoked", format!("{who} withdraws the links to the hand of {}", self.called(seat)))
                    }
                    None => ("revoked", "the host withdraws the link for spectators".to_owned()),
                });
                self.withdraw(hand);
            }
            Deed::Said { seat, text } => {
                doing.applied.table = false;
                doing.applied.line = Some(self.say(at, ChatVoice::Seat { seat }, text));
            }
            Deed::Called { name, text } => {
                doing.applied.table = false;
                doing.applied.line = Some(self.say(at, ChatVoice::Watcher { name }, text));
            }
            _ => {}
        }
    }
}
