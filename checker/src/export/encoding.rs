//! Values as 32-bit integers, one encoding a field, for languages whose
//! variables are integers.

use super::ExportError;
use crate::{FieldId, Float, Guard, Model, Transition, Update, Value};
use hashbrown::HashMap;

/// The encoding of all fields.
pub(super) struct Encoding<'m> {
    model: &'m Model,
    fields: Vec<Field<'m>>,
}

/// The encoding of one field.
///
/// Integers stand for themselves where they can. Every other value that the
/// field may take has a code above those integers.
struct Field<'m> {
    /// The integers that stand for themselves; `lo > hi` if none does.
    lo: i64,
    hi: i64,
    /// Some transition adds to an integer here, so that the field may hold
    /// any from `lo` to `hi`.
    counts: bool,
    /// Those of the integers that are literals, ascending.
    ints: Vec<i64>,
    /// The other values, by their code `hi + 1`, `hi + 2`, …
    coded: Vec<&'m Value>,
    codes: HashMap<&'m Value, i64>,
}

/// Codes and doubled bounds stay within 32 bits below this magnitude.
const LIMIT: i64 = 1 << 30;

/// The field has one of these codes; none means never.
pub(super) type Test = (FieldId, Vec<i64>);

/// What a transition does to one encoded field.
pub(super) enum Write {
    /// Gives it this code.
    Set(FieldId, i64),
    /// Adds to it, if it is an integer.
    Add(Sum),
}

/// An addition that may leave the bound.
pub(super) struct Sum {
    pub(super) field: FieldId,
    pub(super) amount: i64,
    /// The integers that stay within the bound; `lo > hi` if none does.
    pub(super) lo: i64,
    pub(super) hi: i64,
    /// Codes above this one are no integers and stay as they are; none if
    /// the field holds only integers.
    pub(super) greatest_int: Option<i64>,
}

/// The codes a field may have.
pub(super) enum Domain {
    /// All from the first to the second.
    Range(i64, i64),
    /// These.
    Set(Vec<i64>),
}

impl<'m> Encoding<'m> {
    pub(super) fn new(model: &'m Model) -> Result<Self, ExportError> {
        let mut fields: Vec<Literals<'m>> = model
            .initial_values()
            .iter()
            .map(|value| Literals {
                values: vec![value],
                is_added_to: false,
            })
            .collect();
        for (field, update) in model.transitions().iter().flat_map(|t| &t.updates) {
            let field = &mut fields[field.index()];
            match update {
                Update::Set(value) => field.values.push(value),
                Update::Add(_) => field.is_added_to = true,
            }
        }
        let fields = model
            .field_ids()
            .zip(fields)
            .map(|(id, literals)| Field::new(model, id, literals))
            .collect::<Result<_, _>>()?;
        Ok(Self { model, fields })
    }

    pub(super) fn initial(&self, id: FieldId) -> i64 {
        self.fields[id.index()].code(&self.model.initial_values()[id.index()])
    }

    pub(super) fn domain(&self, id: FieldId) -> Domain {
        let field = &self.fields[id.index()];
        if field.counts {
            return Domain::Range(field.lo, field.greatest_code());
        }
        let coded = field.hi + 1..=field.greatest_code();
        Domain::Set(field.ints.iter().copied().chain(coded).collect())
    }

    /// The values that are not written as themselves, with their codes.
    pub(super) fn coded(&self, id: FieldId) -> impl Iterator<Item = (i64, &'m Value)> {
        let field = &self.fields[id.index()];
        (field.hi + 1..).zip(field.coded.iter().copied())
    }

    /// The tests of a conjunction.
    pub(super) fn tests(&self, guard: &Guard) -> Vec<Test> {
        let tests = guard.0.iter();
        tests
            .map(|(id, value)| (*id, self.fields[id.index()].matching(value)))
            .collect()
    }

