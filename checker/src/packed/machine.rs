//! A model with its guards as masks: the same successors in the same order as
//! the plain semantics, transition by transition.

use super::layout::{Codes, Layout};
use crate::model::{Condition, Guard, TransitionId, Update};
use crate::semantics::BoundExceeded;
use crate::visited::Packed as State;
use crate::{FieldId, Model};

pub(super) struct Machine<'m, const N: usize> {
    pub(super) model: &'m Model,
    pub(super) initial: State<N>,
    pub(super) transitions: Vec<Transition<N>>,
    pub(super) invariants: Vec<Property<N>>,
    pub(super) goal: Option<Property<N>>,
}

pub(super) struct Transition<const N: usize> {
    pub(super) id: TransitionId,
    pub(super) guard: Test<N>,
    /// Bits of the fields that get a literal.
    pub(super) clear: State<N>,
    /// The literals' codes in those bits.
    pub(super) set: State<N>,
    pub(super) additions: Vec<Addition>,
}

/// `field += amount` where the field holds an integer.
pub(super) struct Addition {
    pub(super) field: FieldId,
    pub(super) codes: Codes,
    pub(super) amount: i64,
}

/// A step that would leave the bound: the value that the field would have.
pub(super) struct Overflow {
    field: FieldId,
    value: i128,
}

impl Overflow {
    /// The same in the terms of the model.
    pub(super) fn of(self, model: &Model, id: TransitionId) -> BoundExceeded {
        BoundExceeded {
            transition: model.transition(id).label.clone(),
            field: model.field(self.field).to_owned(),
            value: self.value,
            int_bound: model.int_bound(),
        }
    }
}

/// A conjunction of tests on packed states.
pub(super) struct Test<const N: usize> {
    /// Some test matches no value that its field can take; mask and value
    /// match no state then.
    pub(super) is_never: bool,
    /// Bits of the fields that are tested for one code.
    pub(super) mask: State<N>,
    /// Those codes in those bits.
    pub(super) value: State<N>,
    /// Tests that several codes pass: `true` matches 1 and 1.0 as well.
    pub(super) alternatives: Vec<(Codes, Vec<u64>)>,
}

impl<const N: usize> Test<N> {
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
        if guard.is_never {
            (guard.mask, guard.value) = ([0; N], [1; N]);
        }
        guard
    }

    #[inline]
    pub(super) fn matches(&self, state: &State<N>) -> bool {
        let masked = (0..N).all(|word| state[word] & self.mask[word] == self.value[word]);
        let mut alternatives = self.alternatives.iter();
        masked && alternatives.all(|(codes, matching)| matching.contains(&codes.get(state)))
    }
}

/// A condition on packed states.
pub(super) struct Property<const N: usize> {
    guard: Test<N>,
    /// Whether the condition holds where the guard matches.
    holds_on_match: bool,
}

impl<const N: usize> Property<N> {
    fn new(layout: &Layout, condition: &Condition) -> Self {
        Self {
            guard: Test::new(layout, condition.guard()),
            holds_on_match: matches!(condition, Condition::Require(_)),
        }
    }

    #[inline]
    pub(super) fn holds(&self, state: &State<N>) -> bool {
        self.guard.matches(state) == self.holds_on_match
    }
}

impl<const N: usize> Transition<N> {
    fn new(model: &Model, layout: &Layout, id: TransitionId) -> Self {
        let transition = model.transition(id);
        let mut packed = Self {
            id,
            guard: Test::new(layout, &transition.guard),
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

    /// Every bit that it reads or writes.
    pub(super) fn bits(&self) -> State<N> {
        let mut bits: State<N> =
            std::array::from_fn(|word| self.guard.mask[word] | self.clear[word]);
        let alternatives = self.guard.alternatives.iter().map(|(codes, _)| codes);
        let additions = self.additions.iter().map(|addition| &addition.codes);
        for codes in alternatives.chain(additions) {
            bits[codes.word] |= codes.mask();
        }
        bits
    }

    /// The successor by this transition, as the plain semantics defines it.
    pub(super) fn step(&self, state: &State<N>) -> Result<State<N>, Overflow> {
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
                let value = i128::from(current) + i128::from(*amount);
                let code = codes.int_code(value).ok_or(Overflow {
                    field: *field,
                    value,
                })?;
                next[codes.word] = next[codes.word] & !codes.mask() | code << codes.shift;
            }
        }
        Ok(next)
    }
}

impl<'m, const N: usize> Machine<'m, N> {
    pub(super) fn new(model: &'m Model, layout: &Layout) -> Self {
        let mut initial = [0; N];
        // A slot of zeros holds no state.
        initial[0] = 1;
        for (field, value) in model.field_ids().zip(model.initial_values()) {
            let codes = layout.codes(field);
            initial[codes.word] |= layout.code(field, value) << codes.shift;
        }
        Self {
            model,
            initial,
            transitions: model
                .transition_ids()
                .map(|id| Transition::new(model, layout, id))
                .filter(|transition| !transition.guard.is_never)
                .collect(),
            invariants: model
                .invariants()
                .iter()
                .map(|invariant| Property::new(layout, &invariant.condition))
                .collect(),
            goal: model.goal().map(|goal| Property::new(layout, goal)),
        }
    }
}
