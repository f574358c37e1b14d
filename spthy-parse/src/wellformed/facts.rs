//! Facts: reserved names, sides, arities, actions and premises nobody provides.

use super::{Warning, WarningTopic, each_formula};
use crate::error::n_arguments;
use crate::fact::Fact;
use crate::formula::Formula;
use crate::span_in;
use crate::theory::{Item, Theory};
use rustc_hash::{FxHashMap, FxHashSet};

/// What tells facts apart: name, number of arguments, persistence.
type Kind<'a> = (&'a str, usize, bool);

fn kind<'a>(fact: &Fact<'a>) -> Kind<'a> {
    (fact.name, fact.args.len(), fact.is_persistent)
}

const RESERVED: [&str; 4] = ["KU", "KD", "Ded", "DedU"];

pub(super) fn check(text: &str, theory: &Theory<'_>, warnings: &mut Vec<Warning>) {
    let mut warn = |topic, name: &str, message: String| {
        let span = span_in(text, name).unwrap_or_default();
        warnings.push(Warning {
            topic,
            message,
            span,
        });
    };
    // Rules made from a process are not written down; neither are included ones,
    // and what could not be read may be one.
    let has_hidden_rules = theory.items.iter().any(|item| match item.value {
        Item::Opaque { keyword, .. } => !matches!(
            keyword,
            "let" | "lemma" | "diffLemma" | "restriction" | "axiom" | "functions" | "equations"
        ),
        Item::Include(_) | Item::EquivalenceLemma { .. } => true,
        _ => false,
    });
    let mut actions: FxHashSet<Kind<'_>> = FxHashSet::default();
    let mut provided: FxHashSet<Kind<'_>> = FxHashSet::default();
    let mut used: Vec<Fact<'_>> = Vec::new();
    for rule in theory.rules() {
        for fact in rule.actions {
            actions.insert(kind(fact));
            if matches!(fact.name, "In" | "Out" | "Fr" | "KU" | "KD") {
                let message = format!(
                    "rule `{}` has the reserved fact `{fact}` as an action",
                    rule.name
                );
                warn(WarningTopic::ReservedNames, fact.name, message);
            }
        }
        for (facts, wrong, side) in [
            (rule.premises, &["Out", "K", "KU", "KD"][..], "left"),
            (
                rule.conclusions,
                &["In", "Fr", "K", "KU", "KD"][..],
                "right",
            ),
        ] {
            for fact in facts.iter().filter(|fact| wrong.contains(&fact.name)) {
                let message = format!("rule `{}` uses `{fact}` on its {side}-hand side", rule.name);
                warn(WarningTopic::SpecialFacts, fact.name, message);
            }
        }
        provided.extend(rule.conclusions.iter().map(kind));
        used.extend(
            rule.premises
                .iter()
                .chain(rule.actions)
                .chain(rule.conclusions),
        );
        for fact in rule
            .premises
            .iter()
            .filter(|fact| RESERVED.contains(&fact.name))
        {
            let message = format!(
                "rule `{}` uses the reserved name `{}`",
                rule.name, fact.name
            );
            warn(WarningTopic::ReservedNames, fact.name, message);
        }
    }
    if !has_hidden_rules {
        for rule in theory.rules() {
            for fact in rule.premises {
                let is_special = matches!(fact.name, "In" | "Fr" | "Out" | "K" | "KU" | "KD");
                if !is_special && !provided.contains(&kind(fact)) {
                    let message = format!(
                        "rule `{}` needs `{}` with {}, which no rule provides",
                        rule.name,
                        fact.name,
                        n_arguments(fact.args.len())
                    );
                    warn(WarningTopic::MissingRightHandSide, fact.name, message);
                }
            }
        }
        for lemma in theory.lemmas() {
            each_formula(&lemma.formula, &mut |formula| {
                let Formula::Action(fact, _) = formula else {
                    return;
                };
                if !matches!(fact.name, "K" | "KU" | "KD") && !actions.contains(&kind(fact)) {
                    let message = format!(
                        "lemma `{}` references the action `{}` with {}, but no rule has such an action",
                        lemma.name,
                        fact.name,
                        n_arguments(fact.args.len())
                    );
                    warn(WarningTopic::InexistentLemmaActions, fact.name, message);
                }
            });
        }
    }
    usage(&used, &mut warn);
}

/// One name, up to capitalization, with several kinds.
fn usage<'a>(used: &[Fact<'a>], warn: &mut dyn FnMut(WarningTopic, &str, String)) {
    let mut first: FxHashMap<String, Kind<'a>> = FxHashMap::default();
    let mut reported: FxHashSet<Kind<'a>> = FxHashSet::default();
    for fact in used {
        let kind = kind(fact);
        let earlier = *first.entry(fact.name.to_lowercase()).or_insert(kind);
        if earlier != kind && reported.insert(kind) {
            let message = format!(
                "the fact {} is also used as {}",
                shown(kind),
                shown(earlier)
            );
            warn(WarningTopic::FactUsage, fact.name, message);
        }
    }
}

fn shown((name, arity, is_persistent): Kind<'_>) -> String {
    format!(
        "`{}{name}` with {}",
        if is_persistent { "!" } else { "" },
        n_arguments(arity)
    )
}
