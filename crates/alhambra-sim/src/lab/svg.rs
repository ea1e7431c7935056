//! Drawing: the few kinds of plots a report needs, as inline SVG.
//!
//! Colours come from classes, so that the page decides between light, dark and paper; sizes are those of a
//! phone held upright, and everything scales up from there. No plot says anything a table does not say too.

use super::interval::Estimate;
use std::fmt::Write as _;

/// Width of every plot.
const WIDTH: f64 = 480.0;
/// The least and the most room for names on the left.
const NAMES: f64 = 150.0;
const MOST_NAMES: f64 = 250.0;
/// How wide a letter of a name is, most at the most.
const LETTER: f64 = 7.6;
/// Height of a line.
const LINE: f64 = 26.0;
/// How many colours there are.
pub(super) const COLOURS: usize = 8;

/// Text that is safe inside tags and attributes.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut safe, c| {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            c => safe.push(c),
        }
        safe
    })
}

/// A plot being drawn.
struct Drawing {
    body: String,
    height: f64,
}

impl Drawing {
    fn new() -> Drawing {
        Drawing { body: String::new(), height: 0.0 }
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, text: &str) {
        let text = escaped(text);
        let _ = write!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"
        );
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = write!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, title: &str) {
        let title = escaped(title);
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             class=\"{class}\"><title>{title}</title></rect>"
        );
    }

    fn dot(&mut self, (x, y): (f64, f64), title: &str) {
        let title = escaped(title);
        let _ = write!(
            self.body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" class=\"dot\"><title>{title}</title></circle>"
        );
    }

    fn finish(self, title: &str) -> String {
        let (title, height) = (escaped(title), self.height.max(1.0));
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\">{}</svg>\n",
            self.body
        )
    }
}

/// Names on the left of a plot: as wide as they need, and broken into lines where they are longer than that.
struct Names {
    /// Where they end.
    right: f64,
    lines: Vec<Vec<String>>,
}

impl Names {
    fn of<'a>(names: impl Iterator<Item = &'a str>) -> Names {
        let lines: Vec<Vec<String>> = names.map(broken).collect();
        let longest = lines.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
        Names { right: (longest as f64 * LETTER + 12.0).clamp(NAMES, MOST_NAMES), lines }
    }

    /// How much a name needs beyond the height of a line.
    fn more(&self, i: usize) -> f64 {
        (self.lines[i].len() - 1) as f64 * BROKEN
    }

    /// Writes a name with its middle at this height.
    fn write(&self, drawing: &mut Drawing, i: usize, middle: f64) {
        let first = middle + 5.0 - self.more(i) / 2.0;
        for (n, line) in self.lines[i].iter().enumerate() {
            drawing.text(self.right - 8.0, first + n as f64 * BROKEN, "end", "name", line);
        }
    }
}

/// The height of one more line of a name.
const BROKEN: f64 = 17.0;

/// A name in lines that fit on the left, whole: broken behind words, and inside one only if it is too long by itself.
fn broken(name: &str) -> Vec<String> {
    let most = ((MOST_NAMES - 12.0) / LETTER) as usize;
    let mut lines = vec![String::new()];
    for word in name.split_inclusive(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.chars().count() + word.len() > most + 1 {
            lines.push(String::new());
        }
        while word.len() > most + 1 {
            let rest = word.split_off(most);
            lines.last_mut().expect("there is a line").extend(word);
            lines.push(String::new());
            word = rest;
        }
        lines.last_mut().expect("there is a line").extend(word);
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Round steps that divide the way from `low` to `high` into about four.
pub(super) fn steps(low: f64, high: f64) -> Vec<f64> {
    let rough = ((high - low) / 4.0).max(1e-9);
    let magnitude = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|m| m * magnitude).into_iter().find(|s| *s >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|at| *at <= high + step * 1e-6).collect()
}

/// A number without needless digits.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The axis that holds all of these figures; `None` of nothing.
pub(super) fn axis<'a>(of: impl Iterator<Item = &'a Estimate>, mark: Option<f64>) -> Option<(f64, f64)> {
    let finite = of.flat_map(|e| [e.low, e.high, e.value]).chain(mark).filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    let pad = ((high - low) * 0.06).max(1e-3);
    (low <= high).then_some((low - pad, high + pad))
}

