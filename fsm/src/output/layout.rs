//! Places for the states and arrows of a drawn machine.
//!
//! States stand on an ellipse in declared order; arrows bend to its middle, those
//! that lead back more than those ahead. Parallel transitions are one arrow.

use crate::machine::{Machine, TransitionId};
use std::collections::HashMap;

/// A point, in pixels from the top left.
pub(super) type Point = (f64, f64);

/// Parallel transitions, drawn as one arrow.
pub(super) struct Arrow {
    pub(super) transitions: Vec<TransitionId>,
    /// Start, two control points and end of a cubic curve.
    pub(super) curve: [Point; 4],
    /// The middle of its tag.
    pub(super) tag: Point,
}

pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The middle of each state's box and half its width.
    pub(super) boxes: Vec<(Point, f64)>,
    pub(super) arrows: Vec<Arrow>,
}

/// Half the height of a state's box.
pub(super) const HALF_HEIGHT: f64 = 16.0;
/// Room at the edges, for loops and their tags.
const MARGIN: f64 = 64.0;

/// `widths` are the widths of the states' boxes.
pub(super) fn layout(machine: &Machine, widths: &[f64]) -> Layout {
    let n = machine.n_states() as f64;
    let widest = widths.iter().copied().fold(0.0, f64::max);
    let radii = ((n * 34.0).max(150.0) + widest / 2.0, (n * 26.0).max(110.0));
    let middle = (
        radii.0 + widest / 2.0 + MARGIN,
        radii.1 + HALF_HEIGHT + MARGIN,
    );
    let boxes: Vec<(Point, f64)> = (0..)
        .zip(widths)
        .map(|(position, width)| {
            let angle = std::f64::consts::TAU * (f64::from(position) / n) - std::f64::consts::PI;
            let x = middle.0 + radii.0 * angle.cos();
            let y = middle.1 + radii.1 * angle.sin();
            ((x, y), width / 2.0)
        })
        .collect();
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut arrow_of = HashMap::new();
    for (id, transition) in (0..).map(TransitionId).zip(machine.transitions()) {
        let ends = (transition.from, transition.to);
        let arrow = *arrow_of.entry(ends).or_insert_with(|| {
            let (from, to) = (boxes[ends.0.index()], boxes[ends.1.index()]);
            let (curve, tag) = match ends.0 == ends.1 {
                true => self_loop(from, middle),
                false => bend(from, to, middle),
            };
            arrows.push(Arrow {
                transitions: Vec::new(),
                curve,
                tag,
            });
            arrows.len() - 1
        });
        arrows[arrow].transitions.push(id);
    }
    Layout {
        width: 2.0 * middle.0,
        height: 2.0 * middle.1,
        boxes,
        arrows,
    }
}

fn along(from: Point, to: Point, part: f64) -> Point {
    (
        from.0 + (to.0 - from.0) * part,
        from.1 + (to.1 - from.1) * part,
    )
}

/// Where the line from the middle of a box to a point leaves the box.
fn edge_of((middle, half_width): (Point, f64), towards: Point) -> Point {
    let (dx, dy) = (towards.0 - middle.0, towards.1 - middle.1);
    let part = (half_width / dx.abs().max(1e-9)).min(HALF_HEIGHT / dy.abs().max(1e-9));
    along(middle, towards, part.min(1.0))
}

fn bend(from: (Point, f64), to: (Point, f64), middle: Point) -> ([Point; 4], Point) {
    let (dx, dy) = (to.0.0 - from.0.0, to.0.1 - from.0.1);
    let spread = |point: Point| (point.0 - middle.0, point.1 - middle.1);
    let ((ax, ay), (bx, by)) = (spread(from.0), spread(to.0));
    // Inwards both ways, so that no arrow passes behind the states between; those
    // that lead back more, so that they stay apart from those ahead.
    let off = if ax * by - ay * bx >= 0.0 { -0.1 } else { 0.24 };
    let shift = |point: Point| (point.0 + dy * off, point.1 - dx * off);
    let controls = [
        shift(along(from.0, to.0, 0.3)),
        shift(along(from.0, to.0, 0.7)),
    ];
    let curve = [
        edge_of(from, controls[0]),
        controls[0],
        controls[1],
        edge_of(to, controls[1]),
    ];
    // Nearer to the start: tags of arrows that cross in the middle stay apart.
    (curve, at(curve, 0.36))
}

/// The point of a cubic curve at a part of it.
fn at([a, b, c, d]: [Point; 4], part: f64) -> Point {
    let (ab, bc, cd) = (along(a, b, part), along(b, c, part), along(c, d, part));
    along(along(ab, bc, part), along(bc, cd, part), part)
}

/// A loop on the outer side.
fn self_loop((place, half_width): (Point, f64), middle: Point) -> ([Point; 4], Point) {
    let side = if place.1 <= middle.1 + 1.0 { -1.0 } else { 1.0 };
    let y = place.1 + side * HALF_HEIGHT;
    let reach = half_width.min(18.0);
    let far = y + side * 40.0;
    let curve = [
        (place.0 - reach, y),
        (place.0 - reach - 8.0, far),
        (place.0 + reach + 8.0, far),
        (place.0 + reach, y),
    ];
    (curve, (place.0, y + side * 30.0))
}
