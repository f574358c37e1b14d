//! Times one way to list simple paths on one workload, for
//! `benches/peers/paths/run.py`: `paths TOOL WORKLOAD` prints the number of paths,
//! nanoseconds, and the peak of memory in KiB; `paths arcs WORKLOAD` prints what
//! the peers read: vertices, then pairs of vertices to ask for, then arcs.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a bench may fail"
)]

use fsm::StateId;
use fsm::count::{Histogram, Method, count};
use fsm::digraph::Digraph;
use fsm::simple_path::{Query, SimplePaths};
use petgraph::graph::{DiGraph, NodeIndex};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Vertices, pairs to ask for, arcs.
type Workload = (u32, Vec<(u32, u32)>, Vec<(u32, u32)>);

fn workload(name: &str) -> Workload {
    if let Some(side) = name.strip_prefix("grid-") {
        let side: u32 = side.parse().unwrap();
        let mut arcs = Vec::new();
        for vertex in 0..side * side {
            if vertex % side + 1 < side {
                arcs.extend([(vertex, vertex + 1), (vertex + 1, vertex)]);
            }
            if vertex + side < side * side {
                arcs.extend([(vertex, vertex + side), (vertex + side, vertex)]);
            }
        }
        return (side * side, vec![(0, side * side - 1)], arcs);
    }
    if let Some(sizes) = name.strip_prefix("random-") {
        let (n, m) = sizes.split_once('-').unwrap();
        let (n, m): (u32, usize) = (n.parse().unwrap(), m.parse().unwrap());
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut draw = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % u64::from(n)) as u32
        };
        let mut arcs = Vec::new();
        while arcs.len() < m {
            let arc = (draw(), draw());
            if arc.0 != arc.1 && !arcs.contains(&arc) {
                arcs.push(arc);
            }
        }
        return (n, vec![(0, 1), (1, 2), (2, 0)], arcs);
    }
    let text = models::fsm::get(name).unwrap();
    let machine = fsm::read::json(&diagnostic::SourceFile::new(name, text)).unwrap();
    let n = machine.n_states() as u32;
    let arcs = machine.arcs().into_iter().map(|id| machine.transition(id));
    let arcs = arcs
        .filter(|arc| arc.from != arc.to)
        .map(|arc| (arc.from.0, arc.to.0));
    let pairs = Query::all_pairs(n as usize).map(|query| (query.source.0, query.target.0));
    (n, pairs.collect(), arcs.collect())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tool, name] = arguments.as_slice() else {
        panic!("paths TOOL WORKLOAD")
    };
    let (n, pairs, arcs) = workload(name);
    if tool == "arcs" {
        println!("{}", serde_json::json!([n, pairs, arcs]));
        return;
    }
    let queries = pairs
        .iter()
        .map(|&(s, t)| Query::between(StateId(s), StateId(t)));
    let ours = Arc::new(Digraph::from_arcs(n as usize, &arcs));
    let peer = DiGraph::<(), (), u32>::from_edges(&arcs);
    let start = Instant::now();
    let n_paths = match tool.as_str() {
        "fsm" => {
            let mut n_paths = 0u64;
            for query in queries {
                let mut paths = SimplePaths::new(&ours, &query);
                while let Some(path) = paths.next_path() {
                    black_box(path);
                    n_paths += 1;
                }
            }
            n_paths.to_string()
        }
        "fsm-count" => {
            let mut total = Histogram::default();
            for query in queries {
                total.add(&count(&ours, &query, Method::Automatic).unwrap());
            }
            total.n_paths().to_string()
        }
        "petgraph" => {
            let mut n_paths = 0u64;
            for (source, target) in pairs {
                let (source, target) = (
                    NodeIndex::new(source as usize),
                    NodeIndex::new(target as usize),
                );
                let paths = petgraph::algo::all_simple_paths::<
                    Vec<_>,
                    _,
                    std::collections::hash_map::RandomState,
                >(&peer, source, target, 0, None);
                for path in paths {
                    black_box(path);
                    n_paths += 1;
                }
            }
            n_paths.to_string()
        }
        _ => panic!("no tool is called {tool}"),
    };
    let nanoseconds = start.elapsed().as_nanos();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak
        .and_then(|peak| peak.split_whitespace().next())
        .unwrap_or("0");
    println!("{n_paths} {nanoseconds} {peak}");
}
