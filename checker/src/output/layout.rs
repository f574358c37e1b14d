//! Places for the boxes and arrows of a graph, for drawing it without a tool.
//!
//! One column a breadth-first level. An arrow therefore leads to the next
//! column, within its column, or back: no arrow has to pass a column forwards.

use super::drawing::{Drawing, Node};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// An arrow as a cubic curve; it starts and ends horizontally.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Curve {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
    pub(super) leaves: Side,
    pub(super) enters: Side,
    /// How far the control points are from the ends.
    pub(super) pull: f64,
}

pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) boxes: Vec<Rect>,
    pub(super) curves: Vec<Curve>,
}

/// Room between boxes of one column, between columns beside the labels, and
/// between two arrows at one box.
const GAP: f64 = 26.0;
const CHANNEL: f64 = 70.0;
const PORT: f64 = 18.0;
/// Room at the edges of the drawing; arrows back swing out there.
const MARGIN: f64 = 40.0;
const SWEEPS: usize = 12;

/// `sizes` are width and height that a box needs for its text, `labels` the
/// widths of the arrows' labels.
pub(super) fn layout(drawing: &Drawing, sizes: &[(f64, f64)], labels: &[f64]) -> Layout {
    let depths: Vec<_> = drawing.nodes.iter().map(depth).collect();
    let mut columns = vec![Vec::new(); depths.iter().max().map_or(0, |deepest| deepest + 1)];
    for (node, &depth) in depths.iter().enumerate() {
        columns[depth].push(node);
    }
    let neighbours = neighbours(drawing);
    order(&mut columns, &neighbours);

    let mut ports = Ports::of(drawing, &depths);
    let mut boxes: Vec<_> = sizes
        .iter()
        .enumerate()
        .map(|(node, &(width, height))| Rect {
            width,
            height: height.max((ports.most(node) + 1) as f64 * PORT),
            ..Rect::default()
        })
        .collect();
    let width = place_columns(&columns, &mut boxes, &room(drawing, &depths, labels));
    let height = place_rows(&columns, &neighbours, &mut boxes);
    ports.sort(drawing, &boxes);
    let curves = (0..drawing.edges.len())
        .map(|edge| ports.curve(drawing, edge, &boxes))
        .collect();
    Layout {
        width,
        height,
        boxes,
        curves,
    }
}

fn depth(node: &Node) -> usize {
    match node {
        Node::State { depth, .. } => *depth as usize,
        Node::Gap(_) => 0,
    }
}

fn neighbours(drawing: &Drawing) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); drawing.nodes.len()];
    for edge in &drawing.edges {
        if edge.from != edge.to {
            neighbours[edge.from].push(edge.to);
            neighbours[edge.to].push(edge.from);
        }
    }
    neighbours
}

/// Orders each column by the mean position of the neighbours, over and over:
/// the usual heuristic against crossings.
fn order(columns: &mut [Vec<usize>], neighbours: &[Vec<usize>]) {
    let mut position = vec![0.0; neighbours.len()];
    let number = |column: &[usize], position: &mut [f64]| {
        for (row, &node) in column.iter().enumerate() {
            position[node] = row as f64 - column.len() as f64 / 2.0;
        }
    };
    for column in columns.iter() {
        number(column, &mut position);
    }
    for sweep in 0..SWEEPS {
        for step in 0..columns.len() {
            let at = if sweep % 2 == 0 {
                step
            } else {
                columns.len() - 1 - step
            };
            let wanted: Vec<_> = position
                .iter()
                .enumerate()
                .map(|(node, &own)| mean(&neighbours[node], own, |other| position[other]))
                .collect();
            columns[at].sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
            number(&columns[at], &mut position);
        }
    }
}

fn mean(nodes: &[usize], otherwise: f64, of: impl Fn(usize) -> f64) -> f64 {
    if nodes.is_empty() {
        otherwise
    } else {
        nodes.iter().map(|&node| of(node)).sum::<f64>() / nodes.len() as f64
    }
}

/// For each column the widest labels on its left and on its right.
fn room(drawing: &Drawing, depths: &[usize], labels: &[f64]) -> Vec<(f64, f64)> {
    let mut room = vec![(0.0_f64, 0.0_f64); depths.iter().max().map_or(0, |deepest| deepest + 1)];
    for (edge, &label) in drawing.edges.iter().zip(labels) {
        let (left, right) = &mut room[depths[edge.from]];
        match sides(depths[edge.from], depths[edge.to]).0 {
            Side::Left => *left = left.max(label),
            Side::Right => *right = right.max(label),
        }
    }
    room
}

