//! HTML: one self-contained page about one or several files.

mod steps;

use super::drawing::{Drawing, title};
use super::fit;
use super::wording;
use super::xml::Text;
use super::{Checked, Entry, Options, OutputError, Rejected, picture};
use crate::{Finding, Verdict};
use diagnostic::{SourceFile, escape_controls};
use std::io;

/// Most steps in a drawn graph; beyond, arrows hide one another.
const MAX_EDGES: u64 = 300;

/// Writes a page that needs no network and no script.
///
/// For each file: the verdict, the properties with what was found out about
/// them, warnings, every trace step by step with the changes marked, and the
/// reachable graph where it has at most `max_nodes` states. For a file that was
/// bad input, what is wrong with it. The page is well-formed XML too.
///
/// # Errors
/// Errors of the writer.
///
/// ```
/// use checker::output::{Checked, Entry, Options, html};
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
/// html::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#"REFUTED"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let name = match entries {
        [Entry { file, .. }] => escape_controls(file),
        _ => format!("{} files", entries.len()).into(),
    };
    write!(
        out,
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<link rel="icon" href="data:,"/>
<title>{} – check</title>
<style>
{}</style>
</head>
<body>
<main>
<h1>Check of {0}</h1>
"#,
        Text(&name),
        include_str!("html.css")
    )?;
    if entries.len() > 1 {
        summary(entries, out)?;
    }
    for (index, entry) in entries.iter().enumerate() {
        writeln!(out, r#"<section class="file" id="f{index}">"#)?;
        match &entry.result {
            Ok(checked) => File {
                index,
                checked: *checked,
            }
            .write(entry.file, options, out)?,
            Err(rejected) => bad_input(entry.file, rejected, out)?,
        }
        writeln!(out, "</section>")?;
    }
    writeln!(
        out,
        "</main>\n<footer>Written by check {}.</footer>\n</body>\n</html>",
        env!("CARGO_PKG_VERSION")
    )?;
    Ok(())
}

fn summary(entries: &[Entry<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(
        out,
        r#"<div class="scroll"><table class="wide"><caption>All files</caption><thead><tr><th scope="col">File</th><th scope="col">Verdict</th><th scope="col">States</th><th scope="col">Refuted</th></tr></thead><tbody>"#
    )?;
    for (index, entry) in entries.iter().enumerate() {
        write!(
            out,
            r##"<tr><td><a href="#f{index}">{}</a></td>"##,
            Text(entry.file)
        )?;
        match &entry.result {
            Ok(Checked { report, .. }) => {
                let is_refuted = |finding: &Finding<'_>| finding.verdict == Verdict::Refuted;
                let refuted: Vec<_> = report
                    .findings()
                    .filter(is_refuted)
                    .map(|f| title(&f))
                    .collect();
                writeln!(
                    out,
                    "<td>{}</td><td>{}</td><td>{}</td></tr>",
                    Badge(report.verdict()),
                    report.n_states,
                    Text(&fit::wrap(&refuted, 60, 3).join(" "))
                )?;
            }
            Err(_) => writeln!(
                out,
                r#"<td><span class="badge BAD">BAD INPUT</span></td><td></td><td></td></tr>"#
            )?,
        }
    }
    writeln!(out, "</tbody></table></div>")
}

struct Badge(Verdict);

impl std::fmt::Display for Badge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, r#"<span class="badge {0}">{0}</span>"#, self.0)
    }
}

fn bad_input(file: &str, rejected: &Rejected<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let unread;
    let source = match rejected.source {
        Some(source) => source,
        None => {
            unread = SourceFile::new(file, "");
            &unread
        }
    };
    let faults = diagnostic::render(source, rejected.diagnostics, false);
    writeln!(
        out,
        r#"<div class="head"><h2>{}</h2><span class="badge BAD">BAD INPUT</span></div>
<p>Nothing was checked. What is wrong:</p>"#,
        Text(file)
    )?;
    // Line by line: the line feeds are the renderer's own.
    write!(out, r#"<pre tabindex="0">"#)?;
    for line in faults.trim_end().split('\n') {
        writeln!(out, "{}", Text(line))?;
    }
    writeln!(out, "</pre>")
}

/// One file that was checked.
struct File<'a> {
    index: usize,
    checked: Checked<'a>,
}