    /// The updates that can change anything.
    pub(super) fn writes(&self, transition: &Transition) -> Vec<Write> {
        let updates = transition.updates.iter();
        updates
            .filter_map(|(id, update)| {
                let field = &self.fields[id.index()];
                match update {
                    Update::Set(value) => Some(Write::Set(*id, field.code(value))),
                    // Only integers can be added to.
                    Update::Add(_) if !field.counts => None,
                    Update::Add(amount) => Some(Write::Add(field.sum(*id, *amount))),
                }
            })
            .collect()
    }
}

impl<'m> Field<'m> {
    fn new(model: &Model, id: FieldId, literals: Literals<'m>) -> Result<Self, ExportError> {
        let as_int = |value: &Value| match value {
            Value::Int(int) => Some(*int),
            _ => None,
        };
        let mut ints: Vec<i64> = literals.values.iter().copied().filter_map(as_int).collect();
        ints.sort_unstable();
        ints.dedup();
        let counts = literals.is_added_to && !ints.is_empty();
        let int_bound = model.int_bound();
        if counts && int_bound >= LIMIT {
            return Err(ExportError::BoundTooLarge {
                field: model.field(id).to_owned(),
                int_bound,
                limit: LIMIT - 1,
            });
        }
        let fits = |int: &i64| int.unsigned_abs() < LIMIT.unsigned_abs();
        let (lo, hi) = match (ints.first(), ints.last()) {
            _ if counts => (-int_bound, int_bound),
            (Some(lo), Some(hi)) if fits(lo) && fits(hi) => (*lo, *hi),
            // No integers, or only constants too large to be written.
            _ => {
                ints.clear();
                (0, -1)
            }
        };
        let mut field = Self {
            lo,
            hi,
            counts,
            ints,
            coded: Vec::new(),
            codes: HashMap::new(),
        };
        for value in literals.values {
            let stands_for_itself = as_int(value).is_some_and(|int| field.is_plain(int));
            if !stands_for_itself && !field.codes.contains_key(value) {
                field.codes.insert(value, field.greatest_code() + 1);
                field.coded.push(value);
            }
        }
        Ok(field)
    }

    fn is_plain(&self, int: i64) -> bool {
        (self.lo..=self.hi).contains(&int)
    }

    fn greatest_code(&self) -> i64 {
        // Each code is a literal in memory, so there are far fewer than 2^63.
        self.hi + self.coded.len() as i64
    }

    /// The code of a value, if the field may hold it.
    fn find(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Int(int) if self.is_plain(*int) => Some(*int),
            other => self.codes.get(other).copied(),
        }
    }

    /// The code of a literal of the field; `new` gave each one.
    fn code(&self, literal: &Value) -> i64 {
        match literal {
            Value::Int(int) if self.is_plain(*int) => *int,
            other => self.codes[other],
        }
    }

    /// The codes of all values that match this one: itself, and the same
    /// number in the other types.
    fn matching(&self, value: &Value) -> Vec<i64> {
        let number = match value {
            Value::Null | Value::Text(_) => None,
            Value::Bool(truth) => Some(i64::from(*truth)),
            Value::Int(int) => Some(*int),
            Value::Float(float) => Some(float.get() as i64),
        };
        let mut candidates = vec![value.clone()];
        if let Some(number) = number {
            candidates.extend([Value::Int(number), Value::Bool(number != 0)]);
            candidates.extend(Float::new(number as f64).map(Value::Float));
        }
        candidates.retain(|candidate| candidate.matches(value));
        let mut codes: Vec<_> = candidates.iter().filter_map(|c| self.find(c)).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    fn sum(&self, field: FieldId, amount: i64) -> Sum {
        let lo = self.lo.max(self.lo.saturating_sub(amount));
        let hi = self.hi.min(self.hi.saturating_sub(amount));
        // Where no integer stays within, the amount may be too large to be
        // written, and is never added.
        let (lo, hi, amount) = if lo <= hi {
            (lo, hi, amount)
        } else {
            (1, 0, 0)
        };
        Sum {
            field,
            amount,
            lo,
            hi,
            greatest_int: (!self.coded.is_empty()).then_some(self.hi),
        }
    }
}

/// What the model gives one field.
struct Literals<'m> {
    values: Vec<&'m Value>,
    is_added_to: bool,
}
