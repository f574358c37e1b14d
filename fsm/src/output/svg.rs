//! A drawn machine as SVG.

use super::layout::{HALF_HEIGHT, Layout, layout};
use super::xml::Text;
use crate::machine::{Machine, TransitionId};
use std::io;

/// Longest name and tag that are drawn, in characters; tool tips have them whole.
const MAX_NAME: usize = 26;
const MAX_TAG: usize = 14;
/// The width of a character of a name.
const COLUMN: f64 = 7.4;

/// Draws a machine. Arrows have the numbers of their transitions, from 1 in
/// declared order; their tool tips have the conditions. The initial state has an
/// arrow from nowhere, final states have a double edge.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let names: Vec<String> = machine
        .states()
        .map(|state| cut(machine.state_name(state), MAX_NAME))
        .collect();
    let width = |name: &String| name.chars().count() as f64 * COLUMN + 22.0;
    let layout = layout(machine, &names.iter().map(width).collect::<Vec<_>>());
    let Layout { width, height, .. } = layout;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" class="machine" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}">"#
    )?;
    writeln!(out, "<title>{}</title>", Text(machine.name()))?;
    writeln!(
        out,
        "<style>.machine{{background:#fff}}.machine text{{font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
         fill:#1d2939;text-anchor:middle;dominant-baseline:central}}.machine .tag{{font-size:10.5px;fill:#175cd3;paint-order:stroke;\
         stroke:#fff;stroke-width:4px;stroke-linejoin:round}}.machine path{{fill:none;stroke:#98a2b3;stroke-width:1.2}}\
         .machine rect{{fill:#f9fafb;stroke:#475467;stroke-width:1.2}}.machine .in{{fill:none}}.machine .start rect{{fill:#eff8ff;stroke:#175cd3;stroke-width:2}}\
         .machine g.arrow:hover path{{stroke:#b42318;stroke-width:2.4}}.machine g.arrow:hover .tag{{fill:#b42318;font-weight:700}}</style>"
    )?;
    writeln!(
        out,
        r##"<defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0.5 8 4 0 7.5z" style="fill:#667085;stroke:none"/></marker></defs>"##
    )?;
    for arrow in &layout.arrows {
        let [a, b, c, d] = arrow.curve;
        let tip: Vec<String> = arrow
            .transitions
            .iter()
            .map(|id| line(machine, *id))
            .collect();
        let numbers: Vec<String> = arrow
            .transitions
            .iter()
            .map(|id| (id.0 + 1).to_string())
            .collect();
        writeln!(
            out,
            r##"<g class="arrow"><title>{}</title><path d="M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}" marker-end="url(#tip)"/><text class="tag" x="{:.1}" y="{:.1}">{}</text></g>"##,
            Text(&tip.join(" | ")),
            a.0,
            a.1,
            b.0,
            b.1,
            c.0,
            c.1,
            d.0,
            d.1,
            arrow.tag.0,
            arrow.tag.1,
            cut(&numbers.join(","), MAX_TAG),
        )?;
    }
    for (state, ((x, y), half)) in machine.states().zip(&layout.boxes) {
        let is_initial = machine.initial() == Some(state);
        let class = if is_initial { "state start" } else { "state" };
        writeln!(
            out,
            r#"<g class="{class}"><title>{}</title><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{}" rx="9"/>"#,
            Text(machine.state_name(state)),
            x - half,
            y - HALF_HEIGHT,
            2.0 * half,
            2.0 * HALF_HEIGHT,
        )?;
        if machine.finals().contains(&state) {
            writeln!(
                out,
                r#"<rect class="in" x="{:.1}" y="{:.1}" width="{:.1}" height="{}" rx="6"/>"#,
                x - half + 3.5,
                y - HALF_HEIGHT + 3.5,
                2.0 * half - 7.0,
                2.0 * HALF_HEIGHT - 7.0,
            )?;
        }
        if is_initial {
            let start = x - half - 30.0;
            writeln!(
                out,
                r#"<path d="M{start:.1} {y:.1}h28" marker-end="url(#tip)"/>"#
            )?;
        }
        writeln!(
            out,
            r#"<text x="{x:.1}" y="{y:.1}">{}</text></g>"#,
            Text(&names[state.index()])
        )?;
    }
    writeln!(out, "</svg>")
}

/// `3: condition / actions`.
fn line(machine: &Machine, id: TransitionId) -> String {
    let transition = machine.transition(id);
    let actions = transition.actions.join("; ");
    let before = if actions.is_empty() { "" } else { " / " };
    format!("{}: {}{before}{actions}", id.0 + 1, transition.condition)
}

/// At most so many characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}
