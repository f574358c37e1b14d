//! Real theories: every figure of the corpus, every goal, every verdict on a
//! written theory. The files are not part of the repository; without them the
//! tests say that they skip.

// Helpers of tests, outside of test functions.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod shared;

use rayon::prelude::*;
use shared::{spthy_files, tamarin};
use spthy_parse::{
    Arena, Item, LemmaRow, Method, Options, Parsed, SyntaxErrorKind, WarningTopic, lemma_rows,
    parse_goal, parse_theory, parse_theory_with, warnings,
};
use std::collections::BTreeMap;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Line, column, message.
type Fault = (u32, u32, &'static str);

/// What the prover prints here it would not load again itself: macros without
/// commas between them, the inner name of an operator, a function with two
/// arities. Faults as line, column, message; all else is read.
const NOT_LOADED_AGAIN: [(&str, &[Fault]); 3] = [
    (
        "features/macros/MacroExample_analyzed.spthy",
        &[
            (
                21,
                5,
                "found `decrypt` where `,` and the next macro, or an item was expected",
            ),
            (
                22,
                5,
                "found `hashdec` where `,` and the next macro, or an item was expected",
            ),
        ],
    ),
    (
        "features/macros/MacroWithRestrictionCRxor_analyzed.spthy",
        &[(18, 30, "the function `Xor` is not declared")],
    ),
    (
        "regression/trace/issue193_analyzed.spthy",
        &[(
            5,
            38,
            "the function `h` is declared with 1 and with 7 arguments",
        )],
    ),
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
            let known = NOT_LOADED_AGAIN.iter().find(|(name, _)| *name == file);
            let source = diagnostic::SourceFile::new(file.as_str(), text.as_str());
            let faults = parsed.errors.iter().map(|error| {
                let place = source.location(error.span.start);
                (place.line, place.column, error.to_string())
            });
            let expected = known.map_or(&[][..], |(_, faults)| *faults).iter();
            let expected = expected.map(|&(line, column, text)| (line, column, text.to_owned()));
            assert!(faults.eq(expected), "{file}: {:?}", parsed.errors);
            // No item is kept unread but processes.
            let is_kept = |item: &Item<'_>| !matches!(item, Item::Opaque { keyword, .. } if *keyword != "process" && *keyword != "let");
            assert!(parsed.theory.items.iter().all(|item| is_kept(&item.value)), "{file}");
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

/// Theories that the prover did not analyse, that load as far as a text can
/// tell, and the first topic of what is reported of them.
const LOADED: [(&str, WarningTopic); 7] = [
    // A lemma speaks of `eskI` and `eskR`, which nothing binds.
    (
        "claude-3-5-sonnet-coder__false__SPTHY-1_ake_NAXOS.spthy",
        WarningTopic::FormulaTerms,
    ),
    // Lemmas have free variables (`pkI`, `epkR`, `lkI`, `pkR`).
    (
        "deepseek-coder__false__SPTHY-1_KEA_plus_KI_KCI.spthy",
        WarningTopic::InexistentLemmaActions,
    ),
    // No rule provides `Pk`; lemmas have the free variables `nr` and `ni`.
    (
        "deepseek-r1-250528__false__SPTHY-1_NSPK3-2.spthy",
        WarningTopic::MissingRightHandSide,
    ),
    // `2` and `3` are unbound variables, `ni` is free in a lemma.
    (
        "gpt-4o-mini__false__SPTHY-1_NSPK3-1.spthy",
        WarningTopic::UnboundVariables,
    ),
    // A lemma has `In` and `Out` as actions, at points that nothing guards.
    (
        "gpt-4o__false__SPTHY-1_dh_alternative.spthy",
        WarningTopic::InexistentLemmaActions,
    ),
    // Unbound variables of rules; `_` is a free variable in two lemmas.
    (
        "llama4-maverick-instruct-basic__false__SPTHY-1_KEA_plus_KI_KCI.spthy",
        WarningTopic::UnboundVariables,
    ),
    // A lemma speaks of the action `Device_Init`, which is no rule's action.
    (
        "llama4-maverick-instruct-basic__false__SPTHY-1_RFID_Simple.spthy",
        WarningTopic::InexistentLemmaActions,
    ),
];

/// Whether a fault is about what words mean, not about how they stand.
fn is_semantic(kind: &SyntaxErrorKind) -> bool {
    matches!(
        kind,
        SyntaxErrorKind::UnknownFunction { .. }
            | SyntaxErrorKind::WrongArity { .. }
            | SyntaxErrorKind::OperatorWithoutBuiltin { .. }
            | SyntaxErrorKind::ConflictingArity { .. }
            | SyntaxErrorKind::ReservedFunction { .. }
            | SyntaxErrorKind::Duplicate { .. }
    )
}

#[test]
fn written_theories_are_told_apart() {
    let Some(root) = tamarin("written_theories_are_told_apart") else {
        return;
    };
    let table = read(&root.join("llm.tsv"));
    let (mut n_analysed, mut n_grammar, mut n_semantic) = (0, 0, 0);
    let (mut false_alarms, mut loaded) = (Vec::new(), Vec::new());
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
        } else if parsed.errors.is_empty() {
            let warnings = warnings(&text, &parsed.theory);
            loaded.push((columns[0], warnings.first().map(|warning| warning.topic)));
        } else if parsed.errors.iter().all(|error| is_semantic(&error.kind)) {
            n_semantic += 1;
        } else {
            n_grammar += 1;
        }
    }
    println!(
        "{n_analysed} analysed, {} false alarms; others: {n_grammar} against the grammar, \
         {n_semantic} against declarations, {} load",
        false_alarms.len(),
        loaded.len()
    );
    assert!(false_alarms.is_empty(), "{}", false_alarms.join("\n"));
    let expected: Vec<_> = LOADED.map(|(file, topic)| (file, Some(topic))).into();
    assert_eq!(loaded, expected);
    assert_eq!((n_analysed, n_grammar, n_semantic), (126, 118, 6));
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
