//! Goals written otherwise, but the same obligation.

use crate::oracle::obligation::{Bound, Level};
use spthy_parse::{Arena, Fact, Formula, Goal, Operator, Sort, Term, Var};
use std::collections::BTreeMap;

/// A stream of numbers that a seed determines.
#[derive(Debug, Clone)]
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// Whether a throw in `n` hits.
    pub fn hits(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// Writes a goal otherwise, as the same obligation at a level.
pub struct Rewording<'a, 'd> {
    /// Where the new goal lives.
    pub arena: &'a Arena,
    /// What decides.
    pub dice: &'d mut Dice,
    /// At which level nothing may change.
    pub level: Level,
    /// What the lemma binds.
    pub bound: Bound<'a>,
    /// What the lemma with renamed variables binds.
    pub new_bound: Bound<'a>,
    free: BTreeMap<(Sort, &'a str, u32), Var<'a>>,
    scope: Vec<(Var<'a>, Var<'a>)>,
    next_index: u32,
}

impl<'a, 'd> Rewording<'a, 'd> {
    /// For the goals of one lemma.
    pub fn new(arena: &'a Arena, dice: &'d mut Dice, level: Level, bound: &Bound<'a>) -> Self {
        let is_renamed = level >= Level::Local && dice.hits(2);
        let new_bound = bound.iter().enumerate().map(|(at, &(sort, name))| {
            let new = arena.alloc_str(&format!("new{at}"));
            (sort, if is_renamed { new } else { name })
        });
        Self {
            arena,
            dice,
            level,
            bound: bound.clone(),
            new_bound: new_bound.collect(),
            free: BTreeMap::new(),
            scope: Vec::new(),
            next_index: 0,
        }
    }

    fn reorders(&self) -> bool {
        self.level >= Level::Local
    }

    fn fresh(&mut self, sort: Sort, name: &'a str) -> Var<'a> {
        // Index 0 once in a while, and no index twice.
        let index = self.next_index;
        self.next_index += 1 + u32::try_from(self.dice.below(3)).unwrap();
        Var { name, sort, index }
    }

    fn any_name(&mut self) -> &'a str {
        ["x", "y", "k", "A", "new0", "other"][self.dice.below(6)]
    }

    fn var(&mut self, var: Var<'a>) -> Var<'a> {
        if self.level == Level::Raw {
            return var;
        }
        if let Some((_, new)) = self.scope.iter().rev().find(|(old, _)| *old == var) {
            return *new;
        }
        let key = (var.sort, var.name, var.index);
        if let Some(new) = self.free.get(&key) {
            return *new;
        }
        let is_bound = self.bound.contains(&(var.sort, var.name));
        let name = match self.level {
            Level::Full => self.any_name(),
            Level::Local if var.sort == Sort::Node => self.any_name(),
            Level::Local if is_bound => {
                let names: Vec<_> = self
                    .new_bound
                    .iter()
                    .filter(|(sort, _)| *sort == var.sort)
                    .collect();
                names[self.dice.below(names.len())].1
            }
            _ => var.name,
        };
        let new = self.fresh(var.sort, name);
        self.free.insert(key, new);
        new
    }

    /// The goal written otherwise.
    pub fn goal(&mut self, goal: &Goal<'a>) -> Goal<'a> {
        self.free.clear();
        self.next_index = u32::try_from(self.dice.below(2)).unwrap();
        match *goal {
            Goal::Premise { fact, index, at } => Goal::Premise {
                fact: self.fact(fact),
                index,
                at: self.var(at),
            },
            Goal::Action(fact, at) => Goal::Action(self.fact(fact), self.var(at)),
            Goal::Chain { from, to } => Goal::Chain {
                from: (self.var(from.0), from.1),
                to: (self.var(to.0), to.1),
            },
            Goal::Subterm(left, right) => Goal::Subterm(self.term(left), self.term(right)),
            Goal::Disjunction(parts) => {
                let parts = self.repeated(parts);
                Goal::Disjunction(self.arena.alloc_slice(&parts))
            }
            Goal::Split(n) if self.level == Level::Raw => Goal::Split(n),
            Goal::Split(_) => Goal::Split(u32::try_from(self.dice.below(30)).unwrap()),
        }
    }

    fn fact(&mut self, fact: Fact<'a>) -> Fact<'a> {
        Fact {
            args: self.terms(fact.args),
            ..fact
        }
    }

    fn terms(&mut self, terms: &[Term<'a>]) -> &'a [Term<'a>] {
        let terms: Vec<Term<'a>> = terms.iter().map(|term| self.term(*term)).collect();
        self.arena.alloc_slice(&terms)
    }

    fn term(&mut self, term: Term<'a>) -> Term<'a> {
        let new = match term {
            Term::Var(var) => Term::Var(self.var(var)),
            Term::Name(..) | Term::One | Term::NatOne => term,
            Term::Paren(inside) if self.reorders() => return self.term(*inside),
            Term::Paren(inside) => {
                let inside = self.term(*inside);
                return Term::Paren(self.arena.alloc(inside));
            }
            Term::App("em", args) if self.reorders() => {
                let mut args: Vec<_> = args.iter().map(|arg| self.term(*arg)).collect();
                self.dice.shuffle(&mut args);
                Term::App("em", self.arena.alloc_slice(&args))
            }
            Term::App(name, args) => Term::App(name, self.terms(args)),
            Term::Braces(name, args, key) => {
                let args = self.terms(args);
                let key = self.term(*key);
                Term::Braces(name, args, self.arena.alloc(key))
            }
            Term::Tuple(args) => {
                let args = self.terms(args);
                let at = 1 + self.dice.below(args.len());
                if self.reorders() && args.len() > at + 1 {
                    let mut first = args[..at].to_vec();
                    first.push(Term::Tuple(&args[at..]));
                    Term::Tuple(self.arena.alloc_slice(&first))
                } else {
                    Term::Tuple(args)
                }
            }
            Term::Chain(operator, args) => {
                let mut args: Vec<_> = args.iter().map(|arg| self.term(*arg)).collect();
                if self.reorders() && operator != Operator::Exp {
                    self.dice.shuffle(&mut args);
                    if let Some((start, end)) = self.group(args.len()) {
                        let inside = self.arena.alloc_slice(&args[start..end]);
                        let inside = self.arena.alloc(Term::Chain(operator, inside));
                        args.splice(start..end, [Term::Paren(inside)]);
                    }
                }
                Term::Chain(operator, self.arena.alloc_slice(&args))
            }
        };
        let is_chain = matches!(new, Term::Chain(..));
        if self.reorders() && (is_chain || self.dice.hits(8)) {
            return Term::Paren(self.arena.alloc(new));
        }
        new
    }

    /// Some of the operands, but not all.
    fn group(&mut self, n: usize) -> Option<(usize, usize)> {
        if n < 3 || !self.dice.hits(3) {
            return None;
        }
        let start = self.dice.below(n - 1);
        let longest = (n - start).min(n - 1);
        Some((start, start + 2 + self.dice.below(longest - 1)))
    }

    /// Operands of a conjunction or a disjunction: in other order, some repeated.
    fn repeated(&mut self, parts: &[Formula<'a>]) -> Vec<Formula<'a>> {
        let mut new: Vec<Formula<'a>> = parts.iter().map(|part| self.formula(*part)).collect();
        if self.reorders() {
            while self.dice.hits(4) {
                let part = parts[self.dice.below(parts.len())];
                new.push(self.formula(part));
            }
            self.dice.shuffle(&mut new);
        }
        new
    }

    fn junction(
        &mut self,
        make: fn(&'a [Formula<'a>]) -> Formula<'a>,
        parts: &[Formula<'a>],
    ) -> Formula<'a> {
        let mut parts = self.repeated(parts);
        if self.reorders()
            && let Some((start, end)) = self.group(parts.len())
        {
            let inside = make(self.arena.alloc_slice(&parts[start..end]));
            parts.splice(start..end, [Formula::Paren(self.arena.alloc(inside))]);
        }
        make(self.arena.alloc_slice(&parts))
    }

    fn formula(&mut self, formula: Formula<'a>) -> Formula<'a> {
        if !self.reorders() {
            return self.same_order(formula);
        }
        if let Formula::Paren(inside) = formula {
            return self.formula(*inside);
        }
        let new = if self.dice.hits(12) {
            let twice = [self.formula(formula), self.formula(formula)];
            let twice = self.arena.alloc_slice(&twice);
            if self.dice.hits(2) {
                Formula::And(twice)
            } else {
                Formula::Or(twice)
            }
        } else {
            self.same_order(formula)
        };
        Formula::Paren(self.arena.alloc(new))
    }

    /// Operands of what is not associative; the same order unless it says nothing.
    fn same_order(&mut self, formula: Formula<'a>) -> Formula<'a> {
        match formula {
            Formula::True | Formula::False => formula,
            Formula::Last(at) => Formula::Last(self.var(at)),
            Formula::Action(fact, at) => Formula::Action(self.fact(fact), self.var(at)),
            Formula::Subterm(left, right) => Formula::Subterm(self.term(left), self.term(right)),
            Formula::Less(left, right) => Formula::Less(self.var(left), self.var(right)),
            Formula::MultisetLess(left, right) => {
                Formula::MultisetLess(self.term(left), self.term(right))
            }
            Formula::Equal(left, right) => {
                let (left, right) = self.swapped(left, right);
                Formula::Equal(self.term(left), self.term(right))
            }
            Formula::Predicate(fact) => Formula::Predicate(self.fact(fact)),
            Formula::Not(inside) => Formula::Not(self.part(inside)),
            Formula::Paren(inside) => Formula::Paren(self.part(inside)),
            Formula::Implies(left, right) => Formula::Implies(self.part(left), self.part(right)),
            Formula::Iff(left, right) => {
                let (left, right) = self.swapped(left, right);
                Formula::Iff(self.part(left), self.part(right))
            }
            Formula::And(parts) => self.junction(Formula::And, parts),
            Formula::Or(parts) => self.junction(Formula::Or, parts),
            Formula::Quantified(quantifier, vars, body) => {
                let mut new = Vec::new();
                for &var in vars {
                    let name = if self.reorders() {
                        self.any_name()
                    } else {
                        var.name
                    };
                    let renamed = if self.level == Level::Raw {
                        var
                    } else {
                        self.fresh(var.sort, name)
                    };
                    self.scope.push((var, renamed));
                    new.push(renamed);
                }
                if self.reorders() {
                    self.dice.shuffle(&mut new);
                }
                let body = self.part(body);
                self.scope.truncate(self.scope.len() - vars.len());
                Formula::Quantified(quantifier, self.arena.alloc_slice(&new), body)
            }
        }
    }

    fn part(&mut self, formula: &Formula<'a>) -> &'a Formula<'a> {
        let new = self.formula(*formula);
        self.arena.alloc(new)
    }

    fn swapped<T>(&mut self, left: T, right: T) -> (T, T) {
        if self.reorders() && self.dice.hits(2) {
            (right, left)
        } else {
            (left, right)
        }
    }
}
