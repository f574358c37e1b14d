//! Canonical order of the operands of commutative symbols.
//!
//! Which order is canonical depends on how variables are numbered, and their
//! numbers on the order. Colour refinement breaks the circle: variables that
//! occur differently get different colours. Variables that stay alike are told
//! apart one at a time, each choice is tried, and the least text wins; choices
//! that a symmetry found on the way maps to each other are tried once. (McKay
//! and Piperno, Practical graph isomorphism II, 2014.)

use super::tree::{Node, NodeNo, Symbol, Tree};
use rustc_hash::FxHasher;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// Visits of nodes before the search is given up.
const MAX_WORK: usize = 5_000_000;

/// Brings the tree into canonical order; false where that was given up, and the
/// order is one of several.
pub(super) fn canonicalize(tree: &mut Tree<'_>) -> bool {
    let mut work = 0;
    loop {
        let is_free = !tree
            .nodes
            .iter()
            .any(|node| node.symbol.is_commutative() && node.children.len() > 1);
        if is_free {
            return true;
        }
        let mut search = Search::new(tree, work);
        let colours = search.start.clone();
        search.run(colours);
        work = search.work;
        let is_canonical = work <= MAX_WORK;
        let Some(best) = search.best.take() else {
            return false;
        };
        let has_dropped = order(tree, &best.ranks);
        if !is_canonical {
            return false;
        }
        if !has_dropped {
            return true;
        }
        // What was repeated may have told variables apart that are alike now.
        compact(tree);
    }
}

fn mix(left: u64, right: u64) -> u64 {
    let product =
        u128::from(left ^ 0x9E37_79B9_7F4A_7C15) * u128::from(right ^ 0xD1B5_4A32_D192_ED03);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let low = product as u64;
    low ^ (product >> 64) as u64
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    mix(hasher.finish(), 1)
}

/// A numbering of all variables and the text it gives.
struct Leaf {
    text: String,
    /// By variable, its place in the order of colours.
    ranks: Vec<u32>,
    /// The variables that were told apart by choice.
    path: Vec<u32>,
}

struct Search<'t, 'a> {
    tree: &'t Tree<'a>,
    symbols: Vec<u64>,
    /// Colours from what is not forgotten of each variable.
    start: Vec<u64>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    path: Vec<u32>,
    /// Symmetries found: each maps a variable to a variable.
    symmetries: Vec<Vec<u32>>,
    work: usize,
}

impl<'t, 'a> Search<'t, 'a> {
    fn new(tree: &'t Tree<'a>, work: usize) -> Self {
        let symbols = tree
            .nodes
            .iter()
            .map(|node| match node.symbol {
                Symbol::Var(_) => 0,
                symbol => hash(&symbol),
            })
            .collect();
        let start = tree
            .vars
            .iter()
            .map(|info| hash(&(info.var.sort, (!info.is_renamed).then_some(info.var.name))))
            .collect();
        Self {
            tree,
            symbols,
            start,
            first: None,
            best: None,
            path: Vec::new(),
            symmetries: Vec::new(),
            work,
        }
    }

    /// Tries all choices below these colours. Returns the length of a shorter
    /// path to go back to: what is left below is an image of what was tried.
    fn run(&mut self, mut colours: Vec<u64>) -> Option<usize> {
        self.refine(&mut colours);
        let Some(cell) = smallest_tie(&colours).filter(|_| !self.is_given_up()) else {
            return self.leaf(&colours);
        };
        let depth = self.path.len();
        let mut tried: Vec<u32> = Vec::new();
        for &var in &cell {
            if tried.iter().any(|&other| self.are_alike(other, var)) {
                continue;
            }
            let mut chosen = colours.clone();
            chosen[var as usize] = mix(chosen[var as usize], 2);
            self.path.push(var);
            let back = self.run(chosen);
            self.path.truncate(depth);
            if self.is_given_up() {
                return None;
            }
            match back {
                Some(length) if length < depth => return back,
                _ => tried.push(var),
            }
        }
        None
    }

    fn is_given_up(&self) -> bool {
        self.work > MAX_WORK
    }

    /// Whether symmetries that leave the path alone map one variable to the other.
    fn are_alike(&self, from: u32, to: u32) -> bool {
        let fixing: Vec<_> = self
            .symmetries
            .iter()
            .filter(|map| self.path.iter().all(|&var| map[var as usize] == var))
            .collect();
        if fixing.is_empty() {
            return false;
        }
        let mut seen = vec![false; self.start.len()];
        let mut stack = vec![from];
        while let Some(var) = stack.pop() {
            if var == to {
                return true;
            }
            if !std::mem::replace(&mut seen[var as usize], true) {
                stack.extend(fixing.iter().map(|map| map[var as usize]));
            }
        }
        false
    }

