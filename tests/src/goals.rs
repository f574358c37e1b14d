//! Random goals over few symbols, and goals reworded: written otherwise, but the
//! same obligation.

use crate::oracle::obligation::{Bound, Level};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
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

fn msg_vars() -> impl Strategy<Value = String> {
    select(vec!["x", "y", "x.1", "~x", "$x", "z"]).prop_map(str::to_owned)
}

fn node_vars() -> impl Strategy<Value = String> {
    select(vec!["#i", "#j", "#i.1"]).prop_map(str::to_owned)
}

/// Terms as text.
pub fn terms() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![8 => msg_vars(), 1 => Just("'c'".to_owned()), 1 => Just("1".to_owned())];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let three = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            2 => inner.prop_map(|a| format!("h({a})")),
            2 => two.clone().prop_map(|(a, b)| format!("f({a}, {b})")),
            2 => two.clone().prop_map(|(a, b)| format!("em({a}, {b})")),
            3 => two.clone().prop_map(|(a, b)| format!("({a} ⊕ {b})")),
            2 => three.clone().prop_map(|(a, b, c)| format!("({a} ⊕ {b} ⊕ {c})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} ++ {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} * {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a})^({b})")),
            1 => three.clone().prop_map(|(a, b, c)| format!("({a} ^ {b} ^ {c})")),
            2 => two.prop_map(|(a, b)| format!("<{a}, {b}>")),
            1 => three.clone().prop_map(|(a, b, c)| format!("<{a}, {b}, {c}>")),
            1 => three.prop_map(|(a, b, c)| format!("senc{{{a}, {b}}}({c})")),
        ]
    })
}

/// Formulas as text, each an atom or in parentheses.
pub fn formulas() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        4 => (terms(), node_vars()).prop_map(|(a, at)| format!("P( {a} ) @ {at}")),
        // A relation of two variables: goals as graphs.
        6 => (msg_vars(), msg_vars()).prop_map(|(a, b)| format!("({a} ⊏ {b})")),
        2 => (terms(), terms()).prop_map(|(a, b)| format!("({a} = {b})")),
        1 => (node_vars(), node_vars()).prop_map(|(a, b)| format!("({a} = {b})")),
        2 => (node_vars(), node_vars()).prop_map(|(a, b)| format!("({a} < {b})")),
        1 => node_vars().prop_map(|at| format!("last({at})")),
        1 => Just("⊥".to_owned()),
    ];
    let binders = prop::collection::vec(prop_oneof![3 => msg_vars(), 1 => node_vars()], 1..4);
    atom.prop_recursive(4, 16, 4, move |inner| {
        let many = prop::collection::vec(inner.clone(), 2..5);
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            3 => many.clone().prop_map(|parts| format!("({})", parts.join(" ∧ "))),
            3 => many.prop_map(|parts| format!("({})", parts.join(" ∨ "))),
            1 => inner.clone().prop_map(|part| format!("(¬({part}))")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} ⇒ {b})")),
            1 => two.prop_map(|(a, b)| format!("({a} ⇔ {b})")),
            4 => (select(vec!["∀", "∃"]), binders.clone(), inner)
                .prop_map(|(quantifier, vars, body)| format!("({quantifier} {}. {body})", vars.join(" "))),
        ]
    })
}

/// Goals as text.
pub fn goals() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (terms(), node_vars()).prop_map(|(a, at)| format!("!KU( {a} ) @ {at}")),
        2 => (terms(), terms(), node_vars(), 0_usize..3)
            .prop_map(|(a, b, at, n)| format!("St( {a}, {b} ) ▶{} {at}", ["₀", "₁", "₁₂"][n])),
        1 => (node_vars(), node_vars(), 0..2).prop_map(|(i, j, n)| format!("({i}, {n}) ~~> ({j}, 1)")),
        1 => (terms(), terms()).prop_map(|(a, b)| format!("{a} ⊏ {b}")),
        1 => (0..4).prop_map(|n| format!("splitEqs({n})")),
        8 => prop::collection::vec(formulas(), 1..4).prop_map(|parts| parts.join(" ∥ ")),
    ]
}

/// What a lemma may bind.
pub fn bound() -> impl Strategy<Value = Vec<(Sort, &'static str)>> {
    subsequence(
        vec![
            (Sort::Msg, "x"),
            (Sort::Msg, "y"),
            (Sort::Msg, "z"),
            (Sort::Fresh, "x"),
            (Sort::Node, "i"),
        ],
        0..=5,
    )
}

