//! Properties that hold of every machine and every input: each a function
//! that panics where it fails, for tests and fuzz targets alike.

pub mod extraction;
pub mod reply;
pub mod spthy;

use crate::oracle::{Answer, Answers, Beyond, Datum, Liveness, Machine, Move, Node, Path, Rules};
use crate::oracle::{Stop, Within};
use checker::{
    BoundExceeded, DEFAULT_INT_BOUND, Draft, Incomplete, Limits, Model, Outcome, Property, Reach,
    Report, Successors, Trace, TransitionSystem, Tuning, Verdict, check, check_on_one_thread,
    check_tuned, check_with_progress, spec, warnings,
};
use diagnostic::SourceFile;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

fn model(draft: &Draft) -> Model {
    draft.clone().build().expect("a well-formed draft")
}

fn checked<T>(system: &T, limits: &Limits) -> Report<T::State, T::Action>
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    check(system, limits).expect("every witness replays")
}

fn expected(draft: &Draft, limits: &Limits) -> Answers {
    let max_states = limits.max_states.try_into().unwrap_or(i64::MAX);
    Machine::new(draft).answers(max_states, limits.within, Rules::OURS)
}

/// Counts, verdicts, traces, liveness and bounded reach equal the oracle's,
/// by the model's own engine and by the generic one.
pub fn agrees_with_oracle(draft: &Draft, limits: &Limits) {
    let expected = expected(draft, limits);
    let report = checked(&model(draft), limits);
    assert_eq!(answers_of_model(&report), expected);
    let report = checked(&Machine::new(draft), limits);
    assert_eq!(answers_of_machine(draft, &report), expected);
}

fn answers_of_machine(draft: &Draft, report: &Report<Node, usize>) -> Answers {
    answers(report, draft.transitions.len(), Clone::clone, |index| {
        *index
    })
}

/// The generic engine answers as the oracle: one thread or three, levels of any
/// width, steps of one state in one piece or cut to several.
pub fn generic_threads_keep_answers(draft: &Draft, limits: &Limits) {
    let expected = expected(draft, limits);
    let machine = Machine::new(draft);
    let alone = check_on_one_thread(&machine, limits, |_| ControlFlow::Continue(()));
    let alone = alone.expect("every witness replays");
    assert_eq!(answers_of_machine(draft, &alone), expected);
    for (threads, batch) in [(1, 1), (1, 3), (3, 1), (3, 2), (2, 9)] {
        let tuning = Tuning {
            wide_level: 2,
            batch,
            ..Tuning::default()
        };
        let limits = Limits {
            threads: NonZeroUsize::new(threads),
            ..*limits
        };
        let report = check_tuned(&machine, &limits, &tuning, |_| ControlFlow::Continue(()));
        let report = report.expect("every witness replays");
        assert_eq!(answers_of_machine(draft, &report), expected, "{tuning:?}");
    }
}

/// The engine's ways to go about a search, each from the first state on.
#[must_use]
pub fn tunings() -> [Tuning; 4] {
    let eager = Tuning {
        plain_steps: 0,
        ..Tuning::default()
    };
    let remainders = Tuning {
        max_bitmap: 0,
        ..eager
    };
    [
        Tuning { batch: 1, ..eager },
        Tuning {
            batch: 7,
            cache: 0,
            tree: Some(true),
            ..eager
        },
        Tuning {
            batch: 3,
            remainders: false,
            tree: Some(false),
            ..remainders
        },
        Tuning {
            tree: Some(true),
            ..remainders
        },
    ]
}

/// Tuning changes nothing: bitmap, remainders, table or tree, batches of any size.
pub fn tuning_keeps_answers(draft: &Draft, limits: &Limits) {
    let expected = expected(draft, limits);
    let model = model(draft);
    for tuning in tunings() {
        let report = check_tuned(&model, limits, &tuning, |_| ControlFlow::Continue(()));
        let report = report.expect("every witness replays");
        assert_eq!(answers_of_model(&report), expected, "{tuning:?}");
    }
}

/// Three threads on levels of any width answer as one.
pub fn threads_keep_answers(draft: &Draft, limits: &Limits) {
    let expected = expected(draft, limits);
    let model = model(draft);
    let limits = Limits {
        threads: NonZeroUsize::new(3),
        ..*limits
    };
    for tuning in tunings() {
        let tuning = Tuning {
            wide_level: 1,
            round: 2,
            cache: 0,
            ..tuning
        };
        let report = check_tuned(&model, &limits, &tuning, |_| ControlFlow::Continue(()));
        let report = report.expect("every witness replays");
        assert_eq!(answers_of_model(&report), expected, "{tuning:?}");
    }
}

