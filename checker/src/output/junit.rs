//! JUnit XML: a suite a file, a test case a property.
//!
//! A refuted property is a failure. An undetermined one and a file that was
//! bad input are errors: a skipped test is green on dashboards, and neither of
//! these is a pass.

use super::{Checked, Entry, Options, OutputError, Rejected, wording};
use crate::{Finding, Model, Property, Report, State, Trace, TransitionId, Verdict};
use diagnostic::{SourceFile, escape_controls};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

/// Writes one `testsuites` element with a `testsuite` for each file.
///
/// # Errors
/// [`OutputError::Io`] where the writer fails.
///
/// ```
/// use checker::output::{Checked, Entry, Options, junit};
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
/// junit::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#"<failure"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    _options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let counts: Vec<_> = entries.iter().map(Counts::of).collect();
    let mut total = Counts::default();
    for count in &counts {
        total.tests += count.tests;
        total.failures += count.failures;
        total.errors += count.errors;
    }
    let mut xml = Writer::new_with_indent(&mut *out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    total
        .on(xml.create_element("testsuites"), "check")
        .write_inner_content(|xml| {
            for (entry, count) in entries.iter().zip(&counts) {
                let suite = xml.create_element("testsuite");
                count
                    .on(suite, entry.file)
                    .write_inner_content(|xml| match &entry.result {
                        Ok(checked) => write_checked(xml, entry.file, checked),
                        Err(rejected) => write_rejected(xml, entry.file, rejected),
                    })?;
            }
            Ok(())
        })?;
    writeln!(xml.get_mut())?;
    Ok(())
}

type Xml<'a> = Writer<&'a mut dyn io::Write>;
type Element<'x, 'a> = quick_xml::writer::ElementWriter<'x, &'a mut dyn io::Write>;

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
}

impl Counts {
    fn of(entry: &Entry<'_>) -> Self {
        let Ok(Checked { report, .. }) = &entry.result else {
            return Self {
                tests: 1,
                failures: 0,
                errors: 1,
            };
        };
        let count = |verdict| {
            let findings = report.findings();
            findings
                .filter(|finding| finding.verdict == verdict)
                .count()
        };
        Self {
            tests: report.findings().count(),
            failures: count(Verdict::Refuted),
            errors: count(Verdict::Undetermined),
        }
    }

    fn on<'x, 'a>(&self, element: Element<'x, 'a>, name: &str) -> Element<'x, 'a> {
        let number = |n: usize| Cow::Owned(n.to_string());
        element
            .with_attribute(("name", escape_controls(name)))
            .with_attribute(("tests", number(self.tests)))
            .with_attribute(("failures", number(self.failures)))
            .with_attribute(("errors", number(self.errors)))
            .with_attribute(("skipped", "0"))
    }
}

fn write_checked(xml: &mut Xml<'_>, file: &str, checked: &Checked<'_>) -> io::Result<()> {
    let Checked {
        model,
        report,
        warnings,
    } = *checked;
    xml.create_element("properties")
        .write_inner_content(|xml| {
            property(xml, "model", model.name())?;
            property(xml, "verdict", &report.verdict().to_string())?;
            property(xml, "exhaustive", &report.completeness.is_ok().to_string())?;
            property(xml, "reachable_states", &report.n_states.to_string())?;
            property(xml, "transitions", &report.n_edges.to_string())?;
            property(xml, "depth", &report.depth.to_string())?;
            if let Err(incomplete) = &report.completeness {
                property(xml, "incomplete_reason", &incomplete.to_string())?;
            }
            Ok(())
        })?;
    for (index, finding) in report.findings().enumerate() {
        let case = xml
            .create_element("testcase")
            .with_attribute(("classname", escape_controls(file)))
            .with_attribute(("name", case_name(&finding)));
        match finding.verdict {
            Verdict::Proved => case.write_empty()?,
            Verdict::Refuted => case.write_inner_content(|xml| {
                failing(xml, "failure", "Refuted", model, report, &finding, index)
            })?,
            Verdict::Undetermined => case.write_inner_content(|xml| {
                failing(xml, "error", "Undetermined", model, report, &finding, index)
            })?,
        };
    }
    if !warnings.is_empty() {
        let warnings = warnings
            .iter()
            .map(|w| format!("warning: {}\n", escape_controls(&w.to_string())));
        xml.create_element("system-out")
            .write_text_content(BytesText::new(&warnings.collect::<String>()))?;
    }
    Ok(())
}

fn property(xml: &mut Xml<'_>, name: &str, value: &str) -> io::Result<()> {
    xml.create_element("property")
        .with_attribute(("name", name))
        .with_attribute(("value", escape_controls(value)))
        .write_empty()?;
    Ok(())
}

/// An invariant may be called `liveness` too, so the other kinds say more.
fn case_name<'a>(finding: &Finding<'a>) -> Cow<'a, str> {
    match finding.property {
        Property::Invariant => escape_controls(finding.name),
        Property::Liveness => "liveness (AG EF goal)".into(),
        Property::Within(bound) => format!("goal within {bound} steps").into(),
    }
}

fn failing(
    xml: &mut Xml<'_>,
    element: &str,
    kind: &str,
    model: &Model,
    report: &Report,
    finding: &Finding<'_>,
    index: usize,
) -> io::Result<()> {
    let conclusion = wording::conclusion(report, finding);
    let mut text = format!("{}\n{conclusion}\n", wording::claim(model, finding, index));
    if let Some(trace) = finding.trace {
        write_trace(&mut text, model, trace);
    }
    if let Some(incomplete) = finding.incomplete {
        text.push_str(&wording::advice(incomplete));
        text.push('\n');
    }
    xml.create_element(element)
        .with_attribute(("type", kind))
        .with_attribute(("message", escape_controls(&conclusion)))
        .write_text_content(BytesText::new(&visible_lines(&text)))?;
    Ok(())
}

fn write_trace(text: &mut String, model: &Model, trace: &Trace<State, TransitionId>) {
    for (index, (label, details)) in wording::trace(model, trace).enumerate() {
        let label = label.unwrap_or("(initial)".into());
        let details = details.join(", ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{index:>4}. {label}: {details}");
    }
}

fn write_rejected(xml: &mut Xml<'_>, file: &str, rejected: &Rejected<'_>) -> io::Result<()> {
    let unread = SourceFile::new(file, "");
    let source = rejected.source.unwrap_or(&unread);
    let faults = diagnostic::render(source, rejected.diagnostics, false);
    xml.create_element("testcase")
        .with_attribute(("classname", escape_controls(file)))
        .with_attribute(("name", "input"))
        .write_inner_content(|xml| {
            xml.create_element("error")
                .with_attribute(("type", "BadInput"))
                .with_attribute(("message", escape_controls(&rejected.summary())))
                .write_text_content(BytesText::new(&visible_lines(&faults)))?;
            Ok(())
        })?;
    Ok(())
}

/// [`escape_controls`] for text of our own lines.
fn visible_lines(text: &str) -> String {
    let lines = text.lines().map(escape_controls);
    lines.fold(String::from("\n"), |all, line| all + &line + "\n")
}
