//! Families of lemmas: what kind of property a lemma states.

use spthy_parse::{Formula, Lemma, Quantifier, TraceQuantifier};
use std::borrow::Cow;

/// A family of lemmas, by name: one of those below, or one from a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct Family(Cow<'static, str>);

impl Family {
    /// The adversary does not learn something.
    pub const SECRECY: Self = Self(Cow::Borrowed("secrecy"));
    /// Where one action happens, another has happened.
    pub const AUTHENTICATION: Self = Self(Cow::Borrowed("authentication"));
    /// The protocol can be run.
    pub const SANITY: Self = Self(Cow::Borrowed("sanity"));
    /// None of these.
    pub const OTHER: Self = Self(Cow::Borrowed("other"));

    /// The family of this name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self(Cow::Owned(name.to_owned()))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// What a lemma looks like: sanity if it asks for a trace, else secrecy if it
    /// speaks of a `K( … )` fact, else authentication if an action implies an
    /// action.
    ///
    /// ```
    /// use crost::Family;
    /// use spthy_parse::{Arena, parse_theory};
    /// let arena = Arena::new();
    /// let text = "theory T begin lemma L: \"All a #i. Commit(a)@i ==> Ex #j. Running(a)@j\" end";
    /// let parsed = parse_theory(text, &arena);
    /// let lemma = parsed.theory.lemmas().next().unwrap();
    /// assert_eq!(Family::of(lemma), Family::AUTHENTICATION);
    /// ```
    #[must_use]
    pub fn of(lemma: &Lemma<'_>) -> Self {
        if lemma.quantifier == TraceQuantifier::ExistsTrace {
            Self::SANITY
        } else if speaks_of(&lemma.formula, |fact| fact == "K") {
            Self::SECRECY
        } else if is_correspondence(&lemma.formula) {
            Self::AUTHENTICATION
        } else {
            Self::OTHER
        }
    }
}

/// Whether an action of the formula has such a fact.
fn speaks_of(formula: &Formula<'_>, is_wanted: impl Fn(&str) -> bool) -> bool {
    let mut is_found = false;
    formula.walk(&mut |part| {
        if let Formula::Action(fact, _) = part {
            is_found |= is_wanted(fact.name);
        }
    });
    is_found
}

/// `∀ … . action ⇒ … action …`, alone or as part of a conjunction.
fn is_correspondence(formula: &Formula<'_>) -> bool {
    let mut stack = vec![*formula];
    while let Some(formula) = stack.pop() {
        match formula {
            Formula::Paren(inside) | Formula::Quantified(Quantifier::ForAll, _, inside) => {
                stack.push(*inside);
            }
            Formula::And(parts) => stack.extend(parts),
            Formula::Implies(left, right) => {
                if speaks_of(left, |_| true) && speaks_of(right, |_| true) {
                    return true;
                }
                // Implications in a row: a ⇒ (b ⇒ c).
                stack.push(*right);
            }
            _ => {}
        }
    }
    false
}