/// Every trace can be taken step by step by the oracle, ends in evidence, and
/// is the least of the shortest ones.
pub fn traces_are_evidence(draft: &Draft, limits: &Limits) {
    let machine = Machine::new(draft);
    let report = checked(&model(draft), limits);
    assert_traces_replay(&machine, &report);
    if report.completeness.is_err() {
        return;
    }
    let reached = machine.explore(i64::MAX, Rules::OURS);
    for (index, result) in report.invariants.iter().enumerate() {
        let counterexample = result.outcome.counterexample();
        let transitions = counterexample.map(|trace| path_of_model(trace).transitions);
        assert_eq!(transitions, reached.least_shortest(index));
    }
}

fn assert_traces_replay(machine: &Machine, report: &Report) {
    for (index, finding) in report.findings().enumerate() {
        let Some(trace) = finding.trace else {
            continue;
        };
        let path = path_of_model(trace);
        assert_eq!(machine.follow(&path.transitions).as_ref(), Some(&path));
        let last = path.nodes.last().unwrap();
        assert!(match finding.property {
            Property::Invariant => !machine.holds(index, last),
            Property::Liveness => machine.is_trap(last),
            Property::Within(bound) =>
                machine.is_goal(last) && path.transitions.len() <= bound as usize,
        });
    }
}

/// The verdict of all is the combined one, and a proof needs exhaustion.
pub fn verdicts_rest_on_evidence(draft: &Draft, limits: &Limits) {
    let report = checked(&model(draft), limits);
    let verdicts: Vec<_> = report.findings().map(|finding| finding.verdict).collect();
    let overall = if verdicts.contains(&Verdict::Refuted) {
        Verdict::Refuted
    } else if verdicts.contains(&Verdict::Undetermined) || verdicts.is_empty() {
        Verdict::Undetermined
    } else {
        Verdict::Proved
    };
    assert_eq!(report.verdict(), overall);
    for finding in report.findings() {
        let is_invariant_or_liveness = !matches!(finding.property, Property::Within(_));
        if finding.verdict == Verdict::Proved && is_invariant_or_liveness {
            assert!(report.completeness.is_ok());
        }
        let is_unknown = finding.verdict == Verdict::Undetermined;
        assert_eq!(finding.incomplete.is_some(), is_unknown);
    }
    if report.completeness.is_ok() {
        let machine = Machine::new(draft);
        let all = machine.explore(i64::MAX, Rules::OURS);
        assert_eq!(report.n_states, all.nodes.len() as u64);
        assert_eq!(all.stop, None);
    }
}

/// Other names for the fields change nothing but a message.
pub fn renaming_keeps_answers(draft: &Draft, limits: &Limits) {
    let new_name = |name: &str| {
        let fields = draft.fields.iter();
        let index = fields.rev().position(|field| field == name).unwrap();
        format!("renamed {index}")
    };
    let mut renamed = draft.clone();
    let conditions = renamed
        .invariants
        .iter_mut()
        .map(|(_, condition)| condition);
    let tests = conditions
        .chain(&mut renamed.goal)
        .flat_map(|condition| &mut condition.tests);
    let mut names: Vec<&mut String> = tests.map(|(name, _)| name).collect();
    names.extend(renamed.fields.iter_mut());
    names.extend(renamed.initial.iter_mut().map(|(name, _)| name));
    for transition in &mut renamed.transitions {
        names.extend(transition.when.iter_mut().map(|(name, _)| name));
        names.extend(transition.set.iter_mut().map(|(name, _)| name));
    }
    for name in names {
        *name = new_name(name);
    }
    let mut before = answers_of_model(&checked(&model(draft), limits));
    for beyond in before.beyonds_mut() {
        beyond.field = new_name(&beyond.field);
    }
    assert_eq!(answers_of_model(&checked(&model(&renamed), limits)), before);
}

/// The order of fields and of invariants permutes states and results only.
pub fn permuting_keeps_answers(draft: &Draft, limits: &Limits, rotation: usize) {
    let mut permuted = draft.clone();
    let n_fields = draft.fields.len();
    let n_invariants = draft.invariants.len().max(1);
    permuted.fields.reverse();
    permuted.fields.rotate_left(rotation % n_fields);
    permuted.invariants.reverse();
    let by = (rotation % n_invariants).min(draft.invariants.len());
    permuted.invariants.rotate_left(by);

    let mut before = answers_of_model(&checked(&model(draft), limits));
    for path in before.paths_mut() {
        for node in &mut path.nodes {
            node.reverse();
            node.rotate_left(rotation % n_fields);
        }
    }
    before.invariants.reverse();
    before.invariants.rotate_left(by);
    assert_eq!(
        answers_of_model(&checked(&model(&permuted), limits)),
        before
    );
}

