//! Naive gold answers and scores: an oracle that shares no code with `fsm`.
//!
//! It reads a machine's JSON as plain data, finds paths by trying everything,
//! and scores by looking every element up in a list.

use serde_json::Value;

/// ⟨s, γ, s′, A′⟩.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuple {
    /// s.
    pub from: String,
    /// γ.
    pub condition: String,
    /// s′.
    pub to: String,
    /// A′.
    pub actions: Vec<String>,
}

/// A machine as lists.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The states.
    pub states: Vec<String>,
    /// The tuples.
    pub tuples: Vec<Tuple>,
}

impl Facts {
    /// From our JSON format.
    ///
    /// # Panics
    /// Where the text is something else.
    #[must_use]
    pub fn read(json: &str) -> Self {
        let value: Value = serde_json::from_str(json).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let list = |value: &Value| value.as_array().unwrap().clone();
        let tuples = list(&value["transitions"]).into_iter().map(|tuple| Tuple {
            from: text(&tuple["from"]),
            condition: text(&tuple["condition"]),
            to: text(&tuple["to"]),
            actions: tuple
                .get("actions")
                .map_or(vec![], |a| list(a).iter().map(text).collect()),
        });
        Self {
            states: list(&value["states"]).iter().map(text).collect(),
            tuples: tuples.collect(),
        }
    }

    /// All simple paths from one state to another, by trying every transition
    /// from every end.
    #[must_use]
    pub fn paths(&self, from: &str, to: &str) -> Vec<Vec<String>> {
        let mut found: Vec<Vec<String>> = Vec::new();
        let mut pending = vec![vec![from.to_owned()]];
        while let Some(path) = pending.pop() {
            let end = path.last().unwrap();
            if end == to {
                if !found.contains(&path) {
                    found.push(path);
                }
                continue;
            }
            for tuple in self.tuples.iter().filter(|tuple| tuple.from == *end) {
                if !path.iter().step_by(2).any(|state| *state == tuple.to) {
                    let mut longer = path.clone();
                    longer.extend([tuple.condition.clone(), tuple.to.clone()]);
                    pending.push(longer);
                }
            }
        }
        found
    }
}

/// What a naive scorer counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Questions.
    pub asked: usize,
    /// Questions whose answer is the gold set.
    pub right: usize,
    /// Elements in both.
    pub found: usize,
    /// Elements of answers alone.
    pub wrong: usize,
    /// Elements of gold alone.
    pub missed: usize,
}

impl Tally {
    /// Counts one question; no answer is a wrong one. What an answer repeats
    /// counts once.
    pub fn add<T: PartialEq>(&mut self, gold: &[T], answer: Option<&[T]>) {
        self.asked += 1;
        let Some(answer) = answer else {
            self.missed += gold.len();
            return;
        };
        let mut distinct: Vec<&T> = Vec::new();
        for element in answer {
            if !distinct.contains(&element) {
                distinct.push(element);
            }
        }
        let found = distinct
            .iter()
            .filter(|element| gold.contains(element))
            .count();
        self.found += found;
        self.wrong += distinct.len() - found;
        self.missed += gold.len() - found;
        if found == gold.len() && distinct.len() == found {
            self.right += 1;
        }
    }
}

/// The greatest number of pairs (gold, answer), each in one pair only, that
/// are accepted: by trying everything.
#[must_use]
pub fn most_pairs(n_gold: usize, n_answer: usize, accepts: &dyn Fn(usize, usize) -> bool) -> usize {
    fn go(
        answer: usize,
        n_answer: usize,
        free: &mut Vec<bool>,
        accepts: &dyn Fn(usize, usize) -> bool,
    ) -> usize {
        if answer == n_answer {
            return 0;
        }
        let mut best = go(answer + 1, n_answer, free, accepts);
        for gold in 0..free.len() {
            if free[gold] && accepts(gold, answer) {
                free[gold] = false;
                best = best.max(1 + go(answer + 1, n_answer, free, accepts));
                free[gold] = true;
            }
        }
        best
    }
    go(0, n_answer, &mut vec![true; n_gold], accepts)
}
