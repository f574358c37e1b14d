//! A tree with ranked variables as a list of numbers.
//!
//! Two trees over one set of symbols have equal lists exactly if they are equal up
//! to the order of commutative operands and the names of bound variables, where
//! free variables of equal rank are the same. A bound variable is written by how
//! many are bound around it, so that equal formulas are equal lists wherever they
//! stand.

use super::tree::{Node, NodeNo, Symbol, Tree};
use rustc_hash::FxHashMap;

/// Bound and free variables and the first symbol, at the head of a part.
const FREE: u32 = 0;
const BOUND: u32 = 1;
const SYMBOL: u32 = 2;

/// For each node a number for its symbol: its place among the tree's symbols in
/// an order that does not depend on the tree. Variables have none of their own.
pub(super) fn codes(tree: &Tree<'_>) -> Vec<u32> {
    let symbol = |node: &Node<'_>| match node.symbol {
        Symbol::Var(_) => None,
        symbol => Some(format!("{symbol:?}")),
    };
    let mut numbers: FxHashMap<Symbol<'_>, u32> = FxHashMap::default();
    let mut distinct: Vec<(Option<String>, Symbol<'_>)> = Vec::new();
    for node in &tree.nodes {
        numbers.entry(node.symbol).or_insert_with(|| {
            distinct.push((symbol(node), node.symbol));
            0
        });
    }
    distinct.sort_unstable_by(|left, right| left.0.cmp(&right.0));
    let mut next = 0;
    for (text, symbol) in distinct {
        next += u32::from(text.is_some());
        numbers.insert(symbol, next);
    }
    tree.nodes
        .iter()
        .map(|node| numbers[&node.symbol])
        .collect()
}

pub(super) struct Encoder<'t, 'a> {
    tree: &'t Tree<'a>,
    codes: &'t [u32],
    ranks: &'t [u32],
    levels: Vec<Option<u32>>,
    n_bound: u32,
    /// The order in which the children of commutative nodes were written.
    orders: Vec<(NodeNo, Vec<NodeNo>)>,
}

impl<'t, 'a> Encoder<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, codes: &'t [u32], ranks: &'t [u32]) -> Self {
        Self {
            tree,
            codes,
            ranks,
            levels: vec![None; ranks.len()],
            n_bound: 0,
            orders: Vec::new(),
        }
    }

    /// The whole tree.
    pub(super) fn encode(&mut self) -> Vec<u32> {
        let mut out = Vec::with_capacity(2 * self.tree.nodes.len());
        self.write(self.tree.root(), &mut out);
        out
    }

    /// The children of commutative nodes in the order of their lists.
    pub(super) fn orders(mut self) -> Vec<(NodeNo, Vec<NodeNo>)> {
        self.encode();
        self.orders
    }

    fn write(&mut self, no: NodeNo, out: &mut Vec<u32>) {
        let node = self.tree.node(no);
        if let Symbol::Var(var) = node.symbol {
            out.extend(match self.levels[var as usize] {
                Some(level) => [BOUND, level],
                None => [FREE, self.ranks[var as usize]],
            });
            return;
        }
        let n_children = u32::try_from(node.children.len()).unwrap_or(u32::MAX);
        out.extend([SYMBOL + self.codes[no as usize], n_children]);
        if node.symbol == Symbol::Binders {
            self.bind(no, out);
        } else if node.symbol.is_commutative() {
            let mut parts: Vec<(Vec<u32>, NodeNo)> = Vec::with_capacity(node.children.len());
            for &child in &node.children {
                let mut part = Vec::new();
                self.write(child, &mut part);
                parts.push((part, child));
            }
            parts.sort_unstable();
            for (part, _) in &parts {
                out.extend(part);
            }
            let order = parts.into_iter().map(|(_, child)| child).collect();
            self.orders.push((no, order));
        } else {
            for &child in &node.children {
                self.write(child, out);
            }
        }
        if let (Symbol::Quantified(_), Some(&binders)) = (node.symbol, node.children.first()) {
            for var in self.tree.binders(binders) {
                self.levels[var as usize] = None;
                self.n_bound -= 1;
            }
        }
    }

    /// Writes the sorts of bound variables, by rank.
    fn bind(&mut self, no: NodeNo, out: &mut Vec<u32>) {
        let mut binders: Vec<(u32, u32, NodeNo)> = self
            .tree
            .binders(no)
            .zip(&self.tree.node(no).children)
            .map(|(var, &child)| (self.ranks[var as usize], var, child))
            .collect();
        binders.sort_unstable();
        for &(_, var, _) in &binders {
            self.levels[var as usize] = Some(self.n_bound);
            self.n_bound += 1;
            out.push(self.tree.vars[var as usize].var.sort as u32);
        }
        let order = binders.into_iter().map(|(.., child)| child).collect();
        self.orders.push((no, order));
    }
}
