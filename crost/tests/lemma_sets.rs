//! The lemma sets of one theory and their proofs: coverage against the table of
//! the shared data.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests report by panics, and skips must be seen"
)]

use crost::{Forest, NormalForm, Options, Score, compare};
use spthy_parse::{Arena, parse_theory};
use std::path::PathBuf;

fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")),
        PathBuf::from,
    );
    let folder = folder.join("tamarin");
    if folder.is_dir() {
        return Some(folder);
    }
    let is_required = std::env::var_os("PLUMBLINE_REQUIRE_SHARED").is_some_and(|flag| flag == "1");
    assert!(!is_required, "no {}", folder.display());
    eprintln!("SKIPPED: no {}", folder.display());
    None
}

fn forest(set: &str, form: NormalForm) -> Option<Forest> {
    let path = shared()?.join(format!("lemma-sets/{set}_analyzed.spthy"));
    let text = std::fs::read_to_string(path).unwrap();
    let arena = Arena::new();
    Some(Forest::of_theory(
        set,
        &parse_theory(&text, &arena).theory,
        form,
    ))
}

const fn of(covered: u64, total: u64) -> Score {
    Score { covered, total }
}

#[test]
fn lemma_sets_score_as_in_the_table() {
    let table = [
        ("S1_split", of(32, 32), of(22, 22)),
        ("S2_splitA_only", of(32, 32), of(22, 22)),
        ("S3_renamed", of(0, 32), of(22, 22)),
        ("S5_anyreveal", of(30, 32), of(21, 22)),
        ("S7_exists", of(0, 32), of(2, 22)),
        ("S8_auth", of(0, 32), of(0, 22)),
    ];
    for (set, raw, local) in table {
        for (form, expected) in [(NormalForm::Raw, raw), (NormalForm::Local, local)] {
            let Some(target) = forest("S0_target", form) else {
                return;
            };
            let generated = forest(set, form).unwrap();
            let comparison = compare(&target, &generated, &Options::default());
            assert_eq!(comparison.crost, expected, "{set} at {}", form.name());
        }
    }
}
