//! A search small enough for miri, which follows every step of every thread.

use super::Tuning;
use crate::{Draft, DraftCondition, Limits, Model, Update, Verdict, check_tuned};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Values of a dial.
const N: i64 = 6;

/// Two dials, of which one turns on by one.
fn dials() -> Model {
    let names = ["left", "right", "stuck"];
    let mut draft = Draft::new("dials");
    for name in names {
        draft = draft.field(name, 0);
    }
    for name in names {
        for value in 0..N {
            let next = match (value + 1) % N {
                0 => Update::Set(0.into()),
                _ => Update::Add(1),
            };
            let mut guard = vec![(name, value.into())];
            if name == "stuck" {
                guard.push(("left", N.into()));
            }
            draft = draft.transition("turn", guard, [(name, next)]);
        }
    }
    draft
        .forbid(
            "apart",
            [("left", (N - 1).into()), ("right", (N - 1).into())],
        )
        .goal(DraftCondition::require([
            ("left", 0.into()),
            ("right", 0.into()),
        ]))
        .build()
        .unwrap()
}

#[test]
fn two_threads_turn_two_dials() {
    let limits = Limits {
        threads: NonZeroUsize::new(2),
        ..Limits::default()
    };
    let bitmap = Tuning {
        max_bitmap: 1 << 16,
        cache: 0,
        remainders: true,
        plain_steps: 20,
        batch: 3,
        wide_level: 3,
        round: 2,
        tree: None,
    };
    let remainders = Tuning {
        max_bitmap: 0,
        ..bitmap
    };
    let table = Tuning {
        remainders: false,
        ..remainders
    };
    let model = dials();
    for tuning in [bitmap, remainders, table] {
        let report = check_tuned(&model, &limits, &tuning, |_| ControlFlow::Continue(()));
        let report = report.unwrap();
        assert!(report.completeness.is_ok());
        assert_eq!((report.n_states, report.n_edges), (36, 72));
        let trace = report.invariants[0].outcome.counterexample().unwrap();
        assert_eq!(trace.n_transitions(), 10);
        assert_eq!(report.liveness.unwrap().outcome.verdict(), Verdict::Proved);
    }
}
