//! Coverage where only the lemma of the same name may cover.

use crate::coverage::cover;
use crate::path::{PathTrie, PathTrieBuilder};
use crate::score::Score;
use crate::view::View;
use std::collections::BTreeMap;

type Names<'n> = &'n dyn Fn(usize) -> String;

/// A target path counts as covered if a lemma that has it covers it by a
/// generated lemma of its name.
pub(super) fn strict(target: (&View, Names<'_>), generated: (&View, Names<'_>)) -> Score {
    let mut is_covered = vec![false; target.0.trie.len()];
    let generated_by_name = by_name(generated.1, generated.0.places.len());
    for (name, trees) in by_name(target.1, target.0.places.len()) {
        let Some(others) = generated_by_name.get(&name) else {
            continue;
        };
        let (own, paths) = restrict(target.0, &trees);
        let (other, _) = restrict(generated.0, others);
        let coverage = cover(&own, &other);
        for (path, place) in paths {
            is_covered[path] |= coverage.is_covered(place);
        }
    }
    Score {
        covered: is_covered.iter().filter(|&&covered| covered).count() as u64,
        total: is_covered.len() as u64,
    }
}

fn by_name(name: Names<'_>, n: usize) -> BTreeMap<String, Vec<usize>> {
    let mut trees: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for at in 0..n {
        trees.entry(name(at)).or_default().push(at);
    }
    trees
}

/// The paths of some trees as a trie of their own, and for each of them its
/// number in the view.
fn restrict(view: &View, trees: &[usize]) -> (PathTrie, Vec<(usize, crate::path::PathId)>) {
    let mut is_kept = vec![false; view.trie.len()];
    for path in trees.iter().flat_map(|&tree| &view.places[tree]).flatten() {
        is_kept[path.0 as usize] = true;
    }
    let mut builder = PathTrieBuilder::default();
    let mut numbers = vec![0; view.trie.len()];
    let mut kept = Vec::new();
    for path in view.trie.ids().filter(|path| is_kept[path.0 as usize]) {
        let above = view
            .trie
            .parent(path)
            .map(|above| numbers[above.0 as usize]);
        let number = builder.add(above, view.trie.label(path));
        numbers[path.0 as usize] = number;
        kept.push((path.0 as usize, number));
    }
    let (trie, ids) = builder.build();
    let paths = kept
        .into_iter()
        .map(|(path, number)| (path, ids[number as usize]))
        .collect();
    (trie, paths)
}
