//! In which order the frontier method looks at vertices.

use super::Part;
use std::collections::VecDeque;

/// Neighbours of each vertex, whichever way the arcs go.
pub(super) fn neighbours(part: &Part) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); part.leaving.len()];
    for (tail, row) in (0..).zip(&part.leaving) {
        for &(head, _) in row {
            neighbours[tail as usize].push(head);
            neighbours[head as usize].push(tail);
        }
    }
    for row in &mut neighbours {
        row.sort_unstable();
        row.dedup();
    }
    neighbours
}

/// The order, of several, in which the frontiers are the smallest.
pub(super) fn best(part: &Part, neighbours: &[Vec<u32>]) -> Vec<u32> {
    let from_source = breadth_first(neighbours, part.source);
    let mut orders = vec![
        greedy(neighbours, part.source),
        greedy(neighbours, part.target),
        breadth_first(neighbours, part.target),
    ];
    if let Some(&farthest) = from_source.last() {
        orders.push(greedy(neighbours, farthest));
        orders.push(breadth_first(neighbours, farthest));
    }
    orders.push(from_source);
    let cost = |order: &Vec<u32>| -> f64 {
        let sizes = frontiers(neighbours, order);
        sizes.into_iter().map(|size| 3f64.powi(size)).sum()
    };
    let best = orders
        .into_iter()
        .min_by(|a, b| cost(a).total_cmp(&cost(b)));
    best.unwrap_or_default()
}

/// How many vertices not looked at have a neighbour that was, after each vertex.
fn frontiers(neighbours: &[Vec<u32>], order: &[u32]) -> Vec<i32> {
    let mut is_known = vec![false; neighbours.len()];
    let mut size = 0;
    let sizes = order.iter().map(|&vertex| {
        size -= i32::from(std::mem::replace(&mut is_known[vertex as usize], true));
        for &other in &neighbours[vertex as usize] {
            size += i32::from(!std::mem::replace(&mut is_known[other as usize], true));
        }
        size
    });
    sizes.collect()
}

fn breadth_first(neighbours: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut is_known = vec![false; neighbours.len()];
    is_known[start as usize] = true;
    let mut queue = VecDeque::from([start]);
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some(vertex) = queue.pop_front() {
        order.push(vertex);
        for &other in &neighbours[vertex as usize] {
            if !std::mem::replace(&mut is_known[other as usize], true) {
                queue.push_back(other);
            }
        }
    }
    order
}

/// Always the vertex of the frontier that adds the fewest; of those the one that
/// has been there longest.
fn greedy(neighbours: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut is_known = vec![false; neighbours.len()];
    is_known[start as usize] = true;
    let mut frontier = vec![start];
    let mut order = Vec::with_capacity(neighbours.len());
    while !frontier.is_empty() {
        let n_new = |vertex: u32| {
            let row = neighbours[vertex as usize].iter();
            row.filter(|other| !is_known[**other as usize]).count()
        };
        let position = (0..frontier.len()).min_by_key(|&position| n_new(frontier[position]));
        let vertex = frontier.remove(position.unwrap_or(0));
        order.push(vertex);
        for &other in &neighbours[vertex as usize] {
            if !std::mem::replace(&mut is_known[other as usize], true) {
                frontier.push(other);
            }
        }
    }
    order
}
