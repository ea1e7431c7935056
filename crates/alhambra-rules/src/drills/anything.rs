//! Any action of any module, and records of such: derived from the types, or changed where they are written down.
//!
//! Nobody has to think of the values that go wrong. A module's actions come from the derive its type must have, and
//! what no type can hold comes as JSON and bytes of about the right shape.

use super::{Choices, position, setup};
use crate::analysis::Attempt;
use crate::core::chance::{Chance, Drawn, Noting, Stream};
use crate::core::seat::Seat;
use crate::record::{Entry, Header, Record};
use crate::registry::ModAction;
use crate::{Action, CardKind, GameState, Illegal, Io, ModuleId, laws};
use arbitrary::Unstructured;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What became of the actions that were tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Written actions that could not be read.
    pub unreadable: u32,
    /// Actions that were refused, and left no trace.
    pub refused: u32,
    /// Actions that were carried out.
    pub accepted: u32,
    /// How many belong to each module and came while it had something to offer.
    pub in_time: BTreeMap<ModuleId, u32>,
}

impl Tried {
    /// Adds what another run tried.
    pub fn add(&mut self, other: Tried) {
        self.unreadable += other.unreadable;
        self.refused += other.refused;
        self.accepted += other.accepted;
        for (module, n) in other.in_time {
            *self.in_time.entry(module).or_default() += n;
        }
    }
}

/// At any moment of any game, anybody may hand in anything: it is put into words, refused without a trace or carried
/// out without a panic.
///
/// # Panics
/// When a law is broken.
pub fn any_action(bytes: &[u8]) -> Tried {
    let (head, tail) = bytes.split_at(bytes.len() / 8);
    let (mut game, mut luck) = position(&mut Choices(head));
    let mut u = Unstructured::new(tail);
    let mut tried = Tried::default();
    let mut listed = Vec::new();
    while let (false, Some(asked)) = (u.is_empty(), game.to_move()) {
        game.legal(asked, &mut listed);
        // The game goes on meanwhile, so that every moment of it is met.
        if u.ratio(1, 4).unwrap_or(false) {
            let action = listed[u.choose_index(listed.len()).unwrap_or(0)];
            game.apply_unchecked(asked, action, &mut Io::silent(&mut luck));
            continue;
        }
        match attempt(asked, &listed, &mut u) {
            Ok(Some((seat, action))) => {
                if let Action::Module(own) = action
                    && offering(&listed).any(|module| module == own.module())
                {
                    *tried.in_time.entry(own.module()).or_default() += 1;
                }
                match tell_and_try(&mut game, seat, action, &mut luck) {
                    Ok(()) => tried.accepted += 1,
                    Err(_) => tried.refused += 1,
                }
            }
            Ok(None) => tried.unreadable += 1,
            // Of a module without actions, or no bytes left.
            Err(_) => {}
        }
    }
    tried
}

/// The modules that have something to offer at this moment.
fn offering(listed: &[Action]) -> impl Iterator<Item = ModuleId> + '_ {
    listed
        .iter()
        .filter_map(|action| if let Action::Module(own) = action { Some(own.module()) } else { None })
}

/// Puts an action into words, checks it and carries it out if it is accepted.
fn tell_and_try(
    game: &mut GameState,
    seat: Seat,
    action: Action,
    luck: &mut dyn Chance,
) -> Result<(), Illegal> {
    // What the types can hold can be written and read.
    let text = serde_json::to_string(&action).expect("actions can be written");
    let read = serde_json::from_str::<Action>(&text).map_err(|why| format!("{text}: {why}"));
    assert_eq!(read, Ok(action), "written and read again");
    let bytes = postcard::to_stdvec(&action).expect("actions can be written");
    assert_eq!(postcard::from_bytes(&bytes), Ok(action), "written and read again");

    let _ = game.choice(seat, action);
    let checked = game.check(seat, &action);
    tell_attempt(game, seat, action, &checked);
    let before = game.clone();
    let applied = game.apply(seat, action, &mut Io::silent(luck));
    assert_eq!(checked, applied, "check and apply agree about {action:?}");
    if let Err(why) = &applied {
        assert!(!why.to_string().is_empty(), "a refusal of {action:?} has its reason");
        assert!(*game == before && game.pack() == before.pack(), "{action:?} has left a trace");
        return applied;
    }
    laws::census(game).unwrap_or_else(|breach| panic!("after {action:?}: {breach}"));
    if let Some(next) = game.to_move() {
        let mut actions = Vec::new();
        game.legal(next, &mut actions);
        assert!(!actions.is_empty(), "{action:?} leaves nothing to do");
    }
    applied
}

