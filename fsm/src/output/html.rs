//! HTML: a page about one machine that needs no network and no script.

use super::svg;
use super::xml::Text;
use crate::census::Census;
use crate::machine::{Machine, StateId};
use crate::simple_path::SimplePaths;
use std::io;

/// Most states that are drawn; beyond, arrows hide one another.
const MAX_DRAWN: usize = 60;

/// Which paths the page lists.
#[derive(Debug, Clone, Copy)]
pub struct HtmlPaths {
    /// Most paths listed of one pair of states.
    pub per_pair: usize,
    /// Most paths listed in all.
    pub in_all: usize,
}

impl Default for HtmlPaths {
    fn default() -> Self {
        Self {
            per_pair: 40,
            in_all: 4000,
        }
    }
}

/// Writes a page: what is known of a machine, its counts, the drawing, the
/// transitions, and the simple paths of each pair of states.
///
/// # Errors
/// Errors of the writer.
pub fn write(
    machine: &Machine,
    census: &Census,
    paths: HtmlPaths,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let about = machine.about();
    write!(
        out,
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<link rel="icon" href="data:,"/>
<title>{0} – fsm</title>
<style>
{1}</style>
</head>
<body>
<main>
<h1>{0}</h1>
"#,
        Text(machine.name()),
        include_str!("html.css")
    )?;
    let place = [(&about.rfc, ""), (&about.section, ", section ")];
    write!(out, "<p class=\"soft\">")?;
    for (part, before) in place {
        if let Some(part) = part {
            write!(out, "{before}{}", Text(part))?;
        }
    }
    writeln!(out, "</p>")?;
    for part in [&about.summary, &about.provenance].into_iter().flatten() {
        writeln!(out, "<p>{}</p>", Text(part))?;
    }
    if let Some(trust) = about.trust {
        writeln!(
            out,
            "<p>Trust {}: {}.</p>",
            trust.letter(),
            Text(trust.meaning())
        )?;
    }
    writeln!(out, "<dl>")?;
    for (name, count) in &census.counts {
        writeln!(
            out,
            "<div><dt>{}</dt><dd>{count}</dd></div>",
            name.replace('_', " ")
        )?;
    }
    writeln!(out, "</dl>")?;
    if machine.n_states() <= MAX_DRAWN {
        writeln!(out, "<div class=\"scroll\">")?;
        svg::write(machine, out)?;
        writeln!(out, "</div>")?;
        writeln!(
            out,
            "<p class=\"soft\">Arrows have the numbers of their transitions.</p>"
        )?;
    } else {
        writeln!(out, "<p>More than {MAX_DRAWN} states are not drawn.</p>")?;
    }
    transitions(machine, out)?;
    list(machine, paths, out)?;
    writeln!(
        out,
        "</main>\n<footer>Written by fsm {}.</footer>\n</body>\n</html>",
        env!("CARGO_PKG_VERSION")
    )
}

fn transitions(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(
        out,
        r#"<h2>Transitions</h2><div class="scroll"><table><thead><tr><th scope="col">#</th><th scope="col">From</th><th scope="col">Condition</th><th scope="col">To</th><th scope="col">Actions</th></tr></thead><tbody>"#
    )?;
    for (number, transition) in (1..).zip(machine.transitions()) {
        writeln!(
            out,
            "<tr><td>{number}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            Text(machine.state_name(transition.from)),
            Text(transition.condition),
            Text(machine.state_name(transition.to)),
            Text(&transition.actions.join("; ")),
        )?;
    }
    writeln!(out, "</tbody></table></div>")
}

/// The simple paths of each pair, as far as the limits go.
fn list(machine: &Machine, limits: HtmlPaths, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "<h2>Simple paths</h2>")?;
    let mut n_left = limits.in_all;
    for source in machine.states() {
        for target in machine.states().filter(|target| *target != source) {
            if n_left == 0 {
                return writeln!(out, "<p>The other pairs are not listed.</p>");
            }
            let n_listed = pair(machine, source, target, limits.per_pair.min(n_left), out)?;
            n_left -= n_listed;
        }
    }
    Ok(())
}

fn pair(
    machine: &Machine,
    source: StateId,
    target: StateId,
    most: usize,
    out: &mut dyn io::Write,
) -> io::Result<usize> {
    let mut paths = SimplePaths::between(machine, source, target);
    let found: Vec<_> = paths.by_ref().take(most).collect();
    if found.is_empty() {
        return Ok(0);
    }
    let is_more = paths.next_path().is_some();
    writeln!(
        out,
        "<details><summary>{} → {} ({}{})</summary><ol>",
        Text(machine.state_name(source)),
        Text(machine.state_name(target)),
        if is_more { "more than " } else { "" },
        found.len()
    )?;
    for path in &found {
        write!(out, "<li>{}", Text(machine.state_name(source)))?;
        for &id in &path.0 {
            let transition = machine.transition(id);
            let to = machine.state_name(transition.to);
            write!(out, " <i>{}</i> {}", Text(transition.condition), Text(to))?;
        }
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol></details>")?;
    Ok(found.len())
}
