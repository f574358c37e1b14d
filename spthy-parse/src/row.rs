//! One row of figures a lemma: what a study of many files reads.

use crate::lemma::{Lemma, Side, TraceQuantifier};
use crate::proof::{Measure, ProofSkeleton, Status};
use crate::summary::{SummaryRow, SummarySide};
use crate::theory::{Item, Theory};
use serde::Serialize;

/// How much of a lemma's proof stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofState {
    /// No proof stands there.
    None,
    /// Only `sorry`.
    Sorry,
    /// A proof with a `sorry` in it.
    Partial,
    /// A proof without `sorry`.
    Full,
}

/// All figures of one lemma; field names are those of the JSON and CSV output.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LemmaRow {
    /// The file, as given.
    pub file: String,
    /// `LHS` or `RHS` for a side's trace lemma, `D` for a diff lemma.
    pub side: Option<&'static str>,
    /// Name.
    pub lemma: String,
    /// `all-traces` or `exists-trace`; `diff` for a diff lemma.
    pub quantifier: &'static str,
    /// Attributes as written.
    pub attributes: Vec<String>,
    /// The formula in the prover's form; none for a diff lemma.
    pub formula: Option<String>,
    /// How much of a proof there is.
    pub proof: ProofState,
    /// What the proof shows; none without a proof.
    pub status: Option<Status>,
    /// Sizes of the proof; zeros without one.
    #[serde(flatten)]
    pub measure: Measure,
    /// The verdict the prover printed, if any.
    pub summary_status: Option<Status>,
    /// The steps the prover printed, if any.
    pub summary_steps: Option<u64>,
}

impl LemmaRow {
    /// Whether the proof shows something else than the prover printed, or is not
    /// there though the prover counted its steps.
    #[must_use]
    pub fn disagrees(&self) -> bool {
        let status = matches!((self.status, self.summary_status), (Some(a), Some(b)) if a != b);
        let steps = self
            .summary_steps
            .is_some_and(|steps| steps != self.measure.steps);
        status || steps
    }
}

/// The rows of a theory's lemmas, in the order of the text.
///
/// ```
/// use spthy_parse::{Arena, lemma_rows, parse_theory};
/// let arena = Arena::new();
/// let parsed = parse_theory("theory T begin lemma L: \"T\" by sorry end", &arena);
/// let rows = lemma_rows("t.spthy", &parsed.theory);
/// assert_eq!((rows[0].lemma.as_str(), rows[0].measure.steps), ("L", 1));
/// ```
#[must_use]
pub fn lemma_rows(file: &str, theory: &Theory<'_>) -> Vec<LemmaRow> {
    let log = theory.log();
    let printed: Vec<SummaryRow<'_>> = log
        .summaries
        .iter()
        .flat_map(|summary| summary.rows.iter().copied())
        .collect();
    let is_diff = theory.diff_lemmas().next().is_some();
    let mut rows = Vec::new();
    for item in &theory.items {
        match &item.value {
            Item::Lemma(lemma) => {
                // Without a diff lemma the prover prints no sides.
                let side = lemma.side().filter(|_| is_diff);
                rows.push(trace_row(file, lemma, side, &printed));
            }
            Item::DiffLemma(lemma) => {
                let proof = lemma.proof.as_ref();
                let row = find(&printed, lemma.name, Some(SummarySide::Diff));
                rows.push(LemmaRow {
                    file: file.to_owned(),
                    side: Some("D"),
                    lemma: lemma.name.to_owned(),
                    quantifier: "diff",
                    attributes: lemma.attributes.iter().map(ToString::to_string).collect(),
                    formula: None,
                    proof: state(proof),
                    status: proof.map(|proof| proof.status(TraceQuantifier::AllTraces)),
                    measure: proof.map(ProofSkeleton::measure).unwrap_or_default(),
                    summary_status: row.map(|row| row.status),
                    summary_steps: row.map(|row| row.steps),
                });
            }
            _ => {}
        }
    }
    rows
}

fn trace_row(
    file: &str,
    lemma: &Lemma<'_>,
    side: Option<Side>,
    printed: &[SummaryRow<'_>],
) -> LemmaRow {
    let proof = lemma.proof.as_ref();
    let row = find(printed, lemma.name, side.map(SummarySide::Trace));
    LemmaRow {
        file: file.to_owned(),
        side: side.map(|side| if side == Side::Left { "LHS" } else { "RHS" }),
        lemma: lemma.name.to_owned(),
        quantifier: lemma.quantifier.text(),
        attributes: lemma.attributes.iter().map(ToString::to_string).collect(),
        formula: Some(lemma.formula.to_string()),
        proof: state(proof),
        status: proof.map(|proof| proof.status(lemma.quantifier)),
        measure: proof.map(ProofSkeleton::measure).unwrap_or_default(),
        summary_status: row.map(|row| row.status),
        summary_steps: row.map(|row| row.steps),
    }
}

fn find<'p, 'a>(
    printed: &'p [SummaryRow<'a>],
    lemma: &str,
    side: Option<SummarySide>,
) -> Option<&'p SummaryRow<'a>> {
    printed
        .iter()
        .find(|row| row.lemma == lemma && row.side == side)
}

fn state(proof: Option<&ProofSkeleton<'_>>) -> ProofState {
    match proof.map(ProofSkeleton::is_sorry) {
        None => ProofState::None,
        Some((_, true)) => ProofState::Sorry,
        Some((true, false)) => ProofState::Partial,
        Some((false, false)) => ProofState::Full,
    }
}
