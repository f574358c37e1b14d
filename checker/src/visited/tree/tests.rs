use super::*;
use crate::visited::share::Share;
use proptest::prelude::*;
use std::collections::HashSet;

/// States of `n_bits` whose fields of 5 bits take some of their values.
fn states<const N: usize>(n_bits: u32) -> impl Strategy<Value = Vec<Packed<N>>> {
    let n_fields = n_bits as usize / 5;
    let changes = prop::collection::vec((0..n_fields, 0..4_u64), 1..1_500);
    changes.prop_map(move |changes| {
        let mut state = [0; N];
        state[0] = 1;
        let states = changes.into_iter().map(|(field, value)| {
            // Bit 0 is no field's.
            let first = (1 + 5 * field).min(n_bits as usize - 2);
            let (word, shift) = (first / 64, first % 64);
            state[word] = state[word] & !(3 << shift) | value << shift;
            state[0] |= 1;
            state
        });
        states.collect()
    })
}

fn agrees_with_a_hash_set<const N: usize>(n_bits: u32, states: &[Packed<N>]) {
    let mut tree = Tree::<N>::new(n_bits);
    let mut expected = HashSet::new();
    for (index, state) in states.iter().enumerate() {
        let key = tree.key(state);
        assert_eq!(tree.contains(key, state), expected.contains(state));
        if index % 3 > 0 {
            tree.reserve(index % 7);
        }
        assert_eq!(tree.insert(key, state), expected.insert(*state));
        assert_eq!(tree.n_states(), expected.len() as u64);
    }
    holds(&tree, &expected);
    tree.clear();
    holds(&tree, &HashSet::new());
}

/// Every state is there once, at a place of its own.
fn holds<const N: usize>(tree: &Tree<N>, expected: &HashSet<Packed<N>>) {
    let mut found = HashSet::new();
    tree.for_each(|state| assert!(found.insert(state)));
    assert_eq!(&found, expected);
    let places = expected.iter().map(|state| {
        let (partition, slot) = tree.find(tree.key(state), state).unwrap();
        assert!(slot < tree.partitions()[partition].n_slots());
        (partition, slot)
    });
    assert_eq!(places.collect::<HashSet<_>>().len(), expected.len());
}

/// What a sieve keeps of some states.
#[derive(Default)]
struct Piece<const N: usize> {
    states: Vec<Packed<N>>,
    keys: Vec<u64>,
    positions: Vec<u32>,
}

