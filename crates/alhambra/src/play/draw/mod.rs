//! Painting the table. Everything can be read without colour: shapes are currencies, letters are buildings,
//! lines are walls.

mod palace;
mod screens;
mod side;

pub(super) use crate::theme::Theme;
pub(super) use screens::help_lines;
pub(super) use side::badge;

use super::app::{App, Prompt, Screen};
use super::board::{Board, Task};
use super::menu::{Leads, Menu};
use super::words;
use crate::words::{count, steps};
use alhambra_rules::view::{PlayerView, Tile, View};
use alhambra_rules::{Action, Building, DecisionKind, Scorer};
use palace::Ghost;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// The least a table needs.
const LEAST: (u16, u16) = (80, 24);

/// Paints the screen.
pub(super) fn draw(app: &App, theme: Theme, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buf = frame.buffer_mut();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "Alhambra needs {} columns and {} rows.\nThis terminal has {} × {}: please make it larger.\nq asks to quit.",
            LEAST.0, LEAST.1, area.width, area.height
        );
        return Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buf);
    }
    match &app.screen {
        Some(Screen::Help { scroll }) => screens::help(app, theme, *scroll, area, buf),
        Some(Screen::Log { scroll }) => screens::log(app, theme, *scroll, area, buf),
        Some(Screen::Sheet { page }) => screens::sheet(app, theme, *page, area, buf),
        Some(Screen::Curtain { seat }) => screens::curtain(app, theme, *seat, area, buf),
        Some(Screen::Quit) => {
            table(app, theme, area, buf);
            screens::quit(theme, area, buf);
        }
        None => table(app, theme, area, buf),
    }
}

/// A line of text, cut off at the end of the area.
fn line(buf: &mut Buffer, area: Rect, row: u16, text: impl Into<Line<'static>>) {
    if row < area.height {
        buf.set_line(area.x, area.y + row, &text.into(), area.width);
    }
}

/// A heading with a rule to the end of the area.
fn heading(theme: Theme, text: &str, width: u16) -> Line<'static> {
    let rule = usize::from(width).saturating_sub(text.chars().count() + 5);
    Line::from(vec![
        Span::styled("── ".to_owned(), theme.faint()),
        Span::styled(text.to_owned(), theme.strong()),
        Span::styled(format!(" {}", "─".repeat(rule)), theme.faint()),
    ])
}

fn table(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let view = app.game().view(app.viewer());
    title(app, &view, theme, Rect { height: 1, ..area }, buf);
    let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
    let wide = area.width >= 116;
    // Six columns of three digits need four more characters.
    let narrow = if view.players.len() > 5 { 35 } else { 31 };
    let left = Rect { width: if wide { 40 } else { narrow }, ..body };
    side::side(app, &view, theme, left, buf);
    for y in body.y..body.bottom() {
        buf.set_string(left.right(), y, "│", theme.faint());
    }
    let right = Rect { x: left.right() + 2, width: area.width - left.width - 2, ..body };
    let pane_height = pane_height(app, right);
    let (pane, top) = (
        Rect { y: right.bottom() - pane_height, height: pane_height, ..right },
        Rect { height: right.height - pane_height, ..right },
    );
    stage(app, &view, theme, top, buf);
    // A wide table has room for the log beside the question.
    let room = right.width.saturating_sub(54);
    if room >= 24 {
        bottom(app, &view, theme, Rect { width: 52, ..pane }, buf);
        recent(app, theme, Rect { x: pane.x + 54, width: room, ..pane }, buf);
    } else {
        bottom(app, &view, theme, pane, buf);
    }
    status(app, &view, theme, Rect { y: area.bottom() - 2, height: 2, ..area }, buf);
}

fn title(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    let turn = match view.asked {
        None => "the game is over".to_owned(),
        Some(pending) => {
            let stage = match pending.kind {
                DecisionKind::PlaceTile => "placing tiles".to_owned(),
                DecisionKind::ConfirmTurn => "turn played".to_owned(),
                _ => format!("{} left", count(usize::from(view.actions_left), "action")),
            };
            format!("turn {} · {} · {stage}", view.turn, app.names().seat(view.active))
        }
    };
    let piles = format!("deck {} · tower {} · scorings {}/3 ", view.deck, view.tower, view.scorings);
    buf.set_style(area, theme.bar());
    line(buf, area, 0, Span::styled(format!(" Alhambra · {turn}"), theme.bar()));
    let x = area.right().saturating_sub(piles.chars().count() as u16);
    buf.set_string(x, area.y, piles, theme.bar());
}

