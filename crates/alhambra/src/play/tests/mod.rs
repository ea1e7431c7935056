//! The terminal game without a terminal: keys in, screens as text out.

mod hot_seat;
mod play_through;
mod screens;

use super::Args;
use super::app::{App, Flow, Input, Prompt};
use super::draw::{self, Theme};
use super::seats;
use alhambra_rules::decision::{Choice, Effect};
use alhambra_rules::{Action, DecisionKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A game as the command line would start it.
fn game(args: Args) -> App {
    let seed = args.seed.unwrap_or(1);
    let (setup, sitters) = seats::seated(&args).expect("the arguments are fine");
    App::new(setup, sitters, seed).expect("the set-up is fine")
}

/// One person against random bots.
fn against_bots(players: usize, seed: u64) -> App {
    let names = vec!["Anna".to_owned()];
    game(Args {
        players: Some(players),
        bots: Some("random".to_owned()),
        seed: Some(seed),
        names,
        ..Args::default()
    })
}

/// What the screen shows.
fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test has a screen");
    terminal.draw(|frame| draw::draw(app, Theme { colour: true }, frame)).expect("drawing works");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// Presses keys: letters and digits as they are, `\n` for Enter, `<>^v` for arrows, `!` for Escape.
fn press(app: &mut App, keys: &str) -> Flow {
    let mut flow = Flow::Stay;
    for key in keys.chars() {
        flow = app.update(match key {
            '\n' => Input::Enter,
            '<' => Input::Left,
            '>' => Input::Right,
            '^' => Input::Up,
            'v' => Input::Down,
            '!' => Input::Esc,
            '\t' => Input::Tab,
            c => Input::Char(c),
        });
    }
    flow
}

/// Plays as a careful beginner would: buys what fits and costs little too much, builds long walls.
fn sensible(app: &mut App) {
    if app.screen.is_some() {
        app.update(Input::Enter);
        return;
    }
    let decision = app.decision().expect("somebody is asked");
    if decision.kind != DecisionKind::MainAction {
        let fits = !matches!(app.prompts.last(), Some(Prompt::Board(board)) if board.legal() == 0);
        press(app, if fits { "\n" } else { "r" });
        return;
    }
    let worth = |choice: &Choice| match choice.action {
        Action::Buy { piece, .. } if app.game().cells_for(decision.seat, piece).is_empty() => -1,
        Action::Buy { .. } => 100 - lost(choice),
        Action::Take(_) => 50 + money(choice),
        _ => 0,
    };
    let best =
        (0..decision.choices.len()).max_by_key(|i| (worth(&decision.choices[*i]), std::cmp::Reverse(*i)));
    choose(app, best.expect("there is always a choice"));
}

fn lost(choice: &Choice) -> i32 {
    choice.effects.iter().map(|e| if let Effect::Lost(n) = e { 20 * i32::from(*n) + 20 } else { 0 }).sum()
}

fn money(choice: &Choice) -> i32 {
    choice.effects.iter().map(|e| if let Effect::Money(n) = e { i32::from(*n) } else { 0 }).sum()
}

/// Chooses from the plain list.
fn choose(app: &mut App, at: usize) {
    app.update(Input::Char('c'));
    for digit in (at + 1).to_string().chars() {
        app.update(Input::Char(digit));
    }
    // A number another one begins with waits for Enter.
    if matches!(app.prompts.last(), Some(Prompt::Menu(menu)) if !menu.typed.is_empty()) {
        app.update(Input::Enter);
    }
}

/// Answers whatever is asked by the plain list, choosing by lot.
fn answer(app: &mut App, dice: &mut alhambra_rules::Quick) {
    if app.screen.is_some() {
        app.update(Input::Enter);
        return;
    }
    let n = app.decision().map_or(0, |d| d.choices.len());
    assert!(n > 0, "somebody is asked and has no choice:\n{}", screen(app, 80, 24));
    choose(app, dice.below(n as u32) as usize);
}
