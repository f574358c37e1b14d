//! What a reader of the scores should know.

use super::{Comparison, Options};
use crate::forest::{Forest, Origin, ProofTree};
use spthy_parse::{ProofState, Status};

pub(super) fn warnings(comparison: &Comparison<'_>, options: &Options) -> Vec<String> {
    let mut warnings = Vec::new();
    origins(comparison, &mut warnings);
    for name in &options.exclude {
        if !comparison.target.has(name) && !comparison.generated.has(name) {
            warnings.push(format!(
                "no lemma is called `{name}`, so none was left out for it"
            ));
        }
    }
    let sides = [
        ("target", comparison.target, &comparison.target_trees),
        (
            "generated",
            comparison.generated,
            &comparison.generated_trees,
        ),
    ];
    for (side, forest, trees) in sides {
        forest
            .origins
            .iter()
            .for_each(|origin| gaps(side, origin, &mut warnings));
        left_out(side, forest, options, &mut warnings);
        if trees.is_empty() {
            warnings.push(format!("{side}: no lemma is left to compare"));
        }
        for tree in trees.iter().map(|&at| &forest.trees[at]) {
            proof(side, tree, &mut warnings);
        }
        let n_given_up = forest
            .labels
            .all()
            .iter()
            .filter(|label| !label.is_canonical)
            .count();
        if n_given_up > 0 {
            warnings.push(format!(
                "{side}: {n_given_up} goals have too many symmetric variables for a canonical \
                 form; coverage may be higher than reported"
            ));
        }
    }
    if comparison.weighted.value().is_none() && comparison.crost.value().is_some() {
        warnings.push(
            "target: every goal is rare by 0 bits, as where all solve nodes have one and the \
             same goal, so that `weighted` is undefined"
                .to_owned(),
        );
    }
    warnings
}

/// What a file may have beside what was read of it.
fn gaps(side: &str, origin: &Origin, warnings: &mut Vec<String>) {
    let Origin { file, n_unread, .. } = origin;
    if *n_unread > 0 {
        warnings.push(format!(
            "{side}: {n_unread} parts of {file} with possible lemmas were not read; `spthy check` \
             says which"
        ));
    }
    if !origin.missing.is_empty() {
        warnings.push(format!(
            "{side}: the summary in {file} has lemmas that are not there: {}",
            origin.missing.join(", ")
        ));
    }
}

fn origins(comparison: &Comparison<'_>, warnings: &mut Vec<String>) {
    let version = |origin: &Origin| origin.tamarin_version.clone();
    for target in &comparison.target.origins {
        for generated in &comparison.generated.origins {
            if let (Some(left), Some(right)) = (version(target), version(generated))
                && left != right
            {
                warnings.push(format!(
                    "{} is from Tamarin {left}, {} from {right}: the same lemma may have \
                     another proof",
                    target.file, generated.file
                ));
            }
            let only_left = target.rules.difference(&generated.rules).count();
            let only_right = generated.rules.difference(&target.rules).count();
            if only_left + only_right > 0 {
                warnings.push(format!(
                    "{} and {} are about different theories: {only_left} of {} rules are only in \
                     the first, {only_right} of {} only in the second",
                    target.file,
                    generated.file,
                    target.rules.len(),
                    generated.rules.len()
                ));
            }
        }
    }
}

fn left_out(side: &str, forest: &Forest, options: &Options, warnings: &mut Vec<String>) {
    let names: Vec<String> = forest
        .trees
        .iter()
        .filter(|tree| !options.keep_sources && tree.is_sources())
        .map(ProofTree::name)
        .collect();
    if !names.is_empty() {
        warnings.push(format!(
            "{side}: left out, since lemmas about sources are free coverage: {}",
            names.join(", ")
        ));
    }
}

fn proof(side: &str, tree: &ProofTree, warnings: &mut Vec<String>) {
    let name = tree.name();
    match tree.row.proof {
        ProofState::None | ProofState::Sorry => {
            warnings.push(format!("{side}: `{name}` has no proof and adds no path"));
            return;
        }
        ProofState::Partial => {
            warnings.push(format!(
                "{side}: the proof of `{name}` is not finished; paths are missing"
            ));
        }
        ProofState::Full => {}
    }
    if matches!(tree.row.status, Some(Status::FalsifiedTrace)) {
        warnings.push(format!(
            "{side}: `{name}` is falsified; its proof is only the way to one trace"
        ));
    }
    if tree.row.disagrees() {
        warnings.push(format!(
            "{side}: the proof of `{name}` disagrees with the printed summary"
        ));
    }
}
