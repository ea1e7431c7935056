//! Messages as text. The one that travels with every move is written by hand: its options are most of what a server
//! writes, and the general way spends its time on asking whether `"type"` must be escaped.

use crate::decision::{DecisionView, Effect, Misfit, OptionView};
use crate::message::{ServerMessage, Update};
use crate::things::{At, Fault, Ref};
use serde::Serialize;
use serde_json::to_writer;

type Written = serde_json::Result<()>;

impl ServerMessage {
    /// Writes the message behind what is there already, to the letter as serde would.
    ///
    /// # Errors
    /// None of the messages there are can fail; the serializer says why if one does.
    pub fn write(&self, out: &mut Vec<u8>) -> Written {
        match self {
            ServerMessage::Update(update) => write_update(out, update),
            other => to_writer(out, other),
        }
    }
}

fn write_update(out: &mut Vec<u8>, update: &Update) -> Written {
    put(out, "{\"type\":\"update\",\"seq\":");
    number(out, update.seq);
    put(out, ",\"step\":");
    number(out, update.step);
    put(out, ",\"action\":");
    number(out, update.action.into());
    put(out, ",\"by\":");
    to_writer(&mut *out, &update.by)?;
    put(out, ",\"undone\":");
    number(out, update.undone.into());
    put(out, ",\"events\":");
    list(out, &update.events, |out, event| match event.json() {
        Some(json) => {
            put(out, json);
            Ok(())
        }
        None => to_writer(out, event),
    })?;
    put(out, ",\"change\":");
    to_writer(&mut *out, &update.change)?;
    put(out, ",\"decision\":");
    match &update.decision {
        Some(decision) => write_decision(out, decision)?,
        None => put(out, "null"),
    }
    put(out, ",\"undo\":");
    to_writer(&mut *out, &update.undo)?;
    optional(out, "clock", update.clock.as_ref())?;
    optional(out, "window", update.window.as_ref())?;
    optional(out, "next_scoring", update.next_scoring.as_ref())?;
    put(out, "}");
    Ok(())
}

fn write_decision(out: &mut Vec<u8>, decision: &DecisionView) -> Written {
    put(out, "{\"seat\":");
    to_writer(&mut *out, &decision.seat)?;
    put(out, ",\"kind\":");
    to_writer(&mut *out, &decision.kind)?;
    put(out, ",\"module\":");
    to_writer(&mut *out, &decision.module)?;
    put(out, ",\"options\":");
    list(out, &decision.options, write_option)?;
    put(out, ",\"misfits\":");
    list(out, &decision.misfits, write_misfit)?;
    optional(out, "bill", decision.bill.as_ref())?;
    put(out, "}");
    Ok(())
}

fn write_option(out: &mut Vec<u8>, option: &OptionView) -> Written {
    put(out, "{\"id\":");
    number(out, option.id.into());
    put(out, ",\"key\":");
    text(out, &option.key)?;
    if let Some(act) = &option.act {
        put(out, ",\"act\":");
        text(out, act)?;
    }
    if !option.text.is_empty() {
        put(out, ",\"text\":");
        text(out, &option.text)?;
    }
    if option.passes {
        put(out, ",\"passes\":true");
    }
    put(out, ",\"refs\":");
    list(out, &option.refs, write_ref)?;
    put(out, ",\"effects\":");
    list(out, &option.effects, write_effect)?;
    put(out, "}");
    Ok(())
}

fn write_ref(out: &mut Vec<u8>, it: &Ref) -> Written {
    match it {
        Ref::Cell { at } => {
            put(out, "{\"type\":\"cell\",\"at\":");
            cell(out, *at);
        }
        Ref::Piece { piece } => {
            put(out, "{\"type\":\"piece\",\"piece\":");
            number(out, piece.index() as u64);
        }
        Ref::Cards { cards } => {
            put(out, "{\"type\":\"cards\",\"cards\":");
            list(out, cards, |out, card| text(out, card.key()))?;
        }
        Ref::Turn { turn } => {
            put(out, "{\"type\":\"turn\",\"turn\":");
            number(out, (*turn).into());
        }
        other => return to_writer(out, other),
    }
    put(out, "}");
    Ok(())
}

fn write_effect(out: &mut Vec<u8>, effect: &Effect) -> Written {
    match effect {
        Effect::ExtraAction => put(out, "{\"type\":\"extra_action\""),
        Effect::Lost { amount } => {
            put(out, "{\"type\":\"lost\",\"amount\":");
            number(out, (*amount).into());
        }
        Effect::Keeps { prices } => {
            put(out, "{\"type\":\"keeps\",\"prices\":");
            number(out, (*prices).into());
        }
        Effect::Wall { from, to } => {
            put(out, "{\"type\":\"wall\",\"from\":");
            number(out, (*from).into());
            put(out, ",\"to\":");
            number(out, (*to).into());
        }
        other => return to_writer(out, other),
    }
    put(out, "}");
    Ok(())
}

fn write_misfit(out: &mut Vec<u8>, misfit: &Misfit) -> Written {
    put(out, "{\"piece\":");
    number(out, misfit.piece.index() as u64);
    put(out, ",\"at\":");
    cell(out, misfit.at);
    put(out, ",\"fault\":");
    match &misfit.fault {
        Fault::OnFoot => put(out, "{\"type\":\"on_foot\"}"),
        Fault::Hole { at } => {
            put(out, "{\"type\":\"hole\",\"at\":");
            cell(out, *at);
            put(out, "}");
        }
        Fault::Border { at, side, neighbour, wall } => {
            put(out, "{\"type\":\"border\",\"at\":");
            cell(out, *at);
            put(out, ",\"side\":");
            to_writer(&mut *out, side)?;
            put(out, ",\"neighbour\":");
            cell(out, *neighbour);
            put(out, if *wall { ",\"wall\":true}" } else { ",\"wall\":false}" });
        }
        other => to_writer(&mut *out, other)?,
    }
    put(out, "}");
    Ok(())
}

