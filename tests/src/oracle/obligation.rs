//! When two goals are the same obligation: the rule itself, by trying all orders
//! of operands and all ways to pair variables. Shares no code with `crost`.

use spthy_parse::{Fact, Formula, Goal, Operator, Sort, Term, Var};
use std::collections::BTreeSet;

/// What is forgotten, from nothing but white space to all names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// White space.
    Raw,
    /// Indices and numbers of splits.
    Index,
    /// Names of points in time and of bound variables, order of commutative
    /// operands, repeated conjuncts and disjuncts, parentheses.
    Local,
    /// Names of all variables.
    Full,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Raw, Self::Index, Self::Local, Self::Full];
}

/// Variables bound in the lemma's formula, by sort and name.
pub type Bound<'a> = BTreeSet<(Sort, &'a str)>;

/// Whether two goals, each in the proof of a lemma that binds such variables, are
/// the same obligation.
#[must_use]
pub fn same_obligation(
    (left, left_bound): (&Goal<'_>, &Bound<'_>),
    (right, right_bound): (&Goal<'_>, &Bound<'_>),
    level: Level,
) -> bool {
    if level == Level::Raw {
        return left == right;
    }
    let left = Obligation::of(left, left_bound, level);
    let right = Obligation::of(right, right_bound, level);
    let pairing = Pairing {
        left: &left.vars,
        right: &right.vars,
        is_in_place: false,
        reorders: level >= Level::Local,
    };
    pairing.pairs(vec![(left.shape, right.shape)], Vec::new())
}

#[derive(Debug, Clone)]
enum Shape {
    Var(usize),
    /// Parts in order.
    List(String, Vec<Shape>),
    /// Parts in any order.
    Bag(String, Vec<Shape>),
    /// Binds variables in a part.
    Bind(String, Vec<usize>, Box<Shape>),
}

/// A variable, as far as it is not forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    sort: Sort,
    name: Option<String>,
}

/// Ways to pair the variables of two shapes.
struct Pairing<'v> {
    left: &'v [Variable],
    right: &'v [Variable],
    /// Two parts of one goal: what no part binds is itself.
    is_in_place: bool,
    reorders: bool,
}

impl Pairing<'_> {
    /// Whether all pending pairs of shapes are equal under one pairing of
    /// variables that extends the known one.
    fn pairs(&self, mut pending: Vec<(Shape, Shape)>, mut known: Vec<(usize, usize)>) -> bool {
        let Some(pair) = pending.pop() else {
            return true;
        };
        match pair {
            (Shape::Var(left), Shape::Var(right)) => {
                match known.iter().find(|pair| pair.0 == left || pair.1 == right) {
                    Some(&pair) if pair != (left, right) => return false,
                    Some(_) => {}
                    None if self.is_in_place && left != right => return false,
                    None if self.left[left] != self.right[right] => return false,
                    None => known.push((left, right)),
                }
                self.pairs(pending, known)
            }
            (Shape::List(left, lefts), Shape::List(right, rights)) => {
                if left != right || lefts.len() != rights.len() {
                    return false;
                }
                pending.extend(lefts.into_iter().zip(rights).rev());
                self.pairs(pending, known)
            }
            (Shape::Bag(left, mut lefts), Shape::Bag(right, rights)) => {
                if left != right || lefts.len() != rights.len() {
                    return false;
                }
                let Some(first) = lefts.pop() else {
                    return self.pairs(pending, known);
                };
                (0..rights.len()).any(|at| {
                    let mut rest = rights.clone();
                    let partner = rest.remove(at);
                    let mut pending = pending.clone();
                    pending.push((
                        Shape::Bag(left.clone(), lefts.clone()),
                        Shape::Bag(right.clone(), rest),
                    ));
                    pending.push((first.clone(), partner));
                    self.pairs(pending, known.clone())
                })
            }
            (Shape::Bind(left, lefts, in_left), Shape::Bind(right, rights, in_right)) => {
                left == right
                    && lefts.len() == rights.len()
                    && self.orders(&rights).into_iter().any(|rights| {
                        let mut known = known.clone();
                        known.extend(lefts.iter().copied().zip(rights.iter().copied()));
                        let mut binders = lefts.iter().zip(&rights);
                        let mut pending = pending.clone();
                        pending.push(((*in_left).clone(), (*in_right).clone()));
                        binders.all(|(&left, &right)| self.left[left] == self.right[right])
                            && self.pairs(pending, known)
                    })
            }
            _ => false,
        }
    }

    /// The orders that a list of bound variables may be read in.
    fn orders(&self, list: &[usize]) -> Vec<Vec<usize>> {
        if !self.reorders || list.is_empty() {
            return vec![list.to_vec()];
        }
        let mut orders = Vec::new();
        for at in 0..list.len() {
            let mut rest = list.to_vec();
            let first = rest.remove(at);
            for mut order in self.orders(&rest) {
                order.insert(0, first);
                orders.push(order);
            }
        }
        orders
    }
}

