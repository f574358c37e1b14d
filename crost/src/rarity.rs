//! How rare a label is among the solve nodes of a theory or a corpus.

use crate::forest::Forest;
use crate::label::Label;
use rustc_hash::FxHashMap;

/// Frequencies of labels.
#[derive(Debug, Clone, Default)]
pub struct Rarity {
    counts: FxHashMap<String, u64>,
    total: u64,
}

impl Rarity {
    /// Counts the solve nodes of a forest; call it for each forest of a corpus.
    pub fn count(&mut self, forest: &Forest) {
        for solve in forest.trees.iter().flat_map(|tree| &tree.solves) {
            let text = &forest.labels[solve.label].text;
            match self.counts.get_mut(text) {
                Some(count) => *count += 1,
                None => {
                    self.counts.insert(text.clone(), 1);
                }
            }
            self.total += 1;
        }
    }

    /// The information of a label in bits: -log2 of its share of all solve nodes.
    /// A label that was never counted is taken to occur once. Where all solve nodes
    /// have one label it is 0, and a score of paths weighted by it is undefined.
    #[must_use]
    pub fn bits(&self, label: &Label) -> f64 {
        use crate::score::Quantity;
        let count = self.counts.get(&label.text).copied().unwrap_or(1).max(1);
        (self.total.max(count).number() / count.number()).log2()
    }
}
