//! A goal as a tree of symbols over numbered variables.

use super::{BoundVars, NormalForm};
use rustc_hash::FxHashMap;
use spthy_parse::{Annotation, Fact, Formula, Goal, Operator, Quantifier, Sort, Term, Var};

/// Number of a node; children have smaller numbers than their parents.
pub(super) type NodeNo = u32;

/// What a node is, without its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Symbol<'a> {
    Var(u32),
    Name(Sort, &'a str),
    One,
    NatOne,
    App(&'a str),
    /// As written, only where writing matters: arguments, then the key.
    Braces(&'a str),
    Tuple,
    Chain(Operator),
    Paren,
    Fact {
        name: &'a str,
        is_persistent: bool,
        annotations: &'a [Annotation],
    },
    True,
    False,
    Last,
    /// Of a formula or a goal: fact, point in time.
    Action,
    Subterm,
    Less,
    Equal,
    MultisetLess,
    Not,
    And,
    Or,
    Implies,
    Iff,
    /// Children: the list of variables, the body.
    Quantified(Quantifier),
    Binders,
    /// Children: fact, point in time.
    Premise(u32),
    /// Children: two points in time.
    ChainGoal(u32, u32),
    Disjunction,
    Split(Option<u32>),
}

impl Symbol<'_> {
    /// Whether the order of children says nothing.
    pub(super) fn is_commutative(&self) -> bool {
        match self {
            Self::Chain(operator) => *operator != Operator::Exp,
            Self::App(name) => *name == "em",
            Self::Equal | Self::Iff | Self::Binders => true,
            _ => self.is_idempotent(),
        }
    }

    /// Whether equal children count once.
    pub(super) fn is_idempotent(&self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Disjunction)
    }
}

/// A variable of a goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct VarInfo<'a> {
    pub(super) var: Var<'a>,
    /// Its name is forgotten.
    pub(super) is_renamed: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    pub(super) symbol: Symbol<'a>,
    pub(super) children: Vec<NodeNo>,
}

/// The tree of a goal; the root is the last node.
#[derive(Debug, Clone)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    pub(super) vars: Vec<VarInfo<'a>>,
}

/// A part of a tree.
pub(super) struct Part<'a> {
    pub(super) tree: Tree<'a>,
    /// For each of its nodes the number in the whole tree.
    pub(super) nodes: Vec<NodeNo>,
    /// For each of its variables the number in the whole tree.
    pub(super) vars: Vec<u32>,
}

impl<'a> Tree<'a> {
    pub(super) fn of_goal(goal: &Goal<'a>, bound: &BoundVars<'_>, form: NormalForm) -> Self {
        let mut builder = Builder {
            tree: Tree {
                nodes: Vec::new(),
                vars: Vec::new(),
            },
            scope: FxHashMap::default(),
            bound,
            form,
        };
        builder.goal(goal);
        builder.tree
    }

    pub(super) fn root(&self) -> NodeNo {
        no(self.nodes.len()).wrapping_sub(1)
    }

    pub(super) fn node(&self, no: NodeNo) -> &Node<'a> {
        &self.nodes[no as usize]
    }

    /// The variables of a list of bound variables.
    pub(super) fn binders(&self, no: NodeNo) -> impl Iterator<Item = u32> + '_ {
        let binders = self.node(no).children.iter();
        binders.filter_map(|&child| match self.node(child).symbol {
            Symbol::Var(var) => Some(var),
            _ => None,
        })
    }

    /// A node and all below it as a tree of its own.
    pub(super) fn part(&self, root: NodeNo) -> Part<'a> {
        let mut below = vec![root];
        let mut at = 0;
        while at < below.len() {
            below.extend(&self.node(below[at]).children);
            at += 1;
        }
        below.sort_unstable();
        let mut tree = Tree {
            nodes: Vec::with_capacity(below.len()),
            vars: Vec::new(),
        };
        let mut vars: Vec<u32> = Vec::new();
        let mut var_numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut numbers: FxHashMap<NodeNo, NodeNo> = FxHashMap::default();
        for &no in &below {
            let node = self.node(no);
            let symbol = match node.symbol {
                Symbol::Var(var) => Symbol::Var(*var_numbers.entry(var).or_insert_with(|| {
                    tree.vars.push(self.vars[var as usize]);
                    vars.push(var);
                    self::no(vars.len()) - 1
                })),
                symbol => symbol,
            };
            let children = node.children.iter().map(|child| numbers[child]).collect();
            numbers.insert(no, self::no(tree.nodes.len()));
            tree.nodes.push(Node { symbol, children });
        }
        Part {
            tree,
            nodes: below,
            vars,
        }
    }
}