    /// Colours until they tell no more variables apart.
    fn refine(&mut self, colours: &mut Vec<u64>) {
        let nodes = &self.tree.nodes;
        let mut n_classes = count_classes(colours);
        let mut up = vec![0_u64; nodes.len()];
        let mut down = vec![0_u64; nodes.len()];
        let mut sorted: Vec<u64> = Vec::new();
        while n_classes < colours.len() && !self.is_given_up() {
            self.work += nodes.len();
            for (at, node) in nodes.iter().enumerate() {
                let below = node.children.iter().map(|&child| up[child as usize]);
                up[at] = match node.symbol {
                    Symbol::Var(var) => mix(colours[var as usize], 3),
                    symbol if symbol.is_commutative() => {
                        sorted.clear();
                        sorted.extend(below);
                        sorted.sort_unstable();
                        sorted
                            .iter()
                            .fold(self.symbols[at], |sum, &part| mix(sum, part))
                    }
                    _ => below.fold(self.symbols[at], mix),
                };
            }
            let mut next: Vec<u64> = colours.iter().map(|&colour| mix(colour, 4)).collect();
            for (at, node) in nodes.iter().enumerate().rev() {
                let above = mix(down[at], up[at]);
                let is_commutative = node.symbol.is_commutative();
                for (place, &child) in node.children.iter().enumerate() {
                    let place = if is_commutative { 0 } else { place as u64 + 1 };
                    down[child as usize] = mix(above, place);
                }
                if let Symbol::Var(var) = node.symbol {
                    // A sum, since occurrences come in no order.
                    next[var as usize] = next[var as usize].wrapping_add(mix(above, 5));
                }
            }
            let n_next = count_classes(&next);
            if n_next <= n_classes {
                break;
            }
            n_classes = n_next;
            *colours = next;
        }
    }

    fn leaf(&mut self, colours: &[u64]) -> Option<usize> {
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&var| colours[var]);
        let mut ranks = vec![0; colours.len()];
        for (rank, var) in (0_u32..).zip(order) {
            ranks[var] = rank;
        }
        self.work += self.tree.nodes.len();
        let text = Text::new(self.tree, &ranks).of(self.tree.root());
        let leaf = Leaf {
            text,
            ranks,
            path: self.path.clone(),
        };
        let same = [&self.first, &self.best]
            .into_iter()
            .flatten()
            .find(|other| other.text == leaf.text);
        if let Some(other) = same {
            let symmetry = symmetry(&other.ranks, &leaf.ranks);
            let common = other
                .path
                .iter()
                .zip(&leaf.path)
                .take_while(|(left, right)| left == right)
                .count();
            self.symmetries.push(symmetry);
            return Some(common);
        }
        if self.best.is_none() {
            self.best = Some(leaf);
        } else if self.best.as_ref().is_some_and(|best| leaf.text < best.text) {
            let old = self.best.replace(leaf);
            self.first = self.first.take().or(old);
        }
        None
    }
}

/// The map from each variable to the one that has its rank in another numbering.
fn symmetry(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut by_rank = vec![0; to.len()];
    for (var, &rank) in (0_u32..).zip(to) {
        by_rank[rank as usize] = var;
    }
    from.iter().map(|&rank| by_rank[rank as usize]).collect()
}

