//! The lemma sets of one theory and their proofs: coverage against the table of
//! the shared data.

#![allow(clippy::unwrap_used, reason = "tests report by panics")]

mod shared;

use crost::{Forest, NormalForm, Options, Score, compare};
use spthy_parse::{Arena, parse_theory};

fn forest(set: &str, form: NormalForm) -> Option<Forest> {
    let path = shared::lemma_sets()?.join(format!("{set}_analyzed.spthy"));
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