// ---- letters and digits ----------------------------------------------------------------------------------

fn put(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

fn optional<T: Serialize>(out: &mut Vec<u8>, name: &str, value: Option<&T>) -> Written {
    let Some(value) = value else { return Ok(()) };
    put(out, ",\"");
    put(out, name);
    put(out, "\":");
    to_writer(out, value)
}

fn list<T>(out: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T) -> Written) -> Written {
    out.push(b'[');
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        write(out, item)?;
    }
    out.push(b']');
    Ok(())
}

/// A text in quotes; those that need more than quotes are left to the serializer.
fn text(out: &mut Vec<u8>, text: &str) -> Written {
    if text.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        return to_writer(out, text);
    }
    out.push(b'"');
    put(out, text);
    out.push(b'"');
    Ok(())
}

fn cell(out: &mut Vec<u8>, (x, y): At) {
    out.push(b'[');
    signed(out, x);
    out.push(b',');
    signed(out, y);
    out.push(b']');
}

fn signed(out: &mut Vec<u8>, n: i32) {
    if n < 0 {
        out.push(b'-');
    }
    number(out, n.unsigned_abs().into());
}

fn number(out: &mut Vec<u8>, mut n: u64) {
    let (mut digits, mut first) = ([0; 20], 20);
    loop {
        first -= 1;
        digits[first] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Names;
    use crate::{EventView, NextScoring, UndoState, ViewChange};
    use alhambra_rules::{Event, GameState, Io, ModuleId, Quick, Seeded, Setup};

    /// What a viewer is told of every move of a game, by hand and by serde.
    fn compare(setup: &Setup, seed: u64, texts: bool) -> usize {
        let (mut chance, mut events) = (Seeded::new(seed), Vec::<Event>::new());
        let mut game =
            GameState::new(setup, &mut Io { chance: &mut chance, log: Some(&mut events) }).unwrap();
        let (mut dice, mut actions, mut bytes) = (Quick::new(seed), Vec::new(), 0);
        let names = Names::of(setup);
        let mut before = game.view(None);
        while let Some(seat) = game.to_move() {
            game.legal(seat, &mut actions);
            let action = actions[dice.below(actions.len() as u32) as usize];
            events.clear();
            game.apply(seat, action, &mut Io { chance: &mut chance, log: Some(&mut events) }).unwrap();
            let after = game.view(None);
            let decision = game.to_move().and_then(|seat| game.decision(seat));
            let message = ServerMessage::Update(Box::new(Update {
                seq: u64::MAX - 7,
                step: dice.below(1000).into(),
                action: dice.below(12),
                by: (dice.below(2) == 0).then_some(seat),
                undone: 0,
                events: events.iter().map(|e| EventView::of(&e.what, &game, &names, texts).into()).collect(),
                change: ViewChange::between(&before, &after, &game),
                decision: decision.map(|decision| DecisionView::of(&game, &decision, &names, texts)),
                undo: UndoState::default(),
                clock: None,
                window: None,
                next_scoring: Some(NextScoring::of(&game).into_iter().collect::<Vec<_>>().into()),
            }));
            let mut written = Vec::new();
            message.write(&mut written).unwrap();
            let expected = serde_json::to_vec(&message).unwrap();
            assert!(
                written == expected,
                "{}\n{}",
                String::from_utf8_lossy(&written),
                String::from_utf8_lossy(&expected)
            );
            bytes += written.len();
            before = after;
        }
        bytes
    }

    #[test]
    fn a_move_is_written_as_serde_writes_it() {
        let mut bytes = 0;
        for seed in 0..4 {
            let players = 2 + seed as usize % 3;
            bytes += compare(&Setup::players(players), seed, seed % 2 == 1);
        }
        // Every module once, as many at a time as go together.
        let mut left: Vec<ModuleId> = ModuleId::ALL.to_vec();
        while !left.is_empty() {
            let mut setup = Setup::players(3);
            let known = left.len();
            left.retain(|module| {
                let more = setup.clone().with(*module);
                let fits = more.check().is_ok();
                if fits {
                    setup = more;
                }
                !fits
            });
            if left.len() == known {
                break;
            }
            bytes += compare(&setup, left.len() as u64, left.len().is_multiple_of(2));
        }
        assert!(bytes > 1_000_000, "{bytes}");
    }

    #[test]
    fn numbers_and_texts_are_those_of_serde() {
        for n in [0, 1, 9, 10, 99, 12_345, u64::MAX] {
            let mut out = Vec::new();
            number(&mut out, n);
            assert_eq!(out, n.to_string().as_bytes());
        }
        for (x, y) in [(0, -1), (-10, 7), (i32::MIN, i32::MAX)] {
            let mut out = Vec::new();
            cell(&mut out, (x, y));
            assert_eq!(out, format!("[{x},{y}]").as_bytes());
        }
        for word in ["", "buy", "a \"b\"", "c\\d", "e\nf", "Ä é 中"] {
            let mut out = Vec::new();
            text(&mut out, word).unwrap();
            assert_eq!(out, serde_json::to_vec(word).unwrap());
        }
    }
}
