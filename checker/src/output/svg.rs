//! SVG: one trace as a comic strip.

use super::drawing::{ends, highlighted, only, title, title_of};
use super::path::{Path, end};
use super::xml::Text;
use super::{Checked, Entry, Options, OutputError};
use super::{fit, wording};
use crate::{Finding, Model, Property, Verdict};
use diagnostic::escape_controls;
use std::io;

/// Writes the counterexample of the first refuted property, liveness included,
/// else the way to a goal state within the bound asked for.
///
/// One card a state, in rows; what a step changed is marked. Fields that never
/// change are listed once. Values that do not fit are cut; the tool tip of the
/// card has them whole. Colours are fixed, on a background of its own.
///
/// # Errors
/// [`OutputError::NothingToDraw`] where there is no trace,
/// [`OutputError::OneFileOnly`], [`OutputError::BadInput`], and errors of the
/// writer.
///
/// ```
/// use checker::output::{Checked, Entry, Options, svg};
/// use checker::{Draft, Limits, check};
/// let model = Draft::new("m")
///     .field("x", 0)
///     .transition("up", [], [("x", 1.into())])
///     .forbid("never_one", [("x", 1.into())])
///     .build()?;
/// let report = check(&model, &Limits::default())?;
/// let checked = Checked { model: &model, report: &report, warnings: &[] };
/// let entry = Entry { file: "m.json", result: Ok(checked) };
/// let mut text = Vec::new();
/// svg::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#"<svg"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    _options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let checked = only(entries)?;
    let verdict = checked.report.verdict();
    let (index, finding) =
        highlighted(checked.report).ok_or(OutputError::NothingToDraw { verdict })?;
    let path =
        Path::of(checked.model, &finding, index).ok_or(OutputError::NothingToDraw { verdict })?;
    let claim = wording::claim(checked.model, &finding, index);
    Strip::new(checked, finding, claim, path).write(out)?;
    Ok(())
}

const WIDTH: f64 = 1180.0;
const MARGIN: f64 = 40.0;
/// A line of a card, its text being 12 pixels high, and a column of that text.
const LINE: f64 = 18.0;
const COLUMN: f64 = 7.25;
/// Between two cards of a row, between two rows, above a card for its label.
const GAP: f64 = 36.0;
const GUTTER: f64 = 34.0;
const LABEL: f64 = 26.0;
/// Most fields in a card; where there are more, a card has what changed.
const MAX_FIELDS: usize = 12;
/// Most cards, and most lines of fields that never change.
const MAX_CARDS: usize = 400;
const MAX_FIXED_LINES: usize = 6;

struct Strip<'a> {
    checked: Checked<'a>,
    finding: Finding<'a>,
    claim: String,
    path: Path<'a>,
    /// Text of the cards, elided steps left out.
    cards: Vec<Card>,
    card_columns: usize,
    n_per_row: usize,
}

/// A state, or how many were left out.
struct Card {
    step: usize,
    rows: Vec<Row>,
    n_hidden_states: usize,
}

struct Row {
    text: String,
    is_changed: bool,
    is_tested: bool,
}

impl<'a> Strip<'a> {
    fn new(checked: Checked<'a>, finding: Finding<'a>, claim: String, path: Path<'a>) -> Self {
        let n = path.steps.len();
        let (head, tail) = ends(n, MAX_CARDS);
        let mut cards: Vec<_> = (0..head)
            .map(|step| card(checked.model, &path, step))
            .collect();
        if head < n {
            cards.push(Card {
                step: head,
                rows: Vec::new(),
                n_hidden_states: n - head - tail,
            });
            cards.extend((n - tail..n).map(|step| card(checked.model, &path, step)));
        }
        let columns = |row: &Row| fit::width(&row.text);
        let widest = cards.iter().flat_map(|card| &card.rows).map(columns).max();
        let banner = fit::width(end(&finding)) + 2;
        let card_columns = widest.unwrap_or(0).max(banner).clamp(18, 50);
        let card_width = card_columns as f64 * COLUMN + 20.0;
        let n_per_row = ((WIDTH - 2.0 * MARGIN + GAP) / (card_width + GAP))
            .floor()
            .max(1.0);
        Self {
            checked,
            finding,
            claim,
            path,
            cards,
            card_columns,
            n_per_row: n_per_row as usize,
        }
    }

