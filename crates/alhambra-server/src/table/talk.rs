//! What is put to the vote, who may watch by which link, and what is said.

use super::{Applying, Note, TableState};
use crate::log_entry::LogEntry;
use alhambra_protocol::{ChatVoice, Proposal};
use serde::{Deserialize, Serialize};

/// How many lines of a log were said: by people at the table, and by those who watch.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Talk {
    pub(crate) said: u64,
    pub(crate) called: u64,
}

impl TableState {
    /// How many lines its log has beside what was said.
    pub(crate) fn unsaid_lines(&self) -> u64 {
        self.seq.saturating_sub(self.talk.said + self.talk.called)
    }

    /// Does a line of the log that is about votes, links or talk.
    pub(super) fn people_talk(&mut self, at: u64, entry: LogEntry, applying: &mut Applying) {
        match entry {
            LogEntry::Proposed { number, by, what } => {
                applying.note = Some(Note::Proposed(self.called(by)));
                self.next_proposal = number + 1;
                self.proposals.push(Proposal { number, by, what, agreed: vec![by] });
            }
            LogEntry::Voted { number, seat, agree } => {
                applying.note = Some(match agree {
                    true => Note::Voted(self.called(seat)),
                    false => Note::VotedAgainst(self.called(seat)),
                });
                match self.proposals.iter_mut().find(|p| p.number == number) {
                    Some(proposal) if agree => proposal.agreed.push(seat),
                    _ => self.proposals.retain(|p| p.number != number),
                }
            }
            LogEntry::Shared { seat, token } => {
                applying.note = Some(Note::Shared(self.called(seat)));
                self.shares.push((token, seat));
                self.end_oldest_links();
            }
            LogEntry::WatchShared { token } => {
                applying.note = Some(Note::WatchShared);
                self.watchers.push(token);
                self.end_oldest_links();
            }
            LogEntry::Revoked { hand, by_host } => {
                applying.note = Some(match hand.map(|seat| self.called(seat)) {
                    Some(name) if by_host => Note::HandRevoked(name),
                    Some(name) => Note::Revoked(name),
                    None => Note::WatchRevoked,
                });
                self.withdraw(hand);
            }
            LogEntry::Said { seat, text } => {
                self.talk.said += 1;
                applying.applied.table = false;
                // Whoever sits there later, or is called otherwise, has not said it.
                let name = Some(self.called(seat));
                applying.applied.line = Some(self.say(at, ChatVoice::Seat { seat, name }, text));
            }
            LogEntry::Called { name, text } => {
                self.talk.called += 1;
                applying.applied.table = false;
                applying.applied.line = Some(self.say(at, ChatVoice::Watcher { name }, text));
            }
            _ => {}
        }
    }
}
