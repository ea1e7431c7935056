//! The left side of the table: market, display, hand, and the counts everybody competes for.

use super::{Theme, heading, line};
use crate::plan::letter;
use crate::play::app::App;
use crate::play::{sheet, words};
use crate::words::{building as named, count, halves, scorers};
use alhambra_rules::speech::{self, ENGLISH};
use alhambra_rules::view::{MarketSpace, Shown, ShownItem, Tile, View};
use alhambra_rules::{
    Building, Cards, Currency, GameState, Illegal, KindSet, ModuleId, PieceId, Scorer, Seat,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Whether a seat can pay for a tile: `exact`, `+2 over` or `lacks 4`.
pub(in crate::play) fn badge(game: &GameState, seat: Seat, piece: PieceId, currency: Currency) -> String {
    let Some(pay) = game.price(seat, piece) else { return "not for sale".to_owned() };
    let hand = game.hand(seat);
    match pay.offers(hand).first() {
        Some(offer) if offer.exact => "exact".to_owned(),
        Some(offer) => format!("+{} over", offer.lost),
        // Offering everything makes the engine say how much is missing.
        None => match pay.check(hand, hand.only(KindSet::money(currency))) {
            Err(Illegal::TooLittle { paid, price }) => format!("lacks {}", price - paid),
            _ => "no way".to_owned(),
        },
    }
}

/// Paints the left side.
pub(super) fn side(app: &App, view: &View, theme: Theme, area: Rect, buf: &mut Buffer) {
    let matrix = matrix(app, view, theme, area.width);
    let mut blocks = vec![market(app, view, theme, area.width), money(view, theme, area.width)];
    blocks.push(hand(app, view, theme, area.width));
    blocks.push(matrix);
    if !view.modules.is_empty() {
        blocks.push(modules(app, view, theme, area.width));
    }
    let used: usize = blocks.iter().map(Vec::len).sum();
    // Blank lines between the blocks only where there is room for all of them.
    let gap = usize::from(usize::from(area.height) >= used + blocks.len());
    let mut row = 0;
    for block in blocks {
        for text in block {
            line(buf, area, row as u16, text);
            row += 1;
        }
        row += gap;
    }
}

fn market(app: &App, view: &View, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![heading(theme, "Market: price, walls", width)];
    lines.extend(view.market.iter().map(|space| offer(app, view, theme, space)));
    if !view.preview.is_empty() {
        lines.push(heading(theme, "Preview", width));
        lines.extend(view.preview.iter().map(|tile| previewed(theme, tile.as_ref())));
    }
    lines
}

/// What comes to the market later has a price and no currency.
fn previewed(theme: Theme, tile: Option<&Tile>) -> Line<'static> {
    let Some(tile) = tile else { return Line::from(Span::styled("  empty".to_owned(), theme.faint())) };
    let name = tile.building.map_or_else(|| "–".to_owned(), named);
    let walls = if tile.walls.is_empty() { "–".to_owned() } else { tile.walls.to_string() };
    Line::from(vec![
        Span::raw("  "),
        Span::styled(format!("{name:<8} {:>2}", tile.price), theme.building(tile.building)),
        Span::raw(format!(" {walls}")),
    ])
}

fn offer(app: &App, view: &View, theme: Theme, space: &MarketSpace) -> Line<'static> {
    let coin = Span::styled(format!("{} ", words::coin(space.currency)), theme.currency(space.currency));
    let Some(tile) = &space.tile else {
        return Line::from(vec![coin, Span::styled("empty".to_owned(), theme.faint())]);
    };
    let name = tile.building.map_or_else(|| app.game().piece_name(tile.piece), |b| b.name().to_owned());
    let mut spans = vec![
        coin,
        Span::styled(format!("{name:<8} {:>2}", tile.price), theme.building(tile.building)),
        Span::raw(format!(
            " {:<4} ",
            if tile.walls.is_empty() { "–".to_owned() } else { tile.walls.to_string() }
        )),
    ];
    if let Some(seat) = view.viewer {
        let badge = badge(app.game(), seat, tile.piece, space.currency);
        let style = match badge.as_str() {
            "exact" => theme.good().patch(theme.strong()),
            b if b.starts_with('+') => theme.plain(),
            _ => theme.faint(),
        };
        spans.push(Span::styled(badge, style));
    }
    Line::from(spans)
}

fn money(view: &View, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut spans = Vec::new();
    for kind in &view.display {
        let style = kind.currency().map_or_else(Style::new, |c| theme.currency(c));
        spans.push(Span::styled(words::card(*kind), style));
        spans.push(Span::raw("   "));
    }
    if spans.is_empty() {
        spans.push(Span::raw("empty"));
    }
    vec![heading(theme, "Money on display", width), Line::from(spans)]
}

