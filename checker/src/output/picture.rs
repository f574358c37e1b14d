//! The graph as an SVG element for a page that has the styles.

use super::dot::edge_label;
use super::drawing::{Drawing, Node, PathKind};
use super::layout::{Curve, Side, layout};
use super::xml::Text;
use super::{fit, wording};
use crate::Model;
use std::io;

const LINE: f64 = 15.0;
/// Width of a column of text at 11 and at 10 pixels.
const COLUMN: f64 = 6.65;
const LABEL_COLUMN: f64 = 6.05;
/// Columns and lines of the text in a box.
const COLUMNS: usize = 30;
const MAX_LINES: usize = 6;

/// Writes the drawing; fields that all its states agree on are left to the
/// caption, which is returned by [`agreed`].
pub(super) fn write(model: &Model, drawing: &Drawing, out: &mut dyn io::Write) -> io::Result<()> {
    let fixed = agreed(model, drawing);
    let texts: Vec<_> = drawing
        .nodes
        .iter()
        .map(|node| box_text(model, node, &fixed))
        .collect();
    let sizes: Vec<_> = texts
        .iter()
        .map(|lines| {
            let columns = lines.iter().map(|line| fit::width(line)).max().unwrap_or(0);
            (
                columns as f64 * COLUMN + 20.0,
                lines.len() as f64 * LINE + 12.0,
            )
        })
        .collect();
    let labels: Vec<_> = drawing
        .edges
        .iter()
        .map(|edge| edge_label(model, edge))
        .collect();
    let widths: Vec<_> = labels
        .iter()
        .map(|label| fit::width(label) as f64 * LABEL_COLUMN + 12.0)
        .collect();
    let places = layout(drawing, &sizes, &widths);
    let path = match drawing.path {
        PathKind::Counterexample => "cex",
        PathKind::Goal => "goal",
    };
    write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" width="{:.0}" height="{:.0}" viewBox="0 0 {0:.0} {1:.0}">"#,
        places.width, places.height
    )?;
    writeln!(
        out,
        "<title>The reachable graph: {} and {}</title>",
        wording::states(drawing.nodes.len() as u64),
        wording::steps(drawing.edges.len())
    )?;
    // Boxes cover arrows, the highlighted arrows cover the others.
    let plain = |edge: &usize| drawing.edges[*edge].step.is_none();
    let (below, above): (Vec<_>, Vec<_>) = (0..drawing.edges.len()).partition(plain);
    for edge in below.into_iter().chain(above) {
        let class = if drawing.edges[edge].step.is_some() {
            path
        } else {
            "plain"
        };
        arrow(&places.curves[edge], class, out)?;
    }
    for ((node, place), lines) in drawing.nodes.iter().zip(&places.boxes).zip(&texts) {
        let Node::State {
            state,
            is_complete,
            is_on_path,
            depth,
            ..
        } = node
        else {
            continue;
        };
        let class = if *is_on_path { path } else { "plain" };
        let dashed = if *is_complete { "" } else { " part" };
        writeln!(
            out,
            r#"<g class="node {class}{dashed}"><title>{}</title><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="7"/>"#,
            Text(&fit::elide(&fit::whole_state(model, state), 4_000)),
            place.x,
            place.y,
            place.width,
            place.height
        )?;
        let top = place.y + (place.height - lines.len() as f64 * LINE) / 2.0;
        for (row, line) in lines.iter().enumerate() {
            let y = top + (row as f64 + 0.75) * LINE;
            let weight = if row == 0 { r#" class="name""# } else { "" };
            write!(
                out,
                r#"<text{weight} x="{:.1}" y="{y:.1}">{}</text>"#,
                place.x + 10.0,
                Text(line)
            )?;
        }
        if *depth == 0 {
            let (x, y) = (place.x - 22.0, place.y + place.height / 2.0);
            write!(
                out,
                r#"<circle class="start" cx="{x:.1}" cy="{y:.1}" r="5"/><path class="start" d="M{x:.1},{y:.1}h22"/>"#
            )?;
        }
        writeln!(out, "</g>")?;
    }
    for (edge, label) in labels.iter().enumerate() {
        let Curve {
            from: (x, y),
            leaves,
            ..
        } = places.curves[edge];
        let class = if drawing.edges[edge].step.is_some() {
            path
        } else {
            "plain"
        };
        let (x, anchor) = match leaves {
            Side::Right => (x + 6.0, "start"),
            Side::Left => (x - 6.0, "end"),
        };
        writeln!(
            out,
            r#"<text class="label {class}" x="{x:.1}" y="{:.1}" text-anchor="{anchor}">{}</text>"#,
            y - 4.5,
            Text(label)
        )?;
    }
    writeln!(out, "</svg>")
}

/// For each field whether all states drawn agree on its value, so that the
/// boxes need not repeat it; none of them where they agree on everything.
pub(super) fn agreed(model: &Model, drawing: &Drawing) -> Vec<bool> {
    let mut states = drawing.nodes.iter().filter_map(|node| match node {
        Node::State { state, .. } => Some(state),
        Node::Gap(_) => None,
    });
    let mut agreed = vec![true; model.fields().len()];
    if let Some(first) = states.next() {
        for state in states {
            for (field, agreed) in agreed.iter_mut().enumerate() {
                *agreed &= state[field] == first[field];
            }
        }
    }
    if agreed.iter().all(|agreed| *agreed) {
        agreed.fill(false);
    }
    agreed
}

fn box_text(model: &Model, node: &Node, fixed: &[bool]) -> Vec<String> {
    let Node::State { name, state, .. } = node else {
        return Vec::new();
    };
    let fields: Vec<_> = (0..model.fields().len())
        .filter(|&field| !fixed[field])
        .map(|field| {
            let name = fit::short_name(&model.fields()[field]);
            fit::elide(
                &format!("{name}={}", fit::short_value(&state[field])),
                COLUMNS,
            )
            .into_owned()
        })
        .collect();
    let mut lines = vec![name.clone()];
    lines.extend(fit::wrap(&fields, COLUMNS, MAX_LINES));
    lines
}

fn arrow(curve: &Curve, class: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let away = |side: Side| match side {
        Side::Left => -1.0,
        Side::Right => 1.0,
    };
    let (x1, y1) = curve.from;
    let (x2, y2) = curve.to;
    let out_of = away(curve.leaves);
    let back = away(curve.enters);
    // The line ends inside the head.
    let (base, head) = (x2 + back * 5.0, x2 + back * 8.0);
    writeln!(
        out,
        r#"<g class="edge {class}"><path d="M{x1:.1},{y1:.1}C{:.1},{y1:.1} {:.1},{y2:.1} {base:.1},{y2:.1}"/><polygon points="{x2:.1},{y2:.1} {head:.1},{:.1} {head:.1},{:.1}"/></g>"#,
        x1 + out_of * curve.pull,
        x2 + back * curve.pull,
        y2 - 3.5,
        y2 + 3.5
    )
}
