//! Findings as tables for the terminal.

use crate::which;
use alhambra_rules::Setup;
use alhambra_sim::lab::{EffectFinding, Estimate, Findings, Sprt, SprtVerdict};
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

/// The most characters of a name that stands beside its figures; a longer one has a line of its own above them.
const LONGEST: usize = 28;

/// A name and the figures beside it.
fn line(text: &mut String, width: usize, name: &str, figures: &str) {
    if name.chars().count() <= width {
        let _ = writeln!(text, "{name:<width$} {figures}");
    } else {
        let _ = writeln!(text, "{name}\n{:<width$} {figures}", "");
    }
}

/// Tables that fit a terminal of 80 columns.
fn study(text: &mut String, findings: &Findings) {
    let names = findings.groups.iter().map(|group| &group.name).chain(findings.effects.iter().map(|e| &e.of));
    let widths = names.map(|name| name.chars().count()).filter(|width| *width <= LONGEST);
    let width = widths.max().unwrap_or(0).max(10);
    line(
        text,
        width,
        "",
        &format!(
            "{:>7} {:>7} {:>5} {:>9} {:>7} {:>5}",
            "games", "turns", "± sd", "decisions", "points", "± sd"
        ),
    );
    for group in &findings.groups {
        let mean = |e: Option<Estimate>| e.map_or(0.0, |e| e.value);
        let figures = format!(
            "{:>7} {:>7.1} {:>5.1} {:>9.1} {:>7.1} {:>5.1}",
            group.results / findings.players.max(1) as u64,
            mean(group.turns),
            group.turns_sd,
            mean(group.decisions),
            group.score,
            group.score_sd
        );
        line(text, width, &group.name, &figures);
    }
    let _ = writeln!(text, "\nWins in percent, by turn order");
    for group in &findings.groups {
        let order = group.by_turn_order.iter().map(|e| format!("{:>6.1}", 100.0 * e.value));
        line(text, width, &group.name, order.collect::<Vec<_>>().join(" ").as_str());
    }
    let _ = writeln!(text, "\nAgainst the base game, with the same luck; * where the interval leaves out 0");
    differences(text, width, findings, [("turns", |e| e.turns, 1.0), ("decisions", |e| e.decisions, 1.0)]);
    let _ = writeln!(text);
    let starter = "wins of who begins, %";
    differences(text, width, findings, [("points", |e| e.points, 1.0), (starter, |e| e.starter, 100.0)]);
}

/// The name of a figure, where it stands, and how many of it are one.
type Column = (&'static str, fn(&EffectFinding) -> Option<Estimate>, f64);

fn differences(text: &mut String, width: usize, findings: &Findings, columns: [Column; 2]) {
    let head = columns.map(|(name, ..)| format!("{name:>24}"));
    line(text, width, "", &head.join(" "));
    for effect in &findings.effects {
        let cells = columns.map(|(_, of, times)| {
            let cell = of(effect).map_or_else(
                || "–".to_owned(),
                |e| {
                    let [value, low, high] = [e.value, e.low, e.high].map(|v| v * times);
                    format!("{value:+.1} ({low:.1} to {high:.1}){}", if e.is_clear() { "*" } else { " " })
                },
            );
            format!("{cell:>24}")
        });
        line(text, width, &effect.of, &cells.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alhambra_rules::ModuleId;
    use alhambra_sim::lab::{Contest, LabPlan, Shard};

    /// Every module alone, the longest names among them, and a set of which the name is longer than a line has room for.
    #[test]
    fn what_is_told_of_a_study_fits_a_terminal() {
        use ModuleId::{
            ExchangeCertificates, MajorConstructionProjects, NewBuildingGrounds, TravellingCraftsmen,
        };
        let set = vec![ExchangeCertificates, MajorConstructionProjects, TravellingCraftsmen];
        let sets = [vec![MajorConstructionProjects], set, vec![NewBuildingGrounds]];
        let bots = ["random".parse().unwrap()];
        let plan = LabPlan::sets(Setup::players(3), &bots, &sets, 3, 1).unwrap();
        let (shard, stop) = (Shard::WHOLE, Default::default());
        let session = Contest { plan: &plan, shard, threads: 1, output: None, claims: None, stop };
        let findings = session.play(|_| ()).unwrap().summary.findings();
        let told = text(&findings, "A study", None);
        for line in told.lines().filter(|line| !line.contains(" + ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let own =
            |name: &str| told.lines().filter(|line| line.split_whitespace().next() == Some(name)).count();
        assert_eq!(own("major-construction-projects"), 4, "{told}");
        assert_eq!(
            told.matches("exchange-certificates + major-construction-projects + travelling-craftsmen")
                .count(),
            4
        );
    }
}
