//! Explanations of uncovered lemmas.

use super::labels;
use super::text::shown;
use crate::compare::Comparison;
use crate::explain::{Confusion, Explanation, Parting};
use crate::score::Score;
use diagnostic::escape_controls;
use serde::Serialize;
use std::io::{self, Write};

/// How many of the generated goals at a parting are shown.
const MAX_INSTEAD: usize = 5;

/// Writes explanations for people, with at most `limit` partings a lemma.
///
/// # Errors
/// Those of `out`.
pub fn write_text(
    comparison: &Comparison<'_>,
    explanations: &[Explanation],
    limit: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if explanations.is_empty() {
        return writeln!(out, "every path of the target is covered");
    }
    for (at, explanation) in explanations.iter().enumerate() {
        let Score { covered, total } = explanation.score;
        writeln!(
            out,
            "{}{}: {} of {total} paths covered ({})",
            if at > 0 { "\n" } else { "" },
            escape_controls(&explanation.lemma),
            covered,
            shown(explanation.score.value())
        )?;
        if let Some(nearest) = &explanation.nearest_lemma {
            writeln!(
                out,
                "  nearest generated lemma: {}",
                escape_controls(nearest)
            )?;
        } else {
            writeln!(out, "  no generated lemma speaks of the same actions")?;
        }
        for confusion in &explanation.confusions {
            let text = match confusion {
                Confusion::OtherStage { wanted, found } => {
                    format!("{found} is solved where the target solves {wanted}")
                }
                Confusion::MissingOrder { earlier, later } => {
                    format!(
                        "the target says that {earlier} comes before {later}, the generated lemma does not"
                    )
                }
            };
            writeln!(out, "  stage-point confusion: {}", escape_controls(&text))?;
        }
        for parting in explanation.partings.iter().take(limit) {
            write_parting(comparison, parting, out)?;
        }
        if explanation.partings.len() > limit {
            let n = explanation.partings.len() - limit;
            writeln!(out, "  and {n} more partings; --limit shows more")?;
        }
    }
    Ok(())
}

fn write_parting(
    comparison: &Comparison<'_>,
    parting: &Parting,
    out: &mut dyn Write,
) -> io::Result<()> {
    let path = comparison.target_paths.trie.labels_of(parting.path);
    let Some((wanted, common)) = path.split_last() else {
        return Ok(());
    };
    let label = |number: u32| escape_controls(comparison.label(number)).into_owned();
    let paths = if parting.n_uncovered == 1 {
        "path"
    } else {
        "paths"
    };
    writeln!(out, "  {} uncovered {paths}:", parting.n_uncovered)?;
    for number in common {
        writeln!(out, "      {}", label(*number))?;
    }
    writeln!(out, "    - {}", label(*wanted))?;
    if let Some(generated) = parting.generated {
        let name = comparison.generated_tree(generated).name();
        let name = escape_controls(&name);
        if parting.instead.is_empty() {
            writeln!(out, "    + the path of {name} ends here")?;
        }
        for number in parting.instead.iter().take(MAX_INSTEAD) {
            writeln!(out, "    + {} ({name})", label(*number))?;
        }
        if parting.instead.len() > MAX_INSTEAD {
            let n = parting.instead.len() - MAX_INSTEAD;
            writeln!(out, "    + {n} other goals ({name})")?;
        }
    }
    if let Some(similar) = parting.similar {
        writeln!(out, "    similar: {}", label(similar))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Row<'c> {
    lemma: &'c str,
    #[serde(flatten)]
    score: Score,
    nearest_lemma: Option<&'c str>,
    confusions: &'c [Confusion],
    partings: Vec<PartingRow<'c>>,
}

#[derive(Serialize)]
struct PartingRow<'c> {
    path: Vec<&'c str>,
    n_uncovered: u64,
    generated_lemma: Option<String>,
    generated_path: Vec<&'c str>,
    instead: Vec<&'c str>,
    similar: Option<&'c str>,
}

/// Writes all explanations as one JSON list.
///
/// # Errors
/// Those of `out`.
pub fn write_json(
    comparison: &Comparison<'_>,
    explanations: &[Explanation],
    out: &mut dyn Write,
) -> io::Result<()> {
    let target = &comparison.target_paths.trie;
    let generated = &comparison.generated_paths.trie;
    let parting = |parting: &Parting| PartingRow {
        path: labels(comparison, &target.labels_of(parting.path)),
        n_uncovered: parting.n_uncovered,
        generated_lemma: parting
            .generated
            .map(|path| comparison.generated_tree(path).name()),
        generated_path: parting.generated.map_or_else(Vec::new, |path| {
            labels(comparison, &generated.labels_of(path))
        }),
        instead: labels(comparison, &parting.instead),
        similar: parting.similar.map(|number| comparison.label(number)),
    };
    let rows: Vec<Row<'_>> = explanations
        .iter()
        .map(|explanation| Row {
            lemma: &explanation.lemma,
            score: explanation.score,
            nearest_lemma: explanation.nearest_lemma.as_deref(),
            confusions: &explanation.confusions,
            partings: explanation.partings.iter().map(parting).collect(),
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    out.write_all(b"\n")
}