/// Texts are at most 4 GiB and each node takes at least one byte of it.
fn no(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

struct Builder<'a, 'b> {
    tree: Tree<'a>,
    /// What a variable means here: its number.
    scope: FxHashMap<Var<'a>, u32>,
    bound: &'b BoundVars<'b>,
    form: NormalForm,
}

impl<'a> Builder<'a, '_> {
    fn push(&mut self, symbol: Symbol<'a>, children: Vec<NodeNo>) -> NodeNo {
        self.tree.nodes.push(Node { symbol, children });
        self.tree.root()
    }

    fn leaf(&mut self, symbol: Symbol<'a>) -> NodeNo {
        self.push(symbol, Vec::new())
    }

    fn new_var(&mut self, var: Var<'a>, is_renamed: bool) -> u32 {
        self.tree.vars.push(VarInfo { var, is_renamed });
        no(self.tree.vars.len()) - 1
    }

    fn var(&mut self, var: Var<'a>) -> NodeNo {
        let number = match self.scope.get(&var) {
            Some(&number) => number,
            None => {
                let is_renamed = match self.form {
                    NormalForm::Raw | NormalForm::Index => false,
                    NormalForm::Local => {
                        var.sort == Sort::Node || self.bound.contains(&(var.sort, var.name))
                    }
                    NormalForm::Full => true,
                };
                let number = self.new_var(var, is_renamed);
                self.scope.insert(var, number);
                number
            }
        };
        self.leaf(Symbol::Var(number))
    }

    fn goal(&mut self, goal: &Goal<'a>) -> NodeNo {
        match *goal {
            Goal::Premise { fact, index, at } => {
                let children = vec![self.fact(fact), self.var(at)];
                self.push(Symbol::Premise(index), children)
            }
            Goal::Action(fact, at) => {
                let children = vec![self.fact(fact), self.var(at)];
                self.push(Symbol::Action, children)
            }
            Goal::Chain { from, to } => {
                let children = vec![self.var(from.0), self.var(to.0)];
                self.push(Symbol::ChainGoal(from.1, to.1), children)
            }
            Goal::Subterm(left, right) => {
                let children = vec![self.term(left), self.term(right)];
                self.push(Symbol::Subterm, children)
            }
            Goal::Disjunction(parts) => {
                let children = parts.iter().map(|part| self.formula(*part)).collect();
                self.push(Symbol::Disjunction, children)
            }
            Goal::Split(n) => {
                let number = (self.form == NormalForm::Raw).then_some(n);
                self.leaf(Symbol::Split(number))
            }
        }
    }

    fn fact(&mut self, fact: Fact<'a>) -> NodeNo {
        let children = fact.args.iter().map(|arg| self.term(*arg)).collect();
        let symbol = Symbol::Fact {
            name: fact.name,
            is_persistent: fact.is_persistent,
            annotations: fact.annotations,
        };
        self.push(symbol, children)
    }

    fn term(&mut self, term: Term<'a>) -> NodeNo {
        let reorders = self.form.reorders();
        let (symbol, parts) = match term {
            Term::Paren(inside) if reorders => return self.term(*inside),
            Term::Var(var) => return self.var(var),
            Term::Name(sort, text) => (Symbol::Name(sort, text), [].as_slice()),
            Term::One => (Symbol::One, [].as_slice()),
            Term::NatOne => (Symbol::NatOne, [].as_slice()),
            Term::App(name, args) => (Symbol::App(name), args),
            Term::Paren(inside) => (Symbol::Paren, std::slice::from_ref(inside)),
            Term::Tuple([only]) if reorders => return self.term(*only),
            Term::Tuple(args) => {
                let mut children = Vec::with_capacity(args.len());
                self.tuple(args, &mut children);
                return self.push(Symbol::Tuple, children);
            }
            Term::Chain(operator, args) => {
                let mut children = Vec::with_capacity(args.len());
                self.chain(operator, args, &mut children);
                return self.push(Symbol::Chain(operator), children);
            }
            Term::Braces(name, args, key) => {
                let (symbol, mut children) = if reorders {
                    (Symbol::App(name), vec![self.term(Term::Tuple(args))])
                } else {
                    let children = args.iter().map(|arg| self.term(*arg)).collect();
                    (Symbol::Braces(name), children)
                };
                children.push(self.term(*key));
                return self.push(symbol, children);
            }
        };
        let children = parts.iter().map(|part| self.term(*part)).collect();
        self.push(symbol, children)
    }

    /// Pairs nest to the right.
    fn tuple(&mut self, args: &'a [Term<'a>], children: &mut Vec<NodeNo>) {
        let Some((last, first)) = args.split_last() else {
            return;
        };
        children.extend(first.iter().map(|arg| self.term(*arg)));
        match last.inner() {
            Term::Tuple(inside) if self.form.reorders() => self.tuple(inside, children),
            _ => children.push(self.term(*last)),
        }
    }

    /// An operator makes one list of what nests; powers nest to the left.
    fn chain(&mut self, operator: Operator, args: &'a [Term<'a>], children: &mut Vec<NodeNo>) {
        for (at, arg) in args.iter().enumerate() {
            match arg.inner() {
                Term::Chain(inside, args)
                    if self.form.reorders()
                        && inside == operator
                        && (operator != Operator::Exp || at == 0) =>
                {
                    self.chain(operator, args, children);
                }
                _ => children.push(self.term(*arg)),
            }
        }
    }

    fn formula(&mut self, formula: Formula<'a>) -> NodeNo {
        let reorders = self.form.reorders();
        let (symbol, children) = match formula {
            Formula::Paren(inside) if reorders => return self.formula(*inside),
            Formula::Paren(inside) => (Symbol::Paren, vec![self.formula(*inside)]),
            Formula::True => (Symbol::True, Vec::new()),
            Formula::False => (Symbol::False, Vec::new()),
            Formula::Last(at) => (Symbol::Last, vec![self.var(at)]),
            Formula::Action(fact, at) => (Symbol::Action, vec![self.fact(fact), self.var(at)]),
            Formula::Subterm(left, right) => {
                (Symbol::Subterm, vec![self.term(left), self.term(right)])
            }
            Formula::Less(left, right) => (Symbol::Less, vec![self.var(left), self.var(right)]),
            Formula::Equal(left, right) => (Symbol::Equal, vec![self.term(left), self.term(right)]),
            Formula::MultisetLess(left, right) => (
                Symbol::MultisetLess,
                vec![self.term(left), self.term(right)],
            ),
            Formula::Predicate(fact) => return self.fact(fact),
            Formula::Not(inside) => (Symbol::Not, vec![self.formula(*inside)]),
            Formula::And(parts) => (Symbol::And, self.junction(true, parts)),
            Formula::Or(parts) => (Symbol::Or, self.junction(false, parts)),
            Formula::Implies(left, right) => (
                Symbol::Implies,
                vec![self.formula(*left), self.formula(*right)],
            ),
            Formula::Iff(left, right) => {
                (Symbol::Iff, vec![self.formula(*left), self.formula(*right)])
            }
            Formula::Quantified(quantifier, vars, body) => {
                return self.quantified(quantifier, vars, body);
            }
        };
        self.push(symbol, children)
    }

    fn junction(&mut self, is_and: bool, parts: &'a [Formula<'a>]) -> Vec<NodeNo> {
        let mut children = Vec::with_capacity(parts.len());
        for part in parts {
            match part.inner() {
                Formula::And(inside) if self.form.reorders() && is_and => {
                    children.extend(self.junction(is_and, inside));
                }
                Formula::Or(inside) if self.form.reorders() && !is_and => {
                    children.extend(self.junction(is_and, inside));
                }
                _ => children.push(self.formula(*part)),
            }
        }
        children
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        vars: &'a [Var<'a>],
        body: &'a Formula<'a>,
    ) -> NodeNo {
        let is_renamed = self.form.reorders();
        let mut hidden = Vec::with_capacity(vars.len());
        let mut binders = Vec::with_capacity(vars.len());
        for var in vars {
            let number = self.new_var(*var, is_renamed);
            hidden.push((*var, self.scope.insert(*var, number)));
            binders.push(self.leaf(Symbol::Var(number)));
        }
        let binders = self.push(Symbol::Binders, binders);
        let body = self.formula(*body);
        // In reverse, so that of a variable bound twice the first meaning returns.
        for (var, meaning) in hidden.into_iter().rev() {
            match meaning {
                Some(meaning) => self.scope.insert(var, meaning),
                None => self.scope.remove(&var),
            };
        }
        self.push(Symbol::Quantified(quantifier), vec![binders, body])
    }
}
