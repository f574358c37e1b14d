//! Charts as SVG: lines, points, bars. Text in them is escaped; an undefined value
//! is a gap.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
/// Where the plotted area lies; the legend is to the right of it.
const LEFT: f64 = 56.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 470.0;
const BOTTOM: f64 = 290.0;

/// Colours that people with any vision of colours tell apart (Okabe and Ito),
/// without those too pale for lines on white.
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#555555",
];
/// Most series that a legend has room for.
const MAX_LEGEND: usize = 14;
/// Longest name in a legend, in characters.
const MAX_NAME: usize = 22;

/// Points that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Places; without a second coordinate the value is undefined.
    pub points: Vec<(f64, Option<f64>)>,
}

/// What a chart of lines or points is about. The second axis goes from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lines<'s> {
    /// Above the chart.
    pub title: &'s str,
    /// Along the first axis.
    pub x_label: &'s str,
    /// Along the second axis.
    pub y_label: &'s str,
    /// What is drawn.
    pub series: &'s [Series],
}

/// A line a series, with a mark at each point.
///
/// ```
/// use crost::output::{Lines, Series, lines};
/// let series = [Series { name: "a<b".into(), points: vec![(1.0, Some(0.2)), (2.0, None)] }];
/// let chart = Lines { title: "Coverage", x_label: "runs", y_label: "CRoST", series: &series };
/// let svg = lines(&chart);
/// assert!(svg.starts_with("<svg") && svg.contains("a&lt;b"));
/// ```
#[must_use]
pub fn lines(chart: &Lines<'_>) -> String {
    draw(chart, true)
}

/// A mark a point.
#[must_use]
pub fn scatter(chart: &Lines<'_>) -> String {
    draw(chart, false)
}

/// Bars of equal width from 0 to 1, as high as their numbers.
#[must_use]
pub fn histogram(title: &str, x_label: &str, bins: &[u64]) -> String {
    let mut svg = open(title);
    let highest = bins.iter().copied().max().unwrap_or(0).max(1);
    let (steps, top) = ticks(number(highest));
    let x = Axis::new((0.0, 1.0), (LEFT, RIGHT));
    let y = Axis::new((0.0, top), (BOTTOM, TOP));
    axes(
        &mut svg,
        (&x, &fifths()),
        (&y, &steps),
        [x_label, "target lemmas"],
    );
    let width = 1.0 / number(bins.len().max(1) as u64);
    for (at, &n) in (0_u64..).zip(bins) {
        let (from, to) = (number(at) * width, number(at + 1) * width);
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>\
             {from:.2} to {to:.2}: {n}</title></rect>",
            x.at(from) + 1.0,
            y.at(number(n)),
            x.at(to) - x.at(from) - 2.0,
            BOTTOM - y.at(number(n)),
            COLORS[0]
        );
    }
    svg.push_str("</svg>");
    svg
}

fn draw(chart: &Lines<'_>, joined: bool) -> String {
    let mut svg = open(chart.title);
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let largest = points().map(|point| point.0).fold(1.0, f64::max);
    let (steps, right) = ticks(largest);
    let x = Axis::new((0.0, right), (LEFT, RIGHT));
    let y = Axis::new((0.0, 1.0), (BOTTOM, TOP));
    axes(
        &mut svg,
        (&x, &steps),
        (&y, &fifths()),
        [chart.x_label, chart.y_label],
    );
    for (at, series) in chart.series.iter().enumerate() {
        let color = COLORS[at % COLORS.len()];
        let name = escape(&series.name);
        let _ = write!(svg, "<g stroke=\"{color}\" fill=\"{color}\">");
        let defined: Vec<(f64, f64)> = series
            .points
            .iter()
            .filter_map(|&(left, value)| Some((left, value?)))
            .collect();
        if joined && defined.len() > 1 {
            svg.push_str("<polyline fill=\"none\" stroke-width=\"1.6\" points=\"");
            for &(left, value) in &defined {
                let _ = write!(svg, "{:.1},{:.1} ", x.at(left), y.at(value));
            }
            svg.push_str("\"/>");
        }
        for &(left, value) in &defined {
            mark(&mut svg, at, x.at(left), y.at(value));
            let _ = write!(svg, "<title>{name}: {left}, {value:.4}</title></path>");
        }
        svg.push_str("</g>");
    }
    legend(&mut svg, chart.series);
    svg.push_str("</svg>");
    svg
}

/// One axis: from numbers to places.
struct Axis {
    numbers: (f64, f64),
    places: (f64, f64),
}

impl Axis {
    fn new(numbers: (f64, f64), places: (f64, f64)) -> Self {
        Self { numbers, places }
    }

