//! Pictures of the screens.

use super::*;
use crate::play::app::Screen;

/// Plays until a screen looks as wanted.
fn until(app: &mut App, wanted: impl Fn(&App) -> bool) {
    for _ in 0..5_000 {
        if wanted(app) {
            return;
        }
        sensible(app);
    }
    panic!("never seen:\n{}", screen(app, 80, 24));
}

fn mid_game(app: &App) -> bool {
    let main = app.game().pending().is_some_and(|p| p.kind == DecisionKind::MainAction);
    app.screen.is_none() && main && app.game().turn().number > 45
}

#[test]
fn the_start_at_80x24() {
    insta::assert_snapshot!(screen(&against_beginners(3, 3), 80, 24));
}

#[test]
fn the_table_at_80x24() {
    let mut app = against_beginners(3, 3);
    until(&mut app, mid_game);
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn the_table_at_120x40() {
    let mut app = against_beginners(3, 3);
    until(&mut app, mid_game);
    insta::assert_snapshot!(screen(&app, 120, 40));
}

#[test]
fn placing_at_80x24() {
    let mut app = against_beginners(2, 3);
    let placing = |app: &App| {
        app.screen.is_none()
            && app.game().turn().number > 40
            && app.game().pending().is_some_and(|p| p.kind == DecisionKind::PlaceTile)
    };
    until(&mut app, placing);
    insta::assert_snapshot!(screen(&app, 80, 24));
    insta::assert_snapshot!("placing_at_120x40", screen(&app, 120, 40));
}

#[test]
fn a_scoring() {
    let mut app = against_beginners(3, 3);
    until(&mut app, |app| matches!(app.screen, Some(Screen::Sheet { page: 2 })));
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn the_end_with_six() {
    let mut app = against_beginners(6, 5);
    until(&mut app, |app| app.game().is_over() && matches!(app.screen, Some(Screen::Sheet { page: 4 })));
    insta::assert_snapshot!(screen(&app, 80, 24));
    press(&mut app, "\n");
    insta::assert_snapshot!("the_table_after_the_end", screen(&app, 80, 24));
}

#[test]
fn help() {
    let mut app = against_beginners(3, 3);
    press(&mut app, "?");
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn stakes_and_log() {
    let mut app = against_beginners(2, 3);
    press(&mut app, "s");
    app.screen = Some(Screen::Sheet { page: 0 });
    insta::assert_snapshot!("stakes", screen(&app, 80, 24));
    press(&mut app, "!l");
    insta::assert_snapshot!("log", screen(&app, 80, 24));
}

/// Every number on the page is the forecast of the engine.
#[test]
fn if_scored_now() {
    let mut app = against_beginners(2, 3);
    until(&mut app, mid_game);
    press(&mut app, "s");
    let text = screen(&app, 80, 24);
    let game = app.game();
    let round = game.scorings() + 1;
    let points = game.forecast_points(round);
    let line = |start: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(start));
        line.unwrap_or_else(|| panic!("no {start} in\n{text}"))
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    let brings: Vec<String> = line("would bring");
    let scorers = crate::words::scorers(game);
    let expected: Vec<String> = scorers.iter().map(|s| format!("{:+}", points[s.index()])).collect();
    assert_eq!(brings[2..], expected, "{text}");
    let total: Vec<String> = line("total");
    let sums = scorers.iter().map(|s| (i32::from(game.score(*s)) + i32::from(points[s.index()])).to_string());
    assert_eq!(total[1..], sums.collect::<Vec<_>>(), "{text}");
    insta::assert_snapshot!("if_scored_now", text);
}

#[test]
fn every_size_is_drawn() {
    let mut app = against_beginners(6, 5);
    until(&mut app, mid_game);
    for (width, height) in [(1, 1), (79, 24), (80, 23), (80, 24), (115, 30), (116, 34), (200, 60), (300, 100)]
    {
        let text = screen(&app, width, height);
        let small = width < 80 || height < 24;
        assert_eq!(small && width > 20, text.contains("needs 80 columns"), "{width}×{height}\n{text}");
    }
}

#[test]
fn without_colour_there_is_none() {
    let app = against_beginners(3, 3);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test has a screen");
    terminal.draw(|frame| draw::draw(&app, Theme { colour: false }, frame)).expect("drawing works");
    let plain = ratatui::style::Color::Reset;
    assert!(terminal.backend().buffer().content().iter().all(|cell| cell.fg == plain && cell.bg == plain));
}

#[test]
fn redesigning() {
    let mut app = against_beginners(3, 3);
    until(&mut app, mid_game);
    press(&mut app, "r");
    insta::assert_snapshot!("redesigning_list", screen(&app, 80, 24));
    press(&mut app, "^\n");
    insta::assert_snapshot!("redesigning_at_80x24", screen(&app, 80, 24));
    insta::assert_snapshot!("redesigning_at_120x40", screen(&app, 120, 40));
    let Some(Prompt::Board(board)) = app.prompts.last() else { panic!("a tile is to be chosen") };
    let refused = board.spots.iter().filter(|s| s.choices.is_empty());
    let reasons: Vec<&str> = refused.map(|s| s.reason.as_str()).collect();
    assert!(reasons.contains(&"the fountain is never moved"), "{reasons:?}");
    assert!(reasons.iter().any(|r| r.contains("cut off")), "{reasons:?}");
    let before = app.game().palace(app.viewer().expect("Anna looks")).len();
    press(&mut app, "\n");
    assert_eq!(app.game().palace(app.viewer().expect("Anna looks")).len(), before - 1);
}

#[test]
fn shopping_shows_where_a_tile_fits() {
    let mut app = against_beginners(3, 3);
    until(&mut app, mid_game);
    press(&mut app, "b");
    insta::assert_snapshot!("shopping", screen(&app, 80, 24));
}

#[test]
fn other_palaces() {
    let mut app = against_beginners(2, 3);
    until(&mut app, mid_game);
    press(&mut app, "\t");
    insta::assert_snapshot!("the_palace_of_another", screen(&app, 80, 24));
    press(&mut app, "3");
    insta::assert_snapshot!("dirk", screen(&app, 80, 24));
    press(&mut app, "!");
    assert!(screen(&app, 80, 24).contains("1 Anna · wall"));
}

#[test]
fn a_palace_larger_than_the_screen_is_shown_around_the_cursor() {
    let mut app = against_beginners(2, 3);
    until(&mut app, |app| app.game().is_over() && app.screen.is_none());
    insta::assert_snapshot!("a_large_palace", screen(&app, 80, 24));
    press(&mut app, "^^^^^^");
    insta::assert_snapshot!("a_large_palace_moved", screen(&app, 80, 24));
}

#[test]
fn all_choices() {
    let mut app = against_beginners(2, 3);
    until(&mut app, mid_game);
    press(&mut app, "c^");
    insta::assert_snapshot!("all_choices", screen(&app, 80, 24));
}
