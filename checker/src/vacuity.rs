//! Whether a property that holds says anything about the machine.

use crate::warning::cannot_fail;
use crate::{Finding, Incomplete, Limits, Model, Property, ReplayMismatch, Report, Verdict, check};
use std::fmt;

/// How much a property that holds owes to the machine's transitions.
///
/// The idea of mutating a machine to see whether a property notices is that of
/// Chockler, Kupferman and Vardi, "Coverage metrics for temporal logic model
/// checking", TACAS 2001.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vacuity {
    /// The property is refuted, or would be: an invariant without one test of
    /// one guard, a goal without one transition.
    None,
    /// It could fail, but no single such change makes it.
    Insensitive,
    /// It holds whatever the guards are: no transition writes a field that could
    /// make the invariant fail, or every reachable state is a goal state.
    Vacuous,
}

impl fmt::Display for Vacuity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Insensitive => "insensitive",
            Self::Vacuous => "vacuous",
        })
    }
}

/// How vacuous the property of a finding is, or why a search that matters did
/// not finish. Bounded reach rests on its trace, so it is never vacuous.
///
/// It searches once for each test of each guard, or for each transition, until
/// a mutant refutes the property.
///
/// # Errors
/// [`ReplayMismatch`] as [`check`].
///
/// ```
/// use checker::{Draft, Limits, Vacuity, check, vacuity};
/// let limits = Limits::default();
/// let vacuity_of = |draft: Draft| -> Result<Vacuity, Box<dyn std::error::Error>> {
///     let model = draft.build()?;
///     let report = check(&model, &limits)?;
///     let finding = report.findings().next().ok_or("no property")?;
///     Ok(vacuity(&model, &report, &finding, &limits)?.map_err(|why| why.to_string())?)
/// };
/// let door = Draft::new("door")
///     .field("open", false)
///     .field("moving", false)
///     .transition("open", [("moving", false.into())], [("open", true.into())])
///     .forbid("never_both", [("open", true.into()), ("moving", true.into())]);
/// // Nothing moves: the invariant holds whatever the guard says.
/// assert_eq!(vacuity_of(door.clone())?, Vacuity::Vacuous);
/// // Now it rests on two guards.
/// let door = door.transition("move", [("open", false.into())], [("moving", true.into())]);
/// assert_eq!(vacuity_of(door)?, Vacuity::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn vacuity(
    model: &Model,
    report: &Report,
    finding: &Finding<'_>,
    limits: &Limits,
) -> Result<Result<Vacuity, Incomplete>, ReplayMismatch> {
    if let Some(incomplete) = finding.incomplete {
        return Ok(Err(incomplete.clone()));
    }
    if finding.verdict == Verdict::Refuted {
        return Ok(Ok(Vacuity::None));
    }
    match finding.property {
        Property::Within(_) => Ok(Ok(Vacuity::None)),
        Property::Invariant => {
            let model = model.with_invariant_only(finding.name);
            let mut invariants = model.invariants().iter();
            if invariants.any(|invariant| cannot_fail(&model, &invariant.condition)) {
                return Ok(Ok(Vacuity::Vacuous));
            }
            any_refuted(model.without_each_test(), limits)
        }
        Property::Liveness => {
            let liveness = report.liveness.as_ref();
            if liveness.is_some_and(|result| result.n_goal_states == report.n_states) {
                return Ok(Ok(Vacuity::Vacuous));
            }
            any_refuted(model.with_goal_only().without_each_transition(), limits)
        }
    }
}

fn any_refuted(
    mutants: impl Iterator<Item = Model>,
    limits: &Limits,
) -> Result<Result<Vacuity, Incomplete>, ReplayMismatch> {
    let mut answer = Ok(Vacuity::Insensitive);
    for mutant in mutants {
        let report = check(&mutant, limits)?;
        match report.verdict() {
            Verdict::Refuted => return Ok(Ok(Vacuity::None)),
            Verdict::Proved => {}
            Verdict::Undetermined => {
                if let Err(incomplete) = report.completeness {
                    answer = Err(incomplete);
                }
            }
        }
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, DraftCondition, Update};

    fn of(draft: Draft) -> Result<Vacuity, Incomplete> {
        let model = draft.build().unwrap();
        let limits = Limits::default();
        let report = check(&model, &limits).unwrap();
        let finding = report.findings().next().unwrap();
        vacuity(&model, &report, &finding, &limits).unwrap()
    }

    fn counter() -> Draft {
        Draft::new("counter")
            .field("n", 0)
            .field("m", 0)
            .transition("up", [("n", 0.into())], [("n", 1.into())])
            .transition("down", [("n", 1.into())], [("n", 0.into())])
    }

    #[test]
    fn a_property_that_two_guards_keep_is_insensitive() {
        let draft = counter().transition(
            "break",
            [("n", 2.into()), ("m", 1.into())],
            [("n", 3.into())],
        );
        let never_three = [("n", 3.into())];
        assert_eq!(
            of(draft.clone().forbid("i", never_three)),
            Ok(Vacuity::Insensitive)
        );
        let draft = counter().transition("break", [("n", 2.into())], [("n", 3.into())]);
        let never_three = [("n", 3.into())];
        assert_eq!(of(draft.forbid("i", never_three)), Ok(Vacuity::None));
    }

    #[test]
    fn a_refuted_property_is_not_vacuous() {
        assert_eq!(
            of(counter().forbid("i", [("n", 1.into())])),
            Ok(Vacuity::None)
        );
    }

    #[test]
    fn a_goal_rests_on_transitions_or_on_nothing() {
        let goal = |n: i64| DraftCondition::require([("n", n.into())]);
        assert_eq!(of(counter().goal(goal(1))), Ok(Vacuity::None));
        let anything = DraftCondition::require([("m", 0.into())]);
        assert_eq!(of(counter().goal(anything)), Ok(Vacuity::Vacuous));
        let detour = counter().transition("jump", [], [("n", 1.into())]);
        assert_eq!(of(detour.goal(goal(1))), Ok(Vacuity::Insensitive));
    }

    #[test]
    fn a_mutant_that_leaves_the_bound_leaves_it_open() {
        let draft = Draft::new("bounded")
            .field("n", 0)
            .field("ok", true)
            .transition("up", [("n", 0.into())], [("n", Update::Add(1))])
            .transition("touch", [], [("ok", true.into())])
            .forbid("i", [("ok", false.into())]);
        assert!(matches!(of(draft), Err(Incomplete::BoundExceeded(_))));
    }
}
