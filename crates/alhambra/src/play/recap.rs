//! The log by turns, and what the others did since somebody's last turn.

use super::words::teller;
use crate::words::{self, Names, Told};
use alhambra_rules::table::Table;
use alhambra_rules::{Event, Happened, Seat};

/// Every line of the log a viewer may read, with headings for turns and scorings.
pub(super) fn log(table: &Table, names: &Names, viewer: Option<Seat>) -> Vec<String> {
    let teller = teller(table.game(), names);
    let entries = table.log().chunk_by(|(n, _), (next, _)| n == next);
    let seen = |events: &[(u32, Event)]| {
        let seen = events.iter().filter(|(_, event)| event.to.includes(viewer));
        teller.story(seen.map(|(_, event)| &event.what))
    };
    let line = |told| match told {
        Told::Heading(text) => format!("── {text}"),
        Told::Line(text) => format!("   {text}"),
    };
    entries.flat_map(seen).map(line).collect()
}

/// One line for each turn since the last one of `seat`, the turn being played included.
pub(super) fn recap(table: &Table, names: &Names, seat: Seat) -> Vec<String> {
    let log = table.log();
    let own = |what: &Happened| matches!(what, Happened::TurnBegan { seat: s, .. } if *s == seat);
    let begins: Vec<usize> = (0..log.len()).filter(|i| own(&log[*i].1.what)).collect();
    let last = match begins.as_slice() {
        [.., before, _] if table.game().turn().seat == seat => Some(*before),
        [_] if table.game().turn().seat == seat => None,
        other => other.last().copied(),
    };
    let teller = teller(table.game(), names);
    let mut lines = Vec::new();
    let mut deeds: Vec<String> = Vec::new();
    let mut who: Option<Seat> = None;
    let mut flush = |who: Option<Seat>, deeds: &mut Vec<String>| {
        if let Some(who) = who
            && !deeds.is_empty()
        {
            lines.push(format!("{} {}.", names.seat(who), deeds.join("; ")));
        }
        deeds.clear();
    };
    for (_, event) in &log[last.map_or(0, |i| i + 1)..] {
        match &event.what {
            Happened::TurnBegan { seat: next, .. } => {
                flush(who, &mut deeds);
                who = Some(*next);
            }
            // Before another turn begins it is still the rest of the own one, or the set-up.
            _ if who.is_none() => {}
            Happened::ScoringBegan { round } => deeds.push(format!("then the {}", words::scoring(*round))),
            what => {
                if let Some((of, deed)) = teller.deed(what) {
                    if who != Some(of) {
                        flush(who, &mut deeds);
                        who = Some(of);
                    }
                    deeds.push(deed);
                }
            }
        }
    }
    flush(who, &mut deeds);
    lines
}
