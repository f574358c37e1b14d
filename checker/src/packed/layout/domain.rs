//! Which values each field can ever hold: the literals that it is given, and
//! the integers that additions lead to from there.
//!
//! A field is looked at alone. What other fields hold when it is written, and
//! in which order the transitions fire, is not: all that can happen is among
//! what is found, and more may be.

use crate::model::Update;
use crate::{Model, Value};
use hashbrown::HashSet;
use std::collections::BTreeMap;

/// The values that a field can hold.
pub(super) struct Domain {
    /// Literals, each once; of the integers only where there is no range.
    pub(super) literals: Vec<Value>,
    /// The least and the greatest integer. None where no addition meets one:
    /// the integers are literals then.
    pub(super) range: Option<(i64, i64)>,
}

impl Domain {
    /// The domain of every field, in order.
    pub(super) fn of_fields(model: &Model) -> Vec<Self> {
        let initial = model.initial_values().iter();
        let mut sources: Vec<Sources<'_>> = initial.map(Sources::new).collect();
        let mut tested = vec![None; sources.len()];
        for transition in model.transitions() {
            let tests = &transition.guard.0;
            for (field, value) in tests {
                tested[field.index()] = Some(value);
            }
            for (field, update) in &transition.updates {
                let sources = &mut sources[field.index()];
                match update {
                    Update::Set(value) => sources.set(value),
                    Update::Add(amount) => sources.add(*amount, tested[field.index()]),
                }
            }
            for (field, _) in tests {
                tested[field.index()] = None;
            }
        }
        let int_bound = model.int_bound().into();
        let sources = sources.into_iter();
        sources.map(|sources| sources.domain(int_bound)).collect()
    }
}

/// What gives a field its values.
struct Sources<'m> {
    literals: Vec<Value>,
    seen: HashSet<&'m Value>,
    additions: Additions,
}

impl<'m> Sources<'m> {
    fn new(initial: &'m Value) -> Self {
        Self {
            literals: vec![initial.clone()],
            seen: HashSet::from([initial]),
            additions: Additions::default(),
        }
    }

    fn set(&mut self, value: &'m Value) {
        if self.seen.insert(value) {
            self.literals.push(value.clone());
        }
    }

    fn add(&mut self, amount: i64, test: Option<&Value>) {
        let additions = &mut self.additions;
        match test.map(Value::as_int) {
            // Wherever the field holds an integer.
            None if amount > 0 => additions.has_upward = true,
            None => additions.has_downward |= amount < 0,
            // `true` and 1.0 match the integer 1.
            Some(Some(int)) => additions.from.entry(int.into()).or_default().push(amount),
            // No integer passes the test.
            Some(None) => {}
        }
    }

    fn domain(self, int_bound: i128) -> Domain {
        let mut literals = self.literals;
        let is_int = |value: &Value| matches!(value, Value::Int(_));
        let ints = literals.iter().filter(|value| is_int(value));
        let range = self
            .additions
            .range(ints.filter_map(Value::as_int), int_bound);
        if range.is_some() {
            literals.retain(|value| !is_int(value));
        }
        Domain { literals, range }
    }
}

/// The additions to one field.
#[derive(Default)]
struct Additions {
    /// Whether one of a positive amount tests the field for nothing.
    has_upward: bool,
    /// Whether one of a negative amount does.
    has_downward: bool,
    /// The amounts that are added to an integer that is tested for.
    from: BTreeMap<i128, Vec<i64>>,
}

impl Additions {
    /// The least and the greatest integer that a field comes to which may be
    /// set to `ints`; none where no addition applies to any.
    fn range(mut self, ints: impl Iterator<Item = i64>, int_bound: i128) -> Option<(i64, i64)> {
        let mut pending: Vec<i128> = ints.map(i128::from).collect();
        let mut applies = !pending.is_empty() && (self.has_upward || self.has_downward);
        let (mut least, mut greatest) = (int_bound, -int_bound);
        // Every addition is taken once, so this is linear in their number.
        while let Some(int) = pending.pop() {
            least = least.min(if self.has_downward { -int_bound } else { int });
            greatest = greatest.max(if self.has_upward { int_bound } else { int });
            while let Some((from, amounts)) = self.take_from(int) {
                applies = true;
                let sums = amounts.into_iter().map(|amount| from + i128::from(amount));
                // A step beyond the bound leads to no value.
                pending.extend(sums.filter(|sum| sum.abs() <= int_bound));
            }
        }
        let (least, greatest) = (i64::try_from(least).ok()?, i64::try_from(greatest).ok()?);
        applies.then_some((least, greatest))
    }