/// What is told of an action before it is done, which is asked of servers with any action: the same verdict, and reasons
/// that can be pointed at.
fn tell_attempt(game: &GameState, seat: Seat, action: Action, checked: &Result<(), Illegal>) {
    let attempt = Attempt::of(game, seat, action);
    assert_eq!(
        attempt.refusal.as_ref(),
        checked.as_ref().err(),
        "an attempt at {action:?} is told as it is checked"
    );
    if let Err(why) = checked {
        let _ = (why.refs(game, seat), why.fault());
    }
}

/// Somebody and something they might hand in; `None` if it could not even be read.
pub(crate) fn attempt(
    asked: Seat,
    listed: &[Action],
    u: &mut Unstructured<'_>,
) -> arbitrary::Result<Option<(Seat, Action)>> {
    let seat = if u.ratio(1, 16)? { u.arbitrary()? } else { asked };
    let way = u.int_in_range(0..=5u8)?;
    if way == 0 {
        return Ok(Some((seat, u.arbitrary()?)));
    }
    if way <= 2 {
        let offering: BTreeSet<ModuleId> = offering(listed).collect();
        let module = if offering.is_empty() { u.arbitrary()? } else { u.choose_iter(offering)? };
        return Ok(Some((seat, Action::Module(ModAction::any_of(module, u)?))));
    }
    let action = *u.choose(listed)?;
    let read = if way == 3 { changed_bytes(&action, u)? } else { changed_json(&action, u)? };
    Ok(read.map(|action| (seat, action)))
}

/// The same in bytes, with one of them changed.
fn changed_bytes<T: Serialize + DeserializeOwned>(
    value: &T,
    u: &mut Unstructured<'_>,
) -> arbitrary::Result<Option<T>> {
    let mut bytes = postcard::to_stdvec(value).expect("actions can be written");
    let at = u.choose_index(bytes.len())?;
    bytes[at] = if u.ratio(1, 2)? { u.arbitrary()? } else { bytes[at].wrapping_add(1) };
    Ok(postcard::from_bytes(&bytes).ok())
}

/// The same in JSON, with something in it changed, twice now and then.
fn changed_json<T: Serialize + DeserializeOwned>(
    value: &T,
    u: &mut Unstructured<'_>,
) -> arbitrary::Result<Option<T>> {
    let mut json = serde_json::to_value(value).expect("actions can be written");
    for _ in 0..=u.int_in_range(0..=1u8)? {
        change(&mut json, u)?;
    }
    Ok(serde_json::from_str(&json.to_string()).ok())
}

/// Numbers at which something begins or ends.
const EDGES: [i64; 24] =
    [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 63, 64, 127, 128, 173, 174, 255, 256, 65535, 65536, 1 << 40];

fn change(json: &mut Value, u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    if u.ratio(1, 24)? {
        let fraction = "15e-1".parse().unwrap_or_default();
        *json = u.choose(&[Value::Null, Value::Bool(true), Value::from("x"), fraction])?.clone();
        return Ok(());
    }
    match json {
        Value::Number(_) => {
            *json = if u.ratio(1, 2)? {
                Value::from(*u.choose(&EDGES)?)
            } else {
                Value::from(u.arbitrary::<u8>()?)
            };
        }
        Value::String(text) => *text = u.arbitrary::<CardKind>()?.key().to_owned(),
        Value::Array(items) if items.is_empty() || u.ratio(1, 4)? => {
            let other = items.first().cloned().unwrap_or_else(|| Value::from("denar-7"));
            if u.ratio(1, 2)? { items.push(other) } else { drop(items.pop()) }
        }
        Value::Array(items) => {
            let at = u.choose_index(items.len())?;
            change(&mut items[at], u)?;
        }
        Value::Object(fields) if fields.is_empty() || u.ratio(1, 12)? => {
            fields.insert("half".to_owned(), Value::from(2));
        }
        Value::Object(fields) => {
            let at = u.choose_index(fields.len())?;
            if let Some(field) = fields.values_mut().nth(at) {
                change(field, u)?;
            }
        }
        Value::Null | Value::Bool(_) => *json = Value::from(u.arbitrary::<u8>()?),
    }
    Ok(())
}