impl File<'_> {
    fn write(&self, file: &str, options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
        let Checked { model, report, .. } = self.checked;
        writeln!(
            out,
            r#"<div class="head"><h2>{}</h2>{}</div>
<p class="soft">{}</p>"#,
            Text(model.name()),
            Badge(report.verdict()),
            Text(file)
        )?;
        self.facts(out)?;
        self.properties(out)?;
        self.warnings(out)?;
        for (number, finding) in report.findings().enumerate() {
            if finding.trace.is_some() {
                let anchor = format!("f{}t{number}", self.index);
                steps::write(self.checked, &finding, number, &anchor, out)?;
            }
        }
        self.graph(options, out)
    }

    fn facts(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Checked { model, report, .. } = self.checked;
        let extent = if report.completeness.is_ok() {
            "all reachable states"
        } else {
            "in part"
        };
        let facts = [
            ("Searched", extent.to_owned()),
            ("States", report.n_states.to_string()),
            ("Steps between them", report.n_edges.to_string()),
            ("Greatest depth", report.depth.to_string()),
            ("Fields", model.fields().len().to_string()),
            ("Transitions", model.transitions().len().to_string()),
            ("Bound of integers", model.int_bound().to_string()),
        ];
        writeln!(out, r#"<dl class="facts">"#)?;
        for (term, fact) in facts {
            writeln!(out, "<div><dt>{term}</dt><dd>{fact}</dd></div>")?;
        }
        writeln!(out, "</dl>")?;
        if let Err(incomplete) = &report.completeness {
            let why = match report.verdict() {
                Verdict::Undetermined => wording::advice(incomplete),
                Verdict::Proved | Verdict::Refuted => wording::reason(incomplete),
            };
            writeln!(
                out,
                r#"<p class="note"><strong>Not exhaustive.</strong> {}</p>"#,
                Text(&why)
            )?;
        }
        Ok(())
    }

    fn properties(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Checked { model, report, .. } = self.checked;
        writeln!(
            out,
            r#"<h3>Properties</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Properties"><table class="wide"><caption>Properties</caption><thead><tr><th scope="col">Property</th><th scope="col">Claim</th><th scope="col">Verdict</th><th scope="col">Found</th></tr></thead><tbody>"#
        )?;
        for (number, finding) in report.findings().enumerate() {
            let claim = wording::claim(model, &finding, number);
            let found = wording::conclusion(report, &finding);
            write!(
                out,
                r#"<tr><th scope="row">{}</th><td><code>{}</code></td><td>{}</td><td>"#,
                Text(&title(&finding)),
                Text(&claim),
                Badge(finding.verdict)
            )?;
            if finding.trace.is_some() {
                write!(out, r##"<a href="#f{}t{number}">{found}</a>"##, self.index)?;
            } else {
                write!(out, "{found}")?;
            }
            writeln!(out, "</td></tr>")?;
        }
        writeln!(out, "</tbody></table></div>")
    }

    fn warnings(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.checked.warnings.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h3>Warnings</h3>")?;
        for warning in self.checked.warnings {
            writeln!(out, r#"<p class="note">{}</p>"#, Text(&warning.to_string()))?;
        }
        Ok(())
    }

    fn graph(&self, options: &Options, out: &mut dyn io::Write) -> io::Result<()> {
        let Checked { model, report, .. } = self.checked;
        writeln!(out, "<h3>Reachable graph</h3>")?;
        let small = (report.n_edges <= MAX_EDGES)
            .then(|| Drawing::graph(self.checked, options.max_nodes))
            .flatten();
        let Some(drawing) = small else {
            return writeln!(
                out,
                r#"<p class="soft">Not drawn: {} with {} between them are too many to read (at most {} and {MAX_EDGES}).</p>"#,
                wording::states(report.n_states),
                wording::steps(usize::try_from(report.n_edges).unwrap_or(usize::MAX)),
                options.max_nodes
            );
        };
        if report.completeness.is_err() {
            writeln!(
                out,
                r#"<p class="note">PARTIAL: the states found. A dashed state may have steps that are not drawn.</p>"#
            )?;
        }
        let agreed = picture::agreed(model, &drawing);
        let agreed: Vec<_> = (0..agreed.len())
            .filter(|&field| agreed[field])
            .map(|field| fit::pair(model, model.initial_values(), field))
            .collect();
        if !agreed.is_empty() {
            writeln!(
                out,
                r#"<p class="soft">The same in every state: <code>{}</code></p>"#,
                Text(&fit::wrap(&agreed, 110, 8).join(" "))
            )?;
        }
        write!(
            out,
            r#"<div class="scroll" tabindex="0" role="region" aria-label="Reachable graph">"#
        )?;
        picture::write(model, &drawing, out)?;
        writeln!(out, "</div>")
    }
}
