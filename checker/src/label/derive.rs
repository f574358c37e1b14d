//! The facts of a label, found again.

use super::Label;
use crate::{
    Incomplete, Limits, Model, Property, ReplayMismatch, Vacuity, Verdict, check, vacuity,
};
use diagnostic::{Diagnostic, Span};

/// What the engine finds of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The verdict.
    pub verdict: Verdict,
    /// What only finished searches tell, or why one did not finish.
    pub whole: Result<Whole, Incomplete>,
}

/// What the engine finds once it has seen every reachable state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// Reachable states.
    pub reachable_states: u64,
    /// Steps between them.
    pub transitions: u64,
    /// Steps of the shortest counterexample, if there is one.
    pub counterexample_steps: Option<u64>,
    /// What the property owes to the guards.
    pub vacuity: Vacuity,
}

/// Searches the machine for what a label says of `property`; none where the
/// model has no such property.
///
/// # Errors
/// [`ReplayMismatch`] as [`check`].
pub fn derive(
    model: &Model,
    property: &str,
    limits: &Limits,
) -> Result<Option<Facts>, ReplayMismatch> {
    let report = check(model, limits)?;
    let mut findings = report.findings();
    let Some(finding) = findings.find(|finding| {
        finding.name == property && !matches!(finding.property, Property::Within(_))
    }) else {
        return Ok(None);
    };
    let whole = match &report.completeness {
        Err(incomplete) => Err(incomplete.clone()),
        Ok(_) => vacuity(model, &report, &finding, limits)?.map(|vacuity| Whole {
            reachable_states: report.n_states,
            transitions: report.n_edges,
            counterexample_steps: finding.trace.map(|trace| trace.n_transitions() as u64),
            vacuity,
        }),
    };
    Ok(Some(Facts {
        verdict: finding.verdict,
        whole,
    }))
}

/// How a label stands to the facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Every fact is as the label says.
    Agrees,
    /// The label says something else; never an empty list.
    Drifts(Vec<Difference>),
    /// Nothing contradicts the label, but not every fact was found again.
    Undetermined(Incomplete),
}

/// One thing that a label says and that is not so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The key.
    pub key: &'static str,
    /// What the label says.
    pub claimed: String,
    /// What was found.
    pub found: String,
    /// Where the label says it.
    pub span: Span,
}

impl Difference {
    /// The difference for [`diagnostic::render`].
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let Self {
            key,
            claimed,
            found,
            span,
        } = self;
        Diagnostic::error(format!("`{key}` is said to be {claimed}, and is {found}"))
            .at(*span)
            .label(found.clone())
    }
}

/// Holds a label against the facts about its property.
#[must_use]
pub fn compare(label: &Label, facts: &Facts) -> Standing {
    let mut differences = Vec::new();
    let mut differ = |key, claimed: String, found: String, span| {
        if claimed != found {
            differences.push(Difference {
                key,
                claimed,
                found,
                span,
            });
        }
    };
    let claimed = if label.kind.value.is_violated() {
        Verdict::Refuted
    } else {
        Verdict::Proved
    };
    if facts.verdict != Verdict::Undetermined && facts.verdict != claimed {
        let said = label.kind.value.to_string();
        differ("label", said, facts.verdict.to_string(), label.kind.span);
    }
    if let Ok(whole) = &facts.whole {
        let states = &label.reachable_states;
        let found = whole.reachable_states.to_string();
        differ(
            "reachable_states",
            states.value.to_string(),
            found,
            states.span,
        );
        let steps = &label.transitions;
        let found = whole.transitions.to_string();
        differ("transitions", steps.value.to_string(), found, steps.span);
        // Where only one of both has steps, the verdicts differ, and that is said.
        if let (Some(said), Some(found)) = (&label.counterexample_steps, whole.counterexample_steps)
        {
            let key = "counterexample_steps";
            differ(key, said.value.to_string(), found.to_string(), said.span);
        }
        let said = &label.vacuity;
        let found = whole.vacuity.to_string();
        differ("vacuity", said.value.to_string(), found, said.span);
    }
    match &facts.whole {
        _ if !differences.is_empty() => Standing::Drifts(differences),
        Err(incomplete) => Standing::Undetermined(incomplete.clone()),
        Ok(_) => Standing::Agrees,
    }
}
