//! Families of lemmas: what kind of property one states.

use crate::compare::Comparison;
use crate::forest::ProofTree;
use crate::score::Score;
use spthy_parse::{Arena, Formula, Lemma, LemmaRow, TraceQuantifier, parse_formula};
use std::collections::BTreeMap;
use std::fmt;

/// The kind of property a lemma states.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// What the adversary may not know.
    Secrecy,
    /// What happened before, given what happened.
    Authentication,
    /// That the protocol can run at all.
    Sanity,
    /// None of these.
    Other,
}

impl Family {
    /// All families, in the order of tables.
    pub const ALL: [Self; 4] = [
        Self::Secrecy,
        Self::Authentication,
        Self::Sanity,
        Self::Other,
    ];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Secrecy => "secrecy",
            Self::Authentication => "authentication",
            Self::Sanity => "sanity",
            Self::Other => "other",
        }
    }

    /// The family of this name; none for others.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// The family a formula shows: `exists-trace` is sanity; else a `K( … )` fact is
    /// secrecy; else a correspondence is authentication: an action stands in a
    /// premise and another in a conclusion. Premise and conclusion go by
    /// polarity, so that `¬(∃ a. A ∧ ¬(∃ b. B))` is the same as `∀ a. A ⇒ ∃ b. B`.
    ///
    /// ```
    /// use crost::study::Family;
    /// use spthy_parse::{Arena, TraceQuantifier, parse_formula};
    /// let arena = Arena::new();
    /// let family = |text| {
    ///     Family::of_formula(TraceQuantifier::AllTraces, &parse_formula(text, &arena).unwrap())
    /// };
    /// assert_eq!(family("∀ x #i. Secret( x ) @ #i ⇒ ¬(∃ #j. K( x ) @ #j)"), Family::Secrecy);
    /// assert_eq!(family("∀ x #i. A( x ) @ #i ⇒ (∃ #j. B( x ) @ #j)"), Family::Authentication);
    /// assert_eq!(family("∀ #i #j. A( ) @ #i ∧ A( ) @ #j ⇒ #i = #j"), Family::Other);
    /// ```
    #[must_use]
    pub fn of_formula(quantifier: TraceQuantifier, formula: &Formula<'_>) -> Self {
        if quantifier == TraceQuantifier::ExistsTrace {
            return Self::Sanity;
        }
        let (mut knows, mut premise, mut conclusion) = (false, false, false);
        // Formulas and their polarity; under ⇔ a formula has both.
        let mut stack = vec![(*formula, true)];
        while let Some((formula, is_positive)) = stack.pop() {
            match formula {
                Formula::Action(fact, _) => {
                    knows |= matches!(fact.name, "K" | "KU");
                    conclusion |= is_positive;
                    premise |= !is_positive;
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
        match (knows, premise && conclusion) {
            (true, _) => Self::Secrecy,
            (false, true) => Self::Authentication,
            (false, false) => Self::Other,
        }
    }

    /// The family of a lemma; see [`of_formula`](Self::of_formula).
    #[must_use]
    pub fn of_lemma(lemma: &Lemma<'_>) -> Self {
        Self::of_formula(lemma.quantifier, &lemma.formula)
    }

    /// The family of a row, by its printed formula; a diff lemma has none and is
    /// another kind of property.
    #[must_use]
    pub fn of_row(row: &LemmaRow) -> Self {
        let quantifier = match row.quantifier {
            "exists-trace" => TraceQuantifier::ExistsTrace,
            "all-traces" => TraceQuantifier::AllTraces,
            _ => return Self::Other,
        };
        let arena = Arena::new();
        let formula = row.formula.as_deref().unwrap_or_default();
        match parse_formula(formula, &arena) {
            Ok(formula) => Self::of_formula(quantifier, &formula),
            Err(_) if quantifier == TraceQuantifier::ExistsTrace => Self::Sanity,
            Err(_) => Self::Other,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is wrong with a table of families.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyTableError {
    /// A line without exactly one comma.
    #[error("line {line}: `{found}` is not of the form `lemma,family`")]
    Form {
        /// Which line, from 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// Not the name of a family.
    #[error("line {line}: `{found}` is none of secrecy, authentication, sanity, other")]
    Family {
        /// Which line, from 1.
        line: usize,
        /// What stands for the family.
        found: String,
    },
    /// A lemma in two families.
    #[error("line {line}: `{lemma}` is in another family above")]
    Twice {
        /// Which line, from 1.
        line: usize,
        /// The lemma.
        lemma: String,
    },
}

/// Families of lemmas by name, as given; others are classified by their formula.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FamilyTable {
    by_name: BTreeMap<String, Family>,
}

impl FamilyTable {
    /// Reads lines of the form `lemma,family`; a header of these two words, empty
    /// lines and lines that start with `#` are passed over. Names of lemmas have no
    /// commas and need no quotes.
    ///
    /// # Errors
    /// The first line that is wrong.
    ///
    /// ```
    /// use crost::study::FamilyTable;
    /// assert!(FamilyTable::read("lemma,family\nsecret_key,secrecy\n").is_ok());
    /// assert!(FamilyTable::read("secret_key,privacy\n").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, FamilyTableError> {
        let mut by_name = BTreeMap::new();
        for (line, found) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let trimmed = found.trim();
            let is_comment = trimmed.is_empty() || trimmed.starts_with('#');
            if is_comment || (by_name.is_empty() && trimmed == "lemma,family") {
                continue;
            }
            let (lemma, family) = trimmed
                .split_once(',')
                .map(|(lemma, family)| (lemma.trim(), family.trim()))
                .filter(|(lemma, family)| !lemma.is_empty() && !family.contains(','))
                .ok_or_else(|| FamilyTableError::Form {
                    line,
                    found: found.to_owned(),
                })?;
            let family = Family::from_name(family).ok_or_else(|| FamilyTableError::Family {
                line,
                found: family.to_owned(),
            })?;
            let before = by_name.insert(lemma.to_owned(), family);
            if before.is_some_and(|before| before != family) {
                return Err(FamilyTableError::Twice {
                    line,
                    lemma: lemma.to_owned(),
                });
            }
        }
        Ok(Self { by_name })
    }

    /// The family of a tree's lemma: as the table says, by name with side or
    /// without, else by its formula.
    #[must_use]
    pub fn family(&self, tree: &ProofTree) -> Family {
        self.by_name
            .get(&tree.name())
            .or_else(|| self.by_name.get(&tree.row.lemma))
            .copied()
            .unwrap_or_else(|| Family::of_row(&tree.row))
    }
}

/// CRoST of each family: over the set of paths of the target's lemmas in it, which
/// any generated lemma may cover. A family without lemmas is undefined (0 of 0).
#[must_use]
pub fn family_scores(comparison: &Comparison<'_>, table: &FamilyTable) -> BTreeMap<Family, Score> {
    Family::ALL
        .into_iter()
        .map(|family| {
            let mut is_in_family = vec![false; comparison.target_paths.trie.len()];
            for (at, &tree) in comparison.target_trees.iter().enumerate() {
                if table.family(&comparison.target.trees[tree]) == family {
                    for path in comparison.target_paths.places[at].iter().flatten() {
                        is_in_family[path.0 as usize] = true;
                    }
                }
            }
            let mut score = Score::default();
            for path in comparison.target_paths.trie.ids() {
                if is_in_family[path.0 as usize] {
                    score.total += 1;
                    score.covered += u64::from(comparison.coverage.is_covered(path));
                }
            }
            (family, score)
        })
        .collect()
}
