//! Playing one game of a plan, with everything its rows need.

use super::plan::Game;
use super::row::{Played, SOURCES, source_of};
use crate::game::{BrokenLaw, MAX_DECISIONS};
use alhambra_bots::Bot;
use alhambra_rules::belief::{Belief, Recall};
use alhambra_rules::{Event, GameState, Happened, Io, Quick, Scorer, Seat, SeatSet, Seeded, Source};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays a game; `None` if `stop` was set before its end. Every move is checked.
pub(super) fn play(game: &Game<'_>, stop: &Arc<AtomicBool>) -> Result<Option<Played>, BrokenLaw> {
    let mut bots: Vec<Box<dyn Bot>> = game.bots.iter().map(|bot| bot.make(stop)).collect();
    // A panic is a bug of ours; the game it happened in is what one needs to find it.
    catch_unwind(AssertUnwindSafe(|| play_with(game, &mut bots, stop))).unwrap_or(Err(BrokenLaw::Panic))
}

fn play_with(
    game: &Game<'_>,
    bots: &mut [Box<dyn Bot>],
    stop: &Arc<AtomicBool>,
) -> Result<Option<Played>, BrokenLaw> {
    let mut played = Played::new(game);
    let mut luck = Seeded::new(game.seeds.luck);
    let mut dice = Quick::new(game.seeds.dice());
    let mut events = Vec::new();
    let io = &mut Io { chance: &mut luck, log: Some(&mut events) };
    let mut state = GameState::new(&game.setup, io).map_err(|why| BrokenLaw::SetUp { why })?;
    note(&mut played, &mut events);
    while let Some(seat) = state.to_move() {
        if played.decisions == MAX_DECISIONS {
            return Err(BrokenLaw::Endless);
        }
        let action = bots[seat.index()].decide(&Belief::new(&state, seat, Recall::Full), &mut dice);
        // A search that was stopped has no good answer: the game does not count.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        played.decisions += 1;
        let decision = played.decisions;
        let io = &mut Io { chance: &mut luck, log: Some(&mut events) };
        state.apply(seat, action, io).map_err(|why| BrokenLaw::NotLegal { decision, why })?;
        note(&mut played, &mut events);
    }
    conclude(&mut played, &state);
    Ok(Some(played))
}

/// Notes who begins and what is scored.
fn note(played: &mut Played, events: &mut Vec<Event>) {
    for event in events.drain(..) {
        match event.what {
            Happened::Begins { seat } => {
                let players = played.seats.len();
                for (i, seated) in played.seats.iter_mut().enumerate() {
                    seated.order = ((i + players - seat.index()) % players) as u8 + 1;
                }
            }
            Happened::Scored { line } => {
                let Scorer::Seat(seat) = line.to else { continue };
                let Some(seated) = played.seats.get_mut(seat.index()) else { continue };
                let round = usize::from(line.round.clamp(1, 3)) - 1;
                let points = i32::from(line.points);
                match line.source {
                    Source::Wall => seated.points[0][round] += points,
                    Source::Majority(building) => seated.points[source_of(building)][round] += points,
                    Source::Module(module) => {
                        seated.points[SOURCES - 1][round] += points;
                        seated.module_points.entry(module.info().slug.to_owned()).or_default()[round] +=
                            points;
                    }
                }
            }
            _ => {}
        }
    }
}

fn conclude(played: &mut Played, state: &GameState) {
    played.turns = state.turn().number;
    let winners = state.winners().unwrap_or(SeatSet::EMPTY);
    let scores: Vec<u16> = state.rules().seats().map(|seat| state.score(seat)).collect();
    for (i, seated) in played.seats.iter_mut().enumerate() {
        seated.score = scores[i];
        seated.place = 1 + scores.iter().filter(|&&score| score > scores[i]).count() as u8;
        seated.won = Seat::new(i).is_some_and(|seat| winners.contains(seat));
        seated.winners = winners.len() as u8;
        // Lines without points (a place worth nothing) leave no trace in a row.
        seated.module_points.retain(|_, points| points.iter().any(|&points| points != 0));
    }
}
