//! The rules that results refer to.

use super::log::Message;
use crate::{Finding, Property, Warning};
use serde::Serialize;
use std::collections::HashMap;

/// What a result is an instance of.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    id: String,
    name: String,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
    properties: Properties,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

/// What GitHub reads beside the standard's own properties.
#[derive(Serialize)]
struct Properties {
    precision: &'static str,
    #[serde(rename = "problem.severity")]
    severity: &'static str,
}

/// Each rule once, in the order of first use.
#[derive(Default)]
pub(super) struct Rules {
    list: Vec<Rule>,
    indices: HashMap<String, usize>,
}

impl Rules {
    /// The id and the index of a rule.
    pub(super) fn index_of(&mut self, rule: Rule) -> (String, usize) {
        let id = rule.id.clone();
        let index = *self.indices.entry(id.clone()).or_insert_with(|| {
            self.list.push(rule);
            self.list.len() - 1
        });
        (id, index)
    }

    pub(super) fn into_list(self) -> Vec<Rule> {
        self.list
    }
}

fn rule(id: String, name: &str, level: &'static str, short: &str, full: &str) -> Rule {
    Rule {
        id,
        name: name.to_owned(),
        short_description: Message::new(short),
        full_description: Message::new(full),
        help: Message::new(full),
        default_configuration: Configuration { level },
        properties: Properties {
            precision: "very-high",
            severity: level,
        },
    }
}

/// One rule for each name of an invariant, one for each other kind.
pub(super) fn property_rule(finding: &Finding<'_>) -> Rule {
    match finding.property {
        Property::Invariant => rule(
            format!("invariant/{}", finding.name),
            finding.name,
            "error",
            &format!(
                "The invariant {} holds.",
                super::wording::name(finding.name)
            ),
            "Every reachable state of the machine satisfies the condition. A failure comes with \
             a shortest trace from the initial state to a state that does not.",
        ),
        Property::Liveness => rule(
            "liveness".to_owned(),
            "Liveness",
            "error",
            "A goal state can always be reached.",
            "From every reachable state some path leads to a goal state. A failure comes with a \
             trace to a state from which none does.",
        ),
        Property::Within(_) => rule(
            "within".to_owned(),
            "Within",
            "error",
            "A goal state is near.",
            "Some path of at most the given number of steps leads from the initial state to a \
             goal state.",
        ),
    }
}

/// One rule for each kind of warning.
pub(super) fn warning_rule(warning: &Warning) -> Rule {
    let (id, name, short, full) = match warning {
        Warning::OutOfBound { .. } => (
            "out-of-bound",
            "OutOfBound",
            "A condition asks for an integer beyond the bound.",
            "No state within the bound of integers can match such a test, so the condition says \
             nothing or can never hold.",
        ),
        Warning::MixedTypes { .. } => (
            "mixed-types",
            "MixedTypes",
            "A field mixes types.",
            "Conditions take true, 1 and 1.0 as equal, states keep them apart: a field with \
             values of several types is often a slip.",
        ),
        Warning::Vacuous { .. } => (
            "vacuous",
            "VacuousInvariant",
            "No transition can make the invariant fail.",
            "The invariant rests on fields that no transition writes, so it holds whatever the \
             transitions do.",
        ),
        Warning::NeverFires { .. } => (
            "never-fires",
            "NeverFires",
            "A transition is enabled in no reachable state.",
            "The guard is satisfied by no reachable state, so the transition could be deleted \
             without any effect. Its guard is often a slip.",
        ),
        Warning::UnreachableGoal => (
            "unreachable-goal",
            "UnreachableGoal",
            "No reachable state is a goal state.",
            "The goal is satisfied by no reachable state, so that liveness fails everywhere.",
        ),
    };
    rule(format!("warning/{id}"), name, "warning", short, full)
}

/// The rule of everything that keeps a file from being checked.
pub(super) fn bad_input() -> Rule {
    rule(
        "bad-input".to_owned(),
        "BadInput",
        "error",
        "The file is not a well-formed specification.",
        "A file with such a fault was not checked at all, so nothing is known about it.",
    )
}
