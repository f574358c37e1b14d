//! What a lemma's formula speaks of: actions, and which comes before which.

use crate::forest::ProofTree;
use rustc_hash::FxHashMap;
use spthy_parse::{Arena, Formula, Var, parse_formula};
use std::collections::{BTreeMap, BTreeSet};

/// What a lemma's formula speaks of.
#[derive(Debug, Default)]
pub(super) struct Claim {
    /// Names of facts and their numbers of arguments.
    pub(super) actions: BTreeMap<String, usize>,
    /// Pairs of actions, the first before the second.
    orders: BTreeSet<(String, String)>,
}

/// A visit of a formula, or the end of a quantifier's scope of so many variables.
enum Step<'f, 'a> {
    Visit(&'f Formula<'a>, bool),
    Leave(usize),
}

impl Claim {
    pub(super) fn of(tree: &ProofTree) -> Self {
        let arena = Arena::new();
        let text = tree.row.formula.as_deref().unwrap_or_default();
        // A formula was printed by the parser that reads it here.
        parse_formula(text, &arena).map_or_else(|_| Self::default(), |formula| Self::read(&formula))
    }

    fn read(formula: &Formula<'_>) -> Self {
        let mut claim = Self::default();
        // Points in time by number: one name may be bound more than once.
        let mut scope: Vec<(Var<'_>, usize)> = Vec::new();
        let mut n_points = 0;
        let mut at: FxHashMap<usize, Vec<String>> = FxHashMap::default();
        let mut less: Vec<(usize, usize)> = Vec::new();
        let mut steps = vec![Step::Visit(formula, false)];
        while let Some(step) = steps.pop() {
            let (formula, is_negated) = match step {
                Step::Visit(formula, is_negated) => (formula, is_negated),
                Step::Leave(n) => {
                    scope.truncate(scope.len() - n);
                    continue;
                }
            };
            let point = |var: &Var<'_>| {
                let is_same = |(bound, _): &&(Var<'_>, usize)| {
                    bound.name == var.name && bound.index == var.index
                };
                scope.iter().rev().find(is_same).map(|(_, number)| *number)
            };
            match formula {
                Formula::Action(fact, var) => {
                    claim.actions.insert(fact.name.to_owned(), fact.args.len());
                    if let Some(point) = point(var) {
                        at.entry(point).or_default().push(fact.name.to_owned());
                    }
                }
                // What is denied is no order.
                Formula::Less(left, right) if !is_negated => {
                    less.extend(point(left).zip(point(right)));
                }
                Formula::Not(inside) => steps.push(Step::Visit(inside, !is_negated)),
                Formula::Paren(inside) => steps.push(Step::Visit(inside, is_negated)),
                Formula::Quantified(_, vars, inside) => {
                    for var in *vars {
                        scope.push((*var, n_points));
                        n_points += 1;
                    }
                    steps.push(Step::Leave(vars.len()));
                    steps.push(Step::Visit(inside, is_negated));
                }
                Formula::And(parts) | Formula::Or(parts) => {
                    steps.extend(parts.iter().map(|part| Step::Visit(part, is_negated)));
                }
                Formula::Implies(left, right) | Formula::Iff(left, right) => {
                    steps.extend([left, right].map(|part| Step::Visit(part, is_negated)));
                }
                _ => {}
            }
        }
        claim.orders = pairs(&at, less);
        claim
    }

    /// Actions of one lemma and not of the other.
    pub(super) fn without<'c>(&'c self, other: &'c Self) -> impl Iterator<Item = (&'c str, usize)> {
        let own = self.actions.iter();
        own.filter(|(name, _)| !other.actions.contains_key(*name))
            .map(|(name, arity)| (name.as_str(), *arity))
    }

    /// How alike the actions of two lemmas are, from 0 to 1: `2 · |A ∩ B| / (|A| + |B|)`
    /// (Dice), where an action of another stage counts as half a common one.
    pub(super) fn likeness(&self, other: &Self, n_other_stage: usize) -> f64 {
        use crate::score::Quantity;
        let is_common = |name: &&String| other.actions.contains_key(*name);
        let n_common = self.actions.keys().filter(is_common).count();
        let n_all = (self.actions.len() + other.actions.len()).max(1);
        ((2 * n_common + n_other_stage) as u64).number() / (n_all as u64).number()
    }

    /// Orders that another lemma leaves out, though it speaks of both actions,
    /// and whether it says the reverse. `renamed` says which action of the other
    /// lemma stands for which of this one.
    pub(super) fn lost_orders(
        &self,
        other: &Self,
        renamed: &BTreeMap<&str, &str>,
    ) -> Vec<(String, String, bool)> {
        let own = |name: &String| renamed.get(&**name).unwrap_or(&&**name).to_string();
        let actions: BTreeSet<String> = other.actions.keys().map(own).collect();
        let orders: BTreeSet<(String, String)> = other
            .orders
            .iter()
            .map(|(left, right)| (own(left), own(right)))
            .collect();
        let lost = self.orders.difference(&orders);
        lost.filter(|(left, right)| actions.contains(left) && actions.contains(right))
            .map(|(left, right)| {
                let is_reversed = orders.contains(&(right.clone(), left.clone()));
                (left.clone(), right.clone(), is_reversed)
            })
            .collect()
    }
}

/// Which action comes before which, also by way of other points.
fn pairs(
    at: &FxHashMap<usize, Vec<String>>,
    less: Vec<(usize, usize)>,
) -> BTreeSet<(String, String)> {
    let mut after: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (left, right) in less {
        after.entry(left).or_default().push(right);
    }
    let mut pairs = BTreeSet::new();
    for (&start, earlier) in at {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for &next in after.get(&point).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        for later in seen.iter().filter_map(|point| at.get(point)).flatten() {
            pairs.extend(earlier.iter().map(|name| (name.clone(), later.clone())));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Vec<String> {
        let arena = Arena::new();
        let formula = parse_formula(text, &arena).expect("a formula");
        let orders = Claim::read(&formula).orders;
        orders
            .iter()
            .map(|(left, right)| format!("{left}<{right}"))
            .collect()
    }

    #[test]
    fn orders_are_between_points_not_names() {
        let text = "∀ #i. A( ) @ #i ⇒ (∃ #j. B( ) @ #j ∧ #j < #i) ∨ (∃ #j. C( ) @ #j)";
        assert_eq!(orders(text), ["B<A"]);
    }

    #[test]
    fn an_order_by_way_of_another_point_is_one() {
        let text = "∃ #i #j #k. A( ) @ #i ∧ B( ) @ #k ∧ #i < #j ∧ #j < #k";
        assert_eq!(orders(text), ["A<B"]);
    }

    #[test]
    fn what_is_denied_is_no_order() {
        assert!(orders("∀ #i #j. A( ) @ #i ∧ B( ) @ #j ⇒ ¬(#i < #j)").is_empty());
        assert_eq!(
            orders("∀ #i. A( ) @ #i ⇒ ¬(¬(∃ #j. B( ) @ #j ∧ #j < #i))"),
            ["B<A"]
        );
    }
}
