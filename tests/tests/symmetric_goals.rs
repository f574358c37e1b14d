//! Normal forms of goals made to be hard: symmetric, regular, deep, large.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::NormalForm;
use crost::goal::{BoundVars, Normal, normalize};
use plumbline_tests::oracle::obligation::{Bound, Level};
use plumbline_tests::rewording::{Dice, Rewording};
use spthy_parse::{Arena, Sort, parse_goal};
use std::fmt::Write;

const BOUND: (Sort, &str) = (Sort::Msg, "x");

fn label(text: &str) -> Normal {
    let arena = Arena::new();
    let goal = parse_goal(text, &arena).unwrap();
    normalize(&goal, &BoundVars::from_iter([BOUND]), NormalForm::Local)
}

/// The goal's label, which it keeps however it is written; none where the search
/// for it was given up.
fn stable_label(text: &str, n_times: u64) -> Option<String> {
    let arena = Arena::new();
    let goal = parse_goal(text, &arena).unwrap();
    let bound = Bound::from([BOUND]);
    let label = label(text);
    for seed in 0..n_times {
        let mut dice = Dice(seed);
        let mut rewording = Rewording::new(&arena, &mut dice, Level::Local, &bound);
        let other = rewording.goal(&goal);
        let new_bound = rewording.new_bound.iter().copied().collect();
        let other = normalize(&other, &new_bound, NormalForm::Local);
        assert_eq!(label.is_canonical, other.is_canonical, "{text}");
        assert!(
            !label.is_canonical || label.text == other.text,
            "{text}\n{}\n{}",
            label.text,
            other.text
        );
    }
    label.is_canonical.then_some(label.text)
}

type Graph = Vec<(usize, usize)>;

/// Each edge a disjunct; each vertex a variable whose name is forgotten.
fn graph_goal(edges: &Graph) -> String {
    let edges = edges.iter().map(|(a, b)| format!("(x.{a} = x.{b})"));
    edges.collect::<Vec<_>>().join(" ∥ ")
}

/// The same with the vertices bound, under a conjunction of facts.
fn bound_graph_goal(edges: &Graph) -> String {
    let n = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap();
    let vars: Vec<String> = (0..n).map(|at| format!("y.{at}")).collect();
    let edges = edges
        .iter()
        .map(|(a, b)| format!("P( (y.{a} ⊕ y.{b}) ) @ #i"));
    format!(
        "(∃ {}. {})",
        vars.join(" "),
        edges.collect::<Vec<_>>().join(" ∧ ")
    )
}

fn edges(n: usize, has_edge: impl Fn(usize, usize) -> bool) -> Graph {
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| has_edge(a, b)).collect()
}

/// The graph of Cai, Fürer and Immerman over the complete graph of four, plain or
/// with one edge twisted.
fn cai_furer_immerman(is_twisted: bool) -> Graph {
    let mut names: Vec<String> = Vec::new();
    let mut number = |name: String| {
        let known = names.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
    };
    let mut graph = Graph::new();
    for vertex in 0..4_usize {
        let others: Vec<usize> = (0..4).filter(|&other| other != vertex).collect();
        for subset in (0..8_usize).filter(|subset| subset.count_ones() % 2 == 0) {
            let middle = number(format!("{vertex}:{subset}"));
            for (place, other) in others.iter().enumerate() {
                let side = subset >> place & 1;
                graph.push((middle, number(format!("{vertex}-{other}:{side}"))));
            }
        }
        for &other in others.iter().filter(|&&other| other > vertex) {
            for side in 0..2 {
                let is_crossed = is_twisted && (vertex, other) == (0, 1);
                let across = side ^ usize::from(is_crossed);
                let end = number(format!("{vertex}-{other}:{side}"));
                graph.push((end, number(format!("{other}-{vertex}:{across}"))));
            }
        }
    }
    graph
}

#[test]
fn interchangeable_variables_stay_canonical() {
    for n in 2..=40 {
        let vars: Vec<String> = (0..n).map(|at| format!("x.{at}")).collect();
        let pairs: Vec<String> = (0..n)
            .map(|at| format!("f(x.{at}, x.{})", at + n))
            .collect();
        let ring: Vec<String> = (0..n)
            .map(|at| format!("f(x.{at}, x.{})", (at + 1) % n))
            .collect();
        for parts in [vars, pairs, ring] {
            let goal = format!("!KU( ({}) ) @ #vk", parts.join(" ⊕ "));
            assert!(stable_label(&goal, 2).is_some(), "{goal}");
        }
    }
}

