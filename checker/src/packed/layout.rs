//! Which bits of a packed state belong to which field, and what they mean.

mod domain;

use crate::visited::radix::Digit;
use crate::{FieldId, Float, Model, Value};
use domain::Domain;
use hashbrown::HashMap;

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
    /// Codes below this are listed values; from it on, integers in order.
    n_listed: u64,
    /// The first of these. None where no addition meets an integer: then all
    /// are listed.
    least: Option<i64>,
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
        let least = self.least?;
        let offset = code.checked_sub(self.n_listed)?;
        i64::try_from(i128::from(offset) + i128::from(least)).ok()
    }

    /// The code of an unlisted integer. None for one that no reachable state
    /// holds: from a reachable state only a step beyond the bound leads there.
    pub(super) fn int_code(self, int: i128) -> Option<u64> {
        let offset = u64::try_from(int - i128::from(self.least?)).ok()?;
        let code = offset.checked_add(self.n_listed)?;
        (code <= self.last_code).then_some(code)
    }
}

impl Layout {
    /// None where a field needs more than 64 bits.
    pub(super) fn of(model: &Model) -> Option<Self> {
        // Bit 0 is one in every state: a slot of zeros holds none.
        let mut place = (0, 1);
        let domains = Domain::of_fields(model);
        let mut fields = Vec::with_capacity(domains.len());
        for Domain { literals, range } in domains {
            let n_listed = literals.len() as u64;
            let n_ints = range.map_or(0, |(least, greatest)| {
                i128::from(greatest) - i128::from(least) + 1
            });
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
                least: range.map(|(least, _)| least),
            };
            place.1 += width;
            let listed = literals.into_iter().zip(0..).collect();
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
