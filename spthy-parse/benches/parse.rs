//! Parsing speed over the corpus, in bytes a second.
//!
//! `PLUMBLINE_SHARED=../shared cargo bench -p spthy-parse`; without the shared
//! files a small built-in proof is measured instead.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rustc_hash::FxHashMap;
use spthy_parse::{Arena, Goal, Options, Term, parse_theory_with};
use std::hint::black_box;
use std::path::{Path, PathBuf};

fn theories(folder: &Path, texts: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            theories(&path, texts);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            texts.push((path, text));
        }
    }
}

fn parse_all(texts: &[(PathBuf, String)], options: &Options) -> usize {
    let mut n_items = 0;
    for (_, text) in texts {
        let arena = Arena::new();
        n_items += parse_theory_with(text, &arena, options).theory.items.len();
    }
    n_items
}

/// Names of variables, functions and constants in the goals of all proofs.
fn names<'a>(text: &'a str, arena: &'a Arena) -> Vec<&'a str> {
    let mut names = Vec::new();
    let theory = parse_theory_with(text, arena, &Options::default()).theory;
    let proofs = theory.lemmas().filter_map(|lemma| lemma.proof.as_ref());
    for goal in proofs
        .flat_map(|proof| proof.nodes())
        .filter_map(|node| node.goal())
    {
        let (Goal::Premise { fact, .. } | Goal::Action(fact, _)) = *goal else {
            continue;
        };
        names.push(fact.name);
        for arg in fact.args {
            arg.walk(&mut |term| match *term {
                Term::Var(var) => names.push(var.name),
                Term::App(name, _) | Term::Name(_, name) => names.push(name),
                _ => {}
            });
        }
    }
    names
}

fn bench(criterion: &mut Criterion) {
    let shared = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let mut texts = Vec::new();
    theories(&shared.join("tamarin/corpus"), &mut texts);
    if texts.is_empty() {
        let step = "solve( !KU( senc(<~n.1, $A>, k) ) @ #vk.1 )\n  case c_senc\n  by contradiction /* cyclic */\nqed\n";
        let lemmas: String = (0..1000)
            .map(|n| format!("lemma l{n}: \"T\"\n{step}"))
            .collect();
        texts.push(("built-in".into(), format!("theory T begin\n{lemmas}end")));
    }
    // Files in which proofs are most of the text.
    let heavy: Vec<_> = texts
        .iter()
        .filter(|(_, text)| text.matches("solve(").count() * 200 > text.len())
        .cloned()
        .collect();
    let mut group = criterion.benchmark_group("parse");
    group.sample_size(10);
    for (name, texts, lemmas_only) in [
        ("corpus", &texts, false),
        ("corpus, lemmas only", &texts, true),
        ("proof-heavy files", &heavy, false),
    ] {
        let n_bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
        group.throughput(Throughput::Bytes(n_bytes as u64));
        let options = Options {
            lemmas_only,
            ..Options::default()
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(parse_all(black_box(texts), &options)));
        });
    }
    // What it would cost to turn names into numbers.
    let arena = Arena::new();
    let names: Vec<Vec<&str>> = texts.iter().map(|(_, text)| names(text, &arena)).collect();
    println!(
        "{} names in goals",
        names.iter().map(Vec::len).sum::<usize>()
    );
    group.throughput(Throughput::Elements(
        names.iter().map(|list| list.len() as u64).sum(),
    ));
    group.bench_function("interning the names in goals", |bencher| {
        bencher.iter(|| {
            for list in &names {
                let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
                for &name in list {
                    let next = numbers.len() as u32;
                    numbers.entry(name).or_insert(next);
                }
                black_box(&numbers);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
