//! Explanations of uncovered lemmas.

use super::labels;
use super::text::shown;
use crate::compare::Comparison;
use crate::explain::{Confusion, Explanation, Parting, Side, align, align_earliest};
use crate::score::Score;
use diagnostic::escape_controls;
use serde::Serialize;
use std::io::{self, Write};
use std::mem::discriminant;

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
            "{}{}: {covered} of {total} paths covered ({})",
            if at > 0 { "\n" } else { "" },
            escape_controls(&explanation.lemma),
            shown(explanation.score.value())
        )?;
        write_nearest_lemma(explanation, out)?;
        for confusion in &explanation.confusions {
            let text = wording(confusion);
            writeln!(out, "  stage-point confusion: {}", escape_controls(&text))?;
        }
        for parting in explanation.partings.iter().take(limit) {
            write_parting(comparison, parting, out)?;
        }
        if explanation.partings.len() > limit {
            let n = explanation.partings.len() - limit;
            writeln!(out, "  and {n} more such places; --limit shows more")?;
        }
    }
    writeln!(
        out,
        "\n- only on the target path   + only on the generated path   ✗ uncovered from this goal on"
    )
}

fn write_nearest_lemma(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    let missing = explanation.missing_actions.join(", ");
    let missing = escape_controls(&missing);
    match &explanation.nearest_lemma {
        Some(nearest) if missing.is_empty() => {
            let nearest = escape_controls(nearest);
            writeln!(out, "  nearest generated lemma: {nearest}")
        }
        Some(nearest) => {
            let nearest = escape_controls(nearest);
            writeln!(
                out,
                "  nearest generated lemma: {nearest}, which does not speak of {missing}"
            )
        }
        // Observational equivalence has no formula.
        None if missing.is_empty() => Ok(()),
        None => writeln!(out, "  no generated lemma speaks of {missing}"),
    }
}

fn wording(confusion: &Confusion) -> String {
    let rules = |names: &[String]| {
        let word = if names.len() == 1 { "rule" } else { "rules" };
        format!("{word} {}", names.join(", "))
    };
    match confusion {
        Confusion::OtherStage {
            wanted,
            wanted_rules,
            found,
            found_rules,
        } => format!(
            "the target speaks of {wanted} ({}), the generated lemma of {found} ({})",
            rules(wanted_rules),
            rules(found_rules)
        ),
        Confusion::MissingOrder { earlier, later } => format!(
            "the target has {earlier} before {later}, the generated lemma does not order them"
        ),
        Confusion::ReversedOrder { earlier, later } => format!(
            "the target has {earlier} before {later}, the generated lemma {later} before {earlier}"
        ),
    }
}

