//! The report: one page of HTML with everything in it, for a browser, a phone or paper.

use super::interval::Estimate;
use super::row::SOURCES;
use super::sprt::{Sprt, SprtVerdict};
use super::summary::{BAR, EffectFinding, Findings, GroupFinding};
use super::svg::{self, Stack, escaped};
use std::fmt::Write as _;

/// What the report says besides its figures.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The heading.
    pub title: &'a str,
    /// How it was made: the command.
    pub command: &'a str,
    /// Whether games are missing.
    pub partial: bool,
    /// The sequential test, if there was one.
    pub sprt: Option<Sprt>,
}

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1d1b18;--soft:#5d574e;--paper:#fffdf8;--line:#ddd5c6;--accent:#a3401f;
--c0:#0072b2;--c1:#e69f00;--c2:#009e73;--c3:#cc79a7;--c4:#56b4e9;--c5:#d55e00;--c6:#b3a100;--c7:#7a7a7a}
@media (prefers-color-scheme:dark){:root{--ink:#efe9dd;--soft:#b3aa9b;--paper:#1b1916;--line:#453f36;--accent:#ec8a63;
--c0:#4ba3d9;--c6:#d8c832;--c7:#a0a0a0}}
@media print{:root{--ink:#000;--soft:#333;--paper:#fff;--line:#bbb;--accent:#000}section{break-inside:avoid}}
*{box-sizing:border-box}body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem}p,li{max-width:40rem}
code{overflow-wrap:anywhere}.soft{color:var(--soft)}.partial{border-left:.3rem solid var(--accent);padding-left:.8rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--line)}
td{white-space:nowrap}th:first-child,td:first-child{text-align:left;padding-left:0}
svg{display:block;width:100%;height:auto;margin:.6rem 0}svg text{fill:var(--ink);font:14px system-ui,sans-serif}
svg .small{font-size:12px;fill:var(--soft)}svg .heading{font-weight:600}.grid{stroke:var(--line)}
.axis{stroke:var(--soft)}.mark{stroke:var(--soft);stroke-dasharray:4 3}.whisker{stroke:var(--ink);stroke-width:2}
.dot{fill:var(--accent)}.part{stroke:var(--paper);stroke-width:1}
.c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}
.c6{fill:var(--c6)}.c7{fill:var(--c7)}
";

/// The page. It needs no other file, and no script.
pub fn report(findings: &Findings, page: &Page<'_>) -> String {
    let mut body = String::new();
    introduction(&mut body, findings, page);
    if let Some(sprt) = &page.sprt {
        test(&mut body, sprt);
    }
    ratings(&mut body, findings);
    shares(&mut body, findings);
    effects(&mut body, findings);
    turn_order(&mut body, findings);
    scores(&mut body, findings);
    sources(&mut body, findings);
    lengths(&mut body, findings);
    let title = escaped(page.title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn introduction(body: &mut String, findings: &Findings, page: &Page<'_>) {
    let Findings { games, games_planned, players, version, plan, .. } = findings;
    let _ = writeln!(body, "<h1>{}</h1>", escaped(page.title));
    let _ = writeln!(body, "<p>{games} games of {players} players. Intervals hold 95 %.</p>");
    if page.partial {
        let _ = writeln!(
            body,
            "<p class=\"partial\"><strong>Partial:</strong> {games} of {games_planned} planned games. The figures are \
             right for these games; the run can be resumed.</p>"
        );
    }
    let _ = writeln!(
        body,
        "<p class=\"soft\">Made by <code>{}</code>, version {}, plan <code>{}</code>. The same command gives the same \
         games, except for bots that think by the clock.</p>",
        escaped(page.command),
        escaped(version),
        escaped(plan)
    );
}

fn test(body: &mut String, sprt: &Sprt) {
    let claims = sprt.claims();
    let said = match sprt.verdict() {
        SprtVerdict::Higher => format!("accepted: at least {} Elo stronger", claims.elo1),
        SprtVerdict::Lower => format!("refused: not more than {} Elo stronger", claims.elo0),
        SprtVerdict::Open => "not decided yet".to_owned(),
    };
    let (low, high) = sprt.bounds();
    let _ = writeln!(
        body,
        "<section><h2>Sequential test</h2><p>{} against {} Elo: <strong>{said}</strong>, after {} deals. Log-likelihood \
         ratio {:.2}; the test stops at {low:.2} and {high:.2} (wrong in {} % and {} % of cases).</p></section>",
        claims.elo1,
        claims.elo0,
        sprt.deals(),
        sprt.log_likelihood(),
        100.0 * claims.alpha,
        100.0 * claims.beta
    );
}

fn ratings(body: &mut String, findings: &Findings) {
    if findings.ratings.is_empty() {
        return;
    }
    let rows: Vec<(String, Estimate)> = findings.ratings.iter().map(|r| (r.bot.clone(), r.elo)).collect();
    body.push_str("<section><h2>Ratings</h2>\n");
    body.push_str(&svg::intervals("Elo of every bot with its interval", &rows, None, None));
    body.push_str(
        "<p class=\"soft\">Elo from who wins (Bradley–Terry, for tables of any size); the mean of all bots is 0. \
         Intervals by bootstrap over deals.</p>\n",
    );
    let lines = findings.ratings.iter().map(|rating| (rating.bot.clone(), vec![told(&rating.elo, 0, 1.0)]));
    table(body, "bot", &["Elo"], lines);
    // A pair a line, and not a square of all bots: that fits a phone, however many there are.
    let pairs = findings.ratings.iter().enumerate().flat_map(|(i, rating)| {
        let weaker = findings.ratings[i + 1..].iter();
        let found = weaker.filter_map(|other| rating.over.iter().find(|(name, _)| *name == other.bot));
        found.map(|(other, e)| (rating.bot.clone(), vec![other.clone(), told(e, 0, 1.0)]))
    });
    table(body, "bot", &["over", "Elo"], pairs);
    body.push_str("</section>\n");
}

fn shares(body: &mut String, findings: &Findings) {
    if findings.ratings.is_empty() {
        return;
    }
    let rows: Vec<(String, Estimate)> =
        findings.groups.iter().map(|g| (g.name.clone(), percent(&g.win_share))).collect();
    body.push_str("<section><h2>Win shares</h2>\n");
    let even = 100.0 / findings.players.max(1) as f64;
    body.push_str(&svg::intervals("Share of wins of every bot, in percent", &rows, Some(even), None));
    body.push_str(
        "<p class=\"soft\">Wins in percent of a seat's games, with Wilson's interval by whole deals; a shared win is shared. The dashed \
         line is what equal players would have. A share depends on the company at the table, a rating does not.</p>\n",
    );
    let lines = findings.groups.iter().map(|g| {
        let cells = vec![
            g.results.to_string(),
            told(&g.win_share, 1, 100.0),
            format!("{:.1}", g.score),
            format!("{:.1}", g.score_sd),
        ];
        (g.name.clone(), cells)
    });
    table(body, "bot", &["results", "win share %", "points", "± sd"], lines);
    body.push_str("</section>\n");
}

fn effects(body: &mut String, findings: &Findings) {
    if findings.effects.is_empty() {
        return;
    }
    body.push_str("<section><h2>What modules change</h2>\n");
    let mut plot = |title: &str, of: &dyn Fn(&EffectFinding) -> Option<Estimate>| {
        let rows: Vec<_> = findings.effects.iter().filter_map(|e| Some((e.of.clone(), of(e)?))).collect();
        let _ = writeln!(body, "<p>{title}</p>");
        body.push_str(&svg::intervals(title, &rows, Some(0.0), None));
    };
    plot("Turns more or fewer than without modules", &|effect| effect.turns);
    plot("Points of a player more or fewer than without modules", &|effect| effect.points);
    body.push_str(
        "<p class=\"soft\">Every deal is played with and without modules, with the same luck; where sets are random, each \
         module gets its own part by least squares. An interval that crosses 0 shows no clear effect.</p>\n",
    );
    let some =
        |e: Option<Estimate>, digits, times| e.map_or_else(|| "–".to_owned(), |e| told(&e, digits, times));
    let lines = findings.effects.iter().map(|e| {
        let cells = vec![
            some(e.turns, 1, 1.0),
            some(e.decisions, 1, 1.0),
            some(e.points, 1, 1.0),
            some(e.starter, 1, 100.0),
        ];
        (e.of.clone(), cells)
    });
    table(body, "module", &["turns", "decisions", "points", "wins of who begins, %"], lines);
    body.push_str("</section>\n");
}

fn turn_order(body: &mut String, findings: &Findings) {
    // In a tournament the bots differ, and the order would say more about them than about the game.
    if !findings.ratings.is_empty() || findings.groups.is_empty() {
        return;
    }
    body.push_str("<section><h2>Does it matter who begins?</h2>\n");
    let even = 100.0 / findings.players.max(1) as f64;
    // One axis for all: what differs is seen, and not how it was drawn.
    let all: Vec<Estimate> =
        findings.groups.iter().flat_map(|g| g.by_turn_order.iter().map(percent)).collect();
    let axis = svg::axis(all.iter(), Some(even));
    for group in &findings.groups {
        let rows = group.by_turn_order.iter().enumerate();
        let rows: Vec<_> = rows.map(|(i, e)| (format!("turn order {}", i + 1), percent(e))).collect();
        let _ = writeln!(body, "<p>{}</p>", escaped(&group.name));
        body.push_str(&svg::intervals(
            &format!("Win share by turn order, {}", group.name),
            &rows,
            Some(even),
            axis,
        ));
    }
    let most = findings.groups.iter().map(|g| g.by_turn_order.len()).max().unwrap_or(0);
    let head: Vec<String> = (1..=most).map(|i| format!("{i}. %")).collect();
    let lines = findings
        .groups
        .iter()
        .map(|g| (g.name.clone(), g.by_turn_order.iter().map(|e| told(e, 1, 100.0)).collect()));
    table(body, "turn order", &head.iter().map(String::as_str).collect::<Vec<_>>(), lines);
    body.push_str("</section>\n");
}

fn scores(body: &mut String, findings: &Findings) {
    let strips: Vec<_> = findings.groups.iter().map(|g| (g.name.clone(), g.histogram.clone())).collect();
    body.push_str("<section><h2>Points at the end</h2>\n");
    body.push_str(&svg::histograms("How often each number of points came up", &strips, BAR));
    let lines = findings.groups.iter().map(|g| {
        (g.name.clone(), vec![format!("{:.1}", g.score), format!("{:.1}", g.score_sd), g.results.to_string()])
    });
    table(body, "", &["mean", "± sd", "results"], lines);
    body.push_str("</section>\n");
}

fn sources(body: &mut String, findings: &Findings) {
    let legend = ["wall", "pavilion", "seraglio", "arcades", "chambers", "garden", "tower", "modules"];
    let by_round = |group: &GroupFinding, round: usize| -> Vec<f64> {
        let mut parts: Vec<f64> = group.sources.iter().take(SOURCES - 1).map(|s| s.points[round]).collect();
        parts.push(group.sources.iter().skip(SOURCES - 1).map(|s| s.points[round]).sum());
        parts
    };
    let stacks: Vec<Stack> = findings
        .groups
        .iter()
        .flat_map(|group| {
            (0..3).map(move |round| Stack {
                name: format!("scoring {}", round + 1),
                parts: by_round(group, round),
                heading: (round == 0).then(|| group.name.clone()),
            })
        })
        .collect();
    body.push_str("<section><h2>Where points come from</h2>\n");
    body.push_str(&svg::stacks("Mean points of a seat by source and scoring", &legend, &stacks));
    let lines = findings.groups.iter().flat_map(|group| {
        group.sources.iter().map(|source| {
            let [a, b, c] = source.points;
            let cells = [a, b, c, a + b + c].map(|points| format!("{points:.2}"));
            (format!("{}: {}", group.name, source.source), cells.to_vec())
        })
    });
    table(body, "mean points", &["scoring 1", "scoring 2", "scoring 3", "all"], lines);
    body.push_str("</section>\n");
}

fn lengths(body: &mut String, findings: &Findings) {
    body.push_str("<section><h2>How long a game takes</h2>\n");
    let some = |e: Option<Estimate>| e.map_or_else(|| "–".to_owned(), |e| told(&e, 1, 1.0));
    let lines = findings
        .groups
        .iter()
        .map(|g| (g.name.clone(), vec![some(g.turns), format!("{:.1}", g.turns_sd), some(g.decisions)]));
    table(body, "", &["turns", "± sd", "decisions"], lines);
    body.push_str("</section>\n");
}

fn percent(e: &Estimate) -> Estimate {
    Estimate { value: 100.0 * e.value, low: 100.0 * e.low, high: 100.0 * e.high }
}

/// "12.3 (10.1 to 14.5)".
fn told(e: &Estimate, digits: usize, times: f64) -> String {
    let [value, low, high] = [e.value, e.low, e.high].map(|v| format!("{:.digits$}", v * times));
    format!("{value} ({low} to {high})")
}

fn table(body: &mut String, first: &str, head: &[&str], lines: impl Iterator<Item = (String, Vec<String>)>) {
    let _ = write!(body, "<div class=\"wide\"><table><thead><tr><th scope=\"col\">{}</th>", escaped(first));
    head.iter().for_each(|name| _ = write!(body, "<th scope=\"col\">{}</th>", escaped(name)));
    body.push_str("</tr></thead><tbody>\n");
    for (name, cells) in lines {
        let _ = write!(body, "<tr><td>{}</td>", escaped(&name));
        cells.iter().for_each(|cell| _ = write!(body, "<td>{}</td>", escaped(cell)));
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table></div>\n");
}
