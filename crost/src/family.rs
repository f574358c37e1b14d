//! Families of lemmas: what kind of property a lemma states.

use spthy_parse::{Formula, Lemma, TraceQuantifier};
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
    /// speaks of a `K( … )` fact, else authentication if an action stands in a
    /// premise and another in a conclusion. Premises and conclusions go by
    /// polarity: `¬(∃ a. A ∧ ¬(∃ b. B))` is `∀ a. A ⇒ ∃ b. B`, and in
    /// `∀ a. A ⇒ ¬(∃ b. B)` both are premises.
    ///
    /// ```
    /// use crost::Family;
    /// use spthy_parse::{Arena, parse_theory};
    /// let arena = Arena::new();
    /// let text = "theory T begin lemma L: \"All a #i. Commit(a)@i ==> Ex #j. Running(a)@j\" \
    ///     lemma M: \"All a #i. Secret(a)@i ==> not (Ex #j. Leak(a)@j)\" end";
    /// let parsed = parse_theory(text, &arena);
    /// let families: Vec<Family> = parsed.theory.lemmas().map(Family::of).collect();
    /// assert_eq!(families, [Family::AUTHENTICATION, Family::OTHER]);
    /// ```
    #[must_use]
    pub fn of(lemma: &Lemma<'_>) -> Self {
        if lemma.quantifier == TraceQuantifier::ExistsTrace {
            return Self::SANITY;
        }
        let (mut knows, mut is_premise, mut is_conclusion) = (false, false, false);
        // Formulas and their polarity; under ⇔ a formula has both.
        let mut stack = vec![(lemma.formula, true)];
        while let Some((formula, is_positive)) = stack.pop() {
            match formula {
                Formula::Action(fact, _) => {
                    knows |= fact.name == "K";
                    is_conclusion |= is_positive;
                    is_premise |= !is_positive;
                }
                Formula::Not(inside) => stack.push((*inside, !is_positive)),
                Formula::Paren(inside) | Formula::Quantified(_, _, inside) => {
                    stack.push((*inside, is_positive));
                }
                Formula::And(parts) | Formula::Or(parts) => {
                    stack.extend(parts.iter().map(|part| (*part, is_positive)));
                }
                Formula::Implies(left, right) => {
                    stack.extend([(*left, !is_positive), (*right, is_positive)]);
                }
                Formula::Iff(left, right) => {
                    for side in [*left, *right] {
                        stack.extend([(side, true), (side, false)]);
                    }
                }
                _ => {}
            }
        }
        if knows {
            Self::SECRECY
        } else if is_premise && is_conclusion {
            Self::AUTHENTICATION
        } else {
            Self::OTHER
        }
    }
}
