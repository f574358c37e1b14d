//! Text for people: a section a file, colour where it is asked for.

use super::{Checked, Entry, Options, OutputError, Rejected, wording};
use crate::{Finding, Incomplete, Model, Property, State, Trace, TransitionId, Verdict};
use anstyle::{AnsiColor, Style};
use diagnostic::{SourceFile, escape_controls};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Lines are broken where they would be longer, in columns.
pub(super) const WIDTH: usize = 100;
/// Labels up to this width are aligned; a longer one pushes its own line only.
const MAX_LABEL_WIDTH: usize = 24;

/// Writes a section a file and, for several files, how many had which verdict.
///
/// # Errors
/// [`OutputError::Io`] where the writer fails.
///
/// ```
/// use checker::output::{Checked, Entry, Options, text};
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
/// text::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains("x: 0 → 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let mut page = Page {
        out,
        color: options.color,
    };
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            writeln!(page.out)?;
        }
        match &entry.result {
            Ok(checked) => page.checked(entry.file, checked)?,
            Err(rejected) => page.rejected(entry.file, rejected)?,
        }
    }
    if entries.len() > 1 {
        page.summary(entries)?;
    }
    Ok(())
}

const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Proved => GOOD,
        Verdict::Refuted => BAD,
        Verdict::Undetermined => OPEN,
    }
}

struct Page<'a> {
    out: &'a mut dyn Write,
    color: bool,
}

