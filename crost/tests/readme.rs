//! The tables of README.md hold.

#![allow(clippy::unwrap_used, reason = "tests report by panics")]

mod shared;

use crost::goal::{BoundVars, normalize};
use crost::{Forest, NormalForm, Options, compare};
use spthy_parse::{Arena, Sort, parse_goal, parse_theory};

const README: &str = include_str!("../README.md");

/// The cells of a table's rows, below the heading that it stands under.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = README.split_once(heading).unwrap();
    rest.lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn a_level_makes_one_goal_of_two_and_the_finer_does_not() {
    let rows = rows("### What the normal form forgets");
    assert_eq!(rows.len(), 6);
    let bound = ["A", "m", "x", "s"].map(|name| (Sort::Msg, name));
    let bound: BoundVars<'_> = bound.into_iter().collect();
    for row in rows {
        let is_named = |form: &NormalForm| format!("`{}`", form.name()) == row[0];
        let at = NormalForm::ALL.iter().position(is_named).unwrap();
        let (left, right) = row[2].trim_matches('`').split_once("` = `").unwrap();
        let arena = Arena::new();
        let is_one = |form| {
            let normal = |text| normalize(&parse_goal(text, &arena).unwrap(), &bound, form).text;
            normal(left) == normal(right)
        };
        assert!(
            NormalForm::ALL[at..].iter().all(|&form| is_one(form)),
            "{row:?}"
        );
        assert!(
            !NormalForm::ALL[..at].iter().any(|&form| is_one(form)),
            "{row:?}"
        );
    }
}

#[test]
fn lemma_sets_score_as_said() {
    let rows = rows("### What the score does not say");
    assert_eq!(rows.len(), 6);
    let Some(folder) = shared::lemma_sets() else {
        return;
    };
    let forest = |set: &str, form| {
        let path = folder.join(format!("{set}_analyzed.spthy"));
        let text = std::fs::read_to_string(path).unwrap();
        let arena = Arena::new();
        Forest::of_theory(set, &parse_theory(&text, &arena).theory, form)
    };
    let sets = [
        "S1_split",
        "S2_splitA_only",
        "S3_renamed",
        "S5_anyreveal",
        "S7_exists",
        "S8_auth",
    ];
    for (set, row) in sets.into_iter().zip(rows) {
        let options = Options::default();
        let at = |form| (forest("S0_target", form), forest(set, form));
        let (raw_target, raw) = at(NormalForm::Raw);
        let (target, generated) = at(NormalForm::Local);
        let raw = compare(&raw_target, &raw, &options);
        let local = compare(&target, &generated, &options);
        let values = [
            raw.crost.value(),
            local.crost.value(),
            local.reverse.value(),
            local.footprint.value(),
            local.informative.value(),
            local.weighted.value(),
        ];
        let values = values.map(|value| format!("{:.4}", value.unwrap()));
        assert_eq!(row[1..], values, "{set}");
    }
}
