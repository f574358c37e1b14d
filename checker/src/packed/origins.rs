//! The breadth-first tree in little more than a byte a state.
//!
//! States are numbered in the order of discovery, so the children of a state
//! are neighbours. The tree is then its level-order degree sequence in unary
//! (LOUDS: G. Jacobson, Space-efficient static trees and graphs, FOCS 1989):
//! a one for each child, and a zero behind the last one. Which successor of
//! its parent a child was is a byte beside it.

/// How each state was first reached.
#[derive(Default)]
pub(super) struct Origins {
    degrees: Vec<u64>,
    n_bits: usize,
    /// For state `n` at `n - 1`.
    ordinals: Vec<u8>,
    /// Ordinals that are no byte, by state in rising order.
    wide: Vec<(u64, u32)>,
}

/// Stands for an ordinal in [`Origins::wide`].
const WIDE: u8 = u8::MAX;

impl Origins {
    fn push(&mut self, bit: bool) {
        if self.n_bits.is_multiple_of(64) {
            self.degrees.push(0);
        }
        if let (true, Some(word)) = (bit, self.degrees.last_mut()) {
            *word |= 1 << (self.n_bits % 64);
        }
        self.n_bits += 1;
    }

    /// The next state was found: a successor of the state being expanded.
    pub(super) fn child(&mut self, ordinal: u32) {
        self.push(true);
        self.ordinal_of_next(ordinal);
    }

    #[inline]
    fn ordinal_of_next(&mut self, ordinal: u32) {
        let byte = u8::try_from(ordinal).unwrap_or(WIDE);
        self.ordinals.push(byte);
        if byte == WIDE {
            self.wide.push((self.ordinals.len() as u64, ordinal));
        }
    }

    /// The state being expanded has no more successors.
    pub(super) fn end(&mut self) {
        self.push(false);
    }

    /// The ordinal of every child in order, and none behind the last child of
    /// each state.
    pub(super) fn walk(&self) -> impl Iterator<Item = Option<u32>> {
        let mut state = 0;
        (0..self.n_bits).map(move |bit| {
            let is_child = self.degrees[bit / 64] >> (bit % 64) & 1 == 1;
            is_child.then(|| {
                state += 1;
                self.ordinal(state)
            })
        })
    }

    /// Of so many states that are expanded, `n` children in order: which of the
    /// states each is a successor of, and which one.
    pub(super) fn children(
        &mut self,
        n_states: usize,
        n: usize,
        children: impl Iterator<Item = (usize, u32)>,
    ) {
        let first_bit = self.n_bits;
        self.n_bits += n_states + n;
        self.degrees.resize(self.n_bits.div_ceil(64), 0);
        self.ordinals.reserve(n);
        for (nth, (parent, ordinal)) in children.enumerate() {
            let bit = first_bit + parent + nth;
            self.degrees[bit / 64] |= 1 << (bit % 64);
            self.ordinal_of_next(ordinal);
        }
    }

    /// Appends what was found behind this.
    pub(super) fn append(&mut self, other: &Self) {
        let shift = self.n_bits % 64;
        if shift == 0 {
            self.degrees.extend(&other.degrees);
        } else {
            for &word in &other.degrees {
                if let Some(last) = self.degrees.last_mut() {
                    *last |= word << shift;
                }
                self.degrees.push(word >> (64 - shift));
            }
        }
        self.n_bits += other.n_bits;
        self.degrees.truncate(self.n_bits.div_ceil(64));
        let n_before = self.ordinals.len() as u64;
        self.ordinals.extend(&other.ordinals);
        let wide = other.wide.iter();
        self.wide
            .extend(wide.map(|(state, ordinal)| (n_before + state, *ordinal)));
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.degrees.clear();
        self.n_bits = 0;
        self.ordinals.clear();
        self.wide.clear();
    }

    /// The ordinals on the path to a state.
    pub(super) fn path(&self, mut state: u64) -> Vec<u32> {
        let mut ordinals = Vec::new();
        // Numbers fall on the way, so one sweep backwards finds every one.
        let mut word = self.degrees.len();
        let mut ones_before = self.ordinals.len() as u64;
        while state > 0 {
            ordinals.push(self.ordinal(state));
            while ones_before >= state {
                word -= 1;
                ones_before -= u64::from(self.degrees[word].count_ones());
            }
            let position = 64 * word as u64 + nth_one(self.degrees[word], state - ones_before);
            // Zeros before it: states that were expanded before its parent.
            state = position + 1 - state;
        }
        ordinals.reverse();
        ordinals
    }

    fn ordinal(&self, state: u64) -> u32 {
        match self.ordinals[state as usize - 1] {
            WIDE => {
                let at = self.wide.partition_point(|(wide, _)| *wide < state);
                self.wide[at].1
            }
            byte => byte.into(),
        }
    }

    /// Bytes for so many states; where more is reserved, it is not touched.
    pub(super) fn bytes(n_states: u64) -> u64 {
        n_states.saturating_add(n_states / 4)
    }
}

/// The position of the `n`th one of a word, counting from 1.
fn nth_one(mut word: u64, n: u64) -> u64 {
    for _ in 1..n {
        word &= word - 1;
    }
    word.trailing_zeros().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn paths_are_those_of_stored_parents(degrees in prop::collection::vec(0..4_u32, 1..300)) {
            let mut origins = Origins::default();
            let mut stored = vec![(0, 0)];
            let mut walked = Vec::new();
            let mut ended = Vec::new();
            for (parent, &degree) in degrees.iter().enumerate() {
                // A parent is found before it is expanded.
                if parent >= stored.len() {
                    break;
                }
                for child in 0..degree {
                    let ordinal = child * 254 + parent as u32 % 3;
                    origins.child(ordinal);
                    stored.push((parent, ordinal));
                    walked.push(Some(ordinal));
                }
                ended.push((0..degree).map(|child| child * 254 + parent as u32 % 3).collect::<Vec<_>>());
                origins.end();
                walked.push(None);
            }
            prop_assert_eq!(origins.walk().collect::<Vec<_>>(), walked);
            let bits: Vec<u64> = origins.degrees.clone();
            for piece in [1, 3, 70] {
                let mut in_pieces = Origins::default();
                let mut at = 0;
                for parents in ended.chunks(piece) {
                    let mut found = Origins::default();
                    let children: Vec<(usize, u32)> = parents
                        .iter()
                        .enumerate()
                        .flat_map(|(parent, ordinals)| ordinals.iter().map(move |ordinal| (parent, *ordinal)))
                        .collect();
                    found.children(parents.len(), children.len(), children.into_iter());
                    in_pieces.append(&found);
                    at += parents.len();
                }
                prop_assert_eq!(at, ended.len());
                prop_assert_eq!(&in_pieces.degrees, &bits);
                prop_assert_eq!(&in_pieces.ordinals, &origins.ordinals);
                prop_assert_eq!(&in_pieces.wide, &origins.wide);
            }
            for state in 0..stored.len() {
                let mut path = Vec::new();
                let mut at = state;
                while at > 0 {
                    path.push(stored[at].1);
                    at = stored[at].0;
                }
                path.reverse();
                prop_assert_eq!(origins.path(state as u64), path);
            }
        }
    }
}
