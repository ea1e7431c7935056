//! One game of a batch.

use alhambra_bots::Bot;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::table::Table;
use alhambra_rules::{GameState, Illegal, Io, Quick, Seat, Seeded, Setup, SetupError};

/// The most decisions a game may take. Real games take a few hundred; one that gets here does not end.
pub const MAX_DECISIONS: u32 = 100_000;

/// Something no game may do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokenLaw {
    /// Every game ends.
    #[error("it did not end within {MAX_DECISIONS} decisions")]
    Endless,
    /// Bots make legal moves only.
    #[error("decision {decision} was not legal: {why}")]
    NotLegal {
        /// Which decision, from 1.
        decision: u32,
        /// Why it is refused.
        why: Illegal,
    },
    /// What was planned can be set up.
    #[error("it could not be set up: {why}")]
    SetUp {
        /// Why it is refused.
        why: SetupError,
    },
    /// Nothing panics.
    #[error("it panicked")]
    Panic,
}

/// The two seeds of a game: what is drawn, and what bots roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seeds {
    pub(crate) luck: u64,
    dice: u64,
}

impl Seeds {
    pub(crate) fn dice(self) -> u64 {
        self.dice
    }

    /// The seeds of game `number` (from 0) of a batch; nothing else has a say.
    pub(crate) fn of(batch: u64, number: u64) -> Seeds {
        let mut source = Quick::new(Quick::new(batch).bits().wrapping_add(number));
        Seeds { luck: source.bits(), dice: source.bits() }
    }
}

/// Plays a game and shows it to `ended` with the number of decisions it took.
pub(crate) fn play(
    setup: &Setup,
    bots: &mut [Box<dyn Bot>],
    seeds: Seeds,
    ended: impl FnOnce(&GameState, u32),
) -> Result<Result<(), BrokenLaw>, SetupError> {
    let mut luck = Seeded::new(seeds.luck);
    let mut dice = Quick::new(seeds.dice);
    let mut game = GameState::new(setup, &mut Io::silent(&mut luck))?;
    let mut decisions = 0;
    while let Some(seat) = game.to_move() {
        if decisions == MAX_DECISIONS {
            return Ok(Err(BrokenLaw::Endless));
        }
        let action = bots[seat.index()].decide(&Belief::new(&game, seat, Recall::Full), &mut dice);
        debug_assert_eq!(game.check(seat, &action), Ok(()));
        game.apply_unchecked(seat, action, &mut Io::silent(&mut luck));
        decisions += 1;
    }
    ended(&game, decisions);
    Ok(Ok(()))
}

/// The same game at a table that keeps its record.
pub(crate) fn play_recorded(
    setup: &Setup,
    bots: &mut [Box<dyn Bot>],
    seeds: Seeds,
) -> Result<Result<Table, BrokenLaw>, SetupError> {
    let mut dice = Quick::new(seeds.dice);
    let mut table = Table::new(setup.clone(), seeds.luck)?;
    while let Some(seat) = table.game().to_move() {
        let decision = table.record().entries.len() as u32 + 1;
        if decision > MAX_DECISIONS {
            return Ok(Err(BrokenLaw::Endless));
        }
        if let Err(broken) = decide_at(&mut table, bots, seat, &mut dice, decision) {
            return Ok(Err(broken));
        }
    }
    Ok(Ok(table))
}

fn decide_at(
    table: &mut Table,
    bots: &mut [Box<dyn Bot>],
    seat: Seat,
    dice: &mut Quick,
    decision: u32,
) -> Result<(), BrokenLaw> {
    let action = bots[seat.index()].decide(&Belief::new(table.game(), seat, Recall::Full), dice);
    table.apply(seat, action).map(|_| ()).map_err(|why| BrokenLaw::NotLegal { decision, why })
}
