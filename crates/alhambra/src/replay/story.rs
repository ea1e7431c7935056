//! A game told from the first card to the last point.

use super::{Drawn, Step};
use crate::words::{Told, joined};
use alhambra_rules::record::Entry;
use alhambra_rules::{Action, Event, GameState, Happened, HouseRules, Scorer, Seat};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The game as text: a heading for each turn and scoring, a line for each action and what followed it.
pub(super) fn write(shown: &Drawn<'_>, steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
    agreed(shown, out)?;
    for (n, step) in steps.iter().enumerate() {
        if n == 0 {
            writeln!(out)?;
            writeln!(out, "Set-up")?;
        }
        let mut number = if n == 0 { String::new() } else { n.to_string() };
        for line in shown.teller(&step.game).story(step.events.iter().map(|event| &event.what)) {
            match line {
                Told::Heading(text) => {
                    // A heading in the middle of an entry: its number has been told.
                    writeln!(out)?;
                    writeln!(out, "{text}")?;
                }
                Told::Line(text) => writeln!(out, "{:>5}  {text}", std::mem::take(&mut number))?,
            }
        }
    }
    let Some(last) = steps.last() else { return Ok(()) };
    writeln!(out)?;
    ending(shown, &last.game, out)
}

/// What the table agreed on.
fn agreed(shown: &Drawn<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (header, setup) = (&shown.record.header, &shown.record.header.setup);
    let names = joined(setup.players.iter().map(|p| &p.name), ", ");
    let seed = header.seed.map_or_else(String::new, |seed| format!(" · seed {seed}"));
    writeln!(out, "{names} · {} edition{seed}", setup.edition)?;
    for module in setup.modules.keys() {
        writeln!(out, "module {}: {}", module.number(), module.title())?;
    }
    for (rule, value) in differing(&setup.house) {
        writeln!(out, "house rule {rule} = {value}")?;
    }
    writeln!(out, "{} entries, every digest fits", shown.record.entries.len())?;
    if let Some(seat) = shown.viewer {
        writeln!(out, "as {} saw it", shown.names.seat(seat))?;
    }
    Ok(())
}

/// The house rules that are not the default.
fn differing(house: &HouseRules) -> Vec<(String, String)> {
    let fields = |rules: &HouseRules| match serde_json::to_value(rules) {
        Ok(Value::Object(fields)) => fields,
        _ => Default::default(),
    };
    let default = fields(&HouseRules::default());
    let own = fields(house).into_iter().filter(|(rule, value)| default.get(rule) != Some(value));
    own.map(|(rule, value)| (rule, value.as_str().map_or_else(|| value.to_string(), str::to_owned))).collect()
}

fn ending(shown: &Drawn<'_>, game: &GameState, out: &mut dyn Write) -> io::Result<()> {
    if let Some(pending) = game.pending() {
        writeln!(out, "The record ends here. {} would be next to decide.", shown.names.all(pending.seats))?;
    }
    writeln!(out, "{}", if game.is_over() { "Result" } else { "Score" })?;
    let mut scores: Vec<(u16, &str)> =
        game.rules().seats().map(|seat| (game.score(seat), shown.names.seat(seat))).collect();
    scores.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    for (points, name) in &scores {
        let place = 1 + scores.iter().filter(|(other, _)| other > points).count();
        writeln!(out, "{place:>5}. {points:>4}  {name}")?;
    }
    if game.rules().dirk() {
        let (points, name) = (game.score(Scorer::Dirk), shown.names.dirk());
        writeln!(out, "{:>5}  {points:>4}  {name}", "")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Line<'a> {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Missing where the choice was secret and the viewer is somebody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<Action>,
    events: Vec<&'a Happened>,
    words: Vec<String>,
    scores: Vec<u16>,
}

#[derive(Serialize)]
struct Opening<'a> {
    setup: &'a alhambra_rules::Setup,
    seed: Option<u64>,
    entries: usize,
    verified: bool,
    viewer: Option<Seat>,
}

#[derive(Serialize)]
struct Outcome {
    over: bool,
    scores: Vec<u16>,
    winners: Option<Vec<Seat>>,
}

/// The game as JSON Lines: what was agreed, the set-up and each entry, the result.
pub(super) fn write_json(shown: &Drawn<'_>, steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
    let header = &shown.record.header;
    let opening = Opening {
        setup: &header.setup,
        seed: header.seed,
        entries: shown.record.entries.len(),
        verified: true,
        viewer: shown.viewer,
    };
    line(out, &serde_json::json!({ "record": opening }))?;
    for (n, step) in steps.iter().enumerate() {
        let entry = n.checked_sub(1).and_then(|i| shown.record.entries.get(i));
        let teller = shown.teller(&step.game);
        let events = step.events.iter().map(|Event { what, .. }| what);
        line(
            out,
            &Line {
                n,
                seat: entry.map(|entry| entry.seat),
                action: entry.and_then(|entry| visible(entry, shown.viewer)),
                words: events.clone().map(|event| teller.happened(event)).collect(),
                events: events.collect(),
                scores: scores(&step.game),
            },
        )?;
    }
    let Some(last) = steps.last() else { return Ok(()) };
    let result = Outcome {
        over: last.game.is_over(),
        scores: scores(&last.game),
        winners: last.game.winners().map(|winners| winners.iter().collect()),
    };
    line(out, &serde_json::json!({ "result": result }))
}

/// Actions of the core are open to all; a module's choice may be sealed.
fn visible(entry: &Entry, viewer: Option<Seat>) -> Option<Action> {
    let open = !matches!(entry.action, Action::Module(_)) || viewer == Some(entry.seat);
    open.then_some(entry.action)
}

fn scores(game: &GameState) -> Vec<u16> {
    game.rules().seats().map(|seat| game.score(seat)).collect()
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