fn place_columns(columns: &[Vec<usize>], boxes: &mut [Rect], room: &[(f64, f64)]) -> f64 {
    let mut x = MARGIN;
    for (column, (left, right)) in columns.iter().zip(room) {
        x += left;
        let widest = column
            .iter()
            .map(|&node| boxes[node].width)
            .fold(0.0, f64::max);
        for &node in column {
            boxes[node].x = x;
            boxes[node].width = widest;
        }
        x += widest + right + CHANNEL;
    }
    x - CHANNEL + MARGIN * 1.5
}

/// Moves each box towards the middle of its neighbours, as far as the order
/// in its column allows.
fn place_rows(columns: &[Vec<usize>], neighbours: &[Vec<usize>], boxes: &mut [Rect]) -> f64 {
    for sweep in 0..=SWEEPS {
        for column in columns {
            let wanted: Vec<_> = column
                .iter()
                .map(|&node| {
                    let own = boxes[node].middle();
                    let middle = mean(&neighbours[node], own, |other| boxes[other].middle());
                    if sweep == 0 {
                        0.0
                    } else {
                        middle - boxes[node].height / 2.0
                    }
                })
                .collect();
            let mut end = f64::NEG_INFINITY;
            let mut shift = 0.0;
            for (&node, &wanted) in column.iter().zip(&wanted) {
                boxes[node].y = wanted.max(end + GAP);
                shift += boxes[node].y - wanted;
                end = boxes[node].y + boxes[node].height;
            }
            for &node in column {
                boxes[node].y -= shift / column.len() as f64;
            }
        }
    }
    let top = boxes
        .iter()
        .map(|place| place.y)
        .fold(f64::INFINITY, f64::min);
    let mut bottom: f64 = 0.0;
    for place in boxes {
        place.y += MARGIN / 2.0 - top;
        bottom = bottom.max(place.y + place.height);
    }
    bottom + MARGIN / 2.0
}

/// Where an arrow leaves and enters, by the columns of its ends.
fn sides(from: usize, to: usize) -> (Side, Side) {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match to.cmp(&from) {
        Greater => (Side::Right, Side::Left),
        Equal => (Side::Right, Side::Right),
        Less => (Side::Left, Side::Right),
    }
}

/// One end of an arrow at a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct End {
    edge: usize,
    is_start: bool,
}

/// The ends of arrows on the left and on the right of each box.
struct Ports(Vec<[Vec<End>; 2]>);

impl Ports {
    fn of(drawing: &Drawing, depths: &[usize]) -> Self {
        let mut ports = vec![[Vec::new(), Vec::new()]; drawing.nodes.len()];
        for (edge, ends) in drawing.edges.iter().enumerate() {
            let (leaves, enters) = sides(depths[ends.from], depths[ends.to]);
            let start = End {
                edge,
                is_start: true,
            };
            let end = End {
                edge,
                is_start: false,
            };
            ports[ends.from][leaves as usize].push(start);
            ports[ends.to][enters as usize].push(end);
        }
        Self(ports)
    }

    fn most(&self, node: usize) -> usize {
        self.0[node].iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Arrows to upper boxes get upper ports, so that they do not cross there.
    fn sort(&mut self, drawing: &Drawing, boxes: &[Rect]) {
        for side in self.0.iter_mut().flatten() {
            side.sort_by(|a, b| {
                let other = |end: &End| {
                    let edge = &drawing.edges[end.edge];
                    boxes[if end.is_start { edge.to } else { edge.from }].middle()
                };
                other(a).total_cmp(&other(b)).then(a.edge.cmp(&b.edge))
            });
        }
    }

    fn curve(&self, drawing: &Drawing, edge: usize, boxes: &[Rect]) -> Curve {
        let ends = &drawing.edges[edge];
        let (leaves, from) = self.port(
            ends.from,
            End {
                edge,
                is_start: true,
            },
            boxes,
        );
        let (enters, to) = self.port(
            ends.to,
            End {
                edge,
                is_start: false,
            },
            boxes,
        );
        let pull = if leaves == enters {
            // A loop on one side: farther out where it is taller.
            30.0 + ((from.1 - to.1).abs() * 0.25).min(40.0)
        } else {
            ((from.0 - to.0).abs() * 0.55).max(40.0)
        };
        Curve {
            from,
            to,
            leaves,
            enters,
            pull,
        }
    }

    fn port(&self, node: usize, end: End, boxes: &[Rect]) -> (Side, (f64, f64)) {
        let place = &boxes[node];
        let [left, right] = &self.0[node];
        let row = |side: &[End]| side.iter().position(|other| *other == end);
        let y = |row: usize, n: usize| place.y + place.height * (row + 1) as f64 / (n + 1) as f64;
        match row(left) {
            Some(row) => (Side::Left, (place.x, y(row, left.len()))),
            None => {
                let row = row(right).unwrap_or(0);
                (Side::Right, (place.x + place.width, y(row, right.len())))
            }
        }
    }
}
