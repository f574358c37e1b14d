//! What a text can tell of wellformedness without the prover.
//!
//! [`refused`] finds what makes the prover refuse to load a theory although its
//! shape is right; [`warnings`] finds what it loads and warns of.

mod facts;
mod variables;

use crate::error::{SyntaxError, SyntaxErrorKind};
use crate::fact::Fact;
use crate::formula::Formula;
use crate::rule::Rule;
use crate::signature::Signature;
use crate::term::Term;
use crate::theory::{Item, Theory};
use diagnostic::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// The prover's topics that are checked here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum WarningTopic {
    /// A rule uses a variable that no premise binds.
    UnboundVariables,
    /// A fact is used with two arities, multiplicities or capitalizations.
    FactUsage,
    /// A lemma speaks of an action no rule has.
    InexistentLemmaActions,
    /// A formula has a variable no quantifier binds.
    FormulaTerms,
    /// A rule gives a reserved name to a fact.
    ReservedNames,
    /// A rule uses `In`, `Out` or `Fr` on the wrong side.
    SpecialFacts,
    /// A premise no rule can provide.
    MissingRightHandSide,
    /// One name with two sorts or capitalizations in a rule.
    MismatchingVariables,
    /// One public constant with two capitalizations.
    MismatchingConstants,
}

impl WarningTopic {
    /// The title the prover prints.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::UnboundVariables => "Unbound variables",
            Self::FactUsage => "Fact usage",
            Self::InexistentLemmaActions => "Inexistent lemma actions",
            Self::FormulaTerms => "Formula terms",
            Self::ReservedNames => "Reserved names",
            Self::SpecialFacts => "Special facts",
            Self::MissingRightHandSide => {
                "Facts occur in the left-hand-side but not in any right-hand-side"
            }
            Self::MismatchingVariables => "Variable with mismatching sorts or capitalization",
            Self::MismatchingConstants => "Public constants with mismatching capitalization",
        }
    }
}

/// Something the prover loads and warns of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Under which of the prover's topics.
    pub topic: WarningTopic,
    /// What was found, as a sentence.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl Warning {
    /// The warning as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(self.message.clone())
            .at(self.span)
            .label(format!("wellformedness: {}", self.topic.title()))
    }
}

/// What the prover warns of and a text can tell, in the order of the text.
///
/// ```
/// use spthy_parse::{Arena, WarningTopic, parse_theory, warnings};
/// let text = "theory T begin rule R: [ ] --[ Done( x ) ]-> [ ] end";
/// let arena = Arena::new();
/// let found = warnings(text, &parse_theory(text, &arena).theory);
/// assert_eq!(found[0].topic, WarningTopic::UnboundVariables);
/// ```
#[must_use]
pub fn warnings(text: &str, theory: &Theory<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    facts::check(text, theory, &mut warnings);
    variables::check(text, theory, &mut warnings);
    warnings.sort_by_key(|warning| (warning.span, warning.topic));
    warnings
}

/// Finds unknown functions, wrong arities and names given twice.
pub(crate) fn refused<'a>(
    text: &'a str,
    theory: &Theory<'a>,
    signature: Option<&Signature<'_>>,
    errors: &mut Vec<SyntaxError>,
) {
    duplicates(text, theory, errors);
    // Declarations may stand in a file that is not read.
    let includes = theory
        .items
        .iter()
        .any(|item| matches!(item.value, Item::Include(_)));
    let Some(signature) = signature.filter(|_| !includes) else {
        return;
    };
    each_term(theory, &mut |term| {
        let (name, found) = match *term {
            // Words without arguments are variables unless declared.
            Term::App(_, []) => return,
            Term::App(name, args) => (name, args.len()),
            Term::Braces(name, _, _) => (name, 2),
            _ => return,
        };
        let span = crate::span_in(text, name).unwrap_or_default();
        let kind = match signature.arity(name, span.start as usize) {
            None => SyntaxErrorKind::UnknownFunction {
                name: name.to_owned(),
                n_arguments: found,
            },
            // A unary function takes several arguments as one tuple.
            Some(1) if found >= 1 && matches!(term, Term::App(..)) => return,
            Some(declared) if declared != found => SyntaxErrorKind::WrongArity {
                name: name.to_owned(),
                declared,
                found,
            },
            Some(_) => return,
        };
        errors.push(SyntaxError::new(kind, span));
    });
}

