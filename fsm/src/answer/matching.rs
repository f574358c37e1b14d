//! One-to-one matching of answer items to gold items.

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use std::collections::HashMap;
use std::hash::Hash;

/// Which gold item each answer item is, at most one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// By answer item: the position of its gold item.
    pub gold: Vec<Option<usize>>,
}

impl Pairing {
    /// How many pairs there are.
    #[must_use]
    pub fn n_matched(&self) -> usize {
        self.gold.iter().flatten().count()
    }

    /// Positions of answer items that are no gold item.
    pub fn extra(&self) -> impl Iterator<Item = usize> + '_ {
        let gold = self.gold.iter().enumerate();
        gold.filter(|(_, gold)| gold.is_none())
            .map(|(answer, _)| answer)
    }

    /// Positions among `n_gold` gold items that no answer item is.
    pub fn missing(&self, n_gold: usize) -> impl Iterator<Item = usize> + use<> {
        let mut is_matched = vec![false; n_gold];
        for &gold in self.gold.iter().flatten() {
            is_matched[gold] = true;
        }
        (0..n_gold).filter(move |&gold| !is_matched[gold])
    }
}

/// Pairs equal items first, then as many of the others as `accepts` allows
/// (maximum cardinality). How many are paired does not depend on the order of
/// either list. Only answer items that `may_differ` are tried on unequal ones.
///
/// ```
/// use fsm::answer::pair;
/// let similar = |gold: &&str, answer: &&str| answer.starts_with(gold);
/// let pairing = pair(&["a", "ab"], &["abc", "ab", "ab"], |_| true, similar);
/// assert_eq!(pairing.gold.iter().flatten().count(), 2);
/// assert_eq!(pairing.gold[1], Some(1));
/// ```
pub fn pair<T: Eq + Hash>(
    gold: &[T],
    answer: &[T],
    may_differ: impl Fn(&T) -> bool,
    accepts: impl Fn(&T, &T) -> bool,
) -> Pairing {
    let mut free: HashMap<&T, Vec<usize>> = HashMap::new();
    for (position, item) in gold.iter().enumerate().rev() {
        free.entry(item).or_default().push(position);
    }
    let equal = answer
        .iter()
        .map(|item| free.get_mut(item).and_then(Vec::pop));
    let mut pairing = Pairing {
        gold: equal.collect(),
    };
    let rest: Vec<usize> = pairing
        .extra()
        .filter(|&at| may_differ(&answer[at]))
        .collect();
    let missing: Vec<usize> = pairing.missing(gold.len()).collect();
    let mut graph: UnGraph<usize, ()> = UnGraph::new_undirected();
    let gold_nodes: Vec<NodeIndex> = missing.iter().map(|&at| graph.add_node(at)).collect();
    let answer_nodes: Vec<NodeIndex> = rest.iter().map(|&at| graph.add_node(at)).collect();
    for &answer_node in &answer_nodes {
        for &gold_node in &gold_nodes {
            if accepts(&gold[graph[gold_node]], &answer[graph[answer_node]]) {
                graph.add_edge(gold_node, answer_node, ());
            }
        }
    }
    if graph.edge_count() > 0 {
        let matching = maximum_matching(&graph);
        for node in answer_nodes {
            pairing.gold[graph[node]] = matching.mate(node).map(|mate| graph[mate]);
        }
    }
    pairing
}