/// Figures with their intervals, one below the other; `mark` is where a line stands to compare with, and `axis` what several
/// plots of the same have in common.
pub(super) fn intervals(
    title: &str,
    rows: &[(String, Estimate)],
    mark: Option<f64>,
    axis: Option<(f64, f64)>,
) -> String {
    let own = self::axis(rows.iter().map(|(_, e)| e), mark);
    let Some((low, high)) = axis.or(own).filter(|_| !rows.is_empty()) else { return String::new() };
    let names = Names::of(rows.iter().map(|(name, _)| name.as_str()));
    let (left, right) = (names.right, WIDTH - 14.0);
    let x = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * (right - left);
    let height = |i: usize| LINE + names.more(i);
    let bottom = (0..rows.len()).map(height).sum::<f64>() + 8.0;
    let mut drawing = Drawing::new();
    for at in steps(low, high) {
        drawing.line((x(at), 4.0), (x(at), bottom), "grid");
        drawing.text(x(at), bottom + 16.0, "middle", "small", &plain(at));
    }
    if let Some(mark) = mark {
        drawing.line((x(mark), 4.0), (x(mark), bottom), "mark");
    }
    let mut top = 4.0;
    for (i, (name, e)) in rows.iter().enumerate() {
        let y = top + height(i) / 2.0;
        top += height(i);
        names.write(&mut drawing, i, y);
        drawing.line((x(e.low), y), (x(e.high), y), "whisker");
        for end in [e.low, e.high] {
            drawing.line((x(end), y - 5.0), (x(end), y + 5.0), "whisker");
        }
        let told = format!("{name}: {} ({} to {})", plain(e.value), plain(e.low), plain(e.high));
        drawing.dot((x(e.value), y), &told);
    }
    drawing.height = bottom + 24.0;
    drawing.finish(title)
}

/// How often each number of points came up, one strip for each name; `bar` is the width of a bar in points.
pub(super) fn histograms(title: &str, strips: &[(String, Vec<u64>)], bar: usize) -> String {
    let bars = strips.iter().map(|(_, counts)| counts.len()).max().unwrap_or(0);
    if bars == 0 {
        return String::new();
    }
    let names = Names::of(strips.iter().map(|(name, _)| name.as_str()));
    let (left, right, tall) = (names.right, WIDTH - 14.0, 54.0);
    let wide = (right - left) / bars as f64;
    let bottom = strips.len() as f64 * (tall + 8.0) + 4.0;
    let mut drawing = Drawing::new();
    for at in steps(0.0, (bars * bar) as f64) {
        let x = left + at / bar as f64 * wide;
        drawing.line((x, 4.0), (x, bottom), "grid");
        drawing.text(x, bottom + 16.0, "middle", "small", &plain(at));
    }
    for (i, (name, counts)) in strips.iter().enumerate() {
        let floor = (i as f64 + 1.0) * (tall + 8.0);
        names.write(&mut drawing, i, floor - tall / 2.0);
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        for (j, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let height = count as f64 / most * tall;
            let at = (left + j as f64 * wide + 0.5, floor - height);
            let points = format!("{} to {} points", j * bar, j * bar + bar - 1);
            let told = format!("{name}, {points}: {:.1} %", 100.0 * count as f64 / all);
            drawing.bar(at, ((wide - 1.0).max(0.5), height), "c0", &told);
        }
        drawing.line((left, floor), (right, floor), "axis");
    }
    drawing.height = bottom + 24.0;
    drawing.finish(title)
}

/// A bar made of parts, with its name.
pub(super) struct Stack {
    pub(super) name: String,
    /// In the order of the legend.
    pub(super) parts: Vec<f64>,
    /// Whether a new block of bars begins here.
    pub(super) heading: Option<String>,
}

