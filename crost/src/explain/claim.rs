//! What a lemma's formula speaks of: actions, and which comes before which.

use crate::forest::ProofTree;
use rustc_hash::FxHashMap;
use spthy_parse::{Arena, Formula, Quantifier, Term, Var, parse_formula};
use std::collections::{BTreeMap, BTreeSet};

/// What a lemma's formula speaks of.
#[derive(Debug, Default)]
pub(super) struct Claim {
    /// Names of facts and their numbers of arguments.
    pub(super) actions: BTreeMap<String, usize>,
    /// Those that its conclusion asks for, without alternative.
    required: BTreeSet<String>,
    /// Those of its conclusion and its premise, without alternative.
    spoken: BTreeSet<String>,
    /// Pairs of actions that its conclusion orders, without alternative: the first
    /// before the second.
    orders: BTreeSet<(String, String)>,
    /// Pairs of actions that it may order so, if one reads nothing else but which
    /// points are compared.
    possible: BTreeSet<(String, String)>,
    /// Actions of one number are at points that it compares, in whatever way.
    islands: BTreeMap<String, usize>,
    /// Whether it has parts that may order points without saying so.
    is_opaque: bool,
}

/// Where a part of a formula stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top, or behind premises only.
    Top,
    /// What must hold for the conclusion to be owed.
    Premise,
    /// What is owed.
    Conclusion,
    /// What is denied, or one of several alternatives, or owed on a condition only.
    Elsewhere,
}

/// A visit of a formula, denied or not, or the end of a quantifier's scope of so
/// many variables.
enum Step<'f, 'a> {
    Visit(&'f Formula<'a>, Place, bool),
    Leave(usize),
}

/// Variables in scope by number: one name may be bound more than once.
#[derive(Default)]
struct Points<'a> {
    scope: Vec<(Var<'a>, usize)>,
    /// A forest of points and actions; those of one tree are compared.
    parents: Vec<usize>,
}

impl<'a> Points<'a> {
    fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn bind(&mut self, var: Var<'a>) {
        let number = self.add();
        self.scope.push((var, number));
    }

    /// A variable that nothing binds is one variable wherever it stands.
    fn number(&mut self, var: &Var<'a>) -> usize {
        let is_same =
            |(bound, _): &&(Var<'_>, usize)| bound.name == var.name && bound.index == var.index;
        let known = self.scope.iter().rev().find(is_same);
        if let Some((_, number)) = known {
            return *number;
        }
        let number = self.add();
        self.scope.insert(0, (*var, number));
        number
    }

    fn island(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left, right) = (self.island(left), self.island(right));
        self.parents[left] = right;
    }
}

/// The names of the actions at each point.
type Actions = FxHashMap<usize, BTreeSet<String>>;

impl Claim {
    pub(super) fn of(tree: &ProofTree) -> Self {
        let arena = Arena::new();
        let text = tree.row.formula.as_deref().unwrap_or_default();
        // A formula was printed by the parser that reads it here.
        parse_formula(text, &arena).map_or_else(|_| Self::default(), |formula| Self::read(&formula))
    }

