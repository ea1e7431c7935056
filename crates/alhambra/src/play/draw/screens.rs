//! Whole screens: help, log, score sheets, the curtain between two players, and the question before quitting.

use super::{Theme, line, wrapped};
use crate::play::app::App;
use crate::play::{sheet, words::teller};
use crate::words;
use alhambra_rules::view::ShownItem;
use alhambra_rules::{Building, Scorer, Seat, Source, speech};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Block, Clear, Widget};

const HELP: &str = include_str!("help.txt");

/// How many lines the help has.
pub(in crate::play) fn help_lines() -> usize {
    HELP.lines().count()
}

/// Title and hint at the edges; what is left for the text.
fn page(theme: Theme, title: &str, hint: &str, area: Rect, buf: &mut Buffer) -> Rect {
    buf.set_style(Rect { height: 1, ..area }, theme.bar());
    line(buf, area, 0, Span::styled(format!(" {title}"), theme.bar()));
    line(buf, area, area.height - 1, Span::styled(format!(" {hint}"), theme.faint()));
    Rect { x: area.x + 1, y: area.y + 2, width: area.width - 2, height: area.height - 4 }
}

/// Keys and rules.
pub(super) fn help(app: &App, theme: Theme, scroll: usize, area: Rect, buf: &mut Buffer) {
    let title = format!("Help · this game has seed {}", app.seed());
    let inner = page(theme, &title, "↑ ↓ PgDn scroll · any other key closes", area, buf);
    let mut lines: Vec<String> = HELP.lines().map(str::to_owned).collect();
    for module in app.game().view(None).modules {
        lines.push(String::new());
        lines.push(module.module.title().to_uppercase());
        lines.extend(wrapped(speech::summary(speech::ENGLISH, module.module), inner.width));
    }
    let last = lines.len().saturating_sub(usize::from(inner.height));
    for (row, text) in lines.into_iter().skip(scroll.min(last)).take(usize::from(inner.height)).enumerate() {
        let head = text.chars().any(char::is_alphabetic) && text.chars().all(|c| !c.is_lowercase());
        let style = if head { theme.strong() } else { theme.plain() };
        line(buf, inner, row as u16, Span::styled(text, style));
    }
}

/// Everything that happened.
pub(super) fn log(app: &App, theme: Theme, scroll: usize, area: Rect, buf: &mut Buffer) {
    let inner = page(theme, "Log", "↑ ↓ PgUp PgDn scroll · any other key closes", area, buf);
    let rows: Vec<String> = app.log().iter().flat_map(|l| wrapped(l, inner.width)).collect();
    let height = usize::from(inner.height);
    let first = rows.len().saturating_sub(height).saturating_sub(scroll);
    for (row, text) in rows.into_iter().skip(first).take(height).enumerate() {
        let style = if text.starts_with(['─', '═']) { theme.strong() } else { theme.plain() };
        line(buf, inner, row as u16, Span::styled(text, style));
    }
}

/// Nothing but a name: the next player sits down before any card is shown.
pub(super) fn curtain(app: &App, theme: Theme, seat: Seat, area: Rect, buf: &mut Buffer) {
    Block::bordered().title(" Alhambra ").border_style(theme.faint()).render(area, buf);
    let top = area.y + area.height / 2 - 2;
    for (i, text) in curtain_text(app.names().seat(seat)).into_iter().enumerate() {
        let x = area.x + area.width.saturating_sub(text.chars().count() as u16) / 2;
        let style = if i == 0 { theme.strong() } else { theme.plain() };
        buf.set_string(x, top + i as u16, text, style);
    }
}

fn curtain_text(name: &str) -> [String; 4] {
    [
        format!("Hand the keyboard to {name}"),
        String::new(),
        format!("{name}, press Enter when nobody else is looking."),
        "q asks to quit".to_owned(),
    ]
}

/// Asks before leaving.
pub(super) fn quit(theme: Theme, area: Rect, buf: &mut Buffer) {
    let popup =
        Rect { x: area.x + (area.width - 44) / 2, y: area.y + area.height / 2 - 2, width: 44, height: 4 };
    Clear.render(popup, buf);
    Block::bordered().render(popup, buf);
    buf.set_string(popup.x + 3, popup.y + 1, "Leave this game?", theme.strong());
    buf.set_string(popup.x + 3, popup.y + 2, "y or Enter leaves · any other key stays", theme.plain());
}

