//! Whole games by keys.

use super::*;
use crate::play::recording::save_record;
use crate::play::sheet;
use alhambra_rules::{EditionId, Holes, code};

/// One person against the bots of the command line.
fn against_bots(players: usize, seed: u64) -> App {
    let names = vec!["Anna".to_owned()];
    let bots = Some("random".to_owned());
    game(Args { players: Some(players), bots, seed: Some(seed), names, ..Args::default() })
}

fn play_to_the_end(app: &mut App) {
    let mut dice = Quick::new(5);
    for _ in 0..20_000 {
        if app.game().is_over() && app.screen.is_none() {
            return;
        }
        answer(app, &mut dice);
        // Every state must be drawable, small and large.
        screen(app, 80, 24);
    }
    panic!("the game does not end:\n{}", screen(app, 80, 24));
}

#[test]
fn the_plain_list_plays_whole_games() {
    for players in [2, 3, 4, 6] {
        let mut app = against_bots(players, 11);
        play_to_the_end(&mut app);
        let scorings = sheet::scorings(app.table());
        assert_eq!(scorings.len(), 3, "{players} players");
        for scorer in crate::words::scorers(app.game()) {
            let sum: i32 = scorings.iter().map(|s| s.total(scorer)).sum();
            assert_eq!(sum, i32::from(app.game().score(scorer)), "the sheets explain every point");
        }
        assert!(app.farewell().contains("wins"), "{}", app.farewell());
        assert_eq!(press(&mut app, "q"), Flow::Leave, "nothing is asked after the end");
    }
}

#[test]
fn medium_bots_play_along() {
    let mut app = game(Args { seed: Some(2), ..Args::default() });
    assert_eq!(app.game().rules().players(), 3, "one person and two bots unless something else is asked for");
    play_to_the_end(&mut app);
}

#[test]
fn modules_are_played_too() {
    let mut app = game(Args {
        bots: Some("random".to_owned()),
        modules: vec!["new-score-cards".parse().unwrap()],
        seed: Some(4),
        players: Some(3),
        ..Args::default()
    });
    assert!(screen(&app, 120, 40).contains("New Score Cards"));
    play_to_the_end(&mut app);
}

#[test]
fn hot_seats_play_whole_games() {
    let mut app = game(Args { hot_seat: true, players: Some(3), seed: Some(8), ..Args::default() });
    play_to_the_end(&mut app);
    assert!(screen(&app, 80, 24).contains("Hands are hidden"));
}

#[test]
fn the_record_of_a_game_can_be_replayed() {
    let mut app = against_bots(3, 2);
    let mut dice = Quick::new(1);
    for _ in 0..60 {
        answer(&mut app, &mut dice);
    }
    let path = std::env::temp_dir().join(format!("alhambra-play-{}.jsonl", std::process::id()));
    save_record(&path, app.table().record(), app.game()).expect("the record is written");
    let read = alhambra_sim::records::read_record(&path);
    std::fs::remove_file(&path).expect("the record can be removed");
    assert_eq!(read.expect("the record holds"), *app.table().record());
}

#[test]
fn undo_takes_back_a_whole_turn_and_names_the_barrier() {
    let mut app = against_beginners(3, 3);
    let before = app.game().clone();
    press(&mut app, "b2");
    assert_ne!(*app.game(), before);
    press(&mut app, "1");
    assert!(screen(&app, 80, 24).contains("end the turn with Enter"));
    press(&mut app, "uu");
    assert_eq!(*app.game(), before);
    press(&mut app, "u");
    assert!(app.message.as_deref().is_some_and(|m| m.contains("taken back") || m.contains("take back")));
    press(&mut app, "t1\n");
    press(&mut app, "u");
    assert!(app.message.is_some(), "what the bots did cannot be undone");
}

#[test]
fn what_is_not_possible_says_why() {
    let mut app = against_beginners(3, 3);
    press(&mut app, "e");
    assert!(app.message.as_deref().is_some_and(|m| m.contains("action has to be taken")));
    press(&mut app, "r");
    assert!(app.message.as_deref().is_some_and(|m| m.contains("Nothing to rebuild")));
    press(&mut app, "b9");
    assert!(app.message.as_deref().is_some_and(|m| m.contains("numbers 1 to 2")));
    press(&mut app, "2^\n");
    let message = app.message.clone().unwrap_or_default();
    assert!(message.contains("Not at N1: the wall to the south meets an open side"), "{message}");
}

#[test]
fn quitting_asks_first() {
    let mut app = against_bots(2, 3);
    assert_eq!(press(&mut app, "q"), Flow::Stay);
    assert!(screen(&app, 80, 24).contains("Leave this game?"));
    assert_eq!(press(&mut app, "n"), Flow::Stay);
    assert_eq!(press(&mut app, "qy"), Flow::Leave);
    assert_eq!(against_bots(2, 3).update(Input::Interrupt), Flow::Leave);
}

#[test]
fn wrong_arguments_name_the_field_and_the_fix() {
    let wrong = |args: Args| seats::seated(&args).expect_err("this is refused").to_string();
    let bots = Args { bots: Some("clever".to_owned()), ..Args::default() };
    assert!(wrong(bots).contains("there is no bot \"clever\""));
    let crowd = Args { players: Some(2), bots: Some("random,random".to_owned()), ..Args::default() };
    assert!(wrong(crowd).contains("leave no seat"));
    assert!(wrong(Args { players: Some(7), ..Args::default() }).contains("2 to 6"));
    assert!(wrong(Args { players: Some(0), ..Args::default() }).contains("seat"));
    assert!(wrong(Args { players: Some(1), hot_seat: true, ..Args::default() }).contains("2 to 6"));
}

/// A set-up code says everything about the game; people and bots are told beside it.
#[test]
fn a_setup_code_is_played_with_its_options_and_house_rules() {
    let mut table = Setup::players(4).in_edition(EditionId::RedPalace);
    let rules = EditionId::RedPalace.profile().rules.expect("it has rules of its own");
    let said = [("scoring".to_owned(), "classic".to_owned()), ("board".to_owned(), "printed".to_owned())];
    table.modules.insert(rules, said.into());
    table.house.holes = Holes::Area8;
    let code = code::encode(&table).expect("modules of the box have room");
    let args = |more: &[&str]| {
        let line = ["alhambra", "--setup", &code].into_iter().chain(more.iter().copied());
        <Args as clap::FromArgMatches>::from_arg_matches(
            &<Args as clap::Args>::augment_args(clap::Command::new("alhambra")).try_get_matches_from(line)?,
        )
    };
    let app = game(args(&["--name", "Anna", "--seed", "3"]).expect("these go together"));
    let setup = &app.table().record().header.setup;
    assert_eq!((setup.edition, setup.modules.get(&rules)), (EditionId::RedPalace, table.modules.get(&rules)));
    assert_eq!((setup.house, setup.confirm), (table.house, true), "people confirm their turns");
    let names: Vec<&str> = setup.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Anna", "Aixa", "Yusuf", "Zaida"]);

    for other in [["--players", "4"], ["--edition", "classic"], ["--modules", "camps"]] {
        let refused = args(&other).expect_err("the code has said that").to_string();
        assert!(refused.contains("--setup") && refused.contains(other[0]), "{refused}");
    }
    let crowd = args(&["--bots", "easy,easy,easy,easy"]).expect("these go together");
    let refused = seats::seated(&crowd).expect_err("nobody is left");
    assert!(format!("{refused:?}").contains("a --setup for 5 players"), "{refused:?}");
}