/// Room for the question or the recap below the palace.
fn pane_height(app: &App, right: Rect) -> u16 {
    let tall = right.height > 30;
    let least = if tall { 10 } else { 6 };
    match app.prompts.last() {
        Some(Prompt::Menu(menu)) => (menu.items.len() as u16 + 1).clamp(least, if tall { 14 } else { 10 }),
        Some(Prompt::Board(_)) => least,
        None => (wrapped(&story(app), right.width.min(52)).len() as u16 + 1)
            .clamp(least, if tall { 12 } else { 9 }),
    }
}

/// The palace being looked at, with its reserve.
fn stage(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    let shown = app.shown();
    let Some(player) = view.players.get(shown) else { return dirk(app, view, theme, area, buf) };
    let own = view.viewer == Some(player.seat);
    let head = format!(
        "{} {} · wall {} · {} · {}",
        shown + 1,
        app.names().seat(player.seat),
        player.wall,
        count(usize::from(player.score), "point"),
        count(player.hand_size as usize, "card"),
    );
    line(buf, area, 0, heading(theme, &head, area.width));
    let plan = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    let board = match app.prompts.last() {
        Some(Prompt::Board(board)) if own => Some(board),
        _ => None,
    };
    let ghost = board.and_then(|b| ghost(app, b));
    let runs = app.game().palace(player.seat).wall_runs();
    let longest = runs.first().filter(|_| ghost.is_none());
    let hints = if own { fitting(app) } else { Vec::new() };
    let shown = palace::Drawn { tiles: &player.palace, board, ghost, hints, longest, focus: app.pan };
    palace::palace(shown, theme, plan, buf);
    line(buf, area, area.height - 1, stock(app, player, theme, area.width));
}

/// Where the tile on the cursor of a shopping list would fit.
fn fitting(app: &App) -> Vec<(i32, i32)> {
    let (Some(Prompt::Menu(menu)), Some(seat)) = (app.prompts.last(), app.viewer()) else {
        return Vec::new();
    };
    let Leads::Do(Action::Buy { piece, .. }) = menu.items[menu.at].leads else { return Vec::new() };
    let cells = app.game().cells_for(seat, piece);
    cells.iter().map(|cell| app.game().palace(seat).coords(cell)).collect()
}

/// The tile at the cursor, shown as if it lay there.
fn ghost(app: &App, board: &Board) -> Option<Ghost> {
    let spot = board.spot().filter(|s| !s.choices.is_empty())?;
    let piece = board.piece.filter(|_| matches!(board.task, Task::Place | Task::Add))?;
    let name = words::tile(app.game(), piece);
    Some(Ghost { at: spot.at, walls: app.game().piece(piece).walls[0], name })
}

fn stock(app: &App, player: &PlayerView, theme: Theme, width: u16) -> Line<'static> {
    let game = app.game();
    let all = |tiles: &[Tile], short: bool| {
        let names =
            tiles.iter().map(|t| if short { words::code(game, t.piece) } else { game.piece_name(t.piece) });
        if tiles.is_empty() { "empty".to_owned() } else { names.collect::<Vec<_>>().join(", ") }
    };
    let both = |short: bool| [all(&player.bought, short), all(&player.reserve, short)];
    let long = both(false);
    let fits = long.iter().map(|t| t.chars().count()).sum::<usize>() + 21 < usize::from(width);
    let [bought, reserve] = if fits { long } else { both(true) };
    let mut spans = Vec::new();
    if !player.bought.is_empty() {
        spans.push(Span::styled("To place: ".to_owned(), theme.strong()));
        spans.push(Span::raw(format!("{bought}  ")));
    }
    spans.push(Span::styled("Reserve: ".to_owned(), theme.strong()));
    spans.push(Span::raw(reserve));
    Line::from(spans)
}

fn dirk(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(dirk) = &view.dirk else { return };
    let name = app.names().scorer(Scorer::Dirk);
    let points = count(usize::from(dirk.score), "point");
    let head = format!("{} {name} · {points} · majorities only", view.players.len() + 1);
    line(buf, area, 0, heading(theme, &head, area.width));
    for (row, building) in Building::ALL.into_iter().enumerate() {
        let own = dirk.tiles.iter().filter(|t| t.building == Some(building));
        let prices: Vec<String> = own.map(|t| t.price.to_string()).collect();
        let text = format!("{} {building:<10}{}", words::letter(building), prices.join("  "));
        line(buf, area, row as u16 + 2, Span::styled(text, theme.building(Some(building))));
    }
}

