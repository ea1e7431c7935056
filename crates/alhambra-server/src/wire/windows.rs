//! Windows that close by themselves, in both worlds.

use super::{Counts, Noticed, Twin, World};
use crate::room::Mail;
use crate::session::Session;
use crate::window::LENGTH;
use alhambra_rules::{Action, DecisionKind, GameState, Io, Quick, Seat, Seeded};
use std::time::Duration;

/// Whether somebody is asked between two turns.
pub(super) fn is_open(session: &Session) -> bool {
    in_window(&session.game)
}

fn in_window(game: &GameState) -> bool {
    game.pending().is_some_and(|pending| pending.kind == DecisionKind::SpecialMove)
}

/// Who is asked before the window closes if everybody passes, each with the game they are asked in.
fn round(game: &GameState) -> Vec<(Seat, GameState)> {
    let (mut game, mut round) = (game.clone(), Vec::new());
    while in_window(&game) && round.len() < alhambra_rules::MAX_SEATS {
        let seat = game.to_move().unwrap();
        round.push((seat, game.clone()));
        game.apply(seat, Action::Pass, &mut Io::silent(&mut Seeded::new(0))).unwrap();
    }
    round
}

/// Everybody answers or does not, the same in both worlds, and the window closes; `false` when the worlds go apart by right.
pub(super) async fn answer_in_both(
    twins: &[Twin; 2],
    mut worlds: [&mut World; 2],
    number: u32,
    (observer, watcher): (Seat, usize),
    dice: &mut Quick,
    tally: &mut Counts,
) -> bool {
    let rounds = [0, 1].map(|n| round(&worlds[n].session.game));
    let seats: Vec<Seat> = rounds[0].iter().map(|(seat, _)| *seat).collect();
    assert!(
        rounds[1].iter().map(|(seat, _)| seat).eq(&seats),
        "game {number}: who is asked is for all to see"
    );
    let mut answers: Vec<(Seat, Action)> = Vec::new();
    for ((seat, one), (_, two)) in rounds[0].iter().zip(&rounds[1]) {
        let mut actions = Vec::new();
        one.legal(*seat, &mut actions);
        actions.retain(|action| two.check(*seat, action).is_ok());
        if actions.is_empty() || dice.below(4) == 0 {
            continue;
        }
        let action = actions[dice.below(actions.len() as u32) as usize];
        for world in &mut worlds {
            world.act(*seat, action, number).await;
        }
        answers.push((*seat, action));
        tally.answered += 1;
    }
    for world in &mut worlds {
        world.be_curious(observer, watcher, Action::Pass, seats.contains(&observer)).await;
    }
    let Some((ahead, actions)) = close(&worlds, &answers, observer) else {
        tally.parted += 1;
        return false;
    };
    for ((twin, world), session) in twins.iter().zip(&mut worlds).zip(ahead) {
        let hub = twin.server.hub();
        let last = hub.store.end(&world.table).await.unwrap().unwrap().seq;
        hub.time.hold(LENGTH);
        hub.room(&world.table).send(Mail::Wake).await.unwrap();
        while hub.store.end(&world.table).await.unwrap().unwrap().seq < last + actions {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        world.session = session;
    }
    tally.windows += 1;
    tally.moves += actions as u32;
    true
}

/// Both games when the window has closed and how many actions that takes; nothing if something else is shown in one of them.
fn close(
    worlds: &[&mut World; 2],
    answers: &[(Seat, Action)],
    observer: Seat,
) -> Option<([Session; 2], u64)> {
    let mut ahead = [0, 1].map(|n: usize| worlds[n].session.clone());
    for actions in 1.. {
        let seat = ahead[0].game.to_move().unwrap();
        let given = answers.iter().find(|(other, _)| *other == seat).map(|(_, action)| *action);
        let done = |session: &Session| {
            let fits = given.filter(|action| session.game.check(seat, action).is_ok());
            fits.unwrap_or(Action::Pass)
        };
        let action = done(&ahead[0]);
        if action != done(&ahead[1]) {
            return None;
        }
        let [one, two] = [0, 1].map(|n: usize| World::after(&ahead[n], seat, action, observer));
        let same: [&Noticed; 2] = [&one.3, &two.3];
        if same[0] != same[1] {
            return None;
        }
        for (session, (game, entry, events, _)) in ahead.iter_mut().zip([one, two]) {
            let mut gone = session.advance(game, &entry, &events);
            gone.append(&mut session.seal());
            session.veil(None, true, &gone);
        }
        if action != Action::Pass || !is_open(&ahead[0]) {
            return Some((ahead, actions));
        }
    }
    None
}
