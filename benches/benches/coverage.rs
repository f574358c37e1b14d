//! Coverage: the fast algorithm beside the naive one, growth, a whole corpus.
//!
//! `PLUMBLINE_SHARED=../shared cargo bench -p plumbline-benches --bench coverage`;
//! without the shared files only synthetic forests are measured.

#![allow(clippy::expect_used, reason = "a missing workload is no measurement")]
#![allow(clippy::print_stderr, reason = "figures beside the times")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use crost::coverage::cover;
use crost::path::{PathTrie, PathTrieBuilder};
use crost::view::View;
use crost::{Forest, NormalForm, Options, compare};
use spthy_parse::{Arena, parse_theory};
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};

fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let corpus = shared.join("tamarin/corpus");
    corpus.is_dir().then_some(corpus)
}

/// Texts of theories by folder.
fn families(folder: &Path, families: &mut BTreeMap<PathBuf, Vec<String>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            self::families(&path, families);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "spthy")
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            families.entry(folder.to_owned()).or_default().push(text);
        }
    }
}

fn forest(text: &str, form: NormalForm) -> Forest {
    let arena = Arena::new();
    Forest::of_theory("bench", &parse_theory(text, &arena).theory, form)
}

fn trie(forest: &Forest) -> PathTrie {
    View::new(&forest.trees, |label| Some(label.0)).trie
}

fn paths(trie: &PathTrie) -> BTreeSet<Vec<u32>> {
    trie.ids().map(|id| trie.labels_of(id)).collect()
}

/// Algorithm 1 as in the paper: each path of a set against each of the other.
fn naive(target: &BTreeSet<Vec<u32>>, generated: &BTreeSet<Vec<u32>>) -> usize {
    let is_subsequence = |part: &[u32], whole: &[u32]| {
        let mut whole = whole.iter();
        part.iter().all(|label| whole.any(|other| other == label))
    };
    let is_covered = |path: &&Vec<u32>| generated.iter().any(|other| is_subsequence(path, other));
    target.iter().filter(is_covered).count()
}

/// Copies of a trie side by side, each below a label of its own.
fn copies(trie: &PathTrie, n: u32) -> PathTrie {
    let mut builder = PathTrieBuilder::default();
    let n_labels = trie.ids().map(|id| trie.label(id) + 1).max().unwrap_or(0);
    for copy in 0..n {
        let root = builder.add(None, n_labels + copy);
        let mut numbers: Vec<u32> = Vec::with_capacity(trie.len());
        for id in trie.ids() {
            let above = trie
                .parent(id)
                .map_or(root, |above| numbers[above.0 as usize]);
            numbers.push(builder.add(Some(above), trie.label(id)));
        }
    }
    builder.build().0
}

/// All words of two labels up to a length, as one trie.
fn words(length: u32) -> PathTrie {
    let mut builder = PathTrieBuilder::default();
    let mut level: Vec<Option<u32>> = vec![None];
    for _ in 0..length {
        let next = level.iter().flat_map(|&above| [(above, 0), (above, 1)]);
        level = next
            .map(|(above, label)| Some(builder.add(above, label)))
            .collect();
    }
    builder.build().0
}

/// Chains that repeat two labels, each below a label of its own.
fn chains(n: u32, length: u32) -> PathTrie {
    let mut builder = PathTrieBuilder::default();
    for chain in 0..n {
        let mut above = builder.add(None, 2 + chain);
        for at in 0..length {
            above = builder.add(Some(above), at % 2);
        }
    }
    builder.build().0
}

