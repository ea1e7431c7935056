//! What the fuzzers run: each drill takes any bytes and must never panic or find a breach (feature `testkit`).
//!
//! The same functions run as plain loops in the tests, so they are exercised even where no fuzzer is installed.

use crate::core::chance::{Quick, Seeded};
use crate::laws;
use crate::record::{Closing, Record};
use crate::table::Table;
use crate::{Action, EditionId, GameState, Io, ModuleId, Setup};

mod anything;
pub(crate) use anything::attempt;
pub use anything::{Tried, any_action, any_record};

/// Reads choices off the bytes; when they run out, the answer is always the first.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, n: usize) -> usize {
        let (low, rest) = self.0.split_first().map_or((0, &[][..]), |(b, rest)| (*b, rest));
        self.0 = rest;
        if n > 256 {
            let high = self.0.first().copied().unwrap_or(0);
            self.0 = self.0.get(1..).unwrap_or(&[]);
            return (usize::from(high) << 8 | usize::from(low)) % n;
        }
        usize::from(low) % n.max(1)
    }

    fn left(&self) -> bool {
        !self.0.is_empty()
    }
}

/// What the drills play when they are given these bytes.
#[must_use]
pub fn agreed(bytes: &[u8]) -> Setup {
    setup(&mut Choices(bytes))
}

fn setup(choices: &mut Choices<'_>) -> Setup {
    let mut setup = Setup::players(2 + choices.below(5));
    // One byte says both, so that the seeds of the fuzzers lead where they always led.
    let said = choices.below(256);
    setup.confirm = said % 2 == 1;
    if let Some(edition) = EditionId::offered().nth(said >> 6).filter(|_| said & 0x20 != 0) {
        setup = setup.in_edition(edition);
    }
    for module in ModuleId::ALL {
        if choices.below(4) != 3 || !module.info().players.contains(&setup.players.len()) {
            continue;
        }
        setup = joined(setup, *module, |values| choices.below(values));
    }
    // Variants of the edition itself, behind bits of that byte which no seed has set like this.
    if let Some(rules) = setup.edition.profile().rules.filter(|_| said & 0x06 == 0x04) {
        setup = joined(setup, rules, |values| choices.below(values));
    }
    setup
}

/// The set-up with one module more and options of it as `pick` says; without what does not go with the rest, as
/// people would leave it out.
#[must_use]
pub fn joined(before: Setup, module: ModuleId, mut pick: impl FnMut(usize) -> usize) -> Setup {
    let mut setup = before.clone().with(module);
    for (name, values) in module.info().options {
        let value = values[pick(values.len())];
        let agreed = setup.clone();
        setup.modules.entry(module).or_default().insert((*name).to_owned(), value.to_owned());
        if setup.check().is_err() {
            setup = agreed;
        }
    }
    if setup.check().is_err() { before } else { setup }
}

/// A game up to a position the bytes lead to.
fn position(choices: &mut Choices<'_>) -> (GameState, Seeded) {
    let setup = setup(choices);
    let mut luck = Seeded::new(choices.below(1 << 16) as u64);
    let mut game = GameState::new(&setup, &mut Io::silent(&mut luck)).expect("the set-up is in order");
    let mut actions = Vec::new();
    while let (true, Some(seat)) = (choices.left(), game.to_move()) {
        game.legal(seat, &mut actions);
        let action = actions[choices.below(actions.len())];
        game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
    }
    (game, luck)
}

/// Everything listed is accepted, sorted and unique; nothing else slips through for the wrong seat.
///
/// # Panics
/// When a law is broken.
pub fn legal_vs_check(bytes: &[u8]) {
    let (game, _) = position(&mut Choices(bytes));
    if let Some(seat) = game.to_move() {
        let mut actions = Vec::new();
        game.legal(seat, &mut actions);
        laws::lists(&game, seat, &actions).expect("the lists are in order");
    }
    laws::census(&game).expect("nothing is lost");
}

/// Any action at all is either refused without a trace or carried out without a panic.
///
/// # Panics
/// When a law is broken.
pub fn apply_never_panics(bytes: &[u8]) {
    let (head, tail) = bytes.split_at(bytes.len() / 2);
    let (mut game, mut luck) = position(&mut Choices(head));
    let mut dice =
        Quick::new(tail.iter().fold(7u64, |seed: u64, b| seed.wrapping_mul(31).wrapping_add(u64::from(*b))));
    for _ in 0..tail.len().min(64) {
        let Some(seat) = game.to_move() else { break };
        laws::refusals(&game, seat, &mut dice).expect("refusals leave no trace");
        let action = laws::any_action(&game, seat, &mut dice);
        // Refusal or not, what comes back must be a sound game.
        let _: Result<(), _> = game.apply(seat, action, &mut Io::silent(&mut luck));
        laws::census(&game).expect("nothing is lost");
    }
    if let Ok(action) = postcard::from_bytes::<Action>(tail)
        && let Some(seat) = game.to_move()
    {
        let _: Result<(), _> = game.apply(seat, action, &mut Io::silent(&mut luck));
        laws::census(&game).expect("nothing is lost");
    }
    // Bytes that are no game are refused, never trusted.
    let _: Result<GameState, _> = GameState::unpack(tail);
}

/// A record is read back as it was written and replays; a changed one is refused without a panic.
///
/// # Panics
/// When a law is broken.
pub fn record_roundtrip(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let agreed = setup(&mut choices);
    let mut table = Table::new(agreed, choices.below(1 << 16) as u64).expect("the set-up is in order");
    let (place, value) = (choices.below(1 << 16), choices.below(256) as u8);
    let mut actions = Vec::new();
    while let (true, Some(seat)) = (choices.left(), table.game().to_move()) {
        table.game().legal(seat, &mut actions);
        let action = actions[choices.below(actions.len())];
        table.apply(seat, action).expect("listed actions are accepted");
    }
    let record = table.record();
    let closing = record.closing(table.game());
    let whole = (&record.header, &record.entries, &closing);
    let mut written = postcard::to_stdvec(&whole).expect("records can be written");
    let (header, entries, end): (_, _, Closing) =
        postcard::from_bytes(&written).expect("records can be read");
    let read = Record { header, entries };
    assert_eq!((&read, &end), (record, &closing));
    assert_eq!(&read.verify().expect("records replay"), table.game());
    let at = place % written.len();
    written[at] ^= value.max(1);
    if let Ok((header, entries, end)) = postcard::from_bytes::<(_, _, Closing)>(&written) {
        let changed = Record { header, entries };
        let accepted = changed.verify().is_ok_and(|game| changed.closing(&game) == end);
        assert!(!accepted || (&changed, &end) == (record, &closing), "a changed record was accepted");
    }
}

/// What a seat cannot see never changes what it sees or may do.
///
/// # Panics
/// When a law is broken.
pub fn view_noninterference(bytes: &[u8]) {
    let mut dice = Quick::new(
        bytes.iter().fold(3u64, |seed: u64, b| seed.wrapping_mul(131).wrapping_add(u64::from(*b))),
    );
    let (game, _) = position(&mut Choices(bytes));
    laws::resampling(&game, &mut dice).expect("hidden things never show");
}
