//! Games against their logs: taking back, veils, and luck that is new.

use super::*;
use alhambra_rules::{Drawn, Quick};

/// Plays to the end, taking back now and then, and holds the log against the game.
#[test]
fn the_log_leads_to_the_same_game_and_undo_to_the_same_states() {
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let mut events = Vec::new();
    let (mut session, header) = Session::start(&setup, 11, &mut events).unwrap();
    let mut transcript = Transcript::default();
    transcript.put(crate::log_entry::LogEntry::Started { seed: 11, header: header.clone() });
    let (mut dice, mut actions, mut undone) = (Quick::new(3), Vec::new(), 0);
    while let Some(seat) = session.game.to_move() {
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        events.clear();
        let before = session.clone();
        let (game, entry) = session.after(seat, action, &mut events).unwrap();
        session.advance(game, &entry, &events);
        transcript.put(crate::log_entry::LogEntry::Acted { entry });
        if session.undoable() > 0 && dice.below(4) == 0 {
            let keep = session.actions - 1;
            assert!(session.undo(keep));
            transcript.put(crate::log_entry::LogEntry::Undone { by: Some(seat), keep, seed: None });
            assert_eq!((session.game.digest(), session.digest), (before.game.digest(), before.digest));
            undone += 1;
        }
    }
    assert!(undone > 5);
    let mut again = session.clone();
    again.undo_by_log(&mut transcript, session.actions, None).unwrap();
    assert_eq!((again.game.digest(), &again.scores), (session.game.digest(), &session.scores));
    let stored = session.store();
    let json = serde_json::to_vec(&stored).unwrap();
    let read: Stored = serde_json::from_slice(&json).unwrap();
    let loaded = Session::load(read.with(stored.state)).unwrap();
    assert_eq!(loaded.game, session.game);
    assert_eq!(transcript.record().unwrap().verify().unwrap(), *session.game);
}

/// Plays with a veil over every turn, and holds what everybody is told against what was done.
#[test]
fn what_everybody_is_told_adds_up_to_the_game_and_tells_nothing_early() {
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let (mut session, _) = Session::start(&setup, 5, &mut Vec::new()).unwrap();
    let mut open = vec![session.game.clone()];
    let (mut dice, mut actions, mut veiled, mut undone) = (Quick::new(8), Vec::new(), 0, 0);
    while let Some(seat) = session.game.to_move() {
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let steps: Vec<u64> =
            SeatSet::all(3).iter().map(|seat| session.visible_to(Some(seat)).step).collect();
        let back = session.undoable() > 0 && session.game.info().last == Some(seat) && dice.below(4) == 0;
        let gone = if back {
            undone += 1;
            assert!(session.undo(session.actions - 1));
            Vec::new()
        } else {
            let mut events = Vec::new();
            let (game, entry) = session.after(seat, action, &mut events).unwrap();
            session.advance(game, &entry, &events)
        };
        let undecided = session.undecided();
        let reveals = session.veil(undecided, true, &gone);
        let (told, last) = (reveals.len() as u64, reveals.len().wrapping_sub(1));
        for (n, reveal) in reveals.into_iter().enumerate() {
            open.truncate(open.len() - reveal.undone as usize);
            if reveal.undone == 0 {
                let known = Box::new(session.visible_to(None).game.clone());
                assert_eq!(reveal.game.is_none(), n == last);
                open.push(reveal.game.unwrap_or(known));
            }
            assert_eq!(reveal.action as usize + 1, open.len());
        }
        assert_eq!(**open.last().unwrap(), *session.visible_to(None).game);
        assert_eq!(open.len(), session.visible_to(None).actions as usize + 1);
        assert_eq!(*session.visible_to(Some(seat)).game, *session.game, "whoever acts sees everything");
        for (other, before) in SeatSet::all(3).iter().zip(steps) {
            let heard = session.visible_to(Some(other)).step - before;
            assert!(heard == told || other == seat && heard == 1, "{heard} for {other:?}, {told} told");
        }
        veiled += u32::from(session.veiled().is_some());
    }
    assert_eq!(*session.visible_to(None).game, *session.game, "in the end there are no secrets");
    assert!(veiled > 50 && undone > 5, "{veiled} veiled, {undone} taken back");
}

#[test]
fn going_back_behind_new_information_brings_new_luck() {
    let setup = Setup::players(2);
    let (mut session, header) = Session::start(&setup, 1, &mut Vec::new()).unwrap();
    let mut entries = Vec::new();
    let mut actions = Vec::new();
    while entries.len() < 12 {
        let seat = session.game.to_move().unwrap();
        session.game.legal(seat, &mut actions);
        let mut events = Vec::new();
        let (game, entry) = session.after(seat, actions[0], &mut events).unwrap();
        let gone = session.advance(game, &entry, &events);
        session.veil(None, true, &gone);
        entries.push(entry);
    }
    let step = session.visible_to(None).step;
    assert!(!session.clone().undo(2));
    let mut transcript = Transcript::default();
    transcript.put(crate::log_entry::LogEntry::Started { seed: 1, header });
    entries.iter().for_each(|e| transcript.put(crate::log_entry::LogEntry::Acted { entry: e.clone() }));
    session.undo_by_log(&mut transcript, 2, Some(99)).unwrap();
    let reveals = session.veil(None, true, &[]);
    assert_eq!((reveals.len(), reveals[0].undone, reveals[0].action), (1, 10, 2));
    assert_eq!((session.actions, session.visible_to(None).step), (2, step + 1));
    let drawn: Vec<Drawn> = entries[2].chance.clone();
    let (_, entry) = session.after(entries[2].seat, entries[2].action, &mut Vec::new()).unwrap();
    assert_ne!(entry.chance, drawn, "the same draws would tell what is coming");
}

/// Whoever goes back from where somebody went back to before comes to the same game as from the start.
#[test]
fn going_back_again_and_again_leads_where_the_whole_log_leads() {
    let (mut session, header) = Session::start(&Setup::players(2), 1, &mut Vec::new()).unwrap();
    let started = || crate::log_entry::LogEntry::Started { seed: 1, header: header.clone() };
    let acted = |entry: &Entry| crate::log_entry::LogEntry::Acted { entry: entry.clone() };
    let mut once = Transcript::default();
    once.put(started());
    let (mut dice, mut actions) = (Quick::new(4), Vec::new());
    for n in 0..200u64 {
        let seat = session.game.to_move().unwrap();
        session.game.legal(seat, &mut actions);
        let action = actions[dice.below(actions.len() as u32) as usize];
        let mut events = Vec::new();
        let (game, entry) = session.after(seat, action, &mut events).unwrap();
        let mut gone = session.advance(game, &entry, &events);
        once.put(acted(&entry));
        if dice.below(3) == 0 {
            let keep = session.actions - 1 - dice.below(session.actions.min(12));
            let mut anew = Transcript::default();
            anew.put(started());
            once.entries.iter().for_each(|entry| anew.put(acted(entry)));
            let mut other = session.clone();
            other.undo_by_log(&mut anew, keep, Some(n)).unwrap();
            session.undo_by_log(&mut once, keep, Some(n)).unwrap();
            gone = Vec::new();
            once.put(crate::log_entry::LogEntry::Undone { by: None, keep, seed: Some(n) });
            assert_eq!((session.game.digest(), session.digest), (other.game.digest(), other.digest));
            assert_eq!((&session.scores, session.back.len()), (&other.scores, other.back.len()));
        }
        session.veil(None, true, &gone);
    }
}
