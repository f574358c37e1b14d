//! Variables: unbound in rules, free in formulas, written two ways.

use super::{Warning, WarningTopic, walk_copied};
use crate::formula::Formula;
use crate::rule::Rule;
use crate::term::{Sort, Term, Var};
use crate::theory::{Item, Theory};
use crate::{Fact, span_in};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn check(text: &str, theory: &Theory<'_>, warnings: &mut Vec<Warning>) {
    let mut warn = |topic, name: &str, message: String| {
        let span = span_in(text, name).unwrap_or_default();
        warnings.push(Warning {
            topic,
            message,
            span,
        });
    };
    let mut constants: FxHashMap<String, &str> = FxHashMap::default();
    let mut mismatched: FxHashSet<&str> = FxHashSet::default();
    for rule in theory.rules() {
        unbound(rule, &mut warn);
        spellings(rule, &mut warn);
        for fact in rule
            .premises
            .iter()
            .chain(rule.actions)
            .chain(rule.conclusions)
        {
            for arg in fact.args {
                arg.walk(&mut |term| {
                    let Term::Name(Sort::Pub, name) = *term else {
                        return;
                    };
                    let first = *constants.entry(name.to_lowercase()).or_insert(name);
                    if first != name && mismatched.insert(name) {
                        let message =
                            format!("the public constant '{name}' is also written '{first}'");
                        warn(WarningTopic::MismatchingConstants, name, message);
                    }
                });
            }
        }
    }
    for item in &theory.items {
        let (what, name, formula) = match &item.value {
            Item::Lemma(lemma) => ("lemma", lemma.name, &lemma.formula),
            Item::Restriction(restriction) => {
                ("restriction", restriction.name, &restriction.formula)
            }
            _ => continue,
        };
        for var in free_variables(formula) {
            let message = format!("the {what} `{name}` uses the free variable `{var}`");
            warn(WarningTopic::FormulaTerms, var.name, message);
        }
    }
}

fn vars_of<'a>(facts: &[Fact<'a>], into: &mut Vec<Var<'a>>) {
    for arg in facts.iter().flat_map(|fact| fact.args) {
        term_vars(*arg, into);
    }
}

fn term_vars<'a>(term: Term<'a>, into: &mut Vec<Var<'a>>) {
    walk_copied(term, &mut |term| {
        if let Term::Var(var) = *term {
            into.push(var);
        }
    });
}

/// Variables of conclusions and actions that no premise binds.
fn unbound<'a>(rule: &Rule<'a>, warn: &mut dyn FnMut(WarningTopic, &str, String)) {
    // A defined variable stands for the variables of its definition.
    let lets: FxHashMap<Var<'a>, Term<'a>> = rule.lets.iter().copied().collect();
    let expand = |vars: Vec<Var<'a>>| -> Vec<Var<'a>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vars;
        open.reverse();
        while let Some(var) = open.pop() {
            if !seen.insert(var) {
                continue;
            }
            match lets.get(&var) {
                Some(&term) => term_vars(term, &mut open),
                None => found.push(var),
            }
        }
        found
    };
    let mut bound = Vec::new();
    vars_of(rule.premises, &mut bound);
    // Definitions refer to each other; a variable defined by itself is taken as is.
    let bound: FxHashSet<Var<'_>> = expand(bound.clone()).into_iter().chain(bound).collect();
    let mut used = Vec::new();
    vars_of(rule.actions, &mut used);
    vars_of(rule.conclusions, &mut used);
    for var in expand(used) {
        if !matches!(var.sort, Sort::Pub | Sort::Node) && !bound.contains(&var) {
            let message = format!("rule `{}` has the unbound variable `{var}`", rule.name);
            warn(WarningTopic::UnboundVariables, var.name, message);
        }
    }
}

/// One name in a rule with two sorts or capitalizations.
fn spellings(rule: &Rule<'_>, warn: &mut dyn FnMut(WarningTopic, &str, String)) {
    let mut vars = Vec::new();
    vars_of(rule.premises, &mut vars);
    vars_of(rule.actions, &mut vars);
    vars_of(rule.conclusions, &mut vars);
    let mut first: FxHashMap<(String, u32), Var<'_>> = FxHashMap::default();
    let mut reported: FxHashSet<Var<'_>> = FxHashSet::default();
    for var in vars {
        let earlier = *first
            .entry((var.name.to_lowercase(), var.index))
            .or_insert(var);
        if earlier != var && reported.insert(var) {
            let message = format!(
                "rule `{}` has the variables `{earlier}` and `{var}`",
                rule.name
            );
            warn(WarningTopic::MismatchingVariables, var.name, message);
        }
    }
}

/// Variables no quantifier around them binds, each once.
fn free_variables<'a>(formula: &Formula<'a>) -> Vec<Var<'a>> {
    enum Step<'a> {
        Visit(Formula<'a>),
        /// The scope of this many variables ends.
        Leave(usize),
    }
    let mut steps = vec![Step::Visit(*formula)];
    let mut bound: Vec<Var<'a>> = Vec::new();
    let mut free = Vec::new();
    while let Some(step) = steps.pop() {
        let formula = match step {
            Step::Leave(n) => {
                bound.truncate(bound.len() - n);
                continue;
            }
            Step::Visit(formula) => formula,
        };
        let mut vars = Vec::new();
        match formula {
            Formula::Quantified(_, names, body) => {
                bound.extend(names);
                steps.extend([Step::Leave(names.len()), Step::Visit(*body)]);
            }
            Formula::Not(inside) | Formula::Paren(inside) => steps.push(Step::Visit(*inside)),
            Formula::And(parts) | Formula::Or(parts) => {
                steps.extend(parts.iter().rev().map(|part| Step::Visit(*part)));
            }
            Formula::Implies(left, right) | Formula::Iff(left, right) => {
                steps.extend([Step::Visit(*right), Step::Visit(*left)]);
            }
            Formula::Last(at) => vars.push(at),
            Formula::Less(left, right) => vars.extend([left, right]),
            Formula::Action(_, at) => vars.push(at),
            _ => {}
        }
        for term in formula.atom_terms() {
            term_vars(*term, &mut vars);
        }
        for var in vars {
            if !is_bound(var, &bound) && var.sort != Sort::Pub && !free.contains(&var) {
                free.push(var);
            }
        }
    }
    free
}

/// A prefix may be left out where it is clear which variable is meant.
fn is_bound(var: Var<'_>, bound: &[Var<'_>]) -> bool {
    bound.iter().any(|other| {
        other.name == var.name
            && other.index == var.index
            && (other.sort == var.sort || var.sort == Sort::Msg || other.sort == Sort::Msg)
    })
}
