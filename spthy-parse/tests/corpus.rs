//! Real theories: every figure of the corpus, every goal, every verdict on a
//! written theory. The files are not part of the repository; without them the
//! tests say that they skip.

// Helpers of tests, outside of test functions.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod shared;

use rayon::prelude::*;
use shared::{spthy_files, tamarin};
use spthy_parse::{
    Arena, LemmaRow, Method, Options, Parsed, lemma_rows, parse_goal, parse_theory,
    parse_theory_with, warnings,
};
use std::collections::BTreeMap;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// What the prover prints here it would not load again itself: a function with
/// two arities, a list of macros without commas, the inner name of an operator.
/// Their lemmas are read all the same.
const NOT_LOADED_AGAIN: [&str; 3] = [
    "features/macros/MacroExample_analyzed.spthy",
    "features/macros/MacroWithRestrictionCRxor_analyzed.spthy",
    "regression/trace/issue193_analyzed.spthy",
];

/// The columns of `corpus.tsv`, from what was parsed.
fn columns(row: &LemmaRow) -> Vec<String> {
    let mut columns = vec![
        row.file.clone(),
        row.side.unwrap_or("-").into(),
        row.lemma.clone(),
        row.quantifier.into(),
        row.summary_status
            .map_or("-".into(), |status| status.text().into()),
        row.summary_steps
            .map_or("-".into(), |steps| steps.to_string()),
    ];
    let measure = &row.measure;
    columns.extend(
        [
            measure.solve_nodes,
            measure.max_depth,
            measure.max_solves_on_path,
            measure.sum_path_lengths,
            measure.distinct_raw_paths,
        ]
        .map(|n| n.to_string()),
    );
    columns
}

