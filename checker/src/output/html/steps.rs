//! A trace as tables, one row a state.

use super::super::drawing::{ends, title};
use super::super::path::{Path, end};
use super::super::xml::Text;
use super::super::{fit, wording};
use super::Checked;
use crate::{Finding, Model, Property};
use std::io;
use std::ops::Range;

/// Most fields that get a column of their own.
const MAX_COLUMNS: usize = 16;
/// States shown at once, and in each part that can be opened.
const MAX_OPEN: usize = 200;
const MAX_PART: usize = 500;

pub(super) fn write(
    checked: Checked<'_>,
    finding: &Finding<'_>,
    number: usize,
    anchor: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let Checked { model, report, .. } = checked;
    let Some(path) = Path::of(model, finding, number) else {
        return Ok(());
    };
    let kind = match finding.property {
        Property::Invariant | Property::Liveness => "Counterexample",
        Property::Within(_) => "Way to a goal state",
    };
    let name = format!("{kind}: {}", title(finding));
    writeln!(
        out,
        r#"<h3 id="{anchor}">{}</h3>
<p>{}. A <mark>mark</mark> is on what the step changed; underlined fields are tested by the property.</p>"#,
        Text(&name),
        sentence(&wording::conclusion(report, finding))
    )?;
    if !path.fixed.is_empty() {
        let fixed: Vec<_> = path
            .fixed
            .iter()
            .map(|&field| fit::pair(model, model.initial_values(), field))
            .collect();
        writeln!(
            out,
            r#"<p class="soft">The same in every state below: <code>{}</code></p>"#,
            Text(&fit::wrap(&fixed, 110, 8).join(" "))
        )?;
    }
    let n = path.steps.len();
    let table = Table::new(model, finding, path, name);
    let (head, tail) = ends(n, MAX_OPEN);
    table.write(0..head, out)?;
    let mut start = head;
    while start < n - tail {
        let part = start..(start + MAX_PART).min(n - tail);
        start = part.end;
        writeln!(
            out,
            "<details><summary>Steps {} to {}</summary>",
            part.start,
            part.end - 1
        )?;
        table.write(part, out)?;
        writeln!(out, "</details>")?;
    }
    if tail > 0 && head < n {
        table.write(n - tail..n, out)?;
    }
    Ok(())
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>());
    first.unwrap_or_default() + chars.as_str()
}

