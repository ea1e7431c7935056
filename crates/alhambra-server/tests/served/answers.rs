//! Several answers at once: all of them or none, one line of the log, and nobody else sees the steps between.

use crate::common::{config, serve, wish};
use alhambra_protocol::{
    DecisionView, OptionView, RefusalCode, Request, Selection, ServerMessage, TableOptions, UndoPolicy,
};
use alhambra_rules::{Seat, Setup};
use alhambra_server::client::Player;

fn like(option: &OptionView) -> Selection {
    let (key, act, refs) = (option.key.to_string(), option.act.clone(), option.refs.clone());
    Selection::Like { key, act, refs, cards: None }
}

fn asked(player: &Player) -> DecisionView {
    player.decision().expect("it is their turn").1.clone()
}

async fn all(player: &mut Player, undo: u32, choices: Vec<Selection>) -> ServerMessage {
    let (seat, step) = (asked(player).seat, player.seen().game.as_ref().unwrap().step);
    player.request(Request::ActAll { seat, step, undo, choices }).await.unwrap()
}

fn action(player: &Player) -> u32 {
    player.seen().game.as_ref().unwrap().action
}

#[tokio::test]
async fn several_answers_are_done_as_a_whole_or_refused_as_a_whole() {
    let dir = tempfile::tempdir().unwrap();
    let (server, remote) = serve(config(dir.path(), &[])).await;
    let setup = Setup { confirm: true, ..Setup::players(3) };
    let options = TableOptions { undo: UndoPolicy::Free, ..TableOptions::default() };
    let made = remote.create(&wish(0, 2, Some(setup), options)).await.unwrap();
    let mut player = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    while player.decision().is_none_or(|(_, decision)| decision.seat != Seat::new(0).unwrap()) {
        player.hear().await.unwrap();
    }
    // A card is taken; what follows is known only after it, so it is named by what it is.
    let first = asked(&player).options.iter().find(|option| option.key == "take").unwrap().clone();
    let before = action(&player);
    let end = |key: &str| Selection::Like { key: key.to_owned(), act: None, refs: Vec::new(), cards: None };
    // The second answer is none: nothing has happened at all.
    let refused = all(&mut player, 0, vec![Selection::Option { id: first.id }, end("buy")]).await;
    let ServerMessage::Refused { refusal, .. } = refused else { panic!("{refused:?}") };
    assert_eq!(refusal.code, RefusalCode::NoSuchOption, "{refusal}");
    assert_eq!(action(&player), before);
    for (choices, code) in [
        (Vec::new(), RefusalCode::Malformed),
        (vec![Selection::Option { id: 0 }; 25], RefusalCode::Malformed),
        (vec![Selection::Option { id: 999 }], RefusalCode::NoSuchOption),
    ] {
        let ServerMessage::Refused { refusal, .. } = all(&mut player, 0, choices).await else {
            panic!("done")
        };
        assert_eq!(refusal.code, code, "{refusal}");
    }
    // Nothing of one's own has been done yet that could be taken back.
    let ServerMessage::Refused { refusal, .. } = all(&mut player, 1, vec![like(&first)]).await else {
        panic!("what others have seen was taken back on the way")
    };
    assert_eq!(refusal.code, RefusalCode::CannotUndo);
    // Nobody looks behind a draw and takes it only if they like what comes: the refill follows the end of the turn.
    let beyond = vec![like(&first), end("end_turn"), end("end_turn")];
    let ServerMessage::Refused { refusal, .. } = all(&mut player, 0, beyond).await else { panic!("done") };
    assert_eq!(refusal.code, RefusalCode::NotNow, "{refusal}");
    assert!(refusal.to_string().contains("something new"), "{refusal}");
    assert_eq!(action(&player), before);
    // Taken, and then another card instead of it, in one request.
    assert!(matches!(all(&mut player, 0, vec![like(&first)]).await, ServerMessage::Done { .. }));
    assert_eq!(action(&player), before + 1);
    let hand = player.view().unwrap().hand;
    let second = Selection::Option { id: first.id + 1 };
    assert!(matches!(all(&mut player, 1, vec![second]).await, ServerMessage::Done { .. }));
    assert_eq!(action(&player), before + 1);
    assert_ne!(player.view().unwrap().hand, hand, "another card");
    // Back to the first one and the end of the turn with it.
    let done = all(&mut player, 1, vec![like(&first), end("end_turn")]).await;
    assert!(matches!(done, ServerMessage::Done { .. }), "{done:?}");
    server.stop().await;
    // The log tells it as it was: a server that reads it finds the same game, and the doctor no fault.
    let settings = config(dir.path(), &[]);
    let checkup = alhambra_server::doctor(&settings).await.unwrap();
    assert!(checkup.faults.is_empty() && checkup.games == 1, "{checkup:?}");
    let (_server, remote) = serve(settings).await;
    let again = remote.sit(&made.table, Some(&made.token), false).await.unwrap();
    assert!(action(&again) >= before + 2);
}