#[test]
fn every_row_of_the_corpus_is_equal() {
    let Some(root) = tamarin("every_row_of_the_corpus_is_equal") else {
        return;
    };
    let table = read(&root.join("corpus.tsv"));
    let mut expected: BTreeMap<(String, String, String), Vec<String>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let key = (columns[0].clone(), columns[1].clone(), columns[2].clone());
        expected.insert(key, columns);
    }
    let corpus = root.join("corpus");
    let rows: Vec<LemmaRow> = spthy_files(&corpus)
        .par_iter()
        .flat_map_iter(|path| {
            let (text, arena) = (read(path), Arena::new());
            let parsed = parse_theory(&text, &arena);
            let file = path
                .strip_prefix(&corpus)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let loads = !NOT_LOADED_AGAIN.contains(&file.as_str());
            assert_eq!(
                parsed.errors.is_empty(),
                loads,
                "{file}: {:?}",
                parsed.errors.first()
            );
            lemma_rows(&file, &parsed.theory)
        })
        .collect();
    let n_expected = expected.len();
    let mut wrong = Vec::new();
    for row in &rows {
        if row
            .summary_steps
            .is_some_and(|steps| steps != row.measure.steps)
            || row.disagrees()
        {
            wrong.push(format!("printed otherwise: {row:?}"));
        }
        let found = columns(row);
        match expected.remove(&(found[0].clone(), found[1].clone(), found[2].clone())) {
            Some(columns) if columns == found => {}
            other => wrong.push(format!("found {found:?}\n  expected {other:?}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} rows differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(8)].join("\n")
    );
    assert!(expected.is_empty(), "rows not found: {:?}", expected.keys());
    println!("{n_expected} of {n_expected} rows of corpus.tsv equal");
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The texts between `solve(` and the parenthesis that closes it, found by
/// counting parentheses, with nothing of the parser.
fn solve_texts(text: &str) -> Vec<&str> {
    let mut texts = Vec::new();
    for (at, _) in text.match_indices("solve( ") {
        let inside = at + "solve(".len();
        let mut depth = 1;
        let mut is_quoted = false;
        for (length, byte) in text[inside..].bytes().enumerate() {
            match byte {
                b'\'' => is_quoted = !is_quoted,
                b'(' if !is_quoted => depth += 1,
                b')' if !is_quoted => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                texts.push(&text[inside..inside + length]);
                break;
            }
        }
    }
    texts
}

#[test]
fn every_goal_prints_back() {
    let Some(root) = tamarin("every_goal_prints_back") else {
        return;
    };
    let n_goals: usize = spthy_files(&root.join("corpus"))
        .par_iter()
        .map(|path| {
            let (text, arena) = (read(path), Arena::new());
            let parsed = parse_theory(&text, &arena);
            let proofs = proofs(&parsed);
            let goals = proofs
                .iter()
                .flat_map(|proof| proof.nodes())
                .filter_map(|node| node.goal());
            let printed: Vec<String> = goals.map(ToString::to_string).collect();
            let texts = solve_texts(&text);
            assert_eq!(printed.len(), texts.len(), "{}", path.display());
            for (printed, text) in printed.iter().zip(texts) {
                assert_eq!(
                    without_space(printed),
                    without_space(text),
                    "{}",
                    path.display()
                );
                parse_goal(printed, &arena).unwrap();
            }
            printed.len()
        })
        .sum();
    println!("{n_goals} goals print back");
    assert!(n_goals > 38_000);
}

fn proofs<'p, 'a>(parsed: &'p Parsed<'a>) -> Vec<&'p spthy_parse::ProofSkeleton<'a>> {
    let theory = &parsed.theory;
    let diff = theory
        .diff_lemmas()
        .filter_map(|lemma| lemma.proof.as_ref());
    theory
        .lemmas()
        .filter_map(|lemma| lemma.proof.as_ref())
        .chain(diff)
        .collect()
}

#[test]
fn every_theory_survives_printing() {
    let Some(root) = tamarin("every_theory_survives_printing") else {
        return;
    };
    let files: Vec<_> = ["corpus", "references", "llm", "lemma-sets"]
        .iter()
        .flat_map(|folder| spthy_files(&root.join(folder)))
        .collect();
    files.par_iter().for_each(|path| {
        let (text, arena) = (read(path), Arena::new());
        let parsed = parse_theory(&text, &arena);
        if !parsed.errors.is_empty() {
            return;
        }
        let printed = parsed.theory.to_string();
        let again = parse_theory(&printed, &arena);
        assert_eq!(again.errors, [], "{}\n{printed}", path.display());
        assert_eq!(parsed.theory.items.len(), again.theory.items.len());
        for (before, after) in parsed.theory.items.iter().zip(&again.theory.items) {
            assert_eq!(before.value, after.value, "{}", path.display());
        }
        assert_eq!(printed, again.theory.to_string());
        let options = Options {
            lemmas_only: true,
            ..Options::default()
        };
        let lemmas_only = parse_theory_with(&text, &arena, &options).theory;
        let lemmas: Vec<_> = parsed.theory.lemmas().collect();
        assert_eq!(lemmas_only.lemmas().collect::<Vec<_>>(), lemmas);
    });
}

#[test]
fn every_reference_parses() {
    let Some(root) = tamarin("every_reference_parses") else {
        return;
    };
    let files = spthy_files(&root.join("references"));
    let mut wrong = Vec::new();
    for path in &files {
        let (text, arena) = (read(path), Arena::new());
        let parsed = parse_theory(&text, &arena);
        if let Some(error) = parsed.errors.first() {
            wrong.push(format!("{}: {error}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(files.len(), 61);
    println!("61 of 61 references parse");
}

#[test]
fn written_theories_are_told_apart() {
    let Some(root) = tamarin("written_theories_are_told_apart") else {
        return;
    };
    let table = read(&root.join("llm.tsv"));
    let (mut n_analysed, mut n_others) = (0, 0);
    let (mut false_alarms, mut accepted, mut unnoticed) = (Vec::new(), Vec::new(), Vec::new());
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let path = root.join("llm").join(columns[0]);
        let (text, arena) = (read(&path), Arena::new());
        let parsed = parse_theory(&text, &arena);
        if columns[1] == "1" {
            n_analysed += 1;
            if let Some(error) = parsed.errors.first() {
                let file = diagnostic::SourceFile::new(columns[0], text.as_str());
                false_alarms.push(diagnostic::render(&file, &[error.diagnostic()], false));
            }
        } else {
            n_others += 1;
            if parsed.errors.is_empty() {
                accepted.push(columns[0]);
                let warnings = warnings(&text, &parsed.theory);
                let topics: Vec<_> = warnings.iter().map(|warning| warning.topic).collect();
                println!("accepted: {} warnings {topics:?}", columns[0]);
                if topics.is_empty() {
                    unnoticed.push(columns[0]);
                }
            }
        }
    }
    println!(
        "{n_analysed} analysed, {} false alarms; {n_others} others, {} rejected, {} without any finding",
        false_alarms.len(),
        n_others - accepted.len(),
        unnoticed.len()
    );
    assert!(false_alarms.is_empty(), "{}", false_alarms.join("\n"));
    let rejected = (n_others - accepted.len()) * 100;
    assert!(rejected >= 92 * n_others, "{accepted:#?}");
    let noticed = (n_others - unnoticed.len()) * 100;
    assert!(noticed >= 97 * n_others, "{unnoticed:#?}");
}

#[test]
fn solved_is_no_proof_of_all_traces() {
    let arena = Arena::new();
    let text = "theory T begin lemma L: all-traces \"T\" SOLVED // trace found\nend";
    let parsed = parse_theory(text, &arena);
    let rows = lemma_rows("t", &parsed.theory);
    assert_eq!(rows[0].status.unwrap().text(), "falsified - found trace");
    assert!(matches!(
        parsed
            .theory
            .lemmas()
            .next()
            .unwrap()
            .proof
            .as_ref()
            .unwrap()
            .nodes()[0]
            .method,
        Method::Solved(Some(_))
    ));
}