fn duplicates(text: &str, theory: &Theory<'_>, errors: &mut Vec<SyntaxError>) {
    let mut seen: FxHashMap<(&str, &str, Option<&str>), &Item<'_>> = FxHashMap::default();
    for item in &theory.items {
        let sided = |attributes: &[crate::Attribute<'_>]| {
            attributes
                .iter()
                .find_map(|attribute| match attribute.name {
                    "left" => Some("left"),
                    "right" => Some("right"),
                    _ => None,
                })
        };
        let (what, name, side) = match &item.value {
            Item::Rule(rule) => ("rule", rule.name, None),
            Item::Lemma(lemma) => ("lemma", lemma.name, sided(&lemma.attributes)),
            Item::DiffLemma(lemma) => ("diff lemma", lemma.name, None),
            Item::Restriction(restriction) => (
                "restriction",
                restriction.name,
                sided(&restriction.attributes),
            ),
            _ => continue,
        };
        match seen.insert((what, name, side), &item.value) {
            // The prover takes one rule written twice as one.
            Some(earlier) if what != "rule" || *earlier != item.value => {
                let kind = SyntaxErrorKind::Duplicate {
                    what,
                    name: name.to_owned(),
                };
                let span = crate::span_in(text, name).unwrap_or_default();
                errors.push(SyntaxError::new(kind, span));
            }
            _ => {}
        }
    }
}

/// Calls `visit` on all terms of rules, formulas and declarations; not on those
/// of proofs, which the prover has made itself.
fn each_term<'a>(theory: &Theory<'a>, visit: &mut dyn FnMut(&Term<'a>)) {
    fn in_facts<'a>(facts: &[Fact<'a>], visit: &mut dyn FnMut(&Term<'a>)) {
        for arg in facts.iter().flat_map(|fact| fact.args) {
            arg.walk(&mut |term| visit(term));
        }
    }
    let mut terms: Vec<Term<'a>> = Vec::new();
    for item in &theory.items {
        match &item.value {
            Item::Rule(rule) => each_rule(rule, &mut |rule| {
                in_facts(rule.premises, visit);
                in_facts(rule.actions, visit);
                in_facts(rule.conclusions, visit);
                terms.extend(rule.lets.iter().map(|(_, term)| *term));
                rule.restricts
                    .iter()
                    .for_each(|formula| formula_terms(formula, &mut terms));
            }),
            Item::Lemma(lemma) => formula_terms(&lemma.formula, &mut terms),
            Item::Restriction(restriction) => formula_terms(&restriction.formula, &mut terms),
            Item::AccountabilityLemma(lemma) => formula_terms(&lemma.formula, &mut terms),
            Item::CaseTest { formula, .. } => formula_terms(formula, &mut terms),
            Item::Predicates(predicates) => {
                predicates
                    .iter()
                    .for_each(|(_, meaning)| formula_terms(meaning, &mut terms));
            }
            Item::Equations { equations, .. } => {
                terms.extend(equations.iter().flat_map(|&(left, right)| [left, right]));
            }
            Item::Macros(macros) => terms.extend(macros.iter().map(|one| one.body)),
            _ => {}
        }
        for term in terms.drain(..) {
            walk_copied(term, visit);
        }
    }
}

/// [`Term::walk`] for a term that is not in the arena itself.
pub(super) fn walk_copied<'a>(term: Term<'a>, visit: &mut dyn FnMut(&Term<'a>)) {
    visit(&term);
    let (parts, last) = term.parts();
    for part in parts.iter().chain(last) {
        part.walk(&mut |term| visit(term));
    }
}

fn formula_terms<'a>(formula: &Formula<'a>, terms: &mut Vec<Term<'a>>) {
    each_formula(formula, &mut |part| {
        terms.extend(part.atom_terms().into_iter().copied())
    });
}

/// [`Formula::walk`] for a formula that is not in the arena itself.
pub(super) fn each_formula<'a>(formula: &Formula<'a>, visit: &mut dyn FnMut(&Formula<'a>)) {
    let mut stack = vec![*formula];
    while let Some(formula) = stack.pop() {
        visit(&formula);
        match formula {
            Formula::Not(inside) | Formula::Paren(inside) | Formula::Quantified(_, _, inside) => {
                stack.push(*inside);
            }
            Formula::And(parts) | Formula::Or(parts) => stack.extend(parts.iter().rev()),
            Formula::Implies(left, right) | Formula::Iff(left, right) => {
                stack.extend([*right, *left]);
            }
            _ => {}
        }
    }
}

/// A rule and the instances and variants written below it.
fn each_rule<'r, 'a>(rule: &'r Rule<'a>, visit: &mut dyn FnMut(&'r Rule<'a>)) {
    let mut stack = vec![rule];
    while let Some(rule) = stack.pop() {
        visit(rule);
        stack.extend(rule.variants.iter().rev());
        if let Some(sides) = &rule.sides {
            stack.extend([&sides.1, &sides.0]);
        }
    }
}
