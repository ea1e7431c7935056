//! Findings as tables for the terminal.

use crate::which;
use alhambra_rules::Setup;
use alhambra_sim::lab::{Estimate, Findings, Sprt, SprtVerdict};
use std::fmt::Write as _;

/// What is played, in a few words.
pub(crate) fn setup(setup: &Setup) -> String {
    format!("{} players, {}", setup.players.len(), which::told(setup))
}

/// The findings as text.
pub(super) fn text(findings: &Findings, title: &str, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let Findings { games, games_planned, .. } = findings;
    let of = if games == games_planned { String::new() } else { format!(" of {games_planned} planned") };
    let _ = writeln!(text, "{title}\n{games} games{of}; intervals hold 95 %\n");
    if let Some(sprt) = sprt {
        test(&mut text, sprt);
    }
    if findings.ratings.is_empty() {
        study(&mut text, findings);
    } else {
        tournament(&mut text, findings);
    }
    text
}

fn test(text: &mut String, sprt: &Sprt) {
    let (claims, (low, high)) = (sprt.claims(), sprt.bounds());
    let said = match sprt.verdict() {
        SprtVerdict::Higher => format!("yes, {} Elo rather than {}", claims.elo1, claims.elo0),
        SprtVerdict::Lower => format!("no, {} Elo rather than {}", claims.elo0, claims.elo1),
        SprtVerdict::Open => "not decided".to_owned(),
    };
    let _ = writeln!(
        text,
        "Stronger? {said}, after {} deals (log-likelihood ratio {:.2}, bounds {low:.2} and {high:.2}).\n",
        sprt.deals(),
        sprt.log_likelihood()
    );
}

fn tournament(text: &mut String, findings: &Findings) {
    let width = findings.bots.iter().map(|bot| bot.chars().count()).max().unwrap_or(0).max(8);
    let _ = writeln!(
        text,
        "{:<width$} {:>8} {:>14} {:>22} {:>8} {:>14} {:>8} {:>6}",
        "bot", "Elo", "interval", "over the next", "wins %", "interval", "points", "± sd"
    );
    for (i, rating) in findings.ratings.iter().enumerate() {
        let next = findings.ratings.get(i + 1);
        let over = next.and_then(|next| rating.over.iter().find(|(bot, _)| *bot == next.bot));
        let over = over
            .map_or_else(String::new, |(_, e)| format!("{:+.0} ({:+.0} to {:+.0})", e.value, e.low, e.high));
        let Some(group) = findings.groups.iter().find(|group| group.name == rating.bot) else { continue };
        let Estimate { value, low, high } = rating.elo;
        let share = group.win_share;
        let _ = writeln!(
            text,
            "{:<width$} {value:>8.0} {:>14} {over:>22} {:>8.1} {:>14} {:>8.1} {:>6.1}",
            rating.bot,
            format!("{low:.0} to {high:.0}"),
            100.0 * share.value,
            format!("{:.1} to {:.1}", 100.0 * share.low, 100.0 * share.high),
            group.score,
            group.score_sd
        );
    }
    text.push_str(
        "\nElo from who wins (Bradley–Terry), mean 0; a share depends on the company, a rating does not.\n",
    );
}

fn study(text: &mut String, findings: &Findings) {
    let names = findings.groups.iter().map(|group| &group.name).chain(findings.effects.iter().map(|e| &e.of));
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0).max(10);
    let _ = writeln!(
        text,
        "{:<width$}    games    turns   ± sd  decisions   points   ± sd   wins % by turn order",
        ""
    );
    for group in &findings.groups {
        let mean = |e: Option<Estimate>| e.map_or(0.0, |e| e.value);
        let order: Vec<String> =
            group.by_turn_order.iter().map(|e| format!("{:.1}", 100.0 * e.value)).collect();
        let _ = writeln!(
            text,
            "{:<width$} {:>8} {:>8.1} {:>6.1} {:>10.1} {:>8.1} {:>6.1}   {}",
            group.name,
            group.results / findings.players.max(1) as u64,
            mean(group.turns),
            group.turns_sd,
            mean(group.decisions),
            group.score,
            group.score_sd,
            order.join(" ")
        );
    }
    let _ = writeln!(text, "\nAgainst the base game, with the same luck; * where the interval leaves out 0");
    let _ = writeln!(
        text,
        "{:<width$} {:>23} {:>23} {:>23} {:>23}",
        "", "turns", "decisions", "points", "wins of who begins, %"
    );
    let cell = |e: Option<Estimate>, times: f64| {
        e.map_or_else(
            || "–".to_owned(),
            |e| {
                let [value, low, high] = [e.value, e.low, e.high].map(|v| v * times);
                format!("{value:+.1} ({low:.1} to {high:.1}){}", if e.is_clear() { "*" } else { " " })
            },
        )
    };
    for effect in &findings.effects {
        let _ = writeln!(
            text,
            "{:<width$} {:>23} {:>23} {:>23} {:>23}",
            effect.of,
            cell(effect.turns, 1.0),
            cell(effect.decisions, 1.0),
            cell(effect.points, 1.0),
            cell(effect.starter, 100.0)
        );
    }
}