/// Luck that somebody has made up: any answer that is possible.
struct AnyLuck<'a, 'b>(&'a mut Choices<'b>);

impl Chance for AnyLuck<'_, '_> {
    fn pick(&mut self, n: u32, _: Stream, _: u16) -> u32 {
        self.0.below(n as usize) as u32
    }
}

/// A record that was never played, with any luck and any actions, every digest as it must be: it replays, or it is
/// refused at the first line that cannot be.
///
/// # Panics
/// When a law is broken.
pub fn any_record(bytes: &[u8]) {
    let (head, tail) = bytes.split_at(bytes.len() / 2);
    let mut choices = Choices(head);
    let mut u = Unstructured::new(tail);
    let agreed = setup(&mut choices);
    let mut noted = Vec::new();
    let mut luck = AnyLuck(&mut choices);
    let mut source = Noting { source: &mut luck, noted: &mut noted };
    let mut game = GameState::new(&agreed, &mut Io::silent(&mut source)).expect("the set-up is in order");
    let header = Header::new(agreed, None, noted, &game);
    let mut record = Record { header, entries: Vec::new() };
    let mut actions = Vec::new();
    let mut fine = true;
    while let (true, true, Some(asked)) = (choices.left(), fine, game.to_move()) {
        game.legal(asked, &mut actions);
        let listed = (asked, actions[choices.below(actions.len())]);
        let odd = !u.is_empty() && choices.below(8) == 0;
        let (seat, action) =
            if odd { attempt(asked, &actions, &mut u).ok().flatten().unwrap_or(listed) } else { listed };
        let mut noted = Vec::new();
        let mut luck = AnyLuck(&mut choices);
        let mut source = Noting { source: &mut luck, noted: &mut noted };
        fine = game.apply(seat, action, &mut Io::silent(&mut source)).is_ok();
        let n = record.entries.len() as u32 + 1;
        let before = record.entries.last().map_or(record.header.digest, |entry| entry.digest);
        record.entries.push(Entry::new(n, before, seat, action, noted, &game));
    }
    let read = reread(&record);
    assert_eq!(read, record, "written and read again");
    match read.verify() {
        Ok(end) => assert!(fine && end == game, "the record tells of another game"),
        Err(why) => assert!(!fine && !why.to_string().is_empty(), "{why}"),
    }
    if let Ok(spoilt) = spoil(record, &mut u) {
        // Whatever it says now: an answer, and no panic.
        let _ = spoilt.verify().map_err(|why| why.to_string());
    }
}

/// The lines of a record, written as JSON and read again.
fn reread(record: &Record) -> Record {
    let again = |text: String| -> Entry { serde_json::from_str(&text).expect("entries can be read") };
    let written = |entry: &Entry| serde_json::to_string(entry).expect("entries can be written");
    let header = serde_json::to_string(&record.header).expect("headers can be written");
    Record {
        header: serde_json::from_str(&header).expect("headers can be read"),
        entries: record.entries.iter().map(written).map(again).collect(),
    }
}

/// Changes the luck or the action of some line.
fn spoil(mut record: Record, u: &mut Unstructured<'_>) -> arbitrary::Result<Record> {
    let chance = match u.choose_index(record.entries.len() + 1)? {
        0 => &mut record.header.chance,
        n => {
            let entry = &mut record.entries[n - 1];
            if u.ratio(1, 2)? {
                entry.action = u.arbitrary()?;
                entry.seat = u.arbitrary()?;
            }
            &mut entry.chance
        }
    };
    let any = Drawn(*u.choose(&Stream::ALL)?, u.int_in_range(0..=200)?, u.arbitrary()?);
    match u.choose_index(chance.len() + 1)? {
        0 => chance.push(any),
        n if u.ratio(1, 2)? => drop(chance.remove(n - 1)),
        n => chance[n - 1] = any,
    }
    Ok(record)
}
