//! Workloads of known size, for benches and for tests of the search.
//!
//! Each is a rule table with one transition a tested value, as specs written
//! for minicheck are. `n_states` is the number of reachable states, by
//! arithmetic or as every checker measured agrees.

use checker::{Draft, Update, Value};

/// A model and how many states it can reach.
pub struct Workload {
    /// Its name, such as `counters-6-9`.
    pub name: String,
    /// The model, still to be built.
    pub draft: Draft,
    /// Reachable states.
    pub n_states: u64,
}

fn int(value: usize) -> Value {
    // Workload parameters are small; a larger one fails to build its model.
    Value::Int(i64::try_from(value).unwrap_or(i64::MAX))
}

fn update(value: usize) -> Update {
    Update::Set(int(value))
}

/// `k` independent counters from 0 to `max`: (max+1)^k states.
#[must_use]
pub fn counters(k: u32, max: usize) -> Workload {
    let name = format!("counters-{k}-{max}");
    let fields: Vec<_> = (0..k).map(|i| format!("c{i}")).collect();
    let mut draft = Draft::new(&name);
    for field in &fields {
        draft = draft.field(field, 0);
    }
    for field in &fields {
        for v in 0..max {
            let label = format!("inc_{field}_{v}");
            draft = draft.transition(
                &label,
                [(field.as_str(), int(v))],
                [(field.as_str(), update(v + 1))],
            );
        }
    }
    Workload {
        name,
        draft: draft.forbid("c0_in_range", [("c0", int(max + 1))]),
        n_states: (max as u64 + 1).pow(k),
    }
}

/// A `digits`-digit odometer of a base: one successor a state, base^digits deep.
#[must_use]
pub fn odometer(digits: u32, base: usize) -> Workload {
    let name = format!("odo-{digits}-{base}");
    let fields: Vec<_> = (0..digits).map(|i| format!("d{i}")).collect();
    let mut draft = Draft::new(&name);
    for field in &fields {
        draft = draft.field(field, 0);
    }
    for j in 0..fields.len() {
        let (lower, digit) = (&fields[..j], fields[j].as_str());
        for v in 0..base - 1 {
            let when = lower.iter().map(|f| (f.as_str(), int(base - 1)));
            let set = lower.iter().map(|f| (f.as_str(), update(0)));
            draft = draft.transition(
                &format!("carry{j}_{v}"),
                when.chain([(digit, int(v))]),
                set.chain([(digit, update(v + 1))]),
            );
        }
    }
    let when = fields.iter().map(|f| (f.as_str(), int(base - 1)));
    let set = fields.iter().map(|f| (f.as_str(), update(0)));
    Workload {
        name,
        draft: draft
            .transition("wrap", when, set)
            .forbid("in_range", [("d0", int(base))]),
        n_states: (base as u64).pow(digits),
    }
}

/// `k` registers that any step sets to any of `m` values: m^k states, k·m
/// successors each.
#[must_use]
pub fn branch(k: u32, m: usize) -> Workload {
    let name = format!("branch-{k}-{m}");
    let fields: Vec<_> = (0..k).map(|i| format!("r{i}")).collect();
    let mut draft = Draft::new(&name);
    for field in &fields {
        draft = draft.field(field, 0);
        draft = draft.forbid(&format!("{field}_in_range"), [(field.as_str(), int(m))]);
    }
    for field in &fields {
        for v in 0..m {
            draft = draft.transition(
                &format!("set_{field}_{v}"),
                [],
                [(field.as_str(), update(v))],
            );
        }
    }
    Workload {
        name,
        draft,
        n_states: (m as u64).pow(k),
    }
}

/// `n` dining philosophers who take the left fork first; `n_states` is known
/// for 13, 16, 18 and 20 philosophers.
#[must_use]
pub fn philosophers(n: usize) -> Option<Workload> {
    let n_states = match n {
        13 => 94_642,
        16 => 1_331_714,
        18 => 7_761_798,
        20 => 45_239_074,
        _ => return None,
    };
    let name = format!("phil-{n}");
    let mut draft = Draft::new(&name);
    let person = |i: usize| format!("p{i}");
    let fork = |i: usize| format!("f{}", i % n);
    for i in 0..n {
        draft = draft.field(&person(i), 0).field(&fork(i), false);
    }
    for i in 0..n {
        let (p, left, right) = (person(i), fork(i), fork(i + 1));
        let (p, left, right) = (p.as_str(), left.as_str(), right.as_str());
        let neighbour = person((i + 1) % n);
        draft = draft
            .transition(
                &format!("left{i}"),
                [(p, 0.into()), (left, false.into())],
                [(p, 1.into()), (left, true.into())],
            )
            .transition(
                &format!("right{i}"),
                [(p, 1.into()), (right, false.into())],
                [(p, 2.into()), (right, true.into())],
            )
            .transition(
                &format!("put{i}"),
                [(p, 2.into())],
                [(p, 0.into()), (left, false.into()), (right, false.into())],
            )
            .forbid(
                &format!("neighbours{i}"),
                [(p, 2.into()), (neighbour.as_str(), 2.into())],
            );
    }
    Some(Workload {
        name,
        draft,
        n_states,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use checker::{Limits, Tuning, Verdict, check_tuned};
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;

    #[test]
    fn workloads_have_the_states_they_claim() {
        let workloads = [counters(4, 9), odometer(3, 10), branch(4, 6)];
        for workload in workloads.into_iter().chain(philosophers(13)) {
            let model = workload.draft.build().unwrap();
            let sets = [(1 << 20, true), (0, true), (0, false)];
            let ways = sets.into_iter().flat_map(|set| [(1, set), (2, set)]);
            for (threads, (max_bitmap, remainders)) in ways {
                let limits = Limits {
                    threads: NonZeroUsize::new(threads),
                    ..Limits::default()
                };
                let tuning = Tuning {
                    max_bitmap,
                    remainders,
                    cache: 0,
                    wide_level: 100,
                    ..Tuning::default()
                };
                let report =
                    check_tuned(&model, &limits, &tuning, |_| ControlFlow::Continue(())).unwrap();
                assert_eq!(report.n_states, workload.n_states, "{}", workload.name);
                assert_eq!(report.verdict(), Verdict::Proved, "{}", workload.name);
            }
        }
    }
}