/// The open question, or what the others did.
fn bottom(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    match app.prompts.last() {
        Some(Prompt::Menu(menu)) => list(menu, theme, area, buf),
        Some(Prompt::Board(board)) => placing(app, board, theme, area, buf),
        None => {
            let over = view.asked.is_none();
            let head = match view.viewer {
                Some(seat) if !over => format!("Since {}'s last turn", app.names().seat(seat)),
                _ => "The end".to_owned(),
            };
            line(buf, area, 0, heading(theme, &head, area.width));
            let text = story(app);
            let inner = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
            // The latest matters most: what does not fit is cut off at the top.
            let rows = wrapped(&text, inner.width);
            let skip = rows.len().saturating_sub(usize::from(inner.height));
            Paragraph::new(Text::from_iter(rows.into_iter().skip(skip))).render(inner, buf);
        }
    }
}

/// What is told when nothing is asked.
fn story(app: &App) -> String {
    let lines = if app.game().is_over() { vec![app.farewell()] } else { app.recap() };
    if lines.is_empty() {
        format!("A new game (seed {}). ? explains the rules and the keys.", app.seed())
    } else {
        lines.join("\n")
    }
}

/// The text, or as much of it as fits.
fn cut(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width {
        text.to_owned()
    } else {
        text.chars().take(width - 1).chain(['…']).collect()
    }
}

/// The text broken at spaces, later rows of a line indented.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width);
    let mut rows = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let mut row = " ".repeat(indent);
        let mut begun = false;
        for word in line.split_whitespace() {
            if begun && row.chars().count() + 1 + word.chars().count() > width {
                rows.push(std::mem::replace(&mut row, " ".repeat(indent + 2)));
                begun = false;
            }
            if begun {
                row.push(' ');
            }
            row.push_str(word);
            begun = true;
        }
        rows.push(row);
    }
    rows
}

fn list(menu: &Menu, theme: Theme, area: Rect, buf: &mut Buffer) {
    let typed = if menu.typed.is_empty() { String::new() } else { format!(" · {}_", menu.typed) };
    line(buf, area, 0, heading(theme, &format!("{}{typed}", menu.title), area.width));
    let label =
        |i: usize| format!("{}{:>2} {}", if i == menu.at { '▸' } else { ' ' }, i + 1, menu.items[i].label);
    // Only the line on the cursor is worth a second row.
    let here = wrapped(&label(menu.at), area.width);
    let rows = (usize::from(area.height) - here.len()).max(1);
    let first = menu.at.saturating_sub(rows / 2).min(menu.items.len().saturating_sub(rows));
    let mut row = 1;
    for i in (first..menu.items.len()).take(rows) {
        let texts = if i == menu.at { here.clone() } else { vec![cut(&label(i), area.width)] };
        for text in texts {
            let style = if i == menu.at { theme.cursor() } else { theme.plain() };
            line(buf, area, row, Span::styled(text, style));
            row += 1;
        }
    }
    let more = |buf: &mut Buffer, row: u16, mark: &str| {
        buf.set_string(area.right() - 1, area.y + row, mark, theme.strong());
    };
    if first > 0 {
        more(buf, 1, "↑");
    }
    if first + rows < menu.items.len() {
        more(buf, area.height - 1, "↓");
    }
}

fn placing(app: &App, board: &Board, theme: Theme, area: Rect, buf: &mut Buffer) {
    let game = app.game();
    let tile = board.piece.map(|p| words::walled(game, p)).unwrap_or_default();
    let head = match board.task {
        Task::Place => format!("Place {tile}"),
        Task::Add => format!("Lay {tile} from the reserve"),
        Task::Swap => format!("Swap {tile} in"),
        Task::Remove => "Take a tile off".to_owned(),
    };
    line(buf, area, 0, heading(theme, &head, area.width));
    let mut text = area;
    text.y += 1;
    text.height -= 1;
    if let Some(piece) = board.piece {
        let printed = game.piece(piece);
        let room = Rect { width: 8, height: 3, ..text };
        palace::single(printed, theme, room, buf);
        text.x += 10;
        text.width -= 10;
    }
    let here = match board.spot() {
        None => "fits nowhere".to_owned(),
        Some(spot) if spot.choices.is_empty() => format!("not at {}: {}", steps(spot.at), spot.reason),
        Some(spot) => {
            let wall = match spot.wall() {
                Some((from, to)) if from == to => format!("longest wall stays {from}"),
                Some((from, to)) => format!("longest wall {from} → {to}"),
                None => String::new(),
            };
            let what = match spot.choices[0].action {
                Action::Remove { piece } | Action::Swap { out: piece, .. } => {
                    format!(" {}", words::tile(game, piece))
                }
                _ => String::new(),
            };
            format!("{}{what} at {}: {wall}", board.at + 1, steps(spot.at))
        }
    };
    let typed = if board.typed.is_empty() { String::new() } else { format!("  number {}_", board.typed) };
    let mut rows = wrapped(&format!("▸ {here}{typed}"), text.width);
    let decision = app.decision();
    let offers =
        |of: fn(&Action) -> bool| decision.as_ref().is_some_and(|d| d.options.iter().any(|c| of(&c.action)));
    let moving =
        if board.legal() > 0 { "arrows move · Enter or number chooses" } else { "arrows show why not" };
    let mut keys = vec![moving.to_owned()];
    if board.task == Task::Place {
        let mut beside = vec!["r to the reserve".to_owned()];
        if offers(|a| matches!(a, Action::Gift { .. })) {
            beside.push(format!("g give to {}", app.names().scorer(Scorer::Dirk)));
        }
        if decision.as_ref().is_some_and(|d| game.pieces().bought[d.seat.index()].len() > 1) {
            beside.push("t other tile".to_owned());
        }
        keys.push(beside.join(" · "));
    } else {
        keys.push("Esc back".to_owned());
    }
    rows.extend(keys.iter().flat_map(|k| wrapped(k, text.width)));
    Paragraph::new(Text::from_iter(rows)).render(text, buf);
}

