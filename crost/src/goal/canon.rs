//! Canonical order of the operands of commutative symbols.
//!
//! Which order is canonical depends on how variables are ranked, and their ranks
//! on the order. Colour refinement breaks the circle: variables that occur
//! differently get different colours. Variables that stay alike are told apart one
//! at a time, each choice is tried, and the least encoding wins; choices that a
//! symmetry found on the way maps to each other are tried once. (McKay and
//! Piperno, Practical graph isomorphism II, 2014.)

use super::encoding::{Encoder, codes};
use super::repeats::drop_repeats;
use super::tree::{NodeNo, Symbol, Tree};

/// How many nodes may still be visited before the search for a canonical form is
/// given up. What real goals need is some ten passes over their nodes; forty
/// interchangeable pairs of variables need a fifth of [`Budget::EXTRA`].
pub(super) struct Budget(usize);

impl Budget {
    const PASSES: usize = 24;
    const EXTRA: usize = 1_000_000;

    fn new(tree: &Tree<'_>) -> Self {
        Self(Self::EXTRA + Self::PASSES * tree.nodes.len())
    }

    fn spend(&mut self, n: usize) {
        self.0 = self.0.saturating_sub(n);
    }

    fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// Brings the tree into canonical order, without repeated conjuncts and disjuncts;
/// false where that was given up, and the order is one of several.
pub(super) fn canonicalize(tree: &mut Tree<'_>) -> bool {
    let mut budget = Budget::new(tree);
    let is_exact = drop_repeats(tree, &mut budget);
    let mut nodes = tree.nodes.iter();
    if !nodes.any(|node| node.symbol.is_commutative() && node.children.len() > 1) {
        return is_exact;
    }
    let codes = codes(tree);
    let colours = colours(tree.vars.iter().map(|info| {
        let name = (!info.is_renamed).then_some(info.var.name);
        (info.var.sort, name)
    }));
    let best = Search::new(tree, &codes, &mut budget).best(colours);
    let orders = best.map(|best| Encoder::new(tree, &codes, &best.ranks).orders());
    for (no, children) in orders.into_iter().flatten() {
        tree.nodes[no as usize].children = children;
    }
    is_exact && !budget.is_spent()
}

/// A part of a tree up to the order of operands and the names of variables bound
/// in it: its free variables and its least encoding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Canonical {
    free: Vec<u32>,
    encoding: Vec<u32>,
}

impl Canonical {
    /// Of a part of a tree with these codes of symbols; none where the search was
    /// given up.
    pub(super) fn of_part(
        tree: &Tree<'_>,
        codes: &[u32],
        root: NodeNo,
        budget: &mut Budget,
    ) -> Option<Self> {
        let part = tree.part(root);
        let codes: Vec<u32> = part.nodes.iter().map(|&no| codes[no as usize]).collect();
        let mut is_free = vec![true; part.vars.len()];
        for (node, no) in part.tree.nodes.iter().zip(0..) {
            if node.symbol == Symbol::Binders {
                for var in part.tree.binders(no) {
                    is_free[var as usize] = false;
                }
            }
        }
        // Free variables come first, each with a colour of its own.
        let keys = part.tree.vars.iter().zip(&part.vars).zip(&is_free);
        let colours = colours(keys.map(|((info, &var), &is_free)| {
            if is_free {
                (None, Some(var))
            } else {
                (Some(info.var.sort), None)
            }
        }));
        let best = Search::new(&part.tree, &codes, budget).best(colours);
        let best = best.filter(|_| !budget.is_spent())?;
        let vars = part.vars.iter().zip(is_free);
        let mut free: Vec<u32> = vars
            .filter_map(|(&var, is_free)| is_free.then_some(var))
            .collect();
        free.sort_unstable();
        Some(Self {
            free,
            encoding: best.encoding,
        })
    }
}

/// Mixes two numbers so that all bits of both matter.
pub(super) fn mix(left: u64, right: u64) -> u64 {
    let product =
        u128::from(left ^ 0x9E37_79B9_7F4A_7C15) * u128::from(right ^ 0xD1B5_4A32_D192_ED03);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let low = product as u64;
    low ^ (product >> 64) as u64
}

/// Colours of variables by their keys: how many variables have a lesser key.
/// Refinement keeps this order, so the colours of variables that are all told
/// apart are their ranks.
fn colours<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<u32> {
    let mut sorted: Vec<(K, usize)> = keys.zip(0..).collect();
    sorted.sort_unstable();
    let mut colours = vec![0; sorted.len()];
    let mut next = 0;
    for cell in sorted.chunk_by(|left, right| left.0 == right.0) {
        for &(_, var) in cell {
            colours[var] = next;
        }
        next += u32::try_from(cell.len()).unwrap_or(u32::MAX);
    }
    colours
}

/// A ranking of all variables and the encoding it gives.
struct Leaf {
    encoding: Vec<u32>,
    ranks: Vec<u32>,
    /// The variables that were told apart by choice.
    path: Vec<u32>,
}

struct Search<'t, 'a> {
    tree: &'t Tree<'a>,
    codes: &'t [u32],
    first: Option<Leaf>,
    best: Option<Leaf>,
    path: Vec<u32>,
    /// Symmetries found: each maps a variable to a variable.
    symmetries: Vec<Vec<u32>>,
    budget: &'t mut Budget,
}

