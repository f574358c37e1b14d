//! Coverage between theories of the corpus. The files are not part of the
//! repository; without them the tests say that they skip.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::{Comparison, Forest, NormalForm, Options, Score, compare};
use plumbline_tests::shared::{spthy_files, tamarin};
use rayon::prelude::*;
use spthy_parse::{Arena, parse_theory};
use std::path::Path;

fn forest(path: &Path, form: NormalForm) -> Forest {
    let text = std::fs::read_to_string(path).unwrap();
    let arena = Arena::new();
    let parsed = parse_theory(&text, &arena);
    Forest::of_theory(&path.to_string_lossy(), &parsed.theory, form)
}

fn scores(comparison: &Comparison<'_>) -> [Score; 8] {
    [
        comparison.crost,
        comparison.reverse,
        comparison.footprint,
        comparison.reverse_footprint,
        comparison.informative,
        comparison.strict,
        comparison.contiguous,
        comparison.multiset,
    ]
}

#[test]
fn every_theory_covers_itself() {
    let Some(root) = tamarin("every_theory_covers_itself") else {
        return;
    };
    let files = spthy_files(&root.join("corpus"));
    let n_paths: u64 = files
        .par_iter()
        .flat_map(|path| {
            NormalForm::ALL
                .into_par_iter()
                .map(move |form| (path, form))
        })
        .map(|(path, form)| {
            let forest = forest(path, form);
            let comparison = compare(&forest, &forest, &Options::default());
            for score in scores(&comparison) {
                assert_eq!(score.covered, score.total, "{}", path.display());
            }
            comparison.crost.total
        })
        .sum();
    println!(
        "{} theories cover themselves: {n_paths} paths over all forms",
        files.len()
    );
    assert!(n_paths > 50_000);
}

#[test]
fn files_of_equal_content_cover_each_other() {
    let Some(root) = tamarin("files_of_equal_content_cover_each_other") else {
        return;
    };
    for form in NormalForm::ALL {
        let of = |name: &str| forest(&root.join("corpus").join(name), form);
        let one = of("csf18-xor/CRxor_analyzed.spthy");
        let other = of("features/macros/MacroWithRestrictionCRxor_analyzed.spthy");
        for (target, generated) in [(&one, &other), (&other, &one)] {
            let comparison = compare(target, generated, &Options::default());
            for score in scores(&comparison) {
                assert_eq!(score.value(), Some(1.0), "at {}", form.name());
            }
        }
    }
}

#[test]
fn another_model_of_the_protocol_shares_labels_and_no_path() {
    let Some(root) = tamarin("another_model_of_the_protocol_shares_labels_and_no_path") else {
        return;
    };
    // Of the labels of csf18-xor/CRxor, .89 at the default level.
    for (form, labels, n_paths) in [
        (NormalForm::Raw, (40, 47), 74),
        (NormalForm::Index, (26, 29), 74),
        (NormalForm::Local, (25, 28), 74),
        (NormalForm::Full, (13, 16), 69),
    ] {
        let of = |name: &str| forest(&root.join("corpus").join(name), form);
        let target = of("csf18-xor/CRxor_analyzed.spthy");
        let generated = of("sapic/fast/feature-xor/CRxor_analyzed.spthy");
        let comparison = compare(&target, &generated, &Options::default());
        let share = |score: Score| (score.covered, score.total);
        assert_eq!(share(comparison.crost), (0, n_paths), "at {}", form.name());
        assert_eq!(share(comparison.footprint), labels, "at {}", form.name());
    }
}
