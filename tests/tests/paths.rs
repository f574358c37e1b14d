//! Simple paths of random multigraphs: enumerated, counted and found in parallel,
//! against brute force.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use diagnostic::{Span, Spanned};
use fsm::count::{Method, count};
use fsm::digraph::Digraph;
use fsm::machine::{Draft, DraftTransition};
use fsm::simple_path::{Path, Query, SimplePaths, par_paths};
use fsm::{Machine, StateId};
use plumbline_tests::oracle::paths::{Arc, histogram, simple_paths};
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Transitions and which of two actions each has.
fn graphs() -> impl Strategy<Value = (usize, Vec<(Arc, u8)>)> {
    (1usize..7).prop_flat_map(|n| {
        let arc = (0..n, 0usize..3, 0..n, 0u8..2).prop_map(|(from, condition, to, action)| {
            let arc = Arc {
                from,
                condition,
                to,
            };
            (arc, action)
        });
        (Just(n), prop::collection::vec(arc, 0..18))
    })
}

/// `n_more` states without transitions stand before the others.
fn machine(n: usize, n_more: usize, arcs: &[(Arc, u8)]) -> Machine {
    let name = |state: usize| Spanned::new(format!("s{state}"), Span::default());
    let idle = (0..n_more).map(|state| Spanned::new(format!("idle{state}"), Span::default()));
    let transitions = arcs.iter().map(|(arc, action)| DraftTransition {
        from: name(arc.from),
        condition: arc.condition.to_string(),
        to: name(arc.to),
        actions: vec![action.to_string()],
    });
    let draft = Draft {
        states: idle.chain((0..n).map(name)).collect(),
        transitions: transitions.collect(),
        ..Draft::default()
    };
    draft.build().unwrap()
}

fn arcs_of(machine: &Machine, n_more: usize, path: &Path) -> Vec<Arc> {
    let arcs = path.0.iter().map(|&id| {
        let transition = machine.transition(id);
        Arc {
            from: transition.from.index() - n_more,
            condition: transition.condition.parse().unwrap(),
            to: transition.to.index() - n_more,
        }
    });
    arcs.collect()
}

/// Restrictions of a query.
#[derive(Debug, Clone)]
struct Limits {
    max_edges: Option<u32>,
    avoid: Vec<usize>,
    through: Vec<usize>,
}

fn limits() -> impl Strategy<Value = Limits> {
    let states = || prop::collection::vec(0usize..7, 0..3);
    let avoid = prop_oneof![2 => Just(Vec::new()), 1 => states()];
    let through = prop_oneof![2 => Just(Vec::new()), 1 => states()];
    let max_edges = prop_oneof![2 => Just(None), 1 => (0u32..6).prop_map(Some)];
    (max_edges, avoid, through).prop_map(|(max_edges, avoid, through)| Limits {
        max_edges,
        avoid,
        through,
    })
}