    fn at(&self, number: f64) -> f64 {
        let share = (number - self.numbers.0) / (self.numbers.1 - self.numbers.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }
}

fn open(title: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" font-size=\"11\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"13\" font-weight=\"600\" fill=\"#222\">{title}</text>"
    )
}

fn axes(svg: &mut String, x: (&Axis, &[f64]), y: (&Axis, &[f64]), labels: [&str; 2]) {
    for &step in x.1 {
        let at = x.0.at(step);
        let _ = write!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\" stroke=\"#eeeeee\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444\">{step}</text>",
            BOTTOM + 15.0
        );
    }
    for &step in y.1 {
        let at = y.0.at(step);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#eeeeee\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{step}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    let (middle_x, middle_y) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
    let _ = write!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"#888\"/>\
         <text x=\"{middle_x}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#222\">{}</text>\
         <text transform=\"translate(14 {middle_y}) rotate(-90)\" text-anchor=\"middle\" \
         fill=\"#222\">{}</text>",
        BOTTOM + 36.0,
        escape(labels[0]),
        escape(labels[1])
    );
}

fn legend(svg: &mut String, series: &[Series]) {
    let mut top = TOP + 8.0;
    for (at, series) in series.iter().enumerate().take(MAX_LEGEND) {
        let color = COLORS[at % COLORS.len()];
        let _ = write!(svg, "<g stroke=\"{color}\" fill=\"{color}\">");
        mark(svg, at, RIGHT + 18.0, top - 4.0);
        let _ = write!(
            svg,
            "</path></g><text x=\"{:.1}\" y=\"{top:.1}\" fill=\"#222\">{}<title>{}</title></text>",
            RIGHT + 28.0,
            escape(&shortened(&series.name)),
            escape(&series.name)
        );
        top += 17.0;
    }
    if series.len() > MAX_LEGEND {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{top:.1}\" fill=\"#222\">and {} more</text>",
            RIGHT + 28.0,
            series.len() - MAX_LEGEND
        );
    }
}

/// The mark of a series, left open for a title: shapes repeat after four, colours
/// after seven, both after twenty-eight.
fn mark(svg: &mut String, series: usize, x: f64, y: f64) {
    let _ = match series % 4 {
        0 => write!(
            svg,
            "<path d=\"M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0-6 0\">",
            x - 3.0
        ),
        1 => write!(svg, "<path d=\"M{:.1} {:.1}h5v5h-5z\">", x - 2.5, y - 2.5),
        2 => write!(svg, "<path d=\"M{x:.1} {:.1}l3.4 6h-6.8z\">", y - 3.6),
        _ => write!(
            svg,
            "<path d=\"M{x:.1} {:.1}l3.6 3.6l-3.6 3.6l-3.6-3.6z\">",
            y - 3.6
        ),
    };
}

fn fifths() -> Vec<f64> {
    (0..=5).map(|step| f64::from(step) / 5.0).collect()
}

/// Round numbers from 0 to at least `largest`, five to ten of them, and the last.
fn ticks(largest: f64) -> (Vec<f64>, f64) {
    let largest = if largest.is_finite() {
        largest.max(1.0)
    } else {
        1.0
    };
    let power = 10_f64.powf((largest / 5.0).log10().floor()).max(1.0);
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| largest / step <= 6.0)
        .unwrap_or(10.0 * power);
    let last = (largest / step).ceil() * step;
    let steps = std::iter::successors(Some(0.0), |at| Some(at + step));
    (steps.take_while(|&at| at <= last).collect(), last)
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    let head: String = name.chars().take(MAX_NAME - 1).collect();
    format!("{head}…")
}

#[expect(clippy::cast_precision_loss, reason = "numbers of lemmas")]
fn number(count: u64) -> f64 {
    count as f64
}

/// Text for HTML and SVG; characters that XML does not have are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escape, ticks};

    #[test]
    fn ticks_are_round_and_reach_the_largest() {
        assert_eq!(ticks(1.0), (vec![0.0, 1.0], 1.0));
        assert_eq!(ticks(12.0).1, 12.0);
        assert_eq!(ticks(7.0).0, [0.0, 2.0, 4.0, 6.0, 8.0]);
        for largest in [3.0, 17.0, 99.0, 12_345.0, f64::NAN] {
            let (steps, last) = ticks(largest);
            assert!(
                steps.len() <= 8 && (last >= largest || largest.is_nan()),
                "{largest}"
            );
        }
    }

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(
            escape("<a href='x'>\u{1b}&\""),
            "&lt;a href=&#39;x&#39;&gt;\u{fffd}&amp;&quot;"
        );
    }
}
