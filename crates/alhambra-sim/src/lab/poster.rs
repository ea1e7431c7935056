//! The whole box on one sheet: what every module does to length, spread, lead and interaction. A picture that needs nothing
//! else, for light and for dark.

use super::interval::Estimate;
use super::summary::{EffectFinding, Findings};
use super::svg::{axis, escaped, plain, steps};
use alhambra_rules::ModuleId;
use std::fmt::Write as _;

/// A column: its heading, what its numbers are, and where they stand.
type Column = (&'static str, &'static str, fn(&EffectFinding) -> Option<Estimate>);

const COLUMNS: [Column; 4] = [
    ("Length", "turns", |effect| effect.turns),
    ("Spread", "points of the winner's lead", |effect| effect.margin),
    ("Lead", "changes between scorings", |effect| effect.leads),
    ("Interaction", "0 none, 1 zero-sum", |effect| effect.interaction),
];

const NAMES: f64 = 250.0;
const WIDE: f64 = 230.0;
const GAP: f64 = 20.0;
const LINE: f64 = 20.0;
const TOP: f64 = 96.0;

const STYLE: &str = "svg{--ink:#1d1b18;--soft:#6b645a;--line:#ddd5c6;--paper:#fffdf8;--accent:#a3401f}\
@media (prefers-color-scheme:dark){svg{--ink:#efe9dd;--soft:#a59c8d;--line:#3a352e;--paper:#1b1916;--accent:#ec8a63}}\
text{fill:var(--ink);font:13px system-ui,sans-serif}.t{font-size:20px}.h{font-weight:600}.s{fill:var(--soft);font-size:11px}\
.p{fill:var(--paper)}.g{stroke:var(--line)}.z{stroke:var(--soft);stroke-dasharray:4 3}.o{stroke:var(--soft)}\
.o,.c{stroke-width:2}.c{stroke:var(--accent)}.d{fill:var(--soft)}.e{fill:var(--accent)}";

/// What modules change against the game without them, one line each, the longest game first; `title` and `command` say whose
/// games these are.
pub fn poster(findings: &Findings, title: &str, command: &str) -> String {
    let rows = &findings.effects;
    let bottom = TOP + rows.len() as f64 * LINE;
    let (width, height) = (NAMES + COLUMNS.len() as f64 * (WIDE + GAP), bottom + 66.0);
    let mut body = String::new();
    let mut text = |x: f64, y: f64, anchor: &str, class: &str, words: &str| {
        let words = escaped(words);
        let _ = write!(
            body,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\" class=\"{class}\">{words}</text>"
        );
    };
    text(14.0, 30.0, "start", "t", title);
    text(
        14.0,
        50.0,
        "start",
        "s",
        "What changes against the game without modules, with the same luck; 95 % intervals",
    );
    let middle = |i: usize| TOP + (i as f64 + 0.5) * LINE;
    for (i, effect) in rows.iter().enumerate() {
        text(NAMES - 12.0, middle(i) + 4.5, "end", "n", &name(&effect.of));
    }
    for (i, (heading, what, _)) in COLUMNS.iter().enumerate() {
        text(left(i), TOP - 24.0, "start", "h", heading);
        text(left(i), TOP - 9.0, "start", "s", what);
    }
    text(14.0, bottom + 50.0, "start", "s", &format!("{} games: {command}", findings.games));
    for (i, (.., of)) in COLUMNS.iter().enumerate() {
        column(&mut body, rows, *of, left(i), bottom);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"{}\"><style>{STYLE}</style><rect class=\"p\" width=\"100%\" height=\"100%\"/>{body}</svg>\n",
        escaped(title)
    )
}

fn left(column: usize) -> f64 {
    NAMES + column as f64 * (WIDE + GAP)
}

/// The name of a module as the box has it; of a set, as it was typed.
fn name(of: &str) -> String {
    let title = |slug: &str| ModuleId::with_slug(slug).map_or(slug, |module| module.title()).to_owned();
    of.split(" + ").map(title).collect::<Vec<_>>().join(" + ")
}