fn largest(criterion: &mut Criterion) {
    let Some(corpus) = corpus() else {
        eprintln!("SKIPPED: no corpus; set PLUMBLINE_SHARED");
        return;
    };
    let read = |name: &str| {
        let text = std::fs::read_to_string(corpus.join(name));
        text.expect("the corpus has the file")
    };
    let text = read("csf18-xor/diff-models/LAK06-UK1_analyzed-diff.spthy");
    let relative = read("csf18-xor/diff-models/CH07-UK1_analyzed-diff.spthy");
    let mut group = criterion.benchmark_group("largest proof");
    group.sample_size(10);
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let arena = Arena::new();
            black_box(parse_theory(&text, &arena).theory.items.len())
        });
    });
    let arena = Arena::new();
    let parsed = parse_theory(&text, &arena);
    for form in NormalForm::ALL {
        group.bench_function(BenchmarkId::new("forest", form.name()), |bencher| {
            bencher.iter(|| black_box(Forest::of_theory("bench", &parsed.theory, form)));
        });
    }
    for form in [NormalForm::Raw, NormalForm::Local] {
        let one = forest(&text, form);
        let mut joined = one.clone();
        let n = joined.trees.len();
        joined.join(forest(&relative, form));
        // One numbering of labels for both.
        let other = View::new(&joined.trees[n..], |label| Some(label.0)).trie;
        let one = trie(&one);
        let sides = [
            ("itself", &one, &one),
            ("CH07-UK1", &one, &other),
            ("reverse", &other, &one),
        ];
        for (name, target, generated) in sides {
            let name = format!("{name}, {}", form.name());
            let (ours, theirs) = (paths(target), paths(generated));
            let n_covered = cover(target, generated).n_covered();
            assert_eq!(n_covered, naive(&ours, &theirs));
            eprintln!(
                "{name}: {n_covered} of {} covered by {}",
                target.len(),
                generated.len()
            );
            group.bench_function(BenchmarkId::new("cover", &name), |bencher| {
                bencher.iter(|| black_box(cover(target, generated)));
            });
            group.bench_function(BenchmarkId::new("naive", &name), |bencher| {
                bencher.iter(|| black_box(naive(&ours, &theirs)));
            });
        }
    }
    let one = trie(&forest(&text, NormalForm::Raw));
    for n in [1, 2, 4, 8] {
        let many = copies(&one, n);
        group.throughput(Throughput::Elements(many.len() as u64));
        group.bench_function(
            BenchmarkId::new("copies against themselves", n),
            |bencher| {
                bencher.iter(|| black_box(cover(&many, &many)));
            },
        );
        group.bench_function(BenchmarkId::new("one against copies", n), |bencher| {
            bencher.iter(|| black_box(cover(&one, &many)));
        });
    }
}

fn worst(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("many equal labels");
    group.sample_size(10);
    for n in [1, 2, 4, 8] {
        let (target, generated) = (words(9), chains(16 * n, 64));
        let name = format!("{} words, {} chains", target.len(), 16 * n);
        assert_eq!(cover(&target, &generated).n_covered(), target.len());
        group.bench_function(BenchmarkId::new("cover", &name), |bencher| {
            bencher.iter(|| black_box(cover(&target, &generated)));
        });
        let (ours, theirs) = (paths(&target), paths(&generated));
        group.bench_function(BenchmarkId::new("naive", &name), |bencher| {
            bencher.iter(|| black_box(naive(&ours, &theirs)));
        });
    }
}

fn whole_corpus(criterion: &mut Criterion) {
    let Some(corpus) = corpus() else {
        return;
    };
    let mut texts = BTreeMap::new();
    families(&corpus, &mut texts);
    let n_bytes: usize = texts.values().flatten().map(String::len).sum();
    let mut group = criterion.benchmark_group("corpus");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(n_bytes as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for text in texts.values().flatten() {
                let arena = Arena::new();
                black_box(parse_theory(text, &arena).theory.items.len());
            }
        });
    });
    let forests = |texts: &Vec<String>| -> Vec<Forest> {
        let forests = texts.iter().map(|text| forest(text, NormalForm::Local));
        forests.collect()
    };
    group.bench_function("parse and normalize", |bencher| {
        bencher.iter(|| {
            texts
                .values()
                .map(|texts| black_box(forests(texts)).len())
                .sum::<usize>()
        });
    });
    let all: Vec<Vec<Forest>> = texts.values().map(forests).collect();
    let options = Options::default();
    let pairs = || {
        let mut n_pairs = 0;
        for family in &all {
            for target in family {
                for generated in family {
                    black_box(compare(target, generated, &options).crost);
                    n_pairs += 1;
                }
            }
        }
        n_pairs
    };
    let n_pairs = pairs();
    eprintln!(
        "{} theories, {n_bytes} bytes, {n_pairs} pairs",
        texts.values().flatten().count()
    );
    group.throughput(Throughput::Elements(n_pairs));
    group.bench_function("compare all pairs of a folder", |bencher| {
        bencher.iter(pairs)
    });
}

criterion_group!(benches, largest, worst, whole_corpus);
criterion_main!(benches);
