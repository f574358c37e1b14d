//! SARIF 2.1.0: one run, a result a property, a warning, a fault of the input.
//!
//! Refuted is `fail` with level `error`; proved is `pass`, undetermined is
//! `open`, and both have level `none`, as the standard wants of all but `fail`.

mod flow;
mod log;
mod rule;

use super::{Checked, Entry, Options, OutputError, Rejected, wording};
use crate::{Finding, Verdict};
use diagnostic::Diagnostic;
use flow::CodeFlow;
use log::{
    Artifact, ArtifactLocation, Invocation, Location, Log, Message, Region, ResultProperties,
    SarifResult, Snippet,
};
use rule::{Rules, property_rule, warning_rule};
use serde::Serialize;
use std::io;

/// Writes one log with one run for all files.
///
/// # Errors
/// [`OutputError::Io`] where the writer fails.
///
/// ```
/// use checker::output::{Checked, Entry, Options, sarif};
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
/// sarif::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#""2.1.0""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    _options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let mut rules = Rules::default();
    let mut results = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let file = ArtifactLocation::new(entry.file, index);
        match &entry.result {
            Ok(checked) => from_checked(checked, &file, &mut rules, &mut results),
            Err(rejected) => from_rejected(rejected, &file, &mut rules, &mut results),
        }
    }
    let artifacts = entries.iter().enumerate();
    let log = Log::new(
        rules.into_list(),
        artifacts
            .map(|(index, entry)| Artifact::new(entry.file, index))
            .collect(),
        Invocation {
            execution_successful: entries.iter().all(|entry| entry.result.is_ok()),
        },
        results,
    );
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    log.serialize(&mut serializer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

fn from_checked<'a>(
    checked: &Checked<'a>,
    file: &ArtifactLocation,
    rules: &mut Rules,
    results: &mut Vec<SarifResult<'a>>,
) {
    let Checked {
        model,
        report,
        warnings,
    } = *checked;
    for (index, finding) in report.findings().enumerate() {
        let (rule_id, rule_index) = rules.index_of(property_rule(&finding));
        let (kind, level) = match finding.verdict {
            Verdict::Proved => ("pass", "none"),
            Verdict::Refuted => ("fail", "error"),
            Verdict::Undetermined => ("open", "none"),
        };
        results.push(SarifResult {
            rule_id,
            rule_index,
            kind,
            level,
            message: Message::new(&explanation(checked, &finding, index)),
            locations: [Location::new(file, Region::START, None)],
            code_flows: finding.trace.map(|trace| {
                let file = file.clone();
                [CodeFlow { model, trace, file }]
            }),
            properties: Some(ResultProperties {
                verdict: finding.verdict.to_string(),
                exhaustive: report.completeness.is_ok(),
                reachable_states: report.n_states,
            }),
        });
    }
    for warning in warnings {
        let (rule_id, rule_index) = rules.index_of(warning_rule(warning));
        results.push(SarifResult {
            rule_id,
            rule_index,
            kind: "fail",
            level: "warning",
            message: Message::new(&warning.to_string()),
            locations: [Location::new(file, Region::START, None)],
            code_flows: None,
            properties: None,
        });
    }
}

fn explanation(checked: &Checked<'_>, finding: &Finding<'_>, index: usize) -> String {
    let Checked { model, report, .. } = *checked;
    let claim = wording::claim(model, finding, index);
    let conclusion = wording::conclusion(report, finding);
    let verdict = finding.verdict;
    let mut text = format!(
        "{verdict}: {} ({claim}): {conclusion}.",
        wording::name(finding.name)
    );
    if let Some(incomplete) = finding.incomplete {
        text.push(' ');
        text.push_str(&wording::advice(incomplete));
    }
    text
}

/// Faults are results, not notifications: dashboards show results only.
fn from_rejected(
    rejected: &Rejected<'_>,
    file: &ArtifactLocation,
    rules: &mut Rules,
    results: &mut Vec<SarifResult<'_>>,
) {
    for fault in rejected.diagnostics {
        let (rule_id, rule_index) = rules.index_of(rule::bad_input());
        results.push(SarifResult {
            rule_id,
            rule_index,
            kind: "fail",
            level: "error",
            message: Message::new(&fault_text(fault)),
            locations: [Location::new(file, region(rejected, fault), None)],
            code_flows: None,
            properties: None,
        });
    }
}

fn fault_text(fault: &Diagnostic) -> String {
    let mut text = fault.message.clone();
    if let Some(expected) = &fault.label {
        text.push_str(": ");
        text.push_str(expected);
    }
    if let Some(help) = &fault.help {
        text.push_str(". Help: ");
        text.push_str(help);
    }
    text
}

fn region(rejected: &Rejected<'_>, fault: &Diagnostic) -> Region {
    let Some((start, end)) = rejected.locations(fault) else {
        return Region::START;
    };
    Region {
        start_line: start.line,
        start_column: Some(start.column),
        end_line: Some(end.line),
        end_column: Some(end.column),
        snippet: rejected.offending(fault).map(|text| Snippet {
            text: text.to_owned(),
        }),
    }
}