impl Limits {
    fn allow(&self, source: usize, path: &[Arc]) -> bool {
        let has = |state: &usize| source == *state || path.iter().any(|arc| arc.to == *state);
        self.max_edges
            .is_none_or(|most| path.len() <= most as usize)
            && !self.avoid.iter().any(has)
            && self.through.iter().all(has)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn enumeration_and_counts_are_brute_force(
        (n, arcs) in graphs(),
        mut limits in limits(),
        // Few states are words, many are lists: two ways to cut branches.
        n_more in prop_oneof![Just(0usize), Just(70)],
    ) {
        limits.avoid.retain(|state| *state < n);
        limits.through.retain(|state| *state < n);
        let machine = machine(n, n_more, &arcs);
        let graph = Digraph::of(&machine).into();
        let plain: Vec<Arc> = arcs.iter().map(|(arc, _)| *arc).collect();
        let id = |state: &usize| StateId((state + n_more) as u32);
        let mut queries = Vec::new();
        let mut all = Vec::new();
        for source in 0..n {
            for target in 0..n {
                let query = Query {
                    max_edges: limits.max_edges,
                    avoid: limits.avoid.iter().map(id).collect(),
                    through: limits.through.iter().map(id).collect(),
                    cycles: true,
                    ..Query::between(id(&source), id(&target))
                };
                let mut wanted = simple_paths(&plain, source, target);
                wanted.retain(|path| limits.allow(source, path));
                let found: Vec<Path> = SimplePaths::new(&graph, &query).collect();
                let found_arcs: Vec<_> =
                    found.iter().map(|path| arcs_of(&machine, n_more, path)).collect();
                prop_assert_eq!(&found_arcs, &wanted, "{} to {}", source, target);
                for method in [Method::Automatic, Method::Subset, Method::Frontier] {
                    let counts = count(&graph, &query, method).unwrap();
                    let by_edges = (0..).zip(counts.by_edges());
                    let counts: BTreeMap<usize, u64> = by_edges
                        .map(|(n_edges, count)| (n_edges, count.try_into().unwrap()))
                        .filter(|(_, count)| *count > 0)
                        .collect();
                    prop_assert_eq!(&counts, &histogram(&wanted), "{:?}", method);
                }
                if source != target {
                    let without_cycles = Query { cycles: false, ..query.clone() };
                    prop_assert!(SimplePaths::new(&graph, &without_cycles).eq(found.iter().cloned()));
                } else {
                    let without_cycles = Query { cycles: false, ..query.clone() };
                    prop_assert_eq!(SimplePaths::new(&graph, &without_cycles).count(), 0);
                }
                queries.push(query);
                all.extend(found);
            }
        }
        let parallel: Vec<Path> = par_paths(&graph, queries).collect();
        prop_assert_eq!(parallel, all);
    }

    #[test]
    fn parts_are_the_whole_wherever_it_is_split(
        (n, arcs) in graphs(),
        choices in prop::collection::vec((0usize..8, 0usize..4), 1..12),
    ) {
        let machine = machine(n, 0, &arcs);
        let (first, last) = (StateId(0), StateId(n as u32 - 1));
        let whole: Vec<Path> = SimplePaths::between(&machine, first, last).collect();
        // Parts in order, each with what was taken of it before it was split.
        let mut parts = vec![(Vec::new(), SimplePaths::between(&machine, first, last))];
        for (which, n_taken) in choices {
            let which = which % parts.len();
            let (mut taken, mut paths) = parts.remove(which);
            taken.extend(paths.by_ref().take(n_taken));
            let (paths, rest) = paths.split();
            parts.insert(which, (taken, paths));
            // A part given away comes right behind its giver.
            if let Some(rest) = rest {
                parts.insert(which + 1, (Vec::new(), rest));
            }
        }
        let found: Vec<Path> = parts
            .into_iter()
            .flat_map(|(taken, rest)| taken.into_iter().chain(rest))
            .collect();
        prop_assert_eq!(found, whole);
    }
}

/// Arcs both ways between neighbours of a square grid of vertices.
fn grid(side: u32) -> Digraph {
    let mut arcs = Vec::new();
    for vertex in 0..side * side {
        if vertex % side + 1 < side {
            arcs.extend([(vertex, vertex + 1), (vertex + 1, vertex)]);
        }
        if vertex + side < side * side {
            arcs.extend([(vertex, vertex + side), (vertex + side, vertex)]);
        }
    }
    Digraph::from_arcs((side * side) as usize, &arcs)
}

/// OEIS A007764: self-avoiding walks from corner to corner. The bench `paths` has
/// the larger ones.
#[test]
fn grids_have_the_known_numbers_of_paths() {
    let known: [(u32, u64); 5] = [(2, 2), (3, 12), (4, 184), (5, 8512), (7, 575_780_564)];
    for (side, n_paths) in known {
        let graph = grid(side).into();
        let query = Query::between(StateId(0), StateId(side * side - 1));
        let counts = count(&graph, &query, Method::Frontier).unwrap();
        assert_eq!(counts.n_paths(), n_paths.into(), "{side}");
        if side <= 5 {
            assert_eq!(SimplePaths::new(&graph, &query).count() as u64, n_paths);
        }
    }
}

#[test]
fn counting_beyond_the_memory_allowed_claims_nothing() {
    let complete: Vec<(u32, u32)> = (0..40)
        .flat_map(|from| (0..40).map(move |to| (from, to)))
        .collect();
    let graph = Digraph::from_arcs(40, &complete).into();
    let query = Query::between(StateId(0), StateId(39));
    for method in [Method::Subset, Method::Frontier] {
        assert!(fsm::count::count_within(&graph, &query, method, 1 << 20).is_err());
    }
}

/// Numbers of paths beyond 64 bits, by a closed form: a chain of `n` steps of
/// `m` parallel arcs each.
#[test]
fn parallel_arcs_multiply_beyond_machine_words() {
    let (n_steps, n_parallel) = (60, 70u32);
    let arcs: Vec<(u32, u32)> = (0..n_steps)
        .flat_map(|step| std::iter::repeat_n((step, step + 1), n_parallel as usize))
        .collect();
    let graph = Digraph::from_arcs(n_steps as usize + 1, &arcs).into();
    let query = Query::between(StateId(0), StateId(n_steps));
    let subset = count(&graph, &query, Method::Subset).unwrap();
    let frontier = count(&graph, &query, Method::Frontier).unwrap();
    assert_eq!(subset, frontier);
    let digits = subset.n_paths().to_string();
    // 70^60 has 111 digits.
    assert_eq!((digits.len(), &digits[..5]), (111, "50802"));
    let mut paths = SimplePaths::new(&graph, &query);
    assert_eq!(paths.next_path().unwrap().len(), 60);
}
