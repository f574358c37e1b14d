//! Values of state variables.

use std::fmt;
use std::sync::Arc;

/// The value of one field in one state.
///
/// Values are strict in type: `true`, `1` and `1.0` are three values, so they
/// make three states. Conditions are not: see [`Value::matches`].
///
/// `Display` writes the JSON literal.
///
/// ```
/// use checker::Value;
/// let one = Value::from(1);
/// let truth = Value::from(true);
/// assert_ne!(one, truth);
/// assert!(one.matches(&truth));
/// assert_eq!(Value::from("idle").to_string(), "\"idle\"");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// JSON `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer; the only values that a bound applies to.
    Int(i64),
    /// A finite floating-point number.
    Float(Float),
    /// A string.
    Text(Arc<str>),
}

/// A finite number that compares and hashes by value; `-0.0` is stored as `0.0`.
///
/// ```
/// use checker::Float;
/// assert_eq!(Float::new(-0.0), Float::new(0.0));
/// assert_eq!(Float::new(f64::NAN), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float(u64);

impl Float {
    /// None for infinities and for values that are not a number.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        // Adding positive zero turns -0.0 into 0.0 and changes nothing else.
        value.is_finite().then(|| Self((value + 0.0).to_bits()))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The type of a [`Value`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueType {
    /// `null`.
    Null,
    /// Booleans.
    Bool,
    /// Integers.
    Int,
    /// Floating-point numbers.
    Float,
    /// Strings.
    Text,
}

impl Value {
    /// Equality as a condition tests it: by numeric value among booleans,
    /// integers and floats (`true` = `1` = `1.0`), else by type and value.
    ///
    /// Integers and floats compare exactly: 2⁵³+1 does not equal 2.0⁵³.
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a == b,
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => a == b,
                _ => a == b,
            },
        }
    }

    /// The integer that the value [matches](Value::matches), if there is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Bool(truth) => Some((*truth).into()),
            Self::Int(int) => Some(*int),
            Self::Float(float) => whole(float.get()),
            Self::Null | Self::Text(_) => None,
        }
    }

    /// The type.
    #[must_use]
    pub fn value_type(&self) -> ValueType {
        match self {
            Self::Null => ValueType::Null,
            Self::Bool(_) => ValueType::Bool,
            Self::Int(_) => ValueType::Int,
            Self::Float(_) => ValueType::Float,
            Self::Text(_) => ValueType::Text,
        }
    }

    /// False for an integer of a magnitude above the bound, true for all else.
    #[must_use]
    pub fn is_within(&self, int_bound: i64) -> bool {
        match self {
            Self::Int(int) => int.unsigned_abs() <= int_bound.unsigned_abs(),
            _ => true,
        }
    }
}

/// The integer that a float equals exactly; a rounding conversion would merge
/// neighbouring integers.
fn whole(float: f64) -> Option<i64> {
    // Both limits are exact; 2^63 itself is no i64.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let is_whole = float.fract() == 0.0 && (-LIMIT..LIMIT).contains(&float);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "in range and without fraction"
    )]
    is_whole.then_some(float as i64)
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Int => "integer",
            Self::Float => "float",
            Self::Text => "string",
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(truth) => truth.fmt(f),
            Self::Int(int) => int.fmt(f),
            // Debug keeps the `.0` that tells 1.0 from 1.
            Self::Float(float) => fmt::Debug::fmt(&float.get(), f),
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

/// A string as a JSON literal, with every control character escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            '\r' => literal.push_str("\\r"),
            c if diagnostic::is_unsafe(c) => {
                literal.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<i64> for Value {
    fn from(int: i64) -> Self {
        Self::Int(int)
    }
}

impl From<i32> for Value {
    fn from(int: i32) -> Self {
        Self::Int(int.into())
    }
}

impl From<Float> for Value {
    fn from(float: Float) -> Self {
        Self::Float(float)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(value: f64) -> Value {
        Value::Float(Float::new(value).unwrap())
    }

    #[test]
    fn conditions_compare_numbers_by_value_and_nothing_else() {
        assert!(Value::from(true).matches(&float(1.0)));
        assert!(float(0.0).matches(&Value::from(false)));
        assert!(!Value::from("1").matches(&Value::from(1)));
        assert!(!Value::Null.matches(&Value::from(0)));
        assert!(Value::Null.matches(&Value::Null));
        assert!(!float(0.5).matches(&Value::from(0)));
    }

    #[test]
    fn integers_and_floats_compare_exactly() {
        let big = 1_i64 << 53;
        assert!(Value::from(big).matches(&float(9_007_199_254_740_992.0)));
        assert!(!Value::from(big + 1).matches(&float(9_007_199_254_740_992.0)));
        assert!(Value::from(i64::MIN).matches(&float(-9_223_372_036_854_775_808.0)));
        assert!(!Value::from(i64::MAX).matches(&float(9_223_372_036_854_775_808.0)));
        assert!(!Value::from(i64::MAX).matches(&float(1e300)));
    }

    #[test]
    fn bounds_are_symmetric_and_for_integers_only() {
        assert!(Value::from(-64).is_within(64));
        assert!(!Value::from(-65).is_within(64));
        assert!(!Value::from(i64::MIN).is_within(i64::MAX));
        assert!(float(1e9).is_within(64));
    }
}
