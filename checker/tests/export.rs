//! The wording of both exports. Whether they are right is not shown here but
//! by the runs of SPIN and TLC in the integration package.

// A panic is how a test reports.
#![allow(clippy::unwrap_used, clippy::panic)]

use checker::export::{ExportError, promela, tla};
use checker::{Draft, DraftCondition, Model, Update, Value};

fn promela(model: &Model) -> String {
    let mut out = Vec::new();
    promela::write(model, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn tla(model: &Model) -> String {
    let mut out = Vec::new();
    tla::write(model, &mut out).unwrap();
    out.extend(b"\n# Machine.cfg\n");
    tla::write_config(model, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Two processes and a lock.
fn mutex() -> Model {
    let free = |process| [(process, 0.into()), ("lock", 0.into())];
    let held = |process| [(process, 1.into()), ("lock", 1.into())];
    let update = |pairs: [(&'static str, Value); 2]| pairs.map(|(f, v)| (f, Update::Set(v)));
    ["a", "b"]
        .into_iter()
        .fold(
            Draft::new("mutex")
                .field("a", 0)
                .field("b", 0)
                .field("lock", 0),
            |draft, process| {
                draft
                    .transition("enter", free(process), update(held(process)))
                    .transition("leave", [(process, 1.into())], update(free(process)))
            },
        )
        .forbid("not_both", [("a", 1.into()), ("b", 1.into())])
        .build()
        .unwrap()
}

/// Additions to a field that also holds other values, with a goal.
fn counter() -> Model {
    Draft::new("counter")
        .int_bound(3)
        .field("n", Value::Null)
        .transition("start", [("n", Value::Null)], [("n", 0.into())])
        .transition("up", [], [("n", Update::Add(1))])
        .transition("stop", [("n", true.into())], [("n", "end".into())])
        .forbid("two", [("n", 2.into())])
        .goal(DraftCondition::require([("n", "end".into())]))
        .build()
        .unwrap()
}

/// Names that are words or comment marks of the other languages.
fn names() -> Model {
    Draft::new("*/ (* ====\n---- MODULE x ----")
        .field("init", false)
        .field("VARIABLES", "*/")
        .transition("do", [], [("init", true.into())])
        .forbid("p-1", [("init", true.into())])
        .require("p_1", [("VARIABLES", "*/".into())])
        .build()
        .unwrap()
}

#[test]
fn promela_of_three_machines() {
    insta::assert_snapshot!("mutex.pml", promela(&mutex()));
    insta::assert_snapshot!("counter.pml", promela(&counter()));
    insta::assert_snapshot!("names.pml", promela(&names()));
}

#[test]
fn tla_of_three_machines() {
    insta::assert_snapshot!("mutex.tla", tla(&mutex()));
    insta::assert_snapshot!("counter.tla", tla(&counter()));
    insta::assert_snapshot!("names.tla", tla(&names()));
}

#[test]
fn a_module_has_the_name_of_its_file_or_none() {
    let write = |name: &str| tla::write_named(&mutex(), name, &mut Vec::new());
    assert!(write("mutex_2").is_ok());
    for name in [
        "", "2x", "a-b", "a b", "MODULE", "Next", "v0", "t12", "vars", "Integers", "é",
    ] {
        let refused = matches!(write(name), Err(ExportError::ModuleName { .. }));
        assert!(refused, "{name}");
    }
}
