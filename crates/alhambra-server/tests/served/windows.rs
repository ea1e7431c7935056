//! The window between turns: open for all at once, equally long whatever anybody answers, and it can be pre-answered.

use crate::common::{config, serve, wish};
use alhambra_protocol::{
    DecisionKind, HostCommand, Request, Selection, ServerMessage, TableOptions, WindowState, Windows,
};
use alhambra_rules::{Action, ModuleId, Quick, Seat, Setup};
use alhambra_server::client::{Player, Remote};
use std::time::{Duration, Instant};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn done(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Done { .. })
}

/// Three people with the vizier's favour.
async fn three(remote: &Remote, options: TableOptions) -> Vec<Player> {
    let setup = Setup::players(3).with(ModuleId::ViziersFavour);
    let made = remote.create(&wish(2, 0, Some(setup), options)).await.unwrap();
    let mut players = vec![remote.sit(&made.table, Some(&made.token), true).await.unwrap()];
    for (n, name) in [(1, "Bo"), (2, "Cy")] {
        let joined = remote.join(&made.table, name).await.unwrap();
        let mut player = remote.sit(&made.table, Some(&joined.token), true).await.unwrap();
        assert!(done(&player.request(Request::Ready { seat: seat(n), ready: true }).await.unwrap()));
        players.push(player);
    }
    assert!(done(&players[0].request(Request::Host { command: HostCommand::Start }).await.unwrap()));
    players
}

async fn catch_up(players: &mut [Player]) {
    for player in players {
        player.request(Request::Ping).await.unwrap();
    }
}

fn window(player: &Player) -> Option<&WindowState> {
    player.seen().game.as_ref()?.window.as_ref()
}

fn action(player: &Player) -> u32 {
    player.seen().game.as_ref().unwrap().action
}

/// Plays until somebody is asked between two turns.
async fn until_window(players: &mut [Player], dice: &mut Quick) {
    for _ in 0..200 {
        catch_up(players).await;
        let asked = players.iter().any(|p| {
            let asked = p.view().and_then(|view| view.asked.as_ref());
            asked.is_some_and(|asked| asked.kind == DecisionKind::SpecialMove)
        });
        if asked {
            return;
        }
        let mover = players.iter_mut().find(|p| p.decision().is_some()).expect("somebody decides");
        let id = mover.choose(|n| dice.below(n as u32) as usize).await.unwrap().unwrap();
        assert!(done(&mover.answer(id).await.unwrap()));
    }
    panic!("no window opened");
}

async fn pass(player: &mut Player) {
    let (step, decision) = player.decision().expect("the window asks them");
    let request =
        Request::Act { seat: decision.seat, step, choice: Selection::Action { action: Action::Pass } };
    assert!(done(&player.request(request).await.unwrap()));
}

#[tokio::test]
async fn a_window_is_open_for_all_at_once_and_equally_long_whatever_they_answer() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let mut players = three(&remote, TableOptions::default()).await;
    until_window(&mut players, &mut Quick::new(4)).await;
    let opened = Instant::now();
    let asked = window(&players[0]).expect("everybody is told of it").seats.clone();
    assert!(asked.len() >= 2, "{asked:?}");
    for (n, player) in players.iter().enumerate() {
        assert_eq!(window(player).map(|window| (&window.seats, window.length)), Some((&asked, 6000)));
        assert_eq!(player.decision().is_some(), asked.contains(&seat(n)), "all are asked at once");
    }
    let before: Vec<u32> = players.iter().map(action).collect();
    // Some answer at once, the last not at all; nobody else notices.
    for who in &asked[..asked.len() - 1] {
        pass(&mut players[who.index()]).await;
        assert!(players[who.index()].decision().is_none(), "their answer is noted");
    }
    catch_up(&mut players).await;
    assert_eq!(players.iter().map(action).collect::<Vec<_>>(), before);
    let last = asked[asked.len() - 1].index();
    assert!(players[last].decision().is_some());
    while action(&players[last]) == before[last] {
        players[last].hear().await.unwrap();
    }
    let lasted = opened.elapsed();
    assert!(lasted > Duration::from_millis(5000), "it closed after {lasted:?}");
    catch_up(&mut players).await;
    assert!(players.iter().all(|p| window(p).is_none()), "everybody has passed");
    // Whoever passes anyway is not waited for.
    for (n, player) in players.iter_mut().enumerate() {
        assert!(done(&player.request(Request::PassWindows { seat: seat(n), pass: true }).await.unwrap()));
    }
    catch_up(&mut players).await;
    assert!(players[0].seen().table.seats.iter().all(|seat| seat.passes));
    let began = Instant::now();
    let start = players[0].view().unwrap().turn;
    while players[0].view().unwrap().turn < start + 3 {
        catch_up(&mut players).await;
        assert!(players.iter().all(|p| window(p).is_none()), "there is nobody to wait for");
        if let Some(mover) = players.iter_mut().find(|p| p.decision().is_some()) {
            let id = mover.choose(|_| 0).await.unwrap().unwrap();
            assert!(done(&mover.answer(id).await.unwrap()));
        }
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn where_windows_are_open_people_answer_one_after_the_other() {
    let dir = tempfile::tempdir().unwrap();
    let (_server, remote) = serve(config(dir.path(), &[])).await;
    let options = TableOptions { windows: Windows::Open, ..TableOptions::default() };
    let mut players = three(&remote, options).await;
    until_window(&mut players, &mut Quick::new(4)).await;
    assert!(players.iter().all(|p| window(p).is_none()));
    assert_eq!(players.iter().filter(|p| p.decision().is_some()).count(), 1);
    let asked = players.iter().position(|p| p.decision().is_some()).unwrap();
    let before = action(&players[asked]);
    pass(&mut players[asked]).await;
    catch_up(&mut players).await;
    assert_eq!(action(&players[asked]), before + 1, "it is done at once");
}