    /// Red for what is wrong, green for a goal state reached: line, fill.
    fn colors(&self) -> (&'static str, &'static str) {
        match self.finding.property {
            Property::Within(_) => ("#067647", "#ecfdf3"),
            Property::Invariant | Property::Liveness => ("#b42318", "#fef3f2"),
        }
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut body = Vec::new();
        let top = self.header(&mut body)?;
        let height = self.rows(top, &mut body)?;
        let Checked { model, report, .. } = self.checked;
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}">"#
        )?;
        writeln!(
            out,
            "<title>{}: {}, {}: {}</title>",
            Text(&title_of(model.name())),
            report.verdict(),
            Text(&title(&self.finding)),
            wording::conclusion(report, &self.finding)
        )?;
        writeln!(
            out,
            "<style>text{{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
             fill:#1d2939;white-space:pre}}.sans{{font-family:system-ui,'Helvetica Neue',Arial,sans-serif}}\
             .soft{{fill:#475467}}.bold{{font-weight:700}}</style>"
        )?;
        writeln!(
            out,
            r##"<rect width="100%" height="100%" fill="#ffffff"/>"##
        )?;
        out.write_all(&body)?;
        writeln!(out, "</svg>")
    }

    /// Verdict, property and what never changes; returns where the rows start.
    fn header(&self, out: &mut Vec<u8>) -> io::Result<f64> {
        use io::Write as _;
        let Checked { model, report, .. } = self.checked;
        let verdict = report.verdict();
        let fill = match verdict {
            Verdict::Proved => "#067647",
            Verdict::Refuted => "#b42318",
            Verdict::Undetermined => "#93370d",
        };
        let badge = verdict.to_string();
        let badge_width = badge.len() as f64 * 9.5 + 24.0;
        writeln!(
            out,
            r##"<rect x="{MARGIN}" y="26" width="{badge_width}" height="28" rx="6" fill="{fill}"/><text class="sans bold" x="{}" y="45" text-anchor="middle" style="font-size:14px;fill:#ffffff">{badge}</text>"##,
            MARGIN + badge_width / 2.0
        )?;
        writeln!(
            out,
            r#"<text class="sans bold" x="{}" y="47" style="font-size:20px">{}</text>"#,
            MARGIN + badge_width + 14.0,
            Text(&title_of(model.name()))
        )?;
        let mut y = 82.0;
        writeln!(
            out,
            r#"<text class="sans" x="{MARGIN}" y="{y}" style="font-size:15px"><tspan class="bold">{}</tspan> {}</text>"#,
            Text(&title(&self.finding)),
            Text(&wording::conclusion(report, &self.finding))
        )?;
        y += 22.0;
        self.cut_line(&self.claim, y, out)?;
        if let Err(incomplete) = &report.completeness {
            y += 22.0;
            self.cut_line(&format!("PARTIAL search: {incomplete}"), y, out)?;
        }
        if self.path.fixed.is_empty() {
            return Ok(y + 26.0);
        }
        let initial = &self.path.steps[0].state;
        let fixed = self.path.fixed.iter();
        let fixed: Vec<_> = fixed
            .map(|&field| fit::pair(model, initial, field))
            .collect();
        y += 30.0;
        writeln!(
            out,
            r#"<text class="sans soft" x="{MARGIN}" y="{y}">The same in every state shown:</text>"#
        )?;
        for line in fit::wrap(&fixed, 145, MAX_FIXED_LINES) {
            y += LINE;
            self.cut_line(&line, y, out)?;
        }
        Ok(y + 26.0)
    }

    /// A line across the page, whole in its tool tip.
    fn cut_line(&self, text: &str, y: f64, out: &mut Vec<u8>) -> io::Result<()> {
        use io::Write as _;
        let text = escape_controls(text);
        let shown = fit::elide(&text, 150);
        write!(out, r#"<text class="soft" x="{MARGIN}" y="{y}">"#)?;
        if shown != text {
            write!(out, "<title>{}</title>", Text(&fit::elide(&text, 4_000)))?;
        }
        writeln!(out, "{}</text>", Text(&shown))
    }

    fn card_width(&self) -> f64 {
        self.card_columns as f64 * COLUMN + 20.0
    }

    /// Draws the cards row by row; returns the height of the whole.
    fn rows(&self, top: f64, out: &mut Vec<u8>) -> io::Result<f64> {
        use io::Write as _;
        let (line, _) = self.colors();
        let mut y = top;
        let last_row = (self.cards.len() - 1) / self.n_per_row;
        for (index, cards) in self.cards.chunks(self.n_per_row).enumerate() {
            // The last card has a line more, which says what is wrong there.
            let banner = usize::from(index == last_row);
            let n_lines = cards.iter().map(|card| card.rows.len()).max().unwrap_or(0) + banner;
            let height = n_lines.max(1) as f64 * LINE + 14.0;
            let middle = y + LABEL + height / 2.0;
            for (column, card) in cards.iter().enumerate() {
                let x = MARGIN + column as f64 * (self.card_width() + GAP);
                self.card(card, x, y, height, out)?;
                let has_next = column + 1 < cards.len();
                if has_next {
                    let (from, to) = (
                        x + self.card_width() + 4.0,
                        x + self.card_width() + GAP - 4.0,
                    );
                    arrow(
                        &format!("M{from},{middle}H{}", to - 7.0),
                        to,
                        middle,
                        line,
                        out,
                    )?;
                } else if index < last_row {
                    // Round the left edge to the first card of the next row.
                    let next = &self.cards[(index + 1) * self.n_per_row..];
                    let next = &next[..next.len().min(self.n_per_row)];
                    let banner = usize::from(index + 1 == last_row);
                    let n_lines =
                        next.iter().map(|card| card.rows.len()).max().unwrap_or(0) + banner;
                    let next_height = n_lines.max(1) as f64 * LINE + 14.0;
                    let (x, bottom) = (x + self.card_width() / 2.0, y + LABEL + height);
                    let (side, turn) = (MARGIN - 22.0, bottom + GUTTER / 2.0);
                    let into = bottom + GUTTER + LABEL + next_height / 2.0;
                    let d = format!(
                        "M{x},{}V{}Q{x},{turn} {},{turn}H{}Q{side},{turn} {side},{}V{}Q{side},{into} {},{into}H{}",
                        bottom + 4.0,
                        turn - 8.0,
                        x - 8.0,
                        side + 8.0,
                        turn + 8.0,
                        into - 8.0,
                        side + 8.0,
                        MARGIN - 11.0
                    );
                    arrow(&d, MARGIN - 4.0, into, line, out)?;
                }
            }
            y += LABEL + height + GUTTER;
        }
        writeln!(
            out,
            r##"<rect x="{MARGIN}" y="{}" width="14" height="14" rx="3" fill="#fef0c7" stroke="#dc6803"/><text class="sans soft" x="{}" y="{}">changed by the step</text><text class="sans soft" x="{}" y="{}"><tspan text-decoration="underline">underlined</tspan> tested by the property</text>"##,
            y - 4.0,
            MARGIN + 22.0,
            y + 7.5,
            MARGIN + 172.0,
            y + 7.5
        )?;
        Ok(y + 30.0)
    }

    fn card(&self, card: &Card, x: f64, y: f64, height: f64, out: &mut Vec<u8>) -> io::Result<()> {
        use io::Write as _;
        let model = self.checked.model;
        let width = self.card_width();
        let (line, fill) = self.colors();
        let box_y = y + LABEL;
        if card.n_hidden_states > 0 {
            return writeln!(
                out,
                r##"<rect x="{x}" y="{box_y}" width="{width}" height="{height}" rx="8" fill="none" stroke="#98a2b3" stroke-dasharray="5 4"/><text class="sans soft" x="{}" y="{}" text-anchor="middle">{} left out</text>"##,
                x + width / 2.0,
                box_y + height / 2.0 + 4.0,
                wording::states(card.n_hidden_states as u64)
            );
        }
        let step = &self.path.steps[card.step];
        let is_last = card.step + 1 == self.path.steps.len();
        let (border, stroke, background) = if is_last {
            (line, 2.0, fill)
        } else {
            ("#98a2b3", 1.0, "#f9fafb")
        };
        writeln!(
            out,
            "<g><title>{}</title>",
            Text(&fit::elide(&fit::whole_state(model, &step.state), 4_000))
        )?;
        let number = card.step.to_string();
        let pill = number.len() as f64 * COLUMN + 12.0;
        let label = step.action.map_or("initial state".to_owned(), |id| {
            fit::short_label(&model.transition(id).label)
        });
        let room = ((width - pill - 8.0) / COLUMN) as usize;
        let weight = if step.action.is_some() {
            "bold"
        } else {
            "soft"
        };
        writeln!(
            out,
            r##"<rect x="{x}" y="{}" width="{pill}" height="18" rx="9" fill="#344054"/><text x="{}" y="{}" text-anchor="middle" style="fill:#ffffff">{number}</text><text class="{weight}" x="{}" y="{2}">{}</text>"##,
            y + 2.0,
            x + pill / 2.0,
            y + 15.0,
            x + pill + 7.0,
            Text(&fit::elide(&label, room))
        )?;
        writeln!(
            out,
            r#"<rect x="{x}" y="{box_y}" width="{width}" height="{height}" rx="8" fill="{background}" stroke="{border}" stroke-width="{stroke}"/>"#
        )?;
        for (index, row) in card.rows.iter().enumerate() {
            let text_y = box_y + 20.0 + index as f64 * LINE;
            if row.is_changed {
                writeln!(
                    out,
                    r##"<rect x="{}" y="{}" width="{}" height="16" rx="3" fill="#fef0c7" stroke="#dc6803"/>"##,
                    x + 5.0,
                    text_y - 12.0,
                    width - 10.0
                )?;
            }
            let bold = if row.is_changed {
                r#" class="bold""#
            } else {
                ""
            };
            let underline = if row.is_tested {
                r#" text-decoration="underline""#
            } else {
                ""
            };
            writeln!(
                out,
                r#"<text{bold} x="{}" y="{text_y}"{underline}>{}</text>"#,
                x + 10.0,
                Text(&fit::elide(&row.text, self.card_columns))
            )?;
        }
        if is_last {
            writeln!(
                out,
                r#"<text class="sans bold" x="{}" y="{}" style="fill:{line}">{}</text>"#,
                x + 10.0,
                box_y + height - 10.0,
                end(&self.finding)
            )?;
        }
        writeln!(out, "</g>")
    }
}

fn card(model: &Model, path: &Path<'_>, step: usize) -> Card {
    let state = &path.steps[step].state;
    let is_small = path.shown.len() <= MAX_FIELDS;
    let worth = |field: &usize| is_small || path.tested[*field] || path.is_changed(step, *field);
    let fields: Vec<_> = path.shown.iter().copied().filter(worth).collect();
    let mut rows: Vec<_> = fields
        .iter()
        .take(MAX_FIELDS)
        .map(|&field| {
            let is_changed = path.is_changed(step, field);
            let text = if is_changed {
                let before = fit::short_value(&path.steps[step - 1].state[field]);
                let (name, now) = (
                    fit::short_name(&model.fields()[field]),
                    fit::short_value(&state[field]),
                );
                let before = fit::elide(&before, 12);
                format!("{name} = {before} → {now}")
            } else {
                fit::pair(model, state, field)
            };
            Row {
                text,
                is_changed,
                is_tested: path.tested[field],
            }
        })
        .collect();
    let n_hidden = path.shown.len() - rows.len();
    if n_hidden > 0 {
        rows.push(Row {
            text: format!("… {n_hidden} more"),
            is_changed: false,
            is_tested: false,
        });
    }
    Card {
        step,
        rows,
        n_hidden_states: 0,
    }
}

fn arrow(d: &str, tip: f64, y: f64, color: &str, out: &mut Vec<u8>) -> io::Result<()> {
    use io::Write as _;
    writeln!(
        out,
        r#"<path d="{d}" fill="none" stroke="{color}" stroke-width="2"/><polygon points="{tip},{y} {0},{1} {0},{2}" fill="{color}"/>"#,
        tip - 8.0,
        y - 4.5,
        y + 4.5
    )
}
