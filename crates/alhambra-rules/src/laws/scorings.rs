//! A scoring awards what its forecast says: asked at any moment, and of every scoring that is really held.

use super::{Breach, breach};
use crate::GameState;
use crate::Io;
use crate::core::agenda::{Agenda, What};
use crate::core::chance::{Seeded, Stream};
use crate::core::score::{SCORERS, ScoreLine};
use crate::event::{Event, Happened};
use std::cell::RefCell;

/// A scoring awards exactly what the forecast said, line by line. Where somebody decides something inside the
/// scoring first, the forecast could not know it; nor what follows from a card that is turned up in it, but then it
/// was right up to there.
///
/// # Errors
/// The first line that differs.
pub fn foreseen(game: &GameState) -> Result<(), Breach> {
    let round = (game.scorings() + 1).min(3);
    let mut scored = game.clone();
    scored.agenda = Agenda::default();
    let mut events = Vec::new();
    let mut luck = Seeded::new(0);
    crate::game::score_now(&mut scored, round, &mut Io { chance: &mut luck, log: Some(&mut events) });
    if !scored.is_over() {
        return Ok(());
    }
    let foreseen = clamped(game.forecast(round), game.core.scores).into_iter();
    let awarded = events.into_iter().filter_map(|event| match event.what {
        Happened::Scored { line } => Some(line),
        _ => None,
    });
    let (foreseen, awarded): (Vec<_>, Vec<_>) = (foreseen.collect(), awarded.collect());
    // Dirk's tiles come last and bring nothing in the scoring itself.
    let drawn = |game: &GameState, stream: Stream| u32::from(game.core.draws[stream as usize]);
    let tower = |game: &GameState| drawn(game, Stream::Tower) + drawn(game, Stream::Bag);
    let learned = scored.core.info.number - game.core.info.number > tower(&scored) - tower(game);
    if foreseen != awarded && !(learned && awarded.starts_with(&foreseen)) {
        return breach("a scoring awards its forecast", format!("{awarded:?} after {foreseen:?}"));
    }
    Ok(())
}

/// A scoring that has come to its first points, after whatever was decided in it before.
pub(super) struct Begun {
    foreseen: Vec<ScoreLine>,
    /// How much of the log was written by then.
    heard: usize,
}

thread_local! {
    static BEGUN: RefCell<Vec<Begun>> = const { RefCell::new(Vec::new()) };
}

/// The core tells of every scoring that somebody listens to.
pub(crate) fn scoring_begins(foreseen: Vec<ScoreLine>, scores: [u16; SCORERS], heard: usize) {
    let foreseen = clamped(foreseen, scores);
    BEGUN.with_borrow_mut(|begun| begun.push(Begun { foreseen, heard }));
}

/// What is really added: a deduction stops at 0 (A-B-13).
fn clamped(lines: Vec<ScoreLine>, mut scores: [u16; SCORERS]) -> Vec<ScoreLine> {
    let added = |mut line: ScoreLine| {
        let score = &mut scores[line.to.index()];
        let before = *score;
        *score = before.saturating_add_signed(line.points);
        line.points = (i32::from(*score) - i32::from(before)) as i16;
        line
    };
    lines.into_iter().map(added).collect()
}

/// The scorings that have begun in this thread since somebody asked last.
pub(super) fn begun() -> Vec<Begun> {
    BEGUN.take()
}

impl Begun {
    /// The lines that a scoring has really awarded are those of its forecast; if somebody is asked in the middle, as far as
    /// it has come.
    pub(super) fn held_as_foreseen(self, game: &GameState, events: &[Event]) -> Result<(), Breach> {
        let Begun { foreseen, heard } = self;
        let rest = events.get(heard..).unwrap_or_default().iter().map(|event| &event.what);
        let held = rest.take_while(|what| !matches!(what, Happened::ScoringBegan { .. }));
        let awarded =
            held.filter_map(|what| if let Happened::Scored { line } = what { Some(line) } else { None });
        let awarded: Vec<&ScoreLine> = awarded.take(foreseen.len()).collect();
        let going_on = game.agenda.frames.iter().any(|frame| matches!(frame.what, What::Score { .. }));
        let complete = going_on || awarded.len() == foreseen.len();
        if !complete || awarded.iter().zip(&foreseen).any(|(awarded, foreseen)| *awarded != foreseen) {
            return breach(
                "a scoring that is held awards its forecast",
                format!("{awarded:?} after {foreseen:?}"),
            );
        }
        Ok(())
    }
}
