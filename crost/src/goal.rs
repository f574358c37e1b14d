//! The normal form of a goal: what two proofs call the same obligation.
//!
//! A goal is read into a tree of symbols (`tree`), brought into canonical order
//! (`canon`) and written as text (`write`). Two goals have the same text exactly
//! if they are equal up to what the [`NormalForm`] forgets; the one exception is
//! said so by [`Normal::is_canonical`].

mod canon;
mod encoding;
mod repeats;
mod tree;
mod write;

use rustc_hash::FxHashSet;
use spthy_parse::{Formula, Goal, Sort, Term};

/// What is forgotten about a goal; each level forgets more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NormalForm {
    /// White space.
    Raw,
    /// Indices of variables and numbers of splits; which occurrences are the same
    /// variable is kept: `x.1 = x.2` is not `x = x`.
    Index,
    /// Also the names of points in time and of variables that the lemma's formula
    /// or a quantifier binds, the order of operands of commutative constructs,
    /// repeated conjuncts and disjuncts, and parentheses. The paper's Norm.
    #[default]
    Local,
    /// Also the names of all other variables; sorts are kept.
    Full,
}

impl NormalForm {
    /// All levels, from the finest to the coarsest.
    pub const ALL: [Self; 4] = [Self::Raw, Self::Index, Self::Local, Self::Full];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Index => "index",
            Self::Local => "local",
            Self::Full => "full",
        }
    }

    fn reorders(self) -> bool {
        self >= Self::Local
    }
}

/// Variables that a lemma's formula binds, by sort and base name: the prover uses
/// them free in its goals.
pub type BoundVars<'a> = FxHashSet<(Sort, &'a str)>;

/// The variables bound anywhere in a formula.
///
/// ```
/// use spthy_parse::{Arena, Sort, parse_formula};
/// let arena = Arena::new();
/// let formula = parse_formula("∀ A #i. Secret( A ) @ #i", &arena).unwrap();
/// assert!(crost::goal::bound_vars(&formula).contains(&(Sort::Msg, "A")));
/// ```
#[must_use]
pub fn bound_vars<'a>(formula: &'a Formula<'a>) -> BoundVars<'a> {
    let mut bound = BoundVars::default();
    formula.walk(&mut |part| {
        if let Formula::Quantified(_, vars, _) = part {
            bound.extend(vars.iter().map(|var| (var.sort, var.name)));
        }
    });
    bound
}

/// A goal in normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normal {
    /// Text that stands for all goals with this normal form. A variable whose
    /// name is forgotten is written with a number: `#1`, `~?2`, `?3`.
    pub text: String,
    /// Whether equal goals are sure to have equal text. False only where a goal
    /// has so many symmetric variables that the search for its canonical form was
    /// given up; it may then differ from an equal goal, never agree with another.
    pub is_canonical: bool,
}

/// The normal form of a goal in the proof of a lemma that binds `bound`.
///
/// Commutative are `⊕`, `++`, `%+`, `*`, `em`, `=`, `∧`, `∨`, `∥`, `⇔` and lists
/// of bound variables. Nested chains of one operator are one chain, and a tuple
/// in the last place of a tuple continues it.
///
/// ```
/// use crost::goal::{BoundVars, NormalForm, normalize};
/// use spthy_parse::{Arena, parse_goal};
/// let arena = Arena::new();
/// let normal = |text| {
///     let goal = parse_goal(text, &arena).unwrap();
///     normalize(&goal, &BoundVars::default(), NormalForm::Local).text
/// };
/// assert_eq!(normal("!KU( (~a⊕~k) ) @ #vk.5"), normal("!KU( (~k⊕~a) ) @ #vk"));
/// assert_eq!(normal("!KU( h(~k.2) ) @ #vk.5"), "!KU( h(~k) ) @ #1");
/// ```
#[must_use]
pub fn normalize(goal: &Goal<'_>, bound: &BoundVars<'_>, form: NormalForm) -> Normal {
    let mut tree = tree::Tree::of_goal(goal, bound, form);
    let is_canonical = !form.reorders() || canon::canonicalize(&mut tree);
    Normal {
        text: write::write(&tree, form),
        is_canonical,
    }
}

/// What a goal asks for, where that says little about a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LowInformation {
    /// A chain: how a message was taken apart.
    Chain,
    /// `!KU( x )` of a lone variable: that the adversary knows something.
    KuVariable,
    /// A case split on a unifier.
    Split,
}

impl LowInformation {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Chain, Self::KuVariable, Self::Split];

    /// The kind of a goal; none for a goal that informs.
    #[must_use]
    pub fn of(goal: &Goal<'_>) -> Option<Self> {
        match goal {
            Goal::Chain { .. } => Some(Self::Chain),
            Goal::Split(_) => Some(Self::Split),
            Goal::Action(fact, _) | Goal::Premise { fact, .. } => {
                let is_variable =
                    matches!(fact.args, [term] if matches!(term.inner(), Term::Var(_)));
                (fact.name == "KU" && is_variable).then_some(Self::KuVariable)
            }
            Goal::Subterm(..) | Goal::Disjunction(_) => None,
        }
    }
}