struct Obligation<'a> {
    shape: Shape,
    vars: Vec<Variable>,
    /// What a variable means here, innermost last.
    scope: Vec<(Var<'a>, usize)>,
    bound: &'a Bound<'a>,
    level: Level,
}

fn list(head: impl Into<String>, parts: Vec<Shape>) -> Shape {
    Shape::List(head.into(), parts)
}

fn bag(head: impl Into<String>, parts: Vec<Shape>) -> Shape {
    Shape::Bag(head.into(), parts)
}

impl<'a> Obligation<'a> {
    fn of(goal: &Goal<'a>, bound: &'a Bound<'a>, level: Level) -> Self {
        let mut obligation = Self {
            shape: list("", Vec::new()),
            vars: Vec::new(),
            scope: Vec::new(),
            bound,
            level,
        };
        obligation.shape = obligation.goal(goal);
        obligation
    }

    fn reorders(&self) -> bool {
        self.level >= Level::Local
    }

    fn add_var(&mut self, var: Var<'a>, is_forgotten: bool) -> usize {
        self.vars.push(Variable {
            sort: var.sort,
            name: (!is_forgotten).then(|| var.name.to_owned()),
        });
        self.vars.len() - 1
    }

    fn var(&mut self, var: Var<'a>) -> Shape {
        let known = self.scope.iter().rev().find(|(known, _)| *known == var);
        if let Some(&(_, number)) = known {
            return Shape::Var(number);
        }
        let is_forgotten = match self.level {
            Level::Raw | Level::Index => false,
            Level::Local => var.sort == Sort::Node || self.bound.contains(&(var.sort, var.name)),
            Level::Full => true,
        };
        let number = self.add_var(var, is_forgotten);
        self.scope.insert(0, (var, number));
        Shape::Var(number)
    }

    fn goal(&mut self, goal: &Goal<'a>) -> Shape {
        match *goal {
            Goal::Premise { fact, index, at } => list(
                format!("premise {index}"),
                vec![self.fact(fact), self.var(at)],
            ),
            Goal::Action(fact, at) => list("action", vec![self.fact(fact), self.var(at)]),
            Goal::Chain { from, to } => list(
                format!("chain {} {}", from.1, to.1),
                vec![self.var(from.0), self.var(to.0)],
            ),
            Goal::Subterm(left, right) => {
                list("subterm goal", vec![self.term(&left), self.term(&right)])
            }
            Goal::Disjunction(parts) => {
                let parts: Vec<Shape> = parts.iter().map(|part| self.formula(part)).collect();
                if self.reorders() {
                    bag("∥", self.once(parts))
                } else {
                    list("∥", parts)
                }
            }
            Goal::Split(_) => list("split", Vec::new()),
        }
    }

    fn fact(&mut self, fact: Fact<'a>) -> Shape {
        let head = format!(
            "fact {} {} {:?}",
            fact.is_persistent, fact.name, fact.annotations
        );
        list(head, fact.args.iter().map(|arg| self.term(arg)).collect())
    }

    fn term(&mut self, term: &Term<'a>) -> Shape {
        let reorders = self.reorders();
        match *term {
            Term::Var(var) => self.var(var),
            Term::Name(sort, text) => list(format!("name {sort:?} {text}"), Vec::new()),
            Term::One => list("one", Vec::new()),
            Term::NatOne => list("one of naturals", Vec::new()),
            Term::Paren(inside) if reorders => self.term(inside),
            Term::Paren(inside) => list("( )", vec![self.term(inside)]),
            Term::App(name, args) => {
                let args = args.iter().map(|arg| self.term(arg)).collect();
                if reorders && name == "em" {
                    bag("em", args)
                } else {
                    list(format!("function {name}"), args)
                }
            }
            Term::Braces(name, args, key) if reorders => {
                let message = if args.len() == 1 {
                    self.term(&args[0])
                } else {
                    self.pairs(args)
                };
                list(format!("function {name}"), vec![message, self.term(key)])
            }
            Term::Braces(name, args, key) => {
                let mut parts: Vec<Shape> = args.iter().map(|arg| self.term(arg)).collect();
                parts.push(self.term(key));
                list(format!("braces {name}"), parts)
            }
            Term::Tuple(args) if reorders => self.pairs(args),
            Term::Tuple(args) => list("< >", args.iter().map(|arg| self.term(arg)).collect()),
            Term::Chain(operator, args) if !reorders => list(
                operator.sign(),
                args.iter().map(|arg| self.term(arg)).collect(),
            ),
            // To the left: x^y^z is (x^y)^z.
            Term::Chain(Operator::Exp, args) => {
                let mut powers = args.iter();
                let first = powers.next().map(|arg| self.term(arg));
                powers.fold(
                    first.unwrap_or_else(|| list("", Vec::new())),
                    |base, exponent| list("^", vec![base, self.term(exponent)]),
                )
            }
            Term::Chain(operator, args) => {
                let mut parts = Vec::new();
                for arg in args {
                    match self.term(arg) {
                        Shape::Bag(head, inside) if head == operator.sign() => parts.extend(inside),
                        part => parts.push(part),
                    }
                }
                bag(operator.sign(), parts)
            }
        }
    }