    fn read(formula: &Formula<'_>) -> Self {
        let mut claim = Self::default();
        let mut points = Points::default();
        let (mut at, mut spoken_at) = (Actions::default(), Actions::default());
        let (mut less, mut possible) = (Vec::new(), Vec::new());
        let mut steps = vec![Step::Visit(formula, Place::Top, false)];
        while let Some(step) = steps.pop() {
            let (formula, place, is_denied) = match step {
                Step::Visit(formula, place, is_denied) => (formula, place, is_denied),
                Step::Leave(n) => {
                    points.scope.truncate(points.scope.len() - n);
                    continue;
                }
            };
            match formula {
                Formula::Not(inside) => {
                    steps.push(Step::Visit(inside, place, !is_denied));
                    continue;
                }
                Formula::Paren(inside) => {
                    steps.push(Step::Visit(inside, place, is_denied));
                    continue;
                }
                _ => {}
            }
            let place = if is_denied { Place::Elsewhere } else { place };
            let is_owed = matches!(place, Place::Top | Place::Conclusion);
            match formula {
                Formula::Action(fact, var) => {
                    let name = fact.name.to_owned();
                    claim.actions.insert(name.clone(), fact.args.len());
                    let point = points.number(var);
                    let action = *claim
                        .islands
                        .entry(name.clone())
                        .or_insert_with(|| points.add());
                    points.join(action, point);
                    at.entry(point).or_default().insert(name.clone());
                    if place != Place::Elsewhere {
                        spoken_at.entry(point).or_default().insert(name.clone());
                        claim.spoken.insert(name.clone());
                    }
                    if is_owed {
                        claim.required.insert(name);
                    }
                }
                Formula::Less(left, right) => {
                    let (left, right) = (points.number(left), points.number(right));
                    points.join(left, right);
                    possible.push((left, right));
                    if is_owed {
                        less.push((left, right));
                    } else {
                        possible.push((right, left));
                    }
                }
                Formula::Equal(Term::Var(left), Term::Var(right)) => {
                    let (left, right) = (points.number(left), points.number(right));
                    points.join(left, right);
                    possible.extend([(left, right), (right, left)]);
                }
                Formula::Last(_) | Formula::Predicate(_) => claim.is_opaque = true,
                Formula::Quantified(quantifier, vars, inside) => {
                    for var in *vars {
                        points.bind(*var);
                    }
                    let place = match (place, quantifier) {
                        (Place::Top, Quantifier::ForAll) => Place::Top,
                        (Place::Top, Quantifier::Exists) => Place::Conclusion,
                        (_, Quantifier::ForAll) => Place::Elsewhere,
                        (_, Quantifier::Exists) => place,
                    };
                    steps.push(Step::Leave(vars.len()));
                    steps.push(Step::Visit(inside, place, false));
                }
                Formula::And(parts) => {
                    let place = if is_owed { Place::Conclusion } else { place };
                    steps.extend(parts.iter().map(|part| Step::Visit(part, place, false)));
                }
                Formula::Implies(left, right) if place == Place::Top => {
                    steps.push(Step::Visit(left, Place::Premise, false));
                    steps.push(Step::Visit(right, Place::Top, false));
                }
                Formula::Or(parts) => {
                    let visit = |part| Step::Visit(part, Place::Elsewhere, false);
                    steps.extend(parts.iter().map(visit));
                }
                Formula::Implies(left, right) | Formula::Iff(left, right) => {
                    let visit = |part| Step::Visit(part, Place::Elsewhere, false);
                    steps.extend([*left, *right].map(visit));
                }
                _ => {}
            }
        }
        claim.orders = pairs(&spoken_at, less);
        claim.possible = pairs(&at, possible);
        for number in claim.islands.values_mut() {
            *number = points.island(*number);
        }
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

    /// Orders that another lemma leaves out, though it asks for both actions, and
    /// whether it has the reverse. `renamed` says which action of the other lemma
    /// stands for which of this one.
    ///
    /// Formulas are not proved equivalent here, so only what is sure is said: the
    /// conclusion of this lemma orders the actions, and the other one compares their
    /// points nowhere, or its conclusion orders them the other way round and nothing
    /// else in it may mean the same.
    pub(super) fn lost_orders(
        &self,
        other: &Self,
        renamed: &BTreeMap<&str, &str>,
    ) -> Vec<(String, String, bool)> {
        if other.is_opaque {
            return Vec::new();
        }
        let mut names: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
        for name in other.actions.keys() {
            let own = renamed.get(&**name).map_or(&**name, |own| *own);
            names.entry(own).or_default().push(name);
        }
        let mut lost = Vec::new();
        for order in &self.orders {
            let (earlier, later) = order;
            if self.possible.contains(&(later.clone(), earlier.clone())) {
                continue;
            }
            let (Some(first), Some(second)) = (names.get(&**earlier), names.get(&**later)) else {
                continue;
            };
            let pairs: Vec<(&String, &String)> = first
                .iter()
                .flat_map(|left| second.iter().map(|right| (*left, *right)))
                .collect();
            let has = |orders: &BTreeSet<(String, String)>, left: &String, right: &String| {
                orders.contains(&(left.clone(), right.clone()))
            };
            let is_reversed = pairs
                .iter()
                .any(|(left, right)| has(&other.orders, right, left))
                && !pairs
                    .iter()
                    .any(|(left, right)| has(&other.possible, left, right));
            let is_missing = pairs
                .iter()
                .all(|(left, right)| other.islands.get(*left) != other.islands.get(*right))
                && pairs.iter().any(|(left, right)| {
                    let are_spoken = other.spoken.contains(*left) && other.spoken.contains(*right);
                    are_spoken
                        && (other.required.contains(*left) || other.required.contains(*right))
                });
            if is_reversed || is_missing {
                lost.push((earlier.clone(), later.clone(), is_reversed));
            }
        }
        lost
    }
}

/// Which action comes before which other one, also by way of other points.
fn pairs(at: &Actions, less: Vec<(usize, usize)>) -> BTreeSet<(String, String)> {
    let mut after: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (left, right) in less {
        after.entry(left).or_default().push(right);
    }
    let mut pairs = BTreeSet::new();
    for (&start, earlier) in at {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for &next in after.get(&point).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.remove(&start);
        for later in seen.iter().filter_map(|point| at.get(point)).flatten() {
            let others = earlier.iter().filter(|name| *name != later);
            pairs.extend(others.map(|name| (name.clone(), later.clone())));
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
        let text = "∀ #i. A( ) @ #i ⇒ (∃ #j. B( ) @ #j ∧ #j < #i ∧ (∃ #j. C( ) @ #j))";
        assert_eq!(orders(text), ["B<A"]);
    }

    #[test]
    fn an_order_by_way_of_another_point_is_one() {
        let text = "∃ #i #j #k. A( ) @ #i ∧ B( ) @ #k ∧ #i < #j ∧ #j < #k";
        assert_eq!(orders(text), ["A<B"]);
    }

    #[test]
    fn what_is_denied_or_one_of_several_or_a_premise_is_no_order() {
        for text in [
            "∀ #i #j. A( ) @ #i ∧ B( ) @ #j ⇒ ¬(#i < #j)",
            "∀ #i #j. A( ) @ #i ∧ B( ) @ #j ∧ #i < #j ⇒ ⊥",
            "¬(∃ #i #j. A( ) @ #i ∧ B( ) @ #j ∧ #i < #j)",
            "∀ #i. A( ) @ #i ⇒ (∃ #j. B( ) @ #j ∧ (#j < #i ∨ #i < #j))",
            "∀ #i. A( ) @ #i ⇒ (∃ #j. ¬(B( ) @ #j) ∧ #j < #i)",
        ] {
            assert!(orders(text).is_empty(), "{text}");
        }
        assert_eq!(
            orders("∀ #i. A( ) @ #i ⇒ ¬(¬(∃ #j. B( ) @ #j ∧ #j < #i))"),
            ["B<A"]
        );
    }

    #[test]
    fn no_action_is_before_itself() {
        let text = "∃ #i #j. A( ) @ #i ∧ A( ) @ #j ∧ #i < #j ∧ #j < #i";
        assert!(orders(text).is_empty());
    }
}
