//! The terminal: keys in, screens out, and always given back as it was.

use super::app::{App, Flow, Input};
use super::draw::{self, Theme};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io;

/// Plays until the game is left.
pub(super) fn play(app: &mut App) -> io::Result<()> {
    // `init` also installs a panic hook that gives the terminal back before the message is printed.
    let mut terminal = ratatui::try_init()?;
    let theme = Theme { colour: std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) };
    let done = (|| {
        loop {
            terminal.draw(|frame| draw::draw(app, theme, frame))?;
            let input = match event::read()? {
                Event::Key(key) => input(key),
                _ => None,
            };
            if let Some(input) = input
                && app.update(input) == Flow::Leave
            {
                return Ok(());
            }
        }
    })();
    ratatui::restore();
    done
}

fn input(key: KeyEvent) -> Option<Input> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    // In raw mode Ctrl-C is a key like any other.
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Input::Interrupt);
    }
    Some(match key.code {
        KeyCode::Char(c) => Input::Char(c),
        KeyCode::Enter => Input::Enter,
        KeyCode::Esc => Input::Esc,
        KeyCode::Backspace => Input::Back,
        KeyCode::Tab => Input::Tab,
        KeyCode::BackTab => Input::BackTab,
        KeyCode::Up => Input::Up,
        KeyCode::Down => Input::Down,
        KeyCode::Left => Input::Left,
        KeyCode::Right => Input::Right,
        KeyCode::PageUp => Input::PageUp,
        KeyCode::PageDown => Input::PageDown,
        _ => return None,
    })
}
