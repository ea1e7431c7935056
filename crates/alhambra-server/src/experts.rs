//! Which games experts play in, and for whom: an expert thinks with every core there is for a second at a time, so one
//! address may have few of them going on at once.

use crate::limits::household;
use crate::log_entry::{LogEntry, Planned};
use alhambra_bots::BotKind;
use alhambra_protocol::{Ref, Refusal, RefusalCode, Why};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether a level of bots counts.
pub(crate) fn is_expert(level: &str) -> bool {
    level.parse() == Ok(BotKind::Expert)
}

/// Whether a table is made with an expert.
pub(crate) fn wanted(entry: &LogEntry) -> bool {
    let LogEntry::Created { seats, .. } = entry else { return false };
    seats.iter().any(|seat| matches!(seat, Planned::Bot(level) if is_expert(level)))
}

/// The games experts play in, and who asked for them. Known while they go on: nothing of it is stored.
#[derive(Debug, Default)]
pub(crate) struct Experts {
    tables: Mutex<HashMap<String, IpAddr>>,
}

impl Experts {
    /// Whether somebody may have one more game with experts, beside those that go on.
    ///
    /// # Errors
    /// If there are `most` already, and what to do about it.
    pub(crate) fn may(&self, table: &str, who: IpAddr, most: usize) -> Result<(), Refusal> {
        let who = household(who);
        let tables = self.tables();
        let others = tables.iter().filter(|(other, whose)| **whose == who && *other != table).count();
        if tables.contains_key(table) || others < most {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::TooFast, Why::ExpertsBusy(Ref::number(others))))
    }

    /// Notes that a game with experts goes on for somebody; `false` if it may not.
    pub(crate) fn enter(&self, table: &str, who: IpAddr, most: usize) -> bool {
        let may = self.may(table, who, most).is_ok();
        if may {
            self.tables().entry(table.to_owned()).or_insert_with(|| household(who));
        }
        may
    }

    /// Whether experts play in a game that goes on: it counts for whoever asked for it, also when they have gone. Where nobody
    /// is, and nobody is known to have asked, a game has none: leaving is no way to have more of them.
    pub(crate) fn play(&self, table: &str, who: Option<IpAddr>, most: usize) -> bool {
        let counted = self.tables().contains_key(table);
        counted || who.is_some_and(|who| self.enter(table, who, most))
    }

    /// The game has come to an end, or stands still because nobody looks.
    pub(crate) fn leave(&self, table: &str) {
        self.tables().remove(table);
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, IpAddr>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_few_experts_and_gets_them_back() {
        let experts = Experts::default();
        let of = |text: &str| text.parse::<IpAddr>().unwrap();
        let (one, same, other) = (of("2001:db8::1"), of("2001:db8::2"), of("192.0.2.1"));
        assert!(experts.enter("A", one, 2) && experts.enter("B", same, 2));
        let why = experts.may("C", one, 2).unwrap_err();
        assert!(why.text.contains("2 games") && why.text.contains("choose hard"), "{}", why.text);
        assert!(!experts.enter("C", same, 2), "the same household");
        assert!(experts.enter("A", same, 2), "a game that goes on already goes on");
        assert!(experts.enter("C", other, 2), "others have their own");
        assert!(experts.play("A", None, 2), "it counts for whoever has gone");
        assert!(!experts.play("E", None, 2), "it counts for nobody");
        assert!(!experts.play("E", Some(one), 2) && experts.play("F", Some(other), 2));
        experts.leave("A");
        assert!(experts.enter("D", one, 2));
        assert!(is_expert("expert") && !is_expert("hard") && !is_expert("nobody"));
    }
}