/// Bars made of parts. Parts below zero are drawn to the left of the line.
pub(super) fn stacks(title: &str, legend: &[&str], stacks: &[Stack]) -> String {
    let sum =
        |stack: &Stack, sign: f64| -> f64 { stack.parts.iter().map(|p| (p * sign).max(0.0)).sum::<f64>() };
    let high = stacks.iter().map(|stack| sum(stack, 1.0)).fold(0.0, f64::max);
    let low = stacks.iter().map(|stack| -sum(stack, -1.0)).fold(0.0, f64::min);
    if high <= low {
        return String::new();
    }
    let names = Names::of(stacks.iter().map(|stack| stack.name.as_str()));
    let (left, right) = (names.right, WIDTH - 44.0);
    let x = |value: f64| left + (value - low) / (high - low) * (right - left);
    let mut drawing = Drawing::new();
    let mut y = 6.0;
    for (i, name) in legend.iter().enumerate() {
        let (column, row) = (i % 4, i / 4);
        let at = (4.0 + column as f64 * 119.0, y + row as f64 * 20.0);
        drawing.bar(at, (12.0, 12.0), &format!("c{}", i % COLOURS), name);
        drawing.text(at.0 + 17.0, at.1 + 11.0, "start", "small", name);
    }
    y += legend.len().div_ceil(4) as f64 * 20.0 + 6.0;
    for (nth, stack) in stacks.iter().enumerate() {
        if let Some(heading) = &stack.heading {
            drawing.text(4.0, y + 16.0, "start", "heading", heading);
            y += 24.0;
        }
        names.write(&mut drawing, nth, y + 10.0);
        let (mut up, mut down) = (0.0, 0.0);
        for (i, &part) in stack.parts.iter().enumerate().filter(|(_, part)| part.abs() > 1e-9) {
            let from = if part > 0.0 { up } else { down + part };
            let told = format!("{}, {}: {}", stack.name, legend.get(i).unwrap_or(&""), plain(part));
            let width = x(from + part.abs()) - x(from);
            drawing.bar((x(from), y + 2.0), (width, 18.0), &format!("c{} part", i % COLOURS), &told);
            if part > 0.0 { up += part } else { down += part }
        }
        drawing.text(x(up) + 5.0, y + 15.0, "start", "small", &format!("{:.1}", up + down));
        y += 23.0;
    }
    drawing.height = y + 6.0;
    drawing.finish(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values of an attribute in a drawing.
    fn values(svg: &str, attribute: &str) -> Vec<f64> {
        let key = format!(" {attribute}=\"");
        svg.match_indices(&key)
            .map(|(at, _)| {
                let rest = &svg[at + key.len()..];
                rest[..rest.find('"').unwrap()].parse().unwrap()
            })
            .collect()
    }

    fn inside(svg: &str) {
        let height: f64 =
            svg.split("viewBox=\"0 0 480 ").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        for (attribute, most) in [
            ("x", WIDTH),
            ("x1", WIDTH),
            ("x2", WIDTH),
            ("cx", WIDTH),
            ("y", height),
            ("y1", height),
            ("y2", height),
            ("cy", height),
        ] {
            let found = values(svg, attribute);
            assert!(found.iter().all(|v| (0.0..=most).contains(v)), "{attribute}: {found:?} in {svg}");
        }
        assert!(values(svg, "width").iter().chain(&values(svg, "height")).all(|v| *v >= 0.0));
    }

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate { value, low: value - half, high: value + half }
    }

    #[test]
    fn a_figure_stands_where_its_value_is() {
        let rows = [("low".to_owned(), estimate(-100.0, 50.0)), ("high".to_owned(), estimate(100.0, 50.0))];
        let svg = intervals("ratings", &rows, Some(0.0), None);
        inside(&svg);
        let dots = values(&svg, "cx");
        let middle = (NAMES + WIDTH - 14.0) / 2.0;
        assert!((dots[0] + dots[1] - 2.0 * middle).abs() < 0.3 && dots[0] < dots[1], "{dots:?}");
        assert!(svg.contains("low: -100 (-150 to -50)") && svg.contains("class=\"mark\""));
        assert_eq!(intervals("nothing", &[], None, None), "");
        inside(&intervals("one", &rows[..1], None, None));
        inside(&intervals("same", &[("x".to_owned(), estimate(3.0, 0.0))], None, None));
    }

    #[test]
    fn names_are_told_whole_and_inside() {
        let long = "major-construction-projects";
        let set = format!("{long} + exchange-certificates + travelling-craftsmen");
        let rows = [long.to_owned(), set.clone(), "a".to_owned()].map(|name| (name, estimate(1.0, 1.0)));
        let svg = intervals("sets", &rows, None, None);
        inside(&svg);
        let names: Vec<&str> =
            svg.split("class=\"name\">").skip(1).map(|s| s.split('<').next().unwrap()).collect();
        assert_eq!(names[0], long);
        assert_eq!(names[1..names.len() - 1].join(" "), set);
        assert!(
            names.iter().all(|line| line.chars().count() as f64 * LETTER <= MOST_NAMES - 8.0),
            "{names:?}"
        );
        let heights = values(&svg, "cy");
        assert!(heights.windows(2).all(|two| two[1] - two[0] >= LINE), "{heights:?}");
        assert_eq!(broken(&"x".repeat(70)).concat(), "x".repeat(70));
    }

    #[test]
    fn plots_of_the_same_have_one_axis() {
        let rows = [("low".to_owned(), estimate(10.0, 1.0)), ("high".to_owned(), estimate(90.0, 1.0))];
        let both = axis(rows.iter().map(|(_, e)| e), Some(50.0));
        let dots = |i: usize| values(&intervals("one", &rows[i..=i], Some(50.0), both), "cx")[0];
        let together = values(&intervals("both", &rows, Some(50.0), both), "cx");
        assert_eq!([dots(0), dots(1)], together[..]);
        assert_eq!(axis([].iter(), None), None);
    }

    #[test]
    fn bars_are_as_high_as_their_counts() {
        let svg = histograms("scores", &[("a".to_owned(), vec![0, 10, 5]), ("b".to_owned(), vec![1])], 10);
        inside(&svg);
        let heights = values(&svg, "height");
        assert_eq!(heights, [54.0, 27.0, 54.0]);
        assert!(svg.contains("a, 10 to 19 points: 66.7 %"));
        assert_eq!(histograms("nothing", &[], 10), "");
    }

    #[test]
    fn parts_stand_side_by_side_and_losses_on_the_left() {
        let stack = |parts: &[f64]| Stack { name: "x".to_owned(), parts: parts.to_vec(), heading: None };
        let svg = stacks("points", &["wall", "garden"], &[stack(&[30.0, 10.0]), stack(&[10.0, -10.0])]);
        inside(&svg);
        let (widths, xs) = (values(&svg, "width"), values(&svg, "x"));
        assert_eq!(widths[..2], [12.0, 12.0], "the legend");
        assert!(
            (widths[2] - 3.0 * widths[3]).abs() < 0.2 && (widths[3] - widths[5]).abs() < 0.2,
            "{widths:?}"
        );
        assert!(xs.len() > 6 && svg.contains(">40.0<") && svg.contains(">0.0<"));
        assert_eq!(stacks("nothing", &["wall"], &[stack(&[0.0])]), "");
    }

    #[test]
    fn steps_are_round_and_inside() {
        assert_eq!(steps(-90.0, 210.0), [0.0, 100.0, 200.0]);
        assert_eq!(steps(0.0, 1.0), [0.0, 0.5, 1.0]);
        assert_eq!(
            (plain(-0.0), plain(0.25), plain(100.0)),
            ("0".to_owned(), "0.25".to_owned(), "100".to_owned())
        );
    }

    #[test]
    fn names_cannot_break_the_page() {
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
        let svg = intervals("<", &[("<script>".to_owned(), estimate(1.0, 1.0))], None, None);
        assert!(!svg.contains("<script"));
    }
}