/// The label that is not canonical: operands sorted by their text without names,
/// then variables numbered as they come. Also whether any order was forgotten.
#[must_use]
pub fn naive_label(goal: &Goal<'_>) -> (String, bool) {
    let mut naive = Naive::default();
    let parts = match *goal {
        Goal::Disjunction(parts) => {
            let parts = parts.iter().map(|part| naive.formula(part)).collect();
            naive.sorted("∥", parts)
        }
        Goal::Action(fact, at) => format!("{} @ {}", naive.fact(fact), hole(at)),
        Goal::Premise { fact, index, at } => {
            format!("{} ▶{index} {}", naive.fact(fact), hole(at))
        }
        Goal::Subterm(left, right) => format!("{} ⊏ {}", naive.term(&left), naive.term(&right)),
        Goal::Chain { .. } | Goal::Split(_) => goal.to_string(),
    };
    let mut label = String::new();
    let mut known: Vec<&str> = Vec::new();
    let mut pieces = parts.split('\u{1}');
    label.push_str(pieces.next().unwrap_or_default());
    while let (Some(var), Some(text)) = (pieces.next(), pieces.next()) {
        let number = known.iter().position(|known| *known == var);
        let number = number.unwrap_or_else(|| {
            known.push(var);
            known.len() - 1
        });
        label.push_str(&format!("?{number}{text}"));
    }
    (label, naive.has_sorted)
}

/// A variable between marks.
fn hole(var: Var<'_>) -> String {
    format!("\u{1}{:?}{}.{}\u{1}", var.sort, var.name, var.index)
}

#[derive(Default)]
struct Naive {
    has_sorted: bool,
}

impl Naive {
    fn sorted(&mut self, sign: &str, mut parts: Vec<String>) -> String {
        self.has_sorted |= parts.len() > 1;
        let without_vars = |part: &String| {
            let pieces = part.split('\u{1}').step_by(2);
            pieces.collect::<Vec<_>>().join("?")
        };
        parts.sort_by_key(without_vars);
        parts.dedup();
        format!("({})", parts.join(sign))
    }

    fn fact(&mut self, fact: Fact<'_>) -> String {
        format!("{}({})", fact.name, self.terms(fact.args))
    }

    fn terms(&mut self, terms: &[Term<'_>]) -> String {
        let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
        terms.join(",")
    }

    fn term(&mut self, term: &Term<'_>) -> String {
        match *term {
            Term::Var(var) => hole(var),
            Term::Paren(inside) => self.term(inside),
            Term::App(name, args) if name == "em" => {
                let args = args.iter().map(|arg| self.term(arg)).collect();
                self.sorted("em", args)
            }
            Term::App(name, args) => format!("{name}({})", self.terms(args)),
            Term::Braces(name, args, key) => {
                format!("{name}({},{})", self.terms(args), self.term(key))
            }
            // A tuple in the last place of a tuple continues it.
            Term::Tuple([first @ .., last]) => match last.inner() {
                Term::Tuple(rest) => self.term(&Term::Tuple(&[first, rest].concat())),
                _ => format!("<{},{}>", self.terms(first), self.term(last)),
            },
            Term::Chain(operator, args) if operator != Operator::Exp => {
                let mut parts = Vec::new();
                let mut stack = vec![args.iter()];
                while let Some(args) = stack.last_mut() {
                    match args.next().map(|arg| arg.inner()) {
                        None => drop(stack.pop()),
                        Some(Term::Chain(inside, args)) if inside == operator => {
                            stack.push(args.iter());
                        }
                        Some(arg) => parts.push(self.term(&arg)),
                    }
                }
                self.sorted(operator.sign(), parts)
            }
            Term::Chain(_, args) => format!("^({})", self.terms(args)),
            _ => term.to_string(),
        }
    }

    fn junction(&mut self, sign: &str, parts: &[Formula<'_>]) -> String {
        let mut flat = Vec::new();
        for part in parts {
            match (part.inner(), sign) {
                (Formula::And(inside), "∧") | (Formula::Or(inside), "∨") => {
                    flat.extend(inside.iter().map(|part| self.formula(part)));
                }
                (part, _) => flat.push(self.formula(&part)),
            }
        }
        self.sorted(sign, flat)
    }

    fn formula(&mut self, formula: &Formula<'_>) -> String {
        match *formula {
            Formula::Paren(inside) => self.formula(inside),
            Formula::Last(at) => format!("last({})", hole(at)),
            Formula::Action(fact, at) => format!("{} @ {}", self.fact(fact), hole(at)),
            Formula::Less(left, right) => format!("{} < {}", hole(left), hole(right)),
            Formula::Subterm(left, right) => {
                format!("{} ⊏ {}", self.term(&left), self.term(&right))
            }
            Formula::MultisetLess(left, right) => {
                format!("{} (<) {}", self.term(&left), self.term(&right))
            }
            Formula::Equal(left, right) => {
                let parts = vec![self.term(&left), self.term(&right)];
                self.sorted("=", parts)
            }
            Formula::Predicate(fact) => self.fact(fact),
            Formula::Not(inside) => format!("¬{}", self.formula(inside)),
            Formula::Implies(left, right) => {
                format!("({} ⇒ {})", self.formula(left), self.formula(right))
            }
            Formula::Iff(left, right) => {
                let parts = vec![self.formula(left), self.formula(right)];
                self.sorted("⇔", parts)
            }
            Formula::And(parts) => self.junction("∧", parts),
            Formula::Or(parts) => self.junction("∨", parts),
            Formula::Quantified(quantifier, vars, body) => {
                let vars = vars.iter().map(|var| hole(*var)).collect();
                format!(
                    "{quantifier:?} {}. {}",
                    self.sorted(" ", vars),
                    self.formula(body)
                )
            }
            Formula::True | Formula::False => formula.to_string(),
        }
    }
}
