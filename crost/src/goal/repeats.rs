//! Conjuncts and disjuncts that repeat another.

use super::canon::{Budget, Canonical, mix};
use super::encoding::codes;
use super::tree::{NodeNo, Symbol, Tree};

/// Drops operands of conjunctions and disjunctions that are equal to another one:
/// the same free variables, other names of bound ones, operands in any order. A
/// conjunction or disjunction of one is that one. False where some comparison was
/// given up.
pub(super) fn drop_repeats(tree: &mut Tree<'_>, budget: &mut Budget) -> bool {
    let mut nodes = tree.nodes.iter();
    if !nodes.any(|node| node.symbol.is_idempotent() && node.children.len() > 1) {
        return true;
    }
    let codes = codes(tree);
    let sorts = bound_sorts(tree);
    let mut is_exact = true;
    let mut has_dropped = false;
    // What became of each node, and a number that equal parts share.
    let mut became: Vec<NodeNo> = Vec::with_capacity(tree.nodes.len());
    let mut prints: Vec<u64> = Vec::with_capacity(tree.nodes.len());
    for (at, no) in (0..tree.nodes.len()).zip(0..) {
        let symbol = tree.nodes[at].symbol;
        let is_junction = matches!(symbol, Symbol::And | Symbol::Or);
        let mut children: Vec<NodeNo> = Vec::new();
        for child in std::mem::take(&mut tree.nodes[at].children) {
            let child = became[child as usize];
            let inside = tree.node(child);
            if is_junction && inside.symbol == symbol {
                children.extend(&inside.children);
            } else {
                children.push(child);
            }
        }
        if symbol.is_idempotent() {
            let n_before = children.len();
            is_exact &= drop_from(&mut children, tree, (&codes, &prints), budget);
            has_dropped |= children.len() < n_before;
        }
        let mut parts: Vec<u64> = children
            .iter()
            .map(|&child| prints[child as usize])
            .collect();
        if symbol.is_commutative() {
            parts.sort_unstable();
        }
        prints.push(match symbol {
            Symbol::Var(var) => sorts[var as usize].unwrap_or_else(|| mix(u64::from(var), 6)),
            _ => parts.into_iter().fold(u64::from(codes[at]), mix),
        });
        match children[..] {
            [only] if is_junction => {
                has_dropped = true;
                prints[at] = prints[only as usize];
                became.push(only);
            }
            _ => became.push(no),
        }
        tree.nodes[at].children = children;
    }
    if has_dropped {
        *tree = tree.part(tree.root()).tree;
    }
    is_exact
}

/// For a variable that some quantifier binds, a number for its sort.
fn bound_sorts(tree: &Tree<'_>) -> Vec<Option<u64>> {
    let mut sorts = vec![None; tree.vars.len()];
    for (node, no) in tree.nodes.iter().zip(0..) {
        if node.symbol == Symbol::Binders {
            for var in tree.binders(no) {
                sorts[var as usize] = Some(mix(tree.vars[var as usize].var.sort as u64, 7));
            }
        }
    }
    sorts
}

/// Keeps the first of equal operands, which have equal prints.
fn drop_from(
    children: &mut Vec<NodeNo>,
    tree: &Tree<'_>,
    (codes, prints): (&[u32], &[u64]),
    budget: &mut Budget,
) -> bool {
    let mut by_print: Vec<(u64, usize)> = children
        .iter()
        .enumerate()
        .map(|(at, &child)| (prints[child as usize], at))
        .collect();
    by_print.sort_unstable();
    let mut is_dropped = vec![false; children.len()];
    let mut is_exact = true;
    for group in by_print.chunk_by(|left, right| left.0 == right.0) {
        if group.len() == 1 {
            continue;
        }
        let mut forms: Vec<(Canonical, usize)> = Vec::with_capacity(group.len());
        for &(_, at) in group {
            match Canonical::of_part(tree, codes, children[at], budget) {
                Some(form) => forms.push((form, at)),
                None => is_exact = false,
            }
        }
        forms.sort_unstable();
        for pair in forms.windows(2) {
            is_dropped[pair[1].1] = pair[0].0 == pair[1].0;
        }
    }
    let mut at = 0;
    children.retain(|_| {
        at += 1;
        !is_dropped[at - 1]
    });
    is_exact
}
