//! `when`: something is done, or refused.

use super::words::{begins, card, cards, cell, list, number, offered, seat, tile, turned};
use super::{Play, expect};
use crate::core::agenda::{Agenda, Frame, What};
use crate::core::below::Quarters;
use crate::core::paying;
use crate::core::score::Source;
use crate::core::start;
use crate::core::step::Step;
use crate::cx::{Cx, Why};
use crate::{Action, GameState, PieceId, Seat, game};

pub(super) fn when(play: &mut Play, text: &str, refusal: Option<&str>) -> Result<(), String> {
    play.log.clear();
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["seat", at, "loses", n, "points"] => {
            let (at, n) = (seat(at)?, number::<i16>(n)?);
            play.with_io(|g, io| Cx { g, io }.award(at, 1, Source::Wall, -n, |_| Why::default()));
        }
        ["seat", at, ..] => {
            let at = seat(at)?;
            let rest = text.splitn(3, ' ').nth(2).unwrap_or_default();
            return act(play, at, rest, refusal);
        }
        ["scoring", round] => {
            let round: u8 = number(round)?;
            if !(1..=3).contains(&round) {
                return Err(format!("there is no scoring {round}"));
            }
            play.game.core.scorings = round - 1;
            play.with_io(|g, io| game::score_now(g, round, io));
        }
        ["the", "turn", "ends"] => {
            play.game.core.turn.actions_left = 0;
            run(play, Frame::new(Step::T20, What::Turn))?;
        }
        ["the", "game", "ends"] => {
            play.game.core.ending = true;
            run(play, Frame::new(Step::E1, What::End))?;
        }
        ["the", "start", "player", "is", "chosen"] => {
            play.with_io(|g, io| {
                let mut cx = Cx { g, io };
                start::step(&mut cx, Step::U09);
            });
        }
        _ => return Err("nobody understands this when".to_owned()),
    }
    Ok(())
}

/// Leaves everything else aside and runs one procedure.
fn run(play: &mut Play, frame: Frame) -> Result<(), String> {
    play.game.agenda = Agenda::default();
    play.game.agenda.frames.push(frame).map_err(|_| "the agenda is full".to_owned())?;
    play.with_io(|g, io| Cx { g, io }.settle());
    Ok(())
}

fn act(play: &mut Play, at: Seat, text: &str, refusal: Option<&str>) -> Result<(), String> {
    let action = match text.strip_prefix("chooses ") {
        Some(words) => match chosen(&play.game, at, words) {
            Ok(action) => action,
            Err(why) => return expect(Err(why), refusal),
        },
        None => action(&play.game, text)?,
    };
    let before = play.game.pack();
    let outcome = play.with_io(|g, io| g.apply(at, action, io)).map_err(|e| e.to_string());
    if outcome.is_err() && play.game.pack() != before {
        return Err("the refused action has changed the game".to_owned());
    }
    expect(outcome, refusal)
}

/// The action of a module that these words describe.
fn chosen(game: &GameState, at: Seat, words: &str) -> Result<Action, String> {
    let offered = offered(game, at);
    let exact = offered.iter().find(|(said, _)| said == words);
    // What follows may be left out where only one choice begins like that.
    let mut alike = offered.iter().filter(|(said, _)| begins(said, words));
    let found = exact.or_else(|| alike.next().filter(|_| alike.next().is_none())).map(|(_, action)| *action);
    let all: Vec<&str> = offered.iter().map(|(said, _)| said.as_str()).collect();
    found.ok_or_else(|| format!("not among the choices: {}", all.join("; ")))
}

/// A quarter turn to the right.
const RIGHT: Quarters = Quarters::new(1).expect("there are four turns");

fn action(game: &GameState, text: &str) -> Result<Action, String> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let split =
        |mark: &str| rest.split_once(mark).ok_or_else(|| format!("\"{verb}\" goes with \"{}\"", mark.trim()));
    let at = |mark: &str| -> Result<(PieceId, crate::Cell, Quarters), String> {
        let (piece, place) = split(mark)?;
        let (place, turn) = turned(place)?;
        Ok((tile(piece)?, cell(place)?, turn))
    };
    Ok(match verb {
        "takes" => Action::Take(places(game, rest)?),
        "buys" => {
            let (piece, payment) = split(" with ")?;
            Action::Buy { piece: tile(piece)?, payment: cards(payment)? }
        }
        "targets" => Action::Target { piece: tile(rest)?, variant: None },
        "uses" if rest == "nothing" => {
            let by =
                game.agenda.frames.last().and_then(paying::asking).ok_or("no module asks for anything")?;
            Action::Modify { by, value: 0 }
        }
        "pays" => Action::Pay { payment: cards(rest)? },
        "lays" => Action::PayCard { card: card(rest.strip_prefix("down ").unwrap_or(rest))? },
        "places" => {
            let (piece, at, turn) = at(" at ")?;
            Action::Place { piece, at, turn }
        }
        "turns" => {
            let (piece, at, _) = at(" at ")?;
            Action::Place { piece, at, turn: RIGHT }
        }
        "adds" => {
            let (piece, at, turn) = at(" at ")?;
            Action::Add { piece, at, turn }
        }
        "moves" => {
            let (piece, at, turn) = at(" to ")?;
            Action::Move { piece, at, turn }
        }
        "reserves" => Action::Reserve { piece: tile(rest)? },
        "gives" => Action::Gift { piece: tile(split(" to ")?.0)? },
        "removes" => Action::Remove { piece: tile(rest)? },
        "swaps" => {
            let (piece, out) = split(" for ")?;
            let (out, turn) = turned(out)?;
            Action::Swap { piece: tile(piece)?, out: tile(out)?, turn }
        }
        "picks" => Action::TakeTile { piece: tile(rest)? },
        "declines" => Action::Decline,
        "passes" => Action::Pass,
        "ends" if rest == "turn" => Action::EndTurn,
        _ => return Err(format!("no player can \"{verb}\"")),
    })
}

/// The places of these cards on the display.
fn places(game: &GameState, text: &str) -> Result<u16, String> {
    let mut set = 0u16;
    for kind in list(text, card)? {
        let here = game.display().iter().enumerate().position(|(i, c)| *c == kind && set >> i & 1 == 0);
        set |= 1 << here.ok_or_else(|| format!("there is no {kind} on display"))?;
    }
    Ok(set)
}