struct Table<'a> {
    model: &'a Model,
    finding: &'a Finding<'a>,
    path: Path<'a>,
    name: String,
    /// Fields with a column of their own; the others share the last column.
    columns: Vec<usize>,
    shared: Vec<usize>,
    /// Widths in characters, so that all parts of a trace align.
    widths: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(model: &'a Model, finding: &'a Finding<'a>, path: Path<'a>, name: String) -> Self {
        let (columns, shared) = if path.shown.len() <= MAX_COLUMNS {
            (path.shown.clone(), Vec::new())
        } else {
            let mut columns: Vec<_> = path
                .shown
                .iter()
                .copied()
                .filter(|&field| path.tested[field])
                .collect();
            columns.truncate(MAX_COLUMNS);
            let is_shared = |field: &usize| !columns.contains(field);
            let shared = path.shown.iter().copied().filter(is_shared).collect();
            (columns, shared)
        };
        let labels = path.steps.iter().filter_map(|step| step.action);
        let label = labels
            .map(|id| fit::width(&fit::short_label(&model.transition(id).label)))
            .max()
            .unwrap_or(0)
            .clamp(13, 32);
        let mut widths = vec![7, label + 4];
        widths.extend(columns.iter().map(|&field| {
            let values = path.steps.iter();
            let values = values.map(|step| fit::width(&fit::short_value(&step.state[field])));
            let name = fit::width(&fit::short_name(&model.fields()[field]));
            values.max().unwrap_or(0).max(name) + 4
        }));
        if !shared.is_empty() {
            widths.push(48);
        }
        Self {
            model,
            finding,
            path,
            name,
            columns,
            shared,
            widths,
        }
    }

    fn write(&self, states: Range<usize>, out: &mut dyn io::Write) -> io::Result<()> {
        let caption = format!(
            "{}, steps {} to {}",
            self.name,
            states.start,
            states.end.saturating_sub(1)
        );
        write!(
            out,
            r#"<div class="scroll chunk" tabindex="0" role="region" aria-label="{0}"><table class="trace" style="width:{1}ch"><caption>{0}</caption><colgroup>"#,
            Text(&caption),
            self.widths.iter().sum::<usize>()
        )?;
        for width in &self.widths {
            write!(out, r#"<col style="width:{width}ch"/>"#)?;
        }
        write!(
            out,
            r#"</colgroup><thead><tr><th scope="col">Step</th><th scope="col">Transition</th>"#
        )?;
        for &field in &self.columns {
            let class = if self.path.tested[field] {
                r#" class="tested""#
            } else {
                ""
            };
            let name = fit::short_name(&self.model.fields()[field]);
            write!(out, r#"<th scope="col"{class}>{}</th>"#, Text(&name))?;
        }
        if !self.shared.is_empty() {
            write!(out, r#"<th scope="col">Other changes</th>"#)?;
        }
        writeln!(out, "</tr></thead><tbody>")?;
        for step in states {
            self.row(step, out)?;
        }
        writeln!(out, "</tbody></table></div>")
    }

    fn row(&self, step: usize, out: &mut dyn io::Write) -> io::Result<()> {
        let state = &self.path.steps[step];
        let is_last = step + 1 == self.path.steps.len();
        let is_goal = matches!(self.finding.property, Property::Within(_));
        let class = match (is_last, is_goal) {
            (false, _) => "",
            (true, false) => r#" class="last""#,
            (true, true) => r#" class="last goal""#,
        };
        write!(out, r#"<tr{class}><th scope="row">{step}</th>"#)?;
        match state.action {
            Some(id) => write!(
                out,
                r#"<td class="act">{}</td>"#,
                Text(&fit::short_label(&self.model.transition(id).label))
            )?,
            None => write!(out, r#"<td class="soft">initial state</td>"#)?,
        }
        for &field in &self.columns {
            write!(out, r#"<td class="v">"#)?;
            self.value(step, field, out)?;
            write!(out, "</td>")?;
        }
        if !self.shared.is_empty() {
            write!(out, r#"<td class="v">"#)?;
            let worth = |field: &&usize| step == 0 || self.path.is_changed(step, **field);
            for (index, &field) in self.shared.iter().filter(worth).enumerate() {
                let separator = if index == 0 { "" } else { ", " };
                let name = fit::short_name(&self.model.fields()[field]);
                write!(out, "{separator}{} = ", Text(&name))?;
                self.value(step, field, out)?;
            }
            write!(out, "</td>")?;
        }
        writeln!(out, "</tr>")?;
        if is_last {
            writeln!(
                out,
                r#"<tr{class}><td></td><td class="end" colspan="{}">{}</td></tr>"#,
                self.widths.len() - 1,
                end(self.finding)
            )?;
        }
        Ok(())
    }

    /// A value, marked where it changed; what was cut is in the tool tip the
    /// first time the value appears.
    fn value(&self, step: usize, field: usize, out: &mut dyn io::Write) -> io::Result<()> {
        let value = &self.path.steps[step].state[field];
        let short = fit::short_value(value);
        let is_changed = self.path.is_changed(step, field);
        let is_cut = short.ends_with('…') && (is_changed || step == 0);
        let tag = if is_changed { "mark" } else { "span" };
        if is_cut {
            write!(
                out,
                r#"<{tag} title="{}">{}</{tag}>"#,
                Text(&wording::value(value)),
                Text(&short)
            )
        } else if is_changed {
            write!(out, "<mark>{}</mark>", Text(&short))
        } else {
            write!(out, "{}", Text(&short))
        }
    }
}
