//! Which bits of a packed state belong to which field, and what they mean.

use crate::model::Update;
use crate::visited::radix::Digit;
use crate::{FieldId, Float, Model, Value};
use hashbrown::{HashMap, HashSet};

/// The fields' places and codes.
pub(super) struct Layout {
    fields: Vec<FieldLayout>,
}

struct FieldLayout {
    codes: Codes,
    /// The codes below [`Codes::n_listed`].
    listed: HashMap<Value, u64>,
}

/// Where a field is, and how its integers are coded.
#[derive(Clone, Copy)]
pub(super) struct Codes {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) width: u32,
    last_code: u64,
    /// Codes below this are listed values; from it on, integers in order
    /// from `-int_bound`.
    n_listed: u64,
    /// None where no addition can make new integers: then all are listed.
    int_bound: Option<i64>,
}

impl Codes {
    /// All bits of the field, in place.
    pub(super) fn mask(self) -> u64 {
        if self.width == 0 {
            return 0;
        }
        (u64::MAX >> (64 - self.width)) << self.shift
    }

    /// The field's code in a state.
    pub(super) fn get<const N: usize>(self, state: &[u64; N]) -> u64 {
        (state[self.word] & self.mask()) >> self.shift
    }

    /// How many values the field can take; none beyond 64 bits.
    pub(super) fn n_codes(self) -> Option<u64> {
        self.last_code.checked_add(1)
    }

    /// The integer of a code, if it is one of the unlisted ones.
    pub(super) fn int(self, code: u64) -> Option<i64> {
        let int_bound = self.int_bound?;
        let offset = code.checked_sub(self.n_listed)?;
        i64::try_from(i128::from(offset) - i128::from(int_bound)).ok()
    }

    /// The code of an unlisted integer; none beyond the bound.
    pub(super) fn int_code(self, int: i128) -> Option<u64> {
        let int_bound = i128::from(self.int_bound?);
        if int.abs() > int_bound {
            return None;
        }
        u64::try_from(int + int_bound + i128::from(self.n_listed)).ok()
    }
}

impl Layout {
    /// None where a field needs more than 64 bits.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let mut lists: Vec<Vec<Value>> = Vec::new();
        for value in model.initial_values() {
            lists.push(vec![value.clone()]);
        }
        let mut has_addition = vec![false; lists.len()];
        let mut seen: Vec<HashSet<&Value>> = model
            .initial_values()
            .iter()
            .map(|v| [v].into_iter().collect())
            .collect();
        for (field, update) in model.transitions().iter().flat_map(|t| &t.updates) {
            match update {
                Update::Set(value) => {
                    if seen[field.index()].insert(value) {
                        lists[field.index()].push(value.clone());
                    }
                }
                Update::Add(_) => has_addition[field.index()] = true,
            }
        }
        // Bit 0 is one in every state: a slot of zeros holds none.
        let mut place = (0, 1);
        let mut fields = Vec::with_capacity(lists.len());
        for (mut listed, has_addition) in lists.into_iter().zip(has_addition) {
            let is_int = |value: &Value| matches!(value, Value::Int(_));
            let mut int_bound = None;
            if has_addition && listed.iter().any(is_int) {
                listed.retain(|value| !is_int(value));
                int_bound = Some(model.int_bound());
            }
            let n_listed = listed.len() as u64;
            let n_ints = int_bound.map_or(0, |bound| 2 * i128::from(bound) + 1);
            let last_code = u64::try_from(i128::from(n_listed) + n_ints - 1).ok()?;
            let width = u64::BITS - last_code.leading_zeros();
            if place.1 + width > u64::BITS {
                place = (place.0 + 1, 0);
            }
            let codes = Codes {
                word: place.0,
                // A field of no bits behind a full word stays in range.
                shift: place.1 % u64::BITS,
                width,
                last_code,
                n_listed,
                int_bound,
            };
            place.1 += width;
            let listed = listed.into_iter().zip(0..).collect();
            fields.push(FieldLayout { codes, listed });
        }
        Some(Self { fields })
    }

    pub(super) fn n_words(&self) -> usize {
        self.fields.last().map_or(0, |field| field.codes.word + 1)
    }

    pub(super) fn codes(&self, field: FieldId) -> Codes {
        self.fields[field.index()].codes
    }

    /// The fields as digits of a number; none where they have too many codes.
    pub(super) fn digits(&self) -> Option<Vec<Digit>> {
        let fields = self.all_codes().filter(|codes| codes.width > 0);
        fields
            .map(|codes| {
                Some(Digit {
                    shift: codes.shift,
                    width: codes.width,
                    n_codes: codes.n_codes()?,
                })
            })
            .collect()
    }

    /// Every field's place, in order.
    pub(super) fn all_codes(&self) -> impl Iterator<Item = Codes> {
        self.fields.iter().map(|field| field.codes)
    }

    /// The code of a value that the field can take.
    pub(super) fn code(&self, field: FieldId, value: &Value) -> u64 {
        // `of` listed every literal, so there is always a code.
        self.code_if_possible(field, value).unwrap_or_default()
    }

    fn code_if_possible(&self, field: FieldId, value: &Value) -> Option<u64> {
        let FieldLayout { codes, listed } = &self.fields[field.index()];
        let unlisted = match value {
            Value::Int(int) => codes.int_code((*int).into()),
            _ => None,
        };
        unlisted.or_else(|| listed.get(value).copied())
    }

    /// The codes of all values of the field that a test for `value` accepts.
    pub(super) fn matching(&self, field: FieldId, value: &Value) -> Vec<u64> {
        let mut accepted = vec![value.clone()];
        if let Some(int) = value.as_int() {
            accepted.extend([Value::Int(int), Value::Bool(int == 1)]);
            #[expect(clippy::cast_precision_loss, reason = "what it lost does not match")]
            accepted.extend(Float::new(int as f64).map(Value::Float));
        }
        let mut codes: Vec<u64> = accepted
            .iter()
            .filter(|accepted| accepted.matches(value))
            .filter_map(|accepted| self.code_if_possible(field, accepted))
            .collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