impl<const N: usize> Piece<N> {
    fn new(
        states: &[Packed<N>],
        keep: impl FnOnce(&mut Recent<N>, &[Packed<N>], Kept<'_, N>) -> usize,
    ) -> Self {
        let n = states.len();
        let (mut to, mut keys, mut positions) = (vec![[0; N]; n], vec![0; n], vec![0; n]);
        let kept = Kept {
            states: &mut to,
            keys: &mut keys,
            positions: &mut positions,
        };
        let n = keep(&mut Recent::default(), states, kept);
        to.truncate(n);
        keys.truncate(n);
        positions.truncate(n);
        Self {
            states: to,
            keys,
            positions,
        }
    }
}

/// Rounds of three threads that meet the same states find those that one
/// thread finds, and number parts alike whoever came first.
fn threads_agree<const N: usize>(n_bits: u32, states: &[Packed<N>]) {
    let mut expected = HashSet::new();
    let mut alone = Tree::<N>::new(n_bits);
    let mut trees = [Tree::<N>::new(n_bits), Tree::<N>::new(n_bits)];
    for round in states.chunks(400) {
        let is_new = |state: &&Packed<N>| expected.insert(**state);
        let new: HashSet<_> = round.iter().filter(is_new).copied().collect();
        let admitted = Piece::new(round, |recent, states, kept| {
            alone.admit(recent, states, kept)
        });
        assert_eq!(admitted.states.iter().copied().collect::<HashSet<_>>(), new);
        assert_eq!(admitted.states.len(), new.len());
        let at = |position: &u32| round[*position as usize];
        assert!(admitted.positions.iter().map(at).eq(admitted.states));
        for tree in &mut trees {
            let sieve = |states: &[Packed<N>]| {
                let sieve = |recent: &mut _, states: &_, kept: Kept<'_, N>| {
                    tree.sieve(recent, states, kept)
                };
                Piece::new(states, sieve)
            };
            let pieces = std::thread::scope(|scope| {
                let reversed: Vec<_> = round.iter().rev().copied().collect();
                let threads = [round, &round[round.len() / 3..], round]
                    .map(|states| scope.spawn(move || sieve(states)));
                let reversed = scope.spawn(move || sieve(&reversed));
                let threads = threads.into_iter().chain([reversed]);
                let pieces = threads.map(|thread| thread.join().unwrap());
                pieces.collect::<Vec<_>>()
            });
            tree.reserve(pieces.iter().map(|piece| piece.states.len()).sum());
            let mut inserted = Vec::new();
            for mut share in Share::all(tree).split(3) {
                for piece in &pieces {
                    let mut new = Vec::new();
                    share.insert::<N, Tree<N>>(&piece.keys, &piece.states, &mut new);
                    let new = new.iter().map(|position| piece.states[*position as usize]);
                    inserted.extend(new);
                }
            }
            assert_eq!(inserted.len(), new.len());
            assert_eq!(inserted.into_iter().collect::<HashSet<_>>(), new);
        }
        let n = expected.len() as u64;
        assert_eq!(alone.n_states(), n);
        assert!(
            trees
                .iter()
                .all(|tree| tree.bytes(n + 9) == alone.bytes(n + 9))
        );
    }
    let [first, second] = &trees;
    holds(first, &expected);
    holds(&alone, &expected);
    assert!(
        expected
            .iter()
            .all(|state| first.key(state) == second.key(state))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_tree_of_two_words_is_a_set(states in states::<2>(90)) {
        agrees_with_a_hash_set(90, &states);
        threads_agree(90, &states);
    }

    #[test]
    fn a_tree_of_four_words_is_a_set(states in states::<4>(256)) {
        agrees_with_a_hash_set(256, &states);
        threads_agree(256, &states);
    }

    #[test]
    fn a_tree_of_eight_words_is_a_set(states in states::<8>(301)) {
        agrees_with_a_hash_set(301, &states);
        threads_agree(301, &states);
    }
}

#[test]
fn states_without_equal_parts_are_a_set() {
    let mut word = 1_u64;
    let mut next = |_| {
        word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        word ^ word >> 29
    };
    let states: Vec<Packed<4>> = (0..5_000)
        .map(|_| {
            let mut state = std::array::from_fn(&mut next);
            state[0] |= 1;
            state
        })
        .collect();
    agrees_with_a_hash_set(256, &states);
    threads_agree(256, &states);
}

#[test]
fn what_is_asked_for_in_vain_leaves_no_trace() {
    let states: Vec<Packed<2>> = (0..900).map(|no| [2 * no + 1, no * no]).collect();
    let (first, rest) = states.split_at(300);
    let [mut tree, mut expected] = [Tree::<2>::new(128), Tree::<2>::new(128)];
    let admit = |tree: &mut Tree<2>, states: &[_]| {
        Piece::new(states, |recent, states, kept| {
            tree.admit(recent, states, kept)
        })
    };
    admit(&mut tree, first);
    admit(&mut expected, first);
    // A round that fails.
    let kept = Piece::new(rest, |recent, states, kept| {
        tree.sieve(recent, states, kept)
    });
    assert_eq!(kept.states.len(), rest.len());
    assert_eq!(tree.bytes(500), expected.bytes(500));
    assert!(
        !rest
            .iter()
            .any(|state| tree.contains(tree.key(state), state))
    );
    assert_eq!(admit(&mut tree, &rest[..1]).states, rest[..1]);
    admit(&mut expected, &rest[..1]);
    assert_eq!(tree.bytes(500), expected.bytes(500));
    assert_eq!(tree.n_states(), 301);
}

/// What a tree has in use is no more than it tells, and not much less.
#[test]
fn a_tree_is_no_larger_than_it_tells() {
    let mut tree = Tree::<4>::new(256);
    for round in 0..200_u64 {
        let states: Vec<Packed<4>> = (0..1_000)
            .map(|no| [1, round % 10, no << 40, (round / 10) << 50])
            .collect();
        let told = tree.bytes(tree.n_states() + 1_000);
        let new = Piece::new(&states, |recent, states, kept| {
            tree.admit(recent, states, kept)
        });
        assert_eq!(new.states.len(), 1_000);
        let n_slots: usize = tree.partitions().iter().map(Partition::n_slots).sum();
        assert!(8 * n_slots as u64 <= tree.bytes(tree.n_states()));
        assert!(tree.bytes(tree.n_states()) <= told);
    }
    let bytes = tree.bytes(tree.n_states());
    let n = tree.n_states();
    assert!(n == 200_000 && bytes <= 30 * n, "{bytes}");
}