fn write_parting(
    comparison: &Comparison<'_>,
    parting: &Parting,
    out: &mut dyn Write,
) -> io::Result<()> {
    let trie = &comparison.target_paths.trie;
    let label = |number: u32| escape_controls(comparison.label(number)).into_owned();
    let wanted = trie.label(parting.path);
    let of_generated = &comparison.generated_paths.trie;
    let path = parting.nearest.map_or(parting.path, |near| near.target);
    let path = trie.labels_of(path);
    // Where the search was given up: the path that goes farthest.
    let near = parting.nearest.map(|near| near.generated);
    let near = near.or(parting.generated);
    let generated = near.map_or_else(Vec::new, |near| of_generated.labels_of(near));
    let sides = match parting.nearest {
        Some(_) => align(&path, &generated),
        None => align_earliest(&path, &generated),
    };
    let n_covered = trie.labels_of(parting.path).len() - 1;
    let n = parting.n_uncovered;
    write!(
        out,
        "  {n} uncovered {}; ",
        if n == 1 { "path" } else { "paths" }
    )?;
    match near {
        Some(near) => writeln!(
            out,
            "{} generated path: of {}, {} of {} goals in common",
            if parting.is_searched {
                "nearest"
            } else {
                "farthest"
            },
            escape_controls(&comparison.generated_tree(near).name()),
            sides
                .iter()
                .filter(|side| matches!(side, Side::Both(_)))
                .count(),
            path.len()
        )?,
        None if parting.is_searched => writeln!(out, "no generated path has a goal in common")?,
        None => writeln!(out, "the trees are too large to look for a near path")?,
    }
    write_sides(comparison, &sides, n_covered, out)?;
    if let Some(near) = near {
        let mut next = of_generated.children(near).map(|id| of_generated.label(id));
        match (next.next(), next.count()) {
            (None, _) => writeln!(out, "    the generated path ends here")?,
            (Some(first), 0) => writeln!(out, "    generated next: {}", label(first))?,
            (Some(first), n) => {
                writeln!(out, "    generated next: {} and {n} more", label(first))?;
            }
        }
    }
    let times = |labels: &[u32]| labels.iter().filter(|&&number| number == wanted).count();
    let (n_target, n_generated) = (times(&trie.labels_of(parting.path)), times(&generated));
    if n_target > n_generated && n_generated > 0 {
        writeln!(
            out,
            "    {} is solved {n_target} times up to ✗ on the target path, {n_generated} {} on the generated one",
            label(wanted),
            if n_generated == 1 { "time" } else { "times" }
        )?;
    }
    if let Some(similar) = parting.similar {
        writeln!(out, "    similar, and only generated: {}", label(similar))?;
    }
    Ok(())
}

/// Writes one goal a line. Of a long run of goals that are no news, those at its
/// ends are shown.
fn write_sides(
    comparison: &Comparison<'_>,
    sides: &[Side],
    n_covered: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    const ENDS: usize = 5;
    let mut n_target = 0;
    for run in sides.chunk_by(|left, right| discriminant(left) == discriminant(right)) {
        for (at, side) in run.iter().enumerate() {
            let (sign, number) = match *side {
                Side::Both(number) => (' ', number),
                Side::Target(number) => ('-', number),
                Side::Generated(number) => ('+', number),
            };
            let is_target = !matches!(side, Side::Generated(_));
            let is_place = is_target && n_target == n_covered;
            n_target += usize::from(is_target);
            let is_end = at < ENDS || at + ENDS >= run.len();
            if is_end || is_place {
                let mark = if is_place { '✗' } else { ' ' };
                let label = escape_controls(comparison.label(number));
                writeln!(out, "  {mark} {sign} {label}")?;
            } else if at == ENDS {
                let n = run.len() - 2 * ENDS;
                writeln!(out, "    {sign} … {n} more")?;
            }
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Row<'c> {
    lemma: &'c str,
    #[serde(flatten)]
    score: Score,
    nearest_lemma: Option<&'c str>,
    missing_actions: &'c [String],
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
    nearest: Option<NearestRow<'c>>,
    is_searched: bool,
    similar: Option<&'c str>,
}

#[derive(Serialize)]
struct NearestRow<'c> {
    path: Vec<&'c str>,
    generated_lemma: String,
    generated_path: Vec<&'c str>,
    n_common: u32,
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
        nearest: parting.nearest.map(|nearest| NearestRow {
            path: labels(comparison, &target.labels_of(nearest.target)),
            generated_lemma: comparison.generated_tree(nearest.generated).name(),
            generated_path: labels(comparison, &generated.labels_of(nearest.generated)),
            n_common: nearest.n_common,
        }),
        is_searched: parting.is_searched,
        similar: parting.similar.map(|number| comparison.label(number)),
    };
    let rows: Vec<Row<'_>> = explanations
        .iter()
        .map(|explanation| Row {
            lemma: &explanation.lemma,
            score: explanation.score,
            nearest_lemma: explanation.nearest_lemma.as_deref(),
            missing_actions: &explanation.missing_actions,
            confusions: &explanation.confusions,
            partings: explanation.partings.iter().map(parting).collect(),
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &rows)?;
    out.write_all(b"\n")
}
