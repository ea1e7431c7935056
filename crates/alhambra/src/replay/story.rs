//! A game told from the first card to the last point.

use super::{Shown, Step};
use crate::words;
use alhambra_rules::record::Entry;
use alhambra_rules::{Action, CardKind, Event, GameState, Happened, HouseRules, Scorer, Seat};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The game as text: a heading for each turn and scoring, a line for each action and what followed it.
pub(super) fn write(shown: &Shown<'_>, steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
    agreed(shown, out)?;
    for (n, step) in steps.iter().enumerate() {
        if n == 0 {
            writeln!(out)?;
            writeln!(out, "Set-up")?;
        }
        let mut number = if n == 0 { String::new() } else { n.to_string() };
        for line in told(shown, step) {
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
fn agreed(shown: &Shown<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (header, setup) = (&shown.record.header, &shown.record.header.setup);
    let names = setup.players.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ");
    let seed = header.seed.map_or_else(String::new, |seed| format!(" · seed {seed}"));
    writeln!(out, "{names} · {:?} edition{seed}", setup.edition)?;
    for module in setup.modules.keys() {
        writeln!(out, "module {}: {}", module.number(), module.info().title)?;
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

enum Told {
    Heading(String),
    Line(String),
}

/// The events of a step as lines; cards and tiles that appear together share one.
fn told(shown: &Shown<'_>, step: &Step) -> Vec<Told> {
    let game = &step.game;
    let mut lines = Vec::new();
    let mut events = step.events.iter().map(|event| &event.what).peekable();
    while let Some(event) = events.next() {
        lines.push(match event {
            Happened::TurnBegan { seat, turn } => {
                Told::Heading(format!("Turn {turn} · {}", shown.names.seat(*seat)))
            }
            Happened::ScoringBegan { round } => {
                let title = words::scoring(*round);
                Told::Heading(format!("{}{}", title[..1].to_uppercase(), &title[1..]))
            }
            Happened::Displayed { card } => {
                let mut cards: Vec<CardKind> = vec![*card];
                while let Some(Happened::Displayed { card }) =
                    events.next_if(|next| matches!(next, Happened::Displayed { .. }))
                {
                    cards.push(*card);
                }
                let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                Told::Line(format!("on display: {}", cards.join(", ")))
            }
            Happened::OnMarket { .. } => {
                let mut text = words::happened(event, &shown.names, game);
                while let Some(Happened::OnMarket { piece, currency, .. }) =
                    events.next_if(|next| matches!(next, Happened::OnMarket { .. }))
                {
                    text += &format!(", {} ({currency})", game.piece(*piece).name());
                }
                Told::Line(text)
            }
            Happened::TakenOff { piece, .. } => {
                let text = words::happened(event, &shown.names, game);
                let kept =
                    |next: &&Happened| matches!(next, Happened::Reserved { piece: p, .. } if p == piece);
                match events.next_if(kept) {
                    Some(_) => Told::Line(format!("{text} into the reserve")),
                    None => Told::Line(text),
                }
            }
            // Nothing drawn is nothing to tell.
            Happened::DirkDrew { pieces } if pieces.is_empty() => continue,
            other => Told::Line(words::happened(other, &shown.names, game)),
        });
        let more = events.clone().any(|event| matches!(event, Happened::Scored(_)));
        if matches!(event, Happened::Scored(_)) && !more {
            lines.push(Told::Line(standing(shown, game)));
        }
    }
    lines
}

/// "standing – Ann: 12, Bo: 9".
fn standing(shown: &Shown<'_>, game: &GameState) -> String {
    let score = |scorer: Scorer| format!("{}: {}", shown.names.scorer(scorer), game.score(scorer));
    let dirk = game.rules().dirk().then_some(Scorer::Dirk);
    let all: Vec<String> = game.rules().seats().map(Scorer::from).chain(dirk).map(score).collect();
    format!("standing – {}", all.join(", "))
}

fn ending(shown: &Shown<'_>, game: &GameState, out: &mut dyn Write) -> io::Result<()> {
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
        let (points, name) = (game.score(Scorer::Dirk), shown.names.scorer(Scorer::Dirk));
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
pub(super) fn write_json(shown: &Shown<'_>, steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
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
        let events = step.events.iter().map(|Event { what, .. }| what);
        line(
            out,
            &Line {
                n,
                seat: entry.map(|entry| entry.seat),
                action: entry.and_then(|entry| visible(entry, shown.viewer)),
                words: events.clone().map(|event| words::happened(event, &shown.names, &step.game)).collect(),
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