/// A page of the score sheets.
pub(super) fn sheet(app: &App, theme: Theme, page: usize, area: Rect, buf: &mut Buffer) {
    let scorings = sheet::scorings(app.table());
    match page.checked_sub(1) {
        None => stakes(app, theme, area, buf),
        Some(i) if i < scorings.len() => scoring(app, theme, &scorings, i, area, buf),
        Some(_) => match sheet::now(app.game()) {
            Some(scoring) => now(app, theme, &scoring, area, buf),
            None => last(app, theme, &scorings, area, buf),
        },
    }
}

const HINT: &str = "← → other pages · any other key goes on";

/// A table with a column for each scorer.
struct Columns<'a> {
    app: &'a App,
    theme: Theme,
    area: Rect,
    scorers: Vec<Scorer>,
    label: usize,
    width: usize,
    row: u16,
}

impl<'a> Columns<'a> {
    fn new(app: &'a App, theme: Theme, area: Rect, label: usize) -> Columns<'a> {
        let scorers = words::scorers(app.game());
        let width = ((usize::from(area.width) - label) / scorers.len()).min(24);
        Columns { app, theme, area, scorers, label, width, row: 0 }
    }

    fn head(&mut self, buf: &mut Buffer, title: &str) {
        let names: Vec<String> =
            self.scorers.iter().map(|s| self.app.names().scorer(*s).to_owned()).collect();
        self.row(buf, title, true, |i| names[i].clone());
        self.rule(buf);
    }

    fn rule(&mut self, buf: &mut Buffer) {
        let text = "─".repeat(self.label + self.width * self.scorers.len());
        line(buf, self.area, self.row, Span::styled(text, self.theme.faint()));
        self.row += 1;
    }

    fn row(&mut self, buf: &mut Buffer, label: &str, strong: bool, cell: impl Fn(usize) -> String) {
        let style = if strong { self.theme.strong() } else { self.theme.plain() };
        let label: String = label.chars().take(self.label - 1).collect();
        let mut text = format!("{label:<w$}", w = self.label);
        for i in 0..self.scorers.len() {
            let cut: String = cell(i).chars().take(self.width - 1).collect();
            text.push_str(&format!("{cut:>w$}", w = self.width));
        }
        line(buf, self.area, self.row, Span::styled(text, style));
        self.row += 1;
    }
}

/// What the next scoring will pay.
fn stakes(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let view = app.game().view(None);
    let held = view.scorings;
    let title = format!("What the places are worth · scorings held: {held} of 3");
    let inner = page(theme, &title, HINT, area, buf);
    line(
        buf,
        inner,
        0,
        Span::styled(
            format!("{:<12}{:>14}{:>14}{:>14}", "Building", "first", "second", "third"),
            theme.strong(),
        ),
    );
    for (i, building) in Building::ALL.into_iter().enumerate() {
        let mut text = format!("{:<12}", words::building(building));
        for round in 1..=3 {
            let pays: Vec<String> = sheet::pays(app.game(), round, building);
            text.push_str(&format!("{:>14}", pays.join(" / ")));
        }
        line(buf, inner, i as u16 + 1, Span::styled(text, theme.building(Some(building))));
    }
    let notes = [
        "",
        "A scoring pays the most buildings of each type in a palace: first / second /",
        "third place. Players who are level share the places they fill, rounded down.",
        "Every segment of the longest outer wall is worth one point.",
        "The first scoring card lies in the second fifth of the money, the second one",
        "in the fourth; the last scoring ends the game.",
    ];
    for (i, text) in notes.into_iter().enumerate() {
        line(buf, inner, 7 + i as u16, text);
    }
    let mut row = 8 + notes.len() as u16;
    for module in &view.modules {
        for ShownItem { name, shown: text } in &module.shows {
            let name = speech::shown_name(speech::ENGLISH, module.module, name);
            let text = speech::shown(&teller(app.game(), &app.names), module.module, text);
            line(buf, inner, row, format!("{}, {name}: {text}", module.module.title()));
            row += 1;
        }
    }
}

/// One scoring, source by source.
fn scoring(app: &App, theme: Theme, scorings: &[sheet::Scoring], at: usize, area: Rect, buf: &mut Buffer) {
    let this = &scorings[at];
    let title = format!("The {}", words::scoring(this.round));
    let inner = page(theme, &title, HINT, area, buf);
    let mut columns = Columns::new(app, theme, inner, 14);
    columns.head(buf, "Points for");
    let scorers = columns.scorers.clone();
    let width = columns.width;
    for source in sheet::sources(scorings) {
        let cell = |i: usize| this.cell(scorers[i], source, width - 1);
        columns.row(buf, &words::source(source), false, cell);
    }
    columns.rule(buf);
    let before = |s: Scorer| scorings[..at].iter().map(|r| r.total(s)).sum::<i32>();
    columns.row(buf, "this scoring", true, |i| format!("+{}", this.total(scorers[i])));
    columns.row(buf, "before", false, |i| before(scorers[i]).to_string());
    columns.row(buf, "total", true, |i| (before(scorers[i]) + this.total(scorers[i])).to_string());
    let note = columns.row + 1;
    line(buf, inner, note, "3× 1st 13: three buildings, the most of this type, are worth 13.");
    line(buf, inner, note + 1, "(13+6)/2 = 9: two players share first and second place, rounded down.");
}

/// What the next scoring would bring if it were held now, source by source.
fn now(app: &App, theme: Theme, this: &sheet::Scoring, area: Rect, buf: &mut Buffer) {
    let title = format!("If the {} were held now", words::scoring(this.round));
    let inner = page(theme, &title, HINT, area, buf);
    let mut columns = Columns::new(app, theme, inner, 14);
    columns.head(buf, "Points for");
    let scorers = columns.scorers.clone();
    let width = columns.width;
    for source in sheet::sources(std::slice::from_ref(this)) {
        columns.row(buf, &words::source(source), false, |i| this.cell(scorers[i], source, width - 1));
    }
    columns.rule(buf);
    let so_far = |i: usize| i32::from(app.game().score(scorers[i]));
    columns.row(buf, "would bring", true, |i| format!("{:+}", this.total(scorers[i])));
    columns.row(buf, "so far", false, |i| so_far(i).to_string());
    // A-B-13: nobody falls below 0.
    columns.row(buf, "total", true, |i| (so_far(i) + this.total(scorers[i])).max(0).to_string());
    let note = columns.row + 1;
    line(buf, inner, note, "Only tiles in the palaces count, not those bought or in reserve.");
}

/// The whole game: scorings added up, source by source, then scoring by scoring.
fn last(app: &App, theme: Theme, scorings: &[sheet::Scoring], area: Rect, buf: &mut Buffer) {
    let winners = app.game().winners().unwrap_or_default();
    let title = format!("The end: {}", app.names().win(winners));
    let inner = page(theme, &title, HINT, area, buf);
    let mut columns = Columns::new(app, theme, inner, 15);
    columns.head(buf, "Points for");
    let scorers = columns.scorers.clone();
    let sum = |scorer: Scorer, source: Source, full: bool| {
        let each: Vec<i32> = scorings.iter().map(|s| s.points(scorer, source)).collect();
        let parts = words::joined(&each, "+");
        if full { format!("{parts}={}", each.iter().sum::<i32>()) } else { parts }
    };
    // With many players the sums of rows do not fit; then none is shown rather than some.
    let sources = sheet::sources(scorings);
    let widest = scorers.iter().flat_map(|s| sources.iter().map(|o| sum(*s, *o, true).len())).max();
    let full = widest.unwrap_or(0) < columns.width;
    for source in sources {
        columns.row(buf, &words::source(source), false, |i| sum(scorers[i], source, full));
    }
    columns.rule(buf);
    for scoring in scorings {
        columns.row(buf, &words::scoring(scoring.round), false, |i| scoring.total(scorers[i]).to_string());
    }
    columns.rule(buf);
    columns.row(buf, "total", true, |i| app.game().score(scorers[i]).to_string());
    let row = columns.row + 1;
    line(buf, inner, row, "Each row: first + second + last scoring.");
}