fn hand(app: &App, view: &View, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let title = match (view.viewer, view.hand) {
        (Some(seat), Some(hand)) => {
            format!("Hand of {}: {}", app.names().seat(seat), count(hand.len() as usize, "card"))
        }
        _ => "Hands are hidden".to_owned(),
    };
    let mut lines = vec![heading(theme, &title, width)];
    for currency in Currency::ALL {
        let mut spans =
            vec![Span::styled(format!("{} {currency:<7}", words::coin(currency)), theme.currency(currency))];
        if let Some(hand) = view.hand {
            spans.push(Span::raw(values(hand, currency)));
        }
        lines.push(Line::from(spans));
    }
    let others = view.hand.map(|hand| hand.minus(hand.only(KindSet::MONEY))).filter(|o| !o.is_empty());
    lines.extend(others.map(|other| Line::raw(words::cards(other))));
    lines
}

fn values(hand: Cards, currency: Currency) -> String {
    let own = hand.only(KindSet::money(currency));
    let each: Vec<String> = own.each().map(|k| k.value().to_string()).collect();
    match each.len() {
        0 => " –".to_owned(),
        1 => format!(" {}", each[0]),
        _ => format!(" {} = {}", each.join(" "), own.total()),
    }
}

/// Counts of the six building types, walls and points, a column for everybody.
fn matrix(app: &App, view: &View, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let scorers = scorers(app.game());
    let label = 11;
    // What the next scoring pays stands beside the type where there is room for it.
    let stakes = if width >= 40 && scorers.len() <= 4 { 9 } else { 0 };
    let column = ((usize::from(width) - label - stakes) / scorers.len()).min(9);
    let cell = |text: &str| {
        let cut: String = text.chars().take(column - 1).collect();
        format!("{cut:>column$}")
    };
    let mut head = vec![Span::styled(format!("{:<label$}", "Counts"), theme.strong())];
    if stakes > 0 {
        head.push(Span::styled(format!("{:<stakes$}", "pays"), theme.faint()));
    }
    for scorer in &scorers {
        let own = view.viewer.map(Scorer::Seat) == Some(*scorer);
        let style = if own { theme.cursor() } else { theme.strong() };
        head.push(Span::styled(cell(app.names().scorer(*scorer)), style));
    }
    let mut lines = vec![Line::from(head)];
    let round = (view.scorings + 1).min(3);
    for building in Building::ALL {
        let mut spans = vec![Span::styled(
            format!("{} {:<9}", words::letter(building), named(building)),
            theme.building(Some(building)),
        )];
        if stakes > 0 {
            let pays: Vec<String> = sheet::pays(app.game(), round, building);
            spans.push(Span::styled(format!("{:<stakes$}", pays.join("/")), theme.faint()));
        }
        let held = |scorer: &Scorer| match scorer {
            Scorer::Seat(seat) => view.players[seat.index()].counts[building.index()],
            Scorer::Dirk => view.dirk.as_ref().map_or(0, |d| d.counts[building.index()]),
        };
        let most = scorers.iter().map(held).max().unwrap_or(0);
        for scorer in &scorers {
            let n = held(scorer);
            let text = if n == 0 { "·".to_owned() } else { halves(n) };
            let style = if n == most && n > 0 { theme.strong() } else { theme.plain() };
            spans.push(Span::styled(cell(&text), style));
        }
        lines.push(Line::from(spans));
    }
    let row = |name: &str, of: &dyn Fn(&Scorer) -> String| {
        let mut spans = vec![Span::styled(format!("{name:<w$}", w = label + stakes), theme.strong())];
        spans.extend(scorers.iter().map(|s| Span::styled(cell(&of(s)), theme.strong())));
        Line::from(spans)
    };
    lines.push(row("wall", &|s| match s {
        Scorer::Seat(seat) => view.players[seat.index()].wall.to_string(),
        Scorer::Dirk => "–".to_owned(),
    }));
    lines.push(row("points", &|s| app.game().score(*s).to_string()));
    lines
}

fn modules(app: &App, view: &View, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![heading(theme, "Modules", width)];
    for module in &view.modules {
        lines.push(Line::styled(module.module.title(), theme.strong()));
        for ShownItem { name, shown } in &module.shows {
            let name = speech::shown_name(ENGLISH, module.module, name);
            let text = format!(" {name}: {}", brief(app, module.module, shown));
            lines.extend(wrapped(&text, usize::from(width)).into_iter().map(Line::raw));
        }
    }
    lines
}

/// What a module shows, in the shapes and letters of the table.
fn brief(app: &App, by: ModuleId, shown: &Shown) -> String {
    match shown {
        Shown::Currencies(currencies) if !currencies.is_empty() => {
            currencies.iter().map(|c| words::coin(*c).to_string()).collect::<Vec<_>>().join(" ")
        }
        Shown::Cards(cards) if !cards.is_empty() && cards.iter().all(|card| card.in_hand()) => {
            words::cards(cards.iter().copied().collect())
        }
        Shown::Ascending(buildings) => {
            buildings.iter().map(|b| letter(*b).to_string()).collect::<Vec<_>>().join(" < ")
        }
        other => speech::shown(&words::teller(app.game(), &app.names), by, other),
    }
}

/// A text in lines of `width`, the later ones set in.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 2 && last + word.trim_end().chars().count() > width {
            lines.push("  ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
    }
    lines
}