#[test]
fn graphs_that_refinement_cannot_tell_apart_have_labels_of_their_own() {
    let cell = |at: usize| (at / 4, at % 4);
    // Two strongly regular graphs with parameters (16, 6, 2, 2).
    let rook = edges(16, |a, b| {
        let ((r, c), (s, d)) = (cell(a), cell(b));
        r == s || c == d
    });
    let shrikhande = edges(16, |a, b| {
        let ((r, c), (s, d)) = (cell(a), cell(b));
        let difference = ((r + 4 - s) % 4, (c + 4 - d) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&difference)
    });
    assert_eq!((rook.len(), shrikhande.len()), (48, 48));
    let hexagon = edges(6, |a, b| (a + 1) % 6 == b || (b + 1) % 6 == a);
    let triangles = edges(6, |a, b| a / 3 == b / 3);
    let prism = edges(6, |a, b| a / 3 == b / 3 || a % 3 == b % 3);
    let utility = edges(6, |a, b| a % 2 != b % 2);
    let pairs = [
        (rook, shrikhande),
        (hexagon, triangles),
        (prism, utility),
        (cai_furer_immerman(false), cai_furer_immerman(true)),
    ];
    for (one, other) in pairs {
        for goal in [graph_goal, bound_graph_goal] {
            let (one, other) = (stable_label(&goal(&one), 6), stable_label(&goal(&other), 6));
            assert!(one.is_some() && other.is_some());
            assert_ne!(one, other);
        }
    }
    // Every vertex alike to refinement, and few alike.
    let mut rings = Graph::new();
    let mut start = 0;
    for length in [3, 4, 3] {
        rings.extend((0..length).map(|at| (start + at, start + (at + 1) % length)));
        start += length;
    }
    for goal in [graph_goal, bound_graph_goal] {
        assert!(stable_label(&goal(&rings), 12).is_some());
    }
    // Highly symmetric ones.
    let cube = edges(32, |a, b| (a ^ b).count_ones() == 1);
    let subsets: Vec<u32> = (0..32_u32).filter(|set| set.count_ones() == 2).collect();
    let petersen = edges(10, |a, b| subsets[a] & subsets[b] == 0);
    let complete = edges(20, |_, _| true);
    for graph in [cube, petersen, complete] {
        assert!(stable_label(&graph_goal(&graph), 6).is_some());
    }
}

#[test]
fn repeated_graphs_count_once() {
    let ring = edges(7, |a, b| (a + 1) % 7 == b || (b + 1) % 7 == a);
    let once = bound_graph_goal(&ring);
    let turned: Graph = ring.iter().map(|(a, b)| (a * 3 % 7, b * 3 % 7)).collect();
    let twice = format!("{once} ∥ {}", bound_graph_goal(&turned));
    assert_eq!(label(&once), label(&twice));
}

/// Deepest nesting that is read, as operators that are not flattened.
fn nested(depth: usize, open: impl Fn(usize) -> String, close: &str) -> String {
    let mut text = String::new();
    for level in 0..depth {
        text.push_str(&open(level));
    }
    text.push_str("x = x");
    text.push_str(&close.repeat(depth));
    text
}

#[test]
fn hostile_goals_end() {
    let mut goals: Vec<(&str, String)> = Vec::new();
    let sum = |n: usize| {
        let vars: Vec<String> = (0..n).map(|at| format!("x.{at}")).collect();
        format!("!KU( ({}) ) @ #vk", vars.join(" ⊕ "))
    };
    goals.push(("one sum of 5,000 variables", sum(5_000)));
    goals.push(("one sum of 100,000 variables", sum(100_000)));
    let ring: Graph = (0..20_000).map(|at| (at, (at + 1) % 20_000)).collect();
    goals.push(("a ring of 20,000", graph_goal(&ring)));
    goals.push((
        "a bound ring of 2,000",
        bound_graph_goal(&ring[..2_000].to_vec()),
    ));
    let pairs: Graph = (0..3_000).map(|at| (2 * at, 2 * at + 1)).collect();
    goals.push(("3,000 pairs", graph_goal(&pairs)));
    let wide = |level: usize| {
        let mut text = String::from("(");
        for at in 0..300 {
            let _ = write!(
                text,
                "x.{at} = x.{} {} ",
                (at * 7 + level) % 300,
                ["∨", "∧"][level % 2]
            );
        }
        text
    };
    goals.push(("a wide formula, nested", nested(90, wide, ")")));
    let same = "(∃ y z. P( y, z ) @ #i ∧ P( z, y ) @ #i)".to_owned();
    goals.push(("20,000 repeated disjuncts", vec![same; 20_000].join(" ∥ ")));
    let quantified = |level: usize| format!("(∃ y.{level} z.{level}. y.{level} = z.{level} ∧ ");
    goals.push(("nested quantifiers", nested(60, quantified, ")")));
    let mut doubled = String::from("x = x.1");
    for level in 0..14 {
        let sign = ["∨", "∧"][level % 2];
        doubled = format!("(∃ y. P( y ) @ #i ∧ ({doubled} {sign} {doubled}))");
    }
    goals.push(("doubled at each level", doubled));
    for (name, goal) in goals {
        let arena = Arena::new();
        let start = std::time::Instant::now();
        match parse_goal(&goal, &arena) {
            Ok(goal) => {
                let bound = BoundVars::from_iter([BOUND]);
                let label = normalize(&goal, &bound, NormalForm::Local);
                println!(
                    "{name}: canonical: {}, {} bytes, {:?}",
                    label.is_canonical,
                    label.text.len(),
                    start.elapsed()
                );
                assert!(!label.text.is_empty());
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
}