/// One figure of all modules on an axis of its own.
fn column(
    body: &mut String,
    rows: &[EffectFinding],
    of: fn(&EffectFinding) -> Option<Estimate>,
    left: f64,
    bottom: f64,
) {
    let all: Vec<Estimate> = rows.iter().filter_map(of).collect();
    let Some((low, high)) = axis(all.iter(), Some(0.0)) else { return };
    let x = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * WIDE;
    let mut line = |from: (f64, f64), to: (f64, f64), class: &str| {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = write!(
            body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.0}\" x2=\"{x2:.1}\" y2=\"{y2:.0}\" class=\"{class}\"/>"
        );
    };
    for at in steps(low, high) {
        line((x(at), TOP), (x(at), bottom), "g");
    }
    line((x(0.0), TOP), (x(0.0), bottom), "z");
    for at in steps(low, high) {
        let _ = write!(
            body,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\" class=\"s\">{}</text>",
            x(at),
            bottom + 15.0,
            plain(at)
        );
    }
    for (i, effect) in rows.iter().enumerate() {
        let Some(e) = of(effect) else { continue };
        let y = TOP + (i as f64 + 0.5) * LINE;
        let (whisker, dot) = if e.is_clear() { ("c", "e") } else { ("o", "d") };
        let _ = write!(
            body,
            "<line x1=\"{:.1}\" y1=\"{y:.0}\" x2=\"{:.1}\" y2=\"{y:.0}\" class=\"{whisker}\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.0}\" r=\"4\" class=\"{dot}\"><title>{} ({} to {})</title></circle>",
            x(e.low),
            x(e.high),
            x(e.value),
            plain(e.value),
            plain(e.low),
            plain(e.high)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings() -> Findings {
        let effects = ModuleId::ALL.iter().enumerate().map(|(i, module)| {
            let at = |times: f64| Some(Estimate::around(times * (20.0 - i as f64), 3.0 * times));
            EffectFinding {
                of: module.info().slug.to_owned(),
                turns: at(1.0),
                decisions: at(2.0),
                points: at(3.0),
                starter: at(0.01),
                margin: at(0.5),
                leads: at(0.02),
                interaction: at(0.03),
            }
        });
        Findings { effects: effects.collect(), games: 4400, ..Findings::default() }
    }

    #[test]
    fn every_module_has_a_line_with_its_whole_name_and_four_figures() {
        let picture = poster(&findings(), "The whole <box>", "alhambra study --each");
        for module in ModuleId::ALL {
            let title = escaped(module.title());
            assert!(picture.contains(&format!(">{title}</text>")), "{title}");
            // 13 pixels high, letters are half as wide on average.
            assert!(module.title().chars().count() as f64 * 7.0 < NAMES - 12.0, "{title}");
        }
        assert_eq!(picture.matches("<circle").count(), 43 * COLUMNS.len());
        assert!(picture.contains("The whole &lt;box&gt;") && picture.contains("prefers-color-scheme:dark"));
        assert!(picture.len() < 80_000, "{} bytes", picture.len());
        for outside in ["href", "url(", "<script", "NaN", "inf\""] {
            assert!(!picture.contains(outside), "{outside}");
        }
    }

    /// One axis a column: dots of the same value stand below each other, and everything lies inside.
    #[test]
    fn figures_stand_on_the_axis_of_their_column() {
        let mut same = findings();
        same.effects.iter_mut().for_each(|effect| effect.margin = Some(Estimate::around(5.0, 1.0)));
        let picture = poster(&same, "box", "study");
        let dots =
            picture.split(" cx=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap());
        let dots: Vec<f64> = dots.collect();
        let of = |column: usize| &dots[column * 43..(column + 1) * 43];
        assert!(of(1).iter().all(|x| *x == of(1)[0]));
        for column in 0..COLUMNS.len() {
            let inside = left(column)..=left(column) + WIDE;
            assert!(of(column).iter().all(|x| inside.contains(x)), "{column}");
        }
        assert!(of(0).windows(2).all(|two| two[0] > two[1]), "what lengthens more stands further right");
    }
}
