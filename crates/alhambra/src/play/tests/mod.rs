//! The terminal game without a terminal: keys in, screens as text out.

mod hot_seat;
mod play_through;
mod screens;

use super::Args;
use super::app::{App, Flow, Input, Prompt};
use super::draw::{self, Theme};
use super::seats::{self, Sitter};
use alhambra_bots::Bot;
use alhambra_rules::belief::Belief;
use alhambra_rules::decision::{Choice, Decision, Effect};
use alhambra_rules::{Action, DecisionKind, PieceId, Quick, Setup};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::cmp::Reverse;

/// A game as the command line would start it.
fn game(args: Args) -> App {
    let seed = args.seed.unwrap_or(1);
    let (setup, sitters) = seats::seated(&args).expect("the arguments are fine");
    App::new(setup, sitters, seed).expect("the set-up is fine")
}

/// Anna against beginners of our own: pictures must not change when a real bot gets cleverer.
fn against_beginners(players: usize, seed: u64) -> App {
    let mut setup = Setup { confirm: true, ..Setup::players(players) };
    for (player, name) in setup.players.iter_mut().zip(["Anna", "Aixa", "Yusuf", "Zaida", "Tariq", "Layla"]) {
        player.name = name.to_owned();
    }
    let mut sitters = vec![Sitter::Person];
    sitters.resize_with(players, || Sitter::Bot(Box::new(Beginner)));
    App::new(setup, sitters, seed).expect("the set-up is fine")
}

/// Buys what fits and costs little too much, builds long walls.
struct Beginner;

impl Bot for Beginner {
    fn decide(&mut self, belief: &Belief<'_>, _: &mut Quick) -> Action {
        let decision = belief.decision().expect("the bot is asked");
        decision.options[best(&decision, |piece| !belief.cells_for(piece).is_empty())].action
    }
}

/// The choice a careful beginner would make.
fn best(decision: &Decision, fits: impl Fn(PieceId) -> bool) -> usize {
    let effects = |choice: &Choice| -> i32 {
        let each = choice.effects.iter().map(|e| match e {
            Effect::Lost { amount } => -20 - 20 * i32::from(*amount),
            Effect::Money { amount } => i32::from(*amount),
            Effect::Wall { from, to } => i32::from(*to) - i32::from(*from),
            _ => 0,
        });
        each.sum()
    };
    let worth = |choice: &Choice| match choice.action {
        Action::Buy { piece, .. } if !fits(piece) => -1,
        Action::Buy { .. } | Action::Place { .. } => 100 + effects(choice),
        Action::Take(_) => 50 + effects(choice),
        _ => 0,
    };
    let ranked = (0..decision.options.len()).max_by_key(|i| (worth(&decision.options[*i]), Reverse(*i)));
    ranked.expect("there is always a choice")
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

/// Plays as a careful beginner would.
fn sensible(app: &mut App) {
    if app.screen.is_some() {
        app.update(Input::Enter);
        return;
    }
    let decision = app.decision().expect("somebody is asked");
    choose(app, best(&decision, |piece| !app.game().cells_for(decision.seat, piece).is_empty()));
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
fn answer(app: &mut App, dice: &mut Quick) {
    if app.screen.is_some() {
        app.update(Input::Enter);
        return;
    }
    let n = app.decision().map_or(0, |d| d.options.len());
    assert!(n > 0, "somebody is asked and has no choice:\n{}", screen(app, 80, 24));
    choose(app, dice.below(n as u32) as usize);
}