fn count_classes(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// Of the variables that share a colour, the fewest; by colour where several are.
fn smallest_tie(colours: &[u64]) -> Option<Vec<u32>> {
    let mut sorted: Vec<(u64, u32)> = colours.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    sorted
        .chunk_by(|left, right| left.0 == right.0)
        .filter(|cell| cell.len() > 1)
        .min_by_key(|cell| cell.len())
        .map(|cell| cell.iter().map(|&(_, var)| var).collect())
}

/// The text of a tree with numbered variables, operands in order of their text.
/// A bound variable is written by how many are bound around it, so that equal
/// formulas are equal text wherever they stand.
struct Text<'t, 'a> {
    tree: &'t Tree<'a>,
    ranks: &'t [u32],
    levels: Vec<Option<u32>>,
    n_bound: u32,
}

impl<'t, 'a> Text<'t, 'a> {
    fn new(tree: &'t Tree<'a>, ranks: &'t [u32]) -> Self {
        Self {
            tree,
            ranks,
            levels: vec![None; ranks.len()],
            n_bound: 0,
        }
    }

    fn of(&mut self, no: NodeNo) -> String {
        let mut out = String::new();
        self.write(no, &mut out);
        out
    }

    fn write(&mut self, no: NodeNo, out: &mut String) {
        let node = self.tree.node(no);
        let _ = match node.symbol {
            Symbol::Var(var) => match self.levels[var as usize] {
                Some(level) => write!(out, "{{{level}}}"),
                None => {
                    let info = self.tree.vars[var as usize];
                    let name = if info.is_renamed { "" } else { info.var.name };
                    let sort = info.var.sort.prefix();
                    write!(out, "{{{sort}{name}?{}}}", self.ranks[var as usize])
                }
            },
            symbol => write!(out, "[{symbol:?}"),
        };
        if matches!(node.symbol, Symbol::Var(_)) {
            return;
        }
        for child in self.in_order(node) {
            match child {
                Child::Node(child) => self.write(child, out),
                Child::Text(text) => out.push_str(&text),
            }
        }
        if let Symbol::Quantified(_) = node.symbol {
            self.unbind(node);
        }
        out.push(']');
    }

    fn in_order(&mut self, node: &Node<'a>) -> Vec<Child> {
        if node.symbol == Symbol::Binders {
            let mut vars: Vec<(u32, u32)> = node
                .children
                .iter()
                .filter_map(|&child| self.binder(child))
                .map(|var| (self.ranks[var as usize], var))
                .collect();
            vars.sort_unstable();
            return vars
                .into_iter()
                .map(|(_, var)| {
                    self.levels[var as usize] = Some(self.n_bound);
                    self.n_bound += 1;
                    let sort = self.tree.vars[var as usize].var.sort;
                    Child::Text(format!("{sort:?},"))
                })
                .collect();
        }
        if !node.symbol.is_commutative() {
            return node
                .children
                .iter()
                .map(|&child| Child::Node(child))
                .collect();
        }
        let mut texts: Vec<String> = node.children.iter().map(|&child| self.of(child)).collect();
        texts.sort_unstable();
        texts.into_iter().map(Child::Text).collect()
    }

    fn binder(&self, child: NodeNo) -> Option<u32> {
        match self.tree.node(child).symbol {
            Symbol::Var(var) => Some(var),
            _ => None,
        }
    }

    fn unbind(&mut self, node: &Node<'a>) {
        let Some(&binders) = node.children.first() else {
            return;
        };
        for &child in &self.tree.node(binders).children {
            if let Some(var) = self.binder(child) {
                self.levels[var as usize] = None;
                self.n_bound -= 1;
            }
        }
    }
}

enum Child {
    Node(NodeNo),
    Text(String),
}

/// Puts operands in order and drops repeated ones; whether any was dropped.
fn order(tree: &mut Tree<'_>, ranks: &[u32]) -> bool {
    let mut has_dropped = false;
    let mut ordered: Vec<(usize, Vec<NodeNo>)> = Vec::new();
    let mut text = Text::new(tree, ranks);
    let mut stack = vec![(tree.root(), false)];
    while let Some((no, is_left)) = stack.pop() {
        let node = tree.node(no);
        if is_left {
            text.unbind(node);
            continue;
        }
        if let Symbol::Quantified(_) = node.symbol {
            stack.push((no, true));
        }
        stack.extend(node.children.iter().rev().map(|&child| (child, false)));
        if node.symbol == Symbol::Binders {
            let mut binders = node.children.clone();
            binders.sort_by_key(|&child| text.binder(child).map(|var| ranks[var as usize]));
            let _ = text.in_order(node);
            ordered.push((no as usize, binders));
        } else if node.symbol.is_commutative() {
            let mut children: Vec<_> = node
                .children
                .iter()
                .map(|&child| (text.of(child), child))
                .collect();
            children.sort_unstable();
            let n_before = children.len();
            if node.symbol.is_idempotent() {
                children.dedup_by(|left, right| left.0 == right.0);
            }
            has_dropped |= children.len() < n_before;
            let children = children.into_iter().map(|(_, child)| child).collect();
            ordered.push((no as usize, children));
        }
    }
    for (at, children) in ordered {
        tree.nodes[at].children = children;
    }
    has_dropped
}

/// Leaves out nodes and variables that nothing refers to, and conjunctions and
/// disjunctions of one formula.
fn compact(tree: &mut Tree<'_>) {
    let mut is_used = vec![false; tree.nodes.len()];
    let mut stack = vec![tree.root()];
    while let Some(no) = stack.pop() {
        is_used[no as usize] = true;
        stack.extend(&tree.node(no).children);
    }
    let mut numbers: Vec<NodeNo> = vec![0; tree.nodes.len()];
    let mut vars: Vec<Option<u32>> = vec![None; tree.vars.len()];
    let mut kept = Tree {
        nodes: Vec::new(),
        vars: Vec::new(),
    };
    for (at, node) in std::mem::take(&mut tree.nodes).into_iter().enumerate() {
        if !is_used[at] {
            continue;
        }
        let mut children = node.children;
        for child in &mut children {
            *child = numbers[*child as usize];
        }
        if matches!(node.symbol, Symbol::And | Symbol::Or) {
            let spliced = children.into_iter().flat_map(|child| {
                let inside = kept.node(child);
                if inside.symbol == node.symbol {
                    inside.children.clone()
                } else {
                    vec![child]
                }
            });
            children = spliced.collect();
        }
        if let (Symbol::And | Symbol::Or, [only]) = (node.symbol, &children[..]) {
            numbers[at] = *only;
            continue;
        }
        let symbol = match node.symbol {
            Symbol::Var(var) => Symbol::Var(*vars[var as usize].get_or_insert_with(|| {
                kept.vars.push(tree.vars[var as usize]);
                u32::try_from(kept.vars.len() - 1).unwrap_or(u32::MAX)
            })),
            symbol => symbol,
        };
        kept.nodes.push(Node { symbol, children });
        numbers[at] = kept.root();
    }
    *tree = kept;
}