    /// A tuple is pairs to the right.
    fn pairs(&mut self, args: &[Term<'a>]) -> Shape {
        match args {
            [] => list("no pair", Vec::new()),
            [last] => self.term(last),
            [first, rest @ ..] => {
                let first = self.term(first);
                list("pair", vec![first, self.pairs(rest)])
            }
        }
    }

    fn formula(&mut self, formula: &Formula<'a>) -> Shape {
        let reorders = self.reorders();
        match *formula {
            Formula::Paren(inside) if reorders => self.formula(inside),
            Formula::Paren(inside) => list("( )", vec![self.formula(inside)]),
            Formula::True => list("⊤", Vec::new()),
            Formula::False => list("⊥", Vec::new()),
            Formula::Last(at) => list("last", vec![self.var(at)]),
            Formula::Action(fact, at) => list("@", vec![self.fact(fact), self.var(at)]),
            Formula::Subterm(left, right) => list("⊏", vec![self.term(&left), self.term(&right)]),
            Formula::Less(left, right) => list("<", vec![self.var(left), self.var(right)]),
            Formula::MultisetLess(left, right) => {
                list("(<)", vec![self.term(&left), self.term(&right)])
            }
            Formula::Equal(left, right) => {
                let parts = vec![self.term(&left), self.term(&right)];
                if reorders {
                    bag("=", parts)
                } else {
                    list("=", parts)
                }
            }
            Formula::Predicate(fact) => self.fact(fact),
            Formula::Not(inside) => list("¬", vec![self.formula(inside)]),
            Formula::Implies(left, right) => {
                list("⇒", vec![self.formula(left), self.formula(right)])
            }
            Formula::Iff(left, right) => {
                let parts = vec![self.formula(left), self.formula(right)];
                if reorders {
                    bag("⇔", parts)
                } else {
                    list("⇔", parts)
                }
            }
            Formula::And(parts) => self.junction("∧", parts),
            Formula::Or(parts) => self.junction("∨", parts),
            Formula::Quantified(quantifier, vars, body) => {
                let mut numbers = Vec::new();
                for &var in vars {
                    let number = self.add_var(var, reorders);
                    numbers.push(number);
                    self.scope.push((var, number));
                }
                let body = self.formula(body);
                // Free variables of the body went to the front.
                self.scope.truncate(self.scope.len() - numbers.len());
                Shape::Bind(format!("{quantifier:?}"), numbers, Box::new(body))
            }
        }
    }

    fn junction(&mut self, head: &str, parts: &[Formula<'a>]) -> Shape {
        let parts: Vec<Shape> = parts.iter().map(|part| self.formula(part)).collect();
        if !self.reorders() {
            return list(head, parts);
        }
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Shape::Bag(inside, parts) if inside == head => flat.extend(parts),
                part => flat.push(part),
            }
        }
        let mut flat = self.once(flat);
        if flat.len() == 1 {
            return flat.remove(0);
        }
        bag(head, flat)
    }

    /// The parts, without those that repeat another.
    fn once(&self, parts: Vec<Shape>) -> Vec<Shape> {
        let in_place = Pairing {
            left: &self.vars,
            right: &self.vars,
            is_in_place: true,
            reorders: true,
        };
        let mut kept: Vec<Shape> = Vec::new();
        for part in parts {
            let repeats =
                |other: &Shape| in_place.pairs(vec![(other.clone(), part.clone())], Vec::new());
            if !kept.iter().any(repeats) {
                kept.push(part);
            }
        }
        kept
    }
}
