//! The oracle's own values, and equality as Python has it.

use checker::Value;

/// A value of one field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Datum {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// The bits of a float.
    Float(u64),
    /// A string.
    Text(String),
}

impl From<&Value> for Datum {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Int(int) => Self::Int(*int),
            Value::Float(float) => Self::Float(float.get().to_bits()),
            Value::Text(text) => Self::Text(text.to_string()),
        }
    }
}

impl Datum {
    /// One representative of all values that Python takes as equal.
    #[must_use]
    pub fn python_key(&self) -> Self {
        match self {
            Self::Bool(truth) => Self::Int((*truth).into()),
            Self::Float(bits) => {
                let float = f64::from_bits(*bits);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_precision_loss,
                    reason = "a conversion that loses something does not convert back"
                )]
                let (whole, back) = (float as i128, float as i128 as f64);
                match i64::try_from(whole) {
                    Ok(int) if back == float => Self::Int(int),
                    _ => self.clone(),
                }
            }
            _ => self.clone(),
        }
    }
}
