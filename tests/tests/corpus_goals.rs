//! Normal forms of every goal of the corpus. The files are not part of the
//! repository; without them the tests say that they skip.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::goal::{BoundVars, bound_vars, normalize};
use crost::{Forest, NormalForm};
use plumbline_tests::naive_label::naive_label;
use plumbline_tests::oracle::obligation::Level;
use plumbline_tests::rewording::{Dice, Rewording};
use plumbline_tests::shared::{spthy_files, tamarin};
use rayon::prelude::*;
use spthy_parse::{Arena, Goal, Method, ProofSkeleton, Theory, parse_theory};
use std::collections::HashSet;
use std::path::Path;

/// Each proof with the variables that its lemma binds.
fn proofs<'p, 'a>(theory: &'p Theory<'a>) -> Vec<(&'p ProofSkeleton<'a>, BoundVars<'p>)> {
    let traces = theory
        .lemmas()
        .filter_map(|lemma| Some((lemma.proof.as_ref()?, bound_vars(&lemma.formula))));
    let diffs = theory
        .diff_lemmas()
        .filter_map(|lemma| Some((lemma.proof.as_ref()?, BoundVars::default())));
    traces.chain(diffs).collect()
}

fn goals<'a>(proof: &ProofSkeleton<'a>) -> Vec<Goal<'a>> {
    let goal = |method: &Method<'a>| match method {
        Method::Solve(goal) => Some(**goal),
        _ => None,
    };
    let nodes = proof.nodes().iter();
    nodes.filter_map(|node| goal(&node.method)).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[derive(Default)]
struct Figures {
    n_goals: usize,
    n_different: usize,
    n_unordered: usize,
    n_naive_changed: usize,
}

#[test]
fn labels_do_not_depend_on_how_a_goal_is_written() {
    let Some(root) = tamarin("labels_do_not_depend_on_how_a_goal_is_written") else {
        return;
    };
    let figures = spthy_files(&root.join("corpus"))
        .par_iter()
        .enumerate()
        .map(|(seed, path)| {
            let (text, arena) = (read(path), Arena::new());
            let parsed = parse_theory(&text, &arena);
            let mut figures = Figures::default();
            let mut dice = Dice(seed as u64);
            for (proof, bound) in proofs(&parsed.theory) {
                let all = goals(proof);
                figures.n_goals += all.len();
                let different: HashSet<Goal<'_>> = all.into_iter().collect();
                for goal in &different {
                    let (label, is_unordered) = naive_label(goal);
                    figures.n_unordered += usize::from(is_unordered);
                    for (level, form) in [
                        (Level::Index, NormalForm::Index),
                        (Level::Local, NormalForm::Local),
                        (Level::Full, NormalForm::Full),
                    ] {
                        let set = bound.iter().copied().collect();
                        let mut rewording = Rewording::new(&arena, &mut dice, level, &set);
                        let other = rewording.goal(goal);
                        let new_bound = rewording.new_bound.iter().copied().collect();
                        let before = normalize(goal, &bound, form);
                        let after = normalize(&other, &new_bound, form);
                        assert!(before.is_canonical, "{}: {goal}", path.display());
                        assert_eq!(before, after, "{}: {goal}\n  as {other}", path.display());
                        if level == Level::Local && is_unordered {
                            let changed = naive_label(&other).0 != label;
                            figures.n_naive_changed += usize::from(changed);
                        }
                    }
                }
                figures.n_different += different.len();
            }
            figures
        })
        .reduce(Figures::default, |left, right| Figures {
            n_goals: left.n_goals + right.n_goals,
            n_different: left.n_different + right.n_different,
            n_unordered: left.n_unordered + right.n_unordered,
            n_naive_changed: left.n_naive_changed + right.n_naive_changed,
        });
    println!(
        "{} goals, {} different ones a proof, none given up, none changed; {} have operands in \
         no order, the naive label changes for {} of them",
        figures.n_goals, figures.n_different, figures.n_unordered, figures.n_naive_changed
    );
    assert!(figures.n_goals > 38_000);
    // The control: a label that is sorted and then numbered fails this test.
    assert!(figures.n_unordered > 1_000);
    assert!(figures.n_naive_changed * 10 > figures.n_unordered);
}

#[test]
fn raw_paths_are_as_many_as_measured() {
    let Some(root) = tamarin("raw_paths_are_as_many_as_measured") else {
        return;
    };
    let mut expected = std::collections::BTreeMap::new();
    for line in read(&root.join("corpus.tsv")).lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let key = [columns[0], columns[1], columns[2]].map(str::to_owned);
        let n_paths: usize = columns.last().unwrap().parse().unwrap();
        expected.insert(key, n_paths);
    }
    let corpus = root.join("corpus");
    let found: Vec<([String; 3], usize)> = spthy_files(&corpus)
        .par_iter()
        .flat_map_iter(|path| {
            let (text, arena) = (read(path), Arena::new());
            let parsed = parse_theory(&text, &arena);
            let file = path.strip_prefix(&corpus).unwrap().to_string_lossy();
            let forest = Forest::of_theory(&file, &parsed.theory, NormalForm::Raw);
            let trees = forest.trees.iter().map(|tree| {
                let side = tree.row.side.unwrap_or("-").to_owned();
                let key = [file.clone().into_owned(), side, tree.row.lemma.clone()];
                let view = crost::view::View::new([tree], |label| Some(label.0));
                (key, view.trie.len())
            });
            trees.collect::<Vec<_>>()
        })
        .collect();
    let n_rows = found.len();
    for (key, n_paths) in found {
        assert_eq!(expected.remove(&key), Some(n_paths), "{key:?}");
    }
    assert!(expected.is_empty(), "{:?}", expected.keys());
    println!("{n_rows} of {n_rows} rows have the measured number of raw paths");
}