    /// Takes out an integer that is tested for and that the field may come to
    /// from `int` by additions without a test, with what is added to it.
    fn take_from(&mut self, int: i128) -> Option<(i128, Vec<i64>)> {
        let last = self.from.last_key_value();
        let first = self.from.first_key_value();
        if self.has_upward && last.is_some_and(|(last, _)| *last >= int) {
            self.from.pop_last()
        } else if self.has_downward && first.is_some_and(|(first, _)| *first <= int) {
            self.from.pop_first()
        } else {
            self.from.remove_entry(&int)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Float, TransitionSystem, steps_from};
    use proptest::prelude::*;
    use std::collections::HashSet;

    const BOUND: i64 = 7;

    /// A step of a machine of one field: what it tests for, and what it does.
    type Step = (Option<Value>, Update);

    fn model(initial: Value, steps: &[Step]) -> Model {
        let mut draft = Draft::new("one field").field("x", initial).int_bound(BOUND);
        for (test, update) in steps {
            let test = test.iter().map(|value| ("x", value.clone()));
            draft = draft.transition("step", test, [("x", update.clone())]);
        }
        draft.forbid("nine", [("x", 9.into())]).build().unwrap()
    }

    fn range(initial: impl Into<Value>, steps: &[Step]) -> Option<(i64, i64)> {
        Domain::of_fields(&model(initial.into(), steps))[0].range
    }

    fn add(test: impl Into<Value>, amount: i64) -> Step {
        (Some(test.into()), Update::Add(amount))
    }

    #[test]
    fn tested_additions_lead_where_they_can() {
        assert_eq!(range(0, &[add(1, 1), add(0, 1), add(3, 1)]), Some((0, 2)));
        assert_eq!(range(0, &[add(-2, -2), add(0, -2)]), Some((-4, 0)));
        let set = (None, Update::Set(3.into()));
        assert_eq!(range(0, &[set, add(3, 2), add(2, 1)]), Some((0, 5)));
        // A step beyond the bound leads nowhere, and yet it is a step.
        assert_eq!(range(BOUND, &[add(BOUND, 1)]), Some((BOUND, BOUND)));
        assert_eq!(range(-7, &[add(-7, i64::MIN)]), Some((-7, -7)));
    }

    #[test]
    fn additions_without_a_test_lead_to_the_bound() {
        let by = |amount| (None, Update::Add(amount));
        assert_eq!(range(2, &[by(1)]), Some((2, BOUND)));
        assert_eq!(range(2, &[by(-3)]), Some((-BOUND, 2)));
        assert_eq!(range(2, &[by(1), by(-1)]), Some((-BOUND, BOUND)));
        assert_eq!(range(2, &[by(0)]), None);
        // From 5, which is above 2, down to 1, and up again from there.
        assert_eq!(range(2, &[by(2), add(5, -4), add(0, -1)]), Some((1, BOUND)));
        assert_eq!(
            range(2, &[by(-2), add(-5, 9), add(5, 1)]),
            Some((-BOUND, 4))
        );
    }

    #[test]
    fn additions_that_meet_no_integer_lead_nowhere() {
        assert_eq!(range("1", &[(None, Update::Add(1)), add("1", 1)]), None);
        assert_eq!(
            range(0, &[add("0", 1), add(Value::Null, 1), add(5, 1)]),
            None
        );
        // Tests compare by value.
        assert_eq!(range(1, &[add(true, 2)]), Some((1, 3)));
        let float = |value| Value::Float(Float::new(value).unwrap());
        assert_eq!(
            range(0, &[add(float(0.0), 2), add(float(2.0), 1)]),
            Some((0, 3))
        );
        assert_eq!(range(0, &[add(float(0.5), 2), add(float(1e300), 1)]), None);
        assert_eq!(range(true, &[add(1, 2), add(true, 2)]), None);
    }

    #[test]
    fn thousands_of_steps_are_taken_once() {
        let n = 50_000;
        let chain = |of: fn(i64) -> Value| {
            let mut draft = Draft::new("chain").field("x", 0).int_bound(2 * n);
            for int in 0..n {
                let step = [("x", Update::Add(1)), ("x", Update::Add(-1))];
                let [up, down] = step;
                draft = draft.transition("up", [("x", of(int))], [up]);
                draft = draft.transition("down", [("x", of(-int))], [down]);
            }
            let model = draft.forbid("null", [("x", Value::Null)]).build().unwrap();
            Domain::of_fields(&model)[0].range
        };
        assert_eq!(chain(Value::Int), Some((-n, n)));
        assert_eq!(chain(|int| (-int).into()), Some((-1, 1)));
    }

    fn value() -> impl Strategy<Value = Value> {
        let float = |value| Value::Float(Float::new(value).unwrap());
        prop_oneof![
            8 => (-BOUND..=BOUND).prop_map(Value::Int),
            1 => any::<bool>().prop_map(Value::Bool),
            1 => prop::sample::select(vec![Value::Null, "1".into(), float(1.0), float(-2.0), float(0.5)]),
        ]
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let amount =
            prop_oneof![9 => -3..=3_i64, 1 => prop::sample::select(vec![i64::MAX, i64::MIN])];
        let update = prop_oneof![
            4 => amount.prop_map(Update::Add),
            1 => value().prop_map(Update::Set),
        ];
        let step = (prop::option::weighted(0.9, value()), update);
        prop::collection::vec(step, 1..12)
    }

    /// Every value that the literals and the additions lead to, one by one.
    fn closure(initial: &Value, steps: &[Step]) -> HashSet<Value> {
        let mut found = HashSet::from([initial.clone()]);
        loop {
            let mut next = found.clone();
            for (test, update) in steps {
                match update {
                    Update::Set(value) => {
                        next.insert(value.clone());
                    }
                    Update::Add(amount) => {
                        let tested = |value: &&Value| test.iter().all(|test| value.matches(test));
                        let ints = found.iter().filter(tested).filter_map(|value| match value {
                            Value::Int(int) => int.checked_add(*amount).map(Value::Int),
                            _ => None,
                        });
                        next.extend(ints.filter(|sum| sum.is_within(BOUND)));
                    }
                }
            }
            if next == found {
                return found;
            }
            found = next;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn a_domain_holds_what_a_field_holds(initial in value(), steps in steps()) {
            let model = model(initial.clone(), &steps);
            let domain = &Domain::of_fields(&model)[0];
            let has = |value: &Value| match (value, domain.range) {
                (Value::Int(int), Some((least, greatest))) => (least..=greatest).contains(int),
                _ => domain.literals.contains(value),
            };
            let mut pending = vec![model.initial()];
            let mut found = HashSet::new();
            while let Some(state) = pending.pop() {
                prop_assert!(has(&state[0]), "{state:?}");
                if found.insert(state.clone()) {
                    pending.extend(steps_from(&model, &state).into_iter().map(|(_, next)| next));
                }
            }
            // No wider than what follows from the field alone.
            let closure = closure(&initial, &steps);
            prop_assert!(domain.literals.iter().all(|value| closure.contains(value)));
            let ints = || closure.iter().filter_map(|value| match value {
                Value::Int(int) => Some(*int),
                _ => None,
            });
            let is_tested = |(test, _): &Step| test.is_some();
            if let Some((least, greatest)) = domain.range {
                prop_assert!(least <= ints().min().unwrap() && greatest >= ints().max().unwrap());
                if steps.iter().all(is_tested) {
                    prop_assert_eq!(Some(least), ints().min());
                    prop_assert_eq!(Some(greatest), ints().max());
                }
            }
        }
    }
}