impl Page<'_> {
    fn styled(&self, style: Style, text: &str) -> String {
        if self.color {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn checked(&mut self, file: &str, checked: &Checked<'_>) -> io::Result<()> {
        let Checked {
            model,
            report,
            warnings,
        } = *checked;
        let verdict = report.verdict();
        let headline = self.styled(style(verdict), &verdict.to_string());
        let (file, name) = (escape_controls(file), escape_controls(model.name()));
        writeln!(
            self.out,
            "{headline}  {file}  {}",
            self.styled(FAINT, &name)
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "  states       {}", report.n_states)?;
        writeln!(self.out, "  transitions  {}", report.n_edges)?;
        writeln!(self.out, "  depth        {}", report.depth)?;
        match &report.completeness {
            Ok(_) => writeln!(self.out, "  exhaustive   yes")?,
            Err(incomplete) => {
                writeln!(self.out, "  exhaustive   {}", self.styled(OPEN, "no"))?;
                let reason = wording::reason(incomplete);
                self.wrapped("  stopped      ", reason.split(' '), " ")?;
            }
        }
        for (index, finding) in report.findings().enumerate() {
            writeln!(self.out)?;
            self.finding(checked, &finding, index)?;
        }
        if !warnings.is_empty() {
            writeln!(self.out)?;
        }
        for warning in warnings {
            write!(self.out, "  {}", self.styled(OPEN, "warning"))?;
            let text = format!(": {warning}");
            self.wrapped_from("           ", 9, escape_controls(&text).split(' '), " ")?;
        }
        let open = report.findings().filter_map(|finding| finding.incomplete);
        self.remedies(open)
    }

    fn finding(
        &mut self,
        checked: &Checked<'_>,
        finding: &Finding<'_>,
        index: usize,
    ) -> io::Result<()> {
        const INDENT: &str = "                ";
        let Checked { model, report, .. } = *checked;
        let verdict = self.styled(style(finding.verdict), &format!("{:<12}", finding.verdict));
        let name = match finding.property {
            Property::Invariant => escape_controls(finding.name),
            Property::Liveness | Property::Within(_) => finding.name.into(),
        };
        writeln!(self.out, "  {verdict}  {}", self.styled(STRONG, &name))?;
        let claim = wording::claim(model, finding, index);
        self.wrapped(INDENT, claim.split(' '), " ")?;
        let mut conclusion = wording::conclusion(report, finding);
        // The head says why the search stopped; what came later is said here.
        if let Some(incomplete) = finding.incomplete
            && report.completeness.as_ref().err() != Some(incomplete)
        {
            conclusion += &format!(": {}", wording::reason(incomplete));
        }
        self.wrapped(INDENT, conclusion.split(' '), " ")?;
        finding
            .trace
            .map_or(Ok(()), |trace| self.trace(model, trace))
    }

    /// The first state whole, then what each step changed, the last state whole.
    fn trace(&mut self, model: &Model, trace: &Trace<State, TransitionId>) -> io::Result<()> {
        let width = wording::trace(model, trace)
            .filter_map(|(label, _)| Some(label?.width()))
            .filter(|width| *width <= MAX_LABEL_WIDTH)
            .fold("(initial)".len(), usize::max);
        let indent = " ".repeat(8 + width + 2);
        writeln!(self.out)?;
        for (index, (label, mut details)) in wording::trace(model, trace).enumerate() {
            let label = label.unwrap_or("(initial)".into());
            let padding = " ".repeat(width.saturating_sub(label.width()));
            let label = match index {
                0 => self.styled(FAINT, &label),
                _ => self.styled(STRONG, &label),
            };
            write!(self.out, "  {index:>4}  {label}{padding}  ")?;
            if details.is_empty() {
                details.push("(no change)".to_owned());
            }
            let column = indent.len().max(8 + label.width() + 2);
            self.wrapped_from(&indent, column, details.iter().map(String::as_str), ", ")?;
        }
        if trace.n_transitions() > 0 {
            let last: Vec<_> = wording::state(model, trace.last()).collect();
            let label = self.styled(FAINT, &format!("{:<width$}", "(last)"));
            write!(self.out, "        {label}  ")?;
            self.wrapped_from(&indent, indent.len(), last.iter().map(String::as_str), ", ")?;
        }
        Ok(())
    }

    fn remedies<'i>(&mut self, open: impl Iterator<Item = &'i Incomplete>) -> io::Result<()> {
        let mut distinct: Vec<&Incomplete> = Vec::new();
        for incomplete in open {
            if !distinct.contains(&incomplete) {
                distinct.push(incomplete);
            }
        }
        if distinct.is_empty() {
            return Ok(());
        }
        writeln!(self.out)?;
        for incomplete in distinct {
            let remedy = format!("For a definite answer, {}.", wording::remedy(incomplete));
            self.wrapped("  ", remedy.split(' '), " ")?;
        }
        writeln!(self.out, "  An undetermined result is not a pass.")
    }

    fn rejected(&mut self, file: &str, rejected: &Rejected<'_>) -> io::Result<()> {
        let headline = self.styled(BAD, "BAD INPUT");
        writeln!(self.out, "{headline}  {}", escape_controls(file))?;
        writeln!(self.out)?;
        let unread = SourceFile::new(file, "");
        let source = rejected.source.unwrap_or(&unread);
        let drawn = diagnostic::render(source, rejected.diagnostics, self.color);
        write!(self.out, "{drawn}")
    }

    fn summary(&mut self, entries: &[Entry<'_>]) -> io::Result<()> {
        let verdicts = || {
            entries
                .iter()
                .map(|entry| entry.result.ok().map(|checked| checked.report.verdict()))
        };
        let count = |verdict| verdicts().filter(|found| *found == verdict).count();
        let counts = [
            (Some(Verdict::Proved), GOOD, "proved"),
            (Some(Verdict::Refuted), BAD, "refuted"),
            (Some(Verdict::Undetermined), OPEN, "undetermined"),
            (None, BAD, "bad input"),
        ];
        let parts = counts.map(|(verdict, style, word)| {
            let n = count(verdict);
            let part = format!("{n} {word}");
            if n == 0 {
                part
            } else {
                self.styled(style, &part)
            }
        });
        writeln!(self.out)?;
        writeln!(self.out, "{} files: {}", entries.len(), parts.join(", "))
    }

    /// Writes `head`, then pieces on as many lines as they need, all of them
    /// indented by the width of `head`.
    fn wrapped<'p>(
        &mut self,
        head: &str,
        pieces: impl Iterator<Item = &'p str>,
        separator: &str,
    ) -> io::Result<()> {
        write!(self.out, "{head}")?;
        let indent = " ".repeat(head.len());
        self.wrapped_from(&indent, head.len(), pieces, separator)
    }

    /// [`Page::wrapped`] from a column of a line that has been begun.
    fn wrapped_from<'p>(
        &mut self,
        indent: &str,
        mut column: usize,
        pieces: impl Iterator<Item = &'p str>,
        separator: &str,
    ) -> io::Result<()> {
        let mut is_first = true;
        for piece in pieces {
            let width = piece.width();
            if !is_first {
                write!(self.out, "{}", separator.trim_end())?;
                column += separator.len();
                if column + width > WIDTH {
                    write!(self.out, "\n{indent}")?;
                    column = indent.len();
                } else if separator.ends_with(' ') {
                    write!(self.out, " ")?;
                }
            }
            is_first = false;
            write!(self.out, "{piece}")?;
            column += width;
        }
        writeln!(self.out)
    }
}
