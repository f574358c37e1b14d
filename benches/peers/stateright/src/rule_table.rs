//! A spec whose transitions test and set values, packed into one machine word:
//! the fastest state that a peer can be given.

use crate::system::System;
use checker::{Condition, DEFAULT_INT_BOUND, FieldId, Model, Update, Value, spec};
use diagnostic::SourceFile;
use std::path::Path;

pub struct RuleTable {
    initial: u64,
    rules: Vec<Rule>,
    forbidden: Vec<Bits>,
}

/// The bits of some fields, and the values they have there.
#[derive(Clone, Copy, Default)]
struct Bits {
    mask: u64,
    value: u64,
}

impl Bits {
    fn matches(self, state: u64) -> bool {
        state & self.mask == self.value
    }
}

struct Rule {
    when: Bits,
    set: Bits,
}

/// The values that a field can take, and where its bits are.
struct Field {
    values: Vec<Value>,
    shift: u32,
}

impl Field {
    fn n_bits(&self) -> u32 {
        self.values.len().next_power_of_two().ilog2()
    }

    /// A value that the field never takes has no bits.
    fn bits(&self, value: &Value) -> Option<Bits> {
        let code = self.values.iter().position(|known| known == value)?;
        Some(Bits {
            mask: ((1 << self.n_bits()) - 1) << self.shift,
            value: (code as u64) << self.shift,
        })
    }
}

impl RuleTable {
    pub fn read(path: &Path) -> Self {
        let source = SourceFile::read(path).expect("a file");
        let model = spec::read_checkable(&source, DEFAULT_INT_BOUND).expect("a spec");
        let fields = fields(&model);
        let bits = |tests: &[(FieldId, Value)]| -> Option<Bits> {
            let tests = tests.iter();
            let bits = tests.map(|(field, value)| fields[field.index()].bits(value));
            bits.sum()
        };
        let initial = model
            .field_ids()
            .zip(model.initial_values().iter().cloned());
        let initial: Vec<_> = initial.collect();
        let rules = model.transitions().iter().filter_map(|transition| {
            let updates = transition.updates.iter();
            let set: Vec<_> = updates
                .map(|(field, update)| (*field, set(update)))
                .collect();
            Some(Rule {
                when: bits(&transition.guard.0)?,
                set: bits(&set)?,
            })
        });
        let forbidden = Model::invariants(&model).iter();
        let forbidden = forbidden.filter_map(|invariant| match &invariant.condition {
            Condition::Forbid(guard) => bits(&guard.0),
            Condition::Require(_) => panic!("only what is forbidden is supported"),
        });
        Self {
            initial: bits(&initial).expect("initial values").value,
            rules: rules.collect(),
            forbidden: forbidden.collect(),
        }
    }
}

impl std::iter::Sum for Bits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            mask: a.mask | b.mask,
            value: a.value | b.value,
        })
    }
}

fn set(update: &Update) -> Value {
    match update {
        Update::Set(value) => value.clone(),
        Update::Add(_) => panic!("only set values are supported"),
    }
}

fn fields(model: &Model) -> Vec<Field> {
    let values = model.initial_values().iter();
    let mut fields: Vec<_> = values
        .map(|value| Field {
            values: vec![value.clone()],
            shift: 0,
        })
        .collect();
    for (field, update) in model.transitions().iter().flat_map(|t| &t.updates) {
        let values = &mut fields[field.index()].values;
        let value = set(update);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let mut shift = 0;
    for field in &mut fields {
        field.shift = shift;
        shift += field.n_bits();
    }
    assert!(shift <= 64, "{shift} bits do not fit a word");
    fields
}

impl System for RuleTable {
    type State = u64;
    type Action = u32;
    const INVARIANT: &'static str = "nothing forbidden is reached";

    fn initial(&self) -> u64 {
        self.initial
    }

    fn enabled(&self, state: &u64, mut act: impl FnMut(u32)) {
        for (index, rule) in (0..).zip(&self.rules) {
            if rule.when.matches(*state) {
                act(index);
            }
        }
    }

    fn take(&self, action: &u32, state: &mut u64) {
        let set = self.rules[*action as usize].set;
        *state = *state & !set.mask | set.value;
    }

    fn holds(&self, state: &u64) -> bool {
        !self.forbidden.iter().any(|bits| bits.matches(*state))
    }
}
