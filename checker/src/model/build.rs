//! Draft → Model: names become ids, every fault is gathered.

use super::{
    Condition, Draft, DraftCondition, FieldId, Guard, Invariant, Model, ModelError, ModelErrorKind,
    ModelErrors, Place, Transition,
};
use crate::Value;
use crate::model::Update;
use std::collections::{HashMap, HashSet};

pub(super) fn build(draft: &Draft) -> Result<Model, ModelErrors> {
    Builder {
        draft,
        errors: Vec::new(),
        ids: HashMap::new(),
    }
    .build()
}

/// Resolves names and gathers faults.
struct Builder<'a> {
    draft: &'a Draft,
    errors: Vec<ModelError>,
    ids: HashMap<&'a str, FieldId>,
}

impl<'a> Builder<'a> {
    fn fail(&mut self, place: Place, kind: ModelErrorKind) {
        self.errors.push(ModelError { place, kind });
    }

    fn build(mut self) -> Result<Model, ModelErrors> {
        let draft = self.draft;
        let int_bound = draft.int_bound;
        if int_bound <= 0 {
            self.fail(Place::Draft, ModelErrorKind::BadBound { int_bound });
        }
        self.fields();
        let initial = self.initial();
        if draft.transitions.is_empty() {
            self.fail(Place::Draft, ModelErrorKind::NoTransitions);
        }
        let transitions = (0..draft.transitions.len())
            .map(|index| self.transition(index))
            .collect();
        let invariants = self.invariants();
        let goal = draft
            .goal
            .as_ref()
            .map(|goal| self.condition(goal, "the goal", Place::Goal, Place::GoalTest));
        if self.errors.is_empty() {
            Ok(Model {
                name: draft.name.clone(),
                fields: draft.fields.clone(),
                initial,
                transitions,
                invariants,
                goal,
                int_bound,
            })
        } else {
            Err(ModelErrors(self.errors))
        }
    }

    fn fields(&mut self) {
        let draft = self.draft;
        if draft.fields.is_empty() {
            self.fail(Place::Draft, ModelErrorKind::NoFields);
        }
        for (index, name) in draft.fields.iter().enumerate() {
            if self.ids.contains_key(name.as_str()) {
                let name = name.clone();
                self.fail(Place::Field(index), ModelErrorKind::DuplicateField { name });
            } else {
                self.ids.insert(name, FieldId::at(index));
            }
        }
    }

    fn initial(&mut self) -> Vec<Value> {
        let draft = self.draft;
        let mut values = vec![None; draft.fields.len()];
        for (field, value) in self.resolve(&draft.initial, Place::Initial) {
            values[field.index()] = Some(value.clone());
        }
        for (index, (entry, value)) in draft.initial.iter().enumerate() {
            self.check_bound(entry, value, Place::Initial(index));
        }
        for (index, name) in draft.fields.iter().enumerate() {
            // A duplicate field shares the first one's value and was reported.
            if values[index].is_none() && self.ids.get(name.as_str()) == Some(&FieldId::at(index)) {
                let name = name.clone();
                self.fail(Place::Draft, ModelErrorKind::MissingInitial { name });
            }
        }
        values
            .into_iter()
            .map(|value| value.unwrap_or(Value::Null))
            .collect()
    }

    /// Turns names into ids; unknown and repeated ones are reported and left out.
    fn resolve<T>(
        &mut self,
        entries: &'a [(String, T)],
        place: impl Fn(usize) -> Place,
    ) -> Vec<(FieldId, &'a T)> {
        let mut seen = HashSet::new();
        let mut resolved = Vec::with_capacity(entries.len());
        for (entry, (name, value)) in entries.iter().enumerate() {
            let name = name.clone();
            match self.ids.get(name.as_str()).copied() {
                None => self.fail(place(entry), ModelErrorKind::UnknownField { name }),
                Some(id) if !seen.insert(id) => {
                    self.fail(place(entry), ModelErrorKind::RepeatedField { name });
                }
                Some(id) => resolved.push((id, value)),
            }
        }
        resolved
    }

    fn check_bound(&mut self, name: &str, value: &Value, place: Place) {
        let int_bound = self.draft.int_bound;
        if let Value::Int(int) = value
            && !value.is_within(int_bound)
        {
            let (name, value) = (name.to_owned(), *int);
            self.fail(
                place,
                ModelErrorKind::OutOfBound {
                    name,
                    value,
                    int_bound,
                },
            );
        }
    }

    fn transition(&mut self, index: usize) -> Transition {
        let transition = &self.draft.transitions[index];
        let when = |entry| Place::When {
            transition: index,
            entry,
        };
        let set = |entry| Place::Set {
            transition: index,
            entry,
        };
        let guard = self.guard(&transition.when, when);
        for (entry, (name, value)) in transition.when.iter().enumerate() {
            self.check_bound(name, value, when(entry));
        }
        if transition.set.is_empty() {
            let label = transition.label.clone();
            self.fail(
                Place::Transition(index),
                ModelErrorKind::EmptyUpdate { label },
            );
        }
        let updates = self
            .resolve(&transition.set, set)
            .into_iter()
            .map(|(field, update)| (field, update.clone()))
            .collect();
        for (entry, (name, update)) in transition.set.iter().enumerate() {
            if let Update::Set(value) = update {
                self.check_bound(name, value, set(entry));
            }
        }
        Transition {
            label: transition.label.clone(),
            guard,
            updates,
        }
    }

    fn guard(&mut self, tests: &'a [(String, Value)], place: impl Fn(usize) -> Place) -> Guard {
        let tests = self.resolve(tests, place);
        Guard(
            tests
                .into_iter()
                .map(|(field, value)| (field, value.clone()))
                .collect(),
        )
    }

    fn invariants(&mut self) -> Vec<Invariant> {
        let mut names = HashSet::new();
        let mut invariants = Vec::new();
        for (index, (name, condition)) in self.draft.invariants.iter().enumerate() {
            let name = name.clone();
            if !names.insert(&self.draft.invariants[index].0) {
                let name = name.clone();
                self.fail(
                    Place::Invariant(index),
                    ModelErrorKind::DuplicateInvariant { name },
                );
            }
            let test = |entry| Place::InvariantTest {
                invariant: index,
                entry,
            };
            let property = format!("invariant `{name}`");
            let condition = self.condition(condition, &property, Place::Invariant(index), test);
            invariants.push(Invariant { name, condition });
        }
        invariants
    }

    /// Literals beyond the bound are allowed here: the condition is a
    /// statement about states, and a warning says that none can meet it.
    fn condition(
        &mut self,
        condition: &'a DraftCondition,
        property: &str,
        whole: Place,
        test: impl Fn(usize) -> Place,
    ) -> Condition {
        if condition.tests.is_empty() {
            let property = property.to_owned();
            self.fail(whole, ModelErrorKind::EmptyCondition { property });
        }
        let guard = self.guard(&condition.tests, test);
        if condition.forbids {
            Condition::Forbid(guard)
        } else {
            Condition::Require(guard)
        }
    }
}
