//! States of a [`Model`] as machine words: the fast engine's view of it.
//!
//! Each field gets a code for every value it can ever take, and the bits for
//! that many codes. The packed machine has the same successors in the same
//! order as the plain semantics, so a witness found here replays there.

mod layout;

use crate::budget::Budget;
use crate::model::{Condition, Guard, TransitionId, Update};
use crate::replay::ReplayMismatch;
use crate::search::{self, Found};
use crate::semantics::{BoundExceeded, Successors, TransitionSystem};
use crate::{FieldId, Model};
use layout::{Codes, Layout};

/// Searches a model by packed states, or plainly where they are too wide.
pub(crate) fn find(model: &Model, budget: &mut Budget<'_>) -> Result<Found, ReplayMismatch> {
    match Layout::of(model) {
        Some(layout) if layout.n_words() <= 1 => {
            search::find(&Packed::<1>::new(model, &layout), budget)
        }
        Some(layout) if layout.n_words() == 2 => {
            search::find(&Packed::<2>::new(model, &layout), budget)
        }
        Some(layout) if layout.n_words() <= 4 => {
            search::find(&Packed::<4>::new(model, &layout), budget)
        }
        Some(layout) if layout.n_words() <= 8 => {
            search::find(&Packed::<8>::new(model, &layout), budget)
        }
        _ => search::find(model, budget),
    }
}

/// A packed state; bits that no field owns are zero.
type Words<const N: usize> = [u64; N];

struct Packed<'m, const N: usize> {
    model: &'m Model,
    initial: Words<N>,
    transitions: Vec<PackedTransition<N>>,
    invariants: Vec<PackedCondition<N>>,
    goal: Option<PackedCondition<N>>,
}

struct PackedTransition<const N: usize> {
    id: TransitionId,
    guard: PackedGuard<N>,
    /// Bits of the fields that get a literal.
    clear: Words<N>,
    /// The literals' codes in those bits.
    set: Words<N>,
    additions: Vec<Addition>,
}

/// `field += amount` where the field holds an integer.
struct Addition {
    field: FieldId,
    codes: Codes,
    amount: i64,
}

/// A conjunction of tests on packed states.
struct PackedGuard<const N: usize> {
    /// Some test matches no value that its field can take.
    is_never: bool,
    /// Bits of the fields that are tested for one code.
    mask: Words<N>,
    /// Those codes in those bits.
    value: Words<N>,
    /// Tests that several codes pass: `true` matches 1 and 1.0 as well.
    alternatives: Vec<(Codes, Vec<u64>)>,
}

impl<const N: usize> PackedGuard<N> {
    fn new(layout: &Layout, Guard(tests): &Guard) -> Self {
        let mut guard = Self {
            is_never: false,
            mask: [0; N],
            value: [0; N],
            alternatives: Vec::new(),
        };
        for (field, value) in tests {
            let codes = layout.codes(*field);
            let matching = layout.matching(*field, value);
            match *matching {
                [] => guard.is_never = true,
                [code] => {
                    guard.mask[codes.word] |= codes.mask();
                    guard.value[codes.word] |= code << codes.shift;
                }
                _ => guard.alternatives.push((codes, matching)),
            }
        }
        guard
    }

    fn matches(&self, state: &Words<N>) -> bool {
        let masked = (0..N).all(|word| state[word] & self.mask[word] == self.value[word]);
        masked
            && !self.is_never
            && self
                .alternatives
                .iter()
                .all(|(codes, matching)| matching.contains(&codes.get(state)))
    }
}

struct PackedCondition<const N: usize> {
    guard: PackedGuard<N>,
    /// Whether the condition holds where the guard matches.
    holds_on_match: bool,
}

impl<const N: usize> PackedCondition<N> {
    fn new(layout: &Layout, condition: &Condition) -> Self {
        Self {
            guard: PackedGuard::new(layout, condition.guard()),
            holds_on_match: matches!(condition, Condition::Require(_)),
        }
    }

    fn holds(&self, state: &Words<N>) -> bool {
        self.guard.matches(state) == self.holds_on_match
    }
}

impl<const N: usize> PackedTransition<N> {
    fn new(model: &Model, layout: &Layout, id: TransitionId) -> Self {
        let transition = model.transition(id);
        let mut packed = Self {
            id,
            guard: PackedGuard::new(layout, &transition.guard),
            clear: [0; N],
            set: [0; N],
            additions: Vec::new(),
        };
        for (field, update) in &transition.updates {
            let codes = layout.codes(*field);
            match update {
                Update::Set(value) => {
                    packed.clear[codes.word] |= codes.mask();
                    packed.set[codes.word] |= layout.code(*field, value) << codes.shift;
                }
                Update::Add(amount) => packed.additions.push(Addition {
                    field: *field,
                    codes,
                    amount: *amount,
                }),
            }
        }
        packed
    }

    /// The successor by this transition, as the plain semantics defines it.
    fn apply(&self, model: &Model, state: &Words<N>) -> Result<Words<N>, BoundExceeded> {
        let mut next = *state;
        for (word, bits) in next.iter_mut().enumerate() {
            *bits = *bits & !self.clear[word] | self.set[word];
        }
        for Addition {
            field,
            codes,
            amount,
        } in &self.additions
        {
            // A code that is no integer's stays as it is.
            if let Some(current) = codes.int(codes.get(state)) {
                let sum = i128::from(current) + i128::from(*amount);
                let code = codes.int_code(sum).ok_or_else(|| BoundExceeded {
                    transition: model.transition(self.id).label.clone(),
                    field: model.field(*field).to_owned(),
                    value: sum,
                    int_bound: model.int_bound(),
                })?;
                next[codes.word] = next[codes.word] & !codes.mask() | code << codes.shift;
            }
        }
        Ok(next)
    }
}

impl<'m, const N: usize> Packed<'m, N> {
    fn new(model: &'m Model, layout: &Layout) -> Self {
        let mut initial = [0; N];
        for (field, value) in model.field_ids().zip(model.initial_values()) {
            let codes = layout.codes(field);
            initial[codes.word] |= layout.code(field, value) << codes.shift;
        }
        Self {
            model,
            initial,
            transitions: model
                .transition_ids()
                .map(|id| PackedTransition::new(model, layout, id))
                .filter(|transition| !transition.guard.is_never)
                .collect(),
            invariants: model
                .invariants()
                .iter()
                .map(|invariant| PackedCondition::new(layout, &invariant.condition))
                .collect(),
            goal: model.goal().map(|goal| PackedCondition::new(layout, goal)),
        }
    }
}

impl<const N: usize> TransitionSystem for Packed<'_, N> {
    type State = Words<N>;
    type Action = TransitionId;

    fn initial(&self) -> Words<N> {
        self.initial
    }

    fn successors(&self, state: &Words<N>, out: &mut Successors<'_, Words<N>, TransitionId>) {
        for transition in &self.transitions {
            if transition.guard.matches(state) {
                match transition.apply(self.model, state) {
                    Ok(next) => out.push(transition.id, next),
                    Err(exceeded) => out.exceed(transition.id, exceeded),
                }
            }
        }
    }

    fn invariants(&self) -> Vec<String> {
        TransitionSystem::invariants(self.model)
    }

    fn holds(&self, invariant: usize, state: &Words<N>) -> bool {
        self.invariants[invariant].holds(state)
    }

    fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    fn is_goal(&self, state: &Words<N>) -> bool {
        self.goal.as_ref().is_some_and(|goal| goal.holds(state))
    }

    fn declared_index(&self, action: &TransitionId) -> Option<usize> {
        self.model.declared_index(action)
    }
}