/// With little memory every answer is the unlimited one or undetermined, and
/// what was counted is a part of the whole.
pub fn memory_only_loses_answers(draft: &Draft, limits: &Limits, max_memory: u64) {
    let full = checked(&model(draft), limits);
    let limited = Limits {
        max_memory: Some(max_memory),
        ..*limits
    };
    let report = checked(&model(draft), &limited);
    only_loses_answers(draft, &full, &report);
}

/// The same where the progress callback stops the check.
pub fn interruption_only_loses_answers(draft: &Draft, limits: &Limits, looks: u32) {
    let full = checked(&model(draft), limits);
    let mut left = looks;
    let report = check_with_progress(&model(draft), limits, |_| {
        left = left.saturating_sub(1);
        if left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    only_loses_answers(draft, &full, &report.expect("every witness replays"));
}

/// Whether `part`, from a search with less to use up, says no more than `full`
/// and nothing else.
pub fn only_loses_answers(draft: &Draft, full: &Report, part: &Report) {
    assert!(part.n_states <= full.n_states && part.n_edges <= full.n_edges);
    if part.completeness.is_ok() {
        assert_eq!((part.n_states, part.n_edges), (full.n_states, full.n_edges));
        assert_eq!(part.completeness, full.completeness);
    }
    assert_traces_replay(&Machine::new(draft), part);
    for (part, full) in part.findings().zip(full.findings()) {
        assert_eq!((part.property, part.name), (full.property, full.name));
        if part.verdict == Verdict::Undetermined {
            continue;
        }
        assert_eq!(part.verdict, full.verdict);
        // Which trap is the first one depends on how much was searched.
        if part.property != Property::Liveness {
            assert_eq!(part.trace, full.trace);
        }
    }
}

/// Any bytes are a spec or have faults that can be shown; a spec that was read
/// is written and read again as the same model, and can be checked.
pub fn spec_bytes(bytes: &[u8]) {
    let source = match SourceFile::from_bytes("spec.json", bytes.to_vec()) {
        Ok(source) => source,
        Err(error) => {
            assert!(!error.diagnostic().message.is_empty());
            return;
        }
    };
    let is_checkable = spec::read_checkable(&source, DEFAULT_INT_BOUND).is_ok();
    match spec::read(&source, DEFAULT_INT_BOUND) {
        Err(errors) => {
            assert!(!errors.is_empty() && !is_checkable);
            let diagnostics: Vec<_> = errors.iter().map(spec::SpecError::diagnostic).collect();
            assert!(!diagnostic::render(&source, &diagnostics, false).is_empty());
        }
        Ok(model) => {
            let has_question = !Model::invariants(&model).is_empty() || model.goal().is_some();
            assert_eq!(is_checkable, has_question);
            let written = SourceFile::new("written.json", spec::write(&model));
            let again = spec::read(&written, DEFAULT_INT_BOUND);
            assert_eq!(again.as_ref(), Ok(&model));
            let limits = Limits {
                max_states: 100,
                within: Some(3),
                ..Limits::default()
            };
            let report = checked(&model, &limits);
            assert!(report.n_states <= limits.max_states);
            let shown = warnings(&model, Some(&report));
            assert!(shown.iter().all(|warning| !warning.to_string().is_empty()));
        }
    }
}

/// The oracle's machine behind the generic trait.
impl TransitionSystem for Machine {
    type State = Node;
    type Action = usize;

    fn initial(&self) -> Node {
        self.initial().clone()
    }

    fn successors(&self, state: &Node, out: &mut Successors<'_, Node, usize>) {
        for transition in 0..self.n_transitions() {
            match self.step(state, transition) {
                Move::Disabled => {}
                Move::To(next) => out.push(transition, next),
                Move::Beyond(beyond) => out.exceed(
                    transition,
                    BoundExceeded {
                        transition: beyond.label,
                        field: beyond.field,
                        value: beyond.value,
                        int_bound: beyond.int_bound,
                    },
                ),
            }
        }
    }

    fn invariants(&self) -> Vec<String> {
        Self::invariants(self)
    }

    fn holds(&self, invariant: usize, state: &Node) -> bool {
        Self::holds(self, invariant, state)
    }

    fn has_goal(&self) -> bool {
        Self::has_goal(self)
    }

    fn is_goal(&self, state: &Node) -> bool {
        Self::is_goal(self, state)
    }

    fn declared_index(&self, action: &usize) -> Option<usize> {
        Some(*action)
    }
}

/// A report of a model in the oracle's terms.
#[must_use]
pub fn answers_of_model(report: &Report) -> Answers {
    // More transitions than any machine here has; none beyond the last fired.
    answers(report, 64, node_of_state, |id| id.index())
}

fn node_of_state(state: &checker::State) -> Node {
    state.iter().map(Datum::from).collect()
}

fn path_of_model(trace: &Trace<checker::State, checker::TransitionId>) -> Path {
    path(trace, node_of_state, |id| id.index())
}

fn path<S, A>(trace: &Trace<S, A>, node: impl Fn(&S) -> Node, index: impl Fn(&A) -> usize) -> Path {
    let actions = trace.steps().iter().filter_map(|step| step.action.as_ref());
    Path {
        transitions: actions.map(index).collect(),
        nodes: trace.steps().iter().map(|step| node(&step.state)).collect(),
    }
}

fn answers<S, A>(
    report: &Report<S, A>,
    n_transitions: usize,
    node: impl Fn(&S) -> Node,
    index: impl Fn(&A) -> usize,
) -> Answers {
    let path = |trace: &Trace<S, A>| path(trace, &node, &index);
    let answer = |outcome: &Outcome<Trace<S, A>>| match outcome {
        Outcome::Holds(_) => Answer::Holds,
        Outcome::Violated(trace) => Answer::Fails(path(trace)),
        Outcome::Unknown(incomplete) => Answer::Unknown(stop(incomplete)),
    };
    let invariants = report.invariants.iter();
    Answers {
        n_states: report.n_states,
        n_edges: report.n_edges,
        depth: report.depth,
        stop: report.completeness.as_ref().err().map(stop),
        invariants: invariants
            .map(|result| (result.name.clone(), answer(&result.outcome)))
            .collect(),
        liveness: report.liveness.as_ref().map(|result| Liveness {
            answer: answer(&result.outcome),
            n_states: report.n_states,
            n_goal_states: result.n_goal_states,
        }),
        within: report.within.as_ref().map(|result| match &result.outcome {
            Reach::Reached(trace) => Within::Reached(path(trace)),
            Reach::NotReached { steps_to_goal } => Within::NotReached(*steps_to_goal),
            Reach::Unknown(incomplete) => Within::Unknown(stop(incomplete)),
        }),
        fired: (0..n_transitions)
            .filter(|index| report.has_fired(*index))
            .collect(),
    }
}

fn stop(incomplete: &Incomplete) -> Stop {
    match incomplete {
        Incomplete::StateLimit { limit } => Stop::States(i64::try_from(*limit).unwrap()),
        Incomplete::BoundExceeded(exceeded) => Stop::Beyond(Beyond {
            label: exceeded.transition.clone(),
            field: exceeded.field.clone(),
            value: exceeded.value,
            int_bound: exceeded.int_bound,
        }),
        other => panic!("a search without such a limit stopped: {other}"),
    }
}

impl Answers {
    fn paths_mut(&mut self) -> Vec<&mut Path> {
        let invariants = self.invariants.iter_mut().map(|(_, answer)| answer);
        let liveness = self.liveness.iter_mut().map(|live| &mut live.answer);
        let mut paths: Vec<_> = invariants
            .chain(liveness)
            .filter_map(|answer| match answer {
                Answer::Fails(path) => Some(path),
                _ => None,
            })
            .collect();
        if let Some(Within::Reached(path)) = &mut self.within {
            paths.push(path);
        }
        paths
    }

    fn beyonds_mut(&mut self) -> Vec<&mut Beyond> {
        let invariants = self.invariants.iter_mut().map(|(_, answer)| answer);
        let liveness = self.liveness.iter_mut().map(|live| &mut live.answer);
        let stops = invariants
            .chain(liveness)
            .filter_map(|answer| match answer {
                Answer::Unknown(stop) => Some(stop),
                _ => None,
            });
        let within = self.within.iter_mut().filter_map(|within| match within {
            Within::Unknown(stop) => Some(stop),
            _ => None,
        });
        stops
            .chain(&mut self.stop)
            .chain(within)
            .filter_map(|stop| match stop {
                Stop::Beyond(beyond) => Some(beyond),
                Stop::States(_) => None,
            })
            .collect()
    }
}
