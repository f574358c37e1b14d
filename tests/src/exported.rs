//! Machines for the tests of the exports, and what the exports must agree with.

use crate::strategies::{Profile, draft};
use checker::{
    Draft, DraftCondition, Float, Incomplete, Limits, Model, Report, Update, Value, Verdict, check,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// What another tool found on one machine. `None`: not asked.
#[derive(Debug)]
pub struct Found {
    /// Some step leaves the bound.
    pub beyond: bool,
    /// For each invariant whether it fails.
    pub fails: Vec<Option<bool>>,
    /// Distinct states, where the tool looked at all of them.
    pub n_states: Option<u64>,
}

/// A machine with our report on it.
pub struct Case {
    /// The machine.
    pub model: Model,
    /// Exhaustive, or ended by the bound of integers.
    pub report: Report,
}

impl Case {
    /// Checks a draft; none if it has too many states for another tool.
    #[must_use]
    pub fn of(draft: Draft) -> Option<Self> {
        let model = draft.build().expect("a well-formed machine");
        let limits = Limits {
            max_states: 3_000,
            ..Limits::default()
        };
        let report = check(&model, &limits).expect("the traces replay");
        match report.completeness {
            Ok(_) | Err(Incomplete::BoundExceeded(_)) => Some(Self { model, report }),
            Err(_) => None,
        }
    }

    /// Panics unless the other tool found what the relation in the
    /// documentation of `checker::export` allows.
    pub fn assert_agrees(&self, found: &Found, context: &str) {
        let Self { model, report } = self;
        let beyond = report.completeness.is_err();
        assert_eq!(
            beyond, found.beyond,
            "step beyond the bound: {model:#?}\n{context}"
        );
        for (ours, fails) in report.invariants.iter().zip(&found.fails) {
            let Some(fails) = *fails else { continue };
            let agrees = match ours.outcome.verdict() {
                Verdict::Proved => !fails && !beyond,
                Verdict::Refuted => fails,
                Verdict::Undetermined => beyond,
            };
            let verdict = ours.outcome.verdict();
            assert!(
                agrees,
                "`{}` is {verdict}, other tool: fails = {fails}\n{model:#?}\n{context}",
                ours.name
            );
        }
        if let Some(n_states) = found.n_states {
            assert_eq!(report.n_states, n_states, "states: {model:#?}\n{context}");
        }
    }
}

/// That many random machines, the same in every run.
#[must_use]
pub fn random_cases(n_cases: usize) -> Vec<Case> {
    let profile = Profile {
        invariants: 1..=4,
        mixed: 0.25,
        odd_names: 0.2,
        int_bounds: vec![1, 2, 3, 5],
        ..Profile::wild()
    };
    let strategy = draft(profile);
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    std::iter::repeat_with(|| strategy.new_tree(&mut runner).expect("a machine").current())
        .filter_map(Case::of)
        .take(n_cases)
        .collect()
}

/// One machine for each fault that exports of this kind are known for.
#[must_use]
pub fn hard_cases() -> Vec<Case> {
    let counter = |name: &str| {
        let draft = Draft::new(name).int_bound(2).field("x", 0);
        draft.transition("up", [], [("x", Update::Add(1))])
    };
    let nasty = "*/ int y; /* (* ====\n---- MODULE x ----\\\r\u{2028}\"'??/";
    let drafts = vec![
        counter("overflow is seen").forbid("p", [("x", 9.into())]),
        counter("names that collide")
            .forbid("p-1", [("x", 1.into())])
            .forbid("p_1", [("x", 9.into())])
            .forbid("p 1", [("x", 2.into())]),
        Draft::new("no half step at the bound")
            .int_bound(1)
            .field("x", 0)
            .field("y", 1)
            .transition("both", [], [("x", 1.into()), ("y", Update::Add(1))])
            .forbid("half", [("x", 1.into())]),
        Draft::new("additions to what is no integer")
            .field("x", true)
            .field("y", "s")
            .field("z", Value::Null)
            .field("done", false)
            .transition(
                "fire",
                [],
                [
                    ("x", Update::Add(1)),
                    ("y", Update::Add(-1)),
                    ("z", Update::Add(i64::MAX)),
                    ("done", true.into()),
                ],
            )
            .transition("alone", [], [("y", Update::Add(1))])
            .forbid("not fired", [("done", true.into())])
            .require(
                "kept",
                [("x", true.into()), ("y", "s".into()), ("z", Value::Null)],
            ),
        [
            "active",
            "init",
            "VARIABLES",
            "beyond",
            "vars",
            "end",
            "P0",
            "Next",
        ]
        .into_iter()
        .fold(Draft::new("never"), |draft, word| {
            draft
                .field(word, 0)
                .transition(word, [(word, 0.into())], [(word, 1.into())])
                .forbid(word, [(word, 2.into())])
        }),
        Draft::new("a terminal state is no error")
            .field("x", 0)
            .transition("stop", [("x", 0.into())], [("x", 1.into())])
            .forbid("p", [("x", 2.into())]),
        Draft::new("stuttering does not matter; the goal is not exported")
            .field("x", 0)
            .transition("go", [("x", 0.into())], [("x", 1.into())])
            .goal(DraftCondition::require([("x", 1.into())]))
            .forbid("p", [("x", 2.into())]),
        Draft::new(nasty)
            .field(nasty, nasty)
            .transition(nasty, [], [(nasty, "2".into())])
            .forbid(nasty, [(nasty, "2".into())]),
        Draft::new("strict states, lenient conditions")
            .int_bound(3)
            .field("x", 0)
            .transition("t", [("x", 0.into())], [("x", true.into())])
            .transition("i", [("x", 0.into())], [("x", 1.into())])
            .transition("f", [("x", 0.into())], [("x", float(1.0).into())])
            .transition("up", [("x", float(1.0))], [("x", Update::Add(1))])
            .forbid("one", [("x", true.into())])
            .forbid("two", [("x", 2.into())])
            .forbid("text", [("x", "1".into())]),
        Draft::new("properties that are constant")
            .field("x", 0)
            .transition("t", [], [("x", 1.into())])
            .forbid("always", [("x", "s".into())])
            .require("never", [("x", "s".into())]),
        Draft::new("initial violation")
            .field("x", 0)
            .transition("t", [], [("x", 0.into())])
            .forbid("p", [("x", 0.into())]),
        Draft::new("old values guard")
            .int_bound(3)
            .field("x", 3)
            .field("y", -3)
            .transition(
                "swap ends",
                [("x", 3.into())],
                [("x", Update::Add(-6)), ("y", Update::Add(6))],
            )
            .require("ends", [("x", (-3).into())]),
        Draft::new("amounts of 64 bits, constants beyond 32")
            .int_bound(i64::from(i32::MAX) * 4)
            .field("x", "no integer")
            .field("big", i64::from(i32::MAX) * 2)
            .transition("max", [], [("x", Update::Add(i64::MAX)), ("big", 7.into())])
            .forbid("seven", [("big", 7.into())])
            .require("big", [("big", (i64::from(i32::MAX) * 2).into())]),
        Draft::new("an amount that always leaves the bound")
            .int_bound(3)
            .field("x", 0)
            .transition("t", [("x", 0.into())], [("x", "s".into())])
            .transition("min", [], [("x", Update::Add(i64::MIN))])
            .forbid("p", [("x", 1.into())]),
        (0..300)
            .fold(
                Draft::new("many fields").transition("t", [], [("f7", 1.into())]),
                |draft, index| draft.field(&format!("f{index}"), 0),
            )
            .require_all_zero(),
    ];
    drafts.into_iter().filter_map(Case::of).collect()
}

fn float(value: f64) -> Value {
    Value::Float(Float::new(value).expect("a finite number"))
}

trait RequireAllZero {
    fn require_all_zero(self) -> Self;
}

impl RequireAllZero for Draft {
    /// One condition that tests every field.
    fn require_all_zero(self) -> Self {
        let fields = self.fields.clone();
        self.require(
            "zero",
            fields.iter().map(|field| (field.as_str(), 0.into())),
        )
    }
}