impl<'t, 'a> Search<'t, 'a> {
    fn new(tree: &'t Tree<'a>, codes: &'t [u32], budget: &'t mut Budget) -> Self {
        Self {
            tree,
            codes,
            first: None,
            best: None,
            path: Vec::new(),
            symmetries: Vec::new(),
            budget,
        }
    }

    /// The leaf with the least encoding that refines these colours; any leaf where
    /// the budget is spent.
    fn best(mut self, colours: Vec<u32>) -> Option<Leaf> {
        self.run(colours);
        self.best
    }

    /// Tries all choices below these colours. Returns the length of a shorter
    /// path to go back to: what is left below is an image of what was tried.
    fn run(&mut self, mut colours: Vec<u32>) -> Option<usize> {
        self.refine(&mut colours);
        let Some(cell) = smallest_tie(&colours).filter(|_| !self.budget.is_spent()) else {
            return self.leaf(colours);
        };
        let depth = self.path.len();
        let mut tried: Vec<u32> = Vec::new();
        for &var in &cell {
            if tried.iter().any(|&other| self.are_alike(other, var)) {
                continue;
            }
            let mut chosen = colours.clone();
            for &other in &cell {
                chosen[other as usize] += u32::from(other != var);
            }
            self.path.push(var);
            let back = self.run(chosen);
            self.path.truncate(depth);
            if self.budget.is_spent() {
                return None;
            }
            match back {
                Some(length) if length < depth => return back,
                _ => tried.push(var),
            }
        }
        None
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
        let mut seen = vec![false; self.tree.vars.len()];
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

    /// Refines colours until they tell no more variables apart.
    fn refine(&mut self, colours: &mut Vec<u32>) {
        let nodes = &self.tree.nodes;
        let mut n_cells = count(colours);
        let mut up = vec![0_u64; nodes.len()];
        let mut down = vec![0_u64; nodes.len()];
        let mut sorted: Vec<u64> = Vec::new();
        while n_cells < colours.len() && !self.budget.is_spent() {
            self.budget.spend(nodes.len());
            for (at, node) in nodes.iter().enumerate() {
                let code = u64::from(self.codes[at]);
                let below = node.children.iter().map(|&child| up[child as usize]);
                up[at] = match node.symbol {
                    Symbol::Var(var) => mix(u64::from(colours[var as usize]), 3),
                    symbol if symbol.is_commutative() => {
                        sorted.clear();
                        sorted.extend(below);
                        sorted.sort_unstable();
                        sorted.iter().fold(code, |sum, &part| mix(sum, part))
                    }
                    _ => below.fold(code, mix),
                };
            }
            let mut around = vec![0_u64; colours.len()];
            for (at, node) in nodes.iter().enumerate().rev() {
                let above = mix(down[at], up[at]);
                let is_commutative = node.symbol.is_commutative();
                for (place, &child) in node.children.iter().enumerate() {
                    let place = if is_commutative { 0 } else { place as u64 + 1 };
                    down[child as usize] = mix(above, place);
                }
                if let Symbol::Var(var) = node.symbol {
                    // A sum, since occurrences come in no order.
                    let sum = &mut around[var as usize];
                    *sum = sum.wrapping_add(mix(above, 5));
                }
            }
            let next = self::colours(colours.iter().zip(around));
            let n_next = count(&next);
            if n_next == n_cells {
                break;
            }
            n_cells = n_next;
            *colours = next;
        }
    }

    fn leaf(&mut self, mut ranks: Vec<u32>) -> Option<usize> {
        if self.budget.is_spent() {
            ranks = colours(ranks.into_iter().zip(0_u32..));
        }
        self.budget.spend(self.tree.nodes.len());
        let leaf = Leaf {
            encoding: Encoder::new(self.tree, self.codes, &ranks).encode(),
            ranks,
            path: self.path.clone(),
        };
        let same = [&self.first, &self.best]
            .into_iter()
            .flatten()
            .find(|other| other.encoding == leaf.encoding);
        if let Some(other) = same {
            // It maps the other path to this one, since a variable that is told
            // apart by choice keeps its rank from then on.
            let symmetry = symmetry(&other.ranks, &leaf.ranks);
            let mut paths = other.path.iter().zip(&leaf.path);
            let common = paths.position(|(left, right)| left != right);
            self.symmetries.push(symmetry);
            return common;
        }
        if self.best.is_none() {
            self.best = Some(leaf);
        } else if self
            .best
            .as_ref()
            .is_some_and(|best| leaf.encoding < best.encoding)
        {
            let old = self.best.replace(leaf);
            self.first = self.first.take().or(old);
        }
        None
    }
}

/// The map from each variable to the one that has its rank in another ranking.
fn symmetry(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut by_rank = vec![0; to.len()];
    for (var, &rank) in (0_u32..).zip(to) {
        by_rank[rank as usize] = var;
    }
    from.iter().map(|&rank| by_rank[rank as usize]).collect()
}

/// Number of colours.
fn count(colours: &[u32]) -> usize {
    let mut is_used = vec![false; colours.len()];
    for &colour in colours {
        is_used[colour as usize] = true;
    }
    is_used.into_iter().filter(|&is_used| is_used).count()
}

/// Of the variables that share a colour, the fewest; by colour where several are.
fn smallest_tie(colours: &[u32]) -> Option<Vec<u32>> {
    let mut sorted: Vec<(u32, u32)> = colours.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    sorted
        .chunk_by(|left, right| left.0 == right.0)
        .filter(|cell| cell.len() > 1)
        .min_by_key(|cell| cell.len())
        .map(|cell| cell.iter().map(|&(_, var)| var).collect())
}