fn recent(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    line(buf, area, 0, heading(theme, "Log", area.width));
    let rows: Vec<String> = app.log().iter().flat_map(|l| wrapped(l, area.width)).collect();
    let room = usize::from(area.height) - 1;
    let skip = rows.len().saturating_sub(room);
    for (i, row) in rows.into_iter().skip(skip).enumerate() {
        line(buf, area, i as u16 + 1, row);
    }
}

/// What to do, and why something was not possible.
fn status(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    line(buf, area, 0, Span::styled(format!(" {}", to_do(app, view)), theme.strong()));
    let keys = " Tab palaces · c list · u undo · l log · s scores · ? help · q quit";
    let second = match &app.message {
        Some(message) => Span::styled(format!(" » {message}"), theme.warning()),
        None => Span::styled(keys.to_owned(), theme.faint()),
    };
    line(buf, area, 1, second);
}

fn to_do(app: &App, view: &View) -> String {
    let Some(pending) = view.asked else {
        let winners = view.winners.unwrap_or_default();
        let verb = if winners.len() > 1 { "share the win" } else { "wins" };
        return format!("{} {verb}. s shows the final table, q leaves.", app.names().all(winners));
    };
    let who = pending.seats.first().map_or("", |s| app.names().seat(s));
    match (app.prompts.last(), pending.kind) {
        (Some(Prompt::Menu(_)), _) if !fitting(app).is_empty() => {
            format!("{who}: choose by number or Enter. Marks ◦ show where the tile would fit.")
        }
        (Some(Prompt::Menu(_)), _) => format!("{who}: choose by number, or arrows and Enter. Esc goes back."),
        (Some(Prompt::Board(board)), _) => match (board.task, board.legal()) {
            (Task::Place, 0) => format!("{who}: this tile fits nowhere now. r puts it into the reserve."),
            (Task::Place, 1) => format!("{who}: place the tile on the numbered cell, or r: reserve."),
            (Task::Place, n) => {
                format!("{who}: place the tile on one of {}, or r: reserve.", count(n, "cell"))
            }
            (_, n) => format!("{who}: choose one of {}. Esc goes back.", count(n, "numbered cell")),
        },
        (None, DecisionKind::ConfirmTurn) => format!("{who}: end the turn with Enter, or u to take back."),
        (None, DecisionKind::MainAction) => main_action(app, who),
        (None, _) => format!("{who}: c lists what can be done."),
    }
}

fn main_action(app: &App, who: &str) -> String {
    let Some(decision) = app.decision() else { return format!("{who} decides.") };
    let has = |of: fn(&Action) -> bool| decision.options.iter().any(|c| of(&c.action));
    let mut can = Vec::new();
    if has(|a| matches!(a, Action::Take(_))) {
        can.push("[t] take money");
    }
    if has(|a| matches!(a, Action::Buy { .. })) {
        can.push("[b] buy");
    }
    if has(|a| matches!(a, Action::Add { .. } | Action::Remove { .. } | Action::Swap { .. })) {
        can.push("[r] rebuild");
    }
    if has(|a| matches!(a, Action::Module(_))) {
        can.push("[c] module");
    }
    if has(|a| matches!(a, Action::Decline)) {
        can.push("[e] stop here");
    }
    // An extra action is easily taken for a new turn.
    let extra = if app.game().turn().first_action { "" } else { ", extra action" };
    format!("{who}{extra}: {}", can.join("  "))
}
